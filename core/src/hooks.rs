//! Hooks: what a script may be asked, and the effects that event hooks may have.

use crate::action::Action;
use crate::clause::ClauseId;
use crate::event::{Audience, Event, Log};
use crate::piece::{Kind, Seat, Side};
use crate::position::{Arbiter, Position, Public};
use crate::rules::{enclosure, reveal, terrain};
use crate::site::{Site, SiteSet};
use crate::tables::Tables;
use crate::view::View;

/// Why a hook did not finish.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HookError {
    /// The hook refused the action under a clause.
    #[error("refused by the script")]
    Refused(ClauseId),
    /// The hook failed: an error, or a limit. The game is unchanged.
    #[error("hook `{hook}` failed: {message}")]
    Failed {
        /// Which hook.
        hook: &'static str,
        /// What happened, with the place in the script when there is one.
        message: String,
    },
}

/// How a script ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndVerdict {
    /// The winning side; `None` for a draw.
    pub winner: Option<Side>,
    /// The clause.
    pub clause: ClauseId,
}

/// A compiled or interpreted script, for boards of `W` words.
///
/// No state of a script survives a call. Generator hooks get a view; only event hooks change the position.
pub trait Hooks<const W: usize>: Send + Sync {
    /// Adds actions of the piece at `at`, seen by the mover.
    ///
    /// # Errors
    /// [`HookError::Failed`].
    fn moves(&self, view: &View<'_, W>, at: Site, out: &mut Vec<Action>) -> Result<(), HookError>;

    /// A piece came to rest at `at` by a move.
    ///
    /// # Errors
    /// [`HookError`].
    fn landed(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError>;

    /// A piece was placed at `at`.
    ///
    /// # Errors
    /// [`HookError`].
    fn placed(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError>;

    /// The piece at `at` was turned up.
    ///
    /// # Errors
    /// [`HookError`].
    fn flipped(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError>;

    /// The special action `id` was made by the piece at `from` upon `to`.
    ///
    /// # Errors
    /// [`HookError`].
    fn acted(
        &self,
        effects: &mut Effects<'_, W>,
        id: u8,
        from: Site,
        to: Site,
    ) -> Result<(), HookError>;

    /// Asked after each turn whether the game is over.
    ///
    /// # Errors
    /// [`HookError`].
    fn ended(&self, effects: &mut Effects<'_, W>) -> Result<Option<EndVerdict>, HookError>;
}

/// A position in the hands of an event hook: reads what is public, and changes it through effects that tell.
pub struct Effects<'a, const W: usize> {
    /// The compiled variant.
    pub tables: &'a Tables<W>,
    /// The position changed.
    pub position: &'a mut Position<W>,
    /// Where effects are told.
    pub log: &'a mut Log,
    /// The seat whose action it is.
    pub mover: Seat,
}

impl<const W: usize> Effects<'_, W> {
    /// What everybody may know.
    #[must_use]
    pub fn public(&self) -> &Public<W> {
        self.position.public()
    }

    /// The group of the piece at a site.
    #[must_use]
    pub fn group(&self, at: Site) -> SiteSet<W> {
        enclosure::group(&self.tables.board, self.public(), at)
    }

    /// The liberties of the group at a site.
    #[must_use]
    pub fn liberties(&self, at: Site) -> SiteSet<W> {
        enclosure::liberties_of(&self.tables.board, self.public(), self.group(at))
    }

    /// Captures visible pieces for the mover: they count, and are lost to their sides.
    pub fn capture(&mut self, sites: SiteSet<W>) {
        let by = self.public().side_of(self.mover);
        for at in sites & self.public().occupied() {
            let look = self.public().cell(at);
            reveal::lose(self.tables, self.position, at, Some(self.mover), self.log);
            self.log
                .tell(Audience::ALL, || Event::Captured { at, look });
            if let Some(by) = by {
                crate::rules::capture::count_capture(&mut self.position.public, by);
            }
            self.position.public.progress |= crate::position::progress::CAPTURE;
        }
    }

    /// Removes pieces without counting them as captured.
    pub fn remove(&mut self, sites: SiteSet<W>) {
        for at in sites & self.public().occupied() {
            let look = self.public().cell(at);
            reveal::lose(self.tables, self.position, at, None, self.log);
            self.log.tell(Audience::ALL, || Event::Removed { at, look });
        }
    }

    /// Lifts fog from sites and shows hidden pieces there, to everybody.
    pub fn reveal(&mut self, sites: SiteSet<W>) {
        terrain::reveal_sites(self.tables, self.position, sites, self.log);
        for at in sites & self.public().hidden {
            reveal::show(self.position, at, self.log);
        }
    }

    /// Removes hazards for good; everybody learns how many are left.
    pub fn defuse(&mut self, sites: SiteSet<W>) {
        terrain::remove_hazards(self.tables, self.position, sites, self.log);
    }

    /// Puts a visible piece on an empty site.
    pub fn put(&mut self, at: Site, side: Side, kind: Kind) {
        if self.public().cell(at).is_empty() && self.tables.board.all().contains(at) {
            self.position
                .put_look(at, crate::piece::Cell::piece(side, kind));
            let piece = crate::piece::Piece { side, kind };
            self.log.tell(Audience::ALL, || Event::Placed { at, piece });
        }
    }

    /// Sets a number that the script keeps in the position; out of range is ignored.
    pub fn set_variable(&mut self, index: usize, value: i32) {
        if let Some(slot) = self.position.public.variables.get_mut(index) {
            *slot = value;
        }
    }

    /// The true kind of the piece at a site: a declared reading of truth, listed by `check`.
    #[must_use]
    pub fn truth(&self, at: Site) -> Option<crate::piece::Piece> {
        self.position.truth(Arbiter::assume()).piece(at)
    }
}
