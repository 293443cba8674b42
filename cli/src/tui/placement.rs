//! Laying out in secret on a full screen.

use std::path::Path;

use crossterm::event::{Event, KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use masque_core::deal::{Layout, LayoutError};
use masque_core::engine::Engine;
use masque_core::notation::diagram::{Drawing, Role};
use masque_core::piece::{Kind, Piece, Seat, Side};
use masque_core::random::Dice;
use masque_core::site::Site;
use masque_scripting::diag::Diagnostic;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::board::{Chart, Marks, Paint, Shape};
use super::book::{Book, wrap};
use super::line::Line;
use super::menu::{Menu, Pressed};
use super::page::{Page, Printed};
use super::request::Requests;
use super::settings::Settings;
use super::window::{too_small, write};
use super::{keys, text, view};
use crate::play::layout::{self, Command};
use crate::table::{why, words};

/// What a line is typed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Command,
    Save,
    Load,
}

/// What lies over the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Overlay {
    #[default]
    None,
    /// Something to read.
    Page(Page),
    /// The names of layouts.
    Names(Menu<String>),
    /// Whether the layout is final.
    Ready(Menu<bool>),
    /// Whether to leave.
    Leave(Menu<bool>),
}

/// A seat's layout while it is arranged.
pub(crate) struct Placement<'a> {
    engine: &'a dyn Engine,
    seat: Seat,
    pub(crate) layout: Layout,
    pub(crate) settings: Settings,
    flipped: bool,
    book: Book,
    empty: Drawing,
    cursor: Site,
    taken: Option<Site>,
    overlay: Overlay,
    line: Option<(Purpose, Line)>,
    /// What came of the last deed, and whether that is not as it should be.
    said: Vec<(String, bool)>,
    clause: Option<String>,
    chart: Option<Chart>,
    pub(crate) ready: bool,
    pub(crate) requests: Requests,
}

impl<'a> Placement<'a> {
    /// Begins with a layout drawn at random.
    ///
    /// # Errors
    /// The variant has no layouts, or its board cannot be drawn.
    pub(crate) fn new(
        engine: &'a dyn Engine,
        seat: Seat,
        dice: &mut Dice,
        settings: Settings,
        book: Book,
    ) -> Result<Self, String> {
        let random = engine.named_layout(seat, "random", dice);
        let layout = random.map_err(|e| e.to_string())?;
        let cursor = layout.first().map_or(Site(0), |(site, _)| *site);
        let mut placement = Self {
            engine,
            seat,
            layout,
            settings,
            // A seat sees its own side below.
            flipped: engine.spec().sides[seat.index()].down,
            book,
            empty: Drawing::default(),
            cursor,
            taken: None,
            overlay: Overlay::None,
            line: None,
            said: Vec::new(),
            clause: None,
            chart: None,
            ready: false,
            requests: Requests {
                wipe: true,
                ..Requests::default()
            },
        };
        placement.draw_empty()?;
        Ok(placement)
    }

    fn draw_empty(&mut self) -> Result<(), String> {
        let setup = self.engine.format_setup(&self.engine.empty_setup());
        let style = self.settings.style();
        self.empty = self.engine.look_public(&setup, &style)?.1;
        Ok(())
    }

    fn kind_at(&self, site: Site) -> Option<Kind> {
        let found = self.layout.iter().find(|(s, _)| *s == site);
        found.map(|(_, kind)| *kind)
    }

    fn glyph(&self, kind: Kind) -> String {
        let side = Side(self.seat.0);
        let spec = self.engine.spec().kinds.get(kind.index());
        let native = spec.map_or("", |k| k.glyph[side.index()].as_str());
        if self.settings.native && !self.settings.ascii && !native.is_empty() {
            native.to_owned()
        } else {
            self.engine.letter(Piece { side, kind }).to_string()
        }
    }

    /// The board with the layout on it.
    fn drawing(&self) -> Drawing {
        let mut drawing = self.empty.clone();
        let side = Side(self.seat.0);
        for (site, kind) in &self.layout {
            drawing.put(*site, Role::Piece(side), self.glyph(*kind));
        }
        drawing
    }

    fn say(&mut self, text: String, warns: bool) {
        self.said.push((text, warns));
    }

    /// Says something in place of what was said before.
    fn say_only(&mut self, text: String, warns: bool) {
        self.said.clear();
        self.say(text, warns);
    }

    /// Takes a changed layout, or says what forbids it.
    fn change(&mut self, changed: Layout) {
        match self.engine.check_layout(self.seat, &changed) {
            Ok(()) => self.take(changed),
            Err(wrong) => self.forbidden(&wrong),
        }
    }

    fn take(&mut self, layout: Layout) {
        self.layout = layout;
        self.taken = None;
        self.said.clear();
    }

    fn forbidden(&mut self, wrong: &[LayoutError]) {
        self.said.clear();
        for error in wrong {
            if !error.clause().is_empty() {
                self.clause = Some(error.clause().to_owned());
            }
            let text = why::no_layout(self.settings.lang, self.engine, self.seat, error);
            self.say(text, true);
        }
    }

    /// Says what is wrong with a file. The words are those of the file, and as they are told of it anywhere.
    fn unreadable(&mut self, wrong: &[Diagnostic]) {
        self.said.clear();
        for diagnostic in wrong {
            let text = match diagnostic.clause.as_deref() {
                Some(clause) => {
                    self.clause = Some(clause.to_owned());
                    format!("{} ({clause})", diagnostic.message)
                }
                None => diagnostic.message.clone(),
            };
            self.say(text, true);
        }
    }

    /// Takes in a key, the mouse, a paste.
    pub(crate) fn event(&mut self, event: &Event, dice: &mut Dice) {
        match event {
            Event::Key(key) => self.key(*key, dice),
            Event::Mouse(mouse) => self.mouse(*mouse, dice),
            Event::Paste(pasted) => {
                if let Some((_, line)) = &mut self.line {
                    line.insert(pasted.lines().next().unwrap_or_default());
                }
            }
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent, dice: &mut Dice) {
        if self.requests.key(key) {
            return;
        }
        match std::mem::take(&mut self.overlay) {
            Overlay::None => {}
            Overlay::Page(page) => {
                self.overlay = page.key(key.code).map_or(Overlay::None, Overlay::Page);
                return;
            }
            Overlay::Names(menu) => return self.names_pressed(menu.key(key.code), dice),
            Overlay::Ready(menu) => return self.ready_pressed(menu.key(key.code)),
            Overlay::Leave(menu) => return self.leave_pressed(menu.key(key.code)),
        }
        if self.line.is_some() {
            return self.line_key(key.code, dice);
        }
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.go((-1, 0)),
            KeyCode::Right | KeyCode::Char('l') => self.go((1, 0)),
            KeyCode::Up | KeyCode::Char('k') => self.go((0, -1)),
            KeyCode::Down | KeyCode::Char('j') => self.go((0, 1)),
            KeyCode::Enter => self.choose(),
            KeyCode::Esc => self.taken = None,
            KeyCode::Char(' ') => self.overlay = Overlay::Names(self.names()),
            KeyCode::Char('r') => self.named(text::RANDOM_LAYOUT, dice),
            KeyCode::Char(':') => self.line = Some((Purpose::Command, Line::default())),
            KeyCode::Char('s') => self.line = Some((Purpose::Save, Line::default())),
            KeyCode::Char('o') => self.line = Some((Purpose::Load, Line::default())),
            KeyCode::Char('D') => self.ask_ready(),
            KeyCode::Char('?') => self.overlay = Overlay::Page(Page::Help(0)),
            KeyCode::Char('R') => self.overlay = Overlay::Page(Page::Book(None)),
            KeyCode::Char('c') => self.settings.palette = self.settings.palette.next(),
            KeyCode::Char('F') => self.flipped = !self.flipped,
            KeyCode::Char('n') => {
                self.settings.native = !self.settings.native;
                if let Err(error) = self.draw_empty() {
                    self.say(error, true);
                }
            }
            KeyCode::Char('q') => {
                let menu = Menu::ask(&self.settings, text::LEAVE_LAYOUT, false, true);
                self.overlay = Overlay::Leave(menu);
            }
            _ => {}
        }
    }

    fn names_pressed(&mut self, pressed: Pressed<String>, dice: &mut Dice) {
        match pressed {
            Pressed::Open(menu) => self.overlay = Overlay::Names(menu),
            Pressed::Chosen(name) => self.named(&name, dice),
            Pressed::Closed => {}
        }
    }

    fn ready_pressed(&mut self, pressed: Pressed<bool>) {
        match pressed {
            Pressed::Open(menu) => self.overlay = Overlay::Ready(menu),
            Pressed::Chosen(true) => self.commit(),
            Pressed::Chosen(false) | Pressed::Closed => {}
        }
    }

    fn leave_pressed(&mut self, pressed: Pressed<bool>) {
        match pressed {
            Pressed::Open(menu) => self.overlay = Overlay::Leave(menu),
            Pressed::Chosen(yes) => self.requests.leave = yes,
            Pressed::Closed => {}
        }
    }

    fn ask_ready(&mut self) {
        let menu = Menu::ask(&self.settings, text::READY, false, true);
        self.overlay = Overlay::Ready(menu);
    }

    fn commit(&mut self) {
        match self.engine.check_layout(self.seat, &self.layout) {
            Ok(()) => self.ready = true,
            Err(wrong) => self.forbidden(&wrong),
        }
    }

    fn line_key(&mut self, code: KeyCode, dice: &mut Dice) {
        let Some((purpose, line)) = &mut self.line else {
            return;
        };
        match code {
            KeyCode::Esc => self.line = None,
            KeyCode::Enter => {
                let (purpose, typed) = (*purpose, line.text().trim().to_owned());
                self.line = None;
                match purpose {
                    _ if typed.is_empty() => {}
                    Purpose::Command => self.command(&typed, dice),
                    Purpose::Save => self.save(&typed),
                    Purpose::Load => self.load(&typed),
                }
            }
            code => {
                if line.key(code) && *purpose == Purpose::Command && line.text().is_empty() {
                    self.line = None;
                }
            }
        }
    }

    /// Does what can be typed here; anything else is told apart from the name of a layout or a file.
    fn command(&mut self, typed: &str, dice: &mut Dice) {
        let lang = self.settings.lang;
        match Command::read(typed) {
            None => {}
            Some(Command::Help) => self.overlay = Overlay::Page(Page::Help(0)),
            Some(Command::Show) => self.said.clear(),
            Some(Command::Names) => self.overlay = Overlay::Names(self.names()),
            Some(Command::Quit) => self.requests.leave = true,
            Some(Command::Ready) => self.ask_ready(),
            Some(Command::Swap(a, b)) => match (self.engine.site(&a), self.engine.site(&b)) {
                (Some(a), Some(b)) => self.change(layout::swapped(&self.layout, a, b)),
                _ => self.say_only(lang.say("layout-swap").into_owned(), true),
            },
            Some(Command::Load(path)) => self.load(&path),
            Some(Command::Save(path)) => self.save(&path),
            Some(Command::Named(name)) => self.named(&name, dice),
            Some(Command::InPlay(typed)) => {
                self.say_only(layout::in_play(lang, &typed), true);
            }
            Some(Command::Unknown) => self.say_only(text::no_layout_command(lang, typed), true),
        }
    }

    fn save(&mut self, path: &str) {
        let lang = self.settings.lang;
        match layout::save_file(self.engine, self.seat, &self.layout, Path::new(path)) {
            Ok(()) => self.say_only(text::saved(lang, path), false),
            Err(error) => self.say_only(text::not_saved(lang, path, &error.to_string()), true),
        }
    }

    fn load(&mut self, path: &str) {
        match layout::read_file(self.engine, self.seat, Path::new(path)) {
            Ok(read) => self.take(read),
            Err(wrong) => self.unreadable(&wrong),
        }
    }

    fn names(&self) -> Menu<String> {
        let layouts = self.engine.spec().setup.layout.iter();
        let named = layouts.flat_map(|l| l.named.iter().map(|n| n.name.clone()));
        let mut items: Vec<(String, String)> = named.map(|name| (name.clone(), name)).collect();
        // This one is drawn, and has no name of its own.
        let random = self.settings.word(text::RANDOM);
        items.push((random, text::RANDOM_LAYOUT.to_owned()));
        Menu::new(self.settings.word(text::PLACEMENT_TITLE), items)
    }

    fn named(&mut self, name: &str, dice: &mut Dice) {
        match self.engine.named_layout(self.seat, name, dice) {
            Ok(layout) => self.take(layout),
            Err(_) => self.say_only(text::no_layout_command(self.settings.lang, name), true),
        }
    }

    fn go(&mut self, step: (i32, i32)) {
        if let Some(chart) = &self.chart {
            self.cursor = chart.step(self.cursor, step, &self.empty);
        }
    }

    /// Takes the piece under the cursor, or lets it change places with the one that was taken.
    fn choose(&mut self) {
        match self.taken.take() {
            Some(from) if from == self.cursor => {}
            Some(from) => {
                let changed = layout::swapped(&self.layout, from, self.cursor);
                self.change(changed);
            }
            None if self.kind_at(self.cursor).is_some() => self.taken = Some(self.cursor),
            None => {}
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, dice: &mut Dice) {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => match std::mem::take(&mut self.overlay) {
                Overlay::Names(menu) => self.names_pressed(menu.click(at), dice),
                Overlay::Ready(menu) => self.ready_pressed(menu.click(at)),
                Overlay::Leave(menu) => self.leave_pressed(menu.click(at)),
                Overlay::Page(_) => {}
                Overlay::None => {
                    let chart = self.chart.as_ref();
                    if let Some(site) = chart.and_then(|c| c.hit(at, &self.empty)) {
                        self.cursor = site;
                        self.choose();
                    }
                }
            },
            MouseEventKind::Down(MouseButton::Right) => {
                self.taken = None;
                self.overlay = Overlay::None;
            }
            _ => {}
        }
    }

    /// Sites that the taken piece may change places with.
    fn partners(&self) -> Vec<Site> {
        let Some(from) = self.taken else {
            return Vec::new();
        };
        let allowed = |to: &Site| {
            *to != from
                && self.kind_at(*to) != self.kind_at(from)
                && self
                    .engine
                    .check_layout(self.seat, &layout::swapped(&self.layout, from, *to))
                    .is_ok()
        };
        let own = self.engine.layout_sites(self.seat);
        own.into_iter().filter(allowed).collect()
    }

    /// Draws it.
    pub(crate) fn render(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if too_small(frame.buffer_mut(), area, &self.settings) {
            return;
        }
        let drawing = self.drawing();
        let spec = self.engine.spec();
        let paint = Paint {
            palette: self.settings.palette,
            sides: &spec.sides,
            ascii: self.settings.ascii,
        };
        let marks = Marks {
            cursor: Some(self.cursor),
            selected: self.taken,
            targets: self.partners(),
            ..Marks::default()
        };
        let shape = Shape::of(&drawing, &spec.board, self.settings.wide(spec));
        let (left, right) = view::split(area, &shape);
        let chart = shape.fit(left, self.flipped);
        chart.paint(frame.buffer_mut(), &drawing, &marks, paint);
        self.chart = Some(chart);
        self.panel(frame, right);
        match &mut self.overlay {
            Overlay::None => {}
            Overlay::Page(page) => {
                let printed = Printed {
                    keys: keys::PLACEMENT,
                    book: &self.book,
                    clause: self.clause.as_deref(),
                    clock: None,
                };
                *page = page.draw(frame, area, &self.settings, printed);
            }
            Overlay::Names(menu) => menu.draw(frame, area, &self.settings),
            Overlay::Ready(menu) | Overlay::Leave(menu) => {
                menu.draw(frame, area, &self.settings);
            }
        }
    }

    fn panel(&self, frame: &mut Frame<'_>, area: Rect) {
        let settings = &self.settings;
        let palette = settings.palette;
        let spec = self.engine.spec();
        let columns = usize::from(area.width);
        let buf = frame.buffer_mut();
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let lang = self.settings.lang;
        let title = lang.title(&spec.title).unwrap_or(&spec.id);
        write(buf, settings, (area.x, area.y), title, columns, bold);
        let side = lang.side(&spec.sides[self.seat.index()]);
        let style = palette.side(Side(self.seat.0), &spec.sides);
        let of = text::layout_of(lang, side);
        write(buf, settings, (area.x, area.y + 1), &of, columns, style);
        let name = self.engine.site_name(self.cursor);
        let kind = self.kind_at(self.cursor);
        let what = kind.map(|k| words::kind(lang, self.engine, Side(self.seat.0), k));
        let site = lang.with_head(name, what.as_deref().unwrap_or_default());
        write(buf, settings, (area.x, area.y + 3), &site, columns, bold);
        let mut lines: Vec<(String, Style)> = Vec::new();
        let intro = settings.word(text::PLACEMENT_INTRO);
        let intro = wrap(&intro, columns).into_iter();
        lines.extend(intro.map(|line| (line, palette.dim())));
        lines.push((String::new(), Style::new()));
        for (text, warns) in &self.said {
            let style = if *warns {
                palette.warning()
            } else {
                Style::new()
            };
            lines.extend(wrap(text, columns).into_iter().map(|l| (l, style)));
        }
        let (top, bottom) = (area.y + 5, area.bottom() - 2);
        let room = usize::from(bottom - top);
        let from = lines.len().saturating_sub(room);
        for ((line, style), y) in lines.iter().skip(from).zip(top..bottom) {
            write(buf, settings, (area.x, y), line, columns, *style);
        }
        match &self.line {
            Some((purpose, line)) => {
                let named = |id: &str| format!("{}: ", lang.say(id));
                let prompt = match purpose {
                    Purpose::Command => ":".to_owned(),
                    Purpose::Save => named(text::SAVE_AS),
                    Purpose::Load => named(text::LOAD_FROM),
                };
                view::typed(frame, area, &prompt, line);
            }
            None => {
                let hints = lang.say(text::PLACEMENT_HINTS);
                let at = (area.x, area.bottom() - 1);
                write(buf, settings, at, &hints, columns, palette.dim());
            }
        }
    }
}
