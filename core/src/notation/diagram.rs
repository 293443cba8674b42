//! Boards drawn as lines of text, from a view.
//!
//! The plain style draws what the case language reads, so that a drawn board can be pasted into a case:
//!
//! ```text
//! 4 | + + 1 . . k
//! 3 | r~ . * . . .
//!     a b c d e f
//! ```
//!
//! The others are for people: native characters, roads and rails between the sites of a graph, lines of a board whose
//! pieces stand on intersections, the last action in brackets. What a line is made of is told with it, so that a
//! terminal may colour it; nothing here depends on what the observer cannot see.

use std::fmt;

use crate::action::Tag;
use crate::board::Board;
use crate::notation::words::{letter, look};
use crate::piece::{Cell, Kind, Piece, Side};
use crate::site::Site;
use crate::view::View;

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// By their letters.
    #[default]
    Letters,
    /// By the variant's own characters, where it has any.
    Native,
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// How pieces are drawn.
    pub glyphs: Glyphs,
    /// Only ASCII characters.
    pub ascii: bool,
    /// The last action's end in brackets.
    pub marks: bool,
    /// Lines between sites where the board has edges or intersections.
    pub lines: bool,
}

impl Style {
    /// What the case language reads.
    pub const PLAIN: Self = Self {
        glyphs: Glyphs::Letters,
        ascii: true,
        marks: false,
        lines: false,
    };

    /// The style for people: plain where only ASCII is wanted, native characters where they are.
    #[must_use]
    pub fn choose(ascii: bool, native: bool) -> Self {
        if ascii {
            return Self::PLAIN;
        }
        Self {
            glyphs: if native {
                Glyphs::Native
            } else {
                Glyphs::Letters
            },
            ascii: false,
            marks: true,
            lines: true,
        }
    }
}

/// What a part of a line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Coordinates, lines between sites, blanks.
    Frame,
    /// An empty site.
    Empty,
    /// A piece of a side that everybody sees.
    Piece(Side),
    /// A hidden piece; its side where it shows.
    Hidden(Option<Side>),
    /// A hidden piece that the observer knows.
    Known(Side),
    /// Fog.
    Fog,
    /// A number of neighbouring hazards.
    Number(u8),
    /// A hazard that everybody sees.
    Hazard,
    /// The brackets round the last action's end.
    Mark,
}

/// One line of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    parts: Vec<(Role, String)>,
}

impl Line {
    /// What it is made of, in order.
    #[must_use]
    pub fn parts(&self) -> &[(Role, String)] {
        &self.parts
    }

    fn push(&mut self, role: Role, text: &str) {
        match self.parts.last_mut() {
            Some((last, so_far)) if *last == role => so_far.push_str(text),
            _ => self.parts.push((role, text.to_owned())),
        }
    }

    fn trim_end(mut self) -> Self {
        while let Some((_, text)) = self.parts.last_mut() {
            let kept = text.trim_end().len();
            text.truncate(kept);
            if !text.is_empty() {
                break;
            }
            self.parts.pop();
        }
        self
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts
            .iter()
            .try_for_each(|(_, text)| f.write_str(text))
    }
}

/// Where a site lies in a drawing, and what is drawn there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The site.
    pub site: Site,
    /// Its file, from 0.
    pub file: u8,
    /// Its rank, from 0.
    pub rank: u8,
    /// The line that it is drawn in, from 0.
    pub line: usize,
    /// The first column of its text, from 0.
    pub column: usize,
    /// How many columns its text takes.
    pub width: usize,
    /// What it shows.
    pub role: Role,
    /// Its text, as it stands in the line.
    pub text: String,
    /// What stands there, without what tells how it is known: `K` where the text is `(K)`.
    pub glyph: String,
    /// Whether the last action ended there.
    pub marked: bool,
}

/// A line between two sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its ends, the lower site first.
    pub ends: (Site, Site),
    /// Whether it belongs to the first of several classes of edges, and is drawn double.
    pub double: bool,
}

/// A drawn board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    lines: Vec<Line>,
    places: Vec<Place>,
    links: Vec<Link>,
}

impl Drawing {
    /// The lines, from the highest rank to the letters of the files.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Every site, in the board's order.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Shows something else on a site, in its [place](Self::places) and not in the lines: a piece that is only meant to
    /// be put there.
    pub fn put(&mut self, site: Site, role: Role, glyph: String) {
        for place in self.places.iter_mut().filter(|p| p.site == site) {
            place.role = role;
            place.width = width(&glyph);
            place.text.clone_from(&glyph);
            place.glyph = glyph.clone();
        }
    }

    /// The lines between sites, where the style draws any.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

/// Draws what a view's observer may know.
#[must_use]
pub fn draw<const W: usize>(view: &View<'_, W>, style: &Style) -> Drawing {
    let board = &view.tables().board;
    let joined = board.is_graph() || board.on_intersections();
    let painter = Painter {
        view,
        board,
        style: *style,
        lines: style.lines && joined,
        marked: if style.marks { last_end(view) } else { None },
    };
    painter.draw()
}

/// Where the last action ended.
fn last_end<const W: usize>(view: &View<'_, W>) -> Option<Site> {
    let action = view.public().last?;
    match action.tag() {
        Tag::Move | Tag::Flip | Tag::Place | Tag::Special => Some(action.to()),
        Tag::Castle => {
            let castling = view.tables().castling.as_ref()?;
            let mut ways = castling.ways.iter().flatten();
            ways.find(|w| w.royal == action.from() && w.corner == action.to())
                .map(|w| w.royal_to)
        }
        Tag::Pass | Tag::Choose | Tag::Stop | Tag::Swap => None,
    }
}

struct Painter<'a, const W: usize> {
    view: &'a View<'a, W>,
    board: &'a Board<W>,
    style: Style,
    lines: bool,
    marked: Option<Site>,
}

/// Blanks between sites that have lines between them.
const GAP: usize = 3;

impl<const W: usize> Painter<'_, W> {
    fn draw(&self) -> Drawing {
        let ranks = self.board.ranks();
        let rows: Vec<Vec<(Role, String)>> = (0..ranks)
            .map(|r| {
                (0..self.board.files())
                    .map(|f| {
                        self.board
                            .at(f, r)
                            .map_or((Role::Frame, String::new()), |s| self.token(s))
                    })
                    .collect()
            })
            .collect();
        let widest = rows
            .iter()
            .flatten()
            .map(|(_, t)| width(t))
            .max()
            .unwrap_or(1);
        let wide = if self.lines { widest | 1 } else { widest };
        let mut drawing = Drawing {
            links: self.links(),
            ..Drawing::default()
        };
        for rank in (0..ranks).rev() {
            let row = self.row(rank, &rows[usize::from(rank)], wide, &mut drawing);
            drawing.lines.push(row);
            if self.lines && rank > 0 {
                drawing.lines.push(self.between(rank, wide));
            }
        }
        drawing.lines.push(self.files(wide));
        drawing.places.sort_unstable_by_key(|place| place.site);
        drawing
    }

    fn links(&self) -> Vec<Link> {
        if !self.lines {
            return Vec::new();
        }
        let from = |a: Site| {
            let later = self.board.adjacent(a).iter().filter(move |b| *b > a);
            later.filter_map(move |b| {
                let double = self.double(a, b)?;
                Some(Link {
                    ends: (a, b),
                    double,
                })
            })
        };
        self.board.all().iter().flat_map(from).collect()
    }

    fn head(&self, rank: Option<u8>) -> String {
        let digits = usize::from(self.board.ranks()).to_string().len();
        match rank {
            Some(rank) => format!("{:>digits$} |", rank + 1),
            None => " ".repeat(digits + 2),
        }
    }

    fn gap(&self) -> usize {
        if self.lines { GAP } else { 1 }
    }

    /// Blanks before a token, so that it stands in the middle of its place.
    fn lead(&self, text: &str, wide: usize) -> usize {
        if self.lines {
            (wide - width(text).min(wide)) / 2
        } else {
            0
        }
    }

    fn row(&self, rank: u8, tokens: &[(Role, String)], wide: usize, drawing: &mut Drawing) -> Line {
        let mut line = Line::default();
        let head = self.head(Some(rank));
        let mut column = head.chars().count();
        line.push(Role::Frame, &head);
        let mut open = String::new();
        let mut was_marked = false;
        for (file, (role, text)) in tokens.iter().enumerate() {
            let site = self.board.at(file as u8, rank);
            let is_marked = site.is_some() && site == self.marked;
            let lead = self.lead(text, wide);
            let gap = if file == 0 { 1 } else { self.gap() };
            let stroke = if file == 0 {
                ' '
            } else {
                self.stroke(rank, file as u8)
            };
            open.extend(std::iter::repeat_n(stroke, gap + lead));
            push_gap(&mut line, &open, was_marked, is_marked);
            column += open.chars().count();
            if let Some(site) = site {
                drawing.places.push(Place {
                    site,
                    file: file as u8,
                    rank,
                    line: drawing.lines.len(),
                    column,
                    width: width(text),
                    role: *role,
                    text: text.clone(),
                    glyph: self.bare(site).unwrap_or_else(|| text.clone()),
                    marked: is_marked,
                });
            }
            column += width(text);
            line.push(*role, text);
            // What is left of the site's place belongs to the stroke that follows.
            let rest = wide.saturating_sub(lead + width(text));
            let next = if file + 1 < tokens.len() {
                self.stroke(rank, file as u8 + 1)
            } else {
                ' '
            };
            open = std::iter::repeat_n(next, rest).collect();
            was_marked = is_marked;
        }
        if was_marked {
            open.push(' ');
            push_gap(&mut line, &open, true, false);
        }
        line.trim_end()
    }

    /// The line between a file and the one before it.
    fn stroke(&self, rank: u8, file: u8) -> char {
        let joined = self.joined((file - 1, rank), (file, rank));
        match (joined, self.style.ascii) {
            (None, _) => ' ',
            (Some(true), false) => '═',
            (Some(false), false) => '─',
            (Some(true), true) => '=',
            (Some(false), true) => '-',
        }
    }

    /// The line below a rank: what joins it to the next lower one.
    fn between(&self, rank: u8, wide: usize) -> Line {
        let mut text = self.head(None);
        text.push(' ');
        for file in 0..self.board.files() {
            if file > 0 {
                let falls = self.joined((file - 1, rank), (file, rank - 1)).is_some();
                let rises = self.joined((file - 1, rank - 1), (file, rank)).is_some();
                let middle = match (falls, rises, self.style.ascii) {
                    (false, false, _) => ' ',
                    (true, false, true) => '\\',
                    (false, true, true) => '/',
                    (true, true, true) => 'X',
                    (true, false, false) => '╲',
                    (false, true, false) => '╱',
                    (true, true, false) => '╳',
                };
                text.push(' ');
                text.push(middle);
                text.push(' ');
            }
            let down = match (
                self.joined((file, rank), (file, rank - 1)),
                self.style.ascii,
            ) {
                (None, _) => ' ',
                (Some(true), false) => '║',
                (Some(false), false) => '│',
                (Some(true), true) => '"',
                (Some(false), true) => '|',
            };
            let lead = wide / 2;
            text.extend(std::iter::repeat_n(' ', lead));
            text.push(down);
            text.extend(std::iter::repeat_n(' ', wide - lead - 1));
        }
        let mut line = Line::default();
        line.push(Role::Frame, &text);
        line.trim_end()
    }

    fn files(&self, wide: usize) -> Line {
        let mut text = self.head(None);
        for (i, file) in self.board.file_letters().into_iter().enumerate() {
            let gap = if i == 0 { 1 } else { self.gap() };
            let lead = self.lead("a", wide);
            text.extend(std::iter::repeat_n(' ', gap + lead));
            text.push(file);
            text.extend(std::iter::repeat_n(' ', wide - lead - 1));
        }
        let mut line = Line::default();
        line.push(Role::Frame, &text);
        line.trim_end()
    }

    /// Whether two places are joined, and then whether by the first of several classes of edges.
    fn joined(&self, a: (u8, u8), b: (u8, u8)) -> Option<bool> {
        if !self.lines {
            return None;
        }
        let (a, b) = (self.board.at(a.0, a.1)?, self.board.at(b.0, b.1)?);
        self.double(a, b)
    }

    /// Whether two sites are joined, and then whether by the first of several classes of edges.
    fn double(&self, a: Site, b: Site) -> Option<bool> {
        if self.board.is_graph() {
            let edge = self.board.edges(a).iter().find(|e| e.to == b)?;
            return Some(edge.class == 0 && self.board.classes().len() > 1);
        }
        self.board.adjacent(a).contains(b).then_some(false)
    }

    fn token(&self, site: Site) -> (Role, String) {
        let (tables, public) = (self.view.tables(), self.view.public());
        let cell = public.cell(site);
        if cell.is_empty() {
            return self.empty(site);
        }
        if public.hidden.contains(site) {
            return match self.view.known(site) {
                Some(piece) => (Role::Known(piece.side), self.known(cell, piece)),
                None => (Role::Hidden(cell.side()), self.hidden(cell)),
            };
        }
        match cell.as_piece() {
            Some(piece) => (Role::Piece(piece.side), self.glyph(piece)),
            None => (Role::Hidden(cell.side()), look(tables, cell, true)),
        }
    }

    fn empty(&self, site: Site) -> (Role, String) {
        let (tables, public) = (self.view.tables(), self.view.public());
        if public.hazards_seen.contains(site) {
            return (Role::Hazard, "*".to_owned());
        }
        if public.fog.contains(site) {
            let fog = if self.style.ascii { "+" } else { "░" };
            return (Role::Fog, fog.to_owned());
        }
        let number = public.number(site);
        if number > 0 {
            return (Role::Number(number), number.to_string());
        }
        let plain = if self.style.ascii { "." } else { "·" };
        if !self.lines {
            return (Role::Empty, plain.to_owned());
        }
        let sign = if tables.capture.safe.contains(site) {
            if self.style.ascii { "o" } else { "○" }
        } else if tables.capture.locked.contains(site) {
            if self.style.ascii { "#" } else { "□" }
        } else if self.board.is_graph() || self.style.ascii {
            if self.style.ascii { "+" } else { plain }
        } else {
            self.crossing(site)
        };
        (Role::Empty, sign.to_owned())
    }

    fn crossing(&self, site: Site) -> &'static str {
        let to = |step| self.board.step(site, step).is_some();
        match (to((0, 1)), to((1, 0)), to((0, -1)), to((-1, 0))) {
            (true, true, true, true) => "┼",
            (false, true, true, true) => "┬",
            (true, false, true, true) => "┤",
            (true, true, false, true) => "┴",
            (true, true, true, false) => "├",
            (false, true, true, false) => "┌",
            (false, false, true, true) => "┐",
            (true, true, false, false) => "└",
            (true, false, false, true) => "┘",
            _ => "·",
        }
    }

    /// The glyph of the piece on a site, where the observer knows it.
    fn bare(&self, site: Site) -> Option<String> {
        let piece = self.view.known(site)?;
        Some(self.glyph(piece))
    }

    fn glyph(&self, piece: Piece) -> String {
        let spec = self.view.tables().spec.kinds.get(piece.kind.index());
        match (self.style.glyphs, spec) {
            (Glyphs::Native, Some(kind)) if !self.style.ascii => {
                let glyph = &kind.glyph[piece.side.index()];
                if glyph.is_empty() {
                    letter(self.view.tables(), piece).to_string()
                } else {
                    glyph.clone()
                }
            }
            _ => letter(self.view.tables(), piece).to_string(),
        }
    }

    /// A hidden piece that the observer does not know.
    fn hidden(&self, cell: Cell) -> String {
        if self.style.glyphs == Glyphs::Letters || self.style.ascii {
            return look(self.view.tables(), cell, true);
        }
        match (cell.side(), cell.kind()) {
            (Some(side), Some(kind)) if kind != Kind::BACK => {
                format!("{}~", self.glyph(Piece { side, kind }))
            }
            (Some(side), _) => ["▣", "▩"][side.index()].to_owned(),
            (None, _) => "▨".to_owned(),
        }
    }

    /// A hidden piece that the observer knows: with its truth in the plain style, else in parentheses.
    fn known(&self, cell: Cell, piece: Piece) -> String {
        if self.style.ascii {
            let face = look(self.view.tables(), cell, true);
            format!("{face}({})", letter(self.view.tables(), piece))
        } else {
            format!("({})", self.glyph(piece))
        }
    }
}

/// What stands between two tokens, with the brackets of marked ones at its ends.
fn push_gap(line: &mut Line, gap: &str, closes: bool, opens: bool) {
    let chars: Vec<char> = gap.chars().collect();
    let last = chars.len().saturating_sub(1);
    for (i, c) in chars.into_iter().enumerate() {
        match (closes && i == 0, opens && i == last) {
            (true, true) => line.push(Role::Mark, "|"),
            (true, false) => line.push(Role::Mark, "]"),
            (false, true) => line.push(Role::Mark, "["),
            (false, false) => line.push(Role::Frame, c.encode_utf8(&mut [0; 4])),
        }
    }
}

/// How many columns of a terminal a text takes: two for the wide characters of East Asia.
#[must_use]
pub fn width(text: &str) -> usize {
    text.chars()
        .map(|c| match u32::from(c) {
            0x0300..=0x036f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
            0x1100..=0x115f
            | 0x2e80..=0xa4cf
            | 0xac00..=0xd7a3
            | 0xf900..=0xfaff
            | 0xfe30..=0xfe6f
            | 0xff00..=0xff60
            | 0xffe0..=0xffe6
            | 0x1f300..=0x1faff
            | 0x20000..=0x3fffd => 2,
            _ => 1,
        })
        .sum()
}

#[cfg(test)]
mod tests;
