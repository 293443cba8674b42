//! Threats: movement tables turned round, to ask whether a site is attacked.

use super::mover::{Mover, Ray, Scene, Shape};
use crate::board::Board;
use crate::piece::Cell;
use crate::site::{Site, SiteSet};

/// How a site may be attacked by one or several kinds in one way.
#[derive(Clone, Debug)]
pub enum Reverse<const W: usize> {
    /// From any of the sites, by attacked site.
    Leap(Vec<SiteSet<W>>),
    /// From a site if the sites between are empty, by attacked site.
    Lame(Vec<Vec<(SiteSet<W>, Site)>>),
    /// From the first piece along a ray.
    Slide(Ray<W>),
    /// From the second piece along a ray.
    Hop(Ray<W>),
    /// By a walk, followed forwards.
    Walk(Mover<W>),
}

#[derive(Clone, Debug)]
struct Threat<const W: usize> {
    way: Reverse<W>,
    /// Attacking kinds, as bits.
    kinds: u32,
    from: SiteSet<W>,
    to: SiteSet<W>,
    victims: u32,
    not_adjacent: bool,
}

/// Every way in which one side's pieces attack sites.
#[derive(Clone, Debug)]
pub struct Threats<const W: usize> {
    list: Vec<Threat<W>>,
    /// For each site, the sites whose becoming empty may open an attack on it.
    pub opening: Vec<SiteSet<W>>,
    /// For each site, the sites whose becoming occupied may open an attack on it (screens).
    pub screening: Vec<SiteSet<W>>,
    walks: bool,
}

impl<const W: usize> Threats<W> {
    /// Turns the movers of one side round.
    ///
    /// `takes` tells which kinds a piece of a kind removes in a manner, as bits.
    #[must_use]
    pub fn compile(
        board: &Board<W>,
        movers: &[Vec<Mover<W>>],
        takes: impl Fn(usize, u8) -> u32,
    ) -> Self {
        let mut list: Vec<Threat<W>> = Vec::new();
        let mut walks = false;
        for (kind, of_kind) in movers.iter().enumerate() {
            for mover in of_kind.iter().filter(|m| m.captures) {
                let victims = mover.victims & takes(kind, mover.manner);
                for way in turn(board, mover) {
                    walks |= matches!(way, Reverse::Walk(_));
                    let same = list.iter_mut().find(|t| {
                        let limits = t.from == mover.from
                            && t.to == mover.to
                            && t.victims == victims
                            && t.not_adjacent == mover.not_adjacent;
                        limits && same_ray(&t.way, &way)
                    });
                    match same {
                        Some(threat) => threat.kinds |= 1 << kind,
                        None => list.push(Threat {
                            way,
                            kinds: 1 << kind,
                            from: mover.from,
                            to: mover.to,
                            victims,
                            not_adjacent: mover.not_adjacent,
                        }),
                    }
                }
            }
        }
        let (mut opening, mut screening) = (Vec::new(), Vec::new());
        for site in board.all() {
            let (mut open, mut screen) = (SiteSet::EMPTY, SiteSet::EMPTY);
            for threat in &list {
                match &threat.way {
                    Reverse::Leap(_) => {}
                    Reverse::Lame(table) => {
                        for (path, _) in &table[site.index()] {
                            open |= *path;
                        }
                    }
                    Reverse::Slide(ray) => open |= ray.reach[site.index()],
                    Reverse::Hop(ray) => {
                        open |= ray.reach[site.index()];
                        screen |= ray.reach[site.index()];
                    }
                    Reverse::Walk(_) => open = board.all(),
                }
            }
            opening.push(open);
            screening.push(screen);
        }
        Self {
            list,
            opening,
            screening,
            walks,
        }
    }

    /// Whether any piece of `attackers` attacks `site`, where a piece of kind `victim` stands or would stand.
    ///
    /// `look` tells what stands on a site; `occupied` is everything that blocks.
    #[must_use]
    pub fn attacked(
        &self,
        board: &Board<W>,
        site: Site,
        victim: usize,
        attackers: SiteSet<W>,
        occupied: SiteSet<W>,
        look: impl Fn(Site) -> Cell,
    ) -> bool {
        let hits = |threat: &Threat<W>, from: Site| {
            attackers.contains(from)
                && threat.kinds >> look(from).kind_index() & 1 != 0
                && threat.from.contains(from)
                && !(threat.not_adjacent && board.adjacent(from).contains(site))
        };
        self.list.iter().any(|threat| {
            if threat.victims >> victim & 1 == 0 || !threat.to.contains(site) {
                return false;
            }
            match &threat.way {
                Reverse::Leap(table) => (table[site.index()] & attackers)
                    .iter()
                    .any(|from| hits(threat, from)),
                Reverse::Lame(table) => table[site.index()]
                    .iter()
                    .any(|(path, from)| hits(threat, *from) && !path.meets(&occupied)),
                Reverse::Slide(ray) => ray
                    .nearest(ray.reach[site.index()] & occupied)
                    .is_some_and(|from| hits(threat, from)),
                Reverse::Hop(ray) => {
                    let reach = ray.reach[site.index()] & occupied;
                    ray.nearest(reach)
                        .and_then(|screen| ray.nearest(reach & ray.beyond[screen.index()]))
                        .is_some_and(|from| hits(threat, from))
                }
                Reverse::Walk(mover) => {
                    let mut scene = Scene { occupied };
                    scene.occupied.insert(site);
                    attackers.iter().any(|from| {
                        hits(threat, from) && mover.reach(board, from, &scene).1.contains(site)
                    })
                }
            }
        })
    }

    /// Whether some attack goes along edges, so that any change may open one.
    #[must_use]
    pub fn has_walks(&self) -> bool {
        self.walks
    }
}

fn same_ray<const W: usize>(a: &Reverse<W>, b: &Reverse<W>) -> bool {
    match (a, b) {
        (Reverse::Slide(a), Reverse::Slide(b)) | (Reverse::Hop(a), Reverse::Hop(b)) => {
            a.step == b.step && a.reach == b.reach
        }
        (Reverse::Leap(a), Reverse::Leap(b)) => a == b,
        _ => false,
    }
}

fn turn<const W: usize>(board: &Board<W>, mover: &Mover<W>) -> Vec<Reverse<W>> {
    let back = |rays: &[Ray<W>]| -> Vec<Ray<W>> {
        rays.iter()
            .map(|ray| {
                let limit = ray.reach.iter().map(SiteSet::len).max().unwrap_or(0);
                let longest = ray.beyond.iter().map(SiteSet::len).max().unwrap_or(0);
                let limit = if limit == longest { 0 } else { limit as u8 };
                Ray::follow(board, (-ray.step.0, -ray.step.1), limit)
            })
            .collect()
    };
    match &mover.shape {
        Shape::Leap(table) => {
            let mut reverse = vec![SiteSet::EMPTY; board.len()];
            for from in board.all() {
                for to in table[from.index()] {
                    reverse[to.index()].insert(from);
                }
            }
            vec![Reverse::Leap(reverse)]
        }
        Shape::Lame(table) => {
            let mut reverse = vec![Vec::new(); board.len()];
            for from in board.all() {
                for (path, to) in &table[from.index()] {
                    reverse[to.index()].push((*path, from));
                }
            }
            vec![Reverse::Lame(reverse)]
        }
        Shape::Slide(rays) => back(rays).into_iter().map(Reverse::Slide).collect(),
        Shape::Hop(rays) => back(rays).into_iter().map(Reverse::Hop).collect(),
        Shape::Walk { .. } => vec![Reverse::Walk(mover.clone())],
    }
}
