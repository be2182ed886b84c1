//! Temporal coherence in 64 bits: the weight a float, and what it remembers in 32 bits beside it.
//!
//! As [`coherence`](crate::coherence), with finer numbers. Rounding by chance keeps sums right on
//! average but lets them wander; finer numbers wander less, so that rates come nearer to 0.
//! Common weights then rest, and rare ones are heard beside them.
//!
//! | bits | what |
//! |---|---|
//! | 18, highest | the root of the quotient of the two sums, with the quotient's sign, 131071 being 1 |
//! | 6 | the sum of sizes: its power of two, 0 for no error yet |
//! | 8 | the first bits after the sum's highest |

use crate::coherence::{SCATTER, SHARE};

/// The quotient 1, and its root.
pub(crate) const ONE: f32 = 131_071.0;

/// Where the quotient begins.
pub(crate) const QUOTIENT: u32 = 14;

/// The bits of the sum of sizes.
pub(crate) const SIZE: u32 = (1 << QUOTIENT) - 1;

/// Bits of a float that a sum of sizes has not.
pub(crate) const FINER: u32 = 15;

/// A sum of sizes is these bits of a float, counted from here: 2^-20, which is 1 in the six bits.
pub(crate) const LEAST: u32 = (127 - 20) << 8;

/// The least sum of sizes.
pub(crate) const LEAST_SIZE: f32 = 1.0 / (1 << 20) as f32;

/// The weight and the memory after an error. Its place is given, as equal entries should not
/// all round alike.
#[inline(always)]
pub(crate) fn learn(weight: f32, memory: u32, error: f32, place: u32) -> (f32, u32) {
    let numbers = memory.wrapping_add(place) ^ error.to_bits();
    // The weight too: what is rounded off to the same memory must not be so for ever.
    let chance = numbers
        .wrapping_add(weight.to_bits())
        .wrapping_mul(SCATTER[0]);
    let other = (chance ^ chance >> 15).wrapping_mul(SCATTER[1]);
    let (quotient, size) = sums(memory);

    // 1. The weight.
    let rate = if memory != 0 { quotient.abs() } else { 1.0 };
    let weight = weight + rate * error;

    // 2. The sums.
    let sum = quotient * size + error;
    let size = size + error.abs();
    let quotient = sum / size.max(f32::MIN_POSITIVE);
    (weight, remembered(quotient, size, [chance, other]))
}

/// The quotient and the sum of sizes.
#[inline(always)]
fn sums(memory: u32) -> (f32, f32) {
    let root = (memory as i32 >> QUOTIENT) as f32 * (1.0 / ONE);
    let bits = ((memory & SIZE) + LEAST - (1 << 8)) << FINER;
    let size = if memory != 0 {
        f32::from_bits(bits)
    } else {
        0.0
    };
    (root * root.abs(), size)
}

/// Both in 32 bits, rounded up or down by these chances.
#[inline(always)]
fn remembered(quotient: f32, size: f32, chances: [u32; 2]) -> u32 {
    let scaled = quotient.abs() * (ONE * ONE);
    let low = scaled.sqrt().floor();
    // So that the quotient, not its root, is kept on average.
    let share = (chances[0] >> 8) as f32 * SHARE;
    let is_up = share * (low + low + 1.0) < scaled - low * low;
    let root = if is_up { low + 1.0 } else { low }.min(ONE) as i32;
    let root = if quotient.is_sign_negative() {
        -root
    } else {
        root
    };
    let rounded = size.max(LEAST_SIZE).to_bits() + (chances[1] >> (32 - FINER));
    let rounded = (rounded >> FINER) - LEAST + (1 << 8);
    let rounded = rounded.min(SIZE);
    let memory = (root as u32) << QUOTIENT | rounded;
    if size > 0.0 { memory } else { 0 }
}

/// What an entry of [`coherence`](crate::coherence) remembers, in this form.
pub(crate) fn of_narrow(entry: u32, unit: f32) -> u32 {
    let (quotient, size) = crate::coherence::sums(entry);
    remembered(quotient, size * unit, [1 << 31; 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against sums in double precision, over very many errors that cancel.
    #[test]
    fn rates_come_as_low_as_long_sums_would() {
        let mut stream = serpentine_core::Stream::new(1);
        for (drift, most) in [(0.0, 0.002), (0.1, 0.003), (-0.5, 0.003)] {
            let (mut off, mut low) = (0.0, 0.0);
            for place in 0..20 {
                let (mut weight, mut memory) = (0.0, 0);
                let (mut sum, mut sizes) = (0.0f64, 0.0f64);
                for _ in 0..200_000 {
                    let error = (stream.below(2001) as f32 - 1000.0) / 10.0 + drift * 100.0;
                    (weight, memory) = learn(weight, memory, error, place);
                    sum += f64::from(error);
                    sizes += f64::from(error.abs());
                }
                let rate = f64::from(sums(memory).0.abs());
                off += (rate - sum.abs() / sizes).abs() / 20.0;
                low += rate / 20.0;
            }
            assert!(off < most, "{drift}: {off}");
            assert!(drift != 0.0 || low < 0.005, "{low}");
        }
    }

    #[test]
    fn sizes_are_kept_on_average_from_small_to_large() {
        for step in [1e-4f32, 1.0, 3e4] {
            let mut mean = 0.0;
            for place in 0..100 {
                let (mut weight, mut memory) = (0.0, 0);
                for _ in 0..1_000 {
                    (weight, memory) = learn(weight, memory, step, place);
                }
                assert!((weight / step - 1_000.0).abs() < 1.0, "{weight}");
                mean += sums(memory).1 / step / 100.0;
            }
            assert!((980.0..1020.0).contains(&mean), "{step}: {mean}");
        }
    }

    #[test]
    fn no_error_leaves_no_trace_and_the_narrow_form_is_taken_over() {
        assert_eq!(learn(3.0, 0, 0.0, 5), (3.0, 0));
        let (weight, memory) = learn(0.0, 0, 1e30, 5);
        assert_eq!((weight, sums(memory).0), (1e30, 1.0));
        let mut entry = 0;
        for error in [40.0, 10.0, -30.0, 5.0] {
            entry = crate::coherence::learn(entry, crate::coherence::weight(entry), error, 3);
        }
        let (quotient, size) = crate::coherence::sums(entry);
        let wide = sums(of_narrow(entry, 2.0));
        assert!((wide.0 - quotient).abs() < 1e-4);
        assert!((wide.1 / size - 2.0).abs() < 0.01);
        assert_eq!(of_narrow(0, 1.0), 0);
    }
}
