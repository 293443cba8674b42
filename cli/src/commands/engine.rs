//! `masque engine`.

use std::io;

use crate::args::EngineArgs;
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::protocol;
use crate::protocol::game::Host;
use crate::variant;

/// Serves other programs.
pub(crate) fn run(args: &EngineArgs, _console: &Console) -> Ran {
    if let Some(name) = &args.variant {
        // What is wrong with the variant is said at once, not at the first request.
        let found = variant::find(name)?;
        found.load(&found.document()?, None, &[])?;
    }
    let mut host = Host {
        variant: args.variant.clone(),
        game: None,
    };
    protocol::serve(&mut host, io::stdin().lock(), io::stdout().lock())?;
    Ok(Exit::Fine)
}
