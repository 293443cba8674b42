//! `masque replay`: a saved game, step by step, by the eyes of one observer.

use std::io::Write as _;
use std::sync::Arc;

use masque_core::engine::Engine;
use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Seat};
use masque_core::site::Site;
use masque_scripting::diag::{Diagnostic, Source};
use serde_json::{Value, json};

use super::start::rulebook;
use crate::args::ReplayArgs;
use crate::exit::{Exit, Failure, Ran};
use crate::lang::Lang;
use crate::record::{ACTS, Done, Frame, Read, frames, judge_end, open_record, truth_of, watcher};
use crate::table::words::{self, Said, What};
use crate::tui::{self, Front, Recorded, Replay};
use crate::variant::Loaded;

/// Shows a saved game: a finished one from its disclosed deal, an unfinished one as everybody saw it.
pub(crate) fn replay(args: &ReplayArgs, console: &crate::console::Console) -> Ran {
    let (source, read, loaded) = open_record(&args.file, args.carried)?;
    let observer = match &args.observer {
        Some(word) => watcher(&loaded, &source, &read, word)?,
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
    show(args, &read, &steps, &*loaded.engine, console.lang)
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
    let seat = |s: Seat| (Observer::Seat(s), lang.side(&sides[s.index()]).to_owned());
    let everybody = (Observer::Public, tui::everybody(lang));
    let eyes = match (truth_of(&loaded, &read), read.header.eyes) {
        (Some(_), _) => vec![everybody, seat(Seat(0)), seat(Seat(1))],
        (None, Observer::Public) => vec![everybody],
        (None, Observer::Seat(own)) => vec![seat(own)],
    };
    let book = rulebook(&loaded.name, lang);
    let engine = Arc::clone(&loaded.engine);
    let settings = tui::settings(args.ascii, args.native, lang);
    let all = frames(&loaded, &source, &read, observer, &Style::default())?;
    let last = all.len() - 1;
    let ended = all[last].seen.outcome.as_ref();
    let clause = ended.map(|ended| ended.clause.clone());
    let result = result(lang, &*engine, &read, &all[last]);
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
        let engine = &*loaded.engine;
        let mut hidden = Vec::new();
        let shown = made.into_iter().map(|frame| {
            let said = said(lang, engine, &frame, &hidden);
            hidden = words::hidden_sites(engine, &frame.seen);
            Recorded {
                deed: said.deed,
                told: said.came,
                seen: frame.seen,
                drawing: frame.drawing,
            }
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

/// A step in the words in which it is told while a game is played; pieces on some sites were hidden before it.
fn said(lang: Lang, engine: &dyn Engine, frame: &Frame, hidden: &[Site]) -> Said {
    let plain = |deed: String| Said {
        deed,
        came: String::new(),
    };
    let (seat, automatic, text, events) = match &frame.done {
        Done::Start => return plain(lang.say("replay-start").into_owned()),
        Done::Undone => return plain(lang.say_with("undone", &[("number", 1.into())])),
        Done::Deed {
            seat,
            automatic,
            text,
            events,
        } => (*seat, *automatic, text.as_str(), events),
    };
    let act = text.strip_prefix("act ").and_then(|word| {
        let known = ACTS.iter().find(|(known, _)| *known == word);
        known.map(|(_, act)| *act)
    });
    let what = match (act, text.strip_prefix("try ")) {
        (Some(act), _) => What::Act(act),
        (None, Some(action)) => What::Try(action),
        (None, None) => What::Action(text),
    };
    let who = words::seat_name(lang, engine, &frame.seen, seat);
    let told = events.as_deref().unwrap_or(&[]);
    let mut said = words::deed(lang, engine, &who, what, told, hidden);
    if events.is_none() {
        // Words of a record that are not understood by themselves are told as they stand.
        said.came.clone_from(&frame.told);
    }
    if automatic {
        said.deed = format!("{}{}", said.deed, lang.say("by-the-clock"));
    }
    said
}

/// How a recorded game ended, in words; of a seat's own record there may be nothing but the words of the record.
fn result(lang: Lang, engine: &dyn Engine, read: &Read, last: &Frame) -> String {
    match (&read.footer, &last.seen.outcome) {
        (None, _) => tui::unfinished(lang),
        (Some(_), Some(ended)) => {
            let winner = ended
                .winner
                .map(|seat| words::seat_name(lang, engine, &last.seen, Seat(seat)));
            words::result(lang, winner, ended.half_points, &ended.clause)
        }
        (Some(footer), None) => {
            let result = footer.result.as_str();
            lang.say_with("replay-result", &[("result", result.into())])
        }
    }
}

fn no_step(asked: usize, last: usize) -> Diagnostic {
    Diagnostic::new(
        "no-step",
        format!("the game has steps 0 to {last}, not {asked}"),
    )
}

fn show(args: &ReplayArgs, read: &Read, steps: &[Frame], engine: &dyn Engine, lang: Lang) -> Ran {
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
        let before = number.checked_sub(1).and_then(|before| steps.get(before));
        let hidden = before.map_or(Vec::new(), |f| words::hidden_sites(engine, &f.seen));
        let words = said(lang, engine, step, &hidden).whole(lang);
        writeln!(out, "{number}. {}", lang.shown(&words))?;
        for line in step.drawing.lines() {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
    }
    if let Some(last) = steps.last() {
        writeln!(out, "{}", lang.shown(&result(lang, engine, read, last)))?;
    }
    Ok(Exit::Fine)
}
