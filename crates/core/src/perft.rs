//! Counting paths, to compare move generators.
//!
//! A path is one legal move and one spawn, 2 and 4 counted apart, `depth` times over.

use std::collections::HashMap;

use crate::{Board, Rules};

/// The number of paths of this depth, or `None` past 128 bits.
///
/// ```
/// use serpentine_core::{Board, Rules, perft};
/// let board: Board = "2 . . ./. . . ./. . . ./. . . 2".parse()?;
/// assert_eq!(perft::paths(&board, &Rules::STANDARD, 1), Some(112));
/// # Ok::<(), serpentine_core::notation::NotationError>(())
/// ```
pub fn paths(board: &Board, rules: &Rules, depth: u32) -> Option<u128> {
    match depth {
        0 => Some(1),
        _ => by_depth(board, rules).nth(depth as usize - 1)?,
    }
}

/// The number of paths of depth 1, 2, …; `None` past 128 bits.
///
/// Positions that are images of each other have the same number of paths, and so do
/// equal positions reached along different paths: each is followed once, with the
/// number of ways that led to it.
pub fn by_depth(board: &Board, rules: &Rules) -> impl Iterator<Item = Option<u128>> {
    let rules = *rules;
    let mut layer = Some(HashMap::from([(board.canonical(), 1u128)]));
    let mut is_first = true;
    std::iter::from_fn(move || {
        if !std::mem::take(&mut is_first) {
            layer = layer.take().and_then(|layer| advance(layer, &rules));
        }
        Some(layer.as_ref().and_then(|layer| count_last(layer, &rules)))
    })
}

/// Every position after one more move and spawn, with the ways that lead to it.
fn advance(layer: HashMap<Board, u128>, rules: &Rules) -> Option<HashMap<Board, u128>> {
    let mut next: HashMap<Board, u128> = HashMap::new();
    for (board, ways) in layer {
        for direction in board.legal().iter() {
            let after = board.play(direction)?.after;
            for possible in rules.spawns(&after, direction) {
                let board = after.place(possible.spawn).canonical();
                let count = next.entry(board).or_default();
                *count = count.checked_add(ways)?;
            }
        }
    }
    Some(next)
}

/// One more move and spawn counted without looking at where they lead.
fn count_last(layer: &HashMap<Board, u128>, rules: &Rules) -> Option<u128> {
    layer.iter().try_fold(0u128, |total, (board, ways)| {
        let last: usize = board
            .legal()
            .iter()
            .filter_map(|direction| Some((direction, board.play(direction)?.after)))
            .map(|(direction, after)| rules.spawns(&after, direction).count())
            .sum();
        total.checked_add(ways.checked_mul(last as u128)?)
    })
}

/// The same by following every path, for tests.
pub fn paths_one_by_one<G: crate::grid::Grid>(
    board: &crate::Board<G>,
    rules: &Rules,
    depth: u32,
) -> u128 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for direction in crate::Direction::ALL {
        if let Some(moved) = board.play(direction) {
            for possible in rules.spawns(&moved.after, direction) {
                let next = moved.after.place(possible.spawn);
                total += paths_one_by_one(&next, rules, depth - 1);
            }
        }
    }
    total
}
