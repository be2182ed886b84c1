//! `serpentine match`

use std::ops::ControlFlow;
use std::path::Path;
use std::thread;
use std::time::Instant;

use anyhow::Result;
use serde::Serialize;
use serpentine_lab::{Comparison, GameResult, Match, PlayerSummary, Until, compare, summarise};

use crate::args::MatchArgs;
use crate::output::{Output, table, thousands};
use crate::{UsageError, files, interrupt};

#[derive(Serialize)]
struct Report {
    players: Vec<PlayerSummary>,
    comparisons: Vec<Comparison>,
    seed: u64,
    rules: String,
    size: String,
    version: &'static str,
    /// False if the match was interrupted.
    complete: bool,
}

pub(crate) fn run(args: &MatchArgs, output: &mut Output) -> Result<()> {
    interrupt::listen();
    let all_cores = || thread::available_parallelism().map_or(1, usize::from);
    let plan = Match {
        players: args.players.clone(),
        games: args.games,
        seed: args.seed,
        size: args.game.size,
        rules: args.game.rules,
        until: Until {
            exponent: args.until,
        },
        threads: args.threads.map_or_else(all_cores, usize::from),
        keep_records: args.records.is_some(),
    };
    let total = plan.games * plan.players.len() as u64;
    let mut progress = output.progress("games", Some(total));
    let (mut done, mut moves, mut score) = (0u64, 0u64, 0u64);
    let mut failure = None;
    let started = Instant::now();
    let results = plan.run(&mut |player, game| {
        done += 1;
        moves += game.moves;
        score += game.score;
        let rate = moves as f64 / started.elapsed().as_secs_f64();
        let mean = score as f64 / done as f64;
        progress.note(format!(
            "{} moves/s, mean {mean:.0}",
            thousands(rate as u64)
        ));
        progress.at(done);
        // A record is written as its game ends: what is finished is not lost.
        let written = args
            .records
            .as_deref()
            .map_or(Ok(()), |dir| write_record(dir, player, game));
        if let Err(error) = written {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        match interrupt::requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    drop(progress);
    if let Some(error) = failure {
        return Err(error);
    }
    let results = results.map_err(|error| UsageError(error.to_string()))?;
    let names: Vec<String> = plan.players.iter().map(ToString::to_string).collect();
    let first = (names[0].as_str(), results[0].as_slice());
    let others = names.iter().zip(&results).skip(1);
    let report = Report {
        players: names
            .iter()
            .zip(&results)
            .map(|(name, games)| summarise(name, games))
            .collect(),
        comparisons: others
            .map(|(name, games)| compare(first, (name, games)))
            .collect(),
        seed: plan.seed,
        rules: plan.rules.to_string(),
        size: plan.size.to_string(),
        version: env!("CARGO_PKG_VERSION"),
        complete: done == total,
    };
    if args.json {
        return output.json(&report);
    }
    print(&report, output)
}

fn write_record(dir: &Path, player: usize, game: &GameResult) -> Result<()> {
    let Some(record) = &game.record else {
        return Ok(());
    };
    let name = format!("player{}-game{:06}.txt", player + 1, game.number);
    files::write_record(&dir.join(name), record)
}

fn print(report: &Report, output: &mut Output) -> Result<()> {
    output.line(format_args!(
        "{} {}, seed {}",
        report.size, report.rules, report.seed
    ))?;
    let mut scores = table(
        [
            "player",
            "games",
            "mean score",
            "± 95 %",
            "median",
            "max",
            "std",
        ],
        &[0],
    );
    let mut moves = table(
        ["player", "won", "moves", "moves/s", "µs/move", "p99"],
        &[0],
    );
    for player in &report.players {
        let score = &player.score;
        scores.add_row([
            player.player.clone(),
            thousands(player.games),
            thousands(score.mean.round() as u64),
            thousands(((score.ci95[1] - score.ci95[0]) / 2.0).round() as u64),
            thousands(score.median.round() as u64),
            thousands(score.max),
            thousands(score.std.round() as u64),
        ]);
        moves.add_row([
            player.player.clone(),
            format!("{:.1} %", 100.0 * player.won.rate),
            format!("{:.1}", player.moves.mean),
            thousands(player.moves_per_second.round() as u64),
            format!("{:.2}", player.move_time_us_mean),
            format!("{:.2}", player.move_time_us_p99),
        ]);
    }
    output.table(&scores)?;
    output.line("")?;
    output.table(&moves)?;
    output.line("\ngames with a tile or a larger one, and the 95 % interval")?;
    for player in &report.players {
        output.line(format_args!("{}", player.player))?;
        for (tile, reached) in player.reached.iter().rev().take(8) {
            let [low, high] = reached.ci95.map(|rate| 100.0 * rate);
            let rate = 100.0 * reached.rate;
            let tile = thousands(*tile);
            output.line(format_args!(
                "  {tile:>7}  {rate:>6.2} %   {low:.2} to {high:.2}"
            ))?;
        }
    }
    for comparison in &report.comparisons {
        let [low, high] = comparison.difference.ci95;
        output.line(format_args!(
            "\n{} against {}, the same {} games: {:+.0} points ({low:+.0} to {high:+.0}), p = {:.2e}",
            comparison.second, comparison.first, comparison.games, comparison.difference.mean, comparison.p_value
        ))?;
    }
    if !report.complete {
        output.line("\ninterrupted: the figures cover the games that ended")?;
    }
    Ok(())
}
