//! Turns what the grammar found in a line into a step of the tree.

use masque_scripting::diag::{Diagnostic, Span};
use pest::iterators::Pair as Node;

use super::grammar::Rule;
use super::parse::{Reader, list, squeeze, suggest};
use super::words::{ACTS, PHASES, WordDoc, duration};
use super::{
    Act, Attempt, Board, Detail, Event, Extent, Fact, Layout, Observer, OutcomeWord, Pair, Rank,
    SeatName, Setting, Sight, Spanned, Step, Token, Unit, Word,
};

pub(super) enum Built {
    /// A complete step.
    Step(Step),
    /// `repeat N {`
    Open(Spanned<u64>),
}

/// Turns what the grammar found into the tree.
pub(super) struct Builder<'r, 'a> {
    pub(super) reader: &'r mut Reader<'a>,
    /// Where the line begins in the source.
    pub(super) base: usize,
    /// Where the step ends in the source; a diagram moves it on.
    pub(super) end: &'r mut usize,
}

impl Builder<'_, '_> {
    pub(super) fn step(&mut self, word: &str, node: Node<'_, Rule>, played: bool) -> Option<Built> {
        let line = self.span(&node);
        Some(Built::Step(match word {
            "options" => Step::Options(node.into_inner().filter_map(|n| self.pair(n)).collect()),
            "preset" => Step::Preset(self.words(node, Rule::name).pop()?),
            "seed" => Step::Seed(self.numbers(node)?.pop()?),
            "from" => Step::From(self.words(node, Rule::name).pop()?),
            "position" => {
                let text = node.into_inner().find_map(|n| self.text(n));
                let diagram = self.reader.diagram(text, self.end);
                if matches!(&diagram.board, Board::Ranks { ranks, .. } if ranks.is_empty()) {
                    return self.fail(
                        "no-diagram",
                        "no board follows",
                        line,
                        "draw at least one rank, or write `position start`",
                    );
                }
                if played {
                    Step::Expect(diagram)
                } else {
                    Step::Position(diagram)
                }
            }
            "layout" => Step::Layout(self.layout(node, line)?),
            "history" => Step::History(self.words(node, Rule::phrase)),
            "play" => {
                let by = self.by(&node);
                Step::Play {
                    actions: self.words(node, Rule::phrase),
                    by,
                }
            }
            "choose" => {
                let start = line.range.start;
                let what = self.words(node, Rule::phrase).pop()?;
                let end = what.span.range.end;
                let action = Spanned::new(
                    format!("choose {}", what.value),
                    self.reader.span(start..end),
                );
                Step::Play {
                    actions: vec![action],
                    by: None,
                }
            }
            "refused" => {
                let because = self.because(&node);
                Step::Refused {
                    attempt: self.attempt(node, line)?,
                    because,
                }
            }
            "illegal" => {
                let because = self.because(&node);
                Step::Illegal {
                    attempt: self.attempt(node, line)?,
                    because,
                }
            }
            "act" => Step::Act(self.act(node.into_inner().find(|n| n.as_rule() == Rule::acting)?)?),
            "repeat" => {
                let times = self.numbers(node.clone())?.pop()?;
                if node.clone().into_inner().any(|n| n.as_rule() == Rule::open) {
                    return Some(Built::Open(times));
                }
                let actions = self.words(node, Rule::phrase);
                let start = actions
                    .first()
                    .map_or(line.range.start, |a| a.span.range.start);
                let span = self.reader.span(start..line.range.end);
                Step::Repeat {
                    times,
                    steps: vec![Spanned::new(Step::Play { actions, by: None }, span)],
                }
            }
            "at" => {
                let time = node
                    .clone()
                    .into_inner()
                    .find(|n| n.as_rule() == Rule::duration)?;
                let span = self.span(&time);
                let Some(value) = duration(time.as_str()) else {
                    return self.fail(
                        "number-too-large",
                        "this time is too long",
                        span,
                        "write a time such as `40s`",
                    );
                };
                Step::At {
                    time: Spanned::new(value, span),
                    events: self.events(node),
                }
            }
            "clock" => {
                let seat = node.clone().into_inner().find_map(|n| self.seat(n));
                let settings = node.into_inner().find(|n| n.as_rule() == Rule::settings)?;
                let settings = self.settings(settings);
                match seat {
                    None => Step::ClockSet(settings),
                    Some(seat) => Step::ClockShows {
                        seat,
                        shows: settings,
                    },
                }
            }
            "legal" => {
                let actions = self.words(node, Rule::phrase);
                if let [only] = actions.as_slice()
                    && only.value == "none"
                {
                    return self.fail(
                        "bad-step",
                        "`none` is no action",
                        only.span.clone(),
                        "to say that nothing is legal write `only none`",
                    );
                }
                Step::Legal(actions)
            }
            "only" => {
                let mut actions = self.words(node, Rule::phrase);
                if let [only] = actions.as_slice()
                    && only.value == "none"
                {
                    actions.clear();
                }
                Step::Only(actions)
            }
            "count" => Step::Count(self.numbers(node)?.pop()?),
            "see" => {
                let observer = self.observer(&node)?;
                let same = node
                    .clone()
                    .into_inner()
                    .find(|n| n.as_rule() == Rule::same_as);
                if let Some(same) = same {
                    let sight = Sight::SameAs(self.observer(&same)?);
                    return Some(Built::Step(Step::See { observer, sight }));
                }
                let text = node.into_inner().find_map(|n| self.text(n));
                let diagram = self.reader.diagram(text, self.end);
                let bare = matches!(&diagram.board, Board::Ranks { ranks, .. } if ranks.is_empty());
                if bare && diagram.details.is_empty() && diagram.to_move.is_none() {
                    return self.fail(
                        "no-diagram",
                        "no board follows",
                        line,
                        "draw what the observer sees, or write `see OBSERVER: same as OBSERVER`",
                    );
                }
                Step::See {
                    observer,
                    sight: Sight::Diagram(diagram),
                }
            }
            "knows" => {
                let observer = self.observer(&node)?;
                let facts = node
                    .into_inner()
                    .filter(|n| n.as_rule() == Rule::fact)
                    .map(|fact| Fact {
                        denied: fact.clone().into_inner().any(|n| n.as_rule() == Rule::not),
                        words: self.words(fact, Rule::term),
                    });
                Step::Knows {
                    observer,
                    facts: facts.collect(),
                }
            }
            "tells" => {
                let observer = self.observer(&node)?;
                let has = |rule| node.clone().into_inner().any(|n| n.as_rule() == rule);
                let mut extent = match (has(Rule::alone), has(Rule::exactly)) {
                    (true, _) => Extent::NobodyElse,
                    (_, true) => Extent::Exactly,
                    _ => Extent::AtLeast,
                };
                let mut events = self.events(node);
                let nothing = |event: &Event| matches!(event.words.as_slice(), [word] if word.value == "nothing");
                if events.iter().any(nothing) {
                    if events.len() > 1 || extent == Extent::NobodyElse {
                        return self.fail(
                            "bad-step",
                            "`nothing` stands alone",
                            line,
                            "write `tells OBSERVER nothing`",
                        );
                    }
                    events.clear();
                    extent = Extent::Exactly;
                }
                Step::Tells {
                    observer,
                    extent,
                    events,
                }
            }
            "same" => {
                let observer = self.observer(&node)?;
                let truths = node.into_inner().filter(|n| n.as_rule() == Rule::truth);
                let truths =
                    truths.map(|truth| truth.into_inner().filter_map(|n| self.pair(n)).collect());
                Step::Same {
                    observer,
                    truths: truths.collect(),
                }
            }
            "outcome" => {
                let mut result = OutcomeWord::None;
                let mut by = None;
                for part in node.into_inner() {
                    match part.as_rule() {
                        Rule::draw => result = OutcomeWord::Draw,
                        Rule::seat => result = OutcomeWord::Wins(self.seat(part)?),
                        Rule::by_clause => by = self.words(part, Rule::slug).pop(),
                        _ => {}
                    }
                }
                Step::Outcome { result, by }
            }
            "turn" => Step::Turn(node.into_inner().find_map(|n| self.seat(n))?),
            "phase" => {
                let phase = self.words(node, Rule::name).pop()?;
                self.known(&phase, PHASES, "unknown-phase", "phase");
                Step::Phase(phase)
            }
            "perft" => {
                let mut nodes = Vec::new();
                let (mut unit, mut views) = (Unit::Turn, None);
                for part in node.into_inner() {
                    match part.as_rule() {
                        Rule::nodes => {
                            let mut numbers = self.numbers(part)?.into_iter();
                            nodes.push((numbers.next()?, numbers.next()?));
                        }
                        Rule::unit
                            if part
                                .clone()
                                .into_inner()
                                .any(|n| n.as_rule() == Rule::unit_action) =>
                        {
                            unit = Unit::Action;
                        }
                        Rule::views => views = Some(self.observer(&part)?),
                        _ => {}
                    }
                }
                Step::Perft { nodes, unit, views }
            }
            _ => {
                return self.fail(
                    "unknown-step",
                    "this step cannot be read",
                    line,
                    "use another",
                );
            }
        }))
    }

    fn fail<T>(&mut self, code: &'static str, message: &str, at: Span, hint: &str) -> Option<T> {
        self.reader
            .errors
            .push(Diagnostic::new(code, message).at(at).hint(hint));
        None
    }

    pub(super) fn span(&self, node: &Node<'_, Rule>) -> Span {
        let span = node.as_span();
        let length = node.as_str().trim_end().len();
        self.reader
            .span(self.base + span.start()..self.base + span.start() + length)
    }

    fn word(&self, node: &Node<'_, Rule>) -> Word {
        Spanned::new(squeeze(node.as_str()), self.span(node))
    }

    /// The words below a node that one rule matched.
    pub(super) fn words(&self, node: Node<'_, Rule>, rule: Rule) -> Vec<Word> {
        node.into_inner()
            .filter(|n| n.as_rule() == rule)
            .map(|n| self.word(&n))
            .collect()
    }

    /// A text in quotes or up to the end of the line; within quotes every blank counts.
    fn text(&self, node: Node<'_, Rule>) -> Option<Word> {
        match node.as_rule() {
            Rule::text | Rule::item => node.into_inner().find_map(|n| self.text(n)),
            Rule::quoted => {
                let span = self.span(&node);
                let inside = node.into_inner().next().map_or("", |n| n.as_str());
                Some(Spanned::new(inside.to_owned(), span))
            }
            Rule::raw | Rule::loose | Rule::list | Rule::plain | Rule::worth | Rule::phrase => {
                Some(self.word(&node))
            }
            _ => None,
        }
    }

    fn numbers(&mut self, node: Node<'_, Rule>) -> Option<Vec<Spanned<u64>>> {
        node.into_inner()
            .filter(|n| n.as_rule() == Rule::number)
            .map(|n| self.number(&n))
            .collect()
    }

    fn number(&mut self, node: &Node<'_, Rule>) -> Option<Spanned<u64>> {
        let span = self.span(node);
        match node.as_str().replace('_', "").parse() {
            Ok(number) => Some(Spanned::new(number, span)),
            Err(_) => self.fail(
                "number-too-large",
                "this number is too large",
                span,
                "write a number below 2^64",
            ),
        }
    }

    fn pair(&self, node: Node<'_, Rule>) -> Option<Pair> {
        let mut parts = node.into_inner();
        let key = self.word(&parts.next()?);
        let value = self.text(parts.next()?)?;
        Some(Pair { key, value })
    }

    pub(super) fn seat(&mut self, node: Node<'_, Rule>) -> Option<Spanned<SeatName>> {
        if node.as_rule() != Rule::seat {
            return None;
        }
        let span = self.span(&node);
        let inner = node.into_inner().next()?;
        if inner.as_rule() == Rule::side {
            return Some(Spanned::new(
                SeatName::Side(inner.as_str().to_owned()),
                span,
            ));
        }
        let number = self.numbers(inner)?.pop()?;
        let Ok(index) = u8::try_from(number.value) else {
            let hint = "seats count from 0, as in `seat 1`";
            return self.fail(
                "number-too-large",
                "no game has so many seats",
                number.span,
                hint,
            );
        };
        Some(Spanned::new(SeatName::Seat(index), span))
    }

    fn observer(&mut self, node: &Node<'_, Rule>) -> Option<Spanned<Observer>> {
        let node = node
            .clone()
            .into_inner()
            .find(|n| n.as_rule() == Rule::observer)?;
        let span = self.span(&node);
        let inner = node.into_inner().next()?;
        let observer = match inner.as_rule() {
            Rule::public => Observer::Public,
            _ => Observer::Seat(self.seat(inner)?.value),
        };
        Some(Spanned::new(observer, span))
    }

    fn by(&mut self, node: &Node<'_, Rule>) -> Option<Spanned<SeatName>> {
        let by = node
            .clone()
            .into_inner()
            .find(|n| n.as_rule() == Rule::by)?;
        by.into_inner().find_map(|n| self.seat(n))
    }

    fn because(&self, node: &Node<'_, Rule>) -> Option<Word> {
        let because = node
            .clone()
            .into_inner()
            .find(|n| n.as_rule() == Rule::because)?;
        self.words(because, Rule::slug).pop()
    }

    fn attempt(&mut self, node: Node<'_, Rule>, line: Span) -> Option<Attempt> {
        let part = |rule| node.clone().into_inner().find(|n| n.as_rule() == rule);
        if let Some(acting) = part(Rule::acting) {
            return self.act(acting).map(Attempt::Act);
        }
        if let Some(layout) = part(Rule::layout_attempt) {
            return self.layout(layout, line).map(Attempt::Layout);
        }
        let by = self.by(&node);
        Some(Attempt::Actions {
            actions: self.words(node, Rule::phrase),
            by,
        })
    }

    fn act(&mut self, node: Node<'_, Rule>) -> Option<Act> {
        let seat = node.clone().into_inner().find_map(|n| self.seat(n))?;
        let verb = self.words(node.clone(), Rule::verb).pop()?;
        self.known(&verb, ACTS, "unknown-act", "act");
        Some(Act {
            seat,
            verb,
            object: self.words(node, Rule::phrase).pop(),
        })
    }

    fn layout(&mut self, node: Node<'_, Rule>, line: Span) -> Option<Layout> {
        let seat = node.clone().into_inner().find_map(|n| self.seat(n))?;
        let text = node.into_inner().find_map(|n| self.text(n));
        let diagram = self.reader.diagram(text, self.end);
        if let Some(detail) = diagram.details.first() {
            let key = &detail.value.key;
            let message = format!("`{}` cannot stand below a layout", key.value);
            self.fail::<()>(
                "misplaced-detail",
                &message,
                key.span.clone(),
                "a layout is only drawn",
            );
        }
        if matches!(&diagram.board, Board::Ranks { ranks, .. } if ranks.is_empty()) {
            return self.fail(
                "no-diagram",
                "no layout follows",
                line,
                "draw the ranks of the seat, or write `layout SEAT NAME`",
            );
        }
        Some(Layout { seat, diagram })
    }

    fn events(&self, node: Node<'_, Rule>) -> Vec<Event> {
        let events = node.into_inner().filter(|n| n.as_rule() == Rule::event);
        events
            .map(|event| Event {
                words: self.words(event, Rule::term),
            })
            .collect()
    }

    fn settings(&self, node: Node<'_, Rule>) -> Vec<Setting> {
        let settings = node.into_inner().filter_map(|part| match part.as_rule() {
            Rule::duration => {
                let value = self.word(&part);
                Some(Setting {
                    key: Spanned::new("move".to_owned(), value.span.clone()),
                    value,
                })
            }
            Rule::setting => {
                let mut inner = part.into_inner();
                let key = self.word(&inner.next()?);
                Some(Setting {
                    key,
                    value: self.word(&inner.next()?),
                })
            }
            _ => None,
        });
        settings.collect()
    }

    pub(super) fn rank(&mut self, node: Node<'_, Rule>) -> Option<Rank> {
        let number = self.numbers(node.clone())?.pop()?;
        let tokens = node
            .into_inner()
            .filter(|n| n.as_rule() == Rule::token)
            .map(|token| {
                let span = self.span(&token);
                let mut parts = token.into_inner().map(|n| n.as_str().to_owned());
                Spanned::new(
                    Token {
                        mark: parts.next().unwrap_or_default(),
                        truth: parts.next(),
                    },
                    span,
                )
            });
        Some(Rank {
            number,
            tokens: tokens.collect(),
        })
    }

    pub(super) fn detail(&self, node: Node<'_, Rule>) -> Option<Detail> {
        let mut parts = node.into_inner();
        let key = self.word(&parts.next()?);
        Some(Detail {
            key,
            words: parts.filter_map(|n| self.text(n)).collect(),
        })
    }

    /// Reports a word that is none of the known ones.
    fn known(&mut self, word: &Word, known: &[WordDoc], code: &'static str, what: &str) {
        if known.iter().all(|doc| doc.word != word.value) {
            let words = || known.iter().map(|doc| doc.word);
            let hint = suggest(&word.value, words(), list(words()));
            self.fail::<()>(
                code,
                &format!("there is no {what} `{}`", word.value),
                word.span.clone(),
                &hint,
            );
        }
    }
}
