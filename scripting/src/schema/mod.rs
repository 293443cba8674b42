//! The keys of `variant.toml`: from a resolved table to the core's plain specification.
//!
//! Each table of the file is read by the function of its name, in the order in which the reference lists them, and
//! bears the name of the mechanism's file in the core's `rules/`. A table that an author leaves out switches its
//! mechanism off; `enabled = false` does the same where an option decides.

mod board;
mod ending;
mod keys;
mod kinds;
mod limits;
mod meeting;
mod names;
mod play;
mod setup;

use masque_core::spec::{Asked, Clause, CommonClauses, HooksSpec, Spec};

use crate::decode::{Fields, Located, Text, describe};
use crate::diag::{Diagnostics, Span};
use crate::document::Resolved;
use crate::sink::{KeyDoc, Sink};

pub use keys::{ClauseLink, Keys, reference_page};
use names::Names;

/// What a variant's file says, and where.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The rules as plain data.
    pub spec: Spec,
    /// What `[hooks]` says of the script or module.
    pub hooks: HookKeys,
    /// Where each key stands.
    pub keys: Keys,
    /// Every clause that the file names, with its key; those of mechanisms that are switched off included.
    pub clauses: Vec<ClauseLink>,
}

/// What a variant's file says of the hooks that its script or module has.
#[derive(Clone, Debug, Default)]
pub struct HookKeys {
    /// Hooks that the author lets run interpreted.
    pub interpreted: Vec<Located<String>>,
    /// The clauses of a module's hooks.
    pub clauses: Vec<(&'static str, Vec<Located<String>>)>,
}

/// Decodes a variant under its chosen options.
///
/// # Errors
/// Everything wrong with keys, types and names; a name is wrong when nothing of that name is defined.
pub fn decode(resolved: &Resolved) -> Result<Decoded, Diagnostics> {
    let sink = Sink::new();
    let names = Names::of(resolved.table());
    let mut root = Fields::new(resolved.table(), resolved.span().clone(), &sink);
    let (mut spec, hooks) = read_root(&mut root, &names, &resolved.id);
    kinds::count_start(&mut spec, resolved.table(), &sink);
    sink.finish(Decoded {
        spec,
        hooks,
        keys: Keys::of(resolved),
        clauses: ClauseLink::all(resolved.table()),
    })
}

/// Every table that a variant's file may have, by path, with its keys in order.
#[must_use]
pub fn reference() -> Vec<(String, Vec<KeyDoc>)> {
    describe(|root| {
        let _ = read_root(root, &Names::default(), "");
    })
}

fn read_root(root: &mut Fields<'_, '_>, names: &Names, id: &str) -> (Spec, HookKeys) {
    let title = root
        .doc("What players call the variant, by language")
        .required()
        .opt_text("title");
    let mut hook_keys = HookKeys::default();
    let board = board::board(root, names);
    let sides = kinds::sides(root);
    let colours = kinds::colours(root, names);
    let manners = kinds::manners(root);
    let kinds = kinds::kinds(root, names);
    let specials = kinds::specials(root);
    let setup = setup::setup(root, names);
    let hidden = setup::hidden(root);
    let actions = play::actions(root, names);
    let spec = Spec {
        id: id.to_owned(),
        title: texts(title),
        board,
        sides,
        colours,
        kinds,
        manners,
        specials,
        setup,
        hidden,
        actions,
        capture: meeting::capture(root, names),
        chain: meeting::chain(root, names),
        promotion: play::promotion(root, names),
        castling: play::castling(root, names),
        check: play::check(root, names),
        terrain: play::terrain(root, names),
        enclosure: play::enclosure(root),
        flank: play::flank(root),
        shot: play::shot(root, names),
        repetition: limits::repetition(root),
        quiet: limits::quiet(root, names),
        ply_limit: limits::ply_limit(root),
        chase: limits::chase(root),
        scoring: limits::scoring(root, names),
        endings: ending::endings(root, names),
        swap: play::swap(root),
        acts: limits::acts(root),
        clauses: clauses(root),
        hooks: hooks(root, names, &mut hook_keys),
        variables: kinds::variables(root),
    };
    root.finish();
    (spec, hook_keys)
}

/// `[clauses]`: the clauses of refusals that belong to no mechanism.
fn clauses(root: &mut Fields<'_, '_>) -> CommonClauses {
    let table = root
        .doc("The clauses of refusals that belong to no other table")
        .opt_table("clauses");
    let Some(mut f) = table else {
        return CommonClauses::default();
    };
    let clauses = CommonClauses {
        turn: slug(f.doc("Acting out of turn or out of phase"), "turn"),
        ownership: slug(f.doc("Acting with what is not one's own"), "ownership"),
        movement: slug(
            f.doc("Moving as no piece of the kind moves, where the kind gives no clause"),
            "movement",
        ),
    };
    f.finish();
    clauses
}

/// The clauses of a module's hooks: the hook, its key, and what that says.
const HOOK_CLAUSES: [(&str, &str, &str); 8] = [
    (
        "capture",
        "capture_clause",
        "Clauses of a module's `capture`, and those that it may name",
    ),
    ("dark", "dark_clause", "The same for `dark`"),
    ("moves", "moves_clause", "The same for `moves`"),
    ("landed", "landed_clause", "The same for `landed`"),
    ("placed", "placed_clause", "The same for `placed`"),
    ("flipped", "flipped_clause", "The same for `flipped`"),
    ("acted", "acted_clause", "The same for `acted`"),
    ("ended", "ended_clause", "The same for `ended`"),
];

/// `[hooks]`: what the script's functions are for, where their names do not say it.
fn hooks(root: &mut Fields<'_, '_>, names: &Names, keys: &mut HookKeys) -> HooksSpec {
    let table = root
        .doc("How the script's functions are asked; which there are is found in the script")
        .opt_table("hooks");
    let Some(mut f) = table else {
        return HooksSpec::default();
    };
    let moves = f
        .doc("Kinds for whose pieces the function `moves` is asked")
        .opt_strs("moves");
    let moves_while = f
        .doc("When `moves` is asked about them: always, or only about the royal piece of a castling whose two pieces have not moved, the corner one looking as it must, and nothing else on their ways")
        .opt_enum("moves_while", &[("always", Asked::Always), ("castling_clear", Asked::CastlingClear)])
        .unwrap_or_default();
    let functions = f
        .doc("Functions that run interpreted because they cannot be compiled")
        .opt_strs("interpreted");
    for name in functions.unwrap_or_default() {
        keys.interpreted.push(Located {
            value: name.value.to_owned(),
            span: name.span,
        });
    }
    for (hook, key, doc) in HOOK_CLAUSES {
        let slugs = f.doc(doc).clauses_of(key);
        if !slugs.is_empty() {
            keys.clauses.push((hook, slugs));
        }
    }
    let hooks = HooksSpec {
        moves: names.kinds(&f, moves),
        moves_while,
        ..HooksSpec::default()
    };
    f.finish();
    hooks
}

/// A table whose mechanism may be switched off by `enabled`; what stands in it is checked all the same.
fn mechanism<'t, 's, T>(
    root: &mut Fields<'t, 's>,
    key: &'static str,
    doc: &'static str,
    read: impl FnOnce(&mut Fields<'t, 's>) -> Option<T>,
) -> Option<T> {
    let mut f = root.doc(doc).opt_table(key)?;
    let on = f
        .doc("Whether the mechanism is in force; without the key it is")
        .opt_bool("enabled")
        .unwrap_or(true);
    let value = read(&mut f);
    f.finish();
    value.filter(|_| on)
}

/// The clause under a key; the first is the one that refusals and outcomes cite.
fn slug(f: &mut Fields<'_, '_>, key: &'static str) -> Clause {
    let slugs = f.clauses_of(key);
    slugs.into_iter().next().map_or(String::new(), |s| s.value)
}

/// The clause of a table.
fn clause(f: &mut Fields<'_, '_>) -> Clause {
    let slugs = f.clauses();
    slugs.into_iter().next().map_or(String::new(), |s| s.value)
}

fn texts(text: Option<Text>) -> std::collections::BTreeMap<String, String> {
    let text = text.unwrap_or_default();
    text.languages()
        .map(|(language, text)| (language.to_owned(), text.to_owned()))
        .collect()
}

fn owned(list: Option<Vec<Located<&str>>>) -> Vec<String> {
    list.unwrap_or_default()
        .into_iter()
        .map(|one| one.value.to_owned())
        .collect()
}

/// Notes a name that an author chose and that cannot be one.
fn check_name(f: &Fields<'_, '_>, what: &str, name: &str, span: &Span) {
    let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let good = starts && name.chars().all(plain);
    if !good && !f.describing() {
        let wrong =
            crate::diag::Diagnostic::new("bad-name", format!("`{name}` cannot name a {what}"));
        f.sink().note(
            wrong
                .at(span.clone())
                .hint("lower-case letters, digits and `_`, starting with a letter"),
        );
    }
}

#[cfg(test)]
mod tests;
