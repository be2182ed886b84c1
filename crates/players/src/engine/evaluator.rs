//! What a search asks others.

use std::sync::Arc;

use serpentine_core::Board;
use serpentine_core::grid::Packed4x4;
use serpentine_learn::Network;

use crate::Unit;
use crate::evaluation::{Evaluation, LineTable};

/// Says what positions after moves are worth, many at a time. Positions are 4×4 boards of
/// sixteen hex digits.
pub trait Evaluator: Send + Sync {
    /// The values of these positions.
    fn values(&self, afters: &[u64], values: &mut [f32]);

    /// Whether the points made on the way to a position are to be added to its value.
    fn counts_points(&self) -> bool;

    /// What a position without a move is worth that came of this one by a tile.
    fn lost(&self, after: u64) -> f32;

    /// Whether images of a position are worth the same, but for rounding.
    fn is_symmetric(&self) -> bool;

    /// What the values mean.
    fn unit(&self) -> Unit;

    /// The table, if a position is worth nothing but the sum over its rows and columns of
    /// what stands there: a search then looks one move further at a fraction of the cost.
    fn line_table(&self) -> Option<&LineTable> {
        None
    }
}

/// Knows some positions after moves better than any evaluation: tables of solved formations,
/// say. A search asks it for every position, before it looks further and in place of the
/// evaluator, and for any image of a position if the evaluator is symmetric.
pub trait Oracle: Send + Sync {
    /// What the position is worth in the evaluator's unit, if it is known.
    fn probe(&self, after: u64) -> Option<f32>;
}

/// A learned network: the points still to come.
impl Evaluator for Arc<Network> {
    fn values(&self, afters: &[u64], values: &mut [f32]) {
        self.values_4x4(afters, values);
    }

    fn counts_points(&self) -> bool {
        true
    }

    fn lost(&self, _: u64) -> f32 {
        0.0
    }

    fn is_symmetric(&self) -> bool {
        self.layout().is_shared()
    }

    fn unit(&self) -> Unit {
        Unit::Points
    }
}

/// A hand-made evaluation, or a weighted sum of several.
impl Evaluator for Evaluation {
    fn values(&self, afters: &[u64], values: &mut [f32]) {
        for (value, &after) in values.iter_mut().zip(afters) {
            *value = self.value(&Packed4x4::from_bits(after)) as f32;
        }
    }

    /// Those that count points count all that the tiles have made.
    fn counts_points(&self) -> bool {
        false
    }

    fn lost(&self, after: u64) -> f32 {
        self.lost(&Board::new(Packed4x4::from_bits(after))) as f32
    }

    fn is_symmetric(&self) -> bool {
        Evaluation::is_symmetric(self)
    }

    fn unit(&self) -> Unit {
        Unit::Unitless
    }

    fn line_table(&self) -> Option<&LineTable> {
        Evaluation::line_table(self)
    }
}
