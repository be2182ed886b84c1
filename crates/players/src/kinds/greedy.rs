//! Depth-first over the player's own moves: the best it may come to.
//!
//! The paper says only that what chance may spoil is not considered. Here each move is
//! answered by one tile as it happens to fall, never by the worst, and the best position
//! found counts, with the points made on the way; a few such looks are averaged. Without
//! any tile (`tiles=none`) the look ahead sees room that is not there and plays far worse.

use serpentine_core::grid::Grid;
use serpentine_core::{After, Board, Direction, Rules, Stream};

use super::on_fastest_grid;
use crate::catalogue::{Context, parameter, with_evaluation};
use crate::evaluation::Evaluation;
use crate::{Decision, Kind, Player, Settings, SpecError, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "greedy",
    source: "minimax paper",
    summary: "the best it may come to by its own moves, whatever appears",
    parameters: with_evaluation!(
        "minimax-e",
        [
            parameter("depth", "3", "own moves looked ahead"),
            parameter("draws", "3", "looks averaged, each with other tiles"),
            parameter("points", "1", "weight of the points made on the way"),
            parameter(
                "tiles",
                "drawn",
                "drawn (one at random after each move) or none"
            ),
        ]
    ),
    build: |settings, context| Ok(Box::new(Greedy::new(settings, context)?)),
};

/// A game lost on the way: below what evaluations give, yet finite, so that a move lost
/// in one look is not lost for good.
const LOST: f64 = -1e4;

struct Greedy {
    rules: Rules,
    depth: u32,
    draws: u32,
    points: f64,
    has_tiles: bool,
    evaluation: Evaluation,
    stream: Stream,
}

impl Greedy {
    fn new(settings: &Settings, context: &Context) -> Result<Self, SpecError> {
        let has_tiles = match settings.text("tiles") {
            None | Some("drawn") => true,
            Some("none") => false,
            Some(_) => return Err(settings.bad("tiles", "drawn or none")),
        };
        let evaluation = settings.evaluation("minimax-e", context)?;
        // A network's value counts the points already.
        let points = if evaluation.counts_points() { 0.0 } else { 1.0 };
        Ok(Self {
            rules: context.rules,
            depth: settings.number("depth", 3, 1..=12)?,
            draws: settings.number("draws", 3, 1..=1_000)?,
            points: settings.number("points", points, 0.0..=1e6)?,
            has_tiles,
            evaluation,
            stream: Stream::new(0),
        })
    }

    /// The best that may follow a move in so many more moves.
    fn follow<G: Grid>(&mut self, after: &After<G>, direction: Direction, moves: u32) -> f64 {
        let board = if self.has_tiles {
            after.place(self.rules.draw(after, direction, &mut self.stream))
        } else {
            Board::new(*after.grid())
        };
        if moves == 0 {
            return self.evaluation.value_to_move(&board).max(LOST);
        }
        let mut best = LOST;
        for direction in Direction::ALL {
            if let Some(moved) = board.play(direction) {
                let points = self.points * moved.points as f64;
                best = best.max(points + self.follow(&moved.after, direction, moves - 1));
            }
        }
        best
    }
}

impl Player for Greedy {
    fn start(&mut self, stream: Stream) {
        self.stream = stream;
    }

    fn explain(&mut self, board: &Board) -> Decision {
        // Without tiles every look is the same.
        let draws = if self.has_tiles { self.draws } else { 1 };
        Decision::best_of(board, Unit::Unitless, |direction| {
            on_fastest_grid!(board, u64::from(self.depth), fast => {
                let moved = fast.play(direction).expect("a legal move");
                let looks: f64 = (0..draws)
                    .map(|_| self.follow(&moved.after, direction, self.depth - 1))
                    .sum();
                self.points * moved.points as f64 + looks / f64::from(draws)
            })
        })
    }
}
