//! The rulebook as an overlay shows it: prose in lines of a width, and where each clause begins.

use masque_core::notation::diagram::width;

use crate::lang::lines_of;

/// A rulebook's prose.
#[derive(Clone, Debug, Default)]
pub(crate) struct Book {
    text: String,
}

/// A line of a rulebook as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The text.
    pub(crate) text: String,
    /// Whether it is a heading.
    pub(crate) heading: bool,
    /// The clause that begins here.
    pub(crate) clause: Option<String>,
}

impl Book {
    /// A book of Markdown text.
    pub(crate) fn new(text: String) -> Self {
        Self { text }
    }

    /// Its lines at a width.
    pub(crate) fn rows(&self, columns: usize) -> Vec<Row> {
        let plain = |text: String| Row {
            text,
            heading: false,
            clause: None,
        };
        let mut rows = Vec::new();
        let mut paragraph = String::new();
        let mut table: Vec<String> = Vec::new();
        let mut code = false;
        // A picture stands on a line of its own, and cannot be shown.
        let shown = |line: &&str| !line.starts_with("![");
        for line in self.text.lines().filter(shown).chain([""]) {
            let fence = line.trim_start().starts_with("```");
            let level = line.chars().take_while(|c| *c == '#').count();
            let title = !code && level > 0 && line[level..].starts_with(' ');
            let item = line.trim_start().starts_with(['-', '*']);
            let kept = code || line.trim_start().starts_with('|');
            if (fence || title || item || kept || line.trim().is_empty()) && !paragraph.is_empty() {
                let text = std::mem::take(&mut paragraph);
                rows.extend(wrap(&text, columns).into_iter().map(plain));
            }
            let row = line.trim().starts_with('|') && !code;
            if !row && !table.is_empty() {
                rows.extend(columned(&std::mem::take(&mut table), columns).map(plain));
            }
            if fence {
                code = !code;
            } else if title {
                rows.push(heading(&line[level + 1..]));
            } else if row {
                table.push(line.trim().to_owned());
            } else if code || line.trim().is_empty() {
                rows.push(plain(line.trim_end().to_owned()));
            } else {
                paragraph.push_str(&unmarked(line));
                paragraph.push(' ');
            }
        }
        rows
    }

    /// The line at which a clause begins.
    pub(crate) fn find(&self, clause: &str, columns: usize) -> Option<usize> {
        let rows = self.rows(columns);
        rows.iter()
            .position(|row| row.clause.as_deref() == Some(clause))
    }
}

/// `Title {#slug}` with the slug taken off.
fn heading(text: &str) -> Row {
    let (title, clause) = match text.split_once("{#") {
        Some((title, rest)) => (title.trim(), rest.split_once('}').map(|(slug, _)| slug)),
        None => (text.trim(), None),
    };
    Row {
        text: unmarked(title),
        heading: true,
        clause: clause.map(str::to_owned),
    }
}

/// Prose without the marks of links and emphasis; what stands in backquotes stays as it is, in them.
fn unmarked(text: &str) -> String {
    let mut out = String::new();
    for (number, part) in text.split('`').enumerate() {
        if number > 0 {
            out.push('`');
        }
        if number % 2 == 1 {
            out.push_str(part);
            continue;
        }
        let mut rest = part;
        while let Some((before, after)) = rest.split_once('[') {
            // `[words](address)`: the words are what a reader needs.
            let link = after.split_once("](").and_then(|(words, more)| {
                let (_, behind) = more.split_once(')')?;
                Some((words, behind))
            });
            out.push_str(&emphasised(before));
            match link {
                Some((words, behind)) => {
                    out.push_str(&emphasised(words));
                    rest = behind;
                }
                None => {
                    out.push('[');
                    rest = after;
                }
            }
        }
        out.push_str(&emphasised(rest));
    }
    out
}

/// Text without the stars that stand at the edge of a word; a star between blanks stays.
fn emphasised(text: &str) -> String {
    let mut out = String::new();
    let stars: Vec<char> = text.chars().collect();
    for (at, c) in stars.iter().enumerate() {
        let beside = |other: Option<&char>| other.is_some_and(|o| !o.is_whitespace());
        let touches =
            beside(at.checked_sub(1).and_then(|i| stars.get(i))) || beside(stars.get(at + 1));
        let begins_list = out.trim().is_empty() && stars.get(at + 1).is_some_and(|n| *n == ' ');
        if *c != '*' || !touches || begins_list {
            out.push(*c);
        }
    }
    out
}

/// A table in columns, without its lines; each row in a line of its own where they fit, else cell after cell.
fn columned(table: &[String], columns: usize) -> std::vec::IntoIter<String> {
    let cells = |line: &String| -> Vec<String> {
        let inner = line.trim_matches('|');
        inner.split('|').map(|cell| unmarked(cell.trim())).collect()
    };
    let rules = |line: &&String| !line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let rows: Vec<Vec<String>> = table.iter().filter(rules).map(cells).collect();
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| width(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(wide).collect();
    let fits = widths.iter().sum::<usize>() + 2 * count.saturating_sub(1) <= columns;
    let mut lines = Vec::new();
    for row in rows {
        if fits {
            let mut line = String::new();
            for (cell, wide) in row.iter().zip(&widths) {
                line.push_str(cell);
                line.push_str(&" ".repeat(wide - width(cell) + 2));
            }
            lines.push(line.trim_end().to_owned());
        } else {
            lines.extend(wrap(&row.join("  "), columns));
        }
    }
    lines.into_iter()
}

/// A paragraph in lines of at most so many columns; what it begins with is not repeated.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(8);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && width(&line) + 1 + width(word) > columns {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for c in word.chars() {
            // A word that is longer than a line is cut: a path behind a name that fits, anything else where the line ends.
            if width(&line) + width(c.encode_utf8(&mut [0; 4])) > columns {
                let behind = line.rfind(['/', '\\']).map_or(line.len(), |at| at + 1);
                let rest = line.split_off(behind);
                lines.push(std::mem::replace(&mut line, rest));
            }
            line.push(c);
        }
    }
    lines.push(line);
    lines_of(text, lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_paragraph_from_the_right_runs_from_there_too() {
        use crate::lang::{Bidi, Lang};
        let lines = wrap("אבגד הוזח (castling).", 12);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| width(line) <= 12));
        for (bidi, stands) in [
            (Bidi::Visual, ["חזוה דגבא", ".(castling)"]),
            (Bidi::Logical, ["אבגד הוזח", "(castling)."]),
        ] {
            let lang = Lang::choose(Some("fa"), bidi, |_| None).expect("Persian");
            let shown: Vec<_> = lines.iter().map(|line| lang.shown(line)).collect();
            assert_eq!(shown, stands);
        }
    }

    #[test]
    fn clauses_are_found_where_they_begin() {
        let book = Book::new(
            "# Game\n\nSome words that are long enough to be cut in two.\n\n### Castling {#castling}\n\nText.\n".to_owned(),
        );
        let rows = book.rows(20);
        let at = book.find("castling", 20).expect("a clause");
        assert_eq!(rows[at].text, "Castling");
        assert!(rows[at].heading);
        assert_eq!(book.find("nothing", 20), None);
    }

    #[test]
    fn prose_is_shown_without_the_marks_of_markdown() {
        let text = "# **Loud** `e2*`\n\nSee [the rules](../x.md) and *this*, 2 * 3, `a*b*`.\n\n| a | b |\n|---|---|\n| `x` | long cell |\n";
        let rows = Book::new(text.to_owned()).rows(60);
        let shown: Vec<&str> = rows.iter().map(|r| r.text.trim_end()).collect();
        assert_eq!(
            shown,
            [
                "Loud `e2*`",
                "",
                "See the rules and this, 2 * 3, `a*b*`.",
                "",
                "a    b",
                "`x`  long cell",
                "",
            ]
        );
    }

    #[test]
    fn a_path_is_cut_between_its_names() {
        let path = "Saved in ~/.local/share/masque/games/hidden-chess-0001.masque.";
        assert_eq!(
            wrap(path, 34),
            [
                "Saved in",
                "~/.local/share/masque/games/",
                "hidden-chess-0001.masque.",
            ]
        );
    }

    #[test]
    fn no_line_is_wider_than_it_may_be() {
        let text = "a verylongwordthatdoesnotfitanywhere 包包包包包包包包 end";
        for columns in 8..30 {
            for line in wrap(text, columns) {
                assert!(width(&line) <= columns, "{columns}: {line}");
            }
        }
    }
}
