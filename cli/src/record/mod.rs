//! Records of games: what is written as a game goes, read back, verified, redacted and translated.
//!
//! `docs/records.md` describes the format. A record has the eyes of one observer: the public record holds what
//! everybody saw, a seat's own record what that seat saw and was told. What is secret until the end lies in the truth
//! file; a finished public record discloses it.

mod again;
mod clock;
mod first;
mod frames;
mod grammar;
mod json;
pub(crate) mod pgn;
mod public;
mod read;
mod redact;
mod rules;
mod san;
pub(crate) mod sgf;
#[cfg(test)]
mod tests;
mod translate;
mod truth;
mod verify;
mod write;

use std::ops::Range;

use masque_core::action::Act;
use masque_core::clock::ClockSpec;
use masque_core::commitment::Commitment;
use masque_core::engine::Engine;
use masque_core::piece::{Observer, Seat};
use masque_core::position::Outcome;
use masque_core::spec::{DealSpec, Spec};

pub(crate) use again::{again, check_seal, heard, layout_bytes, redo, start_of, wrong};
pub(crate) use clock::Times;
pub(crate) use frames::{Done, Frame, frames, truth_of, watcher};
pub(crate) use json::json;
pub(crate) use read::{open, text_of};
pub(crate) use redact::{header_for, redact};
pub(crate) use rules::{carried, load_for, no_choice, open_record, saved_game};
pub(crate) use truth::{Truth, new_record_path, truth_path};
pub(crate) use verify::{Verdict, judge_end, verify};
pub(crate) use write::{Record, beside_path, whole};

/// The first line of every record, but for the number of the version.
pub(crate) const MAGIC: &str = "masque record ";

/// The version that is written.
pub(crate) const VERSION: u8 = 2;

/// After so many deeds a record says where the game stands, in variants whose positions follow from the actions.
const POSITION_EVERY: usize = 10;

/// What stands above the first deed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// The variant's id, or the path of its folder.
    pub(crate) variant: String,
    /// Options that differ from the defaults, as `key=value,...`.
    pub(crate) options: String,
    /// BLAKE3 of the rules, in hexadecimal.
    pub(crate) rules: String,
    /// The game's own id, in hexadecimal.
    pub(crate) game: String,
    /// Who saw everything that is in the record.
    pub(crate) eyes: Observer,
    /// What the deal and each layout were committed to; none in an unsealed game.
    pub(crate) seal: Option<Seal>,
    /// Who plays, by seat: a person, or the machine player in its own words.
    pub(crate) seats: [String; 2],
    /// What the players are called, where they said so.
    pub(crate) names: [Option<String>; 2],
    /// The day, where the user gave one.
    pub(crate) date: Option<String>,
    /// What time the game allows.
    pub(crate) clock: Option<ClockSpec>,
    /// The position at the start, as the observer may know it.
    pub(crate) start: String,
    /// The files of the variant and of those it extends, where the record carries them.
    pub(crate) carried: Vec<Carried>,
}

impl Header {
    /// A header of a public, unsealed game between people, to be filled in further.
    pub(crate) fn new(variant: &str, options: &str, rules: &str, game: &str, start: &str) -> Self {
        Self {
            variant: variant.to_owned(),
            options: options.to_owned(),
            rules: rules.to_owned(),
            game: game.to_owned(),
            eyes: Observer::Public,
            seal: None,
            seats: [(); 2].map(|()| "human".to_owned()),
            names: [None, None],
            date: None,
            clock: None,
            start: start.to_owned(),
            carried: Vec::new(),
        }
    }
}

/// One file of a variant that a record carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Carried {
    /// The variant's id.
    pub(crate) folder: String,
    /// The file's name.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
}

/// Commitments to what is secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seal {
    /// To the whole deal.
    pub(crate) deal: Commitment,
    /// To each seat's layout, in games where seats lay out in secret.
    pub(crate) layouts: [Option<Commitment>; 2],
}

/// One line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// A seat did something.
    Deed(Deed),
    /// The last deed that stood was taken back: its number, which records of version 1 do not say.
    Undo(Option<usize>),
    /// What the clocks show after a deed was taken back, or where the players left.
    Clock(Times),
}

/// What a seat did, and what the record's observer was told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deed {
    /// How many deeds stand, this one included; 0 where the record does not say.
    pub(crate) number: usize,
    /// Who.
    pub(crate) seat: Seat,
    /// Whether the program did it for the seat.
    pub(crate) automatic: bool,
    /// What, as the observer may see it; acts begin with `act `, refused tries with `try `.
    pub(crate) text: String,
    /// What the clocks show after it.
    pub(crate) times: Option<Times>,
    /// What the observer was told, in order.
    pub(crate) told: Vec<Heard>,
    /// The position afterwards as the observer may know it, where it is said.
    pub(crate) position: Option<String>,
}

/// An event as it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heard {
    /// The seat that was told while the public was not.
    pub(crate) only: Option<Seat>,
    /// The event's words.
    pub(crate) words: String,
}

/// What is disclosed at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Footer {
    /// The result in words.
    pub(crate) result: String,
    /// The salt of the commitments.
    pub(crate) salt: Option<String>,
    /// The seed of an unsealed game.
    pub(crate) seed: Option<String>,
    /// The truth of the start, as position text; not in a seat's own record.
    pub(crate) deal: Option<String>,
}

/// A record read back.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    /// The version it is written in.
    pub(crate) version: u8,
    /// What stands above.
    pub(crate) header: Header,
    /// What was done, each with its place in the text.
    pub(crate) entries: Vec<(Entry, Range<usize>)>,
    /// What was disclosed, once the game is over.
    pub(crate) footer: Option<Footer>,
    /// Whether a last line was cut off in the writing, and left out.
    pub(crate) torn: bool,
    /// The text up to the torn line.
    pub(crate) kept: usize,
}

impl Read {
    /// The deeds that were not taken back.
    pub(crate) fn standing(&self) -> Vec<&Deed> {
        let mut line: Vec<&Deed> = Vec::new();
        for (entry, _) in &self.entries {
            match entry {
                Entry::Deed(deed) => line.push(deed),
                Entry::Undo(_) => {
                    line.pop();
                }
                Entry::Clock(_) => {}
            }
        }
        line
    }

    /// What the clocks showed last.
    pub(crate) fn times(&self) -> Option<(Times, Range<usize>)> {
        let times = |(entry, range): &(Entry, Range<usize>)| {
            let times = match entry {
                Entry::Deed(deed) => deed.times,
                Entry::Clock(times) => Some(*times),
                Entry::Undo(_) => None,
            };
            times.map(|times| (times, range.clone()))
        };
        self.entries.iter().rev().find_map(times)
    }
}

/// Whether a text is a day as records write it, such as 2024-02-29.
#[must_use]
pub(crate) fn is_day(text: &str) -> bool {
    let fits = |(i, c): (usize, char)| match i {
        4 | 7 => c == '-',
        _ => c.is_ascii_digit(),
    };
    let number =
        |range: std::ops::Range<usize>| text.get(range).and_then(|n| n.parse::<u32>().ok());
    if text.len() != 10 || !text.char_indices().all(fits) {
        return false;
    }
    let (Some(year), Some(month), Some(day)) = (number(0..4), number(5..7), number(8..10)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// Whether a variant keeps anything from anybody, so that positions do not follow from the actions alone.
#[must_use]
pub(crate) fn hides(spec: &Spec) -> bool {
    !matches!(spec.setup.deal, DealSpec::None) || spec.terrain.is_some()
}

/// Whether a seat of a variant may know what everybody does not.
#[must_use]
pub(crate) fn seats_know_more(spec: &Spec) -> bool {
    hides(spec)
        && (spec.hidden.owner_knows
            || spec.hidden.capture_tells != masque_core::spec::Tells::All
            || matches!(spec.setup.deal, DealSpec::Layout))
}

/// Acts by their words.
pub(crate) const ACTS: [(&str, Act); 7] = [
    ("resign", Act::Resign),
    ("offer", Act::Offer),
    ("accept", Act::Accept),
    ("decline", Act::Decline),
    ("claim", Act::Claim),
    ("use-bank", Act::UseBank),
    ("time-out", Act::TimeOut),
];

/// The word for an act in records.
#[must_use]
pub(crate) fn act_word(act: Act) -> &'static str {
    ACTS.iter()
        .find(|(_, a)| *a == act)
        .map_or("resign", |(w, _)| w)
}

/// A result in the words of a record.
pub(crate) fn result_words(engine: &dyn Engine, outcome: Outcome) -> String {
    let clause = engine.clause(outcome.clause);
    let by = if clause.is_empty() {
        String::new()
    } else {
        format!(" by {clause}")
    };
    match outcome.winner {
        Some(seat) => format!("seat {} wins{by}", seat.0),
        None => format!("draw{by}"),
    }
}
