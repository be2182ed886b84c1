//! Runs: what was asked, by which program, where and when.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use rusqlite::types::Value;
use rusqlite::{OptionalExtension, params};
use serpentine_core::Size;

use super::{Store, StoreError};
use crate::play::{Setting, Until};
use crate::runner::Match;
use crate::version;

/// The number of a run in its store.
pub type RunId = i64;

/// What a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// A match asked for by name.
    Match,
    /// An experiment of a document.
    Reproduce,
    /// A training: its curve instead of games.
    Train,
}

/// A run: enough to play it again.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Its number.
    pub id: RunId,
    /// What it is for.
    pub kind: RunKind,
    /// A name, may be empty.
    pub label: String,
    /// The players' specs.
    pub players: Vec<String>,
    /// Games for each.
    pub games: u64,
    /// Rows and columns, as text.
    pub size: String,
    /// The rules, as text.
    pub rules: String,
    /// The seed.
    pub seed: u64,
    /// The exponent that ends a game early.
    pub until: Option<u8>,
    /// Whether every move is kept.
    pub keep_records: bool,
    /// The program's release.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// Its bench signature: programs with the same one play the same games.
    pub signature: String,
    /// The machine.
    pub machine: String,
    /// When it began.
    pub started: SystemTime,
    /// When it ended, if it did.
    pub ended: Option<SystemTime>,
    /// Games stored, of all players.
    pub stored: u64,
}

impl RunKind {
    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Reproduce => "reproduce",
            Self::Train => "train",
        }
    }
}

impl fmt::Display for RunKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Run {
    /// A run that begins now, by this program on this machine.
    pub(super) fn beginning(
        kind: RunKind,
        label: &str,
        players: Vec<String>,
        size: Size,
        rules: &str,
        seed: u64,
    ) -> Self {
        Self {
            id: 0,
            kind,
            label: label.to_owned(),
            signature: version::signature(&players),
            players,
            games: 0,
            size: size.to_string(),
            rules: rules.to_owned(),
            seed,
            until: None,
            keep_records: false,
            version: version::VERSION.to_owned(),
            commit: version::COMMIT.to_owned(),
            machine: version::machine(),
            // To the millisecond, as it is stored.
            started: from_millis(millis(SystemTime::now())),
            ended: None,
            stored: 0,
        }
    }

    /// What was asked. Fails if this program does not know the rules or players any more.
    pub fn plan(&self) -> Result<Match, StoreError> {
        let unknown = |why: &dyn fmt::Display| StoreError::Unknown {
            id: self.id,
            why: why.to_string(),
        };
        if self.kind == RunKind::Train {
            return Err(unknown(&"it is a training, not a match"));
        }
        let players = self.players.iter().map(|spec| spec.parse());
        let players: Result<_, _> = players.collect();
        Ok(Match {
            players: players.map_err(|error| unknown(&error))?,
            games: self.games,
            setting: Setting {
                size: self.size.parse().map_err(|error| unknown(&error))?,
                rules: self.rules.parse().map_err(|error| unknown(&error))?,
                seed: self.seed,
                until: Until {
                    exponent: self.until,
                },
                keep_records: self.keep_records,
            },
        })
    }

    /// Games asked for, of all players.
    pub fn total(&self) -> u64 {
        self.games * self.players.len() as u64
    }

    /// Whether this program plays the games that the one which began it would have.
    pub fn plays_the_same(&self) -> bool {
        self.signature == version::signature(&self.players)
    }

    /// Over all that does not change while it runs.
    fn checksum(&self) -> u32 {
        let text = format!(
            "{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{:?}\n{}\n{}\n{}\n{}\n{}\n{}",
            self.id,
            self.kind,
            self.label,
            self.players.join("\n"),
            self.games,
            self.size,
            self.rules,
            self.seed,
            self.until,
            self.keep_records,
            self.version,
            self.commit,
            self.signature,
            self.machine,
            millis(self.started),
        );
        crc32fast::hash(text.as_bytes())
    }
}

const COLUMNS: &str = "id, kind, label, size, rules, seed, games, until, keep_records, version, \
     commit_id, signature, machine, started_ms, ended_ms, checksum";

impl Store {
    /// Begins a run.
    pub fn begin(&mut self, kind: RunKind, label: &str, plan: &Match) -> Result<RunId, StoreError> {
        let players = plan.players.iter().map(ToString::to_string).collect();
        let mut run = Run {
            games: plan.games,
            until: plan.setting.until.exponent,
            keep_records: plan.setting.keep_records,
            ..Run::beginning(
                kind,
                label,
                players,
                plan.setting.size,
                &plan.setting.rules.to_string(),
                plan.setting.seed,
            )
        };
        self.insert(&mut run).map_err(|error| self.fail(&error))?;
        Ok(run.id)
    }

    /// Adds a run; one with the number 0 gets the next free number.
    pub(super) fn insert(&mut self, run: &mut Run) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        let id = (run.id != 0).then_some(run.id);
        transaction.execute(
            &format!("INSERT INTO run ({COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,0)"),
            params![
                id,
                run.kind.name(),
                run.label,
                run.size,
                run.rules,
                run.seed as i64,
                run.games as i64,
                run.until,
                run.keep_records,
                run.version,
                run.commit,
                run.signature,
                run.machine,
                millis(run.started),
                run.ended.map(millis),
            ],
        )?;
        run.id = transaction.last_insert_rowid();
        for (number, spec) in run.players.iter().enumerate() {
            transaction.execute(
                "INSERT INTO player VALUES (?, ?, ?)",
                params![run.id, number as i64, spec],
            )?;
        }
        transaction.execute(
            "UPDATE run SET checksum = ? WHERE id = ?",
            params![run.checksum(), run.id],
        )?;
        transaction.commit()
    }

    /// Marks a run as ended.
    pub fn finish(&mut self, id: RunId) -> Result<(), StoreError> {
        self.finish_at(id, SystemTime::now())
    }

    pub(super) fn finish_at(&mut self, id: RunId, time: SystemTime) -> Result<(), StoreError> {
        self.flush()?;
        let ended = self.connection.execute(
            "UPDATE run SET ended_ms = ? WHERE id = ? AND ended_ms IS NULL",
            params![millis(time), id],
        );
        ended.map(|_| ()).map_err(|error| self.fail(&error))
    }

    /// All runs, oldest first; one that is damaged does not hide the others.
    pub fn runs(&self) -> Result<Vec<Result<Run, StoreError>>, StoreError> {
        let ids = || -> rusqlite::Result<Vec<RunId>> {
            let mut statement = self.connection.prepare("SELECT id FROM run ORDER BY id")?;
            statement.query_map([], |row| row.get(0))?.collect()
        };
        let ids = ids().map_err(|error| self.fail(&error))?;
        Ok(ids.into_iter().map(|id| self.run(id)).collect())
    }

    /// One run.
    pub fn run(&self, id: RunId) -> Result<Run, StoreError> {
        let row = self.connection.query_row(
            &format!("SELECT {COLUMNS} FROM run WHERE id = ?"),
            [id],
            |row| (0..16).map(|column| row.get::<_, Value>(column)).collect(),
        );
        let row: Option<Vec<Value>> = row.optional().map_err(|error| self.fail(&error))?;
        let row = row.ok_or_else(|| StoreError::NoRun {
            path: self.path.clone(),
            id,
        })?;
        let players = self.players(id).map_err(|error| self.fail(&error))?;
        let (mut run, checksum) =
            read(&row, players).ok_or_else(|| self.damaged(format!("run {id} cannot be read")))?;
        if run.checksum() != checksum {
            return Err(self.damaged(format!("run {id} does not match its checksum")));
        }
        run.stored = self.count(id).map_err(|error| self.fail(&error))?;
        Ok(run)
    }

    fn players(&self, id: RunId) -> rusqlite::Result<Vec<String>> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT spec FROM player WHERE run = ? ORDER BY number")?;
        statement.query_map([id], |row| row.get(0))?.collect()
    }

    /// The last run of this kind and label that asks the same of a program that plays the
    /// same, to go on with.
    pub fn find(
        &self,
        kind: RunKind,
        label: &str,
        plan: &Match,
    ) -> Result<Option<Run>, StoreError> {
        let ids = || -> rusqlite::Result<Vec<RunId>> {
            let mut statement = self.connection.prepare(
                "SELECT id FROM run WHERE kind = ? AND label = ? AND signature = ? ORDER BY id DESC",
            )?;
            let players: Vec<String> = plan.players.iter().map(ToString::to_string).collect();
            let found = params![kind.name(), label, version::signature(&players)];
            statement.query_map(found, |row| row.get(0))?.collect()
        };
        for id in ids().map_err(|error| self.fail(&error))? {
            let run = self.run(id)?;
            if run.plan().is_ok_and(|other| other == *plan) {
                return Ok(Some(run));
            }
        }
        Ok(None)
    }

    /// The run found by [`find`](Store::find) with the games it has, or a new one.
    pub fn find_or_begin(
        &mut self,
        kind: RunKind,
        label: &str,
        plan: &Match,
    ) -> Result<(RunId, u64), StoreError> {
        match self.find(kind, label, plan)? {
            Some(run) => Ok((run.id, run.stored)),
            None => Ok((self.begin(kind, label, plan)?, 0)),
        }
    }

    /// Deletes a run and its games.
    pub fn delete(&mut self, id: RunId) -> Result<(), StoreError> {
        self.run(id)?;
        let mut delete = || -> rusqlite::Result<()> {
            let transaction = self.connection.transaction()?;
            // Not by foreign keys, whose check would cost every game that is stored.
            for (table, key) in [
                ("point", "run"),
                ("record", "run"),
                ("game", "run"),
                ("player", "run"),
                ("run", "id"),
            ] {
                transaction.execute(&format!("DELETE FROM {table} WHERE {key} = ?"), [id])?;
            }
            transaction.commit()
        };
        delete().map_err(|error| self.fail(&error))
    }
}

/// A run from its columns, and its checksum.
fn read(row: &[Value], players: Vec<String>) -> Option<(Run, u32)> {
    let text = |column: usize| match &row[column] {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    };
    let number = |column: usize| match &row[column] {
        Value::Integer(number) => Some(*number),
        _ => None,
    };
    let run = Run {
        id: number(0)?,
        kind: text(1)?.parse().ok()?,
        label: text(2)?,
        players,
        size: text(3)?,
        rules: text(4)?,
        seed: number(5)? as u64,
        games: u64::try_from(number(6)?).ok()?,
        until: match number(7) {
            Some(exponent) => Some(u8::try_from(exponent).ok()?),
            None => None,
        },
        keep_records: number(8)? != 0,
        version: text(9)?,
        commit: text(10)?,
        signature: text(11)?,
        machine: text(12)?,
        started: from_millis(number(13)?),
        ended: number(14).map(from_millis),
        stored: 0,
    };
    Some((run, u32::try_from(number(15)?).ok()?))
}

impl FromStr for RunKind {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let kinds = [Self::Match, Self::Reproduce, Self::Train];
        kinds.into_iter().find(|k| k.name() == text).ok_or(())
    }
}

fn millis(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

fn from_millis(millis: i64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(millis.max(0) as u64)
}
