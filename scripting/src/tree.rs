//! TOML read as a tree of values, each of which knows where it was written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeInteger, DeTable, DeValue};

use crate::diag::{Diagnostic, Diagnostics, Source, Span};

/// How many tables and lists may stand inside each other.
pub const MAX_DEPTH: usize = 32;
/// How many syntax errors are shown: after the first few, the others follow from them.
const MAX_SYNTAX_ERRORS: usize = 5;

/// A value and where it was written.
#[derive(Clone)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where it was written; for a table with a header, the header.
    pub span: Span,
}

/// What TOML can say, without dates.
#[derive(Clone)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A finite number with a fraction or an exponent.
    Float(f64),
    /// A text.
    Str(String),
    /// A list.
    Array(Vec<Node>),
    /// A table, with or without a header of its own.
    Table(Table),
}

/// A table whose keys keep the order in which they were first written.
#[derive(Clone, Default)]
pub struct Table {
    entries: Vec<Entry>,
    index: BTreeMap<String, usize>,
}

/// One key of a table.
#[derive(Clone)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Where the key was written.
    pub key_span: Span,
    /// The value.
    pub node: Node,
}

impl Node {
    /// Joins a value and its place.
    #[must_use]
    pub fn new(value: Value, span: Span) -> Self {
        Self { value, span }
    }

    /// The table, if this is one.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        if let Value::Table(table) = &self.value {
            Some(table)
        } else {
            None
        }
    }

    /// The text, if this is one.
    #[must_use]
    pub fn str(&self) -> Option<&str> {
        if let Value::Str(text) = &self.value {
            Some(text)
        } else {
            None
        }
    }

    /// The list, if this is one.
    #[must_use]
    pub fn array(&self) -> Option<&[Node]> {
        if let Value::Array(items) = &self.value {
            Some(items)
        } else {
            None
        }
    }

    /// The value as JSON with sorted keys, without places: the same for every way to write the same data.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut out = String::new();
        self.value.write_canonical(&mut out);
        out
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.canonical())
    }
}

impl Value {
    /// What kind of value this is, with its article, for messages: `a list`.
    #[must_use]
    pub fn noun(&self) -> &'static str {
        match self {
            Self::Bool(_) => "true or false",
            Self::Int(_) => "a whole number",
            Self::Float(_) => "a fraction",
            Self::Str(_) => "a string",
            Self::Array(_) => "a list",
            Self::Table(_) => "a table",
        }
    }

    /// What was found, for messages: the value itself when it is short, else its kind.
    #[must_use]
    pub fn found(&self) -> String {
        match self {
            Self::Bool(_) | Self::Int(_) | Self::Float(_) => self.to_string(),
            Self::Array(items) if items.is_empty() => "an empty list".to_owned(),
            Self::Table(table) if table.is_empty() => "an empty table".to_owned(),
            Self::Str(text) if text.chars().count() <= 40 => format!("the string {self}"),
            _ => self.noun().to_owned(),
        }
    }

    fn write_canonical(&self, out: &mut String) {
        match self {
            Self::Bool(value) => push(out, format_args!("{value}")),
            Self::Int(value) => push(out, format_args!("{value}")),
            Self::Float(value) => push(out, format_args!("{value:?}")),
            Self::Str(text) => write_string(out, text),
            Self::Array(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    item.value.write_canonical(out);
                }
                out.push(']');
            }
            Self::Table(table) => table.write_canonical(out),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        self.write_canonical(&mut out);
        f.write_str(&out)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Table {
    /// A table without keys.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            entries: Vec::new(),
            index: BTreeMap::new(),
        }
    }

    /// Whether there is no key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The keys with their values, in order.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.entries.iter()
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &str> {
        self.entries.iter().map(|e| e.key.as_str())
    }

    /// Whether `key` is there.
    #[must_use]
    pub fn contains(&self, key: &str) -> bool {
        self.index.contains_key(key)
    }

    /// The value of `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|e| &e.node)
    }

    /// `key` with its place and value.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.index.get(key).and_then(|&i| self.entries.get(i))
    }

    /// The value of `key`, to change.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        let i = *self.index.get(key)?;
        self.entries.get_mut(i).map(|e| &mut e.node)
    }

    /// Sets a key: a new one goes last, a known one keeps its place in the order.
    pub fn insert(&mut self, key: impl Into<String>, key_span: Span, node: Node) {
        let entry = Entry {
            key: key.into(),
            key_span,
            node,
        };
        if let Some(known) = self
            .index
            .get(&entry.key)
            .and_then(|&i| self.entries.get_mut(i))
        {
            *known = entry;
        } else {
            self.index.insert(entry.key.clone(), self.entries.len());
            self.entries.push(entry);
        }
    }

    /// Takes a key out.
    pub fn take(&mut self, key: &str) -> Option<Entry> {
        let i = *self.index.get(key)?;
        let entry = self.entries.remove(i);
        self.reindex();
        Some(entry)
    }

    /// Drops every key in `keys`.
    pub fn remove_all(&mut self, keys: &BTreeSet<&str>) {
        if !keys.is_empty() {
            self.entries.retain(|e| !keys.contains(e.key.as_str()));
            self.reindex();
        }
    }

    /// Changes every value in place.
    pub(crate) fn nodes_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        self.entries.iter_mut().map(|e| &mut e.node)
    }

    fn reindex(&mut self) {
        self.index = self
            .entries
            .iter()
            .enumerate()
            .map(|(i, e)| (e.key.clone(), i))
            .collect();
    }

    pub(crate) fn write_canonical(&self, out: &mut String) {
        out.push('{');
        for (n, (key, &i)) in self.index.iter().enumerate() {
            if n > 0 {
                out.push(',');
            }
            write_string(out, key);
            out.push(':');
            if let Some(entry) = self.entries.get(i) {
                entry.node.value.write_canonical(out);
            }
        }
        out.push('}');
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        self.write_canonical(&mut out);
        f.write_str(&out)
    }
}

/// Reads a TOML document; the node is a table whose span is the start of the text.
///
/// # Errors
/// Everything that is not TOML, and what TOML has but variants do not use: dates, infinite numbers, and nesting deeper
/// than [`MAX_DEPTH`].
pub fn parse(source: &Arc<Source>) -> Result<Node, Diagnostics> {
    if let Some(range) = overlong_key(&source.text) {
        return Err(vec![too_deep(Span::new(source, range))]);
    }
    let (document, errors) = DeTable::parse_recoverable(&source.text);
    if !errors.is_empty() {
        return Err(errors
            .iter()
            .take(MAX_SYNTAX_ERRORS)
            .map(|e| syntax_error(source, e))
            .collect());
    }
    let mut reader = Reader {
        source,
        errors: Vec::new(),
    };
    let root = reader.table(document.get_ref(), 0);
    if reader.errors.is_empty() {
        Ok(Node::new(Value::Table(root), Span::new(source, 0..0)))
    } else {
        Err(reader.errors)
    }
}

/// Appends a JSON string.
pub(crate) fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => push(out, format_args!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}

fn push(out: &mut String, text: fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

fn syntax_error(source: &Arc<Source>, error: &toml::de::Error) -> Diagnostic {
    let span = error.span().unwrap_or(0..0);
    Diagnostic::new("toml-syntax", error.message().replace('\n', ", ")).at(Span::new(source, span))
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(
        "too-deep",
        format!("tables stand more than {MAX_DEPTH} deep"),
    )
    .at(span)
}

struct Reader<'s> {
    source: &'s Arc<Source>,
    errors: Diagnostics,
}

impl Reader<'_> {
    fn table(&mut self, table: &DeTable<'_>, depth: usize) -> Table {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut out = Table::new();
        for (key, value) in entries {
            if let Some(node) = self.node(value, depth + 1) {
                out.insert(
                    key.get_ref().as_ref(),
                    Span::new(self.source, key.span()),
                    node,
                );
            }
        }
        out
    }

    fn node(&mut self, value: &toml::Spanned<DeValue<'_>>, depth: usize) -> Option<Node> {
        let span = Span::new(self.source, value.span());
        if depth > MAX_DEPTH {
            self.errors.push(too_deep(span));
            return None;
        }
        let value = match value.get_ref() {
            DeValue::Boolean(value) => Value::Bool(*value),
            DeValue::String(text) => Value::Str(text.as_ref().to_owned()),
            DeValue::Integer(digits) => match integer(digits) {
                Some(value) => Value::Int(value),
                None => {
                    return self.refuse(
                        "number-too-large",
                        "this number does not fit 64 bits",
                        span,
                    );
                }
            },
            DeValue::Float(digits) => match digits.as_str().parse::<f64>() {
                Ok(value) if value.is_finite() => Value::Float(value),
                _ => return self.refuse("not-finite", "this number is not finite", span),
            },
            DeValue::Datetime(_) => {
                return self.refuse("date", "a variant has no use for dates", span);
            }
            DeValue::Array(items) => Value::Array(
                items
                    .iter()
                    .filter_map(|item| self.node(item, depth + 1))
                    .collect(),
            ),
            DeValue::Table(table) => Value::Table(self.table(table, depth)),
        };
        Some(Node::new(value, span))
    }

    fn refuse(&mut self, code: &'static str, message: &str, span: Span) -> Option<Node> {
        self.errors.push(Diagnostic::new(code, message).at(span));
        None
    }
}

fn integer(digits: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(digits.as_str(), digits.radix()).ok()
}

/// The first dotted key with more than [`MAX_DEPTH`] parts: the parser's own tree would be too deep to drop.
fn overlong_key(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut at, mut start, mut dots) = (0, 0, 0);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'#' => at = find(bytes, at, b"\n", false),
            b'"' | b'\'' => {
                let triple = [byte; 3];
                let long = bytes[at..].starts_with(&triple);
                let quote: &[u8] = if long { &triple } else { &triple[..1] };
                at = find(bytes, at + quote.len(), quote, byte == b'"') + quote.len();
                // A long string may end in up to two quotes of its own.
                let own = bytes
                    .iter()
                    .skip(at)
                    .take(if long { 2 } else { 0 })
                    .take_while(|b| **b == byte)
                    .count();
                at += own;
                continue;
            }
            b'.' => {
                dots += 1;
                if dots > MAX_DEPTH {
                    return Some(start..at);
                }
            }
            b' ' | b'\t' | b'-' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {}
            _ => (start, dots) = (at + 1, 0),
        }
        at += 1;
    }
    None
}

/// Where `needle` next begins, or the end; a backslash hides the byte after it when `escapes`.
///
/// A one-byte needle also ends at a line's end, as a string that nobody closed does.
fn find(bytes: &[u8], mut at: usize, needle: &[u8], escapes: bool) -> usize {
    let one_line = needle.len() == 1;
    while at < bytes.len() && !bytes[at..].starts_with(needle) && !(one_line && bytes[at] == b'\n')
    {
        let hides =
            escapes && bytes[at] == b'\\' && !(one_line && bytes.get(at + 1) == Some(&b'\n'));
        at += if hides { 2 } else { 1 };
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Node, Diagnostics> {
        parse(&Source::new("v/variant.toml", text))
    }

    fn refused(text: &str) -> Vec<String> {
        read(text)
            .expect_err("refused")
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn keeps_order_and_places() {
        let root = read("z = 1\n[b.c]\nx = [\"é\", -2.5]\n[a]\ny = 0xf\n").expect("TOML");
        let table = root.table().expect("a table");
        assert_eq!(table.keys().collect::<Vec<_>>(), ["z", "b", "a"]);
        assert_eq!(
            root.canonical(),
            r#"{"a":{"y":15},"b":{"c":{"x":["é",-2.5]}},"z":1}"#
        );
        let list = table
            .get("b")
            .and_then(|n| n.table()?.get("c")?.table()?.get("x"))
            .expect("x");
        let second = &list.array().expect("a list")[1].span;
        assert_eq!(second.source.line_column(second.range.start), (3, 11));
        assert_eq!(
            table.entry("a").map(|e| e.key_span.range.clone()),
            Some(30..31)
        );
    }

    #[test]
    fn errors_have_places() {
        assert!(
            refused("a = 1\nb = \n")[0].starts_with("v/variant.toml:2:"),
            "{:?}",
            refused("a = 1\nb = \n")
        );
        assert!(refused("a = 1\na = 2\n")[0].starts_with("v/variant.toml:2:1: "));
        assert!(
            refused("d = 2020-01-01\n")[0]
                .starts_with("v/variant.toml:1:5: a variant has no use for dates [date]")
        );
        assert!(refused("d = [1, inf]\n")[0].contains(":1:9: "));
        assert!(refused("\nd = 9223372036854775808\n")[0].contains("[number-too-large]"));
        assert_eq!(refused("a = nan\nb = inf\n").len(), 2);
    }

    #[test]
    fn depth_is_bounded() {
        assert!(refused(&format!("{}a = 1", "a.".repeat(200_000)))[0].contains("[too-deep]"));
        assert!(refused(&format!("x = 1\n[{}a]", "a . \"b\".".repeat(20_000)))[0].contains(":2:"));
        assert!(
            refused(&format!("a = {}{}", "[".repeat(40), "]".repeat(40)))[0].contains("[too-deep]")
        );
        assert!(
            refused(&format!("a = {}{}", "[".repeat(4000), "]".repeat(4000)))[0]
                .contains("variant.toml")
        );
        let hidden = [
            "x = {{ a = \"\"\"b\"\"\"\", {}a = 1 }}",
            "x = \"\\\n{}a = 1\n",
            "x = '\n{}a = 1\n",
        ];
        for text in hidden {
            assert!(
                refused(
                    &text
                        .replace("{}", &"a.".repeat(50_000))
                        .replace("{{", "{")
                        .replace("}}", "}")
                )[0]
                .contains("[too-deep]")
            );
        }
        assert!(
            read(&format!(
                "a = '{0}'\nb = \"\\\"{0}\"\nc = \"\"\"\n\"{0}\n\"\"\" # {0}\n",
                ". ".repeat(99)
            ))
            .is_ok()
        );
    }

    #[test]
    fn a_table_keeps_its_order() {
        let root = read("a = 1\nb = 2\nc = 3\n").expect("TOML");
        let mut table = root.table().expect("a table").clone();
        let b = table.take("b").expect("b");
        assert_eq!(table.keys().collect::<Vec<_>>(), ["a", "c"]);
        table.insert("a", b.key_span.clone(), b.node.clone());
        table.insert("b", b.key_span, b.node);
        assert_eq!(format!("{table:?}"), r#"{"a":2,"b":2,"c":3}"#);
        assert_eq!(table.keys().collect::<Vec<_>>(), ["a", "c", "b"]);
        table.remove_all(&BTreeSet::from(["a", "z"]));
        assert_eq!(table.get("c").map(Node::canonical).as_deref(), Some("3"));
        assert_eq!((table.len(), table.contains("a")), (2, false));
    }
}
