//! A record as a row of frames: what was done, what an observer was told, and what it saw then.

use std::sync::Arc;

use masque_core::action::Action;
use masque_core::engine::Match;
use masque_core::event::Event;
use masque_core::notation::diagram::{Drawing, Style};
use masque_core::observation::Observation;
use masque_core::piece::{Observer, Seat};
use masque_core::random::Seed;
use masque_core::spec::ColoursWay;
use masque_scripting::diag::{Diagnostic, Source};

use super::again::{check_start, position, redo, start_of, told_text, wrong};
use super::{Deed, Entry, Read, heard, hides};
use crate::exit::Failure;
use crate::variant::{Loaded, observer_word};

/// The observer that a word names: `public`, a seat, or who had a side when the record ends.
///
/// # Errors
/// When it names none, or a record that does not play again.
pub(crate) fn watcher(
    loaded: &Loaded,
    source: &Arc<Source>,
    read: &Read,
    word: &str,
) -> Result<Observer, Failure> {
    let engine = &*loaded.engine;
    if engine.side(word).is_none() || engine.spec().colours.way == ColoursWay::Fixed {
        return Ok(observer_word(engine, word)?);
    }
    // Everybody knows who has which side.
    let eyes = match truth_of(loaded, read) {
        Some(_) => Observer::Public,
        None => read.header.eyes,
    };
    let moments = frames(loaded, source, read, eyes, &Style::choose(true, false))?;
    let last = moments.last().map(|moment| &moment.seen.sides);
    let has = |seat: &Seat| last.is_some_and(|sides| sides[seat.index()].as_deref() == Some(word));
    let seat = Seat::BOTH.into_iter().find(has);
    seat.map(Observer::Seat).ok_or_else(|| {
        Diagnostic::new("bad-observer", format!("no seat has {word} yet"))
            .hint("observers are public, 0 and 1")
            .into()
    })
}

/// One moment of a recorded game, as an observer saw it.
pub(crate) struct Frame {
    /// What was done: `start`, `undo`, or a seat and its deed.
    pub(crate) deed: String,
    /// What the observer was told.
    pub(crate) told: String,
    /// The deed that led here, for those who say it in other words.
    pub(crate) done: Done,
    /// What the observer may know, as position text.
    pub(crate) position: String,
    /// The same, as data.
    pub(crate) seen: Observation,
    /// The same, drawn.
    pub(crate) drawing: Drawing,
}

/// What led to a moment.
#[derive(Clone, Debug)]
pub(crate) enum Done {
    /// Nothing: the game began.
    Start,
    /// The deed before was taken back.
    Undone,
    /// A seat did something.
    Deed {
        /// Who.
        seat: Seat,
        /// Whether the program did it for the seat.
        automatic: bool,
        /// What, as the record writes it.
        text: String,
        /// What the observer was told of it; nothing where the words of the record cannot be read by themselves.
        events: Option<Vec<Event>>,
    },
}

impl Done {
    fn of(deed: &Deed, events: Option<Vec<Event>>) -> Self {
        Self::Deed {
            seat: deed.seat,
            automatic: deed.automatic,
            text: deed.text.clone(),
            events,
        }
    }
}

/// Every moment of a recorded game by the eyes of an observer, the start first.
///
/// A game whose truth is known is played again and may be seen by anybody; of any other only the record's own observer
/// sees something.
///
/// # Errors
/// A record that does not play again, or an observer who saw what the record does not hold.
pub(crate) fn frames(
    loaded: &Loaded,
    source: &Arc<Source>,
    read: &Read,
    observer: Observer,
    style: &Style,
) -> Result<Vec<Frame>, Failure> {
    if let Some(truth) = truth_of(loaded, read) {
        return played(loaded, source, read, truth, observer, style);
    }
    if observer == read.header.eyes {
        return recorded(loaded, source, read, style);
    }
    Err(match read.header.eyes {
        Observer::Public => Diagnostic::new(
            "unfinished",
            "this game is not over, so only what everybody saw can be shown",
        )
        .hint("replay it as `public`, or play on with `masque play --resume`"),
        Observer::Seat(seat) => Diagnostic::new(
            "other-eyes",
            format!("this record holds only what seat {} saw", seat.0),
        )
        .hint(format!("replay it as `{}`", seat.0)),
    }
    .into())
}

/// The truth of a record's start, where it is known: disclosed, or because nothing is hidden.
pub(crate) fn truth_of<'a>(loaded: &Loaded, read: &'a Read) -> Option<&'a str> {
    let disclosed = read.footer.as_ref().and_then(|f| f.deal.as_deref());
    let open = !hides(loaded.engine.spec());
    disclosed.or_else(|| open.then_some(read.header.start.as_str()))
}

fn played(
    loaded: &Loaded,
    source: &Arc<Source>,
    read: &Read,
    truth: &str,
    observer: Observer,
    style: &Style,
) -> Result<Vec<Frame>, Failure> {
    let mut game = start_of(loaded, source, truth)?;
    check_start(source, &read.header, &*game)?;
    let look = |game: &dyn Match, deed: String, told: String, done: Done| Frame {
        deed,
        told,
        done,
        position: game.text(observer),
        seen: game.observe(observer),
        drawing: game.draw(observer, style),
    };
    let mut all = vec![look(&*game, "start".to_owned(), String::new(), Done::Start)];
    for (entry, range) in &read.entries {
        if matches!(entry, Entry::Clock(_)) {
            continue;
        }
        redo(&mut *game, entry, read.header.eyes).map_err(|e| wrong(source, range.clone(), e))?;
        let (told, done) = match (entry, game.steps().last()) {
            (Entry::Deed(deed), Some(step)) => {
                let told = step.told.iter();
                let told = told.filter(|t| t.audience.includes(observer));
                let done = Done::of(deed, Some(told.map(|t| t.event.clone()).collect()));
                (heard(&*game, &step.told, observer), done)
            }
            _ => (Vec::new(), Done::Undone),
        };
        all.push(look(&*game, deed_text(entry), told_text(&told), done));
    }
    Ok(all)
}

/// The frames of a record whose truth is not known: drawn from the positions that it says.
fn recorded(
    loaded: &Loaded,
    source: &Arc<Source>,
    read: &Read,
    style: &Style,
) -> Result<Vec<Frame>, Failure> {
    let eyes = read.header.eyes;
    let frame =
        |deed: String, told: String, done: Done, position: &str| -> Result<Frame, Failure> {
            let (seen, drawing) = looked_at(loaded, source, position, eyes, style)?;
            Ok(Frame {
                deed,
                told,
                done,
                position: position.to_owned(),
                seen,
                drawing,
            })
        };
    let mut all = vec![frame(
        "start".to_owned(),
        String::new(),
        Done::Start,
        &read.header.start,
    )?];
    // Positions that undoing goes back through.
    let mut line = vec![read.header.start.clone()];
    for (entry, _) in &read.entries {
        let (told, done) = match entry {
            Entry::Clock(_) => continue,
            Entry::Undo(_) => {
                if line.len() > 1 {
                    line.pop();
                }
                (String::new(), Done::Undone)
            }
            Entry::Deed(deed) => {
                let before = line.last().cloned().unwrap_or_default();
                line.push(deed.position.clone().unwrap_or(before));
                let done = Done::of(deed, events(loaded, deed));
                (told_text(&deed.told), done)
            }
        };
        let position = line.last().cloned().unwrap_or_default();
        let mut next = frame(deed_text(entry), told, done, &position)?;
        // A position text does not say what was done last.
        next.seen.last = match entry {
            Entry::Deed(deed) if !deed.text.starts_with("try ") => Some(deed.text.clone()),
            _ => None,
        };
        all.push(next);
    }
    Ok(all)
}

/// The events of a recorded deed. What was refused repeats the action, which only a position can read; for all the rest
/// the words say it.
fn events(loaded: &Loaded, deed: &Deed) -> Option<Vec<Event>> {
    let told = deed.told.iter();
    let read = told.map(|heard| loaded.engine.read_event(&heard.words, Some(Action::PASS)));
    read.collect::<Result<Vec<_>, _>>().ok()
}

/// A position text as its observer sees it; what the text leaves open is known to nobody.
fn looked_at(
    loaded: &Loaded,
    source: &Arc<Source>,
    text: &str,
    eyes: Observer,
    style: &Style,
) -> Result<(Observation, Drawing), Failure> {
    position(&*loaded.engine, source, text)?;
    let place = || {
        let at = source.text.find(text).unwrap_or(0);
        at..at + text.len()
    };
    if eyes == Observer::Public {
        let looked = loaded.engine.look_public(text, style);
        return looked.map_err(|e| wrong(source, place(), e).into());
    }
    let game = loaded
        .look(text, &Seed::from_u64(0))
        .map_err(|e| wrong(source, place(), e.to_string()))?;
    Ok((game.observe(eyes), game.draw(eyes, style)))
}

/// A deed in a line.
fn deed_text(entry: &Entry) -> String {
    match entry {
        Entry::Undo(_) => "undo".to_owned(),
        Entry::Clock(_) => "pause".to_owned(),
        Entry::Deed(Deed {
            seat,
            automatic,
            text,
            ..
        }) => {
            let mark = if *automatic { " (automatic)" } else { "" };
            format!("seat {}: {text}{mark}", seat.0)
        }
    }
}
