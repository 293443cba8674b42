//! The belief of one observer: units, what is known of them, and everything asked of it.

use std::sync::Arc;

use crate::belief::facts::Fact;
use crate::belief::hazards::{Field, Mapped};
use crate::belief::pieces::{self, Counted, Domain, Problem, Truths, bit};
use crate::belief::{Belief, BeliefError, Marginal, Marginals, Method, declared, play};
use crate::engine::Match;
use crate::event::Event;
use crate::game::{Deed, Game};
use crate::legal::Rules;
use crate::mcts::{Found, Progress, Search, SearchError, Settings};
use crate::piece::{Kind, Observer, Piece, Seat, Side};
use crate::position::Position;
use crate::random::Dice;
use crate::rules::repetition::{History, needed};
use crate::setup::{Setup, SetupCell, SetupError};
use crate::site::{Site, SiteSet};
use crate::spec::EndWhen;

/// A piece hidden at the start.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) start: Site,
    /// Where it stands while it is hidden on the board.
    pub(super) site: Option<Site>,
    /// Seats that know it.
    pub(super) known: [bool; 2],
    pub(super) lost: Option<Loss>,
}

/// How a hidden piece was lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loss {
    pub(super) capturer: Option<Seat>,
    /// The side of seat 0 then.
    pub(super) first_side: Option<Side>,
}

impl Loss {
    pub(super) fn owner(&self, side: Side) -> Option<Seat> {
        let other = |first| if first == side { Seat(0) } else { Seat(1) };
        self.first_side.map(other)
    }
}

/// Lost pieces that not all know, by side and kind, and what each seat knows of them.
pub(super) type Losses = ([[u8; 32]; 2], [[[u8; 32]; 2]; 2]);

/// How units and hazards stand at a moment.
#[derive(Clone, Debug)]
pub(super) struct Stand<const W: usize> {
    /// The hidden unit on each site.
    pub(super) sites: Vec<Option<usize>>,
    /// Sites whose hazard, if there was one, is gone.
    pub(super) gone: SiteSet<W>,
}

/// One truth: what the units are, what was lost unseen before the start, and the hazards of the start.
#[derive(Clone, Debug)]
pub(super) struct Truth<const W: usize> {
    pub(super) pieces: Truths,
    pub(super) hazards: SiteSet<W>,
}

/// What is counted once and used until something is read.
#[derive(Clone, Debug)]
pub(super) struct Cache<const W: usize> {
    /// The pieces without the facts.
    pub(super) base: Counted,
    /// The pieces with them; `None` when that is out of reach.
    pub(super) total: Option<f64>,
    pub(super) hazards: Option<Mapped<W>>,
}

/// A belief, for boards of `W` words.
#[derive(Clone)]
pub struct Reader<const W: usize> {
    pub(super) rules: Rules<W>,
    pub(super) observer: Observer,
    pub(super) start: Arc<Setup>,
    pub(super) units: Vec<Unit>,
    pub(super) problem: Problem,
    /// Facts that hold for good.
    pub(super) facts: Vec<Fact>,
    /// Facts of the last end of a turn.
    pub(super) lately: Vec<Fact>,
    pub(super) field: Option<Field<W>>,
    /// How many hazards are left, by what was told.
    pub(super) left: usize,
    /// The hidden unit on each site.
    pub(super) at: Vec<Option<usize>>,
    /// The present under one truth of the set: its public part is the game's.
    pub(super) member: Position<W>,
    /// That truth.
    pub(super) truth: Truth<W>,
    pub(super) history: History<W>,
    /// Positions that went before the start, and the start.
    pub(super) before: History<W>,
    pub(super) record: Vec<(Seat, Deed, Vec<Event>)>,
    /// Whether deductions may miss something, so that each draw is played again.
    pub(super) verify: bool,
    pub(super) cache: Option<Cache<W>>,
    /// What the last batch was worth that was drawn from by weight since the last reading.
    pub(super) worth: Option<f64>,
    /// What units with these domains may be; a unit that facts or links speak of is by itself.
    pub(super) possible: Vec<(Asked, Vec<Piece>)>,
}

/// A domain, and the unit if facts or links speak of it.
pub(super) type Asked = (Domain, Option<usize>);

/// How often a draw is tried.
const TRIES: usize = 20_000;
/// How often a draw is tried between two simulations of a search.
const TRIES_AT_ONCE: usize = 8;
/// A search draws a new truth for one in so many simulations, where each draw plays the whole game again.
const PROVED_EVERY: usize = 8;
/// How many draws a search keeps to use them again.
const KEPT: usize = 256;

impl<const W: usize> Reader<W> {
    /// A belief at the start, from a start as the observer may know it.
    ///
    /// # Errors
    /// [`BeliefError`].
    pub fn new(rules: &Rules<W>, start: &Setup, observer: Observer) -> Result<Self, BeliefError> {
        let tables = Arc::clone(&rules.tables);
        let member = start.look(&tables).map_err(BeliefError::Setup)?;
        let dealt = declared::is_dealt(&tables, start);
        let mut stock = [0u8; 64];
        for piece in start.pool(&tables) {
            stock[pieces::index(piece)] += 1;
        }
        let mut reader = Self {
            rules: rules.clone(),
            observer,
            start: Arc::new(start.clone()),
            units: Vec::new(),
            problem: Problem {
                domains: Vec::new(),
                stock,
                bags: start.lost_unknown,
                links: Vec::new(),
            },
            facts: Vec::new(),
            lately: Vec::new(),
            field: None,
            left: usize::from(member.public.hazards_left),
            at: vec![None; tables.board.len()],
            history: History::new(),
            before: History::new(),
            member,
            truth: Truth {
                pieces: Truths {
                    units: Vec::new(),
                    bags: [[0; 32]; 2],
                },
                hazards: SiteSet::EMPTY,
            },
            record: Vec::new(),
            verify: play::needs_proof(&tables)
                || start.lost_unknown != [0; 2]
                    && tables
                        .spec
                        .endings
                        .iter()
                        .any(|e| matches!(e.when, EndWhen::Lost(_))),
            cache: None,
            worth: None,
            possible: Vec::new(),
        };
        let hidden = |i: &usize| matches!(start.cells.get(*i), Some(SetupCell::Down { .. }));
        for i in (0..tables.board.len()).filter(hidden) {
            reader.add_unit(Site(i as u16), dealt);
        }
        reader.lay_field(dealt);
        reader.settle();
        // Any member will do; without one the start contradicts itself.
        let mut dice = play::own_dice();
        let Some(truth) = reader.draw_truth(&mut dice) else {
            return Err(reader.without_truth());
        };
        reader.member = reader.supposed(&reader.member, &reader.stand(), &truth);
        reader.truth = truth;
        if needed(&tables) {
            let first = reader.rules.first_snapshot(&reader.member);
            reader.before.push(first);
            reader.history = reader.before.clone();
        }
        Ok(reader)
    }

    pub(super) fn add_unit(&mut self, site: Site, dealt: bool) {
        let tables = Arc::clone(&self.rules.tables);
        let Some(SetupCell::Down { look, truth }) = self.start.cells.get(site.index()).copied()
        else {
            return;
        };
        let all = |stock: &[u8; 64]| {
            let there = (0..64).filter(|i| stock[*i] > 0);
            there.fold(0, |d: Domain, i| d | 1 << i)
        };
        let domain = match truth {
            Some(piece) => {
                self.problem.stock[pieces::index(piece)] += 1;
                bit(piece)
            }
            None => {
                let mut domain = all(&self.problem.stock);
                if let Some(side) = look.side() {
                    domain &= pieces::of_side(side);
                }
                let kept = pieces::members(domain).filter(|at| {
                    let piece = pieces::piece(*at);
                    !dealt || crate::deal::may_start(&tables, piece, site)
                });
                kept.fold(0, |d, at| d | 1 << at)
            }
        };
        let owned = |seat: Seat| {
            tables.spec.hidden.owner_knows
                && look
                    .side()
                    .is_some_and(|s| self.start.side_of(seat) == Some(s))
        };
        let known = Seat::BOTH.map(|seat| match &self.start.known[seat.index()] {
            Some(sites) => sites.contains(&site),
            None => owned(seat),
        });
        self.at[site.index()] = Some(self.units.len());
        self.problem.domains.push(domain);
        self.units.push(Unit {
            start: site,
            site: Some(site),
            known,
            lost: None,
        });
    }

    pub(super) fn lay_field(&mut self, dealt: bool) {
        let tables = &*self.rules.tables;
        let (Some(rule), public) = (&tables.terrain, &self.member.public) else {
            return;
        };
        let seen = public.hazards_seen;
        let mut places = public.fog;
        if let Some(hazards) = &self.start.hazards {
            places = hazards.iter().copied().collect();
        } else if dealt {
            let empty = rule.zone - public.occupied();
            if empty.len() >= usize::from(rule.hazards) {
                places &= empty;
            }
        }
        let mut field = Field::new(places | seen, usize::from(public.hazards_left));
        field.sum(seen, seen.len());
        for site in rule.zone - public.fog {
            let number = usize::from(public.number(site));
            field.sum(tables.board.around(site), number);
            field.sum(SiteSet::of(site), usize::from(seen.contains(site)));
        }
        self.field = Some(field);
    }

    /// Counts, unless that was done since the last reading.
    pub(super) fn cache(&mut self) -> Option<&Cache<W>> {
        if self.cache.is_none() {
            let base = self.problem.count().ok()?;
            self.cache = Some(Cache {
                total: self.total(base.total()),
                base,
                hazards: self.field.as_ref().map(Field::count),
            });
        }
        self.cache.as_ref()
    }

    /// Draws a truth by what was deduced.
    pub(super) fn draw_truth(&mut self, dice: &mut Dice) -> Option<Truth<W>> {
        self.cache()?;
        let cache = self.cache.as_ref()?;
        if cache.total == Some(0.0) {
            return None;
        }
        let hazards = match &cache.hazards {
            Some(mapped) => mapped.draw(dice)?,
            None => SiteSet::EMPTY,
        };
        for _ in 0..TRIES {
            let (pieces, worth) = cache.base.draw(dice)?;
            if self.facts_hold(&pieces) {
                if worth.is_some() {
                    self.worth = worth;
                }
                return Some(Truth { pieces, hazards });
            }
        }
        None
    }

    /// Draws a truth of the set, played again where deductions may miss something.
    pub(super) fn draw_member(&mut self, dice: &mut Dice) -> Option<Truth<W>> {
        for _ in 0..TRIES {
            let truth = self.draw_truth(dice)?;
            if !self.verify || self.replays(&truth) {
                return Some(truth);
            }
        }
        None
    }

    /// The same, given up after a few tries.
    fn try_to_draw(&mut self, dice: &mut Dice) -> Option<Truth<W>> {
        for _ in 0..TRIES_AT_ONCE {
            let truth = self.draw_truth(dice)?;
            if !self.verify || self.replays(&truth) {
                return Some(truth);
            }
        }
        None
    }

    pub(super) fn facts_hold(&self, pieces: &Truths) -> bool {
        let holds = |fact: &Fact| fact.value(&pieces.units) > 0.5;
        self.facts.iter().chain(&self.lately).all(holds)
    }

    /// How units and hazards stand now.
    pub(super) fn stand(&self) -> Stand<W> {
        Stand {
            sites: self.at.clone(),
            gone: self.field.as_ref().map_or(SiteSet::EMPTY, Field::gone),
        }
    }

    /// The start under a truth.
    pub(super) fn setup(&self, truth: &Truth<W>) -> Setup {
        let mut setup = (*self.start).clone();
        for (unit, piece) in self.units.iter().zip(&truth.pieces.units) {
            if let SetupCell::Down { truth, .. } = &mut setup.cells[unit.start.index()] {
                *truth = Some(*piece);
            }
        }
        if self.start.lost_unknown != [0; 2] {
            let known = setup.lost_hidden;
            for side in 0..2 {
                for kind in 0..32 {
                    setup.lost_hidden[side][kind] += truth.pieces.bags[side][kind];
                }
            }
            setup.lost_unknown = [0; 2];
            if setup.learned.is_none() {
                let mut learned = setup.told_losses(&self.rules.tables);
                if let Observer::Seat(seat) = self.observer {
                    learned[seat.index()] = known;
                }
                if learned != setup.told_losses(&self.rules.tables) {
                    setup.learned = Some(learned);
                }
            }
        }
        if self.field.is_some() {
            setup.hazards = Some(truth.hazards.iter().collect());
            setup.hazards_seen = Vec::new();
            setup.hazards_left = None;
        }
        setup
    }

    /// The truth that a whole start is, if it differs from the belief's start in nothing else.
    pub(super) fn truth_of(&self, start: &Setup) -> Option<Truth<W>> {
        let mut units = Vec::with_capacity(self.units.len());
        let cells = start.cells.iter().zip(&self.start.cells);
        for (given, own) in cells {
            match (given, own) {
                (SetupCell::Down { look: a, truth }, SetupCell::Down { look: b, .. }) if a == b => {
                    units.push((*truth)?);
                }
                (given, own) if given == own => {}
                _ => return None,
            }
        }
        let mut bags = start.lost_hidden;
        let known = self.start.lost_hidden.iter().flatten();
        for (bag, known) in bags.iter_mut().flatten().zip(known) {
            *bag = bag.checked_sub(*known)?;
        }
        let hazards = start.hazards.iter().flatten().copied().collect();
        Some(Truth {
            pieces: Truths { units, bags },
            hazards,
        })
    }

    /// Whether a truth agrees with everything deduced.
    pub(super) fn allows(&self, truth: &Truth<W>) -> bool {
        let field = self.field.as_ref();
        field.is_none_or(|f| f.allows(truth.hazards))
            && self.problem.allows(&truth.pieces)
            && self.facts_hold(&truth.pieces)
    }

    /// A position with the hidden pieces, hazards and losses of a truth, standing as they stood then.
    pub(super) fn supposed(
        &self,
        position: &Position<W>,
        stand: &Stand<W>,
        truth: &Truth<W>,
    ) -> Position<W> {
        let mut position = position.clone();
        for (i, unit) in stand.sites.iter().enumerate() {
            if let Some(unit) = *unit {
                let piece = truth.pieces.units[unit];
                position.hide(Site(i as u16), Some(piece), self.units[unit].known);
            }
        }
        if self.field.is_some() {
            position.suppose_hazards(truth.hazards - stand.gone);
        }
        if position.public.lost_hidden != [0; 2] {
            let (lost, learned) = self.losses(truth, stand);
            position.suppose_losses(lost, learned);
        }
        position
    }

    /// Lost pieces that not all know, and what each seat knows of them, under a truth.
    pub(super) fn losses(&self, truth: &Truth<W>, stand: &Stand<W>) -> Losses {
        let start = self.setup(truth);
        let mut lost = start.lost_hidden;
        let mut learned = start
            .learned
            .unwrap_or_else(|| start.told_losses(&self.rules.tables));
        let tells = self.rules.tables.capture.tells;
        let units = self.units.iter().zip(&truth.pieces.units).enumerate();
        for (i, (unit, piece)) in units {
            let Some(loss) = unit.lost.filter(|_| !stand.sites.contains(&Some(i))) else {
                continue;
            };
            let (side, kind) = (piece.side.index(), piece.kind.index());
            lost[side][kind] = lost[side][kind].saturating_add(1);
            for seat in Seat::BOTH {
                let (observer, owner) = (Observer::Seat(seat), loss.owner(piece.side));
                if declared::learns(tells, observer, loss.capturer, owner, unit.known) {
                    let slot = &mut learned[seat.index()][side][kind];
                    *slot = slot.saturating_add(1);
                }
            }
        }
        (lost, learned)
    }

    /// Every truth of the set, in a fixed order; `None` when there are more than a limit.
    pub(super) fn truths(&mut self, limit: usize) -> Option<Vec<Truth<W>>> {
        self.cache()?;
        let cache = self.cache.as_ref()?;
        let most = if self.verify { limit.max(TRIES) } else { limit };
        let fields = match &cache.hazards {
            Some(mapped) => mapped.list(most)?,
            None => vec![SiteSet::EMPTY],
        };
        let mut all = Vec::new();
        for pieces in self.problem.list(most)? {
            if !self.facts_hold(&pieces) {
                continue;
            }
            for hazards in &fields {
                let truth = Truth {
                    pieces: pieces.clone(),
                    hazards: *hazards,
                };
                if !self.verify || self.replays(&truth) {
                    all.push(truth);
                }
                if all.len() > limit {
                    return None;
                }
            }
        }
        Some(all)
    }

    /// Whether a link or a fact speaks of a unit.
    pub(super) fn spoken_of(&self, unit: usize) -> bool {
        let mut links = self.problem.links.iter();
        links.any(|l| l.first == unit || l.second == unit)
            || self
                .facts
                .iter()
                .chain(&self.lately)
                .any(|f| f.speaks_of(unit))
    }

    /// The present under a drawn truth, for play of its own.
    pub fn draw_position(&mut self, dice: &mut Dice) -> Option<Position<W>> {
        let truth = self.draw_member(dice)?;
        Some(self.supposed(&self.member, &self.stand(), &truth))
    }

    /// The public positions of the game so far.
    #[must_use]
    pub fn history(&self) -> &History<W> {
        &self.history
    }

    /// Whether nothing is left that could be one way or another.
    fn is_open(&self) -> bool {
        let public = &self.member.public;
        public.hidden.is_empty()
            && public.lost_hidden == [0; 2]
            && usize::from(public.hazards_left) == public.hazards_seen.len()
    }

    pub(super) fn observer_seat(&self) -> Option<Seat> {
        match self.observer {
            Observer::Seat(seat) => Some(seat),
            Observer::Public => None,
        }
    }
}

impl<const W: usize> Belief for Reader<W> {
    fn copy(&self) -> Box<dyn Belief> {
        Box::new(self.clone())
    }

    fn observer(&self) -> Observer {
        self.observer
    }

    fn remember(&mut self, earlier: &Setup) -> Result<(), Vec<SetupError>> {
        let position = earlier.look(&self.rules.tables)?;
        if needed(&self.rules.tables) && self.record.is_empty() {
            let snapshot = self.rules.first_snapshot(&position);
            self.before.insert_before_last(snapshot);
            self.history = self.before.clone();
        }
        Ok(())
    }

    fn read(&mut self, seat: Seat, deed: Deed, told: &[Event]) -> Result<(), BeliefError> {
        self.take_in(seat, deed, told)
    }

    fn method(&self) -> Method {
        match self.worth {
            Some(effective) => Method::Approximate { effective },
            None => Method::Exact,
        }
    }

    fn count(&mut self) -> Option<f64> {
        if self.verify {
            return self.enumerate(TRIES).map(|all| all.len() as f64);
        }
        let cache = self.cache()?;
        let hazards = cache.hazards.as_ref().map_or(1.0, Mapped::total);
        cache.total.map(|n| n * hazards)
    }

    fn draw_start(&mut self, dice: &mut Dice) -> Option<Setup> {
        let truth = self.draw_member(dice)?;
        Some(self.setup(&truth))
    }

    fn draw(&mut self, dice: &mut Dice) -> Option<Box<dyn Match>> {
        let position = self.draw_position(dice)?;
        let game = Game::resume(self.rules.clone(), position, self.history.clone());
        Some(Box::new(game))
    }

    fn contains(&self, start: &Setup) -> bool {
        self.truth_of(start)
            .is_some_and(|truth| self.allows(&truth) && (!self.verify || self.replays(&truth)))
    }

    fn enumerate(&mut self, limit: usize) -> Option<Vec<Setup>> {
        let all = self.truths(limit)?;
        Some(all.iter().map(|truth| self.setup(truth)).collect())
    }

    fn marginals(&mut self) -> Option<Marginals> {
        let total = self.cache()?.total?;
        let mut marginals = Marginals::default();
        let mut known: Vec<(Domain, Vec<(Piece, f64)>)> = Vec::new();
        for unit in 0..self.units.len() {
            let domain = self.problem.domains[unit];
            // Units of which the same is known may be the same pieces.
            let spoken_of = self.spoken_of(unit);
            let same = known.iter().find(|(d, _)| *d == domain && !spoken_of);
            let pieces = match same {
                Some((_, pieces)) => pieces.clone(),
                None => {
                    let mut pieces = Vec::new();
                    for at in pieces::members(domain) {
                        let ways = self.total_with(unit, 1 << at)?;
                        if ways > 0.0 {
                            pieces.push((pieces::piece(at), ways / total));
                        }
                    }
                    pieces
                }
            };
            if !spoken_of {
                known.push((domain, pieces.clone()));
            }
            marginals.pieces.push(Marginal {
                start: self.units[unit].start,
                site: self.units[unit].site,
                pieces,
            });
        }
        if let Some(field) = &self.field {
            marginals.hazards = field.marginals();
        }
        Some(marginals)
    }

    fn views(&self, depth: u32) -> Result<u64, BeliefError> {
        self.clone().histories(depth)
    }

    fn search(
        &mut self,
        settings: &Settings,
        dice: &mut Dice,
        go_on: &mut dyn FnMut(&Progress<'_>) -> bool,
    ) -> Result<Found, SearchError> {
        let turn = self.member.public.turn;
        let Some(seat) = self.observer_seat() else {
            return Err(SearchError::NotToAct(turn));
        };
        let rules = self.rules.clone();
        let search = Search::new(&rules, settings, seat, &self.member, &self.history)?;
        if self.is_open() {
            let root = self.member.clone();
            let draw = |position: &mut Position<W>, _: &mut Dice| position.clone_from(&root);
            return search.run(dice, draw, go_on);
        }
        let stand = self.stand();
        let every = if self.verify { PROVED_EVERY } else { 1 };
        let mut kept: Vec<Truth<W>> = Vec::new();
        let (mut asked, mut draws) = (0, 0);
        let draw = |position: &mut Position<W>, dice: &mut Dice| {
            asked += 1;
            let fresh = match (asked - 1) % every {
                0 => self.try_to_draw(dice),
                _ => None,
            };
            // Draws that take long are used again, all equally often, the oldest giving way to new ones. The member is a
            // truth of the set too, if none was found yet.
            let truth = match fresh {
                Some(truth) => {
                    let at = draws % KEPT;
                    draws += 1;
                    match kept.get_mut(at) {
                        Some(old) => *old = truth,
                        None => kept.push(truth),
                    }
                    kept.get(at)
                }
                None => kept.get(asked % kept.len().max(1)),
            };
            let truth = truth.unwrap_or(&self.truth);
            *position = self.supposed(&self.member, &stand, truth);
        };
        let mut found = search.run(dice, draw, go_on)?;
        found.draws = draws as u64;
        Ok(found)
    }
}

/// Whether a kind is among kinds given as bits.
pub(super) fn among(kinds: u32, kind: Kind) -> bool {
    kinds >> kind.0 & 1 != 0
}
