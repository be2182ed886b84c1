//! E = Σ c_i·e_i of the minimax paper, section 2.3.
//!
//! e1: exponents of the three largest tiles. e2: differences of neighbours, a penalty.
//! e3: ln((empties + 1)/32). e4: neighbours with an empty cell among them. e5: +1 for
//! each neighbour that is smaller to the right or below, else -1. A position without a
//! move is worth minus infinity.

use serpentine_core::grid::{Grid, Packed4x4};

use super::lines::{ByLine, LineTable, by_line};
use super::{EvaluationError, Parameters};
use crate::cells::{Cells, Line};

#[derive(Clone, Debug)]
pub(super) struct MinimaxE {
    weights: [f64; 5],
}

impl MinimaxE {
    pub(super) fn new(parameters: &Parameters<'_, '_>) -> Result<Self, EvaluationError> {
        Ok(Self {
            weights: [
                parameters.get("c1", 2.72)?,
                parameters.get("c2", 10.0)?,
                parameters.get("c3", 72.0)?,
                parameters.get("c4", 1.0)?,
                parameters.get("c5", 1.0)?,
            ],
        })
    }

    /// The value of a position that has a move.
    pub(super) fn define(&self, cells: &Cells) -> f64 {
        let lines = cells.rows().chain(cells.cols());
        let pairs: f64 = lines.map(|line| self.pairs(&line)).sum();
        let mut largest = cells.all().to_vec();
        largest.sort_unstable_by(|a, b| b.cmp(a));
        let largest: u32 = largest.iter().take(3).map(|&k| u32::from(k)).sum();
        let [c1, _, c3, ..] = self.weights;
        pairs + c1 * f64::from(largest) + c3 * log_share(cells.empty_count())
    }

    /// e2, e4 and e5 of a line.
    fn pairs(&self, line: &Line) -> f64 {
        let [_, c2, _, c4, c5] = self.weights;
        let pairs = line.pairs().map(|(a, b)| {
            let has_gap = if a == 0 || b == 0 { c4 } else { 0.0 };
            let order = if a > b { c5 } else { -c5 };
            has_gap + order - c2 * f64::from(a.abs_diff(b))
        });
        pairs.sum()
    }

    pub(super) fn compile(&self) -> MinimaxETables {
        let mut pairs = LineTable::zero();
        pairs.add(1.0, |line| self.pairs(line));
        let [c1, _, c3, ..] = self.weights;
        MinimaxETables {
            pairs,
            largest: by_line(three_largest),
            c1,
            empties: (0..=16).map(|k| c3 * log_share(k)).collect(),
        }
    }
}

fn log_share(empties: usize) -> f64 {
    ((empties as f64 + 1.0) / 32.0).ln()
}

/// The three largest exponents of a line of four, the largest in the lowest nibble.
fn three_largest(line: &Line) -> u16 {
    let mut cells = line.cells().to_vec();
    cells.sort_unstable_by(|a, b| b.cmp(a));
    cells[..3]
        .iter()
        .rev()
        .fold(0, |packed, &k| packed << 4 | u16::from(k))
}

/// Line tables, and what is not a sum over lines.
pub(super) struct MinimaxETables {
    pairs: LineTable,
    largest: ByLine<u16>,
    c1: f64,
    /// c3·e3 by the number of empty cells.
    empties: Box<[f64]>,
}

impl MinimaxETables {
    #[inline(never)]
    pub(super) fn value(&self, board: Packed4x4, rows: u64, cols: u64) -> f64 {
        let empties = board.empty_count();
        if empties == 0 && board.legal().is_empty() {
            return f64::NEG_INFINITY;
        }
        let pairs = self.pairs.of(rows) + self.pairs.of(cols);
        f64::from(pairs) + self.c1 * f64::from(self.largest(rows)) + self.empties[empties]
    }

    /// Sum of the three largest exponents: the largest heads of four sorted triples.
    #[inline]
    fn largest(&self, rows: u64) -> u32 {
        let mut heads =
            [48, 32, 16, 0].map(|shift| self.largest[usize::from((rows >> shift) as u16)]);
        let mut sum = 0;
        for _ in 0..3 {
            let mut best = 0;
            for line in 1..4 {
                if heads[line] & 15 > heads[best] & 15 {
                    best = line;
                }
            }
            sum += u32::from(heads[best] & 15);
            heads[best] >>= 4;
        }
        sum
    }
}
