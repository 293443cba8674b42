//! View-perft: how many observation histories an observer can have, over every truth of its set.
//!
//! A history is the deeds and what the observer was told of each. Small sets are split by what is told; in large ones
//! an action is tried with each identity and each hazard that it can touch.

use std::collections::BTreeMap;

use crate::action::{Action, Tag};
use crate::belief::facts::Joint;
use crate::belief::hazards::Mapped;
use crate::belief::pieces::{Domain, bit, members, piece};
use crate::belief::reader::{Reader, Truth};
use crate::belief::{BeliefError, declared};
use crate::event::Event;
use crate::game::Deed;
use crate::piece::{Observer, Seat};
use crate::position::{Phase, Position};
use crate::rules::repetition::History;
use crate::site::SiteSet;
use crate::spec::PassRule;
use crate::view::View;

/// Sets of at most this many truths are split.
const SMALL: usize = 4_000;
/// The most ways in which hazards may lie near one action.
const MOST_FIELDS: usize = 20_000;

/// A truth as it stands.
struct Branch<const W: usize> {
    position: Position<W>,
    history: History<W>,
    sites: Vec<Option<usize>>,
}

impl<const W: usize> Reader<W> {
    /// How many histories of `depth` actions there are; refused tries are none.
    pub(super) fn histories(&mut self, depth: u32) -> Result<u64, BeliefError> {
        if depth == 0 {
            return Ok(1);
        }
        if self.member.public.phase == Phase::Over {
            return Ok(0);
        }
        if let Some(truths) = self.small() {
            let stand = self.stand();
            let branch = |truth: &Truth<W>| Branch {
                position: self.supposed(&self.member, &stand, truth),
                history: self.history.clone(),
                sites: self.at.clone(),
            };
            let branches = truths.iter().map(branch).collect();
            return self.split(branches, depth);
        }
        if self.verify || !self.touches_little() {
            return Err(BeliefError::Large);
        }
        let seat = self.member.public.turn;
        let mut total = 0;
        for action in self.possible(seat)? {
            let outcomes = self.outcomes(seat, action)?;
            if depth == 1 {
                total += outcomes.len() as u64;
                continue;
            }
            for told in outcomes {
                let mut next = self.clone();
                next.read_heard(seat, Deed::Action(action), &told)?;
                total += next.histories(depth - 1)?;
            }
        }
        Ok(total)
    }

    /// Every truth, when there are few.
    fn small(&mut self) -> Option<Vec<Truth<W>>> {
        let hazards = self.cache()?.hazards.as_ref().map_or(1.0, Mapped::total);
        let pieces = self.cache()?.total?;
        if pieces * hazards > SMALL as f64 {
            return None;
        }
        self.truths(SMALL)
    }

    /// Whether what an action tells rests on nothing but the pieces that it moves or meets and the hazards near it.
    fn touches_little(&self) -> bool {
        let capture = &self.rules.tables.capture;
        capture.lost_reveals.is_empty() && capture.guarded.is_empty()
    }

    /// Counts over truths that the observer cannot tell apart so far.
    fn split(&self, group: Vec<Branch<W>>, depth: u32) -> Result<u64, BeliefError> {
        if depth == 0 {
            return Ok(1);
        }
        let mut next: BTreeMap<(Action, String), Vec<Branch<W>>> = BTreeMap::new();
        for branch in group {
            if branch.position.public.phase == Phase::Over {
                continue;
            }
            let seat = branch.position.public.turn;
            let view = View::new(
                &self.rules.tables,
                &branch.position,
                &branch.history,
                Observer::Seat(seat),
            );
            let mut actions = Vec::new();
            self.rules.legal(&view, &mut actions)?;
            for action in actions {
                let mut history = branch.history.clone();
                let deed = Deed::Action(action);
                let done = self.perform(&branch.position, &mut history, seat, deed)?;
                let Some((position, told)) = done else {
                    continue;
                };
                let public = &branch.position.public;
                let heard = self.heard(public, &branch.sites, seat, deed, &told);
                let mut sites = branch.sites.clone();
                declared::follow(&mut sites, &heard);
                next.entry((action, format!("{heard:?}")))
                    .or_default()
                    .push(Branch {
                        position,
                        history,
                        sites,
                    });
            }
        }
        if depth == 1 {
            return Ok(next.len() as u64);
        }
        let mut total = 0;
        for (_, group) in next {
            total += self.split(group, depth - 1)?;
        }
        Ok(total)
    }

    /// The actions that a seat may have, under one truth or another.
    fn possible(&mut self, seat: Seat) -> Result<Vec<Action>, BeliefError> {
        let mut actions = Vec::new();
        let known: Vec<usize> = self
            .standing()
            .into_iter()
            .filter(|u| self.units[*u].known[seat.index()])
            .collect();
        let mut blind = self.member.clone();
        if self.observer != Observer::Seat(seat) {
            for unit in &known {
                if let Some(site) = self.units[*unit].site {
                    blind.hide(site, None, [false; 2]);
                }
            }
        }
        let view = View::new(
            &self.rules.tables,
            &blind,
            &self.history,
            Observer::Seat(seat),
        );
        self.rules.legal(&view, &mut actions)?;
        if self.observer == Observer::Seat(seat) || known.is_empty() {
            return Ok(actions);
        }
        let forced = self.rules.tables.spec.actions.pass != PassRule::Allowed;
        if forced {
            actions.retain(|a| a.tag() != Tag::Pass);
        }
        for unit in known {
            let Some(site) = self.units[unit].site else {
                continue;
            };
            for piece in self.possible_pieces(unit)? {
                let phase = self.member.public.phase;
                actions.extend(self.actions_of(&self.member, unit, site, piece, seat, phase));
            }
        }
        actions.retain(|a| !self.member.public.refused.contains(&Some(*a)));
        actions.sort_unstable();
        actions.dedup();
        if forced
            && let Some(joint) = self.stuck(seat, &self.member.public)
            && self.total_of(&self.problem.with(&joint)) != Some(0.0)
        {
            // Whether the seat can act at all rests on more than one piece.
            return Err(BeliefError::Large);
        }
        Ok(actions)
    }

    /// What a unit may be.
    fn possible_pieces(&mut self, unit: usize) -> Result<Vec<crate::piece::Piece>, BeliefError> {
        let domain = self.problem.domains[unit];
        let key = (domain, self.spoken_of(unit).then_some(unit));
        if let Some((_, pieces)) = self.possible.iter().find(|(k, _)| *k == key) {
            return Ok(pieces.clone());
        }
        let mut pieces = Vec::new();
        for at in members(domain) {
            let ways = self.total_with(unit, 1 << at).ok_or(BeliefError::Large)?;
            if ways > 0.0 {
                pieces.push(piece(at));
            }
        }
        self.possible.push((key, pieces.clone()));
        Ok(pieces)
    }

    /// Everything that the observer may be told of an action, each once.
    fn outcomes(&mut self, seat: Seat, action: Action) -> Result<Vec<Vec<Event>>, BeliefError> {
        let touched: Vec<usize> = match action.tag() {
            Tag::Move | Tag::Castle | Tag::Flip => {
                let mut sites = vec![action.from(), action.to()];
                sites.dedup();
                sites.iter().filter_map(|s| self.at[s.index()]).collect()
            }
            Tag::Special => [action.from()]
                .iter()
                .filter_map(|s| self.at[s.index()])
                .collect(),
            _ => Vec::new(),
        };
        let mut joints: Vec<Joint> = vec![Vec::new()];
        for unit in touched {
            let mut more = Vec::new();
            for piece in self.possible_pieces(unit)? {
                if self.at[action.from().index()] == Some(unit)
                    && self.observer != Observer::Seat(seat)
                    && self.units[unit].known[seat.index()]
                {
                    let (site, phase) = (action.from(), self.member.public.phase);
                    let own = self.actions_of(&self.member, unit, site, piece, seat, phase);
                    if !own.contains(&action) {
                        continue;
                    }
                }
                for joint in &joints {
                    let mut joint = joint.clone();
                    joint.push((unit, bit(piece)));
                    more.push(joint);
                }
            }
            joints = more;
        }
        let mut told: BTreeMap<String, Vec<Event>> = BTreeMap::new();
        let stand = self.stand();
        for joint in joints {
            let Some(truth) = self.member_with(&joint)? else {
                continue;
            };
            let position = self.supposed(&self.member, &stand, &truth);
            self.tell_all(seat, action, &position, &mut told)?;
        }
        Ok(told.into_values().collect())
    }

    /// A truth with a conjunction: the member with pieces exchanged if that will do, else a drawn one.
    fn member_with(&mut self, joint: &Joint) -> Result<Option<Truth<W>>, BeliefError> {
        let mut truth = self.truth.clone();
        let wanted = |unit: usize| joint.iter().find(|(u, _)| *u == unit);
        for (unit, domain) in joint {
            let now = truth.pieces.units[*unit];
            if domain & bit(now) != 0 {
                continue;
            }
            let other = (0..self.units.len()).find(|u| {
                let there: Domain = bit(truth.pieces.units[*u]);
                wanted(*u).is_none() && there & domain != 0
            });
            if let Some(other) = other {
                truth.pieces.units.swap(*unit, other);
            }
        }
        let holds = joint
            .iter()
            .all(|(u, d)| d & bit(truth.pieces.units[*u]) != 0);
        if holds && self.problem.allows(&truth.pieces) && self.facts_hold(&truth.pieces) {
            return Ok(Some(truth));
        }
        let mut narrowed = self.clone();
        narrowed.cache = None;
        for (unit, domain) in joint {
            narrowed.problem.domains[*unit] &= domain;
        }
        let mut dice = super::play::own_dice();
        match narrowed.total_of(&narrowed.problem) {
            Some(0.0) => Ok(None),
            Some(_) => Ok(narrowed.draw_truth(&mut dice)),
            None => Err(BeliefError::Large),
        }
    }

    /// Plays an action with the hazards near it lying in every way, and keeps what is told.
    fn tell_all(
        &self,
        seat: Seat,
        action: Action,
        position: &Position<W>,
        told: &mut BTreeMap<String, Vec<Event>>,
    ) -> Result<(), BeliefError> {
        let deed = Deed::Action(action);
        let play = |position: &Position<W>| {
            let mut history = self.history.clone();
            let done = self.perform(position, &mut history, seat, deed)?;
            let public = &self.member.public;
            Ok::<_, BeliefError>(
                done.map(|(after, told)| (after, self.heard(public, &self.at, seat, deed, &told))),
            )
        };
        let first = play(position)?;
        let Some(field) = &self.field else {
            if let Some((_, heard)) = first {
                told.insert(format!("{heard:?}"), heard);
            }
            return Ok(());
        };
        let board = &self.rules.tables.board;
        let mut near = SiteSet::<W>::EMPTY;
        let touches = matches!(action.tag(), Tag::Move | Tag::Castle | Tag::Special);
        if touches {
            near |= SiteSet::of(action.to());
            if let Some((after, heard)) = &first {
                for event in heard {
                    if let Event::Lifted { at, .. } = event {
                        near |= board.around(*at) | SiteSet::of(*at);
                    }
                }
                near |= self.member.public.fog - after.public.fog;
            }
            if action.tag() == Tag::Castle {
                let side = self.member.public.side_of(seat);
                let ends = declared::castling_sites(&self.rules.tables, side, action);
                if let Some((royal, corner)) = ends {
                    near |= SiteSet::of(royal) | SiteSet::of(corner);
                }
            }
        }
        let fields = field.near(near, MOST_FIELDS).ok_or(BeliefError::Large)?;
        for hazards in fields {
            let mut position = position.clone();
            position.suppose_hazards(hazards - field.gone());
            if let Some((_, heard)) = play(&position)? {
                told.insert(format!("{heard:?}"), heard);
            }
        }
        Ok(())
    }
}
