//! Reads the headings, fields, prose and fences of a rulebook.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use masque_scripting::diag::{Diagnostic, Diagnostics, Source, Span, closest};

use super::{Book, Clause, NotInherited, Setup, Survivor, survivors};
use crate::case::{Spanned, Word, parse_cases, parse_setup};

/// Reads what can be read, and what is wrong with the rest in no particular order.
pub(super) fn read(source: &Arc<Source>) -> (Book, Diagnostics) {
    let mut reader = Reader::new(source);
    reader.blocks();
    reader.finish()
}

/// The lines that may follow the heading of a clause, before a colon.
const FIELDS: [&str; 4] = ["Sources", "Not covered", "No refusal", "No allowance"];

/// The lines that may follow the title, before a colon.
const HEADERS: [&str; 2] = ["Extends", "Not inherited"];

/// Words after the opening of a fence that mean nothing to a rulebook and are left to the reader.
const PLAIN_FENCES: [&str; 7] = ["text", "toml", "rhai", "json", "console", "sh", "markdown"];

struct Reader<'a> {
    source: &'a Arc<Source>,
    lines: Vec<Range<usize>>,
    at: usize,
    book: Book,
    errors: Diagnostics,
    section: Option<String>,
    /// Whether what is read now belongs to the last clause.
    inside: bool,
    /// Where each slug, setup and case name was first used.
    slugs: HashMap<String, usize>,
    names: HashMap<String, usize>,
    cases: HashMap<String, usize>,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Arc<Source>) -> Self {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in source.text.split_inclusive('\n') {
            lines.push(start..start + line.trim_end_matches(['\n', '\r']).len());
            start += line.len();
        }
        let book = Book {
            source: Arc::clone(source),
            title: None,
            extends: None,
            not_inherited: Vec::new(),
            setups: Vec::new(),
            clauses: Vec::new(),
            survivors: Vec::new(),
        };
        Self {
            source,
            lines,
            at: 0,
            book,
            errors: Vec::new(),
            section: None,
            inside: false,
            slugs: HashMap::new(),
            names: HashMap::new(),
            cases: HashMap::new(),
        }
    }

    fn finish(mut self) -> (Book, Diagnostics) {
        if self.book.title.is_none() {
            self.report(
                "no-title",
                "this rulebook has no title",
                0..0,
                "begin it with a line `# TITLE`",
            );
        }
        (self.book, self.errors)
    }

    fn text(&self, range: &Range<usize>) -> &'a str {
        &self.source.text[range.clone()]
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, range)
    }

    /// A part of the source as a word, blanks around it left out and those within reduced.
    fn word(&self, range: Range<usize>) -> Word {
        let text = self.text(&range);
        let start = range.start + (text.len() - text.trim_start().len());
        let value = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let end = start + text.trim().len();
        Spanned::new(value, self.span(start..end))
    }

    fn report(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        at: Range<usize>,
        hint: impl Into<String>,
    ) {
        let mut diagnostic = Diagnostic::new(code, message).at(self.span(at)).hint(hint);
        if self.inside
            && let Some(clause) = self.book.clauses.last()
        {
            diagnostic = diagnostic.clause(clause.slug.as_str());
        }
        self.errors.push(diagnostic);
    }

    fn first_line(&self, offset: usize) -> usize {
        self.source.line_column(offset).0
    }

    fn blocks(&mut self) {
        while let Some(line) = self.lines.get(self.at).cloned() {
            let text = self.text(&line);
            if let Some(fence) = Fence::opening(text) {
                self.fence(&fence, line);
            } else if let Some(level) = heading(text) {
                self.at += 1;
                self.heading(level, line);
            } else if text.trim().is_empty() {
                self.at += 1;
            } else {
                self.paragraph();
            }
        }
    }

    fn heading(&mut self, level: usize, line: Range<usize>) {
        let text = self.text(&line);
        let start = line.start + text.len() - text.trim_start().trim_start_matches('#').len();
        let inner = self.text(&(start..line.end)).trim_end();
        let end = start + inner.len();
        let open = inner
            .rfind('{')
            .filter(|_| inner.ends_with('}'))
            .map(|at| start + at);
        if level == 1 {
            self.inside = false;
            let title = self.word(start..end);
            if self.book.title.is_some() {
                self.report(
                    "second-title",
                    "this rulebook already has a title",
                    line,
                    "use `##` for a section",
                );
            } else {
                self.book.title = Some(title);
            }
            return;
        }
        let Some(open) = open else {
            if level <= 3 {
                self.inside = false;
                self.section = Some(self.word(start..end).value);
            } else {
                self.prose(line);
            }
            return;
        };
        let braces = open..end;
        let inside = self.text(&(open + 1..end - 1));
        let Some(slug) = inside.strip_prefix('#').filter(|slug| is_kebab(slug)) else {
            self.inside = false;
            let hint = "a slug is written `{#lower-case-words}`: letters, digits, single hyphens";
            self.report(
                "bad-slug",
                format!("`{{{inside}}}` is no slug"),
                braces,
                hint,
            );
            self.section = None;
            return self.open_clause(start..open, open + 1..end - 1, line);
        };
        if level > 3 {
            self.report(
                "misplaced-slug",
                "a clause cannot open this deep",
                braces,
                "use `##` or `###` for a clause",
            );
            return;
        }
        if let Some(first) = self.slugs.get(slug) {
            let first = self.first_line(*first);
            self.inside = false;
            let message = format!("the slug `{slug}` is used twice");
            self.report(
                "duplicate-slug",
                message,
                braces,
                format!("line {first} has it already"),
            );
        } else {
            self.slugs.insert(slug.to_owned(), open);
        }
        self.open_clause(start..open, open + 2..end - 1, line);
    }

    fn open_clause(&mut self, title: Range<usize>, slug: Range<usize>, line: Range<usize>) {
        let clause = Clause {
            slug: self.word(slug),
            title: self.word(title),
            section: self.section.clone(),
            sources: Vec::new(),
            not_covered: None,
            no_refusal: None,
            no_allowance: None,
            prose: Vec::new(),
            cases: Vec::new(),
            span: self.span(line),
        };
        if clause.title.value.is_empty() {
            let at = clause.span.range.clone();
            self.report(
                "nameless-clause",
                "this clause has no title",
                at,
                "say the rule in a few words before the slug",
            );
        }
        self.inside = true;
        self.cases.clear();
        self.book.clauses.push(clause);
    }

    /// The clause that is open, stretched to reach `end`.
    fn clause(&mut self, end: usize) -> Option<&mut Clause> {
        let clause = self.book.clauses.last_mut().filter(|_| self.inside)?;
        clause.span.range.end = clause.span.range.end.max(end);
        Some(clause)
    }

    fn prose(&mut self, range: Range<usize>) {
        let prose = Spanned::new(self.text(&range).to_owned(), self.span(range.clone()));
        if let Some(clause) = self.clause(range.end) {
            clause.prose.push(prose);
        }
    }

    /// A paragraph: lines up to a blank one, a heading, a fence or a field. A field runs on in the same way.
    fn paragraph(&mut self) {
        let Some(first) = self.lines.get(self.at).cloned() else {
            return;
        };
        let mut range = first.clone();
        self.at += 1;
        while let Some(line) = self.lines.get(self.at).cloned() {
            let text = self.text(&line);
            if text.trim().is_empty() || heading(text).is_some() || Fence::opening(text).is_some() {
                break;
            }
            if is_note(text) {
                break;
            }
            range.end = line.end;
            self.at += 1;
        }
        if !self.inside && self.section.as_deref() == Some(survivors::SECTION) {
            return self.survivors(range);
        }
        let text = self.text(&first);
        let Some(name) = field(text) else {
            return self.prose(range);
        };
        let start = first.start + text.find(':').map_or(0, |at| at + 1);
        let value = start..range.end;
        if name == "Extends" {
            self.extends(value, first);
        } else if name == "Not inherited" {
            self.not_inherited(value, first);
        } else if FIELDS.contains(&name) {
            self.field(name, value, first);
        } else {
            let fresh = self.inside
                && self
                    .book
                    .clauses
                    .last()
                    .is_some_and(|c| c.prose.is_empty() && c.cases.is_empty());
            if fresh && let Some(near) = closest(name, FIELDS) {
                let at = first.start..first.start + name.len();
                self.report(
                    "unknown-field",
                    format!("`{name}:` is no line of a clause"),
                    at,
                    format!("did you mean `{near}:`?"),
                );
            }
            self.prose(range);
        }
    }

    fn survivors(&mut self, paragraph: Range<usize>) {
        for item in survivors::items(&self.source.text, paragraph) {
            let ids: Vec<Word> = item.ids.into_iter().map(|id| self.word(id)).collect();
            let reason = self.word(item.reason);
            if ids.is_empty() || reason.value.is_empty() {
                self.report(
                    "bad-survivor",
                    "this says no survivor with its reason",
                    item.whole,
                    "write - `ID`: REASON, with an id that `masque mutate` prints",
                );
                continue;
            }
            self.book.survivors.push(Survivor { ids, reason });
        }
    }

    fn extends(&mut self, value: Range<usize>, line: Range<usize>) {
        let mut parent = self.word(value);
        if let Some(id) = parent.value.strip_suffix('.') {
            parent.value = id.to_owned();
            parent.span.range.end -= 1;
        }
        if !self.book.clauses.is_empty() {
            self.report(
                "misplaced-extends",
                "`Extends:` comes after the first clause",
                line,
                "say it below the title",
            );
        } else if self.book.extends.is_some() {
            self.report(
                "duplicate-field",
                "`Extends:` is said twice",
                line,
                "keep one",
            );
        } else if !is_kebab(&parent.value) {
            let message = format!("`{}` is no id of a variant", parent.value);
            self.report(
                "bad-extends",
                message,
                parent.span.range,
                "write `Extends: banqi`, one variant",
            );
        } else {
            self.book.extends = Some(parent);
        }
    }

    /// `Not inherited: SLUG, SLUG because REASON`
    fn not_inherited(&mut self, value: Range<usize>, line: Range<usize>) {
        const WRITTEN: &str = "write `Not inherited: SLUG, SLUG \"CASE\" because REASON`";
        if !self.book.clauses.is_empty() || self.book.extends.is_none() {
            let message = "`Not inherited:` does not follow `Extends:`";
            let hint = "say it below the title, after `Extends: PARENT`";
            return self.report("misplaced-field", message, line, hint);
        }
        let text = self.text(&value);
        let split = text.match_indices("because").map(|(at, _)| at).find(|at| {
            text[..*at].ends_with(char::is_whitespace)
                && text[at + 7..].starts_with(char::is_whitespace)
                && !is_quoted(text, *at)
        });
        let Some(split) = split else {
            let message = "these clauses are disclaimed without a reason";
            return self.report("empty-field", message, line, WRITTEN);
        };
        let reason = self.word(value.start + split + "because".len()..value.end);
        let list = &text[..split];
        let commas = list.match_indices(',').map(|(at, _)| at);
        let commas = commas.filter(|at| !is_quoted(list, *at)).chain([split]);
        let mut start = 0;
        let mut line_said = NotInherited {
            slugs: Vec::new(),
            cases: Vec::new(),
            reason,
        };
        for comma in commas.collect::<Vec<_>>() {
            let part = &list[start..comma];
            let bare = part.find('"').unwrap_or(part.len());
            let from = value.start + start;
            let slug = self.word(from..from + bare);
            let name = part[bare..].trim_end().strip_prefix('"');
            start = comma + 1;
            if !is_kebab(&slug.value) {
                let message = format!("`{}` is no slug", slug.value);
                self.report("bad-slug", message, slug.span.range, WRITTEN);
                continue;
            }
            match name.map(|name| name.strip_suffix('"').filter(|n| !n.trim().is_empty())) {
                None => line_said.slugs.push(slug),
                Some(Some(name)) => {
                    let from = from + bare + 1;
                    let name = self.word(from..from + name.len());
                    line_said.cases.push((slug, name));
                }
                Some(None) => {
                    let message = "the name of a case stands between quotes";
                    self.report("bad-name", message, from + bare..from + part.len(), WRITTEN);
                }
            }
        }
        if line_said.reason.value.is_empty() {
            return self.report("empty-field", "the reason is missing", line, WRITTEN);
        }
        self.book.not_inherited.push(line_said);
    }

    fn field(&mut self, name: &str, value: Range<usize>, line: Range<usize>) {
        let at = line.start..line.start + name.len();
        if !self.inside {
            let hint = "it follows a heading with a slug, `### TITLE {#slug}`";
            return self.report(
                "misplaced-field",
                format!("`{name}:` belongs to no clause"),
                at,
                hint,
            );
        }
        let word = self.word(value.clone());
        if word.value.trim_end_matches('.').is_empty() {
            let hint = if name == "Sources" {
                "name at least one, such as `Sources: GT-2.`"
            } else {
                "give a reason"
            };
            return self.report("empty-field", format!("`{name}:` says nothing"), at, hint);
        }
        if name == "Sources" {
            return self.sources(value, at);
        }
        let Some(clause) = self.clause(word.span.range.end) else {
            return;
        };
        let slot = match name {
            "Not covered" => &mut clause.not_covered,
            "No refusal" => &mut clause.no_refusal,
            _ => &mut clause.no_allowance,
        };
        if slot.is_none() {
            *slot = Some(word);
        } else {
            self.report(
                "duplicate-field",
                format!("`{name}:` is said twice in this clause"),
                at,
                "keep one",
            );
        }
    }

    fn sources(&mut self, value: Range<usize>, at: Range<usize>) {
        if self
            .book
            .clauses
            .last()
            .is_some_and(|clause| !clause.sources.is_empty())
        {
            self.report(
                "duplicate-field",
                "`Sources:` is said twice in this clause",
                at,
                "list them on one line",
            );
            return;
        }
        let text = self.text(&value).trim_end();
        let text = text.strip_suffix('.').unwrap_or(text);
        let mut start = value.start;
        let mut sources: Vec<Word> = Vec::new();
        for part in text.split(',') {
            let id = self.word(start..start + part.len());
            start += part.len() + 1;
            if !is_source(&id.value) {
                let message = format!("`{}` is no id of a source", id.value);
                self.report(
                    "bad-source",
                    message,
                    id.span.range,
                    "write ids with commas between, such as `BAIDU-12, GT-2`",
                );
            } else if sources.contains(&id) {
                let message = format!("`{}` is listed twice", id.value);
                self.report("duplicate-source", message, id.span.range, "keep one");
            } else {
                sources.push(id);
            }
        }
        if let Some(clause) = self.clause(value.end) {
            clause.sources = sources;
        }
    }

    fn fence(&mut self, fence: &Fence<'_>, opening: Range<usize>) {
        self.at += 1;
        let body_at = self.at;
        while self
            .lines
            .get(self.at)
            .is_some_and(|line| !fence.closed_by(self.text(line)))
        {
            self.at += 1;
        }
        let start = self
            .lines
            .get(body_at)
            .map_or(self.source.text.len(), |line| line.start);
        let closing = self.lines.get(self.at).cloned();
        let end = closing
            .as_ref()
            .map_or(self.source.text.len(), |line| line.start);
        let whole = opening.start..closing.as_ref().map_or(end, |line| line.end);
        if closing.is_none() {
            let hint = format!("close it with a line of {}", fence.ticks);
            self.report(
                "unclosed-fence",
                "this block is never closed",
                opening.clone(),
                hint,
            );
        }
        self.at += 1;
        let info_at = opening.start + self.text(&opening).find(fence.info).unwrap_or(0);
        let mut words = fence.info.split_whitespace();
        let body = start.min(end)..end;
        match words.next() {
            Some("case") => {
                if words.next().is_some() {
                    let at = info_at..info_at + fence.info.len();
                    self.report(
                        "bad-fence",
                        "nothing may follow `case` on this line",
                        at,
                        "the name stands below, `case NAME`",
                    );
                }
                self.cases(body, opening, whole.end);
            }
            Some("setup") => self.setup(words.collect::<Vec<_>>().as_slice(), body, opening, whole),
            None => self.prose(whole),
            Some(word) if PLAIN_FENCES.contains(&word) => self.prose(whole),
            Some(word) => {
                let known = || ["case", "setup"].into_iter().chain(PLAIN_FENCES);
                let all = known()
                    .map(|w| format!("`{w}`"))
                    .collect::<Vec<_>>()
                    .join(", ");
                let hint = match closest(word, known()) {
                    Some(near) => format!("did you mean `{near}`? One of {all}"),
                    None => format!("one of {all}"),
                };
                self.report(
                    "unknown-fence",
                    format!("`{word}` is no kind of block"),
                    info_at..info_at + word.len(),
                    hint,
                );
                self.prose(whole);
            }
        }
    }

    fn cases(&mut self, body: Range<usize>, opening: Range<usize>, end: usize) {
        let mut errors = Diagnostics::new();
        let cases = parse_cases(self.source, body, &mut errors);
        self.adopt(errors);
        if !self.inside {
            let hint = "cases follow a heading with a slug, `### TITLE {#slug}`";
            return self.report(
                "case-outside-clause",
                "these cases belong to no clause",
                opening,
                hint,
            );
        }
        for case in &cases {
            let at = case.name.span.range.clone();
            if case.name.value.is_empty() {
                continue;
            }
            if let Some(first) = self.cases.get(&case.name.value) {
                let hint = format!("line {} has it already", self.first_line(*first));
                self.report(
                    "duplicate-case",
                    "this clause has two cases of that name",
                    at,
                    hint,
                );
            } else {
                self.cases.insert(case.name.value.clone(), at.start);
            }
        }
        if let Some(clause) = self.clause(end) {
            clause.cases.extend(cases);
        }
    }

    fn setup(
        &mut self,
        names: &[&str],
        body: Range<usize>,
        opening: Range<usize>,
        whole: Range<usize>,
    ) {
        let mut errors = Diagnostics::new();
        let steps = parse_setup(self.source, body, &mut errors);
        self.adopt(errors);
        let name = match names {
            [name] if is_kebab(name) => *name,
            _ => {
                let hint = "open it with ```setup NAME, one word in lower case";
                return self.report(
                    "bad-setup-name",
                    "a setup block needs one name",
                    opening,
                    hint,
                );
            }
        };
        let line = self.text(&opening);
        let at = opening.start + line.rfind(name).unwrap_or(0);
        if let Some(first) = self.names.get(name) {
            let hint = format!("line {} has it already", self.first_line(*first));
            return self.report(
                "duplicate-setup",
                format!("there are two setups `{name}`"),
                at..at + name.len(),
                hint,
            );
        }
        self.names.insert(name.to_owned(), at);
        let name = self.word(at..at + name.len());
        let span = self.span(whole.clone());
        self.book.setups.push(Setup { name, steps, span });
        self.clause(whole.end);
    }

    /// Takes over what is wrong inside a block, naming the clause.
    fn adopt(&mut self, errors: Diagnostics) {
        let slug = self
            .book
            .clauses
            .last()
            .filter(|_| self.inside)
            .map(|clause| clause.slug.value.clone());
        self.errors
            .extend(errors.into_iter().map(|error| match &slug {
                Some(slug) if error.clause.is_none() => error.clause(slug.clone()),
                _ => error,
            }));
    }
}

/// The opening line of a fenced block.
struct Fence<'a> {
    ticks: &'a str,
    info: &'a str,
}

impl<'a> Fence<'a> {
    fn opening(line: &'a str) -> Option<Self> {
        let text = line.trim_start_matches(' ');
        let mark = text
            .chars()
            .next()
            .filter(|c| (*c == '`' || *c == '~') && line.len() - text.len() < 4)?;
        let info = text.trim_start_matches(mark);
        let ticks = &text[..text.len() - info.len()];
        let info = info.trim();
        (ticks.len() >= 3 && !(mark == '`' && info.contains('`'))).then_some(Self { ticks, info })
    }

    fn closed_by(&self, line: &str) -> bool {
        let text = line.trim();
        let mark = self.ticks.chars().next().unwrap_or('`');
        line.len() - line.trim_start_matches(' ').len() < 4
            && text.len() >= self.ticks.len()
            && text.chars().all(|c| c == mark)
    }
}

/// The level of a heading line.
fn heading(line: &str) -> Option<usize> {
    let text = line.trim_start_matches(' ');
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    let spaced = rest.is_empty() || rest.starts_with([' ', '\t']);
    (line.len() - text.len() < 4 && (1..=6).contains(&level) && spaced).then_some(level)
}

/// The words before a colon, when they look like the name of a field.
/// Whether a line begins what a rulebook says of itself and not of the game: what it extends, its sources, what it leaves
/// out. It runs on as a paragraph does.
#[must_use]
pub fn is_note(line: &str) -> bool {
    field(line).is_some_and(|name| FIELDS.contains(&name) || HEADERS.contains(&name))
}

fn field(line: &str) -> Option<&str> {
    let (name, _) = line.split_once(':')?;
    let capital = name.starts_with(|c: char| c.is_ascii_uppercase());
    let plain = name.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
    (capital && plain && name.len() <= 16).then_some(name)
}

fn is_kebab(text: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    text.split('-').all(part)
}

fn is_source(text: &str) -> bool {
    let part = |part: &str| {
        // A small letter behind a number tells apart what was added to a list later, as in `K-A8b`.
        let stem = part.strip_suffix(|c: char| c.is_ascii_lowercase());
        let stem = stem.filter(|s| s.ends_with(|c: char| c.is_ascii_digit()));
        let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
        !part.is_empty() && stem.unwrap_or(part).chars().all(plain)
    };
    // A letter behind the number tells apart what was numbered late, as in `K-A8b`.
    let text = match text.strip_suffix(|c: char| c.is_ascii_lowercase()) {
        Some(rest) if rest.ends_with(|c: char| c.is_ascii_digit()) => rest,
        _ => text,
    };
    text.starts_with(|c: char| c.is_ascii_uppercase()) && text.split('-').all(part)
}

/// Whether a place of a text is between double quotes.
fn is_quoted(text: &str, at: usize) -> bool {
    text[..at].matches('"').count() % 2 == 1
}
