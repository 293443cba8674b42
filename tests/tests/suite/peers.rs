//! The rulebooks on other programs: those that are installed, and made-up ones that misbehave.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use masque_conformance::command::{Args, Selection, select};
use masque_conformance::peer::{Command, Peer, Protocol};
use masque_conformance::report::{Report, ResultWord};

/// Where a program is, among the places where games are installed too. When it is absent that is said, past the test
/// harness that keeps what a passing test prints.
pub(crate) fn installed(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = places
        .map(|place| place.join(program))
        .find(|file| file.is_file());
    if found.is_none() {
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: `{program}` is not installed, so nothing is compared with it"
        );
    }
    found
}

/// An installed program with arguments, talked to.
pub(crate) fn start(program: &str, arguments: &str, protocol: Protocol) -> Option<Peer> {
    let path = installed(program)?;
    let line = format!("'{}' {arguments}", path.display());
    Some(peer(&line, protocol, 60_000, None).unwrap_or_else(|error| panic!("{error}")))
}

fn peer(
    line: &str,
    protocol: Protocol,
    milliseconds: u64,
    known: Option<&Path>,
) -> Result<Peer, String> {
    let command = Command {
        line: line.to_owned(),
        protocol,
        limit: Duration::from_millis(milliseconds),
        known: known.map(Path::to_owned),
    };
    Peer::start(&command).map_err(|error| error.to_string())
}

fn book(variant: &str, clause: Option<&str>) -> Selection {
    let args = Args {
        variant: Some(variant.to_owned()),
        clause: clause.map(str::to_owned),
        ..Args::default()
    };
    select(&args, masque_variants::shelf()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Runs a rulebook on an installed program; at least so many cases must be asked and hold, so that a driver that skips
/// everything does not go unseen.
#[track_caller]
fn holds(peer: Option<&Peer>, variant: &str, passed: usize, known: usize) {
    let Some(peer) = peer else { return };
    let report = book(variant, None).run_on(peer);
    assert!(report.holds(), "{}", report.pretty());
    assert!(report.passed >= passed, "{}", report.pretty());
    assert_eq!(report.known, known, "{}", report.pretty());
}

#[test]
fn stockfish_holds_the_rulebook_of_chess() {
    holds(
        start("stockfish", "", Protocol::Uci).as_ref(),
        "chess",
        77,
        0,
    );
}

#[test]
fn fairy_stockfish_holds_the_rulebooks_of_chess_and_xiangqi() {
    let peer = start("fairy-stockfish", "", Protocol::Uci);
    holds(peer.as_ref(), "chess", 77, 0);
    holds(peer.as_ref(), "xiangqi", 40, 0);
}

#[test]
fn gnu_go_holds_the_rulebooks_of_go_and_capture_go() {
    let peer = start("gnugo", "--mode gtp --chinese-rules", Protocol::Gtp);
    holds(peer.as_ref(), "go", 25, 4);
    holds(peer.as_ref(), "capture-go", 36, 6);
}

#[test]
fn what_an_engine_does_not_play_is_no_pass() {
    let Some(peer) = start("stockfish", "", Protocol::Uci) else {
        return;
    };
    let report = book("xiangqi", None).run_on(&peer);
    assert_eq!((report.passed, report.failed), (0, 0));
    assert_eq!(report.skipped, report.cases);
    assert!(!report.holds(), "a run that asked nothing must not hold");
}

/// A made-up UCI engine: a shell script that greets, then does this for each line `$line`.
#[cfg(unix)]
fn made_up(then: &str) -> (tempfile::TempDir, String) {
    let place = tempfile::tempdir().expect("a temporary directory");
    let file = place.path().join("engine.sh");
    let script = format!(
        "while read -r line; do case \"$line\" in\n\
         uci) echo 'id name Made-up'; echo uciok;;\n\
         isready) echo readyok;;\n\
         {then}\nesac; done\n"
    );
    std::fs::write(&file, script).expect("a file");
    let line = format!("sh '{}'", file.display());
    (place, line)
}

#[cfg(unix)]
fn failures(report: &Report) -> Vec<String> {
    let cases = report.clauses.iter().flat_map(|clause| &clause.cases);
    cases
        .filter_map(|case| case.failure.as_ref().map(|failure| failure.at.to_string()))
        .collect()
}

#[cfg(unix)]
#[test]
fn an_engine_that_dies_or_falls_silent_is_a_located_failure() {
    for (then, says) in [
        (
            "go*) sleep 100;;",
            "gave no answer to `go perft 1` in 0.3 s",
        ),
        (
            "go*) exit 3;;",
            "ended when asked `go perft 1` (exit code 3)",
        ),
        (
            "go*) echo 'out of memory' >&2; sleep 0.1; exit 1;;",
            "out of memory",
        ),
        ("go*) while :; do echo e2e4: 1; done;;", "go perft 1"),
        (
            "go*) echo 'Nodes searched: many';;",
            "with `Nodes searched: many`",
        ),
        ("d) echo 'Fen: nowhere'; exit 0;;", ""),
    ] {
        let (_place, line) = made_up(then);
        let peer = peer(&line, Protocol::Uci, 300, None).expect("it greets");
        let begun = Instant::now();
        let report = book("chess", Some("own-pieces")).run_on(&peer);
        assert!(begun.elapsed() < Duration::from_secs(60), "{then}");
        let failures = failures(&report);
        assert_eq!(failures.len(), 1, "{then}: {}", report.pretty());
        let failure = &failures[0];
        assert!(failure.contains(says), "{then}: {failure}");
        assert!(failure.starts_with("chess/RULES.md:"), "{then}: {failure}");
        assert!(!report.holds());
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_keeps_dying_is_given_up() {
    let (_place, line) = made_up("go*) sleep 100;;");
    let peer = peer(&line, Protocol::Uci, 500, None).expect("it greets");
    let begun = Instant::now();
    let report = book("chess", None).run_on(&peer);
    assert!(begun.elapsed() < Duration::from_secs(60));
    assert_eq!(report.passed, 0);
    let given_up = |failure: &&String| failure.contains("given up");
    assert!(failures(&report).iter().filter(given_up).count() > 20);
}

#[cfg(unix)]
#[test]
fn an_engine_that_errs_fails_cases() {
    // Whatever the position, two moves, and White to act.
    let (_place, line) = made_up(
        "d) echo 'Fen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1';;\n\
         go*) printf 'e1e2: 1\\ne1d1: 1\\n\\nNodes searched: 2\\n';;",
    );
    let peer = peer(&line, Protocol::Uci, 5_000, None).expect("it greets");
    let report = book("chess", None).run_on(&peer);
    assert!(report.failed > 40, "{}", report.pretty());
}

#[test]
fn what_is_no_engine_is_said_at_once() {
    for (line, says) in [
        ("/nowhere/engine", "could not be started"),
        ("", "no program is named"),
        ("true", "ended when asked `uci`"),
    ] {
        let error = peer(line, Protocol::Uci, 5_000, None).expect_err("it is no engine");
        assert!(error.contains(says), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_list_of_known_failures_must_be_true() {
    let (place, line) = made_up(
        "d) echo 'Fen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1';;\n\
         go*) printf 'e1e2: 1\\ne1d1: 1\\n\\nNodes searched: 2\\n';;",
    );
    let entry = |clause: &str, case: &str| {
        format!(
            "[[known]]\nvariant = \"chess\"\nclause = \"{clause}\"\ncase = \"{case}\"\nreason = \"made up\"\n"
        )
    };
    let known = place.path().join("known.toml");
    let run = |entries: &[String], clause: Option<&str>| {
        std::fs::write(&known, entries.concat()).expect("a file");
        let peer = peer(&line, Protocol::Uci, 5_000, Some(&known)).expect("it greets");
        book("chess", clause).run_on(&peer)
    };
    let of = |report: &Report, word: ResultWord| {
        let cases = report.clauses.iter().flat_map(|clause| &clause.cases);
        cases.filter(|case| case.result == word).count()
    };
    let kings = Some("own-pieces");
    let fails = entry("own-pieces", "one's own, and nothing else");
    assert!(!run(&[], kings).holds());
    let report = run(std::slice::from_ref(&fails), kings);
    assert!(report.holds(), "{}", report.pretty());
    assert_eq!(of(&report, ResultWord::Known), 1);

    // It passes on this engine, since nothing of what it refuses is legal there.
    let passes = entry("piece-moves", "nothing is turned over");
    let refused = entry("pawn-captures", "only to capture");
    let report = run(std::slice::from_ref(&refused), Some("pawn-captures"));
    assert_eq!(of(&report, ResultWord::Surprise), 1, "{}", report.pretty());
    assert!(!report.holds());

    let report = run(&[entry("own-pieces", "no such case")], kings);
    assert_eq!(report.faults.len(), 1, "{}", report.pretty());
    assert_eq!(report.faults[0].code, "stale-known");
    assert_eq!(report.faults[0].line, Some(1));
    assert!(!report.holds());

    // What nothing can be asked of does not fail either.
    let report = run(&[passes], Some("piece-moves"));
    assert_eq!(report.faults[0].code, "stale-known", "{}", report.pretty());

    // Of a clause that was not run the list says nothing.
    let report = run(&[fails, refused], kings);
    assert!(report.holds(), "{}", report.pretty());

    std::fs::write(&known, "[[known]]\nvariant = 7\n").expect("a file");
    let error = peer(&line, Protocol::Uci, 5_000, Some(&known)).expect_err("it does not read");
    assert!(
        error.contains("known.toml:2:11") && error.contains("bad-known"),
        "{error}"
    );
}
