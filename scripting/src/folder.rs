//! A variant's folder as named texts, and where the folders that others extend are found.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Source};
use crate::files;

/// The file that makes a folder a variant.
pub const VARIANT_FILE: &str = "variant.toml";
/// The rulebook's file.
pub const RULEBOOK_FILE: &str = "RULES.md";
/// The most bytes one file may have.
pub const MAX_FILE_BYTES: usize = 1 << 20;
/// The most files one folder may give.
pub const MAX_FILES: usize = 32;

/// The texts of one variant: `variant.toml`, scripts (`*.rhai`), modules (`*.wat`, `*.wasm`) and `RULES.md`.
///
/// A module in binary form is kept as text, two digits for each byte ([`module_bytes`]), so that a folder is texts
/// wherever it is copied, recorded or hashed. Line ends are read as line feeds and a byte order mark is dropped, so that a folder means and hashes the same
/// wherever it was checked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// The variant's id, which is the folder's name: kebab-case, such as `hidden-chess`.
    pub id: String,
    /// The texts by file name.
    pub files: BTreeMap<String, Arc<Source>>,
}

impl Folder {
    /// Reads the variant in the directory `path`, whose last part is the id.
    ///
    /// Files that are no part of a variant are left alone; links are not followed.
    ///
    /// # Errors
    /// When the directory cannot be read, its name is no id, it has no `variant.toml`, or a file is not regular, too
    /// large, or not UTF-8.
    pub fn from_dir(path: &Path) -> Result<Self, Diagnostics> {
        let shown = path.display();
        let unreadable = |error: std::io::Error| {
            vec![Diagnostic::new(
                "unreadable-folder",
                format!("cannot read {shown}: {error}"),
            )]
        };
        let full = fs::canonicalize(path).map_err(unreadable)?;
        let id = full
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        let mut errors = Vec::new();
        if !full.join(VARIANT_FILE).exists() {
            return Err(vec![missing_variant_file(&shown.to_string())]);
        }
        errors.extend(check_id(&id));
        let mut names = Vec::new();
        for entry in fs::read_dir(&full).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            if let Some(name) = entry.file_name().to_str().filter(|n| belongs(n)) {
                names.push((
                    name.to_owned(),
                    entry.file_type().map_err(unreadable)?.is_file(),
                ));
            }
        }
        names.sort();
        let mut texts = Vec::new();
        for (name, regular) in names.into_iter().take(MAX_FILES + 1) {
            let shown = format!("{id}/{name}");
            if !regular {
                errors.push(Diagnostic::new(
                    "not-a-file",
                    format!("{shown} is not a regular file"),
                ));
                continue;
            }
            match files::read(&full.join(&name), most_bytes(&name) as u64) {
                Ok(bytes) if is_binary(&name) => texts.push((name, digits(&bytes))),
                Ok(bytes) => match files::decode(&shown, bytes) {
                    Ok(text) => texts.push((name, text)),
                    Err(error) => errors.push(error),
                },
                Err(files::Unreadable::TooLong(_)) => errors.push(too_large(&shown, &name)),
                Err(error) => errors.push(Diagnostic::new(
                    "unreadable-file",
                    format!("cannot read {shown}: {error}"),
                )),
            }
        }
        if errors.is_empty() {
            Self::from_files(id, texts)
        } else {
            Err(errors)
        }
    }

    /// Makes a variant of texts that are already in memory, given as (file name, text).
    ///
    /// # Errors
    /// When `id` is no id, a file name is no part of a variant or is given twice, a text is too large, or
    /// `variant.toml` is missing.
    pub fn from_files<N, T>(
        id: impl Into<String>,
        files: impl IntoIterator<Item = (N, T)>,
    ) -> Result<Self, Diagnostics>
    where
        N: Into<String>,
        T: Into<String>,
    {
        let id = id.into();
        let mut errors: Diagnostics = check_id(&id).into_iter().collect();
        let mut sources = BTreeMap::new();
        for (name, text) in files {
            let (name, text) = (name.into(), text.into());
            let shown = format!("{id}/{name}");
            if !belongs(&name) {
                errors.push(
                    Diagnostic::new("unknown-file", format!("{shown} is no part of a variant"))
                        .hint(format!(
                            "a variant has {VARIANT_FILE}, scripts (*.rhai), modules (*.wat, *.wasm) and {RULEBOOK_FILE}"
                        )),
                );
            } else if kept_bytes(&name, &text) > most_bytes(&name) {
                errors.push(too_large(&shown, &name));
            } else if sources
                .insert(name, Source::new(&shown, normal(&text)))
                .is_some()
            {
                errors.push(Diagnostic::new(
                    "duplicate-file",
                    format!("{shown} is given twice"),
                ));
            }
        }
        if sources.len() > MAX_FILES {
            errors.push(Diagnostic::new(
                "too-many-files",
                format!("{id} has more than {MAX_FILES} files"),
            ));
        }
        if !sources.contains_key(VARIANT_FILE) {
            errors.push(missing_variant_file(&id));
        }
        if errors.is_empty() {
            Ok(Self { id, files: sources })
        } else {
            Err(errors)
        }
    }

    /// Whether a file of this name is part of a variant.
    #[must_use]
    pub fn holds(name: &str) -> bool {
        belongs(name)
    }

    /// The text of one file.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&Arc<Source>> {
        self.files.get(name)
    }

    /// The text of `RULES.md`, if there is one.
    #[must_use]
    pub fn rulebook(&self) -> Option<&Arc<Source>> {
        self.file(RULEBOOK_FILE)
    }
}

/// Whether `id` can name a variant: kebab-case, starting with a letter.
#[must_use]
pub fn is_id(id: &str) -> bool {
    id.len() <= 64
        && id.starts_with(|c: char| c.is_ascii_lowercase())
        && id
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        && !id.ends_with('-')
        && !id.contains("--")
}

/// Where the variants that others extend are found.
pub trait Library {
    /// The variant of this id; `None` when there is none.
    ///
    /// # Errors
    /// When there is such a variant but its folder cannot be read.
    fn find(&self, id: &str) -> Result<Option<Folder>, Diagnostics>;

    /// Every id that [`find`](Self::find) knows, sorted.
    fn ids(&self) -> Vec<String>;
}

/// A library of folders in memory and of directories that hold folders.
///
/// Directories are asked first, in order: an author's folder may extend its neighbour, and a neighbour that is a copy
/// of a shipped variant stands for it.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    folders: BTreeMap<String, Folder>,
    directories: Vec<PathBuf>,
}

impl Shelf {
    /// A shelf of these folders.
    #[must_use]
    pub fn new(folders: impl IntoIterator<Item = Folder>) -> Self {
        let folders = folders.into_iter().map(|f| (f.id.clone(), f)).collect();
        Self {
            folders,
            directories: Vec::new(),
        }
    }

    /// Also looks in `directory`, whose subdirectories are variants.
    #[must_use]
    pub fn beside(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directories.push(directory.into());
        self
    }
}

impl Library for Shelf {
    fn find(&self, id: &str) -> Result<Option<Folder>, Diagnostics> {
        if !is_id(id) {
            return Ok(None);
        }
        for directory in &self.directories {
            let path = directory.join(id);
            if path.join(VARIANT_FILE).is_file() {
                return Folder::from_dir(&path).map(Some);
            }
        }
        Ok(self.folders.get(id).cloned())
    }

    fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.folders.keys().cloned().collect();
        for directory in &self.directories {
            let Ok(entries) = fs::read_dir(directory) else {
                continue;
            };
            let names = entries
                .flatten()
                .filter_map(|e| e.file_name().into_string().ok());
            ids.extend(
                names.filter(|n| is_id(n) && directory.join(n).join(VARIANT_FILE).is_file()),
            );
        }
        ids.sort();
        ids.dedup();
        ids
    }
}

fn belongs(name: &str) -> bool {
    name == VARIANT_FILE
        || name == RULEBOOK_FILE
        || (is_script(name) && !name.starts_with('.') && !name.contains(['/', '\\']))
}

/// Whether a file of this name holds hooks: a script or a module.
pub(crate) fn is_script(name: &str) -> bool {
    name.ends_with(".rhai") || is_module(name)
}

/// Whether a file of this name is a module.
#[must_use]
pub fn is_module(name: &str) -> bool {
    name.ends_with(".wat") || is_binary(name)
}

/// Whether a file of this name is a module in binary form.
fn is_binary(name: &str) -> bool {
    name.ends_with(".wasm")
}

/// The most bytes that a file of this name may have.
fn most_bytes(name: &str) -> usize {
    match is_binary(name) {
        // Twice as many digits must not be more than a text may have.
        true => MAX_FILE_BYTES / 2,
        false => MAX_FILE_BYTES,
    }
}

/// How many bytes a file has of which this text is kept.
fn kept_bytes(name: &str, text: &str) -> usize {
    match is_binary(name) {
        true => text.bytes().filter(|c| !c.is_ascii_whitespace()).count() / 2,
        false => text.len(),
    }
}

/// Bytes as text: 32 of them in a line, two digits for each.
fn digits(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len() + bytes.len() / 32 + 1);
    for line in bytes.chunks(32) {
        for byte in line {
            let _ = write!(text, "{byte:02x}");
        }
        text.push('\n');
    }
    text
}

/// The bytes of a module, in binary or text form, from the text that a folder keeps of it.
///
/// # Errors
/// When a module in binary form is not kept as digits.
pub fn module_bytes(source: &Source) -> Result<Cow<'_, [u8]>, String> {
    if !is_binary(&source.name) {
        return Ok(Cow::Borrowed(source.text.as_bytes()));
    }
    let digit = |c: u8| (c as char).to_digit(16).map(|d| d as u8);
    let kept: Vec<u8> = source
        .text
        .bytes()
        .filter(|c| !c.is_ascii_whitespace())
        .collect();
    let bytes = kept.chunks(2).map(|pair| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    });
    let bytes: Option<Vec<u8>> = bytes.collect();
    bytes.map(Cow::Owned).ok_or_else(|| {
        "a module in binary form is kept as hexadecimal digits, two for each byte".to_owned()
    })
}

fn check_id(id: &str) -> Option<Diagnostic> {
    (!is_id(id)).then(|| {
        Diagnostic::new("bad-id", format!("`{id}` cannot name a variant"))
            .hint("a variant is named by its folder, in lower-case letters, digits and single hyphens, such as `hidden-chess`")
    })
}

fn missing_variant_file(place: &str) -> Diagnostic {
    Diagnostic::new("no-variant", format!("{place} has no {VARIANT_FILE}"))
        .hint(format!("a variant is a folder with a {VARIANT_FILE}"))
}

fn too_large(shown: &str, name: &str) -> Diagnostic {
    Diagnostic::new(
        "file-too-large",
        format!("{shown} is larger than {} KiB", most_bytes(name) >> 10),
    )
}

fn normal(text: &str) -> String {
    text.strip_prefix('\u{feff}')
        .unwrap_or(text)
        .replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(result: Result<Folder, Diagnostics>) -> Vec<&'static str> {
        result
            .expect_err("refused")
            .iter()
            .map(|d| d.code)
            .collect()
    }

    #[test]
    fn reads_only_what_belongs() {
        let temp = tempfile::tempdir().expect("temporary directory");
        let dir = temp.path().join("mini-go");
        fs::create_dir_all(dir.join("games")).expect("directory");
        fs::write(dir.join("variant.toml"), "\u{feff}a = 1\r\n").expect("file");
        fs::write(dir.join("rules.rhai"), "").expect("file");
        fs::write(dir.join("notes.txt"), [0xff]).expect("file");
        let folder = Folder::from_dir(&dir).expect("a folder");
        assert_eq!(folder.id, "mini-go");
        assert_eq!(
            folder.files.keys().collect::<Vec<_>>(),
            ["rules.rhai", "variant.toml"]
        );
        assert_eq!(
            folder.file(VARIANT_FILE).map(|s| s.text.as_str()),
            Some("a = 1\n")
        );
        assert!(folder.rulebook().is_none());
    }

    #[test]
    fn refuses_bad_folders() {
        let temp = tempfile::tempdir().expect("temporary directory");
        let dir = temp.path().join("Bad_Name");
        fs::create_dir(&dir).expect("directory");
        assert_eq!(codes(Folder::from_dir(&dir)), ["no-variant"]);
        assert_eq!(
            codes(Folder::from_dir(&temp.path().join("absent"))),
            ["unreadable-folder"]
        );
        fs::write(dir.join("variant.toml"), vec![b' '; MAX_FILE_BYTES + 1]).expect("file");
        fs::write(dir.join("a.rhai"), b"ok\nno\xff").expect("file");
        fs::create_dir(dir.join("b.rhai")).expect("directory");
        let errors = Folder::from_dir(&dir).expect_err("refused");
        assert_eq!(
            errors.iter().map(|d| d.code).collect::<Vec<_>>(),
            ["bad-id", "not-utf8", "not-a-file", "file-too-large"]
        );
        assert!(
            errors[1].to_string().starts_with("Bad_Name/a.rhai:2:3: "),
            "{}",
            errors[1]
        );
        assert_eq!(
            codes(Folder::from_files(
                "x",
                [("variant.toml", ""), ("../y.rhai", "")]
            )),
            ["unknown-file"]
        );
        assert_eq!(
            codes(Folder::from_files(
                "x",
                [("RULES.md", ""), ("RULES.md", "")]
            )),
            ["duplicate-file", "no-variant"]
        );
    }

    #[test]
    fn ids_are_kebab_case() {
        for good in ["go", "hidden-chess", "minesweeper-10x10"] {
            assert!(is_id(good), "{good}");
        }
        for bad in ["", "Go", "9x9", "a_b", "a-", "a--b", "..", "a/b"] {
            assert!(!is_id(bad), "{bad}");
        }
    }

    #[test]
    fn a_neighbour_stands_for_a_shipped_variant() {
        let temp = tempfile::tempdir().expect("temporary directory");
        for id in ["chess", "mine"] {
            fs::create_dir(temp.path().join(id)).expect("directory");
            fs::write(temp.path().join(id).join("variant.toml"), "own = true").expect("file");
        }
        let shipped = ["chess", "go"]
            .map(|id| Folder::from_files(id, [("variant.toml", "")]).expect("a folder"));
        let shelf = Shelf::new(shipped).beside(temp.path());
        assert_eq!(shelf.ids(), ["chess", "go", "mine"]);
        let text = |id: &str| {
            shelf
                .find(id)
                .expect("readable")
                .and_then(|f| f.file(VARIANT_FILE).map(|s| s.text.clone()))
        };
        assert_eq!(text("chess").as_deref(), Some("own = true"));
        assert_eq!(text("go").as_deref(), Some(""));
        assert_eq!(text("../mine"), None);
    }
}
