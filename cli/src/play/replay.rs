//! `masque replay`: a saved game, step by step, by the eyes of one observer.

use std::io::Write as _;

use masque_core::notation::diagram::Style;
use masque_scripting::diag::Diagnostic;
use serde_json::{Value, json};

use crate::args::ReplayArgs;
use crate::exit::{Exit, Ran};
use crate::record::{Frame, Read, frames, judge_end, open_record};
use crate::variant::observer_word;

/// Shows a saved game: a finished one from its disclosed deal, an unfinished one as everybody saw it.
pub(crate) fn replay(args: &ReplayArgs, _console: &crate::console::Console) -> Ran {
    let (source, read, loaded) = open_record(&args.file, args.carried)?;
    let style = Style::choose(args.ascii, args.native);
    let observer = match &args.observer {
        Some(word) => observer_word(&*loaded.engine, word)?,
        None => read.header.eyes,
    };
    if read.footer.is_some() {
        // A record must hold as it stands before anything of it is shown.
        judge_end(&loaded, &source, &read)?;
    }
    let steps = frames(&loaded, &source, &read, observer, &style)?;
    show(args, &read, &steps)
}

fn show(args: &ReplayArgs, read: &Read, steps: &[Frame]) -> Ran {
    let chosen: Vec<(usize, &Frame)> = match args.step {
        None => steps.iter().enumerate().collect(),
        Some(n) => {
            let step = steps.get(n).ok_or_else(|| {
                Diagnostic::new(
                    "no-step",
                    format!("the game has steps 0 to {}, not {n}", steps.len() - 1),
                )
            })?;
            vec![(n, step)]
        }
    };
    let mut out = std::io::stdout().lock();
    if args.json {
        let list: Vec<Value> = chosen
            .iter()
            .map(|(n, s)| json!({ "step": n, "deed": s.deed, "told": s.told, "position": s.position }))
            .collect();
        let result = read.footer.as_ref().map(|f| f.result.clone());
        let all = json!({ "variant": read.header.variant, "options": read.header.options, "result": result, "steps": list });
        writeln!(out, "{all}")?;
        return Ok(Exit::Fine);
    }
    for (number, step) in chosen {
        writeln!(
            out,
            "{number}. {}{}",
            step.deed,
            if step.told.is_empty() {
                String::new()
            } else {
                format!("   [{}]", step.told)
            }
        )?;
        for line in &step.drawing {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
    }
    match &read.footer {
        Some(footer) => writeln!(out, "Result: {}", footer.result)?,
        None => writeln!(out, "The game is not over.")?,
    }
    Ok(Exit::Fine)
}
