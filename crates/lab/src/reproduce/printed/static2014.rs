//! The static-evaluation paper's program: a tile may merge again within one move, and a move
//! that changes nothing still adds a tile.

use serpentine_core::grid::Packed4x4;
use serpentine_core::{Direction, Size, Stream};
use serpentine_players::evaluation::Evaluation;

use super::{Cells, Outcome, TARGET, largest, lines};

/// Continuations per decision and moves in each.
const CONTINUATIONS: u32 = 200;
const MOVES: u32 = 15;
/// Its loop ends here.
const MOST_MOVES: u64 = 5_000;

/// Plays one game to its end, or to a 2048 if it is to stop there.
pub(in crate::reproduce) fn play(seed: u64, number: u64, stops: bool) -> Outcome {
    let evaluation =
        Evaluation::parse("static2014", Size::STANDARD, |_| None).expect("an evaluation of ours");
    let mut stream = Stream::for_game(seed, number);
    let mut cells: Cells = [0; 16];
    let first = stream.below(16) as usize;
    let second = (first + 1 + stream.below(15) as usize) % 16;
    (cells[first], cells[second]) = (1, 1);
    let mut won_after = None;
    let mut moves = 0;
    while moves < MOST_MOVES {
        if won_after.is_none() && cells.contains(&TARGET) {
            won_after = Some(moves);
            if stops {
                break;
            }
        }
        let Some(direction) = decide(&cells, &evaluation, &mut stream) else {
            break;
        };
        cells = step(&cells, direction, &mut stream);
        moves += 1;
    }
    Outcome {
        won_after,
        moves,
        largest: largest(&cells),
    }
}

/// The direction whose continuations were worth most on average, the last of equals;
/// nothing if none was worth anything.
fn decide(cells: &Cells, evaluation: &Evaluation, stream: &mut Stream) -> Option<Direction> {
    let mut sums = [(0u32, 0.0); 4];
    for _ in 0..CONTINUATIONS {
        let mut now = *cells;
        let (mut first, mut value) = (None, 0.0);
        for _ in 0..MOVES {
            let direction = Direction::ALL[stream.below(4) as usize];
            first.get_or_insert(direction);
            now = step(&now, direction, stream);
            value += evaluation.value(&pack(&now));
        }
        let sum = &mut sums[first.expect("at least one move").index()];
        *sum = (sum.0 + 1, sum.1 + value);
    }
    let mean = |(count, sum): (u32, f64)| sum / f64::from(count.max(1));
    let means = Direction::ALL.map(|direction| (direction, mean(sums[direction.index()])));
    let best = means.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
    best.filter(|best| best.1 > 0.0).map(|best| best.0)
}

/// The same board, first cell highest.
fn pack(cells: &Cells) -> Packed4x4 {
    let exponents = cells.iter();
    Packed4x4::from_bits(exponents.fold(0, |bits, &k| bits << 4 | u64::from(k)))
}

/// Slides, then adds a tile on the edge the move left if there is room.
fn step(cells: &Cells, direction: Direction, stream: &mut Stream) -> Cells {
    let mut cells = *cells;
    let lines = lines(direction);
    for line in &lines {
        slide(&mut cells, line);
    }
    let exponent = 1 + u8::from(stream.below(5) == 0);
    let mut open = [0; 4];
    let mut count = 0;
    for [edge, ..] in lines {
        if cells[edge] == 0 {
            open[count] = edge;
            count += 1;
        }
    }
    if count > 0 {
        cells[open[stream.below(count as u32) as usize]] = exponent;
    }
    cells
}

/// Three passes from the wall back: step into a gap, merge with an equal neighbour. A tile
/// made in one pass may merge in the next.
fn slide(cells: &mut Cells, line: &[usize; 4]) {
    for _ in 0..3 {
        for place in (0..3).rev() {
            let (from, to) = (line[place], line[place + 1]);
            if cells[to] == 0 {
                (cells[to], cells[from]) = (cells[from], 0);
            } else if cells[to] == cells[from] {
                cells[to] += 1;
                cells[from] = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serpentine_core::grid::Grid;
    use serpentine_core::{Cell, Size};

    use super::*;

    fn slid(row: [u8; 4]) -> [u8; 4] {
        let mut cells = [0; 16];
        cells[..4].copy_from_slice(&row);
        slide(&mut cells, &[0, 1, 2, 3]);
        [cells[0], cells[1], cells[2], cells[3]]
    }

    #[test]
    fn tiles_merge_again_within_a_move() {
        assert_eq!(slid([0, 1, 1, 2]), [0, 0, 0, 3]);
        assert_eq!(slid([1, 1, 1, 1]), [0, 0, 0, 3]);
        assert_eq!(slid([0, 1, 2, 1]), [0, 1, 2, 1]);
        assert_eq!(slid([1, 0, 0, 1]), [0, 0, 0, 2]);
    }

    #[test]
    fn cells_are_packed_in_order() {
        let packed = pack(&std::array::from_fn(|k| k as u8));
        let exponents = Cell::all(Size::STANDARD).map(|cell| packed.get(cell));
        assert!(exponents.eq(0..16));
    }
}
