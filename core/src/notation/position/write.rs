//! Setups written as position text.

use std::fmt::Write as _;

use super::make::counted;
use super::{is_fen, turns_before};
use crate::notation::words::{letter, look, seat_word, sites};
use crate::piece::{Kind, Piece, Seat, Side};
use crate::position::Phase;
use crate::rules::castling::{self, Way};
use crate::setup::{Setup, SetupCell};
use crate::site::{Site, SiteSet};
use crate::tables::Tables;

/// Writes a setup in the variant's one form; [`super::parse`] reads it back.
#[must_use]
pub fn write<const W: usize>(tables: &Tables<W>, setup: &Setup) -> String {
    let writer = Writer { tables, setup };
    let mut out = writer.rows();
    if is_fen(tables) {
        writer.marks(&mut out);
    } else {
        out.push(' ');
        out.push_str(&writer.seat(setup.turn));
    }
    writer.fields(&mut out);
    out
}

/// The rights to castle of a setup, as letters of ways; `-` for none.
#[must_use]
pub(crate) fn rights<const W: usize>(tables: &Tables<W>, setup: &Setup) -> String {
    Writer { tables, setup }.rights()
}

struct Writer<'a, const W: usize> {
    tables: &'a Tables<W>,
    setup: &'a Setup,
}

impl<const W: usize> Writer<'_, W> {
    fn name(&self, site: Site) -> &str {
        let known = self.tables.board.all().contains(site);
        if known {
            self.tables.board.name(site)
        } else {
            "-"
        }
    }

    fn seat(&self, seat: Seat) -> String {
        match self.setup.side_of(seat) {
            Some(side) => self.tables.side_name(side).to_owned(),
            None => seat_word(seat),
        }
    }

    fn list(&self, list: &[Site]) -> String {
        let set: SiteSet<W> = list.iter().copied().collect();
        sites(&self.tables.board, set)
    }

    fn rows(&self) -> String {
        let board = &self.tables.board;
        let mut out = String::new();
        for rank in (0..board.ranks()).rev() {
            let mut empty = 0;
            for file in 0..board.files() {
                let cell = board
                    .at(file, rank)
                    .and_then(|s| self.setup.cells.get(s.index()).copied())
                    .unwrap_or_default();
                if cell == SetupCell::Empty {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    let _ = write!(out, "{empty}");
                    empty = 0;
                }
                out.push_str(&cell_token(self.tables, cell));
            }
            if empty > 0 {
                let _ = write!(out, "{empty}");
            }
            if rank > 0 {
                out.push('/');
            }
        }
        out
    }

    fn marks(&self, out: &mut String) {
        let setup = self.setup;
        let ep = setup.en_passant.map_or("-", |(at, _)| self.name(at));
        let number = setup.turns / 2 + 1;
        let turn = ["w", "b"][setup
            .side_of(setup.turn)
            .map_or(setup.turn.index(), Side::index)];
        let _ = write!(
            out,
            " {turn} {} {ep} {} {number}",
            self.rights(),
            setup.quiet
        );
    }

    fn rights(&self) -> String {
        let Some(castling) = &self.tables.castling else {
            return "-".to_owned();
        };
        let mut out = String::new();
        for side in Side::BOTH {
            for way in &castling.ways[side.index()] {
                let wanted = match &self.setup.unmoved {
                    Some(list) => list.contains(&way.corner),
                    None => way_stands(self.tables, self.setup, side, way),
                };
                if wanted {
                    out.push(right_letter(way.letter, side));
                }
            }
        }
        if out.is_empty() { "-".to_owned() } else { out }
    }

    fn fields(&self, out: &mut String) {
        let (tables, setup, fen) = (self.tables, self.setup, is_fen(self.tables));
        let mut put = |key: &str, value: String| {
            let _ = write!(out, " {key}={value}");
        };
        if setup.first_side == Some(Side(1)) {
            let [a, b] = Seat::BOTH.map(|s| self.seat(s));
            put("colours", format!("{a}/{b}"));
        }
        match setup.phase {
            Phase::Play => {}
            Phase::Chain(at) => put("chain", self.name(at).to_owned()),
            Phase::Choose(at) => put("choose", self.name(at).to_owned()),
            Phase::Shoot(at) => put("shoot", self.name(at).to_owned()),
            Phase::Over => {
                let outcome = setup.outcome;
                let who = outcome
                    .and_then(|o| o.winner)
                    .map_or("draw".to_owned(), |seat| self.seat(seat));
                put(
                    "over",
                    match outcome {
                        Some(o) => format!("{who}:{}", tables.clauses.slug(o.clause)),
                        None => who,
                    },
                );
                if let Some([a, b]) = outcome.and_then(|o| o.scores) {
                    put("points", format!("{}/{}", halves(a), halves(b)));
                }
            }
        }
        if !fen {
            if tables.castling.is_some() {
                put("castling", self.rights());
            }
            if let Some((at, _)) = setup.en_passant {
                put("ep", self.name(at).to_owned());
            }
            if setup.quiet > 0 {
                put("quiet", setup.quiet.to_string());
            }
        }
        let implied = if fen {
            turns_before(setup.turns / 2 + 1, setup.turn)
        } else {
            0
        };
        if setup.turns != implied {
            put("turns", setup.turns.to_string());
        }
        if let Some(ply) = setup.ply {
            put("plies", ply.to_string());
        }
        if setup.passes > 0 {
            put("passes", setup.passes.to_string());
        }
        if let Some(fog) = &setup.fog {
            put("fog", self.list(fog));
        }
        if let Some(hazards) = &setup.hazards {
            put("hazards", self.list(hazards));
        }
        if !setup.hazards_seen.is_empty() {
            put("seen", self.list(&setup.hazards_seen));
        }
        if let Some(left) = setup.hazards_left {
            put("left", left.to_string());
        }
        if !setup.numbers.is_empty() {
            let one = |(at, n): &(Site, u8)| format!("{}:{n}", self.name(*at));
            put("numbers", joined(setup.numbers.iter().map(one)));
        }
        let lost = self.lost();
        if lost != "-" {
            put("lost", lost);
        }
        if let Some([a, b]) = &setup.learned {
            put("learned", format!("{}/{}", self.pieces(a), self.pieces(b)));
        }
        if setup.known.iter().any(Option::is_some) {
            let one = |i: usize| {
                setup.known[i]
                    .as_ref()
                    .map_or("*".to_owned(), |l| self.list(l))
            };
            put("known", format!("{}/{}", one(0), one(1)));
        }
        let set = self.set();
        if set != "-" {
            put("set", set);
        }
        if setup.captures != [0; 2] {
            put(
                "captures",
                format!("{}/{}", setup.captures[0], setup.captures[1]),
            );
        }
        if setup.flip_runs.iter().any(|r| r.0.is_some()) {
            let one = |(side, n): (Option<Side>, u8)| {
                side.map_or("-".to_owned(), |s| format!("{}{n}", tables.side_name(s)))
            };
            let [a, b] = setup.flip_runs.map(one);
            put("flips", format!("{a}/{b}"));
        }
        if let Some(side) = setup.last_flip {
            put("flipped", tables.side_name(side).to_owned());
        }
        if setup.chases.iter().any(|c| !c.is_empty()) {
            let [a, b] = [0, 1].map(|i| self.chases(i));
            put("chase", format!("{a}/{b}"));
        }
        if setup.last_to.iter().any(Option::is_some) {
            let [a, b] = setup.last_to.map(|s| s.map_or("-", |s| self.name(s)));
            put("arrived", format!("{a}/{b}"));
        }
        for (i, (name, start)) in tables.spec.variables.iter().enumerate() {
            if let Some(value) = setup.variables.get(i).filter(|v| *v != start) {
                put(&format!("var.{name}"), value.to_string());
            }
        }
    }

    fn pieces(&self, counts: &[[u8; 32]; 2]) -> String {
        joined(counted(counts).map(|(p, n)| times(letter(self.tables, p).to_string(), n)))
    }

    fn lost(&self) -> String {
        let back = |side: Side| {
            look(
                self.tables,
                crate::piece::Cell::piece(side, Kind::BACK),
                true,
            )
        };
        let shown =
            counted(&self.setup.lost).map(|(p, n)| times(letter(self.tables, p).to_string(), n));
        let hidden = counted(&self.setup.lost_hidden)
            .map(|(p, n)| times(format!("{}({})", back(p.side), letter(self.tables, p)), n));
        let unknown = Side::BOTH
            .into_iter()
            .map(|s| (s, self.setup.lost_unknown[s.index()]))
            .filter(|(_, n)| *n > 0)
            .map(|(s, n)| times(back(s), n));
        joined(shown.chain(hidden).chain(unknown))
    }

    fn set(&self) -> String {
        let mut parts = Vec::new();
        for side in Side::BOTH {
            for (kind, change) in self.setup.promoted[side.index()].iter().enumerate() {
                if *change != 0 && kind < self.tables.kind_count() {
                    let kind = Kind(kind as u8);
                    parts.push(format!(
                        "{}{change:+}",
                        letter(self.tables, Piece { side, kind })
                    ));
                }
            }
        }
        joined(parts)
    }

    fn chases(&self, seat: usize) -> String {
        let one = |c: &crate::position::Chase| {
            let name = |s: Option<Site>| s.map_or("-", |s| self.name(s)).to_owned();
            format!(
                "{}>{}:{}",
                name(c.chaser.get()),
                name(c.victim.get()),
                c.run
            )
        };
        joined(self.setup.chases[seat].iter().map(one))
    }
}

/// What stands on a site of a setup, as boards draw it.
#[must_use]
pub(crate) fn cell_token<const W: usize>(tables: &Tables<W>, cell: SetupCell) -> String {
    match cell {
        SetupCell::Empty => ".".to_owned(),
        SetupCell::Up(piece) => letter(tables, piece).to_string(),
        SetupCell::Down { look: face, truth } => {
            let mut text = look(tables, face, true);
            if let Some(piece) = truth {
                let _ = write!(text, "({})", letter(tables, piece));
            }
            text
        }
    }
}

/// Whether the pieces of a way of castling stand where they start, as far as looks go.
pub(super) fn way_stands<const W: usize>(
    tables: &Tables<W>,
    setup: &Setup,
    side: Side,
    way: &Way,
) -> bool {
    let stands = |at: Site, kind: Option<Kind>| match setup.cells.get(at.index()) {
        Some(SetupCell::Up(piece)) => castling::stands(tables, (*piece).into(), false, side, kind),
        Some(SetupCell::Down { look, .. }) => castling::stands(tables, *look, true, side, kind),
        _ => false,
    };
    let with = tables.castling.as_ref().map(|c| c.with);
    stands(way.royal, tables.royal) && stands(way.corner, with)
}

/// The letter of a right: upper case for the first side.
pub(super) fn right_letter(letter: char, side: Side) -> char {
    if side.0 == 0 {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}

fn times(what: String, n: u8) -> String {
    if n == 1 { what } else { format!("{what}{n}") }
}

fn joined(parts: impl IntoIterator<Item = String>) -> String {
    let all: Vec<String> = parts.into_iter().collect();
    if all.is_empty() {
        "-".to_owned()
    } else {
        all.join(",")
    }
}

/// Half points as points: `7` is `3.5`.
pub(crate) fn halves(n: i32) -> String {
    let sign = if n < 0 { "-" } else { "" };
    let whole = n.unsigned_abs() / 2;
    if n % 2 == 0 {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.5")
    }
}
