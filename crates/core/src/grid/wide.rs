//! A byte per cell: any size, any tile.

use super::{Grid, line};
use crate::{Cell, CellSet, Direction, Size};

/// Cells of any board up to 6×6 with tiles of any size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wide {
    size: Size,
    /// Row-major exponents; those behind the last cell stay 0.
    exponents: [u8; Size::MAX_CELLS],
}

impl Grid for Wide {
    fn empty(size: Size) -> Option<Self> {
        Some(Self {
            size,
            exponents: [0; Size::MAX_CELLS],
        })
    }

    fn size(&self) -> Size {
        self.size
    }

    fn capacity(&self) -> u8 {
        // Tile values and sums are 64-bit numbers.
        60
    }

    fn get(&self, cell: Cell) -> u8 {
        self.exponents[cell.index()]
    }

    fn set(&mut self, cell: Cell, exponent: u8) {
        assert!(exponent <= self.capacity(), "exponents go up to 60");
        self.exponents[cell.index()] = exponent;
    }

    fn slide(&self, direction: Direction) -> Option<(Self, u64)> {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let (lines, len) = if direction.is_vertical() {
            (cols, rows)
        } else {
            (rows, cols)
        };
        // The i-th cell of a line, counted from the wall the tiles slide to.
        let index = |line: usize, i: usize| match direction {
            Direction::Up => i * cols + line,
            Direction::Down => (rows - 1 - i) * cols + line,
            Direction::Left => line * cols + i,
            Direction::Right => line * cols + (cols - 1 - i),
        };
        let mut slid = *self;
        let mut points = 0;
        for line in 0..lines {
            let mut exponents = [0; Size::MAX_SIDE];
            for (i, exponent) in exponents[..len].iter_mut().enumerate() {
                *exponent = self.exponents[index(line, i)];
            }
            let (line_slid, line_points) = line::slide(exponents, len);
            for (i, &exponent) in line_slid[..len].iter().enumerate() {
                slid.exponents[index(line, i)] = exponent;
            }
            points += line_points;
        }
        (slid != *self).then_some((slid, points))
    }

    fn empty_cells(&self) -> CellSet {
        let cells = self.exponents[..self.size.cells()].iter().enumerate();
        CellSet::from_bits(cells.fold(0, |bits, (i, &k)| bits | u64::from(k == 0) << i))
    }
}
