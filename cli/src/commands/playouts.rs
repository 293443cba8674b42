//! `masque playouts`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Instant;

use masque_core::random::{Seed, Stream};
use masque_scripting::diag::Diagnostic;
use serde_json::json;

use crate::args::PlayoutsArgs;
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::variant::{load_chosen, seed};

/// How games ended by one clause: won by each seat, and drawn.
type Endings = BTreeMap<String, [u64; 3]>;

/// Plays random games, each dealt anew.
pub(crate) fn run(args: &PlayoutsArgs, console: &Console) -> Ran {
    let loaded = load_chosen(&args.variant, &args.choice)?;
    let mut numbers = seed(args.seed)?.stream(Stream::Automatic);
    let bar = console.progress("playing", Some(args.number));
    let start = Instant::now();
    let (mut plies, mut longest, mut open) = (0u64, 0u32, 0u64);
    let mut endings = Endings::new();
    for _ in 0..args.number {
        let own = Seed::from_u64(numbers.bits());
        let game = loaded.start(args.position.as_deref(), &own)?;
        let played = game
            .playout(&mut own.stream(Stream::Automatic), args.limit)
            .map_err(|e| Diagnostic::new("hook-failed", e.to_string()))?;
        plies += u64::from(played.plies);
        longest = longest.max(played.plies);
        match played.outcome {
            None => open += 1,
            Some(outcome) => {
                let clause = loaded.engine.clause(outcome.clause).to_owned();
                let slot = outcome.winner.map_or(2, |seat| seat.index());
                endings.entry(clause).or_default()[slot] += 1;
            }
        }
        bar.inc(1);
    }
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let mean = plies as f64 / args.number.max(1) as f64;
    let rate = args.number as f64 / seconds.max(1e-9);
    let mut out = io::stdout().lock();
    if args.json {
        let endings: BTreeMap<&String, _> = endings
            .iter()
            .map(|(clause, [a, b, draw])| (clause, json!({ "seat0": a, "seat1": b, "draw": draw })))
            .collect();
        let value = json!({
            "variant": loaded.id,
            "playouts": args.number,
            "limit": args.limit,
            "undecided": open,
            "endings": endings,
            "mean_plies": mean,
            "longest": longest,
            "seconds": seconds,
            "per_second": rate,
        });
        writeln!(out, "{value}")?;
        return Ok(Exit::Fine);
    }
    let width = endings.keys().map(String::len).max().unwrap_or(0).max(24);
    writeln!(
        out,
        "{:width$}  {:>8}  {:>8}  {:>8}",
        "ended by", "seat 0", "seat 1", "draw"
    )?;
    for (clause, [a, b, draw]) in &endings {
        writeln!(out, "{clause:width$}  {a:>8}  {b:>8}  {draw:>8}")?;
    }
    if open > 0 {
        let undecided = format!("undecided after {} plies", args.limit);
        writeln!(out, "{undecided:width$}  {open:>8}")?;
    }
    writeln!(
        out,
        "{} playouts, {mean:.1} plies on average, {longest} at most; {seconds:.2} s, {rate:.0} a second",
        args.number
    )?;
    Ok(Exit::Fine)
}
