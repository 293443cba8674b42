//! The texts of a script and its ancestors, and places in them.
//!
//! Rhai's positions have no file. Each text is therefore read with as many empty lines before it as the texts before it
//! have, so that a line tells the file, also after functions of several texts were put together.

use std::sync::Arc;

use rhai::Position;

use super::import::{self, Imports};
use crate::diag::{Source, Span};

/// What is inserted at the start of bodies to count steps.
pub(super) const COUNT: &str = "__count();";
/// The function that is called by it.
pub(super) const COUNT_NAME: &str = "__count";

/// One text.
#[derive(Debug)]
pub(super) struct Text {
    /// The source.
    pub(super) source: Arc<Source>,
    /// What it imports.
    pub(super) imports: Imports,
    /// Lines of the texts before it.
    lines_before: usize,
    /// Byte offsets after which [`COUNT`] is inserted, in order.
    counts: Vec<usize>,
}

/// All texts, ancestors' first.
#[derive(Debug, Default)]
pub(super) struct Texts {
    list: Vec<Text>,
}

impl Text {
    fn padded(&self, text: &str) -> String {
        let mut out = "\n".repeat(self.lines_before);
        out.push_str(text);
        out
    }

    /// The text as it is read for checking.
    pub(super) fn plain(&self) -> String {
        self.padded(&self.imports.rest)
    }

    /// The text as it is run: with counting.
    pub(super) fn counted(&self) -> String {
        let mut out = String::new();
        let mut from = 0;
        for &at in &self.counts {
            out.push_str(&self.imports.rest[from..at]);
            out.push_str(COUNT);
            from = at;
        }
        out.push_str(&self.imports.rest[from..]);
        self.padded(&out)
    }

    /// Sets where bodies start: at their opening braces.
    pub(super) fn count_at(&mut self, braces: impl IntoIterator<Item = usize>) {
        self.counts = braces.into_iter().map(|brace| brace + 1).collect();
        self.counts.sort_unstable();
        self.counts.dedup();
    }

    /// The byte at a place of the plain text; the end when it is beyond.
    pub(super) fn offset(&self, position: Position) -> usize {
        let text = &self.source.text;
        let line = position
            .line()
            .unwrap_or(1)
            .saturating_sub(self.lines_before)
            .max(1);
        let start = if line == 1 {
            0
        } else {
            match text.match_indices('\n').nth(line - 2) {
                Some((at, _)) => at + 1,
                None => return text.len(),
            }
        };
        let column = position.position().unwrap_or(1).max(1);
        let row = text[start..].split('\n').next().unwrap_or_default();
        start
            + row
                .char_indices()
                .nth(column - 1)
                .map_or(row.len(), |(at, _)| at)
    }

    /// The same for a place of the counted text.
    fn counted_offset(&self, position: Position) -> usize {
        let start = self.offset(Position::new(position.line().unwrap_or(1) as u16, 0));
        let mut left = position.position().unwrap_or(1).max(1) - 1;
        let mut at = start;
        for c in self.source.text[start..].chars() {
            if self.counts.binary_search(&at).is_ok() {
                if left < COUNT.len() {
                    return at - 1;
                }
                left -= COUNT.len();
            }
            if left == 0 || c == '\n' {
                break;
            }
            left -= 1;
            at += c.len_utf8();
        }
        at
    }

    /// The word or sign at a byte.
    pub(super) fn span(&self, at: usize) -> Span {
        let rest = &self.source.text[at..];
        let word = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let len = if word > 0 {
            word
        } else {
            rest.chars()
                .next()
                .filter(|c| *c != '\n')
                .map_or(0, char::len_utf8)
        };
        Span::new(&self.source, at..at + len)
    }
}

impl Texts {
    pub(super) fn new<'a>(sources: impl IntoIterator<Item = &'a Arc<Source>>) -> Self {
        let mut list = Vec::new();
        let mut lines_before = 0;
        for source in sources {
            list.push(Text {
                source: Arc::clone(source),
                imports: import::read(&source.text),
                lines_before,
                counts: Vec::new(),
            });
            lines_before += source.text.matches('\n').count() + 1;
        }
        Self { list }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Text> {
        self.list.iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Text> {
        self.list.iter_mut()
    }

    fn of(&self, position: Position) -> Option<&Text> {
        let line = position.line()?;
        self.list.iter().rev().find(|t| t.lines_before < line)
    }

    /// The span at a place of the plain texts.
    pub(super) fn span(&self, position: Position) -> Option<Span> {
        let text = self.of(position)?;
        Some(text.span(text.offset(position)))
    }

    /// The span at a place of a tree.
    pub(super) fn placed(&self, place: super::syntax::Place) -> Option<Span> {
        self.span(place.into())
    }

    /// The span at a place of the counted texts.
    pub(super) fn counted_span(&self, position: Position) -> Option<Span> {
        let text = self.of(position)?;
        Some(text.span(text.counted_offset(position)))
    }
}

/// A place for people, such as `banqi/rules.rhai:3:5`.
pub(super) fn place(span: &Span) -> String {
    let (line, column) = span.source.line_column(span.range.start);
    format!("{}:{line}:{column}", span.source.name)
}
