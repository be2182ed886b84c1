//! Random continuations of a position, many at a time.

use super::Play;
use super::lanes::{LANES, LaneRun, Vectors};
use crate::grid::{AnyGrid, Grid, Packed4x4};
use crate::{After, Board, Direction, OnWin, Probability, Rules, SpawnCells, Stream};

/// What random continuations came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RolloutSum {
    /// Continuations played.
    pub count: u64,
    /// The tile sums of their last positions, added up.
    pub tile_sum: u64,
}

/// Plays random continuations: a tile appears, then a uniformly random legal move is
/// made, so many times or until no move is left.
///
/// Each of its lanes has random streams of its own, so that the results depend on the
/// stream given at the start and the calls since, and on nothing else.
pub struct Rollouts {
    rules: Rules,
    streams: [(Stream, Stream); LANES],
    vectors: Vectors,
}

impl Rollouts {
    /// Continuations under these rules; a 4 appears with this chance, which a document
    /// may have differ from the game's.
    pub fn new(rules: &Rules, four: Probability, stream: &mut Stream) -> Self {
        let mut own = || Stream::new(stream.next_u64());
        Self {
            rules: Rules {
                four,
                // A continuation goes on past a win.
                on_win: OnWin::GoOn,
                ..*rules
            },
            streams: std::array::from_fn(|_| (own(), own())),
            vectors: Vectors::widest(),
        }
    }

    /// `count` continuations of each position, of at most `steps` steps (at least 1).
    /// The direction is the move that led to the position.
    pub fn run(
        &mut self,
        positions: &[(Direction, After)],
        count: u32,
        steps: u32,
    ) -> Vec<RolloutSum> {
        let mut sums = vec![RolloutSum::default(); positions.len()];
        let total = positions.len() * count as usize;
        for first in (0..total).step_by(LANES) {
            let batch: Vec<usize> = (first..total.min(first + LANES))
                .map(|rollout| rollout / count as usize)
                .collect();
            let plays = self.begin(&batch, positions);
            for (&position, play) in batch.iter().zip(self.finish(plays, steps - 1)) {
                sums[position].count += 1;
                sums[position].tile_sum += play.board.tile_sum();
            }
        }
        sums
    }

    /// The first tile of each continuation.
    fn begin(&mut self, batch: &[usize], positions: &[(Direction, After)]) -> Vec<Play<AnyGrid>> {
        batch
            .iter()
            .zip(&mut self.streams)
            .map(|(&position, (tiles, player))| {
                let (direction, after) = &positions[position];
                let spawn = self.rules.draw(after, *direction, tiles);
                Play {
                    board: after.place(spawn),
                    tiles: *tiles,
                    player: *player,
                    moves: 0,
                    fours: 0,
                    won: false,
                }
            })
            .collect()
    }

    /// Plays each to its end or so many moves, and keeps the streams for the next batch.
    fn finish(&mut self, mut plays: Vec<Play<AnyGrid>>, moves: u32) -> Vec<Play<AnyGrid>> {
        if let Some(packed) = self.in_lanes(&plays, moves) {
            plays = packed;
        }
        for (play, streams) in plays.iter_mut().zip(&mut self.streams) {
            // Lanes stop at anything out of the ordinary; plain code goes on from there.
            while play.moves < moves.into() && play.step(&self.rules) {}
            *streams = (play.tiles, play.player);
        }
        plays
    }

    /// The same plays some moves on, if the lanes can play them.
    fn in_lanes(&self, plays: &[Play<AnyGrid>], moves: u32) -> Option<Vec<Play<AnyGrid>>> {
        if self.rules.spawn_cells != SpawnCells::Any {
            return None;
        }
        let packed: Vec<Play<Packed4x4>> = plays.iter().map(Play::packed).collect::<Option<_>>()?;
        let mut run = LaneRun::new(&packed);
        run.steps(self.vectors, &self.rules, moves);
        Some((0..plays.len()).map(|lane| run.play(lane)).collect())
    }
}

impl<G: Grid> Play<G> {
    fn packed(&self) -> Option<Play<Packed4x4>> {
        Some(Play {
            board: Board::new(self.board.grid().packed_4x4()?),
            tiles: self.tiles,
            player: self.player,
            moves: self.moves,
            fours: self.fours,
            won: self.won,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    fn positions(board: &str) -> Vec<(Direction, After)> {
        let board: Board = board.parse().unwrap();
        let legal = board.legal().iter();
        legal.map(|d| (d, board.play(d).unwrap().after)).collect()
    }

    #[test]
    fn lanes_and_plain_code_play_the_same_continuations() {
        let positions = positions("2 4 8 2/2 4 8 4/16 2 . 2/32 64 128 2");
        let mut fast = Rollouts::new(&Rules::STANDARD, Rules::STANDARD.four, &mut Stream::new(1));
        let mut slow = Rollouts::new(&Rules::STANDARD, Rules::STANDARD.four, &mut Stream::new(1));
        for steps in [1, 2, 7, 40] {
            let sums = fast.run(&positions, 50, steps);
            let mut plain = vec![RolloutSum::default(); positions.len()];
            for first in (0..positions.len() * 50).step_by(LANES) {
                let last = (positions.len() * 50).min(first + LANES);
                let batch: Vec<usize> = (first..last).map(|rollout| rollout / 50).collect();
                let plays = slow.begin(&batch, &positions);
                for (lane, (mut play, &position)) in plays.into_iter().zip(&batch).enumerate() {
                    while play.moves < u64::from(steps) - 1 && play.step(&slow.rules) {}
                    slow.streams[lane] = (play.tiles, play.player);
                    plain[position].count += 1;
                    plain[position].tile_sum += play.board.tile_sum();
                }
            }
            assert_eq!(sums, plain, "{steps} steps");
        }
    }

    #[test]
    fn every_size_and_the_largest_tiles_are_continued() {
        for board in [
            "2 2/. .",
            "65536 65536 2 ./. . . ./. . . ./. . . .",
            "2 . . . ./. . . . 4/. . 2 . .",
        ] {
            let positions = positions(board);
            let before = positions[0].1.tile_sum();
            let four = Rules::STANDARD.four;
            let mut rollouts = Rollouts::new(&Rules::STANDARD, four, &mut Stream::new(2));
            for sum in rollouts.run(&positions, 10, 5) {
                assert_eq!(sum.count, 10);
                assert!(sum.tile_sum >= 10 * (before + 2));
            }
        }
        assert_eq!(Size::STANDARD.cells(), LANES);
    }
}
