//! The words that all notations share: sites, pieces as they look, sides and seats.

use crate::board::{Board, BoardError};
use crate::piece::{Cell, Kind, Piece, Seat};
use crate::site::{Site, SiteSet};
use crate::tables::Tables;

/// The kind of a letter or a name, in either case.
pub(super) fn kind_of<const W: usize>(tables: &Tables<W>, text: &str) -> Option<Kind> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(letter), None) => tables.kind_of_letter(letter),
        _ => tables.kind_of_name(&text.to_lowercase()),
    }
}

/// The letters of all kinds, for messages.
pub(super) fn letters<const W: usize>(tables: &Tables<W>) -> String {
    let letters: Vec<String> = tables
        .spec
        .kinds
        .iter()
        .map(|k| k.letter.to_string())
        .collect();
    letters.join(" ")
}

/// What stands on a site, as boards draw it: `C`, `r~` for a hidden piece with a face, `X` and `x` for backs, `?`.
pub(super) fn look<const W: usize>(tables: &Tables<W>, cell: Cell, hidden: bool) -> String {
    match (cell.side(), cell.kind()) {
        (_, None) => ".".to_owned(),
        (None, Some(_)) => "?".to_owned(),
        (Some(side), Some(Kind::BACK)) => ["X", "x"][side.index()].to_owned(),
        (Some(side), Some(kind)) => {
            let mut text = tables.letter(side, kind).to_string();
            if hidden {
                text.push('~');
            }
            text
        }
    }
}

/// The letter of a piece.
pub(super) fn letter<const W: usize>(tables: &Tables<W>, piece: Piece) -> char {
    tables.letter(piece.side, piece.kind)
}

/// A seat that has no side yet, as one word.
pub(super) fn seat_word(seat: Seat) -> String {
    format!("seat{}", seat.0)
}

/// Sites as rectangles with commas between them, `a4-h5,c6`; `-` for none.
pub(super) fn sites<const W: usize>(board: &Board<W>, set: SiteSet<W>) -> String {
    let mut left = set;
    let mut parts = Vec::new();
    while let Some(first) = left.lowest() {
        let (file, rank) = board.coordinates(first);
        let row = |rank: u8, last: u8| -> Option<Vec<Site>> {
            (file..=last)
                .map(|f| board.at(f, rank).filter(|s| left.contains(*s)))
                .collect()
        };
        let last = (file..board.files())
            .take_while(|&f| row(rank, f).is_some())
            .last()
            .unwrap_or(file);
        let top = (rank..board.ranks())
            .take_while(|&r| row(r, last).is_some())
            .last()
            .unwrap_or(rank);
        let taken: Vec<Site> = (rank..=top)
            .filter_map(|r| row(r, last))
            .flatten()
            .collect();
        let end = board.at(last, top).unwrap_or(first);
        parts.push(if end == first {
            board.name(first).to_owned()
        } else {
            format!("{}-{}", board.name(first), board.name(end))
        });
        for site in taken {
            left.remove(site);
        }
    }
    if parts.is_empty() {
        "-".to_owned()
    } else {
        parts.join(",")
    }
}

/// Reads what [`sites`] writes; `none` is none too.
pub(super) fn read_sites<const W: usize>(
    board: &Board<W>,
    text: &str,
) -> Result<SiteSet<W>, BoardError> {
    if matches!(text, "-" | "none") {
        return Ok(SiteSet::EMPTY);
    }
    text.split(',').try_fold(SiteSet::EMPTY, |set, part| {
        board.parse_sites(part).map(|more| set | more)
    })
}

/// The corners of the board, for messages.
pub(super) fn site_range<const W: usize>(board: &Board<W>) -> [String; 2] {
    let name = |site: Option<Site>| site.map_or(String::new(), |s| board.name(s).to_owned());
    [board.all().lowest(), board.all().highest()].map(name)
}
