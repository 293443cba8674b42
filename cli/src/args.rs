//! The command line: what may be asked, and the help.

#[cfg(test)]
mod tests;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::lang::Bidi;
use crate::picture::Theme;

/// Play, write and verify board games with hidden information.
#[derive(Parser, Debug)]
#[command(
    name = "masque",
    version,
    after_help = "Examples:
  masque list                       what can be played
  masque play banqi                 play it here, against another person or the machine
  masque show hidden-chess          board, pieces, options and endings
  masque test                       run every rulebook
  masque new my-game --from banqi   start a variant of your own

V is the id of a shipped variant, or a path to a variant's folder, such as ./my-game.
Exit codes: 0 fine; 1 a test, audit or mutation fell short; 2 bad usage or bad input."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// The language to speak: en, zh, pt, fa or gl; else that of the environment
    #[arg(long, value_name = "CODE", global = true)]
    pub(crate) lang: Option<String>,
    /// How lines of languages written from the right are printed
    #[arg(long, value_name = "ORDER", value_enum, default_value_t, global = true)]
    pub(crate) bidi: Bidi,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the shipped variants
    List(ListArgs),
    /// Show a variant: board, pieces, options, presets, endings
    Show(ShowArgs),
    /// Make a folder for a variant of your own
    New(NewArgs),
    /// Play a game in the terminal
    Play(Box<PlayArgs>),
    /// Show a saved game, step by step
    Replay(ReplayArgs),
    /// Judge saved games: play, events, positions, result, commitments
    Verify(VerifyArgs),
    /// Write a saved game as PGN, SGF or JSON, as one seat saw it, or with its rules inside
    Export(ExportArgs),
    /// Read a game from PGN or SGF
    Import(ImportArgs),
    /// Say why an action is not allowed, or what it will do
    Explain(ExplainArgs),
    /// Draw a position
    Render(RenderArgs),
    /// Print a variant's rulebook
    Book(BookArgs),
    /// Check variants' folders and everything their options make of them
    Check(CheckArgs),
    /// Run the cases of rulebooks
    Test(TestArgs),
    /// Change the rules one at a time and see whether the rulebook notices
    Mutate(MutateArgs),
    /// Count the sequences of turns from a position
    Perft(PerftArgs),
    /// Play random games and count how they end
    Playouts(PlayoutsArgs),
    /// Say what to play in a position or at a moment of a saved game
    Hint(HintArgs),
    /// Say how good each action is, and what hidden pieces may be
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Let two opponents play each other and say which is the stronger
    Match(MatchArgs),
    /// Compare random games with another program, ply by ply
    Differ(DifferArgs),
    /// Look for anything that shows an observer what it should not know
    Audit(AuditArgs),
    /// Serve other programs over JSON lines on standard input and output
    Engine(EngineArgs),
    /// Serve a graphical board or an arbiter over UCI
    Uci(UciArgs),
    /// Serve a board or an arbiter of Go over GTP
    Gtp(GtpArgs),
}

/// How a variant is chosen.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct ChoiceArgs {
    /// Set an option of the variant; may be given again
    #[arg(long = "option", short = 'o', value_name = "KEY=VALUE", value_parser = key_value)]
    pub(crate) options: Vec<(String, String)>,
    /// Start from a preset of the variant
    #[arg(long, value_name = "NAME")]
    pub(crate) preset: Option<String>,
    /// What runs the variant's script; both do the same
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub(crate) backend: BackendArg,
}

impl ChoiceArgs {
    /// Whether anything was chosen.
    pub(crate) fn is_given(&self) -> bool {
        !self.options.is_empty() || self.preset.is_some()
    }
}

/// What runs a script.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BackendArg {
    /// The interpreter, which is the reference
    Interpreter,
    /// WebAssembly compiled for this machine
    #[default]
    Wasm,
}

fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("an option is given as key=value".to_owned()),
    }
}

fn named(text: &str) -> Result<(String, String), String> {
    let (seat, name) = key_value(text).map_err(|_| "a name is given as seat=name".to_owned())?;
    let name = name.trim();
    if name.is_empty() || name.contains(char::is_control) {
        return Err("a name is one line of text".to_owned());
    }
    Ok((seat, name.to_owned()))
}

fn day(text: &str) -> Result<String, String> {
    match crate::record::is_day(text) {
        true => Ok(text.to_owned()),
        false => Err("a day is written 2024-02-29".to_owned()),
    }
}

/// `masque list`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  masque list\n  masque list --json")]
pub(crate) struct ListArgs {
    /// Print data instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// `masque show`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque show banqi
  masque show banqi --option cannon=jump
  masque show ./my-game --json")]
pub(crate) struct ShowArgs {
    /// The variant: an id or a folder
    #[arg(value_name = "V")]
    pub(crate) variant: String,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// Draw with plain ASCII characters
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Draw native characters, such as those of xiangqi
    #[arg(long, conflicts_with = "ascii")]
    pub(crate) native: bool,
    /// Print data instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// `masque new`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque new my-banqi --from banqi
  masque check my-banqi && masque test my-banqi && masque play ./my-banqi")]
pub(crate) struct NewArgs {
    /// The folder to make; its last part is the variant's id
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// The variant to extend: an id or a folder
    #[arg(long, value_name = "V")]
    pub(crate) from: String,
    /// Make an empty script too
    #[arg(long)]
    pub(crate) script: bool,
}

/// `masque play`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque play banqi
  masque play banqi --seat 0=human --seat 1=greedy
  masque play junqi-setup --layout 0=random --layout 1=my-layout.txt
  masque play hidden-chess --save evening
  masque play --resume evening.masque

At a terminal the game fills the screen; `?` there lists the keys. With --plain, or in a pipe, it goes line by line;
type `help` there for what you can do.")]
pub(crate) struct PlayArgs {
    /// The variant: an id or a folder
    #[arg(value_name = "V", required_unless_present = "resume")]
    pub(crate) variant: Option<String>,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// Deal from this number; the game can be repeated, and is not sealed
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Start from a position text
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Who plays a seat, such as 1=mcts:level=5: human, random, greedy, mcts, engine:COMMAND or wasm:FILE; when not given, a person plays mcts
    #[arg(long = "seat", value_name = "SEAT=WHO", value_parser = key_value)]
    pub(crate) seats: Vec<(String, String)>,
    /// A seat's secret layout: a name or a file
    #[arg(long = "layout", value_name = "SEAT=NAME|FILE", value_parser = key_value)]
    pub(crate) layouts: Vec<(String, String)>,
    /// Draw with plain ASCII characters
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Draw native characters, such as those of xiangqi
    #[arg(long, conflicts_with = "ascii")]
    pub(crate) native: bool,
    /// No full screen, no colours: lines only
    #[arg(long)]
    pub(crate) plain: bool,
    /// Play without a clock
    #[arg(long)]
    pub(crate) no_clock: bool,
    /// Play with this clock, such as move=50s,warn=10s,timeouts=3
    #[arg(long, value_name = "SETTINGS", conflicts_with = "no_clock")]
    pub(crate) clock: Option<String>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "options", "preset", "seed", "position", "layouts"])]
    pub(crate) resume: Option<PathBuf>,
    /// Go on under the rules that the record carries
    #[arg(long, requires = "resume")]
    pub(crate) carried: bool,
    /// Where the game is saved as it goes
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(crate) save: Option<PathBuf>,
    /// Put the rules into the record; those of a folder of your own always are
    #[arg(long, conflicts_with = "resume")]
    pub(crate) carry_rules: bool,
    /// What a seat's player is called, for the record
    #[arg(long = "name", value_name = "SEAT=NAME", value_parser = named, conflicts_with = "resume")]
    pub(crate) names: Vec<(String, String)>,
    /// The day, for the record
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day, conflicts_with = "resume")]
    pub(crate) date: Option<String>,
}

/// `masque replay`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque replay evening.masque
  masque replay evening.masque --step 12 --as red
  masque replay evening.masque --json")]
pub(crate) struct ReplayArgs {
    /// The saved game
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Who looks: a seat, a side or `public`; whose record it is when not given
    #[arg(long = "as", value_name = "OBSERVER")]
    pub(crate) observer: Option<String>,
    /// Replay under the rules that the record carries
    #[arg(long)]
    pub(crate) carried: bool,
    /// Show only the position after this step
    #[arg(long, value_name = "N")]
    pub(crate) step: Option<usize>,
    /// Draw with plain ASCII characters
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Draw native characters, such as those of xiangqi
    #[arg(long, conflicts_with = "ascii")]
    pub(crate) native: bool,
    /// No full screen: lines only
    #[arg(long)]
    pub(crate) plain: bool,
    /// Print data instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// `masque verify`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque verify evening.masque
  masque verify games/*.masque --json

Of a game that is not over, everything is judged that can be without its deal, and the rest is named.
Exit code 1 when a record is well formed and false, 2 when it cannot be read.")]
pub(crate) struct VerifyArgs {
    /// The saved games
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Judge by the rules that the records carry
    #[arg(long)]
    pub(crate) carried: bool,
    /// Print data instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// `masque export`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque export evening.masque --format pgn -O evening.pgn
  masque export evening.masque --as 0 -O mine.masque
  masque export evening.masque --with-rules -O whole.masque

A seat's own record holds what that seat saw and was told, and nothing else.")]
pub(crate) struct ExportArgs {
    /// The saved game
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The form to write; by the ending of the output when not given, else a record
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) format: Option<ExportFormat>,
    /// By whose eyes: a seat, a side or `public`
    #[arg(long = "as", value_name = "OBSERVER")]
    pub(crate) observer: Option<String>,
    /// Put the variant's files and those it extends into the record
    #[arg(long)]
    pub(crate) with_rules: bool,
    /// The rulebooks too
    #[arg(long, requires = "with_rules")]
    pub(crate) book: bool,
    /// Export under the rules that the record carries
    #[arg(long)]
    pub(crate) carried: bool,
    /// Where to write; standard output when not given
    #[arg(long, short = 'O', short_alias = 'o', value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

/// What a saved game is written as.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExportFormat {
    /// Portable game notation, for chess and its kin
    Pgn,
    /// Smart game format, for Go and other games of stones
    Sgf,
    /// A record, as games are kept here
    Masque,
    /// A record as data
    Json,
}

/// `masque import`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque import games.pgn --game 3 -O third.masque
  masque import pro.sgf --variant go -O pro.masque

Comments, glyphs and variations are left out. A result that no move and no act brings about is told, and the game left
open.")]
pub(crate) struct ImportArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The variant: an id or a folder; what the file says when not given
    #[arg(long, value_name = "V")]
    pub(crate) variant: Option<String>,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// The form that is read; by the file's ending or beginning when not given
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) format: Option<ImportFormat>,
    /// Which game of a file that holds several; the first when not given
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<usize>,
    /// Where to write; standard output when not given
    #[arg(long, short = 'O', value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

/// What a game is read from.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImportFormat {
    /// Portable game notation
    Pgn,
    /// Smart game format
    Sgf,
}

/// `masque explain`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque explain chess start e2e5
  masque explain chess '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1' e1c1")]
pub(crate) struct ExplainArgs {
    /// The variant: an id or a folder
    #[arg(value_name = "V")]
    pub(crate) variant: String,
    /// A position text, or `start`
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: String,
    /// The action, as players write it
    #[arg(value_name = "ACTION", allow_hyphen_values = true)]
    pub(crate) action: String,
    /// Which seat would act; the one to move when not given
    #[arg(long = "as", value_name = "SEAT")]
    pub(crate) seat: Option<String>,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// Deal from this number
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Print data instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// What `masque render` makes.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PictureFormat {
    /// The board as text
    #[default]
    Text,
    /// The same with colours, also where there is no terminal
    Ansi,
    /// A drawing
    Svg,
    /// A drawing as points
    Png,
    /// A saved game as a film
    Gif,
}

impl PictureFormat {
    /// Whether it is made of letters.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Ansi)
    }
}

impl RenderArgs {
    /// What to make: what was asked for, or what the name of the file says.
    pub(crate) fn format(&self) -> PictureFormat {
        let ending = self.output.as_ref().and_then(|path| path.extension());
        let by_ending = || match ending?.to_str()?.to_ascii_lowercase().as_str() {
            "svg" => Some(PictureFormat::Svg),
            "png" => Some(PictureFormat::Png),
            "gif" => Some(PictureFormat::Gif),
            _ => None,
        };
        self.format.or_else(by_ending).unwrap_or_default()
    }
}

/// `masque render`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque render banqi start
  masque render chess '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1' --ascii
  masque render junqi-setup start --as 0
  masque render xiangqi start --format png -O start.png --arrow b3e3 --mark h3
  masque render evening.masque --step 12 --as red --format svg -O evening.svg
  masque render evening.masque --format gif --delay 800 -O evening.gif

Of a saved game the last step is drawn when none is given. docs/pictures.md says how to read the pictures.")]
pub(crate) struct RenderArgs {
    /// The variant, an id or a folder; or a saved game
    #[arg(value_name = "V|FILE")]
    pub(crate) variant: String,
    /// A position text, or `start`
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Who looks: a seat, a side or `public`; `public` when not given, or whose record it is
    #[arg(long = "as", value_name = "OBSERVER")]
    pub(crate) observer: Option<String>,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// Deal from this number
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The step of a saved game to draw, or to end the film with
    #[arg(long, value_name = "N")]
    pub(crate) step: Option<usize>,
    /// Replay a saved game under the rules that it carries
    #[arg(long)]
    pub(crate) carried: bool,
    /// What to make; by the ending of OUT when not given, and text where that tells nothing
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<PictureFormat>,
    /// Where to write; standard output when not given
    #[arg(long, short = 'O', value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Sites to mark in a picture, such as a1,b2
    #[arg(long = "mark", value_name = "SITES")]
    pub(crate) marks: Vec<String>,
    /// Arrows to draw in a picture, such as a1b1,c2c4
    #[arg(long = "arrow", value_name = "SITES")]
    pub(crate) arrows: Vec<String>,
    /// How many pixels wide a picture is
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(16..=4096))]
    pub(crate) size: Option<u32>,
    /// The colours of a picture
    #[arg(long, value_name = "THEME", value_enum, default_value_t)]
    pub(crate) theme: Theme,
    /// Draw pieces off the board beside it in a picture
    #[arg(long)]
    pub(crate) captured: bool,
    /// See the board of a picture from the other end
    #[arg(long)]
    pub(crate) flip: bool,
    /// Leave the names of files and ranks out of a picture
    #[arg(long)]
    pub(crate) no_coordinates: bool,
    /// How long a film shows each step, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(20..=60_000))]
    pub(crate) delay: u32,
    /// Draw with plain ASCII characters; in pictures, letters for all pieces
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Draw native characters, such as those of xiangqi
    #[arg(long, conflicts_with = "ascii")]
    pub(crate) native: bool,
    /// Print data instead of text
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// `masque book`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  masque book banqi | less\n  masque book banqi --clauses")]
pub(crate) struct BookArgs {
    /// The variant: an id or a folder
    #[arg(value_name = "V")]
    pub(crate) variant: String,
    /// List the clauses only, inherited ones included
    #[arg(long)]
    pub(crate) clauses: bool,
    /// Print the rules without their cases
    #[arg(long, conflicts_with = "clauses")]
    pub(crate) prose: bool,
}

/// `masque check`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque check                 every shipped variant
  masque check ./my-game
  masque check banqi --json")]
pub(crate) struct CheckArgs {
    /// Variants' folders or ids; all shipped ones when none is given
    #[arg(value_name = "DIR")]
    pub(crate) variants: Vec<String>,
    /// Print data instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// How the outcome of cases is written.
#[derive(ValueEnum, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    /// For people
    #[default]
    Pretty,
    /// Test Anything Protocol, version 14
    Tap,
    /// JUnit XML
    Junit,
    /// Data, on one line
    Json,
}

/// Another program.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct PeerArgs {
    /// Another program to ask, with its arguments
    #[arg(
        long = "engine",
        id = "command",
        value_name = "CMD",
        requires = "protocol"
    )]
    pub(crate) command: Option<String>,
    /// How it is talked to
    #[arg(long, value_enum, value_name = "P", requires = "command")]
    pub(crate) protocol: Option<ProtocolArg>,
    /// How long each of its answers may take, in seconds
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) patience: u64,
}

/// How another program is talked to.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProtocolArg {
    /// UCI with `go perft`: chess, xiangqi
    Uci,
    /// UCCI: xiangqi
    Ucci,
    /// GTP: Go, Capture Go
    Gtp,
    /// JSON lines, as `masque engine` speaks them: every variant
    Jsonl,
}

/// `masque test`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque test                                    every shipped rulebook
  masque test ./my-game
  masque test banqi --clause cannon-screen
  masque test ./my-game --minimise               what fails, with as little as fails so
  masque test ./my-game --update                 show what the rulebook would have to say
  masque test --format junit > report.xml
  masque test banqi --index                      clauses with their keys, hooks and cases
  masque test --dump > cases.json                every case, parsed, for other languages
  masque test chess --engine stockfish --protocol uci
  masque test go --engine 'gnugo --mode gtp --chinese-rules' --protocol gtp

Exit codes: 0 every case holds; 1 one does not; 2 something given is wrong.")]
pub(crate) struct TestArgs {
    /// Variants' folders, folders of such folders, or ids; all shipped variants when none is given
    #[arg(value_name = "DIR")]
    pub(crate) dirs: Vec<String>,
    /// Only this variant
    #[arg(long, value_name = "ID")]
    pub(crate) variant: Option<String>,
    /// Only this clause
    #[arg(long, value_name = "SLUG")]
    pub(crate) clause: Option<String>,
    #[command(flatten)]
    pub(crate) engine: PeerArgs,
    /// A list of the cases that the engine is known to fail, in place of the shipped one
    #[arg(long, value_name = "FILE", requires = "command")]
    pub(crate) known: Option<PathBuf>,
    /// How to write what came of the cases
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
    /// Print data instead of text; the same as `--format json`
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Cut each failing case down to as little as fails in the same way
    #[arg(long, visible_alias = "minimize")]
    pub(crate) minimise: bool,
    /// List the cases without running them
    #[arg(long, group = "instead")]
    pub(crate) list: bool,
    /// Print every case, parsed, as JSON; docs/cases.md describes it
    #[arg(long, group = "instead")]
    pub(crate) dump: bool,
    /// Print each clause with the keys and hooks that name it, and its cases
    #[arg(long, group = "instead")]
    pub(crate) index: bool,
    /// Show, as a diff, what the failing expectations of a folder's own rulebook would have to be, and ask before writing
    #[arg(long, group = "instead", conflicts_with_all = ["json", "minimise", "command"])]
    pub(crate) update: bool,
    /// Write without asking
    #[arg(long, requires = "update")]
    pub(crate) yes: bool,
}

/// `masque mutate`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque mutate banqi                     every change, then the survivors and the score
  masque mutate banqi --list              what would be changed, without running anything
  masque mutate ./my-game --clause chain  only what concerns one clause
  masque mutate banqi --only comparison --only branch

Sorts: flag, number, word, name, list, movement, region, count, start, ending, mechanism, default, condition,
entry (of a capture table), comparison, logic, constant, branch, statement, operation.
Exit code 1: the score is below --least, or the rulebook lists a survivor that is none.")]
pub(crate) struct MutateArgs {
    /// The variant: an id or a folder
    #[arg(value_name = "V")]
    pub(crate) variant: String,
    /// Only changes of this sort; may be given again
    #[arg(long, value_name = "SORT")]
    pub(crate) only: Vec<String>,
    /// Only changes that concern this clause
    #[arg(long, value_name = "SLUG")]
    pub(crate) clause: Option<String>,
    /// List the changes without running anything
    #[arg(long)]
    pub(crate) list: bool,
    /// How many mutants at once; as many as there are processors when not given
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// The least score, in percent, that is enough
    #[arg(long, value_name = "PERCENT", default_value_t = 95.0)]
    pub(crate) least: f64,
    /// Print data instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// What perft counts.
#[derive(ValueEnum, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum UnitArg {
    /// Completed turns
    #[default]
    Turn,
    /// Single actions
    Action,
}

/// `masque audit`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque audit banqi
  masque audit ./my-game --games 100 --seed 7
  masque audit junqi-setup --json

Games are played, and at moments of them the truth is replaced by another that the observer cannot tell from it:
every output must stay the same, byte for byte. Exit code 1 when one differs.")]
pub(crate) struct AuditArgs {
    /// The variant: an id or a folder
    #[arg(value_name = "V")]
    pub(crate) variant: String,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(crate) games: u32,
    /// The most actions of one game
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) plies: u32,
    /// Moments of each game at which each observer's truth is replaced
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) moments: u32,
    /// Other truths tried at each moment
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) pairs: u32,
    /// Draw games and truths from this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print data instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// `masque perft`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque perft chess --depth 5
  masque perft chess --depth 3 --divide
  masque perft hidden-chess --depth 2 --seed 1 --unit action
  masque perft banqi --depth 2 --views public")]
pub(crate) struct PerftArgs {
    /// The variant: an id or a folder
    #[arg(value_name = "V")]
    pub(crate) variant: String,
    /// How many turns deep
    #[arg(long, short = 'd', value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) depth: u32,
    /// Count by first action
    #[arg(long)]
    pub(crate) divide: bool,
    /// What is counted
    #[arg(long, value_enum, default_value_t)]
    pub(crate) unit: UnitArg,
    /// Count the histories that this observer (`public` or a seat) can have after N actions, over every truth of the
    /// start that it cannot tell apart
    #[arg(long, value_name = "OBSERVER", conflicts_with_all = ["divide", "unit"])]
    pub(crate) views: Option<String>,
    /// Start from a position text
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Deal from this number
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// Print data instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// `masque playouts`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque playouts banqi -n 10000
  masque playouts go --option size=9 --seed 1 --json")]
pub(crate) struct PlayoutsArgs {
    /// The variant: an id or a folder
    #[arg(value_name = "V")]
    pub(crate) variant: String,
    /// How many games
    #[arg(long = "number", short = 'n', value_name = "N", default_value_t = 1000)]
    pub(crate) number: u64,
    /// Plies after which a game is left undecided
    #[arg(long, value_name = "PLIES", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) limit: u32,
    /// Start from a position text
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Deal and play from this number
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// Print data instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// A moment of a game, and how long to think about it.
#[derive(Args, Debug)]
pub(crate) struct MomentArgs {
    /// The variant, an id or a folder; or a saved game, which says its own
    #[arg(value_name = "V|FILE")]
    pub(crate) variant: String,
    /// A position text as the seat sees it, a saved game, or `start`
    #[arg(value_name = "POSITION|FILE", allow_hyphen_values = true)]
    pub(crate) given: Option<String>,
    /// Whose knowledge to go by; whose record it is or the seat to act when not given
    #[arg(long = "as", value_name = "SEAT")]
    pub(crate) seat: Option<String>,
    /// Of a saved game, the moment after this step; the last when not given
    #[arg(long, value_name = "N")]
    pub(crate) step: Option<usize>,
    /// Take the rules of a saved game from the file itself
    #[arg(long)]
    pub(crate) carried: bool,
    /// How many simulations to make at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) simulations: Option<u64>,
    /// How long to think at most, in seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// Deal and think from this number
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Print data instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    number
        .filter(|n| (0.001..=86_400.0).contains(n))
        .ok_or_else(|| "expected a number of seconds from 0.001 to 86400".to_owned())
}

/// `masque hint`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque hint chess '4k3/8/8/8/8/8/4q3/R3K3 w - - 0 1'
  masque hint evening.masque --step 12
  masque hint hidden-chess start --seed 1 --simulations 5000

A hint rests on what the seat was told and on nothing else. Of a game that is not over, only what everybody was told
is known here.")]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) moment: MomentArgs,
}

/// `masque analyse`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque analyse banqi start --seed 1
  masque analyse evening.masque --step 20 --as white
  masque analyse chess '4k3/8/8/8/8/8/4q3/R3K3 w - - 0 1' --time 2 --json

What is believed rests on what the seat was told and on nothing else. Of a game that is not over, only what everybody
was told is known here.")]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) moment: MomentArgs,
    /// How many threads search, each for itself; the same number gives the same answer
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) threads: u8,
    /// Draw with plain ASCII characters
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Draw native characters, such as those of xiangqi
    #[arg(long, conflicts_with = "ascii")]
    pub(crate) native: bool,
}

/// `masque match`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque match banqi mcts:level=4 greedy
  masque match banqi mcts:simulations=2000 mcts:simulations=500 --games 400 --json
  masque match hidden-chess mcts:level=5 mcts:level=4 --games 2000 --sprt elo0=0,elo1=30
  masque match capture-go mcts:simulations=500 'engine,simulations=500:python3 bot.py' -o size=9

Games come in pairs: each deal is played twice, with seats exchanged. With simulations for a budget the same seed gives
the same games, however many run at once. docs/opponents.md describes players.
Exit code 1: --sprt accepted elo0, or came to no end.")]
pub(crate) struct MatchArgs {
    /// The variant: an id or a folder
    #[arg(value_name = "V")]
    pub(crate) variant: String,
    /// The player whose results are told, such as mcts:level=4
    #[arg(value_name = "A")]
    pub(crate) first: String,
    /// The player it plays against
    #[arg(value_name = "B")]
    pub(crate) second: String,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// The most games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) games: u64,
    /// Stop as soon as one of two strengths of A is likely enough, such as elo0=0,elo1=20,alpha=0.05,beta=0.05
    #[arg(long, value_name = "SETTINGS")]
    pub(crate) sprt: Option<String>,
    /// Deal and play from this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games at once; as many as there are processors when not given, one where time or threads are budgets
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Actions after which a game counts as drawn
    #[arg(long, value_name = "PLIES", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) limit: u32,
    /// Start from a position text
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Print data instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// `masque differ`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  masque differ chess --engine stockfish --protocol uci -n 100
  masque differ xiangqi --engine fairy-stockfish --protocol uci
  masque differ go -o size=9 -o superko=simple --engine 'gnugo --mode gtp' --protocol gtp

Options must be such that the program plays by the same rules. Each game stops at its first disagreement, and the shortest of all is shown. Exit code 1 when there is one.")]
pub(crate) struct DifferArgs {
    /// The variant: an id or a folder
    #[arg(value_name = "V")]
    pub(crate) variant: String,
    #[command(flatten)]
    pub(crate) engine: PeerArgs,
    /// How many games
    #[arg(long = "number", short = 'n', value_name = "N", default_value_t = 100)]
    pub(crate) number: u64,
    /// Plies after which a game is left
    #[arg(long, value_name = "PLIES", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) limit: u32,
    /// Draw the actions from this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Start from a position text
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// Print data instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// `masque engine`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  echo '{\"cmd\":\"new\",\"variant\":\"chess\",\"session\":\"arbiter\"}' | masque engine
  masque engine banqi
  masque match banqi greedy 'engine:masque engine --player mcts:level=2'

One JSON object a line in, one a line out; docs/protocol.md describes them.")]
pub(crate) struct EngineArgs {
    /// The variant that `new` means when it names none
    #[arg(value_name = "V")]
    pub(crate) variant: Option<String>,
    /// Who thinks in answer to `choose`, such as mcts:level=4
    #[arg(long, value_name = "WHO")]
    pub(crate) player: Option<String>,
}

/// `masque uci`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  printf 'position startpos\\ngo perft 4\\nquit\\n' | masque uci
  masque uci xiangqi
  masque uci xiangqi --ucci

For variants in which nothing is hidden; `setoption name UCI_Variant value ID` changes to another. There is no
search: a move is the capture that gains most, else one drawn at random. Draws by repetition, by counting and by
material are left to the arbiter.")]
pub(crate) struct UciArgs {
    /// The variant: an id or a folder
    #[arg(value_name = "V", default_value = "chess")]
    pub(crate) variant: String,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// Draw moves from this number
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Speak UCCI, the protocol of xiangqi
    #[arg(long)]
    pub(crate) ucci: bool,
}

/// `masque gtp`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  printf 'boardsize 9\\nplay black E5\\nall_legal white\\nquit\\n' | masque gtp
  masque gtp go -o superko=simple

For go and its kin. There is no search: a move is a legal point drawn at random that is not surrounded by the own
colour. `final_score` counts all stones as alive.")]
pub(crate) struct GtpArgs {
    /// The variant: an id or a folder
    #[arg(value_name = "V", default_value = "go")]
    pub(crate) variant: String,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// Draw moves from this number
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}
