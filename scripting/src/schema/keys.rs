//! Where each key stands, which clauses are named, and the page that lists all keys.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use masque_core::tables::CompileError;

use crate::diag::{Diagnostic, Span};
use crate::document::Resolved;
use crate::options::Options;
use crate::sink::KeyDoc;
use crate::tree::{Node, Table, Value};

/// The place of every key of a resolved document, by dotted path such as `kinds.cannon.moves[0]`.
#[derive(Clone, Debug)]
pub struct Keys {
    places: BTreeMap<String, Span>,
    root: Span,
}

/// A clause that a key names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseLink {
    /// The slug.
    pub slug: String,
    /// The dotted path of the key.
    pub key: String,
    /// Where the slug was written.
    pub span: Span,
}

impl Keys {
    pub(super) fn of(resolved: &Resolved) -> Self {
        let mut places = BTreeMap::new();
        walk(resolved.table(), "", &mut |path, node| {
            places.insert(path.to_owned(), node.span.clone());
            if let ("setup.start", Value::Str(_)) = (path, &node.value) {
                for (i, span) in rows_of(&node.span).into_iter().enumerate() {
                    places.insert(format!("{path}[{i}]"), span);
                }
            }
        });
        Self {
            places,
            root: resolved.span().clone(),
        }
    }

    /// Where a key stands; where the longest part of it stands that is there, when the key itself is not.
    #[must_use]
    pub fn span(&self, key: &str) -> &Span {
        let mut key = key;
        loop {
            if let Some(span) = self.places.get(key) {
                return span;
            }
            match key.rfind(['.', '[']) {
                Some(at) => key = &key[..at],
                None => return &self.root,
            }
        }
    }

    /// What the core could not compile, told where it was written.
    #[must_use]
    pub fn locate(&self, error: &CompileError) -> Diagnostic {
        Diagnostic::new("bad-rule", format!("{}: {}", error.key, error.message))
            .at(self.span(&error.key).clone())
    }
}

impl ClauseLink {
    /// Every slug under a key `clause` or `..._clause`, and in `[clauses]`.
    pub(super) fn all(root: &Table) -> Vec<Self> {
        let mut links = Vec::new();
        walk(root, "", &mut |path, node| {
            let key = path.trim_end_matches(|c: char| c == ']' || c == '[' || c.is_ascii_digit());
            let last = key.rsplit('.').next().unwrap_or_default();
            let names =
                last == "clause" || last.ends_with("_clause") || key.starts_with("clauses.");
            if let (true, Value::Str(slug)) = (names, &node.value) {
                links.push(Self {
                    slug: slug.clone(),
                    key: key.to_owned(),
                    span: node.span.clone(),
                });
            }
        });
        links
    }
}

/// The places of the rows of a board written as one string, one a line or joined by `/`.
fn rows_of(span: &Span) -> Vec<Span> {
    let written = span.source.text.get(span.range.clone()).unwrap_or_default();
    let inner = written.trim_matches(['"', '\'']);
    let start = span.range.start + written.len() - written.trim_start_matches(['"', '\'']).len();
    let row = |row: &str| {
        let text = row.trim();
        let at = start + (text.as_ptr() as usize - inner.as_ptr() as usize);
        (!text.is_empty()).then(|| Span::new(&span.source, at..at + text.len()))
    };
    inner.split(['\n', '/']).filter_map(row).collect()
}

fn walk(table: &Table, path: &str, visit: &mut impl FnMut(&str, &Node)) {
    for entry in table.entries() {
        let path = if path.is_empty() {
            entry.key.clone()
        } else {
            format!("{path}.{}", entry.key)
        };
        walk_node(&entry.node, &path, visit);
    }
}

fn walk_node(node: &Node, path: &str, visit: &mut impl FnMut(&str, &Node)) {
    visit(path, node);
    match &node.value {
        Value::Table(table) => walk(table, path, visit),
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                walk_node(item, &format!("{path}[{i}]"), visit);
            }
        }
        _ => {}
    }
}

const INTRODUCTION: &str = "\
# The keys of `variant.toml`

This page is generated from the code that reads the keys; `masque-scripting`'s tests keep it so.

A table that is left out switches its mechanism off, and so does `enabled = false` in it. Where a number may be
`\"off\"`, that says the same as leaving the key out. In the names of tables below, `NAME` stands for a word that the
author chooses and `[]` for any item of a list. A key in **bold** must be there.

Any string `\"$name\"` stands for the value of the option `name`, and a block `[[when]]` with `if = { option = value }`
lays its other keys over the document when the options are so. A variant with `extends = \"parent\"` states only what
differs: tables merge key by key, `replace = true` in a table replaces it whole, and `remove = [\"key\"]` drops keys.
The `title` of a variant is its own in every language.
";

/// The page that lists every key, in Markdown.
#[must_use]
pub fn reference_page() -> String {
    let mut page = INTRODUCTION.to_owned();
    let top = [
        top_key(
            "extends",
            "the id of a variant",
            "The variant that this one changes",
        ),
        top_key(
            "abstract",
            "true or false",
            "Whether the variant is only there to be extended, and not offered for play; not inherited",
        ),
        top_key(
            "script",
            "the name of a file",
            "The script, `rules.rhai`, or a WebAssembly module, `rules.wasm` or `rules.wat`, in its place",
        ),
        top_key(
            "when",
            "blocks `[[when]]`",
            "What depends on options: `if`, and the keys that then change",
        ),
    ];
    let mut tables = super::reference();
    for (path, keys) in Options::reference() {
        match tables.iter_mut().find(|(p, _)| *p == path) {
            Some((_, known)) => known.extend(keys),
            None => tables.push((path, keys)),
        }
    }
    if let Some((_, keys)) = tables.iter_mut().find(|(path, _)| path.is_empty()) {
        keys.extend(top);
    }
    // The tables come in the order in which the top of the document names them.
    let order: Vec<&str> = tables
        .iter()
        .find(|(path, _)| path.is_empty())
        .map(|(_, keys)| keys.iter().map(|k| k.key).collect())
        .unwrap_or_default();
    let place = |path: &str| {
        let first = path.split(['.', '[']).next().unwrap_or_default();
        order.iter().position(|k| *k == first).map_or(0, |n| n + 1)
    };
    let mut sorted: Vec<&(String, Vec<KeyDoc>)> = tables.iter().collect();
    sorted.sort_by_key(|(path, _)| {
        if path.is_empty() {
            (0, String::new())
        } else {
            (place(path), path.clone())
        }
    });
    for (path, keys) in sorted {
        let title = if path.is_empty() {
            "The top of the file".to_owned()
        } else {
            format!("`[{path}]`")
        };
        let _ = writeln!(
            page,
            "\n## {title}\n\n| key | is | meaning |\n|---|---|---|"
        );
        for key in keys {
            let name = if key.required {
                format!("**`{}`**", key.key)
            } else {
                format!("`{}`", key.key)
            };
            let _ = writeln!(page, "| {name} | {} | {} |", key.expects, key.doc);
        }
    }
    page
}

fn top_key(key: &'static str, expects: &str, doc: &'static str) -> KeyDoc {
    KeyDoc {
        key,
        expects: expects.to_owned(),
        words: Vec::new(),
        required: false,
        doc,
    }
}
