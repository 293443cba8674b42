//! Saved games: kept as they go, resumed, disclosed at the end, and refused when they were changed.

use std::fs;

use tempfile::TempDir;

use crate::support::masque_in;

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
