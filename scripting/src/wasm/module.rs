//! Hooks that an author gives as a WebAssembly module in place of a script.
//!
//! Its exports are hooks by their names, its imports the functions of the script API, and numbers stand for the values
//! of both (`docs/scripts.md`). Every call runs in an instance of its own, so that nothing survives it; host calls are
//! counted as steps, and fuel bounds the rest.

mod bound;
mod guest;
mod reference;
mod signature;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use masque_core::hooks::{HookError, Hooks};
use masque_core::spec::{ClashSpec, Spec};
use masque_core::tables::Tables;
use wasmtime::{Config, Engine, ExternType, Module};

use super::untrusted::{self, Unfit, described, is_function};
use crate::choices::Choices;
use crate::decode::Located;
use crate::diag::{Diagnostic, Diagnostics, Source, Span};
use crate::folder::module_bytes;
use crate::rhai::HookInfo;
use crate::rhai::api::{HOOKS, Hook, Sort};
use crate::sink::unknown;
pub(crate) use reference::reference;
use signature::{export_type, import_type, imports};

/// Fuel for one call: roughly the instructions that it runs.
pub(crate) const MAX_FUEL: u64 = 10_000_000;
/// Fuel for all calls that fill the tables of one hook.
pub(crate) const MAX_TABLE_FUEL: u64 = 200_000_000;
/// The most bytes of a hook's memory.
pub(crate) const MAX_MEMORY: usize = 4 << 20;
/// The most entries of a table of functions.
pub(crate) const MAX_TABLE: usize = 10_000;
/// The most stack that a hook's calls may use.
const MAX_STACK: usize = 256 << 10;
/// How many modules are kept compiled, by content.
const MAX_MODULES: usize = 16;

/// The export that says where the picture goes.
pub(crate) const PICTURE: &str = "masque_picture";

/// A module that has passed every check and filled its tables.
#[derive(Clone, Debug)]
pub(crate) struct Guestbook {
    program: Arc<Program>,
}

/// What is needed to run a module's hooks, on any board.
pub(crate) struct Program {
    source: Arc<Source>,
    module: Module,
    hooks: Vec<HookInfo>,
    truths: Vec<Span>,
    choices: Choices,
    spec: Spec,
    /// How many sites the board has.
    sites: usize,
}

impl Guestbook {
    /// Compiles a module, checks its exports and imports against the API, and fills the tables of a spec.
    ///
    /// `clauses` are those that the variant's file gives for each hook.
    ///
    /// # Errors
    /// Everything wrong with the module; after that, whatever goes wrong while tables are filled.
    pub(crate) fn compile(
        source: &Arc<Source>,
        choices: &Choices,
        spec: &mut Spec,
        clauses: &[(&'static str, Vec<Located<String>>)],
        interpreted: &[Located<String>],
    ) -> Result<Self, Diagnostics> {
        let module = compiled(source).map_err(|error| vec![unfit(source, &error)])?;
        let mut wrong: Diagnostics = Vec::new();
        for name in interpreted {
            let error = Diagnostic::new(
                "not-interpreted",
                "the hooks of a module cannot be interpreted",
            );
            wrong.push(error.at(name.span.clone()).hint("take the key away"));
        }
        let words = crate::variant::words(spec);
        check_imports(source, &module, words, &mut wrong);
        let hooks = hooks(source, &module, clauses, words, &mut wrong);
        let has = |name: &str| hooks.iter().find(|h| h.name == name);
        match (has("moves"), spec.hooks.moves.is_empty()) {
            (Some(hook), true) => {
                let error = Diagnostic::new("hook-never-asked", "`moves` is never asked");
                let hint = "name the kinds it is for: `[hooks] moves = [\"king\"]`";
                wrong.push(error.at(hook.span.clone()).hint(hint));
            }
            (None, false) => {
                let message = "`[hooks] moves` names kinds, but the module exports no `moves`";
                wrong.push(Diagnostic::new("missing-hook", message).at(whole(source)));
            }
            _ => {}
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let imported = |name: &str| module.imports().any(|i| i.name() == name);
        let names_clauses = imported("refuse") || imported("because");
        spec.hooks.landed = has("landed").is_some();
        spec.hooks.placed = has("placed").is_some();
        spec.hooks.flipped = has("flipped").is_some();
        spec.hooks.acted = has("acted").is_some();
        spec.hooks.ended = has("ended").is_some();
        let slugs: BTreeSet<&String> = hooks
            .iter()
            .filter(|h| names_clauses && h.hook.sort != Sort::Table)
            .flat_map(|h| h.clauses.iter().map(|(slug, _)| slug))
            .collect();
        spec.hooks.clauses = slugs.into_iter().cloned().collect();
        let truths = imported("truth").then(|| quoted(source, "truth"));
        let program = Arc::new(Program {
            source: Arc::clone(source),
            truths: truths.into_iter().collect(),
            choices: choices.clone(),
            spec: spec.clone(),
            sites: usize::from(spec.board.files) * usize::from(spec.board.ranks),
            module,
            hooks,
        });
        let book = Self { program };
        if let Some(entries) = bound::fill(&book.program, "capture", words)? {
            spec.capture.open = entries;
        }
        if let Some(entries) = bound::fill(&book.program, "dark", words)? {
            spec.capture.dark = entries;
        }
        Ok(book)
    }

    /// The hooks that it exports, in the order of the API.
    pub(crate) fn hooks(&self) -> &[HookInfo] {
        &self.program.hooks
    }

    /// Where it imports the reading of truth.
    pub(crate) fn truths(&self) -> &[Span] {
        &self.program.truths
    }

    /// The hooks on a board; `tables` must come from the spec that [`Self::compile`] filled.
    pub(crate) fn bound<const W: usize>(
        &self,
        tables: &Arc<Tables<W>>,
    ) -> Result<Arc<dyn Hooks<W>>, String> {
        bound::hooks(&self.program, tables)
    }

    /// What the module gives for every argument of a table hook; `None` when it has no such hook.
    pub(crate) fn table(
        &self,
        hook: &'static str,
        words: usize,
    ) -> Option<Result<Vec<ClashSpec>, HookError>> {
        let filled = bound::fill(&self.program, hook, words);
        filled
            .map_err(|errors| HookError::Failed {
                hook,
                message: errors
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join("; "),
            })
            .transpose()
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Program({})", self.source.name)
    }
}

/// The one engine of authors' modules. Nothing in it lets two runs differ.
static ENGINE: LazyLock<Result<Engine, String>> = LazyLock::new(|| {
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .cranelift_nan_canonicalization(true)
        .wasm_relaxed_simd(false)
        .wasm_multi_memory(false)
        .wasm_memory64(false)
        .max_wasm_stack(MAX_STACK)
        // An instance lives for one call: what it reserves is what it takes time to make.
        .memory_reservation(MAX_MEMORY as u64)
        .memory_guard_size(64 << 10)
        .memory_reservation_for_growth(0)
        .wasm_backtrace_max_frames(None)
        .generate_address_map(false)
        .native_unwind_info(false);
    Engine::new(&config).map_err(|e| e.to_string())
});

/// Compiled modules by the hash of their bytes, the oldest first.
static MODULES: Mutex<VecDeque<([u8; 32], Module)>> = Mutex::new(VecDeque::new());

fn compiled(source: &Source) -> Result<Module, Unfit> {
    let given = module_bytes(source).map_err(|message| Unfit::NotModule {
        message,
        place: None,
    })?;
    let bytes = untrusted::binary(&given)?;
    let key = *blake3::hash(&bytes).as_bytes();
    let known = {
        let modules = MODULES.lock().unwrap_or_else(PoisonError::into_inner);
        let found = modules.iter().find(|(k, _)| *k == key);
        found.map(|(_, module)| module.clone())
    };
    if let Some(module) = known {
        return Ok(module);
    }
    untrusted::weigh(&bytes)?;
    let engine = ENGINE.as_ref().map_err(|message| Unfit::NotModule {
        message: message.clone(),
        place: None,
    })?;
    let module = Module::new(engine, &bytes).map_err(|e| Unfit::invalid(&e))?;
    let mut modules = MODULES.lock().unwrap_or_else(PoisonError::into_inner);
    if modules.len() >= MAX_MODULES {
        modules.pop_front();
    }
    modules.push_back((key, module.clone()));
    Ok(module)
}

fn unfit(source: &Arc<Source>, error: &Unfit) -> Diagnostic {
    match error {
        Unfit::NotModule { message, place } => {
            let at = place.map_or(0, |(line, column)| offset(&source.text, line, column));
            let span = Span::new(source, at..at);
            Diagnostic::new("bad-module", format!("not a module: {message}")).at(span)
        }
        other => Diagnostic::new("module-too-large", other.to_string()).at(whole(source)),
    }
}

/// Where a line and a column are, from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let row = text.get(start..).unwrap_or_default();
    let column = row.char_indices().nth(column.saturating_sub(1));
    column.map_or(text.len(), |(at, _)| start + at)
}

/// A span at the beginning.
fn whole(source: &Arc<Source>) -> Span {
    Span::new(source, 0..0)
}

/// Where a name stands between quotes in the text of a module, else its beginning: the binary form has no lines.
fn quoted(source: &Arc<Source>, name: &str) -> Span {
    let quoted = format!("\"{name}\"");
    match source.text.find(&quoted) {
        Some(at) => Span::new(source, at..at + quoted.len()),
        None => whole(source),
    }
}

fn check_imports(source: &Arc<Source>, module: &Module, words: usize, wrong: &mut Diagnostics) {
    for import in module.imports() {
        let name = import.name();
        let span = quoted(source, name);
        let wanted = (import.module() == "masque")
            .then(|| import_type(name, words))
            .flatten();
        let Some((params, results)) = wanted else {
            let full = format!("{}.{name}", import.module());
            let known: Vec<String> = imports().map(|n| format!("masque.{n}")).collect();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let mut error = unknown("unknown-import", "import", &full, &known);
            let listed = "the functions that may be imported are in docs/scripts.md";
            error.hint.get_or_insert_with(|| listed.to_owned());
            wrong.push(error.at(span));
            continue;
        };
        let ty = import.ty();
        if !is_function(&ty, &params, &results) {
            let (wanted, found) = (untrusted::signature(&params, &results), described(&ty));
            let message = format!("import `masque.{name}` is {wanted}, not {found}");
            wrong.push(Diagnostic::new("wrong-import-type", message).at(span));
        }
    }
}

/// The hooks among the exports; others that are functions are slips, unless they begin with `_`.
fn hooks(
    source: &Arc<Source>,
    module: &Module,
    clauses: &[(&'static str, Vec<Located<String>>)],
    words: usize,
    wrong: &mut Diagnostics,
) -> Vec<HookInfo> {
    let names: Vec<&str> = HOOKS.iter().map(|h| h.name).collect();
    for export in module.exports() {
        let (name, ty) = (export.name(), export.ty());
        let span = quoted(source, name);
        match ty {
            ExternType::Func(_) if !names.contains(&name) && !name.starts_with('_') => {
                let error = unknown("unknown-hook", "hook", name, &names).at(span);
                wrong.push(error);
            }
            ExternType::Global(ref global) if name == PICTURE => {
                let fits = matches!(global.content(), wasmtime::ValType::I32);
                if !fits {
                    let message = format!("`{PICTURE}` must be an i32");
                    wrong.push(Diagnostic::new("wrong-export-type", message).at(span));
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for hook in HOOKS {
        let slugs = clauses.iter().find(|(name, _)| *name == hook.name);
        let slugs = slugs.map_or(&[][..], |(_, slugs)| slugs);
        let Some(ty) = module.get_export(hook.name) else {
            if let Some(slug) = slugs.first() {
                let message = format!("the module exports no `{}`", hook.name);
                wrong.push(Diagnostic::new("unknown-hook", message).at(slug.span.clone()));
            }
            continue;
        };
        match parameters(hook, &ty, words) {
            Ok(params) => found.push(HookInfo {
                name: hook.name,
                params,
                clauses: slugs
                    .iter()
                    .map(|s| (s.value.clone(), s.span.clone()))
                    .collect(),
                span: quoted(source, hook.name),
                hook,
            }),
            Err(wanted) => {
                let found = described(&ty);
                let message = format!("export `{}` must be {wanted}, and is {found}", hook.name);
                let error = Diagnostic::new("wrong-export-type", message);
                wrong.push(error.at(quoted(source, hook.name)));
            }
        }
    }
    if found.is_empty() && wrong.is_empty() {
        let error = Diagnostic::new("no-hook", "the module exports no hook").at(whole(source));
        wrong.push(error.hint(format!("hooks are {}", names.join(", "))));
    }
    found
}

/// The customary names of the parameters that an export of a hook's name takes.
///
/// # Errors
/// What it must be, in words.
fn parameters(hook: &Hook, ty: &ExternType, words: usize) -> Result<Vec<String>, String> {
    let mut wanted = Vec::new();
    for count in hook.least..=hook.params.len() {
        let (params, results) = export_type(hook, count, words);
        if is_function(ty, &params, &results) {
            let names = hook.params[..count].iter();
            return Ok(names.map(|p| p.0.to_owned()).collect());
        }
        wanted.push(untrusted::signature(&params, &results));
    }
    Err(wanted.join(" or "))
}
