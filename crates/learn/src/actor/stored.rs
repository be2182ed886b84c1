//! An actor as bytes, to go on exactly where it was.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serpentine_core::{Board, Cell, Direction, Rules, Size, Stream};

use super::start::{Start, Starts};
use super::{Actor, Play, Step};
use crate::ground::Ground;
use crate::reading::Reading;
use crate::recipe::Recipe;

/// What is kept of an actor. Grids are their exponents in reading order.
#[derive(Serialize, Deserialize)]
struct Stored {
    seed: u64,
    next_number: u64,
    lap: usize,
    laps: Vec<Vec<StoredStart>>,
    next_lap_at: u64,
    moves_count: u64,
    games_count: u64,
    start: StoredStart,
    board: Vec<u8>,
    score: u64,
    stream: [u64; 4],
    learned: usize,
    pending: f32,
    steps: Vec<StoredStep>,
}

#[derive(Serialize, Deserialize)]
struct StoredStart {
    board: Vec<u8>,
    score: u64,
    moves: u64,
}

#[derive(Serialize, Deserialize)]
struct StoredStep {
    grid: Vec<u8>,
    reward: f32,
    stage: u16,
    direction: u8,
}

impl<G: Ground> Actor<G> {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Self { starts, play, .. } = self;
        let laps = starts.laps.iter();
        let stored = Stored {
            seed: starts.seed,
            next_number: starts.next_number,
            lap: starts.lap,
            laps: laps
                .map(|lap| lap.iter().map(store_start).collect())
                .collect(),
            next_lap_at: starts.next_lap_at,
            moves_count: self.moves_count,
            games_count: self.games_count,
            start: StoredStart {
                board: Vec::new(),
                score: play.score_before,
                moves: play.moves_before,
            },
            board: exponents(play.board.grid()),
            score: play.score,
            stream: play.stream.words(),
            learned: play.learned,
            pending: play.pending,
            steps: play.steps.iter().map(store_step).collect(),
        };
        postcard::to_allocvec(&stored).expect("numbers and lists have a form")
    }

    /// The actor that these bytes are of, or what is wrong with them.
    pub(crate) fn from_bytes(
        bytes: &[u8],
        rules: Rules,
        recipe: &Recipe,
    ) -> Result<Self, &'static str> {
        let stored: Stored = postcard::from_bytes(bytes).map_err(|_| "it is not readable")?;
        let size = recipe.layout.size();
        if stored.stream == [0; 4] {
            return Err("its random numbers have no state");
        }
        let counts = [
            stored.next_number,
            stored.next_lap_at,
            stored.moves_count,
            stored.games_count,
            stored.score,
            stored.start.score,
            stored.start.moves,
        ];
        if counts.iter().any(|&count| count > MOST) {
            return Err("it has counted further than anybody can");
        }
        if stored.learned > stored.steps.len() {
            return Err("it learned from more moves than there are");
        }
        let laps = stored.laps.iter().map(|lap| {
            let starts = lap.iter().map(|start| read_start(start, size));
            match lap.is_empty() {
                true => Err("a lap has no positions"),
                false => starts.collect::<Result<VecDeque<_>, _>>(),
            }
        });
        let laps = laps.collect::<Result<Vec<_>, _>>()?;
        if stored.lap > laps.len() {
            return Err("it is in a lap that it does not have");
        }
        let board = Board::new(read_grid::<G>(&stored.board, size)?);
        let steps = stored
            .steps
            .iter()
            .map(|step| read_step(step, size, recipe));
        let play = Play {
            board,
            tile_sum: board.tile_sum(),
            score: stored.score,
            stream: Stream::from_words(stored.stream),
            steps: steps.collect::<Result<_, _>>()?,
            learned: stored.learned,
            pending: stored.pending,
            score_before: stored.start.score,
            moves_before: stored.start.moves,
        };
        if G::is_full_scale(play.board.grid()) {
            return Err("its board holds larger tiles than a game of learning has");
        }
        Ok(Self {
            rules,
            recipe: recipe.clone(),
            reading: Reading::new(recipe, &rules),
            starts: Starts {
                seed: stored.seed,
                next_number: stored.next_number,
                restart: recipe.restart,
                lap: stored.lap,
                laps,
                next_lap_at: stored.next_lap_at,
            },
            play,
            moves_count: stored.moves_count,
            games_count: stored.games_count,
            ended: Vec::new(),
        })
    }
}

/// More than any training comes to, and far from where counters end.
const MOST: u64 = 1 << 56;

fn exponents<G: Ground>(grid: &G) -> Vec<u8> {
    Board::new(*grid).exponents().collect()
}

fn read_grid<G: Ground>(exponents: &[u8], size: Size) -> Result<G, &'static str> {
    let mut grid = G::empty(size).ok_or("its boards have another size")?;
    if exponents.len() != size.cells() {
        return Err("its boards have another size");
    }
    for (cell, &exponent) in Cell::all(size).zip(exponents) {
        if exponent > grid.capacity() || exponent > size.max_exponent() {
            return Err("a tile is larger than can be");
        }
        grid.set(cell, exponent);
    }
    if grid.tile_sum() > size.max_tile_sum() {
        return Err("its tiles are more than a game can make");
    }
    Ok(grid)
}

fn store_start<G: Ground>(start: &Start<G>) -> StoredStart {
    StoredStart {
        board: exponents(start.board.grid()),
        score: start.score,
        moves: start.moves,
    }
}

fn read_start<G: Ground>(start: &StoredStart, size: Size) -> Result<Start<G>, &'static str> {
    let grid: G = read_grid(&start.board, size)?;
    if grid.is_full_scale() {
        return Err("a lap begins with larger tiles than a game of learning has");
    }
    Ok(Start {
        board: Board::new(grid),
        score: start.score.min(MOST),
        moves: start.moves.min(MOST),
    })
}

fn store_step<G: Ground>(step: &Step<G>) -> StoredStep {
    StoredStep {
        grid: exponents(&step.grid),
        reward: step.reward,
        stage: step.stage,
        direction: step.direction.index() as u8,
    }
}

fn read_step<G: Ground>(
    step: &StoredStep,
    size: Size,
    recipe: &Recipe,
) -> Result<Step<G>, &'static str> {
    let direction = Direction::ALL.get(usize::from(step.direction));
    if usize::from(step.stage) >= recipe.stages_count() {
        return Err("a move is in a stage that the network does not have");
    }
    Ok(Step {
        grid: read_grid(&step.grid, size)?,
        reward: step.reward,
        stage: step.stage,
        direction: *direction.ok_or("a direction is none")?,
    })
}
