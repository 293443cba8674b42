//! Makes a difference small: the first moment it shows, the fewest hidden things changed, the fewest deeds.

use masque_core::game::Deed;
use masque_core::position::Arbiter;
use masque_core::setup::Setup;

use super::pairs::Pairs;
use super::{Compare, Difference, Finding, Line, Played, Report, observer_word};

/// How much of a field is shown about the first difference, in characters on each side.
const AROUND: usize = 60;

/// The smallest form of a difference that was found between the truth of a game and another.
pub(super) fn shrink(
    compare: &Compare<'_>,
    game: &Played,
    other: &Setup,
    found: Difference,
) -> Finding {
    let deeds = &game.deeds[..found.after.min(game.deeds.len())];
    let every: Vec<usize> = (0..=deeds.len()).collect();
    let mut unread = Report::default();
    let mut best = compare
        .at(&game.start, other, deeds, &every, &mut unread)
        .unwrap_or(found);
    let mut other = other.clone();
    if let Some((nearer, difference)) = nearest(compare, game, &best) {
        (other, best) = (nearer, difference);
    }
    let deeds = &game.deeds[..best.after.min(game.deeds.len())];
    if let Some(finding) = without_deeds(compare, game, &other, &best) {
        return finding;
    }
    finding(compare, game, &game.start, &other, deeds, &best)
}

/// The truth that differs least from the game's own and still shows the difference.
fn nearest(
    compare: &Compare<'_>,
    game: &Played,
    found: &Difference,
) -> Option<(Setup, Difference)> {
    let after = found.after.min(game.deeds.len());
    let mut pairs = Pairs::new(compare.engine, game, compare.observer).ok()?;
    pairs.read_to(after).ok()?;
    let every: Vec<usize> = (0..=after).collect();
    pairs.neighbours().find_map(|nearer| {
        let mut unread = Report::default();
        let difference = compare.at(
            &game.start,
            &nearer,
            &game.deeds[..after],
            &every,
            &mut unread,
        )?;
        (difference.field == found.field).then_some((nearer, difference))
    })
}

/// The difference seen from the position reached, or from just before it, with no deeds before, where it shows there too.
fn without_deeds(
    compare: &Compare<'_>,
    game: &Played,
    other: &Setup,
    found: &Difference,
) -> Option<Finding> {
    let after = found.after.min(game.deeds.len());
    for skipped in [after, after.saturating_sub(1)] {
        let here = reached(compare, &game.start, &game.deeds[..skipped])?;
        let there = reached(compare, other, &game.deeds[..skipped])?;
        // What the leak has already put into a position is no truth that could be exchanged.
        let known = |truth: &Setup| compare.engine.mask(truth, compare.observer);
        if known(&here) != known(&there) {
            continue;
        }
        let deeds = &game.deeds[skipped..after];
        let mut unread = Report::default();
        let every: Vec<usize> = (0..=deeds.len()).collect();
        if let Some(difference) = compare.at(&here, &there, deeds, &every, &mut unread)
            && difference.field == found.field
        {
            return Some(finding(compare, game, &here, &there, deeds, &difference));
        }
    }
    None
}

fn reached(compare: &Compare<'_>, start: &Setup, deeds: &[Line]) -> Option<Setup> {
    let mut game = compare.engine.start(start).ok()?;
    for (seat, deed) in deeds {
        super::done(&mut *game, *seat, *deed, compare.observer);
    }
    Some(game.truth_setup(Arbiter::assume()))
}

fn finding(
    compare: &Compare<'_>,
    game: &Played,
    one: &Setup,
    other: &Setup,
    deeds: &[Line],
    found: &Difference,
) -> Finding {
    let (left, right) = excerpts(&found.left, &found.right);
    Finding {
        observer: observer_word(compare.observer),
        field: found.field.clone(),
        one: compare.engine.format_setup(one),
        other: compare.engine.format_setup(other),
        deeds: written(compare, one, deeds),
        left,
        right,
        seed: game.seed,
    }
}

/// The deeds as the seats that did them would write them.
fn written(compare: &Compare<'_>, start: &Setup, deeds: &[Line]) -> Vec<String> {
    let Ok(mut game) = compare.engine.start(start) else {
        return Vec::new();
    };
    let mut texts = Vec::new();
    for (seat, deed) in deeds {
        let observer = masque_core::piece::Observer::Seat(*seat);
        texts.push(match deed {
            Deed::Action(action) => game.format_action(observer, *action),
            Deed::Try(action) => format!("try {}", game.format_action(observer, *action)),
            Deed::Act(act) => format!("{act:?}"),
        });
        super::done(&mut *game, *seat, *deed, compare.observer);
    }
    texts
}

/// Both texts from a little before their first difference to a little after.
fn excerpts(left: &str, right: &str) -> (String, String) {
    let same = left
        .chars()
        .zip(right.chars())
        .take_while(|(l, r)| l == r)
        .count();
    let cut = |text: &str| {
        let from = same.saturating_sub(AROUND);
        let part: String = text.chars().skip(from).take(2 * AROUND).collect();
        let before = if from > 0 { "..." } else { "" };
        let after = if text.chars().count() > from + 2 * AROUND {
            "..."
        } else {
            ""
        };
        format!("{before}{part}{after}")
    };
    (cut(left), cut(right))
}
