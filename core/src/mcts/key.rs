//! Keys of information sets: what an observer sees, as one number.

use crate::piece::{Cell, Observer};
use crate::position::{KEY_TURN, Phase, Position, Public, key_en_passant};
use crate::tables::Tables;

/// How near the limit of quiet turns positions are told apart by how many there were.
const NEAR_QUIET: u32 = 12;

/// Mixes a number into a key; the order matters.
#[inline]
fn stir(key: u64, with: u64) -> u64 {
    let z = (key ^ with).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (z ^ (z >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[inline]
fn bytes(key: u64, bytes: &[u8]) -> u64 {
    bytes.chunks_exact(8).fold(key, |key, chunk| {
        let word = chunk.iter().fold(0, |word, b| word << 8 | u64::from(*b));
        stir(key, word)
    })
}

/// The key of an observer's information set, at a depth below the root.
///
/// It holds everything public that bears on what may follow, and what the observer knows besides.
#[inline]
pub(super) fn of<const W: usize>(
    tables: &Tables<W>,
    position: &Position<W>,
    observer: Observer,
    depth: u32,
) -> u64 {
    let public = &position.public;
    let mut key = public.key_cells ^ public.key_marks;
    if public.turn.0 == 1 {
        key ^= KEY_TURN;
    }
    if let Some((target, _)) = public.en_passant {
        key ^= key_en_passant(target);
    }
    let (phase, at) = match public.phase {
        Phase::Play => (0, 0),
        Phase::Chain(at) => (1, at.0),
        Phase::Choose(at) => (2, at.0),
        Phase::Shoot(at) => (3, at.0),
        Phase::Over => (4, 0),
    };
    let first_side = public.first_side.map_or(2, |s| u64::from(s.0));
    let small = u64::from(depth)
        | phase << 32
        | u64::from(at) << 36
        | first_side << 48
        | u64::from(public.passes) << 52;
    key = stir(key, small);
    let captures = public.captures.map(u64::from);
    key = stir(
        key,
        captures[0] | captures[1] << 16 | u64::from(public.hazards_left) << 32,
    );
    if captures != [0; 2] {
        for side in &public.lost {
            key = bytes(key, side);
        }
    }
    rare(tables, public, &mut key);
    known(position, observer, key)
}

/// What seldom differs.
fn rare<const W: usize>(tables: &Tables<W>, public: &Public<W>, key: &mut u64) {
    if public.first_side.is_none() {
        let colour = |side: Option<crate::piece::Side>| side.map_or(2, |s| u64::from(s.0));
        for (side, run) in public.flip_runs {
            *key = stir(*key, colour(side) << 8 | u64::from(run));
        }
        *key = stir(*key, colour(public.last_flip));
    }
    if tables.terrain.is_some() {
        for word in &public.numbers {
            *key = bytes(*key, word);
        }
    }
    if public.refused[0].is_some() {
        for action in public.refused.iter().flatten() {
            *key = stir(*key, u64::from(action.bits()));
        }
    }
    if !tables.spec.variables.is_empty() {
        for value in public.variables {
            *key = stir(*key, value as u64);
        }
    }
    if tables.arrivals {
        let arrived = public
            .last_to
            .map(|s| s.get().map_or(u64::MAX, |s| u64::from(s.0)));
        *key = stir(stir(*key, arrived[0]), arrived[1]);
    }
    let limit = tables.spec.quiet.as_ref().and_then(|q| q.limit);
    if limit.is_some_and(|limit| public.quiet + NEAR_QUIET >= limit) {
        *key = stir(*key, u64::from(public.quiet));
    }
    if tables.spec.chase.is_some() {
        *key = chases(tables, public, *key);
    }
}

/// Chases so long that they bear on what may be done.
fn chases<const W: usize>(tables: &Tables<W>, public: &Public<W>, mut key: u64) -> u64 {
    let limit = tables.spec.chase.as_ref().map_or(u8::MAX, |c| c.limit);
    for chase in public.chases.iter().flatten() {
        if chase.run > 0 && chase.run.saturating_add(3) >= limit {
            let site = |s: crate::position::Site16| s.get().map_or(u64::MAX, |s| u64::from(s.0));
            let sites = site(chase.victim) << 16 ^ site(chase.chaser);
            key = stir(key, sites << 8 ^ u64::from(chase.run));
        }
    }
    key
}

/// What the observer knows that not all know.
fn known<const W: usize>(position: &Position<W>, observer: Observer, mut key: u64) -> u64 {
    let public = &position.public;
    let Observer::Seat(seat) = observer else {
        return key;
    };
    key = stir(key, u64::from(seat.0));
    if !public.hidden.is_empty() {
        for site in public.hidden - position.unknown_to(Some(seat)) {
            if let Some(piece) = position.known_piece(seat, site) {
                let byte = Cell::from(piece).byte();
                key = stir(key, u64::from(site.0) << 8 | u64::from(byte));
            }
        }
    }
    if public.lost_hidden != [0; 2] {
        for side in position.learned(seat) {
            key = bytes(key, side);
        }
    }
    key
}
