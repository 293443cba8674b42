//! Counting and sampling: perft and uniformly random playouts.

use crate::action::Action;
use crate::event::Log;
use crate::hooks::HookError;
use crate::legal::Rules;
use crate::piece::Observer;
use crate::position::{Outcome, Phase, Position};
use crate::random::Dice;
use crate::rules::chase;
use crate::rules::check::Safety;
use crate::rules::repetition::History;
use crate::spec::{Exposed, HiddenTarget, Verdict};
use crate::view::View;

/// What perft counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unit {
    /// Sequences of completed turns.
    #[default]
    Turn,
    /// Sequences of actions.
    Action,
}

/// A perft count by first action.
pub type Divide = Vec<(Action, u64)>;

/// How a playout went.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Playout {
    /// Actions played.
    pub plies: u32,
    /// How it ended; `None` at the limit.
    pub outcome: Option<Outcome>,
}

impl<const W: usize> Rules<W> {
    /// Counts the sequences of `depth` turns or actions from a position.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn perft(
        &self,
        position: &Position<W>,
        history: &History<W>,
        depth: u32,
        unit: Unit,
    ) -> Result<u64, HookError> {
        let count = self.perft_up_to(position, history, depth, unit, u64::MAX)?;
        Ok(count.unwrap_or(u64::MAX))
    }

    /// The same, given up (`None`) once sequences and positions on the way to them come to `most`.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn perft_up_to(
        &self,
        position: &Position<W>,
        history: &History<W>,
        depth: u32,
        unit: Unit,
        most: u64,
    ) -> Result<Option<u64>, HookError> {
        let mut counter = Counter {
            rules: self,
            unit,
            bulk: self.bulk_counts(unit),
            buffers: Vec::new(),
            history: history.clone(),
            left: most,
        };
        let count = counter.count(position, depth)?;
        Ok((counter.left > 0).then_some(count))
    }

    /// The same, by first action.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn divide(
        &self,
        position: &Position<W>,
        history: &History<W>,
        depth: u32,
        unit: Unit,
    ) -> Result<Divide, HookError> {
        let mut counter = Counter {
            rules: self,
            unit,
            bulk: self.bulk_counts(unit),
            buffers: Vec::new(),
            history: history.clone(),
            left: u64::MAX,
        };
        let view = View::new(
            &self.tables,
            position,
            history,
            Observer::Seat(position.public.turn),
        );
        let mut actions = Vec::new();
        self.legal(&view, &mut actions)?;
        let mut counts = Vec::with_capacity(actions.len());
        if depth > 0 {
            for action in actions {
                counts.push((action, counter.after(position, action, depth)?));
            }
        }
        Ok(counts)
    }

    /// Whether the last ply's count is the number of legal actions: each completes a turn and none is refused later.
    fn bulk_counts(&self, unit: Unit) -> bool {
        let tables = &*self.tables;
        let chains = tables.chain.is_some();
        let chooses = tables.spec.hidden.reveal_on_move
            && tables.promotion.as_ref().is_some_and(|p| p.into.len() > 1);
        let secret = tables.capture.hidden == HiddenTarget::Secret
            && tables
                .spec
                .capture
                .open
                .iter()
                .any(|c| c.verdict == Verdict::Refuse)
            || !tables.capture.guarded.is_empty();
        let tries = secret
            || tables
                .spec
                .check
                .as_ref()
                .is_some_and(|c| c.exposed == Exposed::Refused);
        let refusing = tables.spec.hooks.landed && tables.spec.enclosure.is_some();
        let shoots = tables.shot.is_some();
        !tries && !refusing && (unit == Unit::Action || !(chains || chooses || shoots))
    }

    /// Plays uniformly random legal actions to the end, or to `limit` plies.
    ///
    /// Where legality is costly an action is drawn from the candidates and drawn again when refused, which is
    /// uniform over the legal ones all the same.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn playout(
        &self,
        position: &mut Position<W>,
        history: &mut History<W>,
        dice: &mut Dice,
        limit: u32,
    ) -> Result<Playout, HookError> {
        let mut actions = Vec::with_capacity(64);
        let mut plies = 0;
        while plies < limit && position.public.phase != Phase::Over {
            let Some(action) = self.draw(position, history, dice, &mut actions)? else {
                let outcome = self.judge(position, history, position.public.turn.other(), true)?;
                return Ok(Playout { plies, outcome });
            };
            plies += 1;
            let mut next = position.clone();
            let length = history.len();
            match self.apply(&mut next, history, action, &mut Log::off(), false) {
                Ok(()) => *position = next,
                Err(HookError::Refused(_)) => {
                    history.truncate(length);
                    if !position.note_refused(action) {
                        return Ok(Playout {
                            plies,
                            outcome: None,
                        });
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Playout {
            plies,
            outcome: position.public.outcome,
        })
    }

    /// Draws a legal action uniformly; `None` when there is none.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn draw(
        &self,
        position: &Position<W>,
        history: &History<W>,
        dice: &mut Dice,
        actions: &mut Vec<Action>,
    ) -> Result<Option<Action>, HookError> {
        let seat = position.public.turn;
        let view = View::new(&self.tables, position, history, Observer::Seat(seat));
        actions.clear();
        if chase::is_near(&view, seat) {
            self.legal(&view, actions)?;
            return Ok(dice.choose(actions).copied());
        }
        self.candidates(&view, actions)?;
        let safety = view.side().and_then(|side| Safety::look(&view, side));
        while !actions.is_empty() {
            let at = dice.below(actions.len() as u64) as usize;
            let action = actions[at];
            if self.late_refusal(&view, action, safety.as_ref())?.is_none() {
                return Ok(Some(action));
            }
            actions.swap_remove(at);
        }
        // The forced pass is found only by the full list.
        self.legal(&view, actions)?;
        Ok(dice.choose(actions).copied())
    }
}

struct Counter<'a, const W: usize> {
    rules: &'a Rules<W>,
    unit: Unit,
    bulk: bool,
    buffers: Vec<Vec<Action>>,
    history: History<W>,
    /// Sequences and positions looked at that may still be counted.
    left: u64,
}

impl<const W: usize> Counter<'_, W> {
    fn count(&mut self, position: &Position<W>, depth: u32) -> Result<u64, HookError> {
        self.left = self.left.saturating_sub(1);
        if depth == 0 {
            return Ok(1);
        }
        if position.public.phase == Phase::Over {
            return Ok(0);
        }
        let mut actions = self.buffers.pop().unwrap_or_default();
        let view = View::new(
            &self.rules.tables,
            position,
            &self.history,
            Observer::Seat(position.public.turn),
        );
        self.rules.legal(&view, &mut actions)?;
        let mut total = 0;
        // Any shot completes a turn, whatever the move before it had to do first.
        let last = self.bulk || matches!(position.public.phase, Phase::Shoot(_));
        if depth == 1 && last {
            // A chosen swap completes a turn as well as any other action.
            total = actions.len() as u64;
            self.left = self.left.saturating_sub(total);
        } else {
            for &action in &actions {
                if self.left == 0 {
                    break;
                }
                total += self.after(position, action, depth)?;
            }
        }
        self.buffers.push(actions);
        Ok(total)
    }

    fn after(
        &mut self,
        position: &Position<W>,
        action: Action,
        depth: u32,
    ) -> Result<u64, HookError> {
        let mut next = position.clone();
        let length = self.history.len();
        let played = self
            .rules
            .apply(&mut next, &mut self.history, action, &mut Log::off(), false);
        let count = match played {
            Ok(()) => {
                let done = self.unit == Unit::Action
                    || next.public.phase == Phase::Over
                    || (next.public.phase == Phase::Play
                        && next.public.turns != position.public.turns);
                self.count(&next, if done { depth - 1 } else { depth })
            }
            Err(HookError::Refused(_)) => Ok(0),
            Err(error) => Err(error),
        };
        self.history.truncate(length);
        count
    }
}
