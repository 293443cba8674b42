//! Golden traces: recorded games, played again, with everything that each observer was told and sees.
//!
//! A file `variants/V/games/*.txt` holds lines `options KEY=VALUE ...`, `seed NUMBER` (the deal) or `position TEXT`,
//! and then what was done, a turn of each side a line, with commas: actions, or acts such as `act white resign`.
//! Lines that begin with `#` say what the game is. The snapshot beside it repeats the file, so that it can be judged
//! alone. That views tell no more than they may is asked by the rulebooks; a trace only holds them still.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use masque_core::action::Act;
use masque_core::engine::Match;
use masque_core::event::Told;
use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Seat};
use masque_core::random::Seed;
use masque_scripting::folder::Library;
use masque_scripting::variant;

fn games() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants");
    let mut games = Vec::new();
    for id in masque_variants::ids() {
        let Ok(files) = fs::read_dir(root.join(&id).join("games")) else {
            continue;
        };
        let texts = files.filter_map(Result::ok).map(|f| f.path());
        games.extend(
            texts
                .filter(|p| p.extension().is_some_and(|e| e == "txt"))
                .map(|p| (id.clone(), p)),
        );
    }
    games.sort();
    games
}

/// What a record says before the first action.
#[derive(Default)]
struct Head {
    options: Vec<(String, String)>,
    seed: u64,
    position: Option<String>,
}

fn read(text: &str) -> (Head, Vec<&str>) {
    let mut head = Head::default();
    let mut deeds = Vec::new();
    for line in text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        match line.split_once(' ') {
            Some(("options", rest)) => {
                let pairs = rest.split_whitespace().filter_map(|p| p.split_once('='));
                head.options
                    .extend(pairs.map(|(k, v)| (k.to_owned(), v.to_owned())));
            }
            Some(("seed", number)) => head.seed = number.parse().expect("a seed"),
            Some(("position", text)) => head.position = Some(text.to_owned()),
            _ => deeds.extend(line.split(',').map(str::trim).filter(|d| !d.is_empty())),
        }
    }
    (head, deeds)
}

fn start(id: &str, head: &Head) -> Box<dyn Match> {
    let shelf = masque_variants::shelf();
    let folder = shelf.find(id).expect("readable").expect("shipped");
    let variant = variant::load(&shelf, &folder, None, &head.options).expect("a good variant");
    let engine = variant.engine();
    let setup = match &head.position {
        Some(text) => engine.parse_position(text).expect("a position"),
        None => engine.deal(&Seed::from_u64(head.seed), [None, None]),
    };
    engine.start(&setup).expect("a start")
}

fn told(game: &dyn Match, told: &[Told], out: &mut String) {
    let of = |observer: Observer| -> String {
        let events = told.iter().filter(|t| t.audience.includes(observer));
        let words: Vec<String> = events
            .map(|t| game.event_words(&t.event).join(" "))
            .collect();
        words.join("; ")
    };
    let all = Observer::ALL.map(of);
    if all.iter().all(|words| *words == all[0]) {
        let _ = writeln!(out, "    all: {}", all[0]);
        return;
    }
    for (observer, words) in Observer::ALL.into_iter().zip(all) {
        let _ = writeln!(out, "    {}: {words}", name(observer));
    }
}

fn name(observer: Observer) -> String {
    match observer {
        Observer::Seat(seat) => format!("seat {}", seat.0),
        Observer::Public => "public".to_owned(),
    }
}

fn views(game: &dyn Match, out: &mut String) {
    for observer in Observer::ALL {
        let _ = writeln!(out, "  {} sees {}", name(observer), game.text(observer));
    }
    let _ = writeln!(out, "{}", game.draw(Observer::Public, &Style::PLAIN));
}

#[track_caller]
fn act(game: &mut dyn Match, words: &str) -> Vec<Told> {
    let mut words = words.split_whitespace();
    let seat = match words.next() {
        Some("white" | "red") => Seat(0),
        Some("black") => Seat(1),
        other => panic!("{other:?} is no side"),
    };
    let act = match words.next() {
        Some("resign") => Act::Resign,
        Some("offer") => Act::Offer,
        Some("accept") => Act::Accept,
        Some("claim") => Act::Claim,
        other => panic!("{other:?} is no act"),
    };
    game.act(seat, act).expect("the act is possible")
}

fn trace(id: &str, text: &str) -> String {
    let (head, deeds) = read(text);
    let mut game = start(id, &head);
    let mut out = format!("{}\n\nstart\n", text.trim_end());
    views(&*game, &mut out);
    for (i, deed) in deeds.iter().enumerate() {
        let events = match deed.strip_prefix("act ") {
            Some(words) => {
                let _ = writeln!(out, "{:3} {deed}", i + 1);
                act(&mut *game, words)
            }
            None => {
                let seat = game.turn();
                let action = game
                    .parse_action(seat, deed)
                    .unwrap_or_else(|e| panic!("{deed}: {e}"));
                let written = game.format_action(Observer::Public, action);
                let _ = writeln!(out, "{:3} seat {} {written}", i + 1, seat.0);
                game.play(seat, action, false)
                    .unwrap_or_else(|e| panic!("{} {deed}: {e}", i + 1))
            }
        };
        told(&*game, &events, &mut out);
        if (i + 1) % 10 == 0 {
            views(&*game, &mut out);
        }
    }
    out.push_str("end\n");
    views(&*game, &mut out);
    assert!(
        game.outcome().is_some(),
        "{id}: a recorded game is a whole one"
    );
    out
}

#[test]
fn recorded_games_are_told_as_they_were() {
    for (id, path) in games() {
        let text = fs::read_to_string(&path).expect("a record");
        let file = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        insta::with_settings!({
            snapshot_path => path.parent().expect("a folder"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(file, trace(&id, &text));
        });
    }
}
