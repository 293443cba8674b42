//! Counting and drawing against brute force.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::hazards::Field;
use super::pieces::{Domain, Link, Problem, Truths};
use super::{Belief as _, Reader, mask};
use crate::event::{Audience, Event};
use crate::game::Game;
use crate::piece::{Kind, Observer, Piece, Seat, Side};
use crate::random::{Dice, Seed, Stream};
use crate::site::{Site, SiteSet};
use crate::testing::{dealt, disguised, rules, secret};

fn dice(number: u64) -> Dice {
    Seed::from_u64(number).stream(Stream::Bot(9))
}

fn every(problem: &Problem) -> Vec<Truths> {
    let mut all = Vec::new();
    let units = problem.domains.len();
    let mut numbers = vec![0usize; units];
    'next: loop {
        let truths = Truths {
            units: numbers
                .iter()
                .map(|n| Piece {
                    side: Side((n / 4) as u8),
                    kind: Kind((n % 4) as u8),
                })
                .collect(),
            bags: [[0; 32]; 2],
        };
        if problem.allows(&truths) {
            all.push(truths);
        }
        for n in &mut numbers {
            *n += 1;
            if *n < 8 {
                continue 'next;
            }
            *n = 0;
        }
        return all;
    }
}

/// A random problem of up to five units, four kinds and two sides, in which something is possible.
fn problem(dice: &mut Dice) -> Problem {
    let units = 2 + dice.below(4) as usize;
    let whole = dice.below(2) == 0;
    let mut stock = [0u8; 64];
    for _ in 0..units + if whole { 0 } else { 2 } {
        stock[(32 * dice.below(2) + dice.below(4)) as usize] += 1;
    }
    let domains = (0..units)
        .map(|_| {
            let few = dice.bits() & 0xf_0000_000f;
            let sided = [0xf, 0xf_0000_0000, 0xf_0000_000f][dice.below(3) as usize];
            let domain: Domain = if dice.below(2) == 0 { sided } else { few };
            domain | 1 << (32 * dice.below(2))
        })
        .collect();
    let mut links = Vec::new();
    // Two fights may be of the same two, and fights may go round in a ring.
    for second in (1..units).chain(1..units) {
        if dice.below(3) == 0 {
            let mut rows = [0u32; 32];
            for row in rows.iter_mut().take(4) {
                *row = (dice.bits() & 0xf) as u32;
            }
            links.push(Link {
                first: dice.below(second as u64) as usize,
                second,
                pairs: Arc::new(rows),
            });
        }
    }
    Problem {
        domains,
        stock,
        bags: [0; 2],
        links,
    }
}

#[test]
fn pieces_are_counted_as_they_can_be_listed() {
    let mut dice = dice(1);
    let mut some = 0;
    for _ in 0..400 {
        let problem = problem(&mut dice);
        let all = every(&problem);
        let counted = problem.count().expect("small");
        assert_eq!(counted.total(), Some(all.len() as f64), "{problem:?}");
        let mut listed = problem.list(40_000).expect("small");
        assert_eq!(listed.len(), all.len(), "{problem:?}");
        listed.retain(|t| !all.contains(t));
        assert!(listed.is_empty(), "{problem:?}");
        some += usize::from(!all.is_empty());
        for _ in 0..5 {
            match counted.draw(&mut dice) {
                Some((truths, _)) => assert!(all.contains(&truths), "{problem:?}"),
                None => assert!(all.is_empty(), "{problem:?}"),
            }
        }
    }
    assert!(some > 100, "only {some} problems had an answer");
}

#[test]
fn pieces_are_drawn_evenly() {
    let mut dice = dice(2);
    let (mut sum, mut freedom) = (0.0, 0);
    while freedom < 2_000 {
        let problem = problem(&mut dice);
        let all = every(&problem);
        if !(2..=200).contains(&all.len()) {
            continue;
        }
        let counted = problem.count().expect("small");
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let draws = 40 * all.len();
        for _ in 0..draws {
            let (truths, _) = counted.draw(&mut dice).expect("some");
            *counts.entry(format!("{truths:?}")).or_default() += 1;
        }
        let seen: f64 = counts
            .values()
            .map(|n| (*n as f64 - 40.0).powi(2) / 40.0)
            .sum();
        sum += seen + 40.0 * (all.len() - counts.len()) as f64;
        freedom += all.len() - 1;
    }
    // The sum is nearly normal: mean `freedom`, variance twice that.
    let off = (sum - freedom as f64) / (2.0 * freedom as f64).sqrt();
    println!("chi-square {sum:.1}, {freedom} degrees of freedom, {off:.2} deviations");
    assert!(off.abs() < 3.3, "{off}");
}

#[test]
fn hazards_are_counted_and_drawn_as_they_can_be_listed() {
    let mut dice = dice(3);
    let (mut sum, mut freedom) = (0.0, 0);
    for _ in 0..300 {
        let total = 1 + dice.below(4) as usize;
        let places: SiteSet<1> = SiteSet::first(10);
        let mut truth: SiteSet<1> = SiteSet::EMPTY;
        while truth.len() < total {
            truth.insert(Site(dice.below(10) as u16));
        }
        let mut field = Field::new(places, total);
        for _ in 0..dice.below(4) {
            let sites = SiteSet([dice.bits() & dice.bits() & 0x3ff]);
            field.sum(sites, (sites & truth).len());
        }
        let all: Vec<SiteSet<1>> = (0..1024u64)
            .map(|b| SiteSet([b]))
            .filter(|s| field.allows(*s))
            .collect();
        let mapped = field.count();
        assert_eq!(mapped.total(), all.len() as f64, "{field:?}");
        let mut listed: Vec<u64> = mapped
            .list(1024)
            .expect("small")
            .iter()
            .map(|s| s.0[0])
            .collect();
        listed.sort_unstable();
        assert_eq!(
            listed,
            all.iter().map(|s| s.0[0]).collect::<Vec<_>>(),
            "{field:?}"
        );
        for (site, chance) in field.marginals() {
            let with = all.iter().filter(|s| s.contains(site)).count();
            assert!((chance - with as f64 / all.len() as f64).abs() < 1e-9);
        }
        let mut counts = vec![0usize; 1024];
        for _ in 0..40 * all.len() {
            counts[mapped.draw(&mut dice).expect("some").0[0] as usize] += 1;
        }
        assert_eq!(
            all.iter().map(|s| counts[s.0[0] as usize]).sum::<usize>(),
            40 * all.len()
        );
        sum += all
            .iter()
            .map(|s| (counts[s.0[0] as usize] as f64 - 40.0).powi(2) / 40.0)
            .sum::<f64>();
        freedom += all.len() - 1;
    }
    let off = (sum - freedom as f64) / (2.0 * freedom as f64).sqrt();
    println!("chi-square {sum:.1}, {freedom} degrees of freedom, {off:.2} deviations");
    assert!(off.abs() < 3.3, "{off}");
}

#[test]
fn many_hazards_on_a_large_board_are_counted() {
    let mut dice = dice(4);
    let places: SiteSet<6> = SiteSet::first(361);
    let truth = {
        let field = Field::new(places, 60);
        field.count().draw(&mut dice).expect("some")
    };
    let mut field = Field::new(places, 60);
    let around = |at: usize| {
        let (x, y) = (at % 19, at / 19);
        let near = |i: &usize| (i % 19).abs_diff(x) <= 1 && (i / 19).abs_diff(y) <= 1 && *i != at;
        (0..361)
            .filter(near)
            .map(|i| Site(i as u16))
            .collect::<SiteSet<6>>()
    };
    for _ in 0..40 {
        let at = dice.below(361) as usize;
        let own = SiteSet::of(Site(at as u16));
        field.sum(own, (own & truth).len());
        field.sum(around(at), (around(at) & truth).len());
    }
    let mapped = field.count();
    assert!(mapped.total() > 1e20);
    for _ in 0..50 {
        assert!(field.allows(mapped.draw(&mut dice).expect("some")));
    }
}

/// Plays until a hidden piece is lost whose identity is told to one seat alone; everybody is then told of it, and the
/// set of an observer that may not learn it must stay as large as if it had not been.
fn too_wide_an_audience_shrinks_nothing(spec: crate::spec::Spec) {
    let rules = rules::<1>(spec);
    let mut leaks = 0;
    for number in 0..40 {
        let start = dealt(&rules, number);
        let mut game = Game::new(rules.clone(), &start).expect("a start");
        let mut dice = dice(number);
        for _ in 0..60 {
            let legal = game.legal().expect("no hooks");
            let busy: Vec<_> = legal
                .iter()
                .copied()
                .filter(|a| !game.view(Observer::Public).public().cell(a.to()).is_empty())
                .collect();
            let list = if busy.is_empty() { &legal } else { &busy };
            let Some(action) = dice.choose(list).copied() else {
                break;
            };
            let _ = game.play(game.turn(), action);
            if game.outcome().is_some() {
                break;
            }
        }
        for observer in Observer::ALL {
            let masked = mask(&rules.tables, &start, observer);
            let mut just = Reader::new(&rules, &masked, observer).expect("a start");
            let mut wide = just.clone();
            for step in game.steps() {
                let mut leaked = step.clone();
                for told in &mut leaked.told {
                    if matches!(told.event, Event::Identity { .. }) {
                        leaks += usize::from(!told.audience.includes(observer));
                        told.audience = Audience::ALL;
                    }
                }
                just.read_step(step).expect("it was told");
                wide.read_step(&leaked).expect("it was told");
            }
            assert!(just.contains(&start) && wide.contains(&start));
            let (one, other) = (just.draw_start(&mut dice), wide.draw_start(&mut dice));
            assert!(wide.contains(&one.expect("a draw")));
            assert!(just.contains(&other.expect("a draw")));
            assert_eq!(just.count(), wide.count());
        }
    }
    assert!(leaks > 20, "only {leaks} identities were told too widely");
}

#[test]
fn an_identity_told_too_widely_is_not_believed() {
    too_wide_an_audience_shrinks_nothing(disguised());
    too_wide_an_audience_shrinks_nothing(secret());
}

#[test]
fn a_mask_keeps_what_is_declared_and_nothing_else() {
    let rules = rules::<1>(secret());
    let start = dealt(&rules, 1);
    let own = |seat: u8| {
        let masked = mask(&rules.tables, &start, Observer::Seat(Seat(seat)));
        let open: Vec<Site> = masked.open_sites().collect();
        let theirs = |s: &Site| match start.cells[s.index()] {
            crate::setup::SetupCell::Down { truth, .. } => {
                truth.map(|p| p.side.0) == Some(1 - seat)
            }
            _ => false,
        };
        assert!(!open.is_empty() && open.iter().all(theirs));
        open.len()
    };
    let masked = mask(&rules.tables, &start, Observer::Public);
    assert_eq!(masked.open_sites().count(), own(0) + own(1));
}

/// Plays random games and checks that what was true is believed, and that draws are.
fn draws_belong(spec: crate::spec::Spec) {
    let rules = rules::<1>(spec);
    for number in 0..60 {
        let start = dealt(&rules, number);
        let mut game = Game::new(rules.clone(), &start).expect("a start");
        let mut dice = dice(number);
        for _ in 0..10 + dice.below(60) {
            let legal = game.legal().expect("no hooks");
            let meets = |a: &&crate::action::Action| {
                !game.view(Observer::Public).public().cell(a.to()).is_empty()
            };
            let busy: Vec<_> = legal.iter().filter(meets).copied().collect();
            let list = if busy.is_empty() { &legal } else { &busy };
            let Some(action) = dice.choose(list).copied() else {
                break;
            };
            let _ = game.play(game.turn(), action);
        }
        for observer in Observer::ALL {
            let masked = mask(&rules.tables, &start, observer);
            let mut belief = Reader::new(&rules, &masked, observer).expect("a start");
            for step in game.steps() {
                belief.read_step(step).expect("it was told");
            }
            assert!(belief.contains(&start));
            for _ in 0..20 {
                let drawn = belief.draw_start(&mut dice).expect("a draw");
                let truth = belief.truth_of(&drawn).expect("a start of this game");
                assert!(
                    belief.contains(&drawn),
                    "{number} {observer:?}: {} {} {} {truth:?}\n{:?}\n{:?}\n{:?}",
                    belief.verify,
                    belief.problem.allows(&truth.pieces),
                    belief.facts_hold(&truth.pieces),
                    belief.problem,
                    belief.facts,
                    belief.lately
                );
            }
        }
    }
}

#[test]
fn draws_belong_to_their_sets() {
    draws_belong(secret());
    let mut spec = secret();
    for cell in &mut spec.capture.open {
        if cell.verdict == crate::spec::Verdict::Lost {
            cell.verdict = crate::spec::Verdict::Refuse;
            cell.clause = "no-loss".to_owned();
        }
    }
    draws_belong(spec.clone());
    spec.capture.guarded = vec![("flag".to_owned(), "bomb".to_owned(), "guard".to_owned())];
    draws_belong(spec);
    draws_belong(disguised());
}
