//! Runs the cases of rulebooks against an engine.
//!
//! A case is played once for every truth that its hidden pieces may have: all of them up to a thousand, else 64 drawn
//! ones. The first truth under which a step does not hold fails the case. What an engine cannot be asked is skipped,
//! and a case of which nothing was asked is no pass.

mod answers;
mod arrange;
mod ask;
pub mod driver;
mod fault;
mod local;
mod minimise;
mod picture;
mod play;
mod replays;
mod scene;
mod time;
mod timed;
mod truths;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use masque_core::engine::Engine;
use masque_core::setup::Setup;
use masque_scripting::diag::{Diagnostic, Diagnostics, Span};
use masque_scripting::document::{self, Document};
use masque_scripting::folder::{Folder, Library};
use masque_scripting::variant;
use rayon::prelude::*;

use crate::case::{Case, Spanned, Step};
use crate::library::{Rule, Rulebook};
use arrange::Arranged;
use driver::{Game, Opener, Unsaid};
use fault::{Fault, Stop};
pub(crate) use local::clauses_of;
pub use local::{Bounded, InProcess};
pub(crate) use picture::draw;
use play::Run;
use replays::Replays;
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
    /// The step that does not hold.
    pub step: Option<Span>,
    /// The same position as text, when the engine can say it.
    pub position: Option<String>,
    /// What the rulebook would have to say for the step to hold.
    pub edits: Vec<Edit>,
    /// The case with as little in it as fails in the same way, when that was asked for.
    pub minimised: Option<String>,
}

/// Another text for a place in a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Where.
    pub span: Span,
    /// What to write there.
    pub text: String,
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
    /// Where that stands.
    pub at: Span,
    /// What came of it.
    pub verdict: Verdict,
    /// Steps that the engine could not be asked.
    pub skipped_steps: usize,
    /// How long it took, all truths together.
    pub time: Duration,
    /// Why this engine is known to fail it.
    pub known: Option<String>,
}

/// Which cases to run.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Only the clause of this slug.
    pub clause: Option<String>,
    /// Whether to look for the least that fails in the same way.
    pub minimise: bool,
}

/// A preset, and pairs of option and value.
pub(crate) type Key = (Option<String>, Vec<(String, String)>);
type Built = Result<Arc<dyn Engine>, Diagnostics>;
/// What gives the engine for a preset, and pairs of option and value.
type Builder<'a> = dyn Fn(Option<&str>, &[(String, String)]) -> Built + 'a;

/// The engines of one variant, one for each choice of options, each built by the first case that needs it.
struct Engines {
    document: Result<Document, Diagnostics>,
    built: Mutex<HashMap<Key, Arc<OnceLock<Built>>>>,
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
        let place = {
            let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(built.entry(key).or_default())
        };
        let build = || match &self.document {
            Ok(document) => {
                variant::compile(document, preset, pairs).map(|variant| variant.engine())
            }
            Err(errors) => Err(errors.clone()),
        };
        place.get_or_init(build).clone()
    }
}

/// Runs the chosen cases of rulebooks, in parallel; the order of the results is that of the books.
///
/// Cases that count many games come first, so that none of them is left running when all others are done.
#[must_use]
pub fn run(
    library: &(dyn Library + Sync),
    books: &[Rulebook],
    opener: &dyn Opener,
    choice: &Choice,
) -> Vec<CaseRun> {
    let engines: Vec<Engines> = books
        .par_iter()
        .map(|book| Engines::new(library, &book.folder))
        .collect();
    let mut jobs = Vec::new();
    for (book, engines) in books.iter().zip(&engines) {
        for rule in book.rules() {
            let wanted = choice.clause.as_ref();
            if wanted.is_some_and(|slug| *slug != rule.clause.slug.value) {
                continue;
            }
            jobs.extend(rule.cases().map(|case| (book, engines, rule, case)));
        }
    }
    let mut jobs: Vec<_> = jobs.into_iter().enumerate().collect();
    jobs.sort_by_key(|(_, (_, _, _, case))| std::cmp::Reverse(counted(&case.steps)));
    let mut runs: Vec<(usize, CaseRun)> = jobs
        .into_iter()
        .par_bridge()
        .map(|(at, (book, engines, rule, case))| {
            let mut run = run_case(book, engines, rule, case, opener);
            if let (Verdict::Fail(failure), true) = (&mut run.verdict, choice.minimise) {
                let built =
                    |preset: Option<&str>, pairs: &[(String, String)]| engines.get(preset, pairs);
                let fails = |case: &Case| match judge(book, &built, case, opener).verdict {
                    Verdict::Fail(failure) => Some(*failure),
                    _ => None,
                };
                failure.minimised = minimise::minimise(case, failure, &fails);
            }
            (at, run)
        })
        .collect();
    runs.sort_by_key(|(at, _)| *at);
    let mut runs: Vec<CaseRun> = runs.into_iter().map(|(_, run)| run).collect();
    // A variant that does not load by itself fails once, and nothing of it could be asked.
    for (book, engines) in books.iter().zip(&engines) {
        if engines.get(None, &[]).is_err() {
            let of = runs.iter_mut().filter(|run| run.variant == book.id);
            of.skip(1).for_each(|run| run.verdict = Verdict::Skipped);
        }
    }
    runs
}

/// How many games the steps of a case count.
fn counted(steps: &[Spanned<Step>]) -> u64 {
    let of = |step: &Spanned<Step>| match &step.value {
        Step::Perft { nodes, .. } => nodes
            .iter()
            .fold(0, |sum: u64, (_, count)| sum.saturating_add(count.value)),
        Step::Repeat { steps, .. } => counted(steps),
        _ => 0,
    };
    steps
        .iter()
        .map(of)
        .fold(0, |sum: u64, n| sum.saturating_add(n))
}

/// The options under which a case is played, sorted.
///
/// # Errors
/// When the case starts from a setup that there is not.
pub(crate) fn key_of(book: &Rulebook, case: &Case) -> Result<Key, Diagnostic> {
    let scene = Scene::of(book, case)?;
    let mut pairs = scene.options;
    pairs.sort();
    Ok((scene.preset.map(|word| word.value.clone()), pairs))
}

fn run_case(
    book: &Rulebook,
    engines: &Engines,
    rule: Rule<'_>,
    case: &Case,
    opener: &dyn Opener,
) -> CaseRun {
    let clause = rule.clause;
    let built = |preset: Option<&str>, pairs: &[(String, String)]| engines.get(preset, pairs);
    let mut played = judge(book, &built, case, opener);
    if let Verdict::Fail(failure) = &mut played.verdict {
        let slug = || clause.slug.value.clone();
        failure.diagnostic.clause.get_or_insert_with(slug);
    }
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
        at: case.name.span.clone(),
        verdict: played.verdict,
        skipped_steps: played.skipped,
        time: played.time,
        known: None,
    }
}

/// What came of a case, or of a case under one truth.
struct Played {
    verdict: Verdict,
    asked: usize,
    skipped: usize,
    time: Duration,
}

impl From<Verdict> for Played {
    fn from(verdict: Verdict) -> Self {
        Self {
            verdict,
            asked: 0,
            skipped: 0,
            time: Duration::ZERO,
        }
    }
}

/// A failure outside of every step.
fn fault(diagnostic: Diagnostic) -> Verdict {
    failed(Fault::from(diagnostic), None, None, None)
}

fn failed(
    fault: Fault,
    board: Option<String>,
    position: Option<String>,
    truth: Option<(usize, usize)>,
) -> Verdict {
    Verdict::Fail(Box::new(Failure {
        diagnostic: fault.diagnostic,
        expected: fault.expected,
        seen: fault.seen,
        step: fault.step,
        edits: fault.edits,
        board,
        position,
        truth,
        minimised: None,
    }))
}

/// What comes of a case on the engine that `built` gives for its options.
pub(crate) fn verdict(
    book: &Rulebook,
    built: &Builder<'_>,
    case: &Case,
    opener: &dyn Opener,
) -> Verdict {
    judge(book, built, case, opener).verdict
}

fn judge(book: &Rulebook, built: &Builder<'_>, case: &Case, opener: &dyn Opener) -> Played {
    let began = Instant::now();
    let scene = match Scene::of(book, case) {
        Ok(scene) => scene,
        Err(error) => return fault(error).into(),
    };
    let engine = match built(scene.preset.map(|w| w.as_str()), &scene.options) {
        Ok(engine) => engine,
        Err(errors) => {
            let at = scene.span.as_ref().unwrap_or(&case.name.span);
            let first = errors.first().map_or(String::new(), ToString::to_string);
            let more = match errors.len() {
                0 | 1 => String::new(),
                n => format!(", and {} more", n - 1),
            };
            let message = format!("the variant does not load so: {first}{more}");
            return fault(Diagnostic::new("bad-variant", message).at(at.clone())).into();
        }
    };
    let set = scene.arranged(&*engine).and_then(|arranged| {
        let truths = scene.truths(&*engine, arranged.as_ref(), case)?;
        Ok((arranged, truths))
    });
    let (arranged, truths) = match set {
        Ok(set) => set,
        Err(error) => return fault(error).into(),
    };
    let table = Table {
        game: Game {
            engine: &engine,
            preset: scene.preset.map(|w| w.as_str()),
            options: &scene.options,
        },
        opener,
        scene: &scene,
        arranged: arranged.as_ref(),
        at: &case.name.span,
        replays: Replays::default(),
    };
    let time = began.elapsed();
    let first_stop = AtomicUsize::new(usize::MAX);
    let one = |(i, truth): (usize, &Setup)| {
        // What comes after the first truth that ends the case is not asked.
        if i > first_stop.load(Ordering::Relaxed) {
            return None;
        }
        let played = table.play(truth, (i, truths.len()));
        if !matches!(played.verdict, Verdict::Pass) {
            first_stop.fetch_min(i, Ordering::Relaxed);
        }
        Some(played)
    };
    let all: Vec<Option<Played>> = match truths.len() {
        1 => truths.iter().enumerate().map(one).collect(),
        _ => truths.par_iter().enumerate().map(one).collect(),
    };
    let mut whole = Played {
        time,
        ..Verdict::Pass.into()
    };
    for played in all.into_iter().flatten() {
        whole.asked += played.asked;
        whole.skipped += played.skipped;
        whole.time += played.time;
        if !matches!(played.verdict, Verdict::Pass) {
            whole.verdict = played.verdict;
            return whole;
        }
    }
    if whole.asked == 0 {
        whole.verdict = Verdict::Skipped;
    }
    whole
}

/// What a case is played with under each of its truths.
struct Table<'a> {
    game: Game<'a>,
    opener: &'a dyn Opener,
    scene: &'a Scene<'a>,
    arranged: Option<&'a Arranged>,
    at: &'a Span,
    replays: Replays,
}

impl Table<'_> {
    /// Plays the case under one truth, which is number `of.0` from 0 of `of.1`; it passes as well when nothing was asked.
    fn play(&self, truth: &Setup, of: (usize, usize)) -> Played {
        let began = Instant::now();
        let mut played = Played::from(Verdict::Pass);
        let driver = match self.opener.open(&self.game) {
            Ok(driver) => driver,
            Err(Unsaid::CannotAsk) => return Verdict::Skipped.into(),
            Err(Unsaid::Wrong(message)) => {
                return fault(Diagnostic::new("no-answer", message).at(self.at.clone())).into();
            }
        };
        match Run::start(self, driver, truth) {
            Err(Stop::Skip) => played.verdict = Verdict::Skipped,
            Err(Stop::Fail(fault)) => {
                let board = Some(picture::draw(&**self.game.engine, truth, &[]));
                played.verdict = failed(*fault, board, None, Some(of));
            }
            Ok(mut run) => {
                run.alone = of.1 == 1;
                let done = run.steps(self.scene.steps.iter().copied());
                played.asked = run.asked;
                played.skipped = run.skipped;
                match done {
                    Ok(()) => {}
                    Err(Stop::Skip) => played.skipped += 1,
                    Err(Stop::Fail(fault)) => {
                        let (board, position) = run.pictures(&fault);
                        played.verdict = failed(*fault, board, position, Some(of));
                    }
                }
            }
        }
        played.time = began.elapsed();
        played
    }
}
