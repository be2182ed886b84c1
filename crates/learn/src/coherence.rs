//! What temporal coherence remembers of a weight, in 32 bits.
//!
//! A weight's step is scaled by |sum of its errors| / sum of their sizes: near 1 while the
//! errors agree, near 0 once they cancel (Beal and Smith 1999). The sum of sizes is kept as the
//! upper 16 bits of a float below its sign, the quotient as a 16-bit fraction. What is rounded
//! off is rounded up or down by chance (the chance being the weight's own last bits), so that
//! many small errors count as much as they should.

/// The quotient 1.
pub(crate) const UNIT: f32 = 32766.0;

/// Scatters the bits of a weight for rounding.
pub(crate) const SCATTER: u32 = 0x9E37_79B1;

/// The rate at which a weight with this memory learns.
#[inline(always)]
pub(crate) fn rate(memory: u32) -> f32 {
    match memory >> 16 {
        0 => 1.0,
        _ => quotient(memory).abs(),
    }
}

/// The memory after another error; `weight` is the new one.
#[inline(always)]
pub(crate) fn remember(memory: u32, error: f32, weight: f32) -> u32 {
    let size = f32::from_bits(memory >> 16 << 15);
    let sum = quotient(memory) * size + error;
    let size = size + error.abs();
    let quotient = sum / size.max(f32::MIN_POSITIVE);
    let chance = weight.to_bits().wrapping_mul(SCATTER);
    let size = (size.to_bits() + (chance & 0x7FFF)) >> 15;
    let quotient = (quotient * (UNIT * 65536.0)) as i32 + (chance >> 16) as i32;
    size << 16 | (quotient >> 16) as u32 & 0xFFFF
}

#[inline(always)]
fn quotient(memory: u32) -> f32 {
    f32::from(memory as i16) * (1.0 / UNIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against sums in double precision.
    #[test]
    fn many_errors_are_remembered_nearly_as_long_sums_would() {
        let mut stream = serpentine_core::Stream::new(1);
        let mut worst: f64 = 0.0;
        for drift in [0.0, 0.1, 0.5] {
            let (mut memory, mut weight) = (0, 0.0f32);
            let (mut sum, mut sizes) = (0.0f64, 0.0f64);
            assert_eq!(rate(memory), 1.0);
            for _ in 0..100_000 {
                let error = (stream.below(2001) as f32 - 1000.0) / 100.0 + drift * 10.0;
                weight += rate(memory) * error;
                memory = remember(memory, error, weight);
                sum += f64::from(error);
                sizes += f64::from(error.abs());
            }
            worst = worst.max((f64::from(rate(memory)) - sum.abs() / sizes).abs());
        }
        assert!(worst < 0.02, "{worst}");
    }

    #[test]
    fn no_error_leaves_no_trace() {
        assert_eq!(remember(0, 0.0, 0.0), 0);
        assert_eq!(rate(remember(0, -5.0, 3.0)), 32766.0 / UNIT);
    }
}
