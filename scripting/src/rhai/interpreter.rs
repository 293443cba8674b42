//! Hooks run by Rhai's interpreter: the reference that every other way of running them must agree with.

use std::sync::{Arc, Mutex, PoisonError};

use masque_core::action::Action;
use masque_core::clause::ClauseId;
use masque_core::event::Log;
use masque_core::hooks::{Effects, EndVerdict, HookError, Hooks};
use masque_core::piece::Observer;
use masque_core::rules::repetition::History;
use masque_core::site::Site;
use masque_core::tables::Tables;
use masque_core::view::View;
use rhai::{
    AST, Caches, Dynamic, Engine, EvalAltResult, EvalContext, FuncArgs, GlobalRuntimeState, Scope,
};

use super::board::{self, Held, Seen, Shared, State};
use super::failure::{Failure, failure, found};
use super::limits;
use super::script::Program;
use super::types::{Ended, Special};

/// A script bound to a board of `W` words.
pub(super) struct Interpreter<const W: usize> {
    caller: Caller,
    program: Arc<Program>,
    tables: Arc<Tables<W>>,
}

/// Calls functions of one script.
///
/// Rhai looks every function up by name and types at the first calls of an evaluation and remembers where it is. What
/// it found stays true as long as neither the script nor what is registered changes, so it is kept from call to call.
/// No value of a script is kept.
pub(super) struct Caller {
    engine: Engine,
    ast: AST,
    /// What calls that are over have found, for calls to come; as many as there were calls at once.
    found: Mutex<Vec<Found>>,
}

/// Where functions were found, and the script among which they were looked for.
struct Found(GlobalRuntimeState, Caches);

impl Caller {
    /// `engine` has everything registered that the script calls.
    pub(super) fn new(engine: Engine, ast: AST) -> Self {
        Self {
            engine,
            ast,
            found: Mutex::default(),
        }
    }

    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Vec<Found>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls a function of the script: one hook call, with its own count of steps.
    pub(super) fn call(
        &self,
        name: &str,
        args: impl FuncArgs,
    ) -> Result<Dynamic, Box<EvalAltResult>> {
        let before = self.found().pop();
        let Found(mut global, mut caches) = before.unwrap_or_else(|| {
            let mut global = self.engine.new_global_runtime_state();
            global.lib.push(self.ast.shared_lib().clone());
            Found(global, Caches::new())
        });
        global.num_operations = Default::default();
        let mut values = Vec::with_capacity(4);
        args.parse(&mut values);
        let mut values: Vec<&mut Dynamic> = values.iter_mut().collect();
        limits::start();
        let mut scope = Scope::new();
        let mut context =
            EvalContext::new(&self.engine, &mut global, &mut caches, &mut scope, None);
        let result = context.call_fn_raw(name, false, false, &mut values);
        // A call that failed may have left its frames behind.
        if result.is_ok() {
            self.found().push(Found(global, caches));
        }
        result
    }
}

impl<const W: usize> Interpreter<W> {
    pub(super) fn new(program: Arc<Program>, tables: &Arc<Tables<W>>) -> Self {
        let mut engine = program.engine();
        board::register(&mut engine, tables);
        Self {
            caller: Caller::new(engine, program.ast.clone()),
            program,
            tables: Arc::clone(tables),
        }
    }

    fn clause(&self, slug: &str) -> ClauseId {
        self.tables.clauses.find(slug).unwrap_or(ClauseId(0))
    }

    fn error(&self, hook: &'static str, error: EvalAltResult) -> HookError {
        match failure(error, &self.program.texts) {
            Failure::Refused(slug) => HookError::Refused(self.clause(&slug)),
            Failure::Failed(message, span) => HookError::Failed {
                hook,
                message: match span.or_else(|| self.program.info(hook).map(|h| h.span.clone())) {
                    Some(span) => format!("{}: {message}", super::text::place(&span)),
                    None => message,
                },
            },
        }
    }

    fn wrong_result(&self, hook: &'static str, expected: &str, result: &Dynamic) -> HookError {
        HookError::Failed {
            hook,
            message: self
                .program
                .wrong_result(hook, expected, &found(self.caller.engine(), result))
                .to_string(),
        }
    }

    fn run(&self, hook: &'static str, args: impl FuncArgs) -> Result<Dynamic, HookError> {
        self.caller
            .call(hook, args)
            .map_err(|e| self.error(hook, *e))
    }

    /// Runs a hook on a position and takes the changed position over when it succeeds.
    fn with_position(
        &self,
        hook: &'static str,
        fixed: bool,
        effects: &mut Effects<'_, W>,
        run: impl FnOnce(Held<W>) -> Result<Dynamic, HookError>,
    ) -> Result<Dynamic, HookError> {
        let shared = self.share(State {
            tables: Arc::clone(&self.tables),
            position: effects.position.clone(),
            history: History::new(),
            observer: Observer::Public,
            mover: effects.mover,
            asked: Site(0),
            fixed,
            log: std::mem::take(effects.log),
            actions: Vec::new(),
        });
        let result = run(Held(Arc::clone(&shared)));
        let state = close(&shared, hook)?;
        *effects.log = state.log;
        let result = result?;
        *effects.position = state.position;
        Ok(result)
    }

    fn share(&self, state: State<W>) -> Shared<W> {
        Arc::new(Mutex::new(Some(state)))
    }

    fn event(
        &self,
        hook: &'static str,
        effects: &mut Effects<'_, W>,
        run: impl FnOnce(Held<W>) -> Result<Dynamic, HookError>,
    ) -> Result<(), HookError> {
        let result = self.with_position(hook, false, effects, run)?;
        self.nothing(hook, &result)
    }

    fn nothing(&self, hook: &'static str, result: &Dynamic) -> Result<(), HookError> {
        if result.is_unit() {
            Ok(())
        } else {
            Err(self.wrong_result(hook, "()", result))
        }
    }
}

/// Empties a handle, so that whoever still holds it holds nothing.
fn close<const W: usize>(shared: &Shared<W>, hook: &'static str) -> Result<State<W>, HookError> {
    let state = shared.lock().unwrap_or_else(PoisonError::into_inner).take();
    state.ok_or_else(|| HookError::Failed {
        hook,
        message: "its position is gone".to_owned(),
    })
}

impl<const W: usize> Hooks<W> for Interpreter<W> {
    fn moves(&self, view: &View<'_, W>, at: Site, out: &mut Vec<Action>) -> Result<(), HookError> {
        const HOOK: &str = "moves";
        if !self.program.has(HOOK) {
            return Ok(());
        }
        let mover = match view.observer() {
            Observer::Seat(seat) => seat,
            Observer::Public => return Ok(()),
        };
        let shared = self.share(State {
            tables: Arc::clone(&self.tables),
            position: view.scratch(),
            history: History::new(),
            observer: view.observer(),
            mover,
            asked: at,
            fixed: true,
            log: Log::off(),
            actions: Vec::new(),
        });
        let result = self.run(HOOK, (Seen(Arc::clone(&shared)), at));
        let state = close(&shared, HOOK)?;
        self.nothing(HOOK, &result?)?;
        out.extend(state.actions);
        Ok(())
    }

    fn landed(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        self.event("landed", effects, |pos| self.run("landed", (pos, at)))
    }

    fn placed(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        self.event("placed", effects, |pos| self.run("placed", (pos, at)))
    }

    fn flipped(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        self.event("flipped", effects, |pos| self.run("flipped", (pos, at)))
    }

    fn acted(
        &self,
        effects: &mut Effects<'_, W>,
        id: u8,
        from: Site,
        to: Site,
    ) -> Result<(), HookError> {
        self.event("acted", effects, |pos| {
            self.run("acted", (pos, Special(id), from, to))
        })
    }

    fn ended(&self, effects: &mut Effects<'_, W>) -> Result<Option<EndVerdict>, HookError> {
        const HOOK: &str = "ended";
        let result = self.with_position(HOOK, true, effects, |pos| self.run(HOOK, (pos,)))?;
        if result.is_unit() {
            return Ok(None);
        }
        match result.read_lock::<Ended>() {
            Some(ended) => Ok(Some(EndVerdict {
                winner: ended.winner,
                clause: self.clause(&ended.clause),
            })),
            None => {
                Err(self.wrong_result(HOOK, "`win(side, clause)`, `draw(clause)` or ()", &result))
            }
        }
    }
}

impl<const W: usize> std::fmt::Debug for Interpreter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Interpreter({}, {W} words)", self.tables.spec.id)
    }
}
