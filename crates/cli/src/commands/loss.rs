//! `serpentine loss`

use std::sync::Mutex;

use anyhow::Result;
use serde::Serialize;
use serpentine_lab::loss::{Loss, Mistake, Question};

use super::matches::all_cores;
use crate::UsageError;
use crate::args::LossArgs;
use crate::output::{Output, table, thousands};

#[derive(Serialize)]
struct Report {
    reference: String,
    host: String,
    seed: u64,
    players: Vec<Loss>,
}

pub(crate) fn run(args: &LossArgs, output: &mut Output) -> Result<()> {
    let question = Question {
        reference: args.reference.clone(),
        players: args.players.clone(),
        host: args.host.clone(),
        positions: args.positions as usize,
        worst: args.worst,
        seed: args.seed,
    };
    let threads = args.threads.map_or_else(all_cores, usize::from);
    let progress = Mutex::new(output.progress("positions", Some(args.positions)));
    let shown = |done: usize| {
        if let Ok(mut progress) = progress.lock() {
            progress.at(done as u64);
        }
    };
    let players = question.ask(threads, &shown);
    drop(progress);
    let players = players.map_err(|error| UsageError(error.to_string()))?;
    if args.json {
        return output.json(&Report {
            reference: args.reference.to_string(),
            host: args.host.to_string(),
            seed: args.seed,
            players,
        });
    }
    let heads = ["player", "same move", "loss", "95 %", "nodes", "µs/move"];
    let mut rows = table(heads, &[0]);
    for player in &players {
        let [low, high] = player.loss_ci95;
        rows.add_row([
            player.player.clone(),
            format!("{:.1} %", 100.0 * player.same),
            format!("{:.2}", player.loss),
            format!("{low:.2} to {high:.2}"),
            thousands(player.nodes.round() as u64),
            format!("{:.1}", player.micros),
        ]);
    }
    output.table(&rows)?;
    for player in players.iter().filter(|player| !player.worst.is_empty()) {
        output.line(format_args!("\n{}", player.player))?;
        for Mistake {
            board,
            chosen,
            best,
            loss,
        } in &player.worst
        {
            output.line(format_args!("  {board}: {chosen} for {best}, {loss:.1}"))?;
        }
    }
    output.line(format_args!(
        "\n{} positions of games by {}; loss by the values of {}",
        thousands(args.positions),
        args.host,
        args.reference
    ))
}
