//! The clock of a case: what runs out, what is played for whom, and what it shows.

use masque_core::action::Act as CoreAct;
use masque_core::clock::ClockEvent;
use masque_core::piece::Seat;
use masque_scripting::diag::Span;

use super::driver::Reply;
use super::fault::{Done, differs, fails, said};
use super::play::{Run, list};
use super::time;
use crate::case::{SeatName, Setting, Spanned};

impl Run<'_> {
    /// Tells the clock that the seat to act has acted.
    pub(super) fn press(&mut self, at: &Span) -> Done {
        let next = match &self.time {
            Some(_) => said(self.driver.turn(), "no-answer", at)?,
            None => return Ok(()),
        };
        if let Some(time) = &mut self.time
            && !time.clock.is_over()
        {
            let pressed = time.clock.press(time.now, next.0);
            pressed.map_err(|e| fails("clock", e.to_string(), at))?;
        }
        Ok(())
    }

    pub(super) fn at(&mut self, to: u64, events: &[crate::case::Event], at: &Span) -> Done {
        self.heard.clear();
        let Some(time) = &mut self.time else {
            return Err(fails("no-clock", "no clock is set", at));
        };
        if to < time.now {
            return Err(fails("time-runs-back", "this time has already passed", at));
        }
        let mut happened = Vec::new();
        for _ in 0..100_000 {
            let Some(time) = &mut self.time else { break };
            let due = time
                .clock
                .next_deadline()
                .filter(|due| *due <= to)
                .unwrap_or(to);
            time.now = due;
            let mut told = time.clock.tick(due);
            let done = told.is_empty() && due == to;
            while let Some(event) = (!told.is_empty()).then(|| told.remove(0)) {
                happened.push(time::word(&event));
                match event {
                    ClockEvent::AutoAction { seat } => told.extend(self.automatic(Seat(seat), at)?),
                    ClockEvent::Lost { seat, .. } => {
                        self.do_act(Seat(seat), CoreAct::TimeOut, at)?
                    }
                    _ => {}
                }
            }
            if done || said(self.driver.outcome(), "no-answer", at)?.is_some() {
                break;
            }
        }
        if let Some(time) = &mut self.time {
            time.now = to;
        }
        for event in events {
            let [word, rest @ ..] = event.words.as_slice() else {
                continue;
            };
            let name = match rest {
                [seat, index] if seat.value == "seat" => {
                    SeatName::Seat(index.value.parse().unwrap_or(9))
                }
                [side] => SeatName::Side(side.value.clone()),
                _ => {
                    return Err(fails(
                        "bad-event",
                        "an event of the clock is written `warn red`",
                        &word.span,
                    ));
                }
            };
            let seat = self.seat(&name, &word.span)?;
            if !happened.iter().any(|(w, s)| *w == word.value && *s == seat) {
                let mut seen = Vec::new();
                for (word, seat) in &happened {
                    seen.push(format!("{word} {}", self.word(*seat)?));
                }
                let expected = format!("{} {}", word.value, self.word(seat)?);
                let message = format!("`{expected}` did not happen");
                return Err(differs(
                    "not-happened",
                    message,
                    &word.span,
                    expected,
                    list(&seen),
                ));
            }
        }
        Ok(())
    }

    /// Plays for a seat whose time is out: `stop` in a chain, the first kind of a choice, else any legal action.
    fn automatic(&mut self, seat: Seat, at: &Span) -> Done<Vec<ClockEvent>> {
        let legal = said(self.driver.legal(), "no-answer", at)?;
        let phases = said(self.driver.phase(), "no-answer", at)?;
        let stop = legal.iter().find(|a| *a == "stop");
        let chosen = match phases.first().map(String::as_str) {
            Some("chain") if stop.is_some() => stop,
            Some("choose") => legal.first(),
            _ => self.dice.choose(&legal),
        };
        let Some(action) = chosen.cloned() else {
            return Err(fails(
                "no-action",
                "there is no action to play automatically",
                at,
            ));
        };
        if self.attempt(seat, &action, true, at)? != Reply::Done {
            // A refused try is no action; the seat acts again at once.
            return Ok(vec![ClockEvent::AutoAction { seat: seat.0 }]);
        }
        let next = said(self.driver.turn(), "no-answer", at)?;
        let over = said(self.driver.outcome(), "no-answer", at)?.is_some();
        match &mut self.time {
            Some(time) if !over => {
                let pressed = time.clock.press(time.now, next.0);
                pressed.map_err(|e| fails("clock", e.to_string(), at))
            }
            _ => Ok(Vec::new()),
        }
    }

    pub(super) fn clock_shows(
        &mut self,
        name: &Spanned<SeatName>,
        shows: &[Setting],
        at: &Span,
    ) -> Done {
        let seat = self.seat(&name.value, &name.span)?;
        let Some(time) = &self.time else {
            return Err(fails("no-clock", "no clock is set", at));
        };
        let (Some(left), Some((timeouts, cards))) = (
            time.clock.remaining(time.now, seat.0),
            time.clock.faults(seat.0),
        ) else {
            return Err(fails("no-clock", "this seat has no clock", at));
        };
        for setting in shows {
            let span = &setting.value.span;
            let shown = match setting.key.as_str() {
                "move" => left.per_move,
                "main" => left.main,
                "bank" => left.bank,
                "timeouts" => Some(u64::from(timeouts)),
                "cards" => Some(u64::from(cards)),
                other => {
                    return Err(fails(
                        "bad-clock",
                        format!("a clock does not show `{other}`"),
                        span,
                    ));
                }
            };
            let counted = matches!(setting.key.as_str(), "timeouts" | "cards");
            let wanted = if counted {
                setting.value.value.parse().ok()
            } else {
                crate::case::duration(setting.value.as_str())
            };
            if wanted.is_none() {
                return Err(fails(
                    "bad-clock",
                    format!("`{}` is no value of a clock", setting.value.value),
                    span,
                ));
            }
            if shown != wanted {
                let seen = match shown {
                    None => "nothing".to_owned(),
                    Some(n) if counted => n.to_string(),
                    Some(n) => format!("{n}ms"),
                };
                let message = format!("the clock shows {seen} of `{}`", setting.key.value);
                return Err(differs(
                    "wrong-clock",
                    message,
                    span,
                    setting.value.as_str(),
                    seen,
                ));
            }
        }
        Ok(())
    }
}
