//! What can be read over any board: the keys, and the rules.

use crossterm::event::KeyCode;
use masque_core::notation::diagram::width;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Block;

use super::book::{Book, wrap};
use super::keys::Group;
use super::settings::Settings;
use super::text;
use super::window::{Styled, framed, scrolled_lines, window};

/// Something to read, and how far it is scrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    /// The keys.
    Help(usize),
    /// The rules; at the clause at hand when they were just opened.
    Book(Option<usize>),
}

/// What stands on pages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printed<'a> {
    /// The keys of this screen.
    pub(crate) keys: &'static [Group],
    /// The rulebook.
    pub(crate) book: &'a Book,
    /// The clause at hand.
    pub(crate) clause: Option<&'a str>,
    /// The clock that runs behind the page.
    pub(crate) clock: Option<&'a Styled>,
}

impl Page {
    fn at(self) -> usize {
        match self {
            Self::Help(at) => at,
            Self::Book(at) => at.unwrap_or(0),
        }
    }

    fn scrolled(self, at: usize) -> Self {
        match self {
            Self::Help(_) => Self::Help(at),
            Self::Book(_) => Self::Book(Some(at)),
        }
    }

    /// The page after a key; nothing when the key closes it.
    pub(crate) fn key(self, code: KeyCode) -> Option<Self> {
        let at = self.at();
        let at = match code {
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Enter => at + 1,
            KeyCode::Up | KeyCode::Char('k') => at.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => at + 10,
            KeyCode::PageUp => at.saturating_sub(10),
            KeyCode::Home => 0,
            KeyCode::End => usize::MAX / 2,
            _ => return None,
        };
        Some(self.scrolled(at))
    }

    /// The page after a turn of the wheel.
    pub(crate) fn wheel(self, up: isize) -> Self {
        self.scrolled(self.at().saturating_add_signed(-3 * up))
    }

    /// Draws it over an area; gives it scrolled no further than there is something to read.
    #[must_use]
    pub(crate) fn draw(
        self,
        frame: &mut Frame<'_>,
        area: Rect,
        settings: &Settings,
        printed: Printed<'_>,
    ) -> Self {
        self.scrolled(match self {
            Self::Help(at) => help(frame, area, settings, printed, at),
            Self::Book(at) => rules(frame, area, settings, printed, at),
        })
    }
}

/// The keys. Gives how far they can be scrolled, at most to what was asked for.
fn help(
    frame: &mut Frame<'_>,
    area: Rect,
    settings: &Settings,
    printed: Printed<'_>,
    scroll: usize,
) -> usize {
    let groups = printed.keys;
    let mut lines: Vec<Styled> = Vec::new();
    let keys = groups.iter().flat_map(|g| g.keys);
    let wide = keys.map(|k| width(k.keys)).max().unwrap_or(0);
    let columns = usize::from(area.width.min(78)) - 4;
    for group in groups {
        if !lines.is_empty() {
            lines.push((String::new(), Style::new()));
        }
        lines.push((settings.word(group.title), settings.palette.accent()));
        for key in group.keys {
            let does = wrap(&settings.lang.say(key.does), columns - wide - 2);
            for (i, line) in does.into_iter().enumerate() {
                let keys = if i == 0 { key.keys } else { "" };
                lines.push((format!("{keys:<wide$}  {line}"), Style::new()));
            }
        }
    }
    let block = headed(settings, text::HELP_TITLE, printed.clock);
    let inner = window(frame, area, (78, lines.len() as u16 + 2), block);
    read_from(frame.buffer_mut(), settings, inner, &lines, scroll)
}

/// A frame with a title and the clock that runs behind it.
fn headed(settings: &Settings, title: &'static str, clock: Option<&Styled>) -> Block<'static> {
    let block = framed(settings, &settings.word(title));
    match clock {
        None => block,
        Some((clock, style)) => {
            let clock = Line::styled(settings.shown(clock), *style);
            block.title_top(clock.right_aligned())
        }
    }
}

/// Lines from one of them on, and in the frame below them where they are and which way there is more. Gives the first
/// that is in view.
fn read_from(
    buf: &mut Buffer,
    settings: &Settings,
    area: Rect,
    lines: &[Styled],
    scroll: usize,
) -> usize {
    let first = scrolled_lines(buf, settings, area, lines, scroll);
    let last = lines.len().min(first + usize::from(area.height));
    if first > 0 || last < lines.len() {
        let (up, down) = if settings.ascii {
            ("^", "v")
        } else {
            ("▲", "▼")
        };
        let up = if first > 0 { up } else { " " };
        let down = if last < lines.len() { down } else { " " };
        let place = text::place_in_page(settings.lang, first + 1, last, lines.len());
        let place = format!(" {up}{down} {} ", settings.shown(&place));
        let columns = usize::from(area.width);
        let x = area.right().saturating_sub(width(&place) as u16);
        let style = settings.palette.accent();
        buf.set_stringn(x.max(area.x), area.bottom(), place, columns, style);
    }
    first
}

/// The rules. Gives how far they are scrolled: to the clause when nothing was scrolled yet.
fn rules(
    frame: &mut Frame<'_>,
    area: Rect,
    settings: &Settings,
    Printed {
        book,
        clause,
        clock,
        ..
    }: Printed<'_>,
    scroll: Option<usize>,
) -> usize {
    let block = headed(settings, text::BOOK_TITLE, clock);
    let inner = window(frame, area, (84, area.height), block);
    let inner = Rect::new(
        inner.x + 1,
        inner.y,
        inner.width.saturating_sub(2),
        inner.height,
    );
    let columns = usize::from(inner.width);
    let scroll = scroll
        .or_else(|| clause.and_then(|clause| book.find(clause, columns)))
        .unwrap_or(0);
    let mut lines: Vec<Styled> = Vec::new();
    for row in book.rows(columns) {
        let mut style = Style::new();
        if row.heading {
            style = settings.palette.accent();
        }
        if row.clause.is_some() && row.clause.as_deref() == clause {
            style = style.add_modifier(Modifier::REVERSED);
        }
        lines.push((row.text, style));
    }
    if lines.is_empty() {
        lines.push((settings.word(text::NO_BOOK), Style::new()));
    }
    read_from(frame.buffer_mut(), settings, inner, &lines, scroll)
}
