//! Time as clocks count it: what passes while the program is stopped does not.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Counts milliseconds from when it was started, except while it stands.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    started: Instant,
    stood: Mutex<Stood>,
}

#[derive(Debug, Default)]
struct Stood {
    /// For how long it has stood.
    total: Duration,
    /// Since when it stands.
    since: Option<Instant>,
}

impl Stopwatch {
    /// Starts.
    pub(crate) fn start() -> Self {
        Self {
            started: Instant::now(),
            stood: Mutex::default(),
        }
    }

    fn stood(&self) -> MutexGuard<'_, Stood> {
        self.stood.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shows(&self, stood: &Stood) -> Duration {
        let end = stood.since.unwrap_or_else(Instant::now);
        end.saturating_duration_since(self.started)
            .saturating_sub(stood.total)
    }

    /// What it shows, in milliseconds.
    pub(crate) fn now(&self) -> u64 {
        let shows = self.shows(&self.stood());
        u64::try_from(shows.as_millis()).unwrap_or(u64::MAX)
    }

    /// Stands from now on.
    pub(crate) fn pause(&self) {
        self.stood().since.get_or_insert_with(Instant::now);
    }

    /// Goes on.
    pub(crate) fn resume(&self) {
        let mut stood = self.stood();
        if let Some(since) = stood.since.take() {
            stood.total += since.elapsed();
        }
    }

    /// Goes back to what it showed at a moment, since when it turned out to have stood.
    pub(crate) fn stood_since(&self, moment: u64) {
        let mut stood = self.stood();
        let more = self
            .shows(&stood)
            .saturating_sub(Duration::from_millis(moment));
        stood.total += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHILE: Duration = Duration::from_millis(60);

    #[test]
    fn what_passes_while_it_stands_does_not_count() {
        let watch = Stopwatch::start();
        watch.pause();
        let stands = watch.now();
        std::thread::sleep(WHILE);
        assert_eq!(watch.now(), stands);
        watch.resume();
        assert!(watch.now() < stands + 50, "{} after {stands}", watch.now());
        std::thread::sleep(WHILE);
        assert!(watch.now() >= stands + 60);
    }

    #[test]
    fn it_goes_back_to_where_it_turned_out_to_stand() {
        let watch = Stopwatch::start();
        let moment = watch.now();
        std::thread::sleep(WHILE);
        watch.stood_since(moment);
        assert!(watch.now() < moment + 50);
    }
}
