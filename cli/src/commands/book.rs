//! `masque book`.

use std::io::{self, Write};

use masque_conformance::book::{SURVIVORS, is_note};
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
    let keep = if args.prose { Keep::Prose } else { Keep::All };
    write!(out, "{}", text(&book.own.source.text, keep))?;
    inherited(&mut out, &book, keep, console.lang)?;
    Ok(Exit::Fine)
}

/// What is kept of a rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keep {
    All,
    /// No cases and setups.
    Prose,
    /// Only what a player reads: nor what the book says of itself.
    Rules,
}

/// The rules as a player reads them, inherited ones included.
pub(crate) fn rules(book: &Rulebook, lang: Lang) -> String {
    let mut out = text(&book.own.source.text, Keep::Rules).into_bytes();
    // A buffer takes anything.
    let _ = inherited(&mut out, book, Keep::Rules, lang);
    String::from_utf8_lossy(&out).into_owned()
}

/// The clauses that stand in ancestors' rulebooks and hold here too.
fn inherited(out: &mut impl Write, book: &Rulebook, keep: Keep, lang: Lang) -> io::Result<()> {
    let mut last = "";
    for rule in book.rules().iter().filter(|rule| rule.inherited) {
        if last != rule.from {
            let from = lang.say_with("book-from", &[("parent", rule.from.into())]);
            writeln!(out, "\n## {}", lang.shown(&from))?;
            last = rule.from;
        }
        let span = &rule.clause.span;
        let whole = &span.source.text[span.range.clone()];
        writeln!(out, "\n{}", text(whole, keep).trim_end())?;
    }
    Ok(())
}

/// A text as it stands, or as much of it as is wanted.
fn text(text: &str, keep: Keep) -> String {
    if keep == Keep::All {
        return text.to_owned();
    }
    let mut kept = String::new();
    let (mut note, mut survivors) = (false, false);
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
        if keep == Keep::Rules && fence.is_none() {
            if line.starts_with('#') {
                survivors = line.trim_start_matches('#').trim() == SURVIVORS;
                note = false;
            } else if is_note(line) {
                note = true;
            } else if line.trim().is_empty() {
                note = false;
            }
            if note || survivors {
                continue;
            }
        }
        // A removed block leaves one blank line, not two.
        if !(line.trim().is_empty() && kept.ends_with("\n\n")) {
            kept.push_str(line);
        }
    }
    kept
}
