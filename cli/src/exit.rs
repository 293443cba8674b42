//! How the program ends: exit codes, and what is wrong when it cannot go on.

use std::io;
use std::process::ExitCode;

use masque_scripting::diag::{Diagnostic, Diagnostics};

/// How a command that could run went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All is well: exit code 0.
    Fine,
    /// A test fell short: exit code 1.
    Short,
    /// What was given is wrong, and has been reported: exit code 2.
    Bad,
}

/// Why a command could not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What was given is wrong: exit code 2.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Input(Diagnostics),
    /// Reading or writing failed; whoever reads our output may just have had enough.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What a command returns.
pub(crate) type Ran = Result<Exit, Failure>;

impl From<Diagnostics> for Failure {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::Input(diagnostics)
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Input(vec![diagnostic])
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Fine => Self::SUCCESS,
            Exit::Short => Self::from(1),
            Exit::Bad => Self::from(crate::BAD),
        }
    }
}
