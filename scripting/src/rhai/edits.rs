//! Small changes to a script, each of which leaves a script: what a rulebook should notice.

use std::collections::BTreeSet;

use masque_core::spec::{Spec, Verdict};
use rhai::Token;

use super::limits;
use super::script::Script;
use super::text::{Text, Texts};
use super::words::upper_snake;
use crate::diag::Span;
use crate::document::Resolved;
use crate::options::{OptionKind, Options};

/// What a change to a script changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EditSort {
    /// `==`, `<` and the like.
    Comparison,
    /// `&&`, `||` and `!`.
    Logic,
    /// A number, `true` or `false`, a string, or one of the words that the platform gives scripts.
    Constant,
    /// The condition of an `if` or `while`, or a whole `for`.
    Branch,
    /// A statement without a block of its own, left out.
    Statement,
    /// An operation on numbers or sets.
    Operation,
}

/// One change to one of a variant's scripts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What it changes.
    pub sort: EditSort,
    /// The number of the script among the variant's.
    pub script: usize,
    /// The function in which it stands.
    pub function: String,
    /// What is replaced.
    pub span: Span,
    /// By which text.
    pub text: String,
    /// What is there, in a few characters.
    pub before: String,
    /// What is there then, likewise.
    pub after: String,
    /// The clauses concerned: those named on the same line first, then those of the function's hook.
    pub clauses: Vec<String>,
}

/// A token with its bytes.
struct Tok {
    token: Token,
    at: usize,
    end: usize,
}

/// Every change that there is to the functions in force.
///
/// Clause slugs are left alone, and so is a function that a later script of the chain replaces.
#[must_use]
pub fn edits(
    resolved: &Resolved,
    spec: &Spec,
    options: &Options,
    script: Option<&Script>,
) -> Vec<Edit> {
    let Some(script) = script else {
        return Vec::new();
    };
    let sources = resolved.scripts.iter().map(|(_, source)| source);
    let texts: Vec<(Texts, Vec<Tok>)> = sources
        .map(|source| {
            let texts = Texts::new([source]);
            let toks = texts.iter().next().map(tokens).unwrap_or_default();
            (texts, toks)
        })
        .collect();
    let mut later: BTreeSet<(String, usize)> = BTreeSet::new();
    let mut found = Vec::new();
    for (number, (texts, toks)) in texts.iter().enumerate().rev() {
        let Some(text) = texts.iter().next() else {
            continue;
        };
        let functions = functions(text, toks);
        let editor = Editor {
            number,
            text,
            toks,
            spec,
            options,
            script,
        };
        let mut here = Vec::new();
        for function in functions.iter().filter(|f| !later.contains(&f.key())) {
            editor.function(function, &mut here);
        }
        later.extend(functions.iter().map(Function::key));
        here.append(&mut found);
        found = here;
    }
    found
}

struct Function<'t> {
    name: &'t str,
    arity: usize,
    /// The tokens of its body, braces included.
    body: std::ops::Range<usize>,
}

impl Function<'_> {
    fn key(&self) -> (String, usize) {
        (self.name.to_owned(), self.arity)
    }
}

fn tokens(text: &Text) -> Vec<Tok> {
    let engine = limits::engine();
    let source = text.source.text.as_str();
    let inputs = [source];
    let (stream, _) = engine.lex(&inputs);
    let mut toks: Vec<Tok> = Vec::new();
    for (token, position) in stream {
        if matches!(token, Token::EOF) {
            break;
        }
        let at = text.offset(position);
        let rest = &source[at..];
        let len = match &token {
            Token::IntegerConstant(_) => rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len()),
            Token::StringConstant(_) => string_len(rest),
            Token::Identifier(name) => name.len(),
            Token::Comment(_) => continue,
            other => other.literal_syntax().len(),
        };
        let end = (at + len).min(source.len());
        toks.push(Tok { token, at, end });
    }
    toks
}

/// The bytes of the string that a text begins with, quotes included.
fn string_len(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

fn functions<'t>(text: &'t Text, toks: &[Tok]) -> Vec<Function<'t>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(tok) = toks.get(at) {
        let (Token::Fn, Some(name)) = (&tok.token, toks.get(at + 1)) else {
            at += 1;
            continue;
        };
        let Some(open) = next(toks, at, |t| matches!(t, Token::LeftBrace)) else {
            break;
        };
        let close = closing(toks, open);
        let params = &toks[at + 2..open];
        let named = params
            .iter()
            .filter(|t| matches!(t.token, Token::Identifier(_)));
        found.push(Function {
            name: &text.source.text[name.at..name.end],
            arity: named.count(),
            body: open..close + 1,
        });
        at = close + 1;
    }
    found
}

fn next(toks: &[Tok], from: usize, wanted: impl Fn(&Token) -> bool) -> Option<usize> {
    (from..toks.len()).find(|i| wanted(&toks[*i].token))
}

/// The token that closes the brace, bracket or parenthesis at `open`.
fn closing(toks: &[Tok], open: usize) -> usize {
    let mut depth = 0usize;
    for (i, tok) in toks.iter().enumerate().skip(open) {
        match tok.token {
            Token::LeftBrace | Token::LeftParen | Token::LeftBracket | Token::MapStart => {
                depth += 1
            }
            Token::RightBrace | Token::RightParen | Token::RightBracket => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return i;
                }
            }
            _ => {}
        }
    }
    toks.len().saturating_sub(1)
}

/// The opening brace of the block that follows a condition.
fn block(toks: &[Tok], from: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (i, tok) in toks.iter().enumerate().skip(from) {
        match tok.token {
            Token::LeftBrace if depth == 0 => return Some(i),
            Token::LeftParen | Token::LeftBracket | Token::MapStart => depth += 1,
            Token::RightParen | Token::RightBracket | Token::RightBrace => {
                depth = depth.saturating_sub(1)
            }
            _ => {}
        }
    }
    None
}

struct Editor<'a> {
    number: usize,
    text: &'a Text,
    toks: &'a [Tok],
    spec: &'a Spec,
    options: &'a Options,
    script: &'a Script,
}

impl Editor<'_> {
    fn source(&self) -> &str {
        &self.text.source.text
    }

    fn function(&self, function: &Function<'_>, out: &mut Vec<Edit>) {
        let first = out.len();
        for at in function.body.clone() {
            self.token(at, function, out);
        }
        self.statements(function.body.clone(), function, out);
        // In the order of the text, the shorter before the longer that contains it.
        out[first..].sort_by_key(|e| (e.span.range.start, e.span.range.end, e.sort));
    }

    fn token(&self, at: usize, function: &Function<'_>, out: &mut Vec<Edit>) {
        use EditSort::{Branch, Comparison, Constant, Logic, Operation};
        let tok = &self.toks[at];
        let mut swap = |sort, after: &str| {
            out.push(self.edit(sort, function, tok.at..tok.end, after, None));
        };
        match &tok.token {
            Token::EqualsTo => swap(Comparison, "!="),
            Token::NotEqualsTo => swap(Comparison, "=="),
            Token::LessThan => {
                swap(Comparison, "<=");
                swap(Comparison, ">=");
            }
            Token::LessThanEqualsTo => {
                swap(Comparison, "<");
                swap(Comparison, ">");
            }
            Token::GreaterThan => {
                swap(Comparison, ">=");
                swap(Comparison, "<=");
            }
            Token::GreaterThanEqualsTo => {
                swap(Comparison, ">");
                swap(Comparison, "<");
            }
            // A loop's `in` compares nothing.
            Token::In if !self.is_loop(at) => swap(Comparison, "!in"),
            Token::NotIn => swap(Comparison, "in"),
            Token::And => swap(Logic, "||"),
            Token::Or => swap(Logic, "&&"),
            Token::Bang => swap(Logic, ""),
            Token::Plus | Token::PlusAssign => swap(Operation, &self.operator(tok, '+', '-')),
            Token::Minus | Token::MinusAssign => swap(Operation, &self.operator(tok, '-', '+')),
            Token::Multiply => swap(Operation, "+"),
            Token::Divide | Token::Modulo => swap(Operation, "*"),
            Token::Pipe | Token::OrAssign => swap(Operation, &self.operator(tok, '|', '&')),
            Token::Ampersand | Token::AndAssign => {
                swap(Operation, &self.operator(tok, '&', '|'));
            }
            Token::True => swap(Constant, "false"),
            Token::False => swap(Constant, "true"),
            Token::IntegerConstant(n) => {
                swap(Constant, &n.saturating_add(1).to_string());
                if *n > 0 {
                    swap(Constant, &(n - 1).to_string());
                }
            }
            Token::StringConstant(_) => {
                if let Some(other) = self.other_string(at) {
                    swap(Constant, &format!("\"{other}\""));
                }
            }
            Token::Identifier(name) => {
                let property = at > 0 && matches!(self.toks[at - 1].token, Token::Period);
                let called = matches!(
                    self.toks.get(at + 1).map(|t| &t.token),
                    Some(Token::LeftParen)
                );
                if let Some(other) = self.other_word(name).filter(|_| !property && !called) {
                    swap(Constant, &other);
                }
            }
            Token::If | Token::While => {
                let Some(open) = block(self.toks, at + 1) else {
                    return;
                };
                let range = self.toks[at + 1].at..self.toks[open - 1].end;
                let condition = self.source()[range.clone()].to_owned();
                let forced: &[(&str, &str)] = match tok.token {
                    Token::If => &[("true", "||"), ("false", "&&")],
                    _ => &[("false", "&&")],
                };
                for (word, operator) in forced {
                    let text = format!("{word} {operator} ({condition})");
                    let edit =
                        self.edit(Branch, function, range.clone(), word, Some((&text, tok.at)));
                    out.push(edit);
                }
            }
            Token::For => {
                let Some(open) = block(self.toks, at + 1) else {
                    return;
                };
                let end = self.toks[closing(self.toks, open)].end;
                let text = format!("if false {{ {} }}", &self.source()[tok.at..end]);
                out.push(self.edit(Branch, function, tok.at..end, "", Some((&text, tok.at))));
            }
            _ => {}
        }
    }

    fn operator(&self, tok: &Tok, from: char, to: char) -> String {
        self.source()[tok.at..tok.end].replace(from, &to.to_string())
    }

    /// Whether the `in` at a token belongs to a `for`.
    fn is_loop(&self, at: usize) -> bool {
        let stops = |t: &Token| {
            matches!(
                t,
                Token::LeftBrace | Token::RightBrace | Token::SemiColon | Token::LeftParen
            )
        };
        let before = self.toks[..at].iter().rev();
        before
            .take_while(|t| !stops(&t.token) || matches!(t.token, Token::LeftParen))
            .any(|t| matches!(t.token, Token::For))
    }

    /// Statements that end with `;`, each left out, but for those that name a value for later.
    fn statements(
        &self,
        body: std::ops::Range<usize>,
        function: &Function<'_>,
        out: &mut Vec<Edit>,
    ) {
        // For each open block: where its present statement began.
        let mut starts: Vec<Option<usize>> = Vec::new();
        let mut depth = 0usize;
        for at in body {
            let tok = &self.toks[at];
            match tok.token {
                Token::LeftParen | Token::LeftBracket | Token::MapStart => depth += 1,
                Token::RightParen | Token::RightBracket => depth = depth.saturating_sub(1),
                _ => {}
            }
            match tok.token {
                Token::LeftBrace => starts.push(None),
                Token::RightBrace => {
                    starts.pop();
                    let follows = self.toks.get(at + 1).map(|t| &t.token);
                    if let Some(start) = starts.last_mut() {
                        let goes_on = start.is_some_and(|s| {
                            !matches!(
                                self.toks[s].token,
                                Token::If | Token::For | Token::While | Token::Loop | Token::Do
                            )
                        });
                        if !goes_on && !matches!(follows, Some(Token::Else)) {
                            *start = None;
                        }
                    }
                }
                Token::SemiColon if depth == 0 => {
                    let Some(start) = starts.last_mut().and_then(Option::take) else {
                        continue;
                    };
                    let names = matches!(
                        self.toks[start].token,
                        Token::Let | Token::Const | Token::If | Token::For | Token::While
                    );
                    if !names {
                        let range = self.toks[start].at..tok.end;
                        let text = format!("if false {{ {} }}", &self.source()[range.clone()]);
                        let shown = Some((text.as_str(), range.start));
                        out.push(self.edit(EditSort::Statement, function, range, "", shown));
                    }
                }
                _ => {
                    if let Some(start) = starts.last_mut() {
                        start.get_or_insert(at);
                    }
                }
            }
        }
    }

    /// One change; `written` is the text put in and what it is about, where that is not simply `after`.
    fn edit(
        &self,
        sort: EditSort,
        function: &Function<'_>,
        range: std::ops::Range<usize>,
        after: &str,
        written: Option<(&str, usize)>,
    ) -> Edit {
        let source = self.source();
        let before = source[range.clone()].split_whitespace();
        let line_start = source[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = source[range.start..]
            .find('\n')
            .map_or(source.len(), |at| range.start + at);
        let on_line = |span: &Span| {
            span.source == self.text.source && (line_start..line_end).contains(&span.range.start)
        };
        let slugs = self.script.slugs().iter();
        let mut clauses: Vec<String> = slugs
            .filter(|(_, span)| on_line(span))
            .map(|(slug, _)| slug.clone())
            .collect();
        let hooks = self.script.hooks();
        let own = hooks.iter().any(|h| h.name == function.name);
        let named = hooks
            .iter()
            .filter(|h| !own || h.name == function.name)
            .flat_map(|h| &h.clauses);
        for (slug, _) in named {
            if !clauses.contains(slug) {
                clauses.push(slug.clone());
            }
        }
        Edit {
            sort,
            script: self.number,
            function: function.name.to_owned(),
            before: before.collect::<Vec<_>>().join(" "),
            after: after.to_owned(),
            text: written.map_or(after, |(text, _)| text).to_owned(),
            span: Span::new(&self.text.source, range),
            clauses,
        }
    }

    /// Another value for a string that is no clause: of the same option, or another region or variable.
    fn other_string(&self, at: usize) -> Option<String> {
        let tok = &self.toks[at];
        let is_clause = |(_, span): &(String, Span)| {
            span.source == self.text.source && (tok.at..tok.end).contains(&span.range.start)
        };
        if self.script.slugs().iter().any(is_clause) {
            return None;
        }
        let word = &self.source()[tok.at + 1..tok.end.saturating_sub(1).max(tok.at + 1)];
        let called = at
            .checked_sub(2)
            .filter(|_| matches!(self.toks[at - 1].token, Token::LeftParen))
            .map(|i| &self.source()[self.toks[i].at..self.toks[i].end]);
        let other = |known: &[&str]| {
            let here = known.iter().position(|k| *k == word)?;
            let next = known.get((here + 1) % known.len())?;
            (*next != word).then(|| (*next).to_owned())
        };
        match called {
            Some("region") => {
                let regions = self.spec.board.regions.keys().map(String::as_str);
                return other(&regions.chain(["all"]).collect::<Vec<_>>());
            }
            Some("variable" | "set_variable") => {
                let all: Vec<&str> = self.spec.variables.iter().map(|v| v.0.as_str()).collect();
                return other(&all);
            }
            Some("site") => return None,
            _ => {}
        }
        // An option named nearby is the one that is meant, when several know the word.
        let line = self.source()[..tok.end].rsplit('\n').next().unwrap_or("");
        let mut knowing: Vec<_> = self.options.all().iter().collect();
        knowing.sort_by_key(|o| !line.contains(&format!("OPTION.{}", o.name)));
        knowing.iter().find_map(|option| match &option.kind {
            OptionKind::Choice(words) | OptionKind::List(words) => {
                other(&words.iter().map(String::as_str).collect::<Vec<_>>())
            }
            OptionKind::Int { off: true, .. } if word == crate::choices::OFF => Some(String::new()),
            _ => None,
        })
    }

    /// Another word of the same sort: the next kind, side, manner or special action, or another verdict.
    fn other_word(&self, word: &str) -> Option<String> {
        let verdict = Verdict::WORDS
            .iter()
            .find(|(w, _)| *w == word)
            .map(|(_, v)| match v {
                Verdict::Take => "REFUSE",
                Verdict::Refuse | Verdict::Both => "TAKE",
                Verdict::Lost => "STAY",
                Verdict::Stay => "LOST",
            });
        if let Some(other) = verdict {
            return Some(other.to_owned());
        }
        let spec = self.spec;
        let sorts: [Vec<String>; 4] = [
            spec.kinds.iter().map(|k| upper_snake(&k.name)).collect(),
            spec.sides.iter().map(|s| upper_snake(&s.name)).collect(),
            spec.manners.iter().map(|m| upper_snake(m)).collect(),
            spec.specials.iter().map(|s| upper_snake(&s.name)).collect(),
        ];
        sorts.iter().find_map(|words| {
            let here = words.iter().position(|w| w == word)?;
            let next = words.get((here + 1) % words.len())?;
            (next != word).then(|| next.clone())
        })
    }
}
