//! Wrong input of every sort gives a located message that says what was expected, and exit code 2.

use std::path::Path;

use crate::support::{masque, masque_in, variant};

/// Checks a child of chess that adds `text`, and asks for a message at a line and column of its file.
#[track_caller]
fn child(text: &str, place: &str, code: &str) {
    let toml = format!("extends = \"chess\"\n{text}");
    let place_of = variant("child", &[("variant.toml", &toml)]);
    masque(&["check", place_of.arg()]).refuses(&format!("child/variant.toml:{place}"), code);
}

/// The same for a script.
#[track_caller]
fn script(text: &str, place: &str, code: &str) {
    let toml = "extends = \"chess\"\nscript = \"rules.rhai\"\n";
    let place_of = variant("child", &[("variant.toml", toml), ("rules.rhai", text)]);
    masque(&["check", place_of.arg()]).refuses(place, code);
}

#[test]
fn an_unknown_key() {
    child("[board]\nfils = 8\n", "3:1: ", "unknown-key");
}

#[test]
fn a_wrong_type() {
    child("[board]\nfiles = \"eight\"\n", "3:9: ", "wrong-type");
}

#[test]
fn an_unknown_piece() {
    child("[promotion]\ninto = [\"queeen\"]\n", "3:", "unknown-kind");
}

#[test]
fn two_pieces_with_one_letter() {
    child("[kinds.rook]\nletter = \"K\"\n", "3:10: ", "bad-rule");
}

#[test]
fn a_site_off_the_board() {
    child(
        "[board.regions]\nlast-rank = { first = \"a8-j8\" }\n",
        "3:13: ",
        "bad-rule",
    );
}

#[test]
fn an_extends_circle() {
    let place = variant("one", &[("variant.toml", "extends = \"two\"\n")]);
    let two = place.root.path().join("two");
    std::fs::create_dir(&two).expect("a folder");
    std::fs::write(two.join("variant.toml"), "extends = \"one\"\n").expect("a file");
    masque(&["check", place.arg()]).refuses("two/variant.toml:1:11: ", "extends-circle");
}

#[test]
fn a_script_with_a_syntax_error() {
    script(
        "fn ended(pos) {\n    let x = ;\n}\n",
        "child/rules.rhai:2:13: ",
        "script-syntax",
    );
}

#[test]
fn a_hook_with_the_wrong_number_of_parameters() {
    script(
        "fn landed(pos) {}\n",
        "child/rules.rhai:1:4: ",
        "wrong-parameters",
    );
}

#[test]
fn an_infinite_loop_in_a_hook() {
    script("fn landed(pos, at) { loop { } }\n", "", "hook-failed");
}

#[test]
fn a_folder_without_a_variant_file() {
    let place = variant("empty", &[]);
    masque(&["check", place.arg()]).refuses("", "no-variant");
}

#[test]
fn a_variant_that_does_not_exist() {
    let said = masque(&["show", "ches"]);
    said.refuses("", "unknown-variant");
    assert!(said.err.contains("did you mean `chess`?"), "{}", said.err);
}

#[test]
fn options_that_do_not_exist() {
    masque(&["show", "chess", "--option", "colour=red"]).refuses("", "unknown-option");
    masque(&["show", "chess", "--option", "quiet_draw=many"]).refuses("", "bad-option-value");
    masque(&["show", "chess", "--preset", "blitz"]).refuses("", "unknown-preset");
}

#[test]
fn a_position_with_nine_files_in_eight() {
    let rows = "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for command in [
        &["perft", "chess", "--depth", "1", "--position", rows][..],
        &["playouts", "chess", "-n", "1", "--position", rows],
        &["render", "chess", rows],
        &["explain", "chess", rows, "e2e4"],
    ] {
        let said = masque(command);
        said.refuses("position:1:10: ", "bad-position");
        assert!(
            said.err.contains("8 sites, and 9 are given"),
            "{}",
            said.err
        );
    }
}

#[test]
fn a_position_in_a_phase_that_the_rules_do_not_have() {
    let end = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for phase in ["shoot=e1", "chain=e1"] {
        let text = format!("{end} {phase}");
        let said = masque(&["perft", "chess", "--depth", "1", "--position", &text]);
        said.refuses("the rules know no phase", "bad-position");
    }
    let board = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 white shoot=d1 chain=g1";
    let said = masque(&["perft", "amazons", "--depth", "1", "--position", board]);
    said.refuses("position:1:60: ", "bad-position");
}

#[test]
fn rules_that_leave_a_seat_without_an_action() {
    // Nothing ends a game on a full board, and nobody may resign.
    let toml = "extends = \"tic-tac-toe\"\nend.row.enabled = false\n\
                end.full.enabled = false\nacts.resign = false\n";
    let place = variant("stuck", &[("variant.toml", toml)]);
    let players = ["--seat", "0=random", "--seat", "1=greedy"];
    let args = [&["play", place.arg(), "--plain"][..], &players].concat();
    let said = masque_in(place.root.path(), &args, "");
    assert!(said.out.contains("there is no action"), "{said:?}");
    assert!(said.out.len() < 10_000, "it goes on and on");
}

#[test]
fn no_turns_are_made_in_one_way() {
    for divide in [&[][..], &["--divide"]] {
        let args = [&["perft", "tic-tac-toe", "-d", "0"][..], divide].concat();
        assert!(masque(&args).out.contains("perft 0 = 1"));
    }
}

#[test]
fn an_action_that_is_none() {
    masque(&["explain", "chess", "start", "e2e9"]).refuses("action:1:", "bad-action");
    let illegal = masque(&["explain", "chess", "start", "e2e5"]);
    assert_eq!(illegal.code, 0);
    assert!(illegal.out.contains("pawn"), "{}", illegal.out);
}

#[test]
fn a_record_cut_short() {
    let place = variant("games", &[("half.masque", "masque record 1\nvariant che")]);
    let said = masque_in(&place.folder, &["replay", "half.masque"], "");
    said.refuses("half.masque:2:1: ", "truncated-record");
    masque_in(&place.folder, &["replay", "none.masque"], "").refuses("", "no-record");
}

#[test]
fn a_protocol_line_that_is_no_json() {
    let said = masque_in(std::path::Path::new("."), &["engine"], "legal e2e4\n");
    assert_eq!(said.code, 0);
    assert!(said.out.contains(r#""code":"not-json""#), "{}", said.out);
}

#[test]
fn bad_usage() {
    for args in [
        &["perft", "chess"][..],
        &["perft", "chess", "--depth", "deep"],
        &["show", "chess", "--option", "size"],
        &["plya", "chess"],
        &[],
    ] {
        let said = masque(args);
        assert_eq!(said.code, 2, "{args:?}: {}", said.err);
    }
}

#[test]
fn a_rulebook_that_is_wrong() {
    let text =
        "# Child\n\nExtends: chess\n\n### A rule {#a-rule}\n\n```case\ncase one\nleagl e2e4\n```\n";
    let place = variant(
        "child",
        &[
            ("variant.toml", "extends = \"chess\"\n"),
            ("RULES.md", text),
        ],
    );
    masque(&["test", place.arg()]).refuses("child/RULES.md:9:1: ", "unknown-step");
    masque(&["check", place.arg()]).refuses("child/RULES.md:9:1: ", "unknown-step");
}

/// Whatever is read whole or written must be a file: what is none is told at once, and not waited for.
#[cfg(unix)]
#[test]
fn what_is_no_file() {
    let home = tempfile::tempdir().expect("a folder");
    let made = std::process::Command::new("mkfifo")
        .arg(home.path().join("pipe"))
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    std::fs::create_dir(home.path().join("folder")).expect("a folder");
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("bots/first.wat");
    std::fs::copy(bot, home.path().join("bot.wat")).expect("a bot");
    for (path, what) in [
        ("pipe", "a pipe or a device"),
        ("/dev/zero", "a pipe or a device"),
        ("folder", "a folder"),
    ] {
        let wasm = format!("wasm:{path}");
        let log = format!("wasm:bot.wat,log={path}");
        let commands: [(&[&str], &str); 9] = [
            (&["match", "banqi", "random", &log], "no-bot"),
            (&["match", "banqi", "random", &wasm], "no-bot"),
            (&["replay", path], "no-record"),
            (&["export", path], "no-record"),
            (&["import", path], "no-record"),
            (&["play", "--resume", path], "no-record"),
            (&["render", "banqi", "-O", path], "io"),
            (&["hint", "banqi", path], "no-record"),
            (&["analyse", "banqi", path], "no-record"),
        ];
        for (args, code) in commands {
            let said = masque_in(home.path(), args, "");
            said.refuses("", code);
            assert!(said.err.contains(what), "{args:?}: {}", said.err);
        }
        let said = masque_in(home.path(), &["verify", path], "");
        assert_eq!(said.code, 2, "{path}: {}", said.err);
        assert!(said.err.contains(what), "{path}: {}", said.err);
        // A variant is a folder with a file in it.
        let said = masque_in(home.path(), &["check", &format!("./{path}")], "");
        assert_eq!(said.code, 2, "{path}: {}", said.err);
    }
    let place = home.path().join("own");
    std::fs::create_dir(&place).expect("a folder");
    std::fs::rename(home.path().join("pipe"), place.join("variant.toml")).expect("a pipe");
    masque_in(home.path(), &["check", "./own"], "").refuses("", "not-a-file");
}
