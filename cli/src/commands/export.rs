//! `masque export`.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use masque_core::piece::{Observer, Seat};
use masque_scripting::diag::{Diagnostic, Source};

use crate::args::{ExportArgs, ExportFormat};
use crate::console::Console;
use crate::exit::{Exit, Failure, Ran};
use crate::record::{self, Read, Truth};
use crate::variant::Loaded;

/// Writes a saved game in another form.
pub(crate) fn run(args: &ExportArgs, _console: &Console) -> Ran {
    let (source, read, loaded) = record::open_record(&args.file, args.carried)?;
    let format = args.format.unwrap_or_else(|| {
        let ending = args.output.as_deref().and_then(Path::extension);
        match ending.and_then(|e| e.to_str()) {
            Some("pgn") => ExportFormat::Pgn,
            Some("sgf") => ExportFormat::Sgf,
            Some("json") => ExportFormat::Json,
            _ => ExportFormat::Masque,
        }
    });
    let text = match format {
        ExportFormat::Pgn | ExportFormat::Sgf if args.observer.is_some() || args.with_rules => {
            return Err(Diagnostic::new(
                "no-words",
                "PGN and SGF know neither whose eyes a game is seen with nor rules inside",
            )
            .hint("leave `--as` and `--with-rules` out, or export as `masque` or `json`")
            .into());
        }
        ExportFormat::Pgn => record::pgn::write(&loaded, &source, &read)?,
        ExportFormat::Sgf => record::sgf::write(&loaded, &source, &read)?,
        ExportFormat::Masque => {
            let read = told(args, &loaded, &source, read)?;
            let entries = read.entries.iter().map(|(entry, _)| entry);
            record::whole(&read.header, entries, read.footer.as_ref())
        }
        ExportFormat::Json => {
            let read = told(args, &loaded, &source, read)?;
            let value = record::json(&read);
            format!(
                "{}\n",
                serde_json::to_string_pretty(&value).map_err(io::Error::from)?
            )
        }
    };
    write_out(args.output.as_deref(), &text)?;
    Ok(Exit::Fine)
}

/// Writes to a file that does not exist, or to standard output.
pub(crate) fn write_out(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    let Some(path) = path else {
        return Ok(io::stdout().lock().write_all(text.as_bytes())?);
    };
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|e| {
        let wrong = format!("cannot write {}: {e}", path.display());
        let wrong = Diagnostic::new("cannot-save", wrong);
        match e.kind() {
            io::ErrorKind::AlreadyExists => wrong.hint("choose a name that is not taken"),
            _ => wrong,
        }
        .into()
    })
}

/// The record by the eyes asked for, with its rules inside where they are.
fn told(
    args: &ExportArgs,
    loaded: &Loaded,
    source: &Arc<Source>,
    read: Read,
) -> Result<Read, Failure> {
    let carried = if args.with_rules && read.header.carried.is_empty() {
        record::carried(&read.header.variant, args.book)?
    } else {
        read.header.carried.clone()
    };
    let mut out = match args.observer.as_deref() {
        None => read,
        Some(word) => {
            let observer = record::watcher(loaded, source, &read, word)?;
            if observer == read.header.eyes {
                // A finished public record is not made less by asking for it.
                read
            } else {
                seen(loaded, source, &read, observer)?
            }
        }
    };
    out.header.carried = carried;
    Ok(out)
}

/// An observer's own record.
fn seen(
    loaded: &Loaded,
    source: &Arc<Source>,
    read: &Read,
    observer: Observer,
) -> Result<Read, Failure> {
    if let Some(truth) = record::truth_of(loaded, read) {
        return record::redact(loaded, source, read, truth, observer);
    }
    if let Observer::Seat(seat) = read.header.eyes {
        return Err(Diagnostic::new(
            "other-eyes",
            format!("this record holds only what seat {} saw", seat.0),
        )
        .into());
    }
    if let Observer::Seat(Seat(seat)) = observer
        && read.header.seats[usize::from(seat)] != "human"
    {
        return Err(Diagnostic::new(
            "unfinished",
            format!("what seat {seat} knows is a machine's secret while the game goes on"),
        )
        .hint("export it when the game is over")
        .into());
    }
    let truth = Truth::read(&record::truth_path(&read.header.game), &read.header.game)?;
    record::redact(loaded, source, read, &truth.start, observer)
}
