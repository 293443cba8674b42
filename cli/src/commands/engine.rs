//! `masque engine`, `masque uci` and `masque gtp`.

use std::io;

use masque_scripting::diag::Diagnostic;

use crate::args::{EngineArgs, GtpArgs, UciArgs};
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::opponents::Player;
use crate::protocol::game::Host;
use crate::uci::Dialect;
use crate::variant::{self, load_chosen, seed};
use crate::{gtp, protocol, uci};

/// Serves other programs.
pub(crate) fn run(args: &EngineArgs, _console: &Console) -> Ran {
    if let Some(name) = &args.variant {
        // What is wrong with the variant is said at once, not at the first request.
        let found = variant::find(name)?;
        found.load(&found.document()?, None, &[])?;
    }
    let player = args.player.as_deref();
    let player = player.map(|text| Player::read("--player", text));
    let mut host = Host {
        variant: args.variant.clone(),
        player: player.transpose()?,
        ..Host::default()
    };
    protocol::serve(&mut host, io::stdin().lock(), io::stdout().lock())?;
    Ok(Exit::Fine)
}

/// Serves a graphical board.
pub(crate) fn uci(args: &UciArgs, _console: &Console) -> Ran {
    let loaded = load_chosen(&args.variant, &args.choice)?;
    let dialect = if args.ucci {
        Dialect::Ucci
    } else {
        Dialect::Uci
    };
    let mut server = uci::Server::new(dialect, loaded, &seed(args.seed)?)
        .map_err(|message| Diagnostic::new("not-over-uci", message))?;
    server.serve(io::stdin().lock(), io::stdout().lock())?;
    Ok(Exit::Fine)
}

/// Serves a board of Go.
pub(crate) fn gtp(args: &GtpArgs, _console: &Console) -> Ran {
    let choice = &args.choice;
    let loaded = load_chosen(&args.variant, choice)?;
    let seed = seed(args.seed)?;
    let preset = choice.preset.as_deref();
    let mut server = gtp::Server::new(loaded, &args.variant, preset, &choice.options, &seed)
        .map_err(|message| Diagnostic::new("not-over-gtp", message))?;
    server.serve(io::stdin().lock(), io::stdout().lock())?;
    Ok(Exit::Fine)
}
