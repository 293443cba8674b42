//! Uniformly random games to their end.
//!
//! Ours begin at a fresh deal each, dealing included; where all games begin alike the start is made once and copied.
//! Chess libraries draw from the same random stream as ours, and play in place; OpenSpiel's games are played by a loop
//! in Python, a new state each, chance sampled. Where the rules of a peer end games otherwise, ours are set to end them
//! so, and a line for the variant as shipped stands beside it. Plies of both are told, and a ratio of plies a second:
//! where games differ in length, that is the ratio to look at.

use std::cell::RefCell;
use std::rc::Rc;

use masque_core::random::{Seed, Stream};

use crate::measure::{Contender, Taken, alternate, repeat};
use crate::openspiel::OpenSpiel;
use crate::report::Report;
use crate::{Options, libraries, shelf};

/// The section's name.
pub(crate) const SECTION: &str = "playouts";
/// Plies after which a playout is left undecided.
pub(crate) const LIMIT: u32 = 1000;

/// Who plays besides us.
#[derive(Clone, Copy)]
enum Beside {
    /// The chess libraries.
    Libraries,
    /// A game of OpenSpiel's.
    OpenSpiel(&'static str),
    /// Games and plies a second, and plies a game, that OpenSpiel's C++ came to elsewhere.
    Constant(f64, f64, f64),
}

struct Case {
    name: &'static str,
    id: &'static str,
    options: &'static [(&'static str, &'static str)],
    limit: u32,
    beside: &'static [Beside],
    /// How our rules and theirs end games.
    note: &'static str,
}

impl Case {
    const fn shipped(id: &'static str) -> Self {
        Self {
            name: id,
            id,
            options: &[],
            limit: LIMIT,
            beside: &[],
            note: "as shipped",
        }
    }

    const fn with(self, beside: &'static [Beside], note: &'static str) -> Self {
        Self {
            beside,
            note,
            ..self
        }
    }
}

/// Named cases; what else the shelf holds is played as shipped.
const CASES: &[Case] = &[
    Case::shipped("chess"),
    Case {
        name: "chess, ended as libraries do",
        options: &[("quiet_draw", "100"), ("repetition_draw", "off")],
        ..Case::shipped("chess").with(
            &[Beside::Libraries],
            "mate, stalemate, lack of material, 100 quiet plies; no repetition",
        )
    },
    Case {
        name: "chess, ended as OpenSpiel does",
        options: &[("quiet_draw", "100"), ("repetition_draw", "3")],
        ..Case::shipped("chess").with(
            &[Beside::OpenSpiel("chess")],
            "mate, stalemate, lack of material, 100 quiet plies, third occurrence",
        )
    },
    Case::shipped("xiangqi"),
    Case {
        name: "xiangqi, ended as OpenSpiel does",
        options: &[("quiet_draw", "off"), ("repetition_draw", "off")],
        limit: 500,
        ..Case::shipped("xiangqi").with(
            &[Beside::OpenSpiel("xiangqi")],
            "mate, stalemate, 500 plies; no counting",
        )
    },
    Case::shipped("banqi"),
    Case {
        name: "banqi, ended as OpenSpiel does",
        options: &[("chase_limit", "off")],
        ..Case::shipped("banqi").with(
            &[
                Beside::OpenSpiel("banqi"),
                Beside::Constant(8_950.0, 2.1e6, 238.0),
            ],
            "no action left, 50 quiet plies; no chase limit; who takes what differs a little",
        )
    },
    Case {
        name: "go 9x9",
        options: &[("size", "9")],
        ..Case::shipped("go").with(
            &[Beside::OpenSpiel("go(board_size=9)")],
            "as shipped: superko bars moves; theirs has ko, ends drawn at a repetition, and at 162 plies",
        )
    },
    Case {
        name: "go 9x9, simple ko, 162 plies",
        options: &[("size", "9"), ("superko", "simple")],
        limit: 162,
        ..Case::shipped("go").with(
            &[Beside::OpenSpiel("go(board_size=9)")],
            "the same moves; theirs also ends drawn at a repetition",
        )
    },
    Case {
        name: "go 19x19",
        options: &[("size", "19")],
        ..Case::shipped("go").with(
            &[Beside::OpenSpiel("go(board_size=19)")],
            "as shipped: superko bars moves; theirs has ko, ends drawn at a repetition, and at 722 plies",
        )
    },
    Case {
        name: "go 19x19, simple ko, 722 plies",
        options: &[("size", "19"), ("superko", "simple")],
        limit: 722,
        ..Case::shipped("go").with(
            &[Beside::OpenSpiel("go(board_size=19)")],
            "the same moves; theirs also ends drawn at a repetition",
        )
    },
    Case::shipped("tic-tac-toe").with(&[Beside::OpenSpiel("tic_tac_toe")], SAME),
    Case::shipped("connect-four").with(&[Beside::OpenSpiel("connect_four")], SAME),
    Case::shipped("breakthrough").with(&[Beside::OpenSpiel("breakthrough")], SAME),
    Case::shipped("reversi").with(&[Beside::OpenSpiel("othello")], SAME),
    Case::shipped("hex").with(&[Beside::OpenSpiel("hex(board_size=11)")], SAME),
    Case::shipped("gomoku").with(&[Beside::OpenSpiel("gomoku(size=15)")], SAME),
    Case::shipped("amazons").with(
        &[Beside::OpenSpiel("amazons")],
        "as shipped; a turn is two plies, and three of theirs: compare games",
    ),
];

/// Where nothing was set, and rules should agree: the plies of both say whether they do.
const SAME: &str = "as shipped";

/// Measures every case, then every other variant of the shelf.
pub(crate) fn measure(options: &Options, report: &mut Report) {
    let wheel = options.peers().then(|| OpenSpiel::find(options)).flatten();
    let wheel = wheel.map(|wheel| Rc::new(RefCell::new(wheel)));
    for case in CASES {
        measure_case(options, report, case, wheel.as_ref());
    }
    for id in shelf::ids() {
        if CASES.iter().all(|case| case.id != id) {
            let case = Case::shipped(Box::leak(id.into_boxed_str()));
            measure_case(options, report, &case, None);
        }
    }
}

fn measure_case(
    options: &Options,
    report: &mut Report,
    case: &Case,
    wheel: Option<&Rc<RefCell<OpenSpiel>>>,
) {
    if !options.wants(SECTION, case.name) {
        return;
    }
    let Some(ours) = ours(case) else {
        return;
    };
    let mut contenders = vec![ours];
    let mut constants = Vec::new();
    for &beside in case.beside {
        match beside {
            Beside::Libraries => {
                contenders.push(library(libraries::SHAKMATY, |dice| {
                    libraries::shakmaty_playout(dice, LIMIT)
                }));
                let mut moves = Vec::new();
                contenders.push(library(libraries::COZY, move |dice| {
                    libraries::cozy_playout(dice, LIMIT, &mut moves)
                }));
            }
            Beside::OpenSpiel(game) if options.peers() => contenders.push(match wheel {
                Some(wheel) => opened(wheel, game),
                None => Contender::absent("OpenSpiel wheel"),
            }),
            Beside::Constant(games, plies_rate, plies) if options.peers() => {
                let rounds = options.rounds() as usize;
                constants.push(Taken {
                    who: "OpenSpiel C++".into(),
                    note: "a constant, measured on another day".into(),
                    rates: vec![games; rounds],
                    ply_rates: vec![plies_rate; rounds],
                    plies,
                    missing: None,
                });
            }
            Beside::OpenSpiel(_) | Beside::Constant(..) => (),
        }
    }
    let mut taken = alternate(contenders, options.rounds(), options.sample());
    taken.extend(constants);
    report.push_taken(SECTION, case.name, "games/s", &taken);
}

fn ours(case: &Case) -> Option<Contender<'static>> {
    let engine = shelf::load(case.id, case.options)?;
    let fixed =
        shelf::is_fixed(&*engine).then(|| shelf::start(&*engine, &Seed::from_u64(0)).playouts());
    let note = match &fixed {
        Some(_) => case.note.to_owned(),
        None => format!("{}; a fresh deal each", case.note),
    };
    let mut kept = fixed.or_else(|| engine.dealt_playouts());
    let mut dice = Seed::from_u64(1).stream(Stream::Automatic);
    let (limit, mut deals) = (case.limit, 0);
    Some(Contender::new("masque", note, move |time| {
        Ok(repeat(time, || {
            let played = match &mut kept {
                Some(games) => games.play(&mut dice, limit),
                None => {
                    deals += 1;
                    shelf::start(&*engine, &Seed::from_u64(deals)).playout(&mut dice, limit)
                }
            };
            (1, u64::from(played.expect("no hook fails").plies))
        }))
    }))
}

fn library(
    who: &'static str,
    mut play: impl FnMut(&mut masque_core::random::Dice) -> u32 + 'static,
) -> Contender<'static> {
    let mut dice = Seed::from_u64(1).stream(Stream::Automatic);
    Contender::new(who, "the same endings and dice", move |time| {
        Ok(repeat(time, || (1, u64::from(play(&mut dice)))))
    })
}

fn opened(wheel: &Rc<RefCell<OpenSpiel>>, game: &'static str) -> Contender<'static> {
    let wheel = Rc::clone(wheel);
    let who = format!("OpenSpiel wheel {}", wheel.borrow().version);
    Contender::new(who, game, move |time| {
        wheel.borrow_mut().play(game, LIMIT, time)
    })
}
