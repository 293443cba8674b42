//! Connection: pieces of one side that join two regions from neighbour to neighbour.

use crate::board::Board;
use crate::piece::Side;
use crate::position::Public;
use crate::rules::touched::{self, Touched};
use crate::site::{Site, SiteSet};
use crate::spec::Spec;

/// One compiled ending of the sort `connected`.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionRule<const W: usize> {
    /// The two regions, each by side.
    ends: [[SiteSet<W>; 2]; 2],
    wide: bool,
}

impl<const W: usize> ConnectionRule<W> {
    pub(crate) fn compile(spec: &Spec, ends: [[SiteSet<W>; 2]; 2]) -> Self {
        Self {
            ends,
            wide: touched::is_wide(spec),
        }
    }

    /// Which sides' pieces join their regions, where the last turn may have joined them.
    pub(crate) fn made(&self, board: &Board<W>, public: &Public<W>) -> [bool; 2] {
        let mut made = [false; 2];
        match Touched::by(public, self.wide) {
            Touched::At(site) => {
                if let Some(side) = public.cell(site).side() {
                    made[side.index()] = self.joined_by(board, public, side, site);
                }
            }
            Touched::Anywhere => {
                for side in Side::BOTH {
                    let own = public.by_side[side.index()];
                    let [near, far] = self.ends.map(|end| end[side.index()]);
                    made[side.index()] = spread(board, own, own & near).meets(&far);
                }
            }
            Touched::Nowhere => {}
        }
        made
    }

    /// Whether the piece at a site is the link between the regions of its side.
    #[inline]
    fn joined_by(&self, board: &Board<W>, public: &Public<W>, side: Side, site: Site) -> bool {
        let own = public.by_side[side.index()];
        let [near, far] = self.ends.map(|end| end[side.index()]);
        if !own.meets(&near) || !own.meets(&far) {
            return false;
        }
        // A piece that brings together fewer than two things (groups around it, regions it lies in) joins nothing new.
        let mut links = usize::from(near.contains(site)) + usize::from(far.contains(site));
        let mut beside = board.adjacent(site) & own;
        while let Some(one) = beside.lowest() {
            links += 1;
            beside = beside - spread(board, beside, SiteSet::of(one));
        }
        if links < 2 {
            return false;
        }
        let group = spread(board, own, SiteSet::of(site));
        group.meets(&near) && group.meets(&far)
    }
}

/// What can be reached within a set, from some of its sites on.
fn spread<const W: usize>(board: &Board<W>, within: SiteSet<W>, from: SiteSet<W>) -> SiteSet<W> {
    let mut reached = from;
    let mut frontier = from;
    while let Some(site) = frontier.lowest() {
        frontier.remove(site);
        let more = (board.adjacent(site) & within) - reached;
        reached |= more;
        frontier |= more;
    }
    reached
}
