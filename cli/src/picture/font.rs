//! Letters as outlines, from two small fonts that are part of the program, so that a picture looks the same everywhere.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

use super::svg::{Paint, Svg, number};

/// Characters of pieces: Noto Serif CJK SC Bold, of which `assets/fonts/README.md` says what was kept.
const PIECES: &[u8] = include_bytes!("../../assets/fonts/pieces.otf");
/// Latin, Greek and Cyrillic letters and digits: Noto Sans Bold, likewise.
const LETTERS: &[u8] = include_bytes!("../../assets/fonts/letters.ttf");

/// The units that outlines are scaled to: the height of a line of text.
const EM: f32 = 100.0;

/// An outline in units of [`EM`], y down, its baseline at 0.
struct Outline {
    data: String,
    /// Left, top, right, bottom.
    bounds: [f64; 4],
    advance: f64,
}

/// Whether a character can be drawn.
pub(super) fn has(c: char) -> bool {
    outline(c).is_some()
}

/// Draws one character with the middle of its shape at a place.
pub(super) fn character(svg: &mut Svg, c: char, at: (f64, f64), size: f64, colour: &str) {
    let Some(outline) = outline(c) else { return };
    let scale = size / f64::from(EM);
    let [left, top, right, bottom] = outline.bounds;
    let x = at.0 - (left + right) / 2.0 * scale;
    let y = at.1 - (top + bottom) / 2.0 * scale;
    place(svg, c, &outline, (x, y), scale, colour);
}

/// Draws a short text with its middle at a place; all its digits and letters stand on one line.
pub(super) fn text(svg: &mut Svg, text: &str, at: (f64, f64), size: f64, colour: &str) {
    let scale = size / f64::from(EM);
    let outlines: Vec<(char, Outline)> = text
        .chars()
        .filter_map(|c| outline(c).map(|o| (c, o)))
        .collect();
    let width: f64 = outlines.iter().map(|(_, o)| o.advance * scale).sum();
    let mut x = at.0 - width / 2.0;
    // Digits and capitals are about 0.71 of the size high.
    let y = at.1 + 0.355 * size;
    for (c, outline) in outlines {
        place(svg, c, &outline, (x, y), scale, colour);
        x += outline.advance * scale;
    }
}

fn place(svg: &mut Svg, c: char, outline: &Outline, at: (f64, f64), scale: f64, colour: &str) {
    if outline.data.is_empty() {
        return;
    }
    let id = format!("c{:x}", u32::from(c));
    svg.define(&id, || {
        format!("<path id=\"{id}\" d=\"{}\"/>", outline.data)
    });
    svg.place(&id, at, scale, &Paint::fill(colour));
}

fn outline(c: char) -> Option<Outline> {
    [LETTERS, PIECES]
        .into_iter()
        .find_map(|bytes| outline_in(bytes, c))
}

fn outline_in(bytes: &[u8], c: char) -> Option<Outline> {
    let font = FontRef::new(bytes).ok()?;
    let glyph = font.charmap().map(c)?;
    let size = Size::new(EM);
    let advance = font
        .glyph_metrics(size, LocationRef::default())
        .advance_width(glyph)?;
    let drawn = font.outline_glyphs().get(glyph)?;
    let mut pen = Pen::default();
    let settings = DrawSettings::unhinted(size, LocationRef::default());
    drawn.draw(settings, &mut pen).ok()?;
    Some(Outline {
        data: pen.data,
        bounds: pen.bounds.unwrap_or([0.0; 4]),
        advance: f64::from(advance),
    })
}

/// Writes an outline as a path, turned from y up to y down.
#[derive(Default)]
struct Pen {
    data: String,
    bounds: Option<[f64; 4]>,
}

impl Pen {
    fn write(&mut self, command: char, points: &[(f32, f32)]) {
        self.data.push(command);
        for (i, (x, y)) in points.iter().enumerate() {
            let (x, y) = (f64::from(*x), -f64::from(*y));
            if i > 0 {
                self.data.push(' ');
            }
            self.data.push_str(&number(x));
            self.data.push(' ');
            self.data.push_str(&number(y));
            let [left, top, right, bottom] = self.bounds.unwrap_or([x, y, x, y]);
            self.bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
        }
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('L', &[(x, y)]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.write('Q', &[(cx, cy), (x, y)]);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.write('C', &[(ax, ay), (bx, by), (x, y)]);
    }

    fn close(&mut self) {
        self.data.push('Z');
    }
}
