//! The two types of position.

use std::fmt;

use thiserror::Error;

use crate::grid::{AnyGrid, Grid};
use crate::{Cell, CellSet, Direction, Directions, Size, Spawn, Symmetry};

/// A position with the player to move.
///
/// ```
/// use serpentine_core::{Board, Direction};
/// let board: Board = "32768 32768 2 ./. . . ./. . . ./. . . .".parse()?;
/// let moved = board.play(Direction::Left).expect("the big tiles merge");
/// assert_eq!(moved.points, 65536);
/// assert_eq!(moved.after.max_tile(), 65536);
/// assert!(board.play(Direction::Up).is_none());
/// # Ok::<(), serpentine_core::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board<G = AnyGrid>(G);

/// A position after a move, before the tile that chance adds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct After<G = AnyGrid>(G);

/// What a legal move gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved<G: Grid = AnyGrid> {
    /// The position before the next tile appears.
    pub after: After<G>,
    /// Points: the sum of the tiles made by merging.
    pub points: u64,
}

/// Why cells do not make a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// A tile the board could never hold.
    #[error(
        "row {}, column {}: 2^{exponent} is more than a {size} board can hold (at most {})",
        .row + 1, .col + 1, 1u64 << .size.max_exponent()
    )]
    TileTooLarge {
        /// Row from 0.
        row: usize,
        /// Column from 0.
        col: usize,
        /// The exponent found.
        exponent: u32,
        /// The board's size.
        size: Size,
    },
    /// Tiles that could never stand on the board together.
    #[error(
        "the tiles sum to {sum}, more than a {size} board can hold (at most {})",
        .size.max_tile_sum()
    )]
    SumTooLarge {
        /// The sum found.
        sum: u64,
        /// The board's size.
        size: Size,
    },
}

impl Board {
    /// The board whose cell contents, as exponents, `exponent` gives.
    ///
    /// Checks once what all later play relies on: no tile and no tile sum beyond
    /// what the cells can hold (see [`Size::max_tile_sum`]).
    pub fn from_exponents(
        size: Size,
        mut exponent: impl FnMut(usize, usize) -> u32,
    ) -> Result<Self, BoardError> {
        let mut grid = AnyGrid::empty(size).expect("any size");
        let mut sum = 0;
        for cell in Cell::all(size) {
            let (row, col) = (cell.row(size), cell.col(size));
            let exponent = exponent(row, col);
            if exponent > u32::from(size.max_exponent()) {
                return Err(BoardError::TileTooLarge {
                    row,
                    col,
                    exponent,
                    size,
                });
            }
            if exponent > 0 {
                grid.set(cell, exponent as u8);
                sum += 1 << exponent;
            }
        }
        if sum > size.max_tile_sum() {
            return Err(BoardError::SumTooLarge { sum, size });
        }
        Ok(Self(grid))
    }

    /// A board with no tile.
    pub fn empty(size: Size) -> Self {
        Self(AnyGrid::empty(size).expect("any size"))
    }
}

impl<G: Grid> Board<G> {
    /// Plays a move; `None` if it changes nothing, which is not a legal move.
    #[inline]
    pub fn play(&self, direction: Direction) -> Option<Moved<G>> {
        let (grid, points) = self.0.slide(direction)?;
        Some(Moved {
            after: After(grid),
            points,
        })
    }

    /// The legal moves.
    #[inline]
    pub fn legal(&self) -> Directions {
        self.0.legal()
    }

    /// Whether no move is left.
    pub fn is_terminal(&self) -> bool {
        self.legal().is_empty()
    }

    /// This board with a tile in one more cell, as when start tiles are dealt.
    pub fn with_spawn(&self, spawn: Spawn) -> Self {
        After(self.0).place(spawn)
    }
}

impl<G: Grid> After<G> {
    /// The board once the tile has appeared. The cell must be empty.
    #[inline]
    pub fn place(&self, spawn: Spawn) -> Board<G> {
        debug_assert!(self.0.get(spawn.cell) == 0, "tiles appear in empty cells");
        let mut grid = self.0;
        grid.set(spawn.cell, spawn.exponent);
        Board(grid)
    }
}

/// What both types of position can tell.
macro_rules! position {
    ($position:ident) => {
        impl<G: Grid> $position<G> {
            /// The position these cells stand for.
            pub const fn new(grid: G) -> Self {
                Self(grid)
            }

            /// The cells.
            pub const fn grid(&self) -> &G {
                &self.0
            }

            /// Rows and columns.
            pub fn size(&self) -> Size {
                self.0.size()
            }

            /// Exponent in a cell: k for the tile 2^k, 0 for empty.
            pub fn exponent(&self, cell: Cell) -> u8 {
                self.0.get(cell)
            }

            /// Tile value in a cell, 0 for empty.
            pub fn tile(&self, cell: Cell) -> u64 {
                match self.0.get(cell) {
                    0 => 0,
                    exponent => 1 << exponent,
                }
            }

            /// Exponents of all cells, row by row.
            pub fn exponents(&self) -> impl Iterator<Item = u8> {
                Cell::all(self.size()).map(|cell| self.0.get(cell))
            }

            /// Number of tiles with this exponent.
            pub fn count_of(&self, exponent: u8) -> usize {
                self.exponents().filter(|&k| k == exponent).count()
            }

            /// Exponent of the largest tile, 0 without tiles.
            pub fn max_exponent(&self) -> u8 {
                self.0.max_exponent()
            }

            /// The largest tile, 0 without tiles.
            pub fn max_tile(&self) -> u64 {
                match self.max_exponent() {
                    0 => 0,
                    exponent => 1 << exponent,
                }
            }

            /// Sum of all tile values.
            pub fn tile_sum(&self) -> u64 {
                self.0.tile_sum()
            }

            /// The points it takes to build these tiles from 2s alone: (k-1)·2^k each.
            pub fn points_from_twos(&self) -> u64 {
                let tiles = self.exponents().filter(|&k| k > 0);
                tiles.map(|k| u64::from(k - 1) << k).sum()
            }

            /// The cells without a tile.
            pub fn empty_cells(&self) -> CellSet {
                self.0.empty_cells()
            }

            /// Number of cells without a tile.
            pub fn empty_count(&self) -> usize {
                self.0.empty_count()
            }

            /// The image under a symmetry.
            pub fn transform(&self, symmetry: Symmetry) -> Self {
                Self(self.0.transform(symmetry))
            }

            /// The smallest of all images under symmetry, cells read row by row.
            pub fn canonical(&self) -> Self {
                Self(self.0.canonical())
            }

            /// How many different images there are under symmetry.
            pub fn orbit_len(&self) -> usize {
                self.0.orbit_len()
            }
        }

        /// Rows of tile values, `2 . 4 8/…`; `{:#}` puts each row on a line of its own.
        impl<G: Grid> fmt::Display for $position<G> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                crate::notation::rows::write(f, &self.0)
            }
        }

        impl<G: Grid> fmt::Debug for $position<G> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($position), "({})"), self)
            }
        }
    };
}

position!(Board);
position!(After);
