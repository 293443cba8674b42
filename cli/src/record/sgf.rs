//! SGF, version 4: game records of Go and of other games of stones. What is read is the main line.

use std::collections::BTreeSet;
use std::sync::Arc;

use masque_core::action::{Act, Action, Tag};
use masque_core::engine::Engine;
use masque_core::game::Deed;
use masque_core::piece::{Kind, Observer, Piece, Seat, Side};
use masque_core::random::Seed;
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;
use masque_core::spec::{EndWhen, Neighbours};
use masque_scripting::choices::split_pairs;
use masque_scripting::diag::{Diagnostic, Source, Span};

use super::translate::{Draft, Ended, Sheet, left_out, more_games, placed, shipped};
use super::{Read, result_words};
use crate::exit::Failure;
use crate::variant::{Loaded, load};

/// The number of Hex, whose points are written by letter and number.
const HEX: u8 = 11;

/// What a record says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Record {
    /// The number of the game: 1 is Go.
    pub(crate) game: Option<u8>,
    /// Lines each way.
    pub(crate) size: Option<u8>,
    /// The komi.
    pub(crate) komi: Option<f64>,
    /// Stones set up before the first move: whether black, and where; and where that stands.
    pub(crate) stones: Vec<(bool, Point, usize)>,
    /// What was played, and where it stands.
    pub(crate) turns: Vec<(Turn, usize)>,
    /// Whether Black is to move first, where the record says who is.
    pub(crate) black_first: Option<bool>,
    /// What else it says, and what was read already, by property, and where each value stands.
    pub(crate) tags: Vec<(String, String, usize)>,
    /// Where each game of the file begins.
    pub(crate) games: Vec<usize>,
}

/// What was played in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// A stone of a colour: whether black, and where; `None` for a pass.
    Stone(bool, Option<Point>),
    /// The players exchanged colours.
    Swap,
}

impl Record {
    /// Whether Black is to move first: what the record says, else by the first stone, which tells nothing where colours were
    /// exchanged.
    pub(crate) fn black_first(&self) -> Option<bool> {
        let swapped = self.turns.iter().any(|(turn, _)| *turn == Turn::Swap);
        let first = match self.turns.first() {
            Some((Turn::Stone(black, _), _)) if !swapped => Some(*black),
            _ => None,
        };
        self.black_first.or(first)
    }
}

/// A point, counted from the left and from the top, both from 0.
pub(crate) type Point = (u8, u8);

/// What is wrong with a text, and at which byte.
pub(crate) type Fault = (usize, String);

/// What a game says once: a second value would have to be dropped, or would change the first.
const ONCE: [&str; 11] = [
    "GM", "SZ", "KM", "PL", "MV", "MO", "RE", "DT", "PB", "PW", "HA",
];

/// Reads the main line of one game of a text, by number from 1.
///
/// # Errors
/// What is wrong, and at which byte.
pub(crate) fn read(text: &str, number: usize) -> Result<Record, Fault> {
    let games = properties(text)?;
    let mut record = Record {
        games: games.iter().map(|game| game.at).collect(),
        ..Record::default()
    };
    let count = games.len();
    let chosen = number.checked_sub(1).and_then(|n| games.into_iter().nth(n));
    let chosen = chosen.ok_or_else(|| {
        let what = format!("there are {count} games in this file, and no number {number}");
        (text.len(), what)
    })?;
    let wrong = |p: &Property, what: &str| (p.at, format!("{}[{}] {what}", p.name, p.value));
    let mut once: Vec<&str> = Vec::new();
    // How points are written depends on these, and a node may say them last.
    for property in &chosen.properties {
        let Some(name) = ONCE.iter().find(|name| **name == property.name) else {
            continue;
        };
        if once.contains(name) {
            return Err((property.at, format!("{name} is said twice")));
        }
        once.push(name);
        let value = property.value.trim();
        match *name {
            "GM" => {
                let game = value.parse().map_err(|_| wrong(property, "is no game"))?;
                record.game = Some(game);
            }
            "SZ" => {
                let size = match value.split_once(':') {
                    Some((files, ranks)) if files == ranks => files,
                    _ => value,
                };
                let size = size.trim().parse();
                record.size = Some(size.map_err(|_| wrong(property, "is no size"))?);
            }
            _ => {}
        }
    }
    let (game, size) = (record.game.unwrap_or(1), record.size.unwrap_or(HEX));
    let read_point = |text: &str| match game {
        HEX => hex_point(text, size),
        _ => point(text),
    };
    let mut moved = None;
    let mut set_up = BTreeSet::new();
    for property in chosen.properties {
        let wrong = |what: &str| wrong(&property, what);
        let (name, value, at) = (property.name.as_str(), property.value.trim(), property.at);
        let turn = match name {
            "PL" | "AB" | "AW" | "AE" if !record.turns.is_empty() => {
                return Err(wrong("changes the board after the first move"));
            }
            "PL" => {
                record.black_first = Some(match value.to_ascii_lowercase().as_str() {
                    "b" | "black" => true,
                    "w" | "white" => false,
                    _ => return Err(wrong("is no colour")),
                });
                None
            }
            "AB" | "AW" => {
                let (from, to) = value.split_once(':').unwrap_or((value, value));
                let corners = read_point(from).zip(read_point(to));
                let (from, to) = corners.ok_or_else(|| wrong("is no point"))?;
                if from.0 > to.0 || from.1 > to.1 {
                    return Err(wrong(
                        "is no rectangle from its upper left corner to its lower right one",
                    ));
                }
                for y in from.1..=to.1 {
                    for x in from.0..=to.0 {
                        if !set_up.insert((x, y)) {
                            return Err(wrong("sets a point up that was set up before"));
                        }
                        record.stones.push((name == "AB", (x, y), at));
                    }
                }
                None
            }
            "SW" => Some(Turn::Swap),
            "B" | "W" if game == HEX && value.starts_with("swap") => Some(Turn::Swap),
            "B" | "W" if game == HEX && matches!(value, "resign" | "forfeit") => {
                let winner = if name == "B" { "W+R" } else { "B+R" };
                record.tags.push(("RE".to_owned(), winner.to_owned(), at));
                None
            }
            "B" | "W" => {
                let far = game != HEX && record.size.unwrap_or(19) <= 19 && value == "tt";
                let passes = value.is_empty() || far;
                let point = || read_point(value).ok_or_else(|| wrong("is no point"));
                let point = if passes { None } else { Some(point()?) };
                Some(Turn::Stone(name == "B", point))
            }
            _ => {
                if name == "KM" {
                    let komi: f64 = value.parse().map_err(|_| wrong("is no komi"))?;
                    if !komi.is_finite() {
                        return Err(wrong("is no komi"));
                    }
                    record.komi = Some(komi);
                }
                record.tags.push((property.name, property.value, at));
                None
            }
        };
        if let Some(turn) = turn {
            if moved.replace(property.node) == Some(property.node) {
                return Err((at, "this is a second move in one node".to_owned()));
            }
            record.turns.push((turn, at));
        }
    }
    Ok(record)
}

fn point(text: &str) -> Option<Point> {
    let axis = |b: u8| (b.is_ascii_lowercase()).then(|| b - b'a');
    match text.trim().as_bytes() {
        [x, y] => axis(*x).zip(axis(*y)),
        _ => None,
    }
}

/// A point of Hex, such as `d11`.
fn hex_point(text: &str, size: u8) -> Option<Point> {
    let text = text.trim().to_ascii_lowercase();
    let x = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let number: u8 = text.get(1..)?.parse().ok()?;
    Some((x, size.checked_sub(number)?))
}

/// One value of a property.
struct Property {
    name: String,
    value: String,
    /// The byte where the value begins.
    at: usize,
    /// Which node of the game it stands in.
    node: usize,
}

/// The main line of one game of a text.
struct Line {
    /// The byte where the game begins.
    at: usize,
    properties: Vec<Property>,
}

/// The main line of each game of a text.
fn properties(text: &str) -> Result<Vec<Line>, Fault> {
    let mut games: Vec<Line> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    // The first variation that closes ends the main line.
    let (mut main, mut node) = (false, 0);
    let mut name = String::new();
    let mut fresh = true;
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut chars = text.char_indices().skip_while(|(at, _)| *at < mark);
    // How many nodes there were before the game.
    let mut before = 0;
    while let Some((at, c)) = chars.next() {
        if matches!(c, '(' | ')' | ';') {
            if !fresh {
                return Err((at, format!("the property {name} has no value")));
            }
            name.clear();
        }
        match c {
            '(' => {
                if open.is_empty() {
                    let properties = Vec::new();
                    games.push(Line { at, properties });
                    (main, before) = (true, node);
                }
                open.push(at);
            }
            ')' => {
                let Some(began) = open.pop() else {
                    return Err((at, "no game was opened by `(`".to_owned()));
                };
                if open.is_empty() && node == before {
                    return Err((began, "this game has no node: `;` begins one".to_owned()));
                }
                main = false;
            }
            ';' => node += 1,
            '[' => {
                let mut value = String::new();
                loop {
                    match chars.next() {
                        Some((_, ']')) => break,
                        Some((_, '\\')) => value.extend(chars.next().map(|(_, c)| c)),
                        Some((_, c)) => value.push(c),
                        None => return Err((at, "`[` is not closed".to_owned())),
                    }
                }
                if open.is_empty() || name.is_empty() {
                    return Err((at, "a value without a property".to_owned()));
                }
                if let Some(game) = games.last_mut().filter(|_| main) {
                    game.properties.push(Property {
                        name: name.clone(),
                        value,
                        at: at + 1,
                        node,
                    });
                }
                fresh = true;
            }
            c if c.is_ascii_uppercase() => {
                if fresh {
                    name.clear();
                }
                name.push(c);
                fresh = false;
            }
            // Old files spell names out, such as `AddBlack`.
            c if c.is_ascii_lowercase() && !fresh => {}
            c if c.is_whitespace() => {}
            c => return Err((at, format!("`{c}` is unexpected"))),
        }
    }
    match (open.pop(), games.is_empty()) {
        (Some(at), _) => Err((at, "this `(` is not closed".to_owned())),
        (None, true) => {
            let what = "this is no SGF: no game is closed by `)`";
            Err((text.len(), what.to_owned()))
        }
        (None, false) => Ok(games),
    }
}

/// The number of a variant's game in SGF.
///
/// # Errors
/// Why SGF cannot say the variant's games.
fn number_of(engine: &dyn Engine) -> Result<u8, &'static str> {
    let spec = engine.spec();
    let board = &spec.board;
    if board.graph || board.files != board.ranks || board.files > 26 {
        return Err("its board is not a square of up to 26 lines");
    }
    if super::hides(spec) {
        return Err("something is hidden in it");
    }
    if spec.kinds.len() != 1 || !spec.specials.is_empty() || spec.shot.is_some() {
        return Err("it is not played with stones alone");
    }
    if spec.flank.is_some() {
        return Err(
            "stones turn over in it, and what other programs read as such a game begins otherwise",
        );
    }
    let line = spec
        .endings
        .iter()
        .any(|e| matches!(e.when, EndWhen::Line { .. }));
    match (spec.enclosure.is_some(), board.neighbours) {
        (true, _) => Ok(1),
        (false, Neighbours::Hexagonal) => Ok(HEX),
        (false, _) if line && board.intersections => Ok(4),
        _ => Err("SGF has no number for such a game"),
    }
}

/// The error for a variant that SGF cannot say.
fn no_words(loaded: &Loaded, why: &str) -> Diagnostic {
    let wrong = format!("SGF has no words for `{}`: {why}", loaded.id);
    Diagnostic::new("no-words", wrong)
        .hint("it is for Go and its kin, gomoku and hex; `--format masque` and `--format json` say everything")
}

/// A site as a point of a game.
fn written(engine: &dyn Engine, game: u8, site: Site) -> String {
    if game == HEX {
        return engine.site_name(site).to_owned();
    }
    let size = usize::from(engine.spec().board.files);
    let (x, up) = (site.index() % size, site.index() / size);
    let letter = |n: usize| char::from(b'a' + n as u8);
    format!("{}{}", letter(x), letter(size - 1 - up))
}

/// The site of a point.
pub(crate) fn site_at(engine: &dyn Engine, (x, y): Point) -> Option<Site> {
    let size = engine.spec().board.files;
    let up = size.checked_sub(y.checked_add(1)?)?;
    (x < size).then(|| Site(u16::from(up) * u16::from(size) + u16::from(x)))
}

/// A property's value with what closes it escaped.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace(']', "\\]")
        .replace(':', "\\:")
}

/// Writes a record as SGF.
///
/// # Errors
/// A game that SGF cannot say.
pub(crate) fn write(loaded: &Loaded, source: &Arc<Source>, read: &Read) -> Result<String, Failure> {
    let engine = &*loaded.engine;
    let number = number_of(engine).map_err(|why| no_words(loaded, why))?;
    let sheet = Sheet::of(loaded, source, read, "SGF")?;
    let spec = engine.spec();
    let version = env!("CARGO_PKG_VERSION");
    let mut out = format!("(;FF[4]CA[UTF-8]AP[masque:{version}]");
    let mut say = |name: &str, value: &str| out.push_str(&format!("{name}[{value}]"));
    say("GM", &number.to_string());
    say("SZ", &spec.board.files.to_string());
    say("MV", &escaped(&loaded.id));
    if !loaded.choices.is_empty() {
        say("MO", &escaped(&loaded.choices));
    }
    let first = |side: Side| sheet.end.seat_of(side).unwrap_or(Seat(side.0));
    for (name, side) in [("PB", Side(0)), ("PW", Side(1))] {
        let player = sheet.player(first(side));
        if player != "?" {
            say(name, &escaped(player));
        }
    }
    if let Some(date) = &sheet.header.date {
        say("DT", date);
    }
    if let Some(scoring) = &spec.scoring {
        say("KM", &(f64::from(scoring.komi_halves) / 2.0).to_string());
    }
    if let Some(outcome) = sheet.end.outcome() {
        let points = outcome.scores.map(|[a, b]| f64::from((a - b).abs()) / 2.0);
        let how = match (sheet.last_act().map(|(_, act)| act), points) {
            (Some(Act::Resign), _) => "R".to_owned(),
            (Some(Act::TimeOut), _) => "T".to_owned(),
            (_, Some(points)) => points.to_string(),
            _ => String::new(),
        };
        let result = match outcome.winner.map(|seat| sheet.end.side_of(seat)) {
            None => "0".to_owned(),
            Some(Some(Side(1))) => format!("W+{how}"),
            Some(_) => format!("B+{how}"),
        };
        say("RE", &result);
        say("GC", &escaped(&result_words(engine, outcome)));
    }
    let mut game = sheet.start.copy();
    let setup = game.view_setup(Observer::Public);
    let mut counts = [0, 0];
    for (name, side) in [("AB", Side(0)), ("AW", Side(1))] {
        let stones = setup
            .cells
            .iter()
            .enumerate()
            .filter_map(|(i, cell)| match cell {
                SetupCell::Up(piece) if piece.side == side => Some(Site(i as u16)),
                _ => None,
            });
        let stones: Vec<String> = stones
            .map(|site| format!("[{}]", written(engine, number, site)))
            .collect();
        counts[side.index()] = stones.len();
        if !stones.is_empty() {
            out.push_str(&format!("{name}{}", stones.concat()));
        }
    }
    let to_move = game.side_of(game.turn()).unwrap_or(Side(0));
    if counts != [0, 0] || to_move != Side(0) {
        out.push_str(&format!("PL[{}]", ["B", "W"][to_move.index()]));
    }
    if number == 1 && counts[0] >= 2 && counts[1] == 0 && to_move == Side(1) {
        out.push_str(&format!("HA[{}]", counts[0]));
    }
    for (count, step) in sheet.end.steps().iter().enumerate() {
        let side = game.side_of(step.seat).unwrap_or(Side(step.seat.0));
        let colour = ["B", "W"][side.index()];
        if count % 10 == 0 {
            out.push('\n');
        }
        match step.deed {
            Deed::Action(action) => {
                match action.tag() {
                    Tag::Place => {
                        let at = written(engine, number, action.to());
                        out.push_str(&format!(";{colour}[{at}]"));
                    }
                    Tag::Pass => out.push_str(&format!(";{colour}[]")),
                    Tag::Swap if number == HEX => {
                        out.push_str(&format!(";{colour}[swap-sides]"));
                    }
                    Tag::Swap => out.push_str(";SW[]"),
                    _ => {
                        let text = game.format_action(Observer::Public, action);
                        let wrong = format!("SGF has no word for `{text}`");
                        return Err(Diagnostic::new("no-words", wrong).into());
                    }
                }
                let _ = game.play(step.seat, action, step.automatic);
            }
            Deed::Act(act) => {
                let _ = game.act(step.seat, act);
            }
            Deed::Try(_) => {}
        }
    }
    out.push_str(")\n");
    Ok(out)
}

/// Reads one game of an SGF file, by number from 1, as a game of a variant: the one given, else the one that the file
/// names, else Go. Where no number is given it is the first, and others are told to be left out.
///
/// # Errors
/// What is malformed or not legal, with its place.
pub(crate) fn import(
    source: &Arc<Source>,
    number: Option<usize>,
    id: &str,
    variant: Option<&str>,
    options: &[(String, String)],
) -> Result<(Read, Vec<Diagnostic>), Failure> {
    let place = |at: usize| Span::new(source, at.min(source.text.len())..at.min(source.text.len()));
    let bad = |at: usize, message: String| Diagnostic::new("bad-sgf", message).at(place(at));
    let chosen = number.unwrap_or(1);
    let record = read(&source.text, chosen).map_err(|(at, message)| bad(at, message))?;
    let next = record.games.get(1).filter(|_| number.is_none());
    let tag = |name: &str| {
        let found = record.tags.iter().find(|(tag, _, _)| tag == name);
        found.map(|(_, value, at)| (value.trim(), *at))
    };
    let usual = match record.game {
        Some(HEX) => "hex",
        Some(4) => "gomoku",
        _ => "go",
    };
    let name = match (variant, tag("MV")) {
        (Some(given), _) => given,
        (None, Some((named, at))) => shipped(named, place(at))?,
        (None, None) => usual,
    };
    let loaded = Choices {
        record: &record,
        variant: name,
        given: options,
        place: &place,
    }
    .load()?;
    let engine = &*loaded.engine;
    let number = number_of(engine).map_err(|why| no_words(&loaded, why))?;
    let told = |name: &str| tag(name).map_or(record.games[chosen - 1], |(_, at)| at);
    if record.game.is_some_and(|game| game != number) {
        let wrong = format!("the file is not of a game such as `{}`", loaded.id);
        return Err(bad(told("GM"), wrong).into());
    }
    let size = engine.spec().board.files;
    if record.size.unwrap_or(19) != size && (record.size.is_some() || number == 1) {
        let wrong = format!("the board has another size than the {size} of this variant");
        return Err(bad(told("SZ"), wrong).into());
    }
    let outside = |at: usize| bad(at, "this point lies outside the board".to_owned());
    let mut setup: Setup = engine.deal(&Seed::from_u64(0), [None, None]);
    for (black, point, at) in &record.stones {
        let site = site_at(engine, *point).ok_or_else(|| outside(*at))?;
        setup.cells[site.index()] = SetupCell::Up(Piece {
            side: Side(u8::from(!black)),
            kind: Kind(0),
        });
    }
    if let Some(black) = record.black_first() {
        setup.turn = Seat(u8::from(!black));
    }
    let mut draft = Draft::begin(&loaded, &engine.format_setup(&setup), id)?;
    let mut notes = Vec::new();
    notes.extend(next.map(|at| more_games(record.games.len(), place(*at))));
    notes.extend(odd(&record, engine, &place));
    for (turn, at) in &record.turns {
        let action = match turn {
            Turn::Swap => Action::SWAP,
            Turn::Stone(black, point) => {
                let game = draft.game();
                let side = game.side_of(game.turn()).unwrap_or(Side(game.turn().0));
                if side != Side(u8::from(!black)) {
                    return Err(bad(*at, "it is the other colour's turn".to_owned()).into());
                }
                match point {
                    None => Action::PASS,
                    Some(point) => {
                        let site = site_at(engine, *point).ok_or_else(|| outside(*at))?;
                        Action::place(Kind(0), site)
                    }
                }
            }
        };
        draft.play(action).map_err(|e| bad(*at, e))?;
    }
    for (name, side) in [("PB", Side(0)), ("PW", Side(1))] {
        let seat = draft.game().seat_of(side).unwrap_or(Seat(side.0));
        if let Some((player, at)) = tag(name).filter(|(value, _)| !value.is_empty()) {
            draft.name(seat, player, place(at), &mut notes);
        }
    }
    if let Some((day, at)) = tag("DT").filter(|(value, _)| !value.is_empty()) {
        draft.date(day, place(at), &mut notes);
    }
    if let Some((result, at)) = tag("RE") {
        let note = end(&mut draft, result).map_err(|e| bad(at, e))?;
        notes.extend(note.map(|what| left_out(what, place(at))));
    }
    Ok((draft.finish(), notes))
}

/// The rules that a file was played by: the options given, else what the file says.
struct Choices<'a> {
    record: &'a Record,
    variant: &'a str,
    given: &'a [(String, String)],
    place: &'a dyn Fn(usize) -> Span,
}

/// An option, its value, and where the file says so.
type Said = (String, String, Span);

impl Choices<'_> {
    /// Loads the variant.
    ///
    /// # Errors
    /// What is wrong, at the place of the file that says so where it does.
    fn load(&self) -> Result<Loaded, Failure> {
        let mut said: Vec<Said> = Vec::new();
        if let Some((text, place)) = self.tag("MO") {
            let pairs = split_pairs(text)
                .map_err(|e| Diagnostic::new("bad-sgf", e.message).at(place.clone()))?;
            for (key, value) in pairs {
                self.add(&mut said, key, value, place.clone());
            }
        }
        let document = crate::variant::find(self.variant)?.document()?;
        let has = |key: &str| document.options().all().iter().any(|o| o.name == key);
        if let Some((size, (_, place))) =
            self.record.size.zip(self.tag("SZ")).filter(|_| has("size"))
        {
            self.add(&mut said, "size".to_owned(), size.to_string(), place);
        }
        // Who exchanged colours played by rules that allow it.
        let mut turns = self.record.turns.iter();
        let swap = turns.find(|(turn, _)| *turn == Turn::Swap);
        if let Some((_, at)) = swap.filter(|_| has("swap")) {
            let place = (self.place)(*at);
            self.add(&mut said, "swap".to_owned(), "true".to_owned(), place);
        }
        let mut loaded = self.load_with(&said)?;
        let halves = self.record.komi.map(|komi| komi * 2.0);
        let halves = halves.filter(|h| h.fract() == 0.0 && has("komi_halves"));
        if let Some((halves, (_, place))) = halves.zip(self.tag("KM")) {
            let scoring = loaded.engine.spec().scoring.as_ref();
            let komi = ("komi_halves".to_owned(), format!("{halves:.0}"));
            if scoring.is_none_or(|s| f64::from(s.komi_halves) != halves)
                && self.add(&mut said, komi.0, komi.1, place)
            {
                loaded = self.load_with(&said)?;
            }
        }
        Ok(loaded)
    }

    fn tag(&self, name: &str) -> Option<(&str, Span)> {
        let found = self.record.tags.iter().find(|(tag, _, _)| tag == name);
        found.map(|(_, value, at)| (value.trim(), (self.place)(*at)))
    }

    /// Adds an option, unless it is known already.
    fn add(&self, said: &mut Vec<Said>, key: String, value: String, place: Span) -> bool {
        let known = self.given.iter().any(|(k, _)| *k == key) || said.iter().any(|s| s.0 == key);
        if !known {
            said.push((key, value, place));
        }
        !known
    }

    fn load_with(&self, said: &[Said]) -> Result<Loaded, Failure> {
        let with = |count: usize| {
            let own = said[..count].iter().map(|s| (s.0.clone(), s.1.clone()));
            let pairs: Vec<_> = self.given.iter().cloned().chain(own).collect();
            load(self.variant, None, &pairs)
        };
        with(said.len()).map_err(|wrong| {
            // What goes wrong with it, and not yet without it, is wrong where it is said.
            let first = (0..said.len()).find(|count| with(count + 1).is_err());
            let own = first.filter(|count| *count > 0 || with(0).is_ok());
            placed(wrong, own.map(|count| said[count].2.clone()))
        })
    }
}

/// What a file says that does not hold for the game as it is read.
fn odd(record: &Record, engine: &dyn Engine, place: &dyn Fn(usize) -> Span) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    for (name, value, at) in &record.tags {
        let what = match name.as_str() {
            "AE" => "points are emptied before the first move".to_owned(),
            "HA" => {
                let black = record.stones.iter().filter(|(black, ..)| *black).count();
                match value.trim().parse::<usize>() {
                    Ok(said) if said == black || (said < 2 && black == 0) => continue,
                    Ok(said) => format!("{said} stones are given ahead, and {black} are there"),
                    Err(_) => format!("`{value}` is no number of stones"),
                }
            }
            "KM" => {
                let scoring = engine.spec().scoring.as_ref();
                let used = scoring.map(|scoring| f64::from(scoring.komi_halves) / 2.0);
                match (record.komi, used) {
                    (said, used) if said == used => continue,
                    (Some(0.0), None) => continue,
                    (_, Some(used)) => format!("the komi is {value} here, and {used} in this game"),
                    (_, None) => "there is no komi in this game".to_owned(),
                }
            }
            _ => continue,
        };
        notes.push(left_out(what, place(*at)));
    }
    notes
}

/// Ends a game as the file says.
fn end(draft: &mut Draft, result: &str) -> Result<Option<String>, String> {
    let (colour, how) = match result.split_once('+') {
        Some((colour, how)) => (colour.trim(), how.trim()),
        None => (result, ""),
    };
    let winner = match colour.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Side(0)),
        "w" | "white" => Some(Side(1)),
        "0" | "draw" => None,
        // An end that is not known, and a game that none was reached in.
        "" | "?" | "void" => return Ok(None),
        _ => return Ok(Some(format!("`{result}` is no result"))),
    };
    let winner = winner.map(|side| draft.game().seat_of(side).unwrap_or(Seat(side.0)));
    let how = match how.to_ascii_lowercase().as_str() {
        "r" | "resign" => Ended::Resigned,
        "t" | "time" | "f" | "forfeit" => Ended::OutOfTime,
        _ => Ended::Counted,
    };
    draft.end(winner, how)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_is_read() {
        let text = "(;FF[4]GM[1]SZ[9]KM[6.5]AB[aa:ba][ec]AW[ii]PL[W]C[a \\] bracket];W[cc](;B[tt];W[])(;B[dd]))";
        let record = read(text, 1).expect("it reads");
        assert_eq!((record.size, record.komi), (Some(9), Some(6.5)));
        let stones: Vec<_> = record.stones.iter().map(|(b, p, _)| (*b, *p)).collect();
        let black = [(0, 0), (1, 0), (4, 2)].map(|p| (true, p));
        assert_eq!(stones[..3], black);
        assert_eq!(stones[3], (false, (8, 8)));
        let turns: Vec<Turn> = record.turns.iter().map(|(turn, _)| *turn).collect();
        let moves = [(false, Some((2, 2))), (true, None), (false, None)];
        assert_eq!(turns, moves.map(|(black, at)| Turn::Stone(black, at)));
        assert_eq!(record.black_first, Some(false));
    }

    #[test]
    fn each_game_of_a_collection_is_its_own() {
        let text = "\u{feff}(;B[aa](;W[bb])(;W[cc]))\n(;SZ[5];B[dd])";
        let stones = |number| {
            let record = read(text, number).expect("it reads");
            assert_eq!(record.games.len(), 2);
            let turns = record.turns.into_iter().map(|(turn, _)| turn);
            turns.collect::<Vec<_>>()
        };
        let stone = |black, at| Turn::Stone(black, Some(at));
        assert_eq!(stones(1), [stone(true, (0, 0)), stone(false, (1, 1))]);
        assert_eq!(stones(2), [stone(true, (3, 3))]);
        let (at, _) = read(text, 3).expect_err("there is none");
        assert_eq!(at, text.len());
    }

    #[test]
    fn a_node_may_say_last_how_its_points_are_written() {
        let record = read("(;AB[b2]SZ[5]GM[11])", 1).expect("it reads");
        assert_eq!(record.stones[0].1, (1, 3));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, says) in [
            ("", "no game is closed"),
            ("(;SZ[x])", "SZ[x] is no size"),
            ("(;B[a1])", "is no point"),
            ("(;B[aa];AB[bb])", "after the first move"),
            ("(;C[open", "`[` is not closed"),
            ("(;[aa])", "without a property"),
            ("(;B[aa]junk)", "`j` is unexpected"),
            ("(;B[aa];W)", "W has no value"),
            ("()", "no node"),
            ("(;AB[cc:aa])", "AB[cc:aa] is no rectangle"),
            (
                "(;AB[aa:bb]AW[ab])",
                "AW[ab] sets a point up that was set up before",
            ),
            ("(;B[aa]!)", "`!` is unexpected"),
            ("(;B[aa](;W[bb])", "`(` is not closed"),
            ("(;B[aa])(;W[bb]", "`(` is not closed"),
            ("(;B[aa]))", "no game was opened"),
            ("(;B[aa]W[bb])", "a second move in one node"),
            ("(;B[aa][bb])", "a second move in one node"),
            ("(;SZ[5]SZ[9])", "SZ is said twice"),
            ("(;MV[go];MV[hex])", "MV is said twice"),
            ("(;PL[W]PL[B])", "PL is said twice"),
            ("(;PL[])", "is no colour"),
            ("(;KM[inf])", "is no komi"),
        ] {
            let (_, error) = read(text, 1).expect_err(text);
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
