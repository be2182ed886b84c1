//! Positions as text.
//!
//! | form | example (the same 2×2 board) | prefix |
//! |---|---|---|
//! | rows of tiles, `.` or `0` for empty | `2 ./8 1024`, or one row per line | `rows:` |
//! | rows of exponents | `1 0/3 10` | `exp:` |
//! | digits, row by row | `103a` | `hex:` |
//! | digits, column by column | `130a` | `cols:` |
//! | the original web game's `gameState` | `{"grid":{"size":2,"cells":…},…}` | `json:` |
//!
//! A digit is an exponent: 0-9, then a-z for 10 to 35, `(36)` beyond. Digits of a board
//! that is not square begin with its size: `2x3:100200`. A text without a prefix is
//! read as rows if it has separators, as JSON if it begins with `{`, else as digits
//! row by row.

pub(crate) mod digits;
pub(crate) mod rows;
pub mod web;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::BoardError;
use crate::{Board, Size, SizeError};

/// A way to write a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Rows of tile values.
    Rows,
    /// Rows of exponents.
    Exponents,
    /// One digit per cell, row by row.
    Hex,
    /// One digit per cell, column by column.
    Columns,
    /// The original web game's `gameState` JSON; square boards only.
    Web,
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Rows,
        Self::Exponents,
        Self::Hex,
        Self::Columns,
        Self::Web,
    ];

    /// The word that stands before the colon.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Exponents => "exp",
            Self::Hex => "hex",
            Self::Columns => "cols",
            Self::Web => "json",
        }
    }

    /// Reads a board in this form, without prefix.
    pub fn parse(self, text: &str) -> Result<Board, NotationError> {
        match self {
            Self::Rows => rows::parse(text, rows::Cells::Tiles),
            Self::Exponents => rows::parse(text, rows::Cells::Exponents),
            Self::Hex => digits::parse(text, digits::Order::Rows),
            Self::Columns => digits::parse(text, digits::Order::Columns),
            Self::Web => text.parse().map(|game: web::WebGame| game.board),
        }
    }

    /// Writes a board in this form, without prefix. Fails only for a board that is not
    /// square in the web game's form.
    pub fn write(self, board: &Board) -> Result<String, NotationError> {
        Ok(match self {
            Self::Rows => board.to_string(),
            Self::Exponents => rows::exponents(board),
            Self::Hex => digits::write(board, digits::Order::Rows),
            Self::Columns => digits::write(board, digits::Order::Columns),
            Self::Web => web::WebGame::new(*board).to_json()?,
        })
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.prefix())
    }
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// Nothing there.
    #[error("the board is empty: expected rows such as '2 . 4 8/…' or 16 hex digits")]
    Empty,
    /// Rows of different lengths.
    #[error("row {row} has {found} cells, expected {expected}")]
    RowLength {
        /// The row, from 1.
        row: usize,
        /// Cells in it.
        found: usize,
        /// Cells in the first row.
        expected: usize,
    },
    /// A cell that is no tile.
    #[error(
        "row {row}, column {col}: '{text}' is not a tile: expected '.', 0 or a power of two from 2"
    )]
    NotATile {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        col: usize,
        /// What stands there.
        text: String,
    },
    /// A cell that is no exponent.
    #[error(
        "row {row}, column {col}: '{text}' is not an exponent: expected '.' or a number from 0"
    )]
    NotAnExponent {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        col: usize,
        /// What stands there.
        text: String,
    },
    /// A character that is no digit.
    #[error("character {position}: '{found}' is not a digit: expected 0-9, a-z or (NN)")]
    BadDigit {
        /// Its place, from 1.
        position: usize,
        /// The character.
        found: char,
    },
    /// A number of digits that no board has.
    #[error("{found} digits: expected {expected}")]
    DigitCount {
        /// Digits found.
        found: usize,
        /// What would have done.
        expected: String,
    },
    /// A side out of range.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Tiles that the board cannot hold.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// JSON that is not the web game's.
    #[error("not a gameState of the web game: {0}")]
    Web(String),
    /// The web game's form for a board it cannot hold.
    #[error("the web game's gameState holds only square boards, not {0}")]
    NotSquare(Size),
}

impl FromStr for Board {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let text = text.trim();
        for form in Form::ALL {
            if let Some(rest) = text
                .strip_prefix(form.prefix())
                .and_then(|rest| rest.strip_prefix(':'))
            {
                return form.parse(rest);
            }
        }
        let form = if text.starts_with('{') {
            Form::Web
        } else if text.contains(|c: char| c.is_whitespace() || "/.,".contains(c)) {
            Form::Rows
        } else {
            Form::Hex
        };
        form.parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Board>().unwrap_err().to_string()
    }

    #[test]
    fn every_form_gives_the_same_board() {
        let board: Board = "2 . 4 8/. . . ./65536 . . ./131072 . 1024 2"
            .parse()
            .unwrap();
        for text in [
            "rows:2 0 4 8/0 0 0 0/65536 0 0 0/131072 0 1024 2",
            "exp:1 0 2 3/0 0 0 0/16 . . ./17 0 10 1",
            "10230000g000h0a1",
            "hex:10230000(16)000h0a1",
            "cols:10gh0000200a3001",
            "2, ., 4, 8\n. . . .\n\n65536 . . .\n131072 . 1024 2\n",
        ] {
            assert_eq!(text.parse(), Ok(board), "{text}");
        }
        assert_eq!(Form::Hex.write(&board).unwrap(), "10230000g000h0a1");
        assert_eq!(Form::Columns.write(&board).unwrap(), "10gh0000200a3001");
        assert_eq!(
            "2x3:100200".parse::<Board>().unwrap().to_string(),
            "2 . ./4 . ."
        );
        assert_eq!(
            "cols:2x3:100200".parse::<Board>().unwrap().to_string(),
            "2 . ./. 4 ."
        );
    }

    #[test]
    fn errors_say_where_and_what() {
        assert_eq!(error("2 2/2 2 2"), "row 2 has 3 cells, expected 2");
        assert_eq!(error("2 2//2 2"), "row 2 has 0 cells, expected 2");
        assert_eq!(
            error("2 3/4 4"),
            "row 1, column 2: '3' is not a tile: expected '.', 0 or a power of two from 2"
        );
        assert_eq!(
            error("2 2/64 2"),
            "row 2, column 1: 2^6 is more than a 2x2 board can hold (at most 32)"
        );
        assert_eq!(
            error("32 32/2 2"),
            "the tiles sum to 68, more than a 2x2 board can hold (at most 60)"
        );
        assert_eq!(
            error("00010200!0000000"),
            "character 9: '!' is not a digit: expected 0-9, a-z or (NN)"
        );
        assert!(error("00010").starts_with("5 digits: expected"));
        assert_eq!(error("3x3:00010"), "5 digits: expected 9 for a 3x3 board");
        assert!(error("").contains("empty"));
        assert!(error("2 4 8 16 32 64 128/2 4 8 16 32 64 128").contains("out of range"));
        assert!(error("{\"grid\":1}").starts_with("not a gameState"));
    }
}
