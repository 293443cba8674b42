//! How a game begins, or goes on: deal, seal, layouts, seats, clock and record.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use masque_core::clock::{Clock, ClockSpec};
use masque_core::commitment::{Commitment, Salt};
use masque_core::deal::{self, Layout};
use masque_core::engine::{Engine, Match};
use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Seat};
use masque_core::position::Arbiter;
use masque_core::random::{Dice, Seed, Stream};
use masque_core::setup::Setup;
use masque_scripting::diag::{Diagnostic, Source, Span};

use super::console::{Console, Input};
use super::layout;
use super::session::{Left, Session};
use crate::args::PlayArgs;
use crate::commands::book::rules;
use crate::exit::{Exit, Failure, Ran};
use crate::lang::Lang;
use crate::opponents::{Mind, Opponent, Player};
use crate::record::{
    Footer, Header, Read, Record, Seal, Truth, again, beside_path, carried, check_seal, header_for,
    layout_bytes, new_record_path, open_record, redact, seats_know_more, start_of, truth_path,
    whole,
};
use crate::table::{Opening, Table, time};
use crate::tui::{self, Book, Front};
use crate::variant::{Loaded, find, load, random_bytes, ships, starts};

/// Where a game begins: at a terminal's lines, or on its full screen.
trait Desk {
    /// Whether a person sits there.
    fn interactive(&self) -> bool;
    /// The language that people are spoken to in.
    fn lang(&self) -> Lang;
    /// Learns what is going to be played.
    fn learn(&mut self, loaded: &Loaded);
    /// Lets a person lay out in secret; nothing when they leave.
    fn lay_out(
        &mut self,
        engine: &dyn Engine,
        seat: Seat,
        dice: &mut Dice,
    ) -> io::Result<Option<Layout>>;
    /// Hides what one person saw until the next sits down; `false` when they leave.
    fn curtain(&mut self, who: &str) -> io::Result<bool>;
    /// Says something before the game begins.
    fn announce(&mut self, words: &str);
}

impl Desk for Console {
    fn interactive(&self) -> bool {
        self.interactive
    }

    fn lang(&self) -> Lang {
        self.lang
    }

    fn learn(&mut self, _loaded: &Loaded) {}

    fn lay_out(
        &mut self,
        engine: &dyn Engine,
        seat: Seat,
        dice: &mut Dice,
    ) -> io::Result<Option<Layout>> {
        Ok(layout::arrange(engine, seat, self, dice))
    }

    fn curtain(&mut self, who: &str) -> io::Result<bool> {
        Ok(Console::curtain(self, who) != Input::End)
    }

    fn announce(&mut self, words: &str) {
        println!("{}", self.lang.shown(words));
    }
}

/// A full screen, and what is to be said on it first.
struct Full {
    front: Front,
    lang: Lang,
    first: Option<String>,
}

impl Desk for Full {
    fn interactive(&self) -> bool {
        true
    }

    fn lang(&self) -> Lang {
        self.lang
    }

    fn learn(&mut self, loaded: &Loaded) {
        self.front.read(rulebook(&loaded.name, self.lang));
    }

    fn lay_out(
        &mut self,
        engine: &dyn Engine,
        seat: Seat,
        dice: &mut Dice,
    ) -> io::Result<Option<Layout>> {
        self.front.lay_out(engine, seat, dice)
    }

    fn curtain(&mut self, who: &str) -> io::Result<bool> {
        self.front.curtain(who)
    }

    fn announce(&mut self, words: &str) {
        self.first = Some(words.to_owned());
    }
}

/// A variant's rules as a player reads them; empty where it has no rulebook that can be read.
pub(crate) fn rulebook(name: &str, lang: Lang) -> Book {
    let book = find(name).ok().and_then(|found| found.rulebook().ok()?);
    Book::new(book.map_or_else(String::new, |book| rules(&book, lang)))
}

/// Plays a game in the terminal.
pub(crate) fn run(args: &PlayArgs, console: &crate::console::Console) -> Ran {
    if args.plain || !tui::possible() {
        return lines(args, console.lang);
    }
    let mut desk = Full {
        lang: console.lang,
        front: Front::new(tui::settings(args.ascii, args.native, console.lang)),
        first: None,
    };
    let Some((table, at_screen)) = open_game(args, &mut desk)? else {
        desk.front.give_back()?;
        return Ok(Exit::Fine);
    };
    let table = desk.front.play(table, at_screen, desk.first)?;
    match table.outcome() {
        Some(outcome) => {
            let lang = table.lang();
            println!("{}", lang.shown(&table.result(outcome)));
            let path = table.record().display().to_string();
            let kept = lang.say_with("record-kept", &[("path", path.into())]);
            println!("{}", lang.shown(&kept));
        }
        None => go_on(&table),
    }
    Ok(Exit::Fine)
}

/// Plays line by line.
fn lines(args: &PlayArgs, lang: Lang) -> Ran {
    let mut console = Console::open(lang);
    let Some((table, at_screen)) = open_game(args, &mut console)? else {
        return Ok(Exit::Fine);
    };
    let path = table.record().display().to_string();
    let saved = lang.say_with("saved-as-it-goes", &[("path", path.into())]);
    println!("{}", lang.shown(&saved));
    let mut session = Session {
        table,
        console,
        style: style(args),
        at_screen,
    };
    match session.run()? {
        Left::Over => {}
        Left::Quit => {
            session.table.leave(session.console.now())?;
            go_on(&session.table);
        }
    }
    Ok(Exit::Fine)
}

fn go_on(table: &Table) {
    let path = table.record().display().to_string();
    let lang = table.lang();
    let words = lang.say_with("go-on-with", &[("path", path.into())]);
    println!("{}", lang.shown(&words));
}

/// A table with a new game or one that goes on, and who last sat at the screen; nothing when a person leaves before.
fn open_game(
    args: &PlayArgs,
    desk: &mut dyn Desk,
) -> Result<Option<(Table, Option<Seat>)>, Failure> {
    match &args.resume {
        Some(path) => Ok(Some((resume(args, path, desk)?, None))),
        None => begin(args, desk),
    }
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
    desk: &dyn Desk,
) -> Result<Option<Clock>, Diagnostic> {
    let spec = match (&args.clock, args.no_clock) {
        (_, true) => None,
        (Some(text), _) => Some(time::settings(&time::pairs(text)?)?),
        (None, _) if desk.interactive() => engine.spec().acts.clock.clone(),
        (None, _) => None,
    };
    let Some(spec) = spec.filter(ClockSpec::is_timed) else {
        return Ok(None);
    };
    Clock::new(spec, 2)
        .map(Some)
        .map_err(|e| Diagnostic::new("bad-clock", e.to_string()))
}

fn begin(args: &PlayArgs, desk: &mut dyn Desk) -> Result<Option<(Table, Option<Seat>)>, Failure> {
    let name = args.variant.as_deref().unwrap_or_default();
    let loaded = load(name, args.choice.preset.as_deref(), &args.choice.options)?;
    desk.learn(&loaded);
    let engine = Arc::clone(&loaded.engine);
    let players = players(
        &*engine,
        args,
        [Player::Human, Player::Mcts(Default::default())],
    )?;
    let minds = minds(&players, &loaded)?;
    let advisers = advisers(&loaded)?;
    let clock = clock(&*engine, args, desk)?;
    let secret_bytes = random_bytes()?;
    let secret = args
        .seed
        .map_or_else(|| Seed::from_bytes(secret_bytes), Seed::from_u64);
    let salt = Salt::from_bytes(random_bytes()?);
    let mut at_screen = None;
    let mut layouts: [Option<Layout>; 2] = [None, None];
    let setup = match args.position.as_deref().filter(|p| *p != "start") {
        Some(text) => given(&*engine, text, &secret)?,
        None => {
            if engine.needs_layouts() {
                let Some(both) = lay_out(&*engine, args, &players, desk, &secret, &mut at_screen)?
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
    let public = game.text(Observer::Public);
    let mut header = Header::new(&loaded.name, &loaded.choices, &loaded.hash, &id, &public);
    header.seal = seal;
    header.seats = players
        .each_ref()
        .map(|player| player.to_string().replace(char::is_control, " "));
    header.names = names(&*engine, args)?;
    header.date = args.date.clone();
    header.clock = clock.as_ref().map(|c| c.spec().clone());
    if args.carry_rules || !ships(&loaded.name) {
        header.carried = carried(&loaded.name, false)?;
    }
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
    let unsaved = |e: std::io::Error| {
        Diagnostic::new(
            "cannot-save",
            format!("cannot write {}: {e}", path.display()),
        )
        .hint("choose another name with --save; a record is never overwritten")
    };
    let mut record = Record::create(&path, &header).map_err(unsaved)?;
    if let Some(seat) = alone(&*engine, &players) {
        let beside = beside_path(&path, seat);
        if beside.exists() {
            let message = format!("{} is there already", beside.display());
            return Err(Diagnostic::new("cannot-save", message)
                .hint("choose another name with --save; a record is never overwritten")
                .into());
        }
        let own = header_for(&header, &*game, Observer::Seat(seat));
        record = record.beside(seat, &own.text()).map_err(unsaved)?;
    }
    let record = record.synced(players.iter().any(Player::is_human));
    let footer = footer(&truth);
    let table = Table::lay(Opening {
        lang: desk.lang(),
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
    Ok(Some((table, at_screen)))
}

fn footer(truth: &Truth) -> Footer {
    Footer {
        result: String::new(),
        salt: truth.seed.is_none().then(|| truth.salt.to_hex()),
        seed: truth.seed.map(|s| s.to_string()),
        deal: Some(truth.start.clone()),
    }
}

fn with_ending(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    if path.extension().is_none() {
        path.set_extension("masque");
    }
    path
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
    desk: &mut dyn Desk,
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
                if at_screen.is_some_and(|s| s != seat)
                    && !desk.curtain(desk.lang().side(&engine.spec().sides[seat.index()]))?
                {
                    return Ok(None);
                }
                *at_screen = Some(seat);
                match desk.lay_out(engine, seat, &mut dice)? {
                    Some(layout) => layout,
                    None => return Ok(None),
                }
            }
            None => engine
                .named_layout(seat, "random", &mut dice)
                .map_err(|e| Diagnostic::new("no-layout", e.to_string()))?,
        };
        layouts.push(layout);
        let lang = desk.lang();
        let who = lang.side(&engine.spec().sides[seat.index()]);
        desk.announce(&lang.say_with("layout-is-ready", &[("who", who.into())]));
    }
    let mut layouts = layouts.into_iter();
    Ok(layouts.next().zip(layouts.next()).map(|(a, b)| [a, b]))
}

/// The one person at the table, where a seat may know more than all: that seat's own record is kept beside.
///
/// Two people at one screen could read each other's.
fn alone(engine: &dyn Engine, players: &[Player; 2]) -> Option<Seat> {
    let people = Seat::BOTH
        .into_iter()
        .filter(|seat| players[seat.index()].is_human());
    let people: Vec<Seat> = people.collect();
    match people[..] {
        [one] if seats_know_more(engine.spec()) => Some(one),
        _ => None,
    }
}

/// What the players are called.
fn names(engine: &dyn Engine, args: &PlayArgs) -> Result<[Option<String>; 2], Diagnostic> {
    let mut names = [None, None];
    for (seat, name) in &args.names {
        names[seat_of(engine, seat)?.index()] = Some(name.clone());
    }
    Ok(names)
}

fn resume(args: &PlayArgs, path: &Path, desk: &mut dyn Desk) -> Result<Table, Failure> {
    let (source, read, loaded) = open_record(path, args.carried)?;
    desk.learn(&loaded);
    if read.footer.is_some() {
        return Err(Diagnostic::new("game-over", "this game is over")
            .hint(format!("look at it with: masque replay {}", path.display()))
            .into());
    }
    if read.header.eyes != Observer::Public {
        return Err(
            Diagnostic::new("own-record", "this is a seat's own record of a game")
                .hint("a game goes on from its public record")
                .into(),
        );
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
    let game = again(&loaded, &source, &truth.start, &read)?;
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
    let was = [0, 1].map(|i| recorded_player(&source, &read, args, &*loaded.engine, i));
    let [first, second] = was;
    let players = players(&*loaded.engine, args, [first?, second?])?;
    let minds = minds(&players, &loaded)?;
    let advisers = advisers(&loaded)?;
    let clock = clock_again(&*loaded.engine, args, desk, &source, &read, &*game)?;
    let unsaved = |e: std::io::Error| {
        Diagnostic::new(
            "cannot-save",
            format!("cannot write {}: {e}", path.display()),
        )
    };
    let mut record = Record::reopen(path, &read).map_err(unsaved)?;
    if let Some(seat) = alone(&*loaded.engine, &players) {
        let own = redact(&loaded, &source, &read, &truth.start, Observer::Seat(seat))?;
        let text = whole(&own.header, own.entries.iter().map(|(e, _)| e), None);
        record = record.beside(seat, &text).map_err(unsaved)?;
    }
    let record = record.synced(players.iter().any(Player::is_human));
    if read.torn {
        let lang = desk.lang();
        desk.announce(&lang.say("record-torn"));
    }
    let footer = footer(&truth);
    let setup = loaded
        .engine
        .parse_position(&truth.start)
        .map_err(|e| Diagnostic::new("bad-truth", e.to_string()))?;
    Ok(Table::lay(Opening {
        lang: desk.lang(),
        start: start_of(&loaded, &source, &truth.start)?,
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
    }))
}

/// Who plays a seat, as the record says.
///
/// A file does not start programs: whoever goes on with a game names them anew.
fn recorded_player(
    source: &Arc<Source>,
    read: &Read,
    args: &PlayArgs,
    engine: &dyn Engine,
    seat: usize,
) -> Result<Player, Diagnostic> {
    let word = &read.header.seats[seat];
    let line = format!("\nseat {seat} ");
    let at = source.text.find(&line).map_or(0, |i| i + line.len());
    let span = Span::new(source, at..at + word.len());
    let player = Player::read("seat", word).map_err(|mut wrong| {
        wrong.span = Some(span.clone());
        wrong
    })?;
    let mut named = args.seats.iter();
    let named = named.any(|(word, _)| seat_of(engine, word).is_ok_and(|s| s.index() == seat));
    match player {
        Player::Engine(_) | Player::Wasm(_) if !named => {
            let message = "a record does not start a program or a module by itself";
            let wrong = Diagnostic::new("bad-player", message).at(span);
            Err(wrong.hint(format!("say who plays, such as --seat {seat}={word}")))
        }
        player => Ok(player),
    }
}

/// The clock as it was when the game was left; a record of version 1 says nothing of it, and begins afresh.
fn clock_again(
    engine: &dyn Engine,
    args: &PlayArgs,
    desk: &dyn Desk,
    source: &Arc<Source>,
    read: &Read,
    game: &dyn Match,
) -> Result<Option<Clock>, Diagnostic> {
    if read.version == 1 {
        return clock(engine, args, desk);
    }
    if args.clock.is_some() || args.no_clock {
        let wrong = Diagnostic::new("clock-goes-on", "a resumed game keeps its clock");
        return Err(wrong.hint("leave `--clock` and `--no-clock` out"));
    }
    let Some(spec) = read.header.clock.clone() else {
        return Ok(None);
    };
    let Some((times, range)) = read.times() else {
        return Clock::new(spec, 2)
            .map(Some)
            .map_err(|e| Diagnostic::new("bad-clock", e.to_string()));
    };
    times.restore(&spec, game.turn()).map(Some).map_err(|e| {
        Diagnostic::new("bad-clock", format!("the clock does not fit: {e}"))
            .at(Span::new(source, range))
    })
}

/// Whether two paths name one file; `None` when the first is not there any more.
fn same_file(kept: &Path, given: &Path) -> Option<bool> {
    let kept = std::fs::canonicalize(kept).ok()?;
    Some(std::fs::canonicalize(given).is_ok_and(|given| given == kept))
}
