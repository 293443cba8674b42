//! What a position takes in memory.

use std::mem::size_of;

use masque_core::position::Position;

use crate::Options;
use crate::report::{Report, Row};

/// The section's name.
pub(crate) const SECTION: &str = "position size";

/// Sizes for each width that boards are compiled for.
pub(crate) fn measure(options: &Options, report: &mut Report) {
    let sizes = [
        ("one word, up to 64 sites", size_of::<Position<1>>()),
        ("two words, up to 128 sites", size_of::<Position<2>>()),
        ("six words, up to 384 sites", size_of::<Position<6>>()),
    ];
    for (case, size) in sizes {
        if options.wants(SECTION, case) {
            report.push(Row {
                section: SECTION.into(),
                case: case.into(),
                who: "masque".into(),
                figure: Some(size as f64),
                unit: "bytes".into(),
                ..Row::default()
            });
        }
    }
}
