//! A variant ready to play: from its folder to compiled tables, everything wrong with it told on the way.

use std::fmt::Write as _;
use std::sync::Arc;

use masque_core::engine::Engine;
use masque_core::legal::Rules;
use masque_core::rules::capture;
use masque_core::spec::{ClashSpec, Spec};
use masque_core::tables::{CompileError, Tables};

use crate::decode::Located;
use crate::diag::{Diagnostic, Diagnostics};
use crate::document::{Document, Resolved, read};
use crate::folder::{Folder, Library};
use crate::schema::{ClauseLink, Decoded, Keys, decode};
use crate::script::Script;

/// A variant under one choice of options, compiled.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The id.
    pub id: String,
    /// The merged document with its options chosen.
    pub resolved: Resolved,
    /// The rules for a board of its size.
    pub rules: Compiled,
    /// The script, when there is one; its tables are part of the rules.
    pub script: Option<Script>,
    /// Every clause that the file names.
    pub clauses: Vec<ClauseLink>,
    /// Hooks that the author lets run interpreted.
    pub interpreted: Vec<Located<String>>,
    /// Where each key stands.
    pub keys: Keys,
}

/// Tables for the number of 64-site words that a board needs.
#[derive(Clone, Debug)]
pub enum Compiled {
    /// Up to 64 sites.
    One(Arc<Tables<1>>),
    /// Up to 128 sites.
    Two(Arc<Tables<2>>),
    /// Up to 384 sites.
    Six(Arc<Tables<6>>),
}

impl Compiled {
    /// Compiles a spec for the smallest board that holds its sites.
    ///
    /// # Errors
    /// Everything that is wrong, each with the key it stands under.
    pub fn of(spec: Spec) -> Result<Self, Vec<CompileError>> {
        match words(&spec) {
            1 => Tables::compile(spec).map(|t| Self::One(Arc::new(t))),
            2 => Tables::compile(spec).map(|t| Self::Two(Arc::new(t))),
            _ => Tables::compile(spec).map(|t| Self::Six(Arc::new(t))),
        }
    }

    /// What it was compiled from.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        match self {
            Self::One(tables) => &tables.spec,
            Self::Two(tables) => &tables.spec,
            Self::Six(tables) => &tables.spec,
        }
    }

    /// How many 64-site words the board takes.
    #[must_use]
    pub fn words(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Two(_) => 2,
            Self::Six(_) => 6,
        }
    }
}

/// How many 64-site words the board of a spec takes.
pub(crate) fn words(spec: &Spec) -> usize {
    match usize::from(spec.board.files) * usize::from(spec.board.ranks) {
        0..=64 => 1,
        65..=128 => 2,
        _ => 6,
    }
}

/// Reads, decodes and compiles a variant under a preset and pairs of option and value.
///
/// # Errors
/// Everything that is wrong, where it was written.
pub fn load(
    library: &dyn Library,
    folder: &Folder,
    preset: Option<&str>,
    pairs: &[(String, String)],
) -> Result<Variant, Diagnostics> {
    compile(&read(library, folder)?, preset, pairs)
}

/// The same, for a document that was read before.
///
/// # Errors
/// Everything that is wrong, where it was written.
pub fn compile(
    document: &Document,
    preset: Option<&str>,
    pairs: &[(String, String)],
) -> Result<Variant, Diagnostics> {
    compile_adjusted(document, preset, pairs, |_| {})
}

/// The same, with a change to the rules once scripts have filled their tables.
///
/// # Errors
/// Everything that is wrong, where it was written.
pub fn compile_adjusted(
    document: &Document,
    preset: Option<&str>,
    pairs: &[(String, String)],
    adjust: impl FnOnce(&mut Spec),
) -> Result<Variant, Diagnostics> {
    let resolved = document.choose(preset, pairs)?;
    let Decoded {
        mut spec,
        hooks,
        keys,
        clauses,
    } = decode(&resolved)?;
    let script = Script::compile(&resolved, &mut spec, &hooks)?;
    adjust(&mut spec);
    let rules = Compiled::of(spec)
        .map_err(|errors| errors.iter().map(|e| keys.locate(e)).collect::<Vec<_>>())?;
    Ok(Variant {
        id: resolved.id.clone(),
        resolved,
        rules,
        script,
        clauses,
        interpreted: hooks.interpreted,
        keys,
    })
}

/// What runs a script's hooks; both do the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// Rhai's interpreter, the reference.
    Interpreter,
    /// WebAssembly, compiled for this machine.
    #[default]
    Wasm,
}

impl Variant {
    /// The rules behind a trait object, the script's hooks included: compiled, or interpreted where this machine cannot.
    ///
    /// # Panics
    /// Where hooks are a module and this machine runs none; then the variant did not load either.
    #[must_use]
    pub fn engine(&self) -> Arc<dyn Engine> {
        let compiled = self.engine_on(Backend::Wasm);
        let engine = compiled.or_else(|_| self.engine_on(Backend::Interpreter));
        engine.unwrap_or_else(|error| unreachable!("a module that was loaded runs: {error}"))
    }

    /// The rules behind a trait object, the script's hooks run in a certain way.
    ///
    /// # Errors
    /// When scripts cannot be compiled on this machine.
    pub fn engine_on(&self, backend: Backend) -> Result<Arc<dyn Engine>, Diagnostic> {
        match &self.rules {
            Compiled::One(tables) => self.engine_of(tables, backend),
            Compiled::Two(tables) => self.engine_of(tables, backend),
            Compiled::Six(tables) => self.engine_of(tables, backend),
        }
    }

    fn engine_of<const W: usize>(
        &self,
        tables: &Arc<Tables<W>>,
        backend: Backend,
    ) -> Result<Arc<dyn Engine>, Diagnostic> {
        // A script that only filled tables has nothing left to be asked.
        let script = self.script.as_ref().filter(|s| s.runs());
        let hooks = script.map(|s| s.run(tables, backend)).transpose()?;
        Ok(Arc::new(Rules {
            tables: Arc::clone(tables),
            hooks,
        }))
    }

    /// Everything that play depends on as one text: the rules as plain data, with those entries of the capture tables
    /// that play can come to ask for, and, when a script has more to do than fill tables, its text and the options that
    /// it may ask for.
    ///
    /// Variants with the same text play alike.
    #[must_use]
    pub fn rules_text(&self) -> String {
        let mut spec = self.spec().clone();
        let kinds = spec.kinds.len();
        for revealed in [false, true] {
            let asked = |i: usize| {
                let (manner, pair) = (i / (kinds * kinds), i % (kinds * kinds));
                capture::is_asked(self.spec(), revealed, manner, pair / kinds, pair % kinds)
            };
            let table = if revealed {
                &mut spec.capture.dark
            } else {
                &mut spec.capture.open
            };
            for (i, entry) in table.iter_mut().enumerate() {
                if !asked(i) {
                    *entry = ClashSpec::default();
                }
            }
        }
        let mut text = format!("{spec:?}");
        if self.script.as_ref().is_some_and(Script::runs) {
            for (_, source) in &self.resolved.scripts {
                text.push('\n');
                text.push_str(&source.text);
            }
            for (name, value) in self.resolved.choices.iter() {
                let _ = write!(text, "\n{name}={value}");
            }
        }
        text
    }

    /// The rules as plain data.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        self.rules.spec()
    }
}

#[cfg(test)]
mod tests;
