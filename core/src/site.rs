//! Sites and fixed-size sets of them.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

/// A place on the board, by index from 0; its name belongs to the board.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Site(pub u16);

impl Site {
    /// The index, ready for use in a table.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

/// A set of sites: a bitset of `W` words, so boards of up to `64 * W` sites.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SiteSet<const W: usize>(pub [u64; W]);

impl<const W: usize> SiteSet<W> {
    /// No site.
    pub const EMPTY: Self = Self([0; W]);

    /// The set of one site.
    #[inline]
    #[must_use]
    pub fn of(site: Site) -> Self {
        let mut set = Self::EMPTY;
        set.insert(site);
        set
    }

    /// The first `n` sites.
    #[must_use]
    pub fn first(n: usize) -> Self {
        let mut set = Self::EMPTY;
        for i in 0..n {
            set.insert(Site(i as u16));
        }
        set
    }

    /// Whether the site is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, site: Site) -> bool {
        self.0[site.index() >> 6] >> (site.index() & 63) & 1 != 0
    }

    /// Adds a site.
    #[inline]
    pub fn insert(&mut self, site: Site) {
        self.0[site.index() >> 6] |= 1 << (site.index() & 63);
    }

    /// Takes a site out.
    #[inline]
    pub fn remove(&mut self, site: Site) {
        self.0[site.index() >> 6] &= !(1 << (site.index() & 63));
    }

    /// Puts a site in or out.
    #[inline]
    pub fn set(&mut self, site: Site, on: bool) {
        if on {
            self.insert(site)
        } else {
            self.remove(site)
        }
    }

    /// Whether no site is in the set.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// How many sites are in the set.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether the two sets share a site.
    #[inline]
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        (0..W).any(|i| self.0[i] & other.0[i] != 0)
    }

    /// Whether every site of this set is in the other.
    #[inline]
    #[must_use]
    pub fn within(&self, other: &Self) -> bool {
        (0..W).all(|i| self.0[i] & !other.0[i] == 0)
    }

    /// The site with the lowest index.
    #[inline]
    #[must_use]
    pub fn lowest(&self) -> Option<Site> {
        (0..W)
            .find(|&i| self.0[i] != 0)
            .map(|i| Site((i * 64) as u16 + self.0[i].trailing_zeros() as u16))
    }

    /// The site with the highest index.
    #[inline]
    #[must_use]
    pub fn highest(&self) -> Option<Site> {
        (0..W)
            .rev()
            .find(|&i| self.0[i] != 0)
            .map(|i| Site((i * 64) as u16 + 63 - self.0[i].leading_zeros() as u16))
    }

    /// Every index up to that of the lowest site, with it; every index when there is none.
    #[inline]
    #[must_use]
    pub fn to_lowest(&self) -> Self {
        if W == 2 {
            let bits = self.as_u128();
            return Self::of_u128(bits ^ bits.wrapping_sub(1));
        }
        let mut out = Self::EMPTY;
        let mut open = true;
        for i in 0..W {
            let word = self.0[i];
            out.0[i] = if open { word ^ word.wrapping_sub(1) } else { 0 };
            open &= word == 0;
        }
        out
    }

    /// Every index from that of the highest site on, with it; every index when there is none.
    #[inline]
    #[must_use]
    pub fn from_highest(&self) -> Self {
        if W == 2 {
            return Self::of_u128(u128::MAX << (127 - (self.as_u128() | 1).leading_zeros()));
        }
        let mut out = Self::EMPTY;
        let mut open = true;
        for i in (0..W).rev() {
            let word = self.0[i];
            out.0[i] = match (open, word) {
                (false, _) => 0,
                (true, 0) if i > 0 => u64::MAX,
                // In the last word no site and the first site come to the same.
                (true, _) => u64::MAX << (63 - (word | 1).leading_zeros()),
            };
            open &= word == 0;
        }
        out
    }

    #[inline]
    fn as_u128(&self) -> u128 {
        let high = self.0.get(1).map_or(0, |word| u128::from(*word));
        high << 64 | u128::from(self.0[0])
    }

    #[inline]
    fn of_u128(bits: u128) -> Self {
        let mut out = Self::EMPTY;
        out.0[0] = bits as u64;
        if let Some(word) = out.0.get_mut(1) {
            *word = (bits >> 64) as u64;
        }
        out
    }

    /// The sites whose indexes are greater by a number; what would leave the set's words is dropped.
    #[inline]
    #[must_use]
    pub fn shifted(&self, by: i32) -> Self {
        if W == 1 {
            let word = self.0[0];
            let shift = by.unsigned_abs();
            let moved = if by < 0 {
                word.checked_shr(shift)
            } else {
                word.checked_shl(shift)
            };
            let mut out = Self::EMPTY;
            out.0[0] = moved.unwrap_or(0);
            return out;
        }
        if W == 2 {
            let bits = self.as_u128();
            let shift = by.unsigned_abs();
            let moved = if by < 0 {
                bits.checked_shr(shift)
            } else {
                bits.checked_shl(shift)
            };
            return Self::of_u128(moved.unwrap_or(0));
        }
        let (words, bits) = (by.div_euclid(64), by.rem_euclid(64) as u32);
        let word = |at: i32| {
            usize::try_from(at)
                .ok()
                .and_then(|at| self.0.get(at))
                .copied()
                .unwrap_or(0)
        };
        let mut out = Self::EMPTY;
        for (i, to) in out.0.iter_mut().enumerate() {
            let at = i as i32 - words;
            *to = word(at) << bits | word(at - 1).checked_shr(64 - bits).unwrap_or(0);
        }
        out
    }

    /// The site that comes after `n` others in index order.
    #[inline]
    #[must_use]
    pub fn nth(&self, mut n: usize) -> Option<Site> {
        for (i, &word) in self.0.iter().enumerate() {
            let count = word.count_ones() as usize;
            if n < count {
                let mut bits = word;
                for _ in 0..n {
                    bits &= bits - 1;
                }
                return Some(Site((i * 64) as u16 + bits.trailing_zeros() as u16));
            }
            n -= count;
        }
        None
    }

    /// The sites in index order.
    #[inline]
    #[must_use]
    pub fn iter(self) -> Sites<W> {
        Sites {
            left: self,
            word: 0,
        }
    }
}

impl<const W: usize> Default for SiteSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> fmt::Debug for SiteSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<const W: usize> FromIterator<Site> for SiteSet<W> {
    fn from_iter<I: IntoIterator<Item = Site>>(sites: I) -> Self {
        let mut set = Self::EMPTY;
        for site in sites {
            set.insert(site);
        }
        set
    }
}

impl<const W: usize> IntoIterator for SiteSet<W> {
    type Item = Site;
    type IntoIter = Sites<W>;
    fn into_iter(self) -> Sites<W> {
        self.iter()
    }
}

/// Iterates a set in index order.
pub struct Sites<const W: usize> {
    left: SiteSet<W>,
    word: usize,
}

impl<const W: usize> Iterator for Sites<W> {
    type Item = Site;

    #[inline]
    fn next(&mut self) -> Option<Site> {
        while self.word < W {
            let bits = self.left.0[self.word];
            if bits != 0 {
                self.left.0[self.word] = bits & (bits - 1);
                return Some(Site((self.word * 64) as u16 + bits.trailing_zeros() as u16));
            }
            self.word += 1;
        }
        None
    }
}

macro_rules! bitwise {
    ($trait:ident, $method:ident, $op:expr) => {
        impl<const W: usize> $trait for SiteSet<W> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let mut out = self;
                for i in 0..W {
                    out.0[i] = $op(self.0[i], other.0[i]);
                }
                out
            }
        }
    };
}
bitwise!(BitAnd, bitand, |a: u64, b: u64| a & b);
bitwise!(BitOr, bitor, |a: u64, b: u64| a | b);
bitwise!(BitXor, bitxor, |a: u64, b: u64| a ^ b);
bitwise!(Sub, sub, |a: u64, b: u64| a & !b);

impl<const W: usize> Not for SiteSet<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        let mut out = self;
        for w in &mut out.0 {
            *w = !*w;
        }
        out
    }
}

impl<const W: usize> BitOrAssign for SiteSet<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> BitAndAssign for SiteSet<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn set<const W: usize>(sites: &[u16]) -> SiteSet<W> {
        let room = (64 * W) as u16;
        sites.iter().map(|site| Site(site % room)).collect()
    }

    fn agrees<const W: usize>(sites: &[u16], by: i32) {
        let room = 64 * W as i32;
        let some = set::<W>(sites);
        let all = || (0..room as u16).map(Site);
        let moved = |site: Site| {
            let at = i32::from(site.0) - by;
            (0..room).contains(&at) && some.contains(Site(at as u16))
        };
        assert_eq!(some.shifted(by), all().filter(|s| moved(*s)).collect());
        let below = |site: &Site| some.lowest().is_none_or(|lowest| *site <= lowest);
        assert_eq!(some.to_lowest(), all().filter(below).collect());
        let above = |site: &Site| some.highest().is_none_or(|highest| *site >= highest);
        assert_eq!(some.from_highest(), all().filter(above).collect());
        let listed: Vec<Site> = (0..=some.len()).map_while(|n| some.nth(n)).collect();
        assert_eq!(listed, some.iter().collect::<Vec<_>>());
    }

    proptest! {
        #[test]
        fn sets_shift_and_split_like_lists(
            sites in prop::collection::vec(0u16..384, 0..12),
            by in -130i32..130,
        ) {
            agrees::<1>(&sites, by);
            agrees::<2>(&sites, by);
            agrees::<6>(&sites, by);
        }
    }
}
