//! What results say of strength: scores with their bounds, Elo with its interval, and sequential tests.
//!
//! Games come in pairs with seats exchanged; the two of a pair depend on one another through the deal, so what is
//! estimated rests on pairs. Where a pair was not completed, single games are all that there is.

/// Two-sided 95 % of a normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// What is added to each count before a sequential test, so that outcomes not yet seen are possible.
const PRIOR: f64 = 1e-3;

/// Scores of pairs, from both games lost to both games won by halves of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pairs(pub(crate) [u64; 5]);

impl Pairs {
    /// How many pairs there are.
    pub(crate) fn number(self) -> u64 {
        self.0.iter().sum()
    }

    /// Scores with how often they came.
    fn weighted(self, prior: f64) -> Vec<(f64, f64)> {
        let scores = self.0.iter().zip(0u32..);
        scores
            .map(|(&count, halves)| (f64::from(halves) / 4.0, count as f64 + prior))
            .collect()
    }

    /// Elo, with the bounds of its 95 % interval, which are infinite where the score may be 0 or 1.
    pub(crate) fn elo(self) -> [f64; 3] {
        let weighted = self.weighted(0.0);
        let (score, n) = (mean(&weighted), self.number());
        let margin = Z * (variance(&weighted) / n.max(1) as f64).sqrt();
        let [low, high] = match margin > 0.0 {
            true => [score - margin, score + margin],
            // Pairs that all ended alike say nothing of how they vary.
            false => wilson(score, 2 * n),
        };
        [low, score, high].map(|s| elo_of(s.clamp(0.0, 1.0)))
    }

    /// The log-likelihood ratio of one Elo against another, each with the distribution of scores that fits best.
    pub(crate) fn llr(self, elo0: f64, elo1: f64) -> f64 {
        let weighted = self.weighted(PRIOR);
        let total: f64 = weighted.iter().map(|(_, n)| n).sum();
        let under = |elo: f64| fitted(&weighted, total, score_of(elo));
        let (zero, one) = (under(elo0), under(elo1));
        weighted
            .iter()
            .zip(zero.iter().zip(&one))
            .map(|((_, n), (p0, p1))| n * (p1 / p0).ln())
            .sum()
    }
}

fn mean(weighted: &[(f64, f64)]) -> f64 {
    let total: f64 = weighted.iter().map(|(_, n)| n).sum();
    let sum: f64 = weighted.iter().map(|(s, n)| s * n).sum();
    if total > 0.0 { sum / total } else { 0.5 }
}

fn variance(weighted: &[(f64, f64)]) -> f64 {
    let total: f64 = weighted.iter().map(|(_, n)| n).sum();
    let mean = mean(weighted);
    let sum: f64 = weighted.iter().map(|(s, n)| n * (s - mean).powi(2)).sum();
    if total > 0.0 { sum / total } else { 0.0 }
}

/// The distribution nearest to what was seen whose mean is `score`: each probability is divided by `1 + x (s - score)`.
fn fitted(weighted: &[(f64, f64)], total: f64, score: f64) -> Vec<f64> {
    let off = |x: f64| -> f64 {
        let parts = weighted.iter();
        parts
            .map(|(s, n)| n * (s - score) / (1.0 + x * (s - score)))
            .sum()
    };
    // `off` falls from the one pole to the other, which the extreme scores make.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if off(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    let parts = weighted.iter();
    parts
        .map(|(s, n)| n / total / (1.0 + x * (s - score)))
        .collect()
}

/// The bounds of a score's 95 % interval, by Wilson, with draws counted as halves.
pub(crate) fn wilson(score: f64, games: u64) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let n = games as f64;
    let middle = score + Z * Z / (2.0 * n);
    let margin = Z * (score * (1.0 - score) / n + Z * Z / (4.0 * n * n)).sqrt();
    [middle - margin, middle + margin].map(|bound| (bound / (1.0 + Z * Z / n)).clamp(0.0, 1.0))
}

/// The Elo at which a score is expected.
pub(crate) fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that is expected at an Elo.
pub(crate) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential test: goes on until one of two strengths is likely enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    /// The lower Elo.
    pub(crate) elo0: f64,
    /// The higher Elo.
    pub(crate) elo1: f64,
    /// How often the higher may be accepted though the lower is right.
    pub(crate) alpha: f64,
    /// How often the lower may be accepted though the higher is right.
    pub(crate) beta: f64,
}

/// What a sequential test came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The lower Elo is accepted.
    Lower,
    /// The higher Elo is accepted.
    Higher,
}

impl Sprt {
    /// The ratios at which it ends.
    pub(crate) fn bounds(&self) -> [f64; 2] {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        [lower, upper]
    }

    /// Whether it has ended.
    pub(crate) fn verdict(&self, pairs: Pairs) -> Option<Verdict> {
        let llr = pairs.llr(self.elo0, self.elo1);
        let [lower, upper] = self.bounds();
        if llr <= lower {
            Some(Verdict::Lower)
        } else if llr >= upper {
            Some(Verdict::Higher)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use masque_core::random::{Seed, Stream};

    fn near(a: f64, b: f64, by: f64) -> bool {
        (a - b).abs() <= by
    }

    #[test]
    fn scores_and_elo_are_each_other_turned_round() {
        assert!(near(elo_of(0.75), 190.85, 0.01));
        for elo in [-300.0, 0.0, 12.5, 700.0] {
            assert!(near(elo_of(score_of(elo)), elo, 1e-6));
        }
        let [low, elo, high] = Pairs([0, 0, 0, 0, 9]).elo();
        assert!(low > 100.0 && low < 500.0 && elo == f64::INFINITY && high > low);
        let [low, elo, high] = Pairs([0, 0, 9, 0, 0]).elo();
        assert!(elo == 0.0 && low < -50.0 && high > 50.0);
    }

    #[test]
    fn wilson_is_as_in_the_books() {
        // 18 of 20: 0.699 to 0.972 (Wilson 1927; Newcombe 1998).
        let [low, high] = wilson(0.9, 20);
        assert!(near(low, 0.6990, 5e-4) && near(high, 0.9721, 5e-4));
        assert_eq!(wilson(0.5, 0), [0.0, 1.0]);
        assert!(wilson(1.0, 200)[0] > 0.98);
    }

    #[test]
    fn fitted_distributions_have_the_mean_asked_for() {
        let weighted = Pairs([3, 10, 40, 25, 9]).weighted(PRIOR);
        let total: f64 = weighted.iter().map(|(_, n)| n).sum();
        for score in [0.2, 0.5, 0.6, 0.95] {
            let p = fitted(&weighted, total, score);
            let sum: f64 = p.iter().sum();
            let mean: f64 = p.iter().zip(&weighted).map(|(p, (s, _))| p * s).sum();
            assert!(near(sum, 1.0, 1e-9) && near(mean, score, 1e-9), "{score}");
        }
    }

    #[test]
    fn the_ratio_is_about_that_of_the_normal_approximation() {
        // n (s1 - s0) (2 s - s0 - s1) / (2 v), good where the two are near what was seen.
        let pairs = Pairs([40, 200, 500, 240, 60]);
        let (s0, s1) = (score_of(0.0), score_of(10.0));
        let weighted = pairs.weighted(0.0);
        let (s, v) = (mean(&weighted), variance(&weighted));
        let about = pairs.number() as f64 * (s1 - s0) * (2.0 * s - s0 - s1) / (2.0 * v);
        assert!(near(pairs.llr(0.0, 10.0), about, 0.05), "{about}");
        assert!(near(pairs.llr(0.0, 10.0), -pairs.llr(10.0, 0.0), 1e-9));
    }

    #[test]
    fn sequential_tests_err_as_seldom_as_they_say() {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 100.0,
            alpha: 0.05,
            beta: 0.05,
        };
        let mut dice = Seed::from_u64(1).stream(Stream::Automatic);
        let mut run = |elo: f64| -> Option<Verdict> {
            let won = (score_of(elo) * 1e6) as u64;
            let mut pairs = Pairs::default();
            for _ in 0..5_000 {
                let mut game = || usize::from(dice.below(1_000_000) < won) * 2;
                let halves = game() + game();
                pairs.0[halves] += 1;
                if let Some(verdict) = sprt.verdict(pairs) {
                    return Some(verdict);
                }
            }
            None
        };
        let mut wrong = [0, 0];
        for _ in 0..200 {
            wrong[0] += u32::from(run(0.0) != Some(Verdict::Lower));
            wrong[1] += u32::from(run(100.0) != Some(Verdict::Higher));
        }
        // 10 of 200 are expected at most; twice that is more than three standard deviations off.
        assert!(wrong.iter().all(|w| *w <= 20), "{wrong:?}");
    }
}
