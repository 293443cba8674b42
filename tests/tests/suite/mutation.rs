//! Mutation finds every place that bears a rule, counted here without its help.

use masque_conformance::library::Rulebook;
use masque_conformance::mutate::{Mutants, Sort, mutants};
use masque_scripting::folder::Library;
use toml::Value;

/// Keys that say how things are called, shown or linked, and what options may be.
const SILENT: [&str; 17] = [
    "title",
    "doc",
    "native",
    "glyph",
    "letter",
    "also",
    "clause",
    "type",
    "min",
    "max",
    "off",
    "choices",
    "intersections",
    "manners",
    "script",
    "clauses",
    "abstract",
];

/// Every value that a file states and that bears a rule.
fn count(value: &Value, ranks: bool) -> usize {
    match value {
        Value::Table(table) => table
            .iter()
            .filter(|(key, _)| !SILENT.contains(&key.as_str()) && !key.ends_with("_clause"))
            .filter(|(key, _)| ranks || *key != "rank")
            .map(|(key, value)| match value {
                // Conditions of `[[when]]` are read by option.
                Value::Array(blocks) if key == "when" => {
                    blocks.iter().map(|block| count(block, ranks)).sum()
                }
                // Ways of moving are each read by themselves.
                Value::Array(ways) if key == "moves" && table.contains_key("count") => {
                    ways.iter().map(|way| count(way, ranks)).sum()
                }
                Value::Array(ways) if key == "moves" && ways.iter().any(Value::is_table) => {
                    ways.iter().map(|way| count(way, ranks)).sum()
                }
                value => count(value, ranks),
            })
            .sum(),
        _ => 1,
    }
}

fn found(id: &str) -> (String, String, Mutants) {
    let library = masque_variants::shelf();
    let folder = library.find(id).expect("readable").expect("there");
    let book = Rulebook::load(&library, &folder).expect("a rulebook");
    let text = |name| folder.file(name).map_or(String::new(), |s| s.text.clone());
    let (toml, script) = (text("variant.toml"), text("rules.rhai"));
    let all = mutants(&library, &folder, book.as_ref()).expect("loads");
    (toml, script, all)
}

#[test]
fn every_value_of_the_shipped_variants_that_bears_a_rule_has_a_mutant() {
    for id in masque_variants::ids() {
        let (.., all) = found(&id);
        for leaf in &all.leaves {
            let changed = all.all.iter().any(|mutant| mutant.key == leaf.key);
            assert!(changed, "{id}: nothing changes {}", leaf.key);
        }
    }
}

#[test]
fn values_are_counted_alike_by_other_means() {
    // Those that extend nothing, so that their file states all that they have.
    for id in ["banqi", "chess", "xiangqi", "go"] {
        let (toml, script, all) = found(id);
        let value: Value = toml::from_str(&toml).expect("TOML");
        assert_eq!(
            all.leaves.len(),
            count(&value, script.contains("rank(")),
            "{id}"
        );
    }
}

#[test]
fn scripts_are_counted_alike_by_other_means() {
    for id in ["banqi", "go", "minesweeper-chess", "hidden-chess"] {
        let (_, script, all) = found(id);
        let code: Vec<&str> = script
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        let code = code.join("\n");
        let words = code.split_whitespace();
        let comparisons = words
            .clone()
            .filter(|w| ["==", "!=", "<", "<=", ">", ">=", "in"].contains(w))
            .count();
        let branches = words.clone().filter(|w| ["if", "for"].contains(w)).count();
        let loops = words.clone().filter(|w| *w == "for").count();
        let places = |sort: Sort| {
            let of = all.all.iter().filter(|m| m.sort == sort);
            let mut places: Vec<_> = of
                .filter_map(|m| Some((m.span.as_ref()?.range.clone(), m.key.clone())))
                .map(|(range, key)| (range.start, range.end, key))
                .collect();
            places.sort();
            places.dedup();
            places.len()
        };
        // A loop's `in` compares nothing.
        assert_eq!(places(Sort::Comparison), comparisons - loops, "{id}");
        assert_eq!(places(Sort::Branch), branches, "{id}");
    }
}
