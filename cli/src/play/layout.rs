//! Secret layouts: read from files, named, or arranged by hand at the terminal before the first turn.

use std::fmt::Write as _;
use std::path::Path;

use masque_core::deal::{Layout, LayoutError};
use masque_core::engine::Engine;
use masque_core::piece::{Kind, Piece, Seat, Side};
use masque_core::random::Dice;
use masque_core::site::Site;
use masque_scripting::diag::{Diagnostic, Diagnostics, Source, Span};
use masque_scripting::files::{self, Unwritable};

use super::console::{Console, Input};
use crate::lang::Lang;
use crate::table::{Command as Play, why};

/// The longest layout file that is read, in bytes.
const LONGEST: u64 = 64 << 10;

/// Reads a layout file: drawn ranks such as `6 | M B . T E`, or words `a1=M`; `#` begins a comment.
///
/// # Errors
/// Everything that is wrong, located in the file, and what the layout breaks.
pub(crate) fn read_file(
    engine: &dyn Engine,
    seat: Seat,
    path: &Path,
) -> Result<Layout, Diagnostics> {
    let text = files::read_text(path, LONGEST, "no-layout-file").map_err(|wrong| vec![wrong])?;
    let source = Source::new(path.display().to_string(), text);
    let mut layout = Layout::new();
    let mut wrong = Diagnostics::new();
    let mut offset = 0;
    for line in source.text.split_inclusive('\n') {
        let span = Span::new(&source, offset..offset + line.trim_end().len());
        offset += line.len();
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        if let Err(message) = read_line(engine, line, &mut layout) {
            let hint = "expected a drawn rank such as `6 | M B . T E`, or words such as `a1=M`";
            wrong.push(Diagnostic::new("bad-layout", message).at(span).hint(hint));
        }
    }
    if wrong.is_empty() {
        check(engine, seat, &layout).map_err(|list| {
            list.into_iter()
                .map(|d| d.at(Span::new(&source, 0..0)))
                .collect::<Diagnostics>()
        })?;
        return Ok(layout);
    }
    Err(wrong)
}

fn read_line(engine: &dyn Engine, line: &str, layout: &mut Layout) -> Result<(), String> {
    let kind = |token: &str| {
        let mut letters = token.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return Err(format!("`{token}` is not a piece's letter"));
        };
        engine
            .kind(letter)
            .ok_or_else(|| format!("no piece has the letter `{letter}`"))
    };
    if let Some((rank, tokens)) = line.split_once('|') {
        let rank = rank.trim();
        for (file, token) in tokens.split_whitespace().enumerate() {
            let Some(letter) = file_letter(engine, file) else {
                return Err(format!("rank {rank} is too wide"));
            };
            let name = format!("{letter}{rank}");
            let site = engine
                .site(&name)
                .ok_or_else(|| format!("no site is called `{name}`"))?;
            if token != "." {
                layout.push((site, kind(token)?));
            }
        }
        return Ok(());
    }
    // A line of file letters below a drawing says nothing new.
    if line
        .split_whitespace()
        .all(|w| w.len() == 1 && w.chars().all(|c| c.is_ascii_lowercase()))
    {
        return Ok(());
    }
    for word in line.split_whitespace() {
        let (name, letter) = word
            .split_once('=')
            .ok_or_else(|| format!("`{word}` is not `site=LETTER`"))?;
        let site = engine
            .site(name)
            .ok_or_else(|| format!("no site is called `{name}`"))?;
        layout.push((site, kind(letter)?));
    }
    Ok(())
}

fn file_letter(engine: &dyn Engine, file: usize) -> Option<char> {
    let board = &engine.spec().board;
    if file >= usize::from(board.files) {
        return None;
    }
    let skip = usize::from(board.skip_i && file >= 8);
    Some(char::from(b'a' + u8::try_from(file + skip).ok()?))
}

/// Checks a layout against the variant's rules.
///
/// # Errors
/// Everything that it breaks, each with its clause.
fn check(engine: &dyn Engine, seat: Seat, layout: &Layout) -> Result<(), Diagnostics> {
    engine
        .check_layout(seat, layout)
        .map_err(|wrong| wrong.iter().map(diagnostic).collect())
}

fn diagnostic(error: &LayoutError) -> Diagnostic {
    let built = Diagnostic::new("illegal-layout", error.to_string());
    match error {
        LayoutError::Forbidden { clause, .. } => built.clause(clause.clone()),
        _ => built,
    }
}

/// Draws a layout for its owner.
pub(crate) fn draw(engine: &dyn Engine, seat: Seat, layout: &Layout) -> String {
    let board = &engine.spec().board;
    let side = Side(seat.0);
    let at = |site: Site| layout.iter().find(|(s, _)| *s == site).map(|(_, k)| *k);
    let own = engine.layout_sites(seat);
    let mut out = String::new();
    for rank in (1..=board.ranks).rev() {
        let row: Vec<Option<Site>> = (0..usize::from(board.files))
            .map(|f| file_letter(engine, f).and_then(|l| engine.site(&format!("{l}{rank}"))))
            .collect();
        if !row.iter().flatten().any(|s| own.contains(s)) {
            continue;
        }
        let _ = write!(out, "{rank:>3} |");
        for site in row {
            let mark = match site.and_then(at) {
                Some(kind) => engine.letter(Piece { side, kind }),
                None => '.',
            };
            let _ = write!(out, " {mark}");
        }
        out.push('\n');
    }
    out.push_str("     ");
    for file in 0..usize::from(board.files) {
        let _ = write!(out, " {}", file_letter(engine, file).unwrap_or(' '));
    }
    out.push('\n');
    out
}

/// Writes a layout to a file, as it is drawn and read.
///
/// # Errors
/// That the file cannot be written.
pub(crate) fn save_file(
    engine: &dyn Engine,
    seat: Seat,
    layout: &Layout,
    path: &Path,
) -> Result<(), Unwritable> {
    files::write(path, draw(engine, seat, layout).as_bytes())
}

/// What is typed while a layout is arranged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// What can be typed.
    Help,
    /// The layout again.
    Show,
    /// The named layouts.
    Names,
    /// Leaves.
    Quit,
    /// The layout is final.
    Ready,
    /// Two pieces change places, by the names of their sites.
    Swap(String, String),
    /// Reads a layout from a file.
    Load(String),
    /// Writes it to a file.
    Save(String),
    /// Takes a layout by its name.
    Named(String),
    /// What is typed in a game, which has not begun.
    InPlay(String),
    /// Nothing of these.
    Unknown,
}

impl Command {
    /// Takes a line apart; nothing where it is empty.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Some(match words[..] {
            [] => return None,
            ["help" | "?"] => Self::Help,
            ["show" | "board"] => Self::Show,
            ["names"] => Self::Names,
            ["quit" | "exit"] => Self::Quit,
            ["ready"] => Self::Ready,
            ["swap", a, b] => Self::Swap(a.to_owned(), b.to_owned()),
            ["file", path] => Self::Load(path.to_owned()),
            ["save", path] => Self::Save(path.to_owned()),
            ["layout", name] => Self::Named(name.to_owned()),
            // These want something behind them.
            ["swap" | "file" | "save" | "layout", ..] => Self::Unknown,
            [word, ..] if !matches!(Play::read(word), Play::Action(_)) => {
                Self::InPlay(word.to_owned())
            }
            [name] => Self::Named(name.to_owned()),
            _ => Self::Unknown,
        })
    }
}

/// That a command is one of the game, which has not begun.
pub(crate) fn in_play(lang: Lang, typed: &str) -> String {
    lang.say_with("layout-in-play", &[("typed", typed.into())])
}

/// Lets a person arrange a layout; `None` when they leave.
pub(crate) fn arrange(
    engine: &dyn Engine,
    seat: Seat,
    console: &Console,
    dice: &mut Dice,
) -> Option<Layout> {
    let lang = console.lang;
    let name = lang.side(&engine.spec().sides[seat.index()]);
    let say = |text: &str| println!("{}", lang.shown(text));
    let help = || {
        for line in lang.say("layout-help").lines() {
            say(&format!("  {line}"));
        }
    };
    let mut layout = match engine.named_layout(seat, "random", dice) {
        Ok(layout) => layout,
        Err(error) => {
            say(&why::no_layout(lang, engine, seat, &error));
            return None;
        }
    };
    let forbidden = |wrong: &[LayoutError]| {
        for error in wrong {
            say(&why::no_layout(lang, engine, seat, error));
        }
    };
    println!();
    say(&lang.say_with("layout-of", &[("who", name.into())]));
    println!("\n{}", draw(engine, seat, &layout));
    help();
    let prompt = lang.say_with("layout-prompt", &[("who", name.into())]);
    loop {
        let line = match console.ask(&format!("{}> ", lang.shown(&prompt)), None) {
            Input::Line(line) => line,
            Input::Late | Input::End => return None,
        };
        let Some(command) = Command::read(&line) else {
            continue;
        };
        match command {
            Command::Help => help(),
            Command::Show => println!("{}", draw(engine, seat, &layout)),
            Command::Names => println!("{}", why::layout_names(engine).join(", ")),
            Command::Quit => return None,
            Command::Ready => match engine.check_layout(seat, &layout) {
                Ok(()) => return Some(layout),
                Err(wrong) => forbidden(&wrong),
            },
            Command::Swap(a, b) => match (engine.site(&a), engine.site(&b)) {
                (Some(a), Some(b)) => {
                    let changed = swapped(&layout, a, b);
                    match engine.check_layout(seat, &changed) {
                        Ok(()) => {
                            layout = changed;
                            println!("{}", draw(engine, seat, &layout));
                        }
                        Err(wrong) => forbidden(&wrong),
                    }
                }
                _ => say(&lang.say("layout-swap")),
            },
            Command::Load(path) => match read_file(engine, seat, Path::new(&path)) {
                Ok(read) => {
                    layout = read;
                    println!("{}", draw(engine, seat, &layout));
                }
                Err(wrong) => wrong.iter().for_each(|d| println!("{d}")),
            },
            Command::Save(path) => match save_file(engine, seat, &layout, Path::new(&path)) {
                Ok(()) => say(&lang.say_with("save-done", &[("path", path.into())])),
                Err(error) => {
                    let why = error.to_string();
                    say(&lang
                        .say_with("save-failed", &[("path", path.into()), ("why", why.into())]));
                }
            },
            Command::Named(name) => match engine.named_layout(seat, &name, dice) {
                Ok(named) => {
                    layout = named;
                    println!("{}", draw(engine, seat, &layout));
                }
                Err(error) => {
                    let error = why::no_layout(lang, engine, seat, &error);
                    say(&lang.say_with("layout-no-name", &[("error", error.into())]));
                }
            },
            Command::InPlay(typed) => say(&in_play(lang, &typed)),
            Command::Unknown => say(&lang.say("layout-try-help")),
        }
    }
}

/// A layout in which two sites have changed places.
pub(crate) fn swapped(layout: &Layout, a: Site, b: Site) -> Layout {
    let swap = |site: Site| match site {
        s if s == a => b,
        s if s == b => a,
        s => s,
    };
    let mut out: Vec<(Site, Kind)> = layout.iter().map(|&(s, k)| (swap(s), k)).collect();
    out.sort_unstable();
    out
}
