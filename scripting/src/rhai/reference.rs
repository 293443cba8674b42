//! The reference of the script API, made from its table.

use std::fmt::Write;

use super::api::{FUNCTIONS, Function, HOOKS, Sort, Type};
use super::limits::{MAX_BYTES, MAX_CALLS, MAX_FUNCTIONS, MAX_NESTING, MAX_STEPS};

/// The page `docs/scripts.md`.
#[must_use]
pub fn reference() -> String {
    let mut out = String::from(
        "# Scripts\n\n\
<!-- Made from scripting/src/rhai/api.rs by the tests; rewrite it with MASQUE_WRITE_DOCS=1. -->\n\n\
A variant's `script` says in [Rhai](https://rhai.rs) what its data cannot. It consists of functions: *hooks*, which the rules call, and\n\
helpers, which hooks call. A child variant's script overrides functions of its ancestors by name and number of parameters.\n\n\
The comment before a function links it to the rulebook: `/// clause: rank-order, soldier-takes-general`.\n\n\
Functions that several variants share stand in a *module*, a script like any other, without hooks. `import \"liberties\" as lib;` at the top of a\n\
script takes `liberties.rhai` of the same folder or the nearest that it extends, `import \"go/liberties\" as lib;` that of another variant, and\n\
`lib::f(x)` calls its function `f`. No other script has a function of the same name and number of parameters.\n\n\
## Hooks\n\n",
    );
    out.push_str("A hook has its name and its number of parameters; how the parameters are called is free.\n\n");
    for hook in HOOKS {
        let sort = match hook.sort {
            Sort::Table => "table",
            Sort::Generator => "generator",
            Sort::Event => "event",
            Sort::Verdict => "verdict",
        };
        let params: Vec<String> = hook
            .params
            .iter()
            .map(|(n, t)| format!("`{n}`: {t}"))
            .collect();
        let _ = writeln!(
            out,
            "### {}\n\n{sort} hook; {}; gives {}.\n\n{}\n\n```rhai\n{}\n```\n",
            hook.signature(),
            params.join(", "),
            hook.result,
            hook.doc,
            hook.example
        );
    }
    out.push_str(
        "The four sorts:\n\n\
- a **table** hook is evaluated for every argument when the variant is loaded, and never again. It gives `TAKE` (the defender is removed and the\n  \
attacker takes its site), `BOTH` (both are removed), `LOST` (the attacker is removed), `STAY` (both stay, the turn is over) or `REFUSE` (not\n  \
allowed); or the same word in lower case, as an option may hold it; or it calls `refuse`.\n\
- a **generator** hook adds actions. It sees what the mover may know, and nothing else: not even a copy of the truth exists where it runs.\n\
- an **event** hook is called after something happened and may change the position. `refuse(\"clause\")` rolls the whole action back.\n\
- a **verdict** hook is asked and changes nothing.\n\n\
## Words\n\n\
| word | is |\n|---|---|\n\
| `SOLDIER` | a kind, by its name in upper case with `_` for other signs |\n\
| `RED` | a side |\n\
| `JUMP` | a manner of moving |\n\
| `SAPPER` | a special action |\n\
| `TAKE` | a verdict |\n\
| `OPTION.name` | an option's value: a bool, an int, a word such as `\"jump\"` (`\"off\"` for a number switched off), or a list: `\"king\" in OPTION.royal` |\n\n\
A name that two of these share stands for neither.\n\n\
## Types\n\n\
bool, int, word, site, set (of sites), kind, side, piece (with `.side` and `.kind`), manner, special, verdict, ending, view, pos. `==` and `!=`\n\
compare two values of one type, or a value with `()`: `view.kind(at) == ()` asks whether there is none. Sets combine with\n\
`|` (either), `&` (both), `-` (without), `^` (one of the two); `+` and `-` also take a single site. `at in set` asks, `for at in set { }` walks in board\n\
order. Numbers have no fractions and never overflow silently. A list is written out, of ints, words or kinds: `for k in [SOLDIER, GENERAL] { }`.\n\n\
`check` finds the type of every expression. A variable keeps its type, or is `()` at times; a function may be called with values of other types\n\
elsewhere. What may be `()` and is used as if it were not stops the hook; `x ?? y` is `y` where `x` is `()`. Scripts run as compiled code, and\n\
`--backend interpreter` runs them as they stand, with the same results, messages and steps. A hook that cannot be compiled, as it uses lists that\n\
change or parts of Rhai beyond this page, may be named in `[hooks] interpreted`.\n\n",
    );
    section(&mut out, "Functions of the rules", |f| {
        f.on.is_empty() && !f.needs_board()
    });
    section(&mut out, "Verdicts", |f| f.on == [Type::Verdict]);
    section(&mut out, "The board", |f| {
        f.on.is_empty() && f.needs_board()
    });
    section(&mut out, "Sets", |f| f.on == [Type::Set]);
    section(&mut out, "Reading a view or a position", |f| {
        f.on.len() == 2
    });
    out.push_str(
        "Of a view this is what the mover may know; of a position, what everybody may. `on both` the mover is the seat whose action it is.\n\n",
    );
    section(&mut out, "A view: castling and adding actions", |f| {
        f.on == [Type::View]
    });
    section(&mut out, "A position: effects", |f| f.on == [Type::Pos]);
    let _ = write!(
        out,
        "Effects are told to everybody.\n\n\
## Limits\n\n\
A hook call may take {MAX_STEPS} *steps*: entries of functions, turns of loops, and calls of the functions above (operators are free). At most\n\
{MAX_CALLS} functions may be inside one another, blocks and expressions may be nested {MAX_NESTING} deep, and the scripts of a variant and its\n\
ancestors have at most {MAX_BYTES} bytes and {MAX_FUNCTIONS} functions each. A hook that fails or runs past a limit leaves the game as it was, with an error\n\
that names the hook and the place; it is never an outcome.\n\n\
No state of a script survives a call. There are no output, no clock, no random numbers, no functions as values, no `try`, no fractions.\n",
    );
    out.push('\n');
    out.push_str(&crate::wasm::module::reference());
    out
}

impl Function {
    /// Whether it deals in sites, and so exists only where there is a board.
    pub(super) fn needs_board(&self) -> bool {
        let board = |t: &Type| matches!(t, Type::Site | Type::Set);
        board(&self.result) || self.params.iter().any(|p| board(&p.1))
    }
}

fn section(out: &mut String, title: &str, wanted: impl Fn(&Function) -> bool) {
    let _ = writeln!(out, "## {title}\n\n| function | gives | |\n|---|---|---|");
    for function in FUNCTIONS.iter().filter(|f| wanted(f)) {
        let params: Vec<String> = function
            .params
            .iter()
            .map(|(n, t)| format!("{n}: {t}"))
            .collect();
        let _ = writeln!(
            out,
            "| `{}({})` | {} | {} For example `{}`. |",
            function.name,
            params.join(", "),
            function.result,
            function.doc,
            function.example
        );
    }
    out.push('\n');
}
