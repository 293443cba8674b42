use std::path::Path;

use masque_core::event::Log;
use masque_core::legal::Rules;
use masque_core::piece::{Observer, Seat};
use masque_core::position::Position;
use masque_core::rules::repetition::History;
use masque_core::setup::{Setup, parse_rows};
use masque_core::view::View;

use super::*;
use crate::folder::Shelf;
use crate::options::OptionKind;

fn shelf() -> Shelf {
    Shelf::default().beside(Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants"))
}

fn shipped(id: &str, pairs: &[(&str, &str)]) -> Variant {
    let shelf = shelf();
    let folder = shelf.find(id).expect("readable").expect("a folder");
    let pairs: Vec<_> = pairs
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    load(&shelf, &folder, None, &pairs).unwrap_or_else(|wrong| {
        let lines: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        panic!("{}", lines.join("\n"))
    })
}

/// Counts sequences of actions, the last of them from the length of the list.
fn perft<const W: usize>(
    rules: &Rules<W>,
    position: &Position<W>,
    history: &History<W>,
    depth: u32,
) -> u64 {
    let turn = position.public().turn;
    let view = View::new(&rules.tables, position, history, Observer::Seat(turn));
    let mut actions = Vec::new();
    rules.legal(&view, &mut actions).expect("no hook fails");
    if depth == 1 {
        return actions.len() as u64;
    }
    let play = |action| {
        let (mut next, mut past) = (position.clone(), history.clone());
        rules
            .apply(&mut next, &mut past, action, &mut Log::off(), false)
            .expect("a legal action");
        perft(rules, &next, &past, depth - 1)
    };
    actions.into_iter().map(play).sum()
}

fn count<const W: usize>(tables: &Arc<Tables<W>>, fen: &str, depth: u32) -> u64 {
    let rules = Rules {
        tables: Arc::clone(tables),
        hooks: None,
    };
    let mut parts = fen.split(' ');
    let mut setup = Setup::empty(tables);
    setup.cells = parse_rows(tables, parts.next().unwrap_or_default()).expect("rows");
    setup.turn = Seat(u8::from(parts.next() == Some("b")));
    let position = setup.validate(tables).expect("a position");
    let mut history = History::new();
    history.push(masque_core::rules::repetition::Snapshot::take(
        position.public(),
        false,
    ));
    perft(&rules, &position, &history, depth)
}

#[test]
fn chess_counts() {
    let Compiled::One(tables) = shipped("chess", &[]).rules else {
        panic!("64 sites take one word")
    };
    let start = tables.spec.setup.start.clone();
    assert_eq!(
        [1, 2, 3, 4].map(|d| count(&tables, &start, d)),
        [20, 400, 8902, 197_281]
    );
    let middle = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w";
    assert_eq!(
        [1, 2, 3].map(|d| count(&tables, middle, d)),
        [48, 2039, 97_862]
    );
    let end = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w";
    assert_eq!([1, 2, 3].map(|d| count(&tables, end, d)), [14, 191, 2812]);
    let pawns = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w";
    assert_eq!([1, 2, 3].map(|d| count(&tables, pawns, d)), [6, 264, 9467]);
    let talk = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w";
    assert_eq!([1, 2].map(|d| count(&tables, talk, d)), [44, 1486]);
}

#[test]
fn xiangqi_counts() {
    let Compiled::Two(tables) = shipped("xiangqi", &[]).rules else {
        panic!("90 sites take two words")
    };
    let start = tables.spec.setup.start.clone();
    assert_eq!(
        [1, 2, 3].map(|d| count(&tables, &start, d)),
        [44, 1920, 79_666]
    );
}

/// Every value of every option alone, numbers by their ends, and every preset.
#[test]
fn every_choice_compiles() {
    let shelf = shelf();
    for id in shelf.ids() {
        let folder = shelf.find(&id).expect("readable").expect("a folder");
        let document = read(&shelf, &folder).unwrap_or_else(|wrong| panic!("{}", wrong[0]));
        let options = document.options();
        let mut tries = vec![(None, Vec::new())];
        tries.extend(
            options
                .presets()
                .iter()
                .map(|p| (Some(p.name.as_str()), Vec::new())),
        );
        for option in options.all() {
            let mut values: Vec<String> = option
                .kind
                .values()
                .iter()
                .map(ToString::to_string)
                .collect();
            if let OptionKind::Int { range, off } = &option.kind {
                values.extend([range.start().to_string(), range.end().to_string()]);
                values.extend(off.then(|| "off".to_owned()));
            }
            if let OptionKind::List(words) = &option.kind {
                values.extend(["none".to_owned(), words.join("+")]);
            }
            let pairs = values
                .into_iter()
                .map(|value| (None, vec![(option.name.clone(), value)]));
            tries.extend(pairs);
        }
        for (preset, pairs) in tries {
            if let Err(wrong) = compile(&document, preset, &pairs) {
                panic!("{id} with {preset:?} {pairs:?}: {}", wrong[0]);
            }
        }
    }
}

#[test]
fn go_boards_have_the_size_chosen() {
    for (size, words) in [("9", 2), ("5", 1), ("19", 6)] {
        let go = shipped("go", &[("size", size)]);
        assert_eq!(go.rules.words(), words);
        assert_eq!(go.spec().board.files.to_string(), size);
    }
}
