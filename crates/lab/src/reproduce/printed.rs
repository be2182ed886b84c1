//! Two documents' programs as printed. They depart from any rules of ours (merges, moves that
//! change nothing), so their games are played here, on plain cells, for the reproduction alone.

pub(super) mod mc;
pub(super) mod static2014;

use serpentine_core::Direction;

pub(super) use crate::store::Outcome;

/// Exponents, row by row.
type Cells = [u8; 16];

/// The winning exponent.
const TARGET: u8 = 11;

fn largest(cells: &Cells) -> u64 {
    1 << cells.iter().copied().max().unwrap_or(0)
}

/// The cells of each row or column, from the edge a move leaves to the one it goes to.
fn lines(direction: Direction) -> [[usize; 4]; 4] {
    std::array::from_fn(|line| {
        std::array::from_fn(|place| match direction {
            Direction::Up => (3 - place) * 4 + line,
            Direction::Down => place * 4 + line,
            Direction::Left => line * 4 + 3 - place,
            Direction::Right => line * 4 + place,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_run_towards_the_move() {
        assert_eq!(lines(Direction::Up)[1], [13, 9, 5, 1]);
        assert_eq!(lines(Direction::Right)[2], [8, 9, 10, 11]);
    }
}
