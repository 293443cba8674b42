//! What a table says, in words for players.

use masque_core::action::Act;
use masque_core::engine::Engine;
use masque_core::explain::{Does, Explanation};
use masque_core::game::{Deed, PlayError};
use masque_core::legal::Stage;
use masque_core::observation::{Count, Observation};
use masque_core::piece::{Kind, Observer, Seat, Side};
use masque_core::position::{Outcome, Phase};

use super::{Done, News, Refusal, Table, time};
use crate::opponents::Trouble;

impl Table {
    /// The word for a seat: its side once settled.
    pub(crate) fn seat_name(&self, seat: Seat) -> String {
        match self.game().side_of(seat) {
            Some(side) => self.side_name(side),
            None => format!("player {}", seat.0 + 1),
        }
    }

    /// The word for a side, with a capital letter.
    pub(crate) fn side_name(&self, side: Side) -> String {
        let name = &self.engine().spec().sides[side.index()].name;
        let mut letters = name.chars();
        letters
            .next()
            .map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
    }

    /// The variant's title.
    pub(crate) fn title(&self) -> &str {
        let title = &self.engine().spec().title;
        title.get("en").map_or("", String::as_str)
    }

    /// What the turn machine waits for, where it is not an ordinary turn.
    pub(crate) fn phase_words(&self) -> &'static str {
        match self.phase() {
            Phase::Chain(_) => "go on capturing, or `stop`",
            Phase::Choose(_) => "choose what it becomes",
            Phase::Shoot(_) => "shoot",
            Phase::Play | Phase::Over => "",
        }
    }

    /// Both clocks in one line.
    pub(crate) fn clock_line(&self, now: u64) -> Option<String> {
        let clock = self.clock()?;
        let of = |seat: Seat| {
            format!(
                "{}: {}",
                self.seat_name(seat),
                time::remaining(clock, now, seat)
            )
        };
        Some(format!("Clock  {}   {}", of(Seat(0)), of(Seat(1))))
    }

    /// The events of a deed that an observer was told, in the words of records.
    pub(crate) fn events(&self, done: &Done, observer: Observer) -> Vec<String> {
        let told = done.told.iter();
        told.filter(|t| t.audience.includes(observer))
            .map(|t| self.game().event_words(&t.event).join(" "))
            .collect()
    }

    /// News as an observer may know it; nothing where there is nothing to say.
    pub(crate) fn say(&self, news: &News, observer: Observer) -> Option<String> {
        match news {
            News::Done(done) => self.say_done(done, observer),
            News::Undone(1) => Some("The last deed is taken back.".to_owned()),
            News::Undone(count) => Some(format!("The last {count} deeds are taken back.")),
            News::Clock(event) => Some(time::words(event, |s| self.seat_name(s))),
            News::Over(outcome) => Some(self.result(*outcome)),
        }
    }

    fn say_done(&self, done: &Done, observer: Observer) -> Option<String> {
        let (seat, text) = (done.seat, &done.text);
        let name = self.seat_name(seat);
        match done.deed {
            Deed::Action(_) => {
                let events = self.events(done, observer);
                Some(match events.is_empty() {
                    true => format!("{name}: {text}"),
                    false => format!("{name}: {text}   [{}]", events.join("; ")),
                })
            }
            Deed::Try(_) => {
                let clauses = done.told.iter().filter_map(|t| match &t.event {
                    masque_core::event::Event::Refused { clause, .. } => Some(*clause),
                    _ => None,
                });
                let clause = clauses.last().map_or("", |c| self.engine().clause(c));
                Some(format!("{text} was tried and refused: {clause}"))
            }
            Deed::Act(act) => match act {
                Act::Offer if self.is_human(seat.other()) => Some(format!(
                    "{name} offers; {} may `accept` or `decline` on its turn.",
                    self.seat_name(seat.other())
                )),
                Act::Offer => Some(format!("{name} offers.")),
                Act::Accept => Some(format!("{name} accepts.")),
                Act::Decline => Some(format!("{name} declines.")),
                Act::Claim => Some(format!("{name} claims.")),
                Act::Resign => Some(format!("{name} resigns.")),
                Act::UseBank => Some("The thinking-time bank runs.".to_owned()),
                // The clock has said it.
                Act::TimeOut => None,
            },
        }
    }

    /// Why a deed was not done.
    pub(crate) fn say_refusal(&self, what: &str, refusal: &Refusal) -> String {
        match refusal {
            Refusal::Play(PlayError::Illegal(refused)) => {
                let clause = self.engine().clause(refused.clause);
                format!("{what} is not allowed: {clause}")
            }
            Refusal::Play(PlayError::Act(_)) | Refusal::Clock(_) => {
                format!("That is not possible: {refusal}.")
            }
            Refusal::Play(_) => format!("{what} could not be played: {refusal}"),
            Refusal::Undo(_) | Refusal::Clocked => format!("Nothing taken back: {refusal}."),
            Refusal::NoClock => "This game has no clock.".to_owned(),
            Refusal::Io(error) => format!("The record could not be written: {error}."),
        }
    }

    /// That a machine player plays nothing, and why.
    pub(crate) fn stuck(&self, seat: Seat, trouble: &Trouble) -> String {
        format!("{} cannot act: {trouble}.", self.seat_name(seat))
    }

    /// How the game ended.
    pub(crate) fn result(&self, outcome: Outcome) -> String {
        let clause = self.engine().clause(outcome.clause);
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

    /// The pieces that are not on the board, or not seen, as an observer may know them; one line for each sort.
    pub(crate) fn pieces(&self, observer: Observer) -> Vec<String> {
        let seen = self.observe(observer);
        let list = |title: &str, counts: &[Count]| {
            let words: Vec<String> = counts
                .iter()
                .map(|c| format!("{} {} x{}", c.side, c.kind, c.count))
                .collect();
            (!words.is_empty()).then(|| format!("{title}: {}", words.join(", ")))
        };
        let mut lines: Vec<String> = Vec::new();
        lines.extend(list("Off the board", &seen.lost));
        lines.extend(list("Off the board, known to you alone", &seen.learned));
        for (side, count) in self.engine().spec().sides.iter().zip(seen.lost_hidden) {
            if count > 0 {
                lines.push(format!(
                    "Off the board, not known to all: {} x{count}",
                    side.name
                ));
            }
        }
        lines.extend(list("Not seen yet", &seen.pool));
        if lines.is_empty() {
            lines.push("Every piece of the set is on the board and seen.".to_owned());
        }
        lines
    }
}

/// The pieces off the board in one line, as the observer may know them.
pub(crate) fn off_board(seen: &Observation) -> Option<String> {
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

/// An explanation in words for a player.
#[must_use]
pub(crate) fn describe(engine: &dyn Engine, text: &str, explanation: &Explanation) -> String {
    let site = |s| engine.site_name(s).to_owned();
    let kind = |k: Kind| {
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
                Stage::Phase => "it is not the time for it",
                Stage::Ownership => "nothing of yours stands there to do it",
                Stage::Movement => "it does not move so",
                Stage::Capture => "it may not capture that",
                Stage::Check => "the royal piece would be left attacked",
                Stage::Repetition => "the position or the chase forbids it",
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
pub(crate) fn wrap(words: &[String]) -> String {
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
