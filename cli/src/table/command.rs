//! What a player types beside actions, and what is answered.

use std::io;
use std::path::PathBuf;

use masque_core::action::{Act, Action, Tag};
use masque_core::explain::Explanation;
use masque_core::game::{ActError, PlayError};
use masque_core::notation::action::ActionError;
use masque_core::piece::{Observer, Seat, Side};

use super::words::{describe, kind, wrap};
use super::{Came, News, Refusal, Table, why};

/// A line of a player, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// What can be typed.
    Help,
    /// The board again.
    Board,
    /// Captured and unseen pieces.
    Pieces,
    /// What may be played, from a site if one is named.
    Moves(String),
    /// Why an action is not allowed, or what it does.
    Why(String),
    /// The clocks.
    Clock,
    /// Starts the bank.
    Bank,
    /// Copies the record.
    Save(String),
    /// Takes back.
    Undo,
    /// Does an act.
    Act(Act),
    /// Asks what to play.
    Hint,
    /// Leaves.
    Quit,
    /// Plays an action.
    Action(String),
}

/// What a command came to.
#[derive(Debug, Default)]
pub(crate) struct Reply {
    /// What is said to the seat that asked, and to nobody else.
    pub(crate) lines: Vec<String>,
    /// What happened.
    pub(crate) news: Vec<News>,
    /// The actions that may have been meant, where what was typed is several; the lines list them.
    pub(crate) choices: Vec<Action>,
}

impl Command {
    /// Takes a line apart.
    pub(crate) fn read(line: &str) -> Self {
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(w, r)| (w, r.trim()));
        // What changes the game or leaves it is done only as it is written, and nothing that follows is passed over.
        let alone = rest.is_empty();
        match word {
            "help" | "?" => Self::Help,
            "board" => Self::Board,
            "pieces" | "captured" => Self::Pieces,
            "moves" => Self::Moves(rest.to_owned()),
            "why" => Self::Why(rest.to_owned()),
            "clock" => Self::Clock,
            "bank" if alone => Self::Bank,
            "save" => Self::Save(rest.to_owned()),
            "undo" if alone => Self::Undo,
            "hint" => Self::Hint,
            "draw" | "offer" if alone => Self::Act(Act::Offer),
            "accept" if alone => Self::Act(Act::Accept),
            "decline" if alone => Self::Act(Act::Decline),
            "claim" if alone => Self::Act(Act::Claim),
            "resign" if alone => Self::Act(Act::Resign),
            "quit" | "exit" if alone => Self::Quit,
            _ => Self::Action(line.to_owned()),
        }
    }

    /// Whether it changes the game.
    pub(crate) fn is_deed(&self) -> bool {
        matches!(
            self,
            Self::Action(_) | Self::Act(_) | Self::Undo | Self::Bank
        )
    }

    /// Whether it asks about the position as it is now.
    pub(crate) fn asks_about_now(&self) -> bool {
        matches!(self, Self::Moves(_) | Self::Why(_))
    }
}

impl Reply {
    fn say(line: impl Into<String>) -> Self {
        Self {
            lines: vec![line.into()],
            ..Self::default()
        }
    }
}

impl Table {
    /// Answers a command of a seat. What only a front end can do ([`Command::Help`], [`Command::Board`],
    /// [`Command::Hint`], [`Command::Quit`]) is answered with nothing.
    ///
    /// # Errors
    /// The record could not be written.
    pub(crate) fn answer(&mut self, seat: Seat, command: &Command, now: u64) -> io::Result<Reply> {
        Ok(match command {
            Command::Help | Command::Board | Command::Hint | Command::Quit => Reply::default(),
            Command::Pieces => Reply {
                lines: self.pieces(Observer::Seat(seat)),
                ..Reply::default()
            },
            Command::Moves(site) => Reply::say(self.moves(seat, site)),
            Command::Why(text) => Reply::say(self.why(seat, text)),
            Command::Clock => Reply::say(
                self.clock_line(now)
                    .unwrap_or_else(|| self.say_refusal("", &Refusal::NoClock)),
            ),
            Command::Save(name) => Reply::say(self.save(name)),
            Command::Bank => {
                let came = self.use_bank(seat, now);
                self.reply("", came)?
            }
            Command::Undo => {
                let came = self.undo(now);
                self.reply("", came)?
            }
            Command::Act(act) => {
                let came = self.act(seat, *act, now);
                self.reply("", came)?
            }
            Command::Action(text) => self.try_action(seat, text, now)?,
        })
    }

    /// News, or the words for why there is none.
    fn reply(&self, what: &str, came: Came) -> io::Result<Reply> {
        match came {
            Ok(news) => Ok(Reply {
                news,
                ..Reply::default()
            }),
            Err(Refusal::Io(error)) => Err(error),
            Err(refusal) => Ok(Reply::say(self.say_refusal(what, &refusal))),
        }
    }

    /// Plays an action that was chosen from those that are legal.
    ///
    /// # Errors
    /// The record could not be written.
    pub(crate) fn play_chosen(
        &mut self,
        seat: Seat,
        action: Action,
        now: u64,
    ) -> io::Result<Reply> {
        let text = self.game().format_action(Observer::Seat(seat), action);
        let came = self.play(seat, action, false, now);
        self.reply(&text, came)
    }

    fn try_action(&mut self, seat: Seat, text: &str, now: u64) -> io::Result<Reply> {
        if let Some(words) = self.over() {
            return Ok(Reply::say(words));
        }
        let action = match self.game().parse_action(seat, text) {
            Ok(action) => action,
            Err(ActionError::Ambiguous { actions, .. }) => {
                return Ok(Reply {
                    lines: vec![self.which(seat, text, &actions)],
                    choices: actions,
                    ..Reply::default()
                });
            }
            Err(error) => {
                let error = why::no_action(self.lang(), &error);
                return Ok(Reply::say(
                    self.lang()
                        .say_with("no-action", &[("error", error.into())]),
                ));
            }
        };
        match self.game().explain(seat, action) {
            Ok(Explanation::Legal(_)) => self.play_chosen(seat, action, now),
            Ok(Explanation::Refused(_)) => Ok(Reply::say(self.why(seat, text))),
            Err(error) => Ok(Reply::say(error.to_string())),
        }
    }

    /// Asks which of several actions is meant, each as it can be typed and with the kind of piece that it chooses.
    fn which(&self, seat: Seat, text: &str, actions: &[Action]) -> String {
        let (lang, observer) = (self.lang(), Observer::Seat(seat));
        let side = self.game().side_of(seat).unwrap_or(Side(seat.0));
        let choice = |action: &Action| {
            let written = self.game().format_action(observer, *action);
            match action.kind() {
                Some(of) => {
                    let kind = kind(lang, self.engine(), side, of);
                    lang.with_note(&format!("`{written}`"), &kind)
                }
                None => format!("`{written}`"),
            }
        };
        let choices: Vec<String> = actions.iter().map(choice).collect();
        lang.say_with(
            "which-action",
            &[
                ("action", text.into()),
                ("choices", lang.list(&choices).into()),
            ],
        )
    }

    fn save(&self, name: &str) -> String {
        if name.is_empty() {
            let path = self.record().display().to_string();
            return self.lang().say_with("save-kept", &[("path", path.into())]);
        }
        let mut path = PathBuf::from(name);
        if path.extension().is_none() {
            path.set_extension("masque");
        }
        match self.copy_record(&path) {
            Ok(()) => {
                let path = path.display().to_string();
                self.lang().say_with("save-done", &[("path", path.into())])
            }
            Err(error) => self.lang().say_with(
                "save-failed",
                &[
                    ("path", path.display().to_string().into()),
                    ("why", error.to_string().into()),
                ],
            ),
        }
    }

    /// That the game is over, if it is.
    fn over(&self) -> Option<String> {
        self.outcome()?;
        let over = Refusal::Play(PlayError::Act(ActError::Over));
        Some(self.say_refusal("", &over))
    }

    fn moves(&self, seat: Seat, site: &str) -> String {
        if let Some(words) = self.over() {
            return words;
        }
        if seat != self.turn() {
            return self.lang().say("tui-not-now").into_owned();
        }
        let legal = match self.legal(seat) {
            Ok(legal) => legal,
            Err(error) => return error,
        };
        let wanted = match site {
            "" => None,
            _ => match self.engine().site(site) {
                Some(found) => Some(found),
                None => return self.lang().say_with("no-site", &[("site", site.into())]),
            },
        };
        let concerns = |a: &&Action| {
            wanted.is_none_or(|s| match a.tag() {
                Tag::Pass | Tag::Stop | Tag::Swap | Tag::Choose => false,
                _ => a.from() == s,
            })
        };
        let words: Vec<String> = legal
            .iter()
            .filter(concerns)
            .map(|&a| self.game().format_action(Observer::Seat(seat), a))
            .collect();
        if !words.is_empty() {
            return wrap(&words);
        }
        match wanted {
            None => self.lang().say("nothing-to-play").into_owned(),
            Some(site) => self.nothing_from(seat, site).0,
        }
    }

    /// Why an action is not allowed, or what it will do, as far as the seat can tell.
    pub(crate) fn why(&self, seat: Seat, text: &str) -> String {
        let action = match self.game().parse_action(seat, text) {
            Ok(action) => action,
            Err(error) => {
                let error = why::no_action(self.lang(), &error);
                return self.lang().say_with("sentence", &[("text", error.into())]);
            }
        };
        match self.game().explain(seat, action) {
            Ok(explanation) => describe(self.lang(), self.engine(), text, action, &explanation),
            Err(error) => error.to_string(),
        }
    }
}
