//! The words that a case may use, each with its form, meaning and an example; the reference page is made from these tables.

use std::fmt::Write as _;

/// Whether a step sets up, plays or asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Says how the case starts; stands before anything is played.
    Setup,
    /// Does something; what it says must work.
    Play,
    /// Asks something about the game as it now is.
    Ask,
}

/// What an author may want to know of one step.
#[derive(Clone, Copy, Debug)]
pub struct StepDoc {
    /// The first word of the line.
    pub word: &'static str,
    /// What it is for.
    pub part: Part,
    /// The ways to write it: capitals stand for something else, brackets for what may be left out, and what follows `, then` for lines below.
    pub forms: &'static [&'static str],
    /// What it says.
    pub means: &'static str,
    /// One complete line.
    pub example: &'static str,
}

impl StepDoc {
    /// The ways to write it, set as code, with `glue` between them.
    pub(super) fn written(&self, glue: &str) -> String {
        let forms = self
            .forms
            .iter()
            .map(|form| match form.split_once(", then ") {
                Some((line, then)) => format!("`{line}`, then {then}"),
                None => format!("`{form}`"),
            });
        forms.collect::<Vec<_>>().join(glue)
    }
}

/// A word with its meaning and an example.
#[derive(Clone, Copy, Debug)]
pub struct WordDoc {
    /// The word.
    pub word: &'static str,
    /// What it says.
    pub means: &'static str,
    /// One complete line or phrase.
    pub example: &'static str,
}

const fn step(
    word: &'static str,
    part: Part,
    forms: &'static [&'static str],
    means: &'static str,
    example: &'static str,
) -> StepDoc {
    StepDoc {
        word,
        part,
        forms,
        means,
        example,
    }
}

const fn word(word: &'static str, means: &'static str, example: &'static str) -> WordDoc {
    WordDoc {
        word,
        means,
        example,
    }
}

/// Every step, in the order of the reference page.
pub const STEPS: &[StepDoc] = &[
    step(
        "options",
        Part::Setup,
        &["options KEY=VALUE KEY=VALUE"],
        "options of the variant, for this case",
        "options chain=open rook_charge=true",
    ),
    step(
        "preset",
        Part::Setup,
        &["preset NAME"],
        "a named set of options",
        "preset gt-dark-chain",
    ),
    step(
        "seed",
        Part::Setup,
        &["seed NUMBER"],
        "the seed of everything drawn at random",
        "seed 7",
    ),
    step(
        "from",
        Part::Setup,
        &["from NAME"],
        "starts with the steps of the `setup` block of that name",
        "from bare-kings",
    ),
    step(
        "position",
        Part::Setup,
        &["position, then a diagram", "position TEXT"],
        "the position to start from; after something was played, the whole board as it must be then",
        "position 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    ),
    step(
        "layout",
        Part::Setup,
        &["layout SEAT NAME", "layout SEAT, then a diagram"],
        "the secret layout that a seat commits",
        "layout red triangle-mines",
    ),
    step(
        "history",
        Part::Setup,
        &["history ACTION, ACTION"],
        "actions that were played before, about which nothing is asked",
        "history a1a2, h4h3",
    ),
    step(
        "play",
        Part::Play,
        &["play ACTION, ACTION [by SEAT]"],
        "plays the actions in order; each must be legal and must work",
        "play flip a1, b1xb2",
    ),
    step(
        "choose",
        Part::Play,
        &["choose WHAT"],
        "plays the choice that the game waits for; the same as `play choose WHAT`",
        "choose Q",
    ),
    step(
        "refused",
        Part::Play,
        &["refused ACTION, ACTION [by SEAT] [because CLAUSE]"],
        "attempts what looks legal to the mover; adjudication on the truth refuses it and nothing else changes",
        "refused a4e4 because exposed-king",
    ),
    step(
        "act",
        Part::Play,
        &["act SEAT VERB [WHAT]"],
        "does what is no action and may be out of turn",
        "act seat 1 offer draw",
    ),
    step(
        "repeat",
        Part::Play,
        &[
            "repeat NUMBER: ACTION, ACTION",
            "repeat NUMBER {, then steps and a line `}`",
        ],
        "plays the actions, or does the steps, that many times",
        "repeat 3: a1a2, h4h3, a2a1, h3h4",
    ),
    step(
        "clock",
        Part::Setup,
        &["clock DURATION KEY VALUE", "clock SEAT DURATION KEY VALUE"],
        "sets the clock; with a seat, asks what its clock shows",
        "clock 50s warn 10s timeouts 3",
    ),
    step(
        "at",
        Part::Play,
        &["at DURATION [: EVENT, EVENT]"],
        "lets the time run until then, counted from the `clock` step; the events must happen on the way",
        "at 40s: warn red",
    ),
    step(
        "legal",
        Part::Ask,
        &["legal ACTION, ACTION"],
        "each is legal for the seat to act",
        "legal a1xe1, flip b1",
    ),
    step(
        "only",
        Part::Ask,
        &["only ACTION, ACTION", "only none"],
        "exactly these are legal",
        "only choose Q, choose R, choose B, choose N",
    ),
    step(
        "count",
        Part::Ask,
        &["count NUMBER"],
        "so many actions are legal",
        "count 26",
    ),
    step(
        "illegal",
        Part::Ask,
        &["illegal ACTION, ACTION [by SEAT] [because CLAUSE]"],
        "each is illegal, and the clause is what `explain` gives as the reason",
        "illegal a1xb1 because cannon-screen",
    ),
    step(
        "see",
        Part::Ask,
        &[
            "see OBSERVER, then a diagram",
            "see OBSERVER: TEXT",
            "see OBSERVER: same as OBSERVER",
        ],
        "what that observer sees of the board",
        "see black: same as public",
    ),
    step(
        "knows",
        Part::Ask,
        &["knows OBSERVER: FACT, not FACT"],
        "what follows, and what does not, from everything the observer was told",
        "knows white: captured N, not b1",
    ),
    step(
        "tells",
        Part::Ask,
        &[
            "tells OBSERVER [exactly]: EVENT, EVENT",
            "tells only OBSERVER: EVENT",
            "tells OBSERVER nothing",
        ],
        "what the step that last played something told the observer",
        "tells only white: capture a8 N",
    ),
    step(
        "same",
        Part::Ask,
        &["same OBSERVER: SITE=KIND SITE=KIND / SITE=KIND SITE=KIND"],
        "truths between which the observer cannot tell anything apart, from the start of the case until here",
        "same public: b1=N c1=P / b1=P c1=N",
    ),
    step(
        "outcome",
        Part::Ask,
        &[
            "outcome SEAT wins [by CLAUSE]",
            "outcome draw [by CLAUSE]",
            "outcome none",
        ],
        "how the game ended, or that it goes on",
        "outcome red wins by no-move-loses",
    ),
    step(
        "turn",
        Part::Ask,
        &["turn SEAT"],
        "who is to act",
        "turn black",
    ),
    step(
        "phase",
        Part::Ask,
        &["phase PHASE"],
        "what the game waits for",
        "phase choose",
    ),
    step(
        "perft",
        Part::Ask,
        &[
            "perft DEPTH = NUMBER, DEPTH = NUMBER [unit action]",
            "perft DEPTH = NUMBER, DEPTH = NUMBER views OBSERVER",
        ],
        "how many sequences of completed turns there are; with `unit action`, of actions; with `views`, how many histories the observer can have after so many actions, over every truth that it cannot tell from this one",
        "perft 1 = 20, 2 = 400, 3 = 8902",
    ),
];

/// Every word that may open a line below a board, beside `SEAT to move`.
pub const DETAILS: &[WordDoc] = &[
    word(
        "truth",
        "the kinds of hidden pieces; the others may be anything that is left",
        "truth b1=N c1=P",
    ),
    word(
        "colours",
        "which seat has which side; `open` when undecided",
        "colours seat 0 red",
    ),
    word(
        "flips",
        "the sides turned up last by a seat, where that decides the colours",
        "flips seat 0 red",
    ),
    word(
        "pool",
        "the kinds that the hidden pieces of a side are drawn from",
        "pool white Q R2 N",
    ),
    word(
        "hand",
        "the pieces a seat holds beside the board",
        "hand white P2",
    ),
    word(
        "captured",
        "the pieces that are off the board, or how many stones a side has captured",
        "captured r h P2",
    ),
    word(
        "known",
        "what a seat knows beyond what is public: hidden pieces by their sites, or captured ones",
        "known white a8=N",
    ),
    word(
        "fog",
        "the sites still under fog; `none` for no fog",
        "fog a4-h7",
    ),
    word("hazards", "the sites with a hidden hazard", "hazards c4 f5"),
    word(
        "left",
        "how many hazards are left; where they are not listed they may lie anywhere under the fog",
        "left 4",
    ),
    word("moved", "the sites whose pieces have moved", "moved e1"),
    word(
        "castling",
        "the rights to castle; `-` for none",
        "castling KQkq",
    ),
    word(
        "ep",
        "the site a pawn passed over in the last turn",
        "ep e6",
    ),
    word(
        "quiet",
        "turns since the quiet counter was last reset",
        "quiet 49",
    ),
    word(
        "chase",
        "a running chase: the chasing seat, the site of the chased piece, the count, and the chasing piece's site where it matters",
        "chase red e4 9",
    ),
    word(
        "earlier",
        "a position that this game has had before, as position text",
        "earlier \"X..../XO...\"",
    ),
    word(
        "repeats",
        "how often this position has occurred, this time included",
        "repeats 2",
    ),
    word(
        "pending",
        "what the seat to move must finish first",
        "pending choose b8",
    ),
    word(
        "timeouts",
        "how often a seat has run out of time",
        "timeouts red 2",
    ),
    word(
        "variable",
        "a variable of the variant's own",
        "variable charges=2",
    ),
];

/// Every verb of an `act` step.
pub const ACTS: &[WordDoc] = &[
    word("resign", "gives the game up", "act red resign"),
    word(
        "offer",
        "offers something that the other side may accept",
        "act seat 1 offer draw",
    ),
    word("accept", "accepts what is offered", "act red accept draw"),
    word(
        "decline",
        "declines what is offered",
        "act red decline draw",
    ),
    word(
        "claim",
        "claims an end that the rules allow to be claimed",
        "act white claim repetition",
    ),
    word(
        "use-bank",
        "starts the bank of thinking time by hand",
        "act red use-bank",
    ),
    word("time-out", "runs out of time", "act black time-out"),
];

/// Every phase that a `phase` step may name.
pub const PHASES: &[WordDoc] = &[
    word("setup", "the seats set up in secret", "phase setup"),
    word("swap", "a seat may take the other side", "phase swap"),
    word("play", "an ordinary turn", "phase play"),
    word("chain", "the same seat may go on or stop", "phase chain"),
    word("choose", "the same seat must choose", "phase choose"),
    word("shoot", "the piece that moved must shoot", "phase shoot"),
    word("over", "the game is over", "phase over"),
];

/// Every setting of a clock.
pub const CLOCK_KEYS: &[WordDoc] = &[
    word(
        "move",
        "time for each move; what a bare duration means",
        "clock 50s",
    ),
    word(
        "main",
        "time for all moves of a seat together",
        "clock main 5m",
    ),
    word(
        "bank",
        "thinking time beyond that, for the whole game",
        "clock 50s bank 5m",
    ),
    word(
        "bank-start",
        "`auto` or `manual`",
        "clock 50s bank 5m bank-start manual",
    ),
    word(
        "increment",
        "time added to `main` after each move",
        "clock main 5m increment 3s",
    ),
    word(
        "warn",
        "time left at which a seat is warned",
        "clock 50s warn 10s",
    ),
    word(
        "timeouts",
        "how many time-outs lose; of a seat, how many it has had",
        "clock red timeouts 2",
    ),
    word(
        "cards",
        "how many yellow cards lose; of a seat, how many it has been shown",
        "clock 50s cards 10",
    ),
    word(
        "on-timeout",
        "`auto-move` or `lose`",
        "clock 5m on-timeout lose",
    ),
];

/// Every event of a clock that an `at` step may ask for, each followed by the seat.
pub const CLOCK_EVENTS: &[WordDoc] = &[
    word("warn", "little time is left", "at 40s: warn red"),
    word(
        "bank-start",
        "the bank begins to run",
        "at 50s: bank-start red",
    ),
    word("bank-empty", "the bank is used up", "at 2m: bank-empty red"),
    word(
        "time-out",
        "the time for the turn is used up",
        "at 50s: time-out red",
    ),
    word(
        "yellow-card",
        "the seat is shown a yellow card",
        "at 50s: yellow-card red",
    ),
    word(
        "auto-move",
        "an action is played for the seat",
        "at 50s: auto-move red",
    ),
    word("lose", "the seat loses on time", "at 50s: lose red"),
];

/// Milliseconds of a duration such as `50s`, `1m30s` or `250ms`; `None` when it is none or too long.
#[must_use]
pub fn duration(text: &str) -> Option<u64> {
    let mut rest = text;
    let mut total: u64 = 0;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let number: u64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let letters = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let scale = match &rest[..letters] {
            "ms" => 1,
            "s" => 1_000,
            "m" => 60_000,
            "h" => 3_600_000,
            _ => return None,
        };
        rest = &rest[letters..];
        total = total.checked_add(number.checked_mul(scale)?)?;
    }
    Some(total)
}

/// The table of steps of the reference page.
#[must_use]
pub fn steps_table() -> String {
    let mut table = String::from("| step | form | what it says | example |\n|---|---|---|---|\n");
    for doc in STEPS {
        let _ = writeln!(
            table,
            "| `{}` | {} | {} | `{}` |",
            doc.word,
            doc.written(" or<br>"),
            doc.means,
            escape(doc.example)
        );
    }
    table
}

/// A table of words of the reference page: [`DETAILS`], [`ACTS`], [`PHASES`] or [`CLOCK_KEYS`].
#[must_use]
pub fn words_table(words: &[WordDoc]) -> String {
    let mut table = String::from("| word | what it says | example |\n|---|---|---|\n");
    for doc in words {
        let _ = writeln!(
            table,
            "| `{}` | {} | `{}` |",
            doc.word,
            doc.means,
            escape(doc.example)
        );
    }
    table
}

/// The table of events of the reference page.
#[must_use]
pub fn events_table() -> String {
    let mut table = String::from("| event | what it says | example |\n|---|---|---|\n");
    for form in masque_core::notation::event::FORMS {
        let _ = writeln!(
            table,
            "| `{}` | {} | `{}` |",
            form.form, form.means, form.example
        );
    }
    table
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}
