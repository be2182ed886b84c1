//! A cell of a board, and sets of cells.

use std::fmt;

use crate::{Direction, Size};

/// A cell by its row-major number: 0 is the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this row-major number, below [`Size::MAX_CELLS`].
    pub const fn new(index: usize) -> Self {
        assert!(index < Size::MAX_CELLS, "cell number out of range");
        Self(index as u8)
    }

    /// The cell in this row and column, both counted from 0, or `None` off the board.
    pub const fn at(row: usize, col: usize, size: Size) -> Option<Self> {
        if row < size.rows() && col < size.cols() {
            Some(Self((row * size.cols() + col) as u8))
        } else {
            None
        }
    }

    /// Every cell of a board, row by row.
    pub fn all(size: Size) -> impl DoubleEndedIterator<Item = Self> {
        (0..size.cells() as u8).map(Self)
    }

    /// The lowest set bit's cell, or `None` when no bit of a board is set.
    const fn lowest(bits: u64) -> Option<Self> {
        let index = bits.trailing_zeros();
        if index < Size::MAX_CELLS as u32 {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Row-major number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Row, from 0 at the top.
    pub const fn row(self, size: Size) -> usize {
        self.index() / size.cols()
    }

    /// Column, from 0 at the left.
    pub const fn col(self, size: Size) -> usize {
        self.index() % size.cols()
    }
}

/// A set of cells: bit i is the cell with row-major number i.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(u64);

impl CellSet {
    /// From a bit per cell.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// A bit per cell.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Every cell of a board.
    pub const fn full(size: Size) -> Self {
        Self((1 << size.cells()) - 1)
    }

    /// The row or column that a move towards `direction` leaves.
    pub fn trailing_edge(size: Size, direction: Direction) -> Self {
        let (last_row, last_col) = (size.rows() - 1, size.cols() - 1);
        Cell::all(size)
            .filter(|cell| match direction {
                Direction::Up => cell.row(size) == last_row,
                Direction::Right => cell.col(size) == 0,
                Direction::Down => cell.row(size) == 0,
                Direction::Left => cell.col(size) == last_col,
            })
            .collect()
    }

    /// Number of cells.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the cell is in the set.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// The cells in both sets.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cells of the set, row by row.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let cell = Cell::lowest(bits)?;
            bits &= bits - 1;
            Some(cell)
        })
    }

    /// The `n`-th cell in row-major order, counting from 0.
    pub fn nth(self, n: usize) -> Option<Cell> {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Cell::lowest(bits)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        Self(cells.into_iter().fold(0, |bits, cell| bits | 1 << cell.0))
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Cell::index)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_list_their_cells_in_order() {
        let size = Size::new(3, 5).unwrap();
        let set: CellSet = [2, 7, 14].into_iter().map(Cell::new).collect();
        assert_eq!(set.len(), 3);
        assert_eq!(set.iter().map(Cell::index).collect::<Vec<_>>(), [2, 7, 14]);
        assert_eq!(set.nth(1), Some(Cell::new(7)));
        assert_eq!(set.nth(3), None);
        assert_eq!(CellSet::full(size).len(), 15);
        assert_eq!(Cell::at(1, 2, size), Some(Cell::new(7)));
        assert_eq!(Cell::at(3, 0, size), None);
    }

    #[test]
    fn the_trailing_edge_lies_opposite_the_move() {
        let edge = |direction| {
            CellSet::trailing_edge(Size::new(2, 3).unwrap(), direction)
                .iter()
                .map(Cell::index)
                .collect::<Vec<_>>()
        };
        assert_eq!(edge(Direction::Up), [3, 4, 5]);
        assert_eq!(edge(Direction::Right), [0, 3]);
        assert_eq!(edge(Direction::Down), [0, 1, 2]);
        assert_eq!(edge(Direction::Left), [2, 5]);
    }
}
