//! WebAssembly modules as opponents.

use std::sync::Arc;
use std::time::Duration;

use masque_core::action::Action;
use masque_core::game::Deed;
use masque_core::random::Dice;
use masque_scripting::bot::{
    Bot, BotAction, BotDeed, BotError, BotGame, BotStep, BotView, Limits, MAX_MODULE,
};
use masque_scripting::diag::Diagnostic;

use super::chair::{Chair, Heard};
use super::mind::Trouble;
use super::player::Module;
use crate::variant::Loaded;

/// A module that was read and found fit, for any number of games.
#[derive(Clone, Debug)]
pub(super) struct Code {
    bytes: Arc<Vec<u8>>,
    limits: Limits,
    /// The game that it plays; the seat is filled in.
    game: Arc<BotGame>,
    name: String,
}

impl Code {
    /// Reads a module and tries it out.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(module: &Module, loaded: &Loaded) -> Result<Self, Diagnostic> {
        let usual = Limits::default();
        let limits = Limits {
            fuel: module.fuel.map_or(usual.fuel, |n| n * 1_000_000),
            memory: module.memory.map_or(usual.memory, |n| (n as usize) << 20),
            time: Duration::from_secs(60).max(usual.time),
        };
        let name = module.file.display().to_string();
        let wrong = |message: String| Diagnostic::new("no-bot", format!("{name}: {message}"));
        // One too large is refused before it is read.
        let size = std::fs::metadata(&module.file).map_err(|e| wrong(e.to_string()))?;
        if size.len() > MAX_MODULE as u64 {
            let message = format!(
                "the file has {} bytes; a module may have {MAX_MODULE}",
                size.len()
            );
            return Err(wrong(message));
        }
        let bytes = std::fs::read(&module.file).map_err(|e| wrong(e.to_string()))?;
        Bot::load(&bytes, limits).map_err(|e| wrong(e.to_string()))?;
        let options = loaded.choices().iter();
        let options = options.map(|(name, value)| (name.to_owned(), value.clone()));
        Ok(Self {
            bytes: Arc::new(bytes),
            limits,
            game: Arc::new(BotGame {
                variant: loaded.id.clone(),
                options: options.collect(),
                seat: 0,
            }),
            name,
        })
    }

    /// Asks for an action of the chair's seat.
    ///
    /// # Errors
    /// [`Trouble`].
    pub(super) fn choose(
        &self,
        asked: &mut Option<Box<Bot>>,
        chair: &Chair<'_>,
        dice: &mut Dice,
    ) -> Result<Action, Trouble> {
        let legal = chair.legal()?;
        if legal.is_empty() {
            return Err(Trouble::NoAction);
        }
        let lost = |error: BotError| Trouble::Forfeit(format!("{}: {error}", self.name));
        let bot = match asked {
            Some(bot) => bot,
            none => {
                let bot = Bot::load(&self.bytes, self.limits).map_err(lost)?;
                none.insert(Box::new(bot))
            }
        };
        let chosen = bot.choose(&self.view(chair, &legal)?, dice).map_err(lost)?;
        legal.get(chosen).copied().ok_or(Trouble::NoAction)
    }

    fn view(&self, chair: &Chair<'_>, legal: &[Action]) -> Result<BotView, Trouble> {
        let mut actions = Vec::new();
        for action in legal {
            let text = chair.format_action(*action);
            let explained = chair.explain(*action)?;
            actions.push(BotAction::explained(chair.engine(), text, &explained));
        }
        let steps = (0..chair.length()).filter_map(|number| chair.step(number));
        Ok(BotView {
            game: BotGame {
                seat: chair.seat().0,
                ..(*self.game).clone()
            },
            observation: chair.observation(),
            actions,
            steps: steps.map(|heard| step(chair, &heard)).collect(),
        })
    }
}

fn step(chair: &Chair<'_>, heard: &Heard) -> BotStep {
    let written = |action| chair.engine().write_action(action);
    let (deed, text) = match heard.deed {
        Deed::Action(action) => (BotDeed::Action, written(action)),
        Deed::Try(action) => (BotDeed::Try, written(action)),
        Deed::Act(act) => {
            let word = serde_json::to_value(act).unwrap_or_default();
            (BotDeed::Act, word.as_str().unwrap_or_default().to_owned())
        }
    };
    BotStep {
        seat: heard.seat,
        deed,
        text,
        automatic: heard.automatic,
        events: heard.events.iter().map(|e| chair.event_words(e)).collect(),
    }
}
