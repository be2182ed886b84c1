//! The S chain, without search: repair it where it is broken, else merge at its tail.
//!
//! The S path runs along the first row, back along the second, and so on. Neighbours on
//! the path, and neighbours across its folds, are links; what a link is worth depends on
//! where it is and on the two tiles it joins. A move is worth its points and the links of
//! the position right after it, so a move that mends a broken link comes first, and where
//! the chain is whole the one that merges at its tail.

#[cfg(test)]
mod fit;
mod links;

use serpentine_core::{Board, Stream};

use crate::{Decision, Kind, Player, Unit};
use links::Links;

pub(crate) const KIND: Kind = Kind {
    name: "chain",
    source: "chain paper, section 3.3",
    summary: "keeps tiles descending along an S, repairs it where it breaks, merges at its tail",
    parameters: &[],
    build: |_, context| Ok(Box::new(Chain(Links::shipped(context.size)))),
};

struct Chain(Links);

impl Player for Chain {
    fn start(&mut self, _: Stream) {}

    fn explain(&mut self, board: &Board) -> Decision {
        Decision::best_of(board, Unit::Points, |direction| {
            let moved = board.play(direction).expect("a legal move");
            moved.points as f64 + self.0.value(moved.after.grid())
        })
    }
}

#[cfg(test)]
mod tests {
    use serpentine_core::{Direction, Rules, Size};

    use crate::Spec;

    fn choice(board: &str) -> Direction {
        let spec: Spec = "chain".parse().unwrap();
        let mut player = spec.build(Size::STANDARD, &Rules::STANDARD).unwrap();
        player.choose(&board.parse().unwrap())
    }

    #[test]
    fn a_broken_chain_is_repaired() {
        // The chain has lost its first cell: a move to the left closes the gap.
        let broken = ". 512 128 64/2 8 16 32/. . . ./. . . .";
        assert_eq!(choice(broken), Direction::Left);
    }

    #[test]
    fn a_whole_chain_merges_at_its_tail() {
        let whole = "1024 512 256 128/8 16 32 64/4 4 . ./. . . .";
        assert!(matches!(choice(whole), Direction::Left | Direction::Right));
    }
}
