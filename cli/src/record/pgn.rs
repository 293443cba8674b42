//! PGN: games as programs for chess exchange them. Coordinates stand where SAN has no meaning.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use masque_core::action::{Act, Action, Tag};
use masque_core::engine::Match;
use masque_core::game::Deed;
use masque_core::piece::{Observer, Seat};
use masque_scripting::diag::{Diagnostic, Source, Span};

use super::translate::{Draft, Ended, Sheet, left_out, more_games, placed, shipped};
use super::{Read, result_words, san};
use crate::exit::Failure;
use crate::variant::{Loaded, load};

/// The variant that a PGN without a tag for it means.
const USUAL: &str = "chess";

/// The longest line of movetext.
const WIDTH: usize = 79;

/// Writes a record as PGN.
///
/// # Errors
/// A game that PGN cannot say, or of which something is still hidden.
pub(crate) fn write(loaded: &Loaded, source: &Arc<Source>, read: &Read) -> Result<String, Failure> {
    let sheet = Sheet::of(loaded, source, read, "PGN")?;
    let engine = &*loaded.engine;
    let outcome = sheet.end.outcome();
    let result = match outcome.map(|o| o.winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Seat(0))) => "1-0",
        Some(Some(_)) => "0-1",
    };
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "[{name} \"{value}\"]");
    };
    let date = sheet.header.date.as_ref().map(|d| d.replace('-', "."));
    tag("Event", "?");
    tag("Site", "?");
    tag("Date", date.as_deref().unwrap_or("????.??.??"));
    tag("Round", "?");
    tag("White", sheet.player(Seat(0)));
    tag("Black", sheet.player(Seat(1)));
    tag("Result", result);
    if loaded.id != USUAL {
        tag("Variant", &loaded.id);
    }
    if !loaded.choices.is_empty() {
        tag("Options", &loaded.choices);
    }
    if !sheet.starts_as_usual() {
        tag("SetUp", "1");
        tag("FEN", &sheet.truth);
    }
    if sheet.last_act().is_some_and(|(_, act)| act == Act::TimeOut) {
        tag("Termination", "time forfeit");
    }
    let mut text = Movetext::default();
    moves(&sheet, &mut text)?;
    if let Some(outcome) = outcome {
        text.word(&format!("{{{}}}", result_words(engine, outcome)));
    }
    text.word(result);
    let _ = writeln!(out, "\n{}", text.finish());
    Ok(out)
}

#[derive(Default)]
struct Movetext {
    done: String,
    line: String,
}

impl Movetext {
    /// Adds words, each of which may begin a line.
    fn word(&mut self, text: &str) {
        for word in text.split(' ') {
            if !self.line.is_empty() && self.line.len() + 1 + word.len() > WIDTH {
                self.done.push_str(&self.line);
                self.done.push('\n');
                self.line.clear();
            }
            if !self.line.is_empty() {
                self.line.push(' ');
            }
            self.line.push_str(word);
        }
    }

    fn finish(mut self) -> String {
        self.done.push_str(&self.line);
        self.done
    }
}

fn moves(sheet: &Sheet<'_>, text: &mut Movetext) -> Result<(), Failure> {
    let engine = &*sheet.loaded.engine;
    let algebraic = san::speaks(engine);
    let mut game = sheet.start.copy();
    let mut number = first_number(&sheet.truth);
    let mut before: Option<Seat> = None;
    let mut commented = false;
    for (step, times) in sheet.end.steps().iter().zip(&sheet.times) {
        let action = match step.deed {
            Deed::Action(action) => action,
            Deed::Act(act) => {
                let _ = game.act(step.seat, act);
                continue;
            }
            Deed::Try(action) => return Err(cannot(&*game, action)),
        };
        // A number stands before a turn of the first seat, and before one of the second that nothing else begins.
        match (step.seat, before) {
            (Seat(0), Some(Seat(0))) | (Seat(1), Some(Seat(1))) => {}
            (Seat(0), _) => text.word(&format!("{number}.")),
            (_, Some(_)) if !commented => {}
            _ => text.word(&format!("{number}...")),
        }
        let token = match algebraic {
            true => san::write(engine, &*game, action),
            false => coordinates(&*game, action)?,
        };
        if game.play(step.seat, action, step.automatic).is_err() {
            return Err(cannot(&*game, action));
        }
        let mark = if algebraic { san::mark(&*game) } else { "" };
        text.word(&format!("{token}{mark}"));
        let left = times.as_ref().and_then(|times| times.main(step.seat));
        if let Some(left) = left {
            text.word(&format!("{{[%clk {}]}}", clock(left)));
        }
        commented = left.is_some();
        if step.seat == Seat(1) && game.turn() == Seat(0) {
            number += 1;
        }
        before = Some(step.seat);
    }
    Ok(())
}

/// The number of the move that a position begins with, where it is a FEN.
fn first_number(text: &str) -> u32 {
    let words: Vec<&str> = text.split(' ').collect();
    let number = words.get(5).and_then(|word| word.parse().ok());
    number.filter(|n| (1..100_000).contains(n)).unwrap_or(1)
}

fn clock(millis: u64) -> String {
    let seconds = millis / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{hours}:{minutes:02}:{:02}", seconds % 60)
}

/// An action as one word that reads back as the same.
fn coordinates(game: &dyn Match, action: Action) -> Result<String, Failure> {
    let text = game.format_action(Observer::Public, action);
    let words: Vec<&str> = text.split(' ').collect();
    let token = match (action.tag(), &words[..]) {
        (Tag::Place, ["place", at]) => (*at).to_owned(),
        (Tag::Place, ["place", kind, at]) => format!("{kind}@{at}"),
        (Tag::Choose, ["choose", kind]) => format!("={kind}"),
        (Tag::Castle, ["castle", sites]) => (*sites).to_owned(),
        (_, [word]) => (*word).to_owned(),
        _ => return Err(cannot(game, action)),
    };
    match read_token(game, &token) {
        Some(read) if read == action => Ok(token),
        _ => Err(cannot(game, action)),
    }
}

fn cannot(game: &dyn Match, action: Action) -> Failure {
    let text = game.format_action(Observer::Public, action);
    Diagnostic::new("no-words", format!("PGN has no word for `{text}`"))
        .hint("`--format masque` and `--format json` say everything")
        .into()
}

fn read_token(game: &dyn Match, token: &str) -> Option<Action> {
    let seat = game.turn();
    let legal = game.legal().unwrap_or_default();
    let text = match token.split_once('@') {
        Some((kind, at)) => format!("place {kind} {at}"),
        None => token.to_owned(),
    };
    let read = game.parse_action(seat, &text).ok()?;
    legal.contains(&read).then_some(read)
}

/// What stands in the text of a PGN, with its place.
#[derive(Debug, PartialEq, Eq)]
enum Token {
    Tag(String, String),
    Word(String),
}

/// The tags and words of the main line; comments, glyphs, variations and numbers are left out.
fn tokens(source: &Arc<Source>) -> Result<Vec<(Token, Range<usize>)>, Diagnostic> {
    let text = source.text.as_str();
    let bad = |range: Range<usize>, message: &str| {
        Diagnostic::new("bad-pgn", message).at(Span::new(source, range))
    };
    let mut out = Vec::new();
    let mut variations: Vec<usize> = Vec::new();
    let mut at = text.len() - text.trim_start_matches('\u{feff}').len();
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let end_of_line = || rest.find('\n').unwrap_or(rest.len());
        let first = at == 0 || text[..at].ends_with('\n');
        let length = match c {
            ';' => end_of_line(),
            '%' if first => end_of_line(),
            '{' => match rest.find('}') {
                Some(end) => end + 1,
                None => return Err(bad(at..at + 1, "this comment is not closed by `}`")),
            },
            '(' => {
                variations.push(at);
                1
            }
            ')' => {
                if variations.pop().is_none() {
                    return Err(bad(at..at + 1, "no variation was opened by `(`"));
                }
                1
            }
            '[' if variations.is_empty() => {
                let line = &rest[..end_of_line()];
                let (tag, length) = read_tag(line).ok_or_else(|| {
                    let message = "a tag is written `[Name \"value\"]` on one line";
                    bad(at..at + line.len(), message)
                })?;
                out.push((tag, at..at + length));
                length
            }
            c if c.is_whitespace() || c == '.' => c.len_utf8(),
            '$' => {
                let digits = rest[1..].trim_start_matches(|c: char| c.is_ascii_digit());
                let length = rest.len() - digits.len();
                if length == 1 {
                    return Err(bad(at..at + 1, "a glyph is `$` and a number"));
                }
                length
            }
            _ => {
                let stops = |c: char| c.is_whitespace() || "{}();[]$".contains(c);
                let length = rest.find(stops).unwrap_or(rest.len()).max(c.len_utf8());
                let word = &rest[..length];
                if variations.is_empty() {
                    out.extend(read_word(word, at));
                }
                length
            }
        };
        at += length;
    }
    match variations.pop() {
        Some(at) => Err(bad(at..at + 1, "this variation is not closed by `)`")),
        None => Ok(out),
    }
}

/// A word of the movetext without a number before it; nothing for glyphs and bare numbers.
fn read_word(word: &str, at: usize) -> Option<(Token, Range<usize>)> {
    if word.chars().all(|c| "!?".contains(c)) {
        return None;
    }
    let end = at + word.len();
    if ends(word) {
        return Some((Token::Word(word.to_owned()), at..end));
    }
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = digits.trim_start_matches(['.', '…']);
    // `12.e4` is a number and a move, `12` a number; `0-0` and sites that begin with a digit are neither.
    let rest = match (digits.len() < word.len(), bare.len() < digits.len()) {
        (true, true) | (false, true) => bare,
        (true, false) if digits.is_empty() => "",
        _ => word,
    };
    if rest.is_empty() {
        return None;
    }
    let rest_at = end - rest.len();
    Some((Token::Word(rest.to_owned()), rest_at..end))
}

fn read_tag(line: &str) -> Option<(Token, usize)> {
    let inner = line.strip_prefix('[')?.trim_start();
    let name: String = inner
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect();
    let rest = inner[name.len()..].trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut chars = rest.char_indices();
    loop {
        match chars.next()? {
            (_, '\\') => value.push(chars.next()?.1),
            (at, '"') => {
                let after = rest[at + 1..].trim_start();
                let after = after.strip_prefix(']')?;
                let tag = Token::Tag(name, value);
                return Some((tag, line.len() - after.len()));
            }
            (_, c) => value.push(c),
        }
    }
}

/// Reads one game of a PGN file, by number from 1, as a game of a variant: the one given, else the one that its tags name.
/// Where no number is given it is the first, and others are told to be left out.
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
    let all = tokens(source)?;
    let games = games(all);
    let (count, second) = (games.len(), games.get(1).map(|game| game.range.clone()));
    let Game { tags, words, .. } = choose(source, games, number.unwrap_or(1))?;
    let tag = |name: &str| {
        let found = tags.iter().find(|(tag, _, _)| tag == name);
        found.map(|(_, value, range)| (value.as_str(), range.clone()))
    };
    let tagged = tag("Variant").map(|(value, _)| value.to_lowercase().replace(' ', "-"));
    let usual = |word: &str| matches!(word, "standard" | "normal" | "from-position");
    let tagged = tagged.filter(|word| !usual(word));
    let named = tag("Variant").map(|(_, range)| Span::new(source, range));
    let name = match (variant, tagged.as_deref().zip(named)) {
        (Some(given), _) => given,
        (None, Some((tagged, place))) => shipped(tagged, place)?,
        (None, None) => USUAL,
    };
    let mut pairs = options.to_vec();
    if let Some((text, range)) = tag("Options") {
        let told = masque_scripting::choices::split_pairs(text)
            .map_err(|e| bad(source, range, e.message))?;
        pairs.extend(
            told.into_iter()
                .filter(|(key, _)| !options.iter().any(|(k, _)| k == key)),
        );
    }
    let place = tag("Options").or(tag("Variant"));
    let place = place.map(|(_, range)| Span::new(source, range));
    let loaded = load(name, None, &pairs).map_err(|wrong| placed(wrong, place))?;
    let truth = start(source, &loaded, tag("FEN"))?;
    let mut draft = Draft::begin(&loaded, &truth, id)?;
    let mut notes = Vec::new();
    let others = second.filter(|_| number.is_none());
    notes.extend(others.map(|range| more_games(count, Span::new(source, range))));
    // What is not known is written with question marks.
    let known = |name: &str| tag(name).filter(|(value, _)| !value.contains('?'));
    for (seat, name) in Seat::BOTH.into_iter().zip(["White", "Black"]) {
        if let Some((value, range)) = tag(name).filter(|(value, _)| value.trim() != "?") {
            draft.name(seat, value.trim(), Span::new(source, range), &mut notes);
        }
    }
    if let Some((value, range)) = known("Date") {
        let day = value.trim().replace('.', "-");
        draft.date(&day, Span::new(source, range), &mut notes);
    }
    let by_time = tag("Termination").is_some_and(|(value, _)| value == "time forfeit");
    let how = if by_time {
        Ended::OutOfTime
    } else {
        Ended::Resigned
    };
    let algebraic = san::speaks(&*loaded.engine);
    let tagged = known("Result").filter(|(value, _)| result(value).is_some());
    for (word, range) in words {
        if word == "*" {
            continue;
        }
        if let Some(winner) = result(&word) {
            if let Some((value, range)) = tagged.as_ref().filter(|(value, _)| *value != word) {
                let what = format!("the moves end with {word}, not with {value}");
                notes.push(left_out(what, Span::new(source, range.clone())));
            }
            let place = Span::new(source, range.clone());
            let note = draft.end(winner, how).map_err(|e| bad(source, range, e))?;
            notes.extend(note.map(|what| left_out(what, place)));
            continue;
        }
        let game = draft.game();
        let read = algebraic.then(|| san::read(&*loaded.engine, game, &word));
        let action = match read.flatten() {
            Some(read) => read,
            None => {
                let bare = san::bare(&word);
                read_token(game, bare).ok_or_else(|| format!("`{word}` is not legal here"))
            }
        };
        let played = action.and_then(|action| draft.play(action));
        played.map_err(|e| bad(source, range, e))?;
    }
    Ok((draft.finish(), notes))
}

/// Whether a word ends a game.
fn ends(word: &str) -> bool {
    word == "*" || result(word).is_some()
}

/// Who won by a result as PGN writes it.
fn result(text: &str) -> Option<Option<Seat>> {
    match text {
        "1-0" => Some(Some(Seat(0))),
        "0-1" => Some(Some(Seat(1))),
        "1/2-1/2" => Some(None),
        _ => None,
    }
}

fn bad(source: &Arc<Source>, range: Range<usize>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new("bad-pgn", message).at(Span::new(source, range))
}

/// A tag's name, value and place.
type Tagged = (String, String, Range<usize>);
/// A word and its place.
type Worded = (String, Range<usize>);

/// One game of a file.
struct Game {
    tags: Vec<Tagged>,
    words: Vec<Worded>,
    /// Where it begins.
    range: Range<usize>,
}

/// The games of a file.
fn games(all: Vec<(Token, Range<usize>)>) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    let mut over = true;
    for (token, range) in all {
        let in_words = games.last().is_some_and(|game| !game.words.is_empty());
        let tag = matches!(token, Token::Tag(..));
        if over || (tag && in_words) {
            games.push(Game {
                tags: Vec::new(),
                words: Vec::new(),
                range: range.clone(),
            });
            over = false;
        }
        let Some(game) = games.last_mut() else {
            continue;
        };
        match token {
            Token::Tag(name, value) => game.tags.push((name, value, range)),
            Token::Word(word) => {
                over = ends(&word);
                game.words.push((word, range));
            }
        }
    }
    games
}

/// One game of a file, by number from 1.
fn choose(source: &Arc<Source>, mut games: Vec<Game>, number: usize) -> Result<Game, Diagnostic> {
    let count = games.len();
    let chosen = number.checked_sub(1).filter(|n| *n < count);
    match chosen {
        Some(at) => Ok(games.swap_remove(at)),
        None => {
            let end = source.text.len();
            let message = match count {
                0 => "there is no game in this file".to_owned(),
                _ => format!("there are {count} games in this file, and no number {number}"),
            };
            Err(bad(source, end..end, message))
        }
    }
}

/// Where the game starts, as the text of a whole position.
fn start(
    source: &Arc<Source>,
    loaded: &Loaded,
    fen: Option<(&str, Range<usize>)>,
) -> Result<String, Failure> {
    let engine = &*loaded.engine;
    match fen {
        None if super::hides(engine.spec()) => Err(Diagnostic::new(
            "hidden",
            format!(
                "a game of `{}` needs a FEN tag with its whole deal",
                loaded.id
            ),
        )
        .into()),
        None => {
            let usual = loaded.start(None, &masque_core::random::Seed::from_u64(0))?;
            Ok(usual.text(Observer::Public))
        }
        Some((text, range)) => {
            let wrong = |message: String| Failure::from(bad(source, range.clone(), message));
            let setup = engine
                .parse_position(text)
                .map_err(|e| wrong(e.to_string()))?;
            if setup.open_sites().next().is_some() {
                return Err(wrong(
                    "the FEN does not say what every hidden piece is".to_owned(),
                ));
            }
            match engine.start(&setup) {
                Ok(_) => Ok(engine.format_setup(&setup)),
                Err(list) => Err(wrong(
                    list.iter()
                        .map(ToString::to_string)
                        .collect::<Vec<_>>()
                        .join("; "),
                )),
            }
        }
    }
}
