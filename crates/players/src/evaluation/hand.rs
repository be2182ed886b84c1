//! A sum over rows and columns, for deep search.

use super::{EvaluationError, Parameters};
use crate::cells::Line;

/// Weights of what a line is worth.
///
/// What is punished, disorder and the size of tiles that are not merged yet, is punished by a
/// power: the largest tiles decide. Terms and weights are those of nneonneo/2048-ai; `serpentine
/// tune` finds others.
#[derive(Clone, Debug)]
pub(super) struct Hand {
    /// What a line is worth however bad it is; a lost position is worth 0.
    alive: f64,
    empty: f64,
    /// For each two neighbours that can merge.
    pair: f64,
    order: f64,
    order_power: f64,
    size: f64,
    size_power: f64,
}

impl Hand {
    pub(super) fn new(parameters: &Parameters<'_, '_>) -> Result<Self, EvaluationError> {
        Ok(Self {
            alive: parameters.get("h-alive", 200_000.0)?,
            empty: parameters.get("h-empty", 270.0)?,
            pair: parameters.get("h-pair", 700.0)?,
            order: parameters.get("h-order", 47.0)?,
            order_power: parameters.get("h-order-power", 4.0)?,
            size: parameters.get("h-size", 11.0)?,
            size_power: parameters.get("h-size-power", 3.5)?,
        })
    }

    pub(super) fn line(&self, line: &Line) -> f64 {
        let cells = line.cells();
        let empties = cells.iter().filter(|&&k| k == 0).count();
        let pairs = tiles(cells).filter(|(a, b)| a == b).count();
        let power = |k: u8, power: f64| f64::from(k).powf(power);
        let (mut rises, mut falls) = (0.0, 0.0);
        for (a, b) in line.pairs() {
            let step = power(b, self.order_power) - power(a, self.order_power);
            rises += step.max(0.0);
            falls -= step.min(0.0);
        }
        let tiles = cells.iter().filter(|&&k| k > 0);
        let sizes: f64 = tiles.map(|&k| power(k, self.size_power)).sum();
        self.alive + self.empty * empties as f64 + self.pair * pairs as f64
            - self.order * f64::min(rises, falls)
            - self.size * sizes
    }
}

/// Each tile with the next, empty cells left out: they may merge.
fn tiles(cells: &[u8]) -> impl Iterator<Item = (u8, u8)> {
    let tiles = || cells.iter().copied().filter(|&k| k > 0);
    tiles().zip(tiles().skip(1))
}
