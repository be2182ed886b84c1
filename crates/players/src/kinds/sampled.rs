//! The probability based method: random tiles, best-looking moves, many times over.

use serpentine_core::grid::Grid;
use serpentine_core::{After, Board, Direction, Rules, Stream};

use super::on_fastest_grid;
use crate::catalogue::{Context, parameter, with_evaluation};
use crate::evaluation::Evaluation;
use crate::{Decision, Kind, Player, Settings, SpecError, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "sampled",
    source: "expectimax paper, section 4",
    summary: "random tiles answered by the best-looking move, 2·empties^depth times per move",
    parameters: with_evaluation!(
        "snake",
        [
            parameter(
                "depth",
                "auto",
                "moves per sample, or auto: 1, 2 or 3 by the empty cells"
            ),
            parameter("many", "14", "auto: depth 1 from so many empty cells on"),
            parameter("few", "1", "auto: depth 3 up to so many"),
        ]
    ),
    build: |settings, context| Ok(Box::new(Sampled::new(settings, context)?)),
};

struct Sampled {
    rules: Rules,
    depth: Option<u32>,
    many: usize,
    few: usize,
    evaluation: Evaluation,
    stream: Stream,
}

impl Sampled {
    fn new(settings: &Settings, context: &Context) -> Result<Self, SpecError> {
        let depth = match settings.text("depth") {
            None | Some("auto") => None,
            Some(_) => Some(settings.number("depth", 1, 1..=6)?),
        };
        Ok(Self {
            rules: context.rules,
            depth,
            many: settings.number("many", 14, 0..=36)?,
            few: settings.number("few", 1, 0..=36)?,
            evaluation: settings.evaluation("snake", context)?,
            stream: Stream::new(0),
        })
    }

    fn depth(&self, empties: usize) -> u32 {
        self.depth.unwrap_or(match empties {
            _ if empties >= self.many => 1,
            _ if empties <= self.few => 3,
            _ => 2,
        })
    }

    fn mean<G: Grid>(&mut self, after: &After<G>, direction: Direction, depth: u32) -> f64 {
        let samples = 2 * (after.empty_count() as u64).pow(depth);
        let sum: f64 = (0..samples)
            .map(|_| self.sample(after, direction, depth))
            .sum();
        sum / samples as f64
    }

    /// The value reached by one sample; that of a lost game where no move is left.
    fn sample<G: Grid>(&mut self, after: &After<G>, direction: Direction, depth: u32) -> f64 {
        let (mut after, mut direction, mut value) = (*after, direction, 0.0);
        for _ in 0..depth {
            let board = after.place(self.rules.draw(&after, direction, &mut self.stream));
            let Some(next) = self.best_looking(&board) else {
                return self.evaluation.lost(&board);
            };
            (direction, after, value) = next;
        }
        value
    }

    fn best_looking<G: Grid>(&self, board: &Board<G>) -> Option<(Direction, After<G>, f64)> {
        let mut best: Option<(Direction, After<G>, f64)> = None;
        for direction in Direction::ALL {
            if let Some(moved) = board.play(direction) {
                let value = self.evaluation.value(moved.after.grid());
                if best.as_ref().is_none_or(|&(_, _, most)| value > most) {
                    best = Some((direction, moved.after, value));
                }
            }
        }
        best
    }
}

impl Player for Sampled {
    fn start(&mut self, stream: Stream) {
        self.stream = stream;
    }

    fn explain(&mut self, board: &Board) -> Decision {
        let depth = self.depth(board.empty_count());
        Decision::best_of(board, Unit::Unitless, |direction| {
            on_fastest_grid!(board, u64::from(depth) + 1, fast => {
                let after = fast.play(direction).expect("a legal move").after;
                self.mean(&after, direction, depth)
            })
        })
    }
}
