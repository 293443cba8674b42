//! Counting and sampling: perft and uniformly random playouts.

use crate::action::{Action, Tag};
use crate::adjudicate::Ahead;
use crate::event::Log;
use crate::hooks::HookError;
use crate::legal::Rules;
use crate::legal::batch::{Count, Hand};
use crate::piece::Observer;
use crate::position::{Outcome, Phase, Position};
use crate::random::Dice;
use crate::rules::chase;
use crate::rules::placement::placeable;
use crate::rules::repetition::History;
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

/// Room that random games keep between plies and between games, so that nothing is allocated for them.
#[derive(Clone, Debug, Default)]
pub struct Room<const W: usize> {
    /// The candidates of one ply.
    hand: Hand<W>,
    /// The actions of one ply, where they must be listed.
    listed: Vec<Action>,
    /// A position for trials.
    spare: Option<Box<Position<W>>>,
}

impl<const W: usize> Room<W> {
    /// The candidates of one ply.
    pub(crate) fn hand(&mut self) -> &mut Hand<W> {
        &mut self.hand
    }

    /// A copy of a position, in room that is kept.
    pub(crate) fn copy(&mut self, position: &Position<W>) -> &mut Position<W> {
        copy_into(&mut self.spare, position)
    }
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
        let mut counter = Counter::new(self, position, history, unit, most);
        let count = counter.count(position, depth);
        let count = counter.told(count)?;
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
        let mut counter = Counter::new(self, position, history, unit, u64::MAX);
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
                let count = counter.after(position, action, depth);
                counts.push((action, counter.told(count)?));
            }
        }
        Ok(counts)
    }

    /// Whether the last ply is counted without playing it: no legal action is refused later.
    fn bulk_counts(&self) -> bool {
        let tables = &*self.tables;
        let refusing = tables.spec.hooks.landed && tables.spec.enclosure.is_some();
        !tables.may_refuse && !refusing
    }

    /// Plays uniformly random legal actions to the end, or to `limit` plies.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn playout(
        &self,
        position: &mut Position<W>,
        history: &mut History<W>,
        dice: &mut Dice,
        limit: u32,
        room: &mut Room<W>,
    ) -> Result<Playout, HookError> {
        let mut plies = 0;
        while plies < limit && position.public.phase != Phase::Over {
            if !self.step(position, history, dice, room)? {
                let outcome = self.judge(position, history, position.public.turn.other(), true)?;
                return Ok(Playout { plies, outcome });
            }
            plies += 1;
        }
        Ok(Playout {
            plies,
            outcome: position.public.outcome,
        })
    }

    /// Plays one legal action drawn uniformly; `false` when there is none, or no more tries are remembered.
    ///
    /// On an error the position is spoilt.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn step(
        &self,
        position: &mut Position<W>,
        history: &mut History<W>,
        dice: &mut Dice,
        room: &mut Room<W>,
    ) -> Result<bool, HookError> {
        let Room {
            hand,
            listed,
            spare,
        } = room;
        let tables = &*self.tables;
        let mut off = Log::off();
        // With nothing unknown a trial on the position itself tells as much as one on what the seat sees of it.
        let open = position.public.hidden.is_empty() && position.public.fog.is_empty();
        let by_trial =
            tables.looks_ahead && open && tables.royal.is_none() && tables.spec.chase.is_none();
        if !by_trial {
            let Some(action) = self.draw(position, history, dice, hand, listed)? else {
                return Ok(false);
            };
            if !tables.may_refuse && !tables.looks_ahead {
                self.apply(position, history, action, &mut off, false)?;
                return Ok(true);
            }
            let length = history.len();
            let next = copy_into(spare, position);
            return match self.apply(next, history, action, &mut off, false) {
                Ok(()) => {
                    position.clone_from(next);
                    Ok(true)
                }
                Err(HookError::Refused(_)) => {
                    history.truncate(length);
                    Ok(position.note_refused(action))
                }
                Err(error) => Err(error),
            };
        }
        if !self.deal_hand(position, history, hand)? {
            return Ok(false);
        }
        let length = history.len();
        while hand.len() > 0 {
            let at = dice.below(hand.len() as u64) as usize;
            let Some(action) = hand.take(self.promotions(), at) else {
                break;
            };
            let next = copy_into(spare, position);
            match self.apply(next, history, action, &mut off, false) {
                Ok(()) => {
                    position.clone_from(next);
                    return Ok(true);
                }
                Err(HookError::Refused(_)) => {
                    history.truncate(length);
                    // Others are not asked about beforehand: to be refused one is a try.
                    if !matches!(action.tag(), Tag::Place | Tag::Move) {
                        return Ok(position.note_refused(action));
                    }
                }
                Err(error) => return Err(error),
            }
        }
        let view = View::new(
            tables,
            position,
            history,
            Observer::Seat(position.public.turn),
        );
        if !self.is_forced_to_pass(&view) {
            return Ok(false);
        }
        self.apply(position, history, Action::PASS, &mut off, false)?;
        Ok(true)
    }

    /// Whether the view's seat has a legal action.
    ///
    /// # Errors
    /// A hook that failed.
    pub(crate) fn may_act(&self, view: &View<'_, W>) -> Result<bool, HookError> {
        // Chases that are too long are allowed again where they would leave nothing else.
        let (mut open, mut spare) = (Vec::new(), Vec::new());
        Ok(count_last(self, view, true, &mut open, &mut spare)? > 0)
    }

    /// Deals the candidates of the seat to act; `false` when there is none.
    fn deal_hand(
        &self,
        position: &Position<W>,
        history: &History<W>,
        hand: &mut Hand<W>,
    ) -> Result<bool, HookError> {
        hand.clear(self.promotions().len());
        let observer = Observer::Seat(position.public.turn);
        let view = View::new(&self.tables, position, history, observer);
        self.generate(&view, hand)?;
        Ok(hand.len() > 0 || self.is_forced_to_pass(&view))
    }

    /// Draws a legal action uniformly; `None` when there is none.
    ///
    /// An action is drawn from the candidates and drawn again when refused, which is uniform over the legal ones all
    /// the same.
    ///
    /// # Errors
    /// A hook that failed.
    pub(crate) fn draw(
        &self,
        position: &Position<W>,
        history: &History<W>,
        dice: &mut Dice,
        hand: &mut Hand<W>,
        listed: &mut Vec<Action>,
    ) -> Result<Option<Action>, HookError> {
        let (tables, seat) = (&*self.tables, position.public.turn);
        let view = View::new(tables, position, history, Observer::Seat(seat));
        // Tries that were refused and chases are asked about one by one.
        if position.public.refused[0].is_some() || chase::is_near(&view, seat) {
            self.legal(&view, listed)?;
            return Ok(dice.choose(listed).copied());
        }
        if let (true, Some(kind), Some(side)) = (tables.only_placed, tables.placed, view.side())
            && position.public.phase == Phase::Play
        {
            let sites = placeable(tables, &position.public, side);
            if !sites.is_empty() {
                let at = sites.nth(dice.below(sites.len() as u64) as usize);
                return Ok(at.map(|at| Action::place(kind, at)));
            }
        }
        if let Some(action) = self.draw_bounded(&view, dice) {
            return Ok(Some(action));
        }
        hand.clear(self.promotions().len());
        self.generate(&view, hand)?;
        let drawn = self.sift(&view, |sieve| {
            while hand.len() > 0 {
                let at = dice.below(hand.len() as u64) as usize;
                let Some(action) = hand.take(self.promotions(), at) else {
                    break;
                };
                if sieve.passes(action) {
                    return Ok(Some(action));
                }
            }
            Ok(None)
        })?;
        Ok(drawn.or_else(|| self.is_forced_to_pass(&view).then_some(Action::PASS)))
    }
}

/// A copy of a position in room that is kept.
fn copy_into<'s, const W: usize>(
    spare: &'s mut Option<Box<Position<W>>>,
    position: &Position<W>,
) -> &'s mut Position<W> {
    match spare {
        Some(room) => {
            **room = position.clone();
            room
        }
        None => spare.insert(Box::new(position.clone())),
    }
}

struct Counter<'a, const W: usize> {
    rules: &'a Rules<W>,
    unit: Unit,
    bulk: bool,
    buffers: Vec<Vec<Action>>,
    /// Actions of the last ply after which the turn may go on.
    going_on: Vec<Action>,
    spare: Vec<Action>,
    history: History<W>,
    /// Sequences and positions looked at that may still be counted.
    left: u64,
    /// Positions to copy to, where nothing is ever hidden.
    open: Option<Vec<Box<Position<W>>>>,
    /// What stopped it.
    error: Option<HookError>,
}

/// A hook failed, and the counter keeps the error: counts are handed up in registers.
#[derive(Debug)]
struct Failed;

impl<'a, const W: usize> Counter<'a, W> {
    fn new(
        rules: &'a Rules<W>,
        position: &Position<W>,
        history: &History<W>,
        unit: Unit,
        most: u64,
    ) -> Self {
        Self {
            rules,
            unit,
            bulk: rules.bulk_counts(),
            buffers: Vec::new(),
            going_on: Vec::new(),
            spare: Vec::new(),
            history: history.clone(),
            left: most,
            open: position.is_open().then(Vec::new),
            error: None,
        }
    }

    fn count(&mut self, position: &Position<W>, depth: u32) -> Result<u64, Failed> {
        self.left = self.left.saturating_sub(1);
        if depth == 0 {
            return Ok(1);
        }
        if position.public.phase == Phase::Over {
            return Ok(0);
        }
        let seat = position.public.turn;
        let view = View::new(
            &self.rules.tables,
            position,
            &self.history,
            Observer::Seat(seat),
        );
        let mut total = 0;
        let last = depth == 1 && self.bulk && !chase::is_near(&view, seat);
        if last {
            // A chosen swap completes a turn as well as any other action.
            let whole = self.unit == Unit::Action;
            let (going_on, spare) = (&mut self.going_on, &mut self.spare);
            total = match count_last(self.rules, &view, whole, going_on, spare) {
                Ok(total) => total,
                Err(error) => return Err(self.fail(error)),
            };
            self.left = self.left.saturating_sub(total);
            if self.going_on.is_empty() {
                return Ok(total);
            }
        }
        let mut actions = self.buffers.pop().unwrap_or_default();
        if last {
            std::mem::swap(&mut actions, &mut self.going_on);
        } else {
            if let Err(error) = self.rules.legal_unordered(&view, &mut actions) {
                return Err(self.fail(error));
            }
        }
        for &action in &actions {
            if self.left == 0 {
                break;
            }
            total += self.after(position, action, depth)?;
        }
        self.buffers.push(actions);
        Ok(total)
    }

    /// A count with the error that it failed by.
    fn told(&mut self, count: Result<u64, Failed>) -> Result<u64, HookError> {
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(count.unwrap_or_default()),
        }
    }

    #[cold]
    fn fail(&mut self, error: HookError) -> Failed {
        self.error = Some(error);
        Failed
    }

    fn after(&mut self, position: &Position<W>, action: Action, depth: u32) -> Result<u64, Failed> {
        let Some(room) = &mut self.open else {
            return self.after_on(&mut position.clone(), position, action, depth);
        };
        let mut next = match room.pop() {
            Some(mut next) => {
                next.copy_open(position);
                next
            }
            None => Box::new(position.clone()),
        };
        let count = self.after_on(&mut next, position, action, depth);
        self.open.get_or_insert_default().push(next);
        count
    }

    /// The same, on a copy of the position.
    #[inline]
    fn after_on(
        &mut self,
        next: &mut Position<W>,
        position: &Position<W>,
        action: Action,
        depth: u32,
    ) -> Result<u64, Failed> {
        let length = self.history.len();
        let counted = depth == 2 && self.bulk && !self.rules.tables.looks_ahead;
        let ahead = if counted { Ahead::Count } else { Ahead::Play };
        let (history, mut off) = (&mut self.history, Log::off());
        let played = self.rules.apply_for(next, history, action, &mut off, ahead);
        let count = match played {
            Ok(()) => {
                let done = self.unit == Unit::Action
                    || next.public.phase == Phase::Over
                    || (next.public.phase == Phase::Play
                        && next.public.turns != position.public.turns);
                self.count(next, if done { depth - 1 } else { depth })
            }
            Err(HookError::Refused(_)) => Ok(0),
            Err(error) => Err(self.fail(error)),
        };
        self.history.truncate(length);
        count
    }
}

/// Counts the legal actions that complete the last turn, or all of them, and lists those after which it may go on.
pub(crate) fn count_last<const W: usize>(
    rules: &Rules<W>,
    view: &View<'_, W>,
    whole: bool,
    open: &mut Vec<Action>,
    spare: &mut Vec<Action>,
) -> Result<u64, HookError> {
    open.clear();
    let total = rules.sift(view, |sieve| {
        let mut count = Count::new(sieve, (!whole).then_some(&mut *open), spare);
        rules.generate(view, &mut count)?;
        Ok(count.total)
    })?;
    if total == 0 && open.is_empty() && rules.is_forced_to_pass(view) {
        return Ok(1);
    }
    Ok(total)
}
