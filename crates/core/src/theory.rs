//! What can be said about 2048 without playing it.
//!
//! `c` is the number of cells, `k` the exponent of a tile.

use std::collections::BTreeMap;

use crate::{Board, Probability, Size};

/// Most moves a game can have: 2^(c+1) - 4 - c.
///
/// Each move adds at least 2 to the tile sum, which starts at 4 at least and is bounded;
/// the full chain cannot be built without 4s, and each costs a move.
pub const fn longest_game(size: Size) -> u64 {
    let cells = size.cells() as u64;
    (1 << (cells + 1)) - 4 - cells
}

/// Fewest moves to the tile 2^k from two start tiles, for k from 3: 2^(k-2) + k - 4.
pub const fn least_moves(exponent: u32) -> u64 {
    assert!(exponent >= 3, "a 4 may be dealt at the start");
    (1 << (exponent - 2)) + exponent as u64 - 4
}

/// Most tiles of exponent `exponent` or more that can stand on the board at once.
pub const fn most_tiles_at_once(size: Size, exponent: u32) -> u64 {
    (size.cells() as u64 + 2).saturating_sub(exponent as u64)
}

/// Points it takes to build the tile 2^k when only 2s appear: (k-1)·2^k.
pub const fn points_from_twos(exponent: u32) -> u64 {
    (exponent as u64 - 1) << exponent
}

/// Points it takes when only 4s appear: (k-2)·2^k.
pub const fn points_from_fours(exponent: u32) -> u64 {
    (exponent as u64).saturating_sub(2) << exponent
}

/// The two above weighted by the chances of a 2 and a 4, as the chain paper does.
pub fn points_weighted(exponent: u32, four: Probability) -> f64 {
    let p = four.as_f64();
    (1.0 - p) * points_from_twos(exponent) as f64 + p * points_from_fours(exponent) as f64
}

/// The mean points when each new tile is a 4 with that chance.
///
/// A 4 brings twice the sum of a 2, so 4s make up 2p/(1+p) of the tile, not p:
/// (k - 1 - 2p/(1+p))·2^k.
pub fn mean_points(exponent: u32, four: Probability) -> f64 {
    let p = four.as_f64();
    (f64::from(exponent) - 1.0 - 2.0 * p / (1.0 + p)) * (exponent as f64).exp2()
}

/// The full chain: ascending along a snake from the top left, beginning with this
/// exponent (1 when the last tile to appear was a 2, 2 when it was a 4).
///
/// ```
/// use serpentine_core::{Size, theory};
/// let last = theory::final_board(Size::new(2, 2)?, 2);
/// assert_eq!(last.to_string(), "4 8/32 16");
/// # Ok::<(), serpentine_core::SizeError>(())
/// ```
pub fn final_board(size: Size, first_exponent: u32) -> Board {
    snake(size, |step| step + first_exponent)
}

/// The board just before the largest tile of all: the chain with a gap where a 4 must
/// appear.
pub fn last_chance(size: Size) -> Board {
    snake(size, |step| if step == 0 { 0 } else { step + 1 })
}

fn snake(size: Size, exponent: impl Fn(u32) -> u32) -> Board {
    Board::from_exponents(size, |row, col| {
        let along = if row % 2 == 0 {
            col
        } else {
            size.cols() - 1 - col
        };
        exponent((row * size.cols() + along) as u32)
    })
    .expect("the chain is the largest that fits")
}

/// Mean and variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The variance.
    pub variance: f64,
}

/// Moves to the tile 2^k when tiles are not bound to places: each move merges every
/// pair there is, then a tile appears (Lees-Miller's chain of tile bags). The game's
/// geometry can only make it longer.
pub fn moves_ignoring_geometry(exponent: u32, four: Probability) -> Moments {
    /// Probability, and its products with the moves made and with their square.
    type Mass = [f64; 3];
    let p = four.as_f64();
    // Number of tiles per exponent, by tile sum.
    let mut bags: BTreeMap<u64, BTreeMap<Vec<u8>, Mass>> = BTreeMap::new();
    let add = |bags: &mut BTreeMap<u64, BTreeMap<Vec<u8>, Mass>>, bag: Vec<u8>, mass: Mass| {
        let sum = bag
            .iter()
            .enumerate()
            .map(|(k, &n)| u64::from(n) << k)
            .sum();
        let entry = bags.entry(sum).or_default().entry(bag).or_default();
        for (total, part) in entry.iter_mut().zip(mass) {
            *total += part;
        }
    };
    let with = |bag: &[u8], exponent: usize| {
        let mut bag = bag.to_vec();
        bag[exponent] += 1;
        bag
    };
    let none = vec![0; exponent as usize + 1];
    for (first, p_first) in [(1, 1.0 - p), (2, p)] {
        for (second, p_second) in [(1, 1.0 - p), (2, p)] {
            let bag = with(&with(&none, first), second);
            add(&mut bags, bag, [p_first * p_second, 0.0, 0.0]);
        }
    }
    let mut done: Mass = [0.0; 3];
    while let Some((_, layer)) = bags.pop_first() {
        for (bag, mass) in layer {
            if bag[exponent as usize] > 0 {
                for (total, part) in done.iter_mut().zip(mass) {
                    *total += part;
                }
                continue;
            }
            let mut merged = bag.clone();
            for k in 0..bag.len() {
                merged[k] -= bag[k] / 2 * 2;
                if k + 1 < bag.len() {
                    merged[k + 1] += bag[k] / 2;
                }
            }
            let [mass, first, second] = mass;
            let moved = [mass, first + mass, second + 2.0 * first + mass];
            for (new, chance) in [(1, 1.0 - p), (2, p)] {
                add(
                    &mut bags,
                    with(&merged, new),
                    moved.map(|part| part * chance),
                );
            }
        }
    }
    debug_assert!((done[0] - 1.0).abs() < 1e-9, "every game gets there");
    Moments {
        mean: done[1],
        variance: done[2] - done[1] * done[1],
    }
}
