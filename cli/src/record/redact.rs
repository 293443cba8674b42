//! One observer's own record: what it saw and was told, and nothing else.

use std::sync::Arc;

use masque_core::engine::Match;
use masque_core::piece::Observer;
use masque_scripting::diag::Source;

use super::again::{check_start, redo, start_of, wrong};
use super::{Deed, Entry, Footer, Header, Read};
use crate::exit::Failure;
use crate::variant::Loaded;

/// A record as one observer may have it, made by playing it again from the truth of its start.
///
/// The header loses nothing that all were told at the start; of what was disclosed at the end only the result stays.
///
/// # Errors
/// A truth that does not start, or a line that is not as the rules have it.
pub(crate) fn redact(
    loaded: &Loaded,
    source: &Arc<Source>,
    read: &Read,
    truth: &str,
    observer: Observer,
) -> Result<Read, Failure> {
    let mut game = start_of(loaded, source, truth)?;
    check_start(source, &read.header, &*game)?;
    let header = header_for(&read.header, &*game, observer);
    let mut entries = Vec::new();
    for (entry, range) in &read.entries {
        redo(&mut *game, entry, read.header.eyes).map_err(|e| wrong(source, range.clone(), e))?;
        let seen = match entry {
            Entry::Deed(deed) => {
                let times = deed.times;
                let own = Deed::last(&*loaded.engine, &*game, observer, deed.text.clone(), times);
                own.map_or_else(|| entry.clone(), Entry::Deed)
            }
            Entry::Undo(_) => Entry::Undo(Some(game.steps().len() + 1)),
            Entry::Clock(_) => entry.clone(),
        };
        entries.push((seen, range.clone()));
    }
    let footer = read.footer.as_ref().map(result_alone);
    Ok(Read {
        version: super::VERSION,
        header,
        entries,
        footer,
        torn: false,
        kept: 0,
    })
}

/// The header of an observer's own record, for a game at its start.
pub(crate) fn header_for(header: &Header, start: &dyn Match, observer: Observer) -> Header {
    Header {
        eyes: observer,
        start: start.text(observer),
        ..header.clone()
    }
}

/// What an observer's own record says at the end.
pub(super) fn result_alone(footer: &Footer) -> Footer {
    Footer {
        result: footer.result.clone(),
        ..Footer::default()
    }
}
