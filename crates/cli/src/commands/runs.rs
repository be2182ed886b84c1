//! `serpentine runs`

mod compare;
mod export;
mod import;
mod list;
mod report;
mod upkeep;

use std::time::SystemTime;

use anyhow::Result;
use serde::Serialize;
use serpentine_lab::store::{Run, RunId, Store};

use crate::args::{RunsCommand, StoreArgs};
use crate::files;
use crate::output::Output;

pub(crate) fn run(command: &RunsCommand, output: &mut Output) -> Result<()> {
    match command {
        RunsCommand::List(args) => list::list(args, output),
        RunsCommand::Show(args) => list::show(args, output),
        RunsCommand::Compare(args) => compare::run(args, output),
        RunsCommand::Export(args) => export::export(args, output),
        RunsCommand::Record(args) => export::record(args, output),
        RunsCommand::Report(args) => report::run(args, output),
        RunsCommand::Delete(args) => upkeep::delete(args, output),
        RunsCommand::Import(args) => import::run(args, output),
        RunsCommand::Check(args) => upkeep::check(args, output),
        RunsCommand::Salvage(args) => upkeep::salvage(args, output),
    }
}

fn open(args: &StoreArgs) -> Result<Store> {
    Ok(Store::open_existing(&files::store_path(
        args.store.as_deref(),
    )?)?)
}

/// A run as JSON has it.
#[derive(Serialize)]
struct RunInfo {
    run: RunId,
    kind: &'static str,
    label: String,
    players: Vec<String>,
    games: u64,
    stored: u64,
    complete: bool,
    size: String,
    rules: String,
    seed: u64,
    until: Option<u64>,
    version: String,
    commit: String,
    signature: String,
    machine: String,
    started: String,
    ended: Option<String>,
}

impl From<Run> for RunInfo {
    fn from(run: Run) -> Self {
        Self {
            run: run.id,
            kind: run.kind.name(),
            games: run.games,
            stored: run.stored,
            complete: run.stored >= run.total(),
            until: run.until.map(|exponent| 1 << exponent),
            started: time(run.started),
            ended: run.ended.map(time),
            label: run.label,
            players: run.players,
            size: run.size,
            rules: run.rules,
            seed: run.seed,
            version: run.version,
            commit: run.commit,
            signature: run.signature,
            machine: run.machine,
        }
    }
}

/// A time of day that every program reads: 2026-01-31T12:00:00Z.
fn time(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}
