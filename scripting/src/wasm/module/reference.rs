//! The part of `docs/scripts.md` on modules.

use std::fmt::Write;

use wasmtime::ValType;

use super::super::memory::Layout;
use super::signature::{self, OWN, export_type, import_type, imports};
use super::{MAX_FUEL, MAX_MEMORY, MAX_TABLE, MAX_TABLE_FUEL, PICTURE};
use crate::rhai::api::{Function, HOOKS};
use crate::rhai::limits::MAX_STEPS;

/// A whole module, and the variant that it belongs to.
const EXAMPLE: &str = include_str!("fog.wat");
const EXAMPLE_FILE: &str = include_str!("fog.toml");
const EXAMPLE_BOOK: &str = include_str!("fog.md");

/// Types as in the text form; a set stands for its words.
fn written((params, results): &(Vec<ValType>, Vec<ValType>), set: bool) -> String {
    let list = |types: &[ValType]| {
        let names: Vec<String> = types.iter().map(ToString::to_string).collect();
        names.join(", ")
    };
    let (mut params, mut results) = (list(params), list(results));
    if set {
        // Compared at two widths, so that words of sets can be told from ints.
        params = params.replace("i64, i64", "set");
        results = results.replace("i64, i64", "set");
    }
    match results.is_empty() {
        true => format!("`({params})`"),
        false => format!("`({params}) -> {results}`"),
    }
}

/// The signature of an import, with `set` for a set.
fn import(name: &str) -> String {
    let [one, two] = [1, 2].map(|words| import_type(name, words).unwrap_or_default());
    let sets = (one.0.len(), one.1.len()) != (two.0.len(), two.1.len());
    written(&two, sets)
}

/// Where the parts of the picture are, on boards of so many words: name, address, and what it is.
fn parts(words: usize) -> Vec<(&'static str, u64, &'static str)> {
    let layout = Layout::new(words);
    vec![
        (
            "mover",
            layout.mover(),
            "i32: the mover's side, -1 while sides are undecided",
        ),
        (
            "opponent",
            layout.opponent(),
            "i32: the other side, likewise",
        ),
        (
            "by side",
            layout.by_side(),
            "two sets: pieces that show the first and the second side",
        ),
        ("occupied", layout.occupied(), "set"),
        ("hidden", layout.hidden(), "set: hidden pieces"),
        ("fog", layout.fog(), "set"),
        (
            "hazards",
            layout.hazards_seen(),
            "set: hazards that everybody sees",
        ),
        (
            "unmoved",
            layout.unmoved(),
            "set: castling sites that nothing has left or entered",
        ),
        ("turns", layout.turns(), "i64: completed turns"),
        ("quiet", layout.quiet(), "i64: turns without progress"),
        ("hazards left", layout.hazards_left(), "i64"),
        (
            "all found",
            layout.all_found(),
            "i64: 1 when every hazard is seen or gone",
        ),
        (
            "captures",
            layout.captures(),
            "two i64: pieces taken by each side",
        ),
        (
            "last to",
            layout.last_to(),
            "two i32: where each side acted last, -1 for nowhere",
        ),
        (
            "variables",
            layout.variables(),
            "eight i64, in the order of `[variables]`",
        ),
        (
            "looks",
            layout.cells(),
            "a byte for each site: 255 for an empty one, else the side (2 for none) times 32 and the kind that shows (31 for none)",
        ),
        (
            "numbers",
            layout.numbers(),
            "a byte for each site: the number that shows there",
        ),
    ]
}

/// The part of the page.
pub(crate) fn reference() -> String {
    let mut out = String::from("## Modules\n\n");
    let _ = write!(
        out,
        "In place of a script a variant may have a WebAssembly module: `script = \"rules.wasm\"`, or `rules.wat` in text form. Its exports are hooks, by their\n\
names, and its imports from `masque` are the functions above. A module stands for all scripts of the variants that it extends; no script changes it,\n\
only another module can take its place. `--backend interpreter` cannot run it, and `masque mutate` leaves its code as it is.\n\n\
This is a whole variant. Put three files into a folder `foggy`: `rules.wat`\n\n\
```wat\n{EXAMPLE}```\n\n\
`variant.toml`\n\n```toml\n{EXAMPLE_FILE}```\n\n\
and `RULES.md`\n\n````markdown\n{EXAMPLE_BOOK}````\n\n\
Then `masque check ./foggy`, `masque test ./foggy` and `masque play ./foggy` take it. This module needs a region `fog` and a variant of at most 64 sites: with more, a set is more than\n\
one number, and its imports have other types. Where the variant that is extended has a script which offers actions, as minesweeper-chess has (`[hooks] moves = \"pawn\"`),\n\
a module without `moves` says `moves = []` there, since nothing answers for it any more.\n\n\
**Values.** An int is an `i64`; a set as many `i64` as the board needs, one for up to 64 sites, two for up to 128, else six, the first site in the lowest bit of\n\
the first; anything else an `i32`. Sites are numbered in board order (`a1`, `b1`, ...), kinds, sides, manners, special actions in the order of the variant's file,\n\
all from 0; a piece is its side times 256 and its kind. What may be `()` is -1. A word is two `i32`: where its UTF-8 bytes are in the\n\
exported `memory`, and how many. Views and positions are not passed, as a hook has but one. So a module that deals in sets is for boards of one of the three sizes.\n\n\
**Verdicts** are `TAKE` 0, `BOTH` 1, `LOST` 2, `STAY` 3, `REFUSE` 4. `ended` gives -1 while the game goes on, the number of the side that has won, or 2 for a draw.\n\
`because` names the clause of what is given, and must when a game ends. `refuse` does not return.\n\n\
**Clauses** of a hook are stated in the variant's file, as `[hooks] landed_clause = \"landing-lifts-fog\"` or a list. A hook may name those and no others.\n\n\
**Calls.** Each call runs in an instance of its own: no memory and no global survives it. Making one takes most of a short call (docs/speed.md). It may call the host {MAX_STEPS} times, has {MAX_FUEL} units of fuel\n\
(one for an instruction, one for each byte of a bulk operation; {MAX_TABLE_FUEL} for a whole table), {} MiB of memory and tables of {MAX_TABLE} entries. What a hook does beyond\n\
that, a trap, and a number that stands for nothing leave the game as it was, with an error that names the file and the export. The same call gives the same on every\n\
machine; there is nothing else to import.\n\n\
**The picture.** A module that exports an `i32` global `{PICTURE}` has what all may know drawn into its memory there, before each call and after each effect, so that\n\
it need not ask. Numbers are little-endian.\n\n\
| part | at, for 1, 2 and 6 words | what |\n|---|---|---|\n",
        MAX_MEMORY >> 20
    );
    let [one, two, six] = [1, 2, 6].map(parts);
    for ((a, b), c) in one.iter().zip(&two).zip(&six) {
        let _ = writeln!(out, "| {} | {}, {}, {} | {} |", a.0, a.1, b.1, c.1, a.2);
    }
    let size = |words| Layout::new(words).fixed();
    let _ = write!(
        out,
        "\nThe whole takes {}, {} and {} bytes.\n\n\
**Exports.**\n\n| hook | type |\n|---|---|\n",
        size(1),
        size(2),
        size(6)
    );
    for hook in HOOKS {
        let types =
            (hook.least..=hook.params.len()).map(|n| written(&export_type(hook, n, 1), false));
        let types: Vec<String> = types.collect();
        let _ = writeln!(out, "| `{}` | {} |", hook.name, types.join(" or "));
    }
    out.push_str("\nOther functions may be exported under names that begin with `_`.\n\n**Imports.**\n\n| function | type | |\n|---|---|---|\n");
    for name in imports() {
        let own = OWN.iter().find(|f| f.0 == name).map(|f| f.3.to_owned());
        let what = own.unwrap_or_else(|| {
            let of = |f: &&Function| signature::name(f.name, f.params.len()) == name;
            let doc = signature::shared().find(of);
            doc.map_or(String::new(), |f| f.doc.to_owned())
        });
        let _ = writeln!(out, "| `{name}` | {} | {what} |", import(name));
    }
    out
}
