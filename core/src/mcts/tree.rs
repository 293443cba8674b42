//! The table of information sets, and how an action is chosen at one.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::{Ranked, Settings, sort};
use crate::action::Action;
use crate::piece::Seat;

/// A score of 1, in the units in which scores are added up: whole numbers, so that no order of adding matters.
pub(super) const ONE: u32 = 1 << 20;

/// An action of a node, with what was made of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) action: Action,
    pub(super) visits: u32,
    /// How often it was there to choose; kept only where that differs between visits of the node.
    pub(super) available: u32,
    /// How much it draws the search to it before it was tried.
    pub(super) prior: f32,
    /// Scores of the seat to act, added up.
    pub(super) total: u64,
}

impl Edge {
    /// The mean score of the seat to act.
    #[inline]
    fn mean(&self) -> f64 {
        self.total as f64 / (f64::from(self.visits) * f64::from(ONE))
    }
}

/// An information set of the seat to act.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) turn: Seat,
    pub(super) visits: u32,
    /// Scores of the seat to act, added up.
    pub(super) total: u64,
    /// The actions, once they were asked for.
    pub(super) edges: Vec<Edge>,
    /// Whether they were.
    pub(super) expanded: bool,
}

impl Node {
    pub(super) fn new(turn: Seat) -> Self {
        Self {
            turn,
            visits: 0,
            total: 0,
            edges: Vec::new(),
            expanded: false,
        }
    }

    /// The mean score of the seat to act; even where nothing is known.
    #[inline]
    pub(super) fn mean(&self) -> f64 {
        if self.visits == 0 {
            return 0.5;
        }
        self.total as f64 / (f64::from(self.visits) * f64::from(ONE))
    }

    /// Adds an action, and returns its place.
    pub(super) fn add(&mut self, action: Action, prior: f32) -> usize {
        self.edges.push(Edge {
            action,
            visits: 0,
            available: 0,
            prior,
            total: 0,
        });
        self.edges.len() - 1
    }

    /// Chooses among all actions.
    #[inline]
    pub(super) fn select(&self, settings: &Settings) -> Option<usize> {
        let spread = settings.exploration * f64::from(self.visits.max(1)).sqrt();
        let untried = self.untried(settings);
        let mut best = None;
        let mut best_worth = f64::NEG_INFINITY;
        for (i, edge) in self.edges.iter().enumerate() {
            let mean = if edge.visits == 0 {
                untried
            } else {
                edge.mean()
            };
            let worth = mean + spread * f64::from(edge.prior) / f64::from(1 + edge.visits);
            if worth > best_worth {
                best_worth = worth;
                best = Some(i);
            }
        }
        best
    }

    /// Chooses among those that are there to choose, by how often they were.
    pub(super) fn select_among(&self, settings: &Settings, there: &[usize]) -> Option<usize> {
        let untried = self.untried(settings);
        // Priors of those that are not there go to the others.
        let share: f32 = there.iter().map(|i| self.edges[*i].prior).sum();
        let mut best = None;
        let mut best_worth = f64::NEG_INFINITY;
        for &i in there {
            let edge = &self.edges[i];
            let mean = if edge.visits == 0 {
                untried
            } else {
                edge.mean()
            };
            let spread = settings.exploration * f64::from(edge.available.max(1)).sqrt();
            let prior = f64::from(edge.prior / share.clamp(f32::MIN_POSITIVE, 1.0));
            let worth = mean + spread * prior / f64::from(1 + edge.visits);
            if worth > best_worth {
                best_worth = worth;
                best = Some(i);
            }
        }
        best
    }

    /// What an action is worth that was not tried yet: less than the node, so that good ones are tried again first.
    #[inline]
    fn untried(&self, settings: &Settings) -> f64 {
        (self.mean() - settings.untried).max(0.0)
    }

    /// Leaves an action out for good.
    pub(super) fn remove(&mut self, at: usize) {
        self.edges.remove(at);
    }

    pub(super) fn ranked(&self) -> Vec<Ranked> {
        let mut ranked: Vec<Ranked> = self
            .edges
            .iter()
            .map(|edge| Ranked {
                action: edge.action,
                visits: u64::from(edge.visits),
                value: if edge.visits == 0 {
                    self.mean()
                } else {
                    edge.mean()
                },
            })
            .collect();
        sort(&mut ranked);
        ranked
    }

    /// Whether the most visited action stays so, whatever is done with what is left.
    pub(super) fn is_decided(&self, left: u64) -> bool {
        let (mut first, mut second) = (0, 0);
        for edge in &self.edges {
            if edge.visits > first {
                second = first;
                first = edge.visits;
            } else {
                second = second.max(edge.visits);
            }
        }
        u64::from(first - second) > left
    }
}

/// Keys are mixed already.
#[derive(Clone, Copy, Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0 << 8 | u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Nodes by the keys of their information sets; never walked in the order of the map.
#[derive(Clone, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    places: HashMap<u64, u32, BuildHasherDefault<Mixed>>,
}

impl Tree {
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        self.places.get(&key).map(|at| *at as usize)
    }

    pub(super) fn insert(&mut self, key: u64, turn: Seat) -> usize {
        let at = self.nodes.len();
        self.nodes.push(Node::new(turn));
        self.places.insert(key, at as u32);
        at
    }
}
