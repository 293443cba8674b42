//! Hooks given as WebAssembly modules play the same games as the scripts that they stand for.

use masque_conformance::command::{Args, select};
use masque_conformance::run::InProcess;
use masque_core::engine::Engine;
use masque_core::game::PlayError;
use masque_core::position::{Arbiter, Phase};
use masque_core::random::{Seed, Stream};
use masque_scripting::folder::Folder;
use masque_scripting::variant::{self, Backend, Variant};

use crate::support::engine_of;

const MINES: &str = include_str!("modules/mines.wat");
const GO: &str = include_str!("modules/go.wat");

/// The worked example of docs/scripts.md.
const EXAMPLE: [(&str, &str); 3] = [
    (
        "variant.toml",
        include_str!("../../../scripting/src/wasm/module/fog.toml"),
    ),
    (
        "rules.wat",
        include_str!("../../../scripting/src/wasm/module/fog.wat"),
    ),
    (
        "RULES.md",
        include_str!("../../../scripting/src/wasm/module/fog.md"),
    ),
];

/// A shipped variant with a module for its hooks.
fn with_module(parent: &str, name: &str, module: &str, options: &[(&str, &str)]) -> Variant {
    let toml = format!("extends = \"{parent}\"\nscript = \"{name}\"\n[title]\nen = \"M\"\n");
    let files = [("variant.toml", toml.as_str()), (name, module)];
    let folder = Folder::from_files("by-module", files).expect("a folder");
    let pairs = options
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
    let pairs: Vec<(String, String)> = pairs.collect();
    variant::load(&masque_variants::shelf(), &folder, None, &pairs)
        .unwrap_or_else(|wrong| panic!("{wrong:#?}"))
}

/// Plays random games on both, action by action.
fn same_games(script: &dyn Engine, module: &dyn Engine, games: u64, actions: usize) {
    let mut played = 0;
    for number in 0..games {
        let seed = Seed::from_u64(number);
        let mut dice = seed.stream(Stream::Bot(1));
        let setup = script.deal(&seed, [None, None]);
        let mut both = [script, module].map(|e| e.start(&setup).expect("a start"));
        for _ in 0..actions {
            if both[0].phase() == Phase::Over {
                break;
            }
            let [legal, other] = both.each_ref().map(|g| g.legal().expect("no hook fails"));
            assert_eq!(legal, other);
            let Some(&action) = dice.choose(&legal) else {
                break;
            };
            let seat = both[0].turn();
            let [told, other] = both.each_mut().map(|g| g.play(seat, action, false));
            assert_eq!(told, other);
            match told {
                Ok(_) | Err(PlayError::Refused(_)) => played += 1,
                Err(error) => panic!("{error}"),
            }
            let [truth, other] = both.each_ref().map(|g| g.truth_text(Arbiter::assume()));
            assert_eq!(truth, other);
        }
        assert_eq!(both[0].outcome(), both[1].outcome());
    }
    assert!(played > actions, "{played}");
}

#[test]
fn minesweeper_chess_by_a_module() {
    for options in [&[][..], &[("sapper_after_clear", "true")]] {
        let script = engine_of("minesweeper-chess", options);
        let module = with_module("minesweeper-chess", "rules.wat", MINES, options);
        same_games(&*script, &*module.engine(), 4, 120);
    }
}

#[test]
fn go_by_a_module() {
    let options = [("size", "9")];
    let script = engine_of("go", &options);
    let module = with_module("go", "rules.wat", GO, &options);
    same_games(&*script, &*module.engine(), 3, 150);
}

#[test]
fn the_rulebook_holds_for_a_module() {
    let module = with_module("minesweeper-chess", "rules.wat", MINES, &[]);
    let hooks = module.script.as_ref().expect("a module").hooks();
    let names: Vec<&str> = hooks.iter().map(|h| h.name).collect();
    assert_eq!(names, ["moves", "landed", "acted"]);
    let error = module
        .engine_on(Backend::Interpreter)
        .expect_err("it has no interpreter");
    assert_eq!(error.code, "not-interpreted");
}

#[test]
fn a_module_is_part_of_what_is_hashed() {
    let text = |module: &str| {
        let variant = with_module("minesweeper-chess", "rules.wat", module, &[]);
        variant.rules_text()
    };
    let other = MINES.replace(
        "(call $defuse (call $low (local.get $to)) (call $high (local.get $to)))",
        "(nop)",
    );
    assert_ne!(other, MINES);
    assert_eq!(text(MINES), text(MINES));
    assert_ne!(text(MINES), text(&other));
    let hash = |module: &str| {
        let variant = with_module("minesweeper-chess", "rules.wat", module, &[]);
        variant.resolved.canonical()
    };
    assert_ne!(hash(MINES), hash(&other));
}

#[test]
fn the_worked_example_can_be_followed() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("foggy");
    std::fs::create_dir(&folder).expect("a folder");
    for (name, text) in EXAMPLE {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let args = Args {
        directories: vec![folder],
        ..Args::default()
    };
    let selection = select(&args, masque_variants::shelf()).unwrap_or_else(|e| panic!("{e:#?}"));
    let report = selection.run(&InProcess);
    assert!(report.holds(), "{}", report.pretty());
    let page = include_str!("../../../docs/scripts.md");
    for (name, text) in EXAMPLE {
        assert!(page.contains(text), "{name}");
    }
}
