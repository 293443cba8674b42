//! Check: royal pieces may not be left attacked, judged on what the mover sees.

use crate::action::{Action, Tag};
use crate::legal::batch::Batch;
use crate::movement::{Pressure, Sources};
use crate::piece::Side;
use crate::position::Public;
use crate::site::{Site, SiteSet};
use crate::view::View;

/// Where a side's royal piece stands, if it has one.
#[inline]
#[must_use]
pub fn royal_site<const W: usize>(view: &View<'_, W>, side: Side) -> Option<Site> {
    let royal = view.tables().royal?;
    let public = view.public();
    public.among(public.by_side[side.index()], royal).lowest()
}

/// Whether a side's royal piece is attacked, as everybody sees it.
#[must_use]
pub fn in_check<const W: usize>(view: &View<'_, W>, side: Side) -> bool {
    royal_site(view, side).is_some_and(|at| view.attacked(at, side.other()))
}

/// What generation knows before it asks about single actions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Safety<const W: usize> {
    side: Side,
    royal: Site,
    sources: Sources<W>,
    pressure: Pressure<W>,
    /// What tells the moves of most pieces apart; `None` where they must be tried one by one.
    limits: Option<Limits<W>>,
}

/// Which targets of a piece are safe without a trial, and which must be tried one by one; others are not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sifted<const W: usize> {
    pub(crate) safe: SiteSet<W>,
    pub(crate) doubtful: SiteSet<W>,
}

/// What tells the moves of most pieces apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits<const W: usize> {
    /// Pieces whose moves must be tried one by one.
    pub(crate) delicate: SiteSet<W>,
    /// Where all others may go.
    pub(crate) allowed: SiteSet<W>,
    /// Where going must be tried.
    pub(crate) doubtful: SiteSet<W>,
    /// Where a piece may capture in passing, which must be tried too.
    pub(crate) passed: SiteSet<W>,
}

impl<const W: usize> Limits<W> {
    /// Where nothing may be attacked.
    pub(crate) const NONE: Self = Self {
        delicate: SiteSet::EMPTY,
        allowed: SiteSet([u64::MAX; W]),
        doubtful: SiteSet::EMPTY,
        passed: SiteSet::EMPTY,
    };

    /// Tells the targets of moves apart, but those of the royal piece.
    #[inline]
    pub(crate) fn sift(&self, batch: &Batch<W>) -> Sifted<W> {
        let tried = batch.to & (self.doubtful | self.passed);
        let doubtful = batch.landing(self.delicate) | tried;
        Sifted {
            safe: (batch.to & self.allowed) - doubtful,
            doubtful,
        }
    }
}

impl<const W: usize> Safety<W> {
    /// Looks once; `None` when the side has no royal piece.
    pub(crate) fn look(view: &View<'_, W>, side: Side) -> Option<Self> {
        let mut safety = None;
        Self::look_into(view, side, &mut safety);
        safety
    }

    /// The same, written where it is to lie: copying it would have the processor wait for what it has just written.
    #[inline(never)]
    pub(crate) fn look_into(view: &View<'_, W>, side: Side, place: &mut Option<Self>) {
        let Some(royal) = royal_site(view, side) else {
            return;
        };
        let (tables, public) = (view.tables(), view.public());
        let safety = place.insert(Self {
            side,
            royal,
            sources: Sources::EMPTY,
            pressure: Pressure::NONE,
            limits: None,
        });
        let enemy = side.other().index();
        let threats = &tables.threats[enemy];
        threats.fill(public, public.by_side[enemy], &mut safety.sources);
        let pressure = &mut safety.pressure;
        threats.press(&tables.board, public, &safety.sources, royal, pressure);
        let allowed = match pressure.evasions {
            Some(evasions) => evasions,
            None if pressure.checkers.is_empty() => !SiteSet::EMPTY,
            None => return,
        };
        let passed = public.en_passant.map(|(passed, _)| SiteSet::of(passed));
        safety.limits = Some(Limits {
            delicate: pressure.opening | SiteSet::of(royal),
            allowed,
            doubtful: pressure.screening | public.hazards_seen,
            passed: passed.unwrap_or_default(),
        });
    }

    /// Whether the side is in check now.
    #[inline]
    pub(crate) fn checked(&self) -> bool {
        !self.pressure.checkers.is_empty()
    }

    /// What tells the moves of most pieces apart; `None` where they must be tried one by one.
    #[inline]
    pub(crate) fn limits(&self) -> Option<&Limits<W>> {
        self.limits.as_ref()
    }

    /// Tells the targets of moves apart, without asking about each.
    #[inline]
    pub(crate) fn sift(&self, view: &View<'_, W>, batch: &Batch<W>) -> Sifted<W> {
        if batch.stride == 0 && batch.from == self.royal {
            return Sifted {
                safe: self.escapes(view, batch.to),
                doubtful: SiteSet::EMPTY,
            };
        }
        match &self.limits {
            Some(limits) => limits.sift(batch),
            None => Sifted {
                safe: SiteSet::EMPTY,
                doubtful: batch.to,
            },
        }
    }

    /// Where of some sites the royal piece would not be attacked if it went there.
    #[inline(never)]
    fn escapes(&self, view: &View<'_, W>, sites: SiteSet<W>) -> SiteSet<W> {
        let mut occupied = view.public().occupied();
        occupied.remove(self.royal);
        let mut safe = SiteSet::EMPTY;
        for to in sites {
            let taken = SiteSet::of(to);
            if self.attackers(view, to, occupied | taken).within(&taken) {
                safe.insert(to);
            }
        }
        safe
    }

    /// Whether the royal piece is safe after a move, as far as the mover can see.
    #[inline]
    pub(crate) fn safe_after(&self, view: &View<'_, W>, action: Action) -> bool {
        let public = view.public();
        let (from, to) = (action.from(), action.to());
        match action.tag() {
            Tag::Move => {}
            Tag::Castle => return self.safe_after_castling(view, action),
            Tag::Place => {
                return !self.checked() && !self.pressure.screening.contains(to)
                    || self.safe_with(view, self.royal, None, Some(to), None);
            }
            // These move nothing, so they meet no attack.
            Tag::Special | Tag::Pass | Tag::Flip => return !self.checked(),
            Tag::Choose | Tag::Stop | Tag::Swap => return true,
        }
        let passing = passing_victim(public, view, action);
        if from == self.royal {
            return self.safe_with(view, to, Some(from), Some(to), None);
        }
        let vanishes = public.hazards_seen.contains(to) && destroys(view, from);
        let gone = if vanishes { Some(to) } else { passing };
        if gone.is_none()
            && !self.pressure.opening.contains(from)
            && !self.pressure.screening.contains(to)
        {
            if !self.checked() {
                return true;
            }
            if let Some(evasions) = self.pressure.evasions {
                return evasions.contains(to);
            }
        }
        self.safe_with(
            view,
            self.royal,
            Some(from),
            (!vanishes).then_some(to),
            gone,
        )
    }

    fn safe_after_castling(&self, view: &View<'_, W>, action: Action) -> bool {
        let Some(castling) = &view.tables().castling else {
            return true;
        };
        let Some(way) = castling.way(self.side, action.from(), action.to()) else {
            return true;
        };
        let mut occupied = view.public().occupied();
        occupied.remove(way.royal);
        occupied.remove(way.corner);
        occupied.insert(way.royal_to);
        if !(view.public().hazards_seen.contains(way.corner_to) && destroys(view, way.corner)) {
            occupied.insert(way.corner_to);
        }
        self.attackers(view, way.royal_to, occupied).is_empty()
    }

    /// The enemy pieces that would attack a site when all of `occupied` blocks.
    #[inline]
    fn attackers(&self, view: &View<'_, W>, site: Site, occupied: SiteSet<W>) -> SiteSet<W> {
        let tables = view.tables();
        tables.threats[self.side.other().index()].attackers(
            &tables.board,
            view.public(),
            &self.sources,
            site,
            occupied,
        )
    }

    fn safe_with(
        &self,
        view: &View<'_, W>,
        royal: Site,
        emptied: Option<Site>,
        filled: Option<Site>,
        gone: Option<Site>,
    ) -> bool {
        let mut occupied = view.public().occupied();
        let mut taken = SiteSet::EMPTY;
        if let Some(site) = emptied {
            occupied.remove(site);
        }
        if let Some(site) = gone {
            occupied.remove(site);
            taken.insert(site);
        }
        if let Some(site) = filled {
            occupied.insert(site);
            taken.insert(site);
        }
        (self.attackers(view, royal, occupied) - taken).is_empty()
    }
}

/// Whether the piece at a site, as the mover sees it, is destroyed by landing on a hazard.
fn destroys<const W: usize>(view: &View<'_, W>, from: Site) -> bool {
    let Some(terrain) = &view.tables().terrain else {
        return false;
    };
    view.moving_kind(from)
        .is_none_or(|k| terrain.immune >> k.0 & 1 == 0)
}

/// The piece that a move captures in passing.
#[inline]
pub(crate) fn passing_victim<const W: usize>(
    public: &Public<W>,
    view: &View<'_, W>,
    action: Action,
) -> Option<Site> {
    let (target, victim) = public.en_passant?;
    if target != action.to() || !public.cell(target).is_empty() {
        return None;
    }
    captures_in_passing(view, action.from(), target).then_some(victim)
}

/// Whether the piece at `from` captures in passing when it goes to `target`.
#[inline]
pub(crate) fn captures_in_passing<const W: usize>(
    view: &View<'_, W>,
    from: Site,
    target: Site,
) -> bool {
    let cell = view.cell(from);
    let (Some(side), Some(kind)) = (cell.side(), view.moving_kind(from)) else {
        return false;
    };
    let leaps = &view.tables().passing_to[side.index()][kind.index()];
    leaps
        .get(from.index())
        .is_some_and(|to| to.contains(target))
}
