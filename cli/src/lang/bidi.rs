//! Lines in the order in which they stand on a screen, for terminals that do not turn text round themselves.
//!
//! The order is that of the Unicode bidirectional algorithm, which wants to be told two things that plain text does not
//! say. What is a paragraph: a line may hold columns, parted by two or more spaces, and these stay where they stand,
//! each a text of its own. And what belongs together: words from the left, such as paths, commands and sites, keep their
//! order and their signs among words from the right, as one isolate.

use std::borrow::Cow;
use std::ops::Range;

use ar_reshaper::reshape_line;
use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

/// The text with every column that has letters written from the right put into visual order, and its letters joined.
pub(super) fn visual(text: &str) -> Cow<'_, str> {
    if !text.chars().any(from_right) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        // Lines that go on further in stay so: what stands before the first word is not turned.
        let mut rest = line.trim_start();
        out.push_str(&line[..line.len() - rest.len()]);
        while let Some(at) = rest.find("  ") {
            let (column, after) = rest.split_at(at);
            turn(column, &mut out);
            rest = after.trim_start_matches(' ');
            out.push_str(&after[..after.len() - rest.len()]);
        }
        turn(rest, &mut out);
    }
    Cow::Owned(out)
}

/// The lines that a paragraph was cut into, each marked as running from the right where the paragraph does and nothing
/// in the line says so.
pub(crate) fn lines_of(paragraph: &str, mut lines: Vec<String>) -> Vec<String> {
    if paragraph.chars().any(from_right) {
        let silent = |line: &&mut String| !line.is_empty() && !line.chars().any(from_right);
        for line in lines.iter_mut().filter(silent) {
            line.insert(0, MARK);
        }
    }
    lines
}

/// The text without the marks that [`lines_of`] makes.
pub(super) fn unmarked(text: &str) -> Cow<'_, str> {
    match text.contains(MARK) {
        true => Cow::Owned(text.replace(MARK, "")),
        false => Cow::Borrowed(text),
    }
}

/// Adds a column in visual order.
fn turn(column: &str, out: &mut String) {
    if !column.chars().any(from_right) {
        out.push_str(column);
        return;
    }
    // What keeps two letters from joining has done so then, and has no column of its own.
    let joined = reshape_line(isolated(column)).replace(NOT_JOINED, "");
    let info = BidiInfo::new(&joined, Some(Level::rtl()));
    let kept = |c: &char| !matches!(*c, ISOLATE | POP | MARK);
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let chars = joined[run.clone()].chars().filter(kept);
            match levels.get(run.start).is_some_and(|level| level.is_rtl()) {
                true => out.extend(chars.rev().map(mirrored)),
                false => out.extend(chars),
            }
        }
    }
}

/// The sign that keeps two letters from joining.
const NOT_JOINED: char = '\u{200c}';
/// The sign that a line runs from the right.
const MARK: char = '\u{200f}';
/// The signs round a part that runs from the left whatever stands beside it.
const ISOLATE: char = '\u{2066}';
const POP: char = '\u{2069}';

/// The text with every run of words from the left marked as one part.
fn isolated(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut done = 0;
    for run in runs_from_left(text) {
        let run = without_outer_signs(text, run);
        out.push_str(&text[done..run.start]);
        out.push(ISOLATE);
        out.push_str(&text[run.clone()]);
        out.push(POP);
        done = run.end;
    }
    out.push_str(&text[done..]);
    out
}

/// Where words from the left follow one another; signs that stand alone between them belong to them.
fn runs_from_left(text: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut goes_on = false;
    let mut at = 0;
    for word in text.split_inclusive(' ') {
        let (start, end) = (at, at + word.trim_end().len());
        at += word.len();
        let ours = word.chars().any(from_right);
        // A path stays one also where a folder's name is written from the right.
        let path = word.contains('/') && word.contains(|c: char| c.is_ascii_alphabetic());
        if ours && !path {
            goes_on = false;
        } else if word.contains(char::is_alphanumeric) {
            match runs.last_mut() {
                Some(last) if goes_on => last.end = end,
                _ => runs.push(start..end),
            }
            goes_on = true;
        }
    }
    runs
}

/// A run without the signs at its ends that belong to the sentence round it: what ends a clause, and brackets and quotes
/// whose other half is elsewhere.
fn without_outer_signs(text: &str, mut run: Range<usize>) -> Range<usize> {
    loop {
        let part = &text[run.clone()];
        let (Some(first), Some(last)) = (part.chars().next(), part.chars().next_back()) else {
            return run;
        };
        let count = |sign: char| part.chars().filter(|c| *c == sign).count();
        let loose = |sign: char| match sign {
            '`' | '\'' | '"' => count(sign) % 2 == 1,
            _ => {
                let other = mirrored(sign);
                other != sign && count(sign) > count(other)
            }
        };
        if matches!(last, '.' | ',' | ';' | ':' | '!' | '?') || loose(last) {
            run.end -= last.len_utf8();
        } else if loose(first) {
            run.start += first.len_utf8();
        } else {
            return run;
        }
    }
}

/// A bracket as it looks in text from the right.
fn mirrored(c: char) -> char {
    const PAIRS: [(char, char); 5] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('«', '»')];
    let other = PAIRS.iter().find_map(|(open, close)| match c {
        c if c == *open => Some(*close),
        c if c == *close => Some(*open),
        _ => None,
    });
    other.unwrap_or(c)
}

fn from_right(c: char) -> bool {
    matches!(bidi_class(c), BidiClass::R | BidiClass::AL)
}
