//! Other programs as engines that cases are asked of.
//!
//! A [`Peer`] starts a program as often as cases run side by side, keeps each for many cases, and opens drivers that
//! put what a case asks into the program's protocol. What the protocol has no words for cannot be asked, and the step
//! is skipped. A program that dies or falls silent fails the step that it was asked.

pub mod differ;
mod gtp;
mod jsonl;
pub mod process;
pub mod profile;
pub mod text;
mod ucci;
mod uci;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use masque_scripting::diag::Diagnostic;
use masque_scripting::files;
use masque_scripting::folder::MAX_FILE_BYTES;
use serde::Deserialize;

use crate::run::driver::{Driver, Game, Opener, Said, Unsaid};
use process::Pool;
use profile::Profile;

/// How a program is talked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// This program's own, `masque engine`.
    Jsonl,
    /// The universal chess interface, with `go perft` and `d` as Stockfish has them.
    Uci,
    /// The universal Chinese chess protocol.
    Ucci,
    /// The Go text protocol.
    Gtp,
}

/// Which program to ask, and how.
#[derive(Clone, Debug)]
pub struct Command {
    /// The program and its arguments; quotes hold words together.
    pub line: String,
    /// How it is talked to.
    pub protocol: Protocol,
    /// The longest that an answer may take.
    pub limit: Duration,
    /// A list of known failures in place of the shipped one.
    pub known: Option<PathBuf>,
}

/// Another program.
#[derive(Debug)]
pub struct Peer {
    protocol: Protocol,
    pool: Arc<Pool>,
    name: String,
    /// What is known of it.
    pub profile: Profile,
    /// Whether options for which no counterpart is known are left to whoever gave the command line.
    pub trusting: bool,
}

impl Peer {
    /// Starts a program and asks for its name.
    ///
    /// # Errors
    /// When it cannot be started or does not speak the protocol, and what is wrong with the list of known failures.
    pub fn start(command: &Command) -> Result<Self, Diagnostic> {
        let pool = Pool::new(&command.line, command.limit);
        let name = match command.protocol {
            Protocol::Uci => uci::name(&pool),
            Protocol::Ucci => ucci::name(&pool),
            Protocol::Gtp => gtp::name(&pool),
            Protocol::Jsonl => jsonl::name(&pool),
        };
        let name = name.map_err(|message| Diagnostic::new("no-engine", message))?;
        let mut profile = Profile::shipped(command.protocol, &name)?;
        if let Some(path) = &command.known {
            let shown = path.display().to_string();
            let text = files::read_text(path, MAX_FILE_BYTES as u64, "bad-known")?;
            profile = profile.with(&shown, &text)?;
        }
        Ok(Self {
            protocol: command.protocol,
            pool,
            name,
            profile,
            trusting: false,
        })
    }
}

impl Opener for Peer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn open(&self, game: &Game<'_>) -> Said<Box<dyn Driver>> {
        let id = &game.engine.spec().id;
        let options = if self.trusting { &[] } else { game.options };
        let plays = self
            .profile
            .plays(id, options)
            .map_err(|_| Unsaid::CannotAsk)?;
        // A preset is options by another name, which only our own protocol has.
        if game.preset.is_some() && self.protocol != Protocol::Jsonl {
            return Err(Unsaid::CannotAsk);
        }
        let engine = game.engine;
        Ok(match self.protocol {
            Protocol::Uci => Box::new(uci::Uci::open(&self.pool, engine, &plays)?),
            Protocol::Ucci => Box::new(ucci::Ucci::open(&self.pool, engine, &plays)?),
            Protocol::Jsonl => Box::new(jsonl::Jsonl::open(&self.pool, game)?),
            Protocol::Gtp => Box::new(gtp::Gtp::open(&self.pool, engine)?),
        })
    }
}

/// An answer that makes no sense.
fn nonsense(asked: &str, said: &str) -> Unsaid {
    Unsaid::Wrong(format!("the engine answers `{asked}` with `{said}`"))
}
