//! UCCI, which has no question for what is legal: an engine plays its best move, and with that banned its next best,
//! until there is none.

use std::sync::Arc;

use masque_core::action::Act;
use masque_core::engine::Engine;
use masque_core::piece::{Observer, Seat, Side};
use masque_core::search::Unit;
use masque_core::setup::Setup;

use super::nonsense;
use super::process::{Lease, Pool, Process};
use super::profile::{Letters, Plays};
use super::text::{to_ucci, to_uci};
use super::uci::fen_of;
use crate::run::driver::{Driver, Ending, Heard, Reply, Said, Start, Topic, Unsaid};

/// The most moves that are asked for at one position.
const MOVES: usize = 500;

/// A game on a UCCI engine. Actions are written as UCCI writes them.
#[derive(Debug)]
pub(super) struct Ucci {
    lease: Lease,
    engine: Arc<dyn Engine>,
    letters: Letters,
    fen: String,
    turn: Seat,
    moves: Vec<String>,
    legal: Option<Vec<String>>,
}

fn greet(process: &mut Process) -> Result<String, String> {
    let lines = process.ask("ucci", |line| line.trim() == "ucciok")?;
    let name = lines.iter().find_map(|line| line.strip_prefix("id name "));
    Ok(name.unwrap_or("an engine").trim().to_owned())
}

/// The name of the engine.
pub(super) fn name(pool: &Arc<Pool>) -> Result<String, String> {
    let mut name = String::new();
    pool.take(|process| {
        name = greet(process)?;
        Ok(())
    })?;
    Ok(name)
}

impl Ucci {
    pub(super) fn open(pool: &Arc<Pool>, engine: &Arc<dyn Engine>, plays: &Plays) -> Said<Self> {
        let lease = pool.take(|process| greet(process).map(|_| ()));
        Ok(Self {
            lease: lease.map_err(Unsaid::Wrong)?,
            engine: Arc::clone(engine),
            letters: Letters::new(plays),
            fen: String::new(),
            turn: Seat(0),
            moves: Vec::new(),
            legal: None,
        })
    }

    fn moves(&mut self) -> Said<&[String]> {
        if self.legal.is_none() {
            self.legal = Some(self.ask()?);
        }
        Ok(self.legal.as_deref().unwrap_or_default())
    }

    fn ask(&mut self) -> Said<Vec<String>> {
        let mut position = format!("position fen {}", self.letters.theirs(&self.fen));
        if !self.moves.is_empty() {
            position = format!("{position} moves {}", self.moves.join(" "));
        }
        let process = self.lease.process().map_err(Unsaid::Wrong)?;
        let mut found: Vec<String> = Vec::new();
        while found.len() < MOVES {
            process.say(&position);
            if !found.is_empty() {
                process.say(&format!("banmoves {}", found.join(" ")));
            }
            let ends = |line: &str| line.starts_with("bestmove") || line.starts_with("nobestmove");
            let lines = process.ask("go depth 1", ends).map_err(Unsaid::Wrong)?;
            let last = lines.last().map_or("", String::as_str);
            let mut words = last.split_whitespace();
            match (words.next(), words.next()) {
                (Some("nobestmove"), _) => return Ok(found),
                (Some("bestmove"), Some(best)) if !found.iter().any(|m| m == best) => {
                    found.push(best.to_owned());
                }
                // An engine that plays what is banned cannot be asked for all of its moves.
                (Some("bestmove"), Some(_)) => return Err(Unsaid::CannotAsk),
                _ => return Err(nonsense("go depth 1", last)),
            }
        }
        Err(Unsaid::Wrong(
            "the engine finds moves without end".to_owned(),
        ))
    }
}

impl Driver for Ucci {
    fn start(&mut self, start: &Start<'_>) -> Said<()> {
        self.fen = fen_of(&*self.engine, start)?;
        self.turn = start.setup.turn;
        self.moves.clear();
        self.legal = None;
        Ok(())
    }

    fn answers(&self, _: Topic) -> bool {
        false
    }

    fn normal(&mut self, seat: Seat, action: &str) -> Said<String> {
        let uci = to_uci(&*self.engine, Side(seat.0), action).ok_or(Unsaid::CannotAsk)?;
        Ok(to_ucci(&uci))
    }

    fn turn(&mut self) -> Said<Seat> {
        Ok(self.turn)
    }

    fn legal(&mut self) -> Said<Vec<String>> {
        Ok(self.moves()?.to_vec())
    }

    fn why(&mut self, seat: Seat, action: &str) -> Said<Option<Vec<String>>> {
        if self.turn != seat {
            return Err(Unsaid::CannotAsk);
        }
        let legal = self.moves()?.iter().any(|m| m == action);
        Ok((!legal).then(Vec::new))
    }

    fn play(&mut self, seat: Seat, action: &str, _: bool) -> Said<Reply> {
        if self.why(seat, action)?.is_some() {
            return Ok(Reply::Illegal(Vec::new()));
        }
        self.moves.push(action.to_owned());
        self.turn = seat.other();
        self.legal = None;
        Ok(Reply::Done)
    }

    fn act(&mut self, _: Seat, _: Act) -> Said<Reply> {
        Err(Unsaid::CannotAsk)
    }

    fn heard(&mut self) -> Said<Vec<Heard>> {
        Err(Unsaid::CannotAsk)
    }

    fn see(&mut self, _: Observer) -> Said<Setup> {
        Err(Unsaid::CannotAsk)
    }

    fn truth(&mut self) -> Said<Setup> {
        Err(Unsaid::CannotAsk)
    }

    fn everything(&mut self, _: Observer, _: bool) -> Said<String> {
        Err(Unsaid::CannotAsk)
    }

    fn outcome(&mut self) -> Said<Option<Ending>> {
        // Without a move one has lost in xiangqi, but no engine says so here.
        Err(Unsaid::CannotAsk)
    }

    fn phase(&mut self) -> Said<Vec<String>> {
        Err(Unsaid::CannotAsk)
    }

    fn perft(&mut self, depth: u32, _: Unit) -> Said<u64> {
        match depth {
            0 => Ok(1),
            1 => Ok(self.moves()?.len() as u64),
            _ => Err(Unsaid::CannotAsk),
        }
    }

    fn picture(&mut self) -> Option<String> {
        None
    }
}
