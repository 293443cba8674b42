//! `masque verify`.

use std::io::{self, Write};
use std::path::Path;

use masque_scripting::diag::{Diagnostic, Source};
use serde_json::{Value, json};

use crate::args::VerifyArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure, Ran};
use crate::record::{self, Verdict};

/// What became of one file.
enum Judged {
    /// It was judged.
    Verdict(Verdict),
    /// It cannot be read, or its rules are not to be had.
    Unreadable(Vec<Diagnostic>),
}

/// Judges records.
pub(crate) fn run(args: &VerifyArgs, console: &Console) -> Ran {
    let mut exit = Exit::Fine;
    let mut out = io::stdout().lock();
    let mut all = Vec::new();
    for path in &args.files {
        let judged = match judge(path, args.carried) {
            Ok(verdict) => Judged::Verdict(verdict),
            Err(Failure::Input(wrong)) => Judged::Unreadable(wrong),
            Err(other) => return Err(other),
        };
        exit = match (&judged, exit) {
            (Judged::Unreadable(_), _) | (_, Exit::Bad) => Exit::Bad,
            (Judged::Verdict(verdict), Exit::Fine) if verdict.wrong.is_empty() => Exit::Fine,
            _ => Exit::Short,
        };
        if args.json {
            all.push(value(path, &judged));
        } else {
            show(&mut out, console, path, &judged)?;
        }
    }
    if args.json {
        writeln!(out, "{}", Value::Array(all))?;
    }
    Ok(exit)
}

fn judge(path: &Path, inside: bool) -> Result<Verdict, Failure> {
    let (source, read) = record::open(path)?;
    match record::load_for(&source, &read.header, inside) {
        Ok(loaded) => record::verify(&loaded, &source, &read),
        // Rules that are there and others than the record says make it false, not unreadable.
        Err(Failure::Input(wrong)) if wrong.iter().all(|w| w.code == "other-rules") => {
            Ok(Verdict {
                wrong,
                ..Verdict::default()
            })
        }
        Err(other) => Err(other),
    }
}

fn show(out: &mut impl Write, console: &Console, path: &Path, judged: &Judged) -> io::Result<()> {
    let (word, wrong) = match judged {
        Judged::Unreadable(wrong) => ("cannot be judged", wrong.as_slice()),
        Judged::Verdict(verdict) if !verdict.wrong.is_empty() => ("false", &verdict.wrong[..]),
        Judged::Verdict(verdict) if verdict.open.is_empty() => ("true", &[][..]),
        Judged::Verdict(_) => ("true as far as can be known", &[][..]),
    };
    writeln!(out, "{}: {word}", path.display())?;
    if let Judged::Verdict(verdict) = judged {
        for (title, list) in [("holds", &verdict.holds), ("open", &verdict.open)] {
            for line in list {
                writeln!(out, "  {title}: {line}")?;
            }
        }
    }
    if !wrong.is_empty() {
        out.flush()?;
        console.report(wrong);
    }
    Ok(())
}

fn value(path: &Path, judged: &Judged) -> Value {
    let (verdict, holds, open, wrong) = match judged {
        Judged::Unreadable(wrong) => ("unreadable", &[][..], &[][..], wrong),
        Judged::Verdict(v) => {
            let word = match (v.wrong.is_empty(), v.open.is_empty()) {
                (false, _) => "false",
                (true, true) => "true",
                (true, false) => "open",
            };
            (word, &v.holds[..], &v.open[..], &v.wrong)
        }
    };
    let wrong: Vec<Value> = wrong.iter().map(fault).collect();
    json!({ "file": path.display().to_string(), "verdict": verdict, "holds": holds, "open": open, "wrong": wrong })
}

fn fault(wrong: &Diagnostic) -> Value {
    let place = wrong.span.as_ref().map(|span| {
        let source: &Source = &span.source;
        source.line_column(span.range.start)
    });
    json!({
        "code": wrong.code,
        "message": wrong.message,
        "hint": wrong.hint,
        "line": place.map(|(line, _)| line),
        "column": place.map(|(_, column)| column),
    })
}
