//! A graph of roads and railways, secret layouts and secret clashes.

use super::fixtures::*;
use crate::event::Event;
use crate::game::{Game, PlayError};
use crate::legal::Rules;
use crate::piece::{Observer, Seat, Side};
use crate::spec::{
    ClashSpec, ColoursWay, DealSpec, EndThen, EndWhen, Face, HiddenTarget, LayoutSpec, MoveSpec,
    Spec, Tells, Verdict, WalkSpec,
};

const KINDS: [(&str, char, u8); 12] = [
    ("marshal", 'M', 1),
    ("general", 'G', 1),
    ("division", 'D', 2),
    ("brigade", 'B', 2),
    ("regiment", 'R', 2),
    ("battalion", 'T', 2),
    ("company", 'C', 3),
    ("platoon", 'P', 3),
    ("engineer", 'E', 3),
    ("bomb", 'O', 2),
    ("mine", 'L', 3),
    ("flag", 'F', 1),
];
const ENGINEER: usize = 8;
const BOMB: usize = 9;
const MINE: usize = 10;
const FLAG: usize = 11;

fn meets(a: usize, d: usize) -> Verdict {
    match (a, d) {
        (MINE | FLAG, _) => Verdict::Refuse,
        (BOMB, _) | (_, BOMB) => Verdict::Both,
        (_, FLAG) | (ENGINEER, MINE) => Verdict::Take,
        (_, MINE) => Verdict::Lost,
        _ if a < d => Verdict::Take,
        _ if a == d => Verdict::Both,
        _ => Verdict::Lost,
    }
}

fn board(spec: &mut Spec) {
    spec.board.graph = true;
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let rails = words("a2-e2 a6-e6 a7-e7 a11-e11 a2-a11 e2-e11 c6-c7");
    let mut roads = words("b3* d3* c4* b5* d5* b8* d8* c9* b10* d10*");
    for rank in 1..=12 {
        roads.push(format!("a{rank}-e{rank}"));
    }
    for file in 'a'..='e' {
        roads.push(format!("{file}1-{file}6"));
        roads.push(format!("{file}7-{file}12"));
    }
    spec.board.edges = vec![("rail".into(), rails), ("road".into(), roads)];
    spec.board.regions = [
        (
            "camps".to_owned(),
            region(
                &["b3", "d3", "c4", "b5", "d5", "b8", "d8", "c9", "b10", "d10"],
                false,
            ),
        ),
        ("headquarters".to_owned(), region(&["b1", "d1"], true)),
        (
            "both-headquarters".to_owned(),
            region(&["b1", "d1", "b12", "d12"], false),
        ),
        ("rear".to_owned(), region(&["ranks 1-2"], true)),
        ("front".to_owned(), region(&["rank 6"], true)),
        (
            "own".to_owned(),
            region(
                &[
                    "ranks 1-2",
                    "a3",
                    "c3",
                    "e3",
                    "a4-b4",
                    "d4-e4",
                    "a5",
                    "c5",
                    "e5",
                    "rank 6",
                ],
                true,
            ),
        ),
        (
            "stations".to_owned(),
            region(
                &[
                    "ranks 1-2",
                    "a3",
                    "c3",
                    "e3",
                    "a4-b4",
                    "d4-e4",
                    "a5",
                    "c5",
                    "e5",
                    "ranks 6-7",
                    "a8",
                    "c8",
                    "e8",
                    "a9-b9",
                    "d9-e9",
                    "a10",
                    "c10",
                    "e10",
                    "ranks 11-12",
                ],
                false,
            ),
        ),
    ]
    .into();
}

/// What both forms share.
fn common() -> Spec {
    let mut spec = bare(5, 12);
    board(&mut spec);
    let walk = |class: &str, straight, limit| MoveSpec {
        walk: Some(WalkSpec {
            class: class.into(),
            straight,
            limit,
        }),
        ..MoveSpec::default()
    };
    spec.kinds = KINDS
        .iter()
        .enumerate()
        .map(|(i, (name, letter, count))| {
            let mut kind = kind(name, *letter, *count, &[]);
            if i < MINE {
                kind.moves = vec![walk("", false, 1), walk("rail", i != ENGINEER, 0)];
            }
            kind
        })
        .collect();
    spec.capture.open = (0..144)
        .map(|i| ClashSpec {
            verdict: meets(i / 12, i % 12),
            clause: "clash".into(),
        })
        .collect();
    spec.capture.safe = Some(("camps".into(), "camp".into()));
    spec.endings = vec![
        ending(EndWhen::Lost("flag".into()), EndThen::Loses, "flag"),
        ending(
            EndWhen::Immobile(vec!["mine".into(), "flag".into()]),
            EndThen::Loses,
            "immobile",
        ),
        ending(EndWhen::NoAction, EndThen::Loses, "no-action"),
    ];
    spec.acts.resign = Some("resign".into());
    spec
}

pub(super) fn secret() -> Spec {
    let mut spec = common();
    spec.hidden.face = Face::Back;
    spec.hidden.owner_knows = true;
    spec.hidden.capture_tells = Tells::None;
    spec.hidden.reveal_at_end = true;
    spec.capture.hidden = HiddenTarget::Secret;
    spec.capture.locked = Some(("both-headquarters".into(), "locked".into()));
    spec.setup.deal = DealSpec::Layout;
    spec.setup.layout = Some(LayoutSpec {
        region: "own".into(),
        only: vec![
            ("flag".into(), "headquarters".into(), "flag-place".into()),
            ("mine".into(), "rear".into(), "mine-place".into()),
        ],
        never: vec![("bomb".into(), "front".into(), "bomb-place".into())],
        ..LayoutSpec::default()
    });
    spec
}

fn flips(way: ColoursWay, attack: bool) -> Spec {
    let mut spec = common();
    spec.hidden.face = Face::Blank;
    spec.actions.flip = Some("flip".into());
    spec.colours.way = way;
    spec.capture.hidden = if attack {
        HiddenTarget::Reveal
    } else {
        HiddenTarget::Refuse
    };
    spec.setup.deal = DealSpec::Pool {
        region: "stations".into(),
    };
    spec
}

/// Pieces as `site=LETTER`, of which those of the secret form are hidden.
pub(super) fn place(rules: &Rules<1>, words: &str, turn: u8) -> Game<1> {
    let mut setup = crate::setup::Setup::empty(&rules.tables);
    for word in words.split_whitespace() {
        let (at, text) = word.split_once('=').unwrap();
        setup.cells[site(rules, at).index()] =
            crate::setup::parse_token(&rules.tables, text).unwrap();
    }
    setup.first_side = Some(Side(0));
    setup.turn = Seat(turn);
    start(rules, &setup)
}

fn reach(rules: &Rules<1>, piece: &str, at: &str) -> Vec<String> {
    let game = place(rules, &format!("{at}={piece}"), 0);
    legal_of(&game, at)
        .into_iter()
        .map(|t| t[at.len()..].to_owned())
        .collect()
}

#[test]
fn the_board_has_the_published_shape() {
    let rules = compile::<1>(secret());
    let board = &rules.tables.board;
    let edges: Vec<_> = board
        .all()
        .iter()
        .flat_map(|s| board.edges(s).iter().map(move |e| (s, *e)))
        .collect();
    assert_eq!(edges.len(), 2 * 133);
    assert_eq!(edges.iter().filter(|(_, e)| e.class == 0).count(), 2 * 35);
    let degree = |n: usize| {
        board
            .all()
            .iter()
            .filter(|s| board.edges(*s).len() == n)
            .count()
    };
    assert_eq!([2, 3, 4, 5, 6, 8].map(degree), [4, 18, 20, 4, 4, 10]);
}

#[test]
fn roads_are_one_step_and_railways_any_number() {
    let rules = compile::<1>(flips(ColoursWay::OwnTwo, false));
    for (at, engineer, other) in [("a2", 33, 15), ("b3", 8, 8), ("b1", 3, 3)] {
        assert_eq!(reach(&rules, "E", at).len(), engineer, "{at}");
        assert_eq!(reach(&rules, "R", at).len(), other, "{at}");
    }
    let mut from = reach(&rules, "R", "a2");
    from.sort();
    assert_eq!(
        from,
        [
            "a1", "a10", "a11", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b2", "b3", "c2", "d2",
            "e2"
        ]
    );
    assert!(!reach(&rules, "R", "a10").contains(&"a12".into()));
    assert!(!reach(&rules, "R", "a3").contains(&"b2".into()));
}

#[test]
fn camps_shelter_and_headquarters_hold() {
    let rules = compile::<1>(secret());
    let game = place(
        &rules,
        "b2=X(M) b1=X(R) d1=X(F) b3=x(P) a3=x(P) d12=x(F)",
        0,
    );
    assert!(!legal(&game).contains(&"b2b3".into()));
    assert!(legal(&game).contains(&"b2a2".into()));
    assert!(legal_of(&game, "b1").is_empty());
    let open = compile::<1>(flips(ColoursWay::OwnTwo, false));
    let game = place(&open, "b1=R d1=F a1=p d12=f", 0);
    assert!(legal(&game).contains(&"b1a1".into()));
}

#[test]
fn clashes_tell_only_their_outcome() {
    let rules = compile::<1>(secret());
    for (attacker, defender, verdict) in [
        ("M", "g", Verdict::Take),
        ("G", "m", Verdict::Lost),
        ("P", "p", Verdict::Both),
        ("O", "l", Verdict::Both),
        ("E", "l", Verdict::Take),
        ("M", "l", Verdict::Lost),
        ("M", "o", Verdict::Both),
    ] {
        let words = format!("a3=X({attacker}) a4=x({defender}) a6=X(P) b1=X(F) e9=x(P) d12=x(F)");
        let mut game = place(&rules, &words, 0);
        play(&mut game, "a3a4");
        for who in Observer::ALL {
            let events = told(&game, who);
            let clash = events.iter().find_map(|e| match e {
                Event::Clashed { verdict, .. } => Some(*verdict),
                _ => None,
            });
            assert_eq!(clash, Some(verdict), "{attacker} {defender}");
            assert!(!events.iter().any(|e| matches!(e, Event::Revealed { .. })));
            let identities = events
                .iter()
                .filter_map(|e| match e {
                    Event::Identity { piece, .. } => Some(piece.side.0),
                    _ => None,
                })
                .collect::<Vec<_>>();
            match who {
                // Each seat is told only of its own.
                Observer::Seat(seat) => assert!(identities.iter().all(|s| *s == seat.0)),
                Observer::Public => assert!(identities.is_empty()),
            }
        }
        let lost_first = matches!(verdict, Verdict::Both | Verdict::Lost);
        let knows = |seat: u8, side: usize| {
            game.view(Observer::Seat(Seat(seat))).learned()[side]
                .iter()
                .map(|n| usize::from(*n))
                .sum::<usize>()
        };
        assert_eq!([knows(0, 0), knows(1, 0)], [usize::from(lost_first), 0]);
        assert_eq!(
            [knows(0, 1), knows(1, 1)],
            [0, usize::from(verdict != Verdict::Lost)]
        );
    }
}

#[test]
fn the_flag_goes_before_the_count_of_movable_pieces() {
    let rules = compile::<1>(secret());
    let mut game = place(&rules, "a12=X(P) b1=X(F) b12=x(F) a11=x(P)", 0);
    play(&mut game, "a12b12");
    assert_eq!(outcome(&game), Some(("flag".into(), Some(0))));
    // The last movable pieces of both go at once.
    let mut game = place(&rules, "a3=X(P) b1=X(F) a4=x(P) b12=x(F) d1=X(G)", 0);
    play(&mut game, "a3a4");
    assert_eq!(outcome(&game), Some(("immobile".into(), None)));
    let mut game = place(&rules, "b1=X(F) a1=X(L) c1=X(L) b12=x(F) a11=x(P)", 0);
    game.judge_start().unwrap();
    assert_eq!(outcome(&game), Some(("immobile".into(), Some(1))));
    // A face-down piece anywhere may still be turned.
    let flip = compile::<1>(flips(ColoursWay::OwnTwo, false));
    let mut game = place(&flip, "b1=F a1=L c1=L b12=f a11=p e6=?(p)", 0);
    game.judge_start().unwrap();
    assert_eq!(
        (outcome(&game), legal(&game)),
        (None, vec!["?e6".to_owned()])
    );
}

#[test]
fn colours_settle_in_several_ways() {
    for (way, settled, who) in [
        (ColoursWay::OwnTwo, 5, Side(1)),
        (ColoursWay::SequenceTwo, 2, Side(1)),
        (ColoursWay::FirstFlip, 1, Side(0)),
        (ColoursWay::FirstKind("engineer".into()), 3, Side(1)),
    ] {
        let rules = compile::<1>(flips(way.clone(), false));
        let mut setup = crate::setup::Setup::empty(&rules.tables);
        let pieces = [
            "a1=P", "a2=P", "a3=e", "a4=p", "a5=p", "e5=P", "e6=f", "e7=F",
        ];
        for word in pieces {
            let (at, letter) = word.split_once('=').unwrap();
            setup.cells[site(&rules, at).index()] =
                crate::setup::parse_token(&rules.tables, &format!("?({letter})")).unwrap();
        }
        let mut game = start(&rules, &setup);
        for (i, at) in ["a1", "a2", "a3", "a4", "a5"].iter().enumerate() {
            let first = game.view(Observer::Public).public().first_side;
            assert_eq!(first.is_some(), i >= settled, "{way:?}");
            if first.is_none() {
                assert!(legal(&game).iter().all(|t| t.starts_with('?')));
            }
            play(&mut game, &format!("?{at}"));
        }
        assert_eq!(
            game.view(Observer::Public).public().first_side,
            Some(who),
            "{way:?}"
        );
    }
}

#[test]
fn nobody_wins_while_colours_are_not_settled() {
    let rules = compile::<1>(flips(ColoursWay::OwnTwo, false));
    let mut setup = crate::setup::Setup::empty(&rules.tables);
    setup.cells[site(&rules, "a2").index()] =
        crate::setup::parse_token(&rules.tables, "?(F)").unwrap();
    let mut game = start(&rules, &setup);
    play(&mut game, "?a2");
    assert_eq!(outcome(&game).map(|o| o.1), Some(None));
    let mut game = start(&rules, &setup);
    game.act(Seat(0), crate::action::Act::TimeOut).unwrap();
    assert_eq!(outcome(&game).map(|o| o.1), Some(None));
}

#[test]
fn hidden_pieces_are_attacked_only_where_that_is_allowed() {
    for (attack, offered) in [(false, false), (true, true)] {
        let rules = compile::<1>(flips(ColoursWay::OwnTwo, attack));
        let mut game = place(&rules, "a2=T b2=?(p) d1=F d12=f e12=p b3=?(p)", 0);
        assert_eq!(legal(&game).contains(&"a2b2".into()), offered);
        assert!(!legal(&game).contains(&"a2b3".into()));
        if attack {
            play(&mut game, "a2b2");
            assert_eq!(look(&game, Observer::Public, "b2"), 'T');
        }
    }
}

#[test]
fn a_guarded_target_is_refused_by_what_is_true_and_by_what_all_see() {
    let mut spec = secret();
    spec.capture.guarded = vec![("flag".into(), "mine".into(), "guarded".into())];
    let rules = compile::<1>(spec.clone());
    let mut game = place(&rules, "a12=X(P) b1=X(F) b12=x(F) a10=x(P) e12=x(L)", 0);
    assert!(matches!(
        attempt(&mut game, "a12b12"),
        Err(PlayError::Refused(_))
    ));
    for observer in Observer::ALL {
        let events = told(&game, observer);
        let [Event::Refused { clause, .. }] = events[..] else {
            panic!("{events:?}")
        };
        assert_eq!(rules.tables.clauses.slug(clause), "guarded");
    }
    assert!(!legal(&game).contains(&"a12b12".into()));
    let action = crate::action::Action::moving(site(&rules, "a12"), site(&rules, "b12"), 0);
    let crate::explain::Explanation::Refused(refusal) = game.explain(Seat(0), action).unwrap()
    else {
        panic!()
    };
    assert_eq!(refusal.stage, crate::legal::Stage::Capture);
    let mut game = place(&rules, "a12=X(P) b1=X(F) b12=x(F) a10=x(P)", 0);
    play(&mut game, "a12b12");
    let mut open = flips(ColoursWay::OwnTwo, false);
    open.capture.guarded = spec.capture.guarded;
    let rules = compile::<1>(open);
    let game = place(&rules, "a12=P b1=F b12=f a10=p e12=l", 0);
    assert!(!legal(&game).contains(&"a12b12".into()));
}

#[test]
fn random_layouts_are_legal() {
    let rules = compile::<1>(secret());
    let mut dice = crate::random::Seed::from_u64(3).stream(crate::random::Stream::Deal);
    for seat in Seat::BOTH {
        let layout = crate::deal::named_layout(&rules.tables, seat, "random", &mut dice).unwrap();
        assert_eq!(layout.len(), 25);
        crate::deal::check_layout(&rules.tables, seat, &layout).unwrap();
    }
}

#[test]
fn a_lost_marshal_shows_its_flag_where_the_variant_says_so() {
    for shows in [false, true] {
        let mut spec = secret();
        if shows {
            spec.capture.lost_reveals = vec![("marshal".into(), "flag".into(), "shown".into())];
        }
        let rules = compile::<1>(spec);
        let words = "a3=X(M) a4=x(L) a6=X(P) b1=X(F) e9=x(P) d12=x(F) a7=X(O) a8=x(R)";
        let mut game = place(&rules, words, 0);
        play(&mut game, "a3a4");
        let flag = if shows { 'F' } else { 'X' };
        assert_eq!(look(&game, Observer::Public, "b1"), flag);
        assert_eq!(look(&game, Observer::Seat(Seat(1)), "b1"), flag);
        assert_eq!(look(&game, Observer::Public, "d12"), 'x');
    }
}

#[test]
fn the_survivor_is_shown_where_the_variant_says_so() {
    let mut spec = secret();
    spec.capture.reveal_winner = true;
    let rules = compile::<1>(spec);
    let words = "a3=X(M) a4=x(G) a6=X(P) b1=X(F) e9=x(P) d12=x(F)";
    let mut game = place(&rules, words, 0);
    play(&mut game, "a3a4");
    assert_eq!(look(&game, Observer::Public, "a4"), 'M');
    let words = words.replace("(M)", "(P)");
    let mut game = place(&rules, &words, 0);
    play(&mut game, "a3a4");
    assert_eq!(look(&game, Observer::Public, "a4"), 'g');
}

fn guarded(mut spec: Spec) -> Rules<1> {
    spec.capture.guarded = vec![("flag".into(), "mine".into(), "guarded".into())];
    compile(spec)
}

#[test]
fn guards_that_may_be_gone_are_found_by_adjudication() {
    let mut spec = secret();
    spec.capture.lost_reveals = vec![("marshal".into(), "flag".into(), "shown".into())];
    let rules = guarded(spec);
    for (guard, refused) in [("l", true), ("p", false)] {
        let words =
            format!("a6=X(O) a7=x(M) d11=X(E) d12=x(F) e12=x({guard}) c1=X(P) b1=X(F) a12=x(P)");
        let mut game = place(&rules, &words, 0);
        play(&mut game, "a6a7 a12a11");
        assert_eq!(look(&game, Observer::Public, "d12"), 'f');
        // Whether a mine is left nobody but its owner knows, so the attack is offered.
        let tried = attempt(&mut game, "d11d12");
        assert_eq!(matches!(tried, Err(PlayError::Refused(_))), refused);
    }
    // Where no loss is secret and nothing is missing, face-down guards are certain.
    let rules = guarded(flips(ColoursWay::OwnTwo, false));
    let game = place(&rules, "b11=E b12=f a12=l e6=p d1=F", 0);
    assert!(!legal(&game).contains(&"b11b12".into()));
    let game = place(&rules, "b11=E b12=f a12=p e6=p d1=F", 0);
    assert!(legal(&game).contains(&"b11b12".into()));
}

#[test]
fn what_an_attack_has_shown_is_not_refused() {
    let mut spec = flips(ColoursWay::OwnTwo, true);
    spec.capture.open = (0..144)
        .map(|i| ClashSpec {
            verdict: match meets(i / 12, i % 12) {
                Verdict::Lost => Verdict::Refuse,
                other => other,
            },
            clause: "clash".into(),
        })
        .collect();
    let rules = guarded(spec);
    for truth in ["m", "f"] {
        let words = format!("a2=T b2=?({truth}) e11=l d1=F e12=p");
        let mut game = place(&rules, &words, 0);
        play(&mut game, "a2b2");
        let shown = ["a2", "b2"].map(|at| look(&game, Observer::Public, at));
        assert_eq!(shown, ['T', truth.chars().next().unwrap()]);
        assert_eq!((game.turn(), outcome(&game)), (Seat(1), None));
    }
}
