//! Sampled search trees: every move, one random tile after each, averaged over trees.

use serpentine_core::grid::Grid;
use serpentine_core::{After, Board, Direction, Rules, Stream};

use super::on_fastest_grid;
use crate::catalogue::{Context, parameter, with_evaluation};
use crate::evaluation::Evaluation;
use crate::{Decision, Kind, Player, Settings, SpecError, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "tree",
    source: "chain paper, section 4",
    summary: "trees of all moves with one random tile after each, averaged",
    parameters: with_evaluation!(
        "mono2019",
        [
            parameter("depth", "4", "moves from the root to a leaf"),
            parameter("trees", "64", "trees per decision"),
        ]
    ),
    build: |settings, context| Ok(Box::new(Tree::new(settings, context)?)),
};

struct Tree {
    rules: Rules,
    depth: u32,
    trees: u32,
    evaluation: Evaluation,
    stream: Stream,
}

impl Tree {
    fn new(settings: &Settings, context: &Context) -> Result<Self, SpecError> {
        Ok(Self {
            rules: context.rules,
            depth: settings.number("depth", 4, 1..=12)?,
            trees: settings.number("trees", 64, 1..=1_000_000)?,
            evaluation: settings.evaluation("mono2019", context)?,
            stream: Stream::new(0),
        })
    }

    /// The mean over the trees of what follows the move.
    fn mean<G: Grid>(&mut self, after: &After<G>, direction: Direction) -> f64 {
        let sum: f64 = (0..self.trees)
            .map(|_| {
                let board = after.place(self.rules.draw(after, direction, &mut self.stream));
                self.grow(&board, self.depth - 1)
            })
            .sum();
        sum / f64::from(self.trees)
    }

    /// The best leaf below a node. A game that ends above the leaves is worth nothing.
    fn grow<G: Grid>(&mut self, board: &Board<G>, depth: u32) -> f64 {
        if depth == 0 {
            return self.evaluation.value_to_move(board);
        }
        let mut best = self.evaluation.lost(board);
        for direction in Direction::ALL {
            let Some(moved) = board.play(direction) else {
                continue;
            };
            let spawn = self.rules.draw(&moved.after, direction, &mut self.stream);
            let value = self.grow(&moved.after.place(spawn), depth - 1);
            best = f64::max(best, value);
        }
        best
    }
}

impl Player for Tree {
    fn start(&mut self, stream: Stream) {
        self.stream = stream;
    }

    fn explain(&mut self, board: &Board) -> Decision {
        Decision::best_of(board, Unit::Unitless, |direction| {
            on_fastest_grid!(board, self.depth.into(), fast => {
                let after = fast.play(direction).expect("a legal move").after;
                self.mean(&after, direction)
            })
        })
    }
}
