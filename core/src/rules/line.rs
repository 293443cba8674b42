//! Line: pieces of one side in a row, along the four directions of a grid.

use crate::board::{Board, STEPS};
use crate::movement::Lines;
use crate::piece::Side;
use crate::position::Public;
use crate::rules::touched::{self, Touched};
use crate::site::{Site, SiteSet};
use crate::spec::Spec;

/// One compiled ending of the sort `line`.
#[derive(Clone, Debug)]
pub(crate) struct LineRule<const W: usize> {
    length: usize,
    exact: bool,
    wide: bool,
    lines: Lines<W>,
}

impl<const W: usize> LineRule<W> {
    pub(crate) fn compile(spec: &Spec, board: &Board<W>, length: u8, exact: bool) -> Self {
        // A row that is too long comes to count when one of its pieces goes away or is taken.
        let shortened = exact && spec.kinds.iter().any(|k| !k.moves.is_empty());
        Self {
            length: usize::from(length),
            exact,
            wide: shortened || touched::is_wide(spec),
            lines: Lines::compile(board, &STEPS, 0),
        }
    }

    /// Which sides have a row that the last turn may have completed.
    pub(crate) fn made(&self, public: &Public<W>) -> [bool; 2] {
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
    fn through(&self, own: &SiteSet<W>, site: Site) -> bool {
        self.lines.through(site).iter().any(|line| {
            // Up to the nearest site each way that is not of the row.
            let row = 1 + (line.span(!*own) & *own).len();
            if self.exact {
                row == self.length
            } else {
                row >= self.length
            }
        })
    }
}
