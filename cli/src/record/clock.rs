//! The clocks in a record: settings, and what is left to both seats after a deed, enough to go on from.

use std::fmt;

use masque_core::clock::{BankStart, Clock, ClockSpec, Millis, OnTimeout, Remaining};
use masque_core::piece::Seat;
use pest::iterators::Pair;
use serde_json::json;

use super::grammar::Rule;

/// What the clocks of both seats show. Its text is `[m41230,b60000 m50000,b60000]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Times([SeatTime; 2]);

/// What one seat has left, in milliseconds, and what counts against it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SeatTime {
    /// `m`: of the limit for the turn.
    per_move: Option<Millis>,
    /// `t`: of the time for the whole game.
    main: Option<Millis>,
    /// `b`: of the bank.
    bank: Option<Millis>,
    /// `r`: whether the bank drains.
    bank_runs: bool,
    /// `o`: time-outs that count.
    timeouts: u64,
    /// `c`: yellow cards.
    cards: u64,
}

impl Times {
    /// What a clock shows at a moment.
    pub(crate) fn of(clock: &Clock, now: Millis) -> Self {
        Self(Seat::BOTH.map(|seat| {
            let nothing = Remaining {
                per_move: None,
                main: None,
                bank: None,
                bank_runs: false,
            };
            let left = clock.remaining(now, seat.0).unwrap_or(nothing);
            let (timeouts, cards) = clock.faults(seat.0).unwrap_or_default();
            SeatTime {
                per_move: left.per_move,
                main: left.main,
                bank: left.bank,
                bank_runs: left.bank_runs,
                timeouts: u64::from(timeouts),
                cards: u64::from(cards),
            }
        }))
    }

    /// What a seat has left for the whole game.
    pub(super) fn main(&self, seat: Seat) -> Option<Millis> {
        self.0[seat.index()].main
    }

    /// A clock that goes on from here with the turn of a seat, paused until it is resumed.
    ///
    /// # Errors
    /// What does not fit the settings.
    pub(crate) fn restore(&self, spec: &ClockSpec, turn: Seat) -> Result<Clock, String> {
        for (seat, time) in self.0.iter().enumerate() {
            for (letter, left, most) in [
                ('m', time.per_move, spec.per_move),
                ('t', time.main, spec.main),
                ('b', time.bank, spec.bank),
            ] {
                if left.is_some() != most.is_some() {
                    return Err(format!(
                        "seat {seat} needs a time `{letter}` where the settings of the clock have one, and only there"
                    ));
                }
            }
            let over = |left: Option<Millis>, most: Option<Millis>| {
                left.zip(most).is_some_and(|(left, most)| left > most)
            };
            if over(time.per_move, spec.per_move) || over(time.bank, spec.bank) {
                return Err(format!("seat {seat} has more time left than there is"));
            }
        }
        let mover = self.0[turn.index()];
        let to_come = |left: Option<Millis>| {
            let left = left.unwrap_or(Millis::MAX);
            spec.warn_at.is_some_and(|at| left > at)
        };
        let limit = [mover.per_move, mover.main].into_iter().flatten().min();
        let seats: Vec<_> = self
            .0
            .iter()
            .map(|t| {
                json!({ "main": t.main, "bank": t.bank.unwrap_or(0), "timeouts": t.timeouts, "cards": t.cards })
            })
            .collect();
        let state = json!({
            "spec": spec,
            "seats": seats,
            "turn": {
                "seat": turn.0,
                "left": mover.per_move,
                "bank_runs": mover.bank_runs,
                "warn_limit": to_come(limit),
                "warn_bank": mover.bank_runs && to_come(mover.bank),
                "auto_due": false,
            },
            "latest": 0,
            "paused": true,
            "over": false,
        });
        serde_json::from_value(state).map_err(|e| e.to_string())
    }

    /// Reads them from a line that fits the grammar.
    pub(super) fn read(times: Pair<'_, Rule>) -> Result<Self, String> {
        let mut out = Self::default();
        for (part, time) in times.into_inner().zip(&mut out.0) {
            for reading in part.into_inner().filter(|p| p.as_rule() == Rule::reading) {
                let text = reading.as_str();
                let (letter, digits) = text.split_at(1);
                if letter == "r" {
                    time.bank_runs = true;
                    continue;
                }
                let number: u64 = digits
                    .parse()
                    .map_err(|_| format!("`{digits}` is too large"))?;
                let twice = match letter {
                    "m" => time.per_move.replace(number).is_some(),
                    "t" => time.main.replace(number).is_some(),
                    "b" => time.bank.replace(number).is_some(),
                    "o" => std::mem::replace(&mut time.timeouts, number) > 0,
                    _ => std::mem::replace(&mut time.cards, number) > 0,
                };
                if twice {
                    return Err(format!("`{letter}` is given twice"));
                }
            }
        }
        Ok(out)
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |time: &SeatTime| {
            let mut parts = Vec::new();
            for (letter, left) in [('m', time.per_move), ('t', time.main), ('b', time.bank)] {
                parts.extend(left.map(|left| format!("{letter}{left}")));
            }
            if time.bank_runs {
                parts.push("r".to_owned());
            }
            for (letter, count) in [('o', time.timeouts), ('c', time.cards)] {
                if count > 0 {
                    parts.push(format!("{letter}{count}"));
                }
            }
            if parts.is_empty() {
                "-".to_owned()
            } else {
                parts.join(",")
            }
        };
        write!(f, "[{} {}]", one(&self.0[0]), one(&self.0[1]))
    }
}

/// The settings of a clock as `move=50s,warn=10s`, as the command line takes them; times that are no whole seconds in
/// milliseconds.
pub(super) fn settings(spec: &ClockSpec) -> String {
    let time = |millis: Millis| match millis % 1000 {
        0 => format!("{}s", millis / 1000),
        _ => format!("{millis}ms"),
    };
    let mut parts = Vec::new();
    let mut say = |key: &str, value: Option<String>| {
        parts.extend(value.map(|value| format!("{key}={value}")));
    };
    say("move", spec.per_move.map(time));
    say("main", spec.main.map(time));
    say(
        "increment",
        (spec.increment > 0).then(|| time(spec.increment)),
    );
    say("bank", spec.bank.map(time));
    say(
        "bank-start",
        (spec.bank_start == BankStart::Manual).then(|| "manual".to_owned()),
    );
    say("warn", spec.warn_at.map(time));
    say(
        "on-timeout",
        (spec.on_timeout == OnTimeout::Lose).then(|| "lose".to_owned()),
    );
    say("timeouts", spec.timeouts_lose.map(|n| n.to_string()));
    say("consecutive", spec.consecutive.then(|| "true".to_owned()));
    say("cards", spec.cards_lose.map(|n| n.to_string()));
    parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::time;

    fn spec() -> ClockSpec {
        ClockSpec {
            per_move: Some(50_000),
            bank: Some(60_500),
            bank_start: BankStart::Manual,
            increment: 2_000,
            main: Some(300_000),
            warn_at: Some(10_000),
            on_timeout: OnTimeout::Lose,
            timeouts_lose: Some(3),
            consecutive: true,
            cards_lose: Some(2),
        }
    }

    #[test]
    fn settings_read_back() {
        for spec in [
            spec(),
            ClockSpec {
                per_move: Some(1),
                ..ClockSpec::default()
            },
        ] {
            let text = settings(&spec);
            let pairs = time::pairs(&text).expect("pairs");
            assert_eq!(time::settings(&pairs).expect("settings"), spec, "{text}");
        }
    }

    #[test]
    fn a_clock_goes_on_where_it_was() {
        let mut clock = Clock::new(spec(), 2).expect("a clock");
        clock.start(0, 0).expect("starts");
        clock.press(12_345, 1).expect("in time");
        let mut times = Times::of(&clock, 20_000);
        assert_eq!(
            times.to_string(),
            "[m50000,t289655,b60500 m42345,t292345,b60500]"
        );
        let mut again = times.restore(&spec(), Seat(1)).expect("fits");
        again.resume(500);
        assert_eq!(Times::of(&again, 500), times);
        assert_eq!(again.next_deadline(), Some(500 + 42_345 - 10_000));
        times.0[1].per_move = None;
        assert!(times.restore(&spec(), Seat(1)).is_err());
    }
}
