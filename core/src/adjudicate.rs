//! Adjudication: what an action does to the truth, in the order terrain, hooks, own groups, repetition, endings.

use crate::action::{Action, Tag};
use crate::clause::ClauseId;
use crate::event::{Audience, Event, Log};
use crate::hooks::{Effects, HookError};
use crate::legal::{Rules, may_chain};
use crate::movement::Scene;
use crate::piece::{Cell, Kind, Observer, Piece, Seat};
use crate::position::{Arbiter, Outcome, Phase, Position, Site16, progress};
use crate::rules::check::{captures_in_passing, in_check, passing_victim};
use crate::rules::repetition::{History, Snapshot};
use crate::rules::{
    capture, castling, chase, colours, enclosure, ending, flank, quiet, repetition, reveal, shot,
    terrain,
};
use crate::site::{Site, SiteSet};
use crate::spec::{Exposed, HiddenTarget, OwnRevealed, Verdict};
use crate::tables::Tables;
use crate::view::View;

/// What an action left to do.
enum Flow {
    /// The turn is over; the piece that moved stands there.
    End(Option<Site>),
    /// The same seat goes on in this phase.
    Go(Phase),
    /// The game is over.
    Over(Outcome),
}

/// What comes after an action, as far as that tells what has to be known of the position it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ahead {
    /// Nothing may come after it before it is known whether the next seat has an action.
    Judged,
    /// More actions.
    Play,
    /// Its actions are counted, and none of them ends a turn that is looked at.
    Count,
}

impl Ahead {
    fn of(full: bool) -> Self {
        if full { Self::Judged } else { Self::Play }
    }
}

impl<const W: usize> Rules<W> {
    /// Plays an action that is legal from the mover's view, on the truth.
    ///
    /// On error the position and history are spoilt and must be discarded; play on copies. [`HookError::Refused`]
    /// means that adjudication refused the try. With `full` the mobility of the next seat is judged too.
    ///
    /// # Errors
    /// [`HookError`].
    pub fn apply(
        &self,
        position: &mut Position<W>,
        history: &mut History<W>,
        action: Action,
        log: &mut Log,
        full: bool,
    ) -> Result<(), HookError> {
        self.apply_for(position, history, action, log, Ahead::of(full))
    }

    /// The same, as far as what comes after it needs.
    pub(crate) fn apply_for(
        &self,
        position: &mut Position<W>,
        history: &mut History<W>,
        action: Action,
        log: &mut Log,
        ahead: Ahead,
    ) -> Result<(), HookError> {
        let mover = position.public.turn;
        let unmoved = position.public.unmoved;
        let flow = self.perform(position, history, action, log)?;
        if position.public.unmoved != unmoved {
            castling::settle(&self.tables, position);
        }
        let passed = position.public.en_passant;
        if passed.is_some_and(|(_, piece)| position.public.cell(piece).is_empty()) {
            position.public.en_passant = None;
        }
        position.public.last = Some(action);
        position.public.last_to[mover.index()] = Site16::new(match action.tag() {
            Tag::Move | Tag::Place | Tag::Flip => Some(action.to()),
            _ => None,
        });
        match flow {
            Flow::End(moved) => {
                // A pass or a swap leaves the board as it is, which is no repetition.
                if !matches!(action.tag(), Tag::Pass | Tag::Swap) {
                    self.forbid_repetition(position, history, mover)?;
                }
                self.end_turn(position, history, mover, moved, log, ahead)
            }
            Flow::Go(phase) => {
                position.public.phase = phase;
                Ok(())
            }
            Flow::Over(outcome) => {
                position.public.turns += 1;
                ending::finish(&self.tables, position, outcome, log);
                Ok(())
            }
        }
    }

    /// Does what an action does, short of ending the turn; used on scratch positions to see whether it is refused.
    pub(crate) fn try_out(
        &self,
        position: &mut Position<W>,
        history: &History<W>,
        action: Action,
        log: &mut Log,
    ) -> Result<(), HookError> {
        let mover = position.public.turn;
        self.perform(position, history, action, log)?;
        self.forbid_repetition(position, history, mover)
    }

    fn perform(
        &self,
        position: &mut Position<W>,
        history: &History<W>,
        action: Action,
        log: &mut Log,
    ) -> Result<Flow, HookError> {
        let tables = &*self.tables;
        let mover = position.public.turn;
        position.public.ply += 1;
        // Acting declines what the other seat has offered; an own offer stands until that.
        if position.public.offer == Some(mover.other()) {
            position.public.offer = None;
        }
        let passing = position.public.en_passant;
        if action.tag() != Tag::Choose {
            position.public.en_passant = None;
        }
        if action.tag() != Tag::Pass {
            position.public.passes = 0;
        }
        match action.tag() {
            Tag::Flip => {
                let at = action.to();
                let Some(piece) = reveal::show(position, at, log) else {
                    return Err(no_truth());
                };
                colours::flipped(tables, position, mover, piece, log);
                self.hook(position, mover, log, |h, e| {
                    if tables.spec.hooks.flipped {
                        h.flipped(e, at)
                    } else {
                        Ok(())
                    }
                })?;
                Ok(Flow::End(None))
            }
            Tag::Place => {
                let (at, Some(kind), Some(side)) =
                    (action.to(), action.kind(), position.public.side_of(mover))
                else {
                    return Err(no_truth());
                };
                position.put_look(at, Cell::piece(side, kind));
                log.tell(Audience::ALL, || Event::Placed {
                    at,
                    piece: Piece { side, kind },
                });
                if position.public.phase == Phase::Play {
                    flank::turn(tables, position, at, side, log);
                }
                self.hook(position, mover, log, |h, e| {
                    if tables.spec.hooks.placed {
                        h.placed(e, at)
                    } else {
                        Ok(())
                    }
                })?;
                self.forbid_suicide(position, at)?;
                Ok(Flow::End(None))
            }
            Tag::Pass => {
                position.public.passes = position.public.passes.saturating_add(1);
                position.public.progress |= progress::PASS;
                log.tell(Audience::ALL, || Event::Passed);
                Ok(Flow::End(None))
            }
            Tag::Swap => {
                position.public.first_side = position.public.first_side.map(|s| s.other());
                log.tell(Audience::ALL, || Event::Swapped);
                Ok(Flow::End(None))
            }
            Tag::Stop => {
                log.tell(Audience::ALL, || Event::Stopped);
                let at = if let Phase::Chain(at) = position.public.phase {
                    Some(at)
                } else {
                    None
                };
                Ok(Flow::End(at))
            }
            Tag::Choose => {
                let (Phase::Choose(at), Some(kind)) = (position.public.phase, action.kind()) else {
                    return Err(no_truth());
                };
                position.turn_into(at, kind);
                log.tell(Audience::ALL, || Event::Promoted { at, kind });
                Ok(Flow::End(Some(at)))
            }
            Tag::Special => {
                let (id, from, to) = (action.arg().unwrap_or(0), action.from(), action.to());
                log.tell(Audience::ALL, || Event::Acted { id, from, to });
                if tables
                    .spec
                    .specials
                    .get(usize::from(id))
                    .is_some_and(|s| s.progress)
                {
                    position.public.progress |= progress::KIND;
                }
                self.hook(position, mover, log, |h, e| {
                    if tables.spec.hooks.acted {
                        h.acted(e, id, from, to)
                    } else {
                        Ok(())
                    }
                })?;
                terrain::settle(tables, position, log);
                Ok(Flow::End(None))
            }
            Tag::Castle => self.castle(position, history, mover, action, log),
            Tag::Move => {
                position.public.en_passant = passing;
                self.go(position, history, mover, action, log)
            }
        }
    }

    fn hook(
        &self,
        position: &mut Position<W>,
        mover: Seat,
        log: &mut Log,
        call: impl FnOnce(&dyn crate::hooks::Hooks<W>, &mut Effects<'_, W>) -> Result<(), HookError>,
    ) -> Result<(), HookError> {
        match &self.hooks {
            Some(hooks) => call(
                &**hooks,
                &mut Effects {
                    tables: &self.tables,
                    position,
                    log,
                    mover,
                },
            ),
            None => Ok(()),
        }
    }

    fn castle(
        &self,
        position: &mut Position<W>,
        history: &History<W>,
        mover: Seat,
        action: Action,
        log: &mut Log,
    ) -> Result<Flow, HookError> {
        let tables = &*self.tables;
        let side = position.public.side_of(mover).ok_or_else(no_truth)?;
        let way = tables
            .castling
            .as_ref()
            .and_then(|c| c.way(side, action.from(), action.to()))
            .copied()
            .ok_or_else(no_truth)?;
        // Both pieces are lifted before either lands, since they may exchange sites.
        let away = (tables.board.all() - position.public.occupied()).lowest();
        if way.royal_to == way.corner {
            let away = away.ok_or_else(no_truth)?;
            position.shift(way.corner, away);
            position.shift(way.royal, way.royal_to);
            position.shift(away, way.corner_to);
        } else {
            position.shift(way.royal, way.royal_to);
            position.shift(way.corner, way.corner_to);
        }
        log.tell(Audience::ALL, || Event::Castled {
            royal: (way.royal, way.royal_to),
            corner: (way.corner, way.corner_to),
        });
        if tables.spec.hidden.reveal_on_move {
            for at in [way.royal_to, way.corner_to] {
                reveal::show(position, at, log);
            }
        }
        for at in [way.royal_to, way.corner_to] {
            if let Landing::Over(outcome) = self.land(position, history, mover, at, log)? {
                return Ok(Flow::Over(outcome));
            }
        }
        let stands = !position.public.cell(way.royal_to).is_empty();
        Ok(Flow::End(stands.then_some(way.royal_to)))
    }

    fn go(
        &self,
        position: &mut Position<W>,
        history: &History<W>,
        mover: Seat,
        action: Action,
        log: &mut Log,
    ) -> Result<Flow, HookError> {
        let tables = &*self.tables;
        let (from, to) = (action.from(), action.to());
        let view = View::new(tables, position, history, Observer::Seat(mover));
        let face = view.moving_kind(from).ok_or_else(no_truth)?;
        let passing = passing_victim(&position.public, &view, action);
        position.public.en_passant = None;
        let target = position.public.cell(to);
        let mut open_capture = true;
        let mut captured = false;
        if !target.is_empty() {
            open_capture = !position.public.hidden.contains(to);
            match self.meet(position, mover, action, log)? {
                (Verdict::Take, own) => captured = !own,
                (Verdict::Both | Verdict::Lost | Verdict::Stay | Verdict::Refuse, _) => {
                    return Ok(Flow::End(None));
                }
            }
        } else if let Some(victim) = passing {
            let look = position.public.cell(victim);
            self.take(position, mover, victim, look, log);
        }
        position.shift(from, to);
        chase::follow(position, from, to);
        log.tell(Audience::ALL, || Event::Moved { from, to });
        if tables.spec.hidden.reveal_on_move && position.public.hidden.contains(to) {
            reveal::show(position, to, log);
        }
        let kind = position.public.cell(to).kind().unwrap_or(face);
        if tables.quiet_kinds >> kind.0 & 1 != 0 {
            position.public.progress |= progress::KIND;
        }
        self.note_first_step(position, from, to, face, kind);
        let mut choice = None;
        if let (Some(rule), Some(side)) = (&tables.promotion, position.public.cell(to).side())
            && kind != Kind::BACK
            && rule.applies(side, kind, to)
        {
            let single = (rule.into.len() == 1).then(|| rule.into[0]);
            match action.kind().or(single) {
                Some(into) => {
                    position.turn_into(to, into);
                    log.tell(Audience::ALL, || Event::Promoted { at: to, kind: into });
                }
                None => choice = Some(to),
            }
        }
        let alive = self.land(position, history, mover, to, log)?;
        let alive = match alive {
            Landing::Stands => true,
            Landing::Gone => false,
            Landing::Over(outcome) => return Ok(Flow::Over(outcome)),
        };
        if let (true, Some(at)) = (alive, choice) {
            return Ok(Flow::Go(Phase::Choose(at)));
        }
        if let (true, true, Some(rule)) = (alive, captured, &tables.chain) {
            let running = matches!(position.public.phase, Phase::Chain(_));
            if running || open_capture || !rule.start_open_only {
                let view = View::new(tables, position, history, Observer::Seat(mover));
                if may_chain(&view, to) {
                    return Ok(Flow::Go(Phase::Chain(to)));
                }
            }
        }
        if alive && tables.shot.is_some() {
            let view = View::new(tables, position, history, Observer::Seat(mover));
            if !shot::shots(&view, to).is_empty() {
                return Ok(Flow::Go(Phase::Shoot(to)));
            }
        }
        Ok(Flow::End(alive.then_some(to)))
    }

    /// Two pieces meet: decides, removes, tells. On `Take` the target's site is free for the attacker.
    ///
    /// The flag says that the target turned out to be the mover's own, which ends a chain.
    fn meet(
        &self,
        position: &mut Position<W>,
        mover: Seat,
        action: Action,
        log: &mut Log,
    ) -> Result<(Verdict, bool), HookError> {
        let tables = &*self.tables;
        let rule = &tables.capture;
        let (from, to) = (action.from(), action.to());
        let attacker = position.truth(Arbiter::assume()).piece(from);
        let look = position.public.cell(to);
        let hidden = position.public.hidden.contains(to);
        let side = position.public.side_of(mover);
        let (verdict, clause, own) = if !hidden {
            match (attacker, look.as_piece()) {
                (Some(a), Some(d)) => match self.true_guard(position, d) {
                    Some(clause) => (Verdict::Refuse, clause, false),
                    None => {
                        let clash = rule.open.get(action.manner(), a.kind, d.kind);
                        (clash.verdict, clash.clause, false)
                    }
                },
                _ => (Verdict::Take, rule.clause, false),
            }
        } else {
            match rule.hidden {
                HiddenTarget::Refuse | HiddenTarget::Take => {
                    (Verdict::Take, rule.hidden_clause, false)
                }
                HiddenTarget::Reveal => {
                    let (Some(d), Some(a)) = (reveal::show(position, to, log), attacker) else {
                        return Err(no_truth());
                    };
                    let reached = kinds_in_reach(tables, position, action, a);
                    if Some(d.side) == side {
                        let verdict = if rule.own_revealed == OwnRevealed::Taken {
                            Verdict::Take
                        } else {
                            Verdict::Stay
                        };
                        (verdict, rule.hidden_clause, true)
                    } else if let Some(clause) = self.true_guard(position, d) {
                        (Verdict::Stay, clause, false)
                    } else {
                        let clash = rule.dark.get(action.manner(), a.kind, d.kind);
                        // What the attack has shown stays shown, so what it may not capture stays too.
                        let verdict = match clash.verdict {
                            Verdict::Refuse => Verdict::Stay,
                            _ if reached >> d.kind.0 & 1 == 0 => Verdict::Stay,
                            other => other,
                        };
                        (verdict, clash.clause, false)
                    }
                }
                HiddenTarget::Secret => {
                    let defender = position.truth(Arbiter::assume()).piece(to);
                    let (Some(a), Some(d)) = (attacker, defender) else {
                        return Err(no_truth());
                    };
                    let clash = rule.open.get(action.manner(), a.kind, d.kind);
                    let guard = self.true_guard(position, d);
                    match guard {
                        Some(clause) => (Verdict::Refuse, clause, false),
                        None => (clash.verdict, clash.clause, false),
                    }
                }
            }
        };
        if verdict == Verdict::Refuse {
            return Err(HookError::Refused(clause));
        }
        let secret = hidden && rule.hidden == HiddenTarget::Secret;
        if secret {
            log.tell(Audience::ALL, || Event::Clashed {
                from,
                at: to,
                verdict,
            });
        }
        let look = position.public.cell(to);
        let attacker_look = position.public.cell(from);
        match verdict {
            Verdict::Take => {
                if own {
                    reveal::lose(tables, position, to, Some(mover), log);
                    log.tell(Audience::ALL, || Event::Captured { at: to, look });
                } else {
                    self.take(position, mover, to, look, log);
                }
            }
            Verdict::Both => {
                self.take(position, mover, to, look, log);
                reveal::lose(tables, position, from, Some(mover.other()), log);
                self.credit(position, mover.other());
                log.tell(Audience::ALL, || Event::Lost {
                    at: from,
                    look: attacker_look,
                });
            }
            Verdict::Lost => {
                reveal::lose(tables, position, from, Some(mover.other()), log);
                self.credit(position, mover.other());
                log.tell(Audience::ALL, || Event::Lost {
                    at: from,
                    look: attacker_look,
                });
            }
            Verdict::Stay | Verdict::Refuse => {}
        }
        if secret && rule.reveal_winner {
            match verdict {
                Verdict::Take => drop(reveal::show(position, from, log)),
                Verdict::Lost => drop(reveal::show(position, to, log)),
                _ => {}
            }
        }
        Ok((verdict, own))
    }

    fn true_guard(&self, position: &Position<W>, target: Piece) -> Option<ClauseId> {
        if self.tables.capture.guarded.is_empty() {
            return None;
        }
        let truth = position.truth(Arbiter::assume());
        let guards = |guard: Kind| {
            truth.pieces().any(|(_, p)| {
                p == Piece {
                    side: target.side,
                    kind: guard,
                }
            })
        };
        self.tables
            .capture
            .guarded
            .iter()
            .find(|(k, g, _)| *k == target.kind && guards(*g))
            .map(|(_, _, c)| *c)
    }

    fn credit(&self, position: &mut Position<W>, seat: Seat) {
        if let Some(side) = position.public.side_of(seat) {
            capture::count_capture(&mut position.public, side);
        }
    }

    /// Captures the piece at a site for the mover.
    fn take(&self, position: &mut Position<W>, mover: Seat, at: Site, look: Cell, log: &mut Log) {
        reveal::lose(&self.tables, position, at, Some(mover), log);
        self.credit(position, mover);
        log.tell(Audience::ALL, || Event::Captured { at, look });
    }

    /// A first step of a piece that is what it looked like may be captured in passing.
    fn note_first_step(
        &self,
        position: &mut Position<W>,
        from: Site,
        to: Site,
        face: Kind,
        kind: Kind,
    ) {
        if face != kind {
            return;
        }
        let Some(side) = position.public.cell(to).side() else {
            return;
        };
        if self.tables.passing[side.index()] >> kind.0 & 1 == 0 {
            return;
        }
        let movers = &self.tables.movers[side.index()][kind.index()];
        for mover in movers.iter().filter(|m| m.initial && m.from.contains(from)) {
            if let crate::movement::Shape::Lame(table) = &mover.shape
                && let Some((path, _)) =
                    table[from.index()].iter().find(|(_, target)| *target == to)
            {
                position.public.en_passant = path.lowest().map(|passed| (passed, to));
            }
        }
    }

    /// A piece came to rest: terrain, then the hook, then fog that lifts for good.
    #[inline]
    fn land(
        &self,
        position: &mut Position<W>,
        history: &History<W>,
        mover: Seat,
        at: Site,
        log: &mut Log,
    ) -> Result<Landing, HookError> {
        if self.tables.terrain.is_none() && !self.tables.spec.hooks.landed {
            return Ok(Landing::Stands);
        }
        self.land_on_terrain(position, history, mover, at, log)
    }

    /// The same, where landing may do something.
    fn land_on_terrain(
        &self,
        position: &mut Position<W>,
        history: &History<W>,
        mover: Seat,
        at: Site,
        log: &mut Log,
    ) -> Result<Landing, HookError> {
        let tables = &*self.tables;
        let mut destroyed = false;
        if let Some(rule) = &tables.terrain
            && position.truth(Arbiter::assume()).hazards().contains(at)
        {
            let kind = position.truth(Arbiter::assume()).piece(at).map(|p| p.kind);
            destroyed = kind.is_none_or(|k| rule.immune >> k.0 & 1 == 0);
            if destroyed {
                let look = position.public.cell(at);
                reveal::lose(tables, position, at, None, log);
                log.tell(Audience::ALL, || Event::Destroyed { at, look });
            }
            terrain::remove_hazards(tables, position, SiteSet::of(at), log);
        }
        self.hook(position, mover, log, |h, e| {
            if tables.spec.hooks.landed {
                h.landed(e, at)
            } else {
                Ok(())
            }
        })?;
        terrain::settle(tables, position, log);
        if destroyed
            && let (Some(spec), Some(side)) = (&tables.spec.check, position.public.side_of(mover))
        {
            let exposed = in_check(
                &View::new(tables, position, history, Observer::Seat(mover)),
                side,
            );
            match spec.exposed {
                Exposed::Loses if exposed => {
                    return Ok(Landing::Over(Outcome {
                        winner: Some(mover.other()),
                        clause: tables.ids.exposed,
                        scores: None,
                    }));
                }
                Exposed::Refused if exposed => {
                    return Err(HookError::Refused(tables.ids.exposed));
                }
                _ => {}
            }
        }
        Ok(if position.public.cell(at).is_empty() {
            Landing::Gone
        } else {
            Landing::Stands
        })
    }

    fn forbid_suicide(&self, position: &Position<W>, at: Site) -> Result<(), HookError> {
        match &self.tables.spec.enclosure {
            Some(spec)
                if spec.suicide_forbidden
                    && !enclosure::has_liberty(&self.tables.board, position.public(), at) =>
            {
                Err(HookError::Refused(self.tables.ids.enclosure))
            }
            _ => Ok(()),
        }
    }

    fn forbid_repetition(
        &self,
        position: &Position<W>,
        history: &History<W>,
        mover: Seat,
    ) -> Result<(), HookError> {
        let Some(spec) = self.tables.spec.repetition.as_ref().filter(|r| r.forbidden) else {
            return Ok(());
        };
        let mut snapshot = Snapshot::take(position.public(), false);
        snapshot.set_turn(mover.other());
        let again = if spec.only_last {
            history.is_last_but_one(&snapshot, spec.key)
        } else {
            history.contains(&snapshot, spec.key)
        };
        if again {
            Err(HookError::Refused(self.tables.ids.repetition))
        } else {
            Ok(())
        }
    }

    fn end_turn(
        &self,
        position: &mut Position<W>,
        history: &mut History<W>,
        mover: Seat,
        moved: Option<Site>,
        log: &mut Log,
        ahead: Ahead,
    ) -> Result<(), HookError> {
        let tables = &*self.tables;
        quiet::count_turn(tables, &mut position.public);
        chase::count_turn(tables, position, mover, moved);
        position.public.progress = 0;
        position.public.turns += 1;
        position.public.phase = Phase::Play;
        position.public.turn = mover.other();
        if position.public.refused[0].is_some() {
            position.public.refused = [None; crate::position::MAX_REFUSED];
        }
        let none = History::new();
        let mut so_far = &none;
        // A position that has not been there before is no repetition, and no one asks about it again.
        let last = ahead == Ahead::Count && !history.has_cells(position.public.key_cells);
        if repetition::needed(tables) && !last {
            let possible = position.public.en_passant.is_some()
                && self.can_capture_in_passing(position, history)?;
            let public = position.public();
            let mut snapshot = Snapshot::take(public, possible);
            snapshot.add_arrivals(tables, public);
            history.push(snapshot);
            so_far = history;
        }
        let mut outcome = self.judge(position, so_far, mover, ahead == Ahead::Judged)?;
        if outcome.is_none()
            && tables.spec.hooks.ended
            && let Some(hooks) = &self.hooks
        {
            let verdict = hooks.ended(&mut Effects {
                tables,
                position,
                log,
                mover,
            })?;
            outcome = verdict.map(|v| Outcome {
                winner: v.winner.and_then(|s| position.public.seat_of(s)),
                clause: v.clause,
                scores: None,
            });
        }
        if let Some(outcome) = outcome {
            ending::finish(tables, position, outcome, log);
        }
        Ok(())
    }

    /// What a position that begins a history is compared by when it comes again.
    pub(crate) fn first_snapshot(&self, position: &Position<W>) -> Snapshot<W> {
        // A hook that fails here fails again, and is reported, when actions are asked for.
        let possible = self
            .can_capture_in_passing(position, &History::new())
            .unwrap_or(false);
        let public = position.public();
        let mut snapshot = Snapshot::take(public, possible);
        snapshot.add_arrivals(&self.tables, public);
        snapshot
    }

    /// Whether the seat to act really may capture in passing, by a piece that everybody sees.
    pub(crate) fn can_capture_in_passing(
        &self,
        position: &Position<W>,
        history: &History<W>,
    ) -> Result<bool, HookError> {
        let Some((target, _)) = position.public.en_passant else {
            return Ok(false);
        };
        let view = View::new(
            &self.tables,
            position,
            history,
            Observer::Seat(position.public.turn),
        );
        let own = view
            .side()
            .map_or(SiteSet::EMPTY, |side| position.public.by_side[side.index()]);
        let side = view.side().map_or(0, |side| side.index());
        let near = own & self.tables.passing_from[side][target.index()];
        let able = |at: &Site| captures_in_passing(&view, *at, target);
        let mut able = (near - position.public.hidden)
            .iter()
            .filter(able)
            .peekable();
        if able.peek().is_none() {
            return Ok(false);
        }
        self.any_may_go(&view, able, target)
    }
}

/// The kinds that the attacker's ways of moving in this manner may capture there, as bits.
fn kinds_in_reach<const W: usize>(
    tables: &Tables<W>,
    position: &Position<W>,
    action: Action,
    attacker: Piece,
) -> u32 {
    let scene = Scene {
        occupied: position.public.occupied(),
    };
    tables.movers[attacker.side.index()][attacker.kind.index()]
        .iter()
        .filter(|m| m.manner == action.manner() && m.victims != 0)
        .filter(|m| {
            let (_, hit) = m.reach(&tables.board, action.from(), &scene);
            hit.contains(action.to())
        })
        .fold(0, |kinds, m| kinds | m.victims)
}

/// What became of a piece that came to rest.
enum Landing {
    Stands,
    Gone,
    Over(Outcome),
}

fn no_truth() -> HookError {
    HookError::Failed {
        hook: "adjudication",
        message: "the action needs a truth that the position does not hold".to_owned(),
    }
}
