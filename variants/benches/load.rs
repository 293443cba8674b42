//! How long a variant takes to load and to answer, for every shipped one: from its texts to an engine, and a game of two
//! actions on it, first when nothing of it is known to the process, and again when its script was compiled before.
//!
//! `cargo bench -p masque-variants --bench load` measures; a word behind `--` limits it to variants whose id contains it.

use std::time::{Duration, Instant};

use masque_core::deal::Layout;
use masque_core::engine::Engine;
use masque_core::piece::Seat;
use masque_core::random::{Seed, Stream};
use masque_scripting::document;
use masque_scripting::folder::{Folder, Library as _, Shelf};
use masque_scripting::variant;

/// How often a variant is loaded again; the best counts.
const AGAIN: usize = 20;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    let wanted = arguments.next().unwrap_or_default();
    let shelf = masque_variants::shelf();
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{:<22} {:>9} {:>9} {:>9} {:>9}",
        "variant", "cold ms", "and play", "again ms", "and play"
    );
    for id in shelf.ids().into_iter().filter(|id| id.contains(&wanted)) {
        let folder = shelf.find(&id).ok().flatten().expect("a shipped folder");
        let Some(cold) = load(&shelf, &folder) else {
            continue;
        };
        let mut best = cold;
        for _ in 0..AGAIN {
            let again = load(&shelf, &folder).expect("a variant to play");
            best = [best[0].min(again[0]), best[1].min(again[1])];
        }
        println!(
            "{id:<22} {:>9.2} {:>9.2} {:>9.2} {:>9.2}",
            millis(cold[0]),
            millis(cold[1]),
            millis(best[0]),
            millis(best[1]),
        );
    }
}

/// The times to load a variant and to play on it; `None` when it is only there to be extended.
fn load(shelf: &Shelf, folder: &Folder) -> Option<[Duration; 2]> {
    let begun = Instant::now();
    let document = document::read(shelf, folder).expect("a shipped variant");
    if document.is_abstract() {
        return None;
    }
    let variant = variant::compile(&document, None, &[]).expect("a shipped variant");
    let engine = variant.engine();
    let loaded = begun.elapsed();
    let begun = Instant::now();
    play(&*engine);
    Some([loaded, begun.elapsed()])
}

fn play(engine: &dyn Engine) {
    let seed = Seed::from_u64(1);
    let layouts: [Option<Layout>; 2] = Seat::BOTH.map(|seat| {
        let mut dice = seed.stream(Stream::Bot(16 + seat.0));
        let layout = engine
            .needs_layouts()
            .then(|| engine.named_layout(seat, "random", &mut dice));
        layout.map(|layout| layout.expect("a layout"))
    });
    let setup = engine.deal(&seed, [layouts[0].as_ref(), layouts[1].as_ref()]);
    let game = engine.start(&setup).expect("a start");
    let mut dice = seed.stream(Stream::Automatic);
    let _ = game.playout(&mut dice, 2).expect("no hook fails");
}
