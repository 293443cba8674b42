//! Events read from the words that they are written in.

use super::{EventError, FORMS};
use crate::action::Action;
use crate::clause::ClauseId;
use crate::event::Event;
use crate::piece::{Cell, Piece, Seat, Side};
use crate::position::Outcome;
use crate::setup::SetupCell;
use crate::site::Site;
use crate::spec::Verdict;
use crate::tables::Tables;

/// Reads an event as [`super::words`] writes it. A refusal repeats the action that was `tried`.
///
/// # Errors
/// The first word that fits nothing.
pub fn read<const W: usize>(
    tables: &Tables<W>,
    text: &str,
    tried: Option<Action>,
) -> Result<Event, EventError> {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let begins = |f: &&super::Form| f.form.split(' ').next() == Some(first);
    let form = FORMS.iter().find(begins).ok_or_else(|| {
        let known = FORMS.iter().filter_map(|f| f.form.split(' ').next());
        EventError::Word {
            word: first.to_owned(),
            known: known.collect::<Vec<_>>().join(", "),
        }
    })?;
    let mut reader = Reader {
        tables,
        words: words.collect(),
        at: 0,
        form: form.form,
    };
    let event = reader.event(first, tried)?;
    match reader.words.get(reader.at) {
        None => Ok(event),
        Some(more) => Err(reader.bad(more)),
    }
}

struct Reader<'a, const W: usize> {
    tables: &'a Tables<W>,
    words: Vec<&'a str>,
    at: usize,
    form: &'static str,
}

impl<'a, const W: usize> Reader<'a, W> {
    fn event(&mut self, first: &str, tried: Option<Action>) -> Result<Event, EventError> {
        Ok(match first {
            "move" => Event::Moved {
                from: self.site()?,
                to: self.site()?,
            },
            "castle" => Event::Castled {
                royal: (self.site()?, self.site()?),
                corner: (self.site()?, self.site()?),
            },
            "place" => Event::Placed {
                at: self.site()?,
                piece: self.piece()?,
            },
            "reveal" => Event::Revealed {
                at: self.site()?,
                piece: self.piece()?,
            },
            "turn" => Event::Turned {
                at: self.site()?,
                piece: self.piece()?,
            },
            "identity" => Event::Identity {
                at: self.site()?,
                piece: self.piece()?,
            },
            "capture" => Event::Captured {
                at: self.site()?,
                look: self.look()?,
            },
            "lost" => Event::Lost {
                at: self.site()?,
                look: self.look()?,
            },
            "remove" => Event::Removed {
                at: self.site()?,
                look: self.look()?,
            },
            "destroy" => Event::Destroyed {
                at: self.site()?,
                look: self.look()?,
            },
            "clash" => {
                let (at, verdict, from) = (self.site()?, self.verdict()?, self.site()?);
                Event::Clashed { from, at, verdict }
            }
            "promote" => Event::Promoted {
                at: self.site()?,
                kind: self.piece()?.kind,
            },
            "hazards-left" => Event::HazardsLeft {
                left: self.number()?,
            },
            "lift" => self.lift()?,
            "all-found" => Event::AllFound,
            "settle" => Event::Settled {
                seat: self.seat()?,
                side: self.side()?,
            },
            "swap" => Event::Swapped,
            "pass" => Event::Passed,
            "stop" => Event::Stopped,
            "act" => {
                let (id, to, from) = (self.special()?, self.site()?, self.site()?);
                Event::Acted { id, from, to }
            }
            "refuse" => self.refusal(tried)?,
            _ => Event::Ended(self.outcome()?),
        })
    }

    fn bad(&self, word: &str) -> EventError {
        EventError::Part {
            word: word.to_owned(),
            form: self.form,
        }
    }

    fn word(&mut self) -> &'a str {
        let word = self.words.get(self.at).copied().unwrap_or_default();
        self.at += 1;
        word
    }

    /// The next word as something, or an error at it.
    fn take<T>(&mut self, read: impl FnOnce(&Self, &str) -> Option<T>) -> Result<T, EventError> {
        let word = self.word();
        read(self, word).ok_or_else(|| self.bad(word))
    }

    fn site(&mut self) -> Result<Site, EventError> {
        self.take(|r, word| r.tables.board.site(word))
    }

    fn piece(&mut self) -> Result<Piece, EventError> {
        self.take(|r, word| {
            let mut letters = word.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) => r.tables.spec.piece_of_letter(letter),
                _ => None,
            }
        })
    }

    fn look(&mut self) -> Result<Cell, EventError> {
        self.take(
            |r, word| match crate::setup::parse_token(r.tables, word).ok()? {
                SetupCell::Up(piece) => Some(piece.into()),
                SetupCell::Down { look, truth: None } => Some(look),
                SetupCell::Down { .. } | SetupCell::Empty => None,
            },
        )
    }

    fn verdict(&mut self) -> Result<Verdict, EventError> {
        self.take(|_, word| {
            let mut all = Verdict::WORDS.iter().map(|(_, verdict)| *verdict);
            all.find(|verdict| super::verdict_word(*verdict) == word)
        })
    }

    fn number<T: std::str::FromStr>(&mut self) -> Result<T, EventError> {
        self.take(|_, word| word.parse().ok())
    }

    fn lift(&mut self) -> Result<Event, EventError> {
        let at = self.site()?;
        let hazard = self.words.get(self.at) == Some(&"*");
        self.at += usize::from(hazard);
        let number = self.number()?;
        Ok(Event::Lifted { at, number, hazard })
    }

    fn seat(&mut self) -> Result<Seat, EventError> {
        self.take(|r, word| r.seat_of(word))
    }

    /// A seat is named by its side only where seat 0 has the first side for good.
    fn seat_of(&self, word: &str) -> Option<Seat> {
        match word {
            "seat0" => Some(Seat(0)),
            "seat1" => Some(Seat(1)),
            _ => self.tables.side_of_name(word).map(|side| Seat(side.0)),
        }
    }

    fn side(&mut self) -> Result<Side, EventError> {
        self.take(|r, word| r.tables.side_of_name(word))
    }

    fn special(&mut self) -> Result<u8, EventError> {
        self.take(|r, word| {
            let specials = &r.tables.spec.specials;
            let id = specials.iter().position(|s| s.name == word)?;
            u8::try_from(id).ok()
        })
    }

    fn clause(&mut self) -> Result<ClauseId, EventError> {
        self.take(|r, word| r.tables.clauses.find(word))
    }

    fn refusal(&mut self, tried: Option<Action>) -> Result<Event, EventError> {
        let action = tried.ok_or_else(|| self.bad("refuse"))?;
        let written = crate::notation::action::plain(self.tables, action);
        for part in written.split(' ') {
            self.take(|_, word| (word == part).then_some(()))?;
        }
        let clause = match self.words.len() > self.at {
            true => self.clause()?,
            // A refusal without a clause has one of no name.
            false => self.tables.clauses.find("").unwrap_or(ClauseId(0)),
        };
        Ok(Event::Refused { action, clause })
    }

    fn outcome(&mut self) -> Result<Outcome, EventError> {
        let winner = match self.word() {
            "draw" => None,
            word => {
                let seat = self.seat_of(word).ok_or_else(|| self.bad(word))?;
                self.take(|_, word| (word == "wins").then_some(()))?;
                Some(seat)
            }
        };
        let clause = self.clause()?;
        let scores = match self.words.len() > self.at {
            true => Some(self.take(|_, word| {
                let (a, b) = word.split_once('/')?;
                Some([halves(a)?, halves(b)?])
            })?),
            false => None,
        };
        Ok(Outcome {
            winner,
            clause,
            scores,
        })
    }
}

/// Half points of a number such as `7` or `3.5`.
fn halves(text: &str) -> Option<i32> {
    let (whole, half) = match text.split_once('.') {
        Some((whole, "5")) => (whole, 1),
        Some(_) => return None,
        None => (text, 0),
    };
    let points: i32 = whole.parse().ok()?;
    let sign = if whole.starts_with('-') { -1 } else { 1 };
    points.checked_mul(2)?.checked_add(sign * half)
}
