//! The lists beside the board: moves, messages, pieces.

use masque_core::notation::diagram::width;
use masque_core::observation::{Count, Observation};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::table::words::lost_unseen;
use crate::tui::book::wrap;
use crate::tui::game::{Game, Tab};
use crate::tui::text;
use crate::tui::window::{Styled, cut, framed, write};

/// The list of a tab, below all tabs.
pub(super) fn tabbed(game: &mut Game, buf: &mut Buffer, area: Rect, seen: &Observation) {
    let palette = game.settings.palette;
    let mut x = area.x;
    for tab in Tab::ALL {
        let name = format!(" {} ", game.settings.lang.say(tab.name()));
        let style = match tab == game.tab {
            true => palette.chosen(),
            false => palette.dim(),
        };
        let room = usize::from(area.right() - x);
        write(buf, &game.settings, (x, area.y), &name, room, style);
        let wide = width(&name) as u16;
        game.areas.tabs.push((Rect::new(x, area.y, wide, 1), tab));
        x += wide + 1;
    }
    let list = Rect::new(
        area.x,
        area.y + 1,
        area.width,
        area.height.saturating_sub(1),
    );
    draw_list(game, buf, list, game.tab, seen);
}

/// All lists, one below the other.
pub(super) fn stacked(game: &mut Game, buf: &mut Buffer, area: Rect, seen: &Observation) {
    let inner = area.width.saturating_sub(2);
    let pieces = lines_of(game, Tab::Pieces, usize::from(inner), seen).len() as u16;
    let pieces = (pieces + 2).min(area.height / 3).max(3);
    let rest = area.height - pieces;
    let moves = rest / 2;
    let heights = [
        (Tab::Pieces, pieces),
        (Tab::Moves, moves),
        (Tab::Messages, rest - moves),
    ];
    let mut y = area.y;
    for (tab, height) in heights {
        let frame = Rect::new(area.x, y, area.width, height);
        let style = match tab == game.tab {
            true => game.settings.palette.accent(),
            false => game.settings.palette.dim(),
        };
        let name = game.settings.word(tab.name());
        let block = framed(&game.settings, &name).border_style(style);
        let list = block.inner(frame);
        block.render(frame, buf);
        let title = Rect::new(frame.x, frame.y, frame.width, 1);
        game.areas.tabs.push((title, tab));
        draw_list(game, buf, list, tab, seen);
        y += height;
    }
}

/// A list, its end in view unless it is scrolled.
fn draw_list(game: &mut Game, buf: &mut Buffer, area: Rect, tab: Tab, seen: &Observation) {
    let lines = lines_of(game, tab, usize::from(area.width), seen);
    let room = usize::from(area.height);
    let most = lines.len().saturating_sub(room);
    let scroll = game.scroll[tab.index()].min(most);
    game.scroll[tab.index()] = scroll;
    // What is off the board is read from its beginning.
    let from = match tab {
        Tab::Pieces => scroll,
        Tab::Moves | Tab::Messages => most - scroll,
    };
    for ((line, style), y) in lines.iter().skip(from).zip(area.y..area.bottom()) {
        let columns = usize::from(area.width);
        write(buf, &game.settings, (area.x, y), line, columns, *style);
    }
    game.areas.lists.push((area, tab));
}

fn lines_of(game: &Game, tab: Tab, columns: usize, seen: &Observation) -> Vec<Styled> {
    match tab {
        Tab::Moves => moves(game, columns),
        Tab::Messages => messages(game, columns),
        Tab::Pieces => pieces(game, columns, seen),
    }
}

/// What was played, as everybody may know it.
fn moves(game: &Game, columns: usize) -> Vec<Styled> {
    let (table, palette) = (&game.table, game.settings.palette);
    let done = table.done();
    if done.is_empty() {
        return vec![(game.settings.word(text::NOTHING_YET), palette.dim())];
    }
    let shown = game.back.unwrap_or(done.len());
    let clock = game.settings.word(text::BY_THE_CLOCK);
    let line = |(i, done): (usize, &crate::table::Done)| {
        let name = table.seat_name(done.seat);
        let mark = match done.deed {
            masque_core::game::Deed::Try(_) => " ✗",
            _ if done.automatic => &clock,
            _ => "",
        };
        let mark = if game.settings.ascii {
            mark.replace('✗', "x")
        } else {
            mark.to_owned()
        };
        let text = format!("{:>3}. {name:<6} {}{mark}", i + 1, done.text);
        let style = match i + 1 == shown {
            true => palette.accent(),
            false if i + 1 > shown => palette.dim(),
            false => Style::new(),
        };
        (cut(&text, columns, game.settings.ascii), style)
    };
    done.iter().enumerate().map(line).collect()
}

fn messages(game: &Game, columns: usize) -> Vec<Styled> {
    let palette = game.settings.palette;
    let mut lines = Vec::new();
    for message in game.heard() {
        let style = if message.warns {
            palette.warning()
        } else {
            Style::new()
        };
        for part in message.text.lines() {
            for (i, line) in wrap(part, columns.saturating_sub(2))
                .into_iter()
                .enumerate()
            {
                let sign = if i == 0 { "- " } else { "  " };
                lines.push((format!("{sign}{line}"), style));
            }
        }
    }
    lines
}

/// What is off the board, and what is on it unseen, as the one at the screen knows it.
fn pieces(game: &Game, columns: usize, seen: &Observation) -> Vec<Styled> {
    let (table, palette, lang) = (&game.table, game.settings.palette, game.settings.lang);
    let spec = table.engine().spec();
    let mut lines = Vec::new();
    for side in masque_core::piece::Side::BOTH {
        let name = &spec.sides[side.index()].name;
        let title = table.side_name(side);
        let style = palette.side(side, &spec.sides);
        let mut list = |head: String, counts: &[Count]| {
            let mine = counts.iter().filter(|c| c.side == *name);
            let words: Vec<String> = mine.map(|c| counted(game, c)).collect();
            if !words.is_empty() {
                let text = lang.with_head(&head, &words.join(" "));
                lines.extend(wrap(&text, columns).into_iter().map(|l| (l, style)));
            }
        };
        list(text::lost(lang, &title), &seen.lost);
        list(text::learned(lang, &title), &seen.learned);
        list(text::unseen(lang, &title), &seen.pool);
        let hidden = lost_unseen(spec, seen, side);
        if hidden > 0 {
            let text = text::lost_hidden(lang, &title, hidden);
            lines.extend(wrap(&text, columns).into_iter().map(|l| (l, style)));
        }
    }
    if lines.is_empty() {
        let all = wrap(&lang.say(text::ALL_SEEN), columns);
        lines.extend(all.into_iter().map(|l| (l, palette.dim())));
    }
    lines
}

/// A kind and how many of it: `炮2`, `horse`.
fn counted(game: &Game, count: &Count) -> String {
    let spec = game.table.engine().spec();
    let side = spec.sides.iter().position(|s| s.name == count.side);
    let kind = spec.kinds.iter().find(|k| k.name == count.kind);
    let glyph = match (side, kind) {
        (Some(side), Some(kind))
            if game.settings.native && !game.settings.ascii && !kind.glyph[side].is_empty() =>
        {
            kind.glyph[side].clone()
        }
        _ => count.letter.to_string(),
    };
    match count.count {
        1 => glyph,
        many => format!("{glyph}{many}"),
    }
}
