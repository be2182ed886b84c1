//! Where experiments are played.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use serpentine_core::Rules;
use serpentine_learn::{FileError, Point, Recipe};
use serpentine_players::Spec;
use thiserror::Error;

use super::Document;
use super::td::POINT_GAMES;
use crate::play::{GameResult, Setting};
use crate::runner::{Match, Observer};
use crate::statistics::mean;
use crate::store::{Outcome, RunId, RunKind, Store, StoreError};
use crate::training::{self, Course, Progress, Training, TrainingError};

/// The seed of every experiment; not one that any player was tuned on.
pub(super) const SEED: u64 = 2014;

/// How many games an experiment plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Everything in about three minutes on two cores.
    Quick,
    /// As many as give narrow intervals, in under an hour.
    Full,
}

/// Why a reproduction has no result.
#[derive(Debug, Error)]
pub enum ReproduceError {
    /// The store has something to say.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A training has something to say.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// Stopped; the games that ended are stored.
    #[error("interrupted: what was played is stored, the same command goes on")]
    Interrupted,
}

/// Hears how a reproduction goes on.
pub trait Watcher: Observer {
    /// An experiment begins, with so many games, of which some are there from before.
    fn begins(&mut self, what: &str, total: u64, before: u64);

    /// So many of them are done; `Break` ends the reproduction.
    fn done(&mut self, count: u64) -> ControlFlow<()>;
}

/// Plays experiments and keeps them in a store.
pub struct Bench<'a> {
    store: &'a mut Store,
    watcher: &'a mut dyn Watcher,
    threads: usize,
    scale: Scale,
    document: Document,
    runs: Vec<RunId>,
    commits: BTreeSet<String>,
}

/// The games of one experiment.
#[derive(Clone, Debug)]
pub struct Played {
    /// The games in the order of their numbers.
    pub games: Vec<GameResult>,
}

impl<'a> Bench<'a> {
    /// A bench with this store.
    pub fn new(
        store: &'a mut Store,
        scale: Scale,
        threads: usize,
        watcher: &'a mut dyn Watcher,
    ) -> Self {
        Self {
            store,
            watcher,
            threads,
            scale,
            document: Document::Theory,
            runs: Vec::new(),
            commits: BTreeSet::new(),
        }
    }

    pub(super) fn begin(&mut self, document: Document) {
        self.document = document;
        self.runs.clear();
        self.commits.clear();
    }

    pub(super) fn take_runs(&mut self) -> Vec<RunId> {
        std::mem::take(&mut self.runs)
    }

    pub(super) fn take_commits(&mut self) -> BTreeSet<String> {
        std::mem::take(&mut self.commits)
    }

    /// So many games of this player, each scale its own count.
    pub(super) fn play(
        &mut self,
        player: &str,
        rules: &str,
        full: u64,
        quick: u64,
    ) -> Result<Played, ReproduceError> {
        let spec: Spec = player.parse().expect("a player of ours");
        let rules: Rules = rules.parse().expect("rules of ours");
        let plan = Match {
            players: vec![spec],
            games: self.count(full, quick),
            setting: Setting {
                rules,
                ..Setting::standard(SEED)
            },
        };
        let label = self.document.name();
        let (id, before) = self.store.find_or_begin(RunKind::Reproduce, label, &plan)?;
        self.runs.push(id);
        self.commits.insert(self.store.run(id)?.commit);
        let what = format!("{label}: {player} under {rules}");
        self.watcher.begins(&what, plan.games, before);
        let mut results = match before == plan.games {
            true => self.store.games(id)?,
            false => {
                let watcher: &mut dyn Observer = &mut *self.watcher;
                self.store.play(id, self.threads, watcher)?
            }
        };
        let games = results.swap_remove(0);
        if games.len() as u64 != plan.games {
            return Err(ReproduceError::Interrupted);
        }
        Ok(Played { games })
    }

    /// Trains by this recipe for so many games; its learning curve. The network stays beside
    /// the store, so that a training cut short goes on.
    pub(super) fn train(&mut self, recipe: &str, games: u64) -> Result<Vec<Point>, ReproduceError> {
        let recipe: Recipe = recipe.parse().expect("a recipe of ours");
        let name = recipe.to_string().replace([' ', ':', '='], "-");
        let out = self
            .store
            .path()
            .with_extension("networks")
            .join(format!("{name}.model"));
        let mut training = match Training::resume(out.clone()) {
            Ok(training) => training,
            Err(TrainingError::Resume {
                source: FileError::Io(error),
                ..
            }) if error.kind() == ErrorKind::NotFound => {
                Training::begin(&recipe, Rules::STANDARD, SEED, self.threads)?
            }
            Err(error) => return Err(error.into()),
        };
        let course = Course {
            moves: None,
            games: Some(games),
            time: None,
            point_games: POINT_GAMES,
            greedy_games: 0,
            out,
            checkpoint_every: Duration::from_secs(60),
        };
        let label = self.document.name();
        let what = format!("{label}: {recipe}");
        self.watcher
            .begins(&what, games, training.about().games.min(games));
        let about = training.about();
        if about.games < games {
            training.run(&course, &mut Trains(&mut *self.watcher))?;
        }
        let mut about = training.about().clone();
        if about.games < games {
            return Err(ReproduceError::Interrupted);
        }
        about.curve.truncate((games / POINT_GAMES) as usize);
        let run = match self.store.find_training(label, &about)? {
            Some(run) => run,
            None => {
                let size = recipe.layout.size();
                let run = self.store.begin_training(label, size, &about)?;
                self.store.finish(run)?;
                run
            }
        };
        self.commits.insert(self.store.run(run)?.commit);
        self.runs.push(run);
        Ok(about.curve)
    }

    pub(super) fn count(&self, full: u64, quick: u64) -> u64 {
        match self.scale {
            Scale::Full => full,
            Scale::Quick => quick,
        }
    }

    /// Games that are not of any rules we offer: `play(k)` gives what game `k` came to. They
    /// are stored under the experiment's name.
    pub(super) fn simulate(
        &mut self,
        what: &str,
        count: u64,
        play: impl Fn(u64) -> Outcome + Sync,
    ) -> Result<Vec<Outcome>, ReproduceError> {
        let experiment = format!("{what}, seed {SEED}");
        let mut done = self.store.outcomes(&experiment)?;
        let pending: Vec<u64> = (0..count).filter(|k| !done.contains_key(k)).collect();
        self.watcher
            .begins(what, count, count - pending.len() as u64);
        // In portions, so that what is finished is kept and Ctrl-C is heard.
        for numbers in pending.chunks(self.threads) {
            let ended = thread::scope(|scope| {
                let play = &play;
                let begin = |&number| (number, scope.spawn(move || play(number)));
                let workers: Vec<_> = numbers.iter().map(begin).collect();
                let ended = workers.into_iter().map(|(number, worker)| {
                    (number, worker.join().expect("a game does not panic"))
                });
                ended.collect::<Vec<_>>()
            });
            self.store.add_outcomes(&experiment, &ended)?;
            done.extend(ended);
            if self.watcher.done(done.len() as u64).is_break() {
                return Err(ReproduceError::Interrupted);
            }
        }
        Ok(done.into_values().take(count as usize).collect())
    }
}

/// Hears a training on a reproduction's behalf.
struct Trains<'a>(&'a mut dyn Watcher);

impl training::Watcher for Trains<'_> {
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        self.0.done(progress.games)
    }

    fn point(&mut self, _: &Point) -> Result<(), TrainingError> {
        Ok(())
    }
}

impl Played {
    pub(super) fn scores(&self) -> Vec<f64> {
        self.games.iter().map(|game| game.score as f64).collect()
    }

    pub(super) fn moves(&self) -> Vec<f64> {
        self.games.iter().map(|game| game.moves as f64).collect()
    }

    pub(super) fn moves_of_won(&self) -> Vec<f64> {
        let won = self.games.iter().filter(|game| game.won);
        won.map(|game| game.moves as f64).collect()
    }

    pub(super) fn won(&self) -> u64 {
        self.count(|game| game.won)
    }

    /// Games whose largest tile is this one.
    pub(super) fn ended_at(&self, tile: u64) -> u64 {
        self.count(|game| game.board.max_tile() == tile)
    }

    pub(super) fn reached(&self, tile: u64) -> u64 {
        self.count(|game| game.board.max_tile() >= tile)
    }

    pub(super) fn count(&self, is: impl Fn(&GameResult) -> bool) -> u64 {
        self.games.iter().filter(|game| is(game)).count() as u64
    }

    pub(super) fn len(&self) -> u64 {
        self.games.len() as u64
    }

    /// Seconds of one thread for a game.
    pub(super) fn seconds_per_game(&self) -> f64 {
        mean(
            &self
                .games
                .iter()
                .map(|g| g.time.as_secs_f64())
                .collect::<Vec<_>>(),
        )
    }

    pub(super) fn moves_per_second(&self) -> f64 {
        let seconds: f64 = self.games.iter().map(|g| g.time.as_secs_f64()).sum();
        self.moves().iter().sum::<f64>() / seconds.max(1e-9)
    }
}
