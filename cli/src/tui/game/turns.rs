//! Who sits at the screen: people who take turns at it, and the curtain between them.

use masque_core::piece::{Observer, Seat};

use super::{Areas, Game, Overlay};
use crate::table::Done;
use crate::tui::curtain::Curtain;

impl Game {
    pub(super) fn two_people(&self) -> bool {
        Seat::BOTH.iter().all(|seat| self.table.is_human(*seat))
    }

    /// By whose eyes everything is shown.
    pub(crate) fn eyes(&self) -> Observer {
        if !self.two_people() {
            return self.table.listener();
        }
        match self.at_screen {
            // What is still secret when the game is over is in the record then, and no reason to look at one side's.
            Some(seat) if self.table.outcome().is_none() => Observer::Seat(seat),
            _ => Observer::Public,
        }
    }

    /// The seat that may act now at this screen.
    pub(crate) fn actor(&self) -> Option<Seat> {
        let turn = self.table.turn();
        let may = self.table.outcome().is_none()
            && self.table.is_human(turn)
            && self.eyes() == Observer::Seat(turn)
            && !self.handing;
        may.then_some(turn)
    }

    /// Lets the next person sit down, behind a curtain where the two know different things.
    pub(super) fn seats(&mut self, now: u64) {
        if !self.two_people() || self.table.outcome().is_some() {
            return;
        }
        let turn = self.table.turn();
        if self.at_screen == Some(turn) {
            if self.handing {
                self.handing = false;
                self.table.resume(now);
            }
            return;
        }
        if !self.table.views_differ() {
            self.at_screen = Some(turn);
            self.handing = false;
            self.table.change_seats();
        } else if self.at_screen.is_some() {
            // Who has acted may look at what came of it first.
            self.handing = true;
            self.table.pause(now);
        } else {
            self.draw_curtain(turn, now);
        }
    }

    /// Hides everything that the last person saw.
    pub(super) fn draw_curtain(&mut self, next: Seat, now: u64) {
        self.table.pause(now);
        self.table.change_seats();
        self.at_screen = None;
        self.handing = false;
        self.messages.clear();
        self.selected = None;
        self.back = None;
        self.hint = None;
        self.hinting = None;
        self.line = None;
        self.typed.clear();
        self.clause = None;
        self.scroll = [0; 3];
        self.seen = None;
        self.areas = Areas::default();
        // Where the last person looked is nobody else's business.
        self.cursor = self.middle();
        self.overlay = Overlay::Curtain(Curtain::new(self.table.seat_name(next)));
        self.requests.wipe = true;
    }

    pub(super) fn raise_curtain(&mut self, now: u64) {
        // The clock stands still behind a curtain, so that the turn cannot have changed.
        let next = self.table.turn();
        self.overlay = Overlay::None;
        self.at_screen = Some(next);
        self.table.change_seats();
        self.table.resume(now);
        // What was done since this person last acted, as this person was told it.
        let done = self.table.done();
        let own = done.iter().rposition(|d| d.seat == next);
        let since: Vec<Done> = done[own.map_or(0, |i| i + 1)..].to_vec();
        let observer = Observer::Seat(next);
        for done in since {
            if let Some(words) = self.deed_words(&done, observer) {
                self.say(observer, words, false);
            }
        }
    }
}
