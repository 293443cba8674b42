//! Units that take the whole stock between them: counted as if pieces of a sort could be told apart.
//!
//! With every piece named, each truth is counted equally often, so ways are products of what is left to choose from.
//! Units without links only ask how much is left of *pools*, the pieces that none of them tells apart; linked ones ask
//! for *sorts*, the pieces that no link tells apart either. Sorts are counted one by one while that takes few enough
//! states; else the linked units are drawn as if pieces were put back, and a draw is accepted with the probability
//! that makes up for it.

use std::collections::HashMap;

use crate::belief::pieces::{
    Check, Link, MOST_STATES, Problem, TooMany, Truths, agrees, asked, members, pick, piece,
};
use crate::random::Dice;

/// Pieces that nothing tells apart.
#[derive(Clone, Debug)]
struct Sort {
    /// Their numbers, each with its count.
    pieces: Vec<(usize, u8)>,
    pool: usize,
    most: usize,
    /// Where states count it; 0 when they do not.
    radix: u128,
}

/// Pieces that units without links do not tell apart.
#[derive(Clone, Debug)]
struct Pool {
    most: usize,
    radix: u128,
}

/// The part, counted.
#[derive(Clone, Debug)]
pub(super) struct WholePart {
    linked: Vec<usize>,
    /// By linked unit: the sorts that it may be of, as bits.
    sorts_of: Vec<u64>,
    checks: Vec<Vec<Check>>,
    asked: Vec<Vec<usize>>,
    sorts: Vec<Sort>,
    pools: Vec<Pool>,
    /// Units without links, apart where they share no pool.
    loose: Vec<Loose>,
    ways: HashMap<(usize, u128, u128), f64>,
    named: f64,
}

/// Units without links that share pools.
#[derive(Clone, Debug)]
struct Loose {
    /// Those of one domain together, the largest group last.
    units: Vec<usize>,
    /// By unit: the pools that it may be of, as bits.
    pools_of: Vec<u64>,
    /// All of those.
    pools: u64,
    /// From where on the units are all alike.
    alike: usize,
    ways: HashMap<(usize, u128), f64>,
}

/// How often a draw is tried before one is chosen by weight.
const TRIES: usize = 20_000;

impl WholePart {
    /// Counts.
    ///
    /// # Errors
    /// [`TooMany`].
    pub(super) fn count(problem: &Problem, units: &[usize]) -> Result<Self, TooMany> {
        let order = problem.order(units);
        let (linked, free): (Vec<usize>, Vec<usize>) =
            order.into_iter().partition(|u| problem.is_linked(*u));
        let checks = problem.checks(&linked);
        let mut part = Self {
            asked: asked(&checks)?,
            linked,
            sorts_of: Vec::new(),
            checks,
            sorts: Vec::new(),
            pools: Vec::new(),
            loose: Vec::new(),
            ways: HashMap::new(),
            named: 0.0,
        };
        part.sort_pieces(problem, units, &free);
        let placed: usize = part.loose.iter().map(|l| l.units.len()).sum();
        if placed < free.len() {
            // Nothing is left for some unit.
            return Ok(part);
        }
        // The most that may be counted of a sort: all, one, none.
        for most in [usize::MAX, 1, 0] {
            let counted = |sort: &Sort| !part.linked.is_empty() && sort.most <= most;
            let keep: Vec<bool> = part.sorts.iter().map(counted).collect();
            part.set_radixes(&keep)?;
            part.ways.clear();
            part.loose.iter_mut().for_each(|l| l.ways.clear());
            if let Ok(named) = part.linked_ways(&mut Vec::new(), 0) {
                part.named = named;
                return Ok(part);
            }
            if part.linked.is_empty() {
                break;
            }
        }
        Err(TooMany)
    }

    fn sort_pieces(&mut self, problem: &Problem, units: &[usize], free: &[usize]) {
        let domains = &problem.domains;
        let inside = |units: &[usize], a: usize, b: usize| {
            units
                .iter()
                .all(|u| domains[*u] >> a & 1 == domains[*u] >> b & 1)
        };
        let links: Vec<&Link> = problem
            .links
            .iter()
            .filter(|l| self.linked.contains(&l.first))
            .collect();
        let same_links = |a: usize, b: usize| {
            links.iter().all(|l| {
                let columns = (0..32).all(|x| l.holds(x, a) == l.holds(x, b));
                columns && l.pairs[a & 31] == l.pairs[b & 31]
            })
        };
        let pieces = units.iter().fold(0, |d, u| d | domains[*u]);
        let mut firsts: Vec<usize> = Vec::new();
        for at in members(pieces).filter(|at| problem.stock[*at] > 0) {
            let n = problem.stock[at];
            let pool = firsts.iter().position(|f| inside(free, *f, at));
            let pool = pool.unwrap_or_else(|| {
                firsts.push(at);
                self.pools.push(Pool { most: 0, radix: 0 });
                firsts.len() - 1
            });
            self.pools[pool].most += usize::from(n);
            let linked = &self.linked;
            let alike = |s: &&mut Sort| {
                let first = s.pieces[0].0;
                s.pool == pool && inside(linked, first, at) && same_links(first, at)
            };
            match self.sorts.iter_mut().find(alike) {
                Some(sort) => {
                    sort.pieces.push((at, n));
                    sort.most += usize::from(n);
                }
                None => self.sorts.push(Sort {
                    pieces: vec![(at, n)],
                    pool,
                    most: usize::from(n),
                    radix: 0,
                }),
            }
        }
        let bits = |firsts: &mut dyn Iterator<Item = usize>, unit: usize| {
            let bit = |(i, first): (usize, usize)| (domains[unit] >> first & 1) << i;
            firsts.enumerate().map(bit).sum::<u64>()
        };
        let sorts = &self.sorts;
        let of_sorts = |u: &usize| bits(&mut sorts.iter().map(|s| s.pieces[0].0), *u);
        self.sorts_of = self.linked.iter().map(of_sorts).collect();
        let pools_of: Vec<u64> = free
            .iter()
            .map(|u| bits(&mut firsts.iter().copied(), *u))
            .collect();
        let mut apart: Vec<u64> = Vec::new();
        for pools in &pools_of {
            let mut joined = *pools;
            apart.retain(|other| {
                let meets = other & joined != 0;
                if meets {
                    joined |= other;
                }
                !meets
            });
            apart.push(joined);
        }
        // Pools that only linked units may be of must be used up by them.
        let reached = apart.iter().fold(0, |all, p| all | p);
        let unreached = ((1u64 << self.pools.len()) - 1) & !reached;
        if unreached != 0 {
            apart.push(unreached);
        }
        for pools in apart {
            let own = free.iter().zip(&pools_of).filter(|(_, p)| **p & pools != 0);
            let (units, pools_of): (Vec<usize>, Vec<u64>) = own.map(|(u, p)| (*u, *p)).unzip();
            let last = pools_of.last().copied();
            let alike = pools_of.iter().rev().take_while(|p| Some(**p) == last);
            self.loose.push(Loose {
                alike: units.len() - alike.count(),
                units,
                pools_of,
                pools,
                ways: HashMap::new(),
            });
        }
    }

    fn set_radixes(&mut self, keep: &[bool]) -> Result<(), TooMany> {
        let mut radix = 1u128;
        let mut take = |most: usize| {
            let own = radix;
            radix = radix.checked_mul(most as u128 + 1).ok_or(TooMany)?;
            Ok::<u128, TooMany>(own)
        };
        for pool in &mut self.pools {
            pool.radix = take(pool.most)?;
        }
        for (sort, keep) in self.sorts.iter_mut().zip(keep) {
            sort.radix = if *keep { take(sort.most)? } else { 0 };
        }
        Ok(())
    }

    fn used(most: usize, radix: u128, state: u128) -> usize {
        (state / radix % (most as u128 + 1)) as usize
    }

    fn left_in_pool(&self, pool: usize, state: u128) -> usize {
        let Pool { most, radix } = self.pools[pool];
        most - Self::used(most, radix, state)
    }

    /// The sorts of the next linked unit, with the ways to choose a piece of each and the state after it.
    fn sort_choices(&self, chosen: &[usize], state: u128) -> Vec<(usize, f64, u128)> {
        let checks = &self.checks[chosen.len()];
        let kind = |sort: usize| self.sorts[sort].pieces[0].0;
        members(self.sorts_of[chosen.len()])
            .filter_map(|at| {
                let sort = &self.sorts[at];
                let left = match sort.radix {
                    0 => sort.most,
                    radix => sort.most - Self::used(sort.most, radix, state),
                };
                let room = left > 0 && self.left_in_pool(sort.pool, state) > 0;
                let fits = room && agrees(checks, kind(at), |place| kind(chosen[place]));
                let next = state + sort.radix + self.pools[sort.pool].radix;
                fits.then_some((at, left as f64, next))
            })
            .collect()
    }

    fn linked_key(&self, chosen: &[usize], state: u128) -> (usize, u128, u128) {
        let asked = &self.asked[chosen.len()];
        let kept = asked.iter().fold(0, |k, p| k << 6 | chosen[*p] as u128);
        (chosen.len(), state, kept)
    }

    /// The part of a state that some pools make.
    fn of_pools(&self, pools: u64, state: u128) -> u128 {
        let used = |p: usize| {
            let Pool { most, radix } = self.pools[p];
            Self::used(most, radix, state) as u128 * radix
        };
        members(pools).map(used).sum()
    }

    fn linked_ways(&mut self, chosen: &mut Vec<usize>, state: u128) -> Result<f64, TooMany> {
        if chosen.len() == self.linked.len() {
            let mut total = 1.0;
            for i in 0..self.loose.len() {
                let own = self.of_pools(self.loose[i].pools, state);
                total *= self.loose_ways(i, 0, own)?;
            }
            return Ok(total);
        }
        let key = self.linked_key(chosen, state);
        if let Some(ways) = self.ways.get(&key) {
            return Ok(*ways);
        }
        let mut total = 0.0;
        for (sort, left, next) in self.sort_choices(chosen, state) {
            chosen.push(sort);
            let ways = self.linked_ways(chosen, next);
            chosen.pop();
            total += left * ways?;
        }
        if self.ways.len() >= MOST_STATES {
            return Err(TooMany);
        }
        self.ways.insert(key, total);
        Ok(total)
    }

    fn known_ways(&self, chosen: &[usize], state: u128) -> f64 {
        if chosen.len() == self.linked.len() {
            let loose = self.loose.iter();
            return loose
                .map(|l| self.known_rest(l, 0, self.of_pools(l.pools, state)))
                .product();
        }
        let key = self.linked_key(chosen, state);
        self.ways.get(&key).copied().unwrap_or(0.0)
    }

    /// The ways of the last units, which are alike: all that is left must be theirs, in any order.
    fn last_ways(&self, loose: &Loose, state: u128) -> f64 {
        let fits = loose.pools_of.last().copied().unwrap_or(0);
        let left =
            |pools: u64| -> usize { members(pools).map(|p| self.left_in_pool(p, state)).sum() };
        let n = loose.units.len() - loose.alike;
        if left(loose.pools & !fits) > 0 || left(fits) != n {
            return 0.0;
        }
        (1..=n).fold(1.0, |f, i| f * i as f64)
    }

    fn loose_ways(&mut self, i: usize, at: usize, state: u128) -> Result<f64, TooMany> {
        let loose = &self.loose[i];
        if at == loose.alike {
            return Ok(self.last_ways(loose, state));
        }
        if let Some(ways) = loose.ways.get(&(at, state)) {
            return Ok(*ways);
        }
        let mut total = 0.0;
        let pools_of = loose.pools_of[at];
        for pool in members(pools_of) {
            let left = self.left_in_pool(pool, state);
            if left > 0 {
                let next = state + self.pools[pool].radix;
                total += left as f64 * self.loose_ways(i, at + 1, next)?;
            }
        }
        let ways = &mut self.loose[i].ways;
        if ways.len() >= 4 * MOST_STATES {
            return Err(TooMany);
        }
        ways.insert((at, state), total);
        Ok(total)
    }

    fn known_rest(&self, loose: &Loose, at: usize, state: u128) -> f64 {
        if at == loose.alike {
            return self.last_ways(loose, state);
        }
        loose.ways.get(&(at, state)).copied().unwrap_or(0.0)
    }

    /// Whether states count every sort.
    fn is_exact(&self) -> bool {
        self.linked.is_empty() || self.sorts.iter().all(|s| s.radix > 0)
    }

    /// How many ways there are; `None` when only draws are within reach.
    pub(super) fn total(&self) -> Option<f64> {
        if self.named == 0.0 {
            return Some(0.0);
        }
        let pieces = self.sorts.iter().flat_map(|s| &s.pieces);
        let orders = pieces.fold(1.0, |all, (_, n)| {
            (1..=*n).fold(all, |f, i| f * f64::from(i))
        });
        self.is_exact().then(|| (self.named / orders).round())
    }

    /// Draws the part's units. When draws are accepted too seldom one is chosen by weight, and what the batch is worth
    /// is given; `None` when nothing was found.
    pub(super) fn draw(&self, out: &mut Truths, dice: &mut Dice) -> Option<Option<f64>> {
        let mut batch: Vec<(Vec<usize>, u128)> = Vec::new();
        let mut weights = Vec::new();
        for _ in 0..TRIES {
            let (chosen, state) = self.draw_linked(dice);
            let weight = self.weight(&chosen);
            let accepted =
                weight >= 1.0 || weight > 0.0 && pick(&[weight, 1.0 - weight], dice) == 0;
            if accepted {
                self.fill(&chosen, state, out, dice);
                return Some(None);
            }
            if weight > 0.0 {
                batch.push((chosen, state));
                weights.push(weight);
            }
        }
        let square: f64 = weights.iter().map(|w| w * w).sum();
        let sum: f64 = weights.iter().sum();
        let (chosen, state) = batch.get(pick(&weights, dice))?;
        self.fill(chosen, *state, out, dice);
        Some(Some(sum * sum / square))
    }

    fn draw_linked(&self, dice: &mut Dice) -> (Vec<usize>, u128) {
        let mut chosen = Vec::with_capacity(self.linked.len());
        let mut state = 0;
        while chosen.len() < self.linked.len() {
            let choices = self.sort_choices(&chosen, state);
            let weights: Vec<f64> = choices
                .iter()
                .map(|(sort, left, next)| {
                    chosen.push(*sort);
                    let ways = self.known_ways(&chosen, *next);
                    chosen.pop();
                    left * ways
                })
                .collect();
            let (sort, _, next) = choices[pick(&weights, dice)];
            chosen.push(sort);
            state = next;
        }
        (chosen, state)
    }

    /// What drawing without putting back makes of the sorts that states do not count.
    fn weight(&self, chosen: &[usize]) -> f64 {
        let mut weight = 1.0;
        for (i, sort) in self.sorts.iter().enumerate().filter(|(_, s)| s.radix == 0) {
            let times = chosen.iter().filter(|c| **c == i).count();
            for taken in 0..times {
                weight *= sort.most.saturating_sub(taken) as f64 / sort.most as f64;
            }
        }
        weight
    }

    fn fill(&self, chosen: &[usize], state: u128, out: &mut Truths, dice: &mut Dice) {
        let mut left: Vec<Vec<usize>> = vec![Vec::new(); self.pools.len()];
        for (i, sort) in self.sorts.iter().enumerate() {
            let mut own: Vec<usize> = sort
                .pieces
                .iter()
                .flat_map(|(at, n)| std::iter::repeat_n(*at, usize::from(*n)))
                .collect();
            dice.shuffle(&mut own);
            for (place, _) in chosen.iter().enumerate().filter(|(_, c)| **c == i) {
                if let Some(at) = own.pop() {
                    out.units[self.linked[place]] = piece(at);
                }
            }
            left[sort.pool].extend(own);
        }
        for pool in &mut left {
            dice.shuffle(pool);
        }
        for loose in &self.loose {
            let mut state = self.of_pools(loose.pools, state);
            for at in 0..loose.alike {
                let choices: Vec<usize> = members(loose.pools_of[at])
                    .filter(|p| self.left_in_pool(*p, state) > 0)
                    .collect();
                let weights: Vec<f64> = choices
                    .iter()
                    .map(|p| {
                        let many = self.left_in_pool(*p, state) as f64;
                        let next = state + self.pools[*p].radix;
                        many * self.known_rest(loose, at + 1, next)
                    })
                    .collect();
                let pool = choices[pick(&weights, dice)];
                state += self.pools[pool].radix;
                if let Some(one) = left[pool].pop() {
                    out.units[loose.units[at]] = piece(one);
                }
            }
            let mut rest: Vec<usize> = Vec::new();
            for pool in members(loose.pools) {
                rest.append(&mut left[pool]);
            }
            dice.shuffle(&mut rest);
            for (unit, one) in loose.units[loose.alike..].iter().zip(rest) {
                out.units[*unit] = piece(one);
            }
        }
    }
}
