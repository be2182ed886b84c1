//! A learned network as an evaluation.
//!
//! Its value counts the points that the tiles on the board have made as well as those that the
//! network expects, so that positions along different lines can be compared: points made on
//! the way need not be added. (A 4 that appeared counts as if two 2s had been merged, on
//! average the same for every line of a length.)

use std::sync::Arc;

use serpentine_core::grid::Grid;
use serpentine_core::{After, Board, Direction};
use serpentine_learn::Network;

/// A network.
#[derive(Clone, Debug)]
pub(super) struct Model(pub(super) Arc<Network>);

impl Model {
    /// What a position after a move is worth.
    #[inline]
    pub(super) fn value<G: Grid>(&self, grid: &G) -> f64 {
        let after = After::new(*grid);
        let expected = self.0.value(&after).expect("built for this size");
        after.points_from_twos() as f64 + f64::from(expected)
    }

    /// What a position before a move is worth: the best move of it, or what was made.
    pub(super) fn value_to_move<G: Grid>(&self, board: &Board<G>) -> f64 {
        let moves = Direction::ALL.into_iter().filter_map(|d| board.play(d));
        let values = moves.map(|moved| self.value(moved.after.grid()));
        values.reduce(f64::max).unwrap_or_else(|| Self::lost(board))
    }

    /// What a lost position is worth.
    pub(super) fn lost<G: Grid>(board: &Board<G>) -> f64 {
        board.points_from_twos() as f64
    }
}
