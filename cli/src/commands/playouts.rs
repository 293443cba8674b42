//! `masque playouts`.

use masque_scripting::diag::Diagnostic;

use crate::args::PlayoutsArgs;
use crate::console::Console;
use crate::exit::Ran;

/// Runs the command.
pub(crate) fn run(_args: &PlayoutsArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`playouts` is not there yet").into())
}
