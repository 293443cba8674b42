//! A curtain between two people at one screen: nothing but who is to sit down.

use crossterm::event::KeyCode;
use ratatui::Frame;
use ratatui::layout::Rect;

use super::settings::Settings;
use super::text;
use super::window::middle;

/// A curtain that is down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Curtain {
    /// Who is to sit down.
    who: String,
}

/// What a key behind a curtain came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Drawn {
    /// It stays down.
    Down(Curtain),
    /// The next person is there.
    Raised,
    /// The program is left.
    Left,
}

impl Curtain {
    /// Comes down before somebody.
    pub(crate) fn new(who: String) -> Self {
        Self { who }
    }

    /// Takes in a key.
    pub(crate) fn key(self, code: KeyCode) -> Drawn {
        match code {
            KeyCode::Enter | KeyCode::Char(' ') => Drawn::Raised,
            KeyCode::Char('q') => Drawn::Left,
            _ => Drawn::Down(self),
        }
    }

    /// Draws it, over everything.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, settings: &Settings) {
        let lines = text::curtain(settings.lang, &self.who);
        middle(frame.buffer_mut(), area, settings, &lines);
    }
}
