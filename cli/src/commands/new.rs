//! `masque new`.

use masque_scripting::diag::Diagnostic;

use crate::args::NewArgs;
use crate::console::Console;
use crate::exit::Ran;

/// Runs the command.
pub(crate) fn run(_args: &NewArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`new` is not there yet").into())
}
