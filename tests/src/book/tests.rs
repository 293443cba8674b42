//! Tests of the reader of rulebooks.

use masque_scripting::diag::Source;
use proptest::prelude::*;

use super::*;

fn read(text: &str) -> (Book, Diagnostics) {
    Book::read(&Source::new("banqi/RULES.md", text))
}

/// The codes and lines of what is wrong with a rulebook.
fn faults(errors: &Diagnostics) -> Vec<(&'static str, usize)> {
    let place = |e: &Diagnostic| {
        e.span
            .as_ref()
            .map_or(0, |s| s.source.line_column(s.range.start).0)
    };
    errors.iter().map(|e| (e.code, place(e))).collect()
}

const BOOK: &str = "# Banqi

Extends: half-board.

Some words of welcome.

```setup two-rooks
position
  1 | R . . r
```

## Capture

### A cannon captures over exactly one piece {#cannon-screen}
Sources: BAIDU-12, K-A3b,
GT-2.
No refusal: shown under
another clause.

The piece jumped may be of either colour: red or black.

- a list

```case
case jumps
from two-rooks
legal a1xd1

case jumps again
count 3
```

### Two play {#two-players}
Not covered: every case shows it.
";

#[test]
fn a_rulebook_reads_in_its_parts() {
    let (book, errors) = read(BOOK);
    assert_eq!(errors, []);
    assert_eq!(book.title.as_ref().map(Word::as_str), Some("Banqi"));
    assert_eq!(book.extends.as_ref().map(Word::as_str), Some("half-board"));
    assert_eq!(
        book.setup("two-rooks").map(|setup| setup.steps.len()),
        Some(1)
    );
    let [cannon, two] = book.clauses.as_slice() else {
        panic!("two clauses")
    };
    assert_eq!(
        cannon.title.value,
        "A cannon captures over exactly one piece"
    );
    assert_eq!(cannon.section.as_deref(), Some("Capture"));
    assert_eq!(
        cannon.sources.iter().map(Word::as_str).collect::<Vec<_>>(),
        ["BAIDU-12", "K-A3b", "GT-2"]
    );
    assert_eq!(
        cannon.no_refusal.as_ref().map(Word::as_str),
        Some("shown under another clause.")
    );
    assert_eq!(cannon.prose.len(), 2);
    assert_eq!(
        cannon
            .cases
            .iter()
            .map(|c| c.name.as_str())
            .collect::<Vec<_>>(),
        ["jumps", "jumps again"]
    );
    assert_eq!(
        cannon
            .slug
            .span
            .source
            .line_column(cannon.slug.span.range.start),
        (14, 48)
    );
    assert_eq!(&BOOK[cannon.sources[2].span.range.clone()], "GT-2");
    assert_eq!(
        two.not_covered.as_ref().map(Word::as_str),
        Some("every case shows it.")
    );
    assert_eq!(book.check_links(&[]), []);
    assert_eq!(book.check_coverage(), []);
}

#[test]
fn a_fault_in_a_case_is_placed_in_the_rulebook() {
    let text = BOOK.replace("legal a1xd1", "  leagl a1xd1");
    let (_, errors) = read(&text);
    let shown = errors[0].to_string();
    assert!(shown.starts_with("banqi/RULES.md:27:3: no step begins with `leagl` [unknown-step] (clause cannon-screen); did you mean `legal`?"), "{shown}");
}

#[test]
fn faults_say_what_and_where() {
    let check = |text: &str, code, line| {
        let (_, errors) = read(&format!("# T\n{text}"));
        assert_eq!(faults(&errors), [(code, line)], "{text}");
    };
    let case = "```case\ncase a\ncount 1\n```\n";
    check("### A {#a}\n### B {#a}\n", "duplicate-slug", 3);
    check("### A {#A b}\n", "bad-slug", 2);
    check("### A {a}\n", "bad-slug", 2);
    check("#### A {#a}\n", "misplaced-slug", 2);
    check("### {#a}\n", "nameless-clause", 2);
    check("# U\n", "second-title", 2);
    check(
        "### A {#a}\n```case\ncase a\ncount 1\n",
        "unclosed-fence",
        3,
    );
    check("### A {#a}\n```csae\n```\n", "unknown-fence", 3);
    check(
        "### A {#a}\n```case jumps\ncase a\ncount 1\n```\n",
        "bad-fence",
        3,
    );
    check(
        "### A {#a}\n```case\ncase a\ncount 1\ncase a\ncount 1\n```\n",
        "duplicate-case",
        6,
    );
    check(&format!("### A {{#a}}\n{case}{case}"), "duplicate-case", 8);
    check(case, "case-outside-clause", 2);
    check(
        &format!("## A {{#a}}\n## B\n{case}"),
        "case-outside-clause",
        4,
    );
    check("```setup\nseed 1\n```\n", "bad-setup-name", 2);
    check(
        "```setup a\nseed 1\n```\n```setup a\nseed 1\n```\n",
        "duplicate-setup",
        5,
    );
    check("```setup a\nplay a1a2\n```\n", "not-a-setup-step", 3);
    check("```setup a\nseed 1\ncase b\n```\n", "case-in-setup", 4);
    check("### A {#a}\nSource: GT-1\n", "unknown-field", 3);
    check("### A {#a}\nSources: gt 1, GT-1\n", "bad-source", 3);
    check("### A {#a}\nSources: GT-a\n", "bad-source", 3);
    check("### A {#a}\nSources: GT-1, GT-1\n", "duplicate-source", 3);
    check(
        "### A {#a}\nSources: GT-1\nSources: GT-2\n",
        "duplicate-field",
        4,
    );
    check("### A {#a}\nSources:\n", "empty-field", 3);
    check("Sources: GT-1\n", "misplaced-field", 2);
    check("### A {#a}\nExtends: b\n", "misplaced-extends", 3);
    check("Extends: Big Board\n", "bad-extends", 2);
    assert_eq!(faults(&read("").1), [("no-title", 1)]);
}

#[test]
fn links_reach_the_parent() {
    let parent = read("# P\n```setup kings\nseed 1\n```\n### A {#step-rule}\n").0;
    let text = "# C\nExtends: p\n### B {#b}\n```case\ncase a\nfrom kings\nillegal a1a2 because step-rule\n```\n";
    let child = read(text).0;
    assert_eq!(child.check_links(&[&parent]), []);
    let alone = child.check_links(&[]);
    assert_eq!(
        faults(&alone),
        [("unknown-setup", 6), ("unknown-clause", 7)]
    );
    let misspelt = read(&text.replace("step-rule", "stepp-rule")).0;
    assert_eq!(
        misspelt.check_links(&[&parent])[0].hint.as_deref(),
        Some("did you mean `step-rule`?")
    );
}

#[test]
fn coverage_wants_both_ways_or_a_reason() {
    let check = |body: &str, codes: &[&str]| {
        let (book, errors) = read(&format!("# T\n### A {{#a}}\n{body}"));
        assert_eq!(errors, []);
        assert_eq!(
            book.check_coverage()
                .iter()
                .map(|e| e.code)
                .collect::<Vec<_>>(),
            codes,
            "{body}"
        );
    };
    check("words\n", &["no-case"]);
    check("Not covered: because.\n", &[]);
    check("```case\ncase a\nlegal a1a2\n```\n", &["no-refusal"]);
    check("```case\ncase a\nillegal a1a2\n```\n", &["no-allowance"]);
    check("```case\ncase a\nlegal a1a2\nillegal a1a3\n```\n", &[]);
    check(
        "No refusal: x\n```case\ncase a\nonly a1a2\n```\n",
        &["needless-reason"],
    );
    check("No refusal: x\n```case\ncase a\nlegal a1a2\n```\n", &[]);
    check(
        "Not covered: x\n```case\ncase a\nonly a1a2\n```\n",
        &["needless-reason"],
    );
    check(
        "```case\ncase a\nrepeat 2 {\nplay a1a2\nknows red: not a1\n}\n```\n",
        &[],
    );
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(text in "(?s).*") {
        let _ = read(&text);
    }

    #[test]
    fn no_lines_break_the_reader(lines in prop::collection::vec(prop::sample::select(vec![
        "# T", "## S", "### A {#a}", "### {#}", "#### x {#b}", "```", "```case", "````case", "~~~", "```setup a", "``` x y", "case a", "case",
        "legal a1", "Sources: A-1.", "Sources:", "Sources: ,,", "Not covered: é", "Extends: x", "Extends: é.", "words: é", "", "\r", "   ```", "    ```", "\u{3000}", "{#é}",
        "### é {é}", "### é {#é-}",
    ]), 0..30)) {
        let (book, _) = read(&lines.join("\n"));
        let _ = (book.check_links(&[]), book.check_coverage());
    }
}
