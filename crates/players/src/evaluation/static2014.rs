//! The static value of the static-evaluation paper: a weighted sum of the largest
//! exponent, the empties, the deviation and the position, and 0 without an empty cell.
//!
//! Position, along the S path: points for the longest prefix that is sorted as the whole
//! board would be, for descending runs in the second row, and for small steps.

use super::{EvaluationError, Parameters};
use crate::cells::Cells;

#[derive(Clone, Debug)]
pub(super) struct Static2014 {
    empties: f64,
    maximum: f64,
    deviation: f64,
    position: f64,
    /// Shares of order and of steps within the position.
    order: f64,
    steps: f64,
}

impl Static2014 {
    pub(super) fn new(parameters: &Parameters<'_, '_>) -> Result<Self, EvaluationError> {
        Ok(Self {
            empties: parameters.get("s-empties", 10.0)?,
            maximum: parameters.get("s-max", 1.0)?,
            deviation: parameters.get("s-std", 3.0)?,
            position: parameters.get("s-position", 30.0)?,
            order: parameters.get("s-order", 1.0)?,
            steps: parameters.get("s-steps", 1.0)?,
        })
    }

    pub(super) fn define(&self, cells: &Cells) -> f64 {
        let empties = cells.empty_count();
        if empties == 0 {
            return 0.0;
        }
        let mut path = [0u8; 36];
        let len = cells.size().cells();
        for (place, exponent) in path.iter_mut().zip(cells.along_s()) {
            *place = exponent;
        }
        let path = &path[..len];
        let max = path.iter().copied().max().unwrap_or(0);
        self.maximum * f64::from(max)
            + self.empties * empties as f64
            + self.deviation * sample_deviation(path)
            + self.position
                * (self.order * f64::from(order(path)) + self.steps * f64::from(steps(path)))
    }
}

/// Sample standard deviation of all cells.
fn sample_deviation(path: &[u8]) -> f64 {
    let n = path.len() as f64;
    let sum: u32 = path.iter().map(|&k| u32::from(k)).sum();
    let squares: u32 = path.iter().map(|&k| u32::from(k).pow(2)).sum();
    let (sum, squares) = (f64::from(sum), f64::from(squares));
    ((squares - sum * sum / n).max(0.0) / (n - 1.0)).sqrt()
}

/// The longest sorted prefix, and runs from the 5th to the 8th cell.
fn order(path: &[u8]) -> u32 {
    const PREFIX: [u32; 9] = [0, 200, 300, 500, 600, 650, 700, 750, 800];
    const RUN: [u32; 4] = [15, 20, 30, 40];
    // The i-th cell belongs there if nothing behind it is larger and all before it do.
    let sorted = (0..path.len().min(8))
        .take_while(|&i| path[i..].iter().all(|&k| k <= path[i]))
        .count();
    let at = |i: usize| path.get(i).copied();
    let mut points = PREFIX[sorted];
    for first in 4..8 {
        for (i, run) in RUN.iter().enumerate() {
            match (at(first + i), at(first + i + 1)) {
                (Some(a), Some(b)) if a >= b => points += run,
                _ => break,
            }
        }
    }
    points
}

/// Steps down of at most one or two among the first eight cells.
fn steps(path: &[u8]) -> u32 {
    let steps = path
        .windows(2)
        .take(7)
        .map(|pair| match i32::from(pair[0]) - i32::from(pair[1]) {
            step if step <= 1 => 300,
            2 => 150,
            _ => 0,
        });
    steps.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_runs_and_steps_score_as_written() {
        // A perfect chain: 8 sorted (800); from each of four cells a whole run of four.
        let chain: Vec<u8> = (1..=16).rev().collect();
        assert_eq!(order(&chain), 800 + 4 * (15 + 20 + 30 + 40));
        assert_eq!(steps(&chain), 7 * 300);
        // The largest first, then disorder.
        let mut one = vec![0; 16];
        one[0] = 5;
        one[2] = 1;
        assert_eq!(order(&one), 200 + 4 * 105);
        // 5-0 is no small step; 0-1 counts as one, going up; the rest are level.
        assert_eq!(steps(&one), 6 * 300);
        assert_eq!(sample_deviation(&[1, 3]), 2f64.sqrt());
    }
}
