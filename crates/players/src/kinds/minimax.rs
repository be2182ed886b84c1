//! Minimax: the player's moves maximise, the tiles that appear minimise.
//!
//! The paper values the last positions by E alone and does not say what happens when the
//! worst tiles kill every move. Read so, it makes two thirds of the paper's points. Here
//! the points made on the way count too (`points`, 0 for the paper's letter), and a
//! lost position is looked at less deeply, until its moves can be told apart.

use serpentine_core::grid::Grid;
use serpentine_core::{After, Board, Direction, Rules, Stream};

use super::depth::Depth;
use super::on_fastest_grid;
use crate::catalogue::{Context, parameter, with_evaluation};
use crate::evaluation::Evaluation;
use crate::{Decision, Kind, Player, Settings, SpecError, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "minimax",
    source: "minimax paper",
    summary: "best move against the worst tiles, deeper when the board is full",
    parameters: PARAMETERS,
    build: |settings, context| Ok(Box::new(Minimax::new(settings, context)?)),
};

pub(crate) const ANNEALED_KIND: Kind = Kind {
    name: "minimax-sa",
    source: "minimax paper, section 3.4",
    summary: "minimax that at depth 1 sometimes takes a worse move, as in simulated annealing",
    parameters: PARAMETERS,
    build: |settings, context| {
        Ok(Box::new(Annealed {
            minimax: Minimax::new(settings, context)?,
            stream: Stream::new(0),
        }))
    },
};

const PARAMETERS: &[crate::Parameter] = with_evaluation!(
    "minimax-e",
    [
        parameter(
            "d",
            "auto",
            "depth in pairs of plies, or auto: wide or narrow by the empty cells"
        ),
        parameter("wide", "1", "auto: depth with many empty cells"),
        parameter("narrow", "3", "auto: depth with few"),
        parameter("few", "4", "auto: few means at most so many"),
        parameter(
            "points",
            "0.2",
            "weight of the points made on the way, 0 for the paper's letter"
        ),
        parameter("pruning", "alpha-beta", "alpha-beta or none"),
    ]
);

/// Whether branches that cannot matter are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pruning {
    /// Every branch is searched.
    None,
    /// Alpha-beta.
    AlphaBeta,
}

/// The minimax player.
pub(crate) struct Minimax {
    rules: Rules,
    depth: Depth,
    pruning: Pruning,
    points: f64,
    evaluation: Evaluation,
    nodes: u64,
}

impl Minimax {
    pub(crate) fn new(settings: &Settings, context: &Context) -> Result<Self, SpecError> {
        let pruning = match settings.text("pruning") {
            None | Some("alpha-beta") => Pruning::AlphaBeta,
            Some("none") => Pruning::None,
            Some(_) => return Err(settings.bad("pruning", "alpha-beta or none")),
        };
        let evaluation = settings.evaluation("minimax-e", context)?;
        // A network's value counts the points already.
        let points = if evaluation.counts_points() { 0.0 } else { 0.2 };
        Ok(Self {
            rules: context.rules,
            depth: Depth::of(settings, "d", (1, 3, 4), 1..=8)?,
            pruning,
            points: settings.number("points", points, 0.0..=1e6)?,
            evaluation,
            nodes: 0,
        })
    }

    fn worst<G: Grid>(
        &mut self,
        after: &After<G>,
        direction: Direction,
        depth: u32,
        alpha: f64,
        beta: f64,
    ) -> f64 {
        let (mut worst, mut beta) = (f64::INFINITY, beta);
        for possible in self.rules.spawns(after, direction) {
            let board = after.place(possible.spawn);
            let value = self.best(&board, depth - 1, alpha, beta);
            worst = worst.min(value);
            beta = beta.min(value);
            if beta <= alpha && self.pruning == Pruning::AlphaBeta {
                break;
            }
        }
        worst
    }

    fn best<G: Grid>(&mut self, board: &Board<G>, depth: u32, alpha: f64, beta: f64) -> f64 {
        if depth == 0 {
            self.nodes += 1;
            return self.evaluation.value_to_move(board);
        }
        let (mut best, mut alpha) = (f64::NEG_INFINITY, alpha);
        for direction in Direction::ALL {
            let Some(moved) = board.play(direction) else {
                continue;
            };
            // What follows is compared without the points of this move.
            let points = self.points * moved.points as f64;
            let value = points
                + self.worst(
                    &moved.after,
                    direction,
                    depth,
                    alpha - points,
                    beta - points,
                );
            best = best.max(value);
            alpha = alpha.max(value);
            if beta <= alpha && self.pruning == Pruning::AlphaBeta {
                break;
            }
        }
        best
    }

    /// Every root move gets its exact value: hints show all four.
    fn explain_at(&mut self, board: &Board, depth: u32) -> Decision {
        Decision::best_of(board, Unit::Unitless, |direction| {
            on_fastest_grid!(board, depth.into(), fast => {
                let moved = fast.play(direction).expect("a legal move");
                let (alpha, beta) = (f64::NEG_INFINITY, f64::INFINITY);
                self.points * moved.points as f64
                    + self.worst(&moved.after, direction, depth, alpha, beta)
            })
        })
    }
}

impl Player for Minimax {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn start(&mut self, _: Stream) {}

    fn explain(&mut self, board: &Board) -> Decision {
        let mut depth = self.depth.at(board.empty_count());
        loop {
            let decision = self.explain_at(board, depth);
            if depth == 1 || decision.best_value() > Some(f64::NEG_INFINITY) {
                return decision;
            }
            depth -= 1;
        }
    }
}

/// Minimax with a chance of worse moves.
struct Annealed {
    minimax: Minimax,
    stream: Stream,
}

impl Player for Annealed {
    fn start(&mut self, stream: Stream) {
        self.stream = stream;
    }

    fn explain(&mut self, board: &Board) -> Decision {
        let mut decision = self.minimax.explain(board);
        let empties = board.empty_count();
        if self.minimax.depth.at(empties) != 1 {
            return decision;
        }
        let temperature = empties as f64 + 1.0;
        let best = decision.best_value().unwrap_or(f64::NEG_INFINITY);
        for direction in Direction::ALL {
            let Some(value) = decision.value(direction).filter(|&value| value < best) else {
                continue;
            };
            // One of 2^32 equal parts, as exact as the exponential itself.
            let draw = f64::from(self.stream.below(u32::MAX)) / f64::from(u32::MAX);
            if draw < ((value - best) / temperature).exp() {
                decision.chosen = direction;
                break;
            }
        }
        decision
    }
}

#[cfg(test)]
mod tests {
    use serpentine_core::{Game, Size};

    use super::*;

    #[test]
    fn alpha_beta_equals_plain_minimax_with_fewer_nodes() {
        let context = Context {
            size: Size::STANDARD,
            rules: Rules::STANDARD,
        };
        let player = |text: &str| {
            let spec: crate::Spec = text.parse().unwrap();
            Minimax::new(spec.settings(), &context).unwrap()
        };
        let (mut plain, mut pruned) = (player("minimax:d=2,pruning=none"), player("minimax:d=2"));
        let mut random = Stream::new(3);
        for number in 0..25 {
            let mut game = Game::new(Size::STANDARD, Rules::STANDARD, 3, number).unwrap();
            while !game.is_finished() {
                if game.board().empty_count() < 5 && random.below(4) == 0 {
                    assert_eq!(pruned.explain(game.board()), plain.explain(game.board()));
                }
                let legal = game.board().legal();
                let choice = random.below(legal.len() as u32) as usize;
                game.play(legal.nth(choice).unwrap()).unwrap();
            }
        }
        assert!(
            pruned.nodes() * 4 < plain.nodes() * 3,
            "{} of {}",
            pruned.nodes(),
            plain.nodes()
        );
    }
}
