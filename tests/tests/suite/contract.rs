//! The contract: two truths that an observer cannot tell apart give that observer the same bytes.
//!
//! Pairs are made from disclosures alone. A game is played on one truth while the events told to an observer are read;
//! the truth is then changed in what no event has told it, and the same deeds are played again on the other truth. The
//! pair maker calls no view, drawing or observation.

use std::collections::{BTreeMap, BTreeSet};

use masque_core::engine::{Engine, Match};
use masque_core::event::{Event, Told};
use masque_core::game::{Deed, PlayError};
use masque_core::piece::{Kind, Observer, Piece, Seat};
use masque_core::random::{Dice, Seed, Stream};
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;
use masque_core::spec::{HiddenTarget, Verdict};

use crate::support::{engine_of, layouts, variant_ids};

/// What the events told to an observer say of the pieces that were hidden at the start, by their starting sites.
#[derive(Default)]
struct Disclosed {
    /// Where the piece that started on a site stands now.
    origin: BTreeMap<Site, Site>,
    /// Starting sites whose piece was told to the observer.
    named: BTreeSet<Site>,
    /// Starting sites whose piece has moved or attacked.
    moved: BTreeSet<Site>,
    /// Fights told by their outcome: starting sites of attacker and defender.
    clashes: Vec<(Site, Site, Verdict)>,
    /// Sites whose fog lifted, and sites that were entered or acted upon.
    lifted: BTreeSet<Site>,
    entered: BTreeSet<Site>,
}

impl Disclosed {
    fn start(setup: &Setup) -> Self {
        let sites = (0..setup.cells.len()).map(|i| Site(i as u16));
        Self {
            origin: sites.map(|s| (s, s)).collect(),
            ..Self::default()
        }
    }

    fn read(&mut self, told: &[Told], observer: Observer) {
        // Where an attacker and its target started must be read before the board changes under them.
        for event in told
            .iter()
            .filter(|t| t.audience.includes(observer))
            .map(|t| &t.event)
        {
            match event {
                Event::Moved { from, to } => self.shift(*from, *to),
                Event::Castled { royal, corner } => {
                    let (a, b) = (self.origin.remove(&royal.0), self.origin.remove(&corner.0));
                    for (origin, to) in [(a, royal.1), (b, corner.1)] {
                        if let Some(origin) = origin {
                            self.moved.insert(origin);
                            self.origin.insert(to, origin);
                        }
                    }
                }
                Event::Revealed { at, .. } | Event::Identity { at, .. } => {
                    if let Some(origin) = self.origin.get(at) {
                        self.named.insert(*origin);
                    }
                }
                Event::Clashed { from, at, verdict } => {
                    if let (Some(a), Some(d)) = (self.origin.get(from), self.origin.get(at)) {
                        self.moved.insert(*a);
                        self.clashes.push((*a, *d, *verdict));
                    }
                }
                Event::Lifted { at, .. } => {
                    self.lifted.insert(*at);
                }
                Event::Acted { to, .. } => {
                    self.entered.insert(*to);
                }
                _ => {}
            }
        }
    }

    fn shift(&mut self, from: Site, to: Site) {
        self.entered.insert(to);
        if let Some(origin) = self.origin.remove(&from) {
            self.moved.insert(origin);
            self.origin.insert(to, origin);
        }
    }
}

fn truth_at(setup: &Setup, site: Site) -> Option<Piece> {
    match setup.cells[site.index()] {
        SetupCell::Down { truth, .. } => truth,
        _ => None,
    }
}

fn set_truth(setup: &mut Setup, site: Site, piece: Piece) {
    if let SetupCell::Down { truth, .. } = &mut setup.cells[site.index()] {
        *truth = Some(piece);
    }
}

/// Whether an exchange of two hidden pieces leaves everything told to the observer true.
fn may_exchange(
    engine: &dyn Engine,
    setup: &Setup,
    told: &Disclosed,
    observer: Observer,
    a: Site,
    b: Site,
) -> Option<Setup> {
    let (first, second) = (truth_at(setup, a)?, truth_at(setup, b)?);
    if first == second || told.named.contains(&a) || told.named.contains(&b) {
        return None;
    }
    let spec = engine.spec();
    let blank = spec.hidden.face == masque_core::spec::Face::Blank;
    if !blank && first.side != second.side {
        return None;
    }
    // An owner that knows its pieces was told them at the start.
    if spec.hidden.owner_knows && observer == Observer::Seat(Seat(first.side.0)) {
        return None;
    }
    let moves = |kind: Kind| format!("{:?}", spec.kinds[kind.index()].moves);
    let moved = told.moved.contains(&a) || told.moved.contains(&b);
    let by_face = spec.hidden.face == masque_core::spec::Face::Home;
    if moved && !by_face && moves(first.kind) != moves(second.kind) {
        return None;
    }
    let mut other = setup.clone();
    set_truth(&mut other, a, second);
    set_truth(&mut other, b, first);
    if spec.capture.hidden == HiddenTarget::Secret {
        let table = |x: Kind, y: Kind| {
            spec.capture
                .open
                .get(x.index() * spec.kinds.len() + y.index())
                .map(|c| c.verdict)
        };
        let holds = |&(x, y, verdict): &(Site, Site, Verdict)| {
            let kinds = truth_at(&other, x).zip(truth_at(&other, y));
            kinds.is_some_and(|(x, y)| table(x.kind, y.kind) == Some(verdict))
        };
        if !told.clashes.iter().all(holds) {
            return None;
        }
    }
    if engine.needs_layouts() {
        let seat = Seat(first.side.0);
        let of_side = |i: usize| {
            let piece = truth_at(&other, Site(i as u16)).filter(|p| p.side == first.side)?;
            Some((Site(i as u16), piece.kind))
        };
        let layout = (0..other.cells.len()).filter_map(of_side).collect();
        engine.check_layout(seat, &layout).ok()?;
    }
    Some(other)
}

/// Moves one hazard to another place that nothing told has distinguished from its own.
fn move_hazard(
    engine: &dyn Engine,
    setup: &Setup,
    told: &Disclosed,
    dice: &mut Dice,
) -> Option<Setup> {
    let hazards = setup.hazards.clone()?;
    let zone = engine.parse_sites(&engine.spec().terrain.as_ref()?.zone)?;
    let untouched = |s: &Site| !told.lifted.contains(s) && !told.entered.contains(s);
    let hidden: Vec<Site> = hazards.iter().copied().filter(untouched).collect();
    let free: Vec<Site> = zone
        .into_iter()
        .filter(|s| untouched(s) && !hazards.contains(s))
        .collect();
    let (from, to) = (*dice.choose(&hidden)?, *dice.choose(&free)?);
    let name = |s: Site| engine.site_name(s).to_owned();
    let near = |a: &str, b: Site| {
        let split = |n: &str| (n.as_bytes()[0] as i32, n[1..].parse::<i32>().unwrap_or(0));
        let ((ax, ay), (bx, by)) = (split(a), split(&name(b)));
        (ax - bx).abs() <= 1 && (ay - by).abs() <= 1
    };
    let seen = |h: Site| {
        told.lifted
            .iter()
            .filter(|s| near(&name(h), **s))
            .copied()
            .collect::<Vec<_>>()
    };
    if seen(from) != seen(to) {
        return None;
    }
    let mut other = setup.clone();
    let mut moved: Vec<Site> = hazards
        .into_iter()
        .map(|h| if h == from { to } else { h })
        .collect();
    moved.sort_unstable();
    other.hazards = Some(moved);
    Some(other)
}

/// Everything an observer gets from a game, as bytes.
fn outputs(
    game: &dyn Match,
    observer: Observer,
    tries: &[(Seat, masque_core::action::Action)],
) -> String {
    let mut out = serde_json::to_string(&game.observe(observer)).expect("observations are data");
    out.push_str(&game.text(observer));
    if let Observer::Seat(seat) = observer {
        if seat == game.turn() && game.outcome().is_none() {
            let legal = game.legal().expect("hooks do not fail");
            out.push_str(&format!("{legal:?}"));
        }
        for (who, action) in tries.iter().filter(|(who, _)| *who == seat) {
            out.push_str(&format!("{:?}", game.explain(*who, *action)));
        }
    }
    if let Some(step) = game.steps().last() {
        for told in step.told.iter().filter(|t| t.audience.includes(observer)) {
            out.push_str(&game.event_words(&told.event).join(" "));
        }
    }
    out.push_str(&format!("{:?}", game.outcome()));
    out
}

/// Plays deeds again and compares what the observer gets after each; the games' ends are left out.
fn compare(
    engine: &dyn Engine,
    one: &Setup,
    two: &Setup,
    deeds: &[(Seat, Deed)],
    observer: Observer,
    id: &str,
) -> usize {
    let (mut a, mut b) = (
        engine.start(one).expect("plays"),
        engine.start(two).expect("plays"),
    );
    let mut compared = 0;
    for (number, (seat, deed)) in deeds.iter().enumerate() {
        let tries: Vec<_> = match deed {
            Deed::Action(action) | Deed::Try(action) => {
                vec![(*seat, *action), (seat.other(), *action)]
            }
            Deed::Act(_) => Vec::new(),
        };
        let (left, right) = (
            outputs(&*a, observer, &tries),
            outputs(&*b, observer, &tries),
        );
        assert_eq!(
            left,
            right,
            "{id}: {observer:?} can tell two truths apart before deed {number}\n{}\n{}",
            a.truth_text(masque_core::position::Arbiter::assume()),
            b.truth_text(masque_core::position::Arbiter::assume())
        );
        compared += 1;
        for game in [&mut a, &mut b] {
            match deed {
                Deed::Action(action) => drop(
                    game.play(*seat, *action, false)
                        .unwrap_or_else(|e| panic!("{id}: {e} at deed {number}")),
                ),
                Deed::Try(action) => assert!(
                    matches!(game.play(*seat, *action, false), Err(PlayError::Refused(_))),
                    "{id}: try {number}"
                ),
                Deed::Act(act) => drop(game.act(*seat, *act)),
            }
        }
    }
    if a.outcome().is_none() {
        assert_eq!(
            outputs(&*a, observer, &[]),
            outputs(&*b, observer, &[]),
            "{id}: {observer:?} at the end"
        );
    }
    compared
}

/// Plays a random game.
fn played(engine: &dyn Engine, setup: &Setup, dice: &mut Dice, plies: usize) -> Box<dyn Match> {
    let mut game = engine.start(setup).expect("a deal starts");
    for _ in 0..plies {
        if game.outcome().is_some() {
            break;
        }
        let legal = game.legal().expect("hooks do not fail");
        let Some(action) = dice.choose(&legal) else {
            break;
        };
        match game.play(game.turn(), *action, false) {
            Ok(_) | Err(PlayError::Refused(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    game
}

/// Plays a random game and returns its deeds up to the last one before the end.
fn play(engine: &dyn Engine, setup: &Setup, dice: &mut Dice, plies: usize) -> Vec<(Seat, Deed)> {
    let game = played(engine, setup, dice, plies);
    let mut deeds: Vec<(Seat, Deed)> = game.steps().iter().map(|s| (s.seat, s.deed)).collect();
    if game.outcome().is_some() {
        deeds.pop();
    }
    deeds
}

#[test]
fn what_is_told_reads_back_from_its_words() {
    for id in variant_ids() {
        let engine = engine_of(&id, &[]);
        for number in 0..4u64 {
            let seed = Seed::from_u64(number);
            let mut dice = seed.stream(Stream::Bot(1));
            let own = layouts(&*engine, &mut dice);
            let setup = engine.deal(&seed, [own[0].as_ref(), own[1].as_ref()]);
            let game = played(&*engine, &setup, &mut dice, 200);
            assert!(!game.steps().is_empty(), "{id}");
            for step in game.steps() {
                let tried = match step.deed {
                    Deed::Action(action) | Deed::Try(action) => Some(action),
                    Deed::Act(_) => None,
                };
                for told in &step.told {
                    let words = game.event_words(&told.event).join(" ");
                    let read = engine.read_event(&words, tried);
                    assert_eq!(read.as_ref(), Ok(&told.event), "{id}: {words}");
                }
            }
        }
    }
}

#[test]
fn two_truths_that_an_observer_cannot_tell_apart_give_it_the_same_bytes() {
    for id in variant_ids() {
        let engine = engine_of(&id, &[]);
        let (mut pairs, mut compared) = (0, 0);
        for number in 0..12u64 {
            let seed = Seed::from_u64(number);
            let mut dice = seed.stream(Stream::Bot(1));
            let own = layouts(&*engine, &mut dice);
            let setup = engine.deal(&seed, [own[0].as_ref(), own[1].as_ref()]);
            let hidden: Vec<Site> = (0..setup.cells.len())
                .map(|i| Site(i as u16))
                .filter(|s| truth_at(&setup, *s).is_some())
                .collect();
            if hidden.is_empty() && setup.hazards.is_none() {
                break;
            }
            let length = 4 + dice.below(70) as usize;
            let deeds = play(&*engine, &setup, &mut dice, length);
            for observer in Observer::ALL {
                let mut told = Disclosed::start(&setup);
                let mut game = engine.start(&setup).expect("plays");
                for (seat, deed) in &deeds {
                    match deed {
                        Deed::Action(action) | Deed::Try(action) => {
                            drop(game.play(*seat, *action, false))
                        }
                        Deed::Act(act) => drop(game.act(*seat, *act)),
                    }
                    if let Some(step) = game.steps().last() {
                        told.read(&step.told, observer);
                    }
                }
                for _ in 0..24 {
                    let other =
                        if hidden.is_empty() || (setup.hazards.is_some() && dice.below(2) == 0) {
                            move_hazard(&*engine, &setup, &told, &mut dice)
                        } else {
                            let (a, b) = (
                                *dice.choose(&hidden).expect("some"),
                                *dice.choose(&hidden).expect("some"),
                            );
                            may_exchange(&*engine, &setup, &told, observer, a, b)
                        };
                    if let Some(other) = other {
                        pairs += 1;
                        compared += compare(&*engine, &setup, &other, &deeds, observer, &id);
                    }
                }
            }
        }
        let spec = engine.spec();
        let hides = spec.setup.deal != masque_core::spec::DealSpec::None || spec.terrain.is_some();
        assert!(!hides || pairs >= 20, "{id}: only {pairs} pairs were made");
        println!("{id}: {pairs} pairs, {compared} comparisons");
    }
}
