//! `[sides]`, `[colours]`, `manners`, `[kinds]`, `[specials]` and `[variables]`: who and what plays.

use std::collections::{BTreeMap, BTreeSet};

use masque_core::movement::betza;
use masque_core::piece::{Piece, Side};
use masque_core::spec::{
    ColoursSpec, ColoursWay, DealSpec, KindSpec, MoveSpec, SideSpec, Spec, SpecialSpec, WalkSpec,
};

use super::names::Names;
use super::{check_name, clause, owned, texts};
use crate::decode::{Fields, Located};
use crate::diag::{Diagnostic, Span};
use crate::sink::{Sink, wrong_type};
use crate::tree::{Node, Table, Value};

pub(super) fn sides(root: &mut Fields<'_, '_>) -> [SideSpec; 2] {
    let found = root
        .doc("The two sides, the one that begins first")
        .required()
        .map_tables("sides");
    let count = found.len();
    let mut sides = found.into_iter().enumerate().map(|(i, (name, mut f))| {
        check_name(&f, "side", name.value, &name.span);
        let title = f.doc("What players call it, by language").opt_text("title");
        let down = f
            .doc("Whether its pieces go towards rank 1; without the key the second side's do")
            .opt_bool("down");
        f.finish();
        SideSpec {
            name: name.value.to_owned(),
            title: texts(title),
            down: down.unwrap_or(i == 1),
        }
    });
    let pair = [
        sides.next().unwrap_or_default(),
        sides.next().unwrap_or_default(),
    ];
    let rest = sides.count();
    if root.has("sides") && (count < 2 || rest > 0) {
        root.refuse(
            "sides",
            "bad-sides",
            format!("a variant has two sides, `[sides.NAME]`, not {count}"),
        );
    }
    pair
}

pub(super) fn colours(root: &mut Fields<'_, '_>, names: &Names) -> ColoursSpec {
    let table = root
        .doc("How sides come to belong to seats")
        .opt_table("colours");
    let Some(mut f) = table else {
        return ColoursSpec::default();
    };
    let ways = [
        ("fixed", ColoursWay::Fixed),
        ("first-flip", ColoursWay::FirstFlip),
        ("own-two", ColoursWay::OwnTwo),
        ("sequence-two", ColoursWay::SequenceTwo),
        ("first-kind", ColoursWay::FirstKind(String::new())),
    ];
    let way = f
        .doc("Fixed; or settled by the first flip, by two flips running of one's own or of anybody's, or by the first flip of a kind")
        .opt_enum("way", &ways)
        .unwrap_or_default();
    let kind = f
        .doc("The kind whose first flip settles it")
        .opt_str("kind");
    let kind = names.kind(&f, kind);
    let way = match (way, kind) {
        (ColoursWay::FirstKind(_), Some(kind)) => ColoursWay::FirstKind(kind),
        (ColoursWay::FirstKind(_), None) => {
            f.refuse("kind", "missing-key", "`first-kind` needs the key `kind`");
            ColoursWay::Fixed
        }
        (way, _) => way,
    };
    let clause = clause(&mut f);
    f.finish();
    ColoursSpec { way, clause }
}

pub(super) fn manners(root: &mut Fields<'_, '_>) -> Vec<String> {
    let names = root
        .doc("Names of the manners of moving that capture tables tell apart, the ordinary one first; at most 4")
        .opt_list_str("manners")
        .unwrap_or_default();
    for name in &names {
        check_name(root, "manner", name.value, &name.span);
    }
    owned(Some(names))
}

pub(super) fn kinds(root: &mut Fields<'_, '_>, names: &Names) -> Vec<KindSpec> {
    let found = root
        .doc("The kinds of pieces, in the order that scripts number them")
        .required()
        .map_tables("kinds");
    let mut kinds = Vec::new();
    let mut borrowed = Vec::new();
    for (name, mut f) in found {
        check_name(&f, "kind", name.value, &name.span);
        kinds.push(kind(&mut f, names, &name));
        let other = f
            .doc("Instead of `moves`: the kind whose `moves` it has too")
            .opt_str("moves_as");
        if f.has("moves_as") && f.has("moves") && !f.describing() {
            f.refuse(
                "moves_as",
                "misplaced-key",
                "a kind gives either `moves` or `moves_as`",
            );
        }
        borrowed.push(other.map(|other| names.kind(&f, Some(other.clone())).zip(Some(other.span))));
        f.finish();
    }
    for (i, other) in borrowed.iter().enumerate() {
        let Some((other, span)) = other.clone().flatten() else {
            continue;
        };
        match kinds.iter().position(|k| k.name == other) {
            Some(at) if borrowed[at].is_none() => kinds[i].moves = kinds[at].moves.clone(),
            Some(_) => {
                let wrong = Diagnostic::new(
                    "bad-move",
                    format!("`{other}` itself has the moves of another kind"),
                );
                root.sink().note(wrong.at(span));
            }
            None => {}
        }
    }
    kinds
}

/// Where a start is written out that nothing but its own pieces make up, takes the numbers of pieces from it, and notes
/// those that are given and differ.
pub(super) fn count_start(spec: &mut Spec, root: &Table, sink: &Sink) {
    let own = matches!(spec.setup.deal, DealSpec::None | DealSpec::OwnHome { .. });
    if !own || spec.setup.start.is_empty() {
        return;
    }
    let written = spec.setup.start.chars().filter(|c| c.is_alphabetic());
    let pieces: Option<Vec<Piece>> = written.map(|c| spec.piece_of_letter(c)).collect();
    let letters: BTreeSet<char> = spec
        .kinds
        .iter()
        .flat_map(|k| Side::BOTH.map(|side| k.letter_of(side)))
        .collect();
    // Letters that are unknown, or those of two kinds, are told when the rules are compiled.
    let Some(pieces) = pieces.filter(|_| letters.len() == 2 * spec.kinds.len()) else {
        return;
    };
    let placed = spec.actions.place.as_ref().map(|(kind, _)| kind.clone());
    for (i, kind) in spec.kinds.iter_mut().enumerate() {
        let of = |side: Side| {
            let is = |p: &&Piece| p.kind.index() == i && p.side == side;
            pieces.iter().filter(is).count()
        };
        let most = Side::BOTH.into_iter().map(of).max().unwrap_or(0);
        let written = root.get("kinds").and_then(Node::table);
        let written = written.and_then(|kinds| kinds.get(&kind.name)?.table()?.get("count"));
        let enters = placed.as_ref() == Some(&kind.name);
        match written {
            // A kind that is placed has no set that it comes from.
            None if enters => {}
            None => kind.count = u8::try_from(most).unwrap_or(u8::MAX),
            Some(node) if usize::from(kind.count) != most => {
                let message = format!(
                    "the start has {most} of `{}` on a side, not {}",
                    kind.name, kind.count
                );
                let wrong = Diagnostic::new("wrong-count", message).at(node.span.clone());
                sink.note(wrong.hint("leave `count` out to take it from the start"));
            }
            Some(_) => {}
        }
    }
}

fn kind(f: &mut Fields<'_, '_>, names: &Names, name: &Located<&str>) -> KindSpec {
    let letter = f
        .doc("Its letter in texts, upper case; the second side's is the lower case one unless a list gives both")
        .required()
        .opt_strs("letter");
    let also = f
        .doc("Letters that are read as it too, upper case, such as those of other notations")
        .opt_strs("also");
    let count = f
        .doc("How many of it each side has; without the key, as many as the start shows where it is dealt from there, and no number of a kind that is placed")
        .opt_int("count", 0..=180);
    let rank = f
        .doc("Its rank or value, for scripts, scores and the machine's play")
        .opt_int("rank", -1_000_000..=1_000_000);
    let native = native(f);
    let glyph = f
        .doc("Its glyph, or the glyphs of the two sides")
        .opt_strs("glyph");
    let moves = moves(f, names);
    let clause = clause(f);
    let (letter, second) = letters(f, letter);
    let also = also.map(|list| owned(Some(list))).unwrap_or_default();
    if also.iter().any(|text| text.chars().count() != 1) {
        f.refuse("also", "bad-letter", "a letter is one character");
    }
    let glyphs = glyph.map(|g| owned(Some(g))).unwrap_or_default();
    let glyph = match glyphs.as_slice() {
        [] => Default::default(),
        [one] => [one.clone(), one.clone()],
        [first, second] => [first.clone(), second.clone()],
        _ => {
            f.refuse(
                "glyph",
                "bad-glyph",
                "a kind has one glyph, or one for each side",
            );
            Default::default()
        }
    };
    KindSpec {
        name: name.value.to_owned(),
        letter,
        second,
        also: also.iter().filter_map(|text| text.chars().next()).collect(),
        native,
        glyph,
        count: count.unwrap_or(0) as u8,
        rank: rank.unwrap_or(0) as i32,
        moves,
        clause,
    }
}

/// The first side's letter, and the second side's where it is given.
fn letters(f: &mut Fields<'_, '_>, texts: Option<Vec<Located<&str>>>) -> (char, Option<char>) {
    let Some(texts) = texts else {
        return ('?', None);
    };
    let mut letters = texts.iter().map(|text| {
        let mut chars = text.value.chars();
        chars.next().filter(|_| chars.next().is_none())
    });
    match (letters.next(), letters.next(), letters.next()) {
        (Some(Some(first)), None, _) => (first, None),
        (Some(Some(first)), Some(Some(second)), None) => (first, Some(second)),
        _ => {
            let message = "a letter is one character; a list has one for each side";
            f.refuse("letter", "bad-letter", message);
            ('A', None)
        }
    }
}

/// Names by language, the same for both sides or one for each.
fn native(f: &mut Fields<'_, '_>) -> [BTreeMap<String, String>; 2] {
    const EXPECTS: &str = "a name, or a list with one for each side";
    let entries = f
        .doc("Its names by language, each one name or a list with one for each side")
        .map("native", "a table of names by language");
    let mut names = [BTreeMap::new(), BTreeMap::new()];
    for entry in entries {
        let pair = match &entry.node.value {
            Value::Str(name) => Some([name.as_str(); 2]),
            Value::Array(items) => match items.iter().map(Node::str).collect::<Vec<_>>()[..] {
                [Some(first), Some(second)] => Some([first, second]),
                _ => None,
            },
            _ => None,
        };
        let Some(pair) = pair else {
            f.sink().note(wrong_type(&entry.node, EXPECTS));
            continue;
        };
        for (names, name) in names.iter_mut().zip(pair) {
            names.insert(entry.key.clone(), name.to_owned());
        }
    }
    names
}

fn moves(f: &mut Fields<'_, '_>, names: &Names) -> Vec<MoveSpec> {
    const EXPECTS: &str = "Betza notation, or a list of notations and tables";
    let node = f
        .doc("How it moves, in Betza notation; a list joins several ways")
        .opt_node("moves", EXPECTS);
    if let Some(mut example) = f.example("moves[]".to_owned()) {
        let _ = one_move(&mut example, names);
    }
    let Some(node) = node else { return Vec::new() };
    let single = |node: &Node| match &node.value {
        Value::Str(text) => {
            check_betza(f, text, &node.span);
            Some(MoveSpec {
                betza: text.clone(),
                ..MoveSpec::default()
            })
        }
        _ => None,
    };
    match &node.value {
        Value::Array(items) => {
            let items = items.iter().enumerate().filter_map(|(i, item)| {
                single(item).or_else(|| {
                    let mut table = f.enter(&format!("moves[{i}]"), "moves[]", item)?;
                    let one = one_move(&mut table, names);
                    table.finish();
                    Some(one)
                })
            });
            items.collect()
        }
        Value::Str(_) => single(node).into_iter().collect(),
        _ => {
            f.sink().note(wrong_type(node, EXPECTS));
            Vec::new()
        }
    }
}

fn one_move(f: &mut Fields<'_, '_>, names: &Names) -> MoveSpec {
    let betza = f.doc("The movement in Betza notation").opt_str("betza");
    let walk = f
        .doc("Instead: a walk over empty sites along edges of this class, or `any`")
        .opt_str("walk");
    let straight = f
        .doc("Whether the walk keeps its direction")
        .opt_bool("straight");
    let limit = f
        .doc("The most steps of the walk; without the key there is no limit")
        .opt_int_or_off("limit", 1..=255);
    let manner = f
        .doc("The manner, when it is not the ordinary one")
        .opt_str("manner");
    let from = f.doc("Only from this region").opt_str("from");
    let to = f.doc("Only onto this region").opt_str("to");
    let victims = f.doc("Captures these kinds alone").opt_strs("victims");
    let initial = f
        .doc("Where a piece must stand for `i` atoms")
        .opt_str("initial");
    let not_adjacent = f
        .doc("Whether it may not end on an adjacent site")
        .opt_bool("not_adjacent");
    let just_arrived = f
        .doc("Whether `i` atoms are allowed only on the turn after the piece arrived there, or before it has moved while it is hidden")
        .opt_bool("just_arrived");
    let clause = clause(f);
    if !f.describing() {
        if f.has("betza") == f.has("walk") {
            let wrong =
                Diagnostic::new("bad-move", "a way of moving gives either `betza` or `walk`");
            f.sink().note(wrong.at(f.span().clone()));
        }
        for key in ["straight", "limit"] {
            if f.has(key) && !f.has("walk") {
                f.refuse(key, "misplaced-key", format!("`{key}` belongs to a walk"));
            }
        }
    }
    if let Some(text) = &betza {
        check_betza(f, text.value, &text.span);
    }
    let walk = walk.map(|class| WalkSpec {
        class: if class.value == "any" {
            String::new()
        } else {
            names.class(f, class)
        },
        straight: straight.unwrap_or(false),
        limit: limit.unwrap_or(0) as u8,
    });
    MoveSpec {
        betza: betza.map_or(String::new(), |b| b.value.to_owned()),
        walk,
        manner: names.manner(f, manner).unwrap_or_default(),
        from: names.region(f, from),
        to: names.region(f, to),
        victims: names.kinds(f, victims),
        initial: names.region(f, initial),
        not_adjacent: not_adjacent.unwrap_or(false),
        just_arrived: just_arrived.unwrap_or(false),
        clause,
    }
}

/// Notes a movement that cannot be read, at the characters that are at fault.
fn check_betza(f: &Fields<'_, '_>, text: &str, span: &Span) {
    let Err(error) = betza::parse(text) else {
        return;
    };
    let written = span.source.text.get(span.range.clone()).unwrap_or_default();
    let range = match written.find(text) {
        Some(at) if !text.is_empty() => {
            let start = span.range.start + at;
            start + error.range.start..start + error.range.end
        }
        _ => span.range.clone(),
    };
    let mut wrong =
        Diagnostic::new("bad-movement", error.message.clone()).at(Span::new(&span.source, range));
    if let Some(meant) = meant_movement(text, error.range.start) {
        wrong = wrong.hint(format!("did you mean `{meant}`?"));
    } else if !error.expected.is_empty() {
        wrong = wrong.hint(format!("expected {}", error.expected.join(", ")));
    }
    f.sink().note(wrong);
}

/// A movement that may have been meant by a text that is none: a piece's name, or letters in the other case.
fn meant_movement(text: &str, at: usize) -> Option<String> {
    const NAMES: [(&str, &str); 8] = [
        ("king", "K"),
        ("queen", "Q"),
        ("rook", "R"),
        ("bishop", "B"),
        ("knight", "N"),
        ("wazir", "W"),
        ("ferz", "F"),
        ("pawn", "mfWcfF"),
    ];
    let named = NAMES
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(text));
    if let Some((_, movement)) = named {
        return Some((*movement).to_owned());
    }
    // What other dialects have a meaning for was hardly a slip.
    let fault = text.get(at..).and_then(|rest| rest.chars().next());
    if fault.is_some_and(|c| betza::unsupported(c).is_some()) {
        return None;
    }
    let upper = |from: usize, to: usize| {
        let (before, rest) = (text.get(..from)?, text.get(from..to)?);
        Some(format!(
            "{before}{}{}",
            rest.to_ascii_uppercase(),
            text.get(to..)?
        ))
    };
    // The letter at fault, the one before it, where a letter of an atom was awaited, or all of them.
    let tries = [
        upper(at, at + 1),
        at.checked_sub(1).and_then(|before| upper(before, at)),
        upper(0, text.len()),
    ];
    let mut fitting = tries.into_iter().flatten().filter(|t| t != text);
    fitting.find(|t| betza::parse(t).is_ok())
}

pub(super) fn specials(root: &mut Fields<'_, '_>) -> Vec<SpecialSpec> {
    let found = root
        .doc("The variant's own actions, which its script offers and carries out")
        .map_tables("specials");
    found
        .into_iter()
        .map(|(name, mut f)| {
            check_name(&f, "special action", name.value, &name.span);
            let in_check = f
                .doc("Whether it may be done in check")
                .opt_bool("in_check");
            let progress = f
                .doc("Whether it is progress for the quiet limit")
                .opt_bool("progress");
            let clause = clause(&mut f);
            f.finish();
            SpecialSpec {
                name: name.value.to_owned(),
                clause,
                in_check: in_check.unwrap_or(false),
                progress: progress.unwrap_or(false),
            }
        })
        .collect()
}

pub(super) fn variables(root: &mut Fields<'_, '_>) -> Vec<(String, i32)> {
    let table = root
        .doc("Numbers that the script keeps in the position; at most 8")
        .opt_table("variables");
    let Some(mut f) = table else {
        return Vec::new();
    };
    let found = f
        .doc("The number at the start")
        .every_int("NAME", i64::from(i32::MIN)..=i64::from(i32::MAX));
    for (name, _) in &found {
        check_name(&f, "variable", name, &f.span_of(name));
    }
    if found.len() > masque_core::position::MAX_VARIABLES {
        let wrong = Diagnostic::new("too-many-variables", "a script keeps at most 8 numbers");
        f.sink().note(wrong.at(f.span().clone()));
    }
    f.finish();
    found
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value as i32))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_movement_that_is_none_is_guessed_at() {
        for (text, meant) in [
            ("rook", Some("R")),
            ("Pawn", Some("mfWcfF")),
            ("r", Some("R")),
            ("fw", Some("fW")),
            ("Wf", Some("WF")),
            ("w2", Some("W2")),
            ("!", None),
            ("", None),
            ("é", None),
        ] {
            let error = betza::parse(text).expect_err("no movement");
            let guess = meant_movement(text, error.range.start);
            assert_eq!(guess.as_deref(), meant, "{text}");
            assert!(guess.is_none_or(|guess| betza::parse(&guess).is_ok()));
        }
    }
}
