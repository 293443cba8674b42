//! What a run of cases came to, for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use masque_scripting::diag::Diagnostic;
use serde::Serialize;

use crate::run::{CaseRun, Failure, Verdict};

/// What a run of cases came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
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
    /// What is wrong with the rulebooks themselves.
    pub faults: Vec<Located>,
}

/// The cases of one clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseReport {
    /// The variant they were run for.
    pub variant: String,
    /// The slug.
    pub clause: String,
    /// The title.
    pub title: String,
    /// The variant in whose rulebook it stands.
    pub from: String,
    /// Its cases.
    pub cases: Vec<CaseReport>,
}

/// One case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaseReport {
    /// The name.
    pub name: String,
    /// What came of it.
    pub result: ResultWord,
    /// Steps that the engine could not be asked.
    #[serde(skip_serializing_if = "is_zero")]
    pub skipped_steps: usize,
    /// Where and how it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<FailureReport>,
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
}

/// Where and how a case failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailureReport {
    /// What is wrong and where.
    #[serde(flatten)]
    pub at: Located,
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
    /// The text of the clause.
    pub text: String,
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
            let (result, failure) = match &run.verdict {
                Verdict::Pass => (ResultWord::Pass, None),
                Verdict::Skipped => (ResultWord::Skipped, None),
                Verdict::Fail(failure) => (ResultWord::Fail, Some(FailureReport::of(failure, run))),
            };
            match result {
                ResultWord::Pass => report.passed += 1,
                ResultWord::Fail => report.failed += 1,
                ResultWord::Skipped => report.skipped += 1,
            }
            let place = *places
                .entry((&run.variant, &run.clause))
                .or_insert_with(|| {
                    report.clauses.push(ClauseReport {
                        variant: run.variant.clone(),
                        clause: run.clause.clone(),
                        title: run.title.clone(),
                        from: run.from.clone(),
                        cases: Vec::new(),
                    });
                    report.clauses.len() - 1
                });
            report.clauses[place].cases.push(CaseReport {
                name: run.name.clone(),
                result,
                skipped_steps: run.skipped_steps,
                failure,
            });
        }
        report
    }

    /// Whether nothing failed and nothing is wrong.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.failed == 0 && self.faults.is_empty()
    }

    /// The report for people: every failure in full, then a line for each variant and the sum.
    #[must_use]
    pub fn pretty(&self) -> String {
        let mut text = String::new();
        for fault in &self.faults {
            let _ = writeln!(text, "{fault}");
        }
        if !self.faults.is_empty() {
            text.push('\n');
        }
        for clause in &self.clauses {
            for case in &clause.cases {
                if let Some(failure) = &case.failure {
                    failure.pretty(clause, case, &mut text);
                }
            }
        }
        let mut variants: Vec<(&str, [usize; 4])> = Vec::new();
        for clause in &self.clauses {
            if variants.last().is_none_or(|(id, _)| *id != clause.variant) {
                variants.push((&clause.variant, [0; 4]));
            }
            if let Some((_, counts)) = variants.last_mut() {
                counts[0] += 1;
                for case in &clause.cases {
                    counts[match case.result {
                        ResultWord::Pass => 1,
                        ResultWord::Fail => 2,
                        ResultWord::Skipped => 3,
                    }] += 1;
                }
            }
        }
        let width = variants.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
        for (id, [clauses, passed, failed, skipped]) in variants {
            let _ = write!(
                text,
                "{id:<width$}  {clauses:>3} clauses  {passed:>4} cases hold"
            );
            if failed > 0 {
                let _ = write!(text, "  {failed} do not");
            }
            if skipped > 0 {
                let _ = write!(text, "  {skipped} skipped");
            }
            text.push('\n');
        }
        let _ = writeln!(
            text,
            "{} cases: {} passed, {} failed, {} skipped",
            self.cases, self.passed, self.failed, self.skipped
        );
        text
    }
}

impl FailureReport {
    fn of(failure: &Failure, run: &CaseRun) -> Self {
        Self {
            at: Located::from(&failure.diagnostic),
            expected: failure.expected.clone(),
            seen: failure.seen.clone(),
            board: failure.board.clone(),
            truth: failure
                .truth
                .filter(|(_, of)| *of > 1)
                .map(|(at, _)| at + 1),
            text: run.text.clone(),
        }
    }

    fn pretty(&self, clause: &ClauseReport, case: &CaseReport, text: &mut String) {
        let _ = writeln!(text, "{}", self.at);
        let _ = writeln!(
            text,
            "  case `{}` of {} `{}`: {}",
            case.name, clause.variant, clause.clause, clause.title
        );
        if clause.from != clause.variant {
            let _ = writeln!(
                text,
                "  inherited from {}; a rulebook may replace it, or say `Not inherited: {} because ...`",
                clause.from, clause.clause
            );
        }
        if let Some(truth) = self.truth {
            let _ = writeln!(text, "  under truth {truth}, as drawn below");
        }
        for (name, value) in [
            ("expected", &self.expected),
            ("seen", &self.seen),
            ("board", &self.board),
        ] {
            let Some(value) = value else { continue };
            let value = value.trim_end();
            if value.contains('\n') {
                let _ = writeln!(text, "  {name}");
                for line in value.lines() {
                    let _ = writeln!(text, "    {line}");
                }
            } else {
                let _ = writeln!(text, "  {name} {value}");
            }
        }
        if !self.text.is_empty() {
            let _ = writeln!(
                text,
                "  the rule says: {}",
                self.text.split_whitespace().collect::<Vec<_>>().join(" ")
            );
        }
        text.push('\n');
    }
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
