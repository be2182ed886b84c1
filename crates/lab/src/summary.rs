//! What a match came to.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::play::GameResult;
use crate::statistics::{deviation, mean, mean_ci95, paired_p_value, quantile, wilson_ci95};

/// A figure with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The figure.
    pub mean: f64,
    /// Its interval.
    pub ci95: [f64; 2],
}

/// Scores of a player's games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Score {
    /// Mean.
    pub mean: f64,
    /// Its interval.
    pub ci95: [f64; 2],
    /// Median.
    pub median: f64,
    /// Largest.
    pub max: u64,
    /// Standard deviation.
    pub std: f64,
}

/// How often a tile was made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reached {
    /// Share of the games.
    pub rate: f64,
    /// Wilson's interval.
    pub ci95: [f64; 2],
}

/// All figures of one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerSummary {
    /// Its spec.
    pub player: String,
    /// Games played.
    pub games: u64,
    /// Points.
    pub score: Score,
    /// Moves per game.
    pub moves: Interval,
    /// Share of games with each tile or a larger one, by the tile's value.
    pub reached: BTreeMap<u64, Reached>,
    /// Share of games in which the winning tile was made.
    pub won: Reached,
    /// Moves per second of one thread, the game itself included.
    pub moves_per_second: f64,
    /// Mean time per move in microseconds.
    pub move_time_us_mean: f64,
    /// The time that 99 of 100 moves keep.
    pub move_time_us_p99: f64,
}

/// Two players over the same games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The first player.
    pub first: String,
    /// The other.
    pub second: String,
    /// Games both played.
    pub games: u64,
    /// Mean of the second's score minus the first's.
    pub difference: Interval,
    /// How likely so large a difference would be if there were none (paired t-test).
    pub p_value: f64,
}

/// The figures of one player's games.
pub fn summarise(player: &str, games: &[GameResult]) -> PlayerSummary {
    let mut scores: Vec<f64> = games.iter().map(|game| game.score as f64).collect();
    let moves: Vec<f64> = games.iter().map(|game| game.moves as f64).collect();
    scores.sort_by(f64::total_cmp);
    let seconds: f64 = games.iter().map(|game| game.time.as_secs_f64()).sum();
    let total_moves: f64 = moves.iter().sum();
    let times = games.iter().flat_map(|game| &game.move_times);
    let mut times: Vec<f64> = times.map(|time| time.as_secs_f64() * 1e6).collect();
    times.sort_by(f64::total_cmp);
    let count = games.len() as u64;
    let rate = |successes: usize| Reached {
        rate: successes as f64 / (count.max(1)) as f64,
        ci95: wilson_ci95(successes as u64, count),
    };
    let largest = games
        .iter()
        .map(|game| game.board.max_exponent())
        .max()
        .unwrap_or(0);
    let at_least = |k: u8| {
        games
            .iter()
            .filter(|game| game.board.max_exponent() >= k)
            .count()
    };
    PlayerSummary {
        player: player.to_owned(),
        games: count,
        score: Score {
            mean: mean(&scores),
            ci95: mean_ci95(&scores),
            median: quantile(&scores, 0.5),
            max: games.iter().map(|game| game.score).max().unwrap_or(0),
            std: deviation(&scores),
        },
        moves: Interval {
            mean: mean(&moves),
            ci95: mean_ci95(&moves),
        },
        reached: (3..=largest).map(|k| (1 << k, rate(at_least(k)))).collect(),
        won: rate(games.iter().filter(|game| game.won).count()),
        moves_per_second: if seconds > 0.0 {
            total_moves / seconds
        } else {
            0.0
        },
        move_time_us_mean: mean(&times),
        move_time_us_p99: quantile(&times, 0.99),
    }
}

/// Compares two players over the games both played.
pub fn compare(
    (first, first_games): (&str, &[GameResult]),
    (second, second_games): (&str, &[GameResult]),
) -> Comparison {
    let by_number: BTreeMap<u64, u64> = first_games.iter().map(|g| (g.number, g.score)).collect();
    let differences: Vec<f64> = second_games
        .iter()
        .filter_map(|game| Some(game.score as f64 - *by_number.get(&game.number)? as f64))
        .collect();
    Comparison {
        first: first.to_owned(),
        second: second.to_owned(),
        games: differences.len() as u64,
        difference: Interval {
            mean: mean(&differences),
            ci95: mean_ci95(&differences),
        },
        p_value: paired_p_value(&differences),
    }
}
