//! Games of experiments that no player of ours plays: only what they came to.

use std::collections::BTreeMap;

use rusqlite::params;

use super::{Store, StoreError};

/// What a game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Moves to the first 2048, if there was one.
    pub won_after: Option<u64>,
    /// All moves played.
    pub moves: u64,
    /// The largest tile on the last board.
    pub largest: u64,
}

impl Outcome {
    fn checksum(&self, experiment: &str, number: u64) -> u32 {
        crc32fast::hash(format!("{experiment} {number} {self:?}").as_bytes())
    }
}

impl Store {
    /// The games of an experiment that are stored and whole, by number.
    pub fn outcomes(&self, experiment: &str) -> Result<BTreeMap<u64, Outcome>, StoreError> {
        type Columns = (i64, Option<i64>, i64, i64, u32);
        let read = || -> rusqlite::Result<Vec<Columns>> {
            let mut statement = self.connection.prepare(
                "SELECT number, won_after, moves, largest, checksum FROM outcome \
                 WHERE experiment = ?",
            )?;
            let rows = statement.query_map([experiment], |row| row.try_into())?;
            rows.collect()
        };
        let rows = read().map_err(|error| self.fail(&error))?;
        let outcomes = rows
            .into_iter()
            .filter_map(|(number, won, moves, largest, checksum)| {
                let outcome = Outcome {
                    won_after: won.map(|moves| moves as u64),
                    moves: moves as u64,
                    largest: largest as u64,
                };
                let is_whole = outcome.checksum(experiment, number as u64) == checksum;
                // A damaged one is played again.
                is_whole.then_some((number as u64, outcome))
            });
        Ok(outcomes.collect())
    }

    /// The experiments, each with the number of its games that are stored, whole or not.
    pub(super) fn experiments(&self) -> rusqlite::Result<Vec<(String, usize)>> {
        let mut statement = self
            .connection
            .prepare("SELECT experiment, count(*) FROM outcome GROUP BY experiment")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as usize)));
        rows?.collect()
    }

    /// Stores games of an experiment.
    pub fn add_outcomes(
        &mut self,
        experiment: &str,
        outcomes: &[(u64, Outcome)],
    ) -> Result<(), StoreError> {
        let mut write = || -> rusqlite::Result<()> {
            let transaction = self.connection.transaction()?;
            for (number, outcome) in outcomes {
                transaction.execute(
                    "INSERT OR REPLACE INTO outcome VALUES (?,?,?,?,?,?)",
                    params![
                        experiment,
                        *number as i64,
                        outcome.won_after.map(|moves| moves as i64),
                        outcome.moves as i64,
                        outcome.largest as i64,
                        outcome.checksum(experiment, *number),
                    ],
                )?;
            }
            transaction.commit()
        };
        write().map_err(|error| self.fail(&error))
    }
}
