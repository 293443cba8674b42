//! Messages and code hold each other: nothing is said that is not there, and nothing is there that is not said.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use super::*;

/// The ids of a language with the variables of each.
fn messages(code: &str) -> BTreeMap<String, BTreeSet<String>> {
    let (_, source) = LANGUAGES
        .into_iter()
        .find(|(known, _)| *known == code)
        .expect("a language");
    let resource = FluentResource::try_new(source.to_owned())
        .unwrap_or_else(|(_, errors)| panic!("{code}.ftl: {errors:?}"));
    let mut found = BTreeMap::new();
    for entry in resource.entries() {
        match entry {
            Entry::Message(message) => {
                let pattern = message.value.as_ref().expect("a message has a text");
                let mut variables = BTreeSet::new();
                collect(pattern, &mut variables);
                let twice = found.insert(message.id.name.to_owned(), variables);
                assert!(twice.is_none(), "{code}.ftl: {} twice", message.id.name);
            }
            Entry::Junk { content } => panic!("{code}.ftl: {content}"),
            _ => {}
        }
    }
    found
}

fn collect(pattern: &Pattern<&str>, variables: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else {
            continue;
        };
        match expression {
            Expression::Inline(inline) => variables.extend(variable(inline)),
            Expression::Select { selector, variants } => {
                variables.extend(variable(selector));
                for variant in variants {
                    collect(&variant.value, variables);
                }
            }
        }
    }
}

fn variable(inline: &InlineExpression<&str>) -> Option<String> {
    match inline {
        InlineExpression::VariableReference { id } => Some(id.name.to_owned()),
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => None,
        other => panic!("no message uses {other:?}"),
    }
}

/// The program's sources, without their tests.
fn sources() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).expect("a source");
                let code = text.lines().filter(|l| !l.trim_start().starts_with("//"));
                found.push((path, code.collect::<Vec<_>>().join("\n")));
            }
        }
    }
    let mut found = Vec::new();
    walk(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut found,
    );
    found
}

/// What is said in a source: ids, and the variables given with them where there are any.
fn said(source: &str) -> Vec<(String, Option<BTreeSet<String>>)> {
    let mut found = Vec::new();
    let speaks = |before: &str| {
        let before = before.trim_end();
        ["lang", "lang()", "ENGLISH"]
            .iter()
            .any(|end| before.ends_with(end))
    };
    for (at, _) in source.match_indices(".say(") {
        if !speaks(&source[..at]) {
            continue;
        }
        let argument = bracketed(&source[at + ".say".len()..], ['(', ')']);
        let literals = argument.split('"').skip(1).step_by(2);
        let ids = literals.filter(|id| !id.is_empty());
        found.extend(ids.map(|id| (id.to_owned(), None)));
    }
    for (at, _) in source.match_indices(".say_with(") {
        let arguments = bracketed(&source[at + ".say_with".len()..], ['(', ')']);
        let (id, values) = arguments.split_once('[').expect("variables written out");
        let list = bracketed(&arguments[id.len()..], ['[', ']']);
        let mut variables = BTreeSet::new();
        for (at, _) in list.match_indices("(\"") {
            let name = list[at + 2..].split('"').next().expect("a name");
            // A pair begins with its name and a comma; calls inside values do not.
            if list[at + 2 + name.len() + 1..]
                .trim_start()
                .starts_with(',')
            {
                variables.insert(name.to_owned());
            }
        }
        assert!(!values.is_empty(), "{arguments}");
        let literals = id.split('"').skip(1).step_by(2);
        found.extend(literals.map(|id| (id.to_owned(), Some(variables.clone()))));
    }
    found
}

/// The part of a text from its first bracket up to the one that closes it.
fn bracketed(text: &str, [open, close]: [char; 2]) -> &str {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
        }
        if depth == 0 {
            return &text[..at];
        }
    }
    text
}

#[test]
fn everything_said_is_a_message_with_the_variables_it_wants() {
    let english = messages("en");
    let mut wrong = Vec::new();
    for (path, source) in sources() {
        for (id, given) in said(&source) {
            match english.get(&id) {
                None => wrong.push(format!("{}: no message `{id}`", path.display())),
                Some(wanted) => {
                    let given = given.unwrap_or_default();
                    if *wanted != given {
                        wrong.push(format!(
                            "{}: `{id}` wants {wanted:?} and is given {given:?}",
                            path.display()
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_message_is_said() {
    let all: String = sources().into_iter().map(|(_, text)| text).collect();
    let unused: Vec<String> = messages("en")
        .into_keys()
        .filter(|id| !all.contains(&format!("\"{id}\"")))
        .collect();
    assert!(unused.is_empty(), "never said: {}", unused.join(", "));
}

#[test]
fn other_languages_say_nothing_that_english_does_not() {
    let english = messages("en");
    for (code, _) in LANGUAGES {
        for (id, variables) in messages(code) {
            let known = english.get(&id);
            let known = known.unwrap_or_else(|| panic!("{code}.ftl: `{id}` is not in en.ftl"));
            assert!(
                variables.is_subset(known),
                "{code}.ftl: `{id}` has {variables:?}, and is given {known:?}"
            );
        }
    }
}

#[test]
fn every_language_says_everything() {
    let english = messages("en");
    for (code, _) in LANGUAGES {
        let own = messages(code);
        let missing = english.keys().filter(|id| !own.contains_key(*id));
        let missing: Vec<&str> = missing.map(String::as_str).collect();
        assert!(
            missing.is_empty(),
            "{code}.ftl lacks {}",
            missing.join(", ")
        );
        for (id, wanted) in &english {
            // What differs by number or kind in English need not elsewhere; what is named has to be.
            let lacks: Vec<&String> = wanted.difference(&own[id]).collect();
            let selects = ["clauses", "number", "end"];
            assert!(
                lacks.iter().all(|name| selects.contains(&name.as_str())),
                "{code}.ftl: `{id}` does not say {lacks:?}"
            );
        }
    }
}

#[test]
fn every_message_of_every_language_can_be_said() {
    for (index, (code, _)) in LANGUAGES.into_iter().enumerate() {
        let bundle = bundle(index);
        for (id, variables) in messages(code) {
            let pattern = bundle.get_message(&id).and_then(|m| m.value());
            let args: FluentArgs<'_> = variables
                .iter()
                .map(|name| (name.as_str(), FluentValue::from(2)))
                .collect();
            let mut errors = Vec::new();
            let text = bundle.format_pattern(pattern.expect("a message"), Some(&args), &mut errors);
            assert!(errors.is_empty(), "{code}.ftl: `{id}`: {errors:?}");
            assert!(!text.is_empty(), "{code}.ftl: `{id}` says nothing");
            let isolated = text.contains(['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}']);
            assert!(!isolated, "{code}.ftl: `{id}` has isolation marks");
        }
    }
}

#[test]
fn english_stands_behind_a_language_and_ids_behind_english() {
    let unknown = "no-such-message";
    for (index, _) in LANGUAGES.into_iter().enumerate() {
        let lang = Lang {
            index,
            bidi: Bidi::Logical,
        };
        assert_eq!(lang.say(unknown), unknown);
        assert_eq!(lang.say_with(unknown, &[("n", 1.into())]), unknown);
    }
}

#[test]
fn numbers_take_the_form_of_their_language() {
    let clauses = |code: &str, n: i32| {
        let lang = Lang::choose(Some(code), Bidi::Logical, |_| None).expect("a language");
        lang.say_with("end-passes", &[("number", n.into())])
    };
    assert_eq!(clauses("en", 1), "one pass");
    assert_eq!(clauses("en", 2), "2 passes running");
    assert_eq!(clauses("pt", 1), "um passe");
    assert_eq!(clauses("gl", 3), "3 pasos seguidos");
    assert_eq!(clauses("fa", 12), "۱۲ پاس پیاپی");
    // So do times and scores, which are texts.
    let digits = |code| {
        let lang = Lang::choose(Some(code), Bidi::Logical, |_| None).expect("a language");
        lang.digits("8:05 4.5")
    };
    assert_eq!([digits("pt"), digits("fa")], ["8:05 4.5", "۸:۰۵ ۴.۵"]);
}

#[test]
fn a_language_is_chosen_by_flag_then_environment() {
    let choose = |code: Option<&str>, pairs: &[(&str, &str)]| {
        let find = |name: &str| {
            let pair = pairs.iter().find(|(n, _)| *n == name);
            pair.map(|(_, value)| (*value).to_owned())
        };
        Lang::choose(code, Bidi::Logical, find).map(Lang::code)
    };
    assert_eq!(choose(None, &[]).expect("English"), "en");
    assert_eq!(choose(Some("zh-TW"), &[]).expect("Chinese"), "zh");
    let all = [("LANG", "pt_BR.UTF-8"), ("LC_ALL", "fa_IR")];
    assert_eq!(choose(None, &all).expect("Persian"), "fa");
    assert_eq!(choose(None, &all[..1]).expect("Portuguese"), "pt");
    assert_eq!(choose(Some("gl"), &all).expect("Galician"), "gl");
    // The first that is set decides, also when it names a language that is not spoken here.
    let other = [("LC_ALL", "C.UTF-8"), ("LANG", "zh_CN.UTF-8")];
    assert_eq!(choose(None, &other).expect("English"), "en");
    let empty = [("LC_ALL", ""), ("LANG", "zh_CN.UTF-8")];
    assert_eq!(choose(None, &empty).expect("Chinese"), "zh");
    let wrong = choose(Some("zg"), &[]).expect_err("no such language");
    assert_eq!(wrong.code, "unknown-language");
}

#[test]
fn lines_are_turned_round_where_that_is_asked_for() {
    let lang = Lang::choose(Some("fa"), Bidi::Visual, |_| None).expect("Persian");
    assert_eq!(lang.shown("e2e4 (moves)\n4 | . ."), "e2e4 (moves)\n4 | . .");
    // A first letter from the right puts the word of a command to the left of what comes before it.
    assert_eq!(lang.shown("شاه e2e4"), "e2e4 \u{fee9}\u{fe8e}\u{feb7}");
    // Letters of Persian alone are joined as well, not across the sign that parts them; brackets are turned round.
    assert_eq!(
        lang.shown("می\u{200c}پرد (a1)"),
        "(a1) \u{fea9}\u{feae}\u{fb58}\u{fbfd}\u{fee3}"
    );
    assert_eq!(lang.shown("  شاه"), "  \u{fee9}\u{fe8e}\u{feb7}");
    let logical = Lang::choose(Some("fa"), Bidi::Logical, |_| None).expect("Persian");
    assert_eq!(logical.shown("شاه e2e4"), "شاه e2e4");
}

/// Whether a letter is Chinese.
fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}')
}

/// The first half-width mark that stands beside a Chinese letter, outside what is typed as it stands.
fn half_width(text: &str) -> Option<&str> {
    let outside = text.split('`').step_by(2);
    for part in outside {
        let letters: Vec<(usize, char)> = part.char_indices().collect();
        for pair in letters.windows(2) {
            let (a, b) = (pair[0].1, pair[1].1);
            let mark = |c: char| ",;:!?().".contains(c);
            if is_han(a) && mark(b) || mark(a) && is_han(b) {
                return Some(&part[pair[0].0..]);
            }
        }
    }
    None
}

#[test]
fn chinese_has_marks_of_full_width() {
    let lang = Lang::choose(Some("zh"), Bidi::Logical, |_| None).expect("Chinese");
    for (id, variables) in messages("zh") {
        let bundle = bundle(lang.index);
        let args: FluentArgs<'_> = variables
            .iter()
            .map(|name| (name.as_str(), FluentValue::from("子")))
            .collect();
        let pattern = bundle.get_message(&id).and_then(|m| m.value());
        let text = bundle.format_pattern(pattern.expect("a message"), Some(&args), &mut Vec::new());
        assert_eq!(half_width(&text), None, "{id}: {text}");
    }
    assert_eq!(half_width("不可走(条款 a)"), Some("走(条款 a)"));
    assert_eq!(lang.with_note("红方", "射箭"), "红方（射箭）");
    assert_eq!(lang.with_head("红方", "总计 3 s"), "红方：总计 3 s");
    assert_eq!(
        lang.statements(&["甲".to_owned(), "乙".to_owned()]),
        "甲；乙"
    );
}

#[test]
fn what_runs_from_the_left_stays_whole_in_a_line_from_the_right() {
    let lang = Lang::choose(Some("fa"), Bidi::Visual, |_| None).expect("Persian");
    // Letters that do not join, so that the order alone is seen.
    for (read, stands) in [
        // A path with its first sign; a command with all its words.
        ("אב /home/x.masque גד.", ".דג /home/x.masque בא"),
        (
            "אב: masque play --resume ~/x/דב.masque",
            "masque play --resume ~/x/בד.masque :בא",
        ),
        ("אב `why e2e5`, גד", "דג ,`why e2e5` בא"),
        // The line is the language's, whatever its first word is.
        ("e2e4 אב: checks.", ".checks :בא e2e4"),
        // Brackets and digits.
        ("אב (number 2) גד (הו).", ".(וה) דג (number 2) בא"),
        ("אב 3-2 גד 80x24, הו", "וה ,80x24 דג 3-2 בא"),
        ("גד ۴ אב ۱۰", "۱۰ בא ۴ דג"),
        // Columns stay where they stand: keys and what they do, clocks.
        ("j k l      אב גד e2", "j k l      e2 דג בא"),
        ("Space אב  : גד  ? הו", "בא Space  דג :  וה ?"),
        ("אב  גד: 45 s   הו: 1:05", "בא  45 s :דג   1:05 :וה"),
    ] {
        assert_eq!(lang.shown(read), stands, "{read}");
    }
}
