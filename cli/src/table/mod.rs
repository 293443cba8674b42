//! One game under way, without any front end: deeds, clocks, taking back, the record, and what there is to tell.
//!
//! A front end asks a table what an observer sees, hands it deeds with the time of day it counts, and gets [`News`]. A
//! deed is in the record before its news is handed out, and a game that is over is closed by the deed that ended it.

mod command;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
pub(crate) mod time;
pub(crate) mod why;
pub(crate) mod words;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use masque_core::action::{Act, Action, Tag};
use masque_core::clock::{Clock, ClockError, ClockEvent};
use masque_core::engine::{Engine, Match};
use masque_core::event::Told;
use masque_core::game::{Deed, PlayError, UndoError};
use masque_core::notation::diagram::{Drawing, Style};
use masque_core::observation::Observation;
use masque_core::piece::{Observer, Seat};
use masque_core::position::Outcome;
use masque_core::random::{Dice, Seed, Stream};
use masque_core::site::Site;

use crate::lang::Lang;
use crate::opponents::{Chair, Choice, GoOn, Mind, Player, Start, Trouble};
use crate::record::{Entry, Footer, Record, Times, act_word, result_words};

pub(crate) use command::Command;
pub(crate) use words::describe;

/// What a table is laid with.
pub(crate) struct Opening {
    /// The rules.
    pub(crate) engine: Arc<dyn Engine>,
    /// The game before its first deed.
    pub(crate) start: Box<dyn Match>,
    /// The game as it stands.
    pub(crate) game: Box<dyn Match>,
    /// How it began, as each seat may know it.
    pub(crate) starts: [Start; 2],
    /// Who plays, by seat.
    pub(crate) players: [Player; 2],
    /// The machine players at work.
    pub(crate) minds: [Option<Mind>; 2],
    /// Who gives hints to each seat.
    pub(crate) advisers: [Option<Mind>; 2],
    /// The clock, in a timed game.
    pub(crate) clock: Option<Clock>,
    /// The record, open for writing.
    pub(crate) record: Record,
    /// Where the truth is kept until the end.
    pub(crate) truth: PathBuf,
    /// What automatic actions and machine players draw from.
    pub(crate) secret: Seed,
    /// What is disclosed at the end.
    pub(crate) footer: Footer,
    /// The language that players are spoken to in.
    pub(crate) lang: Lang,
}

/// A game under way.
pub(crate) struct Table {
    its: Opening,
    starts: [Arc<Start>; 2],
    minds: [Option<Sitting>; 2],
    advisers: [Option<Sitting>; 2],
    done: Vec<Done>,
    /// The clock before each deed of this sitting, stopped; by number of deeds.
    clocks: BTreeMap<usize, Clock>,
    closed: bool,
    generation: u64,
}

/// One deed, as everybody may know it, with what was told of it and to whom.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    /// Who.
    pub(crate) seat: Seat,
    /// What.
    pub(crate) deed: Deed,
    /// Whether the program did it for the seat.
    pub(crate) automatic: bool,
    /// What, in the words of the record and without what marks an act or a try.
    pub(crate) text: String,
    /// What was told.
    pub(crate) told: Vec<Told>,
    /// Where pieces were hidden before it, which everybody sees.
    pub(crate) hidden: Vec<Site>,
}

/// Something to tell.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// A seat did something.
    Done(Done),
    /// So many deeds were taken back.
    Undone(usize),
    /// The clock has something to say.
    Clock(ClockEvent),
    /// The game is over, and its record is closed.
    Over(Outcome),
}

/// Why a deed was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// The game does not allow it.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// It cannot be taken back.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// What the clock did cannot be taken back.
    #[error("the clock acted, and that stays")]
    Clocked,
    /// The clock does not allow it.
    #[error(transparent)]
    Clock(#[from] ClockError),
    /// There is no clock.
    #[error("this game has no clock")]
    NoClock,
    /// The record could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What came of a deed.
pub(crate) type Came = Result<Vec<News>, Refusal>;

/// A machine player's turn, which may be thought about on any thread.
pub(crate) struct Thinking {
    /// The seat it plays.
    pub(crate) seat: Seat,
    /// The table's [generation](Table::generation) when it was asked: a choice for another one is stale.
    pub(crate) generation: u64,
    engine: Arc<dyn Engine>,
    game: Box<dyn Match>,
    start: Arc<Start>,
    mind: Sitting,
    dice: Dice,
}

/// A machine player that whoever thinks for it holds for so long.
type Sitting = Arc<Mutex<Mind>>;

impl Thinking {
    /// What it chooses; searches stop early when `go_on` says so.
    ///
    /// # Errors
    /// [`Trouble`].
    pub(crate) fn choose(mut self, go_on: GoOn<'_>) -> Result<Choice, Trouble> {
        let chair = Chair::new(&*self.engine, &self.start, &*self.game, self.seat);
        // A mind whose last thought was broken off by a panic has only itself to forget.
        let mut mind = self.mind.lock().unwrap_or_else(PoisonError::into_inner);
        mind.choose(&chair, &mut self.dice, go_on)
    }
}

impl Table {
    /// The language that players are spoken to in.
    pub(crate) fn lang(&self) -> Lang {
        self.its.lang
    }

    /// Lays a table; the deeds done so far are read from the game.
    pub(crate) fn lay(mut its: Opening) -> Self {
        let sit = |mind: &mut Option<Mind>| mind.take().map(|m| Arc::new(Mutex::new(m)));
        let (minds, advisers) = (
            its.minds.each_mut().map(sit),
            its.advisers.each_mut().map(sit),
        );
        let starts = its.starts.clone().map(Arc::new);
        let mut done = Vec::new();
        let mut again = its.start.copy();
        for step in its.game.steps() {
            let text = match step.deed {
                Deed::Action(action) | Deed::Try(action) => {
                    again.format_action(Observer::Public, action)
                }
                Deed::Act(act) => act_word(act).to_owned(),
            };
            let hidden = words::hidden_sites(&*its.engine, &again.observe(Observer::Public));
            do_step(&mut *again, step.seat, step.deed, step.automatic);
            done.push(Done {
                seat: step.seat,
                deed: step.deed,
                automatic: step.automatic,
                text,
                told: step.told.clone(),
                hidden,
            });
        }
        Self {
            its,
            starts,
            minds,
            advisers,
            done,
            clocks: BTreeMap::new(),
            closed: false,
            generation: 0,
        }
    }

    /// A number that rises with every deed, with everything taken back, and when another person sits down. What was
    /// begun in one generation means nothing in the next.
    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// Another person sits down.
    pub(crate) fn change_seats(&mut self) {
        self.generation += 1;
    }

    /// Starts the clock; a game that is over before its first deed is closed.
    pub(crate) fn begin(&mut self, now: u64) -> Came {
        let turn = self.turn();
        match &mut self.its.clock {
            // The clock of a game that is resumed goes on where it was.
            Some(clock) if clock.seat().is_some() => clock.resume(now),
            // A new clock cannot refuse a seat that exists.
            Some(clock) => {
                let _ = clock.start(now, turn.0);
            }
            None => {}
        }
        let mut news = Vec::new();
        self.close(&mut news)?;
        Ok(news)
    }

    /// The rules.
    pub(crate) fn engine(&self) -> &dyn Engine {
        &*self.its.engine
    }

    /// The seat to act.
    pub(crate) fn turn(&self) -> Seat {
        self.its.game.turn()
    }

    /// How the game ended.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.its.game.outcome()
    }

    /// What the turn machine waits for.
    pub(crate) fn phase(&self) -> masque_core::position::Phase {
        self.its.game.phase()
    }

    /// Who plays a seat.
    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.its.players[seat.index()]
    }

    /// Whether a person plays a seat.
    pub(crate) fn is_human(&self, seat: Seat) -> bool {
        self.player(seat).is_human()
    }

    /// The observer for whom things are told while nobody asks: the one person at the screen, or everybody.
    pub(crate) fn listener(&self) -> Observer {
        match &self.its.players {
            // Two people share the screen: what one alone may know waits until that one asks for it.
            [Player::Human, Player::Human] => Observer::Public,
            [Player::Human, _] => Observer::Seat(Seat(0)),
            [_, Player::Human] => Observer::Seat(Seat(1)),
            _ => Observer::Public,
        }
    }

    /// What an observer may know, as data.
    pub(crate) fn observe(&self, observer: Observer) -> Observation {
        self.its.game.observe(observer)
    }

    /// What an observer may know, drawn.
    pub(crate) fn draw(&self, observer: Observer, style: &Style) -> Drawing {
        self.its.game.draw(observer, style)
    }

    /// What an observer knew after a number of deeds, as data and drawn.
    pub(crate) fn earlier(
        &self,
        deeds: usize,
        observer: Observer,
        style: &Style,
    ) -> (Observation, Drawing) {
        if deeds >= self.done.len() {
            return (self.observe(observer), self.draw(observer, style));
        }
        let mut game = self.its.start.copy();
        for done in &self.done[..deeds] {
            do_step(&mut *game, done.seat, done.deed, done.automatic);
        }
        (game.observe(observer), game.draw(observer, style))
    }

    /// Legal actions of a seat; none while another is to act, whose actions would tell what that one knows.
    pub(crate) fn legal(&self, seat: Seat) -> Result<Vec<Action>, String> {
        if seat != self.turn() || self.outcome().is_some() {
            return Ok(Vec::new());
        }
        self.its.game.legal().map_err(|e| e.to_string())
    }

    /// The game as the words of explanations and events need it.
    pub(crate) fn game(&self) -> &dyn Match {
        &*self.its.game
    }

    /// Everything done so far.
    pub(crate) fn done(&self) -> &[Done] {
        &self.done
    }

    /// Where the record is.
    pub(crate) fn record(&self) -> &Path {
        self.its.record.path()
    }

    /// Copies the record as it stands.
    pub(crate) fn copy_record(&self, to: &Path) -> io::Result<()> {
        self.its.record.copy_to(to)
    }

    /// The clock.
    pub(crate) fn clock(&self) -> Option<&Clock> {
        self.its.clock.as_ref()
    }

    /// When the clock next has something to say.
    pub(crate) fn deadline(&self) -> Option<u64> {
        self.its.clock.as_ref().and_then(Clock::next_deadline)
    }

    /// Stops the clock, as while seats change behind a curtain.
    pub(crate) fn pause(&mut self, now: u64) {
        if let Some(clock) = &mut self.its.clock {
            let _ = clock.pause(now);
        }
    }

    /// Lets the clock run again.
    pub(crate) fn resume(&mut self, now: u64) {
        if let Some(clock) = &mut self.its.clock {
            clock.resume(now);
        }
    }

    /// Whether the two seats know different things, so that one may not see the other's screen.
    pub(crate) fn views_differ(&self) -> bool {
        let knows = |seat| {
            let mut seen = self.observe(Observer::Seat(seat));
            seen.observer.clear();
            serde_json::to_string(&seen).unwrap_or_default()
        };
        knows(Seat(0)) != knows(Seat(1))
    }

    /// Plays an action, writes it down and presses the clock. What adjudication refuses is news like any other.
    pub(crate) fn play(&mut self, seat: Seat, action: Action, automatic: bool, now: u64) -> Came {
        let text = self.its.game.format_action(Observer::Public, action);
        let hidden = words::hidden_sites(self.engine(), &self.observe(Observer::Public));
        self.remember_clock(now);
        let (deed, told) = match self.its.game.play(seat, action, automatic) {
            Ok(told) => (Deed::Action(action), told),
            Err(PlayError::Refused(_)) => {
                let last = self.its.game.steps().last();
                let told = last.map(|s| s.told.clone()).unwrap_or_default();
                (Deed::Try(action), told)
            }
            Err(error) => return Err(error.into()),
        };
        if matches!(deed, Deed::Action(_)) {
            self.press(now);
        }
        let done = Done {
            seat,
            deed,
            automatic,
            text,
            told,
            hidden,
        };
        self.note(done, now)
    }

    /// Does an act; a machine player declines what it is offered.
    pub(crate) fn act(&mut self, seat: Seat, act: Act, now: u64) -> Came {
        self.remember_clock(now);
        let mut news = self.do_act(seat, act, now)?;
        let other = seat.other();
        if act == Act::Offer && self.outcome().is_none() && !self.is_human(other) {
            news.extend(self.do_act(other, Act::Decline, now)?);
        }
        Ok(news)
    }

    fn do_act(&mut self, seat: Seat, act: Act, now: u64) -> Came {
        let told = self.its.game.act(seat, act)?;
        let done = Done {
            seat,
            deed: Deed::Act(act),
            automatic: false,
            text: act_word(act).to_owned(),
            told,
            hidden: Vec::new(),
        };
        self.note(done, now)
    }

    /// Starts a seat's thinking-time bank.
    pub(crate) fn use_bank(&mut self, seat: Seat, now: u64) -> Came {
        self.remember_clock(now);
        let clock = self.its.clock.as_mut().ok_or(Refusal::NoClock)?;
        let events = clock.use_bank(now, seat.0)?;
        let mut news: Vec<News> = events.into_iter().map(News::Clock).collect();
        news.extend(self.do_act(seat, Act::UseBank, now)?);
        Ok(news)
    }

    /// Takes back everything from the last deed that a person did, or nothing at all.
    ///
    /// A machine's reply goes back with the deed it answers, so that no undo lets it choose anew alone. The clock goes
    /// back to what it showed when that deed was done.
    pub(crate) fn undo(&mut self, now: u64) -> Came {
        let (first, game) = self.before_last_own()?;
        let count = self.done.len() - first;
        self.its.game = game;
        self.done.truncate(first);
        self.generation += 1;
        for number in (first + 1..=first + count).rev() {
            self.its.record.add(&Entry::Undo(Some(number)))?;
        }
        match self.clocks.get(&first).cloned() {
            Some(mut clock) => {
                clock.resume(now);
                self.its.clock = Some(clock);
            }
            // The deed was done before the game was resumed.
            None => self.press(now),
        }
        self.note_clock(now)?;
        self.clocks.retain(|deeds, _| *deeds < first);
        Ok(vec![News::Undone(count)])
    }

    /// Whether there is anything for a seat to claim, which rests on what everybody may know.
    pub(crate) fn may_claim(&self, seat: Seat) -> bool {
        self.its.game.copy().act(seat, Act::Claim).is_ok()
    }

    /// Whether [`Table::undo`] would take something back. It asks only what everybody may know: who did what, and what
    /// sort of thing was told, not to whom.
    pub(crate) fn may_undo(&self) -> bool {
        self.outcome().is_none() && self.before_last_own().is_ok()
    }

    /// The last action that a person played, by its number, and the game before it; an offer and the like only where no
    /// action went before.
    fn before_last_own(&self) -> Result<(usize, Box<dyn Match>), Refusal> {
        let own = |done: &Done| self.is_human(done.seat) && !done.automatic;
        let action = |done: &Done| own(done) && !matches!(done.deed, Deed::Act(_));
        let first = self.done.iter().rposition(action);
        let first = first.or_else(|| self.done.iter().rposition(own));
        let first = first.ok_or(UndoError::Start)?;
        let clocked = |done: &Done| done.automatic || done.deed == Deed::Act(Act::TimeOut);
        if self.done[first..].iter().any(clocked) {
            return Err(Refusal::Clocked);
        }
        let mut game = self.its.game.copy();
        for _ in first..self.done.len() {
            game.undo()?;
        }
        Ok((first, game))
    }

    /// Lets the clock tell what happened, and act for a seat that ran out of time.
    pub(crate) fn tick(&mut self, now: u64) -> Came {
        let Some(clock) = &mut self.its.clock else {
            return Ok(Vec::new());
        };
        let mut news = Vec::new();
        let events = clock.tick(now);
        for event in events {
            news.push(News::Clock(event));
            match event {
                ClockEvent::AutoAction { seat } => {
                    news.extend(self.automatic(Seat(seat), now)?);
                }
                ClockEvent::Lost { seat, .. } => {
                    news.extend(self.do_act(Seat(seat), Act::TimeOut, now)?);
                }
                _ => {}
            }
        }
        Ok(news)
    }

    /// Finishes the turn for a seat that ran out of time.
    fn automatic(&mut self, seat: Seat, now: u64) -> Came {
        let mut news = Vec::new();
        // What was refused once is not tried again, though it may still count as legal.
        let mut refused = Vec::new();
        while self.turn() == seat && self.outcome().is_none() {
            let mut legal = self.its.game.legal().unwrap_or_default();
            legal.retain(|action| !refused.contains(action));
            let stop = legal.iter().copied().find(|a| a.tag() == Tag::Stop);
            let choice = legal.first().copied().filter(|a| a.tag() == Tag::Choose);
            let drawn = self.dice(Stream::Automatic).choose(&legal).copied();
            let Some(action) = stop.or(choice).or(drawn) else {
                break;
            };
            let before = self.done.len();
            news.extend(self.play(seat, action, true, now)?);
            match self.done.get(before).map(|done| done.deed) {
                Some(Deed::Action(_)) => refused.clear(),
                _ => refused.push(action),
            }
        }
        Ok(news)
    }

    /// Dice of this ply, so that a resumed game draws what it would have drawn.
    pub(crate) fn dice(&self, stream: Stream) -> Dice {
        let mut dice = self.its.secret.stream(stream);
        for _ in 0..self.its.game.steps().len() {
            dice.bits();
        }
        let number = dice.bits();
        Seed::from_u64(number).stream(stream)
    }

    /// Declines what a machine player was offered before its turn came.
    pub(crate) fn answer_offer(&mut self, now: u64) -> Came {
        let seat = self.turn();
        let offer = self.observe(Observer::Public).offer.map(Seat);
        match offer {
            Some(offerer) if offerer != seat && !self.is_human(seat) => {
                self.do_act(seat, Act::Decline, now)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The seat to act, where a machine plays it and the game is not over.
    pub(crate) fn thinking_seat(&self) -> Option<Seat> {
        let seat = self.turn();
        (!self.is_human(seat) && self.outcome().is_none()).then_some(seat)
    }

    /// The turn of a machine player, to be thought about; nothing when a person is to act or the game is over.
    pub(crate) fn thinking(&self) -> Option<Thinking> {
        let seat = self.turn();
        let mind = self.minds[seat.index()].as_ref()?;
        self.think(seat, mind, self.dice(Stream::Bot(seat.0)))
    }

    /// What a machine player would do in the place of a seat, to be thought about: from that seat's view and no dice
    /// that anything else draws from.
    pub(crate) fn hint(&self, seat: Seat) -> Option<Thinking> {
        let mind = self.advisers[seat.index()].as_ref()?;
        let dice = Seed::from_u64(self.done.len() as u64).stream(Stream::Bot(seat.0));
        (self.turn() == seat).then(|| self.think(seat, mind, dice))?
    }

    fn think(&self, seat: Seat, mind: &Sitting, dice: Dice) -> Option<Thinking> {
        self.outcome().is_none().then(|| Thinking {
            seat,
            generation: self.generation,
            engine: Arc::clone(&self.its.engine),
            game: self.its.game.copy(),
            start: Arc::clone(&self.starts[seat.index()]),
            mind: Arc::clone(mind),
            dice,
        })
    }

    /// Gives the game up for a seat whose program is lost: it resigns, or where that is not allowed runs out of time.
    pub(crate) fn forfeit(&mut self, seat: Seat, now: u64) -> Came {
        let resigns = self.engine().spec().acts.resign.is_some();
        let act = if resigns { Act::Resign } else { Act::TimeOut };
        self.do_act(seat, act, now)
    }

    fn remember_clock(&mut self, now: u64) {
        if let Some(mut clock) = self.its.clock.clone() {
            let _ = clock.pause(now);
            self.clocks.insert(self.done.len(), clock);
        }
    }

    fn press(&mut self, now: u64) {
        let turn = self.turn();
        if let Some(clock) = &mut self.its.clock {
            // What the clock refuses here is told by its next tick.
            let _ = clock.press(now, turn.0);
        }
    }

    /// What the clocks show.
    fn times(&self, now: u64) -> Option<Times> {
        self.its.clock.as_ref().map(|clock| Times::of(clock, now))
    }

    /// Writes down where the clocks stand.
    fn note_clock(&mut self, now: u64) -> io::Result<()> {
        match self.times(now) {
            Some(times) => self.its.record.add(&Entry::Clock(times)),
            None => Ok(()),
        }
    }

    /// Everybody leaves: the clock stops, and the record says where, so that it goes on from there.
    ///
    /// # Errors
    /// The record could not be written.
    pub(crate) fn leave(&mut self, now: u64) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        self.pause(now);
        self.note_clock(now)
    }

    /// Writes a deed down; then, and not before, it is news.
    fn note(&mut self, done: Done, now: u64) -> Came {
        let text = match done.deed {
            Deed::Action(_) => done.text.clone(),
            Deed::Try(_) => format!("try {}", done.text),
            Deed::Act(_) => format!("act {}", done.text),
        };
        let times = self.times(now);
        let (engine, game) = (&*self.its.engine, &*self.its.game);
        self.its.record.deed(engine, game, &text, times)?;
        self.done.push(done.clone());
        self.generation += 1;
        let mut news = vec![News::Done(done)];
        self.close(&mut news)?;
        Ok(news)
    }

    /// Closes the record of a game that is over with what is disclosed.
    fn close(&mut self, news: &mut Vec<News>) -> io::Result<()> {
        let Some(outcome) = self.outcome().filter(|_| !self.closed) else {
            return Ok(());
        };
        self.its.footer.result = result_words(&*self.its.engine, outcome);
        self.its.record.finish(&self.its.footer)?;
        self.closed = true;
        // Everything secret is in the record now.
        let _ = std::fs::remove_file(&self.its.truth);
        news.push(News::Over(outcome));
        Ok(())
    }
}

/// Does a deed again that was done before on the same truth, so that it cannot fail.
fn do_step(game: &mut dyn Match, seat: Seat, deed: Deed, automatic: bool) {
    let _ = match deed {
        Deed::Action(action) | Deed::Try(action) => game.play(seat, action, automatic).map(|_| ()),
        Deed::Act(act) => game.act(seat, act).map(|_| ()),
    };
}
