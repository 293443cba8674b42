//! Writes steps as the text that reads back as the same steps.

use std::fmt::{Display, Formatter, Result, Write as _};

use super::{
    Act, Attempt, Board, Case, Detail, Diagram, Event, Extent, Fact, Layout, Observer, OutcomeWord,
    Pair, SeatName, Setting, Sight, Spanned, Step, Token, Unit, Word, duration,
};

impl<T: Display> Display for Spanned<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.value.fmt(f)
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "case {}", self.name)?;
        self.steps.iter().try_for_each(|step| writeln!(f, "{step}"))
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}", self.word())?;
        match self {
            Self::Options(pairs) => pairs.iter().try_for_each(|pair| write!(f, " {pair}")),
            Self::Preset(word) | Self::From(word) | Self::Phase(word) => write!(f, " {word}"),
            Self::Seed(number) | Self::Count(number) => write!(f, " {number}"),
            Self::Position(diagram) | Self::Expect(diagram) => diagram.fmt(f),
            Self::Layout(layout) => write_layout(f, layout, None),
            Self::History(actions) | Self::Legal(actions) => write!(f, " {}", List(actions)),
            Self::Only(actions) if actions.is_empty() => f.write_str(" none"),
            Self::Only(actions) => write!(f, " {}", List(actions)),
            Self::Play { actions, by } => {
                write!(f, " {}", List(actions))?;
                by.iter().try_for_each(|seat| write!(f, " by {seat}"))
            }
            Self::Refused { attempt, because } | Self::Illegal { attempt, because } => {
                match attempt {
                    Attempt::Layout(layout) => {
                        f.write_str(" layout")?;
                        write_layout(f, layout, because.as_ref())
                    }
                    Attempt::Act(act) => {
                        write!(f, " act {act}")?;
                        write_because(f, because.as_ref())
                    }
                    Attempt::Actions { actions, by } => {
                        write!(f, " {}", List(actions))?;
                        by.iter().try_for_each(|seat| write!(f, " by {seat}"))?;
                        write_because(f, because.as_ref())
                    }
                }
            }
            Self::Act(act) => write!(f, " {act}"),
            Self::Repeat { times, steps } => match steps.as_slice() {
                [
                    Spanned {
                        value: Self::Play { actions, by: None },
                        ..
                    },
                ] => write!(f, " {times}: {}", List(actions)),
                _ => {
                    writeln!(f, " {times} {{")?;
                    for step in steps {
                        let text = step.to_string();
                        text.lines().try_for_each(|line| writeln!(f, "  {line}"))?;
                    }
                    f.write_str("}")
                }
            },
            Self::At { time, events } => {
                let ms = time.value;
                if ms.is_multiple_of(1000) {
                    write!(f, " {}s", ms / 1000)?
                } else {
                    write!(f, " {ms}ms")?
                }
                if events.is_empty() {
                    Ok(())
                } else {
                    write!(f, ": {}", List(events))
                }
            }
            Self::ClockSet(settings) => write_settings(f, settings),
            Self::ClockShows { seat, shows } => {
                write!(f, " {seat}")?;
                write_settings(f, shows)
            }
            Self::See {
                observer,
                sight: Sight::SameAs(other),
            } => write!(f, " {observer}: same as {other}"),
            Self::See {
                observer,
                sight: Sight::Diagram(diagram),
            } => {
                let colon = if matches!(diagram.board, Board::Text(_)) {
                    ":"
                } else {
                    ""
                };
                write!(f, " {observer}{colon}{diagram}")
            }
            Self::Knows { observer, facts } => write!(f, " {observer}: {}", List(facts)),
            Self::Tells {
                observer,
                extent,
                events,
            } => match extent {
                Extent::Exactly if events.is_empty() => write!(f, " {observer} nothing"),
                Extent::Exactly => write!(f, " {observer} exactly: {}", List(events)),
                Extent::AtLeast => write!(f, " {observer}: {}", List(events)),
                Extent::NobodyElse => write!(f, " only {observer}: {}", List(events)),
            },
            Self::Same { observer, truths } => {
                write!(f, " {observer}:")?;
                for (index, truth) in truths.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { " /" })?;
                    truth
                        .iter()
                        .try_for_each(|pair| write!(f, " {}={}", pair.key, pair.value))?;
                }
                Ok(())
            }
            Self::Outcome { result, by } => {
                match result {
                    OutcomeWord::None => f.write_str(" none")?,
                    OutcomeWord::Draw => f.write_str(" draw")?,
                    OutcomeWord::Wins(seat) => write!(f, " {seat} wins")?,
                }
                by.iter().try_for_each(|clause| write!(f, " by {clause}"))
            }
            Self::Turn(seat) => write!(f, " {seat}"),
            Self::Perft { nodes, unit, views } => {
                for (index, (depth, count)) in nodes.iter().enumerate() {
                    write!(f, "{} {depth} = {count}", if index == 0 { "" } else { "," })?;
                }
                f.write_str(if *unit == Unit::Action {
                    " unit action"
                } else {
                    ""
                })?;
                views
                    .iter()
                    .try_for_each(|observer| write!(f, " views {observer}"))
            }
        }
    }
}

impl Display for SeatName {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Seat(index) => write!(f, "seat {index}"),
            Self::Side(side) => f.write_str(side),
        }
    }
}

impl Display for Observer {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Public => f.write_str("public"),
            Self::Seat(seat) => seat.fmt(f),
        }
    }
}

impl Display for Diagram {
    /// What follows the opening word, the blank or line break before it included.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.write(f, None)
    }
}

impl Diagram {
    /// The reason for refusing a layout stands on its first line.
    fn write(&self, f: &mut Formatter<'_>, because: Option<&Word>) -> Result {
        if !matches!(self.board, Board::Text(_)) {
            write_because(f, because)?;
        }
        match &self.board {
            Board::Text(text) => {
                write!(f, " {}", quote(text.as_str()))?;
                write_because(f, because)?;
            }
            Board::Ranks { ranks, files } => {
                for rank in ranks {
                    write!(f, "\n  {:>2} |", rank.number)?;
                    rank.tokens
                        .iter()
                        .try_for_each(|token| write!(f, " {token}"))?;
                }
                if !files.is_empty() {
                    f.write_str("\n      ")?;
                    files.iter().try_for_each(|file| write!(f, " {file}"))?;
                }
            }
        }
        self.to_move
            .iter()
            .try_for_each(|seat| write!(f, "\n  {seat} to move"))?;
        self.details
            .iter()
            .try_for_each(|detail| write!(f, "\n  {detail}"))
    }
}

impl Display for Token {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.mark)?;
        self.truth
            .iter()
            .try_for_each(|truth| write!(f, "({truth})"))
    }
}

impl Display for Detail {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}", self.key)?;
        let first = self.words.first().map_or("", Word::as_str);
        f.write_str(if first.starts_with([':', '=']) {
            ":"
        } else {
            ""
        })?;
        self.words.iter().try_for_each(|word| {
            let text = word.as_str();
            let bare = !text.is_empty() && !text.starts_with('#') && !text.contains(loose_end);
            if bare {
                write!(f, " {text}")
            } else {
                write!(f, " \"{text}\"")
            }
        })
    }
}

impl Display for Pair {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let value = self.value.as_str();
        let bare = !value.is_empty() && !value.starts_with('[') && !value.contains(loose_end);
        let list = value.starts_with('[') && value.find(']') == Some(value.len() - 1);
        if bare || list {
            write!(f, "{}={value}", self.key)
        } else {
            write!(f, "{}=\"{value}\"", self.key)
        }
    }
}

impl Display for Act {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} {}", self.seat, self.verb)?;
        self.object
            .iter()
            .try_for_each(|object| write!(f, " {object}"))
    }
}

impl Display for Fact {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(if self.denied { "not " } else { "" })?;
        write_words(f, &self.words)
    }
}

impl Display for Event {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_words(f, &self.words)
    }
}

/// Items with commas between them.
struct List<'a, T>(&'a [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (index, item) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            item.fmt(f)?;
        }
        Ok(())
    }
}

fn write_words(f: &mut Formatter<'_>, words: &[Word]) -> Result {
    for (index, word) in words.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { " " })?;
        word.fmt(f)?;
    }
    Ok(())
}

fn write_because(f: &mut Formatter<'_>, because: Option<&Word>) -> Result {
    because.map_or(Ok(()), |clause| write!(f, " because {clause}"))
}

fn write_layout(f: &mut Formatter<'_>, layout: &Layout, because: Option<&Word>) -> Result {
    write!(f, " {}", layout.seat)?;
    layout.diagram.write(f, because)
}

fn write_settings(f: &mut Formatter<'_>, settings: &[Setting]) -> Result {
    for (index, Setting { key, value }) in settings.iter().enumerate() {
        if index > 0 || key.value != "move" || duration(value.as_str()).is_none() {
            write!(f, " {key}")?;
        }
        write!(f, " {value}")?;
    }
    Ok(())
}

/// A text as it may stand at the end of a line: in quotes unless it is one plain word or holds quotes itself.
fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    let plain = !text.is_empty() && !text.starts_with(['#', ':']) && !text.contains(loose_end);
    if (plain && text != "because" && text != "by") || text.contains('"') {
        quoted.push_str(text);
    } else {
        let _ = write!(quoted, "\"{text}\"");
    }
    quoted
}

fn loose_end(c: char) -> bool {
    c.is_whitespace() || c == ','
}
