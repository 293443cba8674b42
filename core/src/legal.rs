//! Legal actions, computed from the mover's view and from nothing else.

use crate::action::{Action, Tag};
use crate::clause::ClauseId;
use crate::event::Log;
use crate::hooks::{HookError, Hooks};
use crate::movement::{Group, Mover, Plan, Scene};
use crate::piece::{Kind, Observer, Seat, Side};
use crate::position::Phase;
use crate::random::Dice;
use crate::rules::chain::ChainRule;
use crate::rules::check::{Safety, captures_in_passing};
use crate::rules::placement::placeable;
use crate::rules::shot::shots;
use crate::rules::{castling, chase};
use crate::site::{Site, SiteSet};
use crate::spec::{EndThen, EndWhen, HiddenTarget, PassRule, Verdict};
use crate::tables::Tables;
use crate::view::View;
use batch::{Batch, Kept, List, Sieve, Sink};
use std::sync::Arc;

pub(crate) mod batch;

/// How often an action is drawn from more than there are before all are made.
const MOST_DRAWS: u32 = 8;
/// How many groups of kinds are drawn from so.
pub(crate) const MOST_GROUPS: usize = 6;
/// How many manners of moving a variant may have.
const MANNERS: usize = 4;

/// A compiled variant with its script.
#[derive(Clone)]
pub struct Rules<const W: usize> {
    /// The tables.
    pub tables: Arc<Tables<W>>,
    /// The script, when the variant has one.
    pub hooks: Option<Arc<dyn Hooks<W>>>,
}

impl<const W: usize> std::fmt::Debug for Rules<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Rules({}, {} words)", self.tables.spec.id, W)
    }
}

/// The stage at which an action fails, in the order in which they are asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Not the seat's turn, or not an action of this phase.
    Phase,
    /// Not an own piece.
    Ownership,
    /// The piece does not move so.
    Movement,
    /// It may not capture that.
    Capture,
    /// The royal piece would be left attacked.
    Check,
    /// The position would come again, the own group would have no liberty, or the chase is too long.
    Repetition,
}

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The first stage that failed.
    pub stage: Stage,
    /// The clause it rests on.
    pub clause: ClauseId,
}

/// What a seat may do as it sees things, worked out once to be asked about many actions.
#[derive(Clone, Debug)]
pub struct Listing {
    /// What phase, ownership, movement and capture allow.
    pub(crate) candidates: Vec<Action>,
    /// The legal actions among them, in the order of [`Rules::legal`], and a forced pass.
    pub(crate) legal: Vec<Action>,
}

impl Listing {
    /// The legal actions.
    #[must_use]
    pub fn legal(&self) -> &[Action] {
        &self.legal
    }
}

/// What one way of moving reaches: empty sites, visible targets, unknown targets.
#[derive(Clone, Copy)]
struct Reach<const W: usize> {
    free: SiteSet<W>,
    visible: SiteSet<W>,
    unknown: SiteSet<W>,
}

/// What a side's pieces may reach and attack, worked out once for a view.
struct Scan<'a, const W: usize> {
    view: View<'a, W>,
    side: Side,
    scene: Scene<W>,
    /// Visible pieces that may be attacked, as far as their sites and rank as royal tell.
    targets: SiteSet<W>,
    /// Pieces of which the observer knows too little, likewise.
    unknown: SiteSet<W>,
    /// Sites where nothing stands.
    empty: SiteSet<W>,
    /// Whether the observer knows pieces that others do not.
    private: bool,
    /// Where a piece may be captured in passing.
    passing: Option<Site>,
    /// Whether any target may be taken by any piece.
    trivial: bool,
}

impl<'a, const W: usize> Scan<'a, W> {
    #[inline]
    fn new(view: &View<'a, W>, side: Side) -> Self {
        let (tables, public) = (view.tables(), view.public());
        let hidden = if public.hidden.is_empty() {
            SiteSet::EMPTY
        } else {
            view.unknown() - public.by_side[side.index()]
        };
        let enemy = public.by_side[side.other().index()];
        let royals = tables
            .royal
            .map_or(SiteSet::EMPTY, |royal| public.among(enemy, royal));
        let safe = tables.capture.safe;
        let occupied = public.occupied();
        let passing = public.en_passant.map(|(target, _)| target);
        Self {
            view: *view,
            side,
            scene: Scene { occupied },
            empty: tables.board.all() - occupied,
            private: !public.hidden.is_empty() && view.unknown() != public.hidden,
            passing: passing.filter(|target| !occupied.contains(*target)),
            trivial: tables.capture.open_is_trivial && tables.capture.guarded.is_empty(),
            targets: enemy - hidden - royals - safe,
            unknown: if tables.capture.hidden == HiddenTarget::Refuse {
                SiteSet::EMPTY
            } else {
                hidden - safe
            },
        }
    }

    /// The kind that the piece at a site moves as.
    #[inline]
    fn kind(&self, at: Site) -> Option<Kind> {
        if self.private {
            return self.view.moving_kind(at);
        }
        let kind = self.view.public().cell(at).kind();
        kind.filter(|kind| *kind != Kind::BACK)
    }

    /// Those of the targets that a piece of a kind may take in a manner.
    #[inline]
    fn taken(&self, victims: u32, manner: u8, kind: Kind, mut targets: SiteSet<W>) -> SiteSet<W> {
        let tables = self.view.tables();
        let rule = &tables.capture;
        let takes = victims & rule.takes(manner, kind);
        if takes == u32::MAX && rule.guarded.is_empty() {
            return targets;
        }
        for target in targets {
            let cell = if self.private {
                self.view.cell(target)
            } else {
                self.view.public().cell(target)
            };
            let guarded = || {
                let piece = cell.as_piece();
                piece.and_then(|p| rule.guard_refusal(tables, self.view.public(), p))
            };
            if takes >> cell.kind_index() & 1 == 0
                || !rule.guarded.is_empty() && guarded().is_some()
            {
                targets.remove(target);
            }
        }
        targets
    }

    /// What each of some ways of moving reaches, with its manner; nothing where the piece stands locked.
    #[inline]
    fn each_way(
        &self,
        movers: &[Mover<W>],
        at: Site,
        kind: Kind,
        mut found: impl FnMut(usize, Reach<W>),
    ) {
        let view = &self.view;
        let tables = view.tables();
        let rule = &tables.capture;
        if rule.locked.contains(at) {
            return;
        }
        for mover in movers {
            if mover.just_arrived && !has_just_arrived(view, at) {
                continue;
            }
            let manner = usize::from(mover.manner);
            let (mut free, hit) = mover.reach(&tables.board, at, &self.scene);
            if mover.en_passant
                && mover.captures
                && let Some(target) = self.passing
                && captures_in_passing(view, at, target)
            {
                free.insert(target);
            }
            let visible = self.taken(mover.victims, mover.manner, kind, hit & self.targets);
            let unknown = if rule.hidden_manners >> manner & 1 == 0 {
                SiteSet::EMPTY
            } else {
                hit & self.unknown
            };
            found(
                manner,
                Reach {
                    free,
                    visible,
                    unknown,
                },
            );
        }
    }

    /// The moves of the piece at a site, those of each manner together.
    #[inline]
    fn moves(&self, at: Site, kind: Kind, mut found: impl FnMut(Batch<W>)) {
        let tables = self.view.tables();
        let plans = &tables.plans[self.side.index()][kind.index()];
        if plans.is_empty() {
            return self.moves_by_manner(at, kind, found);
        }
        if tables.capture.locked.contains(at) {
            return;
        }
        let mut done = SiteSet::EMPTY;
        for plan in plans {
            let to = self.reached(plan, at, kind) - done;
            if !to.is_empty() {
                done |= to;
                found(self.batch(at, kind, plan.manner, to));
            }
        }
    }

    /// Whether the tables of a plan alone tell where pieces may move by it.
    #[inline]
    fn folds(&self, plan: &Plan<W>) -> bool {
        self.trivial && plan.rest.is_empty() && !plan.passing
    }

    /// What may be attacked by a plan, as far as the targets' sites tell.
    #[inline]
    fn targets_of(&self, plan: &Plan<W>) -> SiteSet<W> {
        if self.view.tables().capture.hidden_manners >> plan.manner & 1 == 0 {
            self.targets
        } else {
            self.targets | self.unknown
        }
    }

    /// The moves of the pieces of a group that is not made by strides.
    #[inline]
    fn moves_each<S: Sink<W>>(&self, pieces: SiteSet<W>, group: &Group<W>, sink: &mut S) {
        let Some(plan) = group.plan.as_ref().filter(|_| self.trivial) else {
            let kind = Kind(group.first as u8);
            for at in pieces {
                self.moves(at, kind, |batch| sink.batch(batch));
            }
            return;
        };
        let pieces = pieces - self.view.tables().capture.locked;
        let (occupied, targets) = (self.scene.occupied, self.targets_of(plan));
        plan.reach_each(pieces, occupied, self.empty, targets, |at, to| {
            sink.moves(at, plan.manner, to);
        });
    }

    /// Where a piece may move by one plan.
    #[inline]
    fn reached(&self, plan: &Plan<W>, at: Site, kind: Kind) -> SiteSet<W> {
        let targets = self.targets_of(plan);
        if self.folds(plan) {
            return plan.reach(at, self.scene.occupied, self.empty, targets);
        }
        let mut to = plan.reach(at, self.scene.occupied, self.empty, targets);
        if let Some(target) = self.passing
            && plan.passing
            && captures_in_passing(&self.view, at, target)
        {
            to.insert(target);
        }
        let visible = to & self.targets;
        if !visible.is_empty() {
            to = (to - visible) | self.taken(u32::MAX, plan.manner, kind, visible);
        }
        if plan.rest_from.contains(at) {
            self.each_way(&plan.rest, at, kind, |_, reach| {
                to |= reach.free | reach.visible | reach.unknown;
            });
        }
        to
    }

    /// Those of the targets that the pieces a stride before them may take.
    #[inline]
    fn taken_by_stride(&self, by: i32, manner: u8, mut targets: SiteSet<W>) -> SiteSet<W> {
        let (tables, public) = (self.view.tables(), self.view.public());
        let rule = &tables.capture;
        if rule.open_is_trivial && rule.guarded.is_empty() {
            return targets;
        }
        for target in targets {
            let attacker = public.cell(Site((i32::from(target.0) - by) as u16));
            let kind = Kind(attacker.kind_index() as u8);
            if self
                .taken(u32::MAX, manner, kind, SiteSet::of(target))
                .is_empty()
            {
                targets.remove(target);
            }
        }
        targets
    }

    /// The moves of all pieces of a group of kinds, step by step; only where nobody knows more of them than others.
    #[inline]
    fn strides(
        &self,
        plan: &Plan<W>,
        pieces: SiteSet<W>,
        kind: Kind,
        mut found: impl FnMut(Batch<W>),
    ) {
        let (tables, public) = (self.view.tables(), self.view.public());
        let rule = &tables.capture;
        let pieces = pieces - rule.locked;
        let side = self.side.index();
        let unknown = if rule.hidden_manners >> plan.manner & 1 == 0 {
            SiteSet::EMPTY
        } else {
            self.unknown
        };
        let choosing = tables
            .promotion
            .as_ref()
            .filter(|promotion| promotion.into.len() > 1 && promotion.kinds >> kind.0 & 1 != 0);
        for stride in &plan.strides {
            let ends = stride.ends(pieces, self.empty);
            let mut to = SiteSet::EMPTY;
            if stride.free {
                to = ends & self.empty;
            }
            if stride.hits {
                let visible = ends & self.targets;
                to |= ends & unknown;
                if !visible.is_empty() {
                    to |= self.taken_by_stride(stride.by, plan.manner, visible);
                }
            }
            if to.is_empty() {
                continue;
            }
            let mut batch = Batch {
                tag: Tag::Move,
                from: Site(0),
                stride: stride.by,
                arg: plan.manner,
                to,
                choices: SiteSet::EMPTY,
            };
            if let Some(promotion) = choosing
                && to.meets(&promotion.region[side])
            {
                // What nobody knows yet chooses once it is shown.
                batch.choices = (to & promotion.region[side]) - batch.landing(public.hidden);
            }
            found(batch);
        }
        if let Some(target) = self.passing
            && tables.passing[side] >> kind.0 & 1 != 0
        {
            for at in pieces & tables.passing_from[side][target.index()] {
                if captures_in_passing(&self.view, at, target) {
                    found(self.batch(at, kind, plan.manner, SiteSet::of(target)));
                }
            }
        }
    }

    fn moves_by_manner(&self, at: Site, kind: Kind, mut found: impl FnMut(Batch<W>)) {
        let mut sites = [SiteSet::EMPTY; MANNERS];
        let mut manners = 0u8;
        self.each_way(self.movers(kind), at, kind, |manner, reach| {
            sites[manner] |= reach.free | reach.visible | reach.unknown;
            manners |= 1 << manner;
        });
        self.batches(at, kind, &sites, manners, &mut found);
    }

    fn movers(&self, kind: Kind) -> &'a [Mover<W>] {
        &self.view.tables().movers[self.side.index()][kind.index()]
    }

    /// The captures with which the piece at a site may go on in a chain.
    fn links(&self, chain: &ChainRule, at: Site, kind: Kind, mut found: impl FnMut(Batch<W>)) {
        let mut sites = [SiteSet::EMPTY; MANNERS];
        let mut manners = 0u8;
        self.each_way(self.movers(kind), at, kind, |manner, reach| {
            if chain.manners >> manner & 1 == 0 {
                return;
            }
            if chain.open_links {
                sites[manner] |= reach.visible;
            }
            if chain.hidden_links {
                sites[manner] |= reach.unknown;
            }
            manners |= 1 << manner;
        });
        self.batches(at, kind, &sites, manners, &mut found);
    }

    /// Of a site that is reached in several manners only the first counts.
    #[inline]
    fn batches(
        &self,
        at: Site,
        kind: Kind,
        sites: &[SiteSet<W>; MANNERS],
        manners: u8,
        found: &mut impl FnMut(Batch<W>),
    ) {
        let mut done = SiteSet::EMPTY;
        let mut left = manners;
        while left != 0 {
            let manner = left.trailing_zeros() as u8;
            left &= left - 1;
            let to = sites[usize::from(manner)] - done;
            if to.is_empty() {
                continue;
            }
            done |= to;
            found(self.batch(at, kind, manner, to));
        }
    }

    #[inline]
    fn batch(&self, at: Site, kind: Kind, manner: u8, to: SiteSet<W>) -> Batch<W> {
        let mut choices = SiteSet::EMPTY;
        if let Some(rule) = &self.view.tables().promotion
            && rule.into.len() > 1
            && rule.kinds >> kind.0 & 1 != 0
            && to.meets(&rule.region[self.side.index()])
            && self.view.known(at).is_some()
        {
            choices = to & rule.region[self.side.index()];
        }
        Batch {
            tag: Tag::Move,
            from: at,
            stride: 0,
            arg: manner,
            to,
            choices,
        }
    }
}

/// Places to draw an action from: more than there are actions.
pub(crate) struct Bounded<'a, const W: usize> {
    scan: Scan<'a, W>,
    /// What may be turned up, one place each.
    hidden: SiteSet<W>,
    /// Pieces, and how many places each has.
    groups: [(SiteSet<W>, usize); MOST_GROUPS],
    /// How many of the groups there are.
    count: usize,
    /// How many places in all.
    all: usize,
}

impl<const W: usize> Bounded<'_, W> {
    /// Draws an action; `None` when it failed too often.
    #[inline]
    pub(crate) fn draw(&self, dice: &mut Dice) -> Option<Action> {
        let flips = self.hidden.len();
        for _ in 0..MOST_DRAWS {
            if self.all == 0 {
                return None;
            }
            let mut place = dice.below(self.all as u64) as usize;
            if place < flips {
                return self.hidden.nth(place).map(Action::flip);
            }
            place -= flips;
            for (pieces, most) in self.groups.iter().take(self.count) {
                let here = pieces.len() * most;
                if place >= here {
                    place -= here;
                    continue;
                }
                let at = pieces.nth(place / most)?;
                let kind = self.scan.kind(at)?;
                let (mut left, mut drawn) = (place % most, None);
                self.scan.moves(at, kind, |batch| {
                    let count = batch.to.len();
                    if left < count && drawn.is_none() {
                        drawn = batch.to.nth(left).map(|to| batch.action(to));
                    }
                    left = left.saturating_sub(count);
                });
                if drawn.is_some() {
                    return drawn;
                }
                break;
            }
        }
        None
    }
}

/// Whether a piece came to its site with its seat's last turn, or has not moved at all, as its being hidden shows.
fn has_just_arrived<const W: usize>(view: &View<'_, W>, at: Site) -> bool {
    let public = view.public();
    let unmoved = view.tables().spec.hidden.reveal_on_move && public.hidden.contains(at);
    unmoved || public.last_to[view_seat(view).index()].get() == Some(at)
}

fn view_seat<const W: usize>(view: &View<'_, W>) -> Seat {
    match view.observer() {
        Observer::Seat(seat) => seat,
        Observer::Public => view.public().turn,
    }
}

/// The visible enemy pieces that the piece at a site could capture, and not only be lost against.
pub(crate) fn visible_targets<const W: usize>(view: &View<'_, W>, at: Site) -> SiteSet<W> {
    let mut all = SiteSet::<W>::EMPTY;
    let (Some(side), Some(kind)) = (view.cell(at).side(), view.moving_kind(at)) else {
        return all;
    };
    let (tables, public) = (view.tables(), view.public());
    let table = &tables.capture.open;
    let plans = &tables.plans[side.index()][kind.index()];
    let folded = !plans.is_empty() && plans.iter().all(|plan| !plan.rest_from.contains(at));
    let enemy = public.by_side[side.other().index()];
    let near = |plan: &Plan<W>| plan.reach(at, public.occupied(), SiteSet::EMPTY, enemy);
    if folded && plans.iter().all(|plan| near(plan).is_empty()) {
        return all;
    }
    let scan = Scan::new(view, side);
    let mut add = |manner: u8, targets: SiteSet<W>| {
        for target in targets {
            let takes = view.cell(target).as_piece().is_none_or(|piece| {
                let clash = table.get(manner, kind, piece.kind);
                matches!(clash.verdict, Verdict::Take | Verdict::Both)
            });
            if takes {
                all.insert(target);
            }
        }
    };
    if !folded {
        scan.each_way(scan.movers(kind), at, kind, |manner, reach| {
            add(manner as u8, reach.visible);
        });
    } else if !tables.capture.locked.contains(at) {
        for plan in plans {
            let occupied = scan.scene.occupied;
            let hit = plan.reach(at, occupied, SiteSet::EMPTY, scan.targets);
            add(plan.manner, scan.taken(u32::MAX, plan.manner, kind, hit));
        }
    }
    all
}

/// Whether the piece at a site may go on capturing.
pub(crate) fn may_chain<const W: usize>(view: &View<'_, W>, at: Site) -> bool {
    let mut any = false;
    each_link(view, at, |batch| any |= !batch.to.is_empty());
    any
}

fn each_link<const W: usize>(view: &View<'_, W>, at: Site, found: impl FnMut(Batch<W>)) {
    let piece = (view.cell(at).side(), view.moving_kind(at));
    if let (Some(chain), (Some(side), Some(kind))) = (&view.tables().chain, piece) {
        Scan::new(view, side).links(chain, at, kind, found);
    }
}

impl<const W: usize> Rules<W> {
    /// Adds every action that phase, ownership, movement and capture allow, before check and repetition are asked.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn candidates(&self, view: &View<'_, W>, out: &mut Vec<Action>) -> Result<(), HookError> {
        let into = self.promotions();
        self.generate(view, &mut List { into, out })
    }

    /// The same, into any sink, in a fixed order.
    pub(crate) fn generate<S: Sink<W>>(
        &self,
        view: &View<'_, W>,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let (tables, public) = (&*self.tables, view.public());
        if view.observer() != Observer::Seat(public.turn) {
            return Ok(());
        }
        let whole = |tag, arg, to| Batch {
            tag,
            from: Site(0),
            stride: 0,
            arg,
            to,
            choices: SiteSet::EMPTY,
        };
        match public.phase {
            Phase::Over => return Ok(()),
            Phase::Choose(_) => {
                for kind in self.promotions() {
                    sink.one(Action::choose(*kind));
                }
                return Ok(());
            }
            Phase::Chain(at) => {
                each_link(view, at, |batch| sink.batch(batch));
                if tables.chain.is_some_and(|c| c.may_stop) {
                    sink.one(Action::STOP);
                }
                return Ok(());
            }
            Phase::Shoot(at) => {
                if let Some(rule) = &tables.shot {
                    sink.batch(whole(Tag::Place, rule.kind.0, shots(view, at)));
                }
                return Ok(());
            }
            Phase::Play => {}
        }
        if tables.spec.actions.flip.is_some() {
            let own = view
                .side()
                .map_or(SiteSet::EMPTY, |s| public.by_side[s.index()]);
            let hidden = public.hidden & (public.by_side[2] | own);
            sink.batch(whole(Tag::Flip, 0, hidden));
        }
        let Some(side) = view.side() else {
            return Ok(());
        };
        if let Some(kind) = tables.placed {
            let free = placeable(tables, public, side);
            sink.batch(whole(Tag::Place, kind.0, free));
        }
        let hooks = self.hooks.as_deref();
        let asked = hooks.map_or(0, |_| tables.hook_kinds);
        if tables.movable | asked != 0 {
            let scan = Scan::new(view, side);
            let own = public.by_side[side.index()];
            let ask = |sink: &mut S, kind: Kind, at: Site| match hooks {
                Some(hooks) if asked >> kind.0 & 1 != 0 && tables.asks_about(public, side, at) => {
                    sink.hooked(|added| hooks.moves(view, at, added))
                }
                _ => Ok(()),
            };
            if S::IN_ORDER || scan.private {
                for at in own {
                    let Some(kind) = scan.kind(at) else {
                        continue;
                    };
                    scan.moves(at, kind, |batch| sink.batch(batch));
                    ask(sink, kind, at)?;
                }
            } else {
                // Kind by kind, so that the processor guesses the way through the tables right.
                let parted = public.part(own);
                for group in &tables.groups[side.index()] {
                    let pieces = parted.group(public, group);
                    if pieces.is_empty() {
                        continue;
                    }
                    match tables.plans[side.index()][group.first].first() {
                        Some(plan) if group.strides => {
                            let kind = Kind(group.first as u8);
                            scan.strides(plan, pieces, kind, |batch| sink.batch(batch));
                        }
                        _ => scan.moves_each(pieces, group, sink),
                    }
                }
                let mut kinds = asked;
                while kinds != 0 {
                    let kind = Kind(kinds.trailing_zeros() as u8);
                    kinds &= kinds - 1;
                    for at in public.among(own, kind) {
                        ask(sink, kind, at)?;
                    }
                }
            }
        }
        if tables.castling.as_ref().is_some_and(|c| !c.scripted) {
            castling::offer(view, side, |royal, corner| {
                sink.one(Action::castle(royal, corner));
            })?;
        }
        let swap = tables.spec.swap.as_ref();
        if swap.is_some_and(|swap| swap.after == public.ply) {
            sink.one(Action::SWAP);
        }
        if tables.spec.actions.pass == PassRule::Allowed {
            sink.one(Action::PASS);
        }
        Ok(())
    }

    /// Draws a legal action from more than there are, so many for each piece as it may have at most, and again when
    /// there is none in the place drawn; `None` where that is not possible, or has failed so often that it is better
    /// to make all actions.
    ///
    /// What is drawn is uniform over the legal actions, and so is what is drawn from all of them after giving up.
    pub(crate) fn draw_bounded(&self, view: &View<'_, W>, dice: &mut Dice) -> Option<Action> {
        self.bounded(view)?.draw(dice)
    }

    /// What such draws are made from, for any number of them; `None` where they are not possible.
    #[inline]
    pub(crate) fn bounded<'a>(&self, view: &View<'a, W>) -> Option<Bounded<'a, W>> {
        let (tables, public) = (view.tables(), view.public());
        let side = view.side()?;
        if !tables.bounded || public.phase != Phase::Play {
            return None;
        }
        let scan = Scan::new(view, side);
        if scan.private {
            return None;
        }
        let own = public.by_side[side.index()];
        let mut hidden = SiteSet::EMPTY;
        if tables.spec.actions.flip.is_some() {
            hidden = public.hidden & (public.by_side[2] | own);
        }
        let parted = public.part(own);
        let known = &tables.groups[side.index()];
        let mut groups = [(SiteSet::EMPTY, 1); MOST_GROUPS];
        let mut all = hidden.len();
        for (here, group) in groups.iter_mut().zip(known) {
            *here = (parted.group(public, group), group.most.unwrap_or(1));
            all += here.0.len() * here.1;
        }
        Some(Bounded {
            scan,
            hidden,
            groups,
            count: known.len(),
            all,
        })
    }

    /// What a piece that promotes may become.
    pub(crate) fn promotions(&self) -> &[Kind] {
        self.tables.promotion.as_ref().map_or(&[], |p| &p.into)
    }

    /// Adds what the piece at a site could do, before check and repetition are asked.
    ///
    /// # Errors
    /// A hook that failed.
    pub(crate) fn candidates_of(
        &self,
        view: &View<'_, W>,
        at: Site,
        out: &mut Vec<Action>,
    ) -> Result<(), HookError> {
        let into = self.promotions();
        let mut list = List { into, out };
        match view.public().phase {
            Phase::Chain(on) => {
                if on == at {
                    each_link(view, at, |batch| list.batch(batch));
                }
                return Ok(());
            }
            Phase::Shoot(_) => return Ok(()),
            _ => {}
        }
        if let (Some(side), Some(kind)) = (view.cell(at).side(), view.moving_kind(at)) {
            Scan::new(view, side).moves(at, kind, |batch| list.batch(batch));
        }
        self.hook_moves(view, at, out)
    }

    fn hook_moves(
        &self,
        view: &View<'_, W>,
        at: Site,
        out: &mut Vec<Action>,
    ) -> Result<(), HookError> {
        let (tables, public) = (&*self.tables, view.public());
        let kind = view.moving_kind(at);
        let asked = kind.is_some_and(|k| tables.hook_kinds >> k.0 & 1 != 0)
            && (view.side()).is_some_and(|side| tables.asks_about(public, side, at));
        match &self.hooks {
            Some(hooks) if asked => hooks.moves(view, at, out),
            _ => Ok(()),
        }
    }

    /// Fills `out` with the legal actions of the view's seat, in a fixed order.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn legal(&self, view: &View<'_, W>, out: &mut Vec<Action>) -> Result<(), HookError> {
        self.legal_in::<true>(view, out)
    }

    /// The same in any order, which is quicker.
    ///
    /// # Errors
    /// A hook that failed.
    pub(crate) fn legal_unordered(
        &self,
        view: &View<'_, W>,
        out: &mut Vec<Action>,
    ) -> Result<(), HookError> {
        self.legal_in::<false>(view, out)
    }

    fn legal_in<const ORDERED: bool>(
        &self,
        view: &View<'_, W>,
        out: &mut Vec<Action>,
    ) -> Result<(), HookError> {
        out.clear();
        self.sift(view, |sieve| {
            let out = &mut *out;
            self.generate(view, &mut Kept::<W, ORDERED> { sieve, out })
        })?;
        self.finish_legal(view, out);
        Ok(())
    }

    /// The legal actions of the view's seat with the candidates that they were chosen from.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn listing(&self, view: &View<'_, W>) -> Result<Listing, HookError> {
        let mut candidates = Vec::new();
        self.candidates(view, &mut candidates)?;
        let passing = |sieve: &Sieve<'_, W>| {
            let candidates = candidates.iter().copied();
            Ok(candidates.filter(|action| sieve.passes(*action)).collect())
        };
        let mut legal: Vec<Action> = self.sift(view, passing)?;
        self.finish_legal(view, &mut legal);
        Ok(Listing { candidates, legal })
    }

    /// Leaves chases out that are too long, and adds a forced pass.
    fn finish_legal(&self, view: &View<'_, W>, out: &mut Vec<Action>) {
        let seat = view.public().turn;
        if chase::is_near(view, seat) {
            let barred = |action: &Action| chase::is_barred(view, seat, *action);
            if !out.iter().all(barred) {
                out.retain(|action| !barred(action));
            }
        }
        if out.is_empty() && self.is_forced_to_pass(view) {
            out.push(Action::PASS);
        }
    }

    /// Whether some of the pieces may legally move to a site.
    ///
    /// # Errors
    /// A hook that failed.
    pub(crate) fn any_may_go(
        &self,
        view: &View<'_, W>,
        pieces: impl Iterator<Item = Site>,
        to: Site,
    ) -> Result<bool, HookError> {
        self.sift(view, |sieve| {
            let mut may = false;
            for at in pieces {
                if let (Some(side), Some(kind)) = (view.cell(at).side(), view.moving_kind(at)) {
                    Scan::new(view, side).moves(at, kind, |batch| {
                        may |= batch.to.contains(to) && sieve.passes(batch.action(to));
                    });
                }
            }
            Ok(may)
        })
    }

    /// Whether a seat without any other action passes.
    pub(crate) fn is_forced_to_pass(&self, view: &View<'_, W>) -> bool {
        view.public().phase == Phase::Play
            && view.observer() == Observer::Seat(view.public().turn)
            && self.may_be_forced_to_pass()
    }

    fn may_be_forced_to_pass(&self) -> bool {
        self.tables.spec.actions.pass == PassRule::Forced
            || self
                .tables
                .endings
                .iter()
                .any(|e| e.when == EndWhen::NoAction && e.then == EndThen::Pass)
    }

    /// Whether a candidate is refused by check, enclosure or repetition (chases are asked for the whole list).
    #[inline]
    pub(crate) fn late_refusal(
        &self,
        view: &View<'_, W>,
        action: Action,
        safety: Option<&Safety<W>>,
    ) -> Result<Option<Refusal>, HookError> {
        let tables = &*self.tables;
        if view.public().refused[0].is_some() && view.public().refused.contains(&Some(action)) {
            let check = tables.spec.check.is_some();
            return Ok(Some(Refusal {
                stage: if check { Stage::Check } else { Stage::Capture },
                clause: if check {
                    tables.ids.exposed
                } else {
                    tables.capture.hidden_clause
                },
            }));
        }
        if let Some(safety) = safety {
            if action.tag() == Tag::Special {
                let spec = action
                    .arg()
                    .and_then(|id| tables.spec.specials.get(usize::from(id)));
                if safety.checked() && spec.is_some_and(|s| !s.in_check) {
                    let clause = spec
                        .and_then(|s| tables.clauses.find(&s.clause))
                        .unwrap_or(tables.ids.check);
                    return Ok(Some(Refusal {
                        stage: Stage::Check,
                        clause,
                    }));
                }
            } else if !safety.safe_after(view, action) {
                return Ok(Some(Refusal {
                    stage: Stage::Check,
                    clause: tables.ids.check,
                }));
            }
        }
        // What becomes of an attack on an unknown piece the view cannot tell, but it never brings a position back.
        if tables.looks_ahead
            && !view.unknown().contains(action.to())
            && matches!(action.tag(), Tag::Place | Tag::Move)
        {
            let mut scratch = view.scratch();
            return match self.try_out(&mut scratch, view.history(), action, &mut Log::off()) {
                Ok(()) => Ok(None),
                Err(HookError::Refused(clause)) => Ok(Some(Refusal {
                    stage: Stage::Repetition,
                    clause,
                })),
                Err(error) => Err(error),
            };
        }
        Ok(None)
    }
}
