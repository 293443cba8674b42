//! `masque perft`.

use std::io::{self, Write};
use std::time::Instant;

use masque_core::hooks::HookError;
use masque_core::piece::Observer;
use masque_core::search::Unit;
use masque_scripting::diag::Diagnostic;
use serde_json::{Map, json};

use crate::args::{PerftArgs, UnitArg};
use crate::console::Console;
use crate::exit::{Exit, Failure, Ran};
use crate::variant::{begin, load_chosen, observer_of, seed};

/// Counts sequences.
pub(crate) fn run(args: &PerftArgs, console: &Console) -> Ran {
    let loaded = load_chosen(&args.variant, &args.choice)?;
    let truth = loaded.setup(args.position.as_deref(), &seed(args.seed)?)?;
    let game = begin(&*loaded.engine, &truth, &[], true)?;
    let views = args.views.as_ref();
    let observer = views
        .map(|word| observer_of(&*loaded.engine, &*game, word))
        .transpose()?;
    let unit = match args.unit {
        UnitArg::Turn => Unit::Turn,
        UnitArg::Action => Unit::Action,
    };
    let failed = |e: HookError| Failure::from(Diagnostic::new("hook-failed", e.to_string()));
    let bar = console.progress("counting", None);
    let start = Instant::now();
    let mut divided = Vec::new();
    let nodes = if let Some(observer) = observer {
        let masked = loaded.engine.mask(&truth, observer);
        let belief = loaded.engine.belief(&masked, observer);
        let counted = belief.and_then(|belief| belief.views(args.depth));
        counted.map_err(|e| Diagnostic::new("cannot-count", e.to_string()))?
    } else if args.divide {
        let observer = Observer::Seat(game.turn());
        let counts = game.divide(args.depth, unit).map_err(failed)?;
        divided = counts
            .into_iter()
            .map(|(action, count)| (game.format_action(observer, action), count))
            .collect();
        // Nothing at all is done in one way, by no first action.
        let counts = divided.iter().map(|(_, count)| count);
        if args.depth == 0 { 1 } else { counts.sum() }
    } else {
        game.perft(args.depth, unit).map_err(failed)?
    };
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    if args.json {
        let mut value = json!({
            "variant": loaded.id,
            "depth": args.depth,
            "unit": if observer.is_some() || unit == Unit::Action { "action" } else { "turn" },
            "nodes": nodes,
            "seconds": seconds,
        });
        if let Some(views) = views {
            value["views"] = json!(views);
        }
        if args.divide {
            let counts = divided.into_iter().map(|(a, n)| (a, json!(n)));
            value["divide"] = counts.collect::<Map<_, _>>().into();
        }
        writeln!(out, "{value}")?;
        return Ok(Exit::Fine);
    }
    for (action, count) in &divided {
        writeln!(out, "{action}: {count}")?;
    }
    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
    writeln!(
        out,
        "perft {} = {nodes}   ({seconds:.2} s, {rate:.2} million a second)",
        args.depth
    )?;
    Ok(Exit::Fine)
}
