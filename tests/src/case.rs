//! The case language: what the fenced examples of a rulebook say, as typed steps that point back into the text.
//!
//! ```text
//! case jumps one face-down screen
//! position
//!   1 | C ? . . k . . .
//!       a b c d e f g h
//!   red to move
//! legal a1xe1
//! play a1xe1
//! position
//!   1 | . ? . . C . . .
//! see black: same as public
//! ```
//!
//! Nothing here knows an engine: kinds, sides, options and actions are words until a runner gives them a meaning.

mod build;
mod grammar;
mod parse;
mod print;
#[cfg(test)]
mod tests;
mod words;

use masque_scripting::diag::Span;

pub use parse::{parse_cases, parse_setup};
pub use words::{
    ACTS, CLOCK_EVENTS, CLOCK_KEYS, DETAILS, PHASES, Part, STEPS, StepDoc, WordDoc, duration,
    events_table, steps_table, words_table,
};

/// A value and where it stands in the text. Two are equal when their values are, wherever they stand.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    /// What is said.
    pub value: T,
    /// Where it is said.
    pub span: Span,
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T> Spanned<T> {
    /// Puts a value at a place.
    #[must_use]
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// A word or a phrase as the author wrote it, blanks within it reduced to single spaces.
pub type Word = Spanned<String>;

impl Word {
    /// The word as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.value
    }

    /// The two halves of a word such as `b1=N`.
    #[must_use]
    pub fn pair(&self) -> Option<(&str, &str)> {
        self.value
            .split_once('=')
            .filter(|(key, value)| !key.is_empty() && !value.is_empty())
    }
}

/// An executable example of a clause. Two are equal when they say the same, wherever they stand.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name, unique in its clause.
    pub name: Word,
    /// What it sets up, does and asks, in order.
    pub steps: Vec<Spanned<Step>>,
    /// From the word `case` to the end of the last step.
    pub span: Span,
}

impl PartialEq for Case {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.steps == other.steps
    }
}

impl Eq for Case {}

/// One step of a case. [`STEPS`] has the word, the form and an example of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Sets options of the variant.
    Options(Vec<Pair>),
    /// Takes a named set of options.
    Preset(Word),
    /// Fixes the seed of everything drawn at random.
    Seed(Spanned<u64>),
    /// Starts with the steps of a named setup of the rulebook.
    From(Word),
    /// Sets the position the case starts from; a `position` before anything was played.
    Position(Diagram),
    /// Asks for the whole board; a `position` after something was played.
    Expect(Diagram),
    /// Commits a secret layout.
    Layout(Layout),
    /// Actions that went before, about which nothing is asked.
    History(Vec<Word>),
    /// Plays actions one after the other; each must work. `choose X` is read as `play choose X`.
    Play {
        /// The actions, in order.
        actions: Vec<Word>,
        /// Who plays them, when it is not the seat to act.
        by: Option<Spanned<SeatName>>,
    },
    /// Attempts what looks legal and is refused by adjudication.
    Refused {
        /// What is attempted.
        attempt: Attempt,
        /// The clause that refuses it.
        because: Option<Word>,
    },
    /// Does something that is no action: resigns, offers, accepts, declines, claims.
    Act(Act),
    /// Does the steps several times.
    Repeat {
        /// How often.
        times: Spanned<u64>,
        /// What.
        steps: Vec<Spanned<Step>>,
    },
    /// Lets the clock run to a time.
    At {
        /// Milliseconds since the clock was set.
        time: Spanned<u64>,
        /// What must have happened by then and not before the preceding step.
        events: Vec<Event>,
    },
    /// Sets the clock of the game.
    ClockSet(Vec<Setting>),
    /// Asks what a seat's clock shows.
    ClockShows {
        /// Whose clock.
        seat: Spanned<SeatName>,
        /// What it must show.
        shows: Vec<Setting>,
    },
    /// Asks that each action be legal for the seat to act.
    Legal(Vec<Word>),
    /// Asks that exactly these actions be legal; none when empty.
    Only(Vec<Word>),
    /// Asks for the number of legal actions.
    Count(Spanned<u64>),
    /// Asks that each attempt be illegal.
    Illegal {
        /// What is not legal.
        attempt: Attempt,
        /// The clause that forbids it.
        because: Option<Word>,
    },
    /// Asks what an observer sees.
    See {
        /// Who looks.
        observer: Spanned<Observer>,
        /// What it must see.
        sight: Sight,
    },
    /// Asks what an observer knows.
    Knows {
        /// Who knows.
        observer: Spanned<Observer>,
        /// What it must know, or must not.
        facts: Vec<Fact>,
    },
    /// Asks what an observer was told by the step that last played something.
    Tells {
        /// Who is told.
        observer: Spanned<Observer>,
        /// How far the list goes.
        extent: Extent,
        /// What is told.
        events: Vec<Event>,
    },
    /// Asks that an observer cannot tell truths apart.
    Same {
        /// Who looks.
        observer: Spanned<Observer>,
        /// At least two truths, each as assignments of kinds to sites.
        truths: Vec<Vec<Pair>>,
    },
    /// Asks for the outcome.
    Outcome {
        /// Who won, if anyone.
        result: OutcomeWord,
        /// The clause that ended the game.
        by: Option<Word>,
    },
    /// Asks whose turn it is.
    Turn(Spanned<SeatName>),
    /// Asks for the phase, one of [`PHASES`].
    Phase(Word),
    /// Asks for perft counts.
    Perft {
        /// Depths and counts.
        nodes: Vec<(Spanned<u64>, Spanned<u64>)>,
        /// What a ply of the depth is.
        unit: Unit,
        /// Whose histories are counted, instead of sequences.
        views: Option<Spanned<Observer>>,
    },
}

impl Step {
    /// The first word of the step's line.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Options(_) => "options",
            Self::Preset(_) => "preset",
            Self::Seed(_) => "seed",
            Self::From(_) => "from",
            Self::Position(_) | Self::Expect(_) => "position",
            Self::Layout(_) => "layout",
            Self::History(_) => "history",
            Self::Play { .. } => "play",
            Self::Refused { .. } => "refused",
            Self::Act(_) => "act",
            Self::Repeat { .. } => "repeat",
            Self::At { .. } => "at",
            Self::ClockSet(_) | Self::ClockShows { .. } => "clock",
            Self::Legal(_) => "legal",
            Self::Only(_) => "only",
            Self::Count(_) => "count",
            Self::Illegal { .. } => "illegal",
            Self::See { .. } => "see",
            Self::Knows { .. } => "knows",
            Self::Tells { .. } => "tells",
            Self::Same { .. } => "same",
            Self::Outcome { .. } => "outcome",
            Self::Turn(_) => "turn",
            Self::Phase(_) => "phase",
            Self::Perft { .. } => "perft",
        }
    }

    /// Whether the step sets up, plays or asks.
    #[must_use]
    pub fn part(&self) -> Part {
        match self {
            Self::Options(_)
            | Self::Preset(_)
            | Self::Seed(_)
            | Self::From(_)
            | Self::Position(_)
            | Self::Layout(_)
            | Self::History(_)
            | Self::ClockSet(_) => Part::Setup,
            Self::Play { .. }
            | Self::Refused { .. }
            | Self::Act(_)
            | Self::Repeat { .. }
            | Self::At { .. } => Part::Play,
            _ => Part::Ask,
        }
    }

    /// Whether the step plays something, alone or repeated.
    #[must_use]
    pub fn part_is_play(&self) -> bool {
        self.part() == Part::Play
    }

    /// The slugs of the clauses that the step names, those of repeated steps included.
    pub fn clauses(&self) -> Vec<&Word> {
        match self {
            Self::Refused { because, .. } | Self::Illegal { because, .. } => {
                because.iter().collect()
            }
            Self::Outcome { by, .. } => by.iter().collect(),
            Self::Repeat { steps, .. } => {
                steps.iter().flat_map(|step| step.value.clauses()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the step shows its clause at work: something may be done, is seen, told, known or decided.
    #[must_use]
    pub fn allows(&self) -> bool {
        match self {
            Self::Repeat { steps, .. } => steps.iter().any(|step| step.value.allows()),
            Self::Only(actions) => !actions.is_empty(),
            Self::Knows { facts, .. } => facts.iter().any(|fact| !fact.denied),
            Self::Tells { events, .. } => !events.is_empty(),
            Self::Outcome { result, .. } => *result != OutcomeWord::None,
            Self::Refused { .. } | Self::Illegal { .. } | Self::Same { .. } => false,
            _ => self.part() != Part::Setup,
        }
    }

    /// Whether the step shows what its clause refuses: something may not be done, is not told, not known, not decided.
    #[must_use]
    pub fn refuses(&self) -> bool {
        match self {
            Self::Repeat { steps, .. } => steps.iter().any(|step| step.value.refuses()),
            Self::Refused { .. } | Self::Illegal { .. } | Self::Only(_) | Self::Same { .. } => true,
            Self::Knows { facts, .. } => facts.iter().any(|fact| fact.denied),
            Self::Tells { extent, .. } => *extent != Extent::AtLeast,
            Self::Outcome { result, .. } => *result == OutcomeWord::None,
            _ => false,
        }
    }
}

/// `key=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// An option, or a site.
    pub key: Word,
    /// Its value, or the kind on it.
    pub value: Word,
}

/// A seat by its index or by its side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SeatName {
    /// `seat 0`.
    Seat(u8),
    /// `red`.
    Side(String),
}

/// Who looks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Observer {
    /// `public`, a spectator.
    Public,
    /// A seat.
    Seat(SeatName),
}

/// A board with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The board itself.
    pub board: Board,
    /// `red to move`.
    pub to_move: Option<Spanned<SeatName>>,
    /// The other lines below the board, in order.
    pub details: Vec<Spanned<Detail>>,
}

/// A board as text on one line or drawn rank by rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// Position text, or `start`; a layout's name or text.
    Text(Word),
    /// Drawn. Ranks left out are empty; without any rank nothing is said of the board.
    Ranks {
        /// From the highest drawn to the lowest, all equally wide.
        ranks: Vec<Rank>,
        /// The line of file letters, if it was drawn; as many as each rank has tokens.
        files: Vec<Word>,
    },
}

/// One drawn rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rank {
    /// Its number as players write it, from 1.
    pub number: Spanned<u64>,
    /// What stands on its sites, from the first file on.
    pub tokens: Vec<Spanned<Token>>,
}

/// What is drawn on one site: `.`, `C`, `r~(N)`, `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The mark, without the truth.
    pub mark: String,
    /// The truth in parentheses behind it.
    pub truth: Option<String>,
}

/// One line below a board, such as `truth b1=N c1=P`; its key is one of [`DETAILS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// The first word.
    pub key: Word,
    /// The others, at least one.
    pub words: Vec<Word>,
}

/// The layout that a seat sets up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Who.
    pub seat: Spanned<SeatName>,
    /// A name, a text, or a drawing.
    pub diagram: Diagram,
}

/// Something done that is no action; its verb is one of [`ACTS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Who.
    pub seat: Spanned<SeatName>,
    /// `resign`, `offer` and so on.
    pub verb: Word,
    /// What is offered or claimed.
    pub object: Option<Word>,
}

/// What may turn out illegal or refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// Actions, each on its own.
    Actions {
        /// At least one.
        actions: Vec<Word>,
        /// Who tries, when it is not the seat to act.
        by: Option<Spanned<SeatName>>,
    },
    /// `act red claim repetition`.
    Act(Act),
    /// `layout red ...`.
    Layout(Layout),
}

/// What an observer must see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// This.
    Diagram(Diagram),
    /// What another observer sees.
    SameAs(Spanned<Observer>),
}

/// Something an observer knows or does not: `a1=N`, `captured N`, `not a1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// `not` stood before it.
    pub denied: bool,
    /// At least one.
    pub words: Vec<Word>,
}

/// Something told, such as `reveal a1 N`; at least one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// At least one.
    pub words: Vec<Word>,
}

/// How far the list of a `tells` step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// `tells red: E`: at least these.
    AtLeast,
    /// `tells red exactly: E`: these and no other; `tells red nothing` when the list is empty.
    Exactly,
    /// `tells only red: E`: these, and no other seat and no spectator is told any of them.
    NobodyElse,
}

/// Who won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutcomeWord {
    /// The game is not over.
    None,
    /// Nobody.
    Draw,
    /// This seat.
    Wins(Spanned<SeatName>),
}

/// What perft counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Completed turns.
    #[default]
    Turn,
    /// Single actions.
    Action,
}

/// One setting of a clock, its key one of [`CLOCK_KEYS`]; a bare duration stands for `move`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// What is set.
    pub key: Word,
    /// To what.
    pub value: Word,
}
