//! An exact probability.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A fraction from 0 to 1, exact, in lowest terms.
///
/// ```
/// use serpentine_core::Probability;
/// let p: Probability = "0.1".parse()?;
/// assert_eq!((p.weight(), p.total_weight()), (1, 10));
/// assert_eq!("1/3".parse::<Probability>()?.to_string(), "1/3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probability {
    weight: u32,
    total: u32,
}

/// Why a text is no probability.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{0}' is not a probability: expected a decimal from 0 to 1 with at most 9 places, such as 0.1, or a fraction, such as 1/10"
)]
pub struct ProbabilityError(String);

impl Probability {
    /// `weight` times out of `total`. Panics unless `weight <= total` and `total > 0`.
    pub const fn of(weight: u32, total: u32) -> Self {
        assert!(total > 0 && weight <= total, "a fraction from 0 to 1");
        let (mut a, mut b) = (weight, total);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self {
            weight: weight / a,
            total: total / a,
        }
    }

    /// How many of [`Probability::total_weight`] equally likely tickets win.
    pub const fn weight(self) -> u32 {
        self.weight
    }

    /// How many of them lose.
    pub const fn complement_weight(self) -> u32 {
        self.total - self.weight
    }

    /// Number of tickets.
    pub const fn total_weight(self) -> u32 {
        self.total
    }

    /// The nearest floating-point number.
    pub fn as_f64(self) -> f64 {
        f64::from(self.weight) / f64::from(self.total)
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As a decimal where that is exact and no longer than what we read.
        for places in 0..=9 {
            let scaled = u64::from(self.weight) * 10u64.pow(places);
            if scaled.is_multiple_of(u64::from(self.total)) {
                let digits = scaled / u64::from(self.total);
                let unit = 10u64.pow(places);
                return match places {
                    0 => write!(f, "{digits}"),
                    _ => write!(
                        f,
                        "{}.{:0width$}",
                        digits / unit,
                        digits % unit,
                        width = places as usize
                    ),
                };
            }
        }
        write!(f, "{}/{}", self.weight, self.total)
    }
}

impl FromStr for Probability {
    type Err = ProbabilityError;

    fn from_str(text: &str) -> Result<Self, ProbabilityError> {
        parse(text.trim()).ok_or_else(|| ProbabilityError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Probability> {
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let digits = |s: &str| -> Option<u32> {
        let all_digits = !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        all_digits.then(|| s.parse().ok())?
    };
    let (weight, total) = if let Some((weight, total)) = text.split_once('/') {
        (digits(weight)?, digits(total)?)
    } else {
        let (whole, places) = text.split_once('.').unwrap_or((text, "0"));
        let whole = if whole.is_empty() { 0 } else { digits(whole)? };
        let places = places.trim_end_matches('0');
        let places = if places.is_empty() { "0" } else { places };
        if places.len() > 9 || whole > 1 {
            return None;
        }
        let total = 10u32.pow(places.len() as u32);
        (
            whole.checked_mul(total)?.checked_add(digits(places)?)?,
            total,
        )
    };
    (total > 0 && weight <= total).then(|| Probability::of(weight, total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_and_fractions_are_exact() {
        for (text, weight, total, shown) in [
            ("0.1", 1, 10, "0.1"),
            ("0.25", 1, 4, "0.25"),
            (".5", 1, 2, "0.5"),
            ("0", 0, 1, "0"),
            ("1", 1, 1, "1"),
            ("1.000", 1, 1, "1"),
            ("2/6", 1, 3, "1/3"),
            ("0.123456789", 123_456_789, 1_000_000_000, "0.123456789"),
        ] {
            let p: Probability = text.parse().unwrap();
            assert_eq!((p.weight(), p.total_weight()), (weight, total), "{text}");
            assert_eq!(p.to_string(), shown);
            assert_eq!(shown.parse(), Ok(p));
        }
        for bad in [
            "",
            ".",
            "1.1",
            "-0.1",
            "2",
            "1/0",
            "3/2",
            "0.1234567891",
            "x",
            "1e-1",
            "+1/2",
        ] {
            assert!(bad.parse::<Probability>().is_err(), "{bad}");
        }
    }
}
