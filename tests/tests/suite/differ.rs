//! Random games on two engines: on those that are installed, and on ourselves under other options.

use std::sync::Arc;

use masque_conformance::peer::differ::{Comparison, Plan, differ};
use masque_conformance::peer::{Peer, Protocol};
use masque_conformance::run::InProcess;
use masque_conformance::run::driver::{Driver, Game, Opener, Said, Start};
use masque_core::engine::Engine;
use masque_core::random::Seed;

use crate::peers::start;
use crate::support::engine_of;

fn compare(
    variant: &str,
    options: &[(&str, &str)],
    theirs: &dyn Opener,
    games: u64,
    plies: u32,
) -> Comparison {
    let engine = engine_of(variant, options);
    let options: Vec<(String, String)> = options
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    let plan = Plan {
        start: engine.deal(&Seed::from_u64(1), [None, None]),
        games,
        plies,
        seed: 1,
    };
    let game = Game {
        engine: &engine,
        preset: None,
        options: &options,
    };
    differ(&game, &InProcess, theirs, &plan, &|| {}).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays games on an installed engine, of which at least so many positions must agree.
#[track_caller]
fn agrees(
    peer: Option<Peer>,
    variant: &str,
    options: &[(&str, &str)],
    games: u64,
    plies: u32,
    positions: u64,
) {
    let Some(mut peer) = peer else { return };
    peer.trusting = true;
    let comparison = compare(variant, options, &peer, games, plies);
    assert_eq!(comparison.disagreements, 0, "{}", comparison.pretty());
    assert!(comparison.positions >= positions, "{}", comparison.pretty());
}

#[test]
fn chess_agrees_with_stockfish() {
    agrees(
        start("stockfish", "", Protocol::Uci),
        "chess",
        &[],
        20,
        300,
        4_000,
    );
}

#[test]
fn chess_agrees_with_fairy_stockfish() {
    agrees(
        start("fairy-stockfish", "", Protocol::Uci),
        "chess",
        &[],
        10,
        150,
        1_000,
    );
}

#[test]
fn xiangqi_agrees_with_fairy_stockfish() {
    agrees(
        start("fairy-stockfish", "", Protocol::Uci),
        "xiangqi",
        &[],
        10,
        200,
        1_500,
    );
}

#[test]
fn go_agrees_with_gnu_go() {
    for (flags, superko) in [
        ("", "simple"),
        ("--positional-superko", "positional"),
        ("--situational-superko", "situational"),
    ] {
        let engine = || start("gnugo", &format!("--mode gtp {flags}"), Protocol::Gtp);
        let small = [("size", "9"), ("superko", superko)];
        agrees(engine(), "go", &small, 10, 400, 1_000);
        agrees(engine(), "go", &[("superko", superko)], 1, 400, 300);
        let captures = [("size", "7"), ("superko", superko), ("swap", "false")];
        agrees(engine(), "capture-go", &captures, 10, 400, 200);
    }
}

/// This program under the options of another choice, whatever is asked for.
struct Otherwise(Arc<dyn Engine>);

impl Opener for Otherwise {
    fn name(&self) -> String {
        "masque, otherwise".to_owned()
    }

    fn open(&self, game: &Game<'_>) -> Said<Box<dyn Driver>> {
        let engine = &self.0;
        InProcess.open(&Game { engine, ..*game })
    }
}

#[test]
fn a_disagreement_is_found_and_shortened() {
    // By the simple rule more is legal than by the positional one, once in a while.
    let simple = engine_of("go", &[("size", "9"), ("superko", "simple")]);
    let other = Otherwise(Arc::clone(&simple));
    let comparison = compare("go", &[("size", "9")], &other, 10, 400);
    assert!(comparison.disagreements > 0, "{}", comparison.pretty());
    assert!(comparison.disagreements < comparison.games);
    let found = comparison.shortest.as_ref().expect("the shortest of them");
    assert!(found.ours_only.is_empty(), "{}", comparison.pretty());
    assert!(!found.theirs_only.is_empty());
    assert!(found.actions.len() < found.ply, "{}", comparison.pretty());
    assert!(
        found.actions.len() >= 2,
        "a cycle takes two actions at least"
    );

    // What is shown does lead there: the last board by these actions, and no longer one after fewer.
    let positional = engine_of("go", &[("size", "9")]);
    let differs = |actions: &[String]| {
        let [ours, theirs] = [&positional, &simple].map(|engine| {
            let game = Game {
                engine,
                preset: None,
                options: &[],
            };
            let mut driver = InProcess.open(&game).expect("a driver");
            let setup = engine.parse_position(&found.position).expect("a position");
            let start = Start {
                setup: &setup,
                earlier: &[],
                fresh: false,
            };
            driver.start(&start).expect("it starts");
            for action in actions {
                let seat = driver.turn().expect("a seat");
                driver.play(seat, action, false).expect("it is played");
            }
            driver.legal().expect("actions")
        });
        ours != theirs
    };
    assert!(differs(&found.actions));
    assert!(!differs(&found.actions[..found.actions.len() - 1]));

    // The same number plays the same games.
    let again = compare("go", &[("size", "9")], &other, 10, 400);
    assert_eq!(again.shortest, comparison.shortest);
    assert_eq!(again.positions, comparison.positions);
}

#[test]
fn the_end_of_a_game_is_compared_too() {
    // Without a move one has lost in xiangqi; capture Go that forbids passing ends so often.
    let options = [
        ("size", "5"),
        ("pass", "forbidden"),
        ("swap", "false"),
        ("capture_target", "100"),
    ];
    let same = Otherwise(engine_of("capture-go", &options));
    let comparison = compare("capture-go", &options, &same, 5, 1_000);
    assert_eq!(comparison.disagreements, 0, "{}", comparison.pretty());
    assert!(
        comparison.endings.contains_key("no-point-left"),
        "{}",
        comparison.pretty()
    );
}
