//! Levels for people: how many simulations each stands for, so that a level plays alike on every machine.

/// The highest level.
pub(crate) const HIGHEST: u8 = 8;
/// The level of an opponent that is told nothing.
pub(crate) const USUAL: u8 = 4;

/// Simulations for one action, by level from 1.
const SIMULATIONS: [u64; HIGHEST as usize] = [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000];

/// The simulations that a level makes for one action; levels beyond the highest are the highest.
pub(crate) fn simulations(level: u8) -> u64 {
    let at = usize::from(level.clamp(1, HIGHEST)) - 1;
    SIMULATIONS[at]
}
