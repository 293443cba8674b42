//! Reading what was done: what each event says of units and hazards.

use std::sync::Arc;

use crate::action::{Action, Tag};
use crate::belief::facts::{Fact, Joint};
use crate::belief::pieces::{Domain, Link, Pairs, bit, members, of_kinds, of_side, piece};
use crate::belief::reader::{Loss, Reader, among};
use crate::belief::{BeliefError, declared};
use crate::clause::ClauseId;
use crate::event::Event;
use crate::game::Deed;
use crate::piece::{Kind, Observer, Piece, Seat, Side};
use crate::position::{Position, Public};
use crate::site::{Site, SiteSet};
use crate::spec::{Exposed, HiddenTarget, PassRule, Tells, Verdict};

/// What is gathered while the events of one step are read.
pub(super) struct Step<'a, const W: usize> {
    pub(super) before: &'a Position<W>,
    pub(super) mover: Seat,
    pub(super) deed: Deed,
    /// Identities told, not yet joined to a loss.
    pub(super) named: Vec<(Site, Piece)>,
    /// Pieces shown since the last loss.
    pub(super) shown: Vec<(Site, Piece)>,
    /// Sites where a piece came to rest and no hazard was told of yet.
    pub(super) landings: Vec<Site>,
    /// A landing that destroyed a piece, whose hazard is not told to be gone yet.
    pub(super) struck: Option<Site>,
    /// Sites that a script may have cleared.
    pub(super) cleared: SiteSet<W>,
    /// Whether a piece was captured or lost.
    pub(super) met: bool,
    /// What a piece became where it landed.
    pub(super) became: Option<(Site, Kind)>,
}

impl<const W: usize> Reader<W> {
    /// Reads a step.
    pub(super) fn take_in(
        &mut self,
        seat: Seat,
        deed: Deed,
        told: &[Event],
    ) -> Result<(), BeliefError> {
        let public = &self.member.public;
        if let Deed::Action(action) | Deed::Try(action) = deed
            && !may_be(public, action)
        {
            return Err(BeliefError::Impossible);
        }
        let heard = self.heard(public, &self.at, seat, deed, told);
        self.read_heard(seat, deed, &heard)
    }

    /// Reads a step of which everything told is declared.
    pub(super) fn read_heard(
        &mut self,
        seat: Seat,
        deed: Deed,
        heard: &[Event],
    ) -> Result<(), BeliefError> {
        let stand = self.stand();
        let before = self.member.clone();
        self.possible.clear();
        self.worth = None;
        if let Deed::Action(action) | Deed::Try(action) = deed {
            self.read_choice(&before, seat, action);
        }
        let mut step = Step {
            before: &before,
            mover: seat,
            deed,
            named: Vec::new(),
            shown: Vec::new(),
            landings: Vec::new(),
            struck: None,
            cleared: self.clearing(&before, deed),
            met: heard
                .iter()
                .any(|e| matches!(e, Event::Captured { .. } | Event::Lost { .. })),
            became: None,
        };
        self.read_unnamed_meeting(&step, heard);
        let kept = heard.iter().any(|e| {
            matches!(
                e,
                Event::Placed { .. }
                    | Event::Turned { .. }
                    | Event::Promoted { .. }
                    | Event::Passed
            )
        });
        if kept {
            // What was true at the last end of a turn may not follow from what will be true at the next.
            self.facts.append(&mut self.lately);
        }
        for event in heard {
            self.read_event(&mut step, event);
        }
        self.finish_hazards(&step);
        self.settle();
        self.record.push((seat, deed, heard.to_vec()));
        self.advance(&stand, seat, deed, heard)?;
        self.read_end(&before, deed);
        Ok(())
    }

    /// After a turn, or a refused try, the endings were judged.
    fn read_end(&mut self, before: &Position<W>, deed: Deed) {
        let public = &self.member.public;
        let over = public.outcome;
        let judged = match deed {
            Deed::Act(_) => false,
            Deed::Try(_) => true,
            Deed::Action(_) => {
                let exposed = self.rules.tables.ids.exposed;
                let at_once = self.rules.tables.spec.check.is_some()
                    && over.is_some_and(|o| o.clause == exposed);
                public.turns != before.public.turns && !at_once
            }
        };
        if judged {
            self.note_end(over);
        }
    }

    /// What a seat chose tells what the piece is that it knows and moved.
    fn read_choice(&mut self, before: &Position<W>, seat: Seat, action: Action) {
        if self.observer == Observer::Seat(seat) {
            return;
        }
        let tables = Arc::clone(&self.rules.tables);
        match action.tag() {
            Tag::Move | Tag::Special => {
                let Some(unit) = self.at[action.from().index()] else {
                    return;
                };
                if !self.units[unit].known[seat.index()] {
                    return;
                }
                let mut kept: Domain = 0;
                for at in members(self.problem.domains[unit]) {
                    let (site, phase) = (action.from(), before.public.phase);
                    // What a script adds may rest on what its seat's other pieces are, so that only playing again tells.
                    let asks = among(tables.hook_kinds, piece(at).kind);
                    let actions = self.actions_of(before, unit, site, piece(at), seat, phase);
                    if asks || actions.contains(&action) {
                        kept |= 1 << at;
                    }
                }
                self.keep(unit, kept);
            }
            Tag::Pass if tables.spec.actions.pass != PassRule::Allowed => {
                for (unit, still) in self.stuck(seat, &before.public).unwrap_or_default() {
                    self.keep(unit, still);
                }
            }
            _ => {}
        }
    }

    fn read_event(&mut self, step: &mut Step<'_, W>, event: &Event) {
        let tables = Arc::clone(&self.rules.tables);
        match event {
            Event::Moved { from, to } => {
                step.shown.clear();
                self.shift(&[(*from, *to)]);
                self.land(step, *to);
            }
            Event::Castled { royal, corner } => {
                self.shift(&[*royal, *corner]);
                self.land(step, royal.1);
                self.land(step, corner.1);
            }
            Event::Clashed { from, at, verdict } => self.read_clash(step, *from, *at, *verdict),
            Event::Refused { action, clause } => self.read_refusal(step, *action, *clause),
            Event::Identity { at, piece } => step.named.push((*at, *piece)),
            Event::Revealed { at, piece } => {
                step.shown.push((*at, *piece));
                if let Some(unit) = self.at[at.index()].take() {
                    self.units[unit].site = None;
                    self.keep(unit, bit(*piece));
                }
                let reveals = tables.capture.hidden == HiddenTarget::Reveal;
                if reveals
                    && matches!(step.deed, Deed::Action(a) if a.to() == *at && a.tag() == Tag::Move)
                {
                    self.read_turned_up(step, *piece);
                }
            }
            Event::Captured { at, look } => {
                self.read_loss(step, *at, look.as_piece(), Some(step.mover));
            }
            Event::Lost { at, look } => {
                self.read_loss(step, *at, look.as_piece(), Some(step.mover.other()));
            }
            Event::Removed { at, look } => self.read_loss(step, *at, look.as_piece(), None),
            Event::Destroyed { at, look } => {
                if let Some(rule) = &tables.terrain
                    && let Some(unit) = self.at[at.index()]
                {
                    self.keep(unit, !of_both(rule.immune));
                }
                self.read_loss(step, *at, look.as_piece(), None);
                self.hazard(SiteSet::of(*at), 1);
                step.landings.retain(|s| s != at);
                step.struck = Some(*at);
            }
            Event::Promoted { at, kind } => step.became = Some((*at, *kind)),
            Event::HazardsLeft { left } => self.read_hazards_left(step, usize::from(*left)),
            Event::Lifted { at, number, hazard } => {
                self.safe_landings(step);
                self.hazard(SiteSet::of(*at), usize::from(*hazard));
                self.hazard(tables.board.around(*at), usize::from(*number));
            }
            _ => {}
        }
    }

    fn shift(&mut self, ways: &[(Site, Site)]) {
        let units: Vec<Option<usize>> = ways
            .iter()
            .map(|(from, _)| self.at[from.index()].take())
            .collect();
        for ((_, to), unit) in ways.iter().zip(units) {
            self.at[to.index()] = unit;
            if let Some(unit) = unit {
                self.units[unit].site = Some(*to);
            }
        }
    }

    // Meetings.

    /// The pairs of kinds that fit a test.
    fn pairs(&self, test: impl Fn(Kind, Kind) -> bool) -> Pairs {
        let kinds = self.rules.tables.kind_count();
        let mut rows = [0u32; 32];
        for (a, row) in rows.iter_mut().enumerate().take(kinds) {
            for d in 0..kinds {
                if test(Kind(a as u8), Kind(d as u8)) {
                    *row |= 1 << d;
                }
            }
        }
        Arc::new(rows)
    }

    /// Reads that an attacker and a defender, each a unit or in the open, fit a test by their kinds.
    fn relate(&mut self, step: &Step<'_, W>, from: Site, at: Site, pairs: Pairs) {
        let open = |site: Site| step.before.public.cell(site).as_piece();
        match (self.at[from.index()], self.at[at.index()]) {
            (Some(first), Some(second)) => {
                let link = Link {
                    first,
                    second,
                    pairs,
                };
                if !self.problem.links.contains(&link) {
                    self.problem.links.push(link);
                }
                self.cache = None;
            }
            (Some(first), None) => {
                if let Some(defender) = open(at) {
                    let fits = |a: &usize| pairs[a & 31] >> defender.kind.0 & 1 != 0;
                    self.keep_if(first, fits);
                }
            }
            (None, Some(second)) => {
                if let Some(attacker) = open(from) {
                    let row = pairs[attacker.kind.index()];
                    self.keep(second, of_both(row));
                }
            }
            (None, None) => {}
        }
    }

    fn keep_if(&mut self, unit: usize, fits: impl Fn(&usize) -> bool) {
        let kept = members(self.problem.domains[unit]).filter(fits);
        let domain = kept.fold(0, |d, at| d | 1 << at);
        self.keep(unit, domain);
    }

    fn manner(step: &Step<'_, W>) -> u8 {
        match step.deed {
            Deed::Action(action) | Deed::Try(action) => action.manner(),
            Deed::Act(_) => 0,
        }
    }

    fn read_clash(&mut self, step: &Step<'_, W>, from: Site, at: Site, verdict: Verdict) {
        let (tables, manner) = (Arc::clone(&self.rules.tables), Self::manner(step));
        let table = &tables.capture.open;
        let pairs = self.pairs(|a, d| table.get(manner, a, d).verdict == verdict);
        self.relate(step, from, at, pairs);
        if let Some(unit) = self.at[at.index()] {
            self.unguarded(step, unit);
        }
    }

    /// A hidden piece that met one in the open, or moved on, as the open table has it for what it is.
    fn read_unnamed_meeting(&mut self, step: &Step<'_, W>, told: &[Event]) {
        let Deed::Action(action) = step.deed else {
            return;
        };
        if action.tag() != Tag::Move {
            return;
        }
        let public = &step.before.public;
        let (from, to) = (action.from(), action.to());
        let Some(target) = public
            .cell(to)
            .as_piece()
            .filter(|_| !public.hidden.contains(to))
        else {
            return;
        };
        let tables = Arc::clone(&self.rules.tables);
        for (kind, guard, _) in &tables.capture.guarded {
            if *kind == target.kind {
                self.no_guard(target.side, *guard);
            }
        }
        let captured = told
            .iter()
            .any(|e| matches!(e, Event::Captured { at, .. } if *at == to));
        let lost = told
            .iter()
            .any(|e| matches!(e, Event::Lost { at, .. } if *at == from));
        let verdict = match (captured, lost) {
            (true, true) => Verdict::Both,
            (true, false) => Verdict::Take,
            (false, true) => Verdict::Lost,
            (false, false) => Verdict::Stay,
        };
        let table = &tables.capture.open;
        let pairs = self.pairs(|a, d| table.get(action.manner(), a, d).verdict == verdict);
        self.relate(step, from, to, pairs);
    }

    /// Hidden units that may be a guard of a side.
    fn guards(&self, side: Side, guard: Kind) -> (Domain, Vec<usize>) {
        (bit(Piece { side, kind: guard }), self.standing())
    }

    /// That no guard of a side stands hidden.
    fn no_guard(&mut self, side: Side, guard: Kind) {
        let (piece, standing) = self.guards(side, guard);
        for unit in standing {
            self.keep(unit, !piece);
        }
    }

    /// Whether a guard of a side stands in the open.
    fn guard_shown(step: &Step<'_, W>, side: Side, guard: Kind) -> bool {
        let public = &step.before.public;
        let there = public.among(public.by_side[side.index()], guard);
        !(there - public.hidden).is_empty()
    }

    /// That an attacked unit is not guarded.
    fn unguarded(&mut self, step: &Step<'_, W>, unit: usize) {
        let tables = Arc::clone(&self.rules.tables);
        for (kind, guard, _) in &tables.capture.guarded {
            for side in Side::BOTH {
                let target = bit(Piece { side, kind: *kind });
                if Self::guard_shown(step, side, *guard) {
                    self.keep(unit, !target);
                    continue;
                }
                let (piece, standing) = self.guards(side, *guard);
                let none: Joint = standing.into_iter().map(|u| (u, !piece)).collect();
                self.facts
                    .push(Fact::not_unless(vec![(unit, target)], none));
            }
        }
    }

    /// That some guard of a side stands hidden, unless one stands in the open.
    fn guarded(&mut self, step: &Step<'_, W>, side: Side, guard: Kind) {
        if !Self::guard_shown(step, side, guard) {
            let (piece, standing) = self.guards(side, guard);
            let none = standing.into_iter().map(|u| (u, !piece)).collect();
            self.facts.push(Fact::not(none));
        }
    }

    /// A piece that an attack turned up: what became of it tells whether guards are left.
    fn read_turned_up(&mut self, step: &Step<'_, W>, target: Piece) {
        let tables = Arc::clone(&self.rules.tables);
        let public = &step.before.public;
        let Deed::Action(action) = step.deed else {
            return;
        };
        let attacker = public.cell(action.from()).as_piece();
        let (Some(attacker), false) = (attacker, public.side_of(step.mover) == Some(target.side))
        else {
            return;
        };
        for (kind, guard, _) in &tables.capture.guarded {
            let table = &tables.capture.dark;
            let verdict = table
                .get(action.manner(), attacker.kind, target.kind)
                .verdict;
            let would = matches!(verdict, Verdict::Take | Verdict::Both | Verdict::Lost);
            if *kind != target.kind || !would {
                continue;
            }
            if step.met {
                self.no_guard(target.side, *guard);
            } else {
                self.guarded(step, target.side, *guard);
            }
        }
    }

    fn read_refusal(&mut self, step: &Step<'_, W>, action: Action, clause: ClauseId) {
        let tables = Arc::clone(&self.rules.tables);
        let public = &step.before.public;
        let exposed = tables
            .spec
            .check
            .as_ref()
            .is_some_and(|c| c.exposed == Exposed::Refused);
        if exposed && clause == tables.ids.exposed {
            let side = public.side_of(step.mover);
            match action.tag() {
                Tag::Castle => {
                    if let Some((_, corner)) = declared::castling_sites(&tables, side, action) {
                        self.hazard(SiteSet::of(corner), 1);
                    }
                }
                _ => self.hazard(SiteSet::of(action.to()), 1),
            }
            if let (Some(rule), Some(unit)) = (&tables.terrain, self.at[action.from().index()]) {
                self.keep(unit, !of_both(rule.immune));
            }
            return;
        }
        if action.tag() != Tag::Move || public.cell(action.to()).is_empty() {
            return;
        }
        let (from, to) = (action.from(), action.to());
        let table = &tables.capture.open;
        let guard = tables.capture.guarded.iter().find(|(_, _, c)| *c == clause);
        let secret = tables.capture.hidden == HiddenTarget::Secret;
        if let Some((kind, guard, _)) = guard {
            let open = public
                .cell(to)
                .as_piece()
                .filter(|_| !public.hidden.contains(to));
            let side = match (open, self.at[to.index()]) {
                (Some(target), _) => Some(target.side),
                (None, Some(unit)) => {
                    self.keep(unit, of_both(1 << kind.0));
                    let domain = self.problem.domains[unit];
                    Side::BOTH.into_iter().find(|s| domain & !of_side(*s) == 0)
                }
                (None, None) => None,
            };
            match side {
                Some(side) => self.guarded(step, side, *guard),
                None => self.verify = true,
            }
        } else if secret || !public.hidden.contains(to) {
            let pairs = self.pairs(|a, d| {
                let clash = table.get(action.manner(), a, d);
                clash.verdict == Verdict::Refuse && clash.clause == clause
            });
            self.relate(step, from, to, pairs);
            if let Some(unit) = self.at[to.index()] {
                self.unguarded(step, unit);
            }
        }
    }

    // Losses.

    fn read_loss(
        &mut self,
        step: &mut Step<'_, W>,
        at: Site,
        look: Option<Piece>,
        capturer: Option<Seat>,
    ) {
        let first_side = step.before.public.first_side;
        let loss = Loss {
            capturer,
            first_side,
        };
        let named = step.named.iter().position(|(site, _)| *site == at);
        let named = named.map(|i| step.named.remove(i).1);
        let unit = self.at[at.index()].take();
        if let Some(unit) = unit {
            self.units[unit].site = None;
            self.units[unit].lost = Some(loss);
            match named {
                Some(piece) => self.keep(unit, bit(piece)),
                None => self.read_silence(unit, loss),
            }
        }
        let shown = std::mem::take(&mut step.shown);
        self.read_shown_on_loss(unit, look, at, &shown);
    }

    /// That the observer was not told what was lost: it is none of those that it would have been told of.
    fn read_silence(&mut self, unit: usize, loss: Loss) {
        if self.rules.tables.capture.tells != Tells::Owner || self.observer_seat().is_none() {
            return;
        }
        for side in Side::BOTH {
            let known = self.units[unit].known;
            let owner = loss.owner(side);
            if declared::learns(Tells::Owner, self.observer, loss.capturer, owner, known) {
                let rest = self.problem.domains[unit] & !of_side(side);
                if rest != 0 {
                    self.keep(unit, rest);
                }
            }
        }
    }

    /// What a loss showed, and what it did not.
    fn read_shown_on_loss(
        &mut self,
        unit: Option<usize>,
        look: Option<Piece>,
        at: Site,
        shown: &[(Site, Piece)],
    ) {
        let tables = Arc::clone(&self.rules.tables);
        for (kind, shows, _) in &tables.capture.lost_reveals {
            for side in Side::BOTH {
                let lost = Piece { side, kind: *kind };
                let piece = Piece { side, kind: *shows };
                let others: Joint = self
                    .standing()
                    .into_iter()
                    .map(|u| (u, !bit(piece)))
                    .collect();
                let came = shown.iter().any(|(s, p)| *s != at && *p == piece);
                match unit {
                    // In the open everybody knows what was lost.
                    None if look == Some(lost) => {
                        for (other, domain) in others {
                            self.keep(other, domain);
                        }
                    }
                    None => {}
                    Some(unit) if came => {
                        self.keep(unit, bit(lost));
                        for (other, domain) in others {
                            self.keep(other, domain);
                        }
                    }
                    Some(unit) => {
                        let fact = Fact::not_unless(vec![(unit, bit(lost))], others);
                        self.facts.push(fact);
                    }
                }
            }
        }
    }
}

/// Pieces of both sides of kinds given as bits.
pub(super) fn of_both(kinds: u32) -> Domain {
    of_kinds(Side(0), kinds) | of_kinds(Side(1), kinds)
}

/// Whether an action makes sense on the board that everybody sees: what is read may come from a file.
fn may_be<const W: usize>(public: &Public<W>, action: Action) -> bool {
    let occupied = public.occupied();
    match action.tag() {
        Tag::Move | Tag::Castle => action.from() != action.to() && occupied.contains(action.from()),
        Tag::Flip => public.hidden.contains(action.to()),
        Tag::Place => !occupied.contains(action.to()),
        Tag::Special | Tag::Pass | Tag::Choose | Tag::Stop | Tag::Swap => true,
    }
}
