//! Where bots run: what a module may be and have, and how it is stopped.

use std::sync::{Condvar, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use masque_core::random::Dice;
use wasmtime::{
    AsContextMut, Caller, Config, Engine, ExternType, Linker, Memory, Module, OperatorCost,
    ResourceLimiter, Result, Trap, ValType,
};

use super::super::untrusted::{described, is_function, signature};
use super::error::BotError;
use super::{Limits, MAX_TABLE};

/// The most bytes of one message of a bot's log.
const MAX_MESSAGE: usize = 4 << 10;
/// The most bytes of the messages of one call.
const MAX_LOG: usize = 64 << 10;
/// The most stack that a bot's calls may use.
const MAX_STACK: usize = 512 << 10;

/// Fuel for each call of the host, and for each byte that it reads or writes: more than the time it takes is worth, so
/// that fuel runs out before time does whatever a bot does most.
const CALL_FUEL: u64 = 200;
const BYTE_FUEL: u64 = 16;
/// Fuel for asking for more memory or a larger table, which the host answers too.
const GROW_FUEL: u8 = 200;

/// How often time is looked at.
const TICK: Duration = Duration::from_millis(5);

/// The one engine of bots. Nothing in it lets two runs differ.
static ENGINE: LazyLock<std::result::Result<Engine, String>> = LazyLock::new(|| {
    let costs = OperatorCost {
        MemoryGrow: GROW_FUEL,
        TableGrow: GROW_FUEL,
        ..OperatorCost::new()
    };
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .operator_cost(costs)
        .epoch_interruption(true)
        .cranelift_nan_canonicalization(true)
        .wasm_relaxed_simd(false)
        .wasm_multi_memory(false)
        .wasm_memory64(false)
        .max_wasm_stack(MAX_STACK)
        .wasm_backtrace_max_frames(None)
        .generate_address_map(false)
        .native_unwind_info(false);
    Engine::new(&config).map_err(|e| e.to_string())
});

pub(super) fn engine() -> std::result::Result<&'static Engine, BotError> {
    ENGINE.as_ref().map_err(|e| BotError::Machine(e.clone()))
}

/// What the clock of bots knows: how many are running.
struct Clock {
    running: Mutex<usize>,
    begun: Condvar,
}

static CLOCK: Clock = Clock {
    running: Mutex::new(0),
    begun: Condvar::new(),
};

/// The thread that counts ticks while a bot runs, and sleeps otherwise.
static TICKING: LazyLock<std::result::Result<(), String>> = LazyLock::new(|| {
    let tick = || {
        loop {
            let running = CLOCK.running.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = CLOCK.begun.wait_while(running, |running| *running == 0);
            drop(waited);
            thread::sleep(TICK);
            if let Ok(engine) = &*ENGINE {
                engine.increment_epoch();
            }
        }
    };
    let named = thread::Builder::new().name("bot clock".to_owned());
    named.spawn(tick).map(drop).map_err(|e| e.to_string())
});

/// That a bot runs.
pub(super) struct Running(());

impl Running {
    pub(super) fn new() -> std::result::Result<Self, BotError> {
        TICKING.clone().map_err(BotError::Machine)?;
        *CLOCK.running.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        CLOCK.begun.notify_one();
        Ok(Self(()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        *CLOCK.running.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
    }
}

/// A time as ticks: at least as long, and at least one.
pub(super) fn ticks(time: Duration) -> u64 {
    let ticks = time.as_nanos().div_ceil(TICK.as_nanos());
    u64::try_from(ticks)
        .unwrap_or(u64::MAX >> 1)
        .min(u64::MAX >> 1)
        + 1
}

/// What the store of a bot keeps.
pub(super) struct State {
    limits: Limits,
    /// What is running.
    pub(super) export: &'static str,
    /// The dice of the choice that is made.
    pub(super) dice: Option<Dice>,
    pub(super) memory: Option<Memory>,
    /// Why the host ended it, or refused it more room.
    pub(super) ended: Option<BotError>,
    pub(super) refused: Option<BotError>,
    log: Vec<String>,
    logged: usize,
}

impl State {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            export: "",
            dice: None,
            memory: None,
            ended: None,
            refused: None,
            log: Vec::new(),
            logged: 0,
        }
    }

    /// Begins a call.
    pub(super) fn begin(&mut self, export: &'static str) {
        self.export = export;
        self.ended = None;
        self.refused = None;
    }

    /// The messages since they were taken last.
    pub(super) fn take_log(&mut self) -> Vec<String> {
        self.logged = 0;
        std::mem::take(&mut self.log)
    }

    fn end(&mut self, error: BotError) -> wasmtime::Error {
        self.ended = Some(error);
        wasmtime::Error::msg("the bot was ended")
    }
}

impl ResourceLimiter for State {
    fn memory_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> Result<bool> {
        let fits = desired <= self.limits.memory;
        if !fits {
            self.refused = Some(BotError::Memory {
                export: self.export,
                limit: self.limits.memory,
            });
        }
        Ok(fits)
    }

    fn table_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> Result<bool> {
        let fits = desired <= MAX_TABLE;
        if !fits {
            self.refused = Some(BotError::Table {
                export: self.export,
                limit: MAX_TABLE,
            });
        }
        Ok(fits)
    }

    fn instances(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        8
    }

    fn memories(&self) -> usize {
        1
    }
}

/// Takes fuel for what the host does for a bot with so many bytes; none is left where there is not enough.
///
/// # Errors
/// That fuel ran out, as where a bot's own instructions use it up.
pub(super) fn pay_for(mut store: impl AsContextMut, bytes: usize) -> Result<()> {
    let mut store = store.as_context_mut();
    let price = CALL_FUEL.saturating_add((bytes as u64).saturating_mul(BYTE_FUEL));
    match store.get_fuel()?.checked_sub(price) {
        Some(left) => store.set_fuel(left),
        None => {
            store.set_fuel(0)?;
            Err(Trap::OutOfFuel.into())
        }
    }
}

/// What bots may import.
pub(super) fn linker(engine: &Engine) -> Result<Linker<State>> {
    let mut linker = Linker::new(engine);
    linker.func_wrap("masque", "random", |mut caller: Caller<'_, State>| {
        pay_for(&mut caller, 0)?;
        let state = caller.data_mut();
        match &mut state.dice {
            Some(dice) => Ok(dice.bits() as i64),
            None => {
                let export = state.export;
                Err(state.end(BotError::NoDice { export }))
            }
        }
    })?;
    linker.func_wrap(
        "masque",
        "log",
        |mut caller: Caller<'_, State>, place: i32, length: i32| {
            let most = (length as u32 as usize).min(MAX_MESSAGE);
            pay_for(&mut caller, most)?;
            let memory = match caller.data().memory {
                Some(memory) => Some(memory),
                None => caller.get_export("memory").and_then(|m| m.into_memory()),
            };
            let (bytes, state) = match memory {
                Some(memory) => memory.data_and_store_mut(&mut caller),
                None => return Ok(()),
            };
            let (start, length) = (place as u32 as usize, length as u32 as usize);
            let Some(given) = start
                .checked_add(length)
                .and_then(|end| bytes.get(start..end))
            else {
                return Err(state.end(BotError::Outside {
                    whose: "`masque.log` was given a text whose",
                    place: place as u32,
                    length,
                    memory: bytes.len(),
                }));
            };
            let left = MAX_LOG - state.logged;
            let most = most.min(left);
            // What does not fit is dropped; a flood of empty messages would be one of allocations.
            if most > 0 {
                state.logged += most;
                state.log.push(printable(&given[..most]));
            }
            Ok(())
        },
    )?;
    Ok(linker)
}

/// Text that cannot do anything to a terminal.
fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let plain = |c: char| match c {
        '\n' | '\t' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(plain).collect()
}

/// Checks everything that a module imports and exports.
pub(super) fn check(module: &Module) -> std::result::Result<(), BotError> {
    use ValType::{I32, I64};
    for import in module.imports() {
        let name = format!("{}.{}", import.module(), import.name());
        let (params, results): (&[ValType], &[ValType]) = match name.as_str() {
            "masque.random" => (&[], &[I64]),
            "masque.log" => (&[I32, I32], &[]),
            _ => return Err(BotError::Import(name)),
        };
        let ty = import.ty();
        if !is_function(&ty, params, results) {
            return Err(BotError::ImportType {
                name,
                wanted: signature(params, results),
                found: described(&ty),
            });
        }
    }
    let wrong = |name, wanted: String, found: Option<ExternType>| match found {
        Some(ty) => Err(BotError::ExportType {
            name,
            wanted,
            found: described(&ty),
        }),
        None => Err(BotError::Export { name, wanted }),
    };
    match module.get_export("memory") {
        Some(ExternType::Memory(_)) => {}
        other => return wrong("memory", "a memory".to_owned(), other),
    }
    let functions: [(&str, &[ValType], &[ValType]); 4] = [
        ("masque_bot_version", &[], &[I32]),
        ("masque_alloc", &[I32], &[I32]),
        ("masque_choose", &[I32, I32, I32], &[I32]),
        ("masque_start", &[I32, I32], &[]),
    ];
    for (name, params, results) in functions {
        match module.get_export(name) {
            Some(ty) if is_function(&ty, params, results) => {}
            None if name == "masque_start" => {}
            other => return wrong(name, signature(params, results), other),
        }
    }
    Ok(())
}
