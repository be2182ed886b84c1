//! Every row of up to four 4-bit cells, slid towards its first cell.

use super::line;

/// What becomes of a row.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct SlidRow {
    /// The row afterwards, first cell in the highest nibble.
    pub row: u16,
    /// A quarter of the points, or 0x8000 and the row as it was where a 65536 would be made.
    pub quarter_points: u16,
}

/// Marks a row whose merge gives 65536, which four bits cannot hold.
/// No row's quarter points reach it: the most a row can make is two 32768s, 16384 of them.
pub(super) const OVERFLOW: u16 = 0x8000;

/// Indexed by the row, first cell in the highest nibble. 256 KiB.
pub(super) static SLID_ROWS: [SlidRow; 1 << 16] = slid_rows();

/// What becomes of a row of a packed 4×4 board that slides towards its first cell, which is
/// the highest nibble.
#[inline(always)]
pub fn slid_row_4x4(row: u16) -> SlidRow {
    SLID_ROWS[usize::from(row)]
}

/// [`slid_row_4x4`] of every row, for those who look up several at once.
#[inline(always)]
pub fn slid_rows_4x4() -> &'static [SlidRow; 1 << 16] {
    &SLID_ROWS
}

const fn slid_rows() -> [SlidRow; 1 << 16] {
    let mut rows = [SlidRow {
        row: 0,
        quarter_points: 0,
    }; 1 << 16];
    let mut row = 0;
    while row < rows.len() {
        rows[row] = slid_row(row as u16);
        row += 1;
    }
    rows
}

const fn slid_row(row: u16) -> SlidRow {
    let line = [
        (row >> 12) as u8,
        (row >> 8 & 15) as u8,
        (row >> 4 & 15) as u8,
        (row & 15) as u8,
        0,
        0,
    ];
    let (slid, points) = line::slide(line, 4);
    if slid[0] > 15 || slid[1] > 15 || slid[2] > 15 {
        return SlidRow {
            row,
            quarter_points: OVERFLOW,
        };
    }
    SlidRow {
        row: (slid[0] as u16) << 12
            | (slid[1] as u16) << 8
            | (slid[2] as u16) << 4
            | slid[3] as u16,
        quarter_points: (points / 4) as u16,
    }
}
