//! Facts that are not about one unit: sums of signed conjunctions of domains, which are 1 where the fact holds.

use std::sync::Arc;

use crate::belief::pieces::{Domain, Problem, bit, members};
use crate::belief::reader::{Reader, among};
use crate::piece::{Observer, Piece, Seat, Side};
use crate::position::{Outcome, Phase, Public};
use crate::rules::ending::Ending;
use crate::spec::{EndThen, EndWhen};
use crate::view::View;

/// A conjunction: each unit is one of the pieces.
pub(super) type Joint = Vec<(usize, Domain)>;

/// A sum of signed conjunctions, 1 or 0 for every truth.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fact {
    terms: Vec<(f64, Joint)>,
}

/// The most conjunctions that counting goes through.
const MOST_TERMS: usize = 512;

impl Fact {
    /// That a conjunction does not hold.
    pub(super) fn not(joint: Joint) -> Self {
        Self {
            terms: vec![(1.0, Vec::new()), (-1.0, joint)],
        }
    }

    /// That a conjunction does not hold unless the other does too.
    pub(super) fn not_unless(joint: Joint, unless: Joint) -> Self {
        let both = joint.iter().chain(&unless).copied().collect();
        let mut fact = Self::not(joint);
        fact.terms.push((1.0, both));
        fact
    }

    /// Whether it holds, as 1 or 0.
    pub(super) fn value(&self, units: &[Piece]) -> f64 {
        let holds = |joint: &Joint| joint.iter().all(|(u, d)| d & bit(units[*u]) != 0);
        let terms = self.terms.iter().filter(|(_, joint)| holds(joint));
        terms.map(|(sign, _)| sign).sum()
    }

    /// Whether it says anything of a unit.
    pub(super) fn speaks_of(&self, unit: usize) -> bool {
        let inside = |(_, joint): &(f64, Joint)| joint.iter().any(|(u, _)| *u == unit);
        self.terms.iter().any(inside)
    }

    /// Leaves out what cannot hold and what always does.
    fn simplify(&mut self, problem: &Problem) {
        for (_, joint) in &mut self.terms {
            let mut merged: Joint = Vec::new();
            for (unit, domain) in joint.iter() {
                match merged.iter_mut().find(|(u, _)| u == unit) {
                    Some((_, d)) => *d &= domain,
                    None => merged.push((*unit, *domain)),
                }
            }
            merged.sort_unstable();
            merged.retain(|(u, d)| problem.domains[*u] & !d != 0);
            *joint = merged;
        }
        self.terms.retain(|(_, joint)| !problem.starves(joint));
        let mut terms: Vec<(f64, Joint)> = Vec::new();
        for (sign, joint) in self.terms.drain(..) {
            match terms.iter_mut().find(|(_, j)| *j == joint) {
                Some((s, _)) => *s += sign,
                None => terms.push((sign, joint)),
            }
        }
        terms.retain(|(sign, _)| *sign != 0.0);
        self.terms = terms;
    }

    /// What it says of units one by one, if that is all it says.
    fn joint(&self) -> Option<Joint> {
        match &self.terms[..] {
            [(sign, all), (minus, joint)] if *sign == 1.0 && *minus == -1.0 && all.is_empty() => {
                match joint[..] {
                    [(unit, domain)] => Some(vec![(unit, !domain)]),
                    _ => None,
                }
            }
            [(sign, joint)] if *sign == 1.0 => Some(joint.clone()),
            _ => None,
        }
    }

    fn is_certain(&self) -> bool {
        matches!(&self.terms[..], [(sign, joint)] if *sign == 1.0 && joint.is_empty())
    }
}

impl Problem {
    /// Whether a conjunction cannot hold: a unit has no piece left, or a piece that must be somewhere has no place.
    fn starves(&self, joint: &Joint) -> bool {
        let mut domains = self.domains.clone();
        for (unit, domain) in joint {
            domains[*unit] &= domain;
        }
        if domains.contains(&0) {
            return true;
        }
        let exact = self.bags == [0; 2]
            && self.stock.iter().map(|n| usize::from(*n)).sum::<usize>() == domains.len();
        (0..64).any(|at| {
            let places = domains.iter().filter(|d| **d >> at & 1 != 0).count();
            let musts = domains.iter().filter(|d| **d == 1 << at).count();
            let stock = usize::from(self.stock[at]);
            musts > stock || exact && places < stock
        })
    }

    /// The problem with a conjunction taken as true.
    pub(super) fn with(&self, joint: &[(usize, Domain)]) -> Self {
        let mut problem = self.clone();
        for (unit, domain) in joint {
            problem.domains[*unit] &= domain;
        }
        problem
    }
}

impl<const W: usize> Reader<W> {
    /// Leaves a unit only these pieces.
    pub(super) fn keep(&mut self, unit: usize, domain: Domain) {
        self.problem.domains[unit] &= domain;
        self.cache = None;
    }

    /// Draws what follows from links and facts for single units.
    pub(super) fn settle(&mut self) {
        self.cache = None;
        loop {
            let before = self.problem.domains.clone();
            self.problem.narrow();
            for list in [&mut self.facts, &mut self.lately] {
                for fact in list.iter_mut() {
                    fact.simplify(&self.problem);
                    if let Some(joint) = fact.joint() {
                        for (unit, domain) in joint {
                            self.problem.domains[unit] &= domain;
                        }
                        *fact = Fact {
                            terms: vec![(1.0, Vec::new())],
                        };
                    }
                }
                list.retain(|f| !f.is_certain());
            }
            if self.problem.domains == before {
                break;
            }
        }
        let mut kept: Vec<Fact> = Vec::new();
        for fact in self.facts.drain(..) {
            if !kept.contains(&fact) {
                kept.push(fact);
            }
        }
        self.facts = kept;
    }

    /// How many ways there are with the facts, given how many there are without.
    pub(super) fn total(&self, base: Option<f64>) -> Option<f64> {
        if self.facts.is_empty() && self.lately.is_empty() || base.is_none() {
            return base;
        }
        self.total_of(&self.problem)
    }

    /// How many ways there are in which a unit is one of these pieces.
    pub(super) fn total_with(&self, unit: usize, domain: Domain) -> Option<f64> {
        self.total_of(&self.problem.with(&[(unit, domain)]))
    }

    pub(super) fn total_of(&self, problem: &Problem) -> Option<f64> {
        let mut terms: Vec<(f64, Joint)> = vec![(1.0, Vec::new())];
        for fact in self.facts.iter().chain(&self.lately) {
            let mut next: Vec<(f64, Joint)> = Vec::new();
            for (sign, joint) in &terms {
                for (factor, more) in &fact.terms {
                    let mut both = joint.clone();
                    for (unit, domain) in more {
                        match both.iter_mut().find(|(u, _)| u == unit) {
                            Some((_, d)) => *d &= domain,
                            None => both.push((*unit, *domain)),
                        }
                    }
                    both.sort_unstable();
                    if problem.starves(&both) {
                        continue;
                    }
                    match next.iter_mut().find(|(_, j)| *j == both) {
                        Some((s, _)) => *s += sign * factor,
                        None => next.push((sign * factor, both)),
                    }
                }
            }
            next.retain(|(sign, _)| *sign != 0.0);
            if next.len() > MOST_TERMS {
                return None;
            }
            terms = next;
        }
        let mut total = 0.0;
        for (sign, joint) in terms {
            total += sign * problem.with(&joint).count().ok()?.total()?;
        }
        // Sums of large counts of both signs leave a little where nothing is left.
        Some(if total < 0.5 { 0.0 } else { total })
    }

    /// Hidden units that stand on the board.
    pub(super) fn standing(&self) -> Vec<usize> {
        self.at.iter().flatten().copied().collect()
    }

    /// Reads from the end of a turn which endings that rest on truth did not come, and which did.
    pub(super) fn note_end(&mut self, outcome: Option<Outcome>) {
        let tables = Arc::clone(&self.rules.tables);
        let public = self.member.public;
        let mut lately = Vec::new();
        for ending in &tables.endings {
            let fired = outcome.is_some_and(|o| o.clause == ending.clause);
            for side in Side::BOTH {
                let Some(joint) = self.ending_joint(ending, side, &public) else {
                    continue;
                };
                let came = fired && {
                    let loser = outcome.and_then(|o| o.winner).map(Seat::other);
                    let seat = public.seat_of(side);
                    match ending.then {
                        EndThen::Loses if seat.is_some() => loser.is_none() || loser == seat,
                        _ => {
                            // Which side it was cannot be told from a draw.
                            self.verify = true;
                            continue;
                        }
                    }
                };
                match (came, joint) {
                    (false, Atom::All(joint)) => lately.push(Fact::not(joint)),
                    (true, Atom::All(joint)) => lately.push(Fact {
                        terms: vec![(1.0, joint)],
                    }),
                    (false, Atom::None(joint)) => lately.push(Fact {
                        terms: vec![(1.0, joint)],
                    }),
                    (true, Atom::None(joint)) => lately.push(Fact::not(joint)),
                }
            }
            if fired {
                break;
            }
        }
        self.lately = lately;
        self.settle();
    }

    /// When an ending comes for a side, as far as that rests on hidden units; `None` when it does not.
    fn ending_joint(&self, ending: &Ending<W>, side: Side, public: &Public<W>) -> Option<Atom> {
        let tables = &*self.rules.tables;
        let own = crate::belief::pieces::of_side(side);
        let shown = public.by_side[side.index()] - public.hidden;
        let standing = self.standing();
        match &ending.when {
            EndWhen::Eliminated => {
                if !shown.is_empty() {
                    return None;
                }
                Some(Atom::All(standing.iter().map(|u| (*u, !own)).collect()))
            }
            EndWhen::Lost(name) => {
                let kind = tables.kind_of_name(name)?;
                let piece = bit(Piece { side, kind });
                if public.lost[side.index()][kind.index()] > 0 {
                    return None;
                }
                let lost = (0..self.units.len()).filter(|u| self.units[*u].lost.is_some());
                // Those lost before the start are not told apart; what they are is for the draw to judge.
                Some(Atom::None(lost.map(|u| (u, !piece)).collect()))
            }
            EndWhen::Immobile(names) => {
                if tables.spec.actions.flip.is_some() && !public.hidden.is_empty() {
                    return None;
                }
                let kinds = names
                    .iter()
                    .filter_map(|n| tables.kind_of_name(n))
                    .fold(0u32, |k, kind| k | 1 << kind.0);
                let moves = |s| {
                    let kind = public.cell(s).kind();
                    tables.capture.can_leave(s) && kind.is_some_and(|k| !among(kinds, k))
                };
                if shown.iter().any(moves) {
                    return None;
                }
                let still = !own | crate::belief::pieces::of_kinds(side, kinds);
                let free = standing.iter().filter(|u| {
                    let site = self.units[**u].site;
                    site.is_some_and(|s| tables.capture.can_leave(s))
                });
                Some(Atom::All(free.map(|u| (*u, still)).collect()))
            }
            EndWhen::NoAction | EndWhen::Checkmate => {
                let seat = public.turn;
                if ending.then == EndThen::Pass || public.side_of(seat) != Some(side) {
                    return None;
                }
                self.stuck(seat, public).map(Atom::All)
            }
            _ => None,
        }
    }

    /// That a seat to act has no action, where that rests on what only it knows; `None` when it does not.
    pub(super) fn stuck(&self, seat: Seat, public: &Public<W>) -> Option<Joint> {
        let knows = |u: &usize| self.units[*u].known[seat.index()];
        let known: Vec<usize> = self.standing().into_iter().filter(knows).collect();
        if known.is_empty() {
            return None;
        }
        let open = {
            let mut blind = self.member.clone();
            for site in blind.public.hidden {
                blind.hide(site, None, [false; 2]);
            }
            blind.public.phase = Phase::Play;
            let view = View::new(
                &self.rules.tables,
                &blind,
                &self.history,
                Observer::Seat(seat),
            );
            let mut actions = Vec::new();
            self.rules.candidates(&view, &mut actions).ok()?;
            actions.retain(|a| !public.refused.contains(&Some(*a)));
            !actions.is_empty()
        };
        if open {
            return None;
        }
        let mut joint = Vec::new();
        for unit in known {
            let mut still: Domain = 0;
            for at in members(self.problem.domains[unit]) {
                if !self.can_act(unit, crate::belief::pieces::piece(at), seat, public) {
                    still |= 1 << at;
                }
            }
            if still == 0 {
                // One that can act whatever it is settles it.
                return None;
            }
            joint.push((unit, still));
        }
        Some(joint)
    }

    /// Whether a unit, as the piece that its seat knows, has an action on the board as it is.
    fn can_act(&self, unit: usize, piece: Piece, seat: Seat, public: &Public<W>) -> bool {
        let Some(site) = self.units[unit].site else {
            return false;
        };
        let actions = self.actions_of(&self.member, unit, site, piece, seat, Phase::Play);
        actions.iter().any(|a| !public.refused.contains(&Some(*a)))
    }
}

/// When an ending comes: all parts of a conjunction hold, or not all of them do.
enum Atom {
    All(Joint),
    None(Joint),
}
