//! The engine protocol: one JSON object a line in, one a line out. `docs/protocol.md` describes it.

mod choose;
mod commands;
mod fault;
pub(crate) mod game;
mod request;
pub(crate) mod role;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Read, Write};
use std::panic::AssertUnwindSafe;

use serde_json::{Map, Value};

use crate::protocol::fault::Fault;
use crate::protocol::game::Host;
use crate::protocol::request::Request;

/// The version of the protocol; a change that breaks programs adds one.
pub(crate) const VERSION: u32 = 1;
/// The longest line that is read, in bytes.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// What a request leads to.
pub(crate) enum Done {
    /// An answer, and the next line.
    Answer(Map<String, Value>),
    /// An answer, and the end.
    Quit,
}

/// Serves requests until `quit` or the end of the input.
///
/// # Errors
/// When reading or writing fails.
pub(crate) fn serve(
    host: &mut Host,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    loop {
        let line = match read_line(&mut input)? {
            Line::End => return Ok(()),
            Line::Blank => continue,
            Line::Text(text) => Ok(text),
            Line::Wrong(fault) => Err(fault),
        };
        let (answer, quit) = answer(host, line);
        writeln!(output, "{answer}")?;
        output.flush()?;
        if quit {
            return Ok(());
        }
    }
}

/// Answers one line; `true` when it was the last.
pub(crate) fn answer(host: &mut Host, line: Result<String, Fault>) -> (Value, bool) {
    let mut id = None;
    let done = line.and_then(|line| {
        let mut request = Request::read(&line, &mut id)?;
        let run = AssertUnwindSafe(|| commands::run(host, &mut request));
        std::panic::catch_unwind(run).unwrap_or_else(|_| {
            // What a panic leaves behind may be anything; the next game starts clean.
            host.game = None;
            Err(Fault::new(
                "bug",
                "this is a bug in masque; the game was given up",
            ))
        })
    });
    let mut object = Map::new();
    object.insert("ok".to_owned(), done.is_ok().into());
    object.extend(id.map(|id| ("id".to_owned(), id)));
    let mut quit = false;
    match done {
        Ok(Done::Answer(fields)) => object.extend(fields),
        Ok(Done::Quit) => quit = true,
        Err(fault) => {
            object.insert("error".to_owned(), fault.into());
        }
    }
    (Value::Object(object), quit)
}

/// A line of input.
pub(crate) enum Line {
    /// One that says something.
    Text(String),
    /// One with nothing on it.
    Blank,
    /// One that is too long or no text.
    Wrong(Fault),
    /// There are no more.
    End,
}

/// Reads a line without keeping more of it than is allowed.
///
/// # Errors
/// When reading fails.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    let read = input
        .by_ref()
        .take(MAX_LINE as u64 + 1)
        .read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(Line::End);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() > MAX_LINE {
        skip_line(input)?;
        let message = format!("the line is longer than {MAX_LINE} bytes");
        return Ok(Line::Wrong(Fault::new("too-long", message)));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) if text.trim().is_empty() => Line::Blank,
        Ok(text) => Line::Text(text),
        Err(error) => {
            let at = error.utf8_error().valid_up_to() + 1;
            Line::Wrong(Fault::new(
                "not-utf8",
                format!("byte {at} of the line is not UTF-8"),
            ))
        }
    })
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        match buffer.iter().position(|b| *b == b'\n') {
            Some(at) => {
                input.consume(at + 1);
                return Ok(());
            }
            None => {
                let length = buffer.len();
                input.consume(length);
            }
        }
    }
}
