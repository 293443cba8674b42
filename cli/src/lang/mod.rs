//! Words for people in their language: Fluent messages, with English behind every other language.
//!
//! [`Lang`] is a small handle that may be copied anywhere. `lang.say("id")` gives a message, `lang.say_with("id",
//! &[("name", value)])` one with variables, and [`Lang::title`], [`Lang::side`] and [`Lang::kind`] the names that a variant
//! gives in its own folder. Ids are written as literals where they are used, so that a test can hold the code to the files
//! of messages and back.

mod bidi;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use clap::ValueEnum;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use masque_core::piece::Side;
use masque_core::spec::{KindSpec, SideSpec};
use masque_scripting::decode::Text;
use masque_scripting::diag::{Diagnostic, closest};

pub(crate) use bidi::lines_of;

/// The languages that the program speaks, with their messages; English is the first and stands behind the others.
const LANGUAGES: [(&str, &str); 5] = [
    ("en", include_str!("../../locales/en.ftl")),
    ("zh", include_str!("../../locales/zh.ftl")),
    ("pt", include_str!("../../locales/pt.ftl")),
    ("fa", include_str!("../../locales/fa.ftl")),
    ("gl", include_str!("../../locales/gl.ftl")),
];

/// Where the language is looked for when the command line does not give it, in this order.
const VARIABLES: [&str; 4] = ["MASQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"];

type Bundle = FluentBundle<FluentResource>;

static BUNDLES: [OnceLock<Bundle>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];

/// How lines of languages written from the right are printed.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bidi {
    /// In the order in which they are read, for terminals that turn them round themselves
    #[default]
    Logical,
    /// In the order in which they stand, for terminals that do not
    Visual,
}

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lang {
    index: usize,
    bidi: Bidi,
}

impl Lang {
    /// English.
    pub(crate) const ENGLISH: Self = Self {
        index: 0,
        bidi: Bidi::Logical,
    };

    /// The language of a code as the command line gives it, else of the environment, else English.
    ///
    /// # Errors
    /// When the code given names none of the languages. What the environment says is no error.
    pub(crate) fn choose(
        code: Option<&str>,
        bidi: Bidi,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Diagnostic> {
        let index = match code {
            Some(code) => index_of(code).ok_or_else(|| unknown(code))?,
            None => VARIABLES
                .into_iter()
                .filter_map(environment)
                .find(|value| !value.is_empty())
                .and_then(|value| index_of(&value))
                .unwrap_or(0),
        };
        Ok(Self { index, bidi })
    }

    /// Its code, such as `en`.
    pub(crate) fn code(self) -> &'static str {
        LANGUAGES[self.index].0
    }

    /// A message without variables.
    pub(crate) fn say(self, id: &str) -> Cow<'static, str> {
        for index in [self.index, 0] {
            let bundle = bundle(index);
            let pattern = bundle.get_message(id).and_then(|message| message.value());
            if let Some(pattern) = pattern {
                return bundle.format_pattern(pattern, None, &mut Vec::new());
            }
        }
        Cow::Owned(id.to_owned())
    }

    /// A message with variables.
    pub(crate) fn say_with(self, id: &str, values: &[(&'static str, FluentValue<'_>)]) -> String {
        let args: FluentArgs<'_> = values.iter().cloned().collect();
        for index in [self.index, 0] {
            let bundle = bundle(index);
            let pattern = bundle.get_message(id).and_then(|message| message.value());
            if let Some(pattern) = pattern {
                return bundle
                    .format_pattern(pattern, Some(&args), &mut Vec::new())
                    .into_owned();
            }
        }
        id.to_owned()
    }

    /// The text of this language out of texts by language, else the English one, else any.
    pub(crate) fn title(self, texts: &BTreeMap<String, String>) -> Option<&str> {
        texts
            .get(self.code())
            .or_else(|| texts.get("en"))
            .or_else(|| texts.values().next())
            .map(String::as_str)
    }

    /// A text that a variant gives by language.
    pub(crate) fn text(self, text: &Text) -> &str {
        text.get(self.code())
    }

    /// The name of a side.
    pub(crate) fn side(self, side: &SideSpec) -> &str {
        self.title(&side.title).unwrap_or(&side.name)
    }

    /// The name of a kind of piece, as it is called for a side.
    pub(crate) fn kind(self, kind: &KindSpec, side: Side) -> &str {
        self.title(&kind.native[side.index()]).unwrap_or(&kind.name)
    }

    /// Several words or names, one after the other.
    pub(crate) fn list<T: AsRef<str>>(self, items: &[T]) -> String {
        let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
        items.join(&self.say("list-comma"))
    }

    /// Several statements, one after the other.
    pub(crate) fn statements(self, items: &[String]) -> String {
        items.join(&self.say("list-semicolon"))
    }

    /// Words with a note in brackets behind them.
    pub(crate) fn with_note(self, text: &str, note: &str) -> String {
        self.say_with("with-note", &[("text", text.into()), ("note", note.into())])
    }

    /// Words under a head.
    pub(crate) fn with_head(self, head: &str, text: &str) -> String {
        self.say_with("with-head", &[("head", head.into()), ("text", text.into())])
    }

    /// A time, a score or the like that is read and never typed, in the digits of the language.
    pub(crate) fn digits(self, text: &str) -> String {
        match self.code() {
            "fa" => eastern(text),
            _ => text.to_owned(),
        }
    }

    /// A text as it is printed, line by line: as it is, or turned round for terminals that do not do it.
    pub(crate) fn shown(self, text: &str) -> Cow<'_, str> {
        match self.bidi {
            Bidi::Logical => bidi::unmarked(text),
            Bidi::Visual => bidi::visual(text),
        }
    }
}

/// A language's messages, read when they are first asked for.
fn bundle(index: usize) -> &'static Bundle {
    BUNDLES[index].get_or_init(|| {
        let (code, source) = LANGUAGES[index];
        let language = code.parse().unwrap_or_default();
        let mut bundle = Bundle::new_concurrent(vec![language]);
        // Terminals show the marks that isolate variables, or count them as columns.
        bundle.set_use_isolating(false);
        if code == "fa" {
            bundle.set_formatter(Some(|value, _| match value {
                FluentValue::Number(number) => Some(eastern(&number.as_string())),
                _ => None,
            }));
        }
        // A test reads every file, so that what is wrong with one is found before it is shipped.
        let resource = match FluentResource::try_new(source.to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        let _ = bundle.add_resource(resource);
        bundle
    })
}

/// A number in the digits of Persian.
fn eastern(number: &str) -> String {
    let digit = |c: char| match c.to_digit(10) {
        Some(value) => char::from_u32(0x06f0 + value).unwrap_or(c),
        None => c,
    };
    number.chars().map(digit).collect()
}

/// The language that a code or a locale names: `zh`, `zh-TW`, `pt_BR.UTF-8`.
fn index_of(locale: &str) -> Option<usize> {
    let code = locale.split(['-', '_', '.', '@']).next()?;
    let code = code.to_ascii_lowercase();
    LANGUAGES.iter().position(|(known, _)| *known == code)
}

fn unknown(code: &str) -> Diagnostic {
    let known = LANGUAGES.map(|(code, _)| code);
    let wrong = Diagnostic::new(
        "unknown-language",
        format!("no language has the code `{code}`"),
    );
    wrong.hint(match closest(code, known) {
        Some(near) => format!("did you mean `{near}`? there are {}", known.join(", ")),
        None => format!("there are {}", known.join(", ")),
    })
}
