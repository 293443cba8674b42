//! `masque explain`.

use std::io::{self, Write};

use masque_core::explain::Explanation;
use masque_core::piece::Observer;
use masque_scripting::diag::{Diagnostic, Source, Span};
use serde_json::json;

use crate::args::ExplainArgs;
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::table;
use crate::variant::{find, seat_of, seed};
use crate::words;

/// Explains an action.
pub(crate) fn run(args: &ExplainArgs, console: &Console) -> Ran {
    let found = find(&args.variant)?;
    let loaded = found.load_chosen(&found.document()?, &args.choice)?;
    let engine = &*loaded.engine;
    let game = loaded.start(Some(&args.position), &seed(args.seed)?)?;
    let seat = match &args.seat {
        Some(word) => seat_of(engine, &*game, word)?,
        None => game.turn(),
    };
    let action = game.parse_action(seat, &args.action).map_err(|error| {
        let source = Source::new("action", args.action.as_str());
        Diagnostic::new("bad-action", error.to_string())
            .at(Span::new(&source, 0..args.action.len()))
    })?;
    let explanation = game
        .explain(seat, action)
        .map_err(|e| Diagnostic::new("hook-failed", e.to_string()))?;
    let text = game.format_action(Observer::Seat(seat), action);
    let mut out = io::stdout().lock();
    if args.json {
        let mut value = words::explanation(engine, &explanation);
        value["action"] = json!(text);
        value["seat"] = json!(seat.0);
        writeln!(out, "{value}")?;
        return Ok(Exit::Fine);
    }
    writeln!(
        out,
        "{}",
        console.lang.shown(&table::describe(
            console.lang,
            engine,
            &text,
            action,
            &explanation
        ))
    )?;
    if let Explanation::Refused(refusal) = &explanation {
        // A rulebook that cannot be read does not keep the reason back.
        let book = found.rulebook().ok().flatten();
        let slug = engine.clause(refusal.clause);
        if let Some(rule) = book.as_ref().and_then(|book| book.rule(slug)) {
            writeln!(out, "{}.", rule.clause.title.value)?;
        }
    }
    Ok(Exit::Fine)
}
