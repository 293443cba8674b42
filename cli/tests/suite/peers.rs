//! The program as an engine for others: over its own protocol, UCI, UCCI and GTP.

use std::path::Path;

use crate::support::{Said, masque, masque_in};

const MASQUE: &str = env!("CARGO_BIN_EXE_masque");

/// Sends lines to a command.
#[track_caller]
fn talk(args: &[&str], lines: &[&str]) -> String {
    let said = masque_in(Path::new("."), args, &(lines.join("\n") + "\n"));
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    said.out
}

/// The lines of an answer that begin with a word.
fn lines<'a>(out: &'a str, word: &str) -> Vec<&'a str> {
    out.lines().filter(|line| line.starts_with(word)).collect()
}

/// Runs a rulebook with the program as its own peer.
fn test_on(variant: &str, arguments: &str, protocol: &str) -> Said {
    let engine = format!("'{MASQUE}' {arguments}");
    let args = ["test", variant, "--engine", &engine, "--protocol", protocol];
    masque(&args)
}

fn count(said: &Said, word: &str) -> usize {
    let sum = said.out.lines().find(|line| line.contains(" cases: "));
    let sum = sum.unwrap_or_else(|| panic!("{}{}", said.out, said.err));
    let before = sum.split(word).next().unwrap_or_default();
    let number = before.trim().rsplit([' ', ',']).next();
    number.and_then(|n| n.parse().ok()).expect("a number")
}

#[test]
fn every_step_can_be_asked_over_our_own_protocol() {
    for variant in [
        "banqi-kuioo",
        "capture-go",
        "chess",
        "hidden-chess",
        "junqi-flip",
        "junqi-setup",
        "minesweeper-chess",
        "xiangqi",
    ] {
        let said = test_on(variant, "engine", "jsonl");
        assert_eq!(said.code, 0, "{}{}", said.out, said.err);
        assert!(count(&said, "passed") > 40, "{}", said.out);
        assert_eq!(count(&said, "skipped"), 0, "{}", said.out);
        assert_eq!(count(&said, "steps of the others"), 0, "{}", said.out);
    }
    let engine = format!("'{MASQUE}' engine");
    let said = masque(&[
        "test",
        "banqi",
        "--clause",
        "long-chase",
        "--engine",
        &engine,
        "--protocol",
        "jsonl",
    ]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert_eq!(count(&said, "skipped"), 0, "{}", said.out);
}

#[test]
fn the_rulebooks_hold_over_uci_and_ucci() {
    let said = test_on("chess", "uci", "uci");
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(count(&said, "passed") >= 77, "{}", said.out);
    let said = test_on("xiangqi", "uci", "uci");
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(count(&said, "passed") >= 40, "{}", said.out);
    let said = test_on("xiangqi", "uci xiangqi --ucci", "ucci");
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(count(&said, "passed") >= 38, "{}", said.out);
}

#[test]
fn the_rulebook_of_go_holds_over_gtp() {
    // The one case that asks for another rule of ko than this engine was started with fails.
    let said = test_on("go", "gtp", "gtp");
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(count(&said, "passed") >= 28, "{}", said.out);
    assert_eq!(count(&said, "failed"), 1, "{}", said.out);
    assert!(
        said.out.contains("and not before the last move"),
        "{}",
        said.out
    );
}

#[test]
fn random_games_agree_over_every_protocol() {
    for (variant, options, arguments, protocol) in [
        ("chess", "quiet_draw=off", "uci", "uci"),
        ("xiangqi", "quiet_draw=off", "uci xiangqi --ucci", "ucci"),
        ("go", "size=5", "gtp", "gtp"),
        ("banqi", "rook_charge=true", "engine", "jsonl"),
    ] {
        let engine = format!("'{MASQUE}' {arguments}");
        let said = masque(&[
            "differ",
            variant,
            "-o",
            options,
            "--engine",
            &engine,
            "--protocol",
            protocol,
            "-n",
            "2",
            "--limit",
            "60",
        ]);
        assert_eq!(said.code, 0, "{}{}", said.out, said.err);
        assert!(said.out.contains("2 games"), "{}", said.out);
        assert!(said.out.contains(" 0 disagreements"), "{}", said.out);
    }
    let engine = format!("'{MASQUE}' gtp -o superko=simple");
    let said = masque(&[
        "differ",
        "go",
        "-o",
        "size=9",
        "--engine",
        &engine,
        "--protocol",
        "gtp",
        "-n",
        "7",
        "--limit",
        "60",
        "--json",
    ]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(
        said.out.contains("\"theirs_only\":[\"J5\"]"),
        "{}",
        said.out
    );
    masque(&["differ", "chess"]).refuses("", "no-engine");
    let said = masque(&["test", "chess", "--engine", "sh"]);
    assert_eq!(said.code, 2, "an engine needs its protocol");
}

#[test]
fn a_graphical_board_can_play_over_uci() {
    let out = talk(
        &["uci", "--seed", "1"],
        &[
            "uci",
            "isready",
            "ucinewgame",
            "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
            "go wtime 1000 btime 1000 movestogo 30",
            "go infinite",
            "isready",
            "stop",
            "position startpos moves f2f3 e7e5 g2g4 d8h4",
            "go depth 1",
            "position fen 7K/5q2/6k1/8/8/8/8/8 w - - 0 1",
            "go depth 1",
            "go searchmoves e2e4",
            "position fen 8/P6k/8/8/8/8/6p1/K7 w - - 0 1 moves a7a8q g2g1n",
            "d",
            "go searchmoves a8a2",
            "quit",
        ],
    );
    assert_eq!(lines(&out, "uciok").len(), 1, "{out}");
    assert_eq!(lines(&out, "readyok").len(), 2, "{out}");
    let best = lines(&out, "bestmove");
    // The capture that gains most.
    assert_eq!(best[..2], ["bestmove b5c6"; 2], "{out}");
    let stopped = out
        .split("readyok")
        .nth(2)
        .expect("what follows the second `isready`");
    assert!(
        stopped.trim_start().starts_with("bestmove"),
        "only `stop` ends an infinite search: {out}"
    );
    assert_eq!(best[2..5], ["bestmove (none)"; 3]);
    assert_eq!(best[5], "bestmove a8a2");
    assert_eq!(
        lines(&out, "info depth 0 score"),
        [
            "info depth 0 score mate 0",
            "info depth 0 score cp 0",
            "info depth 0 score cp 0"
        ]
    );
    assert!(out.contains("Fen: Q7/7k/8/8/8/8/8/K5n1 w - - 0 2"), "{out}");
}

#[test]
fn perft_over_uci_is_that_of_the_rulebook() {
    let out = talk(
        &["uci"],
        &[
            "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "go perft 3",
            "setoption name UCI_Variant value xiangqi",
            "position startpos",
            "go perft 2",
        ],
    );
    assert!(
        out.contains("\ne1g1: ") && out.contains("\ne1c1: "),
        "{out}"
    );
    let sums = ["Nodes searched: 97862", "Nodes searched: 1920"];
    assert_eq!(lines(&out, "Nodes searched"), sums);
}

#[test]
fn a_game_that_is_drawn_by_a_count_goes_on_over_uci() {
    let out = talk(
        &["uci"],
        &[
            "position fen 8/8/4k3/8/8/4K3/8/8 w - - 150 200 moves e3e4",
            "go perft 1",
        ],
    );
    assert_eq!(
        lines(&out, "Nodes searched"),
        ["Nodes searched: 5"],
        "{out}"
    );
}

#[test]
fn what_is_wrong_over_uci_is_said_and_survived() {
    let deep = format!("position fen {}", "8/".repeat(100_000));
    let bad = [
        "foo",
        "position",
        "position fen",
        "position fen x",
        "position startpos moves e2e9",
        "position startpos moves e2e4 e2e4",
        "go perft",
        "go perft 0",
        "go perft 99",
        "go perft x",
        "setoption",
        "setoption name Hash value 1",
        "setoption name UCI_Variant value banqi",
        "setoption name UCI_Variant value nothing",
        deep.as_str(),
    ];
    let mut sent = bad.to_vec();
    sent.extend(["go perft 1", "quit"]);
    let out = talk(&["uci"], &sent);
    assert_eq!(lines(&out, "info string ").len(), bad.len(), "{out}");
    assert!(!out.contains("bug in masque"), "{out}");
    assert!(out.contains("Nodes searched: 20"), "{out}");
    masque(&["uci", "banqi"]).refuses("", "not-over-uci");
    masque(&["gtp", "chess"]).refuses("", "not-over-gtp");
}

#[test]
fn ucci_counts_ranks_from_0() {
    let out = talk(
        &["uci", "xiangqi", "--ucci"],
        &[
            "ucci",
            "position fen 3k5/9/9/9/9/9/9/5K3/9/9 w - - 0 1",
            "go depth 1",
            "banmoves f2f1 f2e2",
            "go depth 1",
            "quit",
        ],
    );
    assert!(
        lines(&out, "ucciok").len() == 1 && lines(&out, "bye").len() == 1,
        "{out}"
    );
    let best = lines(&out, "bestmove");
    assert!(
        matches!(best[..], ["bestmove f2f1" | "bestmove f2e2"]),
        "{out}"
    );
    assert_eq!(lines(&out, "nobestmove").len(), 1, "{out}");
}

/// The answers to GTP commands, without their ends.
#[track_caller]
fn gtp(args: &[&str], commands: &[&str]) -> Vec<String> {
    let mut all = vec!["gtp"];
    all.extend(args);
    let out = talk(&all, commands);
    out.split("\n\n")
        .filter(|answer| !answer.is_empty())
        .map(|answer| answer.trim_end().to_owned())
        .collect()
}

#[test]
fn a_board_of_go_can_play_over_gtp() {
    let answers = gtp(
        &["--seed", "1"],
        &[
            "# a comment, and a blank line",
            "",
            "1 protocol_version",
            "2 name",
            "boardsize 5",
            "clear_board",
            "komi 0.5",
            "play black b5",
            "play white A5",
            "play b a4",
            "captures black",
            "list_stones white",
            "list_stones black",
            "is_legal white a5",
            "is_legal white pass",
            "final_score",
            "undo",
            "undo",
            "list_stones black",
            "captures black",
            "7 known_command loadsgf",
            "known_command fly",
            "play w c1",
            "play w c2",
            "quit",
        ],
    );
    let expected = [
        "=1 2",
        "=2 Masque",
        "=",
        "=",
        "=",
        "=",
        "=",
        "=",
        "= 1",
        "=",
        "= A4 B5",
        "= 0",
        "= 1",
        "= B+24.5",
        "=",
        "=",
        "= B5",
        "= 0",
        "=7 true",
        "= false",
        "=",
        "=",
        "=",
    ];
    let mut sorted = answers.clone();
    sorted[10] = sorted_words(&answers[10]);
    assert_eq!(sorted, expected);
}

fn sorted_words(answer: &str) -> String {
    let mut words: Vec<&str> = answer.split(' ').collect();
    words[1..].sort_unstable();
    words.join(" ")
}

#[test]
fn a_game_against_oneself_ends_over_gtp() {
    let mut commands = vec!["boardsize 5"];
    for _ in 0..100 {
        commands.extend(["genmove black", "genmove white"]);
    }
    commands.extend(["final_score", "showboard"]);
    let answers = gtp(&["--seed", "3"], &commands);
    assert!(
        answers.iter().all(|answer| answer.starts_with('=')),
        "{answers:?}"
    );
    let passes = answers.iter().filter(|answer| *answer == "= PASS").count();
    assert!(
        passes > 2,
        "both pass when nothing sensible is left: {answers:?}"
    );
    assert!(answers[201].contains("B+") || answers[201].contains("W+"));
}

#[test]
fn a_record_of_go_is_loaded() {
    let place = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(
        place.path().join("game.sgf"),
        "(;FF[4]GM[1]SZ[5]KM[1.5]AB[aa]AW[ba:bb];B[cc]C[a move];W[ab];B[])",
    )
    .expect("a file");
    std::fs::write(place.path().join("bad.sgf"), "(;SZ[5];B[aa];W[aa])").expect("a file");
    let file = place.path().join("game.sgf");
    let bad = place.path().join("bad.sgf");
    let (file, bad) = (file.to_str().expect("UTF-8"), bad.to_str().expect("UTF-8"));
    let answers = gtp(
        &[],
        &[
            &format!("loadsgf {file}"),
            "query_boardsize",
            "get_komi",
            "list_stones black",
            "captures white",
            &format!("loadsgf {file} 2"),
            "list_stones black",
            &format!("loadsgf {bad}"),
            "loadsgf /nowhere",
            "loadsgf",
            "query_boardsize",
            "list_stones black",
        ],
    );
    let kept: Vec<String> = answers.iter().map(|a| sorted_words(a)).collect();
    assert_eq!(
        kept[..7],
        ["=", "= 5", "= 1.5", "= C3", "= 1", "=", "= A5 C3"]
    );
    assert_eq!(answers[7], "? cannot load file: illegal move");
    assert!(
        answers[8].starts_with("? cannot load file")
            && answers[9].starts_with("? cannot load file")
    );
    assert_eq!(
        kept[10..],
        ["= 5", "= A5 C3"],
        "what failed changed nothing"
    );
}

#[test]
fn what_is_wrong_over_gtp_is_said_and_survived() {
    let bad = [
        "foo",
        "play",
        "play black",
        "play red a1",
        "play black z9",
        "play black i1",
        "boardsize x",
        "boardsize 25",
        "boardsize 1",
        "komi x",
        "komi 0.3",
        "komi nan",
        "komi 1e300",
        "undo",
        "is_legal black",
        "list_stones",
        "captures green",
        "genmove",
        "9999999999999999999999 fly",
    ];
    let mut sent = bad.to_vec();
    sent.extend([
        "boardsize 5",
        "play black a1",
        "play white a1",
        "all_legal white",
    ]);
    let answers = gtp(&[], &sent);
    for (answer, sent) in answers.iter().zip(bad) {
        assert!(answer.starts_with('?'), "{sent}: {answer}");
        assert!(!answer.contains("bug in masque"), "{sent}: {answer}");
    }
    assert_eq!(answers[bad.len() + 2], "? illegal move");
    assert_eq!(answers[bad.len() + 3].split(' ').count(), 25);
}
