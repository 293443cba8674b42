//! Another program as an opponent: it is asked with `choose`, as `docs/protocol.md` describes it.

use std::sync::Arc;
use std::time::Duration;

use masque_conformance::peer::process::{Lease, Pool};
use masque_core::action::{Action, Tag};
use masque_core::engine::Engine;
use masque_core::game::Deed;
use masque_core::random::Dice;
use masque_scripting::diag::Diagnostic;
use serde_json::{Map, Value, json};

use super::chair::{Chair, Heard};
use super::mind::Trouble;
use super::player::Program;
use crate::signals;
use crate::variant::Loaded;

/// A program that is there to be asked, in any number of games.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pool: Arc<Pool>,
    /// What is the same in all requests.
    head: Map<String, Value>,
    name: String,
}

impl Kept {
    /// Starts a program for a variant.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn start(program: &Program, loaded: &Loaded) -> Result<Self, Diagnostic> {
        signals::end_programs_too();
        let pool = Pool::new(&program.command, program.patience);
        let started = pool.take(|_| Ok(()));
        started.map_err(|message| Diagnostic::new("no-engine", message))?;
        let mut head = Map::new();
        head.insert("cmd".to_owned(), "choose".into());
        head.insert("variant".to_owned(), loaded.id.as_str().into());
        head.insert("options".to_owned(), options(&loaded.choices));
        head.insert("rules".to_owned(), loaded.hash.as_str().into());
        if let Some(simulations) = program.simulations {
            head.insert("simulations".to_owned(), simulations.into());
        }
        if let Some(time) = program.time.map(milliseconds) {
            head.insert("time".to_owned(), time.into());
        }
        Ok(Self {
            pool,
            head,
            name: program.command.clone(),
        })
    }

    /// Asks for an action of the chair's seat.
    ///
    /// # Errors
    /// [`Trouble`].
    pub(super) fn choose(
        &self,
        asked: &mut Asked,
        chair: &Chair<'_>,
        dice: &mut Dice,
    ) -> Result<(Action, u64), Trouble> {
        let legal = chair.legal()?;
        if legal.is_empty() {
            return Err(Trouble::NoAction);
        }
        let request = self.request(chair, &legal, dice);
        let lease = match &mut asked.0 {
            Some(lease) => lease,
            none => none.insert(self.pool.take(|_| Ok(())).map_err(Trouble::Forfeit)?),
        };
        let process = lease.process().map_err(Trouble::Forfeit)?;
        process.say(&request.to_string());
        let lines = process.hear("choose", |_| true).map_err(Trouble::Forfeit)?;
        let line = lines.last().map_or("", String::as_str);
        let answered = read(line).and_then(|(text, simulations)| {
            let action = chair.parse_action(&text).ok();
            match action.filter(|action| legal.contains(action)) {
                Some(action) => Ok((action, simulations)),
                None => Err(format!("plays `{}`, which is not legal", shown(&text))),
            }
        });
        answered.map_err(|what| {
            lease.give_up();
            Trouble::Forfeit(format!("`{}` {what}", self.name))
        })
    }

    fn request(&self, chair: &Chair<'_>, legal: &[Action], dice: &mut Dice) -> Value {
        let engine = chair.engine();
        let mut request = self.head.clone();
        let mut put = |key: &str, value: Value| {
            request.insert(key.to_owned(), value);
        };
        put("seat", chair.seat().0.into());
        let start = chair.start();
        put("start", engine.format_setup(start.masked()).into());
        let earlier = start.earlier().iter();
        let earlier: Vec<String> = earlier.map(|s| engine.format_setup(s)).collect();
        put("earlier", earlier.into());
        let steps = (0..chair.length()).filter_map(|number| chair.step(number));
        let steps: Vec<Value> = steps.map(|heard| step(engine, chair, &heard)).collect();
        put("steps", steps.into());
        put("position", chair.text().into());
        put(
            "observation",
            serde_json::to_value(chair.observation()).unwrap_or_default(),
        );
        let legal: Vec<String> = legal.iter().map(|a| chair.format_action(*a)).collect();
        put("legal", legal.into());
        // Numbers up to 2^53 are the same in every language.
        put("seed", (dice.bits() >> 11).into());
        Value::Object(request)
    }
}

/// The program that one mind talks to, once it does.
#[derive(Debug, Default)]
pub(super) struct Asked(Option<Lease>);

fn milliseconds(time: Duration) -> u64 {
    (time.as_millis() as u64).max(1)
}

/// Options written `key=value,...` as an object.
fn options(choices: &str) -> Value {
    let pairs = choices.split(',').filter_map(|pair| pair.split_once('='));
    Value::Object(pairs.map(|(k, v)| (k.to_owned(), v.into())).collect())
}

fn step(engine: &dyn Engine, chair: &Chair<'_>, heard: &Heard) -> Value {
    let mut value = json!({ "seat": heard.seat.0 });
    let (key, action) = match heard.deed {
        Deed::Action(action) => ("action", action),
        Deed::Try(action) => ("try", action),
        Deed::Act(act) => {
            value["act"] = json!(act);
            value["events"] = events(chair, heard);
            return value;
        }
    };
    value[key] = engine.write_action(action).into();
    if action.tag() == Tag::Move && action.manner() > 0 {
        let manner = engine.spec().manners.get(usize::from(action.manner()));
        value["manner"] = json!(manner);
    }
    if heard.automatic {
        value["automatic"] = true.into();
    }
    value["events"] = events(chair, heard);
    value
}

fn events(chair: &Chair<'_>, heard: &Heard) -> Value {
    let words = heard.events.iter().map(|event| chair.event_words(event));
    words.collect::<Vec<_>>().into()
}

/// The action of an answer, and the simulations that were made for it.
fn read(line: &str) -> Result<(String, u64), String> {
    let nonsense = || format!("answers `choose` with `{}`", shown(line));
    let Ok(Value::Object(answer)) = serde_json::from_str(line) else {
        return Err(nonsense());
    };
    if let Some(error) = answer.get("error") {
        let message = error.get("message").and_then(Value::as_str);
        let message = message.map_or_else(|| error.to_string(), str::to_owned);
        return Err(format!("does not choose: {}", shown(&message)));
    }
    let action = answer.get("action").and_then(Value::as_str);
    let simulations = answer.get("simulations").and_then(Value::as_u64);
    let action = action.ok_or_else(nonsense)?;
    Ok((action.to_owned(), simulations.unwrap_or(0)))
}

/// The beginning of what a program said, safe to print: a terminal would obey control characters.
fn shown(text: &str) -> String {
    let printed = |c: char| {
        if c.is_control() {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };
    let mut shown: String = text.chars().take(120).map(printed).collect();
    if text.chars().nth(120).is_some() {
        shown.push('…');
    }
    shown
}
