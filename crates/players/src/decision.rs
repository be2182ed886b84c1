//! What a player thinks of a position.

use serpentine_core::{Board, Direction};

use crate::engine::{Kind, Step};

/// What the values of a decision mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Expected points from here to the end of the game.
    Points,
    /// Expected sum of the tiles after some moves.
    TileSum,
    /// A probability.
    Probability,
    /// A number of the player's own making: larger is better.
    Unitless,
}

impl Unit {
    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::TileSum => "tile sum",
            Self::Probability => "probability",
            Self::Unitless => "unitless",
        }
    }
}

/// The value of every legal move, and the move chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// By direction; `None` for moves that are not legal.
    pub values: [Option<f64>; 4],
    /// The move the player makes; not always the one with the best value.
    pub chosen: Direction,
    /// What the values mean.
    pub unit: Unit,
}

/// What a decision rests on.
#[derive(Clone, Debug)]
pub struct Insight {
    /// What is likely to follow.
    pub line: Vec<Step>,
    /// Moves ahead, the one decided on included.
    pub depth: u32,
    /// Positions expanded.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Positions found in the transposition table.
    pub hits: u64,
    /// What kind of values these are.
    pub kind: Kind,
    /// How sure the player is that no other move is better, from 0 to 1.
    pub sure: f32,
}

impl Decision {
    /// The decision for the best of the legal moves' values, the first of equals.
    /// The board has a legal move.
    pub fn best_of(board: &Board, unit: Unit, mut value: impl FnMut(Direction) -> f64) -> Self {
        let legal = board.legal();
        let values = Direction::ALL.map(|d| legal.contains(d).then(|| value(d)));
        Self {
            values,
            chosen: best(&values).expect("the board has a legal move"),
            unit,
        }
    }

    /// The value of a move, if it is legal.
    pub fn value(&self, direction: Direction) -> Option<f64> {
        self.values[direction.index()]
    }

    /// The best value of all.
    pub fn best_value(&self) -> Option<f64> {
        best(&self.values).and_then(|direction| self.value(direction))
    }

    /// By how much a legal move is worth less than the best.
    pub fn loss(&self, direction: Direction) -> f64 {
        match (self.best_value(), self.value(direction)) {
            (Some(best), Some(value)) => best - value,
            _ => 0.0,
        }
    }
}

/// The direction with the largest value, the first of equals.
pub(crate) fn best(values: &[Option<f64>; 4]) -> Option<Direction> {
    let mut best: Option<(Direction, f64)> = None;
    for direction in Direction::ALL {
        if let Some(value) = values[direction.index()]
            && best.is_none_or(|(_, most)| value > most)
        {
            best = Some((direction, value));
        }
    }
    best.map(|(direction, _)| direction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equals_is_best_and_illegal_moves_have_no_value() {
        let board: Board = "2 ./. .".parse().unwrap();
        let decision = Decision::best_of(&board, Unit::Unitless, |_| f64::NEG_INFINITY);
        assert_eq!(decision.chosen, Direction::Right);
        assert_eq!(decision.value(Direction::Up), None);
        assert_eq!(decision.value(Direction::Down), Some(f64::NEG_INFINITY));
    }
}
