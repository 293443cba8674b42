//! `masque list`.

use std::io::{self, Write};

use masque_scripting::diag::Diagnostics;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::args::ListArgs;
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::variant::{Loaded, load};

/// Lists the shipped variants.
pub(crate) fn run(args: &ListArgs, _console: &Console) -> Ran {
    let mut wrong = Diagnostics::new();
    let mut variants = Vec::new();
    for id in masque_variants::ids() {
        match load(&id, None, &[]) {
            Ok(loaded) => variants.push(loaded),
            Err(diagnostics) if diagnostics.iter().all(|d| d.code == "abstract") => {}
            Err(diagnostics) => wrong.extend(diagnostics),
        }
    }
    let mut out = io::stdout().lock();
    if args.json {
        let rows: Vec<Value> = variants.iter().map(entry).collect();
        writeln!(out, "{}", Value::Array(rows))?;
    } else {
        let width = |text: fn(&Loaded) -> &str| variants.iter().map(|v| text(v).width()).max();
        let id = width(|v| v.id.as_str()).unwrap_or(0);
        let title = width(Loaded::title).unwrap_or(0);
        for variant in &variants {
            let pad = title - variant.title().width();
            let board = &variant.variant.spec().board;
            writeln!(
                out,
                "{:id$}  {}{:pad$}  {}x{}",
                variant.id,
                variant.title(),
                "",
                board.files,
                board.ranks,
            )?;
        }
    }
    if wrong.is_empty() {
        Ok(Exit::Fine)
    } else {
        Err(wrong.into())
    }
}

fn entry(loaded: &Loaded) -> Value {
    let spec = loaded.variant.spec();
    json!({
        "id": loaded.id,
        "title": spec.title,
        "board": { "files": spec.board.files, "ranks": spec.board.ranks, "sites": loaded.engine.sites() },
        "extends": loaded.variant.resolved.chain.iter().rev().nth(1),
        "layouts": loaded.engine.needs_layouts(),
    })
}
