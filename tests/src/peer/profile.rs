//! What is known of an engine: the variants it plays, under which names, and the cases it is known to fail.

use std::collections::BTreeMap;
use std::sync::Arc;

use masque_scripting::diag::{Diagnostic, Diagnostics, Source, Span};
use serde::Deserialize;
use toml::Spanned;

use super::Protocol;
use crate::run::{CaseRun, Verdict};

/// The lists that are shipped; a program's own name chooses one, the last that fits.
const SHIPPED: &[(&str, &str)] = &[
    ("jsonl.toml", include_str!("../../peers/jsonl.toml")),
    ("ucci.toml", include_str!("../../peers/ucci.toml")),
    ("uci.toml", include_str!("../../peers/uci.toml")),
    ("gtp.toml", include_str!("../../peers/gtp.toml")),
    ("stockfish.toml", include_str!("../../peers/stockfish.toml")),
    (
        "fairy-stockfish.toml",
        include_str!("../../peers/fairy-stockfish.toml"),
    ),
    ("gnugo.toml", include_str!("../../peers/gnugo.toml")),
];

/// What is known of an engine.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The file it was read from.
    pub source: Arc<Source>,
    /// The variants it plays; `None` for all.
    pub variants: Option<BTreeMap<String, Plays>>,
    /// The cases it is known to fail.
    pub known: Vec<Known>,
}

/// How an engine plays a variant.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plays {
    /// What the engine calls the variant, where it must be told.
    #[serde(default)]
    pub mode: String,
    /// The engine's letters for kinds, by ours, both upper case, where they differ.
    #[serde(default)]
    pub letters: BTreeMap<char, char>,
    /// Options that a case may set: those values for which the engine plays the same, or `["*"]` for any.
    #[serde(default)]
    pub options: BTreeMap<String, Vec<String>>,
}

/// The engine's letters of kinds, by ours and back.
#[derive(Clone, Debug)]
pub struct Letters(Vec<(char, char)>);

impl Letters {
    /// The letters of an engine that plays a variant so.
    #[must_use]
    pub fn new(plays: &Plays) -> Self {
        let pairs = plays.letters.iter().map(|(ours, theirs)| (*ours, *theirs));
        Self(pairs.collect())
    }

    fn each(text: &str, change: impl Fn(char) -> char) -> String {
        let change = |c: char| {
            if c.is_ascii_lowercase() {
                change(c.to_ascii_uppercase()).to_ascii_lowercase()
            } else {
                change(c)
            }
        };
        let (rows, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rows: String = rows.chars().map(change).collect();
        format!("{rows} {rest}").trim_end().to_owned()
    }

    /// A FEN of ours, as the engine reads it.
    #[must_use]
    pub fn theirs(&self, fen: &str) -> String {
        let find = |c: char| self.0.iter().find(|pair| pair.0 == c);
        Self::each(fen, |c| find(c).map_or(c, |pair| pair.1))
    }

    /// A FEN of the engine's, as we read it.
    #[must_use]
    pub fn ours(&self, fen: &str) -> String {
        let find = |c: char| self.0.iter().find(|pair| pair.1 == c);
        Self::each(fen, |c| find(c).map_or(c, |pair| pair.0))
    }
}

/// A case that an engine is known to fail.
#[derive(Clone, Debug)]
pub struct Known {
    /// The variant.
    pub variant: String,
    /// The clause.
    pub clause: String,
    /// The case's name.
    pub case: String,
    /// Why it fails.
    pub reason: String,
    /// Where this is written.
    pub span: Span,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    protocol: Option<Protocol>,
    /// What the program's own name begins with.
    #[serde(default)]
    name: String,
    variants: Option<BTreeMap<String, Plays>>,
    #[serde(default)]
    known: Vec<Spanned<Entry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    variant: String,
    clause: String,
    case: String,
    reason: String,
}

fn read(name: &str, text: &str) -> Result<(File, Arc<Source>), Diagnostic> {
    let source = Source::new(name, text);
    let file = toml::from_str(text).map_err(|error| {
        let message = error.message().trim().replace('\n', " ");
        let range = error.span().unwrap_or(0..0);
        Diagnostic::new("bad-known", message).at(Span::new(&source, range))
    })?;
    Ok((file, source))
}

impl Profile {
    /// The shipped profile for a program that calls itself `name`.
    ///
    /// # Errors
    /// When a shipped list does not read, which a test excludes.
    pub fn shipped(protocol: Protocol, name: &str) -> Result<Self, Diagnostic> {
        let mut found: Option<Self> = None;
        for (file, text) in SHIPPED {
            let (read, source) = read(&format!("tests/peers/{file}"), text)?;
            if read.protocol == Some(protocol) && name.starts_with(&read.name) {
                let general = found.and_then(|found| found.variants);
                found = Some(Self::of(read, source, general)?);
            }
        }
        Ok(found.unwrap_or_else(|| Self {
            source: Source::new("", ""),
            variants: None,
            known: Vec::new(),
        }))
    }

    /// The same with the known failures, and the variants if there are any, of another file.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn with(self, name: &str, text: &str) -> Result<Self, Diagnostic> {
        let (file, source) = read(name, text)?;
        Self::of(file, source, self.variants)
    }

    fn of(
        file: File,
        source: Arc<Source>,
        general: Option<BTreeMap<String, Plays>>,
    ) -> Result<Self, Diagnostic> {
        let mut known = Vec::new();
        for entry in file.known {
            let span = Span::new(&source, entry.span());
            let entry = entry.into_inner();
            if entry.reason.trim().is_empty() {
                let message = "a known failure needs its reason";
                return Err(Diagnostic::new("bad-known", message).at(span));
            }
            known.push(Known {
                variant: entry.variant,
                clause: entry.clause,
                case: entry.case,
                reason: entry.reason,
                span,
            });
        }
        Ok(Self {
            source,
            variants: file.variants.or(general),
            known,
        })
    }

    /// How the engine plays a variant under the options of a case.
    ///
    /// # Errors
    /// Why it does not.
    pub fn plays(&self, variant: &str, options: &[(String, String)]) -> Result<Plays, String> {
        let Some(variants) = &self.variants else {
            return Ok(Plays::default());
        };
        let plays = variants
            .get(variant)
            .ok_or_else(|| format!("the engine does not play `{variant}`"))?;
        for (option, value) in options {
            let fits = plays
                .options
                .get(option)
                .is_some_and(|values| values.iter().any(|v| v == "*" || v == value));
            if !fits {
                return Err(format!(
                    "the engine has no counterpart for {option}={value}"
                ));
            }
        }
        Ok(plays.clone())
    }

    /// Marks the runs that are known to fail, and says which entries of the list no run bears out: those that name no
    /// case, and those whose case could not be asked. With `chosen` only part of the books was run, and an entry whose
    /// clause was not among it says nothing.
    #[must_use]
    pub fn mark(&self, runs: &mut [CaseRun], chosen: bool) -> Diagnostics {
        let mut stale = Diagnostics::new();
        for known in &self.known {
            let of_clause =
                |run: &CaseRun| run.variant == known.variant && run.clause == known.clause;
            let looked_at = |run: &CaseRun| {
                if chosen {
                    of_clause(run)
                } else {
                    run.variant == known.variant
                }
            };
            if !runs.iter().any(looked_at) {
                continue;
            }
            let run = runs
                .iter_mut()
                .find(|run| of_clause(run) && run.name == known.case);
            let message = match run {
                None => format!("`{}` has no case `{}`", known.clause, known.case),
                Some(run) if matches!(run.verdict, Verdict::Skipped) => {
                    format!("nothing of `{}` could be asked", known.case)
                }
                Some(run) => {
                    run.known = Some(known.reason.clone());
                    continue;
                }
            };
            stale.push(
                Diagnostic::new("stale-known", message)
                    .at(known.span.clone())
                    .hint("take it off the list of known failures"),
            );
        }
        stale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_list_reads() {
        for (file, text) in SHIPPED {
            let (read, _) = read(file, text).unwrap_or_else(|error| panic!("{error}"));
            assert!(read.protocol.is_some(), "{file} says its protocol");
        }
    }
}
