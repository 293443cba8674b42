//! What turning a face-down piece up may bring: chances that are too small for a few simulations to tell apart.

use super::values::unseen_kinds;
use crate::action::Action;
use crate::movement::{Mover, Scene};
use crate::piece::{Kind, Side};
use crate::position::Public;
use crate::site::{Site, SiteSet};
use crate::tables::Tables;

/// What may be taken only after the other seat has acted is worth so much of what may be taken at once.
const LATER: f64 = 0.5;

/// A piece that shows, or that a face-down piece may turn out to be.
#[derive(Clone, Copy)]
struct Shown {
    side: Side,
    kind: Kind,
}

/// What each flip gains a side on average: by what the piece may turn out to be, what could take it there, and what it
/// could take. Pieces are worth 100 on average.
///
/// It rests on what shows and on what is left of the set, which everybody knows.
pub(super) fn gains<const W: usize>(
    tables: &Tables<W>,
    public: &Public<W>,
    side: Side,
) -> Vec<(Action, f64)> {
    let blank = public.hidden & public.by_side[2];
    let mut left = Vec::new();
    for of in Side::BOTH {
        for (kind, count) in unseen_kinds(tables, public, of) {
            left.push((Shown { side: of, kind }, f64::from(count)));
        }
    }
    let all: f64 = left.iter().map(|(_, count)| count).sum();
    if all == 0.0 {
        return Vec::new();
    }
    let scene = Scene {
        occupied: public.occupied(),
    };
    let shown: Vec<(Site, Shown)> = Side::BOTH
        .into_iter()
        .flat_map(|of| {
            let there = public.by_side[of.index()] - public.hidden;
            there.iter().filter_map(move |at| {
                let kind = public.cell(at).kind()?;
                Some((at, Shown { side: of, kind }))
            })
        })
        .collect();
    let attacks: Vec<(Shown, &Mover<W>, SiteSet<W>)> = shown
        .iter()
        .flat_map(|(at, piece)| {
            let each = movers(tables, *at, *piece);
            each.map(|mover| (*piece, mover, mover.reach(&tables.board, *at, &scene).1))
        })
        .collect();
    let gain_at = |at: Site| {
        let mut sum = 0.0;
        for (piece, count) in &left {
            let mut taken = 0;
            for (by, mover, hit) in &attacks {
                if by.side != piece.side && hit.contains(at) {
                    taken = taken.max(gain(tables, *by, mover, piece.kind));
                }
            }
            let mut takes = 0;
            for mover in movers(tables, at, *piece) {
                let hit = mover.reach(&tables.board, at, &scene).1;
                for (on, other) in &shown {
                    if other.side != piece.side && hit.contains(*on) {
                        takes = takes.max(gain(tables, *piece, mover, other.kind));
                    }
                }
            }
            let (taken, takes) = (f64::from(taken), f64::from(takes));
            sum += count
                * if piece.side == side {
                    takes * LATER - taken
                } else {
                    taken * LATER - takes
                };
        }
        sum / all
    };
    let gain_of = |at: Site| (Action::flip(at), gain_at(at));
    blank.iter().map(gain_of).collect()
}

/// The ways in which a piece on a site captures.
fn movers<const W: usize>(
    tables: &Tables<W>,
    at: Site,
    piece: Shown,
) -> impl Iterator<Item = &Mover<W>> {
    let locked = tables.capture.locked.contains(at);
    let movers = &tables.movers[piece.side.index()][piece.kind.index()];
    movers.iter().filter(move |m| m.captures && !locked)
}

/// What a piece gains by taking one of a kind that stands where it may be taken.
fn gain<const W: usize>(tables: &Tables<W>, by: Shown, mover: &Mover<W>, victim: Kind) -> i32 {
    if mover.victims >> victim.0 & 1 == 0 {
        return 0;
    }
    tables.values.gain(mover.manner, by.kind, victim)
}
