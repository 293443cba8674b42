//! Allocations in playouts, once everything is warm.

use masque_core::engine::Match;
use masque_core::random::{Seed, Stream};

use crate::playouts::LIMIT;
use crate::report::{Report, Row};
use crate::{Options, shelf};

/// The section's name.
pub(crate) const SECTION: &str = "allocations";
/// Games that are played before counting.
const WARM: usize = 4;
/// Games that are counted.
const COUNTED: usize = 16;

/// Counts them for every variant: the games are dealt before, and what is counted is the playout alone.
pub(crate) fn measure(options: &Options, report: &mut Report) {
    for id in shelf::ids() {
        if !options.wants(SECTION, &id) {
            continue;
        }
        let engine = shelf::load(&id, &[]).expect("a variant");
        let games: Vec<Box<dyn Match>> = (0..WARM + COUNTED)
            .map(|seed| shelf::start(&*engine, &Seed::from_u64(seed as u64)))
            .collect();
        let mut dice = Seed::from_u64(7).stream(Stream::Automatic);
        let mut play = |game: &dyn Match| {
            let played = game.playout(&mut dice, LIMIT).expect("no hook fails");
            u64::from(played.plies)
        };
        for game in &games[..WARM] {
            play(&**game);
        }
        let mut plies = 0;
        let counted = allocation_counter::measure(|| {
            plies = games[WARM..].iter().map(|game| play(&**game)).sum();
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
