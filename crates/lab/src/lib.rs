//! The laboratory: games played by players, many at a time, and what they come to.
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod census;
pub mod export;
pub mod loss;
mod move_times;
pub mod palette;
pub mod picture;
mod play;
pub mod plot;
pub mod replay;
pub mod report;
pub mod reproduce;
mod runner;
pub mod statistics;
pub mod store;
pub mod strength;
mod summary;
pub mod text;
pub mod training;
pub mod tune;
pub mod version;

pub use move_times::MoveTimes;
pub use play::{GameResult, Setting, Until};
pub use runner::{Match, MatchError, MatchResults, Observer};
pub use summary::{
    Comparison, Interval, PlayerSummary, Reached, Score, compare, compare_unpaired, summarise,
};
