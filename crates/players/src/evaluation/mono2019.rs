//! Half empties, half monotonicity, between 0 and 1 (chain paper, section 4.3).
//!
//! Over neighbouring tiles of all rows: +1 if the second is not larger, else -1,
//! weighted by the sum of the two exponents; the weighted mean, its absolute value. The
//! same for columns, and the two averaged.

use serpentine_core::grid::{Grid, Packed4x4};

use super::lines::{ByLine, by_line};
use crate::cells::{Cells, Line};

pub(super) fn define(cells: &Cells) -> f64 {
    let add = |lines: &mut dyn Iterator<Item = Line>| {
        lines
            .map(|line| order(&line))
            .fold((0, 0), |(s, w), (s2, w2)| (s + s2, w + w2))
    };
    let (rows, cols) = (add(&mut cells.rows()), add(&mut cells.cols()));
    let share = cells.empty_count() as f64 / cells.size().cells() as f64;
    combine(share, rows, cols)
}

fn combine(empty_share: f64, rows: (i32, i32), cols: (i32, i32)) -> f64 {
    let mean = |(signed, weight): (i32, i32)| match weight {
        0 => 0.0,
        _ => f64::from(signed.abs()) / f64::from(weight),
    };
    0.5 * empty_share + 0.25 * (mean(rows) + mean(cols))
}

/// Signed and whole weight of a line's pairs of tiles.
fn order(line: &Line) -> (i32, i32) {
    let tiles = line.pairs().filter(|&(a, b)| a > 0 && b > 0);
    tiles.fold((0, 0), |(signed, whole), (a, b)| {
        let weight = i32::from(a) + i32::from(b);
        (
            signed + if a >= b { weight } else { -weight },
            whole + weight,
        )
    })
}

/// Both weights of every line of four in one number, the signed one in the upper half:
/// lines are added with a single addition each.
pub(super) struct Mono2019Tables(ByLine<i32>);

impl Mono2019Tables {
    pub(super) fn new() -> Self {
        Self(by_line(|line| {
            let (signed, whole) = order(line);
            (signed << 16) + whole
        }))
    }

    #[inline]
    pub(super) fn value(&self, board: Packed4x4, rows: u64, cols: u64) -> f64 {
        combine(
            board.empty_count() as f64 / 16.0,
            self.add(rows),
            self.add(cols),
        )
    }

    #[inline]
    fn add(&self, lines: u64) -> (i32, i32) {
        let at = |shift: u32| self.0[usize::from((lines >> shift) as u16)];
        let sum = at(48) + at(32) + at(16) + at(0);
        (sum >> 16, sum & 0xFFFF)
    }
}
