//! Opponents that do not think ahead: anything at random, and the capture that gains most.

use masque_core::action::{Action, Tag};
use masque_core::explain::{Does, Explanation};
use masque_core::hooks::HookError;
use masque_core::piece::Kind;
use masque_core::random::Dice;

use super::chair::Chair;

/// Any legal action, each equally likely; `None` when there is none.
///
/// # Errors
/// A hook that failed.
pub(super) fn random(chair: &Chair<'_>, dice: &mut Dice) -> Result<Option<Action>, HookError> {
    Ok(dice.choose(&chair.legal()?).copied())
}

/// The action that seems to gain most, of several any; `None` when there is none.
///
/// # Errors
/// A hook that failed.
pub(crate) fn greedy(chair: &Chair<'_>, dice: &mut Dice) -> Result<Option<Action>, HookError> {
    let legal = chair.legal()?;
    let scores: Vec<i32> = legal.iter().map(|&a| worth(chair, a)).collect();
    let Some(best) = scores.iter().max() else {
        return Ok(None);
    };
    let finest: Vec<Action> = legal
        .iter()
        .zip(&scores)
        .filter(|(_, s)| *s == best)
        .map(|(a, _)| *a)
        .collect();
    Ok(dice.choose(&finest).copied())
}

/// What an action seems to gain, by what it will do as far as the seat can tell.
fn worth(chair: &Chair<'_>, action: Action) -> i32 {
    let spec = chair.engine().spec();
    let rank = |kind: Kind| spec.kinds.get(kind.index()).map_or(0, |k| k.rank);
    let Ok(Explanation::Legal(notes)) = chair.explain(action) else {
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
