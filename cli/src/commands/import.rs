//! `masque import`.

use std::io::{self, Write as _};

use masque_scripting::diag::Diagnostic;

use super::export::write_out;
use crate::args::{ImportArgs, ImportFormat};
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::record;

/// Reads a game that another program wrote, and writes it as a record.
pub(crate) fn run(args: &ImportArgs, _console: &Console) -> Ran {
    let source = record::text_of(&args.file)?;
    let ending = args.file.extension().and_then(|e| e.to_str());
    let format = match (args.format, ending) {
        (Some(format), _) => format,
        (None, Some(e)) if e.eq_ignore_ascii_case("pgn") => ImportFormat::Pgn,
        (None, Some(e)) if e.eq_ignore_ascii_case("sgf") => ImportFormat::Sgf,
        (None, _) if source.text.trim_start().starts_with("(;") => ImportFormat::Sgf,
        (None, _) => ImportFormat::Pgn,
    };
    // The id names the game by what was read, so that the same file gives the same record.
    let hash = blake3::hash(source.text.as_bytes()).to_hex();
    let id = &hash.as_str()[..16];
    let variant = args.variant.as_deref();
    let options = &args.choice.options;
    if args.choice.preset.is_some() {
        return Err(
            Diagnostic::new("bad-option", "a preset is not imported under")
                .hint("set its options with -o")
                .into(),
        );
    }
    let (read, notes) = match format {
        ImportFormat::Pgn => record::pgn::import(&source, args.game, id, variant, options)?,
        ImportFormat::Sgf => record::sgf::import(&source, args.game, id, variant, options)?,
    };
    let entries = read.entries.iter().map(|(entry, _)| entry);
    let text = record::whole(&read.header, entries, read.footer.as_ref());
    write_out(args.output.as_deref(), &text)?;
    for note in notes {
        writeln!(io::stderr(), "{note}")?;
    }
    Ok(Exit::Fine)
}
