//! Finds and embeds the variant folders that ship with Masque.
//!
//! A folder beside this crate's `src` that holds a `variant.toml` is a variant; nothing lists them.

use std::sync::OnceLock;

use include_dir::{Dir, include_dir};
use masque_scripting::diag::{Diagnostic, Diagnostics};
use masque_scripting::folder::{Folder, Library, Shelf, VARIANT_FILE};

static ROOT: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR");

/// The shipped variants as a library.
///
/// A shipped folder that cannot be read is left out; the tests see that there is none.
#[must_use]
pub fn shelf() -> Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF
        .get_or_init(|| Shelf::new(folders().filter_map(Result::ok)))
        .clone()
}

/// The ids of the shipped variants, sorted.
#[must_use]
pub fn ids() -> Vec<String> {
    shelf().ids()
}

/// Every embedded variant folder, or what is wrong with it.
pub fn folders() -> impl Iterator<Item = Result<Folder, Diagnostics>> {
    ROOT.dirs()
        .filter(|dir| dir.get_file(dir.path().join(VARIANT_FILE)).is_some())
        .map(read)
}

fn read(dir: &Dir<'static>) -> Result<Folder, Diagnostics> {
    let id = dir.path().to_string_lossy().into_owned();
    let mut files = Vec::new();
    for file in dir.files() {
        let name = file
            .path()
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !Folder::holds(&name) {
            continue;
        }
        let text = file.contents_utf8().ok_or_else(|| {
            vec![Diagnostic::new(
                "not-utf8",
                format!("{id}/{name} is not UTF-8"),
            )]
        })?;
        files.push((name, text));
    }
    Folder::from_files(id, files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_folder_can_be_read() {
        let wrong: Vec<String> = folders()
            .filter_map(Result::err)
            .flatten()
            .map(|d| d.to_string())
            .collect();
        assert_eq!(wrong, Vec::<String>::new());
    }

    #[test]
    fn what_is_no_variant_is_left_out() {
        assert!(ids().iter().all(|id| id != "src"));
    }
}
