//! The index of clauses: for each, what of the variant names it, in which file, and the cases that show it.

use std::fmt::Write as _;

use masque_scripting::diag::Diagnostics;
use masque_scripting::folder::Library;
use serde::Serialize;

use crate::dump::place;
use crate::library::Rulebook;
use crate::links::{self, Named};

/// The index of one variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Index {
    /// The variant.
    pub variant: String,
    /// Every clause that holds for it: its own in the order of the rulebook, then the inherited ones.
    pub clauses: Vec<Entry>,
}

/// One clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The slug.
    pub clause: String,
    /// The title.
    pub title: String,
    /// The variant in whose rulebook it stands.
    pub from: String,
    /// That rulebook.
    pub file: String,
    /// The line of its heading there, from 1.
    pub line: usize,
    /// The keys, options and hooks that name it.
    pub named: Vec<Place>,
    /// Its cases.
    pub cases: Vec<Place>,
}

/// Something with where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// A key's path, an option, a hook, or a case's name.
    pub what: String,
    /// The file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl Index {
    /// The index of a variant with its rulebook, or only the entry of one clause.
    ///
    /// # Errors
    /// When the variant does not load.
    pub fn of(
        library: &dyn Library,
        book: &Rulebook,
        clause: Option<&str>,
    ) -> Result<Self, Diagnostics> {
        let named = links::named(library, &book.folder)?;
        let rules = book.rules();
        let wanted = rules
            .iter()
            .filter(|rule| clause.is_none_or(|slug| slug == rule.clause.slug.value));
        let clauses = wanted
            .map(|rule| {
                let slug = &rule.clause.slug;
                let (file, line) = place(&slug.span);
                let cases = rule.cases().map(|case| {
                    let (file, line) = place(&case.name.span);
                    Place {
                        what: case.name.value.clone(),
                        file: Some(file.to_owned()),
                        line: Some(line),
                    }
                });
                Entry {
                    clause: slug.value.clone(),
                    title: rule.clause.title.value.clone(),
                    from: rule.from.to_owned(),
                    file: file.to_owned(),
                    line,
                    named: naming(&named, slug.as_str()),
                    cases: cases.collect(),
                }
            })
            .collect();
        Ok(Self {
            variant: book.id.clone(),
            clauses,
        })
    }

    /// The index for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("# {}\n", self.variant);
        for entry in &self.clauses {
            let _ = writeln!(
                text,
                "\n{}: {}\n  {}:{}",
                entry.clause, entry.title, entry.file, entry.line
            );
            for place in &entry.named {
                place.write("named by", &mut text);
            }
            for place in &entry.cases {
                place.write("case", &mut text);
            }
        }
        text
    }
}

/// What names a clause; the rules themselves only where nothing that was written does.
fn naming(named: &[Named], slug: &str) -> Vec<Place> {
    let of = named.iter().filter(|n| n.slug == slug);
    let written = of.clone().any(|n| n.span.is_some());
    of.filter(|n| !written || n.span.is_some())
        .map(|n| {
            let at = n.span.as_ref().map(place);
            Place {
                what: n.by.clone(),
                file: at.map(|(file, _)| file.to_owned()),
                line: at.map(|(_, line)| line),
            }
        })
        .collect()
}

impl Place {
    fn write(&self, role: &str, text: &mut String) {
        let _ = match (&self.file, self.line) {
            (Some(file), Some(line)) => writeln!(text, "  {role} {} ({file}:{line})", self.what),
            _ => writeln!(text, "  {role} {}", self.what),
        };
    }
}
