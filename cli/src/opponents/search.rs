//! The opponent that searches: one tree for each thread, added up in the order of threads.

use std::thread;
use std::time::Instant;

use masque_core::belief::Belief;
use masque_core::mcts::{Found, Progress, SearchError};
use masque_core::random::{Dice, Seed, Stream};

use super::player::Thinking;

/// Asked between simulations whether to go on; also by other threads than the caller's.
pub(crate) type GoOn<'a> = &'a (dyn Fn(&Progress<'_>) -> bool + Sync);

/// Searches a belief. With a number of simulations and without time, the same dice give the same answer.
///
/// # Errors
/// [`SearchError`].
pub(crate) fn search(
    belief: &mut dyn Belief,
    thinking: &Thinking,
    dice: &mut Dice,
    go_on: GoOn<'_>,
) -> Result<Found, SearchError> {
    let until = thinking.time.map(|time| Instant::now() + time);
    let more = |progress: &Progress<'_>| {
        until.is_none_or(|until| Instant::now() < until) && go_on(progress)
    };
    let threads = thinking.threads();
    let share = |thread: u64| {
        let whole = thinking.budget()?;
        Some((whole / threads + u64::from(thread < whole % threads)).max(1))
    };
    if threads == 1 {
        return belief.search(&thinking.settings(share(0)), dice, &mut |p| more(p));
    }
    let streams: Vec<Dice> = (0..threads)
        .map(|_| Seed::from_u64(dice.bits()).stream(Stream::Bot(0)))
        .collect();
    let found: Result<Vec<Found>, SearchError> = thread::scope(|scope| {
        let more = &more;
        let running: Vec<_> = streams
            .into_iter()
            .zip(0..)
            .map(|(mut dice, thread)| {
                let mut own = belief.copy();
                let settings = thinking.settings(share(thread));
                scope.spawn(move || own.search(&settings, &mut dice, &mut |p| more(p)))
            })
            .collect();
        let ended = running.into_iter().map(|thread| thread.join());
        ended
            // A panic goes on in the thread that asked.
            .map(|found| found.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    Found::merge(found?).ok_or(SearchError::NoAction)
}
