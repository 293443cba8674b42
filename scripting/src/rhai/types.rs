//! The types of scripts that do not depend on the board, their operators, and the functions upon them.

use masque_core::piece::{Kind, Piece, Side};
use masque_core::spec::{Spec, Verdict};
use rhai::{Array, Dynamic, Engine, EvalAltResult, ImmutableString, Module};
use std::any::TypeId;
use std::ops::{Range, RangeInclusive};

use super::limits::{self, Stop};
use super::text::COUNT_NAME;

/// What functions registered with Rhai give back.
pub(super) type Answer<T> = Result<T, Box<EvalAltResult>>;

/// A manner of moving, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Manner(pub(super) u8);

/// A special action, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Special(pub(super) u8);

/// A verdict, with the clause it rests on when the script says so.
#[derive(Clone, Debug)]
pub(super) struct Ruling {
    pub(super) verdict: Verdict,
    pub(super) clause: ImmutableString,
}

impl Ruling {
    pub(super) fn new(verdict: Verdict) -> Self {
        Self {
            verdict,
            clause: ImmutableString::new(),
        }
    }
}

/// How a script ends the game.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    pub(super) winner: Option<Side>,
    pub(super) clause: ImmutableString,
}

/// A value, or `()`.
pub(super) fn maybe<T: rhai::Variant + Clone>(value: Option<T>) -> Dynamic {
    value.map_or(Dynamic::UNIT, Dynamic::from)
}

/// Ends the hook because a function was given what it cannot take.
pub(super) fn fault<T>(message: impl Into<String>) -> Answer<T> {
    Stop::Fault(message.into()).raise()
}

macro_rules! comparable {
    ($engine:ident: $($name:literal $t:ty),*) => { $(
        $engine.register_type_with_name::<$t>($name);
        $engine.register_fn("==", |a: $t, b: $t| a == b);
        $engine.register_fn("!=", |a: $t, b: $t| a != b);
    )* };
}

/// Iterates, counting each item as a step.
pub(super) fn counted<T: rhai::Variant + Clone>(
    items: impl Iterator<Item = T> + 'static,
) -> Box<dyn Iterator<Item = Answer<Dynamic>>> {
    Box::new(items.map(|item| limits::step().map(|()| Dynamic::from(item))))
}

/// Registers types, operators and free functions.
pub(super) fn register(engine: &mut Engine, spec: &Spec) {
    comparable!(engine: "kind" Kind, "side" Side, "piece" Piece, "manner" Manner, "special" Special);
    engine.register_type_with_name::<Ended>("ending");
    engine.register_type_with_name::<Ruling>("verdict");
    engine.register_fn("==", |a: Ruling, b: Ruling| a.verdict == b.verdict);
    engine.register_fn("!=", |a: Ruling, b: Ruling| a.verdict != b.verdict);
    engine.register_get("side", |p: &mut Piece| p.side);
    engine.register_get("kind", |p: &mut Piece| p.kind);
    engine.register_fn(COUNT_NAME, limits::enter);

    let ranks: Vec<i64> = spec.kinds.iter().map(|k| i64::from(k.rank)).collect();
    engine.register_fn("rank", move |kind: Kind| -> Answer<i64> {
        limits::step()?;
        Ok(ranks.get(kind.index()).copied().unwrap_or(0))
    });
    let names: Vec<ImmutableString> = spec.kinds.iter().map(|k| k.name.as_str().into()).collect();
    engine.register_fn("name", move |kind: Kind| -> Answer<ImmutableString> {
        limits::step()?;
        Ok(names.get(kind.index()).cloned().unwrap_or_default())
    });
    engine.register_fn("refuse", |clause: &str| -> Answer<Dynamic> {
        limits::step()?;
        Stop::Refused(clause.to_owned()).raise()
    });
    engine.register_fn(
        "win",
        |side: Side, clause: ImmutableString| -> Answer<Ended> {
            limits::step()?;
            Ok(Ended {
                winner: Some(side),
                clause,
            })
        },
    );
    engine.register_fn("draw", |clause: ImmutableString| -> Answer<Ended> {
        limits::step()?;
        Ok(Ended {
            winner: None,
            clause,
        })
    });
    engine.register_fn(
        "because",
        |ruling: Ruling, clause: ImmutableString| -> Answer<Ruling> {
            limits::step()?;
            Ok(Ruling { clause, ..ruling })
        },
    );
    engine.register_fn("abs", |n: i64| -> Answer<i64> {
        limits::step()?;
        n.checked_abs()
            .map_or_else(|| fault("the number is too great for `abs`"), Ok)
    });
    engine.register_fn("min", |a: i64, b: i64| -> Answer<i64> {
        limits::step()?;
        Ok(a.min(b))
    });
    engine.register_fn("max", |a: i64, b: i64| -> Answer<i64> {
        limits::step()?;
        Ok(a.max(b))
    });
    // Lists are what options of several words are; `in` asks this.
    engine.register_fn("contains", |list: &mut Array, word: &str| -> Answer<bool> {
        limits::step()?;
        Ok(list.iter().any(|item| {
            item.read_lock::<ImmutableString>()
                .is_some_and(|w| w.as_str() == word)
        }))
    });
    engine.register_fn(
        "contains",
        |list: &mut Array, number: i64| -> Answer<bool> {
            limits::step()?;
            Ok(list.iter().any(|item| item.as_int() == Ok(number)))
        },
    );
    engine.register_fn("contains", |list: &mut Array, kind: Kind| -> Answer<bool> {
        limits::step()?;
        Ok(list
            .iter()
            .any(|item| item.read_lock::<Kind>().is_some_and(|k| *k == kind)))
    });
    engine.register_fn("len", |list: &mut Array| -> Answer<i64> {
        limits::step()?;
        Ok(list.len() as i64)
    });
    engine.register_fn("is_empty", |list: &mut Array| -> Answer<bool> {
        limits::step()?;
        Ok(list.is_empty())
    });

    let mut loops = Module::new();
    loops.set_iter_result(TypeId::of::<Range<i64>>(), |range| {
        counted(range.cast::<Range<i64>>())
    });
    loops.set_iter_result(TypeId::of::<RangeInclusive<i64>>(), |range| {
        counted(range.cast::<RangeInclusive<i64>>())
    });
    loops.set_iter_result(TypeId::of::<Array>(), |list| {
        counted(list.cast::<Array>().into_iter())
    });
    engine.register_global_module(loops.into());
}
