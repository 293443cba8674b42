//! What the rules say, as words and as data: explanations, outcomes, endings, ways of moving.

use masque_core::clock::{BankStart, ClockSpec, Millis, OnTimeout};
use masque_core::engine::Engine;
use masque_core::explain::{Explanation, Noted};
use masque_core::position::Outcome;
use masque_core::spec::{EndThen, EndWhen, MoveSpec};
use serde_json::{Value, json};

/// An explanation as data.
pub(crate) fn explanation(engine: &dyn Engine, explanation: &Explanation) -> Value {
    match explanation {
        Explanation::Refused(refusal) => json!({
            "legal": false,
            "stage": refusal.stage,
            "clause": engine.clause(refusal.clause),
        }),
        Explanation::Legal(notes) => {
            let notes: Vec<Noted> = notes.iter().map(|n| Noted::new(engine, *n)).collect();
            json!({ "legal": true, "notes": notes })
        }
    }
}

/// How a game ended, as data; `null` while it goes on.
pub(crate) fn outcome(engine: &dyn Engine, outcome: Option<Outcome>) -> Value {
    let Some(outcome) = outcome else {
        return Value::Null;
    };
    let mut value = json!({
        "winner": outcome.winner.map(|seat| seat.0),
        "clause": engine.clause(outcome.clause),
    });
    if let Some(scores) = outcome.scores {
        value["scores"] = json!(scores);
    }
    value
}

/// When a game ends, in words.
pub(crate) fn end_when(when: &EndWhen) -> String {
    match when {
        EndWhen::Eliminated => "a side has no piece left".to_owned(),
        EndWhen::Lost(kind) => format!("a side has lost its {kind}"),
        EndWhen::Immobile(_) => "a side has no piece that could ever move".to_owned(),
        EndWhen::Checkmate => "the seat to move is in check and has no action".to_owned(),
        EndWhen::NoAction => "the seat to move has no action".to_owned(),
        EndWhen::Captured(number) => format!("a side has captured {number} or more"),
        EndWhen::Passes(number) => format!("{number} passes running"),
        EndWhen::Quiet => "the limit of quiet turns".to_owned(),
        EndWhen::PlyLimit => "the limit of plies".to_owned(),
        EndWhen::Repetition => "the position has come too often".to_owned(),
        EndWhen::Reached(kind, region) => format!("a {kind} has reached {region}"),
        EndWhen::Line {
            length,
            exact: true,
        } => format!("a side has exactly {length} in a row"),
        EndWhen::Line {
            length,
            exact: false,
        } => format!("a side has {length} or more in a row"),
        EndWhen::Connected(one, other) => format!("a side has joined {one} to {other}"),
        EndWhen::Full => "no site is empty".to_owned(),
        EndWhen::DeadMaterial { .. } => "neither side can win any more".to_owned(),
    }
}

/// What happens then, in a word.
pub(crate) fn end_then(then: EndThen) -> &'static str {
    match then {
        EndThen::Loses => "it loses",
        EndThen::Wins => "it wins",
        EndThen::Draw => "draw",
        EndThen::Score => "the score decides",
        EndThen::Pass => "it passes",
    }
}

/// One way of moving, in a few words.
pub(crate) fn moves(spec: &MoveSpec) -> String {
    let mut text = match &spec.walk {
        None => spec.betza.clone(),
        Some(walk) => {
            let class = if walk.class.is_empty() {
                "any edge"
            } else {
                walk.class.as_str()
            };
            let limit = match walk.limit {
                0 => String::new(),
                1 => ", one step".to_owned(),
                most => format!(", up to {most} steps"),
            };
            let straight = if walk.straight { ", straight" } else { "" };
            format!("walk on {class}{straight}{limit}")
        }
    };
    if !spec.manner.is_empty() {
        text.push_str(&format!(" ({})", spec.manner));
    }
    for (word, region) in [("from", &spec.from), ("onto", &spec.to)] {
        if let Some(region) = region {
            text.push_str(&format!(" {word} {region}"));
        }
    }
    if !spec.victims.is_empty() {
        text.push_str(&format!(" taking {}", spec.victims.join(", ")));
    }
    text
}

/// A clock's settings as the command line and cases write them.
pub(crate) fn clock(spec: &ClockSpec) -> String {
    let mut words = Vec::new();
    let mut time = |key: &str, value: Option<Millis>| {
        words.extend(value.map(|value| format!("{key} {}", duration(value))));
    };
    time("move", spec.per_move);
    time("main", spec.main);
    time("increment", Some(spec.increment).filter(|i| *i > 0));
    time("bank", spec.bank);
    time("warn", spec.warn_at);
    if spec.bank.is_some() && spec.bank_start == BankStart::Manual {
        words.push("bank-start manual".to_owned());
    }
    if spec.is_timed() && spec.on_timeout == OnTimeout::Lose {
        words.push("on-timeout lose".to_owned());
    }
    words.extend(spec.timeouts_lose.map(|n| format!("timeouts {n}")));
    words.extend(spec.cards_lose.map(|n| format!("cards {n}")));
    words.join(", ")
}

/// A duration such as `1m30s`.
fn duration(millis: Millis) -> String {
    let (minutes, rest) = (millis / 60_000, millis % 60_000);
    let (seconds, rest) = (rest / 1000, rest % 1000);
    let parts = [(minutes, "m"), (seconds, "s"), (rest, "ms")];
    let text: String = parts
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, unit)| format!("{n}{unit}"))
        .collect();
    if text.is_empty() {
        "0s".to_owned()
    } else {
        text
    }
}
