//! Two truths that an observer cannot tell apart give it the same of everything, along random games.

use super::fixtures::*;
use crate::game::Game;
use crate::legal::Rules;
use crate::piece::{Observer, Piece, Seat};
use crate::random::{Dice, Seed, Stream};
use crate::setup::{Setup, SetupCell};

/// Plays one game on both truths for as long as the observer is told the same of both; what it sees must agree.
fn compare<const W: usize>(
    rules: &Rules<W>,
    truths: [&Setup; 2],
    observer: Observer,
    dice: &mut Dice,
    plies: u32,
) -> u32 {
    let [mut one, mut two] = truths.map(|s| start(rules, s));
    assert_eq!(seen(&one, observer), seen(&two, observer));
    let mut same = 0;
    'plies: while same < plies && one.outcome().is_none() {
        let seat = one.turn();
        let mut all = one.legal().unwrap();
        dice.shuffle(&mut all);
        let others = two.legal().unwrap();
        for action in all {
            // The other seat may know more, and have other actions: then the histories part.
            if !others.contains(&action) {
                continue;
            }
            let mut next = [one.clone(), two.clone()];
            let played = next.each_mut().map(|g| g.play(seat, action).map(|_| ()));
            let told = next.each_ref().map(|game| {
                let step = game.steps().last().unwrap();
                let events = Game::<W>::told_to(step, observer)
                    .cloned()
                    .collect::<Vec<_>>();
                (step.deed, events)
            });
            if told[0] != told[1] {
                continue;
            }
            assert_eq!(played[0], played[1]);
            [one, two] = next;
            assert_eq!(
                seen(&one, observer),
                seen(&two, observer),
                "after {action:?}"
            );
            same += 1;
            continue 'plies;
        }
        break;
    }
    same
}

/// Another truth: hidden pieces that the observer does not know, shuffled within what they look like.
fn shuffled<const W: usize>(
    rules: &Rules<W>,
    setup: &Setup,
    observer: Observer,
    dice: &mut Dice,
) -> Setup {
    let game = start(rules, setup);
    let view = game.view(observer);
    let mut other = setup.clone();
    let unknown: Vec<usize> = view.unknown().iter().map(|s| s.index()).collect();
    let truth = |at: usize| match setup.cells[at] {
        SetupCell::Down { truth: Some(p), .. } => p,
        other => panic!("{other:?}"),
    };
    let look = |at: usize| match setup.cells[at] {
        SetupCell::Down { look, .. } => look,
        _ => unreachable!(),
    };
    for side in [None, Some(0), Some(1)] {
        let sites: Vec<usize> = unknown
            .iter()
            .copied()
            .filter(|at| look(*at).side().map(|s| s.0) == side)
            .collect();
        let mut pieces: Vec<Piece> = sites.iter().map(|at| truth(*at)).collect();
        if dice.below(2) == 0 {
            dice.shuffle(&mut pieces);
        } else if pieces.len() > 1 {
            let last = pieces.len() - 1;
            let with = dice.below(last as u64) as usize;
            pieces.swap(with, last);
        }
        for (at, piece) in sites.into_iter().zip(pieces) {
            other.cells[at] = SetupCell::Down {
                look: look(at),
                truth: Some(piece),
            };
        }
    }
    other
}

fn check<const W: usize>(rules: &Rules<W>, setup: &Setup, plies: u32, wanted: u32) {
    let mut dice = Seed::from_u64(11).stream(Stream::Bot(0));
    for observer in Observer::ALL {
        let mut same = 0;
        for _ in 0..6 {
            let other = shuffled(rules, setup, observer, &mut dice);
            same += compare(rules, [setup, &other], observer, &mut dice, plies);
        }
        assert!(
            same >= wanted,
            "only {same} plies compared for {observer:?}"
        );
    }
}

fn dealt<const W: usize>(rules: &Rules<W>, seed: u64) -> Setup {
    let mut dice = Seed::from_u64(seed).stream(Stream::Deal);
    let layout =
        |seat, dice: &mut Dice| crate::deal::named_layout(&rules.tables, seat, "random", dice).ok();
    let layouts = [layout(Seat(0), &mut dice), layout(Seat(1), &mut dice)];
    crate::deal::deal(
        &rules.tables,
        &mut dice,
        [layouts[0].as_ref(), layouts[1].as_ref()],
    )
}

#[test]
fn faces_hide_what_nobody_knows() {
    let rules = compile::<1>(super::hidden_chess::spec());
    check(&rules, &dealt(&rules, 5), 30, 50);
}

#[test]
fn backs_hide_what_nobody_knows() {
    let rules = compile::<1>(super::banqi::banqi(true));
    check(&rules, &dealt(&rules, 6), 30, 25);
}

#[test]
fn layouts_hide_what_the_owner_knows() {
    let rules = compile::<1>(super::junqi::secret());
    check(&rules, &dealt(&rules, 7), 60, 50);
}

#[test]
fn fog_hides_hazards() {
    let rules = super::mines::rules(super::mines::spec());
    let mut dice = Seed::from_u64(12).stream(Stream::Bot(0));
    let mut same = 0;
    for seed in 0..6 {
        let [one, two] = [dealt(&rules, seed), dealt(&rules, seed + 100)];
        same += compare(&rules, [&one, &two], Observer::Seat(Seat(0)), &mut dice, 30);
    }
    assert!(same > 50, "{same}");
}
