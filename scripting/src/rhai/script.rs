//! A script compiled from the chain of its texts, ready to be bound to a board.

use std::collections::BTreeSet;
use std::sync::Arc;

use masque_core::hooks::{HookError, Hooks};
use masque_core::spec::{ClashSpec, Spec};
use masque_core::tables::Tables;
use rhai::{AST, Engine};

use super::api::{HOOKS, Hook, Sort};
use super::check::{self, Checked, Reads};
use super::infer::{Root, infer};
use super::interpreter::Interpreter;
use super::ir::Module;
use super::text::Texts;
use super::words::Words;
use super::{limits, table, types};
use crate::decode::Located;
use crate::diag::{Diagnostic, Diagnostics, Span};
use crate::document::Resolved;
use crate::sink::unknown;

/// A hook that a script defines.
#[derive(Clone, Debug)]
pub struct HookInfo {
    /// The function's name.
    pub name: &'static str,
    /// The parameters' names as the script writes them.
    pub params: Vec<String>,
    /// The clauses that its comment names, each with its place.
    pub clauses: Vec<(String, Span)>,
    /// Where its name stands.
    pub span: Span,
    /// What the API says of it.
    pub hook: &'static Hook,
}

/// A script that has passed every check and filled its tables.
#[derive(Clone, Debug)]
pub struct Script {
    pub(super) program: Arc<Program>,
}

/// What is needed to run a script, on any board.
#[derive(Debug)]
pub(crate) struct Program {
    pub(super) texts: Texts,
    pub(super) ast: AST,
    words: Words,
    pub(super) reads: Reads,
    spec: Spec,
    hooks: Vec<HookInfo>,
    truths: Vec<Span>,
    slugs: Vec<(String, Span)>,
    /// The typed form of the hooks that are not left to the interpreter.
    pub(super) module: Module,
}

impl Script {
    /// Compiles the scripts of a variant and its ancestors: a function overrides the ancestors' of the same name and
    /// number of parameters.
    ///
    /// Fills `spec.capture.open` and `spec.capture.dark` from the table hooks and `spec.hooks` with what else there is.
    /// `clauses` are the slugs of the rulebook; without them slugs are not checked. Hooks that `interpreted` names need not
    /// be typed. `None` when there is no script.
    ///
    /// # Errors
    /// Everything wrong with the texts; after that, whatever goes wrong while tables are filled.
    pub fn compile(
        resolved: &Resolved,
        spec: &mut Spec,
        clauses: Option<&BTreeSet<String>>,
        interpreted: &[Located<String>],
    ) -> Result<Option<Self>, Diagnostics> {
        if resolved.scripts.is_empty() {
            return match spec.hooks.moves.is_empty() {
                true => Ok(None),
                false => Err(vec![no_moves().at(resolved.span().clone())]),
            };
        }
        let words = Words::new(spec, &resolved.choices);
        let sources = resolved.scripts.iter().map(|(_, source)| source);
        let Checked {
            texts,
            hooks,
            truths,
            slugs,
            reads,
            functions,
        } = check::check(sources, spec, &words)?;
        let known = |slug: &str| clauses.is_none_or(|c| c.contains(slug));
        let mut wrong: Diagnostics = Vec::new();
        let linked = hooks.iter().flat_map(|h| &h.clauses);
        for (slug, span) in linked.chain(&slugs).filter(|(slug, _)| !known(slug)) {
            let all: Vec<&str> = clauses.into_iter().flatten().map(String::as_str).collect();
            wrong.push(unknown("unknown-clause", "clause", slug, &all).at(span.clone()));
        }
        let has = |name: &str| hooks.iter().any(|h| h.name == name);
        match (has("moves"), spec.hooks.moves.is_empty()) {
            (true, true) => {
                let span = hooks
                    .iter()
                    .find(|h| h.name == "moves")
                    .map(|h| h.span.clone());
                let error = Diagnostic::new("hook-never-asked", "`moves` is never asked")
                    .hint("name the kinds it is for: `[hooks] moves = [\"king\"]`");
                wrong.push(Diagnostic { span, ..error });
            }
            (false, false) => wrong.push(no_moves().at(resolved.span().clone())),
            _ => {}
        }
        for name in interpreted {
            if !has(&name.value) {
                let names: Vec<&str> = hooks.iter().map(|h| h.name).collect();
                let error = unknown("unknown-hook", "hook of the script", &name.value, &names);
                wrong.push(error.at(name.span.clone()));
            }
        }
        let roots: Vec<Root> = hooks
            .iter()
            .filter(|h| interpreted.iter().all(|name| name.value != h.name))
            .map(|h| Root {
                hook: h.hook,
                params: h.params.len(),
                clause: h.clauses.first().map(|(slug, _)| slug.clone()),
            })
            .collect();
        let module = infer(&functions, &roots, spec, &words).unwrap_or_else(|errors| {
            wrong.extend(errors.into_iter().map(|(at, error)| Diagnostic {
                span: texts.placed(at),
                ..error
            }));
            Module::default()
        });
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let mut ast = AST::empty();
        let engine = limits::engine();
        let scope = words.scope();
        for text in texts.iter() {
            let part = engine
                .compile_with_scope(&scope, text.counted())
                .map_err(|e| {
                    let error = Diagnostic::new("script-syntax", e.err_type().to_string());
                    vec![Diagnostic {
                        span: texts.counted_span(e.position()),
                        ..error
                    }]
                })?;
            ast += part;
        }
        let program = Program {
            texts,
            ast,
            words,
            reads,
            spec: spec.clone(),
            hooks,
            truths,
            slugs,
            module,
        };
        table::fill(&program, &resolved.choices, spec)?;
        spec.hooks.landed = program.acts("landed");
        spec.hooks.placed = program.acts("placed");
        spec.hooks.flipped = program.acts("flipped");
        spec.hooks.acted = program.acts("acted");
        spec.hooks.ended = program.acts("ended");
        spec.hooks.clauses = program.slugs.iter().map(|(slug, _)| slug.clone()).collect();
        Ok(Some(Self {
            program: Arc::new(program),
        }))
    }

    /// The hooks defined, in the order of the API.
    #[must_use]
    pub fn hooks(&self) -> &[HookInfo] {
        &self.program.hooks
    }

    /// The clauses that the script's functions name, each with its place; those in comments are with the hooks.
    #[must_use]
    pub fn slugs(&self) -> &[(String, Span)] {
        &self.program.slugs
    }

    /// Where the script reads truth.
    #[must_use]
    pub fn truths(&self) -> &[Span] {
        &self.program.truths
    }

    /// Whether anything is left to run once tables are filled.
    #[must_use]
    pub fn runs(&self) -> bool {
        self.hooks().iter().any(|h| h.hook.sort != Sort::Table)
    }

    /// Names and numbers of arguments of everything registered for a board.
    #[cfg(test)]
    pub(super) fn signatures<const W: usize>(
        &self,
        tables: &Arc<Tables<W>>,
    ) -> Vec<(String, usize)> {
        let mut engine = self.program.engine();
        super::board::register(&mut engine, tables);
        let written = engine.gen_fn_signatures(false);
        let read = |text: &String| {
            let (name, rest) = text.split_once('(').unwrap_or((text, ""));
            let args = rest.rsplit_once(") ").map_or(rest, |(args, _)| args);
            let args = args.trim_end_matches(')');
            (
                name.to_owned(),
                if args.is_empty() {
                    0
                } else {
                    args.split(", ").count()
                },
            )
        };
        written.iter().map(read).collect()
    }

    /// The hooks as compiled code on a board, those that are marked so by the interpreter; `tables` must come from the spec
    /// that [`Self::compile`] filled. Machine code is made when a hook is first asked.
    ///
    /// # Errors
    /// When code cannot be made on this machine.
    pub fn compiled<const W: usize>(
        &self,
        tables: &Arc<Tables<W>>,
    ) -> Result<Arc<dyn Hooks<W>>, String> {
        let compiled = |h: &HookInfo| {
            self.program
                .module
                .hooks
                .iter()
                .any(|(c, _)| c.name == h.name)
        };
        let mut asked = self.hooks().iter().filter(|h| h.hook.sort != Sort::Table);
        let fallback = (!asked.all(compiled)).then(|| self.interpreter(tables));
        crate::wasm::hooks(&self.program, tables, fallback)
    }

    /// What compiled code gives for every argument of a table hook; the tables that rules go by are the interpreter's, and
    /// the same. `None` when there is no such hook, or it is left to the interpreter.
    pub fn compiled_table<const W: usize>(
        &self,
        hook: &'static str,
        tables: &Arc<Tables<W>>,
    ) -> Option<Result<Vec<ClashSpec>, HookError>> {
        let params = self.program.info(hook)?.params.len();
        crate::wasm::table(&self.program, hook, params, tables)
    }

    /// The hooks run by the interpreter on a board; `tables` must come from the spec that [`Self::compile`] filled.
    #[must_use]
    pub fn interpreter<const W: usize>(&self, tables: &Arc<Tables<W>>) -> Arc<dyn Hooks<W>> {
        Arc::new(Interpreter::new(Arc::clone(&self.program), tables))
    }
}

fn no_moves() -> Diagnostic {
    Diagnostic::new(
        "missing-hook",
        "`[hooks] moves` names kinds, but no script has a function `moves`",
    )
    .hint("write `fn moves(view, at) { ... }`, or take the key away")
}

impl Program {
    /// An engine with the types and functions that need no board.
    pub(super) fn engine(&self) -> Engine {
        let mut engine = limits::engine();
        types::register(&mut engine, &self.spec);
        engine.register_global_module(self.words.module().into());
        engine
    }

    pub(super) fn info(&self, hook: &str) -> Option<&HookInfo> {
        self.hooks.iter().find(|h| h.name == hook)
    }

    pub(super) fn has(&self, hook: &str) -> bool {
        self.info(hook).is_some()
    }

    /// Whether there is such a hook, and calling it can come to anything under these options.
    fn acts(&self, hook: &str) -> bool {
        let typed = self.module.hooks.iter().find(|(h, _)| h.name == hook);
        let body = typed.and_then(|(_, f)| self.module.functions.get(*f));
        self.has(hook) && !body.is_some_and(|f| f.body.is_idle())
    }

    /// A diagnostic placed at a hook, with the clause that the hook names first.
    pub(super) fn at_hook(&self, hook: &str, error: Diagnostic) -> Diagnostic {
        let span = self.info(hook).map(|h| h.span.clone());
        self.with_clause(hook, Diagnostic { span, ..error })
    }

    pub(super) fn with_clause(&self, hook: &str, error: Diagnostic) -> Diagnostic {
        let first = self.info(hook).and_then(|h| h.clauses.first());
        match first {
            Some((slug, _)) => error.clause(slug.clone()),
            None => error,
        }
    }

    /// A diagnostic for a result that a hook may not give.
    pub(super) fn wrong_result(&self, hook: &str, expected: &str, found: &str) -> Diagnostic {
        let error = Diagnostic::new(
            "wrong-result",
            format!("`{hook}` must give {expected}, and gave {found}"),
        );
        let hint = match HOOKS.iter().find(|h| h.name == hook).map(|h| h.result) {
            Some(super::api::Type::Verdict) => {
                "a verdict is TAKE, BOTH, LOST, STAY or REFUSE, the same words in lower case from an option, or `refuse(\"clause\")`"
            }
            Some(super::api::Type::Nothing) => "end it with `return;`, or leave the value out",
            _ => "",
        };
        let error = if hint.is_empty() {
            error
        } else {
            error.hint(hint)
        };
        self.at_hook(hook, error)
    }
}
