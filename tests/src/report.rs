//! What a run of cases came to, for people and for programs.

mod junit;
mod pretty;
mod tap;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use masque_scripting::diag::{Diagnostic, Span};
use serde::Serialize;

use crate::run::{CaseRun, Failure, Verdict};

/// What a run of cases came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Every clause that was looked at, in the order of the rulebooks.
    pub clauses: Vec<ClauseReport>,
    /// How many cases there were.
    pub cases: usize,
    /// How many hold.
    pub passed: usize,
    /// How many do not.
    pub failed: usize,
    /// Of how many nothing could be asked.
    pub skipped: usize,
    /// Steps that the engine could not be asked, in all cases together.
    #[serde(skip_serializing_if = "is_zero")]
    pub skipped_steps: usize,
    /// How many do not hold on this engine, as is known.
    #[serde(skip_serializing_if = "is_zero")]
    pub known: usize,
    /// How many hold though this engine is known to fail them.
    #[serde(skip_serializing_if = "is_zero")]
    pub surprises: usize,
    /// The engine, when it is another program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// What is wrong with the rulebooks themselves.
    pub faults: Vec<Located>,
}

/// The cases of one clause.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClauseReport {
    /// The variant they were run for.
    pub variant: String,
    /// The slug.
    pub clause: String,
    /// The title.
    pub title: String,
    /// The variant in whose rulebook it stands.
    pub from: String,
    /// What the rulebook says of it first.
    pub text: String,
    /// Its cases.
    pub cases: Vec<CaseReport>,
}

/// One case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CaseReport {
    /// The name.
    pub name: String,
    /// The rulebook it stands in.
    pub file: String,
    /// The line of its name there, from 1.
    pub line: usize,
    /// What came of it.
    pub result: ResultWord,
    /// Steps that the engine could not be asked.
    #[serde(skip_serializing_if = "is_zero")]
    pub skipped_steps: usize,
    /// Where and how it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<FailureReport>,
    /// How long it took; no part of the data, which is the same for every run.
    #[serde(skip)]
    pub seconds: f64,
    /// Why this engine is known to fail it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
}

/// What came of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResultWord {
    /// It holds.
    Pass,
    /// It does not.
    Fail,
    /// Nothing of it could be asked.
    Skipped,
    /// It does not hold, as is known of this engine.
    Known,
    /// It holds, though this engine is known to fail it.
    Surprise,
}

/// Where and how a case failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailureReport {
    /// What is wrong and where.
    #[serde(flatten)]
    pub at: Located,
    /// The step that does not hold, as it stands in the rulebook.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// What the case says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// The position, drawn with its truth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Which truth, counted from 1, when there were several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<usize>,
    /// Of how many truths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truths: Option<usize>,
    /// The case with as little in it as fails in the same way, when that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimised: Option<String>,
}

/// A diagnostic as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Located {
    /// Its stable code.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// The file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The clause concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl From<&Diagnostic> for Located {
    fn from(diagnostic: &Diagnostic) -> Self {
        let place = diagnostic.span.as_ref();
        let at = place.map(|span| span.source.line_column(span.range.start));
        Self {
            code: diagnostic.code.to_owned(),
            message: diagnostic.message.clone(),
            file: place.map(|span| span.source.name.clone()),
            line: at.map(|(line, _)| line),
            column: at.map(|(_, column)| column),
            hint: diagnostic.hint.clone(),
            clause: diagnostic.clause.clone(),
        }
    }
}

impl Report {
    /// Sums up the runs of cases.
    #[must_use]
    pub fn of(runs: &[CaseRun], faults: &[Diagnostic]) -> Self {
        let mut report = Self {
            faults: faults.iter().map(Located::from).collect(),
            ..Self::default()
        };
        let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for run in runs {
            report.cases += 1;
            let (result, failure) = match (&run.verdict, &run.known) {
                (Verdict::Pass, None) => (ResultWord::Pass, None),
                (Verdict::Pass, Some(_)) => (ResultWord::Surprise, None),
                (Verdict::Skipped, _) => (ResultWord::Skipped, None),
                (Verdict::Fail(failure), known) => {
                    let word = match known {
                        None => ResultWord::Fail,
                        Some(_) => ResultWord::Known,
                    };
                    (word, Some(FailureReport::of(failure)))
                }
            };
            match result {
                ResultWord::Pass => report.passed += 1,
                ResultWord::Fail => report.failed += 1,
                ResultWord::Skipped => report.skipped += 1,
                ResultWord::Known => report.known += 1,
                ResultWord::Surprise => report.surprises += 1,
            }
            report.skipped_steps += run.skipped_steps;
            let place = *places
                .entry((&run.variant, &run.clause))
                .or_insert_with(|| {
                    report.clauses.push(ClauseReport {
                        variant: run.variant.clone(),
                        clause: run.clause.clone(),
                        title: run.title.clone(),
                        from: run.from.clone(),
                        text: run.text.clone(),
                        cases: Vec::new(),
                    });
                    report.clauses.len() - 1
                });
            report.clauses[place].cases.push(CaseReport {
                name: run.name.clone(),
                file: run.at.source.name.clone(),
                line: run.at.source.line_column(run.at.range.start).0,
                seconds: run.time.as_secs_f64(),
                result,
                skipped_steps: run.skipped_steps,
                failure,
                known: run.known.clone(),
            });
        }
        report
    }

    /// Whether nothing failed and nothing is wrong. A run on another program of which nothing could be asked does not
    /// hold.
    #[must_use]
    pub fn holds(&self) -> bool {
        let empty = self.engine.is_some() && self.passed + self.known == 0;
        self.failed == 0 && self.surprises == 0 && self.faults.is_empty() && !empty
    }
}

impl FailureReport {
    fn of(failure: &Failure) -> Self {
        let several = failure.truth.filter(|(_, of)| *of > 1);
        Self {
            at: Located::from(&failure.diagnostic),
            step: failure.step.as_ref().map(written),
            expected: failure.expected.clone(),
            seen: failure.seen.clone(),
            board: failure.board.clone(),
            truth: several.map(|(at, _)| at + 1),
            truths: several.map(|(_, of)| of),
            minimised: failure.minimised.clone(),
        }
    }
}

/// The lines of a place, without what they are indented by.
fn written(span: &Span) -> String {
    let text = &span.source.text[span.range.clone()];
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let rest = lines.iter().skip(1).filter(|line| !line.trim().is_empty());
    let least = rest.map(indent).min().unwrap_or(0);
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        match at {
            0 => out.push_str(line),
            _ => {
                out.push_str("\n  ");
                out.push_str(line.get(least..).unwrap_or_default().trim_end());
            }
        }
    }
    out
}

impl std::fmt::Display for Located {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let (Some(file), Some(line), Some(column)) = (&self.file, self.line, self.column) {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        write!(f, "{} [{}]", self.message, self.code)?;
        if let Some(clause) = &self.clause {
            write!(f, " (clause {clause})")?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "; {hint}")?;
        }
        Ok(())
    }
}
