//! Samples, and contenders that take turns.

use std::time::{Duration, Instant};

/// What was done in what time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Nodes, games, draws.
    pub(crate) count: u64,
    /// Plies of all games; 0 where there are no games.
    pub(crate) plies: u64,
    /// How long it took.
    pub(crate) spent: Duration,
}

impl Sample {
    fn per_second(count: u64, spent: Duration) -> f64 {
        count as f64 / spent.as_secs_f64().max(1e-9)
    }
}

/// Does something until the time is over, at least once; each time gives how much was counted, and plies.
///
/// The clock is read ever more seldom, so that reading it costs small games nothing.
pub(crate) fn repeat(time: Duration, mut once: impl FnMut() -> (u64, u64)) -> Sample {
    let (mut count, mut plies, mut batch) = (0, 0, 1u32);
    let begun = Instant::now();
    loop {
        let before = begun.elapsed();
        for _ in 0..batch {
            let (more, played) = once();
            count += more;
            plies += played;
        }
        let spent = begun.elapsed();
        if spent >= time {
            return Sample {
                count,
                plies,
                spent,
            };
        }
        if (spent - before) * 64 < time {
            batch *= 2;
        }
    }
}

/// Who is measured, or why it cannot be.
pub(crate) struct Contender<'a> {
    /// The name.
    pub(crate) who: String,
    /// What is particular about how it is measured.
    pub(crate) note: String,
    /// Takes a sample of about the time.
    pub(crate) take: Taker<'a>,
}

/// Takes a sample of about a time, or says why there is none.
pub(crate) type Taker<'a> = Box<dyn FnMut(Duration) -> Result<Sample, String> + 'a>;

impl<'a> Contender<'a> {
    /// One that may be measured, or not.
    pub(crate) fn new(
        who: impl Into<String>,
        note: impl Into<String>,
        take: impl FnMut(Duration) -> Result<Sample, String> + 'a,
    ) -> Self {
        Self {
            who: who.into(),
            note: note.into(),
            take: Box::new(take),
        }
    }

    /// One that is not there.
    pub(crate) fn absent(who: impl Into<String>) -> Self {
        Self::new(who, "", |_| Err("not found".into()))
    }
}

/// What a contender came to over the rounds, or why nothing.
pub(crate) struct Taken {
    /// The name.
    pub(crate) who: String,
    /// What is particular about how it was measured.
    pub(crate) note: String,
    /// A second's worth in each round; empty when it could not be measured.
    pub(crate) rates: Vec<f64>,
    /// A second's plies in each round.
    pub(crate) ply_rates: Vec<f64>,
    /// Plies of a game, over all rounds.
    pub(crate) plies: f64,
    /// Why there is no figure.
    pub(crate) missing: Option<String>,
}

/// Lets contenders take turns after a short run of each that does not count.
pub(crate) fn alternate(
    mut contenders: Vec<Contender<'_>>,
    rounds: u32,
    time: Duration,
) -> Vec<Taken> {
    let mut taken: Vec<Taken> = Vec::new();
    for contender in &mut contenders {
        taken.push(Taken {
            who: contender.who.clone(),
            note: contender.note.clone(),
            rates: Vec::new(),
            ply_rates: Vec::new(),
            plies: 0.0,
            missing: (contender.take)(time / 5).err(),
        });
    }
    let mut totals = vec![(0, 0); contenders.len()];
    for _ in 0..rounds {
        for (i, contender) in contenders.iter_mut().enumerate() {
            let taken = &mut taken[i];
            if taken.missing.is_some() {
                continue;
            }
            match (contender.take)(time) {
                Ok(sample) => {
                    let rate = |count| Sample::per_second(count, sample.spent);
                    taken.rates.push(rate(sample.count));
                    taken.ply_rates.push(rate(sample.plies));
                    totals[i].0 += sample.count;
                    totals[i].1 += sample.plies;
                }
                Err(why) => {
                    taken.rates.clear();
                    taken.missing = Some(why);
                }
            }
        }
    }
    for (taken, (count, plies)) in taken.iter_mut().zip(totals) {
        taken.plies = plies as f64 / (count as f64).max(1.0);
    }
    taken
}

/// The middle value, or the mean of the two in the middle; `None` of nothing.
pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        n if n % 2 == 1 => Some(sorted[half]),
        _ => Some((sorted[half - 1] + sorted[half]) / 2.0),
    }
}

/// The median of the ratios round by round.
pub(crate) fn ratio(ours: &[f64], theirs: &[f64]) -> Option<f64> {
    let ratios: Vec<f64> = ours
        .iter()
        .zip(theirs)
        .filter(|(_, theirs)| **theirs > 0.0)
        .map(|(ours, theirs)| ours / theirs)
        .collect();
    median(&ratios)
}
