//! Capture: what happens when an attacker meets a defender, open, dark or in secret.

use crate::board::Board;
use crate::clause::ClauseId;
use crate::movement::{Mover, Threats, betza};
use crate::piece::{Cell, Kind, Piece, Side};
use crate::position::Public;
use crate::site::{Site, SiteSet};
use crate::spec::{
    ClashSpec, Face, HiddenTarget, KindSpec, MoveSpec, OwnRevealed, Spec, Tells, Verdict,
};
use crate::tables::{Resolver, Tables};

/// Whether play can come to ask the table of open captures, or of revealed targets, for an entry: whether pieces of the
/// attacking kind capture in that manner at all, as what they are or as what they look like.
#[must_use]
pub fn is_asked(
    spec: &Spec,
    revealed: bool,
    manner: usize,
    attacker: usize,
    defender: usize,
) -> bool {
    let (Some(kind), Some(victim)) = (spec.kinds.get(attacker), spec.kinds.get(defender)) else {
        return false;
    };
    let word = spec.manners.get(manner);
    let capture = &spec.capture;
    let of_manners = |list: &[String]| list.is_empty() || word.is_none_or(|w| list.contains(w));
    if revealed && !(capture.hidden == HiddenTarget::Reveal && of_manners(&capture.hidden_manners))
    {
        return false;
    }
    if manner == 0 && spec.hooks.moves.contains(&kind.name) {
        return true;
    }
    let captures = |way: &MoveSpec| {
        let in_manner = match word {
            Some(word) => way.manner == *word || (manner == 0 && way.manner.is_empty()),
            None => true,
        };
        let takes = way.walk.is_some()
            || betza::parse(&way.betza)
                .is_ok_and(|atoms| atoms.iter().any(|a| a.mode != betza::Mode::Move));
        let wanted = way.victims.is_empty() || way.victims.contains(&victim.name);
        in_manner && takes && wanted
    };
    let moves_as = |kind: &KindSpec| kind.moves.iter().any(captures);
    moves_as(kind) || (spec.hidden.face == Face::Home && spec.kinds.iter().any(moves_as))
}

/// A verdict and the clause it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// What happens.
    pub verdict: Verdict,
    /// Why.
    pub clause: ClauseId,
}

/// Verdicts by manner, attacker and defender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClashTable {
    kinds: usize,
    cells: Vec<Clash>,
}

impl ClashTable {
    fn compile<const W: usize>(
        r: &mut Resolver<'_, W>,
        key: &str,
        cells: &[ClashSpec],
        default: ClauseId,
    ) -> Self {
        let kinds = r.spec.kinds.len();
        let wanted = r.spec.manners.len().max(1) * kinds * kinds;
        if cells.is_empty() {
            let take = Clash {
                verdict: Verdict::Take,
                clause: default,
            };
            return Self {
                kinds,
                cells: vec![take; wanted],
            };
        }
        if cells.len() != wanted {
            r.fail(
                key,
                format!(
                    "a capture table has {wanted} entries here, not {}",
                    cells.len()
                ),
            );
        }
        let mut cells: Vec<Clash> = cells
            .iter()
            .map(|c| Clash {
                verdict: c.verdict,
                clause: if c.clause.is_empty() {
                    default
                } else {
                    r.clause(&c.clause)
                },
            })
            .collect();
        // A table of the wrong size is an error already; it must only not be read past its end.
        cells.resize(
            wanted,
            Clash {
                verdict: Verdict::Refuse,
                clause: default,
            },
        );
        Self { kinds, cells }
    }

    /// By manner and attacker, the defenders that are not refused, as bits; what is no kind is never refused.
    fn allowed(&self) -> Vec<u32> {
        let row = |row: &[Clash]| {
            let refused = row.iter().enumerate();
            let refused = refused.filter(|(_, clash)| clash.verdict == Verdict::Refuse);
            refused.fold(u32::MAX, |bits, (defender, _)| bits & !(1 << defender))
        };
        self.cells.chunks(self.kinds.max(1)).map(row).collect()
    }

    /// The verdict for an attacker of one kind upon a defender of another.
    #[inline]
    #[must_use]
    pub fn get(&self, manner: u8, attacker: Kind, defender: Kind) -> Clash {
        self.cells
            [(usize::from(manner) * self.kinds + attacker.index()) * self.kinds + defender.index()]
    }
}

/// The compiled mechanism.
#[derive(Clone, Debug)]
pub struct CaptureRule<const W: usize> {
    /// Captures of targets that everybody sees; also secret clashes.
    pub open: ClashTable,
    /// Captures of targets revealed by the attack.
    pub dark: ClashTable,
    /// Whether the open table refuses nothing, so that it need not be asked.
    pub open_is_trivial: bool,
    /// By manner and attacker, the kinds that the open table does not refuse, as bits.
    takes: Vec<u32>,
    /// What an attack on an unknown piece does.
    pub hidden: HiddenTarget,
    /// What happens when the revealed target is the mover's own.
    pub own_revealed: OwnRevealed,
    /// Manners that may attack unknown targets, as bits.
    pub hidden_manners: u8,
    /// Who learns the identity of a captured hidden piece.
    pub tells: Tells,
    /// Sites where pieces cannot be attacked.
    pub safe: SiteSet<W>,
    /// Clause of safe sites.
    pub safe_clause: ClauseId,
    /// Sites that pieces cannot leave.
    pub locked: SiteSet<W>,
    /// Clause of locked sites.
    pub locked_clause: ClauseId,
    /// After a secret clash the survivor is shown.
    pub reveal_winner: bool,
    /// Losing a piece of the first kind shows its side's pieces of the second.
    pub lost_reveals: Vec<(Kind, Kind, ClauseId)>,
    /// Targets that cannot be attacked while guards of their side are left.
    pub guarded: Vec<(Kind, Kind, ClauseId)>,
    /// Captures in general.
    pub clause: ClauseId,
    /// Attacks on unknown pieces.
    pub hidden_clause: ClauseId,
}

impl<const W: usize> CaptureRule<W> {
    pub(crate) fn compile(r: &mut Resolver<'_, W>) -> Self {
        let spec = &r.spec.capture;
        let clause = r.clause(&spec.clause);
        let open = ClashTable::compile(r, "capture.open", &spec.open, clause);
        let hidden_clause = r.clause(&spec.hidden_clause);
        let dark = if spec.dark.is_empty() {
            open.clone()
        } else {
            ClashTable::compile(r, "capture.dark", &spec.dark, hidden_clause)
        };
        let region =
            |r: &mut Resolver<'_, W>, key: &str, rule: &Option<(String, String)>| match rule {
                Some((name, clause)) => {
                    let sets = r.region(key, name);
                    (sets[0] | sets[1], r.clause(clause))
                }
                None => (SiteSet::EMPTY, ClauseId(0)),
            };
        let (safe, safe_clause) = region(r, "capture.safe", &spec.safe);
        let (locked, locked_clause) = region(r, "capture.locked", &spec.locked);
        let pairs = |r: &mut Resolver<'_, W>, key: &str, list: &[(String, String, String)]| {
            list.iter()
                .map(|(a, b, c)| (r.kind(key, a), r.kind(key, b), r.clause(c)))
                .collect()
        };
        let lost_reveals = pairs(r, "capture.lost_reveals", &spec.lost_reveals);
        let guarded = pairs(r, "capture.guarded", &spec.guarded);
        let hidden_manners = if spec.hidden_manners.is_empty() {
            u8::MAX
        } else {
            r.manners("capture.hidden_manners", &spec.hidden_manners)
        };
        Self {
            takes: open.allowed(),
            open_is_trivial: open.cells.iter().all(|c| c.verdict == Verdict::Take),
            open,
            dark,
            hidden: spec.hidden,
            own_revealed: spec.own_revealed,
            hidden_manners,
            tells: r.spec.hidden.capture_tells,
            safe,
            safe_clause,
            locked,
            locked_clause,
            reveal_winner: spec.reveal_winner,
            lost_reveals,
            guarded,
            clause,
            hidden_clause,
        }
    }

    /// The kinds that a piece of a kind may attack openly in a manner, as bits.
    #[inline]
    #[must_use]
    pub fn takes(&self, manner: u8, attacker: Kind) -> u32 {
        self.takes[usize::from(manner) * self.open.kinds + attacker.index()]
    }

    /// How the pieces with these movers attack a kind, as the open table and safe and locked sites allow.
    pub(crate) fn threats(
        &self,
        board: &Board<W>,
        movers: &[Vec<Mover<W>>],
        victim: usize,
    ) -> Threats<W> {
        if self.open_is_trivial && self.safe.is_empty() && self.locked.is_empty() {
            return Threats::compile(board, movers, victim, |_, _| u32::MAX);
        }
        let mut limited = movers.to_vec();
        for mover in limited.iter_mut().flatten() {
            mover.from = mover.from - self.locked;
            mover.to = mover.to - self.safe;
        }
        Threats::compile(board, &limited, victim, |kind, manner| {
            (0..movers.len())
                .filter(|&victim| {
                    let clash = self.open.get(manner, Kind(kind as u8), Kind(victim as u8));
                    matches!(clash.verdict, Verdict::Take | Verdict::Both)
                })
                .fold(0, |bits, victim| bits | 1 << victim)
        })
    }

    /// Why the guards of a visible target forbid attacking it, if everybody can tell that one is left.
    ///
    /// Guards that are left but may be gone for all that everybody knows are for adjudication to find.
    pub(crate) fn guard_refusal(
        &self,
        tables: &Tables<W>,
        public: &Public<W>,
        target: Piece,
    ) -> Option<ClauseId> {
        let side = target.side.index();
        let left = |guard: Kind| {
            let shown = public.among(public.by_side[side], guard).len();
            let lost = usize::from(public.lost[side][guard.index()]);
            let unseen = usize::from(tables.pool(guard)).saturating_sub(shown + lost);
            shown + unseen.saturating_sub(unaccounted(tables, public, target.side))
        };
        self.guarded
            .iter()
            .find(|(kind, guard, _)| *kind == target.kind && left(*guard) > 0)
            .map(|(_, _, c)| *c)
    }

    /// Whether attacking a visible target is allowed by the tables, and why not.
    pub(crate) fn open_refusal(
        &self,
        tables: &Tables<W>,
        public: &Public<W>,
        manner: u8,
        attacker: Kind,
        target: Cell,
        at: Site,
    ) -> Option<ClauseId> {
        if self.safe.contains(at) {
            return Some(self.safe_clause);
        }
        let piece = target.as_piece()?;
        if attacker != Kind::BACK {
            let clash = self.open.get(manner, attacker, piece.kind);
            if clash.verdict == Verdict::Refuse {
                return Some(clash.clause);
            }
        }
        if self.guarded.is_empty() {
            None
        } else {
            self.guard_refusal(tables, public, piece)
        }
    }

    /// Which seats learn the identity of a captured hidden piece.
    pub(crate) fn learners(&self, capturer: Option<usize>, owner: Option<usize>) -> [bool; 2] {
        let mut learns = [false; 2];
        match self.tells {
            Tells::All => learns = [true; 2],
            Tells::Capturer => {
                if let Some(seat) = capturer {
                    learns[seat] = true;
                }
            }
            Tells::Owner => {
                if let Some(seat) = owner {
                    learns[seat] = true;
                }
            }
            Tells::None => {}
        }
        learns
    }

    /// Whether a piece of this kind, on this site, could ever be moved by its owner.
    pub(crate) fn can_leave(&self, at: Site) -> bool {
        !self.locked.contains(at)
    }
}

/// How many pieces of a side's set are neither shown, nor hidden on the board, nor known by all to be lost; where
/// hidden pieces show no side, those of both sides are counted together.
fn unaccounted<const W: usize>(tables: &Tables<W>, public: &Public<W>, side: Side) -> usize {
    let sideless = !(public.hidden & public.by_side[2]).is_empty();
    let missing = |side: Side| {
        let set: usize = (0..tables.kind_count())
            .map(|k| usize::from(tables.pool(Kind(k as u8))))
            .sum();
        let lost: usize = public.lost[side.index()]
            .iter()
            .map(|n| usize::from(*n))
            .sum();
        set.saturating_sub(public.by_side[side.index()].len() + lost)
    };
    if sideless {
        (missing(side) + missing(side.other())).saturating_sub(public.by_side[2].len())
    } else {
        missing(side)
    }
}

/// Counts pieces a side has lost.
pub(crate) fn count_capture<const W: usize>(public: &mut Public<W>, by: Side) {
    let taken = &mut public.captures[by.index()];
    *taken = taken.saturating_add(1);
}
