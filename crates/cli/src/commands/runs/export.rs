//! `runs export` and `runs record`

use anyhow::Result;
use serpentine_lab::export::{self, GameRow};
use serpentine_lab::replay;

use super::open;
use crate::args::{ExportArgs, ExportFormat, RecordArgs};
use crate::output::{Output, thousands};
use crate::{UsageError, files};

pub(super) fn export(args: &ExportArgs, output: &mut Output) -> Result<()> {
    let format = format(args)?;
    let store = open(&args.store)?;
    let mut runs = Vec::new();
    for &id in &args.ids {
        runs.push((store.run(id)?, store.games(id)?));
    }
    let rows: Vec<GameRow<'_>> = runs
        .iter()
        .flat_map(|(run, players)| players.iter().enumerate().map(move |p| (run, p)))
        .flat_map(|(run, (player, games))| {
            games
                .iter()
                .map(move |game| GameRow::new(run, player, game))
        })
        .collect();
    let mut bytes = Vec::new();
    match format {
        ExportFormat::Csv => export::write_csv(&rows, &mut bytes)?,
        ExportFormat::Jsonl => export::write_json_lines(&rows, &mut bytes)?,
        ExportFormat::Parquet => write_parquet(&rows, &mut bytes)?,
    }
    let Some(path) = &args.out else {
        return output.bytes(&bytes);
    };
    files::write_atomically(path, &bytes)?;
    let count = thousands(rows.len() as u64);
    output.line(format_args!("{count} games written to {}", path.display()))
}

/// As asked, or by the name of the file.
fn format(args: &ExportArgs) -> Result<ExportFormat> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(path) = &args.out else {
        return Ok(ExportFormat::Csv);
    };
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => Ok(ExportFormat::Csv),
        Some("jsonl" | "ndjson") => Ok(ExportFormat::Jsonl),
        Some("parquet") => Ok(ExportFormat::Parquet),
        _ => Err(UsageError(format!(
            "{}: expected a name that ends in .csv, .jsonl or .parquet, or --format",
            path.display()
        ))
        .into()),
    }
}

#[cfg(feature = "parquet")]
fn write_parquet(rows: &[GameRow<'_>], bytes: &mut Vec<u8>) -> Result<()> {
    Ok(export::write_parquet(rows, bytes)?)
}

#[cfg(not(feature = "parquet"))]
fn write_parquet(_rows: &[GameRow<'_>], _bytes: &mut Vec<u8>) -> Result<()> {
    anyhow::bail!(
        "this program was built without Parquet: build it with \
         'cargo build --release --features parquet', or export .csv or .jsonl"
    )
}

pub(super) fn record(args: &RecordArgs, output: &mut Output) -> Result<()> {
    let store = open(&args.store)?;
    let run = store.run(args.id)?;
    let id = args.id;
    let player = args.player as usize - 1;
    if player >= run.players.len() {
        let count = run.players.len();
        return Err(UsageError(format!("run {id} has {count} players")).into());
    }
    let record = replay::record(&store, &run, player, args.game)?;
    match &args.out {
        Some(path) => files::write_record(path, &record),
        None => output.bytes(record.to_text()?.as_bytes()),
    }
}
