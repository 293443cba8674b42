//! Runs the cases of rulebooks against an engine.
//!
//! A case is played once for every truth that its hidden pieces may have: all of them up to a thousand, else 64 drawn
//! ones. The first truth under which a step does not hold fails the case. What an engine cannot be asked is skipped,
//! and a case of which nothing was asked is no pass.

mod arrange;
mod ask;
pub mod driver;
mod local;
mod picture;
mod play;
mod scene;
mod time;
mod truths;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use masque_core::engine::Engine;
use masque_scripting::diag::{Diagnostic, Diagnostics};
use masque_scripting::document::{self, Document};
use masque_scripting::folder::{Folder, Library};
use masque_scripting::variant;
use rayon::prelude::*;

use crate::case::Case;
use crate::library::{Rule, Rulebook};
use driver::Opener;
pub use local::InProcess;
use play::{Fault, Run, Stop};
use scene::Scene;

/// What came of a case.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Everything it says holds.
    Pass,
    /// Something does not.
    Fail(Box<Failure>),
    /// The engine could be asked nothing of it.
    Skipped,
}

/// Where and how a case failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What is wrong, located in the rulebook.
    pub diagnostic: Diagnostic,
    /// What the case says.
    pub expected: Option<String>,
    /// What is so.
    pub seen: Option<String>,
    /// The position at that moment, drawn with its truth.
    pub board: Option<String>,
    /// How many truths the case holds for before this one, and of how many.
    pub truth: Option<(usize, usize)>,
}

/// A case with what came of it.
#[derive(Clone, Debug)]
pub struct CaseRun {
    /// The variant it was run for.
    pub variant: String,
    /// The clause it belongs to.
    pub clause: String,
    /// The clause's title.
    pub title: String,
    /// The first paragraph of the clause.
    pub text: String,
    /// The variant in whose rulebook it stands.
    pub from: String,
    /// The case's name.
    pub name: String,
    /// What came of it.
    pub verdict: Verdict,
    /// Steps that the engine could not be asked.
    pub skipped_steps: usize,
}

/// Which cases to run.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Only the clause of this slug.
    pub clause: Option<String>,
}

type Key = (Option<String>, Vec<(String, String)>);
type Built = Result<Arc<dyn Engine>, Diagnostics>;

/// The engines of one variant, one for each choice of options.
struct Engines {
    document: Result<Document, Diagnostics>,
    built: Mutex<HashMap<Key, Built>>,
}

impl Engines {
    fn new(library: &dyn Library, folder: &Folder) -> Self {
        Self {
            document: document::read(library, folder),
            built: Mutex::default(),
        }
    }

    fn get(&self, preset: Option<&str>, pairs: &[(String, String)]) -> Built {
        let mut sorted = pairs.to_vec();
        sorted.sort();
        let key = (preset.map(str::to_owned), sorted);
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(engine) = built.get(&key) {
            return engine.clone();
        }
        let made = match &self.document {
            Ok(document) => {
                variant::compile(document, preset, pairs).map(|variant| variant.engine())
            }
            Err(errors) => Err(errors.clone()),
        };
        built.insert(key, made.clone());
        made
    }
}

/// Runs the chosen cases of rulebooks, in parallel; the order of the results is that of the books.
#[must_use]
pub fn run(
    library: &(dyn Library + Sync),
    books: &[Rulebook],
    opener: &dyn Opener,
    choice: &Choice,
) -> Vec<CaseRun> {
    let engines: Vec<Engines> = books
        .iter()
        .map(|book| Engines::new(library, &book.folder))
        .collect();
    let mut jobs = Vec::new();
    for (book, engines) in books.iter().zip(&engines) {
        for rule in book.rules() {
            let wanted = choice.clause.as_ref();
            if wanted.is_some_and(|slug| *slug != rule.clause.slug.value) {
                continue;
            }
            let cases = rule.clause.cases.iter();
            jobs.extend(cases.map(|case| (book, engines, rule, case)));
        }
    }
    let mut runs: Vec<CaseRun> = jobs
        .into_par_iter()
        .map(|(book, engines, rule, case)| run_case(book, engines, rule, case, opener))
        .collect();
    // A variant that does not load by itself fails once, and nothing of it could be asked.
    for (book, engines) in books.iter().zip(&engines) {
        if engines.get(None, &[]).is_err() {
            let of = runs.iter_mut().filter(|run| run.variant == book.id);
            of.skip(1).for_each(|run| run.verdict = Verdict::Skipped);
        }
    }
    runs
}

fn run_case(
    book: &Rulebook,
    engines: &Engines,
    rule: Rule<'_>,
    case: &Case,
    opener: &dyn Opener,
) -> CaseRun {
    let clause = rule.clause;
    let mut skipped = 0;
    let verdict = judge(book, engines, case, opener, &mut skipped);
    let verdict = match verdict {
        Verdict::Fail(mut failure) => {
            failure
                .diagnostic
                .clause
                .get_or_insert_with(|| clause.slug.value.clone());
            Verdict::Fail(failure)
        }
        other => other,
    };
    CaseRun {
        variant: book.id.clone(),
        clause: clause.slug.value.clone(),
        title: clause.title.value.clone(),
        text: clause
            .prose
            .first()
            .map_or(String::new(), |p| p.value.clone()),
        from: rule.from.to_owned(),
        name: case.name.value.clone(),
        verdict,
        skipped_steps: skipped,
    }
}

fn failed(fault: Fault, board: Option<String>, truth: Option<(usize, usize)>) -> Verdict {
    Verdict::Fail(Box::new(Failure {
        diagnostic: fault.diagnostic,
        expected: fault.expected,
        seen: fault.seen,
        board,
        truth,
    }))
}

fn fault(diagnostic: Diagnostic) -> Verdict {
    failed(
        Fault {
            diagnostic,
            expected: None,
            seen: None,
        },
        None,
        None,
    )
}

fn judge(
    book: &Rulebook,
    engines: &Engines,
    case: &Case,
    opener: &dyn Opener,
    skipped: &mut usize,
) -> Verdict {
    let scene = match Scene::of(book, case) {
        Ok(scene) => scene,
        Err(error) => return fault(error),
    };
    let engine = match engines.get(scene.preset.map(|w| w.as_str()), &scene.options) {
        Ok(engine) => engine,
        Err(errors) => {
            let at = scene.span.as_ref().unwrap_or(&case.name.span);
            let first = errors.first().map_or(String::new(), ToString::to_string);
            let more = match errors.len() {
                0 | 1 => String::new(),
                n => format!(", and {} more", n - 1),
            };
            let message = format!("the variant does not load so: {first}{more}");
            return fault(Diagnostic::new("bad-variant", message).at(at.clone()));
        }
    };
    let set = scene.arranged(&*engine).and_then(|arranged| {
        let truths = scene.truths(&*engine, arranged.as_ref(), case)?;
        Ok((arranged, truths))
    });
    let (arranged, truths) = match set {
        Ok(set) => set,
        Err(error) => return fault(error),
    };
    let count = truths.len();
    let mut asked = 0;
    for (i, truth) in truths.iter().enumerate() {
        let driver = match opener.open(&engine) {
            Ok(driver) => driver,
            Err(_) => return Verdict::Skipped,
        };
        let started = Run::start(
            &engine,
            opener,
            driver,
            &scene,
            arranged.as_ref(),
            truth,
            &case.name.span,
        );
        let mut run = match started {
            Ok(run) => run,
            Err(Stop::Skip) => return Verdict::Skipped,
            Err(Stop::Fail(fault)) => {
                let board = Some(picture::draw(&*engine, truth));
                return failed(*fault, board, Some((i, count)));
            }
        };
        run.alone = count == 1;
        let done = run.steps(scene.steps.iter().copied());
        asked += run.asked;
        *skipped += run.skipped;
        match done {
            Ok(()) => {}
            Err(Stop::Skip) => *skipped += 1,
            Err(Stop::Fail(fault)) => {
                let board = run.driver.picture();
                return failed(*fault, board, Some((i, count)));
            }
        }
    }
    if asked == 0 {
        Verdict::Skipped
    } else {
        Verdict::Pass
    }
}
