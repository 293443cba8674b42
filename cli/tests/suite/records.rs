//! Saved games: kept as they go, resumed, disclosed at the end, and refused when they were changed.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Said, cut, masque_in, masque_within, played, read};

#[test]
fn a_game_goes_on_where_it_was_left() {
    let home = TempDir::new().expect("a folder");
    masque_in(
        home.path(),
        &["play", "chess", "--save", "g", "--seat", "1=human"],
        "e2e4\nquit\n",
    )
    .fine();
    masque_in(
        home.path(),
        &["play", "--resume", "g.masque"],
        "e7e5\nquit\n",
    )
    .fine();
    let record = read(home.path(), "g.masque");
    assert!(
        record.contains("1. 0 e2e4 | move") && record.contains("2. 1 e7e5 | move"),
        "{record}"
    );
    // The line in flight when a process dies is lost, and nothing before it.
    fs::write(home.path().join("g.masque"), format!("{record}3. 0 g1f")).expect("writes");
    masque_in(
        home.path(),
        &["play", "--resume", "g.masque"],
        "g1f3\nquit\n",
    )
    .fine();
    let record = read(home.path(), "g.masque");
    assert!(
        record.ends_with('\n') && record.contains("3. 0 g1f3 |"),
        "{record}"
    );
}

#[test]
fn a_copy_cannot_disclose_the_deal_of_a_game_that_goes_on() {
    let home = TempDir::new().expect("a folder");
    masque_in(
        home.path(),
        &["play", "banqi", "--save", "g", "--seat", "1=human"],
        "flip a1\nquit\n",
    )
    .fine();
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
    masque_in(home.path(), &["play", "--resume", "g.masque"], "quit\n").fine();
}

#[test]
fn a_finished_record_that_was_changed_is_refused() {
    let home = TempDir::new().expect("a folder");
    let args = [
        "play", "banqi", "--save", "g", "--seat", "0=greedy", "--seat", "1=random",
    ];
    masque_in(home.path(), &args, "").fine();
    assert_eq!(
        masque_in(home.path(), &["replay", "g.masque", "--step", "1"], "").code,
        0
    );
    let record = read(home.path(), "g.masque");
    let line = |word: &str| line_of(&record, |l| l.starts_with(word)).to_owned();
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
    let told = line_of(&record, |l| l.contains("| reveal "));
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
    let said = masque_in(home.path(), &args, "flip a1\nundo\nquit\n").fine();
    assert!(
        said.out.contains("what is known stays known"),
        "{}",
        said.out
    );
    let record = read(home.path(), "g.masque");
    assert!(!record.contains("undo"), "{record}");
}

#[test]
fn games_begun_in_the_same_second_are_dealt_apart() {
    let home = TempDir::new().expect("a folder");
    let deal = |name: &str| {
        let args = ["play", "banqi", "--save", name, "--seat", "1=human"];
        masque_in(home.path(), &args, "flip a1\nresign\n").fine();
        let record = read(home.path(), &format!("{name}.masque"));
        ["commitment ", "deal "].map(|word| line_of(&record, |l| l.starts_with(word)).to_owned())
    };
    let (one, two) = (deal("one"), deal("two"));
    assert_ne!(one[0], two[0]);
    assert_ne!(one[1], two[1]);
}

/// The first line of a text that is so.
fn line_of(text: &str, is: impl Fn(&str) -> bool) -> &str {
    let found = text.lines().find(|line| is(line));
    found.unwrap_or_else(|| panic!("no such line in:\n{text}"))
}

fn verdict(home: &Path, text: &str) -> (Said, Value) {
    fs::write(home.join("v.masque"), text).expect("writes");
    // What nobody disclosed is looked for long.
    let limit = Duration::from_secs(600);
    let said = masque_within(limit, home, &["verify", "v.masque", "--json"], "");
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
    masque_in(home.path(), &args, "e2e4\nquit\n").fine();
    let record = read(home.path(), "g.masque");
    assert!(
        record.contains("\nclock main=60s,increment=2s,warn=10s\n"),
        "{record}"
    );
    // As if White had thought for half a minute and Black for forty seconds.
    let line = line_of(&record, |l| l.starts_with("1. "));
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
    )
    .fine();
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
    let line = |word: &str| line_of(&record, |l| l.contains(word)).to_owned();
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
fn a_true_record_is_not_called_false_where_no_deal_is_found() {
    let home = TempDir::new().expect("a folder");
    // Towards the end of these games so much is known of secret fights that deals can no longer be counted: in one none is
    // drawn, in the other none of those drawn lets the game go on as it did.
    for seed in ["10", "7"] {
        let record = played(home.path(), seed, &["junqi-setup", "--seed", seed]);
        let (play, _) = record.rsplit_once("\n--\n").expect("an end");
        let (said, value) = verdict(home.path(), &format!("{play}\n"));
        assert_eq!(said.code, 0, "{seed}: {}", said.out);
        assert_eq!(value["verdict"], "open", "{seed}: {value}");
        let open = value["open"][0].as_str().expect("what is open");
        assert!(open.contains("too many deals agree"), "{seed}: {open}");
    }
}

#[test]
fn a_record_with_its_rules_inside_outlives_them() {
    let home = TempDir::new().expect("a folder");
    let own = home.path().join("mine");
    masque_in(home.path(), &["new", "mine", "--from", "banqi"], "").fine();
    let args = [
        "play", "./mine", "--save", "g", "--seat", "0=random", "--seat", "1=random", "--seed", "3",
    ];
    masque_in(home.path(), &args, "").fine();
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
    masque_in(
        home.path(),
        &["replay", "g.masque", "--carried", "--step", "1"],
        "",
    )
    .fine();
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
    masque_in(home.path(), &args, "").fine();
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
    masque_in(home.path(), &["replay", "whole.masque", "--step", "2"], "").fine();
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
    masque_in(home.path(), &args, "quit\n").fine();
    let own = read(home.path(), "g.seat0.masque");
    let start = line_of(&own, |l| l.starts_with("start "));
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
    masque_in(home.path(), &["play", "--resume", "g.masque"], "resign\n").fine();
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

#[test]
fn a_side_names_who_had_it_in_the_game() {
    let home = TempDir::new().expect("a folder");
    let record = |seed: usize| {
        let (seed, name) = (seed.to_string(), format!("g{seed}.masque"));
        let args = [
            "play", "banqi", "--plain", "--seed", &seed, "--seat", "0=random", "--seat",
            "1=random", "--save", &name,
        ];
        masque_in(home.path(), &args, "").fine();
        let text = fs::read_to_string(home.path().join(&name)).expect("a record");
        text.contains("settle seat0 black").then_some(name)
    };
    let name = (1..20)
        .find_map(record)
        .expect("seat 0 has black in one of them");
    for (word, eyes) in [
        ("black", "eyes seat 0"),
        ("red", "eyes seat 1"),
        ("0", "eyes seat 0"),
    ] {
        let said = masque_in(home.path(), &["export", &name, "--as", word], "").fine();
        assert!(said.out.contains(eyes), "{word}: {}", said.out);
    }
    let wrong = masque_in(home.path(), &["export", &name, "--as", "green"], "");
    wrong.refuses("nobody called `green` looks", "bad-observer");
}
