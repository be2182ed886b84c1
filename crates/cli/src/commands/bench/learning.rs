//! How fast networks learn and play, next to what memory allows.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;
use serpentine_core::Rules;
use serpentine_learn::{Recipe, Trainer, Until};
use serpentine_players::DEFAULT_MODEL;

use crate::models;
use crate::output::{Output, table, thousands};

/// Rounds of each side, in turn.
const ROUNDS: usize = 5;

/// What a side's speed is, and that of reading as much at random.
#[derive(Debug, Serialize)]
pub(super) struct Speed {
    moves_per_second: f64,
    limit_moves_per_second: f64,
    share: f64,
}

impl Speed {
    fn new(mut rates: Vec<f64>, mut limits: Vec<f64>) -> Self {
        let [rate, limit] = [&mut rates, &mut limits].map(|rates| {
            rates.sort_by(f64::total_cmp);
            rates[rates.len() / 2]
        });
        Self {
            moves_per_second: rate,
            limit_moves_per_second: limit,
            share: rate / limit,
        }
    }
}

/// Learning and greedy play of the network that ships, on one core.
#[derive(Debug, Serialize)]
pub(super) struct Learning {
    network: String,
    pub(super) train: Speed,
    pub(super) greedy: Speed,
}

pub(super) fn measure(seconds: u32) -> Result<Learning> {
    let network = models::open(DEFAULT_MODEL)?.network;
    let recipe = Recipe {
        layout: network.layout().clone(),
        stages: network.stages().to_vec(),
        trend: network.has_trend(),
        ..Recipe::default()
    };
    let mut trainer = Trainer::new(&recipe, Rules::STANDARD, 1, 1)?;
    trainer.set_weights(&network);
    // A copy of which every page has been written: pages that never were cost nothing to read.
    let network = trainer.network()?;
    let slice = Duration::from_secs_f64(f64::from(seconds) / (4 * ROUNDS) as f64);
    let mut rates: [Vec<f64>; 4] = Default::default();
    let mut game = 0;
    for _ in 0..ROUNDS {
        rates[0].push(rate(|| {
            let (end, before) = (Instant::now() + slice, trainer.moves_count());
            trainer.learn(Until::default(), &|| Instant::now() >= end);
            trainer.moves_count() - before
        }));
        rates[1].push(rate(|| {
            until(slice, || reads(|moves| trainer.read_at_random(moves)))
        }));
        rates[2].push(rate(|| {
            until(slice, || {
                game += 1;
                let games = network.play_greedily(&Rules::STANDARD, 1, game..game + 1, 1);
                games.iter().map(|game| game.moves).sum()
            })
        }));
        rates[3].push(rate(|| {
            until(slice, || reads(|moves| network.read_at_random(moves)))
        }));
    }
    let [train, train_limit, greedy, greedy_limit] = rates;
    Ok(Learning {
        network: network.layout().to_string(),
        train: Speed::new(train, train_limit),
        greedy: Speed::new(greedy, greedy_limit),
    })
}

/// Moves each second of some work that says how many it did.
fn rate(work: impl FnOnce() -> u64) -> f64 {
    let begun = Instant::now();
    let moves = work();
    moves as f64 / begun.elapsed().as_secs_f64()
}

fn until(time: Duration, mut work: impl FnMut() -> u64) -> u64 {
    let begun = Instant::now();
    let mut moves = 0;
    while begun.elapsed() < time {
        moves += work();
    }
    moves
}

fn reads(read: impl FnOnce(u64) -> f32) -> u64 {
    const MOVES: u64 = 10_000;
    black_box(read(MOVES));
    MOVES
}

pub(super) fn print(learning: &Learning, output: &mut Output) -> Result<()> {
    let what = format!("network {}, one core", learning.network);
    let heads = [what.as_str(), "moves/s", "reading at random", "share"];
    let mut rows = table(heads, &[0]);
    for (name, speed) in [
        ("learning", &learning.train),
        ("greedy play", &learning.greedy),
    ] {
        rows.add_row([
            name.to_owned(),
            thousands(speed.moves_per_second as u64),
            thousands(speed.limit_moves_per_second as u64),
            format!("{:.0} %", 100.0 * speed.share),
        ]);
    }
    output.table(&rows)
}
