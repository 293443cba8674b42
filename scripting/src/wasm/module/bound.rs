//! A module's hooks on a board: each call in an instance of its own.

use std::sync::Arc;

use masque_core::action::Action;
use masque_core::hooks::{Effects, EndVerdict, HookError, Hooks};
use masque_core::piece::{Observer, Side};
use masque_core::site::Site;
use masque_core::spec::{ClashSpec, Verdict};
use masque_core::tables::Tables;
use masque_core::view::View;
use wasmtime::{InstancePre, Linker, Store, Trap, WasmParams, WasmResults};

use super::super::host::Words;
use super::super::lend::{Subject, lend};
use super::super::untrusted::trapped;
use super::guest::{Guest, Guests, Stop, picture};
use super::{MAX_FUEL, MAX_TABLE_FUEL, PICTURE, Program};
use crate::diag::{Diagnostic, Diagnostics};
use crate::rhai::HookInfo;
use crate::wasm::backend::same;

/// Why a call gave nothing.
enum Failure {
    Refused(String),
    Failed(String),
}

/// What a call gave.
struct Given<R> {
    result: R,
    because: Option<String>,
    actions: Vec<Action>,
    fuel: u64,
}

/// A module with the functions of the host for boards of a width.
struct Linked<const W: usize> {
    program: Arc<Program>,
    code: InstancePre<Guest<W>>,
}

impl<const W: usize> Linked<W>
where
    Words: Guests<W>,
{
    fn new(program: &Arc<Program>) -> Result<Self, String> {
        let linked = || -> wasmtime::Result<InstancePre<Guest<W>>> {
            let mut linker = Linker::new(program.module.engine());
            Words::guests(&mut linker)?;
            linker.instantiate_pre(&program.module)
        };
        Ok(Self {
            program: Arc::clone(program),
            code: linked().map_err(|error| format!("{error:#}"))?,
        })
    }

    /// The place of a hook, when the module has it.
    fn hook(&self, name: &str) -> Option<usize> {
        self.program.hooks.iter().position(|h| h.name == name)
    }

    /// Calls a hook in a fresh instance.
    fn call<P: WasmParams, R: WasmResults>(
        &self,
        hook: usize,
        subject: Option<Subject<'_, '_, W>>,
        asked: Site,
        args: P,
        fuel: u64,
    ) -> Result<Given<R>, Failure> {
        let guest = Guest::new(Arc::clone(&self.program), hook, asked);
        let mut store = Store::new(self.code.module().engine(), guest);
        store.limiter(|guest| &mut guest.room);
        let name = self.program.hooks[hook].name;
        let run = |store: &mut Store<Guest<W>>| -> wasmtime::Result<R> {
            store.set_fuel(fuel)?;
            let instance = self.code.instantiate(&mut *store)?;
            store.data_mut().memory = instance.get_memory(&mut *store, "memory");
            if let Some(global) = instance.get_global(&mut *store, PICTURE) {
                let place = global.get(&mut *store).i32();
                store.data_mut().picture = place.map(|place| place as u32 as usize);
                picture(store)?;
            }
            let function = instance.get_typed_func::<P, R>(&mut *store, name)?;
            function.call(&mut *store, args)
        };
        let result = match subject {
            Some(subject) => lend(&mut store, subject, run),
            None => run(&mut store),
        };
        let left = store.get_fuel().unwrap_or(0);
        let guest = store.data_mut();
        match result {
            Ok(result) => Ok(Given {
                result,
                because: guest.because.take(),
                actions: std::mem::take(&mut guest.actions),
                fuel: fuel - left.min(fuel),
            }),
            Err(error) => Err(match (guest.stop.take(), guest.room.short.take()) {
                (Some(Stop::Refused(slug)), _) => Failure::Refused(slug),
                (Some(Stop::Failed(message)), _) => Failure::Failed(message),
                (None, short) => Failure::Failed(match (error.downcast_ref::<Trap>(), short) {
                    (Some(Trap::OutOfFuel), _) => format!("fuel limit: more than {fuel}"),
                    (Some(Trap::StackOverflow), _) | (_, None) => {
                        format!("the module broke off: {}", trapped(&error))
                    }
                    (_, Some(short)) => format!("the module broke off: {short}"),
                }),
            }),
        }
    }
}

/// Where a hook stands, for people: by lines in the text form, by the export's name in the binary.
fn located(hook: &HookInfo, message: &str) -> String {
    let source = &hook.span.source;
    match hook.span.range.is_empty() {
        true => format!("{}: `{}`: {message}", source.name, hook.name),
        false => {
            let (line, column) = source.line_column(hook.span.range.start);
            format!("{}:{line}:{column}: {message}", source.name)
        }
    }
}

/// What a table hook gives for every argument; `None` when there is no such hook.
///
/// # Errors
/// The first entry for which it gives no verdict.
pub(super) fn fill(
    program: &Arc<Program>,
    hook: &'static str,
    words: usize,
) -> Result<Option<Vec<ClashSpec>>, Diagnostics> {
    match words {
        1 => fill_on::<1>(program, hook),
        2 => fill_on::<2>(program, hook),
        _ => fill_on::<6>(program, hook),
    }
    .map_err(|error| vec![error])
}

fn fill_on<const W: usize>(
    program: &Arc<Program>,
    hook: &'static str,
) -> Result<Option<Vec<ClashSpec>>, Diagnostic>
where
    Words: Guests<W>,
{
    let Some(place) = program.hooks.iter().position(|h| h.name == hook) else {
        return Ok(None);
    };
    let info = &program.hooks[place];
    let at = |error: Diagnostic| {
        let error = error.at(info.span.clone());
        match info.clauses.first() {
            Some((slug, _)) => error.clause(slug.clone()),
            None => error,
        }
    };
    let failed = |message: String| at(Diagnostic::new("script-failed", message));
    let linked = Linked::<W>::new(program).map_err(failed)?;
    let by_manner = info.params.len() == 3;
    let kinds = program.spec.kinds.len();
    let manners = program.spec.manners.len().max(1);
    let mut entries: Vec<ClashSpec> = Vec::with_capacity(manners * kinds * kinds);
    let mut left = MAX_TABLE_FUEL;
    for manner in 0..manners {
        for attacker in 0..kinds {
            for defender in 0..kinds {
                if manner > 0 && !by_manner {
                    entries.push(entries[attacker * kinds + defender].clone());
                    continue;
                }
                let (a, d) = (attacker as i32, defender as i32);
                let fuel = MAX_FUEL.min(left);
                let given: Result<Given<i32>, Failure> = if by_manner {
                    linked.call(place, None, Site(0), (a, d, manner as i32), fuel)
                } else {
                    linked.call(place, None, Site(0), (a, d), fuel)
                };
                let asked = || {
                    let names = (
                        &program.spec.kinds[attacker].name,
                        &program.spec.kinds[defender].name,
                    );
                    format!("asked for `{hook}` of {} upon {}", names.0, names.1)
                };
                entries.push(match given {
                    Ok(given) => {
                        left -= given.fuel.min(left);
                        let verdict = usize::try_from(given.result).ok();
                        let verdict = verdict.and_then(|n| Verdict::WORDS.get(n));
                        let Some((_, verdict)) = verdict else {
                            let message = format!(
                                "`{hook}` must give a verdict, from 0 to 4, and gave {}",
                                given.result
                            );
                            return Err(at(Diagnostic::new("wrong-result", message)).hint(asked()));
                        };
                        ClashSpec {
                            verdict: *verdict,
                            clause: given.because.unwrap_or_default(),
                        }
                    }
                    Err(Failure::Refused(clause)) => ClashSpec {
                        verdict: Verdict::Refuse,
                        clause,
                    },
                    Err(Failure::Failed(message)) => return Err(failed(message).hint(asked())),
                });
            }
        }
    }
    Ok(Some(entries))
}

/// The hooks of a module on a board.
///
/// # Errors
/// When there is no code for boards of the width.
pub(super) fn hooks<const W: usize>(
    program: &Arc<Program>,
    tables: &Arc<Tables<W>>,
) -> Result<Arc<dyn Hooks<W>>, String> {
    fn made<const V: usize, const W: usize>(
        program: &Arc<Program>,
        tables: &Arc<Tables<W>>,
    ) -> Option<Result<Arc<dyn Hooks<W>>, String>>
    where
        Words: Guests<V>,
    {
        let tables: Arc<Tables<V>> = same(Arc::clone(tables))?;
        match Linked::<V>::new(program) {
            Ok(linked) => {
                let hooks: Arc<dyn Hooks<V>> = Arc::new(Bound { linked, tables });
                same(hooks).map(Ok)
            }
            Err(error) => Some(Err(error)),
        }
    }
    made::<1, W>(program, tables)
        .or_else(|| made::<2, W>(program, tables))
        .or_else(|| made::<6, W>(program, tables))
        .unwrap_or_else(|| Err(format!("no module runs on boards of {W} words")))
}

/// A module bound to a board.
struct Bound<const W: usize> {
    linked: Linked<W>,
    tables: Arc<Tables<W>>,
}

impl<const W: usize> Bound<W>
where
    Words: Guests<W>,
{
    fn run<P: WasmParams, R: WasmResults>(
        &self,
        hook: usize,
        subject: Subject<'_, '_, W>,
        asked: Site,
        args: P,
    ) -> Result<Given<R>, HookError> {
        let given = self.linked.call(hook, Some(subject), asked, args, MAX_FUEL);
        given.map_err(|failure| match failure {
            Failure::Refused(slug) => match self.tables.clauses.find(&slug) {
                Some(clause) => HookError::Refused(clause),
                None => self.failed(
                    hook,
                    &format!("it refuses under `{slug}`, which no rule knows"),
                ),
            },
            Failure::Failed(message) => self.failed(hook, &message),
        })
    }

    fn failed(&self, hook: usize, message: &str) -> HookError {
        let info = &self.linked.program.hooks[hook];
        HookError::Failed {
            hook: info.name,
            message: located(info, message),
        }
    }

    fn event(&self, name: &str, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        let Some(hook) = self.linked.hook(name) else {
            return Ok(());
        };
        let args = (i32::from(at.0),);
        self.run::<_, ()>(hook, Subject::Effects(effects), at, args)?;
        Ok(())
    }
}

impl<const W: usize> Hooks<W> for Bound<W>
where
    Words: Guests<W>,
{
    fn moves(&self, view: &View<'_, W>, at: Site, out: &mut Vec<Action>) -> Result<(), HookError> {
        let (Some(hook), Observer::Seat(seat)) = (self.linked.hook("moves"), view.observer())
        else {
            return Ok(());
        };
        let args = (i32::from(at.0),);
        let mut given = self.run::<_, ()>(hook, Subject::View(view, seat), at, args)?;
        out.append(&mut given.actions);
        Ok(())
    }

    fn landed(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        self.event("landed", effects, at)
    }

    fn placed(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        self.event("placed", effects, at)
    }

    fn flipped(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        self.event("flipped", effects, at)
    }

    fn acted(
        &self,
        effects: &mut Effects<'_, W>,
        id: u8,
        from: Site,
        to: Site,
    ) -> Result<(), HookError> {
        let Some(hook) = self.linked.hook("acted") else {
            return Ok(());
        };
        let args = (i32::from(id), i32::from(from.0), i32::from(to.0));
        self.run::<_, ()>(hook, Subject::Effects(effects), from, args)?;
        Ok(())
    }

    fn ended(&self, effects: &mut Effects<'_, W>) -> Result<Option<EndVerdict>, HookError> {
        let Some(hook) = self.linked.hook("ended") else {
            return Ok(None);
        };
        let given = self.run::<_, i32>(hook, Subject::Effects(effects), Site(0), ())?;
        let winner = match given.result {
            -1 => return Ok(None),
            side @ (0 | 1) => Some(Side(side as u8)),
            2 => None,
            other => {
                let message = format!("it must give -1, 0, 1 or 2, and gave {other}");
                return Err(self.failed(hook, &message));
            }
        };
        let clause = given
            .because
            .and_then(|slug| self.tables.clauses.find(&slug));
        match clause {
            Some(clause) => Ok(Some(EndVerdict { winner, clause })),
            None => Err(self.failed(
                hook,
                "it ends the game and named no clause: call `because` first",
            )),
        }
    }
}

impl<const W: usize> std::fmt::Debug for Bound<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bound({:?}, {W} words)", self.linked.program)
    }
}
