//! Table hooks are evaluated when a variant is loaded.

use super::super::check::Reads;
use super::*;
use masque_core::spec::Verdict::{Both, Refuse, Stay, Take};
use masque_core::spec::{ClashSpec, Verdict};

fn verdicts(table: &[ClashSpec]) -> Vec<Verdict> {
    table.iter().map(|c| c.verdict).collect()
}

const BANQI: &str = r#"
/// clause: rank-order, soldier-takes-general
fn capture(attacker, defender) {
    if attacker == SOLDIER && defender == GENERAL { TAKE }
    else if attacker == GENERAL && defender == SOLDIER { if OPTION.general_takes_soldier { TAKE } else { REFUSE } }
    else if rank(attacker) == rank(defender) { OPTION.equal_open }
    else if rank(attacker) > rank(defender) { TAKE } else { REFUSE }
}
"#;

fn banqi(equal: &str, general: bool) -> Result<Spec, Vec<String>> {
    let mut spec = bare(8, 4, &["soldier", "horse", "general"]);
    let options = [
        ("equal_open", OptionValue::Word(equal.into())),
        ("general_takes_soldier", OptionValue::Bool(general)),
    ];
    Script::compile(&resolved(&[BANQI], &options), &mut spec, None, &[]).map_err(written)?;
    Ok(spec)
}

#[test]
fn a_rank_table_comes_from_the_script() {
    let spec = banqi("both", false).expect("a table");
    assert_eq!(
        verdicts(&spec.capture.open),
        [Both, Refuse, Take, Take, Both, Refuse, Refuse, Take, Both]
    );
    assert!(spec.capture.dark.is_empty());
    let spec = banqi("take", true).expect("a table");
    assert_eq!(
        verdicts(&spec.capture.open),
        [Take, Refuse, Take, Take, Take, Refuse, Take, Take, Take]
    );
    assert_eq!(
        banqi("attacker_wins", true).map(drop),
        Err(vec![
            "v0/rules.rhai:3:4: `capture` must give a verdict, and gave the word \"attacker_wins\" [wrong-result] (clause rank-order); \
             asked for `capture` of soldier upon soldier; a verdict is TAKE, BOTH, LOST, STAY or REFUSE, the same words in lower case from an option, or `refuse(\"clause\")`"
                .to_owned()
        ])
    );
}

#[test]
fn tables_that_were_filled_before_are_those_of_the_same_words_ranks_options_and_texts() {
    const TEXT: &str = r#"
        fn capture(a, d) {
            if OPTION.ties == "off" { return if rank(a) > rank(d) { TAKE } else { REFUSE }; }
            if a == GENERAL { STAY } else if rank(a) >= rank(d) { TAKE } else { REFUSE }
        }
    "#;
    let fill = |kinds: &[&str], rank: i32, ties: &str, other: bool, text: &str| {
        let mut spec = bare(3, 3, kinds);
        spec.kinds[0].rank = rank;
        let options = [
            ("other", OptionValue::Bool(other)),
            ("ties", OptionValue::Word(ties.into())),
        ];
        Script::compile(&resolved(&[text], &options), &mut spec, None, &[]).expect("a script");
        verdicts(&spec.capture.open)
    };
    let kinds = ["soldier", "general"];
    for _ in 0..2 {
        assert_eq!(
            fill(&kinds, 1, "on", false, TEXT),
            [Take, Refuse, Stay, Stay]
        );
        assert_eq!(
            fill(&kinds, 1, "on", true, TEXT),
            [Take, Refuse, Stay, Stay]
        );
        assert_eq!(
            fill(&kinds, 1, "off", true, TEXT),
            [Refuse, Refuse, Take, Refuse]
        );
        assert_eq!(fill(&kinds, 3, "on", false, TEXT), [Take, Take, Stay, Stay]);
        let turned = ["general", "soldier"];
        assert_eq!(
            fill(&turned, 1, "on", false, TEXT),
            [Stay, Stay, Take, Take]
        );
        let changed = TEXT.replace(">=", "<");
        assert_eq!(
            fill(&kinds, 1, "on", false, &changed),
            [Refuse, Take, Stay, Stay]
        );
    }
}

#[test]
fn what_a_script_reads_of_the_options_is_known() {
    let reads = |text: &str| {
        let options = [
            ("other", OptionValue::Bool(true)),
            ("ties", OptionValue::Bool(false)),
        ];
        let mut spec = bare(3, 3, &["soldier"]);
        let left = untyped(&[text]);
        let script = Script::compile(&resolved(&[text], &options), &mut spec, None, &left);
        let script = script
            .map_err(written)
            .expect("a script")
            .expect("a script");
        script.program.reads.clone()
    };
    let named = |names: &[&str]| Reads::Named(names.iter().map(|n| (*n).to_owned()).collect());
    let text = "fn capture(a, d) { if OPTION.ties { TAKE } else { REFUSE } }";
    assert_eq!(reads(text), named(&["ties"]));
    assert_eq!(reads("fn capture(a, d) { TAKE }"), named(&[]));
    let whole = "fn f(all) { TAKE } fn capture(a, d) { f(OPTION) }";
    assert_eq!(reads(whole), Reads::All);
    let kept = "fn capture(a, d) { let all = OPTION; TAKE }";
    assert_eq!(reads(kept), Reads::All);
}

#[test]
fn another_order_of_ranks_is_another_matrix() {
    let order = |list: &str| {
        let mut spec = bare(3, 3, &["soldier", "horse", "general"]);
        let text = format!(
            "fn place(kind) {{ let i = 0; for k in [{list}] {{ if k == kind {{ return i; }} i += 1; }} -1 }}\n\
             fn capture(a, d) {{ if place(a) >= place(d) {{ TAKE }} else {{ REFUSE }} }}"
        );
        compile(&mut spec, &[&text]).expect("a script");
        verdicts(&spec.capture.open)
    };
    assert_eq!(
        order("SOLDIER, HORSE, GENERAL"),
        [Take, Refuse, Refuse, Take, Take, Refuse, Take, Take, Take]
    );
    assert_eq!(
        order("GENERAL, HORSE, SOLDIER"),
        [Take, Take, Take, Refuse, Take, Take, Refuse, Refuse, Take]
    );
}

#[test]
fn clauses_stand_in_the_entries() {
    let mut spec = bare(3, 3, &["soldier", "general"]);
    let text = "fn capture(a, d) { if a == d { return BOTH.because(\"equal-falls\"); } if a == GENERAL { refuse(\"no-soldiers\") } TAKE }\n\
                fn dark(a, d) { if capture(a, d) == TAKE { TAKE } else { STAY } }";
    compile(&mut spec, &[text]).expect("a script");
    let entries: Vec<(Verdict, &str)> = spec
        .capture
        .open
        .iter()
        .map(|c| (c.verdict, c.clause.as_str()))
        .collect();
    assert_eq!(
        entries,
        [
            (Both, "equal-falls"),
            (Take, ""),
            (Refuse, "no-soldiers"),
            (Both, "equal-falls")
        ]
    );
    // A refusal inside ends the hook that was asked.
    assert_eq!(verdicts(&spec.capture.dark), [Stay, Take, Refuse, Stay]);
    assert_eq!(spec.hooks.clauses, ["equal-falls", "no-soldiers"]);
}

#[test]
fn a_table_has_one_layer_for_each_manner() {
    let mut spec = bare(3, 3, &["soldier", "cannon"]);
    spec.manners = vec!["step".into(), "jump".into()];
    compile(
        &mut spec,
        &["fn capture(a, d, manner) { if a == CANNON && manner == STEP { REFUSE } else { TAKE } }"],
    )
    .expect("a script");
    assert_eq!(
        verdicts(&spec.capture.open),
        [Take, Take, Refuse, Refuse, Take, Take, Take, Take]
    );
    compile(
        &mut spec,
        &["fn capture(a, d) { if a == d { BOTH } else { TAKE } }"],
    )
    .expect("a script");
    assert_eq!(
        verdicts(&spec.capture.open),
        [Both, Take, Take, Both, Both, Take, Take, Both]
    );
}

#[test]
fn a_child_overrides_functions() {
    let mut spec = bare(3, 3, &["soldier", "general"]);
    let parent = "fn equal() { TAKE }\nfn capture(a, d) { if a == d { equal() } else { REFUSE } }";
    compile(&mut spec, &[parent, "fn equal() { BOTH }"]).expect("a script");
    assert_eq!(verdicts(&spec.capture.open), [Both, Refuse, Refuse, Both]);
    // The last text that has the hook decides, whatever the number of parameters.
    compile(&mut spec, &[parent, "fn capture(a, d, m) { STAY }"]).expect("a script");
    assert_eq!(verdicts(&spec.capture.open), [Stay; 4]);
}

#[test]
fn failures_while_filling_have_places() {
    assert_eq!(
        refused(
            "/// clause: order\nfn capture(a, d) {\n    let x = 1;\n    while x > 0 { x += 1; }\n    TAKE\n}"
        ),
        [
            "v0/rules.rhai:4:17: step limit: more than 100000 steps [script-failed] (clause order); asked for `capture` of soldier upon soldier"
        ]
    );
    assert_eq!(
        refused_untyped("fn capture(a, d) { if a == GENERAL { rank(d) + a; } TAKE }"),
        [
            "v0/rules.rhai:1:46: `+` does not go with (int, kind) [script-failed]; asked for `capture` of general upon soldier"
        ]
    );
    assert_eq!(
        refused_untyped("fn capture(a, d) { rank(1); TAKE }"),
        [
            "v0/rules.rhai:1:20: `rank` does not go with (int); it is `rank(kind)` [script-failed]; asked for `capture` of soldier upon soldier"
        ]
    );
    assert_eq!(
        refused_untyped("fn capture(a, d) { if rank(a) { TAKE } else { STAY } }"),
        [
            "v0/rules.rhai:1:23: expected bool, found int [script-failed]; asked for `capture` of soldier upon soldier"
        ]
    );
    assert_eq!(
        refused_untyped("fn capture(a, d) { site(\"a1\"); TAKE }"),
        [
            "v0/rules.rhai:1:20: `site` needs a board, and a table hook has none [script-failed]; asked for `capture` of soldier upon soldier"
        ]
    );
    let many = "fn capture(a, d) { for i in 0..90000 { i; } TAKE }";
    let mut spec = bare(3, 3, &["a", "b", "c", "d", "e", "f"]);
    assert_eq!(
        compile(&mut spec, &[many]).expect_err("refused"),
        [
            "v0/rules.rhai:1:4: step limit: the table `capture` takes more than 2000000 steps to fill [script-failed]"
        ]
    );
}

#[test]
fn options_hold_numbers_words_and_lists() {
    let mut spec = bare(3, 3, &["soldier", "horse"]);
    let text = "fn capture(a, d) { if name(d) in OPTION.never { REFUSE } else if OPTION.most == \"off\" || rank(a) < OPTION.most { TAKE } else { STAY } }";
    for (never, most, expected) in [
        (
            vec!["horse".to_owned()],
            OptionValue::Int(2),
            [Take, Refuse, Stay, Refuse],
        ),
        (Vec::new(), OptionValue::Off, [Take; 4]),
    ] {
        let options = [("never", OptionValue::Words(never)), ("most", most)];
        Script::compile(&resolved(&[text], &options), &mut spec, None, &[]).expect("a script");
        assert_eq!(verdicts(&spec.capture.open), expected);
    }
    let text = "fn capture(a, d) { if OPTION.mots { REFUSE } else { TAKE } }";
    let wrong = Script::compile(
        &resolved(&[text], &[("most", OptionValue::Off)]),
        &mut spec,
        None,
        &[],
    )
    .map_err(written);
    assert_eq!(
        wrong.expect_err("refused"),
        [
            "v0/rules.rhai:1:30: unknown option `mots` [unknown-option]; did you mean `most`? known: most"
        ]
    );
}
