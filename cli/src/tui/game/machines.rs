//! What happens by itself: the clock, machine players and hints that are thought about on threads of their own.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use masque_core::action::Action;
use masque_core::piece::{Observer, Seat};

use super::Game;
use crate::opponents::Trouble;
use crate::table::{Thinking, words};
use crate::tui::text;

/// A thread that thinks.
pub(super) struct Pending {
    generation: u64,
    answer: Receiver<Result<Action, Trouble>>,
    /// Cleared when nobody waits for the answer any more.
    wanted: Arc<AtomicBool>,
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.wanted.store(false, Ordering::Relaxed);
    }
}

/// Milliseconds between the turns of machines that play each other.
const PACE: u64 = 400;

impl Game {
    /// Lets time pass: the clock, threads that have thought, the next machine turn.
    ///
    /// # Errors
    /// The record could not be written, or a thread died.
    pub(crate) fn tick(&mut self, now: u64) -> io::Result<()> {
        if self.table.deadline().is_some_and(|at| at <= now) {
            let came = self.table.tick(now);
            self.came(came)?;
            self.seats(now);
        }
        if let Some(action) = answer(&mut self.hinting, self.table.generation())? {
            match action {
                Ok(action) => {
                    self.hint = Some((self.table.generation(), action));
                    let action = self.table.game().format_action(self.eyes(), action);
                    self.say_here(words::hint(self.settings.lang, &action), false);
                }
                Err(_) => self.say_here(self.word(text::NO_HINT), true),
            }
        }
        if let Some(action) = answer(&mut self.thinking, self.table.generation())? {
            let seat = self.table.turn();
            match action {
                Ok(action) => {
                    let came = self.table.play(seat, action, false, now);
                    self.came(came)?;
                    self.next_turn = now + PACE;
                    self.seats(now);
                }
                Err(Trouble::Forfeit(why)) => {
                    let words =
                        text::forfeits(self.settings.lang, &self.table.seat_name(seat), &why);
                    self.say(Observer::Public, words, true);
                    let came = self.table.forfeit(seat, now);
                    self.came(came)?;
                }
                Err(trouble) => {
                    let words = self.table.stuck(seat, &trouble);
                    self.say(Observer::Public, words, true);
                    self.stuck = true;
                }
            }
        }
        self.open_choice();
        self.think(now)
    }

    /// Sets a machine to think where one is to act.
    fn think(&mut self, now: u64) -> io::Result<()> {
        let watching = !Seat::BOTH.iter().any(|seat| self.table.is_human(*seat));
        if self.stuck
            || self.thinking.is_some()
            || self.table.thinking_seat().is_none()
            || (watching && now < self.next_turn)
        {
            return Ok(());
        }
        let answered = self.table.answer_offer(now);
        self.came(answered)?;
        self.thinking = self.table.thinking().map(start);
        Ok(())
    }

    pub(super) fn ask_hint(&mut self) {
        if self.hinting.is_some() {
            return;
        }
        // A hint is about the present, and marked there.
        self.back = None;
        match self.actor().and_then(|seat| self.table.hint(seat)) {
            Some(thinking) => self.hinting = Some(start(thinking)),
            None => self.say_here(self.word(text::NO_HINT), true),
        }
    }

    /// Whether the machine thinks.
    pub(crate) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether a hint is being looked for.
    pub(crate) fn is_hinting(&self) -> bool {
        self.hinting.is_some()
    }

    /// Whether something is going on that does not wait for the person.
    pub(crate) fn is_busy(&self) -> bool {
        self.thinking.is_some()
            || self.hinting.is_some()
            || (self.table.thinking_seat().is_some() && !self.stuck)
    }
}

/// Lets a machine think on a thread of its own.
fn start(thinking: Thinking) -> Pending {
    let (sender, answer) = channel();
    let generation = thinking.generation;
    let wanted = Arc::new(AtomicBool::new(true));
    let go_on = Arc::clone(&wanted);
    std::thread::spawn(move || {
        let choice = thinking.choose(&|_| go_on.load(Ordering::Relaxed));
        // Nobody waits any more when the game was left.
        let _ = sender.send(choice.map(|c| c.action));
    });
    Pending {
        generation,
        answer,
        wanted,
    }
}

/// What a thread came to.
type Thought = Result<Action, Trouble>;

/// What a thread came to, once it has; what was thought in an earlier generation is thrown away.
fn answer(pending: &mut Option<Pending>, generation: u64) -> io::Result<Option<Thought>> {
    let Some(thread) = pending else {
        return Ok(None);
    };
    if thread.generation != generation {
        *pending = None;
        return Ok(None);
    }
    match thread.answer.try_recv() {
        Ok(thought) => {
            *pending = None;
            Ok(Some(thought))
        }
        Err(TryRecvError::Empty) => Ok(None),
        Err(TryRecvError::Disconnected) => Err(io::Error::other("a machine player stopped")),
    }
}
