//! The clock of a game at the terminal: settings in words, and what the screen says of it.

use std::collections::BTreeMap;

use masque_conformance::case::duration;
use masque_core::clock::{BankStart, Clock, ClockEvent, ClockSpec, LostBy, OnTimeout};
use masque_core::piece::Seat;
use masque_scripting::diag::Diagnostic;

use crate::lang::Lang;

/// Reads settings such as `move=50s warn=10s timeouts=3`.
///
/// # Errors
/// The setting that is wrong, and what was expected.
pub(crate) fn settings(pairs: &BTreeMap<String, String>) -> Result<ClockSpec, Diagnostic> {
    let mut spec = ClockSpec::default();
    for (key, value) in pairs {
        let time = || {
            duration(value).ok_or_else(|| {
                Diagnostic::new("bad-clock", format!("`{value}` is not a time for `{key}`"))
                    .hint("times are written `50s`, `2m`, `1m30s` or `500ms`")
            })
        };
        let number = || {
            value.parse::<u8>().map_err(|_| {
                Diagnostic::new(
                    "bad-clock",
                    format!("`{value}` is not a number for `{key}`"),
                )
                .hint("expected 1 to 255")
            })
        };
        match key.as_str() {
            "move" => spec.per_move = Some(time()?),
            "main" => spec.main = Some(time()?),
            "bank" => spec.bank = Some(time()?),
            "increment" => spec.increment = time()?,
            "warn" => spec.warn_at = Some(time()?),
            "timeouts" => spec.timeouts_lose = Some(number()?),
            "cards" => spec.cards_lose = Some(number()?),
            "consecutive" => spec.consecutive = value == "true",
            "bank-start" => {
                spec.bank_start = match value.as_str() {
                    "auto" => BankStart::Auto,
                    "manual" => BankStart::Manual,
                    _ => {
                        return Err(Diagnostic::new(
                            "bad-clock",
                            format!("`{value}` is not a way to start the bank"),
                        )
                        .hint("expected `auto` or `manual`"));
                    }
                }
            }
            "on-timeout" => {
                spec.on_timeout = match value.as_str() {
                    "auto-move" => OnTimeout::AutoMove,
                    "lose" => OnTimeout::Lose,
                    _ => {
                        return Err(Diagnostic::new(
                            "bad-clock",
                            format!("`{value}` is not a consequence of a time-out"),
                        )
                        .hint("expected `auto-move` or `lose`"));
                    }
                }
            }
            _ => {
                return Err(Diagnostic::new("bad-clock", format!("no clock setting is called `{key}`"))
                    .hint("settings are move, main, bank, bank-start, increment, warn, on-timeout, timeouts, cards, consecutive"));
            }
        }
    }
    Ok(spec)
}

/// Reads `move=50s,warn=10s` or the same with blanks.
///
/// # Errors
/// The word that is not `key=value`.
pub(crate) fn pairs(text: &str) -> Result<BTreeMap<String, String>, Diagnostic> {
    text.split([',', ' '])
        .filter(|w| !w.is_empty())
        .map(|word| {
            let (key, value) = word.split_once('=').ok_or_else(|| {
                Diagnostic::new("bad-clock", format!("`{word}` is not a clock setting"))
                    .hint("expected `move=50s,warn=10s`")
            })?;
            Ok((key.to_owned(), value.to_owned()))
        })
        .collect()
}

/// A clock event in words, for a player.
#[must_use]
pub(crate) fn words(lang: Lang, event: &ClockEvent, name: impl Fn(Seat) -> String) -> String {
    let who = |seat: &u8| name(Seat(*seat)).into();
    match event {
        ClockEvent::Warning { seat, left } => lang.say_with(
            "clock-warning",
            &[
                ("who", who(seat)),
                ("time", lang.digits(&show(*left)).into()),
            ],
        ),
        ClockEvent::BankStarted { seat, .. } => {
            lang.say_with("clock-bank-started", &[("who", who(seat))])
        }
        ClockEvent::BankEmpty { seat } => lang.say_with("clock-bank-empty", &[("who", who(seat))]),
        ClockEvent::TimeOut { seat, count } => lang.say_with(
            "clock-time-out",
            &[("who", who(seat)), ("number", (*count).into())],
        ),
        ClockEvent::YellowCard { seat, count } => lang.say_with(
            "clock-yellow-card",
            &[("who", who(seat)), ("number", (*count).into())],
        ),
        ClockEvent::AutoAction { seat } => lang.say_with("clock-acts", &[("who", who(seat))]),
        ClockEvent::Lost { seat, by } => lang.say_with(
            match by {
                LostBy::TimeOuts => "clock-lost-by-time-outs",
                LostBy::Cards => "clock-lost-by-cards",
                LostBy::Time => "clock-lost-by-time",
            },
            &[("who", who(seat))],
        ),
    }
}

/// A time in minutes and seconds.
#[must_use]
pub(crate) fn show(millis: u64) -> String {
    let seconds = millis.div_ceil(1000);
    if seconds < 60 {
        format!("{seconds} s")
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// What a seat's clock shows, in a few words.
#[must_use]
pub(crate) fn remaining(lang: Lang, clock: &Clock, now: u64, seat: Seat) -> String {
    let Some(left) = clock.remaining(now, seat.0) else {
        return String::new();
    };
    let show = |millis| lang.digits(&show(millis));
    let mut parts = Vec::new();
    if let Some(time) = left.per_move.map(show) {
        parts.push(lang.say_with("clock-move", &[("time", time.into())]));
    }
    if let Some(time) = left.main.map(show) {
        parts.push(lang.say_with("clock-total", &[("time", time.into())]));
    }
    if let Some(time) = left.bank.map(show) {
        parts.push(lang.say_with("clock-bank", &[("time", time.into())]));
    }
    lang.list(&parts)
}
