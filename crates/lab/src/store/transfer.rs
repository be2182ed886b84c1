//! Runs that go from one store to another.

use super::{Run, RunId, Store, StoreError};

/// What became of a run that was copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Its number in the store that it was copied to.
    pub run: RunId,
    /// Games that this store did not have.
    pub games: u64,
    /// Whether it had none of the run.
    pub is_new: bool,
}

impl Store {
    /// Copies a run of another store: games, records and curve. One that was copied before gets
    /// what it lacks, so that a run can go on elsewhere and come back.
    pub fn copy_run(&mut self, from: &Self, id: RunId) -> Result<Copied, StoreError> {
        let theirs = from.run(id)?;
        let games = from.games(id)?;
        let (run, is_new) = match self.same_run(&theirs)? {
            Some(run) => (run, false),
            None => {
                let mut run = Run {
                    id: 0,
                    ended: None,
                    ..theirs.clone()
                };
                self.insert(&mut run).map_err(|error| self.fail(&error))?;
                (run.id, true)
            }
        };
        let mut copied = Copied {
            run,
            games: 0,
            is_new,
        };
        for (player, games) in games.into_iter().enumerate() {
            for mut game in games {
                if self.game(run, player, game.number)?.is_none() {
                    game.record = from.record(id, player, game.number)?;
                    self.add(run, player, &game)?;
                    copied.games += 1;
                }
            }
        }
        self.flush()?;
        let points = from.points(id)?;
        let known = self.points(run)?.len();
        for (number, point) in points.iter().enumerate().skip(known) {
            self.add_point(run, number, point)?;
        }
        if let Some(ended) = theirs.ended {
            self.finish_at(run, ended)?;
        }
        Ok(copied)
    }

    /// The run that another store's run was copied from or to: the same question, begun by the
    /// same program on the same machine at the same moment.
    fn same_run(&self, theirs: &Run) -> Result<Option<RunId>, StoreError> {
        let same = |ours: &Run| {
            let ours = Run {
                id: theirs.id,
                ended: theirs.ended,
                stored: theirs.stored,
                ..ours.clone()
            };
            ours == *theirs
        };
        let mut runs = self.runs()?.into_iter().flatten();
        Ok(runs.find(same).map(|run| run.id))
    }
}
