//! What is wrong with a script is told before a game, with its place.

use super::*;

#[test]
fn syntax_errors_have_places() {
    assert_eq!(
        refused("fn landed(pos, at) {\n    let x = ;\n}\n"),
        ["v0/rules.rhai:2:13: unexpected ';' [script-syntax]"]
    );
    assert_eq!(
        refused("fn landed(pos, at) { if SOLDEIR == () { pos.remove(at); } }"),
        [
            "v0/rules.rhai:1:25: unknown word `SOLDEIR` [unknown-word]; did you mean `SOLDIER`? known: BLACK, BOTH, GENERAL, LOST, OPTION, RED, REFUSE, SOLDIER, STAY, TAKE"
        ]
    );
    assert_eq!(
        refused("fn landed(pos, at) { /* é */ let x = `${at}`; pos.x; }"),
        [
            "v0/rules.rhai:1:38: a text with values in it cannot be used in scripts [not-in-scripts]",
            "v0/rules.rhai:1:51: unknown property `x` [unknown-property]; known: side, kind",
        ]
    );
}

#[test]
fn each_text_of_the_chain_has_its_own_lines() {
    let mut spec = bare(3, 3, &["soldier", "general"]);
    let parent = "// one\n// two\nfn landed(pos, at) {}\n";
    let child = "\nfn placed(pos, at) { pos.remoev(at); }\n";
    let both = compile(&mut spec, &[parent, child]).expect_err("refused");
    assert_eq!(
        both,
        [
            "v1/rules.rhai:2:26: unknown function `remoev` [unknown-function]; did you mean `remove`?"
        ]
    );
}

#[test]
fn hooks_must_have_their_parameters() {
    assert_eq!(
        refused("fn landed(at) {}\nfn capture(a) { TAKE }\nfn moves(view, at, x) {}"),
        [
            "v0/rules.rhai:2:4: the hook `capture` has the wrong number of parameters, 1 [wrong-parameters]; write `capture(attacker, defender)` or `capture(attacker, defender, manner)`",
            "v0/rules.rhai:3:4: the hook `moves` has the wrong number of parameters, 3 [wrong-parameters]; write `moves(view, at)`",
            "v0/rules.rhai:1:4: the hook `landed` has the wrong number of parameters, 1 [wrong-parameters]; write `landed(pos, at)`",
        ]
    );
    assert_eq!(
        refused("fn capture(a, b) { TAKE }\nfn capture(a, b, c) { TAKE }"),
        ["v0/rules.rhai:2:4: the hook `capture` is defined twice [duplicate-hook]"]
    );
}

#[test]
fn a_function_that_no_hook_calls_is_told() {
    assert_eq!(
        refused("fn help() { 1 }\nfn laned(pos, at) { help(); }\nfn placed(pos, at) { }"),
        [
            "v0/rules.rhai:1:4: no hook calls the function `help` [unused-function]; hooks are capture, dark, moves, landed, placed, flipped, acted, ended",
            "v0/rules.rhai:2:4: no hook calls the function `laned` [unused-function]; did you mean the hook `landed`?",
        ]
    );
    // A helper of an overridden ancestor is no mistake.
    let mut spec = bare(3, 3, &["soldier"]);
    let parent = "fn help(pos) { pos.quiet() }\nfn landed(pos, at) { help(pos); }";
    compile(&mut spec, &[parent, "fn landed(pos, at) {}"]).expect("a script");
}

#[test]
fn what_rules_have_no_use_for_cannot_be_written() {
    for (text, code) in [
        ("fn landed(pos, at) { eval(\"1\"); }", "script-syntax"),
        ("fn landed(pos, at) { print(at); }", "script-syntax"),
        ("fn landed(pos, at) { import \"x\"; }", "script-syntax"),
        ("fn landed(pos, at) { let f = |x| x; }", "script-syntax"),
        ("fn landed(pos, at) { Fn(\"landed\"); }", "script-syntax"),
        ("fn landed(pos, at) { this.x(); }", "script-syntax"),
        ("fn landed(pos, at) { throw 1; }", "script-syntax"),
        ("fn landed(pos, at) { try { } catch { } }", "script-syntax"),
        ("fn landed(pos, at) { sleep(1); }", "unknown-function"),
        ("fn landed(pos, at) { timestamp(); }", "unknown-function"),
        ("fn landed(pos, at) { exit(); }", "unknown-function"),
        ("fn landed(pos, at) { __count(); }", "unknown-function"),
        ("fn landed(pos, at) { 1.5 + 1; }", "not-in-scripts"),
        ("fn landed(pos, at) { #{a: 1}; }", "not-in-scripts"),
        ("fn landed(pos, at) { 'x'; }", "not-in-scripts"),
        ("fn landed(pos, at) { for x in 0..3 { } }", "empty-loop"),
        ("let x = 1; fn landed(pos, at) { }", "script-statement"),
        ("fn landed(pos, at) { } fn group(at) { }", "reserved-name"),
        (
            "fn landed(pos, at) { pos.group(at, at); }",
            "wrong-arguments",
        ),
        ("fn landed(pos, at) { group(at); }", "wrong-arguments"),
        (
            "fn landed(pos, at) { pos.help(); } fn help(pos) { help(pos); }",
            "unknown-function",
        ),
        ("fn landed(pos, at) { pos.own; }", "unknown-property"),
        ("fn landed(pos, at) { OPTION.x; }", "unknown-option"),
        ("fn landed(pos, at) { region(\"x\"); }", "unknown-region"),
        ("fn landed(pos, at) { site(\"d4\"); }", "unknown-site"),
        (
            "fn landed(pos, at) { pos.variable(\"x\"); }",
            "unknown-variable",
        ),
        (
            "fn landed(pos, at) { let x = \"a\"; refuse(x); }",
            "not-written-out",
        ),
        ("fn soldier.landed(pos, at) { }", "not-in-scripts"),
    ] {
        let errors = refused(text);
        assert!(
            errors.iter().any(|e| e.contains(&format!("[{code}]"))),
            "{text}: {errors:?}"
        );
        assert!(
            errors.iter().all(|e| e.starts_with("v0/rules.rhai:1:")),
            "{text}: {errors:?}"
        );
    }
}

#[test]
fn clauses_are_collected_and_checked() {
    let text = "/// Fog lifts.  clause: landing-lifts-fog, fog\n/// clause: more.\nfn landed(pos, at) {\n    if pos.quiet() > 3 { refuse(\"quite\"); }\n}\n";
    let mut spec = bare(3, 3, &["soldier"]);
    let script = compile(&mut spec, &[text]).expect("a script");
    let [hook] = script.hooks() else {
        panic!("one hook")
    };
    let clauses: Vec<(&str, (usize, usize))> = hook
        .clauses
        .iter()
        .map(|(slug, span)| (slug.as_str(), span.source.line_column(span.range.start)))
        .collect();
    assert_eq!(
        clauses,
        [
            ("landing-lifts-fog", (1, 25)),
            ("fog", (1, 44)),
            ("more", (2, 13))
        ]
    );
    assert_eq!(
        (hook.name, hook.params.as_slice()),
        ("landed", &["pos".to_owned(), "at".to_owned()][..])
    );
    assert!(spec.hooks.landed && !spec.hooks.placed);
    assert_eq!(spec.hooks.clauses, ["quite"]);
    let known = slugs(&["landing-lifts-fog", "fog", "quiet"]);
    let mut spec = bare(3, 3, &["soldier"]);
    let errors =
        Script::compile(&resolved(&[text], &[]), &mut spec, Some(&known), &[]).map_err(written);
    assert_eq!(
        errors.expect_err("refused"),
        [
            "v0/rules.rhai:2:13: unknown clause `more` [unknown-clause]; known: fog, landing-lifts-fog, quiet",
            "v0/rules.rhai:4:33: unknown clause `quite` [unknown-clause]; did you mean `quiet`? known: fog, landing-lifts-fog, quiet",
        ]
    );
}

#[test]
fn a_generator_must_be_asked_and_be_there() {
    let mut spec = bare(3, 3, &["soldier"]);
    assert_eq!(
        compile(&mut spec, &["fn moves(view, at) { }"]).expect_err("refused"),
        [
            "v0/rules.rhai:1:4: `moves` is never asked [hook-never-asked]; name the kinds it is for: `[hooks] moves = [\"king\"]`"
        ]
    );
    spec.hooks.moves = vec!["soldier".into()];
    for texts in [&[][..], &["fn landed(pos, at) { }"]] {
        let errors = Script::compile(&resolved(texts, &[]), &mut spec, None, &[]).map_err(written);
        assert!(errors.expect_err("refused")[0].contains("[missing-hook]"));
    }
    spec.hooks.moves.clear();
    assert!(matches!(
        Script::compile(&resolved(&[], &[]), &mut spec, None, &[]),
        Ok(None)
    ));
}

#[test]
fn a_word_for_two_things_stands_for_neither() {
    let mut spec = bare(3, 3, &["cannon"]);
    spec.manners = vec!["step".into(), "cannon".into()];
    compile(
        &mut spec,
        &["fn capture(a, d, m) { if m == STEP { TAKE } else { STAY } }"],
    )
    .expect("a script");
    assert_eq!(
        compile(
            &mut spec,
            &["fn capture(a, d, m) { if m == CANNON { TAKE } else { STAY } }"]
        )
        .expect_err("refused"),
        [
            "v0/rules.rhai:1:31: `CANNON` stands for a kind and a manner; rename one of them [ambiguous-word]"
        ]
    );
}

#[test]
fn uses_of_truth_are_listed() {
    let mut spec = bare(3, 3, &["soldier"]);
    let script = compile(
        &mut spec,
        &["fn landed(pos, at) {\n  if pos.truth(at) == () { pos.remove(at); }\n}"],
    )
    .expect("a script");
    let places: Vec<_> = script
        .truths()
        .iter()
        .map(|s| s.source.line_column(s.range.start))
        .collect();
    assert_eq!(places, [(2, 10)]);
}

#[test]
fn a_hook_that_can_do_nothing_is_not_asked() {
    let text = "fn landed(pos, at) { if OPTION.flag { pos.remove(at); } }\n\
                fn placed(pos, at) { }\n\
                fn ended(pos) { if OPTION.flag { return draw(\"done\"); } }";
    for flag in [false, true] {
        let mut spec = bare(3, 3, &["soldier"]);
        let options = [("flag", OptionValue::Bool(flag))];
        let script = Script::compile(&resolved(&[text], &options), &mut spec, None, &[]);
        assert!(script.map_err(written).expect("compiles").is_some());
        let hooks = &spec.hooks;
        assert_eq!(
            [hooks.landed, hooks.placed, hooks.ended],
            [flag, false, flag]
        );
    }
}
