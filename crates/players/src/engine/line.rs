//! What is likely to follow.

use serpentine_core::grid::{Grid, Packed4x4};
use serpentine_core::{Board, Cell, Direction};

use super::search::Search;

/// A move, and a tile that may appear after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub direction: Direction,
    /// Where a 2 appears, `None` in the last step.
    pub cell: Option<Cell>,
}

/// Follows the best moves. Of all cells for a 2, the one is taken after which the best move is
/// worth about as much as on average.
pub(super) fn line(
    search: &mut Search<'_>,
    board: Packed4x4,
    first: Direction,
    steps: usize,
) -> Vec<Step> {
    let mut line = Vec::new();
    let (mut board, mut direction) = (Board::new(board), first);
    while let Some(moved) = board.play(direction) {
        line.push(Step {
            direction,
            cell: None,
        });
        if line.len() >= steps {
            break;
        }
        let nexts: Vec<_> = moved
            .after
            .empty_cells()
            .iter()
            .map(|cell| {
                let mut grid = *moved.after.grid();
                grid.set(cell, 1);
                let next = Board::new(grid);
                (cell, next, best_move(search, &next))
            })
            .collect();
        let values = nexts
            .iter()
            .map(|(.., best)| best.map_or(0.0, |best| best.1));
        let mean = values.clone().sum::<f32>() / nexts.len() as f32;
        let typical = values
            .enumerate()
            .min_by(|a, b| (a.1 - mean).abs().total_cmp(&(b.1 - mean).abs()));
        let Some((k, _)) = typical else { break };
        let (cell, next, Some((best, _))) = nexts[k] else {
            break;
        };
        if let Some(step) = line.last_mut() {
            step.cell = Some(cell);
        }
        (board, direction) = (next, best);
    }
    line
}

fn best_move(search: &mut Search<'_>, board: &Board<Packed4x4>) -> Option<(Direction, f32)> {
    let moves = Direction::ALL.into_iter().filter_map(|direction| {
        let moved = board.play(direction)?;
        let position = search.image(moved.after.grid().bits());
        let value = search.value(position, 1, 1.0, 0);
        Some((direction, value + search.points(moved.points)))
    });
    moves.max_by(|a, b| a.1.total_cmp(&b.1))
}
