//! Serving boards and arbiters of Go over GTP.

use std::io::{self, BufRead, Write};
use std::panic::AssertUnwindSafe;
use std::path::Path;

use masque_core::action::{Action, Tag};
use masque_core::engine::{Engine, Match};
use masque_core::notation::diagram::Style;
use masque_core::piece::{Kind, Observer, Piece, Seat, Side};
use masque_core::position::Phase;
use masque_core::random::{Dice, Seed, Stream};
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;
use masque_scripting::files;

use crate::protocol::{Line, read_line};
use crate::record::sgf;
use crate::variant::{Loaded, load};

/// The longest game record that is read, in bytes.
const LONGEST_RECORD: u64 = 1 << 20;

const COMMANDS: &[&str] = &[
    "all_legal",
    "boardsize",
    "captures",
    "clear_board",
    "final_score",
    "genmove",
    "get_komi",
    "is_legal",
    "known_command",
    "komi",
    "list_commands",
    "list_stones",
    "loadsgf",
    "name",
    "play",
    "protocol_version",
    "query_boardsize",
    "quit",
    "reg_genmove",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// A turn taken: whose, and where; `None` for a pass.
type Turn = (Side, Option<Site>);

/// What one `masque gtp` holds.
pub(crate) struct Server {
    variant: String,
    preset: Option<String>,
    options: Vec<(String, String)>,
    loaded: Loaded,
    /// What the turns began from.
    base: Setup,
    turns: Vec<Turn>,
    game: Box<dyn Match>,
    /// The boards that went before, which may not come again.
    earlier: Vec<Setup>,
    /// Stones that each side has taken.
    taken: [usize; 2],
    dice: Dice,
    done: bool,
}

/// Whether a variant can be played over GTP: stones of one kind are placed on a square board, and nothing is hidden.
fn speaks(engine: &dyn Engine) -> bool {
    let spec = engine.spec();
    let board = &spec.board;
    let square = !board.graph && board.files == board.ranks;
    square && spec.kinds.len() == 1 && spec.enclosure.is_some() && spec.terrain.is_none()
}

fn first(engine: &dyn Engine) -> Setup {
    engine.deal(&Seed::from_u64(0), [None, None])
}

fn begin(engine: &dyn Engine, setup: &Setup) -> Result<Box<dyn Match>, String> {
    engine.start(setup).map_err(|errors| {
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        texts.join("; ")
    })
}

fn colour(word: Option<&&str>) -> Result<Side, String> {
    match word.map(|w| w.to_ascii_lowercase()).as_deref() {
        Some("b" | "black") => Ok(Side(0)),
        Some("w" | "white") => Ok(Side(1)),
        _ => Err("invalid color or coordinate".to_owned()),
    }
}

fn stone(side: Side) -> SetupCell {
    let kind = Kind(0);
    SetupCell::Up(Piece { side, kind })
}

impl Server {
    /// A server at the start of a variant.
    ///
    /// # Errors
    /// When the variant cannot be played over GTP.
    pub(crate) fn new(
        loaded: Loaded,
        variant: &str,
        preset: Option<&str>,
        options: &[(String, String)],
        seed: &Seed,
    ) -> Result<Self, String> {
        if !speaks(&*loaded.engine) {
            return Err(format!(
                "{} cannot be played over GTP, which knows stones on a square board",
                loaded.id
            ));
        }
        let base = first(&*loaded.engine);
        Ok(Self {
            variant: variant.to_owned(),
            preset: preset.map(str::to_owned),
            options: options.to_vec(),
            game: begin(&*loaded.engine, &base)?,
            base,
            loaded,
            turns: Vec::new(),
            earlier: Vec::new(),
            taken: [0; 2],
            dice: seed.stream(Stream::Bot(0)),
            done: false,
        })
    }

    /// Answers commands until `quit` or the end of the input.
    ///
    /// # Errors
    /// When reading or writing fails.
    pub(crate) fn serve(
        &mut self,
        mut input: impl BufRead,
        mut output: impl Write,
    ) -> io::Result<()> {
        while !self.done {
            let line = match read_line(&mut input)? {
                Line::End => return Ok(()),
                Line::Blank => continue,
                Line::Wrong(fault) => {
                    write!(output, "? {}\n\n", fault.message())?;
                    output.flush()?;
                    continue;
                }
                Line::Text(line) => line,
            };
            // Comments and control characters are not part of a command.
            let line: String = line.split('#').next().unwrap_or_default().to_owned();
            let line = line
                .replace('\t', " ")
                .replace(|c: char| c.is_control(), "");
            let mut words: Vec<&str> = line.split_whitespace().collect();
            let id = words
                .first()
                .filter(|w| w.bytes().all(|b| b.is_ascii_digit()))
                .map_or(String::new(), |w| (*w).to_owned());
            if !id.is_empty() {
                words.remove(0);
            }
            let Some((command, rest)) = words.split_first() else {
                continue;
            };
            let answer = AssertUnwindSafe(|| self.answer(command, rest));
            let answer = std::panic::catch_unwind(answer)
                .unwrap_or_else(|_| Err("this is a bug in masque".to_owned()));
            let (mark, text) = match answer {
                Ok(text) => ('=', text),
                Err(text) => ('?', text),
            };
            write!(output, "{mark}{id} {text}\n\n")?;
            output.flush()?;
        }
        Ok(())
    }

    fn engine(&self) -> &dyn Engine {
        &*self.loaded.engine
    }

    fn answer(&mut self, command: &str, words: &[&str]) -> Result<String, String> {
        let nothing = |()| String::new();
        match command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("Masque".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => {
                let known = words.first().is_some_and(|w| COMMANDS.contains(w));
                Ok(known.to_string())
            }
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" => {
                self.done = true;
                Ok(String::new())
            }
            "boardsize" => self.resize(words).map(nothing),
            "query_boardsize" => Ok(self.engine().spec().board.files.to_string()),
            "clear_board" => self.anew(first(self.engine()), Vec::new()).map(nothing),
            "komi" => self.set_komi(words).map(nothing),
            "get_komi" => Ok(self.komi().to_string()),
            "play" => self.play(words).map(nothing),
            "genmove" => {
                let side = colour(words.first())?;
                let turn = self.choose(side)?;
                self.take((side, turn))?;
                Ok(self.vertex(turn))
            }
            "reg_genmove" => {
                let side = colour(words.first())?;
                self.choose(side).map(|turn| self.vertex(turn))
            }
            "undo" => {
                let mut turns = self.turns.clone();
                turns.pop().ok_or("cannot undo")?;
                self.anew(self.base.clone(), turns).map(nothing)
            }
            "showboard" => {
                let style = Style::choose(false, true);
                let drawing = self.game.draw(Observer::Public, &style);
                let lines: Vec<String> = drawing.lines().iter().map(ToString::to_string).collect();
                Ok(format!("\n{}", lines.join("\n")))
            }
            "loadsgf" => self.load_record(words).map(nothing),
            "list_stones" => {
                let wanted = stone(colour(words.first())?);
                let cells = self.game.view_setup(Observer::Public).cells;
                let sites = (0..cells.len()).filter(|at| cells[*at] == wanted);
                let stones: Vec<String> =
                    sites.map(|at| self.vertex(Some(Site(at as u16)))).collect();
                Ok(stones.join(" "))
            }
            "captures" => {
                let side = colour(words.first())?;
                Ok(self.taken[side.index()].to_string())
            }
            "is_legal" => {
                let side = colour(words.first())?;
                let at = self.point(words.get(1))?;
                let legal = self.legal(side)?.contains(&at);
                Ok(u8::from(legal).to_string())
            }
            "all_legal" => {
                let legal = self.legal(colour(words.first())?)?;
                let points = legal.into_iter().filter(Option::is_some);
                let points: Vec<String> = points.map(|at| self.vertex(at)).collect();
                Ok(points.join(" "))
            }
            "final_score" => self.score(),
            "time_settings" | "time_left" => Ok(String::new()),
            _ => Err("unknown command".to_owned()),
        }
    }

    /// A point as GTP writes it.
    fn vertex(&self, at: Option<Site>) -> String {
        match at {
            None => "PASS".to_owned(),
            Some(site) => self.engine().site_name(site).to_ascii_uppercase(),
        }
    }

    fn point(&self, word: Option<&&str>) -> Result<Option<Site>, String> {
        let wrong = "invalid color or coordinate";
        let word = word.ok_or(wrong)?.to_ascii_lowercase();
        if word == "pass" {
            return Ok(None);
        }
        let site = self.engine().site(&word);
        site.map(Some).ok_or_else(|| wrong.to_owned())
    }

    fn seat(&self, side: Side) -> Seat {
        self.game.seat_of(side).unwrap_or(Seat(side.0))
    }

    /// Loads the rules again under one more option.
    fn reload(&mut self, option: &str, value: String) -> Result<(), String> {
        let mut options = self.options.clone();
        options.retain(|(key, _)| key != option);
        options.push((option.to_owned(), value));
        let loaded = load(&self.variant, self.preset.as_deref(), &options)
            .map_err(|errors| errors.first().map_or(String::new(), |e| e.message.clone()))?;
        self.loaded = loaded;
        self.options = options;
        Ok(())
    }

    fn resize(&mut self, words: &[&str]) -> Result<(), String> {
        let size = words.first().and_then(|w| w.parse::<u8>().ok());
        let size = size.ok_or("boardsize not an integer")?;
        self.reload("size", size.to_string())
            .map_err(|_| "unacceptable size")?;
        self.anew(first(self.engine()), Vec::new())
    }

    fn komi(&self) -> f64 {
        let scoring = self.engine().spec().scoring.as_ref();
        scoring.map_or(0.0, |scoring| f64::from(scoring.komi_halves) / 2.0)
    }

    fn set_komi(&mut self, words: &[&str]) -> Result<(), String> {
        let komi = words.first().and_then(|w| w.parse::<f64>().ok());
        let komi = komi.filter(|k| k.is_finite()).ok_or("komi not a float")?;
        let halves = komi * 2.0;
        if halves.fract() != 0.0 {
            return Err("unacceptable komi: half points only".to_owned());
        }
        self.reload("komi_halves", format!("{halves:.0}"))
            .map_err(|_| "unacceptable komi")?;
        self.anew(self.base.clone(), self.turns.clone())
    }

    /// Begins from a setup and takes turns; nothing changes when one of them is not legal.
    fn anew(&mut self, base: Setup, turns: Vec<Turn>) -> Result<(), String> {
        let game = begin(self.engine(), &base)?;
        let before = (
            std::mem::replace(&mut self.game, game),
            std::mem::replace(&mut self.base, base),
            std::mem::take(&mut self.turns),
            std::mem::take(&mut self.earlier),
            std::mem::take(&mut self.taken),
        );
        let taken = turns.into_iter().try_for_each(|turn| self.take(turn));
        if taken.is_err() {
            (self.game, self.base, self.turns, self.earlier, self.taken) = before;
        }
        taken
    }

    /// The game with a colour to play. GTP lets either play at any time, and knows no end of the game.
    fn with_turn(&self, side: Side) -> Result<Box<dyn Match>, String> {
        let seat = self.seat(side);
        if self.game.turn() == seat && self.game.outcome().is_none() {
            return Ok(self.game.copy());
        }
        let mut setup = self.game.view_setup(Observer::Public);
        setup.turn = seat;
        setup.passes = 0;
        setup.outcome = None;
        setup.phase = Phase::Play;
        let mut game = begin(self.engine(), &setup)?;
        for earlier in &self.earlier {
            // A board that was reached by legal play is one that can be remembered.
            let _ = game.remember(earlier);
        }
        Ok(game)
    }

    fn legal(&self, side: Side) -> Result<Vec<Option<Site>>, String> {
        let legal = self.with_turn(side)?.legal().map_err(|e| e.to_string())?;
        let point = |action: Action| match action.tag() {
            Tag::Place => Some(Some(action.to())),
            Tag::Pass => Some(None),
            _ => None,
        };
        Ok(legal.into_iter().filter_map(point).collect())
    }

    fn take(&mut self, (side, at): Turn) -> Result<(), String> {
        let mut game = self.with_turn(side)?;
        let seat = game.turn();
        let text = match at {
            None => "pass".to_owned(),
            Some(site) => format!("place {}", self.engine().site_name(site)),
        };
        let action = game.parse_action(seat, &text);
        let action = action.map_err(|_| "illegal move")?;
        let before = game.view_setup(Observer::Public);
        game.play(seat, action, false).map_err(|_| "illegal move")?;
        let theirs = stone(side.other());
        let count = |setup: &Setup| setup.cells.iter().filter(|c| **c == theirs).count();
        let after = count(&game.view_setup(Observer::Public));
        self.taken[side.index()] += count(&before) - after;
        self.game = game;
        self.earlier.push(before);
        self.turns.push((side, at));
        Ok(())
    }

    fn play(&mut self, words: &[&str]) -> Result<(), String> {
        let side = colour(words.first())?;
        let at = self.point(words.get(1))?;
        self.take((side, at))
    }

    /// There is no search: a legal point drawn at random that is not surrounded by the own colour, else a pass.
    fn choose(&mut self, side: Side) -> Result<Option<Site>, String> {
        let cells = self.game.view_setup(Observer::Public).cells;
        let own = stone(side);
        let mut points = self.legal(side)?;
        let can_pass = points.contains(&None);
        points.retain(|at| at.is_some_and(|site| !self.is_eye(&cells, site, own)));
        match self.dice.choose(&points) {
            Some(at) => Ok(*at),
            None if can_pass => Ok(None),
            None => {
                let all = self.legal(side)?;
                all.first()
                    .copied()
                    .ok_or_else(|| "no move is left".to_owned())
            }
        }
    }

    fn is_eye(&self, cells: &[SetupCell], at: Site, own: SetupCell) -> bool {
        let engine = self.engine();
        let size = usize::from(engine.spec().board.files);
        let Some((x, y)) = place(engine.site_name(at)) else {
            return false;
        };
        let around = [
            (x.checked_sub(1), Some(y)),
            (Some(x + 1), Some(y)),
            (Some(x), y.checked_sub(1)),
            (Some(x), Some(y + 1)),
        ];
        around.into_iter().all(|next| {
            let (Some(x), Some(y)) = next else {
                return true;
            };
            if x >= size || y >= size {
                return true;
            }
            let site = engine.site(&name(x, y));
            site.is_some_and(|site| cells[site.index()] == own)
        })
    }

    /// The score if both passed now: all stones count as alive.
    fn score(&self) -> Result<String, String> {
        let mut game = self.with_turn(Side(0))?;
        // A pass may have gone before.
        while game.outcome().is_none() {
            let seat = game.turn();
            game.play(seat, Action::PASS, false)
                .map_err(|_| "cannot score")?;
        }
        let scores = game.outcome().and_then(|outcome| outcome.scores);
        let scores = scores.ok_or("cannot score")?;
        let of = |side: Side| scores[self.seat(side).index()];
        let halves = of(Side(0)) - of(Side(1));
        let points = f64::from(halves.abs()) / 2.0;
        Ok(match halves {
            0 => "0".to_owned(),
            1.. => format!("B+{points}"),
            _ => format!("W+{points}"),
        })
    }

    fn load_record(&mut self, words: &[&str]) -> Result<(), String> {
        let unreadable = |error: String| format!("cannot load file: {error}");
        let path = Path::new(words.first().ok_or("cannot load file: no file is named")?);
        let until = match words.get(1) {
            None => usize::MAX,
            Some(word) => word
                .parse::<usize>()
                .map_err(|_| "move number not an integer")?,
        };
        let bytes = files::read(path, LONGEST_RECORD).map_err(|e| unreadable(e.to_string()))?;
        let record = sgf::read(&String::from_utf8_lossy(&bytes), 1)
            .map_err(|(at, message)| unreadable(format!("byte {at}: {message}")))?;
        let size = record.size.unwrap_or(19);
        let before = (self.loaded.clone(), self.options.clone());
        let loaded = self.load_rules(&record, size).and_then(|()| {
            let (base, mut turns) = self.arrange(&record, size)?;
            turns.truncate(until.saturating_sub(1));
            self.anew(base, turns)
        });
        if loaded.is_err() {
            (self.loaded, self.options) = before;
        }
        loaded.map_err(unreadable)
    }

    fn load_rules(&mut self, record: &sgf::Record, size: u8) -> Result<(), String> {
        self.reload("size", size.to_string())?;
        if let Some(komi) = record.komi
            && (komi * 2.0).fract() == 0.0
        {
            self.reload("komi_halves", format!("{:.0}", komi * 2.0))?;
        }
        Ok(())
    }

    /// The stones that a record sets up, and its turns.
    fn arrange(&self, record: &sgf::Record, size: u8) -> Result<(Setup, Vec<Turn>), String> {
        let engine = self.engine();
        let site = |(x, y): sgf::Point| {
            let up = size.checked_sub(y + 1);
            let site = up.and_then(|up| engine.site(&name(usize::from(x), usize::from(up))));
            site.ok_or_else(|| "a point lies outside the board".to_owned())
        };
        let side = |black: bool| Side(u8::from(!black));
        let mut base = first(engine);
        for (black, at, _) in &record.stones {
            base.cells[site(*at)?.index()] = stone(side(*black));
        }
        if let Some(black) = record.black_first() {
            base.turn = Seat(u8::from(!black));
        }
        let mut turns = Vec::new();
        for (turn, _) in &record.turns {
            let sgf::Turn::Stone(black, at) = turn else {
                return Err("colours are exchanged".to_owned());
            };
            let at = at.map(site).transpose()?;
            turns.push((side(*black), at));
        }
        Ok((base, turns))
    }
}

/// The name of a point, counted from the left and from below, from 0; no file is called `i`.
fn name(x: usize, y: usize) -> String {
    let letter = (b'a' + (x + usize::from(x >= 8)) as u8) as char;
    format!("{letter}{}", y + 1)
}

/// The point of a name.
fn place(name: &str) -> Option<(usize, usize)> {
    let letter = *name.as_bytes().first()?;
    let x = usize::from(letter.checked_sub(b'a')?);
    let y = name.get(1..)?.parse::<usize>().ok()?.checked_sub(1)?;
    Some((x - usize::from(x > 8), y))
}
