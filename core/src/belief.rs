//! Beliefs: everything that may be true for all that one observer was told, counted, drawn and listed.
//!
//! A belief begins with a start that the declarations let its observer know ([`mask`]) and reads what was done with
//! the events that the observer heard. It never sees a truth.

use crate::engine::{Engine, Match};
use crate::event::{Audience, Event};
use crate::game::{Deed, Step};
use crate::hooks::HookError;
use crate::mcts::{Found, Progress, SearchError, Settings};
use crate::piece::{Observer, Piece, Seat};
use crate::random::Dice;
use crate::setup::{Setup, SetupError};
use crate::site::Site;
use crate::tables::Tables;

mod declared;
mod facts;
mod ground;
mod hazards;
mod open;
mod pieces;
mod play;
mod read;
mod reader;
#[cfg(test)]
mod tests;
mod views;
mod whole;

pub use reader::Reader;

/// How draws are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Every truth of the set is equally likely.
    Exact,
    /// Draws are weighted.
    Approximate {
        /// How many independent draws each batch is worth.
        effective: f64,
    },
}

/// Why a belief cannot be had, or what was read cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BeliefError {
    /// The start is wrong.
    #[error("the start is no start: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Setup(Vec<SetupError>),
    /// No truth agrees with what was read.
    #[error("no truth agrees with what was told")]
    Impossible,
    /// The set is too large for what was asked: to be counted, or to find out whether it has a member at all.
    #[error("too many truths may agree with what was told to count them, or to find one")]
    Large,
    /// A hook failed.
    #[error(transparent)]
    Hook(#[from] HookError),
}

/// What one piece that was hidden at the start may be.
#[derive(Clone, Debug, PartialEq)]
pub struct Marginal {
    /// Where it stood at the start.
    pub start: Site,
    /// Where it stands, while it is on the board and hidden.
    pub site: Option<Site>,
    /// What it may be, with probabilities that sum to 1.
    pub pieces: Vec<(Piece, f64)>,
}

/// What hidden pieces may be, and where hazards may lie.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marginals {
    /// By starting site.
    pub pieces: Vec<Marginal>,
    /// The probability of a hazard now, for each site where one may lie.
    pub hazards: Vec<(Site, f64)>,
}

/// What one observer may believe of a game, for a variant of any board width.
pub trait Belief: Send {
    /// A copy.
    fn copy(&self) -> Box<dyn Belief>;
    /// Whose belief it is.
    fn observer(&self) -> Observer;
    /// Puts a position that the game has had before into its history, ahead of anything read.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn remember(&mut self, earlier: &Setup) -> Result<(), Vec<SetupError>>;
    /// Reads what a seat did, with the events that the observer was told, in order.
    ///
    /// # Errors
    /// [`BeliefError`]; the belief is then of no more use.
    fn read(&mut self, seat: Seat, deed: Deed, told: &[Event]) -> Result<(), BeliefError>;
    /// Reads a step of a game's log: of its events, those that the observer was told.
    ///
    /// # Errors
    /// As [`Belief::read`].
    fn read_step(&mut self, step: &Step) -> Result<(), BeliefError> {
        let heard: Vec<Event> = step
            .told
            .iter()
            .filter(|t| hears(t.audience, self.observer()))
            .map(|t| t.event.clone())
            .collect();
        self.read(step.seat, step.deed, &heard)
    }
    /// How the draws since the last reading were made.
    fn method(&self) -> Method;
    /// How many truths there are; `None` when counting them is out of reach.
    fn count(&mut self) -> Option<f64>;
    /// Draws a truth of the start; `None` when no truth was found.
    fn draw_start(&mut self, dice: &mut Dice) -> Option<Setup>;
    /// Draws a truth and gives the game as it stands now under it, without its log; `None` when none was found.
    fn draw(&mut self, dice: &mut Dice) -> Option<Box<dyn Match>>;
    /// Whether a truth of the start belongs to the set.
    fn contains(&self, start: &Setup) -> bool;
    /// Every truth of the start, in a fixed order; `None` when there are more than a limit.
    fn enumerate(&mut self, limit: usize) -> Option<Vec<Setup>>;
    /// What hidden pieces may be, and where hazards may lie; `None` when counting is out of reach.
    fn marginals(&mut self) -> Option<Marginals>;
    /// View-perft: how many histories of `depth` more actions the observer can have, over every truth of the set. A
    /// history is the actions with what was told of them; refused tries are none.
    ///
    /// # Errors
    /// [`BeliefError::Large`] where what is told rests on too much at once.
    fn views(&self, depth: u32) -> Result<u64, BeliefError>;
    /// Searches for the best action of the observer, who is to act; asks between simulations whether to go on.
    ///
    /// The same dice and number of simulations find the same. What the belief says does not change.
    ///
    /// # Errors
    /// [`SearchError`].
    fn search(
        &mut self,
        settings: &Settings,
        dice: &mut Dice,
        go_on: &mut dyn FnMut(&Progress<'_>) -> bool,
    ) -> Result<Found, SearchError>;
}

/// Whether an observer is told what an audience is told.
fn hears(audience: Audience, observer: Observer) -> bool {
    audience.includes(observer)
}

/// What an observer may believe of a game that was played from a truth, of which it sees only what is declared.
///
/// # Errors
/// [`BeliefError`].
pub fn along(
    engine: &dyn Engine,
    start: &Setup,
    earlier: &[Setup],
    steps: &[Step],
    observer: Observer,
) -> Result<Box<dyn Belief>, BeliefError> {
    let mut belief = engine.belief(&engine.mask(start, observer), observer)?;
    for position in earlier {
        belief.remember(position).map_err(BeliefError::Setup)?;
    }
    for step in steps {
        belief.read_step(step)?;
    }
    Ok(belief)
}

/// A start as the declarations let an observer know it, from the whole truth of it.
///
/// Looks, open pieces and counts stay; of hidden pieces only those that the observer knows, and no hazard under fog.
#[must_use]
pub fn mask<const W: usize>(tables: &Tables<W>, truth: &Setup, observer: Observer) -> Setup {
    declared::mask(tables, truth, observer)
}
