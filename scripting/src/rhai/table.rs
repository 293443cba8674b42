//! Table hooks: evaluated for every argument when a variant is loaded.

use masque_core::piece::Kind;
use masque_core::spec::{ClashSpec, Spec, Verdict};
use rhai::{Dynamic, Engine};

use super::failure::{Failure, failure, found};
use super::interpreter::call;
use super::limits::{MAX_TABLE_STEPS, steps};
use super::script::Program;
use super::types::{Manner, Ruling};
use crate::diag::{Diagnostic, Diagnostics};

/// Fills the tables that the script has hooks for.
///
/// # Errors
/// The first entry of each table that gives no verdict.
pub(super) fn fill(program: &Program, spec: &mut Spec) -> Result<(), Diagnostics> {
    let mut wrong = Vec::new();
    let engine = program.engine();
    for hook in ["capture", "dark"] {
        match matrix(program, &engine, hook, spec) {
            Ok(None) => {}
            Ok(Some(entries)) => {
                if hook == "capture" {
                    spec.capture.open = entries;
                } else {
                    spec.capture.dark = entries;
                }
            }
            Err(error) => wrong.push(error),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

fn matrix(
    program: &Program,
    engine: &Engine,
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
                    call(
                        engine,
                        &program.ast,
                        hook,
                        (pair.0, pair.1, Manner(manner as u8)),
                    )
                } else {
                    call(engine, &program.ast, hook, pair)
                };
                spent += steps();
                let entry = match result.map_err(|e| failure(*e, &program.texts)) {
                    Ok(value) => entry(&value).ok_or_else(|| {
                        program.wrong_result(hook, "a verdict", &found(engine, &value))
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
