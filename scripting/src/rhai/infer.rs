//! Finds the type of every expression of a script, and says what does not fit.
//!
//! Types flow forward. A function is typed anew for every combination of argument types that it is called with; what its
//! calls give, and what its variables may become, is found by going round until nothing changes.

use std::collections::HashMap;

use masque_core::spec::Spec;

use super::api::{Hook, Sort};
use super::body::{About, Body, Found, seq};
use super::ir::{Expr, Function, Local, Module, Ty, Wrong};
use super::syntax::{self, Place};
use super::words::Words;
use crate::diag::Diagnostic;

/// The most combinations of a function and argument types.
const MAX_INSTANCES: usize = 1000;
/// The most rounds until types are settled.
const MAX_ROUNDS: usize = 50;

/// A hook to be typed: which, how many parameters it has, and the clause that its errors name.
pub(super) struct Root {
    pub(super) hook: &'static Hook,
    pub(super) params: usize,
    pub(super) clause: Option<String>,
}

/// What is wrong, and where.
pub(super) type Errors = Vec<(Place, Diagnostic)>;

/// A function for certain argument types.
struct Instance<'a> {
    function: &'a syntax::Function,
    args: Vec<Ty>,
    /// The hook itself, when it is one; its value is then what the rules ask for.
    root: Option<&'static Hook>,
    /// Whether it belongs to a table hook, which has no board.
    table: bool,
    clause: Option<String>,
    result: Ty,
    /// The types of its variables so far, in the order of their declarations.
    declared: Vec<Ty>,
    typed: Option<Function>,
    errors: Errors,
}

/// Everything typed so far.
pub(super) struct Infer<'a> {
    functions: HashMap<(&'a str, usize), &'a syntax::Function>,
    pub(super) words: &'a Words,
    instances: Vec<Instance<'a>>,
    pub(super) module: Module,
    pub(super) changed: bool,
}

/// Types the functions that hooks reach; `functions` holds the texts' functions, overriding ones last.
///
/// # Errors
/// Everything that does not fit.
pub(super) fn infer<'a>(
    functions: impl IntoIterator<Item = &'a syntax::Function>,
    roots: &[Root],
    spec: &Spec,
    words: &'a Words,
) -> Result<Module, Errors> {
    let by_name = functions
        .into_iter()
        .map(|f| ((f.name.as_str(), f.params.len()), f));
    let mut infer = Infer {
        functions: by_name.collect(),
        words,
        instances: Vec::new(),
        module: Module::default(),
        changed: true,
    };
    // The number of a kind is also that of its name.
    infer.module.words = spec.kinds.iter().map(|k| k.name.clone()).collect();
    for root in roots {
        let Some(function) = infer.functions.get(&(root.hook.name, root.params)) else {
            continue;
        };
        let args = root.hook.params[..root.params].iter();
        infer.instances.push(Instance {
            function,
            args: args.map(|(_, ty)| Ty::of(ty)).collect(),
            root: Some(root.hook),
            table: root.hook.sort == Sort::Table,
            clause: root.clause.clone(),
            result: Ty::Never,
            declared: Vec::new(),
            typed: None,
            errors: Errors::new(),
        });
    }
    for round in 0..MAX_ROUNDS {
        if !infer.changed {
            break;
        }
        infer.changed = false;
        infer.module.faults.clear();
        infer.module.lists.clear();
        if round == 0 {
            let mut i = 0;
            while i < infer.instances.len() {
                infer.pass(i);
                i += 1;
            }
        } else {
            let mut known = infer.instances.len();
            (0..known).rev().for_each(|i| infer.pass(i));
            while known < infer.instances.len() {
                infer.pass(known);
                known += 1;
            }
        }
    }
    infer.finish(roots)
}

impl<'a> Infer<'a> {
    fn pass(&mut self, index: usize) {
        let instance = &mut self.instances[index];
        let function = instance.function;
        let declared = std::mem::take(&mut instance.declared);
        let about = About {
            settled: instance.result,
            root: instance.root,
            table: instance.table,
            clause: instance.clause.clone(),
        };
        let mut body = Body::new(self, declared, about);
        let args = body.infer.instances[index].args.clone();
        let given: Vec<Local> = args.into_iter().map(|ty| body.temp(ty)).collect();
        let params = function.params.iter().zip(given);
        let mut parts: Vec<Expr> = params
            .filter_map(|(name, local)| body.begin(name, local))
            .collect();
        let entry = body.fault(function.body.at, Wrong::Limit);
        let value = body.tree(&function.body, body.tail());
        parts.push(body.give(function.body.at, value));
        let Found {
            declared,
            locals,
            errors,
            result,
        } = body.finish();
        let instance = &mut self.instances[index];
        self.changed |= result != instance.result;
        instance.result = result;
        instance.declared = declared;
        instance.errors = errors;
        instance.typed = Some(Function {
            locals,
            params: function.params.len(),
            result,
            body: seq(parts),
            entry,
        });
    }

    /// The number of the function for these argument types.
    pub(super) fn instance(
        &mut self,
        name: &str,
        args: Vec<Ty>,
        table: bool,
        clause: Option<String>,
    ) -> Option<usize> {
        let function = *self.functions.get(&(name, args.len()))?;
        let same = |i: &Instance<'_>| {
            std::ptr::eq(i.function, function)
                && i.args == args
                && i.table == table
                && i.root.is_none()
        };
        if let Some(known) = self.instances.iter().position(same) {
            return Some(known);
        }
        self.changed = true;
        self.instances.push(Instance {
            function,
            args,
            root: None,
            table,
            clause,
            result: Ty::Never,
            declared: Vec::new(),
            typed: None,
            errors: Errors::new(),
        });
        Some(self.instances.len() - 1)
    }

    pub(super) fn full(&self) -> bool {
        self.instances.len() >= MAX_INSTANCES
    }

    pub(super) fn result(&self, index: usize) -> Ty {
        self.instances[index].result
    }

    pub(super) fn has(&self, name: &str, params: usize) -> bool {
        self.functions.contains_key(&(name, params))
    }

    /// The number of a word.
    pub(super) fn word(&mut self, word: &str) -> i32 {
        let words = &mut self.module.words;
        let known = words.iter().position(|w| w == word);
        let index = known.unwrap_or_else(|| {
            words.push(word.to_owned());
            words.len() - 1
        });
        index as i32
    }

    /// Keeps what the hooks reach, numbered anew.
    fn finish(mut self, roots: &[Root]) -> Result<Module, Errors> {
        let mut errors = Errors::new();
        let mut order: Vec<usize> = Vec::new();
        let mut new: Vec<Option<usize>> = vec![None; self.instances.len()];
        for (i, instance) in self.instances.iter().enumerate() {
            if let Some(hook) = instance.root {
                new[i] = Some(order.len());
                self.module.hooks.push((hook, order.len()));
                order.push(i);
            }
        }
        debug_assert!(order.len() <= roots.len());
        let mut next = 0;
        while let Some(&i) = order.get(next) {
            next += 1;
            let instance = &mut self.instances[i];
            errors.append(&mut instance.errors);
            let Some(function) = &mut instance.typed else {
                continue;
            };
            function.body.calls(&mut |callee| {
                let number = *new[*callee].get_or_insert_with(|| {
                    order.push(*callee);
                    order.len() - 1
                });
                *callee = number;
            });
        }
        if !errors.is_empty() {
            errors.sort_by_key(|(at, _)| *at);
            return Err(errors);
        }
        let mut typed: Vec<Option<Function>> = order
            .iter()
            .map(|&i| self.instances[i].typed.take())
            .collect();
        self.module.functions = typed.drain(..).flatten().collect();
        Ok(self.module)
    }
}
