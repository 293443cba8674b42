//! Enclosure: groups of joined pieces of one side, and their liberties.

use crate::board::Board;
use crate::piece::Side;
use crate::position::Public;
use crate::site::{Site, SiteSet};

/// The sites of `within` that are joined to a site of `from` through others of `within`; `from` is part of it.
fn spread<const W: usize>(board: &Board<W>, from: SiteSet<W>, within: SiteSet<W>) -> SiteSet<W> {
    let mut reached = from;
    loop {
        let more = (board.dilate(reached) & within) - reached;
        if more.is_empty() {
            return reached;
        }
        reached |= more;
    }
}

/// The group that the piece at a site belongs to; empty when nobody's visible piece stands there.
#[must_use]
pub fn group<const W: usize>(board: &Board<W>, public: &Public<W>, at: Site) -> SiteSet<W> {
    let Some(side) = public.cell(at).side() else {
        return SiteSet::EMPTY;
    };
    let own = public.by_side[side.index()];
    let next = board.adjacent(at) & own;
    let pair = next | SiteSet::of(at);
    if next.is_empty() {
        return pair;
    }
    spread(board, pair, own)
}

/// The empty sites next to a group.
#[must_use]
pub fn liberties_of<const W: usize>(
    board: &Board<W>,
    public: &Public<W>,
    group: SiteSet<W>,
) -> SiteSet<W> {
    board.dilate(group) - public.occupied()
}

/// Whether the piece at a site has a liberty, without walking the whole group when a near one is seen; so has a site
/// without a visible piece.
#[must_use]
pub fn has_liberty<const W: usize>(board: &Board<W>, public: &Public<W>, at: Site) -> bool {
    let Some(side) = public.cell(at).side() else {
        return true;
    };
    let own = public.by_side[side.index()];
    let occupied = public.occupied();
    let mut near = board.adjacent(at);
    let mut group = SiteSet::of(at);
    loop {
        if !near.within(&occupied) {
            return true;
        }
        let more = (near & own) - group;
        if more.is_empty() {
            return false;
        }
        group |= more;
        near = board.dilate(more);
    }
}

/// Points of area scoring: a side's pieces and the empty sites that reach only its pieces.
#[must_use]
pub fn area<const W: usize>(board: &Board<W>, public: &Public<W>) -> [i32; 2] {
    let mut points = Side::BOTH.map(|s| public.by_side[s.index()].len() as i32);
    let free = board.all() - public.occupied();
    let mut left = free;
    while let Some(start) = left.lowest() {
        let region = spread(board, SiteSet::of(start), left);
        left = left - region;
        let border = board.dilate(region);
        let meets = Side::BOTH.map(|s| border.meets(&public.by_side[s.index()]));
        if meets[0] != meets[1] {
            points[usize::from(meets[1])] += region.len() as i32;
        }
    }
    points
}
