//! `masque replay`: a saved game, step by step, by the eyes of one observer.

use std::io::Write as _;
use std::sync::Arc;

use masque_core::engine::Match;
use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Seat};
use masque_scripting::diag::{Diagnostic, Source, Span};
use serde_json::{Value, json};

use super::record::{Entry, Footer, Read};
use super::start::{again, check_seal, do_again, open_record};
use crate::args::ReplayArgs;
use crate::exit::{Exit, Failure, Ran};
use crate::table::result_words;
use crate::variant::Loaded;

/// Shows a saved game: a finished one from its disclosed deal, an unfinished one as everybody saw it.
pub(crate) fn replay(args: &ReplayArgs, _console: &crate::console::Console) -> Ran {
    let (source, read, loaded) = open_record(&args.file)?;
    let style = Style::choose(args.ascii, args.native);
    let observer = observer(&loaded, &args.observer)?;
    let steps = match &read.footer {
        Some(footer) => {
            // The record must play again as it stands before anything of it is shown.
            let game = again(&loaded, &source, &footer.deal, &read.entries)?;
            verify(&loaded, &source, &read, footer, &*game)?;
            known_steps(&loaded, &footer.deal, &read, observer, &style)?
        }
        None if observer == Observer::Public => public_steps(&loaded, &read, &style)?,
        None => {
            return Err(Diagnostic::new(
                "unfinished",
                "this game is not over, so only what everybody saw can be shown",
            )
            .hint("replay it as `public`, or play on with `masque play --resume`")
            .into());
        }
    };
    show(args, &read, &steps)
}

/// Checks what a finished record discloses against what it was sealed with and how it ended.
fn verify(
    loaded: &Loaded,
    source: &Arc<Source>,
    read: &Read,
    footer: &Footer,
    game: &dyn Match,
) -> Result<(), Failure> {
    let at = |word: &str| {
        let start = source
            .text
            .rfind(&format!("\n{word} "))
            .map_or(0, |i| i + 1);
        Span::new(source, start..start + word.len())
    };
    if let Some(seal) = &read.header.seal {
        let salt = footer.salt.as_deref().and_then(|s| s.parse().ok());
        let salt = salt.ok_or_else(|| {
            Diagnostic::new("bad-record", "the salt of the deal is missing or malformed")
                .at(at("result"))
        })?;
        check_seal(loaded, seal, &salt, &footer.deal).map_err(|e| e.at(at("deal")))?;
    }
    let result = game
        .outcome()
        .map(|o| result_words(&*loaded.engine, o))
        .unwrap_or_default();
    if result != footer.result {
        return Err(
            Diagnostic::new("bad-record", format!("the game ended otherwise: {result}"))
                .at(at("result"))
                .into(),
        );
    }
    Ok(())
}

struct Shown {
    deed: String,
    told: String,
    position: String,
    drawing: Vec<String>,
}

fn observer(loaded: &Loaded, word: &str) -> Result<Observer, Diagnostic> {
    let sides = &loaded.engine.spec().sides;
    match word {
        "public" => Ok(Observer::Public),
        "0" | "seat0" => Ok(Observer::Seat(Seat(0))),
        "1" | "seat1" => Ok(Observer::Seat(Seat(1))),
        _ => sides
            .iter()
            .position(|s| s.name == word)
            .map(|i| Observer::Seat(Seat(i as u8)))
            .ok_or_else(|| {
                Diagnostic::new("bad-observer", format!("nobody called `{word}` looks")).hint(
                    format!(
                        "observers are public, 0, 1, {}, {}",
                        sides[0].name, sides[1].name
                    ),
                )
            }),
    }
}

fn deed(entry: &Entry) -> String {
    match entry {
        Entry::Undo => "undo".to_owned(),
        Entry::Deed {
            seat,
            automatic,
            text,
            ..
        } => {
            format!(
                "seat {}: {text}{}",
                seat.0,
                if *automatic { " (automatic)" } else { "" }
            )
        }
    }
}

fn known_steps(
    loaded: &Loaded,
    deal: &str,
    read: &Read,
    observer: Observer,
    style: &Style,
) -> Result<Vec<Shown>, Failure> {
    let setup = loaded
        .engine
        .parse_position(deal)
        .map_err(|e| Diagnostic::new("bad-record", e.to_string()))?;
    let mut game = loaded.engine.start(&setup).map_err(|e| {
        Failure::Input(
            e.iter()
                .map(|e| Diagnostic::new("bad-record", e.to_string()))
                .collect(),
        )
    })?;
    let look = |game: &dyn Match, deed: String, told: String| Shown {
        deed,
        told,
        position: game.text(observer),
        drawing: game
            .draw(observer, style)
            .lines()
            .iter()
            .map(ToString::to_string)
            .collect(),
    };
    let mut steps = vec![look(&*game, "start".to_owned(), String::new())];
    for entry in &read.entries {
        let mut told = String::new();
        match entry {
            Entry::Undo => {
                game.undo()
                    .map_err(|e| Diagnostic::new("bad-record", e.to_string()))?;
            }
            Entry::Deed {
                seat,
                automatic,
                text,
                ..
            } => {
                do_again(&mut *game, *seat, *automatic, text)
                    .map_err(|e| Diagnostic::new("bad-record", e))?;
                if let Some(step) = game.steps().last() {
                    let mine = step.told.iter().filter(|t| t.audience.includes(observer));
                    told = mine
                        .map(|t| game.event_words(&t.event).join(" "))
                        .collect::<Vec<_>>()
                        .join("; ");
                }
            }
        }
        steps.push(look(&*game, deed(entry), told));
    }
    Ok(steps)
}

fn public_steps(loaded: &Loaded, read: &Read, style: &Style) -> Result<Vec<Shown>, Failure> {
    let draw = |text: &str| {
        loaded
            .engine
            .draw_public(text, style)
            .map_err(|e| Failure::from(Diagnostic::new("bad-record", e)))
    };
    let mut steps = vec![Shown {
        deed: "start".to_owned(),
        told: String::new(),
        position: read.header.start.clone(),
        drawing: draw(&read.header.start)?,
    }];
    // Positions that undoing goes back through.
    let mut line = vec![read.header.start.clone()];
    for entry in &read.entries {
        let told = match entry {
            Entry::Undo => {
                if line.len() > 1 {
                    line.pop();
                }
                String::new()
            }
            Entry::Deed { told, position, .. } => {
                line.push(position.clone());
                told.clone()
            }
        };
        let position = line.last().cloned().unwrap_or_default();
        let drawing = draw(&position)?;
        steps.push(Shown {
            deed: deed(entry),
            told,
            position,
            drawing,
        });
    }
    Ok(steps)
}

fn show(args: &ReplayArgs, read: &Read, steps: &[Shown]) -> Ran {
    let chosen: Vec<(usize, &Shown)> = match args.step {
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
