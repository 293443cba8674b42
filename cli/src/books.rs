//! A variant's rulebook with those it inherits from.

use masque_conformance::book::{Book, Clause};
use masque_scripting::diag::{Diagnostic, Diagnostics};
use masque_scripting::folder::{Folder, Library};
use masque_scripting::resolve::MAX_CHAIN;

use crate::variant::Found;

/// A rulebook and its ancestors, itself first; empty when the variant has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Books(pub(crate) Vec<(String, Book)>);

/// Reads the rulebook of a variant and all that it extends.
///
/// # Errors
/// Everything that is wrong with the texts.
pub(crate) fn of(found: &Found) -> Result<Books, Diagnostics> {
    let mut books = Vec::new();
    let mut next: Option<Folder> = Some(found.folder.clone());
    while let Some(folder) = next.take() {
        let Some(source) = folder.rulebook() else {
            break;
        };
        let book = Book::parse(source)?;
        if let Some(parent) = &book.extends {
            if books.len() >= MAX_CHAIN || books.iter().any(|(id, _)| *id == parent.value) {
                return Err(vec![
                    Diagnostic::new("extends-circle", "rulebooks extend each other in a circle")
                        .at(parent.span.clone()),
                ]);
            }
            next = found.library.find(&parent.value)?;
            if next.is_none() {
                return Err(vec![
                    crate::variant::unknown(&parent.value, &found.library.ids())
                        .at(parent.span.clone()),
                ]);
            }
        }
        books.push((folder.id.clone(), book));
    }
    Ok(Books(books))
}

impl Books {
    /// The variant's own rulebook.
    pub(crate) fn own(&self) -> Option<&Book> {
        self.0.first().map(|(_, book)| book)
    }

    /// Every clause in force with the id of the variant that states it, its own first.
    pub(crate) fn clauses(&self) -> Vec<(&str, &Clause)> {
        let mut found: Vec<(&str, &Clause)> = Vec::new();
        for (id, book) in &self.0 {
            for clause in &book.clauses {
                if !found.iter().any(|(_, c)| c.slug.value == clause.slug.value) {
                    found.push((id, clause));
                }
            }
        }
        found
    }

    /// The title of a clause.
    pub(crate) fn title(&self, slug: &str) -> Option<&str> {
        let clauses = self.clauses();
        let found = clauses.into_iter().find(|(_, c)| c.slug.value == slug)?;
        Some(&found.1.title.value)
    }
}
