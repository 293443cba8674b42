//! Playing deeds on a supposed truth: the member that carries the public part, and proof by playing again.

use crate::action::{Act, Action, Tag};
use crate::belief::reader::{Reader, Stand, Truth};
use crate::belief::{Belief as _, BeliefError, declared};
use crate::event::{Event, Log};
use crate::game::{Deed, Game};
use crate::hooks::HookError;
use crate::piece::{Observer, Piece, Seat};
use crate::position::{Phase, Position, Public};
use crate::random::{Dice, Seed, Stream};
use crate::rules::ending;
use crate::rules::repetition::History;
use crate::site::Site;
use crate::spec::{Exposed, HiddenTarget};
use crate::tables::Tables;
use crate::view::View;

/// How often a member is drawn that does what was told.
const TRIES: usize = 5_000;

/// Dice for draws that nobody sees.
pub(super) fn own_dice() -> Dice {
    Seed::from_u64(0).stream(Stream::Bot(u8::MAX))
}

/// What was told before the game ended, if it did.
fn before_end(told: &[Event]) -> &[Event] {
    let end = told.iter().position(|e| matches!(e, Event::Ended(_)));
    &told[..end.unwrap_or(told.len())]
}

/// Whether a variant has something whose telling is not deduced, so that draws must be proved by playing again.
pub(super) fn needs_proof<const W: usize>(tables: &Tables<W>) -> bool {
    let spec = &tables.spec;
    let own = spec.hidden.owner_knows;
    let secret = tables.capture.hidden == HiddenTarget::Secret;
    let exposed = spec
        .check
        .as_ref()
        .is_some_and(|c| c.exposed == Exposed::Refused);
    spec.hooks.ended
        || own && !spec.hooks.moves.is_empty()
        || own && (spec.check.is_some() || spec.chase.is_some() || spec.promotion.is_some())
        || own && (tables.chain.is_some() || tables.capture.hidden == HiddenTarget::Reveal)
        || secret && exposed
        || !tables.capture.guarded.is_empty()
            && secret
            && spec.hidden.face == crate::spec::Face::Blank
}

impl<const W: usize> Reader<W> {
    /// Plays a deed on the member, on another one if need be, so that exactly this is told.
    pub(super) fn advance(
        &mut self,
        stand: &Stand<W>,
        seat: Seat,
        deed: Deed,
        heard: &[Event],
    ) -> Result<(), BeliefError> {
        let before = self.member.clone();
        let length = self.history.len();
        let mut dice = own_dice();
        let mut start = before.clone();
        let mut truth = self.truth.clone();
        let mut went_on = false;
        for tried in 0..TRIES {
            if tried > 0 {
                truth = match self.repaired(&truth, &mut dice).filter(|_| tried == 1) {
                    Some(truth) => truth,
                    None => match self.draw_truth(&mut dice) {
                        Some(truth) => truth,
                        None => return Err(self.without_truth()),
                    },
                };
                start = self.supposed(&before, stand, &truth);
            }
            self.history.truncate(length);
            let mut history = std::mem::take(&mut self.history);
            let done = self.perform(&start, &mut history, seat, deed);
            self.history = history;
            let Some((after, told)) = done? else {
                continue;
            };
            let told = self.heard(&before.public, &stand.sites, seat, deed, &told);
            if told == heard {
                self.member = after;
                self.truth = truth;
                return Ok(());
            }
            went_on |= before_end(&told) == before_end(heard);
        }
        self.history.truncate(length);
        // Whether the game ends is deduced only afterwards, so truths under which it does as was told may be few among those
        // that were drawn. All else that was told was deduced before; what not, is counted where that can be done.
        let none = match self.verify {
            true => self.count() == Some(0.0),
            false => !went_on,
        };
        Err(match none {
            true => BeliefError::Impossible,
            false => BeliefError::Large,
        })
    }

    /// Why no truth was drawn: because there is none, or because trying found none among too many to count.
    pub(super) fn without_truth(&mut self) -> BeliefError {
        let starved = self.problem.domains.contains(&0);
        let none = self.cache().is_some_and(|cache| {
            let fields = cache.hazards.as_ref();
            cache.total == Some(0.0) || fields.is_some_and(|fields| fields.total() == 0.0)
        });
        match starved || none {
            true => BeliefError::Impossible,
            false => BeliefError::Large,
        }
    }

    /// A member of the set near one that was, if it is easily had: finding any is quicker than counting all.
    fn repaired(&self, truth: &Truth<W>, dice: &mut Dice) -> Option<Truth<W>> {
        let mut truth = truth.clone();
        if !self.problem.repair(&mut truth.pieces) {
            return None;
        }
        if let Some(field) = self.field.as_ref().filter(|f| !f.allows(truth.hazards)) {
            truth.hazards = field.count().draw(dice)?;
        }
        self.allows(&truth).then_some(truth)
    }

    /// The events that the declarations let the observer have, units standing where they stood before the deed.
    pub(super) fn heard(
        &self,
        public: &Public<W>,
        sites: &[Option<usize>],
        seat: Seat,
        deed: Deed,
        told: &[Event],
    ) -> Vec<Event> {
        let tables = &self.rules.tables;
        let from = match deed {
            Deed::Action(action) if action.tag() == Tag::Move => Some((action.from(), action.to())),
            _ => None,
        };
        let may_learn = |at: Site, piece: Piece, capturer: Option<Seat>| {
            // What was lost where it came to rest stood elsewhere before.
            let stood = match from {
                Some((from, to)) if at == to && capturer.is_none() => from,
                _ => at,
            };
            let known = sites[stood.index()].map_or([false; 2], |u| self.units[u].known);
            let owner = public.seat_of(piece.side);
            declared::learns(tables.capture.tells, self.observer, capturer, owner, known)
        };
        declared::heard(tables, deed, told, may_learn, seat)
    }

    /// What a deed makes of a position, and what the observer is told of it; `None` when it cannot be done there.
    pub(super) fn perform(
        &self,
        start: &Position<W>,
        history: &mut History<W>,
        seat: Seat,
        deed: Deed,
    ) -> Result<Option<(Position<W>, Vec<Event>)>, HookError> {
        let mut position = start.clone();
        let mut log = Log::on();
        match deed {
            Deed::Act(act) => return Ok(self.act(position, history, seat, act)),
            Deed::Action(action) => {
                let length = history.len();
                match self
                    .rules
                    .apply(&mut position, history, action, &mut log, true)
                {
                    Ok(()) => {}
                    Err(HookError::Refused(_)) => {
                        history.truncate(length);
                        return Ok(None);
                    }
                    Err(error) => return Err(error),
                }
            }
            Deed::Try(action) => {
                let length = history.len();
                let mut tried = position.clone();
                let refused = self
                    .rules
                    .apply(&mut tried, history, action, &mut Log::off(), true);
                history.truncate(length);
                let clause = match refused {
                    Ok(()) => return Ok(None),
                    Err(HookError::Refused(clause)) => clause,
                    Err(error) => return Err(error),
                };
                position.note_refused(action);
                log.tell(crate::event::Audience::ALL, || Event::Refused {
                    action,
                    clause,
                });
                let over = self.rules.judge(&position, history, seat.other(), true)?;
                if let Some(outcome) = over {
                    ending::finish(&self.rules.tables, &mut position, outcome, &mut log);
                }
            }
        }
        let told = log.into_told().into_iter();
        let own = told.filter(|t| super::hears(t.audience, self.observer));
        Ok(Some((position, own.map(|t| t.event).collect())))
    }

    fn act(
        &self,
        position: Position<W>,
        history: &History<W>,
        seat: Seat,
        act: Act,
    ) -> Option<(Position<W>, Vec<Event>)> {
        let mut game = Game::resume(self.rules.clone(), position, history.clone());
        let step = game.act(seat, act).ok()?.clone();
        let own = Game::<W>::told_to(&step, self.observer).cloned().collect();
        Some((game.into_position(), own))
    }

    /// What a unit could do on a site of a position if it were a piece that its seat knows.
    pub(super) fn actions_of(
        &self,
        position: &Position<W>,
        unit: usize,
        site: Site,
        piece: Piece,
        seat: Seat,
        phase: Phase,
    ) -> Vec<Action> {
        let mut position = position.clone();
        position.hide(site, Some(piece), self.units[unit].known);
        position.public.phase = phase;
        let view = View::new(
            &self.rules.tables,
            &position,
            &self.history,
            Observer::Seat(seat),
        );
        let mut actions = Vec::new();
        // A hook that fails here fails again, and is reported, when the deed is played.
        let _ = self.rules.candidates_of(&view, site, &mut actions);
        actions
    }

    /// Whether the same deeds tell the same things under a truth of the start.
    pub(super) fn replays(&self, truth: &Truth<W>) -> bool {
        let setup = self.setup(truth);
        let Ok(mut position) = setup.validate(&self.rules.tables) else {
            return false;
        };
        let mut sites = vec![None; self.at.len()];
        for (i, unit) in self.units.iter().enumerate() {
            sites[unit.start.index()] = Some(i);
        }
        let mut history = self.before.clone();
        for (seat, deed, heard) in &self.record {
            if let Deed::Action(action) | Deed::Try(action) = deed {
                let observer = Observer::Seat(*seat);
                let view = View::new(&self.rules.tables, &position, &history, observer);
                let mut actions = Vec::new();
                let asked = self.rules.legal(&view, &mut actions);
                if asked.is_err() || !actions.contains(action) {
                    return false;
                }
            }
            let Ok(Some((after, told))) = self.perform(&position, &mut history, *seat, *deed)
            else {
                return false;
            };
            if self.heard(&position.public, &sites, *seat, *deed, &told) != *heard {
                return false;
            }
            declared::follow(&mut sites, heard);
            position = after;
        }
        true
    }
}
