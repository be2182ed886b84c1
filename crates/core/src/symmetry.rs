//! Rotations and reflections of a board.

use crate::{Cell, Direction, Size};

/// One of the eight symmetries of a square, or the four of a rectangle.
///
/// The board is transposed first, then its rows and its columns are reversed.
///
/// ```
/// use serpentine_core::{Board, Symmetry};
/// let board: Board = "2 4/. .".parse()?;
/// let images: Vec<String> = Symmetry::all(board.size())
///     .map(|symmetry| board.transform(symmetry).to_string())
///     .collect();
/// assert_eq!(images.len(), 8);
/// assert!(images.contains(&". ./4 2".to_owned()));
/// # Ok::<(), serpentine_core::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Exchange rows and columns (square boards only).
    pub transpose: bool,
    /// Reverse the order of the rows.
    pub flip_rows: bool,
    /// Reverse the order of the columns.
    pub flip_cols: bool,
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self::from_bits(0);

    const fn from_bits(bits: u8) -> Self {
        Self {
            flip_cols: bits & 1 != 0,
            flip_rows: bits & 2 != 0,
            transpose: bits & 4 != 0,
        }
    }

    /// All symmetries of a size, the identity first: 8 for squares, 4 otherwise.
    pub fn all(size: Size) -> impl Iterator<Item = Self> {
        (0..if size.is_square() { 8 } else { 4 }).map(Self::from_bits)
    }

    /// The cell whose content comes to stand on `cell`.
    pub const fn source(self, cell: Cell, size: Size) -> Cell {
        let (mut row, mut col) = (cell.row(size), cell.col(size));
        if self.flip_rows {
            row = size.rows() - 1 - row;
        }
        if self.flip_cols {
            col = size.cols() - 1 - col;
        }
        if self.transpose {
            (row, col) = (col, row);
        }
        Cell::new(row * size.cols() + col)
    }

    /// The move that does on the image what `direction` does on the original.
    pub const fn direction(self, direction: Direction) -> Direction {
        use Direction::{Down, Left, Right, Up};
        let turned = match (self.transpose, direction) {
            (false, same) => same,
            (true, Up) => Left,
            (true, Left) => Up,
            (true, Down) => Right,
            (true, Right) => Down,
        };
        match turned {
            Up if self.flip_rows => Down,
            Down if self.flip_rows => Up,
            Left if self.flip_cols => Right,
            Right if self.flip_cols => Left,
            same => same,
        }
    }
}
