//! What the program does when all is well.

use std::path::Path;

use serde_json::Value;

use crate::support::{Said, masque, masque_in, variant};

#[track_caller]
fn json(said: &Said) -> Value {
    assert_eq!(said.code, 0, "{}", said.err);
    serde_json::from_str(&said.out).expect("JSON")
}

#[test]
fn every_shipped_variant_is_listed_and_shown() {
    let list = json(&masque(&["list", "--json"]));
    let list = list.as_array().expect("a list");
    assert!(list.iter().any(|v| v["id"] == "chess"));
    for variant in list {
        let id = variant["id"].as_str().expect("an id");
        let shown = json(&masque(&["show", id, "--json"]));
        assert_eq!(shown["id"], *id);
        let text = masque(&["show", id, "--ascii"]);
        assert_eq!(text.code, 0, "{}", text.err);
        assert!(
            text.out
                .starts_with(shown["title"]["en"].as_str().expect("a title"))
        );
    }
}

#[test]
fn perft_counts() {
    let said = masque(&["perft", "chess", "--depth", "3"]);
    assert!(said.out.starts_with("perft 3 = 8902 "), "{}", said.out);
    let divided = json(&masque(&[
        "perft", "chess", "-d", "2", "--divide", "--json",
    ]));
    assert_eq!(divided["nodes"], 400);
    assert_eq!(divided["divide"]["e2e4"], 20);
    assert_eq!(divided["divide"].as_object().map(|d| d.len()), Some(20));
}

#[test]
fn playouts_are_the_same_for_a_seed() {
    let run = || {
        let mut value = json(&masque(&[
            "playouts", "xiangqi", "-n", "5", "--seed", "9", "--json",
        ]));
        for measured in ["seconds", "per_second"] {
            value[measured] = Value::Null;
        }
        value
    };
    let first = run();
    assert_eq!(first["playouts"], 5);
    assert_eq!(first, run());
}

#[test]
fn a_new_variant_passes_at_once() {
    let root = tempfile::tempdir().expect("a temporary directory");
    for (name, parent, script) in [
        ("one", "chess", false),
        ("three", "junqi-setup", false),
        ("two", "capture-go", true),
    ] {
        let mut args = vec!["new", name, "--from", parent];
        args.extend(script.then_some("--script"));
        let made = masque_in(root.path(), &args, "");
        assert_eq!(made.code, 0, "{name}: {}", made.err);
        let folder = format!("./{name}");
        for command in ["check", "test"] {
            let said = masque_in(root.path(), &[command, &folder], "");
            assert_eq!(said.code, 0, "{name}: {command}: {}{}", said.out, said.err);
        }
    }
    // A child of a child finds its parent beside itself.
    let made = masque_in(root.path(), &["new", "five", "--from", "./one"], "");
    assert_eq!(made.code, 0, "{}", made.err);
    let said = masque_in(root.path(), &["check", "five"], "");
    assert_eq!(said.code, 0, "{}", said.err);
}

#[test]
fn new_does_not_write_over_anything() {
    let root = tempfile::tempdir().expect("a temporary directory");
    let args = ["new", "mine", "--from", "chess"];
    assert_eq!(masque_in(root.path(), &args, "").code, 0);
    masque_in(root.path(), &args, "").refuses("", "exists");
    masque_in(root.path(), &["new", "No Name", "--from", "chess"], "").refuses("", "bad-id");
    masque_in(root.path(), &["new", "go", "--from", "chess"], "").refuses("", "taken");
    masque_in(root.path(), &["new", "sub/deep", "--from", "./mine"], "")
        .refuses("", "parent-out-of-reach");
}

#[test]
fn render_shows_only_what_an_observer_may_see() {
    let position = "r~(N)3k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    for observer in ["public", "white", "black"] {
        let said = masque(&[
            "render",
            "hidden-chess",
            position,
            "--as",
            observer,
            "--json",
        ]);
        let value = json(&said);
        assert!(
            !said.out.contains("(N)") && !said.out.contains("(n)"),
            "{}",
            said.out
        );
        assert_eq!(value["variant"], "hidden-chess");
    }
}

#[test]
fn the_book_can_be_read_without_its_cases() {
    let whole = masque(&["book", "chess"]);
    assert!(whole.out.contains("```case"));
    let prose = masque(&["book", "chess", "--prose"]);
    assert!(!prose.out.contains("```case") && prose.out.contains("# Chess"));
    let clauses = masque(&["book", "chess", "--clauses"]);
    assert!(clauses.out.lines().any(|line| line.starts_with("castling")));
}

#[test]
fn help_has_examples() {
    let top = masque(&["--help"]);
    assert_eq!(top.code, 0);
    for command in [
        "list", "show", "new", "play", "replay", "explain", "render", "book", "check", "test",
        "perft", "playouts", "engine",
    ] {
        assert!(top.out.contains(&format!("\n  {command} ")), "{command}");
        let help = masque(&[command, "--help"]);
        assert_eq!(help.code, 0);
        assert!(help.out.contains("Examples:\n"), "{command}: {}", help.out);
    }
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_is_no_fault() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};
    let program = assert_cmd::cargo::cargo_bin!("masque");
    let mut child = Command::new(program)
        .args(["book", "chess"])
        .current_dir(Path::new("."))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let mut said = String::new();
    let mut err = child.stderr.take().expect("standard error");
    err.read_to_string(&mut said).expect("UTF-8");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert_eq!(said, "");
}

/// A rulebook of chess in which one number is wrong.
fn wrong_book(ends: &str) -> crate::support::Place {
    let book = "# Mine\n\nExtends: chess\n\n### Twenty {#alternate-turns}\n\n```case\ncase twenty\ncount 21  # at first\nillegal e2e5\n```\n";
    let toml = "extends = \"chess\"\ntitle = \"Mine\"\n";
    let book = book.replace('\n', ends);
    variant("mine", &[("variant.toml", toml), ("RULES.md", &book)])
}

#[test]
fn an_update_is_shown_and_written_only_when_that_is_wanted() {
    for ends in ["\n", "\r\n"] {
        let place = wrong_book(ends);
        let file = place.folder.join("RULES.md");
        let before = std::fs::read_to_string(&file).expect("a file");
        let clause = ["--clause", "alternate-turns"];
        let shown = masque(&[&["test", place.arg(), "--update"], &clause[..]].concat());
        assert_eq!(shown.code, 1, "{}", shown.err);
        let diff = "-count 21  # at first\n+count 20  # at first\n";
        assert!(shown.out.contains(diff), "{}", shown.out);
        assert!(shown.err.contains("--yes"), "{}", shown.err);
        assert_eq!(std::fs::read_to_string(&file).expect("a file"), before);
        let written = masque(&[&["test", place.arg(), "--update", "--yes"], &clause[..]].concat());
        assert_eq!(written.code, 0, "{}{}", written.out, written.err);
        assert_eq!(
            std::fs::read_to_string(&file).expect("a file"),
            before.replace("count 21", "count 20")
        );
        let done = masque(&[&["test", place.arg(), "--update", "--yes"], &clause[..]].concat());
        assert_eq!((done.code, done.out.as_str()), (0, ""));
    }
    masque(&["test", "chess", "--update"]).refuses("", "not-on-disk");
    assert_eq!(masque(&["test", "chess", "--yes"]).code, 2);
}

#[test]
fn what_came_of_the_cases_has_several_forms() {
    let place = wrong_book("\n");
    let test = |more: &[&str]| {
        let args = ["test", place.arg(), "--clause", "alternate-turns"];
        masque(&[&args, more].concat())
    };
    let json = test(&["--json"]);
    assert_eq!(json.code, 1);
    assert_eq!(json.out, test(&["--format", "json"]).out);
    assert!(
        test(&["--format", "tap"])
            .out
            .contains("\nnot ok 1 - mine alternate-turns: twenty\n")
    );
    assert!(
        test(&["--format", "junit"])
            .out
            .contains("classname=\"mine.alternate-turns\"")
    );
    let least = test(&["--minimise"]);
    assert_eq!(least.code, 1);
    let list = test(&["--list"]);
    assert_eq!(
        (list.code, list.out.as_str()),
        (0, "mine alternate-turns: twenty (mine/RULES.md:8)\n")
    );
    test(&["--list", "--format", "tap"]).refuses("", "bad-usage");
    assert_eq!(test(&["--list", "--dump"]).code, 2);
    let dump: serde_json::Value = serde_json::from_str(&test(&["--dump"]).out).expect("JSON");
    assert_eq!(dump["cases"][0]["steps"][0]["number"], 21);
    let index = test(&["--index"]);
    for line in [
        "case twenty (mine/RULES.md:8)",
        "named by key `clauses.turn` (chess/variant.toml:",
    ] {
        assert!(index.out.contains(line), "{}", index.out);
    }
    let index: serde_json::Value =
        serde_json::from_str(&test(&["--index", "--json"]).out).expect("JSON");
    assert_eq!(index[0]["clauses"][0]["clause"], "alternate-turns");
    assert_eq!(index[0]["clauses"][0]["cases"][0]["line"], 8);
}
