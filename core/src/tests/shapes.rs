//! Rows, connections, support, flanking and shots, against the plainest reading of their rules on random games.

use super::fixtures::*;
use crate::action::{Action, Tag};
use crate::board::{Board, STEPS, Step};
use crate::event::Log;
use crate::legal::Rules;
use crate::piece::{Kind, Observer, Side};
use crate::position::{Phase, Position, Public};
use crate::random::{Seed, Stream};
use crate::rules::repetition::History;
use crate::search::Unit;
use crate::site::{Site, SiteSet};
use crate::spec::{
    Asked, BoardSpec, EndThen, EndWhen, FlankSpec, Neighbours, PassRule, PlaceOn, RegionSpec,
    ShotSpec, Spec, SwapSpec,
};
use crate::view::View;

/// A variant in which stones are placed in turn.
fn placing(files: u8, ranks: u8) -> Spec {
    let mut spec = bare(files, ranks);
    spec.sides[1].down = false;
    spec.kinds = vec![kind("stone", 'S', 0, &[])];
    spec.actions.place = Some(("stone".into(), "place".into()));
    spec
}

fn legal_of_mover<const W: usize>(rules: &Rules<W>, position: &Position<W>) -> Vec<Action> {
    let (history, seat) = (History::new(), position.public().turn);
    let view = View::new(&rules.tables, position, &history, Observer::Seat(seat));
    let mut actions = Vec::new();
    rules.legal(&view, &mut actions).unwrap();
    actions
}

/// Plays random games from a start; before each action and at the end `look` gets the position, the side that acted
/// last and the actions there are.
fn wander<const W: usize>(
    rules: &Rules<W>,
    start: &Position<W>,
    games: u64,
    plies: usize,
    mut look: impl FnMut(&Position<W>, &[Action]),
) {
    for game in 0..games {
        let mut dice = Seed::from_u64(game).stream(Stream::Bot(0));
        let mut position = start.clone();
        let mut history = History::new();
        for _ in 0..plies {
            let actions = legal_of_mover(rules, &position);
            look(&position, &actions);
            let Some(action) = dice.choose(&actions).copied() else {
                break;
            };
            rules
                .apply(&mut position, &mut history, action, &mut Log::off(), true)
                .unwrap();
            if position.public().phase == Phase::Over {
                look(&position, &[]);
                break;
            }
        }
    }
}

fn empty<const W: usize>(rules: &Rules<W>) -> Position<W> {
    let setup = crate::setup::Setup::empty(&rules.tables);
    setup.validate(&rules.tables).unwrap()
}

fn ended_by<const W: usize>(rules: &Rules<W>, public: &Public<W>) -> Option<(String, Side)> {
    let outcome = public.outcome?;
    let side = public.side_of(outcome.winner?)?;
    Some((rules.tables.clauses.slug(outcome.clause).to_owned(), side))
}

/// The lengths of all rows of a side that cannot be made longer, single stones aside.
fn rows<const W: usize>(board: &Board<W>, own: SiteSet<W>) -> Vec<usize> {
    let owns = |file: i32, rank: i32| {
        let on = |n: i32| u8::try_from(n).ok();
        let (Some(file), Some(rank)) = (on(file), on(rank)) else {
            return false;
        };
        board.at(file, rank).is_some_and(|s| own.contains(s))
    };
    let mut rows = Vec::new();
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for rank in 0..i32::from(board.ranks()) {
            for file in 0..i32::from(board.files()) {
                if !owns(file, rank) || owns(file - dx, rank - dy) {
                    continue;
                }
                let length = (1..).find(|n| !owns(file + n * dx, rank + n * dy));
                rows.extend(length.map(|n| n as usize).filter(|n| *n > 1));
            }
        }
    }
    rows
}

/// Plays random games and holds the ending `row` to a scan of the whole board; tells how many games ended so.
fn scan_rows<const W: usize>(spec: Spec, length: u8, exact: bool, games: u64) -> usize {
    let rules: Rules<W> = compile(spec);
    let setup = crate::deal::deal(
        &rules.tables,
        &mut Seed::from_u64(0).stream(Stream::Deal),
        [None, None],
    );
    let start = setup.validate(&rules.tables).unwrap();
    let counts = |n: usize| {
        if exact {
            n == usize::from(length)
        } else {
            n >= usize::from(length)
        }
    };
    let mut ended = 0;
    wander(&rules, &start, games, 200, |position, _| {
        let public = position.public();
        let has = |side: Side| {
            rows(&rules.tables.board, public.by_side[side.index()])
                .into_iter()
                .any(counts)
        };
        let sides: Vec<Side> = Side::BOTH.into_iter().filter(|s| has(*s)).collect();
        match ended_by(&rules, public) {
            Some((clause, winner)) if clause == "row" => {
                assert!(sides.contains(&winner), "{public:?}");
                ended += 1;
            }
            _ => assert!(sides.is_empty(), "{public:?}"),
        }
        // Looking at the whole board, as at a start, comes to the same.
        let mut fresh = position.clone();
        (fresh.public.last, fresh.public.outcome) = (None, None);
        fresh.public.phase = Phase::Play;
        let before = public.turn.other();
        let judged = rules.judge(&fresh, &History::new(), before, false).unwrap();
        let slug = judged.map(|o| rules.tables.clauses.slug(o.clause).to_owned());
        assert_eq!(slug.as_deref() == Some("row"), !sides.is_empty());
    });
    ended
}

fn row(length: u8, exact: bool) -> Vec<crate::spec::EndingSpec> {
    vec![
        ending(EndWhen::Line { length, exact }, EndThen::Wins, "row"),
        ending(EndWhen::Full, EndThen::Draw, "full"),
    ]
}

#[test]
fn rows_are_found_where_a_scan_finds_them() {
    let placed = |files, ranks, length, exact, holes: &[&str]| Spec {
        endings: row(length, exact),
        board: BoardSpec {
            holes: holes.iter().map(|h| (*h).to_owned()).collect(),
            ..placing(files, ranks).board
        },
        ..placing(files, ranks)
    };
    assert!(scan_rows::<1>(placed(3, 3, 3, false, &[]), 3, false, 60) > 20);
    assert!(scan_rows::<1>(placed(7, 6, 4, false, &[]), 4, false, 30) > 20);
    assert!(scan_rows::<1>(placed(8, 7, 3, true, &["c3", "d5", "g2"]), 3, true, 30) > 20);
    assert!(scan_rows::<2>(placed(11, 9, 5, false, &["f5"]), 5, false, 20) > 5);
    assert!(scan_rows::<6>(placed(15, 15, 5, true, &[]), 5, true, 10) > 5);
}

#[test]
fn rows_are_found_when_pieces_move_and_are_taken() {
    for exact in [false, true] {
        let mut spec = bare(6, 6);
        spec.kinds = vec![kind("king", 'K', 0, &["K"])];
        spec.setup.start = "k1k1k1/1k2k1/6/6/1K2K1/K1K1K1".into();
        spec.endings = row(3, exact);
        assert!(scan_rows::<1>(spec, 3, exact, 40) > 20, "exact {exact}");
    }
}

#[test]
fn a_row_too_long_counts_when_it_is_shortened() {
    let mut spec = bare(6, 2);
    spec.kinds = vec![kind("king", 'K', 0, &["K"])];
    spec.endings = row(3, true);
    let rules: Rules<1> = compile(spec);
    let mut game = start(&rules, &setup(&rules, "5k/KKKK2"));
    play(&mut game, "d1e2");
    assert_eq!(outcome(&game), Some(("row".into(), Some(0))));
}

/// Whether a side's stones lead from one region to the other, found site by site.
fn leads<const W: usize>(
    board: &Board<W>,
    own: SiteSet<W>,
    steps: &[Step],
    from: SiteSet<W>,
    to: SiteSet<W>,
) -> bool {
    let mut seen: Vec<Site> = (own & from).iter().collect();
    let mut next = 0;
    while next < seen.len() {
        for step in steps {
            let more = board.step(seen[next], *step);
            seen.extend(more.filter(|s| own.contains(*s) && !seen.contains(s)));
        }
        next += 1;
    }
    seen.iter().any(|s| to.contains(*s))
}

const HEXAGONAL: [Step; 6] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1)];

fn joining(mut spec: Spec) -> Spec {
    let region = |first: &str, second: &str| RegionSpec {
        first: vec![first.to_owned()],
        second: Some(vec![second.to_owned()]),
        mirror: false,
    };
    spec.board.regions = [
        ("near".to_owned(), region("rank 1", "file a")),
        ("far".to_owned(), region("last rank", "last file")),
    ]
    .into();
    let connected = EndWhen::Connected("near".into(), "far".into());
    spec.endings = vec![ending(connected, EndThen::Wins, "joined")];
    spec
}

/// Plays random games and holds the ending `joined` to a plain search; tells how many games ended so.
fn search_ways<const W: usize>(
    rules: &Rules<W>,
    start: &Position<W>,
    steps: &[Step],
    games: u64,
) -> usize {
    let board = &rules.tables.board;
    let ends = ["near", "far"].map(|name| board.region(name).unwrap());
    let mut ended = 0;
    wander(rules, start, games, 400, |position, _| {
        let public = position.public();
        let joins = |side: Side| {
            let [near, far] = ends.map(|end| end[side.index()]);
            leads(board, public.by_side[side.index()], steps, near, far)
        };
        let sides: Vec<Side> = Side::BOTH.into_iter().filter(|s| joins(*s)).collect();
        let winner = ended_by(rules, public).map(|(_, side)| side);
        assert_eq!(sides.first().copied(), winner, "{public:?}");
        ended += usize::from(winner.is_some());
        let mut fresh = position.clone();
        (fresh.public.last, fresh.public.outcome) = (None, None);
        fresh.public.phase = Phase::Play;
        let judged = rules
            .judge(&fresh, &History::new(), public.turn.other(), false)
            .unwrap();
        assert_eq!(judged.is_some(), !sides.is_empty());
    });
    ended
}

#[test]
fn connections_are_found_where_a_search_finds_them() {
    let hexagons = |size| {
        let mut spec = joining(placing(size, size));
        spec.board.neighbours = Neighbours::Hexagonal;
        spec
    };
    // Hexagons filled by two sides always join one of them.
    let rules: Rules<1> = compile(hexagons(5));
    assert_eq!(search_ways(&rules, &empty(&rules), &HEXAGONAL, 60), 60);
    let rules: Rules<2> = compile(hexagons(11));
    assert_eq!(search_ways(&rules, &empty(&rules), &HEXAGONAL, 20), 20);
    let rules: Rules<6> = compile(hexagons(13));
    assert_eq!(search_ways(&rules, &empty(&rules), &HEXAGONAL, 5), 5);
    // Squares do not.
    let rules: Rules<1> = compile(joining(placing(5, 5)));
    let ended = search_ways(&rules, &empty(&rules), &STEPS[..4], 100);
    assert!((5..95).contains(&ended), "{ended} of 100");
}

#[test]
fn connections_are_found_when_pieces_move_and_are_taken() {
    for (moves, least) in [("mK", 20), ("K", 1)] {
        let mut spec = joining(bare(4, 4));
        spec.kinds = vec![kind("king", 'K', 0, &[moves])];
        let rules: Rules<1> = compile(spec);
        let text = setup(&rules, "K2k/kKkK/KkKk/k2K");
        let start = text.validate(&rules.tables).unwrap();
        let ended = search_ways(&rules, &start, &STEPS[..4], 60);
        assert!(ended >= least, "{moves}: {ended} of 60");
    }
}

#[test]
fn hexagons_have_six_neighbours() {
    let board = Board::<1>::compile(&BoardSpec {
        files: 4,
        ranks: 4,
        neighbours: Neighbours::Hexagonal,
        ..BoardSpec::default()
    })
    .unwrap();
    let near = |name: &str| {
        let at = board.site(name).unwrap();
        assert_eq!(board.adjacent(at), board.around(at));
        let mut names: Vec<&str> = board.adjacent(at).iter().map(|s| board.name(s)).collect();
        names.sort_unstable();
        names.join(" ")
    };
    assert_eq!(near("b2"), "a2 a3 b1 b3 c1 c2");
    assert_eq!(near("a1"), "a2 b1");
    assert_eq!(near("d4"), "c4 d3");
    assert_eq!(near("a4"), "a3 b3 b4");
    assert_eq!(near("d1"), "c1 c2 d2");
}

#[test]
fn stones_are_placed_where_something_holds_them() {
    for holes in [&[][..], &["c2", "e1", "a6"]] {
        let mut spec = placing(7, 6);
        spec.board.holes = holes.iter().map(|h| (*h).to_owned()).collect();
        spec.actions.place_on = PlaceOn::Supported;
        spec.actions.place_on_clause = "falls".into();
        let rules: Rules<1> = compile(spec);
        let board = &rules.tables.board;
        wander(&rules, &empty(&rules), 20, 60, |position, actions| {
            let public = position.public();
            let held = |s: &Site| {
                let (file, rank) = board.coordinates(*s);
                let below = rank.checked_sub(1).and_then(|r| board.at(file, r));
                public.cell(*s).is_empty() && below.is_none_or(|b| !public.cell(b).is_empty())
            };
            let wanted: Vec<Site> = board.all().iter().filter(held).collect();
            let offered: Vec<Site> = actions.iter().map(|a| a.to()).collect();
            assert_eq!(offered, wanted);
        });
    }
}

/// What a stone on a site turns over, walked step by step.
fn walk_flanks<const W: usize>(
    board: &Board<W>,
    public: &Public<W>,
    side: Side,
    at: Site,
) -> Vec<Site> {
    let mut turned = Vec::new();
    for step in STEPS {
        let mut passed = Vec::new();
        let mut next = board.step(at, step);
        while let Some(site) = next {
            match public.cell(site).side() {
                Some(s) if s == side => {
                    turned.append(&mut passed);
                    break;
                }
                Some(_) => passed.push(site),
                None => break,
            }
            next = board.step(site, step);
        }
    }
    turned.sort_unstable();
    turned
}

fn flanking<const W: usize>(files: u8, ranks: u8, holes: &[&str], start: &str) -> usize {
    let mut spec = placing(files, ranks);
    spec.board.holes = holes.iter().map(|h| (*h).to_owned()).collect();
    spec.setup.start = start.into();
    spec.flank = Some(FlankSpec {
        clause: "flank".into(),
    });
    spec.actions.pass = PassRule::Forced;
    spec.endings = vec![ending(EndWhen::Passes(2), EndThen::Draw, "passes")];
    let rules: Rules<W> = compile(spec);
    let board = &rules.tables.board;
    let begin = setup(&rules, start).validate(&rules.tables).unwrap();
    let mut passes = 0;
    wander(&rules, &begin, 30, 200, |position, actions| {
        let public = position.public();
        if public.phase == Phase::Over {
            return;
        }
        let side = public.side_of(public.turn).unwrap();
        let free = board.all() - public.occupied();
        let turns = |s: &Site| !walk_flanks(board, public, side, *s).is_empty();
        let wanted: Vec<Site> = free.iter().filter(turns).collect();
        if wanted.is_empty() {
            assert_eq!(actions, [Action::PASS]);
            passes += 1;
            return;
        }
        let offered: Vec<Site> = actions.iter().map(|a| a.to()).collect();
        assert_eq!(offered, wanted);
        for action in actions {
            let mut after = position.clone();
            let mut history = History::new();
            rules
                .apply(&mut after, &mut history, *action, &mut Log::off(), false)
                .unwrap();
            let turned = walk_flanks(board, public, side, action.to());
            for site in board.all() {
                let now = if site == action.to() || turned.contains(&site) {
                    Some(side)
                } else {
                    public.cell(site).side()
                };
                assert_eq!(after.public().cell(site).side(), now);
            }
        }
    });
    passes
}

#[test]
fn placed_stones_turn_over_what_lies_between() {
    assert!(flanking::<1>(8, 8, &[], "8/8/8/3sS3/3Ss3/8/8/8") > 0);
    flanking::<1>(5, 6, &["b5", "d2"], "5/5/2sS1/2Ss1/5/5");
    flanking::<2>(10, 10, &[], "10/10/10/10/4sS4/4Ss4/10/10/10/10");
    flanking::<6>(14, 12, &[], "14/14/14/14/14/6sS6/6Ss6/14/14/14/14/14");
}

#[test]
fn turned_stones_are_told_to_all() {
    let mut spec = placing(4, 1);
    spec.flank = Some(FlankSpec {
        clause: "flank".into(),
    });
    let rules: Rules<1> = compile(spec);
    let mut game = start(&rules, &setup(&rules, "Sss1"));
    play(&mut game, "@d1");
    let words: Vec<String> = told(&game, Observer::Public)
        .iter()
        .map(|e| crate::notation::event::format(&rules.tables, None, e))
        .collect();
    assert_eq!(words, ["place d1 S", "turn b1 S", "turn c1 S"]);
}

fn shooting(files: u8, ranks: u8) -> Spec {
    let mut spec = bare(files, ranks);
    spec.sides[1].down = false;
    spec.kinds = vec![kind("queen", 'Q', 0, &["mQ"]), kind("arrow", 'A', 0, &[])];
    spec.shot = Some(ShotSpec {
        kind: "arrow".into(),
        reach: "mQ".into(),
        clause: "shot".into(),
    });
    spec.endings = vec![ending(EndWhen::NoAction, EndThen::Loses, "stuck")];
    spec
}

/// The empty sites that a queen on a site sees, step by step.
fn walk_queen<const W: usize>(board: &Board<W>, public: &Public<W>, at: Site) -> Vec<Site> {
    let mut seen = Vec::new();
    for step in STEPS {
        let mut next = board.step(at, step);
        while let Some(site) = next.filter(|s| public.cell(*s).is_empty()) {
            seen.push(site);
            next = board.step(site, step);
        }
    }
    seen.sort_unstable();
    seen
}

#[test]
fn shots_reach_as_far_as_the_eye() {
    let rules: Rules<1> = compile(shooting(6, 6));
    let board = &rules.tables.board;
    let begin = setup(&rules, "2q1q1/6/q5/5Q/6/1Q1Q2")
        .validate(&rules.tables)
        .unwrap();
    let (mut turn, mut shots) = (None, 0);
    wander(&rules, &begin, 20, 100, |position, actions| {
        let public = position.public();
        if let Phase::Shoot(at) = public.phase {
            // The same seat goes on with the piece that moved, and the turn is not over.
            assert_eq!(Some((public.turn, public.turns)), turn);
            assert_eq!(public.last.map(Action::to), Some(at));
            let offered: Vec<Site> = actions.iter().map(|a| a.to()).collect();
            assert!(actions.iter().all(|a| a.tag() == Tag::Place));
            assert_eq!(offered, walk_queen(board, public, at));
            shots += 1;
        } else if public.phase == Phase::Play {
            assert!(actions.iter().all(|a| a.tag() == Tag::Move));
            turn = Some((public.turn, public.turns));
        } else {
            let side = public.side_of(public.turn).unwrap();
            let queens = public.among(public.by_side[side.index()], Kind(0));
            let stuck = |s: Site| walk_queen(board, public, s).is_empty();
            assert!(queens.iter().all(stuck));
        }
    });
    assert!(shots > 100, "{shots}");
}

#[test]
fn turns_of_two_actions_are_counted_once() {
    let rules: Rules<1> = compile(shooting(4, 4));
    let begin = setup(&rules, "q3/4/4/3Q").validate(&rules.tables).unwrap();
    // Counted by hand in the plainest way: all moves, and all shots after each.
    fn turns(rules: &Rules<1>, position: &Position<1>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let shooting = matches!(position.public().phase, Phase::Shoot(_));
        let after = |action: &Action| {
            let mut next = position.clone();
            let mut history = History::new();
            rules
                .apply(&mut next, &mut history, *action, &mut Log::off(), true)
                .unwrap();
            turns(rules, &next, depth - u32::from(shooting))
        };
        legal_of_mover(rules, position).iter().map(after).sum()
    }
    for depth in 1..=2 {
        let counted = rules
            .perft(&begin, &History::new(), depth, Unit::Turn)
            .unwrap();
        assert_eq!(counted, turns(&rules, &begin, depth), "{depth}");
    }
}

#[test]
fn a_piece_that_sees_nothing_does_not_shoot() {
    let mut spec = shooting(3, 1);
    spec.shot = Some(ShotSpec {
        reach: "mfW".into(),
        ..spec.shot.unwrap()
    });
    let rules: Rules<1> = compile(spec);
    let mut game = start(&rules, &setup(&rules, "Q1q"));
    play(&mut game, "a1b1");
    assert_eq!(game.turn().0, 1);
}

#[test]
fn sides_are_swapped_after_as_many_actions_as_are_said() {
    let mut spec = placing(3, 3);
    spec.swap = Some(SwapSpec {
        after: 1,
        clause: "swap".into(),
    });
    let rules: Rules<1> = compile(spec);
    let mut game = start(&rules, &crate::setup::Setup::empty(&rules.tables));
    assert!(!legal(&game).contains(&"swap".into()));
    play(&mut game, "@b2");
    assert!(legal(&game).contains(&"swap".into()));
    play(&mut game, "swap");
    assert_eq!(game.turn().0, 0);
    assert!(!legal(&game).contains(&"swap".into()));
    play(&mut game, "@a1");
    assert_eq!(look(&game, Observer::Public, "a1"), 's');
    assert_eq!(look(&game, Observer::Public, "b2"), 'S');
}

#[test]
fn what_needs_placing_is_refused_without_it() {
    let wrong = |spec: Spec| {
        let list = crate::tables::Tables::<1>::compile(spec).unwrap_err();
        list.into_iter().map(|e| e.key).collect::<Vec<_>>()
    };
    let mut spec = placing(3, 3);
    spec.flank = Some(FlankSpec::default());
    spec.actions.place_on = PlaceOn::Supported;
    spec.actions.place = None;
    assert_eq!(wrong(spec), ["actions.place_on", "flank"]);
    let mut spec = shooting(3, 3);
    spec.shot = Some(ShotSpec {
        reach: "mQx".into(),
        kind: "bolt".into(),
        clause: String::new(),
    });
    assert_eq!(wrong(spec), ["shot.reach", "shot.kind"]);
    let mut spec = placing(3, 3);
    spec.hooks.moves_while = Asked::CastlingClear;
    assert_eq!(wrong(spec), ["hooks.moves_while"]);
}
