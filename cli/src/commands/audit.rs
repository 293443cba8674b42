//! `masque audit`.

use std::io::{self, Write};
use std::time::Instant;

use masque_conformance::audit::surface::Library;
use masque_conformance::audit::{Finding, Plan, Report, audit};
use masque_scripting::diag::Diagnostic;
use serde_json::json;

use crate::args::AuditArgs;
use crate::audit::{Machines, Pictures, Records, Sessions};
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::variant::find;

/// Looks for anything that shows an observer what it should not know.
pub(crate) fn run(args: &AuditArgs, console: &Console) -> Ran {
    let found = find(&args.variant)?;
    let document = found.document()?;
    let loaded = found.load(
        &document,
        args.choice.preset.as_deref(),
        &args.choice.options,
    )?;
    let plan = Plan {
        games: args.games,
        plies: args.plies,
        moments: args.moments,
        pairs: args.pairs,
        seed: args.seed,
    };
    let records = Records { loaded: &loaded };
    let sessions = Sessions {
        loaded: &loaded,
        document: &document,
    };
    let machines = Machines { loaded: &loaded };
    let bar = console.progress("auditing", Some(u64::from(args.games)));
    let start = Instant::now();
    let report = audit(
        &*loaded.engine,
        &[&Library, &records, &sessions, &machines, &Pictures],
        &plan,
        &|| bar.inc(1),
    )
    .map_err(|e| Diagnostic::new("cannot-audit", e.to_string()))?;
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    if args.json {
        let mut value = serde_json::to_value(&report).map_err(io::Error::from)?;
        value["variant"] = json!(loaded.id);
        value["seconds"] = json!(seconds);
        writeln!(out, "{value}")?;
    } else {
        write_report(&mut out, &loaded.id, &report, seconds)?;
    }
    Ok(match report.finding {
        None => Exit::Fine,
        Some(_) => Exit::Short,
    })
}

fn write_report(out: &mut impl Write, id: &str, report: &Report, seconds: f64) -> io::Result<()> {
    if let Some(finding) = &report.finding {
        write_finding(out, id, finding)?;
    }
    writeln!(
        out,
        "{id}: {} games, {} actions, {} pairs of truths, {} comparisons of {} fields; {seconds:.1} s",
        report.games,
        report.plies,
        report.pairs,
        report.comparisons,
        report.fields.len()
    )?;
    if report.pairs == 0 {
        writeln!(out, "nothing is hidden, so there was nothing to exchange")?;
    } else if report.finding.is_none() {
        writeln!(out, "no difference was found")?;
    }
    if report.approximate > 0 {
        writeln!(
            out,
            "at {} moments the other truths were drawn approximately",
            report.approximate
        )?;
    }
    Ok(())
}

fn write_finding(out: &mut impl Write, id: &str, finding: &Finding) -> io::Result<()> {
    writeln!(
        out,
        "{id}: {} can tell two truths apart by `{}`",
        finding.observer, finding.field
    )?;
    writeln!(out, "  one    {}", finding.one)?;
    writeln!(out, "  other  {}", finding.other)?;
    if !finding.deeds.is_empty() {
        writeln!(out, "  after  {}", finding.deeds.join(" "))?;
    }
    for (name, text) in [("in one", &finding.left), ("in the other", &finding.right)] {
        writeln!(out, "  {name}:")?;
        for line in text.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    writeln!(out, "  (game dealt from {})", finding.seed)
}
