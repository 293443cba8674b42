//! Wasm modules as players: loaded, limited, asked.
//!
//! A bot is handed views and nothing else: what its seat may know, the legal actions, and what it was told. It has no
//! clock, no files and no randomness but the dice of its choice. `docs/bots.md` is its side of the interface.

mod error;
mod sandbox;
#[cfg(test)]
mod tests;
mod view;

use std::path::Path;
use std::time::Duration;

use masque_core::random::Dice;
use serde::Serialize;
use wasmtime::{InstancePre, Memory, Module, Store, Trap, TypedFunc};

use super::untrusted::{self, trapped};
pub use super::untrusted::{MAX_CODE, MAX_FUNCTION, MAX_FUNCTIONS, MAX_LOCALS, MAX_MODULE, Unfit};
use crate::files;
pub use error::BotError;
use sandbox::{Running, State};
pub use view::{BotAction, BotDeed, BotGame, BotStep, BotView};
use view::{Choice, Start};

/// The version of the interface.
pub const VERSION: i32 = 1;

/// The most entries of a module's tables, each.
pub const MAX_TABLE: usize = 100_000;
/// The most bytes that a bot is handed at once.
pub const MAX_TEXT: usize = 16 << 20;

/// What a bot may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Fuel for each call: roughly the instructions that it runs.
    pub fuel: u64,
    /// The most bytes of its memory.
    pub memory: usize,
    /// The most time for each call: a guard that fuel should run out long before, since only that is the same everywhere.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fuel: 1_000_000_000,
            memory: 64 << 20,
            time: Duration::from_secs(60),
        }
    }
}

/// A module that plays a seat.
pub struct Bot {
    limits: Limits,
    code: InstancePre<State>,
    live: Option<Live>,
    /// The game that it knows of.
    game: Option<BotGame>,
    /// The steps that it was told.
    told: Vec<BotStep>,
    log: Vec<String>,
}

/// An instance with its functions.
struct Live {
    store: Store<State>,
    memory: Memory,
    alloc: TypedFunc<i32, i32>,
    choose: TypedFunc<(i32, i32, i32), i32>,
    start: Option<TypedFunc<(i32, i32), ()>>,
    version: TypedFunc<(), i32>,
}

impl Bot {
    /// Reads a module from a file, in binary or text form, and tries it out.
    ///
    /// # Errors
    /// Everything but what concerns a choice.
    pub fn open(path: &Path, limits: Limits) -> Result<Self, BotError> {
        let bytes = files::read(path, MAX_MODULE as u64).map_err(|error| BotError::Unreadable {
            path: path.display().to_string(),
            error: error.to_string(),
        })?;
        Self::load(&bytes, limits)
    }

    /// Makes a player of a module in binary or text form, and tries it out: it must be made, and say its version.
    ///
    /// # Errors
    /// Everything but what concerns a choice.
    pub fn load(module: &[u8], limits: Limits) -> Result<Self, BotError> {
        let bytes = untrusted::binary(module)?;
        untrusted::weigh(&bytes)?;
        let engine = sandbox::engine()?;
        let module = Module::new(engine, &bytes).map_err(|e| Unfit::invalid(&e))?;
        sandbox::check(&module)?;
        let machine = |e: wasmtime::Error| BotError::Machine(format!("{e:#}"));
        let linker = sandbox::linker(engine).map_err(machine)?;
        let mut bot = Self {
            limits,
            code: linker.instantiate_pre(&module).map_err(machine)?,
            live: None,
            game: None,
            told: Vec::new(),
            log: Vec::new(),
        };
        let mut live = bot.instance()?;
        let version = live.version.clone();
        let version = enter("masque_bot_version", limits, &mut live, |live| {
            version.call(&mut live.store, ()).map_err(Fault::Wasm)
        })?;
        if version != VERSION {
            return Err(BotError::Version { found: version });
        }
        bot.live = Some(live);
        Ok(bot)
    }

    /// Begins a game, or takes one up after these steps: the module is made anew and told them all.
    ///
    /// # Errors
    /// What went wrong in the module.
    pub fn start(&mut self, game: &BotGame, steps: &[BotStep]) -> Result<(), BotError> {
        self.told.clear();
        // What was made and never asked is as good as new.
        let mut live = match (self.game.take(), self.live.take()) {
            (None, Some(live)) => live,
            _ => self.instance()?,
        };
        if let Some(start) = live.start.clone() {
            let text = encode(&Start::new(game, steps))?;
            let limits = self.limits;
            let done = enter("masque_start", limits, &mut live, |live| {
                let place = hand(live, &text)?;
                start
                    .call(&mut live.store, (place, text.len() as i32))
                    .map_err(Fault::Wasm)
            });
            self.log.extend(live.store.data_mut().take_log());
            done?;
            self.told = steps.to_vec();
        }
        self.game = Some(game.clone());
        self.live = Some(live);
        Ok(())
    }

    /// The index of the action that the bot chooses.
    ///
    /// It is told the steps since it was last told any. When those it knows are not the beginning of the view's, or it
    /// plays another game, it is started anew, as it is after an error.
    ///
    /// # Errors
    /// What went wrong in the module, and answers that are no index.
    pub fn choose(&mut self, view: &BotView, dice: &mut Dice) -> Result<usize, BotError> {
        if view.actions.is_empty() {
            return Err(BotError::NoActions);
        }
        let goes_on = self.live.is_some()
            && self.game.as_ref() == Some(&view.game)
            && view.steps.starts_with(&self.told);
        if !goes_on {
            self.start(&view.game, &view.steps)?;
        }
        let text = encode(&Choice::new(view, self.told.len()))?;
        let count = view.actions.len();
        let limits = self.limits;
        let Some(mut live) = self.live.take() else {
            return Err(BotError::Machine("the module is gone".to_owned()));
        };
        live.store.data_mut().dice = Some(dice.clone());
        let choose = live.choose.clone();
        let answer = enter("masque_choose", limits, &mut live, |live| {
            let place = hand(live, &text)?;
            choose
                .call(&mut live.store, (place, text.len() as i32, count as i32))
                .map_err(Fault::Wasm)
        });
        let state = live.store.data_mut();
        if let Some(thrown) = state.dice.take() {
            *dice = thrown;
        }
        self.log.extend(state.take_log());
        let answer = answer?;
        let index = usize::try_from(answer).ok().filter(|i| *i < count);
        let index = index.ok_or(BotError::Answer { answer, count })?;
        self.live = Some(live);
        self.told.extend_from_slice(&view.steps[self.told.len()..]);
        Ok(index)
    }

    /// What the bot wrote since this was asked last.
    pub fn take_log(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log)
    }

    /// A fresh instance.
    fn instance(&mut self) -> Result<Live, BotError> {
        const EXPORT: &str = "start";
        let mut store = Store::new(self.code.module().engine(), State::new(self.limits));
        store.limiter(|state| state);
        store.data_mut().begin(EXPORT);
        let running = fuelled(&mut store, self.limits)?;
        let made = self.code.instantiate(&mut store);
        drop(running);
        self.log.extend(store.data_mut().take_log());
        let instance = made.map_err(|e| broken(&mut store, self.limits, Fault::Wasm(e)))?;
        let machine = |e: wasmtime::Error| BotError::Machine(format!("{e:#}"));
        let memory = instance.get_memory(&mut store, "memory");
        let Some(memory) = memory else {
            return Err(BotError::Machine("the memory is gone".to_owned()));
        };
        store.data_mut().memory = Some(memory);
        Ok(Live {
            memory,
            alloc: instance
                .get_typed_func(&mut store, "masque_alloc")
                .map_err(machine)?,
            choose: instance
                .get_typed_func(&mut store, "masque_choose")
                .map_err(machine)?,
            start: instance.get_typed_func(&mut store, "masque_start").ok(),
            version: instance
                .get_typed_func(&mut store, "masque_bot_version")
                .map_err(machine)?,
            store,
        })
    }
}

/// A clone is the same module, and knows of no game.
impl Clone for Bot {
    fn clone(&self) -> Self {
        Self {
            limits: self.limits,
            code: self.code.clone(),
            live: None,
            game: None,
            told: Vec::new(),
            log: Vec::new(),
        }
    }
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bot({:?}, {} steps told)", self.limits, self.told.len())
    }
}

/// Why a call gave nothing.
enum Fault {
    Wasm(wasmtime::Error),
    Bot(BotError),
}

fn encode(value: &impl Serialize) -> Result<Vec<u8>, BotError> {
    let text = serde_json::to_vec(value).map_err(|e| BotError::Machine(e.to_string()))?;
    match text.len() > MAX_TEXT {
        true => Err(BotError::LongView(text.len())),
        false => Ok(text),
    }
}

/// Gives a store what one call may use.
fn fuelled(store: &mut Store<State>, limits: Limits) -> Result<Running, BotError> {
    let machine = |e: wasmtime::Error| BotError::Machine(format!("{e:#}"));
    store.set_fuel(limits.fuel).map_err(machine)?;
    let running = Running::new()?;
    store.set_epoch_deadline(sandbox::ticks(limits.time));
    Ok(running)
}

/// Runs something inside a module with what one call may use.
fn enter<R>(
    export: &'static str,
    limits: Limits,
    live: &mut Live,
    run: impl FnOnce(&mut Live) -> Result<R, Fault>,
) -> Result<R, BotError> {
    live.store.data_mut().begin(export);
    let running = fuelled(&mut live.store, limits)?;
    let result = run(live);
    drop(running);
    result.map_err(|fault| broken(&mut live.store, limits, fault))
}

/// Puts bytes where the module wants them.
fn hand(live: &mut Live, bytes: &[u8]) -> Result<i32, Fault> {
    sandbox::pay_for(&mut live.store, bytes.len()).map_err(Fault::Wasm)?;
    let place = live
        .alloc
        .call(&mut live.store, bytes.len() as i32)
        .map_err(Fault::Wasm)?;
    let memory = live.memory.data_mut(&mut live.store);
    let size = memory.len();
    let start = place as u32 as usize;
    let room = start
        .checked_add(bytes.len())
        .and_then(|end| memory.get_mut(start..end));
    match room {
        Some(room) => {
            room.copy_from_slice(bytes);
            Ok(place)
        }
        None => Err(Fault::Bot(BotError::Outside {
            whose: "`masque_alloc` gave a place whose",
            place: place as u32,
            length: bytes.len(),
            memory: size,
        })),
    }
}

/// What went wrong, in plain words.
fn broken(store: &mut Store<State>, limits: Limits, fault: Fault) -> BotError {
    let error = match fault {
        Fault::Bot(error) => return error,
        Fault::Wasm(error) => error,
    };
    let state = store.data_mut();
    let export = state.export;
    if let Some(ended) = state.ended.take() {
        return ended;
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => BotError::Fuel {
            export,
            fuel: limits.fuel,
        },
        Some(Trap::Interrupt) => BotError::Time {
            export,
            time: limits.time,
        },
        // What breaks off after it was refused room most likely did so for want of it.
        trap => match state.refused.take() {
            Some(refused) if trap != Some(&Trap::StackOverflow) => refused,
            _ => BotError::Trapped {
                export,
                what: trapped(&error),
            },
        },
    }
}
