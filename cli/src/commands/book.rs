//! `masque book`.

use std::io::{self, Write};

use masque_scripting::diag::Diagnostic;

use crate::args::BookArgs;
use crate::books::{self, Books};
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::variant::find;

/// Prints a rulebook.
pub(crate) fn run(args: &BookArgs, _console: &Console) -> Ran {
    let found = find(&args.variant)?;
    let books = books::of(&found)?;
    let Some(own) = books.own() else {
        let wrong = Diagnostic::new(
            "no-rulebook",
            format!("{} has no RULES.md", found.folder.id),
        );
        return Err(wrong.into());
    };
    let mut out = io::stdout().lock();
    if args.clauses {
        let clauses = books.clauses();
        let width = clauses
            .iter()
            .map(|(_, c)| c.slug.value.len())
            .max()
            .unwrap_or(0);
        for (_, clause) in clauses {
            writeln!(out, "{:width$}  {}", clause.slug.value, clause.title.value)?;
        }
        return Ok(Exit::Fine);
    }
    write!(out, "{}", text(&own.source.text, args.prose))?;
    inherited(&mut out, &books, args.prose)?;
    Ok(Exit::Fine)
}

/// The clauses that stand in ancestors' rulebooks and are not replaced.
fn inherited(out: &mut impl Write, books: &Books, prose: bool) -> io::Result<()> {
    let own = books.0.first().map(|(id, _)| id.as_str());
    let mut last = own;
    for (id, clause) in books.clauses() {
        if Some(id) == own {
            continue;
        }
        if last != Some(id) {
            writeln!(out, "\n## From {id}")?;
            last = Some(id);
        }
        let whole = &clause.span.source.text[clause.span.range.clone()];
        writeln!(out, "\n{}", text(whole, prose).trim_end())?;
    }
    Ok(())
}

/// A text as it stands, or without its cases and setups.
fn text(text: &str, prose: bool) -> String {
    if !prose {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut fence: Option<(String, bool)> = None;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let ticks: String = trimmed.chars().take_while(|c| *c == '`').collect();
        match &fence {
            None if ticks.len() >= 3 => {
                let info = trimmed[ticks.len()..].trim();
                let drop = info == "case" || info.split(' ').next() == Some("setup");
                fence = Some((ticks, drop));
                if drop {
                    continue;
                }
            }
            Some((open, drop)) if trimmed.trim_end() == open => {
                let drop = *drop;
                fence = None;
                if drop {
                    continue;
                }
            }
            Some((_, true)) => continue,
            _ => {}
        }
        // A removed block leaves one blank line, not two.
        if !(line.trim().is_empty() && kept.ends_with("\n\n")) {
            kept.push_str(line);
        }
    }
    kept
}
