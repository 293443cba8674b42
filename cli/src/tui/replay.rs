//! A saved game on a full screen, step by step, by anybody's eyes that the record allows.

use crossterm::event::{Event, KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use masque_core::engine::Engine;
use masque_core::notation::diagram::{Drawing, Style as DrawingStyle};
use masque_core::observation::Observation;
use masque_core::piece::Observer;
use masque_core::site::Site;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::board::{Marks, Paint, Shape};
use super::book::{Book, wrap};
use super::page::{Page, Printed};
use super::request::Requests;
use super::settings::Settings;
use super::window::{too_small, write};
use super::{keys, text, view};

/// A step of a saved game, as one observer saw it.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    /// What was done, in the words of the record.
    pub(crate) deed: String,
    /// What the observer was told.
    pub(crate) told: String,
    /// What the observer knew then.
    pub(crate) seen: Observation,
    /// The same, drawn.
    pub(crate) drawing: Drawing,
}

/// Makes the steps as an observer saw them; an error in words where it cannot.
pub(crate) type Maker = Box<dyn Fn(Observer, &DrawingStyle) -> Result<Vec<Recorded>, String>>;

/// A saved game being shown.
pub(crate) struct Replay {
    engine: std::sync::Arc<dyn Engine>,
    make: Maker,
    /// Whose eyes there are, with their names.
    eyes: Vec<(Observer, String)>,
    eye: usize,
    steps: Vec<Recorded>,
    at: usize,
    result: String,
    settings: Settings,
    /// Whether the board is turned round.
    flipped: bool,
    book: Book,
    clause: Option<String>,
    /// What is read over the board.
    page: Option<Page>,
    /// When the next step follows by itself.
    playing: Option<u64>,
    /// Milliseconds between steps.
    pace: u64,
    digits: String,
    said: String,
    list: Rect,
    /// The step in the first line of the list.
    first: usize,
    pub(crate) requests: Requests,
}

impl Replay {
    /// Opens a game at a step, by the eyes of an observer.
    ///
    /// # Errors
    /// The steps could not be made.
    pub(crate) fn new(
        engine: std::sync::Arc<dyn Engine>,
        make: Maker,
        eyes: Vec<(Observer, String)>,
        observer: Observer,
        step: usize,
        settings: Settings,
    ) -> Result<Self, String> {
        let eye = eyes.iter().position(|(o, _)| *o == observer).unwrap_or(0);
        let steps = make(observer, &settings.style())?;
        Ok(Self {
            engine,
            make,
            eyes,
            eye,
            at: step.min(steps.len().saturating_sub(1)),
            steps,
            result: String::new(),
            settings,
            flipped: false,
            book: Book::default(),
            clause: None,
            page: None,
            playing: None,
            pace: 1000,
            digits: String::new(),
            said: String::new(),
            list: Rect::default(),
            first: 0,
            requests: Requests::default(),
        })
    }

    /// With how the game ended, and the clause of that.
    pub(crate) fn ended(mut self, result: String, clause: Option<String>) -> Self {
        self.result = result;
        self.clause = clause;
        self
    }

    /// With the rulebook.
    pub(crate) fn with_book(mut self, book: Book) -> Self {
        self.book = book;
        self
    }

    /// Whether steps follow by themselves.
    pub(crate) fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    fn last(&self) -> usize {
        self.steps.len().saturating_sub(1)
    }

    /// Lets time pass.
    pub(crate) fn tick(&mut self, now: u64) {
        if self.playing.is_some_and(|at| at <= now) {
            self.at = (self.at + 1).min(self.last());
            self.playing = (self.at < self.last()).then_some(now + self.pace);
        }
    }

    fn make_again(&mut self) {
        let (observer, _) = &self.eyes[self.eye];
        match (self.make)(*observer, &self.settings.style()) {
            Ok(steps) => self.steps = steps,
            Err(error) => self.said = error,
        }
        self.at = self.at.min(self.last());
    }

    /// Takes in a key or the mouse.
    pub(crate) fn event(&mut self, event: &Event, now: u64) {
        match event {
            Event::Key(key) => self.key(*key, now),
            Event::Mouse(mouse) => self.mouse(*mouse),
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent, now: u64) {
        if self.requests.key(key) {
            return;
        }
        if let Some(page) = self.page.take() {
            self.page = page.key(key.code);
            return;
        }
        self.said.clear();
        let typed = std::mem::take(&mut self.digits);
        let stops = !matches!(key.code, KeyCode::Char(' ' | 'p' | '+' | '-' | '='));
        if stops {
            self.playing = None;
        }
        match key.code {
            KeyCode::Right | KeyCode::PageDown | KeyCode::Char('l' | ']') => {
                self.at = (self.at + 1).min(self.last());
            }
            KeyCode::Left | KeyCode::PageUp | KeyCode::Char('h' | '[') => {
                self.at = self.at.saturating_sub(1);
            }
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.last(),
            KeyCode::Char(digit) if digit.is_ascii_digit() && typed.len() < 6 => {
                self.digits = format!("{typed}{digit}");
            }
            KeyCode::Enter => {
                if let Ok(step) = typed.parse::<usize>() {
                    self.at = step.min(self.last());
                }
            }
            KeyCode::Char(' ' | 'p') => {
                self.playing = match self.playing {
                    Some(_) => None,
                    None => {
                        if self.at == self.last() {
                            self.at = 0;
                        }
                        Some(now + self.pace)
                    }
                };
            }
            KeyCode::Char('+' | '=') => self.pace = (self.pace / 2).max(50),
            KeyCode::Char('-') => self.pace = (self.pace * 2).min(10_000),
            KeyCode::Char('o') => {
                if self.eyes.len() > 1 {
                    self.eye = (self.eye + 1) % self.eyes.len();
                    self.make_again();
                } else {
                    self.said = self.settings.word(text::ONLY_PUBLIC);
                }
            }
            KeyCode::Char('n') => {
                self.settings.native = !self.settings.native;
                self.make_again();
            }
            KeyCode::Char('c') => self.settings.palette = self.settings.palette.next(),
            KeyCode::Char('F') => self.flipped = !self.flipped,
            KeyCode::Char('?') => self.page = Some(Page::Help(0)),
            KeyCode::Char('R') => self.page = Some(Page::Book(None)),
            KeyCode::Char('q') | KeyCode::Esc => self.requests.leave = true,
            _ => {}
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let at = Position::new(mouse.column, mouse.row);
        let up = match mouse.kind {
            MouseEventKind::ScrollUp => 1,
            MouseEventKind::ScrollDown => -1,
            MouseEventKind::Down(MouseButton::Left) => {
                if self.page.take().is_none() && self.list.contains(at) {
                    self.playing = None;
                    self.at = (self.first + usize::from(at.y - self.list.y)).min(self.last());
                }
                return;
            }
            _ => return,
        };
        match &mut self.page {
            Some(page) => *page = page.wheel(up),
            None => {
                self.playing = None;
                self.at = self.at.saturating_add_signed(-up).min(self.last());
            }
        }
    }

    /// Draws it.
    pub(crate) fn render(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if too_small(frame.buffer_mut(), area, &self.settings) {
            return;
        }
        let Some(step) = self.steps.get(self.at) else {
            return;
        };
        let spec = self.engine.spec();
        let paint = Paint {
            palette: self.settings.palette,
            sides: &spec.sides,
            ascii: self.settings.ascii,
        };
        let shape = Shape::of(&step.drawing, &spec.board, self.settings.wide(spec));
        let (left, right) = view::split(area, &shape);
        let marked = step.drawing.places().iter().filter(|p| p.marked);
        let marks = Marks {
            last: marked.map(|p| p.site).collect::<Vec<Site>>(),
            ..Marks::default()
        };
        let chart = shape.fit(left, self.flipped);
        chart.paint(frame.buffer_mut(), &step.drawing, &marks, paint);
        self.panel(frame, right);
        if let Some(page) = &mut self.page {
            let printed = Printed {
                keys: keys::REPLAY,
                book: &self.book,
                clause: self.clause.as_deref(),
                clock: None,
            };
            *page = page.draw(frame, area, &self.settings, printed);
        }
    }

    fn panel(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let palette = self.settings.palette;
        let columns = usize::from(area.width);
        let buf = frame.buffer_mut();
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let Some(step) = self.steps.get(self.at) else {
            return;
        };
        let lang = self.settings.lang;
        let spec = self.engine.spec();
        let title = lang.title(&spec.title).unwrap_or(&spec.id);
        let mut lines: Vec<(String, Style)> = Vec::new();
        lines.push((title.to_owned(), bold));
        let (_, who) = &self.eyes[self.eye];
        lines.push((text::seen_by(lang, who), palette.dim()));
        lines.push((text::at_step(lang, self.at, self.last()), Style::new()));
        let mut more = |text: &str, style: Style, most: usize| {
            let wrapped = wrap(text, columns).into_iter().filter(|l| !l.is_empty());
            lines.extend(wrapped.take(most).map(|l| (l, style)));
        };
        more(&step.deed, palette.accent(), 2);
        more(&step.told, Style::new(), 4);
        if let Some(terrain) = &step.seen.terrain {
            more(&text::hazards(lang, terrain.left), Style::new(), 1);
        }
        if self.at == self.last() {
            more(&self.result, palette.accent(), 3);
        }
        more(&self.said, palette.warning(), 2);
        let mut y = area.y;
        for (line, style) in lines {
            write(buf, &self.settings, (area.x, y), &line, columns, style);
            y += 1;
        }
        y += 1;
        let list = Rect::new(area.x, y, area.width, (area.bottom() - 1).saturating_sub(y));
        let room = usize::from(list.height).max(1);
        self.first = self
            .at
            .saturating_sub(room / 2)
            .min(self.steps.len().saturating_sub(room));
        self.list = list;
        let shown = self.steps.iter().enumerate().skip(self.first);
        for ((number, step), y) in shown.zip(list.y..list.bottom()) {
            let style = match number == self.at {
                true => palette.chosen(),
                false => Style::new(),
            };
            let text = format!("{number:>3}. {}", step.deed);
            write(buf, &self.settings, (list.x, y), &text, columns, style);
        }
        let y = area.bottom() - 1;
        let foot = if !self.digits.is_empty() {
            format!(":{}", self.digits)
        } else if self.playing.is_some() {
            self.settings.word(text::PLAYING)
        } else {
            self.settings.word(text::REPLAY_HINTS)
        };
        write(
            buf,
            &self.settings,
            (area.x, y),
            &foot,
            columns,
            palette.dim(),
        );
    }
}
