//! The original web game's `gameState`, as it keeps it in local storage.
//!
//! Cells are stored by column: `cells[x][y]`.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::NotationError;
use crate::{Board, Cell, Size};

/// A game as the web game saves it.
///
/// ```
/// use serpentine_core::notation::web::WebGame;
/// let game = WebGame { score: 4, ..WebGame::new("4 ./. 2".parse()?) };
/// let json = game.to_json()?;
/// assert!(json.contains(r#"{"position":{"x":1,"y":1},"value":2}"#));
/// assert_eq!(json.parse::<WebGame>()?, game);
/// # Ok::<(), serpentine_core::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebGame {
    /// The cells.
    pub board: Board,
    /// Points so far.
    pub score: u64,
    /// No move is left.
    pub over: bool,
    /// The winning tile has been made.
    pub won: bool,
    /// The player chose to go on after winning.
    pub keep_playing: bool,
}

#[derive(Serialize, Deserialize)]
struct GameState {
    grid: GridState,
    score: u64,
    over: bool,
    won: bool,
    #[serde(rename = "keepPlaying", default)]
    keep_playing: bool,
}

#[derive(Serialize, Deserialize)]
struct GridState {
    size: usize,
    cells: Vec<Vec<Option<TileState>>>,
}

#[derive(Serialize, Deserialize)]
struct TileState {
    position: Position,
    value: u64,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct Position {
    x: usize,
    y: usize,
}

impl WebGame {
    /// A game that has just come to this board, with no points.
    pub fn new(board: Board) -> Self {
        Self {
            board,
            score: 0,
            over: board.is_terminal(),
            won: false,
            keep_playing: false,
        }
    }

    /// The JSON text; an error for a board that is not square.
    pub fn to_json(&self) -> Result<String, NotationError> {
        let size = self.board.size();
        if !size.is_square() {
            return Err(NotationError::NotSquare(size));
        }
        let tile = |x, y| {
            let value = self.board.tile(Cell::at(y, x, size)?);
            (value > 0).then_some(TileState {
                position: Position { x, y },
                value,
            })
        };
        let state = GameState {
            grid: GridState {
                size: size.cols(),
                cells: (0..size.cols())
                    .map(|x| (0..size.rows()).map(|y| tile(x, y)).collect())
                    .collect(),
            },
            score: self.score,
            over: self.over,
            won: self.won,
            keep_playing: self.keep_playing,
        };
        Ok(serde_json::to_string(&state).expect("plain data"))
    }
}

impl FromStr for WebGame {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let state: GameState =
            serde_json::from_str(text).map_err(|error| NotationError::Web(error.to_string()))?;
        let side = state.grid.size;
        let size = Size::new(side, side)?;
        let cells = &state.grid.cells;
        if cells.len() != side || cells.iter().any(|column| column.len() != side) {
            return Err(NotationError::Web(format!(
                "grid.cells is not {side} columns of {side} cells"
            )));
        }
        for (x, column) in cells.iter().enumerate() {
            for (y, tile) in column.iter().enumerate() {
                let Some(tile) = tile else { continue };
                if tile.position != (Position { x, y }) {
                    return Err(NotationError::Web(format!(
                        "the tile in cells[{x}][{y}] says it is at x {}, y {}",
                        tile.position.x, tile.position.y
                    )));
                }
                if tile.value < 2 || !tile.value.is_power_of_two() {
                    return Err(NotationError::NotATile {
                        row: y + 1,
                        col: x + 1,
                        text: tile.value.to_string(),
                    });
                }
            }
        }
        let board = Board::from_exponents(size, |row, col| {
            let tile = cells[col][row].as_ref();
            tile.map_or(0, |tile| tile.value.trailing_zeros())
        })?;
        if state.score > size.max_score() {
            return Err(NotationError::Web(format!(
                "score {} is more than any game on a {size} board can make",
                state.score
            )));
        }
        Ok(Self {
            board,
            score: state.score,
            over: state.over,
            won: state.won,
            keep_playing: state.keep_playing,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the web game writes it: cells by column, `null` for empty.
    const SAVED: &str = r#"{"grid":{"size":4,"cells":[[null,null,null,{"position":{"x":0,"y":3},"value":4}],[null,null,null,null],[null,{"position":{"x":2,"y":1},"value":2},null,null],[null,null,null,null]]},"score":4,"over":false,"won":false,"keepPlaying":false}"#;

    #[test]
    fn reads_and_writes_what_the_web_game_saves() {
        let game: WebGame = SAVED.parse().unwrap();
        assert_eq!(game.board.to_string(), ". . . ./. . 2 ./. . . ./4 . . .");
        assert_eq!(game.score, 4);
        assert_eq!(game.to_json().unwrap(), SAVED);
    }

    #[test]
    fn errors_name_the_fault() {
        let error = |from: &str, to: &str| {
            let text = SAVED.replace(from, to);
            text.parse::<WebGame>().unwrap_err().to_string()
        };
        assert!(error("\"x\":2", "\"x\":1").contains("cells[2][1] says it is at x 1, y 1"));
        assert!(error("\"value\":2", "\"value\":3").starts_with("row 2, column 3: '3'"));
        assert!(error("\"size\":4", "\"size\":3").contains("not 3 columns of 3 cells"));
        assert!(error("\"size\":4", "\"size\":9").contains("out of range"));
        assert!(error("\"score\":4,", "").contains("missing field `score`"));
        let board: Board = "2 2 2/. . .".parse().unwrap();
        assert!(WebGame::new(board).to_json().is_err());
    }
}
