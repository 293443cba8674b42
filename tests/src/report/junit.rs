//! Reports as JUnit XML: a suite for each variant, a test case for each case, its class the variant and the clause.

use std::fmt::Write as _;

use super::{CaseReport, ClauseReport, FailureReport, Report, ResultWord};

impl Report {
    /// The report as JUnit XML; what is wrong with the rulebooks themselves is a suite of its own.
    #[must_use]
    pub fn junit(&self) -> String {
        let mut suites: Vec<(&str, Vec<(&ClauseReport, &CaseReport)>)> = Vec::new();
        for clause in &self.clauses {
            if suites.last().is_none_or(|(id, _)| *id != clause.variant) {
                suites.push((&clause.variant, Vec::new()));
            }
            if let Some((_, cases)) = suites.last_mut() {
                cases.extend(clause.cases.iter().map(|case| (clause, case)));
            }
        }
        let all = suites.iter().flat_map(|(_, cases)| cases);
        let seconds: f64 = all.map(|(_, case)| case.seconds).sum();
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        let _ = writeln!(
            text,
            "<testsuites name=\"masque test\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{seconds:.3}\">",
            self.cases + self.faults.len(),
            self.failed + self.surprises,
            self.faults.len(),
            self.skipped + self.known,
        );
        for (variant, cases) in &suites {
            let count = |result| cases.iter().filter(|(_, c)| c.result == result).count();
            let seconds: f64 = cases.iter().map(|(_, case)| case.seconds).sum();
            let _ = writeln!(
                text,
                "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{seconds:.3}\">",
                escape(variant),
                cases.len(),
                count(ResultWord::Fail) + count(ResultWord::Surprise),
                count(ResultWord::Skipped) + count(ResultWord::Known),
            );
            for (clause, case) in cases {
                test_case(clause, case, &mut text);
            }
            text.push_str("  </testsuite>\n");
        }
        if !self.faults.is_empty() {
            let count = self.faults.len();
            let _ = writeln!(
                text,
                "  <testsuite name=\"rulebooks\" tests=\"{count}\" failures=\"0\" errors=\"{count}\" skipped=\"0\" time=\"0.000\">"
            );
            for fault in &self.faults {
                let _ = writeln!(
                    text,
                    "    <testcase classname=\"rulebooks.{}\" name=\"{}\" time=\"0.000\"><error type=\"{}\" message=\"{}\">{}</error></testcase>",
                    escape(fault.clause.as_deref().unwrap_or(&fault.code)),
                    escape(&fault.message),
                    escape(&fault.code),
                    escape(&fault.message),
                    escape(&fault.to_string()),
                );
            }
            text.push_str("  </testsuite>\n");
        }
        text.push_str("</testsuites>\n");
        text
    }
}

fn test_case(clause: &ClauseReport, case: &CaseReport, text: &mut String) {
    let _ = write!(
        text,
        "    <testcase classname=\"{}.{}\" name=\"{}\" file=\"{}\" line=\"{}\" time=\"{:.3}\"",
        escape(&clause.variant),
        escape(&clause.clause),
        escape(&case.name),
        escape(&case.file),
        case.line,
        case.seconds,
    );
    let reason = escape(case.known.as_deref().unwrap_or_default());
    let _ = match (&case.failure, case.result) {
        (_, ResultWord::Known) => writeln!(
            text,
            "><skipped message=\"known failure: {reason}\"/></testcase>"
        ),
        (_, ResultWord::Surprise) => writeln!(
            text,
            "><failure type=\"surprise\" message=\"it holds, though it is listed as a known failure: {reason}\"/></testcase>"
        ),
        (Some(failure), _) => writeln!(
            text,
            "><failure type=\"{}\" message=\"{}\">{}</failure></testcase>",
            escape(&failure.at.code),
            escape(&failure.at.message),
            escape(&whole(clause, case, failure)),
        ),
        (None, ResultWord::Skipped) => writeln!(
            text,
            "><skipped message=\"nothing of it could be asked\"/></testcase>"
        ),
        (None, _) => writeln!(text, "/>"),
    };
}

/// The failure as people read it.
fn whole(clause: &ClauseReport, case: &CaseReport, failure: &FailureReport) -> String {
    let mut text = String::new();
    clause.pretty(&mut text);
    failure.pretty(case, &mut text);
    text
}

/// Text for content and attributes; what XML has no place for becomes a replacement character.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
