//! Where a game of learning begins.

use std::collections::VecDeque;
use std::ops::Range;

use serpentine_core::{After, Board, Cell, Rules, Size, Stream};

use super::{Play, Step};
use crate::ground::Ground;
use crate::recipe::{Learned, Recipe, Restart};

/// Positions kept for each lap of the carousel.
const KEPT: usize = 256;

/// Tile sums between laps of the carousel.
const LAP: u64 = 4096;

/// Laps whose positions are promoted, counted from the first: tile sums from 8,192 to 20,480
/// become those of games that are about to make a 32768.
const PROMOTED_LAPS: Range<usize> = 1..5;

/// Moves in the shorter half of a game whose second half is played again.
const SHORTEST_HALF: usize = 8;

/// A position that a later game may begin from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<G: Ground> {
    pub(super) board: Board<G>,
    pub(super) score: u64,
    pub(super) moves: u64,
}

/// Deals games and remembers where others may begin.
#[derive(Clone, Debug)]
pub(super) struct Starts<G: Ground> {
    pub(super) seed: u64,
    pub(super) next_number: u64,
    pub(super) restart: Restart,
    /// The lap that the game under way began in; for promoted starts, whether it is one.
    pub(super) lap: usize,
    /// Positions that began a lap, of laps 1, 2, …
    pub(super) laps: Vec<VecDeque<Start<G>>>,
    /// The tile sum at which the game under way enters its next lap.
    pub(super) next_lap_at: u64,
}

impl<G: Ground> Starts<G> {
    pub(super) fn new(seed: u64, restart: Restart) -> Self {
        Self {
            seed,
            next_number: 0,
            restart,
            lap: 0,
            laps: Vec::new(),
            next_lap_at: LAP,
        }
    }

    fn next_stream(&mut self) -> Stream {
        self.next_number += 1;
        Stream::for_game(self.seed, self.next_number - 1)
    }

    /// A game from its beginning.
    pub(super) fn fresh(&mut self, size: Size, rules: &Rules) -> Play<G> {
        let mut stream = self.next_stream();
        let empty = Board::new(G::empty(size).expect("the caller chose a grid of that size"));
        let board = rules.deal(empty, &mut stream);
        let start = Start {
            board,
            score: 0,
            moves: 0,
        };
        self.begin(start, stream)
    }

    /// The game after `old`.
    pub(super) fn next(&mut self, old: &mut Play<G>, recipe: &Recipe, rules: &Rules) -> Play<G> {
        let later = match recipe.restart {
            Restart::None => None,
            Restart::Half => self.second_half(old, recipe, rules),
            Restart::Carousel => self.next_lap(),
            Restart::Promoted => {
                let half = self.second_half(old, recipe, rules);
                half.or_else(|| self.promoted())
            }
        };
        let mut play = later.unwrap_or_else(|| self.fresh(recipe.layout.size(), rules));
        // The longest list of steps need not grow again.
        std::mem::swap(&mut play.steps, &mut old.steps);
        play.steps.clear();
        play
    }

    /// From the middle of a game, if it was long enough to have one worth the name.
    fn second_half(&mut self, old: &Play<G>, recipe: &Recipe, rules: &Rules) -> Option<Play<G>> {
        let middle = old.steps.len() / 2;
        if middle < SHORTEST_HALF {
            return None;
        }
        let mut stream = self.next_stream();
        let Step {
            grid, direction, ..
        } = old.steps[middle];
        let board = match recipe.learned {
            Learned::States => Board::new(grid),
            Learned::Afterstates => {
                let after = After::new(grid);
                after.place(rules.draw(&after, direction, &mut stream))
            }
        };
        let gained = old.steps[..=middle].iter().map(|step| step.reward as u64);
        let start = Start {
            board,
            score: old.score_before + gained.sum::<u64>(),
            moves: old.moves_before + middle as u64 + 1,
        };
        Some(self.begin(start, stream))
    }

    /// From a position that began the next lap, if any game came so far.
    fn next_lap(&mut self) -> Option<Play<G>> {
        self.lap = (self.lap + 1) % (self.laps.len() + 1);
        let lap = self.lap.checked_sub(1)?;
        let mut stream = self.next_stream();
        let start = self.kept(lap, &mut stream);
        Some(self.begin(start, stream))
    }

    /// Every other time, if games came so far, a position that began one of
    /// [`PROMOTED_LAPS`], with larger tiles.
    fn promoted(&mut self) -> Option<Play<G>> {
        let laps = PROMOTED_LAPS.start..PROMOTED_LAPS.end.min(self.laps.len());
        if laps.is_empty() {
            return None;
        }
        self.lap = (self.lap + 1) % 2;
        if self.lap == 0 {
            return None;
        }
        let mut stream = self.next_stream();
        let lap = laps.start + stream.below(laps.len() as u32) as usize;
        let start = self.kept(lap, &mut stream);
        let start = promoted(start, &mut stream);
        Some(self.begin(start, stream))
    }

    /// Any position that began a lap.
    fn kept(&self, lap: usize, stream: &mut Stream) -> Start<G> {
        let kept = &self.laps[lap];
        kept[stream.below(kept.len() as u32) as usize]
    }

    fn begin(&mut self, start: Start<G>, stream: Stream) -> Play<G> {
        self.next_lap_at = (start.board.tile_sum() / LAP + 1) * LAP;
        Play::new(start, stream)
    }

    /// Notes a position that begins a lap.
    #[inline(always)]
    pub(super) fn passed(&mut self, play: &Play<G>) {
        let has_laps = matches!(self.restart, Restart::Carousel | Restart::Promoted);
        if has_laps && play.tile_sum >= self.next_lap_at {
            self.keep(play);
        }
    }

    #[cold]
    fn keep(&mut self, play: &Play<G>) {
        let lap = (play.tile_sum / LAP) as usize;
        self.next_lap_at = (lap as u64 + 1) * LAP;
        if lap == self.laps.len() + 1 {
            self.laps.push(VecDeque::new());
        }
        let Some(kept) = self.laps.get_mut(lap - 1) else {
            return;
        };
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back(Start {
            board: play.board,
            score: play.score,
            moves: play.moves_before + play.steps.len() as u64,
        });
    }
}

/// The position with all tiles above one from 8 to 512 doubled, if that leaves no more than
/// one of the largest that `G` holds.
fn promoted<G: Ground>(start: Start<G>, stream: &mut Stream) -> Start<G> {
    let mut grid = *start.board.grid();
    let least = 3 + stream.below(7) as u8;
    for cell in Cell::all(grid.size()) {
        let exponent = grid.get(cell);
        if exponent == grid.capacity() {
            return start;
        }
        if exponent > least {
            grid.set(cell, exponent + 1);
        }
    }
    if grid.is_full_scale() {
        return start;
    }
    let board = Board::new(grid);
    Start {
        board,
        score: board.points_from_twos(),
        ..start
    }
}

impl<G: Ground> Play<G> {
    fn new(start: Start<G>, stream: Stream) -> Self {
        Self {
            board: start.board,
            tile_sum: start.board.tile_sum(),
            score: start.score,
            stream,
            steps: Vec::new(),
            learned: 0,
            pending: 0.0,
            score_before: start.score,
            moves_before: start.moves,
        }
    }
}
