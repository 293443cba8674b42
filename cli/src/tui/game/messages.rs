//! What is said to the one at the screen: deeds in words, refusals, what the clock and the end have to say.

use std::io;

use masque_core::event::Event as Happened;
use masque_core::explain::Explanation;
use masque_core::game::Deed;
use masque_core::piece::Observer;

use super::{Game, Tab};
use crate::table::{Came, Done, News, Refusal};
use crate::tui::text;

/// Something said to one seat, or to all.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    /// To whom.
    pub(crate) to: Observer,
    /// What.
    pub(crate) text: String,
    /// Whether it is not as it should be.
    pub(crate) warns: bool,
}

/// How many messages are kept.
const MESSAGES: usize = 400;

impl Game {
    /// Says something.
    pub(crate) fn say(&mut self, to: Observer, text: String, warns: bool) {
        self.messages.push_back(Message { to, text, warns });
        while self.messages.len() > MESSAGES {
            self.messages.pop_front();
        }
        self.scroll[Tab::Messages.index()] = 0;
    }

    /// Says something to the one at the screen alone.
    pub(super) fn say_here(&mut self, text: String, warns: bool) {
        self.say(self.eyes(), text, warns);
    }

    /// Messages that the one at the screen may read.
    pub(crate) fn heard(&self) -> impl Iterator<Item = &Message> {
        let eyes = self.eyes();
        let mine = move |m: &&Message| m.to == Observer::Public || m.to == eyes;
        self.messages.iter().filter(mine)
    }

    /// A deed in words, with what an observer was told of it.
    pub(crate) fn deed_words(&self, done: &Done, observer: Observer) -> Option<String> {
        let said = match done.deed {
            Deed::Action(_) => format!("{}: {}", self.table.seat_name(done.seat), done.text),
            _ => self.table.say(&News::Done(done.clone()), observer)?,
        };
        let engine = self.table.engine();
        let told = done.told.iter().filter(|t| t.audience.includes(observer));
        let events: Vec<String> = match done.deed {
            Deed::Action(_) => told
                .filter_map(|t| text::event(self.settings.lang, engine, &t.event))
                .collect(),
            _ => Vec::new(),
        };
        Some(match events.is_empty() {
            true => said,
            false => format!("{said}. {}.", events.join("; ")),
        })
    }

    /// Takes in what a deed came to.
    pub(super) fn came(&mut self, came: Came) -> io::Result<()> {
        match came {
            Ok(news) => self.tell(news),
            Err(Refusal::Io(error)) => return Err(error),
            Err(refusal) => {
                let words = self.table.say_refusal("", &refusal);
                self.say_here(words, true);
            }
        }
        Ok(())
    }

    pub(super) fn tell(&mut self, news: Vec<News>) {
        for item in news {
            if self.back.is_some_and(|at| at >= self.table.done().len()) {
                self.back = None;
            }
            self.selected = None;
            self.hint = None;
            self.scroll[Tab::Moves.index()] = 0;
            let eyes = self.eyes();
            match &item {
                News::Done(done) => {
                    for told in &done.told {
                        if let Happened::Refused { clause, .. } = told.event {
                            self.clause = Some(self.table.engine().clause(clause).to_owned());
                        }
                    }
                    if let Some(words) = self.deed_words(done, eyes) {
                        self.say(eyes, words, matches!(done.deed, Deed::Try(_)));
                    }
                }
                News::Over(outcome) => {
                    self.clause = Some(self.table.engine().clause(outcome.clause).to_owned());
                    if let Some(words) = self.table.say(&item, eyes) {
                        self.say(Observer::Public, words, false);
                    }
                    let path = self.table.record().display().to_string();
                    self.say(
                        Observer::Public,
                        text::disclosed(self.settings.lang, &path),
                        false,
                    );
                    self.handing = false;
                }
                News::Clock(_) => {
                    self.requests.bell = true;
                    if let Some(words) = self.table.say(&item, eyes) {
                        self.say(Observer::Public, words, true);
                    }
                }
                News::Undone(_) => {
                    if let Some(words) = self.table.say(&item, eyes) {
                        self.say(Observer::Public, words, false);
                    }
                }
            }
        }
    }

    /// Remembers the clause of an explanation, for the rulebook to open at.
    pub(super) fn name_clause(&mut self, explanation: &Explanation) {
        let clause = match explanation {
            Explanation::Refused(refusal) => Some(refusal.clause),
            Explanation::Legal(notes) => notes.first().map(|n| n.clause),
        };
        if let Some(clause) = clause {
            self.clause = Some(self.table.engine().clause(clause).to_owned());
        }
    }
}
