//! Boards of any shape and size on a screen: how large, where each site is, and what is painted there.
//!
//! Everything comes from a [`Drawing`]: its places, their roles and glyphs, and the lines between them. Squares stand in
//! a grid, sites of graphs and intersections on their lines, hexagons in rows that are shifted by half a site.

use std::collections::HashMap;

use masque_core::notation::diagram::{Drawing, Place, Role, width};
use masque_core::site::Site;
use masque_core::spec::{BoardSpec, Neighbours, SideSpec};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::palette::{Mark, Palette};

/// How sites stand to one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Fields side by side.
    Squares,
    /// On lines that meet in them.
    Lines,
    /// In rows shifted by half a site.
    Hexagons,
}

/// The shape of a board, apart from how large it is painted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    files: u16,
    ranks: u16,
    way: Way,
    /// Whether what stands for some pieces takes two columns.
    wide: bool,
    letters: Vec<char>,
}

/// What is marked on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// Where the cursor is.
    pub(crate) cursor: Option<Site>,
    /// What is selected.
    pub(crate) selected: Option<Site>,
    /// Where the selected piece may go.
    pub(crate) targets: Vec<Site>,
    /// What the last action touched.
    pub(crate) last: Vec<Site>,
    /// Royal pieces in check.
    pub(crate) check: Vec<Site>,
    /// What a hint is about.
    pub(crate) hint: Vec<Site>,
}

/// How things are painted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint<'a> {
    /// The colours.
    pub(crate) palette: Palette,
    /// The sides, whose names give their colours.
    pub(crate) sides: &'a [SideSpec; 2],
    /// Only ASCII characters.
    pub(crate) ascii: bool,
}

/// A board at a size and a place on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chart {
    shape: Shape,
    /// Columns and lines from one site to the next.
    pitch: (u16, u16),
    /// Whether squares have lines round them.
    grid: bool,
    /// Whether the first rank is at the top.
    flipped: bool,
    /// The whole, with coordinates.
    area: Rect,
    /// The middle of the left site of the top row, before hexagons are shifted.
    origin: (u16, u16),
}

impl Shape {
    /// The shape of a drawn board, whose pieces may be wide.
    pub(crate) fn of(drawing: &Drawing, board: &BoardSpec, wide: bool) -> Self {
        let way = if !drawing.links().is_empty() {
            Way::Lines
        } else if board.neighbours == Neighbours::Hexagonal && !board.graph {
            Way::Hexagons
        } else {
            Way::Squares
        };
        let letters = ('a'..='z').filter(|c| !(board.skip_i && *c == 'i'));
        Self {
            files: u16::from(board.files),
            ranks: u16::from(board.ranks),
            way,
            wide,
            letters: letters.take(usize::from(board.files)).collect(),
        }
    }

    /// Sizes that this shape may have, the largest first: columns and lines between sites, and whether there is a grid.
    fn sizes(&self) -> &'static [(u16, u16, bool)] {
        match self.way {
            // A field of four columns has room for a wide piece and what marks it on both sides.
            Way::Squares if self.wide => &[
                (8, 4, true),
                (6, 2, true),
                (5, 2, true),
                (4, 1, false),
                (3, 1, false),
                (2, 1, false),
            ],
            Way::Squares => &[
                (8, 4, true),
                (6, 2, true),
                (4, 2, true),
                (3, 1, false),
                (2, 1, false),
            ],
            Way::Lines => &[
                (8, 4, false),
                (6, 3, false),
                (6, 2, false),
                (4, 2, false),
                (3, 1, false),
                (2, 1, false),
            ],
            Way::Hexagons => &[(8, 3, false), (6, 2, false), (4, 2, false), (2, 1, false)],
        }
    }

    /// Columns for the numbers of ranks.
    fn head(&self) -> u16 {
        if self.ranks > 9 { 3 } else { 2 }
    }

    /// How much room a size takes, with coordinates.
    fn extent(&self, (px, py, grid): (u16, u16, bool)) -> (u16, u16) {
        let (columns, lines) = match self.way {
            Way::Squares if grid => (self.files * px + 1, self.ranks * py + 1),
            Way::Squares => (self.files * px, self.ranks * py),
            // A column on each side for what marks the sites at the edges.
            Way::Lines => (
                self.files.saturating_sub(1) * px + 3 + u16::from(self.wide),
                self.ranks.saturating_sub(1) * py + 1,
            ),
            Way::Hexagons => (
                self.files.saturating_sub(1) * px
                    + self.ranks.saturating_sub(1) * px / 2
                    + 3
                    + u16::from(self.wide),
                self.ranks.saturating_sub(1) * py + 1,
            ),
        };
        (columns + self.head(), lines + 1)
    }

    /// The room of the largest size that fits; of the smallest where none does.
    pub(crate) fn wanted(&self, room: (u16, u16)) -> (u16, u16) {
        self.extent(self.best(room))
    }

    fn best(&self, room: (u16, u16)) -> (u16, u16, bool) {
        let fits = |size: &&(u16, u16, bool)| {
            let (columns, lines) = self.extent(**size);
            columns <= room.0 && lines <= room.1
        };
        let sizes = self.sizes();
        let smallest = sizes.last().copied().unwrap_or((2, 1, false));
        sizes.iter().find(fits).copied().unwrap_or(smallest)
    }

    /// The board as large as an area allows, in the middle of it.
    pub(crate) fn fit(&self, room: Rect, flipped: bool) -> Chart {
        let (px, py, grid) = self.best((room.width, room.height));
        let (columns, lines) = self.extent((px, py, grid));
        let area = Rect::new(
            room.x + room.width.saturating_sub(columns) / 2,
            room.y + room.height.saturating_sub(lines) / 2,
            columns,
            lines,
        );
        let left = area.x + self.head();
        let origin = match self.way {
            Way::Squares if grid => (left + px / 2, area.y + py / 2),
            Way::Squares => (left + (px - 1) / 2, area.y),
            // Higher ranks are shifted further to the right.
            Way::Lines | Way::Hexagons => (left + 1, area.y),
        };
        Chart {
            shape: self.clone(),
            pitch: (px, py),
            grid,
            flipped,
            area,
            origin,
        }
    }
}

impl Chart {
    /// The middle of a site on the screen.
    fn middle(&self, file: u8, rank: u8) -> (u16, u16) {
        let (mut column, mut row) = (u16::from(file), self.shape.ranks - 1 - u16::from(rank));
        if self.flipped {
            column = self.shape.files - 1 - column;
            row = u16::from(rank);
        }
        let shift = match self.shape.way {
            Way::Hexagons => (self.shape.ranks - 1 - row) * self.pitch.0 / 2,
            Way::Squares | Way::Lines => 0,
        };
        (
            self.origin.0 + column * self.pitch.0 + shift,
            self.origin.1 + row * self.pitch.1,
        )
    }

    /// Columns to each side of a site's middle that belong to it.
    fn reach(&self) -> u16 {
        ((self.pitch.0 - 1) / 2).max(1)
    }

    /// Columns to the left and to the right of a site's middle that it has for itself; of a site with one column to the
    /// next, that is shared.
    fn room(&self) -> (u16, u16) {
        match (self.pitch.0, self.grid) {
            (0..=2, _) => (1, 1),
            (px, true) => (px / 2 - 1, px - 1 - px / 2),
            (px, false) => ((px - 1) / 2, px / 2),
        }
    }

    /// The rectangle of a site that its marks fill.
    fn cell(&self, file: u8, rank: u8) -> Rect {
        let (x, y) = self.middle(file, rank);
        if self.grid {
            let (dx, dy) = (self.pitch.0 / 2 - 1, self.pitch.1 / 2 - 1);
            return Rect::new(x - dx, y - dy.min(y), self.pitch.0 - 1, self.pitch.1 - 1);
        }
        let reach = match (self.shape.way, self.pitch.0) {
            (_, 0..=2) => 0,
            (Way::Lines | Way::Hexagons, 8..) => 2,
            _ => 1,
        };
        Rect::new(x - reach, y, 2 * reach + 1, 1)
    }

    /// The site at a point of the screen, among those of a drawing.
    pub(crate) fn hit(&self, at: Position, drawing: &Drawing) -> Option<Site> {
        let near = |place: &&Place| {
            let (x, y) = self.middle(place.file, place.rank);
            let (dx, dy) = (at.x.abs_diff(x), at.y.abs_diff(y));
            dx <= self.pitch.0 / 2 && dy <= self.pitch.1 / 2
        };
        let distance = |place: &&Place| {
            let (x, y) = self.middle(place.file, place.rank);
            // A line is about as high as two columns are wide.
            at.x.abs_diff(x) + 2 * at.y.abs_diff(y)
        };
        let places = drawing.places().iter();
        places.filter(near).min_by_key(distance).map(|p| p.site)
    }

    /// The site that a step from another leads to, as the screen shows it: columns to the right, rows down.
    pub(crate) fn step(&self, from: Site, (dx, dy): (i32, i32), drawing: &Drawing) -> Site {
        let Some(here) = drawing.places().iter().find(|p| p.site == from) else {
            return from;
        };
        let turn = if self.flipped { -1 } else { 1 };
        let (mut file, mut rank) = (i32::from(here.file), i32::from(here.rank));
        loop {
            file += dx * turn;
            rank -= dy * turn;
            let inside = (0..i32::from(self.shape.files)).contains(&file)
                && (0..i32::from(self.shape.ranks)).contains(&rank);
            if !inside {
                return from;
            }
            // Places without a site are stepped over.
            let there = |p: &&Place| i32::from(p.file) == file && i32::from(p.rank) == rank;
            if let Some(place) = drawing.places().iter().find(there) {
                return place.site;
            }
        }
    }

    /// Paints a board.
    pub(crate) fn paint(
        &self,
        buf: &mut Buffer,
        drawing: &Drawing,
        marks: &Marks,
        paint: Paint<'_>,
    ) {
        self.coordinates(buf, paint);
        match self.shape.way {
            Way::Squares if self.grid => self.grid_lines(buf, drawing, paint),
            Way::Squares => {}
            Way::Lines => self.links(buf, drawing, paint),
            Way::Hexagons => self.slants(buf, drawing, paint),
        }
        for place in drawing.places() {
            self.place(buf, place, paint);
        }
        let site = |site: Site| drawing.places().iter().find(|p| p.site == site);
        // What matters most is painted last.
        let mut mark = |sites: &[Site], mark: Mark| {
            for place in sites.iter().copied().filter_map(site) {
                self.mark(buf, place, mark, paint);
            }
        };
        mark(&marks.last, Mark::Last);
        mark(&marks.hint, Mark::Hint);
        mark(&marks.targets, Mark::Target);
        mark(&marks.check, Mark::Check);
        mark(marks.selected.as_slice(), Mark::Selected);
        mark(marks.cursor.as_slice(), Mark::Cursor);
    }

    fn coordinates(&self, buf: &mut Buffer, paint: Paint<'_>) {
        let dim = paint.palette.dim();
        let ranks = u8::try_from(self.shape.ranks).unwrap_or(u8::MAX);
        for rank in 0..ranks {
            let left = if self.flipped {
                u8::try_from(self.shape.files - 1).unwrap_or(0)
            } else {
                0
            };
            let (x, y) = self.middle(left, rank);
            let number = (rank + 1).to_string();
            let from_site = x.saturating_sub(self.reach() + 1 + u16::from(self.grid));
            let x = match self.shape.way {
                Way::Hexagons => from_site.saturating_sub(number.len() as u16 - 1),
                Way::Squares | Way::Lines => {
                    self.area.x + (self.shape.head() - 1).saturating_sub(number.len() as u16)
                }
            };
            put(buf, x, y, &number, dim);
        }
        let bottom = if self.flipped {
            ranks.saturating_sub(1)
        } else {
            0
        };
        for (file, letter) in self.shape.letters.iter().enumerate() {
            let (x, _) = self.middle(u8::try_from(file).unwrap_or(u8::MAX), bottom);
            put(buf, x, self.area.bottom() - 1, &letter.to_string(), dim);
        }
    }

    /// Lines round squares; none beside places without a site.
    fn grid_lines(&self, buf: &mut Buffer, drawing: &Drawing, paint: Paint<'_>) {
        let (px, py) = self.pitch;
        // By corner of the grid: which of its four arms belong to a square.
        let mut arms: HashMap<(u16, u16), u8> = HashMap::new();
        for place in drawing.places() {
            let (x, y) = self.middle(place.file, place.rank);
            let (left, top) = (x - px / 2, y - py / 2);
            let corners = [
                (left, top, RIGHT | DOWN),
                (left + px, top, LEFT | DOWN),
                (left, top + py, RIGHT | UP),
                (left + px, top + py, LEFT | UP),
            ];
            for (x, y, arm) in corners {
                *arms.entry((x, y)).or_default() |= arm;
            }
            let dark = (place.file + place.rank) % 2 == 0;
            let cell = self.cell(place.file, place.rank);
            buf.set_style(cell, paint.palette.field(dark));
            for dx in 1..px {
                put(buf, left + dx, top, paint.line('─'), paint.palette.dim());
                put(
                    buf,
                    left + dx,
                    top + py,
                    paint.line('─'),
                    paint.palette.dim(),
                );
            }
            for dy in 1..py {
                put(buf, left, top + dy, paint.line('│'), paint.palette.dim());
                put(
                    buf,
                    left + px,
                    top + dy,
                    paint.line('│'),
                    paint.palette.dim(),
                );
            }
        }
        for ((x, y), arms) in arms {
            let corner = match arms {
                _ if arms == RIGHT | DOWN => '┌',
                _ if arms == LEFT | DOWN => '┐',
                _ if arms == RIGHT | UP => '└',
                _ if arms == LEFT | UP => '┘',
                _ if arms == LEFT | RIGHT | DOWN => '┬',
                _ if arms == LEFT | RIGHT | UP => '┴',
                _ if arms == UP | DOWN | RIGHT => '├',
                _ if arms == UP | DOWN | LEFT => '┤',
                _ => '┼',
            };
            put(buf, x, y, paint.line(corner), paint.palette.dim());
        }
    }

    /// Lines between sites, as the drawing joins them.
    fn links(&self, buf: &mut Buffer, drawing: &Drawing, paint: Paint<'_>) {
        let by_site: HashMap<Site, &Place> = drawing.places().iter().map(|p| (p.site, p)).collect();
        let dim = paint.palette.dim();
        let mut slants: HashMap<(u16, u16), char> = HashMap::new();
        for link in drawing.links() {
            let (Some(a), Some(b)) = (by_site.get(&link.ends.0), by_site.get(&link.ends.1)) else {
                continue;
            };
            let beside = a.file.abs_diff(b.file) <= 1 && a.rank.abs_diff(b.rank) <= 1;
            if !beside {
                continue;
            }
            let (mut from, mut to) = (self.middle(a.file, a.rank), self.middle(b.file, b.rank));
            if from.1 == to.1 {
                let (left, right) = (from.0.min(to.0), from.0.max(to.0));
                let sign = paint.line(if link.double { '═' } else { '─' });
                for x in left + 1..right {
                    put(buf, x, from.1, sign, dim);
                }
            } else if from.0 == to.0 {
                let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
                let sign = paint.line(if link.double { '║' } else { '│' });
                for y in top + 1..bottom {
                    put(buf, from.0, y, sign, dim);
                }
            } else {
                if from.1 > to.1 {
                    std::mem::swap(&mut from, &mut to);
                }
                let (high, across) = (to.1 - from.1, from.0.abs_diff(to.0));
                let slant = if from.0 < to.0 { '╲' } else { '╱' };
                for dy in 1..high {
                    let dx = (across * dy + high / 2) / high;
                    let x = if from.0 < to.0 {
                        from.0 + dx
                    } else {
                        from.0 - dx
                    };
                    slants
                        .entry((x, from.1 + dy))
                        .and_modify(|c| *c = if *c == slant { slant } else { '╳' })
                        .or_insert(slant);
                }
            }
        }
        for ((x, y), sign) in slants {
            put(buf, x, y, paint.line(sign), dim);
        }
    }

    /// The lines between hexagons in neighbouring rows.
    fn slants(&self, buf: &mut Buffer, drawing: &Drawing, paint: Paint<'_>) {
        let (px, py) = self.pitch;
        if py < 2 {
            return;
        }
        let taken: HashMap<(u8, u8), ()> = drawing
            .places()
            .iter()
            .map(|p| ((p.file, p.rank), ()))
            .collect();
        for place in drawing.places() {
            let (x, y) = self.middle(place.file, place.rank);
            let up = place.rank.checked_add(1);
            // Ranks go up the screen, or down it when the board is flipped; so do their neighbours.
            for (file, rank) in [(Some(place.file), up), (place.file.checked_sub(1), up)] {
                let (Some(file), Some(rank)) = (file, rank) else {
                    continue;
                };
                if !taken.contains_key(&(file, rank)) {
                    continue;
                }
                let (to_x, to_y) = self.middle(file, rank);
                let high = y.abs_diff(to_y);
                for step in 1..high {
                    let dx = (px / 2 * step + high / 2) / high;
                    let at = if to_x > x { x + dx } else { x - dx };
                    let row = if to_y > y { y + step } else { y - step };
                    let rises = (to_x > x) == (to_y < y);
                    let sign = paint.line(if rises { '╱' } else { '╲' });
                    put(buf, at, row, sign, paint.palette.dim());
                }
            }
        }
    }

    fn place(&self, buf: &mut Buffer, place: &Place, paint: Paint<'_>) {
        let style = paint.palette.role(place.role, paint.sides);
        let cell = self.cell(place.file, place.rank);
        if place.role == Role::Fog {
            for y in cell.top()..cell.bottom() {
                for x in cell.left()..cell.right() {
                    put(buf, x, y, &place.text, style);
                }
            }
            return;
        }
        if place.role == Role::Empty && self.grid {
            return;
        }
        let (x, y) = self.middle(place.file, place.rank);
        let text = self.token(place);
        put(buf, self.start(x, &text), y, &text, style);
    }

    /// What stands for a place: a known hidden piece in parentheses where there is room for them and for what marks it.
    fn token(&self, place: &Place) -> String {
        if !matches!(place.role, Role::Known(_)) {
            return place.text.clone();
        }
        let (left, right) = self.room();
        let wide = width(&place.glyph);
        if wide + 4 <= usize::from(left + 1 + right) {
            format!("({})", place.glyph)
        } else {
            format!("{}'", place.glyph)
        }
    }

    /// The column in which a text begins whose middle is to be in a column.
    fn start(&self, middle: u16, text: &str) -> u16 {
        let wide = u16::try_from(width(text)).unwrap_or(1);
        middle - (wide.max(1) - 1) / 2
    }

    fn mark(&self, buf: &mut Buffer, place: &Place, mark: Mark, paint: Paint<'_>) {
        let style = paint.palette.mark(mark);
        let cell = self.cell(place.file, place.rank);
        let (x, y) = self.middle(place.file, place.rank);
        buf.set_style(cell, style);
        let empty = matches!(place.role, Role::Empty | Role::Fog | Role::Number(_));
        let text = self.token(place);
        if mark == Mark::Target && empty {
            let sign = if paint.ascii { "*" } else { "•" };
            put(buf, x, y, sign, paint.palette.accent().patch(style));
            return;
        }
        let (opens, closes) = match (mark, paint.ascii) {
            (Mark::Cursor, _) => ("[", "]"),
            (Mark::Selected, _) => ("{", "}"),
            (Mark::Target, true) => ("x", ""),
            (Mark::Target, false) => ("×", ""),
            (Mark::Last, true) => ("<", ">"),
            (Mark::Last, false) => ("‹", "›"),
            (Mark::Check, _) => ("!", "!"),
            (Mark::Hint, true) => (">", "<"),
            (Mark::Hint, false) => ("»", "«"),
        };
        let wide = u16::try_from(width(&text)).unwrap_or(1).max(1);
        let start = self.start(x, &text);
        let style = paint.palette.accent().patch(style);
        let (left, right) = self.room();
        if start > x.saturating_sub(left) {
            put(buf, start - 1, y, opens, style);
        }
        if start + wide <= x + right && !closes.is_empty() {
            put(buf, start + wide, y, closes, style);
        }
    }
}

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

impl Paint<'_> {
    /// A line-drawing character, or what stands for it in ASCII.
    fn line(&self, sign: char) -> &'static str {
        let (unicode, ascii) = match sign {
            '─' => ("─", "-"),
            '═' => ("═", "="),
            '│' => ("│", "|"),
            '║' => ("║", "\""),
            '╱' => ("╱", "/"),
            '╲' => ("╲", "\\"),
            '╳' => ("╳", "X"),
            '┌' => ("┌", "+"),
            '┐' => ("┐", "+"),
            '└' => ("└", "+"),
            '┘' => ("┘", "+"),
            '┬' => ("┬", "+"),
            '┴' => ("┴", "+"),
            '├' => ("├", "+"),
            '┤' => ("┤", "+"),
            _ => ("┼", "+"),
        };
        if self.ascii { ascii } else { unicode }
    }
}

/// Writes a text where the buffer has room for it.
fn put(buf: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    let area = *buf.area();
    if area.contains(Position::new(x, y)) {
        buf.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(files: u16, ranks: u16, way: Way) -> Shape {
        Shape {
            files,
            ranks,
            way,
            wide: false,
            letters: ('a'..='z').take(usize::from(files)).collect(),
        }
    }

    #[test]
    fn the_largest_boards_fit_the_smallest_screen() {
        for way in [Way::Squares, Way::Lines] {
            let (columns, lines) = shape(19, 19, way).wanted((46, 24));
            assert!(columns <= 46 && lines <= 24, "{way:?}: {columns}x{lines}");
        }
        let (columns, lines) = shape(11, 11, Way::Hexagons).wanted((46, 24));
        assert!(columns <= 46 && lines <= 24, "{columns}x{lines}");
    }

    #[test]
    fn more_room_makes_larger_sites() {
        let chess = shape(8, 8, Way::Squares);
        let small = chess.fit(Rect::new(0, 0, 40, 24), false);
        let large = chess.fit(Rect::new(0, 0, 80, 40), false);
        assert_eq!(small.pitch, (4, 2));
        assert_eq!(large.pitch, (8, 4));
    }

    #[test]
    fn flipping_turns_the_board_round() {
        for way in [Way::Squares, Way::Lines, Way::Hexagons] {
            let shape = shape(5, 4, way);
            let room = Rect::new(3, 1, 60, 30);
            let (up, down) = (shape.fit(room, false), shape.fit(room, true));
            for file in 0..5 {
                for rank in 0..4 {
                    assert_eq!(up.middle(file, rank), down.middle(4 - file, 3 - rank));
                }
            }
        }
    }

    #[test]
    fn a_wide_piece_is_marked_on_both_sides_within_its_field() {
        use masque_core::piece::Side;
        // A letter, a glyph, a disguise, and hidden pieces that the one at the screen knows.
        let tokens = [
            ("K", Role::Piece(Side(0))),
            ("帥", Role::Piece(Side(0))),
            ("r~", Role::Hidden(Some(Side(0)))),
            ("F", Role::Known(Side(0))),
        ];
        for way in [Way::Squares, Way::Lines] {
            for (glyph, role) in tokens {
                for room in [(41, 12), (45, 24), (80, 40)] {
                    let mut shape = shape(8, 4, way);
                    let known = matches!(role, Role::Known(_));
                    shape.wide = known || width(glyph) > 1;
                    let chart = shape.fit(Rect::new(0, 0, room.0, room.1), false);
                    let area = Rect::new(0, 0, 120, 50);
                    let mut buf = Buffer::empty(area);
                    let place = |file: u8| Place {
                        site: Site(u16::from(file)),
                        file,
                        rank: 1,
                        role,
                        text: glyph.to_owned(),
                        glyph: glyph.to_owned(),
                        line: 0,
                        column: 0,
                        width: 1,
                        marked: false,
                    };
                    let sides = [SideSpec::default(), SideSpec::default()];
                    let paint = Paint {
                        palette: Palette::Mono,
                        sides: &sides,
                        ascii: false,
                    };
                    for file in 3..=5 {
                        chart.place(&mut buf, &place(file), paint);
                    }
                    chart.mark(&mut buf, &place(3), Mark::Last, paint);
                    chart.mark(&mut buf, &place(5), Mark::Last, paint);
                    chart.mark(&mut buf, &place(4), Mark::Cursor, paint);
                    let (_, y) = chart.middle(3, 1);
                    let row: String = (0..120).map(|x| buf[(x, y)].symbol()).collect();
                    let row: String = row.split_whitespace().collect();
                    let token = chart.token(&place(4));
                    let wanted = format!("‹{token}›[{token}]‹{token}›");
                    assert_eq!(row, wanted, "{way:?} in {room:?}");
                }
            }
        }
    }
}
