//! What records have in common with the notations of other programs: a start, and the deeds that stood.

use std::sync::Arc;

use masque_core::action::{Act, Action};
use masque_core::engine::{Engine, Match};
use masque_core::game::{Deed as Done, PlayError};
use masque_core::piece::{Observer, Seat};
use masque_core::position::Arbiter;
use masque_core::random::Seed;
use masque_scripting::diag::{Diagnostic, Diagnostics, Source, Span};

use super::again::again;
use super::frames::truth_of;
use super::{Deed, Entry, Footer, Header, Read, Times, VERSION, act_word, result_words};
use crate::exit::Failure;
use crate::variant::{Loaded, ships, unknown};

/// A game as other notations tell it: nothing hidden, nothing taken back.
pub(super) struct Sheet<'a> {
    /// Its rules.
    pub(super) loaded: &'a Loaded,
    /// What stands above it in the record.
    pub(super) header: &'a Header,
    /// The game at its start.
    pub(super) start: Box<dyn Match>,
    /// The truth of the start, as position text.
    pub(super) truth: String,
    /// The game at its end.
    pub(super) end: Box<dyn Match>,
    /// What the clocks showed after each of its steps.
    pub(super) times: Vec<Option<Times>>,
}

impl<'a> Sheet<'a> {
    /// Reads a record as a sheet.
    ///
    /// # Errors
    /// A game of which something is still hidden, or that does not play again.
    pub(super) fn of(
        loaded: &'a Loaded,
        source: &Arc<Source>,
        read: &'a Read,
        notation: &str,
    ) -> Result<Self, Failure> {
        let Some(truth) = truth_of(loaded, read) else {
            return Err(Diagnostic::new(
                "hidden",
                format!(
                    "{notation} has no words for what is hidden, and this game has not disclosed it"
                ),
            )
            .hint("export it when it is over, or as `--format masque`")
            .into());
        };
        let end = again(loaded, source, truth, read)?;
        let start = super::start_of(loaded, source, truth)?;
        let times = read.standing().iter().map(|deed| deed.times).collect();
        Ok(Self {
            loaded,
            header: &read.header,
            start,
            truth: truth.to_owned(),
            end,
            times,
        })
    }

    /// Whether the game starts where its variant does.
    pub(super) fn starts_as_usual(&self) -> bool {
        let engine = &*self.loaded.engine;
        let usual = engine.deal(&Seed::from_u64(0), [None, None]);
        let usual = engine.start(&usual).map(|game| game.text(Observer::Public));
        usual.is_ok_and(|usual| usual == self.truth)
    }

    /// What a seat's player is called: by name, or by what plays it.
    pub(super) fn player(&self, seat: Seat) -> &str {
        let name = self.header.names[seat.index()].as_deref();
        match (name, self.header.seats[seat.index()].as_str()) {
            (Some(name), _) => name,
            (None, "human") => "?",
            (None, machine) => machine,
        }
    }

    /// How a game that is over ended by an act, if it did.
    pub(super) fn last_act(&self) -> Option<(Seat, Act)> {
        self.end.outcome()?;
        let last = self.end.steps().last()?;
        match last.deed {
            Done::Act(act) => Some((last.seat, act)),
            _ => None,
        }
    }
}

/// What is wrong with the options that a file names, put where it names them.
pub(super) fn placed(mut wrong: Diagnostics, place: Option<Span>) -> Failure {
    for wrong in wrong.iter_mut().filter(|wrong| wrong.span.is_none()) {
        wrong.span.clone_from(&place);
    }
    Failure::Input(wrong)
}

/// The variant that a file names: one that ships with this program. A file from elsewhere names no folder of this machine.
///
/// # Errors
/// That no variant which ships is called so.
pub(super) fn shipped(name: &str, place: Span) -> Result<&str, Diagnostic> {
    if ships(name) {
        return Ok(name);
    }
    Err(unknown(name, &masque_variants::ids())
        .at(place)
        .hint("`--variant` says which one it is, a folder of your own too"))
}

/// That something in a file was left out.
pub(super) fn left_out(message: impl Into<String>, place: Span) -> Diagnostic {
    Diagnostic::new("left-out", message).at(place)
}

/// That a file holds more games than the one that was read.
pub(super) fn more_games(count: usize, place: Span) -> Diagnostic {
    left_out(
        format!("there are {count} games in this file, and only the first was read"),
        place,
    )
    .hint("`--game` says which one to read")
}

/// How another notation says that a game ended, where the moves do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The loser gave up, or both agreed.
    Resigned,
    /// Time ran out.
    OutOfTime,
    /// Points were counted.
    Counted,
}

/// A game read from another notation, on the way to a record of its own.
pub(super) struct Draft {
    game: Box<dyn Match>,
    engine: Arc<dyn Engine>,
    /// The record so far.
    pub(super) header: Header,
    entries: Vec<Entry>,
    truth: String,
}

impl Draft {
    /// A game of a variant from a start, whole.
    ///
    /// # Errors
    /// What is wrong with the start.
    pub(super) fn begin(loaded: &Loaded, truth: &str, id: &str) -> Result<Self, Failure> {
        let mut header = Header::new(&loaded.name, &loaded.choices, &loaded.hash, id, "");
        let source = Source::new("start", truth);
        let game = super::start_of(loaded, &source, truth)?;
        header.start = game.text(Observer::Public);
        Ok(Self {
            truth: game.truth_text(Arbiter::assume()),
            game,
            engine: Arc::clone(&loaded.engine),
            header,
            entries: Vec::new(),
        })
    }

    /// Takes down what a seat's player is called, where that is a name that a record can hold.
    pub(super) fn name(
        &mut self,
        seat: Seat,
        name: &str,
        place: Span,
        notes: &mut Vec<Diagnostic>,
    ) {
        if name.is_empty() || name.contains(char::is_control) {
            let what = format!(
                "the name of the player of seat {} is no line of text",
                seat.0
            );
            notes.push(left_out(what, place));
            return;
        }
        self.header.names[seat.index()] = Some(name.to_owned());
    }

    /// Takes down the day, where it is one.
    pub(super) fn date(&mut self, day: &str, place: Span, notes: &mut Vec<Diagnostic>) {
        if super::is_day(day) {
            self.header.date = Some(day.to_owned());
        } else {
            let what = format!("`{day}` is not one day, written as 2024-02-29");
            notes.push(left_out(what, place));
        }
    }

    /// The game as it stands.
    pub(super) fn game(&self) -> &dyn Match {
        &*self.game
    }

    /// Plays an action for the seat to act.
    ///
    /// # Errors
    /// Why it is not allowed.
    pub(super) fn play(&mut self, action: Action) -> Result<(), String> {
        let seat = self.game.turn();
        let text = self.game.format_action(Observer::Public, action);
        match self.game.play(seat, action, false) {
            Ok(_) => self.note(text),
            Err(PlayError::Refused(_)) => self.note(format!("try {text}")),
            Err(PlayError::Illegal(refusal)) => {
                let clause = self.engine.clause(refusal.clause);
                return Err(format!("{text} is not legal (clause {clause})"));
            }
            Err(error) => return Err(format!("{text}: {error}")),
        }
        Ok(())
    }

    /// Does an act; `false` where it is not possible.
    pub(super) fn act(&mut self, seat: Seat, act: Act) -> bool {
        let done = self.game.outcome().is_none() && self.game.act(seat, act).is_ok();
        if done {
            self.note(format!("act {}", act_word(act)));
        }
        done
    }

    fn note(&mut self, text: String) {
        let deed = Deed::last(&*self.engine, &*self.game, Observer::Public, text, None);
        self.entries.extend(deed.map(Entry::Deed));
    }

    /// Ends the game as another notation says that it ended, where the moves have not ended it. What cannot be said so is
    /// given back in words, and the game left open.
    ///
    /// # Errors
    /// An end that the play contradicts.
    pub(super) fn end(
        &mut self,
        winner: Option<Seat>,
        how: Ended,
    ) -> Result<Option<String>, String> {
        if let Some(outcome) = self.game.outcome() {
            return match outcome.winner == winner {
                true => Ok(None),
                false => Err(format!(
                    "by the rules the game ended otherwise: {}",
                    result_words(&*self.engine, outcome)
                )),
            };
        }
        let seat = self.game.turn();
        match (winner, how) {
            (Some(winner), Ended::OutOfTime) => {
                self.act(winner.other(), Act::TimeOut);
            }
            (Some(winner), Ended::Resigned) => {
                self.act(winner.other(), Act::Resign);
            }
            (None, Ended::Resigned | Ended::OutOfTime) => {
                let claimed = self.act(seat, Act::Claim);
                if !claimed && self.act(seat, Act::Offer) {
                    self.act(seat.other(), Act::Accept);
                }
            }
            _ => {}
        }
        match self.game.outcome() {
            Some(outcome) if outcome.winner == winner => Ok(None),
            Some(outcome) => Err(format!(
                "by the rules the game ended otherwise: {}",
                result_words(&*self.engine, outcome)
            )),
            None => Ok(Some(
                "the file tells a result that no move and no act here brings about: the game is left open".to_owned(),
            )),
        }
    }

    /// The record.
    pub(super) fn finish(self) -> Read {
        let footer = self.game.outcome().map(|outcome| Footer {
            result: result_words(&*self.engine, outcome),
            deal: Some(self.truth),
            ..Footer::default()
        });
        Read {
            version: VERSION,
            header: self.header,
            entries: self.entries.into_iter().map(|e| (e, 0..0)).collect(),
            footer,
            torn: false,
            kept: 0,
        }
    }
}
