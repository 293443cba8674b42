//! `[end]`: how games end, in the order of judgement.

use masque_core::spec::{EndThen, EndWhen, EndingSpec};

use super::clause;
use super::names::Names;
use crate::decode::{Fields, Located};
use crate::diag::Span;
use crate::sink::{unknown, wrong_type};
use crate::tree::Value;

#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Eliminated,
    Lost,
    Immobile,
    Checkmate,
    NoAction,
    Captured,
    Passes,
    Quiet,
    PlyLimit,
    Repetition,
    DeadMaterial,
    Reached,
    Line,
    Connected,
    Full,
}

const WHEN: [(&str, When); 15] = [
    ("eliminated", When::Eliminated),
    ("lost", When::Lost),
    ("immobile", When::Immobile),
    ("checkmate", When::Checkmate),
    ("no-action", When::NoAction),
    ("captured", When::Captured),
    ("passes", When::Passes),
    ("quiet", When::Quiet),
    ("ply-limit", When::PlyLimit),
    ("repetition", When::Repetition),
    ("dead-material", When::DeadMaterial),
    ("reached", When::Reached),
    ("line", When::Line),
    ("connected", When::Connected),
    ("full", When::Full),
];

const THEN: [(&str, EndThen); 5] = [
    ("loses", EndThen::Loses),
    ("wins", EndThen::Wins),
    ("draw", EndThen::Draw),
    ("score", EndThen::Score),
    ("pass", EndThen::Pass),
];

/// The keys that give an ending its particulars, and the endings that need them.
const PARTICULARS: [(&str, &[When]); 8] = [
    ("kind", &[When::Lost, When::Reached]),
    ("kinds", &[When::Immobile]),
    ("region", &[When::Reached, When::Connected]),
    ("far_region", &[When::Connected]),
    ("count", &[When::Captured, When::Passes, When::Line]),
    ("sets", &[When::DeadMaterial]),
    ("one_shade", &[]),
    ("exact", &[]),
];

/// The keys that may be left out, and the endings that know them.
const OPTIONAL: [(&str, When); 2] = [("one_shade", When::DeadMaterial), ("exact", When::Line)];

struct One {
    spec: Option<EndingSpec>,
    before: Option<(String, Span)>,
    name: String,
}

pub(super) fn endings(root: &mut Fields<'_, '_>, names: &Names) -> Vec<EndingSpec> {
    let found = root
        .doc("How games end; endings are judged after each turn, in the order in which they are first written")
        .map_tables("end");
    let all: Vec<One> = found
        .into_iter()
        .map(|(name, mut f)| {
            let one = ending(&mut f, names, &name);
            f.finish();
            one
        })
        .collect();
    let known: Vec<String> = all.iter().map(|one| one.name.clone()).collect();
    let mut ordered: Vec<One> = Vec::new();
    let mut moved: Vec<One> = Vec::new();
    for one in all {
        if one.before.is_some() {
            moved.push(one);
        } else {
            ordered.push(one);
        }
    }
    // An ending may stand before one that itself stands before another: place those whose goal is there first.
    while !moved.is_empty() {
        let ready = moved.iter().position(|one| {
            one.before
                .as_ref()
                .is_some_and(|(goal, _)| ordered.iter().any(|o| o.name == *goal))
        });
        let Some(ready) = ready else {
            for one in &moved {
                if let Some((goal, span)) = &one.before {
                    let known: Vec<&str> = known
                        .iter()
                        .map(String::as_str)
                        .filter(|k| *k != one.name)
                        .collect();
                    root.sink()
                        .note(unknown("unknown-ending", "ending", goal, &known).at(span.clone()));
                }
            }
            break;
        };
        let one = moved.remove(ready);
        let at = ordered
            .iter()
            .position(|o| one.before.as_ref().is_some_and(|(goal, _)| *goal == o.name));
        ordered.insert(at.unwrap_or(ordered.len()), one);
    }
    ordered.into_iter().filter_map(|one| one.spec).collect()
}

fn ending(f: &mut Fields<'_, '_>, names: &Names, name: &Located<&str>) -> One {
    let on = f
        .doc("Whether it is in force; without the key it is")
        .opt_bool("enabled")
        .unwrap_or(true);
    let when = f.doc("When the game ends").req_enum("when", &WHEN);
    let then = f
        .doc("What then: the side concerned loses or wins, a draw, the score decides, or the seat passes and play goes on")
        .req_enum("then", &THEN);
    let kind = f.doc("For `lost` and `reached`: the kind").opt_str("kind");
    let kinds = f
        .doc("For `immobile`: the kinds that never move")
        .opt_strs("kinds");
    let region = f
        .doc("For `reached` and `connected`: the region, for each side")
        .opt_str("region");
    let far_region = f
        .doc("For `connected`: the other region, for each side")
        .opt_str("far_region");
    let count = f
        .doc("For `captured`, `passes` and `line`: how many")
        .opt_int("count", 1..=1000);
    let exact = f
        .doc("For `line`: whether pieces in a longer row do not count")
        .opt_bool("exact");
    let sets = sets(f);
    let one_shade = f
        .doc("For `dead-material`: also any number of these kinds, all on sites of one shade")
        .opt_strs("one_shade");
    let before = f
        .doc("The ending before which this one is judged, instead of after all that stand above it")
        .opt_str("before");
    let clause = clause(f);
    if let (Some(when), false) = (when, f.describing()) {
        check_particulars(f, when);
    }
    let kind = names.kind(f, kind);
    let kinds = names.kinds(f, kinds);
    let region = names.region(f, region);
    let far_region = names.region(f, far_region);
    let sets = sets
        .unwrap_or_default()
        .into_iter()
        .map(|set| names.kinds(f, Some(set)))
        .collect();
    let one_shade = names.kinds(f, one_shade);
    let count = count.unwrap_or(1);
    let when = when.map(|when| match when {
        When::Eliminated => EndWhen::Eliminated,
        When::Lost => EndWhen::Lost(kind.unwrap_or_default()),
        When::Immobile => EndWhen::Immobile(kinds),
        When::Checkmate => EndWhen::Checkmate,
        When::NoAction => EndWhen::NoAction,
        When::Captured => EndWhen::Captured(count as u32),
        When::Passes => EndWhen::Passes(count.min(255) as u8),
        When::Quiet => EndWhen::Quiet,
        When::PlyLimit => EndWhen::PlyLimit,
        When::Repetition => EndWhen::Repetition,
        When::DeadMaterial => EndWhen::DeadMaterial { sets, one_shade },
        When::Reached => EndWhen::Reached(kind.unwrap_or_default(), region.unwrap_or_default()),
        When::Line => EndWhen::Line {
            length: count.min(255) as u8,
            exact: exact.unwrap_or(false),
        },
        When::Connected => {
            EndWhen::Connected(region.unwrap_or_default(), far_region.unwrap_or_default())
        }
        When::Full => EndWhen::Full,
    });
    let spec = when
        .zip(then)
        .filter(|_| on)
        .map(|(when, then)| EndingSpec {
            name: name.value.to_owned(),
            when,
            then,
            clause,
        });
    One {
        spec,
        before: before.map(|b| (b.value.to_owned(), b.span)),
        name: name.value.to_owned(),
    }
}

fn check_particulars(f: &Fields<'_, '_>, when: When) {
    for (key, needed) in PARTICULARS {
        let wanted = needed.contains(&when) || OPTIONAL.contains(&(key, when));
        if f.has(key) && !wanted {
            f.refuse(
                key,
                "misplaced-key",
                format!("`{key}` says nothing about this `when`"),
            );
        }
        if !f.has(key) && needed.contains(&when) {
            f.refuse(
                key,
                "missing-key",
                format!("the key `{key}` is missing in `{}`", f.path()),
            );
        }
    }
}

fn sets<'t>(f: &mut Fields<'t, '_>) -> Option<Vec<Vec<Located<&'t str>>>> {
    const EXPECTS: &str = "a list of lists of kinds";
    let node = f
        .doc("For `dead-material`: what may be left beside royal pieces, both sides together, as lists of kinds")
        .opt_node("sets", EXPECTS)?;
    let Value::Array(items) = &node.value else {
        f.sink().note(wrong_type(node, EXPECTS));
        return None;
    };
    let mut sets = Vec::new();
    for item in items {
        let Value::Array(words) = &item.value else {
            f.sink().note(wrong_type(item, "a list of kinds"));
            continue;
        };
        let mut set = Vec::new();
        for word in words {
            match word.str() {
                Some(value) => set.push(Located {
                    value,
                    span: word.span.clone(),
                }),
                None => f.sink().note(wrong_type(word, "a kind")),
            }
        }
        sets.push(set);
    }
    Some(sets)
}
