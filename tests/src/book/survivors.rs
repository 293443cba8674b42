//! Reads the section `Survivors`: a list of what `masque mutate` calls changes, with the reasons why no case notices them.

use std::ops::Range;

/// The heading of the section.
pub const SECTION: &str = "Survivors";

/// One item of the list.
pub(super) struct Item {
    /// Where the whole item stands.
    pub(super) whole: Range<usize>,
    /// Where the ids stand, without their backticks.
    pub(super) ids: Vec<Range<usize>>,
    /// Where the reason stands.
    pub(super) reason: Range<usize>,
}

/// The items of a paragraph: lines that begin with `- `, each with what follows up to the next.
pub(super) fn items(text: &str, paragraph: Range<usize>) -> Vec<Item> {
    let mut wholes: Vec<Range<usize>> = Vec::new();
    let mut at = paragraph.start;
    for line in text[paragraph.clone()].split_inclusive('\n') {
        let end = at + line.len();
        if line.starts_with("- ") {
            wholes.push(at + 2..end);
        } else if let Some(last) = wholes.last_mut() {
            last.end = end;
        }
        at = end;
    }
    wholes.into_iter().map(|whole| item(text, whole)).collect()
}

/// One item: ids between backticks, joined by commas, a colon, and the reason.
fn item(text: &str, whole: Range<usize>) -> Item {
    let mut ids = Vec::new();
    let mut at = whole.start;
    loop {
        let rest = &text[at..whole.end];
        let open = at + rest.len() - rest.trim_start_matches([' ', ',', '\n', '\r']).len();
        let Some(inner) = text[open..whole.end].strip_prefix('`') else {
            break;
        };
        let Some(len) = inner.find('`') else { break };
        ids.push(open + 1..open + 1 + len);
        at = open + len + 2;
    }
    let reason = match text[at..whole.end].strip_prefix(':') {
        Some(rest) => whole.end - rest.len()..whole.end,
        None => whole.end..whole.end,
    };
    Item { whole, ids, reason }
}
