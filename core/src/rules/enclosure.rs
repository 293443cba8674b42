//! Enclosure: groups of joined pieces of one side, and their liberties.

use crate::board::Board;
use crate::piece::Side;
use crate::position::Public;
use crate::site::{Site, SiteSet};

/// The group that the piece at a site belongs to; empty when nobody's visible piece stands there.
#[must_use]
pub fn group<const W: usize>(board: &Board<W>, public: &Public<W>, at: Site) -> SiteSet<W> {
    let Some(side) = public.cell(at).side() else {
        return SiteSet::EMPTY;
    };
    let own = public.by_side[side.index()];
    let mut group = SiteSet::of(at);
    let mut frontier = group;
    while !frontier.is_empty() {
        let mut next = SiteSet::EMPTY;
        for site in frontier {
            next |= board.adjacent(site);
        }
        frontier = (next & own) - group;
        group |= frontier;
    }
    group
}

/// The empty sites next to a group.
#[must_use]
pub fn liberties_of<const W: usize>(
    board: &Board<W>,
    public: &Public<W>,
    group: SiteSet<W>,
) -> SiteSet<W> {
    let mut near = SiteSet::EMPTY;
    for site in group {
        near |= board.adjacent(site);
    }
    near - public.occupied()
}

/// Whether the piece at a site has a liberty, without walking the whole group when a near one is seen.
#[must_use]
pub fn has_liberty<const W: usize>(board: &Board<W>, public: &Public<W>, at: Site) -> bool {
    let Some(side) = public.cell(at).side() else {
        return true;
    };
    let own = public.by_side[side.index()];
    let free = board.all() - public.occupied();
    let mut group = SiteSet::of(at);
    let mut frontier = group;
    while !frontier.is_empty() {
        let mut next = SiteSet::EMPTY;
        for site in frontier {
            next |= board.adjacent(site);
        }
        if next.meets(&free) {
            return true;
        }
        frontier = (next & own) - group;
        group |= frontier;
    }
    false
}

/// Points of area scoring: a side's pieces and the empty sites that reach only its pieces.
#[must_use]
pub fn area<const W: usize>(board: &Board<W>, public: &Public<W>) -> [i32; 2] {
    let mut points = Side::BOTH.map(|s| public.by_side[s.index()].len() as i32);
    let free = board.all() - public.occupied();
    let mut left = free;
    while let Some(start) = left.lowest() {
        let mut region = SiteSet::of(start);
        let mut frontier = region;
        let mut border = SiteSet::EMPTY;
        while !frontier.is_empty() {
            let mut next = SiteSet::EMPTY;
            for site in frontier {
                next |= board.adjacent(site);
            }
            border |= next - free;
            frontier = (next & free) - region;
            region |= frontier;
        }
        left = left - region;
        let meets = Side::BOTH.map(|s| border.meets(&public.by_side[s.index()]));
        if meets[0] != meets[1] {
            points[usize::from(meets[1])] += region.len() as i32;
        }
    }
    points
}
