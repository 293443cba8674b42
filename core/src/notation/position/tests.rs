use super::*;
use crate::action::Action;
use crate::legal::Rules;
use crate::piece::{Observer, Side};
use crate::position::Phase;
use crate::random::{Seed, Stream};
use crate::rules::repetition::History;
use crate::testing::{at, chess, dealt, disguised, flipping, look, mined, rules, secret, stones};
use proptest::prelude::*;
use std::sync::LazyLock;

/// A text that is in the variant's one form comes back as it was.
#[track_caller]
fn same<const W: usize>(rules: &Rules<W>, texts: &[&str]) {
    for text in texts {
        let setup = parse(&rules.tables, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write(&rules.tables, &setup), *text);
    }
}

#[track_caller]
fn reads_as<const W: usize>(rules: &Rules<W>, pairs: &[(&str, &str)]) {
    for (text, canonical) in pairs {
        let setup = parse(&rules.tables, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write(&rules.tables, &setup), *canonical, "{text}");
    }
}

#[track_caller]
fn refused<const W: usize>(rules: &Rules<W>, pairs: &[(&str, &str)]) {
    for (text, message) in pairs {
        match parse(&rules.tables, text) {
            Ok(_) => panic!("`{text}` was read"),
            Err(error) => assert_eq!(error.to_string(), *message, "{text}"),
        }
    }
}

/// Plays some random actions and hands every position on the way to `ask`.
fn walk<const W: usize>(
    rules: &Rules<W>,
    seed: u64,
    mut ask: impl FnMut(&Position<W>, &[(Observer, String)]),
) {
    let setup = dealt(rules, seed);
    let mut position = setup.validate(&rules.tables).expect("a dealt start");
    let mut history = History::new();
    let mut dice = Seed::from_u64(seed).stream(Stream::Bot(0));
    for _ in 0..80 {
        let texts: Vec<(Observer, String)> = Observer::ALL
            .into_iter()
            .map(|o| (o, look(rules, &position, o, public_text)))
            .collect();
        ask(&position, &texts);
        if position.public().phase == Phase::Over {
            break;
        }
        let mut actions: Vec<Action> = Vec::new();
        let observer = Observer::Seat(position.public().turn);
        let view = View::new(&rules.tables, &position, &history, observer);
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
}

/// What a text must keep of a position.
fn kept<const W: usize>(position: &Position<W>) -> impl PartialEq + std::fmt::Debug + use<W> {
    let public = position.public();
    let truth = position.truth(Arbiter::assume());
    let going = public.phase != Phase::Over;
    (
        (
            truth.pieces().collect::<Vec<_>>(),
            public.hidden,
            going.then_some(public.unmoved),
            public.fog,
            truth.hazards(),
            public.hazards_seen,
            public.numbers,
            public.all_found,
        ),
        (
            public.turn,
            public.first_side,
            public.phase,
            public.outcome,
            public.en_passant,
            public.quiet,
            public.turns,
            public.ply,
            public.passes,
            public.chases,
        ),
        (
            Seat::BOTH.map(|s| truth.known(s)),
            Seat::BOTH.map(|s| *position.learned(s)),
            *truth.lost(),
            public.lost_hidden,
            public.key_cells,
            going.then_some(public.key_marks),
        ),
    )
}

#[track_caller]
fn round_trips<const W: usize>(rules: &Rules<W>, seed: u64) {
    walk(rules, seed, |position, texts| {
        let text = truth_text(&rules.tables, position, Arbiter::assume());
        let setup = parse(&rules.tables, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(
            setup,
            truth_setup(&rules.tables, position, Arbiter::assume()),
            "{text}"
        );
        assert_eq!(write(&rules.tables, &setup), text);
        let again = setup
            .validate(&rules.tables)
            .unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(kept(&again), kept(position), "{text}");
        for (observer, seen) in texts {
            let setup = parse(&rules.tables, seen).unwrap_or_else(|e| panic!("{seen}: {e}"));
            assert_eq!(write(&rules.tables, &setup), *seen);
            assert_eq!(look(rules, &again, *observer, public_text), *seen);
        }
    });
}

#[test]
fn plain_fen() {
    let rules = rules::<1>(chess());
    same(
        &rules,
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/pp6/3Q4/k5np/PPpp1N2/3P2P1/2P2PKP/R1B2R2 b - b3 0 1",
            "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113",
            "4k3/8/8/8/8/8/8/R3K3 b Q - 3 17",
        ],
    );
    reads_as(
        &rules,
        &[
            (
                "8/8/8/r2Pp2K/8/8/4k3/8 w - e6",
                "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
            ),
            (
                "r3k2r/8/8/8/8/8/8/R3K2R white KQkq",
                "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            ),
            // Without rights every one is there whose pieces stand at home.
            (
                "r3k2r/8/8/8/8/8/8/4K2R b",
                "r3k2r/8/8/8/8/8/8/4K2R b Kkq - 0 1",
            ),
            ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            (
                "4k3/8/8/8/8/8/8/4K3 b 3 55",
                "4k3/8/8/8/8/8/8/4K3 b - - 3 55",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 b quiet=3 turns=109",
                "4k3/8/8/8/8/8/8/4K3 b - - 3 55",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 b - - 0 2 turns=8",
                "4k3/8/8/8/8/8/8/4K3 b - - 0 5 turns=8",
            ),
        ],
    );
}

#[test]
fn faults_of_fen() {
    let rules = rules::<1>(chess());
    refused(
        &rules,
        &[
            (
                "",
                "a position text begins with the board's rows, joined by `/`",
            ),
            ("8/8/8/8/8/8/8 w", "the board has 8 ranks, and 7 are given"),
            (
                "8/8/8/8/8/8/8/8/8 w",
                "the board has 8 ranks, and 9 are given",
            ),
            ("8/8/8/8/8/8/8/7 w", "rank 1 has 8 sites, and 7 are given"),
            ("9/8/8/8/8/8/8/8 w", "rank 8 has 8 sites, and 9 are given"),
            (
                "8/8/8/8/8/8/8/1k15 w",
                "rank 1 has 8 sites, and 17 are given",
            ),
            (
                "8/8/8/ppppppppp/8/8/8/8 w",
                "rank 5 has 8 sites, and 9 are given",
            ),
            (
                "8/8/8/4z3/8/8/8/8 w",
                "`z` is not a piece; expected one of KQRBNP (lower case for the second side), `?`, `X`, or a number of empty sites",
            ),
            (
                "8/8/8/8/8/8/8/8 green",
                "`green` is no side to move; expected `white` or `black`",
            ),
            (
                "8/8/8/8/8/8/8/8 w KQ",
                "`K` is no right to castle here: its pieces do not stand where they start",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w A",
                "`A` is no value of `castling`; expected some of `KQkq`, or `-`",
            ),
            (
                "8/8/8/8/8/8/8/8 w - e6",
                "no piece can have passed over e6 in the last turn",
            ),
            (
                "8/8/8/4p3/8/8/8/8 w - e3",
                "no piece can have passed over e3 in the last turn",
            ),
            (
                "8/8/8/4p3/8/8/8/8 b - e6",
                "no piece can have passed over e6 in the last turn",
            ),
            (
                "8/8/8/8/8/8/8/8 w - z9",
                "`z9` is no value of `ep`; expected a site from a1 to h8",
            ),
            (
                "8/8/8/8/8/8/8/8 w - - x 1",
                "`x` is not understood here; expected a number of turns, or `key=value`",
            ),
            (
                "8/8/8/8/8/8/8/8 w - - 0 1 2",
                "`2` is not understood here; expected `key=value`",
            ),
            (
                "8/8/8/8/8/8/8/8 w quiet=1 quiet=2",
                "`quiet` is given twice",
            ),
            (
                "8/8/8/8/8/8/8/8 w quiet=-1",
                "`-1` is no value of `quiet`; expected a number",
            ),
        ],
    );
    let unknown = parse(&rules.tables, "8/8/8/8/8/8/8/8 w speed=9");
    assert!(matches!(unknown, Err(PositionError::Key { key, .. }) if key == "speed"));
}

#[test]
fn wide_rows_and_long_files() {
    let rules = rules::<2>(mined());
    same(
        &rules,
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 fog=a4-h7 hazards=b6,c4,f5,g7"
                .replace("hazards=b6,c4,f5,g7", "hazards=c4,f5,b6,g7")
                .as_str(),
            "4k3/8/8/8/8/8/8/8/8/4K3 b - - 4 9 fog=a4-b7,f4-h7,c5-e7 seen=c4 left=3 numbers=d4:1,e4:2",
            "4k3/8/8/8/8/8/8/8/8/4K3 w - - 0 1 fog=- hazards=-",
        ],
    );
    refused(
        &rules,
        &[
            (
                "8/8/8/8/8/8/8/8 w",
                "the board has 10 ranks, and 8 are given",
            ),
            (
                "8/8/8/8/8/8/8/8/8/8 w fog=a4-h11",
                "`a4-h11` is no value of `fog`; expected sites such as `a4-h7,c3`: no site is called `h11` on this board",
            ),
            (
                "8/8/8/8/8/8/8/8/8/8 w numbers=a4:9",
                "`a4:9` is no value of `numbers`; expected sites with numbers up to 8, such as `b4:1,d5:2`",
            ),
        ],
    );
    let position = at(
        &rules,
        "4k3/8/8/8/8/8/8/8/8/4K3 w - - 0 1 fog=a5-h7 hazards=c5,d6",
    );
    assert_eq!(
        look(&rules, &position, Observer::Public, public_text),
        "4k3/8/8/8/8/8/8/8/8/4K3 w - - 0 1 fog=a5-h7 left=2 numbers=b4:1,c4:1,d4:1"
    );
    let seen = at(
        &rules,
        "4k3/8/8/8/8/8/8/8/8/4K3 w - - 0 1 fog=a5-h7 hazards=c4,d4",
    );
    assert!(seen.public().all_found);
    assert_eq!(
        look(&rules, &seen, Observer::Public, public_text),
        "4k3/8/8/8/8/8/8/8/8/4K3 w - - 0 1 fog=- hazards=c4-d4"
    );
    let wrong = parse(
        &rules.tables,
        "4k3/8/8/8/8/8/8/8/8/4K3 w - - 0 1 fog=a5-h7 hazards=c5,d6 left=3 numbers=b4:2",
    )
    .expect("well formed")
    .validate(&rules.tables);
    assert_eq!(
        wrong,
        Err(vec![
            SetupError::Left { left: 3, found: 2 },
            SetupError::Number {
                site: "b4".to_owned(),
                shown: 2,
                found: 1
            }
        ])
    );
}

#[test]
fn faces_and_their_truths() {
    let rules = rules::<1>(disguised());
    same(
        &rules,
        &[
            "r~n~b~q~kb~n~r~/p~p~p~p~p~p~p~p~/8/8/8/8/P~P~P~P~P~P~P~P~/R~N~B~Q~KB~N~R~ w KQkq - 0 1",
            "r~(n)3k3/8/8/8/8/8/8/R3K3 w q - 0 1 lost=P2,n,X(Q),x(p)2,x3 set=Q+1,P-1"
                .replace(" q ", " - ")
                .as_str(),
        ],
    );
    // The truth's letter may be written in either case where the look shows the side.
    reads_as(
        &rules,
        &[(
            "r~(N)3k3/8/8/8/8/8/8/R3K3 w - - 0 1 lost=x(N)",
            "r~(n)3k3/8/8/8/8/8/8/R3K3 w - - 0 1 lost=x(n)",
        )],
    );
    let position = at(&rules, "r~(n)3k3/8/8/8/8/8/8/R3K3 w - - 0 1 lost=x(n)");
    let texts = Observer::ALL.map(|o| look(&rules, &position, o, public_text));
    assert_eq!(
        texts,
        [
            "r~3k3/8/8/8/8/8/8/R3K3 w - - 0 1 lost=x(n)",
            "r~3k3/8/8/8/8/8/8/R3K3 w - - 0 1 lost=x",
            "r~3k3/8/8/8/8/8/8/R3K3 w - - 0 1 lost=x",
        ]
    );
}

#[test]
fn pool_shown_and_captured_add_up() {
    let rules = rules::<1>(disguised());
    let text = "r~3k3/8/8/8/8/8/8/R3K2P~ w - - 0 1 lost=P3,q,X(N),x(p),x2 set=P-2,Q+2";
    let setup = parse(&rules.tables, text).expect("well formed");
    let pool = setup.pool(&rules.tables);
    let of = |side| pool.iter().filter(|p| p.side == Side(side)).count();
    // 16 pieces each: 2 shown, 3 and 1 lost for White; 1 shown, 1 and 1 lost for Black.
    assert_eq!((of(0), of(1)), (16 - 2 - 3 - 1, 16 - 1 - 1 - 1));
}

#[test]
fn open_and_settled_colours() {
    let rules = rules::<1>(flipping());
    same(
        &rules,
        &[
            "????????/????????/????????/???????? seat0",
            "8/8/8/C?2k3 red",
            "8/8/8/C?(p)2k3 black colours=black/red quiet=49 turns=12 plies=15 lost=R2,h",
            "8/8/2k5/2C5 red chain=c1 turns=4 chase=c1>c2:9/-",
            "8/8/2k5/2C5 red turns=4 chase=->c2:9/-",
            "8/8/2k5/2C5 black over=red:no-move-loses var.charges=-2",
        ],
    );
    refused(
        &rules,
        &[
            (
                "8/8/8/8 seat2",
                "`seat2` is no side to move; expected `red` or `black`, or `seat0` or `seat1` while sides are undecided",
            ),
            (
                "8/8/8/8 red colours=open",
                "`red` is no side to move; expected `red` or `black`, or `seat0` or `seat1` while sides are undecided",
            ),
            (
                "8/8/8/8 red colours=red/red",
                "`red/red` is no value of `colours`; expected a different side for each seat",
            ),
            (
                "8/8/8/8 red over=red:flood",
                "`red:flood` is no value of `over`; expected the slug of a clause after `:`, and `flood` is none of this variant",
            ),
            (
                "8/8/8/8 red castling=K",
                "`K` is no value of `castling`; expected `-`, since this variant has no castling",
            ),
        ],
    );
}

#[test]
fn secret_layouts() {
    let rules = rules::<1>(secret());
    let text = "x(f)x(e)x(b)/x(e)x(b)x(m)/3/3/X(M)X(B)X(E)/X(B)X(E)X(F) red";
    same(&rules, &[text]);
    let position = at(&rules, text);
    let texts = Observer::ALL.map(|o| look(&rules, &position, o, public_text));
    assert_eq!(
        texts,
        [
            "xxx/xxx/3/3/X(M)X(B)X(E)/X(B)X(E)X(F) red",
            "x(f)x(e)x(b)/x(e)x(b)x(m)/3/3/XXX/XXX red",
            "xxx/xxx/3/3/XXX/XXX red",
        ]
    );
}

#[test]
fn stones_and_swapped_sides() {
    let rules = rules::<2>(stones());
    same(
        &rules,
        &[
            "9/9/9/9/4O4/9/2X6/9/9 black turns=2",
            "9/9/9/9/9/9/2X6/9/9 white colours=white/black turns=2 passes=1 captures=3/1",
        ],
    );
}

#[test]
fn letters_of_other_notations() {
    let mut spec = chess();
    spec.kinds[4].letter = 'H';
    spec.kinds[4].also = vec!['N'];
    spec.setup.start = spec.setup.start.replace('n', "h").replace('N', "H");
    spec.sides[0].name = "red".to_owned();
    reads_as(
        &rules::<1>(spec),
        &[(
            "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR r - - 0 1",
            "rhbqkbhr/8/8/8/8/8/8/RHBQKBHR w - - 0 1",
        )],
    );
}

#[test]
fn every_field_is_documented_by_what_is_written() {
    for field in FIELDS {
        let (key, value) = field.example.split_once('=').expect("key=value");
        assert!(!value.is_empty());
        assert!(key == field.key || field.key == "var.NAME", "{key}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn texts_round_trip(seed in any::<u64>()) {
        static FLIPPING: LazyLock<Rules<1>> = LazyLock::new(|| rules(flipping()));
        static CHESS: LazyLock<Rules<1>> = LazyLock::new(|| rules(chess()));
        static DISGUISED: LazyLock<Rules<1>> = LazyLock::new(|| rules(disguised()));
        static MINED: LazyLock<Rules<2>> = LazyLock::new(|| rules(mined()));
        static SECRET: LazyLock<Rules<1>> = LazyLock::new(|| rules(secret()));
        static STONES: LazyLock<Rules<2>> = LazyLock::new(|| rules(stones()));
        round_trips(&FLIPPING, seed);
        round_trips(&CHESS, seed);
        round_trips(&DISGUISED, seed);
        round_trips(&MINED, seed);
        round_trips(&SECRET, seed);
        round_trips(&STONES, seed);
    }
}

proptest! {
    #[test]
    fn nothing_panics(text in ".{0,40}") {
        static FLIPPING: LazyLock<Rules<1>> = LazyLock::new(|| rules(flipping()));
        if let Ok(setup) = parse(&FLIPPING.tables, &text) {
            let _ = write(&FLIPPING.tables, &setup);
            let _ = setup.validate(&FLIPPING.tables);
        }
    }

    #[test]
    fn no_field_panics(which in 0..FIELDS.len(), value in "[-a-h1-9/:,>*KRXx()~.+]{0,16}|[0-9]{1,12}") {
        fn check<const W: usize>(rules: &Rules<W>, text: &str) {
            if let Ok(setup) = parse(&rules.tables, text) {
                let _ = write(&rules.tables, &setup);
                let _ = setup.validate(&rules.tables);
            }
        }
        static FLIPPING: LazyLock<Rules<1>> = LazyLock::new(|| rules(flipping()));
        static MINED: LazyLock<Rules<2>> = LazyLock::new(|| rules(mined()));
        let key = FIELDS[which].key;
        check(&MINED, &format!("4k3/8/8/8/8/8/8/8/8/4K3 w {key}={value}"));
        check(&FLIPPING, &format!("8/8/8/C?(p)2k3 red {key}={value}"));
    }
}
