//! The compact form: one byte per move on boards of up to 16 cells, two on larger ones.
//!
//! A sealed file ([`crate::sealed`], magic `SRPNGAME`) whose content is, numbers
//! little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 1, then so many | length and text of the rules |
//! | 1, 1 | rows, columns |
//! | 1 | 1 if the seed is known |
//! | 8, 8 | the seed, the number of the game in its run; 0 if not known |
//! | 8 | points before the first move |
//! | cells | exponents of the start position, row by row |
//! | 8 | number of moves |
//! | 1 each | cell + 16·(is a 4) + 32·direction, on boards of up to 16 cells; above: |
//! | 2 each | cell, then (is a 4) + 2·direction |

use super::{Origin, Record, RecordError};
use crate::sealed::{self, Kind};
use crate::{Board, Cell, Direction, Rules, Size, Spawn, Turn};

/// The envelope of a game record.
pub const KIND: Kind = Kind {
    name: "game record",
    magic: *b"SRPNGAME",
    version: 1,
};

impl Record {
    /// The compact form.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rules = self.rules.to_string();
        let size = self.size();
        let mut content = vec![rules.len() as u8];
        content.extend(rules.bytes());
        content.extend([size.rows() as u8, size.cols() as u8]);
        let origin = self.origin.unwrap_or_default();
        content.push(u8::from(self.origin.is_some()));
        content.extend(origin.seed.to_le_bytes());
        content.extend(origin.number.to_le_bytes());
        content.extend(self.start_score.to_le_bytes());
        content.extend(self.start.exponents());
        content.extend((self.turns.len() as u64).to_le_bytes());
        for turn in &self.turns {
            let cell = turn.spawn.cell.index() as u8;
            let is_four = u8::from(turn.spawn.exponent == 2);
            let direction = turn.direction.index() as u8;
            if size.cells() <= 16 {
                content.push(cell | is_four << 4 | direction << 5);
            } else {
                content.extend([cell, is_four | direction << 1]);
            }
        }
        sealed::seal(KIND, &content)
    }

    /// Reads the compact form and checks the game it tells.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        let mut content = Content {
            bytes: sealed::open(KIND, bytes)?,
            at: 0,
        };
        let record = content.record()?;
        record.replay()?;
        Ok(record)
    }
}

struct Content<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Content<'a> {
    fn record(&mut self) -> Result<Record, RecordError> {
        let rules = self.rules()?;
        let size = self.size()?;
        let has_origin = self.byte("the mark of a seed")?;
        let seed = self.number("the seed")?;
        let number = self.number("the game's number")?;
        let start_score = self.number("the points at the start")?;
        let exponents = self.take(size.cells(), "the start position")?;
        let start = Board::from_exponents(size, |row, col| {
            u32::from(exponents[row * size.cols() + col])
        })
        .map_err(|error| self.fault(error.to_string()))?;
        let count = self.number("the number of moves")?;
        let per_turn = if size.cells() <= 16 { 1 } else { 2 };
        let left = (self.bytes.len() - self.at) as u64;
        if count.checked_mul(per_turn) != Some(left) {
            return Err(self.fault(format!("{left} bytes left for {count} moves")));
        }
        let turns = (0..count)
            .map(|_| self.turn(size))
            .collect::<Result<_, _>>()?;
        Ok(Record {
            rules,
            origin: (has_origin != 0).then_some(Origin { seed, number }),
            start,
            start_score,
            turns,
        })
    }

    fn rules(&mut self) -> Result<Rules, RecordError> {
        let len = self.byte("the length of the rules")?;
        let text = self.take(usize::from(len), "the rules")?;
        let text = std::str::from_utf8(text);
        let text = text.map_err(|_| self.fault("the rules are not text".to_owned()))?;
        text.parse()
            .map_err(|error| self.fault(format!("the rules: {error}")))
    }

    fn size(&mut self) -> Result<Size, RecordError> {
        let (rows, cols) = (self.byte("the rows")?, self.byte("the columns")?);
        Size::new(rows.into(), cols.into()).map_err(|error| self.fault(error.to_string()))
    }

    fn turn(&mut self, size: Size) -> Result<Turn, RecordError> {
        let first = self.byte("a move")?;
        let (cell, is_four, direction) = if size.cells() <= 16 {
            (first & 15, first >> 4 & 1, first >> 5)
        } else {
            let second = self.byte("a move's second byte")?;
            (first, second & 1, second >> 1)
        };
        if usize::from(cell) >= size.cells() {
            return Err(self.fault(format!("cell {cell} is not on a {size} board")));
        }
        let direction = Direction::from_index(direction.into())
            .ok_or_else(|| self.fault(format!("direction {direction}, expected 0 to 3")))?;
        Ok(Turn {
            direction,
            spawn: Spawn {
                cell: Cell::new(cell.into()),
                exponent: 1 + is_four,
            },
        })
    }

    fn take(&mut self, len: usize, what: &str) -> Result<&'a [u8], RecordError> {
        let rest = &self.bytes[self.at..];
        let Some(taken) = rest.get(..len) else {
            return Err(self.fault(format!("the content ends within {what}")));
        };
        self.at += len;
        Ok(taken)
    }

    fn byte(&mut self, what: &str) -> Result<u8, RecordError> {
        Ok(self.take(1, what)?[0])
    }

    fn number(&mut self, what: &str) -> Result<u64, RecordError> {
        let bytes = self.take(8, what)?;
        Ok(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    fn fault(&self, fault: String) -> RecordError {
        RecordError::Binary { at: self.at, fault }
    }
}
