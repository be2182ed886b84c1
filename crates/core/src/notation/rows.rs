//! Rows of numbers.

use std::fmt::{self, Write as _};

use super::NotationError;
use crate::grid::Grid;
use crate::{Board, Cell, Size};

/// What the numbers mean.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cells {
    Tiles,
    Exponents,
}

pub(super) fn parse(text: &str, cells: Cells) -> Result<Board, NotationError> {
    // A blank line is layout; a blank between slashes is a missing row.
    let has_lines = text.trim().contains('\n');
    let rows: Vec<Vec<&str>> = text
        .trim()
        .split(['/', '\n'])
        .map(|row| {
            let cells = row.split(|c: char| c.is_whitespace() || c == ',');
            cells.filter(|cell| !cell.is_empty()).collect()
        })
        .filter(|row: &Vec<&str>| !(has_lines && row.is_empty()))
        .collect();
    let cols = rows.first().map_or(0, Vec::len);
    if cols == 0 {
        return Err(NotationError::Empty);
    }
    let mut exponents = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        if line.len() != cols {
            return Err(NotationError::RowLength {
                row: row + 1,
                found: line.len(),
                expected: cols,
            });
        }
        for (col, text) in line.iter().enumerate() {
            let exponent = exponent(text, cells).ok_or_else(|| {
                let (row, col, text) = (row + 1, col + 1, (*text).to_owned());
                match cells {
                    Cells::Tiles => NotationError::NotATile { row, col, text },
                    Cells::Exponents => NotationError::NotAnExponent { row, col, text },
                }
            })?;
            exponents.push(exponent);
        }
    }
    let size = Size::new(rows.len(), cols)?;
    Ok(Board::from_exponents(size, |row, col| {
        exponents[row * cols + col]
    })?)
}

fn exponent(text: &str, cells: Cells) -> Option<u32> {
    if text == "." {
        return Some(0);
    }
    let number: u64 = text.parse().ok()?;
    match (cells, number) {
        (_, 0) => Some(0),
        (Cells::Tiles, 1) => None,
        (Cells::Tiles, tile) => tile.is_power_of_two().then(|| tile.trailing_zeros()),
        (Cells::Exponents, exponent) => u32::try_from(exponent).ok(),
    }
}

pub(super) fn exponents(board: &Board) -> String {
    let size = board.size();
    let mut text = String::new();
    for cell in Cell::all(size) {
        text += separator(cell, size, "/");
        write!(text, "{}", board.exponent(cell)).expect("writing to a string");
    }
    text
}

/// Writes tile values: in one line, or aligned with one line per row (`{:#}`).
pub(crate) fn write<G: Grid>(f: &mut fmt::Formatter<'_>, grid: &G) -> fmt::Result {
    let size = grid.size();
    let tile = |cell| match grid.get(cell) {
        0 => ".".to_owned(),
        exponent => (1u64 << exponent).to_string(),
    };
    let width = |col| {
        let cells = Cell::all(size).filter(|cell| cell.col(size) == col);
        cells.map(|cell| tile(cell).len()).max().unwrap_or(1)
    };
    for cell in Cell::all(size) {
        if f.alternate() {
            f.write_str(separator(cell, size, "\n"))?;
            write!(f, "{:>width$}", tile(cell), width = width(cell.col(size)))?;
        } else {
            f.write_str(separator(cell, size, "/"))?;
            f.write_str(&tile(cell))?;
        }
    }
    Ok(())
}

/// What stands before a cell.
fn separator(cell: Cell, size: Size, between_rows: &'static str) -> &'static str {
    match (cell.index(), cell.col(size)) {
        (0, _) => "",
        (_, 0) => between_rows,
        _ => " ",
    }
}
