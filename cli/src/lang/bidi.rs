//! Lines in the order in which they stand on a screen, for terminals that do not turn text round themselves.

use std::borrow::Cow;

use unicode_bidi::{BidiClass, BidiInfo, bidi_class};

/// The text with every line that has letters written from the right put into visual order.
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
        let info = BidiInfo::new(line, None);
        for paragraph in &info.paragraphs {
            out.push_str(&info.reorder_line(paragraph, paragraph.range.clone()));
        }
    }
    Cow::Owned(out)
}

fn from_right(c: char) -> bool {
    matches!(bidi_class(c), BidiClass::R | BidiClass::AL)
}
