//! How a game begins, or goes on: deal, seal, layouts, seats, clock and record.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use masque_core::action::Act;
use masque_core::clock::{Clock, ClockSpec};
use masque_core::commitment::{Commitment, Salt};
use masque_core::deal::{self, Layout};
use masque_core::engine::{Engine, Match};
use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Seat};
use masque_core::position::Arbiter;
use masque_core::random::{Seed, Stream};
use masque_core::setup::Setup;
use masque_scripting::diag::{Diagnostic, Diagnostics, Source, Span};

use super::console::Console;
use super::layout;
use super::record::{
    Entry, Footer, Header, Read, Record, Seal, Truth, new_record_path, read, truth_path,
};
use super::session::{Left, Session};
use crate::args::PlayArgs;
use crate::exit::{Exit, Failure, Ran};
use crate::opponents::{Mind, Opponent, Player};
use crate::table::words::ACTS;
use crate::table::{Opening, Table, time};
use crate::variant::{Loaded, load, random_bytes, starts};

/// Plays a game in the terminal.
pub(crate) fn run(args: &PlayArgs, _console: &crate::console::Console) -> Ran {
    let console = Console::open();
    let session = match &args.resume {
        Some(path) => resume(args, path, console)?,
        None => match begin(args, console)? {
            Some(session) => session,
            None => return Ok(Exit::Fine),
        },
    };
    finish(session)
}

fn finish(mut session: Session) -> Ran {
    println!(
        "Saved as it goes in {}. Type `help` for commands.",
        session.table.record().display()
    );
    match session.run()? {
        Left::Over => {}
        Left::Quit => println!(
            "Go on with: masque play --resume {}",
            session.table.record().display()
        ),
    }
    Ok(Exit::Fine)
}

fn style(args: &PlayArgs) -> Style {
    Style::choose(args.ascii, args.native)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(bytes)
}

/// The seat that a word of the command line names: `0`, `seat0`, or the name of a side.
fn seat_of(engine: &dyn Engine, word: &str) -> Result<Seat, Diagnostic> {
    let sides = &engine.spec().sides;
    match word {
        "0" | "seat0" => Ok(Seat(0)),
        "1" | "seat1" => Ok(Seat(1)),
        _ => sides
            .iter()
            .position(|s| s.name == word)
            .map(|i| Seat(i as u8))
            .ok_or_else(|| {
                Diagnostic::new("bad-seat", format!("no seat is called `{word}`")).hint(format!(
                    "seats are 0 and 1, or {} and {}",
                    sides[0].name, sides[1].name
                ))
            }),
    }
}

fn players(
    engine: &dyn Engine,
    args: &PlayArgs,
    default: [Player; 2],
) -> Result<[Player; 2], Diagnostic> {
    let mut players = default;
    for (seat, who) in &args.seats {
        players[seat_of(engine, seat)?.index()] = Player::read("--seat", who)?;
    }
    Ok(players)
}

/// The machine players among some, at work.
fn minds(players: &[Player; 2], loaded: &Loaded) -> Result<[Option<Mind>; 2], Diagnostic> {
    let [one, other] = players.each_ref().map(|p| Opponent::ready(p, loaded));
    Ok([one?.sit(), other?.sit()])
}

/// Who gives hints to each seat: a search that thinks as long as people like to wait.
fn advisers(loaded: &Loaded) -> Result<[Option<Mind>; 2], Diagnostic> {
    let adviser = Player::Mcts(Default::default());
    minds(&[adviser.clone(), adviser], loaded)
}

/// The clock asked for: the variant's own on a terminal, another when given, none otherwise.
fn clock(
    engine: &dyn Engine,
    args: &PlayArgs,
    console: &Console,
) -> Result<Option<Clock>, Diagnostic> {
    let spec = match (&args.clock, args.no_clock) {
        (_, true) => None,
        (Some(text), _) => Some(time::settings(&time::pairs(text)?)?),
        (None, _) if console.interactive => engine.spec().acts.clock.clone(),
        (None, _) => None,
    };
    let Some(spec) = spec.filter(ClockSpec::is_timed) else {
        return Ok(None);
    };
    Clock::new(spec, 2)
        .map(Some)
        .map_err(|e| Diagnostic::new("bad-clock", e.to_string()))
}

fn begin(args: &PlayArgs, console: Console) -> Result<Option<Session>, Failure> {
    let name = args.variant.as_deref().unwrap_or_default();
    let loaded = load(name, args.choice.preset.as_deref(), &args.choice.options)?;
    let engine = Arc::clone(&loaded.engine);
    let players = players(&*engine, args, [Player::Human, Player::Greedy])?;
    let minds = minds(&players, &loaded)?;
    let advisers = advisers(&loaded)?;
    let clock = clock(&*engine, args, &console)?;
    let secret_bytes = random_bytes()?;
    let secret = args
        .seed
        .map_or_else(|| Seed::from_bytes(secret_bytes), Seed::from_u64);
    let salt = Salt::from_bytes(random_bytes()?);
    let style = style(args);
    let mut at_screen = None;
    let mut layouts: [Option<Layout>; 2] = [None, None];
    let setup = match args.position.as_deref().filter(|p| *p != "start") {
        Some(text) => given(&*engine, text, &secret)?,
        None => {
            if engine.needs_layouts() {
                let Some(both) =
                    lay_out(&*engine, args, &players, &console, &secret, &mut at_screen)?
                else {
                    return Ok(None);
                };
                layouts = both.map(Some);
            }
            engine.deal(&secret, [layouts[0].as_ref(), layouts[1].as_ref()])
        }
    };
    let mut game = engine.start(&setup).map_err(|wrong| {
        Failure::Input(
            wrong
                .iter()
                .map(|e| Diagnostic::new("bad-position", e.to_string()))
                .collect(),
        )
    })?;
    game.judge_start()
        .map_err(|e| Diagnostic::new("hook-failed", e.to_string()))?;
    let seal = args.seed.is_none().then(|| Seal {
        deal: Commitment::deal(&salt, &deal::canonical(&setup)),
        layouts: [0u8, 1].map(|s| {
            layouts[usize::from(s)]
                .as_ref()
                .map(|l| Commitment::layout(&salt, s, &layout_bytes(l)))
        }),
    });
    let id = hex(&random_bytes()?[..8]);
    let start = game.truth_text(Arbiter::assume());
    let path = args
        .save
        .as_ref()
        .map_or_else(|| new_record_path(&loaded.id), |p| with_ending(p));
    let header = Header {
        variant: loaded.name.clone(),
        options: loaded.choices.clone(),
        rules: loaded.hash.clone(),
        game: id.clone(),
        seal,
        seats: players.each_ref().map(ToString::to_string),
        start: game.text(Observer::Public),
    };
    let truth_file = truth_path(&id);
    let truth = Truth {
        game: id,
        secret: hex(&secret_bytes),
        seed: args.seed,
        salt: salt.clone(),
        start: start.clone(),
        record: std::path::absolute(&path).unwrap_or_else(|_| path.clone()),
    };
    truth.write(&truth_file).map_err(|e| {
        Diagnostic::new(
            "cannot-save",
            format!("cannot write {}: {e}", truth_file.display()),
        )
    })?;
    let record = Record::create(&path, &header).map_err(|e| {
        Diagnostic::new(
            "cannot-save",
            format!("cannot write {}: {e}", path.display()),
        )
        .hint("choose another name with --save; a record is never overwritten")
    })?;
    let footer = footer(&truth);
    let table = Table::lay(Opening {
        starts: starts(&*engine, &setup, &[]),
        engine,
        start: game.copy(),
        game,
        players,
        minds,
        advisers,
        clock,
        record,
        truth: truth_file,
        secret,
        footer,
    });
    Ok(Some(Session {
        table,
        console,
        style,
        at_screen,
    }))
}

fn footer(truth: &Truth) -> Footer {
    Footer {
        result: String::new(),
        salt: truth.seed.is_none().then(|| truth.salt.to_hex()),
        seed: truth.seed.map(|s| s.to_string()),
        deal: truth.start.clone(),
    }
}

fn with_ending(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    if path.extension().is_none() {
        path.set_extension("masque");
    }
    path
}

/// The bytes of a layout that its commitment is made of: site and kind of each piece, in site order.
fn layout_bytes(layout: &Layout) -> Vec<u8> {
    layout
        .iter()
        .flat_map(|(site, kind)| site.0.to_be_bytes().into_iter().chain([kind.0]))
        .collect()
}

/// A position given as text; hidden pieces without truth are drawn from what the set has left.
fn given(engine: &dyn Engine, text: &str, secret: &Seed) -> Result<Setup, Failure> {
    let source = Source::new("--position", text);
    let mut setup = engine.parse_position(text).map_err(|e| {
        Diagnostic::new("bad-position", e.to_string()).at(Span::new(&source, 0..text.len()))
    })?;
    crate::variant::fill(engine, &mut setup, &mut secret.stream(Stream::Deal))?;
    Ok(setup)
}

fn lay_out(
    engine: &dyn Engine,
    args: &PlayArgs,
    players: &[Player; 2],
    console: &Console,
    secret: &Seed,
    at_screen: &mut Option<Seat>,
) -> Result<Option<[Layout; 2]>, Failure> {
    let mut wanted: [Option<&str>; 2] = [None, None];
    for (seat, text) in &args.layouts {
        wanted[seat_of(engine, seat)?.index()] = Some(text);
    }
    let mut layouts = Vec::new();
    for seat in Seat::BOTH {
        let mut dice = secret.stream(Stream::Bot(16 + seat.0));
        let layout = match wanted[seat.index()] {
            Some(text) if Path::new(text).is_file() => {
                layout::read_file(engine, seat, Path::new(text))?
            }
            Some(name) => engine.named_layout(seat, name, &mut dice).map_err(|e| {
                Diagnostic::new("no-layout", e.to_string())
                    .hint("give the name of a layout, `random`, or a file that exists")
            })?,
            None if players[seat.index()].is_human() => {
                if at_screen.is_some_and(|s| s != seat) {
                    console.curtain(&engine.spec().sides[seat.index()].name);
                }
                *at_screen = Some(seat);
                match layout::arrange(engine, seat, console, &mut dice) {
                    Some(layout) => layout,
                    None => return Ok(None),
                }
            }
            None => engine
                .named_layout(seat, "random", &mut dice)
                .map_err(|e| Diagnostic::new("no-layout", e.to_string()))?,
        };
        layouts.push(layout);
        println!("{} is ready.", engine.spec().sides[seat.index()].name);
    }
    let mut layouts = layouts.into_iter();
    Ok(layouts.next().zip(layouts.next()).map(|(a, b)| [a, b]))
}

fn open(path: &Path) -> Result<(Arc<Source>, Read), Failure> {
    let text = std::fs::read_to_string(path).map_err(|e| {
        Diagnostic::new("no-record", format!("cannot read {}: {e}", path.display()))
    })?;
    let source = Source::new(path.display().to_string(), text);
    let read = read(&source)?;
    Ok((source, read))
}

/// Loads the variant of a record and makes sure that its rules are those the game was played by.
pub(crate) fn load_for(source: &Arc<Source>, header: &Header) -> Result<Loaded, Failure> {
    let pairs = masque_scripting::choices::split_pairs(&header.options)?;
    let loaded = load(&header.variant, None, &pairs)?;
    if loaded.hash == header.rules {
        return Ok(loaded);
    }
    let at = source.text.find("\nrules ").map_or(0, |i| i + 1);
    Err(Diagnostic::new(
        "other-rules",
        format!(
            "the rules of `{}` have changed since this game was begun",
            header.variant
        ),
    )
    .at(Span::new(source, at..at + 6))
    .hint("a game goes on only under the rules it began with")
    .into())
}

/// Reads a record for replaying or resuming.
pub(crate) fn open_record(path: &Path) -> Result<(Arc<Source>, Read, Loaded), Failure> {
    let (source, read) = open(path)?;
    let loaded = load_for(&source, &read.header)?;
    Ok((source, read, loaded))
}

fn resume(args: &PlayArgs, path: &Path, console: Console) -> Result<Session, Failure> {
    let (source, read, loaded) = open_record(path)?;
    if read.footer.is_some() {
        return Err(Diagnostic::new("game-over", "this game is over")
            .hint(format!("look at it with: masque replay {}", path.display()))
            .into());
    }
    let truth_file = truth_path(&read.header.game);
    let truth = Truth::read(&truth_file, &read.header.game)?;
    if same_file(&truth.record, path) == Some(false) {
        return Err(
            Diagnostic::new("a-copy", "this is a copy of a game that is kept elsewhere")
                .hint(format!(
                    "go on with: masque play --resume {}",
                    truth.record.display()
                ))
                .into(),
        );
    }
    let game = again(&loaded, &source, &truth.start, &read.entries)?;
    if let Some(seal) = &read.header.seal {
        check_seal(&loaded, seal, &truth.salt, &truth.start)
            .map_err(|e| e.hint(format!("{} was changed", truth_file.display())))?;
    }
    let bad = |what: &str| {
        Diagnostic::new(
            "bad-truth",
            format!("{} holds no {what}", truth_file.display()),
        )
    };
    let secret = match truth.seed {
        Some(seed) => Seed::from_u64(seed),
        None => Seed::from_bytes(unhex(&truth.secret).ok_or_else(|| bad("secret"))?),
    };
    // Who played is only a default here: what cannot be read is taken for a person.
    let was = |i: usize| Player::read("seats", &read.header.seats[i]).unwrap_or(Player::Human);
    let players = players(&*loaded.engine, args, [was(0), was(1)])?;
    let minds = minds(&players, &loaded)?;
    let advisers = advisers(&loaded)?;
    let clock = clock(&*loaded.engine, args, &console)?;
    let record = Record::reopen(path, &read).map_err(|e| {
        Diagnostic::new(
            "cannot-save",
            format!("cannot write {}: {e}", path.display()),
        )
    })?;
    if read.torn {
        println!(
            "The last line was cut off in the writing; the action in flight is lost, everything before it is there."
        );
    }
    let footer = footer(&truth);
    let setup = loaded
        .engine
        .parse_position(&truth.start)
        .map_err(|e| Diagnostic::new("bad-truth", e.to_string()))?;
    let table = Table::lay(Opening {
        start: beginning(&loaded, &truth.start)?,
        starts: starts(&*loaded.engine, &setup, &[]),
        engine: loaded.engine,
        game,
        players,
        minds,
        advisers,
        clock,
        record,
        truth: truth_file,
        secret,
        footer,
    });
    Ok(Session {
        table,
        console,
        style: style(args),
        at_screen: None,
    })
}

/// The game at its start, from the truth of it.
fn beginning(loaded: &Loaded, start: &str) -> Result<Box<dyn Match>, Failure> {
    let setup = loaded
        .engine
        .parse_position(start)
        .map_err(|e| Diagnostic::new("bad-truth", e.to_string()))?;
    let mut game = loaded.engine.start(&setup).map_err(|list| {
        Failure::Input(
            list.iter()
                .map(|e| Diagnostic::new("bad-truth", e.to_string()))
                .collect::<Diagnostics>(),
        )
    })?;
    game.judge_start()
        .map_err(|e| Diagnostic::new("hook-failed", e.to_string()))?;
    Ok(game)
}

/// Plays a record again from the truth of its start; `strict` compares what was told with what is told now.
pub(crate) fn again(
    loaded: &Loaded,
    source: &Arc<Source>,
    start: &str,
    entries: &[Entry],
) -> Result<Box<dyn Match>, Failure> {
    let mut game = beginning(loaded, start)?;
    for (number, entry) in entries.iter().enumerate() {
        let wrong = |message: String| line_of(source, number, message);
        match entry {
            Entry::Undo => {
                game.undo().map_err(|e| wrong(e.to_string()))?;
            }
            Entry::Deed {
                seat,
                automatic,
                text,
                told,
                position,
            } => {
                do_again(&mut *game, *seat, *automatic, text).map_err(wrong)?;
                let heard = game
                    .steps()
                    .last()
                    .map(|s| heard(&*game, &s.told))
                    .unwrap_or_default();
                if heard != *told {
                    return Err(wrong(format!(
                        "what was told is not what is recorded, but `{heard}`"
                    ))
                    .into());
                }
                if game.text(Observer::Public) != *position {
                    return Err(wrong(
                        "the position after this action is not the recorded one".to_owned(),
                    )
                    .into());
                }
            }
        }
    }
    Ok(game)
}

/// Does one recorded deed again.
pub(crate) fn do_again(
    game: &mut dyn Match,
    seat: Seat,
    automatic: bool,
    text: &str,
) -> Result<(), String> {
    if let Some(word) = text.strip_prefix("act ") {
        let act: Act = ACTS
            .iter()
            .find(|(w, _)| *w == word)
            .map(|(_, a)| *a)
            .ok_or_else(|| format!("no act is called `{word}`"))?;
        return game.act(seat, act).map(|_| ()).map_err(|e| e.to_string());
    }
    let tried = text.strip_prefix("try ");
    let action = game
        .parse_action(seat, tried.unwrap_or(text))
        .map_err(|e| e.to_string())?;
    match (game.play(seat, action, automatic), tried) {
        (Ok(_), None) | (Err(masque_core::game::PlayError::Refused(_)), Some(_)) => Ok(()),
        (Ok(_), Some(_)) => Err(format!(
            "`{text}` was refused when it was recorded, and is not now"
        )),
        (Err(error), _) => Err(error.to_string()),
    }
}

/// A message at the line of the record's entry `number`.
fn line_of(source: &Arc<Source>, number: usize, message: String) -> Diagnostic {
    let first = source.text.find("\n--\n").map_or(0, |i| i + 4);
    let mut at = first;
    for _ in 0..number {
        at += source.text[at..].find('\n').map_or(0, |i| i + 1);
    }
    let end = source.text[at..]
        .find('\n')
        .map_or(source.text.len(), |i| at + i);
    Diagnostic::new("bad-record", message).at(Span::new(source, at..end))
}

/// What everybody was told, in the words of a record.
pub(crate) fn heard(game: &dyn Match, told: &[masque_core::event::Told]) -> String {
    let all = |t: &&masque_core::event::Told| t.audience.includes(Observer::Public);
    let words = told
        .iter()
        .filter(all)
        .map(|t| game.event_words(&t.event).join(" "));
    words.collect::<Vec<_>>().join("; ")
}

/// The line of a record for a deed that was just done: all of it is what everybody may see.
pub(crate) fn entry(
    game: &dyn Match,
    seat: Seat,
    automatic: bool,
    text: String,
    told: &[masque_core::event::Told],
) -> Entry {
    Entry::Deed {
        seat,
        automatic,
        text,
        told: heard(game, told),
        position: game.text(Observer::Public),
    }
}

/// Whether two paths name one file; `None` when the first is not there any more.
fn same_file(kept: &Path, given: &Path) -> Option<bool> {
    let kept = std::fs::canonicalize(kept).ok()?;
    Some(std::fs::canonicalize(given).is_ok_and(|given| given == kept))
}

/// Checks that a deal is the one a record was sealed with.
///
/// # Errors
/// That it is not.
pub(crate) fn check_seal(
    loaded: &Loaded,
    seal: &Seal,
    salt: &Salt,
    start: &str,
) -> Result<(), Diagnostic> {
    let setup = loaded
        .engine
        .parse_position(start)
        .map_err(|e| Diagnostic::new("bad-deal", e.to_string()))?;
    if seal.deal.verify_deal(salt, &deal::canonical(&setup)) {
        Ok(())
    } else {
        Err(Diagnostic::new(
            "bad-deal",
            "the deal is not the one that the record was sealed with",
        ))
    }
}
