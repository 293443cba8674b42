//! The least of a failing case that fails in the same way.
//!
//! Steps and actions are left out for as long as the same step goes on to fail with the same words: halves first, then
//! quarters, down to single ones (delta debugging). What is left may start from the position that was reached, when it
//! fails there as well.

use masque_scripting::diag::Span;

use super::Failure;
use crate::case::{Attempt, Board, Case, Diagram, Spanned, Step, Word};

/// The most runs of a case that are spent on making it less.
const RUNS: usize = 400;

type Steps = Vec<Spanned<Step>>;

/// Makes a case less; `run` gives how a case fails. `None` when nothing can be left out.
pub(super) fn minimise(
    case: &Case,
    failure: &Failure,
    run: &dyn Fn(&Case) -> Option<Failure>,
) -> Option<String> {
    let mut search = Search {
        case,
        failure,
        run,
        left: RUNS,
    };
    let mut best = case.steps.clone();
    let ended = best.iter().position(|step| search.is_last(step))?;
    let mut first = best.clone();
    first.truncate(ended + 1);
    search.take(&mut best, first);
    let apart = best.iter().cloned().flat_map(apart).collect();
    search.take(&mut best, apart);
    search.leave_out(&mut best);
    search.shorten(&mut best);
    search.leave_out(&mut best);
    search.jump(&mut best);
    let best = together(best);
    (best != case.steps).then(|| {
        let name = case.name.clone();
        let (steps, span) = (best, case.span.clone());
        Case { name, steps, span }.to_string()
    })
}

struct Search<'a> {
    case: &'a Case,
    failure: &'a Failure,
    run: &'a dyn Fn(&Case) -> Option<Failure>,
    left: usize,
}

impl Search<'_> {
    /// Whether this is the step that fails, or has it inside.
    fn is_last(&self, step: &Spanned<Step>) -> bool {
        match &self.failure.step {
            Some(failing) => {
                step.span == *failing
                    || matches!(&step.value, Step::Repeat { steps, .. } if steps.iter().any(|s| self.is_last(s)))
            }
            None => false,
        }
    }

    /// Takes other steps over when they fail in the same way.
    fn take(&mut self, best: &mut Steps, steps: Steps) -> bool {
        if self.left == 0 || steps == *best {
            return false;
        }
        self.left -= 1;
        let case = Case {
            name: self.case.name.clone(),
            steps,
            span: self.case.span.clone(),
        };
        let same = (self.run)(&case).is_some_and(|other| {
            let (a, b) = (&other.diagnostic, &self.failure.diagnostic);
            (a.code, &a.message, &a.span) == (b.code, &b.message, &b.span)
                && other.step == self.failure.step
        });
        if same {
            *best = case.steps;
        }
        same
    }

    /// Leaves out runs of steps before the last, the longest first.
    fn leave_out(&mut self, best: &mut Steps) {
        let mut size = best.len().saturating_sub(1).div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at + 1 < best.len() {
                let end = (at + size).min(best.len() - 1);
                let mut fewer = best.clone();
                fewer.drain(at..end);
                if !self.take(best, fewer) {
                    at = end;
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
    }

    /// Repeats less often, and leaves only what fails of a list.
    fn shorten(&mut self, best: &mut Steps) {
        for at in 0..best.len() {
            while let Step::Repeat { times, .. } = &best[at].value {
                let now = times.value;
                let less = [1, now / 2, now.saturating_sub(1)];
                let mut tries = less.into_iter().filter(|n| *n > 0 && *n < now);
                if !tries.any(|n| self.take(best, repeated(best, at, n))) {
                    break;
                }
            }
            if let Step::Repeat { times, steps } = &best[at].value
                && times.value == 1
            {
                let mut flat = best.clone();
                flat.splice(at..=at, steps.iter().cloned().flat_map(apart));
                if self.take(best, flat) {
                    return self.shorten(best);
                }
            }
        }
        let place = self.failure.diagnostic.span.clone();
        if let (Some(place), Some(last)) = (place, best.last()) {
            let mut fewer = best.clone();
            if let Some(step) = only(&last.value, &place) {
                let span = last.span.clone();
                fewer.pop();
                fewer.push(Spanned::new(step, span));
                self.take(best, fewer);
            }
        }
    }

    /// Starts from the position in which the last step fails, when that is less to do.
    fn jump(&mut self, best: &mut Steps) {
        let plays = best.iter().any(|s| s.value.part_is_play()) && best.len() > 2;
        let (Some(position), Some(last), true) = (&self.failure.position, best.last(), plays)
        else {
            return;
        };
        let place = last.span.clone();
        let kept = |step: &&Spanned<Step>| {
            matches!(
                step.value,
                Step::Options(_) | Step::Preset(_) | Step::ClockSet(_)
            )
        };
        let mut steps: Steps = best.iter().filter(kept).cloned().collect();
        let text = Diagram {
            board: Board::Text(Spanned::new(position.clone(), place.clone())),
            to_move: None,
            details: Vec::new(),
        };
        steps.push(Spanned::new(Step::Position(text), place));
        steps.push(last.clone());
        if self.take(best, steps) {
            self.leave_out(best);
        }
    }
}

fn repeated(steps: &Steps, at: usize, times: u64) -> Steps {
    let mut fewer = steps.clone();
    if let Step::Repeat { times: old, .. } = &mut fewer[at].value {
        old.value = times;
    }
    fewer
}

/// A step of several actions as steps of one each.
fn apart(step: Spanned<Step>) -> Steps {
    let span = step.span;
    let one = |step| Spanned::new(step, span.clone());
    match step.value {
        Step::Play { actions, by } => actions
            .into_iter()
            .map(|action| {
                one(Step::Play {
                    actions: vec![action],
                    by: by.clone(),
                })
            })
            .collect(),
        Step::History(actions) => actions
            .into_iter()
            .map(|action| one(Step::History(vec![action])))
            .collect(),
        other => vec![one(other)],
    }
}

/// Neighbouring steps of one action as one step of several.
fn together(steps: Steps) -> Steps {
    let mut out: Steps = Vec::new();
    for step in steps {
        match (out.last_mut().map(|last| &mut last.value), step.value) {
            (
                Some(Step::Play { actions, by }),
                Step::Play {
                    actions: more,
                    by: and_by,
                },
            ) if *by == and_by => actions.extend(more),
            (Some(Step::History(actions)), Step::History(more)) => actions.extend(more),
            (_, value) => out.push(Spanned::new(value, step.span)),
        }
    }
    out
}

/// The step with only what stands at `place` of its list; `None` when it has no list.
fn only(step: &Step, place: &Span) -> Option<Step> {
    let of = |words: &[Word]| -> Vec<Word> {
        let there = words.iter().filter(|word| word.span == *place);
        there.cloned().collect()
    };
    let shorter = match step {
        Step::Legal(actions) => Step::Legal(of(actions)),
        Step::Illegal {
            attempt: Attempt::Actions { actions, by },
            because,
        } => Step::Illegal {
            attempt: Attempt::Actions {
                actions: of(actions),
                by: by.clone(),
            },
            because: because.clone(),
        },
        Step::Perft { nodes, unit, views } => Step::Perft {
            nodes: nodes
                .iter()
                .filter(|(_, count)| count.span == *place)
                .cloned()
                .collect(),
            unit: *unit,
            views: views.clone(),
        },
        _ => return None,
    };
    let empty = match &shorter {
        Step::Legal(words)
        | Step::Illegal {
            attempt: Attempt::Actions { actions: words, .. },
            ..
        } => words.is_empty(),
        Step::Perft { nodes, .. } => nodes.is_empty(),
        _ => false,
    };
    (!empty).then_some(shorter)
}
