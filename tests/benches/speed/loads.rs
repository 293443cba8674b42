//! How long a variant takes to load, and the program to start.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use masque_core::random::{Seed, Stream};

use crate::measure::median;
use crate::report::{Report, Row, spread};
use crate::shelf::target_dir;
use crate::{Options, shelf};

/// The section's name.
pub(crate) const SECTION: &str = "loading";
/// Loading in a process that has loaded nothing yet.
pub(crate) const COLD: &str = "cold, a new process";
/// Loading where it was loaded before.
pub(crate) const WARM: &str = "again";
/// The same, and the first actions of a game, for which its script becomes machine code.
const COLD_PLAYED: &str = "cold, and played";
const WARM_PLAYED: &str = "again, and played";
/// How many actions are played.
const PLIES: u32 = 2;
/// The case of the program's start.
pub(crate) const LIST: &str = "masque list";
/// How often the program is started.
const STARTS: u32 = 20;

/// Loads a variant, plays on it, and prints how many nanoseconds had gone after each.
pub(crate) fn print_one(id: &str) {
    let [loaded, played] = timed(id);
    println!("{} {}", loaded.as_nanos(), played.as_nanos());
}

/// The times from the shelf to an engine, and to the first actions of a game on it.
fn timed(id: &str) -> [Duration; 2] {
    let begun = Instant::now();
    let engine = shelf::load(id, &[]).unwrap_or_else(|| panic!("{id} is not on the shelf"));
    let loaded = begun.elapsed();
    let seed = Seed::from_u64(1);
    let game = shelf::start(&*engine, &seed);
    let played = game.playout(&mut seed.stream(Stream::Automatic), PLIES);
    let spent = begun.elapsed();
    assert!(played.is_ok(), "{id}: a hook fails");
    [loaded, spent]
}

/// Measures every variant that can be played, and `masque list`.
pub(crate) fn measure(options: &Options, report: &mut Report) {
    for id in shelf::ids() {
        if !options.wants(SECTION, &id) {
            continue;
        }
        let rounds = options.rounds();
        let cold: Vec<[f64; 2]> = (0..rounds).filter_map(|_| cold(&id)).collect();
        let warm = (0..rounds.max(2)).map(|_| timed(&id).map(millis)).collect();
        for (times, who) in [(cold, [COLD, COLD_PLAYED]), (warm, [WARM, WARM_PLAYED])] {
            let column = |n: usize| times.iter().map(|t| t[n]).collect::<Vec<f64>>();
            push(
                report,
                &id,
                who[0],
                &column(0),
                "from its folder to an engine",
            );
            push(report, &id, who[1], &column(1), "to the first two actions");
        }
    }
    if options.wants(SECTION, LIST) {
        let starts: Vec<f64> = program(options).map_or(Vec::new(), |program| {
            let times = if options.bench { STARTS } else { 1 };
            (0..times).filter_map(|_| started(&program)).collect()
        });
        let note = if starts.is_empty() {
            "not found; `cargo build --release` makes it"
        } else {
            "from its start to its end"
        };
        push(report, LIST, "masque", &starts, note);
    }
}

fn push(report: &mut Report, case: &str, who: &str, times: &[f64], note: &str) {
    report.push(Row {
        section: SECTION.into(),
        case: case.into(),
        who: who.into(),
        figure: median(times),
        unit: "ms".into(),
        spread: spread(times),
        note: note.into(),
        ..Row::default()
    });
}

/// Milliseconds that a new process needed to load a variant, and to play on it.
fn cold(id: &str) -> Option<[f64; 2]> {
    let own = std::env::current_exe().ok()?;
    let told = Command::new(own).args(["--load", id]).output().ok()?;
    let told = String::from_utf8(told.stdout).ok()?;
    let (loaded, played) = told.trim().split_once(' ')?;
    let time = |nanos: &str| nanos.parse().ok().map(Duration::from_nanos).map(millis);
    Some([time(loaded)?, time(played)?])
}

fn program(options: &Options) -> Option<PathBuf> {
    // Benches are built as releases are, so the program lies in the folder above.
    let built = || {
        Some(
            std::env::current_exe()
                .ok()?
                .ancestors()
                .nth(2)?
                .join("masque"),
        )
    };
    let released = || Some(target_dir()?.join("release/masque"));
    let named = options.masque.clone();
    let mut known = [named, built(), released()].into_iter().flatten();
    known.find(|path| path.is_file())
}

/// Milliseconds that `masque list` took.
fn started(program: &PathBuf) -> Option<f64> {
    let begun = Instant::now();
    let status = Command::new(program)
        .arg("list")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .ok()?;
    status.success().then(|| millis(begun.elapsed()))
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
