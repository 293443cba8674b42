//! What a rulebook inherits: clauses and setups run for the child too, unless it replaces or disclaims them.

use masque_conformance::library::Rulebook;
use masque_conformance::report::Report;
use masque_conformance::run::{Choice, InProcess, run};
use masque_scripting::diag::Diagnostics;
use masque_scripting::folder::{Folder, Library, Shelf};

const PARENT: &str = "# Parent

```setup kings
position
  8 | . . . . k . . .
  1 | . . . . K . . .
  white to move
```

### Kings step {#king-step}

```case
case one step
from kings
legal e1e2
```

### Black answers {#alternate}

```case
case by turns
play e2e4
turn black
```

### White has twenty moves {#twenty}

```case
case the start
count 20
```
";

/// A child of chess with a rulebook of its own, where chess has [`PARENT`].
fn load(child: &str) -> Result<(Shelf, Rulebook), Diagnostics> {
    let shelf = masque_variants::shelf();
    let chess = shelf.find("chess")?.expect("shipped");
    let mut files: Vec<(String, String)> = Vec::new();
    for (name, source) in &chess.files {
        if name != "RULES.md" {
            files.push((name.clone(), source.text.clone()));
        }
    }
    files.push(("RULES.md".to_owned(), PARENT.to_owned()));
    let parent = Folder::from_files("chess", files)?;
    let toml = "extends = \"chess\"\ntitle = \"Child\"\n";
    let folder = Folder::from_files("child", [("variant.toml", toml), ("RULES.md", child)])?;
    let shelf = Shelf::new([parent, folder.clone()]);
    let book = Rulebook::load(&shelf, &folder)?.expect("it has a rulebook");
    Ok((shelf, book))
}

fn slugs(book: &Rulebook) -> Vec<&str> {
    let rules = book.rules();
    rules
        .into_iter()
        .map(|rule| rule.clause.slug.as_str())
        .collect()
}

fn codes(child: &str) -> Vec<&'static str> {
    load(child)
        .map(|_| ())
        .expect_err("refused")
        .iter()
        .map(|e| e.code)
        .collect()
}

#[test]
fn clauses_and_setups_are_inherited() {
    let child = "# Child\n\nExtends: chess\n\n### Not two {#not-two}\n\n```case\ncase not two\nfrom kings\nillegal e1e3\n```\n";
    let (shelf, book) = load(child).expect("a rulebook");
    assert_eq!(
        slugs(&book),
        ["not-two", "king-step", "alternate", "twenty"]
    );
    let runs = run(&shelf, &[book], &InProcess, &Choice::default());
    let report = Report::of(&runs, &[]);
    assert_eq!((report.cases, report.passed), (4, 4), "{}", report.pretty());
    assert_eq!(report.clauses[1].from, "chess");
}

#[test]
fn a_clause_is_replaced_or_disclaimed() {
    let child = "# Child\n\nExtends: chess\nNot inherited: alternate because here\nnobody waits.\n\n### Twenty {#twenty}\n\n```case\ncase the start\ncount 20\nturn white\n```\n";
    let (_, book) = load(child).expect("a rulebook");
    assert_eq!(slugs(&book), ["twenty", "king-step"]);
    assert_eq!(book.own.not_inherited[0].reason.value, "here nobody waits.");
}

#[test]
fn what_is_not_inherited_must_be_there_and_have_a_reason() {
    assert_eq!(
        codes("# Child\n\nExtends: chess\nNot inherited: alternte because so.\n"),
        ["unknown-clause"]
    );
    assert_eq!(
        codes("# Child\n\nExtends: chess\nNot inherited: alternate.\n"),
        ["empty-field"]
    );
    assert_eq!(
        codes("# Child\n\nNot inherited: alternate because so.\n"),
        ["misplaced-field"]
    );
    let twice = "# Child\n\nExtends: chess\nNot inherited: twenty because so.\n\n### T {#twenty}\n";
    assert_eq!(codes(twice), ["needless-reason"]);
    assert_eq!(codes("# Child\n\nExtends: ches\n"), ["unknown-variant"]);
}

#[test]
fn one_case_of_an_inherited_clause_is_disclaimed() {
    let child = "# Child

Extends: chess
Not inherited: twenty \"the start\", king-step because the army,
and with it \"all\", is another.

### Other {#other}

```case
case it
turn white
illegal e2e5
```
";
    let (shelf, book) = load(child).expect("a rulebook");
    assert_eq!(slugs(&book), ["other", "alternate", "twenty"]);
    let line = &book.own.not_inherited[0];
    assert_eq!(
        line.reason.value,
        "the army, and with it \"all\", is another."
    );
    let runs = run(&shelf, &[book], &InProcess, &Choice::default());
    let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
    assert_eq!(names, ["it", "by turns"]);
}

#[test]
fn a_case_that_is_disclaimed_must_be_there() {
    let with =
        |line: &str| format!("# Child\n\nExtends: chess\nNot inherited: {line} because so.\n");
    assert_eq!(codes(&with("twenty \"the strat\"")), ["unknown-case"]);
    assert_eq!(codes(&with("twnty \"the start\"")), ["unknown-clause"]);
    assert_eq!(codes(&with("twenty \"the start")), ["empty-field"]);
    assert_eq!(codes(&with("twenty \"\"")), ["bad-name"]);
    let own = with("twenty \"the start\"") + "\n### T {#twenty}\n";
    assert_eq!(codes(&own), ["unknown-clause"]);
}
