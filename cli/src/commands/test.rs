//! `masque test`.

use std::io::{self, Write};
use std::path::PathBuf;

use masque_conformance::command::{Args, Selection, select};
use masque_conformance::run::InProcess;
use masque_scripting::diag::Diagnostics;

use crate::args::TestArgs;
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::variant::ships;

/// Runs the cases of rulebooks.
pub(crate) fn run(args: &TestArgs, console: &Console) -> Ran {
    let selection = choose(args)?;
    let bar = console.progress("running cases", None);
    let report = selection.run(&InProcess);
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", report.pretty())?;
    }
    Ok(if report.holds() {
        Exit::Fine
    } else {
        Exit::Short
    })
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
        json: args.json,
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
    }))
}
