//! How cells are stored, and what every way of storing them must do.
//!
//! [`AnyGrid`] serves everyday code: any size, any tile, the fastest form that
//! holds it. Hot loops that know their size take [`Packed`] directly.

mod any;
pub(crate) mod arithmetic;
pub(crate) mod line;
mod packed;
mod packed_rows;
mod wide;

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Cell, CellSet, Direction, Directions, Size, Symmetry};

pub use any::AnyGrid;
pub use arithmetic::{Moves4x4, moves_4x4};
pub use packed::{Overflow, Packed, Packed4x4, reverse_4x4, transpose_4x4};
pub use packed_rows::{SlidRow, slid_row_4x4, slid_rows_4x4};
pub use wide::Wide;

/// Cells that hold exponents (k for the tile 2^k, 0 for empty) and can slide.
///
/// The provided methods are the plain definitions; a fast type replaces them, and
/// the conformance suite holds it to them.
///
/// The order is that of the cells read row by row, so that the smallest image
/// under symmetry is the same for every implementation.
pub trait Grid: Copy + Eq + Ord + Hash + Debug {
    /// A grid with no tile, or `None` if this type does not hold that size.
    fn empty(size: Size) -> Option<Self>;

    /// Rows and columns.
    fn size(&self) -> Size;

    /// The largest exponent a cell can hold here.
    fn capacity(&self) -> u8;

    /// Exponent in a cell, 0 for empty.
    fn get(&self, cell: Cell) -> u8;

    /// Writes an exponent. Panics above [`Grid::capacity`].
    fn set(&mut self, cell: Cell, exponent: u8);

    /// Slides and merges: the new grid and the points, or `None` if nothing changes.
    fn slide(&self, direction: Direction) -> Option<(Self, u64)>;

    /// The same cells in the everyday form.
    fn to_any(&self) -> AnyGrid {
        let mut any = AnyGrid::empty(self.size()).expect("any size");
        for cell in Cell::all(self.size()) {
            any.set(cell, self.get(cell));
        }
        any
    }

    /// The packed form of a 4×4 board without a tile above 32768, for code that has
    /// tables for it.
    #[inline]
    fn packed_4x4(&self) -> Option<Packed4x4> {
        self.to_any().packed()
    }

    /// The directions in which [`Grid::slide`] changes something.
    fn legal(&self) -> Directions {
        let moves = Direction::ALL.into_iter();
        moves.filter(|&d| self.slide(d).is_some()).collect()
    }

    /// The cells without a tile.
    fn empty_cells(&self) -> CellSet {
        let cells = Cell::all(self.size());
        cells.filter(|&cell| self.get(cell) == 0).collect()
    }

    /// The `n`-th cell without a tile in row-major order, counting from 0.
    fn nth_empty(&self, n: usize) -> Option<Cell> {
        self.empty_cells().nth(n)
    }

    /// Number of cells without a tile.
    fn empty_count(&self) -> usize {
        self.empty_cells().len()
    }

    /// Exponent of the largest tile, 0 without tiles.
    fn max_exponent(&self) -> u8 {
        let cells = Cell::all(self.size());
        cells.map(|cell| self.get(cell)).max().unwrap_or(0)
    }

    /// Sum of all tile values.
    fn tile_sum(&self) -> u64 {
        let exponents = Cell::all(self.size()).map(|cell| self.get(cell));
        exponents.filter(|&k| k > 0).map(|k| 1 << k).sum()
    }

    /// The image under a symmetry.
    fn transform(&self, symmetry: Symmetry) -> Self {
        let mut image = *self;
        for cell in Cell::all(self.size()) {
            image.set(cell, self.get(symmetry.source(cell, self.size())));
        }
        image
    }

    /// The smallest of all images under symmetry.
    fn canonical(&self) -> Self {
        let images = Symmetry::all(self.size()).map(|symmetry| self.transform(symmetry));
        images.min().expect("every size has symmetries")
    }

    /// How many different images there are under symmetry.
    fn orbit_len(&self) -> usize {
        // The stabiliser's size divides the group's (Lagrange).
        let images = Symmetry::all(self.size()).map(|symmetry| self.transform(symmetry));
        let fixed = images.filter(|image| image == self).count();
        Symmetry::all(self.size()).count() / fixed
    }
}
