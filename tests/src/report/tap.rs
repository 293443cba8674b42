//! Reports in the Test Anything Protocol, version 14: one line a case, and a YAML block where one fails.

use std::fmt::Write as _;

use super::{Located, Report, ResultWord};

impl Report {
    /// The report as TAP; what is wrong with the rulebooks themselves comes after the cases.
    #[must_use]
    pub fn tap(&self) -> String {
        let mut text = format!("TAP version 14\n1..{}\n", self.cases + self.faults.len());
        let mut number = 0;
        for clause in &self.clauses {
            for case in &clause.cases {
                number += 1;
                let name = format!("{} {}: {}", clause.variant, clause.clause, case.name);
                let known = case.result == ResultWord::Known;
                let failed = matches!(case.result, ResultWord::Fail | ResultWord::Surprise);
                let _ = write!(
                    text,
                    "{} {number} - {}",
                    if failed || known { "not ok" } else { "ok" },
                    escape(&name)
                );
                if case.result == ResultWord::Skipped {
                    text.push_str(" # SKIP nothing of it could be asked");
                }
                let reason = case.known.as_deref().map(escape);
                match (case.result, reason) {
                    (ResultWord::Known, Some(reason)) => {
                        let _ = write!(text, " # TODO {reason}");
                    }
                    (ResultWord::Surprise, Some(_)) => {
                        text.push_str(" (holds, though it is listed as a known failure)");
                    }
                    _ => {}
                }
                text.push('\n');
                let Some(failure) = &case.failure else {
                    continue;
                };
                text.push_str("  ---\n");
                located(&failure.at, &mut text);
                entry("rule", Some(&clause.title), &mut text);
                entry("text", Some(&clause.text), &mut text);
                entry("step", failure.step.as_deref(), &mut text);
                entry("expected", failure.expected.as_deref(), &mut text);
                entry("seen", failure.seen.as_deref(), &mut text);
                if let (Some(truth), Some(truths)) = (failure.truth, failure.truths) {
                    let _ = writeln!(text, "  truth: {truth}\n  truths: {truths}");
                }
                entry("board", failure.board.as_deref(), &mut text);
                entry("minimised", failure.minimised.as_deref(), &mut text);
                text.push_str("  ...\n");
            }
        }
        for fault in &self.faults {
            number += 1;
            let _ = writeln!(
                text,
                "not ok {number} - rulebook: {}",
                escape(&fault.message)
            );
            text.push_str("  ---\n");
            located(fault, &mut text);
            text.push_str("  ...\n");
        }
        text
    }
}

/// A description: one line, in which `#` begins no directive.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' | '#' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn located(at: &Located, text: &mut String) {
    entry("message", Some(&at.message), text);
    entry("code", Some(&at.code), text);
    entry("severity", Some("fail"), text);
    entry("hint", at.hint.as_deref(), text);
    if let (Some(file), Some(line), Some(column)) = (&at.file, at.line, at.column) {
        text.push_str("  at:\n  ");
        entry("file", Some(file), text);
        let _ = writeln!(text, "    line: {line}\n    column: {column}");
    }
}

/// A string of YAML in double quotes, which are those of JSON.
fn entry(key: &str, value: Option<&str>, text: &mut String) {
    if let Some(value) = value {
        let _ = writeln!(text, "  {key}: {}", serde_json::Value::from(value));
    }
}
