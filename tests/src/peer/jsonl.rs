//! Masque's own protocol, `masque engine`: everything that a case can ask has words in it.

use std::sync::Arc;

use masque_core::action::Act;
use masque_core::engine::Engine;
use masque_core::piece::{Observer, Seat};
use masque_core::search::Unit;
use masque_core::setup::Setup;
use serde_json::{Map, Value, json};

use super::nonsense;
use super::process::{Lease, Pool, Process};
use crate::run::clauses_of;
use crate::run::driver::{Driver, Ending, Game, Heard, Reply, Said, Start, Unsaid};

type Object = Map<String, Value>;

/// A game on an engine that speaks our protocol, as its arbiter. Actions are written as `legal` writes them.
#[derive(Debug)]
pub(super) struct Jsonl {
    lease: Lease,
    engine: Arc<dyn Engine>,
    /// The request that begins the game, as far as it is the same for all starts.
    begin: Object,
    /// The request that began this one.
    begun: Object,
    /// How many deeds are done, refused tries included.
    steps: usize,
    /// Whether the start was asked whether it is over already.
    judged: bool,
    told: Vec<Heard>,
}

fn seat(seat: Seat) -> Value {
    json!(seat.0)
}

fn observer(observer: Observer) -> Value {
    match observer {
        Observer::Seat(seat) => json!(seat.0),
        Observer::Public => json!("public"),
    }
}

/// Sends a request; `Ok(Err(..))` is the engine's own word that it was not done.
fn request(process: &mut Process, request: &Value) -> Result<Result<Object, Object>, String> {
    let asked = request.to_string();
    let lines = process.ask(&asked, |_| true)?;
    let line = lines.last().map_or("", String::as_str);
    let wrong = || format!("the engine answers `{asked}` with `{line}`");
    let Ok(Value::Object(mut answer)) = serde_json::from_str(line) else {
        return Err(wrong());
    };
    match (answer.remove("ok"), answer.remove("error")) {
        (Some(Value::Bool(true)), None) => Ok(Ok(answer)),
        (Some(Value::Bool(false)), Some(Value::Object(error))) => Ok(Err(error)),
        _ => Err(wrong()),
    }
}

/// The name of the engine.
pub(super) fn name(pool: &Arc<Pool>) -> Result<String, String> {
    let mut lease = pool.take(|_| Ok(()))?;
    let asked = json!({ "cmd": "hello" });
    let answer = request(lease.process()?, &asked)?
        .map_err(|error| format!("the engine refuses `{asked}`: {}", Value::Object(error)))?;
    let word = |key: &str| answer.get(key).and_then(Value::as_str).unwrap_or_default();
    Ok(format!("{} {}", word("name"), word("version"))
        .trim()
        .to_owned())
}

impl Jsonl {
    pub(super) fn open(pool: &Arc<Pool>, game: &Game<'_>) -> Said<Self> {
        let lease = pool.take(|_| Ok(())).map_err(Unsaid::Wrong)?;
        let options: Object = game
            .options
            .iter()
            .map(|(key, value)| (key.clone(), json!(value)))
            .collect();
        let begin = json!({
            "cmd": "new",
            "variant": game.engine.spec().id,
            "options": options,
            "preset": game.preset,
            "seed": 0,
        });
        let Value::Object(begin) = begin else {
            return Err(Unsaid::CannotAsk);
        };
        Ok(Self {
            lease,
            engine: Arc::clone(game.engine),
            begun: Object::new(),
            begin,
            steps: 0,
            judged: false,
            told: Vec::new(),
        })
    }

    fn try_it(&mut self, asked: &Value) -> Said<Result<Object, Object>> {
        let process = self.lease.process().map_err(Unsaid::Wrong)?;
        request(process, asked).map_err(Unsaid::Wrong)
    }

    /// Sends a request that must be done.
    fn ask(&mut self, asked: &Value) -> Said<Object> {
        let answer = self.try_it(asked)?;
        answer.map_err(|error| Unsaid::Wrong(said(&error)))
    }

    fn field(&mut self, asked: &Value, key: &str) -> Said<Value> {
        let mut answer = self.ask(asked)?;
        let missing = || nonsense(&asked.to_string(), &format!("no `{key}`"));
        answer.remove(key).ok_or_else(missing)
    }

    fn nodes(&mut self, asked: &Value) -> Said<u64> {
        let nodes = self.field(asked, "nodes")?;
        nodes
            .as_u64()
            .ok_or_else(|| nonsense(&asked.to_string(), &nodes.to_string()))
    }

    fn text(&mut self, asked: &Value, key: &str) -> Said<String> {
        match self.field(asked, key)? {
            Value::String(text) => Ok(text),
            other => Err(nonsense(&asked.to_string(), &other.to_string())),
        }
    }

    fn texts(&mut self, asked: &Value, key: &str) -> Said<Vec<String>> {
        let value = self.field(asked, key)?;
        serde_json::from_value(value).map_err(|e| nonsense(&asked.to_string(), &e.to_string()))
    }

    fn setup(&mut self, asked: &Value) -> Said<Setup> {
        let text = self.text(asked, "text")?;
        let read = self.engine.parse_position(&text);
        read.map_err(|error| nonsense(&asked.to_string(), &format!("{text}: {error}")))
    }

    /// The state, of a game whose start was asked whether it is over already.
    fn state(&mut self) -> Said<Object> {
        if self.steps == 0 && !self.judged {
            let mut begun = self.begun.clone();
            begun.remove("unjudged");
            self.ask(&Value::Object(begun))?;
            self.judged = true;
        }
        self.ask(&json!({ "cmd": "outcome" }))
    }

    /// Keeps what was told.
    fn hear(&mut self, answer: &Object) -> Said<()> {
        self.told.clear();
        let wrong = || nonsense("play", &Value::Object(answer.clone()).to_string());
        let steps = answer.get("steps").and_then(Value::as_array);
        for step in steps.ok_or_else(wrong)? {
            self.steps += 1;
            let events = step.get("events").and_then(Value::as_array);
            for event in events.ok_or_else(wrong)? {
                let text = event["event"].as_str().ok_or_else(wrong)?;
                let to = event["to"].as_array().ok_or_else(wrong)?;
                self.told.push(Heard {
                    by: Observer::ALL
                        .into_iter()
                        .filter(|o| to.contains(&observer(*o)))
                        .collect(),
                    words: text.split(' ').map(str::to_owned).collect(),
                });
            }
        }
        Ok(())
    }

    /// Every attempt from an occupied site upon every site, explained.
    fn attempts(&mut self, by: Seat, out: &mut Vec<String>) -> Said<()> {
        let seen = self.see(Observer::Seat(by))?;
        let sites = self.engine.sites();
        let mut actions = Vec::new();
        for from in (0..sites).filter(|s| seen.cells[*s] != masque_core::setup::SetupCell::Empty) {
            let name = |s: usize| self.engine.site_name(masque_core::site::Site(s as u16));
            actions.extend((0..sites).map(|to| format!("{}-{}", name(from), name(to))));
            actions.push(format!("flip {}", name(from)));
        }
        for action in actions {
            let asked = json!({ "cmd": "explain", "action": action, "seat": seat(by) });
            let answer = self.try_it(&asked)?;
            out.push(format!("{action} {answer:?}"));
        }
        Ok(())
    }
}

fn said(error: &Object) -> String {
    let word = |key: &str| error.get(key).and_then(Value::as_str).unwrap_or_default();
    format!("{} [{}]", word("message"), word("code"))
}

fn clause(error: &Object) -> Vec<String> {
    let clause = error.get("clause").and_then(Value::as_str);
    clause.map(str::to_owned).into_iter().collect()
}

impl Driver for Jsonl {
    fn start(&mut self, start: &Start<'_>) -> Said<()> {
        let engine = &*self.engine;
        let earlier = start.earlier.iter().map(|s| engine.format_setup(s));
        let earlier: Vec<String> = earlier.collect();
        self.begun.clone_from(&self.begin);
        let mut put = |key: &str, value: Value| self.begun.insert(key.to_owned(), value);
        put("position", json!(engine.format_setup(start.setup)));
        put("earlier", json!(earlier));
        put("unjudged", json!(true));
        self.steps = 0;
        self.judged = false;
        self.told.clear();
        let begun = Value::Object(self.begun.clone());
        match self.try_it(&begun)? {
            Ok(_) => Ok(()),
            Err(error) if error.get("code") == Some(&json!("unknown-variant")) => {
                Err(Unsaid::CannotAsk)
            }
            Err(error) => Err(Unsaid::Wrong(said(&error))),
        }
    }

    fn native(&self) -> bool {
        true
    }

    fn normal(&mut self, by: Seat, action: &str) -> Said<String> {
        let asked = json!({ "cmd": "explain", "action": action, "seat": seat(by) });
        self.text(&asked, "action")
    }

    fn turn(&mut self) -> Said<Seat> {
        let state = self.ask(&json!({ "cmd": "outcome" }))?;
        match state.get("turn").and_then(Value::as_u64) {
            Some(turn @ 0..=1) => Ok(Seat(turn as u8)),
            // When the game is over nobody is to act, and the position says who would be.
            _ => Ok(self.truth()?.turn),
        }
    }

    fn legal(&mut self) -> Said<Vec<String>> {
        self.texts(&json!({ "cmd": "legal" }), "actions")
    }

    fn why(&mut self, by: Seat, action: &str) -> Said<Option<Vec<String>>> {
        let asked = json!({ "cmd": "explain", "action": action, "seat": seat(by) });
        let answer = self.ask(&asked)?;
        match answer.get("legal") {
            Some(Value::Bool(true)) => Ok(None),
            Some(Value::Bool(false)) => Ok(Some(clause(&answer))),
            _ => Err(nonsense(&asked.to_string(), "no `legal`")),
        }
    }

    fn play(&mut self, by: Seat, action: &str, automatic: bool) -> Said<Reply> {
        let asked = json!({
            "cmd": "play", "action": action, "seat": seat(by), "automatic": automatic,
        });
        let answer = match self.try_it(&asked)? {
            Ok(answer) => answer,
            Err(error) if error.get("code") == Some(&json!("illegal")) => {
                return Ok(Reply::Illegal(clause(&error)));
            }
            Err(error) => return Err(Unsaid::Wrong(said(&error))),
        };
        self.hear(&answer)?;
        match answer.get("result").and_then(Value::as_str) {
            Some("played") => Ok(Reply::Done),
            Some("refused") => Ok(Reply::Refused(clause(&answer))),
            _ => Err(nonsense(&asked.to_string(), "no `result`")),
        }
    }

    fn act(&mut self, by: Seat, act: Act) -> Said<Reply> {
        let asked = json!({ "cmd": "act", "act": act, "seat": seat(by) });
        match self.try_it(&asked)? {
            Ok(answer) => {
                self.hear(&answer)?;
                Ok(Reply::Done)
            }
            Err(error) if error.get("code") == Some(&json!("bad-act")) => {
                Ok(Reply::Illegal(clauses_of(&*self.engine, act)))
            }
            Err(error) => Err(Unsaid::Wrong(said(&error))),
        }
    }

    fn heard(&mut self) -> Said<Vec<Heard>> {
        Ok(self.told.clone())
    }

    fn see(&mut self, by: Observer) -> Said<Setup> {
        self.setup(&json!({ "cmd": "position", "observer": observer(by) }))
    }

    fn truth(&mut self) -> Said<Setup> {
        self.setup(&json!({ "cmd": "position", "truth": true }))
    }

    fn everything(&mut self, by: Observer, thorough: bool) -> Said<String> {
        let eyes = observer(by);
        let since = self.steps.saturating_sub(1);
        let mut asked = vec![
            json!({ "cmd": "observe", "observer": eyes }),
            json!({ "cmd": "position", "observer": eyes }),
            json!({ "cmd": "render", "observer": eyes }),
            json!({ "cmd": "events", "observer": eyes, "since": since }),
            json!({ "cmd": "outcome" }),
        ];
        let Observer::Seat(own) = by else {
            return self.all(&asked);
        };
        let mut out = Vec::new();
        if self.turn()? == own {
            for action in self.legal()? {
                asked.push(json!({ "cmd": "explain", "action": action, "seat": eyes }));
                out.push(format!("legal {action}"));
            }
        }
        out.push(self.all(&asked)?);
        if thorough && self.engine.sites() <= 100 {
            self.attempts(own, &mut out)?;
        }
        Ok(out.join("\n"))
    }

    fn outcome(&mut self) -> Said<Option<Ending>> {
        let state = self.state()?;
        let wrong = || nonsense("outcome", &Value::Object(state.clone()).to_string());
        let outcome = match state.get("outcome") {
            Some(Value::Null) => return Ok(None),
            Some(Value::Object(outcome)) => outcome,
            _ => return Err(wrong()),
        };
        let winner = match outcome.get("winner") {
            Some(Value::Null) => None,
            Some(winner) => {
                let seat = winner.as_u64().filter(|seat| *seat < 2);
                Some(Seat(seat.ok_or_else(wrong)? as u8))
            }
            None => return Err(wrong()),
        };
        let clause = outcome.get("clause").and_then(Value::as_str);
        let clause = clause.ok_or_else(wrong)?.to_owned();
        Ok(Some(Ending { winner, clause }))
    }

    fn phase(&mut self) -> Said<Vec<String>> {
        let state = self.state()?;
        let phase = state.get("phase").and_then(Value::as_str);
        let word = phase.and_then(|phase| phase.split(' ').next());
        let word = word.ok_or_else(|| nonsense("outcome", "no `phase`"))?;
        let mut words = vec![word.to_owned()];
        if word == "play" && self.legal()?.iter().any(|action| action == "swap") {
            words.push("swap".to_owned());
        }
        Ok(words)
    }

    fn perft(&mut self, depth: u32, unit: Unit) -> Said<u64> {
        let unit = match unit {
            Unit::Turn => "turn",
            Unit::Action => "action",
        };
        self.nodes(&json!({ "cmd": "perft", "depth": depth, "unit": unit }))
    }

    fn views(&mut self, by: Observer, depth: u32) -> Said<u64> {
        self.nodes(&json!({ "cmd": "perft", "depth": depth, "views": observer(by) }))
    }

    fn picture(&mut self) -> Option<String> {
        let setup = self.truth().ok()?;
        Some(crate::run::draw(&*self.engine, &setup, &[]))
    }
}

impl Jsonl {
    fn all(&mut self, asked: &[Value]) -> Said<String> {
        let mut out = Vec::new();
        for asked in asked {
            let answer = self.ask(asked)?;
            out.push(Value::Object(answer).to_string());
        }
        Ok(out.join("\n"))
    }
}
