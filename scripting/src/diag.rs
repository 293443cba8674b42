//! Located messages about what an author, a player or a program wrote.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A text that diagnostics point into, with the name a user knows it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name shown to the user, such as `banqi/variant.toml`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// Wraps a text under the name the user knows it by.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self {
            name: name.into(),
            text: text.into(),
        })
    }

    /// Line and column, both from 1, of a byte offset; columns count characters.
    #[must_use]
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.text[..end];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        (line, column)
    }
}

/// A range of bytes in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The text pointed into.
    pub source: Arc<Source>,
    /// The bytes meant; may be empty.
    pub range: Range<usize>,
}

impl Span {
    /// Points at `range` of `source`.
    #[must_use]
    pub fn new(source: &Arc<Source>, range: Range<usize>) -> Self {
        Self {
            source: Arc::clone(source),
            range,
        }
    }
}

/// One thing wrong with an input: what, where, and what was expected.
///
/// `code` is stable and is what tests compare; `message` and `hint` may be reworded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable kebab-case code, such as `unknown-key`.
    pub code: &'static str,
    /// What is wrong; starts in lower case, ends without a period.
    pub message: String,
    /// Where, when the input is a text.
    pub span: Option<Span>,
    /// What was expected instead, or what to do.
    pub hint: Option<String>,
    /// The clause slug of the rule concerned, when there is one.
    pub clause: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without a place.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            span: None,
            hint: None,
            clause: None,
        }
    }

    /// Adds the place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Adds what was expected, or what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the clause concerned.
    #[must_use]
    pub fn clause(mut self, clause: impl Into<String>) -> Self {
        self.clause = Some(clause.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(span) = &self.span {
            let (line, column) = span.source.line_column(span.range.start);
            write!(f, "{}:{line}:{column}: ", span.source.name)?;
        }
        write!(f, "{} [{}]", self.message, self.code)?;
        if let Some(clause) = &self.clause {
            write!(f, " (clause {clause})")?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "; {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

/// Everything wrong with an input, in the order found; never empty when returned as an error.
pub type Diagnostics = Vec<Diagnostic>;

/// The candidate closest to `word`, if any is close enough to be meant.
#[must_use]
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|c| (strsim::damerau_levenshtein(word, c), c))
        .filter(|(d, c)| *d <= (c.chars().count().max(3)) / 3)
        .min_by_key(|(d, _)| *d)
        .map(|(_, c)| c)
}
