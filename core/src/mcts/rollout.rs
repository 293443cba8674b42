//! Rollouts: light play from a leaf of the tree, to the end or until it is cut and judged by what is left.

use super::tree::ONE;
use super::{Settings, values};
use crate::action::{Action, Tag};
use crate::clause::ClauseId;
use crate::event::Log;
use crate::hooks::HookError;
use crate::legal::Rules;
use crate::legal::batch::{Hand, Sieve};
use crate::piece::{Kind, Observer, Seat};
use crate::position::{Outcome, Phase, Position};
use crate::random::Dice;
use crate::rules::chase;
use crate::rules::repetition::History;
use crate::search::Room;
use crate::view::View;

/// The longest a rollout that is not cut goes on.
pub(super) const LONGEST: u32 = 1_000;

/// The score of seat 0, in units of [`ONE`].
pub(super) fn score(outcome: Option<Outcome>) -> u32 {
    match outcome.and_then(|o| o.winner) {
        Some(Seat(0)) => ONE,
        Some(_) => 0,
        None => ONE / 2,
    }
}

/// For how many plies what hangs is seen to first, where losing one piece loses the game.
const SHARP: u32 = 3;
/// What being ahead is worth at most, as a part of a win: less than all, so that a win is better than any lead.
const LEAD: f64 = 0.8;
/// From which lead on it counts how little the royal piece of who is behind can move, as a part of all that is left.
const HUNT: f64 = 0.5;
/// What it counts at most.
const HUNTED: f64 = 0.08;

/// What both sides have left and taken, as a score of seat 0.
pub(super) fn judge<const W: usize>(rules: &Rules<W>, position: &Position<W>, sure: f64) -> u32 {
    let (tables, public) = (&*rules.tables, &position.public);
    let Some(side) = public.side_of(Seat(0)) else {
        return ONE / 2;
    };
    let (own, other) = (side.index(), side.other().index());
    if !tables.values.material && tables.spec.scoring.is_some() {
        return score(Some(rules.scored(position, ClauseId(0))));
    }
    let (mut ahead, mut lead) = (0.0, 0.0);
    if tables.values.material {
        let [a, b] = values::material(tables, position);
        let left = [a, b].map(f64::from);
        // The less is left, the more a difference means.
        lead = (left[own] - left[other]) / (left[0] + left[1]).max(1.0);
        ahead += lead / sure;
    }
    if let Some(target) = tables.values.captures {
        let taken = public.captures.map(f64::from);
        ahead += 3.0 * (taken[own] - taken[other]) / f64::from(target.max(1));
    }
    let mut share = 0.5 + LEAD * 0.5 * ahead / (1.0 + ahead * ahead).sqrt();
    if tables.royal.is_some() && lead.abs() > HUNT {
        let behind = if lead > 0.0 { side.other() } else { side };
        let hunted = HUNTED * (1.0 - values::freedom(tables, public, behind)).max(0.0);
        share += hunted.copysign(lead);
    }
    (share.clamp(0.0, 1.0) * f64::from(ONE)) as u32
}

/// What an action gains at once, by what all see and the seat to act knows.
#[inline]
pub(super) fn gain<const W: usize>(
    rules: &Rules<W>,
    position: &Position<W>,
    action: Action,
) -> i32 {
    let (tables, public) = (&*rules.tables, &position.public);
    if action.tag() != Tag::Move {
        return 0;
    }
    let mut gain = 0;
    let (from, to) = (action.from(), action.to());
    let target = public.cell(to);
    if target.is_empty() && action.arg().is_none() {
        return 0;
    }
    let Some(mover) = values::mover_at(position, public.turn, from) else {
        return 0;
    };
    if let Some(kind) = action.kind() {
        gain += tables.values.kind(kind) - tables.values.kind(mover.kind);
    }
    if target.is_empty() {
        return gain;
    }
    if public.hidden.contains(to) {
        return gain + tables.values.blind(action.manner(), mover.kind);
    }
    match target.kind() {
        Some(kind) if kind != Kind::BACK => {
            gain + tables.values.gain(action.manner(), mover.kind, kind)
        }
        _ => gain,
    }
}

/// Plays one action: of a few candidates drawn uniformly the one that gains most, or with [`u8::MAX`] the capture that
/// gains most of all, and one drawn uniformly where none gains. `false` when there is none, or no
/// more tries are remembered.
pub(super) fn step<const W: usize>(
    rules: &Rules<W>,
    position: &mut Position<W>,
    history: &mut History<W>,
    dice: &mut Dice,
    room: &mut Room<W>,
    candidates: u8,
) -> Result<bool, HookError> {
    let tables = &*rules.tables;
    let open = position.public.hidden.is_empty() && position.public.fog.is_empty();
    let by_trial =
        tables.looks_ahead && open && tables.royal.is_none() && tables.spec.chase.is_none();
    if candidates < 2 || by_trial || !tables.values.material {
        return rules.step(position, history, dice, room);
    }
    let seat = position.public.turn;
    let view = View::new(tables, position, history, Observer::Seat(seat));
    if position.public.refused[0].is_some() || chase::is_near(&view, seat) {
        return rules.step(position, history, dice, room);
    }
    let mut best = None;
    if candidates < u8::MAX
        && let Some(bounded) = rules.bounded(&view)
    {
        let mut most = i32::MIN;
        for _ in 0..candidates {
            if let Some(action) = bounded.draw(dice) {
                let gain = gain(rules, position, action);
                if gain > most {
                    (best, most) = (Some(action), gain);
                }
            }
        }
    }
    if best.is_none() {
        best = draw_best(rules, &view, position, dice, room.hand(), candidates)?;
    }
    let Some(action) = best else {
        return Ok(false);
    };
    let mut off = Log::off();
    if !tables.may_refuse && !tables.looks_ahead {
        rules.apply(position, history, action, &mut off, false)?;
        return Ok(true);
    }
    let length = history.len();
    let next = room.copy(position);
    match rules.apply(next, history, action, &mut off, false) {
        Ok(()) => {
            position.clone_from(next);
            Ok(true)
        }
        Err(HookError::Refused(_)) => {
            history.truncate(length);
            Ok(position.note_refused(action))
        }
        Err(error) => Err(error),
    }
}

fn draw_best<const W: usize>(
    rules: &Rules<W>,
    view: &View<'_, W>,
    position: &Position<W>,
    dice: &mut Dice,
    hand: &mut Hand<W>,
    candidates: u8,
) -> Result<Option<Action>, HookError> {
    hand.clear(rules.promotions().len());
    rules.generate(view, hand)?;
    let drawn = rules.sift(view, |sieve| {
        if candidates == u8::MAX {
            let best = best_capture(rules, view, position, hand, sieve);
            if best.is_some() {
                return Ok(best);
            }
        }
        let into = rules.promotions();
        while hand.len() > 0 {
            let mut place = dice.below(hand.len() as u64) as usize;
            let mut most = hand.at(into, place).map_or(0, |a| gain(rules, position, a));
            for _ in 1..candidates {
                let other = dice.below(hand.len() as u64) as usize;
                let gain = hand
                    .at(into, other)
                    .map_or(i32::MIN, |a| gain(rules, position, a));
                if gain > most {
                    (place, most) = (other, gain);
                }
            }
            let Some(action) = hand.take(into, place) else {
                break;
            };
            if sieve.passes(action) {
                return Ok(Some(action));
            }
        }
        Ok(None)
    })?;
    Ok(drawn.or_else(|| rules.is_forced_to_pass(view).then_some(Action::PASS)))
}

/// The legal capture that gains most, of all there are; `None` where none gains.
fn best_capture<const W: usize>(
    rules: &Rules<W>,
    view: &View<'_, W>,
    position: &Position<W>,
    hand: &Hand<W>,
    sieve: &Sieve<'_, W>,
) -> Option<Action> {
    let (mut best, mut most) = (None, 0);
    hand.each_onto(view.public().occupied(), |action| {
        let gain = gain(rules, position, action);
        if gain > most && sieve.passes(action) {
            (best, most) = (Some(action), gain);
        }
    });
    best
}

/// Plays on for so many plies at most; returns the score of seat 0.
pub(super) fn play<const W: usize>(
    rules: &Rules<W>,
    position: &mut Position<W>,
    history: &mut History<W>,
    dice: &mut Dice,
    room: &mut Room<W>,
    settings: &Settings,
    plies: u32,
) -> Result<u32, HookError> {
    let decisive = rules.tables.values.decisive;
    let sharp = settings.sharp.unwrap_or(if decisive { SHARP } else { 0 });
    for ply in 0..plies {
        // What hangs at the leaf is seen to, before play is left to chance.
        let candidates = match ply < sharp {
            true => u8::MAX,
            false => settings.candidates,
        };
        if position.public.phase == Phase::Over {
            return Ok(score(position.public.outcome));
        }
        if !step(rules, position, history, dice, room, candidates)? {
            let before = position.public.turn.other();
            return Ok(score(rules.judge(position, history, before, true)?));
        }
    }
    if position.public.phase == Phase::Over {
        return Ok(score(position.public.outcome));
    }
    Ok(judge(rules, position, settings.sure))
}
