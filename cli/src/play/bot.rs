//! Simple machine players, given what their seat may know and nothing else.

use masque_core::action::{Action, Tag};
use masque_core::engine::{Engine, Match};
use masque_core::explain::{Does, Explanation};
use masque_core::piece::Seat;
use masque_core::random::Dice;

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// A person at this terminal.
    Human,
    /// Uniformly random legal actions.
    Random,
    /// The capture that gains most, else something random.
    Greedy,
}

impl Player {
    /// The words for players, as they are given on the command line.
    pub(crate) const WORDS: [(&'static str, Self); 3] = [
        ("human", Self::Human),
        ("random", Self::Random),
        ("greedy", Self::Greedy),
    ];

    /// The word for it.
    #[must_use]
    pub(crate) fn word(self) -> &'static str {
        Self::WORDS
            .iter()
            .find(|(_, p)| *p == self)
            .map_or("human", |(w, _)| w)
    }
}

/// Chooses an action of a seat from its own view; `None` when there is none.
pub(crate) fn choose(
    engine: &dyn Engine,
    game: &dyn Match,
    seat: Seat,
    player: Player,
    dice: &mut Dice,
) -> Option<Action> {
    let legal = game.legal().ok()?;
    if player != Player::Greedy {
        return dice.choose(&legal).copied();
    }
    let scores: Vec<i32> = legal
        .iter()
        .map(|&a| worth(engine, game, seat, a))
        .collect();
    let best = scores.iter().max()?;
    let finest: Vec<Action> = legal
        .iter()
        .zip(&scores)
        .filter(|(_, s)| *s == best)
        .map(|(a, _)| *a)
        .collect();
    dice.choose(&finest).copied()
}

/// What an action seems to gain, by what it will do as far as the seat can tell.
fn worth(engine: &dyn Engine, game: &dyn Match, seat: Seat, action: Action) -> i32 {
    let rank = |kind: masque_core::piece::Kind| {
        engine.spec().kinds.get(kind.index()).map_or(0, |k| k.rank)
    };
    let Ok(Explanation::Legal(notes)) = game.explain(seat, action) else {
        return i32::MIN;
    };
    let mut worth = match action.tag() {
        // Giving up the turn or the chain is what is left when nothing else helps.
        Tag::Pass | Tag::Swap => -20,
        Tag::Stop => -10,
        _ => 0,
    };
    for note in notes {
        worth += match note.what {
            Does::Captures(_, piece) => 20 + 10 * rank(piece.kind),
            Does::CapturesInPassing(_) => 25,
            Does::TakesUnknown(_) => 35,
            Does::RevealsThenDecides(_) | Does::DecidesInSecret(_) => 4,
            Does::Flips(_) => 2,
            Does::Promotes(kind) => 10 * rank(kind),
            Does::MeetsHazard(_) => -60,
            Does::MayMeetHazard(_) => -8,
            Does::MayChain => 1,
            _ => 0,
        };
    }
    worth
}
