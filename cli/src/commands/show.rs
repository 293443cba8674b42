//! `masque show`.

use masque_scripting::diag::Diagnostic;

use crate::args::ShowArgs;
use crate::console::Console;
use crate::exit::Ran;

/// Runs the command.
pub(crate) fn run(_args: &ShowArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`show` is not there yet").into())
}
