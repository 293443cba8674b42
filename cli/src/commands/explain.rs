//! `masque explain`.

use masque_scripting::diag::Diagnostic;

use crate::args::ExplainArgs;
use crate::console::Console;
use crate::exit::Ran;

/// Runs the command.
pub(crate) fn run(_args: &ExplainArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`explain` is not there yet").into())
}
