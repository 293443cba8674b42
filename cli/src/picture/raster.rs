//! Pictures made of points: PNG, and GIF that moves.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use masque_scripting::diag::Diagnostic;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg;

/// A picture as PNG.
///
/// # Errors
/// When it cannot be made, which would be a fault of ours or want of memory.
pub(crate) fn png(svg: &str) -> Result<Vec<u8>, Diagnostic> {
    let tree = read(svg)?;
    let size = tree.size().to_int_size();
    let size = (size.width(), size.height());
    let pixels = painted(&tree, size, Transform::identity(), Color::TRANSPARENT)?;
    pixels.encode_png().map_err(failed)
}

fn failed(error: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::new("picture", format!("the picture cannot be made: {error}"))
}

fn read(svg: &str) -> Result<usvg::Tree, Diagnostic> {
    usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(failed)
}

/// A picture on a ground, as a map of so many points, of which the first shows what `shift` leads there.
fn painted(
    tree: &usvg::Tree,
    (width, height): (u32, u32),
    shift: Transform,
    ground: Color,
) -> Result<Pixmap, Diagnostic> {
    let pixels = Pixmap::new(width, height);
    let mut pixels = pixels.ok_or_else(|| failed("it is too large"))?;
    pixels.fill(ground);
    resvg::render(tree, shift, &mut pixels.as_mut());
    Ok(pixels)
}

/// An animated GIF being made, picture by picture.
///
/// A step changes little of a board, and a large picture has many points, so pictures are painted small first: where two of
/// those differ is where the second has to be painted large.
pub(crate) struct Film {
    encoder: Option<Encoder<Vec<u8>>>,
    /// The last picture, painted small.
    last: Option<Pixmap>,
    /// Hundredths of a second.
    delay: u16,
}

/// How carefully colours are chosen, from 1, the slowest, to 30.
const SPEED: i32 = 10;
/// The most colours of a palette.
const COLOURS: usize = 256;
/// Of about how many points colours are chosen.
const SAMPLE: usize = 100_000;
/// How many points wide pictures are compared: lines are drawn as wide as a point of these, or wider.
const SMALL: f32 = 640.0;
/// How many points of a small picture round what differs are painted too: smooth edges reach so far.
const MARGIN: u32 = 2;

impl Film {
    /// A film that shows each picture for so many milliseconds.
    pub(crate) fn new(delay: u32) -> Self {
        Self {
            encoder: None,
            last: None,
            delay: u16::try_from(delay / 10).unwrap_or(u16::MAX),
        }
    }

    /// Adds a picture, which has to be of the size of the others; `stays` is how many times as long as others it is shown.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn add(&mut self, svg: &str, stays: u16) -> Result<(), Diagnostic> {
        let tree = read(svg)?;
        let size = tree.size().to_int_size();
        let scale = (SMALL / size.width() as f32).min(1.0);
        let shrunk = |length: u32| ((length as f32 * scale).ceil() as u32).max(1);
        let small = painted(
            &tree,
            (shrunk(size.width()), shrunk(size.height())),
            Transform::from_scale(scale, scale),
            Color::WHITE,
        )?;
        let [left, top, right, bottom] = match &self.last {
            None => [0, 0, size.width(), size.height()],
            Some(last) => {
                let [left, top, right, bottom] = changed(last, &small);
                let before = |at: u32| (at.saturating_sub(MARGIN) as f32 / scale) as u32;
                let after = |at: u32| ((at + MARGIN) as f32 / scale).ceil() as u32;
                [
                    before(left),
                    before(top),
                    after(right).min(size.width()),
                    after(bottom).min(size.height()),
                ]
            }
        };
        let (width, height) = (right - left, bottom - top);
        let shift = Transform::from_translate(-(left as f32), -(top as f32));
        let pixels = painted(&tree, (width, height), shift, Color::WHITE)?;
        let short = |value: u32| u16::try_from(value).map_err(|_| failed("it is too large"));
        let (w, h) = (short(width)?, short(height)?);
        let (palette, points) = indexed(pixels.data());
        let mut frame = Frame::from_palette_pixels(w, h, points, palette, None);
        (frame.left, frame.top) = (short(left)?, short(top)?);
        frame.delay = self.delay.saturating_mul(stays);
        frame.dispose = DisposalMethod::Keep;
        let encoder = match &mut self.encoder {
            Some(encoder) => encoder,
            None => {
                let mut encoder = Encoder::new(Vec::new(), w, h, &[]).map_err(failed)?;
                encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
                self.encoder.insert(encoder)
            }
        };
        encoder.write_frame(&frame).map_err(failed)?;
        self.last = Some(small);
        Ok(())
    }

    /// The whole film.
    ///
    /// # Errors
    /// When it cannot be made, or has no picture.
    pub(crate) fn finish(self) -> Result<Vec<u8>, Diagnostic> {
        let encoder = self.encoder.ok_or_else(|| failed("it has no frame"))?;
        encoder.into_inner().map_err(failed)
    }
}

/// Opaque points as a palette and the index of each point's colour in it.
///
/// A drawing has few colours beside how many points it has, most of them mixed along edges, so each is looked for once.
fn indexed(pixels: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let colours = |pixels| <[u8]>::chunks_exact(pixels, 4).map(|p| [p[0], p[1], p[2], p[3]]);
    let mut all: Vec<[u8; 4]> = Vec::new();
    let mut known: HashMap<[u8; 4], u8> = HashMap::new();
    let mut last = None;
    for colour in colours(pixels) {
        if last == Some(colour) {
            continue;
        }
        last = Some(colour);
        if let Entry::Vacant(free) = known.entry(colour) {
            let Ok(index) = u8::try_from(all.len()) else {
                // One more than fits: colours have to be chosen.
                all.clear();
                break;
            };
            all.push(colour);
            free.insert(index);
        }
    }
    let chosen = all.is_empty().then(|| {
        known.clear();
        let every = (pixels.len() / 4 / SAMPLE).max(1);
        let sample: Vec<u8> = colours(pixels).step_by(every).flatten().collect();
        NeuQuant::new(SPEED, COLOURS, &sample)
    });
    let palette = match &chosen {
        Some(chosen) => chosen.color_map_rgb(),
        None => all.iter().flat_map(|colour| colour[..3].to_vec()).collect(),
    };
    let mut points = Vec::with_capacity(pixels.len() / 4);
    let mut last = ([0; 4], None);
    for colour in colours(pixels) {
        let index = match last {
            (same, Some(index)) if same == colour => index,
            _ => *known.entry(colour).or_insert_with(|| {
                let index = chosen.as_ref().map(|chosen| chosen.index_of(&colour));
                index.and_then(|i| u8::try_from(i).ok()).unwrap_or(0)
            }),
        };
        last = (colour, Some(index));
        points.push(index);
    }
    (palette, points)
}

/// The part in which two pictures of one size differ: from left and top to before right and bottom; one point where they
/// do not.
fn changed(one: &Pixmap, other: &Pixmap) -> [u32; 4] {
    let width = other.width();
    let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
    for (i, (a, b)) in one.pixels().iter().zip(other.pixels()).enumerate() {
        if a != b {
            let (x, y) = (i as u32 % width, i as u32 / width);
            (left, top) = (left.min(x), top.min(y));
            (right, bottom) = (right.max(x), bottom.max(y));
        }
    }
    match left {
        u32::MAX => [0, 0, 1, 1],
        _ => [left, top, right + 1, bottom + 1],
    }
}
