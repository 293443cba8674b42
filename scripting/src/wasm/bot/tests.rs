//! Bots that play, and modules that must not get away with anything.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use masque_core::engine::{Engine, Match};
use masque_core::piece::{Observer, Seat};
use masque_core::random::{Dice, Seed, Stream};

use super::*;
use crate::folder::{Folder, Shelf};
use crate::variant;

/// Three squares in a row, where pieces step and capture.
const VARIANT: &str = r#"
title = "Steps"
[board]
files = 3
ranks = 2
[sides.red]
[sides.black]
[kinds.man]
letter = "M"
rank = 1
moves = [{ betza = "W" }]
[capture]
clause = "taking"
[setup]
start = """
m m .
M . M
"""
[end.gone]
when = "eliminated"
then = "loses"
"#;

fn engine() -> Arc<dyn Engine> {
    let folder = Folder::from_files("steps", [("variant.toml", VARIANT)]).expect("a folder");
    let variant = variant::load(&Shelf::default(), &folder, None, &[]);
    variant.unwrap_or_else(|e| panic!("{e:#?}")).engine()
}

/// A game with what seat 0 was told of it.
struct Play {
    engine: Arc<dyn Engine>,
    game: Box<dyn Match>,
    steps: Vec<BotStep>,
}

impl Play {
    fn new() -> Self {
        let engine = engine();
        let setup = engine.deal(&Seed::from_u64(1), [None, None]);
        let game = engine.start(&setup).expect("a start");
        Self {
            engine,
            game,
            steps: Vec::new(),
        }
    }

    fn view(&self) -> BotView {
        let seat = Seat(0);
        let legal = self.game.legal().expect("no hooks");
        let actions = legal.into_iter().map(|action| {
            let explanation = self.game.explain(self.game.turn(), action);
            let text = self.game.format_action(Observer::Seat(seat), action);
            BotAction::explained(&*self.engine, text, &explanation.expect("no hooks"))
        });
        BotView {
            game: BotGame {
                variant: "steps".into(),
                options: BTreeMap::new(),
                seat: 0,
            },
            observation: self.game.observe(Observer::Seat(seat)),
            actions: actions.collect(),
            steps: self.steps.clone(),
        }
    }

    fn play(&mut self, text: &str) {
        let seat = self.game.turn();
        let action = self.game.parse_action(seat, text).expect("an action");
        let told = self.game.play(seat, action, false).expect("legal");
        let heard = told
            .iter()
            .filter(|t| t.audience.includes(Observer::Seat(Seat(0))));
        self.steps.push(BotStep {
            seat,
            deed: BotDeed::Action,
            text: text.into(),
            automatic: false,
            events: heard
                .map(|t| self.game.event_words(&t.event).join(" "))
                .collect(),
        });
    }
}

fn dice(number: u64) -> Dice {
    Seed::from_u64(number).stream(Stream::Bot(0))
}

/// Limits that tests reach soon.
fn tight() -> Limits {
    Limits {
        fuel: 20_000_000,
        memory: 4 << 20,
        time: Duration::from_secs(5),
    }
}

/// A module whose `masque_choose` is this body, with parts of its own before.
fn module(parts: &str, body: &str) -> String {
    format!(
        r#"(module
  (import "masque" "random" (func $random (result i64)))
  (import "masque" "log" (func $log (param i32 i32)))
  (memory (export "memory") 2)
  {parts}
  (func (export "masque_bot_version") (result i32) (i32.const 1))
  (func (export "masque_alloc") (param i32) (result i32) (i32.const 4096))
  (func $choose (export "masque_choose") (param $at i32) (param $length i32) (param $count i32) (result i32)
    {body}))"#
    )
}

#[track_caller]
fn load(text: &str) -> Bot {
    Bot::load(text.as_bytes(), tight()).unwrap_or_else(|e| panic!("{e}"))
}

/// Why a module is no bot.
#[track_caller]
fn refused(text: &str) -> String {
    match Bot::load(text.as_bytes(), tight()) {
        Ok(_) => panic!("it is taken for a bot"),
        Err(error) => error.to_string(),
    }
}

/// Why a choice fails, which it does every time.
#[track_caller]
fn fails(parts: &str, body: &str) -> String {
    let mut bot = load(&module(parts, body));
    let view = Play::new().view();
    let first = bot.choose(&view, &mut dice(1)).expect_err("it fails");
    let again = bot.choose(&view, &mut dice(1)).expect_err("it fails again");
    assert_eq!(first, again);
    first.to_string()
}

#[test]
fn the_first_example_takes_what_it_can() {
    let mut bot = load(include_str!("../../../../cli/bots/first.wat"));
    let view = Play::new().view();
    let takes = view
        .actions
        .iter()
        .position(|a| a.notes.iter().any(|n| n.does == "captures"));
    let takes = takes.expect("a man can be taken");
    assert!(takes > 0 || view.actions.len() > 1);
    for number in 0..8 {
        assert_eq!(bot.choose(&view, &mut dice(number)), Ok(takes));
    }
    // Where there is nothing to take, chance decides, and only chance.
    let mut quiet = view;
    quiet
        .actions
        .retain(|a| a.notes.iter().all(|n| n.does != "captures"));
    assert!(quiet.actions.len() > 1);
    let chosen = |bot: &mut Bot, number| bot.choose(&quiet, &mut dice(number)).expect("a choice");
    let all: Vec<usize> = (0..32).map(|n| chosen(&mut bot, n)).collect();
    let again: Vec<usize> = (0..32).map(|n| chosen(&mut bot, n)).collect();
    assert_eq!(all, again);
    assert!(all.iter().any(|i| *i != all[0]), "{all:?}");
    assert!(all.iter().all(|i| *i < quiet.actions.len()));
}

#[test]
fn dice_go_on_where_the_bot_left_them() {
    let mut bot = load(&module(
        "",
        "(drop (call $random)) (drop (call $random)) (i32.const 0)",
    ));
    let (mut used, mut plain) = (dice(3), dice(3));
    bot.choose(&Play::new().view(), &mut used)
        .expect("a choice");
    plain.bits();
    plain.bits();
    assert_eq!(used.bits(), plain.bits());
}

/// Writes all that it is handed at the start to the log.
const ECHO: &str = r#"
  (func (export "masque_start") (param i32 i32) (call $log (local.get 0) (local.get 1)))"#;
/// Writes the end of what it is handed, where the steps are.
const TAIL: &str = "(call $log (i32.sub (i32.add (local.get $at) (local.get $length)) (i32.const 200)) (i32.const 200)) (i32.const 0)";

fn tail(bot: &mut Bot, view: &BotView) -> (Vec<String>, String) {
    bot.choose(view, &mut dice(1)).expect("a choice");
    let mut log = bot.take_log();
    let last = log.pop().expect("the choice writes");
    let steps = last.rsplit_once("\"steps\":").map_or("", |(_, s)| s);
    (log, steps.to_owned())
}

#[test]
fn a_bot_is_told_each_step_once() {
    let mut play = Play::new();
    let mut bot = load(&module(ECHO, TAIL));
    let (started, steps) = tail(&mut bot, &play.view());
    assert_eq!(
        started,
        [r#"{"masque":1,"variant":"steps","options":{},"seat":0,"steps":[]}"#]
    );
    assert_eq!(steps, "[]}");
    play.play("c1c2");
    play.play("b2c2");
    let (started, steps) = tail(&mut bot, &play.view());
    assert_eq!(started, [""; 0]);
    let first = r#"{"step":0,"seat":0,"action":"c1c2","events":["move c1 c2"]}"#;
    let second = r#"{"step":1,"seat":1,"action":"b2c2","events":["capture c2 M","move b2 c2"]}"#;
    assert_eq!(steps, format!("[{first},{second}]}}"));
    let (_, steps) = tail(&mut bot, &play.view());
    assert_eq!(steps, "[]}");
    // Taking back makes it begin again, from all that is left.
    play.steps.truncate(1);
    let (started, steps) = tail(&mut bot, &play.view());
    assert_eq!(
        started,
        [format!(
            r#"{{"masque":1,"variant":"steps","options":{{}},"seat":0,"steps":[{first}]}}"#
        )]
    );
    assert_eq!(steps, "[]}");
    // So does another game.
    let mut other = play.view();
    other.game.seat = 1;
    let (started, _) = tail(&mut bot, &other);
    assert!(started[0].contains("\"seat\":1"), "{started:?}");
}

#[test]
fn without_a_start_all_steps_come_with_the_choice() {
    let mut play = Play::new();
    play.play("c1c2");
    let mut bot = load(&module("", TAIL));
    let (started, steps) = tail(&mut bot, &play.view());
    assert_eq!(started, [""; 0]);
    assert!(steps.contains("c1c2"), "{steps}");
    let (_, steps) = tail(&mut bot, &play.view());
    assert_eq!(steps, "[]}");
}

#[test]
fn what_it_is_handed_is_json_with_all_it_may_know() {
    let parts = r#"(global $from (mut i32) (i32.const 0))"#;
    // Four thousand bytes a message.
    let body = "(global.set $from (i32.const 0))
      (loop $next
        (call $log (i32.add (local.get $at) (global.get $from))
          (select (i32.const 4000) (i32.sub (local.get $length) (global.get $from))
            (i32.gt_u (i32.sub (local.get $length) (global.get $from)) (i32.const 4000))))
        (global.set $from (i32.add (global.get $from) (i32.const 4000)))
        (br_if $next (i32.lt_u (global.get $from) (local.get $length))))
      (i32.const 0)";
    let mut bot = load(&module(parts, body));
    let view = Play::new().view();
    bot.choose(&view, &mut dice(1)).expect("a choice");
    let text = bot.take_log().concat();
    let read: serde_json::Value =
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    assert_eq!(read["masque"], 1);
    assert_eq!(read["observation"]["observer"], "seat0");
    assert_eq!(
        read["observation"],
        serde_json::to_value(&view.observation).expect("data")
    );
    let actions = read["actions"].as_array().expect("a list");
    assert_eq!(actions.len(), view.actions.len());
    let takes = actions.iter().find(|a| a["action"] == "a1xa2");
    let whole = r#"{"action":"a1xa2","notes":[{"does":"captures","what":"a2","piece":{"side":"black","kind":"man"},"clause":"taking"}]}"#;
    assert_eq!(takes.map(ToString::to_string).as_deref(), Some(whole));
}

#[test]
fn memory_lasts_for_a_game() {
    let parts = "(global $asked (mut i32) (i32.const -1))";
    let body =
        "(global.set $asked (i32.add (global.get $asked) (i32.const 1))) (global.get $asked)";
    let mut bot = load(&module(parts, body));
    let view = Play::new().view();
    let mut next = || bot.choose(&view, &mut dice(1));
    assert_eq!((next(), next()), (Ok(0), Ok(1)));
    bot.start(&view.game, &[]).expect("a start");
    assert_eq!(bot.choose(&view, &mut dice(1)), Ok(0));
}

#[test]
fn a_clone_knows_of_no_game() {
    fn may_be_sent<T: Send>(value: T) -> T {
        value
    }
    let parts = "(global $asked (mut i32) (i32.const -1))";
    let body =
        "(global.set $asked (i32.add (global.get $asked) (i32.const 1))) (global.get $asked)";
    let mut bot = load(&module(parts, body));
    let view = Play::new().view();
    assert_eq!(bot.choose(&view, &mut dice(1)), Ok(0));
    let mut other = may_be_sent(bot.clone());
    assert_eq!(other.choose(&view, &mut dice(1)), Ok(0));
    assert_eq!(bot.choose(&view, &mut dice(1)), Ok(1));
}

#[test]
fn after_an_error_it_begins_again() {
    let parts = "(global $asked (mut i32) (i32.const -1))";
    let body = "(global.set $asked (i32.add (global.get $asked) (i32.const 1)))
      (if (i32.eq (global.get $asked) (i32.const 1)) (then (unreachable))) (global.get $asked)";
    let mut bot = load(&module(parts, body));
    let view = Play::new().view();
    let mut next = || bot.choose(&view, &mut dice(1));
    assert_eq!(next(), Ok(0));
    assert_eq!(
        next().expect_err("it breaks off").to_string(),
        "`masque_choose` broke off: it gave up (`unreachable`)"
    );
    assert_eq!(next(), Ok(0));
}

#[test]
fn what_is_no_bot_is_refused() {
    let whole = module("", "(i32.const 0)");
    let without = |what: &str, instead: &str| refused(&whole.replace(what, instead));
    assert_eq!(
        refused("\0asm\u{1}"),
        "not a module: unexpected end-of-file (at offset 0x4)"
    );
    assert!(
        refused("(module (func").starts_with("not a module: expected `)`"),
        "{}",
        refused("(module (func")
    );
    assert_eq!(
        refused(""),
        "not a module: expected at least one module field, at 1:1"
    );
    assert_eq!(refused("(module)"), "missing export `memory`: a memory");
    assert!(refused("hello").starts_with("not a module: "));
    assert!(refused("(module (func (result i32)))").starts_with("not a module: "));
    assert_eq!(
        refused(r#"(module (import "wasi_snapshot_preview1" "fd_write" (func)))"#),
        "unknown import `wasi_snapshot_preview1.fd_write`: a bot may import `masque.random` and `masque.log`"
    );
    assert_eq!(
        refused(r#"(module (import "masque" "clock" (func (result i64))))"#),
        "unknown import `masque.clock`: a bot may import `masque.random` and `masque.log`"
    );
    assert_eq!(
        refused(r#"(module (import "masque" "random" (func (result i32))))"#),
        "import `masque.random` is a function of () that gives i64, not a function of () that gives i32"
    );
    assert_eq!(
        refused(r#"(module (import "masque" "log" (memory 1)))"#),
        "import `masque.log` is a function of (i32, i32) that gives nothing, not a memory"
    );
    assert_eq!(
        without("(export \"memory\")", ""),
        "missing export `memory`: a memory"
    );
    assert_eq!(
        without("(export \"masque_alloc\")", ""),
        "missing export `masque_alloc`: a function of (i32) that gives i32"
    );
    assert_eq!(
        without(
            "(export \"masque_alloc\") (param i32)",
            "(export \"masque_alloc\") (param i64)"
        ),
        "export `masque_alloc` must be a function of (i32) that gives i32, and is a function of (i64) that gives i32"
    );
    assert_eq!(
        without(
            "(func (export \"masque_bot_version\") (result i32) (i32.const 1))",
            "(global (export \"masque_bot_version\") i32 (i32.const 1))"
        ),
        "export `masque_bot_version` must be a function of () that gives i32, and is a global"
    );
    assert_eq!(
        refused(&module(
            "(func (export \"masque_start\") (param i32))",
            "(i32.const 0)"
        )),
        "export `masque_start` must be a function of (i32, i32) that gives nothing, and is a function of (i32) that gives nothing"
    );
    assert_eq!(
        without("(result i32) (i32.const 1)", "(result i32) (i32.const 7)"),
        "the module speaks version 7, and this program version 1"
    );
    let absent = Bot::open(Path::new("no/such.wasm"), tight()).expect_err("no file");
    assert!(
        absent.to_string().starts_with("cannot read no/such.wasm: "),
        "{absent}"
    );
    for features in [
        "(memory $two 1)",
        "(memory $big i64 1)",
        "(func (param v128) (result v128) (i8x16.relaxed_swizzle (local.get 0) (local.get 0)))",
        "(memory $shared 1 2 shared)",
    ] {
        assert!(
            refused(&module(features, "(i32.const 0)")).starts_with("not a module: "),
            "{features}"
        );
    }
}

#[test]
fn what_runs_on_is_stopped() {
    assert_eq!(
        fails("", "(loop $on (br $on)) (i32.const 0)"),
        "`masque_choose` ran out of fuel: 20000000 were given"
    );
    assert_eq!(
        fails(
            "",
            "(call $choose (local.get 0) (local.get 1) (local.get 2))"
        ),
        "`masque_choose` broke off: its functions are too deep inside one another"
    );
    let looping = "(func $on (loop $on (br $on))) (start $on)";
    assert_eq!(
        refused(&module(looping, "(i32.const 0)")),
        "`start` ran out of fuel: 20000000 were given"
    );
    let version = module("", "(i32.const 0)").replace(
        "(result i32) (i32.const 1)",
        "(result i32) (loop $on (br $on)) (i32.const 1)",
    );
    assert_eq!(
        refused(&version),
        "`masque_bot_version` ran out of fuel: 20000000 were given"
    );
    // Large copies are paid for by the byte.
    let fill = "(loop $on (memory.fill (i32.const 0) (i32.const 0) (i32.const 131072)) (br $on)) (i32.const 0)";
    assert_eq!(
        fails("", fill),
        "`masque_choose` ran out of fuel: 20000000 were given"
    );
}

#[test]
fn time_stops_what_has_fuel_left() {
    let limits = Limits {
        fuel: u64::MAX >> 1,
        time: Duration::from_millis(50),
        ..tight()
    };
    let text = module("", "(loop $on (br $on)) (i32.const 0)");
    let mut bot = Bot::load(text.as_bytes(), limits).expect("a bot");
    let view = Play::new().view();
    for _ in 0..2 {
        let begun = Instant::now();
        let error = bot.choose(&view, &mut dice(1)).expect_err("it is stopped");
        assert_eq!(
            error.to_string(),
            "`masque_choose` ran out of time: 50 ms were given"
        );
        assert!(
            begun.elapsed() < Duration::from_secs(5),
            "{:?}",
            begun.elapsed()
        );
    }
}

#[test]
fn memory_is_bounded() {
    let told = "`masque_choose` ran out of memory: 4194304 bytes are the most";
    // One that takes what it does not get for granted.
    let bold = "(drop (memory.grow (i32.const 1000))) (i32.store (i32.const 5000000) (i32.const 1)) (i32.const 0)";
    assert_eq!(fails("", bold), told);
    // One that gives up when it gets none.
    let grow =
        "(loop $on (br_if $on (i32.ne (memory.grow (i32.const 1)) (i32.const -1)))) (unreachable)";
    assert_eq!(fails("", grow), told);
    // One that makes do with what there is.
    let mut modest = load(&module(
        "",
        "(drop (memory.grow (i32.const 60000))) (i32.const 0)",
    ));
    assert_eq!(modest.choose(&Play::new().view(), &mut dice(1)), Ok(0));
    let large =
        module("", "(i32.const 0)").replace("(export \"memory\") 2", "(export \"memory\") 65536");
    assert_eq!(
        refused(&large),
        "`start` ran out of memory: 4194304 bytes are the most"
    );
    let table = module("(table 100000000 funcref)", "(i32.const 0)");
    assert_eq!(
        refused(&table),
        "`start` wants too large a table: 100000 entries are the most"
    );
    let growing = "(loop $on (br_if $on (i32.ne (table.grow (ref.null func) (i32.const 10000)) (i32.const -1)))) (unreachable)";
    assert_eq!(
        fails("(table 1 funcref)", growing),
        "`masque_choose` wants too large a table: 100000 entries are the most"
    );
    // Data far beyond the memory.
    let far = module(
        "(data (i32.const 0) \"a\") (data (i32.const 2000000000) \"b\")",
        "(i32.const 0)",
    );
    assert_eq!(
        refused(&far),
        "`start` broke off: it reads or writes outside its memory"
    );
}

#[test]
fn what_would_take_long_to_compile_is_refused() {
    let mut long = String::from("(func");
    for _ in 0..140_000 {
        long.push_str(" i32.const 1 drop");
    }
    long.push(')');
    assert_eq!(
        refused(&module(&long, "(i32.const 0)")).split(':').next(),
        Some("a function has so many bytes")
    );
    let many = "(func)".repeat(MAX_FUNCTIONS + 1);
    assert_eq!(
        refused(&module(&many, "(i32.const 0)")),
        format!(
            "the module has so many functions: {}, and {MAX_FUNCTIONS} is the most",
            MAX_FUNCTIONS + 4
        )
    );
    let locals = format!("(func (local {}))", "i64 ".repeat(MAX_LOCALS + 1));
    assert!(
        refused(&module(&locals, "(i32.const 0)")).starts_with("a function has so many variables")
    );
    let big = vec![b' '; MAX_MODULE + 1];
    let error = Bot::load(&big, tight()).expect_err("too large");
    assert_eq!(
        error.to_string(),
        "the module has so many bytes: 16777217, and 16777216 is the most"
    );
    // Deep nesting of text and of code.
    let deep = format!(
        "(module {} {}",
        "(func (block ".repeat(20_000),
        ")".repeat(40_001)
    );
    assert!(refused(&deep).starts_with("not a module: "));
    let nested = format!(
        "(func {} {})",
        "block ".repeat(20_000),
        "end ".repeat(20_000)
    );
    let begun = Instant::now();
    let loaded = Bot::load(module(&nested, "(i32.const 0)").as_bytes(), tight());
    assert!(loaded.is_ok() || loaded.is_err());
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn answers_and_places_are_checked() {
    let count = Play::new().view().actions.len();
    for answer in ["-1", "2147483647", &count.to_string()] {
        assert_eq!(
            fails("", &format!("(i32.const {answer})")),
            format!(
                "`masque_choose` gave {answer} where there are {count} actions, counted from 0"
            )
        );
    }
    let mut view = Play::new().view();
    let mut bot = load(&module("", "(i32.const 0)"));
    view.actions.clear();
    assert_eq!(bot.choose(&view, &mut dice(1)), Err(BotError::NoActions));
    let view = Play::new().view();
    for place in ["-1", "131071", "2147483647"] {
        let text = module("", "(i32.const 0)")
            .replace("(i32.const 4096)", &format!("(i32.const {place})"));
        let error = load(&text)
            .choose(&view, &mut dice(1))
            .expect_err("outside");
        let told = error.to_string();
        assert!(
            told.starts_with("`masque_alloc` gave a place whose "),
            "{told}"
        );
        assert!(
            told.ends_with(" are outside its memory of 131072"),
            "{told}"
        );
    }
    assert_eq!(
        fails(
            "",
            "(call $log (i32.const 131000) (i32.const 100)) (i32.const 0)"
        ),
        "`masque.log` was given a text whose 100 bytes at 131000 are outside its memory of 131072"
    );
    assert!(
        fails(
            "",
            "(call $log (i32.const -1) (i32.const -1)) (i32.const 0)"
        )
        .contains("outside its memory")
    );
    assert_eq!(
        fails("", "(i32.load (i32.const -1))"),
        "`masque_choose` broke off: it reads or writes outside its memory"
    );
    assert_eq!(
        fails("", "(i32.div_u (i32.const 1) (i32.const 0))"),
        "`masque_choose` broke off: it divides by zero"
    );
    let table = "(table 1 funcref) (type $f (func (result i32)))";
    assert_eq!(
        fails(table, "(call_indirect (type $f) (i32.const 5))"),
        "`masque_choose` broke off: undefined element: out of bounds table access"
    );
    let early = "(func (export \"masque_start\") (param i32 i32) (drop (call $random)))";
    assert_eq!(
        fails(early, "(i32.const 0)"),
        "`masque_start` called `masque.random`, which is for `masque_choose` alone"
    );
}

#[test]
fn a_flood_of_messages_is_bounded() {
    let body = "(loop $on (call $log (i32.const 0) (i32.const 100000)) (br $on)) (i32.const 0)";
    let mut bot = load(&module("", body));
    let error = bot
        .choose(&Play::new().view(), &mut dice(1))
        .expect_err("it goes on");
    assert!(matches!(error, BotError::Fuel { .. }), "{error}");
    let log = bot.take_log();
    assert_eq!(log.len(), 16);
    assert!(log.iter().all(|m| m.chars().count() == 4096));
    // Nothing in them reaches a terminal.
    let escape = r#"(data (i32.const 0) "\1b[2Jhi\n\ff\00")"#;
    let mut bot = load(&module(
        escape,
        "(call $log (i32.const 0) (i32.const 9)) (i32.const 0)",
    ));
    bot.choose(&Play::new().view(), &mut dice(1))
        .expect("a choice");
    assert_eq!(bot.take_log(), ["\u{fffd}[2Jhi \u{fffd}\u{fffd}"]);
}

#[test]
fn fuel_runs_out_before_time_whatever_is_done_most() {
    // What costs the host most beside what it costs in instructions: each is ended by fuel, and at once.
    for body in [
        "(loop $on (call $log (i32.const 0) (i32.const 4096)) (br $on)) (i32.const 0)",
        "(loop $on (call $log (i32.const 0) (i32.const 0)) (br $on)) (i32.const 0)",
        "(loop $on (drop (call $random)) (br $on)) (i32.const 0)",
        "(loop $on (drop (memory.grow (i32.const 1))) (br $on)) (i32.const 0)",
        "(loop $on (drop (memory.grow (i32.const 0))) (br $on)) (i32.const 0)",
    ] {
        let mut bot = load(&module("", body));
        let begun = Instant::now();
        let error = bot
            .choose(&Play::new().view(), &mut dice(1))
            .expect_err("it goes on");
        assert!(matches!(error, BotError::Fuel { .. }), "{body}: {error}");
        // Twenty million units: fifty times as many are the usual limit, and a minute is the time.
        assert!(begun.elapsed() < Duration::from_secs(1), "{body}");
    }
    // The price is the same wherever it is paid, so a bot ends at the same call everywhere.
    let counted = "(local $n i32) (loop $on (call $log (i32.const 0) (i32.const 0))
      (i32.store (i32.const 0) (local.tee $n (i32.add (local.get $n) (i32.const 1))))
      (br_if $on (i32.lt_u (local.get $n) (i32.const 90000)))) (i32.const 0)";
    let mut bot = load(&module("", counted));
    assert_eq!(bot.choose(&Play::new().view(), &mut dice(1)), Ok(0));
    let more = counted.replace("90000", "110000");
    let mut bot = load(&module("", &more));
    let error = bot.choose(&Play::new().view(), &mut dice(1));
    assert!(matches!(error, Err(BotError::Fuel { .. })), "{error:?}");
}

#[test]
fn arithmetic_is_the_same_everywhere() {
    // The sign and the payload of a quiet not-a-number are those of the canonical one.
    let body = "(i32.shr_u (i32.reinterpret_f32 (f32.add (f32.const -nan:0x200000) (f32.const 1))) (i32.const 1))
      (i32.const 0x3fe00000) i32.ne";
    let mut bot = load(&module("", body));
    assert_eq!(bot.choose(&Play::new().view(), &mut dice(1)), Ok(0));
    let sign =
        "(i32.lt_s (i32.reinterpret_f32 (f32.div (f32.const 0) (f32.const 0))) (i32.const 0))";
    assert_eq!(
        load(&module("", sign)).choose(&Play::new().view(), &mut dice(1)),
        Ok(0)
    );
}
