//! What one row or column contributes, and tables of it.

use crate::cells::Line;

/// Sum of the tiles.
pub(super) fn sum(line: &Line) -> f64 {
    let tiles = line.cells().iter().filter(|&&k| k > 0);
    tiles.map(|&k| (1u64 << k) as f64).sum()
}

/// Number of empty cells.
pub(super) fn empties(line: &Line) -> f64 {
    line.cells().iter().filter(|&&k| k == 0).count() as f64
}

/// Differences of neighbouring tiles' exponents.
pub(super) fn roughness(line: &Line) -> f64 {
    let tiles = line.pairs().filter(|&(a, b)| a > 0 && b > 0);
    tiles.map(|(a, b)| f64::from(a.abs_diff(b))).sum()
}

/// Minus the smaller of all the steps up and all the steps down.
pub(super) fn monotonicity(line: &Line) -> f64 {
    let (mut up, mut down) = (0.0, 0.0);
    for (a, b) in line.pairs() {
        up += f64::from(b.saturating_sub(a));
        down += f64::from(a.saturating_sub(b));
    }
    -f64::min(up, down)
}

/// A number for every line of four.
#[derive(Clone)]
pub(super) struct LineTable(Box<[f32]>);

impl LineTable {
    pub(super) fn zero() -> Self {
        Self(vec![0.0; 1 << 16].into())
    }

    pub(super) fn add(&mut self, weight: f64, line: impl Fn(&Line) -> f64) {
        for (bits, value) in self.0.iter_mut().enumerate() {
            *value += (weight * line(&Line::of_bits(bits as u16))) as f32;
        }
    }

    /// The sum over the four lines of a packed board.
    #[inline]
    pub(super) fn of(&self, bits: u64) -> f32 {
        self.at(bits >> 48) + self.at(bits >> 32) + self.at(bits >> 16) + self.at(bits)
    }

    /// The line in the lowest 16 bits.
    #[inline]
    pub(super) fn at(&self, bits: u64) -> f32 {
        self.0[usize::from(bits as u16)]
    }
}
