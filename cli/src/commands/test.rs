//! `masque test`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use masque_conformance::command::{Args, Selection, select};
use masque_conformance::dump::dump;
use masque_conformance::index::Index;
use masque_conformance::peer::{Command, Peer, Protocol};
use masque_conformance::run::InProcess;
use masque_scripting::diag::{Diagnostic, Diagnostics};
use serde::Serialize;

use super::update;
use crate::args::{PeerArgs, ProtocolArg, ReportFormat, TestArgs};
use crate::console::Console;
use crate::exit::{Exit, Failure, Ran};
use crate::signals;
use crate::variant::ships;

/// Runs the cases of rulebooks, or says what they are.
pub(crate) fn run(args: &TestArgs, console: &Console) -> Ran {
    let mut selection = choose(args)?;
    selection.minimise = args.minimise;
    if args.update {
        return update::run(args, &selection, console);
    }
    let json = args.json || args.format == ReportFormat::Json;
    let report = matches!(args.format, ReportFormat::Tap | ReportFormat::Junit);
    if report && (args.list || args.index || args.dump) {
        let wrong = Diagnostic::new(
            "bad-usage",
            "TAP and JUnit XML are forms of a report, and no cases are run",
        );
        return Err(wrong.hint("leave `--format` out, or write `--json`").into());
    }
    if args.list {
        return list(&selection, json);
    }
    if args.index {
        return index(&selection, json);
    }
    if args.dump {
        let cases = dump(&selection.books, selection.clause.as_deref());
        return print(&cases);
    }
    let peer = peer(&args.engine, args.known.clone())?;
    let bar = console.progress("running cases", None);
    let report = match &peer {
        Some(peer) => selection.run_on(peer),
        None => selection.run(&InProcess),
    };
    bar.finish_and_clear();
    match args.format {
        _ if json => drop(print(&report)?),
        ReportFormat::Tap => write(&report.tap())?,
        ReportFormat::Junit => write(&report.junit())?,
        ReportFormat::Pretty | ReportFormat::Json => write(&report.pretty())?,
    }
    Ok(if report.holds() {
        Exit::Fine
    } else {
        Exit::Short
    })
}

fn write(text: &str) -> io::Result<()> {
    io::stdout().lock().write_all(text.as_bytes())
}

/// Prints data on one line.
fn print(data: &impl Serialize) -> Ran {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, data).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(Exit::Fine)
}

/// A case as it is listed.
#[derive(Serialize)]
struct Listed<'a> {
    variant: &'a str,
    clause: &'a str,
    from: &'a str,
    name: &'a str,
    file: &'a str,
    line: usize,
}

fn list(selection: &Selection, json: bool) -> Ran {
    let cases = selection.chosen().map(|(book, rule, case)| {
        let span = &case.name.span;
        Listed {
            variant: &book.id,
            clause: &rule.clause.slug.value,
            from: rule.from,
            name: &case.name.value,
            file: &span.source.name,
            line: span.source.line_column(span.range.start).0,
        }
    });
    if json {
        return print(&cases.collect::<Vec<_>>());
    }
    let mut out = io::stdout().lock();
    for case in cases {
        writeln!(
            out,
            "{} {}: {} ({}:{})",
            case.variant, case.clause, case.name, case.file, case.line
        )?;
    }
    Ok(Exit::Fine)
}

fn index(selection: &Selection, json: bool) -> Ran {
    let clause = selection.clause.as_deref();
    let mut wrong = Diagnostics::new();
    let mut all = Vec::new();
    for book in &selection.books {
        match Index::of(&selection.library, book, clause) {
            Ok(index) => all.push(index),
            Err(errors) => wrong.extend(errors),
        }
    }
    if !wrong.is_empty() {
        return Err(Failure::Input(wrong));
    }
    all.retain(|index| clause.is_none() || !index.clauses.is_empty());
    if json {
        return print(&all);
    }
    let texts: Vec<String> = all.iter().map(Index::text).collect();
    write(&texts.join("\n"))?;
    Ok(Exit::Fine)
}

/// The other program that is to be asked, if any.
///
/// # Errors
/// When it cannot be started, or the list of known failures is wrong.
pub(crate) fn peer(args: &PeerArgs, known: Option<PathBuf>) -> Result<Option<Peer>, Diagnostic> {
    let (Some(line), Some(protocol)) = (&args.command, args.protocol) else {
        return Ok(None);
    };
    let command = Command {
        line: line.clone(),
        protocol: match protocol {
            ProtocolArg::Uci => Protocol::Uci,
            ProtocolArg::Ucci => Protocol::Ucci,
            ProtocolArg::Gtp => Protocol::Gtp,
            ProtocolArg::Jsonl => Protocol::Jsonl,
        },
        limit: Duration::from_secs(args.patience),
        known,
    };
    signals::end_programs_too();
    Peer::start(&command).map(Some)
}

/// The rulebooks of folders, and of shipped variants named by their ids.
fn choose(args: &TestArgs) -> Result<Selection, Diagnostics> {
    let library = masque_variants::shelf();
    let (ids, directories): (Vec<&String>, Vec<&String>) =
        args.dirs.iter().partition(|name| ships(name));
    let asked = |variant: Option<&String>| Args {
        directories: directories.iter().map(PathBuf::from).collect(),
        variant: variant.cloned(),
        clause: args.clause.clone(),
        json: false,
    };
    if ids.is_empty() {
        return select(&asked(args.variant.as_ref()), library);
    }
    let mut selection: Option<Selection> = None;
    let mut add = |more: Selection| match &mut selection {
        Some(selection) => selection.books.extend(more.books),
        None => selection = Some(more),
    };
    if !directories.is_empty() {
        add(select(&asked(args.variant.as_ref()), library.clone())?);
    }
    for id in ids {
        let only = Args {
            directories: Vec::new(),
            ..asked(Some(id))
        };
        add(select(&only, library.clone())?);
    }
    Ok(selection.unwrap_or_else(|| Selection {
        library,
        books: Vec::new(),
        clause: None,
        minimise: false,
    }))
}
