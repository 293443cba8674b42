//! Runs a rulebook on mutants: the cases that are likely to notice first, and none that cannot.

use std::collections::HashMap;
use std::sync::Arc;

use masque_core::engine::Engine;
use masque_scripting::diag::{Diagnostic, Diagnostics};
use masque_scripting::document::Document;
use masque_scripting::options::OptionKind;
use masque_scripting::variant::{self, Variant};
use rayon::prelude::*;

use super::Mutant;
use crate::case::Case;
use crate::library::Rulebook;
use crate::run::{Bounded, Key, Verdict, key_of, verdict};

/// How often more steps a case may take on a mutant than on the variant, and how many besides.
const SLACK: (u64, u64) = (20, 10_000);

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A case noticed.
    Killed {
        /// The case's clause.
        clause: String,
        /// The case.
        case: String,
    },
    /// No case noticed.
    Survived,
    /// No case noticed, and one took too many steps to say.
    Unresolved {
        /// The case's clause.
        clause: String,
        /// The case.
        case: String,
    },
    /// Its compiled rules are those of the variant.
    Equivalent,
    /// It does not load.
    Stillborn(String),
}

/// A mutant's fate, and the cases that were run to learn it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The fate.
    pub fate: Fate,
    /// How many cases were run.
    pub cases: usize,
}

/// A case as it is run again and again.
struct BenchCase<'b> {
    clause: &'b str,
    case: &'b Case,
    /// The options it is played under, by number.
    key: usize,
    /// The steps it takes on the variant.
    cost: u64,
}

/// A rulebook ready to be run on mutants of its variant.
pub(super) struct Bench<'b> {
    book: &'b Rulebook,
    document: Document,
    cases: Vec<BenchCase<'b>>,
    /// The options under which cases are played, then others under which rules are compared.
    keys: Vec<Key>,
    /// How many of those cases are played under.
    played: usize,
    /// What the variant's rules are under each; none where it does not load.
    rules: Vec<Option<Original>>,
}

/// The variant under one choice of options.
struct Original {
    canonical: String,
    text: String,
}

/// A mutant under one choice of options.
enum Made {
    /// Its rules are the variant's.
    Same,
    /// They are not.
    Other(Arc<dyn Engine>),
    /// It does not load.
    Broken(String),
}

/// The options under which the cases of a rulebook are played, each once, in the order of the cases.
pub(super) fn keys(book: &Rulebook) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for rule in book.rules() {
        for case in &rule.clause.cases {
            if let Ok(key) = key_of(book, case)
                && !keys.contains(&key)
            {
                keys.push(key);
            }
        }
    }
    keys
}

impl<'b> Bench<'b> {
    /// Runs every case on the variant itself.
    ///
    /// # Errors
    /// The cases that do not hold: what they would say of mutants means nothing.
    pub(super) fn new(book: &'b Rulebook, document: Document) -> Result<Self, Diagnostics> {
        let mut keys = keys(book);
        let played = keys.len();
        for key in more_keys(&document) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let variants: Vec<Option<Variant>> = keys
            .par_iter()
            .map(|(preset, pairs)| variant::compile(&document, preset.as_deref(), pairs).ok())
            .collect();
        let engines: Vec<Option<Arc<dyn Engine>>> = variants
            .iter()
            .map(|v| v.as_ref().map(Variant::engine))
            .collect();
        let jobs: Vec<(&str, &Case)> = book
            .rules()
            .into_iter()
            .flat_map(|rule| {
                let slug = rule.clause.slug.as_str();
                rule.clause.cases.iter().map(move |case| (slug, case))
            })
            .collect();
        let run = |(clause, case): (&'b str, &'b Case)| -> Result<BenchCase<'b>, Diagnostic> {
            let key = key_of(book, case)?;
            let key = keys.iter().position(|k| *k == key).unwrap_or(0);
            let bounded = Bounded::new(u64::MAX);
            let built = |preset: Option<&str>, pairs: &[(String, String)]| match &engines[key] {
                Some(engine) => Ok(Arc::clone(engine)),
                None => variant::compile(&document, preset, pairs).map(|v| v.engine()),
            };
            match verdict(book, &built, case, &bounded) {
                Verdict::Fail(failure) => Err(Diagnostic {
                    code: "case-fails",
                    clause: Some(clause.to_owned()),
                    ..failure.diagnostic
                }
                .hint("the variant itself must pass its rulebook first; see `masque test`")),
                Verdict::Pass | Verdict::Skipped => Ok(BenchCase {
                    clause,
                    case,
                    key,
                    cost: bounded.spent(),
                }),
            }
        };
        let ran: Vec<_> = jobs.into_par_iter().map(run).collect();
        let mut cases = Vec::new();
        let mut wrong = Diagnostics::new();
        for one in ran {
            match one {
                Ok(case) => cases.push(case),
                Err(error) => wrong.push(error),
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        cases.sort_by_key(|case| case.cost);
        let rules = variants
            .iter()
            .map(|variant| {
                variant.as_ref().map(|v| Original {
                    canonical: v.resolved.canonical(),
                    text: v.rules_text(),
                })
            })
            .collect();
        Ok(Self {
            book,
            document,
            cases,
            keys,
            played,
            rules,
        })
    }

    pub(super) fn document(&self) -> &Document {
        &self.document
    }

    /// The options under which cases are played.
    pub(super) fn keys(&self) -> &[Key] {
        &self.keys[..self.played]
    }

    /// The fate of each mutant, in their order.
    pub(super) fn judge(&self, mutants: &[Mutant], done: &(dyn Fn() + Sync)) -> Vec<Judged> {
        mutants
            .par_iter()
            .map(|mutant| {
                let judged = self.one(mutant);
                done();
                judged
            })
            .collect()
    }

    fn one(&self, mutant: &Mutant) -> Judged {
        let changed = mutant.apply(&self.document);
        let mut made: HashMap<usize, Made> = HashMap::new();
        let near = |case: &&BenchCase<'_>| mutant.clauses.iter().any(|slug| slug == case.clause);
        let first = self.cases.iter().filter(near);
        let rest = self.cases.iter().filter(|case| !near(case));
        let mut cases = 0;
        let mut unresolved = None;
        for case in first.chain(rest) {
            let made = made
                .entry(case.key)
                .or_insert_with(|| self.make(mutant, &changed, case.key));
            let Made::Other(engine) = made else { continue };
            cases += 1;
            let bounded = Bounded::new(case.cost.saturating_mul(SLACK.0).saturating_add(SLACK.1));
            let built = |_: Option<&str>, _: &[(String, String)]| Ok(Arc::clone(engine));
            let verdict = verdict(self.book, &built, case.case, &bounded);
            let place = || (case.clause.to_owned(), case.case.name.value.clone());
            match verdict {
                Verdict::Fail(_) if bounded.is_spent() => {
                    unresolved.get_or_insert_with(place);
                }
                Verdict::Fail(_) => {
                    let (clause, case) = place();
                    let fate = Fate::Killed { clause, case };
                    return Judged { fate, cases };
                }
                Verdict::Pass | Verdict::Skipped => {}
            }
        }
        let fate = match unresolved {
            Some((clause, case)) => Fate::Unresolved { clause, case },
            None => self.unnoticed(mutant, &changed, &mut made),
        };
        Judged { fate, cases }
    }

    /// The fate of a mutant that no case noticed.
    fn unnoticed(
        &self,
        mutant: &Mutant,
        changed: &Document,
        made: &mut HashMap<usize, Made>,
    ) -> Fate {
        let mut broken = None;
        for key in 0..self.keys.len() {
            let made = made
                .entry(key)
                .or_insert_with(|| self.make(mutant, changed, key));
            match made {
                Made::Same => {}
                Made::Other(_) => return Fate::Survived,
                Made::Broken(message) => {
                    broken.get_or_insert_with(|| message.clone());
                }
            }
        }
        match broken {
            Some(message) => Fate::Stillborn(message),
            None => Fate::Equivalent,
        }
    }

    fn make(&self, mutant: &Mutant, changed: &Document, key: usize) -> Made {
        let Some(original) = &self.rules[key] else {
            return Made::Same;
        };
        let (preset, pairs) = &self.keys[key];
        let is_entry = matches!(mutant.change, super::Change::Entry { .. });
        let resolved = changed.choose(preset.as_deref(), pairs);
        if !is_entry && resolved.is_ok_and(|r| r.canonical() == original.canonical) {
            return Made::Same;
        }
        let made = variant::compile_adjusted(changed, preset.as_deref(), pairs, |spec| {
            mutant.adjust(spec);
        });
        match made {
            Ok(variant) if variant.rules_text() == original.text => Made::Same,
            Ok(variant) => Made::Other(variant.engine()),
            Err(errors) => Made::Broken(errors.first().map_or(String::new(), ToString::to_string)),
        }
    }
}

/// Choices under which rules are compared beside those that cases play: the defaults, every preset, every value of
/// every option by itself, and what each block asks for.
fn more_keys(document: &Document) -> Vec<Key> {
    let options = document.options();
    let mut keys: Vec<Key> = vec![(None, Vec::new())];
    let presets = options.presets().iter();
    keys.extend(presets.map(|p| (Some(p.name.clone()), Vec::new())));
    for option in options.all() {
        let values: Vec<String> = match &option.kind {
            OptionKind::Int { range, off } => {
                let ends = [range.start().to_string(), range.end().to_string()];
                let off = off.then(|| "off".to_owned());
                ends.into_iter().chain(off).collect()
            }
            OptionKind::List(words) => words.clone(),
            kind => kind.values().iter().map(ToString::to_string).collect(),
        };
        for value in values {
            keys.push((None, vec![(option.name.clone(), value)]));
        }
    }
    for block in document.when() {
        let pairs = block.test.iter().filter_map(|(name, values)| {
            let value = values.first()?;
            Some((name.clone(), value.to_string()))
        });
        keys.push((None, pairs.collect()));
    }
    keys
}
