//! `masque book`.

use std::io::{self, Write};

use masque_conformance::library::Rulebook;
use masque_scripting::diag::Diagnostic;

use crate::args::BookArgs;
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::lang::Lang;
use crate::variant::find;

/// Prints a rulebook.
pub(crate) fn run(args: &BookArgs, console: &Console) -> Ran {
    let found = find(&args.variant)?;
    let Some(book) = found.rulebook()? else {
        let wrong = Diagnostic::new(
            "no-rulebook",
            format!("{} has no RULES.md", found.folder.id),
        );
        return Err(wrong.into());
    };
    let mut out = io::stdout().lock();
    if args.clauses {
        let rules = book.rules();
        let width = rules
            .iter()
            .map(|r| r.clause.slug.value.len())
            .max()
            .unwrap_or(0);
        for rule in rules {
            writeln!(
                out,
                "{:width$}  {}",
                rule.clause.slug.value, rule.clause.title.value
            )?;
        }
        return Ok(Exit::Fine);
    }
    write!(out, "{}", text(&book.own.source.text, args.prose))?;
    inherited(&mut out, &book, args.prose, console.lang)?;
    Ok(Exit::Fine)
}

/// The rules without their cases, inherited ones included.
pub(crate) fn prose(book: &Rulebook, lang: Lang) -> String {
    let mut out = text(&book.own.source.text, true).into_bytes();
    // A buffer takes anything.
    let _ = inherited(&mut out, book, true, lang);
    String::from_utf8_lossy(&out).into_owned()
}

/// The clauses that stand in ancestors' rulebooks and hold here too.
fn inherited(out: &mut impl Write, book: &Rulebook, prose: bool, lang: Lang) -> io::Result<()> {
    let mut last = "";
    for rule in book.rules().iter().filter(|rule| rule.inherited) {
        if last != rule.from {
            let from = lang.say_with("book-from", &[("parent", rule.from.into())]);
            writeln!(out, "\n## {}", lang.shown(&from))?;
            last = rule.from;
        }
        let span = &rule.clause.span;
        let whole = &span.source.text[span.range.clone()];
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
