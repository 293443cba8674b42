//! `masque book`.

use masque_scripting::diag::Diagnostic;

use crate::args::BookArgs;
use crate::console::Console;
use crate::exit::Ran;

/// Runs the command.
pub(crate) fn run(_args: &BookArgs, _console: &Console) -> Ran {
    Err(Diagnostic::new("not-yet", "`book` is not there yet").into())
}
