//! Tuple networks: tables indexed by the tiles on a few cells, added up, and learned from
//! play.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod actor;
mod coherence;
mod curve;
pub mod file;
mod form;
mod greedy;
mod ground;
mod kernel;
mod layout;
mod limit;
mod lookups;
mod many;
mod memory;
mod model;
mod network;
pub mod pack;
mod reading;
mod recipe;
mod trainer;
mod trend;
mod weights;
mod wide;

pub use actor::Ended;
pub use curve::{Greedy, Point, Tally};
pub use file::{About, AboutPacking, FileError};
pub use greedy::Outcome;
pub use kernel::Way;
pub use layout::{Layout, LayoutError, Shape};
pub use memory::HugePages;
pub use model::Model;
pub use network::Network;
pub use recipe::{Learned, Method, Recipe, RecipeError, Restart, Trace};
pub use trainer::{OtherTables, Trainer, Until};
