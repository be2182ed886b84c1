//! Learning curves of trainings.

use rusqlite::params;
use serpentine_core::Size;
use serpentine_learn::{About, Point};

use super::{Run, RunId, RunKind, Store, StoreError};

impl Store {
    /// Begins the run of a training, with the curve it has so far. Its player is its recipe.
    pub fn begin_training(
        &mut self,
        label: &str,
        size: Size,
        about: &About,
    ) -> Result<RunId, StoreError> {
        let players = vec![about.recipe.clone()];
        let (rules, seed) = (&about.rules, about.seed);
        let mut run = Run::beginning(RunKind::Train, label, players, size, rules, seed);
        self.insert(&mut run).map_err(|error| self.fail(&error))?;
        for (number, point) in about.curve.iter().enumerate() {
            self.add_point(run.id, number, point)?;
        }
        Ok(run.id)
    }

    /// The run of this label that has a training's curve already.
    pub fn find_training(&self, label: &str, about: &About) -> Result<Option<RunId>, StoreError> {
        for run in self.runs()?.into_iter().flatten() {
            let is_same = run.kind == RunKind::Train
                && run.label == label
                && run.players == [about.recipe.as_str()];
            if is_same && self.points(run.id)? == about.curve {
                return Ok(Some(run.id));
            }
        }
        Ok(None)
    }

    /// Stores a point of a training's curve.
    pub fn add_point(
        &mut self,
        run: RunId,
        number: usize,
        point: &Point,
    ) -> Result<(), StoreError> {
        let json = serde_json::to_string(point).expect("numbers have a form");
        let added = self.connection.execute(
            "INSERT OR REPLACE INTO point VALUES (?, ?, ?, ?)",
            params![run, number as i64, json, checksum(run, number, &json)],
        );
        added.map(|_| ()).map_err(|error| self.fail(&error))
    }

    /// The curve of a training.
    pub fn points(&self, run: RunId) -> Result<Vec<Point>, StoreError> {
        let read = || -> rusqlite::Result<Vec<(i64, String, u32)>> {
            let mut statement = self.connection.prepare(
                "SELECT number, json, checksum FROM point WHERE run = ? ORDER BY number",
            )?;
            statement.query_map([run], |row| row.try_into())?.collect()
        };
        let rows = read().map_err(|error| self.fail(&error))?;
        let points = rows.into_iter().map(|(number, json, sum)| {
            let point = serde_json::from_str(&json).ok();
            let whole = point.filter(|_| checksum(run, number as usize, &json) == sum);
            let fault = || format!("point {number} of run {run} does not match its checksum");
            whole.ok_or_else(|| self.damaged(fault()))
        });
        points.collect()
    }
}

fn checksum(run: RunId, number: usize, json: &str) -> u32 {
    crc32fast::hash(format!("{run} {number} {json}").as_bytes())
}
