//! Playing a run with every game stored as it ends.

use std::ops::ControlFlow;

use super::{RunId, Store, StoreError};
use crate::play::GameResult;
use crate::runner::{MatchResults, Observer};

/// Stores what ends before anyone else hears of it.
struct Keeper<'a> {
    store: &'a mut Store,
    run: RunId,
    observer: &'a mut dyn Observer,
    failure: Option<StoreError>,
}

impl Keeper<'_> {
    fn flow(&mut self, kept: Result<(), StoreError>, flow: ControlFlow<()>) -> ControlFlow<()> {
        match kept {
            Ok(()) => flow,
            Err(error) => {
                self.failure.get_or_insert(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl Observer for Keeper<'_> {
    fn ended(&mut self, player: usize, game: &GameResult) -> ControlFlow<()> {
        let kept = self.store.add(self.run, player, game);
        let flow = self.observer.ended(player, game);
        self.flow(kept, flow)
    }

    fn waiting(&mut self) -> ControlFlow<()> {
        let kept = self.store.flush();
        let flow = self.observer.waiting();
        self.flow(kept, flow)
    }
}

impl Store {
    /// Plays the games that a run lacks, damaged ones among them, and gives all its games.
    /// The run is marked as ended when none is missing.
    pub fn play(
        &mut self,
        run: RunId,
        threads: usize,
        observer: &mut dyn Observer,
    ) -> Result<MatchResults, StoreError> {
        let plan = self.run(run)?.plan()?;
        let done = self.whole_games(run)?;
        let mut keeper = Keeper {
            store: self,
            run,
            observer,
            failure: None,
        };
        let results = plan.run(done, threads, &mut keeper)?;
        if let Some(error) = keeper.failure {
            return Err(error);
        }
        self.flush()?;
        if results.iter().map(Vec::len).sum::<usize>() as u64 == plan.total() {
            self.finish(run)?;
        }
        Ok(results)
    }
}
