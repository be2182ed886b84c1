//! Pages people look at: one file each, with all it needs inside.

mod contender;
pub mod curve;
pub mod figures;
mod page;
mod replays;
mod reproduction;
mod runs;
#[cfg(test)]
mod tests;

pub use contender::Contender;
pub use reproduction::{markdown, page as reproduction_page};
pub use runs::page as runs_page;
