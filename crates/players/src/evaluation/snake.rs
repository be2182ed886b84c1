//! Tiles weighted by a geometric series along the best of the snakes (expectimax paper).

use super::lines::LineTable;
use super::{EvaluationError, Parameters};
use crate::cells::{Cells, Line};

/// Σ tile(n)·r^n along a snake, the best of those that start in a corner.
#[derive(Clone, Debug)]
pub(super) struct Snake {
    r: f64,
}

impl Snake {
    pub(super) fn new(parameters: &Parameters<'_, '_>) -> Result<Self, EvaluationError> {
        Ok(Self {
            r: parameters.get("r", 0.5)?,
        })
    }

    pub(super) fn define(&self, cells: &Cells) -> f64 {
        let rows: Vec<Line> = cells.rows().collect();
        let cols: Vec<Line> = cells.cols().collect();
        let mut best = f64::NEG_INFINITY;
        for lines in [&rows, &cols] {
            for from_last in [false, true] {
                for backwards in [false, true] {
                    best = best.max(self.along(lines, from_last, backwards));
                }
            }
        }
        best
    }

    /// One snake: from the first or the last line, the first of them forwards or backwards.
    fn along(&self, lines: &[Line], from_last: bool, backwards: bool) -> f64 {
        let (mut value, mut weight) = (0.0, 1.0);
        for step in 0..lines.len() {
            let line = &lines[if from_last {
                lines.len() - 1 - step
            } else {
                step
            }];
            let cells = line.cells();
            for along in 0..cells.len() {
                let turned = backwards != (step % 2 == 1);
                let exponent = cells[if turned {
                    cells.len() - 1 - along
                } else {
                    along
                }];
                if exponent > 0 {
                    value += weight * (1u64 << exponent) as f64;
                }
                weight *= self.r;
            }
        }
        value
    }

    pub(super) fn compile(&self) -> SnakeTables {
        let weighted = |line: &Line, backwards: bool| {
            let mut cells: Vec<u8> = line.cells().to_vec();
            if backwards {
                cells.reverse();
            }
            let tile = |k: u8| if k == 0 { 0.0 } else { (1u64 << k) as f64 };
            let terms = cells.iter().enumerate();
            terms.map(|(i, &k)| tile(k) * self.r.powi(i as i32)).sum()
        };
        let (mut forwards, mut backwards) = (LineTable::zero(), LineTable::zero());
        forwards.add(1.0, |line| weighted(line, false));
        backwards.add(1.0, |line| weighted(line, true));
        SnakeTables {
            forwards,
            backwards,
            powers: [0, 4, 8, 12].map(|n| self.r.powi(n) as f32),
        }
    }
}

/// Each line's share, read in either direction.
pub(super) struct SnakeTables {
    forwards: LineTable,
    backwards: LineTable,
    /// r^0, r^4, r^8, r^12: how far down the snake a line begins.
    powers: [f32; 4],
}

impl SnakeTables {
    #[inline]
    pub(super) fn value(&self, rows: u64, cols: u64) -> f64 {
        f64::from(self.best(rows).max(self.best(cols)))
    }

    /// The best of the four snakes along these lines.
    #[inline]
    fn best(&self, lines: u64) -> f32 {
        let [f, b] = [&self.forwards, &self.backwards]
            .map(|table| [48, 32, 16, 0].map(|shift| table.at(lines >> shift)));
        let [p0, p1, p2, p3] = self.powers;
        let snake = |a: f32, b: f32, c: f32, d: f32| a * p0 + b * p1 + c * p2 + d * p3;
        let down = snake(f[0], b[1], f[2], b[3]).max(snake(b[0], f[1], b[2], f[3]));
        let up = snake(f[3], b[2], f[1], b[0]).max(snake(b[3], f[2], b[1], f[0]));
        down.max(up)
    }
}
