//! What keys and the mouse do to a game.

use std::io;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use super::{Choice, Game, Overlay, Struck, Tab};
use crate::table::Command;
use crate::tui::curtain::Drawn;
use crate::tui::line::Line;
use crate::tui::menu::Pressed;
use crate::tui::page::Page;
use crate::tui::text;

impl Game {
    /// Takes in a key, the mouse, a paste.
    ///
    /// # Errors
    /// The record could not be written.
    pub(crate) fn event(&mut self, event: &Event, now: u64) -> io::Result<()> {
        match event {
            Event::Key(key) => self.key(*key, now)?,
            Event::Mouse(mouse) => self.mouse(*mouse, now)?,
            Event::Paste(pasted) if self.overlay == Overlay::None => {
                let line = self.line.get_or_insert_with(Line::default);
                line.insert(pasted.lines().next().unwrap_or_default());
            }
            _ => {}
        }
        self.open_choice();
        Ok(())
    }

    fn key(&mut self, key: KeyEvent, now: u64) -> io::Result<()> {
        if self.requests.key(key) {
            return Ok(());
        }
        match std::mem::take(&mut self.overlay) {
            Overlay::None => {}
            Overlay::Curtain(curtain) => {
                self.drawn(curtain.key(key.code, &self.settings), now);
                return Ok(());
            }
            Overlay::Page(page) => {
                self.overlay = page.key(key.code).map_or(Overlay::None, Overlay::Page);
                return Ok(());
            }
            Overlay::Menu(menu) => return self.pressed(menu.key(key.code), now),
        }
        if self.line.is_some() {
            return self.line_key(key, now);
        }
        self.board_key(key, now)
    }

    fn board_key(&mut self, key: KeyEvent, now: u64) -> io::Result<()> {
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        let before = self.struck.take();
        if let (Some(before), KeyCode::Char(digit @ '0'..='9')) = (before, key.code) {
            self.name_site(before, digit);
            return Ok(());
        }
        if let KeyCode::Char(letter @ ('h' | 'j' | 'k' | 'l' | 'n' | 'c')) = key.code {
            self.struck = Some(Struck {
                letter,
                cursor: self.cursor,
                settings: self.settings,
                messages: self.messages.len(),
            });
        }
        match key.code {
            KeyCode::Up if shift => self.scroll_by(self.tab, 1),
            KeyCode::Down if shift => self.scroll_by(self.tab, -1),
            KeyCode::Left | KeyCode::Char('h') => self.go((-1, 0)),
            KeyCode::Right | KeyCode::Char('l') => self.go((1, 0)),
            KeyCode::Up | KeyCode::Char('k') => self.go((0, -1)),
            KeyCode::Down | KeyCode::Char('j') => self.go((0, 1)),
            KeyCode::Enter => self.choose(now)?,
            KeyCode::Esc => self.cancel(),
            KeyCode::Tab => self.turn_tab(1),
            KeyCode::BackTab => self.turn_tab(Tab::ALL.len() - 1),
            KeyCode::PageUp | KeyCode::Char('[') => self.step_back(1),
            KeyCode::PageDown | KeyCode::Char(']') => self.step_back(-1),
            KeyCode::Home => self.back = Some(0),
            KeyCode::End => self.back = None,
            KeyCode::Char(' ') => self.open_menu(),
            KeyCode::Char('?') => self.overlay = Overlay::Page(Page::Help(0)),
            KeyCode::Char('R') => self.overlay = Overlay::Page(Page::Book(None)),
            KeyCode::Char('H') => self.ask_hint(),
            KeyCode::Char('n') => self.settings.native = !self.settings.native,
            KeyCode::Char('F') => self.turn_board(),
            KeyCode::Char('c') => {
                self.settings.palette = self.settings.palette.next();
                self.say_here(
                    text::scheme(self.settings.lang, self.settings.palette).into_owned(),
                    false,
                );
            }
            KeyCode::Char('q') => self.ask_leave(),
            KeyCode::Char(':') => self.line = Some(Line::default()),
            KeyCode::Char(c) if !c.is_control() => {
                let mut line = Line::default();
                line.insert(c.encode_utf8(&mut [0; 4]));
                self.line = Some(line);
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes back what a letter did as a key, as a site is typed.
    fn name_site(&mut self, before: Struck, digit: char) {
        self.cursor = before.cursor;
        self.settings = before.settings;
        self.messages.truncate(before.messages);
        let mut line = Line::default();
        line.insert(&format!("{}{digit}", before.letter));
        self.line = Some(line);
    }

    fn line_key(&mut self, key: KeyEvent, now: u64) -> io::Result<()> {
        let Some(line) = &mut self.line else {
            return Ok(());
        };
        match key.code {
            KeyCode::Esc => self.line = None,
            KeyCode::Enter => {
                let typed = line.text().trim().to_owned();
                self.line = None;
                if !typed.is_empty() {
                    self.typed.push(typed.clone());
                    self.command(&Command::read(&typed), now)?;
                }
            }
            KeyCode::Up | KeyCode::Down => line.recall(&self.typed, key.code == KeyCode::Up),
            code => {
                if line.key(code) && line.text().is_empty() {
                    self.line = None;
                }
            }
        }
        Ok(())
    }

    fn mouse(&mut self, mouse: MouseEvent, now: u64) -> io::Result<()> {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.click(at, now)?,
            MouseEventKind::Down(MouseButton::Right) => self.cancel(),
            MouseEventKind::ScrollUp => self.wheel(at, 1),
            MouseEventKind::ScrollDown => self.wheel(at, -1),
            _ => {}
        }
        Ok(())
    }

    fn drawn(&mut self, drawn: Drawn, now: u64) {
        match drawn {
            Drawn::Down(curtain) => self.overlay = Overlay::Curtain(curtain),
            Drawn::Raised => self.raise_curtain(now),
            Drawn::Left => self.requests.leave = true,
        }
    }

    fn pressed(&mut self, pressed: Pressed<Choice>, now: u64) -> io::Result<()> {
        match pressed {
            Pressed::Open(menu) => self.overlay = Overlay::Menu(menu),
            Pressed::Chosen(choice) => self.chosen_item(choice, now)?,
            Pressed::Closed => {}
        }
        Ok(())
    }

    fn click(&mut self, at: Position, now: u64) -> io::Result<()> {
        match std::mem::take(&mut self.overlay) {
            Overlay::Curtain(curtain) => self.drawn(curtain.click(at), now),
            Overlay::Menu(menu) => self.pressed(menu.click(at), now)?,
            Overlay::Page(_) => {}
            Overlay::None => {
                if let Some((_, tab)) = self.areas.tabs.iter().find(|(area, _)| area.contains(at)) {
                    self.tab = *tab;
                } else if let Some(chart) = self.areas.chart.clone() {
                    let (_, drawing) = self.look();
                    if let Some(site) = chart.hit(at, &drawing) {
                        self.cursor = site;
                        self.choose(now)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn wheel(&mut self, at: Position, up: isize) {
        match &mut self.overlay {
            Overlay::Page(page) => *page = page.wheel(up),
            Overlay::None => {
                let list = self.areas.lists.iter().find(|(area, _)| area.contains(at));
                let tab = list.map_or(self.tab, |(_, tab)| *tab);
                self.scroll_by(tab, 3 * up);
            }
            Overlay::Menu(_) | Overlay::Curtain(_) => {}
        }
    }

    fn scroll_by(&mut self, tab: Tab, up: isize) {
        let scroll = &mut self.scroll[tab.index()];
        *scroll = scroll.saturating_add_signed(up);
    }

    fn turn_tab(&mut self, by: usize) {
        self.tab = Tab::ALL[(self.tab.index() + by) % Tab::ALL.len()];
    }

    fn cancel(&mut self) {
        if let Overlay::Curtain(_) = self.overlay {
            return;
        }
        if self.overlay != Overlay::None {
            self.overlay = Overlay::None;
        } else if self.selected.is_some() {
            self.selected = None;
        } else {
            self.back = None;
            self.hint = None;
        }
    }
}
