//! Scoring: points of both seats, in half points.

use crate::piece::{Seat, Side};
use crate::position::{Arbiter, Position};
use crate::rules::enclosure;
use crate::spec::ScoringWay;
use crate::tables::Tables;

/// The points of each seat in half points; `None` while sides are undecided or nothing is scored.
///
/// Material is counted on the truth: it is judged only when the game ends, with hidden pieces shown.
#[must_use]
pub(crate) fn points<const W: usize>(
    tables: &Tables<W>,
    position: &Position<W>,
) -> Option<[i32; 2]> {
    let spec = tables.spec.scoring.as_ref()?;
    let public = position.public();
    let of_sides = match &spec.way {
        ScoringWay::Captures => public.captures.map(i32::from),
        ScoringWay::Area => enclosure::area(&tables.board, public),
        ScoringWay::Material(values) => {
            let mut points = [0; 2];
            for (_, piece) in position.truth(Arbiter::assume()).pieces() {
                let name = tables
                    .spec
                    .kinds
                    .get(piece.kind.index())
                    .map_or("", |k| k.name.as_str());
                points[piece.side.index()] += values
                    .iter()
                    .find(|(k, _)| k == name)
                    .map_or(0, |(_, v)| *v);
            }
            points
        }
    };
    let halves = [of_sides[0] * 2, of_sides[1] * 2 + spec.komi_halves];
    let seat = |s: Seat| public.side_of(s).map(Side::index).map(|i| halves[i]);
    Some([seat(Seat(0))?, seat(Seat(1))?])
}
