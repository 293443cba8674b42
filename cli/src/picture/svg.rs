//! A writer of SVG: shapes in order, and definitions that are written once and used again.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How a shape is painted.
#[derive(Clone, Debug, Default)]
pub(super) struct Paint {
    attributes: String,
}

impl Paint {
    /// Filled.
    pub(super) fn fill(colour: &str) -> Self {
        Self::default().with("fill", colour)
    }

    /// An outline alone.
    pub(super) fn stroke(colour: &str, width: f64) -> Self {
        Self::fill("none").outlined(colour, width)
    }

    /// With an outline.
    pub(super) fn outlined(self, colour: &str, width: f64) -> Self {
        self.with("stroke", colour)
            .with("stroke-width", &number(width))
    }

    /// Seen through, from 0 (not there) to 1.
    pub(super) fn opacity(self, opacity: f64) -> Self {
        self.with("opacity", &number(opacity))
    }

    /// With a broken outline.
    pub(super) fn dashed(self, on: f64, off: f64) -> Self {
        let pattern = format!("{} {}", number(on), number(off));
        self.with("stroke-dasharray", &pattern)
    }

    /// With round ends and corners.
    pub(super) fn round(self) -> Self {
        self.with("stroke-linecap", "round")
            .with("stroke-linejoin", "round")
    }

    fn with(mut self, name: &str, value: &str) -> Self {
        let _ = write!(self.attributes, " {name}=\"{}\"", escaped(value));
        self
    }
}

/// A picture being drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct Svg {
    definitions: BTreeMap<String, String>,
    body: String,
}

impl Svg {
    /// A rectangle with corners rounded by `radius`.
    pub(super) fn rectangle(&mut self, [x, y, w, h]: [f64; 4], radius: f64, paint: &Paint) {
        let _ = write!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            number(x),
            number(y),
            number(w),
            number(h)
        );
        if radius > 0.0 {
            let _ = write!(self.body, " rx=\"{}\"", number(radius));
        }
        let _ = writeln!(self.body, "{}/>", paint.attributes);
    }

    /// A circle.
    pub(super) fn circle(&mut self, (x, y): (f64, f64), radius: f64, paint: &Paint) {
        let _ = writeln!(
            self.body,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
            number(x),
            number(y),
            number(radius),
            paint.attributes
        );
    }

    /// A line.
    pub(super) fn line(&mut self, (ax, ay): (f64, f64), (bx, by): (f64, f64), paint: &Paint) {
        let _ = writeln!(
            self.body,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{}/>",
            number(ax),
            number(ay),
            number(bx),
            number(by),
            paint.attributes
        );
    }

    /// A closed figure of straight lines.
    pub(super) fn polygon(&mut self, corners: &[(f64, f64)], paint: &Paint) {
        let points: Vec<String> = corners
            .iter()
            .map(|(x, y)| format!("{},{}", number(*x), number(*y)))
            .collect();
        let _ = writeln!(
            self.body,
            "<polygon points=\"{}\"{}/>",
            points.join(" "),
            paint.attributes
        );
    }

    /// A path.
    pub(super) fn path(&mut self, data: &str, paint: &Paint) {
        let _ = writeln!(self.body, "<path d=\"{data}\"{}/>", paint.attributes);
    }

    /// A definition's use, its own origin moved to a place and its size multiplied.
    pub(super) fn place(&mut self, id: &str, (x, y): (f64, f64), scale: f64, paint: &Paint) {
        let _ = writeln!(
            self.body,
            "<use href=\"#{id}\" transform=\"translate({} {}) scale({})\"{}/>",
            number(x),
            number(y),
            fine(scale),
            paint.attributes
        );
    }

    /// Opens a group with a name that is shown to readers who do not see the picture.
    pub(super) fn open(&mut self, name: &str) {
        let _ = writeln!(self.body, "<g><title>{}</title>", escaped(name));
    }

    /// Closes a group.
    pub(super) fn close(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// Defines something once.
    pub(super) fn define(&mut self, id: &str, make: impl FnOnce() -> String) {
        if !self.definitions.contains_key(id) {
            self.definitions.insert(id.to_owned(), make());
        }
    }

    /// Defines something once that is drawn like a picture of its own.
    pub(super) fn define_drawn(&mut self, id: &str, draw: impl FnOnce(&mut Svg)) {
        if self.definitions.contains_key(id) {
            return;
        }
        let mut inner = Svg::default();
        draw(&mut inner);
        self.definitions.append(&mut inner.definitions);
        let group = format!("<g id=\"{id}\">\n{}</g>", inner.body);
        self.definitions.insert(id.to_owned(), group);
    }

    /// The whole file: of a size in units, shown as wide as `width` pixels, with a title and a description.
    pub(super) fn finish(self, size: (f64, f64), width: f64, title: &str, about: &str) -> String {
        let height = (size.1 * width / size.0).round();
        let mut out = String::new();
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\">",
            number(width),
            number(height),
            number(size.0),
            number(size.1)
        );
        let _ = writeln!(out, "<title>{}</title>", escaped(title));
        let _ = writeln!(out, "<desc>{}</desc>", escaped(about));
        if !self.definitions.is_empty() {
            out.push_str("<defs>\n");
            for definition in self.definitions.values() {
                out.push_str(definition);
                out.push('\n');
            }
            out.push_str("</defs>\n");
        }
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }
}

/// A number with at most two digits after the point.
pub(super) fn number(value: f64) -> String {
    trimmed(format!("{value:.2}"))
}

/// A number with at most four digits after the point, for factors.
fn fine(value: f64) -> String {
    trimmed(format!("{value:.4}"))
}

fn trimmed(text: String) -> String {
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" | "" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// Text as it stands between tags and in attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1.0, "1"),
            (10.0, "10"),
            (1.5, "1.5"),
            (1.256, "1.26"),
            (-3.1, "-3.1"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn a_definition_is_written_once_and_text_is_escaped() {
        let mut svg = Svg::default();
        for _ in 0..2 {
            svg.define("dot", || "<circle id=\"dot\" r=\"1\"/>".to_owned());
            svg.place("dot", (1.0, 2.0), 1.0, &Paint::fill("red"));
        }
        let text = svg.finish((10.0, 20.0), 10.0, "a < b", "\"c\" & d");
        assert_eq!(text.matches("id=\"dot\"").count(), 1);
        assert_eq!(text.matches("href=\"#dot\"").count(), 2);
        assert!(text.contains("<title>a &lt; b</title>"));
        assert!(text.contains("&quot;c&quot; &amp; d"));
        assert!(text.contains("width=\"10\" height=\"20\""));
    }
}
