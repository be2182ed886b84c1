//! The record of a game: enough to see every move again and to check it.
//!
//! Two forms: text (the community's witness form, [`text`]) and a compact checksummed
//! binary ([`binary`]). Reading either replays the game by the rules, so a record that
//! was read is a record of a legal game.

pub mod binary;
pub mod text;

use thiserror::Error;

use crate::sealed::SealError;
use crate::{Board, Cell, Game, PlayError, Rules, Size, Turn};

/// A game from start to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The rules it was played under.
    pub rules: Rules,
    /// The stream its tiles came from, if that is known.
    pub origin: Option<Origin>,
    /// The position before the first move.
    pub start: Board,
    /// Points before the first move; not 0 only for a game taken over from elsewhere.
    pub start_score: u64,
    /// Every move with the tile that appeared after it.
    pub turns: Vec<Turn>,
}

/// Where the tiles of a game came from: [`crate::Stream::for_game`] of these two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The seed of its run.
    pub seed: u64,
    /// Its number in the run.
    pub number: u64,
}

/// Why a record was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// A line of the text form that cannot be read.
    #[error("line {line}: {fault}")]
    Text {
        /// The line, from 1.
        line: usize,
        /// What is wrong and what was expected.
        fault: String,
    },
    /// No start tiles.
    #[error("there is no start tile: a record begins with 'start ROW COL VALUE' for each")]
    NoStart,
    /// A move that is not legal or a tile that cannot appear.
    #[error("move {number}{}: {fault}", .line.map(|line| format!(" (line {line})")).unwrap_or_default())]
    IllegalTurn {
        /// The move, from 1.
        number: usize,
        /// Its line in the text form.
        line: Option<usize>,
        /// What is wrong.
        fault: PlayFault,
    },
    /// A result in the header that the moves do not give.
    #[error("the header says {what} {stated}, the moves give {found}")]
    WrongResult {
        /// Which result.
        what: &'static str,
        /// As stated.
        stated: u64,
        /// As replayed.
        found: u64,
    },
    /// More points at the start than any game can make.
    #[error("{0} points at the start are more than any game on that board can make")]
    StartScore(u64),
    /// The replayed score does not fit the tiles.
    #[error("the score {score} does not fit the tiles on the board")]
    ScoreIdentity {
        /// The replayed score.
        score: u64,
    },
    /// A damaged or foreign binary file.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// A binary content that makes no sense.
    #[error("byte {at} of the content: {fault}")]
    Binary {
        /// Where.
        at: usize,
        /// What is wrong.
        fault: String,
    },
}

/// What is wrong with a turn, with row and column instead of a cell number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayFault {
    /// The move moves nothing.
    #[error("{0}")]
    Move(PlayError),
    /// The tile cannot appear.
    #[error("{value} cannot appear at row {row}, column {col} after {direction}: {why}")]
    Spawn {
        /// Its value.
        value: u64,
        /// Row from 0.
        row: usize,
        /// Column from 0.
        col: usize,
        /// The move.
        direction: crate::Direction,
        /// The reason.
        why: String,
    },
}

impl Record {
    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// Whether the start is one that the rules deal, not a position set up.
    pub fn is_dealt(&self) -> bool {
        self.start_score == 0 && self.rules.could_deal(&self.start)
    }

    /// Replays the game, checking every move, every tile and the score.
    pub fn replay(&self) -> Result<Game, RecordError> {
        if self.start.tile_sum() == 0 {
            return Err(RecordError::NoStart);
        }
        if self.start_score > self.size().max_score() {
            return Err(RecordError::StartScore(self.start_score));
        }
        let Origin { seed, number } = self.origin.unwrap_or_default();
        let dealt = Game::new(self.size(), self.rules, seed, number);
        let mut game = match dealt {
            // Its own stream dealt it: go on with that stream.
            Ok(game) if self.start_score == 0 && *game.board() == self.start => game,
            _ => Game::from_web(
                &crate::notation::web::WebGame {
                    score: self.start_score,
                    ..crate::notation::web::WebGame::new(self.start)
                },
                self.rules,
                seed,
                number,
            ),
        };
        for (index, &turn) in self.turns.iter().enumerate() {
            if game.state().won {
                // That the game went on shows that its player chose to.
                game.keep_going();
            }
            let played = game.play_turn(turn);
            played.map_err(|error| RecordError::IllegalTurn {
                number: index + 1,
                line: None,
                fault: fault(&game, error),
            })?;
        }
        if !game.score_identity_holds() {
            return Err(RecordError::ScoreIdentity {
                score: game.score(),
            });
        }
        Ok(game)
    }
}

fn fault(game: &Game, error: PlayError) -> PlayFault {
    let PlayError::ImpossibleSpawn { direction, spawn } = error else {
        return PlayFault::Move(error);
    };
    let size = game.board().size();
    let after = game.board().play(direction).map(|moved| moved.after);
    let tile = |cell: Cell| after.map_or(0, |after| after.tile(cell));
    let why = match tile(spawn.cell) {
        0 if game.rules().four.weight() == 0 && spawn.exponent == 2 => {
            "the rules let only 2s appear".to_owned()
        }
        0 if !matches!(spawn.exponent, 1 | 2) => "only 2s and 4s appear".to_owned(),
        0 => format!("the rules '{}' do not allow it", game.rules()),
        tile => format!("{tile} stands there"),
    };
    PlayFault::Spawn {
        value: 1 << spawn.exponent,
        row: spawn.cell.row(size),
        col: spawn.cell.col(size),
        direction,
        why,
    }
}
