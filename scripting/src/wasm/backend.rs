//! Hooks run as compiled code.
//!
//! An instance belongs to one thread and is used again for every call there; what a call leaves in its memory is drawn
//! over before the next, and its globals are set at every entry, so nothing of a script survives.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use std::thread::LocalKey;

use masque_core::action::Action;
use masque_core::clause::ClauseId;
use masque_core::hooks::{Effects, EndVerdict, HookError, Hooks};
use masque_core::piece::{Observer, Side};
use masque_core::site::Site;
use masque_core::spec::{ClashSpec, Verdict};
use masque_core::tables::Tables;
use masque_core::view::View;
use wasmtime::{
    Config, Engine, Instance, InstancePre, Linker, Module, Store, Trap, TypedFunc, WasmParams,
    WasmResults,
};

use super::encode::{Encoded, encode, verdict, why};
use super::host::{Host, Link, Stop, Words};
use super::lend::{Subject, lend};
use super::memory::{Facts, draw};
use crate::rhai::api::HOOKS;
use crate::rhai::compiled::Program;
#[cfg(test)]
use crate::rhai::limits::MAX_STEPS;

/// How many modules are kept compiled, by content.
const MAX_MODULES: usize = 64;
/// How many instances a thread keeps.
const MAX_LIVE: usize = 8;

/// The hooks of a program as compiled code on a board; `fallback` runs those that the author leaves to the interpreter,
/// when there are any. Machine code is made when a hook is first asked.
///
/// # Errors
/// When code cannot be made on this machine.
pub(crate) fn hooks<const W: usize>(
    program: &Arc<Program>,
    tables: &Arc<Tables<W>>,
    fallback: Option<Arc<dyn Hooks<W>>>,
) -> Result<Arc<dyn Hooks<W>>, String> {
    fn made<const V: usize, const W: usize>(
        program: &Arc<Program>,
        tables: &Arc<Tables<W>>,
        fallback: &Option<Arc<dyn Hooks<W>>>,
    ) -> Option<Result<Arc<dyn Hooks<W>>, String>>
    where
        Words: Wide<V>,
    {
        let tables: Arc<Tables<V>> = same(Arc::clone(tables))?;
        let fallback: Option<Arc<dyn Hooks<V>>> = same(fallback.clone())?;
        match Compiled::<V>::new(program, tables, fallback) {
            Ok(compiled) => {
                let hooks: Arc<dyn Hooks<V>> = Arc::new(compiled);
                same(hooks).map(Ok)
            }
            Err(error) => Some(Err(format!("{error:#}"))),
        }
    }
    made::<1, W>(program, tables, &fallback)
        .or_else(|| made::<2, W>(program, tables, &fallback))
        .or_else(|| made::<6, W>(program, tables, &fallback))
        .unwrap_or_else(|| Err(format!("no code is made for boards of {W} words")))
}

/// What the code of a table hook gives for every argument: by manner, attacker and defender.
pub(crate) fn table<const W: usize>(
    program: &Arc<Program>,
    hook: &'static str,
    params: usize,
    tables: &Arc<Tables<W>>,
) -> Option<Result<Vec<ClashSpec>, HookError>> {
    if !program.module().hooks.iter().any(|(h, _)| h.name == hook) {
        return None;
    }
    let failed = |error: &dyn std::fmt::Display| HookError::Failed {
        hook,
        message: error.to_string(),
    };
    // A table hook has no board, so the code for any board will do.
    let spec = tables.spec.clone();
    let small = match Tables::<6>::compile(spec) {
        Ok(small) => Arc::new(small),
        Err(_) => return Some(Err(failed(&"the board is too large"))),
    };
    let fill = || -> wasmtime::Result<Result<Vec<ClashSpec>, HookError>> {
        let compiled = Compiled::<6>::new(program, small, None)?;
        let mut live = compiled.instance()?;
        let instance = live.instance;
        let two = instance.get_typed_func::<(i32, i32), i32>(&mut live.store, hook);
        let three = instance.get_typed_func::<(i32, i32, i32), i32>(&mut live.store, hook);
        let kinds = tables.spec.kinds.len() as i32;
        let manners = tables.spec.manners.len().max(1) as i32;
        let mut entries = Vec::new();
        for manner in 0..manners {
            for attacker in 0..kinds {
                for defender in 0..kinds {
                    let given = match (&two, &three) {
                        (Ok(two), _) if params == 2 => {
                            two.call(&mut live.store, (attacker, defender))
                        }
                        (_, Ok(three)) => three.call(&mut live.store, (attacker, defender, manner)),
                        _ => Err(wasmtime::Error::msg("the hook is missing")),
                    };
                    let given = given.map_err(|e| compiled.error(hook, live.store.data_mut(), &e));
                    entries.push(match given {
                        Ok(number) => {
                            let (verdict, word) = verdict(number);
                            let word = word.and_then(|w| program.module().words.get(w));
                            ClashSpec {
                                verdict,
                                clause: word.cloned().unwrap_or_default(),
                            }
                        }
                        Err(HookError::Refused(clause)) => ClashSpec {
                            verdict: Verdict::Refuse,
                            clause: compiled.tables.clauses.slug(clause).to_owned(),
                        },
                        Err(error) => return Ok(Err(error)),
                    });
                }
            }
        }
        Ok(Ok(entries))
    };
    Some(fill().unwrap_or_else(|error| Err(failed(&error))))
}

/// How many steps the last call of compiled code on this thread took.
#[cfg(test)]
pub(crate) fn steps<const W: usize>() -> u32
where
    Words: Wide<W>,
{
    let (last, _) = Words::live();
    let mut live = last.take();
    let left = live.as_mut().and_then(|live| {
        let left = live.instance.get_global(&mut live.store, "steps");
        left.and_then(|global| global.get(&mut live.store).i32())
    });
    last.set(live);
    left.map_or(0, |left| MAX_STEPS - left as u32)
}

/// The value, when the types are one.
pub(super) fn same<A: 'static, B: 'static>(value: A) -> Option<B> {
    let value: Box<dyn Any> = Box::new(value);
    value.downcast().ok().map(|value| *value)
}

/// The one engine; its settings are part of what code means, so there is no other.
static ENGINE: LazyLock<Result<Engine, String>> = LazyLock::new(|| {
    let mut config = Config::new();
    config
        .wasm_multi_value(true)
        // A hook that is ended says where by itself.
        .wasm_backtrace_max_frames(None)
        .generate_address_map(false)
        .native_unwind_info(false);
    Engine::new(&config).map_err(|e| e.to_string())
});

fn engine() -> wasmtime::Result<&'static Engine> {
    ENGINE.as_ref().map_err(wasmtime::Error::msg)
}

/// Compiled modules by the hash of their bytes, the oldest first.
static MODULES: Mutex<VecDeque<([u8; 32], Module)>> = Mutex::new(VecDeque::new());

fn compiled(engine: &Engine, bytes: &[u8]) -> wasmtime::Result<Module> {
    let key = *blake3::hash(bytes).as_bytes();
    let known = {
        let modules = MODULES.lock().unwrap_or_else(PoisonError::into_inner);
        let found = modules.iter().find(|(k, _)| *k == key);
        found.map(|(_, module)| module.clone())
    };
    if let Some(module) = known {
        return Ok(module);
    }
    let module = Module::new(engine, bytes)?;
    let mut modules = MODULES.lock().unwrap_or_else(PoisonError::into_inner);
    if modules.len() >= MAX_MODULES {
        modules.pop_front();
    }
    modules.push_back((key, module.clone()));
    Ok(module)
}

/// A script as compiled code, bound to a board of `W` words.
struct Compiled<const W: usize> {
    /// Tells this one's instances from others'.
    id: u64,
    program: Arc<Program>,
    tables: Arc<Tables<W>>,
    encoded: Encoded,
    /// The machine code, once it is made.
    code: OnceLock<Result<InstancePre<Host<W>>, String>>,
    /// The parts of the picture that each hook of the API reads; `None` for hooks that are not compiled.
    parts: [Option<u32>; HOOKS.len()],
    /// Runs what is not compiled; without it every hook is, or is not defined.
    fallback: Option<Arc<dyn Hooks<W>>>,
}

/// That a hook cannot be run at all.
#[cold]
fn broken(place: usize, error: &dyn std::fmt::Display) -> HookError {
    HookError::Failed {
        hook: HOOKS[place].name,
        message: format!("the compiled code cannot be run: {error}"),
    }
}

/// Hooks by their places in the API's list.
mod hook {
    use crate::rhai::api::HOOKS;

    const fn place(name: &str) -> usize {
        let mut i = 0;
        while i < HOOKS.len() {
            let (a, b) = (HOOKS[i].name.as_bytes(), name.as_bytes());
            let mut j = 0;
            while j < a.len() && j < b.len() && a[j] == b[j] {
                j += 1;
            }
            if j == a.len() && j == b.len() {
                return i;
            }
            i += 1;
        }
        panic!("there is such a hook")
    }

    pub(super) const MOVES: usize = place("moves");
    pub(super) const LANDED: usize = place("landed");
    pub(super) const PLACED: usize = place("placed");
    pub(super) const FLIPPED: usize = place("flipped");
    pub(super) const ACTED: usize = place("acted");
    pub(super) const ENDED: usize = place("ended");
}

/// An instance with its functions.
pub(crate) struct Live<const W: usize> {
    /// The number of the [`Compiled`] that it is of.
    of: u64,
    store: Store<Host<W>>,
    instance: Instance,
    functions: Functions,
}

/// The functions of an instance.
struct Functions {
    /// Of one site: `moves`, `landed`, `placed`, `flipped`.
    of_site: [Option<TypedFunc<i32, ()>>; HOOKS.len()],
    acted: Option<TypedFunc<(i32, i32, i32), ()>>,
    ended: Option<TypedFunc<(), i32>>,
}

/// The place of the instance that a thread used last; empty while it is in use.
pub(crate) type Last<const W: usize> = Cell<Option<Box<Live<W>>>>;
/// The other instances of a thread, the one used last at the end.
pub(crate) type Others<const W: usize> = RefCell<Vec<Box<Live<W>>>>;

/// Boards of a width that code is made for.
pub(crate) trait Wide<const W: usize>: Link<W> {
    /// The instances of this thread.
    fn live() -> (&'static LocalKey<Last<W>>, &'static LocalKey<Others<W>>);
}

macro_rules! wide {
    ($($w:literal)+) => {$(
        impl Wide<$w> for Words {
            #[inline]
            fn live() -> (&'static LocalKey<Last<$w>>, &'static LocalKey<Others<$w>>) {
                thread_local! {
                    static LAST: Last<$w> = const { Cell::new(None) };
                    static OTHERS: Others<$w> = const { RefCell::new(Vec::new()) };
                }
                (&LAST, &OTHERS)
            }
        }
    )+};
}
wide!(1 2 6);

impl<const W: usize> Compiled<W>
where
    Words: Wide<W>,
{
    fn new(
        program: &Arc<Program>,
        tables: Arc<Tables<W>>,
        fallback: Option<Arc<dyn Hooks<W>>>,
    ) -> wasmtime::Result<Self> {
        static IDS: AtomicU64 = AtomicU64::new(0);
        engine()?;
        let module = program.module();
        let encoded = encode(module, &Facts::new(&tables, &module.words));
        let mut parts = [None; HOOKS.len()];
        for ((hook, _), reads) in module.hooks.iter().zip(&encoded.parts) {
            if let Some(place) = HOOKS.iter().position(|h| h.name == hook.name) {
                parts[place] = Some(*reads);
            }
        }
        Ok(Self {
            id: IDS.fetch_add(1, Ordering::Relaxed),
            program: Arc::clone(program),
            tables,
            encoded,
            code: OnceLock::new(),
            parts,
            fallback,
        })
    }
}

impl<const W: usize> Compiled<W>
where
    Words: Wide<W>,
{
    fn machine_code(&self) -> wasmtime::Result<InstancePre<Host<W>>> {
        let engine = engine()?;
        let module = compiled(engine, &self.encoded.bytes)?;
        let mut linker = Linker::new(engine);
        for name in &self.encoded.imports {
            Words::link(&mut linker, name)?;
        }
        linker.instantiate_pre(&module)
    }

    #[cold]
    #[inline(never)]
    fn instance(&self) -> wasmtime::Result<Live<W>> {
        let code = self.code.get_or_init(|| {
            let made = self.machine_code();
            made.map_err(|error| format!("{error:#}"))
        });
        let code = code
            .as_ref()
            .map_err(|error| wasmtime::Error::msg(error.clone()))?;
        let mut store = Store::new(code.module().engine(), Host::new());
        let instance = code.instantiate(&mut store)?;
        store.data_mut().memory = instance.get_memory(&mut store, "memory");
        let mut of_site = [const { None }; HOOKS.len()];
        for place in [hook::MOVES, hook::LANDED, hook::PLACED, hook::FLIPPED] {
            if self.parts[place].is_some() {
                of_site[place] = Some(instance.get_typed_func(&mut store, HOOKS[place].name)?);
            }
        }
        let acted = match self.parts[hook::ACTED] {
            Some(_) => Some(instance.get_typed_func(&mut store, "acted")?),
            None => None,
        };
        let ended = match self.parts[hook::ENDED] {
            Some(_) => Some(instance.get_typed_func(&mut store, "ended")?),
            None => None,
        };
        Ok(Live {
            of: self.id,
            store,
            instance,
            functions: Functions {
                of_site,
                acted,
                ended,
            },
        })
    }

    /// This one's instance, which takes the place of the one that the thread used last. A hook that runs inside another,
    /// on the same thread, gets an instance of its own.
    #[cold]
    #[inline(never)]
    fn bring(&self, last: Option<Box<Live<W>>>) -> wasmtime::Result<Box<Live<W>>> {
        let (_, others) = Words::live();
        others.with_borrow_mut(|others| {
            if let Some(last) = last {
                if others.len() >= MAX_LIVE - 1 {
                    others.remove(0);
                }
                others.push(last);
            }
            match others.iter().position(|live| live.of == self.id) {
                Some(place) => Ok(others.remove(place)),
                None => self.instance().map(Box::new),
            }
        })
    }

    /// Calls a compiled hook, by its place and the parts of the picture that it reads.
    #[inline]
    fn call<P: WasmParams, R: WasmResults>(
        &self,
        (place, parts): (usize, u32),
        subject: Subject<'_, '_, W>,
        function: impl Fn(&Functions) -> Option<&TypedFunc<P, R>>,
        args: P,
        prepare: impl FnOnce(&mut Host<W>),
        finish: impl FnOnce(&mut Host<W>),
    ) -> Result<R, HookError> {
        let (last, _) = Words::live();
        let mut live = match last.take() {
            Some(live) if live.of == self.id => live,
            other => match self.bring(other) {
                Ok(live) => live,
                Err(error) => return Err(broken(place, &error)),
            },
        };
        let Live {
            store, functions, ..
        } = &mut *live;
        let Some(function) = function(functions) else {
            return Err(broken(place, &"the hook is missing"));
        };
        let host = store.data_mut();
        host.parts = parts;
        prepare(host);
        let result = lend(store, subject, |store| {
            if parts != 0
                && let Some(memory) = store.data().memory
            {
                let (bytes, host) = memory.data_and_store_mut(&mut *store);
                if let Some(reader) = host.lent.reader() {
                    draw(bytes, &reader, parts);
                }
            }
            function.call(store, args)
        });
        let result = match result {
            Ok(result) => {
                finish(store.data_mut());
                Ok(result)
            }
            Err(error) => Err(self.error(HOOKS[place].name, store.data_mut(), &error)),
        };
        last.set(Some(live));
        result
    }

    #[cold]
    #[inline(never)]
    fn error(&self, hook: &'static str, host: &mut Host<W>, error: &wasmtime::Error) -> HookError {
        let failed = |message: String| HookError::Failed { hook, message };
        match host.stop.take() {
            Some(Stop::Code(fault, why::STEPS, ..)) => {
                failed(self.program.too_many_steps(hook, fault))
            }
            Some(Stop::Code(fault, why::DEPTH, ..)) => failed(self.program.too_deep(hook, fault)),
            Some(Stop::Code(fault, _, a, b)) => match self.program.fault(hook, fault, a, b) {
                Ok(message) => failed(message),
                Err(slug) => HookError::Refused(self.clause(slug)),
            },
            Some(Stop::Host(fault, message)) => {
                failed(self.program.at_fault(hook, fault, &message))
            }
            None => match error.downcast_ref::<Trap>() {
                Some(Trap::StackOverflow) => failed(self.program.too_big(hook)),
                _ => failed(
                    self.program
                        .at_hook_name(hook, &format!("the compiled code broke off: {error}")),
                ),
            },
        }
    }

    fn clause(&self, slug: &str) -> ClauseId {
        self.tables.clauses.find(slug).unwrap_or(ClauseId(0))
    }

    #[inline]
    fn event(
        &self,
        place: usize,
        parts: u32,
        effects: &mut Effects<'_, W>,
        at: Site,
    ) -> Result<(), HookError> {
        self.call(
            (place, parts),
            Subject::Effects(effects),
            |f| f.of_site[place].as_ref(),
            i32::from(at.0),
            |host| host.fixed = false,
            |_| {},
        )
    }
}

impl<const W: usize> Hooks<W> for Compiled<W>
where
    Words: Wide<W>,
{
    fn moves(&self, view: &View<'_, W>, at: Site, out: &mut Vec<Action>) -> Result<(), HookError> {
        let Some(parts) = self.parts[hook::MOVES] else {
            return match &self.fallback {
                Some(fallback) => fallback.moves(view, at, out),
                None => Ok(()),
            };
        };
        let Observer::Seat(seat) = view.observer() else {
            return Ok(());
        };
        self.call(
            (hook::MOVES, parts),
            Subject::View(view, seat),
            |f| f.of_site[hook::MOVES].as_ref(),
            i32::from(at.0),
            |host| {
                host.fixed = true;
                host.asked = at;
                host.actions.clear();
            },
            |host| out.append(&mut host.actions),
        )
    }

    fn landed(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        match self.parts[hook::LANDED] {
            Some(parts) => self.event(hook::LANDED, parts, effects, at),
            None => match &self.fallback {
                Some(fallback) => fallback.landed(effects, at),
                None => Ok(()),
            },
        }
    }

    fn placed(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        match self.parts[hook::PLACED] {
            Some(parts) => self.event(hook::PLACED, parts, effects, at),
            None => match &self.fallback {
                Some(fallback) => fallback.placed(effects, at),
                None => Ok(()),
            },
        }
    }

    fn flipped(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        match self.parts[hook::FLIPPED] {
            Some(parts) => self.event(hook::FLIPPED, parts, effects, at),
            None => match &self.fallback {
                Some(fallback) => fallback.flipped(effects, at),
                None => Ok(()),
            },
        }
    }

    fn acted(
        &self,
        effects: &mut Effects<'_, W>,
        id: u8,
        from: Site,
        to: Site,
    ) -> Result<(), HookError> {
        let Some(parts) = self.parts[hook::ACTED] else {
            return match &self.fallback {
                Some(fallback) => fallback.acted(effects, id, from, to),
                None => Ok(()),
            };
        };
        self.call(
            (hook::ACTED, parts),
            Subject::Effects(effects),
            |f| f.acted.as_ref(),
            (i32::from(id), i32::from(from.0), i32::from(to.0)),
            |host| host.fixed = false,
            |_| {},
        )
    }

    fn ended(&self, effects: &mut Effects<'_, W>) -> Result<Option<EndVerdict>, HookError> {
        let Some(parts) = self.parts[hook::ENDED] else {
            return match &self.fallback {
                Some(fallback) => fallback.ended(effects),
                None => Ok(None),
            };
        };
        let ending = self.call(
            (hook::ENDED, parts),
            Subject::Effects(effects),
            |f| f.ended.as_ref(),
            (),
            |host| host.fixed = true,
            |_| {},
        )?;
        if ending < 0 {
            return Ok(None);
        }
        let word = self.program.module().words.get((ending >> 2) as usize);
        Ok(Some(EndVerdict {
            winner: (ending & 3 < 2).then_some(Side(ending as u8 & 1)),
            clause: self.clause(word.map_or("", String::as_str)),
        }))
    }
}

impl<const W: usize> std::fmt::Debug for Compiled<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Compiled({}, {W} words)", self.tables.spec.id)
    }
}
