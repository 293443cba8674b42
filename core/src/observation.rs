//! Observations: everything that an observer may know, as data.

use std::collections::BTreeMap;

use crate::notation::{action, position};
use crate::piece::{Observer, Piece, Seat, Side};
use crate::position::Phase;
use crate::rules::check::in_check;
use crate::setup::SetupCell;
use crate::spec::DealSpec;
use crate::tables::Tables;
use crate::view::View;

/// Everything that one observer may know of a position.
///
/// It is made from a [`View`] alone, and its parts stand in a fixed order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Observation {
    /// The variant's id.
    pub variant: String,
    /// Who looks: `seat0`, `seat1` or `public`.
    pub observer: String,
    /// The position text, as the observer may know it.
    pub text: String,
    /// The seat to act.
    pub turn: u8,
    /// The side of each seat; `None` while undecided.
    pub sides: [Option<String>; 2],
    /// What the game waits for: `play`, `chain`, `choose` or `over`.
    pub phase: &'static str,
    /// The piece that goes on or chooses.
    pub phase_site: Option<String>,
    /// Whether the royal piece of the seat to act is attacked.
    pub in_check: bool,
    /// Every site, in the board's order.
    pub sites: Vec<Seen>,
    /// Actions so far.
    pub ply: u32,
    /// Completed turns so far.
    pub turns: u32,
    /// Turns without progress.
    pub quiet: u32,
    /// Passes running.
    pub passes: u8,
    /// Where a piece may be captured in passing.
    pub en_passant: Option<String>,
    /// Rights to castle, as in position texts.
    pub castling: Option<String>,
    /// Hazards and fog.
    pub terrain: Option<Terrain>,
    /// Pieces taken by the first and the second side.
    pub captures: [u16; 2],
    /// Lost pieces that all know.
    pub lost: Vec<Count>,
    /// Lost pieces that the observer knows and not all do.
    pub learned: Vec<Count>,
    /// How many lost pieces of the first and the second side not all know.
    pub lost_hidden: [u8; 2],
    /// What the pieces that the observer does not know may be: the set less what it knows on the board and off it.
    pub pool: Vec<Count>,
    /// The last action.
    pub last: Option<String>,
    /// Tries refused in this turn.
    pub refused: Vec<String>,
    /// The seat that has offered an agreed end.
    pub offer: Option<u8>,
    /// Numbers that the variant's script keeps.
    pub variables: BTreeMap<String, i32>,
    /// How the game ended.
    pub outcome: Option<Ended>,
}

/// What an observer sees of one site.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Seen {
    /// Its name.
    pub site: String,
    /// How it looks, as boards draw it, with the truth when the observer knows it: `.`, `C`, `r~`, `?`, `X(M)`.
    pub look: String,
    /// The piece, when the observer knows it.
    pub piece: Option<Known>,
    /// Whether its piece is hidden.
    pub hidden: bool,
    /// Whether it is under fog.
    pub fog: bool,
    /// Whether a hazard shows there.
    pub hazard: bool,
    /// The number that shows there, in the zone of hazards.
    pub number: Option<u8>,
}

/// A piece that is known.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Known {
    /// Its side.
    pub side: String,
    /// Its kind.
    pub kind: String,
}

/// How many of a piece.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Count {
    /// The side.
    pub side: String,
    /// The kind.
    pub kind: String,
    /// The piece's letter.
    pub letter: char,
    /// How many.
    pub count: u8,
}

/// Hazards and fog.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Terrain {
    /// How many hazards are left.
    pub left: u16,
    /// Whether all fog has been lifted for good.
    pub all_found: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Ended {
    /// The winning seat; `None` for a draw.
    pub winner: Option<u8>,
    /// The clause.
    pub clause: String,
    /// Points of each seat in half points, where a score decided.
    pub half_points: Option<[i32; 2]>,
}

impl Observation {
    /// What a view's observer may know.
    #[must_use]
    pub fn of<const W: usize>(view: &View<'_, W>) -> Self {
        let (tables, public) = (view.tables(), view.public());
        let name = |site| tables.board.name(site).to_owned();
        let phase_site = match public.phase {
            Phase::Chain(at) | Phase::Choose(at) | Phase::Shoot(at) => Some(name(at)),
            Phase::Play | Phase::Over => None,
        };
        let side_name = |seat| public.side_of(seat).map(|s| tables.side_name(s).to_owned());
        let refused = public.refused.iter().flatten();
        let variables = tables.spec.variables.iter().zip(public.variables);
        Self {
            variant: tables.spec.id.clone(),
            observer: match view.observer() {
                Observer::Seat(seat) => format!("seat{}", seat.0),
                Observer::Public => "public".to_owned(),
            },
            text: position::public_text(view),
            turn: public.turn.0,
            sides: Seat::BOTH.map(side_name),
            phase: public.phase.word(),
            phase_site,
            in_check: public
                .side_of(public.turn)
                .is_some_and(|side| in_check(view, side)),
            sites: tables.board.all().iter().map(|s| seen(view, s)).collect(),
            ply: public.ply,
            turns: public.turns,
            quiet: public.quiet,
            passes: public.passes,
            en_passant: public.en_passant.map(|(at, _)| name(at)),
            castling: tables.castling.as_ref().map(|_| {
                let setup = position::public_setup(view);
                position::rights(tables, &setup)
            }),
            terrain: tables.terrain.as_ref().map(|_| Terrain {
                left: public.hazards_left,
                all_found: public.all_found,
            }),
            captures: public.captures,
            lost: counts(tables, &public.lost),
            learned: counts(tables, &view.learned()),
            lost_hidden: public.lost_hidden,
            pool: counts(tables, &pool(view)),
            last: public.last.map(|a| action::plain(tables, a)),
            refused: refused.map(|a| action::plain(tables, *a)).collect(),
            offer: public
                .offer
                .filter(|_| public.outcome.is_none())
                .map(|s| s.0),
            variables: variables
                .map(|((name, _), value)| (name.clone(), value))
                .collect(),
            outcome: public.outcome.map(|o| Ended {
                winner: o.winner.map(|s| s.0),
                clause: tables.clauses.slug(o.clause).to_owned(),
                half_points: o.scores,
            }),
        }
    }
}

fn seen<const W: usize>(view: &View<'_, W>, site: crate::site::Site) -> Seen {
    let (tables, public) = (view.tables(), view.public());
    let cell = public.cell(site);
    let (hidden, piece) = (public.hidden.contains(site), view.known(site));
    let drawn = match (hidden, cell.as_piece()) {
        (true, _) => SetupCell::Down {
            look: cell,
            truth: piece,
        },
        (false, Some(piece)) => SetupCell::Up(piece),
        (false, None) => SetupCell::Empty,
    };
    let zone = tables.terrain.as_ref().map(|t| t.zone);
    let fog = public.fog.contains(site);
    Seen {
        site: tables.board.name(site).to_owned(),
        look: position::cell_token(tables, drawn),
        piece: piece.map(|p| Known {
            side: tables.side_name(p.side).to_owned(),
            kind: kind_name(tables, p),
        }),
        hidden,
        fog,
        hazard: public.hazards_seen.contains(site),
        number: zone
            .filter(|z| z.contains(site) && !fog)
            .map(|_| public.number(site)),
    }
}

fn kind_name<const W: usize>(tables: &Tables<W>, piece: Piece) -> String {
    let spec = tables.spec.kinds.get(piece.kind.index());
    spec.map_or(String::new(), |k| k.name.clone())
}

fn counts<const W: usize>(tables: &Tables<W>, table: &[[u8; 32]; 2]) -> Vec<Count> {
    position::counted(table)
        .map(|(piece, count)| Count {
            side: tables.side_name(piece.side).to_owned(),
            kind: kind_name(tables, piece),
            letter: tables.letter(piece.side, piece.kind),
            count,
        })
        .collect()
}

/// The set, changed by promotions, less every piece that the observer knows; nothing where all is known.
fn pool<const W: usize>(view: &View<'_, W>) -> [[u8; 32]; 2] {
    let (tables, public) = (view.tables(), view.public());
    let learned = view.learned();
    let mut left = [[0i32; 32]; 2];
    let open = !view.unknown().is_empty() || public.lost_hidden != [0; 2];
    if tables.spec.setup.deal == DealSpec::None || !open {
        return [[0; 32]; 2];
    }
    for side in Side::BOTH {
        let i = side.index();
        for (k, spec) in tables.spec.kinds.iter().enumerate().take(32) {
            left[i][k] = i32::from(spec.count) + i32::from(public.promoted[i][k])
                - i32::from(public.lost[i][k])
                - i32::from(learned[i][k]);
        }
    }
    for site in public.occupied() {
        if let Some(piece) = view.known(site) {
            left[piece.side.index()][piece.kind.index()] -= 1;
        }
    }
    left.map(|side| side.map(|n| n.clamp(0, 255) as u8))
}

#[cfg(test)]
mod tests;
