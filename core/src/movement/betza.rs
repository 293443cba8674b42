//! Betza notation, in which authors write how a kind moves, read into directed leaps.
//!
//! The notation is Ralph Betza's, as extended by XBoard ("XBetza",
//! <https://www.gnu.org/software/xboard/Betza.html>). A text is one or more atoms side by side,
//! each `modifiers letter range`; the kind may use any of them. [`parse`] resolves everything
//! that belongs to the notation, so that a reader of [`Atom`] needs to know none of it.
//!
//! ```
//! use masque_core::movement::betza::{Hop, Mode, parse};
//!
//! let cannon = parse("mRcpR")?;
//! assert_eq!(cannon[0].leaps, [(-1, 0), (0, -1), (0, 1), (1, 0)]);
//! assert_eq!((cannon[0].mode, cannon[0].hop, cannon[0].reach), (Mode::Move, Hop::None, 0));
//! assert_eq!((cannon[1].mode, cannon[1].hop, cannon[1].reach), (Mode::Capture, Hop::OverOne, 0));
//! # Ok::<(), masque_core::movement::betza::BetzaError>(())
//! ```
//!
//! # Letters
//!
//! ```text
//! G Z C H C Z G      W (1,0)   F (1,1)          K = W and F, one step
//! Z A N D N A Z      D (2,0)   A (2,2)          R = W without limit
//! C N F W F N C      H (3,0)   G (3,3)          B = F without limit
//! H D W * W D H      N (2,1)                    Q = R and B
//! C N F W F N C      C (3,1), also written L
//! Z A N D N A Z      Z (3,2), also written J
//! G Z C H C Z G
//! ```
//!
//! # Range
//!
//! | written | means |
//! |---|---|
//! | `N` | one leap |
//! | `W3`, `R3` | the same leap at most 3 times, onwards while the sites landed on are empty |
//! | `N0`, `NN` | the same without limit; `R`, `B` and `Q` have no limit unless a number gives one |
//!
//! # Directions
//!
//! "Forward" is up the board for the side that the leaps are given for; the other side's are
//! mirrored by the reader. Without a direction an atom has all of its leaps; several directions
//! are joined. Two letters of different axes combine, and so does a letter with itself,
//! whenever they stand together (`ffrrN` keeps `f` and `r` apart where `frN` does not).
//!
//! | modifier | orthogonal `W D H R` | diagonal `F A G B` | oblique `N C Z` |
//! |---|---|---|---|
//! | `f` `b` | the one leap up, down | the two leaps up, down | the two *steep* leaps up, down |
//! | `l` `r` | the one leap left, right | the two leaps left, right | the two *flat* leaps left, right |
//! | `v` `s` | up and down; left and right | all four | the four steep; the four flat leaps |
//! | `ff`, `ss`, ... | as the single letter | as the single letter | as the single letter |
//! | `fl`, `rb`, `fs`, `lv`, ... | both letters, joined | where both letters agree | of the leaps of the *second* letter, those on the side of the first: `lf` is the left one of the steep pair, `fs` the two flat leaps that go up |
//! | `fh` `bh` `lh` `rh` | error | error | the four leaps with a part that way |
//! | `hr` `hl` | error | error | the four turns of `rf`, of `lf` |
//!
//! # Other modifiers
//!
//! | modifier | means |
//! |---|---|
//! | `m`, `c` | only without, only with capture; neither or both: either way |
//! | `i` | only from the region where the kind starts |
//! | `e` | may also capture in passing; stands beside `c` |
//! | `n` | lame: the sites passed must be empty, see [`Atom::passed`]. On a ride this holds for each leap |
//! | `p` | hopper: exactly one of the sites that the ride lands on before the last is occupied, by any piece |
//!
//! # Where this departs from XBoard
//!
//! - A doubled letter (`NN`) is accepted as in Betza's original; XBoard accepts `N0` only.
//! - `n` on `H` and `G` means every site on the straight line; on `C` and `Z`, whose path nobody
//!   defines, and on single steps, which pass nothing, it is an error.
//! - `p` on a single leap is an error.
//! - `e` without `c` is an error.
//! - Directions on `K` and `Q` are an error, because programs disagree about them (`fK` is one
//!   step in XBoard and three in Fairy-Stockfish): write `fW` or `fWfF`.
//! - `nN` is the step orthogonally beside the origin and then on, as in XBoard.
//! - Everything else that XBetza has (`a g j o t y`, `O`, `U`, `@`, brackets, exact ranges such
//!   as `W03`) is an error that names it.

use std::ops::Range;

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

use grammar::{Grammar, Rule};

/// A leap as (files to the right, ranks up).
pub type Leap = (i8, i8);

/// One way in which a kind moves: a set of leaps that share range, mode and conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The directed leaps for a side that moves up the board; sorted, unique, never empty.
    pub leaps: Vec<Leap>,
    /// At most how many times the same leap is made: 1 is a leap, 0 is a ride without limit.
    pub reach: u8,
    /// Whether the atom moves, captures, or both.
    pub mode: Mode,
    /// What has to stand, or not to stand, on the way.
    pub hop: Hop,
    /// Whether the atom is allowed only from the region where the kind starts.
    pub initial: bool,
    /// Whether the atom also captures in passing; implies that `mode` captures.
    pub en_passant: bool,
    /// Bytes of the text that the atom was read from.
    pub span: Range<usize>,
}

impl Atom {
    /// The sites, relative to the origin of `leap`, that must be empty for a lame atom to make it:
    /// the orthogonal neighbour on the way for `N`, else all sites between on the straight line.
    ///
    /// Empty unless `hop` is [`Hop::Lame`].
    ///
    /// ```text
    /// nN to (1, 2)     nA to (2, 2)     nH to (3, 0)
    ///   . x              . x
    ///   # .              # .
    ///   o .            o . .            o # # x
    /// ```
    pub fn passed(&self, leap: Leap) -> Vec<Leap> {
        if self.hop != Hop::Lame {
            return Vec::new();
        }
        let (x, y) = (leap.0.unsigned_abs(), leap.1.unsigned_abs());
        let unit = (leap.0.signum(), leap.1.signum());
        if x == y || x == 0 || y == 0 {
            (1..x.max(y) as i8)
                .map(|k| (unit.0 * k, unit.1 * k))
                .collect()
        } else if x > y {
            vec![(unit.0, 0)]
        } else {
            vec![(0, unit.1)]
        }
    }
}

/// What an atom may do at the site it ends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Only enter an empty site.
    Move,
    /// Only capture.
    Capture,
    /// Either.
    Both,
}

/// What an atom asks of the sites on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hop {
    /// A leap asks nothing; a ride ends at the first occupied site.
    None,
    /// Exactly one of the sites that the ride lands on before its last is occupied.
    OverOne,
    /// The sites of [`Atom::passed`] are empty, for each leap.
    Lame,
}

/// Why a text is no movement, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BetzaError {
    /// Bytes of the text that are at fault, on character boundaries; empty at the end of the text.
    pub range: Range<usize>,
    /// What is wrong, without a final period.
    pub message: String,
    /// What could have stood there instead; empty when the fault is not one of form.
    pub expected: Vec<&'static str>,
}

/// Reads a movement; the atoms come in the order of the text.
///
/// # Errors
///
/// The first construct that is malformed, unsupported or without meaning, with its place.
pub fn parse(text: &str) -> Result<Vec<Atom>, BetzaError> {
    let mut pairs =
        Grammar::parse(Rule::movement, text).map_err(|error| malformed(text, &error))?;
    let movement = pairs.next().into_iter().flat_map(Pair::into_inner);
    movement
        .filter(|pair| pair.as_rule() == Rule::atom)
        .map(atom)
        .collect()
}

mod grammar {
    #![allow(missing_docs, unreachable_pub)]

    #[derive(pest_derive::Parser)]
    #[grammar = "movement/betza.pest"]
    pub(super) struct Grammar;
}

/// How the leaps of a letter lie, which decides what directions mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Orthogonal,
    Diagonal,
    Oblique,
    /// `K` and `Q`: two families at once.
    Royal,
}

fn atom(pair: Pair<'_, Rule>) -> Result<Atom, BetzaError> {
    let span = range(&pair);
    let mut directions = Vec::new();
    let (mut moves, mut captures) = (false, false);
    let (mut initial, mut en_passant) = (None, None);
    let (mut hop, mut hop_at) = (Hop::None, 0..0);
    let (mut letter, mut letter_at) = ("", 0..0);
    let mut reach = None;

    for part in pair.into_inner() {
        let at = range(&part);
        let again = match part.as_rule() {
            Rule::direction => {
                directions.push((part.as_str(), at));
                continue;
            }
            Rule::action if part.as_str() == "m" => std::mem::replace(&mut moves, true),
            Rule::action => std::mem::replace(&mut captures, true),
            Rule::initial => initial.replace(at.clone()).is_some(),
            Rule::passing => en_passant.replace(at.clone()).is_some(),
            Rule::hop | Rule::lame => {
                let new = if part.as_rule() == Rule::hop {
                    Hop::OverOne
                } else {
                    Hop::Lame
                };
                let old = std::mem::replace(&mut hop, new);
                hop_at = at.clone();
                if old != Hop::None && old != new {
                    return fault(at, "`n` and `p` exclude each other".into());
                }
                old == new
            }
            Rule::letter => {
                (letter, letter_at) = (part.as_str(), at);
                continue;
            }
            Rule::twice if matches!(letter, "R" | "B" | "Q") => {
                return fault(at, format!("`{letter}` has no limit already"));
            }
            Rule::twice => {
                reach = Some(0);
                continue;
            }
            Rule::steps => {
                reach = Some(steps(part.as_str(), at)?);
                continue;
            }
            _ => continue,
        };
        if again {
            return fault(at, format!("the modifier `{}` stands twice", part.as_str()));
        }
    }

    let (family, steps) = letter_leaps(letter);
    let reach = reach.unwrap_or(u8::from(!matches!(letter, "R" | "B" | "Q")));
    if let Some(at) = en_passant.clone().filter(|_| !captures) {
        return fault(
            at,
            "`e` adds a capture in passing to a capture: write `ce`".into(),
        );
    }
    match hop {
        Hop::OverOne if reach == 1 => {
            return fault(
                hop_at,
                format!("`p` needs a ride to hop on, and `{letter}` here is a single leap"),
            );
        }
        Hop::Lame if matches!(letter, "W" | "F" | "K" | "R" | "B" | "Q") => {
            return fault(
                hop_at,
                format!("`n` means nothing here: `{letter}` steps pass no site"),
            );
        }
        Hop::Lame if matches!(letter, "C" | "L" | "Z" | "J") => {
            return fault(
                hop_at,
                format!("`n` means nothing here: no path is defined for `{letter}`"),
            );
        }
        _ => {}
    }
    for (direction, at) in &directions {
        if family == Family::Royal {
            return fault(
                at.clone(),
                format!(
                    "directions on `{letter}` are read differently by different programs: \
                     write the orthogonal and the diagonal part apart"
                ),
            );
        }
        if family != Family::Oblique && direction.contains('h') {
            return fault(
                at.clone(),
                format!("`h` belongs to oblique atoms (N C Z), and `{letter}` is none"),
            );
        }
    }

    let mut leaps: Vec<Leap> = steps
        .iter()
        .flat_map(|&(long, short)| all_turns(long, short))
        .filter(|&leap| {
            directions.is_empty() || directions.iter().any(|(d, _)| selects(family, d, leap))
        })
        .collect();
    leaps.sort_unstable();
    leaps.dedup();
    if leaps.is_empty() {
        return fault(letter_at, format!("no move of `{letter}` goes that way"));
    }
    Ok(Atom {
        leaps,
        reach,
        mode: match (moves, captures) {
            (true, false) => Mode::Move,
            (false, true) => Mode::Capture,
            _ => Mode::Both,
        },
        hop,
        initial: initial.is_some(),
        en_passant: en_passant.is_some(),
        span,
    })
}

fn letter_leaps(letter: &str) -> (Family, &'static [Leap]) {
    match letter {
        "W" | "R" => (Family::Orthogonal, &[(1, 0)]),
        "D" => (Family::Orthogonal, &[(2, 0)]),
        "H" => (Family::Orthogonal, &[(3, 0)]),
        "F" | "B" => (Family::Diagonal, &[(1, 1)]),
        "A" => (Family::Diagonal, &[(2, 2)]),
        "G" => (Family::Diagonal, &[(3, 3)]),
        "N" => (Family::Oblique, &[(2, 1)]),
        "C" | "L" => (Family::Oblique, &[(3, 1)]),
        "Z" | "J" => (Family::Oblique, &[(3, 2)]),
        "K" | "Q" => (Family::Royal, &[(1, 0), (1, 1)]),
        _ => (Family::Oblique, &[]),
    }
}

/// The images of a leap under the turns and mirrors of the board; repeats some when it is straight.
fn all_turns(a: i8, b: i8) -> [Leap; 8] {
    [
        (a, b),
        (a, -b),
        (-a, b),
        (-a, -b),
        (b, a),
        (b, -a),
        (-b, a),
        (-b, -a),
    ]
}

/// Whether a direction modifier includes a leap.
fn selects(family: Family, direction: &str, leap: Leap) -> bool {
    let (x, y) = leap;
    let towards = |letter: u8| match letter {
        b'f' => y > 0,
        b'b' => y < 0,
        b'v' => y != 0,
        b'l' => x < 0,
        b'r' => x > 0,
        _ => x != 0,
    };
    let steep = y.unsigned_abs() > x.unsigned_abs();
    let (first, second) = match *direction.as_bytes() {
        [letter] => (letter, letter),
        [b'h', side] => return (steep == ((x > 0) == (y > 0))) == (side == b'r'),
        [letter, b'h'] => return towards(letter),
        [first, second] => (first, second),
        _ => return false,
    };
    match family {
        Family::Orthogonal => towards(first) || towards(second),
        Family::Diagonal | Family::Royal => towards(first) && towards(second),
        Family::Oblique => {
            steep == matches!(second, b'f' | b'b' | b'v') && towards(first) && towards(second)
        }
    }
}

fn steps(text: &str, at: Range<usize>) -> Result<u8, BetzaError> {
    if text.len() > 1 && text.starts_with('0') {
        return fault(at, format!("the exact range `{text}` is not supported"));
    }
    text.parse().or_else(|_| {
        fault(
            at,
            format!("a range of {text} steps is too long: at most 255"),
        )
    })
}

fn range(pair: &Pair<'_, Rule>) -> Range<usize> {
    let span = pair.as_span();
    span.start()..span.end()
}

fn fault<T>(range: Range<usize>, message: String) -> Result<T, BetzaError> {
    Err(BetzaError {
        range,
        message,
        expected: Vec::new(),
    })
}

/// Turns the parser's failure into a message that names the construct found.
fn malformed(text: &str, error: &pest::error::Error<Rule>) -> BetzaError {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let found = text.get(at..).and_then(|rest| rest.chars().next());
    let message = match found {
        None if text.is_empty() => "a movement has at least one atom".into(),
        None => "the movement ends before an atom's letter".into(),
        Some(found) => match unsupported(found) {
            Some(what) => format!("`{found}` ({what}) is not supported"),
            None if found == 'h' => {
                "`h` stands only in `fh`, `bh`, `lh`, `rh`, `hl` and `hr`".into()
            }
            None => format!("unexpected {found:?}"),
        },
    };
    let positives = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        ErrorVariant::CustomError { .. } => &[],
    };
    let mut expected: Vec<_> = positives
        .iter()
        .flat_map(|&rule| labels(rule))
        .copied()
        .collect();
    expected.sort_unstable();
    expected.dedup();
    BetzaError {
        range: at..at + found.map_or(0, char::len_utf8),
        message,
        expected,
    }
}

/// What XBetza means by a character that is not supported here.
#[must_use]
pub fn unsupported(found: char) -> Option<&'static str> {
    Some(match found {
        'a' => "several legs in one move",
        'g' => "grasshopper",
        'j' => "must jump, or skips the first site",
        'o' => "wraps around the board",
        'q' => "circular rider",
        't' => "one leg, then another",
        'u' | 'x' => "an effect on other pieces",
        'y' => "changes range in mid-move",
        'z' => "crooked rider",
        'O' => "castling",
        'U' => "leaps anywhere",
        '@' => "drop",
        'X' | 'Y' => "stretched atom",
        '(' | ')' => "leap given in numbers",
        '[' | ']' | '{' | '}' => "bent rider in brackets",
        _ => return None,
    })
}

fn labels(rule: Rule) -> &'static [&'static str] {
    const LETTER: &str = "an atom's letter (W F D N A H C L Z J G K Q R B)";
    const MODIFIER: &str = "a modifier (f b l r v s m c n p i e)";
    match rule {
        Rule::letter => &[LETTER],
        Rule::movement | Rule::atom => &[LETTER, MODIFIER],
        Rule::direction | Rule::action | Rule::hop | Rule::lame | Rule::initial | Rule::passing => {
            &[MODIFIER]
        }
        Rule::twice => &["the same letter again"],
        Rule::steps => &["a number of steps"],
        Rule::EOI => &["the end"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one(text: &str) -> Atom {
        let atoms = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(atoms.len(), 1, "{text}");
        atoms.into_iter().next().expect("one atom")
    }

    /// Checks the exact set of leaps of a single atom.
    fn leaps(text: &str, expected: &[Leap]) {
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(one(text).leaps, expected, "{text}");
    }

    /// Checks the place of the fault, and that the message names `names`.
    fn refuses(text: &str, place: Range<usize>, names: &str) {
        let error = parse(text).expect_err(text);
        assert_eq!(error.range, place, "{text}: {error}");
        assert!(error.message.contains(names), "{text}: {error}");
        assert!(!error.message.ends_with('.'), "{text}: {error}");
    }

    #[test]
    fn each_letter_has_its_leaps() {
        leaps("W", &[(0, 1), (0, -1), (1, 0), (-1, 0)]);
        leaps("F", &[(1, 1), (1, -1), (-1, 1), (-1, -1)]);
        leaps("D", &[(0, 2), (0, -2), (2, 0), (-2, 0)]);
        leaps("A", &[(2, 2), (2, -2), (-2, 2), (-2, -2)]);
        leaps("H", &[(0, 3), (0, -3), (3, 0), (-3, 0)]);
        leaps("G", &[(3, 3), (3, -3), (-3, 3), (-3, -3)]);
        for (letters, long, short) in [("N", 2, 1), ("CL", 3, 1), ("ZJ", 3, 2)] {
            for letter in letters.split("").filter(|l| !l.is_empty()) {
                leaps(letter, &all_turns(long, short));
            }
        }
        let king = [
            (0, 1),
            (0, -1),
            (1, 0),
            (-1, 0),
            (1, 1),
            (1, -1),
            (-1, 1),
            (-1, -1),
        ];
        leaps("K", &king);
        leaps("Q", &king);
        leaps("R", &[(0, 1), (0, -1), (1, 0), (-1, 0)]);
        leaps("B", &[(1, 1), (1, -1), (-1, 1), (-1, -1)]);
    }

    #[test]
    fn ranges() {
        for (text, reach) in [
            ("W", 1),
            ("W1", 1),
            ("W3", 3),
            ("W0", 0),
            ("WW", 0),
            ("R", 0),
            ("R0", 0),
            ("R4", 4),
            ("B", 0),
            ("B2", 2),
            ("Q", 0),
            ("Q2", 2),
            ("K", 1),
            ("KK", 0),
            ("K2", 2),
            ("N", 1),
            ("NN", 0),
            ("N0", 0),
            ("N12", 12),
            ("W255", 255),
        ] {
            assert_eq!(one(text).reach, reach, "{text}");
        }
        let (rook, wazir) = (one("R4"), one("W4"));
        assert_eq!((rook.leaps, rook.reach), (wazir.leaps, wazir.reach));
    }

    #[test]
    fn directions_on_orthogonal_atoms_join() {
        for f in ["f", "ff"] {
            leaps(&format!("{f}W"), &[(0, 1)]);
        }
        leaps("bW", &[(0, -1)]);
        leaps("lW", &[(-1, 0)]);
        leaps("rW", &[(1, 0)]);
        leaps("vW", &[(0, 1), (0, -1)]);
        leaps("sW", &[(-1, 0), (1, 0)]);
        leaps("fsW", &[(0, 1), (-1, 0), (1, 0)]);
        leaps("frW", &[(0, 1), (1, 0)]);
        leaps("rfW", &[(0, 1), (1, 0)]);
        leaps("fblW", &[(0, 1), (0, -1), (-1, 0)]);
        leaps("vsW", &[(0, 1), (0, -1), (-1, 0), (1, 0)]);
        leaps("bsD", &[(0, -2), (-2, 0), (2, 0)]);
    }

    #[test]
    fn directions_on_diagonal_atoms_intersect() {
        leaps("fF", &[(-1, 1), (1, 1)]);
        leaps("bF", &[(-1, -1), (1, -1)]);
        leaps("lF", &[(-1, -1), (-1, 1)]);
        leaps("rF", &[(1, -1), (1, 1)]);
        assert_eq!(one("vF").leaps.len(), 4);
        assert_eq!(one("sF").leaps.len(), 4);
        for (text, leap) in [
            ("fl", (-1, 1)),
            ("lf", (-1, 1)),
            ("fr", (1, 1)),
            ("bl", (-1, -1)),
            ("rb", (1, -1)),
        ] {
            leaps(&format!("{text}F"), &[leap]);
        }
        leaps("fsF", &[(-1, 1), (1, 1)]);
        leaps("lvF", &[(-1, -1), (-1, 1)]);
        leaps("flbrF", &[(-1, 1), (1, -1)]);
        leaps("fbF", &[(-1, 1), (1, 1), (-1, -1), (1, -1)]);
        leaps("ffrrF", &[(-1, 1), (1, 1), (1, -1)]);
    }

    #[test]
    fn directions_on_oblique_atoms_follow_the_table() {
        for (texts, expected) in [
            (&["f", "ff", "sf"][..], &[(-1, 2), (1, 2)][..]),
            (&["b", "bb"], &[(-1, -2), (1, -2)]),
            (&["l", "ll", "vl"], &[(-2, -1), (-2, 1)]),
            (&["r", "rr"], &[(2, -1), (2, 1)]),
            (
                &["v", "vv", "fb", "sv"],
                &[(-1, 2), (1, 2), (-1, -2), (1, -2)],
            ),
            (
                &["s", "ss", "lr", "vs"],
                &[(-2, -1), (-2, 1), (2, -1), (2, 1)],
            ),
            (&["fs"], &[(-2, 1), (2, 1)]),
            (&["bs"], &[(-2, -1), (2, -1)]),
            (&["lv"], &[(-1, 2), (-1, -2)]),
            (&["rv"], &[(1, 2), (1, -2)]),
            (&["lf"], &[(-1, 2)]),
            (&["rf"], &[(1, 2)]),
            (&["lb"], &[(-1, -2)]),
            (&["rb"], &[(1, -2)]),
            (&["fl"], &[(-2, 1)]),
            (&["fr"], &[(2, 1)]),
            (&["bl"], &[(-2, -1)]),
            (&["br"], &[(2, -1)]),
            (&["fh", "fffs"], &[(-2, 1), (-1, 2), (1, 2), (2, 1)]),
            (&["bh"], &[(-2, -1), (-1, -2), (1, -2), (2, -1)]),
            (&["lh"], &[(-2, -1), (-2, 1), (-1, 2), (-1, -2)]),
            (&["rh"], &[(2, -1), (2, 1), (1, 2), (1, -2)]),
            (&["hr"], &[(1, 2), (2, -1), (-1, -2), (-2, 1)]),
            (&["hl"], &[(-1, 2), (2, 1), (1, -2), (-2, -1)]),
            (&["ffrr"], &[(-1, 2), (1, 2), (2, -1), (2, 1)]),
        ] {
            for text in texts {
                leaps(&format!("{text}N"), expected);
            }
        }
        leaps("ffC", &[(-1, 3), (1, 3)]);
        leaps("fsZ", &[(-3, 2), (3, 2)]);
    }

    #[test]
    fn concatenation_keeps_the_order_and_the_spans() {
        let pawn = parse("fmWfceFifmnD").expect("pawn");
        let expect = |leaps: &[Leap], mode, hop, initial, en_passant, span| Atom {
            leaps: leaps.to_vec(),
            reach: 1,
            mode,
            hop,
            initial,
            en_passant,
            span,
        };
        assert_eq!(
            pawn,
            [
                expect(&[(0, 1)], Mode::Move, Hop::None, false, false, 0..3),
                expect(
                    &[(-1, 1), (1, 1)],
                    Mode::Capture,
                    Hop::None,
                    false,
                    true,
                    3..7
                ),
                expect(&[(0, 2)], Mode::Move, Hop::Lame, true, false, 7..12),
            ]
        );
        let cannon = parse("mRcpR").expect("cannon");
        assert_eq!(
            cannon.iter().map(|a| a.span.clone()).collect::<Vec<_>>(),
            [0..2, 2..5]
        );
        assert_eq!(cannon[1].hop, Hop::OverOne);
        // A doubled letter is a rider, an interrupted one is not.
        assert_eq!(parse("WWW").expect("rider, then leaper").len(), 2);
        assert_eq!(parse("WfW").expect("two atoms").len(), 2);
        assert_eq!(parse("BN").expect("two atoms").len(), 2);
    }

    #[test]
    fn modes_and_their_order() {
        assert_eq!(one("W").mode, Mode::Both);
        assert_eq!(one("mcW").mode, Mode::Both);
        assert_eq!(one("mW").mode, Mode::Move);
        assert_eq!(one("cW").mode, Mode::Capture);
        let (a, b) = (one("imfnD"), one("nfimD"));
        assert_eq!(a, b);
    }

    #[test]
    fn lame_atoms_know_what_they_pass() {
        let horse = one("nN");
        assert_eq!(horse.hop, Hop::Lame);
        assert_eq!(horse.passed((1, 2)), [(0, 1)]);
        assert_eq!(horse.passed((-1, -2)), [(0, -1)]);
        assert_eq!(horse.passed((2, -1)), [(1, 0)]);
        assert_eq!(one("nA").passed((2, -2)), [(1, -1)]);
        assert_eq!(one("nD").passed((-2, 0)), [(-1, 0)]);
        assert_eq!(one("nH").passed((0, 3)), [(0, 1), (0, 2)]);
        assert_eq!(one("nG").passed((-3, 3)), [(-1, 1), (-2, 2)]);
        assert_eq!(one("N").passed((1, 2)), []);
        assert_eq!(one("nNN").reach, 0);
    }

    #[test]
    fn unsupported_constructs_are_named_where_they_stand() {
        refuses("gQ", 0..1, "grasshopper");
        refuses("mgQ", 1..2, "grasshopper");
        refuses("oR", 0..1, "wraps");
        refuses("WtF", 1..2, "`t`");
        refuses("afW", 0..1, "legs");
        refuses("N(4,1)", 1..2, "numbers");
        refuses("t[FR]", 0..1, "`t`");
        refuses("W[FR]", 1..2, "brackets");
        refuses("KO2", 1..2, "castling");
        refuses("W@8", 1..2, "drop");
        refuses("W03", 1..3, "exact");
        refuses("jW", 0..1, "`j`");
    }

    #[test]
    fn malformed_text_says_where_and_what_was_expected() {
        refuses("", 0..0, "at least one");
        refuses("Nf", 2..2, "ends");
        refuses("W F", 1..2, "' '");
        refuses("3W", 0..1, "'3'");
        refuses("NN3", 2..3, "'3'");
        refuses("Wé", 1..3, "é");
        refuses("hN", 0..1, "`h`");
        let error = parse("f").expect_err("no letter");
        assert!(
            error.expected.iter().any(|e| e.contains("letter")),
            "{error:?}"
        );
        let error = parse("W!").expect_err("no such letter");
        assert!(error.expected.contains(&"the end"), "{error:?}");
        assert!(error.expected.contains(&"a number of steps"), "{error:?}");
    }

    #[test]
    fn meaningless_combinations_are_refused() {
        refuses("mfmW", 2..3, "twice");
        refuses("nnA", 1..2, "twice");
        refuses("npR", 1..2, "exclude");
        refuses("pW", 0..1, "ride");
        refuses("WpN", 1..2, "ride");
        refuses("nR", 0..1, "pass no site");
        refuses("nC", 0..1, "path");
        refuses("feF", 1..2, "`ce`");
        refuses("fK", 0..1, "apart");
        refuses("mfsQ", 1..3, "apart");
        refuses("fhW", 0..2, "oblique");
        refuses("RR", 1..2, "no limit");
        refuses("W256", 1..4, "255");
        refuses("W99999999999999999999", 1..21, "255");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_in_place(text in "\\PC{0,24}|[fblrvshmcnpieWFDNAHCLZJGKQRB0-9]{0,24}") {
            match parse(&text) {
                Ok(atoms) => {
                    let mut end = 0;
                    for atom in atoms {
                        prop_assert_eq!(atom.span.start, end);
                        end = atom.span.end;
                        prop_assert!(!atom.leaps.is_empty());
                        prop_assert!(atom.leaps.is_sorted_by(|a, b| a < b));
                        prop_assert_eq!(parse(&text[atom.span.clone()]).map(|a| a.len()), Ok(1));
                    }
                    prop_assert_eq!(end, text.len());
                }
                Err(error) => prop_assert!(text.get(error.range).is_some()),
            }
        }
    }
}
