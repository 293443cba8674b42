//! Whole games on the full screen: typed, by keys, through menus and curtains, to their ends.
//!
//! Each was found once by choosing among what `moves` listed. Which actions are legal, what the deal was and who won is
//! asked of the program every time.

#![cfg(unix)]

use std::io::{Read as _, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};
use tempfile::TempDir;

use crate::support::masque_in;

/// Actions in their order; those with a star are played with the cursor, the others are typed.
const BANQI: &str = "\
    flip c1, *flip f2, flip a1, flip d3, *flip c4, flip h1, flip g4, flip c3, flip a4, *c3xd3, a4xc4, *flip b1, \
    c1xb1, flip a2, *a1xa2, *flip b2, b1xb2, flip e3, *flip h4, flip f1, flip e1, *e1xf1, flip d4, *f1xf2, *flip \
    f4, *g4xf4, flip b3, d3xd4, flip c2, d4xc4, flip g3, *e3xg3, flip h2, g3xb3, b2xb3, *c4c3, *flip d1, c3xb3, \
    *flip a3, a3xa2, flip h3, *h4xh3, *flip f3, f2xf3, *flip d2, d2xc2, flip g2, flip e4, flip g1, *flip b4, \
    *flip e2, g2xg1, d1c1, h2g2, *b4c4, c2xc1, c4c3, b3xc3";

const HIDDEN_CHESS: &str = "\
    g1f3, *g8f6, g2g3, g7g6, *f1g2, f8g7, O-O, O-O, f3xb7, c8xb7, *g3xg6, f7xg6, d1e1, *b7xb2, c1xb2, g6xc2, \
    *h2h3, c2xb1, a1xb1, *g7xg2, g1xg2, f8f7, *b1xh7, g8xh7, g2h1, *f6e4, a2a3, e4xf2, *h1h2, f2xh3, h2xh3, \
    *b8c6, e1a1, d8c8, *a1a2, a7a6, d2d4, *a6xe2, d4xd7, c8xd7, *h3h4, e2xf1, b2b3, *a8xa3, a2xa3, h7g6, *a3a8, \
    g6h6, a8a1, *f1xa1, b3b4, e7e5, *h4g3, d7e6, g3f2, *a1a8, f2g2, e6c8, *g2f3, a8a2, f3e4, *a2e2";

const MINESWEEPER_CHESS: &str = "\
    *h2h3, *sapper d9d8, *sapper h3h4, *a9a8, *e2e3, *b9b8, *f1b5, *h9h8, *d1f3, *g9g8, *f3xf9";

const JUNQI: &str = "\
    a6xa7, *a8xa7, c6xc7, a9xa7, *a5xa7, e7xe6, a4xa7, a10xa7, a7xa11, *d7xe6, a11xb11, *e8xe6, e5xe9, e10xe4, \
    *b11xc11, *e11xe3, a3b3, b9a9, a2xa9, d9e9, e2xe9, a9a11, d2d3, *a11a10, *d3e2, c7d8, *e2d2, *d8xe9, c5d5, \
    b7a7, d5e4, a7b8, e4e8, b8b9, b3a2, a10xa2, b4a4, a2xb2, c3c4, c11b10, *e9d10, b10b11, *d10xc10, *c8c9, \
    c4c3, *c9xc10, a4a7, b9b10, e8e9, b10xc10, e9e11, c10c11, *e11xe12, *a12a11, a7xa11, *a11a3, d6d5, *a3b3, \
    d2d3, *b11b10, *d4e4, b3xc3, *d3xc3, c3xc2, e1e2, b10b11, *e2xc2, c11c10, e4e11, c10d10, e11xd11, *b11b10, \
    d5d6, b10a9, d6e6, a9a4, *b6c6, a4a9, c6b6, d10c11, e6c6, *c11b11, c6d6, *a9b8, *d6d5, *b11b10, d5e6, b8c9, \
    e6c6, c9c10, b6a6, c10d10, a6a11, *b10b9, c6d5, d10d11, a11xd11, *d11c11, d5d6, c11a11, d6d5, *a11a7, *d5e4, \
    *a7b8, e4d5, b9c9, d5e5, c9c8, *e5e6, b8b7, e6e11, b7a7, e11xe12";

const CAPTURE_GO: &str = "\
    place b6, place a4, *place f6, *place a3, *place c7, place b7, place d7, *place f2, place g3, place b5, \
    place c3, place d6, *place e5, *place f1, *place g1, *place b1, place c2, place c5, place e7, place e6, \
    *place e1, *place f5, place g2, place b4, place f4, place g6, place a7, *place g4, place d1, place c1, place \
    e3, place a2, place c6, *place b2, place a6, *place d3, place c4, place a1, *place f7, place g5, place b3, \
    place e4, place e2, place f3";

const PATIENCE: Duration = Duration::from_secs(60);

const CURTAIN: &str = "Press Enter when ready.";

type Keys = Arc<Mutex<Box<dyn Write + Send>>>;

/// The program in a terminal of its own.
struct Screen {
    child: Box<dyn Child + Send + Sync>,
    keys: Keys,
    screen: Arc<Mutex<vt100::Parser>>,
    home: TempDir,
    curtains: usize,
    menus: usize,
}

fn send(keys: &Keys, text: &str) {
    let mut keys = keys.lock().expect("no thread panics");
    // Whoever waits for what the keys do sees when the program is gone.
    let _ = keys.write_all(text.as_bytes()).and_then(|()| keys.flush());
}

impl Screen {
    /// Starts a game between two people.
    fn start(variant: &str, more: &[&str]) -> Self {
        let home = TempDir::new().expect("a folder");
        let size = PtySize {
            rows: 24,
            cols: 80,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(assert_cmd::cargo::cargo_bin!("masque"));
        command.args(["play", variant, "--no-clock"]);
        command.args(["--seat", "0=human", "--seat", "1=human"]);
        command.args(more);
        command.cwd(home.path());
        command.env("MASQUE_DATA", home.path());
        command.env("MASQUE_LANG", "en");
        command.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(command).expect("it starts");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let keys: Keys = Arc::new(Mutex::new(pair.master.take_writer().expect("a writer")));
        let (sink, answers) = (Arc::clone(&screen), Arc::clone(&keys));
        let master = pair.master;
        std::thread::spawn(move || {
            let _open = master;
            let mut bytes = [0; 4096];
            let mut tail = Vec::new();
            while let Ok(read @ 1..) = reader.read(&mut bytes) {
                let fresh = &bytes[..read];
                if let Ok(mut screen) = sink.lock() {
                    screen.process(fresh);
                }
                // Terminals say where their cursor is when they are asked to.
                tail.extend_from_slice(fresh);
                if tail.windows(4).any(|four| four == b"\x1b[6n") {
                    send(&answers, "\x1b[1;1R");
                    tail.clear();
                }
                tail.drain(..tail.len().saturating_sub(3));
            }
        });
        Self {
            child,
            keys,
            screen,
            home,
            curtains: 0,
            menus: 0,
        }
    }

    fn press(&self, keys: &str) {
        send(&self.keys, keys);
    }

    fn seen(&self) -> String {
        let screen = self.screen.lock().expect("no reader panics");
        screen.screen().contents()
    }

    /// Waits until the screen is as it should be.
    #[track_caller]
    fn wait(&self, why: &str, wanted: impl Fn(&str) -> bool) -> String {
        let since = Instant::now();
        loop {
            let seen = self.seen();
            if wanted(&seen) {
                return seen;
            }
            assert!(since.elapsed() < PATIENCE, "{why}, in vain:\n{seen}");
            std::thread::sleep(Duration::from_millis(3));
        }
    }

    #[track_caller]
    fn wait_for(&self, text: &str) -> String {
        self.wait(text, |seen| seen.contains(text))
    }

    /// Gives way to the next person, if that is due, until who is to act can.
    fn hand_over(&mut self, turn: usize, side: &str) {
        let number = format!("turn {turn}");
        let acts = format!("{side} to act");
        loop {
            let seen = self.wait(&acts, |seen| {
                seen.contains(CURTAIN)
                    || seen.contains("Done. Enter")
                    || seen.lines().any(|line| line.ends_with(&number)) && seen.contains(&acts)
            });
            if seen.contains(CURTAIN) {
                let lines = seen.lines().filter(|line| !line.trim().is_empty());
                assert_eq!(lines.count(), 3, "nothing else is left:\n{seen}");
                self.curtains += 1;
                self.press("\r");
                self.wait("the curtain rises", |seen| !seen.contains(CURTAIN));
            } else if seen.contains("Done. Enter") {
                self.press("\r");
                self.wait_for(CURTAIN);
            } else {
                return;
            }
        }
    }

    /// Brings the cursor to a site and chooses it.
    fn choose(&self, site: &str) {
        // A board that is just being turned is drawn line by line.
        let seen = self.wait("a cursor", |seen| {
            cursor(seen).is_some() && turned(seen).is_some()
        });
        let (from, to) = (cursor(&seen).expect("it was there"), place(site));
        let turned = turned(&seen).expect("it was whole");
        let arrows = |now: usize, then: usize, up: &str, down: &str| {
            let up = if (then > now) == turned { down } else { up };
            up.repeat(now.abs_diff(then))
        };
        self.press(&arrows(from.0, to.0, "\x1b[C", "\x1b[D"));
        self.press(&arrows(from.1, to.1, "\x1b[A", "\x1b[B"));
        self.wait(site, |seen| cursor(seen) == Some(to));
        self.press("\r");
    }

    /// Plays an action with the cursor, and in the menu that asks where several fit.
    fn play_by_cursor(&mut self, turn: usize, action: &str) {
        let sites = action.rsplit(' ').next().unwrap_or(action);
        let second = sites[1..].find(char::is_alphabetic).map(|i| i + 1);
        let (from, to) = sites.split_at(second.unwrap_or(sites.len()));
        self.choose(from);
        if !to.is_empty() {
            self.choose(to.trim_start_matches('x'));
        }
        let number = format!("turn {turn}");
        let item = |seen: &str| (1..=9).find(|item| seen.contains(&format!("│ {item}  {action} ")));
        let seen = self.wait(action, |seen| {
            item(seen).is_some() || !seen.lines().any(|line| line.ends_with(&number))
        });
        if let Some(item) = item(&seen) {
            self.menus += 1;
            self.press(&item.to_string());
        }
    }

    /// Plays a game to its end, leaves, and verifies the record; gives back the last screen and the record.
    fn play(&mut self, script: &str, sides: [&str; 2], result: &str) -> (String, String) {
        let actions: Vec<&str> = script.split(", ").collect();
        for (ply, action) in actions.iter().enumerate() {
            // Where sides are not given out before the first action, nobody has one yet.
            let side = if ply == 0 { "" } else { sides[ply % 2] };
            self.hand_over(ply + 1, side);
            match action.strip_prefix('*') {
                Some(action) => self.play_by_cursor(ply + 1, action),
                None => self.press(&format!(":{action}\r")),
            }
        }
        let seen = self.wait_for("look back");
        assert!(seen.contains(result), "{seen}");
        self.press("q");
        let since = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it is ours") {
                break status;
            }
            assert!(since.elapsed() < PATIENCE, "it runs on:\n{}", self.seen());
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(status.success());
        let games = std::fs::read_dir(self.home.path().join("games")).expect("records");
        let files: Vec<_> = games.map(|file| file.expect("a record").path()).collect();
        assert_eq!(files.len(), 1);
        let file = files[0].to_str().expect("UTF-8");
        let said = masque_in(self.home.path(), &["verify", file], "");
        assert_eq!(said.code, 0, "{}{}", said.out, said.err);
        let legal = format!("{} deeds are legal", actions.len());
        assert!(said.out.contains(&legal), "{}", said.out);
        (seen, std::fs::read_to_string(file).expect("a record"))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A test that fails leaves nothing running.
        let _ = self.child.kill();
    }
}

/// A site's file, by its place among the files that are drawn, and rank.
fn place(site: &str) -> (usize, usize) {
    try_place(site).unwrap_or_else(|| panic!("{site} is no site"))
}

fn try_place(site: &str) -> Option<(usize, usize)> {
    let (file, rank) = site.split_at_checked(1)?;
    Some(("abcdefghj".find(file)?, rank.parse().ok()?))
}

/// The rank that a line of the board begins with.
fn rank(line: &str) -> Option<usize> {
    let beside: String = line.chars().take(4).collect();
    let digits = beside.trim_start().chars().take_while(char::is_ascii_digit);
    digits.collect::<String>().parse().ok()
}

/// Whether the first rank is at the top; nothing while the ranks are not in their order.
fn turned(seen: &str) -> Option<bool> {
    let ranks: Vec<usize> = seen.lines().filter_map(rank).collect();
    if ranks.is_sorted_by(|a, b| a < b) {
        Some(true)
    } else {
        ranks.is_sorted_by(|a, b| a > b).then_some(false)
    }
}

/// What is under the cursor, as it stands beside the board.
fn cursor(seen: &str) -> Option<(usize, usize)> {
    let tabs = seen
        .lines()
        .find(|line| line.contains("Messages   Pieces"))?;
    let column = tabs.chars().count() - tabs.split("Moves").nth(1)?.chars().count() - 6;
    let beside = |line: &str| line.chars().skip(column).collect::<String>();
    let mut sites = seen.lines().map(beside).filter_map(|line| {
        let (site, _) = line.split_once(": ")?;
        try_place(site.trim())
    });
    sites.next()
}

#[test]
fn banqi_is_played_to_its_end() {
    let mut screen = Screen::start("banqi", &["--seed", "1"]);
    screen.play(BANQI, ["Black", "Red"], "Red wins: all-captured.");
    assert_eq!(screen.curtains, 0, "both know the same");
}

#[test]
fn hidden_chess_is_played_with_rooks_that_castle_unseen() {
    let mut screen = Screen::start("hidden-chess", &["--seed", "57"]);
    let (_, record) = screen.play(HIDDEN_CHESS, ["White", "Black"], "Black wins: checkmate.");
    // What looked like rooks was a knight and a pawn.
    for shown in [
        "castle e1 g1 h1 f1; reveal f1 N",
        "castle e8 g8 h8 f8; reveal f8 p",
    ] {
        assert!(record.contains(shown), "{record}");
    }
    assert!(screen.curtains > 0, "who took a hidden piece knows it");
}

#[test]
fn minesweeper_chess_is_played_with_a_sapper_in_a_menu() {
    let mut screen = Screen::start("minesweeper-chess", &["--seed", "3"]);
    let (seen, record) = screen.play(
        MINESWEEPER_CHESS,
        ["White", "Black"],
        "White wins: checkmate.",
    );
    assert!(screen.menus >= 2, "to go ahead or to clear the way");
    assert!(seen.contains("Hazards left: 3"), "{seen}");
    assert!(
        record.contains("act sapper h4 h3; hazards-left 3"),
        "{record}"
    );
}

#[test]
fn junqi_is_laid_out_in_secret_and_played_to_its_end() {
    let mut screen = Screen::start("junqi-setup", &["--seed", "1"]);
    for (side, layout) in [("Red", "1"), ("Blue", "2")] {
        screen.wait_for(&format!("Secret layout of {side}"));
        screen.press(" ");
        screen.wait_for("heart-d");
        screen.press(layout);
        screen.wait("the menu is left", |seen| !seen.contains("heart-d"));
        if side == "Red" {
            // The cursor is on a mine, with the flag beside it.
            screen.press("\r\x1b[C\r");
            screen.wait_for("flag-in-headquarters)");
        }
        screen.press("D");
        screen.wait_for("Ready?");
        screen.press("2");
        if side == "Red" {
            screen.wait_for(CURTAIN);
            assert!(!screen.seen().contains('─'), "{}", screen.seen());
            screen.press("\r");
        }
    }
    screen.play(JUNQI, ["Red", "Blue"], "Blue wins: none-movable.");
    assert!(screen.curtains > 100, "{} curtains", screen.curtains);
}

#[test]
fn capture_go_is_played_to_its_end() {
    let mut screen = Screen::start(
        "capture-go",
        &["--seed", "1", "-o", "size=7", "-o", "capture_target=3"],
    );
    screen.play(
        CAPTURE_GO,
        ["Black", "White"],
        "White wins: capture-target.",
    );
}
