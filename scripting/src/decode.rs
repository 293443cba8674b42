//! Reads tables into typed specs, collecting everything that is wrong and what each key means.

use std::fmt::Display;
use std::ops::{Deref, RangeInclusive};

use crate::choices::OFF;
use crate::diag::{Diagnostic, Source, Span};
use crate::sink::{KeyDoc, Sink, quoted, unknown, wrong_type};
use crate::tree::{Entry, Node, Table, Value};

/// A value and where it was written; reads as the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it was written.
    pub span: Span,
}

/// A text that players read, by language; a plain string is English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    by_language: Vec<(String, String)>,
}

impl<T> Deref for Located<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl Text {
    /// The text in `language`, else in English, else in the first language given.
    #[must_use]
    pub fn get(&self, language: &str) -> &str {
        let find = |wanted: &str| self.by_language.iter().find(|(l, _)| l == wanted);
        find(language)
            .or_else(|| find("en"))
            .or_else(|| self.by_language.first())
            .map_or("", |(_, text)| text)
    }

    /// The languages given with their texts, in order.
    pub fn languages(&self) -> impl Iterator<Item = (&str, &str)> {
        self.by_language
            .iter()
            .map(|(l, t)| (l.as_str(), t.as_str()))
    }
}

/// Runs a decoder over nothing to learn its keys: the tables it reads, sorted by path, each with its keys in the
/// order asked for.
///
/// In a path, `NAME` stands for any key and `[]` for any item of a list. The decoder sees every table it asks for
/// as present and empty, so it must ask for all keys before it gives up on a missing one.
#[must_use]
pub fn describe(decoder: impl FnOnce(&mut Fields<'static, '_>)) -> Vec<(String, Vec<KeyDoc>)> {
    let sink = Sink::recording();
    decoder(&mut Fields::new(
        &EMPTY,
        Span::new(&Source::new("", ""), 0..0),
        &sink,
    ));
    sink.into_reference()
}

/// Whether `slug` can name a clause: kebab-case, starting with a letter or digit.
#[must_use]
pub fn is_slug(slug: &str) -> bool {
    !slug.is_empty()
        && slug
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        && !slug.starts_with('-')
        && !slug.ends_with('-')
}

static EMPTY: Table = Table::new();
/// Bounds the description of tables that contain their own kind.
const DESCRIBED_DEPTH: usize = 6;

/// One table being decoded: ask for each key it may have, then [`finish`](Self::finish).
///
/// Getters return `None` when the key is absent or wrong; what is wrong goes to the sink, so a decoder can ask for
/// everything first and give up afterwards.
///
/// ```
/// # use masque_scripting::{decode::Fields, diag::Source, sink::Sink, tree};
/// let root = tree::parse(&Source::new("v/variant.toml", "sides = 2\ncolour = 'red'")).unwrap();
/// let sink = Sink::new();
/// let mut fields = Fields::new(root.table().unwrap(), root.span.clone(), &sink);
/// let sides = fields.doc("How many sides play").req_int("sides", 1..=4);
/// let _size = fields.doc("Sites along an edge").opt_int("size", 1..=19);
/// fields.finish();
/// assert_eq!(sides, Some(2));
/// assert_eq!(sink.finish(()).unwrap_err()[0].code, "unknown-key");
/// ```
#[derive(Debug)]
#[must_use = "unknown keys are reported by `finish`"]
pub struct Fields<'t, 's> {
    table: &'t Table,
    span: Span,
    sink: &'s Sink,
    path: String,
    shape: String,
    depth: usize,
    known: Vec<&'static str>,
    open: bool,
    required: bool,
    words: Vec<&'static str>,
    doc: &'static str,
}

impl<'t, 's> Fields<'t, 's> {
    /// Starts decoding the table of a document's root.
    pub fn new(table: &'t Table, span: Span, sink: &'s Sink) -> Self {
        Self {
            table,
            span,
            sink,
            path: String::new(),
            shape: String::new(),
            depth: 0,
            known: Vec::new(),
            open: false,
            required: false,
            words: Vec::new(),
            doc: "",
        }
    }

    /// Starts decoding a table of which messages speak as `path`, such as `options.chain`.
    pub fn named(path: impl Into<String>, table: &'t Table, span: Span, sink: &'s Sink) -> Self {
        let path = path.into();
        Self {
            shape: path.clone(),
            path,
            ..Self::new(table, span, sink)
        }
    }

    /// Says in one line what the key asked for next means.
    pub fn doc(&mut self, text: &'static str) -> &mut Self {
        self.doc = text;
        self
    }

    /// Says that the key asked for next must be there, whichever getter asks.
    pub fn required(&mut self) -> &mut Self {
        self.required = true;
        self
    }

    /// Where the table was written.
    #[must_use]
    pub fn span(&self) -> &Span {
        &self.span
    }

    /// The table's place in the document, such as `options.chain`; empty for the root.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The sink that this decoder writes to.
    #[must_use]
    pub fn sink(&self) -> &'s Sink {
        self.sink
    }

    /// Whether the table has `key`, right or wrong.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.table.contains(key)
    }

    /// The keys that the table has, right or wrong.
    pub fn keys(&self) -> impl Iterator<Item = Located<&'t str>> + use<'t> {
        self.table.entries().map(|e| Located {
            value: e.key.as_str(),
            span: e.key_span.clone(),
        })
    }

    /// Where the value of `key` was written, or the table itself when it has no such key.
    #[must_use]
    pub fn span_of(&self, key: &str) -> Span {
        self.table.get(key).map_or(&self.span, |n| &n.span).clone()
    }

    /// Notes something wrong with the value of `key`.
    pub fn refuse(&self, key: &str, code: &'static str, message: impl Into<String>) {
        self.sink
            .note(Diagnostic::new(code, message).at(self.span_of(key)));
    }

    /// Any value, for keys with a shape of their own.
    pub fn opt_node(&mut self, key: &'static str, expects: &str) -> Option<&'t Node> {
        self.ask(key, expects, false)
    }

    /// `true` or `false`.
    pub fn opt_bool(&mut self, key: &'static str) -> Option<bool> {
        let node = self.ask(key, BOOL, false)?;
        if let Value::Bool(value) = node.value {
            Some(value)
        } else {
            self.wrong(node, BOOL)
        }
    }

    /// A whole number in `range`.
    pub fn opt_int(&mut self, key: &'static str, range: RangeInclusive<i64>) -> Option<i64> {
        self.int(key, &range, false)
    }

    /// A whole number in `range` that must be there.
    pub fn req_int(&mut self, key: &'static str, range: RangeInclusive<i64>) -> Option<i64> {
        self.int(key, &range, true)
    }

    /// A whole number in `range`; `"off"` says the same as leaving the key out.
    pub fn opt_int_or_off(&mut self, key: &'static str, range: RangeInclusive<i64>) -> Option<i64> {
        self.int_or_off(key, &range, false)
    }

    /// A whole number in `range`, or `"off"`, which reads as `None`; one of them must be there.
    pub fn req_int_or_off(&mut self, key: &'static str, range: RangeInclusive<i64>) -> Option<i64> {
        self.int_or_off(key, &range, true)
    }

    /// A number, whole or not.
    pub fn opt_float(&mut self, key: &'static str) -> Option<f64> {
        let node = self.ask(key, "a number", false)?;
        match node.value {
            Value::Float(value) => Some(value),
            Value::Int(value) => Some(value as f64),
            _ => self.wrong(node, "a number"),
        }
    }

    /// A string.
    pub fn opt_str(&mut self, key: &'static str) -> Option<Located<&'t str>> {
        let node = self.ask(key, STRING, false)?;
        self.string(node, STRING)
    }

    /// A string; `"off"` says the same as leaving the key out.
    pub fn opt_str_or_off(&mut self, key: &'static str) -> Option<Located<&'t str>> {
        const EXPECTS: &str = "a string, or `off`";
        let node = self.ask(key, EXPECTS, false)?;
        self.string(node, EXPECTS).filter(|s| s.value != OFF)
    }

    /// A string that must be there.
    pub fn req_str(&mut self, key: &'static str) -> Option<Located<&'t str>> {
        let node = self.ask(key, STRING, true)?;
        self.string(node, STRING)
    }

    /// One of a closed set of words.
    pub fn opt_enum<T: Clone>(
        &mut self,
        key: &'static str,
        words: &[(&'static str, T)],
    ) -> Option<T> {
        self.one_of(key, words, false)
    }

    /// One of a closed set of words, which must be there.
    pub fn req_enum<T: Clone>(
        &mut self,
        key: &'static str,
        words: &[(&'static str, T)],
    ) -> Option<T> {
        self.one_of(key, words, true)
    }

    /// A list of strings.
    pub fn opt_list_str(&mut self, key: &'static str) -> Option<Vec<Located<&'t str>>> {
        let node = self.ask(key, STRINGS, false)?;
        self.strings(node, false, STRINGS)
    }

    /// A list of strings that must be there.
    pub fn req_list_str(&mut self, key: &'static str) -> Option<Vec<Located<&'t str>>> {
        let node = self.ask(key, STRINGS, true)?;
        self.strings(node, false, STRINGS)
    }

    /// A string, or a list of them.
    pub fn opt_strs(&mut self, key: &'static str) -> Option<Vec<Located<&'t str>>> {
        let node = self.ask(key, "a string or a list of strings", false)?;
        self.strings(node, true, "a string or a list of strings")
    }

    /// A list of whole numbers, each in `range`.
    pub fn opt_list_int(
        &mut self,
        key: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<Vec<i64>> {
        let expects = format!("a list, each item {}", whole(&range));
        let node = self.ask(key, &expects, false)?;
        let Value::Array(items) = &node.value else {
            return self.wrong(node, &expects);
        };
        items
            .iter()
            .map(|item| self.int_value(item, &range))
            .fold(Some(Vec::new()), collect)
    }

    /// A text for players: a string, or a table from language to string.
    pub fn opt_text(&mut self, key: &'static str) -> Option<Text> {
        const TEXT: &str = "a string, or a table of strings by language";
        let node = self.ask(key, TEXT, false)?;
        match &node.value {
            Value::Str(text) => Some(Text {
                by_language: vec![("en".to_owned(), text.clone())],
            }),
            Value::Table(table) if !table.is_empty() => {
                let texts = table
                    .entries()
                    .map(|e| Some((e.key.clone(), (*self.string(&e.node, STRING)?).to_owned())));
                texts
                    .fold(Some(Vec::new()), collect)
                    .map(|by_language| Text { by_language })
            }
            _ => self.wrong(node, TEXT),
        }
    }

    /// The clauses that a table answers to, under the key `clause`: a slug, or a list of slugs.
    pub fn clauses(&mut self) -> Vec<Located<String>> {
        self.clauses_of("clause")
    }

    /// The clauses under another key, for tables that say several things.
    pub fn clauses_of(&mut self, key: &'static str) -> Vec<Located<String>> {
        const SLUGS: &str = "a clause slug, or a list of them";
        self.doc = if self.doc.is_empty() {
            "The clauses of the rulebook that say this"
        } else {
            self.doc
        };
        let Some(node) = self.ask(key, SLUGS, false) else {
            return Vec::new();
        };
        let slugs = self.strings(node, true, SLUGS).unwrap_or_default();
        let good = slugs.into_iter().filter(|slug| {
            if !is_slug(slug) {
                let wrong =
                    Diagnostic::new("bad-slug", format!("`{}` is no clause slug", slug.value));
                self.sink.note(
                    wrong
                        .at(slug.span.clone())
                        .hint("a slug is lower-case letters, digits and hyphens"),
                );
            }
            is_slug(slug)
        });
        good.map(|slug| Located {
            value: slug.value.to_owned(),
            span: slug.span,
        })
        .collect()
    }

    /// A table.
    pub fn opt_table(&mut self, key: &'static str) -> Option<Fields<'t, 's>> {
        self.subtable(key, false)
    }

    /// A table that must be there.
    pub fn req_table(&mut self, key: &'static str) -> Option<Fields<'t, 's>> {
        self.subtable(key, true)
    }

    /// A list of tables; none when the key is absent.
    pub fn tables(&mut self, key: &'static str) -> Vec<Fields<'t, 's>> {
        const TABLES: &str = "a list of tables";
        let node = self.ask(key, TABLES, false);
        if let Some(example) = self.example(format!("{key}[]")) {
            return vec![example];
        }
        let Some(node) = node else { return Vec::new() };
        let Value::Array(items) = &node.value else {
            return self.wrong(node, TABLES).unwrap_or_default();
        };
        let fields = items
            .iter()
            .enumerate()
            .filter_map(|(i, item)| match &item.value {
                Value::Table(table) => Some(self.inside(
                    &format!("{key}[{i}]"),
                    &format!("{key}[]"),
                    table,
                    &item.span,
                )),
                _ => self.wrong(item, TABLE),
            });
        fields.collect()
    }

    /// A table of keys that the author chooses, with values of any kind; none when the key is absent.
    pub fn map(&mut self, key: &'static str, expects: &str) -> Vec<&'t Entry> {
        let Some(node) = self.ask(key, expects, false) else {
            return Vec::new();
        };
        match &node.value {
            Value::Table(table) => table.entries().collect(),
            _ => self.wrong(node, expects).unwrap_or_default(),
        }
    }

    /// A table of tables under names that the author chooses; none when the key is absent.
    pub fn map_tables(&mut self, key: &'static str) -> Vec<(Located<&'t str>, Fields<'t, 's>)> {
        let entries = self.map(key, "a table of tables");
        if let Some(example) = self.example(format!("{key}.NAME")) {
            return vec![(
                Located {
                    value: "NAME",
                    span: self.span.clone(),
                },
                example,
            )];
        }
        let fields = entries.into_iter().filter_map(|e| match &e.node.value {
            Value::Table(table) => {
                let inside = self.inside(
                    &format!("{key}.{}", e.key),
                    &format!("{key}.NAME"),
                    table,
                    &e.node.span,
                );
                Some((
                    Located {
                        value: e.key.as_str(),
                        span: e.key_span.clone(),
                    },
                    inside,
                ))
            }
            _ => self.wrong(&e.node, TABLE),
        });
        fields.collect()
    }

    /// Every key of a table whose keys the author chooses, each a string or a list of them; `name` stands for them in
    /// the reference.
    pub fn every_strs(&mut self, name: &'static str) -> Vec<(&'t str, Vec<Located<&'t str>>)> {
        const EXPECTS: &str = "a string or a list of strings";
        let entries = self.every(name, EXPECTS);
        entries
            .filter_map(|e| Some((e.key.as_str(), self.strings(&e.node, true, EXPECTS)?)))
            .collect()
    }

    /// Every key of a table whose keys the author chooses, each a whole number in `range`; `name` stands for them in
    /// the reference.
    pub fn every_int(
        &mut self,
        name: &'static str,
        range: RangeInclusive<i64>,
    ) -> Vec<(&'t str, i64)> {
        let entries = self.every(name, &whole(&range));
        entries
            .filter_map(|e| Some((e.key.as_str(), self.int_value(&e.node, &range)?)))
            .collect()
    }

    /// Whether the keys are being described, so that no table holds anything.
    #[must_use]
    pub fn describing(&self) -> bool {
        self.sink.describing()
    }

    /// Enters a table that is part of a value with a shape of its own; notes and skips anything else.
    ///
    /// `step` is its place in this table, such as `moves[2]`, and `shape` the place in the reference, such as `moves[]`.
    pub fn enter(&self, step: &str, shape: &str, node: &'t Node) -> Option<Fields<'t, 's>> {
        match &node.value {
            Value::Table(table) => Some(self.inside(step, shape, table, &node.span)),
            _ => self.wrong(node, TABLE),
        }
    }

    /// Ends the table: notes every key that nobody asked for so far.
    pub fn finish(&self) {
        let entries = self.table.entries().filter(|_| !self.open);
        for entry in entries.filter(|e| !self.known.contains(&e.key.as_str())) {
            let mut wrong = unknown("unknown-key", "key", &entry.key, &self.known);
            if !self.path.is_empty() {
                wrong.message.push_str(&format!(" in `{}`", self.path));
            }
            self.sink.note(wrong.at(entry.key_span.clone()));
        }
    }

    fn every(
        &mut self,
        name: &'static str,
        expects: &str,
    ) -> impl Iterator<Item = &'t Entry> + use<'t> {
        let _ = self.ask(name, expects, false);
        self.open = true;
        self.table.entries()
    }

    fn ask(&mut self, key: &'static str, expects: &str, required: bool) -> Option<&'t Node> {
        let doc = std::mem::take(&mut self.doc);
        let required = std::mem::take(&mut self.required) || required;
        let words = std::mem::take(&mut self.words);
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        if self.sink.describing() {
            self.sink.record(&self.shape, || KeyDoc {
                key,
                expects: expects.to_owned(),
                words,
                required,
                doc,
            });
            return None;
        }
        let node = self.table.get(key);
        if node.is_none() && required {
            let place = if self.path.is_empty() {
                String::new()
            } else {
                format!(" in `{}`", self.path)
            };
            let missing =
                Diagnostic::new("missing-key", format!("the key `{key}` is missing{place}"));
            self.sink.note(
                missing
                    .at(self.span.clone())
                    .hint(format!("`{key}` is {expects}")),
            );
        }
        node
    }

    fn wrong<T>(&self, node: &Node, expects: impl Display) -> Option<T> {
        self.sink.note(wrong_type(node, expects));
        None
    }

    fn int(
        &mut self,
        key: &'static str,
        range: &RangeInclusive<i64>,
        required: bool,
    ) -> Option<i64> {
        let node = self.ask(key, &whole(range), required)?;
        self.int_value(node, range)
    }

    fn int_or_off(
        &mut self,
        key: &'static str,
        range: &RangeInclusive<i64>,
        required: bool,
    ) -> Option<i64> {
        let expects = format!("{} or `{OFF}`", whole(range));
        let node = self.ask(key, &expects, required)?;
        match &node.value {
            Value::Str(word) if word == OFF => None,
            Value::Int(_) => self.int_value(node, range),
            _ => self.wrong(node, expects),
        }
    }

    fn int_value(&self, node: &Node, range: &RangeInclusive<i64>) -> Option<i64> {
        match node.value {
            Value::Int(value) if range.contains(&value) => Some(value),
            Value::Int(value) => {
                let wrong = Diagnostic::new(
                    "out-of-range",
                    format!("expected {}, found {value}", whole(range)),
                );
                self.sink.note(wrong.at(node.span.clone()));
                None
            }
            _ => self.wrong(node, whole(range)),
        }
    }

    fn string(&self, node: &'t Node, expects: &str) -> Option<Located<&'t str>> {
        match &node.value {
            Value::Str(text) => Some(Located {
                value: text,
                span: node.span.clone(),
            }),
            _ => self.wrong(node, expects),
        }
    }

    fn strings(
        &self,
        node: &'t Node,
        or_one: bool,
        expects: &str,
    ) -> Option<Vec<Located<&'t str>>> {
        match &node.value {
            Value::Array(items) => items
                .iter()
                .map(|item| self.string(item, STRING))
                .fold(Some(Vec::new()), collect),
            Value::Str(_) if or_one => self.string(node, expects).map(|one| vec![one]),
            _ => self.wrong(node, expects),
        }
    }

    fn one_of<T: Clone>(
        &mut self,
        key: &'static str,
        words: &[(&'static str, T)],
        required: bool,
    ) -> Option<T> {
        let known: Vec<&'static str> = words.iter().map(|(word, _)| *word).collect();
        let expects = format!("one of {}", quoted(&known));
        self.words.clone_from(&known);
        let node = self.ask(key, &expects, required)?;
        let Some(word) = node.str() else {
            return self.wrong(node, expects);
        };
        let found = words
            .iter()
            .find(|(w, _)| *w == word)
            .map(|(_, value)| value.clone());
        if found.is_none() {
            let mut wrong = unknown("unknown-word", "word", word, &known);
            wrong.message.push_str(&format!(" for `{key}`"));
            self.sink.note(wrong.at(node.span.clone()));
        }
        found
    }

    fn subtable(&mut self, key: &'static str, required: bool) -> Option<Fields<'t, 's>> {
        let node = self.ask(key, TABLE, required);
        if let Some(example) = self.example(key.to_owned()) {
            return Some(example);
        }
        let node = node?;
        match &node.value {
            Value::Table(table) => Some(self.inside(key, key, table, &node.span)),
            _ => self.wrong(node, TABLE),
        }
    }

    fn inside(&self, step: &str, shape: &str, table: &'t Table, span: &Span) -> Fields<'t, 's> {
        let join = |base: &str, step: &str| {
            if base.is_empty() {
                step.to_owned()
            } else {
                format!("{base}.{step}")
            }
        };
        Fields {
            path: join(&self.path, step),
            shape: join(&self.shape, shape),
            depth: self.depth + 1,
            ..Fields::new(table, span.clone(), self.sink)
        }
    }

    /// When describing, the empty table that stands for all tables of this shape.
    pub(crate) fn example(&self, shape: String) -> Option<Fields<'t, 's>> {
        let wanted = self.sink.describing() && self.depth < DESCRIBED_DEPTH;
        wanted.then(|| self.inside(&shape, &shape, &EMPTY, &self.span))
    }
}

const BOOL: &str = "true or false";
const STRING: &str = "a string";
const STRINGS: &str = "a list of strings";
const TABLE: &str = "a table";

fn collect<T>(list: Option<Vec<T>>, item: Option<T>) -> Option<Vec<T>> {
    let mut list = list?;
    list.push(item?);
    Some(list)
}

pub(crate) fn whole(range: &RangeInclusive<i64>) -> String {
    match (*range.start(), *range.end()) {
        (i64::MIN, i64::MAX) => "a whole number".to_owned(),
        (low, i64::MAX) => format!("a whole number of at least {low}"),
        (i64::MIN, high) => format!("a whole number of at most {high}"),
        (low, high) => format!("a whole number from {low} to {high}"),
    }
}

#[cfg(test)]
mod tests;
