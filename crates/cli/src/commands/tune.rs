//! `serpentine tune`

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;
use serpentine_lab::tune::{Trial, Tuning, TuningError, TuningObserver};
use serpentine_lab::{
    Comparison, GameResult, Match, Observer, PlayerSummary, Setting, Until, compare, summarise,
};
use serpentine_players::Spec;

use super::matches::all_cores;
use super::tables;
use crate::args::TuneArgs;
use crate::output::{Output, Progress, thousands};
use crate::{UsageError, interrupt};

#[derive(Serialize)]
struct Report {
    tuned: String,
    /// The tuned player and the one it began with, on games that neither was tuned on.
    players: Vec<PlayerSummary>,
    comparisons: Vec<Comparison>,
    /// False if the tuning was interrupted.
    complete: bool,
}

pub(crate) fn run(args: &TuneArgs, output: &mut Output) -> Result<()> {
    interrupt::listen();
    let tuning = tuning(args)?;
    let mut log = match &args.log {
        Some(path) => Log::open(path, &tuning)?,
        None => Log::default(),
    };
    let known = std::mem::take(&mut log.known);
    let threads = args.threads.map_or_else(all_cores, usize::from);
    let mut show = Show::new(&tuning, known, log, args.json, output);
    let known = show.known.clone();
    let tuned = tuning.run(&known, threads, &mut show);
    let tuned = tuned.map_err(|error| match error {
        TuningError::Match(_) | TuningError::Spec(_) | TuningError::Nothing => {
            UsageError(error.to_string())
        }
    })?;
    let failure = show.failure.take();
    drop(show);
    failure.map_or(Ok(()), Err)?;
    let complete = !interrupt::requested();
    if !args.json {
        output.line(format_args!("tuned: {tuned}"))?;
        if !complete {
            let go_on = match &args.log {
                Some(_) => "the same command goes on",
                None => "with --log, the same command would go on",
            };
            output.line(format_args!("interrupted: {go_on}"))?;
            return Ok(());
        }
    }
    check(&tuning, &tuned, complete, threads, args, output)
}

fn tuning(args: &TuneArgs) -> Result<Tuning> {
    let setting = Setting {
        size: args.game.size,
        rules: args.game.rules,
        seed: args.seed,
        until: Until::default(),
        keep_records: false,
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
    complete: bool,
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
    let mut games = Games {
        progress: output.progress("check games", Some(plan.total())),
        ended: 0,
    };
    let results = plan.run(Vec::new(), threads, &mut games)?;
    drop(games);
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
            complete: complete && !interrupt::requested(),
        });
    }
    tables::players(&players, output)?;
    tables::comparisons(&comparisons, output)
}

/// Games being counted.
struct Games {
    progress: Progress,
    ended: u64,
}

impl Observer for Games {
    fn ended(&mut self, _player: usize, _game: &GameResult) -> ControlFlow<()> {
        self.ended += 1;
        self.progress.at(self.ended);
        flow()
    }

    fn waiting(&mut self) -> ControlFlow<()> {
        flow()
    }
}

fn flow() -> ControlFlow<()> {
    match interrupt::requested() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// The players tried so far: a line for what is tuned, then one for each.
#[derive(Default)]
struct Log {
    file: Option<File>,
    known: Vec<Trial>,
}

/// The first line of a log.
#[derive(PartialEq, Serialize, serde::Deserialize)]
struct Head {
    player: String,
    ranges: Vec<String>,
    games: u64,
    seed: u64,
    size: String,
    rules: String,
}

impl Head {
    fn of(tuning: &Tuning) -> Self {
        Self {
            player: tuning.player.to_string(),
            ranges: tuning.knobs.iter().map(ToString::to_string).collect(),
            games: tuning.games,
            seed: tuning.setting.seed,
            size: tuning.setting.size.to_string(),
            rules: tuning.setting.rules.to_string(),
        }
    }
}

impl Log {
    /// Opens a log, or begins one.
    fn open(path: &Path, tuning: &Tuning) -> Result<Self> {
        let name = || path.display().to_string();
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(name),
        };
        // A last line that was cut short is tried again.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut lines = whole.lines();
        let head = Head::of(tuning);
        if let Some(line) = lines.next() {
            let found: Head = serde_json::from_str(line)
                .with_context(|| format!("{}: line 1 is not the head of a tuning", name()))?;
            if found != head {
                let path = name();
                let message = format!("{path} is the log of another tuning: expected a new file");
                return Err(UsageError(message).into());
            }
        }
        let known = lines.enumerate().map(|(number, line)| {
            let what = || format!("{}: line {} is not a player tried", name(), number + 2);
            serde_json::from_str(line).with_context(what)
        });
        let known = known.collect::<Result<Vec<Trial>>>()?;
        let mut file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .open(path)
            .with_context(name)?;
        file.set_len(whole.len() as u64).with_context(name)?;
        std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0))?;
        let mut log = Self {
            file: Some(file),
            known,
        };
        if whole.is_empty() {
            log.write(&head).with_context(name)?;
        }
        Ok(log)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<()> {
        if let Some(file) = &mut self.file {
            writeln!(file, "{}", serde_json::to_string(line)?)?;
            file.sync_data()?;
        }
        Ok(())
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
