//! What pieces are worth, computed for any variant from how they move, what they may capture and what their loss ends.

use crate::board::Board;
use crate::movement::{Mover, Scene};
use crate::piece::{Kind, Piece, Seat, Side};
use crate::position::{Position, Public};
use crate::rules::capture::CaptureRule;
use crate::rules::ending::Ending;
use crate::rules::promotion::PromotionRule;
use crate::site::{Site, SiteSet};
use crate::spec::{EndThen, EndWhen, HiddenTarget, KindSpec, Spec, Verdict};
use crate::tables::Tables;

/// The mean worth of a piece of the set.
const MEAN: f64 = 100.0;
/// How many boards pieces are put on to see how far they reach.
const BOARDS: u64 = 4;
/// Of ten sites how many are occupied on them.
const OCCUPIED_IN_TEN: u64 = 3;
/// How often worth is computed from the worth of what may be captured.
const ROUNDS: usize = 4;
/// How often manners may be told apart.
const MANNERS: usize = 4;

/// What pieces are worth, and what meetings gain.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// By kind, what a piece left adds to its side; nothing for pieces that are there until the game ends.
    pub of_kind: Vec<i32>,
    /// By side, kind and site, what being so near to a goal adds to a piece; empty where there is no goal.
    near: [Vec<Vec<i32>>; 2],
    /// By manner, attacker and defender, what an attack on a visible piece gains its side.
    gains: Vec<i32>,
    /// By manner and attacker, what an attack on an unknown piece gains on average.
    blind: Vec<i32>,
    kinds: usize,
    /// Whether pieces tell who is ahead: some piece may capture.
    pub material: bool,
    /// Whether a side loses the game with one piece that can be taken.
    pub decisive: bool,
    /// How many captures win, where that is so.
    pub captures: Option<u32>,
}

impl Values {
    pub(crate) fn compile<const W: usize>(
        spec: &Spec,
        board: &Board<W>,
        movers: &[Vec<Vec<Mover<W>>>; 2],
        capture: &CaptureRule<W>,
        promotion: Option<&PromotionRule<W>>,
        endings: &[Ending<W>],
        royal: Option<Kind>,
    ) -> Self {
        let kinds = spec.kinds.len();
        let share = shares(spec);
        let reach: Vec<Reach> = movers[0].iter().map(|m| Reach::of(board, m)).collect();
        let manners = spec.manners.len().clamp(1, MANNERS);
        let takes = |manner: usize, a: usize, d: usize| -> f64 {
            let clash = capture.open.get(manner as u8, Kind(a as u8), Kind(d as u8));
            match clash.verdict {
                Verdict::Take => 1.0,
                Verdict::Both => 0.5,
                Verdict::Lost => -0.5,
                Verdict::Stay | Verdict::Refuse => 0.0,
            }
        };
        let mut worth = vec![1.0f64; kinds];
        for _ in 0..ROUNDS {
            let mean: f64 = worth.iter().zip(&share).map(|(w, s)| w * s).sum();
            let next = (0..kinds).map(|a| {
                let hits: f64 = (0..manners)
                    .map(|manner| {
                        let prey: f64 = (0..kinds)
                            .map(|d| share[d] * takes(manner, a, d).max(0.0) * worth[d])
                            .sum();
                        reach[a].hits[manner] * prey / mean.max(1e-9)
                    })
                    .sum();
                // What few may take stays longer.
                let danger: f64 = (0..kinds)
                    .map(|b| {
                        let hit = reach[b].hits.iter().enumerate().take(manners);
                        let worst = hit
                            .filter(|(_, n)| **n > 0.0)
                            .map(|(manner, _)| takes(manner, b, a).max(0.0))
                            .fold(0.0, f64::max);
                        share[b] * worst
                    })
                    .sum();
                (reach[a].free + 2.0 * hits) * (1.5 - danger) + 0.1
            });
            worth = next.collect();
        }
        let mean: f64 = worth.iter().zip(&share).map(|(w, s)| w * s).sum();
        let scale = MEAN / mean.max(1e-9);
        let mut of_kind: Vec<i32> = worth.iter().map(|w| (w * scale).round() as i32).collect();
        // What is there until the game ends says nothing of who is ahead; to take it is worth more than all else.
        let most: i32 = of_kind.iter().sum::<i32>().max(8 * MEAN as i32);
        let mut prizes = of_kind.clone();
        let decisive = |kind: &KindSpec| {
            let loses = |e: &Ending<W>| {
                e.then == EndThen::Loses && e.when == EndWhen::Lost(kind.name.clone())
            };
            endings.iter().any(loses)
        };
        for (i, kind) in spec.kinds.iter().enumerate() {
            if decisive(kind) || royal == Some(Kind(i as u8)) {
                of_kind[i] = 0;
                prizes[i] = most;
            }
        }
        let gain = |manner: usize, a: usize, d: usize, dark: bool| {
            let table = if dark { &capture.dark } else { &capture.open };
            let clash = table.get(manner as u8, Kind(a as u8), Kind(d as u8));
            match clash.verdict {
                Verdict::Take => prizes[d],
                Verdict::Both => prizes[d] - prizes[a],
                Verdict::Lost => -prizes[a],
                Verdict::Stay | Verdict::Refuse => 0,
            }
        };
        let mut gains = Vec::with_capacity(manners * kinds * kinds);
        let mut blind = Vec::with_capacity(manners * kinds);
        for manner in 0..manners {
            for a in 0..kinds {
                gains.extend((0..kinds).map(|d| gain(manner, a, d, false)));
                let mean = |dark: bool| -> f64 {
                    let of = |d: usize| share[d] * f64::from(gain(manner, a, d, dark));
                    (0..kinds).map(of).sum()
                };
                blind.push(match spec.capture.hidden {
                    HiddenTarget::Refuse => 0,
                    HiddenTarget::Take => MEAN as i32,
                    HiddenTarget::Reveal => mean(true) as i32,
                    HiddenTarget::Secret => mean(false) as i32,
                });
            }
        }
        let captures = endings.iter().find_map(|ending| match ending.when {
            EndWhen::Captured(count) => Some(count),
            _ => None,
        });
        let material = movers[0].iter().flatten().any(|m| m.captures);
        let mut goals: Vec<(u32, [SiteSet<W>; 2], i32)> = Vec::new();
        if let Some(rule) = promotion {
            let best = rule.into.iter().map(|k| of_kind[k.index()]).max();
            goals.push((rule.kinds, rule.region, best.unwrap_or(0)));
        }
        for ending in endings {
            if let (EndWhen::Reached(name, region), EndThen::Wins) = (&ending.when, ending.then)
                && let Some(kind) = spec.kinds.iter().position(|k| k.name == *name)
                && let Ok(region) = board.region(region)
            {
                goals.push((1 << kind, region, most));
            }
        }
        let near = |side: usize, kind: usize| {
            let mut near = Vec::new();
            for (kinds, region, worth) in &goals {
                if kinds >> kind & 1 != 0 {
                    let gain = f64::from((worth - of_kind[kind]).max(0));
                    let steps = steps(board, &movers[side][kind], region[side]);
                    near.resize(board.len(), 0);
                    for (near, steps) in near.iter_mut().zip(steps) {
                        *near += (gain * nearness(steps)) as i32;
                    }
                }
            }
            near
        };
        let near = [0, 1].map(|side| (0..kinds).map(|kind| near(side, kind)).collect());
        Self {
            of_kind,
            near,
            gains,
            blind,
            kinds,
            material,
            decisive: spec.kinds.iter().any(decisive),
            captures,
        }
    }

    /// What attacking a visible piece gains.
    #[inline]
    pub(super) fn gain(&self, manner: u8, attacker: Kind, defender: Kind) -> i32 {
        let at = (usize::from(manner) * self.kinds + attacker.index()) * self.kinds;
        self.gains.get(at + defender.index()).copied().unwrap_or(0)
    }

    /// What attacking an unknown piece gains on average.
    #[inline]
    pub(super) fn blind(&self, manner: u8, attacker: Kind) -> i32 {
        let at = usize::from(manner) * self.kinds + attacker.index();
        self.blind.get(at).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn kind(&self, kind: Kind) -> i32 {
        self.of_kind.get(kind.index()).copied().unwrap_or(0)
    }
}

/// Which part of the set each kind makes up.
fn shares(spec: &Spec) -> Vec<f64> {
    let mut counts: Vec<f64> = spec.kinds.iter().map(|k| f64::from(k.count)).collect();
    if counts.iter().all(|n| *n == 0.0) {
        for letter in spec.setup.start.chars() {
            if let Some(piece) = spec.piece_of_letter(letter)
                && let Some(count) = counts.get_mut(piece.kind.index())
            {
                *count += 1.0;
            }
        }
    }
    let all: f64 = counts.iter().sum();
    if all == 0.0 {
        return vec![1.0 / counts.len().max(1) as f64; counts.len()];
    }
    counts.iter().map(|n| n / all).collect()
}

/// How many sites a piece reaches on a middling board, on average.
struct Reach {
    /// Empty ones.
    free: f64,
    /// Enemy pieces, by manner.
    hits: [f64; MANNERS],
}

impl Reach {
    fn of<const W: usize>(board: &Board<W>, movers: &[Mover<W>]) -> Self {
        let (mut free, mut hits) = (0.0, [0.0; MANNERS]);
        let mut stood = 0.0;
        for number in 0..BOARDS {
            let occupied: SiteSet<W> = board
                .all()
                .iter()
                .filter(|s| is_taken(*s, number))
                .collect();
            let scene = Scene { occupied };
            for at in board.all() {
                stood += 1.0;
                let mut to = SiteSet::EMPTY;
                for mover in movers {
                    let (empty, hit) = mover.reach(board, at, &scene);
                    to |= empty;
                    hits[usize::from(mover.manner) % MANNERS] += hit.len() as f64 / 2.0;
                }
                free += to.len() as f64;
            }
        }
        let of = |n: f64| if stood > 0.0 { n / stood } else { 0.0 };
        Self {
            free: of(free),
            hits: hits.map(of),
        }
    }
}

/// Whether something stands on a site of a board to look at: the same on every machine.
fn is_taken(site: Site, board: u64) -> bool {
    let mut z = (u64::from(site.0) + 1 + (board << 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (z >> 33) % 10 < OCCUPIED_IN_TEN
}

/// How many actions a piece is from a region at least on an empty board, by site; `None` where it never comes there.
fn steps<const W: usize>(
    board: &Board<W>,
    movers: &[Mover<W>],
    region: SiteSet<W>,
) -> Vec<Option<u32>> {
    let empty = Scene {
        occupied: SiteSet::EMPTY,
    };
    let mut found = vec![None; board.len()];
    let mut reached = region;
    for at in region {
        found[at.index()] = Some(0);
    }
    for count in 1.. {
        let comes = |at: &Site| {
            let mut ways = movers.iter().filter(|m| m.moves);
            ways.any(|m| m.reach(board, *at, &empty).0.meets(&reached))
        };
        let new: SiteSet<W> = (board.all() - reached).iter().filter(comes).collect();
        if new.is_empty() {
            break;
        }
        for at in new {
            found[at.index()] = Some(count);
        }
        reached |= new;
    }
    found
}

/// Which part of a goal's worth a piece has for being so many actions from it.
fn nearness(steps: Option<u32>) -> f64 {
    match steps {
        None | Some(0) => 0.0,
        Some(1) => 0.4,
        Some(2) => 0.25,
        Some(3) => 0.15,
        Some(4) => 0.1,
        Some(_) => 0.05,
    }
}

/// Of the sites round the royal piece of a side, which part it could go to: by how many more it could, the harder it is
/// to mate.
pub(super) fn freedom<const W: usize>(tables: &Tables<W>, public: &Public<W>, side: Side) -> f64 {
    let (Some(royal), other) = (tables.royal, side.other()) else {
        return 1.0;
    };
    let own = public.by_side[side.index()];
    let Some(at) = public.among(own - public.hidden, royal).lowest() else {
        return 1.0;
    };
    let mut occupied = public.occupied();
    let scene = Scene { occupied };
    let mut round = SiteSet::EMPTY;
    for mover in &tables.movers[side.index()][royal.index()] {
        let (free, hit) = mover.reach(&tables.board, at, &scene);
        round |= free | (hit - own);
    }
    occupied.remove(at);
    let threats = &tables.threats[other.index()];
    let sources = threats.sources(public, public.by_side[other.index()]);
    let safe = |to: &Site| {
        let attackers = threats.attackers(&tables.board, public, &sources, *to, occupied);
        attackers.is_empty()
    };
    round.iter().filter(safe).count() as f64 / 8.0
}

/// What the pieces left of each side are worth, hidden ones as their owner knows them or else by what is left to be.
pub(super) fn material<const W: usize>(tables: &Tables<W>, position: &Position<W>) -> [i32; 2] {
    let public = &position.public;
    let values = &tables.values;
    let mut sum = [0; 2];
    for (side, sum) in sum.iter_mut().enumerate() {
        let shown = public.by_side[side] - public.hidden;
        for (kind, value) in values.of_kind.iter().enumerate() {
            let here = public.among(shown, Kind(kind as u8));
            if !here.is_empty() {
                *sum += *value * here.len() as i32;
                let near = &values.near[side][kind];
                if !near.is_empty() {
                    *sum += here.iter().map(|at| near[at.index()]).sum::<i32>();
                }
            }
        }
    }
    if public.hidden.is_empty() {
        return sum;
    }
    let blank = public.hidden & public.by_side[2];
    if !blank.is_empty() {
        // Both sides' pieces lie there together: what was lost says what is left.
        for side in Side::BOTH {
            sum[side.index()] += unseen(tables, public, side).0;
        }
        return sum;
    }
    for side in Side::BOTH {
        let hidden = public.hidden & public.by_side[side.index()];
        if hidden.is_empty() {
            continue;
        }
        if tables.spec.hidden.owner_knows
            && let Some(owner) = public.seat_of(side)
        {
            for at in hidden {
                let piece = position.known_piece(owner, at);
                sum[side.index()] += piece.map_or(MEAN as i32, |p| values.kind(p.kind));
            }
        } else {
            let (worth, count) = unseen(tables, public, side);
            sum[side.index()] += match count {
                0 => 0,
                count => worth * hidden.len() as i32 / count,
            };
        }
    }
    sum
}

/// What the pieces of a side are worth that are neither shown nor known to be lost, and how many they are.
fn unseen<const W: usize>(tables: &Tables<W>, public: &Public<W>, side: Side) -> (i32, i32) {
    let (mut worth, mut count) = (0, 0);
    for (kind, left) in unseen_kinds(tables, public, side) {
        worth += left * tables.values.kind(kind);
        count += left;
    }
    (worth, count)
}

/// How many pieces of a side there are of each kind that are neither shown nor known to be lost.
#[inline]
pub(super) fn unseen_kinds<const W: usize>(
    tables: &Tables<W>,
    public: &Public<W>,
    side: Side,
) -> impl Iterator<Item = (Kind, i32)> {
    let shown = public.by_side[side.index()] - public.hidden;
    (0..tables.spec.kinds.len()).map(move |kind| {
        let kind = Kind(kind as u8);
        let there = public.among(shown, kind).len() as i32
            + i32::from(public.lost[side.index()][kind.index()])
            - i32::from(public.promoted[side.index()][kind.index()]);
        (kind, (i32::from(tables.pool(kind)) - there).max(0))
    })
}

/// The piece that a seat moves from a site, as far as it knows it.
#[inline]
pub(super) fn mover_at<const W: usize>(
    position: &Position<W>,
    seat: Seat,
    at: Site,
) -> Option<Piece> {
    if position.public.hidden.contains(at)
        && let Some(piece) = position.known_piece(seat, at)
    {
        return Some(piece);
    }
    position.public.cell(at).as_piece()
}
