//! What is shown of a game: the position now or earlier, what is marked on it, and what is under the cursor.

use masque_core::action::{Action, Tag};
use masque_core::event::Event as Happened;
use masque_core::game::Deed;
use masque_core::notation::diagram::Drawing;
use masque_core::observation::Observation;
use masque_core::piece::Side;
use masque_core::position::Phase;
use masque_core::site::Site;

use super::Game;
use crate::table::{Done, words};
use crate::tui::board::Marks;
use crate::tui::choices::{self, Picked};
use crate::tui::text;

impl Game {
    /// Where the cursor is when somebody sits down.
    pub(super) fn middle(&mut self) -> Site {
        let (_, drawing) = self.look();
        let middle = drawing.places().len() / 2;
        drawing.places().get(middle).map_or(Site(0), |p| p.site)
    }

    /// What the one at the screen sees, now or at the earlier position that is looked at.
    pub(crate) fn look(&mut self) -> (Observation, Drawing) {
        let style = self.settings.style();
        let wanted = (self.table.generation(), self.eyes(), self.back, style);
        if let Some((shown, observation, drawing)) = &self.seen
            && *shown == wanted
        {
            return (observation.clone(), drawing.clone());
        }
        let deeds = self.back.unwrap_or(usize::MAX);
        let (observation, drawing) = self.table.earlier(deeds, self.eyes(), &style);
        self.seen = Some((wanted, observation.clone(), drawing.clone()));
        (observation, drawing)
    }

    /// The deed whose traces are marked: the last one, or the one that led to the earlier position.
    fn last_deed(&self) -> Option<&Done> {
        let deeds = self.back.unwrap_or(self.table.done().len());
        let done = self.table.done().get(..deeds)?;
        done.iter().rev().find(|d| !matches!(d.deed, Deed::Act(_)))
    }

    /// What is marked on the board, from what the one at the screen was told and may do.
    pub(crate) fn marks(&self, seen: &Observation) -> Marks {
        let eyes = self.eyes();
        let mut last = Vec::new();
        if let Some(done) = self.last_deed() {
            for told in done.told.iter().filter(|t| t.audience.includes(eyes)) {
                match &told.event {
                    Happened::Moved { from, to } => last.extend([*from, *to]),
                    Happened::Castled { royal, .. } => last.extend([royal.0, royal.1]),
                    Happened::Placed { at, .. } | Happened::Revealed { at, .. } => last.push(*at),
                    Happened::Clashed { from, at, .. } => last.extend([*from, *at]),
                    _ => {}
                }
            }
        }
        let engine = self.table.engine();
        let royal = engine.spec().check.as_ref().map(|c| c.royal.as_str());
        let turn = seen.sides[usize::from(seen.turn)].as_deref();
        let is_royal = |s: &&masque_core::observation::Seen| {
            s.piece
                .as_ref()
                .is_some_and(|p| Some(p.kind.as_str()) == royal && Some(p.side.as_str()) == turn)
        };
        let check = match seen.in_check {
            true => seen.sites.iter().filter(is_royal).collect(),
            false => Vec::new(),
        };
        let mut targets = Vec::new();
        if self.back.is_none()
            && let Some(seat) = self.actor()
        {
            let legal = self.table.legal(seat).unwrap_or_default();
            targets = match self.chosen() {
                Some(from) => choices::targets(&legal, from),
                None => choices::placements(&legal, engine.sites()),
            };
        }
        Marks {
            cursor: (!self.two_people() || self.at_screen.is_some()).then_some(self.cursor),
            selected: self.chosen(),
            targets,
            last,
            check: check.iter().filter_map(|s| engine.site(&s.site)).collect(),
            hint: self.hint_sites(),
        }
    }

    fn hint_sites(&self) -> Vec<Site> {
        match self.hint {
            Some((generation, action))
                if generation == self.table.generation()
                    && !matches!(
                        action.tag(),
                        Tag::Pass | Tag::Stop | Tag::Swap | Tag::Choose
                    ) =>
            {
                vec![action.from(), action.to()]
            }
            _ => Vec::new(),
        }
    }

    /// The piece that is selected, by choice or because it must go on.
    pub(crate) fn chosen(&self) -> Option<Site> {
        self.actor()?;
        match self.table.phase() {
            Phase::Chain(at) => Some(at),
            _ => self.selected,
        }
    }

    /// What is under the cursor, and what choosing it would do, as the one at the screen can tell.
    pub(crate) fn about_cursor(&self, seen: &Observation) -> [String; 2] {
        let engine = self.table.engine();
        let name = engine.site_name(self.cursor).to_owned();
        let mut lines = [
            text::site(
                self.settings.lang,
                engine,
                &name,
                seen.sites.iter().find(|s| s.site == name),
            ),
            String::new(),
        ];
        if self.back.is_none()
            && let Some(seat) = self.actor()
        {
            let legal = self.table.legal(seat).unwrap_or_default();
            if let Picked::Play(action) = choices::pick(&legal, self.chosen(), self.cursor)
                && let Ok(explanation) = self.table.game().explain(seat, action)
            {
                let text = self.table.game().format_action(self.eyes(), action);
                lines[1] = words::describe(self.table.lang(), engine, &text, action, &explanation);
            }
        }
        lines
    }

    /// What an action of the seat to act is called.
    pub(super) fn action_words(&self, action: Action) -> String {
        let side = self.table.game().side_of(self.table.turn());
        let side = side.unwrap_or(Side(self.table.turn().0));
        text::action(self.settings.lang, self.table.engine(), side, action)
    }

    pub(super) fn step_back(&mut self, by: isize) {
        let all = self.table.done().len();
        let at = self.back.unwrap_or(all).saturating_add_signed(-by);
        self.back = (at < all).then_some(at);
    }

    pub(super) fn go(&mut self, step: (i32, i32)) {
        let (_, drawing) = self.look();
        if let Some(chart) = &self.areas.chart {
            self.cursor = chart.step(self.cursor, step, &drawing);
        }
    }
}
