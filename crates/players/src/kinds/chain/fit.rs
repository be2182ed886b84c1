//! Where the weights of the links come from: learning from the player's own games.
//!
//! TD(0) on positions after the move, every weight with its own step (temporal
//! coherence), averaged over the second half of the games. It starts from weights that
//! like the S, so that the path begins in the first corner and not in any other.
//!
//! `SERPENTINE_FIT_CHAIN=1 cargo test --release -p serpentine-players --lib chain::fit -- --ignored`
//! writes `links.txt` again.

use serpentine_core::grid::{Grid, Packed4x4};
use serpentine_core::{Board, Direction, Rules, Size, Stream};

use super::links::{SORTS, WEIGHTS, places};

const GAMES: u64 = 100_000;
const SEED: u64 = 1;

/// How fast the first idea of a link's worth falls along the path, and its scale.
const FADE: f64 = 0.6;
const FIRST_SCALE: f64 = 2.0;

#[derive(Clone)]
struct Weight {
    points: f64,
    /// Sum of the errors, and of their sizes: a weight that is pulled both ways slows down.
    drift: f64,
    travel: f64,
    /// Sum over the games of the second half.
    total: f64,
}

#[test]
#[ignore = "long: fits the chain's weights again, minutes"]
fn the_shipped_weights_are_what_the_fit_gives() {
    let fitted = text(&fit());
    if std::env::var_os("SERPENTINE_FIT_CHAIN").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/kinds/chain/links.txt");
        std::fs::write(file, &fitted).unwrap();
    } else {
        assert_eq!(fitted, include_str!("links.txt"));
    }
}

fn text(points: &[f64]) -> String {
    let rows = points.chunks(SORTS).map(|row| {
        let row: Vec<String> = row.iter().map(|p| (p.round() as i64).to_string()).collect();
        row.join(" ") + "\n"
    });
    rows.collect()
}

fn fit() -> Vec<f64> {
    let mut weights: Vec<Weight> = first_idea().into_iter().map(Weight::new).collect();
    for game in 0..GAMES {
        learn_from_a_game(&mut weights, &mut Stream::for_game(SEED, game));
        if game >= GAMES / 2 {
            for weight in &mut weights {
                weight.total += weight.points;
            }
        }
    }
    let games = (GAMES - GAMES / 2) as f64;
    weights.iter().map(|weight| weight.total / games).collect()
}

/// Falling along the path is worth the tiles' mean, rising costs the larger one; later
/// links are worth less. Links across the folds are worth nothing yet.
fn first_idea() -> Vec<f64> {
    let tile = |k: usize| if k == 0 { 0.0 } else { (1u64 << k) as f64 };
    let mut weights = vec![0.0; WEIGHTS];
    for (place, weight) in weights.iter_mut().enumerate() {
        let (kind, first, second) = (place / SORTS / SORTS, place / SORTS % SORTS, place % SORTS);
        // A row's three links, then the fold to the next row.
        let step = match kind {
            0..12 => kind / 3 * 4 + kind % 3,
            15 => 3,
            19 => 7,
            23 => 11,
            _ => continue,
        };
        let worth = match second > first {
            true => -tile(second),
            false => 0.5 * (tile(first) + tile(second)),
        };
        *weight = (0..step).fold(FIRST_SCALE * worth, |worth, _| FADE * worth);
    }
    weights
}

fn learn_from_a_game(weights: &mut [Weight], stream: &mut Stream) {
    let rules = Rules::STANDARD;
    let empty = Board::new(Packed4x4::empty(Size::STANDARD).expect("4×4 is packed"));
    let mut board = rules.deal(empty, stream);
    let mut last: Option<(Packed4x4, f64)> = None;
    loop {
        let mut best: Option<(f64, f64, Direction, _)> = None;
        for direction in Direction::ALL {
            if let Some(moved) = board.play(direction) {
                let worth = value(weights, *moved.after.grid());
                let total = worth + moved.points as f64;
                if best.as_ref().is_none_or(|&(most, ..)| total > most) {
                    best = Some((total, worth, direction, moved.after));
                }
            }
        }
        if let Some((after, worth)) = last {
            let goal = best.as_ref().map_or(0.0, |&(total, ..)| total);
            learn(weights, after, goal - worth);
        }
        let Some((_, worth, direction, after)) = best else {
            return;
        };
        last = Some((*after.grid(), worth));
        board = after.place(rules.draw(&after, direction, stream));
    }
}

fn value(weights: &[Weight], after: Packed4x4) -> f64 {
    places(after)
        .map(|place| weights[place].points)
        .iter()
        .sum()
}

fn learn(weights: &mut [Weight], after: Packed4x4, error: f64) {
    let places = places(after);
    for place in places {
        let weight = &mut weights[place];
        let rate = match weight.travel {
            0.0 => 1.0,
            travel => weight.drift.abs() / travel,
        };
        weight.points += rate * error / places.len() as f64;
        weight.drift += error;
        weight.travel += error.abs();
    }
}

impl Weight {
    const fn new(points: f64) -> Self {
        Self {
            points,
            drift: 0.0,
            travel: 0.0,
            total: 0.0,
        }
    }
}
