//! Files that are read whole: regular ones, up to a size.
//!
//! A pipe may never end and opening one may never come back, and a device has no size, so both are refused by what they
//! are before they are opened.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
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
    if about.is_file() {
        return Ok(());
    }
    Err(Unreadable::NotAFile(match about.is_dir() {
        true => "a folder",
        false => "a pipe or a device",
    }))
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
    fn what_is_no_text_has_a_place() {
        let wrong = decode("f", b"a\nb\xff".to_vec()).expect_err("refused");
        assert!(wrong.to_string().starts_with("f:2:2: "), "{wrong}");
    }
}
