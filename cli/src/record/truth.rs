//! The truth file: what is secret until a game is over, kept where only the user can read it.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use masque_core::commitment::Salt;
use masque_scripting::diag::{Diagnostic, Source, Span};
use masque_scripting::files;
use serde::{Deserialize, Serialize};

/// The longest truth file that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// What is secret until the game is over.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Truth {
    /// The game it belongs to.
    pub(crate) game: String,
    /// The secret that the deal, automatic actions and bots are drawn from, in hexadecimal.
    pub(crate) secret: String,
    /// The seed the user gave, in an unsealed game.
    pub(crate) seed: Option<u64>,
    /// The salt of the commitments.
    pub(crate) salt: Salt,
    /// The truth of the start, as position text.
    pub(crate) start: String,
    /// Where the record is.
    pub(crate) record: PathBuf,
}

impl Truth {
    /// Writes it where only the user can read it, whole or not at all.
    ///
    /// # Errors
    /// The file could not be written.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
        let partial = path.with_extension("truth.part");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        private(&mut options);
        let mut file = options.open(&partial)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&partial, path)
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It is not there, or not a truth file of this game.
    pub(crate) fn read(path: &Path, game: &str) -> Result<Self, Diagnostic> {
        let bytes = files::read(path, LONGEST).map_err(|e| {
            Diagnostic::new(
                "no-truth",
                format!("the truth of this game is not at {}: {e}", path.display()),
            )
            .hint("an unfinished game can be resumed only where it was begun; `masque replay` shows what everybody saw")
        })?;
        let shown = path.display().to_string();
        let text = files::decode(&shown, bytes)?;
        let source = Source::new(shown, text);
        let truth: Self = serde_json::from_str(&source.text).map_err(|e| {
            Diagnostic::new("bad-truth", format!("this is not a truth file: {e}"))
                .at(Span::new(&source, 0..0))
        })?;
        if truth.game == game {
            Ok(truth)
        } else {
            Err(
                Diagnostic::new("bad-truth", "this truth file belongs to another game")
                    .at(Span::new(&source, 0..0)),
            )
        }
    }
}

/// Makes a file that nobody but the user can read.
pub(super) fn private(options: &mut OpenOptions) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = options;
}

/// The folder for saved games and truth files; `MASQUE_DATA` names another.
fn data_folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("MASQUE_DATA").filter(|f| !f.is_empty()) {
        return PathBuf::from(folder);
    }
    directories::ProjectDirs::from("", "", "masque")
        .map_or_else(|| PathBuf::from("."), |d| d.data_dir().to_owned())
}

/// The truth file of a game.
#[must_use]
pub(crate) fn truth_path(game: &str) -> PathBuf {
    data_folder().join("truth").join(format!("{game}.truth"))
}

/// A file name for a new record that is not taken yet.
#[must_use]
pub(crate) fn new_record_path(variant: &str) -> PathBuf {
    let folder = data_folder().join("games");
    (1..)
        .map(|n| folder.join(format!("{variant}-{n:04}.masque")))
        .find(|p| !p.exists())
        .unwrap_or(folder)
}
