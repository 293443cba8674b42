//! What a hook costs: compiled, in Rust, as an author's own module, and interpreted.
//!
//! The hooks and their Rust are those of `scripting/benches/hooks.rs`, which Criterion measures, one after the other
//! and not in turns; it is run from here, and what it found is read from the files that Criterion leaves. A rank test
//! is none of them: a script's `capture` is asked when the variant loads, and play looks its table up.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::SystemTime;

use serde_json::Value;

use crate::Options;
use crate::report::{Report, Row};
use crate::shelf::target_dir;

/// The section's name.
pub(crate) const SECTION: &str = "hooks";
/// How a hook is run, ours first.
pub(crate) const HOWS: [&str; 4] = ["compiled", "Rust", "module", "interpreted"];

/// Nanoseconds of a call: the median, and the interval that holds it with a probability of 95 %.
struct Estimate {
    case: String,
    how: String,
    median: f64,
    interval: Option<(f64, f64)>,
}

/// Runs the hooks' bench and reads what it found. A test run leaves it out: that bench has one of its own.
pub(crate) fn measure(options: &Options, report: &mut Report) {
    if !options.bench || !SECTION.contains(&options.only) {
        return;
    }
    let begun = SystemTime::now();
    let seconds = (options.sample() * options.rounds())
        .as_secs_f64()
        .max(0.5)
        .to_string();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // Both packages are named so that what they share is built once: features are those of all packages chosen.
    let run = Command::new(cargo)
        .args(["bench", "-p", "masque-conformance"])
        .args(["-p", "masque-scripting", "--bench", "hooks"])
        .args(["--", "--noplot", "--warm-up-time", "0.3"])
        .args(["--measurement-time", &seconds])
        .stdout(Stdio::null())
        .status();
    if !run.is_ok_and(|status| status.success()) {
        eprintln!("`cargo bench -p masque-scripting --bench hooks` did not run");
        return;
    }
    let found = target_dir().map_or(Vec::new(), |dir| read(&dir.join("criterion"), begun));
    let mut cases: Vec<&str> = found.iter().map(|e| &*e.case).collect();
    cases.sort_unstable();
    cases.dedup();
    for case in cases {
        let of = |how| found.iter().find(|e| e.case == case && e.how == how);
        let ours = of(HOWS[0]).map(|e| e.median);
        for how in HOWS {
            let Some(estimate) = of(how) else {
                continue;
            };
            let ratio = ours.map(|ours| ours / estimate.median);
            report.push(Row {
                section: SECTION.into(),
                case: case.into(),
                who: how.into(),
                figure: Some(estimate.median),
                unit: "ns".into(),
                spread: estimate.interval,
                ratio: ratio.filter(|_| how != HOWS[0]),
                ..Row::default()
            });
        }
    }
}

/// Every estimate that was written since a time, of benches named `CASE: HOW`.
fn read(criterion: &Path, since: SystemTime) -> Vec<Estimate> {
    let Ok(folders) = std::fs::read_dir(criterion) else {
        return Vec::new();
    };
    let fresh = |path: &Path| {
        let written = path.metadata().and_then(|data| data.modified());
        written.is_ok_and(|written| written >= since)
    };
    let json = |path: &Path| -> Option<Value> {
        serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()
    };
    let estimate = |folder: &Path| {
        let path = folder.join("new/estimates.json");
        if !fresh(&path) {
            return None;
        }
        let median = json(&path)?["median"].take();
        let name = json(&folder.join("new/benchmark.json"))?["full_id"].take();
        let (case, how) = name.as_str()?.rsplit_once(": ")?;
        let bound = |which: &str| median["confidence_interval"][which].as_f64();
        Some(Estimate {
            case: case.into(),
            how: how.into(),
            median: median["point_estimate"].as_f64()?,
            interval: bound("lower_bound").zip(bound("upper_bound")),
        })
    };
    folders
        .flatten()
        .filter_map(|folder| estimate(&folder.path()))
        .collect()
}
