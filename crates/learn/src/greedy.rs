//! Games in which the network alone chooses every move.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, ScopedJoinHandle};

use serpentine_core::grid::{AnyGrid, Grid};
use serpentine_core::{Board, Direction, Rules, Size, SpawnCells, Stream};

use crate::ground::Ground;
use crate::kernel::{Kernel, Tables, Work};
use crate::network::Network;
use crate::pack::Census;
use crate::reading::Reading;
use crate::weights::on_play_tables;

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
        let deal = || {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let mut stream = Stream::for_game(seed, number);
            numbers.contains(&number).then(|| {
                let board = rules.deal(Board::empty(self.layout().size()), &mut stream);
                State::new(number, board, stream)
            })
        };
        let mut ended: Vec<State<AnyGrid>> = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|_| scope.spawn(|| self.play_all(rules, &deal)))
                .collect();
            let ended = workers.into_iter().map(ScopedJoinHandle::join);
            ended
                .flat_map(|ended| ended.expect("games do not panic"))
                .collect()
        });
        ended.sort_by_key(|state| state.number);
        ended.iter().map(State::outcome).collect()
    }

    /// Plays games until there are no more.
    fn play_all(
        &self,
        rules: &Rules,
        deal: &dyn Fn() -> Option<State<AnyGrid>>,
    ) -> Vec<State<AnyGrid>> {
        let is_packed =
            self.layout().size() == Size::STANDARD && rules.spawn_cells == SpawnCells::Any;
        if !is_packed {
            return self.play_on(rules, deal);
        }
        let packed = || {
            let state = deal()?;
            let grid = state.board.grid().packed().expect("a standard board");
            Some(state.on(Board::new(grid)))
        };
        let played = self.play_on(rules, &packed);
        // The rest of those that may make a 65536.
        let rest = RefCell::new(played.into_iter());
        let any = || {
            let state = rest.borrow_mut().next()?;
            Some(state.on(Board::new(state.board.grid().to_any())))
        };
        self.play_on(rules, &any)
    }

    fn play_on<G: Ground>(
        &self,
        rules: &Rules,
        next: &dyn Fn() -> Option<State<G>>,
    ) -> Vec<State<G>> {
        let reading = self.reading();
        on_play_tables!(self.tables(), tables => self.way().run(Games {
            reading,
            tables,
            rules,
            next,
        }))
    }
}

/// Where a game stands.
#[derive(Clone, Copy)]
struct State<G> {
    number: u64,
    board: Board<G>,
    tile_sum: u64,
    stream: Stream,
    score: u64,
    moves: u64,
}

impl State<AnyGrid> {
    fn new(number: u64, board: Board, stream: Stream) -> Self {
        Self {
            number,
            board,
            tile_sum: board.tile_sum(),
            stream,
            score: 0,
            moves: 0,
        }
    }

    fn outcome(&self) -> Outcome {
        Outcome {
            number: self.number,
            score: self.score,
            moves: self.moves,
            max_exponent: self.board.max_exponent(),
        }
    }
}

impl<G> State<G> {
    /// The same on another kind of board.
    fn on<H>(&self, board: Board<H>) -> State<H> {
        State {
            number: self.number,
            board,
            tile_sum: self.tile_sum,
            stream: self.stream,
            score: self.score,
            moves: self.moves,
        }
    }
}

/// Games to play until they are over or their kind of board cannot hold what may come, two at
/// a time: while one waits for its weights, the other goes on.
struct Games<'a, G, const FORM: u8> {
    reading: &'a Reading,
    tables: Tables<'a, FORM>,
    rules: &'a Rules,
    next: &'a dyn Fn() -> Option<State<G>>,
}

impl<G: Ground, const FORM: u8> Games<'_, G, FORM> {
    /// Makes a move, or says that the game ends here.
    #[inline(always)]
    fn is_played_on<K: Kernel>(&self, kernel: K, state: &mut State<G>) -> bool {
        if state.board.grid().is_full_scale() {
            return false;
        }
        let moves = G::moves(&state.board);
        if moves.legal == 0 {
            return false;
        }
        let boards = moves.after.map(|after| after.grid().digits());
        let values = self.reading.values(
            kernel,
            &self.tables,
            &boards,
            &[state.tile_sum; 4],
            moves.legal,
        );
        let best = moves.best(&values);
        let after = moves.after[best];
        let spawn = self
            .rules
            .draw(&after, Direction::ALL[best], &mut state.stream);
        state.board = after.place(spawn);
        state.tile_sum += 1 << spawn.exponent;
        state.score += moves.points[best];
        state.moves += 1;
        true
    }
}

impl<G: Ground, const FORM: u8> Work for Games<'_, G, FORM> {
    type Output = Vec<State<G>>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Vec<State<G>> {
        let mut ended = Vec::new();
        let Some(mut one) = (self.next)() else {
            return ended;
        };
        if let Some(mut other) = (self.next)() {
            loop {
                if !self.is_played_on(kernel, &mut one) {
                    ended.push(one);
                    one = other;
                    match (self.next)() {
                        Some(state) => other = state,
                        None => break,
                    }
                }
                if !self.is_played_on(kernel, &mut other) {
                    ended.push(other);
                    match (self.next)() {
                        Some(state) => other = state,
                        None => break,
                    }
                }
            }
        }
        while self.is_played_on(kernel, &mut one) {}
        ended.push(one);
        ended
    }
}

impl Census {
    /// Counts what choosing every move of so many greedy games reads.
    pub fn count_greedy_games(
        &self,
        network: &Network,
        rules: &Rules,
        seed: u64,
        games: u64,
        threads: usize,
    ) {
        let next = AtomicU64::new(0);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games {
                            break;
                        }
                        self.count_greedy_game(network, rules, seed, number);
                    }
                });
            }
        });
    }

    fn count_greedy_game(&self, network: &Network, rules: &Rules, seed: u64, number: u64) {
        let mut stream = Stream::for_game(seed, number);
        let mut board = rules.deal(Board::empty(network.layout().size()), &mut stream);
        loop {
            let moves = AnyGrid::moves(&board);
            if moves.legal == 0 {
                break;
            }
            let mut values = [0.0; 4];
            for k in (0..4).filter(|&k| moves.is_legal(k)) {
                let value = network.value(&moves.after[k]);
                values[k] = value.expect("the network's own size");
                self.count(network, &moves.after[k]);
            }
            let best = moves.best(&values);
            let after = moves.after[best];
            board = after.place(rules.draw(&after, Direction::ALL[best], &mut stream));
        }
    }
}
