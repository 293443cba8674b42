//! Every clause of the texts that the variants rest on is cited by a rulebook, and rulebooks cite no other.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use masque_conformance::book::Clause;
use masque_conformance::library::Rulebook;
use masque_scripting::folder::{Folder, Library};

/// By variant: the ids, each with what it says.
type Sources = BTreeMap<String, BTreeMap<String, String>>;

/// The sources of the variants, and the laws that are cited by article.
fn sources() -> (Sources, BTreeMap<String, String>) {
    let text = include_str!("../../sources.toml");
    let mut all: Sources = toml::from_str(text).expect("the list of sources reads");
    let published = all.remove("published").expect("published laws are listed");
    (all, published)
}

fn rulebooks() -> Vec<Rulebook> {
    let shelf = masque_variants::shelf();
    let folders = shelf.ids();
    let folders = folders
        .iter()
        .filter_map(|id| shelf.find(id).expect("readable"));
    let load = |folder: Folder| match Rulebook::load(&shelf, &folder) {
        Ok(book) => book,
        Err(errors) => panic!(
            "{}",
            errors
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("\n")
        ),
    };
    folders.filter_map(load).collect()
}

fn cited(clause: &Clause) -> impl Iterator<Item = &str> {
    clause.sources.iter().map(|id| id.as_str())
}

#[test]
fn every_source_is_cited_by_the_rulebook_it_belongs_to() {
    let books = rulebooks();
    let mut missing = String::new();
    for (variant, ids) in sources().0 {
        // A variant that extends it may be the one that has the rule.
        let family = |book: &&Rulebook| {
            book.id == variant || book.parents.iter().any(|(id, _)| *id == variant)
        };
        let rules: Vec<_> = books
            .iter()
            .filter(family)
            .flat_map(Rulebook::rules)
            .collect();
        let cited: BTreeSet<&str> = rules.iter().flat_map(|rule| cited(rule.clause)).collect();
        for (id, says) in ids.iter().filter(|(id, _)| !cited.contains(id.as_str())) {
            let _ = writeln!(missing, "{variant}: {id}, {says}");
        }
    }
    assert!(missing.is_empty(), "no clause cites\n{missing}");
}

#[test]
fn no_rulebook_cites_what_is_no_source() {
    let (sources, published) = sources();
    let known: BTreeSet<String> = sources
        .into_values()
        .flat_map(BTreeMap::into_keys)
        .collect();
    let is_known = |id: &str| {
        let law = id.split('-').next().unwrap_or_default();
        known.contains(id) || published.contains_key(law)
    };
    let mut unknown = String::new();
    for book in rulebooks() {
        for clause in &book.own.clauses {
            for id in clause.sources.iter().filter(|id| !is_known(&id.value)) {
                let (line, column) = id.span.source.line_column(id.span.range.start);
                let _ = writeln!(
                    unknown,
                    "{}:{line}:{column}: {}",
                    id.span.source.name, id.value
                );
            }
        }
    }
    assert!(unknown.is_empty(), "no such source\n{unknown}");
}
