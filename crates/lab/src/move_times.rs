//! How long single moves took.

use std::collections::BTreeMap;
use std::time::Duration;

/// Buckets for each doubling of the time: a quantile is right to 2.2 %.
const PER_OCTAVE: f64 = 16.0;

/// Times of single moves, counted in buckets that grow with the time.
///
/// ```
/// use std::time::Duration;
/// use serpentine_lab::MoveTimes;
/// let mut times = MoveTimes::default();
/// for ms in 1..=100 {
///     times.add(Duration::from_millis(ms));
/// }
/// assert_eq!(times.mean(), Duration::from_micros(50_500));
/// assert!((times.quantile(0.99).as_secs_f64() / 0.099 - 1.0).abs() < 0.03);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveTimes {
    total: Duration,
    counts: BTreeMap<u16, u32>,
}

impl MoveTimes {
    /// Counts one move.
    pub fn add(&mut self, time: Duration) {
        self.total += time;
        let bucket = (PER_OCTAVE * (time.as_nanos().max(1) as f64).log2()).round();
        *self.counts.entry(bucket as u16).or_default() += 1;
    }

    /// Counts all moves of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.total += other.total;
        for (&bucket, &count) in &other.counts {
            *self.counts.entry(bucket).or_default() += count;
        }
    }

    /// Moves counted.
    pub fn count(&self) -> u64 {
        self.counts.values().map(|&count| u64::from(count)).sum()
    }

    /// The mean time, 0 for no moves.
    pub fn mean(&self) -> Duration {
        match self.count() {
            0 => Duration::ZERO,
            count => self.total.div_f64(count as f64),
        }
    }

    /// The time that the share `q` of the moves keeps, 0 for no moves.
    pub fn quantile(&self, q: f64) -> Duration {
        let rank = (q.clamp(0.0, 1.0) * self.count() as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (&bucket, &count) in &self.counts {
            seen += u64::from(count);
            if seen >= rank {
                let nanos = (f64::from(bucket) / PER_OCTAVE).exp2();
                return Duration::from_nanos(nanos.round() as u64);
            }
        }
        Duration::ZERO
    }

    /// Total nanoseconds in eight bytes, then two of the bucket and four of its count
    /// for each, little-endian.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(8 + 6 * self.counts.len());
        bytes.extend((self.total.as_nanos() as u64).to_le_bytes());
        for (bucket, count) in &self.counts {
            bytes.extend(bucket.to_le_bytes());
            bytes.extend(count.to_le_bytes());
        }
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (total, buckets) = bytes.split_first_chunk()?;
        if buckets.len() % 6 != 0 {
            return None;
        }
        let counts = buckets.chunks_exact(6).map(|chunk| {
            let bucket = u16::from_le_bytes([chunk[0], chunk[1]]);
            let count = u32::from_le_bytes([chunk[2], chunk[3], chunk[4], chunk[5]]);
            (bucket, count)
        });
        Some(Self {
            total: Duration::from_nanos(u64::from_le_bytes(*total)),
            counts: counts.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_read_back_and_no_moves_take_no_time() {
        let mut times = MoveTimes::default();
        assert_eq!(times.quantile(0.99), Duration::ZERO);
        assert_eq!(times.mean(), Duration::ZERO);
        for nanos in [0, 1, 900, 1_000_000, 90_000_000_000] {
            times.add(Duration::from_nanos(nanos));
        }
        assert_eq!(MoveTimes::from_bytes(&times.to_bytes()), Some(times));
        assert_eq!(MoveTimes::from_bytes(&[0; 9]), None);
    }
}
