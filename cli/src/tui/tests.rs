//! Screens without a terminal: every shipped variant at two sizes, the curtain, menus, and what must not be seen.

use std::path::Path;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use masque_core::deal::Layout;
use masque_core::engine::Engine;
use masque_core::piece::{Observer, Seat};
use masque_core::position::Arbiter;
use masque_core::random::{Dice, Seed, Stream};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tempfile::TempDir;

use super::board::{Marks, Paint, Shape};
use super::book::Book;
use super::game::{Game, Overlay, Settings};
use super::palette::Palette;
use super::placement::Placement;
use super::{keys, text, view};
use crate::opponents::{Opponent, Player};
use crate::play::{Footer, Header, Record};
use crate::table::{Opening, Table};
use crate::variant::{Loaded, load, starts};

const SETTINGS: Settings = Settings {
    palette: Palette::Default,
    native: false,
    ascii: false,
    flipped: false,
};

/// A game and the folder that its record lies in.
struct Place {
    game: Game,
    _folder: TempDir,
}

fn loaded(variant: &str) -> Loaded {
    load(variant, None, &[]).unwrap_or_else(|e| panic!("{variant}: {e:?}"))
}

/// A game of a variant dealt from a number, with random plies played by both seats.
fn after(variant: &str, players: [Player; 2], plies: usize) -> Place {
    let loaded = loaded(variant);
    let folder = tempfile::tempdir().expect("a folder");
    let mut table = lay(&loaded, players, folder.path());
    let mut dice = Seed::from_u64(5).stream(Stream::Bot(0));
    for _ in 0..plies {
        if table.outcome().is_some() {
            break;
        }
        let legal = table.legal().expect("no hook fails");
        let action = *dice.choose(&legal).expect("an action");
        let turn = table.turn();
        table.play(turn, action, false, 0).expect("it is legal");
    }
    Place {
        game: Game::new(table, Book::default(), SETTINGS, None),
        _folder: folder,
    }
}

fn lay(loaded: &Loaded, players: [Player; 2], folder: &Path) -> Table {
    let engine = &*loaded.engine;
    let secret = Seed::from_u64(3);
    let layouts = layouts(engine, &secret);
    let setup = engine.deal(&secret, [layouts[0].as_ref(), layouts[1].as_ref()]);
    let game = engine.start(&setup).expect("a start");
    let header = Header {
        variant: loaded.name.clone(),
        options: loaded.choices.clone(),
        rules: loaded.hash.clone(),
        game: "00".to_owned(),
        seal: None,
        seats: players.each_ref().map(ToString::to_string),
        start: game.text(Observer::Public),
    };
    let record = Record::create(&folder.join("game.masque"), &header).expect("a record");
    let minds = players.each_ref().map(|p| {
        let ready = Opponent::ready(p, loaded).expect("a simple player");
        ready.sit()
    });
    Table::lay(Opening {
        starts: starts(engine, &setup, &[]),
        engine: std::sync::Arc::clone(&loaded.engine),
        start: game.copy(),
        game,
        players,
        minds,
        advisers: [None, None],
        clock: None,
        record,
        truth: folder.join("game.truth"),
        secret,
        footer: Footer::default(),
    })
}

fn layouts(engine: &dyn Engine, secret: &Seed) -> [Option<Layout>; 2] {
    let layout = |seat: Seat| {
        let mut dice = secret.stream(Stream::Bot(16 + seat.0));
        engine.needs_layouts().then(|| {
            engine
                .named_layout(seat, "random", &mut dice)
                .expect("a layout")
        })
    };
    Seat::BOTH.map(layout)
}

/// What stands on the screen, line by line.
fn screen(terminal: &Terminal<TestBackend>) -> String {
    let buffer = terminal.backend().buffer();
    let area = *buffer.area();
    let mut out = String::new();
    for y in area.top()..area.bottom() {
        let mut line = String::new();
        let mut skip = 0;
        for x in area.left()..area.right() {
            let symbol = buffer[(x, y)].symbol();
            // The second column of a wide character holds nothing.
            if skip == 0 {
                line.push_str(symbol);
                skip = masque_core::notation::diagram::width(symbol).max(1);
            }
            skip -= 1;
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn terminal(width: u16, height: u16) -> Terminal<TestBackend> {
    Terminal::new(TestBackend::new(width, height)).expect("a terminal")
}

fn shown(game: &mut Game, (width, height): (u16, u16)) -> String {
    let mut terminal = terminal(width, height);
    terminal
        .draw(|frame| view::game(game, frame, 0))
        .expect("it is drawn");
    screen(&terminal)
}

fn press(game: &mut Game, code: KeyCode) {
    let event = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
    game.event(&event, 0).expect("the record is written");
    // The next key finds what this one led to drawn.
    shown(game, (80, 24));
}

fn type_line(game: &mut Game, text: &str) {
    press(game, KeyCode::Char(':'));
    for c in text.chars() {
        press(game, KeyCode::Char(c));
    }
    press(game, KeyCode::Enter);
}

fn click(game: &mut Game, at: (u16, u16)) {
    let event = Event::Mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: at.0,
        row: at.1,
        modifiers: KeyModifiers::NONE,
    });
    game.event(&event, 0).expect("the record is written");
    shown(game, (80, 24));
}

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

#[test]
fn every_variant_has_its_screen() {
    for id in masque_variants::ids() {
        let Ok(loaded) = load(id, None, &[]) else {
            // A folder that others extend, and no game by itself.
            continue;
        };
        let title = loaded
            .engine
            .spec()
            .title
            .get("en")
            .cloned()
            .unwrap_or_default();
        let mut place = after(id, [Player::Human, Player::Random], 12);
        for size in SIZES {
            let screen = shown(&mut place.game, size);
            assert!(screen.contains(&title), "{id}:\n{screen}");
            insta::assert_snapshot!(format!("{id}-{}x{}", size.0, size.1), screen);
        }
    }
}
