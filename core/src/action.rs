//! Actions packed in 32 bits, and acts that may be out of turn.

use std::fmt;
use std::num::NonZeroU32;

use crate::piece::{Kind, Seat};
use crate::site::Site;

/// What an action does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Tag {
    /// A piece goes from one site to another; the argument may be a promotion kind.
    Move,
    /// A face-down piece is turned up.
    Flip,
    /// A piece of the argument's kind enters the board.
    Place,
    /// Nothing is done and the turn passes.
    Pass,
    /// A variant's own action, named by the argument; `from` acts on `to`.
    Special,
    /// The pending choice is made: the argument is a kind.
    Choose,
    /// The turn's chain is ended by choice.
    Stop,
    /// The seats swap sides.
    Swap,
    /// A royal piece at `from` castles with the corner piece at `to`.
    Castle,
}

/// One atomic choice, packed: `from` 9 bits, `to` 9 bits, argument 6 bits, manner 2 bits, tag 4 bits (never zero).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(NonZeroU32);

const NO_ARG: u32 = 63;

impl Action {
    #[inline]
    const fn pack(tag: Tag, from: Site, to: Site, arg: u32, manner: u8) -> Self {
        let bits = (manner as u32) << 24 | arg << 18 | (to.0 as u32) << 9 | from.0 as u32;
        // One is added to the tag, so that no action is zero and an absent one takes no more room.
        match NonZeroU32::new((tag as u32 + 1) << 26 | bits) {
            Some(packed) => Self(packed),
            None => Self(NonZeroU32::MIN),
        }
    }

    /// A move without promotion, made in the given manner of moving.
    #[inline]
    #[must_use]
    pub fn moving(from: Site, to: Site, manner: u8) -> Self {
        Self::pack(Tag::Move, from, to, NO_ARG, manner)
    }

    /// A move that promotes to `kind`.
    #[inline]
    #[must_use]
    pub fn promoting(from: Site, to: Site, manner: u8, kind: Kind) -> Self {
        Self::pack(Tag::Move, from, to, kind.0 as u32, manner)
    }

    /// Turns up the piece at `at`.
    #[inline]
    #[must_use]
    pub fn flip(at: Site) -> Self {
        Self::pack(Tag::Flip, at, at, NO_ARG, 0)
    }

    /// Places a piece of `kind` at `at`.
    #[inline]
    #[must_use]
    pub fn place(kind: Kind, at: Site) -> Self {
        Self::pack(Tag::Place, at, at, kind.0 as u32, 0)
    }

    /// Passes the turn.
    pub const PASS: Self = Self::pack(Tag::Pass, Site(0), Site(0), NO_ARG, 0);
    /// Ends a chain.
    pub const STOP: Self = Self::pack(Tag::Stop, Site(0), Site(0), NO_ARG, 0);
    /// Swaps sides.
    pub const SWAP: Self = Self::pack(Tag::Swap, Site(0), Site(0), NO_ARG, 0);

    /// The variant's special action number `id`, by the piece at `from` upon `to`.
    #[inline]
    #[must_use]
    pub fn special(id: u8, from: Site, to: Site) -> Self {
        Self::pack(Tag::Special, from, to, id as u32, 0)
    }

    /// Makes the pending choice.
    #[inline]
    #[must_use]
    pub fn choose(kind: Kind) -> Self {
        Self::pack(Tag::Choose, Site(0), Site(0), kind.0 as u32, 0)
    }

    /// Castles the royal piece at `royal` with the piece at `corner`.
    #[inline]
    #[must_use]
    pub fn castle(royal: Site, corner: Site) -> Self {
        Self::pack(Tag::Castle, royal, corner, NO_ARG, 0)
    }

    /// What it does.
    #[inline]
    #[must_use]
    pub fn tag(self) -> Tag {
        match self.0.get() >> 26 {
            0 | 1 => Tag::Move,
            2 => Tag::Flip,
            3 => Tag::Place,
            4 => Tag::Pass,
            5 => Tag::Special,
            6 => Tag::Choose,
            7 => Tag::Stop,
            8 => Tag::Swap,
            _ => Tag::Castle,
        }
    }

    /// Where it starts; for a flip or a placement, where it happens.
    #[inline]
    #[must_use]
    pub fn from(self) -> Site {
        Site((self.0.get() & 511) as u16)
    }

    /// Where it ends.
    #[inline]
    #[must_use]
    pub fn to(self) -> Site {
        Site((self.0.get() >> 9 & 511) as u16)
    }

    /// The promotion, placed or chosen kind, or the special action's number.
    #[inline]
    #[must_use]
    pub fn arg(self) -> Option<u8> {
        let arg = self.0.get() >> 18 & 63;
        (arg != NO_ARG).then_some(arg as u8)
    }

    /// The argument as a kind.
    #[inline]
    #[must_use]
    pub fn kind(self) -> Option<Kind> {
        self.arg().map(Kind)
    }

    /// The manner of moving, by index into the variant's manners.
    #[inline]
    #[must_use]
    pub fn manner(self) -> u8 {
        (self.0.get() >> 24 & 3) as u8
    }

    /// The same, made in another manner of moving.
    #[inline]
    #[must_use]
    pub fn in_manner(self, manner: u8) -> Self {
        let bits = self.0.get() & !(3 << 24) | u32::from(manner & 3) << 24;
        // The tag is part of what stays, and never zero.
        NonZeroU32::new(bits).map_or(self, Self)
    }

    /// The packed bits, for keys and files of this process.
    #[inline]
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?}({:?} {:?} {:?})",
            self.tag(),
            self.from(),
            self.to(),
            self.arg()
        )
    }
}

/// What a seat does beside the turns: recorded, but no ply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Gives the game up.
    Resign,
    /// Offers an agreed end.
    Offer,
    /// Accepts the other seat's offer.
    Accept,
    /// Declines the other seat's offer.
    Decline,
    /// Claims what the rules allow to be claimed, such as a draw by repetition.
    Claim,
    /// Starts the thinking-time bank.
    UseBank,
    /// Ran out of time; told by the clock, never by the seat.
    TimeOut,
}

/// An act and who did it.
pub type SeatAct = (Seat, Act);
