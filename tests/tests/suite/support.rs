//! What every module of the suite needs: the shipped variants, compiled, and folders of the suite's own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use masque_core::deal::Layout;
use masque_core::engine::Engine;
use masque_core::piece::Seat;
use masque_core::random::Dice;
use masque_scripting::diag::Diagnostics;
use masque_scripting::document;
use masque_scripting::folder::{Folder, Library, Shelf};
use masque_scripting::variant::{self, Variant};

/// The ids of the shipped variants that can be played.
pub(crate) fn variant_ids() -> Vec<String> {
    let shelf = masque_variants::shelf();
    let playable = |id: &String| {
        let folder = shelf
            .find(id)
            .expect("shipped folders read")
            .expect("it is there");
        !document::read(&shelf, &folder)
            .unwrap_or_else(|wrong| panic!("{id}: {}", lines(&wrong)))
            .is_abstract()
    };
    masque_variants::ids()
        .into_iter()
        .filter(playable)
        .collect()
}

/// A shipped variant, compiled under options.
pub(crate) fn engine_of(id: &str, options: &[(&str, &str)]) -> Arc<dyn Engine> {
    variant_of(id, options).engine()
}

/// The same, before it is made an engine.
pub(crate) fn variant_of(id: &str, options: &[(&str, &str)]) -> Variant {
    let shelf = masque_variants::shelf();
    let folder = shelf
        .find(id)
        .expect("shipped folders read")
        .expect("it is there");
    compile(&shelf, &folder, options)
}

/// A folder of the suite, which may extend shipped variants, compiled under options.
pub(crate) fn engine_of_folder(name: &str, options: &[(&str, &str)]) -> Arc<dyn Engine> {
    variant_of_folder(name, options).engine()
}

/// The same, before it is made an engine.
pub(crate) fn variant_of_folder(name: &str, options: &[(&str, &str)]) -> Variant {
    let path = folders().join(name);
    let folder =
        Folder::from_dir(&path).unwrap_or_else(|wrong| panic!("{name}: {}", lines(&wrong)));
    compile(&masque_variants::shelf(), &folder, options)
}

/// Where the suite's own folders are.
pub(crate) fn folders() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("folders")
}

fn compile(shelf: &Shelf, folder: &Folder, options: &[(&str, &str)]) -> Variant {
    let pairs: Vec<(String, String)> = options
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    variant::load(shelf, folder, None, &pairs)
        .unwrap_or_else(|wrong| panic!("{}: {}", folder.id, lines(&wrong)))
}

fn lines(wrong: &Diagnostics) -> String {
    wrong
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Random legal layouts, where a variant needs them.
pub(crate) fn layouts(engine: &dyn Engine, dice: &mut Dice) -> [Option<Layout>; 2] {
    Seat::BOTH.map(|seat| {
        engine.needs_layouts().then(|| {
            engine
                .named_layout(seat, "random", dice)
                .expect("a random layout exists")
        })
    })
}
