//! OpenSpiel's wheel, played by a small Python program that takes its orders line by line.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::Options;
use crate::measure::Sample;
use crate::shelf::target_dir;

const PROGRAM: &str = include_str!("../openspiel.py");

/// A Python that has the wheel, running.
pub(crate) struct OpenSpiel {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The version of the wheel.
    pub(crate) version: String,
}

impl OpenSpiel {
    /// Starts the Python named, that of `just bench-peers`, or the user's; `None` where it has no OpenSpiel.
    pub(crate) fn find(options: &Options) -> Option<Self> {
        let own = || target_dir().map(|dir| dir.join("openspiel/bin/python"));
        let python = options
            .python
            .clone()
            .or_else(|| own().filter(|path| path.exists()))
            .unwrap_or_else(|| PathBuf::from("python3"));
        let mut child = Command::new(python)
            .args(["-c", PROGRAM])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take()?);
        let mut found = Self {
            child,
            input,
            output,
            version: String::new(),
        };
        let hello = found.read().ok()?;
        found.version = hello["version"].as_str()?.to_owned();
        Some(found)
    }

    /// Plays a game again and again for a time.
    pub(crate) fn play(
        &mut self,
        game: &str,
        limit: u32,
        time: Duration,
    ) -> Result<Sample, String> {
        let request = json!({ "game": game, "limit": limit, "seconds": time.as_secs_f64() });
        let input = self.input.as_mut().ok_or("its input is closed")?;
        writeln!(input, "{request}").map_err(|error| error.to_string())?;
        let told = self.read()?;
        if let Some(why) = told["error"].as_str() {
            return Err(why.to_owned());
        }
        let sample = || {
            Some(Sample {
                count: told["games"].as_u64()?,
                plies: told["plies"].as_u64()?,
                spent: Duration::try_from_secs_f64(told["seconds"].as_f64()?).ok()?,
            })
        };
        sample().ok_or_else(|| format!("no figures in {told}"))
    }

    fn read(&mut self) -> Result<Value, String> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line);
        match read {
            Ok(0) => Err("it ended".into()),
            Ok(_) => serde_json::from_str(&line).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Drop for OpenSpiel {
    fn drop(&mut self) {
        // It ends with its input.
        self.input = None;
        let _ = self.child.wait();
    }
}
