//! Sessions: as whom a program speaks, and what it may then do and see.

use masque_core::piece::{Observer, Seat};

use crate::protocol::fault::Fault;

/// As whom a request is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Who may set and read the truth, and speak for anyone.
    Arbiter,
    /// A player: acts for one seat and sees what that seat may.
    Seat(Seat),
    /// Sees what everybody may.
    Spectator,
}

impl Role {
    /// Reads `arbiter`, `spectator`, `seat 0` or `seat 1`.
    ///
    /// # Errors
    /// When it is none of these.
    pub(crate) fn read(text: &str) -> Result<Self, Fault> {
        match text {
            "arbiter" => Ok(Self::Arbiter),
            "spectator" => Ok(Self::Spectator),
            "seat 0" | "0" => Ok(Self::Seat(Seat(0))),
            "seat 1" | "1" => Ok(Self::Seat(Seat(1))),
            _ => {
                let shown: String = text.chars().take(40).collect();
                let fault = Fault::new("out-of-range", format!("no session is called `{shown}`"));
                Err(fault.hint("sessions are arbiter, seat 0, seat 1, spectator"))
            }
        }
    }

    /// The role that a request of this session asks to be made in: an arbiter may take any, others only their own.
    ///
    /// # Errors
    /// When the session may not.
    pub(crate) fn narrowed(self, to: Option<Self>) -> Result<Self, Fault> {
        match to {
            None => Ok(self),
            Some(to) if self == Self::Arbiter || self == to => Ok(to),
            Some(_) => Err(denied("only an arbiter speaks for another session")),
        }
    }

    /// The eyes it sees with when it does not say.
    pub(crate) fn eyes(self) -> Observer {
        match self {
            Self::Seat(seat) => Observer::Seat(seat),
            Self::Arbiter | Self::Spectator => Observer::Public,
        }
    }

    /// Makes sure that it may see what an observer sees.
    ///
    /// # Errors
    /// When it may not.
    pub(crate) fn may_see(self, observer: Observer) -> Result<(), Fault> {
        match (self, observer) {
            (Self::Arbiter, _) | (_, Observer::Public) => Ok(()),
            (Self::Seat(own), Observer::Seat(seat)) if own == seat => Ok(()),
            _ => Err(denied("this session may not see what another seat sees")),
        }
    }

    /// Makes sure that it may act for a seat.
    ///
    /// # Errors
    /// When it may not.
    pub(crate) fn may_act(self, seat: Seat) -> Result<(), Fault> {
        match self {
            Self::Arbiter => Ok(()),
            Self::Seat(own) if own == seat => Ok(()),
            Self::Seat(_) => Err(denied("this session may not act for the other seat")),
            Self::Spectator => Err(denied("a spectator may not act")),
        }
    }

    /// Makes sure that it is an arbiter.
    ///
    /// # Errors
    /// When it is not; `what` says what only an arbiter may do.
    pub(crate) fn arbiter(self, what: &str) -> Result<(), Fault> {
        match self {
            Self::Arbiter => Ok(()),
            Self::Seat(_) | Self::Spectator => Err(denied(&format!("only an arbiter may {what}"))),
        }
    }

    /// The word for it.
    pub(crate) fn word(self) -> String {
        match self {
            Self::Arbiter => "arbiter".to_owned(),
            Self::Spectator => "spectator".to_owned(),
            Self::Seat(seat) => format!("seat {}", seat.0),
        }
    }
}

fn denied(message: &str) -> Fault {
    Fault::new("not-allowed", message)
}
