//! Hooks as modules on small boards, and modules that must not get away with anything.

use std::sync::Arc;

use masque_core::engine::{Engine, Match};
use masque_core::game::PlayError;
use masque_core::hooks::HookError;
use masque_core::random::Seed;

use super::*;
use crate::folder::{Folder, Library, Shelf};
use crate::rhai::api::FUNCTIONS;
use crate::variant::{self, Backend, Variant};

/// Two files of men and a general, and a module.
const VARIANT: &str = r#"
title = "Men"
script = "rules.wat"
[board]
files = 3
ranks = 3
[board.regions]
back = "a3-c3"
[options.brave]
type = "bool"
default = true
doc = "d"
[options.most]
type = "int"
default = 5
min = 0
max = 9
doc = "d"
[options.way]
type = "choice"
choices = ["far", "near"]
default = "near"
doc = "d"
[sides.red]
[sides.black]
[kinds.man]
letter = "M"
rank = 1
moves = [{ betza = "W" }]
[kinds.general]
letter = "G"
rank = 7
moves = [{ betza = "W" }]
[setup]
start = """
. g .
m . .
M G .
"""
[variables]
bombs = 2
[end.gone]
when = "eliminated"
then = "loses"
"#;

fn load_files(more: &str, name: &str, module: &str) -> Result<Variant, Vec<String>> {
    let toml = VARIANT.replace("rules.wat", name) + more;
    let files = [("variant.toml", toml.as_str()), (name, module)];
    let folder = Folder::from_files("v", files).map_err(written)?;
    variant::load(&Shelf::default(), &folder, None, &[]).map_err(written)
}

fn written(errors: Diagnostics) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}

fn load(more: &str, module: &str) -> Variant {
    load_files(more, "rules.wat", module).unwrap_or_else(|e| panic!("{e:#?}"))
}

#[track_caller]
fn refused(more: &str, module: &str) -> Vec<String> {
    load_files(more, "rules.wat", module).expect_err("refused")
}

fn start(variant: &Variant) -> (Arc<dyn Engine>, Box<dyn Match>) {
    let engine = variant.engine();
    let setup = engine.deal(&Seed::from_u64(1), [None, None]);
    let game = engine.start(&setup).expect("a start");
    (engine, game)
}

/// A module with a hook `landed` of this body.
fn landed(imports: &str, body: &str) -> String {
    format!(
        "(module {imports} (memory (export \"memory\") 1) (func (export \"landed\") (param $at i32) {body}))"
    )
}

/// What a move that lands comes to.
fn lands(more: &str, module: &str) -> Result<String, PlayError> {
    let variant = load(more, module);
    let (_, mut game) = start(&variant);
    let before = game.text(masque_core::piece::Observer::Public);
    let action = game.parse_action(game.turn(), "a1a2").expect("an action");
    let played = game.play(game.turn(), action, false);
    let text = game.text(masque_core::piece::Observer::Public);
    match played {
        Ok(_) => Ok(text),
        Err(error) => {
            assert_eq!(text, before, "nothing changes when a hook fails");
            Err(error)
        }
    }
}

/// What is said of a hook that fails.
#[track_caller]
fn fails(imports: &str, body: &str) -> String {
    match lands("", &landed(imports, body)) {
        Err(PlayError::Hook(HookError::Failed {
            hook: "landed",
            message,
        })) => message,
        other => panic!("it does not fail: {other:?}"),
    }
}

/// That a hook fails, and how what is said ends.
#[track_caller]
fn fails_with(imports: &str, body: &str, words: &str) {
    let told = fails(imports, body);
    assert!(told.ends_with(words), "{told}");
}

#[test]
fn every_function_of_the_api_is_there_with_its_type() {
    for words in [1, 2, 6] {
        let mut linked = 0;
        let mut text = String::from("(module");
        for name in imports() {
            let (params, results) = import_type(name, words).expect("it is an import");
            let list = |sort: &str, types: &[wasmtime::ValType]| {
                let types: Vec<String> = types.iter().map(ToString::to_string).collect();
                match types.is_empty() {
                    true => String::new(),
                    false => format!(" ({sort} {})", types.join(" ")),
                }
            };
            text += &format!(
                "(import \"masque\" \"{name}\" (func{}{}))",
                list("param", &params),
                list("result", &results)
            );
            linked += 1;
        }
        text += "(memory (export \"memory\") 1) (func (export \"landed\") (param i32)))";
        assert_eq!(linked, FUNCTIONS.len() - 12 + signature::OWN.len());
        let size = [(1, 3), (2, 9), (6, 12)].iter().find(|(w, _)| *w == words);
        let size = size.expect("a width").1;
        let toml = format!(
            "title = 'T'\nscript = 'r.wat'\n[board]\nfiles = {size}\nranks = {size}\n[sides.red]\n[sides.black]\n[kinds.man]\nletter = 'M'\nmoves = [{{ betza = 'W' }}]\n[end.gone]\nwhen = 'eliminated'\nthen = 'loses'\n"
        );
        let folder = Folder::from_files(
            "v",
            [("variant.toml", toml.as_str()), ("r.wat", text.as_str())],
        );
        let loaded = variant::load(&Shelf::default(), &folder.expect("a folder"), None, &[]);
        let variant = loaded.unwrap_or_else(|e| panic!("{words}: {e:#?}"));
        variant
            .engine_on(Backend::Wasm)
            .unwrap_or_else(|e| panic!("{words}: {e}"));
    }
}

#[test]
fn a_table_hook_fills_the_table() {
    // By rank, but a man takes a general where the option says so; a man and a man fall both.
    let module = r#"(module
      (import "masque" "rank" (func $rank (param i32) (result i64)))
      (import "masque" "option" (func $option (param i32 i32) (result i64)))
      (import "masque" "option_is" (func $is (param i32 i32 i32 i32) (result i32)))
      (import "masque" "kind_named" (func $kind (param i32 i32) (result i32)))
      (import "masque" "because" (func $because (param i32 i32)))
      (import "masque" "refuse" (func $refuse (param i32 i32)))
      (memory (export "memory") 1)
      (data (i32.const 0) "brave") (data (i32.const 8) "way") (data (i32.const 16) "near")
      (data (i32.const 32) "rank-order") (data (i32.const 48) "equals") (data (i32.const 64) "man") (data (i32.const 72) "most")
      (func (export "capture") (param $a i32) (param $d i32) (result i32)
        (if (i64.ne (call $option (i32.const 72) (i32.const 4)) (i64.const 5)) (then (unreachable)))
        (if (i32.and (i32.eq (local.get $a) (local.get $d)) (i32.eq (local.get $a) (call $kind (i32.const 64) (i32.const 3))))
          (then (call $because (i32.const 48) (i32.const 6)) (return (i32.const 1))))
        (if (i64.ge_s (call $rank (local.get $a)) (call $rank (local.get $d))) (then (return (i32.const 0))))
        (if (i32.and (i32.wrap_i64 (call $option (i32.const 0) (i32.const 5))) (call $is (i32.const 8) (i32.const 3) (i32.const 16) (i32.const 4)))
          (then (return (i32.const 3))))
        (call $refuse (i32.const 32) (i32.const 10))
        (unreachable)))"#;
    let keys = "[hooks]\ncapture_clause = ['rank-order', 'equals']\n";
    let variant = load(keys, module);
    let table = |v: &Variant| -> Vec<(Verdict, String)> {
        v.spec()
            .capture
            .open
            .iter()
            .map(|e| (e.verdict, e.clause.clone()))
            .collect()
    };
    use masque_core::spec::Verdict;
    let entry = |v, c: &str| (v, c.to_owned());
    assert_eq!(
        table(&variant),
        [
            entry(Verdict::Both, "equals"),
            entry(Verdict::Stay, ""),
            entry(Verdict::Take, ""),
            entry(Verdict::Take, "")
        ]
    );
    let toml = VARIANT.to_owned() + keys;
    let folder = Folder::from_files(
        "v",
        [("variant.toml", toml.as_str()), ("rules.wat", module)],
    );
    let far = [("way".to_owned(), "far".to_owned())];
    let other =
        variant::load(&Shelf::default(), &folder.expect("a folder"), None, &far).expect("it loads");
    assert_eq!(table(&other)[1], entry(Verdict::Refuse, "rank-order"));
    // Nothing is left to run.
    assert!(!variant.script.as_ref().expect("a module").runs());
    let clauses = &variant.script.as_ref().expect("a module").hooks()[0].clauses;
    assert_eq!(
        clauses.iter().map(|c| c.0.as_str()).collect::<Vec<_>>(),
        ["rank-order", "equals"]
    );
}

const REFUSE: &str = r#"(import "masque" "refuse" (func $refuse (param i32 i32))) (data (i32.const 0) "no-landing")"#;

#[test]
fn a_module_refuses_under_a_clause() {
    let module = landed(REFUSE, "(call $refuse (i32.const 0) (i32.const 10))");
    let keys = "[hooks]\nlanded_clause = 'no-landing'\n";
    let error = lands(keys, &module).expect_err("it refuses");
    let PlayError::Refused(clause) = error else {
        panic!("{error}");
    };
    assert_eq!(load(keys, &module).engine().clause(clause), "no-landing");
    // Clauses that the file does not give are no clauses.
    assert_eq!(
        fails(REFUSE, "(call $refuse (i32.const 0) (i32.const 10))"),
        "v/rules.wat:1:144: it names the clause `no-landing`, which `[hooks] landed_clause` does not list"
    );
}

#[test]
fn a_module_acts_on_the_position() {
    let imports = r#"
      (import "masque" "adjacent" (func $adjacent (param i32) (result i64)))
      (import "masque" "enemy" (func $enemy (result i64)))
      (import "masque" "capture" (func $capture (param i64)))
      (import "masque" "put" (func $put (param i32 i32 i32)))
      (import "masque" "set_variable" (func $set (param i32 i32 i64)))
      (import "masque" "variable" (func $get (param i32 i32) (result i64)))
      (import "masque" "site" (func $site (param i32 i32) (result i32)))
      (data (i32.const 0) "bombs") (data (i32.const 8) "c1")
      (global (export "masque_picture") i32 (i32.const 1024))"#;
    let body = r#"
      ;; The mover's side stands first in the picture: red.
      (if (i32.ne (i32.load (i32.const 1024)) (i32.const 0)) (then (unreachable)))
      (call $capture (i64.and (call $adjacent (local.get $at)) (call $enemy)))
      (call $put (call $site (i32.const 8) (i32.const 2)) (i32.const 1) (i32.const 1))
      
      ;; Black's set in the picture, which is drawn anew: c1, since the man on a2 and the general on b3 are gone.
      (if (i64.ne (i64.load (i32.const 1040)) (i64.const 4)) (then (unreachable)))
      (call $set (i32.const 0) (i32.const 5) (i64.add (call $get (i32.const 0) (i32.const 5)) (i64.const 3)))"#;
    let module = landed(imports, body);
    let variant = load("", &module);
    let (_, mut game) = start(&variant);
    // The general goes to b2, beside the man on a2.
    let action = game.parse_action(game.turn(), "b1b2").expect("an action");
    game.play(game.turn(), action, false)
        .unwrap_or_else(|e| panic!("{e:?}"));
    let seen = game.observe(masque_core::piece::Observer::Public);
    let looks: Vec<&str> = seen.sites.iter().map(|s| s.look.as_str()).collect();
    assert_eq!(looks, ["M", ".", "g", ".", "G", ".", ".", ".", "."]);
    assert_eq!(seen.variables["bombs"], 5);
    assert_eq!(seen.captures, [2, 0]);
}

#[test]
fn a_generator_adds_actions_and_changes_nothing() {
    let moves = |imports: &str, body: &str| {
        format!(
            "(module {imports} (memory (export \"memory\") 1) (func (export \"moves\") (param $at i32) {body}))"
        )
    };
    let keys = "[hooks]\nmoves = 'general'\n";
    let module = moves(
        r#"(import "masque" "move_to" (func $to (param i32 i32)))"#,
        "(call $to (local.get $at) (i32.const 8)) (call $to (local.get $at) (i32.const 8))",
    );
    let (_, game) = start(&load(keys, &module));
    let legal = game.legal().expect("no hook fails");
    let far = game.parse_action(game.turn(), "b1c3").expect("an action");
    assert_eq!(legal.iter().filter(|a| **a == far).count(), 1);
    let failing = |imports: &str, body: &str, words: &str| {
        let (_, game) = start(&load(keys, &moves(imports, body)));
        let told = game.legal().expect_err("it fails").to_string();
        assert!(told.ends_with(words), "{told}");
    };
    failing(
        r#"(import "masque" "capture" (func $c (param i64)))"#,
        "(call $c (i64.const 1))",
        "this hook is only asked, and may not change the position",
    );
    failing(
        r#"(import "masque" "truth" (func $t (param i32) (result i32)))"#,
        "(drop (call $t (i32.const 1)))",
        "`truth` is for hooks that are given a position",
    );
    failing(
        r#"(import "masque" "move_to" (func $to (param i32 i32)))"#,
        "(call $to (i32.const 0) (i32.const 8))",
        "`move_to` adds actions of the piece asked about, on b1, not on a1",
    );
    fails_with(
        r#"(import "masque" "move_to" (func $to (param i32 i32)))"#,
        "(call $to (i32.const 0) (i32.const 8))",
        "`move_to` is for the hook `moves`",
    );
}

#[test]
fn a_verdict_hook_ends_the_game() {
    let ended = |result: &str| {
        format!(
            r#"(module (import "masque" "because" (func $because (param i32 i32)))
              (memory (export "memory") 1) (data (i32.const 0) "enough")
              (func (export "ended") (result i32) {result}))"#
        )
    };
    let keys = "[hooks]\nended_clause = 'enough'\n";
    let because = "(call $because (i32.const 0) (i32.const 6))";
    let outcome = |module: &str| {
        let (_, mut game) = start(&load(keys, module));
        let action = game.parse_action(game.turn(), "b1c1").expect("an action");
        let played = game.play(game.turn(), action, false);
        played
            .map(|_| game.outcome().map(|o| o.winner.map(|s| s.0)))
            .map_err(|e| e.to_string())
    };
    assert_eq!(outcome(&ended("(i32.const -1)")), Ok(None));
    assert_eq!(
        outcome(&ended(&format!("{because} (i32.const 1)"))),
        Ok(Some(Some(1)))
    );
    assert_eq!(
        outcome(&ended(&format!("{because} (i32.const 2)"))),
        Ok(Some(None))
    );
    for (result, told) in [
        (
            format!("{because} (i32.const 9)"),
            "it must give -1, 0, 1 or 2, and gave 9",
        ),
        (
            "(i32.const 0)".to_owned(),
            "it ends the game and named no clause: call `because` first",
        ),
    ] {
        let error = outcome(&ended(&result)).expect_err("it fails");
        assert!(error.ends_with(told), "{error}");
    }
}

#[test]
fn nothing_survives_a_call() {
    let imports = r#"(import "masque" "set_variable" (func $set (param i32 i32 i64)))
      (data (i32.const 0) "bombs") (global $calls (mut i64) (i64.const 0))"#;
    let body = "(global.set $calls (i64.add (global.get $calls) (i64.const 1)))
      (i64.store (i32.const 64) (i64.add (i64.load (i32.const 64)) (global.get $calls)))
      (call $set (i32.const 0) (i32.const 5) (i64.load (i32.const 64)))";
    let (_, mut game) = start(&load("", &landed(imports, body)));
    for text in ["b1c1", "b3c3", "c1b1", "c3b3"] {
        let action = game.parse_action(game.turn(), text).expect("an action");
        game.play(game.turn(), action, false)
            .unwrap_or_else(|e| panic!("{e:?}"));
        let seen = game.observe(masque_core::piece::Observer::Public);
        assert_eq!(seen.variables["bombs"], 1);
    }
}

#[test]
fn wrong_modules_are_refused_where_they_stand() {
    assert_eq!(
        refused(
            "",
            "(module\n  (func (export \"landed\") (param i32)\n    (call $nothing)))"
        ),
        [
            "v/rules.wat:3:11: not a module: unknown func: failed to find name `$nothing` [bad-module]"
        ]
    );
    assert_eq!(
        refused("", "(module\n (func (export \"landed\") (param i64)))"),
        [
            "v/rules.wat:2:16: export `landed` must be a function of (i32) that gives nothing, and is a function of (i64) that gives nothing [wrong-export-type]"
        ]
    );
    assert_eq!(
        refused("", "(module (func (export \"capture\") (param i32)))"),
        [
            "v/rules.wat:1:23: export `capture` must be a function of (i32, i32) that gives i32 or a function of (i32, i32, i32) that gives i32, and is a function of (i32) that gives nothing [wrong-export-type]"
        ]
    );
    assert_eq!(
        refused("", "(module (func (export \"lands\") (param i32)))"),
        [
            "v/rules.wat:1:23: unknown hook `lands` [unknown-hook]; did you mean `landed`? known: capture, dark, moves, landed, placed, flipped, acted, ended"
        ]
    );
    assert_eq!(
        refused("", "(module (func (export \"_start\")))"),
        [
            "v/rules.wat:1:1: the module exports no hook [no-hook]; hooks are capture, dark, moves, landed, placed, flipped, acted, ended"
        ]
    );
    assert_eq!(
        refused(
            "",
            "(module (import \"masque\" \"captur\" (func (param i64))) (func (export \"landed\") (param i32)))"
        ),
        [
            "v/rules.wat:1:26: unknown import `masque.captur` [unknown-import]; did you mean `masque.capture`?"
        ]
    );
    assert_eq!(
        refused(
            "",
            "(module (import \"wasi\" \"clock\" (func)) (func (export \"landed\") (param i32)))"
        ),
        [
            "v/rules.wat:1:24: unknown import `wasi.clock` [unknown-import]; the functions that may be imported are in docs/scripts.md"
        ]
    );
    assert_eq!(
        refused(
            "",
            "(module (import \"masque\" \"capture\" (func (param i32))) (func (export \"landed\") (param i32)))"
        ),
        [
            "v/rules.wat:1:26: import `masque.capture` is a function of (i64) that gives nothing, not a function of (i32) that gives nothing [wrong-import-type]"
        ]
    );
    let fine = landed("", "");
    let codes = |more: &str, module: &str| -> Vec<String> {
        refused(more, module)
            .iter()
            .map(|e| {
                let code = e.split_once(" [").map_or("", |(_, rest)| rest);
                code.split(']').next().unwrap_or_default().to_owned()
            })
            .collect()
    };
    assert_eq!(codes("[hooks]\nmoves = 'man'\n", &fine), ["missing-hook"]);
    assert_eq!(
        codes("[hooks]\nplaced_clause = 'x'\n", &fine),
        ["unknown-hook"]
    );
    assert_eq!(
        codes("[hooks]\ninterpreted = 'landed'\n", &fine),
        ["not-interpreted"]
    );
    let moves = fine.replace("landed", "moves");
    assert_eq!(codes("", &moves), ["hook-never-asked"]);
    let many = format!("(module {})", "(func)".repeat(untrusted::MAX_FUNCTIONS + 1));
    assert_eq!(codes("", &many), ["module-too-large"]);
    let picture = landed("(global (export \"masque_picture\") i64 (i64.const 0))", "");
    assert_eq!(codes("", &picture), ["wrong-export-type"]);
    // Table hooks have no board, and must give verdicts.
    let table = |imports: &str, body: &str| {
        format!(
            "(module {imports} (func (export \"capture\") (param i32 i32) (result i32) {body}))"
        )
    };
    let told = refused("", &table("", "(i32.const 5)"));
    assert_eq!(
        told,
        [
            "v/rules.wat:1:24: `capture` must give a verdict, from 0 to 4, and gave 5 [wrong-result]; asked for `capture` of man upon man"
        ]
    );
    let told = refused(
        "",
        &table(
            "(import \"masque\" \"turns\" (func (result i64)))",
            "(i32.wrap_i64 (call 0))",
        ),
    );
    assert!(
        told[0].contains("this function needs a board, and a table hook has none [script-failed]"),
        "{told:?}"
    );
    let told = refused("", &table("", "(loop $on (br $on)) (i32.const 0)"));
    assert!(
        told[0].contains("fuel limit: more than 10000000 [script-failed]"),
        "{told:?}"
    );
}

#[test]
fn what_runs_on_or_reaches_out_is_stopped() {
    let at = "v/rules.wat:1:53: ";
    assert_eq!(
        fails("", "(loop $on (br $on))"),
        format!("{at}fuel limit: more than 10000000")
    );
    let turns = r#"(import "masque" "turns" (func $turns (result i64)))"#;
    fails_with(
        turns,
        "(loop $on (drop (call $turns)) (br $on))",
        "step limit: more than 100000 steps",
    );
    fails_with(
        "(func $deep (call $deep))",
        "(call $deep)",
        "the module broke off: its functions are too deep inside one another",
    );
    fails_with(
        "",
        "(drop (memory.grow (i32.const 1000))) (unreachable)",
        "the module broke off: it wants more than 4194304 bytes of memory",
    );
    fails_with(
        "",
        "(drop (i32.load (i32.const -1)))",
        "the module broke off: it reads or writes outside its memory",
    );
    fails_with(
        "(func $on (loop $on (br $on))) (start $on)",
        "",
        "fuel limit: more than 10000000",
    );
    let told = fails(
        "(global (export \"masque_picture\") i32 (i32.const 65500))",
        "",
    );
    assert!(told.contains("`masque_picture` is 65500, where "), "{told}");
    let owner = r#"(import "masque" "owner" (func $owner (param i32) (result i32)))"#;
    for number in [-1, 9, 64, 70_000] {
        fails_with(
            owner,
            &format!("(drop (call $owner (i32.const {number})))"),
            &format!("{number} is no site: there are 9, from 0"),
        );
    }
    let captures = r#"(import "masque" "captures" (func $captures (param i32) (result i64)))"#;
    fails_with(
        captures,
        "(drop (call $captures (i32.const 2)))",
        "2 is no side: there are 2, from 0",
    );
    let rank = r#"(import "masque" "rank" (func $rank (param i32) (result i64)))"#;
    fails_with(
        rank,
        "(drop (call $rank (i32.const -1)))",
        "-1 is no kind: there are 2, from 0",
    );
    let remove = r#"(import "masque" "remove" (func $remove (param i64)))"#;
    fails_with(
        remove,
        "(call $remove (i64.const -1))",
        "a set has the site 9: there are 9, from 0",
    );
    let site = r#"(import "masque" "site" (func $site (param i32 i32) (result i32))) (data (i32.const 0) "z9\ff")"#;
    for (args, words) in [
        (
            "(i32.const 0) (i32.const 2)",
            "no site is called `z9` on this board",
        ),
        ("(i32.const 0) (i32.const 3)", "the text at 0 is not UTF-8"),
        (
            "(i32.const 65535) (i32.const 2)",
            "a text of 2 bytes at 65535 is outside the module's memory",
        ),
        (
            "(i32.const 0) (i32.const -1)",
            "a text has 4294967295 bytes, and 1024 is the most",
        ),
    ] {
        fails_with(site, &format!("(drop (call $site {args}))"), words);
    }
    let variable = r#"(import "masque" "variable" (func $get (param i32 i32) (result i64)))"#;
    fails_with(
        variable,
        "(drop (call $get (i32.const 0) (i32.const 0)))",
        "no variable is called ``",
    );
}

#[test]
fn a_binary_module_is_the_same() {
    let text = landed(REFUSE, "(call $refuse (i32.const 0) (i32.const 10))");
    let keys = "[hooks]\nlanded_clause = 'no-landing'\n";
    let bytes = wat::parse_str(&text).expect("a module");
    let temp = tempfile::tempdir().expect("a directory");
    let path = temp.path().join("v");
    std::fs::create_dir(&path).expect("a directory");
    let toml = VARIANT.replace("rules.wat", "rules.wasm") + keys;
    std::fs::write(path.join("variant.toml"), &toml).expect("a file");
    std::fs::write(path.join("rules.wasm"), &bytes).expect("a file");
    let folder = Folder::from_dir(&path).unwrap_or_else(|e| panic!("{e:#?}"));
    let kept = folder.file("rules.wasm").expect("it is there");
    assert_eq!(module_bytes(kept).as_deref(), Ok(&bytes[..]));
    let variant =
        variant::load(&Shelf::default(), &folder, None, &[]).unwrap_or_else(|e| panic!("{e:#?}"));
    let (_, mut game) = start(&variant);
    let action = game.parse_action(game.turn(), "b1c1").expect("an action");
    let refused = game
        .play(game.turn(), action, false)
        .expect_err("it refuses");
    assert!(matches!(refused, PlayError::Refused(_)), "{refused}");
    // The same folder from the texts that it keeps.
    let texts = folder
        .files
        .iter()
        .map(|(n, s)| (n.clone(), s.text.clone()));
    assert_eq!(Folder::from_files("v", texts).expect("a folder"), folder);
    // Errors have no line: the export says where.
    let looping = wat::parse_str(landed("", "(loop $on (br $on))")).expect("a module");
    std::fs::write(path.join("rules.wasm"), &looping).expect("a file");
    std::fs::write(path.join("variant.toml"), toml.replace(keys, "")).expect("a file");
    let folder = Folder::from_dir(&path).unwrap_or_else(|e| panic!("{e:#?}"));
    let variant =
        variant::load(&Shelf::default(), &folder, None, &[]).unwrap_or_else(|e| panic!("{e:#?}"));
    let (_, mut game) = start(&variant);
    let action = game.parse_action(game.turn(), "b1c1").expect("an action");
    let told = game
        .play(game.turn(), action, false)
        .expect_err("it is stopped")
        .to_string();
    assert_eq!(
        told,
        "hook `landed` failed: v/rules.wasm: `landed`: fuel limit: more than 10000000"
    );
    // What is no module, and what is no digits.
    std::fs::write(path.join("rules.wasm"), b"\0asm").expect("a file");
    let folder = Folder::from_dir(&path).expect("a folder");
    let wrong = variant::load(&Shelf::default(), &folder, None, &[]).expect_err("no module");
    assert_eq!(wrong[0].code, "bad-module");
    let wrong = load_files("", "rules.wasm", "xyz").expect_err("no digits");
    assert!(wrong[0].contains("kept as hexadecimal digits"), "{wrong:?}");
}

#[test]
fn a_module_stands_for_the_scripts_of_its_ancestors() {
    let parent = VARIANT.replace("rules.wat", "rules.rhai");
    let parent = Folder::from_files(
        "p",
        [
            ("variant.toml", parent.as_str()),
            ("rules.rhai", "fn landed(pos, at) { pos.remove(at); }"),
        ],
    );
    let shelf = Shelf::new([parent.expect("a folder")]);
    let child = |id: &str, name: &str, text: &str, parent: &str| {
        let toml = format!("extends = '{parent}'\nscript = '{name}'\n");
        Folder::from_files(id, [("variant.toml", toml.as_str()), (name, text)]).expect("a folder")
    };
    let module = child("m", "own.wat", &landed("", ""), "p");
    let variant = variant::load(&shelf, &module, None, &[]).unwrap_or_else(|e| panic!("{e:#?}"));
    assert_eq!(variant.resolved.scripts.len(), 1);
    assert_eq!(variant.script.expect("a module").hooks().len(), 1);
    // A script cannot change a module.
    let shelf = Shelf::new([
        shelf.find("p").expect("it reads").expect("it is there"),
        module,
    ]);
    let script = child("s", "own.rhai", "fn landed(pos, at) { }", "m");
    let wrong = variant::load(&shelf, &script, None, &[]).expect_err("refused");
    assert_eq!(
        wrong.iter().map(|e| e.code).collect::<Vec<_>>(),
        ["mixed-scripts"]
    );
    // Clauses of a script are not stated in the file.
    let toml = VARIANT.replace("rules.wat", "rules.rhai") + "[hooks]\nlanded_clause = 'x'\n";
    let folder = Folder::from_files(
        "p",
        [
            ("variant.toml", toml.as_str()),
            ("rules.rhai", "fn landed(pos, at) { pos.remove(at); }"),
        ],
    );
    let wrong = variant::load(&Shelf::default(), &folder.expect("a folder"), None, &[])
        .expect_err("refused");
    assert_eq!(wrong[0].code, "no-module");
}

#[test]
fn readings_of_truth_are_listed() {
    let module = landed(
        "(import \"masque\" \"truth\" (func $t (param i32) (result i32)))",
        "(drop (call $t (local.get $at)))",
    );
    let variant = load("", &module);
    let script = variant.script.as_ref().expect("a module");
    assert_eq!(script.truths().len(), 1);
    assert!(
        load("", &landed("", ""))
            .script
            .expect("a module")
            .truths()
            .is_empty()
    );
}
