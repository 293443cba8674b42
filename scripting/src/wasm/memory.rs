//! Where a compiled script finds what it reads: a picture of the position, and tables that never change.
//!
//! The picture holds only what all may know. It is drawn before a call and again after an effect, and only those parts
//! of it that the script reads.

use std::collections::BTreeMap;

use masque_core::board::Board;
use masque_core::piece::Side;
use masque_core::position::{MAX_VARIABLES, Public};
use masque_core::rules::castling;
use masque_core::site::{Site, SiteSet};
use masque_core::tables::Tables;

use crate::reading::Reader;

/// Parts of the picture, as bits.
pub(super) mod part {
    /// The mover's side and the other one.
    pub(in super::super) const SIDES: u32 = 1;
    /// Sites by visible side.
    pub(in super::super) const BY_SIDE: u32 = 1 << 1;
    /// Occupied sites.
    pub(in super::super) const OCCUPIED: u32 = 1 << 2;
    /// Sites of hidden pieces.
    pub(in super::super) const HIDDEN: u32 = 1 << 3;
    /// Sites under fog.
    pub(in super::super) const FOG: u32 = 1 << 4;
    /// Hazards that all see.
    pub(in super::super) const HAZARDS_SEEN: u32 = 1 << 5;
    /// Castling sites that nothing has left or entered.
    pub(in super::super) const UNMOVED: u32 = 1 << 6;
    /// How sites look.
    pub(in super::super) const CELLS: u32 = 1 << 7;
    /// Numbers shown at sites.
    pub(in super::super) const NUMBERS: u32 = 1 << 8;
    /// Turns, turns without progress, and hazards.
    pub(in super::super) const COUNTS: u32 = 1 << 9;
    /// Pieces taken, by side.
    pub(in super::super) const CAPTURES: u32 = 1 << 10;
    /// Where each side acted last.
    pub(in super::super) const LAST_TO: u32 = 1 << 11;
    /// The script's numbers.
    pub(in super::super) const VARIABLES: u32 = 1 << 12;
}

/// Every part of the picture.
pub(super) const PARTS: u32 = u32::MAX;

/// Addresses in a script's memory, in bytes, for boards of so many words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    words: usize,
}

impl Layout {
    pub(super) const fn new(words: usize) -> Self {
        Self { words }
    }

    /// The bytes of a set.
    pub(super) const fn set(self) -> u64 {
        8 * self.words as u64
    }

    /// The mover's side, 32 bits, -1 for none.
    pub(super) const fn mover(self) -> u64 {
        0
    }

    /// The other side, likewise.
    pub(super) const fn opponent(self) -> u64 {
        4
    }

    /// Two sets.
    pub(super) const fn by_side(self) -> u64 {
        8
    }

    pub(super) const fn occupied(self) -> u64 {
        self.by_side() + 2 * self.set()
    }

    pub(super) const fn hidden(self) -> u64 {
        self.occupied() + self.set()
    }

    pub(super) const fn fog(self) -> u64 {
        self.hidden() + self.set()
    }

    pub(super) const fn hazards_seen(self) -> u64 {
        self.fog() + self.set()
    }

    pub(super) const fn unmoved(self) -> u64 {
        self.hazards_seen() + self.set()
    }

    /// 64 bits, as all counts.
    pub(super) const fn turns(self) -> u64 {
        self.unmoved() + self.set()
    }

    pub(super) const fn quiet(self) -> u64 {
        self.turns() + 8
    }

    pub(super) const fn hazards_left(self) -> u64 {
        self.quiet() + 8
    }

    /// 1 when all hazards are found, else 0.
    pub(super) const fn all_found(self) -> u64 {
        self.hazards_left() + 8
    }

    /// Two counts.
    pub(super) const fn captures(self) -> u64 {
        self.all_found() + 8
    }

    /// Two sites of 32 bits, -1 for none.
    pub(super) const fn last_to(self) -> u64 {
        self.captures() + 16
    }

    /// Numbers of 64 bits.
    pub(super) const fn variables(self) -> u64 {
        self.last_to() + 8
    }

    /// A byte for every site.
    pub(super) const fn cells(self) -> u64 {
        self.variables() + 8 * MAX_VARIABLES as u64
    }

    pub(super) const fn numbers(self) -> u64 {
        self.cells() + 64 * self.words as u64
    }

    /// Where what never changes begins.
    pub(super) const fn fixed(self) -> u64 {
        self.numbers() + 64 * self.words as u64
    }
}

fn put<const N: usize>(memory: &mut [u8], at: u64, bytes: [u8; N]) {
    if let Some(place) = memory.get_mut(at as usize..at as usize + N) {
        place.copy_from_slice(&bytes);
    }
}

fn put_set<const W: usize>(memory: &mut [u8], at: u64, set: SiteSet<W>) {
    for (i, word) in set.0.iter().enumerate() {
        put(memory, at + 8 * i as u64, word.to_le_bytes());
    }
}

fn put_bytes<const W: usize>(
    memory: &mut [u8],
    at: u64,
    public: &Public<W>,
    byte: impl Fn(&Public<W>, usize, usize) -> u8,
) {
    let at = at as usize;
    if let Some(place) = memory.get_mut(at..at + 64 * W) {
        for (i, row) in place.chunks_exact_mut(64).enumerate() {
            for (j, to) in row.iter_mut().enumerate() {
                *to = byte(public, i, j);
            }
        }
    }
}

/// Draws parts of the picture.
#[inline]
pub(super) fn draw<const W: usize>(memory: &mut [u8], reader: &Reader<'_, W>, parts: u32) {
    if parts == 0 {
        return;
    }
    let layout = Layout::new(W);
    let public = reader.public();
    let has = |part| parts & part != 0;
    if has(part::SIDES) {
        let mover = reader.side().map_or(-1, |s| i32::from(s.0));
        let opponent = reader.opponent().map_or(-1, |s| i32::from(s.0));
        put(memory, layout.mover(), mover.to_le_bytes());
        put(memory, layout.opponent(), opponent.to_le_bytes());
    }
    if has(part::BY_SIDE) {
        put_set(memory, layout.by_side(), public.by_side[0]);
        put_set(memory, layout.by_side() + layout.set(), public.by_side[1]);
    }
    let sets = [
        (part::OCCUPIED, layout.occupied(), public.occupied()),
        (part::HIDDEN, layout.hidden(), public.hidden),
        (part::FOG, layout.fog(), public.fog),
        (
            part::HAZARDS_SEEN,
            layout.hazards_seen(),
            public.hazards_seen,
        ),
        (part::UNMOVED, layout.unmoved(), public.unmoved),
    ];
    for (part, at, set) in sets {
        if has(part) {
            put_set(memory, at, set);
        }
    }
    if has(part::COUNTS) {
        let counts = [
            (layout.turns(), i64::from(public.turns)),
            (layout.quiet(), i64::from(public.quiet)),
            (layout.hazards_left(), i64::from(public.hazards_left)),
            (layout.all_found(), i64::from(public.all_found)),
        ];
        for (at, count) in counts {
            put(memory, at, count.to_le_bytes());
        }
    }
    for (side, i) in Side::BOTH.into_iter().zip(0..) {
        if has(part::CAPTURES) {
            let taken = reader.captures(side);
            put(memory, layout.captures() + 8 * i, taken.to_le_bytes());
        }
        if has(part::LAST_TO) {
            let to = reader.last_to(side).map_or(-1, |s| i32::from(s.0));
            put(memory, layout.last_to() + 4 * i, to.to_le_bytes());
        }
    }
    if has(part::VARIABLES) {
        for (variable, i) in public.variables.into_iter().zip(0..) {
            let value = i64::from(variable).to_le_bytes();
            put(memory, layout.variables() + 8 * i, value);
        }
    }
    if has(part::CELLS) {
        put_bytes(memory, layout.cells(), public, |p, i, j| {
            p.cells[i][j].byte()
        });
    }
    if has(part::NUMBERS) {
        put_bytes(memory, layout.numbers(), public, |p, i, j| p.numbers[i][j]);
    }
}

/// A castling.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) royal: u16,
    pub(super) corner: u16,
    /// The sites crossed and the last one, of the royal and of the corner piece.
    pub(super) paths: [Vec<u64>; 2],
}

impl Way {
    fn new<const W: usize>(board: &Board<W>, way: &castling::Way) -> Self {
        let path = |from, to| {
            let mut path = board.between(from, to);
            path.insert(to);
            path.0.to_vec()
        };
        Self {
            royal: way.royal.0,
            corner: way.corner.0,
            paths: [
                path(way.royal, way.royal_to),
                path(way.corner, way.corner_to),
            ],
        }
    }
}

/// What a script's code and tables are made from, for one board.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) words: usize,
    /// Ranks of kinds.
    pub(super) ranks: Vec<i64>,
    pub(super) variables: Vec<String>,
    /// All sites.
    pub(super) all: Vec<u64>,
    /// For every site the words of its set.
    pub(super) adjacent: Vec<u64>,
    pub(super) around: Vec<u64>,
    /// File and rank of every site, from 1.
    pub(super) coordinates: Vec<(u8, u8)>,
    /// Whether each side's pieces look down the board.
    pub(super) down: [bool; 2],
    /// The castlings of each side.
    pub(super) ways: [Vec<Way>; 2],
    /// Names of sites that the script's words are, by number of the word.
    pub(super) site_of: Vec<Option<u16>>,
    /// The regions that the script's words are, for both sides.
    pub(super) region_of: Vec<Option<[Vec<u64>; 2]>>,
}

impl Facts {
    pub(super) fn new<const W: usize>(tables: &Tables<W>, words: &[String]) -> Self {
        let board = &tables.board;
        let sites = board.len();
        let flat = |set: &dyn Fn(Site) -> SiteSet<W>| -> Vec<u64> {
            (0..sites).flat_map(|i| set(Site(i as u16)).0).collect()
        };
        let coordinates = (0..sites).map(|i| {
            let (file, rank) = board.coordinates(Site(i as u16));
            (file.wrapping_add(1), rank.wrapping_add(1))
        });
        Self {
            words: W,
            ranks: tables
                .spec
                .kinds
                .iter()
                .map(|k| i64::from(k.rank))
                .collect(),
            variables: tables.spec.variables.iter().map(|v| v.0.clone()).collect(),
            all: board.all().0.to_vec(),
            adjacent: flat(&|at| board.adjacent(at)),
            around: flat(&|at| board.around(at)),
            coordinates: coordinates.collect(),
            down: Side::BOTH.map(|s| tables.spec.sides[s.index()].down),
            ways: Side::BOTH.map(|side| {
                let castling = tables.castling.iter();
                let ways = castling.flat_map(|c| &c.ways[side.index()]);
                ways.map(|way| Way::new(board, way)).collect()
            }),
            site_of: words.iter().map(|w| board.site(w).map(|s| s.0)).collect(),
            region_of: words
                .iter()
                .map(|w| {
                    let sets = board.region(w).ok()?;
                    Some(sets.map(|set| set.0.to_vec()))
                })
                .collect(),
        }
    }

    /// The site so many files and ranks from every site, -1 for none.
    pub(super) fn steps(&self, files: i64, ranks: i64) -> Vec<i32> {
        let numbers = self.coordinates.iter().zip(0..);
        let sites: BTreeMap<(i64, i64), i32> = numbers
            .map(|((file, rank), site)| ((i64::from(*file), i64::from(*rank)), site))
            .collect();
        let to = |(file, rank): &(u8, u8)| {
            let file = i64::from(*file).checked_add(files)?;
            let rank = i64::from(*rank).checked_add(ranks)?;
            sites.get(&(file, rank)).copied()
        };
        let found = self.coordinates.iter().map(|c| to(c).unwrap_or(-1));
        found.collect()
    }
}
