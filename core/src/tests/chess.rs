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
#[cfg(not(debug_assertions))]
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

fn game(fen: &str) -> crate::game::Game<1> {
    let rules = compile::<1>(chess());
    let setup = fen_setup(&rules, fen);
    start(&rules, &setup)
}

#[test]
fn captures_in_passing_mind_pins_and_may_be_the_only_escape() {
    let pinned = game("8/8/8/r2Pp2K/8/8/4k3/8 w - e6");
    assert_eq!(legal(&pinned).len(), 6);
    assert!(!legal(&pinned).contains(&"d5e6".into()));
    let pinned = game("1nbqkbnr/1pp1pppp/8/r1Pp3K/p7/5P2/PP1PP1PP/RNBQ1BNR w k d6");
    assert_eq!(legal(&pinned).len(), 22);
    let escape = game("8/pp6/3Q4/k5np/PPpp1N2/3P2P1/2P2PKP/R1B2R2 b - b3");
    assert_eq!(legal(&escape), ["c4b3"]);
}

#[test]
fn a_capture_of_the_corner_piece_ends_the_right() {
    let mut game = game("rnbqkbnr/pppppp1p/8/8/1P4p1/8/PBPPPPPP/RN1QKBNR w KQkq -");
    play(&mut game, "b2h8");
    let unmoved = game.view(crate::piece::Observer::Public).public().unmoved;
    let names: Vec<_> = unmoved
        .iter()
        .map(|s| game.rules().tables.board.name(s))
        .collect();
    assert_eq!(names, ["a1", "e1", "h1", "a8", "e8"]);
}

#[test]
fn rights_that_lost_a_piece_do_not_tell_positions_apart() {
    // The king moves, which ends the right; that the corner piece moves later ends nothing more.
    let mut game = game("4k3/8/8/8/8/8/8/R3K3 w Q -");
    play(&mut game, "e1e2 e8e7 e2e1 e7e8");
    play(&mut game, "a1b1 e8e7 b1a1 e7e8");
    play(&mut game, "a1b1 e8e7 b1a1 e7e8");
    let key = crate::spec::RepetitionKey::Full;
    assert_eq!(game.history().occurrences(key), 3);
}

#[test]
fn a_useless_passing_square_does_not_tell_positions_apart() {
    let mut useless = game("8/8/8/8/4p3/8/R2P3k/K7 w - -");
    play(&mut useless, "d2d4 h2h3 a2a3 h3h2 a3a2 h2h1 a2a3 h1h2 a3a2");
    let key = crate::spec::RepetitionKey::Full;
    assert_eq!(useless.history().occurrences(key), 3);
    let mut pinned = game("6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - -");
    play(&mut pinned, "h7h5 e6h6 g7h7 h6e6 h7g7 e6h6 g7h7 h6e6 h7g7");
    assert_eq!(pinned.history().occurrences(key), 3);
}

#[test]
fn the_start_counts_its_own_capture_in_passing() {
    let mut game = game("4k3/8/8/3pP3/8/8/8/4K3 w - d6");
    play(&mut game, "e1e2 e8e7 e2e1 e7e8");
    let key = crate::spec::RepetitionKey::Full;
    assert_eq!(game.history().occurrences(key), 1);
}

#[test]
fn an_impossible_capture_in_passing_is_a_fault_of_the_setup() {
    let rules = compile::<1>(chess());
    let setup = fen_setup(&rules, "4k3/8/8/4P3/8/8/8/4K3 w - d6");
    assert!(setup.validate(&rules.tables).is_err());
}

#[test]
fn mate_goes_before_the_quiet_limit() {
    let mut game = game("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99");
    play(&mut game, "g3h3");
    assert_eq!(outcome(&game), Some(("mate".into(), Some(0))));
}

#[test]
fn stalemate_is_no_mate() {
    let mut game = game("7K/5q2/6k1/8/8/8/8/8 w - -");
    game.judge_start().unwrap();
    assert_eq!(outcome(&game), Some(("stalemate".into(), None)));
}

#[test]
fn acting_declines_an_offer_but_not_an_own_one() {
    use crate::action::Act;
    use crate::piece::Seat;
    let mut spec = chess();
    spec.acts.agree = Some((crate::spec::EndThenAgreed::Draw, "agree".into()));
    let rules = compile::<1>(spec);
    let mut game = start(&rules, &fen_setup(&rules, "4k3/8/8/8/8/8/8/4K2R w - -"));
    game.act(Seat(0), Act::Offer).unwrap();
    play(&mut game, "h1h2");
    assert_eq!(
        game.view(crate::piece::Observer::Public).public().offer,
        Some(Seat(0))
    );
    play(&mut game, "e8e7");
    assert!(game.act(Seat(1), Act::Accept).is_err());
}

#[test]
fn nobody_passes_while_in_check() {
    let mut spec = chess();
    spec.actions.pass = crate::spec::PassRule::Allowed;
    let rules = compile::<1>(spec);
    let checked = start(&rules, &fen_setup(&rules, "4k3/8/8/8/8/8/8/4K2r w - -"));
    assert!(!legal(&checked).contains(&"pass".into()));
    let free = start(&rules, &fen_setup(&rules, "4k3/8/8/8/8/7r/8/4K3 w - -"));
    assert!(legal(&free).contains(&"pass".into()));
}

#[test]
fn a_placed_piece_may_not_be_the_screen_of_an_attack() {
    let mut spec = chess();
    spec.kinds[4].moves = vec![betza("mRcpR")];
    spec.actions.place = Some(("knight".into(), "place".into()));
    let rules = compile::<1>(spec);
    let game = start(&rules, &fen_setup(&rules, "4k3/8/8/8/8/8/8/q3K3 w - -"));
    assert!(!legal(&game).contains(&"@b1".into()));
    assert!(legal(&game).contains(&"@b2".into()));
}

#[test]
fn a_piece_that_may_not_take_the_royal_one_gives_no_check() {
    use crate::spec::{ClashSpec, Verdict};
    let mut spec = chess();
    let kinds = spec.kinds.len();
    spec.capture.open = vec![ClashSpec::default(); kinds * kinds];
    let (rook, king) = (3, 5);
    spec.capture.open[rook * kinds + king].verdict = Verdict::Refuse;
    let rules = compile::<1>(spec);
    let free = start(&rules, &fen_setup(&rules, "4k3/8/8/8/8/8/8/4K2r w - -"));
    assert!(legal(&free).contains(&"e1f1".into()));
    let checked = start(&rules, &fen_setup(&rules, "4k3/8/8/8/8/8/8/4K2q w - -"));
    assert!(!legal(&checked).contains(&"e1f1".into()));
}

#[test]
fn a_royal_piece_on_a_safe_site_is_not_in_check() {
    let mut spec = chess();
    spec.board
        .regions
        .insert("haven".into(), region(&["e1"], false));
    spec.capture.safe = Some(("haven".into(), "haven".into()));
    let rules = compile::<1>(spec);
    let game = start(&rules, &fen_setup(&rules, "4k3/8/8/8/8/8/P7/4K2r w - -"));
    assert!(legal(&game).contains(&"a2a3".into()));
}

#[test]
fn too_many_kinds_are_refused() {
    let mut spec = chess();
    for i in 0..40 {
        spec.kinds.push(kind(&format!("more-{i}"), 'Z', 0, &["W"]));
    }
    spec.promotion.as_mut().unwrap().into = vec!["more-39".into()];
    assert!(crate::tables::Tables::<1>::compile(spec).is_err());
}

#[test]
fn a_capture_table_of_the_wrong_size_is_refused() {
    let mut spec = chess();
    spec.capture.open = vec![crate::spec::ClashSpec::default(); 3];
    assert!(crate::tables::Tables::<1>::compile(spec).is_err());
}
