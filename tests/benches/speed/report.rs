//! The table, as it grows, and the same as JSON.

use std::io;
use std::path::Path;

use serde_json::{Value, json};

use crate::Options;
use crate::measure::{Taken, median, ratio};
use crate::targets::Reached;

/// One line of the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// What sort of figure.
    pub(crate) section: String,
    /// Of which game or hook.
    pub(crate) case: String,
    /// Whose.
    pub(crate) who: String,
    /// The median; `None` with a reason in the note.
    pub(crate) figure: Option<f64>,
    /// Of what.
    pub(crate) unit: String,
    /// The lowest and the highest of the rounds.
    pub(crate) spread: Option<(f64, f64)>,
    /// Plies of a game.
    pub(crate) plies: Option<f64>,
    /// Plies a second.
    pub(crate) ply_rate: Option<f64>,
    /// How many times this figure the first contender's is.
    pub(crate) ratio: Option<f64>,
    /// The same, of plies a second.
    pub(crate) ply_ratio: Option<f64>,
    /// What must be known to read it.
    pub(crate) note: String,
}

/// Everything measured so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

impl Report {
    /// An empty report; says what is measured, and how.
    pub(crate) fn new(options: &Options) -> Self {
        println!(
            "{} rounds of {} ms in turns, one thread; medians; \"ours\" is how many times a line's figure the first line of its case is",
            options.rounds(),
            options.sample().as_millis()
        );
        println!("{}", machine());
        Self::default()
    }

    /// Adds a line and prints it.
    pub(crate) fn push(&mut self, row: Row) {
        if self
            .rows
            .last()
            .is_none_or(|last| last.section != row.section)
        {
            println!(
                "\n{:<44} {:<30} {:>22} {:>16} {:>7} {:>9} {:>7} {:>7}",
                row.section, "who", "median", "lowest-highest", "plies", "plies/s", "ours", "plies"
            );
        }
        println!("{}", line(&row));
        self.rows.push(row);
    }

    /// Adds what contenders came to: the first is ours, and is compared with each of the others.
    pub(crate) fn push_taken(&mut self, section: &str, case: &str, unit: &str, taken: &[Taken]) {
        for (i, one) in taken.iter().enumerate() {
            let played = one.plies > 0.0;
            let compared = |ours: &[f64], theirs: &[f64]| {
                (i > 0 && one.missing.is_none())
                    .then(|| ratio(ours, theirs))
                    .flatten()
            };
            self.push(Row {
                section: section.into(),
                case: case.into(),
                who: one.who.clone(),
                figure: median(&one.rates),
                unit: unit.into(),
                spread: spread(&one.rates),
                plies: played.then_some(one.plies),
                ply_rate: median(&one.ply_rates).filter(|_| played),
                ratio: compared(&taken[0].rates, &one.rates),
                ply_ratio: compared(&taken[0].ply_rates, &one.ply_rates).filter(|_| played),
                note: one.missing.clone().unwrap_or_else(|| one.note.clone()),
            });
        }
    }

    /// The lines of a section.
    pub(crate) fn section(&self, section: &'static str) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.section == section)
    }

    /// The line of a case whose contender's name begins so.
    pub(crate) fn find(&self, section: &str, case: &str, who: &str) -> Option<&Row> {
        self.rows
            .iter()
            .find(|row| row.section == section && row.case == case && row.who.starts_with(who))
    }

    /// Writes everything as JSON.
    pub(crate) fn write(
        &self,
        path: &Path,
        options: &Options,
        targets: &[Reached],
    ) -> io::Result<()> {
        let rows: Vec<Value> = self.rows.iter().map(row_json).collect();
        let targets: Vec<Value> = targets.iter().map(Reached::json).collect();
        let all = json!({
            "machine": machine(),
            "rounds": options.rounds(),
            "sample_ms": options.sample().as_millis() as u64,
            "rows": rows,
            "targets": targets,
        });
        std::fs::write(path, format!("{all:#}\n"))
    }
}

/// The lowest and the highest.
pub(crate) fn spread(values: &[f64]) -> Option<(f64, f64)> {
    let lowest = values.iter().copied().reduce(f64::min)?;
    let highest = values.iter().copied().reduce(f64::max)?;
    Some((lowest, highest))
}

fn row_json(row: &Row) -> Value {
    json!({
        "section": row.section,
        "case": row.case,
        "who": row.who,
        "median": row.figure,
        "unit": row.unit,
        "lowest": row.spread.map(|s| s.0),
        "highest": row.spread.map(|s| s.1),
        "plies": row.plies,
        "plies_per_second": row.ply_rate,
        "ours_to_this": row.ratio,
        "ours_to_this_in_plies": row.ply_ratio,
        "note": row.note,
    })
}

fn line(row: &Row) -> String {
    let maybe = |value: Option<f64>, write: fn(f64) -> String| value.map_or(String::new(), write);
    let median = row
        .figure
        .map_or("-".into(), |f| format!("{} {}", short(f), row.unit));
    let spread = row
        .spread
        .filter(|(low, high)| low != high)
        .map_or(String::new(), |(low, high)| {
            format!("{}-{}", short(low), short(high))
        });
    let text = format!(
        "{:<44} {:<30} {median:>22} {spread:>16} {:>7} {:>9} {:>7} {:>7}  {}",
        row.case,
        row.who,
        maybe(row.plies, |p| format!("{p:.1}")),
        maybe(row.ply_rate, short),
        maybe(row.ratio, |r| format!("{}x", short(r))),
        maybe(row.ply_ratio, |r| format!("{}x", short(r))),
        row.note
    );
    text.trim_end().to_owned()
}

/// A number in three figures, with `k` or `M` behind.
pub(crate) fn short(value: f64) -> String {
    let (scaled, suffix) = match value.abs() {
        v if v >= 999.5e3 => (value / 1e6, "M"),
        v if v >= 9995.0 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let decimals = match scaled.abs() {
        v if v >= 99.95 => 0,
        v if v >= 9.995 => 1,
        _ => 2,
    };
    format!("{scaled:.decimals$}{suffix}")
}

/// The processor and how busy the machine was, where the system says so.
fn machine() -> String {
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let info = read("/proc/cpuinfo");
    let model = info
        .lines()
        .find(|line| line.starts_with("model name"))
        .and_then(|line| line.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let load = read("/proc/loadavg");
    let load = load.split(' ').next().unwrap_or_default();
    format!("{model}, {threads} threads, load {load} at the start")
}
