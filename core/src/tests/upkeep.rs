//! What a position keeps in step as it changes: bitsets, keys, and the promises of legality.

use super::fixtures::*;
use crate::event::Log;
use crate::hooks::HookError;
use crate::legal::Rules;
use crate::legal::batch::Hand;
use crate::piece::Observer;
use crate::position::{Arbiter, Phase, Position};
use crate::random::{Seed, Stream};
use crate::rules::repetition::History;
use crate::search::count_last;
use crate::view::View;

/// The same position, built from its cells.
fn rebuilt<const W: usize>(rules: &Rules<W>, position: &Position<W>) -> Position<W> {
    let (public, truth) = (position.public(), position.truth(Arbiter::assume()));
    let mut copy = Position::empty();
    for site in public.occupied() {
        copy.put_look(site, public.cell(site));
        if public.hidden.contains(site) {
            let known = crate::piece::Seat::BOTH.map(|s| truth.known(s).contains(site));
            copy.hide(site, truth.piece(site), known);
        }
    }
    copy.set_unmoved(public.unmoved);
    copy.set_hazards(truth.hazards());
    copy.lay_fog(public.fog);
    let zone = rules.tables.terrain.as_ref().map(|t| t.zone);
    copy.see_hazards(zone.unwrap_or_default() - public.fog);
    copy
}

/// What is counted and drawn, kind by kind, is what is listed, piece by piece.
fn counts_and_draws_agree<const W: usize>(
    rules: &Rules<W>,
    view: &View<'_, W>,
    legal: &[crate::action::Action],
) {
    let mut candidates = Vec::new();
    rules.candidates(view, &mut candidates).unwrap();
    let mut hand = Hand::default();
    hand.clear(rules.promotions().len());
    rules.generate(view, &mut hand).unwrap();
    let mut drawn = hand.all(rules.promotions());
    assert_eq!(hand.len(), drawn.len());
    drawn.sort();
    candidates.sort();
    assert_eq!(drawn, candidates);
    if crate::rules::chase::is_near(view, view.public().turn) {
        return;
    }
    let (mut open, mut spare) = (Vec::new(), Vec::new());
    assert_eq!(rules.may_act(view).unwrap(), !legal.is_empty());
    let all = count_last(rules, view, true, &mut open, &mut spare).unwrap();
    assert_eq!(all as usize, legal.len());
    let sure = count_last(rules, view, false, &mut open, &mut spare).unwrap();
    assert_eq!(sure as usize + open.len(), legal.len());
    assert!(open.iter().all(|action| legal.contains(action)));
}

/// Plays random games, and looks at every position on the way; tells how many tries were refused.
fn wander<const W: usize>(rules: &Rules<W>, seed: u64, games: u64, plies: u32) -> u32 {
    let mut refused = 0;
    for game in 0..games {
        let seed = Seed::from_u64(seed + game);
        let mut deal = seed.stream(Stream::Deal);
        let mut layouts = crate::piece::Seat::BOTH
            .map(|s| crate::deal::named_layout(&rules.tables, s, "random", &mut deal).ok());
        let layouts = layouts.each_mut().map(|l| l.as_ref());
        let setup = crate::deal::deal(&rules.tables, &mut deal, layouts);
        let mut position = setup.validate(&rules.tables).unwrap();
        let mut history = History::new();
        let mut dice = seed.stream(Stream::Bot(0));
        for _ in 0..plies {
            if position.public().phase == Phase::Over {
                break;
            }
            let seat = position.public().turn;
            let view = View::new(&rules.tables, &position, &history, Observer::Seat(seat));
            let mut actions = Vec::new();
            rules.legal(&view, &mut actions).unwrap();
            let mut sorted = actions.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted.len(), actions.len(), "an action is listed twice");
            counts_and_draws_agree(rules, &view, &actions);
            if let Some(drawn) = rules.draw_bounded(&view, &mut seed.stream(Stream::Bot(1))) {
                assert!(actions.contains(&drawn), "{drawn:?} is not legal");
            }
            let Some(action) = dice.choose(&actions).copied() else {
                break;
            };
            let mut next = position.clone();
            let length = history.len();
            match rules.apply(&mut next, &mut history, action, &mut Log::on(), true) {
                Ok(()) => position = next,
                Err(HookError::Refused(_)) => {
                    history.truncate(length);
                    refused += 1;
                    if !position.note_refused(action) {
                        break;
                    }
                    continue;
                }
                Err(error) => panic!("{action:?}: {error}"),
            }
            let (public, again) = (position.public(), rebuilt(rules, &position));
            assert_eq!(public.planes, again.public().planes);
            assert_eq!(public.by_side, again.public().by_side);
            assert_eq!(public.hidden, again.public().hidden);
            assert_eq!(public.hazards_seen, again.public().hazards_seen);
            assert_eq!(public.key_cells, again.public().key_cells, "{action:?}");
            assert_eq!(public.key_marks, again.public().key_marks, "{action:?}");
            if public.phase != Phase::Over {
                let truth = position.truth(Arbiter::assume());
                assert_eq!(usize::from(public.hazards_left), truth.hazards().len());
            }
        }
    }
    refused
}

#[test]
fn a_start_is_dealt_again_in_place() {
    for (spec, own) in [
        (super::banqi::banqi(true), false),
        (super::hidden_chess::spec(), true),
    ] {
        let rules = compile::<1>(spec);
        assert!(crate::deal::is_shuffle(&rules.tables));
        let mut dice = Seed::from_u64(3).stream(Stream::Deal);
        let setup = crate::deal::deal(&rules.tables, &mut dice, [None; 2]);
        let first = setup.validate(&rules.tables).unwrap();
        let mut position = first.clone();
        let pieces = |position: &Position<1>| -> Vec<_> {
            position.truth(Arbiter::assume()).pieces().collect()
        };
        let set = |position: &Position<1>| {
            let mut set: Vec<_> = pieces(position)
                .into_iter()
                .map(|(_, piece)| piece)
                .collect();
            set.sort();
            set
        };
        let mut room = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..200 {
            crate::deal::shuffle_again(&rules.tables, &mut position, &mut dice, &mut room);
            assert_eq!(position.public(), first.public());
            assert_eq!(set(&position), set(&first));
            let of = |(_, piece): &(_, crate::piece::Piece)| piece.side;
            let sides =
                |position: &Position<1>| -> Vec<_> { pieces(position).iter().map(of).collect() };
            assert!(!own || sides(&position) == sides(&first));
            seen.insert(pieces(&position));
        }
        assert_eq!(seen.len(), 200, "a deal came again");
    }
}

#[test]
fn bounded_draws_are_uniform() {
    let rules = compile::<1>(super::banqi::banqi(true));
    assert!(rules.tables.bounded);
    let mut dice = Seed::from_u64(11).stream(Stream::Deal);
    let setup = crate::deal::deal(&rules.tables, &mut dice, [None; 2]);
    let mut position = setup.validate(&rules.tables).unwrap();
    let mut history = History::new();
    let mut room = crate::search::Room::default();
    for _ in 0..40 {
        assert!(
            rules
                .step(&mut position, &mut history, &mut dice, &mut room)
                .unwrap()
        );
    }
    let seat = position.public().turn;
    let view = View::new(&rules.tables, &position, &history, Observer::Seat(seat));
    let mut actions = Vec::new();
    rules.legal(&view, &mut actions).unwrap();
    let moves = actions
        .iter()
        .filter(|a| a.tag() == crate::action::Tag::Move);
    assert!(moves.count() > 5 && actions.len() > 10);
    let mut counts = vec![0u32; actions.len()];
    let (mut hand, mut listed) = (Hand::default(), Vec::new());
    let draws = 1000 * actions.len();
    for _ in 0..draws {
        let drawn = rules
            .draw(&position, &history, &mut dice, &mut hand, &mut listed)
            .unwrap()
            .unwrap();
        let at = actions.iter().position(|action| *action == drawn).unwrap();
        counts[at] += 1;
    }
    // Six standard deviations of a count whose mean is 1000.
    assert!(counts.iter().all(|n| n.abs_diff(1000) < 190), "{counts:?}");
}

#[test]
fn bitsets_and_keys_stay_in_step() {
    assert_eq!(wander(&compile::<1>(chess()), 1, 20, 200), 0);
    assert_eq!(
        wander(&compile::<1>(super::hidden_chess::spec()), 2, 20, 200),
        0
    );
    assert_eq!(
        wander(&compile::<1>(super::banqi::banqi(true)), 3, 20, 200),
        0
    );
    assert_eq!(wander(&compile::<1>(super::junqi::secret()), 4, 10, 300), 0);
    assert_eq!(
        wander(&super::mines::rules(super::mines::spec()), 5, 20, 200),
        0
    );
    assert_eq!(wander(&super::go::small(), 6, 20, 200), 0);
}

#[test]
fn refused_tries_leave_the_game_going() {
    let mut spec = super::mines::spec();
    spec.check.as_mut().unwrap().exposed = crate::spec::Exposed::Refused;
    spec.terrain.as_mut().unwrap().hazards = 20;
    assert!(wander(&super::mines::rules(spec), 7, 60, 200) > 0);
    let mut spec = super::junqi::secret();
    spec.capture.guarded = vec![("flag".into(), "mine".into(), "guarded".into())];
    wander(&compile::<1>(spec), 8, 10, 300);
}

#[test]
fn numbers_of_a_script_tell_positions_apart() {
    let mut spec = chess();
    spec.hooks.landed = true;
    spec.variables = vec![("landings".into(), 0)];
    let rules: Rules<1> = with_hooks(
        spec,
        Script {
            landed: Some(|pos, _| {
                let n = pos.public().variables[0];
                pos.set_variable(0, n + 1);
            }),
            ..Script::default()
        },
    );
    let mut game = start(&rules, &fen_setup(&rules, "4k3/8/8/8/8/8/8/4K3 w - -"));
    play(&mut game, "e1e2 e8e7 e2e1 e7e8");
    assert_eq!(
        game.history().occurrences(crate::spec::RepetitionKey::Full),
        1
    );
}
