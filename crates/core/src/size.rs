//! The number of rows and columns of a board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Rows × columns, each from 2 to 6.
///
/// ```
/// use serpentine_core::Size;
/// let size: Size = "3x4".parse()?;
/// assert_eq!((size.rows(), size.cols(), size.cells()), (3, 4, 12));
/// assert_eq!(size.max_exponent(), 13); // a 3×4 board can hold 8192
/// # Ok::<(), serpentine_core::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    rows: u8,
    cols: u8,
}

/// Why a size was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SizeError {
    /// A side outside 2..=6.
    #[error("{rows}x{cols} is out of range: rows and columns go from 2 to 6")]
    OutOfRange {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// Not of the form `RxC`.
    #[error("'{0}' is not a board size: expected ROWSxCOLUMNS, such as 4x4 or 3x5")]
    Malformed(String),
}

impl Size {
    /// The shortest side a board may have.
    pub const MIN_SIDE: usize = 2;
    /// The longest side a board may have.
    pub const MAX_SIDE: usize = 6;
    /// The most cells a board may have.
    pub const MAX_CELLS: usize = Self::MAX_SIDE * Self::MAX_SIDE;
    /// The original game's 4×4.
    pub const STANDARD: Self = Self { rows: 4, cols: 4 };

    /// A size, if both sides are in range.
    pub const fn new(rows: usize, cols: usize) -> Result<Self, SizeError> {
        if rows < Self::MIN_SIDE
            || rows > Self::MAX_SIDE
            || cols < Self::MIN_SIDE
            || cols > Self::MAX_SIDE
        {
            return Err(SizeError::OutOfRange { rows, cols });
        }
        Ok(Self {
            rows: rows as u8,
            cols: cols as u8,
        })
    }

    /// A size known to be in range when the program is compiled.
    pub(crate) const fn fixed<const ROWS: usize, const COLS: usize>() -> Self {
        const {
            assert!(ROWS >= Self::MIN_SIDE && ROWS <= Self::MAX_SIDE);
            assert!(COLS >= Self::MIN_SIDE && COLS <= Self::MAX_SIDE);
        }
        Self {
            rows: ROWS as u8,
            cols: COLS as u8,
        }
    }

    /// Every size there is, smallest sides first.
    pub fn all() -> impl Iterator<Item = Self> {
        let sides = Self::MIN_SIDE as u8..=Self::MAX_SIDE as u8;
        sides
            .clone()
            .flat_map(move |rows| sides.clone().map(move |cols| Self { rows, cols }))
    }

    /// Number of rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Number of cells.
    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// Whether rows and columns are equal in number, so that all eight symmetries apply.
    pub const fn is_square(self) -> bool {
        self.rows == self.cols
    }

    /// Exponent of the largest tile these cells can ever hold: cells + 1.
    pub const fn max_exponent(self) -> u8 {
        self.cells() as u8 + 1
    }

    /// The largest tile sum a position can have: 4 + 8 + … up to the largest tile.
    ///
    /// No play leads above it, from any position at or below it: a sum that is one
    /// spawn short of passing it already needs every cell for distinct tiles, and
    /// such a full board has no move.
    pub const fn max_tile_sum(self) -> u64 {
        (1 << (self.cells() + 2)) - 4
    }

    /// An upper bound of the score: what the full chain is worth when all but the
    /// 4s it cannot do without appeared as 2s.
    pub const fn max_score(self) -> u64 {
        let cells = self.cells() as u64;
        (cells - 1) * (1 << (cells + 2)) + 4 - 4 * cells
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.rows, self.cols))
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let malformed = || SizeError::Malformed(text.to_owned());
        let (rows, cols) = text
            .trim()
            .split_once(['x', 'X', '×'])
            .ok_or_else(malformed)?;
        let side = |s: &str| s.trim().parse::<usize>().map_err(|_| malformed());
        Self::new(side(rows)?, side(cols)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_round_trip_and_errors_name_the_fault() {
        for size in Size::all() {
            assert_eq!(size.to_string().parse(), Ok(size));
        }
        assert_eq!(Size::all().count(), 25);
        let error = "7x4".parse::<Size>().unwrap_err().to_string();
        assert_eq!(
            error,
            "7x4 is out of range: rows and columns go from 2 to 6"
        );
        assert!("4".parse::<Size>().is_err());
        assert!("4x".parse::<Size>().is_err());
    }

    #[test]
    fn largest_sum_is_that_of_the_full_chain() {
        for size in Size::all() {
            let chain: u64 = (2..=size.max_exponent()).map(|k| 1u64 << k).sum();
            assert_eq!(size.max_tile_sum(), chain, "{size}");
        }
    }
}
