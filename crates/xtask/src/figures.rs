//! Figures of our own JSON, as tables show them.

use serde_json::Value;

/// A number, if it is one.
pub(crate) fn number(value: &Value) -> Option<f64> {
    value.as_f64()
}

/// A share with its interval in per cent; nothing where no game came so far.
pub(crate) fn share(reached: &Value) -> String {
    let per_cent = |value: &Value| value.as_f64().map(|share| 100.0 * share);
    let interval = per_cent(&reached["ci95"][0]).zip(per_cent(&reached["ci95"][1]));
    match per_cent(&reached["rate"]).zip(interval) {
        Some((rate, (low, high))) if rate > 0.0 => {
            format!("{rate:.1} % ({low:.1}–{high:.1})")
        }
        _ => "-".to_owned(),
    }
}

/// A whole number with commas.
pub(crate) fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
