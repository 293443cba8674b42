//! Shot: after its move a piece shoots, and what it shot stays where the shot ends.

use crate::clause::ClauseId;
use crate::movement::{Mover, Scene, compile_way};
use crate::piece::{Kind, Side};
use crate::site::{Site, SiteSet};
use crate::spec::MoveSpec;
use crate::tables::Resolver;
use crate::view::View;

/// The compiled mechanism.
#[derive(Clone, Debug)]
pub struct ShotRule<const W: usize> {
    /// The kind that is placed.
    pub kind: Kind,
    /// How shots reach, by the side that shoots.
    reach: [Vec<Mover<W>>; 2],
    /// Its clause.
    pub clause: ClauseId,
}

impl<const W: usize> ShotRule<W> {
    pub(crate) fn compile(r: &mut Resolver<'_, W>) -> Option<Self> {
        let spec = r.spec.shot.as_ref()?;
        let way = MoveSpec {
            betza: spec.reach.clone(),
            clause: spec.clause.clone(),
            ..MoveSpec::default()
        };
        let reach = Side::BOTH.map(|side| {
            compile_way(r.spec, r.board, r.clauses, &way, side).unwrap_or_else(|error| {
                if side.0 == 0 {
                    r.fail("shot.reach", error.to_string());
                }
                Vec::new()
            })
        });
        Some(Self {
            kind: r.kind("shot.kind", &spec.kind),
            reach,
            clause: r.clause(&spec.clause),
        })
    }
}

/// The sites to which the piece at a site may shoot.
#[inline]
#[must_use]
pub fn shots<const W: usize>(view: &View<'_, W>, at: Site) -> SiteSet<W> {
    let (tables, public) = (view.tables(), view.public());
    let (Some(rule), Some(side)) = (&tables.shot, public.cell(at).side()) else {
        return SiteSet::EMPTY;
    };
    let scene = Scene {
        occupied: public.occupied(),
    };
    rule.reach[side.index()]
        .iter()
        .fold(SiteSet::EMPTY, |all, mover| {
            all | mover.reach(&tables.board, at, &scene).0
        })
}
