//! What every module of the suite needs: the shipped variants, compiled.

use std::sync::Arc;

use masque_core::deal::Layout;
use masque_core::engine::Engine;
use masque_core::piece::Seat;
use masque_core::random::Dice;

/// The ids of the shipped variants that can be played.
pub(crate) fn variant_ids() -> Vec<String> {
    masque_variants::ids()
}

/// A shipped variant, compiled under options.
pub(crate) fn engine_of(id: &str, options: &[(&str, &str)]) -> Arc<dyn Engine> {
    let pairs: Vec<(String, String)> = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    match masque_variants::load(id, None, &pairs) {
        Ok(variant) => variant.engine(),
        Err(wrong) => panic!("{id}: {}", wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")),
    }
}

/// Random legal layouts, where a variant needs them.
pub(crate) fn layouts(engine: &dyn Engine, dice: &mut Dice) -> [Option<Layout>; 2] {
    Seat::BOTH.map(|seat| {
        engine.needs_layouts().then(|| engine.named_layout(seat, "random", dice).expect("a random layout exists"))
    })
}
