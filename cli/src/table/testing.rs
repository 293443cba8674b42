//! Variants and tables for tests.

use std::path::Path;
use std::sync::Arc;

use masque_core::clock::Clock;
use masque_core::deal::Layout;
use masque_core::engine::Engine;
use masque_core::piece::{Observer, Seat};
use masque_core::random::{Seed, Stream};

use super::{Opening, Table};
use crate::lang::Lang;
use crate::opponents::{Opponent, Player};
use crate::record::{Footer, Header, Record};
use crate::variant::{Loaded, load, starts};

/// A person against a machine.
pub(crate) const HUMAN: [Player; 2] = [Player::Human, Player::Random];
/// Two people.
pub(crate) const PEOPLE: [Player; 2] = [Player::Human, Player::Human];

/// A shipped variant under options.
pub(crate) fn loaded(id: &str, options: &[(&str, &str)]) -> Loaded {
    let pair = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
    let pairs: Vec<(String, String)> = options.iter().map(pair).collect();
    load(id, None, &pairs).unwrap_or_else(|e| panic!("{id}: {e:?}"))
}

/// Every shipped variant that is a game by itself: there are folders that only others extend.
pub(crate) fn shipped() -> impl Iterator<Item = Loaded> {
    let ids = masque_variants::ids().into_iter();
    ids.filter_map(|id| load(&id, None, &[]).ok())
}

/// A table with a game dealt from a number, or begun at a position; its record lies in a folder.
pub(crate) fn lay(
    loaded: &Loaded,
    players: [Player; 2],
    position: Option<&str>,
    clock: Option<Clock>,
    folder: &Path,
) -> Table {
    let engine = &*loaded.engine;
    let secret = Seed::from_u64(3);
    let layouts = layouts(engine, &secret);
    let setup = match position {
        Some(text) => engine.parse_position(text).expect("a position"),
        None => engine.deal(&secret, [layouts[0].as_ref(), layouts[1].as_ref()]),
    };
    let game = engine.start(&setup).expect("a start");
    let public = game.text(Observer::Public);
    let header = Header::new(&loaded.name, &loaded.choices, &loaded.hash, "00", &public);
    let record = Record::create(&folder.join("game.masque"), &header).expect("a record");
    let sit = |player: &Player| {
        Opponent::ready(player, loaded)
            .expect("a simple player")
            .sit()
    };
    let minds = players.each_ref().map(sit);
    Table::lay(Opening {
        starts: starts(engine, &setup, &[]),
        engine: Arc::clone(&loaded.engine),
        start: game.copy(),
        game,
        players,
        minds,
        advisers: [None, None],
        clock,
        lang: Lang::ENGLISH,
        record,
        truth: folder.join("game.truth"),
        secret,
        footer: Footer::default(),
    })
}

/// Layouts drawn at random, where the variant has any.
pub(crate) fn layouts(engine: &dyn Engine, secret: &Seed) -> [Option<Layout>; 2] {
    let layout = |seat: Seat| {
        let mut dice = secret.stream(Stream::Bot(16 + seat.0));
        engine.needs_layouts().then(|| {
            engine
                .named_layout(seat, "random", &mut dice)
                .expect("a layout")
        })
    };
    Seat::BOTH.map(layout)
}
