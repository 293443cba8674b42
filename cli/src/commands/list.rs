//! `masque list`.

use masque_scripting::diag::Diagnostic;

use crate::args::ListArgs;
use crate::console::Console;
use crate::exit::Ran;

/// Runs the command.
pub(crate) fn run(_args: &ListArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`list` is not there yet").into())
}
