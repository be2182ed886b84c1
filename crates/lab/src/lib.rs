//! The laboratory: games played by players, many at a time, and what they come to.
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod palette;
pub mod picture;
mod play;
mod runner;
pub mod statistics;
mod summary;

pub use play::{GameResult, Until, play_game};
pub use runner::{Match, MatchError, MatchResults, Observer};
pub use summary::{Comparison, Interval, PlayerSummary, Reached, Score, compare, summarise};
