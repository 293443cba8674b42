//! Draws from beliefs at a middle ply, for the seat to act and for a spectator.

use masque_core::piece::Observer;
use masque_core::random::{Seed, Stream};

use crate::measure::{Contender, alternate, repeat};
use crate::report::Report;
use crate::{Options, shelf};

const SECTION: &str = "draws";
/// Steps after which beliefs are drawn from.
const DRAWN_AT: usize = 40;

/// Measures every variant that has something to draw.
pub(crate) fn measure(options: &Options, report: &mut Report) {
    for id in shelf::ids() {
        for (who, seat) in [("the seat to act", true), ("a spectator", false)] {
            let case = format!("{id}, by {who}");
            if !options.wants(SECTION, &case) {
                continue;
            }
            let engine = shelf::load(&id, &[]).expect("a variant");
            let seed = Seed::from_u64(1);
            let mut dice = seed.stream(Stream::Automatic);
            let setup = shelf::deal(&*engine, &seed);
            let mut game = engine.start(&setup).expect("a start");
            while game.steps().len() < DRAWN_AT && game.outcome().is_none() {
                let legal = game.legal().expect("no hook fails");
                let Some(action) = dice.choose(&legal) else {
                    break;
                };
                // A refused try is a step too.
                let _ = game.play(game.turn(), *action, false);
            }
            let observer = if seat {
                Observer::Seat(game.turn())
            } else {
                Observer::Public
            };
            let mut belief = engine
                .belief(&engine.mask(&setup, observer), observer)
                .expect("a start");
            for step in game.steps() {
                belief.read_step(step).expect("it was told");
            }
            let note = format!(
                "the present after {} steps, counting included",
                game.steps().len()
            );
            let ours = Contender::new("masque", note, |time| {
                Ok(repeat(time, || {
                    belief.draw(&mut dice).expect("a draw");
                    (1, 0)
                }))
            });
            let taken = alternate(vec![ours], options.rounds(), options.sample());
            report.push_taken(SECTION, &case, "draws/s", &taken);
        }
    }
}
