//! Pictures: what one observer sees of a position, as SVG, PNG or an animated GIF.
//!
//! A picture is made of an [`Observation`] and of what the variant says to everybody, and of nothing else.

mod figures;
mod font;
mod ground;
mod pieces;
mod raster;
mod svg;
#[cfg(test)]
mod tests;
mod theme;

use masque_core::board::Board;
use masque_core::engine::Engine;
use masque_core::observation::{Count, Observation, Seen};
use masque_core::piece::{Cell, Kind, Piece, Side};
use masque_core::setup::SetupCell;
use masque_core::site::Site;
use masque_scripting::diag::Diagnostic;

use crate::lang::Lang;
use ground::{Ground, Layout, Point};
use pieces::Set;
pub(crate) use raster::{Film, png};
use svg::{Paint, Svg};
use theme::Colours;
pub(crate) use theme::Theme;

/// What is wanted of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Wishes {
    /// Its colours.
    pub(crate) theme: Theme,
    /// How many pixels wide it is shown; as wide as it is drawn without a number.
    pub(crate) width: Option<u32>,
    /// Sites to mark.
    pub(crate) marks: Vec<Site>,
    /// Arrows to draw.
    pub(crate) arrows: Vec<(Site, Site)>,
    /// Whether pieces off the board are drawn beside it.
    pub(crate) captured: bool,
    /// Whether letters stand for the pieces.
    pub(crate) letters: bool,
    /// Whether the board is seen from the other end.
    pub(crate) flip: bool,
    /// Whether files and ranks are named.
    pub(crate) coordinates: bool,
}

impl Default for Wishes {
    fn default() -> Self {
        Self {
            theme: Theme::Light,
            width: None,
            marks: Vec::new(),
            arrows: Vec::new(),
            captured: false,
            letters: false,
            flip: false,
            coordinates: true,
        }
    }
}

/// Draws the positions of one variant.
pub(crate) struct Artist<'a> {
    engine: &'a dyn Engine,
    board: Board<6>,
    set: Set<'a>,
    layout: Layout,
    wishes: Wishes,
    lang: Lang,
}

/// How wide the pieces off the board are drawn beside it, for each side.
const TRAY: f64 = 66.0;

impl<'a> Artist<'a> {
    /// An artist who draws as is wished.
    ///
    /// # Errors
    /// When the variant's board is none.
    pub(crate) fn new(
        engine: &'a dyn Engine,
        wishes: Wishes,
        lang: Lang,
    ) -> Result<Self, Diagnostic> {
        let spec = engine.spec();
        let board = Board::compile(&spec.board).map_err(|errors| {
            let words: Vec<String> = errors.iter().map(|(_, e)| e.to_string()).collect();
            Diagnostic::new("bad-board", words.join("; "))
        })?;
        let set = Set::new(spec, wishes.letters);
        let layout = Layout::new(spec, &board, &wishes, set.is_written());
        Ok(Self {
            engine,
            board,
            set,
            layout,
            wishes,
            lang,
        })
    }

    /// The picture of what an observer sees, as SVG.
    pub(crate) fn draw(&self, seen: &Observation) -> String {
        let colours = self.wishes.theme.colours();
        let mut svg = Svg::default();
        let (mut width, height) = self.layout.size;
        if self.wishes.captured {
            width += 2.0 * self.tray_width();
        }
        let page = Paint::fill(colours.page);
        svg.rectangle([0.0, 0.0, width, height], 6.0, &page);
        self.layout
            .draw(&mut svg, self.engine, &self.board, colours);
        if self.wishes.coordinates {
            self.layout.coordinates(&mut svg, &self.board, colours);
        }
        for place in &seen.sites {
            self.terrain(&mut svg, place, colours);
        }
        let touched = self.touched(seen);
        for (i, site) in touched.iter().enumerate() {
            let end = i + 1 == touched.len();
            self.layout.touched(&mut svg, *site, colours, !end);
        }
        self.attacked(&mut svg, seen, colours);
        for place in &seen.sites {
            self.piece(&mut svg, place);
        }
        if let Some(site) = self.site(seen.phase_site.as_deref()) {
            let ring = Paint::stroke(colours.pending, 4.0).dashed(9.0, 6.0);
            let radius = self.layout.high * 0.46;
            svg.circle(self.layout.point(site), radius, &ring);
        }
        self.notes(&mut svg, colours);
        if self.wishes.captured {
            self.tray(&mut svg, seen, colours);
        }
        let shown = self.wishes.width.map_or(width, f64::from);
        let (title, about) = self.words(seen);
        svg.finish((width, height), shown, &title, &about)
    }

    fn words(&self, seen: &Observation) -> (String, String) {
        let (lang, spec) = (self.lang, self.engine.spec());
        let title = lang.title(&spec.title).unwrap_or(&spec.id);
        let side = |seat: usize| {
            let name = seen.sides.get(seat).and_then(Option::as_ref)?;
            let side = spec.sides.iter().find(|s| s.name == *name)?;
            Some(lang.side(side).to_owned())
        };
        let who = |seat: usize| {
            side(seat)
                .unwrap_or_else(|| lang.say_with("player-number", &[("number", (seat + 1).into())]))
        };
        let about = match seen.observer.strip_prefix("seat").map(str::parse::<usize>) {
            Some(Ok(seat)) => lang.say_with("picture-seen-by", &[("who", who(seat).into())]),
            _ => lang.say("picture-seen-by-all").into_owned(),
        };
        let turn = seen.turns + 1;
        let title = lang.say_with(
            "picture-title",
            &[("title", title.into()), ("turn", turn.into())],
        );
        (title, about)
    }

    fn site(&self, name: Option<&str>) -> Option<Site> {
        self.engine.site(name?)
    }

    /// What stands on a site, as it is seen.
    fn cell(&self, place: &Seen) -> SetupCell {
        self.engine.parse_token(&place.look).unwrap_or_default()
    }

    fn terrain(&self, svg: &mut Svg, place: &Seen, colours: &Colours) {
        let Some(site) = self.engine.site(&place.site) else {
            return;
        };
        let (x, y) = self.layout.point(site);
        let half = self.layout.unit / 2.0;
        if place.fog {
            let [face, light, dark] = colours.fog;
            self.layout.cover(svg, site, &Paint::fill(face));
            let edge = half - 2.5;
            let corner = |dx: f64, dy: f64| (x + dx * edge, y + dy * edge);
            let lit = path(
                'M',
                &[corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)],
            );
            svg.path(&lit, &Paint::stroke(light, 5.0));
            let shade = path(
                'M',
                &[corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)],
            );
            svg.path(&shade, &Paint::stroke(dark, 5.0));
        }
        if place.hazard {
            hazard(svg, (x, y), half);
        }
        if let Some(number) = place.number {
            let clear = Paint::fill(colours.clear).outlined(colours.line, 0.6);
            self.layout.cover(svg, site, &clear);
            if place.hazard {
                hazard(svg, (x, y), half);
            }
            let colour = usize::from(number)
                .checked_sub(1)
                .and_then(|i| colours.numbers.get(i));
            if let Some(colour) = colour {
                let empty = self.cell(place) == SetupCell::Empty;
                let (at, size) = match empty && !place.hazard {
                    true => ((x, y), half * 1.1),
                    false => ((x - half * 0.72, y - half * 0.68), half * 0.5),
                };
                font::text(svg, &number.to_string(), at, size, colour);
            }
        }
    }

    /// Where the last action began and ended, its end last.
    fn touched(&self, seen: &Observation) -> Vec<Site> {
        let Some(last) = &seen.last else {
            return Vec::new();
        };
        let castled = last.strip_prefix("O-O").map(|rest| match rest {
            "" => 'K',
            _ => 'Q',
        });
        let Some(letter) = castled else {
            return self.sites_in(last);
        };
        let spec = self.engine.spec();
        let ways = spec.castling.iter().flat_map(|c| &c.ways);
        let Some(way) = ways.into_iter().find(|w| w.letter == letter) else {
            return Vec::new();
        };
        // The ways are written for the first side; the second's lie on the mirrored rank.
        let mover = seen.sides.get(usize::from(1 - seen.turn.min(1))).cloned();
        let second = mover.flatten().as_ref() == Some(&spec.sides[1].name);
        let place = |name: &String| {
            let site = self.engine.site(name)?;
            match second {
                true => self.board.mirrored(site),
                false => Some(site),
            }
        };
        [&way.royal, &way.royal_to]
            .into_iter()
            .filter_map(place)
            .collect()
    }

    /// The sites that an action names, in order.
    fn sites_in(&self, action: &str) -> Vec<Site> {
        let bytes = action.as_bytes();
        let mut found = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let digits = bytes[at + 1..].iter().take_while(|b| b.is_ascii_digit());
            let end = at + 1 + digits.count();
            if bytes[at].is_ascii_lowercase() && end > at + 1 {
                found.extend(action.get(at..end).and_then(|name| self.engine.site(name)));
                at = end;
            } else {
                at += 1;
            }
        }
        found
    }

    /// A glow under the royal piece of the side to act where it is attacked.
    fn attacked(&self, svg: &mut Svg, seen: &Observation, colours: &Colours) {
        let spec = self.engine.spec();
        let (true, Some(check)) = (seen.in_check, &spec.check) else {
            return;
        };
        let side = seen.sides.get(usize::from(seen.turn)).cloned().flatten();
        for place in &seen.sites {
            let royal = place
                .piece
                .as_ref()
                .is_some_and(|p| p.kind == check.royal && Some(&p.side) == side.as_ref());
            if let (true, Some(site)) = (royal, self.engine.site(&place.site)) {
                let paint = Paint::fill(colours.check).opacity(0.55);
                svg.circle(self.layout.point(site), self.layout.high * 0.49, &paint);
            }
        }
    }

    fn piece(&self, svg: &mut Svg, place: &Seen) {
        let cell = self.cell(place);
        let (Some(site), false) = (self.engine.site(&place.site), cell == SetupCell::Empty) else {
            return;
        };
        svg.open(&self.lang.with_head(&place.site, &self.name(cell)));
        let room = self.set.room(self.layout.ground, self.layout.room());
        self.set.draw(svg, cell, self.layout.point(site), room);
        svg.close();
    }

    /// A piece in words, as it is seen.
    fn name(&self, cell: SetupCell) -> String {
        let (lang, spec) = (self.lang, self.engine.spec());
        let side = |side: Side| lang.side(&spec.sides[side.index()]).to_owned();
        let name = |piece: Piece| {
            let kind = spec.kinds.get(piece.kind.index());
            let kind = kind
                .map_or("", |kind| lang.kind(kind, piece.side))
                .to_owned();
            lang.say_with(
                "picture-piece",
                &[("side", side(piece.side).into()), ("kind", kind.into())],
            )
        };
        match cell {
            SetupCell::Empty => String::new(),
            SetupCell::Up(piece) => name(piece),
            SetupCell::Down { look, truth } => {
                let looks = match (look.as_piece(), look.side()) {
                    (Some(piece), _) => {
                        lang.say_with("picture-looks-like", &[("piece", name(piece).into())])
                    }
                    (None, Some(of)) => {
                        lang.say_with("picture-back-of", &[("side", side(of).into())])
                    }
                    (None, None) => lang.say("picture-back").into_owned(),
                };
                match truth {
                    Some(piece) => {
                        let known =
                            lang.say_with("picture-known", &[("piece", name(piece).into())]);
                        lang.list(&[looks, known])
                    }
                    None => looks,
                }
            }
        }
    }

    /// Marks and arrows.
    fn notes(&self, svg: &mut Svg, colours: &Colours) {
        for site in &self.wishes.marks {
            let ring = Paint::stroke(colours.mark, 5.0).opacity(0.9);
            svg.circle(self.layout.point(*site), self.layout.high * 0.47, &ring);
        }
        for (from, to) in &self.wishes.arrows {
            let (a, b) = (self.layout.point(*from), self.layout.point(*to));
            let (dx, dy) = (b.0 - a.0, b.1 - a.1);
            let long = (dx * dx + dy * dy).sqrt();
            if long < 1.0 {
                continue;
            }
            let (ux, uy) = (dx / long, dy / long);
            let head = self.layout.high * 0.36;
            let along = |d: f64, aside: f64| (a.0 + ux * d - uy * aside, a.1 + uy * d + ux * aside);
            let (tail, neck) = (self.layout.high * 0.2, long - head);
            let half = self.layout.high * 0.075;
            let corners = [
                along(tail, half),
                along(neck, half),
                along(neck, head * 0.55),
                along(long, 0.0),
                along(neck, -head * 0.55),
                along(neck, -half),
                along(tail, -half),
            ];
            svg.polygon(&corners, &Paint::fill(colours.mark).opacity(0.8));
        }
    }

    /// The pieces off the board, as the observer may know them, in a column for each side.
    fn tray(&self, svg: &mut Svg, seen: &Observation, colours: &Colours) {
        let spec = self.engine.spec();
        let (left, width) = (self.layout.size.0 + 2.0, self.tray_width());
        for (i, side) in spec.sides.iter().enumerate() {
            let mut rows: Vec<(SetupCell, u32)> = Vec::new();
            let of = |count: &&Count| count.side == side.name;
            for count in seen.lost.iter().filter(of) {
                rows.extend(
                    self.counted(count)
                        .map(|p| (SetupCell::Up(p), u32::from(count.count))),
                );
            }
            for count in seen.learned.iter().filter(of) {
                let down = |piece| SetupCell::Down {
                    look: Cell::BACK,
                    truth: Some(piece),
                };
                rows.extend(
                    self.counted(count)
                        .map(|p| (down(p), u32::from(count.count))),
                );
            }
            let learned: u32 = seen
                .learned
                .iter()
                .filter(of)
                .map(|c| u32::from(c.count))
                .sum();
            let unknown = u32::from(seen.lost_hidden[i]).saturating_sub(learned);
            if unknown > 0 {
                let look = Cell::piece(Side(i as u8), Kind::BACK);
                rows.push((SetupCell::Down { look, truth: None }, unknown));
            }
            let [_, top, _, height] = self.layout.frame;
            let step = (height / rows.len().max(1) as f64).min(42.0);
            for (row, (cell, count)) in rows.into_iter().enumerate() {
                let x = left
                    + width * i as f64
                    + if self.layout.ground == Ground::Graph {
                        28.0
                    } else {
                        20.0
                    };
                let y = top + step * (row as f64 + 0.5);
                svg.open(&self.name(cell));
                // A tile is about half as high as it is wide.
                let room = match self.layout.ground {
                    Ground::Graph => (step * 1.7).min(TRAY * 0.84),
                    _ => step * 0.92,
                };
                self.set.draw(svg, cell, (x, y), room);
                svg.close();
                if count > 1 {
                    let at = (x + room / 2.0 + 12.0, y);
                    font::text(svg, &format!("×{count}"), at, 15.0, colours.label);
                }
            }
        }
    }

    /// How wide each side's column is.
    fn tray_width(&self) -> f64 {
        match self.layout.ground {
            Ground::Graph => TRAY * 1.35,
            _ => TRAY,
        }
    }

    fn counted(&self, count: &Count) -> Option<Piece> {
        let spec = self.engine.spec();
        let side = spec.sides.iter().position(|s| s.name == count.side)?;
        let kind = spec.kinds.iter().position(|k| k.name == count.kind)?;
        Some(Piece {
            side: Side(side as u8),
            kind: Kind(kind as u8),
        })
    }
}

fn hazard(svg: &mut Svg, (x, y): Point, half: f64) {
    let spikes = Paint::stroke("#1f1c1a", half * 0.14).round();
    let (long, short) = (half * 0.68, half * 0.48);
    for (dx, dy) in [(long, 0.0), (0.0, long), (short, short), (short, -short)] {
        svg.line((x - dx, y - dy), (x + dx, y + dy), &spikes);
    }
    svg.circle((x, y), half * 0.46, &Paint::fill("#2b2724"));
    let shine = Paint::fill("#ffffff").opacity(0.75);
    svg.circle((x - half * 0.15, y - half * 0.17), half * 0.1, &shine);
}

/// A path through points.
fn path(command: char, points: &[Point]) -> String {
    let mut data = String::new();
    for (i, (x, y)) in points.iter().enumerate() {
        data.push(if i == 0 { command } else { 'L' });
        data.push_str(&svg::number(*x));
        data.push(' ');
        data.push_str(&svg::number(*y));
    }
    data
}
