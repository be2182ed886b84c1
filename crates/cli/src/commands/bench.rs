//! `serpentine bench`
//!
//! The two sides of every ratio are measured in turn, several times over, and the
//! medians compared, so that a busy machine disturbs both alike.

mod engine;
mod learning;
mod search;
mod store;
mod strength;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;
use serpentine_core::random_play::{self, Outcome, Vectors};
use serpentine_core::reference::Reference;
use serpentine_core::{Rules, Size};

use serpentine_players::{DEFAULT_MODEL, Player, Spec};

use super::signature;
use crate::args::BenchArgs;
use crate::models;
use crate::output::{Output, table, thousands};

const ROUNDS: u32 = 7;

#[derive(Serialize)]
struct Report {
    random_play: RandomPlay,
    search: Vec<search::Saving>,
    engine: Vec<engine::Speed>,
    #[serde(flatten)]
    learning: learning::Learning,
}

#[derive(Serialize)]
struct RandomPlay {
    moves_per_second: f64,
    reference_moves_per_second: f64,
    ratio: f64,
    one_by_one_moves_per_second: f64,
    vectors: &'static str,
    by_vectors: BTreeMap<&'static str, f64>,
    games: u64,
    mean_score: f64,
    mean_moves: f64,
}

#[derive(Serialize)]
struct SignatureReport {
    signature: String,
    nodes: u64,
    search: String,
    search_nodes: u64,
    hand: String,
    hand_nodes: u64,
    learning: String,
    learning_nodes: u64,
    /// CRC-32 of the weights of the network that ships.
    network: String,
}

pub(crate) fn run(args: &BenchArgs, output: &mut Output) -> Result<()> {
    if args.signature {
        let (play, search) = (signature::of_play(), signature::of_search());
        let (hand, learning) = (signature::of_hand(), signature::of_learning());
        let text = |hash: u64| format!("{hash:016x}");
        let network = models::open(DEFAULT_MODEL)?.network;
        let checksum = format!("{:08x}", network.checksum());
        if args.json {
            return output.json(&SignatureReport {
                signature: text(play.hash),
                nodes: play.nodes,
                search: text(search.hash),
                search_nodes: search.nodes,
                hand: text(hand.hash),
                hand_nodes: hand.nodes,
                learning: text(learning.hash),
                learning_nodes: learning.nodes,
                network: checksum,
            });
        }
        output.line(format_args!("{} nodes {}", text(play.hash), play.nodes))?;
        for (part, name) in [(search, "search"), (hand, "hand"), (learning, "learning")] {
            let (hash, nodes) = (text(part.hash), part.nodes);
            output.line(format_args!("{hash} nodes {nodes}, {name}"))?;
        }
        let weights = network.weights_count();
        output.line(format_args!("{checksum} weights {weights}, network"))?;
        return Ok(());
    }
    if args.store {
        return store::run(args.json, output);
    }
    if args.strength {
        return strength::run(args, output);
    }
    let report = Report {
        random_play: random_play(args, output),
        search: search::savings(),
        engine: engine::measure(),
        learning: learning::measure(args.seconds)?,
    };
    if args.json {
        return output.json(&report);
    }
    let play = &report.random_play;
    let mut rows = table(["random legal play, one core", "moves/s", "ratio"], &[0]);
    let mut row = |what: String, rate: f64| {
        let ratio = rate / play.reference_moves_per_second;
        let rate = thousands(rate.round() as u64);
        rows.add_row([what, rate, format!("{ratio:.1}")]);
    };
    for vectors in Vectors::available() {
        let name = vectors.name();
        row(
            format!("sixteen side by side, {name}"),
            play.by_vectors[name],
        );
    }
    row(
        "one by one, row tables".to_owned(),
        play.one_by_one_moves_per_second,
    );
    row("slow reference".to_owned(), play.reference_moves_per_second);
    output.table(&rows)?;
    output.line(format_args!(
        "{} games: mean score {:.1}, mean moves {:.1}",
        thousands(play.games),
        play.mean_score,
        play.mean_moves
    ))?;
    savings_table(&report.search, output)?;
    engine::print(&report.engine, output)?;
    learning::print(&report.learning, output)
}

fn savings_table(savings: &[search::Saving], output: &mut Output) -> Result<()> {
    let heads = ["search", "evaluations", "plain", "saved", "times as fast"];
    let mut rows = table(heads, &[0]);
    for saving in savings {
        rows.add_row([
            saving.player.to_owned(),
            thousands(saving.nodes),
            thousands(saving.plain_nodes),
            format!("{:.1} %", 100.0 * saving.nodes_saved),
            format!("{:.1}", saving.speed_ratio),
        ]);
    }
    output.table(&rows)
}

/// A player of the standard game.
fn build(spec: &str) -> Box<dyn Player> {
    let spec: Spec = spec.parse().expect("a known player");
    spec.build(Size::STANDARD, &Rules::STANDARD)
        .expect("it plays the standard game")
}

/// Games and moves of one side, and the time they took.
#[derive(Default)]
struct Tally {
    next_game: u64,
    games: u64,
    moves: u64,
    score: u64,
    rates: Vec<f64>,
}

impl Tally {
    /// Plays batches of games until the time is used up.
    fn measure(
        &mut self,
        time: Duration,
        batch: u64,
        mut play: impl FnMut(std::ops::Range<u64>, &mut dyn FnMut(Outcome)),
    ) {
        let started = Instant::now();
        let moves_before = self.moves;
        while started.elapsed() < time {
            let games = self.next_game..self.next_game + batch;
            self.next_game += batch;
            play(games, &mut |outcome| {
                self.games += 1;
                self.moves += outcome.moves;
                self.score += outcome.score;
            });
        }
        let moves = (self.moves - moves_before) as f64;
        self.rates.push(moves / started.elapsed().as_secs_f64());
    }

    fn median_rate(&mut self) -> f64 {
        self.rates.sort_by(f64::total_cmp);
        self.rates[self.rates.len() / 2]
    }
}

fn random_play(args: &BenchArgs, output: &Output) -> RandomPlay {
    let rules = Rules::STANDARD;
    let seed = args.seed;
    let widths = Vectors::available();
    let sides = widths.len() as u32 + 2;
    let time = Duration::from_secs(args.seconds.into()) / (sides * ROUNDS);
    let mut fast: Vec<Tally> = widths.iter().map(|_| Tally::default()).collect();
    let (mut plain, mut slow) = (Tally::default(), Tally::default());
    let mut progress = output.progress("rounds", Some(ROUNDS.into()));
    for round in 0..ROUNDS {
        for (&vectors, tally) in widths.iter().zip(&mut fast) {
            tally.measure(time, 10_000, |games, report| {
                random_play::play_on(vectors, Size::STANDARD, &rules, seed, games, report);
            });
        }
        plain.measure(time, 1_000, |games, report| {
            random_play::play_packed_one_by_one(&rules, seed, games, report);
        });
        slow.measure(time, 50, |games, report| {
            for number in games {
                let game = random_play::play_one::<Reference>;
                report(game(Size::STANDARD, &rules, seed, number));
            }
        });
        progress.at(u64::from(round) + 1);
    }
    let rates = fast.iter_mut().map(Tally::median_rate);
    let by_vectors: BTreeMap<_, _> = widths.iter().map(|v| v.name()).zip(rates).collect();
    let widest = &fast[0];
    let (rate, reference) = (by_vectors[widths[0].name()], slow.median_rate());
    RandomPlay {
        moves_per_second: rate,
        reference_moves_per_second: reference,
        ratio: rate / reference,
        one_by_one_moves_per_second: plain.median_rate(),
        vectors: widths[0].name(),
        by_vectors,
        games: widest.games,
        mean_score: widest.score as f64 / widest.games as f64,
        mean_moves: widest.moves as f64 / widest.games as f64,
    }
}
