//! Settings written `key=value,key=value`, read with the place of everything that is wrong.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use masque_scripting::diag::{Diagnostic, Source, Span, closest};

/// The longest time that a setting may give, in seconds.
const LONGEST: f64 = 86_400.0;

/// A text of the command line that holds settings.
pub(crate) struct Text {
    source: Arc<Source>,
    code: &'static str,
}

/// A key and its value, by their places in the text.
pub(crate) struct Pair {
    /// The key.
    pub(crate) key: Range<usize>,
    /// The value.
    pub(crate) value: Range<usize>,
}

impl Text {
    /// A text; `shown` is what it is called in messages, which have the code `code`.
    pub(crate) fn new(shown: &str, text: &str, code: &'static str) -> Self {
        Self {
            source: Source::new(shown, text),
            code,
        }
    }

    /// All of it.
    pub(crate) fn whole_text(&self) -> &str {
        &self.source.text
    }

    /// A part of it.
    pub(crate) fn part(&self, range: Range<usize>) -> &str {
        &self.source.text[range]
    }

    /// A message about a part.
    pub(crate) fn wrong(&self, range: Range<usize>, message: String) -> Diagnostic {
        Diagnostic::new(self.code, message).at(Span::new(&self.source, range))
    }

    /// The settings of a part, separated by commas.
    ///
    /// # Errors
    /// Anything without `=`, and keys given twice.
    pub(crate) fn pairs(&self, range: Range<usize>) -> Result<Vec<Pair>, Diagnostic> {
        let mut pairs: Vec<Pair> = Vec::new();
        let mut at = range.start;
        for part in self.part(range).split(',') {
            let (start, end) = (at, at + part.len());
            at = end + 1;
            let Some(equals) = part.find('=') else {
                let message = match part {
                    "" => "a setting is missing".to_owned(),
                    _ => format!("`{part}` is no setting"),
                };
                let wrong = self.wrong(start..end, message);
                return Err(wrong.hint("settings are written key=value, with commas between them"));
            };
            let pair = Pair {
                key: start..start + equals,
                value: start + equals + 1..end,
            };
            let key = self.part(pair.key.clone());
            if pairs.iter().any(|p| self.part(p.key.clone()) == key) {
                return Err(self.wrong(pair.key, format!("`{key}` is given twice")));
            }
            pairs.push(pair);
        }
        Ok(pairs)
    }

    /// The message for a key that is none of those known.
    pub(crate) fn unknown(&self, pair: &Pair, keys: &[&str]) -> Diagnostic {
        let key = self.part(pair.key.clone());
        let message = format!("no setting is called `{key}` here");
        let wrong = self.wrong(pair.key.clone(), message);
        wrong.hint(match closest(key, keys.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("settings are {}", keys.join(", ")),
        })
    }

    /// The message for a value that will not do.
    pub(crate) fn value(&self, pair: &Pair, expected: &str) -> Diagnostic {
        let (key, value) = (self.part(pair.key.clone()), self.part(pair.value.clone()));
        let message = format!("`{key}` cannot be `{value}`");
        let wrong = self.wrong(pair.key.start..pair.value.end, message);
        wrong.hint(format!("expected {expected}"))
    }

    /// A value as a whole number within bounds.
    ///
    /// # Errors
    /// When it is none.
    pub(crate) fn whole(&self, pair: &Pair, least: u64, most: u64) -> Result<u64, Diagnostic> {
        let number = self.part(pair.value.clone()).parse::<u64>().ok();
        number
            .filter(|n| (least..=most).contains(n))
            .ok_or_else(|| self.value(pair, &format!("a whole number from {least} to {most}")))
    }

    /// A value as a number within bounds.
    ///
    /// # Errors
    /// When it is none.
    pub(crate) fn number(&self, pair: &Pair, least: f64, most: f64) -> Result<f64, Diagnostic> {
        let number = self.part(pair.value.clone()).parse::<f64>().ok();
        number
            .filter(|n| (least..=most).contains(n))
            .ok_or_else(|| self.value(pair, &format!("a number from {least} to {most}")))
    }

    /// A value as a time in seconds.
    ///
    /// # Errors
    /// When it is none.
    pub(crate) fn seconds(&self, pair: &Pair) -> Result<Duration, Diagnostic> {
        self.number(pair, 0.001, LONGEST)
            .map(Duration::from_secs_f64)
    }
}
