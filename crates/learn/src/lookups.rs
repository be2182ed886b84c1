//! Which entries a board reads, worked out once for a layout.
//!
//! An entry's index has four bits for each cell of its shape. In files it is these digits one
//! after the other. In memory the low halves of two digits come before their high halves, so
//! that a cache line has all entries that differ by a little in two cells, not by anything in
//! one: a position's entries are then more often in lines that the position before has read.
//! Then lines are scattered: a cache can hold only a few whose places end alike,
//! and most boards have the same few small tiles in most cells.

use serpentine_core::grid::{Grid, Packed4x4};
use serpentine_core::{Board, Cell, Size, Symmetry};

use crate::layout::{Layout, Shape};

/// Look-ups made side by side.
pub(crate) const LANES: usize = 16;

/// What shuffles of bytes make 0 of.
const NO_CELL: u8 = 0x80;

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
    tables: Vec<Table>,
}

/// One table's entries.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Table {
    pub(crate) entries: usize,
    digits: usize,
    /// Makes its lines end otherwise than those of other tables.
    turn: u32,
}

/// Sixteen look-ups.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Group {
    /// For each byte of the sixteen indices, where in the board's [halved](Digits::halved) word
    /// its first part begins.
    pub(crate) first: [u8; 4 * LANES],
    /// Where its second part begins.
    pub(crate) second: [u8; 4 * LANES],
    /// The bits of the first part.
    pub(crate) first_mask: [u8; 4 * LANES],
    /// The bits of the second part.
    pub(crate) second_mask: [u8; 4 * LANES],
    /// The turn of each look-up's table.
    pub(crate) turn: [u32; LANES],
    /// Where each look-up's table begins.
    pub(crate) offset: [u32; LANES],
    /// A bit for each lane in use.
    pub(crate) used: u16,
    /// All bits of each lane in use.
    pub(crate) used_lanes: [u32; LANES],
    /// For each byte of the sixteen indices, which cell from the last is its first digit, its
    /// second, or its only one; [`NO_CELL`] for none.
    pub(crate) cells: [[u8; 4 * LANES]; 3],
    /// Whether there is an only one.
    pub(crate) has_odd: bool,
    /// The same look-ups one by one.
    pub(crate) plain: [Lookup; LANES],
}

/// One look-up, for boards of any size.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lookup {
    cells: [u8; MOST_DIGITS],
    table: Table,
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
        let tables = tables(layout);
        let mut offset = 0;
        let mut all = Vec::new();
        for (shape, table) in layout.shapes().iter().zip(&tables) {
            for symmetry in &symmetries {
                all.push((offset, *table, image(shape, *symmetry, size)));
            }
            offset += table.entries as u32;
        }
        Self {
            groups: all.chunks(LANES).map(Group::new).collect(),
            count: all.len(),
            entries: layout.entries(),
            tables,
        }
    }

    /// Where in memory the entries of a file lie, stage after stage.
    pub(crate) fn places(&self, stages_count: usize) -> impl Iterator<Item = usize> {
        let tables = (0..stages_count).flat_map(|_| self.tables.iter());
        let begins = tables.scan(0, |end, table| {
            let begin = *end;
            *end += table.entries;
            Some((begin, table))
        });
        begins.flat_map(|(begin, table)| {
            (0..table.entries).map(move |index| begin + table.in_memory(index as u32) as usize)
        })
    }
}

/// The tables of a layout, one after the other.
pub(crate) fn tables(layout: &Layout) -> Vec<Table> {
    let shapes = layout.shapes().iter().enumerate();
    shapes
        .map(|(number, shape)| Table {
            entries: shape.entries(),
            digits: shape.len(),
            // Anything that differs in its high bits; the lowest four are places in a line.
            turn: (number as u32).wrapping_mul(0x9E37_79B1) >> 16
                & SCATTERED
                & (shape.entries() - 1) as u32,
        })
        .collect()
}

/// The bits of an index that `scattered` changes: which of the lines that end alike.
pub(crate) const SCATTERED: u32 = 0xFFF0;

/// How far above those bits are the ones that change them.
pub(crate) const SCATTERED_BY: u32 = 12;

/// An index with the bits that choose among lines mixed with those of the digits above them;
/// also the way back.
#[inline(always)]
const fn scattered(index: u32) -> u32 {
    index ^ index >> SCATTERED_BY & SCATTERED
}

impl Table {
    /// Where in the table an entry is.
    #[inline(always)]
    pub(crate) fn in_memory(&self, index: u32) -> u32 {
        // 1. The low halves of each two digits before their high halves. A last digit without
        // a partner stays as it is.
        let in_pairs = !u32::MAX.unbounded_shl(4 * (self.digits as u32 & !1));
        let swapped = (index ^ index >> 2) & 0x0C0C_0C0C & in_pairs;
        // 2. Lines apart.
        scattered(index ^ swapped ^ swapped << 2) ^ self.turn
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
    fn new(lookups: &[(u32, Table, Vec<Cell>)]) -> Self {
        let mut group = Self {
            first: [0; 4 * LANES],
            second: [0; 4 * LANES],
            first_mask: [0; 4 * LANES],
            second_mask: [0; 4 * LANES],
            turn: [0; LANES],
            offset: [0; LANES],
            used: 0,
            used_lanes: [0; LANES],
            cells: [[NO_CELL; 4 * LANES]; 3],
            has_odd: false,
            plain: [Lookup::default(); LANES],
        };
        for (lane, (offset, table, cells)) in lookups.iter().enumerate() {
            group.turn[lane] = table.turn;
            group.offset[lane] = *offset;
            group.used |= 1 << lane;
            group.used_lanes[lane] = !0;
            let plain = &mut group.plain[lane];
            plain.table = *table;
            for (place, cell) in cells.iter().rev().enumerate() {
                plain.cells[place] = cell.index() as u8;
                // Only words of sixteen cells are read by vectors.
                let low = low_half(cell.index() & 15);
                let byte = 4 * lane + place / 2;
                let form = match (place % 2, place + 1 == cells.len()) {
                    (0, false) => 0,
                    (1, _) => 1,
                    _ => 2,
                };
                group.has_odd |= form == 2;
                group.cells[form][byte] = 15 - (cell.index() & 15) as u8;
                match (place % 2, place + 1 == cells.len()) {
                    // Both halves, with room for those of the next digit.
                    (0, false) => {
                        group.first[byte] = low;
                        group.first_mask[byte] = 0x33;
                    }
                    (1, _) => {
                        group.second[byte] = low.wrapping_sub(2) & 63;
                        group.second_mask[byte] = 0xCC;
                    }
                    // A last digit alone: one half after the other.
                    _ => {
                        group.first[byte] = low;
                        group.first_mask[byte] = 0x03;
                        group.second[byte] = (low + 2) & 63;
                        group.second_mask[byte] = 0x0C;
                    }
                }
            }
        }
        group
    }

    /// The place in memory that each lane reads; 0 for lanes that are not in use.
    #[inline(always)]
    pub(crate) fn indices(&self, digits: &Digits) -> [u32; LANES] {
        let mut indices = self.offset;
        for (index, lookup) in indices.iter_mut().zip(&self.plain) {
            *index += lookup.table.in_memory(lookup.index(digits));
        }
        indices
    }

    /// The entries that lanes in use read, in the order of files.
    pub(crate) fn entries_read(&self, digits: &Digits) -> impl Iterator<Item = u32> {
        let lanes = (0..LANES).filter(|lane| self.used >> lane & 1 == 1);
        lanes.map(|lane| self.offset[lane] + self.plain[lane].index(digits))
    }
}

/// Where the low half of a cell begins in a halved word; its high half is four bits further.
fn low_half(cell: usize) -> u8 {
    let begin = 60 - 4 * cell as u8;
    // Of the two cells of a byte, the second in the word comes first.
    begin / 8 * 8 + begin % 8 / 2
}

impl Lookup {
    #[inline(always)]
    fn index(&self, digits: &Digits) -> u32 {
        let places = self.cells[..self.table.digits].iter().enumerate();
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

    /// The first sixteen cells, the low halves of each two before their high halves.
    #[inline(always)]
    pub(crate) fn halved(&self) -> u64 {
        let swapped = (self.0[0] ^ self.0[0] >> 2) & 0x0C0C_0C0C_0C0C_0C0C;
        self.0[0] ^ swapped ^ swapped << 2
    }

    /// The exponent in a cell.
    #[inline(always)]
    pub(crate) fn get(&self, cell: u8) -> u8 {
        (self.0[usize::from(cell / 16)] >> (60 - 4 * (cell % 16)) & 15) as u8
    }

    /// The sum of the tiles on the first sixteen cells.
    #[inline(always)]
    pub(crate) fn tile_sum(&self) -> u64 {
        Packed4x4::from_bits(self.0[0]).tile_sum()
    }

    /// With an exponent in a cell that was empty.
    #[inline(always)]
    pub(crate) fn with(mut self, cell: u8, exponent: u8) -> Self {
        self.0[usize::from(cell / 16)] |= u64::from(exponent) << (60 - 4 * (cell % 16));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_a_place_of_its_own() {
        for text in ["012/0145/4", "01234/56", "3x3:0134/012"] {
            let lookups = Lookups::new(&text.parse().unwrap());
            for stages_count in [1, 3] {
                let mut places: Vec<usize> = lookups.places(stages_count).collect();
                places.sort_unstable();
                assert!(places.into_iter().eq(0..stages_count * lookups.entries));
            }
        }
        // Tiles that differ a little in the last two cells share a line of sixteen.
        let tables = tables(&"012456/12569d".parse().unwrap());
        for table in tables {
            assert_eq!(
                table.in_memory(0x0055_0012) / 16,
                table.in_memory(0x0055_0031) / 16
            );
        }
    }

    /// Of the 256 lines that tiles below 16 in four cells make, about as many end in each of the
    /// 64 ways that a processor's first cache tells apart. In order they would all end in four.
    #[test]
    fn lines_of_like_boards_end_otherwise() {
        let table = tables(&"012456".parse().unwrap())[0];
        let mut alike = [0; 64];
        for small in 0..1 << 8 {
            let digits = (0..4).map(|cell| (small >> (2 * cell) & 3) << (4 * cell + 8));
            let line = table.in_memory(digits.sum()) / 16;
            alike[(line % 64) as usize] += 1;
        }
        assert!(alike.iter().all(|&count| count <= 8), "{alike:?}");
    }
}
