//! Legal actions, computed from the mover's view and from nothing else.

use crate::action::{Action, Tag};
use crate::clause::ClauseId;
use crate::event::Log;
use crate::hooks::{HookError, Hooks};
use crate::movement::{Mover, Scene};
use crate::piece::{Kind, Observer, Seat, Side};
use crate::position::Phase;
use crate::rules::check::{Safety, captures_in_passing};
use crate::rules::placement::placeable;
use crate::rules::shot::shots;
use crate::rules::{castling, chase};
use crate::site::{Site, SiteSet};
use crate::spec::{EndThen, EndWhen, HiddenTarget, PassRule, Verdict};
use crate::tables::Tables;
use crate::view::View;
use std::sync::Arc;

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

/// What one piece can reach, by manner: empty sites, visible targets, unknown targets.
struct Reach<const W: usize> {
    free: [SiteSet<W>; 4],
    visible: [SiteSet<W>; 4],
    unknown: [SiteSet<W>; 4],
}

fn movers_of<'a, const W: usize>(
    view: &View<'a, W>,
    at: Site,
) -> (&'a [Mover<W>], Option<(Side, Kind)>) {
    let cell = view.cell(at);
    match (cell.side(), view.moving_kind(at)) {
        (Some(side), Some(kind)) => (
            &view.tables().movers[side.index()][kind.index()],
            Some((side, kind)),
        ),
        _ => (&[], None),
    }
}

#[inline]
fn reach<const W: usize>(view: &View<'_, W>, at: Site, captures_only: bool) -> Option<Reach<W>> {
    let (movers, piece) = movers_of(view, at);
    let (side, kind) = piece?;
    let (tables, public) = (view.tables(), view.public());
    if movers.is_empty() || tables.capture.locked.contains(at) {
        return None;
    }
    let mut out = Reach {
        free: [SiteSet::EMPTY; 4],
        visible: [SiteSet::EMPTY; 4],
        unknown: [SiteSet::EMPTY; 4],
    };
    let scene = Scene {
        occupied: public.occupied(),
    };
    let enemy = public.by_side[side.other().index()];
    let hidden = if public.hidden.is_empty() {
        SiteSet::EMPTY
    } else {
        view.unknown() - public.by_side[side.index()]
    };
    for mover in movers {
        if mover.just_arrived && !has_just_arrived(view, at) {
            continue;
        }
        let manner = usize::from(mover.manner);
        let (free, hit) = mover.reach(&tables.board, at, &scene);
        if !captures_only {
            out.free[manner] |= free;
            if mover.en_passant
                && let Some((target, _)) = public.en_passant
                && mover.captures
                && scene_empty(&scene, target)
                && captures_in_passing(view, at, target)
            {
                out.free[manner].insert(target);
            }
        }
        if hit.is_empty() {
            continue;
        }
        let mut visible = (hit & enemy) - hidden;
        if mover.victims != u32::MAX {
            for target in visible {
                if mover.victims >> view.cell(target).kind_index() & 1 == 0 {
                    visible.remove(target);
                }
            }
        }
        out.visible[manner] |= visible;
        if tables.capture.hidden != HiddenTarget::Refuse
            && tables.capture.hidden_manners >> manner & 1 != 0
        {
            out.unknown[manner] |= hit & hidden;
        }
    }
    if let Some(royal) = tables.royal {
        for set in &mut out.visible {
            *set = *set - public.by_kind[royal.index()];
        }
    }
    let trivial = tables.capture.open_is_trivial
        && tables.capture.guarded.is_empty()
        && tables.capture.safe.is_empty();
    if !trivial {
        for manner in 0..4u8 {
            for target in out.visible[usize::from(manner)] {
                let cell = view.cell(target);
                if tables
                    .capture
                    .open_refusal(tables, public, manner, kind, cell, target)
                    .is_some()
                {
                    out.visible[usize::from(manner)].remove(target);
                }
            }
            let unknown = &mut out.unknown[usize::from(manner)];
            *unknown = *unknown - tables.capture.safe;
        }
    }
    Some(out)
}

/// Whether a piece came to its site with its seat's last turn, or has not moved at all, as its being hidden shows.
fn has_just_arrived<const W: usize>(view: &View<'_, W>, at: Site) -> bool {
    let public = view.public();
    let unmoved = view.tables().spec.hidden.reveal_on_move && public.hidden.contains(at);
    unmoved || public.last_to[view_seat(view).index()].get() == Some(at)
}

fn scene_empty<const W: usize>(scene: &Scene<W>, at: Site) -> bool {
    !scene.occupied.contains(at)
}

fn view_seat<const W: usize>(view: &View<'_, W>) -> Seat {
    match view.observer() {
        Observer::Seat(seat) => seat,
        Observer::Public => view.public().turn,
    }
}

/// The visible enemy pieces that the piece at a site could capture, and not only be lost against.
pub(crate) fn visible_targets<const W: usize>(
    view: &View<'_, W>,
    at: Site,
) -> impl Iterator<Item = Site> + use<W> {
    let mut all = SiteSet::<W>::EMPTY;
    if let (Some(reach), Some(kind)) = (reach(view, at, true), view.moving_kind(at)) {
        let table = &view.tables().capture.open;
        for (manner, targets) in reach.visible.into_iter().enumerate() {
            for target in targets {
                let takes = view.cell(target).as_piece().is_none_or(|piece| {
                    let clash = table.get(manner as u8, kind, piece.kind);
                    matches!(clash.verdict, Verdict::Take | Verdict::Both)
                });
                if takes {
                    all.insert(target);
                }
            }
        }
    }
    all.iter()
}

fn moves_from<const W: usize>(view: &View<'_, W>, at: Site, out: &mut Vec<Action>) {
    let Some(reach) = reach(view, at, false) else {
        return;
    };
    let mut done = SiteSet::EMPTY;
    for manner in 0..4 {
        let sites = (reach.free[manner] | reach.visible[manner] | reach.unknown[manner]) - done;
        done |= sites;
        push_moves(view, at, sites, manner as u8, out);
    }
}

fn push_moves<const W: usize>(
    view: &View<'_, W>,
    at: Site,
    sites: SiteSet<W>,
    manner: u8,
    out: &mut Vec<Action>,
) {
    let promotion = view
        .tables()
        .promotion
        .as_ref()
        .filter(|p| p.into.len() > 1);
    let promoting = promotion.and_then(|p| {
        let piece = view.known(at)?;
        (p.kinds >> piece.kind.0 & 1 != 0).then_some((p, piece))
    });
    match promoting {
        None => out.extend(sites.iter().map(|to| Action::moving(at, to, manner))),
        Some((rule, piece)) => {
            for to in sites {
                if rule.region[piece.side.index()].contains(to) {
                    out.extend(
                        rule.into
                            .iter()
                            .map(|&kind| Action::promoting(at, to, manner, kind)),
                    );
                } else {
                    out.push(Action::moving(at, to, manner));
                }
            }
        }
    }
}

/// The captures with which the piece at a site may go on in a chain.
pub(crate) fn chain_links<const W: usize>(view: &View<'_, W>, at: Site, out: &mut Vec<Action>) {
    let Some(chain) = &view.tables().chain else {
        return;
    };
    let Some(reach) = reach(view, at, true) else {
        return;
    };
    let mut done = SiteSet::EMPTY;
    for manner in 0..4 {
        if chain.manners >> manner & 1 == 0 {
            continue;
        }
        let mut sites = SiteSet::EMPTY;
        if chain.open_links {
            sites |= reach.visible[manner];
        }
        if chain.hidden_links {
            sites |= reach.unknown[manner];
        }
        sites = sites - done;
        done |= sites;
        push_moves(view, at, sites, manner as u8, out);
    }
}

impl<const W: usize> Rules<W> {
    /// Adds every action that phase, ownership, movement and capture allow, before check and repetition are asked.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn candidates(&self, view: &View<'_, W>, out: &mut Vec<Action>) -> Result<(), HookError> {
        let (tables, public) = (&*self.tables, view.public());
        if view.observer() != Observer::Seat(public.turn) {
            return Ok(());
        }
        match public.phase {
            Phase::Over => return Ok(()),
            Phase::Choose(_) => {
                let into = tables.promotion.as_ref().map_or(&[][..], |p| &p.into);
                out.extend(into.iter().map(|&kind| Action::choose(kind)));
                return Ok(());
            }
            Phase::Chain(at) => {
                chain_links(view, at, out);
                if tables.chain.is_some_and(|c| c.may_stop) {
                    out.push(Action::STOP);
                }
                return Ok(());
            }
            Phase::Shoot(at) => {
                if let Some(rule) = &tables.shot {
                    let sites = shots(view, at).iter();
                    out.extend(sites.map(|to| Action::place(rule.kind, to)));
                }
                return Ok(());
            }
            Phase::Play => {}
        }
        if tables.spec.actions.flip.is_some() {
            let own = view
                .side()
                .map_or(SiteSet::EMPTY, |s| public.by_side[s.index()]);
            out.extend(
                (public.hidden & (public.by_side[2] | own))
                    .iter()
                    .map(Action::flip),
            );
        }
        let Some(side) = view.side() else {
            return Ok(());
        };
        if let Some(kind) = tables.placed {
            out.extend(
                placeable(tables, public, side)
                    .iter()
                    .map(|at| Action::place(kind, at)),
            );
        }
        // Where nothing ever moves there is no need to ask each piece.
        let able = tables.movable | tables.hook_kinds != 0;
        let own = public.by_side[side.index()];
        for at in if able { own } else { SiteSet::EMPTY } {
            moves_from(view, at, out);
            if tables.hook_kinds != 0 {
                self.hook_moves(view, at, out)?;
            }
        }
        if tables.castling.as_ref().is_some_and(|c| !c.scripted) {
            castling::offer(view, side, |royal, corner| {
                out.push(Action::castle(royal, corner))
            })?;
        }
        if tables
            .spec
            .swap
            .as_ref()
            .is_some_and(|s| s.after == public.ply)
        {
            out.push(Action::SWAP);
        }
        if tables.spec.actions.pass == PassRule::Allowed {
            out.push(Action::PASS);
        }
        Ok(())
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
        match view.public().phase {
            Phase::Chain(on) => {
                if on == at {
                    chain_links(view, at, out);
                }
                return Ok(());
            }
            Phase::Shoot(_) => return Ok(()),
            _ => {}
        }
        moves_from(view, at, out);
        self.hook_moves(view, at, out)
    }

    fn hook_moves(
        &self,
        view: &View<'_, W>,
        at: Site,
        out: &mut Vec<Action>,
    ) -> Result<(), HookError> {
        let asked = view
            .moving_kind(at)
            .is_some_and(|k| self.tables.hook_kinds >> k.0 & 1 != 0);
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
        out.clear();
        self.candidates(view, out)?;
        self.keep_legal(view, out)
    }

    /// The legal actions of the view's seat with the candidates that they were chosen from.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn listing(&self, view: &View<'_, W>) -> Result<Listing, HookError> {
        let mut candidates = Vec::new();
        self.candidates(view, &mut candidates)?;
        let mut legal = candidates.clone();
        self.keep_legal(view, &mut legal)?;
        Ok(Listing { candidates, legal })
    }

    /// Leaves only what is legal of candidates.
    fn keep_legal(&self, view: &View<'_, W>, out: &mut Vec<Action>) -> Result<(), HookError> {
        let seat = view.public().turn;
        let safety = view.side().and_then(|side| Safety::look(view, side));
        let mut failed = None;
        out.retain(
            |&action| match self.late_refusal(view, action, safety.as_ref()) {
                Ok(refusal) => refusal.is_none(),
                Err(error) => {
                    failed = Some(error);
                    false
                }
            },
        );
        if let Some(error) = failed {
            return Err(error);
        }
        if chase::is_near(view, seat) {
            let allowed: Vec<Action> = out
                .iter()
                .copied()
                .filter(|a| !chase::is_barred(view, seat, *a))
                .collect();
            if !allowed.is_empty() {
                *out = allowed;
            }
        }
        if out.is_empty()
            && view.public().phase == Phase::Play
            && view.observer() == Observer::Seat(seat)
            && self.may_be_forced_to_pass()
        {
            out.push(Action::PASS);
        }
        Ok(())
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
        let looks_ahead = (tables.spec.enclosure.is_some()
            || tables.spec.repetition.as_ref().is_some_and(|r| r.forbidden))
            && !view.unknown().contains(action.to());
        if looks_ahead && matches!(action.tag(), Tag::Place | Tag::Move) {
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
