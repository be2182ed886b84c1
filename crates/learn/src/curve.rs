//! How a network got better.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::actor::Ended;
use crate::greedy::Outcome;

/// What some games came to. Games that did not begin at the beginning are only counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games that ended.
    pub games: u64,
    /// Those that began at the beginning; all below is about them.
    pub whole: u64,
    /// Their points.
    pub score: u64,
    /// By exponent, how many had it as their largest tile; larger ones are not kept.
    pub largest: Vec<u64>,
}

/// A point of the learning curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Moves learned from so far.
    pub moves: u64,
    /// Games learned from so far.
    pub games: u64,
    /// Seconds of learning so far.
    pub seconds: f64,
    /// The games since the point before.
    pub learning: Tally,
    /// Held-out greedy games, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub greedy: Option<Greedy>,
}

/// Held-out greedy games at a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Greedy {
    /// What they came to.
    pub tally: Tally,
    /// The 95 % interval of their mean score.
    pub ci95: [f64; 2],
}

impl Tally {
    /// Adds a game of learning.
    pub fn add(&mut self, game: &Ended) {
        self.games += 1;
        if game.is_whole {
            self.count(game.score, game.max_exponent);
        }
    }

    /// Adds a greedy game.
    pub fn add_greedy(&mut self, game: &Outcome) {
        self.games += 1;
        self.count(game.score, game.max_exponent);
    }

    fn count(&mut self, score: u64, max_exponent: u8) {
        self.whole += 1;
        self.score += score;
        let place = usize::from(max_exponent);
        if self.largest.len() <= place {
            self.largest.resize(place + 1, 0);
        }
        self.largest[place] += 1;
    }

    /// Points of a game on average.
    pub fn mean(&self) -> Option<f64> {
        (self.whole > 0).then(|| self.score as f64 / self.whole as f64)
    }

    /// The share of games that made this tile or a larger one.
    pub fn reached(&self, exponent: u8) -> Option<f64> {
        let made: u64 = self.largest.iter().skip(usize::from(exponent)).sum();
        (self.whole > 0).then(|| made as f64 / self.whole as f64)
    }

    /// The largest tile of any.
    pub fn largest_exponent(&self) -> Option<u8> {
        let place = self.largest.iter().rposition(|&games| games > 0);
        place.map(|place| place as u8)
    }
}

impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        self.games += other.games;
        self.whole += other.whole;
        self.score += other.score;
        if self.largest.len() < other.largest.len() {
            self.largest.resize(other.largest.len(), 0);
        }
        for (sum, games) in self.largest.iter_mut().zip(&other.largest) {
            *sum += games;
        }
    }
}
