//! Reading a record: tags, play and end, with the place of whatever does not fit.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use masque_core::clock::{Clock, ClockSpec};
use masque_core::piece::{Observer, Seat};
use masque_scripting::diag::{Diagnostic, Source, Span};
use masque_scripting::files;
use pest::iterators::Pair;

use super::grammar::{self, Rule};
use super::{
    Carried, Deed, Entry, Footer, Header, Heard, MAGIC, Read, Seal, Times, VERSION, first,
};
use crate::table::time;

/// The longest record that is read, in bytes.
const LONGEST: u64 = 64 << 20;

/// Reads a record from a file.
///
/// # Errors
/// That it cannot be read, is too long or no text, or the first line that is not as it must be, with its place.
pub(crate) fn open(path: &Path) -> Result<(Arc<Source>, Read), Diagnostic> {
    let source = text_of(path)?;
    let read = read(&source)?;
    Ok((source, read))
}

/// The text of a file.
///
/// # Errors
/// That it cannot be read, is too long or no text.
pub(crate) fn text_of(path: &Path) -> Result<Arc<Source>, Diagnostic> {
    let shown = path.display().to_string();
    let bytes = files::read(path, LONGEST).map_err(|error| {
        let code = match error {
            files::Unreadable::TooLong(_) => "too-long",
            _ => "no-record",
        };
        Diagnostic::new(code, format!("cannot read {shown}: {error}"))
    })?;
    let damaged = |wrong: Diagnostic| wrong.hint("the file was damaged, or is no record");
    let text = files::decode(&shown, bytes).map_err(damaged)?;
    Ok(Source::new(shown, text))
}

/// Reads a record of any version.
///
/// # Errors
/// The first line that is not as it must be, with its place.
pub(crate) fn read(source: &Arc<Source>) -> Result<Read, Diagnostic> {
    let mut lines = Lines { source, at: 0 };
    let all = source.text.len();
    let none = Span::new(source, 0..source.text.find('\n').unwrap_or(all));
    let not_one = || {
        Diagnostic::new("not-a-record", "this is not a record of a game")
            .at(none.clone())
            .hint(format!("a record begins with the line `{MAGIC}{VERSION}`"))
    };
    let (first_line, _) = lines.next().ok_or_else(not_one)?;
    match first_line.strip_prefix(MAGIC).ok_or_else(not_one)? {
        "1" => first::read(source, lines.at),
        "2" => Reader { source, lines }.read(),
        other => Err(Diagnostic::new(
            "other-version",
            format!("records of version `{other}` are not known"),
        )
        .at(none.clone())
        .hint(format!("versions 1 and {VERSION} are read"))),
    }
}

struct Lines<'a> {
    source: &'a Arc<Source>,
    at: usize,
}

impl<'a> Lines<'a> {
    /// The next whole line without its end, and where it stands.
    fn next(&mut self) -> Option<(&'a str, Range<usize>)> {
        let rest = &self.source.text[self.at..];
        let end = rest.find('\n')?;
        let line = rest[..end].strip_suffix('\r').unwrap_or(&rest[..end]);
        let range = self.at..self.at + line.len();
        self.at += end + 1;
        Some((line, range))
    }
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    lines: Lines<'a>,
}

/// A line of the file that fits its rule, and where it stands.
type Fitting<'a> = (Pair<'a, Rule>, Range<usize>);

impl<'a> Reader<'a> {
    fn read(mut self) -> Result<Read, Diagnostic> {
        let header = self.read_header()?;
        let mut entries = Vec::new();
        let mut footer = None;
        let mut kept = self.lines.at;
        let mut standing = 0;
        while let Some((line, range)) = self.next(Rule::play)? {
            if line.as_rule() == Rule::bar {
                footer = self.read_footer(header.eyes)?;
                if footer.is_some() {
                    kept = self.lines.at;
                }
                break;
            }
            let entry = self.read_entry(line, &range, &mut standing)?;
            entries.push((entry, range));
            kept = self.lines.at;
        }
        Ok(Read {
            version: 2,
            header,
            entries,
            footer,
            torn: kept < self.source.text.len(),
            kept,
        })
    }

    fn next(&mut self, rule: Rule) -> Result<Option<Fitting<'a>>, Diagnostic> {
        let Some((line, range)) = self.lines.next() else {
            return Ok(None);
        };
        match grammar::parse(rule, line) {
            Ok(pair) => Ok(Some((pair, range))),
            Err(misfit) => {
                let at = range.start + misfit.at;
                Err(self.bad(at..range.end.max(at), misfit.message))
            }
        }
    }

    fn bad(&self, range: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new("bad-record", message).at(Span::new(self.source, range))
    }

    fn read_header(&mut self) -> Result<Header, Diagnostic> {
        let begin = self.lines.at;
        let mut header = Header::new("", "", "", "", "");
        let mut seen: Vec<(Rule, Option<Seat>)> = Vec::new();
        let mut layouts = [None, None];
        let mut deal = None;
        let mut unsealed = false;
        let mut first_of_file = false;
        while let Some((line, range)) = self.next(Rule::head)? {
            let rule = line.as_rule();
            let seat = line
                .clone()
                .into_inner()
                .find(|p| p.as_rule() == Rule::seat)
                .map(|p| seat_of(&p));
            let many = matches!(rule, Rule::file | Rule::content);
            if !many && seen.contains(&(rule, seat)) {
                let word = self.source.text[range.clone()].split(' ').next();
                let message = format!("a second `{}` line", word.unwrap_or_default());
                return Err(self.bad(range, message));
            }
            seen.push((rule, seat));
            let value = line.clone().into_inner().last();
            let text = value.as_ref().map_or("", Pair::as_str).to_owned();
            match rule {
                Rule::bar => {
                    if unsealed != deal.is_none() {
                        return Err(self.bad(
                            range,
                            "a record says either `unsealed` or `commitment HASH`",
                        ));
                    }
                    header.seal = deal.map(|deal| Seal { deal, layouts });
                    return self.complete(header, &seen, range);
                }
                Rule::variant => header.variant = text,
                Rule::options => header.options = text,
                Rule::rules => header.rules = text,
                Rule::game => header.game = text,
                Rule::eyes => header.eyes = seat.map_or(Observer::Public, Observer::Seat),
                Rule::unsealed => unsealed = true,
                Rule::commitment => deal = text.parse().ok(),
                Rule::layout_commitment => {
                    layouts[seat.map_or(0, Seat::index)] = text.parse().ok();
                }
                Rule::player => header.seats[seat.map_or(0, Seat::index)] = text,
                Rule::name => header.names[seat.map_or(0, Seat::index)] = Some(text),
                Rule::date => header.date = Some(text),
                Rule::clock => header.clock = Some(self.clock(&text, range)?),
                Rule::start => header.start = text,
                Rule::file => {
                    first_of_file = true;
                    let mut parts = line.into_inner().map(|p| p.as_str().to_owned());
                    header.carried.push(Carried {
                        folder: parts.next().unwrap_or_default(),
                        name: parts.next().unwrap_or_default(),
                        text: String::new(),
                    });
                }
                _ => {
                    let Some(file) = header.carried.last_mut() else {
                        return Err(self.bad(range, "a line of a file, and no `file` above it"));
                    };
                    if !std::mem::take(&mut first_of_file) {
                        file.text.push('\n');
                    }
                    file.text
                        .push_str(&self.source.text[range.start + 1..range.end]);
                }
            }
        }
        let at = self.source.text.len().max(begin);
        Err(Diagnostic::new(
            "truncated-record",
            "the record ends before the `--` that closes its tags",
        )
        .at(Span::new(self.source, at..at))
        .hint("the file was cut off; restore it from a copy"))
    }

    /// Checks that nothing is missing above the bar.
    fn complete(
        &self,
        header: Header,
        seen: &[(Rule, Option<Seat>)],
        bar: Range<usize>,
    ) -> Result<Header, Diagnostic> {
        for (rule, seat, line) in [
            (Rule::variant, None, "variant NAME"),
            (Rule::rules, None, "rules HASH"),
            (Rule::game, None, "game ID"),
            (Rule::player, Some(Seat(0)), "seat 0 PLAYER"),
            (Rule::player, Some(Seat(1)), "seat 1 PLAYER"),
            (Rule::start, None, "start POSITION"),
        ] {
            if !seen.contains(&(rule, seat)) {
                return Err(self.bad(bar, format!("no line `{line}` stands above this")));
            }
        }
        Ok(header)
    }

    fn clock(&self, text: &str, range: Range<usize>) -> Result<ClockSpec, Diagnostic> {
        let wrong = |message: String| self.bad(range.clone(), message);
        let read = time::pairs(text).and_then(|pairs| time::settings(&pairs));
        let spec = read.map_err(|e| match e.hint {
            Some(hint) => wrong(e.message).hint(hint),
            None => wrong(e.message),
        })?;
        match Clock::new(spec.clone(), 2) {
            Ok(_) if spec.is_timed() => Ok(spec),
            Ok(_) => Err(wrong("these settings measure nothing".to_owned())),
            Err(error) => Err(wrong(error.to_string())),
        }
    }

    fn read_entry(
        &self,
        line: Pair<'a, Rule>,
        range: &Range<usize>,
        standing: &mut usize,
    ) -> Result<Entry, Diagnostic> {
        let rule = line.as_rule();
        let mut deed = Deed {
            number: 0,
            seat: Seat(0),
            automatic: false,
            text: String::new(),
            times: None,
            told: Vec::new(),
            position: None,
        };
        for part in line.into_inner() {
            match part.as_rule() {
                Rule::number => deed.number = part.as_str().parse().unwrap_or(usize::MAX),
                Rule::seat => deed.seat = seat_of(&part),
                Rule::act | Rule::tried | Rule::action => part.as_str().clone_into(&mut deed.text),
                Rule::automatic => deed.automatic = true,
                Rule::times => {
                    let times = Times::read(part).map_err(|e| self.bad(range.clone(), e))?;
                    deed.times = Some(times);
                }
                Rule::events => deed.told = part.into_inner().map(|event| heard(&event)).collect(),
                Rule::position => deed.position = Some(part.as_str().to_owned()),
                _ => {}
            }
        }
        let wanted = match rule {
            Rule::deed => *standing + 1,
            Rule::undo => *standing,
            _ => return Ok(Entry::Clock(deed.times.unwrap_or_default())),
        };
        if deed.number != wanted || wanted == 0 {
            let message = match (rule, wanted) {
                (Rule::undo, 0) => "nothing stands that could be taken back".to_owned(),
                (Rule::undo, _) => format!("the last deed that stands is {wanted}"),
                _ => format!("this should be deed {wanted}"),
            };
            return Err(self
                .bad(range.clone(), message)
                .hint("lines are missing, or stand in another order"));
        }
        if rule == Rule::undo {
            *standing -= 1;
            return Ok(Entry::Undo(Some(wanted)));
        }
        *standing += 1;
        Ok(Entry::Deed(deed))
    }

    /// What stands below the second bar; `None` where it is cut off.
    fn read_footer(&mut self, eyes: Observer) -> Result<Option<Footer>, Diagnostic> {
        let mut footer = Footer::default();
        let mut seen = Vec::new();
        while let Some((line, range)) = self.next(Rule::foot)? {
            let rule = line.as_rule();
            if seen.contains(&rule) || (seen.is_empty() != (rule == Rule::result)) {
                return Err(self.bad(
                    range,
                    "expected `result`, then `salt` or `seed` where there is one, then `deal`",
                ));
            }
            seen.push(rule);
            let value = line.clone().into_inner().last();
            let text = value.map(|v| v.as_str().to_owned());
            match rule {
                Rule::result => {
                    let line = line.as_str();
                    footer.result = line.strip_prefix("result ").unwrap_or(line).to_owned();
                }
                Rule::salt => footer.salt = text,
                Rule::seed => footer.seed = text,
                _ => footer.deal = text,
            }
        }
        // A public record that is over discloses its deal last; a seat's own record may not know it.
        let whole = match eyes {
            Observer::Public => footer.deal.is_some(),
            Observer::Seat(_) => !footer.result.is_empty(),
        };
        Ok(whole.then_some(footer))
    }
}

fn seat_of(pair: &Pair<'_, Rule>) -> Seat {
    Seat(u8::from(pair.as_str() == "1"))
}

fn heard(event: &Pair<'_, Rule>) -> Heard {
    let mut out = Heard {
        only: None,
        words: String::new(),
    };
    for part in event.clone().into_inner() {
        match part.as_rule() {
            Rule::seat => out.only = Some(seat_of(&part)),
            _ => part.as_str().clone_into(&mut out.words),
        }
    }
    out
}
