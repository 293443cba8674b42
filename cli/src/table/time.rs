//! The clock of a game at the terminal: settings in words, and what the screen says of it.

use std::collections::BTreeMap;

use masque_conformance::case::duration;
use masque_core::clock::{BankStart, Clock, ClockEvent, ClockSpec, LostBy, OnTimeout};
use masque_core::piece::Seat;
use masque_scripting::diag::Diagnostic;

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
pub(crate) fn words(event: &ClockEvent, name: impl Fn(Seat) -> String) -> String {
    let of = |seat: &u8| name(Seat(*seat));
    match event {
        ClockEvent::Warning { seat, left } => format!("{}: {} left", of(seat), show(*left)),
        ClockEvent::BankStarted { seat, .. } => {
            format!("{}: the thinking-time bank runs", of(seat))
        }
        ClockEvent::BankEmpty { seat } => format!("{}: the thinking-time bank is empty", of(seat)),
        ClockEvent::TimeOut { seat, count } => {
            format!("{}: out of time (number {count})", of(seat))
        }
        ClockEvent::YellowCard { seat, count } => format!("{}: yellow card {count}", of(seat)),
        ClockEvent::AutoAction { seat } => format!("{}: the program acts", of(seat)),
        ClockEvent::Lost { seat, by } => {
            let how = match by {
                LostBy::TimeOuts => "too many time-outs",
                LostBy::Cards => "too many yellow cards",
                LostBy::Time => "no time left",
            };
            format!("{} loses: {how}", of(seat))
        }
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
pub(crate) fn remaining(clock: &Clock, now: u64, seat: Seat) -> String {
    let Some(left) = clock.remaining(now, seat.0) else {
        return String::new();
    };
    let part = |name: &str, time: Option<u64>| time.map(|t| format!("{name} {}", show(t)));
    [
        part("move", left.per_move),
        part("total", left.main),
        part("bank", left.bank),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>()
    .join(", ")
}
