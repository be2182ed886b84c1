//! The game of 2048, exactly.
//!
//! ```
//! use serpentine_core::{Board, Direction};
//!
//! let board: Board = "
//!     2 2 4 4
//!     . . . .
//!     . . . .
//!     . . . 2".parse()?;
//! let moved = board.play(Direction::Left).expect("the top row merges");
//! assert_eq!(moved.points, 12);
//! assert_eq!(moved.after.to_string(), "4 8 . ./. . . ./. . . ./2 . . .");
//! # Ok::<(), serpentine_core::notation::NotationError>(())
//! ```
//!
//! A position is a pure value in one of two types: [`Board`] when the player is
//! to move, [`After`] when a tile is about to appear. Chance is data
//! ([`Rules::spawns`]); randomness is an explicit [`Stream`]. Boards from 2×2 to
//! 6×6 are exact up to the largest tile their cells can ever hold; how the cells
//! are stored is a matter for this crate alone.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod board;
mod cell;
mod direction;
pub mod enumerate;
mod game;
pub mod grid;
pub mod notation;
pub mod perft;
mod random;
pub mod random_play;
pub mod record;
pub mod reference;
mod rules;
pub mod sealed;
mod size;
mod spawn;
mod symmetry;
pub mod theory;

pub use board::{After, Board, Moved};
pub use cell::{Cell, CellSet};
pub use direction::{Direction, Directions};
pub use game::{Game, PlayError, State, Turn};
pub use random::Stream;
pub use record::Record;
pub use rules::{
    OnWin, Preset, Probability, ProbabilityError, Rules, RulesDoNotFit, RulesError, SpawnCells,
    StartTiles,
};
pub use size::{Size, SizeError};
pub use spawn::{Spawn, WeightedSpawn};
pub use symmetry::Symmetry;
