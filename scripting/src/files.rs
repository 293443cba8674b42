//! Files that are read whole, regular ones up to a size, and files that are written.
//!
//! A pipe may never end and opening one may never come back, whether to read or to write, and a device has no size, so both
//! are refused by what they are before they are opened. The device that swallows everything may be written to, and so may
//! what a shell has opened: standard output and the like.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use crate::diag::{Diagnostic, Source, Span};

/// Why a file is not read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The system does not give it.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a folder, a pipe, a device or a socket.
    #[error("it is {0}, not a file")]
    NotAFile(&'static str),
    /// It has more bytes than it may have.
    #[error("it is longer than {} KiB", .0 >> 10)]
    TooLong(u64),
}

/// Why a file is not written.
#[derive(Debug, thiserror::Error)]
pub enum Unwritable {
    /// The system does not let it be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a folder, a pipe, a device or a socket.
    #[error("it is {0}, not a file")]
    NotAFile(&'static str),
}

/// Writes a file, in the place of what it held before.
///
/// # Errors
/// [`Unwritable`].
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Unwritable> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    Ok(opened(path, &options)?.write_all(bytes)?)
}

/// Opens a file to write behind what it holds; it is made where there is none.
///
/// # Errors
/// [`Unwritable`].
pub fn append(path: &Path) -> Result<File, Unwritable> {
    opened(path, OpenOptions::new().create(true).append(true))
}

/// Where to write what nobody wants.
const NOWHERE: [&str; 2] = ["/dev/null", "NUL"];
/// What a shell has opened already, so that opening it again does not wait for anybody.
const OPEN: [&str; 4] = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];

fn opened(path: &Path, options: &OpenOptions) -> Result<File, Unwritable> {
    let nowhere = NOWHERE.iter().any(|name| path == Path::new(name));
    let open = OPEN.iter().any(|name| path.starts_with(name));
    if !nowhere
        && !open
        && let Ok(about) = fs::metadata(path)
        && let Some(what) = other_than_file(&about)
    {
        return Err(Unwritable::NotAFile(what));
    }
    Ok(options.open(path)?)
}

/// Reads a regular file of at most so many bytes.
///
/// # Errors
/// [`Unreadable`].
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Unreadable> {
    regular(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    let about = file.metadata()?;
    // It may have been put in the place of another meanwhile.
    regular(&about)?;
    if about.len() > most {
        return Err(Unreadable::TooLong(most));
    }
    let mut bytes = Vec::new();
    // It may also grow while it is read.
    file.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(Unreadable::TooLong(most)),
        false => Ok(bytes),
    }
}

/// Reads a regular text file of at most so many bytes.
///
/// # Errors
/// A diagnostic of this code for what cannot be read; `not-utf8` where it is no text.
pub fn read_text(path: &Path, most: u64, code: &'static str) -> Result<String, Diagnostic> {
    let shown = path.display().to_string();
    let bytes = read(path, most)
        .map_err(|error| Diagnostic::new(code, format!("cannot read {shown}: {error}")))?;
    decode(&shown, bytes)
}

/// Bytes as text.
///
/// # Errors
/// The first byte that is not UTF-8, with its place; `shown` is what the file is called.
pub fn decode(shown: &str, bytes: Vec<u8>) -> Result<String, Diagnostic> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let source = Source::new(shown, String::from_utf8_lossy(error.as_bytes()));
        Diagnostic::new("not-utf8", "this byte is not UTF-8")
            .at(Span::new(&source, valid..valid))
            .hint("save the file as UTF-8")
    })
}

fn regular(about: &Metadata) -> Result<(), Unreadable> {
    match other_than_file(about) {
        None => Ok(()),
        Some(what) => Err(Unreadable::NotAFile(what)),
    }
}

/// What something is that is no regular file.
fn other_than_file(about: &Metadata) -> Option<&'static str> {
    match (about.is_file(), about.is_dir()) {
        (true, _) => None,
        (_, true) => Some("a folder"),
        _ => Some("a pipe or a device"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_a_size_are_read() {
        let temp = tempfile::tempdir().expect("a folder");
        let path = temp.path().join("f");
        fs::write(&path, b"1234").expect("writes");
        assert_eq!(read(&path, 4).expect("it reads"), b"1234");
        let said = |path: &Path, most| read(path, most).expect_err("refused").to_string();
        assert_eq!(said(&path, 3), "it is longer than 0 KiB");
        assert_eq!(said(temp.path(), 3), "it is a folder, not a file");
        assert!(matches!(
            read(&temp.path().join("none"), 3),
            Err(Unreadable::Io(_))
        ));
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_refused() {
        for path in ["/dev/zero", "/dev/null"] {
            let wrong = read(Path::new(path), 8).expect_err("refused");
            assert!(matches!(wrong, Unreadable::NotAFile(_)), "{path}: {wrong}");
        }
    }

    #[test]
    fn files_are_written_over_and_behind() {
        let temp = tempfile::tempdir().expect("a folder");
        let path = temp.path().join("f");
        write(&path, b"1234").expect("writes");
        write(&path, b"12").expect("writes");
        let mut file = append(&path).expect("opens");
        file.write_all(b"3").expect("writes");
        assert_eq!(fs::read(&path).expect("it reads"), b"123");
        let wrong = write(temp.path(), b"").expect_err("refused");
        assert_eq!(wrong.to_string(), "it is a folder, not a file");
        let wrong = write(&temp.path().join("none/f"), b"").expect_err("refused");
        assert!(matches!(wrong, Unwritable::Io(_)), "{wrong}");
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_not_written_to() {
        let wrong = append(Path::new("/dev/zero")).expect_err("refused");
        assert!(matches!(wrong, Unwritable::NotAFile(_)), "{wrong}");
        write(Path::new("/dev/null"), b"1").expect("nobody wants it");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_open_already_is_written_to() {
        use std::os::fd::AsRawFd as _;
        let (mut reader, writer) = io::pipe().expect("a pipe");
        let path = format!("/dev/fd/{}", writer.as_raw_fd());
        write(Path::new(&path), b"12").expect("writes");
        drop(writer);
        let mut read = String::new();
        reader.read_to_string(&mut read).expect("it reads");
        assert_eq!(read, "12");
    }

    #[test]
    fn what_is_no_text_has_a_place() {
        let wrong = decode("f", b"a\nb\xff".to_vec()).expect_err("refused");
        assert!(wrong.to_string().starts_with("f:2:2: "), "{wrong}");
    }
}
