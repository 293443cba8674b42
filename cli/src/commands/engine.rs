//! `masque engine`.

use masque_scripting::diag::Diagnostic;

use crate::args::EngineArgs;
use crate::console::Console;
use crate::exit::Ran;

/// Runs the command.
pub(crate) fn run(_args: &EngineArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`engine` is not there yet").into())
}
