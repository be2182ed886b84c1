//! Every kind of player, a file each.

pub(crate) mod chain;
pub(crate) mod corner;
pub(crate) mod depth;
pub(crate) mod elementary;
pub(crate) mod expectimax;
pub(crate) mod greedy;
pub(crate) mod mc;
pub(crate) mod minimax;
pub(crate) mod ntuple;
pub(crate) mod random;
pub(crate) mod rollout;
pub(crate) mod sampled;
pub(crate) mod serpentine;
pub(crate) mod static_rollouts;
pub(crate) mod table;
pub(crate) mod tree;

/// Runs `$body` with `$fast` bound to the board in the fastest form that is exact for
/// `$moves` more moves.
macro_rules! on_fastest_grid {
    ($board:expr, $moves:expr, $fast:ident => $body:expr) => {{
        let moves_ahead: u64 = $moves;
        match serpentine_core::grid::Grid::packed_4x4($board.grid()) {
            Some(grid) if grid.headroom() >= moves_ahead => {
                let $fast = &serpentine_core::Board::new(grid);
                $body
            }
            _ => {
                let $fast: &serpentine_core::Board = $board;
                $body
            }
        }
    }};
}
pub(crate) use on_fastest_grid;
