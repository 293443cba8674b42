//! The runner itself: what it takes for true, and what it reports when it is not.

use masque_conformance::library::Rulebook;
use masque_conformance::report::{FailureReport, Report, ResultWord};
use masque_conformance::run::driver::{Driver, Game, Opener, Said, Unsaid};
use masque_conformance::run::{Choice, InProcess, run};
use masque_conformance::update::update;
use masque_scripting::folder::{Folder, Library, Shelf};

/// An engine that plays nothing.
struct Nothing;

impl Opener for Nothing {
    fn name(&self) -> String {
        "nothing".to_owned()
    }

    fn open(&self, _: &Game<'_>) -> Said<Box<dyn Driver>> {
        Err(Unsaid::CannotAsk)
    }
}

/// Runs a rulebook for a shipped variant in place of its own.
#[track_caller]
fn report(variant: &str, cases: &str) -> Report {
    report_of(variant, cases, &InProcess)
}

#[track_caller]
pub(crate) fn report_of(variant: &str, cases: &str, opener: &dyn Opener) -> Report {
    let (shelf, book) = book_of(variant, cases);
    let choice = Choice {
        minimise: true,
        ..Choice::default()
    };
    let runs = run(&shelf, &[book], opener, &choice);
    Report::of(&runs, &[])
}

/// A rulebook of one clause for a shipped variant, with the library that it is found in.
#[track_caller]
fn book_of(variant: &str, cases: &str) -> (Shelf, Rulebook) {
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
    match Rulebook::load(&shelf, &folder) {
        Ok(Some(book)) => (shelf, book),
        Ok(None) => unreachable!("the book was put there"),
        Err(errors) => panic!(
            "{}",
            errors
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("\n")
        ),
    }
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

/// The only failure of a report.
#[track_caller]
fn failure(report: &Report) -> &FailureReport {
    let cases = report.clauses.iter().flat_map(|clause| &clause.cases);
    let mut failures = cases.filter_map(|case| case.failure.as_ref());
    let first = failures.next().expect("a case fails");
    assert!(failures.next().is_none(), "{}", report.pretty());
    first
}

#[test]
fn a_failure_says_all_that_is_needed_to_find_it() {
    let cases = "case the rook
position
  8 | . . . . k . . .
  1 | R . . . K . . .
  white to move
illegal a1b2
legal a1a4, a1b3";
    let report = report("chess", cases);
    let failed = failure(&report);
    assert_eq!(failed.step.as_deref(), Some("legal a1a4, a1b3"));
    let board = failed.board.as_deref().expect("a board");
    assert!(board.contains(" 1 | [R] .   .   .   K "), "{board}");
    assert!(board.contains(" 3 | .   [.] .   . "), "{board}");
    let pretty = report.pretty();
    let lines = [
        "chess `a-rule`: A rule",
        "  The text.",
        "    case `the rook`",
        "    step legal a1a4, a1b3",
        "    expected a1b3",
    ];
    let mut rest = pretty.as_str();
    for line in lines {
        let at = rest.find(&format!("{line}\n"));
        let at = at.unwrap_or_else(|| panic!("no `{line}` in its place of\n{pretty}"));
        rest = &rest[at..];
    }
}

#[test]
fn a_failing_case_is_cut_down_to_what_fails_so() {
    // One of the two knights must go; neither the rest nor the repetition matters.
    let cases = "case many moves
legal e2e4
play e2e4, e7e5, b1c3
turn black
play b8c6
repeat 2: g1f3, g8f6, f3g1, f6g8
play a2a3
illegal h7h6, a7a6, h7h5
outcome none";
    let cut = report("chess", cases);
    let minimised = failure(&cut).minimised.clone().expect("less will do");
    assert_eq!(
        minimised,
        "case many moves\nplay e2e4\nillegal h7h6\n",
        "{}",
        cut.pretty()
    );
    let again = report("chess", minimised.trim_end());
    assert_eq!(failure(&again).at.message, failure(&cut).at.message);

    // Only the whole history fails, and the position alone does not.
    let history = "case threefold
play a2a3, a7a6
repeat 3: g1f3, g8f6, f3g1, f6g8
act white claim repetition
outcome none";
    let cut = report("chess", history);
    let minimised = failure(&cut).minimised.clone().expect("less will do");
    let again = report("chess", minimised.trim_end());
    assert_eq!(failure(&again).at.message, failure(&cut).at.message);
    assert!(
        minimised.contains("repeat 2") && !minimised.contains("a2a3"),
        "{minimised}"
    );

    // A long way to a position, where the position will do.
    let position = "case a long way
play e2e4, e7e5, g1f3, b8c6, f1b5, a7a6, b5a4, g8f6, e1g1, f8e7
count 30";
    let cut = report("chess", position);
    let minimised = failure(&cut).minimised.clone().expect("less will do");
    assert_eq!(
        minimised,
        "case a long way\nposition \"r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 6\"\ncount 30\n"
    );
    let again = report("chess", minimised.trim_end());
    assert_eq!(failure(&again).at.message, failure(&cut).at.message);
    assert_eq!(failure(&again).minimised, None);
}

#[test]
fn failing_expectations_are_updated_and_nothing_else() {
    let right = "case numbers
count 20   # to begin with
perft 1 = 20,  2 = 400, 3 = 8_902
play e2e4
turn black
phase play
tells public exactly: move e2 e4
outcome none

case a board
position
  8 | . . . . k . . .
  4 | . . . . P . . .
  1 | . . . . K . . .
  white to move
only e1d1, e1d2, e1e2, e1f1, e1f2, e4e5
play e4e5
position
  8 | . . . . k . . .
  5 | . . . . P . . .
  1 | . . . . K . . .
  black to move
see white
  5 | . . . . P . . .

case mate
play f2f3, e7e5, g2g4, d8h4
outcome black wins by checkmate";
    let (shelf, book) = book_of("chess", right);
    let done = update(&shelf, &book, &InProcess, None);
    assert_eq!((done.changes, done.diff()), (0, String::new()));
    assert_eq!(done.left, []);
    for (old, new) in [
        ("count 20 ", "count 7 "),
        ("2 = 400", "2 = 4"),
        ("8_902", "8_903"),
        ("turn black", "turn white"),
        ("phase play", "phase over"),
        ("exactly: move e2 e4", "nothing"),
        ("outcome none", "outcome white wins"),
        (
            "only e1d1, e1d2, e1e2,",
            "only e1d1, e1d3, e1c1,\n     e1d2, e1e2,",
        ),
        (
            "  5 | . . . . P . . .\n  1 | . . . . K",
            "  5 | . . . P . . . .\n  1 | . . . . K",
        ),
        ("  black to move", "  white to move"),
        ("see white\n  5 | . . . . P", "see white\n  5 | . . . . Q"),
        (
            "outcome black wins by checkmate",
            "outcome draw by fifty-moves",
        ),
    ] {
        assert!(right.contains(old), "{old}");
        let wrong = right.replacen(old, new, 1);
        let (shelf, book) = book_of("chess", &wrong);
        let done = update(&shelf, &book, &InProcess, None);
        let (_, whole) = book_of("chess", right);
        assert_eq!(done.after, whole.own.source.text, "{new}: {:?}", done.left);
        assert!(done.changes > 0 && done.left.is_empty());
        let diff = done.diff();
        assert!(
            diff.starts_with("--- a/chess/RULES.md\n+++ b/chess/RULES.md\n@@"),
            "{diff}"
        );
    }
    // All at once, each hidden behind the one before it.
    let wrong = right
        .replace("count 20 ", "count 1 ")
        .replace("turn black", "turn white")
        .replace("outcome none", "outcome draw");
    let (shelf, book) = book_of("chess", &wrong);
    let done = update(&shelf, &book, &InProcess, None);
    let (_, whole) = book_of("chess", right);
    assert_eq!(
        (done.after, done.changes),
        (whole.own.source.text.clone(), 3)
    );
}

#[test]
fn what_is_no_plain_expectation_is_not_updated() {
    let wrong = "case not legal
legal e2e5

case not played
play e2e5
count 3
";
    let (shelf, book) = book_of("chess", wrong);
    let done = update(&shelf, &book, &InProcess, None);
    assert_eq!((done.changes, done.diff()), (0, String::new()));
    let codes: Vec<&str> = done.left.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["not-legal", "not-legal"]);
    assert!(done.left.iter().all(|d| d.span.is_some()));

    // Which pieces may go where depends on what turns up, so that no number is right.
    let (shelf, book) = book_of(
        "banqi",
        "case after a flip\nposition\n  1 | R ? ? . . . . h\n  red to move\nplay flip b1\ncount 0",
    );
    let done = update(&shelf, &book, &InProcess, None);
    assert_eq!((done.changes, done.diff()), (0, String::new()));
    let hints: Vec<_> = done.left.iter().filter_map(|d| d.hint.as_deref()).collect();
    assert_eq!(hints, ["the truths of this case disagree about it"]);
}
