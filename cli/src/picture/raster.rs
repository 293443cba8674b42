//! Pictures made of points: PNG, and GIF that moves.

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use masque_scripting::diag::Diagnostic;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg;

/// A picture as PNG.
///
/// # Errors
/// When it cannot be made, which would be a fault of ours or want of memory.
pub(crate) fn png(svg: &str) -> Result<Vec<u8>, Diagnostic> {
    let pixels = painted(svg, Color::TRANSPARENT)?;
    pixels.encode_png().map_err(failed)
}

fn failed(error: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::new("picture", format!("the picture cannot be made: {error}"))
}

fn painted(svg: &str, ground: Color) -> Result<Pixmap, Diagnostic> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(failed)?;
    let size = tree.size().to_int_size();
    let pixels = Pixmap::new(size.width(), size.height());
    let mut pixels = pixels.ok_or_else(|| failed("it is too large"))?;
    pixels.fill(ground);
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    Ok(pixels)
}

/// An animated GIF being made, picture by picture.
pub(crate) struct Film {
    encoder: Option<Encoder<Vec<u8>>>,
    last: Option<Pixmap>,
    /// Hundredths of a second.
    delay: u16,
}

/// How carefully colours are chosen, from 1, the slowest, to 30.
const SPEED: i32 = 10;

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
        let pixels = painted(svg, Color::WHITE)?;
        let [left, top, width, height] = match &self.last {
            Some(last) => changed(last, &pixels),
            None => [0, 0, pixels.width(), pixels.height()],
        };
        let mut part = cut(&pixels, [left, top, width, height]);
        let short = |value: u32| u16::try_from(value).map_err(|_| failed("it is too large"));
        let (w, h) = (short(width)?, short(height)?);
        let mut frame = Frame::from_rgba_speed(w, h, &mut part, SPEED);
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
        self.last = Some(pixels);
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

/// The part in which two pictures of one size differ: left, top, width, height; one point where they do not.
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
        _ => [left, top, right - left + 1, bottom - top + 1],
    }
}

/// A part of a picture, each point as red, green, blue and opacity.
fn cut(pixels: &Pixmap, [left, top, width, height]: [u32; 4]) -> Vec<u8> {
    let row = pixels.width() as usize * 4;
    let mut part = Vec::with_capacity(width as usize * height as usize * 4);
    for y in top..top + height {
        let start = y as usize * row + left as usize * 4;
        let end = start + width as usize * 4;
        // Nothing shines through, so that the colours stand there as they are.
        part.extend_from_slice(pixels.data().get(start..end).unwrap_or_default());
    }
    part
}
