//! The words that a script may use besides functions: kinds, sides, manners, special actions, verdicts and options.

use std::collections::BTreeMap;

use masque_core::piece::{Kind, Side};
use masque_core::spec::{Spec, Verdict};
use rhai::{Dynamic, Map, Module, Scope};

use super::types::{Manner, Ruling, Special};
use crate::choices::{Choices, OptionValue};

/// The name of the table of options.
pub(super) const OPTION: &str = "OPTION";

/// What a word stands for, for those who do not know Rhai.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meaning {
    Kind(Kind),
    Side(Side),
    Manner(u8),
    Special(u8),
    Verdict(Verdict),
}

/// The constants of one variant.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    values: BTreeMap<String, Dynamic>,
    sorts: BTreeMap<String, Vec<&'static str>>,
    meanings: BTreeMap<String, Meaning>,
    options: Vec<(String, OptionValue)>,
}

/// A name as scripts write it: upper case, with `_` for what is no letter or digit.
#[must_use]
pub fn upper_snake(name: &str) -> String {
    name.chars()
        .map(|c| {
            if c.is_alphanumeric() {
                c.to_ascii_uppercase()
            } else {
                '_'
            }
        })
        .collect()
}

impl Words {
    pub(super) fn new(spec: &Spec, choices: &Choices) -> Self {
        let mut words = Self::default();
        for (i, kind) in spec.kinds.iter().enumerate() {
            let kind_of = Kind(i as u8);
            words.mean(&kind.name, Meaning::Kind(kind_of));
            words.add(&kind.name, "kind", Dynamic::from(kind_of));
        }
        for side in Side::BOTH {
            let name = &spec.sides[side.index()].name;
            words.mean(name, Meaning::Side(side));
            words.add(name, "side", Dynamic::from(side));
        }
        for (i, manner) in spec.manners.iter().enumerate() {
            words.mean(manner, Meaning::Manner(i as u8));
            words.add(manner, "manner", Dynamic::from(Manner(i as u8)));
        }
        for (i, special) in spec.specials.iter().enumerate() {
            words.mean(&special.name, Meaning::Special(i as u8));
            words.add(
                &special.name,
                "special action",
                Dynamic::from(Special(i as u8)),
            );
        }
        for (name, verdict) in Verdict::WORDS {
            words.mean(name, Meaning::Verdict(verdict));
            words.add(name, "verdict", Dynamic::from(Ruling::new(verdict)));
        }
        let options: Map = choices.iter().map(|(n, v)| (n.into(), option(v))).collect();
        words.options = choices
            .iter()
            .map(|(n, v)| (n.to_owned(), v.clone()))
            .collect();
        words.add(OPTION, "table of options", Dynamic::from(options));
        words
    }

    fn mean(&mut self, name: &str, meaning: Meaning) {
        self.meanings.insert(upper_snake(name), meaning);
    }

    fn add(&mut self, name: &str, sort: &'static str, value: Dynamic) {
        if name.is_empty() {
            return;
        }
        let word = upper_snake(name);
        self.sorts.entry(word.clone()).or_default().push(sort);
        self.values.insert(word, value);
    }

    /// What a word stands for when it stands for several things, and so for none.
    pub(super) fn ambiguous(&self, word: &str) -> Option<&[&'static str]> {
        self.sorts
            .get(word)
            .filter(|s| s.len() > 1)
            .map(Vec::as_slice)
    }

    fn plain(&self) -> impl Iterator<Item = (&String, &Dynamic)> {
        self.values
            .iter()
            .filter(|(w, _)| self.ambiguous(w).is_none())
    }

    /// Every word with its value's sort, sorted.
    pub(super) fn names(&self) -> Vec<&str> {
        self.plain().map(|(w, _)| w.as_str()).collect()
    }

    /// The names of the options.
    pub(super) fn options(&self) -> Vec<&str> {
        self.options.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The value of an option.
    pub(super) fn option(&self, name: &str) -> Option<&OptionValue> {
        let found = self.options.iter().find(|(n, _)| n == name);
        found.map(|(_, value)| value)
    }

    /// What a word stands for; options are asked for by [`Self::option`].
    pub(super) fn meaning(&self, word: &str) -> Option<&Meaning> {
        match self.ambiguous(word) {
            Some(_) => None,
            None => self.meanings.get(word),
        }
    }

    /// The words as the parser must know them.
    pub(super) fn scope(&self) -> Scope<'static> {
        let mut scope = Scope::new();
        for (word, value) in self.plain() {
            scope.push_constant_dynamic(word.clone(), value.clone());
        }
        scope
    }

    /// The words as running scripts find them.
    pub(super) fn module(&self) -> Module {
        let mut module = Module::new();
        for (word, value) in self.plain() {
            module.set_var(word.clone(), value.clone());
        }
        module
    }
}

fn option(value: &OptionValue) -> Dynamic {
    match value {
        OptionValue::Bool(value) => (*value).into(),
        OptionValue::Int(value) => (*value).into(),
        OptionValue::Off => crate::choices::OFF.into(),
        OptionValue::Word(word) => word.clone().into(),
        OptionValue::Words(words) => {
            let list: rhai::Array = words.iter().map(|w| w.clone().into()).collect();
            list.into()
        }
    }
}
