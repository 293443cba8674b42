//! Compiled code does what the interpreter does: results, effects, failures with their places, and steps.

use masque_core::event::Log;
use masque_core::hooks::{Effects, HookError};
use masque_core::piece::{Cell, Observer};
use masque_core::position::{Arbiter, Position};
use masque_core::rules::repetition::History;
use masque_core::site::Site;
use masque_core::spec::{
    CastlingSpec, CastlingWay, CheckSpec, RegionSpec, SpecialSpec, TerrainSpec,
};
use masque_core::view::View;

use super::super::limits;
use super::generate::{Dice, script};
use super::*;
use crate::wasm;

/// A board with everything that scripts ask about.
fn spec(files: u8, ranks: u8) -> Spec {
    let mut spec = bare(files, ranks, &["soldier", "general", "cannon"]);
    let zone = RegionSpec {
        first: vec!["ranks 2-4".into()],
        ..Default::default()
    };
    spec.board.regions.insert("fog".into(), zone);
    spec.terrain = Some(TerrainSpec {
        zone: "fog".into(),
        hazards: 2,
        ..Default::default()
    });
    spec.manners = vec!["step".into(), "jump".into()];
    spec.specials.push(SpecialSpec {
        name: "sapper".into(),
        ..Default::default()
    });
    spec.variables = vec![("other".into(), 4), ("count".into(), 0)];
    let way = |letter, corner: &str, royal_to: &str, corner_to: &str| CastlingWay {
        letter,
        royal: "b1".into(),
        corner: corner.into(),
        royal_to: royal_to.into(),
        corner_to: corner_to.into(),
    };
    spec.check = Some(CheckSpec {
        royal: "general".into(),
        ..CheckSpec::default()
    });
    spec.castling = Some(CastlingSpec {
        with: "cannon".into(),
        ways: vec![way('K', "d1", "c1", "b1"), way('Q', "a1", "a1", "c1")],
        scripted: true,
        ..CastlingSpec::default()
    });
    spec.hooks.moves = vec!["soldier".into()];
    spec
}

fn options() -> Vec<(&'static str, OptionValue)> {
    vec![
        ("flag", OptionValue::Bool(true)),
        ("n", OptionValue::Int(5)),
        ("word", OptionValue::Word("lost".into())),
        (
            "words",
            OptionValue::Words(vec!["soldier".into(), "x".into()]),
        ),
    ]
}

/// A position with pieces here and there, some of them hidden.
fn position<const W: usize>(tables: &Arc<Tables<W>>, dice: &mut Dice) -> Position<W> {
    let rules = Rules {
        tables: Arc::clone(tables),
        hooks: None,
    };
    let mut setup = Setup::empty(tables);
    for cell in &mut setup.cells {
        let piece = Piece {
            side: Side(dice.below(2) as u8),
            kind: Kind([0, 2][dice.below(2)]),
        };
        *cell = match dice.below(5) {
            0 | 1 => SetupCell::Up(piece),
            2 => SetupCell::Down {
                look: [Cell::BACK, Cell::piece(piece.side, Kind(0))][dice.below(2)],
                truth: Some(piece),
            },
            _ => SetupCell::Empty,
        };
    }
    // A general each; castlings are rare by chance.
    let home = ["b1", "c2"][dice.below(2)];
    for (name, side, kind) in [("a1", 0, 2), (home, 0, 1), ("d1", 0, 2), ("a3", 1, 1)] {
        if let (Some(at), true) = (tables.board.site(name), kind == 1 || dice.below(3) > 0) {
            let side = Side(side);
            let kind = Kind(kind);
            setup.cells[at.index()] = SetupCell::Up(Piece { side, kind });
        }
    }
    let zone: Vec<Site> = tables.board.region("fog").expect("a region")[0]
        .iter()
        .collect();
    let empty: Vec<Site> = zone
        .into_iter()
        .filter(|s| setup.cells[s.index()] == SetupCell::Empty)
        .collect();
    if empty.len() >= 2 {
        setup.hazards = Some(vec![empty[0], empty[empty.len() - 1]]);
    }
    setup.turn = Seat(dice.below(2) as u8);
    match Game::new(rules, &setup) {
        Ok(game) => game.position(Arbiter::assume()).clone(),
        Err(_) => position(tables, dice),
    }
}

/// What a hook did.
#[derive(Debug, PartialEq)]
struct Done<const W: usize> {
    result: Result<String, HookError>,
    /// The position and what was told, unless it failed.
    after: Option<(Position<W>, String)>,
    steps: u32,
}

type Ask<'a, const W: usize> =
    &'a dyn Fn(&dyn masque_core::hooks::Hooks<W>, &mut Effects<'_, W>) -> Result<String, HookError>;

fn done<const W: usize>(
    hooks: &dyn masque_core::hooks::Hooks<W>,
    tables: &Tables<W>,
    position: &Position<W>,
    ask: Ask<'_, W>,
    steps: impl Fn() -> u32,
) -> Done<W> {
    let mut position = position.clone();
    let mut log = Log::on();
    let mover = position.public().turn;
    let mut effects = Effects {
        tables,
        position: &mut position,
        log: &mut log,
        mover,
    };
    let result = ask(hooks, &mut effects);
    let steps = steps();
    let told = format!("{:?}", log.into_told());
    Done {
        after: result.is_ok().then_some((position, told)),
        result,
        steps,
    }
}

/// A call that came out differently.
#[derive(Debug)]
struct Differ {
    text: String,
    found: String,
    reference: String,
}

/// How often hooks succeeded and failed.
#[derive(Debug, Default)]
struct Counts {
    good: usize,
    bad: usize,
    refused: usize,
    differ: Vec<Differ>,
    kinds: std::collections::BTreeMap<String, usize>,
}

/// Runs the hooks of a script both ways on a few positions.
fn agree<const W: usize>(text: &str, board: &Spec, dice: &mut Dice, counts: &mut Counts)
where
    wasm::Words: wasm::Wide<W>,
{
    let mut spec = board.clone();
    let compiled = Script::compile(&resolved(&[text], &options()), &mut spec, None, &[]);
    let script = match compiled.map_err(written) {
        Ok(script) => script.expect("a script"),
        Err(errors) => {
            counts.refused += 1;
            *counts.kinds.entry(errors[0].clone()).or_default() += 1;
            return;
        }
    };
    let tables = Arc::new(Tables::<W>::compile(spec.clone()).expect("tables"));
    let interpreter = script.interpreter(&tables);
    let code = script
        .compiled(&tables)
        .unwrap_or_else(|e| panic!("{e}\n{text}"));
    let sites = tables.board.len();
    for _ in 0..3 {
        let position = position(&tables, dice);
        let at = Site(dice.below(sites) as u16);
        let placed: Ask<'_, W> = &|h, e| h.placed(e, at).map(|()| String::new());
        let ended: Ask<'_, W> = &|h, e| h.ended(e).map(|v| format!("{v:?}"));
        let moves: Ask<'_, W> = &|h, e| {
            let history = History::new();
            let view = View::new(e.tables, e.position, &history, Observer::Seat(e.mover));
            let mut out = Vec::new();
            h.moves(&view, at, &mut out).map(|()| format!("{out:?}"))
        };
        for ask in [placed, ended, moves] {
            // Past the limit one step was too many.
            let steps = || limits::steps().min(limits::MAX_STEPS);
            let reference = done(&*interpreter, &tables, &position, ask, steps);
            if let Err(HookError::Failed { message, .. }) = &reference.result
                && (message.contains("too many operations") || message.contains("too much memory"))
            {
                // Guards of the interpreter's own.
                continue;
            }
            let found = done(&*code, &tables, &position, ask, wasm::steps::<W>);
            if found != reference {
                counts.differ.push(Differ {
                    text: text.to_owned(),
                    found: format!("{:?} {}", found.result, found.steps),
                    reference: format!("{:?} {}", reference.result, reference.steps),
                });
                continue;
            }
            match reference.result {
                Ok(_) => counts.good += 1,
                Err(error) => {
                    counts.bad += 1;
                    let text = error.to_string();
                    let what = text.split_once(": ").map_or("", |(_, m)| m);
                    let what: String = what.chars().filter(|c| !c.is_ascii_digit()).collect();
                    *counts
                        .kinds
                        .entry(what.chars().take(60).collect())
                        .or_default() += 1;
                }
            }
        }
    }
    for hook in ["capture", "dark"] {
        let reference = if hook == "capture" {
            &spec.capture.open
        } else {
            &spec.capture.dark
        };
        if let Some(found) = script.compiled_table(hook, &tables) {
            let found = found.unwrap_or_else(|e| panic!("{e}\n{text}"));
            if found != *reference {
                counts.differ.push(Differ {
                    text: text.to_owned(),
                    found: format!("{found:?}"),
                    reference: format!("{reference:?}"),
                });
            }
        }
    }
}

#[test]
fn random_scripts_do_the_same_both_ways() {
    let wanted: u64 = std::env::var("MASQUE_FUZZ").map_or(800, |n| n.parse().expect("a number"));
    let small = spec(4, 4);
    let (middle, large) = (spec(9, 9), spec(13, 13));
    let mut counts = Counts::default();
    for seed in 0..wanted {
        let mut dice = Dice::new(seed);
        let text = script(&mut dice);
        match seed % 8 {
            0 => agree::<2>(&text, &middle, &mut dice, &mut counts),
            1 => agree::<6>(&text, &large, &mut dice, &mut counts),
            _ => agree::<1>(&text, &small, &mut dice, &mut counts),
        }
    }
    counts.differ.sort_by_key(|d| d.text.len());
    for differ in counts.differ.iter().take(8) {
        println!(
            "compiled    {}\ninterpreted {}\n{}\n",
            differ.found, differ.reference, differ.text
        );
    }
    assert!(
        counts.differ.is_empty(),
        "{} calls differ",
        counts.differ.len()
    );
    println!("{counts:#?}");
    // Enough of each came about for the comparison to mean something.
    assert!(counts.good > wanted as usize * 2, "{counts:?}");
    assert!(counts.bad > wanted as usize / 2, "{counts:?}");
    assert!(counts.refused < wanted as usize / 3, "{counts:?}");
}
