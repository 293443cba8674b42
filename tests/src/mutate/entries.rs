//! The changes that there are to capture tables, as scripts filled them.

use std::collections::BTreeMap;

use masque_core::rules::capture::is_asked;
use masque_core::spec::{Spec, Verdict};
use masque_scripting::document::Document;
use masque_scripting::variant::{self, Variant};

use super::{Change, Mutant, Sort};
use crate::run::Key;

/// One change to each entry that play can come to ask for under the defaults or under any of `keys`.
pub(super) fn entries(document: &Document, variant: &Variant, keys: &[Key]) -> Vec<Mutant> {
    // The first verdict met, with the clauses that any choice of options gives the entry.
    let mut found: BTreeMap<(bool, usize), (Verdict, Vec<String>)> = BTreeMap::new();
    let others = keys
        .iter()
        .filter_map(|(preset, pairs)| variant::compile(document, preset.as_deref(), pairs).ok());
    let mut all = vec![variant.clone()];
    all.extend(others);
    for variant in &all {
        let spec = variant.spec();
        let kinds = spec.kinds.len();
        for (revealed, table) in [(false, &spec.capture.open), (true, &spec.capture.dark)] {
            for (index, entry) in table.iter().enumerate() {
                let (manner, pair) = (index / (kinds * kinds), index % (kinds * kinds));
                if !is_asked(spec, revealed, manner, pair / kinds, pair % kinds) {
                    continue;
                }
                let (_, clauses) = found
                    .entry((revealed, index))
                    .or_insert_with(|| (entry.verdict, Vec::new()));
                if !entry.clause.is_empty() && !clauses.contains(&entry.clause) {
                    clauses.push(entry.clause.clone());
                }
            }
        }
    }
    let spec = variant.spec();
    let script = variant.script.as_ref();
    found
        .into_iter()
        .map(|((revealed, index), (from, mut clauses))| {
            let hook = if revealed { "dark" } else { "capture" };
            let hook = script.and_then(|s| s.hooks().iter().find(|h| h.name == hook));
            let general = if revealed {
                &spec.capture.hidden_clause
            } else {
                &spec.capture.clause
            };
            let named = hook.into_iter().flat_map(|h| &h.clauses);
            let more = named
                .map(|(slug, _)| slug)
                .chain([general])
                .filter(|slug| !slug.is_empty());
            for slug in more {
                if !clauses.contains(slug) {
                    clauses.push(slug.clone());
                }
            }
            let to = other(from, revealed);
            Mutant {
                sort: Sort::Entry,
                key: name(spec, revealed, index),
                span: hook.map(|h| h.span.clone()),
                clauses,
                before: word(from).to_owned(),
                after: word(to).to_owned(),
                change: Change::Entry {
                    revealed,
                    index,
                    from,
                    to,
                },
            }
        })
        .collect()
}

/// The verdict nearest to another that plays otherwise.
fn other(verdict: Verdict, revealed: bool) -> Verdict {
    match verdict {
        Verdict::Take if revealed => Verdict::Stay,
        Verdict::Take => Verdict::Refuse,
        Verdict::Lost => Verdict::Both,
        Verdict::Stay => Verdict::Lost,
        Verdict::Both | Verdict::Refuse => Verdict::Take,
    }
}

fn word(verdict: Verdict) -> &'static str {
    let found = Verdict::WORDS.iter().find(|(_, v)| *v == verdict);
    found.map_or("", |(word, _)| word)
}

/// Such as `capture(general, soldier, jump)`.
fn name(spec: &Spec, revealed: bool, index: usize) -> String {
    let kinds = spec.kinds.len();
    let (manner, pair) = (index / (kinds * kinds), index % (kinds * kinds));
    let kind = |i: usize| spec.kinds.get(i).map_or("", |k| k.name.as_str());
    let table = if revealed { "dark" } else { "capture" };
    let pieces = format!("{table}({}, {}", kind(pair / kinds), kind(pair % kinds));
    match spec.manners.get(manner) {
        Some(manner) => format!("{pieces}, {manner})"),
        None => format!("{pieces})"),
    }
}
