//! `masque render`.

use masque_scripting::diag::Diagnostic;

use crate::args::RenderArgs;
use crate::console::Console;
use crate::exit::Ran;

/// Runs the command.
pub(crate) fn run(_args: &RenderArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`render` is not there yet").into())
}
