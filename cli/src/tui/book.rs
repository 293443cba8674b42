//! The rulebook as an overlay shows it: prose in lines of a width, and where each clause begins.

use masque_core::notation::diagram::width;

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
        let mut code = false;
        for line in self.text.lines().chain([""]) {
            let fence = line.trim_start().starts_with("```");
            let level = line.chars().take_while(|c| *c == '#').count();
            let title = !code && level > 0 && line[level..].starts_with(' ');
            let item = line.trim_start().starts_with(['-', '*']);
            let kept = code || line.trim_start().starts_with('|');
            if (fence || title || item || kept || line.trim().is_empty()) && !paragraph.is_empty() {
                let text = std::mem::take(&mut paragraph);
                rows.extend(wrap(&text, columns).into_iter().map(plain));
            }
            if fence {
                code = !code;
            } else if title {
                rows.push(heading(&line[level + 1..]));
            } else if kept || line.trim().is_empty() {
                rows.push(plain(line.trim_end().to_owned()));
            } else {
                paragraph.push_str(line);
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
        text: title.to_owned(),
        heading: true,
        clause: clause.map(str::to_owned),
    }
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
            // A word that is longer than a line is cut.
            if width(&line) + width(c.encode_utf8(&mut [0; 4])) > columns {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn no_line_is_wider_than_it_may_be() {
        let text = "a verylongwordthatdoesnotfitanywhere 包包包包包包包包 end";
        for columns in 8..30 {
            for line in wrap(text, columns) {
                assert!(width(&line) <= columns, "{columns}: {line}");
            }
        }
    }
}
