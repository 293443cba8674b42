//! SGF, version 4: game records of Go and of other games of stones. What is read is the main line.

use std::sync::Arc;

use masque_core::action::{Act, Tag};
use masque_core::engine::Engine;
use masque_core::game::Deed;
use masque_core::piece::{Kind, Observer, Piece, Seat, Side};
use masque_core::random::Seed;
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;
use masque_core::spec::{EndWhen, Neighbours};
use masque_scripting::choices::split_pairs;
use masque_scripting::diag::{Diagnostic, Source, Span};

use super::translate::{Draft, Ended, Sheet, left_out, placed, shipped};
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
    /// Stones set up before the first move: whether black, and where.
    pub(crate) stones: Vec<(bool, Point)>,
    /// The moves: whether black's, and where; `None` for a pass.
    pub(crate) moves: Vec<(bool, Option<Point>)>,
    /// Whether Black is to move first, where the record says who is.
    pub(crate) black_first: Option<bool>,
    /// Before which of the moves the players exchanged colours.
    pub(crate) swaps: Vec<usize>,
    /// What else it says, by property, and where each value stands.
    pub(crate) tags: Vec<(String, String, usize)>,
    /// Where each move stands.
    pub(crate) places: Vec<usize>,
}

/// A point, counted from the left and from the top, both from 0.
pub(crate) type Point = (u8, u8);

/// What is wrong with a text, and at which byte.
pub(crate) type Fault = (usize, String);

/// Reads the main line.
///
/// # Errors
/// What is wrong, and at which byte.
pub(crate) fn read(text: &str) -> Result<Record, Fault> {
    let mut record = Record::default();
    for (name, value, at) in properties(text)? {
        let wrong = |what: &str| (at, format!("{name}[{value}] {what}"));
        let (game, size) = (record.game.unwrap_or(1), record.size.unwrap_or(HEX));
        let read_point = |text: &str| match game {
            HEX => hex_point(text, size),
            _ => point(text),
        };
        match name.as_str() {
            "GM" => {
                let game = value.trim().parse().map_err(|_| wrong("is no game"))?;
                record.game = Some(game);
            }
            "SZ" => {
                let size = match value.split_once(':') {
                    Some((files, ranks)) if files == ranks => files,
                    _ => value.as_str(),
                };
                let size = size.trim().parse().map_err(|_| wrong("is no size"))?;
                record.size = Some(size);
            }
            "KM" => {
                let komi = value.trim().parse().map_err(|_| wrong("is no komi"))?;
                record.komi = Some(komi);
                record.tags.push((name, value, at));
            }
            "PL" if record.moves.is_empty() => {
                record.black_first = Some(value.trim().to_ascii_lowercase().starts_with('b'));
            }
            "AB" | "AW" | "AE" | "PL" if !record.moves.is_empty() => {
                return Err(wrong("changes the board after the first move"));
            }
            "AB" | "AW" => {
                let (from, to) = match value.split_once(':') {
                    Some((from, to)) => (from, to),
                    None => (value.as_str(), value.as_str()),
                };
                let corners = read_point(from).zip(read_point(to));
                let (from, to) = corners.ok_or_else(|| wrong("is no point"))?;
                for y in from.1..=to.1 {
                    let row = (from.0..=to.0).map(|x| (name == "AB", (x, y)));
                    record.stones.extend(row);
                }
            }
            "SW" => record.swaps.push(record.moves.len()),
            "B" | "W" if game == HEX && value.starts_with("swap") => {
                record.swaps.push(record.moves.len());
            }
            "B" | "W" if game == HEX && matches!(value.as_str(), "resign" | "forfeit") => {
                let winner = if name == "B" { "W+R" } else { "B+R" };
                record.tags.push(("RE".to_owned(), winner.to_owned(), at));
            }
            "B" | "W" => {
                let far = game != HEX && record.size.unwrap_or(19) <= 19 && value == "tt";
                let passes = value.trim().is_empty() || far;
                let point = || read_point(&value).ok_or_else(|| wrong("is no point"));
                let point = if passes { None } else { Some(point()?) };
                record.moves.push((name == "B", point));
                record.places.push(at);
            }
            _ => record.tags.push((name, value, at)),
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

/// The properties of the main line, one for each value, with the byte where the value begins.
fn properties(text: &str) -> Result<Vec<(String, String, usize)>, Fault> {
    let mut found = Vec::new();
    let mut name = String::new();
    let mut fresh = true;
    let mut open = false;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '(' => open = true,
            // The first variation that closes is the main line.
            ')' => return Ok(found),
            ';' => name.clear(),
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
                if !open || name.is_empty() {
                    return Err((at, "a value without a property".to_owned()));
                }
                found.push((name.clone(), value, at + 1));
                fresh = true;
            }
            c if c.is_ascii_uppercase() => {
                if fresh {
                    name.clear();
                }
                name.push(c);
                fresh = false;
            }
            c if c.is_whitespace() || c.is_ascii_lowercase() => {}
            c => return Err((at, format!("`{c}` is unexpected"))),
        }
    }
    Err((
        text.len(),
        "this is no SGF: no game is closed by `)`".to_owned(),
    ))
}

/// The number of a variant's game in SGF.
///
/// # Errors
/// Why SGF cannot say the variant's games.
fn number(engine: &dyn Engine) -> Result<u8, &'static str> {
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
    let number = number(engine).map_err(|why| no_words(loaded, why))?;
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

/// Reads an SGF file as a game of a variant: the one given, else the one that the file names, else Go.
///
/// # Errors
/// What is malformed or not legal, with its place.
pub(crate) fn import(
    source: &Arc<Source>,
    id: &str,
    variant: Option<&str>,
    options: &[(String, String)],
) -> Result<(Read, Vec<Diagnostic>), Failure> {
    let place = |at: usize| Span::new(source, at.min(source.text.len())..at.min(source.text.len()));
    let bad = |at: usize, message: String| Diagnostic::new("bad-sgf", message).at(place(at));
    let record = read(&source.text).map_err(|(at, message)| bad(at, message))?;
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
    let pairs = choices(&record, &bad, name, tag("MO"), options)?;
    let told = tag("MO").map(|(_, at)| place(at));
    let loaded = load(name, None, &pairs).map_err(|wrong| placed(wrong, told))?;
    let engine = &*loaded.engine;
    let number = number(engine).map_err(|why| no_words(&loaded, why))?;
    if record.game.is_some_and(|game| game != number) {
        let wrong = format!("the file is not of a game such as `{}`", loaded.id);
        return Err(bad(0, wrong).into());
    }
    let size = engine.spec().board.files;
    if record.size.unwrap_or(19) != size && (record.size.is_some() || number == 1) {
        return Err(bad(
            0,
            format!("the board has another size than the {size} of this variant"),
        )
        .into());
    }
    let outside = |at: usize| bad(at, "this point lies outside the board".to_owned());
    let mut setup: Setup = engine.deal(&Seed::from_u64(0), [None, None]);
    for (black, point) in &record.stones {
        let site = site_at(engine, *point).ok_or_else(|| outside(0))?;
        setup.cells[site.index()] = SetupCell::Up(Piece {
            side: Side(u8::from(!black)),
            kind: Kind(0),
        });
    }
    let first_move = record.moves.first().map(|(black, _)| *black);
    if let Some(black) = record
        .black_first
        .or(first_move.filter(|_| record.swaps.is_empty()))
    {
        setup.turn = Seat(u8::from(!black));
    }
    let mut draft = Draft::begin(&loaded, &engine.format_setup(&setup), id)?;
    let mut notes = odd(&record, engine, &place);
    for (count, (black, point)) in record.moves.iter().enumerate() {
        let at = record.places[count];
        if record.swaps.contains(&count) {
            draft
                .play(masque_core::action::Action::SWAP)
                .map_err(|e| bad(at, e))?;
        }
        let game = draft.game();
        let side = game.side_of(game.turn()).unwrap_or(Side(game.turn().0));
        if side != Side(u8::from(!black)) {
            return Err(bad(at, "it is the other colour's turn".to_owned()).into());
        }
        let action = match point {
            None => masque_core::action::Action::PASS,
            Some(point) => {
                let site = site_at(engine, *point).ok_or_else(|| outside(at))?;
                masque_core::action::Action::place(Kind(0), site)
            }
        };
        draft.play(action).map_err(|e| bad(at, e))?;
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

/// The options of the rules that a file was played by: those given, else what the file says.
fn choices(
    record: &Record,
    bad: &dyn Fn(usize, String) -> Diagnostic,
    variant: &str,
    told: Option<(&str, usize)>,
    given: &[(String, String)],
) -> Result<Vec<(String, String)>, Failure> {
    let mut pairs = given.to_vec();
    let mut add = |key: String, value: String| {
        if !pairs.iter().any(|(known, _)| *known == key) {
            pairs.push((key, value));
        }
    };
    if let Some((text, at)) = told {
        for (key, value) in split_pairs(text).map_err(|e| bad(at, e.message))? {
            add(key, value);
        }
    }
    let document = crate::variant::find(variant)?.document()?;
    let has = |key: &str| {
        document
            .options()
            .all()
            .iter()
            .any(|option| option.name == key)
    };
    if let Some(size) = record.size.filter(|_| has("size")) {
        add("size".to_owned(), size.to_string());
    }
    let komi = record.komi.map(|komi| komi * 2.0);
    if let Some(halves) = komi.filter(|h| h.fract() == 0.0 && has("komi_halves")) {
        let place = told.map(|(text, at)| bad(at, text.to_owned()).span);
        let loaded = load(variant, None, &pairs).map_err(|wrong| placed(wrong, place.flatten()))?;
        let scoring = loaded.engine.spec().scoring.as_ref();
        if scoring.is_none_or(|s| f64::from(s.komi_halves) != halves) {
            let known = pairs.iter().any(|(key, _)| key == "komi_halves");
            let value = ("komi_halves".to_owned(), format!("{halves:.0}"));
            pairs.extend((!known).then_some(value));
        }
    }
    Ok(pairs)
}

/// What a file says that does not hold for the game as it is read.
fn odd(record: &Record, engine: &dyn Engine, place: &dyn Fn(usize) -> Span) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    for (name, value, at) in &record.tags {
        let what = match name.as_str() {
            "AE" => "points are emptied before the first move".to_owned(),
            "HA" => {
                let black = record.stones.iter().filter(|(black, _)| *black).count();
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
        let record = read(text).expect("it reads");
        assert_eq!((record.size, record.komi), (Some(9), Some(6.5)));
        let black = [(0, 0), (1, 0), (4, 2)].map(|p| (true, p));
        assert_eq!(record.stones[..3], black);
        assert_eq!(record.stones[3], (false, (8, 8)));
        let moves = [(false, Some((2, 2))), (true, None), (false, None)];
        assert_eq!(record.moves, moves);
        assert_eq!(record.black_first, Some(false));
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
            ("(;B[aa]!)", "`!` is unexpected"),
        ] {
            let (_, error) = read(text).expect_err(text);
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
