//! Pictures as their users ask for them: formats, files, saved games, and what is wrong with a wish.

use std::path::Path;

use crate::support::{Said, masque, masque_in};

fn wrong(said: &Said, code: &str) {
    assert_eq!(said.code, 2, "{}", said.err);
    assert_eq!(said.out, "");
    assert!(said.err.contains(&format!("[{code}]")), "{}", said.err);
}

#[test]
fn a_position_is_drawn_in_every_format() {
    let plain = masque(&["render", "banqi", "start"]);
    assert_eq!(plain.code, 0, "{}", plain.err);
    assert!(plain.out.starts_with("4 | ? ? ?"), "{}", plain.out);
    assert_eq!(masque(&["render", "banqi"]), plain);
    let ansi = masque(&["render", "banqi", "--format", "ansi"]);
    assert!(ansi.out.contains("\x1b["), "{}", ansi.out);
    let svg = masque(&["render", "banqi", "--format", "svg", "--lang", "zh"]);
    assert!(svg.out.starts_with("<svg "), "{}", svg.err);
    assert!(svg.out.contains("<title>暗棋，第 1 回合</title>"));
    let place = tempfile::tempdir().expect("a directory");
    let args = ["render", "banqi", "--format", "png", "-O", "start.png"];
    let said = masque_in(place.path(), &args, "");
    assert_eq!((said.code, said.out.as_str()), (0, ""), "{}", said.err);
    let bytes = std::fs::read(place.path().join("start.png")).expect("a file");
    assert!(bytes.starts_with(b"\x89PNG\r\n"));
    // The name of the file says the format, too.
    let args = ["render", "banqi", "-O", "start.svg"];
    assert_eq!(masque_in(place.path(), &args, "").code, 0);
    let text = std::fs::read_to_string(place.path().join("start.svg")).expect("a file");
    assert!(text.starts_with("<svg "), "{text}");
}

#[test]
fn wishes_that_are_wrong_are_told_where() {
    let with = |flags: &[&str]| {
        let mut args = vec!["render", "chess", "start", "--format", "svg"];
        args.extend(flags);
        masque(&args)
    };
    wrong(&with(&["--mark", "a1,z9"]), "no-site");
    wrong(&with(&["--arrow", "e2"]), "no-site");
    wrong(&with(&["--step", "3"]), "no-record");
    wrong(&with(&["-O", "/no/such/place.svg"]), "io");
    wrong(&masque(&["list", "--lang", "tlh"]), "unknown-language");
    assert_eq!(with(&["--size", "1"]).code, 2);
    assert_eq!(with(&["--mark", "a1,e4", "--arrow", "e2e4"]).code, 0);
}

#[test]
fn a_saved_game_is_drawn_step_by_step_and_as_a_film() {
    let place = tempfile::tempdir().expect("a directory");
    let run = |args: &[&str], input: &str| masque_in(place.path(), args, input);
    let play = [
        "play",
        "hidden-chess",
        "--plain",
        "--no-clock",
        "--seed",
        "3",
        "--save",
        "game",
    ];
    let humans = ["--seat", "0=human", "--seat", "1=human"];
    let played = run(&[&play[..], &humans[..]].concat(), "\ne2e4\n\ne7e5\nquit\n");
    assert_eq!(played.code, 0, "{}", played.err);
    let file = "game.masque";
    assert!(place.path().join(file).is_file(), "{}", played.out);
    let steps = |step: &str| run(&["render", file, "--format", "svg", "--step", step], "");
    let (start, last) = (steps("0"), steps("2"));
    assert_eq!(start.code, 0, "{}", start.err);
    assert_ne!(start.out, last.out);
    assert_eq!(run(&["render", file, "--format", "svg"], ""), last);
    wrong(&steps("9"), "no-step");
    // Nobody but the public sees a game that goes on.
    wrong(&run(&["render", file, "--as", "white"], ""), "unfinished");
    wrong(&run(&["render", file, "--seed", "1"], ""), "record-options");
    let film = [
        "render", file, "--format", "gif", "--size", "100", "-O", "game.gif",
    ];
    let said = run(&film, "");
    assert_eq!(said.code, 0, "{}", said.err);
    let bytes = std::fs::read(Path::new(place.path()).join("game.gif")).expect("a film");
    assert!(bytes.starts_with(b"GIF89a"));
    // No picture takes the place of a saved game.
    let record = std::fs::read(Path::new(place.path()).join(file)).expect("a record");
    let over = ["render", file, "--format", "png", "-O", file];
    wrong(&run(&over, ""), "cannot-save");
    let after = std::fs::read(Path::new(place.path()).join(file)).expect("a record");
    assert_eq!(after, record);
    // The start and two steps, each after a block that says how long it is shown.
    let shown = bytes
        .windows(3)
        .filter(|w| w == &[0x21, 0xf9, 0x04])
        .count();
    assert_eq!(shown, 3);
}

#[test]
fn lines_of_a_game_are_in_the_language_that_was_chosen() {
    let place = tempfile::tempdir().expect("a directory");
    let args = [
        "play",
        "banqi",
        "--plain",
        "--no-clock",
        "--seed",
        "1",
        "--lang",
        "zh",
    ];
    let said = masque_in(place.path(), &args, "help\nboard\nwhy a1a2\nquit\n");
    assert_eq!(said.code, 0, "{}", said.err);
    for words in [
        "暗棋，第 1 回合：轮到玩家 1",
        "悔棋",
        "条款",
        "继续对局：masque play --resume",
    ] {
        assert!(said.out.contains(words), "{words}: {}", said.out);
    }
    let shown = masque_in(place.path(), &["show", "xiangqi", "--lang", "zh"], "");
    assert!(shown.out.starts_with("象棋（xiangqi）"), "{}", shown.out);
    assert!(shown.out.contains("帥/將"), "{}", shown.out);
}
