//! Requests: JSON objects whose fields are taken one by one, so that what is left over is known to be unknown.

use masque_scripting::diag::closest;
use serde_json::{Map, Value};

use crate::protocol::fault::Fault;

/// The longest text in a field, in bytes; position texts and layouts are shorter by far.
const MAX_TEXT: usize = 1 << 16;
/// The longest `id` given as text, in bytes.
const MAX_ID: usize = 256;

/// One request, with the fields not yet taken.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    fields: Map<String, Value>,
}

impl Request {
    /// Reads a line; `id` is set as soon as it is known, so that errors can carry it.
    ///
    /// # Errors
    /// When the line is no JSON object, or its `id` is no short text and no number.
    pub(crate) fn read(line: &str, id: &mut Option<Value>) -> Result<Self, Fault> {
        let value: Value = serde_json::from_str(line).map_err(|error| {
            Fault::new("not-json", format!("the line is not JSON: {error}"))
                .hint("a request is one JSON object on one line, such as {\"cmd\":\"legal\"}")
        })?;
        let Value::Object(mut fields) = value else {
            return Err(Fault::new(
                "not-an-object",
                format!("expected a JSON object, found {}", noun(&value)),
            ));
        };
        match fields.remove("id") {
            None => {}
            Some(Value::String(text)) if text.len() > MAX_ID => {
                return Err(Fault::new(
                    "out-of-range",
                    format!("`id` is longer than {MAX_ID} bytes"),
                ));
            }
            Some(found @ (Value::String(_) | Value::Number(_))) => *id = Some(found),
            Some(other) => {
                return Err(wrong_type("id", "a text or a number", &other));
            }
        }
        Ok(Self { fields })
    }

    /// An object within a request.
    pub(crate) fn of(fields: Map<String, Value>) -> Self {
        Self { fields }
    }

    /// Takes a field as it is; JSON `null` counts as absent.
    pub(crate) fn value(&mut self, name: &str) -> Option<Value> {
        self.fields.remove(name).filter(|value| !value.is_null())
    }

    /// Takes a text.
    ///
    /// # Errors
    /// When it is no text, or too long.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, Fault> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => bounded(name, text).map(Some),
            Some(other) => Err(wrong_type(name, "a text", &other)),
        }
    }

    /// Takes a text that must be there.
    ///
    /// # Errors
    /// When it is not there, no text, or too long.
    pub(crate) fn need_text(&mut self, name: &str) -> Result<String, Fault> {
        self.text(name)?.ok_or_else(|| missing(name))
    }

    /// Takes `true` or `false`.
    ///
    /// # Errors
    /// When it is neither.
    pub(crate) fn flag(&mut self, name: &str) -> Result<bool, Fault> {
        match self.value(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(other) => Err(wrong_type(name, "true or false", &other)),
        }
    }

    /// Takes a whole number up to `most`.
    ///
    /// # Errors
    /// When it is no such number.
    pub(crate) fn number(&mut self, name: &str, most: u64) -> Result<Option<u64>, Fault> {
        let Some(value) = self.value(name) else {
            return Ok(None);
        };
        let Value::Number(number) = &value else {
            return Err(wrong_type(name, "a whole number", &value));
        };
        match number.as_u64() {
            Some(number) if number <= most => Ok(Some(number)),
            _ => Err(Fault::new(
                "out-of-range",
                format!("`{name}` is {number}; expected a whole number from 0 to {most}"),
            )),
        }
    }

    /// Takes an object.
    ///
    /// # Errors
    /// When it is none.
    pub(crate) fn object(&mut self, name: &str) -> Result<Map<String, Value>, Fault> {
        match self.value(name) {
            None => Ok(Map::new()),
            Some(Value::Object(object)) => Ok(object),
            Some(other) => Err(wrong_type(name, "an object", &other)),
        }
    }

    /// Takes a list of texts; an empty one when it is absent.
    ///
    /// # Errors
    /// When it is none, or has more than `most`.
    pub(crate) fn texts(&mut self, name: &str, most: usize) -> Result<Vec<String>, Fault> {
        let items = match self.value(name) {
            None => return Ok(Vec::new()),
            Some(Value::Array(items)) => items,
            Some(other) => return Err(wrong_type(name, "a list of texts", &other)),
        };
        if items.len() > most {
            let message = format!("`{name}` has more than {most} texts");
            return Err(Fault::new("out-of-range", message));
        }
        let text = |item| match item {
            Value::String(text) => bounded(name, text),
            other => Err(wrong_type(name, "a list of texts", &other)),
        };
        items.into_iter().map(text).collect()
    }

    /// Takes a seat's or an observer's name, which may be a number.
    ///
    /// # Errors
    /// When it is neither text nor number.
    pub(crate) fn name(&mut self, name: &str) -> Result<Option<String>, Fault> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => bounded(name, text).map(Some),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(other) => Err(wrong_type(name, "a seat's number or a name", &other)),
        }
    }

    /// Whether a field is there.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.get(name).is_some_and(|value| !value.is_null())
    }

    /// Makes sure that no field is there beside `known` and `session`.
    ///
    /// # Errors
    /// Names the first field that is unknown.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), Fault> {
        let unknown = |key: &&String| *key != "session" && !known.contains(&key.as_str());
        let Some(left) = self.fields.keys().find(unknown) else {
            return Ok(());
        };
        let shown: String = left.chars().take(40).collect();
        let fault = Fault::new(
            "unknown-field",
            format!("no field is called `{shown}` here"),
        );
        Err(match closest(&shown, known.iter().copied()) {
            Some(near) => fault.hint(format!("did you mean `{near}`?")),
            None if known.is_empty() => fault.hint("this command has no fields"),
            None => fault.hint(format!("fields are {}", known.join(", "))),
        })
    }
}

fn bounded(name: &str, text: String) -> Result<String, Fault> {
    if text.len() <= MAX_TEXT {
        return Ok(text);
    }
    Err(Fault::new(
        "out-of-range",
        format!("`{name}` is longer than {MAX_TEXT} bytes"),
    ))
}

/// A field that must be there and is not.
pub(crate) fn missing(name: &str) -> Fault {
    Fault::new("missing-field", format!("`{name}` is missing"))
}

/// A field of the wrong type.
pub(crate) fn wrong_type(name: &str, expected: &str, found: &Value) -> Fault {
    Fault::new(
        "wrong-type",
        format!("`{name}` is {}; expected {expected}", noun(found)),
    )
}

fn noun(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
