//! Baseline figures: perft, uniformly random playouts, and draws from beliefs at ply 40 for the seat to act and for a
//! spectator, of every shipped variant, one thread, in one table.
//!
//! `cargo bench -p masque-variants` measures; a number behind `--` is the milliseconds for each figure, a word limits
//! it to variants whose id contains it: `cargo bench -p masque-variants -- 2000 banqi`.

use std::time::{Duration, Instant};

use masque_core::deal::Layout;
use masque_core::engine::{Engine, Match};
use masque_core::piece::{Observer, Seat};
use masque_core::random::{Seed, Stream};
use masque_core::search::Unit;
use masque_core::setup::Setup;
use masque_scripting::document;
use masque_scripting::folder::Library as _;
use masque_scripting::variant;

/// Plies after which a playout is left undecided.
const LIMIT: u32 = 1000;
/// The deepest perft that is tried.
const DEEPEST: u32 = 8;
/// Steps after which beliefs are drawn from.
const DRAWN_AT: usize = 40;

fn main() {
    // Without `--bench` this is a test run, which only has to show that every figure can be taken.
    let mut time = Duration::from_millis(if std::env::args().any(|a| a == "--bench") {
        1000
    } else {
        1
    });
    let mut wanted = String::new();
    for argument in std::env::args().skip(1).filter(|a| !a.starts_with("--")) {
        match argument.parse() {
            Ok(millis) => time = Duration::from_millis(millis),
            Err(_) => wanted = argument,
        }
    }
    println!(
        "{:<22} {:>5} {:>14} {:>10} {:>12} {:>10} {:>10} {:>12} {:>12}",
        "variant",
        "perft",
        "nodes",
        "M nodes/s",
        "playouts/s",
        "plies",
        "M plies/s",
        "draws/s seat",
        "and public"
    );
    let shelf = masque_variants::shelf();
    for id in shelf.ids().into_iter().filter(|id| id.contains(&wanted)) {
        let folder = shelf.find(&id).ok().flatten().expect("a shipped folder");
        let document = document::read(&shelf, &folder).expect("a shipped variant");
        if document.is_abstract() {
            continue;
        }
        let variant = variant::compile(&document, None, &[]).expect("a shipped variant");
        let engine = variant.engine();
        let (depth, nodes, perft) = perft(&*start(&*engine, &Seed::from_u64(1)), time);
        let (games, plies, spent) = playouts(&*engine, time);
        let per_second = |count: u64, spent: Duration| count as f64 / spent.as_secs_f64().max(1e-9);
        println!(
            "{id:<22} {depth:>5} {nodes:>14} {:>10.2} {:>12.0} {:>10.1} {:>10.3} {:>12.0} {:>12.0}",
            per_second(nodes, perft) / 1e6,
            per_second(games, spent),
            plies as f64 / games as f64,
            per_second(plies, spent) / 1e6,
            draws(&*engine, true, time),
            draws(&*engine, false, time),
        );
    }
}

fn start(engine: &dyn Engine, seed: &Seed) -> Box<dyn Match> {
    engine.start(&deal(engine, seed)).expect("a start")
}

fn deal(engine: &dyn Engine, seed: &Seed) -> Setup {
    let layouts: [Option<Layout>; 2] = Seat::BOTH.map(|seat| {
        let mut dice = seed.stream(Stream::Bot(16 + seat.0));
        let random = || {
            engine
                .named_layout(seat, "random", &mut dice)
                .expect("a layout")
        };
        engine.needs_layouts().then(random)
    });
    engine.deal(seed, [layouts[0].as_ref(), layouts[1].as_ref()])
}

/// Draws of the present per second, counting included, from the belief of the seat to act or of a spectator at ply
/// [`DRAWN_AT`].
fn draws(engine: &dyn Engine, seat: bool, time: Duration) -> f64 {
    let seed = Seed::from_u64(1);
    let mut dice = seed.stream(Stream::Automatic);
    let setup = deal(engine, &seed);
    let mut game = engine.start(&setup).expect("a start");
    while game.steps().len() < DRAWN_AT && game.outcome().is_none() {
        let legal = game.legal().expect("no hook fails");
        let Some(action) = dice.choose(&legal) else {
            break;
        };
        // A refused try is a step too.
        let _ = game.play(game.turn(), *action, false);
    }
    let observer = if seat {
        Observer::Seat(game.turn())
    } else {
        Observer::Public
    };
    let mut belief = engine
        .belief(&engine.mask(&setup, observer), observer)
        .expect("a start");
    for step in game.steps() {
        belief.read_step(step).expect("it was told");
    }
    let (mut drawn, begun) = (0u64, Instant::now());
    while drawn == 0 || begun.elapsed() < time {
        belief.draw(&mut dice).expect("a draw");
        drawn += 1;
    }
    drawn as f64 / begun.elapsed().as_secs_f64().max(1e-9)
}

/// The deepest perft whose forerunner took less than a fifteenth of the time: depth, nodes and time.
fn perft(game: &dyn Match, time: Duration) -> (u32, u64, Duration) {
    let mut last = (0, 1, Duration::ZERO);
    for depth in 1..=DEEPEST {
        let begun = Instant::now();
        let nodes = game.perft(depth, Unit::Turn).expect("no hook fails");
        last = (depth, nodes, begun.elapsed());
        if last.2 * 15 > time {
            break;
        }
    }
    last
}

/// Random games from fresh deals: how many, of how many plies, in what time.
fn playouts(engine: &dyn Engine, time: Duration) -> (u64, u64, Duration) {
    let (mut games, mut plies) = (0u64, 0u64);
    let begun = Instant::now();
    while games == 0 || begun.elapsed() < time {
        let seed = Seed::from_u64(games);
        let game = start(engine, &seed);
        let played = game
            .playout(&mut seed.stream(Stream::Automatic), LIMIT)
            .expect("no hook fails");
        games += 1;
        plies += u64::from(played.plies);
    }
    (games, plies, begun.elapsed())
}
