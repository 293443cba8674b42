//! `masque replay`: a saved game, step by step, by the eyes of one observer.

use std::io::Write as _;
use std::sync::Arc;

use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Seat};
use masque_scripting::diag::{Diagnostic, Source};
use serde_json::{Value, json};

use super::start::rulebook;
use crate::args::ReplayArgs;
use crate::exit::{Exit, Failure, Ran};
use crate::lang::Lang;
use crate::record::{Frame, Read, frames, judge_end, open_record, truth_of};
use crate::tui::{self, Front, Recorded, Replay};
use crate::variant::{Loaded, observer_word};

/// Shows a saved game: a finished one from its disclosed deal, an unfinished one as everybody saw it.
pub(crate) fn replay(args: &ReplayArgs, console: &crate::console::Console) -> Ran {
    let (source, read, loaded) = open_record(&args.file, args.carried)?;
    let observer = match &args.observer {
        Some(word) => observer_word(&*loaded.engine, word)?,
        None => read.header.eyes,
    };
    if read.footer.is_some() {
        // A record must hold as it stands before anything of it is shown.
        judge_end(&loaded, &source, &read)?;
    }
    if !args.plain && !args.json && tui::possible() {
        return full_screen(args, source, read, loaded, observer, console.lang);
    }
    let style = Style::choose(args.ascii, args.native);
    let steps = frames(&loaded, &source, &read, observer, &style)?;
    show(args, &read, &steps)
}

fn full_screen(
    args: &ReplayArgs,
    source: Arc<Source>,
    read: Read,
    loaded: Loaded,
    observer: Observer,
    lang: Lang,
) -> Ran {
    let sides = &loaded.engine.spec().sides;
    let seat = |s: Seat| (Observer::Seat(s), sides[s.index()].name.clone());
    let everybody = (Observer::Public, tui::everybody(lang));
    let eyes = match (truth_of(&loaded, &read), read.header.eyes) {
        (Some(_), _) => vec![everybody, seat(Seat(0)), seat(Seat(1))],
        (None, Observer::Public) => vec![everybody],
        (None, Observer::Seat(own)) => vec![seat(own)],
    };
    let result = match &read.footer {
        Some(footer) => footer.result.clone(),
        None => tui::unfinished(lang),
    };
    let clause = result
        .rsplit_once(" by ")
        .map(|(_, clause)| clause.to_owned());
    let book = rulebook(&loaded.name, lang);
    let engine = Arc::clone(&loaded.engine);
    let settings = tui::settings(args.ascii, args.native, lang);
    let last = frames(&loaded, &source, &read, observer, &Style::default())?.len() - 1;
    let step = args.step.unwrap_or(0);
    if step > last {
        return Err(no_step(step, last).into());
    }
    let make = move |observer: Observer, style: &Style| {
        let made = frames(&loaded, &source, &read, observer, style);
        let made = made.map_err(|failure| match failure {
            Failure::Io(error) => error.to_string(),
            Failure::Input(list) => list.first().map(|d| d.message.clone()).unwrap_or_default(),
        })?;
        let shown = made.into_iter().map(|frame| Recorded {
            deed: frame.deed,
            told: frame.told,
            seen: frame.seen,
            drawing: frame.drawing,
        });
        Ok(shown.collect())
    };
    let replay = Replay::new(engine, Box::new(make), eyes, observer, step, settings)
        .map_err(|e| Diagnostic::new("bad-record", e))?
        .ended(result, clause)
        .with_book(book);
    Front::new(settings).replay(replay)?;
    Ok(Exit::Fine)
}

fn no_step(asked: usize, last: usize) -> Diagnostic {
    Diagnostic::new(
        "no-step",
        format!("the game has steps 0 to {last}, not {asked}"),
    )
}

fn show(args: &ReplayArgs, read: &Read, steps: &[Frame]) -> Ran {
    let chosen: Vec<(usize, &Frame)> = match args.step {
        None => steps.iter().enumerate().collect(),
        Some(n) => {
            let step = steps.get(n).ok_or_else(|| no_step(n, steps.len() - 1))?;
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
        for line in step.drawing.lines() {
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
