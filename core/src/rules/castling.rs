//! Castling: a royal piece and a corner piece move together.

use crate::clause::ClauseId;
use crate::hooks::HookError;
use crate::piece::{Cell, Kind, Side};
use crate::position::{Position, Public};
use crate::site::{Site, SiteSet};
use crate::spec::DealSpec;
use crate::tables::{Resolver, Tables};
use crate::view::View;

/// One castling of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The letter in position texts, upper case.
    pub letter: char,
    /// Where the royal piece starts.
    pub royal: Site,
    /// Where the corner piece starts.
    pub corner: Site,
    /// Where the royal piece goes.
    pub royal_to: Site,
    /// Where the corner piece goes.
    pub corner_to: Site,
}

/// What one castling needs clear and safe.
#[derive(Clone, Copy, Debug)]
struct Ground<const W: usize> {
    /// Where the two pieces start.
    pieces: SiteSet<W>,
    /// Sites that nothing but the two pieces may stand on.
    clear: SiteSet<W>,
    /// Sites of the royal piece, from where it starts to where it goes.
    path: SiteSet<W>,
}

/// The compiled mechanism.
#[derive(Clone, Debug)]
pub struct Castling<const W: usize> {
    /// The kind the corner piece must look like.
    pub with: Kind,
    /// The ways of each side.
    pub ways: [Vec<Way>; 2],
    ground: [Vec<Ground<W>>; 2],
    /// Whether a script offers castling instead of the ordinary rule.
    pub scripted: bool,
    /// Its clause.
    pub clause: ClauseId,
}

impl<const W: usize> Castling<W> {
    pub(crate) fn compile(r: &mut Resolver<'_, W>) -> Option<Self> {
        let spec = r.spec.castling.as_ref()?;
        let mut ways = [Vec::new(), Vec::new()];
        for way in &spec.ways {
            let key = format!("castling.ways.{}", way.letter);
            let sites: Vec<Option<Site>> = [&way.royal, &way.corner, &way.royal_to, &way.corner_to]
                .into_iter()
                .map(|n| r.board.site(n))
                .collect();
            let [Some(royal), Some(corner), Some(royal_to), Some(corner_to)] = sites[..] else {
                r.fail(
                    &key,
                    "`royal`, `corner`, `royal_to` and `corner_to` must all be sites of the board",
                );
                continue;
            };
            ways[0].push(Way {
                letter: way.letter,
                royal,
                corner,
                royal_to,
                corner_to,
            });
            let mirror = |s: Site| r.board.mirrored(s).unwrap_or(s);
            ways[1].push(Way {
                letter: way.letter,
                royal: mirror(royal),
                corner: mirror(corner),
                royal_to: mirror(royal_to),
                corner_to: mirror(corner_to),
            });
        }
        let ground = |way: &Way| {
            let path = r.board.between(way.royal, way.royal_to)
                | SiteSet::of(way.royal)
                | SiteSet::of(way.royal_to);
            let crossed =
                path | r.board.between(way.corner, way.corner_to) | SiteSet::of(way.corner_to);
            let own = SiteSet::of(way.royal) | SiteSet::of(way.corner);
            Ground {
                pieces: own,
                clear: crossed - own,
                path,
            }
        };
        let ground = [0, 1].map(|side: usize| ways[side].iter().map(ground).collect());
        Some(Self {
            ground,
            with: r.kind("castling.with", &spec.with),
            ways,
            scripted: spec.scripted,
            clause: r.clause(&spec.clause),
        })
    }

    /// The way of a side whose royal and corner pieces stand there.
    #[must_use]
    pub fn way(&self, side: Side, royal: Site, corner: Site) -> Option<&Way> {
        self.ways[side.index()]
            .iter()
            .find(|w| w.royal == royal && w.corner == corner)
    }

    /// The ways of a side whose two pieces have not moved, the corner one looking as it must, and that nothing else
    /// stands on.
    #[inline]
    fn clear_ways(
        &self,
        public: &Public<W>,
        side: Side,
    ) -> impl Iterator<Item = (&Way, &Ground<W>)> {
        let (unmoved, occupied) = (public.unmoved, public.occupied());
        let ways = if unmoved.is_empty() {
            &[]
        } else {
            &self.ways[side.index()][..]
        };
        let clear = move |&(way, ground): &(&Way, &Ground<W>)| {
            let corner = || public.cell(way.corner);
            !ground.clear.meets(&occupied)
                && ground.pieces.within(&unmoved)
                && corner().side() == Some(side)
                && corner().kind() == Some(self.with)
        };
        ways.iter().zip(&self.ground[side.index()]).filter(clear)
    }

    /// Whether a site is where the royal piece of such a way stands.
    #[inline]
    pub(crate) fn is_clear_from(&self, public: &Public<W>, side: Side, royal: Site) -> bool {
        self.clear_ways(public, side)
            .any(|(way, _)| way.royal == royal)
    }
}

/// Whether what stands on a site may be a side's piece of a kind that has not moved, as far as looks go.
#[must_use]
pub(crate) fn stands<const W: usize>(
    tables: &Tables<W>,
    cell: Cell,
    hidden: bool,
    side: Side,
    kind: Option<Kind>,
) -> bool {
    // Where a piece is hidden until it moves, one that shows has moved.
    let dealt_hidden = tables.spec.hidden.reveal_on_move
        && matches!(tables.spec.setup.deal, DealSpec::OwnHome { .. })
        && kind.is_some_and(|k| tables.deal_except >> k.0 & 1 == 0);
    cell.side() == Some(side) && cell.kind() == kind && (!dealt_hidden || hidden)
}

/// Forgets marks that no right rests on any more, so that positions with the same rights are the same.
#[inline]
pub(crate) fn settle<const W: usize>(tables: &Tables<W>, position: &mut Position<W>) {
    let unmoved = position.public.unmoved;
    if unmoved.is_empty() {
        return;
    }
    let Some(castling) = &tables.castling else {
        return;
    };
    let mut kept = SiteSet::EMPTY;
    for way in castling.ways.iter().flatten() {
        if unmoved.contains(way.royal) && unmoved.contains(way.corner) {
            kept.insert(way.royal);
            kept.insert(way.corner);
        }
    }
    if kept != unmoved {
        position.keep_unmoved(kept);
    }
}

/// The sites strictly between two sites, see [`Board::between`](crate::board::Board::between).
#[must_use]
pub fn between<const W: usize>(view: &View<'_, W>, a: Site, b: Site) -> SiteSet<W> {
    view.tables().board.between(a, b)
}

/// Offers the castlings of the ordinary rule: both unmoved, way clear, royal piece never on an attacked site.
///
/// # Errors
/// None of its own; shaped like a hook.
#[inline]
pub(crate) fn offer<const W: usize>(
    view: &View<'_, W>,
    side: Side,
    mut add: impl FnMut(Site, Site),
) -> Result<(), HookError> {
    let Some(castling) = &view.tables().castling else {
        return Ok(());
    };
    for (way, ground) in castling.clear_ways(view.public(), side) {
        if is_safe(view, side, way, ground) {
            add(way.royal, way.corner);
        }
    }
    Ok(())
}

/// Whether the royal piece never stands on an attacked site.
fn is_safe<const W: usize>(view: &View<'_, W>, side: Side, way: &Way, ground: &Ground<W>) -> bool {
    let (tables, public, enemy) = (view.tables(), view.public(), side.other().index());
    let threats = &tables.threats[enemy];
    let sources = threats.sources(public, public.by_side[enemy]);
    // What the royal piece itself shadows must not count as shelter.
    let occupied = public.occupied() - SiteSet::of(way.royal);
    let attacked = |site: Site| {
        let found = threats.attackers(&tables.board, public, &sources, site, occupied);
        !found.is_empty()
    };
    !ground.path.iter().any(attacked)
}
