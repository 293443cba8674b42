//! The full screen as a terminal sees it: games played by keys, and the terminal given back whatever ends them.

#![cfg(unix)]

use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;
use vt100::MouseProtocolMode;

/// The program in a terminal of its own.
struct Seat {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    home: TempDir,
}

const PATIENCE: Duration = Duration::from_secs(90);

fn size(columns: u16, lines: u16) -> PtySize {
    PtySize {
        rows: lines,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}

impl Seat {
    fn start(args: &[&str]) -> Self {
        Self::start_in(TempDir::new().expect("a folder"), args)
    }

    fn start_in(home: TempDir, args: &[&str]) -> Self {
        let pair = native_pty_system()
            .openpty(size(80, 24))
            .expect("a terminal");
        let mut command = CommandBuilder::new(assert_cmd::cargo::cargo_bin!("masque"));
        command.args(args);
        command.cwd(home.path());
        command.env("MASQUE_DATA", home.path());
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).expect("it starts");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let sink = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = reader.read(&mut bytes) {
                if let Ok(mut screen) = sink.lock() {
                    screen.process(&bytes[..read]);
                }
            }
        });
        Self {
            child,
            keys: pair.master.take_writer().expect("a writer"),
            master: pair.master,
            screen,
            home,
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("it reads keys");
        self.keys.flush().expect("it reads keys");
    }

    fn seen(&self) -> String {
        let screen = self.screen.lock().expect("no reader panics");
        screen.screen().contents()
    }

    /// Waits until the screen is as it should be.
    #[track_caller]
    fn wait(&self, wanted: impl Fn(&str) -> bool) -> String {
        let since = Instant::now();
        loop {
            let seen = self.seen();
            if wanted(&seen) {
                return seen;
            }
            assert!(since.elapsed() < PATIENCE, "in vain:\n{seen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    fn wait_for(&self, text: &str) -> String {
        self.wait(|seen| seen.contains(text))
    }

    fn signal(&self, name: &str) {
        let process = self.child.process_id().expect("it runs").to_string();
        let sent = Command::new("kill").args(["-s", name, &process]).status();
        assert!(sent.expect("kill is there").success());
    }

    #[track_caller]
    fn ends(&mut self) -> ExitStatus {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it is ours") {
                // What it wrote last is read by then.
                std::thread::sleep(Duration::from_millis(200));
                return status;
            }
            assert!(since.elapsed() < PATIENCE, "it runs on:\n{}", self.seen());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Asserts that the terminal is as it was before the program took it.
    #[track_caller]
    fn is_given_back(&self) {
        let parser = self.screen.lock().expect("no reader panics");
        let screen = parser.screen();
        assert!(!screen.alternate_screen(), "the other screen is left");
        assert!(!screen.hide_cursor(), "the cursor is shown");
        assert!(!screen.bracketed_paste(), "pastes are plain again");
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        if let Some(modes) = self.master.get_termios() {
            let local = format!("{:?}", modes.local_flags);
            assert!(
                local.contains("ICANON") && local.contains("ECHO"),
                "{local}"
            );
        }
    }

    fn records(&self) -> Vec<PathBuf> {
        records(self.home.path())
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        // A test that fails leaves nothing running.
        let _ = self.child.kill();
    }
}

fn records(home: &Path) -> Vec<PathBuf> {
    let games = std::fs::read_dir(home.join("games"));
    games
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .collect()
}

#[test]
fn a_game_is_played_by_keys_to_its_end() {
    let mut seat = Seat::start(&["play", "tic-tac-toe", "--seed", "1", "--seat", "1=random"]);
    seat.wait_for("Cross to act");
    // To the top left corner, then over every square; those that are taken are refused.
    seat.press("\x1b[A\x1b[D");
    'game: for row in 0..3 {
        for column in 0..3 {
            let name = format!("{}{}:", ["a", "b", "c"][column], 3 - row);
            seat.wait_for(&name);
            seat.press("\r");
            std::thread::sleep(Duration::from_millis(300));
            let seen = seat.wait(|seen| !seen.contains("thinks"));
            if seen.contains("wins") || seen.contains("drawn") {
                break 'game;
            }
            if column < 2 {
                seat.press("\x1b[C");
            }
        }
        seat.press("\x1b[B\x1b[D\x1b[D");
    }
    let seen = seat.wait(|seen| seen.contains("wins") || seen.contains("drawn"));
    assert!(seen.contains('X') && seen.contains('O'), "{seen}");
    seat.press("q");
    assert!(seat.ends().success());
    seat.is_given_back();
    let records = seat.records();
    let record = std::fs::read_to_string(&records[0]).expect("a record");
    assert!(record.contains("result"), "{record}");
    // The same game on the full screen again.
    let file = records[0].to_str().expect("UTF-8").to_owned();
    let mut seat = Seat::start(&["replay", &file]);
    seat.wait_for("step 0 of");
    seat.press("\x1b[F");
    seat.wait(|seen| seen.contains("wins") || seen.contains("draw"));
    seat.press("3\r");
    seat.wait_for("step 3 of");
    seat.press("o");
    seat.wait_for("as Cross saw it");
    seat.press("q");
    assert!(seat.ends().success());
    seat.is_given_back();
}

#[test]
fn a_signal_gives_the_terminal_back_and_the_game_is_kept() {
    for signal in ["TERM", "HUP", "INT", "QUIT"] {
        let mut seat = Seat::start(&["play", "chess", "--seed", "1", "--seat", "1=human"]);
        seat.wait_for("White to act");
        seat.press(":e2e4\r");
        seat.wait_for("Black to act");
        seat.signal(signal);
        assert!(!seat.ends().success(), "it ends by {signal}");
        seat.is_given_back();
        let record = std::fs::read_to_string(&seat.records()[0]).expect("a record");
        assert!(record.contains("e2e4"), "{record}");
    }
}

#[test]
fn a_terminal_that_goes_away_takes_the_program_with_it() {
    let home = TempDir::new().expect("a folder");
    let pair = native_pty_system()
        .openpty(size(80, 24))
        .expect("a terminal");
    let mut command = CommandBuilder::new(assert_cmd::cargo::cargo_bin!("masque"));
    command.args(["play", "tic-tac-toe", "--seed", "1"]);
    command.env("MASQUE_DATA", home.path());
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).expect("it starts");
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    let mut screen = vt100::Parser::new(24, 80, 0);
    let mut bytes = [0; 4096];
    while !screen.screen().contents().contains("? help") {
        let read = reader.read(&mut bytes).expect("it draws");
        screen.process(&bytes[..read]);
    }
    drop((reader, pair));
    let since = Instant::now();
    while child.try_wait().expect("it is ours").is_none() {
        if since.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("it lives on");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(records(home.path()).len(), 1);
}

#[test]
fn a_game_that_was_killed_goes_on() {
    let mut seat = Seat::start(&["play", "chess", "--seed", "1", "--seat", "1=human"]);
    seat.wait_for("White to act");
    seat.press(":e2e4\r");
    seat.wait_for("Black to act");
    seat.signal("KILL");
    seat.ends();
    let file = seat.records()[0].to_str().expect("UTF-8").to_owned();
    let home = std::mem::replace(&mut seat.home, TempDir::new().expect("a folder"));
    let mut seat = Seat::start_in(home, &["play", "--resume", &file]);
    seat.wait(|seen| seen.contains("Black to act") && seen.contains("e2e4"));
    // Asked first, then left.
    seat.press("q");
    seat.wait_for("Leave?");
    seat.press("2");
    assert!(seat.ends().success());
    seat.is_given_back();
    assert!(seat.seen().contains("--resume"), "{}", seat.seen());
}

#[test]
fn another_size_is_drawn_at_once() {
    let mut seat = Seat::start(&["play", "chess", "--seed", "1", "--seat", "1=human"]);
    seat.wait_for("White to act");
    let set = |seat: &Seat, columns, lines| {
        if let Ok(mut screen) = seat.screen.lock() {
            screen.screen_mut().set_size(lines, columns);
        }
        seat.master.resize(size(columns, lines)).expect("a size");
    };
    set(&seat, 60, 20);
    seat.wait_for("80x24");
    set(&seat, 120, 40);
    seat.wait(|seen| {
        let words = ["White to act", "Messages", "Pieces"];
        words.iter().all(|word| seen.contains(word))
    });
    seat.press("\x03");
    assert!(seat.ends().success());
    seat.is_given_back();
}

#[test]
fn a_pipe_and_a_dumb_terminal_get_lines() {
    let said = crate::support::masque_in(
        TempDir::new().expect("a folder").path(),
        &["play", "tic-tac-toe", "--seed", "1", "--save", "g"],
        "quit\n",
    );
    assert!(!said.out.contains('\x1b'), "{}", said.out);
    let mut seat = Seat::start(&["play", "tic-tac-toe", "--seed", "1", "--plain"]);
    seat.wait_for("Type `help`");
    assert!(
        !seat
            .screen
            .lock()
            .expect("no reader panics")
            .screen()
            .alternate_screen()
    );
    seat.press("quit\r");
    assert!(seat.ends().success());
}

/// The seconds that a clock with so much time for a move shows first on the screen.
fn seconds(seen: &str) -> Option<u64> {
    let (_, clock) = seen
        .rsplit_once("White: move ")
        .or_else(|| seen.split_once("move "))?;
    clock.split_whitespace().next()?.parse().ok()
}

impl Seat {
    /// Waits until the program is stopped.
    #[track_caller]
    fn is_stopped(&self) {
        let process = self.child.process_id().expect("it runs").to_string();
        let since = Instant::now();
        loop {
            let told = Command::new("ps")
                .args(["-o", "stat=", "-p", &process])
                .output();
            let told = told.expect("ps is there").stdout;
            if told.starts_with(b"T") {
                return;
            }
            assert!(since.elapsed() < PATIENCE, "it runs on:\n{}", self.seen());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn while_the_program_is_stopped_its_clock_stands() {
    const STANDS: Duration = Duration::from_secs(4);
    for (stop, gives_back) in [("\x1a", true), ("TSTP", true), ("STOP", false)] {
        let mut seat = Seat::start(&[
            "play", "chess", "--seed", "1", "--seat", "1=human", "--clock", "move=50s",
        ]);
        let seen = seat.wait_for("White to act");
        let before = seconds(&seen).unwrap_or_else(|| panic!("a clock:\n{seen}"));
        match stop {
            "\x1a" => seat.press(stop),
            signal => seat.signal(signal),
        }
        seat.is_stopped();
        if gives_back {
            std::thread::sleep(Duration::from_millis(200));
            seat.is_given_back();
        }
        std::thread::sleep(STANDS);
        // What was on the screen is gone, as when other programs wrote there meanwhile.
        if let Ok(mut screen) = seat.screen.lock() {
            screen.process(b"\x1b[2J\x1b[H");
        }
        seat.signal("CONT");
        let seen = seat.wait(|seen| seen.contains("White to act") && seen.contains("a5: "));
        let after = seconds(&seen).expect("a clock");
        assert!(
            after + 3 > before,
            "{before} s before and {after} s after {stop}"
        );
        assert!(after <= before);
        // It is played on, and the record has the clock of the screen.
        seat.press(":e2e4\r");
        seat.wait_for("Black to act");
        seat.press("\x03");
        assert!(seat.ends().success());
        seat.is_given_back();
        let record = std::fs::read_to_string(&seat.records()[0]).expect("a record");
        assert!(record.contains("e2e4"), "{record}");
    }
}

#[test]
fn the_clock_of_lines_stands_too() {
    let mut seat = Seat::start(&[
        "play", "chess", "--seed", "1", "--seat", "1=human", "--clock", "move=50s", "--plain",
    ]);
    let seen = seat.wait_for("White> ");
    let before = seconds(&seen).unwrap_or_else(|| panic!("a clock:\n{seen}"));
    seat.signal("TSTP");
    seat.is_stopped();
    std::thread::sleep(Duration::from_secs(4));
    seat.signal("CONT");
    // What was asked is asked again.
    seat.wait(|seen| seen.matches("White> ").count() == 2);
    seat.press("clock\r");
    let seen = seat.wait(|seen| seen.matches("Clock  White").count() == 2);
    let after = seconds(&seen).expect("a clock");
    assert!(
        after + 3 > before && after <= before,
        "{before} s and {after} s"
    );
    seat.press("quit\r");
    assert!(seat.ends().success());
}

#[test]
fn lines_give_hints() {
    let home = TempDir::new().expect("a folder");
    let args = [
        "play",
        "tic-tac-toe",
        "--seed",
        "1",
        "--seat",
        "1=random",
        "--save",
        "g",
    ];
    let said = crate::support::masque_in(home.path(), &args, "hint\nquit\n");
    assert!(
        said.out.contains("Hint: place "),
        "{}{}",
        said.out,
        said.err
    );
    assert!(said.out.contains(" is allowed: "), "{}", said.out);
}

#[test]
fn a_replay_tells_of_lost_disguises_as_play_does() {
    let home = TempDir::new().expect("a folder");
    let run = |args: &[&str]| crate::support::masque_in(home.path(), args, "").out;
    let bots = ["--seat", "0=random", "--seat", "1=random", "--save", "r"];
    let game = ["play", "hidden-chess", "--seed", "5"];
    let play = run(&[&game[..], &bots[..]].concat());
    let disguises: Vec<&str> = play.lines().filter(|l| l.contains("looked like")).collect();
    assert!(!disguises.is_empty(), "{play}");
    let replay = run(&["replay", "r.masque", "--as", "public"]);
    for line in disguises {
        assert!(replay.contains(line), "{line}:\n{replay}");
        // Who captured is told what it was.
        let captor = line.split(':').next().unwrap_or_default().to_lowercase();
        let known = run(&["replay", "r.masque", "--as", &captor]);
        let known = known.lines().find(|l| l.contains(line));
        let known = known.unwrap_or_default();
        assert!(known.contains("what was lost on"), "{known}");
    }
}

#[test]
fn a_replay_tells_in_the_words_of_play_and_in_the_language_asked_for() {
    let home = TempDir::new().expect("a folder");
    let people = ["--seat", "0=human", "--seat", "1=human"];
    let run = |args: &[&str], lines: &str| {
        let said = crate::support::masque_in(home.path(), args, lines);
        assert_eq!(said.code, 0, "{args:?}: {}{}", said.out, said.err);
        said.out
    };
    let play = |variant: &str, file: &str, lines: &str| {
        let args = ["play", variant, "--seed", "57", "--save", file];
        run(&[&args[..], &people[..]].concat(), lines)
    };
    play("chess", "c", "e2e4\nd7d5\ne4d5\nresign\n");
    let english = run(&["replay", "c.masque"], "");
    for line in [
        "0. the start",
        "3. White: e4xd5; the Black pawn on d5 is captured",
        "4. Black resigns.",
        "White wins: ",
    ] {
        assert!(english.contains(line), "{line}:\n{english}");
    }
    let chinese = run(&["replay", "c.masque", "--lang", "zh"], "");
    for word in ["白", "认输", "被吃"] {
        assert!(chinese.contains(word), "{word}:\n{chinese}");
    }
    assert!(
        !chinese.contains("White") && !chinese.contains("seat"),
        "{chinese}"
    );
    // Data stays in the words of records.
    let data = run(&["replay", "c.masque", "--json"], "");
    assert!(
        data.contains("seat 0: e4xd5") && data.contains("capture d5 p"),
        "{data}"
    );
    // Of a game that is not over there are only the words of its record to tell from.
    play("hidden-chess", "h", "g1f3\nquit\n");
    let told = run(&["replay", "h.masque"], "");
    assert!(told.contains("1. White: g1f3; f3 is a White "), "{told}");
    assert!(told.contains("The game is not over."), "{told}");
}

#[test]
fn an_analysis_speaks_the_language_asked_for() {
    let home = TempDir::new().expect("a folder");
    let run = |args: &[&str]| {
        let said = crate::support::masque_in(home.path(), args, "");
        assert_eq!(said.code, 0, "{args:?}: {}{}", said.out, said.err);
        said.out
    };
    let args = ["analyse", "banqi", "--simulations", "40", "--seed", "1"];
    let english = run(&args);
    assert!(
        english.contains("Player 1 to act") || english.contains("player 1 to act"),
        "{english}"
    );
    let chinese = run(&[&args[..], &["--lang", "zh"]].concat());
    assert!(
        chinese.contains("次模拟后预期得分") && chinese.contains("暗子"),
        "{chinese}"
    );
    assert!(
        !chinese.contains("score") && !chinese.contains("Hidden"),
        "{chinese}"
    );
    let hint = run(&[
        "hint",
        "banqi",
        "--simulations",
        "40",
        "--seed",
        "1",
        "--lang",
        "zh",
    ]);
    assert!(
        hint.contains(" 次模拟：") && hint.contains("可走"),
        "{hint}"
    );
}
