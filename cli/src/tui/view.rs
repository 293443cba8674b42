//! What a game looks like: the board, the panels beside it, and what lies over them.

use masque_core::notation::diagram::width;
use masque_core::observation::{Count, Observation};
use masque_core::piece::{Observer, Seat};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Widget};

use super::board::{Paint, Shape};
use super::book::{Book, wrap};
use super::game::{Areas, Game, Menu, Overlay, Settings, Tab};
use super::keys::Group;
use super::text;
use crate::table::time;

/// The smallest window that has room for every board.
pub(crate) const SMALLEST: (u16, u16) = (80, 24);
/// Columns that the panels get at least.
const PANEL: u16 = 34;
/// From this size on all lists are shown at once.
const ROOMY: (u16, u16) = (100, 34);

/// Lines for the last message, and one for the line that is typed.
const FOOT: u16 = 4;

/// A text and how it looks.
type Styled = (String, Style);

/// Draws a game; says instead what size is needed where the window is too small.
pub(crate) fn game(game: &mut Game, frame: &mut Frame<'_>, now: u64) {
    let area = frame.area();
    game.areas = Areas::default();
    if too_small(frame.buffer_mut(), area, &game.settings) {
        return;
    }
    if let Overlay::Curtain(seat) = game.overlay {
        let who = game.table.seat_name(seat);
        curtain(frame.buffer_mut(), area, &game.settings, &who);
        return;
    }
    let (seen, drawing) = game.look();
    let marks = game.marks(&seen);
    let spec = game.table.engine().spec();
    let paint = Paint {
        palette: game.settings.palette,
        sides: &spec.sides,
        ascii: game.settings.ascii,
    };
    let shape = Shape::of(&drawing, &spec.board);
    let (left, right) = split(area, &shape);
    let chart = shape.fit(left, game.settings.flipped);
    chart.paint(frame.buffer_mut(), &drawing, &marks, paint);
    game.areas.chart = Some(chart);
    panels(game, frame, right, &seen, now);
    overlay(game, frame, area);
}

/// The area of the board and that of the panels.
pub(crate) fn split(area: Rect, shape: &Shape) -> (Rect, Rect) {
    let room = area.width - PANEL - 1;
    let (columns, _) = shape.wanted((room, area.height));
    // A small board gets some air, not half a large screen.
    let board = columns
        .max((area.width * 2 / 5).min(columns + 12))
        .min(room);
    (
        Rect::new(area.x, area.y, board, area.height),
        Rect::new(
            area.x + board + 1,
            area.y,
            area.width - board - 1,
            area.height,
        ),
    )
}

/// Says that the window is too small, where it is.
pub(crate) fn too_small(buf: &mut Buffer, area: Rect, settings: &Settings) -> bool {
    if area.width >= SMALLEST.0 && area.height >= SMALLEST.1 {
        return false;
    }
    let lines = text::too_small(settings.lang, (area.width, area.height), SMALLEST);
    middle(buf, area, settings, &lines);
    true
}

/// Nothing but who is to sit down.
pub(crate) fn curtain(buf: &mut Buffer, area: Rect, settings: &Settings, who: &str) {
    middle(buf, area, settings, &text::curtain(settings.lang, who));
}

/// Lines in the middle of an area, cut into shorter ones where it is narrow.
fn middle(buf: &mut Buffer, area: Rect, settings: &Settings, lines: &[String]) {
    let columns = usize::from(area.width);
    let lines: Vec<String> = lines.iter().flat_map(|l| wrap(l, columns)).collect();
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (line, y) in lines.iter().zip(top..area.bottom()) {
        let x = area.x + area.width.saturating_sub(width(line) as u16) / 2;
        buf.set_stringn(x, y, settings.lang.shown(line), columns, Style::new());
    }
}

fn panels(game: &mut Game, frame: &mut Frame<'_>, area: Rect, seen: &Observation, now: u64) {
    let roomy = frame.area().width >= ROOMY.0 && frame.area().height >= ROOMY.1;
    let buf = frame.buffer_mut();
    let mut y = status(game, buf, area, seen, now);
    // Where messages have a list of their own, the last one is there.
    let foot_lines = if roomy { 2 } else { FOOT };
    let bottom = area.bottom() - foot_lines;
    // Always as many lines, so that what is below stays where it is.
    let [site, does] = game.about_cursor(seen);
    let (columns, lang) = (usize::from(area.width), game.settings.lang);
    let site = wrap(&site, columns).into_iter().map(|l| (l, Style::new()));
    let accent = game.settings.palette.accent();
    let does = wrap(&does, columns).into_iter().map(|l| (l, accent));
    for ((line, style), y) in site.chain(does).zip(y..y + 3) {
        buf.set_stringn(area.x, y, lang.shown(&line), columns, style);
    }
    y += 4;
    let lists = Rect::new(area.x, y, area.width, bottom.saturating_sub(y));
    if roomy {
        stacked(game, buf, lists, seen);
    } else {
        tabbed(game, buf, lists, seen);
    }
    foot(
        game,
        frame,
        Rect::new(area.x, bottom, area.width, foot_lines),
    );
}

/// Title, seats, clocks, what is waited for. Gives the line below.
fn status(game: &Game, buf: &mut Buffer, area: Rect, seen: &Observation, now: u64) -> u16 {
    let (table, palette, lang) = (&game.table, game.settings.palette, game.settings.lang);
    let sides = &table.engine().spec().sides;
    let columns = usize::from(area.width);
    let mut y = area.y;
    let turn = text::turn(lang, seen.turns + 1);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    buf.set_stringn(area.x, y, table.title(), columns, bold);
    buf.set_stringn(
        area.right().saturating_sub(turn.len() as u16),
        y,
        &turn,
        columns,
        palette.dim(),
    );
    y += 1;
    for seat in Seat::BOTH {
        let to_act = seen.turn == seat.0 && seen.outcome.is_none();
        let sign = match (to_act, game.settings.ascii) {
            (true, true) => "> ",
            (true, false) => "▶ ",
            (false, _) => "  ",
        };
        let name = table.seat_name(seat);
        let style = match table.game().side_of(seat) {
            Some(side) => palette.side(side, sides),
            None => bold,
        };
        let who = match table.is_human(seat) {
            true if table.listener() == Observer::Seat(seat) => game.settings.word(text::YOU),
            true => String::new(),
            false => table.player(seat).to_string(),
        };
        let who = if who.is_empty() {
            who
        } else {
            format!(" ({who})")
        };
        let line = Line::from(vec![
            Span::styled(sign, palette.accent()),
            Span::styled(name, style),
            Span::styled(who, palette.dim()),
        ]);
        buf.set_line(area.x, y, &line, area.width);
        if let Some(clock) = table.clock() {
            let left = time::remaining(table.lang(), clock, now, seat);
            let style = match is_short(clock, now, seat) {
                true => palette.warning(),
                false => Style::new(),
            };
            let x = area.right().saturating_sub(left.len() as u16);
            buf.set_stringn(x, y, &left, columns, style);
        }
        y += 1;
    }
    for (line, style) in state(game, seen) {
        for line in wrap(&line, columns) {
            buf.set_stringn(area.x, y, lang.shown(&line), columns, style);
            y += 1;
        }
    }
    y
}

/// Whether a seat's time is nearly up: ten seconds, where the clock says nothing else.
fn is_short(clock: &masque_core::clock::Clock, now: u64, seat: Seat) -> bool {
    const TEN_SECONDS: u64 = 10_000;
    let warn = clock.spec().warn_at.unwrap_or(TEN_SECONDS);
    clock.seat() == Some(seat.0)
        && clock.remaining(now, seat.0).is_some_and(|left| {
            let least = left.per_move.into_iter().chain(left.main).min();
            least.is_some_and(|time| time <= warn)
        })
}

/// What the game waits for, in a line or two.
fn state(game: &Game, seen: &Observation) -> Vec<Styled> {
    let (table, palette, lang) = (&game.table, game.settings.palette, game.settings.lang);
    let mut lines = Vec::new();
    if let Some(step) = game.back {
        let words = text::at_step(lang, step, table.done().len());
        lines.push((words, palette.warning()));
    } else if let Some(outcome) = table.outcome() {
        lines.push((table.result(outcome), palette.accent()));
    } else if game.handing {
        lines.push((game.settings.word(text::HAND_OVER), palette.accent()));
    } else {
        let name = table.seat_name(table.turn());
        let mut words = match game.is_thinking() {
            true => text::thinks(lang, &name),
            false => text::to_act(lang, &name),
        };
        let phase = table.phase_words();
        if !phase.is_empty() {
            words = format!("{words} ({phase})");
        }
        lines.push((words, Style::new()));
        if game.is_hinting() {
            lines.push((game.settings.word(text::LOOKING), palette.accent()));
        }
    }
    if seen.in_check {
        let seat = Seat(seen.turn);
        let words = text::in_check(lang, &table.seat_name(seat));
        lines.push((words, palette.warning()));
    }
    if let Some(terrain) = &seen.terrain {
        lines.push((text::hazards(lang, terrain.left), Style::new()));
    }
    lines
}

fn tabbed(game: &mut Game, buf: &mut Buffer, area: Rect, seen: &Observation) {
    let palette = game.settings.palette;
    let mut x = area.x;
    for tab in Tab::ALL {
        let name = format!(" {} ", game.settings.lang.say(tab.name()));
        let style = match tab == game.tab {
            true => palette.chosen(),
            false => palette.dim(),
        };
        buf.set_stringn(x, area.y, &name, usize::from(area.right() - x), style);
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
fn stacked(game: &mut Game, buf: &mut Buffer, area: Rect, seen: &Observation) {
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

/// A frame with a title.
pub(crate) fn framed<'a>(settings: &Settings, title: &'a str) -> Block<'a> {
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
    let block = Block::bordered().title(title);
    if settings.ascii {
        block.border_set(ASCII)
    } else {
        block.border_type(BorderType::Plain)
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
        let line = game.settings.lang.shown(line);
        buf.set_stringn(area.x, y, line, usize::from(area.width), *style);
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
    let line = |(i, done): (usize, &crate::table::Done)| {
        let name = table.seat_name(done.seat);
        let mark = match done.deed {
            masque_core::game::Deed::Try(_) => " ✗",
            _ if done.automatic => " (clock)",
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
                let text = format!("{head}: {}", words.join(" "));
                lines.extend(wrap(&text, columns).into_iter().map(|l| (l, style)));
            }
        };
        list(text::lost(lang, &title), &seen.lost);
        list(text::learned(lang, &title), &seen.learned);
        list(text::unseen(lang, &title), &seen.pool);
        let hidden = seen.lost_hidden[side.index()];
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

/// The line that is typed, or the keys that matter now.
fn foot(game: &Game, frame: &mut Frame<'_>, area: Rect) {
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
    let hints = game.settings.lang.shown(&hints);
    let y = area.bottom() - 1;
    let columns = usize::from(area.width);
    frame
        .buffer_mut()
        .set_stringn(area.x, y, hints, columns, palette.dim());
    // The last word said is in view, whatever list is.
    if area.height >= FOOT
        && game.tab != Tab::Messages
        && let Some(message) = game.heard().last()
    {
        let style = if message.warns {
            palette.warning()
        } else {
            Style::new()
        };
        let mut lines = wrap(&message.text, columns);
        let most = usize::from(FOOT) - 1;
        if lines.len() > most {
            let rest = lines.split_off(most - 1).join(" ");
            lines.push(cut(&rest, columns, game.settings.ascii));
        }
        let top = area.bottom() - 1 - lines.len() as u16;
        for (line, y) in lines.iter().zip(top..) {
            let line = game.settings.lang.shown(line);
            frame
                .buffer_mut()
                .set_stringn(area.x, y, line, columns, style);
        }
    }
}

/// A line that is typed, with the terminal's cursor in it.
pub(crate) fn typed(frame: &mut Frame<'_>, area: Rect, prompt: &str, line: &super::line::Line) {
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

/// A text in one line, its end left out where it is too long.
fn cut(text: &str, columns: usize, ascii: bool) -> String {
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

fn overlay(game: &mut Game, frame: &mut Frame<'_>, area: Rect) {
    let settings = game.settings;
    match std::mem::take(&mut game.overlay) {
        Overlay::None => {}
        Overlay::Help(scroll) => {
            let scroll = help(frame, area, &settings, super::keys::GAME, scroll);
            game.overlay = Overlay::Help(scroll);
        }
        Overlay::Book(scroll) => {
            let clause = game.clause.as_deref();
            let scroll = rules(frame, area, &settings, &game.book, scroll, clause);
            game.overlay = Overlay::Book(Some(scroll));
        }
        Overlay::Menu(menu) => {
            game.areas.items = draw_menu(frame, area, &settings, &menu);
            game.overlay = Overlay::Menu(menu);
        }
        Overlay::Curtain(seat) => game.overlay = Overlay::Curtain(seat),
    }
}

/// A window over the middle of an area, and its inside.
fn window(frame: &mut Frame<'_>, area: Rect, size: (u16, u16), block: Block<'_>) -> Rect {
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

/// The keys. Gives how far they can be scrolled, at most to what was asked for.
pub(crate) fn help(
    frame: &mut Frame<'_>,
    area: Rect,
    settings: &Settings,
    groups: &[Group],
    scroll: usize,
) -> usize {
    let mut lines: Vec<Styled> = Vec::new();
    let keys = groups.iter().flat_map(|g| g.keys);
    let wide = keys.map(|k| width(k.keys)).max().unwrap_or(0);
    let columns = usize::from(area.width.min(78)) - 4;
    for group in groups {
        if !lines.is_empty() {
            lines.push((String::new(), Style::new()));
        }
        lines.push((settings.word(group.title), settings.palette.accent()));
        for key in group.keys {
            let does = wrap(&settings.lang.say(key.does), columns - wide - 2);
            for (i, line) in does.into_iter().enumerate() {
                let keys = if i == 0 { key.keys } else { "" };
                lines.push((format!("{keys:<wide$}  {line}"), Style::new()));
            }
        }
    }
    let title = settings.word(text::HELP_TITLE);
    let block = framed(settings, &title);
    let inner = window(frame, area, (78, lines.len() as u16 + 2), block);
    scrolled_lines(frame.buffer_mut(), inner, &lines, scroll)
}

/// The rules. Gives how far they are scrolled: to the clause when nothing was scrolled yet.
pub(crate) fn rules(
    frame: &mut Frame<'_>,
    area: Rect,
    settings: &Settings,
    book: &Book,
    scroll: Option<usize>,
    clause: Option<&str>,
) -> usize {
    let title = settings.word(text::BOOK_TITLE);
    let block = framed(settings, &title);
    let inner = window(frame, area, (84, area.height), block);
    let inner = Rect::new(
        inner.x + 1,
        inner.y,
        inner.width.saturating_sub(2),
        inner.height,
    );
    let columns = usize::from(inner.width);
    let scroll = scroll
        .or_else(|| clause.and_then(|clause| book.find(clause, columns)))
        .unwrap_or(0);
    let mut lines: Vec<Styled> = Vec::new();
    for row in book.rows(columns) {
        let mut style = Style::new();
        if row.heading {
            style = settings.palette.accent();
        }
        if row.clause.is_some() && row.clause.as_deref() == clause {
            style = style.add_modifier(Modifier::REVERSED);
        }
        lines.push((row.text, style));
    }
    if lines.is_empty() {
        lines.push((settings.word(text::NO_BOOK), Style::new()));
    }
    scrolled_lines(frame.buffer_mut(), inner, &lines, scroll)
}

fn scrolled_lines(buf: &mut Buffer, area: Rect, lines: &[Styled], scroll: usize) -> usize {
    let scroll = scroll.min(lines.len().saturating_sub(usize::from(area.height)));
    for ((line, style), y) in lines.iter().skip(scroll).zip(area.y..area.bottom()) {
        buf.set_stringn(area.x, y, line, usize::from(area.width), *style);
    }
    scroll
}

/// A menu. Gives where its items are.
pub(crate) fn draw_menu(
    frame: &mut Frame<'_>,
    area: Rect,
    settings: &Settings,
    menu: &Menu,
) -> Vec<Rect> {
    let widest = menu.items.iter().map(|(text, _)| width(text)).max();
    let wide = widest.unwrap_or(0).max(width(&menu.title)) as u16 + 8;
    let high = menu.items.len() as u16 + 2;
    let inner = window(frame, area, (wide, high), framed(settings, &menu.title));
    let mut items = vec![Rect::default(); menu.items.len()];
    // What is under the cursor is in view.
    let from = (menu.at + 1).saturating_sub(usize::from(inner.height));
    for (i, (y, (text, _))) in (inner.y..inner.bottom())
        .zip(menu.items.iter().skip(from))
        .enumerate()
    {
        let item = from + i;
        let number = if item < 9 {
            format!("{}", item + 1)
        } else {
            " ".to_owned()
        };
        let line = Rect::new(inner.x, y, inner.width, 1);
        let style = match item == menu.at {
            true => settings.palette.chosen(),
            false => Style::new(),
        };
        Paragraph::new(format!(" {number}  {text}"))
            .style(style)
            .render(line, frame.buffer_mut());
        items[item] = line;
    }
    items
}
