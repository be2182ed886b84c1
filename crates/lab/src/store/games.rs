//! Games of a run.

use std::time::{Duration, Instant};

use rusqlite::{OptionalExtension, TransactionBehavior, params};
use serpentine_core::Record;
use serpentine_core::notation::Form;

use super::{BETWEEN_WRITES, Run, RunId, Store, StoreError};
use crate::move_times::MoveTimes;
use crate::play::GameResult;
use crate::runner::MatchResults;

/// A game as its row has it.
#[derive(Debug)]
pub(super) struct Row {
    run: RunId,
    player: i64,
    number: i64,
    score: i64,
    moves: i64,
    largest: i64,
    won: bool,
    board: String,
    time_ns: i64,
    move_times: Vec<u8>,
    checksum: u32,
    /// Checked by its own seal.
    record: Option<Vec<u8>>,
}

impl Row {
    fn new(run: RunId, player: usize, game: &GameResult) -> Self {
        let mut row = Self {
            run,
            player: player as i64,
            number: game.number as i64,
            score: game.score as i64,
            moves: game.moves as i64,
            largest: game.board.max_tile() as i64,
            won: game.won,
            board: Form::Hex.write(&game.board).expect("digits hold any board"),
            time_ns: game.time.as_nanos() as i64,
            move_times: game.move_times.to_bytes(),
            checksum: 0,
            record: game.record.as_ref().map(Record::to_bytes),
        };
        row.checksum = row.computed_checksum();
        row
    }

    fn computed_checksum(&self) -> u32 {
        let numbers = [
            self.run,
            self.player,
            self.number,
            self.score,
            self.moves,
            self.largest,
            i64::from(self.won),
            self.time_ns,
        ];
        let mut bytes = Vec::with_capacity(256);
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.board.as_bytes());
        bytes.extend(&self.move_times);
        crc32fast::hash(&bytes)
    }

    /// The game, if the row is what was written.
    fn game(&self) -> Option<GameResult> {
        if self.checksum != self.computed_checksum() {
            return None;
        }
        Some(GameResult {
            number: self.number as u64,
            score: self.score as u64,
            moves: self.moves as u64,
            board: Form::Hex.parse(&self.board).ok()?,
            won: self.won,
            time: Duration::from_nanos(self.time_ns as u64),
            move_times: MoveTimes::from_bytes(&self.move_times)?,
            record: None,
        })
    }
}

const COLUMNS: &str =
    "player, number, score, moves, largest, won, board, time_ns, move_times, checksum";

/// The games of a run that are whole, and how many rows are not.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) games: MatchResults,
    /// Player and number of games whose rows are damaged.
    pub(super) damaged: Vec<(usize, u64)>,
}

impl Store {
    /// Stores a game that has ended. Games that end within moments of each other are
    /// written together; [`Store::flush`] writes those that wait.
    pub fn add(&mut self, run: RunId, player: usize, game: &GameResult) -> Result<(), StoreError> {
        self.waiting.push(Row::new(run, player, game));
        match self.written.elapsed() >= BETWEEN_WRITES {
            true => self.flush(),
            false => Ok(()),
        }
    }

    /// Writes the games that wait.
    pub fn flush(&mut self) -> Result<(), StoreError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.waiting);
        let written = self.write(&rows);
        self.written = Instant::now();
        written.map_err(|error| self.fail(&error))
    }

    fn write(&mut self, rows: &[Row]) -> rusqlite::Result<()> {
        let behaviour = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behaviour)?;
        {
            // A game played twice is the same game; one that was damaged is replaced.
            let mut game = transaction
                .prepare_cached("INSERT OR REPLACE INTO game VALUES (?,?,?,?,?,?,?,?,?,?,?)")?;
            let mut record =
                transaction.prepare_cached("INSERT OR REPLACE INTO record VALUES (?,?,?,?)")?;
            for row in rows {
                game.execute(params![
                    row.run,
                    row.player,
                    row.number,
                    row.score,
                    row.moves,
                    row.largest,
                    row.won,
                    row.board,
                    row.time_ns,
                    row.move_times,
                    row.checksum,
                ])?;
                if let Some(bytes) = &row.record {
                    record.execute(params![row.run, row.player, row.number, bytes])?;
                }
            }
        }
        transaction.commit()
    }

    pub(super) fn count(&self, run: RunId) -> rusqlite::Result<u64> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT count(*) FROM game WHERE run = ?")?;
        statement.query_row([run], |row| Ok(row.get::<_, i64>(0)? as u64))
    }

    /// The games of a run, without their records. A damaged one is an error, and so is one
    /// that is missing from a run that had ended.
    pub fn games(&self, id: RunId) -> Result<MatchResults, StoreError> {
        let run = self.run(id)?;
        let found = self.find_games(&run)?;
        let again = format!("'serpentine match --resume {id}' plays them again");
        if let Some((player, number)) = found.damaged.first() {
            return Err(self.damaged(format!(
                "game {number} of player {} in run {id} does not match its checksum ({} such in \
                 all; {again})",
                player + 1,
                found.damaged.len()
            )));
        }
        let count = found.games.iter().map(Vec::len).sum::<usize>() as u64;
        if run.ended.is_some() && count < run.total() {
            return Err(self.damaged(format!(
                "run {id} ended with {} games, {count} are found ({again})",
                run.total()
            )));
        }
        Ok(found.games)
    }

    /// The games of a run that are whole: those to go on from.
    pub fn whole_games(&self, run: RunId) -> Result<MatchResults, StoreError> {
        Ok(self.find_games(&self.run(run)?)?.games)
    }

    pub(super) fn find_games(&self, run: &Run) -> Result<Found, StoreError> {
        let rows = || -> rusqlite::Result<Vec<Row>> {
            let mut statement = self.connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM game WHERE run = ? ORDER BY player, number"
            ))?;
            statement
                .query_map([run.id], |columns| row(run.id, columns))?
                .collect()
        };
        let mut found = Found {
            games: vec![Vec::new(); run.players.len()],
            damaged: Vec::new(),
        };
        for row in rows().map_err(|error| self.fail(&error))? {
            let (player, number) = (row.player as usize, row.number as u64);
            // A damaged page may show a whole row in a wrong place.
            let is_next = |games: &Vec<GameResult>| {
                number < run.games && games.last().is_none_or(|last| last.number < number)
            };
            match (row.game(), found.games.get_mut(player)) {
                (Some(game), Some(games)) if is_next(games) => games.push(game),
                _ => found.damaged.push((player, number)),
            }
        }
        Ok(found)
    }

    /// One game, if it is there and whole.
    pub fn game(
        &self,
        run: RunId,
        player: usize,
        number: u64,
    ) -> Result<Option<GameResult>, StoreError> {
        let find = || -> rusqlite::Result<Option<Row>> {
            let mut statement = self.connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM game WHERE run = ? AND player = ? AND number = ?"
            ))?;
            let key = params![run, player as i64, number as i64];
            let row = statement.query_row(key, |columns| row(run, columns));
            row.optional()
        };
        let row = find().map_err(|error| self.fail(&error))?;
        Ok(row.and_then(|row| row.game()))
    }

    /// The record of a game, if it was kept. One that is whole but of another game, which a
    /// damaged key shows in its place, is an error.
    pub fn record(
        &self,
        run: RunId,
        player: usize,
        number: u64,
    ) -> Result<Option<Record>, StoreError> {
        let bytes = self.connection.query_row(
            "SELECT bytes FROM record WHERE run = ? AND player = ? AND number = ?",
            params![run, player as i64, number as i64],
            |row| row.get::<_, Vec<u8>>(0),
        );
        let bytes = bytes.optional().map_err(|error| self.fail(&error))?;
        let Some(bytes) = bytes else {
            return Ok(None);
        };
        let damaged = |fault: String| {
            self.damaged(format!(
                "the record of game {number} of player {} in run {run}: {fault}",
                player + 1
            ))
        };
        let record = Record::from_bytes(&bytes).map_err(|error| damaged(error.to_string()))?;
        let end = record
            .replay()
            .map_err(|error| damaged(error.to_string()))?;
        let end = end.state();
        let is_of = |game: &GameResult| {
            let origin = record.origin.is_none_or(|origin| origin.number == number);
            origin && (end.score, end.moves, end.board) == (game.score, game.moves, game.board)
        };
        match self.game(run, player, number)? {
            Some(game) if is_of(&game) => Ok(Some(record)),
            _ => Err(damaged("it is of another game".to_owned())),
        }
    }
}

fn row(run: RunId, columns: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    Ok(Row {
        run,
        player: columns.get(0)?,
        number: columns.get(1)?,
        score: columns.get(2)?,
        moves: columns.get(3)?,
        largest: columns.get(4)?,
        won: columns.get(5)?,
        board: columns.get(6)?,
        time_ns: columns.get(7)?,
        move_times: columns.get(8)?,
        checksum: columns.get(9)?,
        record: None,
    })
}
