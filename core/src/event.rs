//! Events: what an action caused, each with the observers that are told.

use crate::action::Action;
use crate::clause::ClauseId;
use crate::piece::{Cell, Kind, Observer, Piece, Seat, Side};
use crate::position::Outcome;
use crate::site::Site;
use crate::spec::Verdict;

/// The observers that are told an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Audience(u8);

impl Audience {
    /// Everybody.
    pub const ALL: Self = Self(0b111);
    /// Nobody.
    pub const NOBODY: Self = Self(0);

    /// One seat.
    #[must_use]
    pub fn seat(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// The seats marked.
    #[must_use]
    pub fn seats(which: [bool; 2]) -> Self {
        Self(u8::from(which[0]) | u8::from(which[1]) << 1)
    }

    /// Whether the observer is told.
    #[must_use]
    pub fn includes(self, observer: Observer) -> bool {
        match observer {
            Observer::Seat(seat) => self.0 >> seat.0 & 1 != 0,
            Observer::Public => self.0 >> 2 & 1 != 0,
        }
    }
}

/// One thing that happened.
///
/// An event holds only what its whole audience may know; what some may know besides is an event of its own.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A piece went from one site to another.
    Moved {
        /// From where.
        from: Site,
        /// To where.
        to: Site,
    },
    /// A royal piece and a corner piece changed places.
    Castled {
        /// The royal piece's way.
        royal: (Site, Site),
        /// The corner piece's way.
        corner: (Site, Site),
    },
    /// A piece entered the board.
    Placed {
        /// Where.
        at: Site,
        /// What.
        piece: Piece,
    },
    /// A hidden piece was shown.
    Revealed {
        /// Where it stands.
        at: Site,
        /// What it is.
        piece: Piece,
    },
    /// A piece was captured, seen as it looked.
    Captured {
        /// Where it stood.
        at: Site,
        /// How it looked.
        look: Cell,
    },
    /// The identity of a piece lost from a site.
    Identity {
        /// Where it stood.
        at: Site,
        /// What it was.
        piece: Piece,
    },
    /// Two pieces met, and only the outcome is told.
    Clashed {
        /// The attacker's site.
        from: Site,
        /// The defender's site.
        at: Site,
        /// What happened.
        verdict: Verdict,
    },
    /// An attacker was lost.
    Lost {
        /// Where it stood.
        at: Site,
        /// How it looked.
        look: Cell,
    },
    /// A piece was removed by the rules of the variant.
    Removed {
        /// Where it stood.
        at: Site,
        /// How it looked.
        look: Cell,
    },
    /// A piece was turned over to the other side.
    Turned {
        /// Where.
        at: Site,
        /// What it is now.
        piece: Piece,
    },
    /// A piece became another kind.
    Promoted {
        /// Where.
        at: Site,
        /// What it became.
        kind: Kind,
    },
    /// A piece was destroyed by a hazard.
    Destroyed {
        /// Where.
        at: Site,
        /// How it looked.
        look: Cell,
    },
    /// Hazards are gone; how many are left.
    HazardsLeft {
        /// The count.
        left: u16,
    },
    /// Fog lifted from a site, showing its number.
    Lifted {
        /// Where.
        at: Site,
        /// The number of neighbouring hazards.
        number: u8,
        /// Whether a hazard shows there.
        hazard: bool,
    },
    /// Every hazard is found or gone.
    AllFound,
    /// The sides are settled.
    Settled {
        /// The seat.
        seat: Seat,
        /// Its side.
        side: Side,
    },
    /// The seats swapped sides.
    Swapped,
    /// A seat passed.
    Passed,
    /// A chain was ended by choice.
    Stopped,
    /// A special action was made.
    Acted {
        /// Its number.
        id: u8,
        /// By the piece at.
        from: Site,
        /// Upon.
        to: Site,
    },
    /// A try was refused by adjudication; the mover acts again.
    Refused {
        /// What was tried.
        action: Action,
        /// The clause that refused it, which everybody is told with it.
        clause: ClauseId,
    },
    /// The game ended.
    Ended(Outcome),
}

impl Event {
    /// The word for it in cases, records and the protocol.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Moved { .. } => "move",
            Self::Castled { .. } => "castle",
            Self::Placed { .. } => "place",
            Self::Revealed { .. } => "reveal",
            Self::Captured { .. } => "capture",
            Self::Identity { .. } => "identity",
            Self::Clashed { .. } => "clash",
            Self::Lost { .. } => "lost",
            Self::Removed { .. } => "remove",
            Self::Turned { .. } => "turn",
            Self::Promoted { .. } => "promote",
            Self::Destroyed { .. } => "destroy",
            Self::HazardsLeft { .. } => "hazards-left",
            Self::Lifted { .. } => "lift",
            Self::AllFound => "all-found",
            Self::Settled { .. } => "settle",
            Self::Swapped => "swap",
            Self::Passed => "pass",
            Self::Stopped => "stop",
            Self::Acted { .. } => "act",
            Self::Refused { .. } => "refuse",
            Self::Ended(_) => "end",
        }
    }
}

/// An event and who is told.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// Who.
    pub audience: Audience,
    /// What.
    pub event: Event,
}

/// Collects events, or lets them go where nobody listens.
#[derive(Clone, Debug, Default)]
pub struct Log {
    on: bool,
    told: Vec<Told>,
}

impl Log {
    /// A log that keeps events.
    #[must_use]
    pub fn on() -> Self {
        Self {
            on: true,
            told: Vec::new(),
        }
    }

    /// A log that lets events go.
    #[must_use]
    pub fn off() -> Self {
        Self::default()
    }

    /// Whether events are kept.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Tells an event.
    #[inline]
    pub fn tell(&mut self, audience: Audience, event: impl FnOnce() -> Event) {
        if self.on {
            self.told.push(Told {
                audience,
                event: event(),
            });
        }
    }

    /// Adds events already told.
    pub fn extend(&mut self, told: Vec<Told>) {
        if self.on {
            self.told.extend(told);
        }
    }

    /// The events, in order.
    #[must_use]
    pub fn into_told(self) -> Vec<Told> {
        self.told
    }
}
