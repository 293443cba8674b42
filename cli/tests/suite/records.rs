//! Saved games: kept as they go, resumed, disclosed at the end, and refused when they were changed.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Said, masque_in};

#[test]
fn a_game_goes_on_where_it_was_left() {
    let home = TempDir::new().expect("a folder");
    let begun = masque_in(
        home.path(),
        &["play", "chess", "--save", "g", "--seat", "1=human"],
        "e2e4\nquit\n",
    );
    assert_eq!(begun.code, 0, "{}", begun.err);
    let again = masque_in(
        home.path(),
        &["play", "--resume", "g.masque"],
        "e7e5\nquit\n",
    );
    assert_eq!(again.code, 0, "{}", again.err);
    let record = fs::read_to_string(home.path().join("g.masque")).expect("the record");
    assert!(
        record.contains("1. 0 e2e4 | move") && record.contains("2. 1 e7e5 | move"),
        "{record}"
    );
    // The line in flight when a process dies is lost, and nothing before it.
    fs::write(home.path().join("g.masque"), format!("{record}3. 0 g1f")).expect("writes");
    let torn = masque_in(
        home.path(),
        &["play", "--resume", "g.masque"],
        "g1f3\nquit\n",
    );
    assert_eq!(torn.code, 0, "{}", torn.err);
    let record = fs::read_to_string(home.path().join("g.masque")).expect("the record");
    assert!(
        record.ends_with('\n') && record.contains("3. 0 g1f3 |"),
        "{record}"
    );
}

#[test]
fn a_copy_cannot_disclose_the_deal_of_a_game_that_goes_on() {
    let home = TempDir::new().expect("a folder");
    let begun = masque_in(
        home.path(),
        &["play", "banqi", "--save", "g", "--seat", "1=human"],
        "flip a1\nquit\n",
    );
    assert_eq!(begun.code, 0, "{}", begun.err);
    fs::copy(
        home.path().join("g.masque"),
        home.path().join("copy.masque"),
    )
    .expect("copies");
    let copy = masque_in(
        home.path(),
        &["play", "--resume", "copy.masque"],
        "resign\n",
    );
    assert_eq!(copy.code, 2);
    assert!(copy.err.contains("[a-copy]"), "{}", copy.err);
    let kept = masque_in(home.path(), &["play", "--resume", "g.masque"], "quit\n");
    assert_eq!(kept.code, 0, "{}", kept.err);
}

#[test]
fn a_finished_record_that_was_changed_is_refused() {
    let home = TempDir::new().expect("a folder");
    let args = [
        "play", "banqi", "--save", "g", "--seat", "0=greedy", "--seat", "1=random",
    ];
    let played = masque_in(home.path(), &args, "");
    assert_eq!(played.code, 0, "{}", played.err);
    assert_eq!(
        masque_in(home.path(), &["replay", "g.masque", "--step", "1"], "").code,
        0
    );
    let record = fs::read_to_string(home.path().join("g.masque")).expect("the record");
    let line = |word: &str| {
        record
            .lines()
            .find(|l| l.starts_with(word))
            .expect("a line")
            .to_owned()
    };
    let commitment = line("commitment ");
    let other = commitment.replace(|c: char| c.is_ascii_digit(), "0");
    let changes = [
        (commitment.clone(), other, "[bad-deal]"),
        (
            line("result "),
            "result draw by nothing".to_owned(),
            "[bad-record]",
        ),
    ];
    for (before, after, code) in changes {
        fs::write(
            home.path().join("x.masque"),
            record.replace(&before, &after),
        )
        .expect("writes");
        let replayed = masque_in(home.path(), &["replay", "x.masque", "--step", "1"], "");
        assert_eq!(replayed.code, 2, "{after}");
        assert!(replayed.err.contains(code), "{}", replayed.err);
    }
    let told = record
        .lines()
        .find(|l| l.contains("| reveal "))
        .expect("a flip");
    let changed = told.replacen("| reveal ", "| reveal h", 1);
    fs::write(home.path().join("x.masque"), record.replace(told, &changed)).expect("writes");
    let replayed = masque_in(home.path(), &["replay", "x.masque"], "");
    assert_eq!(replayed.code, 2);
    assert!(replayed.err.contains("[bad-record]"), "{}", replayed.err);
}

#[test]
fn a_flip_cannot_be_taken_back() {
    let home = TempDir::new().expect("a folder");
    let args = ["play", "banqi", "--save", "g", "--seat", "1=human"];
    let said = masque_in(home.path(), &args, "flip a1\nundo\nquit\n");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(
        said.out.contains("what is known stays known"),
        "{}",
        said.out
    );
    let record = fs::read_to_string(home.path().join("g.masque")).expect("the record");
    assert!(!record.contains("undo"), "{record}");
}

#[test]
fn games_begun_in_the_same_second_are_dealt_apart() {
    let home = TempDir::new().expect("a folder");
    let deal = |name: &str| {
        let args = ["play", "banqi", "--save", name, "--seat", "1=human"];
        let said = masque_in(home.path(), &args, "flip a1\nresign\n");
        assert_eq!(said.code, 0, "{}", said.err);
        let record =
            fs::read_to_string(home.path().join(format!("{name}.masque"))).expect("the record");
        let find = |word: &str| {
            record
                .lines()
                .find(|l| l.starts_with(word))
                .map(str::to_owned)
        };
        (
            find("commitment ").expect("sealed"),
            find("deal ").expect("disclosed"),
        )
    };
    let (one, two) = (deal("one"), deal("two"));
    assert_ne!(one.0, two.0);
    assert_ne!(one.1, two.1);
}

/// Plays a game to its end by machines, and gives its record.
fn played(home: &Path, name: &str, variant: &[&str]) -> String {
    let mut args = vec!["play"];
    args.extend(variant);
    args.extend(["--seat", "0=random", "--seat", "1=random", "--save", name]);
    let said = masque_in(home, &args, "");
    assert_eq!(said.code, 0, "{}", said.err);
    read(home, &format!("{name}.masque"))
}

fn read(home: &Path, name: &str) -> String {
    fs::read_to_string(home.join(name)).expect(name)
}

/// The first lines of a record, so many deeds long, as if the process had died there.
fn cut(record: &str, deeds: usize) -> String {
    let (head, rest) = record.split_once("\n--\n").expect("a bar");
    let lines = rest.lines().take(deeds);
    let lines: String = lines.flat_map(|line| [line, "\n"]).collect();
    format!("{head}\n--\n{lines}")
}

fn verdict(home: &Path, text: &str) -> (Said, Value) {
    fs::write(home.join("v.masque"), text).expect("writes");
    let said = masque_in(home, &["verify", "v.masque", "--json"], "");
    let value: Value = serde_json::from_str(&said.out).expect("JSON");
    (said, value[0].clone())
}

#[test]
fn clocks_go_on_where_they_were() {
    let home = TempDir::new().expect("a folder");
    let args = [
        "play",
        "chess",
        "--save",
        "g",
        "--seat",
        "1=human",
        "--clock",
        "main=60s,increment=2s,warn=10s",
    ];
    let begun = masque_in(home.path(), &args, "e2e4\nquit\n");
    assert_eq!(begun.code, 0, "{}", begun.err);
    let record = read(home.path(), "g.masque");
    assert!(
        record.contains("\nclock main=60s,increment=2s,warn=10s\n"),
        "{record}"
    );
    // As if White had thought for half a minute and Black for forty seconds.
    let line = record
        .lines()
        .find(|l| l.starts_with("1. "))
        .expect("a deed");
    let changed = format!(
        "{}\n--\n1. 0 e2e4 [t30000 t60000] | move e2 e4\nclock [t30000 t20000]\n",
        record.split_once("\n--\n").expect("a bar").0
    );
    assert!(line.contains(" [t6"), "{line}");
    fs::write(home.path().join("g.masque"), changed).expect("writes");
    let again = masque_in(
        home.path(),
        &["play", "--resume", "g.masque"],
        "clock\nquit\n",
    );
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(again.out.contains("White: total 30 s"), "{}", again.out);
    assert!(
        again.out.contains("Black: total 20 s") || again.out.contains("Black: total 19 s"),
        "{}",
        again.out
    );
    let other = masque_in(
        home.path(),
        &["play", "--resume", "g.masque", "--no-clock"],
        "quit\n",
    );
    other.refuses("", "clock-goes-on");
    let record = read(home.path(), "g.masque");
    fs::write(
        home.path().join("g.masque"),
        record.replacen("[t30000 t20000]", "[t30000 m20000]", 1),
    )
    .expect("writes");
    let bad = masque_in(home.path(), &["play", "--resume", "g.masque"], "quit\n");
    assert_eq!(bad.code, 0, "the last times count: {}", bad.err);
}

#[test]
fn a_finished_record_is_judged_line_by_line() {
    let home = TempDir::new().expect("a folder");
    let record = played(home.path(), "g", &["banqi"]);
    let (said, value) = verdict(home.path(), &record);
    assert_eq!(
        (said.code, &value["verdict"]),
        (0, &Value::from("true")),
        "{}",
        said.out
    );
    let line = |word: &str| {
        record
            .lines()
            .find(|l| l.contains(word))
            .expect(word)
            .to_owned()
    };
    let number = |word: &str| record.lines().position(|l| l.contains(word)).expect(word) as u64 + 1;
    let changes: [(&str, String, String, Option<u64>); 7] = [
        // What is told, where it leaves the board, who plays, the start, the result, the deal, the rules.
        (
            "bad-record",
            line("1. 0 flip"),
            line("1. 0 flip").replacen("reveal", "reveal h1 K; reveal", 1),
            Some(number("1. 0 flip")),
        ),
        (
            "bad-record",
            line("2. 1 "),
            line("2. 1 ").replacen("turns=2", "turns=3", 1),
            Some(number("2. 1 ")),
        ),
        (
            "bad-record",
            line("3. 0 "),
            line("3. 0 ").replacen("3. 0", "3. 1", 1),
            Some(number("3. 0 ")),
        ),
        (
            "bad-record",
            line("start "),
            line("start ").replacen("seat0", "seat1", 1),
            Some(number("start ")),
        ),
        (
            "bad-record",
            line("result "),
            "result seat 0 wins by resignation".to_owned(),
            Some(number("result ")),
        ),
        (
            "bad-deal",
            line("salt "),
            format!("salt {}", "0".repeat(64)),
            Some(number("deal ")),
        ),
        (
            "other-rules",
            line("rules "),
            format!("rules {}", "0".repeat(64)),
            Some(number("rules ")),
        ),
    ];
    for (code, before, after, place) in changes {
        assert_ne!(before, after);
        let (said, value) = verdict(home.path(), &record.replacen(&before, &after, 1));
        assert_eq!(said.code, 1, "{after}: {}", said.out);
        assert_eq!(value["verdict"], "false", "{after}");
        let wrong = &value["wrong"][0];
        assert_eq!(wrong["code"], code, "{after}: {wrong}");
        assert_eq!(wrong["line"].as_u64(), place, "{after}: {wrong}");
    }
    // What is not well formed is not false, but unreadable.
    for (before, after) in [
        ("2. 1 ", "2. 3 "),
        ("2. 1 ", "4. 1 "),
        ("\nrules ", "\nrule "),
        ("masque record 2", "masque record 9"),
    ] {
        let (said, value) = verdict(home.path(), &record.replacen(before, after, 1));
        assert_eq!(said.code, 2, "{after}: {}", said.out);
        assert!(value["wrong"][0]["line"].is_number(), "{value}");
    }
}

#[test]
fn an_unfinished_record_is_judged_as_far_as_everybody_can() {
    let home = TempDir::new().expect("a folder");
    for variant in [
        "banqi",
        "hidden-chess",
        "minesweeper-chess",
        "junqi-flip",
        "junqi-setup",
    ] {
        let record = cut(&played(home.path(), variant, &[variant]), 30);
        let (said, value) = verdict(home.path(), &record);
        assert_eq!(
            (said.code, &value["verdict"]),
            (0, &Value::from("open")),
            "{variant}: {}",
            said.out
        );
        let holds = value["holds"].to_string();
        assert!(holds.contains("30 deeds are legal"), "{variant}: {holds}");
        assert!(
            value["open"].to_string().contains("commitments"),
            "{variant}: {value}"
        );
    }
    // A third red general is in no deal.
    let record = cut(&read(home.path(), "banqi.masque"), 40);
    let flips: Vec<(usize, &str)> = record
        .lines()
        .enumerate()
        .filter(|(_, l)| l.contains(" | reveal "))
        .collect();
    let mut lines: Vec<String> = record.lines().map(str::to_owned).collect();
    for (at, line) in flips.iter().take(3) {
        let (told, _) = line.split_once("; settle").unwrap_or((line, ""));
        let told = told.split(" = ").next().expect("a line");
        let piece = told.rsplit(' ').next().expect("a piece");
        lines[*at] = told.strip_suffix(piece).expect("at the end").to_owned() + "K";
    }
    let (said, value) = verdict(home.path(), &(lines.join("\n") + "\n"));
    assert_eq!(said.code, 1, "{}", said.out);
    let first = flips.first().expect("a flip").0 as u64 + 1;
    let line = value["wrong"][0]["line"].as_u64().expect("a place");
    assert!((first..=flips[2].0 as u64 + 1).contains(&line), "{value}");
}

#[test]
fn a_record_with_its_rules_inside_outlives_them() {
    let home = TempDir::new().expect("a folder");
    let own = home.path().join("mine");
    let made = masque_in(home.path(), &["new", "mine", "--from", "banqi"], "");
    assert_eq!(made.code, 0, "{}", made.err);
    let args = [
        "play", "./mine", "--save", "g", "--seat", "0=random", "--seat", "1=random", "--seed", "3",
    ];
    let said = masque_in(home.path(), &args, "");
    assert_eq!(said.code, 0, "{}", said.err);
    let record = read(home.path(), "g.masque");
    assert!(
        record.contains("\nfile mine/variant.toml\n")
            && record.contains("\nfile banqi/rules.rhai\n"),
        "{record}"
    );
    let files = record.lines().filter(|line| line.starts_with("file "));
    let books = files.filter(|line| line.ends_with("RULES.md"));
    assert_eq!(books.count(), 0, "no book unless asked");
    let text = fs::read_to_string(own.join("variant.toml")).expect("a file");
    let quiet = text.clone() + "\n[quiet]\nlimit = 7\n";
    fs::write(own.join("variant.toml"), quiet).expect("writes");
    let refused = masque_in(home.path(), &["replay", "g.masque"], "");
    refused.refuses("g.masque:", "other-rules");
    let hash = record
        .lines()
        .find_map(|l| l.strip_prefix("rules "))
        .expect("a hash");
    let two = refused.err.matches(|c: char| c.is_ascii_hexdigit()).count();
    assert!(refused.err.contains(hash) && two >= 128, "{}", refused.err);
    assert!(refused.err.contains("--carried"), "{}", refused.err);
    let inside = masque_in(
        home.path(),
        &["replay", "g.masque", "--carried", "--step", "1"],
        "",
    );
    assert_eq!(inside.code, 0, "{}", inside.err);
    fs::remove_dir_all(&own).expect("removes");
    let gone = masque_in(home.path(), &["replay", "g.masque"], "");
    assert_eq!(gone.code, 2);
    assert!(gone.err.contains("--carried"), "{}", gone.err);
    let judged = masque_in(home.path(), &["verify", "g.masque", "--carried"], "");
    assert_eq!(judged.code, 0, "{}{}", judged.out, judged.err);
    // Files that were changed are not the rules that the game was played by.
    let changed = record.replacen(">fn ", ">fn changed() { 1 } fn ", 1);
    fs::write(home.path().join("g.masque"), changed).expect("writes");
    let false_rules = masque_in(home.path(), &["replay", "g.masque", "--carried"], "");
    assert_eq!(false_rules.code, 2, "{}", false_rules.out);
}

#[test]
fn rules_can_be_put_into_a_record_later() {
    let home = TempDir::new().expect("a folder");
    // By this number random players come to an end, which they need not in a game without a quiet limit.
    played(home.path(), "g", &["banqi-kuioo", "--seed", "1"]);
    let args = ["export", "g.masque", "--with-rules", "-o", "whole.masque"];
    let said = masque_in(home.path(), &args, "");
    assert_eq!(said.code, 0, "{}", said.err);
    for file in ["g.masque", "whole.masque"] {
        let inside = masque_in(home.path(), &["verify", file, "--carried"], "");
        assert_eq!(
            inside.code,
            if file == "g.masque" { 2 } else { 0 },
            "{}{}",
            inside.out,
            inside.err
        );
    }
    let replayed = masque_in(home.path(), &["replay", "whole.masque", "--step", "2"], "");
    assert_eq!(replayed.code, 0, "{}", replayed.err);
}

#[test]
fn a_seats_own_record_holds_what_it_knew() {
    let home = TempDir::new().expect("a folder");
    let args = [
        "play",
        "junqi-setup",
        "--layout",
        "0=random",
        "--seat",
        "1=random",
        "--save",
        "g",
    ];
    let said = masque_in(home.path(), &args, "quit\n");
    assert_eq!(said.code, 0, "{}", said.err);
    let own = read(home.path(), "g.seat0.masque");
    let start = own
        .lines()
        .find(|l| l.starts_with("start "))
        .expect("a start");
    assert!(
        own.contains("\neyes seat 0\n") && start.contains("X(") && !start.contains("x("),
        "{start}"
    );
    let exported = masque_in(home.path(), &["export", "g.masque", "--as", "0"], "");
    assert_eq!(
        (exported.code, exported.out.as_str()),
        (0, own.as_str()),
        "{}",
        exported.err
    );
    let theirs = masque_in(home.path(), &["export", "g.masque", "--as", "1"], "");
    theirs.refuses("", "unfinished");
    let replayed = masque_in(home.path(), &["replay", "g.seat0.masque", "--ascii"], "");
    assert!(
        replayed.code == 0 && replayed.out.contains('('),
        "{}{}",
        replayed.out,
        replayed.err
    );
    let other = masque_in(home.path(), &["replay", "g.seat0.masque", "--as", "1"], "");
    other.refuses("", "other-eyes");
    let resumed = masque_in(
        home.path(),
        &["play", "--resume", "g.seat0.masque"],
        "quit\n",
    );
    resumed.refuses("", "own-record");
    // Going on adds to both, and the end discloses nothing in the own record but the result.
    let resigned = masque_in(home.path(), &["play", "--resume", "g.masque"], "resign\n");
    assert_eq!(resigned.code, 0, "{}", resigned.err);
    let own = read(home.path(), "g.seat0.masque");
    assert!(
        own.contains("act resign") && own.contains("\nresult seat 1 wins"),
        "{own}"
    );
    assert!(
        !own.contains("\ndeal ") && !own.contains("\nsalt "),
        "{own}"
    );
    let exported = masque_in(home.path(), &["export", "g.masque", "--as", "0"], "");
    assert_eq!(exported.out, own);
    let judged = masque_in(home.path(), &["verify", "g.seat0.masque"], "");
    assert_eq!(judged.code, 0, "{}{}", judged.out, judged.err);
}

#[test]
fn chess_goes_to_pgn_and_back() {
    let home = TempDir::new().expect("a folder");
    for seed in ["1", "2", "3"] {
        let name = format!("g{seed}");
        let args = [
            "chess",
            "--seed",
            seed,
            "--name",
            "0=Ada \"A\" L",
            "--date",
            "2024-02-29",
        ];
        let record = played(home.path(), &name, &args);
        let pgn = masque_in(
            home.path(),
            &[
                "export",
                &format!("{name}.masque"),
                "--format",
                "pgn",
                "-o",
                "g.pgn",
            ],
            "",
        );
        assert_eq!(pgn.code, 0, "{}", pgn.err);
        let text = read(home.path(), "g.pgn");
        assert!(
            text.contains("[White \"Ada \\\"A\\\" L\"]\n")
                && text.contains("[Date \"2024.02.29\"]"),
            "{text}"
        );
        let back = masque_in(home.path(), &["import", "g.pgn"], "");
        assert_eq!(back.code, 0, "{}", back.err);
        let deeds = |text: &str| -> Vec<String> {
            text.lines()
                .filter(|l| l.contains(" | "))
                .map(str::to_owned)
                .collect()
        };
        assert_eq!(deeds(&back.out), deeds(&record));
        assert!(
            back.out
                .contains("\nname 0 Ada \"A\" L\nname 1 random\ndate 2024-02-29\n"),
            "{}",
            back.out
        );
        fs::remove_file(home.path().join("g.pgn")).expect("removes");
    }
}

#[test]
fn pgn_is_read_as_it_is_found() {
    let home = TempDir::new().expect("a folder");
    let text = "\u{feff}; by hand\n[Event \"first\"]\n\n1. e4 *\n\n[Event \"second\"]\n[Result \"1-0\"]\n\n\
        1.e4 $1 {a ; comment (with) [signs]} e5! 2. Qh5?! (2. Nf3 Nc6 (2... d6 {deep}) 3. Bb5) 2...Nc6 3.Bc4 Nf6?? ; to the end )\n\
        % escaped\n4. Qxf7# 1-0\n\n[SetUp \"1\"]\n[FEN \"4k3/P6P/8/8/8/8/8/R3K2R w KQ - 0 30\"]\n\n30. a8Q+ Kd7 31. 0-0-0+ Ke7 32. hxg8=N *\n";
    fs::write(home.path().join("many.pgn"), text).expect("writes");
    let second = masque_in(home.path(), &["import", "many.pgn", "--game", "2"], "");
    assert_eq!(second.code, 0, "{}", second.err);
    assert!(
        second.out.contains("7. 0 h5xf7 | ")
            && second.out.contains("result seat 0 wins by checkmate"),
        "{}",
        second.out
    );
    let third = masque_in(home.path(), &["import", "many.pgn", "--game", "3"], "");
    third.refuses("many.pgn:16:33:", "bad-pgn");
    let first = masque_in(home.path(), &["import", "many.pgn"], "");
    assert_eq!(first.code, 0, "{}", first.err);
    let told =
        "many.pgn:6:1: there are 3 games in this file, and only the first was read [left-out]";
    assert!(first.err.starts_with(told), "{}", first.err);
    let fixed = text.replace(" 32. hxg8=N", "");
    fs::write(home.path().join("many.pgn"), fixed).expect("writes");
    let third = masque_in(
        home.path(),
        &[
            "import",
            "many.pgn",
            "--game",
            "3",
            "--output",
            "third.masque",
        ],
        "",
    );
    assert_eq!(third.code, 0, "{}", third.err);
    let record = read(home.path(), "third.masque");
    assert!(
        record.contains("1. 0 a7a8=Q") && record.contains("3. 0 O-O-O"),
        "{record}"
    );
    let pgn = masque_in(
        home.path(),
        &["export", "third.masque", "--format", "pgn"],
        "",
    );
    assert!(
        pgn.out.contains("30. a8=Q+ Kd7 31. O-O-O+ Ke7 *") && pgn.out.contains("[FEN \"4k3/P6P"),
        "{}",
        pgn.out
    );
    let none = masque_in(home.path(), &["import", "many.pgn", "--game", "4"], "");
    none.refuses("many.pgn:", "bad-pgn");
    for (text, place) in [
        ("1. e4 {open", "x.pgn:1:7:"),
        ("1. e4 (1. d4", "x.pgn:1:7:"),
        ("1. e4 )", "x.pgn:1:7:"),
        ("[Event first]\n", "x.pgn:1:1:"),
        ("1. e4 e5 2. Ke3", "x.pgn:1:13:"),
        ("1. e4 e5 1-0", ""),
        ("1. Nf3!? d5 2. c2-c4 d5xc4 3. e2:c4", "x.pgn:1:31:"),
        ("1. Nf3xx *", "x.pgn:1:4:"),
        ("1. Nf3+x *", "x.pgn:1:4:"),
        ("1. N-f3- *", "x.pgn:1:4:"),
        ("1. Nxxf3 *", "x.pgn:1:4:"),
        ("1. e2e4xx *", "x.pgn:1:4:"),
        ("1. e4$1 e5 $x *", "x.pgn:1:12:"),
        ("1. f3 e5 2. g4 Qh4# 1-0", "x.pgn:1:21:"),
    ] {
        fs::write(home.path().join("x.pgn"), text).expect("writes");
        let said = masque_in(home.path(), &["import", "x.pgn"], "");
        if place.is_empty() {
            assert_eq!(said.code, 0, "{text}: {}", said.err);
        } else {
            said.refuses(place, "bad-pgn");
        }
    }
}

#[test]
fn pgn_says_what_it_can_of_other_games() {
    let home = TempDir::new().expect("a folder");
    for variant in ["xiangqi", "breakthrough", "connect-four", "hidden-chess"] {
        let record = played(home.path(), variant, &[variant]);
        let pgn = format!("{variant}.pgn");
        let file = format!("{variant}.masque");
        let said = masque_in(home.path(), &["export", &file, "-O", &pgn], "");
        assert_eq!(said.code, 0, "{variant}: {}", said.err);
        let back = masque_in(home.path(), &["import", &pgn], "");
        assert_eq!(back.code, 0, "{variant}: {}", back.err);
        let acts = |text: &str| text.lines().filter(|l| l.contains(" | ")).count();
        assert_eq!(acts(&back.out), acts(&record), "{variant}");
    }
    fs::write(
        home.path().join("u.masque"),
        cut(&read(home.path(), "hidden-chess.masque"), 20),
    )
    .expect("writes");
    let hidden = masque_in(home.path(), &["export", "u.masque", "--format", "pgn"], "");
    hidden.refuses("", "hidden");
    played(home.path(), "banqi", &["banqi"]);
    let flips = masque_in(
        home.path(),
        &["export", "banqi.masque", "--format", "pgn"],
        "",
    );
    flips.refuses("", "no-words");
}

#[test]
fn go_goes_to_sgf_and_back() {
    let home = TempDir::new().expect("a folder");
    let games: [(&str, &[&str]); 5] = [
        ("go", &["go", "-o", "size=7", "-o", "komi_halves=11"]),
        ("capture", &["capture-go", "--seed", "2"]),
        ("gomoku", &["gomoku"]),
        ("hex", &["hex", "-o", "size=5", "-o", "swap=true"]),
        (
            "handicap",
            &[
                "go",
                "-o",
                "size=5",
                "--position",
                "5/1X1X1/5/1X1X1/5 white",
            ],
        ),
    ];
    for (name, args) in games {
        let record = played(home.path(), name, args);
        let (file, sgf) = (format!("{name}.masque"), format!("{name}.sgf"));
        let said = masque_in(home.path(), &["export", &file, "-O", &sgf], "");
        assert_eq!(said.code, 0, "{name}: {}", said.err);
        let back = masque_in(
            home.path(),
            &["import", &sgf, "--output", "back.masque"],
            "",
        );
        assert_eq!(back.code, 0, "{name}: {}", back.err);
        let deeds = |text: &str| -> Vec<String> {
            text.lines()
                .filter(|l| l.contains(" | ") || l.starts_with("result"))
                .map(str::to_owned)
                .collect()
        };
        assert_eq!(
            deeds(&read(home.path(), "back.masque")),
            deeds(&record),
            "{name}"
        );
        let again = masque_in(
            home.path(),
            &["export", "back.masque", "--format", "sgf"],
            "",
        );
        assert_eq!(again.out, read(home.path(), &sgf), "{name}");
        fs::remove_file(home.path().join("back.masque")).expect("removes");
    }
    let handicap = read(home.path(), "handicap.sgf");
    assert!(
        handicap.contains("AB[bd][dd][bb][db]PL[W]HA[4]"),
        "{handicap}"
    );
    for (text, place) in [
        ("(;GM[1]SZ[5];B[zz])", "x.sgf:1:16:"),
        ("(;GM[1]SZ[5];B[aa];B[bb])", "x.sgf:1:22:"),
        ("(;GM[1]SZ[5];B[aa];W[aa])", "x.sgf:1:22:"),
        ("(;GM[1]SZ[5];B[aa", "x.sgf:1:15:"),
        ("(;GM[1]SZ[5];B[aa]W[bb])", "x.sgf:1:21:"),
        ("(;GM[1]SZ[5];B[aa][bb])", "x.sgf:1:20:"),
        ("(;SZ[5]PL[W]PL[B];B[aa])", "x.sgf:1:16:"),
        ("(;SZ[5]PL[q];B[aa])", "x.sgf:1:11:"),
        ("(;SZ[5]PL[W];B[aa])", "x.sgf:1:16:"),
        ("(;SZ[5]MV[go]MV[hex];B[aa])", "x.sgf:1:17:"),
        ("(;SZ[5]AB[zz];B[aa])", "x.sgf:1:11:"),
        ("(;GM[4]SZ[15]MV[go];B[aa])", "x.sgf:1:6:"),
        ("(;SZ[5];B[aa])(;SZ[5];B[bb]", "x.sgf:1:15:"),
    ] {
        fs::write(home.path().join("x.sgf"), text).expect("writes");
        masque_in(home.path(), &["import", "x.sgf"], "").refuses(place, "bad-sgf");
    }
    for (text, place, code) in [
        ("(;SZ[0];B[aa])", "x.sgf:1:6:", "bad-option-value"),
        ("(;SZ[5]KM[-9999];B[aa])", "x.sgf:1:11:", "bad-option-value"),
        (
            "(;SZ[5]MO[size=0];B[aa])",
            "x.sgf:1:11:",
            "bad-option-value",
        ),
        ("(;MO[nosuch=1]SZ[5];B[aa])", "x.sgf:1:6:", "unknown-option"),
    ] {
        fs::write(home.path().join("x.sgf"), text).expect("writes");
        masque_in(home.path(), &["import", "x.sgf"], "").refuses(place, code);
    }
    // What is given on the command line has no place in the file.
    fs::write(home.path().join("x.sgf"), "(;SZ[5];B[aa])").expect("writes");
    let given = masque_in(home.path(), &["import", "x.sgf", "-o", "size=0"], "");
    given.refuses("", "bad-option-value");
    assert!(!given.err.contains("x.sgf"), "{}", given.err);
}

#[test]
fn every_game_of_a_collection_can_be_read() {
    let home = TempDir::new().expect("a folder");
    let text =
        "(;SZ[5];B[aa](;W[bb])(;W[cc]))\n(;GM[11]SZ[5];B[a1];W[swap-sides])\n(;SZ[5]PL[W];W[ee])";
    fs::write(home.path().join("x.sgf"), text).expect("writes");
    let import = |more: &[&str]| masque_in(home.path(), &[&["import", "x.sgf"], more].concat(), "");
    let first = import(&[]);
    assert!(
        first.out.contains("2. 1 place b4 |") && !first.out.contains("place c3"),
        "{}",
        first.out
    );
    let told = "x.sgf:2:1: there are 3 games in this file, and only the first was read [left-out]";
    assert!(first.err.starts_with(told), "{}", first.err);
    let chosen = import(&["--game", "1"]);
    assert_eq!((chosen.out, chosen.err.as_str()), (first.out, ""));
    // Colours that are exchanged after the last stone are exchanged all the same.
    let second = import(&["--game", "2"]);
    assert!(
        second.out.contains("2. 1 swap |"),
        "{}{}",
        second.out,
        second.err
    );
    let third = import(&["--game", "3"]);
    assert!(
        third.out.contains("1. 1 place e1 |"),
        "{}{}",
        third.out,
        third.err
    );
    import(&["--game", "4"]).refuses("x.sgf:3:20:", "bad-sgf");
}

#[test]
fn what_sgf_cannot_say_is_refused_with_the_reason() {
    let home = TempDir::new().expect("a folder");
    for (variant, why) in [
        ("reversi", "stones turn over in it"),
        ("tic-tac-toe", "SGF has no number for such a game"),
        ("xiangqi", "its board is not a square"),
        ("chess", "it is not played with stones alone"),
    ] {
        played(home.path(), variant, &[variant]);
        let file = format!("{variant}.masque");
        let said = masque_in(home.path(), &["export", &file, "--format", "sgf"], "");
        said.refuses("", "no-words");
        assert!(said.err.contains(why), "{}", said.err);
        fs::write(home.path().join("x.sgf"), "(;SZ[8])").expect("writes");
        let said = masque_in(home.path(), &["import", "x.sgf", "--variant", variant], "");
        said.refuses("", "no-words");
        assert!(said.err.contains(why), "{}", said.err);
    }
}

#[test]
fn what_an_import_leaves_out_is_told_with_its_place() {
    let home = TempDir::new().expect("a folder");
    let import = |name: &str, text: &str| {
        fs::write(home.path().join(name), text).expect("writes");
        let said = masque_in(home.path(), &["import", name], "");
        assert_eq!(said.code, 0, "{text}: {}", said.err);
        said
    };
    for (text, place, says) in [
        (
            "(;SZ[5]DT[1996-05];B[aa])",
            "1:11",
            "`1996-05` is not one day",
        ),
        (
            "(;SZ[5]DT[12345-6789];B[aa])",
            "1:11",
            "`12345-6789` is not one day",
        ),
        (
            "(;SZ[5]PB[A\nB];B[aa])",
            "1:11",
            "the name of the player of seat 0",
        ),
        ("(;SZ[5]RE[B+];B[aa])", "1:11", "the file tells a result"),
        (
            "(;SZ[5]RE[black won];B[aa])",
            "1:11",
            "`black won` is no result",
        ),
        ("(;SZ[5]KM[0.25];B[aa])", "1:11", "the komi is 0.25 here"),
        (
            "(;GM[4]SZ[15]KM[6.5];B[aa])",
            "1:17",
            "there is no komi in this game",
        ),
        (
            "(;SZ[5]HA[3]AB[aa][bb]PL[B];B[cc])",
            "1:11",
            "3 stones are given ahead, and 2",
        ),
        ("(;SZ[5]HA[x];B[cc])", "1:11", "`x` is no number of stones"),
        ("(;SZ[5]AE[aa];B[cc])", "1:11", "points are emptied"),
    ] {
        let said = import("x.sgf", text);
        let place = format!("x.sgf:{place}: ");
        assert!(said.err.starts_with(&place), "{text}: {}", said.err);
        assert!(said.err.contains(says), "{text}: {}", said.err);
        assert!(said.err.contains("[left-out]"), "{text}: {}", said.err);
        assert_eq!(said.err.lines().count(), 1, "{text}: {}", said.err);
    }
    // What is not known is no fault, and neither is what is as it should be.
    for text in [
        "(;SZ[5]RE[?]KM[0.5]HA[0]DT[]PB[];B[aa])",
        "(;SZ[5]RE[Void]DT[2024-02-29]PB[Ada];B[aa])",
        "(;GM[4]SZ[15]KM[0];B[aa])",
    ] {
        let said = import("x.sgf", text);
        assert_eq!(said.err, "", "{text}");
        assert!(!text.contains("Ada") || said.out.contains("\nname 0 Ada\ndate 2024-02-29\n"));
    }
    let pgn = |tags: &str| format!("{tags}\n\n1. e4 e5 *\n");
    let said = import("x.pgn", &pgn("[Date \"2024.2.9\"]"));
    assert!(
        said.err.starts_with("x.pgn:1:1: `2024-2-9` is not one day"),
        "{}",
        said.err
    );
    let said = import("x.pgn", &pgn("[White \"?\"]\n[Date \"2024.??.??\"]"));
    assert_eq!(said.err, "");
}

#[test]
fn a_file_from_elsewhere_names_no_folder_of_this_machine() {
    let home = TempDir::new().expect("a folder");
    let toml = "extends = \"go\"\n[title]\nreplace = true\nen = \"Mine\"\n";
    fs::create_dir(home.path().join("mine")).expect("a folder");
    fs::write(home.path().join("mine/variant.toml"), toml).expect("writes");
    for name in ["../../etc", "./mine", "mine", "/etc", "gO"] {
        let texts = [
            ("x.sgf", format!("(;SZ[5]MV[{name}];B[aa])"), "x.sgf:1:11: "),
            (
                "x.pgn",
                format!("[Variant \"{name}\"]\n\n1. e4 *\n"),
                "x.pgn:1:1: ",
            ),
        ];
        for (file, text, place) in texts {
            fs::write(home.path().join(file), text).expect("writes");
            // The tags of PGN are not told apart by case.
            if name == "gO" && file == "x.pgn" {
                continue;
            }
            masque_in(home.path(), &["import", file], "").refuses(place, "unknown-variant");
        }
    }
    // Who says so may mean a folder.
    fs::write(home.path().join("x.sgf"), "(;SZ[5]MV[mine];B[aa])").expect("writes");
    let args = ["import", "x.sgf", "--variant", "./mine"];
    let said = masque_in(home.path(), &args, "");
    assert_eq!(said.code, 0, "{}", said.err);
}

#[test]
fn output_has_one_name_everywhere() {
    let home = TempDir::new().expect("a folder");
    played(home.path(), "g", &["go", "-o", "size=5"]);
    let mut files = 0;
    for flag in ["--output", "-O", "-o"] {
        files += 1;
        let name = format!("{files}.sgf");
        let said = masque_in(home.path(), &["export", "g.masque", flag, &name], "");
        assert_eq!(
            (said.code, said.out.as_str()),
            (0, ""),
            "{flag}: {}",
            said.err
        );
        assert!(read(home.path(), &name).starts_with("(;"), "{flag}");
    }
    for flag in ["--output", "-O"] {
        files += 1;
        let name = format!("{files}.masque");
        let said = masque_in(home.path(), &["import", "1.sgf", flag, &name], "");
        assert_eq!(
            (said.code, said.out.as_str()),
            (0, ""),
            "{flag}: {}",
            said.err
        );
        assert!(
            read(home.path(), &name).starts_with("masque record"),
            "{flag}"
        );
        let name = format!("{files}.txt");
        let said = masque_in(home.path(), &["render", "g.masque", flag, &name], "");
        assert_eq!(
            (said.code, said.out.as_str()),
            (0, ""),
            "{flag}: {}",
            said.err
        );
        assert!(read(home.path(), &name).contains("5 |"), "{flag}");
    }
}

#[test]
fn records_of_version_1_are_still_read() {
    let home = TempDir::new().expect("a folder");
    let record = played(home.path(), "g", &["tic-tac-toe", "--seed", "5"]);
    let json = masque_in(home.path(), &["replay", "g.masque", "--json"], "");
    let steps: Value = serde_json::from_str(&json.out).expect("JSON");
    let tag = |word: &str| {
        record
            .lines()
            .find_map(|l| l.strip_prefix(word))
            .expect(word)
    };
    let mut old = format!(
        "masque record 1\nvariant tic-tac-toe\noptions -\nrules {}\ngame {}\nunsealed\nseats random random\nstart {}\n--\n",
        tag("rules "),
        tag("game "),
        tag("start ")
    );
    for step in steps["steps"].as_array().expect("steps").iter().skip(1) {
        let word = |key: &str| step[key].as_str().expect(key).to_owned();
        old += &format!(
            "{} | {} | {}\n",
            word("deed"),
            word("told"),
            word("position")
        );
    }
    let unfinished = old.clone();
    old += &format!(
        "--\nresult {}\nseed 5\ndeal {}\n",
        tag("result "),
        tag("deal ")
    );
    let (said, value) = verdict(home.path(), &old);
    assert_eq!(
        (said.code, &value["verdict"]),
        (0, &Value::from("true")),
        "{}",
        said.out
    );
    let (said, _) = verdict(home.path(), &unfinished);
    assert_eq!(said.code, 0, "{}", said.out);
    let new = masque_in(home.path(), &["export", "v.masque"], "");
    assert!(
        new.out.starts_with("masque record 2\n") && new.out.contains("\n1. 0 place "),
        "{}",
        new.out
    );
    let (said, _) = verdict(home.path(), &new.out);
    assert_eq!(said.code, 0, "{}", said.out);
    let (said, value) = verdict(home.path(), &old.replacen("place ", "place  ", 1));
    assert_eq!(said.code, 1, "{value}");
}

#[test]
fn what_is_damaged_is_told_by_its_place() {
    let home = TempDir::new().expect("a folder");
    let record = played(home.path(), "g", &["chess", "--seed", "1"]);
    for (before, after, place) in [
        ("\nseat 0 random", "\nseat 2 random", "d.masque:6:6:"),
        ("\nunsealed", "\nunsealed\nunsealed", "d.masque:6:1:"),
        ("\nunsealed", "", "d.masque:8:1:"),
        ("\n1. 0 ", "\n1. 0", "d.masque:10:5:"),
        ("\n3. 0 ", "\n5. 0 ", "d.masque:12:1:"),
        ("\n--\nresult", "\n--\nresults", "d.masque:"),
        ("\n1. 0 ", "\nundo 1\n1. 0 ", "d.masque:10:1:"),
        (
            "\nseat 0 random",
            "\nclock move=0s\nseat 0 random",
            "d.masque:6:1:",
        ),
    ] {
        let changed = record.replacen(before, after, 1);
        assert_ne!(changed, record, "{before}");
        fs::write(home.path().join("d.masque"), changed).expect("writes");
        masque_in(home.path(), &["replay", "d.masque"], "").refuses(place, "bad-record");
    }
    fs::write(
        home.path().join("d.masque"),
        [record.as_bytes(), b"\xff\n"].concat(),
    )
    .expect("writes");
    masque_in(home.path(), &["replay", "d.masque"], "").refuses("d.masque:", "not-utf8");
}
