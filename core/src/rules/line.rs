//! Line: pieces of one side in a row, along the four directions of a grid.

use crate::board::{Board, STEPS};
use crate::piece::Side;
use crate::position::Public;
use crate::rules::touched::{self, Touched};
use crate::site::{Site, SiteSet};
use crate::spec::Spec;

/// Marks that a step leads off the board.
const OFF: u16 = u16::MAX;

/// One compiled ending of the sort `line`.
#[derive(Clone, Debug)]
pub(crate) struct LineRule {
    length: usize,
    exact: bool,
    wide: bool,
    /// The next site each way, by site: a direction, and at the following index the opposite one.
    next: Vec<[u16; 8]>,
}

impl LineRule {
    pub(crate) fn compile<const W: usize>(
        spec: &Spec,
        board: &Board<W>,
        length: u8,
        exact: bool,
    ) -> Self {
        let next = |s: Site| {
            let mut out = [OFF; 8];
            let forward = STEPS.iter().filter(|s| s.1 > 0 || (s.1 == 0 && s.0 > 0));
            for (way, &(dx, dy)) in forward.enumerate() {
                out[2 * way] = board.step(s, (dx, dy)).map_or(OFF, |s| s.0);
                out[2 * way + 1] = board.step(s, (-dx, -dy)).map_or(OFF, |s| s.0);
            }
            out
        };
        // A row that is too long comes to count when one of its pieces goes away or is taken.
        let shortened = exact && spec.kinds.iter().any(|k| !k.moves.is_empty());
        Self {
            length: usize::from(length),
            exact,
            wide: shortened || touched::is_wide(spec),
            next: board.all().iter().map(next).collect(),
        }
    }

    /// Which sides have a row that the last turn may have completed.
    pub(crate) fn made<const W: usize>(&self, public: &Public<W>) -> [bool; 2] {
        let mut made = [false; 2];
        match Touched::by(public, self.wide) {
            Touched::At(site) => {
                if let Some(side) = public.cell(site).side() {
                    made[side.index()] = self.through(&public.by_side[side.index()], site);
                }
            }
            Touched::Anywhere => {
                for side in Side::BOTH {
                    let own = &public.by_side[side.index()];
                    made[side.index()] = own.iter().any(|site| self.through(own, site));
                }
            }
            Touched::Nowhere => {}
        }
        made
    }

    /// Whether a row of these sites goes through one of them.
    #[inline]
    fn through<const W: usize>(&self, own: &SiteSet<W>, site: Site) -> bool {
        (0..4).any(|way| {
            let row = 1 + self.run(own, site, 2 * way) + self.run(own, site, 2 * way + 1);
            if self.exact {
                row == self.length
            } else {
                row >= self.length
            }
        })
    }

    /// How many of the sites follow one another from a site on, no more than it takes to tell.
    #[inline]
    fn run<const W: usize>(&self, own: &SiteSet<W>, from: Site, way: usize) -> usize {
        let mut run = 0;
        let mut at = self.next[from.index()][way];
        while run < self.length && at != OFF && own.contains(Site(at)) {
            run += 1;
            at = self.next[usize::from(at)][way];
        }
        run
    }
}
