use super::*;
use std::sync::LazyLock;

use crate::legal::Rules;
use crate::notation::diagram::{self, Style};
use crate::position::Arbiter;
use crate::random::{Seed, Stream};
use crate::rules::repetition::History;
use crate::testing::{at, chess, dealt, disguised, flipping, look, mined, rules, secret};
use proptest::prelude::*;

fn of<const W: usize>(rules: &Rules<W>, text: &str, observer: Observer) -> Observation {
    let position = at(rules, text);
    look(rules, &position, observer, Observation::of)
}

fn listed(counts: &[Count]) -> String {
    let one = |c: &Count| format!("{}{}", c.letter, c.count);
    counts.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn truths_that_look_alike_are_observed_alike() {
    let rules = rules::<1>(disguised());
    let [a, b] = ["n", "p"].map(|truth| {
        let text = format!("r~({truth})3k3/8/8/8/8/8/8/R3K3 w - - 0 1 lost=x(b)");
        Observer::ALL.map(|o| serde_json::to_string(&of(&rules, &text, o)).expect("plain data"))
    });
    assert_eq!(a, b);
}

#[test]
fn the_pool_is_what_the_observer_cannot_place() {
    let rules = rules::<1>(disguised());
    let text = "r~(q)3k3/8/8/8/8/8/8/4K3 w - - 0 1 lost=Q,R2,B2,N2,P8,r,b2,n2,p7,x(p),x(r)";
    let [white, black, public] = Observer::ALL.map(|o| of(&rules, text, o));
    assert_eq!(listed(&public.pool), "q1 r1 p1");
    assert_eq!(listed(&black.pool), "q1 r1 p1");
    // The captor learned the two that were lost in secret.
    assert_eq!(listed(&white.pool), "q1");
    assert_eq!(listed(&white.learned), "r1 p1");
    assert_eq!(black.learned, []);
    assert_eq!(public.lost_hidden, [0, 2]);
    assert_eq!(listed(&public.lost), "Q1 R2 B2 N2 P8 r1 b2 n2 p7");
}

#[test]
fn promotions_do_not_spoil_the_pool() {
    let rules = rules::<1>(disguised());
    let text = "r~(n)3k3/8/8/8/8/8/8/QQ2K3 w - - 0 1 lost=R2,B2,N2,P7,q,r2,b2,n,p8 set=Q+1,P-1";
    assert_eq!(listed(&of(&rules, text, Observer::Public).pool), "n1");
}

#[test]
fn owners_know_their_own() {
    let rules = rules::<1>(secret());
    let text = "1x(f)1/3/3/3/3/1X(F)1 red";
    let sites = |o: Observer| {
        let seen = of(&rules, text, o).sites;
        let at = |name: &str| {
            let site = seen.iter().find(|s| s.site == name).expect("a site");
            (site.look.clone(), site.piece.is_some())
        };
        [at("b1"), at("b6"), at("a1")]
    };
    let row = |a: &str, b: &str| {
        [
            (a.to_owned(), a.contains('(')),
            (b.to_owned(), b.contains('(')),
            (".".to_owned(), false),
        ]
    };
    assert_eq!(sites(Observer::Seat(Seat(0))), row("X(F)", "x"));
    assert_eq!(sites(Observer::Seat(Seat(1))), row("X", "x(f)"));
    assert_eq!(sites(Observer::Public), row("X", "x"));
}

#[test]
fn checks_phases_and_sides() {
    let chess = rules::<1>(chess());
    let seen = of(&chess, "4k3/8/8/8/8/8/8/4K2r w - - 3 9", Observer::Public);
    assert!(seen.in_check);
    assert_eq!((seen.turn, seen.quiet, seen.turns), (0, 3, 16));
    assert_eq!(seen.castling.as_deref(), Some("-"));
    assert_eq!(seen.pool, []);
    let flips = rules::<1>(flipping());
    let seen = of(
        &flips,
        "8/8/2k5/2C5 red chain=c1 var.charges=4",
        Observer::Public,
    );
    assert_eq!(
        (seen.phase, seen.phase_site.as_deref()),
        ("chain", Some("c1"))
    );
    assert_eq!(
        seen.sides,
        [Some("red".to_owned()), Some("black".to_owned())]
    );
    assert_eq!(seen.variables.get("charges"), Some(&4));
    let open = of(&flips, "8/8/8/3?(p)4 seat1", Observer::Seat(Seat(1)));
    assert_eq!((open.sides, open.turn), ([None, None], 1));
    assert_eq!(open.observer, "seat1");
}

#[test]
fn terrain_shows_what_lies_open() {
    let mined = rules::<2>(mined());
    let text = "4k3/8/8/8/8/8/8/8/8/4K3 w - - 0 1 fog=a5-h7 hazards=c4,c5,f6";
    let seen = of(&mined, text, Observer::Public);
    let at = |name: &str| seen.sites.iter().find(|s| s.site == name).expect("a site");
    assert_eq!((at("b4").number, at("b4").fog), (Some(2), false));
    assert!(at("c4").hazard);
    assert_eq!(
        (at("c5").number, at("c5").fog, at("c5").hazard),
        (None, true, false)
    );
    assert_eq!(at("a3").number, None);
    let terrain = seen.terrain.as_ref().expect("terrain");
    assert_eq!((terrain.left, terrain.all_found), (3, false));
    assert_eq!(seen.outcome, None);
}

/// Deals, plays a little, then shuffles what an observer does not know: text, drawing and data must not change.
#[track_caller]
fn shuffled_truths_look_alike<const W: usize>(rules: &Rules<W>, seed: u64) {
    let tables = &rules.tables;
    let mut dice = Seed::from_u64(seed).stream(Stream::Bot(1));
    let mut position = dealt(rules, seed).validate(tables).expect("a dealt start");
    let mut history = History::new();
    for _ in 0..30 {
        let mut actions = Vec::new();
        let mover = Observer::Seat(position.public().turn);
        let view = View::new(tables, &position, &history, mover);
        rules.legal(&view, &mut actions).expect("no hook fails");
        let Some(action) = dice.choose(&actions) else {
            break;
        };
        let mut next = position.clone();
        let mut log = crate::event::Log::off();
        if rules
            .apply(&mut next, &mut history, *action, &mut log, true)
            .is_ok()
        {
            position = next;
        }
    }
    for observer in Observer::ALL {
        let truth = position::truth_setup(tables, &position, Arbiter::assume());
        let sites: Vec<usize> = look(rules, &position, observer, |view| {
            view.unknown()
                .iter()
                .map(crate::site::Site::index)
                .collect()
        });
        // Pieces whose side shows change places within it.
        let side = |i: usize| match truth.cells[i] {
            SetupCell::Down { look, .. } => look.side(),
            _ => None,
        };
        let mut other = truth.clone();
        for group in [None, Some(Side(0)), Some(Side(1))] {
            let places: Vec<usize> = sites
                .iter()
                .copied()
                .filter(|i| side(*i) == group)
                .collect();
            let mut kinds: Vec<SetupCell> = places.iter().map(|i| truth.cells[*i]).collect();
            dice.shuffle(&mut kinds);
            for (i, cell) in places.into_iter().zip(kinds) {
                let (SetupCell::Down { truth, .. }, SetupCell::Down { look, .. }) =
                    (cell, truth.cells[i])
                else {
                    continue;
                };
                other.cells[i] = SetupCell::Down { look, truth };
            }
        }
        let all = |setup: &crate::setup::Setup| {
            let position = setup.validate(tables).expect("a truth");
            look(rules, &position, observer, |view| {
                let data = serde_json::to_string(&Observation::of(view)).expect("plain data");
                let drawn = diagram::draw(view, &Style::choose(false, true)).to_string();
                (data, drawn, position::public_text(view))
            })
        };
        assert_eq!(all(&truth), all(&other));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn nothing_shown_depends_on_what_is_hidden(seed in any::<u64>()) {
        static FLIPPING: LazyLock<Rules<1>> = LazyLock::new(|| rules(flipping()));
        static DISGUISED: LazyLock<Rules<1>> = LazyLock::new(|| rules(disguised()));
        static SECRET: LazyLock<Rules<1>> = LazyLock::new(|| rules(secret()));
        shuffled_truths_look_alike(&FLIPPING, seed);
        shuffled_truths_look_alike(&DISGUISED, seed);
        shuffled_truths_look_alike(&SECRET, seed);
    }
}
