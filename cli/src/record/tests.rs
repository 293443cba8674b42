//! Records read back, cut off, and as two truths write them that a seat cannot tell apart.

use masque_core::belief;
use masque_core::commitment::{Commitment, Salt};
use masque_core::engine::{Engine, Match};
use masque_core::game::{Deed as Done, PlayError};
use masque_core::piece::{Observer, Seat};
use masque_core::position::Arbiter;
use masque_core::random::{Seed, Stream};
use masque_core::setup::Setup;
use masque_scripting::diag::Source;

use super::read::read;
use super::*;
use crate::table::testing::loaded;

fn header() -> Header {
    let mut header = Header::new("tiny", "a=1,b=no", &"ab".repeat(32), "0123", "??/?? seat0");
    let salt = Salt::from_bytes([7; 32]);
    header.seal = Some(Seal {
        deal: Commitment::deal(&salt, b"x"),
        layouts: [None, Some(Commitment::layout(&salt, 1, b"y"))],
    });
    header.seats = ["human".to_owned(), "engine:my bot --fast".to_owned()];
    header.names = [None, Some("Ada \"A\" L".to_owned())];
    header.date = Some("2024-02-29".to_owned());
    header.clock = Some(ClockSpec {
        main: Some(60_000),
        ..ClockSpec::default()
    });
    header.carried = vec![
        Carried {
            folder: "tiny".to_owned(),
            name: "variant.toml".to_owned(),
            text: "a = 1\n\n--\n> b\n".to_owned(),
        },
        Carried {
            folder: "tiny".to_owned(),
            name: "rules.rhai".to_owned(),
            text: "no end of line".to_owned(),
        },
    ];
    header
}

fn entries() -> Vec<Entry> {
    let heard = |only: Option<u8>, words: &str| Heard {
        only: only.map(Seat),
        words: words.to_owned(),
    };
    let deed = Deed {
        number: 1,
        seat: Seat(0),
        automatic: true,
        text: "a7a8=Q".to_owned(),
        times: None,
        told: vec![
            heard(None, "move a7 a8"),
            heard(Some(0), "identity a8 n"),
            heard(None, "end draw x"),
        ],
        position: Some("R?/?? red var.n=2".to_owned()),
    };
    let bare = |number, text: &str| {
        Entry::Deed(Deed {
            number,
            automatic: false,
            seat: Seat(1),
            text: text.to_owned(),
            told: Vec::new(),
            position: None,
            ..deed.clone()
        })
    };
    vec![
        Entry::Deed(deed.clone()),
        bare(2, "try b1xb2"),
        Entry::Undo(Some(2)),
        bare(2, "act resign"),
    ]
}

fn text() -> String {
    let footer = Footer {
        result: "seat 0 wins by resignation".to_owned(),
        salt: Some("0".repeat(64)),
        seed: None,
        deal: Some("?(R)?(r)/?(r)?(R) seat0".to_owned()),
    };
    whole(&header(), &entries(), Some(&footer))
}

#[test]
fn a_record_reads_back() {
    let text = text();
    let read = read(&Source::new("a.masque", text.as_str())).expect("reads");
    assert_eq!(read.header, header());
    let back: Vec<Entry> = read
        .entries
        .iter()
        .map(|(entry, _)| entry.clone())
        .collect();
    assert_eq!(back, entries());
    assert_eq!(whole(&read.header, &back, read.footer.as_ref()), text);
    assert!(!read.torn);
    let lines = text.replace('\n', "\r\n");
    let read = super::read::read(&Source::new("a.masque", lines)).expect("other line ends");
    assert_eq!(read.header, header());
}

#[test]
fn whatever_is_cut_off_is_left_out_or_told_by_its_place() {
    let text = text();
    let bar = text
        .find("\n--\n0")
        .unwrap_or_else(|| header().text().len() - 1);
    for end in 0..text.len() {
        let source = Source::new("a.masque", &text[..end]);
        match read(&source) {
            Err(error) => {
                assert!(error.span.is_some(), "{error}");
                assert!(end <= bar, "only tags must be whole: {error}");
            }
            Ok(read) => {
                assert!(read.footer.is_none(), "an end that is cut off is none");
                assert!(text[..read.kept].ends_with('\n') && read.kept <= end);
                assert_eq!(read.torn, read.kept < end);
            }
        }
    }
}

/// Plays what was done in one game on another truth, and writes the record.
fn recorded(engine: &dyn Engine, start: &Setup, deeds: &[(Seat, Done)]) -> (Read, String) {
    let mut game = engine.start(start).expect("a start");
    let mut header = Header::new("v", "", "", "0", &game.text(Observer::Public));
    header.game = "0".to_owned();
    let truth = game.truth_text(Arbiter::assume());
    let mut entries = Vec::new();
    for (seat, done) in deeds {
        let (Done::Action(action) | Done::Try(action)) = *done else {
            continue;
        };
        let text = game.format_action(Observer::Public, action);
        let text = match game.play(*seat, action, false) {
            Ok(_) => text,
            Err(PlayError::Refused(_)) => format!("try {text}"),
            Err(error) => panic!("{text}: {error}"),
        };
        let deed = Deed::last(engine, &*game, Observer::Public, text, None);
        entries.push((Entry::Deed(deed.expect("it was done")), 0..0));
    }
    let read = Read {
        version: VERSION,
        header,
        entries,
        footer: None,
        torn: false,
        kept: 0,
    };
    (read, truth)
}

fn randomly(game: &mut dyn Match, plies: usize) -> Vec<(Seat, Done)> {
    let mut dice = Seed::from_u64(5).stream(Stream::Automatic);
    for _ in 0..plies {
        let legal = game.legal().expect("legal");
        let Some(action) = dice.choose(&legal).copied() else {
            break;
        };
        let _ = game.play(game.turn(), action, false);
        if game.outcome().is_some() {
            break;
        }
    }
    let steps = game.steps();
    let ended = usize::from(game.outcome().is_some());
    let steps = &steps[..steps.len() - ended];
    steps.iter().map(|step| (step.seat, step.deed)).collect()
}

#[test]
fn truths_that_a_seat_cannot_tell_apart_give_it_the_same_record() {
    for variant in ["hidden-chess", "junqi-setup", "minesweeper-chess", "banqi"] {
        let loaded = loaded(variant, &[]);
        let engine = &*loaded.engine;
        for number in 0..3 {
            let start = loaded
                .setup(None, &Seed::from_u64(number))
                .expect("a start");
            let mut game = engine.start(&start).expect("starts");
            let deeds = randomly(&mut *game, 60);
            let (one, truth) = recorded(engine, &start, &deeds);
            for observer in Observer::ALL {
                let steps = &game.steps()[..deeds.len()];
                let mut belief =
                    belief::along(engine, &start, &[], steps, observer).expect("a belief");
                let mut dice = Seed::from_u64(number).stream(Stream::Deal);
                let other = belief.draw_start(&mut dice).expect("another truth");
                let (two, other_truth) = recorded(engine, &other, &deeds);
                let own = |read: &Read, truth: &str| {
                    let source = Source::new("r", "");
                    let own = redact(&loaded, &source, read, truth, observer).expect("redacts");
                    whole(&own.header, own.entries.iter().map(|(e, _)| e), None)
                };
                let (left, right) = (own(&one, &truth), own(&two, &other_truth));
                assert_eq!(left, right, "{variant}, {observer:?}");
                assert!(
                    !left.contains(&truth) || other_truth == truth,
                    "{variant}: {observer:?} was given the truth"
                );
            }
        }
    }
}
