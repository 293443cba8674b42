//! Views: what one observer may know of a position, and the only way that play's outputs are made.

use crate::piece::{Cell, Kind, Observer, Piece, Seat, Side};
use crate::position::{Position, Public};
use crate::rules::repetition::History;
use crate::site::{Site, SiteSet};
use crate::tables::Tables;

/// What one observer may know of a position: a borrow with masks.
///
/// A view cannot be turned back into a position:
///
/// ```compile_fail
/// fn steal<const W: usize>(view: &masque_core::view::View<'_, W>) -> masque_core::position::Position<W> {
///     view.position.clone()
/// }
/// ```
///
/// and a position shows its truth to nobody who has no [`crate::position::Arbiter`]:
///
/// ```compile_fail
/// fn peek<const W: usize>(position: &masque_core::position::Position<W>) -> u64 {
///     position.secret.hazards.0[0]
/// }
/// ```
#[derive(Clone, Copy)]
pub struct View<'a, const W: usize> {
    tables: &'a Tables<W>,
    position: &'a Position<W>,
    history: &'a History<W>,
    observer: Observer,
}

impl<'a, const W: usize> View<'a, W> {
    /// Looks at a position as an observer.
    #[inline]
    #[must_use]
    pub fn new(
        tables: &'a Tables<W>,
        position: &'a Position<W>,
        history: &'a History<W>,
        observer: Observer,
    ) -> Self {
        Self {
            tables,
            position,
            history,
            observer,
        }
    }

    /// The compiled variant.
    #[inline]
    #[must_use]
    pub fn tables(&self) -> &'a Tables<W> {
        self.tables
    }

    /// What everybody may know.
    #[inline]
    #[must_use]
    pub fn public(&self) -> &'a Public<W> {
        &self.position.public
    }

    /// The public positions that went before.
    #[inline]
    #[must_use]
    pub fn history(&self) -> &'a History<W> {
        self.history
    }

    /// Who looks.
    #[inline]
    #[must_use]
    pub fn observer(&self) -> Observer {
        self.observer
    }

    #[inline]
    fn seat(&self) -> Option<Seat> {
        match self.observer {
            Observer::Seat(seat) => Some(seat),
            Observer::Public => None,
        }
    }

    /// The observer's side, when it is a seat and sides are settled.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        self.public().side_of(self.seat()?)
    }

    /// Sites of hidden pieces whose identity the observer does not know.
    #[inline]
    #[must_use]
    pub fn unknown(&self) -> SiteSet<W> {
        self.position.unknown_to(self.seat())
    }

    /// The piece at a site, when the observer knows it.
    #[inline]
    #[must_use]
    pub fn known(&self, at: Site) -> Option<Piece> {
        if self.public().hidden.contains(at) {
            self.position.known_piece(self.seat()?, at)
        } else {
            self.public().cell(at).as_piece()
        }
    }

    /// What stands on a site: the piece when known to the observer, else how it looks.
    #[inline]
    #[must_use]
    pub fn cell(&self, at: Site) -> Cell {
        if self.public().hidden.contains(at)
            && let Some(piece) = self.seat().and_then(|s| self.position.known_piece(s, at))
        {
            return piece.into();
        }
        self.public().cell(at)
    }

    /// The kind that a piece moves as, for the observer: its own when known, else its face.
    #[inline]
    #[must_use]
    pub fn moving_kind(&self, at: Site) -> Option<Kind> {
        self.cell(at).kind().filter(|k| *k != Kind::BACK)
    }

    /// Lost hidden pieces whose identity the observer knows, by side and kind; public ones not included.
    #[must_use]
    pub fn learned(&self) -> [[u8; 32]; 2] {
        self.seat()
            .map_or([[0; 32]; 2], |seat| *self.position.learned(seat))
    }

    /// Whether pieces of `by` attack a site, as everybody sees them.
    #[must_use]
    pub fn attacked(&self, at: Site, by: Side) -> bool {
        let public = self.public();
        self.attacked_given(at, by, public.by_side[by.index()], public.occupied())
    }

    /// The same, with the piece at `lifted` taken off first.
    #[must_use]
    pub fn attacked_through(&self, at: Site, by: Side, lifted: Site) -> bool {
        let public = self.public();
        let mut occupied = public.occupied();
        occupied.remove(lifted);
        self.attacked_given(at, by, public.by_side[by.index()], occupied)
    }

    /// The same, with attackers and blockers given.
    #[inline]
    #[must_use]
    pub(crate) fn attacked_given(
        &self,
        at: Site,
        by: Side,
        attackers: SiteSet<W>,
        occupied: SiteSet<W>,
    ) -> bool {
        let (tables, public) = (self.tables, self.public());
        let threats = &tables.threats[by.index()];
        let sources = threats.sources(public, attackers);
        let found = threats.attackers(&tables.board, public, &sources, at, occupied);
        !found.is_empty()
    }

    /// A copy of the position that holds only what the observer knows, for trying actions on.
    #[must_use]
    pub fn scratch(&self) -> Position<W> {
        self.position.redacted(self.seat())
    }
}
