//! Engines that count moves over UCI, timed from the outside: from the question to the last line of the answer.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use crate::measure::Sample;

/// An engine, running.
pub(crate) struct Uci {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The name that it gives itself.
    pub(crate) name: String,
}

impl Uci {
    /// Starts a program of the path, or of where Debian puts games; `None` where there is none.
    pub(crate) fn find(program: &str) -> Option<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let program = std::env::split_paths(&path)
            .chain([PathBuf::from("/usr/games")])
            .map(|folder| folder.join(program))
            .find(|file| file.is_file())?;
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let input = child.stdin.take()?;
        let output = BufReader::new(child.stdout.take()?);
        let mut found = Self {
            child,
            input,
            output,
            name: String::new(),
        };
        found.say("uci").ok()?;
        let name = found.read_until("uciok", "id name ").ok()?;
        // The date and the authors are not needed to tell engines apart.
        found.name = name.split(" by ").next().unwrap_or_default().to_owned();
        Some(found)
    }

    /// Prepares a position of a variant.
    pub(crate) fn prepare(&mut self, variant: &str, fen: Option<&str>) -> Result<(), String> {
        if variant != "chess" || self.name.starts_with("Fairy") {
            self.say(&format!("setoption name UCI_Variant value {variant}"))?;
        }
        match fen {
            Some(fen) => self.say(&format!("position fen {fen}"))?,
            None => self.say("position startpos")?,
        }
        self.say("isready")?;
        self.read_until("readyok", "readyok").map(drop)
    }

    /// Counts what was prepared.
    pub(crate) fn perft(&mut self, depth: u32) -> Result<Sample, String> {
        let begun = Instant::now();
        self.say(&format!("go perft {depth}"))?;
        let told = self.read_until("Nodes searched:", "Nodes searched:")?;
        let spent = begun.elapsed();
        let count = told
            .trim()
            .parse()
            .map_err(|_| format!("no count: {told}"))?;
        Ok(Sample {
            count,
            plies: 0,
            spent,
        })
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").map_err(|error| error.to_string())
    }

    /// Reads up to the line that begins with `last`; gives what followed `wanted` in the latest line that began so.
    fn read_until(&mut self, last: &str, wanted: &str) -> Result<String, String> {
        let mut found = String::new();
        loop {
            let mut line = String::new();
            match self.output.read_line(&mut line) {
                Ok(0) => return Err("it ended".into()),
                Ok(_) => (),
                Err(error) => return Err(error.to_string()),
            }
            if let Some(rest) = line.trim_end().strip_prefix(wanted) {
                found = rest.to_owned();
            }
            if line.starts_with(last) {
                return Ok(found);
            }
        }
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.wait();
    }
}
