//! Changes a variant's rules one at a time and asks its rulebook to notice.
//!
//! A *mutant* is the variant with one change: to a value of its data as it is in force, to an entry of a capture table,
//! or to its script. A case that no longer holds *kills* it. A mutant that no case notices *survived*, unless its
//! compiled rules are those of the variant under every choice of options that was tried: then it is *equivalent*. One
//! that does not load is *stillborn*.

mod entries;
mod judge;
mod keys;
mod leaves;
mod movement;
mod report;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use masque_core::spec::Verdict;
use masque_scripting::choices::OptionValue;
use masque_scripting::diag::{Diagnostics, Source, Span};
use masque_scripting::document::{self, Document};
use masque_scripting::folder::{Folder, Library};
use masque_scripting::rhai::{EditSort, edits};
use masque_scripting::tree::{Node, Table, Value};
use masque_scripting::variant::{self, Variant};

use crate::library::Rulebook;
pub use judge::{Fate, Judged};
pub use report::{Counted, Fell, MutantReport, Report, Totals};

/// What a mutant changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// `true` or `false`.
    Flag,
    /// A number or a time.
    Number,
    /// One word of a closed set.
    Word,
    /// The name of a kind, region, manner or ending.
    Name,
    /// A list whose items stand for themselves.
    List,
    /// How a kind moves.
    Movement,
    /// Which sites a region has.
    Region,
    /// How many of a kind there are.
    Count,
    /// The board at the start.
    Start,
    /// How a game ends.
    Ending,
    /// A mechanism as a whole.
    Mechanism,
    /// What an option is when nobody chooses.
    Default,
    /// When a block applies.
    Condition,
    /// An entry of a capture table.
    Entry,
    /// A comparison in a script.
    Comparison,
    /// `&&`, `||` or `!` in a script.
    Logic,
    /// A constant in a script.
    Constant,
    /// A branch in a script.
    Branch,
    /// A statement in a script.
    Statement,
    /// An operation on numbers or sets in a script.
    Operation,
}

impl Sort {
    /// Every sort with its word, in the order of reports.
    pub const WORDS: [(&'static str, Self); 20] = [
        ("flag", Self::Flag),
        ("number", Self::Number),
        ("word", Self::Word),
        ("name", Self::Name),
        ("list", Self::List),
        ("movement", Self::Movement),
        ("region", Self::Region),
        ("count", Self::Count),
        ("start", Self::Start),
        ("ending", Self::Ending),
        ("mechanism", Self::Mechanism),
        ("default", Self::Default),
        ("condition", Self::Condition),
        ("entry", Self::Entry),
        ("comparison", Self::Comparison),
        ("logic", Self::Logic),
        ("constant", Self::Constant),
        ("branch", Self::Branch),
        ("statement", Self::Statement),
        ("operation", Self::Operation),
    ];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(_, sort)| *sort == self);
        found.map_or("", |(word, _)| word)
    }
}

/// A variant with one change.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// What is changed.
    pub sort: Sort,
    /// The key that is changed, such as `quiet.limit`, or the function or table entry.
    pub key: String,
    /// Where that was written.
    pub span: Option<Span>,
    /// The clauses concerned, the nearest first.
    pub clauses: Vec<String>,
    /// What stands there.
    pub before: String,
    /// What stands there then.
    pub after: String,
    change: Change,
}

/// A place that must have a mutant: a value that bears a rule, a table entry, a comparison, constant or branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The key.
    pub key: String,
    /// Where it was written.
    pub span: Span,
}

/// A step into a tree of data.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    Item(usize),
}

/// The change itself.
#[derive(Clone, Debug)]
enum Change {
    /// A value of the merged table, or of a block; none takes it out. `without` are keys beside it that only went
    /// with the old value, and go with it.
    Value {
        block: Option<usize>,
        path: Vec<Step>,
        value: Option<Value>,
        without: Vec<&'static str>,
    },
    /// The values that a block asks of an option.
    Condition {
        block: usize,
        option: String,
        values: Vec<OptionValue>,
    },
    /// A block taken out.
    Block(usize),
    /// The value of an option in a preset, or when nobody chooses.
    Default {
        preset: Option<String>,
        option: String,
        value: OptionValue,
    },
    /// Another text for a script.
    Script(usize, Arc<Source>),
    /// An entry of a capture table, wherever it has the verdict `from`.
    Entry {
        revealed: bool,
        index: usize,
        from: Verdict,
        to: Verdict,
    },
}

/// All that can be changed about a variant.
#[derive(Clone, Debug, Default)]
pub struct Mutants {
    /// The mutants: data in the order of the files, then table entries, then scripts.
    pub all: Vec<Mutant>,
    /// The values that bear rules, each of which has a mutant.
    pub leaves: Vec<Leaf>,
}

/// What to run.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Only mutants of these sorts; all when there is none.
    pub sorts: Vec<Sort>,
    /// Only mutants that concern this clause.
    pub clause: Option<String>,
}

impl Plan {
    /// Whether a mutant is wanted.
    #[must_use]
    pub fn wants(&self, mutant: &Mutant) -> bool {
        (self.sorts.is_empty() || self.sorts.contains(&mutant.sort))
            && self
                .clause
                .as_ref()
                .is_none_or(|slug| mutant.clauses.contains(slug))
    }
}

impl Mutant {
    /// What names it, in a rulebook's list of survivors too; it does not change when lines move.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}: {} -> {}", self.key, self.before, self.after)
    }

    /// The changed document.
    fn apply(&self, document: &Document) -> Document {
        let changed = document.clone();
        match &self.change {
            Change::Value {
                block: None,
                path,
                value,
                without,
            } => {
                let mut root = changed.root().table().cloned().unwrap_or_default();
                put(&mut root, path, value.as_ref());
                drop_beside(&mut root, path, without);
                changed.with_root(root)
            }
            Change::Value {
                block: Some(n),
                path,
                value,
                without,
            } => {
                let mut when = changed.when().to_vec();
                if let Some(block) = when.get_mut(*n) {
                    put(&mut block.patch, path, value.as_ref());
                    drop_beside(&mut block.patch, path, without);
                }
                changed.with_when(when)
            }
            Change::Condition {
                block,
                option,
                values,
            } => {
                let mut when = changed.when().to_vec();
                if let Some(block) = when.get_mut(*block) {
                    block.test.insert(option.clone(), values.clone());
                }
                changed.with_when(when)
            }
            Change::Block(n) => {
                let mut when = changed.when().to_vec();
                if *n < when.len() {
                    when.remove(*n);
                }
                changed.with_when(when)
            }
            Change::Default {
                preset,
                option,
                value,
            } => {
                let options = changed.options();
                let options = options.with_value(preset.as_deref(), option, value.clone());
                changed.with_options(options)
            }
            Change::Script(n, source) => changed.with_script(*n, Arc::clone(source)),
            Change::Entry { .. } => changed,
        }
    }

    /// The change to rules that were compiled up to their tables.
    fn adjust(&self, spec: &mut masque_core::spec::Spec) {
        let Change::Entry {
            revealed,
            index,
            from,
            to,
        } = &self.change
        else {
            return;
        };
        let table = if *revealed {
            &mut spec.capture.dark
        } else {
            &mut spec.capture.open
        };
        if let Some(entry) = table.get_mut(*index).filter(|e| e.verdict == *from) {
            entry.verdict = *to;
        }
    }
}

/// Puts a value at a path, or takes what is there out.
fn put(table: &mut Table, path: &[Step], value: Option<&Value>) {
    let Some((Step::Key(first), rest)) = path.split_first() else {
        return;
    };
    if let (None, []) = (value, rest) {
        let _ = table.take(first);
    } else if let Some(node) = table.get_mut(first) {
        put_in(node, rest, value);
    }
}

/// Takes keys out of the table in which a path ends.
fn drop_beside(table: &mut Table, path: &[Step], keys: &[&str]) {
    let Some((_, parent)) = path.split_last() else {
        return;
    };
    for key in keys {
        let mut beside = parent.to_vec();
        beside.push(Step::Key((*key).to_owned()));
        put(table, &beside, None);
    }
}

fn put_in(node: &mut Node, path: &[Step], value: Option<&Value>) {
    match (path, value) {
        ([], Some(value)) => node.value = value.clone(),
        ([], None) => {}
        ([Step::Key(_), ..], _) => {
            if let Value::Table(table) = &mut node.value {
                put(table, path, value);
            }
        }
        ([Step::Item(i), rest @ ..], _) => {
            if let Value::Array(items) = &mut node.value {
                if rest.is_empty() && value.is_none() && *i < items.len() {
                    items.remove(*i);
                } else if let Some(item) = items.get_mut(*i) {
                    put_in(item, rest, value);
                }
            }
        }
    }
}

/// Everything that can be changed about a variant. `keys` are the options under which its cases are played.
///
/// # Errors
/// When the variant does not load.
pub fn mutants(
    library: &dyn Library,
    folder: &Folder,
    book: Option<&Rulebook>,
) -> Result<Mutants, Diagnostics> {
    let document = document::read(library, folder)?;
    let keys = book.map_or_else(Vec::new, judge::keys);
    of(&document, &variant::compile(&document, None, &[])?, &keys)
}

fn of(
    document: &Document,
    variant: &Variant,
    keys: &[crate::run::Key],
) -> Result<Mutants, Diagnostics> {
    let (mut all, leaves) = leaves::walk(document, variant);
    all.extend(entries::entries(document, variant, keys));
    all.extend(scripts(document, variant));
    number(&mut all);
    Ok(Mutants { all, leaves })
}

fn scripts(document: &Document, variant: &Variant) -> Vec<Mutant> {
    let found = edits(
        &variant.resolved,
        variant.spec(),
        document.options(),
        variant.script.as_ref().and_then(|s| s.rhai()),
    );
    let mutants = found.into_iter().map(|edit| {
        let source = &edit.span.source;
        let mut text = source.text.clone();
        text.replace_range(edit.span.range.clone(), &edit.text);
        let after = if edit.after.is_empty() {
            "nothing".to_owned()
        } else {
            edit.after
        };
        Mutant {
            sort: match edit.sort {
                EditSort::Comparison => Sort::Comparison,
                EditSort::Logic => Sort::Logic,
                EditSort::Constant => Sort::Constant,
                EditSort::Branch => Sort::Branch,
                EditSort::Statement => Sort::Statement,
                EditSort::Operation => Sort::Operation,
            },
            key: format!("fn {}", edit.function),
            clauses: edit.clauses,
            before: edit.before,
            after,
            change: Change::Script(edit.script, Source::new(source.name.clone(), text)),
            span: Some(edit.span),
        }
    });
    mutants.collect()
}

/// Tells apart mutants that would have the same name, by their number.
fn number(all: &mut [Mutant]) {
    let mut seen: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for mutant in all {
        let count = seen.entry(mutant.id()).or_default();
        *count += 1;
        if *count > 1 {
            mutant.after = format!("{} ({count})", mutant.after);
        }
    }
}

/// Runs a rulebook on every mutant that the plan wants, in parallel on the present pool of threads.
///
/// `progress` is told how many there are, then called with 0 after each.
///
/// # Errors
/// When the variant does not load, or a case does not hold of the variant itself.
pub fn run(
    library: &(dyn Library + Sync),
    book: &Rulebook,
    plan: &Plan,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Report, Diagnostics> {
    let document = document::read(library, &book.folder)?;
    let variant = variant::compile(&document, None, &[])?;
    let bench = judge::Bench::new(book, document)?;
    let Mutants { all, leaves } = of(bench.document(), &variant, bench.keys())?;
    let wanted: Vec<Mutant> = all.into_iter().filter(|m| plan.wants(m)).collect();
    progress(wanted.len());
    let fates = bench.judge(&wanted, &|| progress(0));
    let whole = plan.sorts.is_empty() && plan.clause.is_none();
    Ok(Report::of(book, &wanted, &fates, &leaves, whole))
}
