//! Playing a record again: each deed is done once more and what comes of it compared with what is recorded.

use std::ops::Range;
use std::sync::Arc;

use masque_core::action::Act;
use masque_core::commitment::{Commitment, Salt};
use masque_core::deal::{self, Layout};
use masque_core::engine::{Engine, Match};
use masque_core::event::Told;
use masque_core::game::PlayError;
use masque_core::piece::{Observer, Seat, Side};
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;
use masque_scripting::diag::{Diagnostic, Source, Span};

use super::{ACTS, Deed, Entry, Header, Heard, Read, Seal};
use crate::exit::Failure;
use crate::variant::{self, Loaded};

/// Plays a record again from the truth of its start, and compares everything that the record's observer was told.
///
/// # Errors
/// A truth that does not start, or the first line that is not as the rules have it.
pub(crate) fn again(
    loaded: &Loaded,
    source: &Arc<Source>,
    start: &str,
    read: &Read,
) -> Result<Box<dyn Match>, Failure> {
    let mut game = start_of(loaded, source, start)?;
    check_start(source, &read.header, &*game)?;
    for (entry, range) in &read.entries {
        redo(&mut *game, entry, read.header.eyes)
            .map_err(|message| wrong(source, range.clone(), message))?;
    }
    Ok(game)
}

/// The game of a record at its start, from the truth of it.
///
/// # Errors
/// What is wrong with the truth.
pub(crate) fn start_of(
    loaded: &Loaded,
    source: &Arc<Source>,
    truth: &str,
) -> Result<Box<dyn Match>, Failure> {
    let engine = &*loaded.engine;
    let setup = position(engine, source, truth)?;
    variant::begin(engine, &setup, &[], true).map_err(|failure| placed(failure, source, truth))
}

/// Reads a position that stands in a record, or in the truth file that belongs to it.
///
/// # Errors
/// What is wrong, with its place in the record where it stands there.
pub(super) fn position(
    engine: &dyn Engine,
    source: &Arc<Source>,
    text: &str,
) -> Result<Setup, Diagnostic> {
    engine.parse_position(text).map_err(|error| {
        let wrong = Diagnostic::new("bad-record", error.to_string());
        match source.text.find(text) {
            Some(at) if !text.is_empty() => {
                let blamed = variant::blamed(text, &error);
                wrong.at(Span::new(source, at + blamed.start..at + blamed.end))
            }
            _ => wrong,
        }
    })
}

/// A failure without a place, put where a text stands in the record.
fn placed(failure: Failure, source: &Arc<Source>, text: &str) -> Failure {
    let at = source.text.find(text);
    match failure {
        Failure::Input(mut wrong) => {
            for wrong in wrong.iter_mut().filter(|w| w.span.is_none()) {
                wrong.span = at.map(|at| Span::new(source, at..at + text.len()));
            }
            Failure::Input(wrong)
        }
        other => other,
    }
}

/// Whether the start as recorded is what the observer saw of the truth.
pub(super) fn check_start(
    source: &Arc<Source>,
    header: &Header,
    game: &dyn Match,
) -> Result<(), Diagnostic> {
    if game.text(header.eyes) == header.start {
        return Ok(());
    }
    Err(wrong(
        source,
        line_at(source, "start"),
        "the deal does not look like this at the start",
    ))
}

/// Does one entry again, and compares what the observer was told and sees with what is recorded.
///
/// # Errors
/// What differs.
pub(crate) fn redo(game: &mut dyn Match, entry: &Entry, eyes: Observer) -> Result<(), String> {
    let deed = match entry {
        Entry::Clock(_) => return Ok(()),
        Entry::Undo(_) => return game.undo().map(|_| ()).map_err(|e| e.to_string()),
        Entry::Deed(deed) => deed,
    };
    do_again(game, deed)?;
    let told = game
        .steps()
        .last()
        .map(|s| heard(game, &s.told, eyes))
        .unwrap_or_default();
    let same = told.len() == deed.told.len() && told.iter().zip(&deed.told).all(agree);
    if !same {
        return Err(format!(
            "what was told is not what is recorded, but `{}`",
            told_text(&told)
        ));
    }
    if let Some(position) = &deed.position {
        let now = game.text(eyes);
        if now != *position {
            return Err(format!(
                "the position after this is not the recorded one, but `{now}`"
            ));
        }
    }
    Ok(())
}

/// Whether an event is the recorded one.
fn agree((told, recorded): (&Heard, &Heard)) -> bool {
    let short = lacks_number(&recorded.words)
        .then(|| told.words.strip_prefix(&recorded.words))
        .flatten()
        .is_some_and(|rest| rest.starts_with(' '));
    told.only == recorded.only && (told.words == recorded.words || short)
}

/// Whether an event shows a hazard without the number of its site, as records once did.
pub(super) fn lacks_number(words: &str) -> bool {
    words.starts_with("lift ") && words.ends_with(" *")
}

/// What was told, in one text.
pub(crate) fn told_text(told: &[Heard]) -> String {
    let words: Vec<String> = told.iter().map(ToString::to_string).collect();
    words.join("; ")
}

/// Does one recorded deed again.
///
/// # Errors
/// Why it cannot be done.
pub(crate) fn do_again(game: &mut dyn Match, deed: &Deed) -> Result<(), String> {
    let (seat, text) = (deed.seat, deed.text.as_str());
    let written: Vec<&str> = text.split_whitespace().collect();
    let written = written.join(" ");
    if written != text {
        return Err(format!("blanks count: this is written `{written}`"));
    }
    if let Some(word) = text.strip_prefix("act ") {
        let act: Act = ACTS
            .iter()
            .find(|(w, _)| *w == word)
            .map(|(_, a)| *a)
            .ok_or_else(|| format!("no act is called `{word}`"))?;
        return game.act(seat, act).map(|_| ()).map_err(|e| e.to_string());
    }
    if game.outcome().is_some() {
        return Err("the game was over before this".to_owned());
    }
    let tried = text.strip_prefix("try ");
    let action = game
        .parse_action(seat, tried.unwrap_or(text))
        .map_err(|e| e.to_string())?;
    match (game.play(seat, action, deed.automatic), tried) {
        (Ok(_), None) | (Err(PlayError::Refused(_)), Some(_)) => Ok(()),
        (Ok(_), Some(_)) => Err(format!(
            "`{text}` was refused when it was recorded, and is not now"
        )),
        (Err(error), _) => Err(error.to_string()),
    }
}

/// What an observer was told of a step, in the words of a record.
pub(crate) fn heard(game: &dyn Match, told: &[Told], eyes: Observer) -> Vec<Heard> {
    let only = |t: &Told| match eyes {
        Observer::Seat(seat) if !t.audience.includes(Observer::Public) => Some(seat),
        _ => None,
    };
    told.iter()
        .filter(|t| t.audience.includes(eyes))
        .map(|t| Heard {
            only: only(t),
            words: game.event_words(&t.event).join(" "),
        })
        .collect()
}

/// A message about a place of a record.
pub(crate) fn wrong(
    source: &Arc<Source>,
    range: Range<usize>,
    message: impl Into<String>,
) -> Diagnostic {
    Diagnostic::new("bad-record", message).at(Span::new(source, range))
}

/// Where the last line stands that begins with a word: tags stand above the play, disclosures below it.
pub(super) fn line_at(source: &Arc<Source>, word: &str) -> Range<usize> {
    let text = &source.text;
    let Some(at) = text.rfind(&format!("\n{word} ")) else {
        return 0..0;
    };
    let end = text[at + 1..].find('\n').map_or(text.len(), |i| at + 1 + i);
    at + 1..end
}

/// The bytes of a layout that its commitment is made of: site and kind of each piece, in site order.
pub(crate) fn layout_bytes(layout: &Layout) -> Vec<u8> {
    let mut layout = layout.clone();
    layout.sort_unstable_by_key(|(site, _)| *site);
    layout
        .iter()
        .flat_map(|(site, kind)| site.0.to_be_bytes().into_iter().chain([kind.0]))
        .collect()
}

/// The layout of a seat in a deal.
fn layout_of(setup: &Setup, seat: Seat) -> Layout {
    let side = setup.side_of(seat).unwrap_or(Side(seat.0));
    let cells = setup.cells.iter().enumerate();
    cells
        .filter_map(|(i, cell)| match cell {
            SetupCell::Down {
                truth: Some(piece), ..
            } if piece.side == side => Some((Site(i as u16), piece.kind)),
            _ => None,
        })
        .collect()
}

/// Checks that a deal is the one a record was sealed with.
///
/// # Errors
/// That it, or a layout, is not.
pub(crate) fn check_seal(
    loaded: &Loaded,
    seal: &Seal,
    salt: &Salt,
    start: &str,
) -> Result<(), Diagnostic> {
    let setup = loaded
        .engine
        .parse_position(start)
        .map_err(|e| Diagnostic::new("bad-deal", e.to_string()))?;
    if !seal.deal.verify_deal(salt, &deal::canonical(&setup)) {
        return Err(Diagnostic::new(
            "bad-deal",
            "the deal is not the one that the record was sealed with",
        ));
    }
    for seat in Seat::BOTH {
        let Some(commitment) = &seal.layouts[seat.index()] else {
            continue;
        };
        let layout = layout_of(&setup, seat);
        if *commitment != Commitment::layout(salt, seat.0, &layout_bytes(&layout)) {
            return Err(Diagnostic::new(
                "bad-deal",
                format!(
                    "the layout of seat {} is not the one that the record was sealed with",
                    seat.0
                ),
            ));
        }
    }
    Ok(())
}
