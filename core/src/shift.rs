//! Shifts: whole sets of sites moved one step along a direction.

use crate::board::{Board, Step};
use crate::site::{Site, SiteSet};

/// One step along a direction of the grid, for whole sets at once.
#[derive(Clone, Debug)]
pub struct Shift<const W: usize> {
    /// The sites from which the step stays on the board.
    from: SiteSet<W>,
    way: Way,
}

/// How site indexes change.
#[derive(Clone, Debug)]
enum Way {
    /// They grow by a number, or shrink where it is negative.
    By(i32),
    /// By no one number, since sites are missing: the next site by site.
    Listed(Vec<Site>),
}

impl<const W: usize> Shift<W> {
    /// The step on a board.
    #[must_use]
    pub fn along(board: &Board<W>, step: Step) -> Self {
        let from = board
            .all()
            .iter()
            .filter(|s| board.step(*s, step).is_some())
            .collect();
        let whole = board.len() == usize::from(board.files()) * usize::from(board.ranks());
        let by = i32::from(step.0) + i32::from(step.1) * i32::from(board.files());
        let way = if !whole {
            let next = |s: Site| board.step(s, step).unwrap_or(s);
            Way::Listed(board.all().iter().map(next).collect())
        } else {
            Way::By(by)
        };
        Self { from, way }
    }

    /// The sites one step away from those of a set.
    #[inline]
    #[must_use]
    pub fn apply(&self, set: SiteSet<W>) -> SiteSet<W> {
        let set = set & self.from;
        match &self.way {
            Way::By(by) => set.shifted(*by),
            Way::Listed(next) => set.iter().map(|s| next[s.index()]).collect(),
        }
    }

    /// The sites that no step leads to.
    #[must_use]
    pub fn unreached(&self, board: &Board<W>) -> SiteSet<W> {
        board.all() - self.apply(board.all())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::STEPS;
    use crate::spec::BoardSpec;

    fn agrees<const W: usize>(files: u8, ranks: u8, holes: &[&str]) {
        let board = Board::<W>::compile(&BoardSpec {
            files,
            ranks,
            holes: holes.iter().map(|h| (*h).to_owned()).collect(),
            ..BoardSpec::default()
        })
        .expect("a board");
        for step in STEPS {
            let shift = Shift::along(&board, step);
            let mut reached = SiteSet::EMPTY;
            for site in board.all() {
                let next: SiteSet<W> = board.step(site, step).into_iter().collect();
                assert_eq!(
                    shift.apply(SiteSet::of(site)),
                    next,
                    "{step:?} from {site:?}"
                );
                reached |= next;
            }
            assert_eq!(shift.apply(board.all()), reached);
            assert_eq!(shift.unreached(&board), board.all() - reached);
        }
    }

    #[test]
    fn shifts_step_like_the_board() {
        agrees::<1>(8, 8, &[]);
        agrees::<1>(7, 6, &[]);
        agrees::<1>(1, 5, &[]);
        agrees::<1>(5, 5, &["c3", "a1", "e2"]);
        agrees::<2>(11, 11, &[]);
        agrees::<2>(9, 10, &["e5"]);
        agrees::<6>(26, 14, &[]);
        agrees::<6>(15, 15, &[]);
    }
}
