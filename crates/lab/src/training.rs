//! Training a network: how long, with which looks at how it does, and what is kept.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serpentine_core::Rules;
use serpentine_learn::{
    About, FileError, Greedy, Method, Model, OtherTables, Point, Recipe, Tally, Trainer, Until,
};
use thiserror::Error;

use crate::statistics::mean_ci95;
use crate::text::thousands;
use crate::version;

/// Between two reports of progress.
const SLICE: Duration = Duration::from_millis(500);

/// Held-out games deal from a seed that no training is likely to have.
const HELD_OUT_SEED: u64 = 0x4845_4C44_4F55_5400;

/// How long to train and what to look at meanwhile.
#[derive(Clone, Debug)]
pub struct Course {
    /// Stop after so many moves in all.
    pub moves: Option<u64>,
    /// Stop after so many games in all.
    pub games: Option<u64>,
    /// Stop after so much time of learning in all.
    pub time: Option<Duration>,
    /// Games between two points of the learning curve.
    pub point_games: u64,
    /// Held-out greedy games at each point.
    pub greedy_games: u64,
    /// Where the network goes.
    pub out: PathBuf,
    /// Time between two checkpoints.
    pub checkpoint_every: Duration,
}

/// A network in training.
#[derive(Debug)]
pub struct Training {
    trainer: Trainer,
    about: About,
}

/// How far it is.
#[derive(Debug)]
pub struct Progress<'a> {
    /// Moves in all.
    pub moves: u64,
    /// Games in all.
    pub games: u64,
    /// Time of learning in all.
    pub time: Duration,
    /// Moves each second, of late.
    pub moves_per_second: f64,
    /// The games since the last point.
    pub since: &'a Tally,
    /// The last point.
    pub last: Option<&'a Point>,
}

/// Hears how a training goes.
pub trait Watcher {
    /// It has got a little further; whether to go on.
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()>;

    /// The learning curve has a new point.
    fn point(&mut self, point: &Point) -> Result<(), TrainingError>;
}

impl Watcher for () {
    fn progress(&mut self, _: &Progress<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn point(&mut self, _: &Point) -> Result<(), TrainingError> {
        Ok(())
    }
}

/// Why a training did not begin or go on.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// No memory for the tables.
    #[error("cannot get {megabytes} MB for the tables")]
    Memory {
        /// How much was asked for.
        megabytes: u64,
        /// What the system said.
        source: io::Error,
    },
    /// A checkpoint cannot be read.
    #[error("cannot resume from {path}")]
    Resume {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: FileError,
    },
    /// A checkpoint cannot be written.
    #[error("cannot write {path}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A recipe for other tables.
    #[error(transparent)]
    Recipe(#[from] OtherTables),
    /// A recipe for other tables than those of the weights to begin with.
    #[error(
        "a training that begins with a network's weights keeps its network, learned, trend and \
         stages, but for later ones"
    )]
    Shapes,
    /// The run store does not take the curve.
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
}

impl Training {
    /// Begins with a network that knows nothing.
    pub fn begin(
        recipe: &Recipe,
        rules: Rules,
        seed: u64,
        threads: usize,
    ) -> Result<Self, TrainingError> {
        let trainer = Trainer::new(recipe, rules, seed, threads);
        let trainer = trainer.map_err(|source| no_memory(recipe, source))?;
        let about = About {
            recipe: recipe.to_string(),
            earlier: Vec::new(),
            rules: rules.to_string(),
            seed,
            threads,
            moves: 0,
            games: 0,
            seconds: 0.0,
            made_by: made_by(),
            curve: Vec::new(),
            since: Tally::default(),
            packed: None,
        };
        Ok(Self { trainer, about })
    }

    /// Begins with the weights of another network, of this name.
    pub fn begin_from(
        (name, model): (&str, &Model),
        recipe: &Recipe,
        rules: Rules,
        seed: u64,
        threads: usize,
    ) -> Result<Self, TrainingError> {
        let fits = |before: Recipe| {
            recipe.layout == before.layout
                && recipe.learned == before.learned
                && recipe.stages.starts_with(&before.stages)
                && (recipe.trend || !before.trend)
        };
        if !model.about.recipe.parse().is_ok_and(fits) {
            return Err(TrainingError::Shapes);
        }
        let mut training = Self::begin(recipe, rules, seed, threads)?;
        training.trainer.set_weights(&model.network);
        let moves = thousands(model.about.moves);
        let before = format!("the weights of {name}, which learned from {moves} moves");
        training.about.earlier.push((before, 0));
        Ok(training)
    }

    /// Goes on from a checkpoint.
    pub fn resume(path: PathBuf) -> Result<Self, TrainingError> {
        match Trainer::resume(&path) {
            Ok((trainer, about)) => Ok(Self { trainer, about }),
            Err(source) => Err(TrainingError::Resume { path, source }),
        }
    }

    /// Learns by another recipe from now on, also by one that remembers more of each weight.
    pub fn set_recipe(&mut self, recipe: &Recipe) -> Result<(), TrainingError> {
        if recipe.method == Method::Tc64 {
            let widened = self.trainer.widen();
            widened.map_err(|source| no_memory(recipe, source))?;
        }
        self.trainer.set_recipe(recipe)?;
        let new = recipe.to_string();
        if new != self.about.recipe {
            let old = std::mem::replace(&mut self.about.recipe, new);
            let since = self.about.earlier.last().map_or(0, |(_, moves)| *moves);
            if since < self.about.moves {
                self.about.earlier.push((old, self.about.moves));
            }
        }
        Ok(())
    }

    /// Learns on so many threads from now on.
    pub fn set_threads(&mut self, threads: usize) {
        self.trainer.set_threads(threads, self.about.seed);
        self.about.threads = threads;
    }

    /// Forgets which errors each weight has seen, not what it has learned: rates are as for new
    /// weights again.
    pub fn forget(&mut self) {
        self.trainer.forget();
        let until_now = format!("{}, then errors forgotten", self.about.recipe);
        self.about.earlier.push((until_now, self.about.moves));
    }

    /// What is known of the network.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The trainer.
    pub fn trainer(&self) -> &Trainer {
        &self.trainer
    }

    /// Learns as the course says, or until the watcher stops it. What is learned is written at
    /// the end however that comes.
    pub fn run(&mut self, course: &Course, watcher: &mut dyn Watcher) -> Result<(), TrainingError> {
        let mut saved = Instant::now();
        while !self.is_over(course) {
            let flow = self.slice(course, watcher);
            let flow = match flow {
                Ok(flow) => flow,
                // What has been learned is not lost with the store.
                Err(error) => {
                    self.save(course)?;
                    return Err(error);
                }
            };
            if flow.is_break() {
                break;
            }
            if saved.elapsed() >= course.checkpoint_every && !self.is_over(course) {
                self.save(course)?;
                saved = Instant::now();
            }
        }
        self.save(course)
    }

    fn is_over(&self, course: &Course) -> bool {
        course.moves.is_some_and(|moves| self.about.moves >= moves)
            || course.games.is_some_and(|games| self.about.games >= games)
            || course
                .time
                .is_some_and(|time| self.about.seconds >= time.as_secs_f64())
    }

    fn save(&mut self, course: &Course) -> Result<(), TrainingError> {
        self.about.made_by = made_by();
        let saved = self.trainer.save(&course.out, &self.about);
        saved.map_err(|source| TrainingError::Write {
            path: course.out.clone(),
            source,
        })
    }

    /// Learns for a moment, or to the next point.
    fn slice(
        &mut self,
        course: &Course,
        watcher: &mut dyn Watcher,
    ) -> Result<ControlFlow<()>, TrainingError> {
        // 1. Learn.
        let begun = Instant::now();
        let left = course
            .time
            .map(|time| time.as_secs_f64() - self.about.seconds);
        let end = begun + left.map_or(SLICE, |left| SLICE.min(Duration::from_secs_f64(left)));
        // Counted from the last point, which may have been of another course.
        let last_point = self.about.curve.last().map_or(0, |point| point.games);
        let next_point = (last_point / course.point_games + 1) * course.point_games;
        let until = Until {
            moves: course.moves,
            games: Some(
                course
                    .games
                    .map_or(next_point, |games| games.min(next_point)),
            ),
        };
        let moves_before = self.about.moves;
        let ended = self.trainer.learn(until, &|| Instant::now() >= end);
        let seconds = begun.elapsed().as_secs_f64();
        self.about.moves = self.trainer.moves_count();
        self.about.games = self.trainer.games_count();
        self.about.seconds += seconds;
        ended.iter().for_each(|game| self.about.since.add(game));

        // 2. A point, where one is due.
        if self.about.games >= next_point {
            self.add_point(course)?;
            watcher.point(self.about.curve.last().expect("just added"))?;
        }
        Ok(watcher.progress(&Progress {
            moves: self.about.moves,
            games: self.about.games,
            time: Duration::from_secs_f64(self.about.seconds),
            moves_per_second: (self.about.moves - moves_before) as f64 / seconds,
            since: &self.about.since,
            last: self.about.curve.last(),
        }))
    }

    fn add_point(&mut self, course: &Course) -> Result<(), TrainingError> {
        let greedy = match course.greedy_games {
            0 => None,
            games => Some(self.greedy(games)?),
        };
        self.about.curve.push(Point {
            moves: self.about.moves,
            games: self.about.games,
            seconds: self.about.seconds,
            learning: std::mem::take(&mut self.about.since),
            greedy,
        });
        Ok(())
    }

    /// Held-out games of the network alone; always the same ones.
    fn greedy(&self, games: u64) -> Result<Greedy, TrainingError> {
        let network = self.trainer.network();
        let network = network.map_err(|source| no_memory(self.trainer.recipe(), source))?;
        let threads = self.trainer.threads();
        let outcomes =
            network.play_greedily(self.trainer.rules(), HELD_OUT_SEED, 0..games, threads);
        let scores: Vec<f64> = outcomes.iter().map(|game| game.score as f64).collect();
        let mut tally = Tally::default();
        outcomes.iter().for_each(|game| tally.add_greedy(game));
        Ok(Greedy {
            tally,
            ci95: mean_ci95(&scores),
        })
    }
}

/// What learning takes; a network that plays takes no more.
fn no_memory(recipe: &Recipe, source: io::Error) -> TrainingError {
    let weights = recipe.layout.entries() as u64 * recipe.stages_count() as u64;
    let bytes = if recipe.method == Method::Tc64 { 8 } else { 4 };
    TrainingError::Memory {
        megabytes: (bytes * weights) >> 20,
        source,
    }
}

fn made_by() -> String {
    format!("serpentine {} ({})", version::VERSION, version::COMMIT)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serpentine_players::set_model_loader;

    use super::*;
    use crate::{Match, Setting};

    fn course(out: PathBuf) -> Course {
        Course {
            moves: None,
            games: Some(2_000),
            time: None,
            point_games: 500,
            greedy_games: 20,
            out,
            checkpoint_every: Duration::from_secs(3600),
        }
    }

    #[test]
    fn a_course_gives_a_curve_that_rises() {
        let dir = tempfile::tempdir().unwrap();
        let course = course(dir.path().join("network"));
        let recipe = "network=17x4".parse().unwrap();
        let mut training = Training::begin(&recipe, Rules::STANDARD, 1, 2).unwrap();
        training.run(&course, &mut ()).unwrap();
        let curve = &training.about().curve;
        assert_eq!(curve.len(), 4);
        let mean = |point: &Point| point.learning.mean().unwrap();
        assert!(mean(&curve[3]) > 1.4 * mean(&curve[0]));
        let greedy = curve[3].greedy.as_ref().unwrap();
        assert_eq!(greedy.tally.games, 20);
        assert!(greedy.ci95[0] < greedy.tally.mean().unwrap());
        let games: u64 = curve.iter().map(|point| point.learning.games).sum();
        assert_eq!(games + training.about().since.games, training.about().games);
    }

    /// A course with points closer together than the last one's goes on learning.
    #[test]
    fn courses_may_differ() {
        let dir = tempfile::tempdir().unwrap();
        let first = course(dir.path().join("network"));
        let recipe = "network=17x4".parse().unwrap();
        let mut training = Training::begin(&recipe, Rules::STANDARD, 1, 1).unwrap();
        training.run(&first, &mut ()).unwrap();
        let second = Course {
            games: Some(2_400),
            point_games: 100,
            ..first
        };
        training.run(&second, &mut ()).unwrap();
        let games: Vec<u64> = training.about().curve.iter().map(|p| p.games).collect();
        assert_eq!(games.len(), 8, "{games:?}");
        assert!(games.is_sorted_by(|a, b| a < b), "{games:?}");
    }

    /// Alone or in a match: the same games.
    #[test]
    fn a_network_plays_the_games_of_a_match() {
        set_model_loader(|name| match Model::open(Path::new(name)) {
            Ok(model) => Ok(model.network),
            Err(error) => Err(error.to_string()),
        });
        let dir = tempfile::tempdir().unwrap();
        let course = course(dir.path().join("network"));
        let recipe = "network=17x4 stages=1024".parse().unwrap();
        let mut training = Training::begin(&recipe, Rules::STANDARD, 1, 1).unwrap();
        training.run(&course, &mut ()).unwrap();
        let player = format!("ntuple:model={}", course.out.display());
        let plan = Match {
            players: vec![player.parse().unwrap()],
            games: 30,
            setting: Setting::standard(5),
        };
        let played = plan.run(Vec::new(), 2, &mut ()).unwrap().remove(0);
        let network = Model::open(&course.out).unwrap().network;
        let alone = network.play_greedily(&Rules::STANDARD, 5, 0..30, 2);
        let of_match: Vec<_> = played.iter().map(|game| (game.score, game.moves)).collect();
        let of_network: Vec<_> = alone.iter().map(|game| (game.score, game.moves)).collect();
        assert_eq!(of_match, of_network);
    }
}
