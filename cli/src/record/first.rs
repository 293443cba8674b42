//! Records of version 1, which are still read: every line of play says the position, and nothing of clocks.

use std::ops::Range;
use std::sync::Arc;

use masque_core::piece::Seat;
use masque_scripting::diag::{Diagnostic, Source, Span};

use super::{Deed, Entry, Footer, Header, Heard, Read, Seal};

struct Reader<'a> {
    source: &'a Arc<Source>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn line(&mut self) -> Option<(&'a str, Range<usize>)> {
        let rest = &self.source.text[self.at..];
        let end = rest.find('\n')?;
        let range = self.at..self.at + end;
        self.at += end + 1;
        Some((&rest[..end], range))
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, range)
    }

    fn expect(&mut self, word: &'static str) -> Result<(&'a str, Span), Diagnostic> {
        let here = self.span(self.at..self.at);
        let Some((line, range)) = self.line() else {
            return Err(Diagnostic::new(
                "truncated-record",
                format!("the record ends before its `{word}` line"),
            )
            .at(here)
            .hint("the file was cut off; restore it from a copy"));
        };
        match line
            .strip_prefix(word)
            .filter(|r| r.is_empty() || r.starts_with(' '))
        {
            Some(rest) => Ok((rest.trim(), self.span(range))),
            None => Err(Diagnostic::new(
                "bad-record",
                format!("expected a line `{word} ...`, found `{}`", cut(line)),
            )
            .at(self.span(range))),
        }
    }
}

fn cut(line: &str) -> String {
    let short: String = line.chars().take(40).collect();
    if short.len() < line.len() {
        format!("{short}...")
    } else {
        short
    }
}

/// Reads a record whose first line was read.
///
/// # Errors
/// The first line that is not as it must be, with its place.
pub(super) fn read(source: &Arc<Source>, at: usize) -> Result<Read, Diagnostic> {
    let mut reader = Reader { source, at };
    let variant = reader.expect("variant")?.0.to_owned();
    let options = reader.expect("options")?.0;
    let rules = reader.expect("rules")?.0.to_owned();
    let (game, span) = reader.expect("game")?;
    if game.is_empty() || game.len() > 64 || !game.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(Diagnostic::new("bad-record", "the game's id is not hexadecimal").at(span));
    }
    let seal = read_seal(&mut reader)?;
    let (seats, span) = reader.expect("seats")?;
    let mut words = seats.split_whitespace();
    let (Some(first), Some(second), None) = (words.next(), words.next(), words.next()) else {
        return Err(Diagnostic::new(
            "bad-record",
            "`seats` needs the players of seat 0 and seat 1",
        )
        .at(span));
    };
    let start = reader.expect("start")?.0.to_owned();
    reader.expect("--")?;
    let options = if options == "-" { "" } else { options };
    let mut header = Header::new(&variant, options, &rules, game, &start);
    header.seal = seal;
    header.seats = [first.to_owned(), second.to_owned()];
    let mut entries: Vec<(Entry, Range<usize>)> = Vec::new();
    let mut footer = None;
    let mut kept = reader.at;
    let mut standing = 0;
    while let Some((line, range)) = reader.line() {
        if line == "--" {
            footer = Some(read_footer(&mut reader)?);
            kept = reader.at;
            break;
        }
        let entry = read_entry(line, &reader.span(range.clone()), &mut standing)?;
        entries.push((entry, range));
        kept = reader.at;
    }
    Ok(Read {
        version: 1,
        header,
        entries,
        footer,
        torn: kept < source.text.len(),
        kept,
    })
}

fn read_seal(reader: &mut Reader<'_>) -> Result<Option<Seal>, Diagnostic> {
    let from = reader.at;
    if reader.line().is_some_and(|(line, _)| line == "unsealed") {
        return Ok(None);
    }
    reader.at = from;
    let bad = |span: Span| {
        Diagnostic::new("bad-record", "a commitment has 64 hexadecimal digits").at(span)
    };
    let (text, span) = reader.expect("commitment")?;
    let deal = text.parse().map_err(|_| bad(span))?;
    let mut layouts = [None, None];
    loop {
        let back = reader.at;
        let Some((line, range)) = reader.line() else {
            break;
        };
        let Some(rest) = line.strip_prefix("layout-commitment ") else {
            reader.at = back;
            break;
        };
        let span = reader.span(range);
        let (seat, text) = rest.split_once(' ').ok_or_else(|| bad(span.clone()))?;
        let slot = match seat {
            "0" => &mut layouts[0],
            "1" => &mut layouts[1],
            _ => return Err(bad(span)),
        };
        *slot = Some(text.parse().map_err(|_| bad(span))?);
    }
    Ok(Some(Seal { deal, layouts }))
}

fn read_entry(line: &str, span: &Span, standing: &mut usize) -> Result<Entry, Diagnostic> {
    if line == "undo" {
        *standing = standing.saturating_sub(1);
        return Ok(Entry::Undo(None));
    }
    let bad = || {
        Diagnostic::new(
            "bad-record",
            format!("`{}` is not a line of play", cut(line)),
        )
        .at(span.clone())
        .hint("expected `seat N: ACTION | EVENTS | POSITION`")
    };
    let rest = line.strip_prefix("seat ").ok_or_else(bad)?;
    let (head, rest) = rest.split_once(": ").ok_or_else(bad)?;
    let (number, automatic) = match head.strip_suffix(" (automatic)") {
        Some(number) => (number, true),
        None => (head, false),
    };
    let seat = match number {
        "0" => Seat(0),
        "1" => Seat(1),
        _ => return Err(bad()),
    };
    let mut parts = rest.splitn(3, " | ");
    let (Some(text), Some(told), Some(position)) = (parts.next(), parts.next(), parts.next())
    else {
        return Err(bad());
    };
    *standing += 1;
    let heard = |words: &str| Heard {
        only: None,
        words: words.to_owned(),
    };
    Ok(Entry::Deed(Deed {
        number: *standing,
        seat,
        automatic,
        text: text.to_owned(),
        times: None,
        told: told
            .split("; ")
            .filter(|w| !w.is_empty())
            .map(heard)
            .collect(),
        position: Some(position.to_owned()),
    }))
}

fn read_footer(reader: &mut Reader<'_>) -> Result<Footer, Diagnostic> {
    let mut footer = Footer {
        result: reader.expect("result")?.0.to_owned(),
        ..Footer::default()
    };
    loop {
        let back = reader.at;
        let Some((line, _)) = reader.line() else {
            break;
        };
        if let Some(salt) = line.strip_prefix("salt ") {
            footer.salt = Some(salt.to_owned());
        } else if let Some(seed) = line.strip_prefix("seed ") {
            footer.seed = Some(seed.to_owned());
        } else {
            reader.at = back;
            break;
        }
    }
    footer.deal = Some(reader.expect("deal")?.0.to_owned());
    Ok(footer)
}
