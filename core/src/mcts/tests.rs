//! The search on positions small enough to say what is best, and what it must not know.

use super::{Form, Found, Ranked, SearchError, Settings, flips, rollout, tree};
use crate::action::Action;
use crate::belief::{Belief, along, mask};
use crate::engine::{Engine as _, Match};
use crate::legal::Rules;
use crate::piece::{Observer, Seat};
use crate::random::{Dice, Seed, Stream};
use crate::rules::repetition::History;
use crate::search::Room;
use crate::setup::Setup;
use crate::spec::{
    ActionsSpec, BoardSpec, DealSpec, EndThen, EndWhen, EndingSpec, Exposed, Face, HiddenSpec,
    HiddenTarget, KindSpec, MoveSpec, PlyLimitSpec, SetupSpec, SideSpec, Spec,
};
use crate::testing::{at, chess, dealt, disguised, flipping, mined, rules, secret, stones};

fn dice(number: u64) -> Dice {
    Seed::from_u64(number).stream(Stream::Bot(3))
}

fn with(simulations: u64) -> Settings {
    Settings {
        simulations: Some(simulations),
        ..Settings::default()
    }
}

fn parse<const W: usize>(rules: &Rules<W>, text: &str) -> Setup {
    crate::notation::position::parse(&rules.tables, text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The belief of the seat to act at a position text.
fn believe<const W: usize>(rules: &Rules<W>, text: &str) -> Box<dyn Belief> {
    let setup = parse(rules, text);
    let turn = setup.look(&rules.tables).expect("a position").public.turn;
    rules
        .belief(&setup, Observer::Seat(turn))
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn search(belief: &mut dyn Belief, settings: &Settings, seed: u64) -> Found {
    belief
        .search(settings, &mut dice(seed), &mut |_| true)
        .expect("something is found")
}

fn best_of<const W: usize>(rules: &Rules<W>, text: &str, simulations: u64) -> String {
    let setup = parse(rules, text);
    let found = search(&mut *believe(rules, text), &with(simulations), 1);
    let game = rules.start(&setup).expect("a start");
    game.format_action(Observer::Seat(game.turn()), found.best)
}

fn piece(name: &str, letter: char, count: u8, betza: &str) -> KindSpec {
    let way = MoveSpec {
        betza: betza.to_owned(),
        ..MoveSpec::default()
    };
    KindSpec {
        name: name.to_owned(),
        letter,
        count,
        moves: if betza.is_empty() {
            Vec::new()
        } else {
            vec![way]
        },
        ..KindSpec::default()
    }
}

fn ending(when: EndWhen, then: EndThen) -> EndingSpec {
    EndingSpec {
        name: "end".to_owned(),
        when,
        then,
        clause: "end".to_owned(),
    }
}

fn small(files: u8, ranks: u8) -> Spec {
    let side = |name: &str, down| SideSpec {
        name: name.to_owned(),
        down,
        ..SideSpec::default()
    };
    Spec {
        id: "small".to_owned(),
        board: BoardSpec {
            files,
            ranks,
            ..BoardSpec::default()
        },
        sides: [side("red", false), side("blue", true)],
        ..Spec::default()
    }
}

/// Three in a row.
fn rows() -> Spec {
    let line = EndWhen::Line {
        length: 3,
        exact: false,
    };
    let mut mark = piece("mark", 'X', 0, "");
    mark.second = Some('O');
    Spec {
        kinds: vec![mark],
        actions: ActionsSpec {
            place: Some(("mark".to_owned(), "place".to_owned())),
            ..ActionsSpec::default()
        },
        endings: vec![
            ending(line, EndThen::Wins),
            ending(EndWhen::Full, EndThen::Draw),
        ],
        ..small(3, 3)
    }
}

/// One piece between two hidden ones, of which one wins when it is taken; after one action the game is drawn.
fn guessing() -> Spec {
    let mut spec = small(3, 1);
    spec.kinds = vec![
        piece("hunter", 'H', 1, "W"),
        piece("prize", 'P', 1, "W"),
        piece("decoy", 'D', 1, "W"),
    ];
    spec.setup = SetupSpec {
        start: "pHd".to_owned(),
        deal: DealSpec::OwnHome {
            except: vec!["hunter".to_owned()],
        },
        ..SetupSpec::default()
    };
    spec.hidden = HiddenSpec {
        face: Face::Back,
        ..HiddenSpec::default()
    };
    spec.capture.hidden = HiddenTarget::Take;
    spec.ply_limit = Some(PlyLimitSpec {
        limit: 1,
        clause: String::new(),
    });
    spec.endings = vec![
        ending(EndWhen::Lost("prize".to_owned()), EndThen::Loses),
        ending(EndWhen::PlyLimit, EndThen::Draw),
    ];
    spec
}

const GUESS: &str = "xHx red lost=h";
/// Three pieces are hidden, of which two are alike in side.
const FEW: &str = "8/2K??3/8/C?2k3 red lost=A2,E2,R,H2,C,P4,a2,e2,r2,h2,c2,p4";

#[test]
fn a_mate_in_one_is_found() {
    let rules = rules::<1>(chess());
    assert_eq!(
        best_of(&rules, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", 300),
        "a1a8"
    );
    assert_eq!(
        best_of(&rules, "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - -", 300),
        "a8a1"
    );
}

#[test]
fn a_piece_for_nothing_is_taken() {
    let rules = rules::<1>(chess());
    let text = "4k3/8/8/3q4/8/2N5/8/4K3 w - -";
    assert_eq!(best_of(&rules, text, 200), "c3xd5");
}

#[test]
fn rollouts_first_take_what_hangs() {
    let rules = rules::<1>(chess());
    let start = at(&rules, "4k3/8/8/3q4/8/2N5/8/4K3 w - -");
    let scores = |sharp: u32| -> Vec<u32> {
        let settings = Settings {
            sharp: Some(sharp),
            candidates: 1,
            ..Settings::default()
        };
        let play = |seed| {
            let (mut position, mut history) = (start.clone(), History::new());
            let room = &mut Room::default();
            rollout::play(
                &rules,
                &mut position,
                &mut history,
                &mut dice(seed),
                room,
                &settings,
                1,
            )
            .expect("no hook")
        };
        (0..20).map(play).collect()
    };
    assert!(scores(1).iter().all(|score| *score > tree::ONE / 2));
    assert!(scores(0).iter().any(|score| *score < tree::ONE / 2));
}

#[test]
fn a_forced_win_is_found_and_a_threat_is_met() {
    let rules = rules::<1>(rows());
    for seed in 0..5 {
        // Two rows at once.
        let found = search(&mut *believe(&rules, "X2/1O1/O1X red"), &with(2_000), seed);
        let corner = rules.site("c3").expect("a site");
        assert_eq!(found.best.to(), corner, "{found:?}");
        assert!(found.value > 0.9, "{found:?}");
        // Only one site stops the row.
        let found = search(&mut *believe(&rules, "3/XX1/O2 blue"), &with(500), seed);
        assert_eq!(
            found.best.to(),
            rules.site("c2").expect("a site"),
            "{found:?}"
        );
    }
    // With best play nobody wins.
    let found = search(&mut *believe(&rules, "3/3/3 red"), &with(5_000), 0);
    assert!((0.45..0.65).contains(&found.value), "{}", found.value);
}

#[test]
fn what_is_hidden_is_guessed_honestly() {
    let rules = rules::<1>(guessing());
    let engine: &dyn crate::engine::Engine = &rules;
    let mut belief = engine
        .belief(&parse(&rules, GUESS), Observer::Seat(Seat(0)))
        .expect("a belief");
    assert_eq!(belief.count(), Some(2.0));
    for form in [Form::Single, Form::Multiple] {
        let settings = Settings {
            form,
            early_stop: false,
            ..with(2_000)
        };
        let found = search(&mut *belief, &settings, 5);
        // A cheater would win each time; an honest guess wins every other time, and draws else.
        assert!((found.value - 0.75).abs() < 0.03, "{found:?}");
        for ranked in &found.ranked {
            assert!((ranked.value - 0.75).abs() < 0.06, "{found:?}");
        }
    }
}

/// Every truth that agrees with what was told, the game under it after some deeds, and what is then believed.
fn every_truth<const W: usize>(
    rules: &Rules<W>,
    text: &str,
    deeds: &[&str],
) -> Vec<(Box<dyn Match>, Box<dyn Belief>)> {
    let seat = Observer::Seat(Seat(0));
    let start = parse(rules, text);
    let mut believed = rules.belief(&start, seat).expect("a belief");
    let truths = believed.enumerate(100).expect("few truths");
    let under = |truth: Setup| {
        let mut game = rules.start(&truth).expect("a start");
        for deed in deeds {
            let action = game.parse_action(game.turn(), deed).expect("an action");
            game.play(game.turn(), action, false).expect("it is legal");
        }
        let belief = along(rules, &truth, &[], game.steps(), seat).expect("a belief");
        (game, belief)
    };
    truths.into_iter().map(under).collect()
}

#[test]
fn the_choice_is_the_same_under_every_truth() {
    let rules = rules::<1>(flipping());
    let all = every_truth(&rules, FEW, &["a1a2", "e1e2"]);
    assert_eq!(all.len(), 6);
    for form in [Form::Single, Form::Multiple] {
        let settings = Settings { form, ..with(400) };
        let mut found: Vec<Found> = Vec::new();
        for (game, mut belief) in all
            .iter()
            .map(|(game, belief)| (game.copy(), belief.copy()))
        {
            let this = search(&mut *belief, &settings, 11);
            assert!(game.legal().expect("no hook").contains(&this.best));
            found.push(this);
        }
        assert!(found.iter().all(|f| *f == found[0]), "{found:?}");
    }
}

#[test]
fn the_same_dice_find_the_same_and_others_need_not() {
    let rules = rules::<1>(flipping());
    let mut belief = believe(&rules, FEW);
    let first = search(&mut *belief, &with(300), 1);
    assert_eq!(search(&mut *belief, &with(300), 1), first);
    assert_ne!(search(&mut *belief, &with(300), 2), first);
}

#[test]
fn a_belief_says_the_same_after_a_search() {
    let rules = rules::<1>(flipping());
    let mut belief = believe(&rules, FEW);
    let mut before = belief.copy();
    search(&mut *belief, &with(200), 1);
    assert_eq!(belief.count(), before.count());
    assert_eq!(belief.marginals(), before.marginals());
    assert_eq!(belief.method(), before.method());
    assert_eq!(belief.enumerate(10), before.enumerate(10));
    assert_eq!(
        belief.draw_start(&mut dice(4)),
        before.draw_start(&mut dice(4))
    );
}

#[test]
fn what_is_lost_lives_on_slips_where_something_is_hidden() {
    let value = |rules: &Rules<1>, text: &str, slips: f64| {
        let settings = Settings {
            slips: Some(slips),
            early_stop: false,
            ..with(400)
        };
        search(&mut *believe(rules, text), &settings, 1).value
    };
    let lost = "?7/8/1r6/P1r5 red lost=K,A2,E2,R2,H2,C2,P4,a2,e2,h2,c2,p5";
    let hidden = rules(flipping());
    let (none, many) = (value(&hidden, lost, 0.0), value(&hidden, lost, 0.9));
    assert!(none + 0.1 < many, "{none} {many}");
    // Where all see all it is the plain search.
    let open = rules(chess());
    let text = "3qk3/8/8/8/8/8/4P3/4K3 w - -";
    assert_eq!(value(&open, text, 0.9), value(&open, text, 0.0));
}

#[test]
fn flips_gain_by_what_the_piece_may_be_and_what_is_near() {
    let rules = rules::<1>(flipping());
    let gains = |text: &str| {
        let setup = parse(&rules, text);
        let position = setup.look(&rules.tables).expect("a position");
        let side = position
            .public
            .side_of(position.public.turn)
            .expect("settled");
        let gains = flips::gains(&rules.tables, &position.public, side);
        let board = &rules.tables.board;
        let named = gains
            .into_iter()
            .map(|(action, gain)| (board.name(action.to()).to_owned(), gain));
        named.collect::<Vec<_>>()
    };
    // Either general may lie on each: the enemy cannon would take red's on a4, the own one black's on h4.
    let text = "?6?/8/P6p/c6C red lost=A2,E2,R2,H2,C,P4,a2,e2,r2,h2,c,p4";
    let found = gains(text);
    let [(a4, danger), (h4, chance)] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!((a4.as_str(), h4.as_str()), ("a4", "h4"));
    // What the general of the side to move would lose at once counts whole, what it may win later half.
    assert!(
        *danger < 0.0 && *chance > 0.0 && *chance * 2.0 == -*danger,
        "{found:?}"
    );
    // The other seat sees it the other way round.
    let other = gains(&text.replace("red", "black"));
    assert_eq!([other[0].1, other[1].1], [*chance, *danger]);
    // With nothing near it a flip gains nothing.
    let alone = "8/8/4?3/8 red lost=A2,E2,R2,H2,C2,P5,a2,e2,r2,h2,c2,p5,k";
    assert_eq!(gains(alone), [("e2".to_owned(), 0.0)]);
}

/// Plays against random actions, and looks at what is found at each turn.
fn plays_on<const W: usize>(rules: &Rules<W>, settings: &Settings, seed: u64, plies: usize) {
    let setup = dealt(rules, seed);
    let mut game = rules.start(&setup).expect("a start");
    let mut beliefs = Seat::BOTH.map(|seat| {
        let masked = mask(&rules.tables, &setup, Observer::Seat(seat));
        rules
            .belief(&masked, Observer::Seat(seat))
            .expect("a belief")
    });
    let mut dice = dice(seed);
    for _ in 0..plies {
        let (seat, legal) = (game.turn(), game.legal().expect("no hook"));
        if game.outcome().is_some() || legal.is_empty() {
            break;
        }
        let found = beliefs[seat.index()]
            .search(settings, &mut dice, &mut |_| true)
            .expect("there are actions");
        let mut actions: Vec<Action> = found.ranked.iter().map(|r| r.action).collect();
        assert_eq!(found.best, actions[0]);
        actions.sort();
        let mut listed = legal.clone();
        listed.sort();
        assert_eq!(actions, listed, "the root lists what is legal");
        assert!(found.ranked.iter().all(|r| (0.0..=1.0).contains(&r.value)));
        let action = *dice.choose(&[found.best, legal[0]]).expect("two");
        let _ = game.play(seat, action, false);
        let step = game.steps().last().expect("a step").clone();
        for belief in &mut beliefs {
            belief.read_step(&step).expect("it was told");
        }
    }
}

#[test]
fn every_family_is_played_by_its_rules() {
    for form in [Form::Single, Form::Multiple] {
        for rollout in [None, Some(0)] {
            let settings = Settings {
                form,
                rollout,
                ..with(16)
            };
            plays_on(&rules::<1>(flipping()), &settings, 1, 30);
            plays_on(&rules::<1>(chess()), &settings, 1, 20);
            plays_on(&rules::<1>(disguised()), &settings, 2, 20);
            plays_on(&rules::<1>(secret()), &settings, 3, 20);
            plays_on(&rules::<2>(mined()), &settings, 4, 20);
            plays_on(&rules::<2>(stones()), &settings, 5, 6);
            plays_on(&rules::<1>(rows()), &settings, 6, 9);
        }
    }
    let mut refusing = mined();
    if let Some(check) = &mut refusing.check {
        check.exposed = Exposed::Refused;
    }
    plays_on(&rules::<2>(refusing), &with(20), 7, 20);
}

#[test]
fn the_tree_stays_as_small_as_it_is_told_to() {
    let rules = rules::<1>(chess());
    let settings = Settings {
        nodes: 10,
        ..with(200)
    };
    let mut belief = believe(&rules, "4k3/8/8/8/8/8/4P3/4K3 w - -");
    assert_eq!(search(&mut *belief, &settings, 0).nodes, 10);
}

#[test]
fn a_search_ends_when_told_to_or_decided() {
    let rules = rules::<1>(rows());
    let mut belief = believe(&rules, "3/3/3 red");
    let mut asked = 0;
    let found = belief
        .search(&with(1_000), &mut dice(0), &mut |progress| {
            asked += 1;
            progress.simulations < 50
        })
        .expect("something is found");
    assert_eq!((found.simulations, asked), (50, 50));
    // One action is left: there is nothing to think about.
    let found = search(&mut *believe(&rules, "XOX/OOX/1XO red"), &with(1_000), 0);
    assert_eq!(found.simulations, 1);
    let decided = search(&mut *believe(&rules, "XX1/OO1/3 red"), &with(2_000), 0);
    assert!(decided.simulations < 2_000, "{}", decided.simulations);
    let open = Settings {
        early_stop: false,
        ..with(2_000)
    };
    let whole = search(&mut *believe(&rules, "XX1/OO1/3 red"), &open, 0);
    assert_eq!((whole.simulations, whole.best), (2_000, decided.best));
}

#[test]
fn who_is_not_to_act_finds_nothing() {
    let rules = rules::<1>(rows());
    let setup = parse(&rules, "3/3/3 red");
    for observer in [Observer::Seat(Seat(1)), Observer::Public] {
        let mut belief = rules.belief(&setup, observer).expect("a belief");
        let found = belief.search(&with(10), &mut dice(0), &mut |_| true);
        assert_eq!(found, Err(SearchError::NotToAct(Seat(0))));
    }
}

#[test]
fn roots_add_up() {
    let (a, b) = (
        Action::flip(crate::site::Site(0)),
        Action::flip(crate::site::Site(1)),
    );
    let ranked = |action, visits, value| Ranked {
        action,
        visits,
        value,
    };
    let found = |best, value, ranked: Vec<Ranked>| Found {
        best,
        simulations: ranked.iter().map(|r| r.visits).sum(),
        failed: 0,
        draws: 2,
        nodes: 3,
        depth: 2,
        value,
        ranked,
    };
    let one = found(a, 0.5, vec![ranked(a, 6, 0.5), ranked(b, 4, 0.5)]);
    let other = found(b, 0.75, vec![ranked(b, 30, 0.8), ranked(a, 0, 0.75)]);
    let sum = Found::merge(vec![one.clone(), other]).expect("two");
    assert_eq!(
        (sum.best, sum.simulations, sum.nodes, sum.depth),
        (b, 40, 6, 2)
    );
    assert_eq!(sum.ranked[0].visits, 34);
    assert!((sum.ranked[0].value - (2.0 + 24.0) / 34.0).abs() < 1e-12);
    assert_eq!(sum.ranked[1], ranked(a, 6, 0.5));
    assert!((sum.value - (5.0 + 22.5) / 40.0).abs() < 1e-12);
    assert_eq!(Found::merge(vec![one.clone()]), Some(one));
    assert_eq!(Found::merge(Vec::new()), None);
}

#[test]
fn what_goes_further_and_takes_more_is_worth_more() {
    let tables = rules::<1>(chess()).tables;
    let of = |name: &str| {
        let kind = tables.kind_of_name(name).expect("a kind");
        tables.values.of_kind[kind.index()]
    };
    assert!(of("pawn") > 0);
    assert!(of("pawn") * 2 < of("knight"), "{:?}", tables.values);
    assert!(of("bishop") < of("rook") && of("rook") < of("queen"));
    assert!(of("queen") > of("rook") * 3 / 2);
    assert_eq!(of("king"), 0, "it is never taken");
    let tables = rules::<1>(secret()).tables;
    let of = |name: &str| {
        let kind = tables.kind_of_name(name).expect("a kind");
        tables.values.of_kind[kind.index()]
    };
    assert!(of("marshal") > of("engineer"));
    assert_eq!(of("flag"), 0, "it is there until the game ends");
    let [marshal, bomb, flag] =
        ["marshal", "bomb", "flag"].map(|name| tables.kind_of_name(name).expect("a kind"));
    let gain = |a, d| tables.values.gain(0, a, d);
    assert!(
        gain(marshal, flag) > 4 * of("marshal"),
        "its loss loses the game"
    );
    assert_eq!(gain(marshal, bomb), of("bomb") - of("marshal"));
}
