//! A game at the terminal, line by line.

use std::io;

use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Seat};

use super::console::{Console, Input};
use crate::opponents::Trouble;
use crate::table::{Command, News, Refusal, Table, words};

/// A table with lines of text for its front end.
pub(crate) struct Session {
    /// The game.
    pub(crate) table: Table,
    /// Where lines come from.
    pub(crate) console: Console,
    /// How the board is drawn.
    pub(crate) style: Style,
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

impl Session {
    /// Plays until the game is over or somebody leaves.
    pub(crate) fn run(&mut self) -> io::Result<Left> {
        let begun = self.table.begin(self.console.now());
        self.tell(begun)?;
        let mut drawn = false;
        loop {
            if self.table.outcome().is_some() {
                return Ok(Left::Over);
            }
            let seat = self.table.turn();
            if !self.table.is_human(seat) {
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
        let two_people = Seat::BOTH.iter().all(|s| self.table.is_human(*s));
        let changed = self.at_screen != Some(seat);
        if changed {
            self.table.change_seats();
        }
        self.at_screen = Some(seat);
        if two_people && changed && self.table.views_differ() {
            self.table.pause(self.console.now());
            let answer = self.console.curtain(&self.table.seat_name(seat));
            self.table.resume(self.console.now());
            return answer;
        }
        Input::Late
    }

    fn draw(&self, observer: Observer) {
        let table = &self.table;
        let seen = table.observe(observer);
        let (lang, title) = (table.lang(), table.title());
        println!();
        self.say(&if seen.outcome.is_some() {
            lang.say_with("turn-over", &[("title", title.into())])
        } else {
            let (turn, who) = (seen.turns + 1, table.seat_name(table.turn()));
            lang.say_with(
                match seen.in_check {
                    true => "turn-in-check",
                    false => "turn",
                },
                &[
                    ("title", title.into()),
                    ("turn", turn.into()),
                    ("who", who.into()),
                ],
            )
        });
        println!();
        for line in table.draw(observer, &self.style).lines() {
            println!("{line}");
        }
        if let Some(line) = words::off_board(table.lang(), table.engine().spec(), &seen) {
            self.say(&line);
        }
        if let Some(terrain) = &seen.terrain {
            let left = terrain.left;
            self.say(
                &table
                    .lang()
                    .say_with("hazards-left", &[("number", left.into())]),
            );
        }
        if let Some(line) = table.clock_line(self.console.now()) {
            self.say(&line);
        }
    }

    /// Prints a line for people.
    fn say(&self, text: &str) {
        println!("{}", self.table.lang().shown(text));
    }

    /// Tells news as the player at the screen may know it; `true` when there was any.
    fn tell(&self, came: Result<Vec<News>, Refusal>) -> io::Result<bool> {
        let news = match came {
            Ok(news) => news,
            Err(Refusal::Io(error)) => return Err(error),
            Err(refusal) => {
                self.say(&self.table.say_refusal("", &refusal));
                return Ok(false);
            }
        };
        let listener = self.table.listener();
        for item in &news {
            if let News::Over(_) = item {
                self.draw(Observer::Public);
                println!();
            }
            if let Some(words) = self.table.say(item, listener) {
                self.say(&words);
            }
            if let News::Over(_) = item {
                let path = self.table.record().display().to_string();
                let lang = self.table.lang();
                self.say(&lang.say_with("record-kept", &[("path", path.into())]));
            }
        }
        Ok(!news.is_empty())
    }

    fn human_line(&mut self, seat: Seat) -> io::Result<Did> {
        let phase = self.table.phase_words();
        let lang = self.table.lang();
        let who = self.table.seat_name(seat);
        let who = match phase.is_empty() {
            true => who,
            false => lang.with_note(&who, &phase),
        };
        let prompt = format!("{}> ", lang.shown(&who));
        self.console.prompt(&prompt);
        loop {
            let input = self.console.line(self.table.deadline());
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
        let before = self.table.done().len();
        let came = self.table.tick(self.console.now());
        if came.as_ref().is_ok_and(|news| !news.is_empty()) {
            println!();
        }
        self.tell(came)?;
        Ok(self.table.done().len() > before || self.table.turn() != seat)
    }

    /// Plays for a machine; `false` when it has nothing to play and the game cannot go on.
    fn machine_turn(&mut self, seat: Seat) -> io::Result<bool> {
        let answered = self.table.answer_offer(self.console.now());
        self.tell(answered)?;
        let Some(thinking) = self.table.thinking() else {
            return Ok(true);
        };
        let came = match thinking.choose(&|_| true) {
            Ok(choice) => self
                .table
                .play(seat, choice.action, false, self.console.now()),
            Err(Trouble::Forfeit(why)) => {
                let name = self.table.seat_name(seat);
                self.say(&self.table.lang().say_with(
                    "forfeits",
                    &[("who", name.into()), ("why", why.to_string().into())],
                ));
                self.table.forfeit(seat, self.console.now())
            }
            Err(trouble) => {
                self.say(&self.table.stuck(seat, &trouble));
                return Ok(false);
            }
        };
        self.tell(came)
    }

    /// Says what a search would play in the place of a seat.
    fn hint(&self, seat: Seat) {
        let lang = self.table.lang();
        let found = self.table.hint(seat).map(|t| t.choose(&|_| true));
        let Some(Ok(choice)) = found else {
            self.say(&lang.say("no-hint"));
            return;
        };
        let observer = Observer::Seat(seat);
        let action = self.table.game().format_action(observer, choice.action);
        self.say(&words::hint(lang, &action));
        self.say(&self.table.why(seat, &action));
    }

    fn command(&mut self, seat: Seat, line: &str) -> io::Result<Did> {
        let command = Command::read(line);
        match command {
            Command::Help => {
                for line in self.table.lang().say("help-lines").lines() {
                    self.say(&format!("  {line}"));
                }
            }
            Command::Board => self.draw(Observer::Seat(seat)),
            Command::Quit => return Ok(Did::Quit),
            Command::Hint => self.hint(seat),
            _ => {
                let reply = self.table.answer(seat, &command, self.console.now())?;
                for line in &reply.lines {
                    self.say(line);
                }
                return Ok(match self.tell(Ok(reply.news))? {
                    true => Did::Something,
                    false => Did::Shown,
                });
            }
        }
        Ok(Did::Shown)
    }
}
