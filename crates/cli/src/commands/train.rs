//! `serpentine train`

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use serpentine_lab::store::{RunId, Store};
use serpentine_lab::training::{Course, Progress, Training, TrainingError, Watcher};
use serpentine_learn::{Point, Recipe};

use crate::args::TrainArgs;
use crate::commands::matches::all_cores;
use crate::output::{self, Output, thousands};
use crate::{UsageError, files, interrupt, models};

pub(crate) fn run(args: &TrainArgs, output: &mut Output) -> Result<()> {
    interrupt::listen();
    let mut training = match &args.resume {
        Some(path) => resume(path, args)?,
        None => begin(args)?,
    };
    let course = Course {
        moves: args.moves,
        games: args.games,
        time: args
            .minutes
            .map(|minutes| Duration::from_secs_f64(60.0 * minutes)),
        point_games: args.point_games,
        greedy_games: args.greedy_games,
        out: out(args),
        checkpoint_every: Duration::from_secs_f64(60.0 * args.checkpoint_minutes),
    };
    if !args.json {
        output.line(&training.about().recipe)?;
    }
    let mut stored = match args.no_store {
        true => None,
        false => Some(Stored::begin(args, &training)?),
    };
    let mut show = Show::new(&course, &training, args.json, output);
    show.stored = stored.as_mut();
    training
        .run(&course, &mut show)
        .context("the training has stopped")?;
    drop(show);
    if let Some(Stored { store, run, .. }) = &mut stored {
        store.finish(*run)?;
    }
    if args.json {
        return Ok(());
    }
    let about = training.about();
    output.line(format_args!(
        "{} moves of {} games in {:.1} minutes of learning",
        thousands(about.moves),
        thousands(about.games),
        about.seconds / 60.0
    ))?;
    let out = course.out.display();
    output.line(format_args!("written to {out}; --resume {out} goes on"))?;
    match stored {
        None => Ok(()),
        Some(Stored { store, run, .. }) => {
            let path = store.path().display();
            output.line(format_args!("curve stored as run {run} in {path}"))
        }
    }
}

/// The store and the run in it.
struct Stored {
    store: Store,
    run: RunId,
    points: usize,
}

impl Stored {
    fn begin(args: &TrainArgs, training: &Training) -> Result<Self> {
        let store = Store::open(&files::store_path(args.store.store.as_deref())?);
        let mut store = store.context("--no-store trains without storing the curve")?;
        let about = training.about();
        let size = training.trainer().recipe().layout.size();
        let run = store.begin_training(&args.label, size, about)?;
        let points = about.curve.len();
        Ok(Self { store, run, points })
    }
}

fn out(args: &TrainArgs) -> PathBuf {
    let out = args.out.as_ref().or(args.resume.as_ref());
    out.expect("clap asks for one of them").clone()
}

fn resume(path: &Path, args: &TrainArgs) -> Result<Training> {
    let mut training = Training::resume(path.to_owned())?;
    if args.forget {
        training.forget();
    }
    if let Some(threads) = args.threads {
        training.set_threads(usize::from(threads));
    }
    let about = training.about();
    let recipe = format!("{} {}", about.recipe, args.choices.join(" "));
    let recipe: Recipe = recipe.parse().map_err(usage)?;
    match training.set_recipe(&recipe) {
        Err(TrainingError::Recipe(error)) => Err(usage(error).into()),
        other => Ok(other.map(|()| training)?),
    }
}

/// From nothing, or with another network's weights.
fn begin(args: &TrainArgs) -> Result<Training> {
    let model = match &args.from {
        Some(name) => {
            let model = models::open(name).with_context(|| format!("cannot begin from {name}"))?;
            Some((&**name, model))
        }
        None => None,
    };
    let before = model.as_ref().map_or("", |(_, model)| &model.about.recipe);
    let recipe = format!("{before} {}", args.choices.join(" "));
    let recipe: Recipe = recipe.parse().map_err(usage)?;
    args.rules.check(recipe.layout.size()).map_err(usage)?;
    let threads = args.threads.map_or_else(all_cores, usize::from);
    let begun = match &model {
        Some((name, model)) => {
            Training::begin_from((name, model), &recipe, args.rules, args.seed, threads)
        }
        None => Training::begin(&recipe, args.rules, args.seed, threads),
    };
    match begun {
        Err(error @ TrainingError::Shapes) => Err(usage(error).into()),
        other => Ok(other?),
    }
}

fn usage(error: impl std::error::Error) -> UsageError {
    UsageError(error.to_string())
}

/// Prints the curve as it grows, and hears Ctrl-C.
struct Show<'a> {
    bar: output::Progress,
    unit: Unit,
    json: bool,
    output: &'a mut Output,
    stored: Option<&'a mut Stored>,
}

/// What the progress bar counts.
#[derive(Clone, Copy)]
enum Unit {
    Moves,
    Games,
    Seconds,
}

impl<'a> Show<'a> {
    fn new(course: &Course, training: &Training, json: bool, output: &'a mut Output) -> Self {
        let about = training.about();
        let (unit, name, total, before) = match (course.moves, course.games, course.time) {
            (Some(moves), _, _) => (Unit::Moves, "moves", Some(moves), about.moves),
            (None, Some(games), _) => (Unit::Games, "games", Some(games), about.games),
            (None, None, Some(time)) => (
                Unit::Seconds,
                "seconds",
                Some(time.as_secs()),
                about.seconds as u64,
            ),
            (None, None, None) => (Unit::Moves, "moves", None, about.moves),
        };
        let mut bar = output.progress(name, total);
        bar.begin_at(before);
        Self {
            bar,
            unit,
            json,
            output,
            stored: None,
        }
    }
}

impl Watcher for Show<'_> {
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        self.bar.note(|| {
            let rate = progress.moves_per_second / 1e6;
            let games = thousands(progress.games);
            let last = progress.last.map(|point| &point.learning);
            let recent = last.filter(|_| progress.since.mean().is_none());
            let tally = recent.unwrap_or(progress.since);
            let mean = thousands(tally.mean().unwrap_or(0.0) as u64);
            let mut note = format!("({rate:.2} M moves/s, {games} games, mean {mean}");
            // The largest tile that is no rarity, and how often it is made.
            let common = (11..=17)
                .rev()
                .find(|&tile| tally.reached(tile) > Some(0.01));
            if let Some(tile) = common {
                note += &format!(", {} {}", 1u64 << tile, per_cent(tally.reached(tile)));
            }
            note + ")"
        });
        self.bar.at(match self.unit {
            Unit::Moves => progress.moves,
            Unit::Games => progress.games,
            Unit::Seconds => progress.time.as_secs(),
        });
        match interrupt::requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn point(&mut self, point: &Point) -> Result<(), TrainingError> {
        let Self {
            bar, json, output, ..
        } = self;
        // A reader that has gone away is no reason to stop learning.
        let _ = bar.suspend(|| match json {
            true => output.json(point),
            false => output.line(line(point)),
        });
        if let Some(stored) = &mut self.stored {
            stored.store.add_point(stored.run, stored.points, point)?;
            stored.points += 1;
        }
        Ok(())
    }
}

fn per_cent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |x| format!("{:.1} %", 100.0 * x))
}

/// A point of the curve in a line.
pub(crate) fn line(point: &Point) -> String {
    let mean = point
        .learning
        .mean()
        .map_or("-".to_owned(), |mean| thousands(mean as u64));
    let mut line = format!(
        "{:>8.1} min {:>7} M moves {:>10} games: mean {mean}, 2048 {}",
        point.seconds / 60.0,
        thousands(point.moves / 1_000_000),
        thousands(point.games),
        per_cent(point.learning.reached(11)),
    );
    if let Some(greedy) = &point.greedy {
        let [low, high] = greedy.ci95.map(|x| thousands(x.max(0.0) as u64));
        let mean = thousands(greedy.tally.mean().unwrap_or(0.0) as u64);
        line += &format!("; greedy {mean} ({low} to {high})");
        for (name, exponent) in [("8192", 13), ("16384", 14), ("32768", 15)] {
            if greedy.tally.reached(exponent) > Some(0.0) {
                line += &format!(", {name} {}", per_cent(greedy.tally.reached(exponent)));
            }
        }
    }
    line
}
