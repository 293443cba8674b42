//! Reads the case language: lines in Rust, the inside of a line by the grammar, and every fault as a located diagnostic.

use std::ops::Range;
use std::sync::Arc;

use masque_scripting::diag::{Diagnostic, Diagnostics, Source, Span, closest};

use super::build::{Builder, Built};
use super::grammar::{self, Rule, rule_of};
use super::words::{DETAILS, Part, STEPS, StepDoc};
use super::{Attempt, Board, Case, Diagram, Rank, SeatName, Spanned, Step, Word};
use crate::misfit::Misfit;

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

pub(super) struct Reader<'a> {
    source: &'a Arc<Source>,
    pub(super) errors: &'a mut Diagnostics,
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

    pub(super) fn span(&self, range: Range<usize>) -> Span {
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

    fn misfit(&mut self, code: &'static str, misfit: &Misfit, line: &Range<usize>, form: &str) {
        let start = line.start + misfit.at;
        let word = word_length(self.text(&(start..line.end)));
        self.report(
            code,
            misfit.message.as_str(),
            start..start + word,
            format!("written {form}"),
        );
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
        let faults = self.errors.len();
        let steps = self.steps();
        let end = steps.last().map_or(line.end, |step| step.span.range.end);
        let asks_nothing = !steps.iter().any(|step| step.value.part() != Part::Setup);
        if self.errors.len() == faults && asks_nothing {
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
                format!("written {}", doc.written(" or ")),
            );
            self.skip_diagram();
            return;
        }
        let node = match grammar::parse(rule, text) {
            Ok(node) => node,
            Err(misfit) => {
                self.misfit("bad-step", &misfit, &line, &doc.written(" or "));
                self.skip_diagram();
                return;
            }
        };
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
        // A refused layout leaves the seats still setting up.
        let layout = matches!(
            step,
            Step::Refused {
                attempt: Attempt::Layout(_),
                ..
            }
        );
        state.played |= step.part() == Part::Play && !layout;
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
    pub(super) fn diagram(&mut self, text: Option<Word>, end: &mut usize) -> Diagram {
        let mut ranks: Vec<Rank> = Vec::new();
        let mut files: Vec<Word> = Vec::new();
        let mut to_move: Option<Spanned<SeatName>> = None;
        let mut details = Vec::new();
        while let Some(line) = self.peek() {
            let content = self.text(&line);
            let word = self.first_word(&line);
            let (rule, form) = if is_rank(content) {
                (Rule::rank, "`4 | . C ? r~(N)`")
            } else if is_files(content) {
                (Rule::files, "`a b c d`")
            } else if is_to_move(content) {
                (Rule::to_move, "`SEAT to move`")
            } else if DETAILS.iter().any(|doc| doc.word == word) {
                (Rule::detail, "`KEY WORD WORD`")
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
            let node = match grammar::parse(rule, content) {
                Ok(node) => node,
                Err(misfit) => {
                    self.misfit("bad-diagram", &misfit, &line, form);
                    continue;
                }
            };
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

fn step_doc(word: &str) -> Option<&'static StepDoc> {
    STEPS.iter().find(|doc| doc.word == word)
}

/// Bytes of the word that a text begins with.
fn word_length(text: &str) -> usize {
    text.find(char::is_whitespace).unwrap_or(text.len())
}

pub(super) fn suggest<'w>(
    word: &str,
    candidates: impl Iterator<Item = &'w str>,
    otherwise: String,
) -> String {
    match closest(word, candidates) {
        Some(near) => format!("did you mean `{near}`? One of {otherwise}"),
        None => format!("one of {otherwise}"),
    }
}

pub(super) fn list<'w>(words: impl Iterator<Item = &'w str>) -> String {
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
pub(super) fn squeeze(text: &str) -> String {
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
    match words.as_slice() {
        [side, "to", "move"] => step_doc(side).is_none(),
        ["seat", _, "to", "move"] => true,
        _ => false,
    }
}
