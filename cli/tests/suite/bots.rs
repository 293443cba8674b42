//! WebAssembly modules: as players, and as the hooks of a variant.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Said, masque, masque_in, variant};

/// A module that is a bot, but for what its `masque_choose` does.
fn bot(choose: &str) -> String {
    format!(
        r#"(module
  (import "masque" "log" (func $log (param i32 i32)))
  (memory (export "memory") 8)
  (data (i32.const 0) "I play the first")
  (func (export "masque_bot_version") (result i32) (i32.const 1))
  (func (export "masque_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "masque_choose") (param i32 i32 i32) (result i32) {choose}))"#
    )
}

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("bots/first.wat")
}

#[track_caller]
fn data(said: &Said) -> Value {
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    serde_json::from_str(&said.out).expect("JSON")
}

#[test]
fn the_example_plays_matches() {
    let player = format!("wasm:{}", example().display());
    let run = |jobs: &str| {
        let args = [
            "match",
            "breakthrough",
            &player,
            "random",
            "--games",
            "12",
            "--seed",
            "3",
            "--jobs",
            jobs,
            "--json",
        ];
        let mut data = data(&masque(&args));
        for key in ["seconds", "simulations_per_second"] {
            data[key] = Value::Null;
        }
        data
    };
    let played = run("1");
    assert!(played["results"]["wins"].as_u64() >= Some(8), "{played}");
    assert_eq!(played["forfeits"], Value::Null, "{played}");
    assert_eq!(
        played,
        run("2"),
        "games are the same however many run at once"
    );
}

#[test]
fn modules_play_with_hidden_pieces() {
    let player = format!("wasm:{}", example().display());
    for id in ["banqi", "junqi-flip", "minesweeper-chess"] {
        let args = [
            "match", id, &player, "random", "--games", "2", "--limit", "60", "--json",
        ];
        let played = data(&masque(&args));
        assert_eq!(played["forfeits"], Value::Null, "{id}: {played}");
        assert_eq!(played["games"], 2);
    }
}

#[test]
fn a_module_that_fails_forfeits() {
    let place = tempfile::tempdir().expect("a directory");
    for (choose, about) in [
        (
            "(loop $on (br $on)) (i32.const 0)",
            "ran out of fuel: 2000000 were given",
        ),
        ("(unreachable)", "it gave up (`unreachable`)"),
        (
            "(i32.const -1)",
            "`masque_choose` gave -1 where there are 9 actions",
        ),
        (
            "(i32.load (i32.const -1))",
            "it reads or writes outside its memory",
        ),
        (
            "(drop (memory.grow (i32.const 100))) (unreachable)",
            "ran out of memory: 1048576 bytes are the most",
        ),
    ] {
        std::fs::write(place.path().join("bot.wat"), bot(choose)).expect("a file");
        let player = "wasm:bot.wat,fuel=2,memory=1";
        let args = [
            "match",
            "tic-tac-toe",
            player,
            "random",
            "--games",
            "2",
            "--json",
        ];
        let played = data(&masque_in(place.path(), &args, ""));
        assert_eq!(played["results"]["losses"], 2, "{choose}: {played}");
        let said = played["forfeits"].to_string();
        assert!(said.contains(about), "{choose}: {said}");
    }
}

#[test]
fn what_is_no_bot_is_refused() {
    let place = tempfile::tempdir().expect("a directory");
    let clock = bot("(i32.const 0)").replace(
        "\"log\" (func $log (param i32 i32))",
        "\"clock\" (func (result i64))",
    );
    for (text, about) in [
        ("(module", "bot.wat: not a module: expected `)`, at 1:8"),
        ("(module)", "bot.wat: missing export `memory`: a memory"),
        (clock.as_str(), "bot.wat: unknown import `masque.clock`"),
    ] {
        std::fs::write(place.path().join("bot.wat"), text).expect("a file");
        let said = masque_in(
            place.path(),
            &["match", "chess", "wasm:bot.wat", "random"],
            "",
        );
        said.refuses(about, "no-bot");
    }
    masque(&["match", "chess", "wasm:no-such-file", "random"])
        .refuses("no-such-file: cannot read", "no-bot");
}

#[test]
fn a_bot_writes_to_its_log() {
    let place = tempfile::tempdir().expect("a directory");
    let choose = "(call $log (i32.const 0) (i32.const 16)) (i32.const 0)";
    std::fs::write(place.path().join("bot.wat"), bot(choose)).expect("a file");
    let player = "wasm:bot.wat,log=said.txt";
    let args = ["match", "tic-tac-toe", player, "random", "--games", "2"];
    let said = masque_in(place.path(), &args, "");
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let log = std::fs::read_to_string(place.path().join("said.txt")).expect("it is written");
    assert!(log.lines().count() >= 6, "{log}");
    assert!(log.lines().all(|line| line == "I play the first"), "{log}");
}

const TOML: &str = r#"title = "Steps"
script = "rules.wat"
[board]
files = 3
ranks = 2
[sides.red]
[sides.black]
[kinds.man]
letter = "M"
rank = 1
moves = [{ betza = "W", clause = "steps" }]
[setup]
start = """
m . m
M . M
"""
[hooks]
landed_clause = "no-middle"
[end.gone]
when = "eliminated"
then = "loses"
"#;

/// Nobody may land on b1.
const HOOKS: &str = r#"(module
  (import "masque" "refuse" (func $refuse (param i32 i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "no-middle")
  (func (export "landed") (param $at i32)
    (if (i32.eq (local.get $at) (i32.const 1))
      (then (call $refuse (i32.const 0) (i32.const 9))))))
"#;

const BOOK: &str = r#"# Steps

### A man steps {#steps}
Sources: OWN.

```case
case a step
position
  2 | m . m
  1 | M . M
      a b c
  red to move
legal a1xa2
illegal a1b2 because steps
```

### Nobody lands in the middle {#no-middle}
Sources: OWN.

```case
case refused
position
  2 | m . m
  1 | M . M
      a b c
  red to move
refused a1b1 because no-middle
legal a1xa2
```
"#;

#[test]
fn hooks_may_be_a_module() {
    let place = variant("steps", &[("variant.toml", TOML), ("rules.wat", HOOKS)]);
    let said = masque(&["playouts", place.arg(), "-n", "20"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let said = masque(&[
        "playouts",
        place.arg(),
        "-n",
        "20",
        "--backend",
        "interpreter",
    ]);
    said.refuses("", "not-interpreted");
    let said = masque(&[
        "match",
        place.arg(),
        "random",
        "random",
        "--games",
        "2",
        "--limit",
        "20",
    ]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    // A module that is wrong is so where it stands.
    std::fs::write(
        place.folder.join("rules.wat"),
        HOOKS.replace("$refuse (i32", "$refuses (i32"),
    )
    .expect("a file");
    masque(&["playouts", place.arg()]).refuses("steps/rules.wat:7:19: ", "bad-module");
    std::fs::write(
        place.folder.join("rules.wat"),
        HOOKS.replace("\"refuse\"", "\"refuze\""),
    )
    .expect("a file");
    masque(&["check", place.arg()]).refuses("steps/rules.wat:2:20: ", "unknown-import");
}

#[test]
fn the_rulebook_of_a_module_is_tested_and_mutated() {
    let files = [
        ("variant.toml", TOML),
        ("rules.wat", HOOKS),
        ("RULES.md", BOOK),
    ];
    let place = variant("steps", &files);
    let said = masque(&["test", place.arg()]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let said = masque(&["mutate", place.arg(), "--list"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(
        said.err.contains("the hooks of steps are a module"),
        "{}",
        said.err
    );
    // The module decides: without it the case of its clause fails.
    let nothing = HOOKS.replace("(i32.const 1))\n", "(i32.const 5))\n");
    assert_ne!(nothing, HOOKS);
    std::fs::write(place.folder.join("rules.wat"), nothing).expect("a file");
    let said = masque(&["test", place.arg()]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
}
