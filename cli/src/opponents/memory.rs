//! What an opponent keeps in mind between its turns: the belief, which reads new steps as they come.

use masque_core::belief::{Belief, BeliefError};
use masque_core::engine::Engine;
use masque_core::piece::{Observer, Seat};

use super::chair::{Chair, Heard, Start};

/// A belief, and what it was made of.
#[derive(Default)]
pub(crate) struct Memory {
    belief: Option<Box<dyn Belief>>,
    start: Option<Start>,
    read: Vec<Heard>,
}

impl Memory {
    /// The belief of a chair's seat now.
    ///
    /// # Errors
    /// [`BeliefError`].
    pub(crate) fn belief(&mut self, chair: &Chair<'_>) -> Result<&mut dyn Belief, BeliefError> {
        let step = |number: usize| chair.step(number);
        self.follow(chair.engine(), chair.start(), chair.seat(), &step)
    }

    /// The belief of a seat that was told steps: new ones are read; what was taken back makes it begin anew.
    ///
    /// # Errors
    /// [`BeliefError`].
    pub(crate) fn follow(
        &mut self,
        engine: &dyn Engine,
        start: &Start,
        seat: Seat,
        step: &dyn Fn(usize) -> Option<Heard>,
    ) -> Result<&mut dyn Belief, BeliefError> {
        let same = |(number, read): (usize, &Heard)| step(number).as_ref() == Some(read);
        let goes_on = self.start.as_ref() == Some(start) && self.read.iter().enumerate().all(same);
        let observer = Observer::Seat(seat);
        let mut belief = match self.belief.take() {
            Some(belief) if goes_on && belief.observer() == observer => belief,
            _ => {
                self.read.clear();
                self.start = Some(start.clone());
                let mut belief = engine.belief(start.masked(), observer)?;
                for earlier in start.earlier() {
                    belief.remember(earlier).map_err(BeliefError::Setup)?;
                }
                belief
            }
        };
        while let Some(step) = step(self.read.len()) {
            belief.read(step.seat, step.deed, &step.events)?;
            self.read.push(step);
        }
        Ok(&mut **self.belief.insert(belief))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{begin, load, starts};
    use masque_core::engine::Match;
    use masque_core::random::{Dice, Seed, Stream};

    /// Plays random actions, without end where the game allows it.
    fn play(game: &mut dyn Match, plies: usize, dice: &mut Dice) {
        for _ in 0..plies {
            let legal = game.legal().expect("no hook fails");
            let Some(action) = dice.choose(&legal).copied() else {
                return;
            };
            // A refused try is a step too.
            let _ = game.play(game.turn(), action, false);
        }
    }

    /// What is believed, as numbers that differ when something else was read.
    fn told(belief: &mut dyn Belief) -> String {
        format!("{:?} {:?}", belief.count(), belief.marginals())
    }

    #[test]
    fn new_steps_are_read_as_they_come() {
        for (id, seed) in [("banqi", 3), ("junqi-setup", 4), ("minesweeper-chess", 5)] {
            let loaded = load(id, None, &[]).expect("it ships");
            let (engine, seed) = (&*loaded.engine, Seed::from_u64(seed));
            let setup = loaded.setup(None, &seed).expect("a deal");
            let starts = starts(engine, &setup, &[]);
            let mut game = begin(engine, &setup, &[], true).expect("a start");
            let mut dice = seed.stream(Stream::Automatic);
            let mut memory = Memory::default();
            let start = &starts[0];
            for _ in 0..6 {
                play(&mut *game, 3, &mut dice);
                let chair = Chair::new(engine, start, &*game, Seat(0));
                let kept = told(memory.belief(&chair).expect("a belief"));
                let anew = told(Memory::default().belief(&chair).expect("a belief"));
                assert_eq!(kept, anew, "{id}");
                assert_eq!(memory.read.len(), game.steps().len());
            }
        }
    }

    #[test]
    fn what_was_taken_back_is_forgotten() {
        let loaded = load("hidden-chess", None, &[]).expect("it ships");
        let (engine, seed) = (&*loaded.engine, Seed::from_u64(1));
        let setup = loaded.setup(None, &seed).expect("a deal");
        let starts = starts(engine, &setup, &[]);
        let mut game = begin(engine, &setup, &[], true).expect("a start");
        let mut memory = Memory::default();
        let at = |game: &dyn Match, memory: &mut Memory| {
            let chair = Chair::new(engine, &starts[0], game, Seat(0));
            let anew = told(Memory::default().belief(&chair).expect("a belief"));
            assert_eq!(told(memory.belief(&chair).expect("a belief")), anew);
            memory.read.len()
        };
        // The kings alone are open, and moving one back and forth can be taken back.
        let open = |game: &dyn Match| {
            let legal = game.legal().expect("no hook fails");
            let quiet = |a: &&masque_core::action::Action| {
                let mut copy = game.copy();
                copy.play(game.turn(), **a, false).is_ok() && copy.undo().is_ok()
            };
            legal.iter().find(quiet).copied()
        };
        let mut done = 0;
        for _ in 0..200 {
            match open(&*game) {
                Some(action) => {
                    game.play(game.turn(), action, false).expect("it is legal");
                    let before = at(&*game, &mut memory);
                    game.undo().expect("nothing was revealed");
                    assert_eq!(at(&*game, &mut memory), before - 1);
                    let _ = game.play(game.turn(), action, false);
                    done += 1;
                }
                None => play(&mut *game, 1, &mut seed.stream(Stream::Automatic)),
            }
            if game.outcome().is_some() || done > 5 {
                break;
            }
        }
        assert!(done > 0, "something could be taken back");
    }
}
