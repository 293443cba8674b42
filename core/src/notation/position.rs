//! Position text: one line for every variant, read into a [`Setup`] and written from one.
//!
//! ```text
//! text     = rows [ " " turn { " " mark } { " " key "=" value } ]
//! rows     = rank { "/" rank }                     the highest rank first; as many sites in each as the board has
//! rank     = { number | piece }                    a number of empty sites, such as 8 or 10
//! piece    = letter                                upper case for the first side, lower case for the second
//!          | letter "~" [truth]                    hidden, looking like that letter
//!          | "X" [truth] | "x" [truth]             the back of a piece of the first, the second side
//!          | "?" [truth]                           the back of a piece of either side
//! truth    = "(" letter ")"
//! turn     = side | its first letter | "w" | "b" | "seat0" | "seat1"
//! ```
//!
//! Where sides are fixed and there is a royal piece, `turn` is written `w` or `b` and four *marks* follow, so that the
//! text is plain FEN: castling rights, the site passed over, turns without progress, the number of the move. Rights
//! are the letters of the ways, upper case for the first side, or `-`. Marks may be left out from the end on:
//!
//! ```text
//! rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2
//! ```
//!
//! Everything else is a field; a field that has its ordinary value is not written. In a value, a slash separates the
//! two seats or the two sides, `-` is nothing, pieces are letters with a number behind (`R2,p`), and sites are names
//! or rectangles (`a4-h7,c3`). [`FIELDS`] lists the keys in the order in which they are written.

use crate::board::BoardError;
use crate::piece::Seat;
use crate::position::{Arbiter, Position};
use crate::setup::{Setup, SetupError};
use crate::tables::{Colours, Tables};
use crate::view::View;

mod make;
mod read;
mod write;

pub(crate) use make::counted;
pub use read::{parse, set_field};
pub use write::write;
pub(crate) use write::{cell_token, halves, rights};

/// A key of position text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The key.
    pub key: &'static str,
    /// What it says.
    pub means: &'static str,
    /// An example.
    pub example: &'static str,
}

const fn field(key: &'static str, means: &'static str, example: &'static str) -> Field {
    Field {
        key,
        means,
        example,
    }
}

/// Every key, in the order in which fields are written.
pub const FIELDS: &[Field] = &[
    field(
        "colours",
        "the sides of seat 0 and seat 1, or `open`; seat 0 has the first side unless it is said",
        "colours=black/red",
    ),
    field(
        "chain",
        "the piece on the site may go on capturing",
        "chain=c4",
    ),
    field(
        "choose",
        "the piece on the site must become something",
        "choose=b8",
    ),
    field(
        "shoot",
        "the piece on the site has moved and must shoot",
        "shoot=d7",
    ),
    field(
        "over",
        "the game is over: the winner or `draw`, and the clause",
        "over=red:no-move-loses",
    ),
    field(
        "points",
        "the score that decided, of seat 0 and seat 1",
        "points=6/3.5",
    ),
    field("castling", "the rights to castle", "castling=KQkq"),
    field("ep", "the site that was passed over", "ep=e6"),
    field("quiet", "turns without progress", "quiet=49"),
    field("turns", "completed turns", "turns=12"),
    field("plies", "actions, where turns had several", "plies=15"),
    field("passes", "passes running", "passes=1"),
    field("fog", "sites under fog", "fog=a4-h7"),
    field("hazards", "where all hazards are", "hazards=c4,f5"),
    field(
        "seen",
        "hazards that everybody sees, where not all are known",
        "seen=c4",
    ),
    field(
        "left",
        "how many hazards are left, where not all are known",
        "left=4",
    ),
    field(
        "numbers",
        "numbers shown other than 0, where not all hazards are known",
        "numbers=b4:1,d5:2",
    ),
    field(
        "lost",
        "pieces off the board: `R2` known to all, `X` a piece of the first side that not all know, `x(n)` one with its truth",
        "lost=R2,h,X2,x(n)",
    ),
    field(
        "learned",
        "which lost pieces that not all know seat 0 and seat 1 know, where it is not what the variant tells",
        "learned=n/-",
    ),
    field(
        "known",
        "which hidden pieces seat 0 and seat 1 know, `*` for what the variant has them know",
        "known=a8,b8/*",
    ),
    field("set", "how promotions have changed the set", "set=P-1,Q+1"),
    field(
        "captures",
        "pieces taken by the first and the second side",
        "captures=3/1",
    ),
    field(
        "flips",
        "the side last turned up by seat 0 and seat 1, and how many running",
        "flips=red1/-",
    ),
    field(
        "flipped",
        "the side last turned up by anyone",
        "flipped=red",
    ),
    field(
        "chase",
        "what seat 0 and seat 1 chase: chaser, chased, turns running",
        "chase=c4>e4:9/-",
    ),
    field(
        "arrived",
        "where the last action of seat 0 and seat 1 ended",
        "arrived=d2/-",
    ),
    field(
        "var.NAME",
        "a number that the variant's script keeps",
        "var.charges=2",
    ),
];

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Nothing is written.
    #[error("a position text begins with the board's rows, joined by `/`")]
    Empty,
    /// The rows are wrong.
    #[error(transparent)]
    Board(#[from] SetupError),
    /// No such seat or side.
    #[error("`{token}` is no side to move; expected {expected}")]
    Turn {
        /// What was written.
        token: String,
        /// What could stand there.
        expected: String,
    },
    /// A word that is neither a mark nor a field.
    #[error("`{token}` is not understood here; expected {expected}")]
    Word {
        /// What was written.
        token: String,
        /// What could stand there.
        expected: String,
    },
    /// No such key.
    #[error("no field is called `{key}`; fields are {known}")]
    Key {
        /// What was written.
        key: String,
        /// The keys that there are.
        known: String,
    },
    /// A key that stands twice.
    #[error("`{key}` is given twice")]
    Twice {
        /// The key.
        key: String,
    },
    /// A value that does not fit its key.
    #[error("`{token}` is no value of `{key}`; expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// What was written.
        token: String,
        /// What could stand there.
        expected: String,
    },
    /// A site passed over that nothing can have passed over.
    #[error("no piece can have passed over {site} in the last turn")]
    EnPassant {
        /// Where.
        site: String,
    },
    /// A right to castle without its pieces.
    #[error("`{letter}` is no right to castle here: its pieces do not stand where they start")]
    Right {
        /// The letter.
        letter: char,
    },
}

impl PositionError {
    fn value(key: &str, token: &str, expected: impl Into<String>) -> Self {
        Self::Value {
            key: key.to_owned(),
            token: token.to_owned(),
            expected: expected.into(),
        }
    }

    fn sites(key: &str, token: &str, error: &BoardError) -> Self {
        Self::value(key, token, format!("sites such as `a4-h7,c3`: {error}"))
    }
}

/// Whether texts of a variant are written like FEN.
fn is_fen<const W: usize>(tables: &Tables<W>) -> bool {
    tables.colours == Colours::Fixed && tables.royal.is_some()
}

/// The setup that holds what a view's observer may know; hidden pieces it does not know have no truth.
#[must_use]
pub fn public_setup<const W: usize>(view: &View<'_, W>) -> Setup {
    make::of_view(view)
}

/// What a view's observer may know, as text.
#[must_use]
pub fn public_text<const W: usize>(view: &View<'_, W>) -> String {
    write(view.tables(), &public_setup(view))
}

/// The setup that holds the whole truth of a position.
#[must_use]
pub fn truth_setup<const W: usize>(
    tables: &Tables<W>,
    position: &Position<W>,
    arbiter: Arbiter,
) -> Setup {
    make::of_truth(tables, position, arbiter)
}

/// The whole truth of a position, as text.
#[must_use]
pub fn truth_text<const W: usize>(
    tables: &Tables<W>,
    position: &Position<W>,
    arbiter: Arbiter,
) -> String {
    write(tables, &truth_setup(tables, position, arbiter))
}

/// Completed turns before the move of that number.
fn turns_before(number: u32, turn: Seat) -> u32 {
    number
        .saturating_sub(1)
        .saturating_mul(2)
        .saturating_add(u32::from(turn.0))
}

#[cfg(test)]
mod tests;
