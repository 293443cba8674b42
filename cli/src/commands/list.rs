//! `masque list`.

use std::io::{self, Write};

use masque_core::board::{Board, BoardError};
use masque_core::spec::{DealSpec, Spec};
use masque_scripting::diag::{Diagnostic, Diagnostics};
use masque_scripting::schema;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::args::ListArgs;
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::lang::Lang;
use crate::variant::find;

/// What is shown of a variant: its data under the default options. Scripts are not read, and nothing is made to play.
struct Outline {
    id: String,
    parent: Option<String>,
    spec: Spec,
}

/// Lists the shipped variants.
pub(crate) fn run(args: &ListArgs, console: &Console) -> Ran {
    let lang = console.lang;
    let mut wrong = Diagnostics::new();
    let mut variants = Vec::new();
    for id in masque_variants::ids() {
        match Outline::read(&id) {
            Ok(outline) => variants.extend(outline),
            Err(diagnostics) => wrong.extend(diagnostics),
        }
    }
    let mut out = io::stdout().lock();
    if args.json {
        let mut rows: Vec<Value> = Vec::new();
        for variant in &variants {
            match variant.entry() {
                Ok(row) => rows.push(row),
                Err(diagnostics) => wrong.extend(diagnostics),
            }
        }
        writeln!(out, "{}", Value::Array(rows))?;
    } else {
        let width = |text: &dyn Fn(&Outline) -> usize| variants.iter().map(text).max();
        let id = width(&|v| v.id.width()).unwrap_or(0);
        let title = width(&|v| v.title(lang).width()).unwrap_or(0);
        for variant in &variants {
            let own = variant.title(lang);
            let pad = title - own.width();
            let board = &variant.spec.board;
            writeln!(
                out,
                "{:id$}  {}{:pad$}  {}x{}",
                variant.id,
                lang.shown(own),
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

impl Outline {
    /// Reads a shipped variant; `None` when it is only there to be extended.
    fn read(id: &str) -> Result<Option<Self>, Diagnostics> {
        let document = find(id)?.document()?;
        if document.is_abstract() {
            return Ok(None);
        }
        let resolved = document.choose(None, &[])?;
        let spec = schema::decode(&resolved)?.spec;
        Ok(Some(Self {
            parent: resolved.chain.iter().rev().nth(1).cloned(),
            id: resolved.id,
            spec,
        }))
    }

    /// The title.
    fn title(&self, lang: Lang) -> &str {
        lang.title(&self.spec.title).unwrap_or(&self.id)
    }

    fn entry(&self) -> Result<Value, Diagnostics> {
        let spec = &self.spec;
        let wrong = |(key, error): &(String, BoardError)| {
            Diagnostic::new("bad-board", format!("{}: {key}: {error}", self.id))
        };
        let board = Board::<6>::compile(&spec.board)
            .map_err(|errors| errors.iter().map(wrong).collect::<Vec<_>>())?;
        Ok(json!({
            "id": self.id,
            "title": spec.title,
            "board": { "files": board.files(), "ranks": board.ranks(), "sites": board.len() },
            "extends": self.parent,
            "layouts": matches!(spec.setup.deal, DealSpec::Layout),
        }))
    }
}
