//! Which entries a board reads, worked out once for a layout.

use serpentine_core::grid::Grid;
use serpentine_core::{Board, Cell, Size, Symmetry};

use crate::layout::{Layout, Shape};

/// Look-ups made side by side.
pub(crate) const LANES: usize = 16;

/// Digits an index can have.
const MOST_DIGITS: usize = 8;

/// All look-ups of a layout, in groups of [`LANES`].
///
/// What a board is worth is the sum over groups in each lane, and then over lanes in halves.
/// Every way of computing it keeps that order, so that all give the same bits.
#[derive(Clone, Debug)]
pub(crate) struct Lookups {
    pub(crate) groups: Vec<Group>,
    pub(crate) count: usize,
    /// Entries of all tables.
    pub(crate) entries: usize,
}

/// Sixteen look-ups.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Group {
    /// For each byte of the sixteen indices, where in the board's word its high digit begins,
    /// less four bits.
    pub(crate) high: [u8; 4 * LANES],
    /// Where its low digit begins.
    pub(crate) low: [u8; 4 * LANES],
    /// 0xF0 for each byte that has a high digit.
    pub(crate) high_mask: [u8; 4 * LANES],
    /// 0x0F for each byte that has a low digit.
    pub(crate) low_mask: [u8; 4 * LANES],
    /// Where each look-up's table begins.
    pub(crate) offset: [u32; LANES],
    /// A bit for each lane in use.
    pub(crate) used: u16,
    /// The same look-ups one by one.
    pub(crate) plain: [Lookup; LANES],
}

/// One look-up, for boards of any size.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lookup {
    cells: [u8; MOST_DIGITS],
    digits: u8,
}

/// The exponents of a board, four bits each, the first cell highest in the first word.
///
/// Exponents that four bits cannot hold count as the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digits([u64; 3]);

impl Lookups {
    pub(crate) fn new(layout: &Layout) -> Self {
        let size = layout.size();
        let symmetries: Vec<Symmetry> = match layout.is_shared() {
            true => Symmetry::all(size).collect(),
            false => Symmetry::all(size).take(1).collect(),
        };
        let mut offset = 0;
        let mut all = Vec::new();
        for shape in layout.shapes() {
            for symmetry in &symmetries {
                all.push((offset, image(shape, *symmetry, size)));
            }
            offset += shape.entries() as u32;
        }
        Self {
            groups: all.chunks(LANES).map(Group::new).collect(),
            count: all.len(),
            entries: layout.entries(),
        }
    }
}

/// The cells of the board that become the shape's under a symmetry.
fn image(shape: &Shape, symmetry: Symmetry, size: Size) -> Vec<Cell> {
    shape
        .cells()
        .map(|cell| symmetry.source(cell, size))
        .collect()
}

impl Group {
    fn new(lookups: &[(u32, Vec<Cell>)]) -> Self {
        let mut group = Self {
            high: [0; 4 * LANES],
            low: [0; 4 * LANES],
            high_mask: [0; 4 * LANES],
            low_mask: [0; 4 * LANES],
            offset: [0; LANES],
            used: 0,
            plain: [Lookup::default(); LANES],
        };
        for (lane, (offset, cells)) in lookups.iter().enumerate() {
            group.offset[lane] = *offset;
            group.used |= 1 << lane;
            let plain = &mut group.plain[lane];
            for (place, cell) in cells.iter().rev().enumerate() {
                plain.cells[place] = cell.index() as u8;
                plain.digits += 1;
                // Only words of sixteen cells are read by vectors.
                let begin = 60u8.wrapping_sub(4 * cell.index() as u8);
                let byte = 4 * lane + place / 2;
                if place % 2 == 0 {
                    group.low[byte] = begin & 63;
                    group.low_mask[byte] = 0x0F;
                } else {
                    group.high[byte] = begin.wrapping_sub(4) & 63;
                    group.high_mask[byte] = 0xF0;
                }
            }
        }
        group
    }

    /// The index each lane reads; 0 for lanes that are not in use.
    #[inline(always)]
    pub(crate) fn indices(&self, digits: &Digits) -> [u32; LANES] {
        let mut indices = self.offset;
        for (index, lookup) in indices.iter_mut().zip(&self.plain) {
            *index += lookup.index(digits);
        }
        indices
    }
}

impl Group {
    /// The indices of lanes that are in use.
    pub(crate) fn used_indices(&self, digits: &Digits) -> impl Iterator<Item = u32> {
        let used = self.used;
        let lanes = self.indices(digits).into_iter().enumerate();
        lanes.filter_map(move |(lane, index)| (used >> lane & 1 == 1).then_some(index))
    }
}

impl Lookup {
    #[inline(always)]
    fn index(&self, digits: &Digits) -> u32 {
        let places = self.cells[..usize::from(self.digits)].iter().enumerate();
        places.fold(0, |index, (place, &cell)| {
            index | u32::from(digits.get(cell)) << (4 * place)
        })
    }
}

impl Digits {
    /// From the bits of a packed 4×4 board.
    #[inline(always)]
    pub(crate) fn from_word(word: u64) -> Self {
        Self([word, 0, 0])
    }

    /// From the exponents of a board in reading order.
    pub(crate) fn from_exponents(exponents: impl IntoIterator<Item = u8>) -> Self {
        let mut words = [0; 3];
        for (cell, exponent) in exponents.into_iter().enumerate() {
            words[cell / 16] |= u64::from(exponent.min(15)) << (60 - 4 * (cell % 16));
        }
        Self(words)
    }

    /// Of any grid.
    #[inline]
    pub(crate) fn of<G: Grid>(grid: &G) -> Self {
        match grid.packed_4x4() {
            Some(packed) => Self::from_word(packed.bits()),
            None => Self::from_exponents(Board::new(*grid).exponents()),
        }
    }

    /// The first sixteen cells.
    #[inline(always)]
    pub(crate) fn word(&self) -> u64 {
        self.0[0]
    }

    /// The exponent in a cell.
    #[inline(always)]
    pub(crate) fn get(&self, cell: u8) -> u8 {
        (self.0[usize::from(cell / 16)] >> (60 - 4 * (cell % 16)) & 15) as u8
    }

    /// With an exponent in a cell that was empty.
    #[inline(always)]
    pub(crate) fn with(mut self, cell: u8, exponent: u8) -> Self {
        self.0[usize::from(cell / 16)] |= u64::from(exponent) << (60 - 4 * (cell % 16));
        self
    }
}
