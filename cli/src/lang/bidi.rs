//! Lines in the order in which they stand on a screen, for terminals that do not turn text round themselves.

use std::borrow::Cow;

use ar_reshaper::reshape_line;
use unicode_bidi::{BidiClass, BidiInfo, bidi_class};

/// The text with every line that has letters written from the right put into visual order, and its letters joined.
///
/// A line's direction is that of its first letter, so lines of coordinates and commands stay as they are.
pub(super) fn visual(text: &str) -> Cow<'_, str> {
    if !text.chars().any(from_right) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        if !line.chars().any(from_right) {
            out.push_str(line);
            continue;
        }
        // Lines that go on further in stay so: what stands before the first word is not turned.
        let words = line.trim_start();
        out.push_str(&line[..line.len() - words.len()]);
        // What keeps two letters from joining has done so then, and has no column of its own.
        let joined = reshape_line(words).replace(NOT_JOINED, "");
        let info = BidiInfo::new(&joined, None);
        for paragraph in &info.paragraphs {
            let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
            for run in runs {
                let text = &joined[run.clone()];
                match levels.get(run.start).is_some_and(|level| level.is_rtl()) {
                    true => out.extend(text.chars().rev().map(mirrored)),
                    false => out.push_str(text),
                }
            }
        }
    }
    Cow::Owned(out)
}

/// The sign that keeps two letters from joining.
const NOT_JOINED: char = '\u{200c}';

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
