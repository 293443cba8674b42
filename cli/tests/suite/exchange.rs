//! Games from other programs and for them: PGN and SGF, there and back, and what they cannot say.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{Said, cut, masque_in, played, read};

/// What was done in a record, and how it came out.
fn deeds(record: &str) -> Vec<&str> {
    let told = |line: &&str| line.contains(" | ") || line.starts_with("result");
    record.lines().filter(told).collect()
}

/// Imports a text as a file of a name.
fn import(home: &Path, name: &str, text: &str) -> Said {
    fs::write(home.join(name), text).expect("writes");
    masque_in(home, &["import", name], "")
}

#[test]
fn chess_goes_to_pgn_and_back() {
    let home = TempDir::new().expect("a folder");
    for seed in ["1", "2", "3"] {
        let name = format!("g{seed}");
        let args = [
            "chess",
            "--seed",
            seed,
            "--name",
            "0=Ada \"A\" L",
            "--date",
            "2024-02-29",
        ];
        let record = played(home.path(), &name, &args);
        masque_in(
            home.path(),
            &[
                "export",
                &format!("{name}.masque"),
                "--format",
                "pgn",
                "-o",
                "g.pgn",
            ],
            "",
        )
        .fine();
        let text = read(home.path(), "g.pgn");
        assert!(
            text.contains("[White \"Ada \\\"A\\\" L\"]\n")
                && text.contains("[Date \"2024.02.29\"]"),
            "{text}"
        );
        let back = masque_in(home.path(), &["import", "g.pgn"], "").fine();
        assert_eq!(deeds(&back.out), deeds(&record));
        assert!(
            back.out
                .contains("\nname 0 Ada \"A\" L\nname 1 random\ndate 2024-02-29\n"),
            "{}",
            back.out
        );
        fs::remove_file(home.path().join("g.pgn")).expect("removes");
    }
}

#[test]
fn pgn_that_names_another_result_is_told() {
    let home = TempDir::new().expect("a folder");
    let text = "[Result \"1-0\"]\n\n1. e4 0-1\n";
    fs::write(home.path().join("g.pgn"), text).expect("writes");
    let read = masque_in(home.path(), &["import", "g.pgn"], "").fine();
    let told = "g.pgn:1:1: the moves end with 0-1, not with 1-0 [left-out]";
    assert!(read.err.contains(told), "{}", read.err);
    assert!(read.out.contains("result seat 1 wins"), "{}", read.out);
}

#[test]
fn long_games_of_pgn_are_read_in_one_go() {
    let home = TempDir::new().expect("a folder");
    let (many, deep) = (400_000, 100_000);
    let text = format!(
        "1. e4 {} {}{} e5 *",
        "{x} ".repeat(many),
        "(1. d4 ".repeat(deep),
        ")".repeat(deep)
    );
    fs::write(home.path().join("g.pgn"), text).expect("writes");
    let read = masque_in(home.path(), &["import", "g.pgn"], "").fine();
    assert!(read.out.contains("2. 1 e7e5"), "{}", read.out);
}

#[test]
fn pgn_is_read_as_it_is_found() {
    let home = TempDir::new().expect("a folder");
    let text = "\u{feff}; by hand\n[Event \"first\"]\n\n1. e4 *\n\n[Event \"second\"]\n[Result \"1-0\"]\n\n\
        1.e4 $1 {a ; comment (with) [signs]} e5! 2. Qh5?! (2. Nf3 Nc6 (2... d6 {deep}) 3. Bb5) 2...Nc6 3.Bc4 Nf6?? ; to the end )\n\
        % escaped\n4. Qxf7# 1-0\n\n[SetUp \"1\"]\n[FEN \"4k3/P6P/8/8/8/8/8/R3K2R w KQ - 0 30\"]\n\n30. a8Q+ Kd7 31. 0-0-0+ Ke7 32. hxg8=N *\n";
    fs::write(home.path().join("many.pgn"), text).expect("writes");
    let second = masque_in(home.path(), &["import", "many.pgn", "--game", "2"], "").fine();
    assert!(
        second.out.contains("7. 0 h5xf7 | ")
            && second.out.contains("result seat 0 wins by checkmate"),
        "{}",
        second.out
    );
    let third = masque_in(home.path(), &["import", "many.pgn", "--game", "3"], "");
    third.refuses("many.pgn:16:33:", "bad-pgn");
    let first = masque_in(home.path(), &["import", "many.pgn"], "").fine();
    let told =
        "many.pgn:6:1: there are 3 games in this file, and only the first was read [left-out]";
    assert!(first.err.starts_with(told), "{}", first.err);
    let fixed = text.replace(" 32. hxg8=N", "");
    fs::write(home.path().join("many.pgn"), fixed).expect("writes");
    masque_in(
        home.path(),
        &[
            "import",
            "many.pgn",
            "--game",
            "3",
            "--output",
            "third.masque",
        ],
        "",
    )
    .fine();
    let record = read(home.path(), "third.masque");
    assert!(
        record.contains("1. 0 a7a8=Q") && record.contains("3. 0 O-O-O"),
        "{record}"
    );
    let pgn = masque_in(
        home.path(),
        &["export", "third.masque", "--format", "pgn"],
        "",
    );
    assert!(
        pgn.out.contains("30. a8=Q+ Kd7 31. O-O-O+ Ke7 *") && pgn.out.contains("[FEN \"4k3/P6P"),
        "{}",
        pgn.out
    );
    let none = masque_in(home.path(), &["import", "many.pgn", "--game", "4"], "");
    none.refuses("many.pgn:", "bad-pgn");
    for (text, place) in [
        ("1. e4 {open", "x.pgn:1:7:"),
        ("1. e4 (1. d4", "x.pgn:1:7:"),
        ("1. e4 )", "x.pgn:1:7:"),
        ("[Event first]\n", "x.pgn:1:1:"),
        ("1. e4 e5 2. Ke3", "x.pgn:1:13:"),
        ("1. e4 e5 1-0", ""),
        ("1. Nf3!? d5 2. c2-c4 d5xc4 3. e2:c4", "x.pgn:1:31:"),
        ("1. Nf3xx *", "x.pgn:1:4:"),
        ("1. Nf3+x *", "x.pgn:1:4:"),
        ("1. N-f3- *", "x.pgn:1:4:"),
        ("1. Nxxf3 *", "x.pgn:1:4:"),
        ("1. e2e4xx *", "x.pgn:1:4:"),
        ("1. e4$1 e5 $x *", "x.pgn:1:12:"),
        ("1. f3 e5 2. g4 Qh4# 1-0", "x.pgn:1:21:"),
    ] {
        let said = import(home.path(), "x.pgn", text);
        if place.is_empty() {
            assert_eq!(said.code, 0, "{text}: {}", said.err);
        } else {
            said.refuses(place, "bad-pgn");
        }
    }
}

#[test]
fn pgn_says_what_it_can_of_other_games() {
    let home = TempDir::new().expect("a folder");
    for variant in ["xiangqi", "breakthrough", "connect-four", "hidden-chess"] {
        let record = played(home.path(), variant, &[variant]);
        let pgn = format!("{variant}.pgn");
        let file = format!("{variant}.masque");
        let said = masque_in(home.path(), &["export", &file, "-O", &pgn], "");
        assert_eq!(said.code, 0, "{variant}: {}", said.err);
        let back = masque_in(home.path(), &["import", &pgn], "");
        assert_eq!(back.code, 0, "{variant}: {}", back.err);
        assert_eq!(deeds(&back.out).len(), deeds(&record).len(), "{variant}");
    }
    fs::write(
        home.path().join("u.masque"),
        cut(&read(home.path(), "hidden-chess.masque"), 20),
    )
    .expect("writes");
    let hidden = masque_in(home.path(), &["export", "u.masque", "--format", "pgn"], "");
    hidden.refuses("", "hidden");
    played(home.path(), "banqi", &["banqi"]);
    let flips = masque_in(
        home.path(),
        &["export", "banqi.masque", "--format", "pgn"],
        "",
    );
    flips.refuses("", "no-words");
}

#[test]
fn go_goes_to_sgf_and_back() {
    let home = TempDir::new().expect("a folder");
    let games: [(&str, &[&str]); 5] = [
        ("go", &["go", "-o", "size=7", "-o", "komi_halves=11"]),
        ("capture", &["capture-go", "--seed", "2"]),
        ("gomoku", &["gomoku"]),
        ("hex", &["hex", "-o", "size=5", "-o", "swap=true"]),
        (
            "handicap",
            &[
                "go",
                "-o",
                "size=5",
                "--position",
                "5/1X1X1/5/1X1X1/5 white",
            ],
        ),
    ];
    for (name, args) in games {
        let record = played(home.path(), name, args);
        let (file, sgf) = (format!("{name}.masque"), format!("{name}.sgf"));
        let said = masque_in(home.path(), &["export", &file, "-O", &sgf], "");
        assert_eq!(said.code, 0, "{name}: {}", said.err);
        let back = masque_in(
            home.path(),
            &["import", &sgf, "--output", "back.masque"],
            "",
        );
        assert_eq!(back.code, 0, "{name}: {}", back.err);
        assert_eq!(
            deeds(&read(home.path(), "back.masque")),
            deeds(&record),
            "{name}"
        );
        let again = masque_in(
            home.path(),
            &["export", "back.masque", "--format", "sgf"],
            "",
        );
        assert_eq!(again.out, read(home.path(), &sgf), "{name}");
        fs::remove_file(home.path().join("back.masque")).expect("removes");
    }
    let handicap = read(home.path(), "handicap.sgf");
    assert!(
        handicap.contains("AB[bd][dd][bb][db]PL[W]HA[4]"),
        "{handicap}"
    );
    for (text, place) in [
        ("(;GM[1]SZ[5];B[zz])", "x.sgf:1:16:"),
        ("(;GM[1]SZ[5];B[aa];B[bb])", "x.sgf:1:22:"),
        ("(;GM[1]SZ[5];B[aa];W[aa])", "x.sgf:1:22:"),
        ("(;GM[1]SZ[5];B[aa", "x.sgf:1:15:"),
        ("(;GM[1]SZ[5];B[aa]W[bb])", "x.sgf:1:21:"),
        ("(;GM[1]SZ[5];B[aa][bb])", "x.sgf:1:20:"),
        ("(;SZ[5]PL[W]PL[B];B[aa])", "x.sgf:1:16:"),
        ("(;SZ[5]PL[q];B[aa])", "x.sgf:1:11:"),
        ("(;SZ[5]PL[W];B[aa])", "x.sgf:1:16:"),
        ("(;SZ[5]MV[go]MV[hex];B[aa])", "x.sgf:1:17:"),
        ("(;SZ[5]AB[zz];B[aa])", "x.sgf:1:11:"),
        ("(;GM[4]SZ[15]MV[go];B[aa])", "x.sgf:1:6:"),
        ("(;SZ[5];B[aa])(;SZ[5];B[bb]", "x.sgf:1:15:"),
    ] {
        import(home.path(), "x.sgf", text).refuses(place, "bad-sgf");
    }
    for (text, place, code) in [
        ("(;SZ[0];B[aa])", "x.sgf:1:6:", "bad-option-value"),
        ("(;SZ[5]KM[-9999];B[aa])", "x.sgf:1:11:", "bad-option-value"),
        (
            "(;SZ[5]MO[size=0];B[aa])",
            "x.sgf:1:11:",
            "bad-option-value",
        ),
        ("(;MO[nosuch=1]SZ[5];B[aa])", "x.sgf:1:6:", "unknown-option"),
    ] {
        import(home.path(), "x.sgf", text).refuses(place, code);
    }
    // What is given on the command line has no place in the file.
    fs::write(home.path().join("x.sgf"), "(;SZ[5];B[aa])").expect("writes");
    let given = masque_in(home.path(), &["import", "x.sgf", "-o", "size=0"], "");
    given.refuses("", "bad-option-value");
    assert!(!given.err.contains("x.sgf"), "{}", given.err);
}

#[test]
fn every_game_of_a_collection_can_be_read() {
    let home = TempDir::new().expect("a folder");
    let text =
        "(;SZ[5];B[aa](;W[bb])(;W[cc]))\n(;GM[11]SZ[5];B[a1];W[swap-sides])\n(;SZ[5]PL[W];W[ee])";
    fs::write(home.path().join("x.sgf"), text).expect("writes");
    let import = |more: &[&str]| masque_in(home.path(), &[&["import", "x.sgf"], more].concat(), "");
    let first = import(&[]);
    assert!(
        first.out.contains("2. 1 place b4 |") && !first.out.contains("place c3"),
        "{}",
        first.out
    );
    let told = "x.sgf:2:1: there are 3 games in this file, and only the first was read [left-out]";
    assert!(first.err.starts_with(told), "{}", first.err);
    let chosen = import(&["--game", "1"]);
    assert_eq!((chosen.out, chosen.err.as_str()), (first.out, ""));
    // Colours that are exchanged after the last stone are exchanged all the same.
    let second = import(&["--game", "2"]);
    assert!(
        second.out.contains("2. 1 swap |"),
        "{}{}",
        second.out,
        second.err
    );
    let third = import(&["--game", "3"]);
    assert!(
        third.out.contains("1. 1 place e1 |"),
        "{}{}",
        third.out,
        third.err
    );
    import(&["--game", "4"]).refuses("x.sgf:3:20:", "bad-sgf");
}

#[test]
fn what_sgf_cannot_say_is_refused_with_the_reason() {
    let home = TempDir::new().expect("a folder");
    for (variant, why) in [
        ("reversi", "stones turn over in it"),
        ("tic-tac-toe", "SGF has no number for such a game"),
        ("xiangqi", "its board is not a square"),
        ("chess", "it is not played with stones alone"),
    ] {
        played(home.path(), variant, &[variant]);
        let file = format!("{variant}.masque");
        let said = masque_in(home.path(), &["export", &file, "--format", "sgf"], "");
        said.refuses("", "no-words");
        assert!(said.err.contains(why), "{}", said.err);
        fs::write(home.path().join("x.sgf"), "(;SZ[8])").expect("writes");
        let said = masque_in(home.path(), &["import", "x.sgf", "--variant", variant], "");
        said.refuses("", "no-words");
        assert!(said.err.contains(why), "{}", said.err);
    }
}

#[test]
fn what_an_import_leaves_out_is_told_with_its_place() {
    let home = TempDir::new().expect("a folder");
    let import = |name: &str, text: &str| import(home.path(), name, text).fine();
    for (text, place, says) in [
        (
            "(;SZ[5]DT[1996-05];B[aa])",
            "1:11",
            "`1996-05` is not one day",
        ),
        (
            "(;SZ[5]DT[12345-6789];B[aa])",
            "1:11",
            "`12345-6789` is not one day",
        ),
        (
            "(;SZ[5]PB[A\nB];B[aa])",
            "1:11",
            "the name of the player of seat 0",
        ),
        ("(;SZ[5]RE[B+];B[aa])", "1:11", "the file tells a result"),
        (
            "(;SZ[5]RE[black won];B[aa])",
            "1:11",
            "`black won` is no result",
        ),
        ("(;SZ[5]KM[0.25];B[aa])", "1:11", "the komi is 0.25 here"),
        (
            "(;GM[4]SZ[15]KM[6.5];B[aa])",
            "1:17",
            "there is no komi in this game",
        ),
        (
            "(;SZ[5]HA[3]AB[aa][bb]PL[B];B[cc])",
            "1:11",
            "3 stones are given ahead, and 2",
        ),
        ("(;SZ[5]HA[x];B[cc])", "1:11", "`x` is no number of stones"),
        ("(;SZ[5]AE[aa];B[cc])", "1:11", "points are emptied"),
    ] {
        let said = import("x.sgf", text);
        let place = format!("x.sgf:{place}: ");
        assert!(said.err.starts_with(&place), "{text}: {}", said.err);
        assert!(said.err.contains(says), "{text}: {}", said.err);
        assert!(said.err.contains("[left-out]"), "{text}: {}", said.err);
        assert_eq!(said.err.lines().count(), 1, "{text}: {}", said.err);
    }
    // What is not known is no fault, and neither is what is as it should be.
    for text in [
        "(;SZ[5]RE[?]KM[0.5]HA[0]DT[]PB[];B[aa])",
        "(;SZ[5]RE[Void]DT[2024-02-29]PB[Ada];B[aa])",
        "(;GM[4]SZ[15]KM[0];B[aa])",
    ] {
        let said = import("x.sgf", text);
        assert_eq!(said.err, "", "{text}");
        assert!(!text.contains("Ada") || said.out.contains("\nname 0 Ada\ndate 2024-02-29\n"));
    }
    let pgn = |tags: &str| format!("{tags}\n\n1. e4 e5 *\n");
    let said = import("x.pgn", &pgn("[Date \"2024.2.9\"]"));
    assert!(
        said.err.starts_with("x.pgn:1:1: `2024-2-9` is not one day"),
        "{}",
        said.err
    );
    let said = import("x.pgn", &pgn("[White \"?\"]\n[Date \"2024.??.??\"]"));
    assert_eq!(said.err, "");
}

#[test]
fn a_file_from_elsewhere_names_no_folder_of_this_machine() {
    let home = TempDir::new().expect("a folder");
    let toml = "extends = \"go\"\n[title]\nreplace = true\nen = \"Mine\"\n";
    fs::create_dir(home.path().join("mine")).expect("a folder");
    fs::write(home.path().join("mine/variant.toml"), toml).expect("writes");
    for name in ["../../etc", "./mine", "mine", "/etc", "gO"] {
        let texts = [
            ("x.sgf", format!("(;SZ[5]MV[{name}];B[aa])"), "x.sgf:1:11: "),
            (
                "x.pgn",
                format!("[Variant \"{name}\"]\n\n1. e4 *\n"),
                "x.pgn:1:1: ",
            ),
        ];
        for (file, text, place) in texts {
            // The tags of PGN are not told apart by case.
            if name == "gO" && file == "x.pgn" {
                continue;
            }
            import(home.path(), file, &text).refuses(place, "unknown-variant");
        }
    }
    // Who says so may mean a folder.
    fs::write(home.path().join("x.sgf"), "(;SZ[5]MV[mine];B[aa])").expect("writes");
    let args = ["import", "x.sgf", "--variant", "./mine"];
    masque_in(home.path(), &args, "").fine();
}

#[test]
fn output_has_one_name_everywhere() {
    let home = TempDir::new().expect("a folder");
    played(home.path(), "g", &["go", "-o", "size=5"]);
    let mut files = 0;
    for flag in ["--output", "-O", "-o"] {
        files += 1;
        let name = format!("{files}.sgf");
        let said = masque_in(home.path(), &["export", "g.masque", flag, &name], "");
        assert_eq!(
            (said.code, said.out.as_str()),
            (0, ""),
            "{flag}: {}",
            said.err
        );
        assert!(read(home.path(), &name).starts_with("(;"), "{flag}");
    }
    for flag in ["--output", "-O"] {
        files += 1;
        let name = format!("{files}.masque");
        let said = masque_in(home.path(), &["import", "1.sgf", flag, &name], "");
        assert_eq!(
            (said.code, said.out.as_str()),
            (0, ""),
            "{flag}: {}",
            said.err
        );
        assert!(
            read(home.path(), &name).starts_with("masque record"),
            "{flag}"
        );
        let name = format!("{files}.txt");
        let said = masque_in(home.path(), &["render", "g.masque", flag, &name], "");
        assert_eq!(
            (said.code, said.out.as_str()),
            (0, ""),
            "{flag}: {}",
            said.err
        );
        assert!(read(home.path(), &name).contains("5 |"), "{flag}");
    }
}
