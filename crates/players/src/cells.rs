//! Exponents laid out plainly, for evaluations that are written as they are defined.

use serpentine_core::grid::Grid;
use serpentine_core::{Cell, Size};

/// A copy of a board's exponents.
pub(crate) struct Cells {
    size: Size,
    exponents: [u8; Size::MAX_CELLS],
}

impl Cells {
    pub(crate) fn of<G: Grid>(grid: &G) -> Self {
        let size = grid.size();
        let mut exponents = [0; Size::MAX_CELLS];
        for cell in Cell::all(size) {
            exponents[cell.index()] = grid.get(cell);
        }
        Self { size, exponents }
    }

    pub(crate) const fn size(&self) -> Size {
        self.size
    }

    pub(crate) fn all(&self) -> &[u8] {
        &self.exponents[..self.size.cells()]
    }

    pub(crate) const fn at(&self, row: usize, col: usize) -> u8 {
        self.exponents[row * self.size.cols() + col]
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = Line> {
        (0..self.size.rows())
            .map(|row| Line::new((0..self.size.cols()).map(|col| self.at(row, col))))
    }

    pub(crate) fn cols(&self) -> impl Iterator<Item = Line> {
        (0..self.size.cols())
            .map(|col| Line::new((0..self.size.rows()).map(|row| self.at(row, col))))
    }

    pub(crate) fn empty_count(&self) -> usize {
        self.all().iter().filter(|&&k| k == 0).count()
    }

    /// Along the S path: row 1 left to right, row 2 right to left, and so on.
    pub(crate) fn along_s(&self) -> impl Iterator<Item = u8> {
        let cols = self.size.cols();
        (0..self.size.cells()).map(move |step| {
            let row = step / cols;
            self.at(row, s_col(row, step % cols, cols))
        })
    }
}

/// The column that the S path visits after `along` steps in a row.
pub(crate) const fn s_col(row: usize, along: usize, cols: usize) -> usize {
    if row.is_multiple_of(2) {
        along
    } else {
        cols - 1 - along
    }
}

/// A row or a column.
pub(crate) struct Line {
    exponents: [u8; Size::MAX_SIDE],
    len: usize,
}

impl Line {
    pub(crate) fn new(cells: impl Iterator<Item = u8>) -> Self {
        let mut line = Self {
            exponents: [0; Size::MAX_SIDE],
            len: 0,
        };
        for exponent in cells {
            line.exponents[line.len] = exponent;
            line.len += 1;
        }
        line
    }

    /// The line of four that a row of a packed board stands for.
    pub(crate) fn of_bits(bits: u16) -> Self {
        Self::new(
            [12, 8, 4, 0]
                .into_iter()
                .map(|shift| (bits >> shift & 15) as u8),
        )
    }

    pub(crate) fn cells(&self) -> &[u8] {
        &self.exponents[..self.len]
    }

    /// Neighbours, in order.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (u8, u8)> {
        self.cells().windows(2).map(|pair| (pair[0], pair[1]))
    }
}
