//! The figures of chess, drawn on a square of 100 units.

use super::svg::{Paint, Svg};
use super::theme::Ink;

/// A figure: shapes that are filled and outlined together, lines within them, and dots.
pub(super) struct Figure {
    /// Its name in definitions.
    pub(super) name: &'static str,
    /// Closed shapes, all drawn clockwise so that where they overlap nothing is left out.
    shapes: &'static str,
    lines: &'static str,
    dots: &'static [(f64, f64, f64)],
}

/// The figures by the characters that variants give as glyphs, for either side.
const FIGURES: [([char; 2], Figure); 6] = [
    (
        ['♔', '♚'],
        Figure {
            name: "king",
            shapes: "M46.5 5H53.5V11H60V18H53.5V28H46.5V18H40V11H46.5Z\
                     M50 40C54 28 69 25 77 33C85 42 80 55 69 66H31C20 55 15 42 23 33C31 25 46 28 50 40Z\
                     M50 24C57.5 32 57.500 42 50 54C42.5 42 42.5 32 50 24Z\
                     M29 62H71L69 78H31Z\
                     M30 75H70Q74 75 74 79V84H26V79Q26 75 30 75Z\
                     M24 83H76Q80 83 80 87V92H20V87Q20 83 24 83Z",
            lines: "M50 54V63M50 24C57.5 32 57.5 42 50 54C42.5 42 42.5 32 50 24ZM30 66.5C41 62.5 59 62.5 70 66.5\
                    M31.500 75C42 71.5 58 71.5 68.5 75M26 84H74",
            dots: &[],
        },
    ),
    (
        ['♕', '♛'],
        Figure {
            name: "queen",
            shapes: "M27 66L16 31L32 49L33.5 22L44.500 46L50 17L55.5 46L66.5 22L68 49L84 31L73 66Z\
                     M11.2 29A4.8 4.8 0 0 1 20.8 29A4.8 4.8 0 0 1 11.2 29Z\
                     M28.2 19A4.8 4.8 0 0 1 37.8 19A4.8 4.8 0 0 1 28.2 19Z\
                     M44.8 14A5.2 5.2 0 0 1 55.2 14A5.2 5.2 0 0 1 44.8 14Z\
                     M62.2 19A4.8 4.8 0 0 1 71.8 19A4.8 4.8 0 0 1 62.2 19Z\
                     M79.2 29A4.8 4.8 0 0 1 88.8 29A4.8 4.8 0 0 1 79.2 29Z\
                     M27 62H73L70 78H30Z\
                     M30 75H70Q74 75 74 79V84H26V79Q26 75 30 75Z\
                     M24 83H76Q80 83 80 87V92H20V87Q20 83 24 83Z",
            lines: "M28 65.5C40 61.5 60 61.5 72 65.5M30.500 75C42 71.500 58 71.5 69.5 75M26 84H74",
            dots: &[],
        },
    ),
    (
        ['♖', '♜'],
        Figure {
            name: "rook",
            shapes: "M26 14H38V22H45V14H55V22H62V14H74V31L67 39H33L26 31Z\
                     M34 36H66L70 78H30Z\
                     M30 74H70Q74 74 74 78V83H26V78Q26 74 30 74Z\
                     M24 82H76Q80 82 80 86V92H20V86Q20 82 24 82Z",
            lines: "M34 39H66M31 74H69M26 83H74",
            dots: &[],
        },
    ),
    (
        ['♗', '♝'],
        Figure {
            name: "bishop",
            shapes: "M50 17C63 26 69 38 65 47C63 54 57 58 50 58C43 58 37 54 35 47C31 38 37 26 50 17Z\
                     M44.5 13A5.5 5.5 0 0 1 55.5 13A5.5 5.5 0 0 1 44.5 13Z\
                     M39.500 55H60.5Q64 55 64 58.5Q64 62 60.5 62H39.5Q36 62 36 58.5Q36 55 39.5 55Z\
                     M58 60C58 68 63 73 70 78H30C37 73 42 68 42 60Z\
                     M31 76H69Q73 76 73 80V84H27V80Q27 76 31 76Z\
                     M25 83H75Q79 83 79 87V92H21V87Q21 83 25 83Z",
            lines: "M57.5 26L48.5 42M38 55.5H62M38 62H62M27 84H73",
            dots: &[],
        },
    ),
    (
        ['♘', '♞'],
        Figure {
            name: "knight",
            shapes: "M30 78C33 64 52 63 51 53C47 58 42 61 36 62C33 67 29 70 24 70C17 70 13 63 16 56L27 40\
                     C29 31 35 24 44 21L45 12L52 18L58 9L61 22C76 31 78 56 74 78Z\
                     M28 75H74Q78 75 78 79V84H24V79Q24 75 28 75Z\
                     M24 83H78Q82 83 82 87V92H20V87Q20 83 24 83Z",
            lines: "M60.5 25C69 37 71.5 56 69.5 74M20.500 66C24 65 27 63.5 29 61M24 84H78",
            dots: &[(39.0, 36.0, 2.9), (21.5, 58.5, 1.7)],
        },
    ),
    (
        ['♙', '♟'],
        Figure {
            name: "pawn",
            shapes: "M56 46C56 60 62 68 69 78H31C38 68 44 60 44 46Z\
                     M37 30A13 13 0 0 1 63 30A13 13 0 0 1 37 30Z\
                     M39.5 42H60.5Q64 42 64 45.5Q64 49 60.5 49H39.5Q36 49 36 45.5Q36 42 39.5 42Z\
                     M31 76H69Q73 76 73 80V84H27V80Q27 76 31 76Z\
                     M25 83H75Q79 83 79 87V92H21V87Q21 83 25 83Z",
            lines: "M27 84H73",
            dots: &[],
        },
    ),
];

/// The figure of a glyph.
pub(super) fn of(glyph: &str) -> Option<&'static Figure> {
    let mut chars = glyph.chars().filter(|c| *c != '\u{fe0e}');
    let (c, None) = (chars.next()?, chars.next()) else {
        return None;
    };
    FIGURES
        .iter()
        .find(|(glyphs, _)| glyphs.contains(&c))
        .map(|(_, figure)| figure)
}

impl Figure {
    /// Draws it in a side's colours; a `veil` is painted over what it only looks like.
    pub(super) fn draw(&self, svg: &mut Svg, ink: &Ink, veil: Option<&str>) {
        svg.path(
            self.shapes,
            &Paint::fill(ink.edge).outlined(ink.edge, 6.0).round(),
        );
        svg.path(self.shapes, &Paint::fill(ink.body));
        if let Some(veil) = veil {
            svg.path(self.shapes, &Paint::fill(veil));
        }
        if !self.lines.is_empty() {
            let paint = Paint::stroke(ink.detail, 2.4).round();
            svg.path(self.lines, &paint);
        }
        for (x, y, radius) in self.dots {
            svg.circle((*x, *y), *radius, &Paint::fill(ink.detail));
        }
    }
}
