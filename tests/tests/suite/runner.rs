//! The runner itself: what it takes for true, and what it reports when it is not.

use masque_conformance::library::Rulebook;
use masque_conformance::report::{Report, ResultWord};
use masque_conformance::run::driver::{Driver, Opener};
use masque_conformance::run::{Choice, InProcess, run};
use masque_core::engine::Engine;
use masque_scripting::folder::{Folder, Library, Shelf};
use std::sync::Arc;

/// An engine that plays nothing.
struct Nothing;

impl Opener for Nothing {
    fn name(&self) -> String {
        "nothing".to_owned()
    }

    fn open(&self, _: &Arc<dyn Engine>) -> Result<Box<dyn Driver>, String> {
        Err("it plays nothing".to_owned())
    }
}

/// Runs a rulebook for a shipped variant in place of its own.
#[track_caller]
fn report(variant: &str, cases: &str) -> Report {
    report_of(variant, cases, &InProcess)
}

#[track_caller]
pub(crate) fn report_of(variant: &str, cases: &str, opener: &dyn Opener) -> Report {
    let shelf = masque_variants::shelf();
    let folder = shelf.find(variant).expect("readable").expect("shipped");
    let mut files: Vec<(String, String)> = folder
        .files
        .iter()
        .filter(|(name, _)| *name != "RULES.md")
        .map(|(name, source)| (name.clone(), source.text.clone()))
        .collect();
    let text = format!("# Test\n\n### A rule {{#a-rule}}\n\nThe text.\n\n```case\n{cases}\n```\n");
    files.push(("RULES.md".to_owned(), text));
    let folder = Folder::from_files(variant, files).expect("a folder");
    let mut all: Vec<Folder> = shelf
        .ids()
        .iter()
        .filter(|id| *id != variant)
        .filter_map(|id| shelf.find(id).ok().flatten())
        .collect();
    all.push(folder.clone());
    let shelf = Shelf::new(all);
    let book = match Rulebook::load(&shelf, &folder) {
        Ok(Some(book)) => book,
        Ok(None) => unreachable!("the book was put there"),
        Err(errors) => panic!(
            "{}",
            errors
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("\n")
        ),
    };
    let runs = run(&shelf, &[book], opener, &Choice::default());
    Report::of(&runs, &[])
}

/// Every case must hold.
#[track_caller]
fn holds(variant: &str, cases: &str) {
    let report = report(variant, cases);
    assert!(
        report.failed == 0 && report.cases > 0,
        "{}",
        report.pretty()
    );
}

/// Every case must fail, with these codes at these lines of the block.
#[track_caller]
fn fails(variant: &str, cases: &str, wanted: &[(&str, usize)]) {
    let report = report(variant, cases);
    let seen: Vec<(String, usize)> = report
        .clauses
        .iter()
        .flat_map(|clause| &clause.cases)
        .map(|case| match &case.failure {
            Some(failure) => (
                failure.at.code.clone(),
                failure.at.line.unwrap_or(0).saturating_sub(7),
            ),
            None => (format!("{:?}", case.result), 0),
        })
        .collect();
    let seen: Vec<(&str, usize)> = seen
        .iter()
        .map(|(code, line)| (code.as_str(), *line))
        .collect();
    assert_eq!(seen, wanted, "{}", report.pretty());
    assert!(
        report
            .clauses
            .iter()
            .flat_map(|c| &c.cases)
            .all(|c| c.result == ResultWord::Fail)
    );
}

#[test]
fn a_game_of_chess() {
    holds(
        "chess",
        "case the start
count 20
perft 1 = 20, 2 = 400, 3 = 8902
perft 1 = 20 unit action
turn white
phase play
outcome none
legal e2e4, b1c3

case moves and boards
play e2e4, e7e5
position
  8 | r n b q k b n r
  7 | p p p p . p p p
  5 | . . . . p . . .
  4 | . . . . P . . .
  2 | P P P P . P P P
  1 | R N B Q K B N R
  white to move
illegal e4e5, e1e3
illegal e1e2 by black because alternate-turns
play g1f3, b8c6, f1b5
tells public: move f1 b5
see black: same as public
see white
  5 | . B . . p . . .

case the fools mate
play f2f3, e7e5, g2g4, d8h4
outcome black wins by checkmate
only none
phase over

case the fool's mate is not the third
position rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2
play d8h4
outcome black wins

case castling
position
  8 | r . . . k . . r
  1 | R . . . K . . R
  white to move
legal O-O, O-O-O
play O-O
position r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1

case no right left
position
  8 | r . . . k . . r
  1 | R . . . K . . R
  white to move
  castling kq
illegal O-O because castling

case in passing
position
  8 | . . . . k . . .
  5 | . . . . P p . .
  1 | . . . . K . . .
  white to move
  ep f6
legal e5f6
play e5f6
position
  8 | . . . . k . . .
  6 | . . . . . P . .
  1 | . . . . K . . .
  black to move

case repetition
position start
repeat 2: g1f3, g8f6, f3g1, f6g8
act white claim repetition
outcome draw by threefold-repetition

case nothing to claim
illegal act white claim repetition because threefold-repetition

case time
clock 50s warn 10s timeouts 3
at 40s: warn white
clock white move 10s
at 50s: time-out white, auto-move white
clock white timeouts 1
turn black
at 100s: time-out black
at 150s: warn white, time-out white
clock white timeouts 2
at 250s: lose white
outcome black wins by time

case resigning
act white resign
outcome black wins by resignation
",
    );
}

#[test]
fn what_does_not_hold_is_told() {
    fails(
        "chess",
        "case a wrong count
count 21
case not legal
legal e2e5
case not illegal
illegal e2e4
case another reason
illegal e2e5 because castling
case another board
play e2e4
position start2
case no such site
legal e2e9
case mate
outcome white wins
case perft
perft 1 = 20, 2 = 401
case a typing fault
options no_such=1
count 20
",
        &[
            ("wrong-count", 2),
            ("not-legal", 4),
            ("legal", 6),
            ("wrong-clause", 8),
            ("bad-position", 11),
            ("bad-action", 13),
            ("wrong-outcome", 15),
            ("wrong-perft", 17),
            ("bad-variant", 19),
        ],
    );
}

#[test]
fn a_case_of_which_nothing_is_asked_is_no_pass() {
    let report = report_of("chess", "case the start\ncount 20", &Nothing);
    assert_eq!((report.passed, report.failed, report.skipped), (0, 0, 1));
}

#[test]
fn a_report_is_data_too() {
    let report = report("chess", "case wrong\ncount 21");
    let json = serde_json::to_value(&report).expect("a report can be written");
    let case = &json["clauses"][0]["cases"][0];
    assert_eq!(case["result"], "fail");
    assert_eq!(case["failure"]["code"], "wrong-count");
    assert_eq!(case["failure"]["line"], 9);
    assert_eq!(case["failure"]["expected"], "21");
}
