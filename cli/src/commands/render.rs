//! `masque render`.

use std::io::{self, Write};

use masque_core::notation::diagram::Style;
use serde_json::json;

use crate::args::RenderArgs;
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::variant::{load_chosen, observer_of, seed};

/// Draws a position.
pub(crate) fn run(args: &RenderArgs, console: &Console) -> Ran {
    let loaded = load_chosen(&args.variant, &args.choice)?;
    let game = loaded.look(&args.position, &seed(args.seed)?)?;
    let observer = observer_of(&*loaded.engine, &*game, &args.observer)?;
    let style = Style::choose(args.ascii, args.native);
    let drawing = game.draw(observer, &style);
    let mut out = io::stdout().lock();
    if args.json {
        let lines: Vec<String> = drawing.lines().iter().map(ToString::to_string).collect();
        let value = json!({
            "variant": loaded.id,
            "observer": args.observer,
            "text": game.text(observer),
            "observation": game.observe(observer),
            "drawing": lines,
        });
        writeln!(out, "{value}")?;
    } else {
        for line in console.paint(&drawing, &loaded.engine.spec().sides) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(Exit::Fine)
}
