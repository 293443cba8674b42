//! One search: simulations one after the other, each from a truth of its own.

use super::key::{self, Learned};
use super::tree::{ONE, Tree};
use super::{Form, Found, Progress, SearchError, Settings, flips, rollout};
use crate::action::{Action, Tag};
use crate::event::Log;
use crate::hooks::HookError;
use crate::legal::Rules;
use crate::piece::{Observer, Seat};
use crate::position::{Phase, Position};
use crate::random::Dice;
use crate::rules::ending;
use crate::rules::repetition::History;
use crate::search::Room;
use crate::spec::RepetitionSpec;
use crate::view::View;

/// How many plies a rollout is played before it is cut, where pieces tell who is ahead.
const CUT: u32 = 8;
/// The same where a royal piece must be kept out of check: pieces reach far there, and random play throws them away.
const CUT_UNDER_CHECK: u32 = 4;
/// Among how many actions what is explored is shared at most.
const MOST_SHARES: f32 = 24.0;
/// How many actions there may be to each node that is kept.
const EDGES: usize = 16;
/// In which part of its choices the other seat slips where losing one piece loses the game.
const SLIPS: f64 = 0.1;
/// Below which expected score all looks lost.
const LOST: f64 = 0.3;
/// In which part of its choices the other seat slips where all is lost, unless it does so more often anyway.
const SLIPS_WHEN_LOST: f64 = 0.6;
/// After how many simulations an expected score says something.
const ENOUGH: u32 = 30;
/// How many simulations running may fail by a hook before the search does.
const FAILURES: u32 = 16;

/// A search from one information set.
pub(crate) struct Search<'a, const W: usize> {
    rules: &'a Rules<W>,
    settings: &'a Settings,
    seat: Seat,
    tree: Tree,
    /// Whether positions that look alike at the same depth are one node, however they came about: nobody can tell more
    /// of them than everybody, and how they came about bears on nothing.
    merges: bool,
    /// The position of the simulation under way.
    position: Position<W>,
    /// A copy of it, for actions that may be refused.
    spare: Position<W>,
    history: History<W>,
    /// How many positions went before the root.
    before: usize,
    /// What each seat knew of losses at the root, or after the last action where nodes do not merge.
    learned: [Learned; 2],
    /// What each seat has seen since the root, where nodes do not merge.
    trails: [u64; 2],
    /// Nodes of the simulation under way, and the edges that were chosen at them.
    path: Vec<(usize, Option<usize>)>,
    room: Room<W>,
    listed: Vec<Action>,
    there: Vec<usize>,
    plies: u32,
    /// In which part of its choices the other seat slips in the simulation under way.
    slips: f64,
    depth: u32,
    /// Actions of all nodes.
    edges: usize,
}

impl<'a, const W: usize> Search<'a, W> {
    /// Begins at a position that the seat to act cannot tell from the true one.
    pub(crate) fn new(
        rules: &'a Rules<W>,
        settings: &'a Settings,
        seat: Seat,
        root: &Position<W>,
        history: &History<W>,
    ) -> Result<Self, SearchError> {
        if root.public.phase == Phase::Over {
            return Err(SearchError::NoAction);
        }
        if root.public.turn != seat {
            return Err(SearchError::NotToAct(root.public.turn));
        }
        let tables = &*rules.tables;
        let cut = match tables.royal {
            _ if !tables.values.material || tables.values.captures.is_some() => rollout::LONGEST,
            Some(_) => CUT_UNDER_CHECK,
            None => CUT,
        };
        let private = Seat::BOTH
            .into_iter()
            .any(|seat| root.unknown_to(Some(seat)) != root.public.hidden);
        let bars = |r: &RepetitionSpec| r.forbidden;
        let mut search = Self {
            rules,
            settings,
            seat,
            tree: Tree::default(),
            merges: !private
                && !tables.spec.hidden.owner_knows
                && !tables.spec.repetition.as_ref().is_some_and(bars),
            position: root.clone(),
            spare: root.clone(),
            history: history.clone(),
            before: history.len(),
            learned: [[[0; 32]; 2]; 2],
            trails: [0; 2],
            path: Vec::new(),
            room: Room::default(),
            listed: Vec::new(),
            there: Vec::new(),
            plies: settings.rollout.unwrap_or(cut).min(rollout::LONGEST),
            slips: 0.0,
            depth: 0,
            edges: 0,
        };
        search.begin();
        let key = search.key(0);
        let at = search.tree.insert(key, seat);
        search.expand(at, true)?;
        if search.tree.nodes[at].edges.is_empty() {
            return Err(SearchError::NoAction);
        }
        Ok(search)
    }

    /// Simulates until told to stop; `draw` puts a truth of the root into the position.
    pub(crate) fn run(
        mut self,
        dice: &mut Dice,
        mut draw: impl FnMut(&mut Position<W>, &mut Dice),
        go_on: &mut dyn FnMut(&Progress<'_>) -> bool,
    ) -> Result<Found, SearchError> {
        let limit = self.settings.simulations.unwrap_or(u64::MAX);
        let (mut simulations, mut failed, mut running) = (0, 0, 0);
        while simulations < limit {
            let root = &self.tree.nodes[0];
            let one = root.edges.len() == 1 && simulations > 0;
            if self.settings.early_stop && (one || root.is_decided(limit - simulations)) {
                break;
            }
            if simulations > 0 {
                let progress = Progress {
                    simulations,
                    nodes: self.tree.nodes.len(),
                    root,
                };
                if !go_on(&progress) {
                    break;
                }
            }
            draw(&mut self.position, dice);
            simulations += 1;
            match self.simulate(dice) {
                Ok(()) => running = 0,
                Err(error) => {
                    failed += 1;
                    running += 1;
                    if running >= FAILURES {
                        return Err(error.into());
                    }
                }
            }
        }
        let root = &self.tree.nodes[0];
        let ranked = root.ranked();
        let best = ranked.first().ok_or(SearchError::NoAction)?.action;
        Ok(Found {
            best,
            simulations,
            failed,
            draws: 0,
            nodes: self.tree.nodes.len(),
            depth: self.depth,
            value: root.mean(),
            ranked,
        })
    }

    fn simulate(&mut self, dice: &mut Dice) -> Result<(), HookError> {
        self.path.clear();
        self.history.truncate(self.before);
        self.slips = self.slips();
        self.begin();
        let score = self.descend(dice)?;
        for &(node, edge) in &self.path {
            let node = &mut self.tree.nodes[node];
            let gained = if node.turn.0 == 0 { score } else { ONE - score };
            node.visits += 1;
            node.total += u64::from(gained);
            if let Some(edge) = edge.and_then(|at| node.edges.get_mut(at)) {
                edge.visits += 1;
                edge.total += u64::from(gained);
            }
        }
        Ok(())
    }

    /// In which part of its choices the other seat slips in the next simulation.
    fn slips(&self) -> f64 {
        let public = &self.position.public;
        if public.hidden.is_empty() && public.fog.is_empty() {
            return 0.0;
        }
        let decisive = self.rules.tables.values.decisive;
        let usual = if decisive { SLIPS } else { 0.0 };
        let (usual, root) = (self.settings.slips.unwrap_or(usual), &self.tree.nodes[0]);
        if root.visits < ENOUGH || usual == 0.0 {
            return usual;
        }
        let lost = (1.0 - root.mean() / LOST).max(0.0);
        usual + (SLIPS_WHEN_LOST - usual).max(0.0) * lost
    }

    /// Takes note of what seats know at the root.
    fn begin(&mut self) {
        self.trails = [0; 2];
        self.learned = Seat::BOTH.map(|seat| *self.position.learned(seat));
    }

    /// Walks down the tree and plays on from where it ends; returns the score of seat 0.
    fn descend(&mut self, dice: &mut Dice) -> Result<u32, HookError> {
        let mut depth = 0;
        loop {
            if self.position.public.phase == Phase::Over {
                return Ok(rollout::score(self.position.public.outcome));
            }
            let key = self.key(depth);
            let Some(at) = self.tree.find(key) else {
                let most = self.settings.nodes;
                if self.tree.nodes.len() < most && self.edges < most.saturating_mul(EDGES) {
                    let at = self.tree.insert(key, self.position.public.turn);
                    self.path.push((at, None));
                }
                return self.roll_out(dice);
            };
            self.depth = self.depth.max(depth);
            if !self.tree.nodes[at].expanded {
                self.expand(at, false)?;
            }
            if !self.choose_and_play(at, dice)? {
                let before = self.position.public.turn.other();
                let outcome = self
                    .rules
                    .judge(&self.position, &self.history, before, true)?;
                return Ok(rollout::score(outcome));
            }
            depth += 1;
        }
    }

    fn roll_out(&mut self, dice: &mut Dice) -> Result<u32, HookError> {
        rollout::play(
            self.rules,
            &mut self.position,
            &mut self.history,
            dice,
            &mut self.room,
            self.settings,
            self.plies,
        )
    }

    /// The key of the node that the simulation has come to.
    fn key(&mut self, depth: u32) -> u64 {
        let seat = match self.settings.form {
            Form::Single => self.seat,
            Form::Multiple => self.position.public.turn,
        };
        let public = &self.position.public;
        if self.merges {
            let with = u64::from(depth) << 1 | u64::from(seat.0);
            let key = key::public(&self.rules.tables, public, with);
            return key::learned(key, &self.position, seat, &self.learned[seat.index()]);
        }
        let last = public
            .last
            .filter(|_| depth > 0)
            .map_or(0, |a| u64::from(a.bits()));
        let key = key::public(&self.rules.tables, public, last);
        for seat in Seat::BOTH {
            let i = seat.index();
            let trail = key::stir(self.trails[i] ^ u64::from(seat.0), key);
            self.trails[i] = key::learned(trail, &self.position, seat, &self.learned[i]);
            self.learned[i] = *self.position.learned(seat);
        }
        self.trails[seat.index()]
    }

    /// Whether the legal actions of the seat to act may differ between visits of one node.
    fn varies(&self) -> bool {
        let turn = self.position.public.turn;
        turn != self.seat
            && self.position.unknown_to(Some(turn)) != self.position.unknown_to(Some(self.seat))
    }

    /// Whether candidates are enough, because playing one that is not legal is refused.
    fn by_trial(&self) -> bool {
        let (tables, public) = (&*self.rules.tables, &self.position.public);
        tables.looks_ahead
            && public.hidden.is_empty()
            && public.fog.is_empty()
            && tables.royal.is_none()
            && tables.spec.chase.is_none()
    }

    fn list(&mut self, whole: bool) -> Result<(), HookError> {
        let tables = &*self.rules.tables;
        let turn = self.position.public.turn;
        let view = View::new(tables, &self.position, &self.history, Observer::Seat(turn));
        self.listed.clear();
        if whole || !self.by_trial() {
            let mut listed = std::mem::take(&mut self.listed);
            let done = self.rules.legal(&view, &mut listed);
            self.listed = listed;
            return done;
        }
        let mut listed = std::mem::take(&mut self.listed);
        let done = self.rules.candidates(&view, &mut listed);
        if listed.is_empty() && self.rules.is_forced_to_pass(&view) {
            listed.push(Action::PASS);
        }
        self.listed = listed;
        done
    }

    /// Gives a node its actions, with what draws the search to them.
    fn expand(&mut self, at: usize, whole: bool) -> Result<(), HookError> {
        self.list(whole)?;
        let flips = if at == 0 { self.flips() } else { Vec::new() };
        let node = &mut self.tree.nodes[at];
        node.expanded = true;
        let mut sum = 0.0;
        for &action in &self.listed {
            let weight = match flips.iter().find(|(flip, _)| *flip == action) {
                Some((_, gain)) => weigh(*gain as f32 / 100.0, self.settings.flips as f32),
                None => weight(self.rules, self.settings, &self.position, action),
            };
            sum += weight;
            node.add(action, weight);
        }
        self.edges += node.edges.len();
        // Where there are very many, each is still explored as one of a few dozen would be.
        let sum = sum.min(MOST_SHARES);
        for edge in &mut node.edges {
            edge.prior /= sum;
        }
        Ok(())
    }

    /// What flips gain on average, each next to what it may meet. Only at the root: few simulations go through one of
    /// many flips further down.
    fn flips(&self) -> Vec<(Action, f64)> {
        let (tables, public) = (&*self.rules.tables, &self.position.public);
        let off = self.settings.flips == 0.0 || tables.spec.actions.flip.is_none();
        match public.side_of(public.turn) {
            Some(side) if !off => flips::gains(tables, public, side),
            _ => Vec::new(),
        }
    }

    /// Chooses an action at a node and plays it; `false` when there is none.
    fn choose_and_play(&mut self, at: usize, dice: &mut Dice) -> Result<bool, HookError> {
        let varies = self.varies();
        if varies {
            self.find_those_there(at)?;
        }
        let refuses = self.rules.tables.may_refuse || self.rules.tables.looks_ahead;
        let mut partly = varies;
        let mut slips = self.tree.nodes[at].turn != self.seat && dice.happens(self.slips);
        loop {
            let node = &self.tree.nodes[at];
            let chosen = if std::mem::take(&mut slips) {
                match partly {
                    true => dice.choose(&self.there).copied(),
                    false => match node.edges.len() as u64 {
                        0 => None,
                        count => Some(dice.below(count) as usize),
                    },
                }
            } else if partly {
                node.select_among(self.settings, &self.there)
            } else {
                node.select(self.settings)
            };
            let Some(edge) = chosen else {
                return Ok(false);
            };
            let action = node.edges[edge].action;
            let mut off = Log::off();
            if !refuses {
                self.rules.apply(
                    &mut self.position,
                    &mut self.history,
                    action,
                    &mut off,
                    false,
                )?;
                self.path.push((at, Some(edge)));
                return Ok(true);
            }
            let length = self.history.len();
            self.spare.clone_from(&self.position);
            let played =
                self.rules
                    .apply(&mut self.spare, &mut self.history, action, &mut off, false);
            match played {
                Ok(()) => {
                    std::mem::swap(&mut self.spare, &mut self.position);
                    self.path.push((at, Some(edge)));
                    return Ok(true);
                }
                Err(HookError::Refused(_)) => {
                    self.history.truncate(length);
                    if self.by_trial() && matches!(action.tag(), Tag::Place | Tag::Move) {
                        // It is not legal here, or not after what led here.
                        if self.tree.nodes[at].edges[edge].visits == 0 && !partly {
                            self.tree.nodes[at].remove(edge);
                            continue;
                        }
                        if !partly {
                            self.there.clear();
                            self.there.extend(0..self.tree.nodes[at].edges.len());
                            partly = true;
                        }
                        self.there.retain(|e| *e != edge);
                        continue;
                    }
                    // All are told, and the seat acts again.
                    self.path.push((at, Some(edge)));
                    return self.refused(action);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Remembers a refused try, which may end the game; `false` when no more are remembered.
    fn refused(&mut self, action: Action) -> Result<bool, HookError> {
        if !self.position.note_refused(action) {
            return Ok(false);
        }
        let before = self.position.public.turn.other();
        let over = self
            .rules
            .judge(&self.position, &self.history, before, true)?;
        if let Some(outcome) = over {
            ending::finish(
                &self.rules.tables,
                &mut self.position,
                outcome,
                &mut Log::off(),
            );
        }
        Ok(true)
    }

    /// Finds the edges of the actions that are legal in this truth, and adds those that were not there before.
    fn find_those_there(&mut self, at: usize) -> Result<(), HookError> {
        self.list(false)?;
        self.there.clear();
        let node = &mut self.tree.nodes[at];
        let even = 1.0 / self.listed.len().max(1) as f32;
        for &action in &self.listed {
            let known = node.edges.iter().position(|e| e.action == action);
            let edge = known.unwrap_or_else(|| node.add(action, even));
            node.edges[edge].available += 1;
            self.there.push(edge);
        }
        Ok(())
    }
}

/// How much an action draws the search to it before it was tried.
fn weight<const W: usize>(
    rules: &Rules<W>,
    settings: &Settings,
    position: &Position<W>,
    action: Action,
) -> f32 {
    let gain = rollout::gain(rules, position, action) as f32 / 100.0;
    weigh(gain, settings.bias as f32)
}

/// How much an expected gain, in pieces, draws the search.
fn weigh(gain: f32, bias: f32) -> f32 {
    match gain {
        gain if gain > 0.0 => 1.0 + bias * gain * 4.0,
        gain if gain < 0.0 => 1.0 / (1.0 - bias * gain),
        _ => 1.0,
    }
}
