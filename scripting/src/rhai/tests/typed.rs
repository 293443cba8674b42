//! What does not fit is told before a game: with its place, a hint, and the clause of the hook.

use super::*;

/// The one error of a body of `landed(pos, at)` on a 3x3 board with a soldier and a general.
fn wrong(body: &str) -> String {
    let errors = refused(&format!("fn landed(pos, at) {{ {body} }}"));
    assert_eq!(errors.len(), 1, "{errors:#?}");
    let place = errors[0].strip_prefix("v0/rules.rhai:1:").expect("a place");
    place.to_owned()
}

/// Bodies, each with the column and the message, whose places are those of a body that begins at column 22.
const WRONG: &[(&str, &str)] = &[
    (
        "if pos.kind(at) == RED { pos.remove(at); }",
        "38: a kind is never equal to a side [unlike-types]; compare values of one type",
    ),
    (
        "if pos.kind(at) != \"soldier\" { pos.remove(at); }",
        "38: a kind is never equal to a word [unlike-types]; a kind's word is `name(kind)`",
    ),
    (
        "if pos.piece(at) == SOLDIER { pos.remove(at); }",
        "39: a piece is never equal to a kind [unlike-types]; a piece has `.kind` and `.side`",
    ),
    (
        "if at == pos.own() { pos.remove(at); }",
        "28: a site is never equal to a set [unlike-types]; `at in set` asks whether a site is in a set",
    ),
    (
        "if TAKE == \"take\" { pos.remove(at); }",
        "30: a verdict is never equal to a word [unlike-types]; compare with TAKE, BOTH, LOST, STAY or REFUSE",
    ),
    (
        "if pos == pos { pos.remove(at); }",
        "29: two values of type pos cannot be compared [wrong-type]",
    ),
    (
        "if pos.own() { pos.remove(at); }",
        "28: a condition is a bool, not a set [wrong-type]; compare it with something, as in `x == RED` or `x != ()`",
    ),
    (
        "pos.remove(1);",
        "26: `remove` does not go with (pos, int); it is `pos.remove(site or set)` [wrong-type]",
    ),
    (
        "pos.remove(at + at);",
        "36: `+` does not go with (site, site) [wrong-type]",
    ),
    (
        "if pos.last_to(RED) < 3 { pos.remove(at); }",
        "42: `<` does not go with (site or (), int) [wrong-type]; where there may be `()`, test for it first: `if x == () { ... }`",
    ),
    (
        "let x = at; x = RED; pos.remove(x);",
        "36: `x` is a site, and cannot become a side [wrong-type]; use another variable",
    ),
    (
        "for x in 0..3 { x; } for y in at { y; }",
        "52: a site cannot be walked through [wrong-type]; a `for` takes a set, a list or a range",
    ),
    (
        "let x = if pos.is_empty(at) { at } else { RED }; pos.remove(x);",
        "36: one branch gives a site and another a side [wrong-type]; branches whose value is used give one type, or `()`",
    ),
    (
        "switch pos.kind(at) { 1 => { pos.remove(at); } _ => { } }",
        "32: a `switch` cannot go over a kind or () [wrong-type]; it goes over ints, words and bools; compare others with `==`",
    ),
    (
        "switch pos.quiet() { \"a\" => { pos.remove(at); } _ => { } }",
        "22: a case of another type in a `switch` over a int [wrong-type]",
    ),
    (
        "pos.own().len()",
        "20: `landed` must give (), and gives int [wrong-result]; end it with `return;`, or leave the value out",
    ),
    (
        "pos.put(at, pos.kind(at).side, SOLDIER);",
        "47: a kind or () has no property `side` [wrong-type]; pieces have `.side` and `.kind`",
    ),
    (
        "let x = [1, RED]; if 1 in x { pos.remove(at); }",
        "34: this list cannot be compiled [not-compiled]; a list holds ints, words or kinds, all of one type and written out",
    ),
    (
        "let x = []; if 1 in x { pos.remove(at); }",
        "30: an empty list cannot be compiled [not-compiled]; the empty set is `nowhere()`",
    ),
    (
        "let x = [1, 2]; if x[0] == 1 { pos.remove(at); }",
        "42: `[...]` after a value cannot be compiled [not-compiled]; write it otherwise, or name the hook in `[hooks] interpreted`",
    ),
    (
        "let x = 0..3; for i in x { pos.remove(at); }",
        "31: a range stands only after `for ... in` [not-compiled]; compare with `>=` and `<`",
    ),
    (
        "let all = OPTION; pos.remove(at);",
        "32: `OPTION` cannot be used by itself [not-compiled]; an option is read as `OPTION.name`",
    ),
];

#[test]
fn what_does_not_fit_is_told_with_place_and_hint() {
    let found: Vec<(&str, String)> = WRONG.iter().map(|(b, _)| (*b, wrong(b))).collect();
    let expected: Vec<(&str, String)> = WRONG.iter().map(|(b, m)| (*b, (*m).into())).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_clause_of_the_hook_is_named() {
    let text = "/// clause: fog\nfn landed(pos, at) { help(pos, at); }\nfn help(pos, at) { if at == RED { pos.remove(at); } }";
    assert_eq!(
        refused(text),
        [
            "v0/rules.rhai:3:26: a site is never equal to a side [unlike-types] (clause fog); compare values of one type"
        ]
    );
}

#[test]
fn table_hooks_have_no_board() {
    assert_eq!(
        refused("fn capture(a, d) { if site(\"a1\") in region(\"all\") { TAKE } else { STAY } }"),
        [
            "v0/rules.rhai:1:23: `site` needs a board, and a table hook has none [wrong-type]",
            "v0/rules.rhai:1:37: `region` needs a board, and a table hook has none [wrong-type]",
        ]
    );
    assert_eq!(
        refused("fn capture(a, d) { if a == d { TAKE } }"),
        [
            "v0/rules.rhai:1:18: `capture` must give verdict, and gives verdict or () [wrong-result]; a verdict is TAKE, BOTH, LOST, STAY or REFUSE, the same words in lower case from an option, or `refuse(\"clause\")`"
        ]
    );
}

#[test]
fn a_function_is_typed_for_each_use_of_it() {
    let text = "fn same(a, b) { a == b }\nfn landed(pos, at) { if same(at, at) && same(RED, pos.owner(at)) { pos.remove(at); } }";
    let mut spec = bare(3, 3, &["soldier", "general"]);
    compile(&mut spec, &[text]).expect("a script");
    let text = text.replace("same(at, at)", "same(at, RED)");
    assert_eq!(
        refused(&text),
        [
            "v0/rules.rhai:1:19: a site is never equal to a side [unlike-types]; compare values of one type"
        ]
    );
}

#[test]
fn an_option_that_is_off_is_no_error_where_it_is_not_used() {
    let text = "fn landed(pos, at) { if OPTION.most != \"off\" && pos.quiet() > OPTION.most { pos.remove(at); } }";
    for value in [OptionValue::Off, OptionValue::Int(4)] {
        let mut spec = bare(3, 3, &["soldier"]);
        let options = [("most", value)];
        let script = Script::compile(&resolved(&[text], &options), &mut spec, None, &[]);
        script.map_err(written).expect("a script");
    }
    let text = text.replace("OPTION.most != \"off\" && ", "");
    let mut spec = bare(3, 3, &["soldier"]);
    let options = [("most", OptionValue::Off)];
    let script = Script::compile(&resolved(&[&text], &options), &mut spec, None, &[]);
    assert_eq!(
        script.map_err(written).expect_err("refused"),
        ["v0/rules.rhai:1:37: `>` does not go with (int, word) [wrong-type]"]
    );
}

#[test]
fn hooks_may_be_left_to_the_interpreter_by_name() {
    let text = "fn landed(pos, at) { let x = [pos.quiet()]; if x[0] > 3 { pos.remove(at); } }";
    let mut spec = bare(3, 3, &["soldier"]);
    compile_untyped(&mut spec, &[text]).expect("a script");
    let span = Span::new(&Source::new("v/variant.toml", "x"), 0..1);
    let unknown = [Located {
        value: "landet".to_owned(),
        span,
    }];
    let text = "fn landed(pos, at) { pos.remove(at); }";
    let script = Script::compile(&resolved(&[text], &[]), &mut spec, None, &unknown);
    assert_eq!(
        script.map_err(written).expect_err("refused"),
        [
            "v/variant.toml:1:1: unknown hook of the script `landet` [unknown-hook]; did you mean `landed`? known: landed"
        ]
    );
}

/// Texts of a chain, each under a name of its own.
fn named(texts: &[(&str, &str)]) -> Result<Script, Vec<String>> {
    let mut spec = bare(3, 3, &["soldier", "general"]);
    let mut all = resolved(&[], &[]);
    all.scripts = texts
        .iter()
        .map(|(name, text)| ((*name).to_owned(), Source::new(*name, *text)))
        .collect();
    let script = Script::compile(&all, &mut spec, None, &[]).map_err(written)?;
    Ok(script.expect("there are scripts"))
}

const RULES: &str =
    "import \"lib\" as lib;\nfn landed(pos, at) { if lib::lone(pos, at) { pos.remove(at); } }";
const LIB: &str = "fn lone(pos, at) { friends(pos, at).is_empty() }\nfn friends(pos, at) { pos.adjacent(at) & pos.own() }\nfn unused() { 1 }";

#[test]
fn modules_are_shared_and_keep_their_places() {
    named(&[("v/lib.rhai", LIB), ("v/rules.rhai", RULES)]).expect("a script");
    let other = RULES.replace("\"lib\"", "\"go/lib\"");
    named(&[("go/lib.rhai", LIB), ("v/rules.rhai", &other)]).expect("a script");
    let slip = LIB.replace("pos.own()", "at");
    assert_eq!(
        named(&[("v/lib.rhai", &slip), ("v/rules.rhai", RULES)]).expect_err("refused"),
        ["v/lib.rhai:2:40: `&` does not go with (set, site) [wrong-type]"]
    );
    let slip = RULES.replace("remove(at)", "remove(1)");
    assert_eq!(
        named(&[("v/lib.rhai", LIB), ("v/rules.rhai", &slip)]).expect_err("refused"),
        [
            "v/rules.rhai:2:50: `remove` does not go with (pos, int); it is `pos.remove(site or set)` [wrong-type]"
        ]
    );
}

#[test]
fn what_is_wrong_with_a_module_is_told() {
    for (lib, rules, message) in [
        (
            LIB.to_owned(),
            RULES.replace("lib::lone", "lib::alone"),
            "v/rules.rhai:2:30: unknown function `alone` [unknown-function]; did you mean `lone`?",
        ),
        (
            LIB.to_owned(),
            format!(
                "{}\nfn mine(pos, at) {{ lib::lone(pos, at) }}",
                RULES.replace("lib::lone", "lib::mine")
            ),
            "v/rules.rhai:2:30: unknown function of `lib` `mine` [unknown-function]; known: lone, friends, unused",
        ),
        (
            format!("{LIB}\nfn placed(pos, at) {{ }}"),
            RULES.to_owned(),
            "v/lib.rhai:4:4: a module has no hooks, and `placed` is one [wrong-import]; put it into the script that imports the module",
        ),
        (
            LIB.to_owned(),
            format!("{RULES}\nfn friends(pos, at) {{ landed(pos, at) }}"),
            "v/rules.rhai:3:4: `friends` is also a function of v/lib.rhai [wrong-import]; choose another name",
        ),
    ] {
        let errors = named(&[("v/lib.rhai", &lib), ("v/rules.rhai", &rules)]).expect_err("refused");
        assert!(errors.contains(&message.to_owned()), "{errors:#?}");
    }
}

#[test]
fn parameters_and_loop_variables_may_become_nothing() {
    let text = "fn f(pos, x, n) { x = pos.last_to(RED); n = if x == () { 3 }; x }
fn landed(pos, at) {
    f(pos, (), 1);
    f(pos, at, 1);
    for (i, n) in 0..3 { if i == 1 { i = if n == 1 { 7 }; n = (); } if i == () || n == () { pos.remove(at); } }
    return;
}";
    let mut spec = bare(3, 3, &["soldier"]);
    let script = compile(&mut spec, &[text]).expect("a script");
    let tables = Arc::new(Tables::<1>::compile(spec).expect("tables"));
    script.compiled(&tables).expect("code");
}
