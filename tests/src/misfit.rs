//! What is wrong with a line that a grammar does not take, in a reader's words.

use pest::RuleType;
use pest::error::{Error, ErrorVariant, InputLocation};

/// The most characters of a word that are told.
const SHOWN: usize = 40;

/// A line that does not fit its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The byte of the line where the grammar was lost.
    pub at: usize,
    /// What it would have taken there, and what stands there.
    pub message: String,
}

impl Misfit {
    /// A line that a rule took, and that holds nothing.
    #[must_use]
    pub fn nothing() -> Self {
        Self {
            at: 0,
            message: "nothing stands here".to_owned(),
        }
    }

    /// What a parser's error says of a line; `human` is what a reader would call a part of the grammar, and gives `None`
    /// for what only the grammar knows.
    ///
    /// ```
    /// use masque_conformance::misfit::Misfit;
    /// use pest::error::{Error, ErrorVariant};
    ///
    /// let variant = ErrorVariant::ParsingError { positives: vec!["seat", "end"], negatives: vec![] };
    /// let at = pest::Position::new("5 resigns", 0).expect("a place");
    /// let error = Error::new_from_pos(variant, at);
    /// let misfit = Misfit::of(&error, "5 resigns", |rule| (rule == "seat").then_some("a seat (0 or 1)"));
    /// assert_eq!(misfit.message, "expected a seat (0 or 1), found `5`");
    /// ```
    pub fn of<R: RuleType>(
        error: &Error<R>,
        line: &str,
        human: impl Fn(R) -> Option<&'static str>,
    ) -> Self {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(line.len()),
        };
        let mut names: Vec<&str> = Vec::new();
        if let ErrorVariant::ParsingError { positives, .. } = &error.variant {
            for name in positives.iter().filter_map(|rule| human(*rule)) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let expected = match names.split_last() {
            None => "something else".to_owned(),
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
        };
        let message = format!("expected {expected}, found {}", found(line, at));
        Self { at, message }
    }
}

/// What stands at a byte of a line, cut short.
fn found(line: &str, at: usize) -> String {
    match line[at..].split_whitespace().next() {
        None => "the end of the line".to_owned(),
        Some(word) => {
            let short: String = word.chars().take(SHOWN).collect();
            let dots = if short.len() < word.len() { "..." } else { "" };
            format!("`{short}{dots}`")
        }
    }
}
