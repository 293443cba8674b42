//! What a seat was told of a game, read from words: those of a request, or of a record.
//!
//! Nothing here has the game itself. Where one is needed, to read an action or to ask what may be done, it is drawn from
//! what the seat may believe.

use masque_core::action::{Act, Action, Tag};
use masque_core::belief::Belief;
use masque_core::engine::{Engine, Match};
use masque_core::game::Deed;
use masque_core::hooks::HookError;
use masque_core::piece::Seat;
use masque_core::random::{Dice, Seed, Stream};
use masque_scripting::diag::Diagnostic;

use crate::opponents::{Chair, Heard, Memory, Start};

/// How many truths are drawn to read an action that only some of them allow.
const DRAWS: usize = 16;

/// What was done, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Words<'a> {
    /// An action; the manner of moving by its name, where it is not the ordinary one and is said.
    Action(&'a str, Option<&'a str>),
    /// An action that adjudication refused.
    Try(&'a str, Option<&'a str>),
    /// An act.
    Act(&'a str),
}

/// What a seat was told, as far as it was read.
pub(crate) struct Told<'a> {
    engine: &'a dyn Engine,
    seat: Seat,
    start: Start,
    heard: Vec<Heard>,
    memory: Memory,
    dice: Dice,
}

impl<'a> Told<'a> {
    /// Nothing yet of a game that began so.
    pub(crate) fn new(engine: &'a dyn Engine, start: Start, seat: Seat, seed: &Seed) -> Self {
        Self {
            engine,
            seat,
            start,
            heard: Vec::new(),
            memory: Memory::default(),
            dice: seed.stream(Stream::Automatic),
        }
    }

    /// Hears a step.
    pub(crate) fn hear(&mut self, step: Heard) {
        self.heard.push(step);
    }

    /// Reads the next step and hears it.
    ///
    /// # Errors
    /// What is wrong with its words.
    pub(crate) fn read(
        &mut self,
        seat: Seat,
        done: Words<'_>,
        automatic: bool,
        events: &[String],
    ) -> Result<(), Diagnostic> {
        let (deed, tried) = match done {
            Words::Action(text, manner) => {
                let action = self.action(seat, text, manner)?;
                (Deed::Action(action), Some(action))
            }
            Words::Try(text, manner) => {
                let action = self.action(seat, text, manner)?;
                (Deed::Try(action), Some(action))
            }
            Words::Act(word) => {
                let act = serde_json::from_value::<Act>(word.into());
                let unknown = |_| Diagnostic::new("bad-act", format!("no act is called `{word}`"));
                (Deed::Act(act.map_err(unknown)?), None)
            }
        };
        let event = |text: &String| {
            let event = self.engine.read_event(text, tried);
            event.map_err(|error| Diagnostic::new("bad-event", error.to_string()))
        };
        let events = events.iter().map(event).collect::<Result<Vec<_>, _>>()?;
        self.heard.push(Heard {
            seat,
            deed,
            automatic,
            events,
        });
        Ok(())
    }

    /// Takes the last step back.
    pub(crate) fn unhear(&mut self) {
        self.heard.pop();
    }

    /// A game that the seat cannot tell from the one under way.
    ///
    /// # Errors
    /// When nothing agrees with what was told.
    pub(crate) fn draw(&mut self) -> Result<Box<dyn Match>, Diagnostic> {
        let heard = &self.heard;
        let step = |number: usize| heard.get(number).cloned();
        let belief = self
            .memory
            .follow(self.engine, &self.start, self.seat, &step);
        let belief = belief.map_err(|error| Diagnostic::new("no-truth", error.to_string()))?;
        belief.draw(&mut self.dice).ok_or_else(|| {
            let message = "no truth was found that agrees with what was told";
            Diagnostic::new("no-truth", message)
        })
    }

    /// Reads an action of either seat: what it means may rest on what the piece is, so several truths are asked.
    fn action(
        &mut self,
        seat: Seat,
        text: &str,
        manner: Option<&str>,
    ) -> Result<Action, Diagnostic> {
        let bad = |message: String| Diagnostic::new("bad-action", message);
        let manner = match manner {
            None => None,
            Some(name) => {
                let manners = &self.engine.spec().manners;
                let at = manners.iter().position(|m| m == name);
                let unknown = || bad(format!("no manner of moving is called `{name}`"));
                Some(at.ok_or_else(unknown)? as u8)
            }
        };
        let mut read = None;
        for _ in 0..DRAWS {
            let game = self.draw()?;
            let action = game.parse_action(seat, text);
            let action = action.map_err(|e| bad(e.to_string()))?;
            read = Some(action);
            let known = manner.is_some() || action.tag() != Tag::Move;
            if known || game.legal().map_err(hook)?.contains(&action) {
                break;
            }
        }
        let action = read.ok_or_else(|| bad("nothing is written".to_owned()))?;
        Ok(match manner {
            Some(manner) if action.tag() == Tag::Move => action.in_manner(manner),
            _ => action,
        })
    }

    /// The seat's place at the game as it stands.
    ///
    /// # Errors
    /// When nothing agrees with what was told.
    pub(crate) fn place(mut self) -> Result<Place<'a>, Diagnostic> {
        let supposed = self.draw()?;
        Ok(Place {
            engine: self.engine,
            seat: self.seat,
            start: self.start,
            heard: self.heard,
            memory: self.memory,
            supposed,
        })
    }
}

/// A seat's place at a game that is not there: what it was told, and a game that agrees with it.
pub(crate) struct Place<'a> {
    engine: &'a dyn Engine,
    seat: Seat,
    start: Start,
    heard: Vec<Heard>,
    /// The belief, as far as it was read.
    pub(crate) memory: Memory,
    supposed: Box<dyn Match>,
}

impl Place<'_> {
    /// Does something with the belief of the seat.
    ///
    /// # Errors
    /// When nothing can be believed.
    pub(crate) fn with_belief<T>(
        &mut self,
        ask: impl FnOnce(&mut dyn Belief) -> T,
    ) -> Result<T, Diagnostic> {
        let heard = &self.heard;
        let step = |number: usize| heard.get(number).cloned();
        let belief = self
            .memory
            .follow(self.engine, &self.start, self.seat, &step);
        let belief = belief.map_err(|error| Diagnostic::new("no-truth", error.to_string()))?;
        Ok(ask(belief))
    }

    /// The chair of the seat.
    pub(crate) fn chair(&self) -> Chair<'_> {
        Chair::supposing(
            self.engine,
            &self.start,
            &self.heard,
            &*self.supposed,
            self.seat,
        )
    }
}

/// A hook that failed.
pub(crate) fn hook(error: HookError) -> Diagnostic {
    Diagnostic::new("hook-failed", error.to_string())
}
