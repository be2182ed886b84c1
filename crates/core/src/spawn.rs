//! A tile that appears.

use crate::Cell;

/// A new tile: where, and its exponent (1 for a 2, 2 for a 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spawn {
    /// The empty cell it takes.
    pub cell: Cell,
    /// 1 for a 2, 2 for a 4.
    pub exponent: u8,
}

/// A possible spawn and how often it comes: its chance is its weight over the sum
/// of the weights of all possible spawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WeightedSpawn {
    /// The tile.
    pub spawn: Spawn,
    /// Its integer weight.
    pub weight: u32,
}
