//! Shipped variants, loaded and started.

use std::path::PathBuf;
use std::sync::Arc;

use masque_core::deal::Layout;
use masque_core::engine::{Engine, Match};
use masque_core::piece::Seat;
use masque_core::random::{Seed, Stream};
use masque_core::setup::Setup;
use masque_scripting::document;
use masque_scripting::folder::Library as _;
use masque_scripting::variant;

/// Loads a variant the way programs do: folder, document, rules, machine code. `None` where the shelf has no such
/// folder, or one that is only there to be extended.
pub(crate) fn load(id: &str, options: &[(&str, &str)]) -> Option<Arc<dyn Engine>> {
    let shelf = masque_variants::shelf();
    let folder = shelf.find(id).expect("a folder that can be read")?;
    let document = document::read(&shelf, &folder).expect("a shipped variant");
    if document.is_abstract() {
        return None;
    }
    let pairs: Vec<(String, String)> = options
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let variant = variant::compile(&document, None, &pairs).expect("options that the variant has");
    Some(variant.engine())
}

/// The ids of all variants that can be played.
pub(crate) fn ids() -> Vec<String> {
    let playable = |id: &String| load(id, &[]).is_some();
    masque_variants::ids()
        .into_iter()
        .filter(playable)
        .collect()
}

/// Deals, with random layouts where seats lay out in secret.
pub(crate) fn deal(engine: &dyn Engine, seed: &Seed) -> Setup {
    let layouts: [Option<Layout>; 2] = Seat::BOTH.map(|seat| {
        let mut dice = seed.stream(Stream::Bot(16 + seat.0));
        let random = || {
            engine
                .named_layout(seat, "random", &mut dice)
                .expect("a layout")
        };
        engine.needs_layouts().then(random)
    });
    engine.deal(seed, [layouts[0].as_ref(), layouts[1].as_ref()])
}

/// A game from the deal of a seed.
pub(crate) fn start(engine: &dyn Engine, seed: &Seed) -> Box<dyn Match> {
    engine.start(&deal(engine, seed)).expect("a start")
}

/// A game from a position text.
pub(crate) fn from_text(engine: &dyn Engine, text: &str) -> Box<dyn Match> {
    let setup = engine.parse_position(text).expect("a position");
    engine.start(&setup).expect("a start")
}

/// Whether every game begins alike.
pub(crate) fn is_fixed(engine: &dyn Engine) -> bool {
    let text = |seed| engine.format_setup(&deal(engine, &Seed::from_u64(seed)));
    let first = text(0);
    (1..4).all(|seed| text(seed) == first)
}

/// The folder that everything is built into: this program lies two folders below it.
pub(crate) fn target_dir() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    own.ancestors().nth(3).map(PathBuf::from)
}
