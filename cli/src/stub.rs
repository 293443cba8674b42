//! Stands for `play` until it is there: `run`, `replay`, `describe`, and machine players.

use masque_core::action::Action;
use masque_core::engine::{Engine, Match};
use masque_core::explain::Explanation;
use masque_core::piece::Seat;
use masque_core::random::Dice;
use masque_scripting::diag::Diagnostic;

use crate::args::{PlayArgs, ReplayArgs};
use crate::console::Console;
use crate::exit::Ran;

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// Uniformly random legal actions.
    Random,
    /// The capture that gains most.
    Greedy,
}

/// Chooses an action of a seat.
pub(crate) fn choose(
    _engine: &dyn Engine,
    game: &dyn Match,
    _seat: Seat,
    _player: Player,
    dice: &mut Dice,
) -> Option<Action> {
    dice.choose(&game.legal().ok()?).copied()
}

/// An explanation in words.
pub(crate) fn describe(engine: &dyn Engine, text: &str, explanation: &Explanation) -> String {
    match explanation {
        Explanation::Legal(_) => format!("{text} is allowed."),
        Explanation::Refused(refusal) => {
            format!(
                "{text} is not allowed (clause {}).",
                engine.clause(refusal.clause)
            )
        }
    }
}

/// Plays a game in the terminal.
pub(crate) fn run(_args: &PlayArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`play` is not there yet").into())
}

/// Shows a saved game.
pub(crate) fn replay(_args: &ReplayArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`replay` is not there yet").into())
}
