//! Links between a variant and its rulebook, in every direction.

use std::collections::BTreeSet;

use masque_scripting::diag::{Diagnostic, Diagnostics, closest};
use masque_scripting::document;
use masque_scripting::folder::{Folder, Library};
use masque_scripting::variant;

use crate::book::Book;
use crate::library::Rulebook;

/// Everything wrong with the links of a rulebook: clauses without cases, slugs that nothing defines, and clauses that
/// nothing of the variant names.
#[must_use]
pub fn check(library: &dyn Library, book: &Rulebook) -> Diagnostics {
    let parents: Vec<&Book> = book.parents.iter().map(|(_, book)| book).collect();
    let mut errors = book.own.check_links(&parents);
    errors.extend(book.own.check_coverage());
    match named(library, &book.folder) {
        Err(wrong) => errors.extend(wrong),
        Ok(named) => errors.extend(check_named(book, &named)),
    }
    errors
}

/// A clause that something of a variant names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The slug.
    pub slug: String,
    /// What names it.
    pub by: String,
    /// Where, when it was written in a file.
    pub span: Option<masque_scripting::diag::Span>,
}

/// Every clause that the file of a variant, its options and its script name, under its defaults and every preset.
///
/// # Errors
/// When the variant does not load.
pub fn named(library: &dyn Library, folder: &Folder) -> Result<Vec<Named>, Diagnostics> {
    let document = document::read(library, folder)?;
    let mut all: Vec<Named> = Vec::new();
    let mut add = |named: Named| {
        if !all
            .iter()
            .any(|n| n.slug == named.slug && n.span == named.span)
        {
            all.push(named);
        }
    };
    for option in document.options().all() {
        for clause in &option.clauses {
            add(Named {
                slug: clause.value.clone(),
                by: format!("option `{}`", option.name),
                span: Some(clause.span.clone()),
            });
        }
    }
    let presets = document
        .options()
        .presets()
        .iter()
        .map(|p| Some(p.name.as_str()));
    for preset in std::iter::once(None).chain(presets) {
        let variant = variant::compile(&document, preset, &[])?;
        for link in &variant.clauses {
            add(Named {
                slug: link.slug.clone(),
                by: format!("key `{}`", link.key),
                span: Some(link.span.clone()),
            });
        }
        for script in variant.script.iter() {
            for hook in script.hooks() {
                for (slug, span) in &hook.clauses {
                    add(Named {
                        slug: slug.clone(),
                        by: format!("the comment of the hook `{}`", hook.name),
                        span: Some(span.clone()),
                    });
                }
            }
            for (slug, span) in script.slugs() {
                add(Named {
                    slug: slug.clone(),
                    by: "the script".to_owned(),
                    span: Some(span.clone()),
                });
            }
        }
        for slug in variant.engine().clauses() {
            add(Named {
                slug,
                by: "the rules".to_owned(),
                span: None,
            });
        }
    }
    Ok(all)
}

fn check_named(book: &Rulebook, named: &[Named]) -> Diagnostics {
    let mut errors = Diagnostics::new();
    let rules = book.rules();
    let slugs: Vec<&str> = rules.iter().map(|rule| rule.clause.slug.as_str()).collect();
    let written: BTreeSet<&str> = named
        .iter()
        .filter(|n| n.span.is_some())
        .map(|n| n.slug.as_str())
        .collect();
    for name in named {
        let slug = name.slug.as_str();
        let told = name.span.is_none() && written.contains(slug);
        if slugs.contains(&slug) || told || slug.is_empty() {
            continue;
        }
        let mut error = Diagnostic::new(
            "unknown-clause",
            format!(
                "{} names the clause `{slug}`, which the rulebook does not have",
                name.by
            ),
        )
        .clause(slug);
        if let Some(span) = &name.span {
            error = error.at(span.clone());
        }
        errors.push(match closest(slug, slugs.iter().copied()) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error.hint(format!("add a clause `{{#{slug}}}` to the rulebook")),
        });
    }
    for rule in rules.iter().filter(|rule| !rule.inherited) {
        let slug = rule.clause.slug.as_str();
        if rule.clause.not_covered.is_none() && !named.iter().any(|n| n.slug == slug) {
            errors.push(
                Diagnostic::new("unnamed-clause", "no key, option or hook of the variant names this clause")
                    .at(rule.clause.slug.span.clone())
                    .clause(slug)
                    .hint("name it with `clause = \"...\"` in variant.toml or `clause:` above a hook, or say `Not covered: REASON`"),
            );
        }
    }
    errors
}
