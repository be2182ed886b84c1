//! All that can come of a position after a move: every tile, then every move.
//!
//! A new tile anywhere in a gap of a row slides to the same place, so a move along the row
//! leads from all cells of the gap to one position. Each such position stands here once.

use std::ops::Range;

use serpentine_core::grid::{Packed4x4, reverse_4x4, slid_row_4x4, transpose_4x4};

/// Most positions: along each of four ways, two gaps in each of four rows, a 2 or a 4.
const MOST: usize = 64;

/// The slot of a move that is not legal.
const NONE: u8 = MOST as u8;

/// Positions that a chance node leads to after the next move.
#[derive(Clone, Debug)]
pub(super) struct Expansion {
    /// The positions after the next move.
    pub(super) boards: [u64; MOST],
    /// What they are worth with the points made by that move. One more, worth nothing ever,
    /// stands for moves that are not legal.
    pub(super) scores: [f32; MOST + 1],
    /// Points made by that move.
    pub(super) points: [f32; MOST],
    /// How many positions there are.
    pub(super) len: usize,
    /// The first position that comes of a 4.
    pub(super) fours: usize,
    /// Empty cells, as numbers of nibbles from the lowest.
    cells: [u8; 16],
    /// How many they are.
    pub(super) empties: usize,
    /// How many kinds of tile are listed: 2s alone, or 2s and 4s.
    tiles: usize,
    /// For a 2 or a 4 in each nibble, where each of the four moves leads.
    slots: [[[u8; 4]; 16]; 2],
    /// Where tiles may appear.
    gaps: Gaps,
}

/// The ways a board is turned so that a move goes towards the first cell of each row.
#[derive(Clone, Copy)]
pub(super) enum Turn {
    None,
    Half,
    Transposed,
    TransposedHalf,
}

impl Turn {
    pub(super) const ALL: [Self; 4] = [
        Self::None,
        Self::Half,
        Self::Transposed,
        Self::TransposedHalf,
    ];

    /// Turns a board, or turns it back: a half turn and a transposition can change places.
    #[inline(always)]
    pub(super) fn turn(self, board: u64) -> u64 {
        match self {
            Self::None => board,
            Self::Half => reverse_4x4(board),
            Self::Transposed => transpose_4x4(board),
            Self::TransposedHalf => reverse_4x4(transpose_4x4(board)),
        }
    }
}

/// Where each nibble of a turned board stands on the board itself.
pub(super) static NIBBLES: [[u8; 16]; 4] = nibbles();

const fn nibbles() -> [[u8; 16]; 4] {
    let mut nibbles = [[0; 16]; 4];
    let mut nibble = 0;
    while nibble < 16 {
        let transposed = nibble % 4 * 4 + nibble / 4;
        nibbles[0][nibble] = nibble as u8;
        nibbles[1][nibble] = 15 - nibble as u8;
        nibbles[2][nibble] = transposed as u8;
        // Turned by half, then transposed back.
        let half = 15 - nibble;
        nibbles[3][nibble] = (half % 4 * 4 + half / 4) as u8;
        nibble += 1;
    }
    nibbles
}

impl Expansion {
    pub(super) fn new() -> Self {
        Self {
            boards: [0; MOST],
            scores: [f32::NEG_INFINITY; MOST + 1],
            points: [0.0; MOST],
            len: 0,
            fours: 0,
            cells: [0; 16],
            empties: 0,
            tiles: 2,
            slots: [[[NONE; 4]; 16]; 2],
            gaps: Gaps::NONE,
        }
    }

    /// Lists what can come of `after` by a 2 or, if `tiles` is 2, by a 2 or a 4. With `any_image`,
    /// positions may be turned or mirrored.
    #[inline(always)]
    pub(super) fn expand(&mut self, after: u64, any_image: bool, tiles: usize) {
        let mut empty = Packed4x4::from_bits(after).empty_nibbles();
        self.empties = 0;
        while empty != 0 {
            self.cells[self.empties] = (empty.trailing_zeros() / 4) as u8;
            self.empties += 1;
            empty &= empty - 1;
        }
        self.gaps.len = 0;
        for (way, turn) in Turn::ALL.into_iter().enumerate() {
            self.gaps.add(way, turn.turn(after));
        }
        self.len = 0;
        self.expand_tile(1, any_image);
        self.fours = self.len;
        self.tiles = tiles;
        if tiles > 1 {
            self.expand_tile(2, any_image);
        }
    }

    #[inline(always)]
    fn expand_tile(&mut self, exponent: u16, any_image: bool) {
        let slots = &mut self.slots[usize::from(exponent) - 1];
        for gap in &self.gaps.all[..self.gaps.len] {
            // 1. Where a tile in it slides to.
            let placed = gap.cells | exponent << (4 * gap.last);
            let slid = slid_row_4x4(placed);
            let board = gap.others | u64::from(slid.row) << (16 * gap.row);
            // 2. From which of its cells that is a move: from all but, perhaps, the one it slides to.
            let is_legal_last = gap.others_move || slid.row != placed;
            for cell in gap.start..=gap.last {
                let is_legal = is_legal_last || cell < gap.last;
                let slot = if is_legal { self.len as u8 } else { NONE };
                let nibble = NIBBLES[gap.way][(4 * gap.row + cell) as usize];
                slots[usize::from(nibble)][gap.way] = slot;
            }
            let is_move = is_legal_last || gap.start < gap.last;
            self.boards[self.len] = match any_image {
                true => board,
                false => Turn::ALL[gap.way].turn(board),
            };
            let quarters = gap.other_quarters + u32::from(slid.quarter_points);
            self.points[self.len] = (4 * quarters) as f32;
            self.len += usize::from(is_move);
        }
    }

    /// Marks the positions that some tile leads to by a move not worse than the best by more
    /// than `margin`, and forgets the other moves.
    #[inline]
    pub(super) fn keep_contenders(&mut self, tiles: Range<usize>, margin: f32) -> u64 {
        if tiles == (0..self.tiles) && margin == f32::INFINITY {
            return u64::MAX.unbounded_shr((MOST - self.len) as u32);
        }
        let mut kept = 0u64;
        for tile in tiles {
            for &cell in &self.cells[..self.empties] {
                let slots = &mut self.slots[tile][usize::from(cell)];
                let scores = slots.map(|slot| self.scores[usize::from(slot)]);
                let least = scores.iter().fold(f32::NEG_INFINITY, |a, &b| a.max(b)) - margin;
                for (slot, score) in slots.iter_mut().zip(scores) {
                    if *slot == NONE {
                    } else if score >= least {
                        kept |= 1 << *slot;
                    } else {
                        *slot = NONE;
                    }
                }
            }
        }
        kept
    }

    /// For each tile, the best moves added up over all empty cells; no move is worth `lost`.
    #[inline]
    pub(super) fn sums(&self, lost: f32) -> [f32; 2] {
        let mut sums = [0.0f32; 2];
        for (sum, slots) in sums.iter_mut().zip(&self.slots[..self.tiles]) {
            for &cell in &self.cells[..self.empties] {
                let slots = slots[usize::from(cell)];
                let score = |k: usize| self.scores[usize::from(slots[k])];
                let best = score(0).max(score(1)).max(score(2).max(score(3)));
                *sum += if best == f32::NEG_INFINITY {
                    lost
                } else {
                    best
                };
            }
        }
        sums
    }
}

/// A gap of a row, and all that is known of a move along the row before a tile appears there.
#[derive(Clone, Copy, Debug)]
struct Gap {
    /// Which of [`Turn::ALL`].
    way: usize,
    row: u32,
    /// Its cells, up to the one that tiles slide to.
    start: u32,
    last: u32,
    /// The row.
    cells: u16,
    /// The other rows, slid.
    others: u64,
    /// Whether that moved anything.
    others_move: bool,
    /// A quarter of the points it made.
    other_quarters: u32,
}

/// The gaps of a board in all directions.
#[derive(Clone, Debug)]
struct Gaps {
    all: [Gap; MOST / 2],
    len: usize,
}

impl Gaps {
    const NONE: Self = Self {
        all: [Gap {
            way: 0,
            row: 0,
            start: 0,
            last: 0,
            cells: 0,
            others: 0,
            others_move: false,
            other_quarters: 0,
        }; MOST / 2],
        len: 0,
    };

    /// Adds those of a board that is turned for a move.
    #[inline(always)]
    fn add(&mut self, way: usize, board: u64) {
        let rows = [0, 16, 32, 48].map(|shift| slid_row_4x4((board >> shift) as u16));
        let slid = u64::from(rows[0].row)
            | u64::from(rows[1].row) << 16
            | u64::from(rows[2].row) << 32
            | u64::from(rows[3].row) << 48;
        let quarters = rows.map(|row| u32::from(row.quarter_points));
        let all_quarters: u32 = quarters.iter().sum();
        for row in 0..4u32 {
            let others = !(0xFFFF << (16 * row));
            let cells = (board >> (16 * row)) as u16;
            for gap in gaps(cells) {
                self.all[self.len] = Gap {
                    way,
                    row,
                    start: gap.start,
                    last: gap.end - 1,
                    cells,
                    others: slid & others,
                    others_move: (slid ^ board) & others != 0,
                    other_quarters: all_quarters - quarters[row as usize],
                };
                self.len += 1;
            }
        }
    }
}

/// The gaps of a row: runs of empty cells.
#[inline(always)]
pub(super) fn gaps(cells: u16) -> impl Iterator<Item = Range<u32>> {
    let mut empty = empty_of_row(cells);
    std::iter::from_fn(move || {
        if empty == 0 {
            return None;
        }
        let first = empty.trailing_zeros();
        let end = (empty >> first).trailing_ones() + first;
        empty &= !0 << end;
        Some(first..end)
    })
}

/// A bit for each empty cell of a row.
#[inline(always)]
fn empty_of_row(cells: u16) -> u32 {
    let tiles = cells | cells >> 1;
    let empty = u32::from(!(tiles | tiles >> 2) & 0x1111);
    (empty | empty >> 3 | empty >> 6 | empty >> 9) & 15
}

/// Boards of all kinds that a tile can come to.
#[cfg(test)]
pub(super) fn drawn_boards(seed: u64) -> impl Iterator<Item = u64> {
    let mut stream = serpentine_core::Stream::new(seed);
    let boards = (0..4000).map(move |round| {
        (0..16).fold(0, |bits, nibble| {
            if stream.below(4) < 1 + round % 3 {
                bits | u64::from(stream.below(9 + round % 6)) << (4 * nibble)
            } else {
                bits
            }
        })
    });
    boards.filter(|&bits| Packed4x4::from_bits(bits).empty_nibbles() > 0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serpentine_core::{After, Direction, Rules};

    use super::*;

    /// What is listed is what every tile and every move lead to, and the mean is theirs.
    #[test]
    fn expansions_are_complete() {
        let value = |board: u64| (board.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 44) as f32;
        for bits in drawn_boards(3) {
            let mut expansion = Expansion::new();
            expansion.expand(bits, false, 2);
            let after = After::new(Packed4x4::from_bits(bits));
            let (mut listed, mut mean, mut total) = (BTreeSet::new(), 0.0, 0.0);
            for possible in Rules::STANDARD.spawns(&after, Direction::Up) {
                let board = after.place(possible.spawn);
                let mut best: Option<f32> = None;
                for moved in Direction::ALL.into_iter().filter_map(|d| board.play(d)) {
                    let next = moved.after.grid().bits();
                    listed.insert((next, moved.points));
                    let score = value(next) + moved.points as f32;
                    best = Some(best.map_or(score, |best| best.max(score)));
                }
                mean += f64::from(possible.weight) * f64::from(best.unwrap_or(-7.0));
                total += f64::from(possible.weight);
            }
            let len = expansion.len;
            let found: BTreeSet<_> = (0..len)
                .map(|k| (expansion.boards[k], expansion.points[k] as u64))
                .collect();
            assert_eq!(found, listed, "{bits:016x}");
            for k in 0..len {
                expansion.scores[k] = value(expansion.boards[k]) + expansion.points[k];
            }
            let [twos, fours] = expansion.sums(-7.0).map(f64::from);
            let found = (0.9 * twos + 0.1 * fours) / expansion.empties as f64;
            let close = (found - mean / total).abs();
            assert!(close < 1e-4 * (1.0 + mean.abs() / total), "{bits:016x}");
        }
    }
}
