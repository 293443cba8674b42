//! How long a variant takes to load, and the program to start.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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
/// The case of the program's start.
pub(crate) const LIST: &str = "masque list";
/// How often the program is started.
const STARTS: u32 = 20;

/// Loads a variant and prints how many nanoseconds it took from the shelf to an engine.
pub(crate) fn print_one(id: &str) {
    println!("{}", timed(id).as_nanos());
}

fn timed(id: &str) -> Duration {
    let begun = Instant::now();
    let engine = shelf::load(id, &[]);
    let spent = begun.elapsed();
    assert!(engine.is_some(), "{id} is not on the shelf");
    spent
}

/// Measures every variant that can be played, and `masque list`.
pub(crate) fn measure(options: &Options, report: &mut Report) {
    for id in shelf::ids() {
        if !options.wants(SECTION, &id) {
            continue;
        }
        let cold: Vec<f64> = (0..options.rounds()).filter_map(|_| cold(&id)).collect();
        push(
            report,
            &id,
            COLD,
            &cold,
            "from the embedded folder to machine code",
        );
        let warm: Vec<f64> = (0..options.rounds().max(2))
            .map(|_| millis(timed(&id)))
            .collect();
        push(report, &id, WARM, &warm, "in a process that has loaded it");
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

/// Milliseconds that a new process needed to load a variant.
fn cold(id: &str) -> Option<f64> {
    let own = std::env::current_exe().ok()?;
    let told = Command::new(own).args(["--load", id]).output().ok()?;
    let nanos: u64 = String::from_utf8(told.stdout).ok()?.trim().parse().ok()?;
    Some(millis(Duration::from_nanos(nanos)))
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
