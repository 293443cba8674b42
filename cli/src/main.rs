//! The `masque` program: parses arguments, calls the libraries, renders what they say.

mod args;
mod audit;
mod commands;
mod console;
mod elo;
mod exit;
mod gtp;
mod lang;
mod opponents;
mod pairs;
mod picture;
mod play;
mod protocol;
mod record;
mod signals;
mod stopwatch;
mod table;
mod told;
mod tui;
mod uci;
mod variant;
mod words;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::console::Console;
use crate::exit::{Failure, Ran};
use crate::lang::Lang;

/// The exit code for bad usage and bad input.
const BAD: u8 = 2;

/// Ends the programs that were started when it is dropped, however `main` comes to its end.
struct EndsPrograms;

impl Drop for EndsPrograms {
    fn drop(&mut self) {
        masque_conformance::peer::process::end_all();
    }
}

fn main() -> ExitCode {
    let _ends = EndsPrograms;
    install_panic_hook();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come as errors too; a closed pipe is no reason to complain.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { BAD } else { 0 });
        }
    };
    let environment = |name: &str| std::env::var(name).ok();
    let lang = Lang::choose(cli.lang.as_deref(), cli.bidi, environment);
    let console = Console::detect(*lang.as_ref().unwrap_or(&Lang::ENGLISH));
    let ran = lang.map_err(Failure::from);
    let ran = ran.and_then(|_| run(&cli, &console)).and_then(|exit| {
        io::stdout().flush()?;
        Ok(exit)
    });
    match ran {
        Ok(exit) => exit.into(),
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Io(error)) => {
            let _ = writeln!(io::stderr(), "{error} [io]");
            ExitCode::from(BAD)
        }
        Err(Failure::Input(diagnostics)) => {
            console.report(&diagnostics);
            ExitCode::from(BAD)
        }
    }
}

fn run(cli: &Cli, console: &Console) -> Ran {
    match &cli.command {
        Command::List(args) => commands::list::run(args, console),
        Command::Show(args) => commands::show::run(args, console),
        Command::New(args) => commands::new::run(args, console),
        Command::Play(args) => play::run(args, console),
        Command::Replay(args) => play::replay(args, console),
        Command::Verify(args) => commands::verify::run(args, console),
        Command::Export(args) => commands::export::run(args, console),
        Command::Import(args) => commands::import::run(args, console),
        Command::Explain(args) => commands::explain::run(args, console),
        Command::Render(args) => commands::render::run(args, console),
        Command::Book(args) => commands::book::run(args, console),
        Command::Check(args) => commands::check::run(args, console),
        Command::Test(args) => commands::test::run(args, console),
        Command::Mutate(args) => commands::mutate::run(args, console),
        Command::Perft(args) => commands::perft::run(args, console),
        Command::Audit(args) => commands::audit::run(args, console),
        Command::Playouts(args) => commands::playouts::run(args, console),
        Command::Hint(args) => commands::analyse::hint(args, console),
        Command::Analyse(args) => commands::analyse::analyse(args, console),
        Command::Match(args) => commands::match_::run(args, console),
        Command::Differ(args) => commands::differ::run(args, console),
        Command::Engine(args) => commands::engine::run(args, console),
        Command::Uci(args) => commands::engine::uci(args, console),
        Command::Gtp(args) => commands::engine::gtp(args, console),
    }
}

/// A panic is a fault of the program, and is said to be one.
fn install_panic_hook() {
    std::panic::set_hook(Box::new(|info| {
        let place = info
            .location()
            .map(|l| format!(" at {}:{}", l.file(), l.line()));
        let payload = info.payload();
        let said = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("no message");
        // Printing to a pipe that was closed is how `| head` ends a program. Where a terminal is gone, or a disk is full,
        // there is nobody to tell.
        if said.starts_with("failed printing to std") {
            masque_conformance::peer::process::end_all();
            std::process::exit(if said.contains("Broken pipe") {
                0
            } else {
                BAD.into()
            });
        }
        let _ = writeln!(
            io::stderr(),
            "this is a bug in masque{}: {said} [bug]; please report it with the command you ran",
            place.unwrap_or_default()
        );
    }));
}
