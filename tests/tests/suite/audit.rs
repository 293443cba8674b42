//! Planted leaks: the audit finds each of them, and none in the shipped variants.

mod planted;

use std::sync::Arc;
use std::time::{Duration, Instant};

use masque_conformance::audit::surface::{Field, Library, Scene, Surface};
use masque_conformance::audit::{Plan, Report, audit};
use masque_core::engine::Engine;
use masque_core::position::Arbiter;
use rayon::prelude::*;

use crate::support::{engine_of, engine_of_folder, variant_ids};
use planted::{Leak, LeakyEngine};

/// Each leak, the variant it is planted in, and the field that gives it away.
const LEAKS: &[(Leak, &str, &str)] = &[
    (Leak::LegalFromTruth, "junqi-setup", "legal"),
    (Leak::LegalOrder, "hidden-chess", "legal"),
    (Leak::PromotionPrompt, "hidden-chess", "legal"),
    (Leak::QuietCounter, "junqi-setup", "observation.quiet"),
    (Leak::MaterialBar, "hidden-chess", "observation.captures"),
    (Leak::NotationIdentity, "hidden-chess", "legal"),
    (Leak::PieceOrder, "banqi", "observation.pool"),
    (Leak::SeedPrinted, "banqi-kuioo", "position"),
    (Leak::UndoRemembers, "junqi-setup", "undo"),
    (Leak::SpectatorSeesAll, "junqi-setup", "observation.text"),
    (Leak::SpectatorDrawing, "junqi-setup", "board.plain"),
    (Leak::OpponentsPieces, "junqi-setup", "setup"),
    (Leak::ExplainTruth, "hidden-chess", "explain.legal"),
    (Leak::CheckOnTruth, "hidden-chess", "observation.in_check"),
    (
        Leak::NumbersUnderFog,
        "minesweeper-chess",
        "observation.sites",
    ),
    (Leak::MineError, "minesweeper-chess", "explain.attempts"),
    (Leak::RepetitionOnTruth, "hidden-chess", "act.claim"),
    (Leak::OfferOnTruth, "hidden-chess", "act.offer"),
    (Leak::WideAudience, "hidden-chess", "events"),
    (Leak::ParseOnTruth, "banqi", "parse"),
    (Leak::PhaseOnTruth, "junqi-setup", "phase"),
    (Leak::LostCounts, "junqi-setup", "observation.lost_hidden"),
];

/// Folders whose scripts launder truth, and the field that gives each away.
const FOLDERS: &[(&str, &str)] = &[
    ("leak-launder", "observation.text"),
    ("leak-counter", "observation.text"),
];

fn run(engine: &dyn Engine, surfaces: &[&dyn Surface]) -> (Report, Duration) {
    let plan = Plan {
        games: 200,
        ..Plan::default()
    };
    let start = Instant::now();
    let report = audit(engine, surfaces, &plan, &|| ()).expect("an audit can be made");
    (report, start.elapsed())
}

/// A name, an engine that leaks, the surfaces that it is looked at by, and the field that gives it away.
type Planted<'a> = (String, Arc<dyn Engine>, &'a [&'a dyn Surface], &'a str);

/// Audits each engine until something is found, and says where a finding is not what was planted.
fn find_all(planted: &[Planted<'_>]) {
    let wrong: Vec<String> = planted
        .par_iter()
        .filter_map(|(name, engine, surfaces, field)| {
            let (report, time) = run(&**engine, surfaces);
            let Some(finding) = report.finding else {
                return Some(format!(
                    "{name}: nothing was found in {} pairs",
                    report.pairs
                ));
            };
            println!(
                "{name}: `{}` by {} after {} deeds, {} pairs, {:.2} s",
                finding.field,
                finding.observer,
                finding.deeds.len(),
                report.pairs,
                time.as_secs_f64()
            );
            let holds = finding.field == *field
                && finding.left != finding.right
                && time < Duration::from_secs(60);
            (!holds).then(|| format!("{name}, planted in `{field}`, {time:?}: {finding:#?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_planted_leak_is_found() {
    let planted: Vec<Planted<'_>> = LEAKS
        .iter()
        .map(|(leak, id, field)| {
            let engine = LeakyEngine {
                inner: engine_of(id, &[]),
                leak: *leak,
            };
            let engine: Arc<dyn Engine> = Arc::new(engine);
            let surfaces: &[&dyn Surface] = &[&Library];
            (format!("{leak:?}"), engine, surfaces, *field)
        })
        .collect();
    find_all(&planted);
}

#[test]
fn every_folder_that_launders_truth_is_found() {
    let planted: Vec<Planted<'_>> = FOLDERS
        .iter()
        .map(|(folder, field)| {
            let surfaces: &[&dyn Surface] = &[&Library];
            (
                (*folder).to_owned(),
                engine_of_folder(folder, &[]),
                surfaces,
                *field,
            )
        })
        .collect();
    find_all(&planted);
}

/// A saved file that holds the deal.
struct SavedTruth;

impl Surface for SavedTruth {
    fn show(&self, scene: &Scene<'_>) -> Vec<Field> {
        vec![Field::new("file", scene.game.truth_text(Arbiter::assume()))]
    }
}

/// A hint that looks under hidden pieces.
struct CheatingHint;

impl Surface for CheatingHint {
    fn show(&self, scene: &Scene<'_>) -> Vec<Field> {
        let truth = scene.game.truth_setup(Arbiter::assume());
        let best = scene
            .game
            .legal()
            .unwrap_or_default()
            .into_iter()
            .max_by_key(|a| match truth.cells.get(a.to().index()) {
                Some(masque_core::setup::SetupCell::Down { truth: Some(p), .. }) => p.kind.0,
                _ => 0,
            });
        vec![Field::new("hint", format!("{best:?}"))]
    }
}

#[test]
fn a_file_with_the_deal_and_a_hint_that_cheats_are_found() {
    let banqi = engine_of("banqi", &[]);
    find_all(&[
        (
            "saved truth".to_owned(),
            Arc::clone(&banqi),
            &[&Library, &SavedTruth],
            "file",
        ),
        (
            "cheating hint".to_owned(),
            banqi,
            &[&Library, &CheatingHint],
            "hint",
        ),
    ]);
}

#[test]
fn the_shipped_variants_show_no_leak() {
    let engines: Vec<(String, Arc<dyn Engine>)> = variant_ids()
        .into_iter()
        .map(|id| (id.clone(), engine_of(&id, &[])))
        .chain(["jieqi", "mined-banqi"].map(|id| (id.to_owned(), engine_of_folder(id, &[]))))
        .collect();
    for (id, engine) in engines {
        let plan = Plan {
            games: 6,
            ..Plan::default()
        };
        let report = audit(&*engine, &[&Library], &plan, &|| ()).expect("an audit can be made");
        println!(
            "{id}: {} pairs, {} comparisons",
            report.pairs, report.comparisons
        );
        assert_eq!(report.finding, None, "{id}");
        let spec = engine.spec();
        let hides = spec.setup.deal != masque_core::spec::DealSpec::None || spec.terrain.is_some();
        assert!(
            !hides || report.pairs >= 20,
            "{id}: only {} pairs",
            report.pairs
        );
    }
}
