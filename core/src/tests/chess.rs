//! Orthodox chess, and a board of another width: everything rests on them.

use super::fixtures::*;
use crate::position::Arbiter;
use crate::rules::repetition::History;
use crate::search::Unit;
use crate::spec::{EndThen, EndWhen, MoveSpec};

fn perft<const W: usize>(rules: &crate::legal::Rules<W>, fen: &str, depth: u32) -> u64 {
    let game = start(rules, &fen_setup(rules, fen));
    let position = game.position(Arbiter::assume());
    rules
        .perft(position, &History::new(), depth, Unit::Turn)
        .unwrap()
}

/// Chess with nothing that ends a game but the lack of actions.
fn plain() -> crate::spec::Spec {
    let mut spec = chess();
    (spec.quiet, spec.repetition) = (None, None);
    spec.endings.truncate(2);
    spec
}

#[test]
fn perft_agrees_with_published_counts() {
    let rules = compile::<1>(plain());
    let deep = u32::from(!cfg!(debug_assertions));
    let vectors: [(&str, [u64; 4]); 6] = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            [20, 400, 8902, 197_281],
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            [48, 2039, 97_862, 4_085_603],
        ),
        (
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
            [14, 191, 2812, 43_238],
        ),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0",
            [6, 264, 9467, 422_333],
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1",
            [44, 1486, 62_379, 2_103_487],
        ),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0",
            [46, 2079, 89_890, 3_894_594],
        ),
    ];
    for (fen, counts) in vectors {
        for depth in 1..=2 + 2 * deep {
            let count = perft(&rules, fen, depth);
            assert_eq!(count, counts[depth as usize - 1], "{fen} at {depth}");
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn perft_agrees_with_published_deep_counts() {
    let rules = compile::<1>(plain());
    for (fen, depth, count) in [
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            5,
            193_690_690,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 6, 11_030_083),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0",
            5,
            15_833_292,
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1",
            5,
            89_941_194,
        ),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0",
            5,
            164_075_551,
        ),
    ] {
        assert_eq!(perft(&rules, fen, depth), count, "{fen}");
    }
}

/// Xiangqi on nine files: lame leapers, hoppers, palaces, and generals that see each other.
fn xiangqi() -> crate::spec::Spec {
    let mut spec = bare(9, 10);
    spec.board.regions = [
        ("palace".to_owned(), region(&["d1-f3"], true)),
        ("home".to_owned(), region(&["ranks 1-5"], true)),
        ("beyond".to_owned(), region(&["ranks 6-10"], true)),
    ]
    .into();
    let within = |text: &str, to: &str| MoveSpec {
        to: Some(to.into()),
        ..betza(text)
    };
    let mut general = kind("general", 'K', 1, &[]);
    general.moves = vec![
        within("W", "palace"),
        MoveSpec {
            victims: vec!["general".into()],
            ..betza("cfR")
        },
    ];
    let mut advisor = kind("advisor", 'A', 2, &[]);
    advisor.moves = vec![within("F", "palace")];
    let mut elephant = kind("elephant", 'B', 2, &[]);
    elephant.moves = vec![within("nA", "home")];
    let mut soldier = kind("soldier", 'P', 5, &["fW"]);
    soldier.moves.push(MoveSpec {
        from: Some("beyond".into()),
        ..betza("sW")
    });
    spec.kinds = vec![
        general,
        advisor,
        elephant,
        kind("horse", 'N', 2, &["nN"]),
        kind("chariot", 'R', 2, &["R"]),
        kind("cannon", 'C', 2, &["mRcpR"]),
        soldier,
    ];
    spec.check = Some(crate::spec::CheckSpec {
        royal: "general".into(),
        ..Default::default()
    });
    spec.endings = vec![
        ending(EndWhen::Checkmate, EndThen::Loses, "mate"),
        ending(EndWhen::NoAction, EndThen::Loses, "stalemate"),
    ];
    spec
}

#[test]
fn xiangqi_perft_agrees_with_published_counts() {
    let rules = compile::<2>(xiangqi());
    let count = |rows: &str, depth| {
        let game = start(&rules, &setup(&rules, rows));
        let position = game.position(Arbiter::assume());
        rules
            .perft(position, &History::new(), depth, Unit::Turn)
            .unwrap()
    };
    let first = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    assert_eq!([count(first, 1), count(first, 2)], [44, 1920]);
    if !cfg!(debug_assertions) {
        assert_eq!(count(first, 3), 79_666);
        let second = "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4";
        assert_eq!(count(second, 4), 4_485_547);
    }
}
