//! What a bot is told, as data.

use std::collections::BTreeMap;

use masque_core::engine::Engine;
use masque_core::explain::{Explanation, Note, Noted};
use masque_core::observation::Observation;
use masque_core::piece::Seat;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::choices::OptionValue;

/// The game that a bot plays, and for whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BotGame {
    /// The variant's id.
    pub variant: String,
    /// Every option with its value.
    pub options: BTreeMap<String, OptionValue>,
    /// The seat that it plays.
    pub seat: u8,
}

/// Something done, as the bot's seat was told it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotStep {
    /// Who did it.
    pub seat: Seat,
    /// What sort of deed.
    pub deed: BotDeed,
    /// Its text, as the bot's seat may read it.
    pub text: String,
    /// Whether the program did it for the seat.
    pub automatic: bool,
    /// The events that the bot's seat was told, in words: `captured b1 r`.
    pub events: Vec<String>,
}

/// Sorts of deeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotDeed {
    /// An action that was played.
    Action,
    /// An action that adjudication refused.
    Try,
    /// An act.
    Act,
}

/// A legal action with what it is known to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BotAction {
    /// Its text.
    pub action: String,
    /// What it will or may do.
    pub notes: Vec<Noted>,
}

/// Everything that a bot is told before it chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct BotView {
    /// The game.
    pub game: BotGame,
    /// What the seat may know.
    pub observation: Observation,
    /// The legal actions, in the order of the rules.
    pub actions: Vec<BotAction>,
    /// All that was done so far. The bot is told those that it was not told before.
    pub steps: Vec<BotStep>,
}

impl BotDeed {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Try => "try",
            Self::Act => "act",
        }
    }
}

impl BotAction {
    /// A legal action from its text and what it does.
    #[must_use]
    pub fn new(engine: &dyn Engine, text: String, notes: &[Note]) -> Self {
        Self {
            action: text,
            notes: notes.iter().map(|n| Noted::new(engine, *n)).collect(),
        }
    }

    /// The same from its explanation; what is refused does nothing.
    #[must_use]
    pub fn explained(engine: &dyn Engine, text: String, explanation: &Explanation) -> Self {
        match explanation {
            Explanation::Legal(notes) => Self::new(engine, text, notes),
            Explanation::Refused(_) => Self::new(engine, text, &[]),
        }
    }
}

/// A step under its number.
struct Numbered<'a>(usize, &'a BotStep);

impl Serialize for Numbered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(number, step) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("step", number)?;
        map.serialize_entry("seat", &step.seat.0)?;
        map.serialize_entry(step.deed.word(), &step.text)?;
        if step.automatic {
            map.serialize_entry("automatic", &true)?;
        }
        map.serialize_entry("events", &step.events)?;
        map.end()
    }
}

fn numbered(steps: &[BotStep], from: usize) -> Vec<Numbered<'_>> {
    let all = steps.iter().enumerate().skip(from);
    all.map(|(number, step)| Numbered(number, step)).collect()
}

/// What `masque_start` is handed.
#[derive(Serialize)]
pub(super) struct Start<'a> {
    masque: i32,
    #[serde(flatten)]
    game: &'a BotGame,
    steps: Vec<Numbered<'a>>,
}

impl<'a> Start<'a> {
    pub(super) fn new(game: &'a BotGame, steps: &'a [BotStep]) -> Self {
        Self {
            masque: super::VERSION,
            game,
            steps: numbered(steps, 0),
        }
    }
}

/// What `masque_choose` is handed.
#[derive(Serialize)]
pub(super) struct Choice<'a> {
    masque: i32,
    #[serde(flatten)]
    game: &'a BotGame,
    observation: &'a Observation,
    actions: &'a [BotAction],
    steps: Vec<Numbered<'a>>,
}

impl<'a> Choice<'a> {
    /// The view with the steps from a number on.
    pub(super) fn new(view: &'a BotView, from: usize) -> Self {
        Self {
            masque: super::VERSION,
            game: &view.game,
            observation: &view.observation,
            actions: &view.actions,
            steps: numbered(&view.steps, from),
        }
    }
}
