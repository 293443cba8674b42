//! Beliefs: the set of truths that an observer may believe in is the set of those under which it is told the same.
//!
//! The oracle fills every hidden site and lays every hazard in each way that the set allows, plays the same deeds on
//! each, and keeps those where the observer is told the same events.

use std::collections::BTreeMap;

use masque_core::belief::Belief;
use masque_core::deal::Layout;
use masque_core::engine::Engine;
use masque_core::event::Event;
use masque_core::game::{Deed, PlayError, Step};
use masque_core::piece::{Kind, Observer, Piece, Seat};
use masque_core::position::Arbiter;
use masque_core::random::{Dice, Seed, Stream};
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;

use crate::support::{engine_of, engine_of_folder, layouts, variant_ids};

/// A variant, or `+` and a folder of the suite, with options.
type Setting = (&'static str, &'static [(&'static str, &'static str)]);

/// Variants and options that between them hide in every way, and in which small sets are found.
const GAMES: &[Setting] = &[
    ("banqi", &[]),
    (
        "banqi",
        &[("dark_capture", "adjacent"), ("dark_own", "own_captured")],
    ),
    ("banqi-dark-chain", &[]),
    ("banqi-kuioo", &[]),
    (
        "junqi-flip",
        &[
            ("attack_hidden", "true"),
            ("flag_needs_mines_cleared", "true"),
        ],
    ),
    ("hidden-chess", &[]),
    (
        "hidden-chess",
        &[
            ("reveal_at_end", "false"),
            ("pawn_double", "only_next_move_after_arrival"),
        ],
    ),
    ("minesweeper-chess", &[("mines", "2")]),
    (
        "minesweeper-chess",
        &[("legality", "refused"), ("mines", "3"), ("zone", "5-6")],
    ),
    (
        "minesweeper-chess",
        &[
            ("sapper_reveals", "true"),
            ("after_all_found", "dissolve"),
            ("mines", "2"),
        ],
    ),
    ("+mined-banqi", &[]),
    ("+jieqi", &[]),
    ("+small-junqi", &[]),
    ("+small-junqi", &[("reveal_winner", "true")]),
    (
        "+small-junqi",
        &[
            ("allow_losing_attack", "false"),
            ("flag_needs_mines_cleared", "true"),
        ],
    ),
    (
        "+small-junqi",
        &[
            ("mine_survives", "false"),
            ("hq_locked", "false"),
            ("no_move", "pass"),
        ],
    ),
];

/// More of them, in which hardly any set is small.
const LARGE: &[Setting] = &[
    (
        "junqi-setup",
        &[("reveal_winner", "true"), ("marshal_reveals_flag", "true")],
    ),
    (
        "junqi-setup",
        &[
            ("allow_losing_attack", "false"),
            ("flag_needs_mines_cleared", "true"),
        ],
    ),
    (
        "junqi-setup",
        &[
            ("mine_survives", "false"),
            ("hq_locked", "false"),
            ("no_move", "pass"),
        ],
    ),
    (
        "minesweeper-chess",
        &[("legality", "refused"), ("mines", "16"), ("zone", "3-8")],
    ),
    (
        "minesweeper-chess",
        &[("exposed_king", "stands"), ("mines", "10")],
    ),
];

fn engine(id: &str, options: &[(&str, &str)]) -> std::sync::Arc<dyn Engine> {
    match id.strip_prefix('+') {
        Some(folder) => engine_of_folder(folder, options),
        None => engine_of(id, options),
    }
}

/// What was told to an observer by each step, and the truth of the start.
struct Played {
    start: Setup,
    steps: Vec<Step>,
    over: bool,
}

/// Plays some random deeds from a start.
fn play(engine: &dyn Engine, start: &Setup, dice: &mut Dice, plies: usize) -> Played {
    let mut game = engine.start(start).expect("a start plays");
    for _ in 0..plies {
        if game.outcome().is_some() {
            break;
        }
        let legal = game.legal().expect("hooks do not fail");
        // Meetings and other rare actions are what tells something, so they are sought.
        let busy: Vec<_> = legal
            .iter()
            .copied()
            .filter(|a| start.cells.len() > a.to().index() && a.from() != a.to())
            .collect();
        let list = if busy.is_empty() || dice.below(4) == 0 {
            &legal
        } else {
            &busy
        };
        let Some(action) = dice.choose(list) else {
            break;
        };
        match game.play(game.turn(), *action, false) {
            Ok(_) | Err(PlayError::Refused(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    Played {
        start: start.clone(),
        steps: game.steps().to_vec(),
        over: game.outcome().is_some(),
    }
}

fn heard(step: &Step, observer: Observer) -> Vec<&Event> {
    let own = step.told.iter().filter(|t| t.audience.includes(observer));
    own.map(|t| &t.event).collect()
}

/// The game as it stands after the same deeds under another truth, if the observer is told the same.
fn replay(
    engine: &dyn Engine,
    start: &Setup,
    steps: &[Step],
    observer: Observer,
) -> Option<Box<dyn masque_core::engine::Match>> {
    let mut game = engine.start(start).ok()?;
    for step in steps {
        match step.deed {
            Deed::Action(action) => drop(game.play(step.seat, action, step.automatic).ok()?),
            Deed::Try(action) => match game.play(step.seat, action, step.automatic) {
                Err(PlayError::Refused(_)) => {}
                _ => return None,
            },
            Deed::Act(act) => drop(game.act(step.seat, act).ok()?),
        }
        let again = game.steps().last()?;
        if game.turn() != again.seat && heard(again, observer) != heard(step, observer) {
            return None;
        }
        if heard(again, observer) != heard(step, observer) {
            return None;
        }
    }
    Some(game)
}

/// A belief that has read a game, from what the observer knew at its start.
fn belief(engine: &dyn Engine, played: &Played, observer: Observer, id: &str) -> Box<dyn Belief> {
    let start = engine.mask(&played.start, observer);
    let mut belief = engine
        .belief(&start, observer)
        .unwrap_or_else(|e| panic!("{id}: {observer:?}: {e}\n{}", engine.format_setup(&start)));
    for (number, step) in played.steps.iter().enumerate() {
        belief.read_step(step).unwrap_or_else(|e| {
            panic!(
                "{id}: {observer:?}: {e} at step {number}: {step:?}\n{}",
                engine.format_setup(&played.start)
            )
        });
    }
    belief
}

fn dealt(engine: &dyn Engine, number: u64, dice: &mut Dice) -> Setup {
    let own = layouts(engine, dice);
    engine.deal(&Seed::from_u64(number), [own[0].as_ref(), own[1].as_ref()])
}

/// What is true of a start, in a form that has an order.
fn key(setup: &Setup) -> String {
    let truths: Vec<_> = setup.cells.iter().map(|c| format!("{c:?}")).collect();
    format!("{truths:?} {:?} {:?}", setup.lost_hidden, setup.hazards)
}

#[test]
fn every_draw_is_in_the_set_and_so_is_the_truth() {
    let plain: Vec<(String, &[(&str, &str)])> =
        variant_ids().into_iter().map(|id| (id, &[][..])).collect();
    let listed = GAMES
        .iter()
        .chain(LARGE)
        .map(|(id, o)| ((*id).to_owned(), *o));
    let mut games: Vec<(String, &[(&str, &str)])> = listed.collect();
    for plain in plain {
        if !games.contains(&plain) {
            games.push(plain);
        }
    }
    for (id, options) in games {
        let engine = engine(&id, options);
        let (mut draws, mut sets) = (0, 0);
        for number in 0..8u64 {
            let mut dice = Seed::from_u64(number).stream(Stream::Bot(3));
            let start = dealt(&*engine, number, &mut dice);
            let plies = 2 + dice.below(90) as usize;
            let played = play(&*engine, &start, &mut dice, plies);
            for observer in Observer::ALL {
                let mut belief = belief(&*engine, &played, observer, &id);
                assert!(
                    belief.contains(&played.start),
                    "{id}: {observer:?} does not believe what is true\n{}",
                    engine.format_setup(&played.start)
                );
                sets += 1;
                for _ in 0..4 {
                    let mut again = dice.clone();
                    let start = belief.draw_start(&mut dice).expect("a draw");
                    let present = belief.draw(&mut again).expect("a draw");
                    assert!(
                        belief.contains(&start),
                        "{id} {options:?} {observer:?}: a draw is not contained ({:?}, {:?}, told alike: {})\n{}\n{}\n{:?}",
                        belief.method(),
                        belief.count(),
                        replay(&*engine, &start, &played.steps, observer).is_some(),
                        engine.format_setup(&played.start),
                        engine.format_setup(&start),
                        played
                            .steps
                            .iter()
                            .map(|s| (s.seat, s.deed, heard(s, observer)))
                            .collect::<Vec<_>>()
                    );
                    let game =
                        replay(&*engine, &start, &played.steps, observer).unwrap_or_else(|| {
                            panic!(
                                "{id}: {observer:?} can tell a draw from the truth\n{}\n{}\n{:?}",
                                engine.format_setup(&played.start),
                                engine.format_setup(&start),
                                played
                                    .steps
                                    .iter()
                                    .map(|s| (s.seat, s.deed, heard(s, observer)))
                                    .collect::<Vec<_>>()
                            )
                        });
                    assert_eq!(
                        game.truth_text(Arbiter::assume()),
                        present.truth_text(Arbiter::assume()),
                        "{id}: {observer:?}: the present under a draw"
                    );
                    draws += 1;
                }
            }
        }
        println!("{id} {options:?}: {draws} draws of {sets} sets");
    }
}

/// Every way to fill the hidden sites and to lay the hazards of a masked start; `None` when there are too many.
fn all_truths(engine: &dyn Engine, masked: &Setup, limit: usize) -> Option<Vec<Setup>> {
    let mut counts: BTreeMap<Piece, usize> = BTreeMap::new();
    for piece in engine.pool(masked) {
        *counts.entry(piece).or_default() += 1;
    }
    let open: Vec<Site> = masked.open_sites().collect();
    let mut all = Vec::new();
    if !fill(masked.clone(), &open, &mut counts, &mut all, limit) {
        return None;
    }
    let Some(left) = masked.hazards_left.filter(|_| masked.hazards.is_none()) else {
        return Some(all);
    };
    let seen = &masked.hazards_seen;
    let fog = masked.fog.clone().unwrap_or_default();
    let places: Vec<Site> = fog.into_iter().filter(|s| !seen.contains(s)).collect();
    let mut fields = Vec::new();
    lay(
        &places,
        usize::from(left) - seen.len(),
        seen.clone(),
        &mut fields,
    );
    if all.len() * fields.len() > limit {
        return None;
    }
    let with = |setup: &Setup, hazards: &Vec<Site>| {
        let mut setup = setup.clone();
        let mut hazards = hazards.clone();
        hazards.sort_unstable();
        setup.hazards = Some(hazards);
        setup.hazards_seen.clear();
        setup.hazards_left = None;
        setup
    };
    Some(
        all.iter()
            .flat_map(|s| fields.iter().map(|h| with(s, h)))
            .collect(),
    )
}

fn lay(places: &[Site], left: usize, laid: Vec<Site>, all: &mut Vec<Vec<Site>>) {
    if left == 0 {
        all.push(laid);
        return;
    }
    for (i, site) in places.iter().enumerate() {
        let mut more = laid.clone();
        more.push(*site);
        lay(&places[i + 1..], left - 1, more, all);
    }
}

fn fill(
    setup: Setup,
    open: &[Site],
    counts: &mut BTreeMap<Piece, usize>,
    all: &mut Vec<Setup>,
    limit: usize,
) -> bool {
    let Some((site, rest)) = open.split_first() else {
        // What is not on the board was lost, where as many were lost unseen.
        let mut setup = setup;
        let unseen = std::mem::take(&mut setup.lost_unknown);
        for (piece, n) in counts.iter() {
            setup.lost_hidden[piece.side.index()][piece.kind.index()] += *n as u8;
        }
        let left: usize = counts.values().sum();
        if left == usize::from(unseen[0]) + usize::from(unseen[1]) {
            all.push(setup);
        } else if unseen == [0; 2] {
            for (piece, n) in counts.iter() {
                setup.lost_hidden[piece.side.index()][piece.kind.index()] -= *n as u8;
            }
            all.push(setup);
        }
        return all.len() <= limit;
    };
    let SetupCell::Down { look, .. } = setup.cells[site.index()] else {
        return true;
    };
    let pieces: Vec<Piece> = counts
        .iter()
        .filter(|(_, n)| **n > 0)
        .map(|(p, _)| *p)
        .collect();
    for piece in pieces {
        if look.side().is_some_and(|s| s != piece.side) {
            continue;
        }
        let mut setup = setup.clone();
        setup.cells[site.index()] = SetupCell::Down {
            look,
            truth: Some(piece),
        };
        *counts.entry(piece).or_default() -= 1;
        let goes_on = fill(setup, rest, counts, all, limit);
        *counts.entry(piece).or_default() += 1;
        if !goes_on {
            return false;
        }
    }
    true
}

/// Every start that two secret layouts make.
fn all_layouts(engine: &dyn Engine) -> Vec<Setup> {
    let kinds = engine.spec().kinds.iter().enumerate();
    let set: Vec<Kind> = kinds
        .flat_map(|(i, k)| std::iter::repeat_n(Kind(i as u8), usize::from(k.count)))
        .collect();
    let own = Seat::BOTH.map(|seat| {
        let mut all = Vec::new();
        arrange(
            &engine.layout_sites(seat),
            &set,
            &mut Layout::new(),
            &mut all,
        );
        all.retain(|layout| engine.check_layout(seat, layout).is_ok());
        all
    });
    let seed = Seed::from_u64(0);
    let with = |a| own[1].iter().map(move |b| [Some(a), Some(b)]);
    let pairs = own[0].iter().flat_map(with);
    pairs.map(|layouts| engine.deal(&seed, layouts)).collect()
}

/// Every way to put different kinds on sites.
fn arrange(sites: &[Site], left: &[Kind], laid: &mut Layout, all: &mut Vec<Layout>) {
    let Some((site, rest)) = sites.split_first() else {
        all.push(laid.clone());
        return;
    };
    for i in 0..left.len() {
        let mut left = left.to_vec();
        laid.push((*site, left.remove(i)));
        arrange(rest, &left, laid, all);
        laid.pop();
    }
}

/// Whether a truth agrees with a start as an observer knows it.
fn agrees(truth: &Setup, masked: &Setup) -> bool {
    truth.cells.iter().zip(&masked.cells).all(|(t, m)| match m {
        SetupCell::Down { truth: None, .. } => true,
        _ => t == m,
    })
}

/// The largest value of chi-square with so many degrees of freedom that 999 of 1,000 stay below (Wilson and Hilferty).
fn threshold(freedom: usize) -> f64 {
    let n = freedom as f64;
    let shift = 2.0 / (9.0 * n);
    n * (1.0 - shift + 3.0902 * shift.sqrt()).powi(3)
}

#[test]
fn beliefs_are_the_sets_of_an_oracle_and_draws_are_uniform() {
    const LIMIT: usize = 8_000;
    const DRAWS: usize = 20_000;
    for (id, options) in GAMES {
        let engine = engine(id, options);
        let (mut sets, mut chi, mut largest) = (0, 0, 0);
        let (mut number, mut drawn_in) = (0u64, 0u64);
        let small = *id == "+small-junqi";
        let pairs = if small {
            all_layouts(&*engine)
        } else {
            Vec::new()
        };
        while (sets < 12 || chi < 2) && number < 150 {
            number += 1;
            let mut dice = Seed::from_u64(1_000 + number).stream(Stream::Bot(4));
            let start = dealt(&*engine, number, &mut dice);
            // A late position has few hidden pieces left.
            let plies = match number % 2 {
                _ if small => 0,
                // Fog soon lifts.
                _ if *id == "minesweeper-chess" => dice.below(12) as usize,
                0 => 20 + dice.below(80) as usize,
                _ => 30 + dice.below(500) as usize,
            };
            let earlier = play(&*engine, &start, &mut dice, plies);
            if earlier.over {
                continue;
            }
            let game =
                replay(&*engine, &start, &earlier.steps, Observer::Public).expect("it was played");
            let late = game.truth_setup(Arbiter::assume());
            let plies = dice.below(if small { 24 } else { 14 }) as usize;
            let played = play(&*engine, &late, &mut dice, plies);
            // A spectator of fights in secret has the most to work out.
            for observer in Observer::ALL.into_iter().rev() {
                let masked = engine.mask(&late, observer);
                let all = if small {
                    let fitting = pairs.iter().filter(|truth| agrees(truth, &masked));
                    Some(fitting.cloned().collect())
                } else {
                    all_truths(&*engine, &masked, LIMIT)
                };
                let Some(all): Option<Vec<Setup>> = all else {
                    continue;
                };
                if all.len() < 2 {
                    continue;
                }
                let mut belief = belief(&*engine, &played, observer, id);
                let mut expected: Vec<Setup> = all
                    .into_iter()
                    .filter(|s| replay(&*engine, s, &played.steps, observer).is_some())
                    .collect();
                expected.sort_by_key(key);
                let mut found = belief.enumerate(LIMIT).expect("it is small");
                found.sort_by_key(key);
                let keys = |list: &[Setup]| list.iter().map(key).collect::<Vec<_>>();
                let text = || {
                    format!(
                        "{id} {options:?} {number} {observer:?}\n{}\n{:?}",
                        engine.format_setup(&late),
                        played
                            .steps
                            .iter()
                            .map(|s| (s.seat, s.deed, heard(s, observer)))
                            .collect::<Vec<_>>()
                    )
                };
                let (keys, wanted) = (keys(&found), keys(&expected));
                assert!(
                    keys == wanted,
                    "{}: {} found, {} expected",
                    text(),
                    found.len(),
                    expected.len()
                );
                assert_eq!(belief.count(), Some(expected.len() as f64), "{}", text());
                assert!(expected.iter().all(|s| belief.contains(s)), "{}", text());
                sets += 1;
                largest = largest.max(expected.len());
                if (4..=2_000).contains(&expected.len()) && chi < 2 && drawn_in != number {
                    drawn_in = number;
                    let mut counts = vec![0usize; keys.len()];
                    let mut dice = Seed::from_u64(2_000 + number).stream(Stream::Bot(5));
                    for _ in 0..DRAWS {
                        let drawn = key(&belief.draw_start(&mut dice).expect("a draw"));
                        counts[keys.binary_search(&drawn).expect("a draw outside the set")] += 1;
                    }
                    let even = DRAWS as f64 / keys.len() as f64;
                    let statistic: f64 = counts
                        .iter()
                        .map(|n| (*n as f64 - even).powi(2) / even)
                        .sum();
                    let most = threshold(keys.len() - 1);
                    println!(
                        "{id} {options:?}: chi-square {statistic:.1}, {} degrees of freedom, at most {most:.1}",
                        keys.len() - 1
                    );
                    assert!(statistic <= most, "{}: draws are not uniform", text());
                    chi += 1;
                }
            }
        }
        assert!(sets >= 6 && chi > 0, "{id} {options:?}: {sets} sets");
        println!("{id} {options:?}: {sets} sets up to {largest}, {chi} of them drawn from");
    }
}

/// Every history of some actions that an observer can have under a truth.
fn histories(
    game: &dyn masque_core::engine::Match,
    observer: Observer,
    depth: u32,
    before: &str,
    all: &mut std::collections::BTreeSet<String>,
) {
    if depth == 0 {
        all.insert(before.to_owned());
        return;
    }
    if game.outcome().is_some() {
        return;
    }
    for action in game.legal().expect("hooks do not fail") {
        let mut next = game.copy();
        if next.play(next.turn(), action, false).is_ok() {
            let step = next.steps().last().expect("it was played");
            let history = format!("{before} {action:?} {:?}", heard(step, observer));
            histories(&*next, observer, depth - 1, &history, all);
        }
    }
}

#[test]
fn views_are_the_histories_of_every_truth() {
    type Counted = (
        &'static str,
        &'static [(&'static str, &'static str)],
        Observer,
        u32,
    );
    let cases: [Counted; 5] = [
        ("+small-junqi", &[], Observer::Public, 1),
        (
            "+small-junqi",
            &[("reveal_winner", "true")],
            Observer::Public,
            1,
        ),
        ("+small-junqi", &[], Observer::Seat(Seat(0)), 2),
        (
            "+small-junqi",
            &[("mine_survives", "false")],
            Observer::Seat(Seat(1)),
            2,
        ),
        ("minesweeper-chess", &[("mines", "1")], Observer::Public, 1),
    ];
    for (id, options, observer, depth) in cases {
        let engine = engine(id, options);
        let mut dice = Seed::from_u64(7).stream(Stream::Bot(4));
        let start = dealt(&*engine, 7, &mut dice);
        let masked = engine.mask(&start, observer);
        let belief = engine.belief(&masked, observer).expect("a start");
        let truths = if id.starts_with('+') {
            let mut all = all_layouts(&*engine);
            all.retain(|truth| agrees(truth, &masked));
            all
        } else {
            all_truths(&*engine, &masked, 600).expect("few enough")
        };
        let mut all = std::collections::BTreeSet::new();
        let mut count = 0;
        for truth in truths {
            let game = engine.start(&truth).expect("a start");
            histories(&*game, observer, depth, "", &mut all);
            count += 1;
        }
        println!(
            "{id} {options:?} {observer:?}: {} histories of {depth} in {count} truths",
            all.len()
        );
        assert_eq!(
            belief.views(depth),
            Ok(all.len() as u64),
            "{id} {options:?} {observer:?}"
        );
    }
}
