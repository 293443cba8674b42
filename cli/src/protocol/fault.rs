//! Errors as programs get them: a stable code, a message, and what was expected.

use masque_scripting::diag::Diagnostic;
use serde_json::{Value, json};

use crate::exit::Failure;

/// Why a request was not done. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault(Box<Details>);

/// What a fault says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Details {
    /// Stable kebab-case code.
    code: &'static str,
    /// What is wrong.
    message: String,
    /// What was expected, or what to do.
    hint: Option<String>,
    /// The stage of legality that failed, and its clause.
    reason: Option<(Value, String)>,
    /// The text, line and column concerned.
    place: Option<(String, usize, usize)>,
}

/// The codes of the protocol itself; those of a variant's files and options come on top.
pub(crate) const CODES: &[(&str, &str)] = &[
    ("too-long", "the line is longer than 1 MiB; it was skipped"),
    ("not-utf8", "the line is not UTF-8"),
    ("not-json", "the line is not JSON; the message says where"),
    ("not-an-object", "the line is JSON, but no object"),
    (
        "missing-field",
        "a field that the command needs is not there",
    ),
    ("unknown-field", "the command has no such field"),
    ("wrong-type", "a field has a value of the wrong type"),
    (
        "out-of-range",
        "a number or a text is too large or too small",
    ),
    ("unknown-command", "`cmd` names no command"),
    ("not-allowed", "the session may not do or see this"),
    ("no-game", "`new` comes first"),
    ("not-ready", "the seats have not all laid out yet"),
    ("unknown-variant", "no shipped variant has this id"),
    ("bad-seat", "no seat is called so"),
    ("bad-observer", "no observer is called so"),
    (
        "bad-player",
        "no machine player is called so, or its settings are wrong",
    ),
    (
        "bad-position",
        "the position text is wrong; the message says where",
    ),
    (
        "no-truth",
        "nothing completes what the position leaves open",
    ),
    ("bad-layout", "the layout is wrong; the message says how"),
    (
        "no-layout",
        "the variant has no such layout, or none at all",
    ),
    ("bad-action", "the text is no action of this variant"),
    (
        "illegal",
        "the action is not legal; `stage` and `clause` say why",
    ),
    ("bad-act", "the act is not possible now"),
    ("bad-event", "the words are no event of this variant"),
    ("no-action", "the seat has nothing to choose from"),
    (
        "other-rules",
        "the hash of the rules is not that of the variant here",
    ),
    ("differs", "what was asked about is not what is seen here"),
    (
        "hook-failed",
        "the variant's script failed; the game is unchanged",
    ),
    (
        "bug",
        "the program is at fault; the game was given up, and standard error says more",
    ),
];

impl Fault {
    /// What is wrong.
    pub(crate) fn message(&self) -> &str {
        &self.0.message
    }

    /// An error without a hint.
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self(Box::new(Details {
            code,
            message: message.into(),
            hint: None,
            reason: None,
            place: None,
        }))
    }

    /// Says before the message what it is about.
    pub(crate) fn about(mut self, what: &str) -> Self {
        self.0.message.insert_str(0, what);
        self
    }

    /// Adds what was expected, or what to do.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Adds the stage of legality that failed, and its clause.
    pub(crate) fn because(mut self, stage: Value, clause: impl Into<String>) -> Self {
        self.0.reason = Some((stage, clause.into()));
        self
    }

    /// A hook that failed.
    pub(crate) fn hook(error: impl ToString) -> Self {
        Self::new("hook-failed", error.to_string())
    }
}

impl From<Fault> for Value {
    fn from(Fault(fault): Fault) -> Self {
        let mut value = json!({ "code": fault.code, "message": fault.message });
        if let Some(hint) = fault.hint {
            value["hint"] = hint.into();
        }
        if let Some((stage, clause)) = fault.reason {
            value["stage"] = stage;
            value["clause"] = clause.into();
        }
        if let Some((text, line, column)) = fault.place {
            value["place"] = json!({ "text": text, "line": line, "column": column });
        }
        value
    }
}

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Self {
        let mut fault = Self::new(diagnostic.code, diagnostic.message);
        fault.0.place = diagnostic.span.map(|span| {
            let (line, column) = span.source.line_column(span.range.start);
            (span.source.name.clone(), line, column)
        });
        fault.0.hint = diagnostic.hint;
        fault
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Input(diagnostics) => match diagnostics.into_iter().next() {
                Some(first) => first.into(),
                None => Self::new("bad-position", "the input is wrong"),
            },
            Failure::Io(error) => Self::new("io", error.to_string()),
        }
    }
}
