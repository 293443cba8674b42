//! Quiet limit: turns, of both seats together, without progress.

use crate::position::{Public, progress};
use crate::tables::Tables;

/// Counts a finished turn.
pub(crate) fn count_turn<const W: usize>(tables: &Tables<W>, public: &mut Public<W>) {
    let Some(spec) = &tables.spec.quiet else {
        // Chess-like positions still carry the counter; it is kept for every variant at no cost.
        public.quiet = if public.progress & (progress::CAPTURE | progress::KIND) != 0 {
            0
        } else {
            public.quiet + 1
        };
        return;
    };
    let mut wanted = progress::CAPTURE | progress::KIND;
    if spec.reveal {
        wanted |= progress::REVEAL;
    }
    if public.progress & wanted == 0 {
        public.quiet += 1;
    } else if !spec.cumulative {
        public.quiet = 0;
    }
}
