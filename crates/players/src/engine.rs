//! The engine: expectimax over any evaluator, as far as a limit goes.
//!
//! ```
//! use std::sync::Arc;
//! use serpentine_core::{Board, Rules, Size};
//! use serpentine_players::engine::{Engine, Limit, Manner, Table};
//! use serpentine_players::evaluation::Evaluation;
//!
//! let evaluation = Evaluation::parse("snake", Size::STANDARD, |_| None)?;
//! let manner = Manner::exact(Rules::STANDARD.four.as_f64() as f32);
//! let mut engine = Engine::new(Arc::new(evaluation), Limit::Plies(3), manner, Table::new(1 << 20));
//! let board: Board = "2 2 4 8/. . . ./. . . ./. . . .".parse()?;
//! let found = engine.search(&board).expect("a 4x4 board");
//! assert_eq!(found.depth, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod downgrade;
mod evaluator;
mod expansion;
mod last;
mod line;
mod search;
mod table;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serpentine_core::grid::{Grid, Packed4x4};
use serpentine_core::{Board, Direction};

pub use evaluator::{Evaluator, Oracle};
pub use line::Step;
pub use search::Manner;
pub use table::Table;

use clock::Clock;
use search::{Counts, DEEPEST, Scratch, Search, Shared};

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// So many moves ahead, the root's included, with every tile between them.
    Plies(u32),
    /// As far as so many expanded positions a move go, on average over a game.
    Nodes(u64),
    /// As far as so much time a move goes, on average over a game.
    Time(Duration),
}

/// What the values of a search are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True values: an oracle knew every move.
    Exact,
    /// Means over the tiles of the moves ahead.
    Searched,
    /// The same on a board with smaller tiles in the same order.
    Mapped,
    /// What the evaluator says, without search.
    Evaluated,
}

impl Kind {
    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Searched => "searched",
            Self::Mapped => "searched on smaller tiles",
            Self::Evaluated => "network",
        }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// What each legal move is worth.
    pub values: [Option<f32>; 4],
    /// Moves ahead of the last whole round, the root's included.
    pub depth: u32,
    /// What the values are.
    pub kind: Kind,
    /// How sure it is that no other move is better, from 0 to 1: how far apart the two best
    /// are, measured by how much their distance still changed in the last round.
    pub sure: f32,
    /// Positions expanded.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Positions found in the table.
    pub hits: u64,
}

impl Found {
    /// The best move.
    ///
    /// Panics if the board had none.
    pub fn best(&self) -> Direction {
        let values = self.values.map(|value| value.map(f64::from));
        crate::decision::best(&values).expect("the board has a legal move")
    }
}

/// Bytes of the table behind a line.
const LINE_TABLE: usize = 1 << 18;

/// A search engine.
pub struct Engine {
    evaluator: Arc<dyn Evaluator>,
    oracle: Option<Arc<dyn Oracle>>,
    table: Table,
    limit: Limit,
    manner: Manner,
    clock: Clock,
    /// One for each thread.
    scratches: Vec<Scratch>,
}

impl Engine {
    /// An engine that searches on one thread.
    pub fn new(evaluator: Arc<dyn Evaluator>, limit: Limit, manner: Manner, table: Table) -> Self {
        Self {
            evaluator,
            oracle: None,
            table,
            limit,
            manner,
            clock: Clock::new(limit),
            scratches: vec![search::scratch()],
        }
    }

    /// Asks this oracle before looking further.
    pub fn set_oracle(&mut self, oracle: Arc<dyn Oracle>) {
        self.oracle = Some(oracle);
    }

    /// Searches on so many threads. More than one find the same but for rounding, and not
    /// always in the same number of nodes.
    pub fn set_threads(&mut self, threads: NonZeroUsize) {
        self.scratches.resize_with(threads.get(), search::scratch);
    }

    /// A new game begins: forgets what earlier searches found, and the time they saved.
    pub fn clear(&mut self) {
        self.table.clear();
        self.clock = Clock::new(self.limit);
    }

    /// What the values mean.
    pub fn unit(&self) -> crate::Unit {
        self.evaluator.unit()
    }

    /// What the legal moves of a board are worth, nothing if there are none; `None` for a board
    /// that it cannot search: one of another size, or a tile above 32768 where none below is missing.
    pub fn search(&mut self, board: &Board) -> Option<Found> {
        let (packed, is_mapped) = searchable(board)?;
        let mut root = Root::new(packed, &*self.evaluator);
        self.table.next_search();
        match self.limit {
            // Nothing to search.
            _ if root.order().is_empty() => {}
            Limit::Plies(0 | 1) => {}
            Limit::Plies(plies) => {
                self.round(&mut root, plies - 1, &|_| false);
            }
            _ => self.rounds(&mut root),
        }
        if let Some(oracle) = &self.oracle {
            root.ask(&**oracle);
        }
        if is_mapped && root.found.kind != Kind::Evaluated {
            root.found.kind = Kind::Mapped;
        }
        Some(root.found)
    }

    /// What is likely to follow a move: the best moves, with tiles that are neither lucky nor
    /// unlucky, at most so many steps.
    pub fn line(&self, board: &Board, first: Direction, steps: usize) -> Vec<Step> {
        let Some((packed, _)) = searchable(board) else {
            return Vec::new();
        };
        let stop = AtomicBool::new(false);
        // A table of its own: to be asked for a line changes no later search.
        let table = Table::new(LINE_TABLE);
        let shared = self.shared(&table, &|_| false, &stop);
        line::line(
            &mut Search::new(shared, search::scratch(), 0),
            packed,
            first,
            steps,
        )
    }

    /// Rounds that look further and further, while the clock allows it.
    fn rounds(&mut self, root: &mut Root) {
        let mut clock = self.clock;
        clock.start();
        for plies in 1..DEEPEST as u32 - 1 {
            let nodes_before = root.found.nodes;
            let is_over = |nodes: u64| plies > 1 && clock.is_over(nodes_before, nodes);
            let is_whole = self.round(root, plies, &is_over);
            let is_decided = root.contenders(self.manner.margin).len() < 2;
            if !is_whole || is_decided || !clock.allows_another(root.found.nodes) {
                break;
            }
        }
        clock.stop(root.found.nodes);
        self.clock = clock;
    }

    /// Searches all root moves that may be best, the best so far first; whether it got to the end.
    /// If not, the moves that it got to the end of count.
    fn round(
        &mut self,
        root: &mut Root,
        plies: u32,
        is_over: &(dyn Fn(u64) -> bool + Sync),
    ) -> bool {
        let stop = AtomicBool::new(false);
        let mut scratches = std::mem::take(&mut self.scratches);
        let order = root.contenders(self.manner.margin);
        let shared = self.shared(&self.table, is_over, &stop);
        let search_from = |thread: usize, scratch: Scratch| {
            let mut search = Search::new(shared, scratch, thread);
            // Threads go different ways, and find in the table what others found.
            let mut order = order.clone();
            let turn = thread % order.len();
            order.rotate_left(turn);
            let mut values = [None; 4];
            for &k in &order {
                let position = search.image(root.afters[k]);
                let value = search.value(position, plies, 1.0, 0);
                if stop.load(Ordering::Relaxed) {
                    return (search.scratch, search.counts, values);
                }
                values[k] = Some(value + root.points[k]);
            }
            // The others need not go on.
            stop.store(true, Ordering::Relaxed);
            (search.scratch, search.counts, values)
        };
        let results = match scratches.len() {
            1 => vec![search_from(0, scratches.remove(0))],
            _ => thread::scope(|scope| {
                let search_from = &search_from;
                let threads = scratches.drain(..).enumerate();
                let threads: Vec<_> = threads
                    .map(|(thread, scratch)| scope.spawn(move || search_from(thread, scratch)))
                    .collect();
                let results = threads.into_iter().map(thread::ScopedJoinHandle::join);
                results
                    .map(|result| result.expect("searches do not panic"))
                    .collect()
            }),
        };
        let mut values = [None; 4];
        let mut counts = Counts::default();
        for (scratch, counted, found) in results {
            scratches.push(scratch);
            counts.add(&counted);
            values = [0, 1, 2, 3].map(|k| values[k].or(found[k]));
        }
        self.scratches = scratches;
        let is_whole = order.iter().all(|&k| values[k].is_some());
        root.take(&counts, values, is_whole);
        is_whole
    }

    fn shared<'a>(
        &'a self,
        table: &'a Table,
        is_over: &'a (dyn Fn(u64) -> bool + Sync),
        stop: &'a AtomicBool,
    ) -> Shared<'a> {
        Shared {
            evaluator: &*self.evaluator,
            oracle: self.oracle.as_deref(),
            table,
            manner: self.manner,
            is_over,
            stop,
        }
    }
}

/// The board itself or one with smaller tiles in its place, and which it is.
fn searchable(board: &Board) -> Option<(Packed4x4, bool)> {
    let moves = DEEPEST as u64 + 1;
    let small = downgrade::downgrade(board, |packed| packed.headroom() >= moves)?;
    let is_mapped = board.grid().packed_4x4() != Some(small);
    Some((small, is_mapped))
}

/// The moves of the root.
struct Root {
    afters: [u64; 4],
    points: [f32; 4],
    found: Found,
}

impl Root {
    /// With the values that the evaluator alone gives.
    fn new(board: Packed4x4, evaluator: &dyn Evaluator) -> Self {
        let (mut afters, mut points) = ([0; 4], [0.0; 4]);
        let mut legal = [false; 4];
        for direction in Direction::ALL {
            let moved = board.checked_slide(direction);
            if let Some((after, made)) = moved.expect("no 65536 is within reach") {
                let k = direction.index();
                legal[k] = true;
                afters[k] = after.bits();
                if evaluator.counts_points() {
                    points[k] = made as f32;
                }
            }
        }
        let mut values = [0.0; 4];
        evaluator.values(&afters, &mut values);
        let legal_count = legal.iter().filter(|legal| **legal).count();
        let found = Found {
            values: [0, 1, 2, 3].map(|k| legal[k].then_some(values[k] + points[k])),
            depth: 1,
            kind: Kind::Evaluated,
            sure: if legal_count == 1 { 1.0 } else { 0.5 },
            nodes: 0,
            evaluations: legal_count as u64,
            hits: 0,
        };
        Self {
            afters,
            points,
            found,
        }
    }

    /// The legal moves, the best so far first.
    fn order(&self) -> Vec<usize> {
        let legal = (0..4).filter(|&k| self.found.values[k].is_some());
        let mut order: Vec<usize> = legal.collect();
        let value = |k: usize| self.found.values[k].unwrap_or(f32::NEG_INFINITY);
        order.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
        order
    }

    /// The same without those that have been searched and are worse than the best by more than
    /// `margin`.
    fn contenders(&self, margin: f32) -> Vec<usize> {
        let mut order = self.order();
        if self.found.kind != Kind::Evaluated {
            let value = |k: usize| self.found.values[k].unwrap_or(f32::NEG_INFINITY);
            let least = order.first().map_or(0.0, |&best| value(best) - margin);
            order.retain(|&k| value(k) >= least);
        }
        order
    }

    /// Takes in what a round found. Moves that it did not get to are thought to change as the
    /// others did; one move alone would tell nothing.
    fn take(&mut self, counts: &Counts, values: [Option<f32>; 4], is_whole: bool) {
        let found = &mut self.found;
        found.nodes += counts.nodes;
        found.evaluations += counts.evaluations;
        found.hits += counts.hits;
        let before = found.values;
        let changes = before.iter().zip(&values);
        let changes = changes.filter_map(|(before, now)| Some((*now)? - (*before)?));
        let count = changes.clone().count();
        if !is_whole && count < 2 {
            return;
        }
        let change = match is_whole {
            true => 0.0,
            false => changes.sum::<f32>() / count as f32,
        };
        for (value, now) in found.values.iter_mut().zip(values) {
            *value = now.or(value.map(|before| before + change));
        }
        if is_whole {
            found.depth = found.depth.max(counts.deepest as u32 + 1);
        }
        found.kind = Kind::Searched;
        self.found.sure = self.sureness(&before);
    }

    /// How likely the best move is better than the next, if the change of the distance between
    /// them in the last round is as large as its error.
    fn sureness(&self, before: &[Option<f32>; 4]) -> f32 {
        let order = self.order();
        let [best, next, ..] = order[..] else {
            return 1.0;
        };
        let distance = |values: &[Option<f32>; 4]| {
            values[best].unwrap_or_default() - values[next].unwrap_or_default()
        };
        let now = distance(&self.found.values);
        let error = (now - distance(before)).abs().max(1e-6);
        1.0 / (1.0 + (-1.7 * now / error).exp())
    }

    /// Replaces the values of moves that the oracle knows.
    fn ask(&mut self, oracle: &dyn Oracle) {
        let mut is_known = true;
        for k in self.order() {
            match oracle.probe(self.afters[k]) {
                Some(value) => self.found.values[k] = Some(value + self.points[k]),
                None => is_known = false,
            }
        }
        if is_known {
            self.found.kind = Kind::Exact;
            self.found.sure = 1.0;
        }
    }
}

#[cfg(test)]
mod tests;
