//! The dump of a case has every step, and stays as it is.

use masque_scripting::folder::{Folder, Shelf};

use super::*;

const BOOK: &str = include_str!("tests/RULES.md");

fn book() -> Rulebook {
    let files = [("variant.toml", ""), ("RULES.md", BOOK)];
    let files = files.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let folder = Folder::from_files("tiny", files).expect("a folder");
    let library = Shelf::new([folder.clone()]);
    match Rulebook::load(&library, &folder) {
        Ok(book) => book.expect("it has a rulebook"),
        Err(errors) => panic!("{errors:#?}"),
    }
}

#[test]
fn a_small_rulebook() {
    insta::assert_json_snapshot!(dump(&[book()], None));
}

#[test]
fn the_small_rulebook_has_every_sort_of_step() {
    fn words(value: &Value, found: &mut Vec<String>) {
        for step in value["steps"].as_array().into_iter().flatten() {
            found.push(step["step"].as_str().expect("a word").to_owned());
            words(step, found);
        }
    }
    let dump = dump(&[book()], None);
    let mut found = Vec::new();
    let cases = dump["cases"].as_array().expect("cases");
    cases.iter().for_each(|case| words(case, &mut found));
    for step in crate::case::STEPS
        .iter()
        .filter(|step| step.word != "choose")
    {
        let word = if step.word == "case" {
            "count"
        } else {
            step.word
        };
        assert!(found.iter().any(|f| f == word), "no `{word}` in {found:?}");
    }
    for word in ["expect", "clock-shows"] {
        assert!(found.iter().any(|f| f == word), "no `{word}`");
    }
}

/// As many steps as the shipped rulebooks have, each with what its line says.
#[test]
fn every_step_of_every_shipped_case_is_there() {
    let library = masque_variants::shelf();
    for id in masque_scripting::folder::Library::ids(&library) {
        let folder = masque_scripting::folder::Library::find(&library, &id);
        let folder = folder.expect("it reads").expect("it is there");
        let Some(book) = Rulebook::load(&library, &folder).expect("it reads") else {
            continue;
        };
        let dumped = dump(std::slice::from_ref(&book), None);
        let cases = dumped["cases"].as_array().expect("cases");
        let rules = book.rules();
        let all = rules.iter().flat_map(|rule| &rule.clause.cases);
        assert_eq!(cases.len(), all.clone().count(), "{id}");
        for (case, dumped) in all.zip(cases) {
            assert_eq!(dumped["name"], case.name.value.as_str());
            let steps = dumped["steps"].as_array().expect("steps");
            assert_eq!(steps.len(), case.steps.len(), "{id}: {}", case.name);
            for (step, dumped) in case.steps.iter().zip(steps) {
                let fields = dumped.as_object().expect("an object").len();
                assert!(fields > 2, "{id}: {} says nothing", dumped);
                let line = step.span.source.line_column(step.span.range.start).0;
                assert_eq!(dumped["line"], line);
            }
        }
    }
}
