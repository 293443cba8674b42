//! Machine players given as WebAssembly modules: the examples, in games against random play.

use std::path::{Path, PathBuf};
use std::process::Command;

use masque_core::engine::{Engine, Match};
use masque_core::piece::{Observer, Seat};
use masque_core::random::{Dice, Seed, Stream};
use masque_scripting::bot::{Bot, BotAction, BotDeed, BotGame, BotStep, BotView, Limits};

use crate::support::engine_of;

/// The most actions of a game; one that is longer counts for nobody.
const ACTIONS: usize = 1_000;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/bots")
}

/// What a seat is told of a game, step by step.
struct Told {
    seat: Seat,
    steps: Vec<BotStep>,
}

impl Told {
    fn view(&self, engine: &dyn Engine, game: &dyn Match, id: &str) -> BotView {
        let legal = game.legal().expect("no hook fails");
        let actions = legal.into_iter().map(|action| {
            let explanation = game.explain(self.seat, action).expect("no hook fails");
            let text = game.format_action(Observer::Seat(self.seat), action);
            BotAction::explained(engine, text, &explanation)
        });
        BotView {
            game: BotGame {
                variant: id.to_owned(),
                options: std::collections::BTreeMap::new(),
                seat: self.seat.0,
            },
            observation: game.observe(Observer::Seat(self.seat)),
            actions: actions.collect(),
            steps: self.steps.clone(),
        }
    }
}

/// Plays a game of a bot in a seat against random play; the winning seat.
fn play(id: &str, bot: &mut Bot, seat: Seat, number: u64) -> Option<Seat> {
    let engine = engine_of(id, &[]);
    let seed = Seed::from_u64(number);
    let setup = engine.deal(&seed, [None, None]);
    let mut game = engine.start(&setup).expect("a start");
    let mut dice = Seat::BOTH.map(|s| seed.stream(Stream::Bot(s.0)));
    let mut told = Told {
        seat,
        steps: Vec::new(),
    };
    for _ in 0..ACTIONS {
        if game.outcome().is_some() {
            break;
        }
        let turn = game.turn();
        let legal = game.legal().expect("no hook fails");
        let index = if turn == seat {
            let view = told.view(&*engine, &*game, id);
            bot.choose(&view, &mut dice[turn.index()])
                .unwrap_or_else(|e| panic!("{id}, game {number}: {e}"))
        } else {
            random(&legal, &mut dice[turn.index()])
        };
        let text = game.format_action(Observer::Seat(seat), legal[index]);
        let events = game.play(turn, legal[index], false).expect("it is legal");
        let heard = events
            .iter()
            .filter(|t| t.audience.includes(Observer::Seat(seat)));
        told.steps.push(BotStep {
            seat: turn,
            deed: BotDeed::Action,
            text,
            automatic: false,
            events: heard
                .map(|t| game.event_words(&t.event).join(" "))
                .collect(),
        });
    }
    game.outcome().and_then(|o| o.winner)
}

fn random<T>(legal: &[T], dice: &mut Dice) -> usize {
    dice.below(legal.len() as u64) as usize
}

/// Wins and losses of a bot in so many games, each seat in half of them.
fn series(id: &str, bot: &mut Bot, games: u64) -> (usize, usize) {
    let results = (0..games).map(|number| {
        let seat = Seat((number % 2) as u8);
        play(id, bot, seat, number).map(|winner| winner == seat)
    });
    let results: Vec<Option<bool>> = results.collect();
    let count = |wanted| results.iter().filter(|r| **r == Some(wanted)).count();
    (count(true), count(false))
}

#[test]
fn the_text_example_beats_random_play() {
    let mut bot = Bot::open(&examples().join("first.wat"), Limits::default()).expect("a bot");
    let (won, lost) = series("breakthrough", &mut bot, 20);
    assert!(won >= 2 * lost.max(5), "{won} won, {lost} lost");
    // The same again, from the same seeds.
    assert_eq!(series("breakthrough", &mut bot, 20), (won, lost));
}

#[test]
fn the_example_in_c_beats_random_play() {
    let built = tempfile::tempdir().expect("a temporary directory");
    let module = built.path().join("taker.wasm");
    let compiler = Command::new("clang")
        .args([
            "--target=wasm32",
            "-O2",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-nostdlib",
            "-Wl,--no-entry",
            "-o",
        ])
        .arg(&module)
        .arg(examples().join("taker/taker.c"))
        .output();
    let output = match compiler {
        Ok(output) => output,
        Err(error) => {
            eprintln!("SKIPPED: the bot in C, since clang cannot be run: {error}");
            return;
        }
    };
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success()
        && (said.contains("wasm-ld") || said.contains("No available targets"))
    {
        eprintln!("SKIPPED: the bot in C, since clang cannot link for wasm32: {said}");
        return;
    }
    assert!(output.status.success(), "{said}");
    let mut bot = Bot::open(&module, Limits::default()).unwrap_or_else(|e| panic!("{e}"));
    for (id, games) in [
        ("banqi", 10),
        ("breakthrough", 10),
        ("minesweeper-chess", 2),
    ] {
        let (won, lost) = series(id, &mut bot, games);
        eprintln!("{id}: {won} won, {lost} lost");
        if games >= 10 {
            assert!(won >= 3 * lost.max(2), "{id}: {won} won, {lost} lost");
        }
    }
    assert!(!bot.take_log().is_empty());
}
