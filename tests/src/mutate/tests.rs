//! Tests of mutation: a small folder whose every mutant is known.

use masque_scripting::folder::Shelf;

use super::*;

/// Two kinds on a board of three files: a king that steps, and a hunter that its script lets take everything but the
/// hunter. A game is drawn after two quiet turns, which an option changes.
const VARIANT: &str = r#"
script = "rules.rhai"
title = "Small"
[options.quiet_limit]
type = "int"
min = 1
max = 9
default = 2
[board]
files = 3
ranks = 3
[sides.red]
[sides.black]
[kinds.king]
letter = "K"
count = 1
moves = "W"
[kinds.hunter]
letter = "H"
count = 1
moves = ["F"]
[setup]
start = "k.h/3/H.K"
[capture]
clause = "taking"
[quiet]
limit = "$quiet_limit"
clause = "quiet"
[end.quiet]
when = "quiet"
then = "draw"
clause = "quiet"
[end.king]
when = "lost"
kind = "king"
then = "loses"
clause = "king"
[[when]]
if = { quiet_limit = 5 }
end.king.enabled = false
"#;

const SCRIPT: &str = "\
/// clause: taking
fn capture(attacker, defender) {
    if attacker == HUNTER && defender == HUNTER { REFUSE } else { TAKE }
}
";

const BOOK: &str = "\
# Small

### Who takes whom {#taking}

```case
case a hunter takes a king, and no hunter
position
  3 | k . .
  2 | . H .
  1 | . . h
  red to move
only b2a1, b2c3, b2xa3
```
";

fn shelf(book: &str) -> Shelf {
    let files = [
        ("variant.toml", VARIANT),
        ("rules.rhai", SCRIPT),
        ("RULES.md", book),
    ];
    Shelf::new([Folder::from_files("small", files).expect("a folder")])
}

fn folder(shelf: &Shelf) -> Folder {
    shelf.find("small").expect("readable").expect("there")
}

fn report(book: &str, plan: &Plan) -> Report {
    let shelf = shelf(book);
    let rulebook = Rulebook::load(&shelf, &folder(&shelf)).expect("a rulebook");
    run(&shelf, &rulebook.expect("one"), plan, &|_| {}).expect("runs")
}

fn ids<'r>(report: &'r Report, fate: &str) -> Vec<&'r str> {
    let of = report.mutants.iter().filter(|m| m.fate == Some(fate));
    of.map(|m| m.id.as_str()).collect()
}

#[test]
fn every_mutant_of_a_small_folder_has_its_fate() {
    let report = report(BOOK, &Plan::default());
    assert_eq!(
        ids(&report, "killed"),
        [
            "kinds.hunter.moves[0]: \"F\" -> nothing",
            "kinds.hunter.moves[0]: \"F\" -> \"W\"",
            "kinds.hunter.moves[0]: \"F\" -> \"mF\"",
            "kinds.hunter.moves[0]: \"F\" -> \"cF\"",
            "capture(hunter, king): TAKE -> REFUSE",
            "capture(hunter, hunter): REFUSE -> TAKE",
            "fn capture: attacker == HUNTER && defender == HUNTER -> true",
            "fn capture: attacker == HUNTER && defender == HUNTER -> false",
            "fn capture: == -> !=",
            "fn capture: HUNTER -> KING",
            "fn capture: && -> ||",
            "fn capture: == -> != (2)",
            "fn capture: HUNTER -> KING (2)",
            "fn capture: REFUSE -> TAKE",
            "fn capture: TAKE -> REFUSE",
        ]
    );
    assert_eq!(
        ids(&report, "survived"),
        [
            "kinds.king.moves: \"W\" -> \"W2\"",
            "kinds.king.moves: \"W\" -> \"F\"",
            "kinds.king.moves: \"W\" -> \"mW\"",
            "kinds.king.moves: \"W\" -> \"cW\"",
            "kinds.king.moves: \"W\" -> nothing",
            "kinds.hunter.moves[0]: \"F\" -> \"F2\"",
            "setup.start: \"k.h/3/H.K\" -> \"..h/3/H.K\"",
            "setup.start: \"k.h/3/H.K\" -> \".kh/3/H.K\"",
            "setup.start: \"k.h/3/H.K\" -> \"k.h/3/..K\"",
            "setup.start: \"k.h/3/H.K\" -> \"k.h/3/.HK\"",
            "setup.start: \"k.h/3/H.K\" -> nothing",
            "quiet: as a whole -> nothing",
            "quiet.limit: \"$quiet_limit\" -> 2",
            "quiet.limit: \"$quiet_limit\" -> nothing",
            "end.quiet: as a whole -> nothing",
            "end.quiet.when: \"quiet\" -> \"ply-limit\"",
            "end.quiet.then: \"draw\" -> \"wins\"",
            "end.king: as a whole -> nothing",
            "end.king.when: \"lost\" -> \"eliminated\"",
            "end.king.kind: \"king\" -> \"hunter\"",
            "end.king.then: \"loses\" -> \"wins\"",
            "end.king.then: \"loses\" -> \"draw\"",
            "when(quiet_limit=5): the block -> nothing",
            "when(quiet_limit=5).quiet_limit: quiet_limit=5 -> quiet_limit=6",
            "when(quiet_limit=5).end.king.enabled: false -> true",
            "options.quiet_limit.default: 2 -> 3",
            "options.quiet_limit.default: 2 -> 1",
            "capture(king, king): TAKE -> REFUSE",
            "capture(king, hunter): TAKE -> REFUSE",
        ]
    );
    assert_eq!(
        ids(&report, "stillborn"),
        [
            "board.files: 3 -> 4",
            "board.files: 3 -> 2",
            "board.ranks: 3 -> 4",
            "board.ranks: 3 -> 2",
            "kinds.king.count: 1 -> 2",
            "kinds.king.count: 1 -> 0",
            "kinds.hunter.count: 1 -> 2",
            "kinds.hunter.count: 1 -> 0",
            "end.quiet.then: \"draw\" -> \"loses\"",
            "end.quiet.then: \"draw\" -> \"score\"",
            "end.quiet.then: \"draw\" -> \"pass\"",
            "end.king.kind: \"king\" -> nothing",
            "end.king.then: \"loses\" -> \"score\"",
            "end.king.then: \"loses\" -> \"pass\"",
        ]
    );
    let totals = report.totals;
    assert_eq!(
        (totals.killed, totals.survived, totals.equivalent),
        (15, 29, 2)
    );
    assert!((report.score - 100.0 * 15.0 / 44.0).abs() < 1e-9);
    let unchanged: Vec<String> = report.unchanged.iter().map(ToString::to_string).collect();
    assert_eq!(
        unchanged,
        [
            "small/variant.toml:10:9: no change to `board.files` loads [unchanged]",
            "small/variant.toml:11:9: no change to `board.ranks` loads [unchanged]",
        ]
    );
    let places: Vec<_> = report.places.into_iter().collect();
    assert_eq!(
        places,
        [
            ("branches", 1),
            ("comparisons", 2),
            ("constants", 4),
            ("table entries", 4),
            ("values", 16),
        ]
    );
}

#[test]
fn a_mutant_with_the_same_rules_is_equivalent() {
    let script = SCRIPT.replace(
        "{ REFUSE }",
        "{ if attacker == KING { TAKE } else { REFUSE } }",
    );
    let files = [
        ("variant.toml", VARIANT),
        ("rules.rhai", &*script),
        ("RULES.md", BOOK),
    ];
    let shelf = Shelf::new([Folder::from_files("small", files).expect("a folder")]);
    let rulebook = Rulebook::load(&shelf, &folder(&shelf)).expect("a rulebook");
    let report = run(&shelf, &rulebook.expect("one"), &Plan::default(), &|_| {});
    assert_eq!(
        ids(&report.expect("runs"), "equivalent"),
        [
            "kinds.king.count: 1 -> nothing",
            "kinds.hunter.count: 1 -> nothing",
            "fn capture: attacker == KING -> false",
            "fn capture: TAKE -> REFUSE",
        ]
    );
}

#[test]
fn a_run_says_the_same_twice() {
    let once = || serde_json::to_string(&report(BOOK, &Plan::default())).expect("data");
    assert_eq!(once(), once());
}

#[test]
fn a_plan_chooses_mutants() {
    let plan = Plan {
        sorts: vec![Sort::Comparison],
        clause: None,
    };
    let only = report(BOOK, &plan);
    assert_eq!(only.mutants.len(), 2);
    assert!(only.mutants.iter().all(|m| m.sort == "comparison"));
    let plan = Plan {
        sorts: Vec::new(),
        clause: Some("quiet".to_owned()),
    };
    let quiet = report(BOOK, &plan);
    assert!(
        quiet
            .mutants
            .iter()
            .all(|m| m.clauses.contains(&"quiet".to_owned()))
    );
    assert!(quiet.mutants.len() > 5);
}

#[test]
fn a_rulebook_lists_survivors_and_is_told_when_they_are_none() {
    let list = "\n## Survivors\n\nNot worth a case.\n\n\
        - `options.quiet_limit.default: 2 -> 3`, `options.quiet_limit.default: 2 -> 1`: nobody waits\n  that long.\n\
        - `fn capture: REFUSE -> TAKE`: wrong, a case notices.\n\
        - `fn capture: REFUSE -> BOTH`: no such change.\n";
    let report = report(&format!("{BOOK}{list}"), &Plan::default());
    assert_eq!(report.totals.accepted, 2);
    let accepted = report.mutants.iter().filter_map(|m| m.accepted.as_deref());
    assert!(
        accepted
            .clone()
            .any(|reason| reason == "nobody waits that long.")
    );
    let stale: Vec<String> = report.stale.iter().map(ToString::to_string).collect();
    assert_eq!(
        stale,
        [
            "small/RULES.md:21:4: this mutant is killed by `a hunter takes a king, and no hunter` of taking [stale-survivor]; take it off the list",
            "small/RULES.md:22:4: there is no such mutant [stale-survivor]; take it off the list",
        ]
    );
    assert!(!report.holds(0.0));
}

#[test]
fn a_rulebook_that_does_not_hold_judges_nothing() {
    let shelf = shelf(&BOOK.replace("only b2a1, ", "only "));
    let rulebook = Rulebook::load(&shelf, &folder(&shelf)).expect("a rulebook");
    let errors = run(&shelf, &rulebook.expect("one"), &Plan::default(), &|_| {});
    let errors = errors.expect_err("refused");
    assert_eq!(errors[0].code, "case-fails");
}

#[test]
fn a_case_that_takes_too_many_steps_is_stopped() {
    use crate::run::{Bounded, Verdict, verdict};
    let shelf = shelf(&BOOK.replace("only b2a1, b2c3, b2xa3", "perft 9 = 1"));
    let rulebook = Rulebook::load(&shelf, &folder(&shelf)).expect("a rulebook");
    let rulebook = rulebook.expect("one");
    let document = document::read(&shelf, &folder(&shelf)).expect("reads");
    let engine = variant::compile(&document, None, &[])
        .expect("compiles")
        .engine();
    let rules = rulebook.rules();
    let bounded = Bounded::new(1);
    let built = |_: Option<&str>, _: &[(String, String)]| Ok(Arc::clone(&engine));
    let verdict = verdict(&rulebook, &built, &rules[0].clause.cases[0], &bounded);
    assert!(matches!(verdict, Verdict::Fail(_)) && bounded.is_spent());
}
