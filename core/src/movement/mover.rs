//! Movers: one way of moving each, compiled for one side.

use std::collections::HashMap;

use super::betza::{self, BetzaError, Hop, Mode};
use super::lines::Lines;
use crate::board::{Board, BoardError, Step};
use crate::clause::{ClauseId, Clauses};
use crate::piece::{MAX_KINDS, Side};
use crate::site::{Site, SiteSet};
use crate::spec::{KindSpec, MoveSpec, Spec};

/// What is wrong with a way of moving.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoverError {
    /// The notation is wrong.
    #[error(transparent)]
    Betza(#[from] BetzaError),
    /// A name is not known.
    #[error("{what} `{name}` is not defined")]
    Unknown {
        /// What sort of name.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A region or site is wrong.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// An `i` atom without a region.
    #[error("`i` needs `initial = REGION`, where the piece must stand")]
    NoInitial,
    /// Lame riders.
    #[error("`n` with more than one step is not supported")]
    LameRider,
    /// More manners than fit.
    #[error("a variant has at most 4 manners")]
    Manners,
}

/// How a mover gets about.
#[derive(Clone, Debug)]
pub enum Shape<const W: usize> {
    /// Straight to any of the sites, by starting site.
    Leap(Vec<SiteSet<W>>),
    /// To a site if the sites between are empty, by starting site.
    Lame(Vec<Vec<(SiteSet<W>, Site)>>),
    /// Along lines until blocked.
    Slide(Lines<W>),
    /// Along lines, landing beyond exactly one piece.
    Hop(Lines<W>),
    /// Along edges over empty sites.
    Walk {
        /// The edge class; `None` for any.
        class: Option<u8>,
        /// Keeps its direction.
        straight: bool,
        /// The most steps; 0 without limit.
        limit: u8,
    },
}

/// One way of moving, for one side.
#[derive(Clone, Debug)]
pub struct Mover<const W: usize> {
    /// How it gets about.
    pub shape: Shape<W>,
    /// Whether it may go to empty sites.
    pub moves: bool,
    /// Whether it may capture.
    pub captures: bool,
    /// Whether it may capture in passing.
    pub en_passant: bool,
    /// Whether it is a first step, which a capture in passing may answer.
    pub initial: bool,
    /// The manner, by index.
    pub manner: u8,
    /// Where it may start.
    pub from: SiteSet<W>,
    /// Where it may land.
    pub to: SiteSet<W>,
    /// Which kinds it may capture, as bits.
    pub victims: u32,
    /// Whether it may not land on an adjacent site.
    pub not_adjacent: bool,
    /// Whether the piece must have arrived with this seat's last action.
    pub just_arrived: bool,
    /// The clause of this way of moving.
    pub clause: ClauseId,
}

/// What blocks and what can be captured, as the mover's side sees it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<const W: usize> {
    /// Every occupied site.
    pub occupied: SiteSet<W>,
}

impl<const W: usize> Mover<W> {
    /// Sites it reaches from `from`: empty ones it may go to, and occupied ones it may hit, own pieces included.
    ///
    /// Region limits are applied; what stands on the hit sites is for the caller to judge.
    #[inline]
    #[must_use]
    pub fn reach(
        &self,
        board: &Board<W>,
        from: Site,
        scene: &Scene<W>,
    ) -> (SiteSet<W>, SiteSet<W>) {
        if !self.from.contains(from) {
            return (SiteSet::EMPTY, SiteSet::EMPTY);
        }
        let occupied = scene.occupied;
        let (mut free, mut hit);
        match &self.shape {
            Shape::Leap(table) => {
                free = table[from.index()] - occupied;
                hit = table[from.index()] & occupied;
            }
            Shape::Lame(table) => {
                let mut all = SiteSet::EMPTY;
                for (path, to) in &table[from.index()] {
                    if !path.meets(&occupied) {
                        all.insert(*to);
                    }
                }
                free = all - occupied;
                hit = all & occupied;
            }
            Shape::Slide(lines) => {
                let all = lines.span(from, occupied);
                free = all - occupied;
                hit = all & occupied;
            }
            Shape::Hop(lines) => {
                let all = lines.beyond_one(from, occupied);
                free = all - occupied;
                hit = all & occupied;
            }
            Shape::Walk {
                class,
                straight,
                limit,
            } => {
                (free, hit) = walk(board, from, occupied, *class, *straight, *limit);
            }
        }
        free = if self.moves {
            free & self.to
        } else {
            SiteSet::EMPTY
        };
        hit = if self.captures {
            hit & self.to
        } else {
            SiteSet::EMPTY
        };
        if self.not_adjacent {
            free = free - board.adjacent(from);
            hit = hit - board.adjacent(from);
        }
        (free, hit)
    }
}

fn walk<const W: usize>(
    board: &Board<W>,
    from: Site,
    occupied: SiteSet<W>,
    class: Option<u8>,
    straight: bool,
    limit: u8,
) -> (SiteSet<W>, SiteSet<W>) {
    let fits = |c: u8| class.is_none_or(|wanted| wanted == c);
    let most = if limit == 0 {
        usize::MAX
    } else {
        usize::from(limit)
    };
    let (mut free, mut hit) = (SiteSet::EMPTY, SiteSet::EMPTY);
    if straight {
        for first in board.edges(from).iter().filter(|e| fits(e.class)) {
            let mut at = first.to;
            let mut steps = 1;
            loop {
                if occupied.contains(at) {
                    hit.insert(at);
                    break;
                }
                if at == from || free.contains(at) && steps > board.len() {
                    break;
                }
                free.insert(at);
                if steps == most {
                    break;
                }
                let Some(next) = board
                    .edges(at)
                    .iter()
                    .find(|e| fits(e.class) && e.step == first.step)
                else {
                    break;
                };
                at = next.to;
                steps += 1;
            }
        }
    } else {
        let mut frontier = SiteSet::<W>::of(from);
        let mut steps = 0;
        while !frontier.is_empty() && steps < most {
            let mut next = SiteSet::EMPTY;
            for at in frontier {
                for edge in board.edges(at).iter().filter(|e| fits(e.class)) {
                    if occupied.contains(edge.to) {
                        hit.insert(edge.to);
                    } else if !free.contains(edge.to) {
                        free.insert(edge.to);
                        next.insert(edge.to);
                    }
                }
            }
            frontier = next;
            steps += 1;
        }
        hit.remove(from);
        free.remove(from);
    }
    (free, hit)
}

/// Compiles all ways of moving: by side, then kind.
///
/// # Errors
/// Everything that is wrong, each with the key it stands under.
#[allow(clippy::type_complexity)]
pub fn compile_moves<const W: usize>(
    spec: &Spec,
    board: &Board<W>,
    clauses: &mut Clauses,
) -> Result<[Vec<Vec<Mover<W>>>; 2], Vec<(String, MoverError)>> {
    let mut wrong = Vec::new();
    if spec.manners.len() > 4 {
        wrong.push(("manners".to_owned(), MoverError::Manners));
    }
    let kinds: HashMap<&str, usize> = spec
        .kinds
        .iter()
        .enumerate()
        .map(|(i, k)| (k.name.as_str(), i))
        .collect();
    let mut sides = [Vec::new(), Vec::new()];
    for side in Side::BOTH {
        for kind in spec.kinds.iter().take(MAX_KINDS) {
            let mut movers = Vec::new();
            for (i, one) in kind.moves.iter().enumerate() {
                match compile_one(spec, board, clauses, &kinds, kind, one, side) {
                    Ok(more) => movers.extend(more),
                    Err(error) if side.0 == 0 => {
                        wrong.push((format!("kinds.{}.moves[{i}]", kind.name), error))
                    }
                    Err(_) => {}
                }
            }
            sides[side.index()].push(movers);
        }
    }
    if wrong.is_empty() {
        Ok(sides)
    } else {
        Err(wrong)
    }
}

/// Compiles a way of moving that belongs to no kind.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn compile_way<const W: usize>(
    spec: &Spec,
    board: &Board<W>,
    clauses: &mut Clauses,
    way: &MoveSpec,
    side: Side,
) -> Result<Vec<Mover<W>>, MoverError> {
    let (kinds, kind) = (HashMap::new(), KindSpec::default());
    compile_one(spec, board, clauses, &kinds, &kind, way, side)
}

fn compile_one<const W: usize>(
    spec: &Spec,
    board: &Board<W>,
    clauses: &mut Clauses,
    kinds: &HashMap<&str, usize>,
    kind: &KindSpec,
    one: &MoveSpec,
    side: Side,
) -> Result<Vec<Mover<W>>, MoverError> {
    let region = |name: &Option<String>| -> Result<SiteSet<W>, MoverError> {
        Ok(match name {
            Some(name) => board.region(name)?[side.index()],
            None => board.all(),
        })
    };
    let manner = if one.manner.is_empty() {
        0
    } else {
        let known = spec.manners.iter().position(|m| *m == one.manner);
        known.ok_or_else(|| MoverError::Unknown {
            what: "manner",
            name: one.manner.clone(),
        })? as u8
    };
    let mut victims = u32::MAX;
    if !one.victims.is_empty() {
        victims = 0;
        for name in &one.victims {
            let known = kinds.get(name.as_str());
            victims |= 1
                << known.ok_or_else(|| MoverError::Unknown {
                    what: "kind",
                    name: name.clone(),
                })?;
        }
    }
    let own = if one.clause.is_empty() {
        &kind.clause
    } else {
        &one.clause
    };
    let clause = clauses.intern(if own.is_empty() {
        &spec.clauses.movement
    } else {
        own
    });
    let base = Mover {
        shape: Shape::Leap(Vec::new()),
        moves: true,
        captures: true,
        en_passant: false,
        initial: false,
        manner,
        from: region(&one.from)?,
        to: region(&one.to)?,
        victims,
        not_adjacent: one.not_adjacent,
        just_arrived: one.just_arrived,
        clause,
    };
    if let Some(walk) = &one.walk {
        let class = if walk.class.is_empty() {
            None
        } else {
            let known = board.classes().iter().position(|c| *c == walk.class);
            Some(known.ok_or_else(|| MoverError::Unknown {
                what: "edge class",
                name: walk.class.clone(),
            })? as u8)
        };
        let shape = Shape::Walk {
            class,
            straight: walk.straight,
            limit: walk.limit,
        };
        return Ok(vec![Mover { shape, ..base }]);
    }
    let down = spec.sides[side.index()].down;
    let turned = |(dx, dy): Step| if down { (-dx, -dy) } else { (dx, dy) };
    let mut movers = Vec::new();
    for atom in betza::parse(&one.betza)? {
        let steps: Vec<Step> = atom.leaps.iter().map(|&s| turned(s)).collect();
        let shape = match (atom.hop, atom.reach) {
            (Hop::None, 1) => Shape::Leap(leap_table(board, &steps)),
            (Hop::None, limit) => Shape::Slide(Lines::compile(board, &steps, limit)),
            (Hop::OverOne, limit) => Shape::Hop(Lines::compile(board, &steps, limit)),
            (Hop::Lame, 1) => Shape::Lame(lame_table(board, &steps)),
            (Hop::Lame, _) => return Err(MoverError::LameRider),
        };
        let mut from = base.from;
        if atom.initial {
            let name = one.initial.as_ref().ok_or(MoverError::NoInitial)?;
            from &= board.region(name)?[side.index()];
        }
        movers.push(Mover {
            shape,
            moves: atom.mode != Mode::Capture,
            captures: atom.mode != Mode::Move,
            en_passant: atom.en_passant,
            initial: atom.initial,
            from,
            // "Just arrived" restricts first steps alone.
            just_arrived: one.just_arrived && atom.initial,
            ..base.clone()
        });
    }
    Ok(movers)
}

fn leap_table<const W: usize>(board: &Board<W>, steps: &[Step]) -> Vec<SiteSet<W>> {
    board
        .all()
        .iter()
        .map(|s| {
            steps
                .iter()
                .filter_map(|&step| board.step(s, step))
                .collect()
        })
        .collect()
}

/// The sites that a lame leap passes: the middle ones of a straight leap, the leg of an oblique one.
fn passed((dx, dy): Step) -> Vec<Step> {
    let n = dx.abs().max(dy.abs());
    if dx == 0 || dy == 0 || dx.abs() == dy.abs() {
        (1..n).map(|i| (dx.signum() * i, dy.signum() * i)).collect()
    } else if dx.abs() > dy.abs() {
        (1..=dx.abs() - dy.abs())
            .map(|i| (dx.signum() * i, 0))
            .collect()
    } else {
        (1..=dy.abs() - dx.abs())
            .map(|i| (0, dy.signum() * i))
            .collect()
    }
}

fn lame_table<const W: usize>(board: &Board<W>, steps: &[Step]) -> Vec<Vec<(SiteSet<W>, Site)>> {
    let from = |site: Site| {
        let to = |&step: &Step| {
            let target = board.step(site, step)?;
            let path = passed(step)
                .into_iter()
                .filter_map(|p| board.step(site, p))
                .collect();
            Some((path, target))
        };
        steps.iter().filter_map(to).collect()
    };
    board.all().iter().map(from).collect()
}
