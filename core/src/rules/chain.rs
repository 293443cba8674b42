//! Chain: turns of several captures by one piece.

use crate::clause::ClauseId;
use crate::tables::Resolver;

/// The compiled mechanism.
#[derive(Clone, Copy, Debug)]
pub struct ChainRule {
    /// Only an open capture starts a chain.
    pub start_open_only: bool,
    /// Hidden targets may be links.
    pub hidden_links: bool,
    /// Open targets may be links.
    pub open_links: bool,
    /// Manners that may be links, as bits.
    pub manners: u8,
    /// The player may stop.
    pub may_stop: bool,
    /// Its clause.
    pub clause: ClauseId,
}

impl ChainRule {
    pub(crate) fn compile<const W: usize>(r: &mut Resolver<'_, W>) -> Option<Self> {
        let spec = r.spec.chain.as_ref()?;
        Some(Self {
            start_open_only: spec.start_open_only,
            hidden_links: spec.hidden_links,
            open_links: spec.open_links,
            manners: !r.manners("chain.not_manners", &spec.not_manners),
            may_stop: spec.may_stop,
            clause: r.clause(&spec.clause),
        })
    }
}
