//! A line that is typed.

use crossterm::event::KeyCode;

/// A line of text and the place in it where typing goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    before: String,
    after: String,
    /// How far back in what was typed earlier it was recalled from.
    recalled: usize,
}

impl Line {
    /// The whole line.
    pub(crate) fn text(&self) -> String {
        format!("{}{}", self.before, self.after)
    }

    /// What stands before the place where typing goes on.
    pub(crate) fn before(&self) -> &str {
        &self.before
    }

    /// What stands after it.
    pub(crate) fn after(&self) -> &str {
        &self.after
    }

    /// Types some text.
    pub(crate) fn insert(&mut self, text: &str) {
        self.before.extend(text.chars().filter(|c| !c.is_control()));
    }

    /// Takes a key; `true` when it took something away.
    pub(crate) fn key(&mut self, code: KeyCode) -> bool {
        match code {
            KeyCode::Char(c) => self.insert(c.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace => {
                self.before.pop();
                return true;
            }
            KeyCode::Delete => {
                if !self.after.is_empty() {
                    self.after.remove(0);
                }
                return true;
            }
            KeyCode::Left => {
                if let Some(c) = self.before.pop() {
                    self.after.insert(0, c);
                }
            }
            KeyCode::Right => {
                if !self.after.is_empty() {
                    let c = self.after.remove(0);
                    self.before.push(c);
                }
            }
            KeyCode::Home => {
                self.after = self.text();
                self.before.clear();
            }
            KeyCode::End => {
                self.before = self.text();
                self.after.clear();
            }
            _ => {}
        }
        false
    }

    /// Brings back what was typed earlier.
    pub(crate) fn recall(&mut self, typed: &[String], older: bool) {
        self.recalled = match older {
            true => (self.recalled + 1).min(typed.len()),
            false => self.recalled.saturating_sub(1),
        };
        self.before = match self.recalled {
            0 => String::new(),
            back => typed.get(typed.len() - back).cloned().unwrap_or_default(),
        };
        self.after.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_edited_in_the_middle() {
        let mut line = Line::default();
        line.insert("e2é4");
        line.key(KeyCode::Left);
        assert!(line.key(KeyCode::Backspace));
        assert_eq!((line.before(), line.after()), ("e2", "4"));
        line.key(KeyCode::Char('e'));
        line.key(KeyCode::Home);
        line.key(KeyCode::Delete);
        assert_eq!(line.text(), "2e4");
    }

    #[test]
    fn what_was_typed_comes_back() {
        let typed = ["moves".to_owned(), "why e2".to_owned()];
        let mut line = Line::default();
        for (older, wanted) in [
            (true, "why e2"),
            (true, "moves"),
            (true, "moves"),
            (false, "why e2"),
            (false, ""),
        ] {
            line.recall(&typed, older);
            assert_eq!(line.text(), wanted);
        }
    }
}
