//! Ending: how games end, judged after each turn in the order the variant lists.

use crate::clause::ClauseId;
use crate::hooks::HookError;
use crate::legal::Rules;
use crate::piece::{Kind, Observer, Seat, Side};
use crate::position::{Arbiter, Outcome, Phase, Position, Public};
use crate::rules::check::in_check;
use crate::rules::connection::ConnectionRule;
use crate::rules::line::LineRule;
use crate::rules::repetition::History;
use crate::rules::scoring;
use crate::site::{Site, SiteSet};
use crate::spec::{EndThen, EndThenAgreed, EndWhen};
use crate::tables::{Resolver, Tables};
use crate::view::View;

/// One compiled ending.
#[derive(Clone, Debug)]
pub struct Ending<const W: usize> {
    /// When, as written.
    pub when: EndWhen,
    /// What then.
    pub then: EndThen,
    /// The clause.
    pub clause: ClauseId,
    kind: Option<Kind>,
    kinds: u32,
    sets: Vec<[u8; 32]>,
    /// The sizes of the sets, as bits.
    sizes: u64,
    /// Kinds that no set has, royal ones apart, as bits: one such piece is enough to go on.
    enough: u32,
    region: [SiteSet<W>; 2],
    line: Option<LineRule<W>>,
    connection: Option<ConnectionRule<W>>,
}

impl<const W: usize> Ending<W> {
    pub(crate) fn compile(r: &mut Resolver<'_, W>) -> Vec<Self> {
        let mut endings = Vec::new();
        for spec in &r.spec.endings {
            let key = format!("end.{}", spec.name);
            let mut ending = Self {
                when: spec.when.clone(),
                then: spec.then,
                clause: r.clause(&spec.clause),
                kind: None,
                kinds: 0,
                sets: Vec::new(),
                sizes: 0,
                enough: 0,
                region: [SiteSet::EMPTY; 2],
                line: None,
                connection: None,
            };
            match &spec.when {
                EndWhen::Lost(name) => ending.kind = Some(r.kind(&key, name)),
                EndWhen::Immobile(names) => ending.kinds = r.kinds(&key, names),
                EndWhen::Reached(name, region) => {
                    ending.kind = Some(r.kind(&key, name));
                    ending.region = r.region(&key, region);
                }
                EndWhen::DeadMaterial { sets, one_shade } => {
                    for set in sets {
                        let mut counts = [0; 32];
                        for name in set {
                            counts[r.kind(&key, name).index()] += 1;
                        }
                        ending.sizes |= 1u64.checked_shl(set.len() as u32).unwrap_or(0);
                        ending.sets.push(counts);
                    }
                    ending.kinds = r.kinds(&key, one_shade);
                    let counted = |kind: &usize| ending.sets.iter().any(|set| set[*kind] > 0);
                    let known = (0..32)
                        .filter(counted)
                        .fold(ending.kinds, |bits, kind| bits | 1 << kind);
                    let check = r.spec.check.as_ref();
                    let royal = check.map_or(0, |c| 1 << r.kind("check.royal", &c.royal).0);
                    ending.enough = !(known | royal);
                }
                EndWhen::Line { length, exact } => {
                    let rule = LineRule::compile(r.spec, r.board, *length, *exact);
                    ending.line = Some(rule);
                }
                EndWhen::Connected(one, other) => {
                    let ends = [r.region(&key, one), r.region(&key, other)];
                    ending.connection = Some(ConnectionRule::compile(r.spec, ends));
                }
                _ => {}
            }
            let unscored = ending.then == EndThen::Score && r.spec.scoring.is_none();
            let unscored = unscored.then_some("nothing is scored: there is no `[scoring]`");
            if let Some(wrong) = ending.contradiction().or(unscored) {
                r.fail(&format!("{key}.then"), wrong);
            }
            endings.push(ending);
        }
        let agreed = r.spec.acts.agree.as_ref().map(|(end, _)| *end);
        if agreed == Some(EndThenAgreed::Score) && r.spec.scoring.is_none() {
            r.fail("acts.agree", "nothing is scored: there is no `[scoring]`");
        }
        endings
    }

    /// What is wrong with an ending whose `then` cannot come about by its `when`.
    fn contradiction(&self) -> Option<&'static str> {
        let of_both = matches!(
            self.when,
            EndWhen::Passes(_)
                | EndWhen::Quiet
                | EndWhen::PlyLimit
                | EndWhen::Repetition
                | EndWhen::DeadMaterial { .. }
                | EndWhen::Full
        );
        match self.then {
            EndThen::Loses if of_both => {
                Some("this `when` concerns both sides, so that neither loses by it")
            }
            EndThen::Pass if self.when != EndWhen::NoAction => {
                Some("only a seat without an action passes: `when = \"no-action\"`")
            }
            _ => None,
        }
    }

    fn asks_mobility(&self) -> bool {
        matches!(self.when, EndWhen::Checkmate | EndWhen::NoAction)
    }
}

/// The sides of which something is true, in one.
#[inline]
fn sides(test: impl Fn(Side) -> bool) -> Option<Concern> {
    match (test(Side(0)), test(Side(1))) {
        (true, true) => Some(Concern::Both),
        (true, false) => Some(Concern::Side(Side(0))),
        (false, true) => Some(Concern::Side(Side(1))),
        (false, false) => None,
    }
}

/// Whom an ending concerns.
enum Concern {
    Side(Side),
    Seat(Seat),
    Both,
}

impl<const W: usize> Rules<W> {
    /// Judges the position at the start of a turn, after the turn of `mover`; `full` also asks whether the seat to
    /// move has an action at all, which is skipped where an empty list of actions will tell it anyway.
    ///
    /// # Errors
    /// A hook that failed.
    pub(crate) fn judge(
        &self,
        position: &Position<W>,
        history: &History<W>,
        mover: Seat,
        full: bool,
    ) -> Result<Option<Outcome>, HookError> {
        let tables = &*self.tables;
        let stands = |e: &&Ending<W>| !e.asks_mobility();
        let certain = tables
            .endings
            .iter()
            .filter(stands)
            .find_map(|e| Some((e, self.concern(e, position, history, mover)?)))
            .map(|(e, concern)| self.conclude(e, position, concern));
        if !full && certain.is_none() {
            return Ok(None);
        }
        for ending in &tables.endings {
            if ending.asks_mobility() {
                if let Some(outcome) = self.judge_mobility(ending, position, history)? {
                    return Ok(Some(outcome));
                }
            } else if let Some(concern) = self.concern(ending, position, history, mover) {
                return Ok(Some(self.conclude(ending, position, concern)));
            }
        }
        Ok(None)
    }

    fn judge_mobility(
        &self,
        ending: &Ending<W>,
        position: &Position<W>,
        history: &History<W>,
    ) -> Result<Option<Outcome>, HookError> {
        if ending.then == EndThen::Pass {
            return Ok(None);
        }
        let public = position.public();
        let view = View::new(&self.tables, position, history, Observer::Seat(public.turn));
        let checked = view.side().is_some_and(|side| in_check(&view, side));
        if checked != (ending.when == EndWhen::Checkmate) && self.tables.royal.is_some() {
            return Ok(None);
        }
        if self.may_act(&view)? {
            return Ok(None);
        }
        Ok(Some(self.conclude(
            ending,
            position,
            Concern::Seat(public.turn),
        )))
    }

    /// Whom an ending concerns, when it has come.
    #[inline]
    fn concern(
        &self,
        ending: &Ending<W>,
        position: &Position<W>,
        history: &History<W>,
        mover: Seat,
    ) -> Option<Concern> {
        let (tables, public) = (&*self.tables, position.public());
        let both = |happened: bool| happened.then_some(Concern::Both);
        let concern = match &ending.when {
            EndWhen::Eliminated => {
                if public.hidden.is_empty()
                    && !public.by_side[0].is_empty()
                    && !public.by_side[1].is_empty()
                {
                    return None;
                }
                let truth = position.truth(Arbiter::assume());
                let left = |side: Side| truth.pieces().any(|(_, p)| p.side == side);
                sides(|side| !left(side))
            }
            EndWhen::Lost(_) => {
                let kind = ending.kind?.index();
                let hidden_losses = position.truth(Arbiter::assume());
                sides(|side| {
                    public.lost[side.index()][kind] > 0
                        || hidden_losses.lost()[side.index()][kind] > 0
                })
            }
            EndWhen::Immobile(_) => {
                let truth = position.truth(Arbiter::assume());
                let blind = tables.spec.actions.flip.is_some() && !public.hidden.is_empty();
                let moves = |side: Side| {
                    truth.pieces().any(|(at, p)| {
                        p.side == side
                            && ending.kinds >> p.kind.0 & 1 == 0
                            && tables.capture.can_leave(at)
                    })
                };
                if blind {
                    None
                } else {
                    sides(|side| !moves(side))
                }
            }
            EndWhen::Captured(target) => {
                // The side that captured is the one concerned.
                sides(|side| u32::from(public.captures[side.index()]) >= *target)
            }
            EndWhen::Passes(n) => both(public.passes >= *n),
            EndWhen::Quiet => both(
                tables
                    .spec
                    .quiet
                    .as_ref()
                    .and_then(|q| q.limit)
                    .is_some_and(|limit| public.quiet >= limit),
            ),
            EndWhen::PlyLimit => both(
                tables
                    .spec
                    .ply_limit
                    .as_ref()
                    .is_some_and(|l| public.ply >= l.limit),
            ),
            EndWhen::Repetition => {
                let spec = tables.spec.repetition.as_ref()?;
                both(spec.automatic.is_some_and(|n| {
                    history.len() >= usize::from(n)
                        && history.occurrences(spec.key) >= usize::from(n)
                }))
            }
            EndWhen::DeadMaterial { .. } => both(dead_material(tables, public, ending)),
            EndWhen::Reached(..) => {
                let kind = ending.kind?;
                sides(|side| {
                    public
                        .among(public.by_side[side.index()], kind)
                        .meets(&ending.region[side.index()])
                })
            }
            EndWhen::Line { .. } => {
                let made = ending.line.as_ref()?.made(public);
                sides(|side| made[side.index()])
            }
            EndWhen::Connected(..) => {
                let made = ending.connection.as_ref()?.made(&tables.board, public);
                sides(|side| made[side.index()])
            }
            EndWhen::Full => both(public.occupied() == tables.board.all()),
            EndWhen::Checkmate | EndWhen::NoAction => None,
        }?;
        Some(match concern {
            // When both sides reach a goal at once, the mover did it.
            Concern::Both if ending.then == EndThen::Wins => Concern::Seat(mover),
            other => other,
        })
    }

    fn conclude(&self, ending: &Ending<W>, position: &Position<W>, concern: Concern) -> Outcome {
        let public = position.public();
        let undecided = public.first_side.is_none();
        let seat = match concern {
            Concern::Seat(seat) => Some(seat),
            Concern::Side(side) => public.seat_of(side),
            Concern::Both => None,
        };
        let (winner, scores) = match ending.then {
            // While sides are undecided nobody can have won.
            _ if undecided => (None, None),
            EndThen::Loses => (seat.map(Seat::other), None),
            EndThen::Wins => (seat, None),
            EndThen::Draw | EndThen::Pass => (None, None),
            EndThen::Score => return self.scored(position, ending.clause),
        };
        Outcome {
            winner,
            clause: ending.clause,
            scores,
        }
    }

    /// The outcome by score; a draw where nothing is scored.
    pub(crate) fn scored(&self, position: &Position<W>, clause: ClauseId) -> Outcome {
        let scores = scoring::points(&self.tables, position);
        let winner = scores.and_then(|[a, b]| match a.cmp(&b) {
            std::cmp::Ordering::Greater => Some(Seat(0)),
            std::cmp::Ordering::Less => Some(Seat(1)),
            std::cmp::Ordering::Equal => None,
        });
        Outcome {
            winner,
            clause,
            scores,
        }
    }
}

/// Whether no hidden piece is left and the pieces beside royals, of both sides together, cannot win.
fn dead_material<const W: usize>(
    tables: &Tables<W>,
    public: &Public<W>,
    ending: &Ending<W>,
) -> bool {
    if !public.hidden.is_empty() {
        return false;
    }
    // One piece tells most often.
    let is = |kinds: u32| move |s: Site| kinds >> public.cell(s).kind_index() & 1 != 0;
    let occupied = public.occupied();
    let ends = [occupied.lowest(), occupied.highest()];
    if ends.into_iter().flatten().any(is(ending.enough)) {
        return false;
    }
    let royals = tables.royal.map_or(SiteSet::EMPTY, |r| public.by_kind(r));
    let others = occupied - royals;
    if ending.kinds != 0 && others.iter().all(is(ending.kinds)) {
        let shade = |s: Site| {
            let (file, rank) = tables.board.coordinates(s);
            (file ^ rank) & 1
        };
        let mut shades = others.iter().map(shade);
        let first = shades.next();
        if shades.all(|s| Some(s) == first) {
            return true;
        }
    }
    let size = others.len() as u32;
    if ending
        .sizes
        .checked_shr(size)
        .is_none_or(|sizes| sizes & 1 == 0)
    {
        return false;
    }
    let mut counts = [0; 32];
    for site in others {
        counts[public.cell(site).kind_index()] += 1;
    }
    ending.sets.contains(&counts)
}

/// Ends the game: shows the truth where the variant says so.
pub(crate) fn finish<const W: usize>(
    tables: &Tables<W>,
    position: &mut Position<W>,
    outcome: Outcome,
    log: &mut crate::event::Log,
) {
    position.public.phase = Phase::Over;
    position.public.outcome = Some(outcome);
    if tables.spec.hidden.reveal_at_end {
        for at in position.public.hidden {
            crate::rules::reveal::show(position, at, log);
        }
        position.show_lost();
        let fog = position.public.fog;
        crate::rules::terrain::reveal_sites(tables, position, fog, log);
    }
    log.tell(crate::event::Audience::ALL, || {
        crate::event::Event::Ended(outcome)
    });
}
