//! Figures with their uncertainty.

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

/// Two-sided p-value of the mean of paired differences being 0 (t-test).
pub fn paired_p_value(differences: &[f64]) -> f64 {
    let spread = deviation(differences);
    let count = differences.len();
    if count < 2 || spread == 0.0 {
        return if mean(differences) == 0.0 { 1.0 } else { 0.0 };
    }
    let t = mean(differences) / (spread / (count as f64).sqrt());
    let student = StudentsT::new(0.0, 1.0, (count - 1) as f64);
    student.map_or(f64::NAN, |student| 2.0 * (1.0 - student.cdf(t.abs())))
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
        assert_eq!(quantile(&values, 0.5), 3.0);
        assert_eq!(quantile(&[1.0, 2.0], 0.5), 1.5);
    }
}
