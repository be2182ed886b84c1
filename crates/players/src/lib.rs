//! Players of 2048.
//!
//! A player is named by a spec string, built for a size and rules, and asked for moves:
//!
//! ```
//! use serpentine_core::{Board, Rules, Size, Stream};
//! use serpentine_players::Spec;
//!
//! let spec: Spec = "expectimax:depth=2,eval=snake".parse()?;
//! let mut player = spec.build(Size::STANDARD, &Rules::STANDARD)?;
//! player.start(Stream::new(1));
//! let board: Board = "2 2 4 8/. . . ./. . . ./. . . .".parse()?;
//! let decision = player.explain(&board);
//! assert_eq!(decision.value(decision.chosen), decision.best_value());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod catalogue;
mod cells;
mod decision;
pub mod engine;
pub mod evaluation;
mod kinds;
mod models;
mod spec;

pub use catalogue::{Build, CATALOGUE, Context, Kind, Parameter};
pub use decision::{Decision, Insight, Unit};
pub use models::{DEFAULT_MODEL, Loader, set_model_loader};
pub use spec::{Settings, Spec, SpecError};

use serpentine_core::{Board, Direction, Stream};

/// Something that plays.
pub trait Player: Send {
    /// A new game begins; the player's own random choices come from this stream.
    fn start(&mut self, stream: Stream);

    /// The value of every legal move and the move chosen. The board has a legal move.
    fn explain(&mut self, board: &Board) -> Decision;

    /// The move alone, where that is quicker. The same move as [`Player::explain`] from
    /// the same state of the player.
    fn choose(&mut self, board: &Board) -> Direction {
        self.explain(board).chosen
    }

    /// What its last explanation rests on, if it searches and can say.
    fn insight(&self) -> Option<&Insight> {
        None
    }

    /// Positions evaluated since it was built; 0 if it does not count them.
    fn nodes(&self) -> u64 {
        0
    }
}
