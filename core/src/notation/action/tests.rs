use super::*;
use crate::legal::Rules;
use crate::piece::{Observer, Seat};
use crate::position::Position;
use crate::testing::{at, chess, disguised, flipping, look, mined, rules, stones};
use proptest::prelude::*;
use std::sync::LazyLock;

fn legal<const W: usize>(rules: &Rules<W>, view: &View<'_, W>) -> Vec<Action> {
    let mut out = Vec::new();
    rules.legal(view, &mut out).expect("no hook");
    out
}

/// Reads a text for the seat to act and writes it again.
fn again<const W: usize>(rules: &Rules<W>, position: &Position<W>, text: &str) -> String {
    look(
        rules,
        position,
        Observer::Seat(position.public().turn),
        |view| {
            let legal = legal(rules, view);
            match parse(view, text, &legal) {
                Ok(action) => {
                    let mark = if legal.contains(&action) {
                        ""
                    } else {
                        " (illegal)"
                    };
                    format!("{}{mark}", format(view, action))
                }
                Err(error) => error.to_string(),
            }
        },
    )
}

#[track_caller]
fn check<const W: usize>(rules: &Rules<W>, text: &str, pairs: &[(&str, &str)]) {
    let position = at(rules, text);
    for (written, read) in pairs {
        assert_eq!(again(rules, &position, written), *read, "{written}");
    }
}

#[test]
fn moves_captures_and_promotions() {
    let rules = rules::<1>(chess());
    let text = "1n2k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1";
    check(
        &rules,
        text,
        &[
            ("a1b1", "a1b1"),
            ("A1-B1", "a1b1"),
            ("a1 b1", "a1b1"),
            ("a1xa7", "a1xa7 (illegal)"),
            ("a7a8q", "a7a8=Q"),
            ("a7a8=N+", "a7a8=N"),
            ("a7xb8=R", "a7xb8=R"),
            ("a7b8/r", "a7xb8=R"),
            ("a7a8queen", "a7a8=Q"),
            (
                "a7a8",
                "`a7a8` may be any of `a7a8=Q`, `a7a8=R`, `a7a8=B`, `a7a8=N`",
            ),
            (
                "a7a8=Z",
                "`Z` is not a kind of piece; kinds are K Q R B N P",
            ),
            ("a7a8=", "`a7a8=` needs a kind after it"),
            (
                "a1a9",
                "`a9` is not a site of this board; sites are a1 to h8",
            ),
            ("a1", "`a1` needs a second site after it"),
            ("a1-", "`a1-` needs a second site after it"),
        ],
    );
}

#[test]
fn castling_by_letters_sites_and_word() {
    let rules = rules::<1>(chess());
    check(
        &rules,
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        &[
            ("O-O", "O-O"),
            ("0-0-0", "O-O-O"),
            ("o-o", "O-O"),
            ("e1g1", "O-O"),
            ("e1c1", "O-O-O"),
            ("e1h1", "O-O"),
            ("castle e1a1", "O-O-O"),
            ("castle e1 g1", "O-O"),
            ("e1f1", "e1f1"),
            (
                "O-O now",
                "`now` follows a complete action; expected nothing more",
            ),
        ],
    );
    check(
        &rules,
        "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        &[
            ("e1g1", "O-O (illegal)"),
            ("e1f1", "e1f1"),
            ("O-O", "O-O (illegal)"),
        ],
    );
}

#[test]
fn flips_chains_and_words() {
    let rules = rules::<1>(flipping());
    check(
        &rules,
        "8/8/8/C?(p)2k3 red",
        &[
            ("flip b1", "flip b1"),
            ("b1", "flip b1"),
            ("FLIP B1", "flip b1"),
            ("flip c1", "flip c1 (illegal)"),
            ("a1e1", "a1xe1"),
            ("a1b1", "a1xb1 (illegal)"),
            ("stop", "stop (illegal)"),
            ("flip", "`flip` needs a site after it"),
            (
                "flip i9",
                "`i9` is not a site of this board; sites are a1 to h4",
            ),
            ("castle a1", "`a1` needs a second site after it"),
            (
                "jump",
                "`jump` is no action; expected a move such as `a1b1` or `flip a1`",
            ),
            (
                "",
                "an action is missing; expected a move such as `a1b1` or `flip a1`",
            ),
        ],
    );
}

#[test]
fn placements_passes_and_swaps() {
    let rules = rules::<2>(stones());
    check(
        &rules,
        "9/9/9/9/9/9/9/9/9 black",
        &[
            ("c3", "place c3"),
            ("j9", "place j9"),
            ("place X c3", "place c3"),
            ("i1", "`i1` is not a site of this board; sites are a1 to j9"),
            ("PASS", "pass"),
            ("swap", "swap"),
            ("c3d3", "c3d3 (illegal)"),
        ],
    );
}

#[test]
fn choices_and_specials() {
    let rules = rules::<1>(disguised());
    check(
        &rules,
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1 choose=a8",
        &[
            ("Q", "choose Q"),
            ("=n", "choose N"),
            ("choose rook", "choose R"),
            ("choose", "`choose` needs a kind after it"),
            (
                "a8a9",
                "`a9` is not a site of this board; sites are a1 to h8",
            ),
            (
                "hm",
                "`hm` is no action; expected `choose` and one of K Q R B N P",
            ),
        ],
    );
    let rules = crate::testing::rules::<2>(mined());
    let position = at(&rules, "4k3/8/8/8/8/8/8/4P3/8/4K3 w - - 0 1");
    look(&rules, &position, Observer::Seat(Seat(0)), |view| {
        let site = |name| view.tables().board.site(name).expect("a site");
        let legal = [Action::special(0, site("e3"), site("e4"))];
        for text in ["sapper e4", "sapper e3e4", "Sapper e3 e4"] {
            assert_eq!(parse(view, text, &legal), Ok(legal[0]), "{text}");
        }
        assert_eq!(parse(view, "sapper e4", &[]), Ok(legal[0]));
        assert_eq!(format(view, legal[0]), "sapper e3e4");
        assert_eq!(format_among(view, legal[0], &legal), "sapper e4");
        let two = [legal[0], Action::special(0, site("d3"), site("e4"))];
        assert_eq!(format_among(view, legal[0], &two), "sapper e3e4");
        assert!(matches!(
            parse(view, "sapper e4", &two),
            Err(ActionError::Ambiguous { .. })
        ));
        // Promotion to the only kind may be written out.
        let only = [Action::moving(site("e9"), site("e10"), 0)];
        assert_eq!(parse(view, "e9e10q", &only), Ok(only[0]));
        assert_eq!(format(view, only[0]), "e9xe10");
    });
}

#[test]
fn every_legal_action_is_read_back() {
    let rules = rules::<1>(chess());
    let kiwipete = at(
        &rules,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    );
    look(&rules, &kiwipete, Observer::Seat(Seat(0)), |view| {
        let legal = legal(&rules, view);
        assert_eq!(legal.len(), 48);
        for action in &legal {
            let text = format_among(view, *action, &legal);
            assert_eq!(parse(view, &text, &legal), Ok(*action), "{text}");
        }
    });
}

proptest! {
    #[test]
    fn nothing_panics(text in ".{0,24}") {
        static FLIPPING: LazyLock<Rules<1>> = LazyLock::new(|| rules(flipping()));
        static MINED: LazyLock<Rules<2>> = LazyLock::new(|| rules(mined()));
        let position = at(&FLIPPING, "8/8/8/C?(p)2k3 red");
        let _ = again(&FLIPPING, &position, &text);
        let position = at(&MINED, "4k3/8/8/8/8/8/8/4P3/8/4K3 w - - 0 1");
        let _ = again(&MINED, &position, &text);
        let _ = again(&MINED, &position, &format!("sapper {text}"));
    }

    #[test]
    fn nothing_near_an_action_panics(text in "[a-hxO0=Q. -]{0,4}[1-9]{0,3}[a-h:x×-]{0,3}[0-9]{0,2}[=QqN/]{0,3}") {
        static CHESS: LazyLock<Rules<1>> = LazyLock::new(|| rules(chess()));
        let position = at(&CHESS, "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1");
        let _ = again(&CHESS, &position, &text);
    }
}
