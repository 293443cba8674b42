//! `masque mutate`.

use std::io::{self, Write};

use masque_conformance::mutate::{self, MutantReport, Plan, Sort};
use masque_scripting::diag::{Diagnostic, Diagnostics, closest};
use masque_scripting::document;
use masque_scripting::folder::is_module;

use crate::args::MutateArgs;
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::variant::find;

/// Changes the rules of a variant one at a time and runs its rulebook on each.
pub(crate) fn run(args: &MutateArgs, console: &Console) -> Ran {
    let found = find(&args.variant)?;
    let Some(book) = found.rulebook()? else {
        let message = format!("{} has no rulebook", found.folder.id);
        let error = Diagnostic::new("no-rulebook", message).hint("write a RULES.md");
        return Err(vec![error].into());
    };
    let document = document::read(&found.library, &found.folder)?;
    let mut sources = document.scripts().iter();
    if sources.any(|(_, source)| is_module(&source.name)) {
        let id = &found.folder.id;
        // There is nobody to tell when standard error is closed.
        let _ = writeln!(
            io::stderr(),
            "the hooks of {id} are a module, whose code is left as it is"
        );
    }
    let plan = Plan {
        sorts: args
            .only
            .iter()
            .map(|word| sort(word))
            .collect::<Result<_, _>>()?,
        clause: args.clause.clone(),
    };
    if let Some(slug) = &plan.clause
        && book.rule(slug).is_none()
    {
        let message = format!("the rulebook has no clause `{slug}`");
        let rules = book.rules();
        let slugs = rules.iter().map(|rule| rule.clause.slug.as_str());
        let error = Diagnostic::new("unknown-clause", message);
        let error = match closest(slug, slugs) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error,
        };
        return Err(vec![error].into());
    }
    let mut out = io::stdout().lock();
    if args.list {
        let all = mutate::mutants(&found.library, &found.folder, Some(&book))?.all;
        let wanted: Vec<MutantReport> = all
            .iter()
            .filter(|mutant| plan.wants(mutant))
            .map(MutantReport::of)
            .collect();
        if args.json {
            serde_json::to_writer(&mut out, &wanted).map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            for mutant in &wanted {
                writeln!(out, "{}", mutant.line())?;
            }
            writeln!(out, "{} mutants", wanted.len())?;
        }
        return Ok(Exit::Fine);
    }
    let bar = console.progress("running mutants", Some(0));
    let step = |n: usize| match n {
        0 => bar.inc(1),
        n => bar.set_length(n as u64),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0));
    let pool = pool.build().map_err(io::Error::other)?;
    let report = pool.install(|| mutate::run(&found.library, &book, &plan, &step))?;
    bar.finish_and_clear();
    if args.json {
        serde_json::to_writer(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", report.pretty(&book))?;
    }
    Ok(if report.holds(args.least) {
        Exit::Fine
    } else {
        Exit::Short
    })
}

fn sort(word: &str) -> Result<Sort, Diagnostics> {
    let found = Sort::WORDS.iter().find(|(known, _)| *known == word);
    found.map(|(_, sort)| *sort).ok_or_else(|| {
        let words: Vec<&str> = Sort::WORDS.iter().map(|(known, _)| *known).collect();
        let message = format!("`{word}` is no sort of change");
        let hint = format!("sorts are {}", words.join(", "));
        vec![Diagnostic::new("unknown-sort", message).hint(hint)]
    })
}
