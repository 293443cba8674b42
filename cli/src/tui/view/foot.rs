//! What stands below the lists: the last message, and the line that is typed or the keys that matter.

use masque_core::notation::diagram::width;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::tui::book::wrap;
use crate::tui::game::{Game, Tab};
use crate::tui::line;
use crate::tui::text;
use crate::tui::window::{cut, write};

/// Lines for the last message, and one for the line that is typed.
pub(super) const FOOT: u16 = 4;

/// The line that is typed, or the keys that matter now.
pub(super) fn foot(game: &Game, frame: &mut Frame<'_>, area: Rect) {
    let palette = game.settings.palette;
    if let Some(line) = &game.line {
        typed(frame, area, ":", line);
        return;
    }
    let hints = match game.table.outcome() {
        Some(_) => text::OVER_HINTS,
        None => text::KEY_HINTS,
    };
    let hints = game.settings.word(hints);
    let at = (area.x, area.bottom() - 1);
    let columns = usize::from(area.width);
    let buf = frame.buffer_mut();
    write(buf, &game.settings, at, &hints, columns, palette.dim());
    // The last word said is in view, whatever list is.
    if area.height >= FOOT
        && game.tab != Tab::Messages
        && let Some(message) = game.heard().next_back()
    {
        let style = if message.warns {
            palette.warning()
        } else {
            Style::new()
        };
        let mut lines = wrap(message.text, columns);
        let most = usize::from(FOOT) - 1;
        if lines.len() > most {
            let rest = lines.split_off(most - 1).join(" ");
            lines.push(cut(&rest, columns, game.settings.ascii));
        }
        let top = area.bottom() - 1 - lines.len() as u16;
        for (line, y) in lines.iter().zip(top..) {
            write(buf, &game.settings, (area.x, y), line, columns, style);
        }
    }
}

/// A line that is typed, with the terminal's cursor in it.
pub(crate) fn typed(frame: &mut Frame<'_>, area: Rect, prompt: &str, line: &line::Line) {
    let y = area.bottom() - 1;
    let columns = usize::from(area.width);
    // A long line is shown from where its cursor is still in view.
    let mut before: String = format!("{prompt}{}", line.before());
    while width(&before) + 1 > columns && !before.is_empty() {
        before.remove(0);
    }
    let text = format!("{before}{}", line.after());
    let buf = frame.buffer_mut();
    buf.set_stringn(area.x, y, " ".repeat(columns), columns, Style::new());
    buf.set_stringn(area.x, y, text, columns, Style::new());
    frame.set_cursor_position((area.x + width(&before) as u16, y));
}
