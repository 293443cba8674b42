//! Pictures of a position of each family, and what pictures may not do.

use masque_core::piece::{Observer, Seat};
use masque_core::random::Seed;

use super::*;
use crate::variant::{Loaded, load};

/// Small positions, one for each way of drawing: a name, a variant with options, a position, who looks.
const SHOWN: [(&str, &str, &[(&str, &str)], &str, Observer); 12] = [
    (
        "chess",
        "chess",
        &[],
        "4k3/8/8/8/7b/8/4P3/R3K3 w Q - 0 1",
        Observer::Public,
    ),
    (
        "hidden-chess",
        "hidden-chess",
        &[],
        "start",
        Observer::Public,
    ),
    (
        "minesweeper-chess",
        "minesweeper-chess",
        &[],
        "start",
        Observer::Public,
    ),
    ("xiangqi", "xiangqi", &[], "start", Observer::Public),
    ("banqi", "banqi", &[], "start", Observer::Public),
    (
        "junqi-setup",
        "junqi-setup",
        &[],
        "start",
        Observer::Seat(Seat(0)),
    ),
    ("junqi-flip", "junqi-flip", &[], "start", Observer::Public),
    ("go", "go", &[("size", "9")], "start", Observer::Public),
    ("reversi", "reversi", &[], "start", Observer::Public),
    ("hex", "hex", &[("size", "4")], "start", Observer::Public),
    (
        "connect-four",
        "connect-four",
        &[],
        "start",
        Observer::Public,
    ),
    ("amazons", "amazons", &[], "start", Observer::Public),
];

fn loaded(id: &str, options: &[(&str, &str)]) -> Loaded {
    let pairs: Vec<(String, String)> = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    load(id, None, &pairs).expect("a variant")
}

fn drawn(loaded: &Loaded, position: &str, observer: Observer, wishes: Wishes) -> String {
    let game = loaded
        .look(position, &Seed::from_u64(7))
        .expect("a position");
    let artist = Artist::new(&*loaded.engine, wishes, Lang::ENGLISH).expect("a board");
    artist.draw(&game.observe(observer))
}

#[test]
fn each_family_is_drawn_as_it_was() {
    for (name, id, options, position, observer) in SHOWN {
        let svg = drawn(&loaded(id, options), position, observer, Wishes::default());
        insta::with_settings!({
            description => format!("{id} {options:?} {position} {observer:?}"),
            omit_expression => true,
        }, {
            insta::assert_snapshot!(name, svg);
        });
    }
}
