//! Position text read into setups.

use super::write::{right_letter, way_stands};
use super::{FIELDS, PositionError, is_fen, turns_before};
use crate::movement::Shape;
use crate::notation::words::{letters, read_sites, site_range};
use crate::piece::{Piece, Seat, Side};
use crate::position::{Chase, MAX_CHASES, Outcome, Phase, Site16};
use crate::setup::{Setup, SetupCell, parse_rows};
use crate::site::Site;
use crate::tables::{Colours, Tables};

/// Reads a position text.
///
/// # Errors
/// The first thing that is wrong, with what was expected.
pub fn parse<const W: usize>(tables: &Tables<W>, text: &str) -> Result<Setup, PositionError> {
    let mut words = text.split_whitespace();
    let rows = words.next().ok_or(PositionError::Empty)?;
    let mut setup = Setup::empty(tables);
    // A bracket behind the rows lists pieces off the board, as some programs write.
    let (rows, bracket) = match rows.split_once('[') {
        Some((rows, rest)) => {
            let inner = rest.strip_suffix(']').ok_or_else(|| PositionError::Word {
                token: format!("[{rest}"),
                expected: "`]` after the pieces off the board".to_owned(),
            })?;
            (rows, Some(inner))
        }
        None => (rows, None),
    };
    setup.cells = parse_rows(tables, rows)?;
    if let Some(inner) = bracket {
        set_field(tables, &mut setup, "lost", inner)?;
    }
    let (fields, mut marks): (Vec<&str>, Vec<&str>) = words.partition(|w| w.contains('='));
    let fields: Vec<(&str, &str)> = fields.iter().filter_map(|f| f.split_once('=')).collect();
    for (i, (key, _)) in fields.iter().enumerate() {
        if fields[..i].iter().any(|(k, _)| k == key) {
            return Err(PositionError::Twice {
                key: (*key).to_owned(),
            });
        }
    }
    if let Some((key, value)) = fields.iter().find(|(k, _)| *k == "colours") {
        set_field(tables, &mut setup, key, value)?;
    }
    let open = fields.contains(&("colours", "open"));
    if !marks.is_empty() {
        turn(tables, &mut setup, marks.remove(0), open)?;
    }
    if is_fen(tables) {
        setup.turns = turns_before(1, setup.turn);
    }
    read_marks(tables, &mut setup, &marks)?;
    for (key, value) in fields {
        if key != "colours" {
            set_field(tables, &mut setup, key, value)?;
        }
    }
    Ok(setup)
}

fn turn<const W: usize>(
    tables: &Tables<W>,
    setup: &mut Setup,
    token: &str,
    open: bool,
) -> Result<(), PositionError> {
    let lower = token.to_lowercase();
    match lower.as_str() {
        "seat0" | "seat1" => {
            setup.turn = Seat(u8::from(lower == "seat1"));
            return Ok(());
        }
        _ => {}
    }
    let side = side_of(tables, &lower).filter(|_| !open);
    let Some(side) = side else {
        let names = Side::BOTH.map(|s| format!("`{}`", tables.side_name(s)));
        let seats = if tables.colours == Colours::Fixed {
            ""
        } else {
            ", or `seat0` or `seat1` while sides are undecided"
        };
        return Err(PositionError::Turn {
            token: token.to_owned(),
            expected: format!("{} or {}{seats}", names[0], names[1]),
        });
    };
    let first = *setup.first_side.get_or_insert(Side(0));
    setup.turn = Seat(u8::from(first != side));
    Ok(())
}

/// A side by its name, its first letter where that tells, or `w` and `b`.
fn side_of<const W: usize>(tables: &Tables<W>, lower: &str) -> Option<Side> {
    let named = |s: &Side| tables.side_name(*s).to_lowercase() == lower;
    if let Some(side) = Side::BOTH.iter().find(|s| named(s)) {
        return Some(*side);
    }
    let mut chars = lower.chars();
    let (Some(letter), None) = (chars.next(), chars.next()) else {
        return None;
    };
    if is_fen(tables) && matches!(letter, 'w' | 'b') {
        return Some(Side(u8::from(letter == 'b')));
    }
    let begins = |s: &&Side| tables.side_name(**s).to_lowercase().starts_with(letter);
    let found: Vec<&Side> = Side::BOTH.iter().filter(begins).collect();
    match found[..] {
        [one] => Some(*one),
        _ => None,
    }
}

/// The marks of FEN behind the side to move; numbers may follow at any time.
fn read_marks<const W: usize>(
    tables: &Tables<W>,
    setup: &mut Setup,
    marks: &[&str],
) -> Result<(), PositionError> {
    let expected = [
        "castling rights",
        "the site passed over",
        "a number of turns",
        "a number",
    ];
    let mut next = 0;
    for mark in marks {
        let number: Option<u32> = mark
            .bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| mark.parse().ok())
            .flatten();
        if number.is_some() {
            next = next.max(2);
        }
        match (next, number) {
            (0, None) => set_field(tables, setup, "castling", mark)?,
            (1, None) => set_field(tables, setup, "ep", mark)?,
            (2, Some(n)) => setup.quiet = n,
            (3, Some(n)) => setup.turns = turns_before(n, setup.turn),
            (at, _) => {
                return Err(PositionError::Word {
                    token: (*mark).to_owned(),
                    expected: expected
                        .get(at)
                        .map_or("`key=value`".to_owned(), |e| format!("{e}, or `key=value`")),
                });
            }
        }
        next += 1;
    }
    Ok(())
}

/// Sets one field of a setup, as the text `key=value` does; rows, colours and turn must be set before.
///
/// # Errors
/// What is wrong with the key or the value.
pub fn set_field<const W: usize>(
    tables: &Tables<W>,
    setup: &mut Setup,
    key: &str,
    value: &str,
) -> Result<(), PositionError> {
    let reader = Reader { tables, key, value };
    match key {
        "colours" => reader.colours(setup)?,
        "chain" => reader.phase(setup, Phase::Chain(reader.site(value)?))?,
        "choose" => reader.phase(setup, Phase::Choose(reader.site(value)?))?,
        "shoot" => reader.phase(setup, Phase::Shoot(reader.site(value)?))?,
        "over" => reader.over(setup)?,
        "points" => {
            let [a, b] = reader.pair()?;
            let scores = [reader.points(a)?, reader.points(b)?];
            let outcome = setup.outcome.as_mut();
            outcome
                .ok_or_else(|| reader.bad("`over=...` before it"))?
                .scores = Some(scores);
        }
        "castling" => reader.castling(setup)?,
        "ep" => setup.en_passant = reader.passed(setup)?,
        "quiet" => setup.quiet = reader.number()?,
        "turns" => setup.turns = reader.number()?,
        "plies" => setup.ply = Some(reader.number()?),
        "passes" => setup.passes = reader.number()?,
        "fog" => setup.fog = Some(reader.sites(value)?),
        "hazards" => setup.hazards = Some(reader.sites(value)?),
        "seen" => setup.hazards_seen = reader.sites(value)?,
        "left" => setup.hazards_left = Some(reader.number()?),
        "numbers" => setup.numbers = reader.numbers()?,
        "lost" => reader.lost(setup)?,
        "learned" => {
            let [a, b] = reader.pair()?;
            setup.learned = Some([reader.pieces(a)?, reader.pieces(b)?]);
        }
        "known" => {
            let one = |text: &str| match text {
                "*" => Ok(None),
                _ => reader.sites(text).map(Some),
            };
            let [a, b] = reader.pair()?;
            setup.known = [one(a)?, one(b)?];
        }
        "set" => setup.promoted = reader.set()?,
        "captures" => {
            let [a, b] = reader.pair()?;
            let one = |text: &str| {
                text.parse::<u16>()
                    .map_err(|_| reader.bad("two numbers such as `3/1`"))
            };
            setup.captures = [one(a)?, one(b)?];
        }
        "flips" => {
            let [a, b] = reader.pair()?;
            setup.flip_runs = [reader.run(a)?, reader.run(b)?];
        }
        "flipped" => setup.last_flip = Some(reader.side(value)?),
        "chase" => {
            let [a, b] = reader.pair()?;
            setup.chases = [reader.chases(a)?, reader.chases(b)?];
        }
        "arrived" => {
            let one = |text: &str| match text {
                "-" => Ok(None),
                _ => reader.site(text).map(Some),
            };
            let [a, b] = reader.pair()?;
            setup.last_to = [one(a)?, one(b)?];
        }
        _ => match key.strip_prefix("var.") {
            Some(name) => reader.variable(setup, name)?,
            None => {
                let known: Vec<&str> = FIELDS.iter().map(|f| f.key).collect();
                return Err(PositionError::Key {
                    key: key.to_owned(),
                    known: known.join(", "),
                });
            }
        },
    }
    Ok(())
}

struct Reader<'a, const W: usize> {
    tables: &'a Tables<W>,
    key: &'a str,
    value: &'a str,
}

impl<'a, const W: usize> Reader<'a, W> {
    fn bad(&self, expected: impl Into<String>) -> PositionError {
        PositionError::value(self.key, self.value, expected)
    }

    fn pair(&self) -> Result<[&'a str; 2], PositionError> {
        match self.value.split_once('/') {
            Some((a, b)) if !b.contains('/') => Ok([a, b]),
            _ => Err(self.bad("two parts with `/` between them")),
        }
    }

    fn number<T: std::str::FromStr>(&self) -> Result<T, PositionError> {
        let digits = self.value.bytes().all(|b| b.is_ascii_digit());
        digits
            .then(|| self.value.parse().ok())
            .flatten()
            .ok_or_else(|| self.bad("a number"))
    }

    fn site(&self, text: &str) -> Result<Site, PositionError> {
        self.tables.board.site(text).ok_or_else(|| {
            let [first, last] = site_range(&self.tables.board);
            self.bad(format!("a site from {first} to {last}"))
        })
    }

    fn sites(&self, text: &str) -> Result<Vec<Site>, PositionError> {
        read_sites(&self.tables.board, text)
            .map(|set| set.iter().collect())
            .map_err(|e| PositionError::sites(self.key, self.value, &e))
    }

    fn side(&self, text: &str) -> Result<Side, PositionError> {
        side_of(self.tables, &text.to_lowercase()).ok_or_else(|| {
            let names = Side::BOTH.map(|s| format!("`{}`", self.tables.side_name(s)));
            self.bad(format!("{} or {}", names[0], names[1]))
        })
    }

    fn colours(&self, setup: &mut Setup) -> Result<(), PositionError> {
        if self.value == "open" && self.tables.colours != Colours::Fixed {
            setup.first_side = None;
            return Ok(());
        }
        let [a, b] = self.pair()?;
        let (a, b) = (self.side(a)?, self.side(b)?);
        if a == b {
            return Err(self.bad("a different side for each seat"));
        }
        setup.first_side = Some(a);
        Ok(())
    }

    fn over(&self, setup: &mut Setup) -> Result<(), PositionError> {
        setup.phase = Phase::Over;
        let (who, slug) = self.value.split_once(':').unwrap_or((self.value, ""));
        let winner = match who {
            "draw" => None,
            "seat0" => Some(Seat(0)),
            "seat1" => Some(Seat(1)),
            _ => {
                let side = self.side(who)?;
                Some(Seat(u8::from(setup.side_of(Seat(0)) != Some(side))))
            }
        };
        if slug.is_empty() && winner.is_none() && !self.value.contains(':') {
            return Ok(());
        }
        let clause = self.tables.clauses.find(slug).ok_or_else(|| {
            self.bad(format!(
                "the slug of a clause after `:`, and `{slug}` is none of this variant"
            ))
        })?;
        setup.outcome = Some(Outcome {
            winner,
            clause,
            scores: None,
        });
        Ok(())
    }

    fn points(&self, text: &str) -> Result<i32, PositionError> {
        let bad = || self.bad("points such as `6/3.5`");
        let (whole, half) = match text.strip_suffix(".5") {
            Some(whole) => (whole, 1),
            None => (text, 0),
        };
        let digits = whole.strip_prefix('-').unwrap_or(whole);
        let n: i32 = digits.parse().map_err(|_| bad())?;
        let halves = n
            .checked_mul(2)
            .and_then(|n| n.checked_add(half))
            .ok_or_else(bad)?;
        Ok(if whole.starts_with('-') {
            -halves
        } else {
            halves
        })
    }

    fn castling(&self, setup: &mut Setup) -> Result<(), PositionError> {
        let Some(castling) = &self.tables.castling else {
            return if self.value == "-" {
                Ok(())
            } else {
                Err(self.bad("`-`, since this variant has no castling"))
            };
        };
        let mut corners = Vec::new();
        for letter in self.value.chars().filter(|_| self.value != "-") {
            let ways = Side::BOTH
                .into_iter()
                .flat_map(|s| castling.ways[s.index()].iter().map(move |w| (s, w)));
            let found = ways
                .clone()
                .find(|(side, way)| right_letter(way.letter, *side) == letter);
            let Some((side, way)) = found else {
                let all: String = ways.map(|(s, w)| right_letter(w.letter, s)).collect();
                return Err(self.bad(format!("some of `{all}`, or `-`")));
            };
            if !way_stands(self.tables, setup, side, way) {
                return Err(PositionError::Right { letter });
            }
            corners.push(way.corner);
        }
        corners.sort_unstable();
        corners.dedup();
        setup.unmoved = Some(corners);
        Ok(())
    }

    /// The site passed over, and the piece that passed: one of the side not to move that stands where a first step
    /// over that site ends.
    fn passed(&self, setup: &Setup) -> Result<Option<(Site, Site)>, PositionError> {
        if self.value == "-" {
            return Ok(None);
        }
        let at = self.site(self.value)?;
        let none = || PositionError::EnPassant {
            site: self.value.to_owned(),
        };
        let empty = |s: Site| setup.cells.get(s.index()) == Some(&SetupCell::Empty);
        let side = setup.side_of(setup.turn.other()).ok_or_else(none)?;
        if !empty(at) {
            return Err(none());
        }
        for site in self.tables.board.all() {
            let Some(SetupCell::Up(piece)) = setup.cells.get(site.index()) else {
                continue;
            };
            let movers = &self.tables.movers[side.index()];
            let Some(movers) = movers
                .get(piece.kind.index())
                .filter(|_| piece.side == side)
            else {
                continue;
            };
            if !movers.iter().any(|m| m.en_passant) {
                continue;
            }
            for mover in movers.iter().filter(|m| m.initial) {
                let Shape::Lame(table) = &mover.shape else {
                    continue;
                };
                let stepped = mover.from.iter().any(|from| {
                    empty(from)
                        && table[from.index()]
                            .iter()
                            .any(|(path, to)| *to == site && path.lowest() == Some(at))
                });
                if stepped {
                    return Ok(Some((at, site)));
                }
            }
        }
        Err(none())
    }

    fn numbers(&self) -> Result<Vec<(Site, u8)>, PositionError> {
        let mut all = Vec::new();
        for part in self.value.split(',').filter(|_| self.value != "-") {
            let (at, n) = part
                .split_once(':')
                .and_then(|(at, n)| Some((at, n.parse::<u8>().ok().filter(|n| *n <= 8)?)))
                .ok_or_else(|| self.bad("sites with numbers up to 8, such as `b4:1,d5:2`"))?;
            all.push((self.site(at)?, n));
        }
        all.sort_unstable();
        Ok(all)
    }

    fn piece(&self, letter: char) -> Result<Piece, PositionError> {
        self.tables.spec.piece_of_letter(letter).ok_or_else(|| {
            self.bad(format!(
                "letters of pieces ({}, lower case for the second side)",
                letters(self.tables)
            ))
        })
    }

    /// Pieces with numbers behind them; commas may be left out.
    fn each(
        &self,
        text: &str,
        mut add: impl FnMut(Token, u8) -> Result<(), PositionError>,
    ) -> Result<(), PositionError> {
        let mut rest = text;
        if rest == "-" {
            return Ok(());
        }
        while let Some(first) = rest.chars().next() {
            rest = &rest[first.len_utf8()..];
            if first == ',' {
                continue;
            }
            let token = match first {
                'X' | 'x' if self.tables.spec.piece_of_letter(first).is_none() => {
                    let side = Side(u8::from(first == 'x'));
                    match rest.strip_prefix('(').and_then(|r| r.split_once(')')) {
                        Some((inner, left)) => {
                            rest = left;
                            let mut chars = inner.chars();
                            let (Some(letter), None) = (chars.next(), chars.next()) else {
                                return Err(self.bad("one letter in parentheses"));
                            };
                            let kind = self.piece(letter)?.kind;
                            Token::Hidden(Piece { side, kind })
                        }
                        None => Token::Back(side),
                    }
                }
                _ => Token::Shown(self.piece(first)?),
            };
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            let n = match &rest[..end] {
                "" => 1,
                digits => digits
                    .parse()
                    .map_err(|_| self.bad("numbers of pieces up to 255"))?,
            };
            rest = &rest[end..];
            add(token, n)?;
        }
        Ok(())
    }

    fn lost(&self, setup: &mut Setup) -> Result<(), PositionError> {
        setup.lost = [[0; 32]; 2];
        setup.lost_hidden = [[0; 32]; 2];
        setup.lost_unknown = [0; 2];
        self.each(self.value, |token, n| {
            let count = match token {
                Token::Shown(p) => &mut setup.lost[p.side.index()][p.kind.index()],
                Token::Hidden(p) => &mut setup.lost_hidden[p.side.index()][p.kind.index()],
                Token::Back(side) => &mut setup.lost_unknown[side.index()],
            };
            *count = count.saturating_add(n);
            Ok(())
        })
    }

    fn pieces(&self, text: &str) -> Result<[[u8; 32]; 2], PositionError> {
        let mut counts = [[0u8; 32]; 2];
        self.each(text, |token, n| {
            let Token::Shown(p) = token else {
                return Err(self.bad("letters of pieces"));
            };
            let count = &mut counts[p.side.index()][p.kind.index()];
            *count = count.saturating_add(n);
            Ok(())
        })?;
        Ok(counts)
    }

    fn set(&self) -> Result<[[i8; 32]; 2], PositionError> {
        let mut changes = [[0; 32]; 2];
        for part in self.value.split(',').filter(|_| self.value != "-") {
            let mut chars = part.chars();
            let bad = || self.bad("changes such as `P-1,Q+1`");
            let piece = self.piece(chars.next().ok_or_else(bad)?)?;
            let change = chars.as_str().parse::<i8>().map_err(|_| bad())?;
            changes[piece.side.index()][piece.kind.index()] = change;
        }
        Ok(changes)
    }

    fn run(&self, text: &str) -> Result<(Option<Side>, u8), PositionError> {
        if text == "-" {
            return Ok((None, 0));
        }
        let name = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = &text[name.len()..];
        let n = if digits.is_empty() {
            Ok(1)
        } else {
            digits.parse()
        };
        let n = n.map_err(|_| self.bad("sides with numbers, such as `red1/-`"))?;
        Ok((Some(self.side(name)?), n))
    }

    /// A phase in the middle of a turn, of which there is one at most.
    fn phase(&self, setup: &mut Setup, phase: Phase) -> Result<(), PositionError> {
        if setup.phase != Phase::Play {
            return Err(self.bad("one phase at most"));
        }
        setup.phase = phase;
        Ok(())
    }

    fn chases(&self, text: &str) -> Result<Vec<Chase>, PositionError> {
        let bad = || self.bad("chases such as `c4>e4:9/-`");
        let mut all = Vec::new();
        for part in text.split(',').filter(|_| text != "-") {
            let (who, run) = part.split_once(':').ok_or_else(bad)?;
            let (chaser, victim) = who.split_once('>').ok_or_else(bad)?;
            let site = |name: &str| match name {
                "-" => Ok(None),
                name => self.site(name).map(Some),
            };
            all.push(Chase {
                chaser: Site16::new(site(chaser)?),
                victim: Site16::new(site(victim)?),
                run: run.parse().map_err(|_| bad())?,
            });
        }
        if all.len() > MAX_CHASES {
            return Err(self.bad(format!("at most {MAX_CHASES} chases of a seat")));
        }
        Ok(all)
    }

    fn variable(&self, setup: &mut Setup, name: &str) -> Result<(), PositionError> {
        let variables = &self.tables.spec.variables;
        let at = variables.iter().position(|(n, _)| n == name);
        let slot = at.and_then(|i| setup.variables.get_mut(i));
        let Some(slot) = slot else {
            let known: Vec<&str> = variables.iter().map(|(n, _)| n.as_str()).collect();
            return Err(PositionError::Key {
                key: self.key.to_owned(),
                known: format!("var. with one of {}", known.join(", ")),
            });
        };
        *slot = self.value.parse().map_err(|_| self.bad("a number"))?;
        Ok(())
    }
}

enum Token {
    Shown(Piece),
    Hidden(Piece),
    Back(Side),
}
