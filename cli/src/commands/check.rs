//! `masque check`.

use masque_scripting::diag::Diagnostic;

use crate::args::CheckArgs;
use crate::console::Console;
use crate::exit::Ran;

/// Runs the command.
pub(crate) fn run(_args: &CheckArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`check` is not there yet").into())
}
