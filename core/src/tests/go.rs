//! Placed stones: liberties, own groups and whole boards that come again.

use super::fixtures::*;
use crate::hooks::Effects;
use crate::legal::Rules;
use crate::position::Arbiter;
use crate::rules::repetition::{History, Snapshot};
use crate::search::Unit;
use crate::site::Site;
use crate::spec::{
    EnclosureSpec, EndThen, EndWhen, PassRule, RepetitionKey, RepetitionSpec, ScoringSpec,
    ScoringWay, Spec, SwapSpec,
};

fn spec(files: u8, ranks: u8, key: RepetitionKey, only_last: bool, pass: PassRule) -> Spec {
    let mut spec = bare(files, ranks);
    spec.sides[1].down = false;
    spec.kinds = vec![kind("stone", 'S', 0, &[])];
    spec.actions.place = Some(("stone".into(), "place".into()));
    spec.actions.pass = pass;
    spec.enclosure = Some(EnclosureSpec {
        suicide_forbidden: true,
        clause: "suicide".into(),
    });
    spec.repetition = Some(RepetitionSpec {
        key,
        forbidden: true,
        only_last,
        clause: "superko".into(),
        ..RepetitionSpec::default()
    });
    spec.scoring = Some(ScoringSpec {
        way: ScoringWay::Captures,
        ..ScoringSpec::default()
    });
    spec.endings = vec![
        ending(EndWhen::Captured(5), EndThen::Wins, "target"),
        ending(EndWhen::Passes(2), EndThen::Score, "passes"),
    ];
    spec.hooks.placed = true;
    spec
}

fn capture<const W: usize>(pos: &mut Effects<'_, W>, at: Site) {
    for n in pos.tables.board.adjacent(at) {
        let enemy = pos.public().side_of(pos.mover.other());
        if pos.public().cell(n).side() == enemy && enemy.is_some() && pos.liberties(n).is_empty() {
            let group = pos.group(n);
            pos.capture(group);
        }
    }
}

fn go(files: u8, ranks: u8, key: RepetitionKey, only_last: bool) -> Rules<1> {
    let script = Script {
        placed: Some(capture),
        ..Script::default()
    };
    with_hooks(
        spec(files, ranks, key, only_last, PassRule::Allowed),
        script,
    )
}

/// Positional superko on a small board.
pub(super) fn small() -> Rules<1> {
    go(5, 5, RepetitionKey::Placement, false)
}

/// Five rows, top first, of `X`, `O` and `.`.
fn board(rules: &Rules<1>, rows: &str) -> crate::game::Game<1> {
    let text: String = rows
        .split_whitespace()
        .collect::<Vec<_>>()
        .join("/")
        .chars()
        .map(|c| match c {
            'X' => 'S',
            'O' => 's',
            other => other,
        })
        .collect();
    start(rules, &setup(rules, &text))
}

fn captures(game: &crate::game::Game<1>) -> [u16; 2] {
    game.view(crate::piece::Observer::Public).public().captures
}

#[test]
fn placements_agree_with_derived_counts() {
    let count = |files, ranks, counts: &[u64]| {
        let script = Script {
            placed: Some(capture),
            ..Script::default()
        };
        let mut spec = spec(
            files,
            ranks,
            RepetitionKey::Placement,
            false,
            PassRule::Forbidden,
        );
        spec.endings.clear();
        let rules: Rules<1> = with_hooks(spec, script);
        let game = start(&rules, &crate::setup::Setup::empty(&rules.tables));
        let position = game.position(Arbiter::assume());
        let mut history = History::new();
        history.push(Snapshot::take(position.public(), false));
        for (i, wanted) in counts.iter().enumerate() {
            let found = rules
                .perft(position, &history, i as u32 + 1, Unit::Turn)
                .unwrap();
            assert_eq!(found, *wanted, "{files}x{ranks} at {}", i + 1);
        }
    };
    count(2, 2, &[4, 12, 24, 16, 32, 32, 16]);
    count(2, 3, &[6, 30, 120, 336, 616, 664]);
    count(3, 3, &[9, 72, 504, 2976, 14_720]);
}

#[test]
fn groups_are_counted_once() {
    let rules = go(5, 5, RepetitionKey::Placement, false);
    let mut game = board(&rules, ".X... XO... XOOX. .XX.. .....");
    play(&mut game, "@c4");
    assert_eq!(captures(&game)[0], 3);
    let mut game = board(&rules, ".X.X. XO.OX .X.X. ..X.. .....");
    play(&mut game, "@c4");
    assert_eq!(captures(&game)[0], 2);
}

#[test]
fn suicide_of_groups_is_refused() {
    let rules = go(5, 5, RepetitionKey::Placement, false);
    let game = board(&rules, ".XO.. XXO.. OOO.. ..... .....");
    assert!(!legal(&game).contains(&"@a5".into()));
}

#[test]
fn kinds_of_superko_differ_where_two_are_sent_and_one_returns() {
    for (key, only_last, allowed) in [
        (RepetitionKey::Placement, false, false),
        (RepetitionKey::PlacementAndTurn, false, true),
        (RepetitionKey::Placement, true, true),
    ] {
        let rules = go(5, 5, key, only_last);
        let mut game = board(&rules, "X.... .X... XO... .O... OO...");
        play(&mut game, "@a2 @a4");
        assert_eq!(captures(&game), [0, 2]);
        assert_eq!(
            legal(&game).contains(&"@a3".into()),
            allowed,
            "{key:?} {only_last}"
        );
    }
}

#[test]
fn a_ko_is_not_retaken_at_once_under_any_rule() {
    for (key, only_last) in [
        (RepetitionKey::Placement, false),
        (RepetitionKey::PlacementAndTurn, false),
        (RepetitionKey::Placement, true),
    ] {
        let rules = go(5, 5, key, only_last);
        let mut setup = setup(&rules, "5/1Ss2/S1Ss1/1Ss2/5");
        setup.turn = crate::piece::Seat(1);
        let mut game = start(&rules, &setup);
        play(&mut game, "@b3");
        assert!(!legal(&game).contains(&"@c3".into()), "{key:?} {only_last}");
        play(&mut game, "@e1 @e5");
        assert!(legal(&game).contains(&"@c3".into()), "{key:?} {only_last}");
    }
}

#[test]
fn sides_are_swapped_although_the_board_stays_as_it_is() {
    let script = Script {
        placed: Some(capture),
        ..Script::default()
    };
    let mut spec = spec(5, 5, RepetitionKey::Placement, false, PassRule::Allowed);
    spec.swap = Some(SwapSpec {
        after: 0,
        clause: "swap".into(),
    });
    let rules: Rules<1> = with_hooks(spec, script);
    let mut game = start(&rules, &crate::setup::Setup::empty(&rules.tables));
    play(&mut game, "swap");
    assert!(!legal(&game).contains(&"swap".into()));
    play(&mut game, "@a1");
    assert_eq!(look(&game, crate::piece::Observer::Public, "a1"), 'S');
    assert_eq!(game.turn().0, 0);
}

#[test]
fn long_games_fill_no_counter() {
    let rules = go(5, 5, RepetitionKey::Placement, false);
    let mut setup = setup(&rules, "5/5/5/5/sS3");
    setup.lost[1][0] = u8::MAX;
    setup.captures[0] = u16::MAX;
    setup.passes = u8::MAX;
    let mut game = start(&rules, &setup);
    play(&mut game, "@a2");
    assert_eq!(captures(&game)[0], u16::MAX);
    let mut setup = super::fixtures::setup(&rules, "5/5/5/5/sS3");
    setup.passes = u8::MAX;
    let mut game = start(&rules, &setup);
    play(&mut game, "pass");
}

#[test]
fn two_passes_count_the_score() {
    let rules = go(5, 5, RepetitionKey::Placement, false);
    let mut game = board(&rules, ".X... XO... XOOX. .XX.. .....");
    play(&mut game, "@c4 pass pass");
    assert_eq!(outcome(&game), Some(("passes".into(), Some(0))));
}
