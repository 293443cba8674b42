//! Reading what was told of hazards: landings, numbers, and what was cleared.

use std::sync::Arc;

use crate::action::Tag;
use crate::belief::declared;
use crate::belief::read::{Step, of_both};
use crate::belief::reader::{Reader, among};
use crate::game::Deed;
use crate::piece::Kind;
use crate::position::Position;
use crate::site::{Site, SiteSet};
use crate::tables::Tables;

impl<const W: usize> Reader<W> {
    /// Reads that as many hazards lie in a set of sites now.
    pub(super) fn hazard(&mut self, sites: SiteSet<W>, number: usize) {
        if let Some(field) = &mut self.field {
            field.sum(sites, number);
            self.cache = None;
        }
    }

    pub(super) fn land(&mut self, step: &mut Step<'_, W>, at: Site) {
        if self.field.is_some() {
            step.landings.push(at);
        }
    }

    /// Landings of which nothing was told had no hazard.
    pub(super) fn safe_landings(&mut self, step: &mut Step<'_, W>) {
        for at in std::mem::take(&mut step.landings) {
            self.hazard(SiteSet::of(at), 0);
        }
    }

    pub(super) fn finish_hazards(&mut self, step: &Step<'_, W>) {
        for at in step.landings.clone() {
            self.hazard(SiteSet::of(at), 0);
        }
        // What a script would have cleared and nobody was told of held nothing.
        self.hazard(step.cleared, 0);
        if let Some(field) = &mut self.field {
            field.clear(step.cleared);
        }
    }

    pub(super) fn read_hazards_left(&mut self, step: &mut Step<'_, W>, left: usize) {
        let gone = self.left.saturating_sub(left);
        self.left = left;
        let tables = Arc::clone(&self.rules.tables);
        let immune = tables.terrain.as_ref().map_or(0, |t| t.immune);
        let may_stand = |at: &Site| match self.at[at.index()] {
            Some(unit) => self.problem.domains[unit] & of_both(immune) != 0,
            None => landed_kind(&tables, step, *at).is_some_and(|k| among(immune, k)),
        };
        let stands = step.landings.iter().position(may_stand);
        let sites = if let Some(at) = step.struck.take() {
            SiteSet::of(at)
        } else if let Some(i) = stands {
            let at = step.landings.remove(i);
            self.hazard(SiteSet::of(at), 1);
            if let Some(unit) = self.at[at.index()] {
                self.keep(unit, of_both(immune));
            }
            SiteSet::of(at)
        } else if left == 0 {
            tables.board.all()
        } else {
            let sites = std::mem::replace(&mut step.cleared, SiteSet::EMPTY);
            self.hazard(sites, gone);
            sites
        };
        if let Some(field) = &mut self.field {
            field.clear(sites);
            self.cache = None;
        }
    }

    /// The sites that the script clears of hazards in a deed, as it would if they were everywhere.
    pub(super) fn clearing(&self, before: &Position<W>, deed: Deed) -> SiteSet<W> {
        let (Some(rule), Deed::Action(action)) = (&self.rules.tables.terrain, deed) else {
            return SiteSet::EMPTY;
        };
        let hooks = &self.rules.tables.spec.hooks;
        let landings = match action.tag() {
            Tag::Special if hooks.acted => Some(SiteSet::EMPTY),
            Tag::Move if hooks.landed => Some(SiteSet::of(action.to())),
            _ => None,
        };
        let Some(landings) = landings else {
            return SiteSet::EMPTY;
        };
        let zone = rule.zone - landings;
        let mut full = before.clone();
        full.set_hazards(zone);
        full.see_hazards(zone);
        full.public.all_found = true;
        let mut history = self.history.clone();
        let mut log = crate::event::Log::off();
        match self
            .rules
            .apply(&mut full, &mut history, action, &mut log, false)
        {
            Ok(()) => zone - full.public.hazards_seen,
            Err(_) => SiteSet::EMPTY,
        }
    }
}

/// The kind of the piece that came to rest on a site, where all can see it.
fn landed_kind<const W: usize>(tables: &Tables<W>, step: &Step<'_, W>, at: Site) -> Option<Kind> {
    let shown = step.shown.iter().find(|(s, _)| *s == at);
    if let Some((_, kind)) = step.became.filter(|(s, _)| *s == at) {
        return Some(kind);
    }
    if let Some((_, piece)) = shown {
        return Some(piece.kind);
    }
    let Deed::Action(action) = step.deed else {
        return None;
    };
    let public = &step.before.public;
    let from = match action.tag() {
        Tag::Castle => {
            let side = public.side_of(step.mover);
            let (royal, _) = declared::castling_sites(tables, side, action)?;
            if royal == at {
                action.from()
            } else {
                action.to()
            }
        }
        _ => action.from(),
    };
    public.cell(from).kind()
}
