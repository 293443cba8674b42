//! What became of the mutants of a variant, for people and for programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use masque_scripting::diag::{Diagnostic, Span};
use serde::Serialize;

use super::judge::{Fate, Judged};
use super::{Leaf, Mutant, Sort};
use crate::library::Rulebook;
use crate::report::Located;

/// What became of the mutants of a variant.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The variant.
    pub variant: String,
    /// The sums.
    pub totals: Totals,
    /// Killed mutants in a hundred of those that were neither equivalent nor stillborn.
    pub score: f64,
    /// The sums by what is changed; sorts without a mutant are left out.
    pub sorts: Vec<Counted>,
    /// How many values, table entries, comparisons, constants and branches have a mutant.
    pub places: BTreeMap<&'static str, usize>,
    /// Values that bear a rule and have no mutant that loads.
    pub unchanged: Vec<Located>,
    /// Survivors that the rulebook lists wrongly.
    pub stale: Vec<Located>,
    /// Every mutant, in the order in which they were made.
    pub mutants: Vec<MutantReport>,
}

/// Mutants by their fate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// All of them.
    pub mutants: usize,
    /// Noticed by a case.
    pub killed: usize,
    /// Not noticed.
    pub survived: usize,
    /// Those of the survivors that the rulebook lists with a reason.
    pub accepted: usize,
    /// Those of the survivors on which a case took too many steps.
    pub unresolved: usize,
    /// With the same compiled rules.
    pub equivalent: usize,
    /// That do not load.
    pub stillborn: usize,
}

/// The sums of one sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// The word for what is changed.
    pub sort: &'static str,
    /// The sums.
    #[serde(flatten)]
    pub totals: Totals,
}

/// One mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MutantReport {
    /// What names it.
    pub id: String,
    /// The word for what it changes.
    pub sort: &'static str,
    /// The file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The clauses concerned, the nearest first.
    pub clauses: Vec<String>,
    /// What became of it; none when it was not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fate: Option<&'static str>,
    /// The case that noticed, or that took too many steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Fell>,
    /// Why it does not load.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Why the rulebook lets it survive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<String>,
    /// How many cases were run.
    pub cases: usize,
}

/// The case to which a mutant fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fell {
    /// The clause.
    pub clause: String,
    /// The case.
    pub case: String,
}

impl Totals {
    fn add(&mut self, mutant: &MutantReport) {
        self.mutants += 1;
        match mutant.fate {
            Some("killed") => self.killed += 1,
            Some("survived") => self.survived += 1,
            Some("unresolved") => {
                self.survived += 1;
                self.unresolved += 1;
            }
            Some("equivalent") => self.equivalent += 1,
            Some("stillborn") => self.stillborn += 1,
            _ => {}
        }
        self.accepted += usize::from(mutant.accepted.is_some() && mutant.has_survived());
    }

    /// Killed mutants in a hundred of those that could be; a hundred when there are none.
    #[must_use]
    pub fn score(&self) -> f64 {
        match self.killed + self.survived {
            0 => 100.0,
            all => 100.0 * self.killed as f64 / all as f64,
        }
    }
}

impl MutantReport {
    /// A mutant that was not run.
    #[must_use]
    pub fn of(mutant: &Mutant) -> Self {
        let place = mutant.span.as_ref();
        let at = place.map(|span| span.source.line_column(span.range.start));
        Self {
            id: mutant.id(),
            sort: mutant.sort.word(),
            file: place.map(|span| span.source.name.clone()),
            line: at.map(|(line, _)| line),
            column: at.map(|(_, column)| column),
            clauses: mutant.clauses.clone(),
            fate: None,
            by: None,
            message: None,
            accepted: None,
            cases: 0,
        }
    }

    fn judged(mut self, judged: &Judged) -> Self {
        self.cases = judged.cases;
        let by = |clause: &String, case: &String| {
            Some(Fell {
                clause: clause.clone(),
                case: case.clone(),
            })
        };
        let (fate, by, message) = match &judged.fate {
            Fate::Killed { clause, case } => ("killed", by(clause, case), None),
            Fate::Unresolved { clause, case } => ("unresolved", by(clause, case), None),
            Fate::Survived => ("survived", None, None),
            Fate::Equivalent => ("equivalent", None, None),
            Fate::Stillborn(message) => ("stillborn", None, Some(message.clone())),
        };
        self.fate = Some(fate);
        self.by = by;
        self.message = message;
        self
    }

    /// Whether no case noticed it though one could have.
    #[must_use]
    pub fn has_survived(&self) -> bool {
        matches!(self.fate, Some("survived" | "unresolved"))
    }

    /// One line: where, what is changed, and the clause.
    #[must_use]
    pub fn line(&self) -> String {
        let mut text = String::new();
        if let (Some(file), Some(line), Some(column)) = (&self.file, self.line, self.column) {
            let _ = write!(text, "{file}:{line}:{column}: ");
        }
        let _ = write!(text, "{} [{}]", self.id, self.sort);
        if let Some(clause) = self.clauses.first() {
            let _ = write!(text, " (clause {clause})");
        }
        text
    }
}

impl Report {
    pub(super) fn of(
        book: &Rulebook,
        mutants: &[Mutant],
        fates: &[Judged],
        leaves: &[Leaf],
        whole: bool,
    ) -> Self {
        let books = || std::iter::once(&book.own).chain(book.parents.iter().map(|(_, b)| b));
        let mut reasons: BTreeMap<&str, &str> = BTreeMap::new();
        for survivor in books().flat_map(|book| &book.survivors) {
            for id in &survivor.ids {
                reasons
                    .entry(id.as_str())
                    .or_insert(survivor.reason.as_str());
            }
        }
        let reports: Vec<MutantReport> = mutants
            .iter()
            .zip(fates)
            .map(|(mutant, judged)| {
                let mut report = MutantReport::of(mutant).judged(judged);
                let reason = reasons.get(report.id.as_str());
                report.accepted = reason.map(|r| (*r).to_owned());
                report
            })
            .collect();
        let mut totals = Totals::default();
        let mut sorts: BTreeMap<Sort, Totals> = BTreeMap::new();
        for (mutant, report) in mutants.iter().zip(&reports) {
            totals.add(report);
            sorts.entry(mutant.sort).or_default().add(report);
        }
        let sorts = Sort::WORDS.iter().filter_map(|(word, sort)| {
            let totals = *sorts.get(sort)?;
            Some(Counted { sort: word, totals })
        });
        let alive: BTreeSet<&str> = mutants
            .iter()
            .zip(&reports)
            .filter(|(_, report)| report.fate != Some("stillborn"))
            .map(|(mutant, _)| mutant.key.as_str())
            .collect();
        let unchanged = leaves
            .iter()
            .filter(|leaf| whole && !alive.contains(leaf.key.as_str()))
            .map(|leaf| {
                let message = format!("no change to `{}` loads", leaf.key);
                let at = Diagnostic::new("unchanged", message).at(leaf.span.clone());
                Located::from(&at)
            });
        Self {
            variant: book.id.clone(),
            totals,
            score: totals.score(),
            sorts: sorts.collect(),
            places: places(mutants, leaves),
            unchanged: unchanged.collect(),
            stale: stale(book, &reports, whole),
            mutants: reports,
        }
    }

    /// Whether the score is at least this, and the rulebook lists no survivor wrongly.
    #[must_use]
    pub fn holds(&self, least: f64) -> bool {
        self.score >= least && self.stale.is_empty()
    }

    /// The report for people: the sums, then every survivor with its place and what did not notice it.
    #[must_use]
    pub fn pretty(&self, book: &Rulebook) -> String {
        let mut text = String::new();
        let survivors = self.mutants.iter().filter(|m| m.has_survived());
        for mutant in survivors.clone().filter(|m| m.accepted.is_none()) {
            let _ = writeln!(text, "{}", mutant.line());
            if let Some(by) = &mutant.by {
                let _ = writeln!(
                    text,
                    "  unresolved: case `{}` of {} takes too many steps",
                    by.case, by.clause
                );
            }
            let clause = mutant.clauses.iter().find_map(|slug| book.rule(slug));
            match clause {
                Some(rule) => {
                    let names: Vec<String> = rule
                        .clause
                        .cases
                        .iter()
                        .map(|case| format!("`{}`", case.name.value))
                        .collect();
                    let slug = rule.clause.slug.as_str();
                    let _ = match names.is_empty() {
                        true => writeln!(text, "  {slug} has no case"),
                        false => writeln!(text, "  not noticed by {slug}: {}", names.join(", ")),
                    };
                }
                None => {
                    let _ = writeln!(text, "  no clause is named for it");
                }
            }
        }
        for mutant in survivors.filter(|m| m.accepted.is_some()) {
            let reason = mutant.accepted.as_deref().unwrap_or_default();
            let _ = writeln!(text, "{}\n  accepted: {reason}", mutant.line());
        }
        for located in self.unchanged.iter().chain(&self.stale) {
            let _ = writeln!(text, "{located}");
        }
        if !text.is_empty() {
            text.push('\n');
        }
        let heads = ["mutants", "killed", "survived", "equivalent", "stillborn"];
        let _ = write!(
            text,
            "{:<12}",
            self.variant.chars().take(12).collect::<String>()
        );
        for head in heads {
            let _ = write!(text, "{head:>11}");
        }
        text.push('\n');
        let all = Counted {
            sort: "all",
            totals: self.totals,
        };
        for counted in self.sorts.iter().chain([&all]) {
            let t = counted.totals;
            let _ = write!(text, "{:<12}", counted.sort);
            for n in [t.mutants, t.killed, t.survived, t.equivalent, t.stillborn] {
                let _ = write!(text, "{n:>11}");
            }
            text.push('\n');
        }
        let places: Vec<String> = self
            .places
            .iter()
            .map(|(what, n)| format!("{n} {what}"))
            .collect();
        let _ = writeln!(text, "changed: {}", places.join(", "));
        let _ = writeln!(
            text,
            "{}: {} of {} killed, {:.1} %; {} survived, {} of them accepted, {} unresolved",
            self.variant,
            self.totals.killed,
            self.totals.killed + self.totals.survived,
            self.score,
            self.totals.survived,
            self.totals.accepted,
            self.totals.unresolved
        );
        text
    }
}

/// How many places of each sort have a mutant.
fn places(mutants: &[Mutant], leaves: &[Leaf]) -> BTreeMap<&'static str, usize> {
    let keys: BTreeSet<&str> = mutants.iter().map(|m| m.key.as_str()).collect();
    let changed = leaves
        .iter()
        .filter(|leaf| keys.contains(leaf.key.as_str()));
    let in_scripts = |sorts: &[Sort]| {
        let spans = mutants
            .iter()
            .filter(|m| sorts.contains(&m.sort))
            .filter_map(|m| m.span.as_ref())
            .map(|span: &Span| (span.source.name.as_str(), span.range.start, span.range.end));
        spans.collect::<BTreeSet<_>>().len()
    };
    let entries = mutants.iter().filter(|m| m.sort == Sort::Entry).count();
    BTreeMap::from([
        ("values", changed.count()),
        ("table entries", entries),
        ("comparisons", in_scripts(&[Sort::Comparison])),
        ("constants", in_scripts(&[Sort::Constant])),
        ("branches", in_scripts(&[Sort::Branch])),
    ])
}

/// What is wrong with the list of survivors in the variant's own rulebook.
fn stale(book: &Rulebook, reports: &[MutantReport], whole: bool) -> Vec<Located> {
    let mut wrong = Vec::new();
    for id in book.own.survivors.iter().flat_map(|s| &s.ids) {
        let report = reports.iter().find(|r| r.id == id.value);
        let message = match report {
            None if !whole => continue,
            None => "there is no such mutant".to_owned(),
            Some(report) if report.has_survived() => continue,
            Some(report) => match &report.by {
                Some(by) => format!("this mutant is killed by `{}` of {}", by.case, by.clause),
                None => format!("this mutant is {}", report.fate.unwrap_or("not run")),
            },
        };
        let at = Diagnostic::new("stale-survivor", message)
            .at(id.span.clone())
            .hint("take it off the list");
        wrong.push(Located::from(&at));
    }
    wrong
}
