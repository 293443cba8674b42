//! Random streams of a game: one seed, separate purposes, and draws that no library can change.
//!
//! A game has one [`Seed`]. What needs chance asks it for the stream of its purpose
//! ([`Stream`]); drawing from one stream never moves another, so that a bot's thinking cannot
//! change the deal. The same seed gives the same draws on every machine and in every version:
//! the generator is ChaCha with 12 rounds read as little-endian 32-bit words, and what is made
//! of the words (bounded numbers, shuffles) is defined here, not by a library. The tests pin it.
//!
//! Core has no entropy of its own: a sealed game's seed comes from outside.
//!
//! ```
//! use masque_core::random::{Seed, Stream};
//!
//! let seed = Seed::from_u64(7);
//! let mut deal = seed.stream(Stream::Deal);
//! let mut pieces = ['a', 'b', 'c', 'd'];
//! deal.shuffle(&mut pieces);
//! assert!(deal.below(6) < 6);
//! ```

use std::fmt;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// The domain of seeds given as a number.
const NUMBER: &str = "masque seed from number v1";
/// The domain of the streams of a seed.
const STREAM: &str = "masque random stream v1";

/// The secret from which all chance in one game comes. Its `Debug` shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed that a user names by a number; such a game is reproducible and not sealed.
    pub fn from_u64(number: u64) -> Self {
        Self(blake3::derive_key(NUMBER, &number.to_le_bytes()))
    }

    /// The seed of a sealed game, from 32 bytes of real entropy.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The start of the stream for one purpose.
    ///
    /// The stream's key is BLAKE3 `derive_key("masque random stream v1", seed ‖ purpose ‖ index)`,
    /// where purpose is one byte (deal 0, automatic 1, bot 2) and index one byte (the bot's, else 0).
    pub fn stream(&self, stream: Stream) -> Dice {
        let (purpose, index) = match stream {
            Stream::Deal => (0, 0),
            Stream::Automatic => (1, 0),
            Stream::Bot(index) => (2, index),
        };
        let mut material = [0; 34];
        material[..32].copy_from_slice(&self.0);
        material[32..].copy_from_slice(&[purpose, index]);
        Dice(ChaCha12Rng::from_seed(blake3::derive_key(
            STREAM, &material,
        )))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// What a random stream is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// The random setup, drawn once at the start.
    Deal,
    /// Actions played for a seat whose time is out.
    Automatic,
    /// The choices of one bot, by the bot's index in the game.
    Bot(u8),
}

/// A random stream. A clone draws the same numbers again; `Debug` shows nothing of them.
#[derive(Clone)]
pub struct Dice(ChaCha12Rng);

impl Dice {
    /// The next 64 bits: two words of the stream, the lower half first.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..n`, each equally likely.
    ///
    /// The number is the upper half of the 128-bit product `bits * n`; a draw whose lower half is
    /// less than 2^64 mod n is thrown away and drawn again (Lemire, "Fast random integer
    /// generation in an interval", 2019). At least one draw is made, also for `n` = 1.
    ///
    /// # Panics
    ///
    /// If `n` is 0: there is no such number.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "no number is below 0");
        loop {
            let product = u128::from(self.bits()) * u128::from(n);
            let (high, low) = ((product >> 64) as u64, product as u64);
            // The remainder is less than n, so that most draws need no division.
            if low >= n || low >= n.wrapping_neg() % n {
                return high;
            }
        }
    }

    /// Whether something comes about that does so with a probability from 0 to 1; draws nothing where it never does.
    #[inline]
    pub fn happens(&mut self, probability: f64) -> bool {
        // The 53 bits that such a number can tell apart.
        probability > 0.0 && ((self.bits() >> 11) as f64) < probability * (1_u64 << 53) as f64
    }

    /// Puts the items in a random order, each order equally likely: from the last place down to
    /// the second, the item at `i` changes places with the one at `below(i + 1)`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }

    /// One of the items, each equally likely: the one at `below(len)`. `None`, and no draw, if
    /// there are no items.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len() as u64) as usize)
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dice(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn draws(mut dice: Dice) -> [u64; 4] {
        [(); 4].map(|()| dice.bits())
    }

    // The pinned values were computed apart, from the definitions of BLAKE3 and ChaCha.
    #[test]
    fn streams_are_pinned() {
        let seed = Seed::from_u64(1);
        assert_eq!(
            draws(seed.stream(Stream::Deal)),
            [
                0x1e08_787b_f16a_343a,
                0x4718_c66b_aabc_6abf,
                0xd676_60ec_23b7_8ddc,
                0x6340_a396_fc2c_695d
            ]
        );
        assert_eq!(
            draws(seed.stream(Stream::Automatic)),
            [
                0xaca3_78ac_94b8_153e,
                0x2991_b2cd_48e8_bffd,
                0x9b3d_628e_1737_6af2,
                0x8ab4_4446_6c17_2583
            ]
        );
        assert_eq!(
            draws(seed.stream(Stream::Bot(0))),
            [
                0xeb11_70d8_ca96_841c,
                0xcbae_c170_e3e6_f7bd,
                0x4c49_6421_ab75_f6bd,
                0x2767_8fe4_daf3_758d
            ]
        );
        assert_eq!(
            draws(seed.stream(Stream::Bot(1))),
            [
                0x91a8_885b_5f6d_7aab,
                0xf5fc_1c88_a48a_4048,
                0xab7f_0fd1_738b_0046,
                0x2c0c_c273_d38f_04b3
            ]
        );
        assert_eq!(
            draws(Seed::from_bytes([0; 32]).stream(Stream::Deal)),
            [
                0x5d31_8e1c_fcd3_9f2b,
                0x1b47_f53c_35de_7ee1,
                0x1857_a794_43dc_c48b,
                0xb4ac_5e5c_8f75_14db
            ]
        );
    }

    #[test]
    fn the_generator_is_chacha12() {
        // The key stream of ChaCha12 for an all-zero key (Strombergson's test vectors, TC1).
        let dice = Dice(ChaCha12Rng::from_seed([0; 32]));
        let bytes: Vec<u8> = draws(dice)
            .iter()
            .flat_map(|bits| bits.to_le_bytes())
            .collect();
        assert_eq!(bytes[..8], [0x9b, 0xf4, 0x9a, 0x6a, 0x07, 0x55, 0xf9, 0x53]);
    }

    #[test]
    fn numbers_are_pinned() {
        let mut dice = Seed::from_u64(2).stream(Stream::Deal);
        let small: Vec<u64> = (0..12).map(|_| dice.below(6)).collect();
        assert_eq!(small, [2, 4, 0, 4, 3, 0, 5, 3, 5, 4, 4, 1]);
        let large: Vec<u64> = (0..3).map(|_| dice.below(u64::MAX / 3 * 2)).collect();
        assert_eq!(
            large,
            [
                0x595a_8094_e080_3082,
                0x3585_02ae_3bc8_117e,
                0x3f26_3e1c_fa89_679e
            ]
        );
    }

    #[test]
    fn orders_and_choices_are_pinned() {
        let mut dice = Seed::from_u64(3).stream(Stream::Deal);
        let mut items: Vec<u8> = (0..16).collect();
        dice.shuffle(&mut items);
        assert_eq!(
            items,
            [5, 10, 6, 4, 3, 9, 1, 0, 7, 13, 11, 2, 15, 14, 8, 12]
        );
        let letters = ["a", "b", "c", "d", "e"];
        let chosen: Vec<_> = (0..8)
            .filter_map(|_| dice.choose(&letters))
            .copied()
            .collect();
        assert_eq!(chosen.concat(), "abacaace");
        assert_eq!(dice.choose::<u8>(&[]), None);
    }

    #[test]
    fn a_stream_does_not_move_another() {
        let seed = Seed::from_u64(4);
        let before = draws(seed.stream(Stream::Deal));
        let mut bot = seed.stream(Stream::Bot(3));
        bot.shuffle(&mut [0; 50]);
        assert_eq!(draws(seed.stream(Stream::Deal)), before);
    }

    #[test]
    fn nothing_is_shown() {
        let seed = Seed::from_bytes([0xab; 32]);
        assert_eq!(
            format!("{seed:?} {:?}", seed.stream(Stream::Deal)),
            "Seed(..) Dice(..)"
        );
    }

    #[test]
    fn each_order_is_about_as_frequent() {
        let mut dice = Seed::from_u64(5).stream(Stream::Deal);
        let mut counts = [0u32; 6];
        for _ in 0..6_000 {
            let mut items = [0, 1, 2];
            dice.shuffle(&mut items);
            counts[items[0] * 2 + usize::from(items[1] > items[2])] += 1;
        }
        // Five standard deviations of a binomial(6000, 1/6) are 144.
        assert!(
            counts.iter().all(|&count| count.abs_diff(1_000) < 145),
            "{counts:?}"
        );
    }

    proptest! {
        #[test]
        fn numbers_stay_below(seed: u64, n in 1..=u64::MAX) {
            let mut dice = Seed::from_u64(seed).stream(Stream::Automatic);
            prop_assert!((0..8).all(|_| dice.below(n) < n));
        }

        #[test]
        fn a_shuffle_keeps_the_items(seed: u64, mut items: Vec<u8>) {
            let mut shuffled = items.clone();
            Seed::from_u64(seed).stream(Stream::Deal).shuffle(&mut shuffled);
            shuffled.sort_unstable();
            items.sort_unstable();
            prop_assert_eq!(shuffled, items);
        }
    }
}
