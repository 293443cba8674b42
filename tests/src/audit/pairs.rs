//! Other truths for the same game: members of an observer's information set.

use masque_core::belief::{Belief, Method};
use masque_core::engine::{Engine, Match};
use masque_core::game::{Deed, PlayError};
use masque_core::piece::Observer;
use masque_core::random::Dice;
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;

use super::{AuditError, Played, begin};

/// How many neighbouring truths are tried before one is given up.
const TRIES: usize = 40;

/// What one observer may believe along one game.
pub(super) struct Pairs<'a> {
    engine: &'a dyn Engine,
    game: &'a Played,
    replay: Box<dyn Match>,
    belief: Box<dyn Belief>,
    read: usize,
}

impl<'a> Pairs<'a> {
    /// Begins at the start of a game.
    ///
    /// # Errors
    /// A start that cannot be described.
    pub(super) fn new(
        engine: &'a dyn Engine,
        game: &'a Played,
        observer: Observer,
    ) -> Result<Self, AuditError> {
        let start = engine.mask(&game.start, observer);
        let belief = engine
            .belief(&start, observer)
            .map_err(|e| AuditError::Belief(e.to_string()))?;
        Ok(Self {
            engine,
            game,
            replay: begin(engine, &game.start)?,
            belief,
            read: 0,
        })
    }

    /// Reads on to after a number of deeds.
    ///
    /// # Errors
    /// What was told agrees with no truth, as far as the declarations go.
    pub(super) fn read_to(&mut self, deeds: usize) -> Result<(), AuditError> {
        while self.read < deeds {
            let (seat, deed) = self.game.deeds[self.read];
            self.read += 1;
            let done = match deed {
                Deed::Action(action) | Deed::Try(action) => {
                    match self.replay.play(seat, action, false) {
                        Ok(_) | Err(PlayError::Refused(_)) => true,
                        Err(_) => false,
                    }
                }
                Deed::Act(act) => self.replay.act(seat, act).is_ok(),
            };
            let step = self.replay.steps().last().filter(|_| done);
            let Some(step) = step else { continue };
            self.belief.read_step(step).map_err(|e| {
                let (number, seed) = (self.read, self.game.seed);
                AuditError::Belief(format!("{e}, after deed {number} of game {seed}"))
            })?;
        }
        Ok(())
    }

    /// Whether the observer knows everything.
    pub(super) fn is_certain(&mut self) -> bool {
        self.belief.count() == Some(1.0)
    }

    /// How truths are drawn.
    pub(super) fn method(&mut self) -> Method {
        self.belief.method()
    }

    /// A truth drawn from the whole set, other than the game's own.
    pub(super) fn draw(&mut self, dice: &mut Dice) -> Option<Setup> {
        let drawn = self.belief.draw_start(dice)?;
        (drawn != self.game.start).then_some(drawn)
    }

    /// A truth of the set that differs from the game's own in two pieces or one hazard.
    pub(super) fn neighbour(&self, dice: &mut Dice) -> Option<Setup> {
        let hidden: Vec<Site> = self.hidden().collect();
        let zone = self.zone();
        for _ in 0..TRIES {
            let hazards = self.game.start.hazards.clone().unwrap_or_default();
            let moves_hazard = !hazards.is_empty() && (hidden.is_empty() || dice.below(2) == 0);
            let other = if moves_hazard {
                let (from, to) = (*dice.choose(&hazards)?, *dice.choose(&zone)?);
                self.with_hazard_moved(from, to)
            } else {
                let (a, b) = (*dice.choose(&hidden)?, *dice.choose(&hidden)?);
                self.with_exchange(a, b)
            };
            if let Some(other) = other.filter(|o| self.belief.contains(o)) {
                return Some(other);
            }
        }
        None
    }

    /// Every truth of the set that differs from the game's own in two pieces or one hazard, in a fixed order.
    pub(super) fn neighbours(&self) -> impl Iterator<Item = Setup> + '_ {
        let hidden: Vec<Site> = self.hidden().collect();
        let zone = self.zone();
        let hazards = self.game.start.hazards.clone().unwrap_or_default();
        let exchanges = hidden.clone().into_iter().flat_map(move |a| {
            let others = hidden.clone().into_iter().filter(move |b| *b > a);
            others.filter_map(move |b| self.with_exchange(a, b))
        });
        let moves = hazards.into_iter().flat_map(move |from| {
            let places = zone.clone().into_iter();
            places.filter_map(move |to| self.with_hazard_moved(from, to))
        });
        exchanges
            .chain(moves)
            .filter(|other| self.belief.contains(other))
    }

    fn hidden(&self) -> impl Iterator<Item = Site> + '_ {
        let cells = self.game.start.cells.iter().enumerate();
        cells
            .filter(|(_, cell)| matches!(cell, SetupCell::Down { .. }))
            .map(|(i, _)| Site(i as u16))
    }

    fn zone(&self) -> Vec<Site> {
        let terrain = self.engine.spec().terrain.as_ref();
        terrain
            .and_then(|t| self.engine.parse_sites(&t.zone))
            .unwrap_or_default()
    }

    fn with_exchange(&self, a: Site, b: Site) -> Option<Setup> {
        let mut other = self.game.start.clone();
        let truth_at = |setup: &Setup, site: Site| match setup.cells[site.index()] {
            SetupCell::Down { truth, .. } => truth,
            _ => None,
        };
        let (first, second) = (truth_at(&other, a)?, truth_at(&other, b)?);
        if first == second {
            return None;
        }
        for (site, piece) in [(a, second), (b, first)] {
            if let SetupCell::Down { truth, .. } = &mut other.cells[site.index()] {
                *truth = Some(piece);
            }
        }
        Some(other)
    }

    fn with_hazard_moved(&self, from: Site, to: Site) -> Option<Setup> {
        let mut other = self.game.start.clone();
        let hazards = other.hazards.as_mut()?;
        if hazards.contains(&to) {
            return None;
        }
        hazards.retain(|h| *h != from);
        hazards.push(to);
        hazards.sort_unstable();
        Some(other)
    }
}
