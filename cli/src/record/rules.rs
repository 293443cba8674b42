//! The rules of a record: those installed here, or those that it carries inside.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use masque_scripting::choices::split_pairs;
use masque_scripting::diag::{Diagnostic, Diagnostics, Source, Span};
use masque_scripting::folder::{Folder, Library, RULEBOOK_FILE, Shelf};
use masque_scripting::{document, folder};

use super::again::line_at;
use super::{Carried, Header, Read, open};
use crate::args::ChoiceArgs;
use crate::exit::Failure;
use crate::variant::{Found, Loaded, find, load};

/// The saved game that a text names, where it may as well name a variant: what lies there is no folder, or is called as
/// saved games are.
pub(crate) fn saved_game(text: &str) -> Option<&Path> {
    let path = Path::new(text);
    let named = path.extension().is_some_and(|ending| ending == "masque");
    let there = path.exists() && !path.is_dir();
    (named || there).then_some(path)
}

/// Refuses options for a game that says its own.
///
/// # Errors
/// That something was chosen.
pub(crate) fn no_choice(choice: &ChoiceArgs) -> Result<(), Diagnostic> {
    if choice.is_given() {
        let message = "a saved game says its own options and deal";
        return Err(Diagnostic::new("record-options", message));
    }
    Ok(())
}

/// Reads a record for looking at it or going on with it, and loads its rules: those that are installed, or with
/// `inside` those that the record carries.
///
/// # Errors
/// What is wrong with the record, or that its rules are not to be had.
pub(crate) fn open_record(
    path: &Path,
    inside: bool,
) -> Result<(Arc<Source>, Read, Loaded), Failure> {
    let (source, read) = open(path)?;
    let loaded = load_for(&source, &read.header, inside)?;
    Ok((source, read, loaded))
}

/// Loads the variant of a record and makes sure that its rules are those the game was played by.
///
/// # Errors
/// That the variant is not there, or that its rules are others.
pub(crate) fn load_for(
    source: &Arc<Source>,
    header: &Header,
    inside: bool,
) -> Result<Loaded, Failure> {
    let pairs = split_pairs(&header.options)
        .map_err(|e| at_line(source, "options", Diagnostic::new("bad-record", e.message)))?;
    let advice = |wrong: Diagnostic| {
        let wrong = at_line(source, "variant", wrong);
        match header.carried.is_empty() {
            false => wrong.hint("the record carries its rules: replay it with `--carried`"),
            true => wrong,
        }
    };
    let loaded = if inside {
        let found = inside_of(source, header)?;
        let document = found.document()?;
        found.load(&document, None, &pairs)?
    } else {
        let missing = |wrong: Diagnostics| match wrong.into_iter().next() {
            Some(first) if first.span.is_none() => Failure::from(advice(first)),
            Some(first) => Failure::from(first),
            None => Failure::Input(Vec::new()),
        };
        load(&header.variant, None, &pairs).map_err(missing)?
    };
    if loaded.hash == header.rules {
        return Ok(loaded);
    }
    let which = if inside { "carried" } else { "installed" };
    let hint = match (inside, header.carried.is_empty()) {
        (true, _) => "the files in the record, or its line `rules`, were changed",
        (false, false) => {
            "a game goes on only under the rules it began with; the record carries them: replay it with `--carried`"
        }
        (false, true) => {
            "a game goes on only under the rules it began with, and the record does not carry them"
        }
    };
    Err(at_line(
        source,
        "rules",
        Diagnostic::new(
            "other-rules",
            format!(
                "this game of `{}` was played by other rules: recorded {}, {which} {}",
                header.variant, header.rules, loaded.hash
            ),
        )
        .hint(hint),
    )
    .into())
}

fn at_line(source: &Arc<Source>, word: &str, wrong: Diagnostic) -> Diagnostic {
    // The tag is the first such line: a carried file's lines begin with `>`.
    let at = source.text.find(&format!("\n{word} ")).map(|i| i + 1);
    let range = match at {
        Some(at) => {
            let end = source.text[at..].find('\n');
            at..end.map_or(source.text.len(), |i| at + i)
        }
        None => line_at(source, word),
    };
    wrong.at(Span::new(source, range))
}

/// The variant that a record carries.
fn inside_of(source: &Arc<Source>, header: &Header) -> Result<Found, Failure> {
    let id = header
        .variant
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or(&header.variant);
    let mut texts: BTreeMap<&str, Vec<(String, String)>> = BTreeMap::new();
    for file in &header.carried {
        let files = texts.entry(&file.folder).or_default();
        files.push((file.name.clone(), file.text.clone()));
    }
    let mut own = None;
    let mut others = Vec::new();
    for (folder, files) in texts {
        let folder = Folder::from_files(folder, files)?;
        if folder.id == id {
            own = Some(folder);
        } else {
            others.push(folder);
        }
    }
    let folder = own.ok_or_else(|| {
        at_line(
            source,
            "variant",
            Diagnostic::new(
                "no-rules-inside",
                format!("this record does not carry the rules of `{id}`"),
            )
            .hint("`masque export FILE --with-rules` puts them inside, where they are installed"),
        )
    })?;
    Ok(Found {
        name: header.variant.clone(),
        folder,
        library: Shelf::new(others),
    })
}

/// A library that remembers what it was asked for.
struct Asked<'a> {
    library: &'a dyn Library,
    found: RefCell<BTreeMap<String, Folder>>,
}

impl Library for Asked<'_> {
    fn find(&self, id: &str) -> Result<Option<Folder>, Diagnostics> {
        let found = self.library.find(id)?;
        if let Some(folder) = &found {
            let mut all = self.found.borrow_mut();
            all.insert(id.to_owned(), folder.clone());
        }
        Ok(found)
    }

    fn ids(&self) -> Vec<String> {
        self.library.ids()
    }
}

/// The files of a variant and of all that it extends, as a record carries them; rulebooks only when asked for.
///
/// # Errors
/// That the variant cannot be read.
pub(crate) fn carried(name: &str, books: bool) -> Result<Vec<Carried>, Diagnostics> {
    let found = find(name)?;
    let library = Asked {
        library: &found.library,
        found: RefCell::default(),
    };
    document::read(&library, &found.folder)?;
    let mut folders = library.found.into_inner();
    folders.insert(found.folder.id.clone(), found.folder);
    let wanted = |name: &str| books || name != RULEBOOK_FILE;
    Ok(folders
        .iter()
        .flat_map(|(id, folder)| folder.files.iter().map(move |file| (id, file)))
        .filter(|(_, (name, _))| wanted(name) && folder::Folder::holds(name))
        .map(|(id, (name, source))| Carried {
            folder: id.clone(),
            name: name.clone(),
            text: source.text.clone(),
        })
        .collect())
}
