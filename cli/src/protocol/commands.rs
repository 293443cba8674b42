//! The commands, each with its fields.

use masque_core::action::Act;
use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Seat};
use masque_core::position::Arbiter;
use masque_core::search::Unit;
use masque_scripting::document::Document;
use masque_scripting::folder::Library;
use serde_json::{Map, Value, json};

use crate::commands::show;
use crate::opponents::Player;
use crate::protocol::choose;
use crate::protocol::fault::{CODES, Fault};
use crate::protocol::game::{Did, Host, Table};
use crate::protocol::request::{Request, missing, wrong_type};
use crate::protocol::role::Role;
use crate::protocol::{Done, VERSION};
use crate::variant::{self, Found};
use crate::words;

/// The deepest perft that is counted; one that takes too long cannot be stopped.
const MAX_DEPTH: u64 = 12;
/// The most positions that may be given as having gone before.
pub(crate) const MAX_EARLIER: usize = 1_000;
/// The most options that are set in one request.
const MAX_OPTIONS: usize = 256;

/// What a command answers, or why it does not.
pub(crate) type Answer = Result<Map<String, Value>, Fault>;

/// A field of a command: its name, its form, what it says.
pub(crate) type Field = (&'static str, &'static str, &'static str);

/// The variant that is played; this and the next two choose it.
pub(crate) const VARIANT: Field = (
    "variant",
    "text",
    "the id of a shipped variant; the one given on the command line when absent",
);
/// Its options.
pub(crate) const OPTIONS: Field = (
    "options",
    "object",
    "values by option, such as `{\"size\":9}`",
);
/// One of its presets.
pub(crate) const PRESET: Field = ("preset", "text", "a preset of the variant");

/// One command.
pub(crate) struct Command {
    /// The value of `cmd`.
    pub(crate) name: &'static str,
    /// Its fields beside `cmd`, `id` and `session`.
    pub(crate) fields: &'static [Field],
    /// Who may.
    pub(crate) who: &'static str,
    /// What it does and answers.
    pub(crate) does: &'static str,
    run: fn(&mut Host, &mut Request) -> Answer,
}

/// Every command, in the order of the documentation.
pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "hello",
        fields: &[],
        who: "anyone",
        does: "answers `protocol`, `name`, `version` and the ids of all `variants`",
        run: hello,
    },
    Command {
        name: "help",
        fields: &[],
        who: "anyone",
        does: "answers all `commands` with their fields, and the `codes` of errors",
        run: help,
    },
    Command {
        name: "new",
        fields: &[
            VARIANT,
            OPTIONS,
            PRESET,
            ("seed", "number", "deals from this number (arbiter)"),
            (
                "position",
                "text",
                "starts from a position text; what it leaves open is drawn (arbiter)",
            ),
            (
                "earlier",
                "list of texts",
                "positions that went before that one, oldest first (arbiter)",
            ),
            (
                "unjudged",
                "flag",
                "goes on from that one though the game may be over there (arbiter)",
            ),
            (
                "layouts",
                "object",
                "secret layouts by seat, as for `layout` (arbiter)",
            ),
            (
                "players",
                "object",
                "who plays a seat: `client`, `random`, `greedy` or `mcts`, such as `{\"1\":\"mcts:level=3\"}`; `client` for an arbiter, and for the seat of a session; else `random`",
            ),
        ],
        who: "anyone; `session` is here the session to open, `arbiter` when absent",
        does: "begins a game in place of the last one; answers `variant`, `session` and the state",
        run: new,
    },
    Command {
        name: "describe",
        fields: &[],
        who: "anyone",
        does: "answers a `description`: board, kinds, options, presets, endings and the hash of the `rules`, as `masque show --json` does",
        run: describe,
    },
    Command {
        name: "layout",
        fields: &[
            ("seat", "seat", "whose; the session's own when absent"),
            (
                "layout",
                "text or object",
                "a layout's name, `random`, or kinds' letters by site",
            ),
        ],
        who: "arbiter, or the seat itself",
        does: "hands in a secret layout; others learn only that the seat is ready, and the game begins with the last of them",
        run: layout,
    },
    Command {
        name: "position",
        fields: &[
            (
                "observer",
                "observer",
                "whose view; the session's own when absent",
            ),
            ("truth", "flag", "the whole truth (arbiter)"),
            (
                "set",
                "text",
                "starts anew from this position text (arbiter)",
            ),
        ],
        who: "as `observer` allows",
        does: "answers the position as `text`",
        run: position,
    },
    Command {
        name: "legal",
        fields: &[(
            "seat",
            "seat",
            "whose; the session's own, or the seat to act",
        )],
        who: "arbiter, or the seat itself",
        does: "answers the legal `actions`; none when the seat is not to act",
        run: legal,
    },
    Command {
        name: "play",
        fields: &[
            ("action", "text", "the action, as `legal` writes it"),
            (
                "seat",
                "seat",
                "whose; the session's own, or the seat to act",
            ),
            (
                "automatic",
                "flag",
                "made for a seat that ran out of time (arbiter)",
            ),
        ],
        who: "arbiter, or the seat itself",
        does: "plays an action; answers `result` (`played`, or `refused` with the `clause` when adjudication refused the try), the `steps` told and the state",
        run: play,
    },
    Command {
        name: "act",
        fields: &[
            (
                "act",
                "text",
                "resign, offer, accept, decline, claim, use-bank, or time-out (arbiter)",
            ),
            (
                "seat",
                "seat",
                "whose; the session's own, or the seat to act",
            ),
        ],
        who: "arbiter, or the seat itself",
        does: "does what is no action and may be out of turn; answers the `steps` told and the state",
        run: act,
    },
    Command {
        name: "observe",
        fields: &[(
            "observer",
            "observer",
            "whose view; the session's own when absent",
        )],
        who: "as `observer` allows",
        does: "answers the `observation`, all that the observer may know as data",
        run: observe,
    },
    Command {
        name: "events",
        fields: &[
            ("since", "number", "the first step wanted; 0 when absent"),
            (
                "observer",
                "observer",
                "who was told; the session when absent (an arbiter then hears all, and to whom)",
            ),
        ],
        who: "as `observer` allows",
        does: "answers the `steps` told, and the number of the `next` one",
        run: events,
    },
    Command {
        name: "outcome",
        fields: &[],
        who: "anyone",
        does: "answers the state; `outcome` is null while the game goes on, and its `scores` are in half points",
        run: outcome,
    },
    Command {
        name: "explain",
        fields: &[
            ("action", "text", "the action"),
            (
                "seat",
                "seat",
                "whose; the session's own, or the seat to act",
            ),
        ],
        who: "arbiter, or the seat itself",
        does: "answers whether it is `legal`, and the `stage` and `clause` that forbid it or `notes` on what it will do, from the seat's own view",
        run: explain,
    },
    Command {
        name: "render",
        fields: &[
            (
                "observer",
                "observer",
                "whose view; the session's own when absent",
            ),
            (
                "style",
                "text",
                "`unicode` (when absent), `ascii` or `native`",
            ),
        ],
        who: "as `observer` allows",
        does: "answers the `lines` of a drawing",
        run: render,
    },
    Command {
        name: "choose",
        fields: choose::FIELDS,
        who: "anyone: it knows what it carries, and no game",
        does: "answers the `action` that a machine player chooses, with the `simulations` of a search, its expected score as `value`, and actions `ranked` by visits",
        run: choose::choose,
    },
    Command {
        name: "perft",
        fields: &[
            ("depth", "number", "how deep, up to 12"),
            ("unit", "text", "`turn` (when absent) or `action`"),
            ("divide", "flag", "counts by first action too"),
            (
                "views",
                "observer",
                "counts instead the histories that this observer can have after so many actions",
            ),
        ],
        who: "arbiter",
        does: "answers the number of `nodes`, and with `divide` the `counts`",
        run: perft,
    },
    Command {
        name: "quit",
        fields: &[],
        who: "anyone",
        does: "ends the program",
        run: |_, _| Ok(Map::new()),
    },
];

/// Does what a request asks.
///
/// # Errors
/// Why it was not done.
pub(crate) fn run(host: &mut Host, request: &mut Request) -> Result<Done, Fault> {
    let name = request.need_text("cmd")?;
    let command = COMMANDS.iter().find(|c| c.name == name).ok_or_else(|| {
        let shown: String = name.chars().take(40).collect();
        let names: Vec<&str> = COMMANDS.iter().map(|c| c.name).collect();
        Fault::new("unknown-command", format!("no command is called `{shown}`"))
            .hint(format!("commands are {}", names.join(", ")))
    })?;
    let fields: Vec<&str> = command.fields.iter().map(|(name, ..)| *name).collect();
    request.only(&fields)?;
    let answer = (command.run)(host, request)?;
    Ok(if command.name == "quit" {
        Done::Quit
    } else {
        Done::Answer(answer)
    })
}

/// The game, and the role in which a request is made.
fn table<'a>(host: &'a mut Host, request: &mut Request) -> Result<(&'a mut Table, Role), Fault> {
    let wanted = request
        .text("session")?
        .map(|text| Role::read(&text))
        .transpose()?;
    let table = host.game.as_mut().ok_or_else(|| {
        Fault::new("no-game", "there is no game yet").hint("begin one with `new`")
    })?;
    let role = table.role.narrowed(wanted)?;
    Ok((table, role))
}

/// The seat that a request acts for.
fn seat(table: &Table, role: Role, request: &mut Request) -> Result<Seat, Fault> {
    let seat = match (request.name("seat")?, role) {
        (Some(word), _) => table.seat(&word)?,
        (None, Role::Seat(own)) => own,
        (None, _) => table.game()?.turn(),
    };
    role.may_act(seat)?;
    Ok(seat)
}

/// The observer that a request asks about; `None` when it names none.
fn named_observer(
    table: &Table,
    role: Role,
    request: &mut Request,
) -> Result<Option<Observer>, Fault> {
    let Some(word) = request.name("observer")? else {
        return Ok(None);
    };
    let observer = table.observer(&word)?;
    role.may_see(observer)?;
    Ok(Some(observer))
}

fn observer(table: &Table, role: Role, request: &mut Request) -> Result<Observer, Fault> {
    Ok(named_observer(table, role, request)?.unwrap_or(role.eyes()))
}

fn one(key: &str, value: impl Into<Value>) -> Map<String, Value> {
    Map::from_iter([(key.to_owned(), value.into())])
}

fn hello(_: &mut Host, _: &mut Request) -> Answer {
    let mut answer = one("protocol", VERSION);
    answer.insert("name".to_owned(), "masque".into());
    answer.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    answer.insert("variants".to_owned(), json!(masque_variants::ids()));
    Ok(answer)
}

fn help(_: &mut Host, _: &mut Request) -> Answer {
    let commands = COMMANDS.iter().map(|command| {
        let fields = command.fields.iter();
        let fields =
            fields.map(|(name, form, says)| json!({ "name": name, "form": form, "says": says }));
        json!({
            "cmd": command.name,
            "fields": fields.collect::<Vec<_>>(),
            "for": command.who,
            "does": command.does,
        })
    });
    let codes = CODES
        .iter()
        .map(|(code, means)| ((*code).to_owned(), json!(means)));
    let mut answer = one("commands", commands.collect::<Vec<_>>());
    answer.insert("codes".to_owned(), Value::Object(codes.collect()));
    Ok(answer)
}

fn new(host: &mut Host, request: &mut Request) -> Answer {
    let role = match request.text("session")? {
        Some(text) => Role::read(&text)?,
        None => Role::Arbiter,
    };
    for (field, what) in [
        ("seed", "choose the seed"),
        ("position", "set the position"),
        ("earlier", "set the positions before"),
        ("unjudged", "go on from a position that is over"),
        ("layouts", "lay out for the seats"),
    ] {
        if request.has(field) {
            role.arbiter(what)?;
        }
    }
    let variant = request.text("variant")?;
    let (found, document) = found(host, variant)?;
    let (options, preset) = (pairs(request)?, request.text("preset")?);
    let loaded = found
        .load(&document, preset.as_deref(), &options)
        .map_err(first)?;
    let seed = variant::seed(request.number("seed", u64::MAX)?)?;
    let players = players(request, role)?;
    let text = request.text("position")?;
    let earlier = request.texts("earlier", MAX_EARLIER)?;
    let judged = !request.flag("unjudged")?;
    let layouts = request.object("layouts")?;
    let mut table = Table::new(loaded, document, role, players, seed);
    if let Some(text) = text.filter(|text| text != "start") {
        let mut setup = variant::read_position(table.engine(), "position", &text)?;
        table.complete(&mut setup)?;
        let mut before = Vec::new();
        for text in &earlier {
            let mut setup = variant::read_position(table.engine(), "earlier", text)?;
            table.complete(&mut setup)?;
            before.push(setup);
        }
        table.begin_after(&setup, &before, judged)?;
    } else {
        for (word, value) in &layouts {
            let seat = table.seat(word)?;
            let layout = table.read_layout(seat, value)?;
            table.lay_out(seat, layout)?;
        }
        table.deal()?;
    }
    let mut answer = one("variant", table.loaded.id.as_str());
    answer.insert("session".to_owned(), role.word().into());
    answer.extend(table.state());
    host.game = Some(table);
    Ok(answer)
}

/// The variant that a request names, or the one of the command line.
///
/// # Errors
/// When there is none, or it cannot be read.
pub(crate) fn found(host: &Host, variant: Option<String>) -> Result<(Found, Document), Fault> {
    let own = host.variant.as_deref();
    let found = match &variant {
        Some(id) if masque_variants::shelf().ids().contains(id) => variant::find(id),
        // The folder of the command line may be named by its id as well.
        Some(id) if own.is_some_and(|own| is_folder_of(own, id)) => {
            variant::find(own.unwrap_or_default())
        }
        Some(id) => {
            let shown: String = id.chars().take(64).collect();
            return Err(variant::unknown(&shown, &masque_variants::ids()).into());
        }
        None => variant::find(own.ok_or_else(|| missing("variant"))?),
    };
    let found = found.map_err(first)?;
    let document = found.document().map_err(first)?;
    if document.is_abstract() {
        let message = format!("`{}` is only there to be extended", document.id());
        return Err(Fault::new("unknown-variant", message));
    }
    Ok((found, document))
}

fn is_folder_of(folder: &str, id: &str) -> bool {
    variant::find(folder).is_ok_and(|found| found.folder.id == id)
}

/// The first thing that is wrong.
pub(crate) fn first(diagnostics: Vec<masque_scripting::diag::Diagnostic>) -> Fault {
    crate::exit::Failure::Input(diagnostics).into()
}

/// Options as the command line would write them.
///
/// # Errors
/// When they are not written so.
pub(crate) fn pairs(request: &mut Request) -> Result<Vec<(String, String)>, Fault> {
    let options = request.object("options")?;
    if options.len() > MAX_OPTIONS {
        return Err(Fault::new(
            "out-of-range",
            format!("more than {MAX_OPTIONS} options are set"),
        ));
    }
    let text = |name: &str, value: &Value| match value {
        Value::String(text) => Ok(text.clone()),
        Value::Bool(flag) => Ok(flag.to_string()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Array(words) if words.is_empty() => Ok("none".to_owned()),
        Value::Array(words) => {
            let words: Option<Vec<&str>> = words.iter().map(Value::as_str).collect();
            words
                .map(|w| w.join("+"))
                .ok_or_else(|| wrong_type(name, "a list of texts", value))
        }
        other => Err(wrong_type(name, "an option's value", other)),
    };
    options
        .into_iter()
        .map(|(name, value)| Ok((name.clone(), text(&name, &value)?)))
        .collect()
}

/// Who plays the seats: the program its own, and a machine what the program cannot play.
fn players(request: &mut Request, role: Role) -> Result<[Option<Player>; 2], Fault> {
    let mut players = Seat::BOTH.map(|seat| match role {
        Role::Arbiter => None,
        Role::Seat(own) if own == seat => None,
        Role::Seat(_) | Role::Spectator => Some(Player::Random),
    });
    for (word, who) in request.object("players")? {
        let seat = match word.as_str() {
            "0" | "seat 0" => Seat(0),
            "1" | "seat 1" => Seat(1),
            _ => {
                return Err(Fault::new(
                    "bad-seat",
                    "players are given for the seats 0 and 1",
                ));
            }
        };
        let player = match who.as_str() {
            Some("client") => {
                role.may_act(seat)?;
                None
            }
            Some(text) => Some(machine("players", text)?),
            None => return Err(wrong_type("players", "texts by seat", &who)),
        };
        players[seat.index()] = player;
    }
    Ok(players)
}

/// A machine player that a request may name: none that starts a program or reads a file.
///
/// # Errors
/// What is wrong with the text.
pub(crate) fn machine(field: &str, text: &str) -> Result<Player, Fault> {
    match Player::read(field, text)? {
        player @ (Player::Random | Player::Greedy | Player::Mcts(_)) => Ok(player),
        _ => {
            let shown: String = text.chars().take(40).collect();
            let fault = Fault::new("bad-player", format!("`{shown}` cannot be asked for here"));
            Err(fault.hint("machine players are random, greedy and mcts"))
        }
    }
}

fn describe(host: &mut Host, request: &mut Request) -> Answer {
    let (table, _) = table(host, request)?;
    Ok(one(
        "description",
        show::describe(&table.loaded, &table.document),
    ))
}

fn layout(host: &mut Host, request: &mut Request) -> Answer {
    let (table, role) = table(host, request)?;
    let seat = match (request.name("seat")?, role) {
        (Some(word), _) => table.seat(&word)?,
        (None, Role::Seat(own)) => own,
        (None, _) => return Err(missing("seat")),
    };
    role.may_act(seat)?;
    let value = request.value("layout").ok_or_else(|| missing("layout"))?;
    let layout = table.read_layout(seat, &value)?;
    table.lay_out(seat, layout)?;
    table.deal()?;
    Ok(table.state())
}

fn position(host: &mut Host, request: &mut Request) -> Answer {
    let (table, role) = table(host, request)?;
    if let Some(text) = request.text("set")? {
        role.arbiter("set the position")?;
        let mut setup = variant::read_position(table.engine(), "set", &text)?;
        table.complete(&mut setup)?;
        table.begin(&setup)?;
    }
    if request.flag("truth")? {
        role.arbiter("read the truth")?;
        return Ok(one("text", table.game()?.truth_text(Arbiter::assume())));
    }
    let observer = observer(table, role, request)?;
    Ok(one("text", table.game()?.text(observer)))
}

fn legal(host: &mut Host, request: &mut Request) -> Answer {
    let (table, role) = table(host, request)?;
    let seat = seat(table, role, request)?;
    let game = table.game()?;
    let mut actions = Vec::new();
    if game.turn() == seat && game.outcome().is_none() {
        let legal = game.legal().map_err(Fault::hook)?;
        let eyes = Observer::Seat(seat);
        actions.extend(legal.into_iter().map(|a| game.format_action(eyes, a)));
    }
    Ok(one("actions", actions))
}

/// The steps since `before` as a role is told them, and the state.
fn since(table: &Table, role: Role, before: usize) -> Map<String, Value> {
    let eyes = (role != Role::Arbiter).then(|| role.eyes());
    let mut answer = one("steps", table.told(before, eyes));
    answer.extend(table.state());
    answer
}

fn play(host: &mut Host, request: &mut Request) -> Answer {
    let (table, role) = table(host, request)?;
    let action = request.need_text("action")?;
    let automatic = request.flag("automatic")?;
    if automatic {
        role.arbiter("play for a seat that ran out of time")?;
    }
    let seat = seat(table, role, request)?;
    let before = table.length();
    let mut answer = match table.play(seat, &action, automatic)? {
        Did::Done => one("result", "played"),
        Did::Refused(clause) => {
            let mut answer = one("result", "refused");
            answer.insert("clause".to_owned(), clause.into());
            answer
        }
    };
    answer.extend(since(table, role, before));
    Ok(answer)
}

fn act(host: &mut Host, request: &mut Request) -> Answer {
    let (table, role) = table(host, request)?;
    let word = request.need_text("act")?;
    let act: Act = serde_json::from_value(json!(word)).map_err(|_| {
        let shown: String = word.chars().take(40).collect();
        Fault::new("out-of-range", format!("no act is called `{shown}`"))
            .hint("acts are resign, offer, accept, decline, claim, use-bank, time-out")
    })?;
    if act == Act::TimeOut {
        role.arbiter("say that time is out")?;
    }
    let seat = seat(table, role, request)?;
    let before = table.length();
    table.act(seat, act, &word)?;
    Ok(since(table, role, before))
}

fn observe(host: &mut Host, request: &mut Request) -> Answer {
    let (table, role) = table(host, request)?;
    let observer = observer(table, role, request)?;
    let observation = table.game()?.observe(observer);
    let value = serde_json::to_value(observation).map_err(|e| Fault::new("io", e.to_string()))?;
    Ok(one("observation", value))
}

fn events(host: &mut Host, request: &mut Request) -> Answer {
    let (table, role) = table(host, request)?;
    let from = request.number("since", u64::from(u32::MAX))?.unwrap_or(0) as usize;
    table.game()?;
    let named = named_observer(table, role, request)?;
    let eyes = named.or_else(|| (role != Role::Arbiter).then(|| role.eyes()));
    let mut answer = one("steps", table.told(from, eyes));
    answer.insert("next".to_owned(), table.length().into());
    Ok(answer)
}

fn outcome(host: &mut Host, request: &mut Request) -> Answer {
    let (table, _) = table(host, request)?;
    Ok(table.state())
}

fn explain(host: &mut Host, request: &mut Request) -> Answer {
    let (table, role) = table(host, request)?;
    let text = request.need_text("action")?;
    let seat = seat(table, role, request)?;
    let action = table.read_action(seat, &text)?;
    let game = table.game()?;
    let explanation = game.explain(seat, action).map_err(Fault::hook)?;
    let mut answer = one("action", game.format_action(Observer::Seat(seat), action));
    if let Value::Object(fields) = words::explanation(table.engine(), &explanation) {
        answer.extend(fields);
    }
    Ok(answer)
}

fn render(host: &mut Host, request: &mut Request) -> Answer {
    let (table, role) = table(host, request)?;
    let style = match request.text("style")?.as_deref() {
        None | Some("unicode") => Style::choose(false, false),
        Some("ascii") => Style::choose(true, false),
        Some("native") => Style::choose(false, true),
        Some(_) => {
            return Err(Fault::new(
                "out-of-range",
                "styles are unicode, ascii, native",
            ));
        }
    };
    let observer = observer(table, role, request)?;
    let drawing = table.game()?.draw(observer, &style);
    let lines: Vec<String> = drawing.lines().iter().map(ToString::to_string).collect();
    Ok(one("lines", lines))
}

fn perft(host: &mut Host, request: &mut Request) -> Answer {
    let (table, role) = table(host, request)?;
    role.arbiter("count sequences, which depend on the truth")?;
    let depth = request
        .number("depth", MAX_DEPTH)?
        .ok_or_else(|| missing("depth"))? as u32;
    let unit = match request.text("unit")?.as_deref() {
        None | Some("turn") => Unit::Turn,
        Some("action") => Unit::Action,
        Some(_) => return Err(Fault::new("out-of-range", "units are turn, action")),
    };
    if let Some(word) = request.name("views")? {
        let observer = table.observer(&word)?;
        let nodes = table.belief(observer)?.views(depth).map_err(Fault::hook)?;
        return Ok(one("nodes", nodes));
    }
    let game = table.game()?;
    if !request.flag("divide")? {
        let nodes = game.perft(depth, unit).map_err(Fault::hook)?;
        return Ok(one("nodes", nodes));
    }
    let eyes = Observer::Seat(game.turn());
    let counts = game.divide(depth, unit).map_err(Fault::hook)?;
    // Nothing at all is done in one way, by no first action.
    let nodes: u64 = if depth == 0 {
        1
    } else {
        counts.iter().map(|(_, count)| count).sum()
    };
    let counts = counts
        .into_iter()
        .map(|(a, n)| (game.format_action(eyes, a), n.into()));
    let mut answer = one("nodes", nodes);
    answer.insert("counts".to_owned(), Value::Object(counts.collect()));
    Ok(answer)
}
