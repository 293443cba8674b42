//! What the rules say, as words and as data: explanations, outcomes, endings, ways of moving.

use std::borrow::Cow;

use masque_core::clock::{BankStart, ClockSpec, Millis, OnTimeout};
use masque_core::engine::Engine;
use masque_core::explain::{Explanation, Noted};
use masque_core::piece::Side;
use masque_core::position::Outcome;
use masque_core::spec::{EndThen, EndWhen, KindSpec, MoveSpec, Spec};
use serde_json::{Value, json};

use crate::lang::Lang;

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
pub(crate) fn end_when(lang: Lang, spec: &Spec, when: &EndWhen) -> String {
    let kind = |name: &String| kind(lang, spec, name);
    match when {
        EndWhen::Eliminated => lang.say("end-eliminated").into_owned(),
        EndWhen::Lost(name) => lang.say_with("end-lost", &[("kind", kind(name).into())]),
        EndWhen::Immobile(_) => lang.say("end-immobile").into_owned(),
        EndWhen::Checkmate => lang.say("end-checkmate").into_owned(),
        EndWhen::NoAction => lang.say("end-no-action").into_owned(),
        EndWhen::Captured(number) => lang.say_with("end-captured", &[("number", (*number).into())]),
        EndWhen::Passes(number) => lang.say_with("end-passes", &[("number", (*number).into())]),
        EndWhen::Quiet => lang.say("end-quiet").into_owned(),
        EndWhen::PlyLimit => lang.say("end-ply-limit").into_owned(),
        EndWhen::Repetition => lang.say("end-repetition").into_owned(),
        EndWhen::Reached(name, region) => lang.say_with(
            "end-reached",
            &[("kind", kind(name).into()), ("region", region.into())],
        ),
        EndWhen::Line {
            length,
            exact: true,
        } => lang.say_with("end-line-exact", &[("length", (*length).into())]),
        EndWhen::Line {
            length,
            exact: false,
        } => lang.say_with("end-line", &[("length", (*length).into())]),
        EndWhen::Connected(one, other) => lang.say_with(
            "end-connected",
            &[("region", one.into()), ("other", other.into())],
        ),
        EndWhen::Full => lang.say("end-full").into_owned(),
        EndWhen::DeadMaterial { .. } => lang.say("end-dead-material").into_owned(),
    }
}

/// What happens then, in a word.
pub(crate) fn end_then(lang: Lang, then: EndThen) -> Cow<'static, str> {
    lang.say(match then {
        EndThen::Loses => "then-loses",
        EndThen::Wins => "then-wins",
        EndThen::Draw => "then-draw",
        EndThen::Score => "then-score",
        EndThen::Pass => "then-pass",
    })
}

/// The name of a kind of piece for both sides, such as `帥/將` where they call it differently.
pub(crate) fn both_names(lang: Lang, kind: &KindSpec) -> String {
    let [first, second] = Side::BOTH.map(|side| lang.kind(kind, side));
    if first == second {
        first.to_owned()
    } else {
        format!("{first}/{second}")
    }
}

/// The name of the kind that rules call by a word.
fn kind(lang: Lang, spec: &Spec, word: &str) -> String {
    let kind = spec.kinds.iter().find(|kind| kind.name == word);
    kind.map_or_else(|| word.to_owned(), |kind| both_names(lang, kind))
}

/// One way of moving, in a few words.
pub(crate) fn moves(lang: Lang, spec: &Spec, way: &MoveSpec) -> String {
    let mut text = match &way.walk {
        None => way.betza.clone(),
        Some(walk) => {
            let class = if walk.class.is_empty() {
                lang.say("move-any-edge")
            } else {
                walk.class.as_str().into()
            };
            let mut parts = vec![lang.say_with("move-walk", &[("class", class.into())])];
            if walk.straight {
                parts.push(lang.say("move-straight").into_owned());
            }
            if walk.limit > 0 {
                parts.push(lang.say_with("move-steps", &[("number", walk.limit.into())]));
            }
            lang.list(&parts)
        }
    };
    if !way.manner.is_empty() {
        text.push_str(&format!(" ({})", way.manner));
    }
    if let Some(region) = &way.from {
        text.push(' ');
        text.push_str(&lang.say_with("move-from", &[("region", region.into())]));
    }
    if let Some(region) = &way.to {
        text.push(' ');
        text.push_str(&lang.say_with("move-onto", &[("region", region.into())]));
    }
    if !way.victims.is_empty() {
        let kinds: Vec<String> = way.victims.iter().map(|v| kind(lang, spec, v)).collect();
        let kinds = lang.list(&kinds);
        text.push(' ');
        text.push_str(&lang.say_with("move-taking", &[("kinds", kinds.into())]));
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
