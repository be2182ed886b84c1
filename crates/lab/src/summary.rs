//! What a match came to.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::move_times::MoveTimes;
use crate::play::GameResult;
use crate::statistics::{
    bootstrap_ci95, deviation, mean, mean_ci95, paired_p_value, quantile, welch, wilson_ci95,
};

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

/// Two players' scores.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The first player.
    pub first: String,
    /// The other.
    pub second: String,
    /// Whether the games of the two dealt the same tiles and are compared one by one.
    pub paired: bool,
    /// Games compared: those both played, or if not paired, those of the one with fewer.
    pub games: u64,
    /// Mean of the second's score minus the first's.
    pub difference: Interval,
    /// The difference's interval by the bootstrap, which follows skewed scores.
    pub bootstrap_ci95: Option<[f64; 2]>,
    /// How likely so large a difference would be if there were none (t-test, paired or
    /// Welch's).
    pub p_value: f64,
    /// Share of the paired games in which the second scored more, half of the draws included.
    pub ahead: Option<f64>,
}

/// The figures of one player's games.
pub fn summarise(player: &str, games: &[GameResult]) -> PlayerSummary {
    let mut scores: Vec<f64> = games.iter().map(|game| game.score as f64).collect();
    let moves: Vec<f64> = games.iter().map(|game| game.moves as f64).collect();
    scores.sort_by(f64::total_cmp);
    let seconds: f64 = games.iter().map(|game| game.time.as_secs_f64()).sum();
    let total_moves: f64 = moves.iter().sum();
    let mut times = MoveTimes::default();
    for game in games {
        times.merge(&game.move_times);
    }
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
        move_time_us_mean: times.mean().as_secs_f64() * 1e6,
        move_time_us_p99: times.quantile(0.99).as_secs_f64() * 1e6,
    }
}

/// Compares two players over the games both played, dealt from the same seed.
pub fn compare(
    (first, first_games): (&str, &[GameResult]),
    (second, second_games): (&str, &[GameResult]),
) -> Comparison {
    let by_number: BTreeMap<u64, u64> = first_games.iter().map(|g| (g.number, g.score)).collect();
    let differences: Vec<f64> = second_games
        .iter()
        .filter_map(|game| Some(game.score as f64 - *by_number.get(&game.number)? as f64))
        .collect();
    let ahead = differences.iter().map(|&difference| match difference {
        d if d > 0.0 => 1.0,
        d if d < 0.0 => 0.0,
        _ => 0.5,
    });
    Comparison {
        first: first.to_owned(),
        second: second.to_owned(),
        paired: true,
        games: differences.len() as u64,
        difference: Interval {
            mean: mean(&differences),
            ci95: mean_ci95(&differences),
        },
        bootstrap_ci95: Some(bootstrap_ci95(&differences)),
        p_value: paired_p_value(&differences),
        ahead: Some(ahead.sum::<f64>() / differences.len().max(1) as f64),
    }
}

/// Compares two players whose games dealt different tiles.
pub fn compare_unpaired(
    (first, first_games): (&str, &[GameResult]),
    (second, second_games): (&str, &[GameResult]),
) -> Comparison {
    let scores =
        |games: &[GameResult]| -> Vec<f64> { games.iter().map(|game| game.score as f64).collect() };
    let (mean, ci95, p_value) = welch(&scores(first_games), &scores(second_games));
    Comparison {
        first: first.to_owned(),
        second: second.to_owned(),
        paired: false,
        games: first_games.len().min(second_games.len()) as u64,
        difference: Interval { mean, ci95 },
        bootstrap_ci95: None,
        p_value,
        ahead: None,
    }
}
