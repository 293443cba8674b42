//! What stands above the lists: title, seats, clocks, what is waited for.

use masque_core::notation::diagram::width;
use masque_core::observation::Observation;
use masque_core::piece::{Observer, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::table::{Table, time};
use crate::tui::book::wrap;
use crate::tui::game::Game;
use crate::tui::settings::Settings;
use crate::tui::text;
use crate::tui::window::{Styled, write};

/// Title, seats, clocks, what is waited for. Gives the line below.
pub(super) fn status(
    game: &Game,
    buf: &mut Buffer,
    area: Rect,
    seen: &Observation,
    now: u64,
) -> u16 {
    let (table, settings) = (&game.table, &game.settings);
    let (palette, lang) = (settings.palette, settings.lang);
    let sides = &table.engine().spec().sides;
    let columns = usize::from(area.width);
    let mut y = area.y;
    let turn = text::turn(lang, seen.turns + 1);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    write(buf, settings, (area.x, y), table.title(), columns, bold);
    let x = area.right().saturating_sub(width(&turn) as u16);
    write(buf, settings, (x, y), &turn, columns, palette.dim());
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
            // The name stands before it in a style of its own.
            table.lang().with_note("", &who)
        };
        let line = Line::from(vec![
            Span::styled(sign, palette.accent()),
            Span::styled(settings.shown(&name), style),
            Span::styled(settings.shown(&who), palette.dim()),
        ]);
        buf.set_line(area.x, y, &line, area.width);
        if let Some(clock) = table.clock() {
            let left = time::remaining(table.lang(), clock, now, seat);
            let style = match is_short(clock, now, seat) {
                true => palette.warning(),
                false => Style::new(),
            };
            let x = area.right().saturating_sub(width(&left) as u16);
            write(buf, settings, (x, y), &left, columns, style);
        }
        y += 1;
    }
    for (line, style) in state(game, seen) {
        for line in wrap(&line, columns) {
            write(buf, settings, (area.x, y), &line, columns, style);
            y += 1;
        }
    }
    y
}

/// The clock that runs, whose it is and how it looks; nothing where none does.
pub(super) fn running(table: &Table, settings: &Settings, now: u64) -> Option<Styled> {
    let clock = table.clock()?;
    let seat = clock.seat().map(Seat)?;
    let left = time::remaining(table.lang(), clock, now, seat);
    let style = match is_short(clock, now, seat) {
        true => settings.palette.warning(),
        false => settings.palette.accent(),
    };
    Some((format!("{}: {left}", table.seat_name(seat)), style))
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
            words = lang.with_note(&words, &phase);
        }
        lines.push((words, Style::new()));
        if game.is_hinting() {
            lines.push((game.settings.word(text::LOOKING), palette.accent()));
        }
    }
    if game.back.is_none()
        && let Some(by) = seen.offer.map(Seat)
    {
        let own = game.eyes() == Observer::Seat(by);
        let words = text::offered(lang, table.engine(), &table.seat_name(by), own);
        lines.push((words, palette.accent()));
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
