//! What `masque test` does: choose rulebooks, run them, report.

use std::io::{self, Write};
use std::path::PathBuf;

use masque_scripting::diag::{Diagnostic, Diagnostics, closest};
use masque_scripting::folder::{Folder, Library, Shelf};
use rayon::prelude::*;

use crate::case::Case;
use crate::library::{Rule, Rulebook};
use crate::links;
use crate::peer::Peer;
use crate::report::Report;
use crate::run::driver::Opener;
use crate::run::{Choice, run};

/// What to test.
#[derive(Clone, Debug, Default)]
pub struct Args {
    /// Directories: each a variant's folder, or one that holds such folders. Without any, the library's variants.
    pub directories: Vec<PathBuf>,
    /// Only this variant.
    pub variant: Option<String>,
    /// Only the clause of this slug.
    pub clause: Option<String>,
    /// Whether to write JSON.
    pub json: bool,
}

/// Rulebooks to run, with where the variants they extend are found.
#[derive(Debug)]
pub struct Selection {
    /// Where variants are found.
    pub library: Shelf,
    /// The rulebooks, sorted by variant.
    pub books: Vec<Rulebook>,
    /// The only clause to run.
    pub clause: Option<String>,
    /// Whether to look for the least of a failing case that fails in the same way.
    pub minimise: bool,
}

/// Chooses rulebooks; `library` holds the shipped variants.
///
/// # Errors
/// Everything wrong with the directories and rulebooks; nothing to test is an error too.
pub fn select(args: &Args, library: Shelf) -> Result<Selection, Diagnostics> {
    let mut errors = Diagnostics::new();
    let mut library = library;
    let mut folders: Vec<Folder> = Vec::new();
    if args.directories.is_empty() {
        for id in library.ids() {
            match library.find(&id) {
                Ok(folder) => folders.extend(folder),
                Err(more) => errors.extend(more),
            }
        }
    }
    for directory in &args.directories {
        if directory
            .join(masque_scripting::folder::VARIANT_FILE)
            .is_file()
        {
            if let Some(parent) = directory
                .canonicalize()
                .ok()
                .and_then(|d| d.parent().map(PathBuf::from))
            {
                library = library.beside(parent);
            }
            match Folder::from_dir(directory) {
                Ok(folder) => folders.push(folder),
                Err(more) => errors.extend(more),
            }
            continue;
        }
        let inside = Shelf::new([]).beside(directory.clone());
        let ids = inside.ids();
        if ids.is_empty() {
            let message = format!("{} holds no variant", directory.display());
            errors.push(
                Diagnostic::new("no-variant", message)
                    .hint("a variant is a folder with a variant.toml"),
            );
        }
        for id in ids {
            match inside.find(&id) {
                Ok(folder) => folders.extend(folder),
                Err(more) => errors.extend(more),
            }
        }
        library = library.beside(directory.clone());
    }
    if let Some(wanted) = &args.variant {
        let ids: Vec<String> = folders.iter().map(|f| f.id.clone()).collect();
        folders.retain(|folder| folder.id == *wanted);
        if folders.is_empty() && errors.is_empty() {
            let error =
                Diagnostic::new("unknown-variant", format!("there is no variant `{wanted}`"));
            errors.push(match closest(wanted, ids.iter().map(String::as_str)) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None => error.hint(format!("variants are {}", ids.join(", "))),
            });
        }
    }
    let mut books = Vec::new();
    let loaded: Vec<_> = folders
        .par_iter()
        .map(|folder| Rulebook::load(&library, folder))
        .collect();
    for (folder, book) in folders.iter().zip(loaded) {
        match book {
            Ok(Some(book)) => books.push(book),
            Ok(None)
                if args.variant.is_some()
                    || args.directories.iter().any(|d| d.ends_with(&folder.id)) =>
            {
                let message = format!("{} has no rulebook", folder.id);
                errors.push(Diagnostic::new("no-rulebook", message).hint("write a RULES.md"));
            }
            Ok(None) => {}
            Err(more) => errors.extend(more),
        }
    }
    books.sort_by(|a, b| a.id.cmp(&b.id));
    if let Some(slug) = &args.clause
        && errors.is_empty()
        && !books.iter().any(|book| book.rule(slug).is_some())
    {
        let error = Diagnostic::new(
            "unknown-clause",
            format!("no rulebook has a clause `{slug}`"),
        );
        let slugs: Vec<&str> = books
            .iter()
            .flat_map(Rulebook::rules)
            .map(|rule| rule.clause.slug.as_str())
            .collect();
        errors.push(match closest(slug, slugs) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error,
        });
    }
    if errors.is_empty() {
        Ok(Selection {
            library,
            books,
            clause: args.clause.clone(),
            minimise: false,
        })
    } else {
        Err(errors)
    }
}

impl Selection {
    /// The cases that will be run, in the order of the rulebooks.
    pub fn chosen(&self) -> impl Iterator<Item = (&Rulebook, Rule<'_>, &Case)> {
        let wanted = |rule: &Rule<'_>| {
            let slug = &rule.clause.slug.value;
            self.clause.as_ref().is_none_or(|clause| clause == slug)
        };
        self.books.iter().flat_map(move |book| {
            let rules = book.rules().into_iter().filter(wanted);
            rules.flat_map(move |rule| rule.cases().map(move |case| (book, rule, case)))
        })
    }

    /// How many cases will be run.
    #[must_use]
    pub fn cases(&self) -> usize {
        self.chosen().count()
    }

    /// Runs the cases against an engine; without a clause chosen, the rulebooks' links are checked as well.
    #[must_use]
    pub fn run(&self, opener: &dyn Opener) -> Report {
        let choice = Choice {
            clause: self.clause.clone(),
            minimise: self.minimise,
        };
        let links = || -> Diagnostics {
            let books = match self.clause {
                None => &self.books[..],
                Some(_) => &[],
            };
            let faults = books
                .par_iter()
                .flat_map_iter(|book| links::check(&self.library, book));
            faults.collect()
        };
        let (runs, faults) =
            rayon::join(|| run(&self.library, &self.books, opener, &choice), links);
        Report::of(&runs, &faults)
    }

    /// Runs the cases against another program; what its list of known failures says is heeded, and must be so.
    #[must_use]
    pub fn run_on(&self, peer: &Peer) -> Report {
        let choice = Choice {
            clause: self.clause.clone(),
            minimise: self.minimise,
        };
        let mut runs = run(&self.library, &self.books, peer, &choice);
        let stale = peer.profile.mark(&mut runs, self.clause.is_some());
        let mut report = Report::of(&runs, &stale);
        report.engine = Some(peer.name());
        report
    }
}

/// Runs the chosen cases of this workspace's variants, or of directories, in this process, and writes the report.
/// Returns whether everything holds.
///
/// # Errors
/// What is wrong with what was asked, or with writing.
pub fn test(
    args: &Args,
    library: Shelf,
    opener: &dyn Opener,
    out: &mut dyn Write,
) -> Result<bool, TestError> {
    let selection = select(args, library).map_err(TestError::Input)?;
    let report = selection.run(opener);
    if args.json {
        let json = serde_json::to_string_pretty(&report).map_err(io::Error::from)?;
        writeln!(out, "{json}")?;
    } else {
        write!(out, "{}", report.pretty())?;
    }
    Ok(report.holds())
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum TestError {
    /// What was asked is wrong.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Input(Diagnostics),
    /// The report could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}
