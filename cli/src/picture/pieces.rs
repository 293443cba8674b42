//! Pieces: figures, discs and tiles with characters, stones; and how those are drawn that are hidden.

use masque_core::piece::{Cell, Kind, Piece, Side};
use masque_core::setup::SetupCell;
use masque_core::spec::Spec;

use super::figures::{self, Figure};
use super::font;
use super::ground::{Ground, Point};
use super::svg::{Paint, Svg};
use super::theme::{Ink, ink};

/// The mask that every hidden piece shows, on a square of 100 units: its outline, and its eyes the other way round.
const MASK: &str = "M6 38C20 28 36 30 50 39C64 30 80 28 94 38C97 58 86 72 70 71C60 70 56 61 50 61C44 61 40 70 30 71C14 72 3 58 6 38Z\
                    M20 48C25 57 36 58 42 52C37 43 26 42 20 48ZM80 48C74 42 63 43 58 52C64 58 75 57 80 48Z";

/// The wood of discs.
const WOOD: &str = "#f6e4bb";
/// The rim of discs, and the colour of backs that do not show a side.
const RIM: &str = "#8a5a2b";
/// The back of pieces that do not show a side.
const BACK: &str = "#9c6a3c";

/// What a piece looks like.
#[derive(Clone, Copy)]
enum Shape {
    Figure(&'static Figure),
    Stone,
    Ring,
    Cross,
    /// Characters of a script in which one is a word, on wood.
    Characters([Option<char>; 2]),
    /// A letter, on the side's colour.
    Letter(char),
}

/// Draws the pieces of one variant.
pub(super) struct Set<'a> {
    spec: &'a Spec,
    /// Whether letters stand for all pieces.
    letters: bool,
    tiles: bool,
}

impl<'a> Set<'a> {
    pub(super) fn new(spec: &'a Spec, letters: bool) -> Self {
        Self {
            spec,
            letters,
            tiles: spec.board.graph,
        }
    }

    /// Whether its pieces have characters written on them.
    pub(super) fn is_written(&self) -> bool {
        let written = |i| {
            let piece = Piece {
                side: Side(0),
                kind: Kind(i as u8),
            };
            matches!(
                self.shape_of(piece, false),
                Shape::Characters(_) | Shape::Letter(_)
            )
        };
        !self.spec.kinds.is_empty() && (0..self.spec.kinds.len()).all(written)
    }

    fn ink(&self, side: Side) -> Ink {
        ink(&self.spec.sides[side.index()].name, side.0 == 0)
    }

    fn shape(&self, piece: Piece) -> Shape {
        self.shape_of(piece, self.letters)
    }

    fn shape_of(&self, piece: Piece, letters: bool) -> Shape {
        let Some(kind) = self.spec.kinds.get(piece.kind.index()) else {
            return Shape::Letter('?');
        };
        let letter = Shape::Letter(kind.letter_of(piece.side).to_ascii_uppercase());
        if letters {
            return letter;
        }
        let [own, other] = [piece.side, piece.side.other()].map(|s| kind.glyph[s.index()].as_str());
        if let Some(figure) = figures::of(own) {
            return Shape::Figure(figure);
        }
        let mut chars = own.chars();
        let (Some(c), None) = (chars.next(), chars.next()) else {
            return letter;
        };
        match c {
            '●' | '○' if other != own && matches!(other, "●" | "○") => Shape::Stone,
            '○' => Shape::Ring,
            '●' => Shape::Stone,
            '×' | '✕' | '✗' => Shape::Cross,
            c if c.is_alphabetic() && !c.is_lowercase() && !c.is_uppercase() && font::has(c) => {
                Shape::Characters(self.characters(kind.native[piece.side.index()].get("zh"), c))
            }
            c if font::has(c) => Shape::Letter(c),
            _ => letter,
        }
    }

    /// What is written on a piece: on a tile the whole of a name of two characters, else the glyph.
    fn characters(&self, name: Option<&String>, glyph: char) -> [Option<char>; 2] {
        let short = name.filter(|name| self.tiles && name.chars().all(font::has));
        let mut chars = short.map(|name| name.chars()).into_iter().flatten();
        match (chars.next(), chars.next(), chars.next()) {
            (Some(a), Some(b), None) => [Some(a), Some(b)],
            _ => [Some(glyph), None],
        }
    }

    /// Draws what an observer sees of one site, its middle at a place, as large as `room` allows.
    pub(super) fn draw(&self, svg: &mut Svg, cell: SetupCell, at: Point, room: f64) {
        match cell {
            SetupCell::Empty => {}
            SetupCell::Up(piece) => self.face(svg, piece, at, room),
            SetupCell::Down { look, truth } => self.hidden(svg, look, truth, at, room),
        }
    }

    /// Draws a piece that everybody sees.
    pub(super) fn face(&self, svg: &mut Svg, piece: Piece, at: Point, room: f64) {
        let ink = self.ink(piece.side);
        let shape = self.shape(piece);
        let side = piece.side.0;
        let id = match shape {
            Shape::Figure(figure) => format!("{}{side}", figure.name),
            Shape::Stone => format!("stone{side}"),
            Shape::Ring => format!("ring{side}"),
            Shape::Cross => format!("cross{side}"),
            Shape::Characters(chars) => {
                let codes = chars
                    .into_iter()
                    .flatten()
                    .map(|c| format!("{:x}", u32::from(c)));
                format!("w{}-{side}", codes.collect::<Vec<_>>().join("-"))
            }
            Shape::Letter(c) => format!("l{:x}-{side}", u32::from(c)),
        };
        svg.define_drawn(&id, |svg| self.make(svg, shape, &ink));
        self.put(svg, &id, at, room);
    }

    /// Uses a definition made on a square of 100 units.
    fn put(&self, svg: &mut Svg, id: &str, (x, y): Point, room: f64) {
        let at = (x - room / 2.0, y - room / 2.0);
        svg.place(id, at, room / 100.0, &Paint::default());
    }

    fn make(&self, svg: &mut Svg, shape: Shape, ink: &Ink) {
        const MIDDLE: Point = (50.0, 50.0);
        match shape {
            Shape::Figure(figure) => figure.draw(svg, ink, None),
            Shape::Stone => {
                svg.circle((50.0, 52.5), 43.0, &Paint::fill("#000000").opacity(0.22));
                svg.circle(MIDDLE, 43.0, &Paint::fill(ink.body).outlined(ink.edge, 2.0));
                let shine = Paint::fill("#ffffff").opacity(0.16);
                svg.path(
                    "M50 11C29 11 12 28 11 48C24 26 48 17 74 19C67 14 59 11 50 11Z",
                    &shine,
                );
            }
            Shape::Ring => svg.circle(MIDDLE, 29.0, &Paint::stroke(ink.body, 11.0)),
            Shape::Cross => {
                let paint = Paint::stroke(ink.edge, 11.0).round();
                svg.path("M25 25L75 75M75 25L25 75", &paint);
            }
            Shape::Characters(chars) if self.tiles => {
                tile(svg, ink.tile, ink.edge);
                let chars: Vec<char> = chars.into_iter().flatten().collect();
                match chars[..] {
                    [a, b] => {
                        font::character(svg, a, (33.5, 50.0), 33.0, "#fffaf0");
                        font::character(svg, b, (66.5, 50.0), 33.0, "#fffaf0");
                    }
                    [a, ..] => font::character(svg, a, MIDDLE, 36.0, "#fffaf0"),
                    [] => {}
                }
            }
            Shape::Letter(c) if self.tiles => {
                tile(svg, ink.tile, ink.edge);
                font::character(svg, c, MIDDLE, 38.0, "#fffaf0");
            }
            Shape::Characters(chars) => {
                disc(svg, WOOD, RIM, ink.writing);
                if let Some(c) = chars[0] {
                    font::character(svg, c, MIDDLE, 58.0, ink.writing);
                }
            }
            Shape::Letter(c) => {
                disc(svg, ink.body, ink.edge, ink.detail);
                font::character(svg, c, MIDDLE, 46.0, ink.detail);
            }
        }
    }

    fn hidden(&self, svg: &mut Svg, look: Cell, truth: Option<Piece>, at: Point, room: f64) {
        if let Some(piece) = look.as_piece() {
            self.veiled(svg, piece, at, room);
            match truth {
                Some(truth) => self.badge(svg, truth, at, room),
                None => self.mask_badge(svg, at, room),
            }
            return;
        }
        match truth {
            // Its own side is known from the piece itself, so the back of its badge need not say it.
            Some(truth) => {
                self.face(svg, truth, at, room);
                self.mask_badge(svg, at, room);
            }
            None => self.back(svg, look.side(), at, room),
        }
    }

    /// Draws a piece as it looks, veiled, because it may be another.
    fn veiled(&self, svg: &mut Svg, piece: Piece, at: Point, room: f64) {
        let ink = self.ink(piece.side);
        let side = piece.side.0;
        let Shape::Figure(figure) = self.shape(piece) else {
            self.face(svg, piece, at, room);
            return;
        };
        let veil = format!("veil{side}");
        svg.define(&veil, || {
            format!(
                "<pattern id=\"{veil}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
                 <rect width=\"3.4\" height=\"8\" fill=\"{}\" opacity=\"0.38\"/></pattern>",
                ink.detail
            )
        });
        let id = format!("veiled-{}{side}", figure.name);
        let paint = format!("url(#{veil})");
        svg.define_drawn(&id, |svg| figure.draw(svg, &ink, Some(&paint)));
        self.put(svg, &id, at, room);
    }

    /// The back of a piece, in the colour of its side where that shows.
    pub(super) fn back(&self, svg: &mut Svg, side: Option<Side>, at: Point, room: f64) {
        let ink = side.map(|side| self.ink(side));
        let id = match side {
            Some(side) => format!("back{}", side.0),
            None => "back".to_owned(),
        };
        svg.define_drawn(&id, |svg| {
            let (body, rim) = ink.map_or((BACK, "#5c3a1c"), |ink| (ink.tile, ink.edge));
            let light = "#fbe9c8";
            if self.tiles {
                tile(svg, body, rim);
                mask(svg, (50.0, 50.0), 42.0, light);
            } else {
                disc(svg, body, rim, light);
                mask(svg, (50.0, 50.0), 56.0, light);
            }
        });
        self.put(svg, &id, at, room);
    }

    /// The place and the size of what is drawn in the corner of a hidden piece.
    fn corner(&self, (x, y): Point, room: f64) -> (Point, f64) {
        if self.tiles {
            ((x + room * 0.4, y - room * 0.24), room * 0.22)
        } else {
            ((x + room * 0.29, y + room * 0.29), room * 0.36)
        }
    }

    fn mask_badge(&self, svg: &mut Svg, at: Point, room: f64) {
        svg.define_drawn("hidden", |svg| {
            let paint = Paint::fill("#2b2622").outlined("#fbe9c8", 6.0);
            svg.circle((50.0, 50.0), 45.0, &paint);
            mask(svg, (50.0, 50.0), 70.0, "#fbe9c8");
        });
        let (at, size) = self.corner(at, room);
        self.put(svg, "hidden", at, size);
    }

    /// What a piece in disguise is, for those who know it.
    fn badge(&self, svg: &mut Svg, truth: Piece, at: Point, room: f64) {
        let (at, size) = self.corner(at, room);
        let size = size * 1.25;
        let paint = Paint::fill("#fff6dc").outlined("#2b2622", size * 0.05);
        svg.circle(at, size / 2.0, &paint);
        self.face(svg, truth, at, size * 0.8);
    }

    /// How large pieces are on a ground where sites have so much room: figures reach to the edges of their squares.
    pub(super) fn room(&self, ground: Ground, room: f64) -> f64 {
        match ground {
            Ground::Checkered | Ground::Plain if !self.is_written() => room * 1.04,
            _ => room,
        }
    }
}

fn disc(svg: &mut Svg, body: &str, rim: &str, ring: &str) {
    svg.circle((50.0, 53.0), 44.0, &Paint::fill("#000000").opacity(0.25));
    svg.circle((50.0, 50.0), 44.0, &Paint::fill(body).outlined(rim, 2.4));
    svg.circle((50.0, 50.0), 37.0, &Paint::stroke(ring, 2.2));
}

fn tile(svg: &mut Svg, body: &str, rim: &str) {
    let shadow = Paint::fill("#000000").opacity(0.25);
    svg.rectangle([9.0, 28.5, 82.0, 47.0], 7.0, &shadow);
    svg.rectangle(
        [9.0, 26.0, 82.0, 47.0],
        7.0,
        &Paint::fill(body).outlined(rim, 2.0),
    );
    let line = Paint::stroke("#fffaf0", 1.2).opacity(0.7);
    svg.rectangle([13.0, 30.0, 74.0, 39.0], 4.0, &line);
}

/// The mask, its middle at a place.
fn mask(svg: &mut Svg, (x, y): Point, width: f64, colour: &str) {
    svg.define("mask", || format!("<path id=\"mask\" d=\"{MASK}\"/>"));
    let at = (x - width / 2.0, y - width / 2.0);
    svg.place("mask", at, width / 100.0, &Paint::fill(colour));
}
