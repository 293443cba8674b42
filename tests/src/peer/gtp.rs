//! GTP: legality by `all_legal`, `is_legal` or trial, stones by `list_stones`, captures by `captures`, and the winner by
//! area by `final_score`.
//!
//! The protocol lets either colour play at any time and never says that a game is over, so turns, phases and what the
//! seat that is not to act may do cannot be asked.

use std::sync::Arc;

use masque_core::action::Act;
use masque_core::engine::Engine;
use masque_core::piece::{Kind, Observer, Piece, Seat, Side};
use masque_core::search::Unit;
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;
use masque_core::spec::ScoringWay;

use super::nonsense;
use super::process::{Lease, Pool, Process};
use crate::run::driver::{Driver, Ending, Heard, Reply, Said, Start, Topic, Unsaid};

const PASS: &str = "pass";

/// A game on a GTP engine. Actions are vertices in capitals, or `pass`.
#[derive(Debug)]
pub(super) struct Gtp {
    lease: Lease,
    engine: Arc<dyn Engine>,
    commands: Vec<String>,
    first: Side,
    turn: Seat,
    passes: u8,
    /// What each side had taken before.
    before: [u16; 2],
    /// The stones when last looked at.
    cells: Vec<SetupCell>,
}

fn colour(side: Side) -> &'static str {
    if side == Side(0) { "black" } else { "white" }
}

fn stone(side: Side) -> Piece {
    let kind = Kind(0);
    Piece { side, kind }
}

/// Sends a command; `Ok(Err(..))` is the engine's own word that it failed.
fn command(process: &mut Process, line: &str) -> Result<Result<String, String>, String> {
    // An answer ends with a blank line; blank lines before it belong to nothing.
    let mut begun = false;
    process.say(line);
    let seen = std::cell::Cell::new(false);
    let lines = process.hear(line, |line| {
        let begins = line.starts_with(['=', '?']);
        seen.set(seen.get() || begins);
        seen.get() && line.trim().is_empty()
    })?;
    let mut answer = String::new();
    let mut failed = false;
    for line in &lines {
        if !begun {
            failed = line.starts_with('?');
            begun = failed || line.starts_with('=');
            if begun {
                answer = line[1..]
                    .trim_start_matches(|c: char| c.is_ascii_digit())
                    .trim()
                    .to_owned();
            }
        } else if !line.trim().is_empty() {
            answer.push('\n');
            answer.push_str(line.trim_end());
        }
    }
    Ok(if failed { Err(answer) } else { Ok(answer) })
}

/// The name of the engine.
pub(super) fn name(pool: &Arc<Pool>) -> Result<String, String> {
    let mut lease = pool.take(|_| Ok(()))?;
    let process = lease.process()?;
    let ask = |process: &mut Process, line: &str| {
        command(process, line)?.map_err(|error| format!("the engine refuses `{line}`: {error}"))
    };
    let name = ask(process, "name")?;
    let version = ask(process, "version").unwrap_or_default();
    Ok(format!("{name} {version}").trim().to_owned())
}

impl Gtp {
    pub(super) fn open(pool: &Arc<Pool>, engine: &Arc<dyn Engine>) -> Said<Self> {
        let board = &engine.spec().board;
        if board.files != board.ranks || engine.spec().kinds.len() != 1 {
            return Err(Unsaid::CannotAsk);
        }
        let mut lease = pool.take(|_| Ok(())).map_err(Unsaid::Wrong)?;
        let process = lease.process().map_err(Unsaid::Wrong)?;
        let listed = command(process, "list_commands").map_err(Unsaid::Wrong)?;
        let commands = listed.unwrap_or_default();
        Ok(Self {
            lease,
            engine: Arc::clone(engine),
            commands: commands.split_whitespace().map(str::to_owned).collect(),
            first: Side(0),
            turn: Seat(0),
            passes: 0,
            before: [0; 2],
            cells: Vec::new(),
        })
    }

    /// Sends a command that must work.
    fn must(&mut self, line: &str) -> Said<String> {
        let answer = self.try_it(line)?;
        answer.map_err(|error| nonsense(line, &format!("? {error}")))
    }

    fn try_it(&mut self, line: &str) -> Said<Result<String, String>> {
        let process = self.lease.process().map_err(Unsaid::Wrong)?;
        command(process, line).map_err(Unsaid::Wrong)
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|c| c == command)
    }

    fn side(&self, seat: Seat) -> Side {
        Side(self.first.0 ^ seat.0)
    }

    fn vertex(&self, site: usize) -> String {
        self.engine
            .site_name(Site(site as u16))
            .to_ascii_uppercase()
    }

    fn stones(&mut self) -> Said<Vec<SetupCell>> {
        if !self.knows("list_stones") {
            return Err(Unsaid::CannotAsk);
        }
        let mut cells = vec![SetupCell::Empty; self.engine.sites()];
        for side in Side::BOTH {
            let asked = format!("list_stones {}", colour(side));
            for vertex in self.must(&asked)?.split_whitespace() {
                let site = self.engine.site(&vertex.to_ascii_lowercase());
                let site = site.ok_or_else(|| nonsense(&asked, vertex))?;
                cells[site.index()] = SetupCell::Up(stone(side));
            }
        }
        Ok(cells)
    }

    fn is_legal(&mut self, side: Side, vertex: &str) -> Said<bool> {
        let colour = colour(side);
        if self.knows("is_legal") {
            let asked = format!("is_legal {colour} {vertex}");
            return match self.must(&asked)?.as_str() {
                "1" => Ok(true),
                "0" => Ok(false),
                other => Err(nonsense(&asked, other)),
            };
        }
        match self.try_it(&format!("play {colour} {vertex}"))? {
            Ok(_) => self.must("undo").map(|_| true),
            Err(_) => Ok(false),
        }
    }
}

impl Driver for Gtp {
    fn start(&mut self, start: &Start<'_>) -> Said<()> {
        let setup = start.setup;
        let files = self.engine.spec().board.files;
        if !start.earlier.is_empty() || setup.outcome.is_some() || setup.passes > 0 {
            return Err(Unsaid::CannotAsk);
        }
        self.must(&format!("boardsize {files}"))?;
        self.must("clear_board")?;
        if let Some(scoring) = &self.engine.spec().scoring {
            let komi = f64::from(scoring.komi_halves) / 2.0;
            self.must(&format!("komi {komi}"))?;
        }
        for (site, cell) in setup.cells.iter().enumerate() {
            let side = match cell {
                SetupCell::Empty => continue,
                SetupCell::Up(piece) => piece.side,
                SetupCell::Down { .. } => return Err(Unsaid::CannotAsk),
            };
            // Whatever the order, no stone of a legal position is without liberties on the way.
            self.must(&format!("play {} {}", colour(side), self.vertex(site)))?;
        }
        self.first = setup.first_side.unwrap_or(Side(0));
        self.turn = setup.turn;
        self.passes = 0;
        self.before = setup.captures;
        self.cells.clone_from(&setup.cells);
        Ok(())
    }

    fn answers(&self, _: Topic) -> bool {
        false
    }

    fn normal(&mut self, _: Seat, action: &str) -> Said<String> {
        let lower = action.trim().to_ascii_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        match words.as_slice() {
            [PASS] => Ok(PASS.to_owned()),
            [site] | ["place", site] if self.engine.site(site).is_some() => {
                Ok(site.to_ascii_uppercase())
            }
            _ => Err(Unsaid::CannotAsk),
        }
    }

    fn turn(&mut self) -> Said<Seat> {
        Ok(self.turn)
    }

    fn legal(&mut self) -> Said<Vec<String>> {
        let side = self.side(self.turn);
        let mut legal: Vec<String> = if self.knows("all_legal") {
            let answer = self.must(&format!("all_legal {}", colour(side)))?;
            answer.split_whitespace().map(str::to_owned).collect()
        } else {
            let mut found = Vec::new();
            for site in 0..self.engine.sites() {
                let vertex = self.vertex(site);
                if self.is_legal(side, &vertex)? {
                    found.push(vertex);
                }
            }
            found
        };
        legal.push(PASS.to_owned());
        Ok(legal)
    }

    fn why(&mut self, seat: Seat, action: &str) -> Said<Option<Vec<String>>> {
        if seat != self.turn {
            return Err(Unsaid::CannotAsk);
        }
        let legal = self.is_legal(self.side(seat), action)?;
        Ok((!legal).then(Vec::new))
    }

    fn play(&mut self, seat: Seat, action: &str, _: bool) -> Said<Reply> {
        if seat != self.turn {
            return Err(Unsaid::CannotAsk);
        }
        let asked = format!("play {} {action}", colour(self.side(seat)));
        if self.try_it(&asked)?.is_err() {
            return Ok(Reply::Illegal(Vec::new()));
        }
        self.passes = if action == PASS { self.passes + 1 } else { 0 };
        self.turn = seat.other();
        Ok(Reply::Done)
    }

    fn act(&mut self, _: Seat, _: Act) -> Said<Reply> {
        Err(Unsaid::CannotAsk)
    }

    /// What the board shows of the last play: the stone placed, and the stones that are gone.
    fn heard(&mut self) -> Said<Vec<Heard>> {
        let cells = self.stones()?;
        let before = std::mem::replace(&mut self.cells, cells);
        let mut told = Vec::new();
        let mut tell = |words: &[&str]| {
            let words = words.iter().map(|word| (*word).to_owned()).collect();
            let by = Observer::ALL.to_vec();
            told.push(Heard { by, words });
        };
        if self.passes > 0 {
            tell(&[PASS]);
        }
        for (at, (was, is)) in before.iter().zip(&self.cells).enumerate() {
            let name = self.engine.site_name(Site(at as u16));
            let letter = |piece: &Piece| self.engine.letter(*piece).to_string();
            match (was, is) {
                (SetupCell::Empty, SetupCell::Up(piece)) => tell(&["place", name, &letter(piece)]),
                (SetupCell::Up(piece), SetupCell::Empty) => {
                    tell(&["capture", name, &letter(piece)]);
                }
                _ => {}
            }
        }
        Ok(told)
    }

    fn see(&mut self, _: Observer) -> Said<Setup> {
        let mut setup = self.engine.empty_setup();
        setup.cells = self.stones()?;
        setup.first_side = Some(self.first);
        setup.turn = self.turn;
        if self.knows("captures") {
            for side in Side::BOTH {
                let asked = format!("captures {}", colour(side));
                let answer = self.must(&asked)?;
                let taken: u16 = answer.parse().map_err(|_| nonsense(&asked, &answer))?;
                setup.captures[side.index()] = self.before[side.index()] + taken;
            }
        }
        Ok(setup)
    }

    fn truth(&mut self) -> Said<Setup> {
        self.see(Observer::Public)
    }

    fn everything(&mut self, _: Observer, _: bool) -> Said<String> {
        Err(Unsaid::CannotAsk)
    }

    fn outcome(&mut self) -> Said<Option<Ending>> {
        let scoring = self.engine.spec().scoring.as_ref();
        let by_area = scoring.is_some_and(|scoring| scoring.way == ScoringWay::Area);
        if self.passes < 2 || !by_area || !self.knows("final_score") {
            return Err(Unsaid::CannotAsk);
        }
        let score = self.must("final_score")?;
        let side = match score.chars().next() {
            Some('0') => None,
            Some('B' | 'b') => Some(Side(0)),
            Some('W' | 'w') => Some(Side(1)),
            _ => return Err(nonsense("final_score", &score)),
        };
        let winner = side.map(|side| Seat(side.0 ^ self.first.0));
        let clause = String::new();
        Ok(Some(Ending { winner, clause }))
    }

    fn phase(&mut self) -> Said<Vec<String>> {
        Err(Unsaid::CannotAsk)
    }

    fn perft(&mut self, _: u32, _: Unit) -> Said<u64> {
        Err(Unsaid::CannotAsk)
    }

    fn picture(&mut self) -> Option<String> {
        let setup = self.truth().ok()?;
        Some(crate::run::draw(&*self.engine, &setup, &[]))
    }
}
