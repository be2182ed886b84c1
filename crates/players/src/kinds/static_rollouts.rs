//! Rollouts scored by a static evaluation after every move.

use serpentine_core::grid::Grid;
use serpentine_core::{Board, Direction, Rules, Stream};

use super::on_fastest_grid;
use super::rollout::Rollout;
use crate::catalogue::{Context, parameter, with_evaluation};
use crate::evaluation::Evaluation;
use crate::{Decision, Kind, Player, Settings, SpecError, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "static",
    source: "static-evaluation paper",
    summary: "random continuations shared among the moves, scored after each of their moves",
    parameters: with_evaluation!(
        "static2014",
        [
            parameter("n", "200", "continuations per decision, all moves together"),
            parameter("t", "15", "moves per continuation"),
            parameter(
                "rollouts",
                "legal-only",
                "legal-only or program (moves that change nothing count)"
            ),
        ]
    ),
    build: |settings, context| Ok(Box::new(StaticRollouts::new(settings, context)?)),
};

struct StaticRollouts {
    rules: Rules,
    count: u32,
    moves: u32,
    rollout: Rollout,
    evaluation: Evaluation,
    stream: Stream,
}

impl StaticRollouts {
    fn new(settings: &Settings, context: &Context) -> Result<Self, SpecError> {
        Ok(Self {
            rules: Rules {
                four: context.rules.rollout_four.unwrap_or(context.rules.four),
                ..context.rules
            },
            count: settings.number("n", 200, 1..=1_000_000)?,
            moves: settings.number("t", 15, 1..=1_000_000)?,
            rollout: Rollout::of(settings)?,
            evaluation: settings.evaluation("static2014", context)?,
            stream: Stream::new(0),
        })
    }

    /// One continuation: its first move and the sum of the values after each move.
    fn continuation<G: Grid>(&mut self, board: &Board<G>) -> (Direction, f64) {
        let mut board = *board;
        let (mut first, mut sum) = (None, 0.0);
        for _ in 0..self.moves {
            let Some(direction) = self.random_direction(&board, first.is_none()) else {
                break;
            };
            first = first.or(Some(direction));
            let after = match board.play(direction) {
                Some(moved) => moved.after,
                None => serpentine_core::After::new(*board.grid()),
            };
            if !self.rules.open_cells(&after, direction).is_empty() {
                board = after.place(self.rules.draw(&after, direction, &mut self.stream));
            }
            sum += self.evaluation.value(board.grid());
        }
        (first.expect("the board has a legal move"), sum)
    }

    fn random_direction<G: Grid>(&mut self, board: &Board<G>, is_first: bool) -> Option<Direction> {
        // A first move that is not legal would say nothing about any move.
        if self.rollout == Rollout::Program && !is_first {
            return Some(Direction::ALL[self.stream.below(4) as usize]);
        }
        let legal = board.legal();
        match legal.len() as u32 {
            0 => None,
            count => legal.nth(self.stream.below(count) as usize),
        }
    }
}

impl Player for StaticRollouts {
    fn start(&mut self, stream: Stream) {
        self.stream = stream;
    }

    fn explain(&mut self, board: &Board) -> Decision {
        let mut sums = [(0u32, 0.0); 4];
        for _ in 0..self.count {
            let (direction, sum) =
                on_fastest_grid!(board, self.moves.into(), fast => self.continuation(fast));
            let (count, total) = &mut sums[direction.index()];
            *count += 1;
            *total += sum;
        }
        Decision::best_of(board, Unit::Unitless, |direction| {
            match sums[direction.index()] {
                (0, _) => f64::NEG_INFINITY,
                (count, total) => total / f64::from(count),
            }
        })
    }
}
