//! A game at the terminal: turns, commands, clock and record.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use masque_core::action::{Act, Action, Tag};
use masque_core::clock::{Clock, ClockEvent};
use masque_core::engine::{Engine, Match};
use masque_core::event::Told;
use masque_core::explain::{Does, Explanation};
use masque_core::game::PlayError;
use masque_core::notation::diagram::Style;
use masque_core::observation::{Count, Observation};
use masque_core::piece::{Observer, Seat, Side};
use masque_core::position::{Outcome, Phase};
use masque_core::random::{Dice, Seed, Stream};

use super::bot::{self, Player};
use super::console::{Console, Input};
use super::time;
use crate::record::{Entry, Footer, Record, Times, act_word, result_words};

/// A game under way.
pub(crate) struct Session {
    pub(crate) engine: Arc<dyn Engine>,
    pub(crate) game: Box<dyn Match>,
    pub(crate) players: [Player; 2],
    pub(crate) clock: Option<Clock>,
    pub(crate) console: Console,
    pub(crate) style: Style,
    pub(crate) record: Record,
    pub(crate) truth: PathBuf,
    pub(crate) secret: Seed,
    pub(crate) footer: Footer,
    /// The seat whose player last sat at the screen, in a game of two people.
    pub(crate) at_screen: Option<Seat>,
}

/// Why the loop over turns ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// The game is over.
    Over,
    /// The player left; the game can be resumed.
    Quit,
}

/// What a line of a player came to.
enum Did {
    /// Something was played or done; the turn machine moved.
    Something,
    /// Only something was shown.
    Shown,
    /// The player leaves.
    Quit,
}

const HELP: &str = "\
  e2e4, a1xb1, a7a8=Q, flip c2, place d4, pass, O-O   play an action (as `moves` writes it)
  choose Q, stop                                      finish a turn of several steps
  moves [SITE]        what may be played              why ACTION   why not, or what it does
  board               draw the board again            pieces       captured and unseen pieces
  draw, accept, decline                               offer and answer an agreed end
  claim, resign       end the game                    undo         take back, never past a revelation
  clock, bank         the clocks; start the bank      save NAME    copy the record
  quit                leave; the game is kept         help         this";

impl Session {
    /// Plays until the game is over or somebody leaves.
    pub(crate) fn run(&mut self) -> io::Result<Left> {
        if let Some(clock) = &mut self.clock {
            let now = self.console.now();
            if clock.seat().is_some() {
                clock.resume(now);
            } else {
                // A new clock cannot refuse a seat that exists.
                let _ = clock.start(now, self.game.turn().0);
            }
        }
        let mut drawn = false;
        loop {
            if self.game.outcome().is_some() {
                self.finish()?;
                return Ok(Left::Over);
            }
            let seat = self.game.turn();
            if self.players[seat.index()] != Player::Human {
                if !self.machine_turn(seat)? {
                    return Ok(Left::Quit);
                }
                drawn = false;
                continue;
            }
            if self.sit_down(seat) == Input::End {
                return Ok(Left::Quit);
            }
            if !drawn {
                self.draw(Observer::Seat(seat));
                drawn = true;
            }
            match self.human_line(seat)? {
                Did::Something => drawn = false,
                Did::Shown => {}
                Did::Quit => return Ok(Left::Quit),
            }
        }
    }

    /// Draws a curtain when another person must sit down and may not see what the last one saw.
    fn sit_down(&mut self, seat: Seat) -> Input {
        let two_people = self.players == [Player::Human; 2];
        let changed = self.at_screen != Some(seat);
        self.at_screen = Some(seat);
        if two_people && changed && self.views_differ() {
            self.pause_clock();
            let answer = self.console.curtain(&self.seat_name(seat));
            self.resume_clock();
            return answer;
        }
        Input::Late
    }

    /// Whether the two seats know different things, so that one may not see the other's screen.
    pub(crate) fn views_differ(&self) -> bool {
        self.game.text(Observer::Seat(Seat(0))) != self.game.text(Observer::Seat(Seat(1)))
            || knowledge(&*self.game, Seat(0)) != knowledge(&*self.game, Seat(1))
    }

    fn pause_clock(&mut self) {
        let now = self.console.now();
        if let Some(clock) = &mut self.clock {
            let _ = clock.pause(now);
        }
    }

    fn resume_clock(&mut self) {
        let now = self.console.now();
        if let Some(clock) = &mut self.clock {
            clock.resume(now);
        }
    }

    /// The word for a seat: its side once settled.
    pub(crate) fn seat_name(&self, seat: Seat) -> String {
        match self.game.side_of(seat) {
            Some(side) => self.side_name(side),
            None => format!("player {}", seat.0 + 1),
        }
    }

    fn side_name(&self, side: Side) -> String {
        let name = &self.engine.spec().sides[side.index()].name;
        let mut letters = name.chars();
        letters
            .next()
            .map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
    }

    pub(crate) fn draw(&self, observer: Observer) {
        let seen = self.game.observe(observer);
        let title = self
            .engine
            .spec()
            .title
            .get("en")
            .map_or("", String::as_str);
        println!(
            "\n{title}, turn {}: {} to act{}",
            seen.turns + 1,
            self.seat_name(self.game.turn()),
            if seen.in_check { ", in check" } else { "" }
        );
        println!();
        for line in self.game.draw(observer, &self.style).lines() {
            println!("{line}");
        }
        if let Some(line) = off_board(&seen) {
            println!("{line}");
        }
        if let Some(terrain) = &seen.terrain {
            println!("Hazards left: {}", terrain.left);
        }
        if let Some(line) = self.clock_line() {
            println!("{line}");
        }
    }

    fn clock_line(&self) -> Option<String> {
        let clock = self.clock.as_ref()?;
        let now = self.console.now();
        let of = |seat: Seat| {
            format!(
                "{}: {}",
                self.seat_name(seat),
                time::remaining(clock, now, seat)
            )
        };
        Some(format!("Clock  {}   {}", of(Seat(0)), of(Seat(1))))
    }

    fn human_line(&mut self, seat: Seat) -> io::Result<Did> {
        let phase = match self.game.phase() {
            Phase::Chain(_) => " (go on capturing, or `stop`)",
            Phase::Choose(_) => " (choose what it becomes)",
            Phase::Shoot(_) => " (shoot)",
            _ => "",
        };
        let prompt = format!("{}{phase}> ", self.seat_name(seat));
        self.console.prompt(&prompt);
        loop {
            let until = self.clock.as_ref().and_then(Clock::next_deadline);
            let input = self.console.line(until);
            if self.tick(seat)? {
                return Ok(Did::Something);
            }
            match input {
                Input::Late => {}
                Input::End => {
                    println!();
                    return Ok(Did::Quit);
                }
                Input::Line(line) if line.is_empty() => self.console.prompt(&prompt),
                Input::Line(line) => return self.command(seat, &line),
            }
        }
    }

    /// Lets the clock tell what happened; `true` when it ended the turn or the game.
    fn tick(&mut self, seat: Seat) -> io::Result<bool> {
        let now = self.console.now();
        let Some(clock) = &mut self.clock else {
            return Ok(false);
        };
        let events = clock.tick(now);
        let mut moved = false;
        for event in events {
            println!();
            println!("{}", time::words(&event, |s| self.seat_name(s)));
            match event {
                ClockEvent::AutoAction { .. } => {
                    self.automatic(seat)?;
                    moved = true;
                }
                ClockEvent::Lost { seat, .. } => {
                    self.do_act(Seat(seat), Act::TimeOut)?;
                    moved = true;
                }
                _ => {}
            }
        }
        Ok(moved)
    }

    /// Finishes the turn for a seat that ran out of time.
    fn automatic(&mut self, seat: Seat) -> io::Result<()> {
        loop {
            let legal = self.game.legal().unwrap_or_default();
            let stop = legal.iter().copied().find(|a| a.tag() == Tag::Stop);
            let choice = legal.first().copied().filter(|a| a.tag() == Tag::Choose);
            let drawn = self.dice(Stream::Automatic).choose(&legal).copied();
            let Some(action) = stop.or(choice).or(drawn) else {
                return Ok(());
            };
            self.perform(seat, action, true)?;
            if self.game.turn() != seat || self.game.outcome().is_some() {
                return Ok(());
            }
        }
    }

    /// Dice of this ply, so that a resumed game draws what it would have drawn.
    fn dice(&self, stream: Stream) -> Dice {
        let mut dice = self.secret.stream(stream);
        for _ in 0..self.game.steps().len() {
            dice.bits();
        }
        let number = dice.bits();
        Seed::from_u64(number).stream(stream)
    }

    /// Plays for a machine; `false` when it has nothing to play and the game cannot go on.
    fn machine_turn(&mut self, seat: Seat) -> io::Result<bool> {
        let mut dice = self.dice(Stream::Bot(seat.0));
        if let Some(offerer) = self.game.observe(Observer::Public).offer.map(Seat)
            && offerer != seat
        {
            self.do_act(seat, Act::Decline)?;
            println!("{} declines.", self.seat_name(seat));
        }
        let player = self.players[seat.index()];
        match bot::choose(&*self.engine, &*self.game, seat, player, &mut dice) {
            Some(action) => self.perform(seat, action, false)?,
            None => {
                let name = self.seat_name(seat);
                match self.game.legal() {
                    Ok(_) => println!(
                        "{name} has no action, and no ending of these rules says what then."
                    ),
                    Err(error) => println!("{name} cannot act: {error}"),
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays a legal action, records it, tells it, presses the clock.
    fn perform(&mut self, seat: Seat, action: Action, automatic: bool) -> io::Result<()> {
        let text = self.game.format_action(Observer::Public, action);
        let name = self.seat_name(seat);
        match self.game.play(seat, action, automatic) {
            Ok(told) => {
                self.press();
                self.note(&text)?;
                self.announce(&name, &text, &told);
            }
            Err(PlayError::Refused(clause)) => {
                self.note(&format!("try {text}"))?;
                println!(
                    "{text} was tried and refused: {}",
                    self.engine.clause(clause)
                );
            }
            Err(PlayError::Illegal(refusal)) => {
                println!(
                    "{text} is not allowed: {}",
                    self.engine.clause(refusal.clause)
                );
            }
            Err(error) => println!("{text} could not be played: {error}"),
        }
        Ok(())
    }

    fn press(&mut self) {
        let (now, turn) = (self.console.now(), self.game.turn());
        if let Some(clock) = &mut self.clock {
            // What the clock refuses here is told by its next tick.
            let _ = clock.press(now, turn.0);
        }
    }

    /// What the clocks show now, for the record.
    fn times(&self) -> Option<Times> {
        let now = self.console.now();
        self.clock.as_ref().map(|clock| Times::of(clock, now))
    }

    /// Records the deed that was just done.
    fn note(&mut self, text: &str) -> io::Result<()> {
        let times = self.times();
        self.record.deed(&*self.engine, &*self.game, text, times)
    }

    /// Records where the clocks stand when the players leave.
    pub(crate) fn note_clocks(&mut self) -> io::Result<()> {
        match self.times() {
            Some(times) => self.record.add(&Entry::Pause(times)),
            None => Ok(()),
        }
    }

    /// Says what was done, as the player at the screen may know it.
    fn announce(&self, name: &str, text: &str, told: &[Told]) {
        let observer = match (self.players, self.at_screen) {
            // Two people share the screen: what one alone may know waits until that one asks for `pieces`.
            ([Player::Human, Player::Human], _) => Observer::Public,
            ([Player::Human, _], _) => Observer::Seat(Seat(0)),
            ([_, Player::Human], _) => Observer::Seat(Seat(1)),
            _ => Observer::Public,
        };
        let words: Vec<String> = told
            .iter()
            .filter(|t| t.audience.includes(observer))
            .map(|t| self.game.event_words(&t.event).join(" "))
            .collect();
        println!(
            "{name}: {text}{}",
            if words.is_empty() {
                String::new()
            } else {
                format!("   [{}]", words.join("; "))
            }
        );
    }

    fn command(&mut self, seat: Seat, line: &str) -> io::Result<Did> {
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(w, r)| (w, r.trim()));
        match word {
            "help" | "?" => println!("{HELP}"),
            "board" => self.draw(Observer::Seat(seat)),
            "pieces" | "captured" => self.show_pieces(seat),
            "moves" => self.show_moves(seat, rest),
            "why" => self.show_why(seat, rest),
            "clock" => println!(
                "{}",
                self.clock_line()
                    .unwrap_or_else(|| "This game has no clock.".to_owned())
            ),
            "bank" => self.use_bank(seat)?,
            "save" => self.save(rest),
            "undo" => return self.undo(),
            "draw" | "offer" => return self.act(seat, Act::Offer),
            "accept" => return self.act(seat, Act::Accept),
            "decline" => return self.act(seat, Act::Decline),
            "claim" => return self.act(seat, Act::Claim),
            "resign" => return self.act(seat, Act::Resign),
            "quit" | "exit" => return Ok(Did::Quit),
            _ => return self.try_action(seat, line),
        }
        Ok(Did::Shown)
    }

    fn try_action(&mut self, seat: Seat, text: &str) -> io::Result<Did> {
        let action = match self.game.parse_action(seat, text) {
            Ok(action) => action,
            Err(error) => {
                println!("{error}. Type `moves` for what may be played, `help` for commands.");
                return Ok(Did::Shown);
            }
        };
        match self.game.explain(seat, action) {
            Ok(Explanation::Legal(_)) => {
                self.perform(seat, action, false)?;
                Ok(Did::Something)
            }
            Ok(Explanation::Refused(_)) => {
                self.show_why(seat, text);
                Ok(Did::Shown)
            }
            Err(error) => {
                println!("{error}");
                Ok(Did::Shown)
            }
        }
    }

    fn act(&mut self, seat: Seat, act: Act) -> io::Result<Did> {
        let steps = self.game.steps().len();
        self.do_act(seat, act)?;
        let other = seat.other();
        if act == Act::Offer && self.game.outcome().is_none() && self.game.steps().len() > steps {
            if self.players[other.index()] == Player::Human {
                println!(
                    "{} offers; {} may `accept` or `decline` on its turn.",
                    self.seat_name(seat),
                    self.seat_name(other)
                );
            } else {
                self.do_act(other, Act::Decline)?;
                println!("{} declines.", self.seat_name(other));
            }
        }
        Ok(if self.game.steps().len() > steps {
            Did::Something
        } else {
            Did::Shown
        })
    }

    fn do_act(&mut self, seat: Seat, act: Act) -> io::Result<()> {
        match self.game.act(seat, act) {
            Ok(_) => self.note(&format!("act {}", act_word(act))),
            Err(error) => {
                println!("That is not possible: {error}.");
                Ok(())
            }
        }
    }

    fn use_bank(&mut self, seat: Seat) -> io::Result<()> {
        let now = self.console.now();
        match self.clock.as_mut().map(|c| c.use_bank(now, seat.0)) {
            None => println!("This game has no clock."),
            Some(Err(error)) => println!("That is not possible: {error}."),
            Some(Ok(_)) => {
                self.do_act(seat, Act::UseBank)?;
                println!("The thinking-time bank runs.");
            }
        }
        Ok(())
    }

    fn undo(&mut self) -> io::Result<Did> {
        let mut undone = false;
        loop {
            match self.game.undo() {
                Ok(_) => {
                    let number = self.game.steps().len() + 1;
                    self.record.add(&Entry::Undo(Some(number)))?;
                    undone = true;
                }
                Err(error) => {
                    println!(
                        "Nothing{} taken back: {error}.",
                        if undone { " more" } else { "" }
                    );
                    break;
                }
            }
            // Against the machine, its reply goes back too.
            if self.players[self.game.turn().index()] == Player::Human {
                break;
            }
        }
        self.press();
        Ok(if undone { Did::Something } else { Did::Shown })
    }

    fn save(&self, name: &str) {
        if name.is_empty() {
            println!(
                "The game is kept in {} as it goes; `save NAME` makes a copy.",
                self.record.path().display()
            );
            return;
        }
        let mut path = PathBuf::from(name);
        if path.extension().is_none() {
            path.set_extension("masque");
        }
        match self.record.copy_to(&path) {
            Ok(()) => println!("Saved to {}.", path.display()),
            Err(error) => println!("Could not save to {}: {error}.", path.display()),
        }
    }

    fn show_moves(&self, seat: Seat, site: &str) {
        let legal = match self.game.legal() {
            Ok(legal) => legal,
            Err(error) => {
                println!("{error}");
                return;
            }
        };
        let wanted = if site.is_empty() {
            None
        } else {
            self.engine.site(site)
        };
        if wanted.is_none() && !site.is_empty() {
            println!("No site is called `{site}`.");
            return;
        }
        let concerns = |a: &&Action| {
            wanted.is_none_or(|s| match a.tag() {
                Tag::Pass | Tag::Stop | Tag::Swap | Tag::Choose => false,
                _ => a.from() == s,
            })
        };
        let words: Vec<String> = legal
            .iter()
            .filter(concerns)
            .map(|&a| self.game.format_action(Observer::Seat(seat), a))
            .collect();
        if words.is_empty() {
            println!(
                "Nothing may be played{}.",
                if site.is_empty() {
                    String::new()
                } else {
                    format!(" from {site}")
                }
            );
        } else {
            println!("{}", wrap(&words));
        }
    }

    fn show_why(&self, seat: Seat, text: &str) {
        let action = match self.game.parse_action(seat, text) {
            Ok(action) => action,
            Err(error) => {
                println!("{error}.");
                return;
            }
        };
        match self.game.explain(seat, action) {
            Ok(explanation) => println!("{}", describe(&*self.engine, text, &explanation)),
            Err(error) => println!("{error}"),
        }
    }

    fn show_pieces(&self, seat: Seat) {
        let seen = self.game.observe(Observer::Seat(seat));
        let list = |title: &str, counts: &[Count]| {
            let words: Vec<String> = counts
                .iter()
                .map(|c| format!("{} {} x{}", c.side, c.kind, c.count))
                .collect();
            if !words.is_empty() {
                println!("{title}: {}", words.join(", "));
            }
        };
        list("Off the board", &seen.lost);
        list("Off the board, known to you alone", &seen.learned);
        for (side, count) in self.engine.spec().sides.iter().zip(seen.lost_hidden) {
            if count > 0 {
                println!("Off the board, not known to all: {} x{count}", side.name);
            }
        }
        list("Not seen yet", &seen.pool);
        if seen.lost.is_empty()
            && seen.learned.is_empty()
            && seen.lost_hidden == [0; 2]
            && seen.pool.is_empty()
        {
            println!("Every piece of the set is on the board and seen.");
        }
    }

    /// Says how the game ended and closes the record with what is disclosed.
    fn finish(&mut self) -> io::Result<()> {
        self.draw(Observer::Public);
        let Some(outcome) = self.game.outcome() else {
            return Ok(());
        };
        let result = self.result(outcome);
        println!("\n{result}");
        self.footer.result = result_words(&*self.engine, outcome);
        self.record.finish(&self.footer)?;
        // Everything secret is in the record now.
        let _ = std::fs::remove_file(&self.truth);
        println!(
            "The whole game, with its deal, is in {}.",
            self.record.path().display()
        );
        Ok(())
    }

    fn result(&self, outcome: Outcome) -> String {
        let clause = self.engine.clause(outcome.clause);
        let scores = outcome.scores.map_or(String::new(), |[a, b]| {
            let points = |halves: i32| {
                if halves % 2 == 0 {
                    (halves / 2).to_string()
                } else {
                    format!("{}.5", halves / 2)
                }
            };
            format!(" ({} to {})", points(a), points(b))
        });
        match outcome.winner {
            Some(seat) => format!("{} wins{scores}: {clause}.", self.seat_name(seat)),
            None => format!("The game is drawn{scores}: {clause}."),
        }
    }
}

/// The pieces off the board in one line, as the observer may know them.
fn off_board(seen: &Observation) -> Option<String> {
    let letters = |counts: &[Count]| {
        let times = |c: &Count| std::iter::repeat_n(c.letter.to_string(), usize::from(c.count));
        counts.iter().flat_map(times).collect::<Vec<_>>().join(" ")
    };
    let hidden: u32 = seen.lost_hidden.iter().map(|n| u32::from(*n)).sum();
    let mut parts = Vec::new();
    if !seen.lost.is_empty() {
        parts.push(letters(&seen.lost));
    }
    if !seen.learned.is_empty() {
        parts.push(format!("known to you {}", letters(&seen.learned)));
    }
    if hidden > 0 {
        parts.push(format!("unseen {hidden}"));
    }
    (!parts.is_empty()).then(|| format!("Off the board: {}", parts.join("; ")))
}

/// What a seat knows beyond its own point of view, as data.
fn knowledge(game: &dyn Match, seat: Seat) -> String {
    let mut seen = game.observe(Observer::Seat(seat));
    seen.observer.clear();
    serde_json::to_string(&seen).unwrap_or_default()
}

/// An explanation in words for a player.
#[must_use]
pub(crate) fn describe(engine: &dyn Engine, text: &str, explanation: &Explanation) -> String {
    let site = |s| engine.site_name(s).to_owned();
    let kind = |k: masque_core::piece::Kind| {
        engine
            .spec()
            .kinds
            .get(k.index())
            .map_or("piece", |s| s.name.as_str())
            .to_owned()
    };
    match explanation {
        Explanation::Refused(refusal) => {
            let stage = match refusal.stage {
                masque_core::legal::Stage::Phase => "it is not the time for it",
                masque_core::legal::Stage::Ownership => "nothing of yours stands there to do it",
                masque_core::legal::Stage::Movement => "it does not move so",
                masque_core::legal::Stage::Capture => "it may not capture that",
                masque_core::legal::Stage::Check => "the royal piece would be left attacked",
                masque_core::legal::Stage::Repetition => "the position or the chase forbids it",
            };
            let clause = engine.clause(refusal.clause);
            if clause.is_empty() {
                format!("{text}: {stage}.")
            } else {
                format!("{text}: {stage} (clause {clause}).")
            }
        }
        Explanation::Legal(notes) => {
            let says: Vec<String> = notes
                .iter()
                .map(|note| {
                    let what = match note.what {
                        Does::Flips(at) => {
                            format!("turns up the piece on {} for everybody", site(at))
                        }
                        Does::Moves(at) => format!("goes to {}", site(at)),
                        Does::Captures(at, piece) => {
                            format!("captures the {} on {}", kind(piece.kind), site(at))
                        }
                        Does::CapturesInPassing(at) => {
                            format!("captures in passing on {}", site(at))
                        }
                        Does::TakesUnknown(at) => {
                            format!("captures the hidden piece on {}, whatever it is", site(at))
                        }
                        Does::RevealsThenDecides(at) => {
                            format!("reveals the piece on {}, then what it is decides", site(at))
                        }
                        Does::DecidesInSecret(at) => format!(
                            "fights the hidden piece on {}; only the outcome is told",
                            site(at)
                        ),
                        Does::RevealsMover => "shows what the moving piece is".to_owned(),
                        Does::Promotes(k) => format!("becomes a {}", kind(k)),
                        Does::Castles => "castles".to_owned(),
                        Does::MeetsHazard(at) => format!("lands on the hazard on {}", site(at)),
                        Does::MayMeetHazard(at) => {
                            format!("lands in fog on {}, where a hazard may lie", site(at))
                        }
                        Does::Places(at) => format!("places a piece on {}", site(at)),
                        Does::TurnsOver(at) => format!("turns over the piece on {}", site(at)),
                        Does::Passes => "passes the turn".to_owned(),
                        Does::Stops => "ends the chain".to_owned(),
                        Does::Acts(id) => engine
                            .spec()
                            .specials
                            .get(usize::from(id))
                            .map_or_else(String::new, |s| format!("makes the {} action", s.name)),
                        Does::Swaps => "swaps sides".to_owned(),
                        Does::MayChain => "may go on capturing".to_owned(),
                    };
                    let clause = engine.clause(note.clause);
                    if clause.is_empty() {
                        what
                    } else {
                        format!("{what} (clause {clause})")
                    }
                })
                .collect();
            format!("{text} is allowed: {}.", says.join("; "))
        }
    }
}

/// Words in lines of at most 78 characters.
fn wrap(words: &[String]) -> String {
    let mut out = String::new();
    let mut width = 0;
    for word in words {
        let more = word.chars().count() + 2;
        if width + more > 78 {
            out.push('\n');
            width = 0;
        }
        if width > 0 {
            out.push_str(", ");
        }
        out.push_str(word);
        width += more;
    }
    out
}
