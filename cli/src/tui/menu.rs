//! Menus: something to choose from.

use crossterm::event::KeyCode;
use masque_core::notation::diagram::width;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Paragraph, Widget};

use super::settings::Settings;
use super::text;
use super::window::{framed, window};

/// Something to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Menu<C> {
    /// What it is about.
    pub(crate) title: String,
    /// What can be chosen, and what that means.
    pub(crate) items: Vec<(String, C)>,
    /// What is under the cursor.
    at: usize,
    /// Whether it asks for no or yes, so that their letters answer it.
    question: bool,
    /// Where its items were drawn.
    areas: Vec<Rect>,
}

/// What a menu came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pressed<C> {
    /// It stays open.
    Open(Menu<C>),
    /// Something was chosen.
    Chosen(C),
    /// It was closed, and nothing chosen.
    Closed,
}

impl<C> Menu<C> {
    /// A menu with its first item under the cursor.
    pub(crate) fn new(title: String, items: Vec<(String, C)>) -> Self {
        Self {
            title,
            items,
            at: 0,
            question: false,
            areas: Vec::new(),
        }
    }

    /// Asks whether something is to be done: no comes first.
    pub(crate) fn ask(settings: &Settings, title: &str, no: C, yes: C) -> Self {
        let items = [(text::NO, no), (text::YES, yes)];
        let items = items.map(|(id, choice)| (settings.word(id), choice));
        Self {
            question: true,
            ..Self::new(settings.word(title), items.into())
        }
    }

    /// Takes in a key.
    pub(crate) fn key(mut self, code: KeyCode) -> Pressed<C> {
        let last = self.items.len().saturating_sub(1);
        match code {
            KeyCode::Up | KeyCode::Char('k') => {
                self.at = self.at.checked_sub(1).unwrap_or(last);
            }
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => {
                self.at = if self.at >= last { 0 } else { self.at + 1 };
            }
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            KeyCode::Enter | KeyCode::Char(' ') => {
                let at = self.at;
                return self.choose(at);
            }
            KeyCode::Char(digit @ '1'..='9') => {
                let at = digit as usize - '1' as usize;
                if at <= last {
                    return self.choose(at);
                }
            }
            KeyCode::Char('n') if self.question => return self.choose(0),
            KeyCode::Char('y') if self.question => return self.choose(1),
            KeyCode::Esc | KeyCode::Char('q') => return Pressed::Closed,
            _ => {}
        }
        Pressed::Open(self)
    }

    /// Takes in a click; one beside it closes it.
    pub(crate) fn click(self, at: Position) -> Pressed<C> {
        match self.areas.iter().position(|area| area.contains(at)) {
            Some(item) => self.choose(item),
            None => Pressed::Closed,
        }
    }

    fn choose(self, at: usize) -> Pressed<C> {
        let item = self.items.into_iter().nth(at);
        item.map_or(Pressed::Closed, |(_, choice)| Pressed::Chosen(choice))
    }

    /// Draws it over the middle of an area, and remembers where its items are.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, settings: &Settings) {
        let widest = self.items.iter().map(|(text, _)| width(text)).max();
        let wide = widest.unwrap_or(0).max(width(&self.title)) as u16 + 8;
        let high = self.items.len() as u16 + 2;
        let inner = window(frame, area, (wide, high), framed(settings, &self.title));
        let mut items = vec![Rect::default(); self.items.len()];
        // What is under the cursor is in view.
        let from = (self.at + 1).saturating_sub(usize::from(inner.height));
        for (i, (y, (text, _))) in (inner.y..inner.bottom())
            .zip(self.items.iter().skip(from))
            .enumerate()
        {
            let item = from + i;
            let number = if item < 9 {
                format!("{}", item + 1)
            } else {
                " ".to_owned()
            };
            let line = Rect::new(inner.x, y, inner.width, 1);
            let style = match item == self.at {
                true => settings.palette.chosen(),
                false => Style::new(),
            };
            let text = settings.shown(text);
            Paragraph::new(format!(" {number}  {text}"))
                .style(style)
                .render(line, frame.buffer_mut());
            items[item] = line;
        }
        self.areas = items;
    }
}
