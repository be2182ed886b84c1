//! The Monte-Carlo paper's program: a direction that changes nothing may be chosen and adds a
//! tile, on a full board a random direction is taken, and neighbours merge before they slide.

use serpentine_core::{Direction, Stream};

use super::{Cells, Outcome, TARGET, largest, lines};

/// Its loop ends here.
const MOST_STEPS: u64 = 3_000;

/// Plays one game to its end, on through a 2048, with `n` continuations of `t` steps per
/// direction.
pub(in crate::reproduce) fn play(seed: u64, number: u64, n: u32, t: u32) -> Outcome {
    let mut stream = Stream::for_game(seed, number);
    let mut cells: Cells = [0; 16];
    let mut won_after = None;
    let mut moves = 0;
    while moves < MOST_STEPS && !is_dead(&cells) {
        if cells.contains(&0) {
            drop_tile(&mut cells, 4, &mut stream);
            if let Some(direction) = decide(&cells, n, t, &mut stream) {
                slide(&mut cells, direction);
            }
        } else {
            // It compares boards cell by cell and takes its choice only if all differ.
            slide(&mut cells, random_direction(&mut stream));
        }
        moves += 1;
        if won_after.is_none() && cells.contains(&TARGET) {
            won_after = Some(moves);
        }
    }
    Outcome {
        won_after,
        moves,
        largest: largest(&cells),
    }
}

/// The direction with the largest sum; nothing if two are equal, as the program does then.
fn decide(cells: &Cells, n: u32, t: u32, stream: &mut Stream) -> Option<Direction> {
    let mut best: Option<(u64, Direction)> = None;
    let mut is_single = false;
    for direction in Direction::ALL {
        let mut moved = *cells;
        slide(&mut moved, direction);
        let value = (0..n).map(|_| continuation(moved, t, stream)).sum();
        match best {
            Some((most, _)) if value < most => {}
            Some((most, _)) if value == most => is_single = false,
            _ => {
                best = Some((value, direction));
                is_single = true;
            }
        }
    }
    best.filter(|_| is_single).map(|(_, direction)| direction)
}

/// The sum of 2^exponent after `t` steps: an empty cell counts as 1.
fn continuation(mut cells: Cells, t: u32, stream: &mut Stream) -> u64 {
    for _ in 0..t {
        if cells.contains(&0) {
            drop_tile(&mut cells, 10, stream);
        }
        slide(&mut cells, random_direction(stream));
        if is_dead(&cells) {
            break;
        }
    }
    cells.iter().map(|&exponent| 1 << exponent).sum()
}

fn random_direction(stream: &mut Stream) -> Direction {
    Direction::ALL[stream.below(4) as usize]
}

/// A tile in an empty cell, a 4 once in `four` times.
fn drop_tile(cells: &mut Cells, four: u32, stream: &mut Stream) {
    let count = cells.iter().filter(|&&k| k == 0).count() as u32;
    let (nth, ticket) = stream.pair_below(count, four);
    let mut empty = cells.iter_mut().filter(|k| **k == 0);
    let cell = empty.nth(nth as usize).expect("an empty cell");
    *cell = 1 + u8::from(ticket == 0);
}

fn is_dead(cells: &Cells) -> bool {
    !cells.contains(&0)
        && Direction::ALL.into_iter().all(|direction| {
            let mut moved = *cells;
            slide(&mut moved, direction);
            moved == *cells
        })
}

/// Neighbours merge, gaps close, and if nothing had merged, neighbours merge once more; that
/// last merge leaves its gap.
fn slide(cells: &mut Cells, direction: Direction) {
    for line in lines(direction) {
        let mut row: [u8; 4] = std::array::from_fn(|place| cells[line[3 - place]]);
        let has_merged = merge_neighbours(&mut row, usize::MAX);
        let mut end = 0;
        for place in 0..4 {
            if row[place] != 0 {
                row.swap(end, place);
                end += 1;
            }
        }
        if !has_merged {
            merge_neighbours(&mut row, 1);
        }
        for (place, exponent) in row.into_iter().enumerate() {
            cells[line[3 - place]] = exponent;
        }
    }
}

/// Merges equal neighbours from the wall on, at most so many pairs.
fn merge_neighbours(row: &mut [u8; 4], most: usize) -> bool {
    let mut count = 0;
    for place in 0..3 {
        if count < most && row[place] != 0 && row[place] == row[place + 1] {
            row[place] += 1;
            row[place + 1] = 0;
            count += 1;
        }
    }
    count > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slid(row: [u8; 4]) -> [u8; 4] {
        let mut cells = [0; 16];
        cells[..4].copy_from_slice(&row);
        slide(&mut cells, Direction::Left);
        [cells[0], cells[1], cells[2], cells[3]]
    }

    #[test]
    fn neighbours_merge_before_they_slide() {
        assert_eq!(slid([0, 1, 1, 2]), [2, 2, 0, 0]);
        assert_eq!(slid([1, 1, 1, 1]), [2, 2, 0, 0]);
        assert_eq!(slid([1, 0, 1, 0]), [2, 0, 0, 0]);
        // The nearer pair would be the first two.
        assert_eq!(slid([1, 0, 1, 1]), [1, 2, 0, 0]);
        // The gap of the second merging stays.
        assert_eq!(slid([1, 0, 1, 2]), [2, 0, 2, 0]);
    }

    #[test]
    fn games_repeat() {
        let game = play(1, 0, 5, 5);
        assert_eq!(game, play(1, 0, 5, 5));
        assert!(game.moves > 20, "{game:?}");
    }
}
