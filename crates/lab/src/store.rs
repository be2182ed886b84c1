//! The run store: every run and every game, in one SQLite file.
//!
//! A game is stored when it ends, so that a run killed at any moment goes on with the games
//! it lacks. Every row carries a checksum: a damaged one is named, never believed, and can
//! be played again. Several programs may use one store at a time.

mod check;
mod games;
mod outcomes;
mod play;
mod points;
mod runs;
mod schema;
#[cfg(test)]
mod tests;
mod transfer;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags};
use thiserror::Error;

pub use check::{Check, Salvage};
pub use outcomes::Outcome;
pub use runs::{Run, RunId, RunKind};
pub use transfer::Copied;

use crate::runner::MatchError;
use games::Row;

/// An open run store.
///
/// ```
/// use serpentine_lab::store::{RunKind, Store};
/// use serpentine_lab::{Match, Setting};
///
/// let dir = tempfile::tempdir()?;
/// let mut store = Store::open(&dir.path().join("runs.db"))?;
/// let plan = Match {
///     players: vec!["random".parse()?],
///     games: 2,
///     setting: Setting::standard(1),
/// };
/// let run = store.begin(RunKind::Match, "", &plan)?;
/// assert_eq!(store.run(run)?.plan()?, plan);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Games that have ended since the last were written.
    waiting: Vec<Row>,
    written: Instant,
}

/// Games are written together if they end faster than this: a writer holds the store only
/// for moments, and a fast player does not wait for it.
const BETWEEN_WRITES: Duration = Duration::from_millis(100);

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(60);

/// What went wrong with a store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no such file.
    #[error("there is no run store at {}: 'serpentine match' begins one", .0.display())]
    Missing(PathBuf),
    /// Some other file.
    #[error("{} is not a run store of Serpentine", .0.display())]
    Foreign(PathBuf),
    /// Written by a program after this one.
    #[error("{} has schema {found}, this program knows schemas up to {known}: use a newer Serpentine", .path.display())]
    Newer {
        /// The store.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// The last one known here.
        known: i64,
    },
    /// The disk took no more.
    #[error("{}: the disk is full; what was stored before is safe", .0.display())]
    Full(PathBuf),
    /// Bytes have changed.
    #[error("{} is damaged: {fault}; 'serpentine runs salvage' saves what can be read", .path.display())]
    Damaged {
        /// The store.
        path: PathBuf,
        /// Where and how.
        fault: String,
    },
    /// No run has this number.
    #[error("there is no run {id} in {}: 'serpentine runs list' shows them", .path.display())]
    NoRun {
        /// The store.
        path: PathBuf,
        /// The number asked for.
        id: RunId,
    },
    /// Rules or players that this program does not know.
    #[error("this program cannot play run {id}: {why}")]
    Unknown {
        /// The run.
        id: RunId,
        /// What it does not know.
        why: String,
    },
    /// A plan that cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// Anything else.
    #[error("{}: {fault}", .path.display())]
    Other {
        /// The store.
        path: PathBuf,
        /// What SQLite or the system says.
        fault: String,
    },
}

impl Store {
    /// Opens a store, and makes it first if there is none.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(dir) = path.parent().filter(|dir| !dir.as_os_str().is_empty()) {
            std::fs::create_dir_all(dir).map_err(|error| StoreError::Other {
                path: path.to_owned(),
                fault: format!("cannot make its directory: {error}"),
            })?;
        }
        Self::connect(path, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a store that is there.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        Self::connect(path, OpenFlags::empty())
    }

    fn connect(path: &Path, create: OpenFlags) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | create;
        let connection = Connection::open_with_flags(path, flags);
        let connection = connection.map_err(|error| describe(path, &error))?;
        let mut store = Self {
            connection,
            path: path.to_owned(),
            waiting: Vec::new(),
            written: Instant::now() - BETWEEN_WRITES,
        };
        store.prepare()?;
        Ok(store)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn fail(&self, error: &rusqlite::Error) -> StoreError {
        describe(&self.path, error)
    }

    fn damaged(&self, fault: String) -> StoreError {
        StoreError::Damaged {
            path: self.path.clone(),
            fault,
        }
    }
}

/// Games still waiting are written; a failure then has nobody left to hear of it.
impl Drop for Store {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

fn describe(path: &Path, error: &rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full(path),
        Some(ErrorCode::NotADatabase) => StoreError::Foreign(path),
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged {
            path,
            fault: error.to_string(),
        },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Other {
            path,
            fault: format!(
                "another program has been writing for {} s",
                PATIENCE.as_secs()
            ),
        },
        _ => StoreError::Other {
            path,
            fault: error.to_string(),
        },
    }
}
