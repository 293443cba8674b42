//! `masque perft`.

use masque_scripting::diag::Diagnostic;

use crate::args::PerftArgs;
use crate::console::Console;
use crate::exit::Ran;

/// Runs the command.
pub(crate) fn run(_args: &PerftArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`perft` is not there yet").into())
}
