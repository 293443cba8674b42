//! What a variant has beside its data: a script in Rhai, or a WebAssembly module in its place.

use std::sync::Arc;

use masque_core::hooks::{HookError, Hooks};
use masque_core::spec::{ClashSpec, Spec};
use masque_core::tables::Tables;

use crate::diag::{Diagnostic, Diagnostics, Span};
use crate::document::Resolved;
use crate::folder::is_module;
use crate::rhai::{self, HookInfo};
use crate::schema::HookKeys;
use crate::variant::Backend;
use crate::wasm::module::Guestbook;

/// Hooks that have passed every check and filled their tables.
#[derive(Clone, Debug)]
pub struct Script(Form);

#[derive(Clone, Debug)]
enum Form {
    Rhai(rhai::Script),
    Module(Guestbook),
}

impl Script {
    /// Compiles the script or the module of a variant, and fills what a spec says of hooks and capture tables.
    ///
    /// `None` when there is neither.
    ///
    /// # Errors
    /// Everything wrong with it; after that, whatever goes wrong while tables are filled.
    pub fn compile(
        resolved: &Resolved,
        spec: &mut Spec,
        keys: &HookKeys,
    ) -> Result<Option<Self>, Diagnostics> {
        if let Some((_, source)) = resolved.scripts.last()
            && is_module(&source.name)
        {
            let (clauses, interpreted) = (&keys.clauses, &keys.interpreted);
            let book = Guestbook::compile(source, &resolved.choices, spec, clauses, interpreted)?;
            return Ok(Some(Self(Form::Module(book))));
        }
        let stated = keys.clauses.iter().flat_map(|(_, slugs)| slugs);
        let wrong: Diagnostics = stated
            .map(|slug| {
                let message = "only a module's clauses are stated here";
                let hint = "write `/// clause: ...` before the function of the script";
                Diagnostic::new("no-module", message)
                    .at(slug.span.clone())
                    .hint(hint)
            })
            .collect();
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let script = rhai::Script::compile(resolved, spec, None, &keys.interpreted)?;
        Ok(script.map(|script| Self(Form::Rhai(script))))
    }

    /// The script in Rhai, unless it is a module.
    #[must_use]
    pub fn rhai(&self) -> Option<&rhai::Script> {
        match &self.0 {
            Form::Rhai(script) => Some(script),
            Form::Module(_) => None,
        }
    }

    /// The hooks defined, in the order of the API.
    #[must_use]
    pub fn hooks(&self) -> &[HookInfo] {
        match &self.0 {
            Form::Rhai(script) => script.hooks(),
            Form::Module(module) => module.hooks(),
        }
    }

    /// The clauses that functions name, each with its place; those of comments and keys are with the hooks.
    #[must_use]
    pub fn slugs(&self) -> &[(String, Span)] {
        self.rhai().map_or(&[], rhai::Script::slugs)
    }

    /// Where truth is read.
    #[must_use]
    pub fn truths(&self) -> &[Span] {
        match &self.0 {
            Form::Rhai(script) => script.truths(),
            Form::Module(module) => module.truths(),
        }
    }

    /// Whether anything is left to run once tables are filled.
    #[must_use]
    pub fn runs(&self) -> bool {
        let sorts = self.hooks().iter().map(|h| h.hook.sort);
        { sorts }.any(|sort| sort != rhai::api::Sort::Table)
    }

    /// The hooks on a board, run in a certain way; `tables` must come from the spec that [`Self::compile`] filled.
    ///
    /// # Errors
    /// When code cannot be made on this machine, or a module is to be interpreted.
    pub fn run<const W: usize>(
        &self,
        tables: &Arc<Tables<W>>,
        backend: Backend,
    ) -> Result<Arc<dyn Hooks<W>>, Diagnostic> {
        let failed = |message: String| Diagnostic::new("not-compiled", message);
        match (&self.0, backend) {
            (Form::Rhai(script), Backend::Interpreter) => Ok(script.interpreter(tables)),
            (Form::Rhai(script), Backend::Wasm) => script.compiled(tables).map_err(|message| {
                failed(message).hint("`--backend interpreter` needs no compiler")
            }),
            (Form::Module(_), Backend::Interpreter) => {
                let message = "the hooks of this variant are a module, which cannot be interpreted";
                Err(Diagnostic::new("not-interpreted", message).hint("leave `--backend` out"))
            }
            (Form::Module(module), Backend::Wasm) => module.bound(tables).map_err(failed),
        }
    }

    /// What compiled code gives for every argument of a table hook; `None` when there is no such hook, or it is left to
    /// the interpreter.
    pub fn compiled_table<const W: usize>(
        &self,
        hook: &'static str,
        tables: &Arc<Tables<W>>,
    ) -> Option<Result<Vec<ClashSpec>, HookError>> {
        match &self.0 {
            Form::Rhai(script) => script.compiled_table(hook, tables),
            Form::Module(module) => module.table(hook, W),
        }
    }
}
