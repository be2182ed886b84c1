//! Every move of a stored game, kept or played again.

use std::sync::atomic::AtomicBool;

use serpentine_core::Record;
use thiserror::Error;

use crate::store::{Run, Store, StoreError};

/// Why the moves of a game are not to be had.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The store has something to say.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No such game in the run.
    #[error("player {player} of run {run} has no game {number}")]
    NoGame {
        /// The run.
        run: i64,
        /// The player, from 1.
        player: usize,
        /// The game.
        number: u64,
    },
    /// The game came out differently.
    #[error(
        "game {number} of run {run} was not kept, and this program plays it differently: it was \
         played by serpentine {version} at {commit}"
    )]
    Differs {
        /// The run.
        run: i64,
        /// The game.
        number: u64,
        /// The release that played it.
        version: String,
        /// And its commit.
        commit: String,
    },
}

/// The record of a stored game. If it was not kept, the game is played again from its seed
/// and must end as the stored one did.
pub fn record(store: &Store, run: &Run, player: usize, number: u64) -> Result<Record, ReplayError> {
    if let Some(record) = store.record(run.id, player, number)? {
        return Ok(record);
    }
    let missing = || ReplayError::NoGame {
        run: run.id,
        player: player + 1,
        number,
    };
    let stored = store.game(run.id, player, number)?.ok_or_else(missing)?;
    let mut setting = run.plan()?.setting;
    setting.keep_records = true;
    let spec = run.plan()?.players.swap_remove(player);
    let mut built = spec
        .build(setting.size, &setting.rules)
        .map_err(|error| StoreError::from(crate::MatchError::from(error)))?;
    let again = setting.play(built.as_mut(), number, &AtomicBool::new(false));
    let again = again.filter(|again| (again.score, again.board) == (stored.score, stored.board));
    let record = again.and_then(|again| again.record);
    record.ok_or_else(|| ReplayError::Differs {
        run: run.id,
        number,
        version: run.version.clone(),
        commit: run.commit.clone(),
    })
}
