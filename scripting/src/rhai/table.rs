//! Table hooks: evaluated for every argument when a variant is loaded.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use masque_core::piece::Kind;
use masque_core::spec::{ClashSpec, Spec, Verdict};
use rhai::Dynamic;

use super::check::Reads;
use super::failure::{Failure, failure, found};
use super::interpreter::Caller;
use super::limits::{MAX_TABLE_STEPS, steps};
use super::script::Program;
use super::types::{Manner, Ruling};
use crate::choices::Choices;
use crate::diag::{Diagnostic, Diagnostics};

/// Fills the tables that the script has hooks for.
///
/// # Errors
/// The first entry of each table that gives no verdict.
pub(super) fn fill(
    program: &Program,
    choices: &Choices,
    spec: &mut Spec,
) -> Result<(), Diagnostics> {
    if !HOOKS.iter().any(|hook| program.has(hook)) {
        return Ok(());
    }
    let key = key(program, choices, spec);
    let known = filled().iter().find(|(k, _)| *k == key).cloned();
    let tables = match known {
        Some((_, tables)) => tables,
        None => {
            let tables = Arc::new(evaluate(program, spec)?);
            let mut filled = filled();
            filled.truncate(KEPT - 1);
            filled.push_front((key, Arc::clone(&tables)));
            tables
        }
    };
    let [open, dark] = &*tables;
    if let Some(entries) = open {
        spec.capture.open.clone_from(entries);
    }
    if let Some(entries) = dark {
        spec.capture.dark.clone_from(entries);
    }
    Ok(())
}

const HOOKS: [&str; 2] = ["capture", "dark"];

/// What the hooks gave for every argument, in the order of [`HOOKS`].
type Tables = [Option<Vec<ClashSpec>>; 2];

/// How many scripts' tables are kept.
const KEPT: usize = 256;

/// Tables filled before, the latest first, each under the [`key`] of what they were filled from.
fn filled() -> MutexGuard<'static, VecDeque<(String, Arc<Tables>)>> {
    static FILLED: Mutex<VecDeque<(String, Arc<Tables>)>> = Mutex::new(VecDeque::new());
    FILLED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Everything that a table depends on: what the words stand for, the kinds' names and ranks, the options that the texts
/// read, and the texts. Nothing else of a spec reaches a table hook.
///
/// A rulebook's cases build engines for many choices of options, most of which no table hook reads.
fn key(program: &Program, choices: &Choices, spec: &Spec) -> String {
    let mut text = String::new();
    let kinds: Vec<_> = spec.kinds.iter().map(|k| (&k.name, k.rank)).collect();
    let names = [
        spec.sides.iter().map(|s| s.name.as_str()).collect(),
        spec.manners.iter().map(String::as_str).collect(),
        spec.specials
            .iter()
            .map(|s| s.name.as_str())
            .collect::<Vec<_>>(),
    ];
    let read = choices.iter().filter(|(name, _)| match &program.reads {
        Reads::Named(names) => names.contains(*name),
        Reads::All => true,
    });
    let options: Vec<_> = read.collect();
    let _ = write!(text, "{kinds:?} {names:?} {options:?}");
    for source in program.texts.iter() {
        let _ = write!(text, " {:?}", source.source.text);
    }
    text
}

fn evaluate(program: &Program, spec: &Spec) -> Result<Tables, Diagnostics> {
    let mut wrong = Vec::new();
    let caller = Caller::new(program.engine(), program.ast.clone());
    let tables = HOOKS.map(|hook| {
        matrix(program, &caller, hook, spec).unwrap_or_else(|error| {
            wrong.push(error);
            None
        })
    });
    if wrong.is_empty() {
        Ok(tables)
    } else {
        Err(wrong)
    }
}

fn matrix(
    program: &Program,
    caller: &Caller,
    hook: &'static str,
    spec: &Spec,
) -> Result<Option<Vec<ClashSpec>>, Diagnostic> {
    let Some(info) = program.info(hook) else {
        return Ok(None);
    };
    let by_manner = info.params.len() == 3;
    let kinds = spec.kinds.len();
    let manners = spec.manners.len().max(1);
    let mut entries: Vec<ClashSpec> = Vec::with_capacity(manners * kinds * kinds);
    let mut spent = 0;
    for manner in 0..manners {
        for attacker in 0..kinds {
            for defender in 0..kinds {
                if manner > 0 && !by_manner {
                    entries.push(entries[attacker * kinds + defender].clone());
                    continue;
                }
                let pair = (Kind(attacker as u8), Kind(defender as u8));
                let result = if by_manner {
                    caller.call(hook, (pair.0, pair.1, Manner(manner as u8)))
                } else {
                    caller.call(hook, pair)
                };
                spent += steps();
                let entry = match result.map_err(|e| failure(*e, &program.texts)) {
                    Ok(value) => entry(&value).ok_or_else(|| {
                        program.wrong_result(hook, "a verdict", &found(caller.engine(), &value))
                    }),
                    Err(Failure::Refused(clause)) => Ok(ClashSpec {
                        verdict: Verdict::Refuse,
                        clause,
                    }),
                    Err(Failure::Failed(message, span)) => {
                        let error = Diagnostic::new("script-failed", message);
                        Err(match span {
                            Some(span) => error.at(span),
                            None => program.at_hook(hook, error),
                        })
                    }
                };
                let entry = entry.map_err(|error| {
                    let names = (&spec.kinds[attacker].name, &spec.kinds[defender].name);
                    let asked = format!("asked for `{hook}` of {} upon {}", names.0, names.1);
                    let hint = error
                        .hint
                        .as_ref()
                        .map_or(asked.clone(), |h| format!("{asked}; {h}"));
                    program.with_clause(hook, error.hint(hint))
                })?;
                if spent > MAX_TABLE_STEPS {
                    return Err(program.at_hook(
                        hook,
                        Diagnostic::new("script-failed", format!("step limit: the table `{hook}` takes more than {MAX_TABLE_STEPS} steps to fill")),
                    ));
                }
                entries.push(entry);
            }
        }
    }
    Ok(Some(entries))
}

/// Reads a verdict: one of the words, or an option's value that is such a word in lower case.
fn entry(value: &Dynamic) -> Option<ClashSpec> {
    if let Some(ruling) = value.read_lock::<Ruling>() {
        return Some(ClashSpec {
            verdict: ruling.verdict,
            clause: ruling.clause.to_string(),
        });
    }
    let word = value.read_lock::<rhai::ImmutableString>()?;
    let known = Verdict::WORDS
        .iter()
        .find(|(w, _)| w.eq_ignore_ascii_case(&word) && word.chars().all(char::is_lowercase));
    known.map(|(_, verdict)| ClashSpec {
        verdict: *verdict,
        clause: String::new(),
    })
}
