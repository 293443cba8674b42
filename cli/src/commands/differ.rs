//! `masque differ`.

use std::io::{self, Write};

use masque_conformance::peer::differ::{Plan, differ};
use masque_conformance::run::InProcess;
use masque_conformance::run::driver::Game;
use masque_core::random::Seed;
use masque_scripting::diag::Diagnostic;

use crate::args::DifferArgs;
use crate::commands::test::peer;
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::variant::load_chosen;

/// Compares random games with another program.
pub(crate) fn run(args: &DifferArgs, console: &Console) -> Ran {
    let loaded = load_chosen(&args.variant, &args.choice)?;
    let missing = || {
        Diagnostic::new("no-engine", "no program to compare with is named")
            .hint("name one, such as --engine stockfish --protocol uci")
    };
    let mut peer = peer(&args.engine, None)?.ok_or_else(missing)?;
    peer.trusting = true;
    let seed = Seed::from_u64(args.seed);
    let plan = Plan {
        start: loaded.setup(args.position.as_deref(), &seed)?,
        games: args.number,
        plies: args.limit,
        seed: args.seed,
    };
    let game = Game {
        engine: &loaded.engine,
        preset: args.choice.preset.as_deref(),
        options: &args.choice.options,
    };
    let bar = console.progress("comparing", Some(args.number));
    let comparison = differ(&game, &InProcess, &peer, &plan, &|| bar.inc(1));
    bar.finish_and_clear();
    let comparison = comparison.map_err(|message| Diagnostic::new("engine-lost", message))?;
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &comparison).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", comparison.pretty())?;
    }
    Ok(if comparison.disagreements == 0 {
        Exit::Fine
    } else {
        Exit::Short
    })
}
