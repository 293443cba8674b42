//! `masque render`: a position or a saved game as text or as a picture.

use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use masque_core::engine::Engine;
use masque_core::notation::diagram::Style;
use masque_core::observation::Observation;
use masque_core::site::Site;
use masque_scripting::diag::{Diagnostic, Source, Span};
use masque_scripting::files;
use serde_json::json;

use crate::args::{PictureFormat, RenderArgs};
use crate::console::Console;
use crate::exit::{Exit, Failure, Ran};
use crate::picture::{Artist, Film, Wishes, png};
use crate::record::{frames, judge_end, no_choice, open_record, saved_game, watcher};
use crate::variant::{load_chosen, observer_of, seed};

/// Draws a position, or what a saved game came to.
pub(crate) fn run(args: &RenderArgs, console: &Console) -> Ran {
    if let (None, Some(path)) = (&args.position, saved_game(&args.variant)) {
        return record(path, args, console);
    }
    if let Some(step) = args.step {
        let message = format!("step {step} of what? `--step` belongs to a saved game");
        return Err(Diagnostic::new("no-record", message).into());
    }
    let loaded = load_chosen(&args.variant, &args.choice)?;
    let position = args.position.as_deref().unwrap_or("start");
    let game = loaded.look(position, &seed(args.seed)?)?;
    let observer = observer_of(
        &*loaded.engine,
        &*game,
        args.observer.as_deref().unwrap_or("public"),
    )?;
    let engine = &*loaded.engine;
    if !args.format().is_text() {
        let wishes = wishes(args, engine)?;
        let seen = game.observe(observer);
        let artist = Artist::new(engine, wishes, console.lang)?;
        return write(args, &pictured(args, &artist, &[&seen], console)?);
    }
    let style = Style::choose(args.ascii, args.native);
    let drawing = game.draw(observer, &style);
    let mut out = Vec::new();
    if args.json {
        let lines: Vec<String> = drawing.lines().iter().map(ToString::to_string).collect();
        let value = json!({
            "variant": loaded.id,
            "observer": args.observer.as_deref().unwrap_or("public"),
            "text": game.text(observer),
            "observation": game.observe(observer),
            "drawing": lines,
        });
        writeln!(out, "{value}")?;
    } else {
        for line in painter(args, *console).paint(&drawing, &engine.spec().sides) {
            writeln!(out, "{line}")?;
        }
    }
    write(args, &out)
}

/// Draws a saved game: one step of it, the last when none is given, or all of it as a film.
fn record(path: &Path, args: &RenderArgs, console: &Console) -> Ran {
    no_choice(&args.choice)?;
    if args.seed.is_some() {
        let message = "a saved game says its own deal";
        return Err(Diagnostic::new("record-options", message).into());
    }
    let (source, read, loaded) = open_record(path, args.carried)?;
    let engine = &*loaded.engine;
    let observer = match &args.observer {
        Some(word) => watcher(&loaded, &source, &read, word)?,
        None => read.header.eyes,
    };
    if read.footer.is_some() {
        // A record must hold as it stands before anything of it is shown.
        judge_end(&loaded, &source, &read)?;
    }
    let style = Style::choose(args.ascii, args.native);
    let moments = frames(&loaded, &source, &read, observer, &style)?;
    let last = moments.len().saturating_sub(1);
    let step = args.step.unwrap_or(last);
    let Some(moment) = moments.get(step) else {
        let message = format!("the game has steps 0 to {last}, not {step}");
        return Err(Diagnostic::new("no-step", message).into());
    };
    if !args.format().is_text() {
        let artist = Artist::new(engine, wishes(args, engine)?, console.lang)?;
        // A film goes up to the step that is asked for; a picture shows that step alone.
        let first = match args.format() {
            PictureFormat::Gif => 0,
            _ => step,
        };
        let seen: Vec<&Observation> = moments[first..=step].iter().map(|m| &m.seen).collect();
        return write(args, &pictured(args, &artist, &seen, console)?);
    }
    let mut out = Vec::new();
    if args.json {
        let value = json!({
            "variant": loaded.id,
            "observer": moment.seen.observer,
            "text": moment.position,
            "observation": moment.seen,
            "drawing": moment.drawing.lines().iter().map(ToString::to_string).collect::<Vec<_>>(),
        });
        writeln!(out, "{value}")?;
    } else {
        for line in painter(args, *console).paint(&moment.drawing, &engine.spec().sides) {
            writeln!(out, "{line}")?;
        }
    }
    write(args, &out)
}

/// A console that paints where colours are asked for, and as ever where they are not.
fn painter(args: &RenderArgs, console: Console) -> Console {
    let ansi = args.format() == PictureFormat::Ansi;
    Console {
        out: (console.out && args.output.is_none()) || ansi,
        colour: console.colour || ansi,
        ..console
    }
}

/// What is wanted of a picture.
fn wishes(args: &RenderArgs, engine: &dyn Engine) -> Result<Wishes, Diagnostic> {
    let mut marks = Vec::new();
    for list in &args.marks {
        for word in list.split(',').filter(|w| !w.is_empty()) {
            let whole = engine.site(word).map(|site| (site, word.len()));
            let (site, _) = whole.ok_or_else(|| no_site("--mark", list, word))?;
            marks.push(site);
        }
    }
    let mut arrows = Vec::new();
    for list in &args.arrows {
        for word in list.split(',').filter(|w| !w.is_empty()) {
            arrows.push(arrow(engine, word).ok_or_else(|| no_site("--arrow", list, word))?);
        }
    }
    Ok(Wishes {
        theme: args.theme,
        width: args.size,
        marks,
        arrows,
        captured: args.captured,
        letters: args.ascii,
        flip: args.flip,
        coordinates: !args.no_coordinates,
    })
}

/// An arrow such as `a1b10`: two sites, the second of which begins at a letter.
fn arrow(engine: &dyn Engine, word: &str) -> Option<(Site, Site)> {
    let splits = word.char_indices().skip(1);
    let mut pairs = splits.filter(|(_, c)| c.is_ascii_lowercase());
    pairs.find_map(|(at, _)| {
        let (from, to) = word.split_at(at);
        Some((engine.site(from)?, engine.site(to)?))
    })
}

fn no_site(flag: &str, list: &str, word: &str) -> Diagnostic {
    let source = Source::new(flag, list);
    let start = list.find(word).unwrap_or(0);
    let what = match flag {
        "--arrow" => "two sites of this board, such as a1b2",
        _ => "a site of this board",
    };
    Diagnostic::new("no-site", format!("`{word}` is not {what}"))
        .at(Span::new(&source, start..start + word.len()))
}

/// The bytes of a picture of what was seen, or of a film of it.
fn pictured(
    args: &RenderArgs,
    artist: &Artist<'_>,
    seen: &[&Observation],
    console: &Console,
) -> Result<Vec<u8>, Diagnostic> {
    if args.format() == PictureFormat::Gif {
        let mut film = Film::new(args.delay);
        let bar = console.progress("drawing", Some(seen.len() as u64));
        for (i, moment) in seen.iter().enumerate() {
            let stays = if i + 1 == seen.len() { 3 } else { 1 };
            film.add(&artist.draw(moment), stays)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        return film.finish();
    }
    let picture = seen.last().map(|moment| artist.draw(moment));
    let picture = picture.unwrap_or_default();
    match args.format() {
        PictureFormat::Png => png(&picture),
        _ => Ok(picture.into_bytes()),
    }
}

/// Whether a file is a record or what belongs to one, which no picture may take the place of.
fn is_kept(path: &Path) -> bool {
    let is_file = std::fs::metadata(path).is_ok_and(|data| data.is_file());
    let mut first = [0; KEPT.len()];
    let read = |mut file: std::fs::File| file.read_exact(&mut first);
    is_file && std::fs::File::open(path).and_then(read).is_ok() && first == *KEPT
}

/// How saved games begin.
const KEPT: &[u8] = b"masque ";

/// Writes what was drawn to where it is wanted.
fn write(args: &RenderArgs, bytes: &[u8]) -> Ran {
    let binary = matches!(args.format(), PictureFormat::Png | PictureFormat::Gif);
    match &args.output {
        Some(path) if is_kept(path) => {
            let message = format!("{} is a saved game", path.display());
            let wrong = Diagnostic::new("cannot-save", message);
            return Err(wrong.hint("choose a name that is not taken").into());
        }
        Some(path) => files::write(path, bytes).map_err(|error| {
            let message = format!("cannot write {}: {error}", path.display());
            Failure::from(Diagnostic::new("io", message))
        })?,
        None if binary && io::stdout().is_terminal() => {
            let message = "a terminal does not show such a picture";
            let wrong = Diagnostic::new("no-output", message);
            return Err(wrong.hint("give a file with `-O FILE`").into());
        }
        None => io::stdout().lock().write_all(bytes)?,
    }
    Ok(Exit::Fine)
}
