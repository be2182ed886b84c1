//! `runs list` and `runs show`

use anyhow::Result;
use serde::Serialize;
use serpentine_lab::store::RunKind;
use serpentine_lab::{PlayerSummary, summarise};
use serpentine_learn::Point;

use super::{RunInfo, open};
use crate::args::{ListArgs, ShowRunArgs};
use crate::commands::{tables, train};
use crate::output::{Output, table, thousands};

pub(super) fn list(args: &ListArgs, output: &mut Output) -> Result<()> {
    let mut runs: Vec<RunInfo> = Vec::new();
    for run in open(&args.store)?.runs()? {
        match run {
            Ok(run) => runs.push(run.into()),
            Err(error) => output.warn(error),
        }
    }
    if args.json {
        return output.json(&serde_json::json!({ "runs": runs }));
    }
    if runs.is_empty() {
        return output.line("no runs yet: 'serpentine match' plays one");
    }
    let mut listed = table(["run", "begun", "games", "rules", "players"], &[1, 3, 4]);
    for run in &runs {
        let games = match run.complete {
            true if run.kind == RunKind::Train.name() => "training".to_owned(),
            true => thousands(run.stored),
            false => format!(
                "{} of {}",
                thousands(run.stored),
                thousands(run.games * run.players.len() as u64)
            ),
        };
        let players = run.players.join(" ");
        listed.add_row([
            run.run.to_string(),
            run.started.replace('T', " ").replace('Z', ""),
            games,
            format!("{} {}", run.size, run.rules),
            match run.label.as_str() {
                "" => players,
                label => format!("{label}: {players}"),
            },
        ]);
    }
    output.table(&listed)
}

#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    run: RunInfo,
    results: Vec<PlayerSummary>,
    /// Of a training.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    curve: Vec<Point>,
}

pub(super) fn show(args: &ShowRunArgs, output: &mut Output) -> Result<()> {
    let store = open(&args.store)?;
    let run = store.run(args.id)?;
    let games = store.games(args.id)?;
    let results = run.players.iter().zip(&games);
    let results = results.map(|(name, games)| summarise(name, games));
    let is_training = run.kind == RunKind::Train;
    let shown = Shown {
        curve: store.points(args.id)?,
        results: results.collect(),
        run: run.into(),
    };
    if args.json {
        return output.json(&shown);
    }
    let run = &shown.run;
    let label = match run.label.as_str() {
        "" => String::new(),
        label => format!(" \"{label}\""),
    };
    output.line(format_args!(
        "run {} ({}{label}): {} {}, seed {}",
        run.run, run.kind, run.size, run.rules, run.seed
    ))?;
    output.line(format_args!(
        "begun {}, {}",
        run.started,
        run.ended
            .as_ref()
            .map_or_else(|| "not ended".to_owned(), |ended| format!("ended {ended}"))
    ))?;
    output.line(format_args!(
        "serpentine {} at {}, {}",
        run.version, run.commit, run.machine
    ))?;
    if !run.complete {
        let (stored, id) = (thousands(run.stored), run.run);
        let total = thousands(run.games * run.players.len() as u64);
        output.line(format_args!(
            "{stored} of {total} games: 'serpentine match --resume {id}' plays the others"
        ))?;
    }
    output.line("")?;
    if is_training {
        output.line(&shown.run.players[0])?;
        for point in &shown.curve {
            output.line(train::line(point))?;
        }
        return Ok(());
    }
    tables::players(&shown.results, output)
}
