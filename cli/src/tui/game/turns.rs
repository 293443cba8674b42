//! Who sits at the screen: people who take turns at it, and the curtain between them.

use masque_core::notation::diagram::{Role, Style};
use masque_core::piece::{Observer, Seat};
use masque_core::spec::Neighbours;

use super::{Areas, Game, Overlay};
use crate::table::Table;
use crate::tui::curtain::Curtain;
use crate::tui::text;

/// Whether the sides begin face to face on a board of files and ranks: those who go down it above the others.
pub(super) fn face_to_face(table: &Table) -> bool {
    let spec = table.engine().spec();
    if spec.board.neighbours == Neighbours::Hexagonal || spec.sides[0].down == spec.sides[1].down {
        return false;
    }
    let (_, drawing) = table.earlier(0, Observer::Public, &Style::default());
    let home = |down: bool| {
        let ranks = drawing
            .places()
            .iter()
            .filter_map(|place| match place.role {
                Role::Piece(side) | Role::Known(side) | Role::Hidden(Some(side)) => {
                    (spec.sides[side.index()].down == down).then_some(f64::from(place.rank))
                }
                _ => None,
            });
        let ranks: Vec<f64> = ranks.collect();
        (!ranks.is_empty()).then(|| ranks.iter().sum::<f64>() / ranks.len() as f64)
    };
    home(false)
        .zip(home(true))
        .is_some_and(|(low, high)| low < high)
}

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

    /// Whether the board is turned round: as it is held, else so that the one at the screen sits below.
    pub(crate) fn flipped(&self) -> bool {
        self.held.unwrap_or_else(|| self.turned())
    }

    fn turned(&self) -> bool {
        let seat = match (self.two_people(), self.table.listener()) {
            (true, _) => self.at_screen,
            (false, Observer::Seat(seat)) => Some(seat),
            (false, Observer::Public) => None,
        };
        let side = seat.and_then(|seat| self.table.game().side_of(seat));
        let sides = &self.table.engine().spec().sides;
        self.facing && side.is_some_and(|side| sides[side.index()].down)
    }

    /// Turns the board round and holds it. Where it would turn by itself the second press holds it the other way, and
    /// the third lets it go again.
    pub(super) fn turn_board(&mut self) {
        let turned = self.turned();
        self.held = match self.held {
            None => Some(!turned),
            Some(held) if held != turned && self.facing && self.two_people() => Some(turned),
            Some(_) => None,
        };
        if self.facing && self.two_people() {
            let id = match self.held {
                Some(_) => text::BOARD_HELD,
                None => text::BOARD_TURNS,
            };
            self.say_here(self.word(id), false);
        }
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
        self.overlay = Overlay::Curtain(Curtain::new(self.table.seat_name(next), text::LEAVE));
        self.requests.wipe = true;
    }

    pub(super) fn raise_curtain(&mut self, now: u64) {
        // The clock stands still behind a curtain, so that the turn cannot have changed.
        let next = self.table.turn();
        self.overlay = Overlay::None;
        self.at_screen = Some(next);
        self.table.change_seats();
        self.table.resume(now);
        // What was done, as this person was told it.
        let observer = Observer::Seat(next);
        for done in self.table.done().to_vec() {
            if let Some(words) = self.table.say_done(&done, observer) {
                self.say(observer, words, false);
            }
        }
    }
}
