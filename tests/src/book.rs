//! Rulebooks: RULES.md read as clauses with their sources, their prose and their cases, each piece knowing where it stands.

mod read;
mod survivors;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use read::is_note;
pub use survivors::SECTION as SURVIVORS;

use masque_scripting::diag::{Diagnostic, Diagnostics, Source, Span, closest};

use crate::case::{Case, Spanned, Step, Word};

/// The rules of a variant as a player reads them, with the cases that prove them.
#[derive(Clone, Debug)]
pub struct Book {
    /// The text it was read from.
    pub source: Arc<Source>,
    /// The heading of the first level.
    pub title: Option<Word>,
    /// The variant whose clauses and setups this rulebook inherits.
    pub extends: Option<Word>,
    /// Inherited clauses that do not hold here, with the reasons.
    pub not_inherited: Vec<NotInherited>,
    /// The named setups, in order.
    pub setups: Vec<Setup>,
    /// The clauses, in order.
    pub clauses: Vec<Clause>,
    /// Changes to the rules that no case notices, from the section `Survivors`.
    pub survivors: Vec<Survivor>,
}

/// Changes to the rules that no case is meant to notice.
#[derive(Clone, Debug)]
pub struct Survivor {
    /// What `masque mutate` calls them, at least one.
    pub ids: Vec<Word>,
    /// Why no case notices them.
    pub reason: Word,
}

/// Inherited clauses, or single cases of them, that do not hold for a variant.
#[derive(Clone, Debug)]
pub struct NotInherited {
    /// Clauses that do not hold at all.
    pub slugs: Vec<Word>,
    /// Cases that do not hold of clauses that do: slug and name.
    pub cases: Vec<(Word, Word)>,
    /// Why not.
    pub reason: Word,
}

/// One documented rule.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The id, which never changes.
    pub slug: Word,
    /// The heading without the slug.
    pub title: Word,
    /// The heading without a slug under which it stands, if any.
    pub section: Option<String>,
    /// The ids of the sources it rests on.
    pub sources: Vec<Word>,
    /// Why it has no case at all.
    pub not_covered: Option<Word>,
    /// Why no case of it refuses anything.
    pub no_refusal: Option<Word>,
    /// Why no case of it allows anything.
    pub no_allowance: Option<Word>,
    /// Its paragraphs, lists and plain blocks as they stand in the text.
    pub prose: Vec<Spanned<String>>,
    /// Its cases, in order.
    pub cases: Vec<Case>,
    /// From the heading to the end of the last piece.
    pub span: Span,
}

/// Steps under a name, which cases start with by `from NAME`.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The name, unique in the rulebook.
    pub name: Word,
    /// Steps that set up.
    pub steps: Vec<Spanned<Step>>,
    /// The whole block.
    pub span: Span,
}

impl Book {
    /// Reads a rulebook.
    ///
    /// ```
    /// use masque_conformance::book::Book;
    /// use masque_scripting::diag::Source;
    ///
    /// let text = "# Tiny\n\n### A step goes one site {#one-step}\nSources: GT-1.\n\n```case\ncase ahead\nlegal a1a2\n```\n";
    /// let book = Book::parse(&Source::new("tiny/RULES.md", text)).unwrap();
    /// assert_eq!(book.clauses[0].slug.value, "one-step");
    /// assert_eq!(book.clauses[0].cases[0].name.value, "ahead");
    /// ```
    ///
    /// # Errors
    /// Everything wrong with the text, in the order in which it stands there.
    pub fn parse(source: &Arc<Source>) -> Result<Self, Diagnostics> {
        let (book, errors) = Self::read(source);
        if errors.is_empty() {
            Ok(book)
        } else {
            Err(errors)
        }
    }

    /// Reads what can be read, and says what is wrong with the rest.
    #[must_use]
    pub fn read(source: &Arc<Source>) -> (Self, Diagnostics) {
        let (book, mut errors) = read::read(source);
        errors.sort_by_key(|error| error.span.as_ref().map_or(0, |span| span.range.start));
        (book, errors)
    }

    /// The clause with this slug.
    #[must_use]
    pub fn clause(&self, slug: &str) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.slug.value == slug)
    }

    /// The slugs of inherited clauses that do not hold here.
    pub fn disclaimed(&self) -> impl Iterator<Item = &str> {
        self.not_inherited
            .iter()
            .flat_map(|line| line.slugs.iter().map(Word::as_str))
    }

    /// Whether one case of an inherited clause does not hold here.
    #[must_use]
    pub fn disclaims(&self, slug: &str, case: &str) -> bool {
        let mut cases = self.not_inherited.iter().flat_map(|line| &line.cases);
        cases.any(|(clause, name)| clause.value == slug && name.value == case)
    }

    /// The setup with this name.
    #[must_use]
    pub fn setup(&self, name: &str) -> Option<&Setup> {
        self.setups.iter().find(|setup| setup.name.value == name)
    }

    /// Checks that every `from`, `because` and `by` names something of this rulebook or of those it inherits from.
    #[must_use]
    pub fn check_links(&self, parents: &[&Book]) -> Diagnostics {
        let books = || parents.iter().copied().chain([self]);
        let slugs: Vec<&str> = books()
            .flat_map(|b| b.clauses.iter().map(|c| c.slug.as_str()))
            .collect();
        let names: Vec<&str> = books()
            .flat_map(|b| b.setups.iter().map(|s| s.name.as_str()))
            .collect();
        let mut errors = Diagnostics::new();
        let mut check = |steps: &[Spanned<Step>], clause: Option<&str>| {
            for step in steps {
                if let Step::From(name) = &step.value {
                    errors.extend(unknown(name, &names, "unknown-setup", "setup", clause));
                }
                for slug in step.value.clauses() {
                    errors.extend(unknown(slug, &slugs, "unknown-clause", "clause", clause));
                }
            }
        };
        self.setups
            .iter()
            .for_each(|setup| check(&setup.steps, None));
        for clause in &self.clauses {
            clause
                .cases
                .iter()
                .for_each(|case| check(&case.steps, Some(clause.slug.as_str())));
        }
        errors
    }

    /// Checks that every clause has a case that allows and one that refuses, or says why it has none.
    #[must_use]
    pub fn check_coverage(&self) -> Diagnostics {
        let mut errors = Diagnostics::new();
        for clause in &self.clauses {
            let mut report = |code, message: &str, hint: &str| {
                let diagnostic = Diagnostic::new(code, message).at(clause.slug.span.clone());
                errors.push(diagnostic.hint(hint).clause(clause.slug.as_str()));
            };
            match (&clause.not_covered, clause.cases.is_empty()) {
                (Some(_), true) => continue,
                (Some(_), false) => report(
                    "needless-reason",
                    "this clause is covered",
                    "remove the `Not covered:` line",
                ),
                (None, true) => {
                    report(
                        "no-case",
                        "this clause has no case",
                        "add a ```case block, or say why not with `Not covered: REASON`",
                    );
                    continue;
                }
                (None, false) => {}
            }
            match (&clause.no_allowance, clause.allows()) {
                (Some(_), true) => report(
                    "needless-reason",
                    "a case allows something",
                    "remove the `No allowance:` line",
                ),
                (None, false) => {
                    report(
                        "no-allowance",
                        "no case of this clause allows anything",
                        "add one, or say why not with `No allowance: REASON`",
                    );
                }
                _ => {}
            }
            match (&clause.no_refusal, clause.refuses()) {
                (Some(_), true) => report(
                    "needless-reason",
                    "a case refuses something",
                    "remove the `No refusal:` line",
                ),
                (None, false) => {
                    report(
                        "no-refusal",
                        "no case of this clause refuses anything",
                        "add one, or say why not with `No refusal: REASON`",
                    );
                }
                _ => {}
            }
        }
        errors
    }
}

impl Clause {
    /// Whether a case shows the rule at work.
    #[must_use]
    pub fn allows(&self) -> bool {
        self.steps().any(|step| step.allows())
    }

    /// Whether a case shows what the rule refuses.
    #[must_use]
    pub fn refuses(&self) -> bool {
        self.steps().any(|step| step.refuses())
    }

    fn steps(&self) -> impl Iterator<Item = &Step> {
        self.cases
            .iter()
            .flat_map(|case| case.steps.iter().map(|step| &step.value))
    }
}

fn unknown(
    word: &Word,
    known: &[&str],
    code: &'static str,
    what: &str,
    clause: Option<&str>,
) -> Option<Diagnostic> {
    if known.contains(&word.as_str()) {
        return None;
    }
    let mut diagnostic =
        Diagnostic::new(code, format!("there is no {what} `{}`", word.value)).at(word.span.clone());
    if let Some(near) = closest(word.as_str(), known.iter().copied()) {
        diagnostic = diagnostic.hint(format!("did you mean `{near}`?"));
    }
    diagnostic.clause = clause.map(str::to_owned);
    Some(diagnostic)
}
