//! Neighbours of whole sets, and groups and liberties found with them, against going from site to site.

use proptest::prelude::*;

use super::fixtures::*;
use crate::board::Board;
use crate::piece::{Cell, Kind, Side};
use crate::position::{Position, Public};
use crate::rules::enclosure::{area, group, has_liberty, liberties_of};
use crate::site::{Site, SiteSet};
use crate::spec::{BoardSpec, Spec};

fn grid(files: u8, ranks: u8, holes: &[&str]) -> BoardSpec {
    let holes = holes.iter().map(|h| (*h).to_owned()).collect();
    let plain: Spec = bare(files, ranks);
    BoardSpec {
        holes,
        ..plain.board
    }
}

/// A board whose sites are joined along runs of edges.
fn graph(files: u8, ranks: u8, runs: &[&str]) -> BoardSpec {
    let runs = runs.iter().map(|r| (*r).to_owned()).collect();
    BoardSpec {
        graph: true,
        edges: vec![("road".to_owned(), runs)],
        ..grid(files, ranks, &[])
    }
}

/// So many holes in the second rank that files go on at many distances, and shifts do not pay.
fn comb(files: u8, ranks: u8) -> BoardSpec {
    let letters = (b'a'..b'a' + files).step_by(2);
    let holes: Vec<String> = letters.map(|c| format!("{}2", char::from(c))).collect();
    let holes: Vec<&str> = holes.iter().map(String::as_str).collect();
    grid(files, ranks, &holes)
}

fn boards<const W: usize>() -> Vec<Board<W>> {
    let small = [
        grid(1, 1, &[]),
        grid(1, 9, &[]),
        grid(8, 8, &[]),
        grid(7, 9, &["d5"]),
        comb(16, 4),
        graph(5, 5, &["a1-e1", "a1-a5", "c3*", "a5-e1", "e1-e5", "b2-b4"]),
    ];
    let middle = [
        grid(9, 9, &[]),
        grid(10, 8, &[]),
        grid(9, 10, &["e5", "e6"]),
        graph(9, 10, &["a1-i1", "e1-e10", "d1-f3", "e5*", "a10-i2"]),
    ];
    let large = [
        grid(19, 19, &[]),
        grid(26, 14, &["a1", "z14", "m7"]),
        grid(16, 20, &[]),
        grid(13, 13, &["g7"]),
        comb(22, 17),
    ];
    let specs = small
        .into_iter()
        .chain(middle.into_iter().filter(|_| W > 1))
        .chain(large.into_iter().filter(|_| W > 2));
    specs
        .map(|spec| Board::compile(&spec).expect("a board"))
        .collect()
}

/// Neighbours, one site after the other.
fn joined<const W: usize>(board: &Board<W>, set: SiteSet<W>) -> SiteSet<W> {
    let each = set.iter().map(|site| board.adjacent(site));
    each.fold(SiteSet::EMPTY, |all, some| all | some)
}

/// Everything of `within` that is reached from a site.
fn reached<const W: usize>(board: &Board<W>, at: Site, within: SiteSet<W>) -> SiteSet<W> {
    let mut found = SiteSet::EMPTY;
    let mut open = vec![at];
    while let Some(site) = open.pop() {
        if !found.contains(site) {
            found.insert(site);
            open.extend(board.adjacent(site) & within);
        }
    }
    found
}

/// A position with a piece, of a side or of none, wherever a byte says so.
fn fill<const W: usize>(board: &Board<W>, bytes: &[u8], empty: u8) -> Position<W> {
    let mut position = Position::empty();
    for (site, byte) in board.all().iter().zip(bytes) {
        if byte % 8 >= empty {
            let cell = match byte >> 3 {
                0 => Cell::BACK,
                n => Cell::piece(Side(n & 1), Kind(0)),
            };
            position.put_look(site, cell);
        }
    }
    position
}

fn points<const W: usize>(board: &Board<W>, public: &Public<W>) -> [i32; 2] {
    let free = board.all() - public.occupied();
    let mut points = [0, 1].map(|side| public.by_side[side].len() as i32);
    for site in free {
        let near = joined(board, reached(board, site, free));
        match [0, 1].map(|side| near.meets(&public.by_side[side])) {
            [true, false] => points[0] += 1,
            [false, true] => points[1] += 1,
            _ => {}
        }
    }
    points
}

fn agree<const W: usize>(bytes: &[u8], empty: u8) {
    for board in boards::<W>() {
        let bits = board
            .all()
            .iter()
            .zip(bytes)
            .filter(|(_, b)| **b % 8 >= empty);
        let set: SiteSet<W> = bits.map(|(site, _)| site).collect();
        assert_eq!(board.dilate(set), joined(&board, set));
        let position = fill(&board, bytes, empty);
        let public = position.public();
        for at in board.all() {
            let own = match public.cell(at).side() {
                Some(side) => reached(&board, at, public.by_side[side.index()]),
                None => SiteSet::EMPTY,
            };
            let free = joined(&board, own) - public.occupied();
            assert_eq!(group(&board, public, at), own);
            assert_eq!(liberties_of(&board, public, own), free);
            let lives = own.is_empty() || !free.is_empty();
            assert_eq!(has_liberty(&board, public, at), lives);
        }
        assert_eq!(area(&board, public), points(&board, public));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn sets_and_single_sites_agree(
        bytes in proptest::collection::vec(any::<u8>(), 384),
        empty in 0_u8..8,
    ) {
        agree::<1>(&bytes, empty);
        agree::<2>(&bytes, empty);
        agree::<6>(&bytes, empty);
    }
}
