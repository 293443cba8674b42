//! The values chosen for a variant's options, as data and as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Serialize, Serializer};

use crate::diag::{Diagnostic, Span};
use crate::tree::{Node, Value};

/// The word for an int option that is switched off.
pub const OFF: &str = "off";
/// The command line's word for a list option without words.
pub const NO_WORDS: &str = "none";

/// The value of one option.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OptionValue {
    /// Of a bool option.
    Bool(bool),
    /// Of an int option.
    Int(i64),
    /// Of an int option that is switched off.
    Off,
    /// Of a choice option.
    Word(String),
    /// Of a list option, in the order of its choices.
    Words(Vec<String>),
}

/// A value for every option of a variant.
///
/// Its text form lists what differs from the defaults, sorted by name: `cannon=jump,quiet_limit=off`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Choices {
    values: BTreeMap<String, OptionValue>,
    changed: BTreeSet<String>,
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Off => f.write_str(OFF),
            Self::Word(word) => f.write_str(word),
            Self::Words(words) if words.is_empty() => f.write_str(NO_WORDS),
            Self::Words(words) => f.write_str(&words.join("+")),
        }
    }
}

impl OptionValue {
    /// The value as data, as if it had been written at `span`: `off` is a string, a list of words a list of strings.
    #[must_use]
    pub fn to_node(&self, span: &Span) -> Node {
        let value = match self {
            Self::Bool(value) => Value::Bool(*value),
            Self::Int(value) => Value::Int(*value),
            Self::Off => Value::Str(OFF.to_owned()),
            Self::Word(word) => Value::Str(word.clone()),
            Self::Words(words) => Value::Array(
                words
                    .iter()
                    .map(|w| Node::new(Value::Str(w.clone()), span.clone()))
                    .collect(),
            ),
        };
        Node::new(value, span.clone())
    }
}

impl Serialize for OptionValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Int(value) => serializer.serialize_i64(*value),
            Self::Off => serializer.serialize_str(OFF),
            Self::Word(word) => serializer.serialize_str(word),
            Self::Words(words) => words.serialize(serializer),
        }
    }
}

impl Choices {
    /// Sets an option, to its default when there is no value.
    pub(crate) fn set(&mut self, name: &str, value: Option<OptionValue>, default: &OptionValue) {
        let value = value.unwrap_or_else(|| default.clone());
        if value != *default {
            self.changed.insert(name.to_owned());
        }
        self.values.insert(name.to_owned(), value);
    }

    /// The value of an option.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.values.get(name)
    }

    /// Every option with its value, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        self.values
            .iter()
            .map(|(name, value)| (name.as_str(), value))
    }

    /// The options whose value is not the default, sorted by name.
    pub fn changed(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        self.iter().filter(|(name, _)| self.changed.contains(*name))
    }
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.changed().enumerate() {
            write!(f, "{}{name}={value}", if i > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl Serialize for Choices {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.values.serialize(serializer)
    }
}

/// Splits `key=value,key=value` into pairs for [`Options::choose`](crate::options::Options::choose), as [`Choices`] writes them.
///
/// # Errors
/// When a part has no `=`.
pub fn split_pairs(text: &str) -> Result<Vec<(String, String)>, Diagnostic> {
    let parts = text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let pairs = parts.map(|part| match part.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => Err(
            Diagnostic::new("bad-option", format!("`{part}` has no `=`"))
                .hint("an option is given as key=value"),
        ),
    });
    pairs.collect()
}
