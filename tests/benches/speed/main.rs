//! How fast the program is, beside its peers: one command, one thread, one table.
//!
//! `cargo bench -p masque-conformance --bench speed` measures; `-- --help` lists what may be chosen. Ours and theirs
//! take turns, several rounds of it, and what is printed is the median of the rounds and the median of the ratios
//! within a round, so that a machine that slows down slows both. Peers that are not installed are "not found".
//!
//! Without `--bench` this is a test run: it shows within seconds that every figure of our own can be taken.

mod allocations;
mod draws;
mod hooks;
mod libraries;
mod loads;
mod measure;
mod openspiel;
mod perft;
mod playouts;
mod report;
mod shelf;
mod sizes;
mod targets;
mod uci;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser as _;

use report::Report;

/// Measures the program and its peers.
#[derive(clap::Parser, Debug)]
#[command(name = "speed")]
pub(crate) struct Options {
    /// Milliseconds of one sample
    #[arg(long, value_name = "MS", default_value_t = 400)]
    time: u64,
    /// How often each figure is taken; the median counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Only what has the word in its section or its case
    #[arg(long, value_name = "WORD", default_value = "")]
    only: String,
    /// Leave other programs and OpenSpiel out
    #[arg(long)]
    no_peers: bool,
    /// Write everything measured to a file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The Python that has OpenSpiel's wheel
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,
    /// The program whose start is timed; by default the one built beside this
    #[arg(long, value_name = "PATH")]
    masque: Option<PathBuf>,
    /// Count one ply deeper
    #[arg(long)]
    deep: bool,
    /// Only count every tree of the table by playing each action, and compare
    #[arg(long)]
    plain: bool,
    /// Load one variant, print the nanoseconds, and end
    #[arg(long, hide = true, value_name = "ID")]
    load: Option<String>,
    /// Given by `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
}

impl Options {
    /// The time of one sample.
    fn sample(&self) -> Duration {
        Duration::from_millis(if self.bench { self.time } else { 1 })
    }

    /// How often each figure is taken.
    fn rounds(&self) -> u32 {
        if self.bench { self.rounds } else { 1 }
    }

    /// Whether other programs are measured.
    fn peers(&self) -> bool {
        self.bench && !self.no_peers
    }

    /// Whether a figure is wanted.
    fn wants(&self, section: &str, case: &str) -> bool {
        section.contains(&self.only) || case.contains(&self.only)
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    if let Some(id) = &options.load {
        loads::print_one(id);
        return ExitCode::SUCCESS;
    }
    if options.plain {
        return match perft::agrees_with_plain(&options) {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        };
    }
    let mut report = Report::new(&options);
    // The allocator counts in one section alone; elsewhere it does as little as it can.
    allocation_counter::opt_out(|| {
        perft::measure(&options, &mut report);
        playouts::measure(&options, &mut report);
        draws::measure(&options, &mut report);
        hooks::measure(&options, &mut report);
        loads::measure(&options, &mut report);
        sizes::measure(&options, &mut report);
    });
    allocations::measure(&options, &mut report);
    // A test run measures nothing that could be held to a target.
    let reached = match options.bench {
        true => targets::reached(&report),
        false => Vec::new(),
    };
    targets::print(&reached, !options.only.is_empty());
    if let Some(path) = &options.json
        && let Err(error) = report.write(path, &options, &reached)
    {
        eprintln!("{}: {error}", path.display());
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}
