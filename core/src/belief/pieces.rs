//! Which hidden unit is which piece: counting and drawing under domains, links and the number of each piece.

use std::sync::Arc;

use crate::belief::open::OpenPart;
use crate::belief::whole::WholePart;
use crate::piece::{Kind, Piece, Side};
use crate::random::Dice;

/// A set of pieces: bit `32 * side + kind`.
pub(super) type Domain = u64;

/// The bit of a piece.
pub(super) fn bit(piece: Piece) -> Domain {
    1 << index(piece)
}

/// The number of a piece in stocks and domains.
pub(super) fn index(piece: Piece) -> usize {
    piece.side.index() * 32 + piece.kind.index()
}

/// The piece of a number.
pub(super) fn piece(index: usize) -> Piece {
    Piece {
        side: Side((index / 32) as u8),
        kind: Kind((index % 32) as u8),
    }
}

/// The numbers of the pieces in a domain.
pub(super) fn members(domain: Domain) -> impl Iterator<Item = usize> {
    let mut left = domain;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            at
        })
    })
}

/// The pieces of a side that are of one of the kinds.
pub(super) fn of_kinds(side: Side, kinds: u32) -> Domain {
    u64::from(kinds) << (32 * side.index())
}

/// All pieces of a side.
pub(super) fn of_side(side: Side) -> Domain {
    of_kinds(side, u32::MAX)
}

/// Which second kinds go with each first kind, as bits.
pub(super) type Pairs = Arc<[u32; 32]>;

/// What a fight told of two units.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Link {
    /// The attacker.
    pub(super) first: usize,
    /// The defender.
    pub(super) second: usize,
    /// The kinds that fit together.
    pub(super) pairs: Pairs,
}

impl Link {
    pub(super) fn holds(&self, first: usize, second: usize) -> bool {
        self.pairs[first & 31] >> (second & 31) & 1 != 0
    }
}

/// Units, what each may be, and how many of each piece there are.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    /// By unit.
    pub(super) domains: Vec<Domain>,
    /// How many of each piece the units and the bags are drawn from.
    pub(super) stock: [u8; 64],
    /// How many pieces of each side were lost unseen before the start.
    pub(super) bags: [u8; 2],
    /// Fights of two unknown units.
    pub(super) links: Vec<Link>,
}

/// One way in which the units may be pieces.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Truths {
    /// By unit.
    pub(super) units: Vec<Piece>,
    /// The pieces lost unseen before the start, by side and kind.
    pub(super) bags: [[u8; 32]; 2],
}

/// A problem counted.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    parts: Vec<Part>,
    /// Units that can be but one piece.
    fixed: Vec<(usize, Piece)>,
    units: usize,
    /// `None` when only draws are within reach.
    total: Option<f64>,
}

/// Sides whose bag a part fills, and how many pieces that takes.
pub(super) type Bags = Vec<(Side, usize)>;

/// Truths drawn, and how many independent draws the batch was worth that they were chosen from by weight, if they were.
pub(super) type Drawn = (Truths, Option<f64>);

/// The most states that one part may have.
pub(super) const MOST_STATES: usize = 150_000;

/// That counting would take too many states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany;

/// Units that share pieces or links.
#[derive(Clone, Debug)]
enum Part {
    /// The units take the whole stock.
    Whole(WholePart),
    /// Some of the stock is left, or lost unseen.
    Open(OpenPart),
}

impl Part {
    fn total(&self) -> Option<f64> {
        match self {
            Self::Whole(part) => part.total(),
            Self::Open(part) => Some(part.total()),
        }
    }
}

impl Problem {
    /// Narrows domains by their links until nothing changes; forgets links that say nothing more.
    pub(super) fn narrow(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for link in &self.links {
                let (a, b) = (self.domains[link.first], self.domains[link.second]);
                let fits = |x: usize, y: usize| link.holds(x, y);
                let keep_a: Domain = members(a)
                    .filter(|x| members(b).any(|y| fits(*x, y)))
                    .fold(0, |d, x| d | 1 << x);
                let keep_b: Domain = members(b)
                    .filter(|y| members(keep_a).any(|x| fits(x, *y)))
                    .fold(0, |d, y| d | 1 << y);
                if (keep_a, keep_b) != (a, b) {
                    self.domains[link.first] = keep_a;
                    self.domains[link.second] = keep_b;
                    changed = true;
                }
            }
        }
        let domains = &self.domains;
        self.links.retain(|link| {
            let all = |x: usize| members(domains[link.second]).all(|y| link.holds(x, y));
            !members(domains[link.first]).all(all)
        });
    }

    /// Counts.
    ///
    /// # Errors
    /// [`TooMany`] when linked units have too many states.
    pub(super) fn count(&self) -> Result<Counted, TooMany> {
        let mut problem = self.clone();
        problem.narrow();
        let mut counted = Counted {
            parts: Vec::new(),
            fixed: Vec::new(),
            units: self.domains.len(),
            total: Some(1.0),
        };
        for (unit, domain) in problem.domains.iter().enumerate() {
            if domain.count_ones() == 1 {
                let at = domain.trailing_zeros() as usize;
                counted.fixed.push((unit, piece(at)));
                match problem.stock[at].checked_sub(1) {
                    Some(left) => problem.stock[at] = left,
                    None => counted.total = Some(0.0),
                }
            }
        }
        if counted.total == Some(0.0) {
            return Ok(counted);
        }
        for (units, bags) in problem.parts() {
            let pieces = units.iter().fold(0, |d, u| d | problem.domains[*u]);
            let stock: usize = members(pieces)
                .map(|at| usize::from(problem.stock[at]))
                .sum();
            let part = if bags.is_empty() && stock == units.len() {
                Part::Whole(WholePart::count(&problem, &units)?)
            } else {
                Part::Open(OpenPart::count(&problem, &units, bags)?)
            };
            let total = part.total();
            counted.parts.push(part);
            if total == Some(0.0) {
                counted.total = total;
                break;
            }
            counted.total = counted.total.zip(total).map(|(a, b)| a * b);
        }
        Ok(counted)
    }

    /// Whether a way of drawing agrees with domains, links and stock.
    pub(super) fn allows(&self, truths: &Truths) -> bool {
        let mut left = self.stock;
        for (unit, domain) in truths.units.iter().zip(&self.domains) {
            let at = index(*unit);
            if domain >> at & 1 == 0 || left[at] == 0 {
                return false;
            }
            left[at] -= 1;
        }
        let bags = Side::BOTH.into_iter().all(|side| {
            let bag = &truths.bags[side.index()];
            let size: usize = bag.iter().map(|n| usize::from(*n)).sum();
            let stock = &left[32 * side.index()..][..32];
            size == usize::from(self.bags[side.index()])
                && bag.iter().zip(stock).all(|(n, there)| n <= there)
        });
        let links = self
            .links
            .iter()
            .all(|l| l.holds(index(truths.units[l.first]), index(truths.units[l.second])));
        bags && links
    }

    /// Makes a way of drawing that breaks domains or links into one that does not by exchanging pieces, if that is easy.
    pub(super) fn repair(&self, truths: &mut Truths) -> bool {
        let broken = |units: &[Piece]| {
            let domains = units.iter().zip(&self.domains);
            let outside = domains.filter(|(p, d)| **d & bit(**p) == 0).count();
            let links = self.links.iter();
            outside
                + links
                    .filter(|l| !l.holds(index(units[l.first]), index(units[l.second])))
                    .count()
        };
        let units = &mut truths.units;
        let mut now = broken(units);
        while now > 0 {
            let mut best = (now, 0, 0);
            for a in 0..units.len() {
                let wrong = self.domains[a] & bit(units[a]) == 0 || self.is_linked(a);
                for b in 0..units.len() {
                    if !wrong || units[b] == units[a] {
                        continue;
                    }
                    units.swap(a, b);
                    best = best.min((broken(units), a, b));
                    units.swap(a, b);
                }
            }
            if best.0 >= now {
                return false;
            }
            units.swap(best.1, best.2);
            now = best.0;
        }
        true
    }

    /// Every way of drawing, in a fixed order; `None` when there are more than a limit.
    pub(super) fn list(&self, limit: usize) -> Option<Vec<Truths>> {
        let counted = self.count().ok()?;
        if counted.total? > limit as f64 {
            return None;
        }
        let mut all = Vec::new();
        if counted.total == Some(0.0) {
            return Some(all);
        }
        let mut units = Vec::new();
        self.list_from(&mut units, self.stock, &mut all);
        Some(all)
    }

    fn list_from(&self, units: &mut Vec<Piece>, stock: [u8; 64], all: &mut Vec<Truths>) {
        let unit = units.len();
        if unit == self.domains.len() {
            let mut bags = vec![[[0; 32]; 2]];
            for side in Side::BOTH {
                let filled = |bag: &[[u8; 32]; 2]| {
                    let mut out = Vec::new();
                    let size = self.bags[side.index()];
                    fill(side, &stock, 0, size, *bag, &mut out);
                    out
                };
                bags = bags.iter().flat_map(filled).collect();
            }
            let with = |bags| Truths {
                units: units.clone(),
                bags,
            };
            all.extend(bags.into_iter().map(with));
            return;
        }
        for at in members(self.domains[unit]).filter(|at| stock[*at] > 0) {
            let agrees = |l: &Link| match (l.first, l.second) {
                (a, b) if a == unit && b < unit => l.holds(at, index(units[b])),
                (a, b) if b == unit && a < unit => l.holds(index(units[a]), at),
                _ => true,
            };
            if !self.links.iter().all(agrees) {
                continue;
            }
            let mut left = stock;
            left[at] -= 1;
            let mut rest = self.clone();
            rest.domains[unit] = 1 << at;
            units.push(piece(at));
            // Where nothing can be completed any more there is no need to look.
            let open = rest.count().map_or(true, |c| c.total != Some(0.0));
            if open {
                rest.list_from(units, left, all);
            }
            units.pop();
        }
    }

    /// Units in parts that share neither a piece nor a link, each with the bags that its pieces fill.
    fn parts(&self) -> Vec<(Vec<usize>, Bags)> {
        let bag = |side: Side| usize::from(self.bags[side.index()]);
        let mut parts: Vec<(Domain, Vec<usize>, Bags)> = Vec::new();
        let mut join = |domain: Domain, unit: Option<usize>, bags: Option<(Side, usize)>| {
            let mut whole = (domain, Vec::new(), Vec::new());
            parts.retain(|(pieces, units, filled)| {
                let apart = pieces & domain == 0
                    && !unit.is_some_and(|u| {
                        let linked = |l: &Link| {
                            l.first == u && units.contains(&l.second)
                                || l.second == u && units.contains(&l.first)
                        };
                        self.links.iter().any(linked)
                    });
                if !apart {
                    whole.0 |= pieces;
                    whole.1.extend(units.iter().copied());
                    whole.2.extend(filled.iter().copied());
                }
                apart
            });
            whole.1.extend(unit);
            whole.2.extend(bags);
            parts.push(whole);
        };
        for side in Side::BOTH {
            if bag(side) > 0 {
                join(of_side(side), None, Some((side, bag(side))));
            }
        }
        for (unit, domain) in self.domains.iter().enumerate() {
            if domain.count_ones() != 1 {
                join(*domain, Some(unit), None);
            }
        }
        parts
            .into_iter()
            .map(|(_, mut units, bags)| {
                units.sort_unstable();
                (units, bags)
            })
            .collect()
    }

    /// The order in which a part's units are drawn: along links first, then by domain, the narrowest first.
    pub(super) fn order(&self, units: &[usize]) -> Vec<usize> {
        let mut order = Vec::new();
        let near = |unit: usize| {
            self.links.iter().filter_map(move |l| match unit {
                u if u == l.first => Some(l.second),
                u if u == l.second => Some(l.first),
                _ => None,
            })
        };
        let mut linked: Vec<usize> = units
            .iter()
            .copied()
            .filter(|u| near(*u).next().is_some())
            .collect();
        linked.sort_by_key(|u| (self.domains[*u].count_ones(), *u));
        for unit in linked {
            let mut stack = vec![unit];
            while let Some(unit) = stack.pop() {
                if !order.contains(&unit) {
                    order.push(unit);
                    let mut next: Vec<usize> = near(unit).collect();
                    next.sort_unstable();
                    next.dedup();
                    stack.extend(next.into_iter().rev());
                }
            }
        }
        let rest: Vec<usize> = units
            .iter()
            .copied()
            .filter(|u| !order.contains(u))
            .collect();
        // The largest group comes last, since it is counted at once.
        let alike = |u: usize| {
            rest.iter()
                .filter(|o| self.domains[**o] == self.domains[u])
                .count()
        };
        let mut keyed: Vec<_> = rest
            .iter()
            .map(|u| {
                (
                    alike(*u),
                    self.domains[*u].count_ones(),
                    self.domains[*u],
                    *u,
                )
            })
            .collect();
        keyed.sort_unstable();
        order.extend(keyed.into_iter().map(|(.., u)| u));
        order
    }

    /// For units in the order in which they are drawn: the earlier ones with a link, whether the earlier one is the
    /// attacker, and the pairs.
    pub(super) fn checks(&self, order: &[usize]) -> Vec<Vec<Check>> {
        let place = |unit: usize| order.iter().position(|u| *u == unit);
        let mut checks = vec![Vec::new(); order.len()];
        for link in &self.links {
            if let (Some(a), Some(b)) = (place(link.first), place(link.second)) {
                checks[a.max(b)].push((a.min(b), a < b, Arc::clone(&link.pairs)));
            }
        }
        checks
    }

    /// Whether a link speaks of a unit.
    pub(super) fn is_linked(&self, unit: usize) -> bool {
        self.links
            .iter()
            .any(|l| l.first == unit || l.second == unit)
    }
}

/// A link to a unit drawn earlier: its place, whether it is the attacker, and the pairs.
pub(super) type Check = (usize, bool, Pairs);

/// By place in an order: the earlier places that later links still ask about.
///
/// # Errors
/// [`TooMany`] when they are more than a key has room for.
pub(super) fn asked(checks: &[Vec<Check>]) -> Result<Vec<Vec<usize>>, TooMany> {
    let at = |i: usize| -> Vec<usize> {
        let later = |p: &usize| checks[i..].iter().any(|c| c.iter().any(|(q, ..)| q == p));
        (0..i).filter(later).collect()
    };
    let all: Vec<Vec<usize>> = (0..=checks.len()).map(at).collect();
    if all.iter().any(|a| a.len() > 20) {
        return Err(TooMany);
    }
    Ok(all)
}

/// Whether a kind agrees with the kinds drawn earlier.
pub(super) fn agrees(checks: &[Check], own: usize, earlier: impl Fn(usize) -> usize) -> bool {
    checks.iter().all(|(place, attacked, pairs)| {
        let other = earlier(*place);
        let (first, second) = if *attacked {
            (other, own)
        } else {
            (own, other)
        };
        pairs[first & 31] >> (second & 31) & 1 != 0
    })
}

/// Every way to fill a bag of a side from what is left of a stock.
fn fill(
    side: Side,
    stock: &[u8; 64],
    from: usize,
    size: u8,
    bag: [[u8; 32]; 2],
    out: &mut Vec<[[u8; 32]; 2]>,
) {
    if size == 0 {
        out.push(bag);
        return;
    }
    for kind in from..32 {
        for taken in 1..=size.min(stock[32 * side.index() + kind]) {
            let mut bag = bag;
            bag[side.index()][kind] = taken;
            fill(side, stock, kind + 1, size - taken, bag, out);
        }
    }
}

/// Draws an index with probabilities that are as the weights, of which one at least is more than 0.
pub(super) fn pick(weights: &[f64], dice: &mut Dice) -> usize {
    let positive = |w: &&f64| **w > 0.0;
    let total: f64 = weights.iter().filter(positive).sum();
    let only = weights.iter().filter(positive).count() <= 1;
    let mut left = if only {
        0.0
    } else {
        (dice.bits() >> 11) as f64 / (1u64 << 53) as f64 * total
    };
    let mut last = 0;
    for (i, weight) in weights.iter().enumerate().filter(|(_, w)| **w > 0.0) {
        last = i;
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    last
}

impl Counted {
    /// How many ways there are; `None` when only draws are within reach.
    pub(super) fn total(&self) -> Option<f64> {
        self.total
    }

    /// Draws one of them, each equally likely; `None` when there is none.
    pub(super) fn draw(&self, dice: &mut Dice) -> Option<Drawn> {
        if self.total == Some(0.0) {
            return None;
        }
        let nothing = Piece {
            side: Side(0),
            kind: Kind(0),
        };
        let mut truths = Truths {
            units: vec![nothing; self.units],
            bags: [[0; 32]; 2],
        };
        for (unit, piece) in &self.fixed {
            truths.units[*unit] = *piece;
        }
        let mut effective: Option<f64> = None;
        for part in &self.parts {
            match part {
                Part::Whole(part) => {
                    if let Some(worth) = part.draw(&mut truths, dice)? {
                        effective = Some(effective.map_or(worth, |e| e.min(worth)));
                    }
                }
                Part::Open(part) => part.draw(&mut truths, dice),
            }
        }
        Some((truths, effective))
    }
}
