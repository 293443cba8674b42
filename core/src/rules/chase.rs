//! Chase: one seat's pieces after the same enemy piece, turn after turn.

use crate::action::{Action, Tag};
use crate::legal::visible_targets;
use crate::piece::{Observer, Seat};
use crate::position::{Chase, MAX_CHASES, Position, Site16, progress};
use crate::rules::repetition::History;
use crate::site::{Site, SiteSet};
use crate::tables::Tables;
use crate::view::View;

/// Books a finished turn of `seat`, whose piece now stands at `at` (`None` when no piece moved).
#[inline]
pub(crate) fn count_turn<const W: usize>(
    tables: &Tables<W>,
    position: &mut Position<W>,
    seat: Seat,
    at: Option<Site>,
) {
    let Some(spec) = &tables.spec.chase else {
        return;
    };
    if position.public.progress & (progress::CAPTURE | progress::REVEAL) != 0 {
        position.public.forget_chases();
        return;
    }
    let history = History::new();
    // Counted on what everybody sees, since everybody sees the count.
    let view = View::new(tables, position, &history, Observer::Public);
    let victims = at.map_or(SiteSet::EMPTY, |at| visible_targets(&view, at));
    let before = &position.public.chases[seat.index()];
    if victims.is_empty() && before[0].run == 0 {
        return;
    }
    let mut now = [Chase::default(); MAX_CHASES];
    for (slot, victim) in now.iter_mut().zip(victims) {
        let mut going_on = before.iter().take_while(|c| c.run > 0);
        let run = match going_on.find(|c| c.victim.get() == Some(victim)) {
            Some(old) if !spec.same_chaser || old.chaser.get() == at => old.run.saturating_add(1),
            _ => 1,
        };
        *slot = Chase {
            victim: Site16::new(Some(victim)),
            chaser: Site16::new(at),
            run,
        };
    }
    position.public.chases[seat.index()] = now;
}

/// Keeps chases attached to pieces that move.
pub(crate) fn follow<const W: usize>(position: &mut Position<W>, from: Site, to: Site) {
    for chases in &mut position.public.chases {
        for chase in chases.iter_mut().take_while(|c| c.run > 0) {
            if chase.victim.get() == Some(from) {
                chase.victim = Site16::new(Some(to));
            }
            if chase.chaser.get() == Some(from) {
                chase.chaser = Site16::new(Some(to));
            }
        }
    }
}

/// Whether some chase of the seat is one turn short of the limit, so that actions must be looked at.
#[inline]
#[must_use]
pub(crate) fn is_near<const W: usize>(view: &View<'_, W>, seat: Seat) -> bool {
    let Some(spec) = &view.tables().spec.chase else {
        return false;
    };
    view.public().chases[seat.index()]
        .iter()
        .take_while(|c| c.run > 0)
        .any(|c| c.run.saturating_add(1) >= spec.limit)
}

/// Whether an action would be a chase of the forbidden number.
#[must_use]
pub(crate) fn is_barred<const W: usize>(view: &View<'_, W>, seat: Seat, action: Action) -> bool {
    let Some(spec) = &view.tables().spec.chase else {
        return false;
    };
    let (from, to) = (action.from(), action.to());
    // A capture or a reveal ends all chases.
    let reveals = view.public().hidden.contains(from) && view.tables().spec.hidden.reveal_on_move;
    if action.tag() != Tag::Move || !view.public().cell(to).is_empty() || reveals {
        return false;
    }
    let mut scratch = view.scratch();
    scratch.shift(from, to);
    let after = View::new(view.tables(), &scratch, view.history(), Observer::Public);
    let targets = visible_targets(&after, to);
    view.public().chases[seat.index()].iter().any(|c| {
        c.run > 0
            && c.run.saturating_add(1) >= spec.limit
            && (!spec.same_chaser || c.chaser.get() == Some(from))
            && c.victim.get().is_some_and(|v| targets.contains(v))
    })
}
