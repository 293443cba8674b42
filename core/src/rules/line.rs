//! Line: pieces of one side in a row, along the four directions of a grid.

use crate::board::{Board, STEPS, Step};
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
    /// The four directions; none where lines are looked along at once.
    runs: Vec<Run>,
}

/// How many shifts tell rows of up to eight.
const MOST_SHIFTS: usize = 3;

/// Where rows may begin in one direction, looked for on the whole of a board of one word.
#[derive(Clone, Debug)]
struct Run {
    /// By how much to shift, each time what is left of the one before; 0 where no more is needed.
    shifts: [u32; MOST_SHIFTS],
    /// The sites from which a row of the length stays on the board.
    from: u64,
}

impl Run {
    /// One direction, upwards; `None` where indexes do not grow evenly along it.
    fn along<const W: usize>(board: &Board<W>, step: Step, length: usize) -> Option<Self> {
        let (mut by, mut from) = (None, 0);
        for start in board.all() {
            let next = |at: &Site| board.step(*at, step);
            let row: Vec<Site> = std::iter::successors(Some(start), next)
                .take(length)
                .collect();
            if row.len() < length {
                continue;
            }
            from |= 1u64.checked_shl(start.0.into())?;
            for pair in row.windows(2) {
                let here = pair[1].0.checked_sub(pair[0].0)?;
                if *by.get_or_insert(here) != here {
                    return None;
                }
            }
        }
        let mut long = 1;
        let shifts = [(); MOST_SHIFTS].map(|()| {
            let more = long.min(length.saturating_sub(long));
            long += more;
            u32::from(by.unwrap_or(0)) * more as u32
        });
        (long >= length).then_some(Self { shifts, from })
    }

    /// Whether some of the sites make a row.
    #[inline]
    fn meets(&self, sites: u64) -> bool {
        let [a, b, c] = self.shifts;
        let mut rows = sites & sites.wrapping_shr(a);
        rows &= rows.wrapping_shr(b);
        rows &= rows.wrapping_shr(c);
        rows & self.from != 0
    }
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
            runs: Self::runs(board, usize::from(length)),
        }
    }

    /// The four directions, where shifting the whole board is less than a look along the lines of one site.
    fn runs(board: &Board<W>, length: usize) -> Vec<Run> {
        let upwards = STEPS.iter().filter(|(x, y)| (*y, *x) > (0, 0));
        let runs = upwards.map(|step| Run::along(board, *step, length));
        match runs.collect::<Option<Vec<_>>>() {
            Some(runs) if W == 1 => runs.into_iter().filter(|run| run.from != 0).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether some of the sites may make a row.
    #[inline]
    fn is_likely(&self, sites: &SiteSet<W>) -> bool {
        self.runs.is_empty() || self.runs.iter().any(|run| run.meets(sites.0[0]))
    }

    /// Which sides have a row that the last turn may have completed.
    pub(crate) fn made(&self, public: &Public<W>) -> [bool; 2] {
        let mut made = [false; 2];
        match Touched::by(public, self.wide) {
            Touched::At(site) => {
                if let Some(side) = public.cell(site).side() {
                    let own = &public.by_side[side.index()];
                    made[side.index()] = self.is_likely(own) && self.through(own, site);
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
