//! Flank: a placed piece turns over the enemy pieces in a row between itself and another piece of its side.

use crate::board::STEPS;
use crate::clause::ClauseId;
use crate::event::{Audience, Event, Log};
use crate::movement::Lines;
use crate::piece::Side;
use crate::position::{Position, Public};
use crate::shift::Shift;
use crate::site::{Site, SiteSet};
use crate::tables::{Resolver, Tables};

/// The compiled mechanism.
#[derive(Clone, Debug)]
pub struct FlankRule<const W: usize> {
    shifts: Vec<Shift<W>>,
    lines: Lines<W>,
    /// Its clause.
    pub clause: ClauseId,
}

impl<const W: usize> FlankRule<W> {
    pub(crate) fn compile(r: &mut Resolver<'_, W>) -> Option<Self> {
        let spec = r.spec.flank.as_ref()?;
        if r.spec.actions.place.is_none() {
            r.fail("flank", "nothing is placed: there is no `actions.place`");
        }
        let board = r.board;
        Some(Self {
            shifts: STEPS.iter().map(|s| Shift::along(board, *s)).collect(),
            lines: Lines::compile(board, &STEPS, 0),
            clause: r.clause(&spec.clause),
        })
    }

    /// The sites, empty or not, at the far end of a row of enemy pieces that begins beside a piece of a side.
    #[inline]
    #[must_use]
    pub fn flanking(&self, public: &Public<W>, side: Side) -> SiteSet<W> {
        let own = public.by_side[side.index()];
        let enemy = public.by_side[side.other().index()];
        let mut found = SiteSet::EMPTY;
        for shift in &self.shifts {
            let mut edge = shift.apply(own) & enemy;
            let mut rows = edge;
            while !edge.is_empty() {
                edge = shift.apply(edge) & enemy;
                rows |= edge;
            }
            found |= shift.apply(rows);
        }
        found
    }

    /// The enemy pieces that a piece of a side on this site flanks.
    #[must_use]
    pub fn flanked(&self, public: &Public<W>, side: Side, at: Site) -> SiteSet<W> {
        let own = public.by_side[side.index()];
        let enemy = public.by_side[side.other().index()];
        let mut found = SiteSet::EMPTY;
        for line in self.lines.through(at) {
            let seen = line.span(!enemy);
            for half in [line.lower, line.upper] {
                if (seen & half).meets(&own) {
                    found |= seen & half & enemy;
                }
            }
        }
        found
    }
}

/// Turns over what the piece just placed flanks.
pub(crate) fn turn<const W: usize>(
    tables: &Tables<W>,
    position: &mut Position<W>,
    at: Site,
    side: Side,
    log: &mut Log,
) {
    let Some(rule) = &tables.flank else {
        return;
    };
    for site in rule.flanked(position.public(), side, at) {
        if let Some(piece) = position.turn_over(site) {
            log.tell(Audience::ALL, || Event::Turned { at: site, piece });
        }
    }
}
