//! Four bits per cell in one 64-bit word.

use super::line;
use super::packed_rows::{OVERFLOW, SLID_ROWS};
use super::{AnyGrid, Grid};
use crate::{Cell, CellSet, Direction, Directions, Size, Symmetry};

/// An `R`×`C` board of at most 16 cells whose tiles are at most 32768.
///
/// The first cell is the highest nibble in use, so that the bits of a 4×4 board
/// print as its 16 hex digits and compare as its cells do.
///
/// A move that would make 65536 has no result here. [`Packed::checked_slide`] says
/// so; [`Grid::slide`] panics. Code that works on this type directly checks once
/// that [`Packed::headroom`] covers the moves it looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed<const R: usize, const C: usize>(u64);

/// The packed form of the original board.
pub type Packed4x4 = Packed<4, 4>;

const _: () = assert!(size_of::<Packed4x4>() == 8);

/// A merge made 65536, which a packed board cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

const CAPACITY: u8 = 15;

/// The lowest bit of every nibble.
const ONES: u64 = 0x1111_1111_1111_1111;

impl<const R: usize, const C: usize> Packed<R, C> {
    const CELLS: usize = R * C;
    const SIZE: Size = {
        assert!(R * C <= 16, "a packed board has at most 16 cells");
        Size::fixed::<R, C>()
    };
    /// The lowest bit of each cell's nibble.
    const CELL_ONES: u64 = ONES >> (64 - 4 * Self::CELLS);
    /// The nibbles of column 0.
    const FIRST_COL: u64 = {
        let mut mask = 0;
        let mut row = 0;
        while row < R {
            mask |= 0xF << Self::shift(row, 0);
            row += 1;
        }
        mask
    };

    /// From its bits; those above the cells must be zero.
    pub const fn from_bits(bits: u64) -> Self {
        assert!(
            bits & !(Self::CELL_ONES * 15) == 0,
            "bits outside the cells"
        );
        Self(bits)
    }

    /// Its bits, first cell highest.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many moves can be played from here with no possibility of a 65536.
    ///
    /// A tile is never larger than the tile sum, and a move adds at most 4 to it.
    pub fn headroom(&self) -> u64 {
        ((1 << (CAPACITY + 1)) - 1 - self.tile_sum().min((1 << (CAPACITY + 1)) - 1)) / 4
    }

    /// As [`Grid::slide`], with an error where that panics.
    #[inline]
    pub fn checked_slide(&self, direction: Direction) -> Result<Option<(Self, u64)>, Overflow> {
        let (slid, quarter_points) = if R == 4 && C == 4 {
            slide_4x4(self.0, direction)
        } else {
            self.slide_lines(direction)
        };
        if quarter_points & u32::from(OVERFLOW) << FLAG_SHIFT != 0 {
            return Err(Overflow);
        }
        if slid == self.0 {
            return Ok(None);
        }
        Ok(Some((Self(slid), u64::from(quarter_points) * 4)))
    }

    /// Bit position of a cell's nibble.
    const fn shift(row: usize, col: usize) -> usize {
        4 * (Self::CELLS - 1 - (row * C + col))
    }

    /// Slides line by line, for the sizes that no whole-board trick serves.
    fn slide_lines(self, direction: Direction) -> (u64, u32) {
        let (lines, len) = if direction.is_vertical() {
            (C, R)
        } else {
            (R, C)
        };
        let shift = |line: usize, i: usize| match direction {
            Direction::Up => Self::shift(i, line),
            Direction::Down => Self::shift(R - 1 - i, line),
            Direction::Left => Self::shift(line, i),
            Direction::Right => Self::shift(line, C - 1 - i),
        };
        let (mut slid, mut quarter_points) = (0, 0);
        for line in 0..lines {
            let mut exponents = [0; Size::MAX_SIDE];
            for (i, exponent) in exponents[..len].iter_mut().enumerate() {
                *exponent = (self.0 >> shift(line, i) & 15) as u8;
            }
            let (line_slid, line_points) = line::slide(exponents, len);
            for (i, &exponent) in line_slid[..len].iter().enumerate() {
                if exponent > CAPACITY {
                    quarter_points |= u32::from(OVERFLOW) << FLAG_SHIFT;
                }
                slid |= u64::from(exponent & 15) << shift(line, i);
            }
            quarter_points += (line_points / 4) as u32 & (u32::from(OVERFLOW) - 1);
        }
        (slid, quarter_points)
    }

    /// The lowest bit of every nibble that holds a tile.
    const fn occupied(self) -> u64 {
        let pairs = self.0 | self.0 >> 1;
        (pairs | pairs >> 2) & Self::CELL_ONES
    }

    /// The lowest bit of every nibble without a tile.
    #[inline]
    pub const fn empty_nibbles(self) -> u64 {
        !self.occupied() & Self::CELL_ONES
    }

    /// Rows and columns exchanged; only square boards have this image.
    pub const fn transposed(self) -> Self {
        assert!(R == C, "only a square board can be transposed");
        let x = self.0;
        if R == 4 && C == 4 {
            return Self(transpose_4x4(x));
        }
        let mut moved = 0;
        let mut row = 0;
        while row < R {
            let mut col = 0;
            while col < C {
                moved |= (x >> Self::shift(row, col) & 15) << Self::shift(col, row);
                col += 1;
            }
            row += 1;
        }
        Self(moved)
    }

    const fn rows_flipped(self) -> Self {
        let row_mask = (1 << (4 * C)) - 1;
        let mut flipped = 0;
        let mut row = 0;
        while row < R {
            let bits = self.0 >> (4 * C * row) & row_mask;
            flipped |= bits << (4 * C * (R - 1 - row));
            row += 1;
        }
        Self(flipped)
    }

    const fn cols_flipped(self) -> Self {
        let mut flipped = 0;
        let mut col = 0;
        while col < C {
            let bits = self.0 & Self::FIRST_COL >> (4 * col);
            flipped |= bits << (4 * col) >> (4 * (C - 1 - col));
            col += 1;
        }
        Self(flipped)
    }
}

impl<const R: usize, const C: usize> Grid for Packed<R, C> {
    fn empty(size: Size) -> Option<Self> {
        (size == Self::SIZE).then_some(Self(0))
    }

    fn size(&self) -> Size {
        Self::SIZE
    }

    fn capacity(&self) -> u8 {
        CAPACITY
    }

    fn get(&self, cell: Cell) -> u8 {
        (self.0 >> (4 * (Self::CELLS - 1 - cell.index())) & 15) as u8
    }

    fn set(&mut self, cell: Cell, exponent: u8) {
        assert!(exponent <= CAPACITY, "four bits hold exponents up to 15");
        let shift = 4 * (Self::CELLS - 1 - cell.index());
        self.0 = self.0 & !(15 << shift) | u64::from(exponent) << shift;
    }

    #[inline]
    fn slide(&self, direction: Direction) -> Option<(Self, u64)> {
        self.checked_slide(direction)
            .expect("the caller has checked the headroom")
    }

    fn to_any(&self) -> AnyGrid {
        (*self).into()
    }

    #[inline]
    fn packed_4x4(&self) -> Option<Packed4x4> {
        (R == 4 && C == 4).then_some(Packed(self.0))
    }

    #[inline]
    fn legal(&self) -> Directions {
        // 1. For each pair of neighbours: both equal tiles, or a tile beside a gap.
        let tiles = self.occupied();
        let not_first_col = Self::CELL_ONES & !Self::FIRST_COL;
        let not_first_row = Self::CELL_ONES >> (4 * C);
        let pair = |distance: usize, second: u64| {
            // `second` marks cells that have a neighbour `distance` cells before them.
            let before = tiles >> (4 * distance);
            let differ = self.0 ^ self.0 >> (4 * distance);
            let differ = differ | differ >> 1;
            let equal = tiles & !(differ | differ >> 2) & second;
            let towards_first = equal | tiles & !before & second;
            let towards_last = equal | before & !tiles & second;
            (towards_first != 0, towards_last != 0)
        };
        // 2. A pair along a row lets it go left or right, along a column up or down.
        let (left, right) = pair(1, not_first_col);
        let (up, down) = pair(C, not_first_row);
        Directions::from_bits(
            u8::from(up) | u8::from(right) << 1 | u8::from(down) << 2 | u8::from(left) << 3,
        )
    }

    #[inline]
    fn empty_cells(&self) -> CellSet {
        // Gather the lowest bits of the nibbles into adjacent bits, doubling each time,
        // then turn the order round: the first cell is the highest nibble.
        let mut bits = self.empty_nibbles();
        bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
        bits = (bits | bits >> 6) & 0x000F_000F_000F_000F;
        bits = (bits | bits >> 12) & 0x0000_00FF_0000_00FF;
        bits = (bits | bits >> 24) & 0xFFFF;
        CellSet::from_bits(bits.reverse_bits() >> (64 - Self::CELLS))
    }

    #[inline]
    fn nth_empty(&self, n: usize) -> Option<Cell> {
        // 1. Each empty nibble's number, counted from the lowest, which is the last cell.
        let empty = self.empty_nibbles();
        let numbers = empty.wrapping_mul(ONES);
        // 2. The nibble with the number looked for; 16 is 0 in four bits.
        let number = self.empty_count().checked_sub(n).filter(|&n| n > 0)?;
        let differ = numbers ^ (number as u64 & 15).wrapping_mul(ONES);
        let differ = differ | differ >> 1;
        let found = empty & !(differ | differ >> 2);
        let nibble = found.trailing_zeros() as usize / 4;
        Some(Cell::new(Self::CELLS.checked_sub(nibble + 1)?))
    }

    #[inline]
    fn empty_count(&self) -> usize {
        // Two nibbles to a byte, all bytes added up in the highest: few processors may be
        // asked for a population count without asking first whether they have one.
        let tiles = self.occupied();
        let bytes = (tiles & 0x0101_0101_0101_0101) + (tiles >> 4 & 0x0101_0101_0101_0101);
        Self::CELLS - (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
    }

    #[inline(always)]
    fn tile_sum(&self) -> u64 {
        // An empty cell would count 1: the lowest bit of each is not counted. No cell is asked
        // whether it is empty, so that compilers can make vectors of this.
        let cells = (0..16).map(|cell| 1 << (self.bits() >> (4 * cell) & 15) & !1);
        cells.sum()
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let mut image = *self;
        if symmetry.transpose {
            image = image.transposed();
        }
        if symmetry.flip_rows {
            image = image.rows_flipped();
        }
        if symmetry.flip_cols {
            image = image.cols_flipped();
        }
        image
    }

    fn canonical(&self) -> Self {
        let four = |grid: Self| {
            let flipped = grid.rows_flipped();
            grid.min(flipped)
                .min(grid.cols_flipped().min(flipped.cols_flipped()))
        };
        if R == C {
            four(*self).min(four(self.transposed()))
        } else {
            four(*self)
        }
    }
}

impl<const R: usize, const C: usize> std::fmt::Debug for Packed<R, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Packed<{R}, {C}>({:0width$x})", self.0, width = R * C)
    }
}

/// Row points are summed in 32 bits; the overflow mark goes above any such sum.
const FLAG_SHIFT: u32 = 8;

/// Turns the board so that the move becomes a slide to the left, and back.
#[inline]
fn slide_4x4(bits: u64, direction: Direction) -> (u64, u32) {
    match direction {
        Direction::Left => slide_rows_4x4(bits),
        Direction::Right => {
            let (slid, points) = slide_rows_4x4(reverse_4x4(bits));
            (reverse_4x4(slid), points)
        }
        Direction::Up => {
            let (slid, points) = slide_rows_4x4(transpose_4x4(bits));
            (transpose_4x4(slid), points)
        }
        Direction::Down => {
            let (slid, points) = slide_rows_4x4(reverse_4x4(transpose_4x4(bits)));
            (transpose_4x4(reverse_4x4(slid)), points)
        }
    }
}

#[inline]
fn slide_rows_4x4(bits: u64) -> (u64, u32) {
    let rows = [48, 32, 16, 0].map(|shift| SLID_ROWS[usize::from((bits >> shift) as u16)]);
    let slid = rows
        .iter()
        .fold(0, |bits, row| bits << 16 | u64::from(row.row));
    let points: u32 = rows.iter().map(|row| u32::from(row.quarter_points)).sum();
    let marks = rows.iter().fold(0, |all, row| all | row.quarter_points) & OVERFLOW;
    (slid, points | u32::from(marks) << FLAG_SHIFT)
}

/// All sixteen nibbles in the opposite order: a half turn.
#[inline]
pub const fn reverse_4x4(x: u64) -> u64 {
    let x = x.swap_bytes();
    x >> 4 & 0x0F0F_0F0F_0F0F_0F0F | (x & 0x0F0F_0F0F_0F0F_0F0F) << 4
}

/// Exchanges rows and columns: first within 2×2 blocks, then the blocks.
#[inline]
pub const fn transpose_4x4(x: u64) -> u64 {
    let swap = (x ^ x >> 12) & 0x0000_F0F0_0000_F0F0;
    let x = x ^ swap ^ swap << 12;
    let swap = (x ^ x >> 24) & 0x0000_0000_FF00_FF00;
    x ^ swap ^ swap << 24
}
