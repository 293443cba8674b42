//! Perft: how many sequences of turns there are, counted from the length of the last list where that is right.
//!
//! Every count is asserted: by numbers that others publish for chess and xiangqi, and else by numbers that playing
//! every action one by one came to, which `--plain` does again.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use masque_core::engine::Match;
use masque_core::game::PlayError;
use masque_core::piece::Seat;
use masque_core::random::Seed;
use masque_core::search::Unit;

use crate::measure::{Contender, Sample, alternate, repeat};
use crate::report::Report;
use crate::uci::Uci;
use crate::{Options, libraries, shelf};

/// The section's name.
pub(crate) const SECTION: &str = "perft";

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Where a count begins.
#[derive(Clone, Copy)]
enum From {
    /// The deal of seed 1.
    Deal,
    /// A position of chess.
    Fen(&'static str),
    /// A position of chess in which every piece on its first square, kings apart, is hidden and is what it looks like.
    HiddenAtHome(&'static str),
}

/// Who counts besides us.
#[derive(Clone, Copy)]
enum Beside {
    Nobody,
    /// The chess libraries and UCI engines.
    Chess,
    /// UCI engines that have the variant.
    Uci(&'static str),
    /// Our own chess, from the same position.
    OurChess(&'static str),
}

struct Case {
    name: &'static str,
    id: &'static str,
    options: &'static [(&'static str, &'static str)],
    from: From,
    beside: Beside,
    /// Depths and counts: that of a test run, the usual one, and where there is a third, the deep one.
    counts: &'static [(u32, u64)],
}

/// The identity deal has the very tree of chess. A reveal is part of the move that makes it; the corner piece with
/// which the king castles looks like a rook and is one; pawns taken in passing are pawns; a pawn that is promoted was
/// shown before, so that the choice is part of the move, and perft counts turns where it is not. What does differ
/// (repetition by looks, the count of quiet turns, no lack of material while anything is hidden) is out of reach here.
/// The counts of both are compared at every depth.
const CASES: &[Case] = &[
    Case {
        name: "chess",
        id: "chess",
        options: &[],
        from: From::Fen(START),
        beside: Beside::Chess,
        counts: &[(3, 8_902), (5, 4_865_609), (6, 119_060_324)],
    },
    Case {
        name: "chess, kiwipete",
        id: "chess",
        options: &[],
        from: From::Fen(KIWIPETE),
        beside: Beside::Chess,
        counts: &[(2, 2_039), (4, 4_085_603), (5, 193_690_690)],
    },
    Case {
        name: "xiangqi",
        id: "xiangqi",
        options: &[],
        from: From::Deal,
        beside: Beside::Uci("xiangqi"),
        counts: &[(2, 1_920), (4, 3_290_240), (5, 133_312_995)],
    },
    Case {
        name: "hidden-chess, identity deal",
        id: "hidden-chess",
        options: &[],
        from: From::HiddenAtHome(START),
        beside: Beside::OurChess(START),
        counts: &[(3, 8_902), (5, 4_865_609), (6, 119_060_324)],
    },
    Case {
        name: "hidden-chess, kiwipete, identity",
        id: "hidden-chess",
        options: &[],
        from: From::HiddenAtHome(KIWIPETE),
        beside: Beside::OurChess(KIWIPETE),
        counts: &[(2, 2_039), (4, 4_085_603), (5, 193_690_690)],
    },
    Case {
        name: "hidden-chess",
        id: "hidden-chess",
        options: &[],
        from: From::Deal,
        beside: Beside::Nobody,
        counts: &[(2, 400), (4, 259_704)],
    },
    Case {
        name: "minesweeper-chess",
        id: "minesweeper-chess",
        options: &[],
        from: From::Deal,
        beside: Beside::Nobody,
        counts: &[(2, 784), (4, 687_229)],
    },
    Case {
        name: "banqi",
        id: "banqi",
        options: &[],
        from: From::Deal,
        beside: Beside::Nobody,
        counts: &[(2, 992), (4, 867_720)],
    },
    Case {
        name: "junqi-flip",
        id: "junqi-flip",
        options: &[],
        from: From::Deal,
        beside: Beside::Nobody,
        counts: &[(2, 2_450), (4, 5_560_944)],
    },
    Case {
        name: "junqi-setup",
        id: "junqi-setup",
        options: &[],
        from: From::Deal,
        beside: Beside::Nobody,
        counts: &[(2, 1_059), (4, 955_603)],
    },
    Case {
        name: "capture-go",
        id: "capture-go",
        options: &[],
        from: From::Deal,
        beside: Beside::Nobody,
        counts: &[(1, 83), (3, 538_165)],
    },
    Case {
        name: "go 9x9",
        id: "go",
        options: &[("size", "9")],
        from: From::Deal,
        beside: Beside::Nobody,
        counts: &[(2, 6_643), (3, 531_522)],
    },
    Case {
        name: "go 19x19",
        id: "go",
        options: &[("size", "19")],
        from: From::Deal,
        beside: Beside::Nobody,
        counts: &[(1, 362), (2, 130_683)],
    },
];

impl Case {
    fn depth(&self, options: &Options) -> (u32, u64) {
        let wanted = usize::from(options.bench) + usize::from(options.deep);
        self.counts[wanted.min(self.counts.len() - 1)]
    }

    fn start(&self) -> Box<dyn Match> {
        let engine = shelf::load(self.id, self.options).expect("a shipped variant");
        match self.from {
            From::Deal => shelf::start(&*engine, &Seed::from_u64(1)),
            From::Fen(text) => shelf::from_text(&*engine, text),
            From::HiddenAtHome(text) => shelf::from_text(&*engine, &hidden_at_home(text)),
        }
    }
}

/// Measures every case beside whoever counts it too.
pub(crate) fn measure(options: &Options, report: &mut Report) {
    let find = |program| {
        let found = options.peers().then(|| Uci::find(program)).flatten();
        found.map(|engine| Rc::new(RefCell::new(engine)))
    };
    let fairy = find("fairy-stockfish");
    let stockfish = find("stockfish");
    for case in CASES {
        if !options.wants(SECTION, case.name) {
            continue;
        }
        let (depth, nodes) = case.depth(options);
        let mut contenders = vec![ours("masque", case.start(), depth, nodes)];
        let uci = |variant, fen, who: &str, engine: &Option<Rc<RefCell<Uci>>>| match engine {
            Some(engine) => counted_by_engine(engine, variant, fen, depth, nodes),
            None => Contender::absent(who),
        };
        match case.beside {
            Beside::Nobody => (),
            Beside::OurChess(text) => {
                let chess = shelf::load("chess", &[]).expect("a shipped variant");
                let start = shelf::from_text(&*chess, text);
                assert_alike(case, &*start, depth);
                contenders.push(ours("masque's chess", start, depth, nodes));
            }
            Beside::Chess => {
                let From::Fen(fen) = case.from else {
                    unreachable!("chess begins at a position")
                };
                contenders.push(counted(libraries::SHAKMATY, nodes, move || {
                    libraries::shakmaty_perft(fen, depth)
                }));
                contenders.push(counted(libraries::COZY, nodes, move || {
                    libraries::cozy_perft(fen, depth)
                }));
                if options.peers() {
                    contenders.push(uci("chess", Some(fen), "Fairy-Stockfish", &fairy));
                    contenders.push(uci("chess", Some(fen), "Stockfish", &stockfish));
                }
            }
            Beside::Uci(variant) => {
                if options.peers() {
                    contenders.push(uci(variant, None, "Fairy-Stockfish", &fairy));
                }
            }
        }
        let taken = alternate(contenders, options.rounds(), options.sample());
        report.push_taken(SECTION, case.name, "nodes/s", &taken);
    }
}

/// Holds a case to the counts of another game at every depth up to one.
fn assert_alike(case: &Case, other: &dyn Match, deepest: u32) {
    let game = case.start();
    for depth in 1..=deepest {
        let [ours, theirs] =
            [&*game, other].map(|game| game.perft(depth, Unit::Turn).expect("no hook fails"));
        assert_eq!(ours, theirs, "{} at depth {depth}", case.name);
    }
}

fn ours(who: &'static str, start: Box<dyn Match>, depth: u32, nodes: u64) -> Contender<'static> {
    counted(who, nodes, move || {
        start.perft(depth, Unit::Turn).expect("no hook fails")
    })
}

/// Whoever counts within this process.
fn counted(who: &'static str, nodes: u64, count: impl Fn() -> u64 + 'static) -> Contender<'static> {
    Contender::new(who, format!("{nodes} nodes"), move |time| {
        Ok(repeat(time, || {
            let counted = count();
            assert_eq!(counted, nodes, "{who}");
            (counted, 0)
        }))
    })
}

fn counted_by_engine(
    engine: &Rc<RefCell<Uci>>,
    variant: &'static str,
    fen: Option<&'static str>,
    depth: u32,
    nodes: u64,
) -> Contender<'static> {
    let engine = Rc::clone(engine);
    let name = engine.borrow().name.clone();
    let note = "its lines by first move included";
    Contender::new(name.clone(), note, move |time| {
        let mut engine = engine.borrow_mut();
        engine.prepare(variant, fen)?;
        let mut total = Sample {
            count: 0,
            plies: 0,
            spent: Duration::ZERO,
        };
        while total.spent < time || total.count == 0 {
            let sample = engine.perft(depth)?;
            assert_eq!(sample.count, nodes, "{name}");
            total.count += sample.count;
            total.spent += sample.spent;
        }
        Ok(total)
    })
}

/// Hides whatever stands where it began, the kings apart, as what it looks like.
fn hidden_at_home(fen: &str) -> String {
    let (rows, rest) = fen.split_once(' ').expect("a position");
    let (home, _) = START.split_once(' ').expect("a position");
    let row = |(row, home): (&str, &str)| {
        let (mut written, mut file) = (String::new(), 0);
        for letter in row.chars() {
            written.push(letter);
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            if home.chars().nth(file) == Some(letter) && !matches!(letter, 'k' | 'K') {
                written.push_str(&format!("~({})", letter.to_ascii_uppercase()));
            }
            file += 1;
        }
        written
    };
    let rows: Vec<String> = rows.split('/').zip(home.split('/')).map(row).collect();
    format!("{} {rest}", rows.join("/"))
}

/// Counts every case by playing each action of each list; whether the counts of the table, short of the deep ones, are
/// those.
pub(crate) fn agrees_with_plain(options: &Options) -> bool {
    let mut agrees = true;
    for case in CASES {
        if !options.wants(SECTION, case.name) {
            continue;
        }
        let counts = if options.deep { 3 } else { 2 };
        for &(depth, nodes) in case.counts.iter().take(counts) {
            let counted = plain(&*case.start(), depth);
            let verdict = if counted == nodes { "" } else { "  DIFFERS" };
            println!("{:<34} {depth} {counted:>12}{verdict}", case.name);
            agrees &= counted == nodes;
        }
    }
    agrees
}

/// Sequences of turns, each of their actions played by the rules of play, refusals included.
fn plain(game: &dyn Match, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome().is_some() {
        return 0;
    }
    let seat: Seat = game.turn();
    let mut total = 0;
    for action in game.legal().expect("no hook fails") {
        let mut next = game.copy();
        match next.play(seat, action, false) {
            Ok(_) => {
                let done = next.outcome().is_some() || next.turns() != game.turns();
                total += plain(&*next, if done { depth - 1 } else { depth });
            }
            Err(PlayError::Refused(_)) => (),
            Err(error) => panic!("a legal action was not played: {error}"),
        }
    }
    total
}
