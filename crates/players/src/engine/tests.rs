use std::time::Instant;

use serpentine_core::{After, Preset, Rules, Size, Stream};

use super::*;
use crate::evaluation::Evaluation;
use crate::models;

/// Boards with a move left and without a 65536 within reach.
fn boards(count: usize, stream: &mut Stream) -> Vec<Board> {
    let mut boards = Vec::new();
    while boards.len() < count {
        let (most, filled) = (3 + stream.below(12), 9 + stream.below(7));
        let board = Board::from_exponents(Size::STANDARD, |_, _| {
            let is_tile = stream.below(16) < filled;
            if is_tile { 1 + stream.below(most) } else { 0 }
        });
        boards.extend(
            board
                .ok()
                .filter(|board| !board.is_terminal() && board.tile_sum() < 60_000),
        );
    }
    boards
}

fn network() -> Arc<dyn Evaluator> {
    models::load_a_small_one();
    Arc::new(models::model("small").unwrap())
}

fn evaluation(text: &str) -> Arc<dyn Evaluator> {
    Arc::new(Evaluation::parse(text, Size::STANDARD, |_| None).unwrap())
}

/// Expectimax by its definition, on the rules' own spawns.
fn plain(
    evaluator: &dyn Evaluator,
    rules: &Rules,
    after: &After<Packed4x4>,
    direction: Direction,
    plies: u32,
) -> f64 {
    if plies == 0 {
        let mut value = [0.0];
        evaluator.values(&[after.grid().bits()], &mut value);
        return f64::from(value[0]);
    }
    let (mut sum, mut total) = (0.0, 0.0);
    for possible in rules.spawns(after, direction) {
        let board = after.place(possible.spawn);
        let moves = Direction::ALL.into_iter().filter_map(|direction| {
            let moved = board.play(direction)?;
            let value = plain(evaluator, rules, &moved.after, direction, plies - 1);
            let points = if evaluator.counts_points() {
                moved.points
            } else {
                0
            };
            Some(value + points as f64)
        });
        let lost = || f64::from(evaluator.lost(after.grid().bits()));
        let best = moves.reduce(f64::max).unwrap_or_else(lost);
        sum += f64::from(possible.weight) * best;
        total += f64::from(possible.weight);
    }
    sum / total
}

/// A root move that is far behind after a round is not searched again, and none once one leads.
#[test]
fn decided_moves_take_no_time() {
    let nodes = |margin: f32| {
        let manner = Manner {
            margin,
            ..Manner::exact(0.1)
        };
        let table = Table::new(1 << 20);
        let mut engine = Engine::new(network(), Limit::Nodes(300), manner, table);
        let boards = boards(50, &mut Stream::new(17));
        let found = boards.iter().map(|board| engine.search(board).unwrap());
        found.map(|found| found.nodes).sum::<u64>()
    };
    // With no margin at all, one round decides.
    let (none, some, all) = (nodes(0.0), nodes(100.0), nodes(f32::INFINITY));
    assert!(none < some && some < all, "{none}, {some}, {all}");
}

/// Merging, the table and the order of evaluation change no value of an exact search.
#[test]
fn exact_searches_are_plain_expectimax() {
    let mut stream = Stream::new(31);
    for evaluator in [
        network(),
        evaluation("snake"),
        evaluation("hand"),
        evaluation("minimax-e"),
        evaluation("empty*2+smooth"),
    ] {
        for preset in Preset::ALL {
            if preset.rules.spawn_cells != serpentine_core::SpawnCells::Any {
                continue;
            }
            let manner = Manner::exact(preset.rules.four.as_f64() as f32);
            for (plies, count) in [(1, 20), (2, 20), (3, 3)] {
                let table = Table::new(1 << 16);
                let limit = Limit::Plies(plies);
                let mut engine = Engine::new(Arc::clone(&evaluator), limit, manner, table);
                for board in boards(count, &mut stream) {
                    if plies == 3 && board.empty_count() > 4 {
                        continue;
                    }
                    let found = engine.search(&board).unwrap();
                    assert_eq!(found.depth, plies, "{board}");
                    let packed = Board::new(board.grid().packed_4x4().unwrap());
                    for direction in Direction::ALL {
                        let value = found.values[direction.index()];
                        let Some(moved) = packed.play(direction) else {
                            assert_eq!(value, None);
                            continue;
                        };
                        let points = match evaluator.counts_points() {
                            true => moved.points as f64,
                            false => 0.0,
                        };
                        let rules = &preset.rules;
                        let after = &moved.after;
                        let right = plain(&*evaluator, rules, after, direction, plies - 1) + points;
                        let value = f64::from(value.unwrap());
                        let near = 2e-4 * (1.0 + right.abs());
                        let is_near = (value - right).abs() < near || value == right;
                        assert!(is_near, "{board} {direction:?}: {value} for {right}");
                    }
                }
            }
        }
    }
}

/// The same limit in nodes, the same search; threads change rounding at most.
#[test]
fn one_thread_is_deterministic_and_more_agree() {
    let manner = Manner::exact(0.1);
    let engine = |limit| Engine::new(network(), limit, manner, Table::new(1 << 20));
    for board in boards(6, &mut Stream::new(8)) {
        let limit = Limit::Nodes(300);
        let (one, other) = (engine(limit).search(&board), engine(limit).search(&board));
        let (one, other) = (one.unwrap(), other.unwrap());
        assert_eq!((one.values, one.nodes), (other.values, other.nodes));
        let mut alone = engine(Limit::Plies(3));
        let mut together = engine(Limit::Plies(3));
        together.set_threads(NonZeroUsize::new(3).unwrap());
        let (one, other) = (alone.search(&board), together.search(&board));
        let pairs = one.unwrap().values.into_iter().zip(other.unwrap().values);
        for (one, other) in pairs.filter_map(|(one, other)| one.zip(other)) {
            assert!((one - other).abs() <= 1e-4 * (1.0 + one.abs()));
        }
    }
}

/// What is not followed makes a small difference, and saves most of the work.
#[test]
fn what_is_left_out_is_small() {
    let exact = Manner::exact(0.1);
    let quick = Manner {
        margin: 300.0,
        least_share: 1e-3,
        ..exact
    };
    let engine = |manner| Engine::new(network(), Limit::Plies(4), manner, Table::new(1 << 22));
    let (mut full, mut cut) = (engine(exact), engine(quick));
    let (mut error, mut size, mut nodes) = (0.0, 0.0, (0, 0));
    for board in boards(12, &mut Stream::new(77)) {
        let (full, cut) = (full.search(&board).unwrap(), cut.search(&board).unwrap());
        nodes = (nodes.0 + full.nodes, nodes.1 + cut.nodes);
        let best = |found: &Found| {
            found
                .values
                .iter()
                .flatten()
                .fold(0.0, |a: f32, b| a.max(*b))
        };
        error += (best(&full) - best(&cut)).abs();
        size += best(&full);
    }
    assert!(nodes.1 * 3 < nodes.0, "{nodes:?}");
    assert!(error < 0.1 * size, "{error} of {size}");
}

/// Where few cells are empty, a 4 may end the game and a 2 not: in the last move ahead, 2s do not
/// stand for 4s there.
#[test]
fn fours_count_where_few_cells_are_empty() {
    let exact = Manner::exact(0.1);
    let quick = Manner {
        plies_of_four: 2,
        ..exact
    };
    let engine = |manner| Engine::new(network(), Limit::Plies(2), manner, Table::new(1 << 16));
    let (mut full, mut short) = (engine(exact), engine(quick));
    let (mut few, mut others_differ) = (0, false);
    for board in boards(200, &mut Stream::new(19)) {
        let (full, short) = (full.search(&board).unwrap(), short.search(&board).unwrap());
        for direction in board.legal().iter() {
            let k = direction.index();
            let after = board.play(direction).unwrap().after;
            if after.empty_count() <= 2 {
                few += 1;
                assert_eq!(full.values[k], short.values[k], "{board} {direction}");
            } else {
                others_differ |= full.values[k] != short.values[k];
            }
        }
    }
    assert!(few > 20 && others_differ, "{few}");
}

#[test]
fn time_is_kept() {
    let manner = Manner::exact(0.1);
    let time = Duration::from_millis(100);
    let mut engine = Engine::new(network(), Limit::Time(time), manner, Table::new(1 << 20));
    for board in boards(4, &mut Stream::new(5)) {
        let asked = Instant::now();
        let found = engine.search(&board).unwrap();
        assert!(found.depth > 2, "{}", found.depth);
        // Generous: tests share the machine with others.
        assert!(asked.elapsed() < 5 * time, "{:?}", asked.elapsed());
    }
}

/// Boards beyond four bits a cell are searched as smaller ones; lines are legal.
#[test]
fn the_largest_tiles_are_searched_and_lines_are_legal() {
    let mut engine = Engine::new(
        network(),
        Limit::Plies(3),
        Manner::exact(0.1),
        Table::new(1 << 20),
    );
    for text in [
        "65536 32768 8192 4096/2 4 2048 2/4 64 32 16/2 4 2 .",
        "32768 32768 8192 4096/2 4 2048 2/4 64 32 16/2 4 2 .",
        "131072 65536 32768 16384/2 4 . ./. . . ./. . . .",
    ] {
        let board: Board = text.parse().unwrap();
        let found = engine.search(&board).unwrap();
        assert_eq!(found.kind, Kind::Mapped, "{text}");
        for direction in Direction::ALL {
            let is_legal = board.legal().contains(direction);
            assert_eq!(found.values[direction.index()].is_some(), is_legal);
        }
        let best = board.legal().iter().next().unwrap();
        let line = engine.line(&board, best, 5);
        assert!(line.len() > 1 && line.len() <= 5 && line[0].direction == best);
    }
}

/// An oracle that knows every position with a tile in the first cell.
struct Corner;

impl Oracle for Corner {
    fn probe(&self, after: u64) -> Option<f32> {
        (after >> 60 != 0).then_some(1e6)
    }
}

#[test]
fn an_oracle_is_asked_first() {
    let mut engine = Engine::new(
        evaluation("snake"),
        Limit::Plies(2),
        Manner::exact(0.1),
        Table::new(1 << 16),
    );
    engine.set_oracle(Arc::new(Corner));
    let board: Board = ". 2 . ./. . . ./. . . ./. . . .".parse().unwrap();
    let found = engine.search(&board).unwrap();
    assert_eq!(found.values[Direction::Left.index()], Some(1e6));
    assert!(found.values[Direction::Right.index()].unwrap() < 1e6);
    assert_eq!(found.kind, Kind::Searched);
    // Neither move takes the tile from the corner.
    let board: Board = "2 4 8 16/4 . . ./8 . . ./16 . . .".parse().unwrap();
    let found = engine.search(&board).unwrap();
    assert_eq!((found.kind, found.sure), (Kind::Exact, 1.0));
}

/// An oracle that knows every position but one.
struct AllBut(u64);

impl Oracle for AllBut {
    fn probe(&self, after: u64) -> Option<f32> {
        let image = Packed4x4::from_bits(after).canonical().bits();
        (image != self.0).then_some(1e6)
    }
}

/// Positions that are only evaluated are asked for, too, by whatever way they would be.
#[test]
fn an_oracle_stands_in_for_the_evaluator() {
    let board: Board = "2 . . ./. . . ./. . . ./. . . .".parse().unwrap();
    let after = board.play(Direction::Right).unwrap().after;
    let image = after.grid().packed_4x4().unwrap().canonical().bits();
    for text in ["hand", "empty*2+smooth"] {
        let (limit, manner) = (Limit::Plies(2), Manner::exact(0.1));
        let mut engine = Engine::new(evaluation(text), limit, manner, Table::new(1 << 16));
        let alone = engine.search(&board).unwrap();
        let known = Some(1e6);
        assert_ne!(alone.values[Direction::Right.index()], known, "{text}");
        engine.clear();
        engine.set_oracle(Arc::new(AllBut(image)));
        let found = engine.search(&board).unwrap();
        assert_eq!(found.values[Direction::Right.index()], known, "{text}");
        assert_eq!(found.kind, Kind::Searched, "{text}");
    }
}

#[test]
fn a_board_without_moves_has_no_values() {
    let board: Board = "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2".parse().unwrap();
    for limit in [Limit::Plies(3), Limit::Nodes(100)] {
        let evaluation = Evaluation::parse("hand", Size::STANDARD, |_| None).unwrap();
        let manner = Manner::exact(0.1);
        let mut engine = Engine::new(Arc::new(evaluation), limit, manner, Table::new(1 << 16));
        let found = engine.search(&board).unwrap();
        assert_eq!((found.values, found.nodes), ([None; 4], 0));
    }
}
