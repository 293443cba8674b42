//! Face-down pieces that nobody knows: flips, dark attacks, chains and chases.

use super::fixtures::*;
use crate::game::Game;
use crate::legal::Rules;
use crate::spec::{
    ChainSpec, ChaseSpec, ClashSpec, ColoursWay, DealSpec, EndThen, EndWhen, Face, HiddenTarget,
    MoveSpec, OwnRevealed, QuietSpec, RepetitionSpec, Spec, Verdict,
};

const NAMES: [(&str, char, u8); 7] = [
    ("general", 'K', 1),
    ("advisor", 'A', 2),
    ("elephant", 'E', 2),
    ("chariot", 'R', 2),
    ("horse", 'H', 2),
    ("cannon", 'C', 2),
    ("soldier", 'P', 5),
];

/// Manners: stepping, and jumping over a screen. Lower ranks are `Refuse`d; with `dark`, hidden pieces are attacked.
pub(super) fn banqi(dark: bool) -> Spec {
    let mut spec = bare(8, 4);
    spec.kinds = NAMES
        .map(|(name, letter, count)| kind(name, letter, count, &["W"]))
        .into();
    spec.kinds[5].moves = vec![
        betza("mW"),
        MoveSpec {
            manner: "jump".into(),
            ..betza("cpR")
        },
    ];
    spec.manners = vec!["step".into(), "jump".into()];
    let clash = |manner: usize, a: usize, d: usize| {
        let takes = match (manner, a, d) {
            (1, ..) => true,
            (_, 6, 0) => true,
            (_, 0, 6) => false,
            _ => a <= d,
        };
        ClashSpec {
            verdict: if takes {
                Verdict::Take
            } else {
                Verdict::Refuse
            },
            clause: if takes { "rank" } else { "lower" }.into(),
        }
    };
    spec.capture.open = (0..2 * 49)
        .map(|i| clash(i / 49, i / 7 % 7, i % 7))
        .collect();
    spec.capture.hidden = if dark {
        HiddenTarget::Reveal
    } else {
        HiddenTarget::Refuse
    };
    spec.actions.flip = Some("flip".into());
    spec.colours.way = ColoursWay::FirstFlip;
    spec.hidden.face = Face::Blank;
    spec.hidden.reveal_at_end = true;
    spec.setup.deal = DealSpec::Pool {
        region: "all".into(),
    };
    spec.quiet = Some(QuietSpec {
        limit: Some(50),
        reveal: true,
        clause: "quiet".into(),
        ..QuietSpec::default()
    });
    spec.endings = vec![
        ending(EndWhen::Eliminated, EndThen::Loses, "all-captured"),
        ending(EndWhen::NoAction, EndThen::Loses, "no-action"),
        ending(EndWhen::Quiet, EndThen::Draw, "quiet"),
    ];
    spec
}

/// Seat 0 has the first side and acts.
fn settled(rules: &Rules<1>, rows: &str, truth: &str) -> Game<1> {
    let mut setup = setup(rules, rows);
    setup.first_side = Some(crate::piece::Side(0));
    lay(rules, &mut setup, truth);
    start(rules, &setup)
}

#[test]
fn the_first_flip_settles_and_only_flips_come_before() {
    let rules = compile::<1>(banqi(false));
    let mut setup = setup(&rules, "????????/????????/????????/????????");
    let mut dice = crate::random::Seed::from_u64(1).stream(crate::random::Stream::Deal);
    setup.cells = crate::deal::deal(&rules.tables, &mut dice, [None, None]).cells;
    let mut game = start(&rules, &setup);
    assert_eq!(legal(&game).len(), 32);
    play(&mut game, "?a1");
    assert_eq!(legal(&game).len(), 31);
}

#[test]
fn a_second_flip_of_the_first_colour_leaves_the_game_going() {
    let rules = compile::<1>(banqi(false));
    let mut setup = setup(&rules, "8/8/8/?1?1?1?1");
    lay(&rules, &mut setup, "a1=R c1=H e1=p g1=k");
    let mut game = start(&rules, &setup);
    play(&mut game, "?a1 ?c1");
    assert_eq!(game.outcome(), None);
    play(&mut game, "a1b1");
    assert_eq!(legal(&game), ["?e1", "?g1"]);
}

#[test]
fn cannons_need_exactly_one_screen() {
    let rules = compile::<1>(banqi(false));
    let one = settled(&rules, "8/8/8/C?2k3", "b1=P");
    assert!(legal(&one).contains(&"a1e1".into()));
    let two = settled(&rules, "8/8/8/C??1k3", "b1=P c1=P");
    assert!(!legal(&two).contains(&"a1e1".into()));
    let adjacent = settled(&rules, "8/8/8/Cp6", "");
    assert!(!legal(&adjacent).contains(&"a1b1".into()));
}

#[test]
fn a_shown_target_that_may_not_be_taken_stays_and_the_turn_is_over() {
    let rules = compile::<1>(banqi(true));
    let mut game = settled(&rules, "8/8/8/P?5k", "b1=a");
    play(&mut game, "a1b1");
    assert_eq!(game.turn().0, 1);
    let all = crate::piece::Observer::Public;
    assert_eq!((look(&game, all, "a1"), look(&game, all, "b1")), ('P', 'a'));
}

#[test]
fn a_shown_target_that_no_way_of_moving_takes_stays() {
    let mut spec = banqi(true);
    spec.kinds[5].moves[1].victims = NAMES
        .iter()
        .map(|(name, ..)| (*name).to_owned())
        .filter(|n| n != "horse")
        .collect();
    let rules = compile::<1>(spec);
    let mut game = settled(&rules, "8/8/8/Cp?4k", "c1=h");
    play(&mut game, "a1c1");
    assert_eq!(look(&game, crate::piece::Observer::Public, "a1"), 'C');
    let mut game = settled(&rules, "8/8/8/Cp?4k", "c1=r");
    play(&mut game, "a1c1");
    assert_eq!(look(&game, crate::piece::Observer::Public, "c1"), 'C');
}

#[test]
fn an_own_piece_shown_ends_the_chain_even_when_it_is_taken() {
    let mut spec = banqi(true);
    spec.capture.own_revealed = OwnRevealed::Taken;
    spec.chain = Some(ChainSpec {
        hidden_links: true,
        open_links: true,
        may_stop: true,
        clause: "chain".into(),
        ..ChainSpec::default()
    });
    let rules = compile::<1>(spec);
    let mut game = settled(&rules, "8/8/8/R?p4k", "b1=P");
    play(&mut game, "a1b1");
    assert_eq!(game.turn().0, 1);
    let mut game = settled(&rules, "8/8/8/R?p4k", "b1=h");
    play(&mut game, "a1b1");
    assert_eq!(legal(&game), ["b1c1", "stop"]);
    play(&mut game, "b1c1");
    assert_eq!(game.turn().0, 1);
}

#[test]
fn a_chain_is_one_turn_and_may_be_stopped() {
    let mut spec = banqi(true);
    spec.chain = Some(ChainSpec {
        start_open_only: true,
        hidden_links: true,
        open_links: true,
        may_stop: true,
        clause: "chain".into(),
        ..ChainSpec::default()
    });
    let rules = compile::<1>(spec);
    let mut game = settled(&rules, "8/8/8/Rhp?4/".trim_end_matches('/'), "d1=k");
    play(&mut game, "a1b1 b1c1");
    assert_eq!(legal(&game), ["c1d1", "stop"]);
    let turns = game.view(crate::piece::Observer::Public).public().turns;
    assert_eq!(turns, 0);
    play(&mut game, "stop");
    assert_eq!(game.turn().0, 1);
    let public = *game.view(crate::piece::Observer::Public).public();
    assert_eq!((public.turns, public.quiet), (1, 0));
    // A dark capture does not start one here.
    let mut game = settled(&rules, "8/8/8/R?p4k", "b1=h");
    play(&mut game, "a1b1");
    assert_eq!(game.turn().0, 1);
}

#[test]
fn dark_attacks_are_listed_where_repetition_is_forbidden() {
    let mut spec = banqi(true);
    spec.repetition = Some(RepetitionSpec {
        forbidden: true,
        clause: "again".into(),
        ..RepetitionSpec::default()
    });
    let rules = compile::<1>(spec);
    let game = settled(&rules, "8/8/8/P?5k", "b1=a");
    assert!(legal(&game).contains(&"a1b1".into()));
}

fn chasing(limit: u8, same_chaser: bool) -> Rules<1> {
    let mut spec = banqi(true);
    spec.chase = Some(ChaseSpec {
        limit,
        same_chaser,
        clause: "chase".into(),
    });
    compile(spec)
}

#[test]
fn the_last_chase_is_barred_and_a_flip_begins_anew() {
    let rules = chasing(4, false);
    let mut game = settled(&rules, "8/1?6/8/R3h2?", "b3=P h1=p");
    // From a1 the chariot goes after the horse, along the rank and round the corner.
    play(&mut game, "a1b1 e1d1 b1c1 d1d2");
    play(&mut game, "c1c2 d2d3 c2c3 d3d4");
    let all = crate::piece::Observer::Public;
    let runs = |game: &Game<1>| {
        game.view(all).public().chases[0]
            .iter()
            .map(|c| c.run)
            .max()
    };
    assert_eq!(runs(&game), Some(3));
    assert!(!legal(&game).contains(&"c3c4".into()));
    let action = crate::action::Action::moving(site(&rules, "c3"), site(&rules, "c4"), 0);
    let why = game.explain(game.turn(), action).unwrap();
    let crate::explain::Explanation::Refused(refusal) = why else {
        panic!("{why:?}")
    };
    assert_eq!(rules.tables.clauses.slug(refusal.clause), "chase");
    play(&mut game, "?h1");
    assert_eq!(runs(&game), Some(0));
}

#[test]
fn the_bar_lifts_where_nothing_else_is_left() {
    let rules = chasing(2, false);
    // Both ways on go after the horse again.
    let chased = |rows: &str| {
        let mut setup = setup(&rules, rows);
        setup.first_side = Some(crate::piece::Side(0));
        setup.chases[0] = vec![crate::position::Chase {
            victim: crate::position::Site16::new(Some(site(&rules, "b2"))),
            chaser: crate::position::Site16::new(Some(site(&rules, "a1"))),
            run: 1,
        }];
        legal(&start(&rules, &setup))
    };
    assert_eq!(chased("7k/8/1h6/R7"), ["a1a2", "a1b1"]);
    assert_eq!(chased("7k/7P/1h6/R7"), ["h3g3", "h3h2", "h3h4"]);
}

#[test]
fn a_piece_only_lost_against_is_not_chased() {
    let mut spec = banqi(false);
    for clash in &mut spec.capture.open {
        if clash.verdict == Verdict::Refuse {
            clash.verdict = Verdict::Lost;
        }
    }
    spec.chase = Some(ChaseSpec {
        limit: 3,
        ..ChaseSpec::default()
    });
    let rules = compile::<1>(spec);
    let mut game = settled(&rules, "8/8/8/H1r4k", "");
    play(&mut game, "a1b1");
    let runs = game.view(crate::piece::Observer::Public).public().chases[0];
    assert!(runs.iter().all(|c| c.run == 0));
}

#[test]
fn the_last_pieces_of_both_gone_at_once_is_a_draw() {
    let mut spec = banqi(false);
    spec.capture.open[4 * 7 + 4].verdict = Verdict::Both;
    let rules = compile::<1>(spec);
    let mut game = settled(&rules, "8/8/8/Hh6", "");
    play(&mut game, "a1b1");
    assert_eq!(outcome(&game), Some(("all-captured".into(), None)));
}

#[test]
fn who_cannot_act_loses() {
    let rules = compile::<1>(banqi(false));
    let mut setup = setup(&rules, "8/8/R7/pH6");
    setup.first_side = Some(crate::piece::Side(0));
    setup.turn = crate::piece::Seat(1);
    let mut game = start(&rules, &setup);
    game.judge_start().unwrap();
    assert_eq!(outcome(&game), Some(("no-action".into(), Some(0))));
}
