//! The scripts decide: emptied or turned round, they fail cases of their rulebooks by name.

use masque_conformance::library::Rulebook;
use masque_conformance::report::{Report, ResultWord};
use masque_conformance::run::{Choice, InProcess, run};
use masque_scripting::folder::{Folder, Library, Shelf};

/// The shipped variants, with one file of one of them changed.
fn shelf(id: &str, file: &str, change: impl Fn(&str) -> String) -> Shelf {
    let shipped = masque_variants::shelf();
    let folders = shipped
        .ids()
        .into_iter()
        .filter_map(|id| shipped.find(&id).ok().flatten());
    Shelf::new(folders.map(|folder| {
        let texts = folder.files.iter().map(|(name, source)| {
            let changes = folder.id == id && name == file;
            let text = if changes {
                change(&source.text)
            } else {
                source.text.clone()
            };
            (name.clone(), text)
        });
        Folder::from_files(folder.id.clone(), texts.collect::<Vec<_>>()).expect("a folder")
    }))
}

/// Runs the rulebook of a variant of the shelf.
fn report(shelf: &Shelf, variant: &str) -> Report {
    let folder = shelf.find(variant).expect("readable").expect("shipped");
    let book = Rulebook::load(shelf, &folder)
        .expect("a good book")
        .expect("a book");
    Report::of(&run(shelf, &[book], &InProcess, &Choice::default()), &[])
}

/// At least these cases of a variant, each `clause: case`, must fail when the script of `owner` is changed so, and not
/// because it no longer loads.
#[track_caller]
fn caught(variant: &str, owner: &str, change: impl Fn(&str) -> String, wanted: &[&str]) {
    let report = report(&shelf(owner, "rules.rhai", change), variant);
    let mut failed = Vec::new();
    for clause in &report.clauses {
        for case in clause.cases.iter().filter(|c| c.result == ResultWord::Fail) {
            let failure = case.failure.as_ref().expect("a reason");
            assert_ne!(failure.at.code, "bad-variant", "{}", failure.at.message);
            failed.push(format!("{}: {}", clause.clause, case.name));
        }
    }
    for case in wanted {
        let found = failed.iter().any(|f| f == case);
        assert!(
            found,
            "`{case}` holds all the same; these fail: {failed:#?}"
        );
    }
}

/// The script with another body for a function.
#[track_caller]
fn with_body(script: &str, function: &str, body: &str) -> String {
    let start = script
        .find(&format!("fn {function}("))
        .expect("the function is there");
    let open = start + script[start..].find('{').expect("it has a body");
    let close = open + script[open..].find("\n}").expect("the body ends");
    format!("{}{{{body}{}", &script[..open], &script[close..])
}

/// The script with one text put in place of another.
#[track_caller]
fn replaced(script: &str, from: &str, to: &str) -> String {
    assert_eq!(
        script.matches(from).count(),
        1,
        "`{from}` stands there once"
    );
    script.replacen(from, to, 1)
}

#[test]
fn without_landing_no_fog_lifts() {
    let wanted = [
        "landing-lifts-fog: a pawn's two squares to e4",
        "landing-lifts-fog: at the edge of the board",
        "landing-lifts-fog: Black's pieces too",
        "all-found: the last mine is seen",
    ];
    let change = |s: &str| with_body(s, "landed", "");
    caught("minesweeper-chess", "minesweeper-chess", change, &wanted);
}

#[test]
fn fog_that_lifts_elsewhere_is_seen() {
    let wanted = [
        "landing-lifts-fog: a pawn's two squares to e4",
        "landing-lifts-fog: beside the zone",
        "landing-lifts-fog: away from the zone nothing lifts",
    ];
    let body = "\n    pos.reveal(region(\"fog\") - pos.around(at) - at);";
    let change = |s: &str| with_body(s, "landed", body);
    caught("minesweeper-chess", "minesweeper-chess", change, &wanted);
}

#[test]
fn without_castling_no_corner_piece_moves() {
    let wanted = [
        "castle-with-rook-face: with whatever stands in the corner",
        "castle-with-rook-face: a knight in the corner",
        "castle-with-rook-face: Black castles so too",
        "castling: to either side",
    ];
    // Helpers that nothing calls would be an error.
    let change = |_: &str| "/// clause: castling\nfn moves(view, king) {\n}\n".to_owned();
    caught("hidden-chess", "hidden-chess", change, &wanted);
}

#[test]
fn castling_with_what_does_not_look_like_a_rook_is_seen() {
    let wanted = [
        "castle-with-rook-face: with whatever stands in the corner",
        "castle-with-rook-face: a knight in the corner",
        "castling: to either side",
    ];
    let change = |s: &str| replaced(s, "view.face(corner) == ROOK", "view.face(corner) != ROOK");
    caught("hidden-chess", "hidden-chess", change, &wanted);
}

#[test]
fn castling_through_attacks_is_seen() {
    let wanted = [
        "castling: not through an attacked square",
        "castling: not out of an attack",
        "castling: not across a square that a hidden piece attacks by its face",
    ];
    let change = |s: &str| with_body(s, "is_safe", "\n    true");
    caught("hidden-chess", "hidden-chess", change, &wanted);
}

#[test]
fn without_capture_stones_stay() {
    let wanted = [
        "no-liberties-no-stone: a group that the stone touches twice is counted once",
        "no-liberties-no-stone: two groups at once",
        "no-liberties-no-stone: the edge gives no liberty",
        "superko: a ko may not be taken back at once",
    ];
    for variant in ["go", "capture-go"] {
        caught(variant, "go", |s| with_body(s, "placed", ""), &wanted);
    }
}

#[test]
fn taking_stones_that_have_liberties_is_seen() {
    let wanted = [
        "no-liberties-no-stone: a group that the stone touches twice is counted once",
        "no-liberties-no-stone: two groups at once",
        "no-liberties-no-stone: a group with a liberty stays",
    ];
    let change = |s: &str| replaced(s, "pos.liberties(n) == 0", "pos.liberties(n) != 0");
    for variant in ["go", "capture-go"] {
        caught(variant, "go", change, &wanted);
    }
}

/// A case holds of a variant with one of its files changed.
#[track_caller]
fn holds(variant: &str, file: &str, change: impl Fn(&str) -> String, case: &str) {
    let changed = shelf(variant, file, change);
    let folder = changed.find(variant).expect("readable").expect("shipped");
    let mut texts: Vec<(String, String)> = folder
        .files
        .iter()
        .map(|(name, source)| (name.clone(), source.text.clone()))
        .filter(|(name, _)| name != "RULES.md")
        .collect();
    let book = format!(
        "# Test\n\n### A rule {{#a-rule}}\n\nThe text.\n\n```case\ncase one\n{case}\n```\n"
    );
    texts.push(("RULES.md".to_owned(), book));
    let others = changed
        .ids()
        .into_iter()
        .filter(|id| id != variant)
        .filter_map(|id| changed.find(&id).ok().flatten());
    let folder = Folder::from_files(variant, texts).expect("a folder");
    let report = report(&Shelf::new(others.chain([folder])), variant);
    assert!(
        report.failed == 0 && report.cases > 0,
        "{}",
        report.pretty()
    );
}

#[test]
fn among_mines_without_sappers() {
    let start = "position rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n  hazards c4 f5 b6 g7";
    let case = format!("{start}\nperft 1 = 20, 2 = 400, 3 = 8880");
    holds(
        "minesweeper-chess",
        "rules.rhai",
        |s| with_body(s, "moves", ""),
        &case,
    );
}

#[test]
fn go_on_a_board_of_two_by_three() {
    let oblong = |s: &str| {
        let files = replaced(s, "files         = \"$size\"", "files         = 3");
        replaced(&files, "ranks         = \"$size\"", "ranks         = 2")
    };
    let counts = "perft 1 = 6, 2 = 30, 3 = 120, 4 = 336, 5 = 616, 6 = 664";
    let case = format!("options pass=forbidden\nposition start\n{counts}");
    holds("go", "variant.toml", oblong, &case);
}
