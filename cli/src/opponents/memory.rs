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
