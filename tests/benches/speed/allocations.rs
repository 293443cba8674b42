//! Allocations in playouts, once everything is warm.

use masque_core::random::{Seed, Stream};

use crate::playouts::LIMIT;
use crate::report::{Report, Row};
use crate::{Options, shelf};

/// The section's name.
pub(crate) const SECTION: &str = "allocations";
/// Games that are played before counting.
const WARM: usize = 32;
/// Games that are counted.
const COUNTED: usize = 16;

/// Counts them for every variant, in games from one start that keep their room, once that is large enough.
pub(crate) fn measure(options: &Options, report: &mut Report) {
    for id in shelf::ids() {
        if !options.wants(SECTION, &id) {
            continue;
        }
        let engine = shelf::load(&id, &[]).expect("a variant");
        let mut games = shelf::start(&*engine, &Seed::from_u64(0)).playouts();
        let mut dice = Seed::from_u64(7).stream(Stream::Automatic);
        let mut play = || {
            let played = games.play(&mut dice, LIMIT).expect("no hook fails");
            u64::from(played.plies)
        };
        for _ in 0..WARM {
            play();
        }
        let mut plies = 0;
        let counted = allocation_counter::measure(|| {
            plies = (0..COUNTED).map(|_| play()).sum();
        });
        let per = |count: u64, of: u64| count as f64 / (of as f64).max(1.0);
        report.push(Row {
            section: SECTION.into(),
            case: id,
            who: "masque".into(),
            figure: Some(per(counted.count_total, plies)),
            unit: "a ply".into(),
            plies: Some(per(plies, COUNTED as u64)),
            note: format!(
                "{:.1} a game, {:.0} bytes a ply",
                per(counted.count_total, COUNTED as u64),
                per(counted.bytes_total, plies)
            ),
            ..Row::default()
        });
    }
}
