//! A position drawn as an author would draw it, for reports.

use std::fmt::Write as _;

use masque_core::engine::Engine;
use masque_core::piece::{Cell, Kind, Piece, Seat, Side};
use masque_core::position::Phase;
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;

/// The letters of the files, from the left.
pub(super) fn files(engine: &dyn Engine) -> Vec<char> {
    let board = &engine.spec().board;
    let letters = ('a'..='z').filter(|c| !(board.skip_i && *c == 'i'));
    letters.take(usize::from(board.files)).collect()
}

/// The site at a file's letter and a rank's number.
pub(super) fn site(engine: &dyn Engine, file: char, rank: u64) -> Option<Site> {
    engine.site(&format!("{file}{rank}"))
}

/// The token of what stands on a site.
pub(super) fn token(engine: &dyn Engine, cell: SetupCell) -> String {
    match cell {
        SetupCell::Empty => ".".to_owned(),
        SetupCell::Up(piece) => engine.letter(piece).to_string(),
        SetupCell::Down { look, truth } => {
            let mut text = back(engine, look);
            if let Some(piece) = truth {
                let _ = write!(text, "({})", engine.letter(piece));
            }
            text
        }
    }
}

fn back(engine: &dyn Engine, look: Cell) -> String {
    match (look.side(), look.kind()) {
        (Some(side), Some(kind)) if kind != Kind::BACK => {
            format!("{}~", engine.letter(Piece { side, kind }))
        }
        (Some(Side(0)), _) => "X".to_owned(),
        (Some(_), _) => "x".to_owned(),
        (None, _) => "?".to_owned(),
    }
}

/// The word for a seat: its side's name once settled.
pub(super) fn seat_word(engine: &dyn Engine, first_side: Option<Side>, seat: Seat) -> String {
    match first_side {
        Some(first) => {
            let side = if seat.0 == 0 { first } else { first.other() };
            engine.spec().sides[side.index()].name.clone()
        }
        None => format!("seat {}", seat.0),
    }
}

/// The sites that a text names, such as the two of `a1xe1`.
pub(super) fn sites_in(engine: &dyn Engine, text: &str) -> Vec<Site> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    for at in 0..bytes.len() {
        // `x` may stand between two sites; any other letter before one makes it part of a word.
        let inside = at > 0 && bytes[at - 1].is_ascii_alphabetic() && bytes[at - 1] != b'x';
        if !bytes[at].is_ascii_lowercase() || inside {
            continue;
        }
        let digits = bytes[at + 1..].iter().take_while(|b| b.is_ascii_digit());
        found.extend(engine.site(&text[at..=at + digits.count()]));
    }
    found
}

/// Draws a setup, with whose turn it is and what cannot be drawn below; marked sites stand in brackets.
pub(crate) fn draw(engine: &dyn Engine, setup: &Setup, marks: &[Site]) -> String {
    let files = files(engine);
    let ranks = u64::from(engine.spec().board.ranks);
    let rows: Vec<(u64, Vec<String>)> = (1..=ranks)
        .rev()
        .map(|rank| {
            let tokens = files.iter().map(|file| match site(engine, *file, rank) {
                Some(site) if marks.contains(&site) => {
                    format!("[{}]", terrain(engine, setup, site))
                }
                Some(site) => terrain(engine, setup, site),
                None => " ".to_owned(),
            });
            (rank, tokens.collect())
        })
        .collect();
    let width = rows
        .iter()
        .flat_map(|(_, row)| row.iter().map(String::len))
        .max()
        .unwrap_or(1);
    let mut text = String::new();
    for (rank, row) in rows {
        let line: Vec<String> = row.iter().map(|t| format!("{t:<width$}")).collect();
        let _ = writeln!(text, "{rank:>2} | {}", line.join(" ").trim_end());
    }
    let names: Vec<String> = files.iter().map(|f| format!("{f:<width$}")).collect();
    let _ = writeln!(text, "     {}", names.join(" ").trim_end());
    let seat = seat_word(engine, setup.first_side, setup.turn);
    let _ = match setup.phase {
        Phase::Over => writeln!(text, "     the game is over"),
        Phase::Play => writeln!(text, "     {seat} to move"),
        Phase::Chain(at) | Phase::Choose(at) | Phase::Shoot(at) => writeln!(
            text,
            "     {seat} to {} at {}",
            setup.phase.word(),
            engine.site_name(at)
        ),
    };
    text
}

/// The token of a site with its ground.
pub(super) fn terrain(engine: &dyn Engine, setup: &Setup, site: Site) -> String {
    let cell = setup
        .cells
        .get(site.index())
        .copied()
        .unwrap_or(SetupCell::Empty);
    if cell != SetupCell::Empty {
        return token(engine, cell);
    }
    if holds(setup.fog.as_deref(), site) {
        return "+".to_owned();
    }
    if holds(setup.hazards.as_deref(), site) || setup.hazards_seen.contains(&site) {
        return "*".to_owned();
    }
    match setup.numbers.iter().find(|(s, _)| *s == site) {
        Some((_, number)) if *number > 0 => number.to_string(),
        _ => ".".to_owned(),
    }
}

fn holds(sites: Option<&[Site]>, site: Site) -> bool {
    sites.is_some_and(|list| list.contains(&site))
}
