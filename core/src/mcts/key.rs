//! Keys of information sets: what an observer sees, as one number.

use crate::piece::Seat;
use crate::position::{KEY_TURN, Phase, Position, Public, key_en_passant};
use crate::tables::Tables;

/// How near the limit of quiet turns positions are told apart by how many there were.
const NEAR_QUIET: u32 = 12;

/// Mixes a number into a key; the order matters.
#[inline]
pub(super) fn stir(key: u64, with: u64) -> u64 {
    let z = (key ^ with).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (z ^ (z >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[inline]
fn bytes(key: u64, bytes: &[u8]) -> u64 {
    let (words, _) = bytes.as_chunks::<8>();
    let mixed = words.iter().fold(key, |key, word| {
        (key ^ u64::from_le_bytes(*word))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    });
    stir(mixed, 0)
}

/// The key of everything public that bears on what may follow, mixed with what else tells nodes apart.
#[inline]
pub(super) fn public<const W: usize>(tables: &Tables<W>, public: &Public<W>, with: u64) -> u64 {
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
    let small = phase
        | u64::from(at) << 4
        | first_side << 16
        | u64::from(public.passes) << 20
        | u64::from(public.hazards_left) << 32;
    key = stir(stir(key, with), small);
    let captures = public.captures.map(u64::from);
    key = stir(key, captures[0] | captures[1] << 16);
    if captures != [0; 2] {
        for side in &public.lost {
            key = bytes(key, side);
        }
    }
    rare(tables, public, &mut key);
    key
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

/// Lost pieces whose identity a seat knows and not everybody, by side and kind.
pub(super) type Learned = [[u8; 32]; 2];

/// Mixes in what a seat was told of lost pieces since some moment.
#[inline]
pub(super) fn learned<const W: usize>(
    key: u64,
    position: &Position<W>,
    seat: Seat,
    before: &Learned,
) -> u64 {
    if position.public.lost_hidden == [0; 2] {
        return key;
    }
    let (now, mut key) = (position.learned(seat), key);
    for (side, (now, before)) in now.iter().zip(before).enumerate() {
        for (kind, (now, before)) in now.iter().zip(before).enumerate() {
            if now != before {
                let what = (side << 16 | kind << 8) as u64;
                key = stir(key, what | u64::from(now.wrapping_sub(*before)));
            }
        }
    }
    key
}
