//! The game line by line: what is typed, and what is answered.

use tempfile::TempDir;

use crate::support::masque_in;

#[test]
fn commands_of_the_game_are_no_names_of_layouts() {
    let home = TempDir::new().expect("a folder");
    let args = ["play", "junqi-setup", "--plain", "--seed", "3"];
    let typed = "hint\nmoves a1\nsave\nlayout nosuch\nnosuch\nboard\nheart-b\nexit\n";
    let said = masque_in(home.path(), &args, typed);
    assert_eq!(said.code, 0, "{}", said.err);
    let answers: Vec<&str> = said.out.split("Red layout> ").skip(1).collect();
    assert_eq!(answers.len(), 8, "{}", said.out);
    for (answer, begins) in answers.iter().zip([
        "`hint` is a command of the game",
        "`moves` is a command of the game",
        "Type `help`",
        "no layout is called `nosuch`",
        "no layout is called `nosuch`",
        "  6 |",
        "  6 |",
        "",
    ]) {
        assert!(answer.starts_with(begins), "{begins}: {answer}");
    }
}

#[test]
fn how_two_hidden_pieces_met_is_told_once() {
    let home = TempDir::new().expect("a folder");
    let args = [
        "play",
        "junqi-setup",
        "--save",
        "g",
        "--seed",
        "3",
        "--seat",
        "0=random",
        "--seat",
        "1=random",
    ];
    let said = masque_in(home.path(), &args, "");
    assert_eq!(said.code, 0, "{}", said.err);
    let replayed = masque_in(home.path(), &["replay", "g.masque", "--plain"], "");
    assert_eq!(replayed.code, 0, "{}", replayed.err);
    let met = |line: &&str| {
        let ways = [" beats ", " loses against ", " are both lost"];
        ways.iter().any(|way| line.contains(way))
    };
    let met: Vec<&str> = replayed.out.lines().filter(met).collect();
    assert!(met.len() > 10, "{}", replayed.out);
    for line in met {
        assert!(!line.contains("hidden piece"), "{line}");
    }
}

#[test]
fn what_is_typed_in_vain_is_told_in_the_language_of_the_player() {
    let home = TempDir::new().expect("a folder");
    for variant in ["banqi", "chess", "go"] {
        let args = ["play", variant, "--plain", "--lang", "zh", "--seed", "3"];
        let typed =
            "frobnicate\nwhy q99\nwhy\na1a1a1\nundo\nbank\naccept\nclaim\nmoves q99\nquit\n";
        let said = masque_in(home.path(), &args, typed);
        assert_eq!(said.code, 0, "{}", said.err);
        let answers: Vec<&str> = said.out.split("> ").skip(1).collect();
        assert_eq!(answers.len(), 10, "{}", said.out);
        for answer in &answers[..9] {
            let plain: String = answer.split('`').step_by(2).collect();
            let plain = plain.replace("[K Q R B N P]", "");
            let words = plain.split(|c: char| !c.is_ascii_alphabetic());
            let english: Vec<&str> = words.filter(|word| word.len() > 2).collect();
            assert!(english.is_empty(), "{variant}: {answer}");
        }
    }
}
