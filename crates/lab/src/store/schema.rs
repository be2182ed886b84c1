//! Tables, and how older stores become newer ones.

use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{ErrorCode, TransactionBehavior};

use super::{PATIENCE, Store, StoreError};

/// "SRPN" in SQLite's place for the kind of file.
const APPLICATION_ID: i64 = 0x5352_504E;

/// Step `k` makes schema `k + 1` from schema `k`. Steps are only ever added.
const STEPS: [&str; 3] = [
    "
    CREATE TABLE run (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        label TEXT NOT NULL,
        size TEXT NOT NULL,
        rules TEXT NOT NULL,
        seed INTEGER NOT NULL,
        games INTEGER NOT NULL,
        until INTEGER,
        keep_records INTEGER NOT NULL,
        version TEXT NOT NULL,
        commit_id TEXT NOT NULL,
        signature TEXT NOT NULL,
        machine TEXT NOT NULL,
        started_ms INTEGER NOT NULL,
        ended_ms INTEGER,
        checksum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE player (
        run INTEGER NOT NULL,
        number INTEGER NOT NULL,
        spec TEXT NOT NULL,
        PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE game (
        run INTEGER NOT NULL,
        player INTEGER NOT NULL,
        number INTEGER NOT NULL,
        score INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        largest INTEGER NOT NULL,
        won INTEGER NOT NULL,
        board TEXT NOT NULL,
        time_ns INTEGER NOT NULL,
        move_times BLOB NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (run, player, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE record (
        run INTEGER NOT NULL,
        player INTEGER NOT NULL,
        number INTEGER NOT NULL,
        bytes BLOB NOT NULL,
        PRIMARY KEY (run, player, number)
    ) STRICT;
",
    "
    CREATE TABLE outcome (
        experiment TEXT NOT NULL,
        number INTEGER NOT NULL,
        won_after INTEGER,
        moves INTEGER NOT NULL,
        largest INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (experiment, number)
    ) STRICT, WITHOUT ROWID;
",
    "
    CREATE TABLE point (
        run INTEGER NOT NULL,
        number INTEGER NOT NULL,
        json TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID;
",
];

impl Store {
    /// Makes the tables or brings them up to date, and sets the connection up.
    pub(super) fn prepare(&mut self) -> Result<(), StoreError> {
        let set_up = |store: &Self| -> rusqlite::Result<()> {
            let connection = &store.connection;
            connection.busy_timeout(PATIENCE)?;
            // A page that cannot be right is an error at once.
            connection.pragma_update(None, "cell_size_check", true)?;
            // Safe against a kill; after a power failure the last games may be played again.
            connection.pragma_update(None, "synchronous", "NORMAL")
        };
        set_up(self).map_err(|error| self.fail(&error))?;
        let kind = self.number("application_id")?;
        let schema = self.number("user_version")?;
        let known = STEPS.len() as i64;
        if kind == APPLICATION_ID && schema > known {
            return Err(StoreError::Newer {
                path: self.path.clone(),
                found: schema,
                known,
            });
        }
        if kind == APPLICATION_ID && schema == known {
            return Ok(());
        }
        // A file of another program is left as it is.
        if kind != APPLICATION_ID && self.has_tables()? {
            return Err(StoreError::Foreign(self.path.clone()));
        }
        self.upgrade_patiently().map_err(|error| self.fail(&error))
    }

    /// SQLite does not wait while another program turns the same new file into a store.
    fn upgrade_patiently(&mut self) -> rusqlite::Result<()> {
        let begun = Instant::now();
        loop {
            match self.upgrade() {
                Err(error)
                    if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                        && begun.elapsed() < PATIENCE =>
                {
                    thread::sleep(Duration::from_millis(20));
                }
                result => return result,
            }
        }
    }

    fn number(&self, pragma: &str) -> Result<i64, StoreError> {
        let value = self
            .connection
            .pragma_query_value(None, pragma, |row| row.get(0));
        value.map_err(|error| self.fail(&error))
    }

    fn has_tables(&self) -> Result<bool, StoreError> {
        let count: rusqlite::Result<i64> =
            self.connection
                .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0));
        // Another program may be making this very store.
        Ok(count.map_err(|error| self.fail(&error))? > 0
            && self.number("application_id")? != APPLICATION_ID)
    }

    fn upgrade(&mut self) -> rusqlite::Result<()> {
        let wal = self
            .connection
            .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        // Where the file system has no shared memory, SQLite's older journal does as well.
        wal?;
        let behaviour = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behaviour)?;
        // Read again, now that nobody else can write.
        let schema: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        for step in &STEPS[usize::try_from(schema).unwrap_or(0).min(STEPS.len())..] {
            transaction.execute_batch(step)?;
        }
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", STEPS.len() as i64)?;
        transaction.commit()
    }
}
