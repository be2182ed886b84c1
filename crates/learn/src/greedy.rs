//! Games in which the network alone chooses every move.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use serpentine_core::grid::{AnyGrid, Grid};
use serpentine_core::{Board, Direction, Rules, SpawnCells, Stream};

use crate::ground::Ground;
use crate::kernel::{Kernel, Tables, Work};
use crate::network::Network;

/// How a greedy game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The game's number in its run.
    pub number: u64,
    /// Points.
    pub score: u64,
    /// Moves made.
    pub moves: u64,
    /// Exponent of the largest tile.
    pub max_exponent: u8,
}

impl Network {
    /// Plays these games of a run on so many threads, in the order of their numbers. The
    /// games are those of a match with the same seed.
    pub fn play_greedily(
        &self,
        rules: &Rules,
        seed: u64,
        numbers: Range<u64>,
        threads: usize,
    ) -> Vec<Outcome> {
        let next = AtomicU64::new(numbers.start);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let (next, sender, numbers) = (&next, sender.clone(), numbers.clone());
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if !numbers.contains(&number) {
                            break;
                        }
                        let outcome = self.play_one(rules, seed, number);
                        sender
                            .send(outcome)
                            .expect("the receiver outlives the threads");
                    }
                });
            }
        });
        drop(sender);
        let mut outcomes: Vec<Outcome> = receiver.into_iter().collect();
        outcomes.sort_by_key(|outcome| outcome.number);
        outcomes
    }

    fn play_one(&self, rules: &Rules, seed: u64, number: u64) -> Outcome {
        let size = self.layout().size();
        let way = self.way();
        let mut stream = Stream::for_game(seed, number);
        let board = rules.deal(Board::empty(size), &mut stream);
        let mut state = State {
            board,
            tile_sum: board.tile_sum(),
            stream,
            score: 0,
            moves: 0,
        };
        let network = self;
        let tables = self.tables();
        if let (Some(packed), SpawnCells::Any) = (board.grid().packed(), rules.spawn_cells) {
            let state_on = state.on(Board::new(packed));
            let played = way.run(Game {
                network,
                tables,
                rules,
                state: state_on,
            });
            state = played.on(Board::new(played.board.grid().to_any()));
        }
        // The rest of a game that may make a 65536, or all of one on another board.
        let State {
            board,
            score,
            moves,
            ..
        } = way.run(Game {
            network,
            tables,
            rules,
            state,
        });
        Outcome {
            number,
            score,
            moves,
            max_exponent: board.max_exponent(),
        }
    }
}

/// Where a game stands.
#[derive(Clone, Copy)]
struct State<G> {
    board: Board<G>,
    tile_sum: u64,
    stream: Stream,
    score: u64,
    moves: u64,
}

impl<G> State<G> {
    /// The same on another kind of board.
    fn on<H>(&self, board: Board<H>) -> State<H> {
        State {
            board,
            tile_sum: self.tile_sum,
            stream: self.stream,
            score: self.score,
            moves: self.moves,
        }
    }
}

/// A game to play until it is over or its kind of board cannot hold what may come.
struct Game<'a, G> {
    network: &'a Network,
    tables: Tables<'a, 1>,
    rules: &'a Rules,
    state: State<G>,
}

impl<G: Ground> Work for Game<'_, G> {
    type Output = State<G>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> State<G> {
        let reading = self.network.reading();
        let mut state = self.state;
        while !state.board.grid().is_full_scale() {
            let moves = G::moves(&state.board);
            if moves.legal == 0 {
                break;
            }
            let boards = moves.after.map(|after| after.grid().digits());
            let values = reading.values(kernel, &self.tables, &boards, state.tile_sum, moves.legal);
            let best = moves.best(&values);
            let after = moves.after[best];
            let spawn = self
                .rules
                .draw(&after, Direction::ALL[best], &mut state.stream);
            state.board = after.place(spawn);
            state.tile_sum += 1 << spawn.exponent;
            state.score += moves.points[best];
            state.moves += 1;
        }
        state
    }
}

impl Network {
    /// How often these games read each weight, on so many threads.
    pub(crate) fn count_reads(
        &self,
        rules: &Rules,
        seed: u64,
        numbers: Range<u64>,
        threads: usize,
    ) -> Vec<u32> {
        let counts: Vec<AtomicU32> = self.weights().iter().map(|_| AtomicU32::new(0)).collect();
        let next = AtomicU64::new(numbers.start);
        thread::scope(|scope| {
            for _ in 0..threads {
                let (counts, next, end) = (&counts, &next, numbers.end);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= end {
                            break;
                        }
                        self.count_one(rules, seed, number, counts);
                    }
                });
            }
        });
        counts.into_iter().map(AtomicU32::into_inner).collect()
    }

    /// Plays a game and counts what choosing its moves reads.
    fn count_one(&self, rules: &Rules, seed: u64, number: u64, counts: &[AtomicU32]) {
        let lookups = self.tables().lookups;
        let mut stream = Stream::for_game(seed, number);
        let mut board = rules.deal(Board::empty(self.layout().size()), &mut stream);
        loop {
            let moves = AnyGrid::moves(&board);
            if moves.legal == 0 {
                break;
            }
            let begin = self.reading().stage(board.tile_sum()) * lookups.entries;
            let mut values = [0.0; 4];
            for k in (0..4).filter(|&k| moves.is_legal(k)) {
                values[k] = self.value(&moves.after[k]).expect("the network's own size");
                let digits = moves.after[k].grid().digits();
                for group in &lookups.groups {
                    for index in group.used_indices(&digits) {
                        counts[begin + index as usize].fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
            let best = moves.best(&values);
            let after = moves.after[best];
            board = after.place(rules.draw(&after, Direction::ALL[best], &mut stream));
        }
    }
}
