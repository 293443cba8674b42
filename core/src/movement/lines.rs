//! Lines: the sites before and behind each site along straight lines, and what a piece sees along them.

use crate::board::{Board, Step};
use crate::site::{Site, SiteSet};

/// The sites along one line through a site, split at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<const W: usize> {
    /// Those with lower indexes; the highest is the nearest.
    pub lower: SiteSet<W>,
    /// Those with higher indexes; the lowest is the nearest.
    pub upper: SiteSet<W>,
}

impl<const W: usize> Line<W> {
    /// The sites seen from the middle, up to and with the nearest occupied one each way.
    #[inline]
    #[must_use]
    pub fn span(&self, occupied: SiteSet<W>) -> SiteSet<W> {
        (self.lower & (self.lower & occupied).from_highest())
            | (self.upper & (self.upper & occupied).to_lowest())
    }

    /// The sites seen beyond exactly one piece, up to and with the next occupied one each way.
    #[inline]
    #[must_use]
    pub fn beyond_one(&self, occupied: SiteSet<W>) -> SiteSet<W> {
        let near = self.span(occupied);
        self.span(occupied - near) - near
    }
}

/// Straight lines through every site, as far as a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines<const W: usize> {
    /// One step of each line, upwards where it goes both ways, and whether it goes down and up.
    ways: Vec<(Step, [bool; 2])>,
    /// The most steps; 0 without limit.
    limit: u8,
    /// By site, then by line.
    table: Vec<Line<W>>,
}

impl<const W: usize> Lines<W> {
    /// Follows directions over a board; those opposite to each other make one line. `limit` 0 is without limit.
    #[must_use]
    pub fn compile(board: &Board<W>, steps: &[Step], limit: u8) -> Self {
        let mut ways: Vec<(Step, [bool; 2])> = Vec::new();
        for &(dx, dy) in steps {
            let up = dy > 0 || (dy == 0 && dx > 0);
            let step = if up { (dx, dy) } else { (-dx, -dy) };
            match ways.iter_mut().find(|(s, _)| *s == step) {
                Some((_, both)) => both[usize::from(up)] = true,
                None => ways.push((step, [!up, up])),
            }
        }
        Self::of_ways(board, ways, limit)
    }

    fn of_ways(board: &Board<W>, ways: Vec<(Step, [bool; 2])>, limit: u8) -> Self {
        let run = |site: Site, step: Step| {
            let mut set = SiteSet::EMPTY;
            let mut at = site;
            let mut n = 0;
            while let Some(to) = board.step(at, step) {
                if limit != 0 && n == limit {
                    break;
                }
                set.insert(to);
                at = to;
                n += 1;
            }
            set
        };
        let one = |site: Site, &(step, both): &(Step, [bool; 2])| {
            let side = |on: bool, step: Step| if on { run(site, step) } else { SiteSet::EMPTY };
            Line {
                lower: side(both[0], (-step.0, -step.1)),
                upper: side(both[1], step),
            }
        };
        let table = board
            .all()
            .iter()
            .flat_map(|site| ways.iter().map(move |way| one(site, way)))
            .collect();
        Self { ways, limit, table }
    }

    /// The same lines turned round, each by itself: from where a piece may come that goes along it.
    #[must_use]
    pub fn reversed(&self, board: &Board<W>) -> Vec<Self> {
        let turned = |&(step, [down, up]): &(Step, [bool; 2])| {
            Self::of_ways(board, vec![(step, [up, down])], self.limit)
        };
        self.ways.iter().map(turned).collect()
    }

    /// Lines of both, where their limits are the same.
    #[must_use]
    pub fn joined(&self, board: &Board<W>, other: &Self) -> Option<Self> {
        let distinct = other
            .ways
            .iter()
            .all(|(s, _)| self.ways.iter().all(|(t, _)| s != t));
        (self.limit == other.limit && distinct).then(|| {
            let ways = self.ways.iter().chain(&other.ways).copied().collect();
            Self::of_ways(board, ways, self.limit)
        })
    }

    /// The lines through a site.
    #[inline]
    #[must_use]
    pub fn through(&self, site: Site) -> &[Line<W>] {
        let each = self.ways.len();
        &self.table[site.index() * each..][..each]
    }

    /// Every site on a line through a site.
    #[must_use]
    pub fn all(&self, site: Site) -> SiteSet<W> {
        let join = |set, line: &Line<W>| set | line.lower | line.upper;
        self.through(site).iter().fold(SiteSet::EMPTY, join)
    }

    /// How many ways there are along the lines from a site that lead anywhere.
    #[must_use]
    pub fn halves(&self, site: Site) -> usize {
        let leads = |line: &Line<W>| {
            let halves = [line.lower, line.upper];
            halves.iter().filter(|half| !half.is_empty()).count()
        };
        self.through(site).iter().map(leads).sum()
    }

    /// The sites seen from a site, up to and with the nearest occupied one along each line.
    #[inline]
    #[must_use]
    pub fn span(&self, site: Site, occupied: SiteSet<W>) -> SiteSet<W> {
        let join = |set, line: &Line<W>| set | line.span(occupied);
        self.through(site).iter().fold(SiteSet::EMPTY, join)
    }

    /// The sites seen beyond exactly one piece along each line, up to and with the next occupied one.
    #[inline]
    #[must_use]
    pub fn beyond_one(&self, site: Site, occupied: SiteSet<W>) -> SiteSet<W> {
        let join = |set, line: &Line<W>| set | line.beyond_one(occupied);
        self.through(site).iter().fold(SiteSet::EMPTY, join)
    }
}
