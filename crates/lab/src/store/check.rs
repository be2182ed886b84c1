//! Looking for damage, and saving what is whole.

use std::path::Path;

use super::{RunId, Store, StoreError};

/// What a thorough look at a store found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// Runs that are whole.
    pub runs: u64,
    /// Games that are whole.
    pub games: u64,
    /// Records that are whole.
    pub records: u64,
    /// What is not.
    pub faults: Vec<String>,
}

/// What was saved from a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Salvage {
    /// Runs saved.
    pub runs: u64,
    /// Games saved.
    pub games: u64,
    /// Games that could not be read, or are missing from runs that had ended.
    pub lost: u64,
}

impl Store {
    /// Reads everything and names what is damaged.
    pub fn check(&self) -> Result<Check, StoreError> {
        let mut check = Check::default();
        let pages = || -> rusqlite::Result<Vec<String>> {
            let mut statement = self.connection.prepare("PRAGMA integrity_check(20)")?;
            statement.query_map([], |row| row.get(0))?.collect()
        };
        match pages() {
            Ok(lines) => check
                .faults
                .extend(lines.into_iter().filter(|line| line != "ok")),
            Err(error) => check.faults.push(error.to_string()),
        }
        for id in self.run_ids() {
            match self.run(id).and_then(|run| self.find_games(&run)) {
                Ok(found) => {
                    check.runs += 1;
                    check
                        .faults
                        .extend(found.damaged.iter().map(|(player, number)| {
                        format!(
                            "game {number} of player {} in run {id} does not match its checksum",
                            player + 1
                        )
                    }));
                    for (player, games) in found.games.iter().enumerate() {
                        check.games += games.len() as u64;
                        for game in games {
                            match self.record(id, player, game.number) {
                                Ok(record) => check.records += u64::from(record.is_some()),
                                Err(error) => check.faults.push(error.to_string()),
                            }
                        }
                    }
                }
                Err(error) => check.faults.push(error.to_string()),
            }
            if let Err(error) = self.points(id) {
                check.faults.push(error.to_string());
            }
        }
        for (experiment, count) in self.experiments().map_err(|error| self.fail(&error))? {
            let whole = self.outcomes(&experiment)?.len();
            check.games += whole as u64;
            if whole < count {
                let damaged = count - whole;
                let fault =
                    format!("{damaged} games of '{experiment}' do not match their checksums");
                check.faults.push(fault);
            }
        }
        Ok(check)
    }

    /// The numbers of the runs, as far as they can be read.
    fn run_ids(&self) -> Vec<RunId> {
        let mut ids = Vec::new();
        // Backwards too: a damaged page in between hides only what is on it.
        for order in ["ASC", "DESC"] {
            let query = format!("SELECT id FROM run ORDER BY id {order}");
            let Ok(mut statement) = self.connection.prepare(&query) else {
                continue;
            };
            let Ok(rows) = statement.query_map([], |row| row.get::<_, RunId>(0)) else {
                continue;
            };
            ids.extend(rows.map_while(Result::ok));
        }
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Copies all runs and games that can be read into a new store.
    pub fn salvage(&self, to: &Path) -> Result<Salvage, StoreError> {
        if to.exists() {
            return Err(StoreError::Other {
                path: to.to_owned(),
                fault: "is there already: name a new file".to_owned(),
            });
        }
        let mut new = Self::open(to)?;
        let mut salvage = Salvage::default();
        for id in self.run_ids() {
            let Ok(mut run) = self.run(id) else {
                continue;
            };
            new.insert(&mut run).map_err(|error| new.fail(&error))?;
            salvage.runs += 1;
            for player in 0..run.players.len() {
                for number in 0..run.games {
                    // One by one: a damaged page hides only the games on it.
                    let Ok(game) = self.game(id, player, number) else {
                        salvage.lost += 1;
                        continue;
                    };
                    let Some(mut game) = game else {
                        salvage.lost += u64::from(run.ended.is_some());
                        continue;
                    };
                    game.record = self.record(id, player, number).ok().flatten();
                    new.add(id, player, &game)?;
                    salvage.games += 1;
                }
            }
            new.flush()?;
            let points = self.points(id).unwrap_or_default();
            for (number, point) in points.iter().enumerate() {
                new.add_point(run.id, number, point)?;
            }
        }
        for (experiment, count) in self.experiments().unwrap_or_default() {
            let outcomes: Vec<_> = self.outcomes(&experiment)?.into_iter().collect();
            new.add_outcomes(&experiment, &outcomes)?;
            salvage.games += outcomes.len() as u64;
            salvage.lost += (count - outcomes.len()) as u64;
        }
        Ok(salvage)
    }
}
