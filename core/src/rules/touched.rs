//! What a turn may have completed, so that endings by shape need not look at the whole board.

use crate::action::Tag;
use crate::position::Public;
use crate::site::Site;
use crate::spec::Spec;

/// Where a shape may have come about with the turn just made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touched {
    /// Only through the piece that came to this site.
    At(Site),
    /// Anywhere: nothing was played yet, or a turn may do more than bring one piece to one site.
    Anywhere,
    /// Nowhere.
    Nowhere,
}

impl Touched {
    /// What the last turn touched; `wide` where it may have changed more than the site where it ended.
    #[inline]
    pub(crate) fn by<const W: usize>(public: &Public<W>, wide: bool) -> Self {
        match public.last {
            Some(last) if !wide => match last.tag() {
                Tag::Move | Tag::Place => Self::At(last.to()),
                Tag::Pass | Tag::Swap => Self::Nowhere,
                _ => Self::Anywhere,
            },
            _ => Self::Anywhere,
        }
    }
}

/// Whether a turn of the variant may bring pieces of a side to other sites than the one where its last action ends.
pub(crate) fn is_wide(spec: &Spec) -> bool {
    let hooks = &spec.hooks;
    hooks.landed
        || hooks.placed
        || hooks.flipped
        || hooks.acted
        || spec.flank.is_some()
        || spec.shot.is_some()
        || spec.chain.is_some()
        || spec.castling.is_some()
        || spec.hidden.reveal_on_move
}
