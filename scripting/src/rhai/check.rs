//! Checks scripts before they run: syntax, functions and their parameters, names, and what rules have no use for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use masque_core::board::Board;
use masque_core::spec::Spec;
use rhai::{AST, ASTFlags, ASTNode, Expr, FnCallExpr, ParseErrorType, Position, Stmt};

use super::api::{FUNCTIONS, Function, HOOKS, Hook, Type};
use super::import;
use super::limits::{self, MAX_BYTES};
use super::lower;
use super::script::HookInfo;
use super::syntax;
use super::text::{Text, Texts};
use super::words::{OPTION, Words};
use crate::diag::{Diagnostic, Diagnostics, Source, Span, closest};
use crate::sink::{Sink, unknown};

/// What checking found.
pub(super) struct Checked {
    /// The texts, with the places where steps are counted.
    pub(super) texts: Texts,
    /// Hooks, in the order of the API.
    pub(super) hooks: Vec<HookInfo>,
    /// Where truth is read.
    pub(super) truths: Vec<Span>,
    /// Clauses that functions name, with their places.
    pub(super) slugs: Vec<(String, Span)>,
    /// What the functions read of the options.
    pub(super) reads: Reads,
    /// The functions of all texts, overriding ones last.
    pub(super) functions: Vec<syntax::Function>,
}

/// The options that a script reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// Only those of these names.
    Named(BTreeSet<String>),
    /// Any, as the table of options is passed on whole.
    All,
}

/// A function of one text.
struct Definition {
    name: String,
    params: Vec<String>,
    comments: String,
    body: Position,
    /// Where its name stands, in its text.
    name_at: usize,
    calls: Vec<(String, usize)>,
}

/// Checks all texts.
///
/// # Errors
/// Everything found wrong.
pub(super) fn check<'a>(
    sources: impl IntoIterator<Item = &'a Arc<Source>>,
    spec: &Spec,
    words: &Words,
) -> Result<Checked, Diagnostics> {
    let mut texts = Texts::new(sources);
    let bytes: usize = texts.iter().map(|t| t.source.text.len()).sum();
    if bytes > MAX_BYTES {
        let message = format!(
            "the scripts of a variant and its ancestors have at most {MAX_BYTES} bytes, not {bytes}"
        );
        let error = Diagnostic::new("script-too-large", message);
        let span = texts.iter().last().map(|t| t.span(0));
        return Err(vec![Diagnostic { span, ..error }]);
    }
    let sink = Sink::new();
    let engine = limits::engine();
    let scope = words.scope();
    let mut asts = Vec::new();
    for text in texts.iter() {
        match engine.compile_with_scope(&scope, text.plain()) {
            Ok(ast) => asts.push(ast),
            Err(error) => sink.note(syntax_error(&error, text, &texts, words)),
        }
    }
    if !sink.is_clean() {
        return sink.finish(()).map(|()| unreachable!("errors were noted"));
    }
    let mut definitions: Vec<Vec<Definition>> = texts
        .iter()
        .zip(&asts)
        .map(|(text, ast)| definitions(text, ast, &sink))
        .collect();
    let mut walk = Walk {
        spec,
        words,
        board: Board::compile(&spec.board).ok(),
        scripted: definitions
            .iter()
            .flatten()
            .map(|d| (d.name.clone(), d.params.len()))
            .collect(),
        texts: &texts,
        sink: &sink,
        truths: Vec::new(),
        slugs: Vec::new(),
        reads: Reads::Named(BTreeSet::new()),
        bodies: Vec::new(),
    };
    let mut counts = Vec::new();
    for ((text, ast), definitions) in texts.iter().zip(&asts).zip(&mut definitions) {
        if let Some(stmt) = ast.statements().iter().find(|s| !s.is_noop()) {
            walk.note(
                stmt.position(),
                Diagnostic::new("script-statement", "a script has functions only"),
            );
        }
        walk.walk(ast, definitions);
        let bodies = definitions
            .iter()
            .map(|d| d.body)
            .chain(std::mem::take(&mut walk.bodies));
        counts.push(bodies.map(|p| text.offset(p)).collect::<Vec<_>>());
    }
    let (truths, slugs, reads) = (walk.truths, walk.slugs, walk.reads);
    let list: Vec<&Text> = texts.iter().collect();
    let functions: Vec<Vec<(String, usize, usize)>> = definitions
        .iter()
        .map(|own| {
            let own = own.iter();
            own.map(|d| (d.name.clone(), d.params.len(), d.name_at))
                .collect()
        })
        .collect();
    import::check(&list, &functions, &sink);
    report_unused(&definitions, &list, &sink);
    let hooks = hooks(&definitions, &list, &sink);
    for (text, braces) in texts.iter_mut().zip(counts) {
        text.count_at(braces);
    }
    sink.finish(Checked {
        texts,
        hooks,
        truths,
        slugs,
        reads,
        functions: asts.iter().flat_map(lower::functions).collect(),
    })
}

fn syntax_error(error: &rhai::ParseError, text: &Text, texts: &Texts, words: &Words) -> Diagnostic {
    let diagnostic = match error.err_type() {
        ParseErrorType::VariableUndefined(name) => match words.ambiguous(name) {
            Some(sorts) => Diagnostic::new(
                "ambiguous-word",
                format!(
                    "`{name}` stands for a {}; rename one of them",
                    sorts.join(" and a ")
                ),
            ),
            None => match Hook::find(name) {
                Some(_) => Diagnostic::new(
                    "unknown-word",
                    format!("`{name}` is a function and needs `(...)`"),
                ),
                None => unknown("unknown-word", "word", name, &words.names()),
            },
        },
        ParseErrorType::ExprTooDeep => Diagnostic::new(
            "script-syntax",
            "expressions and blocks are nested too deeply",
        )
        .hint(format!(
            "at most {} levels; take a part into a function of its own",
            limits::MAX_NESTING
        )),
        ParseErrorType::TooManyFunctions => Diagnostic::new(
            "script-too-large",
            format!("a script has at most {} functions", limits::MAX_FUNCTIONS),
        ),
        other => Diagnostic::new("script-syntax", lower_first(&other.to_string())),
    };
    // Where a text breaks off, Rhai gives no place.
    let span = texts.span(error.position());
    diagnostic.at(span.unwrap_or_else(|| text.span(text.source.text.len())))
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

fn definitions(text: &Text, ast: &AST, sink: &Sink) -> Vec<Definition> {
    let mut found = Vec::new();
    for (_, _, _, _, function) in ast.shared_lib().iter_script_fn_info() {
        let body = function.body.start_position();
        let name_at = name_before(&text.source.text, text.offset(body), &function.name);
        if function.this_type.is_some() {
            let error = Diagnostic::new("not-in-scripts", "a function of a type cannot be written")
                .hint("give it a parameter instead");
            sink.note(error.at(text.span(name_at)));
        }
        found.push(Definition {
            name: function.name.to_string(),
            params: function.params.iter().map(ToString::to_string).collect(),
            comments: function.comments.join("\n"),
            body,
            name_at,
            calls: Vec::new(),
        });
    }
    found.sort_by_key(|d| d.name_at);
    for definition in found.iter().filter(|d| Hook::find(&d.name).is_none()) {
        let arity = definition.params.len();
        // A call with a dot finds a function with as many parameters as it has arguments, and so does `in`.
        let taken = |f: &&Function| {
            f.name == definition.name && (f.params.len() == arity || f.name == "contains")
        };
        if let Some(function) = FUNCTIONS.iter().find(taken) {
            let message = format!(
                "`{}` is already `{}`",
                definition.name,
                function.signature()
            );
            let error = Diagnostic::new("reserved-name", message).hint("choose another name");
            sink.note(error.at(text.span(definition.name_at)));
        }
    }
    found
}

/// Where the name of the function stands whose body starts at `body`.
fn name_before(text: &str, body: usize, name: &str) -> usize {
    let before = &text[..body];
    let stands = |at: &usize| before[..*at].trim_end().ends_with("fn");
    let mut places = before.rmatch_indices(name).map(|(at, _)| at);
    places.find(stands).unwrap_or(body)
}

/// One walk over all syntax trees.
struct Walk<'a> {
    spec: &'a Spec,
    words: &'a Words,
    board: Option<Board<6>>,
    scripted: BTreeSet<(String, usize)>,
    texts: &'a Texts,
    sink: &'a Sink,
    truths: Vec<Span>,
    slugs: Vec<(String, Span)>,
    reads: Reads,
    /// Bodies of loops that Rhai does not count by an iterator of ours.
    bodies: Vec<Position>,
}

impl Walk<'_> {
    fn note(&self, position: Position, error: Diagnostic) {
        let span = self.texts.span(position);
        self.sink.note(Diagnostic { span, ..error });
    }

    fn walk(&mut self, ast: &AST, definitions: &mut [Definition]) {
        ast.walk(&mut |path| {
            if let Some(node) = path.last() {
                let called = self.node(node, path.len().checked_sub(2).map(|i| &path[i]));
                if let Some((call, position)) = called {
                    let inside = definitions.iter_mut().rev().find(|d| d.body <= position);
                    if let Some(definition) = inside {
                        definition.calls.push(call);
                    }
                }
            }
            true
        });
    }

    fn node(
        &mut self,
        node: &ASTNode<'_>,
        parent: Option<&ASTNode<'_>>,
    ) -> Option<((String, usize), Position)> {
        let useless = |what: &str| {
            Diagnostic::new(
                "not-in-scripts",
                format!("{what} cannot be used in scripts"),
            )
        };
        match node {
            ASTNode::Stmt(Stmt::While(x, _) | Stmt::Do(x, ..)) => {
                self.bodies.push(x.body.position())
            }
            // Rhai drops what an iterator says when there is no body, and steps with it.
            ASTNode::Stmt(Stmt::For(x, at)) if x.2.body.is_empty() => {
                self.note(
                    *at,
                    Diagnostic::new("empty-loop", "this `for` does nothing"),
                );
            }
            ASTNode::Stmt(Stmt::TryCatch(_, at)) => self.note(*at, useless("`try`")),
            ASTNode::Stmt(Stmt::Return(_, flags, at)) if flags.contains(ASTFlags::BREAK) => {
                self.note(*at, useless("`throw`"));
            }
            ASTNode::Stmt(Stmt::FnCall(x, at)) | ASTNode::Expr(Expr::FnCall(x, at)) => {
                return self.call(x, *at).map(|call| (call, *at));
            }
            ASTNode::Expr(Expr::MethodCall(x, at)) => self.method(x, *at),
            ASTNode::Expr(Expr::FloatConstant(_, at)) => {
                self.note(*at, useless("a number with a fraction"))
            }
            ASTNode::Expr(Expr::CharConstant(_, at)) => {
                self.note(
                    *at,
                    useless("a single character").hint("words stand in double quotes"),
                );
            }
            ASTNode::Expr(Expr::InterpolatedString(_, at)) => {
                self.note(*at, useless("a text with values in it"))
            }
            ASTNode::Expr(Expr::Map(_, at)) => self.note(*at, useless("an object map")),
            ASTNode::Expr(Expr::Variable(v, ..)) if v.1.as_str() == OPTION => self.reads(parent),
            ASTNode::Expr(Expr::ThisPtr(at)) => self.note(*at, useless("`this`")),
            ASTNode::Expr(Expr::Property(x, at)) => self.property(&x.2, *at, parent),
            _ => {}
        }
        None
    }

    /// Notes what is read of the table of options where it stands in `parent`.
    fn reads(&mut self, parent: Option<&ASTNode<'_>>) {
        let property = match parent {
            Some(ASTNode::Expr(Expr::Dot(x, ..))) => match &x.rhs {
                Expr::Property(property, _) => Some(property.2.to_string()),
                _ => None,
            },
            _ => None,
        };
        match (&mut self.reads, property) {
            (Reads::Named(names), Some(name)) => {
                names.insert(name);
            }
            (reads, _) => *reads = Reads::All,
        }
    }

    fn property(&self, name: &str, at: Position, parent: Option<&ASTNode<'_>>) {
        let of_options = match parent {
            Some(ASTNode::Expr(Expr::Dot(x, ..))) => {
                matches!(&x.lhs, Expr::Variable(v, ..) if v.1.as_str() == OPTION)
            }
            _ => false,
        };
        if of_options {
            let known = self.words.options();
            if !known.contains(&name) {
                self.note(at, unknown("unknown-option", "option", name, &known));
            }
        } else if !["side", "kind"].contains(&name) {
            let function = FUNCTIONS
                .iter()
                .find(|f| f.name == name && !f.on.is_empty());
            let error = match function {
                Some(f) => Diagnostic::new(
                    "unknown-property",
                    format!("`{name}` is a function: `{}`", f.signature()),
                ),
                None => unknown("unknown-property", "property", name, &["side", "kind"]),
            };
            self.note(at, error);
        }
    }

    /// A call `f(a, b)`; gives what it calls when that is a function of the script.
    fn call(&mut self, call: &FnCallExpr, at: Position) -> Option<(String, usize)> {
        if call.is_operator_call() {
            return None;
        }
        let (name, arity) = (call.name.as_str(), call.args.len());
        if self.scripted.contains(&(name.to_owned(), arity)) {
            return Some((name.to_owned(), arity));
        }
        let dotted = |f: &Function| f.name == name && !f.on.is_empty();
        if let (true, Some(f)) = (name != "contains", FUNCTIONS.iter().find(|f| dotted(f))) {
            let error =
                Diagnostic::new("wrong-arguments", format!("`{name}` is called with a dot"));
            self.note(at, error.hint(format!("it is `{}`", f.signature())));
            return None;
        }
        // `at in set` is read as `contains(set, at)`.
        let fits = |f: &Function| f.params.len() + usize::from(!f.on.is_empty()) == arity;
        self.known(call, at, &fits);
        None
    }

    /// A call `x.f(a, b)`.
    fn method(&mut self, call: &FnCallExpr, at: Position) {
        let name = call.name.as_str();
        let arity = call.args.len();
        if !FUNCTIONS.iter().any(|f| f.name == name)
            && self.scripted.contains(&(name.to_owned(), arity + 1))
        {
            let error = Diagnostic::new(
                "unknown-function",
                format!("`{name}` is no function of what stands before the dot"),
            )
            .hint(format!(
                "call it as `{name}(...)`, with that as the first argument"
            ));
            self.note(at, error);
            return;
        }
        self.known(call, at, &|f| !f.on.is_empty() && f.params.len() == arity);
    }

    /// Looks a called function up in the API, and checks the names among its arguments.
    fn known(&mut self, call: &FnCallExpr, at: Position, fits: &dyn Fn(&Function) -> bool) {
        let name = call.name.as_str();
        let named: Vec<&Function> = FUNCTIONS.iter().filter(|f| f.name == name).collect();
        let Some(function) = named.iter().find(|f| fits(f)) else {
            if named.is_empty() {
                let mut all: Vec<&str> = FUNCTIONS.iter().map(|f| f.name).collect();
                all.extend(self.scripted.iter().map(|(n, _)| n.as_str()));
                let error =
                    Diagnostic::new("unknown-function", format!("unknown function `{name}`"));
                let near = closest(name, all).map(|near| format!("did you mean `{near}`?"));
                self.note(
                    at,
                    Diagnostic {
                        hint: near,
                        ..error
                    },
                );
            } else {
                let list: Vec<String> = named
                    .iter()
                    .map(|f| format!("`{}`", f.signature()))
                    .collect();
                let error = Diagnostic::new(
                    "wrong-arguments",
                    format!("wrong number of arguments for `{name}`"),
                );
                self.note(at, error.hint(format!("it is {}", list.join(" or "))));
            }
            return;
        };
        if name == "truth" {
            self.truths.extend(self.texts.span(at));
        }
        for ((param, kind), arg) in function.params.iter().zip(&call.args) {
            if *kind == Type::Word {
                self.named(name, param, arg);
            }
        }
    }

    /// Checks a name that must be written out: a clause, region, site or variable.
    fn named(&mut self, function: &str, param: &str, arg: &Expr) {
        let Expr::StringConstant(text, at) = arg else {
            let error = Diagnostic::new(
                "not-written-out",
                format!("`{function}` takes a {param} written out"),
            )
            .hint("such as \"this\", so that it can be checked before the game");
            self.note(arg.position(), error);
            return;
        };
        let text = text.as_str();
        match (param, function) {
            ("clause", _) => self
                .slugs
                .extend(self.texts.span(*at).map(|span| (text.to_owned(), span))),
            (_, "variable" | "set_variable") => {
                let known: Vec<&str> = self.spec.variables.iter().map(|v| v.0.as_str()).collect();
                if !known.contains(&text) {
                    self.note(*at, unknown("unknown-variable", "variable", text, &known));
                }
            }
            (_, "region") => {
                let known: Vec<&str> = self.spec.board.regions.keys().map(String::as_str).collect();
                if text != "all" && !known.contains(&text) {
                    self.note(*at, unknown("unknown-region", "region", text, &known));
                }
            }
            (_, "site") if self.board.as_ref().is_some_and(|b| b.site(text).is_none()) => {
                let message = format!("no site is called `{text}` on this board");
                self.note(*at, Diagnostic::new("unknown-site", message));
            }
            _ => {}
        }
    }
}

/// Reports functions that no hook of any text comes to call.
fn report_unused(definitions: &[Vec<Definition>], texts: &[&Text], sink: &Sink) {
    let mut calls: BTreeMap<(&str, usize), Vec<&(String, usize)>> = BTreeMap::new();
    for d in definitions.iter().flatten() {
        calls
            .entry((&d.name, d.params.len()))
            .or_default()
            .extend(&d.calls);
    }
    let mut reached: BTreeSet<(&str, usize)> = BTreeSet::new();
    let mut next: Vec<(&str, usize)> = calls
        .keys()
        .filter(|(n, _)| Hook::find(n).is_some())
        .copied()
        .collect();
    while let Some(key) = next.pop() {
        if reached.insert(key) {
            next.extend(
                calls
                    .get(&key)
                    .into_iter()
                    .flatten()
                    .map(|(n, a)| (n.as_str(), *a)),
            );
        }
    }
    // Not every variant uses all of a module.
    let modules = import::modules(texts);
    for ((text, list), _) in texts.iter().zip(definitions).zip(&modules).filter(|t| !t.1) {
        for d in list
            .iter()
            .filter(|d| !reached.contains(&(d.name.as_str(), d.params.len())))
        {
            let error = Diagnostic::new(
                "unused-function",
                format!("no hook calls the function `{}`", d.name),
            );
            let names = HOOKS.iter().map(|h| h.name);
            let hint = match closest(&d.name, names) {
                Some(near) => format!("did you mean the hook `{near}`?"),
                None => format!(
                    "hooks are {}",
                    HOOKS.iter().map(|h| h.name).collect::<Vec<_>>().join(", ")
                ),
            };
            sink.note(error.at(text.span(d.name_at)).hint(hint));
        }
    }
}

/// The hooks, each as the last text that has it defines it.
fn hooks(definitions: &[Vec<Definition>], texts: &[&Text], sink: &Sink) -> Vec<HookInfo> {
    let mut found = Vec::new();
    for hook in HOOKS {
        let mut last = None;
        for (text, list) in texts.iter().zip(definitions) {
            let mut here: Vec<&Definition> = list.iter().filter(|d| d.name == hook.name).collect();
            for d in &here {
                let count = d.params.len();
                if count < hook.least || count > hook.params.len() {
                    let message = format!(
                        "the hook `{}` has the wrong number of parameters, {count}",
                        hook.name
                    );
                    let error = Diagnostic::new("wrong-parameters", message);
                    sink.note(
                        error
                            .at(text.span(d.name_at))
                            .hint(format!("write {}", hook.signature())),
                    );
                }
            }
            if let [_, second, ..] = here[..] {
                let error = Diagnostic::new(
                    "duplicate-hook",
                    format!("the hook `{}` is defined twice", hook.name),
                );
                sink.note(error.at(text.span(second.name_at)));
            }
            last = here.pop().map(|d| (*text, d)).or(last);
        }
        if let Some((text, d)) = last {
            found.push(HookInfo {
                name: hook.name,
                params: d.params.clone(),
                clauses: clauses(text, d),
                span: text.span(d.name_at),
                hook,
            });
        }
    }
    found
}

/// The clauses that a function's comment names after `clause:`, each with its place.
fn clauses(text: &Text, definition: &Definition) -> Vec<(String, Span)> {
    let source = &text.source.text;
    let start = source[..definition.name_at]
        .rfind(definition.comments.lines().next().unwrap_or("\u{0}"))
        .unwrap_or(definition.name_at);
    let mut found = Vec::new();
    let mut at = start;
    for line in source[start..definition.name_at].split_inclusive('\n') {
        if let (true, Some(tag)) = (line.trim_start().starts_with("///"), line.find("clause:")) {
            let mut from = tag + "clause:".len();
            for slug in line[from..].split(',') {
                let lead = slug.len() - slug.trim_start().len();
                let word = slug.trim().trim_end_matches('.');
                if !word.is_empty() {
                    let place = at + from + lead;
                    found.push((
                        word.to_owned(),
                        Span::new(&text.source, place..place + word.len()),
                    ));
                }
                from += slug.len() + 1;
            }
        }
        at += line.len();
    }
    found
}
