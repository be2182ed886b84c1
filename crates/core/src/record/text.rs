//! The witness form: a text anyone can read and check by hand.
//!
//! ```text
//! # serpentine game record
//! # size 4x4
//! # rules standard
//! # seed 42
//! # game 0
//! # moves 2
//! # score 4
//! start 0 1 2
//! start 3 1 2
//! U 2 2 4
//! L 3 3 2
//! ```
//!
//! `start ROW COL VALUE` for each start tile, then `U|R|D|L ROW COL VALUE` for each
//! move with the tile that appeared, rows and columns counted from 0 at the top left.
//! `#` begins a comment; the first word of a comment line may be one of the keys above
//! (`size`, `rules`, `seed`, `game`, `start-score`, `moves`, `score`), all optional:
//! a file without them is a standard 4×4 game.

use std::fmt::Write as _;

use super::{Origin, Record, RecordError};
use crate::{Board, Cell, Direction, Rules, Size, Spawn, Turn};

impl Record {
    /// The text form. Replays the game to state its result.
    pub fn to_text(&self) -> Result<String, RecordError> {
        let game = self.replay()?;
        let size = self.size();
        let mut text = String::from("# serpentine game record\n");
        let mut line = |args: std::fmt::Arguments<'_>| {
            text.write_fmt(args).expect("writing to a string");
            text.push('\n');
        };
        line(format_args!("# size {size}"));
        line(format_args!("# rules {}", self.rules));
        if let Some(Origin { seed, number }) = self.origin {
            line(format_args!("# seed {seed}"));
            line(format_args!("# game {number}"));
        }
        if self.start_score > 0 {
            line(format_args!("# start-score {}", self.start_score));
        }
        line(format_args!("# moves {}", game.state().moves));
        line(format_args!("# score {}", game.score()));
        let at = |cell: Cell| (cell.row(size), cell.col(size));
        for cell in Cell::all(size).filter(|&cell| self.start.tile(cell) > 0) {
            let (row, col) = at(cell);
            line(format_args!("start {row} {col} {}", self.start.tile(cell)));
        }
        for turn in &self.turns {
            let (row, col) = at(turn.spawn.cell);
            let value = 1 << turn.spawn.exponent;
            line(format_args!(
                "{} {row} {col} {value}",
                turn.direction.letter()
            ));
        }
        Ok(text)
    }

    /// Reads the text form and checks the game it tells.
    pub fn from_text(text: &str) -> Result<Self, RecordError> {
        let mut reader = Reader::default();
        for (index, line) in text.lines().enumerate() {
            reader.line(line).map_err(|fault| RecordError::Text {
                line: index + 1,
                fault,
            })?;
            if reader.turn_lines.len() < reader.turns.len() {
                reader.turn_lines.push(index + 1);
            }
        }
        reader.finish()
    }
}

#[derive(Default)]
struct Reader {
    size: Option<Size>,
    rules: Option<Rules>,
    seed: Option<u64>,
    number: Option<u64>,
    start_score: Option<u64>,
    moves: Option<u64>,
    score: Option<u64>,
    start: Vec<Spawn>,
    turns: Vec<Turn>,
    turn_lines: Vec<usize>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (content, comment) = line.split_once('#').unwrap_or((line, ""));
        let words: Vec<&str> = content.split_whitespace().collect();
        match words[..] {
            [] => self.header(comment),
            ["start", row, col, value] => {
                if !self.turns.is_empty() {
                    return Err("a start tile after the first move".to_owned());
                }
                let spawn = self.spawn(row, col, value)?;
                if self.start.iter().any(|other| other.cell == spawn.cell) {
                    return Err(format!("a second start tile at row {row}, column {col}"));
                }
                self.start.push(spawn);
                Ok(())
            }
            [letter, row, col, value] => {
                let direction = letter.parse().ok().and_then(Direction::from_letter);
                let direction = direction.ok_or_else(|| {
                    format!("'{letter}' is no move: expected U, R, D, L or start")
                })?;
                let spawn = self.spawn(row, col, value)?;
                self.turns.push(Turn { direction, spawn });
                Ok(())
            }
            _ => Err(format!(
                "expected 'start ROW COL VALUE' or 'U|R|D|L ROW COL VALUE', found '{}'",
                content.trim()
            )),
        }
    }

    /// Takes what a comment line says about the game; other comments are just comments.
    fn header(&mut self, comment: &str) -> Result<(), String> {
        let words: Vec<&str> = comment.split_whitespace().collect();
        let &[key, value] = &words[..] else {
            return Ok(());
        };
        let number = || {
            let number = value.parse::<u64>();
            number.map_err(|_| format!("{key} '{value}' is not a whole number"))
        };
        let in_play = !self.start.is_empty() || !self.turns.is_empty();
        match key {
            "size" | "rules" if in_play => return Err(format!("{key} after the first tile")),
            "size" => self.size = Some(value.parse().map_err(|e| format!("{e}"))?),
            "rules" => self.rules = Some(value.parse().map_err(|e| format!("{e}"))?),
            "seed" => self.seed = Some(number()?),
            "game" => self.number = Some(number()?),
            "start-score" => self.start_score = Some(number()?),
            "moves" => self.moves = Some(number()?),
            "score" => self.score = Some(number()?),
            _ => {}
        }
        Ok(())
    }

    fn size(&self) -> Size {
        self.size.unwrap_or(Size::STANDARD)
    }

    fn spawn(&self, row: &str, col: &str, value: &str) -> Result<Spawn, String> {
        let size = self.size();
        let cell = match (row.parse(), col.parse()) {
            (Ok(row), Ok(col)) => Cell::at(row, col, size),
            _ => None,
        };
        let cell = cell.ok_or_else(|| {
            format!("row {row}, column {col} is not on a {size} board (both count from 0)")
        })?;
        let tile = value.parse::<u64>().ok();
        let tile = tile.filter(|tile| *tile >= 2 && tile.is_power_of_two());
        let tile = tile.ok_or_else(|| format!("'{value}' is not a tile: expected 2, 4, 8, …"))?;
        Ok(Spawn {
            cell,
            exponent: tile.trailing_zeros() as u8,
        })
    }

    fn finish(self) -> Result<Record, RecordError> {
        let size = self.size();
        let start = Board::from_exponents(size, |row, col| {
            let mut tiles = self.start.iter();
            let tile = tiles.find(|tile| Some(tile.cell) == Cell::at(row, col, size));
            tile.map_or(0, |tile| u32::from(tile.exponent))
        })
        .map_err(|error| RecordError::Text {
            line: 1,
            fault: format!("start tiles: {error}"),
        })?;
        let record = Record {
            rules: self.rules.unwrap_or_default(),
            origin: self.seed.map(|seed| Origin {
                seed,
                number: self.number.unwrap_or(0),
            }),
            start,
            start_score: self.start_score.unwrap_or(0),
            turns: self.turns,
        };
        let game = record.replay().map_err(|error| match error {
            RecordError::IllegalTurn { number, fault, .. } => RecordError::IllegalTurn {
                number,
                line: self.turn_lines.get(number - 1).copied(),
                fault,
            },
            other => other,
        })?;
        for (what, stated, found) in [
            ("moves", self.moves, game.state().moves),
            ("score", self.score, game.score()),
        ] {
            if let Some(stated) = stated.filter(|&stated| stated != found) {
                return Err(RecordError::WrongResult {
                    what,
                    stated,
                    found,
                });
            }
        }
        Ok(record)
    }
}
