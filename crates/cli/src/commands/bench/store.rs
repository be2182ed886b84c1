//! What storing costs a fast player, and how fast 100,000 stored games are read.

use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;
use serpentine_lab::statistics::quantile;
use serpentine_lab::store::{RunId, RunKind, Store};
use serpentine_lab::{Match, Setting, compare, summarise};

use crate::commands::matches::all_cores;
use crate::output::{Output, thousands};

#[derive(Serialize)]
pub(super) struct Report {
    /// The fast player, and its games in a round.
    player: &'static str,
    games: u64,
    rounds: usize,
    /// Seconds for a round, medians.
    plain_seconds: f64,
    stored_seconds: f64,
    /// Share of the player's time that storing adds.
    cost: f64,
    /// Seconds to list, show and compare runs of so many games in all.
    stored_games: u64,
    list_seconds: f64,
    show_seconds: f64,
    compare_seconds: f64,
}

const PLAYER: &str = "chain";
const GAMES: u64 = 5_000;
const ROUNDS: usize = 11;
const MANY: u64 = 50_000;

pub(super) fn run(as_json: bool, output: &mut Output) -> Result<()> {
    let dir = tempfile::tempdir()?;
    let (plain, stored) = cost(&dir.path().join("cost.db"))?;
    let (list, show, compare) = reading(&dir.path().join("many.db"))?;
    let report = Report {
        player: PLAYER,
        games: GAMES,
        rounds: ROUNDS,
        plain_seconds: plain,
        stored_seconds: stored,
        cost: stored / plain - 1.0,
        stored_games: 2 * MANY,
        list_seconds: list,
        show_seconds: show,
        compare_seconds: compare,
    };
    if as_json {
        return output.json(&report);
    }
    output.line(format_args!(
        "storing: {GAMES} games of {PLAYER} in {plain:.3} s, with every game stored {stored:.3} s \
         ({:+.1} %, medians of {ROUNDS})",
        100.0 * report.cost
    ))?;
    output.line(format_args!(
        "reading {} stored games: list {list:.3} s, show {show:.3} s, compare {compare:.3} s",
        thousands(report.stored_games)
    ))
}

fn plan(player: &str, games: u64, seed: u64) -> Match {
    Match {
        players: vec![player.parse().expect("a player of ours")],
        games,
        setting: Setting::standard(seed),
    }
}

/// Seconds for a round without and with a store, in turn, medians.
fn cost(path: &std::path::Path) -> Result<(f64, f64)> {
    let mut store = Store::open(path)?;
    let (mut plain, mut stored) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let plan = plan(PLAYER, GAMES, round as u64);
        plain.push(seconds(|| {
            Ok(plan.run(Vec::new(), all_cores(), &mut ()).map(drop)?)
        })?);
        stored.push(seconds(|| {
            let run = store.begin(RunKind::Match, "", &plan)?;
            Ok(store.play(run, all_cores(), &mut ()).map(drop)?)
        })?);
    }
    Ok((median(plain), median(stored)))
}

/// Seconds to list, to show and to compare two runs of 50,000 games.
fn reading(path: &std::path::Path) -> Result<(f64, f64, f64)> {
    let mut store = Store::open(path)?;
    let mut runs: Vec<RunId> = Vec::new();
    for player in ["random", "corner"] {
        let run = store.begin(RunKind::Match, "", &plan(player, MANY, 1))?;
        store.play(run, all_cores(), &mut ())?;
        runs.push(run);
    }
    drop(store);
    let store = Store::open_existing(path)?;
    let list = seconds(|| Ok(store.runs().map(drop)?))?;
    let show = seconds(|| {
        summarise("", &store.games(runs[0])?[0]);
        Ok(())
    })?;
    let compared = seconds(|| {
        let (first, second) = (store.games(runs[0])?, store.games(runs[1])?);
        summarise("", &first[0]);
        summarise("", &second[0]);
        compare(("", &first[0]), ("", &second[0]));
        Ok(())
    })?;
    Ok((list, show, compared))
}

fn seconds(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    let started = Instant::now();
    work()?;
    Ok(started.elapsed().max(Duration::from_nanos(1)).as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    quantile(&values, 0.5)
}
