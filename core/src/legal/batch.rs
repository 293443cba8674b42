//! Batches: actions that differ in their site alone, made, sifted, counted and drawn together.

use std::cell::Cell;

use super::Rules;
use crate::action::{Action, Tag};
use crate::hooks::HookError;
use crate::piece::Kind;
use crate::rules::check::{Limits, Safety, Sifted};
use crate::site::{Site, SiteSet};
use crate::view::View;

/// Actions of one sort by their sites: the moves of a piece in one manner, flips, or placements of a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch<const W: usize> {
    pub(crate) tag: Tag,
    /// Where the piece stands, for moves of one piece.
    pub(crate) from: Site,
    /// How much greater the index is where a move ends, for the same move of several pieces; else 0.
    pub(crate) stride: i32,
    /// The manner of a move, or the kind placed.
    pub(crate) arg: u8,
    /// Where the actions end.
    pub(crate) to: SiteSet<W>,
    /// Those of them where there is an action for each kind that the piece may become.
    pub(crate) choices: SiteSet<W>,
}

impl<const W: usize> Batch<W> {
    /// The moves of one piece in one manner, without a choice.
    #[inline]
    pub(crate) fn of_piece(from: Site, manner: u8, to: SiteSet<W>) -> Self {
        Self {
            tag: Tag::Move,
            from,
            stride: 0,
            arg: manner,
            to,
            choices: SiteSet::EMPTY,
        }
    }

    #[inline]
    /// The action that ends on a site, without a choice.
    pub(crate) fn action(&self, at: Site) -> Action {
        match self.tag {
            Tag::Flip => Action::flip(at),
            Tag::Place => Action::place(Kind(self.arg), at),
            _ => Action::moving(self.start(at), at, self.arg),
        }
    }

    /// Where the piece stands that moves there.
    #[inline]
    pub(crate) fn start(&self, at: Site) -> Site {
        if self.stride == 0 {
            self.from
        } else {
            Site((i32::from(at.0) - self.stride) as u16)
        }
    }

    /// Where pieces move that stand on some sites.
    #[inline]
    pub(crate) fn landing(&self, starts: SiteSet<W>) -> SiteSet<W> {
        if self.stride != 0 {
            self.to & starts.shifted(self.stride)
        } else if starts.contains(self.from) {
            self.to
        } else {
            SiteSet::EMPTY
        }
    }

    /// The same actions, of some sites alone.
    #[inline]
    fn only(&self, sites: SiteSet<W>) -> Self {
        Self {
            to: self.to & sites,
            choices: self.choices & sites,
            ..*self
        }
    }

    fn each_at(&self, at: Site, into: &[Kind], mut found: impl FnMut(Action)) {
        if self.choices.contains(at) {
            for kind in into {
                found(Action::promoting(self.start(at), at, self.arg, *kind));
            }
        } else {
            found(self.action(at));
        }
    }

    #[inline]
    fn each(&self, into: &[Kind], mut found: impl FnMut(Action)) {
        if self.choices.is_empty() {
            for at in self.to {
                found(self.action(at));
            }
        } else {
            for at in self.to {
                self.each_at(at, into, &mut found);
            }
        }
    }

    /// How many actions there are, where a piece may choose between so many kinds.
    #[inline]
    fn len(&self, choices: usize) -> usize {
        let mut count = self.to.len();
        if !self.choices.is_empty() {
            count += self.choices.len() * (choices - 1);
        }
        count
    }

    /// The action that comes after `n` others.
    fn nth(&self, into: &[Kind], mut n: usize) -> Option<Action> {
        if self.choices.is_empty() {
            return self.to.nth(n).map(|at| self.action(at));
        }
        for at in self.to {
            if !self.choices.contains(at) {
                if n == 0 {
                    return Some(self.action(at));
                }
                n -= 1;
            } else if let Some(kind) = into.get(n) {
                return Some(Action::promoting(self.start(at), at, self.arg, *kind));
            } else {
                n -= into.len();
            }
        }
        None
    }
}

/// Where generated actions go.
pub(crate) trait Sink<const W: usize> {
    /// Whether actions must come in the order of their pieces' sites.
    const IN_ORDER: bool;

    /// Takes a batch.
    fn batch(&mut self, batch: Batch<W>);

    /// Takes the moves of one piece in one manner, of which none is in passing and none is with a choice.
    #[inline]
    fn moves(&mut self, from: Site, manner: u8, to: SiteSet<W>) {
        if !to.is_empty() {
            self.batch(Batch::of_piece(from, manner, to));
        }
    }

    /// Takes one action.
    fn one(&mut self, action: Action);

    /// Takes what a hook adds to the end of a list.
    fn hooked(
        &mut self,
        ask: impl FnOnce(&mut Vec<Action>) -> Result<(), HookError>,
    ) -> Result<(), HookError>;
}

/// Lists every action.
pub(crate) struct List<'a> {
    pub(crate) into: &'a [Kind],
    pub(crate) out: &'a mut Vec<Action>,
}

impl<const W: usize> Sink<W> for List<'_> {
    const IN_ORDER: bool = true;

    #[inline]
    fn batch(&mut self, batch: Batch<W>) {
        batch.each(self.into, |action| self.out.push(action));
    }

    fn one(&mut self, action: Action) {
        self.out.push(action);
    }

    fn hooked(
        &mut self,
        ask: impl FnOnce(&mut Vec<Action>) -> Result<(), HookError>,
    ) -> Result<(), HookError> {
        ask(self.out)
    }
}

/// Tells the candidates apart that check, tries or repetition refuse.
pub(crate) struct Sieve<'a, const W: usize> {
    rules: &'a Rules<W>,
    view: &'a View<'a, W>,
    safety: Option<Safety<W>>,
    /// Whether nothing but check is asked of moves.
    plain: bool,
    error: Cell<Option<HookError>>,
}

impl<const W: usize> Rules<W> {
    /// Tells candidates apart in `run`; the sieve stays where it is filled, for the processor would wait to copy it.
    ///
    /// # Errors
    /// Of `run`, or a hook that failed when a candidate was asked about.
    #[inline]
    pub(crate) fn sift<T>(
        &self,
        view: &View<'_, W>,
        run: impl FnOnce(&Sieve<'_, W>) -> Result<T, HookError>,
    ) -> Result<T, HookError> {
        let mut sieve = Sieve {
            rules: self,
            view,
            safety: None,
            plain: view.public().refused[0].is_none() && !self.tables.looks_ahead,
            error: Cell::new(None),
        };
        if let Some(side) = view.side() {
            Safety::look_into(view, side, &mut sieve.safety);
        }
        let done = run(&sieve)?;
        match sieve.error.take() {
            Some(error) => Err(error),
            None => Ok(done),
        }
    }
}

impl<const W: usize> Sieve<'_, W> {
    /// Whether a candidate is legal; no more is once a hook has failed.
    #[inline]
    pub(crate) fn passes(&self, action: Action) -> bool {
        let safety = self.safety.as_ref();
        match self.rules.late_refusal(self.view, action, safety) {
            Ok(refusal) => refusal.is_none() && !self.has_failed(),
            Err(error) => {
                self.error.set(Some(error));
                false
            }
        }
    }

    /// Whether a hook has failed.
    fn has_failed(&self) -> bool {
        let error = self.error.take();
        let failed = error.is_some();
        self.error.set(error);
        failed
    }

    /// Tells the sites of a batch apart, without asking about each.
    #[inline]
    fn sift(&self, batch: &Batch<W>) -> Sifted<W> {
        match (&self.safety, batch.tag) {
            (None, _) if self.plain => Sifted {
                safe: batch.to,
                doubtful: SiteSet::EMPTY,
            },
            (Some(safety), Tag::Move) if self.plain => safety.sift(self.view, batch),
            _ => Sifted {
                safe: SiteSet::EMPTY,
                doubtful: batch.to,
            },
        }
    }

    /// What tells moves apart, where nothing but check is asked of them.
    #[inline]
    fn limits(&self) -> Option<&Limits<W>> {
        match &self.safety {
            _ if !self.plain => None,
            Some(safety) => safety.limits(),
            None => Some(&Limits::NONE),
        }
    }
}

/// Lists the legal actions, in the order of sites or in any.
pub(crate) struct Kept<'s, 'a, const W: usize, const ORDERED: bool> {
    pub(crate) sieve: &'s Sieve<'a, W>,
    pub(crate) out: &'s mut Vec<Action>,
}

impl<const W: usize, const ORDERED: bool> Sink<W> for Kept<'_, '_, W, ORDERED> {
    const IN_ORDER: bool = ORDERED;

    #[inline]
    fn batch(&mut self, batch: Batch<W>) {
        let into = self.sieve.rules.promotions();
        let Sifted { safe, doubtful } = self.sieve.sift(&batch);
        if doubtful.is_empty() {
            batch.only(safe).each(into, |action| self.out.push(action));
            return;
        }
        for at in safe | doubtful {
            let sure = safe.contains(at);
            batch.each_at(at, into, |action| {
                if sure || self.sieve.passes(action) {
                    self.out.push(action);
                }
            });
        }
    }

    fn one(&mut self, action: Action) {
        if self.sieve.passes(action) {
            self.out.push(action);
        }
    }

    fn hooked(
        &mut self,
        ask: impl FnOnce(&mut Vec<Action>) -> Result<(), HookError>,
    ) -> Result<(), HookError> {
        let before = self.out.len();
        ask(self.out)?;
        let mut kept = before;
        for i in before..self.out.len() {
            let action = self.out[i];
            if self.sieve.passes(action) {
                self.out[kept] = action;
                kept += 1;
            }
        }
        self.out.truncate(kept);
        Ok(())
    }
}

/// Counts the legal actions, but lists those after which the turn may go on.
pub(crate) struct Count<'s, 'a, const W: usize> {
    pub(crate) sieve: &'s Sieve<'a, W>,
    /// How many are sure to complete a turn, or all of them.
    pub(crate) total: u64,
    /// The others; `None` to count all alike.
    pub(crate) open: Option<&'s mut Vec<Action>>,
    /// Room for what a hook adds.
    spare: &'s mut Vec<Action>,
    /// Where any move may leave the turn to go on.
    chained: SiteSet<W>,
    /// Where a hidden piece may have to choose what it becomes.
    chosen: SiteSet<W>,
    hidden: SiteSet<W>,
    /// Whether there is any of those.
    going_on: bool,
    /// What tells the moves of most pieces apart.
    limits: Option<&'s Limits<W>>,
}

impl<'s, 'a, const W: usize> Count<'s, 'a, W> {
    pub(crate) fn new(
        sieve: &'s Sieve<'a, W>,
        open: Option<&'s mut Vec<Action>>,
        spare: &'s mut Vec<Action>,
    ) -> Self {
        let (tables, public) = (&*sieve.rules.tables, sieve.view.public());
        let mut chained = SiteSet::EMPTY;
        let mut chosen = SiteSet::EMPTY;
        if open.is_some() {
            if tables.shot.is_some() {
                chained = tables.board.all();
            } else if tables.chain.is_some() {
                chained = public.occupied();
            }
            // What becomes of a piece at the far end is chosen once it is known.
            if let Some(rule) = tables.promotion.as_ref().filter(|rule| rule.into.len() > 1) {
                let [one, other] = rule.region;
                // What shows its side is of that side, and what does not show it does not move.
                chosen = match sieve.view.side() {
                    Some(side) => rule.region[side.index()],
                    None => one | other,
                };
            }
        }
        let hidden = public.hidden;
        let chooses = !hidden.is_empty() && !chosen.is_empty();
        Self {
            going_on: chooses || !chained.is_empty(),
            limits: sieve.limits(),
            sieve,
            total: 0,
            open,
            spare,
            chained,
            chosen,
            hidden,
        }
    }

    /// Where the turn may go on after a move of the piece at a site.
    #[inline]
    fn open_at(&self, from: Site) -> SiteSet<W> {
        if self.hidden.contains(from) {
            self.chained | self.chosen
        } else {
            self.chained
        }
    }

    /// Asks about the actions of a batch that end on some sites one by one.
    #[inline(never)]
    fn ask(&mut self, batch: &Batch<W>, sites: SiteSet<W>, going_on: SiteSet<W>) {
        let into = self.sieve.rules.promotions();
        for at in sites {
            batch.each_at(at, into, |action| {
                self.count(action, going_on.contains(at));
            });
        }
    }

    fn count(&mut self, action: Action, goes_on: bool) {
        if !self.sieve.passes(action) {
            return;
        }
        match &mut self.open {
            Some(open) if goes_on => open.push(action),
            _ => self.total += 1,
        }
    }
}

impl<const W: usize> Sink<W> for Count<'_, '_, W> {
    const IN_ORDER: bool = false;

    #[inline]
    fn batch(&mut self, batch: Batch<W>) {
        let into = self.sieve.rules.promotions();
        if batch.stride != 0
            && !self.going_on
            && let Some(limits) = self.limits
        {
            let Sifted { safe, doubtful } = limits.sift(&batch);
            self.total += batch.only(safe).len(into.len()) as u64;
            if !doubtful.is_empty() {
                self.ask(&batch, doubtful, SiteSet::EMPTY);
            }
            return;
        }
        let mut going_on = SiteSet::EMPTY;
        if self.going_on && batch.tag == Tag::Move {
            going_on = (batch.to & self.chained) | (batch.landing(self.hidden) & self.chosen);
        }
        let Sifted { safe, doubtful } = self.sieve.sift(&batch);
        self.total += batch.only(safe - going_on).len(into.len()) as u64;
        let asked = doubtful | (safe & going_on);
        if !asked.is_empty() {
            self.ask(&batch, asked, going_on);
        }
    }

    #[inline]
    fn moves(&mut self, from: Site, manner: u8, to: SiteSet<W>) {
        let mut left = to;
        if let Some(limits) = &self.limits
            && !limits.delicate.contains(from)
            && !(self.going_on && to.meets(&self.open_at(from)))
        {
            self.total += ((to & limits.allowed) - limits.doubtful).len() as u64;
            left &= limits.doubtful;
        }
        if !left.is_empty() {
            self.batch(Batch::of_piece(from, manner, left));
        }
    }

    fn one(&mut self, action: Action) {
        self.count(action, false);
    }

    fn hooked(
        &mut self,
        ask: impl FnOnce(&mut Vec<Action>) -> Result<(), HookError>,
    ) -> Result<(), HookError> {
        let mut added = std::mem::take(self.spare);
        added.clear();
        let asked = ask(&mut added);
        for &action in &added {
            let to = action.to();
            let chosen = self.chosen.contains(to) && self.hidden.contains(action.from());
            let goes_on = chosen || self.chained.contains(to);
            self.count(action, goes_on && action.tag() == Tag::Move);
        }
        *self.spare = added;
        asked
    }
}

/// Candidates to draw from: kept between draws, so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hand<const W: usize> {
    /// With how many actions are left in each.
    batches: Vec<(usize, Batch<W>)>,
    ones: Vec<Action>,
    left: usize,
    choices: usize,
}

impl<const W: usize> Hand<W> {
    /// Forgets the candidates; `choices` is how many kinds a piece may choose to become.
    pub(crate) fn clear(&mut self, choices: usize) {
        self.batches.clear();
        self.ones.clear();
        self.left = 0;
        self.choices = choices;
    }

    /// How many candidates are left.
    pub(crate) fn len(&self) -> usize {
        self.left
    }

    /// Every candidate that is left.
    #[cfg(test)]
    pub(crate) fn all(&self, into: &[Kind]) -> Vec<Action> {
        let mut all = self.ones.clone();
        for (_, batch) in &self.batches {
            batch.each(into, |action| all.push(action));
        }
        all
    }

    /// The candidates that end on some sites, without what may be chosen there.
    pub(crate) fn each_onto(&self, sites: SiteSet<W>, mut found: impl FnMut(Action)) {
        for (_, batch) in &self.batches {
            if batch.tag == Tag::Move {
                for at in (batch.to & sites) - batch.choices {
                    found(batch.action(at));
                }
            }
        }
        for action in &self.ones {
            found(*action);
        }
    }

    /// The candidate that comes after `n` others, which stays.
    pub(crate) fn at(&self, into: &[Kind], mut n: usize) -> Option<Action> {
        for (left, batch) in &self.batches {
            if n < *left {
                return batch.nth(into, n);
            }
            n -= *left;
        }
        self.ones.get(n).copied()
    }

    /// The candidate that comes after `n` others. Neither it nor what it could become there is drawn again: where it
    /// was refused, so would they be.
    pub(crate) fn take(&mut self, into: &[Kind], mut n: usize) -> Option<Action> {
        for (left, batch) in &mut self.batches {
            if n >= *left {
                n -= *left;
                continue;
            }
            let action = batch.nth(into, n)?;
            batch.to.remove(action.to());
            batch.choices.remove(action.to());
            self.left -= *left;
            *left = batch.len(self.choices);
            self.left += *left;
            return Some(action);
        }
        if n < self.ones.len() {
            self.left -= 1;
            return Some(self.ones.swap_remove(n));
        }
        None
    }
}

impl<const W: usize> Sink<W> for Hand<W> {
    const IN_ORDER: bool = false;

    #[inline]
    fn batch(&mut self, batch: Batch<W>) {
        let len = batch.len(self.choices);
        if len > 0 {
            self.left += len;
            self.batches.push((len, batch));
        }
    }

    fn one(&mut self, action: Action) {
        self.left += 1;
        self.ones.push(action);
    }

    fn hooked(
        &mut self,
        ask: impl FnOnce(&mut Vec<Action>) -> Result<(), HookError>,
    ) -> Result<(), HookError> {
        let before = self.ones.len();
        ask(&mut self.ones)?;
        self.left += self.ones.len() - before;
        Ok(())
    }
}
