//! Serving graphical boards and arbiters over UCI, and over UCCI for xiangqi.

use std::io::{self, BufRead, Write};
use std::panic::AssertUnwindSafe;

use masque_conformance::peer::profile::{Letters, Profile};
use masque_conformance::peer::{Protocol, text};
use masque_core::action::Action;
use masque_core::engine::{Engine, Match};
use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Side};
use masque_core::position::Phase;
use masque_core::random::{Dice, Seed, Stream};
use masque_core::search::Unit;
use masque_core::setup::Setup;

use crate::opponents::{Chair, Start, greedy};
use crate::protocol::{Line, read_line};
use crate::variant::{Loaded, load};

/// The deepest count that is made: nothing else is answered meanwhile.
const DEEPEST: u32 = 12;

/// Which of the two protocols is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Ranks from 1.
    Uci,
    /// Ranks from 0, and a few words of its own.
    Ucci,
}

/// What one `masque uci` holds.
pub(crate) struct Server {
    dialect: Dialect,
    loaded: Loaded,
    letters: Letters,
    game: Box<dyn Match>,
    dice: Dice,
    /// The move found while the search is to go on until it is stopped.
    held: Option<String>,
    /// Moves that are not to be played next (UCCI).
    banned: Vec<String>,
    done: bool,
}

/// Whether a variant can be played over UCI: nothing is hidden or drawn, and its positions are FEN.
pub(crate) fn speaks(engine: &dyn Engine) -> bool {
    let text = engine.format_setup(&first(engine));
    let rows = text.split(' ').next().unwrap_or_default();
    text.split(' ').count() == 6 && !text.contains('=') && !rows.contains(['~', '?', 'x', 'X'])
}

/// Where a variant without a deal starts.
fn first(engine: &dyn Engine) -> Setup {
    engine.deal(&Seed::from_u64(0), [None, None])
}

/// Starts a game without asking whether a count or a lack of material has already ended it: that is the arbiter's part.
fn begin(engine: &dyn Engine, setup: &Setup) -> Result<Box<dyn Match>, String> {
    engine.start(setup).map_err(|errors| {
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        texts.join("; ")
    })
}

fn letters(id: &str) -> Letters {
    let profile = Profile::shipped(Protocol::Uci, "");
    let plays = profile.map(|profile| profile.plays(id, &[]).unwrap_or_default());
    Letters::new(&plays.unwrap_or_default())
}

impl Server {
    /// A server at the start of a variant.
    ///
    /// # Errors
    /// When the variant cannot be played over UCI.
    pub(crate) fn new(dialect: Dialect, loaded: Loaded, seed: &Seed) -> Result<Self, String> {
        if !speaks(&*loaded.engine) {
            return Err(format!(
                "{} cannot be played over UCI: something is hidden, or its positions are no FEN",
                loaded.id
            ));
        }
        Ok(Self {
            dialect,
            letters: letters(&loaded.id),
            game: begin(&*loaded.engine, &first(&*loaded.engine))?,
            loaded,
            dice: seed.stream(Stream::Bot(0)),
            held: None,
            banned: Vec::new(),
            done: false,
        })
    }

    /// Answers lines until `quit` or the end of the input.
    ///
    /// # Errors
    /// When reading or writing fails.
    pub(crate) fn serve(
        &mut self,
        mut input: impl BufRead,
        mut output: impl Write,
    ) -> io::Result<()> {
        while !self.done {
            let said = match read_line(&mut input)? {
                Line::End => return Ok(()),
                Line::Blank => continue,
                Line::Wrong(fault) => vec![complaint(fault.message())],
                Line::Text(line) => {
                    let mut said = Vec::new();
                    let answer = AssertUnwindSafe(|| self.answer(&line, &mut said));
                    if std::panic::catch_unwind(answer).is_err() {
                        said.push(complaint("this is a bug in masque"));
                    }
                    said
                }
            };
            for line in said {
                writeln!(output, "{line}")?;
            }
            output.flush()?;
        }
        Ok(())
    }

    fn engine(&self) -> &dyn Engine {
        &*self.loaded.engine
    }

    fn answer(&mut self, line: &str, said: &mut Vec<String>) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (Some(command), rest) = (words.first(), words.get(1..).unwrap_or_default()) else {
            return;
        };
        let done = match *command {
            "uci" if self.dialect == Dialect::Uci => {
                self.introduce(said);
                Ok(())
            }
            "ucci" if self.dialect == Dialect::Ucci => {
                said.push(format!("id name Masque {}", env!("CARGO_PKG_VERSION")));
                said.push("option usemillisec type check default true".to_owned());
                said.push("ucciok".to_owned());
                Ok(())
            }
            "isready" => {
                said.push("readyok".to_owned());
                Ok(())
            }
            "ucinewgame" | "debug" | "register" => Ok(()),
            "setoption" => self.set_option(rest),
            "position" => self.position(rest),
            "banmoves" if self.dialect == Dialect::Ucci => {
                self.banned = rest.iter().map(|word| (*word).to_owned()).collect();
                Ok(())
            }
            "go" => self.go(rest, said),
            "stop" | "ponderhit" => {
                said.extend(self.held.take());
                Ok(())
            }
            "d" => {
                self.show(said);
                Ok(())
            }
            "quit" => {
                if self.dialect == Dialect::Ucci {
                    said.push("bye".to_owned());
                }
                self.done = true;
                Ok(())
            }
            other => Err(format!("unknown command `{}`", shown(other))),
        };
        if let Err(message) = done {
            said.push(complaint(&message));
        }
    }

    fn introduce(&self, said: &mut Vec<String>) {
        said.push(format!("id name Masque {}", env!("CARGO_PKG_VERSION")));
        said.push("id author the authors of Masque".to_owned());
        let mut option = format!(
            "option name UCI_Variant type combo default {}",
            self.loaded.id
        );
        for id in masque_variants::ids() {
            if id == self.loaded.id || load(&id, None, &[]).is_ok_and(|v| speaks(&*v.engine)) {
                option.push_str(" var ");
                option.push_str(&id);
            }
        }
        said.push(option);
        said.push("uciok".to_owned());
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let line = words.join(" ");
        if self.dialect == Dialect::Ucci {
            return Ok(());
        }
        let name = line.strip_prefix("name ").unwrap_or(&line);
        let (name, value) = name.split_once(" value ").unwrap_or((name, ""));
        if !name.eq_ignore_ascii_case("UCI_Variant") {
            return Err(format!("there is no option `{}`", shown(name)));
        }
        if value == self.loaded.id {
            return Ok(());
        }
        if !crate::variant::ships(value) {
            return Err(format!("no variant is called `{}`", shown(value)));
        }
        let loaded = load(value, None, &[]).map_err(|errors| {
            errors
                .first()
                .map_or_else(|| "it does not load".to_owned(), ToString::to_string)
        })?;
        let mut other = Self::new(self.dialect, loaded, &Seed::from_u64(0))?;
        other.dice = self.dice.clone();
        *self = other;
        Ok(())
    }

    fn position(&mut self, words: &[&str]) -> Result<(), String> {
        let (start, moves) = match words.iter().position(|word| *word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (words, &[][..]),
        };
        let engine = self.engine();
        let setup = match start {
            ["startpos"] => first(engine),
            ["fen", fen @ ..] if !fen.is_empty() => {
                let fen = self.letters.ours(&fen.join(" "));
                let read = engine.parse_position(&fen);
                read.map_err(|error| format!("this is no position: {error}"))?
            }
            _ => return Err("expected `position startpos` or `position fen FEN`".to_owned()),
        };
        let mut game = begin(engine, &setup)?;
        for (i, word) in moves.iter().enumerate() {
            let action = find(self, &*game, word).ok_or_else(|| {
                let n = i + 1;
                format!("move {n}, `{}`, is not legal; nothing was set", shown(word))
            })?;
            let seat = game.turn();
            game.play(seat, action, false)
                .map_err(|error| error.to_string())?;
            game = going_on(engine, game)?;
        }
        self.game = game;
        self.held = None;
        self.banned.clear();
        Ok(())
    }

    /// An action as the protocol writes it.
    fn written(&self, game: &dyn Match, action: Action) -> String {
        let seat = game.turn();
        let side = game.side_of(seat).unwrap_or(Side(0));
        let text = game.format_action(Observer::Seat(seat), action);
        let uci = text::to_uci(self.engine(), side, &text);
        let uci = uci.unwrap_or_else(|| text.replace(' ', ""));
        match self.dialect {
            Dialect::Uci => uci,
            Dialect::Ucci => text::to_ucci(&uci),
        }
    }

    fn go(&mut self, words: &[&str], said: &mut Vec<String>) -> Result<(), String> {
        if let ["perft", rest @ ..] = words {
            let depth = rest.first().and_then(|word| word.parse().ok());
            let depth = depth.filter(|n| (1..=DEEPEST).contains(n));
            let depth = depth.ok_or_else(|| format!("perft takes a depth of 1 to {DEEPEST}"))?;
            let counts = self.game.divide(depth, Unit::Turn);
            let counts = counts.map_err(|error| error.to_string())?;
            let mut sum = 0;
            for (action, count) in counts {
                said.push(format!("{}: {count}", self.written(&*self.game, action)));
                sum += count;
            }
            said.extend([
                String::new(),
                format!("Nodes searched: {sum}"),
                String::new(),
            ]);
            return Ok(());
        }
        let best = self.best(words, said)?;
        let lasting = words.iter().any(|w| matches!(*w, "infinite" | "ponder"));
        if lasting {
            self.held = Some(best);
        } else {
            said.push(best);
        }
        Ok(())
    }

    /// There is no search: the capture that gains most, else a move drawn at random.
    fn best(&mut self, words: &[&str], said: &mut Vec<String>) -> Result<String, String> {
        let game = &*self.game;
        let legal = game.legal().map_err(|error| error.to_string())?;
        let only: Option<&[&str]> = words
            .iter()
            .position(|word| *word == "searchmoves")
            .map(|at| &words[at + 1..]);
        let mut moves: Vec<(Action, String)> = legal
            .into_iter()
            .map(|action| (action, self.written(game, action)))
            .collect();
        let any = !moves.is_empty();
        if let Some(only) = only.filter(|only| moves.iter().any(|m| only.contains(&m.1.as_str()))) {
            moves.retain(|(_, text)| only.contains(&text.as_str()));
        }
        moves.retain(|(_, text)| !self.banned.contains(text));
        let seat = game.turn();
        let start = Start::new(game.view_setup(Observer::Public), Vec::new());
        let chair = Chair::new(self.engine(), &start, game, seat);
        let chosen = greedy(&chair, &mut self.dice.clone()).map_err(|error| error.to_string())?;
        let chosen = chosen
            .and_then(|action| moves.iter().find(|m| m.0 == action).cloned())
            .or_else(|| self.dice.choose(&moves).cloned());
        let _ = self.dice.bits();
        if let Some((_, text)) = chosen {
            if self.dialect == Dialect::Uci {
                said.push(format!("info depth 1 score cp 0 nodes 1 pv {text}"));
            }
            return Ok(format!("bestmove {text}"));
        }
        if self.dialect == Dialect::Ucci {
            return Ok("nobestmove".to_owned());
        }
        if !any {
            let mut end = begin(self.engine(), &self.game.view_setup(Observer::Public))?;
            end.judge_start().map_err(|error| error.to_string())?;
            let lost = end
                .outcome()
                .is_some_and(|outcome| outcome.winner.is_some());
            let score = if lost { "mate 0" } else { "cp 0" };
            said.push(format!("info depth 0 score {score}"));
        }
        Ok("bestmove (none)".to_owned())
    }

    fn show(&self, said: &mut Vec<String>) {
        let style = Style::choose(false, true);
        let drawing = self.game.draw(Observer::Public, &style);
        said.push(String::new());
        said.extend(drawing.lines().iter().map(ToString::to_string));
        let fen = self.letters.theirs(&self.game.text(Observer::Public));
        let check = self.game.observe(Observer::Public).in_check;
        said.push(String::new());
        said.push(format!("Fen: {fen}"));
        said.push(format!("Check: {}", if check { "yes" } else { "no" }));
    }
}

/// The legal action that a word means.
fn find(server: &Server, game: &dyn Match, word: &str) -> Option<Action> {
    let legal = game.legal().ok()?;
    let mut legal = legal.into_iter();
    legal.find(|action| server.written(game, *action).eq_ignore_ascii_case(word))
}

/// A game that goes on where a count, a repetition or the material has ended it: over UCI the arbiter declares that.
fn going_on(engine: &dyn Engine, game: Box<dyn Match>) -> Result<Box<dyn Match>, String> {
    if game.outcome().is_none() {
        return Ok(game);
    }
    let mut setup = game.view_setup(Observer::Public);
    setup.outcome = None;
    setup.phase = Phase::Play;
    begin(engine, &setup)
}

fn complaint(message: &str) -> String {
    format!("info string {}", message.replace('\n', "; "))
}

/// What was sent, as far as it is worth repeating.
fn shown(text: &str) -> String {
    text.chars().take(64).collect()
}
