//! What a player may choose about a variant: options and presets.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::choices::{Choices, NO_WORDS, OFF, OptionValue};
use crate::decode::{Fields, Located, Text, describe, whole};
use crate::diag::{Diagnostic, Diagnostics, Span, closest};
use crate::sink::{KeyDoc, Sink, quoted, unknown, wrong_type};
use crate::tree::{Node, Table, Value};

/// One option of a variant, from a table `[options.NAME]`.
#[derive(Clone, Debug)]
pub struct OptionSpec {
    /// The name: snake_case, as scripts read it.
    pub name: String,
    /// Which values it may take.
    pub kind: OptionKind,
    /// The value when nobody chooses.
    pub default: OptionValue,
    /// Where that was written; the option itself, when it was not.
    pub default_span: Span,
    /// What players see.
    pub title: Option<Text>,
    /// What it changes, in a sentence or two.
    pub doc: Option<Text>,
    /// The clauses of the rulebook it concerns.
    pub clauses: Vec<Located<String>>,
    /// Where the option was declared.
    pub span: Span,
}

/// Which values an option may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Bool,
    /// A whole number in a range, or, when `off`, the word `off`.
    Int {
        /// The numbers allowed.
        range: RangeInclusive<i64>,
        /// Whether it can be switched off.
        off: bool,
    },
    /// One of these words.
    Choice(Vec<String>),
    /// Any set of these words.
    List(Vec<String>),
}

/// A named set of option values, from a table `[presets.NAME]`.
#[derive(Clone, Debug)]
pub struct Preset {
    /// The name: kebab-case.
    pub name: String,
    /// What players see.
    pub title: Option<Text>,
    /// What it stands for, in a sentence or two.
    pub doc: Option<Text>,
    /// The values it sets; the others keep their defaults.
    pub values: BTreeMap<String, OptionValue>,
    /// Where the preset was declared.
    pub span: Span,
}

/// All options and presets of a variant, in the order of declaration.
#[derive(Clone, Debug, Default)]
pub struct Options {
    options: Vec<OptionSpec>,
    presets: Vec<Preset>,
}

impl OptionKind {
    /// The values allowed, for messages.
    #[must_use]
    pub fn expects(&self) -> String {
        let quoted =
            |words: &[String]| quoted(&words.iter().map(String::as_str).collect::<Vec<_>>());
        match self {
            Self::Bool => "true or false".to_owned(),
            Self::Int { range, off: false } => whole(range),
            Self::Int { range, off: true } => format!("{} or `{OFF}`", whole(range)),
            Self::Choice(words) => format!("one of {}", quoted(words)),
            Self::List(words) => format!("any of {}", quoted(words)),
        }
    }

    /// Every value a player could pick from a list; empty when there are too many to list.
    #[must_use]
    pub fn values(&self) -> Vec<OptionValue> {
        match self {
            Self::Bool => [false, true].map(OptionValue::Bool).to_vec(),
            Self::Choice(words) => words.iter().cloned().map(OptionValue::Word).collect(),
            Self::Int { range, off } if range.end().saturating_sub(*range.start()) < 64 => {
                let off = off.then_some(OptionValue::Off);
                off.into_iter()
                    .chain(range.clone().map(OptionValue::Int))
                    .collect()
            }
            Self::Int { .. } | Self::List(_) => Vec::new(),
        }
    }

    /// Reads a value as the command line writes it: list words are joined by `+`, and `none` is the empty list.
    ///
    /// # Errors
    /// When the text is no such value; the message says what is.
    pub fn parse(&self, text: &str) -> Result<OptionValue, String> {
        let value = match self {
            Self::Bool => text.parse().ok().map(OptionValue::Bool),
            Self::Int { off: true, .. } if text == OFF => Some(OptionValue::Off),
            Self::Int { range, .. } => text
                .parse()
                .ok()
                .filter(|n| range.contains(n))
                .map(OptionValue::Int),
            Self::Choice(words) => words
                .iter()
                .find(|w| *w == text)
                .cloned()
                .map(OptionValue::Word),
            Self::List(_) if text == NO_WORDS => Some(OptionValue::Words(Vec::new())),
            Self::List(words) => ordered(words, text.split('+')).map(OptionValue::Words),
        };
        value.ok_or_else(|| match self {
            Self::List(_) => format!(
                "expected {}, joined by `+`, or `{NO_WORDS}`",
                self.expects()
            ),
            _ => format!("expected {}", self.expects()),
        })
    }

    /// Reads a value from TOML.
    ///
    /// # Errors
    /// A diagnostic at the value when it is not of this kind.
    pub fn read(&self, node: &Node) -> Result<OptionValue, Diagnostic> {
        let value = match (self, &node.value) {
            (Self::Bool, Value::Bool(value)) => Some(OptionValue::Bool(*value)),
            (Self::Int { range, .. }, Value::Int(value)) if range.contains(value) => {
                Some(OptionValue::Int(*value))
            }
            (Self::Int { off: true, .. }, Value::Str(word)) if word == OFF => {
                Some(OptionValue::Off)
            }
            (Self::Choice(words), Value::Str(word)) if words.contains(word) => {
                Some(OptionValue::Word(word.clone()))
            }
            (Self::List(words), Value::Array(items)) => {
                let given: Option<Vec<&str>> = items.iter().map(Node::str).collect();
                given
                    .and_then(|given| ordered(words, given))
                    .map(OptionValue::Words)
            }
            _ => None,
        };
        value.ok_or_else(|| match self {
            Self::List(words) => {
                let items = node.array().unwrap_or_default();
                // Each item is judged with those before it, so that the second of a pair is the one pointed at.
                let good = |n: usize| {
                    items
                        .iter()
                        .take(n)
                        .map(Node::str)
                        .collect::<Option<Vec<_>>>()
                };
                let bad = (1..=items.len())
                    .find(|n| good(*n).and_then(|given| ordered(words, given)).is_none());
                match bad.and_then(|n| items.get(n - 1)) {
                    Some(item) => wrong_type(item, format_args!("{}, each once", self.expects())),
                    None => wrong_type(node, format_args!("a list with {}", self.expects())),
                }
            }
            _ => wrong_type(node, self.expects()),
        })
    }
}

impl Options {
    /// Reads the tables `options` and `presets` of a merged document.
    pub fn read(options: Option<&Node>, presets: Option<&Node>, sink: &Sink) -> Self {
        let mut found = Self::default();
        let declared = named_tables("options", options, sink);
        if let Some((_, span, ..)) = declared.get(MAX_OPTIONS) {
            let many = Diagnostic::new(
                "too-many-options",
                format!("a variant has at most {MAX_OPTIONS} options"),
            );
            sink.note(many.at((*span).clone()));
        }
        for (name, span, table, place) in declared.into_iter().take(MAX_OPTIONS) {
            let fields = Fields::named(format!("options.{name}"), table, place, sink);
            if !is_option_name(name) {
                let wrong = Diagnostic::new("bad-name", format!("`{name}` cannot name an option"));
                let hint = format!(
                    "lower-case letters, digits and `_`, starting with a letter, and not {}",
                    quoted(&RESERVED)
                );
                sink.note(wrong.at(span.clone()).hint(hint));
            }
            // Without a type it can only be meant to change an inherited option, whose name is then misspelt.
            let others = options
                .and_then(Node::table)
                .into_iter()
                .flat_map(Table::keys)
                .filter(|other| *other != name);
            let meant = match table.contains("type") {
                true => None,
                false => closest(name, others.take(MAX_OPTIONS)),
            };
            match meant {
                Some(near) => {
                    sink.note(unknown("unknown-option", "option", name, &[near]).at(span.clone()))
                }
                None => found.options.extend(read_option(name, span, fields)),
            }
        }
        for (name, span, table, place) in named_tables("presets", presets, sink) {
            if !crate::folder::is_id(name) {
                let wrong = Diagnostic::new("bad-name", format!("`{name}` cannot name a preset"));
                sink.note(
                    wrong
                        .at(span.clone())
                        .hint("a preset is named in kebab-case, such as `open-chain`"),
                );
            }
            let preset = found.read_preset(name, span, table, place, sink);
            found.presets.push(preset);
        }
        found
    }

    /// The options, in the order of declaration.
    #[must_use]
    pub fn all(&self) -> &[OptionSpec] {
        &self.options
    }

    /// The presets, in the order of declaration.
    #[must_use]
    pub fn presets(&self) -> &[Preset] {
        &self.presets
    }

    /// The same options with another value for an option that nobody chooses, or that a preset sets.
    ///
    /// What is unknown is left alone; whether the value is allowed is not asked.
    #[must_use]
    pub fn with_value(&self, preset: Option<&str>, option: &str, value: OptionValue) -> Self {
        let mut changed = self.clone();
        match preset {
            None => {
                let found = changed.options.iter_mut().filter(|o| o.name == option);
                found.for_each(|o| o.default = value.clone());
            }
            Some(preset) => {
                let found = changed.presets.iter_mut().filter(|p| p.name == preset);
                found.for_each(|p| {
                    p.values.insert(option.to_owned(), value.clone());
                });
            }
        }
        changed
    }

    /// One option.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&OptionSpec> {
        self.options.iter().find(|o| o.name == name)
    }

    /// The option `name`, or a diagnostic with the closest one.
    ///
    /// # Errors
    /// When there is no such option.
    pub fn find(&self, name: &str) -> Result<&OptionSpec, Diagnostic> {
        self.get(name)
            .ok_or_else(|| unknown("unknown-option", "option", name, &self.names()))
    }

    /// The default of every option, overlaid by a preset, overlaid by `pairs` of name and value as the command line
    /// writes them.
    ///
    /// # Errors
    /// Every name that is unknown or given twice, and every value that is not allowed.
    pub fn choose(
        &self,
        preset: Option<&str>,
        pairs: &[(String, String)],
    ) -> Result<Choices, Diagnostics> {
        let sink = Sink::new();
        let mut chosen = BTreeMap::new();
        if let Some(name) = preset {
            match self.presets.iter().find(|p| p.name == name) {
                Some(preset) => chosen.extend(preset.values.clone()),
                None => {
                    let known: Vec<&str> = self.presets.iter().map(|p| p.name.as_str()).collect();
                    sink.note(unknown("unknown-preset", "preset", name, &known));
                }
            }
        }
        let mut given = BTreeSet::new();
        for (name, text) in pairs {
            match self.find(name) {
                Err(error) => sink.note(error),
                Ok(_) if !given.insert(name) => {
                    sink.note(Diagnostic::new(
                        "duplicate-option",
                        format!("the option `{name}` is given twice"),
                    ));
                }
                Ok(option) => match option.kind.parse(text) {
                    Ok(value) => {
                        chosen.insert(name.clone(), value);
                    }
                    Err(expected) => {
                        let wrong = format!("the option `{name}` cannot be `{text}`");
                        sink.note(Diagnostic::new("bad-option-value", wrong).hint(expected));
                    }
                },
            }
        }
        let mut choices = Choices::default();
        for option in &self.options {
            let value = chosen.remove(&option.name);
            choices.set(&option.name, value, &option.default);
        }
        sink.finish(choices)
    }

    /// The keys of `[options.NAME]` and `[presets.NAME]`, for the reference.
    #[must_use]
    pub fn reference() -> Vec<(String, Vec<KeyDoc>)> {
        describe(|root| {
            for (name, fields) in root.doc("What players may choose").map_tables("options") {
                let _ = read_option(name.value, &name.span, fields);
            }
            for (_, mut fields) in root
                .doc("Named sets of option values")
                .map_tables("presets")
            {
                let _ = read_title_and_doc(&mut fields);
                fields
                    .doc("The value of an option")
                    .opt_node("OPTION", "a value of the option's type");
            }
        })
    }

    fn names(&self) -> Vec<&str> {
        self.options.iter().map(|o| o.name.as_str()).collect()
    }

    fn read_preset(
        &self,
        name: &str,
        span: &Span,
        table: &Table,
        place: Span,
        sink: &Sink,
    ) -> Preset {
        let mut fields = Fields::named(format!("presets.{name}"), table, place, sink);
        let (title, doc) = read_title_and_doc(&mut fields);
        let mut values = BTreeMap::new();
        for entry in table
            .entries()
            .filter(|e| e.key != "title" && e.key != "doc")
        {
            match self
                .find(&entry.key)
                .map(|option| option.kind.read(&entry.node))
            {
                Err(error) => sink.note(error.at(entry.key_span.clone())),
                Ok(Err(error)) => sink.note(error),
                Ok(Ok(value)) => {
                    values.insert(entry.key.clone(), value);
                }
            }
        }
        Preset {
            name: name.to_owned(),
            title,
            doc,
            values,
            span: span.clone(),
        }
    }
}

/// Whether `name` can name an option.
#[must_use]
pub fn is_option_name(name: &str) -> bool {
    name.len() <= 64
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && !RESERVED.contains(&name)
}

/// The most options one variant may have.
pub const MAX_OPTIONS: usize = 256;

/// Keys that mean something else in a preset, or in any table that is merged.
const RESERVED: [&str; 4] = ["title", "doc", "replace", "remove"];

fn named_tables<'t>(
    what: &str,
    node: Option<&'t Node>,
    sink: &Sink,
) -> Vec<(&'t str, &'t Span, &'t Table, Span)> {
    let Some(node) = node else { return Vec::new() };
    let Value::Table(table) = &node.value else {
        sink.note(wrong_type(node, format_args!("tables `[{what}.NAME]`")));
        return Vec::new();
    };
    let found = table.entries().filter_map(|e| match &e.node.value {
        Value::Table(inner) => Some((e.key.as_str(), &e.key_span, inner, e.node.span.clone())),
        _ => {
            sink.note(wrong_type(
                &e.node,
                format_args!("a table `[{what}.{}]`", e.key),
            ));
            None
        }
    });
    found.collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Bool,
    Int,
    Choice,
    List,
}

const SORTS: [(&str, Sort); 4] = [
    ("bool", Sort::Bool),
    ("int", Sort::Int),
    ("choice", Sort::Choice),
    ("list", Sort::List),
];

/// The keys of `[options.NAME]`.
fn read_option(name: &str, span: &Span, mut fields: Fields<'_, '_>) -> Option<OptionSpec> {
    let sort = fields
        .doc("Which values the option takes")
        .req_enum("type", &SORTS);
    let default = fields
        .doc("The value when nobody chooses")
        .opt_node("default", "a value of the option's type");
    let choices = fields
        .doc("The words of a `choice` or `list` option")
        .opt_list_str("choices");
    let min = fields
        .doc("The least number of an `int` option")
        .opt_int("min", i64::MIN..=i64::MAX);
    let max = fields
        .doc("The greatest number of an `int` option")
        .opt_int("max", i64::MIN..=i64::MAX);
    let off = fields
        .doc("Whether an `int` option may also be the word `off`")
        .opt_bool("off");
    let (title, doc) = read_title_and_doc(&mut fields);
    let clauses = fields
        .doc("The clauses of the rulebook that the option concerns")
        .clauses();
    fields.finish();
    let sink = fields.sink();
    let sort = sort?;
    let misplaced = |key: &str, present: bool, fits: bool| {
        if present && !fits {
            fields.refuse(
                key,
                "misplaced-key",
                format!("`{key}` does not go with this type of option"),
            );
        }
    };
    misplaced(
        "choices",
        choices.is_some(),
        matches!(sort, Sort::Choice | Sort::List),
    );
    misplaced("min", min.is_some(), sort == Sort::Int);
    misplaced("max", max.is_some(), sort == Sort::Int);
    misplaced("off", off.is_some(), sort == Sort::Int);
    let kind = match sort {
        Sort::Bool => OptionKind::Bool,
        Sort::Int => {
            let range = min.unwrap_or(i64::MIN)..=max.unwrap_or(i64::MAX);
            if range.is_empty() {
                fields.refuse("max", "out-of-range", "`max` is less than `min`");
                return None;
            }
            OptionKind::Int {
                range,
                off: off == Some(true),
            }
        }
        Sort::Choice | Sort::List => {
            if !fields.has("choices") || choices.as_ref().is_some_and(Vec::is_empty) {
                fields.refuse(
                    "choices",
                    "missing-key",
                    format!("the option `{name}` has no `choices`"),
                );
            }
            let words = read_words(choices.unwrap_or_default(), sort, sink);
            if words.is_empty() {
                return None;
            }
            if sort == Sort::Choice {
                OptionKind::Choice(words)
            } else {
                OptionKind::List(words)
            }
        }
    };
    let default_span = default.map_or(span, |node| &node.span).clone();
    let default = match default.map(|node| kind.read(node)) {
        Some(Ok(default)) => default,
        Some(Err(error)) => {
            sink.note(error);
            return None;
        }
        None => {
            let missing = Diagnostic::new(
                "missing-key",
                format!("the option `{name}` has no `default`"),
            );
            sink.note(
                missing
                    .at(fields.span().clone())
                    .hint(format!("`default` is {}", kind.expects())),
            );
            return None;
        }
    };
    Some(OptionSpec {
        name: name.to_owned(),
        kind,
        default,
        default_span,
        title,
        doc,
        clauses,
        span: span.clone(),
    })
}

fn read_title_and_doc(fields: &mut Fields<'_, '_>) -> (Option<Text>, Option<Text>) {
    let title = fields.doc("The name that players see").opt_text("title");
    (
        title,
        fields
            .doc("What it changes, in a sentence or two")
            .opt_text("doc"),
    )
}

fn read_words(words: Vec<Located<&str>>, sort: Sort, sink: &Sink) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for word in words {
        let plain = word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_-+.".contains(c));
        let fits = plain
            && !word.is_empty()
            && (sort == Sort::Choice || (!word.contains('+') && word.value != NO_WORDS));
        if !fits {
            let hint = match sort {
                Sort::List => "a word is letters, digits, `_`, `-` and `.`, and not `none`",
                _ => "a word is letters, digits, `_`, `-`, `+` and `.`",
            };
            sink.note(
                Diagnostic::new("bad-word", format!("`{}` cannot be a choice", word.value))
                    .at(word.span.clone())
                    .hint(hint),
            );
        } else if seen.iter().any(|w| w == word.value) {
            sink.note(
                Diagnostic::new(
                    "duplicate-word",
                    format!("`{}` is listed twice", word.value),
                )
                .at(word.span.clone()),
            );
        } else {
            seen.push(word.value.to_owned());
        }
    }
    seen
}

/// The words given, in the order of `choices`; none when one is unknown or given twice.
fn ordered<'a>(
    choices: &[String],
    given: impl IntoIterator<Item = &'a str>,
) -> Option<Vec<String>> {
    let mut set = BTreeSet::new();
    for word in given {
        if !choices.iter().any(|c| c == word) || !set.insert(word) {
            return None;
        }
    }
    Some(
        choices
            .iter()
            .filter(|c| set.contains(c.as_str()))
            .cloned()
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::split_pairs;
    use crate::diag::Source;
    use crate::tree::parse;

    const BANQI: &str = r#"
[options.swap]
type = "bool"
default = false
[options.cannon]
type = "choice"
choices = ["jump", "ranked", "adjacent+jump"]
default = "ranked"
title = "Cannon"
clause = "cannon-screen"
[options.quiet_limit]
type = "int"
min = 1
max = 200
off = true
default = 50
[options.royal]
type = "list"
choices = ["king", "queen", "prince"]
default = ["king"]
[presets.open-chain]
title = { en = "Open chain" }
cannon = "jump"
quiet_limit = "off"
"#;

    fn read(text: &str) -> Result<Options, Diagnostics> {
        let root = parse(&Source::new("v/variant.toml", text)).expect("TOML");
        let table = root.table().expect("a table");
        let sink = Sink::new();
        let options = Options::read(table.get("options"), table.get("presets"), &sink);
        sink.finish(options)
    }

    fn choose(preset: Option<&str>, pairs: &str) -> Result<Choices, Vec<String>> {
        let options = read(BANQI).expect("options");
        let pairs = split_pairs(pairs).expect("pairs");
        options
            .choose(preset, &pairs)
            .map_err(|e| e.iter().map(ToString::to_string).collect())
    }

    fn refused(text: &str) -> Vec<String> {
        let errors = read(text).expect_err("refused");
        errors
            .iter()
            .map(|d| {
                d.to_string()
                    .trim_start_matches("v/variant.toml:")
                    .to_owned()
            })
            .collect()
    }

    #[test]
    fn declarations_are_kept_in_order() {
        let options = read(BANQI).expect("options");
        assert_eq!(options.names(), ["swap", "cannon", "quiet_limit", "royal"]);
        let cannon = options.get("cannon").expect("cannon");
        assert_eq!(cannon.title.as_ref().map(|t| t.get("en")), Some("Cannon"));
        assert_eq!(
            cannon.clauses[0]
                .span
                .source
                .line_column(cannon.clauses[0].span.range.start),
            (10, 10)
        );
        assert_eq!(
            options.presets()[0].title.as_ref().map(|t| t.get("fa")),
            Some("Open chain")
        );
        assert_eq!(cannon.kind.values().len(), 3);
    }

    #[test]
    fn every_kind_is_chosen_and_written() {
        assert_eq!(choose(None, "").map(|c| c.to_string()), Ok(String::new()));
        let choices = choose(Some("open-chain"), "swap=true,royal=prince+king").expect("choices");
        assert_eq!(
            choices.to_string(),
            "cannon=jump,quiet_limit=off,royal=king+prince,swap=true"
        );
        assert_eq!(choose(None, &choices.to_string()).as_ref(), Ok(&choices));
        assert_eq!(
            serde_json::to_string(&choices).expect("JSON"),
            r#"{"cannon":"jump","quiet_limit":"off","royal":["king","prince"],"swap":true}"#
        );
        let back = choose(
            Some("open-chain"),
            "cannon=ranked,quiet_limit=50,royal=none",
        )
        .expect("choices");
        assert_eq!(back.to_string(), "royal=none");
        assert_eq!(choose(None, "royal=none").as_ref(), Ok(&back));
        assert_eq!(back.get("quiet_limit"), Some(&OptionValue::Int(50)));
        assert_eq!(
            choose(None, "cannon=adjacent+jump").map(|c| c.to_string()),
            Ok("cannon=adjacent+jump".to_owned())
        );
    }

    #[test]
    fn bad_choices_say_what_is_valid() {
        let wrong = choose(
            Some("open-chian"),
            "swap=yes,canon=jump,cannon=jmp,quiet_limit=0,royal=king+king,swap=true",
        );
        assert_eq!(
            wrong.expect_err("refused"),
            [
                "unknown preset `open-chian` [unknown-preset]; did you mean `open-chain`? known: open-chain",
                "the option `swap` cannot be `yes` [bad-option-value]; expected true or false",
                "unknown option `canon` [unknown-option]; did you mean `cannon`? known: swap, cannon, quiet_limit, royal",
                "the option `cannon` cannot be `jmp` [bad-option-value]; expected one of `jump`, `ranked`, `adjacent+jump`",
                "the option `quiet_limit` cannot be `0` [bad-option-value]; expected a whole number from 1 to 200 or `off`",
                "the option `royal` cannot be `king+king` [bad-option-value]; expected any of `king`, `queen`, `prince`, joined by `+`, or `none`",
                "the option `swap` is given twice [duplicate-option]",
            ]
        );
        assert_eq!(split_pairs("a=1, b").map_err(|e| e.code), Err("bad-option"));
    }

    #[test]
    fn bad_declarations_have_places() {
        let text = "[options.a]\ntype = 'bol'\n[options.b]\ntype = 'int'\nchoices = ['x']\ndefault = 'off'\n\
                    [options.c]\ntype = 'choice'\ndefault = 1\n[options.d]\ntype = 'list'\nchoices = ['x', 'x', 'y+z', 'none']\ndefault = ['z']\n\
                    [options.e]\ntype = 'bool'\nmni = 3\n[options.f]\ntype = 'int'\nmin = 3\nmax = 2\ndefault = 3\n[options.title]\ntype = 'bool'\ndefault = true\n";
        assert_eq!(
            refused(text),
            [
                "2:8: unknown word `bol` for `type` [unknown-word]; did you mean `bool`? known: bool, int, choice, list",
                "5:11: `choices` does not go with this type of option [misplaced-key]",
                "6:11: expected a whole number, found the string \"off\" [wrong-type]",
                "7:1: the option `c` has no `choices` [missing-key]",
                "12:17: `x` is listed twice [duplicate-word]",
                "12:22: `y+z` cannot be a choice [bad-word]; a word is letters, digits, `_`, `-` and `.`, and not `none`",
                "12:29: `none` cannot be a choice [bad-word]; a word is letters, digits, `_`, `-` and `.`, and not `none`",
                "13:12: expected any of `x`, each once, found the string \"z\" [wrong-type]",
                "16:1: unknown key `mni` in `options.e` [unknown-key]; did you mean `min`? known: type, default, choices, min, max, off, title, doc, clause",
                "14:1: the option `e` has no `default` [missing-key]; `default` is true or false",
                "20:7: `max` is less than `min` [out-of-range]",
                "22:10: `title` cannot name an option [bad-name]; lower-case letters, digits and `_`, starting with a letter, and not `title`, `doc`, `replace`, `remove`",
            ]
        );
        assert_eq!(
            refused("options = 1"),
            ["1:11: expected tables `[options.NAME]`, found 1 [wrong-type]"]
        );
        assert_eq!(
            refused("[options]\nx = 1"),
            ["2:5: expected a table `[options.x]`, found 1 [wrong-type]"]
        );
    }

    #[test]
    fn the_reference_lists_all_keys() {
        let reference = Options::reference();
        let keys: Vec<(&str, Vec<&str>)> = reference
            .iter()
            .map(|(t, keys)| (t.as_str(), keys.iter().map(|k| k.key).collect()))
            .collect();
        assert_eq!(
            keys,
            [
                ("", vec!["options", "presets"]),
                (
                    "options.NAME",
                    vec![
                        "type", "default", "choices", "min", "max", "off", "title", "doc", "clause"
                    ]
                ),
                ("presets.NAME", vec!["title", "doc", "OPTION"]),
            ]
        );
        assert!(
            reference
                .iter()
                .flat_map(|(_, keys)| keys)
                .all(|k| !k.doc.is_empty())
        );
    }

    #[test]
    fn presets_are_checked() {
        let text =
            format!("{BANQI}[presets.Bad]\ncanon = 'jump'\nswap = 1\nroyal = ['queen', 'king']\n");
        let wrong = refused(&text);
        assert_eq!(wrong.len(), 3, "{wrong:?}");
        assert!(wrong[0].contains("[bad-name]"));
        assert!(
            wrong[1].starts_with("26:1: unknown option `canon`"),
            "{}",
            wrong[1]
        );
        assert!(
            wrong[2].starts_with("27:8: expected true or false, found 1"),
            "{}",
            wrong[2]
        );
    }
}
