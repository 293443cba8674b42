//! Judging a record whose truth is not disclosed: whether any truth at all would make it true.
//!
//! The belief of the record's observer reads every deed with the events that were told, which finds what no deal could
//! bring about. Beside it a *witness* is played: a game from a deal of that belief, on which all that is recorded must
//! come out the same, to the byte. One that does not is replaced by another.

use std::ops::Range;
use std::sync::Arc;

use masque_core::belief::{Belief, BeliefError};
use masque_core::engine::Match;
use masque_core::game::{Deed as Done, UndoError};
use masque_core::random::{Dice, Seed, Stream};
use masque_scripting::diag::{Diagnostic, Source};

use super::again::{check_start, lacks_number, line_at, position, redo, wrong};
use super::verify::{Verdict, judge_result};
use super::{ACTS, Deed, Entry, Read};
use crate::exit::Failure;
use crate::variant::{self, Loaded};

/// How many deals are tried where one does not come out as recorded.
const TRIES: usize = 20;

/// How many deals are drawn for one record. A spectator's belief of many secret fights is drawn by trying, which takes long,
/// and what is told here must not depend on how fast a machine is.
const DRAWS: usize = 100;

/// Judges the play of a record whose deal is not known.
///
/// # Errors
/// What stops judging altogether.
pub(super) fn judge(
    loaded: &Loaded,
    source: &Arc<Source>,
    read: &Read,
    deeds: usize,
    verdict: &mut Verdict,
) -> Result<(), Failure> {
    let mut judge = match Judge::begin(loaded, source, read) {
        Ok(Some(judge)) => judge,
        Ok(None) => {
            let why = "the play: too many deals may agree with the start to find one";
            verdict.open.push(why.to_owned());
            return Ok(());
        }
        Err(Failure::Input(wrong)) => {
            verdict.wrong.extend(wrong);
            return Ok(());
        }
        Err(other) => return Err(other),
    };
    for number in 0..read.entries.len() {
        match judge.entry(number) {
            Ok(()) => {}
            Err(Stop::Wrong(wrong)) => {
                verdict.wrong.push(*wrong);
                return Ok(());
            }
            Err(stop @ (Stop::OutOfReach | Stop::Unsaid)) => {
                let (line, _) = source.line_column(read.entries[number].1.start);
                let why = match stop {
                    Stop::Unsaid => "a hazard is shown without the number of its site".to_owned(),
                    _ => format!(
                        "too many deals agree with what was told to find one that plays like this among {} drawn",
                        judge.draws
                    ),
                };
                let open = format!("the play from line {line} on: {why}");
                verdict.open.push(open);
                return Ok(());
            }
        }
    }
    verdict.holds.push(format!(
        "{deeds} deeds are legal, with the events and positions that they have here, under a deal that agrees with them"
    ));
    verdict
        .open
        .push("whether that is the deal of this game".to_owned());
    judge_result(loaded, source, read, &*judge.witness, verdict);
    Ok(())
}

/// Why judging stops.
enum Stop {
    /// Something is false.
    Wrong(Box<Diagnostic>),
    /// No deal was found, and none was proved to be missing.
    OutOfReach,
    /// The record does not say all that was told.
    Unsaid,
}

struct Judge<'a> {
    loaded: &'a Loaded,
    source: &'a Arc<Source>,
    read: &'a Read,
    belief: Box<dyn Belief>,
    witness: Box<dyn Match>,
    /// The beliefs before each deed that stands, where deeds are taken back.
    before: Vec<Box<dyn Belief>>,
    undoes: bool,
    dice: Dice,
    draws: usize,
}

impl<'a> Judge<'a> {
    /// Judges a record from its start on; `None` where no deal was found for that, and none was proved to be missing.
    fn begin(
        loaded: &'a Loaded,
        source: &'a Arc<Source>,
        read: &'a Read,
    ) -> Result<Option<Self>, Failure> {
        let engine = &*loaded.engine;
        let bad = |message: String| wrong(source, line_at(source, "start"), message);
        let start = position(engine, source, &read.header.start)?;
        let mut belief = match engine.belief(&start, read.header.eyes) {
            Ok(belief) => belief,
            Err(BeliefError::Large) => return Ok(None),
            Err(other) => return Err(bad(other.to_string()).into()),
        };
        let mut dice = Seed::from_u64(0).stream(Stream::Deal);
        let Some(deal) = belief.draw_start(&mut dice) else {
            return match belief.count() {
                Some(0.0) => Err(bad("no deal looks like this at the start".to_owned()).into()),
                _ => Ok(None),
            };
        };
        let witness = variant::begin(engine, &deal, &[], true)?;
        check_start(source, &read.header, &*witness)?;
        Ok(Some(Self {
            loaded,
            source,
            read,
            belief,
            witness,
            before: Vec::new(),
            undoes: read
                .entries
                .iter()
                .any(|(entry, _)| matches!(entry, Entry::Undo(_))),
            dice,
            draws: 1,
        }))
    }

    fn entry(&mut self, number: usize) -> Result<(), Stop> {
        let (entry, range) = &self.read.entries[number];
        match entry {
            Entry::Clock(_) => Ok(()),
            Entry::Undo(_) => {
                match self.witness.undo() {
                    Ok(_) => {}
                    Err(error @ (UndoError::Start | UndoError::Revealed)) => {
                        return Err(self.wrong(range, error.to_string()));
                    }
                }
                let before = self.before.pop();
                let none = || self.wrong(range, "nothing stands that could be taken back");
                self.belief = before.ok_or_else(none)?;
                Ok(())
            }
            Entry::Deed(deed) => self.deed(number, deed, range),
        }
    }

    fn deed(&mut self, number: usize, deed: &Deed, range: &Range<usize>) -> Result<(), Stop> {
        let done = self.done(number, deed, range)?;
        let tried = match done {
            Done::Try(action) => Some(action),
            _ => None,
        };
        let mut events = Vec::new();
        for heard in &deed.told {
            if lacks_number(&heard.words) {
                return Err(Stop::Unsaid);
            }
            match self.loaded.engine.read_event(&heard.words, tried) {
                Ok(event) => events.push(event),
                Err(error) => return Err(self.wrong(range, error.to_string())),
            }
        }
        if self.undoes {
            self.before.push(self.belief.copy());
        }
        if let Err(error) = self.belief.read(deed.seat, done, &events) {
            return Err(match error {
                BeliefError::Large => Stop::OutOfReach,
                other => self.wrong(range, other.to_string()),
            });
        }
        let (entry, _) = &self.read.entries[number];
        match redo(&mut *self.witness, entry, self.read.header.eyes) {
            Ok(()) => Ok(()),
            Err(_) => self.replace(number + 1),
        }
    }

    /// What a recorded deed is. An action is read by what the seat that does it may do, which may depend on what that seat
    /// alone knows, and so on the deal.
    fn done(&mut self, number: usize, deed: &Deed, range: &Range<usize>) -> Result<Done, Stop> {
        if let Some(word) = deed.text.strip_prefix("act ") {
            let act = ACTS.iter().find(|(w, _)| *w == word);
            return act
                .map(|(_, act)| Done::Act(*act))
                .ok_or_else(|| self.wrong(range, format!("no act is called `{word}`")));
        }
        let tried = deed.text.strip_prefix("try ");
        let text = tried.unwrap_or(&deed.text);
        let mut action = None;
        for _ in 0..TRIES {
            if self.witness.turn() != deed.seat || self.witness.outcome().is_some() {
                let message = format!("it is not the turn of seat {}", deed.seat.0);
                return Err(self.wrong(range, message));
            }
            let read = self
                .witness
                .parse_action(deed.seat, text)
                .map_err(|e| self.wrong(range, e.to_string()))?;
            action = Some(read);
            let legal = self.witness.legal();
            if legal.is_ok_and(|legal| legal.contains(&read)) {
                break;
            }
            self.replace(number)?;
        }
        let action = action.ok_or(Stop::OutOfReach)?;
        Ok(match tried {
            Some(_) => Done::Try(action),
            None => Done::Action(action),
        })
    }

    /// Draws another witness, on which the first `count` entries come out as recorded.
    fn replace(&mut self, count: usize) -> Result<(), Stop> {
        let mut last = None;
        for _ in 0..TRIES {
            if self.draws >= DRAWS {
                return Err(Stop::OutOfReach);
            }
            self.draws += 1;
            let Some(deal) = self.belief.draw_start(&mut self.dice) else {
                break;
            };
            match self.played(&deal, count) {
                Ok(game) => {
                    self.witness = game;
                    return Ok(());
                }
                Err(wrong) => last = Some(wrong),
            }
        }
        Err(last.map_or(Stop::OutOfReach, Stop::Wrong))
    }

    fn played(
        &self,
        deal: &masque_core::setup::Setup,
        count: usize,
    ) -> Result<Box<dyn Match>, Box<Diagnostic>> {
        let bad = |message: String| Box::new(Diagnostic::new("bad-record", message));
        let mut game = variant::begin(&*self.loaded.engine, deal, &[], true)
            .map_err(|e| bad(e.to_string()))?;
        for (entry, range) in &self.read.entries[..count] {
            redo(&mut *game, entry, self.read.header.eyes)
                .map_err(|e| Box::new(wrong(self.source, range.clone(), e)))?;
        }
        Ok(game)
    }

    fn wrong(&self, range: &Range<usize>, message: impl Into<String>) -> Stop {
        Stop::Wrong(Box::new(wrong(self.source, range.clone(), message)))
    }
}
