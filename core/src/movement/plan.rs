//! Plans: the ways of moving of one kind folded together, so that most pieces take a few looks into tables.

use super::lines::Lines;
use super::mover::{Mover, Shape};
use crate::board::Board;
use crate::site::{Site, SiteSet};

/// What the ways of moving of one kind, all of one manner, come to.
#[derive(Clone, Debug)]
pub struct Plan<const W: usize> {
    /// The manner of them all.
    pub manner: u8,
    /// Leaps that go and capture, by site; empty when there is none. Limits of regions are applied.
    both: Vec<SiteSet<W>>,
    /// Leaps that only go.
    free: Vec<SiteSet<W>>,
    /// Leaps that only capture.
    hits: Vec<SiteSet<W>>,
    /// Slides that go and capture.
    slides: Option<Lines<W>>,
    /// Slides that only go.
    glides: Option<Lines<W>>,
    /// Hops that only capture.
    hops: Option<Lines<W>>,
    /// All other ways.
    pub rest: Vec<Mover<W>>,
    /// Where any of those starts.
    pub rest_from: SiteSet<W>,
}

impl<const W: usize> Plan<W> {
    /// Folds the ways of moving of one kind; `None` where they differ in manner or in what they capture.
    #[must_use]
    pub fn compile(board: &Board<W>, movers: &[Mover<W>]) -> Option<Self> {
        let manner = movers.first()?.manner;
        let mut plan = Self {
            manner,
            both: Vec::new(),
            free: Vec::new(),
            hits: Vec::new(),
            slides: None,
            glides: None,
            hops: None,
            rest: Vec::new(),
            rest_from: SiteSet::EMPTY,
        };
        for mover in movers {
            if mover.manner != manner || mover.victims != u32::MAX {
                return None;
            }
            if !plan.fold(board, mover) {
                plan.rest_from |= mover.from;
                plan.rest.push(mover.clone());
            }
        }
        Some(plan)
    }

    fn fold(&mut self, board: &Board<W>, mover: &Mover<W>) -> bool {
        if mover.just_arrived {
            return false;
        }
        let everywhere = mover.from == board.all() && mover.to == board.all() && !mover.not_adjacent;
        let line = |into: &mut Option<Lines<W>>, lines: &Lines<W>| {
            let joined = match into {
                None => Some(lines.clone()),
                Some(known) => known.joined(board, lines),
            };
            let folds = joined.is_some();
            if folds {
                *into = joined;
            }
            folds
        };
        match (&mover.shape, mover.moves, mover.captures) {
            (Shape::Leap(table), moves, captures) => {
                let into = match (moves, captures) {
                    (true, true) => &mut self.both,
                    (true, false) => &mut self.free,
                    (false, _) => &mut self.hits,
                };
                into.resize(board.len(), SiteSet::EMPTY);
                for from in board.all() & mover.from {
                    let mut to = table[from.index()] & mover.to;
                    if mover.not_adjacent {
                        to = to - board.adjacent(from);
                    }
                    if moves || captures {
                        into[from.index()] |= to;
                    }
                }
                true
            }
            (Shape::Slide(lines), true, true) if everywhere => line(&mut self.slides, lines),
            (Shape::Slide(lines), true, false) if everywhere => line(&mut self.glides, lines),
            (Shape::Hop(lines), false, true) if everywhere => line(&mut self.hops, lines),
            _ => false,
        }
    }

    /// Where a piece may go and what it may capture, but by the ways that are left: `empty` sites and `targets`
    /// that may be taken.
    #[inline]
    #[must_use]
    pub fn reach(
        &self,
        from: Site,
        occupied: SiteSet<W>,
        empty: SiteSet<W>,
        targets: SiteSet<W>,
    ) -> SiteSet<W> {
        let look = |table: &[SiteSet<W>]| table.get(from.index()).copied().unwrap_or_default();
        let mut found = look(&self.both) & (empty | targets);
        found |= look(&self.free) & empty;
        found |= look(&self.hits) & targets;
        if let Some(lines) = &self.slides {
            found |= lines.span(from, occupied) & (empty | targets);
        }
        if let Some(lines) = &self.glides {
            found |= lines.span(from, occupied) & empty;
        }
        if let Some(lines) = &self.hops {
            found |= lines.beyond_one(from, occupied) & targets;
        }
        found
    }
}
