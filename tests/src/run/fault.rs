//! How a step ends that does not hold, or that cannot be asked.

use masque_scripting::diag::{Diagnostic, Span};

use super::Edit;
use super::driver::{Said, Unsaid};

/// Why a step ended a case, or did nothing.
#[derive(Debug)]
pub(super) enum Stop {
    /// What the step says does not hold.
    Fail(Box<Fault>),
    /// The engine cannot be asked this.
    Skip,
}

/// What a step says and what is so.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) diagnostic: Diagnostic,
    pub(super) expected: Option<String>,
    pub(super) seen: Option<String>,
    /// The step that says it.
    pub(super) step: Option<Span>,
    /// What it would have to say.
    pub(super) edits: Vec<Edit>,
}

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Self {
        Self {
            diagnostic,
            expected: None,
            seen: None,
            step: None,
            edits: Vec::new(),
        }
    }
}

impl Stop {
    /// Adds that the step would hold if this stood there.
    pub(super) fn edit(mut self, span: &Span, text: impl Into<String>) -> Self {
        if let Self::Fail(fault) = &mut self {
            fault.edits.push(Edit {
                span: span.clone(),
                text: text.into(),
            });
        }
        self
    }
}

pub(super) type Done<T = ()> = Result<T, Stop>;

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Fail(Box::new(diagnostic.into()))
    }
}

/// A failure with what was expected and what was seen.
pub(super) fn differs(
    code: &'static str,
    message: impl Into<String>,
    at: &Span,
    expected: impl Into<String>,
    seen: impl Into<String>,
) -> Stop {
    Stop::Fail(Box::new(Fault {
        expected: Some(expected.into()),
        seen: Some(seen.into()),
        ..Diagnostic::new(code, message).at(at.clone()).into()
    }))
}

pub(super) fn fails(code: &'static str, message: impl Into<String>, at: &Span) -> Stop {
    Stop::from(Diagnostic::new(code, message).at(at.clone()))
}

/// Turns what an engine did not say into the end of a step.
pub(super) fn said<T>(answer: Said<T>, code: &'static str, at: &Span) -> Done<T> {
    answer.map_err(|unsaid| not_said(unsaid, code, at))
}

/// The end of a step for want of an answer.
pub(super) fn not_said(unsaid: Unsaid, code: &'static str, at: &Span) -> Stop {
    match unsaid {
        Unsaid::CannotAsk => Stop::Skip,
        Unsaid::Wrong(message) => fails(code, message, at),
    }
}
