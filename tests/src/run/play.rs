//! Plays a case under one truth, and asks what it asks.

use std::sync::Arc;

use masque_core::action::Act as CoreAct;
use masque_core::clock::ClockEvent;
use masque_core::engine::Engine;
use masque_core::piece::{Seat, Side};
use masque_core::position::Phase;
use masque_core::random::{Dice, Seed, Stream};
use masque_core::search::Unit as CoreUnit;
use masque_core::setup::Setup;
use masque_scripting::diag::{Diagnostic, Span};

use super::arrange;
use super::driver::{Driver, Game, Heard, Opener, Reply, Said, Start, Topic, Unsaid};
use super::picture::{self, seat_word};
use super::replays::Replays;
use super::scene::{self, Laid};
use super::time::{self, Time};
use super::{Edit, Table};
use crate::case::{Act, Attempt, OutcomeWord, SeatName, Setting, Spanned, Step, Unit, Word};

/// Why a step ended a case, or did nothing.
#[derive(Debug)]
pub(super) enum Stop {
    /// What the step says does not hold.
    Fail(Box<Fault>),
    /// The engine cannot be asked this.
    Skip,
}

/// What a step says and what is so.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) diagnostic: Diagnostic,
    pub(super) expected: Option<String>,
    pub(super) seen: Option<String>,
    /// The step that says it.
    pub(super) step: Option<Span>,
    /// What it would have to say.
    pub(super) edits: Vec<Edit>,
}

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Self {
        Self {
            diagnostic,
            expected: None,
            seen: None,
            step: None,
            edits: Vec::new(),
        }
    }
}

impl Stop {
    /// Adds that the step would hold if this stood there.
    pub(super) fn edit(mut self, span: &Span, text: impl Into<String>) -> Self {
        if let Self::Fail(fault) = &mut self {
            fault.edits.push(Edit {
                span: span.clone(),
                text: text.into(),
            });
        }
        self
    }
}

pub(super) type Done<T = ()> = Result<T, Stop>;

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Fail(Box::new(diagnostic.into()))
    }
}

/// A failure with what was expected and what was seen.
pub(super) fn differs(
    code: &'static str,
    message: impl Into<String>,
    at: &Span,
    expected: impl Into<String>,
    seen: impl Into<String>,
) -> Stop {
    Stop::Fail(Box::new(Fault {
        expected: Some(expected.into()),
        seen: Some(seen.into()),
        ..Diagnostic::new(code, message).at(at.clone()).into()
    }))
}

pub(super) fn fails(code: &'static str, message: impl Into<String>, at: &Span) -> Stop {
    Stop::from(Diagnostic::new(code, message).at(at.clone()))
}

/// Turns what an engine did not say into the end of a step.
pub(super) fn said<T>(answer: Said<T>, code: &'static str, at: &Span) -> Done<T> {
    answer.map_err(|unsaid| not_said(unsaid, code, at))
}

/// The end of a step for want of an answer.
pub(super) fn not_said(unsaid: Unsaid, code: &'static str, at: &Span) -> Stop {
    match unsaid {
        Unsaid::CannotAsk => Stop::Skip,
        Unsaid::Wrong(message) => fails(code, message, at),
    }
}

/// Something done in a case, for doing it again under another truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Action {
        seat: Seat,
        text: String,
        automatic: bool,
        refused: bool,
    },
    Act(Seat, CoreAct),
}

/// A case under one truth.
pub(super) struct Run<'a> {
    pub(super) engine: &'a Arc<dyn Engine>,
    pub(super) game: &'a Game<'a>,
    pub(super) opener: &'a dyn Opener,
    pub(super) driver: Box<dyn Driver>,
    pub(super) truth: &'a Setup,
    pub(super) earlier: Vec<Setup>,
    pub(super) fresh: bool,
    pub(super) deeds: Vec<Deed>,
    pub(super) heard: Vec<Heard>,
    /// Whether the engine does not say what it told.
    pub(super) deaf: bool,
    pub(super) asked: usize,
    pub(super) skipped: usize,
    /// Whether this is the only truth of the case.
    pub(super) alone: bool,
    pub(super) replays: &'a Replays,
    layouts: usize,
    time: Option<Time>,
    dice: Dice,
}

impl<'a> Run<'a> {
    /// Starts a case.
    pub(super) fn start(
        table: &'a Table<'_>,
        driver: Box<dyn Driver>,
        truth: &'a Setup,
    ) -> Done<Self> {
        let Table {
            game,
            opener,
            scene,
            arranged,
            at,
            replays,
        } = table;
        let engine = game.engine;
        let mut earlier = arranged.map_or(Vec::new(), |a| a.earlier.clone());
        let repeats = arranged.map_or(1, |a| a.repeats);
        earlier.extend((1..repeats.min(1_000)).map(|_| truth.clone()));
        let mut run = Self {
            engine,
            game,
            opener: *opener,
            driver,
            truth,
            earlier,
            fresh: arranged.is_none_or(|a| a.start),
            deeds: Vec::new(),
            heard: Vec::new(),
            deaf: false,
            asked: 0,
            skipped: 0,
            alone: true,
            replays,
            layouts: scene.layouts.len(),
            time: None,
            dice: Seed::from_u64(scene.seed.unwrap_or(0)).stream(Stream::Automatic),
        };
        let start = Start {
            setup: truth,
            earlier: &run.earlier,
            fresh: run.fresh,
        };
        said(run.driver.start(&start), "bad-position", at)?;
        let spec = match &scene.clock {
            Some((settings, span)) => Some((scene::clock_spec(settings)?, span.clone())),
            None => engine
                .spec()
                .acts
                .clock
                .clone()
                .map(|spec| (spec, (*at).clone())),
        };
        if let Some((spec, span)) = spec {
            let seat = said(run.driver.turn(), "bad-position", at)?;
            let timeouts = arranged.map_or([0; 2], |a| a.timeouts);
            let time = Time::new(spec, timeouts, seat);
            run.time = Some(time.map_err(|e| fails("bad-clock", e.to_string(), &span))?);
        }
        for action in &scene.history {
            run.play_one(action, None)?;
        }
        run.heard.clear();
        Ok(run)
    }

    /// Does the steps in order.
    pub(super) fn steps<'s>(&mut self, steps: impl IntoIterator<Item = &'s Spanned<Step>>) -> Done {
        for step in steps {
            match self.step(step) {
                Ok(()) if !matches!(step.value, Step::Repeat { .. }) => self.asked += 1,
                Ok(()) => {}
                Err(Stop::Skip) if !step.value.part_is_play() => self.skipped += 1,
                // What cannot be played leaves nothing to be asked.
                Err(Stop::Skip) => return Err(Stop::Skip),
                Err(Stop::Fail(mut fault)) => {
                    fault.step.get_or_insert_with(|| step.span.clone());
                    return Err(Stop::Fail(fault));
                }
            }
        }
        Ok(())
    }

    /// The position where a step failed, with the sites marked that the failure is about: drawn, and as text.
    pub(super) fn pictures(&mut self, fault: &Fault) -> (Option<String>, Option<String>) {
        let Ok(setup) = self.driver.truth() else {
            return (self.driver.picture(), None);
        };
        let engine = &**self.engine;
        let place = fault.diagnostic.span.as_ref();
        let text = place.map_or("", |span| &span.source.text[span.range.clone()]);
        let marks = match (&fault.step, place) {
            // A whole step is about no site in particular.
            (Some(step), Some(place)) if step == place => Vec::new(),
            _ => picture::sites_in(engine, text),
        };
        let board = picture::draw(engine, &setup, &marks);
        // A game that is over is over whatever led to it, so its last position shows nothing.
        let text = (setup.phase != Phase::Over).then(|| engine.format_setup(&setup));
        (Some(board), text)
    }

    fn step(&mut self, step: &Spanned<Step>) -> Done {
        let at = &step.span;
        match &step.value {
            Step::Play { actions, by } => {
                self.heard.clear();
                actions
                    .iter()
                    .try_for_each(|action| self.play_one(action, by.as_ref()))
            }
            Step::Refused { attempt, because } => self.refused(attempt, because.as_ref()),
            Step::Act(act) => self.act(act, at),
            Step::Repeat { times, steps } => {
                for _ in 0..times.value.min(100_000) {
                    self.steps(steps)?;
                }
                Ok(())
            }
            Step::At { time, events } => self.at(time.value, events, at),
            Step::ClockShows { seat, shows } => self.clock_shows(seat, shows, at),
            Step::Legal(actions) => self.legal(actions, at),
            Step::Only(actions) => self.only(actions, at),
            Step::Count(count) => {
                let legal = said(self.driver.legal(), "no-answer", at)?;
                if legal.len() as u64 == count.value {
                    return Ok(());
                }
                let seen = format!("{}: {}", legal.len(), list(&legal));
                let message = format!("{} actions are legal, not {}", legal.len(), count.value);
                let stop = differs("wrong-count", message, at, count.value.to_string(), seen);
                Err(stop.edit(&count.span, legal.len().to_string()))
            }
            Step::Illegal { attempt, because } => self.illegal(attempt, because.as_ref()),
            Step::Expect(diagram) => self.expect(diagram, at),
            Step::See { observer, sight } => self.see(observer, sight, at),
            Step::Knows { observer, facts } => self.knows(observer, facts, at),
            Step::Tells {
                observer,
                extent,
                events,
            } => self.tells(observer, *extent, events, at),
            Step::Same { observer, truths } => self.same(observer, truths, at),
            Step::Outcome { result, by } => self.outcome(result, by.as_ref(), at),
            Step::Turn(name) => {
                let seat = self.seat(&name.value, &name.span)?;
                let turn = said(self.driver.turn(), "no-answer", at)?;
                if !self.driver.answers(Topic::Turn) {
                    return Err(Stop::Skip);
                }
                if seat == turn {
                    return Ok(());
                }
                let (expected, seen) = (self.word(seat)?, self.word(turn)?);
                let message = format!("{seen} is to act");
                let stop = differs("wrong-turn", message, at, expected, seen.clone());
                Err(stop.edit(&name.span, seen))
            }
            Step::Phase(phase) => {
                let mut words = said(self.driver.phase(), "no-answer", at)?;
                // While layouts are wanted that the case does not give, the seats are still setting up.
                if self.fresh
                    && self.engine.needs_layouts()
                    && self.layouts < 2
                    && self.deeds.is_empty()
                {
                    words = vec!["setup".to_owned()];
                }
                if words.contains(&phase.value) {
                    return Ok(());
                }
                let seen = words.join(" or ");
                let message = format!("the phase is `{seen}`");
                let stop = differs("wrong-phase", message, at, phase.as_str(), seen);
                Err(match words.into_iter().next() {
                    Some(word) => stop.edit(&phase.span, word),
                    None => stop,
                })
            }
            Step::Perft { nodes, unit, views } => {
                let unit = match unit {
                    Unit::Turn => CoreUnit::Turn,
                    Unit::Action => CoreUnit::Action,
                };
                let observer = match views {
                    Some(observer) => Some(self.observer(observer)?),
                    None => None,
                };
                for (depth, expected) in nodes {
                    let span = &expected.span;
                    let plies = depth.value.min(64) as u32;
                    let counted = match observer {
                        Some(observer) => self.driver.views(observer, plies),
                        None => self.driver.perft(plies, unit),
                    };
                    let count = said(counted, "no-answer", span)?;
                    if count != expected.value {
                        let message =
                            format!("perft {} is {count}, not {}", depth.value, expected.value);
                        let wanted = expected.value.to_string();
                        let stop = differs("wrong-perft", message, span, wanted, count.to_string());
                        let grouped = span.source.text[span.range.clone()].contains('_');
                        return Err(stop.edit(span, digits(count, grouped)));
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The side of seat 0 as it now is.
    pub(super) fn first_side(&mut self, at: &Span) -> Done<Option<Side>> {
        let seen = self.driver.see(masque_core::piece::Observer::Public);
        match seen {
            Ok(setup) => Ok(setup.first_side),
            Err(Unsaid::CannotAsk) => Ok(self.truth.first_side),
            Err(Unsaid::Wrong(message)) => Err(fails("no-answer", message, at)),
        }
    }

    pub(super) fn seat(&mut self, name: &SeatName, at: &Span) -> Done<Seat> {
        let first = match name {
            SeatName::Seat(_) => None,
            SeatName::Side(_) => self.first_side(at)?,
        };
        Ok(arrange::seat(&**self.engine, first, name, at)?)
    }

    pub(super) fn word(&mut self, seat: Seat) -> Done<String> {
        let first = match self.driver.see(masque_core::piece::Observer::Public) {
            Ok(setup) => setup.first_side,
            Err(_) => self.truth.first_side,
        };
        Ok(seat_word(&**self.engine, first, seat))
    }

    fn by(&mut self, by: Option<&Spanned<SeatName>>, at: &Span) -> Done<Seat> {
        match by {
            Some(name) => self.seat(&name.value, &name.span),
            None => said(self.driver.turn(), "no-answer", at),
        }
    }

    fn play_one(&mut self, action: &Word, by: Option<&Spanned<SeatName>>) -> Done {
        let at = &action.span;
        let seat = self.by(by, at)?;
        let text = said(self.driver.normal(seat, action.as_str()), "bad-action", at)?;
        match self.attempt(seat, &text, false, at)? {
            Reply::Done => self.press(at),
            Reply::Illegal(clauses) => {
                let message = format!("`{}` is not legal{}", action.value, by_clause(&clauses));
                let legal = said(self.driver.legal(), "no-answer", at)?;
                Err(differs(
                    "not-legal",
                    message,
                    at,
                    action.as_str(),
                    format!("legal: {}", list(&legal)),
                ))
            }
            Reply::Refused(clauses) => {
                let message = format!("`{}` was refused{}", action.value, by_clause(&clauses));
                Err(fails("refused", message, at))
            }
        }
    }

    /// Plays an action and keeps what it told.
    fn attempt(&mut self, seat: Seat, text: &str, automatic: bool, at: &Span) -> Done<Reply> {
        let reply = said(self.driver.play(seat, text, automatic), "no-answer", at)?;
        let refused = matches!(reply, Reply::Refused(_));
        if refused || reply == Reply::Done {
            self.deeds.push(Deed::Action {
                seat,
                text: text.to_owned(),
                automatic,
                refused,
            });
            match self.driver.heard() {
                Ok(heard) => self.heard.extend(heard),
                Err(Unsaid::CannotAsk) => self.deaf = true,
                Err(Unsaid::Wrong(message)) => return Err(fails("no-answer", message, at)),
            }
        }
        Ok(reply)
    }

    fn refused(&mut self, attempt: &Attempt, because: Option<&Word>) -> Done {
        match attempt {
            Attempt::Actions { actions, by } => {
                self.heard.clear();
                for action in actions {
                    let at = &action.span;
                    let seat = self.by(by.as_ref(), at)?;
                    let text = said(self.driver.normal(seat, action.as_str()), "bad-action", at)?;
                    let before = self.driver.truth();
                    match self.attempt(seat, &text, false, at)? {
                        Reply::Done => {
                            return Err(fails(
                                "not-refused",
                                format!("`{}` worked", action.value),
                                at,
                            ));
                        }
                        Reply::Illegal(clauses) => {
                            let message = format!(
                                "`{}` is not even legal{}",
                                action.value,
                                by_clause(&clauses)
                            );
                            return Err(fails("not-legal", message, at));
                        }
                        Reply::Refused(clauses) => self.cited(&clauses, because)?,
                    }
                    if let (Ok(before), Ok(after)) = (before, self.driver.truth())
                        && (before.cells != after.cells || before.turn != after.turn)
                        && after.outcome.is_none()
                    {
                        return Err(fails(
                            "changed",
                            "the refused action changed the position",
                            at,
                        ));
                    }
                }
                Ok(())
            }
            Attempt::Act(act) => self.illegal_act(act, because),
            Attempt::Layout(layout) => self.illegal_layout(layout, because),
        }
    }

    fn illegal(&mut self, attempt: &Attempt, because: Option<&Word>) -> Done {
        match attempt {
            Attempt::Actions { actions, by } => {
                for action in actions {
                    let at = &action.span;
                    let seat = self.by(by.as_ref(), at)?;
                    let text = said(self.driver.normal(seat, action.as_str()), "bad-action", at)?;
                    match said(self.driver.why(seat, &text), "no-answer", at)? {
                        None => {
                            let message = format!("`{}` is legal", action.value);
                            return Err(differs("legal", message, at, "illegal", "legal"));
                        }
                        Some(clauses) => self.cited(&clauses, because)?,
                    }
                }
                Ok(())
            }
            Attempt::Act(act) => self.illegal_act(act, because),
            Attempt::Layout(layout) => self.illegal_layout(layout, because),
        }
    }

    fn illegal_act(&mut self, act: &Act, because: Option<&Word>) -> Done {
        let seat = self.seat(&act.seat.value, &act.seat.span)?;
        let verb = core_act(act)?;
        let at = &act.verb.span;
        if verb == CoreAct::UseBank
            && let Some(time) = &mut self.time
        {
            return match time.clock.use_bank(time.now, seat.0) {
                Err(_) => Ok(()),
                Ok(_) => Err(fails("legal", "the bank could be started", at)),
            };
        }
        match said(self.driver.act(seat, verb), "no-answer", at)? {
            Reply::Illegal(clauses) | Reply::Refused(clauses) => self.cited(&clauses, because),
            Reply::Done => Err(fails("legal", format!("`{}` worked", act.verb.value), at)),
        }
    }

    fn illegal_layout(&mut self, layout: &crate::case::Layout, because: Option<&Word>) -> Done {
        let engine = &**self.engine;
        let at = &layout.seat.span;
        let seat = scene::seat_of(engine, layout)?;
        let laid = match scene::read_layout(engine, seat, layout)? {
            Laid::Out(laid) => laid,
            Laid::Named(name) => engine
                .named_layout(seat, &name, &mut self.dice)
                .map_err(|e| fails("bad-layout", e.to_string(), at))?,
        };
        let Err(errors) = engine.check_layout(seat, &laid) else {
            return Err(fails("legal", "the layout is allowed", at));
        };
        let mut clauses: Vec<String> = errors
            .iter()
            .map(|error| error.clause().to_owned())
            .collect();
        clauses.dedup();
        match because {
            Some(slug) if !clauses.contains(&slug.value) => Err(differs(
                "wrong-clause",
                format!("the layout is refused otherwise: {}", scene::join(&errors)),
                &slug.span,
                slug.as_str(),
                clauses.join(", "),
            )),
            _ => Ok(()),
        }
    }

    fn act(&mut self, act: &Act, at: &Span) -> Done {
        self.heard.clear();
        let seat = self.seat(&act.seat.value, &act.seat.span)?;
        let verb = core_act(act)?;
        if verb == CoreAct::UseBank
            && let Some(time) = &mut self.time
        {
            let events = time.clock.use_bank(time.now, seat.0);
            events.map_err(|e| fails("not-legal", e.to_string(), at))?;
        }
        self.do_act(seat, verb, at)
    }

    fn do_act(&mut self, seat: Seat, act: CoreAct, at: &Span) -> Done {
        match said(self.driver.act(seat, act), "no-answer", at)? {
            Reply::Done => {
                self.deeds.push(Deed::Act(seat, act));
                if let Ok(heard) = self.driver.heard() {
                    self.heard.extend(heard);
                }
                Ok(())
            }
            Reply::Illegal(clauses) | Reply::Refused(clauses) => Err(fails(
                "not-legal",
                format!("this is not possible now{}", by_clause(&clauses)),
                at,
            )),
        }
    }

    /// Tells the clock that the seat to act has acted.
    fn press(&mut self, at: &Span) -> Done {
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

    fn at(&mut self, to: u64, events: &[crate::case::Event], at: &Span) -> Done {
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

    fn clock_shows(&mut self, name: &Spanned<SeatName>, shows: &[Setting], at: &Span) -> Done {
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

    fn legal(&mut self, actions: &[Word], at: &Span) -> Done {
        let legal = said(self.driver.legal(), "no-answer", at)?;
        for action in actions {
            let turn = said(self.driver.turn(), "no-answer", at)?;
            let text = said(
                self.driver.normal(turn, action.as_str()),
                "bad-action",
                &action.span,
            )?;
            if !legal.contains(&text) {
                let why = self
                    .driver
                    .why(turn, &text)
                    .ok()
                    .flatten()
                    .unwrap_or_default();
                let message = format!("`{}` is not legal{}", action.value, by_clause(&why));
                return Err(differs(
                    "not-legal",
                    message,
                    &action.span,
                    text,
                    list(&legal),
                ));
            }
        }
        Ok(())
    }

    fn only(&mut self, actions: &[Word], at: &Span) -> Done {
        let mut legal = said(self.driver.legal(), "no-answer", at)?;
        let turn = said(self.driver.turn(), "no-answer", at)?;
        let mut wanted = Vec::new();
        for action in actions {
            wanted.push(said(
                self.driver.normal(turn, action.as_str()),
                "bad-action",
                &action.span,
            )?);
        }
        legal.sort();
        wanted.sort();
        wanted.dedup();
        if legal == wanted {
            return Ok(());
        }
        let missing: Vec<String> = wanted
            .iter()
            .filter(|a| !legal.contains(a))
            .cloned()
            .collect();
        let more: Vec<String> = legal
            .iter()
            .filter(|a| !wanted.contains(a))
            .cloned()
            .collect();
        let message = match (missing.is_empty(), more.is_empty()) {
            (false, true) => format!("{} is not legal", list(&missing)),
            (true, false) => format!("{} is legal as well", list(&more)),
            _ => format!("{} is not legal, and {} is", list(&missing), list(&more)),
        };
        let text = match legal.is_empty() {
            true => "only none".to_owned(),
            false => format!("only {}", legal.join(", ")),
        };
        let stop = differs("wrong-actions", message, at, list(&wanted), list(&legal));
        Err(stop.edit(at, text))
    }

    fn outcome(&mut self, result: &OutcomeWord, by: Option<&Word>, at: &Span) -> Done {
        let ended = said(self.driver.outcome(), "no-answer", at)?;
        let wanted = match result {
            OutcomeWord::None => None,
            OutcomeWord::Draw => Some(None),
            OutcomeWord::Wins(name) => Some(Some(self.seat(&name.value, &name.span)?)),
        };
        let mut say = |winner: Option<Option<Seat>>| -> Done<String> {
            Ok(match winner {
                None => "the game goes on".to_owned(),
                Some(None) => "a draw".to_owned(),
                Some(Some(seat)) => format!("{} wins", self.word(seat)?),
            })
        };
        let expected = say(wanted)?;
        let mut seen = say(ended.as_ref().map(|e| e.winner))?;
        if let Some(ending) = ended.as_ref().filter(|e| !e.clause.is_empty()) {
            seen = format!("{seen} by {}", ending.clause);
        }
        if ended.as_ref().map(|e| e.winner) != wanted {
            let mut text = match ended.as_ref().map(|e| e.winner) {
                None => "outcome none".to_owned(),
                Some(None) => "outcome draw".to_owned(),
                Some(Some(seat)) => format!("outcome {} wins", self.word(seat)?),
            };
            if let (Some(_), Some(ending)) = (by, &ended)
                && !ending.clause.is_empty()
            {
                text = format!("{text} by {}", ending.clause);
            }
            let message = format!("{seen}, not {expected}");
            return Err(differs("wrong-outcome", message, at, expected, seen).edit(at, text));
        }
        match (by, ended) {
            (Some(slug), Some(ending))
                if ending.clause != slug.value && self.driver.answers(Topic::Clause) =>
            {
                let message = format!("the game ended by `{}`", ending.clause);
                let seen = ending.clause.clone();
                let stop = differs("wrong-clause", message, &slug.span, slug.as_str(), seen);
                Err(stop.edit(&slug.span, ending.clause))
            }
            _ => Ok(()),
        }
    }

    /// Compares the clauses given with the one that the case names.
    fn cited(&self, clauses: &[String], because: Option<&Word>) -> Done {
        match because {
            Some(slug) if !clauses.contains(&slug.value) && self.driver.answers(Topic::Clause) => {
                let seen = clauses.join(", ");
                let message = format!("the reason is `{seen}`");
                Err(differs(
                    "wrong-clause",
                    message,
                    &slug.span,
                    slug.as_str(),
                    seen,
                ))
            }
            _ => Ok(()),
        }
    }
}

fn by_clause(clauses: &[String]) -> String {
    match clauses.iter().find(|c| !c.is_empty()) {
        Some(clause) => format!(", by `{clause}`"),
        None => String::new(),
    }
}

pub(super) fn list(items: &[String]) -> String {
    if items.is_empty() {
        "nothing".to_owned()
    } else {
        items.join(", ")
    }
}

/// A number as an author writes it, in groups of three where that is wanted.
fn digits(number: u64, grouped: bool) -> String {
    let plain = number.to_string();
    let mut out = String::new();
    for (at, digit) in plain.chars().enumerate() {
        if grouped && at > 0 && (plain.len() - at).is_multiple_of(3) {
            out.push('_');
        }
        out.push(digit);
    }
    out
}

fn core_act(act: &Act) -> Result<CoreAct, Diagnostic> {
    Ok(match act.verb.as_str() {
        "resign" => CoreAct::Resign,
        "offer" => CoreAct::Offer,
        "accept" => CoreAct::Accept,
        "decline" => CoreAct::Decline,
        "claim" => CoreAct::Claim,
        "use-bank" => CoreAct::UseBank,
        "time-out" => CoreAct::TimeOut,
        other => {
            let message = format!("there is no act `{other}`");
            return Err(Diagnostic::new("unknown-act", message).at(act.verb.span.clone()));
        }
    })
}
