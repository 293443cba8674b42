//! `masque new`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use masque_core::action::Action;
use masque_core::piece::Observer;
use masque_core::random::Seed;
use masque_scripting::diag::Diagnostic;
use masque_scripting::document::Document;
use masque_scripting::folder::{Library, RULEBOOK_FILE, VARIANT_FILE, is_id};

use crate::args::NewArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure, Ran};
use crate::variant::{Found, find};

const SCRIPT_FILE: &str = "rules.rhai";

/// Makes a folder for a child of a variant.
pub(crate) fn run(args: &NewArgs, _console: &Console) -> Ran {
    let parent = find(&args.from)?;
    let document = parent.document()?;
    let id = id_of(&args.dir)?;
    if args.dir.exists() && fs::read_dir(&args.dir).map_or(true, |mut d| d.next().is_some()) {
        let wrong = Diagnostic::new("exists", format!("{} exists already", args.dir.display()));
        return Err(wrong
            .hint("give the name of a folder that is not there yet")
            .into());
    }
    check_reach(&args.dir, &parent)?;
    if masque_variants::ids().contains(&id) {
        let wrong = Diagnostic::new("taken", format!("a shipped variant is called `{id}`"));
        return Err(wrong.hint("give the folder another name").into());
    }
    let files = [
        (VARIANT_FILE, variant_file(&id, &parent, &document)),
        (RULEBOOK_FILE, rulebook(&id, &parent, &document)?),
        (
            SCRIPT_FILE,
            script(&id, &parent, &first_side(&parent, &document)?),
        ),
    ];
    fs::create_dir_all(&args.dir)?;
    let mut out = io::stdout().lock();
    for (name, text) in files {
        if name == SCRIPT_FILE && !args.script {
            continue;
        }
        let text = if name == VARIANT_FILE && args.script {
            text.replace("# script = ", "script = ")
        } else {
            text
        };
        let path = args.dir.join(name);
        fs::write(&path, text)?;
        writeln!(out, "made {}", path.display())?;
    }
    let shown = shown(&args.dir);
    writeln!(
        out,
        "\nNext:\n  masque check {shown}\n  masque test {shown}\n  masque play {shown}"
    )?;
    Ok(Exit::Fine)
}

/// The folder as it is given to other commands: a path can be told from an id.
fn shown(dir: &Path) -> String {
    let text = dir.display().to_string();
    if dir.is_absolute() || text.starts_with('.') {
        text
    } else {
        format!("./{text}")
    }
}

fn id_of(dir: &Path) -> Result<String, Diagnostic> {
    let name = dir.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    if is_id(name) {
        return Ok(name.to_owned());
    }
    let wrong = Diagnostic::new("bad-id", format!("`{name}` cannot name a variant"));
    Err(wrong.hint(
        "the folder's name is the variant's id: lower-case letters, digits and single hyphens, such as my-game",
    ))
}

/// A child finds its parent among the shipped variants or beside itself.
fn check_reach(dir: &Path, parent: &Found) -> Result<(), Diagnostic> {
    let id = &parent.folder.id;
    if masque_variants::shelf().ids().contains(id) && parent.name == *id {
        return Ok(());
    }
    let beside = dir
        .parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let there = fs::canonicalize(beside.join(id)).ok();
    if there.is_some_and(|there| there.display().to_string() == parent.name) {
        return Ok(());
    }
    let wrong = Diagnostic::new(
        "parent-out-of-reach",
        format!("`{id}` would not be found from there"),
    );
    Err(wrong.hint(
        "a variant extends a shipped one or its neighbour: make the folder beside its parent",
    ))
}

fn title(id: &str) -> String {
    let text = id.replace('-', " ");
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

fn variant_file(id: &str, parent: &Found, document: &Document) -> String {
    let (parent, title) = (&parent.folder.id, title(id));
    // An example is worth most with an option that the parent really has.
    let example = document.options().all().iter().find_map(|option| {
        let other = option
            .kind
            .values()
            .into_iter()
            .find(|v| *v != option.default)?;
        let node = other.to_node(&option.span).canonical();
        Some((option.name.clone(), node))
    });
    let (option, value) = example.unwrap_or(("size".to_owned(), "9".to_owned()));
    format!(
        "\
# {title}: a child of {parent}. What is not said here is as {parent} has it.
# Every key is described in docs/keys.md; `masque check` says what is wrong with a file, and where.

extends = \"{parent}\"

# Rules that data cannot say; `masque new --script` makes the file.
# script = \"{SCRIPT_FILE}\"

[title]
replace = true
en      = \"{title}\"

# An option of the parent with another value from the start:
#
# [options.{option}]
# default = {value}

# An option of your own, and a part of the rules that depends on it. The clause is explained in RULES.md.
[options.short_game]
type    = \"bool\"
default = false
title   = {{ en = \"Short game\" }}
doc     = \"The game is drawn after 60 plies.\"
clause  = \"short-game\"

[[when]]
if             = {{ short_game = true }}
ply_limit      = {{ limit = 60, clause = \"short-game\" }}
end.short_game = {{ when = \"ply-limit\", then = \"draw\", clause = \"short-game\" }}
"
    )
}

fn rulebook(id: &str, parent: &Found, document: &Document) -> Result<String, Failure> {
    let loaded = parent.load(document, None, &[])?;
    let game = loaded.start(None, &Seed::from_u64(0))?;
    let legal = game
        .legal()
        .map_err(|e| Diagnostic::new("hook-failed", e.to_string()))?;
    let observer = Observer::Seat(game.turn());
    let write = |action: &Action| game.format_action(observer, *action);
    // Layouts differ from game to game, so only what is always so is asked.
    let (layouts, asked) = if loaded.engine.needs_layouts() {
        let layouts = "layout seat 0 random\nlayout seat 1 random\n";
        (layouts, String::new())
    } else {
        let first = legal.first().map(|a| format!("legal {}\n", write(a)));
        (
            "",
            format!("count {}\n{}", legal.len(), first.unwrap_or_default()),
        )
    };
    let extends = match parent.rulebook()? {
        Some(_) => format!("\nExtends: {}\n", parent.folder.id),
        None => String::new(),
    };
    let title = title(id);
    Ok(format!(
        "\
# {title}
{extends}
## What is different

### A short game is drawn after 60 plies {{#short-game}}
Sources: OWN-1.

Say here what a player must know, and show it below. `masque test` runs the cases; docs/cases.md describes their language.

```case
case a short game begins as ever
options short_game=true
{layouts}phase play
{asked}outcome none
```
"
    ))
}

/// The first side as scripts name it.
fn first_side(parent: &Found, document: &Document) -> Result<String, Failure> {
    let loaded = parent.load(document, None, &[])?;
    let name = &loaded.variant.spec().sides[0].name;
    Ok(name.to_uppercase().replace('-', "_"))
}

fn script(id: &str, parent: &Found, side: &str) -> String {
    format!(
        "\
// {}: what data cannot say. A function here stands for that of {} of the same name.
// docs/scripts.md describes the hooks and what they may ask and do. An example, which is asked after each turn:
//
// /// clause: short-game
// fn ended(pos) {{
//     if pos.captures({}) >= 5 {{ win({}, \"short-game\") }}
// }}
",
        title(id),
        parent.folder.id,
        side,
        side
    )
}
