//! Events as words, for records, cases and protocols.
//!
//! [`FORMS`] lists them. `LOOK` is how a piece looked to its audience (`C`, `X`, `?`;
//! the letter of a hidden piece's face), `PIECE` a letter in the
//! case of its side, `SEAT` is `seat0` or a side. [`matches()`] compares what was told with what an author wrote: the
//! author may leave out words from the end on, write `seat 0`, and say `capture` for an `identity`.

use crate::event::Event;
use crate::notation::action;
use crate::notation::words::{letter, look, seat_word};
use crate::piece::{Cell, Kind, Piece, Seat, Side};
use crate::position::Outcome;
use crate::site::Site;
use crate::spec::Verdict;
use crate::tables::{Colours, Tables};

mod read;

pub use read::read;

/// How an event is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The words; capitals stand for something else.
    pub form: &'static str,
    /// What happened.
    pub means: &'static str,
    /// An example.
    pub example: &'static str,
}

const fn form(form: &'static str, means: &'static str, example: &'static str) -> Form {
    Form {
        form,
        means,
        example,
    }
}

/// Every event.
pub const FORMS: &[Form] = &[
    form(
        "move SITE SITE",
        "a piece went from one site to another",
        "move a1 b1",
    ),
    form(
        "castle SITE SITE SITE SITE",
        "the royal piece's way, then the corner piece's",
        "castle e1 g1 h1 f1",
    ),
    form(
        "place SITE PIECE",
        "a piece entered the board",
        "place c3 S",
    ),
    form(
        "reveal SITE PIECE",
        "a hidden piece was shown to all",
        "reveal a1 N",
    ),
    form(
        "capture SITE LOOK",
        "a piece was captured, as it looked",
        "capture a8 r",
    ),
    form(
        "identity SITE PIECE",
        "what the piece was that was lost from the site",
        "identity a8 n",
    ),
    form(
        "clash SITE VERDICT SITE",
        "two pieces met at the first site and only the outcome is told: `take`, `both`, `lost` or `stay`; the attacker came from the second",
        "clash a4 both a3",
    ),
    form("lost SITE LOOK", "an attacker was lost", "lost a3 X"),
    form(
        "remove SITE LOOK",
        "a piece was removed by the variant's own rules",
        "remove c3 s",
    ),
    form(
        "turn SITE PIECE",
        "a piece was turned over to the other side, and is this now",
        "turn d4 S",
    ),
    form(
        "promote SITE KIND",
        "a piece became another kind",
        "promote a8 Q",
    ),
    form(
        "destroy SITE LOOK",
        "a piece was destroyed by a hazard",
        "destroy c4 P",
    ),
    form(
        "hazards-left NUMBER",
        "hazards are gone; how many are left",
        "hazards-left 3",
    ),
    form(
        "lift SITE [*] NUMBER",
        "fog lifted from a site: its number, with a `*` before it where a hazard shows",
        "lift d4 2",
    ),
    form("all-found", "every hazard is seen or gone", "all-found"),
    form(
        "settle SEAT SIDE",
        "the sides are settled",
        "settle seat0 red",
    ),
    form("swap", "the seats swapped sides", "swap"),
    form("pass", "a seat passed", "pass"),
    form("stop", "a chain was ended by choice", "stop"),
    form(
        "act NAME SITE SITE",
        "a special action upon the first site, by the piece at the second",
        "act sapper e4 e3",
    ),
    form(
        "refuse ACTION CLAUSE",
        "a try was refused by adjudication, under a clause",
        "refuse a4e4 exposed",
    ),
    form(
        "end SEAT wins CLAUSE, end draw CLAUSE",
        "the game ended; points follow where a score decided",
        "end red wins no-move-loses",
    ),
];

/// The words of an event; a seat is named by its side where sides cannot change.
#[must_use]
pub fn words<const W: usize>(tables: &Tables<W>, event: &Event) -> Vec<String> {
    let fixed = tables.colours == Colours::Fixed && tables.spec.swap.is_none();
    words_given(tables, fixed.then_some(Side(0)), event)
}

/// The same, with the side of seat 0 as it is when the event is told.
#[must_use]
pub fn words_given<const W: usize>(
    tables: &Tables<W>,
    first_side: Option<Side>,
    event: &Event,
) -> Vec<String> {
    let site = |s: Site| tables.board.name(s).to_owned();
    let piece = |p: Piece| letter(tables, p).to_string();
    let seen = |cell: Cell| look(tables, cell, false);
    let mut out = vec![event.word().to_owned()];
    let rest: Vec<String> = match event {
        Event::Moved { from, to } => vec![site(*from), site(*to)],
        Event::Castled { royal, corner } => {
            [royal.0, royal.1, corner.0, corner.1].map(site).to_vec()
        }
        Event::Placed { at, piece: p }
        | Event::Turned { at, piece: p }
        | Event::Revealed { at, piece: p }
        | Event::Identity { at, piece: p } => vec![site(*at), piece(*p)],
        Event::Captured { at, look }
        | Event::Lost { at, look }
        | Event::Removed { at, look }
        | Event::Destroyed { at, look } => vec![site(*at), seen(*look)],
        Event::Clashed { from, at, verdict } => {
            vec![site(*at), verdict_word(*verdict).to_owned(), site(*from)]
        }
        Event::Promoted { at, kind } => vec![site(*at), kind_letter(tables, *kind)],
        Event::HazardsLeft { left } => vec![left.to_string()],
        Event::Lifted { at, number, hazard } => {
            // A hazard does not hide the number of its site: positions say it as well.
            let mark = hazard.then(|| "*".to_owned());
            let number = number.to_string();
            [site(*at)]
                .into_iter()
                .chain(mark)
                .chain([number])
                .collect()
        }
        Event::Settled { seat, side } => {
            vec![seat_word(*seat), tables.side_name(*side).to_owned()]
        }
        Event::AllFound | Event::Swapped | Event::Passed | Event::Stopped => Vec::new(),
        Event::Acted { id, from, to } => {
            let special = tables.spec.specials.get(usize::from(*id));
            let name = special.map_or("special", |s| s.name.as_str());
            vec![name.to_owned(), site(*to), site(*from)]
        }
        Event::Refused { action, clause } => action::plain(tables, *action)
            .split(' ')
            .chain(
                [tables.clauses.slug(*clause)]
                    .into_iter()
                    .filter(|s| !s.is_empty()),
            )
            .map(str::to_owned)
            .collect(),
        Event::Ended(outcome) => ended(tables, first_side, outcome),
    };
    out.extend(rest);
    out
}

/// The same as one text.
#[must_use]
pub fn format<const W: usize>(
    tables: &Tables<W>,
    first_side: Option<Side>,
    event: &Event,
) -> String {
    words_given(tables, first_side, event).join(" ")
}

/// Whether what was told is what is meant.
///
/// Words are compared one by one; the meaning may be shorter. `capture` also means an identity, `by` is left out, and
/// a special action may be named without `act`.
#[must_use]
pub fn matches<T: AsRef<str>, M: AsRef<str>>(told: &[T], meant: &[M]) -> bool {
    let told: Vec<&str> = told.iter().map(AsRef::as_ref).collect();
    let mut wanted: Vec<String> = Vec::new();
    for word in meant.iter().map(AsRef::as_ref).filter(|w| *w != "by") {
        match wanted.last_mut() {
            Some(last) if last == "seat" => last.push_str(word),
            _ => wanted.push(word.to_owned()),
        }
    }
    let (Some(first), Some(kind)) = (wanted.first(), told.first()) else {
        return false;
    };
    let told = match *kind {
        "act" if first != "act" => &told[1..],
        _ => &told[..],
    };
    let same = |(i, (told, meant)): (usize, (&&str, &String))| match i {
        0 => *told == meant || (*told == "identity" && meant == "capture"),
        _ if *kind == "refuse" => bare(told) == bare(meant),
        _ => *told == meant,
    };
    wanted.len() <= told.len() && told.iter().zip(&wanted).enumerate().all(same)
}

/// Why words are no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// A word that begins no event.
    #[error("no event is called `{word}`; events are {known}")]
    Word {
        /// What was written.
        word: String,
        /// The first words that there are.
        known: String,
    },
    /// A word that cannot stand at its place.
    #[error("`{word}` cannot stand here; an event of this kind is written `{form}`")]
    Part {
        /// What was written.
        word: String,
        /// The form.
        form: &'static str,
    },
}

/// Checks that words could be an event of a variant, so that a misspelt one is found.
///
/// # Errors
/// The first word that fits nothing.
pub fn check<const W: usize, T: AsRef<str>>(
    tables: &Tables<W>,
    meant: &[T],
) -> Result<(), EventError> {
    let words: Vec<&str> = meant.iter().map(AsRef::as_ref).collect();
    let first = words.first().copied().unwrap_or("");
    let special = |w: &str| tables.spec.specials.iter().any(|s| s.name == w);
    let words = if special(first) {
        std::iter::once("act").chain(words).collect()
    } else {
        words
    };
    let first = words.first().copied().unwrap_or("");
    let begins = |f: &&Form| f.form.split(' ').next() == Some(first);
    let Some(form) = FORMS.iter().find(begins) else {
        let known: Vec<&str> = FORMS
            .iter()
            .filter_map(|f| f.form.split(' ').next())
            .collect();
        return Err(EventError::Word {
            word: first.to_owned(),
            known: known.join(", "),
        });
    };
    // The forms of refusals and ends vary too much to be worth more.
    if matches!(first, "refuse" | "end" | "settle") {
        return Ok(());
    }
    let bad = |word: &str| EventError::Part {
        word: word.to_owned(),
        form: form.form,
    };
    let marked = words.contains(&"*");
    let places = form.form.split(' ').skip(1);
    let mut places = places.filter(|place| *place != "[*]" || marked);
    for word in &words[1..] {
        let one = word.chars().count() == 1;
        let fits = match places.next() {
            Some("SITE") => tables.board.site(word).is_some(),
            Some("PIECE" | "KIND") => {
                one && word.chars().all(|c| tables.kind_of_letter(c).is_some())
            }
            Some("LOOK") => crate::setup::parse_token(tables, word).is_ok() && *word != ".",
            Some("VERDICT") => Verdict::WORDS
                .iter()
                .any(|(_, v)| verdict_word(*v) == *word),
            Some("[*]") => *word == "*",
            Some("NUMBER") => word.bytes().all(|b| b.is_ascii_digit()),
            Some("NAME") => special(word),
            _ => false,
        };
        if !fits {
            return Err(bad(word));
        }
    }
    Ok(())
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Take => "take",
        Verdict::Both => "both",
        Verdict::Lost => "lost",
        Verdict::Stay => "stay",
        Verdict::Refuse => "refuse",
    }
}

fn kind_letter<const W: usize>(tables: &Tables<W>, kind: Kind) -> String {
    tables.letter(Side(0), kind).to_string()
}

fn ended<const W: usize>(
    tables: &Tables<W>,
    first_side: Option<Side>,
    outcome: &Outcome,
) -> Vec<String> {
    let seat = |seat: Seat| {
        let side = first_side.map(|s| if seat.0 == 0 { s } else { s.other() });
        side.map_or_else(|| seat_word(seat), |s| tables.side_name(s).to_owned())
    };
    let mut out = match outcome.winner {
        Some(winner) => vec![seat(winner), "wins".to_owned()],
        None => vec!["draw".to_owned()],
    };
    out.push(tables.clauses.slug(outcome.clause).to_owned());
    if let Some([a, b]) = outcome.scores {
        let points = super::position::halves;
        out.push(format!("{}/{}", points(a), points(b)));
    }
    out
}

/// An action without its separators.
fn bare(text: &str) -> String {
    let crossed = text.replace('-', "");
    let mut out = String::new();
    let mut chars = crossed.chars().peekable();
    while let Some(c) = chars.next() {
        let separates = c == 'x' && !chars.peek().is_none_or(char::is_ascii_digit);
        if !separates {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests;
