//! Tests of the case language.

use std::fmt::Write as _;

use masque_scripting::diag::{Diagnostics, Source};
use proptest::prelude::*;

use super::*;

/// The cases of a text, and what is wrong with it.
fn read(text: &str) -> (Vec<Case>, Diagnostics) {
    let source = Source::new("RULES.md", text);
    let mut errors = Diagnostics::new();
    let cases = parse_cases(&source, 0..text.len(), &mut errors);
    (cases, errors)
}

/// The steps of a faultless case.
#[track_caller]
fn steps(text: &str) -> Vec<Step> {
    let text = format!("case it\n{text}");
    let (cases, errors) = read(&text);
    assert!(
        errors.iter().all(|e| e.code == "nothing-asked"),
        "{text}\n{}",
        show(&errors)
    );
    cases
        .into_iter()
        .flat_map(|case| case.steps)
        .map(|step| step.value)
        .collect()
}

/// The codes and lines of what is wrong with a case.
fn faults(text: &str) -> Vec<(&'static str, usize)> {
    let (_, errors) = read(text);
    let place = |e: &masque_scripting::diag::Diagnostic| {
        e.span
            .as_ref()
            .map_or(0, |span| span.source.line_column(span.range.start).0)
    };
    errors.iter().map(|e| (e.code, place(e))).collect()
}

fn show(errors: &Diagnostics) -> String {
    errors.iter().fold(String::new(), |mut all, error| {
        let _ = writeln!(all, "{error}");
        all
    })
}

fn text(word: &Word) -> &str {
    word.as_str()
}

const CANNON: &str = "case jumps one face-down screen
position
  4 | . . . . . . . .
  3 | . . . . . . . .
  2 | . . . . . . . .
  1 | C ? . . k . . .
      a b c d e f g h
  red to move
legal a1xe1
play a1xe1
position
  1 | . ? . . C . . .
see black: same as public
";

#[test]
fn the_cannon_reads_as_drawn() {
    let (cases, errors) = read(CANNON);
    assert_eq!(show(&errors), "");
    let [case] = cases.as_slice() else {
        panic!("one case")
    };
    assert_eq!(case.name.value, "jumps one face-down screen");
    assert_eq!(case.span.range, 0..CANNON.len() - 1);
    let words: Vec<_> = case.steps.iter().map(|step| step.value.word()).collect();
    assert_eq!(words, ["position", "legal", "play", "position", "see"]);

    let Step::Position(diagram) = &case.steps[0].value else {
        panic!("a position")
    };
    let Board::Ranks { ranks, files } = &diagram.board else {
        panic!("drawn")
    };
    assert_eq!(
        ranks.iter().map(|r| r.number.value).collect::<Vec<_>>(),
        [4, 3, 2, 1]
    );
    assert_eq!(
        ranks[3].tokens[1].value,
        Token {
            mark: "?".into(),
            truth: None
        }
    );
    assert_eq!(files.len(), 8);
    assert_eq!(
        diagram.to_move.as_ref().map(|s| s.value.clone()),
        Some(SeatName::Side("red".into()))
    );
    let token = &ranks[3].tokens[4].span;
    assert_eq!(token.source.line_column(token.range.start), (6, 15));
    assert_eq!(&CANNON[token.range.clone()], "k");

    assert!(matches!(&case.steps[3].value, Step::Expect(_)));
    let Step::See {
        observer,
        sight: Sight::SameAs(other),
    } = &case.steps[4].value
    else {
        panic!("a sight")
    };
    assert_eq!(
        observer.value,
        Observer::Seat(SeatName::Side("black".into()))
    );
    assert_eq!(other.value, Observer::Public);
}

#[test]
fn every_example_reads_and_prints() {
    for doc in STEPS {
        let read = steps(doc.example);
        let [step] = read.as_slice() else {
            panic!("{}: one step", doc.example)
        };
        assert_eq!(
            step.word(),
            if doc.word == "choose" {
                "play"
            } else {
                doc.word
            }
        );
        assert_eq!(
            step.part(),
            if doc.word == "choose" {
                Part::Play
            } else {
                doc.part
            },
            "{}",
            doc.word
        );
        assert_eq!(steps(&step.to_string()), read, "{step}");
    }
    for doc in DETAILS {
        let text = format!("position start\n  {}", doc.example);
        let read = steps(&text);
        let [Step::Position(diagram)] = read.as_slice() else {
            panic!("{text}")
        };
        assert_eq!(diagram.details[0].value.key.value, doc.word);
    }
    for doc in ACTS.iter().chain(PHASES).chain(CLOCK_KEYS) {
        assert_eq!(steps(doc.example).len(), 1, "{}", doc.example);
    }
}

#[test]
fn tokens_keep_their_truth() {
    let read = steps(
        "position\n 4 | . r~(N) X(M) k~ ?(P) + * 8 ( a(b\n fog: c4, d4\n truth b1=N c1=P\n earlier \"a b\" c",
    );
    let [Step::Position(diagram)] = read.as_slice() else {
        panic!("a position")
    };
    let Board::Ranks { ranks, .. } = &diagram.board else {
        panic!("drawn")
    };
    let tokens: Vec<_> = ranks[0]
        .tokens
        .iter()
        .map(|t| (t.value.mark.as_str(), t.value.truth.as_deref()))
        .collect();
    assert_eq!(
        tokens,
        [
            (".", None),
            ("r~", Some("N")),
            ("X", Some("M")),
            ("k~", None),
            ("?", Some("P")),
            ("+", None),
            ("*", None),
            ("8", None),
            ("(", None),
            ("a(b", None)
        ]
    );
    let details: Vec<(&str, Vec<&str>)> = diagram
        .details
        .iter()
        .map(|d| (text(&d.value.key), d.value.words.iter().map(text).collect()))
        .collect();
    assert_eq!(
        details,
        [
            ("fog", vec!["c4", "d4"]),
            ("truth", vec!["b1=N", "c1=P"]),
            ("earlier", vec!["a b", "c"])
        ]
    );
    assert_eq!(diagram.details[1].value.words[0].pair(), Some(("b1", "N")));
}

#[test]
fn actions_hold_blanks_and_end_before_their_reason() {
    let read = steps("illegal flip  a1, O-O-O, e7e8=Q by seat 1 because colours-unsettled # why");
    let [
        Step::Illegal {
            attempt: Attempt::Actions { actions, by },
            because,
        },
    ] = read.as_slice()
    else {
        panic!("illegal actions")
    };
    assert_eq!(
        actions.iter().map(text).collect::<Vec<_>>(),
        ["flip a1", "O-O-O", "e7e8=Q"]
    );
    assert_eq!(
        by.as_ref().map(|s| s.value.clone()),
        Some(SeatName::Seat(1))
    );
    assert_eq!(because.as_ref().map(text), Some("colours-unsettled"));
}

#[test]
fn a_list_goes_on_after_a_comma() {
    let read = steps("legal a1a2, # first\n   # nothing\n  choose Q,\n  b1b2\ncount 3");
    let [Step::Legal(actions), Step::Count(_)] = read.as_slice() else {
        panic!("two steps: {read:?}")
    };
    assert_eq!(
        actions.iter().map(text).collect::<Vec<_>>(),
        ["a1a2", "choose Q", "b1b2"]
    );
    assert_eq!(faults("case a\nlegal a1a2,\ncount 3"), [("bad-step", 2)]);
}

#[test]
fn attempts_may_be_acts_and_layouts() {
    let read = steps("illegal act red claim repetition because threefold");
    let [
        Step::Illegal {
            attempt: Attempt::Act(act),
            because: Some(_),
        },
    ] = read.as_slice()
    else {
        panic!("{read:?}")
    };
    assert_eq!(
        (text(&act.verb), act.object.as_ref().map(text)),
        ("claim", Some("repetition"))
    );
    let read = steps("refused layout red because flag-home\n 2 | M B\n 1 | F .\ncount 1");
    let [
        Step::Refused {
            attempt: Attempt::Layout(layout),
            because: Some(_),
        },
        _,
    ] = read.as_slice()
    else {
        panic!("{read:?}")
    };
    assert!(matches!(&layout.diagram.board, Board::Ranks { ranks, .. } if ranks.len() == 2));
    let read = steps("refused layout seat 0 triangle mines because flag-home");
    let [
        Step::Refused {
            attempt: Attempt::Layout(layout),
            ..
        },
    ] = read.as_slice()
    else {
        panic!("{read:?}")
    };
    assert!(matches!(&layout.diagram.board, Board::Text(name) if name.value == "triangle mines"));
}

#[test]
fn only_none_is_nothing_and_nothing_is_exact() {
    assert_eq!(steps("only none"), [Step::Only(Vec::new())]);
    let read = steps(
        "tells seat 0 nothing\ntells black exactly: a b, c\ntells only public: a\ntells red a",
    );
    let extents: Vec<_> = read
        .iter()
        .map(|step| match step {
            Step::Tells { extent, events, .. } => (*extent, events.len()),
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [
        (Extent::Exactly, 0),
        (Extent::Exactly, 2),
        (Extent::NobodyElse, 1),
        (Extent::AtLeast, 1),
    ];
    assert_eq!(extents, expected);
}

#[test]
fn facts_may_be_denied() {
    let read = steps("knows white captured N, not b1, not c1=P");
    let [Step::Knows { facts, .. }] = read.as_slice() else {
        panic!("{read:?}")
    };
    assert_eq!(
        facts.iter().map(|f| f.denied).collect::<Vec<_>>(),
        [false, true, true]
    );
    assert_eq!(
        facts[0].words.iter().map(text).collect::<Vec<_>>(),
        ["captured", "N"]
    );
}

#[test]
fn options_take_lists_and_quotes() {
    let read = steps("options cannon_cannot_take=[horse, general] set=\"a b\", quiet=50");
    let [Step::Options(pairs)] = read.as_slice() else {
        panic!("{read:?}")
    };
    let pairs: Vec<_> = pairs
        .iter()
        .map(|p| (text(&p.key), text(&p.value)))
        .collect();
    assert_eq!(
        pairs,
        [
            ("cannon_cannot_take", "[horse, general]"),
            ("set", "a b"),
            ("quiet", "50")
        ]
    );
}

#[test]
fn repeats_nest() {
    let read = steps("repeat 3 {\n play a1a2\n repeat 2: b1b2, b2b1\n outcome none\n}\ncount 1");
    let [
        Step::Repeat {
            times,
            steps: inner,
        },
        Step::Count(_),
    ] = read.as_slice()
    else {
        panic!("{read:?}")
    };
    assert_eq!((times.value, inner.len()), (3, 3));
    assert_eq!(steps(&read[0].to_string()), read[..1]);
}

#[test]
fn times_add_up() {
    assert_eq!(duration("1m30s"), Some(90_000));
    assert_eq!(duration("250ms"), Some(250));
    assert_eq!(duration("2h"), Some(7_200_000));
    for bad in [
        "",
        "s",
        "5",
        "5x",
        "99999999999999999999s",
        "18446744073709551615h",
    ] {
        assert_eq!(duration(bad), None, "{bad}");
    }
}

#[test]
fn faults_say_what_and_where() {
    let check = |text: &str, code, line| assert_eq!(faults(text), [(code, line)], "{text}");
    check("case a\nleagl a1a2\ncount 1", "unknown-step", 2);
    check("count 1\ncase a\ncount 1", "step-before-case", 1);
    check("case\ncount 1", "nameless-case", 1);
    check("case a\nposition start", "nothing-asked", 1);
    check("case a\ncount 1\nillegal because x", "bad-step", 3);
    check("case a\nlegal: a1a2\ncount 1", "bad-step", 2);
    check("case a\ncount many", "bad-step", 2);
    check("case a\nlegal none\ncount 1", "bad-step", 2);
    check(
        "case a\ncount 99999999999999999999999\ncount 1",
        "number-too-large",
        2,
    );
    check("case a\nturn seat 300\ncount 1", "number-too-large", 2);
    check("case a\nknows public=N\ncount 1", "bad-step", 2);
    check("case a\nact red resgin", "unknown-act", 2);
    check("case a\nphase chian", "unknown-phase", 2);
    check("case a\n  4 | . .\ncount 1", "misplaced-diagram", 2);
    check("case a\nfog a1\ncount 1", "misplaced-detail", 2);
    check(
        "case a\nposition\n 4 | . .\n casteling KQ\ncount 1",
        "unknown-detail",
        4,
    );
    check(
        "case a\nposition\n 4 | . .\n 4 | . .\ncount 1",
        "duplicate-rank",
        4,
    );
    check(
        "case a\nposition\n 3 | . .\n 4 | . .\ncount 1",
        "ranks-out-of-order",
        4,
    );
    check(
        "case a\nposition\n 4 | . .\n 3 | . . .\ncount 1",
        "uneven-ranks",
        4,
    );
    check(
        "case a\nposition\n 4 | . .\n a b c\ncount 1",
        "uneven-ranks",
        3,
    );
    check("case a\nposition\n 4 |\n 3 | .\ncount 1", "bad-diagram", 3);
    check("case a\nposition\ncount 1", "no-diagram", 2);
    check("case a\nsee red\ncount 1", "no-diagram", 2);
    check(
        "case a\nposition start\nposition start\ncount 1",
        "second-position",
        3,
    );
    check("case a\nplay a1a2\noptions a=b", "late-setup", 3);
    check(
        "case a\nrefused layout red x\nlayout red y\nplay a1\nlayout red z",
        "late-setup",
        5,
    );
    check("case a\nplay a1a2\n}", "stray-brace", 3);
    check("case a\nrepeat 2 {\nplay a1a2", "unclosed-repeat", 2);
    check("case a\ntells red nothing, else\ncount 1", "bad-step", 2);
    check("# only a comment\n", "empty-fence", 2);
    assert_eq!(
        faults("case a\nlegal\nseed x\nturn\ncount 1"),
        [("bad-step", 2), ("bad-step", 3), ("bad-step", 4)]
    );
}

#[test]
fn faults_speak_the_author_s_words() {
    let (_, errors) = read(
        "case a\ncount 1\nturn 7\nleagl a1\nillegal because x\noutcome red won\nposition start\n",
    );
    insta::assert_snapshot!(show(&errors), @r"
    RULES.md:3:6: expected a seat (`red` or `seat 0`), found `7` [bad-step]; written `turn SEAT`
    RULES.md:4:1: no step begins with `leagl` [unknown-step]; did you mean `legal`? One of `options`, `preset`, `seed`, `from`, `position`, `layout`, `history`, `play`, `choose`, `refused`, `act`, `repeat`, `clock`, `at`, `legal`, `only`, `count`, `illegal`, `see`, `knows`, `tells`, `same`, `outcome`, `turn`, `phase`, `perft`, `case`
    RULES.md:5:9: expected an action, found `because` [bad-step]; written `illegal ACTION, ACTION [by SEAT] [because CLAUSE]`
    RULES.md:6:13: expected `wins`, found `won` [bad-step]; written `outcome SEAT wins [by CLAUSE]` or `outcome draw [by CLAUSE]` or `outcome none`
    ");
}

/// Every `case` block and every rulebook shown on the reference page.
#[test]
fn the_page_s_examples_read() {
    let page = include_str!("../../../docs/cases.md");
    let source = Source::new("docs/cases.md", page);
    let mut errors = Diagnostics::new();
    let mut count = 0;
    let mut open: Option<(&str, usize, usize)> = None;
    let mut start = 0;
    for line in page.split_inclusive('\n') {
        let fence = line.trim_end();
        let ticks = fence.len() - fence.trim_start_matches('`').len();
        match open {
            None if ticks >= 3 => open = Some((&fence[ticks..], ticks, start + line.len())),
            Some((info, size, from)) if ticks >= size && fence.len() == ticks => {
                open = None;
                match info {
                    "case" => count += parse_cases(&source, from..start, &mut errors).len(),
                    "markdown" => {
                        let book =
                            crate::book::Book::parse(&Source::new("page", &page[from..start]));
                        let book = book.unwrap_or_else(|errors| panic!("{}", show(&errors)));
                        assert_eq!(show(&book.check_links(&[])), "");
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        start += line.len();
    }
    assert_eq!(show(&errors), "");
    assert!(count > 10, "the page has its examples");
}

/// The tables of the reference page are those of the code. With `MASQUE_WRITE_DOCS` set they are written instead of compared.
#[test]
fn the_page_s_tables_are_the_code_s() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cases.md");
    let page = std::fs::read_to_string(path).expect("the reference page is there");
    let tables = [
        ("steps", steps_table()),
        ("details", words_table(DETAILS)),
        ("acts", words_table(ACTS)),
        ("phases", words_table(PHASES)),
        ("clock", words_table(CLOCK_KEYS)),
        ("clock-events", words_table(CLOCK_EVENTS)),
        ("events", events_table()),
    ];
    let mut fresh = page.clone();
    for (name, table) in tables {
        let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
        let from = fresh.find(&open).expect("the table's place opens") + open.len();
        let to = fresh.find(&close).expect("the table's place closes");
        fresh.replace_range(from..to, &table);
    }
    if std::env::var_os("MASQUE_WRITE_DOCS").is_some() {
        std::fs::write(path, &fresh).expect("the reference page can be written");
    } else {
        assert!(
            fresh == page,
            "docs/cases.md is stale: run the tests once with MASQUE_WRITE_DOCS=1"
        );
    }
}

/// Lines that are steps, details or ranks, most of them with a word put in, left out or exchanged.
fn lines() -> impl Strategy<Value = String> {
    let mut lines: Vec<&str> = vec![
        "4 | . r~(N)",
        "3 | ? +",
        "a b",
        "red to move",
        "}",
        "repeat 2 {",
    ];
    lines.extend([
        "position",
        "see public",
        "layout red",
        "see seat 0: a b",
        "refused layout seat 1 x y",
    ]);
    lines.extend([
        "illegal act red claim x",
        "refused layout red because b",
        "perft 1 = 2 unit action",
        "perft 1 = 2, 2 = 3 views seat 1",
    ]);
    lines.extend([
        "tells red exactly: a b, c",
        "tells red nothing",
        "knows public not a1, b",
    ]);
    lines.extend([
        "clock red 5s bank 3m",
        "outcome draw by a-b",
        "outcome none",
        "only none",
        "legal a, b,",
    ]);
    lines.extend(STEPS.iter().map(|doc| doc.example));
    lines.extend(DETAILS.iter().map(|doc| doc.example));
    let words: Vec<&str> = vec![
        ",",
        "/",
        ":",
        "=",
        "|",
        "{",
        "#",
        "#x",
        "\"",
        "\"a b\"",
        "\"a, #\"",
        "[a, b]",
        "[",
        "a\"b",
        ":a",
        "a1=N",
        "not",
        "only",
        "exactly",
        "nothing",
        "none",
        "draw",
        "by",
        "because",
        "a-b",
        "seat 0",
        "seat",
        "public",
        "50s",
        "3",
        "same as red",
        "\u{e9}",
        "\u{3000}",
        "(",
        "a(b)",
        "unit action",
        "start",
        "",
        "",
    ];
    let edit = prop::option::of((
        any::<prop::sample::Index>(),
        any::<bool>(),
        prop::sample::select(words),
    ));
    (prop::sample::select(lines), edit).prop_map(|(line, edit)| {
        let mut parts: Vec<&str> = line.split(' ').collect();
        if let Some((index, exchange, word)) = edit {
            let at = index.index(parts.len()) + 1;
            if exchange && at < parts.len() {
                parts[at] = word;
            } else {
                parts.insert(at, word);
            }
        }
        parts.join(" ")
    })
}

/// A case of such lines.
fn nearly_a_case() -> impl Strategy<Value = String> {
    prop::collection::vec(lines(), 1..12)
        .prop_map(|lines| format!("case a\n{}\n", lines.join("\n")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn no_text_breaks_the_reader(text in "\\PC*|(?s).*") {
        let _ = read(&text);
    }

    /// What reads without a fault prints as a text that reads as the same cases.
    #[test]
    fn what_reads_prints_and_reads_the_same(text in nearly_a_case()) {
        let (cases, _) = read(&text);
        for case in cases.into_iter().filter(|case| !case.name.value.is_empty()) {
            let printed = case.to_string();
            let again = read(&printed).0;
            prop_assert_eq!(again, vec![case], "{}", printed);
        }
    }
}
