//! Windows and lines of text, as every screen draws them.

use masque_core::notation::diagram::width;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use super::book::wrap;
use super::settings::Settings;
use super::text;

/// Writes a line where an area has room for it, free of the marks of Markdown and in the order in which it stands.
pub(crate) fn write(
    buf: &mut Buffer,
    settings: &Settings,
    (x, y): (u16, u16),
    text: &str,
    columns: usize,
    style: Style,
) {
    buf.set_stringn(x, y, settings.shown(text), columns, style);
}

/// The smallest window that has room for every board.
pub(crate) const SMALLEST: (u16, u16) = (80, 24);

/// A text and how it looks.
pub(crate) type Styled = (String, Style);

/// Says that the window is too small, where it is.
pub(crate) fn too_small(buf: &mut Buffer, area: Rect, settings: &Settings) -> bool {
    if area.width >= SMALLEST.0 && area.height >= SMALLEST.1 {
        return false;
    }
    let lines = text::too_small(settings.lang, (area.width, area.height), SMALLEST);
    middle(buf, area, settings, &lines);
    true
}

/// Lines in the middle of an area, cut into shorter ones where it is narrow.
pub(crate) fn middle(buf: &mut Buffer, area: Rect, settings: &Settings, lines: &[String]) {
    let columns = usize::from(area.width);
    let lines: Vec<String> = lines.iter().flat_map(|l| wrap(l, columns)).collect();
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (line, y) in lines.iter().zip(top..area.bottom()) {
        let x = area.x + area.width.saturating_sub(width(line) as u16) / 2;
        write(buf, settings, (x, y), line, columns, Style::new());
    }
}

/// A frame with a title.
pub(crate) fn framed(settings: &Settings, title: &str) -> Block<'static> {
    const ASCII: ratatui::symbols::border::Set<'_> = ratatui::symbols::border::Set {
        top_left: "+",
        top_right: "+",
        bottom_left: "+",
        bottom_right: "+",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    };
    let block = Block::bordered().title(settings.shown(title));
    if settings.ascii {
        block.border_set(ASCII)
    } else {
        block.border_type(BorderType::Plain)
    }
}

/// A window over the middle of an area, and its inside.
pub(crate) fn window(
    frame: &mut Frame<'_>,
    area: Rect,
    size: (u16, u16),
    block: Block<'_>,
) -> Rect {
    let (columns, lines) = (size.0.min(area.width), size.1.min(area.height));
    let outer = Rect::new(
        area.x + (area.width - columns) / 2,
        area.y + (area.height - lines) / 2,
        columns,
        lines,
    );
    let inner = block.inner(outer);
    Clear.render(outer, frame.buffer_mut());
    block.render(outer, frame.buffer_mut());
    inner
}

/// Lines from one of them on. Gives that one: no further than the last lines are in view.
pub(crate) fn scrolled_lines(
    buf: &mut Buffer,
    settings: &Settings,
    area: Rect,
    lines: &[Styled],
    scroll: usize,
) -> usize {
    let scroll = scroll.min(lines.len().saturating_sub(usize::from(area.height)));
    for ((line, style), y) in lines.iter().skip(scroll).zip(area.y..area.bottom()) {
        write(
            buf,
            settings,
            (area.x, y),
            line,
            usize::from(area.width),
            *style,
        );
    }
    scroll
}

/// A text in one line, its end left out where it is too long.
pub(crate) fn cut(text: &str, columns: usize, ascii: bool) -> String {
    let line = text.lines().next().unwrap_or_default();
    if width(line) <= columns {
        return line.to_owned();
    }
    let dots = if ascii { "..." } else { "…" };
    let mut kept = String::new();
    for c in line.chars() {
        if width(&kept) + width(c.encode_utf8(&mut [0; 4])) + width(dots) > columns {
            break;
        }
        kept.push(c);
    }
    kept + dots
}
