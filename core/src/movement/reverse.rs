//! Threats: movement tables turned round, to ask by what a royal piece is or may come to be attacked.

use super::lines::Lines;
use super::mover::{Mover, Scene, Shape};
use crate::board::Board;
use crate::position::Public;
use crate::site::{Site, SiteSet};

/// How a site may be attacked by one or several kinds in one way.
#[derive(Clone, Debug)]
enum Way<const W: usize> {
    /// From any of the sources.
    Leap,
    /// From a site if the sites between are empty, by attacked site.
    Lame(Vec<Vec<(SiteSet<W>, Site)>>),
    /// From the first piece along a line.
    Slide(Lines<W>),
    /// From the second piece along a line.
    Hop(Lines<W>),
    /// By a walk, followed forwards.
    Walk(Box<Mover<W>>),
}

#[derive(Clone, Debug)]
struct Threat<const W: usize> {
    way: Way<W>,
    /// Attacking kinds, as bits.
    kinds: u32,
    /// Where the set of attacking pieces stands in [`Sources`]; beyond its end where there is no room.
    slot: usize,
    /// For each attacked site, where an attacker may stand at all.
    sources: Vec<SiteSet<W>>,
}

/// How many sets of attacking pieces are worked out at once.
const SLOTS: usize = 8;

/// The pieces that attack in each way, worked out once for a position.
#[derive(Clone, Copy, Debug)]
pub struct Sources<const W: usize> {
    attackers: SiteSet<W>,
    sets: [SiteSet<W>; SLOTS],
}

/// Every way in which one side's pieces attack the royal kind.
#[derive(Clone, Debug)]
pub struct Threats<const W: usize> {
    list: Vec<Threat<W>>,
    slots: Vec<Slot>,
}

/// The kinds of a set of attacking pieces.
#[derive(Clone, Copy, Debug)]
enum Slot {
    /// One or two of the first eight; the same twice for one.
    Pair(u8, u8),
    /// Any, as bits.
    Kinds(u32),
}

impl Slot {
    fn of(kinds: u32) -> Self {
        let (low, high) = (kinds.trailing_zeros(), 31 - kinds.leading_zeros().min(31));
        if kinds.count_ones() <= 2 && low <= high && high < 8 {
            Self::Pair(low as u8, high as u8)
        } else {
            Self::Kinds(kinds)
        }
    }
}

impl<const W: usize> Sources<W> {
    /// None as yet.
    pub(crate) const EMPTY: Self = Self {
        attackers: SiteSet::EMPTY,
        sets: [SiteSet::EMPTY; SLOTS],
    };
}

/// What bears on the safety of a royal piece on its site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pressure<const W: usize> {
    /// The pieces that attack it.
    pub(crate) checkers: SiteSet<W>,
    /// Sites whose becoming empty opens an attack.
    pub(crate) opening: SiteSet<W>,
    /// Sites whose becoming occupied opens an attack (screens).
    pub(crate) screening: SiteSet<W>,
    /// Where any other piece must go to end the check; none where it must be tried out.
    pub(crate) evasions: Option<SiteSet<W>>,
}

impl<const W: usize> Pressure<W> {
    /// Nothing attacks or may come to.
    pub(crate) const NONE: Self = Self {
        checkers: SiteSet::EMPTY,
        opening: SiteSet::EMPTY,
        screening: SiteSet::EMPTY,
        evasions: None,
    };
}

impl<const W: usize> Threats<W> {
    /// Turns the movers of one side round, as far as they take the kind of index `victim`.
    ///
    /// `takes` tells which kinds a piece of a kind removes in a manner, as bits.
    #[must_use]
    pub fn compile(
        board: &Board<W>,
        movers: &[Vec<Mover<W>>],
        victim: usize,
        takes: impl Fn(usize, u8) -> u32,
    ) -> Self {
        let mut list: Vec<Threat<W>> = Vec::new();
        for (kind, of_kind) in movers.iter().enumerate() {
            for mover in of_kind.iter().filter(|m| m.captures) {
                if mover.victims & takes(kind, mover.manner) & 1 << victim == 0 {
                    continue;
                }
                for threat in turn(board, mover, kind) {
                    match list.iter_mut().find(|t| same(t, &threat)) {
                        Some(known) => known.kinds |= threat.kinds,
                        None => list.push(threat),
                    }
                }
            }
        }
        let mut list = join_lines(board, list);
        let mut slots: Vec<u32> = Vec::new();
        for threat in &mut list {
            let known = slots.iter().position(|kinds| *kinds == threat.kinds);
            threat.slot = known.unwrap_or_else(|| {
                slots.push(threat.kinds);
                slots.len() - 1
            });
        }
        slots.truncate(SLOTS);
        let slots = slots.into_iter().map(Slot::of).collect();
        Self { list, slots }
    }

    /// The attackers as they stand, of those at the sites given.
    #[inline(always)]
    #[must_use]
    pub fn sources(&self, public: &Public<W>, attackers: SiteSet<W>) -> Sources<W> {
        let mut sources = Sources::EMPTY;
        self.fill(public, attackers, &mut sources);
        sources
    }

    /// Fills empty sets where they lie: the processor waits where what was just written in small parts is copied in
    /// large ones.
    pub(crate) fn fill(&self, public: &Public<W>, attackers: SiteSet<W>, sources: &mut Sources<W>) {
        sources.attackers = attackers;
        let parted = public.part(attackers);
        for (set, slot) in sources.sets.iter_mut().zip(&self.slots) {
            *set = match slot {
                Slot::Pair(one, other) => parted.one(*one) | parted.one(*other),
                Slot::Kinds(kinds) => parted.kinds(public, *kinds),
            };
        }
    }

    #[inline]
    fn standing(
        &self,
        threat: &Threat<W>,
        public: &Public<W>,
        sources: &Sources<W>,
        site: Site,
    ) -> SiteSet<W> {
        let near = threat.sources[site.index()];
        match sources.sets.get(threat.slot) {
            Some(set) => near & *set,
            None => public.among_kinds(near & sources.attackers, threat.kinds),
        }
    }

    /// The pieces that attack a site, when all of `occupied` blocks.
    #[inline]
    #[must_use]
    pub fn attackers(
        &self,
        board: &Board<W>,
        public: &Public<W>,
        sources: &Sources<W>,
        site: Site,
        occupied: SiteSet<W>,
    ) -> SiteSet<W> {
        let mut found = SiteSet::EMPTY;
        for threat in &self.list {
            let standing = self.standing(threat, public, sources, site);
            if !standing.is_empty() {
                found |= threat.attackers(board, site, standing, occupied);
            }
        }
        found
    }

    /// What bears on a royal piece: who attacks it, and which changes of the board would open an attack. Added where it
    /// lies, as sets are filled.
    #[inline]
    pub(crate) fn press(
        &self,
        board: &Board<W>,
        public: &Public<W>,
        sources: &Sources<W>,
        site: Site,
        out: &mut Pressure<W>,
    ) {
        let occupied = public.occupied();
        let mut evasions = SiteSet::EMPTY;
        let (mut simple, mut ways) = (true, 0);
        for threat in &self.list {
            let standing = self.standing(threat, public, sources, site);
            if standing.is_empty() {
                continue;
            }
            if let Way::Slide(lines) = &threat.way {
                let mut attackers = SiteSet::EMPTY;
                for line in lines.through(site) {
                    if !(line.lower | line.upper).meets(&standing) {
                        continue;
                    }
                    let seen = line.span(occupied);
                    let near = seen & occupied;
                    let behind = (line.span(occupied - near) - seen) & standing;
                    attackers |= seen & standing;
                    for half in [line.lower, line.upper] {
                        if behind.meets(&half) {
                            out.opening |= near & half;
                        }
                        // Between them and onto the attacker; with one checker it is on one side alone.
                        if (seen & half).meets(&standing) {
                            evasions |= seen & half;
                        }
                    }
                }
                out.checkers |= attackers;
                ways += u32::from(!attackers.is_empty());
                continue;
            }
            let attackers = threat.attackers(board, site, standing, occupied);
            out.checkers |= attackers;
            // A piece that attacks in two ways at once is not stopped by standing in one of them.
            ways += u32::from(!attackers.is_empty());
            match &threat.way {
                Way::Leap => evasions |= attackers,
                Way::Slide(_) => {}
                Way::Lame(table) => {
                    simple &= attackers.is_empty();
                    for (path, from) in &table[site.index()] {
                        let blockers = *path & occupied;
                        if standing.contains(*from) && blockers.len() == 1 {
                            out.opening |= blockers;
                        }
                    }
                }
                Way::Hop(lines) => {
                    simple &= attackers.is_empty();
                    for line in lines.through(site) {
                        // One piece between attacks; with none a second may come, of two one may go.
                        let first = line.span(occupied);
                        let near = first & occupied;
                        let second = line.span(occupied - near);
                        let both = second & occupied;
                        let third = line.span(occupied - both);
                        for half in [line.lower, line.upper] {
                            if (first & half).meets(&standing) {
                                out.screening |= (first & half) - occupied;
                            }
                            if ((third - second) & half).meets(&standing) {
                                out.opening |= both & half;
                            }
                        }
                    }
                }
                Way::Walk(_) => {
                    simple = false;
                    out.opening = board.all();
                    out.screening = board.all();
                }
            }
        }
        out.evasions = (simple && ways == 1 && out.checkers.len() == 1).then_some(evasions);
    }
}

impl<const W: usize> Threat<W> {
    /// Those of the standing pieces that attack a site.
    #[inline]
    fn attackers(
        &self,
        board: &Board<W>,
        site: Site,
        standing: SiteSet<W>,
        occupied: SiteSet<W>,
    ) -> SiteSet<W> {
        match &self.way {
            Way::Leap => standing,
            Way::Slide(lines) => lines.span(site, occupied) & standing,
            Way::Hop(lines) => lines.beyond_one(site, occupied) & standing,
            Way::Lame(table) => {
                let mut found = SiteSet::EMPTY;
                for (path, from) in &table[site.index()] {
                    if standing.contains(*from) && !path.meets(&occupied) {
                        found.insert(*from);
                    }
                }
                found
            }
            Way::Walk(mover) => {
                let mut scene = Scene { occupied };
                scene.occupied.insert(site);
                let reaches = |from: &Site| mover.reach(board, *from, &scene).1.contains(site);
                standing.iter().filter(reaches).collect()
            }
        }
    }
}

fn same<const W: usize>(a: &Threat<W>, b: &Threat<W>) -> bool {
    let way = match (&a.way, &b.way) {
        (Way::Slide(a), Way::Slide(b)) | (Way::Hop(a), Way::Hop(b)) => a == b,
        (Way::Leap, Way::Leap) => true,
        _ => false,
    };
    way && a.sources == b.sources
}

/// Makes one threat of lines that the same kinds attack along.
fn join_lines<const W: usize>(board: &Board<W>, list: Vec<Threat<W>>) -> Vec<Threat<W>> {
    let mut out: Vec<Threat<W>> = Vec::new();
    for threat in list {
        let joined = out.iter_mut().any(|known| {
            if known.kinds != threat.kinds {
                return false;
            }
            let lines = match (&known.way, &threat.way) {
                (Way::Slide(a), Way::Slide(b)) => a.joined(board, b).map(Way::Slide),
                (Way::Hop(a), Way::Hop(b)) => a.joined(board, b).map(Way::Hop),
                _ => None,
            };
            let Some(way) = lines else {
                return false;
            };
            known.way = way;
            for (all, more) in known.sources.iter_mut().zip(&threat.sources) {
                *all |= *more;
            }
            true
        });
        if !joined {
            out.push(threat);
        }
    }
    out
}

fn turn<const W: usize>(board: &Board<W>, mover: &Mover<W>, kind: usize) -> Vec<Threat<W>> {
    let threat = |way: Way<W>, reach: &dyn Fn(Site) -> SiteSet<W>| {
        let allowed = |site: Site| {
            let mut from = reach(site) & mover.from;
            if mover.not_adjacent {
                from = from - board.adjacent(site);
            }
            if mover.to.contains(site) {
                from
            } else {
                SiteSet::EMPTY
            }
        };
        Threat {
            way,
            kinds: 1 << kind,
            slot: 0,
            sources: board.all().iter().map(allowed).collect(),
        }
    };
    match &mover.shape {
        Shape::Leap(table) => {
            let mut reverse = vec![SiteSet::EMPTY; board.len()];
            for from in board.all() {
                for to in table[from.index()] {
                    reverse[to.index()].insert(from);
                }
            }
            vec![threat(Way::Leap, &|site| reverse[site.index()])]
        }
        Shape::Lame(table) => {
            let mut reverse = vec![Vec::new(); board.len()];
            let mut from_all = vec![SiteSet::EMPTY; board.len()];
            for from in board.all() {
                for (path, to) in &table[from.index()] {
                    reverse[to.index()].push((*path, from));
                    from_all[to.index()].insert(from);
                }
            }
            vec![threat(Way::Lame(reverse), &|site| from_all[site.index()])]
        }
        Shape::Slide(lines) => lines
            .reversed(board)
            .into_iter()
            .map(|line| threat(Way::Slide(line.clone()), &|site| line.all(site)))
            .collect(),
        Shape::Hop(lines) => lines
            .reversed(board)
            .into_iter()
            .map(|line| threat(Way::Hop(line.clone()), &|site| line.all(site)))
            .collect(),
        Shape::Walk { .. } => {
            let all = board.all();
            vec![threat(Way::Walk(Box::new(mover.clone())), &|_| all)]
        }
    }
}
