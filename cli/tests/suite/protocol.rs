//! The engine protocol from outside: the documented session, bad lines, permissions, and what a session may not leak.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::masque;
use crate::support::masque_in;

/// Sends lines to `masque engine`; one answer for each that is not blank.
fn talk(lines: &[String]) -> Vec<String> {
    let said = masque_in(Path::new("."), &["engine"], &(lines.join("\n") + "\n"));
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(said.err, "");
    let answers: Vec<String> = said.out.lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), lines.len(), "{}", said.out);
    answers
}

fn ask(requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(ToString::to_string).collect();
    talk(&lines)
        .iter()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn code(answer: &Value) -> &str {
    assert_eq!(answer["ok"], false, "{answer}");
    assert!(answer["error"]["message"].is_string(), "{answer}");
    answer["error"]["code"].as_str().expect("a code")
}

#[test]
fn the_documented_session() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.md");
    let text = fs::read_to_string(&path).expect("docs/protocol.md");
    let lines = |mark: &str| -> Vec<String> {
        text.lines()
            .filter_map(|line| line.strip_prefix(mark))
            .map(str::to_owned)
            .collect()
    };
    let (asked, documented) = (lines("> "), lines("< "));
    assert!(asked.len() > 5, "the document shows a session");
    assert_eq!(talk(&asked), documented);
}

#[test]
fn bad_lines_are_answered_and_survived() {
    let deep = "[".repeat(100_000);
    let long = format!("{{\"cmd\":\"legal\",\"id\":\"{}\"}}", "x".repeat(2 << 20));
    let bad = [
        ("nonsense", "not-json"),
        ("{\"cmd\":\"legal\"", "not-json"),
        ("{\"cmd\":\"legal\"} {}", "not-json"),
        (deep.as_str(), "not-json"),
        ("{\"cmd\":\"perft\",\"depth\":1e999}", "not-json"),
        (long.as_str(), "too-long"),
        ("7", "not-an-object"),
        ("[{\"cmd\":\"legal\"}]", "not-an-object"),
        ("{}", "missing-field"),
        ("{\"cmd\":7}", "wrong-type"),
        ("{\"cmd\":\"fly\"}", "unknown-command"),
        ("{\"cmd\":\"legal\",\"seats\":1}", "unknown-field"),
        ("{\"cmd\":\"legal\",\"id\":[1]}", "wrong-type"),
        ("{\"cmd\":\"legal\",\"session\":\"king\"}", "out-of-range"),
        ("{\"cmd\":\"legal\",\"seat\":9}", "bad-seat"),
        ("{\"cmd\":\"legal\",\"seat\":-1}", "bad-seat"),
        ("{\"cmd\":\"legal\",\"seat\":{}}", "wrong-type"),
        ("{\"cmd\":\"observe\",\"observer\":\"god\"}", "bad-observer"),
        ("{\"cmd\":\"perft\"}", "missing-field"),
        ("{\"cmd\":\"perft\",\"depth\":1000000000}", "out-of-range"),
        ("{\"cmd\":\"perft\",\"depth\":-1}", "out-of-range"),
        (
            "{\"cmd\":\"perft\",\"depth\":99999999999999999999999}",
            "out-of-range",
        ),
        ("{\"cmd\":\"events\",\"since\":1.5}", "out-of-range"),
        ("{\"cmd\":\"play\"}", "missing-field"),
        ("{\"cmd\":\"play\",\"action\":12}", "wrong-type"),
        ("{\"cmd\":\"play\",\"action\":\"\"}", "bad-action"),
        ("{\"cmd\":\"play\",\"action\":\"a0a1\"}", "bad-action"),
        ("{\"cmd\":\"play\",\"action\":\"f13a1\"}", "bad-action"),
        ("{\"cmd\":\"play\",\"action\":\"i1h1\"}", "bad-action"),
        ("{\"cmd\":\"play\",\"action\":\"a-1a1\"}", "bad-action"),
        (
            "{\"cmd\":\"play\",\"action\":\"a1000000000a1\"}",
            "bad-action",
        ),
        ("{\"cmd\":\"play\",\"action\":\"e2e5\"}", "illegal"),
        (
            "{\"cmd\":\"play\",\"action\":\"e7e5\",\"seat\":1}",
            "illegal",
        ),
        ("{\"cmd\":\"act\",\"act\":\"gloat\"}", "out-of-range"),
        ("{\"cmd\":\"act\",\"act\":\"accept\"}", "bad-act"),
        ("{\"cmd\":\"position\",\"set\":\"9/8\"}", "bad-position"),
        (
            "{\"cmd\":\"layout\",\"seat\":0,\"layout\":\"random\"}",
            "no-layout",
        ),
        ("{\"cmd\":\"new\",\"variant\":\"ches\"}", "unknown-variant"),
        (
            "{\"cmd\":\"new\",\"variant\":\"../chess\"}",
            "unknown-variant",
        ),
        (
            "{\"cmd\":\"new\",\"variant\":\"chess\",\"options\":{\"size\":9}}",
            "unknown-option",
        ),
        (
            "{\"cmd\":\"new\",\"variant\":\"chess\",\"seed\":-3}",
            "out-of-range",
        ),
        (
            "{\"cmd\":\"new\",\"variant\":\"chess\",\"players\":{\"2\":\"random\"}}",
            "bad-seat",
        ),
    ];
    let mut lines = vec![r#"{"cmd":"new","variant":"chess"}"#.to_owned()];
    lines.extend(bad.iter().map(|(line, _)| (*line).to_owned()));
    lines.push(r#"{"cmd":"position","id":"last"}"#.to_owned());
    let answers = talk(&lines);
    for ((line, wanted), answer) in bad.iter().zip(&answers[1..]) {
        let answer: Value = serde_json::from_str(answer).expect("JSON");
        let shown: String = line.chars().take(80).collect();
        assert_eq!(code(&answer), *wanted, "{shown}: {answer}");
    }
    let last: Value = serde_json::from_str(&answers[answers.len() - 1]).expect("JSON");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(last, json!({ "ok": true, "id": "last", "text": start }));
}

#[test]
fn bytes_that_are_no_text_are_survived() {
    let mut input = b"\xff\xfe{}\n\n".to_vec();
    input.extend(b"{\"cmd\":\"hello\"}\n{\"cmd\":\"quit\"}\n{\"cmd\":\"hello\"}\n");
    let output = assert_cmd::Command::cargo_bin("masque")
        .expect("the program was built")
        .arg("engine")
        .write_stdin(input)
        .output()
        .expect("the program runs");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "nothing is answered after `quit`: {out}");
    assert!(lines[0].contains("not-utf8"));
    assert!(lines[1].contains("\"protocol\":1"));
    assert_eq!(lines[2], "{\"ok\":true}");
}

#[test]
fn a_game_comes_first() {
    assert_eq!(code(&ask(&[json!({ "cmd": "legal" })])[0]), "no-game");
}

#[test]
fn only_an_arbiter_touches_the_truth() {
    let forbidden = [
        json!({ "cmd": "position", "truth": true }),
        json!({ "cmd": "position", "set": "start" }),
        json!({ "cmd": "position", "observer": 1 }),
        json!({ "cmd": "observe", "observer": 1 }),
        json!({ "cmd": "render", "observer": 1 }),
        json!({ "cmd": "events", "observer": 1 }),
        json!({ "cmd": "legal", "seat": 1 }),
        json!({ "cmd": "explain", "action": "flip a1", "seat": 1 }),
        json!({ "cmd": "play", "action": "flip a1", "seat": 1 }),
        json!({ "cmd": "play", "action": "flip a1", "automatic": true }),
        json!({ "cmd": "act", "act": "resign", "seat": 1 }),
        json!({ "cmd": "act", "act": "time-out" }),
        json!({ "cmd": "perft", "depth": 1 }),
        json!({ "cmd": "legal", "session": "arbiter" }),
        json!({ "cmd": "legal", "session": "seat 1" }),
        json!({ "cmd": "legal", "session": "spectator" }),
    ];
    // Opened as a seat, and as an arbiter that speaks for the seat.
    let mut direct = vec![json!({ "cmd": "new", "variant": "banqi", "session": "seat 0" })];
    direct.extend(forbidden.iter().cloned());
    let mut relayed = vec![json!({ "cmd": "new", "variant": "banqi" })];
    relayed.extend(
        forbidden
            .iter()
            .filter(|r| r.get("session").is_none())
            .cloned()
            .map(|mut r| {
                r["session"] = json!("seat 0");
                r
            }),
    );
    for requests in [direct, relayed] {
        let answers = ask(&requests);
        assert_eq!(answers[0]["ok"], true, "{}", answers[0]);
        for (request, answer) in requests.iter().zip(&answers).skip(1) {
            assert_eq!(code(answer), "not-allowed", "{request}: {answer}");
        }
    }
    for field in [
        json!({ "seed": 1 }),
        json!({ "position": "start" }),
        json!({ "layouts": { "0": "random" } }),
    ] {
        for session in ["seat 0", "spectator"] {
            let mut request = field.clone();
            request["cmd"] = json!("new");
            request["variant"] = json!("banqi");
            request["session"] = json!(session);
            assert_eq!(code(&ask(&[request])[0]), "not-allowed");
        }
    }
}

#[test]
fn a_spectator_only_looks() {
    let answers = ask(&[
        json!({ "cmd": "new", "variant": "banqi" }),
        json!({ "cmd": "legal", "session": "spectator" }),
        json!({ "cmd": "play", "action": "flip a1", "session": "spectator" }),
        json!({ "cmd": "act", "act": "resign", "session": "spectator" }),
        json!({ "cmd": "observe", "session": "spectator" }),
    ]);
    assert!(answers[1..4].iter().all(|a| code(a) == "not-allowed"));
    assert_eq!(answers[4]["ok"], true);
}

#[test]
fn a_seat_plays_a_whole_game_against_the_machine() {
    let mut requests = vec![json!({
        "cmd": "new", "variant": "capture-go", "options": { "size": 5 },
        "session": "seat 1", "players": { "0": "greedy" },
    })];
    requests.extend([
        json!({ "cmd": "legal" }),
        json!({ "cmd": "act", "act": "resign" }),
        json!({ "cmd": "legal" }),
        json!({ "cmd": "events" }),
    ]);
    let answers = ask(&requests);
    assert_eq!(
        answers[0]["turn"], 1,
        "the machine has begun: {}",
        answers[0]
    );
    assert!(!answers[1]["actions"].as_array().expect("a list").is_empty());
    assert_eq!(answers[2]["outcome"]["winner"], 0);
    assert_eq!(answers[3]["actions"], json!([]));
    assert_eq!(answers[4]["next"], 2);
}

/// What a session answers to everything it may ask, before and after actions of the arbiter.
fn everything(new: &Value, session: &str, actions: &[&str], tries: &[&str]) -> Vec<String> {
    let mut requests = vec![new.clone()];
    let mut marks = Vec::new();
    let mut questions = |requests: &mut Vec<Value>| {
        let mut all = vec![
            json!({ "cmd": "observe" }),
            json!({ "cmd": "position" }),
            json!({ "cmd": "render", "style": "ascii" }),
            json!({ "cmd": "events" }),
            json!({ "cmd": "outcome" }),
            json!({ "cmd": "legal" }),
            json!({ "cmd": "position", "truth": true }),
        ];
        all.extend(
            tries
                .iter()
                .map(|t| json!({ "cmd": "explain", "action": t })),
        );
        for mut question in all {
            question["session"] = json!(session);
            marks.push(requests.len());
            requests.push(question);
        }
    };
    questions(&mut requests);
    for action in actions {
        requests.push(json!({ "cmd": "play", "action": action }));
        questions(&mut requests);
    }
    let lines: Vec<String> = requests.iter().map(ToString::to_string).collect();
    let answers = talk(&lines);
    for (request, answer) in lines.iter().zip(&answers) {
        let played = request.contains("\"new\"") || request.contains("\"play\"");
        assert!(
            !played || answer.contains("\"ok\":true"),
            "{request}: {answer}"
        );
    }
    marks.into_iter().map(|at| answers[at].clone()).collect()
}

/// Asserts that sessions cannot tell positions apart by anything that they are sent.
#[track_caller]
fn alike(variant: &str, positions: &[&str], sessions: &[&str], actions: &[&str], tries: &[&str]) {
    let new = |text: &str| json!({ "cmd": "new", "variant": variant, "seed": 1, "position": text });
    for session in sessions {
        let first = everything(&new(positions[0]), session, actions, tries);
        for other in &positions[1..] {
            let second = everything(&new(other), session, actions, tries);
            assert_eq!(first, second, "{session}: {} / {other}", positions[0]);
        }
    }
}

#[test]
fn a_captured_identity_goes_to_the_captor_alone() {
    let truths = [
        "r~(N)3k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "r~(P)3k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "r~(Q)3k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    ];
    let tries = ["a1a8", "e1e2", "a8a1"];
    alike(
        "hidden-chess",
        &truths,
        &["seat 1", "spectator"],
        &["a1a8"],
        &tries,
    );
    alike("hidden-chess", &truths, &["seat 0"], &[], &tries);
    let new = json!({ "cmd": "new", "variant": "hidden-chess", "seed": 1, "position": truths[0] });
    let told = everything(&new, "seat 0", &["a1a8"], &[]);
    assert!(
        told.iter().any(|answer| answer.contains("identity a8")),
        "{told:#?}"
    );
}

#[test]
fn a_hidden_piece_moves_by_its_face_alone() {
    let truths = [
        "4k3/8/8/8/8/8/8/1N~(Q)2K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/1N~(P)2K3 w - - 0 1",
    ];
    alike(
        "hidden-chess",
        &truths,
        &["seat 0", "seat 1", "spectator"],
        &[],
        &["b1c3", "b1b2"],
    );
}

#[test]
fn mines_show_in_nothing_but_numbers() {
    let board = "4k3/8/8/8/8/8/8/8/8/R3K3 w - - 0 1 fog=a4-h7";
    let layouts = [
        format!("{board} hazards=c5,f5,b7,g7"),
        format!("{board} hazards=d6,f6,a7,h6"),
    ];
    let layouts = layouts.each_ref().map(String::as_str);
    let tries = ["a1a4", "a1a5", "a1a3", "e1e2"];
    alike(
        "minesweeper-chess",
        &layouts,
        &["seat 0", "seat 1", "spectator"],
        &["a1a2"],
        &tries,
    );
}

#[test]
fn a_layout_is_secret_until_it_is_met() {
    let answers = ask(&[
        json!({ "cmd": "new", "variant": "junqi-setup", "seed": 5 }),
        json!({ "cmd": "observe" }),
        json!({ "cmd": "layout", "seat": 1, "layout": "random", "session": "seat 1" }),
        json!({ "cmd": "outcome", "session": "spectator" }),
        json!({ "cmd": "layout", "seat": 1, "layout": "random", "session": "seat 0" }),
        json!({ "cmd": "layout", "seat": 1, "layout": "random" }),
        json!({ "cmd": "layout", "seat": 0, "layout": { "a1": "F" } }),
        json!({ "cmd": "layout", "seat": 0, "layout": "random", "session": "seat 0" }),
        json!({ "cmd": "position", "session": "seat 0" }),
        json!({ "cmd": "position", "session": "spectator" }),
    ]);
    assert_eq!(answers[0]["phase"], "setup");
    assert_eq!(code(&answers[1]), "not-ready");
    assert_eq!(answers[2]["ready"], json!([false, true]));
    assert_eq!(answers[3]["ready"], json!([false, true]));
    assert_eq!(code(&answers[4]), "not-allowed");
    assert_eq!(code(&answers[5]), "bad-layout");
    assert_eq!(code(&answers[6]), "bad-layout");
    assert_eq!(answers[7]["phase"], "play", "{}", answers[7]);
    let own = answers[8]["text"].as_str().expect("a text");
    let all = answers[9]["text"].as_str().expect("a text");
    assert_eq!(own.matches('(').count(), 25, "{own}");
    assert_eq!(all.matches('(').count(), 0, "{all}");
}

#[test]
fn a_deal_is_in_no_answer_to_a_seat() {
    // Nothing is turned up yet, so no letter of a piece and no truth in parentheses may appear on the board.
    for (variant, session) in [
        ("banqi", "seat 0"),
        ("junqi-flip", "seat 1"),
        ("banqi", "spectator"),
    ] {
        let new = json!({ "cmd": "new", "variant": variant, "seed": 11 });
        let other = json!({ "cmd": "new", "variant": variant, "seed": 12 });
        let said = everything(&new, session, &[], &["flip a1"]);
        assert_eq!(said, everything(&other, session, &[], &["flip a1"]));
        assert!(!said.concat().contains('('), "{said:#?}");
    }
}

#[test]
fn an_author_may_serve_a_folder() {
    let root = tempfile::tempdir().expect("a temporary directory");
    let made = masque_in(root.path(), &["new", "mine", "--from", "chess"], "");
    assert_eq!(made.code, 0, "{}", made.err);
    let said = masque_in(root.path(), &["engine", "./mine"], "{\"cmd\":\"new\"}\n");
    assert!(
        said.out.contains("\"variant\":\"mine\""),
        "{}{}",
        said.out,
        said.err
    );
    masque(&["engine", "nothing-such"]).refuses("", "unknown-variant");
}
