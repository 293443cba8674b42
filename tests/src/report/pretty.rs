//! Reports for people.

use std::fmt::Write as _;

use super::{CaseReport, ClauseReport, FailureReport, Report, ResultWord};

impl Report {
    /// The report for people: every failure in full, by clause, then a line for each variant and the sum.
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
                let (of, slug, name) = (&clause.variant, &clause.clause, &case.name);
                let reason = case.known.as_deref().unwrap_or_default();
                let _ = match case.result {
                    ResultWord::Known => {
                        writeln!(text, "known: {of} `{slug}`, `{name}`: {reason}")
                    }
                    ResultWord::Surprise => writeln!(
                        text,
                        "surprise: {of} `{slug}`, `{name}` holds; take it off the list, which says: {reason}"
                    ),
                    _ => Ok(()),
                };
            }
            let mut failures = clause
                .cases
                .iter()
                .filter(|case| case.known.is_none())
                .filter_map(|case| Some((case, case.failure.as_ref()?)))
                .peekable();
            if failures.peek().is_some() {
                clause.pretty(&mut text);
            }
            failures.for_each(|(case, failure)| failure.pretty(case, &mut text));
        }
        let mut variants: Vec<(&str, [usize; 6])> = Vec::new();
        for clause in &self.clauses {
            if variants.last().is_none_or(|(id, _)| *id != clause.variant) {
                variants.push((&clause.variant, [0; 6]));
            }
            if let Some((_, counts)) = variants.last_mut() {
                counts[0] += 1;
                for case in &clause.cases {
                    counts[match case.result {
                        ResultWord::Pass => 1,
                        ResultWord::Fail => 2,
                        ResultWord::Skipped => 3,
                        ResultWord::Known => 4,
                        ResultWord::Surprise => 5,
                    }] += 1;
                }
            }
        }
        let width = variants.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
        for (id, [clauses, passed, failed, skipped, known, surprises]) in variants {
            let _ = write!(
                text,
                "{id:<width$}  {clauses:>3} clauses  {passed:>4} cases hold"
            );
            if failed > 0 {
                let _ = write!(text, "  {failed} do not");
            }
            if known > 0 {
                let _ = write!(text, "  {known} known not to");
            }
            if surprises > 0 {
                let _ = write!(text, "  {surprises} surprises");
            }
            if skipped > 0 {
                let _ = write!(text, "  {skipped} skipped");
            }
            text.push('\n');
        }
        let _ = write!(
            text,
            "{} cases: {} passed, {} failed, {} skipped",
            self.cases, self.passed, self.failed, self.skipped
        );
        if let Some(engine) = &self.engine {
            let _ = write!(
                text,
                ", {} known failures, {} surprises; {} steps of the others skipped; on {engine}",
                self.known, self.surprises, self.skipped_steps
            );
            if self.passed + self.known == 0 {
                text.push_str("\nnothing could be asked of this engine, which is no pass");
            }
        }
        text.push('\n');
        text
    }
}

impl ClauseReport {
    /// What the rule is.
    pub(super) fn pretty(&self, text: &mut String) {
        let _ = writeln!(text, "{} `{}`: {}", self.variant, self.clause, self.title);
        if self.from != self.variant {
            let _ = writeln!(
                text,
                "  inherited from {}; a rulebook may replace it, or say `Not inherited: {} because ...`, or `{} \"CASE\"` of one case",
                self.from, self.clause, self.clause
            );
        }
        if !self.text.is_empty() {
            let _ = writeln!(
                text,
                "  {}",
                self.text.split_whitespace().collect::<Vec<_>>().join(" ")
            );
        }
        text.push('\n');
    }
}

impl FailureReport {
    pub(super) fn pretty(&self, case: &CaseReport, text: &mut String) {
        let _ = writeln!(text, "  {}", self.at);
        let _ = writeln!(text, "    case `{}`", case.name);
        let truth = match (self.truth, self.truths) {
            (Some(truth), Some(of)) => Some(format!("{truth} of {of}, as drawn below")),
            _ => None,
        };
        for (name, value) in [
            ("step", &self.step),
            ("expected", &self.expected),
            ("seen", &self.seen),
            ("truth", &truth),
            ("board", &self.board),
        ] {
            let Some(value) = value else { continue };
            let value = value.trim_end();
            if value.contains('\n') {
                let _ = writeln!(text, "    {name}");
                for line in value.lines() {
                    let _ = writeln!(text, "      {line}");
                }
            } else {
                let _ = writeln!(text, "    {name} {value}");
            }
        }
        if let Some(case) = &self.minimised {
            let _ = writeln!(text, "    as little as fails so:\n\n```case\n{}```", case);
        }
        text.push('\n');
    }
}
