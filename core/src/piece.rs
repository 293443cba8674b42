//! Kinds, sides, seats, pieces, and how a site's occupant is packed.

use std::fmt;

/// The most kinds a variant may have.
pub const MAX_KINDS: usize = 31;

/// What a piece is, by index into the variant's kinds.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
)]
pub struct Kind(pub u8);

impl Kind {
    /// The face of a hidden piece that shows nothing of its kind.
    pub const BACK: Self = Self(31);

    /// The index, ready for use in a table.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The colour of pieces: 0 or 1.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
)]
pub struct Side(pub u8);

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Self; 2] = [Self(0), Self(1)];

    /// The other side.
    #[inline]
    #[must_use]
    pub fn other(self) -> Self {
        Self(1 - self.0)
    }

    /// The index, ready for use in a table.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The fixed index of a player: 0 or 1.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
)]
pub struct Seat(pub u8);

impl Seat {
    /// Both seats, in order.
    pub const BOTH: [Self; 2] = [Self(0), Self(1)];

    /// The other seat.
    #[inline]
    #[must_use]
    pub fn other(self) -> Self {
        Self(1 - self.0)
    }

    /// The index, ready for use in a table.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who looks: a seat, or a spectator.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
)]
pub enum Observer {
    /// A player.
    Seat(Seat),
    /// A spectator.
    Public,
}

impl Observer {
    /// Every observer: the seats, then the spectator.
    pub const ALL: [Self; 3] = [Self::Seat(Seat(0)), Self::Seat(Seat(1)), Self::Public];
}

/// One piece: its side and its kind.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
)]
pub struct Piece {
    /// Its colour.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

/// What stands on a site, packed in a byte: nothing, a piece, or a back.
///
/// A back without a side is a piece of which nothing is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u8);

const SIDELESS: u8 = 2;

impl Cell {
    /// Nothing stands there.
    pub const EMPTY: Self = Self(0xff);
    /// A hidden piece of which not even the side shows.
    pub const BACK: Self = Self(SIDELESS << 5 | Kind::BACK.0);

    /// A piece as it looks.
    #[inline]
    #[must_use]
    pub fn piece(side: Side, kind: Kind) -> Self {
        Self(side.0 << 5 | kind.0)
    }

    /// Whether nothing stands there.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The side, unless empty or sideless.
    #[inline]
    #[must_use]
    pub fn side(self) -> Option<Side> {
        (self.0 >> 5 < SIDELESS).then_some(Side(self.0 >> 5))
    }

    /// The kind it looks like, possibly [`Kind::BACK`]; `None` when empty.
    #[inline]
    #[must_use]
    pub fn kind(self) -> Option<Kind> {
        (!self.is_empty()).then_some(Kind(self.0 & 31))
    }

    /// The piece, when side and kind both show.
    #[inline]
    #[must_use]
    pub fn as_piece(self) -> Option<Piece> {
        let side = self.side()?;
        let kind = Kind(self.0 & 31);
        (kind != Kind::BACK).then_some(Piece { side, kind })
    }

    /// 0 or 1 for a side, 2 for sideless; meaningless when empty.
    #[inline]
    pub(crate) fn owner_index(self) -> usize {
        (self.0 >> 5) as usize
    }

    /// The kind's index; meaningless when empty.
    #[inline]
    pub(crate) fn kind_index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The packed byte, for keys and tables.
    #[inline]
    #[must_use]
    pub fn byte(self) -> u8 {
        self.0
    }
}

impl From<Piece> for Cell {
    fn from(piece: Piece) -> Self {
        Self::piece(piece.side, piece.kind)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_empty(), self.side(), self.kind()) {
            (true, ..) => write!(f, "."),
            (_, side, kind) => write!(f, "{:?}/{:?}", side.map(|s| s.0), kind.map(|k| k.0)),
        }
    }
}
