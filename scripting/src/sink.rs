//! Where decoders put what is wrong, and the phrases they share.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::Display;

use crate::diag::{Diagnostic, Diagnostics, closest};
use crate::tree::Node;

/// How many diagnostics a sink keeps.
const MAX_SHOWN: usize = 100;
/// How many words are searched for the one that was meant.
const MAX_SEARCHED: usize = 1000;

/// Where decoders put what is wrong, and, when describing, which keys exist.
#[derive(Debug, Default)]
pub struct Sink {
    errors: RefCell<Diagnostics>,
    unshown: Cell<usize>,
    reference: Option<RefCell<BTreeMap<String, Vec<KeyDoc>>>>,
}

/// What the reference says of one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyDoc {
    /// The key.
    pub key: &'static str,
    /// What its value must be, such as `a whole number from 1 to 9`.
    pub expects: String,
    /// The words that it may be, when they are a closed set.
    pub words: Vec<&'static str>,
    /// Whether the key must be there.
    pub required: bool,
    /// What it means, in one line; empty when the decoder does not say.
    pub doc: &'static str,
}

impl Sink {
    /// A sink that collects what is wrong.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes one thing that is wrong; the same thing twice counts once, and beyond a hundred only the number is kept.
    pub fn note(&self, diagnostic: Diagnostic) {
        let mut errors = self.errors.borrow_mut();
        if errors.len() >= MAX_SHOWN {
            self.unshown.set(self.unshown.get() + 1);
        } else if !errors.contains(&diagnostic) {
            errors.push(diagnostic);
        }
    }

    /// Notes several things that are wrong.
    pub fn extend(&self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        diagnostics.into_iter().for_each(|d| self.note(d));
    }

    /// Whether nothing is wrong so far.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.errors.borrow().is_empty()
    }

    /// The value when nothing is wrong.
    ///
    /// # Errors
    /// Everything noted.
    pub fn finish<T>(self, value: T) -> Result<T, Diagnostics> {
        let mut errors = self.errors.into_inner();
        if self.unshown.get() > 0 {
            errors.push(Diagnostic::new(
                "more-errors",
                format!("{} more errors are not shown", self.unshown.get()),
            ));
        }
        if errors.is_empty() {
            Ok(value)
        } else {
            Err(errors)
        }
    }

    pub(crate) fn describing(&self) -> bool {
        self.reference.is_some()
    }

    /// A sink that records keys.
    pub(crate) fn recording() -> Self {
        Self {
            reference: Some(RefCell::default()),
            ..Self::new()
        }
    }

    /// Records a key of the tables with the path `shape`, if this sink does.
    pub(crate) fn record(&self, shape: &str, key: impl FnOnce() -> KeyDoc) {
        let Some(reference) = &self.reference else {
            return;
        };
        let mut reference = reference.borrow_mut();
        let keys = reference.entry(shape.to_owned()).or_default();
        let key = key();
        if !keys.iter().any(|k| k.key == key.key) {
            keys.push(key);
        }
    }

    /// The keys recorded, by path.
    pub(crate) fn into_reference(self) -> Vec<(String, Vec<KeyDoc>)> {
        self.reference
            .map(RefCell::into_inner)
            .unwrap_or_default()
            .into_iter()
            .collect()
    }
}

/// A diagnostic for a word that is not among `known`: with the closest of them, and all when they are few.
#[must_use]
pub fn unknown(code: &'static str, what: &str, word: &str, known: &[&str]) -> Diagnostic {
    let mut hints = Vec::new();
    if let Some(near) = closest(word, known.iter().copied().take(MAX_SEARCHED)) {
        hints.push(format!("did you mean `{near}`?"));
    }
    if known.is_empty() {
        hints.push("there is none".to_owned());
    } else if known.len() <= 40 {
        hints.push(format!("known: {}", known.join(", ")));
    }
    let diagnostic = Diagnostic::new(code, format!("unknown {what} `{word}`"));
    if hints.is_empty() {
        diagnostic
    } else {
        diagnostic.hint(hints.join(" "))
    }
}

/// A diagnostic for a value of the wrong kind, at the value.
#[must_use]
pub fn wrong_type(node: &Node, expects: impl Display) -> Diagnostic {
    Diagnostic::new(
        "wrong-type",
        format!("expected {expects}, found {}", node.value.found()),
    )
    .at(node.span.clone())
}

pub(crate) fn quoted(words: &[&str]) -> String {
    words
        .iter()
        .map(|w| format!("`{w}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagnostics_are_bounded() {
        let sink = Sink::new();
        sink.extend((0..300).map(|i| Diagnostic::new("test", i.to_string())));
        let errors = sink.finish(()).expect_err("refused");
        assert_eq!(
            (errors.len(), errors[100].message.as_str()),
            (101, "200 more errors are not shown")
        );
    }

    #[test]
    fn the_same_error_counts_once() {
        let sink = Sink::new();
        assert!(sink.is_clean());
        sink.extend([
            Diagnostic::new("test", "a"),
            Diagnostic::new("test", "b"),
            Diagnostic::new("test", "a"),
        ]);
        assert_eq!(sink.finish(()).expect_err("refused").len(), 2);
    }

    #[test]
    fn an_unknown_word_is_told_its_neighbours() {
        let told = |known: &[&str]| unknown("test", "colour", "rde", known).to_string();
        assert_eq!(
            told(&["red", "black"]),
            "unknown colour `rde` [test]; did you mean `red`? known: red, black"
        );
        assert_eq!(told(&[]), "unknown colour `rde` [test]; there is none");
    }
}
