//! A weight that learns by temporal coherence, and what it remembers, in 32 bits.
//!
//! A weight's step is scaled by |sum of its errors| / sum of their sizes: near 1 while the
//! errors agree, near 0 once they cancel (Beal and Smith 1999).
//!
//! | bits | what |
//! |---|---|
//! | 16, highest | the weight, signed, in units of a point or so |
//! | 11 | the root of the quotient of the two sums, with the quotient's sign, 1023 being 1 |
//! | 5 | the sum of sizes: a power of two, 0 for none yet |
//!
//! What is rounded off is rounded up or down by chance (drawn from the numbers themselves), so
//! that many small errors count as much as they should. The root makes small quotients finer:
//! rounded as coarsely as 1/1023, they would never come near 0, and weights never to rest. Half
//! the bytes of two floats: twice as many entries in every cache.

use serpentine_core::Size;

/// The quotient 1, and its root.
pub(crate) const ONE: f32 = 1023.0;

/// The largest weight, in units.
pub(crate) const MOST: i32 = (1 << (31 - WEIGHT)) - 1;

/// Where the weight begins.
pub(crate) const WEIGHT: u32 = 16;

/// Where the quotient begins.
pub(crate) const QUOTIENT: u32 = 5;

/// The bits of a quotient.
pub(crate) const QUOTIENTS: u32 = (1 << (WEIGHT - QUOTIENT)) - 1;

/// Makes 24 bits a share of 1.
pub(crate) const SHARE: f32 = 1.0 / (1 << 24) as f32;

/// The bits of what is remembered.
pub(crate) const MEMORY: u32 = (1 << WEIGHT) - 1;

/// The largest sum of sizes.
pub(crate) const LARGEST: u32 = 31;

/// The sum of sizes 1 is 1 here, and 127 in a float.
pub(crate) const BIAS: u32 = 126;

/// Scatter bits for rounding.
pub(crate) const SCATTER: [u32; 2] = [0x9E37_79B1, 0x85EB_CA6B];

/// Points in a unit of weight, a power of two: what is large enough for the weights of a
/// network with so many look-ups is fine enough too.
pub(crate) fn unit(lookups: usize, size: Size) -> f32 {
    let for_lookups = 6 - lookups.max(1).ilog2() as i32;
    // Scores double with every cell, as far as anyone plays.
    let for_size = (size.cells() as i32 - 16).clamp(-8, 4);
    2f32.powi(for_lookups + for_size)
}

/// The weight of an entry, in units.
#[inline(always)]
pub(crate) fn weight(entry: u32) -> i32 {
    entry as i32 >> WEIGHT
}

/// An entry that has learned nothing but a weight.
pub(crate) fn with_weight(weight: f32) -> u32 {
    ((weight.round() as i32).clamp(-MOST, MOST) as u32) << WEIGHT
}

/// The quotient and the sum of sizes.
#[inline(always)]
pub(crate) fn sums(entry: u32) -> (f32, f32) {
    let quotient = (entry << (32 - WEIGHT)) as i32 >> (32 - WEIGHT + QUOTIENT);
    let root = quotient as f32 * (1.0 / ONE);
    let size = f32::from_bits(((entry & LARGEST) + BIAS) << 23);
    let is_known = entry & LARGEST != 0;
    (root * root.abs(), if is_known { size } else { 0.0 })
}

/// The entry after an error, in units. Its weight is given, as it may be lent; its place is,
/// as equal entries should not all round alike.
#[inline(always)]
pub(crate) fn learn(entry: u32, weight: i32, error: f32, place: u32) -> u32 {
    let chance = (entry.wrapping_add(place) ^ error.to_bits()).wrapping_mul(SCATTER[0]);
    let other = (chance ^ chance >> 15).wrapping_mul(SCATTER[1]);
    let is_known = entry & LARGEST != 0;
    let (quotient, size) = sums(entry);

    // 1. The weight.
    let rate = if is_known { quotient.abs() } else { 1.0 };
    let step = rate * error + (chance >> 8) as f32 * SHARE;
    let most = 2.0 * MOST as f32;
    let step = step.max(-most).min(most).floor() as i32;
    let weight = (weight + step).clamp(-MOST, MOST);

    // 2. The sums.
    let sum = quotient * size + error;
    let size = size + error.abs();
    let quotient = sum / size.max(f32::MIN_POSITIVE);
    let third = (chance << 16 ^ other) >> 8;
    let scaled = quotient.abs() * (ONE * ONE);
    let low = scaled.sqrt().floor();
    // Up or down so that the quotient, not its root, is kept on average.
    let is_up = third as f32 * SHARE * (low + low + 1.0) < scaled - low * low;
    let root = if is_up { low + 1.0 } else { low }.min(ONE) as i32;
    let root = if quotient.is_sign_negative() {
        -root
    } else {
        root
    };
    let quotient = root as u32 & QUOTIENTS;
    let rounded = (size.max(1.0).to_bits() + (other >> 9)) >> 23;
    let rounded = (rounded - BIAS).min(LARGEST);
    let rounded = if size > 0.0 { rounded } else { 0 };
    (weight as u32) << WEIGHT | quotient << QUOTIENT | rounded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(entry: u32) -> f64 {
        let root = f64::from((entry << (32 - WEIGHT)) as i32 >> (32 - WEIGHT + QUOTIENT));
        (root / f64::from(ONE)).powi(2)
    }

    /// Against sums in double precision.
    #[test]
    fn many_errors_are_remembered_nearly_as_long_sums_would() {
        let mut stream = serpentine_core::Stream::new(1);
        for drift in [0.0, 0.1, 0.5, -0.3] {
            let mut worst: f64 = 0.0;
            for place in 0..20 {
                let mut entry = 0;
                let (mut sum, mut sizes) = (0.0f64, 0.0f64);
                for _ in 0..2_000 {
                    let error = (stream.below(2001) as f32 - 1000.0) / 10.0 + drift * 100.0;
                    entry = learn(entry, weight(entry), error, place);
                    sum += f64::from(error);
                    sizes += f64::from(error.abs());
                }
                worst += (rate(entry) - sum.abs() / sizes).abs() / 20.0;
            }
            assert!(worst < 0.04, "{drift}: {worst}");
        }
    }

    /// Steps far smaller than a unit add up.
    #[test]
    fn small_errors_are_not_lost() {
        let mean: i32 = (0..100)
            .map(|place| {
                let mut entry = 0;
                for k in 0..1_000 {
                    let error = 0.03 + k as f32 * 1e-6;
                    entry = learn(entry, weight(entry), error, place);
                }
                weight(entry)
            })
            .sum();
        // 30.5 units each, while all errors agree.
        assert!((2_750..3_350).contains(&mean), "{mean}");
    }

    #[test]
    fn no_error_leaves_no_trace_and_large_ones_stop_at_the_limit() {
        assert_eq!(learn(0, 0, 0.0, 5), 0);
        let up = learn(0, 0, 1e30, 5);
        assert_eq!((weight(up), rate(up)), (MOST, 1.0));
        let down = learn(up, weight(up), -1e30, 5);
        assert_eq!(weight(down), -MOST);
        assert_eq!(weight(with_weight(-3.4)), -3);
    }
}
