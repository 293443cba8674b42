//! Modules: functions that scripts of several variants share.
//!
//! `import "name" as m;` stands at the top of a script, `m::f(x)` calls a function of the module. Rhai never sees either:
//! they are blanked before it reads the text, so that every other place stays what it is, and the module is one more text.

use std::ops::Range;

use super::text::Text;
use crate::diag::{Diagnostic, Span, closest};
use crate::sink::{Sink, unknown};

/// `import "name" as alias;`
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// The name: a script of the same folder or an ancestor's, without `.rhai`, or `variant/script`.
    pub(crate) name: String,
    /// What calls put before `::`.
    pub(crate) alias: String,
    /// Where the name stands.
    pub(crate) at: Range<usize>,
}

/// `alias::function`
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Use {
    alias: String,
    function: String,
    at: Range<usize>,
}

/// What a text imports.
#[derive(Debug, Default)]
pub(crate) struct Imports {
    pub(crate) list: Vec<Import>,
    uses: Vec<Use>,
    /// What is wrong, and where.
    wrong: Vec<(Range<usize>, String)>,
    /// What Rhai reads: the text without imports, byte for byte as long.
    pub(super) rest: String,
}

/// A word, a text in double quotes, or a sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    Quoted(&'a str),
    Sign(char),
}

/// Reads what a text imports.
pub(crate) fn read(text: &str) -> Imports {
    let tokens = tokens(text);
    let mut found = Imports {
        rest: text.to_owned(),
        ..Imports::default()
    };
    let token = |i: usize| tokens.get(i).map(|(token, _)| *token);
    let mut depth = 0;
    let mut i = 0;
    while let Some((here, range)) = tokens.get(i) {
        match here {
            Token::Sign('{') => depth += 1,
            Token::Sign('}') => depth -= 1,
            Token::Word("import") if depth == 0 => match [1, 2, 3, 4].map(|n| token(i + n)) {
                [
                    Some(Token::Quoted(name)),
                    Some(Token::Word("as")),
                    Some(Token::Word(alias)),
                    Some(Token::Sign(';')),
                ] if name.is_ascii() && alias.is_ascii() => {
                    found.list.push(Import {
                        name: name.to_owned(),
                        alias: alias.to_owned(),
                        at: tokens[i + 1].1.clone(),
                    });
                    found.blank(range.start..tokens[i + 4].1.end);
                    i += 4;
                }
                _ => found.wrong.push((
                    range.clone(),
                    "an import is written `import \"name\" as m;`".to_owned(),
                )),
            },
            Token::Word(alias) => {
                let [a, b, c] = [1, 2, 3].map(|n| token(i + n));
                if let (
                    Some(Token::Sign(':')),
                    Some(Token::Sign(':')),
                    Some(Token::Word(function)),
                ) = (a, b, c)
                {
                    if found.list.iter().any(|import| import.alias == *alias) {
                        found.uses.push(Use {
                            alias: (*alias).to_owned(),
                            function: function.to_owned(),
                            at: tokens[i + 3].1.clone(),
                        });
                        found.blank(range.start..tokens[i + 3].1.start);
                    } else {
                        let message = format!("no module is imported as `{alias}`");
                        found.wrong.push((range.clone(), message));
                    }
                    i += 3;
                }
            }
            _ => {}
        }
        i += 1;
    }
    found
}

impl Imports {
    fn blank(&mut self, range: Range<usize>) {
        let spaces: String = self.rest[range.clone()]
            .chars()
            .map(|c| if c == '\n' { '\n' } else { ' ' })
            .collect();
        if spaces.len() == range.len() {
            self.rest.replace_range(range, &spaces);
        }
    }
}

fn tokens(text: &str) -> Vec<(Token<'_>, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let len = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment(rest)
        } else if matches!(c, '"' | '`' | '\'') {
            let len = quoted(rest, c);
            if c == '"' && len >= 2 {
                found.push((Token::Quoted(&rest[1..len - 1]), at..at + len));
            }
            len
        } else if is_word(c) {
            let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            found.push((Token::Word(&rest[..len]), at..at + len));
            len
        } else {
            if !c.is_whitespace() {
                found.push((Token::Sign(c), at..at + c.len_utf8()));
            }
            c.len_utf8()
        };
        at += len.max(1);
    }
    found
}

/// The length of a comment, with the comments inside it.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(c) = text[at..].chars().next() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += c.len_utf8();
        }
    }
    at
}

/// The length of a text between quotes, or up to the end.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = true;
    for (at, c) in text.char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == quote {
            return at + c.len_utf8();
        }
    }
    text.len()
}

/// Checks imports against the texts they name, given every text and the names and numbers of parameters of its functions.
///
/// A module has no hooks, and neither it nor a script has a function of a module again.
pub(super) fn check(texts: &[&Text], functions: &[Vec<(String, usize, usize)>], sink: &Sink) {
    let span = |text: &Text, range: &Range<usize>| Span::new(&text.source, range.clone());
    let modules = modules(texts);
    for text in texts {
        for (range, message) in &text.imports.wrong {
            let error = Diagnostic::new("wrong-import", message.clone());
            sink.note(error.at(span(text, range)));
        }
        for call in &text.imports.uses {
            let import = text.imports.list.iter().find(|i| i.alias == call.alias);
            let Some(module) = import.and_then(|i| module(texts, text, &i.name)) else {
                continue;
            };
            let names: Vec<&str> = functions[module].iter().map(|f| f.0.as_str()).collect();
            let is = |f: &(String, usize, usize)| f.0 == call.function;
            // Where there is no such function at all, that is told when calls are checked.
            if !functions[module].iter().any(is) && functions.iter().flatten().any(is) {
                let what = format!("function of `{}`", call.alias);
                let error = unknown("unknown-function", &what, &call.function, &names);
                sink.note(error.at(span(text, &call.at)));
            }
        }
    }
    for (i, own) in functions.iter().enumerate() {
        for (name, params, at) in own {
            let hook = super::api::Hook::find(name).is_some();
            if modules[i] && hook {
                let message = format!("a module has no hooks, and `{name}` is one");
                let error = Diagnostic::new("wrong-import", message);
                sink.note(
                    error
                        .at(texts[i].span(*at))
                        .hint("put it into the script that imports the module"),
                );
            }
            let twice = (0..i).find(|&j| {
                (modules[i] || modules[j])
                    && functions[j]
                        .iter()
                        .any(|(n, p, _)| n == name && p == params)
            });
            if let (Some(other), false) = (twice, hook) {
                let message = format!(
                    "`{name}` is also a function of {}",
                    texts[other].source.name
                );
                let error = Diagnostic::new("wrong-import", message);
                sink.note(error.at(texts[i].span(*at)).hint("choose another name"));
            }
        }
    }
}

/// Which texts are modules.
pub(super) fn modules(texts: &[&Text]) -> Vec<bool> {
    let mut found = vec![false; texts.len()];
    for text in texts {
        for import in &text.imports.list {
            if let Some(module) = module(texts, text, &import.name) {
                found[module] = true;
            }
        }
    }
    found
}

/// The text that an import of a text names.
fn module(texts: &[&Text], from: &Text, name: &str) -> Option<usize> {
    let is = |wanted: &str| texts.iter().position(|t| t.source.name == wanted);
    if name.contains('/') {
        return is(&format!("{name}.rhai"));
    }
    let own = from.source.name.rsplit_once('/').map_or("", |(id, _)| id);
    let file = format!("/{name}.rhai");
    is(&format!("{own}{file}")).or_else(|| {
        let before = texts.iter().position(|t| std::ptr::eq(*t, from))?;
        texts[..before]
            .iter()
            .rposition(|t| t.source.name.ends_with(&file))
    })
}

/// The message for a module that is not there.
pub(crate) fn no_module(name: &str, known: &[String]) -> Diagnostic {
    let error = Diagnostic::new("unknown-module", format!("no script is called `{name}`"));
    error.hint(match closest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "a module is a script of this folder or of one that it extends, such as `liberties`, or of another variant, such as `go/liberties`".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn imports_and_their_calls_are_blanked_and_nothing_else() {
        let text = "// import \"x\" as x;\nimport \"go/lib\" as lib;\nfn f(a) { /* lib::g */ \"lib::g\"; lib::g(a) + a }\n";
        let found = read(text);
        assert_eq!(found.rest.len(), text.len());
        assert_eq!(
            found.rest,
            "// import \"x\" as x;\n                       \nfn f(a) { /* lib::g */ \"lib::g\";      g(a) + a }\n"
        );
        let [import] = &found.list[..] else {
            panic!("{found:?}")
        };
        assert_eq!(
            (import.name.as_str(), import.alias.as_str()),
            ("go/lib", "lib")
        );
        assert_eq!(&text[import.at.clone()], "\"go/lib\"");
        assert_eq!(found.uses.len(), 1);
    }

    #[test]
    fn what_is_no_import_is_told() {
        for (text, message) in [
            (
                "import \"x\";",
                "an import is written `import \"name\" as m;`",
            ),
            ("fn f() { m::g() }", "no module is imported as `m`"),
        ] {
            let found = read(text);
            assert_eq!(found.wrong[0].1, message);
            assert_eq!(found.rest, text);
        }
    }
}
