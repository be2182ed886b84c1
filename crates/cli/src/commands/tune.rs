//! `serpentine tune`

mod log;

use std::ops::ControlFlow;

use anyhow::Result;
use serde::Serialize;
use serpentine_lab::reproduce::Watcher;
use serpentine_lab::tune::{Trial, Tuning, TuningObserver};
use serpentine_lab::{
    Comparison, GameResult, Match, Observer, PlayerSummary, Setting, compare, summarise,
};
use serpentine_players::Spec;

use self::log::Log;
use super::matches::all_cores;
use super::reproduce::Show as Bar;
use super::tables;
use crate::args::TuneArgs;
use crate::output::{Output, Progress, thousands};
use crate::{UsageError, interrupt};

#[derive(Serialize)]
struct Report {
    tuned: String,
    /// The tuned player and the one it began with, on games that neither was tuned on; nobody if
    /// the tuning was interrupted.
    players: Vec<PlayerSummary>,
    comparisons: Vec<Comparison>,
    complete: bool,
}

pub(crate) fn run(args: &TuneArgs, output: &mut Output) -> Result<()> {
    interrupt::listen();
    let tuning = tuning(args)?;
    let (log, known) = match &args.log {
        Some(path) => Log::open(path, &tuning)?,
        None => Default::default(),
    };
    let threads = args.threads.map_or_else(all_cores, usize::from);
    let mut show = Show::new(&tuning, known, log, args.json, output);
    let known = show.known.clone();
    let tuned = tuning.run(&known, threads, &mut show);
    let tuned = tuned.map_err(|error| UsageError(error.to_string()))?;
    let failure = show.failure.take();
    drop(show);
    failure.map_or(Ok(()), Err)?;
    if !args.json {
        output.line(format_args!("tuned: {tuned}"))?;
    }
    if interrupt::requested() {
        return interrupted(&tuned, args, output);
    }
    check(&tuning, &tuned, threads, args, output)
}

/// As far as it came: the distribution's middle, not checked.
fn interrupted(tuned: &Spec, args: &TuneArgs, output: &mut Output) -> Result<()> {
    if args.json {
        return output.json(&Report {
            tuned: tuned.to_string(),
            players: Vec::new(),
            comparisons: Vec::new(),
            complete: false,
        });
    }
    let go_on = match &args.log {
        Some(_) => "the same command goes on",
        None => "with --log, the same command would go on",
    };
    output.line(format_args!("interrupted: {go_on}"))
}

fn tuning(args: &TuneArgs) -> Result<Tuning> {
    let setting = Setting {
        size: args.game.size,
        rules: args.game.rules,
        ..Setting::standard(args.seed)
    };
    setting
        .rules
        .check(setting.size)
        .map_err(|error| UsageError(error.to_string()))?;
    Ok(Tuning {
        player: args.player.clone(),
        knobs: args.knobs.clone(),
        games: args.games,
        generations: args.generations,
        setting,
    })
}

/// Lets the tuned player meet the one it began with, on games of no generation.
fn check(
    tuning: &Tuning,
    tuned: &Spec,
    threads: usize,
    args: &TuneArgs,
    output: &mut Output,
) -> Result<()> {
    let mut setting = tuning.setting;
    setting.seed = setting.seed.wrapping_add(tuning.generations);
    let plan = Match {
        players: vec![tuned.clone(), tuning.player.clone()],
        games: args.check_games,
        setting,
    };
    let mut bar = Bar::new(output);
    bar.begins("check games", plan.total(), 0);
    let results = plan.run(Vec::new(), threads, &mut bar)?;
    drop(bar);
    if interrupt::requested() {
        return interrupted(tuned, args, output);
    }
    let names = [tuned.to_string(), tuning.player.to_string()];
    let sides = || names.iter().map(String::as_str).zip(results.iter());
    let players: Vec<_> = sides()
        .map(|(name, games)| summarise(name, games))
        .collect();
    let comparisons = vec![compare((&names[0], &results[0]), (&names[1], &results[1]))];
    if args.json {
        return output.json(&Report {
            tuned: names[0].clone(),
            players,
            comparisons,
            complete: true,
        });
    }
    tables::players(&players, output)?;
    tables::comparisons(&comparisons, output)
}

fn flow() -> ControlFlow<()> {
    match interrupt::requested() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// Shows how the tuning goes on, and hears Ctrl-C.
struct Show<'a> {
    progress: Progress,
    /// Trials that an earlier sitting logged.
    known: Vec<Trial>,
    log: Log,
    generation: Vec<f64>,
    games: u64,
    json: bool,
    output: &'a mut Output,
    failure: Option<anyhow::Error>,
}

impl<'a> Show<'a> {
    fn new(
        tuning: &Tuning,
        known: Vec<Trial>,
        log: Log,
        json: bool,
        output: &'a mut Output,
    ) -> Self {
        let total = tuning.games * tuning.generations * tuning.population() as u64;
        let mut progress = output.progress("games", Some(total));
        let games = known.len() as u64 * tuning.games;
        progress.begin_at(games);
        Self {
            progress,
            known,
            log,
            generation: Vec::new(),
            games,
            json,
            output,
            failure: None,
        }
    }
}

impl Observer for Show<'_> {
    fn ended(&mut self, _player: usize, _game: &GameResult) -> ControlFlow<()> {
        self.games += 1;
        self.progress.at(self.games);
        flow()
    }

    fn waiting(&mut self) -> ControlFlow<()> {
        flow()
    }
}

impl TuningObserver for Show<'_> {
    fn tried(&mut self, trial: &Trial) -> ControlFlow<()> {
        self.generation.push(trial.mean);
        if self.known.contains(trial) {
            return flow();
        }
        match self.log.write(trial) {
            Ok(()) => flow(),
            Err(error) => {
                self.failure = Some(error.context("cannot write the log"));
                ControlFlow::Break(())
            }
        }
    }

    fn generation(&mut self, number: u64, middle: &Spec) {
        let means = std::mem::take(&mut self.generation);
        let best = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mean = means.iter().sum::<f64>() / means.len() as f64;
        if self.json {
            return;
        }
        let line = format!(
            "generation {}: mean {}, best {}; now {middle}",
            number + 1,
            thousands(mean as u64),
            thousands(best as u64)
        );
        // A reader that has gone away is no reason to stop.
        let _ = self.progress.suspend(|| self.output.line(line));
    }
}
