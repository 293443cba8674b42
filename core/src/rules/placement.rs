//! Placement: on which empty sites a piece may be placed, worked out for the whole board at once.

use crate::clause::ClauseId;
use crate::piece::Side;
use crate::position::Public;
use crate::shift::Shift;
use crate::site::{Site, SiteSet};
use crate::spec::PlaceOn;
use crate::tables::{Resolver, Tables};

/// The compiled mechanism.
#[derive(Clone, Debug)]
pub struct PlacementRule<const W: usize> {
    /// Where pieces must be supported: the step up, and the sites that stand on the floor.
    support: Option<(Shift<W>, SiteSet<W>)>,
    /// The clause of being supported.
    pub support_clause: ClauseId,
}

impl<const W: usize> PlacementRule<W> {
    pub(crate) fn compile(r: &mut Resolver<'_, W>) -> Self {
        let spec = &r.spec.actions;
        let support = (spec.place_on == PlaceOn::Supported).then(|| {
            let up = Shift::along(r.board, (0, 1));
            let floor = up.unreached(r.board);
            (up, floor)
        });
        if support.is_some() && spec.place.is_none() {
            r.fail(
                "actions.place_on",
                "nothing is placed: there is no `actions.place`",
            );
        }
        let placing = spec.place.as_ref().map(|(_, clause)| clause);
        let clause = if spec.place_on_clause.is_empty() {
            placing.unwrap_or(&spec.place_on_clause)
        } else {
            &spec.place_on_clause
        };
        Self {
            support,
            support_clause: r.clause(clause),
        }
    }
}

/// The sites where a side may place its kind.
#[inline]
#[must_use]
pub fn placeable<const W: usize>(tables: &Tables<W>, public: &Public<W>, side: Side) -> SiteSet<W> {
    let occupied = public.occupied();
    let mut sites = tables.board.all() - occupied;
    if let Some((up, floor)) = &tables.placement.support {
        sites &= up.apply(occupied) | *floor;
    }
    if let Some(flank) = &tables.flank {
        sites &= flank.flanking(public, side);
    }
    sites
}

/// The clause by which a side may not place its kind on a site.
#[must_use]
pub(crate) fn refusal<const W: usize>(
    tables: &Tables<W>,
    public: &Public<W>,
    at: Site,
) -> ClauseId {
    let occupied = public.occupied();
    if occupied.contains(at) {
        return tables.ids.place;
    }
    let hangs = |(up, floor): &(Shift<W>, SiteSet<W>)| !(up.apply(occupied) | *floor).contains(at);
    if tables.placement.support.as_ref().is_some_and(hangs) {
        return tables.placement.support_clause;
    }
    tables.flank.as_ref().map_or(tables.ids.place, |f| f.clause)
}
