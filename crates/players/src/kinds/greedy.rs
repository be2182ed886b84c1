//! Depth-first over the player's own moves, as if no tile appeared.

use serpentine_core::grid::Grid;
use serpentine_core::{Board, Direction, Stream};

use super::on_fastest_grid;
use crate::catalogue::{parameter, with_evaluation};
use crate::evaluation::Evaluation;
use crate::{Decision, Kind, Player, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "greedy",
    source: "minimax paper",
    summary: "the best it could come to by its own moves alone, whatever appears",
    parameters: with_evaluation!(
        "minimax-e",
        [parameter("depth", "3", "own moves looked ahead")]
    ),
    build: |settings, _| {
        Ok(Box::new(Greedy {
            depth: settings.number("depth", 3, 1..=12)?,
            evaluation: settings.evaluation("minimax-e")?,
        }))
    },
};

struct Greedy {
    depth: u32,
    evaluation: Evaluation,
}

impl Greedy {
    /// The best position reachable in so many more moves; fewer where no move is left.
    fn best<G: Grid>(&self, board: &Board<G>, moves: u32) -> f64 {
        let mut best = f64::NEG_INFINITY;
        if moves > 0 {
            for direction in Direction::ALL {
                if let Some(moved) = board.play(direction) {
                    best = best.max(self.best(&Board::new(*moved.after.grid()), moves - 1));
                }
            }
        }
        if best == f64::NEG_INFINITY {
            return self.evaluation.value(board.grid());
        }
        best
    }
}

impl Player for Greedy {
    fn start(&mut self, _: Stream) {}

    fn explain(&mut self, board: &Board) -> Decision {
        Decision::best_of(board, Unit::Unitless, |direction| {
            on_fastest_grid!(board, self.depth.into(), fast => {
                let after = fast.play(direction).expect("a legal move").after;
                self.best(&Board::new(*after.grid()), self.depth - 1)
            })
        })
    }
}
