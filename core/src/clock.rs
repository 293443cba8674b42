//! Clocks: what the seats' time allows, as a state machine that is told the time and never reads it.
//!
//! Sources: BAIDU-16, BAIDU-17, B-A7, GT-9, PF-6.
//!
//! All times are whole milliseconds. A *timestamp* counts from any origin that the caller keeps
//! to; it never goes backwards (an earlier one counts as the latest seen).
//!
//! While a seat is to act, its **limits** run: the limit for each turn ([`ClockSpec::per_move`])
//! and its time for the whole game ([`ClockSpec::main`]), whichever are set, both at once. When
//! the first of them is used up, the seat's **bank** of thinking time drains instead, if it may;
//! without a bank the seat has a **time-out**. A bank is used in slices: what a turn leaves of
//! it stays for later turns.
//!
//! | bank | starts | when it is empty |
//! |---|---|---|
//! | [`BankStart::Auto`] | by itself when a limit is used up | time-out |
//! | [`BankStart::Manual`] | by [`Clock::use_bank`], before a limit is used up; the limits stand still meanwhile | the limits run on |
//!
//! A time-out is counted, and is a yellow card where cards lose. It then loses the game, or the
//! caller must play for the seat ([`ClockEvent::AutoAction`]); until it has done so, nobody's
//! time runs.
//!
//! The caller's duty is to call [`Clock::tick`] at [`Clock::next_deadline`], or at the latest
//! before it hands an action to the game. A late tick gives the same events as a punctual one:
//!
//! ```
//! use masque_core::clock::{Clock, ClockEvent, ClockSpec};
//!
//! let spec = ClockSpec { per_move: Some(50_000), warn_at: Some(10_000), ..ClockSpec::default() };
//! let mut clock = Clock::new(spec, 2)?;
//! clock.start(1_000, 0)?;
//! assert_eq!(clock.next_deadline(), Some(41_000));
//! assert_eq!(clock.tick(41_000), [ClockEvent::Warning { seat: 0, left: 10_000 }]);
//! assert_eq!(clock.press(45_000, 1)?, []);
//! assert_eq!(
//!     clock.tick(95_000),
//!     [
//!         ClockEvent::Warning { seat: 1, left: 10_000 },
//!         ClockEvent::TimeOut { seat: 1, count: 1 },
//!         ClockEvent::AutoAction { seat: 1 },
//!     ]
//! );
//! # Ok::<(), masque_core::clock::ClockError>(())
//! ```

use serde::{Deserialize, Serialize};

/// A time or a duration, in milliseconds.
pub type Millis = u64;

/// What time a game allows. The default allows all time there is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClockSpec {
    /// The limit for one turn, in milliseconds.
    pub per_move: Option<Millis>,
    /// Thinking time beyond the limits, for each seat and the whole game, in milliseconds.
    pub bank: Option<Millis>,
    /// What starts the bank.
    pub bank_start: BankStart,
    /// What a seat gains of `main` for each turn it makes itself, in milliseconds.
    pub increment: Millis,
    /// The limit for all turns of one seat together, in milliseconds.
    pub main: Option<Millis>,
    /// How much is left of a limit, or of the bank that runs, when its seat is warned, in milliseconds.
    pub warn_at: Option<Millis>,
    /// What a time-out does.
    pub on_timeout: OnTimeout,
    /// The time-out of a seat that loses the game: 3 is the third.
    pub timeouts_lose: Option<u8>,
    /// Whether `timeouts_lose` counts only time-outs in a row: a turn that the seat makes itself
    /// then starts the count again.
    pub consecutive: bool,
    /// The yellow card of a seat that loses the game; cards are shown only if this is set.
    pub cards_lose: Option<u8>,
}

impl ClockSpec {
    /// Whether there is anything to measure.
    pub fn is_timed(&self) -> bool {
        self.per_move.is_some() || self.main.is_some()
    }

    fn check(&self, seats: u8) -> Result<(), ClockError> {
        if seats == 0 {
            return Err(ClockError::NoSeats);
        }
        for (key, zero) in [
            ("per_move", self.per_move == Some(0)),
            ("bank", self.bank == Some(0)),
            ("main", self.main == Some(0)),
            ("timeouts_lose", self.timeouts_lose == Some(0)),
            ("cards_lose", self.cards_lose == Some(0)),
        ] {
            if zero {
                return Err(ClockError::Zero { key });
            }
        }
        for (key, set, needs, there) in [
            (
                "bank",
                self.bank.is_some(),
                "per_move or main",
                self.is_timed(),
            ),
            ("increment", self.increment > 0, "main", self.main.is_some()),
            (
                "warn_at",
                self.warn_at.is_some(),
                "per_move or main",
                self.is_timed(),
            ),
        ] {
            if set && !there {
                return Err(ClockError::Needs { key, needs });
            }
        }
        Ok(())
    }
}

/// What starts a bank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BankStart {
    /// The end of a limit.
    #[default]
    Auto,
    /// The player, before the end of a limit.
    Manual,
}

/// What a time-out does, beside being counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// An action is played for the seat.
    #[default]
    AutoMove,
    /// The seat loses.
    Lose,
}

/// What the clock has to tell, in the order in which it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum ClockEvent {
    /// Only `left` milliseconds are left of what runs: the nearer limit or the bank. Once a turn
    /// for each of the two, and not if the turn, or the bank, began with no more than that.
    Warning {
        /// The seat to act.
        seat: u8,
        /// Milliseconds left.
        left: Millis,
    },
    /// The seat's bank drains from now on.
    BankStarted {
        /// The seat to act.
        seat: u8,
        /// Whether it started by itself.
        auto: bool,
    },
    /// The seat's bank is used up for good.
    BankEmpty {
        /// The seat to act.
        seat: u8,
    },
    /// The seat's time for this turn is used up.
    TimeOut {
        /// The seat to act.
        seat: u8,
        /// Its time-outs so far, this one included; in a row if that is what counts.
        count: u32,
    },
    /// The seat is shown a yellow card.
    YellowCard {
        /// The seat to act.
        seat: u8,
        /// Its cards so far, this one included.
        count: u32,
    },
    /// The caller must play an action for the seat and then [`Clock::press`].
    AutoAction {
        /// The seat to act.
        seat: u8,
    },
    /// The seat has lost; the clock has stopped.
    Lost {
        /// The seat that lost.
        seat: u8,
        /// By what.
        by: LostBy,
    },
}

/// By what a seat lost on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LostBy {
    /// It has had too many time-outs.
    TimeOuts,
    /// It has been shown too many cards.
    Cards,
    /// A single time-out loses.
    Time,
}

/// Why the clock refuses. Nothing has changed then, and no time has passed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockError {
    /// A clock needs at least one seat.
    #[error("a clock needs at least one seat")]
    NoSeats,
    /// A setting is zero that must be more, or absent.
    #[error("`{key}` is 0: leave it out or make it more")]
    Zero {
        /// The setting.
        key: &'static str,
    },
    /// A setting does nothing without another.
    #[error("`{key}` does nothing without {needs}")]
    Needs {
        /// The setting.
        key: &'static str,
        /// What it needs.
        needs: &'static str,
    },
    /// There is no such seat.
    #[error("there is no seat {seat}")]
    NoSuchSeat {
        /// The seat asked for.
        seat: u8,
    },
    /// No seat is to act yet.
    #[error("the clock has not started")]
    NotStarted,
    /// The clock is paused.
    #[error("the clock is paused")]
    Paused,
    /// A seat has lost on time.
    #[error("a seat has lost on time")]
    Over,
    /// The time was out before: [`Clock::tick`] tells what that means.
    #[error("the time was out before")]
    TooLate,
    /// An automatic action is due; the player's time is over.
    #[error("an automatic action is due")]
    AutoActionDue,
    /// It is another seat's turn.
    #[error("seat {seat} is not to act")]
    NotToAct {
        /// The seat asked for.
        seat: u8,
    },
    /// There is no bank that is started by hand.
    #[error("there is no bank to start by hand")]
    NoManualBank,
    /// The bank runs already.
    #[error("the bank runs already")]
    BankRuns,
    /// The bank is used up.
    #[error("the bank is empty")]
    BankEmpty,
}

/// What is left to one seat, in milliseconds; `None` where nothing is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Remaining {
    /// Of its limit for the turn; the whole limit if it is not to act.
    pub per_move: Option<Millis>,
    /// Of its time for the game.
    pub main: Option<Millis>,
    /// Of its bank.
    pub bank: Option<Millis>,
    /// Whether its bank drains now.
    pub bank_runs: bool,
}

/// The clock of one game. It serialises with all its state; pause it before saving, so that
/// [`Clock::resume`] can go on from another origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "State", into = "State")]
pub struct Clock(State);

impl Clock {
    /// A clock for seats `0..seats`, not started.
    ///
    /// # Errors
    ///
    /// [`ClockError::NoSeats`], [`ClockError::Zero`] or [`ClockError::Needs`] if `spec` makes no sense.
    pub fn new(spec: ClockSpec, seats: u8) -> Result<Self, ClockError> {
        spec.check(seats)?;
        let fresh = SeatTime {
            main: spec.main,
            bank: spec.bank.unwrap_or(0),
            timeouts: 0,
            cards: 0,
        };
        Ok(Self(State {
            seats: vec![fresh; usize::from(seats)],
            spec,
            turn: None,
            latest: 0,
            paused: false,
            over: false,
        }))
    }

    /// What time the game allows.
    pub fn spec(&self) -> &ClockSpec {
        &self.0.spec
    }

    /// The seat to act; `None` before the start.
    pub fn seat(&self) -> Option<u8> {
        self.0.turn.as_ref().map(|turn| turn.seat)
    }

    /// Whether an automatic action is due for the seat to act.
    pub fn auto_action_due(&self) -> bool {
        self.0.turn.as_ref().is_some_and(|turn| turn.auto_due)
    }

    /// Whether the clock is paused.
    pub fn is_paused(&self) -> bool {
        self.0.paused
    }

    /// Whether a seat has lost on time.
    pub fn is_over(&self) -> bool {
        self.0.over
    }

    /// The time-outs of a seat that count, and its cards; `None` if there is no such seat.
    pub fn faults(&self, seat: u8) -> Option<(u32, u32)> {
        self.0
            .seats
            .get(usize::from(seat))
            .map(|seat| (seat.timeouts, seat.cards))
    }

    /// Sets how many time-outs of a seat count already, for a game taken up in the middle.
    ///
    /// # Errors
    ///
    /// [`ClockError::NoSuchSeat`].
    pub fn set_timeouts(&mut self, seat: u8, count: u32) -> Result<(), ClockError> {
        let time = self.0.seats.get_mut(usize::from(seat));
        time.ok_or(ClockError::NoSuchSeat { seat })?.timeouts = count;
        Ok(())
    }

    /// Begins a turn of `seat` at `now`, whatever was before: for the first turn, or to go on after
    /// a phase without clock. An earlier turn that still runs ends without increment and its last
    /// stretch of time is not charged.
    ///
    /// # Errors
    ///
    /// [`ClockError::NoSuchSeat`], [`ClockError::Paused`], [`ClockError::Over`].
    pub fn start(&mut self, now: Millis, seat: u8) -> Result<(), ClockError> {
        self.0.require_seat(seat)?;
        self.0.require_running()?;
        self.0.latest = match self.0.turn {
            Some(_) => now.max(self.0.latest),
            None => now,
        };
        self.0.begin(seat);
        Ok(())
    }

    /// Lets time pass until `now` and tells all that happened, in order.
    pub fn tick(&mut self, now: Millis) -> Vec<ClockEvent> {
        let mut events = Vec::new();
        self.0.advance(now, &mut events);
        events
    }

    /// The seat to act made its action at `now`, or the due automatic action was played for it,
    /// and `next` acts next.
    ///
    /// If `next` is the same seat, its turn goes on: limits run on and nothing is gained. If it
    /// goes on after an automatic action, the next action of the turn is automatic too and costs
    /// no further time-out. If `next` is another seat, a turn begins; the seat that made its own
    /// turn gains the increment.
    ///
    /// # Errors
    ///
    /// [`ClockError::TooLate`] if the time was out at or before `now` and no tick has told so yet;
    /// [`ClockError::NoSuchSeat`], [`ClockError::NotStarted`], [`ClockError::Paused`],
    /// [`ClockError::Over`].
    pub fn press(&mut self, now: Millis, next: u8) -> Result<Vec<ClockEvent>, ClockError> {
        self.0.require_seat(next)?;
        let (mut state, mut events) = self.0.settled(now)?;
        let Some(turn) = &state.turn else {
            return Err(ClockError::NotStarted);
        };
        let (seat, automatic) = (turn.seat, turn.auto_due);
        if next != seat {
            if !automatic {
                state.reward(seat);
            }
            state.begin(next);
        } else if automatic {
            events.push(ClockEvent::AutoAction { seat });
        }
        self.0 = state;
        Ok(events)
    }

    /// The seat to act starts its bank at `now`; it drains until the turn ends or it is empty.
    ///
    /// # Errors
    ///
    /// [`ClockError::TooLate`] as for [`Clock::press`], [`ClockError::AutoActionDue`],
    /// [`ClockError::NotToAct`], [`ClockError::NoManualBank`], [`ClockError::BankRuns`],
    /// [`ClockError::BankEmpty`], [`ClockError::NoSuchSeat`], [`ClockError::NotStarted`],
    /// [`ClockError::Paused`], [`ClockError::Over`].
    pub fn use_bank(&mut self, now: Millis, seat: u8) -> Result<Vec<ClockEvent>, ClockError> {
        self.0.require_seat(seat)?;
        if self.0.spec.bank.is_none() || self.0.spec.bank_start == BankStart::Auto {
            return Err(ClockError::NoManualBank);
        }
        let (mut state, mut events) = self.0.settled(now)?;
        let bank = state
            .seats
            .get(usize::from(seat))
            .map_or(0, |seat| seat.bank);
        match &mut state.turn {
            None => return Err(ClockError::NotStarted),
            Some(turn) if turn.seat != seat => return Err(ClockError::NotToAct { seat }),
            Some(turn) if turn.auto_due => return Err(ClockError::AutoActionDue),
            Some(turn) if turn.bank_runs => return Err(ClockError::BankRuns),
            Some(_) if bank == 0 => return Err(ClockError::BankEmpty),
            Some(turn) => turn.start_bank(bank, &state.spec),
        }
        events.push(ClockEvent::BankStarted { seat, auto: false });
        self.0 = state;
        Ok(events)
    }

    /// Lets time pass until `now` and then stand still: for a curtain between two players at one
    /// screen, or for saving. Does nothing if the clock is paused.
    pub fn pause(&mut self, now: Millis) -> Vec<ClockEvent> {
        let events = self.tick(now);
        self.0.paused = true;
        events
    }

    /// Ends a pause. `now` may count from another origin than the timestamps before the pause.
    /// Does nothing if the clock is not paused.
    pub fn resume(&mut self, now: Millis) {
        if self.0.paused {
            self.0.paused = false;
            self.0.latest = now;
        }
    }

    /// The timestamp at which the next event falls due if nobody acts; `None` if none will.
    pub fn next_deadline(&self) -> Option<Millis> {
        let (delay, _) = self.0.next_change()?;
        Some(self.0.latest.saturating_add(delay))
    }

    /// What is left to a seat at `now`; `None` if there is no such seat. Changes nothing.
    pub fn remaining(&self, now: Millis, seat: u8) -> Option<Remaining> {
        let mut state = self.0.clone();
        state.advance(now, &mut Vec::new());
        let time = state.seats.get(usize::from(seat))?;
        let turn = state.turn.as_ref().filter(|turn| turn.seat == seat);
        Some(Remaining {
            per_move: turn.map_or(state.spec.per_move, |turn| turn.left),
            main: time.main,
            bank: state.spec.bank.map(|_| time.bank),
            bank_runs: turn.is_some_and(|turn| turn.bank_runs),
        })
    }
}

/// The state of a clock as it is saved, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    spec: ClockSpec,
    seats: Vec<SeatTime>,
    turn: Option<Turn>,
    /// The latest timestamp seen.
    latest: Millis,
    paused: bool,
    over: bool,
}

/// What a seat has left for the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatTime {
    main: Option<Millis>,
    bank: Millis,
    timeouts: u32,
    cards: u32,
}

/// The turn that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    seat: u8,
    /// What is left of the limit for the turn.
    left: Option<Millis>,
    bank_runs: bool,
    /// Whether a warning of the limits, of the bank, is still to come.
    warn_limit: bool,
    warn_bank: bool,
    /// Whether an automatic action is due; no time runs then.
    auto_due: bool,
}

/// What falls due next.
#[derive(Clone, Copy)]
enum Change {
    Warn,
    LimitUsedUp,
    BankUsedUp,
}

impl TryFrom<State> for Clock {
    type Error = ClockError;

    fn try_from(state: State) -> Result<Self, ClockError> {
        let seats = u8::try_from(state.seats.len()).unwrap_or(0);
        state.spec.check(seats)?;
        if let Some(turn) = &state.turn {
            state.require_seat(turn.seat)?;
        }
        Ok(Self(state))
    }
}

impl From<Clock> for State {
    fn from(clock: Clock) -> Self {
        clock.0
    }
}

impl State {
    fn require_seat(&self, seat: u8) -> Result<(), ClockError> {
        match self.seats.get(usize::from(seat)) {
            Some(_) => Ok(()),
            None => Err(ClockError::NoSuchSeat { seat }),
        }
    }

    fn require_running(&self) -> Result<(), ClockError> {
        match self {
            Self { over: true, .. } => Err(ClockError::Over),
            Self { paused: true, .. } => Err(ClockError::Paused),
            _ => Ok(()),
        }
    }

    /// The state at `now`, with the events until then, if no time-out is among them.
    fn settled(&self, now: Millis) -> Result<(Self, Vec<ClockEvent>), ClockError> {
        self.require_running()?;
        let (mut state, mut events) = (self.clone(), Vec::new());
        state.advance(now, &mut events);
        if events
            .iter()
            .any(|event| matches!(event, ClockEvent::TimeOut { .. }))
        {
            return Err(ClockError::TooLate);
        }
        Ok((state, events))
    }

    fn begin(&mut self, seat: u8) {
        let left = self.spec.per_move;
        let main = self.seats.get(usize::from(seat)).and_then(|time| time.main);
        let limit = nearer(left, main);
        self.turn = Some(Turn {
            seat,
            left,
            bank_runs: false,
            warn_limit: self
                .spec
                .warn_at
                .zip(limit)
                .is_some_and(|(at, limit)| limit > at),
            warn_bank: false,
            auto_due: false,
        });
    }

    /// What a seat gains by having made its own turn.
    fn reward(&mut self, seat: u8) {
        if let Some(time) = self.seats.get_mut(usize::from(seat)) {
            time.main = time
                .main
                .map(|main| main.saturating_add(self.spec.increment));
            if self.spec.consecutive {
                time.timeouts = 0;
            }
        }
    }

    fn advance(&mut self, now: Millis, events: &mut Vec<ClockEvent>) {
        if self.paused || self.turn.is_none() {
            return;
        }
        let now = now.max(self.latest);
        while let Some((delay, change)) = self.next_change() {
            match self.latest.checked_add(delay) {
                Some(due) if due <= now => {
                    self.drain(delay);
                    self.latest = due;
                    self.happen(change, events);
                }
                _ => break,
            }
        }
        self.drain(now - self.latest);
        self.latest = now;
    }

    /// What falls due next if nobody acts, and after how long.
    fn next_change(&self) -> Option<(Millis, Change)> {
        let turn = self
            .turn
            .as_ref()
            .filter(|turn| !turn.auto_due && !self.paused && !self.over)?;
        let time = self.seats.get(usize::from(turn.seat))?;
        let (left, warn, end) = if turn.bank_runs {
            (time.bank, turn.warn_bank, Change::BankUsedUp)
        } else {
            (
                nearer(turn.left, time.main)?,
                turn.warn_limit,
                Change::LimitUsedUp,
            )
        };
        Some(match self.spec.warn_at {
            Some(at) if warn => (left.saturating_sub(at), Change::Warn),
            _ => (left, end),
        })
    }

    /// Charges time that runs over no change.
    fn drain(&mut self, spent: Millis) {
        let Some(turn) = self
            .turn
            .as_mut()
            .filter(|turn| !turn.auto_due && !self.over)
        else {
            return;
        };
        let Some(time) = self.seats.get_mut(usize::from(turn.seat)) else {
            return;
        };
        if turn.bank_runs {
            time.bank = time.bank.saturating_sub(spent);
        } else {
            turn.left = turn.left.map(|left| left.saturating_sub(spent));
            time.main = time.main.map(|main| main.saturating_sub(spent));
        }
    }

    fn happen(&mut self, change: Change, events: &mut Vec<ClockEvent>) {
        let Some(turn) = self.turn.as_mut() else {
            return;
        };
        let seat = turn.seat;
        let Some(time) = self.seats.get_mut(usize::from(seat)) else {
            return;
        };
        match change {
            Change::Warn => {
                let warned = if turn.bank_runs {
                    &mut turn.warn_bank
                } else {
                    &mut turn.warn_limit
                };
                *warned = false;
                events.push(ClockEvent::Warning {
                    seat,
                    left: self.spec.warn_at.unwrap_or(0),
                });
            }
            Change::BankUsedUp => {
                turn.bank_runs = false;
                events.push(ClockEvent::BankEmpty { seat });
            }
            Change::LimitUsedUp if self.spec.bank_start == BankStart::Auto && time.bank > 0 => {
                turn.start_bank(time.bank, &self.spec);
                events.push(ClockEvent::BankStarted { seat, auto: true });
            }
            Change::LimitUsedUp => {
                time.timeouts = time.timeouts.saturating_add(1);
                events.push(ClockEvent::TimeOut {
                    seat,
                    count: time.timeouts,
                });
                if self.spec.cards_lose.is_some() {
                    time.cards = time.cards.saturating_add(1);
                    events.push(ClockEvent::YellowCard {
                        seat,
                        count: time.cards,
                    });
                }
                let reached =
                    |limit: Option<u8>, count| limit.is_some_and(|limit| count >= u32::from(limit));
                let lost = if self.spec.on_timeout == OnTimeout::Lose {
                    Some(LostBy::Time)
                } else if reached(self.spec.timeouts_lose, time.timeouts) {
                    Some(LostBy::TimeOuts)
                } else if reached(self.spec.cards_lose, time.cards) {
                    Some(LostBy::Cards)
                } else {
                    None
                };
                match lost {
                    Some(by) => {
                        self.over = true;
                        events.push(ClockEvent::Lost { seat, by });
                    }
                    None => {
                        turn.auto_due = true;
                        events.push(ClockEvent::AutoAction { seat });
                    }
                }
            }
        }
    }
}

impl Turn {
    fn start_bank(&mut self, bank: Millis, spec: &ClockSpec) {
        self.bank_runs = true;
        self.warn_bank = spec.warn_at.is_some_and(|at| bank > at);
    }
}

/// The smaller of the limits that are set.
fn nearer(a: Option<Millis>, b: Option<Millis>) -> Option<Millis> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests;
