//! What the script of banqi decides: with another script its rulebook fails, and its table of captures changes.

use std::collections::BTreeSet;

use masque_conformance::library::Rulebook;
use masque_conformance::run::{Choice, InProcess, Verdict, run};
use masque_core::spec::{ClashSpec, Verdict as Clash};
use masque_scripting::folder::{Folder, Library, Shelf};
use masque_scripting::variant::load;

const ORDER: [&str; 7] = [
    "general", "advisor", "elephant", "rook", "horse", "cannon", "soldier",
];
const LAST: &str = "if level(attacker) > level(defender) { TAKE } else { REFUSE }";

/// Banqi with texts of its script replaced, each of which must be there.
#[track_caller]
fn changed(changes: &[(&str, &str)]) -> (Shelf, Folder) {
    let shipped = masque_variants::shelf()
        .find("banqi")
        .expect("readable")
        .expect("shipped");
    let files = shipped.files.iter().map(|(name, source)| {
        let mut text = source.text.clone();
        if name == "rules.rhai" {
            for (from, to) in changes {
                assert!(text.contains(from), "the script has no `{from}`");
                text = text.replace(from, to);
            }
        }
        (name.clone(), text)
    });
    let folder = Folder::from_files("banqi", files).expect("a folder");
    (Shelf::new([folder.clone()]), folder)
}

/// The cases of the rulebook that fail with a changed script, as `clause: case`.
#[track_caller]
fn failing(changes: &[(&str, &str)]) -> BTreeSet<String> {
    let (shelf, folder) = changed(changes);
    let book = Rulebook::load(&shelf, &folder)
        .expect("a rulebook that can be read")
        .expect("a rulebook");
    run(&shelf, &[book], &InProcess, &Choice::default())
        .into_iter()
        .filter(|case| matches!(case.verdict, Verdict::Fail(_)))
        .map(|case| format!("{}: {}", case.clause, case.name))
        .collect()
}

/// The pairs of attacker and defender, in the ordinary manner, of which the attacker takes the defender.
#[track_caller]
fn takes(changes: &[(&str, &str)]) -> BTreeSet<(&'static str, &'static str)> {
    let (shelf, folder) = changed(changes);
    let variant = load(&shelf, &folder, None, &[]).unwrap_or_else(|wrong| panic!("{}", wrong[0]));
    let open: &[ClashSpec] = &variant.spec().capture.open;
    let pairs = ORDER
        .iter()
        .flat_map(|a| ORDER.iter().map(move |d| (*a, *d)));
    pairs
        .zip(open)
        .filter(|(_, clash)| clash.verdict == Clash::Take)
        .map(|(pair, _)| pair)
        .collect()
}

#[track_caller]
fn fail_by_name(changes: &[(&str, &str)], names: &[&str]) {
    let failing = failing(changes);
    for name in names {
        assert!(
            failing.contains(*name),
            "`{name}` holds; failing: {failing:#?}"
        );
    }
}

#[test]
fn the_script_as_it_is_makes_the_table() {
    let takes = takes(&[]);
    assert!(takes.contains(&("soldier", "general")) && !takes.contains(&("general", "soldier")));
    // Of the 49 pairs, 28 are not against the order; the soldier gains a pair and the general loses one.
    assert_eq!(takes.len(), 28);
}

#[test]
fn without_the_hook_cases_fail() {
    fail_by_name(
        &[("fn capture(", "fn other("), ("if capture(", "if other(")],
        &[
            "rank-order: an advisor takes all but the general",
            "rank-order: a soldier takes generals and soldiers",
            "general-and-soldier: beside each other, red's general",
            "equal-ranks: both leave the board",
        ],
    );
}

#[test]
fn with_the_hook_inverted_cases_fail() {
    fail_by_name(
        &[(
            LAST,
            "if level(attacker) > level(defender) { REFUSE } else { TAKE }",
        )],
        &[
            "rank-order: a general takes advisors, elephants, rooks",
            "rank-order: a rook takes rooks and what is smaller",
            "rank-order: a capture",
            "chain: two captures",
            "all-captured: the last piece",
        ],
    );
}

#[test]
fn another_order_is_another_table() {
    let before = takes(&[]);
    let after = takes(&[
        ("kind == HORSE { 3 }", "kind == HORSE { 2 }"),
        ("kind == CANNON { 2 }", "kind == CANNON { 3 }"),
    ]);
    let only = |a: &BTreeSet<_>, b: &BTreeSet<_>| a.difference(b).copied().collect::<Vec<_>>();
    assert_eq!(only(&before, &after), [("horse", "cannon")]);
    assert_eq!(only(&after, &before), [("cannon", "horse")]);
    let flat = takes(&[(LAST, "TAKE")]);
    assert_eq!(
        only(&flat, &before).len(),
        20,
        "all pairs against the order but the two of general and soldier"
    );
}
