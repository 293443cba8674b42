//! What compiled code needs of a script: its typed form, and what to say when something goes wrong.

use super::failure::does_not_go;
use super::ir::{Module, Ty, Wrong};
use super::limits::{MAX_CALLS, MAX_STEPS};
pub(crate) use super::script::Program;
use super::text::place;
use crate::diag::Span;

impl Program {
    /// The typed form.
    pub(crate) fn module(&self) -> &Module {
        &self.module
    }

    fn message(&self, hook: &str, span: Option<Span>, message: &str) -> String {
        match span.or_else(|| self.info(hook).map(|h| h.span.clone())) {
            Some(span) => format!("{}: {message}", place(&span)),
            None => message.to_owned(),
        }
    }

    /// A message about a hook as a whole.
    pub(crate) fn at_hook_name(&self, hook: &str, message: &str) -> String {
        self.message(hook, None, message)
    }

    /// A message about the place of a fault.
    pub(crate) fn at_fault(&self, hook: &str, fault: usize, message: &str) -> String {
        let fault = self.module.faults.get(fault);
        self.message(hook, fault.and_then(|f| self.texts.placed(f.at)), message)
    }

    /// That a hook ran past its steps.
    pub(crate) fn too_many_steps(&self, hook: &str, fault: usize) -> String {
        self.at_fault(hook, fault, &steps())
    }

    /// That too many functions were inside one another.
    pub(crate) fn too_deep(&self, hook: &str, fault: usize) -> String {
        self.at_fault(hook, fault, &depth())
    }

    /// That the functions inside one another need too much memory.
    pub(crate) fn too_big(&self, hook: &str) -> String {
        self.at_hook_name(hook, TOO_BIG)
    }

    /// What a fault says, given what the code tells of it.
    ///
    /// # Errors
    /// The clause, when the hook refuses.
    pub(crate) fn fault(&self, hook: &str, fault: usize, a: i64, b: i64) -> Result<String, &str> {
        let Some(found) = self.module.faults.get(fault) else {
            return Ok(self.at_hook_name(hook, "stopped"));
        };
        let message = match &found.what {
            Wrong::Limit => "stopped".to_owned(),
            Wrong::Arithmetic(op) => arithmetic(op, a, b),
            Wrong::Arguments(name, types) => {
                let given: Vec<String> = types
                    .iter()
                    .enumerate()
                    .map(|(i, ty)| match ty {
                        Ty::Maybe(base) if a >> i & 1 == 0 => base.to_string(),
                        Ty::Maybe(_) => Ty::Unit.to_string(),
                        ty => ty.to_string(),
                    })
                    .collect();
                does_not_go(name, &given)
            }
            Wrong::NotBool => "expected bool, found ()".to_owned(),
            Wrong::NoProperty(name) => {
                format!("Unknown property '{name}' - a getter is not registered for type '()'")
            }
            Wrong::NotWalked => NOT_WALKED.to_owned(),
            Wrong::NoVerdict => "this word is no verdict".to_owned(),
            Wrong::Refuse(word) => {
                let word = self.module.words.get(*word as usize);
                return Err(word.map_or("", String::as_str));
            }
        };
        Ok(self.at_fault(hook, fault, &message))
    }
}

/// Said of a loop over what has no items.
pub(super) const NOT_WALKED: &str =
    "this cannot be walked through; a `for` takes a set, a list or a range";
/// Said when the native stack is too small for a script's calls.
pub(super) const TOO_BIG: &str =
    "call depth: the functions inside one another need too much memory";

/// Said of a step too many.
pub(crate) fn steps() -> String {
    format!("step limit: more than {MAX_STEPS} steps")
}

/// Said of a call too many.
pub(super) fn depth() -> String {
    format!("call depth: more than {MAX_CALLS} functions inside one another")
}

/// What is said of numbers that leave their range, in Rhai's words.
fn arithmetic(op: &str, a: i64, b: i64) -> String {
    match op {
        "+" => format!("Addition overflow: {a} + {b}"),
        "-" => format!("Subtraction overflow: {a} - {b}"),
        "*" => format!("Multiplication overflow: {a} * {b}"),
        "/" if b == 0 => format!("Division by zero: {a} / {b}"),
        "/" => format!("Division overflow: {a} / {b}"),
        "%" => format!("Modulo division by zero or overflow: {a} % {b}"),
        "**" if b < 0 => format!("Integer raised to a negative power: {a} ** {b}"),
        "**" => format!("Exponential overflow: {a} ** {b}"),
        "abs" => "the number is too great for `abs`".to_owned(),
        _ => "integer overflow".to_owned(),
    }
}
