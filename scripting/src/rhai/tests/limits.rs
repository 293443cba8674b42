//! No script can hang, or exhaust memory or stack.

use super::super::limits::{MAX_BYTES, MAX_CALLS, MAX_FUNCTIONS, MAX_NESTING, MAX_STEPS};
use super::*;
use masque_core::spec::Verdict;

/// What a table hook on one kind gives, or the error.
fn table(text: &str) -> Result<Verdict, String> {
    let mut spec = bare(3, 3, &["soldier"]);
    compile_untyped(&mut spec, &[text]).map_err(|e| e.join("\n"))?;
    Ok(spec.capture.open[0].verdict)
}

/// Runs on a thread with the stack of a Rust thread nobody asked more for.
fn on_small_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(2 << 20);
        let thread = builder.spawn_scoped(scope, run).expect("a thread");
        thread.join().expect("no panic")
    })
}

/// Ways of putting an expression inside another, with how much nesting one takes.
const NESTS: &[(&str, &str)] = &[
    ("(", ")"),
    ("[", "][0]"),
    ("-(", ")"),
    ("{ ", " }"),
    ("1 + (", ")"),
    ("max(0, ", ")"),
    ("if true { ", " } else { 0 }"),
    ("switch 1 { 1 => ", ", _ => 0 }"),
    ("switch 1 { 1 => { ", " } _ => 0 }"),
    ("{ let x = ", "; x }"),
    ("if 0 == (", ") { 1 } else { 0 }"),
    ("{ for i in 0..1 { return ", "; } 0 }"),
    ("{ loop { return ", "; } 0 }"),
    ("{ do { return ", "; } while false; 0 }"),
    ("[1, 2][", " * 0]"),
    ("(true && (", ") == 0)"),
];

#[test]
fn the_deepest_nesting_and_recursion_fit_on_a_small_stack() {
    for (open, close) in NESTS {
        let script = |depth: usize| {
            format!(
                "fn f(n) {{ if n == 0 {{ return 0; }} {}f(n - 1){} }}\nfn capture(a, d) {{ f({}); TAKE }}",
                open.repeat(depth),
                close.repeat(depth),
                MAX_CALLS - 2
            )
        };
        for depth in 1..=MAX_NESTING + 1 {
            let text = script(depth);
            match on_small_stack(|| table(&text)) {
                Ok(verdict) => assert_eq!(verdict, Verdict::Take, "{open} at {depth}"),
                Err(error) => {
                    let clean = ["call depth: ", "[script-syntax]"]
                        .iter()
                        .any(|m| error.contains(m));
                    assert!(clean && depth > 7, "{open} at {depth}: {error}");
                }
            }
        }
    }
}

#[test]
fn the_parser_survives_any_nesting() {
    for (open, close) in NESTS {
        for depth in [MAX_NESTING, 100, 2_000, 6_000] {
            let text = format!(
                "fn capture(a, d) {{ {}0{}; TAKE }}",
                open.repeat(depth),
                close.repeat(depth)
            );
            let result = on_small_stack(|| table(&text));
            assert!(depth == MAX_NESTING || result.is_err(), "{open} at {depth}");
        }
    }
    let chain = format!("fn capture(a, d) {{ {}0; TAKE }}", "1 + ".repeat(10_000));
    let _ = on_small_stack(|| table(&chain));
    let chain = format!(
        "fn capture(a, d) {{ {} TAKE }}",
        "if true { } else ".repeat(3_000)
    );
    let _ = on_small_stack(|| table(&chain));
    let chain = format!("fn capture(a, d) {{ [0]{}; TAKE }}", "[0]".repeat(10_000));
    let _ = on_small_stack(|| table(&chain));
}

#[test]
fn calls_may_be_so_deep_and_no_deeper() {
    let script =
        |n| format!("fn f(n) {{ if n > 0 {{ f(n - 1) }} }}\nfn capture(a, d) {{ f({n}); TAKE }}");
    assert_eq!(table(&script(MAX_CALLS - 2)), Ok(Verdict::Take));
    let error = table(&script(MAX_CALLS - 1)).expect_err("too deep");
    assert!(error.starts_with("v0/rules.rhai:1:9: call depth: more than 32 functions inside one another [script-failed]"), "{error}");
}

#[test]
fn steps_are_function_entries_turns_and_calls() {
    // One for the hook, then one a turn; calls of the API and of helpers count one each.
    for (body, extra) in [
        ("for i in 0..N { i; }", 1),
        ("for i in 0..=N { i; }", 2),
        ("let i = 0; while i < N { i += 1; }", 1),
        ("let i = 0; loop { if i == N { break; } i += 1; }", 2),
        ("let i = 0; do { i += 1; } until i >= N;", 1),
        ("let i = 0; while abs(i) < N / 2 { i += 1; }", 2),
        ("for i in 0..N / 2 { help(); }", 1),
    ] {
        let script = |n: u32| {
            format!(
                "fn help() {{ }}\nfn capture(a, d) {{ if a == () {{ help(); }} {} TAKE }}",
                body.replace('N', &n.to_string())
            )
        };
        let most = MAX_STEPS - extra;
        assert_eq!(table(&script(most)), Ok(Verdict::Take), "{body}");
        let error = table(&script(most + 2)).expect_err("too many");
        assert!(
            error.contains("step limit: more than 100000 steps"),
            "{body}: {error}"
        );
    }
}

#[test]
fn memory_is_bounded() {
    for body in [
        "let x = [1]; loop { x += x; }",
        "let x = \"ab\"; loop { x += x; }",
        "let x = []; loop { x += [x]; }",
        "let x = []; loop { x = [x, x]; }",
        "let x = 1; loop { x *= 2; }",
        "let x = 1; loop { x = 2 ** x; }",
        "for x in 0..9223372036854775807 { x; }",
        "for x in -9223372036854775807..=9223372036854775807 { x; }",
    ] {
        let error = table(&format!("fn capture(a, d) {{ {body} TAKE }}")).expect_err(body);
        assert!(error.contains("[script-failed]"), "{body}: {error}");
    }
    let lets: String = (0..300).map(|i| format!("let x{i} = 1; ")).collect();
    let error = table(&format!("fn capture(a, d) {{ {lets} TAKE }}")).expect_err("too many");
    assert!(error.contains("variables"), "{error}");
}

#[test]
fn texts_are_bounded() {
    let long = format!(
        "fn capture(a, d) {{ TAKE }}\n{}",
        "// x\n".repeat(MAX_BYTES / 5)
    );
    assert!(
        table(&long)
            .expect_err("too long")
            .contains("[script-too-large]")
    );
    let lines = format!(
        "{}fn capture(a, d) {{ TAKE }}\n",
        "\n".repeat(MAX_BYTES - 30)
    );
    assert_eq!(table(&lines), Ok(Verdict::Take));
    let many: String = (0..=MAX_FUNCTIONS)
        .map(|i| format!("fn f{i}() {{ }}\n"))
        .collect();
    assert!(
        table(&many)
            .expect_err("too many")
            .contains("[script-too-large]")
    );
}

#[test]
fn a_handle_is_nothing_once_its_call_is_over() {
    let mut spec = bare(3, 3, &["soldier"]);
    let script =
        compile(&mut spec, &["fn landed(pos, at) { pos.quiet(); return; }"]).expect("a script");
    let tables = Arc::new(Tables::<1>::compile(spec).expect("tables"));
    let mut engine = script.program.engine();
    super::super::board::register(&mut engine, &tables);
    let handle = super::super::board::Held::<1>(Arc::default());
    let args = (handle, masque_core::site::Site(0));
    let caller = super::super::interpreter::Caller::new(engine, script.program.ast.clone());
    let error = caller.call("landed", args).expect_err("failed");
    match super::super::failure::failure(*error, &script.program.texts) {
        super::super::failure::Failure::Failed(message, Some(span)) => {
            assert_eq!(
                message,
                "the hook that was given this view or position is over"
            );
            assert_eq!(span.source.line_column(span.range.start), (1, 26));
        }
        _ => panic!("a failure with its place"),
    }
}

#[test]
fn nonsense_is_refused_and_never_panics() {
    const WORDS: &[&str] = &[
        "fn",
        "capture",
        "landed",
        "moves",
        "(",
        ")",
        "(a, d)",
        "(pos, at)",
        "{",
        "}",
        "{",
        "}",
        ";",
        ",",
        ".",
        "=",
        "==",
        "+",
        "-",
        "!",
        "|",
        "||",
        "&&",
        "[",
        "]",
        "#{",
        "\"",
        "\"a\"",
        "`",
        "`${",
        "'",
        "a",
        "d",
        "pos",
        "at",
        "TAKE",
        "REFUSE",
        "SOLDIER",
        "OPTION",
        "1",
        "0x",
        "1.5",
        "if",
        "else",
        "for",
        "in",
        "while",
        "loop",
        "do",
        "until",
        "switch",
        "=>",
        "_",
        "let",
        "const",
        "return",
        "break",
        "continue",
        "is_empty",
        "()",
        "refuse(\"x\")",
        "pos.owner(at)",
        "rank(a)",
        "//",
        "///",
        "/*",
        "*/",
        "\n",
        "é",
        "\u{0}",
        "::",
        "..",
        "..=",
        "?",
        "??",
        "?.",
        "@",
        "~",
        "\\",
    ];
    let mut seed = 1_u64;
    let mut next = |n: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let mut good = 0;
    for _ in 0..4_000 {
        let mut text = [
            "",
            "fn capture(a, d) { ",
            "fn landed(pos, at) { ",
            "fn capture(a, d) { if a == d { ",
        ][next(4)]
        .to_owned();
        for _ in 0..next(14) {
            text.push_str(WORDS[next(WORDS.len())]);
            text.push(' ');
        }
        text.push_str(["", "}", "} }", "TAKE }", "} TAKE }"][next(5)]);
        let mut spec = bare(3, 3, &["soldier"]);
        match Script::compile(&resolved(&[&text], &[]), &mut spec, None, &[]) {
            Ok(_) => good += 1,
            Err(errors) => {
                assert!(!errors.is_empty(), "{text}");
                for error in errors {
                    let span = error
                        .span
                        .as_ref()
                        .unwrap_or_else(|| panic!("{text}: {error}"));
                    assert!(
                        span.source.text.get(span.range.clone()).is_some(),
                        "{text}: {error}"
                    );
                }
            }
        }
    }
    assert!(good > 20, "{good}");
}
