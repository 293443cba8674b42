//! Compiled scripts and interpreted ones play the same games: what is legal, what is told, and the truth at the end.

use std::sync::Arc;

use masque_core::engine::Engine;
use masque_core::game::PlayError;
use masque_core::position::{Arbiter, Phase};
use masque_core::random::{Seed, Stream};
use masque_scripting::variant::{Backend, Compiled, Variant};

use crate::support::{folders, layouts, variant_ids, variant_of, variant_of_folder};

/// Seeds for each variant.
const GAMES: u64 = 6;
/// The most actions of a game.
const ACTIONS: usize = 150;

fn everything() -> Vec<(String, Variant)> {
    let shipped = variant_ids().into_iter();
    let mut all: Vec<(String, Variant)> = shipped
        .map(|id| (id.clone(), variant_of(&id, &[])))
        .collect();
    let own = std::fs::read_dir(folders()).expect("the suite's folders");
    let names = own.filter_map(|e| e.ok()?.file_name().into_string().ok());
    all.extend(names.map(|name| (name.clone(), variant_of_folder(&name, &[]))));
    all
}

#[test]
fn random_games_are_the_same() {
    for (id, variant) in everything() {
        if variant.script.as_ref().is_none_or(|script| !script.runs()) {
            continue;
        }
        let on = |backend| variant.engine_on(backend).expect("an engine");
        let engines = [on(Backend::Interpreter), on(Backend::Wasm)];
        for seed in 0..GAMES {
            game(&id, &engines, seed);
        }
    }
}

/// One game on both, action by action.
fn game(id: &str, engines: &[Arc<dyn Engine>; 2], seed: u64) {
    let seed = Seed::from_u64(seed);
    let mut dice = seed.stream(Stream::Bot(1));
    let drafts = layouts(&*engines[0], &mut dice);
    let setup = engines[0].deal(&seed, [drafts[0].as_ref(), drafts[1].as_ref()]);
    let mut games = [0, 1].map(|i| engines[i].start(&setup).expect("a start"));
    for _ in 0..ACTIONS {
        if games[0].phase() == Phase::Over {
            break;
        }
        let [legal, other] = [0, 1].map(|i| games[i].legal().expect("hooks do not fail"));
        assert_eq!(
            legal,
            other,
            "{id}: {}",
            games[0].text(masque_core::piece::Observer::Public)
        );
        let Some(&action) = dice.choose(&legal) else {
            break;
        };
        let seat = games[0].turn();
        let [told, other] = [0, 1].map(|i| games[i].play(seat, action, false));
        assert_eq!(told, other, "{id}");
        match told {
            Ok(_) | Err(PlayError::Refused(_)) => {}
            Err(error) => panic!("{id}: {error}"),
        }
        let [truth, other] = [0, 1].map(|i| games[i].truth_text(Arbiter::assume()));
        assert_eq!(truth, other, "{id}");
    }
}

#[test]
fn playouts_are_the_same() {
    for (id, variant) in everything() {
        let on = |backend| variant.engine_on(backend).expect("an engine");
        let engines = [on(Backend::Interpreter), on(Backend::Wasm)];
        for seed in 0..3 {
            let seed = Seed::from_u64(seed);
            let drafts = layouts(&*engines[0], &mut seed.stream(Stream::Bot(1)));
            let setup = engines[0].deal(&seed, [drafts[0].as_ref(), drafts[1].as_ref()]);
            let [a, b] = [0, 1].map(|i| {
                let game = engines[i].start(&setup).expect("a start");
                let mut dice = seed.stream(Stream::Bot(2));
                game.playout(&mut dice, 400).expect("hooks do not fail")
            });
            assert_eq!(a, b, "{id}");
        }
    }
}

#[test]
fn compiled_table_hooks_give_the_same_tables() {
    let mut seen = 0;
    for (id, variant) in everything() {
        let Some(script) = &variant.script else {
            continue;
        };
        for hook in ["capture", "dark"] {
            let found = match &variant.rules {
                Compiled::One(tables) => script.compiled_table(hook, tables),
                Compiled::Two(tables) => script.compiled_table(hook, tables),
                Compiled::Six(tables) => script.compiled_table(hook, tables),
            };
            let Some(found) = found else {
                continue;
            };
            let capture = &variant.spec().capture;
            let table = if hook == "capture" {
                &capture.open
            } else {
                &capture.dark
            };
            assert_eq!(&found.expect("hooks do not fail"), table, "{id}: {hook}");
            seen += 1;
        }
    }
    assert!(seen >= 5, "{seen} tables");
}
