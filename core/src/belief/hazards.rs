//! Where hazards may lie: sums over sets of sites, counted and drawn from.

use std::collections::BTreeMap;

use crate::belief::pieces::pick;
use crate::random::Dice;
use crate::site::{Site, SiteSet};

/// Everything known of the hazards of the start.
#[derive(Clone, Debug)]
pub(super) struct Field<const W: usize> {
    /// Sites where a hazard may lie.
    places: SiteSet<W>,
    /// How many hazards there are.
    total: usize,
    /// How many hazards of the start lie in a set of sites.
    sums: Vec<(SiteSet<W>, usize)>,
    /// Sites whose hazard, if there was one, is gone.
    gone: SiteSet<W>,
    /// Whether what was read contradicts itself.
    broken: bool,
}

/// A field counted.
#[derive(Clone, Debug)]
pub(super) struct Mapped<const W: usize> {
    certain: SiteSet<W>,
    patches: Vec<Patch>,
    /// Sites of which nothing is known.
    rest: Vec<Site>,
    /// Hazards that are not certain.
    left: usize,
    /// By number of patches taken: ways by number of hazards in them; the last entry includes the rest.
    sums: Vec<Vec<f64>>,
}

/// Groups of sites joined by sums.
#[derive(Clone, Debug)]
struct Patch {
    groups: Vec<Group>,
    /// By number of groups done: by what the sums still need, the ways by number of hazards.
    layers: Vec<BTreeMap<Vec<u16>, Vec<f64>>>,
}

/// Sites that lie in the same sums.
#[derive(Clone, Debug)]
struct Group {
    sites: Vec<Site>,
    /// The sums, by number within the patch.
    sums: Vec<usize>,
}

/// `n` over `k`.
fn choose(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    let k = k.min(n - k);
    (0..k)
        .fold(1.0, |c: f64, i| c * (n - i) as f64 / (i + 1) as f64)
        .round()
}

impl<const W: usize> Field<W> {
    /// Hazards that lie somewhere in a set of sites.
    pub(super) fn new(places: SiteSet<W>, total: usize) -> Self {
        Self {
            places,
            total,
            sums: Vec::new(),
            gone: SiteSet::EMPTY,
            broken: false,
        }
    }

    /// Reads that as many hazards lie in a set of sites now.
    pub(super) fn sum(&mut self, sites: SiteSet<W>, number: usize) {
        let sites = (sites - self.gone) & self.places;
        if sites.is_empty() {
            self.broken |= number > 0;
        } else if !self.sums.contains(&(sites, number)) {
            self.sums.push((sites, number));
        }
    }

    /// Reads that whatever lay on these sites is gone.
    pub(super) fn clear(&mut self, sites: SiteSet<W>) {
        self.gone |= sites;
    }

    /// Sites whose hazard, if there was one, is gone.
    pub(super) fn gone(&self) -> SiteSet<W> {
        self.gone
    }

    /// Whether hazards of the start agree with everything read.
    pub(super) fn allows(&self, hazards: SiteSet<W>) -> bool {
        !self.broken
            && hazards.len() == self.total
            && hazards.within(&self.places)
            && self
                .sums
                .iter()
                .all(|(sites, number)| (*sites & hazards).len() == *number)
    }

    /// Hazards of the start in every way in which they may lie on some sites, each way once; `None` past a limit.
    pub(super) fn near(&self, sites: SiteSet<W>, limit: usize) -> Option<Vec<SiteSet<W>>> {
        let sites: Vec<Site> = ((sites & self.places) - self.gone).iter().collect();
        let mut dice = crate::belief::play::own_dice();
        let mut all = vec![self.clone()];
        for site in sites {
            let mut next = Vec::new();
            for field in all {
                for number in 0..2 {
                    let mut field = field.clone();
                    field.sums.push((SiteSet::of(site), number));
                    if field.count().total() > 0.0 {
                        next.push(field);
                    }
                }
            }
            if next.len() > limit {
                return None;
            }
            all = next;
        }
        let drawn = all.iter().map(|field| field.count().draw(&mut dice));
        drawn.collect()
    }

    /// The probability of a hazard now, for each site where one may lie.
    pub(super) fn marginals(&self) -> Vec<(Site, f64)> {
        let mapped = self.count();
        let total = mapped.total();
        if total == 0.0 {
            return Vec::new();
        }
        let mut out: Vec<(Site, f64)> = mapped.certain.iter().map(|s| (s, 1.0)).collect();
        let patches = mapped.patches.iter().flat_map(|p| &p.groups);
        for sites in patches.map(|g| &g.sites).chain([&mapped.rest]) {
            if let Some(site) = sites.first() {
                let mut supposed = self.clone();
                supposed.sums.push((SiteSet::of(*site), 1));
                let chance = supposed.count().total() / total;
                out.extend(sites.iter().map(|s| (*s, chance)));
            }
        }
        out.retain(|(site, chance)| *chance > 0.0 && !self.gone.contains(*site));
        out.sort_by_key(|(site, _)| *site);
        out
    }

    /// Counts.
    pub(super) fn count(&self) -> Mapped<W> {
        let mut open = self.places;
        let mut certain = SiteSet::EMPTY;
        let mut sums = self.sums.clone();
        let mut broken = self.broken;
        loop {
            let before = open;
            for (sites, number) in &mut sums {
                let known = (*sites & certain).len();
                broken |= known > *number;
                *number = number.saturating_sub(known);
                *sites &= open;
                broken |= *number > sites.len();
                if *number == sites.len() {
                    certain |= *sites;
                }
                if *number == 0 || *number == sites.len() {
                    open = open - *sites;
                    *number = 0;
                    *sites = SiteSet::EMPTY;
                }
            }
            if open == before {
                break;
            }
        }
        sums.retain(|(sites, _)| !sites.is_empty());
        sums.sort_by_key(|(sites, n)| (sites.0, *n));
        sums.dedup();
        let left = self.total.checked_sub(certain.len());
        broken |= left.is_none();
        let mut mapped = Mapped {
            certain,
            patches: Vec::new(),
            rest: Vec::new(),
            left: left.unwrap_or(0),
            sums: vec![vec![if broken { 0.0 } else { 1.0 }]],
        };
        if broken {
            return mapped;
        }
        let mut groups: Vec<Group> = Vec::new();
        for site in open {
            let inside: Vec<usize> = (0..sums.len())
                .filter(|i| sums[*i].0.contains(site))
                .collect();
            match groups.iter_mut().find(|g| g.sums == inside) {
                Some(group) => group.sites.push(site),
                None => groups.push(Group {
                    sites: vec![site],
                    sums: inside,
                }),
            }
        }
        if let Some(at) = groups.iter().position(|g| g.sums.is_empty()) {
            mapped.rest = groups.remove(at).sites;
        }
        while !groups.is_empty() {
            let patch = take_patch(&mut groups);
            mapped.patches.push(Patch::count(patch, &sums, mapped.left));
        }
        for patch in &mapped.patches {
            let ways = patch.ways();
            let sum = fold(&mapped.sums[mapped.sums.len() - 1], &ways, mapped.left);
            mapped.sums.push(sum);
        }
        let rest = mapped.rest.len();
        let ways: Vec<f64> = (0..=rest.min(mapped.left))
            .map(|k| choose(rest, k))
            .collect();
        let sum = fold(&mapped.sums[mapped.sums.len() - 1], &ways, mapped.left);
        mapped.sums.push(sum);
        mapped
    }
}

/// The ways of both together, by number of hazards up to a number.
fn fold(one: &[f64], two: &[f64], most: usize) -> Vec<f64> {
    let mut both = vec![0.0; (one.len() + two.len()).saturating_sub(1).min(most + 1)];
    for (i, a) in one.iter().enumerate() {
        for (j, b) in two.iter().enumerate() {
            if let Some(slot) = both.get_mut(i + j) {
                *slot += a * b;
            }
        }
    }
    both
}

/// Takes the first group and all that sums join to it, in site order.
fn take_patch(groups: &mut Vec<Group>) -> Vec<Group> {
    let mut patch = vec![groups.remove(0)];
    let mut at = 0;
    while at < patch.len() {
        let joined = |g: &Group| g.sums.iter().any(|s| patch[at].sums.contains(s));
        let near: Vec<usize> = (0..groups.len()).filter(|i| joined(&groups[*i])).collect();
        for i in near.into_iter().rev() {
            let group = groups.remove(i);
            patch.push(group);
        }
        at += 1;
    }
    patch.sort_by_key(|g| g.sites[0]);
    patch
}

impl Patch {
    fn count<const W: usize>(
        mut groups: Vec<Group>,
        sums: &[(SiteSet<W>, usize)],
        most: usize,
    ) -> Self {
        let mut own: Vec<usize> = groups.iter().flat_map(|g| g.sums.clone()).collect();
        own.sort_unstable();
        own.dedup();
        for group in &mut groups {
            for sum in &mut group.sums {
                *sum = own.iter().position(|s| s == sum).unwrap_or(0);
            }
        }
        let start: Vec<u16> = own.iter().map(|s| sums[*s].1 as u16).collect();
        let mut layers = vec![BTreeMap::from([(start, vec![1.0])])];
        for (i, group) in groups.iter().enumerate() {
            // What the groups after this one can still give to each sum.
            let later = |sum: usize| -> usize {
                let after = groups[i + 1..].iter().filter(|g| g.sums.contains(&sum));
                after.map(|g| g.sites.len()).sum()
            };
            let mut next: BTreeMap<Vec<u16>, Vec<f64>> = BTreeMap::new();
            for (need, ways) in &layers[i] {
                let room = group.sums.iter().map(|s| usize::from(need[*s])).min();
                for taken in 0..=room.unwrap_or(0).min(group.sites.len()) {
                    let mut left = need.clone();
                    for sum in &group.sums {
                        left[*sum] -= taken as u16;
                    }
                    if group.sums.iter().any(|s| usize::from(left[*s]) > later(*s)) {
                        continue;
                    }
                    let here = choose(group.sites.len(), taken);
                    let into = next.entry(left).or_default();
                    for (k, way) in ways.iter().enumerate() {
                        if k + taken > most {
                            break;
                        }
                        if into.len() <= k + taken {
                            into.resize(k + taken + 1, 0.0);
                        }
                        into[k + taken] += way * here;
                    }
                }
            }
            layers.push(next);
        }
        Self { groups, layers }
    }

    /// The ways by number of hazards.
    fn ways(&self) -> Vec<f64> {
        let last = &self.layers[self.layers.len() - 1];
        last.values().next().cloned().unwrap_or_default()
    }

    fn draw<const W: usize>(&self, mut number: usize, out: &mut SiteSet<W>, dice: &mut Dice) {
        let last = &self.layers[self.layers.len() - 1];
        let Some(mut need) = last.keys().next().cloned() else {
            return;
        };
        for (i, group) in self.groups.iter().enumerate().rev() {
            let before = |taken: usize| {
                let mut need = need.clone();
                for sum in &group.sums {
                    need[*sum] += taken as u16;
                }
                need
            };
            let weights: Vec<f64> = (0..=group.sites.len().min(number))
                .map(|taken| {
                    let ways = self.layers[i].get(&before(taken));
                    let way = ways.and_then(|w| w.get(number - taken));
                    way.copied().unwrap_or(0.0) * choose(group.sites.len(), taken)
                })
                .collect();
            let taken = pick(&weights, dice);
            scatter(&group.sites, taken, out, dice);
            need = before(taken);
            number -= taken;
        }
    }
}

/// Puts a number of hazards on as many of the sites, each choice equally likely.
fn scatter<const W: usize>(sites: &[Site], number: usize, out: &mut SiteSet<W>, dice: &mut Dice) {
    let mut sites = sites.to_vec();
    for i in 0..number.min(sites.len()) {
        let at = i + dice.below((sites.len() - i) as u64) as usize;
        sites.swap(i, at);
        out.insert(sites[i]);
    }
}

impl<const W: usize> Mapped<W> {
    /// How many placements there are.
    pub(super) fn total(&self) -> f64 {
        let last = &self.sums[self.sums.len() - 1];
        last.get(self.left).copied().unwrap_or(0.0)
    }

    /// Draws one of them, each equally likely; `None` when there is none.
    pub(super) fn draw(&self, dice: &mut Dice) -> Option<SiteSet<W>> {
        if self.total() == 0.0 {
            return None;
        }
        let mut out = self.certain;
        let mut left = self.left;
        let before = &self.sums[self.patches.len()];
        let weights: Vec<f64> = (0..=self.rest.len().min(left))
            .map(|k| choose(self.rest.len(), k) * before.get(left - k).copied().unwrap_or(0.0))
            .collect();
        let taken = pick(&weights, dice);
        scatter(&self.rest, taken, &mut out, dice);
        left -= taken;
        for (i, patch) in self.patches.iter().enumerate().rev() {
            let before = &self.sums[i];
            let weights: Vec<f64> = patch
                .ways()
                .iter()
                .take(left + 1)
                .enumerate()
                .map(|(k, way)| way * before.get(left - k).copied().unwrap_or(0.0))
                .collect();
            let taken = pick(&weights, dice);
            patch.draw(taken, &mut out, dice);
            left -= taken;
        }
        Some(out)
    }

    /// All placements, in a fixed order; `None` when there are more than a limit.
    pub(super) fn list(&self, limit: usize) -> Option<Vec<SiteSet<W>>> {
        if self.total() == 0.0 {
            return Some(Vec::new());
        }
        if self.total() > limit as f64 {
            return None;
        }
        // By number of hazards placed, patch after patch; what cannot be completed is dropped at the end.
        let mut all = vec![self.certain];
        for patch in &self.patches {
            let own = patch.list();
            let with = |set: &SiteSet<W>| own.iter().map(|o| *set | *o).collect::<Vec<_>>();
            all = all.iter().flat_map(with).collect();
        }
        let mut out = Vec::new();
        for set in all {
            let placed = set.len() - self.certain.len();
            if let Some(left) = self.left.checked_sub(placed) {
                subsets(&self.rest, left, set, &mut out);
            }
        }
        Some(out)
    }
}

impl Patch {
    fn list<const W: usize>(&self) -> Vec<SiteSet<W>> {
        let last = &self.layers[self.layers.len() - 1];
        let Some(need) = last.keys().next() else {
            return Vec::new();
        };
        let mut all = Vec::new();
        self.list_from(self.groups.len(), need.clone(), SiteSet::EMPTY, &mut all);
        all
    }

    fn list_from<const W: usize>(
        &self,
        done: usize,
        need: Vec<u16>,
        set: SiteSet<W>,
        all: &mut Vec<SiteSet<W>>,
    ) {
        if done == 0 {
            all.push(set);
            return;
        }
        let group = &self.groups[done - 1];
        for taken in 0..=group.sites.len() {
            let mut before = need.clone();
            for sum in &group.sums {
                before[*sum] += taken as u16;
            }
            if self.layers[done - 1].contains_key(&before) {
                let mut sets = Vec::new();
                subsets(&group.sites, taken, set, &mut sets);
                for set in sets {
                    self.list_from(done - 1, before.clone(), set, all);
                }
            }
        }
    }
}

/// A set with every choice of `number` of the sites.
fn subsets<const W: usize>(
    sites: &[Site],
    number: usize,
    set: SiteSet<W>,
    out: &mut Vec<SiteSet<W>>,
) {
    if number == 0 {
        out.push(set);
        return;
    }
    for (i, site) in sites.iter().enumerate() {
        if sites.len() - i < number {
            break;
        }
        subsets(&sites[i + 1..], number - 1, set | SiteSet::of(*site), out);
    }
}
