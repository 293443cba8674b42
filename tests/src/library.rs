//! Rulebooks with what they inherit.

use masque_scripting::diag::{Diagnostic, Diagnostics, closest};
use masque_scripting::folder::{Folder, Library};

use crate::book::{Book, Clause, Setup};
use crate::case::Case;

/// The most rulebooks that may extend each other in a row.
const DEPTH: usize = 16;

/// A variant's rulebook with those that it inherits from.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// The variant.
    pub id: String,
    /// The variant's folder.
    pub folder: Folder,
    /// Its own book.
    pub own: Book,
    /// The books it inherits from, the nearest first, each with its variant.
    pub parents: Vec<(String, Book)>,
}

/// A clause that holds for a variant.
#[derive(Clone, Copy, Debug)]
pub struct Rule<'a> {
    /// The clause.
    pub clause: &'a Clause,
    /// The variant in whose book it stands.
    pub from: &'a str,
    /// Whether that is an ancestor's.
    pub inherited: bool,
    book: &'a Rulebook,
}

impl<'a> Rule<'a> {
    /// The cases that hold for the variant: those that no rulebook between it and the clause disclaims.
    pub fn cases(self) -> impl Iterator<Item = &'a Case> {
        let parents = self.book.parents.iter();
        let ancestors = parents.take_while(move |(id, _)| id != self.from);
        let own = self.inherited.then_some(&self.book.own).into_iter();
        let nearer: Vec<&Book> = own
            .chain(
                ancestors
                    .filter(move |_| self.inherited)
                    .map(|(_, book)| book),
            )
            .collect();
        let slug = self.clause.slug.as_str();
        let holds = move |case: &&Case| {
            !nearer
                .iter()
                .any(|book| book.disclaims(slug, case.name.as_str()))
        };
        self.clause.cases.iter().filter(holds)
    }
}

impl Rulebook {
    /// Reads the rulebook of a variant; `None` when it has none.
    ///
    /// # Errors
    /// Everything wrong with it or with a rulebook it inherits from.
    pub fn load(library: &dyn Library, folder: &Folder) -> Result<Option<Self>, Diagnostics> {
        let Some(source) = folder.rulebook() else {
            return Ok(None);
        };
        let (own, mut errors) = Book::read(source);
        let mut parents: Vec<(String, Book)> = Vec::new();
        loop {
            let book = parents.last().map_or(&own, |(_, book)| book);
            let Some(name) = book.extends.clone() else {
                break;
            };
            let at = |code, message: String| Diagnostic::new(code, message).at(name.span.clone());
            let id = name.as_str();
            if id == folder.id || parents.iter().any(|(known, _)| known == id) {
                errors.push(at(
                    "circular-extends",
                    format!("`{id}` inherits from itself"),
                ));
                break;
            }
            if parents.len() == DEPTH {
                errors.push(at(
                    "deep-extends",
                    format!("more than {DEPTH} rulebooks extend each other"),
                ));
                break;
            }
            let found = library.find(id)?;
            let Some(source) = found.as_ref().and_then(Folder::rulebook) else {
                let ids = library.ids();
                let error = at("unknown-variant", format!("there is no rulebook of `{id}`"));
                errors.push(match closest(id, ids.iter().map(String::as_str)) {
                    Some(near) => error.hint(format!("did you mean `{near}`?")),
                    None => error,
                });
                break;
            };
            let (book, more) = Book::read(source);
            errors.extend(more);
            parents.push((id.to_owned(), book));
        }
        let rulebook = Self {
            id: folder.id.clone(),
            folder: folder.clone(),
            own,
            parents,
        };
        errors.extend(rulebook.check_not_inherited());
        if errors.is_empty() {
            Ok(Some(rulebook))
        } else {
            Err(errors)
        }
    }

    /// The clauses that hold: the variant's own, then those inherited that it neither replaces nor disclaims.
    #[must_use]
    pub fn rules(&self) -> Vec<Rule<'_>> {
        let mut rules: Vec<Rule<'_>> = self
            .own
            .clauses
            .iter()
            .map(|clause| Rule {
                clause,
                from: &self.id,
                inherited: false,
                book: self,
            })
            .collect();
        let mut disclaimed: Vec<&str> = self.own.disclaimed().collect();
        for (id, book) in &self.parents {
            for clause in &book.clauses {
                let slug = clause.slug.as_str();
                let replaced = rules.iter().any(|rule| rule.clause.slug.as_str() == slug);
                if !replaced && !disclaimed.contains(&slug) {
                    rules.push(Rule {
                        clause,
                        from: id,
                        inherited: true,
                        book: self,
                    });
                }
            }
            disclaimed.extend(book.disclaimed());
        }
        rules
    }

    /// The setup of a name, the variant's own before an inherited one.
    #[must_use]
    pub fn setup(&self, name: &str) -> Option<&Setup> {
        let books = std::iter::once(&self.own).chain(self.parents.iter().map(|(_, book)| book));
        books.filter_map(|book| book.setup(name)).next()
    }

    /// The rule of a slug.
    #[must_use]
    pub fn rule(&self, slug: &str) -> Option<Rule<'_>> {
        self.rules()
            .into_iter()
            .find(|rule| rule.clause.slug.as_str() == slug)
    }

    fn check_not_inherited(&self) -> Diagnostics {
        let inherited: Vec<&str> = self
            .parents
            .iter()
            .flat_map(|(_, book)| book.clauses.iter().map(|c| c.slug.as_str()))
            .collect();
        let mut errors = Diagnostics::new();
        for word in self.own.not_inherited.iter().flat_map(|line| &line.slugs) {
            let slug = word.as_str();
            let error = if !inherited.contains(&slug) {
                let error =
                    Diagnostic::new("unknown-clause", format!("no clause `{slug}` is inherited"));
                match closest(slug, inherited.iter().copied()) {
                    Some(near) => error.hint(format!("did you mean `{near}`?")),
                    None => error,
                }
            } else if self.own.clause(slug).is_some() {
                Diagnostic::new("needless-reason", format!("this rulebook has a clause `{slug}` of its own"))
                    .hint("a clause of the same slug replaces the inherited one; remove it from `Not inherited:`")
            } else {
                continue;
            };
            errors.push(error.at(word.span.clone()));
        }
        for (slug, name) in self.own.not_inherited.iter().flat_map(|line| &line.cases) {
            let rule = self
                .rules()
                .into_iter()
                .find(|rule| rule.clause.slug == *slug);
            let Some(rule) = rule.filter(|rule| rule.inherited) else {
                let message = format!("no clause `{}` is inherited", slug.value);
                let error = Diagnostic::new("unknown-clause", message).at(slug.span.clone());
                errors.push(match closest(slug.as_str(), inherited.iter().copied()) {
                    Some(near) if near != slug.as_str() => {
                        error.hint(format!("did you mean `{near}`?"))
                    }
                    _ => error,
                });
                continue;
            };
            let names = || rule.clause.cases.iter().map(|case| case.name.as_str());
            if !names().any(|known| known == name.as_str()) {
                let message = format!("`{}` has no case `{}`", slug.value, name.value);
                let error = Diagnostic::new("unknown-case", message).at(name.span.clone());
                errors.push(match closest(name.as_str(), names()) {
                    Some(near) => error.hint(format!("did you mean `{near}`?")),
                    None => error,
                });
            }
        }
        errors
    }
}
