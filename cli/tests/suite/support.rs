//! Running the program, and folders to run it on.

use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::Command;
use tempfile::TempDir;

/// What a run of the program said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    /// The exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// Runs the program with arguments.
pub(crate) fn masque(args: &[&str]) -> Said {
    masque_in(Path::new("."), args, "")
}

/// Runs the program in a directory with arguments and input.
pub(crate) fn masque_in(directory: &Path, args: &[&str], input: &str) -> Said {
    masque_within(Duration::from_secs(60), directory, args, input)
}

/// The same, for what takes its time.
pub(crate) fn masque_within(limit: Duration, directory: &Path, args: &[&str], input: &str) -> Said {
    let output = Command::cargo_bin("masque")
        .expect("the program was built")
        .current_dir(directory)
        .env("XDG_DATA_HOME", directory)
        .env("NO_COLOR", "1")
        .env("MASQUE_LANG", "en")
        .args(args)
        .write_stdin(input)
        .timeout(limit)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Said {
        code: output
            .status
            .code()
            .expect("an exit code: the program was not killed"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// Plays a game to its end by machines, and gives its record.
pub(crate) fn played(home: &Path, name: &str, variant: &[&str]) -> String {
    let mut args = vec!["play"];
    args.extend(variant);
    args.extend(["--seat", "0=random", "--seat", "1=random", "--save", name]);
    masque_in(home, &args, "").fine();
    read(home, &format!("{name}.masque"))
}

/// A file's text.
pub(crate) fn read(home: &Path, name: &str) -> String {
    std::fs::read_to_string(home.join(name)).expect(name)
}

/// The first lines of a record, so many deeds long, as if the process had died there.
pub(crate) fn cut(record: &str, deeds: usize) -> String {
    let (head, rest) = record.split_once("\n--\n").expect("a bar");
    let lines = rest.lines().take(deeds);
    let lines: String = lines.flat_map(|line| [line, "\n"]).collect();
    format!("{head}\n--\n{lines}")
}

/// A directory with one variant's folder in it.
pub(crate) struct Place {
    /// Removed when dropped.
    pub(crate) root: TempDir,
    /// The variant's folder.
    pub(crate) folder: PathBuf,
}

/// Writes a variant's folder of files.
pub(crate) fn variant(id: &str, files: &[(&str, &str)]) -> Place {
    let root = tempfile::tempdir().expect("a temporary directory");
    let folder = root.path().join(id);
    std::fs::create_dir(&folder).expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    Place { root, folder }
}

impl Place {
    /// The folder as an argument.
    pub(crate) fn arg(&self) -> &str {
        self.folder.to_str().expect("UTF-8")
    }
}

impl Said {
    /// Asserts exit code 0, and gives what was said.
    #[track_caller]
    pub(crate) fn fine(self) -> Self {
        assert_eq!(self.code, 0, "{}", self.err);
        self
    }

    /// Asserts exit code 2 and a message with this code, at this place when there is one, and no sign of a panic.
    #[track_caller]
    pub(crate) fn refuses(&self, place: &str, code: &str) {
        let wanted = format!("[{code}]");
        let located = self
            .err
            .lines()
            .any(|line| line.starts_with(place) && line.contains(&wanted));
        assert!(
            located,
            "no line begins `{place}` and has {wanted} in:\n{}",
            self.err
        );
        assert_eq!(self.code, 2, "{}", self.err);
        assert!(!self.err.contains("[bug]"), "{}", self.err);
    }
}
