//! The public record of a game, line by line as it is played, and the truth file that is kept apart until the end.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use masque_core::commitment::{Commitment, Salt};
use masque_core::piece::Seat;
use masque_scripting::diag::{Diagnostic, Source, Span};
use serde::{Deserialize, Serialize};

/// The first line of every record.
pub(crate) const MAGIC: &str = "masque record 1";

/// What stands above the first action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// The variant's id, or the path of its folder.
    pub(crate) variant: String,
    /// Options that differ from the defaults, as `key=value,...`.
    pub(crate) options: String,
    /// BLAKE3 of the rules, in hexadecimal.
    pub(crate) rules: String,
    /// The game's own id, in hexadecimal.
    pub(crate) game: String,
    /// What the deal and each layout were committed to; none in an unsealed game.
    pub(crate) seal: Option<Seal>,
    /// Who plays, by seat.
    pub(crate) seats: [String; 2],
    /// The public position at the start.
    pub(crate) start: String,
}

/// Commitments to what is secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seal {
    /// To the whole deal.
    pub(crate) deal: Commitment,
    /// To each seat's layout, in games where seats lay out in secret.
    pub(crate) layouts: [Option<Commitment>; 2],
}

/// One line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// A seat did something.
    Deed {
        /// Who.
        seat: Seat,
        /// Whether the program did it for the seat.
        automatic: bool,
        /// What, as everybody may see it; acts begin with `act `, refused tries with `try `.
        text: String,
        /// What everybody was told.
        told: String,
        /// The public position afterwards.
        position: String,
    },
    /// The last deed was taken back.
    Undo,
}

/// What is disclosed at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Footer {
    /// The result in words.
    pub(crate) result: String,
    /// The salt of the commitments.
    pub(crate) salt: Option<String>,
    /// The seed of an unsealed game.
    pub(crate) seed: Option<String>,
    /// The truth of the start, as position text.
    pub(crate) deal: String,
}

/// A record read back.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    /// What stands above.
    pub(crate) header: Header,
    /// What was done.
    pub(crate) entries: Vec<Entry>,
    /// What was disclosed, once the game is over.
    pub(crate) footer: Option<Footer>,
    /// Whether a last line was cut off in the writing, and left out.
    pub(crate) torn: bool,
    /// The text up to the torn line.
    pub(crate) kept: usize,
}

impl Header {
    /// As it stands in the file.
    pub(crate) fn text(&self) -> String {
        let mut out = format!(
            "{MAGIC}\nvariant {}\noptions {}\nrules {}\ngame {}\n",
            self.variant,
            if self.options.is_empty() {
                "-"
            } else {
                &self.options
            },
            self.rules,
            self.game
        );
        match &self.seal {
            Some(seal) => {
                let _ = writeln!(out, "commitment {}", seal.deal);
                for (seat, layout) in seal.layouts.iter().enumerate() {
                    if let Some(layout) = layout {
                        let _ = writeln!(out, "layout-commitment {seat} {layout}");
                    }
                }
            }
            None => out.push_str("unsealed\n"),
        }
        let _ = writeln!(
            out,
            "seats {} {}\nstart {}\n--",
            self.seats[0], self.seats[1], self.start
        );
        out
    }
}

impl Entry {
    /// As it stands in the file.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Undo => "undo\n".to_owned(),
            Self::Deed {
                seat,
                automatic,
                text,
                told,
                position,
            } => {
                let auto = if *automatic { " (automatic)" } else { "" };
                format!("seat {}{auto}: {text} | {told} | {position}\n", seat.0)
            }
        }
    }
}

/// A record being written.
pub(crate) struct Record {
    path: PathBuf,
    file: File,
}

impl Record {
    /// Begins a record; an existing file is never overwritten.
    ///
    /// # Errors
    /// The file could not be made.
    pub(crate) fn create(path: &Path, header: &Header) -> io::Result<Self> {
        if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        lock(&file)?;
        file.write_all(header.text().as_bytes())?;
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Goes on with a record that was read, a torn last line cut off.
    ///
    /// # Errors
    /// The file could not be opened.
    pub(crate) fn reopen(path: &Path, read: &Read) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).open(path)?;
        lock(&file)?;
        if read.torn {
            file.set_len(read.kept as u64)?;
        }
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Adds a line. It is in the file when this returns.
    ///
    /// # Errors
    /// The file could not be written.
    pub(crate) fn add(&mut self, entry: &Entry) -> io::Result<()> {
        self.file.write_all(entry.text().as_bytes())
    }

    /// Ends the record with what is disclosed.
    ///
    /// # Errors
    /// The file could not be written.
    pub(crate) fn finish(&mut self, footer: &Footer) -> io::Result<()> {
        let mut out = format!("--\nresult {}\n", footer.result);
        if let Some(salt) = &footer.salt {
            let _ = writeln!(out, "salt {salt}");
        }
        if let Some(seed) = &footer.seed {
            let _ = writeln!(out, "seed {seed}");
        }
        let _ = writeln!(out, "deal {}", footer.deal);
        self.file.write_all(out.as_bytes())?;
        self.file.sync_all()
    }

    /// Where it is.
    #[must_use]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Copies the record as it stands to another file, which must not exist.
    ///
    /// # Errors
    /// The copy could not be made.
    pub(crate) fn copy_to(&self, path: &Path) -> io::Result<()> {
        let text = std::fs::read(&self.path)?;
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(&text)
    }
}

/// Keeps a second process from playing the same game.
fn lock(file: &File) -> io::Result<()> {
    file.try_lock().map_err(|error| match error {
        std::fs::TryLockError::WouldBlock => io::Error::new(
            io::ErrorKind::WouldBlock,
            "another process is playing this game",
        ),
        std::fs::TryLockError::Error(error) => error,
    })
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn line(&mut self) -> Option<(&'a str, Span)> {
        let rest = &self.source.text[self.at..];
        let end = rest.find('\n')?;
        let span = Span::new(self.source, self.at..self.at + end);
        self.at += end + 1;
        Some((&rest[..end], span))
    }

    fn expect(&mut self, word: &'static str) -> Result<(&'a str, Span), Diagnostic> {
        let here = Span::new(self.source, self.at..self.at);
        let Some((line, span)) = self.line() else {
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
            Some(rest) => Ok((rest.trim(), span)),
            None => Err(Diagnostic::new(
                "bad-record",
                format!("expected a line `{word} ...`, found `{}`", cut(line)),
            )
            .at(span)),
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

/// Reads a record.
///
/// # Errors
/// The first line that is not as it must be, with its place.
pub(crate) fn read(source: &Arc<Source>) -> Result<Read, Diagnostic> {
    let mut reader = Reader { source, at: 0 };
    let magic = reader.line();
    if magic.as_ref().is_none_or(|(line, _)| *line != MAGIC) {
        let span = Span::new(
            source,
            0..source.text.find('\n').unwrap_or(source.text.len()),
        );
        return Err(
            Diagnostic::new("not-a-record", "this is not a record of a game")
                .at(span)
                .hint(format!("a record begins with the line `{MAGIC}`")),
        );
    }
    let variant = reader.expect("variant")?.0.to_owned();
    let options = reader.expect("options")?.0;
    let options = if options == "-" {
        String::new()
    } else {
        options.to_owned()
    };
    let rules = reader.expect("rules")?.0.to_owned();
    let game = reader.expect("game")?.0.to_owned();
    if game.is_empty() || !game.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(
            Diagnostic::new("bad-record", "the game's id is not hexadecimal")
                .at(Span::new(source, 0..0)),
        );
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
    let header = Header {
        variant,
        options,
        rules,
        game,
        seal,
        seats: [first.to_owned(), second.to_owned()],
        start,
    };
    let mut entries = Vec::new();
    let mut footer = None;
    let mut kept = reader.at;
    while let Some((line, span)) = reader.line() {
        if line == "--" {
            footer = Some(read_footer(&mut reader)?);
            kept = reader.at;
            break;
        }
        entries.push(read_entry(line, &span)?);
        kept = reader.at;
    }
    let torn = kept < source.text.len();
    Ok(Read {
        header,
        entries,
        footer,
        torn,
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
        let Some((line, span)) = reader.line() else {
            break;
        };
        let Some(rest) = line.strip_prefix("layout-commitment ") else {
            reader.at = back;
            break;
        };
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

fn read_entry(line: &str, span: &Span) -> Result<Entry, Diagnostic> {
    if line == "undo" {
        return Ok(Entry::Undo);
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
    Ok(Entry::Deed {
        seat,
        automatic,
        text: text.to_owned(),
        told: told.to_owned(),
        position: position.to_owned(),
    })
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
    footer.deal = reader.expect("deal")?.0.to_owned();
    Ok(footer)
}

/// What is secret until the game is over.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Truth {
    /// The game it belongs to.
    pub(crate) game: String,
    /// The secret that the deal, automatic actions and bots are drawn from, in hexadecimal.
    pub(crate) secret: String,
    /// The seed the user gave, in an unsealed game.
    pub(crate) seed: Option<u64>,
    /// The salt of the commitments.
    pub(crate) salt: Salt,
    /// The truth of the start, as position text.
    pub(crate) start: String,
    /// Where the record is.
    pub(crate) record: PathBuf,
}

impl Truth {
    /// Writes it where only the user can read it, whole or not at all.
    ///
    /// # Errors
    /// The file could not be written.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
        let partial = path.with_extension("truth.part");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        let mut file = options.open(&partial)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&partial, path)
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It is not there, or not a truth file of this game.
    pub(crate) fn read(path: &Path, game: &str) -> Result<Self, Diagnostic> {
        let text = std::fs::read_to_string(path).map_err(|e| {
            Diagnostic::new("no-truth", format!("the truth of this game is not at {}: {e}", path.display()))
                .hint("an unfinished game can be resumed only where it was begun; `masque replay` shows what everybody saw")
        })?;
        let source = Source::new(path.display().to_string(), text);
        let truth: Self = serde_json::from_str(&source.text).map_err(|e| {
            Diagnostic::new("bad-truth", format!("this is not a truth file: {e}"))
                .at(Span::new(&source, 0..0))
        })?;
        if truth.game == game {
            Ok(truth)
        } else {
            Err(
                Diagnostic::new("bad-truth", "this truth file belongs to another game")
                    .at(Span::new(&source, 0..0)),
            )
        }
    }
}

/// The folder for saved games and truth files; `MASQUE_DATA` names another.
#[must_use]
pub(crate) fn data_folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("MASQUE_DATA") {
        return PathBuf::from(folder);
    }
    directories::ProjectDirs::from("", "", "masque")
        .map_or_else(|| PathBuf::from("."), |d| d.data_dir().to_owned())
}

/// The truth file of a game.
#[must_use]
pub(crate) fn truth_path(game: &str) -> PathBuf {
    data_folder().join("truth").join(format!("{game}.truth"))
}

/// A file name for a new record that is not taken yet.
#[must_use]
pub(crate) fn new_record_path(variant: &str) -> PathBuf {
    let folder = data_folder().join("games");
    (1..)
        .map(|n| folder.join(format!("{variant}-{n:04}.masque")))
        .find(|p| !p.exists())
        .unwrap_or(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            variant: "tiny".into(),
            options: String::new(),
            rules: "ab".into(),
            game: "0123".into(),
            seal: None,
            seats: ["human".into(), "random".into()],
            start: "??/?? seat0".into(),
        }
    }

    fn whole() -> String {
        let deed = Entry::Deed {
            seat: Seat(0),
            automatic: true,
            text: "flip a1".into(),
            told: "reveal a1 R".into(),
            position: "R?/?? red".into(),
        };
        format!("{}{}{}", header().text(), deed.text(), Entry::Undo.text())
    }

    #[test]
    fn a_record_reads_back() {
        let read = read(&Source::new("a.masque", whole())).expect("reads");
        assert_eq!(read.header, header());
        assert_eq!(read.entries.len(), 2);
        assert!(!read.torn);
    }

    #[test]
    fn a_torn_last_line_is_left_out_and_everything_before_is_kept() {
        let text = format!("{}seat 1: fl", whole());
        let read = read(&Source::new("a.masque", text)).expect("reads");
        assert_eq!(read.entries.len(), 2);
        assert!(read.torn);
        assert_eq!(read.kept, whole().len());
    }

    #[test]
    fn every_truncation_of_the_header_is_a_located_error() {
        let text = header().text();
        for end in 0..text.len() - 1 {
            let error = read(&Source::new("a.masque", &text[..end])).expect_err("cut off");
            assert!(error.span.is_some(), "{error}");
        }
    }
}
