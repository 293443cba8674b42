//! `hint` and `analyse`: of positions, of saved games, and by whose eyes.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{masque, masque_in};

/// A queen that hangs, and nothing else that is as good.
const HANGING: &str = "4k3/8/8/8/8/4q3/3P4/R3K3 w - - 0 1";

/// What a command says as data.
#[track_caller]
fn data(home: &Path, args: &[&str]) -> Value {
    let args = [args, &["--simulations", "300", "--json"]].concat();
    let said = masque_in(home, &args, "");
    assert_eq!(said.code, 0, "{args:?}: {}", said.err);
    serde_json::from_str(&said.out).expect("JSON")
}

#[track_caller]
fn refused(home: &Path, args: &[&str], place: &str, code: &str) {
    masque_in(home, args, "").refuses(place, code);
}

/// Plays until a person at a seat leaves, and gives the game's name.
fn left(home: &Path, variant: &str, seats: &[&str], input: &str) {
    let mut args = vec!["play", variant, "--save", "g", "--plain", "--seed", "4"];
    args.extend(seats);
    let said = masque_in(home, &args, input);
    assert_eq!(said.code, 0, "{}", said.err);
}

#[test]
fn a_hint_is_the_best_action_with_its_reason() {
    let args = ["hint", "chess", HANGING, "--simulations", "2000"];
    let said = masque(&args);
    assert_eq!(said.code, 0, "{}", said.err);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines[0], "d2xe3");
    assert!(
        lines[1].contains("captures the queen on e3"),
        "{}",
        lines[1]
    );
    assert!(lines[2].contains("simulations: d2xe3 "), "{}", lines[2]);
    // The same number gives the same thoughts.
    assert_eq!(masque(&args), said);
    let home = Path::new(".");
    let value = data(home, &["hint", "chess", HANGING]);
    assert_eq!(
        (&value["action"], &value["seat"]),
        (&"d2xe3".into(), &0.into())
    );
    // Everybody sees whose turn it is; the other seat has nothing to be told.
    refused(
        home,
        &["hint", "chess", HANGING, "--as", "black"],
        "",
        "not-to-act",
    );
}

#[test]
fn an_analysis_adds_up() {
    let home = Path::new(".");
    let value = data(home, &["analyse", "banqi", "start", "--seed", "1"]);
    let actions = value["actions"].as_array().expect("actions");
    let sum = |key: &str| actions.iter().filter_map(|a| a[key].as_f64()).sum::<f64>();
    assert_eq!(actions.len(), 32);
    assert_eq!(value["simulations"], 300);
    assert_eq!(sum("visits"), 300.0);
    assert!((sum("share") - 1.0).abs() < 1e-9);
    // Of every hidden piece it is certain that it is something.
    let pieces = value["pieces"].as_array().expect("hidden pieces");
    assert_eq!(pieces.len(), 32);
    for piece in pieces {
        let may = piece["may_be"].as_array().expect("what it may be");
        let all: f64 = may.iter().filter_map(|p| p["chance"].as_f64()).sum();
        assert!((all - 1.0).abs() < 1e-6, "{piece}");
    }
    let said = masque(&[
        "analyse",
        "minesweeper-chess",
        "start",
        "--simulations",
        "100",
    ]);
    assert_eq!(said.code, 0, "{}", said.err);
    for words in [
        "White to act: expected score 0.",
        "Hazards, in tenths of certainty",
        "truths agree with what White was told",
    ] {
        assert!(said.out.contains(words), "{words}: {}", said.out);
    }
}

#[test]
fn a_seats_own_record_is_asked_about_that_seat() {
    let temp = TempDir::new().expect("a folder");
    let home = temp.path();
    let seats = [
        "--seat", "0=random", "--seat", "1=human", "--layout", "1=random",
    ];
    left(home, "junqi-setup", &seats, "quit\n");
    let own = "g.seat1.masque";
    // Seat 1 is to act after the machine's first move, and not before it.
    for (step, turn) in [("0", 0), ("1", 1)] {
        let args = ["analyse", "junqi-setup", own, "--step", step];
        let value = data(home, &args);
        assert_eq!((&value["seat"], &value["turn"]), (&1.into(), &turn.into()));
        assert_eq!(value, data(home, &[&args[..], &["--as", "1"]].concat()));
        // What the machine has is not known.
        assert_eq!(value["pieces"].as_array().map(Vec::len), Some(25));
    }
    let value = data(home, &["hint", "junqi-setup", own]);
    assert_eq!(value["seat"], 1);
    refused(
        home,
        &["hint", "junqi-setup", own, "--step", "0"],
        "",
        "not-to-act",
    );
    for command in ["hint", "analyse"] {
        refused(
            home,
            &[command, "junqi-setup", own, "--as", "0"],
            "",
            "other-eyes",
        );
        // What all were told is too little to go by.
        refused(
            home,
            &[command, "junqi-setup", "g.masque"],
            "",
            "unfinished",
        );
    }
}

#[test]
fn a_moment_is_the_same_before_and_after_the_end() {
    let temp = TempDir::new().expect("a folder");
    let home = temp.path();
    left(
        home,
        "banqi",
        &["--seat", "0=random", "--seat", "1=random"],
        "",
    );
    let whole = fs::read_to_string(home.join("g.masque")).expect("a record");
    let (head, body) = whole.split_once("\n--\n").expect("a bar");
    let deeds: String = body.lines().take(9).flat_map(|line| [line, "\n"]).collect();
    fs::write(home.join("cut.masque"), format!("{head}\n--\n{deeds}")).expect("writes");
    for command in ["hint", "analyse"] {
        let then = data(home, &[command, "banqi", "g.masque", "--step", "9"]);
        assert_eq!(
            then,
            data(home, &[command, "banqi", "cut.masque"]),
            "{command}"
        );
        // A record names its variant itself.
        assert_eq!(then, data(home, &[command, "cut.masque"]), "{command}");
    }
    refused(home, &["hint", "banqi", "g.masque"], "", "not-to-act");
    for (args, code) in [
        (&["banqi", "g.masque", "--step", "9999"][..], "no-such-step"),
        (&["chess", "g.masque"], "other-variant"),
        (&["banqi", "none.masque"], "no-record"),
        (&["none.masque"], "no-record"),
        (&["g.masque", "-o", "rook_charge=true"], "record-options"),
        (&["g.masque", "start"], "unknown-variant"),
        (&["g.masque", "--carried"], "no-rules-inside"),
        (&["banqi", "--carried"], "no-record"),
        (&["banqi", "start", "--step", "1"], "no-record"),
        (&["banqi", ".", "--step", "1"], "no-record"),
        (&["banqi", "start", "--as", "2"], "bad-seat"),
    ] {
        for command in ["hint", "analyse"] {
            refused(home, &[&[command], args].concat(), "", code);
        }
    }
    refused(
        home,
        &["analyse", "banqi", "nothing"],
        "position:1:",
        "bad-position",
    );
}
