//! Push everything into one corner.

use serpentine_core::{After, Board, Direction, Stream};

use crate::cells::Cells;
use crate::{Decision, Kind, Player, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "corner",
    source: "minimax paper",
    summary: "down or left, whichever merges more; right if it must, up if nothing else",
    parameters: &[],
    build: |_, _| Ok(Box::new(Corner)),
};

struct Corner;

impl Player for Corner {
    fn start(&mut self, _: Stream) {}

    /// The values only rank: moves into the corner by what they merge, then the others.
    fn explain(&mut self, board: &Board) -> Decision {
        let into_corner = |direction| match direction {
            Direction::Down | Direction::Left => 1e6,
            Direction::Right => 1e3,
            Direction::Up => 0.0,
        };
        Decision::best_of(board, Unit::Unitless, |direction| {
            let moved = board.play(direction).expect("a legal move");
            // Of two moves that merge alike, the one that leaves more to merge.
            let pairs = equal_neighbours(&moved.after);
            let merged = moved.after.empty_count() - board.empty_count();
            into_corner(direction) + 10.0 * merged as f64 + pairs as f64
        })
    }
}

fn equal_neighbours(after: &After) -> usize {
    let cells = Cells::of(after.grid());
    let lines = cells.rows().chain(cells.cols());
    lines
        .map(|line| line.pairs().filter(|&(a, b)| a > 0 && a == b).count())
        .sum()
}
