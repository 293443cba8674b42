//! What a game looks like: the board, the panels beside it, and what lies over them.

mod foot;
mod lists;
mod status;

use masque_core::observation::Observation;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::board::{Paint, Shape};
use super::book::wrap;
use super::game::{Areas, Game, Overlay};
use super::keys;
use super::page::Printed;
use super::window::{too_small, write};
use foot::{FOOT, foot};
use lists::{stacked, tabbed};
use status::{running, status};

pub(crate) use foot::typed;

/// Columns that the panels get at least.
const PANEL: u16 = 34;
/// From this size on all lists are shown at once.
const ROOMY: (u16, u16) = (100, 34);

/// Draws a game; says instead what size is needed where the window is too small.
pub(crate) fn game(game: &mut Game, frame: &mut Frame<'_>, now: u64) {
    let area = frame.area();
    game.areas = Areas::default();
    if too_small(frame.buffer_mut(), area, &game.settings) {
        return;
    }
    if let Overlay::Curtain(curtain) = &mut game.overlay {
        curtain.draw(frame, area, &game.settings);
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
    let shape = Shape::of(&drawing, &spec.board, game.settings.wide(spec));
    let (left, right) = split(area, &shape);
    let chart = shape.fit(left, game.flipped());
    chart.paint(frame.buffer_mut(), &drawing, &marks, paint);
    game.areas.chart = Some(chart);
    panels(game, frame, right, &seen, now);
    overlay(game, frame, area, now);
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

fn panels(game: &mut Game, frame: &mut Frame<'_>, area: Rect, seen: &Observation, now: u64) {
    let roomy = frame.area().width >= ROOMY.0 && frame.area().height >= ROOMY.1;
    let buf = frame.buffer_mut();
    let mut y = status(game, buf, area, seen, now);
    // Where messages have a list of their own, the last one is there.
    let foot_lines = if roomy { 2 } else { FOOT };
    let bottom = area.bottom() - foot_lines;
    // Always as many lines, so that what is below stays where it is.
    let [site, does] = game.about_cursor(seen);
    let columns = usize::from(area.width);
    let site = wrap(&site, columns).into_iter().map(|l| (l, Style::new()));
    let accent = game.settings.palette.accent();
    let does = wrap(&does, columns).into_iter().map(|l| (l, accent));
    for ((line, style), y) in site.chain(does).zip(y..y + 3) {
        write(buf, &game.settings, (area.x, y), &line, columns, style);
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

fn overlay(game: &mut Game, frame: &mut Frame<'_>, area: Rect, now: u64) {
    match &mut game.overlay {
        Overlay::None | Overlay::Curtain(_) => {}
        Overlay::Page(page) => {
            let clock = running(&game.table, &game.settings, now);
            let printed = Printed {
                keys: keys::GAME,
                book: &game.book,
                clause: game.clause.as_deref(),
                clock: clock.as_ref(),
            };
            *page = page.draw(frame, area, &game.settings, printed);
        }
        Overlay::Menu(menu) => menu.draw(frame, area, &game.settings),
    }
}
