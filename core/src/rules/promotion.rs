//! Promotion: what pieces become at the far end, chosen with the move or, after a reveal, on its own.

use crate::clause::ClauseId;
use crate::piece::{Kind, Side};
use crate::site::{Site, SiteSet};
use crate::tables::Resolver;

/// The compiled mechanism.
#[derive(Clone, Debug)]
pub struct PromotionRule<const W: usize> {
    /// Kinds that promote, as bits.
    pub kinds: u32,
    /// Where, by side.
    pub region: [SiteSet<W>; 2],
    /// Into which kinds.
    pub into: Vec<Kind>,
    /// Its clause.
    pub clause: ClauseId,
}

impl<const W: usize> PromotionRule<W> {
    pub(crate) fn compile(r: &mut Resolver<'_, W>) -> Option<Self> {
        let spec = r.spec.promotion.as_ref()?;
        let into: Vec<Kind> = spec
            .into
            .iter()
            .map(|name| r.kind("promotion.into", name))
            .collect();
        if into.is_empty() {
            r.fail(
                "promotion.into",
                "promotion needs at least one kind to become",
            );
        }
        Some(Self {
            kinds: r.kinds("promotion.kinds", &spec.kinds),
            region: r.region("promotion.region", &spec.region),
            into,
            clause: r.clause(&spec.clause),
        })
    }

    /// Whether a piece of this kind that lands there promotes.
    #[inline]
    #[must_use]
    pub fn applies(&self, side: Side, kind: Kind, to: Site) -> bool {
        self.kinds >> kind.0 & 1 != 0 && self.region[side.index()].contains(to)
    }
}
