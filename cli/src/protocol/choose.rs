//! `choose`: an action of one seat, from nothing but what the request carries.

use masque_core::piece::Seat;
use masque_core::random::{Seed, Stream};
use serde_json::{Map, Value, json};

use crate::opponents::{Chair, Choice, Opponent, Player, Start, Trouble};
use crate::protocol::commands::{
    Answer, Field, MAX_EARLIER, OPTIONS, PRESET, VARIANT, first, found, machine, pairs,
};
use crate::protocol::fault::Fault;
use crate::protocol::game::Host;
use crate::protocol::request::{Request, missing, wrong_type};
use crate::told::{Told, Words};
use crate::variant::{Loaded, read_position};

/// The most steps of a game.
const MAX_STEPS: usize = 100_000;
/// How many actions an answer tells beside the best.
const RANKED: usize = 16;

/// The fields of the command.
pub(crate) const FIELDS: &[Field] = &[
    VARIANT,
    OPTIONS,
    PRESET,
    (
        "rules",
        "text",
        "the hash of the rules, as `describe` tells it; other rules are refused",
    ),
    ("seat", "seat", "who chooses: 0 or 1"),
    (
        "start",
        "text",
        "the position at the start as the seat may know it; what is open in it stays unknown",
    ),
    (
        "earlier",
        "list of texts",
        "positions that went before it, oldest first",
    ),
    (
        "steps",
        "list of steps",
        "what was done since, with the events that the seat was told; an action made in another than the ordinary manner names its `manner`",
    ),
    (
        "position",
        "text",
        "the present position as the seat may know it; compared when given",
    ),
    (
        "observation",
        "object",
        "the same as data, for programs that read it",
    ),
    (
        "legal",
        "list of texts",
        "the actions to choose from; compared when given",
    ),
    (
        "player",
        "text",
        "who thinks: `random`, `greedy` or `mcts`; the one given on the command line when absent, else `mcts`",
    ),
    (
        "simulations",
        "number",
        "how many simulations a search may make",
    ),
    ("time", "number", "how long it may take, in milliseconds"),
    ("seed", "number", "what is drawn from; 0 when absent"),
];

/// Chooses.
pub(crate) fn choose(host: &mut Host, request: &mut Request) -> Answer {
    let loaded = loaded(host, request)?;
    let engine = &*loaded.engine;
    if let Some(rules) = request.text("rules")?
        && rules != loaded.hash
    {
        let message = format!(
            "the rules are others: theirs are {rules}, ours {}",
            loaded.hash
        );
        return Err(Fault::new("other-rules", message));
    }
    let seat = seat(request)?;
    let start = read_position(engine, "start", &request.need_text("start")?)?;
    let mut earlier = Vec::new();
    for text in request.texts("earlier", MAX_EARLIER)? {
        earlier.push(read_position(engine, "earlier", &text)?);
    }
    let opponent = opponent(host, request, &loaded)?;
    let number = request.number("seed", u64::MAX)?.unwrap_or(0);
    let seed = Seed::from_u64(number);
    let mut told = Told::new(engine, Start::new(start, earlier), seat, &seed);
    let steps = match request.value("steps") {
        None => Vec::new(),
        Some(Value::Array(steps)) if steps.len() <= MAX_STEPS => steps,
        Some(Value::Array(_)) => {
            let message = format!("`steps` has more than {MAX_STEPS} steps");
            return Err(Fault::new("out-of-range", message));
        }
        Some(other) => return Err(wrong_type("steps", "a list of steps", &other)),
    };
    for (number, step) in steps.into_iter().enumerate() {
        hear(&mut told, step).map_err(|fault| fault.about(&format!("step {number}: ")))?;
    }
    let mut place = told.place()?;
    let memory = std::mem::take(&mut place.memory);
    let chair = place.chair();
    agree(&chair, request)?;
    let mut dice = seed.stream(Stream::Bot(seat.0));
    let mind = opponent.sit_remembering(memory);
    let choice = match mind {
        Some(mut mind) => mind.choose(&chair, &mut dice, &|_| true),
        None => Err(Trouble::NoAction),
    };
    let choice = choice.map_err(|trouble| match trouble {
        Trouble::NoAction => Fault::new("no-action", "the seat has nothing to choose from"),
        other => Fault::hook(other),
    })?;
    Ok(answer(&chair, &choice))
}

/// The variant asked for; the last one is kept, since requests mostly ask for the same again.
fn loaded(host: &mut Host, request: &mut Request) -> Result<Loaded, Fault> {
    let variant = request.text("variant")?;
    let (options, preset) = (pairs(request)?, request.text("preset")?);
    let key = format!("{variant:?} {options:?} {preset:?}");
    if let Some((kept, loaded)) = &host.chosen
        && *kept == key
    {
        return Ok(loaded.clone());
    }
    let (found, document) = found(host, variant)?;
    let loaded = found
        .load(&document, preset.as_deref(), &options)
        .map_err(first)?;
    host.chosen = Some((key, loaded.clone()));
    Ok(loaded)
}

fn seat(request: &mut Request) -> Result<Seat, Fault> {
    let word = request.name("seat")?.ok_or_else(|| missing("seat"))?;
    match word.as_str() {
        "0" | "seat 0" => Ok(Seat(0)),
        "1" | "seat 1" => Ok(Seat(1)),
        _ => Err(Fault::new("bad-seat", "the seats are 0 and 1")),
    }
}

/// Who thinks, and within which budget.
fn opponent(host: &Host, request: &mut Request, loaded: &Loaded) -> Result<Opponent, Fault> {
    let mut player = match request.text("player")? {
        Some(text) => machine("player", &text)?,
        None => match &host.player {
            Some(player) => player.clone(),
            None => Player::read("player", "mcts")?,
        },
    };
    let simulations = request.number("simulations", 1_000_000_000)?;
    let time = request.number("time", 86_400_000)?;
    if let Player::Mcts(thinking) = &mut player
        && (simulations.is_some() || time.is_some())
    {
        thinking.level = None;
        thinking.simulations = simulations.map(|n| n.max(1));
        thinking.time = time.map(std::time::Duration::from_millis);
    }
    Ok(Opponent::ready(&player, loaded)?)
}

/// Reads a step of a request.
fn hear(told: &mut Told<'_>, step: Value) -> Result<(), Fault> {
    let Value::Object(fields) = step else {
        return Err(wrong_type("steps", "a list of steps", &step));
    };
    let mut step = Request::of(fields);
    step.only(&[
        "step",
        "seat",
        "action",
        "try",
        "act",
        "manner",
        "automatic",
        "events",
    ])?;
    let seat = seat(&mut step)?;
    let [act, tried, manner] = [step.text("act")?, step.text("try")?, step.text("manner")?];
    let events = step.texts("events", MAX_STEPS)?;
    let automatic = step.flag("automatic")?;
    let manner = manner.as_deref();
    let action;
    let done = match (&act, &tried) {
        (Some(word), _) => Words::Act(word),
        (None, Some(text)) => Words::Try(text, manner),
        (None, None) => {
            action = step.need_text("action")?;
            Words::Action(&action, manner)
        }
    };
    Ok(told.read(seat, done, automatic, &events)?)
}

/// Makes sure that who asks sees the same as we do.
fn agree(chair: &Chair<'_>, request: &mut Request) -> Result<(), Fault> {
    let differs = |what: &str, theirs: &str, ours: &str| {
        let message = format!("the {what} differs: theirs is {theirs}, ours {ours}");
        Err(Fault::new("differs", message))
    };
    if let Some(text) = request.text("position")? {
        let ours = chair.text();
        if text != ours {
            return differs("position", &text, &ours);
        }
    }
    if request.has("legal") {
        let theirs = request.texts("legal", MAX_STEPS)?;
        let legal = chair.legal().map_err(Fault::hook)?;
        let ours: Vec<String> = legal.iter().map(|a| chair.format_action(*a)).collect();
        if theirs != ours {
            return differs("list of actions", &theirs.join(" "), &ours.join(" "));
        }
    }
    Ok(())
}

fn answer(chair: &Chair<'_>, choice: &Choice) -> Map<String, Value> {
    let mut answer = Map::new();
    answer.insert(
        "action".to_owned(),
        chair.format_action(choice.action).into(),
    );
    if let Some(found) = &choice.found {
        answer.insert("simulations".to_owned(), found.simulations.into());
        answer.insert("value".to_owned(), found.value.into());
        let ranked = found.ranked.iter().take(RANKED);
        let ranked = ranked.map(|r| {
            let action = chair.format_action(r.action);
            json!({ "action": action, "visits": r.visits, "value": r.value })
        });
        answer.insert("ranked".to_owned(), ranked.collect::<Vec<_>>().into());
    }
    answer
}
