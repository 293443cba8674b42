//! Records as text, and the file that one is written to line by line.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use masque_core::engine::{Engine, Match};
use masque_core::piece::{Observer, Seat};

use super::redact::result_alone;
use super::truth::private;
use super::{
    Deed, Entry, Footer, Header, Heard, MAGIC, POSITION_EVERY, Read, Times, VERSION, clock, heard,
    hides,
};

impl Header {
    /// As it stands in the file.
    pub(crate) fn text(&self) -> String {
        let mut out = format!("{MAGIC}{VERSION}\nvariant {}\n", self.variant);
        let mut say = |line: String| {
            out.push_str(&line);
            out.push('\n');
        };
        if !self.options.is_empty() {
            say(format!("options {}", self.options));
        }
        say(format!("rules {}", self.rules));
        say(format!("game {}", self.game));
        if let Observer::Seat(seat) = self.eyes {
            say(format!("eyes seat {}", seat.0));
        }
        match &self.seal {
            Some(seal) => {
                say(format!("commitment {}", seal.deal));
                for (seat, layout) in seal.layouts.iter().enumerate() {
                    if let Some(layout) = layout {
                        say(format!("layout-commitment {seat} {layout}"));
                    }
                }
            }
            None => say("unsealed".to_owned()),
        }
        for (seat, player) in self.seats.iter().enumerate() {
            say(format!("seat {seat} {player}"));
        }
        for (seat, name) in self.names.iter().enumerate() {
            if let Some(name) = name {
                say(format!("name {seat} {name}"));
            }
        }
        if let Some(date) = &self.date {
            say(format!("date {date}"));
        }
        if let Some(spec) = &self.clock {
            say(format!("clock {}", clock::settings(spec)));
        }
        say(format!("start {}", self.start));
        for file in &self.carried {
            say(format!("file {}/{}", file.folder, file.name));
            for line in file.text.split('\n') {
                say(format!(">{line}"));
            }
        }
        say("--".to_owned());
        out
    }
}

impl Entry {
    /// As it stands in the file, with the end of the line.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Undo(number) => format!("undo {}\n", number.unwrap_or(0)),
            Self::Clock(times) => format!("clock {times}\n"),
            Self::Deed(deed) => format!("{deed}\n"),
        }
    }
}

impl std::fmt::Display for Deed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}. {} {}", self.number, self.seat.0, self.text)?;
        if self.automatic {
            f.write_str(" (automatic)")?;
        }
        if let Some(times) = &self.times {
            write!(f, " {times}")?;
        }
        for (number, event) in self.told.iter().enumerate() {
            f.write_str(if number == 0 { " | " } else { "; " })?;
            write!(f, "{event}")?;
        }
        if let Some(position) = &self.position {
            write!(f, " = {position}")?;
        }
        Ok(())
    }
}

impl std::fmt::Display for Heard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(seat) = self.only {
            write!(f, "{}:", seat.0)?;
        }
        f.write_str(&self.words)
    }
}

impl Deed {
    /// The deed that a game did last, as the record of an observer tells it; `text` is what was done, written before
    /// it was.
    pub(crate) fn last(
        engine: &dyn Engine,
        game: &dyn Match,
        eyes: Observer,
        text: String,
        times: Option<Times>,
    ) -> Option<Self> {
        let number = game.steps().len();
        let step = game.steps().last()?;
        let says = hides(engine.spec())
            || number.is_multiple_of(POSITION_EVERY)
            || game.outcome().is_some();
        Some(Self {
            number,
            seat: step.seat,
            automatic: step.automatic,
            text,
            times,
            told: heard(game, &step.told, eyes),
            position: says.then(|| game.text(eyes)),
        })
    }
}

impl Footer {
    /// As it stands in the file, with the bar above it.
    pub(crate) fn text(&self) -> String {
        let mut out = format!("--\nresult {}\n", self.result);
        for (word, value) in [
            ("salt", &self.salt),
            ("seed", &self.seed),
            ("deal", &self.deal),
        ] {
            if let Some(value) = value {
                let _ = writeln!(out, "{word} {value}");
            }
        }
        out
    }
}

/// The whole text of a record.
pub(crate) fn whole<'a>(
    header: &Header,
    entries: impl IntoIterator<Item = &'a Entry>,
    footer: Option<&Footer>,
) -> String {
    let mut text = header.text();
    for entry in entries {
        text.push_str(&entry.text());
    }
    if let Some(footer) = footer {
        text.push_str(&footer.text());
    }
    text
}

/// A record being written, and beside it that of one seat where it knows more than all.
pub(crate) struct Record {
    path: PathBuf,
    file: File,
    beside: Option<(Observer, File)>,
    /// Whether each line is on the disk, and not only with the system, before anything is told.
    sync: bool,
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
            beside: None,
            sync: false,
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
            beside: None,
            sync: false,
        })
    }

    /// Has each line brought to the disk before anything is told, so that not even the machine's fall loses it.
    ///
    /// That takes milliseconds a line, which nobody at a board notices and two machines would.
    #[must_use]
    pub(crate) fn synced(mut self, sync: bool) -> Self {
        self.sync = sync;
        self
    }

    /// Also keeps the own record of one seat, begun with a text, in `NAME.seatN.masque` where only the user can read it.
    ///
    /// # Errors
    /// The file could not be made.
    pub(crate) fn beside(mut self, seat: Seat, text: &str) -> io::Result<Self> {
        let path = beside_path(&self.path, seat);
        let partial = path.with_extension("part");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        private(&mut options);
        let mut file = options.open(&partial)?;
        file.write_all(text.as_bytes())?;
        std::fs::rename(&partial, &path)?;
        self.beside = Some((Observer::Seat(seat), file));
        Ok(self)
    }

    /// Records the deed that the game did last; `text` is what was done, written before it was. It is in the file when
    /// this returns.
    ///
    /// # Errors
    /// The file could not be written.
    pub(crate) fn deed(
        &mut self,
        engine: &dyn Engine,
        game: &dyn Match,
        text: &str,
        times: Option<Times>,
    ) -> io::Result<()> {
        let last = |eyes| Deed::last(engine, game, eyes, text.to_owned(), times);
        if let Some(deed) = last(Observer::Public) {
            self.write(&Entry::Deed(deed).text())?;
        }
        if let Some((eyes, file)) = &mut self.beside
            && let Some(deed) = last(*eyes)
        {
            file.write_all(Entry::Deed(deed).text().as_bytes())?;
        }
        Ok(())
    }

    /// Adds a line that all may read. It is in the file when this returns.
    ///
    /// # Errors
    /// The file could not be written.
    pub(crate) fn add(&mut self, entry: &Entry) -> io::Result<()> {
        let text = entry.text();
        self.write(&text)?;
        if let Some((_, file)) = &mut self.beside {
            file.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(line.as_bytes())?;
        if self.sync {
            self.file.sync_data()?;
        }
        Ok(())
    }

    /// Ends the record with what is disclosed.
    ///
    /// # Errors
    /// The file could not be written.
    pub(crate) fn finish(&mut self, footer: &Footer) -> io::Result<()> {
        self.file.write_all(footer.text().as_bytes())?;
        if let Some((_, file)) = &mut self.beside {
            file.write_all(result_alone(footer).text().as_bytes())?;
        }
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

/// Where the own record of a seat is kept beside the public one.
#[must_use]
pub(crate) fn beside_path(path: &Path, seat: Seat) -> PathBuf {
    path.with_extension(format!("seat{}.masque", seat.0))
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
