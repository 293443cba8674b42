//! Explanations: which clause forbids an action, or what an allowed one will do, from the view alone.

use crate::action::{Action, Tag};
use crate::clause::ClauseId;
use crate::engine::Engine;
use crate::hooks::HookError;
use crate::legal::{Listing, Refusal, Rules, Stage};
use crate::movement::Scene;
use crate::observation::Known;
use crate::piece::{Kind, Observer, Piece};
use crate::position::Phase;
use crate::rules::check::{Safety, passing_victim};
use crate::rules::{chase, placement};
use crate::site::Site;
use crate::spec::{HiddenTarget, PassRule};
use crate::view::View;

/// What an action is, as the observer can tell.
#[derive(Clone, PartialEq, Debug)]
pub enum Explanation {
    /// It is legal, and will do this.
    Legal(Vec<Note>),
    /// It is not, by the first stage that fails.
    Refused(Refusal),
}

/// One thing that a legal action will or may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// What.
    pub what: Does,
    /// The clause it rests on.
    pub clause: ClauseId,
}

/// What an action will or may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// Turns a hidden piece up for everybody.
    Flips(Site),
    /// Goes to an empty site.
    Moves(Site),
    /// Captures a visible piece.
    Captures(Site, Piece),
    /// Captures in passing.
    CapturesInPassing(Site),
    /// Attacks a piece that the observer does not know; it is captured whatever it is.
    TakesUnknown(Site),
    /// Attacks a piece that the observer does not know; it is revealed first.
    RevealsThenDecides(Site),
    /// Attacks a piece that the observer does not know; only the outcome is told.
    DecidesInSecret(Site),
    /// Reveals the moving piece to everybody.
    RevealsMover,
    /// Becomes another kind.
    Promotes(Kind),
    /// Castles.
    Castles,
    /// Lands on a hazard that everybody sees.
    MeetsHazard(Site),
    /// May land on a hazard under fog.
    MayMeetHazard(Site),
    /// Places a piece.
    Places(Site),
    /// Turns over an enemy piece.
    TurnsOver(Site),
    /// Passes.
    Passes,
    /// Ends the chain.
    Stops,
    /// Makes the variant's own action number.
    Acts(u8),
    /// Swaps sides.
    Swaps,
    /// May go on capturing.
    MayChain,
}

impl Does {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Flips(_) => "flips",
            Self::Moves(_) => "moves",
            Self::Captures(..) => "captures",
            Self::CapturesInPassing(_) => "captures-in-passing",
            Self::TakesUnknown(_) => "takes-unknown",
            Self::RevealsThenDecides(_) => "reveals-then-decides",
            Self::DecidesInSecret(_) => "decides-in-secret",
            Self::RevealsMover => "reveals-mover",
            Self::Promotes(_) => "promotes",
            Self::Castles => "castles",
            Self::MeetsHazard(_) => "meets-hazard",
            Self::MayMeetHazard(_) => "may-meet-hazard",
            Self::Places(_) => "places",
            Self::TurnsOver(_) => "turns-over",
            Self::Passes => "passes",
            Self::Stops => "stops",
            Self::Acts(_) => "acts",
            Self::Swaps => "swaps",
            Self::MayChain => "may-chain",
        }
    }
}

/// A note as data.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Noted {
    /// What, in a word.
    pub does: &'static str,
    /// Where, or to what: the name of a site, of a kind or of a variant's own action.
    pub what: Option<String>,
    /// The visible piece that is captured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Known>,
    /// The clause it rests on.
    pub clause: String,
}

impl Noted {
    /// A note in the names of a variant.
    #[must_use]
    pub fn new(engine: &dyn Engine, note: Note) -> Self {
        let spec = engine.spec();
        let kind_name = |kind: Kind| spec.kinds.get(kind.index()).map(|k| k.name.clone());
        let what = match note.what {
            Does::Flips(at)
            | Does::Moves(at)
            | Does::Captures(at, _)
            | Does::CapturesInPassing(at)
            | Does::TakesUnknown(at)
            | Does::RevealsThenDecides(at)
            | Does::DecidesInSecret(at)
            | Does::MeetsHazard(at)
            | Does::MayMeetHazard(at)
            | Does::Places(at)
            | Does::TurnsOver(at) => Some(engine.site_name(at).to_owned()),
            Does::Promotes(kind) => kind_name(kind),
            Does::Acts(id) => spec.specials.get(usize::from(id)).map(|s| s.name.clone()),
            Does::RevealsMover
            | Does::Castles
            | Does::Passes
            | Does::Stops
            | Does::Swaps
            | Does::MayChain => None,
        };
        let piece = match note.what {
            Does::Captures(_, piece) => Some(Known {
                side: spec.sides[piece.side.index()].name.clone(),
                kind: kind_name(piece.kind).unwrap_or_default(),
            }),
            _ => None,
        };
        Self {
            does: note.what.word(),
            what,
            piece,
            clause: engine.clause(note.clause).to_owned(),
        }
    }
}

impl<const W: usize> Rules<W> {
    /// Explains an action to the view's observer, who would make it.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn explain(&self, view: &View<'_, W>, action: Action) -> Result<Explanation, HookError> {
        self.explain_within(view, &self.listing(view)?, action)
    }

    /// The same, with the view's list of legal actions worked out before.
    ///
    /// # Errors
    /// A hook that failed.
    pub fn explain_within(
        &self,
        view: &View<'_, W>,
        listing: &Listing,
        action: Action,
    ) -> Result<Explanation, HookError> {
        if listing.legal.contains(&action) {
            return Ok(Explanation::Legal(self.notes(view, action)));
        }
        self.first_refusal(view, listing, action)
            .map(Explanation::Refused)
    }

    fn first_refusal(
        &self,
        view: &View<'_, W>,
        listing: &Listing,
        action: Action,
    ) -> Result<Refusal, HookError> {
        if let Some(refusal) = self
            .phase_refusal(view, action)
            .or_else(|| self.ownership_refusal(view, action))
        {
            return Ok(refusal);
        }
        if !listing.candidates.contains(&action) {
            return Ok(self.movement_refusal(view, action));
        }
        let safety = view.side().and_then(|side| Safety::look(view, side));
        if let Some(refusal) = self.late_refusal(view, action, safety.as_ref())? {
            return Ok(refusal);
        }
        let chased = chase::is_barred(view, view.public().turn, action);
        let clause = if chased {
            self.tables.ids.chase
        } else {
            self.tables.ids.turn
        };
        Ok(Refusal {
            stage: Stage::Repetition,
            clause,
        })
    }

    fn phase_refusal(&self, view: &View<'_, W>, action: Action) -> Option<Refusal> {
        let (tables, public) = (&*self.tables, view.public());
        let refuse = |clause| {
            Some(Refusal {
                stage: Stage::Phase,
                clause,
            })
        };
        if view.observer() != Observer::Seat(public.turn) {
            return refuse(tables.ids.turn);
        }
        match (public.phase, action.tag()) {
            (Phase::Over, _) => refuse(public.outcome.map_or(tables.ids.turn, |o| o.clause)),
            (Phase::Choose(_), Tag::Choose) => None,
            (Phase::Choose(_), _) => refuse(
                tables
                    .promotion
                    .as_ref()
                    .map_or(tables.ids.turn, |p| p.clause),
            ),
            (Phase::Chain(at), tag) => {
                let clause = tables.chain.map_or(tables.ids.turn, |c| c.clause);
                let fits = tag == Tag::Stop && tables.chain.is_some_and(|c| c.may_stop)
                    || tag == Tag::Move
                        && action.from() == at
                        && !public.cell(action.to()).is_empty();
                if fits { None } else { refuse(clause) }
            }
            (Phase::Shoot(_), Tag::Place) => None,
            (Phase::Shoot(_), _) => refuse(self.shot_clause()),
            (Phase::Play, Tag::Choose) => refuse(
                tables
                    .promotion
                    .as_ref()
                    .map_or(tables.ids.turn, |p| p.clause),
            ),
            (Phase::Play, Tag::Stop) => refuse(tables.chain.map_or(tables.ids.turn, |c| c.clause)),
            (Phase::Play, Tag::Swap) => match &tables.spec.swap {
                Some(swap) if swap.after == public.ply => None,
                Some(_) => refuse(tables.ids.swap),
                None => refuse(tables.ids.turn),
            },
            (Phase::Play, Tag::Pass) if tables.spec.actions.pass == PassRule::Allowed => None,
            (Phase::Play, Tag::Pass) => refuse(tables.ids.pass),
            (Phase::Play, Tag::Flip) if tables.spec.actions.flip.is_none() => {
                refuse(tables.ids.movement)
            }
            (Phase::Play, Tag::Place) if tables.placed.is_none() => refuse(self.shot_clause()),
            (Phase::Play, _) => None,
        }
    }

    /// The clause of shooting; that of movement where nothing shoots.
    fn shot_clause(&self) -> ClauseId {
        let shot = self.tables.shot.as_ref();
        shot.map_or(self.tables.ids.movement, |s| s.clause)
    }

    fn ownership_refusal(&self, view: &View<'_, W>, action: Action) -> Option<Refusal> {
        let (tables, public) = (&*self.tables, view.public());
        let refuse = |clause| {
            Some(Refusal {
                stage: Stage::Ownership,
                clause,
            })
        };
        match action.tag() {
            Tag::Move | Tag::Special | Tag::Castle => {
                let Some(side) = view.side() else {
                    return refuse(tables.ids.colours);
                };
                if public.cell(action.from()).side() == Some(side) {
                    None
                } else {
                    refuse(tables.ids.ownership)
                }
            }
            Tag::Flip if !public.hidden.contains(action.to()) => refuse(tables.ids.flip),
            _ => None,
        }
    }

    fn movement_refusal(&self, view: &View<'_, W>, action: Action) -> Refusal {
        let (tables, public) = (&*self.tables, view.public());
        let moves = |clause| Refusal {
            stage: Stage::Movement,
            clause,
        };
        let captures = |clause| Refusal {
            stage: Stage::Capture,
            clause,
        };
        let (from, to) = (action.from(), action.to());
        match action.tag() {
            Tag::Place if matches!(public.phase, Phase::Shoot(_)) => {
                return moves(self.shot_clause());
            }
            Tag::Place => return moves(placement::refusal(tables, public, to)),
            Tag::Flip => return moves(tables.ids.flip),
            Tag::Castle => {
                return moves(
                    tables
                        .castling
                        .as_ref()
                        .map_or(tables.ids.movement, |c| c.clause),
                );
            }
            Tag::Choose => {
                return moves(
                    tables
                        .promotion
                        .as_ref()
                        .map_or(tables.ids.movement, |p| p.clause),
                );
            }
            Tag::Special => {
                let spec = action
                    .arg()
                    .and_then(|id| tables.spec.specials.get(usize::from(id)));
                return moves(
                    spec.and_then(|s| tables.clauses.find(&s.clause))
                        .unwrap_or(tables.ids.movement),
                );
            }
            _ => {}
        }
        let (Some(side), Some(kind)) = (view.cell(from).side(), view.moving_kind(from)) else {
            return moves(tables.ids.movement);
        };
        if tables.capture.locked.contains(from) {
            return moves(tables.capture.locked_clause);
        }
        let scene = Scene {
            occupied: public.occupied(),
        };
        let movers = &tables.movers[side.index()][kind.index()];
        let fallback = tables.kind_clauses[kind.index()];
        let empty = public.cell(to).is_empty();
        if empty || public.cell(to).side() == Some(side) {
            return moves(self.nearest_clause(view, action).unwrap_or(fallback));
        }
        for mover in movers {
            let (_, hit) = mover.reach(&tables.board, from, &scene);
            if !hit.contains(to) {
                continue;
            }
            if view.unknown().contains(to) {
                let safe = tables.capture.safe.contains(to);
                return captures(if safe {
                    tables.capture.safe_clause
                } else {
                    tables.capture.hidden_clause
                });
            }
            let target = view.cell(to);
            if let Some(clause) =
                tables
                    .capture
                    .open_refusal(tables, public, mover.manner, kind, target, to)
            {
                return captures(clause);
            }
            if let Phase::Chain(_) = public.phase {
                return captures(tables.chain.map_or(tables.ids.movement, |c| c.clause));
            }
        }
        moves(self.nearest_clause(view, action).unwrap_or(fallback))
    }

    /// The clause of the way of moving that comes nearest: one whose geometry fits on an empty board.
    fn nearest_clause(&self, view: &View<'_, W>, action: Action) -> Option<ClauseId> {
        let (side, kind) = (
            view.cell(action.from()).side()?,
            view.moving_kind(action.from())?,
        );
        let tables = &*self.tables;
        let mut alone = crate::site::SiteSet::of(action.from());
        if !view.public().cell(action.to()).is_empty() {
            alone.insert(action.to());
        }
        let scene = Scene { occupied: alone };
        // A way that captures some kinds only says nothing of going where none of them stands.
        let there = view.cell(action.to()).kind();
        let concerns = |victims: u32| {
            victims == u32::MAX || there.is_some_and(|k| victims >> k.index() & 1 == 1)
        };
        tables.movers[side.index()][kind.index()]
            .iter()
            .filter(|m| concerns(m.victims))
            .find_map(|m| {
                let mut open = m.clone();
                (open.moves, open.captures) = (true, true);
                let (free, hit) = open.reach(&tables.board, action.from(), &scene);
                (free | hit).contains(action.to()).then_some(m.clause)
            })
    }

    fn notes(&self, view: &View<'_, W>, action: Action) -> Vec<Note> {
        let (tables, public) = (&*self.tables, view.public());
        let mut notes = Vec::new();
        let mut note = |what, clause| notes.push(Note { what, clause });
        let (from, to) = (action.from(), action.to());
        match action.tag() {
            Tag::Flip => note(Does::Flips(to), tables.ids.flip),
            Tag::Place => {
                let shooting = matches!(public.phase, Phase::Shoot(_));
                let clause = if shooting {
                    self.shot_clause()
                } else {
                    tables.ids.place
                };
                note(Does::Places(to), clause);
                if let (Some(flank), Some(side), false) = (&tables.flank, view.side(), shooting) {
                    for at in flank.flanked(public, side, to) {
                        note(Does::TurnsOver(at), flank.clause);
                    }
                }
            }
            Tag::Pass => note(Does::Passes, tables.ids.pass),
            Tag::Stop => note(
                Does::Stops,
                tables.chain.map_or(tables.ids.turn, |c| c.clause),
            ),
            Tag::Swap => note(Does::Swaps, tables.ids.swap),
            Tag::Choose => {
                if let Some(kind) = action.kind() {
                    note(
                        Does::Promotes(kind),
                        tables
                            .promotion
                            .as_ref()
                            .map_or(tables.ids.movement, |p| p.clause),
                    );
                }
            }
            Tag::Special => {
                let id = action.arg().unwrap_or(0);
                let spec = tables.spec.specials.get(usize::from(id));
                note(
                    Does::Acts(id),
                    spec.and_then(|s| tables.clauses.find(&s.clause))
                        .unwrap_or(tables.ids.movement),
                );
            }
            Tag::Castle => note(
                Does::Castles,
                tables
                    .castling
                    .as_ref()
                    .map_or(tables.ids.movement, |c| c.clause),
            ),
            Tag::Move => {
                let target = view.cell(to);
                if target.is_empty() {
                    if passing_victim(public, view, action).is_some() {
                        note(Does::CapturesInPassing(to), tables.capture.clause);
                    } else {
                        note(
                            Does::Moves(to),
                            self.nearest_clause(view, action)
                                .unwrap_or(tables.ids.movement),
                        );
                    }
                } else if view.unknown().contains(to) {
                    let what = match tables.capture.hidden {
                        HiddenTarget::Reveal => Does::RevealsThenDecides(to),
                        HiddenTarget::Secret => Does::DecidesInSecret(to),
                        HiddenTarget::Take | HiddenTarget::Refuse => Does::TakesUnknown(to),
                    };
                    note(what, tables.capture.hidden_clause);
                } else if let Some(piece) = target.as_piece() {
                    let clause = match view.moving_kind(from) {
                        Some(kind) => {
                            tables
                                .capture
                                .open
                                .get(action.manner(), kind, piece.kind)
                                .clause
                        }
                        None => tables.capture.clause,
                    };
                    note(Does::Captures(to, piece), clause);
                }
                if let (Some(kind), Some(rule)) = (action.kind(), &tables.promotion) {
                    note(Does::Promotes(kind), rule.clause);
                }
            }
        }
        if matches!(action.tag(), Tag::Move | Tag::Castle) {
            if tables.spec.hidden.reveal_on_move && public.hidden.contains(from) {
                let clause = tables.clauses.find(&tables.spec.hidden.reveal_clause);
                note(Does::RevealsMover, clause.unwrap_or(tables.ids.movement));
            }
            if let Some(rule) = &tables.terrain {
                if public.hazards_seen.contains(to) {
                    note(Does::MeetsHazard(to), rule.clause);
                } else if public.fog.contains(to) {
                    note(Does::MayMeetHazard(to), rule.clause);
                }
            }
            if let Some(chain) = tables.chain.filter(|_| !view.cell(to).is_empty()) {
                note(Does::MayChain, chain.clause);
            }
        }
        notes
    }
}
