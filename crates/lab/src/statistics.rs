//! Figures with their uncertainty.

use serpentine_core::Stream;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The normal quantile of 95 % intervals.
const Z95: f64 = 1.959_963_984_540_054;

/// Mean of some values, 0 for none.
pub fn mean(values: &[f64]) -> f64 {
    match values.len() {
        0 => 0.0,
        count => values.iter().sum::<f64>() / count as f64,
    }
}

/// Sample standard deviation, 0 for fewer than two values.
pub fn deviation(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// The value below which the share `q` of the sorted values lies.
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return 0.0;
    };
    let place = q.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (
        sorted[place.floor() as usize],
        sorted[place.ceil() as usize],
    );
    below + (above - below) * place.fract()
}

/// 95 % confidence interval of the mean, by Student's distribution.
pub fn mean_ci95(values: &[f64]) -> [f64; 2] {
    let mean = mean(values);
    if values.len() < 2 {
        return [mean, mean];
    }
    let freedom = (values.len() - 1) as f64;
    let t = StudentsT::new(0.0, 1.0, freedom).map_or(Z95, |t| t.inverse_cdf(0.975));
    let half = t * deviation(values) / (values.len() as f64).sqrt();
    [mean - half, mean + half]
}

/// Wilson's 95 % interval of a rate.
pub fn wilson_ci95(successes: u64, trials: u64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    let (n, p) = (trials as f64, successes as f64 / trials as f64);
    let z2 = Z95 * Z95;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    [(centre - half).max(0.0), (centre + half).min(1.0)]
}

/// Values are gathered into at most so many means before a bootstrap, so that it takes
/// moments for any number of games.
const BLOCKS: usize = 10_000;
const RESAMPLES: usize = 2_000;

/// 95 % interval of the mean by the bootstrap: the middle of the means of samples drawn
/// from the values with replacement. It follows the skew that Student's interval ignores.
/// The draws are always the same.
pub fn bootstrap_ci95(values: &[f64]) -> [f64; 2] {
    if values.len() < 2 {
        return [mean(values); 2];
    }
    // The mean of equal blocks is the mean of the values; a rest of less than one block in
    // ten thousand joins none.
    let blocks: Vec<f64> = values
        .chunks_exact(values.len().div_ceil(BLOCKS))
        .map(mean)
        .collect();
    let mut stream = Stream::new(RESAMPLES as u64);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn =
                (0..blocks.len()).map(|_| blocks[stream.below(blocks.len() as u32) as usize]);
            drawn.sum::<f64>() / blocks.len() as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    [quantile(&means, 0.025), quantile(&means, 0.975)]
}

/// The difference of two independent means (second minus first), its 95 % interval and the
/// two-sided p-value of there being none, by Welch's test.
pub fn welch(first: &[f64], second: &[f64]) -> (f64, [f64; 2], f64) {
    let difference = mean(second) - mean(first);
    let part = |values: &[f64]| deviation(values).powi(2) / values.len().max(1) as f64;
    let (a, b) = (part(first), part(second));
    let error = (a + b).sqrt();
    if first.len() < 2 || second.len() < 2 || error == 0.0 {
        let p_value = if difference == 0.0 { 1.0 } else { 0.0 };
        return (difference, [difference; 2], p_value);
    }
    let spread = |part: f64, values: &[f64]| part.powi(2) / (values.len() - 1) as f64;
    let freedom = (a + b).powi(2) / (spread(a, first) + spread(b, second));
    let Ok(student) = StudentsT::new(0.0, 1.0, freedom) else {
        return (difference, [f64::NAN; 2], f64::NAN);
    };
    let half = student.inverse_cdf(0.975) * error;
    let p_value = 2.0 * student.sf((difference / error).abs());
    (difference, [difference - half, difference + half], p_value)
}

/// Two-sided p-value of the mean of paired differences being 0 (t-test).
pub fn paired_p_value(differences: &[f64]) -> f64 {
    let spread = deviation(differences);
    let count = differences.len();
    if count < 2 || spread == 0.0 {
        return if mean(differences) == 0.0 { 1.0 } else { 0.0 };
    }
    let t = mean(differences) / (spread / (count as f64).sqrt());
    let student = StudentsT::new(0.0, 1.0, (count - 1) as f64);
    student.map_or(f64::NAN, |student| 2.0 * student.sf(t.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-3
    }

    /// Against values integrated numerically elsewhere.
    #[test]
    fn intervals_are_the_textbook_ones() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0];
        assert!(close(mean(&values), 3.0) && close(deviation(&values), 1.5811));
        let [low, high] = mean_ci95(&values);
        assert!(close(low, 1.0368) && close(high, 4.9632), "{low} {high}");
        let [low, high] = wilson_ci95(7, 10);
        assert!(close(low, 0.3968) && close(high, 0.8922), "{low} {high}");
        assert!(close(wilson_ci95(0, 10)[1], 0.2775));
        assert!(close(paired_p_value(&[1.0, 2.0, 0.5, 1.5, -0.5]), 0.1045));
        let (difference, [low, high], p_value) = welch(&values, &[2.0, 4.0, 6.0, 8.0, 10.0, 12.0]);
        assert!(close(difference, 4.0) && close(low, 0.0165) && close(high, 7.9835));
        assert!(close(p_value, 0.0493), "{p_value}");
        assert_eq!(quantile(&values, 0.5), 3.0);
        assert_eq!(quantile(&[1.0, 2.0], 0.5), 1.5);
    }
    /// For values that are not skewed it is Student's; for skewed ones it leans their way.
    #[test]
    fn the_bootstrap_follows_the_skew() {
        let even: Vec<f64> = (0..1000).map(f64::from).collect();
        let ([low, high], [l, h]) = (bootstrap_ci95(&even), mean_ci95(&even));
        assert!(
            (low - l).abs() < 2.0 && (high - h).abs() < 2.0,
            "{low} {high}"
        );
        let skewed: Vec<f64> = (0..40).map(|k| f64::from(k % 20 / 19) * 100.0).collect();
        let [low, high] = bootstrap_ci95(&skewed);
        let mean = mean(&skewed);
        assert!(
            high - mean > mean - low && low >= 0.0,
            "{low} {mean} {high}"
        );
        assert_eq!(bootstrap_ci95(&skewed), bootstrap_ci95(&skewed));
        let many: Vec<f64> = (0..100_000).map(|k| f64::from(k % 7)).collect();
        let [low, high] = bootstrap_ci95(&many);
        assert!(
            low < 3.0 && high > 2.99 && high - low < 0.05,
            "{low} {high}"
        );
    }
}
