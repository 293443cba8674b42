//! `masque check`.

use std::collections::BTreeSet;
use std::io::{self, Write};

use masque_conformance::library::Rulebook;
use masque_conformance::links;
use masque_core::random::{Seed, Stream};
use masque_scripting::choices::OptionValue;
use masque_scripting::diag::{Diagnostic, Diagnostics, Span};
use masque_scripting::document::Document;
use masque_scripting::options::{OptionKind, OptionSpec};
use masque_scripting::script::Script;
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::CheckArgs;
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::variant::{Found, Loaded, find};

/// What a checked variant is made of.
#[derive(Debug, Default, Serialize)]
struct Summary {
    id: String,
    kinds: usize,
    options: usize,
    presets: usize,
    /// How many choices of options were tried.
    choices_tried: usize,
    hooks: Vec<String>,
    /// Where scripts read hidden facts.
    truth_readings: Vec<String>,
    clauses: usize,
    cases: usize,
    /// Clauses without a case, each with its reason.
    not_covered: Vec<(String, String)>,
}

/// Collects diagnostics, each once.
#[derive(Default)]
struct Wrong {
    seen: BTreeSet<String>,
    list: Diagnostics,
}

impl Wrong {
    fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        for diagnostic in diagnostics {
            let place = diagnostic
                .span
                .as_ref()
                .map(|s| (s.source.name.clone(), s.range.clone()));
            if self.seen.insert(format!(
                "{place:?} {} {}",
                diagnostic.code, diagnostic.message
            )) {
                self.list.push(diagnostic);
            }
        }
    }
}

/// Checks variants.
pub(crate) fn run(args: &CheckArgs, console: &Console) -> Ran {
    let names = if args.variants.is_empty() {
        masque_variants::ids()
    } else {
        args.variants.clone()
    };
    let bar = console.progress("checking", Some(names.len() as u64));
    let mut values = Vec::new();
    let mut bad = false;
    let mut out = io::stdout().lock();
    for name in &names {
        let (summary, wrong) = check(name);
        bad |= !wrong.is_empty();
        bar.inc(1);
        if args.json {
            values.push(as_value(&summary, &wrong));
        } else {
            bar.suspend(|| {
                console.report(&wrong);
                print(&mut out, &summary, wrong.len())
            })?;
        }
    }
    bar.finish_and_clear();
    if args.json {
        writeln!(out, "{}", Value::Array(values))?;
    }
    Ok(if bad { Exit::Bad } else { Exit::Fine })
}

fn check(name: &str) -> (Summary, Diagnostics) {
    let mut wrong = Wrong::default();
    let mut summary = Summary {
        id: name.to_owned(),
        ..Summary::default()
    };
    match find(name).and_then(|found| Ok((found.document()?, found))) {
        Ok((document, found)) => {
            summary.id.clone_from(&found.folder.id);
            check_found(&found, &document, &mut summary, &mut wrong);
        }
        Err(diagnostics) => wrong.extend(diagnostics),
    }
    (summary, wrong.list)
}

fn check_found(found: &Found, document: &Document, summary: &mut Summary, wrong: &mut Wrong) {
    summary.options = document.options().all().len();
    summary.presets = document.options().presets().len();
    let loaded = found.load(document, None, &[]);
    summary.choices_tried = 1;
    match &loaded {
        Ok(loaded) => {
            let spec = loaded.variant.spec();
            summary.kinds = spec.kinds.len();
            if let Some(script) = &loaded.variant.script {
                summary.hooks = hooks(script);
                summary.truth_readings = truth_readings(script);
            }
            if !document.is_abstract() {
                wrong.extend(run_a_little(loaded, document));
            }
        }
        Err(diagnostics) => wrong.extend(diagnostics.iter().cloned()),
    }
    if loaded.is_ok() {
        for (preset, pairs) in choices(document) {
            summary.choices_tried += 1;
            if let Err(diagnostics) = found.load(document, preset.as_deref(), &pairs) {
                wrong.extend(diagnostics.into_iter().map(|d| {
                    let with = match (&preset, pairs.first()) {
                        (Some(preset), _) => format!("with preset {preset}"),
                        (None, Some((key, value))) => format!("with option {key}={value}"),
                        (None, None) => return d,
                    };
                    let hint = d
                        .hint
                        .clone()
                        .map_or(with.clone(), |hint| format!("{hint}; {with}"));
                    d.hint(hint)
                }));
            }
        }
    }
    match found.rulebook() {
        Ok(Some(book)) => {
            wrong.extend(links::check(&found.library, &book));
            summarise(&book, summary);
        }
        Ok(None) if document.is_abstract() => {}
        Ok(None) => {
            let message = format!("{} has no RULES.md", found.folder.id);
            let hint = "write one: a heading, and clauses with cases, as docs/cases.md says";
            wrong.extend([Diagnostic::new("no-rulebook", message).hint(hint)]);
        }
        Err(diagnostics) => wrong.extend(diagnostics),
    }
}

/// A preset, and pairs of option and value.
type Choice = (Option<String>, Vec<(String, String)>);

/// Every preset, and every option's values one at a time.
fn choices(document: &Document) -> Vec<Choice> {
    let options = document.options();
    let presets = options
        .presets()
        .iter()
        .map(|p| (Some(p.name.clone()), Vec::new()));
    let values = options.all().iter().flat_map(|option| {
        values(option)
            .into_iter()
            .filter(|value| *value != option.default)
            .map(|value| (None, vec![(option.name.clone(), value.to_string())]))
    });
    presets.chain(values).collect()
}

/// The values of an option that are tried: all where they can be listed, else the ends and each word alone.
fn values(option: &OptionSpec) -> Vec<OptionValue> {
    let listed = option.kind.values();
    if !listed.is_empty() {
        return listed;
    }
    match &option.kind {
        OptionKind::Int { range, off } => {
            let ends = [*range.start(), *range.end()].map(OptionValue::Int);
            let off = off.then_some(OptionValue::Off);
            ends.into_iter().chain(off).collect()
        }
        OptionKind::List(words) => {
            let single = words.iter().map(|w| OptionValue::Words(vec![w.clone()]));
            let all = [Vec::new(), words.clone()].map(OptionValue::Words);
            single.chain(all).collect()
        }
        OptionKind::Bool | OptionKind::Choice(_) => Vec::new(),
    }
}

/// Plays a few random turns, so that a hook that fails or does not end is found.
fn run_a_little(loaded: &Loaded, document: &Document) -> Diagnostics {
    let failed = |error: String| vec![Diagnostic::new("hook-failed", error).at(start_of(document))];
    for number in 0..3 {
        let seed = Seed::from_u64(number);
        let game = match loaded.start(None, &seed) {
            Ok(game) => game,
            Err(crate::exit::Failure::Input(diagnostics)) => return diagnostics,
            Err(error) => return failed(error.to_string()),
        };
        if let Err(error) = game.playout(&mut seed.stream(Stream::Automatic), 200) {
            return failed(error.to_string());
        }
    }
    Diagnostics::new()
}

fn start_of(document: &Document) -> Span {
    document.root().span.clone()
}

fn summarise(book: &Rulebook, summary: &mut Summary) {
    let rules = book.rules();
    summary.clauses = rules.len();
    summary.cases = rules.iter().map(|rule| rule.cases().count()).sum();
    summary.not_covered = rules
        .iter()
        .filter_map(|rule| {
            let reason = rule.clause.not_covered.as_ref()?;
            Some((rule.clause.slug.value.clone(), reason.value.clone()))
        })
        .collect();
}

/// The hooks that a script defines, each with the file that it stands in.
fn hooks(script: &Script) -> Vec<String> {
    let hooks = script.hooks().iter();
    hooks
        .map(|hook| format!("{} ({})", hook.name, place(&hook.span)))
        .collect()
}

/// Where a script reads hidden facts, which everybody may want to look at.
fn truth_readings(script: &Script) -> Vec<String> {
    script.truths().iter().map(place).collect()
}

fn place(span: &Span) -> String {
    let (line, _) = span.source.line_column(span.range.start);
    format!("{}:{line}", span.source.name)
}

fn as_value(summary: &Summary, wrong: &[Diagnostic]) -> Value {
    let mut value = json!(summary);
    value["ok"] = json!(wrong.is_empty());
    value["diagnostics"] = wrong.iter().map(diagnostic_value).collect();
    value
}

/// A diagnostic as data.
pub(crate) fn diagnostic_value(diagnostic: &Diagnostic) -> Value {
    let place = diagnostic.span.as_ref().map(|span| {
        let (line, column) = span.source.line_column(span.range.start);
        json!({ "file": span.source.name, "line": line, "column": column })
    });
    json!({
        "code": diagnostic.code,
        "message": diagnostic.message,
        "place": place,
        "hint": diagnostic.hint,
        "clause": diagnostic.clause,
    })
}

fn print(out: &mut impl Write, summary: &Summary, wrong: usize) -> io::Result<()> {
    let verdict = match wrong {
        0 => "ok".to_owned(),
        1 => "1 thing is wrong".to_owned(),
        many => format!("{many} things are wrong"),
    };
    writeln!(out, "{}: {verdict}", summary.id)?;
    if summary.kinds == 0 {
        return Ok(());
    }
    let counts = [
        (summary.kinds, "kind"),
        (summary.options, "option"),
        (summary.presets, "preset"),
        (summary.choices_tried, "choice tried"),
        (summary.clauses, "clause"),
        (summary.cases, "case"),
    ];
    let counts = counts.map(|(count, word)| counted(count, word));
    writeln!(out, "  {}", counts.join(", "))?;
    let list = |list: &[String]| match list {
        [] => "none".to_owned(),
        list => list.join(", "),
    };
    writeln!(out, "  hooks: {}", list(&summary.hooks))?;
    writeln!(
        out,
        "  scripts read hidden facts: {}",
        list(&summary.truth_readings)
    )?;
    for (clause, reason) in &summary.not_covered {
        writeln!(
            out,
            "  not covered: {clause}: {}",
            reason.replace('\n', " ")
        )?;
    }
    Ok(())
}

/// A number with its noun, such as `1 kind` or `3 choices tried`.
fn counted(count: usize, noun: &str) -> String {
    let (first, rest) = noun.split_once(' ').map_or((noun, ""), |(a, b)| (a, b));
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {first}{plural} {rest}")
        .trim_end()
        .to_owned()
}
