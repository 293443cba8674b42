//! What scripts read of a view or a position, for every way of running them.

use masque_core::piece::{Kind, Piece, Seat, Side};
use masque_core::position::Public;
use masque_core::rules::castling::{self, Way};
use masque_core::rules::{check, enclosure};
use masque_core::site::{Site, SiteSet};
use masque_core::tables::Tables;
use masque_core::view::View;

/// A view in the hands of a hook, or a position as all see it.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a, const W: usize> {
    /// What may be known.
    pub(crate) view: View<'a, W>,
    /// The seat whose action it is.
    pub(crate) mover: Seat,
}

impl<'a, const W: usize> Reader<'a, W> {
    pub(crate) fn tables(&self) -> &'a Tables<W> {
        self.view.tables()
    }

    pub(crate) fn public(&self) -> &'a Public<W> {
        self.view.public()
    }

    pub(crate) fn side(&self) -> Option<Side> {
        self.public().side_of(self.mover)
    }

    pub(crate) fn opponent(&self) -> Option<Side> {
        self.side().map(Side::other)
    }

    /// The pieces that show a side.
    pub(crate) fn of(&self, side: Option<Side>) -> SiteSet<W> {
        side.map_or(SiteSet::EMPTY, |s| self.public().by_side[s.index()])
    }

    pub(crate) fn owner(&self, at: Site) -> Option<Side> {
        self.view.cell(at).side()
    }

    pub(crate) fn kind(&self, at: Site) -> Option<Kind> {
        self.view.moving_kind(at)
    }

    pub(crate) fn piece(&self, at: Site) -> Option<Piece> {
        self.view.known(at)
    }

    pub(crate) fn face(&self, at: Site) -> Option<Kind> {
        let kind = self.public().cell(at).kind();
        kind.filter(|k| *k != Kind::BACK)
    }

    pub(crate) fn pieces(&self, side: Side, kind: Kind) -> SiteSet<W> {
        self.public().among(self.of(Some(side)), kind)
    }

    pub(crate) fn step(&self, at: Site, files: i64, ranks: i64) -> Option<Site> {
        let (files, ranks) = (i8::try_from(files).ok()?, i8::try_from(ranks).ok()?);
        self.tables().board.step(at, (files, ranks))
    }

    pub(crate) fn ahead(&self, at: Site) -> Option<Site> {
        let down = self.tables().spec.sides[self.owner(at)?.index()].down;
        self.step(at, 0, if down { -1 } else { 1 })
    }

    pub(crate) fn between(&self, a: Site, b: Site) -> SiteSet<W> {
        castling::between(&self.view, a, b)
    }

    pub(crate) fn group(&self, at: Site) -> SiteSet<W> {
        enclosure::group(&self.tables().board, self.public(), at)
    }

    pub(crate) fn liberties(&self, at: Site) -> SiteSet<W> {
        enclosure::liberties_of(&self.tables().board, self.public(), self.group(at))
    }

    /// Whether there are none of [`Self::liberties`].
    pub(crate) fn no_liberties(&self, at: Site) -> bool {
        let shows = self.public().cell(at).side().is_some();
        !shows || !enclosure::has_liberty(&self.tables().board, self.public(), at)
    }

    pub(crate) fn attacked(&self, at: Site) -> bool {
        self.opponent().is_some_and(|by| self.view.attacked(at, by))
    }

    pub(crate) fn attacked_through(&self, at: Site, lifted: Site) -> bool {
        let by = self.opponent();
        by.is_some_and(|by| self.view.attacked_through(at, by, lifted))
    }

    pub(crate) fn in_check(&self) -> bool {
        let side = self.side();
        side.is_some_and(|side| check::in_check(&self.view, side))
    }

    pub(crate) fn last_to(&self, side: Side) -> Option<Site> {
        let seat = self.public().seat_of(side)?;
        self.public().last_to[seat.index()].get()
    }

    pub(crate) fn captures(&self, side: Side) -> i64 {
        i64::from(self.public().captures[side.index()])
    }

    fn ways(&self) -> impl Iterator<Item = &'a Way> {
        let ways = match (&self.tables().castling, self.side()) {
            (Some(castling), Some(side)) => &castling.ways[side.index()][..],
            _ => &[],
        };
        ways.iter()
    }

    fn way(&self, king: Site, corner: Site) -> Option<&'a Way> {
        self.ways().find(|w| w.royal == king && w.corner == corner)
    }

    pub(crate) fn corners(&self, king: Site) -> SiteSet<W> {
        if !self.public().unmoved.contains(king) {
            return SiteSet::EMPTY;
        }
        let of_king = self.ways().filter(|w| w.royal == king);
        of_king.map(|w| w.corner).collect()
    }

    /// The sites crossed and the last one, of the royal or the corner piece.
    pub(crate) fn path(&self, king: Site, corner: Site, royal: bool) -> SiteSet<W> {
        let Some(way) = self.way(king, corner) else {
            return SiteSet::EMPTY;
        };
        let (from, to) = if royal {
            (way.royal, way.royal_to)
        } else {
            (way.corner, way.corner_to)
        };
        let mut path = self.between(from, to);
        path.insert(to);
        path
    }

    /// Whether `name` may add an action of the piece on `from`, when the piece on `asked` was asked about.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn may_add(
        &self,
        name: &str,
        asked: Site,
        from: Site,
        to: Site,
    ) -> Result<(), String> {
        let board = &self.tables().board;
        if from != asked {
            let (asked, found) = (board.name(asked), board.name(from));
            return Err(format!(
                "`{name}` adds actions of the piece asked about, on {asked}, not on {found}"
            ));
        }
        if name == "move_to" && self.of(self.side()).contains(to) {
            let to = board.name(to);
            return Err(format!("`move_to` ends on {to}, where an own piece stands"));
        }
        Ok(())
    }

    /// Whether a castling of the mover joins two sites.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn may_castle(&self, king: Site, corner: Site) -> Result<(), String> {
        if self.way(king, corner).is_some() {
            return Ok(());
        }
        let board = &self.tables().board;
        let (king, corner) = (board.name(king), board.name(corner));
        Err(format!(
            "no castling of the mover joins {king} and {corner}"
        ))
    }

    /// Whether a piece may be put on a site.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn may_put(&self, at: Site) -> Result<(), String> {
        if self.public().cell(at).is_empty() {
            return Ok(());
        }
        let name = self.tables().board.name(at);
        Err(format!(
            "`put` needs an empty site, and a piece stands on {name}"
        ))
    }
}

/// What a hook is told that may change nothing.
pub(crate) const FIXED: &str = "this hook is only asked, and may not change the position";

/// A number as one that a variable keeps.
///
/// # Errors
/// Why not.
pub(crate) fn variable_value(value: i64) -> Result<i32, String> {
    i32::try_from(value).map_err(|_| format!("{value} is too great for a variable"))
}
