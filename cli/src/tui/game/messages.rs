//! What is said to the one at the screen: deeds in words, refusals, what the clock and the end have to say.

use std::io;

use masque_core::event::Event as Happened;
use masque_core::explain::Explanation;
use masque_core::game::Deed;
use masque_core::piece::Observer;

use super::{Game, Tab};
use crate::table::{Came, Done, News, Refusal};
use crate::tui::text;

/// Something said, as whoever looks may read it.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    said: Said,
    /// Whether it is not as it should be.
    pub(crate) warns: bool,
}

#[derive(Clone, Debug)]
enum Said {
    /// The same to everybody, or to one seat alone.
    To(Observer, String),
    /// To each in other words, by the order of [`Observer::ALL`].
    Each([Option<String>; 3]),
}

impl Message {
    /// What an observer reads of it.
    pub(crate) fn to(&self, eyes: Observer) -> Option<&str> {
        match &self.said {
            Said::To(to, text) => (*to == Observer::Public || *to == eyes).then_some(text),
            Said::Each(texts) => {
                let at = Observer::ALL.iter().position(|o| *o == eyes)?;
                texts[at].as_deref()
            }
        }
    }
}

/// A message as the one at the screen reads it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Read<'a> {
    /// The words.
    pub(crate) text: &'a str,
    /// Whether something is not as it should be.
    pub(crate) warns: bool,
}

/// How many messages are kept.
const MESSAGES: usize = 400;

impl Game {
    /// Says something.
    pub(crate) fn say(&mut self, to: Observer, text: String, warns: bool) {
        self.keep(Message {
            said: Said::To(to, text),
            warns,
        });
    }

    /// Says what was done, to each who may look at the screen as that one was told it.
    fn say_deed(&mut self, done: &Done) {
        let texts = Observer::ALL.map(|observer| self.table.say_done(done, observer));
        self.keep(Message {
            said: Said::Each(texts),
            warns: matches!(done.deed, Deed::Try(_)),
        });
    }

    fn keep(&mut self, message: Message) {
        self.messages.push_back(message);
        while self.messages.len() > MESSAGES {
            self.messages.pop_front();
        }
        self.scroll[Tab::Messages.index()] = 0;
    }

    /// Says something to the one at the screen alone, once where it is the last thing said already.
    pub(super) fn say_here(&mut self, text: String, warns: bool) {
        let again = self.messages.back().is_some_and(|last| match &last.said {
            Said::To(to, said) => *to == self.eyes() && *said == text,
            Said::Each(_) => false,
        });
        if !again {
            self.say(self.eyes(), text, warns);
        }
    }

    /// Messages as the one at the screen reads them.
    pub(crate) fn heard(&self) -> impl DoubleEndedIterator<Item = Read<'_>> {
        let eyes = self.eyes();
        self.messages.iter().filter_map(move |message| {
            message.to(eyes).map(|text| Read {
                text,
                warns: message.warns,
            })
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
                    self.say_deed(done);
                }
                News::Over(outcome) => {
                    self.clause = Some(self.table.engine().clause(outcome.clause).to_owned());
                    if let Some(words) = self.table.say(&item, eyes) {
                        self.say(Observer::Public, words, false);
                    }
                    let path = text::path(self.table.record());
                    let words = text::disclosed(self.settings.lang, &path);
                    self.say(Observer::Public, words, false);
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
