//! What a tile sum is worth on average.
//!
//! Small tiles look the same early and late in a game, but the points still to come are not the
//! same. Where a network has a trend, its weights only learn by how much a position is better or
//! worse than others of its tile sum.

use crate::memory::Number;

/// Tile sums between two points.
const WIDTH: u64 = 256;

/// So many points; larger tile sums count as the last.
pub(crate) const POINTS: usize = 1024;

/// The part of an error that a trend learns: small, since everything else follows it.
const RATE: f32 = 0.001;

/// Points still to come by tile sum, in straight lines between every 256, or nothing.
#[derive(Debug, Default)]
pub(crate) struct Trend(Box<[Number]>);

impl Trend {
    /// A trend that knows nothing yet.
    pub(crate) fn zeros() -> Self {
        Self::new([0.0; POINTS])
    }

    /// From its points, [`POINTS`] or none.
    pub(crate) fn new(points: impl IntoIterator<Item = f32>) -> Self {
        let trend = Self(points.into_iter().map(Number::new).collect());
        assert!(trend.0.is_empty() || trend.0.len() == POINTS);
        trend
    }

    /// Its points.
    pub(crate) fn points(&self) -> impl Iterator<Item = f32> {
        self.0.iter().map(Number::get)
    }

    /// Whether there is any.
    #[inline(always)]
    pub(crate) fn is_some(&self) -> bool {
        !self.0.is_empty()
    }

    /// What a position with this tile sum is worth on average; 0 without a trend.
    #[inline(always)]
    pub(crate) fn worth(&self, tile_sum: u64) -> f32 {
        if !self.is_some() {
            return 0.0;
        }
        let (place, share) = place(tile_sum);
        let (before, after) = (self.0[place].get(), self.0[place + 1].get());
        before + share * (after - before)
    }

    /// Learns from a position that was worth more than was thought, by `error`.
    #[inline(always)]
    pub(crate) fn learn(&self, tile_sum: u64, error: f32) {
        if !self.is_some() {
            return;
        }
        let (place, share) = place(tile_sum);
        for (point, share) in [(&self.0[place], 1.0 - share), (&self.0[place + 1], share)] {
            point.set(point.get() + RATE * share * error);
        }
    }
}

/// The point before a tile sum, and how far it is from there to the next.
#[inline(always)]
fn place(tile_sum: u64) -> (usize, f32) {
    let tile_sum = tile_sum.min((POINTS as u64 - 1) * WIDTH - 1);
    let place = (tile_sum / WIDTH) as usize;
    (place, (tile_sum % WIDTH) as f32 / WIDTH as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trend_follows_what_it_learns_from() {
        let trend = Trend::zeros();
        let points = |tile_sum: u64| 200_000.0 - 3.0 * tile_sum as f32;
        for round in 0..3_000_000 {
            let tile_sum = round * 254 % 40_000;
            trend.learn(tile_sum, points(tile_sum) - trend.worth(tile_sum));
        }
        for tile_sum in [2, 128, 4_000, 25_430, 38_000] {
            let error = (trend.worth(tile_sum) - points(tile_sum)).abs();
            assert!(error < 1_000.0, "{error} at {tile_sum}");
        }
        // In straight lines, and no further than to its last point.
        let middle = (trend.worth(1024) + trend.worth(1280)) / 2.0;
        assert!((trend.worth(1152) - middle).abs() < 0.1);
        let far = Trend::new((0..POINTS).map(|k| k as f32));
        assert_eq!(far.worth(1 << 40), far.worth((1 << 40) + 128));
        assert_eq!(Trend::default().worth(1024), 0.0);
    }
}
