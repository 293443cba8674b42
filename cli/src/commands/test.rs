//! `masque test`.

use masque_scripting::diag::Diagnostic;

use crate::args::TestArgs;
use crate::console::Console;
use crate::exit::Ran;

/// Runs the command.
pub(crate) fn run(_args: &TestArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`test` is not there yet").into())
}
