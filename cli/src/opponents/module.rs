//! A WebAssembly module as an opponent: what its seat may know, as a bot is told it.

use std::fs::File;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use masque_core::action::Action;
use masque_core::game::Deed;
use masque_core::random::Dice;
use masque_scripting::bot::{Bot, BotAction, BotDeed, BotGame, BotStep, BotView, Limits};
use masque_scripting::diag::Diagnostic;
use masque_scripting::files;

use super::chair::{Chair, Heard};
use super::mind::Trouble;
use super::player::Module;
use crate::variant::Loaded;

/// A module that is ready for any number of games.
#[derive(Clone, Debug)]
pub(super) struct Player {
    bot: Bot,
    name: String,
    game: BotGame,
    log: Option<Arc<Mutex<File>>>,
}

impl Player {
    /// Loads a module for a variant.
    ///
    /// # Errors
    /// Why it is no bot, or that its log cannot be written.
    pub(super) fn ready(module: &Module, loaded: &Loaded) -> Result<Self, Diagnostic> {
        let name = module.file.display().to_string();
        let usual = Limits::default();
        let limits = Limits {
            fuel: module.fuel.map_or(usual.fuel, |f| f * 1_000_000),
            memory: module.memory.map_or(usual.memory, |m| (m as usize) << 20),
            ..usual
        };
        let no_bot = |what: String| Diagnostic::new("no-bot", format!("{name}: {what}"));
        let bot = Bot::open(&module.file, limits).map_err(|error| no_bot(error.to_string()))?;
        let log = module.log.as_deref();
        let log = log
            .map(files::append)
            .transpose()
            .map_err(|error| no_bot(format!("its log cannot be written: {error}")))?;
        let choices = loaded.variant.resolved.choices.iter();
        Ok(Self {
            bot,
            name,
            game: BotGame {
                variant: loaded.id.clone(),
                options: choices.map(|(k, v)| (k.to_owned(), v.clone())).collect(),
                seat: 0,
            },
            log: log.map(|file| Arc::new(Mutex::new(file))),
        })
    }

    /// Asks for an action of the chair's seat.
    ///
    /// # Errors
    /// A hook that failed; or what went wrong in the module, which loses the game by it.
    pub(super) fn choose(
        &mut self,
        chair: &Chair<'_>,
        dice: &mut Dice,
    ) -> Result<Option<Action>, Trouble> {
        let legal = chair.legal()?;
        if legal.is_empty() {
            return Ok(None);
        }
        self.game.seat = chair.seat().0;
        let engine = chair.engine();
        let mut actions = Vec::with_capacity(legal.len());
        for &action in &legal {
            let explanation = chair.explain(action)?;
            let text = chair.format_action(action);
            actions.push(BotAction::explained(engine, text, &explanation));
        }
        let steps = (0..chair.length()).filter_map(|number| chair.step(number));
        let view = BotView {
            game: self.game.clone(),
            observation: chair.observation(),
            actions,
            steps: steps.map(|heard| step(chair, &heard)).collect(),
        };
        let chosen = self.bot.choose(&view, dice);
        self.write_log();
        match chosen {
            Ok(index) => Ok(legal.get(index).copied()),
            Err(error) => Err(Trouble::Forfeit(format!("{}: {error}", self.name))),
        }
    }

    fn write_log(&mut self) {
        let messages = self.bot.take_log();
        if let Some(log) = &self.log {
            let mut file = log.lock().unwrap_or_else(PoisonError::into_inner);
            for message in messages {
                // A full disk stops no game.
                let _ = writeln!(file, "{message}");
            }
        }
    }
}

fn step(chair: &Chair<'_>, heard: &Heard) -> BotStep {
    let engine = chair.engine();
    let (deed, text) = match heard.deed {
        Deed::Action(action) => (BotDeed::Action, engine.write_action(action)),
        Deed::Try(action) => (BotDeed::Try, engine.write_action(action)),
        Deed::Act(act) => {
            let word = serde_json::to_value(act).ok();
            let word = word.and_then(|w| w.as_str().map(str::to_owned));
            (BotDeed::Act, word.unwrap_or_default())
        }
    };
    let events = heard.events.iter();
    BotStep {
        seat: heard.seat,
        deed,
        text,
        automatic: heard.automatic,
        events: events.map(|event| chair.event_words(event)).collect(),
    }
}
