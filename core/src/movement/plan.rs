//! Plans: the ways of moving of one kind folded together, so that most pieces take a few looks into tables.

use super::lines::Lines;
use super::mover::{Mover, Shape};
use crate::board::Board;
use crate::site::{Site, SiteSet};

/// Sites that must be empty, and where the way over them leads.
type Path<const W: usize> = (SiteSet<W>, SiteSet<W>);

/// Lame leaps by site, one after the other.
#[derive(Clone, Debug, Default)]
struct Paths<const W: usize> {
    list: Vec<Path<W>>,
    /// Where those of each site begin, and where the last end.
    starts: Vec<u32>,
}

impl<const W: usize> Paths<W> {
    fn of(by_site: &[Vec<Path<W>>]) -> Self {
        let list: Vec<Path<W>> = by_site.concat();
        if list.is_empty() {
            return Self::default();
        }
        let mut starts = vec![0];
        for paths in by_site {
            starts.push(starts[starts.len() - 1] + paths.len() as u32);
        }
        Self { list, starts }
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Where any way leads, clear or not.
    fn all(&self, from: Site) -> SiteSet<W> {
        match (
            self.starts.get(from.index()),
            self.starts.get(from.index() + 1),
        ) {
            (Some(start), Some(end)) => {
                let ways = &self.list[*start as usize..*end as usize];
                ways.iter().fold(SiteSet::EMPTY, |all, (_, to)| all | *to)
            }
            _ => SiteSet::EMPTY,
        }
    }

    /// Where the ways that are clear lead.
    #[inline]
    fn open(&self, from: Site, occupied: SiteSet<W>) -> SiteSet<W> {
        let (start, end) = (self.starts[from.index()], self.starts[from.index() + 1]);
        let mut found = SiteSet::EMPTY;
        for (path, to) in &self.list[start as usize..end as usize] {
            if !path.meets(&occupied) {
                found |= *to;
            }
        }
        found
    }
}

/// What most plans come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// Leaps that go and capture.
    Leaps,
    /// Slides that go and capture.
    Slides,
    /// Anything else.
    Mixed,
}

/// The same step of every piece of a kind, which goes as far in index from wherever it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stride<const W: usize> {
    /// How much greater the index is where it ends.
    pub by: i32,
    /// The same for a site on the way that must be empty.
    mid: Option<i32>,
    /// Where it may start.
    from: SiteSet<W>,
    /// Whether it goes to empty sites.
    pub free: bool,
    /// Whether it captures.
    pub hits: bool,
}

impl<const W: usize> Stride<W> {
    /// Where those of the pieces that may make it would end.
    #[inline]
    #[must_use]
    pub fn ends(&self, pieces: SiteSet<W>, empty: SiteSet<W>) -> SiteSet<W> {
        let starting = pieces & self.from;
        match self.mid {
            None => starting.shifted(self.by),
            Some(mid) => (starting.shifted(mid) & empty).shifted(self.by - mid),
        }
    }
}

/// The most strides that are quicker than a look into a table for each piece.
const MOST_STRIDES: usize = 6;

/// All ways of moving of one kind as strides, where they are few and no two of them reach the same.
fn strides<const W: usize>(board: &Board<W>, movers: &[Mover<W>]) -> Vec<Stride<W>> {
    let mut list: Vec<Stride<W>> = Vec::new();
    for mover in movers {
        if mover.just_arrived || mover.not_adjacent || mover.en_passant && mover.moves {
            return Vec::new();
        }
        let mut add = |from: Site, to: Site, mid: Option<Site>| {
            let by = |at: Site| i32::from(at.0) - i32::from(from.0);
            let (by, mid) = (by(to), mid.map(by));
            let known = list
                .iter_mut()
                .find(|s| (s.by, s.mid, s.free, s.hits) == (by, mid, mover.moves, mover.captures));
            match known {
                Some(stride) => stride.from.insert(from),
                None => list.push(Stride {
                    by,
                    mid,
                    from: SiteSet::of(from),
                    free: mover.moves,
                    hits: mover.captures,
                }),
            }
        };
        for from in board.all() & mover.from {
            match &mover.shape {
                Shape::Leap(table) => {
                    for to in table[from.index()] & mover.to {
                        add(from, to, None);
                    }
                }
                Shape::Lame(table) => {
                    for (path, to) in &table[from.index()] {
                        if path.len() != 1 {
                            return Vec::new();
                        }
                        if mover.to.contains(*to) {
                            add(from, *to, path.lowest());
                        }
                    }
                }
                _ => return Vec::new(),
            }
        }
    }
    let clash = |(i, a): (usize, &Stride<W>)| {
        list[..i].iter().any(|b| {
            let modes = a.free && b.free || a.hits && b.hits;
            a.by == b.by && modes && a.from.meets(&b.from)
        })
    };
    if list.len() > MOST_STRIDES || list.iter().enumerate().any(clash) {
        return Vec::new();
    }
    list
}

/// What the ways of moving of one kind, all of one manner, come to.
#[derive(Clone, Debug)]
pub struct Plan<const W: usize> {
    /// The manner of them all.
    pub manner: u8,
    /// Whether some of them captures in passing.
    pub passing: bool,
    /// Leaps that go and capture, by site; empty when there is none. Limits of regions are applied.
    both: Vec<SiteSet<W>>,
    /// Leaps that only go.
    free: Vec<SiteSet<W>>,
    /// Leaps that only capture.
    hits: Vec<SiteSet<W>>,
    /// Slides that go and capture.
    slides: Option<Lines<W>>,
    /// Slides that only go.
    glides: Option<Lines<W>>,
    /// Hops that only capture.
    hops: Option<Lines<W>>,
    /// Lame leaps that go and capture.
    lame: Paths<W>,
    /// Lame leaps that only go.
    paces: Paths<W>,
    /// What it comes to, where that is one thing.
    sort: Sort,
    /// All of it as strides, which serve for the whole board at once; empty where they would not.
    pub strides: Vec<Stride<W>>,
    /// All other ways.
    pub rest: Vec<Mover<W>>,
    /// Where any of those starts.
    pub rest_from: SiteSet<W>,
}

impl<const W: usize> Plan<W> {
    /// Folds the ways of moving of one kind, those of each manner by themselves; none where some capture certain
    /// kinds only.
    #[must_use]
    pub fn compile_all(board: &Board<W>, movers: &[Mover<W>]) -> Vec<Self> {
        if movers.iter().any(|mover| mover.victims != u32::MAX) {
            return Vec::new();
        }
        let mut manners: Vec<u8> = movers.iter().map(|mover| mover.manner).collect();
        manners.sort_unstable();
        manners.dedup();
        let of_manner = |manner: &u8| {
            let movers = movers.iter().filter(|mover| mover.manner == *manner);
            Self::compile(board, *manner, &movers.cloned().collect::<Vec<_>>())
        };
        manners.iter().map(of_manner).collect()
    }

    fn compile(board: &Board<W>, manner: u8, movers: &[Mover<W>]) -> Self {
        let mut lame = vec![Vec::new(); board.len()];
        let mut paces = lame.clone();
        let mut plan = Self {
            manner,
            passing: movers.iter().any(|mover| mover.en_passant),
            both: Vec::new(),
            free: Vec::new(),
            hits: Vec::new(),
            slides: None,
            glides: None,
            hops: None,
            lame: Paths::default(),
            paces: Paths::default(),
            sort: Sort::Mixed,
            strides: strides(board, movers),
            rest: Vec::new(),
            rest_from: SiteSet::EMPTY,
        };
        for mover in movers {
            if !plan.fold(board, mover, &mut lame, &mut paces) {
                plan.rest_from |= mover.from;
                plan.rest.push(mover.clone());
            }
        }
        plan.lame = Paths::of(&lame);
        plan.paces = Paths::of(&paces);
        let others = !plan.free.is_empty()
            || !plan.hits.is_empty()
            || plan.glides.is_some()
            || plan.hops.is_some()
            || !plan.lame.is_empty()
            || !plan.paces.is_empty()
            || !plan.rest.is_empty()
            || plan.passing;
        plan.sort = match (others, plan.both.is_empty(), &plan.slides) {
            (false, false, None) => Sort::Leaps,
            (false, true, Some(_)) => Sort::Slides,
            _ => Sort::Mixed,
        };
        plan
    }

    fn fold(
        &mut self,
        board: &Board<W>,
        mover: &Mover<W>,
        lame: &mut [Vec<Path<W>>],
        paces: &mut [Vec<Path<W>>],
    ) -> bool {
        if mover.just_arrived {
            return false;
        }
        let everywhere =
            mover.from == board.all() && mover.to == board.all() && !mover.not_adjacent;
        let line = |into: &mut Option<Lines<W>>, lines: &Lines<W>| {
            let joined = match into {
                None => Some(lines.clone()),
                Some(known) => known.joined(board, lines),
            };
            let folds = joined.is_some();
            if folds {
                *into = joined;
            }
            folds
        };
        match (&mover.shape, mover.moves, mover.captures) {
            (Shape::Leap(table), moves, captures) => {
                let into = match (moves, captures) {
                    (true, true) => &mut self.both,
                    (true, false) => &mut self.free,
                    (false, _) => &mut self.hits,
                };
                into.resize(board.len(), SiteSet::EMPTY);
                for from in board.all() & mover.from {
                    let mut to = table[from.index()] & mover.to;
                    if mover.not_adjacent {
                        to = to - board.adjacent(from);
                    }
                    if moves || captures {
                        into[from.index()] |= to;
                    }
                }
                true
            }
            (Shape::Lame(table), true, captures) if !mover.not_adjacent => {
                let into = if captures { lame } else { paces };
                for from in board.all() & mover.from {
                    let paths = table[from.index()].iter();
                    let allowed = paths.filter(|(_, to)| mover.to.contains(*to));
                    into[from.index()].extend(allowed.map(|(path, to)| (*path, SiteSet::of(*to))));
                }
                true
            }
            (Shape::Slide(lines), true, true) if everywhere => line(&mut self.slides, lines),
            (Shape::Slide(lines), true, false) if everywhere => line(&mut self.glides, lines),
            (Shape::Hop(lines), false, true) if everywhere => line(&mut self.hops, lines),
            _ => false,
        }
    }

    /// Where a piece may go and what it may capture, but by the ways that are left: `empty` sites and `targets`
    /// that may be taken.
    #[inline]
    #[must_use]
    pub fn reach(
        &self,
        from: Site,
        occupied: SiteSet<W>,
        empty: SiteSet<W>,
        targets: SiteSet<W>,
    ) -> SiteSet<W> {
        let look = |table: &[SiteSet<W>]| table.get(from.index()).copied().unwrap_or_default();
        match (self.sort, &self.slides) {
            (Sort::Leaps, _) => return look(&self.both) & (empty | targets),
            (Sort::Slides, Some(lines)) => {
                return lines.span(from, occupied) & (empty | targets);
            }
            _ => {}
        }
        let mut found = look(&self.both) & (empty | targets);
        found |= look(&self.free) & empty;
        found |= look(&self.hits) & targets;
        if !self.paces.is_empty() {
            found |= self.paces.open(from, occupied) & empty;
        }
        if !self.lame.is_empty() {
            found |= self.lame.open(from, occupied) & (empty | targets);
        }
        if let Some(lines) = &self.slides {
            found |= lines.span(from, occupied) & (empty | targets);
        }
        if let Some(lines) = &self.glides {
            found |= lines.span(from, occupied) & empty;
        }
        if let Some(lines) = &self.hops {
            found |= lines.beyond_one(from, occupied) & targets;
        }
        found
    }
}

impl<const W: usize> Plan<W> {
    /// Where each of some pieces may go and what it may capture, as [`Self::reach`] tells of one.
    #[inline]
    pub fn reach_each(
        &self,
        pieces: SiteSet<W>,
        occupied: SiteSet<W>,
        empty: SiteSet<W>,
        targets: SiteSet<W>,
        mut found: impl FnMut(Site, SiteSet<W>),
    ) {
        // One call for all sorts, so that what is done with each is made part of the loop.
        for at in pieces {
            let to = match (self.sort, &self.slides) {
                (Sort::Leaps, _) => self.both[at.index()] & (empty | targets),
                (Sort::Slides, Some(lines)) => lines.span(at, occupied) & (empty | targets),
                _ => self.reach(at, occupied, empty, targets),
            };
            found(at, to);
        }
    }

    /// The most sites that a piece may reach from any one; `None` where ways are left that tables do not tell.
    fn most(&self, board: &Board<W>) -> Option<usize> {
        let all = |at: Site| {
            let look = |table: &[SiteSet<W>]| table.get(at.index()).copied().unwrap_or_default();
            let lines = [&self.slides, &self.glides];
            let seen = lines.into_iter().flatten().map(|lines| lines.all(at));
            let lame = [&self.lame, &self.paces].map(|paths| paths.all(at));
            let leaps = [&self.both, &self.free, &self.hits].map(|table| look(table));
            let join = |all, more: SiteSet<W>| all | more;
            let tables = seen.chain(lame).chain(leaps).fold(SiteSet::EMPTY, join);
            // Over a piece, only the next one is captured.
            let hops = self.hops.as_ref().map_or(0, |lines| lines.halves(at));
            tables.len() + hops
        };
        self.rest
            .is_empty()
            .then(|| board.all().iter().map(all).max().unwrap_or(0))
    }
}

/// Kinds whose moves are made together.
#[derive(Clone, Debug)]
pub struct Group<const W: usize> {
    /// The kinds, as bits.
    pub kinds: u32,
    /// One of them.
    pub first: usize,
    /// Whether there is no other.
    pub alone: bool,
    /// Whether they are made by strides.
    pub strides: bool,
    /// All other kinds, where those are fewer and no piece that shows its side is of none.
    pub others: Option<u32>,
    /// The most moves that one of these pieces may have; `None` where that is not known from tables.
    pub most: Option<usize>,
    /// The plan of a group that is not made by strides, where it is the only one, tells all ways and leaves no choice.
    pub plan: Option<Plan<W>>,
}

/// Parts kinds into groups; those of `alone` are not put together with others. `backs` says that pieces may show
/// their side and not their kind.
#[must_use]
pub fn groups<const W: usize>(
    board: &Board<W>,
    plans: &[Vec<Plan<W>>],
    movable: u32,
    alone: u32,
    backs: bool,
) -> Vec<Group<W>> {
    let mut list: Vec<Group<W>> = Vec::new();
    for (kind, of_kind) in plans.iter().enumerate() {
        if movable >> kind & 1 == 0 {
            continue;
        }
        let strides = matches!(of_kind.as_slice(), [plan] if !plan.strides.is_empty());
        let same = list.iter_mut().find(|group| {
            let alone = (alone >> kind | alone >> group.first) & 1 != 0;
            let other = &plans[group.first];
            strides
                && !alone
                && group.strides
                && other[0].manner == of_kind[0].manner
                && other[0].strides == of_kind[0].strides
        });
        match same {
            Some(group) => {
                group.kinds |= 1 << kind;
                group.alone = false;
            }
            None => list.push(Group {
                kinds: 1 << kind,
                first: kind,
                alone: true,
                strides,
                others: None,
                plan: match of_kind.as_slice() {
                    [plan] if !strides && alone >> kind & 1 == 0 && plan.rest.is_empty() => {
                        Some(plan.clone())
                    }
                    _ => None,
                },
                most: of_kind
                    .iter()
                    .map(|plan| plan.most(board))
                    .sum::<Option<usize>>()
                    .filter(|most| *most > 0),
            }),
        }
    }
    let all = plans
        .iter()
        .enumerate()
        .fold(0, |bits, (kind, _)| bits | 1 << kind);
    for group in &mut list {
        let others: u32 = all & !group.kinds;
        let fewer = others.count_ones() + 2 < group.kinds.count_ones();
        group.others = (fewer && !backs).then_some(others);
    }
    list
}
