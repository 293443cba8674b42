//! A curtain between two people at one screen: nothing but who is to sit down.

use crossterm::event::KeyCode;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::menu::{Menu, Pressed};
use super::settings::Settings;
use super::text;
use super::window::middle;

/// A curtain that is down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Curtain {
    /// Who is to sit down.
    who: String,
    /// The id of how it is asked whether to leave.
    leave: &'static str,
    /// Whether to leave, where that is asked.
    leaving: Option<Menu<bool>>,
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
    /// Comes down before somebody; asks by a message before it lets anybody leave.
    pub(crate) fn new(who: String, leave: &'static str) -> Self {
        Self {
            who,
            leave,
            leaving: None,
        }
    }

    /// Takes in a key: Enter alone raises it, so that nobody does by chance.
    pub(crate) fn key(mut self, code: KeyCode, settings: &Settings) -> Drawn {
        match (self.leaving.take(), code) {
            (Some(menu), _) => {
                let pressed = menu.key(code);
                self.answered(pressed)
            }
            (None, KeyCode::Enter) => Drawn::Raised,
            (None, KeyCode::Char('q')) => {
                self.leaving = Some(Menu::ask(settings, self.leave, false, true));
                Drawn::Down(self)
            }
            (None, _) => Drawn::Down(self),
        }
    }

    /// Takes in a click, which answers what is asked and nothing else.
    pub(crate) fn click(mut self, at: Position) -> Drawn {
        match self.leaving.take() {
            Some(menu) => {
                let pressed = menu.click(at);
                self.answered(pressed)
            }
            None => Drawn::Down(self),
        }
    }

    fn answered(mut self, pressed: Pressed<bool>) -> Drawn {
        match pressed {
            Pressed::Chosen(true) => return Drawn::Left,
            Pressed::Open(menu) => self.leaving = Some(menu),
            Pressed::Chosen(false) | Pressed::Closed => {}
        }
        Drawn::Down(self)
    }

    /// Draws it, over everything.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, settings: &Settings) {
        let lines = text::curtain(settings.lang, &self.who);
        middle(frame.buffer_mut(), area, settings, &lines);
        if let Some(menu) = &mut self.leaving {
            menu.draw(frame, area, settings);
        }
    }
}
