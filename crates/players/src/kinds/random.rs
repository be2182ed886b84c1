//! Uniform among the legal moves.

use serpentine_core::{Board, Direction, Stream};

use crate::{Decision, Kind, Player, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "random",
    source: "minimax paper",
    summary: "any legal move, all equally likely",
    parameters: &[],
    build: |_, _| Ok(Box::new(Random(Stream::new(0)))),
};

struct Random(Stream);

impl Player for Random {
    fn start(&mut self, stream: Stream) {
        self.0 = stream;
    }

    fn explain(&mut self, board: &Board) -> Decision {
        let chance = 1.0 / board.legal().len() as f64;
        let chosen = self.choose(board);
        Decision {
            chosen,
            ..Decision::best_of(board, Unit::Probability, |_| chance)
        }
    }

    fn choose(&mut self, board: &Board) -> Direction {
        let legal = board.legal();
        let choice = self.0.below(legal.len() as u32) as usize;
        legal.nth(choice).expect("below the count")
    }
}
