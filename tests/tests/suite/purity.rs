//! What the core must not contain: names of kinds and variants, and readings of truth outside the pinned modules.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::support::{engine_of, variant_ids};

/// The modules of the core that may read truth, and why.
const ARBITERS: &[(&str, &str)] = &[
    ("adjudicate.rs", "decides what happens"),
    ("deal.rs", "deals a start again"),
    ("engine.rs", "hands the capability on to its caller"),
    ("game.rs", "keeps the truth of a game"),
    ("hooks.rs", "declared readings of event hooks"),
    ("notation/position.rs", "writes the truth for an arbiter"),
    (
        "notation/position/make.rs",
        "makes the setup of a truth for an arbiter",
    ),
    ("position.rs", "defines the capability"),
    ("rules/ending.rs", "judges endings"),
    ("rules/reveal.rs", "shows hidden pieces"),
    ("rules/scoring.rs", "counts when a game is over"),
    (
        "rules/terrain.rs",
        "counts hazards for the numbers it shows",
    ),
];

fn core_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src")
}

/// Every source of the core but tests, with its path from `core/src`.
fn sources() -> Vec<(String, String)> {
    fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
            .expect("the core is there")
            .map(|e| e.expect("entry").path())
            .collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                walk(&path, out);
            } else if path.extension().is_some_and(|e| e == "rs") {
                out.push(path);
            }
        }
    }
    let root = core_folder();
    let mut paths = Vec::new();
    walk(&root, &mut paths);
    let name = |p: &Path| {
        p.strip_prefix(&root)
            .expect("below the root")
            .to_string_lossy()
            .replace('\\', "/")
    };
    let is_test = |n: &str| {
        n == "testing.rs"
            || n.split('/')
                .any(|part| part == "tests" || part == "tests.rs")
    };
    paths
        .iter()
        .map(|p| (name(p), std::fs::read_to_string(p).expect("text")))
        .filter(|(n, _)| !is_test(n))
        .map(|(n, text)| {
            let code = text
                .split("#[cfg(test)]\nmod tests {")
                .next()
                .unwrap_or("")
                .to_owned();
            (n, without_comments(&code))
        })
        .collect()
}

fn without_comments(code: &str) -> String {
    code.lines()
        .map(|l| l.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The words of identifiers and texts: `GeneralIds` and `general_ids` both give `general` and `ids`.
fn words(code: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut word = String::new();
    let mut before = ' ';
    for c in code.chars() {
        let breaks =
            !c.is_ascii_alphabetic() || (c.is_ascii_uppercase() && before.is_ascii_lowercase());
        if breaks && !word.is_empty() {
            words.insert(std::mem::take(&mut word).to_lowercase());
        }
        if c.is_ascii_alphabetic() {
            word.push(c);
        }
        before = c;
    }
    words
}

#[test]
fn the_core_names_no_kind_and_no_variant() {
    let mut names = BTreeSet::new();
    for id in variant_ids() {
        let engine = engine_of(&id, &[]);
        names.extend(engine.spec().kinds.iter().map(|k| k.name.clone()));
        names.insert(id);
    }
    assert!(names.len() > 20, "the shipped variants have many kinds");
    // As words of English or of code, where numbers are hex too, these say nothing; as ids they would stand in quotes.
    let common = ["go", "hex"];
    names.retain(|name| !common.contains(&name.as_str()));
    let mut found = Vec::new();
    for (file, code) in sources() {
        let words = words(&code);
        for name in names
            .iter()
            .filter(|n| words.contains(*n) || code.contains(&format!("\"{n}\"")))
        {
            found.push(format!("{file}: {name}"));
        }
        for name in common {
            if code.contains(&format!("\"{name}\"")) {
                found.push(format!("{file}: \"{name}\""));
            }
        }
    }
    assert!(
        found.is_empty(),
        "the core names kinds or variants:\n{}",
        found.join("\n")
    );
}

#[test]
fn only_pinned_modules_of_the_core_read_truth() {
    let mut naming = BTreeSet::new();
    for (file, code) in sources() {
        if words(&code).contains("arbiter") {
            naming.insert(file);
        }
    }
    let pinned: BTreeSet<String> = ARBITERS.iter().map(|(f, _)| (*f).to_owned()).collect();
    let extra: Vec<&String> = naming.difference(&pinned).collect();
    let stale: Vec<&String> = pinned.difference(&naming).collect();
    assert!(
        extra.is_empty(),
        "these modules name `Arbiter` and are not pinned: {extra:?}"
    );
    assert!(
        stale.is_empty(),
        "these modules are pinned and do not name `Arbiter`: {stale:?}"
    );
}

#[test]
fn what_players_see_is_made_without_positions() {
    // Modules that make what players see never name the truth-bearing type at all.
    for (file, code) in sources() {
        let seen = [
            "observation",
            "notation/action",
            "notation/diagram",
            "explain",
        ];
        if seen.iter().any(|s| file.starts_with(s)) {
            assert!(!code.contains("Position<"), "{file} names Position");
        }
    }
}
