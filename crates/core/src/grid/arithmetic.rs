//! Moves of 4×4 boards by arithmetic alone.
//!
//! No tables and no branches, so loops over boards become vector instructions of whatever
//! width the caller is compiled for. Two 32768s side by side are more than this knows.

use super::packed::{reverse_4x4, transpose_4x4};

/// The lowest bit of every nibble.
pub(crate) const ONES: u64 = 0x1111_1111_1111_1111;

/// The four moves of a few boards, in the order of [`Direction::ALL`](crate::Direction::ALL).
#[derive(Clone, Copy, Debug)]
pub struct Moves4x4<const LANES: usize> {
    /// Four boards for each board; one that has not changed was no legal move.
    pub after: [u64; LANES],
    /// Points of each move.
    pub points: [u64; LANES],
}

/// Plays all four moves on each of the boards. `LANES` is four times their number.
///
/// A board with more than one 32768 must not come here.
#[inline(always)]
pub fn moves_4x4<const BOARDS: usize, const LANES: usize>(
    boards: &[u64; BOARDS],
) -> Moves4x4<LANES> {
    const { assert!(LANES == 4 * BOARDS) };
    let mut turned = [0; LANES];
    for (lane, turned) in turned.iter_mut().enumerate() {
        let board = boards[lane / 4];
        let standing = select(VERTICAL[lane % 4], transpose_4x4(board), board);
        *turned = select(BACKWARD[lane % 4], reverse_4x4(standing), standing);
    }
    let (mut after, mut made) = ([0; LANES], [0; LANES]);
    for lane in 0..LANES {
        let (slid, tiles) = slide_left_and_made(turned[lane]);
        made[lane] = tiles;
        let slid = select(BACKWARD[lane % 4], reverse_4x4(slid), slid);
        after[lane] = select(VERTICAL[lane % 4], transpose_4x4(slid), slid);
    }
    // A row has at most one merge in its first two cells and one in its third; where there is
    // none, the nibble is 0 and 2^0 must not count.
    let mut points = [0; LANES];
    for shift in [4, 20, 36, 52] {
        for lane in 0..LANES {
            let in_front = made[lane] >> (shift + 8) | made[lane] >> (shift + 4);
            let third = made[lane] >> shift;
            points[lane] += (1 << (in_front & 15) & !1) + (1 << (third & 15) & !1);
        }
    }
    Moves4x4 { after, points }
}

/// Up and down.
const VERTICAL: [u64; 4] = [!0, 0, !0, 0];
/// Right and down.
const BACKWARD: [u64; 4] = [0, !0, !0, 0];

/// All bits set for 1, none for 0.
#[inline(always)]
pub(crate) fn mask(bit: u64) -> u64 {
    0u64.wrapping_sub(bit)
}

#[inline(always)]
pub(crate) fn select(mask: u64, yes: u64, no: u64) -> u64 {
    yes & mask | no & !mask
}

/// The lowest bit of each nibble that is not zero; the other bits are noise.
#[inline(always)]
pub(crate) fn occupied_bits(x: u64) -> u64 {
    let pairs = x | x >> 1;
    pairs | pairs >> 2
}

#[inline(always)]
pub(crate) fn occupied(x: u64) -> u64 {
    occupied_bits(x) & ONES
}

/// 1 for each legal direction, else 0, in their numeric order.
#[inline(always)]
pub(crate) fn legal(board: u64) -> [u64; 4] {
    let tiles = occupied(board);
    let pair = |distance: u64, second: u64| {
        let before = tiles >> distance;
        let equal = !occupied_bits(board ^ board >> distance) & tiles & second;
        let towards_first = equal | tiles & !before & second;
        let towards_last = equal | before & !tiles & second;
        (u64::from(towards_first != 0), u64::from(towards_last != 0))
    };
    let (leftwards, right) = pair(4, 0x0111_0111_0111_0111);
    let (up, down) = pair(16, 0x0000_1111_1111_1111);
    [up, right, down, leftwards]
}

/// Slides all four rows towards their first, highest nibble.
#[inline(always)]
pub(crate) fn slide_left(x: u64) -> u64 {
    slide_left_and_made(x).0
}

/// As [`slide_left`], and the tiles that merges made, where they were before the last gaps
/// closed.
#[inline(always)]
fn slide_left_and_made(x: u64) -> (u64, u64) {
    // Moves the cells in `mask` up by one, over the first of them.
    let close = |x: u64, mask: u64| select(mask, x << 4 & 0xFFF0_FFF0_FFF0_FFF0, x);

    // 1. Close the gaps, the last first; a cell's gap is not touched by later cells' moves.
    let gaps = !occupied(x) & ONES;
    let gap = |column: u64, rest: u32| {
        let gap = gaps & column;
        (gap << 4).wrapping_sub(gap >> rest)
    };
    let x = close(x, gap(0x0010_0010_0010_0010, 4));
    let x = close(x, gap(0x0100_0100_0100_0100, 8));
    let x = close(x, gap(0x1000_1000_1000_1000, 12));

    // 2. Which cells merge with the one behind them: nearest the wall first, each once.
    let equal = occupied(x) & !occupied_bits(x ^ x << 4);
    let first = equal & 0x1000_1000_1000_1000;
    let second = equal & 0x0100_0100_0100_0100 & !(first >> 4);
    let third = equal & 0x0010_0010_0010_0010 & !(second >> 4);

    // 3. Merge.
    let marks = first | second | third;
    let x = x.wrapping_add(marks);
    let made = x & (marks << 4).wrapping_sub(marks);

    // 4. Close over the cells that are gone, the last first.
    let x = x & !third.wrapping_sub(third >> 4);
    let x = close(x, second.wrapping_sub(second >> 8));
    (close(x, first.wrapping_sub(first >> 12)), made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Direction;
    use crate::grid::{Grid, Packed4x4};

    #[test]
    fn arithmetic_slides_every_row_as_the_tables_do() {
        for row in 0..1u64 << 16 {
            // The row in each place in turn, beside rows that differ from it.
            let board = row << 16 | (row ^ 0x2010) << 32 | row.rotate_right(4) & 0xFFFF;
            let board = board | (row & 0x7777) << 48;
            if (0..16).any(|cell| board >> (4 * cell) & 15 == 15) {
                continue;
            }
            let packed = Packed4x4::from_bits(board);
            let moves: Moves4x4<4> = moves_4x4(&[board]);
            let flags = legal(board);
            for direction in Direction::ALL {
                let k = direction.index();
                let slid = packed.slide(direction);
                assert_eq!(flags[k] == 1, slid.is_some(), "{board:016x}");
                let (slid, points) =
                    slid.map_or((board, 0), |(slid, points)| (slid.bits(), points));
                assert_eq!(
                    (moves.after[k], moves.points[k]),
                    (slid, points),
                    "{board:016x}"
                );
            }
        }
    }

    #[test]
    fn one_32768_is_no_trouble() {
        for cell in 0..16 {
            let board = 0x1122_3300_1203_0110 & !(15 << (4 * cell)) | 15 << (4 * cell);
            let moves: Moves4x4<4> = moves_4x4(&[board]);
            for direction in Direction::ALL {
                let slid = Packed4x4::from_bits(board).slide(direction);
                let slid = slid.map_or(board, |(slid, _)| slid.bits());
                assert_eq!(moves.after[direction.index()], slid);
            }
        }
    }
}
