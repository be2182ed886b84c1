//! Random legal play to the end, as fast as the rules go.
//!
//! Game `k` of a run with seed `s` draws its tiles from [`Stream::for_game`] and its
//! moves, uniform among the legal ones, from [`Stream::for_player`] with player 0.
//! However a game is played here, one at a time or many side by side, it is the same game.

mod lanes;
mod rollouts;

use std::ops::Range;

use crate::grid::{AnyGrid, Grid, Packed4x4};
use crate::{Board, OnWin, Rules, Size, SpawnCells, Stream};

pub use lanes::Vectors;
pub use rollouts::{RolloutSum, Rollouts};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The game's number in its run.
    pub number: u64,
    /// The last position.
    pub board: Board,
    /// Points.
    pub score: u64,
    /// Moves made.
    pub moves: u64,
    /// Number of 4s that appeared, start tiles included.
    pub fours: u64,
}

/// Plays these games of a run and reports each once, in the order in which they end,
/// which is the same for the same call. The rules must fit the size.
pub fn play(
    size: Size,
    rules: &Rules,
    seed: u64,
    numbers: Range<u64>,
    report: impl FnMut(Outcome),
) {
    play_on(Vectors::widest(), size, rules, seed, numbers, report);
}

/// As [`play`], on the given vectors where any are used.
pub fn play_on(
    vectors: Vectors,
    size: Size,
    rules: &Rules,
    seed: u64,
    numbers: Range<u64>,
    mut report: impl FnMut(Outcome),
) {
    let in_lanes = size == Size::STANDARD
        && rules.spawn_cells == SpawnCells::Any
        && rules.on_win == OnWin::GoOn;
    if in_lanes {
        lanes::play(vectors, rules, seed, numbers, &mut report);
    } else {
        for number in numbers {
            report(play_one::<AnyGrid>(size, rules, seed, number));
        }
    }
}

/// Plays one game on the given kind of grid, the plain way.
pub fn play_one<G: Grid>(size: Size, rules: &Rules, seed: u64, number: u64) -> Outcome {
    let mut play = Play::<G>::deal(size, rules, seed, number);
    while play.step(rules) {}
    play.outcome(number)
}

/// The plain loop on 4×4, one game after the other, to compare the lanes with.
/// Panics should a game make 65536.
pub fn play_packed_one_by_one(
    rules: &Rules,
    seed: u64,
    numbers: Range<u64>,
    mut report: impl FnMut(Outcome),
) {
    for number in numbers {
        report(play_one::<Packed4x4>(Size::STANDARD, rules, seed, number));
    }
}

/// A game under way.
#[derive(Clone, Copy)]
struct Play<G> {
    board: Board<G>,
    tiles: Stream,
    player: Stream,
    moves: u64,
    fours: u64,
    won: bool,
}

impl<G: Grid> Play<G> {
    fn deal(size: Size, rules: &Rules, seed: u64, number: u64) -> Self {
        let mut tiles = Stream::for_game(seed, number);
        let empty = Board::new(G::empty(size).expect("the caller chose a grid of that size"));
        let board = rules.deal(empty, &mut tiles);
        Self {
            board,
            tiles,
            player: Stream::for_player(seed, number, 0),
            moves: 0,
            fours: board.count_of(2) as u64,
            won: false,
        }
    }

    /// One move and one tile; whether the game could go on.
    #[inline]
    fn step(&mut self, rules: &Rules) -> bool {
        let legal = self.board.legal();
        if legal.is_empty() || (self.won && rules.on_win == OnWin::Stop) {
            return false;
        }
        let choice = self.player.below(legal.len() as u32);
        let direction = legal.nth(choice as usize).expect("below the count");
        let moved = self.board.play(direction).expect("a legal move");
        let spawn = rules.draw(&moved.after, direction, &mut self.tiles);
        if rules.on_win == OnWin::Stop {
            self.won |= crate::game::made(&self.board, &moved.after, rules.target) > 0;
        }
        self.board = moved.after.place(spawn);
        self.moves += 1;
        self.fours += u64::from(spawn.exponent == 2);
        true
    }

    fn outcome(&self, number: u64) -> Outcome {
        Outcome {
            number,
            board: Board::new(self.board.grid().to_any()),
            // The score identity spares adding up points move by move.
            score: self.board.points_from_twos() - 4 * self.fours,
            moves: self.moves,
            fours: self.fours,
        }
    }
}
