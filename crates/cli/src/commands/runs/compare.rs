//! `runs compare`

use anyhow::Result;
use serpentine_lab::store::Run;
use serpentine_lab::{GameResult, compare, compare_unpaired, summarise};

use super::open;
use crate::UsageError;
use crate::args::CompareArgs;
use crate::commands::tables;
use crate::output::Output;

/// One player of one run.
struct Side {
    name: String,
    run: Run,
    games: Vec<GameResult>,
}

impl Side {
    /// Game k of both dealt the same tiles.
    fn is_paired_with(&self, other: &Self) -> bool {
        let deal = |run: &Run| (run.seed, run.size.clone(), run.rules.clone());
        deal(&self.run) == deal(&other.run)
    }
}

pub(super) fn run(args: &CompareArgs, output: &mut Output) -> Result<()> {
    let store = open(&args.store)?;
    let mut sides = Vec::new();
    for &id in &args.ids {
        let run = store.run(id)?;
        for (player, games) in store.games(id)?.into_iter().enumerate() {
            let name = match args.ids.len() {
                1 => run.players[player].clone(),
                _ => format!("{} (run {id})", run.players[player]),
            };
            let run = run.clone();
            sides.push(Side { name, run, games });
        }
    }
    let Some((first, others)) = sides.split_first().filter(|(_, others)| !others.is_empty()) else {
        let id = args.ids[0];
        return Err(UsageError(format!(
            "run {id} has one player: name another run to compare it with"
        ))
        .into());
    };
    let comparisons = others.iter().map(|other| {
        let compare = match first.is_paired_with(other) {
            true => compare,
            false => compare_unpaired,
        };
        compare((&first.name, &first.games), (&other.name, &other.games))
    });
    let comparisons: Vec<_> = comparisons.collect();
    let players = sides.iter().map(|side| summarise(&side.name, &side.games));
    let players: Vec<_> = players.collect();
    if args.json {
        let report = serde_json::json!({ "players": players, "comparisons": comparisons });
        return output.json(&report);
    }
    tables::players(&players, output)?;
    tables::comparisons(&comparisons, output)
}
