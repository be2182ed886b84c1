//! Games as tables for other programs.

#[cfg(feature = "parquet")]
mod parquet;

use std::io::{self, Write};

use serde::Serialize;
use serpentine_core::notation::Form;

use crate::play::GameResult;
use crate::store::{Run, RunId};

#[cfg(feature = "parquet")]
pub use self::parquet::write as write_parquet;

/// One game with all it takes to play it again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameRow<'a> {
    /// The run's number.
    pub run: RunId,
    /// The player's spec.
    pub player: &'a str,
    /// The game's number.
    pub game: u64,
    /// The run's seed.
    pub seed: u64,
    /// Rows and columns.
    pub size: &'a str,
    /// The rules.
    pub rules: &'a str,
    /// Points.
    pub score: u64,
    /// Moves made.
    pub moves: u64,
    /// The largest tile.
    pub largest: u64,
    /// Whether the winning tile was made.
    pub won: bool,
    /// The last position, digits row by row.
    pub board: String,
    /// Time the player took in seconds.
    pub seconds: f64,
    /// The program's release.
    pub version: &'a str,
    /// The commit it was built from.
    pub commit: &'a str,
}

impl<'a> GameRow<'a> {
    /// The row of a game of one player of a run.
    pub fn new(run: &'a Run, player: usize, game: &GameResult) -> Self {
        Self {
            run: run.id,
            player: &run.players[player],
            game: game.number,
            seed: run.seed,
            size: &run.size,
            rules: &run.rules,
            score: game.score,
            moves: game.moves,
            largest: game.board.max_tile(),
            won: game.won,
            board: Form::Hex.write(&game.board).expect("digits hold any board"),
            seconds: game.time.as_secs_f64(),
            version: &run.version,
            commit: &run.commit,
        }
    }
}

/// Writes comma-separated values with a header.
pub fn write_csv(rows: &[GameRow<'_>], out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    for row in rows {
        writer.serialize(row).map_err(io::Error::other)?;
    }
    writer.flush()
}

/// Writes one JSON object per line.
pub fn write_json_lines(rows: &[GameRow<'_>], out: &mut dyn Write) -> io::Result<()> {
    for row in rows {
        serde_json::to_writer(&mut *out, row)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
