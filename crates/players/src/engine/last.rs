//! The last ply of a line, where the evaluation is a sum over rows and columns.
//!
//! A new tile changes one line of a move along it. Of the position it leads to, the three other
//! rows are those that the move makes without the tile, and the columns are too but for one cell
//! each: six look-ups a position, and none of it is written down.

#[cfg(target_arch = "x86_64")]
mod avx512;

use std::array;
use std::ops::Range;

use serpentine_core::grid::{Packed4x4, slid_row_4x4, transpose_4x4};

use super::expansion::{NIBBLES, Turn, gaps};
use crate::evaluation::LineTable;

/// The instructions it takes; all give the same bits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
}

/// For a 2 and for a 4, the best moves added up over all empty cells, and how many positions were
/// evaluated.
type Sums = ([f32; 2], u64);

impl Way {
    /// The fastest that this processor has.
    pub(super) fn fastest() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(vectors) = avx512::Avx512::detect() {
            return Self::Avx512(vectors);
        }
        Self::Portable
    }

    /// Adds up the best moves over all empty cells, where no move is worth `lost`, for these of
    /// the two tiles, 2 and 4; there is one at least. The sum of the other is 0.
    #[inline]
    pub(super) fn sums(
        self,
        table: &LineTable,
        after: u64,
        tiles: Range<usize>,
        lost: f32,
    ) -> Sums {
        match self {
            Self::Portable => sums(table, after, tiles, lost),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(vectors) => vectors.sums(table, after, tiles, lost),
        }
    }
}

fn sums(table: &LineTable, after: u64, tiles: Range<usize>, lost: f32) -> Sums {
    let empty = Packed4x4::from_bits(after).empty_nibbles();
    let (mut sums, mut evaluations) = ([0.0; 2], 0);
    for tile in tiles {
        // The best move for one in each nibble.
        let mut best = [f32::NEG_INFINITY; 16];
        for (turn, nibbles) in Turn::ALL.into_iter().zip(&NIBBLES) {
            let board = turn.turn(after);
            evaluations += along(table, board, nibbles, 1 + tile as u16, &mut best);
        }
        let mut cells: [f32; 16] = array::from_fn(|cell| match empty >> (4 * cell) & 1 {
            0 => 0.0,
            _ if best[cell] == f32::NEG_INFINITY => lost,
            _ => best[cell],
        });
        // By halves: the order that vectors can add in.
        for half in [8, 4, 2, 1] {
            for cell in 0..half {
                cells[cell] += cells[cell + half];
            }
        }
        sums[tile] = cells[0];
    }
    (sums, evaluations)
}

/// The move towards the first cell of each row, for a tile in every gap.
#[inline(always)]
fn along(
    table: &LineTable,
    board: u64,
    nibbles: &[u8; 16],
    exponent: u16,
    best: &mut [f32; 16],
) -> u64 {
    // 1. Without a tile.
    let rows = [0, 16, 32, 48].map(|shift| (board >> shift) as u16);
    let slid = rows.map(|row| slid_row_4x4(row).row);
    let values = slid.map(|row| table.at(row.into()));
    let total = (values[0] + values[1]) + (values[2] + values[3]);
    let slid_board = [0, 1, 2, 3].map(|row| u64::from(slid[row]) << (16 * row));
    let slid_board = slid_board[0] | slid_board[1] | slid_board[2] | slid_board[3];
    let columns = transpose_4x4(slid_board);
    let is_moved = [0, 1, 2, 3].map(|row| rows[row] != slid[row]);
    let moved_count = is_moved.iter().filter(|moved| **moved).count();
    // 2. With one.
    let mut evaluations = 0;
    for row in 0..4 {
        let cells = rows[row];
        let others_move = moved_count > usize::from(is_moved[row]);
        let others = total - values[row];
        let columns = columns & !(0x000F_000F_000F_000F << (4 * row));
        // A tile in a gap slides to the same place from all its cells.
        for gap in gaps(cells) {
            let new = slid_row_4x4(cells | exponent << (4 * gap.start)).row;
            let columns = columns | spread(new) << (4 * row);
            let value = others + table.at(new.into()) + table.of(columns);
            evaluations += 1;
            for cell in gap {
                if others_move || new != cells | exponent << (4 * cell) {
                    let nibble = nibbles[4 * row + cell as usize];
                    let best = &mut best[usize::from(nibble)];
                    *best = best.max(value);
                }
            }
        }
    }
    evaluations
}

/// The cells of a row, each first in a word of its own.
#[inline(always)]
fn spread(row: u16) -> u64 {
    let row = u64::from(row);
    (row | row << 12 | row << 24 | row << 36) & 0x000F_000F_000F_000F
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::expansion::{Expansion, drawn_boards};
    use crate::evaluation::Evaluation;

    /// What is listed and evaluated board by board, and the same to the last bit by whatever
    /// the processor has.
    #[test]
    fn the_short_way_is_the_long_way() {
        let evaluation = Evaluation::parse("hand+sum", "4x4".parse().unwrap(), |_| None).unwrap();
        let table = evaluation.line_table().unwrap();
        for (bits, tiles) in drawn_boards(8).zip([0..1, 0..2, 1..2].into_iter().cycle()) {
            let mut expansion = Expansion::new();
            expansion.expand(bits, false, 2);
            for k in 0..expansion.len {
                let value = evaluation.value(&Packed4x4::from_bits(expansion.boards[k]));
                expansion.scores[k] = value as f32;
            }
            let slow = expansion.sums(-7.0);
            let (fast, evaluations) = Way::Portable.sums(table, bits, tiles.clone(), -7.0);
            for tile in 0..2 {
                let slow = if tiles.contains(&tile) {
                    slow[tile]
                } else {
                    0.0
                };
                let near = 1e-5 * (1e6 + slow.abs());
                assert!((fast[tile] - slow).abs() < near, "{bits:016x}");
            }
            if tiles.len() == 2 {
                assert!(evaluations >= expansion.len as u64);
            }
            let fastest = Way::fastest().sums(table, bits, tiles, -7.0);
            assert_eq!(fastest, (fast, evaluations), "{bits:016x}");
        }
    }
}
