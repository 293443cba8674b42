//! Small variants for tests, one of each family, and short ways to deal, read and look.

use crate::deal::{deal, named_layout};
use crate::legal::Rules;
use crate::notation::position;
use crate::piece::{Observer, Seat};
use crate::position::Position;
use crate::random::{Seed, Stream};
use crate::rules::repetition::History;
use crate::setup::Setup;
use crate::spec::{
    ActionsSpec, BoardSpec, CastlingSpec, CastlingWay, ChainSpec, ChaseSpec, CheckSpec, ClashSpec,
    ColoursSpec, ColoursWay, DealSpec, EnclosureSpec, EndThen, EndWhen, EndingSpec, Face,
    HiddenSpec, HiddenTarget, KindSpec, LayoutSpec, MoveSpec, PassRule, PromotionSpec, RegionSpec,
    RepetitionKey, RepetitionSpec, SetupSpec, SideSpec, Spec, SpecialSpec, SwapSpec, Tells,
    TerrainSpec, Verdict, WalkSpec,
};
use crate::tables::Tables;
use crate::view::View;
use std::sync::Arc;

/// Compiles a spec that is known to be right.
pub(crate) fn rules<const W: usize>(spec: Spec) -> Rules<W> {
    match Tables::compile(spec) {
        Ok(tables) => Rules {
            tables: Arc::new(tables),
            hooks: None,
        },
        Err(wrong) => panic!("the test's spec is wrong: {wrong:?}"),
    }
}

/// The position of a text that is known to be right.
pub(crate) fn at<const W: usize>(rules: &Rules<W>, text: &str) -> Position<W> {
    let setup = position::parse(&rules.tables, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    setup
        .validate(&rules.tables)
        .unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

/// Asks something of a view of a position.
pub(crate) fn look<const W: usize, T>(
    rules: &Rules<W>,
    position: &Position<W>,
    observer: Observer,
    ask: impl FnOnce(&View<'_, W>) -> T,
) -> T {
    let history = History::new();
    ask(&View::new(&rules.tables, position, &history, observer))
}

/// A dealt start, layouts drawn at random where the variant has them.
pub(crate) fn dealt<const W: usize>(rules: &Rules<W>, seed: u64) -> Setup {
    let tables = &rules.tables;
    let mut dice = Seed::from_u64(seed).stream(Stream::Deal);
    let layouts = Seat::BOTH.map(|seat| named_layout(tables, seat, "random", &mut dice).ok());
    deal(
        tables,
        &mut dice,
        [layouts[0].as_ref(), layouts[1].as_ref()],
    )
}

fn sides(names: [&str; 2]) -> [SideSpec; 2] {
    [0, 1].map(|i| SideSpec {
        name: names[i].to_owned(),
        down: i == 1,
        ..SideSpec::default()
    })
}

fn kind(letter: char, name: &str, count: u8, betza: &[&str]) -> KindSpec {
    let moves = betza.iter().map(|b| MoveSpec {
        betza: (*b).to_owned(),
        initial: b.contains('i').then(|| "second".to_owned()),
        ..MoveSpec::default()
    });
    KindSpec {
        name: name.to_owned(),
        letter,
        count,
        moves: moves.collect(),
        ..KindSpec::default()
    }
}

fn region(sites: &str, mirror: bool) -> RegionSpec {
    RegionSpec {
        first: vec![sites.to_owned()],
        second: None,
        mirror,
    }
}

fn ending(when: EndWhen, then: EndThen, clause: &str) -> EndingSpec {
    EndingSpec {
        name: clause.to_owned(),
        when,
        then,
        clause: clause.to_owned(),
    }
}

/// Half a board of face-down pieces, turned up in play; colours by the first flip; chains; a chase limit.
pub(crate) fn flipping() -> Spec {
    let kinds = vec![
        kind('K', "general", 1, &["W"]),
        kind('A', "advisor", 2, &["W"]),
        kind('E', "elephant", 2, &["W"]),
        kind('R', "rook", 2, &["W"]),
        kind('H', "horse", 2, &["W"]),
        kind('C', "cannon", 2, &["mW", "cpR"]),
        kind('P', "soldier", 5, &["W"]),
    ];
    Spec {
        id: "flipping".to_owned(),
        board: BoardSpec {
            files: 8,
            ranks: 4,
            ..BoardSpec::default()
        },
        sides: sides(["red", "black"]),
        colours: ColoursSpec {
            way: ColoursWay::FirstFlip,
            clause: "first-flip".to_owned(),
        },
        kinds,
        setup: SetupSpec {
            deal: DealSpec::Pool {
                region: "all".to_owned(),
            },
            ..SetupSpec::default()
        },
        hidden: HiddenSpec {
            reveal_at_end: true,
            ..HiddenSpec::default()
        },
        actions: ActionsSpec {
            flip: Some("flip".to_owned()),
            ..ActionsSpec::default()
        },
        chain: Some(ChainSpec {
            open_links: true,
            may_stop: true,
            ..ChainSpec::default()
        }),
        chase: Some(ChaseSpec {
            limit: 10,
            ..ChaseSpec::default()
        }),
        endings: vec![
            ending(EndWhen::Eliminated, EndThen::Loses, "all-captured"),
            ending(EndWhen::NoAction, EndThen::Loses, "no-move-loses"),
        ],
        variables: vec![("charges".to_owned(), 0)],
        ..Spec::default()
    }
}

fn chess_kinds() -> Vec<KindSpec> {
    vec![
        kind('K', "king", 1, &["K"]),
        kind('Q', "queen", 1, &["Q"]),
        kind('R', "rook", 2, &["R"]),
        kind('B', "bishop", 2, &["B"]),
        kind('N', "knight", 2, &["N"]),
        kind('P', "pawn", 8, &["mfWcefF", "imfnD"]),
    ]
}

fn chess_castling() -> CastlingSpec {
    let way = |letter, corner: &str, royal_to: &str, corner_to: &str| CastlingWay {
        letter,
        royal: "e1".to_owned(),
        corner: corner.to_owned(),
        royal_to: royal_to.to_owned(),
        corner_to: corner_to.to_owned(),
    };
    CastlingSpec {
        with: "rook".to_owned(),
        ways: vec![way('K', "h1", "g1", "f1"), way('Q', "a1", "c1", "d1")],
        ..CastlingSpec::default()
    }
}

fn check() -> CheckSpec {
    CheckSpec {
        royal: "king".to_owned(),
        clause: "check".to_owned(),
        ..CheckSpec::default()
    }
}

/// Orthodox chess.
pub(crate) fn chess() -> Spec {
    let mut board = BoardSpec {
        files: 8,
        ranks: 8,
        ..BoardSpec::default()
    };
    board
        .regions
        .insert("second".to_owned(), region("rank 2", true));
    board
        .regions
        .insert("last".to_owned(), region("rank 8", true));
    Spec {
        id: "chess".to_owned(),
        board,
        sides: sides(["white", "black"]),
        kinds: chess_kinds(),
        setup: SetupSpec {
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".to_owned(),
            ..SetupSpec::default()
        },
        promotion: Some(PromotionSpec {
            kinds: vec!["pawn".to_owned()],
            region: "last".to_owned(),
            into: ["queen", "rook", "bishop", "knight"]
                .map(str::to_owned)
                .to_vec(),
            ..PromotionSpec::default()
        }),
        castling: Some(chess_castling()),
        check: Some(check()),
        repetition: Some(RepetitionSpec {
            automatic: Some(5),
            ..RepetitionSpec::default()
        }),
        endings: vec![
            ending(EndWhen::Checkmate, EndThen::Loses, "checkmate"),
            ending(EndWhen::NoAction, EndThen::Draw, "stalemate"),
        ],
        ..Spec::default()
    }
}

/// Chess with all pieces but the kings shuffled and hidden; the captor alone learns a captured hidden piece.
pub(crate) fn disguised() -> Spec {
    let mut spec = chess();
    spec.id = "disguised".to_owned();
    spec.setup.deal = DealSpec::OwnHome {
        except: vec!["king".to_owned()],
    };
    spec.hidden = HiddenSpec {
        face: Face::Home,
        reveal_on_move: true,
        capture_tells: Tells::Capturer,
        reveal_at_end: true,
        ..HiddenSpec::default()
    };
    spec.capture.hidden = HiddenTarget::Take;
    spec
}

/// Chess on a longer board with hazards under fog between the sides, and a special action.
pub(crate) fn mined() -> Spec {
    let mut spec = chess();
    spec.id = "mined".to_owned();
    spec.board.ranks = 10;
    spec.board
        .regions
        .insert("last".to_owned(), region("rank 10", true));
    spec.board
        .regions
        .insert("zone".to_owned(), region("ranks 4-7", false));
    spec.setup.start = "rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR".to_owned();
    spec.terrain = Some(TerrainSpec {
        zone: "zone".to_owned(),
        hazards: 4,
        immune: vec!["king".to_owned()],
        ..TerrainSpec::default()
    });
    spec.specials = vec![SpecialSpec {
        name: "sapper".to_owned(),
        ..SpecialSpec::default()
    }];
    spec.hooks.moves = vec!["pawn".to_owned()];
    if let Some(promotion) = &mut spec.promotion {
        promotion.into = vec!["queen".to_owned()];
    }
    spec
}

/// A strip of roads and rails on which both seats lay out in secret; fights tell their outcome alone.
pub(crate) fn secret() -> Spec {
    let steps = |class: &str, limit| MoveSpec {
        walk: Some(WalkSpec {
            class: class.to_owned(),
            straight: true,
            limit,
        }),
        ..MoveSpec::default()
    };
    let piece = |letter, name: &str, count, moves: bool| KindSpec {
        name: name.to_owned(),
        letter,
        count,
        moves: if moves {
            vec![steps("rail", 0), steps("road", 1)]
        } else {
            Vec::new()
        },
        ..KindSpec::default()
    };
    let mut board = BoardSpec {
        files: 3,
        ranks: 6,
        graph: true,
        edges: vec![
            (
                "rail".to_owned(),
                ["a2-c2", "a5-c5", "a2-a5", "c2-c5"]
                    .map(str::to_owned)
                    .to_vec(),
            ),
            (
                "road".to_owned(),
                [
                    "a1-c1", "a6-c6", "a1-a2", "b1-b2", "c1-c2", "a5-a6", "b5-b6", "c5-c6", "b2*",
                    "b5*",
                ]
                .map(str::to_owned)
                .to_vec(),
            ),
        ],
        ..BoardSpec::default()
    };
    board
        .regions
        .insert("own".to_owned(), region("ranks 1-2", true));
    board
        .regions
        .insert("end".to_owned(), region("rank 1", true));
    let kinds = vec![
        piece('M', "marshal", 1, true),
        piece('B', "bomb", 2, true),
        piece('E', "engineer", 2, true),
        piece('F', "flag", 1, false),
    ];
    let verdict = |a: usize, d: usize| match (a, d) {
        (1, _) | (_, 1) => Verdict::Both,
        (_, 3) => Verdict::Take,
        _ if a == d => Verdict::Both,
        _ if a < d => Verdict::Take,
        _ => Verdict::Lost,
    };
    let open = (0..4).flat_map(|a| {
        (0..4).map(move |d| ClashSpec {
            verdict: verdict(a, d),
            clause: String::new(),
        })
    });
    let mut spec = Spec {
        id: "secret".to_owned(),
        board,
        sides: sides(["red", "blue"]),
        kinds,
        setup: SetupSpec {
            deal: DealSpec::Layout,
            layout: Some(LayoutSpec {
                region: "own".to_owned(),
                only: vec![("flag".to_owned(), "end".to_owned(), "flag-home".to_owned())],
                ..LayoutSpec::default()
            }),
            ..SetupSpec::default()
        },
        hidden: HiddenSpec {
            face: Face::Back,
            owner_knows: true,
            capture_tells: Tells::Owner,
            reveal_at_end: true,
            ..HiddenSpec::default()
        },
        endings: vec![
            ending(EndWhen::Lost("flag".to_owned()), EndThen::Loses, "flag"),
            ending(EndWhen::NoAction, EndThen::Loses, "no-move"),
        ],
        ..Spec::default()
    };
    spec.capture.hidden = HiddenTarget::Secret;
    spec.capture.open = open.collect();
    spec
}

/// Stones on intersections, passes, swapping of sides, no position twice.
pub(crate) fn stones() -> Spec {
    Spec {
        id: "stones".to_owned(),
        board: BoardSpec {
            files: 9,
            ranks: 9,
            intersections: true,
            skip_i: true,
            ..BoardSpec::default()
        },
        sides: sides(["black", "white"]),
        kinds: vec![KindSpec {
            second: Some('O'),
            ..kind('X', "stone", 0, &[])
        }],
        actions: ActionsSpec {
            place: Some(("stone".to_owned(), "place".to_owned())),
            pass: PassRule::Allowed,
            ..ActionsSpec::default()
        },
        enclosure: Some(EnclosureSpec {
            suicide_forbidden: true,
            ..EnclosureSpec::default()
        }),
        repetition: Some(RepetitionSpec {
            key: RepetitionKey::Placement,
            forbidden: true,
            ..RepetitionSpec::default()
        }),
        endings: vec![
            ending(EndWhen::Captured(5), EndThen::Wins, "captured"),
            ending(EndWhen::Passes(2), EndThen::Draw, "passes"),
        ],
        swap: Some(SwapSpec {
            after: 0,
            clause: "swap".to_owned(),
        }),
        ..Spec::default()
    }
}
