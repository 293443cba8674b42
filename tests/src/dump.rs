//! Cases as data for programs in other languages: every step parsed, with the setups that it starts from.
//!
//! `docs/cases.md` describes the form. Everything that an author wrote is there; nothing is resolved that needs a variant,
//! so kinds, sides and options are the author's words.

use masque_scripting::diag::Span;
use serde_json::{Map, Value, json};

use crate::case::{
    Act, Attempt, Board, Case, Diagram, Event, Extent, Layout, Observer, OutcomeWord, Pair,
    SeatName, Setting, Sight, Spanned, Step, Unit, Word,
};
use crate::library::{Rule, Rulebook};

/// The version of the form; it changes when a reader would have to.
pub const VERSION: u32 = 1;

/// How deep setups may start with other setups.
const DEPTH: usize = 16;

/// Every case of rulebooks, or only those of one clause; inherited cases once for each variant that they hold for.
#[must_use]
pub fn dump(books: &[Rulebook], clause: Option<&str>) -> Value {
    let mut cases = Vec::new();
    for book in books {
        for rule in book.rules() {
            if clause.is_some_and(|slug| slug != rule.clause.slug.value) {
                continue;
            }
            cases.extend(rule.cases().map(|c| case(book, &rule, c)));
        }
    }
    json!({ "masque_cases": VERSION, "cases": cases })
}

fn case(book: &Rulebook, rule: &Rule<'_>, case: &Case) -> Value {
    let (file, line) = place(&case.name.span);
    json!({
        "variant": book.id,
        "from": rule.from,
        "clause": rule.clause.slug.value,
        "title": rule.clause.title.value,
        "sources": words(&rule.clause.sources),
        "name": case.name.value,
        "file": file,
        "line": line,
        "steps": steps(book, &case.steps, 0),
    })
}

/// The file and the line, from 1, where something begins.
pub(crate) fn place(span: &Span) -> (&str, usize) {
    let (line, _) = span.source.line_column(span.range.start);
    (&span.source.name, line)
}

fn steps(book: &Rulebook, list: &[Spanned<Step>], depth: usize) -> Vec<Value> {
    list.iter().map(|s| step(book, s, depth)).collect()
}

fn step(book: &Rulebook, spanned: &Spanned<Step>, depth: usize) -> Value {
    let mut out = Map::new();
    let name = match &spanned.value {
        Step::Expect(_) => "expect",
        Step::ClockShows { .. } => "clock-shows",
        other => other.word(),
    };
    out.insert("step".into(), name.into());
    out.insert("line".into(), place(&spanned.span).1.into());
    let mut put = |key: &str, value: Value| {
        if !value.is_null() {
            out.insert(key.into(), value);
        }
    };
    match &spanned.value {
        Step::Options(list) => put("options", pairs(list)),
        Step::Preset(name) => put("preset", name.value.clone().into()),
        Step::Seed(number) | Step::Count(number) => put("number", number.value.into()),
        Step::From(name) => {
            put("setup", name.value.clone().into());
            let setup = book.setup(name.as_str()).filter(|_| depth < DEPTH);
            let inner = setup.map(|setup| steps(book, &setup.steps, depth + 1));
            put("steps", inner.unwrap_or_default().into());
        }
        Step::Position(board) | Step::Expect(board) => put("board", diagram(board)),
        Step::Layout(laid) => put("layout", layout(laid)),
        Step::History(actions) | Step::Legal(actions) | Step::Only(actions) => {
            put("actions", words(actions));
        }
        Step::Play { actions, by } => {
            put("actions", words(actions));
            put(
                "by",
                by.as_ref().map_or(Value::Null, |name| seat(&name.value)),
            );
        }
        Step::Refused { attempt, because } | Step::Illegal { attempt, because } => {
            match attempt {
                Attempt::Actions { actions, by } => {
                    put("actions", words(actions));
                    put(
                        "by",
                        by.as_ref().map_or(Value::Null, |name| seat(&name.value)),
                    );
                }
                Attempt::Act(done) => put("act", act(done)),
                Attempt::Layout(laid) => put("layout", layout(laid)),
            }
            put("because", word(because.as_ref()));
        }
        Step::Act(done) => put("act", act(done)),
        Step::Repeat { times, steps: list } => {
            put("times", times.value.into());
            put("steps", steps(book, list, depth).into());
        }
        Step::At { time, events: told } => {
            put("milliseconds", time.value.into());
            put("events", events(told));
        }
        Step::ClockSet(list) => put("settings", settings(list)),
        Step::ClockShows { seat: name, shows } => {
            put("seat", seat(&name.value));
            put("settings", settings(shows));
        }
        Step::See {
            observer: who,
            sight,
        } => {
            put("observer", observer(&who.value));
            match sight {
                Sight::Diagram(board) => put("board", diagram(board)),
                Sight::SameAs(other) => put("same_as", observer(&other.value)),
            }
        }
        Step::Knows {
            observer: who,
            facts,
        } => {
            put("observer", observer(&who.value));
            let facts = facts.iter();
            let facts = facts.map(|f| json!({ "denied": f.denied, "words": words(&f.words) }));
            put("facts", facts.collect());
        }
        Step::Tells {
            observer: who,
            extent,
            events: told,
        } => {
            put("observer", observer(&who.value));
            let extent = match extent {
                Extent::AtLeast => "at-least",
                Extent::Exactly => "exactly",
                Extent::NobodyElse => "nobody-else",
            };
            put("extent", extent.into());
            put("events", events(told));
        }
        Step::Same {
            observer: who,
            truths,
        } => {
            put("observer", observer(&who.value));
            put("truths", truths.iter().map(|t| pairs(t)).collect());
        }
        Step::Outcome { result, by } => {
            match result {
                OutcomeWord::None => put("result", "none".into()),
                OutcomeWord::Draw => put("result", "draw".into()),
                OutcomeWord::Wins(name) => {
                    put("result", "wins".into());
                    put("winner", seat(&name.value));
                }
            }
            put("by", word(by.as_ref()));
        }
        Step::Turn(name) => put("seat", seat(&name.value)),
        Step::Phase(name) => put("phase", name.value.clone().into()),
        Step::Perft { nodes, unit, views } => {
            let nodes = nodes.iter();
            let nodes = nodes.map(|(d, n)| json!({ "depth": d.value, "count": n.value }));
            put("nodes", nodes.collect());
            let unit = match unit {
                Unit::Turn => "turn",
                Unit::Action => "action",
            };
            put("unit", unit.into());
            if let Some(views) = views {
                put("views", observer(&views.value));
            }
        }
    }
    Value::Object(out)
}

fn word(word: Option<&Word>) -> Value {
    word.map_or(Value::Null, |word| word.value.clone().into())
}

fn words(list: &[Word]) -> Value {
    list.iter().map(|word| word.value.clone()).collect()
}

fn pairs(list: &[Pair]) -> Value {
    let entries = list
        .iter()
        .map(|pair| (pair.key.value.clone(), pair.value.value.clone().into()));
    Value::Object(entries.collect())
}

/// A number for a seat, a word for a side.
fn seat(name: &SeatName) -> Value {
    match name {
        SeatName::Seat(index) => json!({ "seat": index }),
        SeatName::Side(side) => json!({ "side": side }),
    }
}

fn observer(name: &Observer) -> Value {
    match name {
        Observer::Public => "public".into(),
        Observer::Seat(name) => seat(name),
    }
}

fn act(act: &Act) -> Value {
    let mut out = json!({ "by": seat(&act.seat.value), "verb": act.verb.value });
    if let Some(object) = &act.object {
        out["object"] = object.value.clone().into();
    }
    out
}

fn events(list: &[Event]) -> Value {
    list.iter().map(|event| words(&event.words)).collect()
}

fn settings(list: &[Setting]) -> Value {
    let setting = |s: &Setting| json!({ "key": s.key.value, "value": s.value.value });
    list.iter().map(setting).collect()
}

fn layout(layout: &Layout) -> Value {
    json!({ "by": seat(&layout.seat.value), "board": diagram(&layout.diagram) })
}

fn diagram(diagram: &Diagram) -> Value {
    let mut out = Map::new();
    match &diagram.board {
        Board::Text(text) => {
            out.insert("text".into(), text.value.clone().into());
        }
        Board::Ranks { ranks, files } => {
            let ranks = ranks.iter().map(|rank| {
                let tokens = rank.tokens.iter().map(|token| match &token.value.truth {
                    None => json!({ "mark": token.value.mark }),
                    Some(truth) => json!({ "mark": token.value.mark, "truth": truth }),
                });
                json!({ "rank": rank.number.value, "sites": tokens.collect::<Vec<_>>() })
            });
            out.insert("ranks".into(), ranks.collect());
            if !files.is_empty() {
                out.insert("files".into(), words(files));
            }
        }
    }
    if let Some(name) = &diagram.to_move {
        out.insert("to_move".into(), seat(&name.value));
    }
    if !diagram.details.is_empty() {
        let details = diagram.details.iter();
        let detail = |d: &Spanned<crate::case::Detail>| json!({ "key": d.value.key.value, "words": words(&d.value.words) });
        out.insert("details".into(), details.map(detail).collect());
    }
    Value::Object(out)
}

#[cfg(test)]
mod tests;
