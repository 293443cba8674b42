//! What went wrong in a running script, in the words of the API.

use masque_core::piece::{Kind, Piece, Side};
use masque_core::site::Site;
use rhai::{Dynamic, Engine, EvalAltResult};

use super::api::{FUNCTIONS, Function};
use super::compiled;
use super::limits::Stop;
use super::text::Texts;
use super::types::{Ended, Manner, Ruling, Special};
use crate::diag::Span;

/// Why a call gave no result.
pub(super) enum Failure {
    /// It refused under a clause.
    Refused(String),
    /// It failed: the message, and the place where it is known.
    Failed(String, Option<Span>),
}

/// Reads an error of a call on the counted texts.
pub(super) fn failure(error: EvalAltResult, texts: &Texts) -> Failure {
    let mut error = error;
    while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) = error {
        error = *inner;
    }
    let span = texts.counted_span(error.position());
    let message = match &error {
        EvalAltResult::ErrorRuntime(token, _) => match token.clone().try_cast::<Stop>() {
            Some(Stop::Refused(slug)) => return Failure::Refused(slug),
            Some(Stop::Steps) => compiled::steps(),
            Some(Stop::Depth) => compiled::depth(),
            Some(Stop::Stack) => compiled::TOO_BIG.to_owned(),
            Some(Stop::Fault(message)) => message,
            None => "stopped".to_owned(),
        },
        EvalAltResult::ErrorTooManyOperations(_) => "step limit: too many operations".to_owned(),
        EvalAltResult::ErrorFunctionNotFound(signature, _) => no_function(signature),
        EvalAltResult::ErrorMismatchDataType(expected, actual, _) => {
            format!("expected {}, found {}", word(expected), word(actual))
        }
        EvalAltResult::ErrorFor(_) => compiled::NOT_WALKED.to_owned(),
        _ => {
            let mut bare = error;
            bare.clear_position();
            bare.to_string()
        }
    };
    Failure::Failed(message, span)
}

/// Explains a call that no function takes, given as `name (type, type)`.
fn no_function(signature: &str) -> String {
    let (name, types) = signature.split_once(" (").unwrap_or((signature, ""));
    let types: Vec<String> = types
        .strip_suffix(')')
        .unwrap_or(types)
        .split(", ")
        .filter(|t| !t.is_empty())
        .map(word)
        .collect();
    let named = FUNCTIONS.iter().filter(|f| f.name == name);
    let words = |f: &Function| f.params.iter().map(|p| p.1.to_string()).collect::<Vec<_>>();
    if named.clone().any(|f| f.on.is_empty() && words(f) == types) {
        return format!("`{name}` needs a board, and a table hook has none");
    }
    does_not_go(name, &types)
}

/// Says that a function or an operator does not take values of these types.
pub(super) fn does_not_go(name: &str, types: &[String]) -> String {
    let given = types.join(", ");
    let named = FUNCTIONS.iter().filter(|f| f.name == name);
    let takes: Vec<String> = named.map(|f| format!("`{}`", f.signature())).collect();
    if takes.is_empty() {
        format!("`{name}` does not go with ({given})")
    } else {
        format!(
            "`{name}` does not go with ({given}); it is {}",
            takes.join(" or ")
        )
    }
}

/// A type's name as Rhai and Rust give it, in the words of the API.
fn word(name: &str) -> String {
    let name = name.trim_start_matches("&mut ");
    match name {
        "i64" => "int",
        "string" | "&str" | "String" | "&str | ImmutableString | String" => "word",
        "array" => "list",
        "f64" => "fraction",
        _ if name == std::any::type_name::<Kind>() => "kind",
        _ if name == std::any::type_name::<Side>() => "side",
        _ if name == std::any::type_name::<Piece>() => "piece",
        _ if name == std::any::type_name::<Site>() => "site",
        _ if name == std::any::type_name::<Manner>() => "manner",
        _ if name == std::any::type_name::<Special>() => "special",
        _ if name == std::any::type_name::<Ruling>() => "verdict",
        _ if name == std::any::type_name::<Ended>() => "ending",
        _ if name.contains("::SiteSet<") => "set",
        _ if name.contains("::Seen<") => "view",
        _ if name.contains("::Held<") => "pos",
        _ => name,
    }
    .to_owned()
}

/// What a value is, for a message about a result of the wrong type.
pub(super) fn found(engine: &Engine, value: &Dynamic) -> String {
    if value.is_unit() {
        return "()".to_owned();
    }
    if let Some(text) = value.read_lock::<rhai::ImmutableString>() {
        return format!("the word \"{}\"", text.as_str());
    }
    word(engine.map_type_name(value.type_name()))
}
