//! The rules once more, slow and obvious: plain numbers in rows, no bit tricks,
//! no tables, no code shared with the fast forms.
//!
//! Tests hold every fast form to it, and `serpentine bench` measures against it.

use crate::grid::Grid;
use crate::{Cell, Direction, Size};

/// A board as rows of tile values, 0 for empty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reference {
    size: Size,
    tiles: [[u64; Size::MAX_SIDE]; Size::MAX_SIDE],
}

impl Reference {
    /// The cell one step further in a direction, or `None` beyond the wall.
    fn step(&self, (row, col): (usize, usize), direction: Direction) -> Option<(usize, usize)> {
        let next = match direction {
            Direction::Up => (row.checked_sub(1)?, col),
            Direction::Right => (row, col + 1),
            Direction::Down => (row + 1, col),
            Direction::Left => (row, col.checked_sub(1)?),
        };
        (next.0 < self.size.rows() && next.1 < self.size.cols()).then_some(next)
    }

    /// All cells, those nearest the wall of `direction` first.
    fn nearest_first(&self, direction: Direction) -> Vec<(usize, usize)> {
        let mut rows: Vec<usize> = (0..self.size.rows()).collect();
        let mut cols: Vec<usize> = (0..self.size.cols()).collect();
        if direction == Direction::Down {
            rows.reverse();
        }
        if direction == Direction::Right {
            cols.reverse();
        }
        let mut cells = Vec::new();
        for &row in &rows {
            for &col in &cols {
                cells.push((row, col));
            }
        }
        cells
    }
}

impl Grid for Reference {
    fn empty(size: Size) -> Option<Self> {
        Some(Self {
            size,
            tiles: [[0; Size::MAX_SIDE]; Size::MAX_SIDE],
        })
    }

    fn size(&self) -> Size {
        self.size
    }

    fn capacity(&self) -> u8 {
        60
    }

    fn get(&self, cell: Cell) -> u8 {
        let mut tile = self.tiles[cell.row(self.size)][cell.col(self.size)];
        let mut exponent = 0;
        while tile > 1 {
            tile /= 2;
            exponent += 1;
        }
        exponent
    }

    fn set(&mut self, cell: Cell, exponent: u8) {
        let mut tile = if exponent == 0 { 0 } else { 1 };
        for _ in 0..exponent {
            tile *= 2;
        }
        self.tiles[cell.row(self.size)][cell.col(self.size)] = tile;
    }

    /// Every tile, nearest the wall first, goes as far as it can; it merges with the
    /// equal tile it meets, unless that one was itself merged in this move.
    fn slide(&self, direction: Direction) -> Option<(Self, u64)> {
        let mut board = *self;
        let mut merged = [[false; Size::MAX_SIDE]; Size::MAX_SIDE];
        let mut points = 0;
        for from in self.nearest_first(direction) {
            let tile = board.tiles[from.0][from.1];
            if tile == 0 {
                continue;
            }
            let mut to = from;
            while let Some(next) = self.step(to, direction) {
                if board.tiles[next.0][next.1] != 0 {
                    break;
                }
                to = next;
            }
            board.tiles[from.0][from.1] = 0;
            match self.step(to, direction) {
                Some(met) if board.tiles[met.0][met.1] == tile && !merged[met.0][met.1] => {
                    board.tiles[met.0][met.1] = 2 * tile;
                    merged[met.0][met.1] = true;
                    points += 2 * tile;
                }
                _ => board.tiles[to.0][to.1] = tile,
            }
        }
        if board == *self {
            None
        } else {
            Some((board, points))
        }
    }
}
