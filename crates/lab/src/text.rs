//! Numbers as people read them.

/// A number with its thousands apart: 1,234,567.
pub fn thousands(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A figure to as many decimals as its size calls for: 27,923; 38.2; 0.134.
pub fn figure(value: f64) -> String {
    rounded(value, decimals(value))
}

/// How many decimals a figure of this size is worth.
fn decimals(value: f64) -> usize {
    match value.abs() {
        size if size >= 999.5 => 0,
        size if size >= 9.95 => 1,
        size if size >= 0.995 || size == 0.0 => 2,
        _ => 3,
    }
}

fn rounded(value: f64, decimals: usize) -> String {
    let sign = if value < 0.0 { "-" } else { "" };
    match decimals {
        _ if !value.is_finite() => value.to_string(),
        0 => format!("{sign}{}", thousands(value.abs().round() as u64)),
        decimals => format!("{sign}{:.decimals$}", value.abs()),
    }
}

/// A share in per cent: 67.2 %.
pub fn per_cent(share: f64) -> String {
    match 100.0 * share {
        small if small > 0.0 && small < 0.95 => format!("{small:.2} %"),
        share => format!("{share:.1} %"),
    }
}

/// A share with its interval: 67.2 % (66.3–68.1).
pub fn per_cent_with(share: f64, [low, high]: [f64; 2]) -> String {
    let digits = if share < 0.0095 { 2 } else { 1 };
    let (low, high) = (100.0 * low, 100.0 * high);
    format!("{} ({low:.digits$}–{high:.digits$})", per_cent(share))
}

/// A mean with half of its interval: 27,923 ± 251.
pub fn mean_with(mean: f64, [low, high]: [f64; 2]) -> String {
    // The interval to the same place as the mean.
    let half = rounded((high - low) / 2.0, decimals(mean));
    format!("{} ± {half}", figure(mean))
}

/// How likely something is by chance alone: p = 0.045, p = 1.6e-40.
pub fn by_chance(p_value: f64) -> String {
    match p_value {
        // Smaller than a number can be.
        p if p < 1e-300 => "p < 1e-300".to_owned(),
        p if p < 0.001 => format!("p = {p:.1e}"),
        p => format!("p = {p:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(thousands(7u32), "7");
        assert_eq!(thousands(1_234u32), "1,234");
        assert_eq!(thousands(131_072u32), "131,072");
        assert_eq!(thousands(1_000_000u64), "1,000,000");
        assert_eq!(figure(27_923.4), "27,923");
        assert_eq!(figure(-999.7), "-1,000");
        assert_eq!(figure(38.25), "38.2");
        assert_eq!(figure(1.0), "1.00");
        assert_eq!(figure(0.1344), "0.134");
        assert_eq!(per_cent(0.0032), "0.32 %");
        assert_eq!(per_cent(0.0), "0.0 %");
        assert_eq!(per_cent_with(0.672, [0.663, 0.681]), "67.2 % (66.3–68.1)");
        assert_eq!(by_chance(0.0), "p < 1e-300");
        assert_eq!(by_chance(1.6e-40), "p = 1.6e-40");
        assert_eq!(by_chance(0.0451), "p = 0.045");
        assert_eq!(mean_with(27_923.0, [27_672.0, 28_174.0]), "27,923 ± 251");
    }
}
