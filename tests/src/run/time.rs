//! The clock of a case, driven together with its game.

use masque_core::clock::{Clock, ClockError, ClockEvent, ClockSpec, Millis};
use masque_core::piece::Seat;

/// A running clock and the moment that it is at.
#[derive(Clone, Debug)]
pub(super) struct Time {
    pub(super) clock: Clock,
    pub(super) now: Millis,
}

/// The word for an event of the clock and the seat concerned.
pub(super) fn word(event: &ClockEvent) -> (&'static str, Seat) {
    match event {
        ClockEvent::Warning { seat, .. } => ("warn", Seat(*seat)),
        ClockEvent::BankStarted { seat, .. } => ("bank-start", Seat(*seat)),
        ClockEvent::BankEmpty { seat } => ("bank-empty", Seat(*seat)),
        ClockEvent::TimeOut { seat, .. } => ("time-out", Seat(*seat)),
        ClockEvent::YellowCard { seat, .. } => ("yellow-card", Seat(*seat)),
        ClockEvent::AutoAction { seat } => ("auto-move", Seat(*seat)),
        ClockEvent::Lost { seat, .. } => ("lose", Seat(*seat)),
    }
}

impl Time {
    /// A clock set going at 0 for the seat to act.
    pub(super) fn new(spec: ClockSpec, timeouts: [u32; 2], seat: Seat) -> Result<Self, ClockError> {
        let mut clock = Clock::new(spec, 2)?;
        for (index, count) in timeouts.into_iter().enumerate() {
            clock.set_timeouts(index as u8, count)?;
        }
        clock.start(0, seat.0)?;
        Ok(Self { clock, now: 0 })
    }
}
