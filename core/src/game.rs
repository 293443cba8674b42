//! Games: one played instance of a variant, with its history and what everybody was told.

use crate::action::{Act, Action};
use crate::clause::ClauseId;
use crate::event::{Audience, Event, Log, Told};
use crate::explain::Explanation;
use crate::hooks::HookError;
use crate::legal::{Listing, Refusal, Rules};
use crate::piece::{Observer, Seat};
use crate::position::{Arbiter, Outcome, Phase, Position};
use crate::rules::ending;
use crate::rules::repetition::{self, History};
use crate::setup::{Setup, SetupError};
use crate::spec::EndThenAgreed;
use crate::view::View;
use std::sync::OnceLock;

/// One thing that a seat did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// An action.
    Action(Action),
    /// An action that adjudication refused.
    Try(Action),
    /// An act.
    Act(Act),
}

/// One entry of a game's log.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Who did it.
    pub seat: Seat,
    /// What.
    pub deed: Deed,
    /// Whether the program did it for the seat.
    pub automatic: bool,
    /// What was told.
    pub told: Vec<Told>,
}

/// Why a deed was not done.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayError {
    /// It is not legal, from what the seat can see.
    #[error("the action is not legal")]
    Illegal(Refusal),
    /// Adjudication refused the try; everybody was told, and the seat acts again.
    #[error("the try was refused")]
    Refused(ClauseId),
    /// The act is not possible now.
    #[error(transparent)]
    Act(ActError),
    /// A hook failed; the game is unchanged.
    #[error(transparent)]
    Hook(HookError),
}

/// Why an act is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The variant knows no agreed end.
    #[error("the variant knows no agreed end")]
    NoAgreement,
    /// The variant does not allow resigning.
    #[error("the variant does not allow resigning")]
    NoResigning,
    /// The seat has offered already.
    #[error("the offer already stands")]
    OfferStands,
    /// There is no offer to answer.
    #[error("the other seat has offered nothing")]
    NothingOffered,
    /// It is not the claiming seat's turn.
    #[error("only the seat to act may claim")]
    NotToAct,
    /// No ending that may be claimed has come about.
    #[error("nothing can be claimed in this position")]
    NothingToClaim,
}

/// Why nothing was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    /// Nothing was done yet.
    #[error("nothing was done yet")]
    Start,
    /// The last deed told somebody something that cannot be untold.
    #[error("the last action revealed something, and what is known stays known")]
    Revealed,
}

/// One played instance of a variant.
#[derive(Clone, Debug)]
pub struct Game<const W: usize> {
    rules: Rules<W>,
    start: Position<W>,
    /// The history at the start: positions that went before, and the start.
    before: History<W>,
    position: Position<W>,
    history: History<W>,
    steps: Vec<Step>,
    /// What the seat to act may do in this position; empty until it is asked for.
    listing: OnceLock<Listing>,
}

impl<const W: usize> Game<W> {
    /// Starts from a setup.
    ///
    /// # Errors
    /// Everything that is wrong with the setup.
    pub fn new(rules: Rules<W>, setup: &Setup) -> Result<Self, Vec<SetupError>> {
        let position = setup.validate(&rules.tables)?;
        Ok(Self::from_position(rules, position))
    }

    /// Starts from a position.
    #[must_use]
    pub fn from_position(rules: Rules<W>, position: Position<W>) -> Self {
        let mut history = History::new();
        if repetition::needed(&rules.tables) {
            history.push(rules.first_snapshot(&position));
        }
        Self::resume(rules, position, history)
    }

    /// Goes on from a position whose history is known, itself included.
    #[must_use]
    pub(crate) fn resume(rules: Rules<W>, position: Position<W>, history: History<W>) -> Self {
        Self {
            rules,
            start: position.clone(),
            before: history.clone(),
            position,
            history,
            steps: Vec::new(),
            listing: OnceLock::new(),
        }
    }

    /// The position as it stands, for whoever made it up.
    pub(crate) fn into_position(self) -> Position<W> {
        self.position
    }

    /// Puts a position that this game has had before into its history, just before the start.
    ///
    /// Does nothing where positions that went before bear on nothing, or once something was done.
    ///
    /// # Errors
    /// Everything that is wrong with the setup.
    pub fn remember(&mut self, earlier: &Setup) -> Result<(), Vec<SetupError>> {
        let position = earlier.validate(&self.rules.tables)?;
        if repetition::needed(&self.rules.tables) && self.steps.is_empty() {
            self.before
                .insert_before_last(self.rules.first_snapshot(&position));
            self.history = self.before.clone();
            self.listing = OnceLock::new();
        }
        Ok(())
    }

    /// Judges the start, where a game may be over before it begins.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn judge_start(&mut self) -> Result<(), HookError> {
        if self.position.public.outcome.is_some() {
            return Ok(());
        }
        let before = self.position.public.turn.other();
        if let Some(outcome) = self
            .rules
            .judge(&self.position, &self.history, before, true)?
        {
            self.listing = OnceLock::new();
            ending::finish(
                &self.rules.tables,
                &mut self.position,
                outcome,
                &mut Log::off(),
            );
        }
        Ok(())
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules<W> {
        &self.rules
    }

    /// What an observer may know.
    #[must_use]
    pub fn view(&self, observer: Observer) -> View<'_, W> {
        View::new(&self.rules.tables, &self.position, &self.history, observer)
    }

    /// The truth, for an arbiter.
    #[must_use]
    pub fn position(&self, _: Arbiter) -> &Position<W> {
        &self.position
    }

    /// The truth of the start, for an arbiter.
    #[must_use]
    pub fn start(&self, _: Arbiter) -> &Position<W> {
        &self.start
    }

    /// The public positions so far.
    #[must_use]
    pub fn history(&self) -> &History<W> {
        &self.history
    }

    /// Everything done so far.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The seat to act.
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.position.public.turn
    }

    /// How it ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.public.outcome
    }

    /// The legal actions of the seat to act, from its view.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn legal(&self) -> Result<Vec<Action>, HookError> {
        self.listing().map(|listing| listing.legal().to_vec())
    }

    /// What the seat to act may do, worked out the first time that it is asked for in a position.
    fn listing(&self) -> Result<&Listing, HookError> {
        if let Some(listing) = self.listing.get() {
            return Ok(listing);
        }
        let listing = self
            .rules
            .listing(&self.view(Observer::Seat(self.turn())))?;
        Ok(self.listing.get_or_init(|| listing))
    }

    /// Explains an action of a seat, from its view.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn explain(&self, seat: Seat, action: Action) -> Result<Explanation, HookError> {
        let view = self.view(Observer::Seat(seat));
        if seat != self.turn() {
            return self.rules.explain(&view, action);
        }
        self.rules.explain_within(&view, self.listing()?, action)
    }

    /// Plays an action of a seat. On an error nothing has changed, but that a refused try is recorded.
    ///
    /// # Errors
    /// [`PlayError`].
    pub fn play(&mut self, seat: Seat, action: Action) -> Result<&Step, PlayError> {
        self.play_as(seat, action, false)
    }

    /// The same, by the program for a seat that ran out of time.
    ///
    /// # Errors
    /// [`PlayError`].
    pub fn play_automatic(&mut self, seat: Seat, action: Action) -> Result<&Step, PlayError> {
        self.play_as(seat, action, true)
    }

    fn play_as(&mut self, seat: Seat, action: Action, automatic: bool) -> Result<&Step, PlayError> {
        if let Explanation::Refused(refusal) =
            self.explain(seat, action).map_err(PlayError::Hook)?
        {
            return Err(PlayError::Illegal(refusal));
        }
        let mut position = self.position.clone();
        let length = self.history.len();
        let mut log = Log::on();
        self.listing = OnceLock::new();
        match self
            .rules
            .apply(&mut position, &mut self.history, action, &mut log, true)
        {
            Ok(()) => {
                self.position = position;
                Ok(self.record(seat, Deed::Action(action), automatic, log))
            }
            Err(HookError::Refused(clause)) => {
                self.history.truncate(length);
                self.position.note_refused(action);
                let mut log = Log::on();
                log.tell(Audience::ALL, || Event::Refused { action, clause });
                let over = self
                    .rules
                    .judge(&self.position, &self.history, seat.other(), true)
                    .map_err(PlayError::Hook)?;
                if let Some(outcome) = over {
                    ending::finish(&self.rules.tables, &mut self.position, outcome, &mut log);
                }
                self.record(seat, Deed::Try(action), automatic, log);
                Err(PlayError::Refused(clause))
            }
            Err(error) => {
                self.history.truncate(length);
                Err(PlayError::Hook(error))
            }
        }
    }

    fn record(&mut self, seat: Seat, deed: Deed, automatic: bool, log: Log) -> &Step {
        self.steps.push(Step {
            seat,
            deed,
            automatic,
            told: log.into_told(),
        });
        &self.steps[self.steps.len() - 1]
    }

    /// Does an act of a seat.
    ///
    /// # Errors
    /// [`PlayError::Act`] with what is wrong.
    pub fn act(&mut self, seat: Seat, act: Act) -> Result<&Step, PlayError> {
        let tables = std::sync::Arc::clone(&self.rules.tables);
        if self.position.public.phase == Phase::Over {
            return Err(PlayError::Act(ActError::Over));
        }
        let mut log = Log::on();
        self.listing = OnceLock::new();
        let offer = self.position.public.offer;
        let no_agreement = PlayError::Act(ActError::NoAgreement);
        let mut over = None;
        match act {
            Act::Resign => {
                if tables.spec.acts.resign.is_none() {
                    return Err(PlayError::Act(ActError::NoResigning));
                }
                over = Some(Outcome {
                    winner: Some(seat.other()),
                    clause: tables.ids.resign,
                    scores: None,
                });
            }
            Act::Offer => {
                if tables.spec.acts.agree.is_none() {
                    return Err(no_agreement);
                }
                if offer == Some(seat) {
                    return Err(PlayError::Act(ActError::OfferStands));
                }
                if offer == Some(seat.other()) {
                    over = Some(self.agreed());
                }
                self.position.public.offer = Some(seat);
            }
            Act::Accept => {
                if offer != Some(seat.other()) {
                    return Err(PlayError::Act(ActError::NothingOffered));
                }
                over = Some(self.agreed());
            }
            Act::Decline => {
                if offer != Some(seat.other()) {
                    return Err(PlayError::Act(ActError::NothingOffered));
                }
                self.position.public.offer = None;
            }
            Act::Claim => over = Some(self.claimed(seat)?),
            Act::UseBank => {}
            Act::TimeOut => {
                let settled = self.position.public.first_side.is_some();
                over = Some(Outcome {
                    winner: settled.then(|| seat.other()),
                    clause: tables.ids.time,
                    scores: None,
                });
            }
        }
        if let Some(outcome) = over {
            ending::finish(&tables, &mut self.position, outcome, &mut log);
        }
        Ok(self.record(seat, Deed::Act(act), false, log))
    }

    fn agreed(&self) -> Outcome {
        let tables = &self.rules.tables;
        match tables.spec.acts.agree {
            Some((EndThenAgreed::Score, _)) => self.rules.scored(&self.position, tables.ids.agree),
            _ => Outcome {
                winner: None,
                clause: tables.ids.agree,
                scores: None,
            },
        }
    }

    fn claimed(&self, seat: Seat) -> Result<Outcome, PlayError> {
        let tables = &self.rules.tables;
        if seat != self.turn() {
            return Err(PlayError::Act(ActError::NotToAct));
        }
        if let Some(spec) = &tables.spec.repetition
            && spec
                .claim
                .is_some_and(|n| self.history.occurrences(spec.key) >= usize::from(n))
        {
            return Ok(Outcome {
                winner: None,
                clause: tables.ids.repetition,
                scores: None,
            });
        }
        if let Some(spec) = &tables.spec.quiet
            && spec.claim.is_some_and(|n| self.position.public.quiet >= n)
        {
            return Ok(Outcome {
                winner: None,
                clause: tables.ids.quiet,
                scores: None,
            });
        }
        Err(PlayError::Act(ActError::NothingToClaim))
    }

    /// Takes the last deed back, unless it told somebody something hidden.
    ///
    /// # Errors
    /// [`UndoError`].
    pub fn undo(&mut self) -> Result<Step, UndoError> {
        let last = self.steps.last().ok_or(UndoError::Start)?;
        let reveals = |told: &Told| {
            matches!(
                told.event,
                Event::Revealed { .. }
                    | Event::Identity { .. }
                    | Event::Clashed { .. }
                    | Event::Lifted { .. }
                    | Event::HazardsLeft { .. }
                    | Event::Destroyed { .. }
                    | Event::AllFound
                    | Event::Refused { .. }
            )
        };
        // That nothing happened may tell as much: no hazard where a piece came to rest under fog, or where a
        // special action looked for one.
        let public = &self.position.public;
        let unseen = !public.fog.is_empty() || !public.hidden.is_empty();
        let probes = |told: &Told| match told.event {
            Event::Moved { to, .. } => public.fog.contains(to),
            Event::Castled { royal, corner } => {
                public.fog.contains(royal.1) || public.fog.contains(corner.1)
            }
            Event::Acted { .. } => unseen,
            _ => false,
        };
        if last.told.iter().any(|t| reveals(t) || probes(t)) {
            return Err(UndoError::Revealed);
        }
        let ended = last.told.iter().any(|t| matches!(t.event, Event::Ended(_)));
        let keep = self.steps.len() - 1;
        let mut again = Self::from_position(self.rules.clone(), self.start.clone());
        again.before = self.before.clone();
        again.history = self.before.clone();
        for step in &self.steps[..keep] {
            // Every step was played before on the same truth, so none can fail now.
            let _ = match step.deed {
                Deed::Action(action) | Deed::Try(action) => {
                    again.play_as(step.seat, action, step.automatic).map(|_| ())
                }
                Deed::Act(act) => again.act(step.seat, act).map(|_| ()),
            };
        }
        // The end shows what the lost pieces were.
        if ended
            && self.rules.tables.spec.hidden.reveal_at_end
            && again.position.public.lost_hidden != [0; 2]
        {
            return Err(UndoError::Revealed);
        }
        let undone = self.steps.pop().ok_or(UndoError::Start)?;
        again.steps.truncate(keep);
        *self = again;
        Ok(undone)
    }

    /// The events of a step that an observer was told.
    pub fn told_to(step: &Step, observer: Observer) -> impl Iterator<Item = &Event> {
        step.told
            .iter()
            .filter(move |t| t.audience.includes(observer))
            .map(|t| &t.event)
    }
}
