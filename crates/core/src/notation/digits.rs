//! One digit per cell.

use super::NotationError;
use crate::{Board, Cell, Size};

/// Which cells come first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Rows,
    Columns,
}

impl Order {
    /// Where a cell's digit stands.
    const fn index(self, row: usize, col: usize, size: Size) -> usize {
        match self {
            Self::Rows => row * size.cols() + col,
            Self::Columns => col * size.rows() + row,
        }
    }
}

pub(super) fn parse(text: &str, order: Order) -> Result<Board, NotationError> {
    let text = text.trim();
    let (stated, digits) = match text.split_once(':') {
        Some((size, digits)) => (Some(size.parse::<Size>()?), digits),
        None => (None, text),
    };
    let exponents = exponents(digits, text.chars().count() - digits.chars().count())?;
    if exponents.is_empty() {
        return Err(NotationError::Empty);
    }
    let size = match stated {
        Some(size) if size.cells() == exponents.len() => size,
        Some(size) => {
            return Err(NotationError::DigitCount {
                found: exponents.len(),
                expected: format!("{} for a {size} board", size.cells()),
            });
        }
        None => Size::all()
            .find(|size| size.is_square() && size.cells() == exponents.len())
            .ok_or_else(|| NotationError::DigitCount {
                found: exponents.len(),
                expected:
                    "4, 9, 16, 25 or 36 for a square board, or its size first, as in 2x3:100200"
                        .to_owned(),
            })?,
    };
    Ok(Board::from_exponents(size, |row, col| {
        exponents[order.index(row, col, size)]
    })?)
}

/// The exponents of digits that stand `offset` characters into the text.
fn exponents(digits: &str, offset: usize) -> Result<Vec<u32>, NotationError> {
    let mut exponents = Vec::new();
    let mut chars = digits.chars().enumerate();
    while let Some((index, found)) = chars.next() {
        let bad = NotationError::BadDigit {
            position: offset + index + 1,
            found,
        };
        let exponent = if found == '(' {
            let number: String = chars
                .by_ref()
                .map(|(_, c)| c)
                .take_while(|&c| c != ')')
                .collect();
            number.parse().map_err(|_| bad)?
        } else {
            found.to_digit(36).ok_or(bad)?
        };
        exponents.push(exponent);
    }
    Ok(exponents)
}

pub(super) fn write(board: &Board, order: Order) -> String {
    let size = board.size();
    let mut exponents = [0; Size::MAX_SIDE * Size::MAX_SIDE];
    for (cell, exponent) in Cell::all(size).zip(board.exponents()) {
        exponents[order.index(cell.row(size), cell.col(size), size)] = exponent;
    }
    let mut text = match size.is_square() {
        true => String::with_capacity(size.cells()),
        false => format!("{size}:"),
    };
    for &exponent in &exponents[..size.cells()] {
        match char::from_digit(exponent.into(), 36) {
            Some(digit) => text.push(digit),
            None => text += &format!("({exponent})"),
        }
    }
    text
}
