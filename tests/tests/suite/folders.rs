//! Genericity: folders that needed no change of the core, played to their ends.

use masque_core::engine::Engine;
use masque_core::piece::Observer;
use masque_core::random::{Seed, Stream};
use masque_core::search::Unit;

use crate::support::engine_of_folder;

/// Plays random games; every one ends or reaches the limit, and some end.
fn plays(engine: &dyn Engine, games: u64) -> u32 {
    let mut ended = 0;
    for number in 0..games {
        let seed = Seed::from_u64(number);
        let game = engine
            .start(&engine.deal(&seed, [None, None]))
            .expect("a deal starts");
        let playout = game
            .playout(&mut seed.stream(Stream::Bot(0)), 1000)
            .expect("hooks do not fail");
        assert!(playout.outcome.is_some() || playout.plies == 1000);
        ended += u32::from(playout.outcome.is_some());
    }
    ended
}

#[test]
fn jieqi_is_xiangqi_with_shuffled_identities() {
    let engine = engine_of_folder("jieqi", &[]);
    for number in 0..20 {
        let game = engine
            .start(&engine.deal(&Seed::from_u64(number), [None, None]))
            .expect("starts");
        // The disguises stand as the pieces of xiangqi do, whatever is under them.
        assert_eq!(game.perft(1, Unit::Turn), Ok(44));
        assert_eq!(
            game.observe(Observer::Public)
                .pool
                .iter()
                .map(|c| u32::from(c.count))
                .sum::<u32>(),
            30
        );
    }
    assert!(plays(&*engine, 20) > 0);
}

#[test]
fn groups_and_liberties_follow_the_edges_of_a_graph() {
    let engine = engine_of_folder("graph-go", &[]);
    assert_eq!(engine.sites(), 60);
    // A camp has eight neighbours; b12 and d12 have three.
    let setup = engine.parse_position("1XOX1/2X2/5/5/5/5/5/5/5/5/5/5 black");
    let game = engine.start(&setup.expect("a position")).expect("starts");
    let black = game.turn();
    assert!(
        game.explain(black, game.parse_action(black, "c10").expect("reads"))
            .is_ok()
    );
    assert!(plays(&*engine, 10) > 0);
}

#[test]
fn mines_lie_under_banqi() {
    let engine = engine_of_folder("mined-banqi", &[]);
    let game = engine
        .start(&engine.deal(&Seed::from_u64(1), [None, None]))
        .expect("starts");
    let seen = game.observe(Observer::Public);
    assert_eq!(seen.terrain.as_ref().map(|t| t.left), Some(4));
    assert_eq!(game.perft(1, Unit::Turn), Ok(32));
    assert!(plays(&*engine, 40) > 0);
}
