//! Monte Carlo tree search over information sets: choosing an action from a belief and from nothing else.
//!
//! Every simulation draws a truth from the belief and walks one table of information sets, each found by a key of what
//! an observer sees and of the depth below the root. See "Playing" in ARCHITECTURE.md.

use crate::action::Action;
use crate::hooks::HookError;
use crate::piece::Seat;

mod flips;
mod key;
mod rollout;
mod run;
#[cfg(test)]
mod tests;
mod tree;
pub mod values;

pub(crate) use run::Search;

/// Whose information sets the nodes of the tree are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Form {
    /// Every node is an information set of the searching seat.
    Single,
    /// Every node is an information set of the seat to act, so that the other seat chooses by what it knows.
    #[default]
    Multiple,
}

/// How to search. The default is meant to be the strongest.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Whose information sets the nodes are.
    pub form: Form,
    /// How many simulations to make at most; `None` to leave the end to the caller.
    pub simulations: Option<u64>,
    /// How much is explored beside what looks best.
    pub exploration: f64,
    /// After how many plies a rollout is cut and judged by what is left, 0 to judge at once; `None` to go by the
    /// variant: to the end where pieces do not tell who is ahead.
    pub rollout: Option<u32>,
    /// Of how many candidates drawn a rollout takes the one that captures most.
    pub candidates: u8,
    /// For how many plies a rollout first takes the best capture of all there are; `None` to go by the variant: only
    /// where losing one piece loses the game does it pay for the time that it takes.
    pub sharp: Option<u32>,
    /// How much captures draw the search to them before they have been tried, 0 for not at all.
    pub bias: f64,
    /// How much what turning a piece up may bring draws the search to it before it was tried, 0 for not at all.
    pub flips: f64,
    /// In which part of its choices the other seat plays anything that is there, each alike, where something is hidden:
    /// people slip, and what is lost against the best reply alone is still worth playing on. More where all looks lost,
    /// unless it is 0. `None` to go by the variant: only where losing one piece loses the game.
    pub slips: Option<f64>,
    /// By how much of a game an action that was not tried is held to be worse than its node.
    pub untried: f64,
    /// Which part of all that is left a side must be ahead for a cut rollout to count 0.85 for it.
    pub sure: f64,
    /// Whether to stop once the best action can no longer be overtaken.
    pub early_stop: bool,
    /// How many nodes are kept at most, with sixteen actions each; beyond them simulations go on, and the tree no longer
    /// grows. A node takes about 500 bytes.
    pub nodes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            form: Form::Multiple,
            simulations: None,
            exploration: 0.7,
            rollout: None,
            candidates: 6,
            sharp: None,
            bias: 1.0,
            flips: 2.0,
            slips: None,
            untried: 0.1,
            sure: 0.15,
            early_stop: true,
            nodes: 1 << 18,
        }
    }
}

/// An action of the root with what simulations made of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The action.
    pub action: Action,
    /// How many simulations chose it.
    pub visits: u64,
    /// The expected score of the searching seat, from 0 to 1; that of the root where it was never chosen.
    pub value: f64,
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The action to play.
    pub best: Action,
    /// All actions of the root, the most visited first, and alike ones in the order in which they are listed.
    pub ranked: Vec<Ranked>,
    /// Simulations made.
    pub simulations: u64,
    /// How many of them came to nothing because a hook failed.
    pub failed: u64,
    /// Truths drawn; 0 where nothing is hidden, or where none was found in time and one that was at hand had to do.
    pub draws: u64,
    /// Nodes of the tree.
    pub nodes: usize,
    /// How deep the tree was walked, in actions.
    pub depth: u32,
    /// The expected score of the searching seat, from 0 to 1.
    pub value: f64,
}

impl Found {
    /// Adds up several searches of the same root, in order; `None` without any.
    #[must_use]
    pub fn merge(many: Vec<Self>) -> Option<Self> {
        let mut many = many.into_iter();
        let mut sum = many.next()?;
        for found in many {
            let all = (sum.simulations + found.simulations).max(1) as f64;
            let (a, b) = (sum.simulations as f64, found.simulations as f64);
            sum.value = (sum.value * a + found.value * b) / all;
            for ranked in found.ranked {
                match sum.ranked.iter_mut().find(|r| r.action == ranked.action) {
                    Some(own) => {
                        let visits = own.visits + ranked.visits;
                        if visits > 0 {
                            let (a, b) = (own.visits as f64, ranked.visits as f64);
                            own.value = (own.value * a + ranked.value * b) / visits as f64;
                        }
                        own.visits = visits;
                    }
                    None => sum.ranked.push(ranked),
                }
            }
            sum.simulations += found.simulations;
            sum.failed += found.failed;
            sum.draws += found.draws;
            sum.nodes += found.nodes;
            sum.depth = sum.depth.max(found.depth);
        }
        sort(&mut sum.ranked);
        sum.best = sum.ranked.first().map_or(sum.best, |r| r.action);
        Some(sum)
    }
}

/// Puts the most visited first, then the better, and leaves alike ones in order.
fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| {
        let by_value = || b.value.total_cmp(&a.value);
        b.visits.cmp(&a.visits).then_with(by_value)
    });
}

/// How far a search has come; asked between simulations.
pub struct Progress<'a> {
    /// Simulations made.
    pub simulations: u64,
    /// Nodes of the tree.
    pub nodes: usize,
    root: &'a tree::Node,
}

impl Progress<'_> {
    /// The actions of the root so far, as in [`Found::ranked`].
    #[must_use]
    pub fn ranked(&self) -> Vec<Ranked> {
        self.root.ranked()
    }
}

/// Why nothing was found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SearchError {
    /// A hook failed.
    #[error(transparent)]
    Hook(#[from] HookError),
    /// The belief is not of the seat that is to act.
    #[error("the belief is not of the seat that is to act, {}", .0.0)]
    NotToAct(Seat),
    /// The seat has nothing to choose from.
    #[error("there is no action to choose")]
    NoAction,
}
