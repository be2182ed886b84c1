//! `serpentine match`

use std::ops::ControlFlow;
use std::path::Path;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};
use serde::Serialize;
use serpentine_lab::store::{RunId, RunKind, Store};
use serpentine_lab::{
    Comparison, GameResult, Match, MatchResults, Observer, PlayerSummary, Setting, Until, compare,
    summarise, version,
};

use super::tables;
use crate::args::MatchArgs;
use crate::output::{Output, Progress, thousands};
use crate::{UsageError, files, interrupt};

#[derive(Serialize)]
struct Report {
    players: Vec<PlayerSummary>,
    comparisons: Vec<Comparison>,
    seed: u64,
    rules: String,
    size: String,
    version: &'static str,
    /// Its number in the store, if it is stored.
    run: Option<RunId>,
    /// False if the match was interrupted.
    complete: bool,
}

pub(crate) fn run(args: &MatchArgs, output: &mut Output) -> Result<()> {
    interrupt::listen();
    let mut table = Table::lay(args, output)?;
    let threads = args.threads.map_or_else(all_cores, usize::from);
    let mut show = Show::new(&table.plan, table.before, output);
    show.records = args.records.as_deref();
    let results = match &mut table.stored {
        Some((store, run)) => store.play(*run, threads, &mut show).with_context(|| {
            let again = resume_command(*run, args);
            format!("the match has stopped; {again} goes on")
        })?,
        None => table.plan.run(Vec::new(), threads, &mut show)?,
    };
    show.end()?;
    let report = report(&table, &results);
    if args.json {
        return output.json(&report);
    }
    print(&report, &table, args, output)
}

/// What a user types to go on.
fn resume_command(run: RunId, args: &MatchArgs) -> String {
    let store = args.store.store.as_ref();
    let store = store.map_or_else(String::new, |path| format!(" --store {}", path.display()));
    format!("'serpentine match --resume {run}{store}'")
}

/// Threads when none are asked for.
pub(crate) fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// A match about to be played.
struct Table {
    plan: Match,
    /// The store and its number there.
    stored: Option<(Store, RunId)>,
    /// Games played in an earlier sitting.
    before: u64,
}

impl Table {
    fn lay(args: &MatchArgs, output: &Output) -> Result<Self> {
        match args.resume {
            Some(id) => Self::resume(id, args, output),
            None => Self::new(args),
        }
    }

    fn resume(id: RunId, args: &MatchArgs, output: &Output) -> Result<Self> {
        let store = Store::open_existing(&files::store_path(args.store.store.as_deref())?)?;
        let run = store.run(id)?;
        if !run.plays_the_same() {
            output.warn(format_args!(
                "run {id} was begun by {} ({}), whose players may differ from this program's",
                run.version, run.commit
            ));
        }
        Ok(Self {
            plan: run.plan()?,
            before: run.stored,
            stored: Some((store, id)),
        })
    }

    fn new(args: &MatchArgs) -> Result<Self> {
        let plan = Match {
            players: args.players.clone(),
            games: args.games,
            setting: Setting {
                size: args.game.size,
                rules: args.game.rules,
                seed: args.seed,
                until: Until {
                    exponent: args.until,
                },
                keep_records: args.keep_records || args.records.is_some(),
            },
        };
        // Before it gets a number in the store.
        plan.check()
            .map_err(|error| UsageError(error.to_string()))?;
        let mut stored = None;
        if !args.no_store {
            let store = Store::open(&files::store_path(args.store.store.as_deref())?);
            let mut store = store.context("--no-store plays without storing")?;
            let run = store.begin(RunKind::Match, &args.label, &plan)?;
            stored = Some((store, run));
        }
        Ok(Self {
            plan,
            stored,
            before: 0,
        })
    }
}

/// Shows the progress, writes records and hears Ctrl-C.
pub(crate) struct Show<'a> {
    progress: Progress,
    started: Instant,
    before: u64,
    ended: u64,
    moves: u64,
    score: u64,
    records: Option<&'a Path>,
    failure: Option<anyhow::Error>,
}

impl Show<'_> {
    fn new(plan: &Match, before: u64, output: &Output) -> Self {
        let mut progress = output.progress("games", Some(plan.total()));
        progress.begin_at(before);
        Self {
            progress,
            started: Instant::now(),
            before,
            ended: 0,
            moves: 0,
            score: 0,
            records: None,
            failure: None,
        }
    }

    fn flow(&self) -> ControlFlow<()> {
        match self.failure.is_some() || interrupt::requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn end(self) -> Result<()> {
        self.failure.map_or(Ok(()), Err)
    }
}

impl Observer for Show<'_> {
    fn ended(&mut self, player: usize, game: &GameResult) -> ControlFlow<()> {
        self.ended += 1;
        self.moves += game.moves;
        self.score += game.score;
        let rate = self.moves as f64 / self.started.elapsed().as_secs_f64();
        let mean = self.score as f64 / self.ended as f64;
        let rate = thousands(rate as u64);
        self.progress
            .note(|| format!("{rate} moves/s, mean {mean:.0}"));
        self.progress.at(self.before + self.ended);
        // A record is written as its game ends: what is finished is not lost.
        if let Some(dir) = self.records
            && let Err(error) = write_record(dir, player, game)
        {
            self.failure.get_or_insert(error);
        }
        self.flow()
    }

    fn waiting(&mut self) -> ControlFlow<()> {
        self.flow()
    }
}

fn report(table: &Table, results: &MatchResults) -> Report {
    let plan = &table.plan;
    let names: Vec<String> = plan.players.iter().map(ToString::to_string).collect();
    let first = (names[0].as_str(), results[0].as_slice());
    let others = names.iter().zip(results).skip(1);
    Report {
        players: names
            .iter()
            .zip(results)
            .map(|(name, games)| summarise(name, games))
            .collect(),
        comparisons: others
            .map(|(name, games)| compare(first, (name, games)))
            .collect(),
        seed: plan.setting.seed,
        rules: plan.setting.rules.to_string(),
        size: plan.setting.size.to_string(),
        version: version::VERSION,
        run: table.stored.as_ref().map(|(_, run)| *run),
        complete: results.iter().map(Vec::len).sum::<usize>() as u64 == plan.total(),
    }
}

fn write_record(dir: &Path, player: usize, game: &GameResult) -> Result<()> {
    let Some(record) = &game.record else {
        return Ok(());
    };
    let name = format!("player{}-game{:06}.txt", player + 1, game.number);
    files::write_record(&dir.join(name), record)
}

fn print(report: &Report, table: &Table, args: &MatchArgs, output: &mut Output) -> Result<()> {
    output.line(format_args!(
        "{} {}, seed {}",
        report.size, report.rules, report.seed
    ))?;
    tables::players(&report.players, output)?;
    tables::comparisons(&report.comparisons, output)?;
    if let Some((store, run)) = &table.stored {
        let path = store.path().display();
        output.line(format_args!("\nstored as run {run} in {path}"))?;
    }
    if !report.complete {
        output.line("interrupted: the figures cover the games that ended")?;
        if let Some((_, run)) = &table.stored {
            output.line(format_args!("{} goes on", resume_command(*run, args)))?;
        }
    }
    Ok(())
}
