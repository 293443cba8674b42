//! Reads the case language: lines in Rust, the inside of a line by the grammar, and every fault as a located diagnostic.

use std::ops::Range;
use std::sync::Arc;

use masque_scripting::diag::{Diagnostic, Diagnostics, Source, Span, closest};
use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair as Node;

use super::words::{ACTS, DETAILS, PHASES, Part, STEPS, StepDoc, WordDoc, duration};
use super::{
    Act, Attempt, Board, Case, Detail, Diagram, Event, Extent, Fact, Layout, Observer, OutcomeWord,
    Pair, Rank, SeatName, Setting, Sight, Spanned, Step, Token, Unit, Word,
};
use grammar::{Grammar, Rule};

mod grammar {
    #![allow(missing_docs, unreachable_pub)]

    #[derive(pest_derive::Parser)]
    #[grammar = "case.pest"]
    pub(super) struct Grammar;
}

/// How deep `repeat` blocks may stand in each other.
const DEPTH: usize = 8;

/// Reads the cases of a `case` fence, which is `range` of the source. Reports every fault; what could be read is returned.
pub fn parse_cases(
    source: &Arc<Source>,
    range: Range<usize>,
    errors: &mut Diagnostics,
) -> Vec<Case> {
    let mut reader = Reader::new(source, range, errors);
    let mut cases = Vec::new();
    let mut orphan = false;
    while let Some(line) = reader.peek() {
        if reader.first_word(&line) == "case" {
            cases.extend(reader.case());
            continue;
        }
        if !orphan {
            let hint = "every case begins with a line `case NAME`";
            reader.report(
                "step-before-case",
                "this stands before the first `case` line",
                line.clone(),
                hint,
            );
            orphan = true;
        }
        reader.next();
    }
    if cases.is_empty() && !orphan {
        let place = reader.end..reader.end;
        reader.report(
            "empty-fence",
            "this block has no case",
            place,
            "begin one with a line `case NAME`",
        );
    }
    cases
}

/// Reads the steps of a `setup` fence, which is `range` of the source; only steps that set up may stand there.
pub fn parse_setup(
    source: &Arc<Source>,
    range: Range<usize>,
    errors: &mut Diagnostics,
) -> Vec<Spanned<Step>> {
    let mut reader = Reader::new(source, range, errors);
    let steps = reader.steps();
    for step in &steps {
        if step.value.part() != Part::Setup {
            let message = format!("`{}` cannot stand in a setup block", step.value.word());
            let diagnostic = Diagnostic::new("not-a-setup-step", message)
                .at(step.span.clone())
                .hint(format!(
                    "a setup block may say {}",
                    list(words_of(Part::Setup))
                ));
            reader.errors.push(diagnostic);
        }
    }
    while let Some(line) = reader.next() {
        let hint = "cases stand in blocks of their own, opened with ```case";
        reader.report(
            "case-in-setup",
            "a setup block cannot hold cases",
            line,
            hint,
        );
    }
    steps
}

/// A `repeat` block that is still open, or the case itself.
struct Frame {
    opened: Range<usize>,
    times: Option<Spanned<u64>>,
    steps: Vec<Spanned<Step>>,
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    errors: &'a mut Diagnostics,
    /// The physical lines that are neither blank nor comment, without the blanks around them.
    lines: Vec<Range<usize>>,
    at: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Arc<Source>, range: Range<usize>, errors: &'a mut Diagnostics) -> Self {
        let end = range.end.min(source.text.len());
        let mut lines = Vec::new();
        let mut start = range.start;
        for line in source
            .text
            .get(range.start..end)
            .unwrap_or_default()
            .split_inclusive('\n')
        {
            let inner = line.trim();
            let from = start + (line.len() - line.trim_start().len());
            if !inner.is_empty() && !inner.starts_with('#') {
                lines.push(from..from + inner.len());
            }
            start += line.len();
        }
        Self {
            source,
            errors,
            lines,
            at: 0,
            end,
        }
    }

    fn text(&self, range: &Range<usize>) -> &'a str {
        &self.source.text[range.clone()]
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, range)
    }

    fn peek(&self) -> Option<Range<usize>> {
        self.lines.get(self.at).cloned()
    }

    fn next(&mut self) -> Option<Range<usize>> {
        let line = self.peek()?;
        self.at += 1;
        Some(line)
    }

    /// The next line with those that continue it: a list that ends in a comma goes on, and `same` after a slash.
    fn next_joined(&mut self, step: &str) -> Option<Range<usize>> {
        let mut line = self.next()?;
        let mut last = line.clone();
        while goes_on(step, self.text(&last)) {
            let Some(more) = self.peek() else { break };
            let word = self.first_word(&more);
            if word == "case" || (word != "choose" && step_doc(word).is_some()) {
                break;
            }
            self.at += 1;
            line.end = more.end;
            last = more;
        }
        Some(line)
    }

    fn first_word(&self, line: &Range<usize>) -> &'a str {
        let text = self.text(line);
        text.split(|c: char| c.is_whitespace() || c == ':' || c == '=')
            .next()
            .unwrap_or_default()
    }

    fn report(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        at: Range<usize>,
        hint: impl Into<String>,
    ) {
        let span = self.span(at);
        self.errors
            .push(Diagnostic::new(code, message).at(span).hint(hint));
    }

    /// One case, from its `case` line up to the next.
    fn case(&mut self) -> Option<Case> {
        let line = self.next()?;
        let text = self.text(&line);
        let code = &text[..code_end(text)];
        let rest = code.strip_prefix("case").unwrap_or_default();
        let name = squeeze(rest.trim_start_matches(':'));
        if name.is_empty() {
            self.report(
                "nameless-case",
                "this case has no name",
                line.clone(),
                "write `case NAME`, such as `case jumps one screen`",
            );
        }
        let name_start =
            line.start + (code.len() - rest.trim_start_matches(':').trim_start().len());
        let name = Spanned::new(
            name,
            self.span(name_start..line.start + code.trim_end().len()),
        );
        let steps = self.steps();
        let end = steps.last().map_or(line.end, |step| step.span.range.end);
        if !name.value.is_empty() && !steps.iter().any(|step| step.value.part() != Part::Setup) {
            let hint = format!(
                "play or ask something: {}",
                list(
                    STEPS
                        .iter()
                        .filter(|s| s.part != Part::Setup)
                        .map(|s| s.word)
                )
            );
            self.report(
                "nothing-asked",
                "this case asks nothing",
                line.clone(),
                hint,
            );
        }
        Some(Case {
            name,
            steps,
            span: self.span(line.start..end),
        })
    }

    /// The steps up to the next `case` line.
    fn steps(&mut self) -> Vec<Spanned<Step>> {
        let mut state = Block {
            frames: vec![Frame {
                opened: 0..0,
                times: None,
                steps: Vec::new(),
            }],
            played: false,
            placed: false,
        };
        while let Some(line) = self.peek() {
            let word = self.first_word(&line);
            if word == "case" {
                break;
            }
            let text = self.text(&line);
            if text[..code_end(text)].trim_end() == "}" {
                self.at += 1;
                self.close(&mut state, line);
                continue;
            }
            match step_doc(word) {
                Some(doc) => {
                    if let Some(line) = self.next_joined(word) {
                        self.step(&mut state, doc, line);
                    }
                }
                None => {
                    self.at += 1;
                    self.unknown(word, line);
                }
            }
        }
        while state.frames.len() > 1 {
            if let Some(frame) = state.frames.pop() {
                self.report(
                    "unclosed-repeat",
                    "this `repeat` block is not closed",
                    frame.opened,
                    "close it with a line `}`",
                );
            }
        }
        state
            .frames
            .pop()
            .map(|frame| frame.steps)
            .unwrap_or_default()
    }

    /// A `}` line.
    fn close(&mut self, state: &mut Block, line: Range<usize>) {
        if state.frames.len() < 2 {
            self.report(
                "stray-brace",
                "nothing is open here to be closed",
                line,
                "a block begins with `repeat NUMBER {`",
            );
            return;
        }
        if let Some(Frame {
            opened,
            times: Some(times),
            steps,
        }) = state.frames.pop()
        {
            if steps.is_empty() {
                self.report(
                    "empty-repeat",
                    "this `repeat` block holds no step",
                    opened.clone(),
                    "write the steps between `{` and `}`",
                );
            }
            let span = self.span(opened.start..line.end);
            state.push(Spanned::new(Step::Repeat { times, steps }, span));
        }
    }

    /// A line whose first word opens nothing here.
    fn unknown(&mut self, word: &str, line: Range<usize>) {
        let at = line.start..line.start + word.len();
        let text = self.text(&line);
        if is_rank(text) || is_files(text) || is_to_move(text) {
            self.report(
                "misplaced-diagram",
                "this line of a diagram belongs to no board",
                line,
                "a diagram follows `position`, `layout SEAT` or `see OBSERVER`",
            );
        } else if DETAILS.iter().any(|doc| doc.word == word) {
            let hint =
                format!("`{word}` describes a board and stands below `position` or `see OBSERVER`");
            self.report(
                "misplaced-detail",
                format!("`{word}` stands below no board"),
                at,
                hint,
            );
        } else {
            let steps = || STEPS.iter().map(|doc| doc.word);
            let hint = suggest(word, steps().chain(["case"]), list(steps().chain(["case"])));
            self.report(
                "unknown-step",
                format!("no step begins with `{word}`"),
                at,
                hint,
            );
        }
    }

    /// One step and, where it takes one, the diagram below it.
    fn step(&mut self, state: &mut Block, doc: &StepDoc, line: Range<usize>) {
        let Some(rule) = rule_of(doc.word) else {
            return;
        };
        let text = self.text(&line);
        if let Some(mark) = text[doc.word.len()..]
            .chars()
            .next()
            .filter(|c| !c.is_whitespace())
        {
            let at = line.start + doc.word.len();
            let message = format!("expected a blank after `{}`, found `{mark}`", doc.word);
            self.report(
                "bad-step",
                message,
                at..at + mark.len_utf8(),
                format!("written `{}`", doc.form),
            );
            self.skip_diagram();
            return;
        }
        let node = match Grammar::parse(rule, text) {
            Ok(mut nodes) => nodes.next(),
            Err(error) => {
                let (at, expected) = expectation(&error, text);
                let found = found(text, at);
                let message = format!("expected {expected}, found {found}");
                let start = line.start + at;
                let place = start..(start + word_length(&text[at..])).min(line.end);
                self.report(
                    "bad-step",
                    message,
                    place,
                    format!("written `{}`", doc.form),
                );
                self.skip_diagram();
                return;
            }
        };
        let Some(node) = node else { return };
        let before = self.errors.len();
        let parts = node
            .clone()
            .into_inner()
            .filter(|part| part.as_rule() != Rule::EOI);
        let mut end = line.start
            + parts
                .map(|part| part.as_span().end())
                .max()
                .unwrap_or(doc.word.len());
        let mut builder = Builder {
            reader: self,
            base: line.start,
            end: &mut end,
        };
        let step = match builder.step(doc.word, node, state.played) {
            Some(Built::Open(times)) => {
                if state.frames.len() > DEPTH {
                    self.report(
                        "deep-repeat",
                        format!("`repeat` blocks stand more than {DEPTH} deep"),
                        line.clone(),
                        "write the repetition on fewer levels",
                    );
                }
                state.frames.push(Frame {
                    opened: line,
                    times: Some(times),
                    steps: Vec::new(),
                });
                return;
            }
            Some(Built::Step(step)) => step,
            None => {
                debug_assert!(
                    self.errors.len() > before,
                    "a step was dropped without a word"
                );
                return;
            }
        };
        self.check_order(state, &step, &line);
        let span = self.span(line.start..end);
        state.push(Spanned::new(step, span));
    }

    /// What sets up stands before what is played, and one position is enough.
    fn check_order(&mut self, state: &mut Block, step: &Step, line: &Range<usize>) {
        if matches!(step, Step::Position(_)) {
            if state.placed {
                let hint = "a second board is asked for after something was played";
                self.report(
                    "second-position",
                    "this case already has a position and has played nothing since",
                    line.clone(),
                    hint,
                );
            }
            state.placed = true;
        }
        let nested = state.frames.len() > 1;
        if step.part() == Part::Setup && (state.played || nested) {
            let message = format!("`{}` comes after something was played", step.word());
            self.report(
                "late-setup",
                message,
                line.clone(),
                "set up first, or write a case of its own",
            );
        }
        state.played |= step.part() == Part::Play;
    }

    /// Passes over the lines of a diagram whose opening line was faulty.
    fn skip_diagram(&mut self) {
        while let Some(line) = self.peek() {
            let text = self.text(&line);
            let word = self.first_word(&line);
            let detail = DETAILS.iter().any(|doc| doc.word == word);
            if !(is_rank(text) || is_files(text) || is_to_move(text) || detail) {
                break;
            }
            self.at += 1;
        }
    }

    /// The diagram below a line; `text` is what stood on the line itself. Moves `end` behind the last line read.
    fn diagram(&mut self, text: Option<Word>, end: &mut usize) -> Diagram {
        let mut ranks: Vec<Rank> = Vec::new();
        let mut files: Vec<Word> = Vec::new();
        let mut to_move: Option<Spanned<SeatName>> = None;
        let mut details = Vec::new();
        while let Some(line) = self.peek() {
            let content = self.text(&line);
            let word = self.first_word(&line);
            let (rule, form) = if is_rank(content) {
                (Rule::rank, "4 | . C ? r~(N)")
            } else if is_files(content) {
                (Rule::files, "a b c d")
            } else if is_to_move(content) {
                (Rule::to_move, "SEAT to move")
            } else if DETAILS.iter().any(|doc| doc.word == word) {
                (Rule::detail, "KEY WORD WORD")
            } else if word == "case" || word.starts_with('}') || step_doc(word).is_some() {
                break;
            } else {
                self.at += 1;
                let details = || DETAILS.iter().map(|doc| doc.word);
                let all = details()
                    .chain(STEPS.iter().map(|doc| doc.word))
                    .chain(["case"]);
                let hint = suggest(
                    word,
                    all,
                    format!(
                        "below a board may stand `SEAT to move`, {}",
                        list(details())
                    ),
                );
                let at = line.start..line.start + word.len();
                self.report(
                    "unknown-detail",
                    format!("`{word}` is neither a step nor says anything of a board"),
                    at,
                    hint,
                );
                continue;
            };
            self.at += 1;
            *end = line.start + content[..code_end(content)].trim_end().len();
            let node = match Grammar::parse(rule, content) {
                Ok(mut nodes) => nodes.next(),
                Err(error) => {
                    let (at, expected) = expectation(&error, content);
                    let start = line.start + at;
                    let place = start..(start + word_length(&content[at..])).min(line.end);
                    let message = format!("expected {expected}, found {}", found(content, at));
                    self.report("bad-diagram", message, place, format!("written `{form}`"));
                    continue;
                }
            };
            let Some(node) = node else { continue };
            let mut unused = 0;
            let mut builder = Builder {
                reader: self,
                base: line.start,
                end: &mut unused,
            };
            match rule {
                Rule::rank => ranks.extend(builder.rank(node)),
                Rule::files => {
                    let letters = builder.words(node, Rule::file);
                    if !files.is_empty() {
                        self.report(
                            "second-files",
                            "this diagram already has a line of file letters",
                            line,
                            "remove one of them",
                        );
                    } else {
                        files = letters;
                    }
                }
                Rule::to_move => {
                    let seat = node.into_inner().find_map(|n| builder.seat(n));
                    if to_move.is_some() {
                        self.report(
                            "second-to-move",
                            "the seat to move is already said",
                            line,
                            "remove one of the lines",
                        );
                    } else {
                        to_move = seat;
                    }
                }
                _ => {
                    let span = builder.span(&node);
                    if let Some(detail) = builder.detail(node) {
                        details.push(Spanned::new(detail, span));
                    }
                }
            }
        }
        let board = match text {
            None => Board::Ranks { ranks, files },
            Some(text) => {
                if let Some(rank) = ranks.first() {
                    let at = rank.number.span.range.clone();
                    self.report(
                        "two-boards",
                        "this board is given as text and drawn as well",
                        at,
                        "keep one of the two",
                    );
                }
                return Diagram {
                    board: Board::Text(text),
                    to_move,
                    details,
                };
            }
        };
        if let Board::Ranks { ranks, files } = &board {
            self.check_ranks(ranks, files);
        }
        Diagram {
            board,
            to_move,
            details,
        }
    }

    /// Ranks count down, none twice, and all are equally wide.
    fn check_ranks(&mut self, ranks: &[Rank], files: &[Word]) {
        for pair in ranks.windows(2) {
            let [above, below] = pair else { continue };
            let at = below.number.span.range.clone();
            let number = below.number.value;
            if number == above.number.value {
                self.report(
                    "duplicate-rank",
                    format!("rank {number} is drawn twice"),
                    at,
                    "keep one of them",
                );
            } else if number > above.number.value {
                let message = format!("rank {number} stands below rank {}", above.number.value);
                self.report(
                    "ranks-out-of-order",
                    message,
                    at,
                    "draw the highest rank first, as players see the board",
                );
            }
        }
        let width = files.len().max(if files.is_empty() {
            ranks.first().map_or(0, |r| r.tokens.len())
        } else {
            0
        });
        for rank in ranks {
            let count = rank.tokens.len();
            if count != width {
                let what = if files.is_empty() {
                    "the rank above has"
                } else {
                    "the file letters say"
                };
                let message = format!(
                    "rank {} has {count} sites, but {what} {width}",
                    rank.number.value
                );
                let start = rank.number.span.range.start;
                let end = rank
                    .tokens
                    .last()
                    .map_or(start, |token| token.span.range.end);
                self.report(
                    "uneven-ranks",
                    message,
                    start..end,
                    "write `.` for an empty site",
                );
            }
        }
    }
}

/// The steps of a case while they are read.
struct Block {
    frames: Vec<Frame>,
    played: bool,
    placed: bool,
}

impl Block {
    fn push(&mut self, step: Spanned<Step>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.steps.push(step);
        }
    }
}

enum Built {
    Step(Step),
    /// `repeat N {`
    Open(Spanned<u64>),
}

/// Turns what the grammar found into the tree.
struct Builder<'r, 'a> {
    reader: &'r mut Reader<'a>,
    /// Where the line begins in the source.
    base: usize,
    /// Where the step ends in the source; a diagram moves it on.
    end: &'r mut usize,
}

impl Builder<'_, '_> {
    fn step(&mut self, word: &str, node: Node<'_, Rule>, played: bool) -> Option<Built> {
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
                let mut unit = Unit::Turn;
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
                        _ => {}
                    }
                }
                Step::Perft { nodes, unit }
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

    fn span(&self, node: &Node<'_, Rule>) -> Span {
        let span = node.as_span();
        let length = node.as_str().trim_end().len();
        self.reader
            .span(self.base + span.start()..self.base + span.start() + length)
    }

    fn word(&self, node: &Node<'_, Rule>) -> Word {
        Spanned::new(squeeze(node.as_str()), self.span(node))
    }

    /// The words below a node that one rule matched.
    fn words(&self, node: Node<'_, Rule>, rule: Rule) -> Vec<Word> {
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

    fn seat(&mut self, node: Node<'_, Rule>) -> Option<Spanned<SeatName>> {
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
        // A seat index beyond a byte is kept as the largest, which no variant has, so that whoever resolves it can say so.
        let index = u8::try_from(number.value).unwrap_or(u8::MAX);
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

    fn rank(&mut self, node: Node<'_, Rule>) -> Option<Rank> {
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

    fn detail(&self, node: Node<'_, Rule>) -> Option<Detail> {
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

fn step_doc(word: &str) -> Option<&'static StepDoc> {
    STEPS.iter().find(|doc| doc.word == word)
}

fn rule_of(word: &str) -> Option<Rule> {
    Some(match word {
        "options" => Rule::options,
        "preset" => Rule::preset,
        "seed" => Rule::seed,
        "from" => Rule::from,
        "position" => Rule::position,
        "layout" => Rule::layout,
        "history" => Rule::history,
        "play" => Rule::play,
        "choose" => Rule::choose,
        "refused" => Rule::refused,
        "act" => Rule::act,
        "repeat" => Rule::repeat,
        "clock" => Rule::clock,
        "at" => Rule::at,
        "legal" => Rule::legal,
        "only" => Rule::only,
        "count" => Rule::count,
        "illegal" => Rule::illegal,
        "see" => Rule::see,
        "knows" => Rule::knows,
        "tells" => Rule::tells,
        "same" => Rule::same,
        "outcome" => Rule::outcome,
        "turn" => Rule::turn,
        "phase" => Rule::phase,
        "perft" => Rule::perft,
        _ => return None,
    })
}

/// What an author would call a part of the grammar; `None` for what only the grammar knows.
fn human(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::phrase => "an action",
        Rule::seat | Rule::seat_index | Rule::side => "a seat (`red` or `seat 0`)",
        Rule::observer => "an observer (`public`, `red` or `seat 0`)",
        Rule::public => "`public`",
        Rule::number => "a number",
        Rule::duration => "a time such as `50s`",
        Rule::setting | Rule::setting_key | Rule::settings => "a setting of the clock",
        Rule::slug => "the slug of a clause",
        Rule::because => "`because CLAUSE`",
        Rule::by => "`by SEAT`",
        Rule::by_clause => "`by CLAUSE`",
        Rule::name => "a name",
        Rule::option | Rule::key => "`KEY=VALUE`",
        Rule::assign | Rule::site | Rule::truth => "`SITE=KIND`",
        Rule::quoted | Rule::list | Rule::plain | Rule::worth => "a value",
        Rule::text | Rule::raw | Rule::inside => "a text",
        Rule::event => "an event",
        Rule::fact => "a fact",
        Rule::term | Rule::item | Rule::loose => "a word",
        Rule::verb => "what the seat does",
        Rule::nodes => "`DEPTH = NUMBER`",
        Rule::unit => "`unit action`",
        Rule::unit_action => "`action`",
        Rule::unit_turn => "`turn`",
        Rule::none => "`none`",
        Rule::draw => "`draw`",
        Rule::wins => "`wins`",
        Rule::open => "`{`",
        Rule::alone => "`only`",
        Rule::exactly => "`exactly`",
        Rule::same_as => "`same as OBSERVER`",
        Rule::token | Rule::mark | Rule::whole => "what stands on a site",
        Rule::hidden => "a kind",
        Rule::file => "a file letter",
        Rule::detail_key => "a word",
        Rule::EOI => "the end of the line",
        _ => return None,
    })
}

/// Where in the line the grammar was lost, and what it would have taken there.
fn expectation(error: &pest::error::Error<Rule>, text: &str) -> (usize, String) {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
    };
    let mut names: Vec<&str> = Vec::new();
    if let ErrorVariant::ParsingError { positives, .. } = &error.variant {
        for name in positives.iter().filter_map(|rule| human(*rule)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let expected = match names.split_last() {
        None => "something else".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    };
    (at, expected)
}

fn found(text: &str, at: usize) -> String {
    let rest = &text[at..];
    match rest.split_whitespace().next() {
        None => "the end of the line".to_owned(),
        Some(word) => format!("`{word}`"),
    }
}

/// Bytes of the word that a text begins with.
fn word_length(text: &str) -> usize {
    text.find(char::is_whitespace).unwrap_or(text.len())
}

fn suggest<'w>(word: &str, candidates: impl Iterator<Item = &'w str>, otherwise: String) -> String {
    match closest(word, candidates) {
        Some(near) => format!("did you mean `{near}`? One of {otherwise}"),
        None => format!("one of {otherwise}"),
    }
}

fn list<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn words_of(part: Part) -> impl Iterator<Item = &'static str> {
    STEPS
        .iter()
        .filter(move |doc| doc.part == part)
        .map(|doc| doc.word)
}

/// The text with runs of blanks reduced to one space.
fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where the comment of a line begins, or its end.
fn code_end(line: &str) -> usize {
    let mut blank = true;
    for (at, c) in line.char_indices() {
        if c == '#' && blank {
            return at;
        }
        blank = c.is_whitespace();
    }
    line.len()
}

fn goes_on(step: &str, line: &str) -> bool {
    let code = line[..code_end(line)].trim_end();
    match step {
        "position" | "layout" | "see" => false,
        "same" => code.ends_with(" /"),
        _ => code.ends_with(','),
    }
}

fn is_rank(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && rest.trim_start().starts_with('|')
}

fn is_files(line: &str) -> bool {
    let code = &line[..code_end(line)];
    code.split_whitespace()
        .all(|word| word.len() == 1 && word.as_bytes()[0].is_ascii_lowercase())
}

fn is_to_move(line: &str) -> bool {
    let words: Vec<_> = line[..code_end(line)].split_whitespace().collect();
    matches!(words.as_slice(), [.., "to", "move"])
}
