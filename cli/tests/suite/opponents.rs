//! Players, matches between them, and programs that play over the protocol.

use std::path::{Path, PathBuf};
use std::process::Command;
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Said, masque, masque_in};

/// Plays a match and gives what it says as data.
#[track_caller]
fn played(args: &[&str]) -> Value {
    let mut all = vec!["match"];
    all.extend(args);
    all.push("--json");
    let said = masque(&all);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    serde_json::from_str(&said.out).expect("JSON")
}

/// The same without what time makes different.
#[track_caller]
fn timeless(args: &[&str]) -> Value {
    let mut data = played(args);
    for key in ["seconds", "simulations_per_second"] {
        data[key] = Value::Null;
    }
    data
}

/// Our own program as an opponent.
fn ourselves(player: &str) -> String {
    let program = assert_cmd::cargo::cargo_bin("masque");
    format!("engine:'{}' engine --player {player}", program.display())
}

/// A shell program as an opponent.
fn shell(settings: &str, script: &str) -> String {
    format!("engine{settings}:sh -c '{script}'")
}

fn sources() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/opponents");
    let entries = std::fs::read_dir(folder).expect("the folder of opponents");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("text");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code
            .lines()
            .map(|l| l.split("//").next().unwrap_or_default());
        (path, lines.collect::<Vec<_>>().join("\n"))
    };
    files.into_iter().map(read).collect()
}

#[test]
fn opponents_have_no_way_to_the_truth() {
    let sources = sources();
    assert!(sources.len() > 5, "the sources are found");
    for (path, code) in &sources {
        let words: Vec<&str> = code
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .collect();
        for word in &words {
            let lower = word.to_lowercase();
            assert!(
                !lower.contains("arbiter") && !lower.contains("truth"),
                "{} names {word}",
                path.display()
            );
        }
        // Who has a match can ask it through any eyes; only a chair has one.
        if path.file_name().is_some_and(|name| name != "chair.rs") {
            assert!(!words.contains(&"Match"), "{}", path.display());
        }
    }
    let chair = sources.iter().find(|(p, _)| p.ends_with("chair.rs"));
    let (_, chair) = chair.expect("the chair");
    assert!(!chair.contains("Public"), "a chair has one seat's eyes");
    assert!(
        !chair.contains("fn game"),
        "a chair does not hand its game on"
    );
}

#[test]
fn a_match_is_the_same_however_many_games_run_at_once() {
    let args = |jobs| {
        [
            "banqi",
            "mcts:simulations=12",
            "greedy",
            "--games",
            "5",
            "--limit",
            "40",
            "--seed",
            "9",
            "--jobs",
            jobs,
        ]
    };
    let one = timeless(&args("1"));
    assert_eq!(one, timeless(&args("3")));
    assert_eq!(one["games"], 5);
    let sum: u64 = one["pairs"]
        .as_array()
        .expect("pairs")
        .iter()
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(sum, 2, "the fifth game has no second");
}

#[test]
fn threads_give_the_same_again() {
    let args = [
        "hidden-chess",
        "mcts:simulations=10,threads=2",
        "mcts:simulations=10,form=single",
        "--games",
        "2",
        "--limit",
        "16",
    ];
    let data = timeless(&args);
    assert_eq!(data, timeless(&args));
    assert!(data["simulations"]["a"].as_u64() > Some(0));
}

#[test]
fn what_a_match_says_adds_up() {
    let data = played(&[
        "tic-tac-toe",
        "mcts:simulations=200",
        "random",
        "--games",
        "30",
    ]);
    let count = |value: &Value| ["wins", "draws", "losses"].map(|k| value[k].as_u64().unwrap_or(0));
    let [wins, draws, losses] = count(&data["results"]);
    assert_eq!(wins + draws + losses, 30);
    assert!(data["score"].as_f64() > Some(0.85), "{data}");
    let seats: Vec<[u64; 3]> = data["as_seat"]
        .as_array()
        .expect("two")
        .iter()
        .map(count)
        .collect();
    assert_eq!(
        [0, 1, 2].map(|i| seats[0][i] + seats[1][i]),
        [wins, draws, losses]
    );
    assert_eq!(seats[0].iter().sum::<u64>(), 15, "seats are exchanged");
    let ended: u64 = data["endings"]
        .as_object()
        .expect("endings")
        .values()
        .flat_map(|e| ["a", "b", "draw"].map(|k| e[k].as_u64().unwrap_or(0)))
        .sum();
    assert_eq!(ended, 30);
    let said = masque(&["match", "tic-tac-toe", "greedy", "random", "--games", "4"]);
    assert!(
        said.out.contains("together") && said.out.contains("Wilson"),
        "{}",
        said.out
    );
    assert_eq!(said.err, "");
}

#[test]
fn a_sequential_test_stops_when_it_knows() {
    let strong = ["banqi", "greedy", "random", "--games", "4000"];
    let run = |sprt: &str| {
        let mut args = vec!["match"];
        args.extend(strong);
        args.extend(["--sprt", sprt, "--json"]);
        let said = masque(&args);
        let data: Value = serde_json::from_str(&said.out).expect("JSON");
        (said.code, data)
    };
    let (code, data) = run("elo0=0,elo1=100");
    assert_eq!((code, &data["sprt"]["accepted"]), (0, &json!("elo1")));
    assert!(data["games"].as_u64() < Some(400), "{data}");
    let (code, data) = run("elo0=1000,elo1=1200,alpha=0.1,beta=0.1");
    assert_eq!(
        (code, &data["sprt"]["accepted"]),
        (1, &json!("elo0")),
        "{data}"
    );
    for (text, place) in [
        ("elo0=5,elo1=5", "--sprt:1:1: "),
        ("elo0=x", "--sprt:1:1: "),
        ("elo0=0,elo2=5", "--sprt:1:8: "),
        ("", "--sprt:1:1: "),
    ] {
        masque(&["match", "chess", "random", "random", "--sprt", text]).refuses(place, "bad-sprt");
    }
}

#[test]
fn wrong_players_are_told_where_they_are_wrong() {
    masque(&["match", "chess", "gredy", "random"]).refuses("A:1:1: ", "bad-player");
    masque(&["match", "chess", "random", "mcts:level=12"]).refuses("B:1:6: ", "bad-player");
    masque(&["match", "chess", "random", "human"]).refuses("", "bad-player");
    masque(&["play", "chess", "--seat", "1=mcts:levle=3"]).refuses("--seat:1:6: ", "bad-player");
    masque(&["match", "chess", "random", "engine:no-such-program-here"]).refuses("", "no-engine");
    masque(&["engine", "--player", "mcts:time=soon"]).refuses("--player:1:6: ", "bad-player");
}

#[test]
fn our_own_program_plays_over_the_protocol() {
    // Both sides compare the position and the legal actions at every choice, so a game to its limit says that what
    // was told was read as it was meant: in the second half of each pair with the other seat's eyes.
    for (variant, options, player) in [
        ("banqi", "", "mcts:simulations=4"),
        ("hidden-chess", "", "greedy"),
        ("minesweeper-chess", "", "random"),
        ("junqi-flip", "", "random"),
        ("junqi-setup", "", "greedy"),
        ("capture-go", "size=9", "greedy"),
        ("amazons", "", "random"),
        ("banqi-gametower", "", "random"),
    ] {
        let other = ourselves(player);
        let mut args = vec![variant, &other, "random", "--games", "2", "--limit", "12"];
        if !options.is_empty() {
            args.extend(["-o", options]);
        }
        let data = played(&args);
        assert_eq!(data["games"], 2, "{variant}");
        assert_eq!(data["forfeits"], Value::Null, "{variant}: {data}");
    }
}

#[test]
fn programs_that_fail_lose_and_the_match_goes_on() {
    let cases = [
        (shell("", "exit 3"), "exit code 3"),
        (shell(",patience=0.3", "sleep 20"), "no answer"),
        (shell("", "while read l; do echo hello; done"), "`hello`"),
        (
            shell("", r#"while read l; do echo "{\"action\":\"a1a9\"}"; done"#),
            "not legal",
        ),
        (
            shell(
                "",
                r#"while read l; do echo "{\"error\":{\"message\":\"too hard\"}}"; done"#,
            ),
            "too hard",
        ),
        (shell("", "while read l; do echo {}; done"), "`{}`"),
    ];
    for (program, word) in cases {
        let data = played(&["tic-tac-toe", "random", &program, "--games", "2"]);
        assert_eq!(data["results"]["wins"], 2, "{program}: {data}");
        assert_eq!(data["endings"]["forfeit"]["a"], 2, "{program}");
        let said = data["forfeits"].to_string();
        assert!(said.contains(word), "{program}: {said}");
    }
}

#[test]
fn a_lost_program_forfeits_at_the_table() {
    let root = tempfile::tempdir().expect("a directory");
    let args = [
        "play",
        "chess",
        "--plain",
        "--seed",
        "1",
        "--seat",
        "0=greedy",
        "--seat",
        "1=engine:false",
    ];
    let said = masque_in(root.path(), &args, "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("forfeits"), "{}", said.out);
    assert!(said.out.contains("White wins"), "{}", said.out);
}

/// Asks `masque engine` one thing and gives the answer.
fn asked(request: &Value) -> Value {
    let Said { out, .. } = masque_in(Path::new("."), &["engine"], &format!("{request}\n"));
    serde_json::from_str(&out).expect("JSON")
}

#[test]
fn choosing_needs_nothing_but_the_request() {
    let request = json!({
        "cmd": "choose",
        "variant": "tic-tac-toe",
        "seat": 0,
        "start": "3/3/3 x",
        "steps": [
            { "seat": 0, "action": "place a1", "events": ["place a1 X"] },
            { "seat": 1, "action": "place b2", "events": ["place b2 O"] },
        ],
        "player": "mcts",
        "simulations": 400,
    });
    let shape = asked(&json!({ "cmd": "new", "variant": "tic-tac-toe" }));
    assert_eq!(shape["ok"], true);
    let lines = format!(
        "{}\n{}\n",
        json!({ "cmd": "new", "variant": "tic-tac-toe" }),
        json!({ "cmd": "position" })
    );
    let said = masque_in(Path::new("."), &["engine"], &lines);
    let second = said.out.lines().nth(1).expect("two answers");
    let start: Value = serde_json::from_str(second).expect("JSON");
    let mut request = request;
    request["start"] = start["text"].clone();
    let answered = asked(&request);
    assert_eq!(answered["ok"], true, "{answered}");
    assert!(answered["simulations"].as_u64() > Some(0));
    for (key, value, code) in [
        ("rules", json!("0"), "other-rules"),
        ("seat", json!(2), "bad-seat"),
        ("legal", json!(["place a1"]), "differs"),
        ("position", json!("nowhere"), "differs"),
        ("start", json!("3/3"), "bad-position"),
        ("player", json!("engine:sh"), "bad-player"),
        ("player", json!("mcts:levels=1"), "bad-player"),
        (
            "steps",
            json!([{ "seat": 0, "action": "place z1" }]),
            "bad-action",
        ),
        (
            "steps",
            json!([{ "seat": 0, "action": "place a1", "events": ["plaice a1 X"] }]),
            "bad-event",
        ),
        ("steps", json!([{ "seat": 0 }]), "missing-field"),
        ("steps", json!(7), "wrong-type"),
        ("options", json!({ "size": 9 }), "unknown-option"),
    ] {
        let mut wrong = request.clone();
        wrong[key] = value;
        let answered = asked(&wrong);
        assert_eq!(answered["error"]["code"], code, "{key}: {answered}");
    }
}

#[test]
fn searches_choose_alike_whatever_is_true() {
    let said = masque(&[
        "audit",
        "banqi",
        "--games",
        "2",
        "--plies",
        "24",
        "--moments",
        "2",
        "--pairs",
        "2",
        "--json",
    ]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let data: Value = serde_json::from_str(&said.out).expect("JSON");
    let fields = data["fields"].to_string();
    assert!(fields.contains("player.mcts:simulations=24"), "{fields}");
}

#[test]
fn a_match_ends_quietly_when_nobody_reads() {
    let program = assert_cmd::cargo::cargo_bin("masque");
    let line = format!(
        "'{}' match banqi greedy random --games 2 | true",
        program.display()
    );
    let ran = Command::new("sh")
        .args(["-c", &line])
        .output()
        .expect("a shell");
    assert_eq!(String::from_utf8_lossy(&ran.stderr), "");
}

/// Who saw through the lids would win each game as the first seat; nobody else wins more than one in three.
#[test]
fn a_guess_is_won_as_often_as_it_can_be() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/folders/guess");
    let folder = folder.to_str().expect("a path");
    for form in ["single", "multiple"] {
        let player = format!("mcts:simulations=200,form={form}");
        let data = played(&[folder, &player, "random", "--games", "400", "--seed", "5"]);
        let wins = data["as_seat"][0]["wins"].as_u64().expect("a number");
        // Of 200 guesses 66.7 are right, with a deviation of 6.7: four deviations either way.
        assert!((40..=93).contains(&wins), "{form}: {wins} of 200");
    }
}

#[test]
fn a_search_beats_what_looks_one_action_ahead() {
    for variant in ["banqi", "hidden-chess", "capture-go"] {
        let data = played(&[variant, "mcts:simulations=300", "greedy", "--games", "8"]);
        let score = data["score"].as_f64().expect("a number");
        assert!(score >= 0.85, "{variant}: {score}");
    }
}

/// A program that starts another, ignores every signal that it may, and reads on when its input has ended.
#[cfg(target_os = "linux")]
const STUBBORN: &str = "trap \"\" HUP INT TERM; sleep 600 & echo $! $$ > started; while :; do read line || sleep 1; done";

/// The processes that the stubborn program wrote down, once it did.
#[cfg(target_os = "linux")]
fn started(home: &Path) -> Vec<String> {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let text = std::fs::read_to_string(home.join("started")).unwrap_or_default();
        if text.ends_with('\n') {
            return text.split_whitespace().map(str::to_owned).collect();
        }
        assert!(Instant::now() < until, "the program was not started");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Asserts that processes end soon; one that nobody has waited for has ended too.
#[cfg(target_os = "linux")]
#[track_caller]
fn end_soon(processes: &[String]) {
    let until = Instant::now() + Duration::from_secs(10);
    let runs = |process: &String| {
        let state = std::fs::read_to_string(format!("/proc/{process}/stat"));
        state.is_ok_and(|text| !text.contains(") Z "))
    };
    while processes.iter().any(runs) {
        assert!(Instant::now() < until, "{processes:?} still run");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_lost_program_started_ends_with_it() {
    let home = tempfile::tempdir().expect("a folder");
    let player = shell(",patience=1", STUBBORN);
    let args = [
        "match", "banqi", "random", &player, "--games", "2", "--json",
    ];
    let said = masque_in(home.path(), &args, "");
    assert_eq!(said.code, 0, "{}", said.err);
    let value: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(value["results"]["wins"], 2, "{value}");
    end_soon(&started(home.path()));
}

#[cfg(target_os = "linux")]
#[test]
fn programs_end_when_a_signal_ends_us() {
    use std::os::unix::process::ExitStatusExt as _;
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let home = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("masque"))
            .current_dir(home.path())
            .env("MASQUE_DATA", home.path())
            .args([
                "play", "banqi", "--seat", "0=random", "--save", "g", "--seat",
            ])
            .arg(format!("1={}", shell("", STUBBORN)))
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("it starts");
        let processes = started(home.path());
        // The other seat acts first, and then the program is asked.
        let record = home.path().join("g.masque");
        let until = Instant::now() + Duration::from_secs(30);
        while !std::fs::read_to_string(&record).is_ok_and(|text| text.contains("\n1. 0 ")) {
            assert!(Instant::now() < until, "the game was not begun");
            std::thread::sleep(Duration::from_millis(10));
        }
        let sent = Command::new("kill")
            .args([format!("-{signal}"), child.id().to_string()])
            .status();
        assert!(sent.is_ok_and(|status| status.success()));
        let status = child.wait().expect("it ends");
        assert_eq!(status.signal(), Some(number), "{status}");
        end_soon(&processes);
        // Nobody lost by it: the game can be resumed.
        let record = std::fs::read_to_string(&record).expect("a record");
        assert!(!record.contains("\nresult "), "{record}");
    }
}

/// A Python that has OpenSpiel: the one named, that of `just bench-peers`, or the user's.
fn openspiel() -> Option<PathBuf> {
    let named = std::env::var_os("MASQUE_OPENSPIEL_PYTHON").map(PathBuf::from);
    let program = assert_cmd::cargo::cargo_bin("masque");
    let target = program.ancestors().nth(2);
    let built = target.map(|target| target.join("openspiel/bin/python"));
    let all = [named, built, Some(PathBuf::from("python3"))];
    all.into_iter().flatten().find(|python| {
        let mut asked = Command::new(python);
        asked.args(["-c", "import pyspiel"]);
        asked.output().is_ok_and(|output| output.status.success())
    })
}

#[test]
fn our_search_beats_openspiels_at_banqi() {
    let Some(python) = openspiel() else {
        eprintln!("SKIPPED: games against OpenSpiel's search, as no Python has `pyspiel`");
        return;
    };
    let bridge = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/peers/openspiel_banqi.py");
    let theirs = format!(
        "engine,simulations=100:'{}' '{}'",
        python.display(),
        bridge.display()
    );
    // A draw by fifty quiet turns is one in both; a limit on chasing is ours alone.
    let args = [
        "banqi",
        "mcts:simulations=100",
        &theirs,
        "-o",
        "chase_limit=off",
    ];
    let value = played(&[&args[..], &["--games", "12", "--seed", "1"]].concat());
    // A program that is lost, or that finds other actions legal than we do, forfeits.
    assert!(value.get("forfeits").is_none(), "{value}");
    assert!(
        value["score"].as_f64().is_some_and(|score| score > 0.5),
        "{value}"
    );
}
