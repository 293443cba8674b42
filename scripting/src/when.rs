//! Data that depends on options: `[[when]]` blocks and `"$name"` strings.

use std::collections::BTreeMap;

use crate::choices::{Choices, OptionValue};
use crate::diag::{Diagnostic, Span};
use crate::options::{OptionKind, OptionSpec, Options};
use crate::resolve::overlay;
use crate::sink::{Sink, wrong_type};
use crate::tree::{Node, Table, Value};

/// Keys that only the top of a document may state.
pub(crate) const TOP_KEYS: [&str; 6] = [
    "abstract", "extends", "script", "options", "presets", "when",
];

/// A patch to the document that some choices call for, from a block `[[when]]`.
#[derive(Clone, Debug)]
pub struct When {
    /// The options asked about, each with the values that let the block apply.
    pub test: BTreeMap<String, Vec<OptionValue>>,
    /// The keys that the block states.
    pub patch: Table,
    /// Where the block was written.
    pub span: Span,
}

impl When {
    /// Reads one block and checks its condition and its `"$name"` strings.
    pub(crate) fn read(node: &Node, options: &Options, sink: &Sink) -> Option<Self> {
        let Value::Table(table) = &node.value else {
            sink.note(wrong_type(node, "a table `[[when]]`"));
            return None;
        };
        let mut patch = table.clone();
        for key in TOP_KEYS {
            if let Some(entry) = patch.take(key) {
                let wrong = Diagnostic::new(
                    "misplaced-key",
                    format!("a `[[when]]` block cannot state `{key}`"),
                );
                sink.note(wrong.at(entry.key_span));
            }
        }
        let condition = patch.take("if").map(|e| e.node);
        check_references(&patch, options, sink);
        let Some(condition) = condition else {
            let missing = Diagnostic::new(
                "missing-key",
                "the key `if` is missing in this `[[when]]` block",
            );
            sink.note(
                missing
                    .at(node.span.clone())
                    .hint("`if` is a table of option values, such as `{ cannon = \"jump\" }`"),
            );
            return None;
        };
        let Some(asked) = condition.table().filter(|t| !t.is_empty()) else {
            sink.note(wrong_type(
                &condition,
                "a table of option values, with at least one",
            ));
            return None;
        };
        let mut test = BTreeMap::new();
        for entry in asked.entries() {
            match options.find(&entry.key) {
                Ok(option) => {
                    test.extend(
                        read_values(option, &entry.node, sink)
                            .map(|values| (entry.key.clone(), values)),
                    );
                }
                Err(error) => sink.note(error.at(entry.key_span.clone())),
            }
        }
        (test.len() == asked.len()).then(|| Self {
            test,
            patch,
            span: node.span.clone(),
        })
    }

    /// Whether the block applies: for every option asked about, one of the values was chosen. A list option is asked
    /// whether it has one of the words.
    #[must_use]
    pub fn applies(&self, choices: &Choices) -> bool {
        self.test
            .iter()
            .all(|(name, values)| match choices.get(name) {
                Some(OptionValue::Words(words)) => values
                    .iter()
                    .any(|v| matches!(v, OptionValue::Word(word) if words.contains(word))),
                Some(chosen) => values.contains(chosen),
                None => false,
            })
    }
}

/// Lays the blocks that apply over the document, in order, and replaces every `"$name"`.
pub(crate) fn apply(root: &mut Table, blocks: &[When], choices: &Choices, sink: &Sink) {
    for block in blocks.iter().filter(|b| b.applies(choices)) {
        overlay(root, &block.patch, sink);
    }
    for node in root.nodes_mut() {
        substitute(node, choices);
    }
}

/// Notes every `"$name"` that names no option.
pub(crate) fn check_references(table: &Table, options: &Options, sink: &Sink) {
    table
        .entries()
        .for_each(|e| check_node(&e.node, options, sink));
}

fn check_node(node: &Node, options: &Options, sink: &Sink) {
    match &node.value {
        Value::Table(table) => check_references(table, options, sink),
        Value::Array(items) => items
            .iter()
            .for_each(|item| check_node(item, options, sink)),
        Value::Str(text) => {
            if let Some(Err(error)) = reference(text).map(|name| options.find(name)) {
                sink.note(error.at(node.span.clone()));
            }
        }
        Value::Bool(_) | Value::Int(_) | Value::Float(_) => {}
    }
}

fn substitute(node: &mut Node, choices: &Choices) {
    match &mut node.value {
        Value::Table(table) => table.nodes_mut().for_each(|n| substitute(n, choices)),
        Value::Array(items) => items.iter_mut().for_each(|n| substitute(n, choices)),
        Value::Str(text) => {
            if let Some(value) = reference(text).and_then(|name| choices.get(name)) {
                *node = value.to_node(&node.span);
            }
        }
        Value::Bool(_) | Value::Int(_) | Value::Float(_) => {}
    }
}

/// The option that a string stands for: `$` and one word, and nothing else.
fn reference(text: &str) -> Option<&str> {
    let name = text.strip_prefix('$')?;
    let word = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    word.then_some(name)
}

/// The values in an `if`: one, or a list of which any will do.
fn read_values(option: &OptionSpec, node: &Node, sink: &Sink) -> Option<Vec<OptionValue>> {
    // A list option is asked about word by word.
    let kind = match &option.kind {
        OptionKind::List(words) => OptionKind::Choice(words.clone()),
        other => other.clone(),
    };
    let read = |node: &Node| kind.read(node).map_err(|e| sink.note(e)).ok();
    match &node.value {
        Value::Array(items) if items.is_empty() => {
            sink.note(wrong_type(
                node,
                format_args!("{}, or a list of such values", kind.expects()),
            ));
            None
        }
        Value::Array(items) => {
            let values: Vec<_> = items.iter().map(read).collect();
            values.into_iter().collect()
        }
        _ => read(node).map(|value| vec![value]),
    }
}
