//! Units that leave some of the stock, to be left over or to have been lost unseen: counted by how much of each is used.

use std::collections::HashMap;

use crate::belief::pieces::{
    Check, Domain, Link, MOST_STATES, Problem, TooMany, Truths, agrees, asked, members, of_side,
    pick, piece,
};
use crate::piece::Side;
use crate::random::Dice;

/// Pieces that nothing tells apart.
#[derive(Clone, Debug)]
struct Class {
    /// Their numbers, each with its count.
    pieces: Vec<(usize, u8)>,
    /// `ways[i][m]`: sequences of `m` pieces from `pieces[i..]`, divided by `m!`.
    ways: Vec<Vec<f64>>,
    /// Different sequences by length.
    sequences: Vec<f64>,
    most: usize,
    radix: u128,
}

/// Units that share pieces or links.
#[derive(Clone, Debug)]
pub(super) struct OpenPart {
    /// Units in the order in which they are drawn one by one.
    order: Vec<usize>,
    /// Units that are drawn at once at the end: nothing tells them apart.
    last: Vec<usize>,
    /// The classes that those may be of, as bits.
    last_fits: u64,
    /// The classes that each may be of, by place in the order, as bits.
    fits: Vec<u64>,
    /// By place: links to earlier places.
    checks: Vec<Vec<Check>>,
    /// By place: the places before it that later links ask about.
    active: Vec<Vec<usize>>,
    classes: Vec<Class>,
    /// Sides whose bag is filled from what this part leaves, and how many pieces that takes.
    bags: Vec<(Side, usize)>,
    /// Whether the bags take all that is left.
    take_rest: bool,
    memo: HashMap<(usize, u128, u128), f64>,
    total: f64,
}

impl Problem {
    /// Whether the bags of a part take all that its units leave, whatever that is.
    fn bags_take_rest(&self, units: &[usize], bags: &[(Side, usize)]) -> bool {
        bags.iter().all(|(side, size)| {
            let own = of_side(*side);
            let of = |u: &&usize| self.domains[**u] & own != 0;
            let only = |u: &usize| self.domains[*u] & !own == 0;
            let places = units.iter().filter(of).count();
            let stock = &self.stock[32 * side.index()..][..32];
            let there: usize = stock.iter().map(|n| usize::from(*n)).sum();
            units.iter().all(|u| self.domains[*u] & own == 0 || only(u)) && places + size == there
        })
    }

    /// The pieces of some units in classes; where bags choose, pieces are counted one by one.
    fn classes(&self, units: &[usize], bags: &[(Side, usize)], choose: bool) -> Vec<Class> {
        let mut pieces: Domain = units.iter().fold(0, |d, u| d | self.domains[*u]);
        for (side, _) in bags {
            pieces |= of_side(*side);
        }
        let links: Vec<&Link> = self
            .links
            .iter()
            .filter(|l| units.contains(&l.first))
            .collect();
        let alike = |a: usize, b: usize| {
            let same_domains = units
                .iter()
                .all(|u| self.domains[*u] >> a & 1 == self.domains[*u] >> b & 1);
            let same_links = links.iter().all(|l| {
                let columns = (0..32).all(|x| l.holds(x, a) == l.holds(x, b));
                columns && l.pairs[a & 31] == l.pairs[b & 31]
            });
            let same_side = bags.is_empty() || a / 32 == b / 32;
            !choose && same_side && same_domains && same_links
        };
        let mut classes: Vec<Vec<(usize, u8)>> = Vec::new();
        for at in members(pieces).filter(|p| self.stock[*p] > 0) {
            let entry = (at, self.stock[at]);
            match classes.iter_mut().find(|c| alike(c[0].0, at)) {
                Some(class) => class.push(entry),
                None => classes.push(vec![entry]),
            }
        }
        classes.into_iter().map(Class::new).collect()
    }
}

impl Class {
    fn new(pieces: Vec<(usize, u8)>) -> Self {
        let most = pieces.iter().map(|(_, n)| usize::from(*n)).sum();
        let mut ways = vec![vec![1.0]];
        for (_, n) in pieces.iter().rev() {
            let after = &ways[ways.len() - 1];
            let mut with = vec![0.0; after.len() + usize::from(*n)];
            let mut share = 1.0;
            for used in 0..=usize::from(*n) {
                if used > 0 {
                    share /= used as f64;
                }
                for (m, way) in after.iter().enumerate() {
                    with[m + used] += way * share;
                }
            }
            ways.push(with);
        }
        ways.reverse();
        let mut factorial = 1.0;
        let sequences = (0..=most)
            .map(|m| {
                if m > 0 {
                    factorial *= m as f64;
                }
                let one = pieces.len() == 1;
                if one {
                    1.0
                } else {
                    (ways[0][m] * factorial).round()
                }
            })
            .collect();
        Self {
            pieces,
            ways,
            sequences,
            most,
            radix: 1,
        }
    }

    /// Draws a sequence of `m` of its pieces, each different one equally likely.
    fn draw(&self, m: usize, dice: &mut Dice) -> Vec<usize> {
        let mut left = m;
        let mut drawn = Vec::with_capacity(m);
        for (i, (at, n)) in self.pieces.iter().enumerate() {
            let after = &self.ways[i + 1];
            let mut share = 1.0;
            let weights: Vec<f64> = (0..=usize::from(*n).min(left))
                .map(|used| {
                    if used > 0 {
                        share /= used as f64;
                    }
                    share * after.get(left - used).copied().unwrap_or(0.0)
                })
                .collect();
            let used = pick(&weights, dice);
            drawn.extend(std::iter::repeat_n(*at, used));
            left -= used;
        }
        dice.shuffle(&mut drawn);
        drawn
    }
}

impl OpenPart {
    /// Counts.
    ///
    /// # Errors
    /// [`TooMany`].
    pub(super) fn count(
        problem: &Problem,
        units: &[usize],
        bags: Vec<(Side, usize)>,
    ) -> Result<Self, TooMany> {
        let mut order = problem.order(units);
        let take_rest = problem.bags_take_rest(units, &bags);
        let mut classes = problem.classes(units, &bags, !take_rest);
        let mut radix = 1u128;
        for class in &mut classes {
            class.radix = radix;
            radix = radix.checked_mul(class.most as u128 + 1).ok_or(TooMany)?;
        }
        let fits_of = |u: &usize| -> u64 {
            let fits = |(i, c): (usize, &Class)| {
                let inside = problem.domains[*u] >> c.pieces[0].0 & 1;
                inside << i
            };
            classes.iter().enumerate().map(fits).sum()
        };
        let mut last = Vec::new();
        while let Some(unit) = order.last().copied()
            && take_rest
            && !problem.is_linked(unit)
            && last
                .iter()
                .all(|u: &usize| problem.domains[*u] == problem.domains[unit])
        {
            last.push(unit);
            order.pop();
        }
        let last_fits = last.first().map_or(0, fits_of);
        let fits = order.iter().map(fits_of).collect();
        let checks = problem.checks(&order);
        let active = asked(&checks)?;
        let mut part = Self {
            order,
            last,
            last_fits,
            fits,
            checks,
            active,
            classes,
            bags,
            take_rest,
            memo: HashMap::new(),
            total: 0.0,
        };
        let mut chosen = Vec::with_capacity(part.order.len());
        part.total = part.ways(&mut chosen, 0)?;
        Ok(part)
    }

    fn key(&self, chosen: &[usize], used: u128) -> (usize, u128, u128) {
        let asked = &self.active[chosen.len()];
        let kept = asked.iter().fold(0, |k, p| k << 6 | chosen[*p] as u128);
        (chosen.len(), used, kept)
    }

    fn used(&self, used: u128, class: usize) -> usize {
        let class = &self.classes[class];
        (used / class.radix % (class.most as u128 + 1)) as usize
    }

    /// How many ways there are.
    pub(super) fn total(&self) -> f64 {
        self.total
    }

    /// Whether a class at the next place agrees with the classes chosen before it.
    fn agrees(&self, chosen: &[usize], class: usize) -> bool {
        let kind = |class: usize| self.classes[class].pieces[0].0;
        let checks = &self.checks[chosen.len()];
        agrees(checks, kind(class), |place| kind(chosen[place]))
    }

    /// The classes that the next unit may be of.
    fn choices(&self, chosen: &[usize], used: u128) -> Vec<usize> {
        members(self.fits[chosen.len()])
            .filter(|c| self.used(used, *c) < self.classes[*c].most && self.agrees(chosen, *c))
            .collect()
    }

    /// In how many ways the units from the next place on, and the bags, can be drawn.
    fn ways(&mut self, chosen: &mut Vec<usize>, used: u128) -> Result<f64, TooMany> {
        let key = self.key(chosen, used);
        if let Some(ways) = self.memo.get(&key) {
            return Ok(*ways);
        }
        let mut total = 0.0;
        if chosen.len() == self.order.len() {
            total = self.leaf(used);
        } else {
            for class in self.choices(chosen, used) {
                chosen.push(class);
                let ways = self.ways(chosen, used + self.classes[class].radix);
                chosen.pop();
                total += ways?;
            }
        }
        if self.memo.len() >= MOST_STATES {
            return Err(TooMany);
        }
        self.memo.insert(key, total);
        Ok(total)
    }

    /// The same, once counted.
    fn known(&self, chosen: &[usize], used: u128) -> f64 {
        let key = self.key(chosen, used);
        self.memo.get(&key).copied().unwrap_or(0.0)
    }

    /// In how many ways the last units and the bags can be drawn.
    fn leaf(&self, used: u128) -> f64 {
        if self.take_rest {
            let all = self.shares(used, 0);
            let factorial = (1..=self.last.len()).fold(1.0, |f, i| f * i as f64);
            return (all[0][self.last.len()] * factorial).round();
        }
        let mut ways = 1.0;
        for (i, class) in self.classes.iter().enumerate() {
            ways *= class.sequences[self.used(used, i)];
        }
        for (side, size) in &self.bags {
            ways *= self.bag(used, *side, 0)[*size];
        }
        ways
    }

    /// By class from `from` on, and by number: the ways to draw that many of the last units from it and the classes
    /// after it, divided by the factorial of the number.
    fn shares(&self, used: u128, from: usize) -> Vec<Vec<f64>> {
        let most = self.last.len();
        let mut after = vec![0.0; most + 1];
        after[0] = 1.0;
        let mut all = vec![after];
        for i in (from..self.classes.len()).rev() {
            let own = self.share(used, i);
            let after = &all[all.len() - 1];
            let mut with = vec![0.0; most + 1];
            for (k, share) in own.iter().enumerate() {
                for n in k..=most {
                    with[n] += share * after[n - k];
                }
            }
            all.push(with);
        }
        all.reverse();
        all
    }

    /// By number: the sequences of a class with that many of the last units, divided by the factorial of the number.
    fn share(&self, used: u128, i: usize) -> Vec<f64> {
        let class = &self.classes[i];
        let before = self.used(used, i);
        let room = if self.last_fits >> i & 1 != 0 {
            (class.most - before).min(self.last.len())
        } else {
            0
        };
        let mut factorial = 1.0;
        (0..=room)
            .map(|k| {
                if k > 0 {
                    factorial *= k as f64;
                }
                class.sequences[before + k] / factorial
            })
            .collect()
    }

    /// By number: in how many ways that many pieces of a side can be taken from what is left of classes from `from` on.
    fn bag(&self, used: u128, side: Side, from: usize) -> Vec<f64> {
        let most = usize::from(u8::MAX);
        let mut ways = vec![0.0; most + 1];
        ways[0] = 1.0;
        for i in from..self.classes.len() {
            let class = &self.classes[i];
            if piece(class.pieces[0].0).side != side {
                continue;
            }
            let left = class.most - self.used(used, i);
            let before = ways.clone();
            for taken in 1..=left {
                for n in taken..=most {
                    ways[n] += before[n - taken];
                }
            }
        }
        ways
    }

    /// Draws the part's units and bags.
    pub(super) fn draw(&self, out: &mut Truths, dice: &mut Dice) {
        let mut chosen = Vec::with_capacity(self.order.len());
        let mut used = 0;
        while chosen.len() < self.order.len() {
            let choices = self.choices(&chosen, used);
            let weights: Vec<f64> = choices
                .iter()
                .map(|class| {
                    chosen.push(*class);
                    let ways = self.known(&chosen, used + self.classes[*class].radix);
                    chosen.pop();
                    ways
                })
                .collect();
            let class = choices[pick(&weights, dice)];
            used += self.classes[class].radix;
            chosen.push(class);
        }
        // Which of the last units are of which class, then which piece each is.
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); self.classes.len()];
        for (place, class) in chosen.iter().enumerate() {
            of[*class].push(self.order[place]);
        }
        if !self.last.is_empty() {
            let all = self.shares(used, 0);
            let mut last = self.last.clone();
            dice.shuffle(&mut last);
            for (i, units) in of.iter_mut().enumerate() {
                let own = self.share(used, i);
                let weights: Vec<f64> = own
                    .iter()
                    .take(last.len() + 1)
                    .enumerate()
                    .map(|(k, share)| share * all[i + 1][last.len() - k])
                    .collect();
                let taken = pick(&weights, dice);
                units.extend(last.drain(last.len() - taken..));
            }
        }
        let mut left: Vec<(usize, u8)> =
            self.classes.iter().flat_map(|c| c.pieces.clone()).collect();
        for (class, units) in self.classes.iter().zip(&of) {
            for (unit, at) in units.iter().zip(class.draw(units.len(), dice)) {
                out.units[*unit] = piece(at);
                if let Some((_, n)) = left.iter_mut().find(|(p, _)| *p == at) {
                    *n -= 1;
                }
            }
        }
        if self.take_rest {
            for (side, _) in &self.bags {
                for (at, n) in left.iter().filter(|(at, _)| piece(*at).side == *side) {
                    out.bags[side.index()][piece(*at).kind.index()] = *n;
                }
            }
            return;
        }
        for (side, size) in &self.bags {
            let mut left = *size;
            for (i, class) in self.classes.iter().enumerate() {
                let piece = piece(class.pieces[0].0);
                if piece.side != *side {
                    continue;
                }
                let after = self.bag(used, *side, i + 1);
                let most = (class.most - self.used(used, i)).min(left);
                let weights: Vec<f64> = (0..=most).map(|n| after[left - n]).collect();
                let taken = pick(&weights, dice);
                out.bags[side.index()][piece.kind.index()] = taken as u8;
                left -= taken;
            }
        }
    }
}
