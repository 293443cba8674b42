//! Plays a case under one truth, and asks what it asks.

use std::sync::Arc;

use masque_core::action::Act as CoreAct;
use masque_core::engine::Engine;
use masque_core::piece::{Seat, Side};
use masque_core::position::Phase;
use masque_core::random::{Dice, Seed, Stream};
use masque_core::search::Unit as CoreUnit;
use masque_core::setup::Setup;
use masque_scripting::diag::{Diagnostic, Span};

use super::Table;
use super::answers::digits;
use super::arrange;
use super::driver::{Driver, Game, Heard, Opener, Reply, Start, Topic, Unsaid};
use super::fault::{Done, Fault, Stop, differs, fails, said};
use super::picture::{self, seat_word};
use super::replays::Replays;
use super::scene::{self, Laid};
use super::time::Time;
use crate::case::{Act, Attempt, SeatName, Spanned, Step, Unit, Word};

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
    pub(super) time: Option<Time>,
    pub(super) dice: Dice,
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
    pub(super) fn attempt(
        &mut self,
        seat: Seat,
        text: &str,
        automatic: bool,
        at: &Span,
    ) -> Done<Reply> {
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

    pub(super) fn do_act(&mut self, seat: Seat, act: CoreAct, at: &Span) -> Done {
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
}

pub(super) fn by_clause(clauses: &[String]) -> String {
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
