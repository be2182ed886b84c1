//! What one row or column contributes, and tables of it.

use crate::cells::Line;

/// Sum of the tiles.
pub(crate) fn sum(line: &Line) -> f64 {
    let tiles = line.cells().iter().filter(|&&k| k > 0);
    tiles.map(|&k| (1u64 << k) as f64).sum()
}

/// Number of empty cells.
pub(crate) fn empties(line: &Line) -> f64 {
    line.cells().iter().filter(|&&k| k == 0).count() as f64
}

/// Differences of neighbouring tiles' exponents.
pub(crate) fn roughness(line: &Line) -> f64 {
    let tiles = line.pairs().filter(|&(a, b)| a > 0 && b > 0);
    tiles.map(|(a, b)| f64::from(a.abs_diff(b))).sum()
}

/// Minus the smaller of all the steps up and all the steps down.
pub(crate) fn monotonicity(line: &Line) -> f64 {
    let (mut up, mut down) = (0.0, 0.0);
    for (a, b) in line.pairs() {
        up += f64::from(b.saturating_sub(a));
        down += f64::from(a.saturating_sub(b));
    }
    -f64::min(up, down)
}

/// Something for every line of four. Of fixed length: no 16-bit index is out of bounds.
pub(crate) type ByLine<T> = Box<[T; 1 << 16]>;

/// Works it out for every line.
pub(crate) fn by_line<T>(value: impl Fn(&Line) -> T) -> ByLine<T> {
    let all: Box<[T]> = (0..=u16::MAX)
        .map(|bits| value(&Line::of_bits(bits)))
        .collect();
    all.try_into()
        .unwrap_or_else(|_| unreachable!("as many as there are lines"))
}

/// A number for every line of four.
#[derive(Clone, Debug)]
pub struct LineTable(ByLine<f32>);

impl LineTable {
    pub(crate) fn zero() -> Self {
        Self(by_line(|_| 0.0))
    }

    pub(crate) fn add(&mut self, weight: f64, line: impl Fn(&Line) -> f64) {
        for (bits, value) in self.0.iter_mut().enumerate() {
            *value += (weight * line(&Line::of_bits(bits as u16))) as f32;
        }
    }

    /// The sum over the four lines of a packed board.
    #[inline]
    pub(crate) fn of(&self, bits: u64) -> f32 {
        self.at(bits >> 48) + self.at(bits >> 32) + self.at(bits >> 16) + self.at(bits)
    }

    /// Every line's.
    #[inline]
    pub(crate) fn all(&self) -> &[f32; 1 << 16] {
        &self.0
    }

    /// The line in the lowest 16 bits.
    #[inline]
    pub(crate) fn at(&self, bits: u64) -> f32 {
        self.0[usize::from(bits as u16)]
    }
}
