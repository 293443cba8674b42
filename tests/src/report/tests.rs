//! The forms of a report are what other programs read.

use super::*;

fn report() -> Report {
    let located = |clause: Option<&str>| Located {
        code: "wrong-count".to_owned(),
        message: "20 actions are legal, not <21> & \"more\"".to_owned(),
        file: Some("chess/RULES.md".to_owned()),
        line: Some(9),
        column: Some(7),
        hint: None,
        clause: clause.map(str::to_owned),
    };
    let case = |name: &str, result, failure| CaseReport {
        name: name.to_owned(),
        file: "chess/RULES.md".to_owned(),
        line: 8,
        result,
        skipped_steps: 0,
        failure,
        seconds: 0.25,
        known: None,
    };
    let failure = FailureReport {
        at: located(Some("turns")),
        step: Some("count 21".to_owned()),
        expected: Some("21".to_owned()),
        seen: Some("20: a1\u{7}, b1".to_owned()),
        board: Some(" 2 | . k\n 1 | K .\n".to_owned()),
        truth: Some(3),
        truths: Some(64),
        minimised: Some("case wrong # 1\ncount 21\n".to_owned()),
    };
    Report {
        clauses: vec![ClauseReport {
            variant: "chess".to_owned(),
            clause: "turns".to_owned(),
            title: "Turns alternate".to_owned(),
            from: "chess".to_owned(),
            text: "First one, then the other.".to_owned(),
            cases: vec![
                case("right", ResultWord::Pass, None),
                case("wrong # 1", ResultWord::Fail, Some(failure)),
                case("never \\ asked", ResultWord::Skipped, None),
            ],
        }],
        cases: 3,
        passed: 1,
        failed: 1,
        skipped: 1,
        faults: vec![located(None)],
        ..Report::default()
    }
}

#[test]
fn tap_is_version_14() {
    insta::assert_snapshot!(report().tap());
}

#[test]
fn every_line_of_tap_is_of_its_grammar() {
    let text = report().tap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("TAP version 14"));
    assert_eq!(lines.next(), Some("1..4"));
    let (mut number, mut inside) = (0, false);
    for line in lines {
        match (inside, line) {
            (false, "  ---") => inside = true,
            (true, "  ...") => inside = false,
            (true, entry) => {
                let (key, value) = entry.split_once(':').expect("a key");
                assert!(key.starts_with("  "), "{entry}");
                let value = value.trim();
                let json: Result<serde_json::Value, _> = serde_json::from_str(value);
                assert!(value.is_empty() || json.is_ok(), "{entry}");
            }
            (false, point) => {
                number += 1;
                let rest = point.strip_prefix("not ").unwrap_or(point);
                let told = rest.strip_prefix(&format!("ok {number} - "));
                let bare = told
                    .expect("a test point")
                    .replace("\\\\", "")
                    .replace("\\#", "");
                let (_, directive) = bare.split_once('#').unwrap_or((&bare, ""));
                assert!(
                    directive.is_empty() || directive.starts_with(" SKIP "),
                    "{point}"
                );
            }
        }
    }
    assert_eq!((number, inside), (4, false));
}

#[test]
fn junit_is_xml_whose_numbers_agree() {
    let text = report().junit();
    let xml = roxmltree::Document::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let root = xml.root_element();
    assert_eq!(root.tag_name().name(), "testsuites");
    let number = |node: roxmltree::Node<'_, '_>, name: &str| -> usize {
        let value = node.attribute(name).expect("an attribute");
        value.parse().expect("a number")
    };
    let suites: Vec<_> = root.children().filter(|n| n.is_element()).collect();
    assert_eq!(suites.len(), 2);
    for name in ["tests", "failures", "errors", "skipped"] {
        let sum: usize = suites.iter().map(|suite| number(*suite, name)).sum();
        assert_eq!(sum, number(root, name), "{name}");
    }
    for suite in &suites {
        let cases = || suite.children().filter(|n| n.has_tag_name("testcase"));
        let with = |tag: &'static str| {
            cases()
                .filter(|c| c.children().any(|n| n.has_tag_name(tag)))
                .count()
        };
        assert_eq!(cases().count(), number(*suite, "tests"));
        assert_eq!(with("failure"), number(*suite, "failures"));
        assert_eq!(with("error"), number(*suite, "errors"));
        assert_eq!(with("skipped"), number(*suite, "skipped"));
    }
    let failure = xml
        .descendants()
        .find(|n| n.has_tag_name("failure"))
        .expect("one");
    assert_eq!(
        failure.attribute("message"),
        Some("20 actions are legal, not <21> & \"more\"")
    );
    let told = failure.text().expect("the failure in full");
    for part in [
        "First one, then the other.",
        "    step count 21\n",
        "truth 3 of 64",
        "1 | K .",
    ] {
        assert!(told.contains(part), "{part:?} in {told}");
    }
    assert!(told.contains('\u{fffd}') && !told.contains('\u{7}'));
}
