//! A process that is killed loses at most the deed in flight.
//!
//! `MASQUE_KILLS=200` kills so many games; a few are enough on ordinary days.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::masque_in;

/// Variants of many sorts, with a first player that thinks for so long that there is a game to be killed in.
const VARIANTS: [(&[&str], &str); 4] = [
    (&["chess"], "0=mcts:simulations=200"),
    (&["banqi"], "0=mcts:simulations=1000"),
    (&["junqi-setup"], "0=mcts:simulations=10"),
    (&["go", "-o", "size=9"], "0=mcts:simulations=300"),
];

/// The arguments that play a game of a variant.
fn arguments((variant, thinker): (&[&'static str], &'static str)) -> Vec<&'static str> {
    let seats = ["--seat", thinker, "--seat", "1=random", "--save", "g"];
    variant.iter().chain(&seats).copied().collect()
}

/// How long the shortest of a few games takes, so that a process can be killed while one goes on, on any machine.
fn length(args: &[&str]) -> Duration {
    let game = || {
        let home = TempDir::new().expect("a folder");
        let begun = Instant::now();
        let whole = masque_in_data(home.path(), &[&["play"], args].concat());
        assert_eq!(whole.0, 0, "{args:?}: {}", whole.1);
        begun.elapsed()
    };
    let games = std::iter::repeat_with(game).take(3);
    games.min().unwrap_or_default()
}

/// A time within a length.
fn within(length: Duration, number: u64) -> Duration {
    length * (drawn(number) % 1000) as u32 / 1000
}

/// A small pinned generator: what is drawn need not be good, only different.
fn drawn(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// What the deeds of a record are, as they are told: a name is put before them there.
fn recorded(record: &str) -> Vec<String> {
    let body = record.split_once("\n--\n").map_or("", |(_, body)| body);
    let deeds = body.lines().take_while(|line| *line != "--");
    deeds
        .filter_map(|line| line.splitn(3, ' ').nth(2))
        .map(|deed| deed.split(" | ").next().unwrap_or(deed))
        .map(|deed| deed.split(" = ").next().unwrap_or(deed).to_owned())
        .collect()
}

/// The deeds that a process told before it died; a line that was cut off counts as far as it goes.
fn told(out: &str) -> Vec<String> {
    out.lines()
        .filter_map(|line| line.split_once(": "))
        .filter(|(name, _)| !name.contains(' ') || name.starts_with("player "))
        .map(|(_, rest)| rest.split("; ").next().unwrap_or(rest))
        .map(|rest| rest.trim_end().trim_end_matches(';').to_owned())
        .collect()
}

fn play(home: &Path, args: &[&str], after: Duration) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_masque"))
        .current_dir(home)
        .env("MASQUE_DATA", home.join("data"))
        .env("NO_COLOR", "1")
        .arg("play")
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut out = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = out.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    std::thread::sleep(after);
    // On Unix this is SIGKILL, which nothing can catch.
    let _ = child.kill();
    child.wait().expect("it ends");
    reader.join().expect("it was read")
}

#[test]
fn what_was_told_is_in_the_record_when_the_process_is_killed() {
    let kills: u64 = std::env::var("MASQUE_KILLS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(6);
    let games = VARIANTS.map(arguments).map(|args| {
        let length = length(&args);
        (args, length)
    });
    let (mut under_way, mut deeds, mut over) = (0, 0, 0);
    for number in 0..kills {
        let home = TempDir::new().expect("a folder");
        let (args, length) = &games[(number % VARIANTS.len() as u64) as usize];
        // Twice in three the game that goes on is killed as well, and the processes share its length.
        let more = drawn(number ^ 0xff) % 3;
        let share = *length / (more as u32 + 1);
        let after = within(share, number);
        let mut out = play(home.path(), args, after);
        let mut processes = 1;
        let path = home.path().join("g.masque");
        for again in 0..more {
            let Ok(record) = std::fs::read_to_string(&path) else {
                break;
            };
            if record.contains("\nresult ") {
                break;
            }
            let after = within(share, number << 8 | again);
            // What a line says that was cut off is told again in no other.
            out.push('\n');
            out.push_str(&play(home.path(), &["--resume", "g.masque"], after));
            processes += 1;
        }
        let Ok(record) = std::fs::read_to_string(&path) else {
            assert!(
                told(&out).is_empty(),
                "told before there was a record: {out}"
            );
            continue;
        };
        if !record.contains("\n--\n") {
            assert!(
                told(&out).is_empty(),
                "told before the tags were written: {out}"
            );
            continue;
        }
        let (said, kept) = (told(&out), recorded(&record));
        let whole: Vec<&String> = said.iter().filter(|deed| !deed.is_empty()).collect();
        let (mut at, mut untold) = (0, 0);
        for deed in &whole {
            // Each process that was killed may have recorded one deed that it did not tell any more.
            let found = kept[at..].iter().position(|k| k.starts_with(deed.as_str()));
            let Some(step) = found else {
                panic!(
                    "`{deed}` was told and is not in the record ({args:?}, kill {number}):\n{record}\n{out}"
                );
            };
            let skipped = kept[at..at + step].iter();
            // A refused try is told in other words.
            untold += skipped.filter(|deed| !deed.starts_with("try ")).count();
            at += step + 1;
        }
        assert!(
            untold <= processes,
            "kill {number}: {untold} deeds were recorded and not told"
        );
        deeds += kept.len();
        if record.contains("\nresult ") {
            over += 1;
            continue;
        }
        under_way += 1;
        let resumed = masque_in_data(home.path(), &["play", "--resume", "g.masque"]);
        assert_eq!(resumed.0, 0, "kill {number}: {}", resumed.1);
        let after = std::fs::read_to_string(&path).expect("the record");
        let complete = record.rfind('\n').map_or(0, |i| i + 1);
        assert!(
            after.starts_with(&record[..complete]),
            "kill {number}: lines were lost"
        );
        let judged = masque_in(home.path(), &["verify", "g.masque"], "");
        assert_eq!(
            judged.code, 0,
            "kill {number}: {}{}",
            judged.out, judged.err
        );
    }
    eprintln!(
        "{kills} kills: {under_way} games went on, {over} were over before; {deeds} deeds were kept"
    );
    assert!(under_way > 0, "no game was killed while it went on");
}

/// Runs the program to its end where its truth files are.
fn masque_in_data(home: &Path, args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_masque"))
        .current_dir(home)
        .env("MASQUE_DATA", home.join("data"))
        .env("NO_COLOR", "1")
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap_or(-1), said)
}
