//! What is aimed at, and whether it was reached.

use serde_json::{Value, json};

use Bound::{AtLeast, AtMost};

use crate::report::{Report, short};
use crate::{hooks, loads, perft, playouts, sizes};

/// A target, and what was measured.
#[derive(Debug)]
pub(crate) struct Reached {
    what: String,
    bound: Bound,
    unit: &'static str,
    /// `None` where it was not measured.
    measured: Option<f64>,
}

/// Which way is better.
#[derive(Clone, Copy, Debug)]
enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

/// Section, case, whom we are compared with, and how many times as fast we mean to be.
const RATIOS: &[(&str, &str, &str, f64)] = &[
    (perft::SECTION, "chess", "Fairy-Stockfish", 2.5),
    (perft::SECTION, "chess", "shakmaty", 0.45),
    (perft::SECTION, "xiangqi", "Fairy-Stockfish", 2.0),
    (
        playouts::SECTION,
        "chess, ended as libraries do",
        "shakmaty",
        0.5,
    ),
    (
        playouts::SECTION,
        "chess, ended as OpenSpiel does",
        "OpenSpiel wheel",
        10.0,
    ),
    (
        playouts::SECTION,
        "xiangqi, ended as OpenSpiel does",
        "OpenSpiel wheel",
        8.0,
    ),
    (
        playouts::SECTION,
        "banqi, ended as OpenSpiel does",
        "OpenSpiel wheel",
        10.0,
    ),
    (
        playouts::SECTION,
        "banqi, ended as OpenSpiel does",
        "OpenSpiel C++",
        2.5,
    ),
    (playouts::SECTION, "go 9x9", "OpenSpiel wheel", 4.0),
    (
        playouts::SECTION,
        "go 9x9, simple ko, 162 plies",
        "OpenSpiel wheel",
        4.0,
    ),
    (playouts::SECTION, "go 19x19", "OpenSpiel wheel", 3.0),
    (
        playouts::SECTION,
        "go 19x19, simple ko, 722 plies",
        "OpenSpiel wheel",
        3.0,
    ),
    (playouts::SECTION, "breakthrough", "OpenSpiel wheel", 5.0),
    (playouts::SECTION, "reversi", "OpenSpiel wheel", 7.0),
    (playouts::SECTION, "connect-four", "OpenSpiel wheel", 20.0),
    (playouts::SECTION, "hex", "OpenSpiel wheel", 3.5),
    (playouts::SECTION, "gomoku", "OpenSpiel wheel", 4.0),
];

/// Hooks that ask the host eight things or more.
const ASKING: &[&str] = &[
    "landed, nine sites one by one",
    "moves, two castlings",
    "placed, four neighbours",
    "placed, 6 words",
];
/// The hook that does nothing.
const EMPTY: &str = "acted, empty";

/// Compares everything measured with what was aimed at.
pub(crate) fn reached(report: &Report) -> Vec<Reached> {
    let mut all = Vec::new();
    let mut add = |what: String, bound, unit, measured| {
        all.push(Reached {
            what,
            bound,
            unit,
            measured,
        });
    };
    for &(section, case, who, times) in RATIOS {
        let row = report.find(section, case, who);
        // Where games differ in length the two ratios do, and the lower one counts.
        let measured = row.and_then(|row| {
            let games = row.ratio?;
            Some(row.ply_ratio.map_or(games, |plies| games.min(plies)))
        });
        add(
            format!("{section} of {case}, beside {who}"),
            AtLeast(times),
            "times as fast",
            measured,
        );
    }
    let slower = report
        .find(
            perft::SECTION,
            "hidden-chess, identity deal",
            "masque's chess",
        )
        .and_then(|row| Some(1.0 / row.ratio?));
    add(
        "perft of hidden-chess, identity deal, beside chess".into(),
        AtMost(1.6),
        "times as slow",
        slower,
    );

    let hook = |case: &str, how| report.find(hooks::SECTION, case, how)?.figure;
    let [ours, native, _, interpreted] = hooks::HOWS;
    let overhead = hook(EMPTY, ours)
        .zip(hook(EMPTY, native))
        .map(|(ours, native)| ours - native);
    add(
        "a compiled hook's call, beyond one of Rust".into(),
        AtMost(20.0),
        "ns",
        overhead,
    );
    let worked = report
        .section(hooks::SECTION)
        .filter(|row| row.who == ours && row.case != EMPTY);
    for row in worked {
        let beyond = || Some((row.figure? - overhead?) / hook(&row.case, native)?);
        add(
            format!("hook {}, beyond the call, beside Rust", row.case),
            AtMost(3.0),
            "times as slow",
            beyond(),
        );
    }
    for &case in ASKING {
        let faster = hook(case, interpreted)
            .zip(hook(case, ours))
            .map(|(slow, fast)| slow / fast);
        add(
            format!("hook {case}, beside the interpreter"),
            AtLeast(40.0),
            "times as fast",
            faster,
        );
    }

    let slowest = |who: &str| {
        let rows = report.section(loads::SECTION).filter(|row| row.who == who);
        rows.filter_map(|row| row.figure).reduce(f64::max)
    };
    add(
        "loading the slowest variant measured, cold".into(),
        AtMost(60.0),
        "ms",
        slowest(loads::COLD),
    );
    add(
        "loading the slowest variant measured, again".into(),
        AtMost(5.0),
        "ms",
        slowest(loads::WARM),
    );
    let list = report.find(loads::SECTION, loads::LIST, "masque");
    add(
        loads::LIST.into(),
        AtMost(20.0),
        "ms",
        list.and_then(|row| row.figure),
    );
    let size = |words: &str| {
        let mut rows = report.section(sizes::SECTION);
        rows.find(|row| row.case.starts_with(words))?.figure
    };
    add(
        "a position of 8x8".into(),
        AtMost(1024.0),
        "bytes",
        size("one"),
    );
    add(
        "a position of 19x19".into(),
        AtMost(4096.0),
        "bytes",
        size("six"),
    );
    all
}

/// Prints the table of targets, or of those alone that were measured.
pub(crate) fn print(all: &[Reached], measured: bool) {
    let shown = |one: &&Reached| one.measured.is_some() || !measured;
    let mut shown = all.iter().filter(shown).peekable();
    if shown.peek().is_some() {
        println!(
            "\n{:<76} {:>12} {:>12} {:<14} reached",
            "targets (of playouts the lower ratio, by games or plies)", "aim", "measured", ""
        );
    }
    for one in shown {
        let measured = one.measured.map_or("-".into(), short);
        println!(
            "{:<76} {:>12} {measured:>12} {:<14} {}",
            one.what,
            one.bound.words(),
            one.unit,
            one.verdict()
        );
    }
}

impl Bound {
    fn words(self) -> String {
        match self {
            AtLeast(bound) => format!(">= {}", short(bound)),
            AtMost(bound) => format!("<= {}", short(bound)),
        }
    }

    fn is_met(self, measured: f64) -> bool {
        match self {
            AtLeast(bound) => measured >= bound,
            AtMost(bound) => measured <= bound,
        }
    }
}

impl Reached {
    fn verdict(&self) -> &'static str {
        match self.measured.map(|measured| self.bound.is_met(measured)) {
            Some(true) => "met",
            Some(false) => "short",
            None => "not measured",
        }
    }

    /// The same as data.
    pub(crate) fn json(&self) -> Value {
        let (aim, bound) = match self.bound {
            AtLeast(bound) => ("at least", bound),
            AtMost(bound) => ("at most", bound),
        };
        json!({
            "target": self.what,
            "aim": aim,
            "bound": bound,
            "unit": self.unit,
            "measured": self.measured,
            "reached": self.verdict(),
        })
    }
}
