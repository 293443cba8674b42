//! UCI: legal moves and counts by `go perft`, the position by `d`, mate and stalemate by the score of a position
//! without moves.

use std::sync::Arc;

use masque_core::action::Act;
use masque_core::engine::Engine;
use masque_core::piece::{Observer, Seat, Side};
use masque_core::search::Unit;
use masque_core::setup::Setup;

use super::nonsense;
use super::process::{Lease, Pool, Process};
use super::profile::{Letters, Plays};
use super::text::to_uci;
use crate::run::driver::{Driver, Ending, Heard, Reply, Said, Start, Topic, Unsaid};

/// A game on a UCI engine. Actions are written as UCI writes them.
#[derive(Debug)]
pub(super) struct Uci {
    lease: Lease,
    engine: Arc<dyn Engine>,
    letters: Letters,
    fen: String,
    moves: Vec<String>,
    now: Option<Now>,
}

/// What the engine says of the position.
#[derive(Clone, Debug)]
struct Now {
    setup: Option<Setup>,
    turn: Seat,
    legal: Vec<String>,
}

/// Greets an engine; answers its name and the variants it offers.
fn greet(process: &mut Process) -> Result<(String, Vec<String>), String> {
    let lines = process.ask("uci", |line| line.trim() == "uciok")?;
    let name = lines.iter().find_map(|line| line.strip_prefix("id name "));
    let variants = lines
        .iter()
        .find(|line| line.starts_with("option name UCI_Variant "))
        .map_or(Vec::new(), |line| {
            let values = line.split(" var ").skip(1);
            values.map(|value| value.trim().to_owned()).collect()
        });
    Ok((name.unwrap_or("an engine").trim().to_owned(), variants))
}

/// The name of the engine.
pub(super) fn name(pool: &Arc<Pool>) -> Result<String, String> {
    let mut name = String::new();
    pool.take(|process| {
        name = greet(process)?.0;
        Ok(())
    })?;
    Ok(name)
}

/// The FEN of a start, when it says all that is to be said of it.
pub(super) fn fen_of(engine: &dyn Engine, start: &Start<'_>) -> Said<String> {
    let text = engine.format_setup(start.setup);
    if !start.earlier.is_empty() || text.contains('=') || text.split(' ').count() != 6 {
        return Err(Unsaid::CannotAsk);
    }
    Ok(text)
}

impl Uci {
    pub(super) fn open(pool: &Arc<Pool>, engine: &Arc<dyn Engine>, plays: &Plays) -> Said<Self> {
        let mut lease = pool
            .take(|process| greet(process).map(|_| ()))
            .map_err(Unsaid::Wrong)?;
        let process = lease.process().map_err(Unsaid::Wrong)?;
        // An engine plays chess where it is told nothing.
        if process.mode != plays.mode && !(process.mode.is_empty() && plays.mode == "chess") {
            let (_, variants) = greet(process).map_err(Unsaid::Wrong)?;
            if !variants.contains(&plays.mode) {
                return Err(Unsaid::CannotAsk);
            }
            process.say(&format!("setoption name UCI_Variant value {}", plays.mode));
            process.mode.clone_from(&plays.mode);
        }
        Ok(Self {
            lease,
            engine: Arc::clone(engine),
            letters: Letters::new(plays),
            fen: String::new(),
            moves: Vec::new(),
            now: None,
        })
    }

    fn ask(&mut self, line: &str, last: impl Fn(&str) -> bool) -> Said<Vec<String>> {
        let process = self.lease.process().map_err(Unsaid::Wrong)?;
        process.ask(line, last).map_err(Unsaid::Wrong)
    }

    fn say(&mut self, line: &str) -> Said<()> {
        self.lease.process().map_err(Unsaid::Wrong)?.say(line);
        Ok(())
    }

    fn now(&mut self) -> Said<&Now> {
        if self.now.is_none() {
            self.now = Some(self.look()?);
        }
        self.now.as_ref().ok_or(Unsaid::CannotAsk)
    }

    fn look(&mut self) -> Said<Now> {
        let mut position = format!("position fen {}", self.letters.theirs(&self.fen));
        if !self.moves.is_empty() {
            position = format!("{position} moves {}", self.moves.join(" "));
        }
        self.say(&position)?;
        self.say("d")?;
        let lines = self.ask("isready", |line| line.trim() == "readyok")?;
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        let setup = match fen {
            None => None,
            Some(fen) => {
                let fen = self.letters.ours(fen.trim());
                let read = self.engine.parse_position(&fen);
                Some(read.map_err(|error| nonsense("d", &format!("{fen}: {error}")))?)
            }
        };
        let turn = match &setup {
            Some(setup) => setup.turn,
            None => self.turn_by_moves()?,
        };
        let (_, legal) = self.count(1)?;
        Ok(Now { setup, turn, legal })
    }

    fn turn_by_moves(&self) -> Said<Seat> {
        let start = self.engine.parse_position(&self.fen);
        let start = start.map_err(|error| Unsaid::Wrong(error.to_string()))?;
        Ok(Seat(start.turn.0 ^ (self.moves.len() & 1) as u8))
    }

    /// The sum and the moves of `go perft`.
    fn count(&mut self, depth: u32) -> Said<(u64, Vec<String>)> {
        let asked = format!("go perft {depth}");
        let lines = self.ask(&asked, |line| line.starts_with("Nodes searched"))?;
        let mut moves = Vec::new();
        for line in &lines {
            let Some((left, right)) = line.split_once(':') else {
                continue;
            };
            let Ok(nodes) = right.trim().parse() else {
                continue;
            };
            match left {
                "Nodes searched" => return Ok((nodes, moves)),
                _ => moves.push(left.trim().to_owned()),
            }
        }
        Err(nonsense(&asked, lines.last().map_or("", String::as_str)))
    }

    fn setup(&mut self) -> Said<Setup> {
        self.now()?.setup.clone().ok_or(Unsaid::CannotAsk)
    }
}

impl Driver for Uci {
    fn start(&mut self, start: &Start<'_>) -> Said<()> {
        self.fen = fen_of(&*self.engine, start)?;
        self.moves.clear();
        self.now = None;
        self.say("ucinewgame")
    }

    fn answers(&self, topic: Topic) -> bool {
        match topic {
            Topic::Clause => false,
            Topic::Turn => self.now.as_ref().is_none_or(|now| now.setup.is_some()),
        }
    }

    fn normal(&mut self, seat: Seat, action: &str) -> Said<String> {
        to_uci(&*self.engine, Side(seat.0), action).ok_or(Unsaid::CannotAsk)
    }

    fn turn(&mut self) -> Said<Seat> {
        Ok(self.now()?.turn)
    }

    fn legal(&mut self) -> Said<Vec<String>> {
        Ok(self.now()?.legal.clone())
    }

    fn why(&mut self, seat: Seat, action: &str) -> Said<Option<Vec<String>>> {
        let now = self.now()?;
        if now.turn != seat {
            return Err(Unsaid::CannotAsk);
        }
        let legal = now.legal.iter().any(|a| a == action);
        Ok((!legal).then(Vec::new))
    }

    fn play(&mut self, seat: Seat, action: &str, _: bool) -> Said<Reply> {
        if self.why(seat, action)?.is_some() {
            return Ok(Reply::Illegal(Vec::new()));
        }
        self.moves.push(action.to_owned());
        self.now = None;
        Ok(Reply::Done)
    }

    fn act(&mut self, _: Seat, _: Act) -> Said<Reply> {
        Err(Unsaid::CannotAsk)
    }

    fn heard(&mut self) -> Said<Vec<Heard>> {
        Err(Unsaid::CannotAsk)
    }

    fn see(&mut self, _: Observer) -> Said<Setup> {
        self.setup()
    }

    fn truth(&mut self) -> Said<Setup> {
        self.setup()
    }

    fn everything(&mut self, _: Observer, _: bool) -> Said<String> {
        Err(Unsaid::CannotAsk)
    }

    fn outcome(&mut self) -> Said<Option<Ending>> {
        let now = self.now()?;
        // Where moves are left, the engine leaves it to others to declare a draw.
        if !now.legal.is_empty() {
            return Err(Unsaid::CannotAsk);
        }
        let turn = now.turn;
        let lines = self.ask("go depth 1", |line| line.starts_with("bestmove"))?;
        let score = |line: &String| line.split_once(" score ").map(|(_, s)| s.to_owned());
        let score = lines.iter().find_map(score).ok_or(Unsaid::CannotAsk)?;
        let mut words = score.split(' ');
        let winner = match (words.next(), words.next()) {
            (Some("mate"), Some("0" | "-0")) => Some(turn.other()),
            (Some("cp"), Some("0")) => None,
            _ => return Err(nonsense("go depth 1", &score)),
        };
        let clause = String::new();
        Ok(Some(Ending { winner, clause }))
    }

    fn phase(&mut self) -> Said<Vec<String>> {
        match self.outcome()? {
            Some(_) => Ok(vec!["over".to_owned()]),
            None => Err(Unsaid::CannotAsk),
        }
    }

    fn perft(&mut self, depth: u32, _: Unit) -> Said<u64> {
        if depth == 0 {
            return Ok(1);
        }
        self.now()?;
        Ok(self.count(depth)?.0)
    }

    fn picture(&mut self) -> Option<String> {
        let setup = self.setup().ok()?;
        Some(crate::run::draw(&*self.engine, &setup, &[]))
    }
}
