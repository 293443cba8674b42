//! What cases ask of an engine, so that any engine can be judged by the same steps.

use std::sync::Arc;

use masque_core::action::Act;
use masque_core::engine::Engine;
use masque_core::piece::{Observer, Seat};
use masque_core::search::Unit;
use masque_core::setup::Setup;

/// Why an engine gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsaid {
    /// The engine cannot be asked this; the step is skipped.
    CannotAsk,
    /// The engine could not do it, or what it said makes no sense.
    Wrong(String),
}

/// An answer, or why there is none.
pub type Said<T> = Result<T, Unsaid>;

/// Where a game starts.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The arrangement, every hidden piece with its truth.
    pub setup: &'a Setup,
    /// Positions that went before, oldest first.
    pub earlier: &'a [Setup],
    /// Whether this is where the variant starts.
    pub fresh: bool,
}

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It was done.
    Done,
    /// It is not legal from what the seat sees; any of these clauses may be cited for it.
    Illegal(Vec<String>),
    /// It looked legal and adjudication refused it.
    Refused(Vec<String>),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won; `None` for a draw.
    pub winner: Option<Seat>,
    /// The clause that ended it.
    pub clause: String,
}

/// Something told, as the words of an event, and who was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// The observers.
    pub by: Vec<Observer>,
    /// What.
    pub words: Vec<String>,
}

/// What an engine of some protocol never says, whatever is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The clause that refuses an action or ends a game.
    Clause,
    /// Whose turn it is, other than by counting actions.
    Turn,
}

/// One game on some engine.
///
/// Actions are texts in the engine's own form, which [`normal`](Self::normal) gives. Every question may be answered by
/// [`Unsaid::CannotAsk`].
pub trait Driver: Send {
    /// Begins a game, whatever was before.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn start(&mut self, start: &Start<'_>) -> Said<()>;

    /// Whether answers speak of a topic. Where they do not, clauses are empty and turns are only counted; neither is
    /// compared with what a case says.
    fn answers(&self, topic: Topic) -> bool {
        let _ = topic;
        true
    }

    /// Whether the engine writes actions as this program does.
    fn native(&self) -> bool {
        false
    }

    /// The engine's own form of an action that an author wrote for a seat.
    ///
    /// # Errors
    /// [`Unsaid`]; wrong when it is no action at all.
    fn normal(&mut self, seat: Seat, action: &str) -> Said<String>;

    /// The seat to act.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn turn(&mut self) -> Said<Seat>;

    /// The legal actions of the seat to act, in the engine's order.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn legal(&mut self) -> Said<Vec<String>>;

    /// Why a seat may not do an action: the clauses that may be cited, or `None` when it may.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn why(&mut self, seat: Seat, action: &str) -> Said<Option<Vec<String>>>;

    /// Plays an action, by the program when `automatic`.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn play(&mut self, seat: Seat, action: &str, automatic: bool) -> Said<Reply>;

    /// Does an act.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn act(&mut self, seat: Seat, act: Act) -> Said<Reply>;

    /// What the last thing done told.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn heard(&mut self) -> Said<Vec<Heard>>;

    /// What an observer may know.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn see(&mut self, observer: Observer) -> Said<Setup>;

    /// The whole truth.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn truth(&mut self) -> Said<Setup>;

    /// Everything that an observer gets, as texts that must not depend on what it does not know: observation, position
    /// text, drawing, legal actions, and what it was told last; when `thorough`, also the reasons for and against every
    /// attempt.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn everything(&mut self, observer: Observer, thorough: bool) -> Said<String>;

    /// How the game ended, if it did.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn outcome(&mut self) -> Said<Option<Ending>>;

    /// The words for where the turn machine stands; there may be two.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn phase(&mut self) -> Said<Vec<String>>;

    /// Counts sequences.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn perft(&mut self, depth: u32, unit: Unit) -> Said<u64>;

    /// Counts the histories that an observer can have after so many more actions, over every truth that it cannot tell
    /// from this one. Most engines cannot say.
    ///
    /// # Errors
    /// [`Unsaid`].
    fn views(&mut self, _observer: Observer, _depth: u32) -> Said<u64> {
        Err(Unsaid::CannotAsk)
    }

    /// The board as text lines, for people who must find a fault.
    fn picture(&mut self) -> Option<String>;
}

/// What a game is of.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// The variant under its options, for its words and texts.
    pub engine: &'a Arc<dyn Engine>,
    /// The preset that was chosen.
    pub preset: Option<&'a str>,
    /// The options that were set.
    pub options: &'a [(String, String)],
}

/// Opens games of a variant on some engine.
pub trait Opener: Sync {
    /// The engine's name.
    fn name(&self) -> String;

    /// A driver for a variant.
    ///
    /// # Errors
    /// [`Unsaid::CannotAsk`] when the engine does not play it so.
    fn open(&self, game: &Game<'_>) -> Said<Box<dyn Driver>>;
}
