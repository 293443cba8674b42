//! `masque play` and `masque replay`.

use masque_scripting::diag::Diagnostic;

use crate::args::{PlayArgs, ReplayArgs};
use crate::console::Console;
use crate::exit::Ran;

/// Plays a game in the terminal.
pub(crate) fn run(_args: &PlayArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`play` is not there yet").into())
}

/// Shows a saved game.
pub(crate) fn replay(_args: &ReplayArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`replay` is not there yet").into())
}
