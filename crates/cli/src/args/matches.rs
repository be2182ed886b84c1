//! Arguments of `match`.

use std::path::PathBuf;

use clap::Args;
use serpentine_lab::store::RunId;
use serpentine_players::Spec;

use super::GameArgs;

/// Arguments of `match`.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// Go on with run ID of the store: its players, games, seed and rules
    #[arg(long, value_name = "ID",
          conflicts_with_all = ["players", "games", "seed", "size", "rules", "until"])]
    pub(crate) resume: Option<RunId>,

    /// A player, such as random or expectimax:depth=2,eval=snake; may be repeated
    #[arg(
        long = "player",
        value_name = "SPEC",
        default_value = "serpentine:level=instant"
    )]
    pub(crate) players: Vec<Spec>,

    /// Games for each player
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,

    /// Seed of the run
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,

    /// The board
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// End each game at this tile
    #[arg(long, value_name = "TILE", value_parser = tile)]
    pub(crate) until: Option<u8>,

    /// Keep every move of every game, and write each game's record into this directory
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub(crate) records: Option<PathBuf>,

    /// Keep every move of every game in the store
    #[arg(long, conflicts_with = "resume")]
    pub(crate) keep_records: bool,

    /// A name for the run
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true,
        conflicts_with = "resume"
    )]
    pub(crate) label: String,

    /// The store
    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// Store nothing
    #[arg(long, conflicts_with_all = ["store", "resume", "keep_records", "label"])]
    pub(crate) no_store: bool,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where runs are stored.
#[derive(Args, Clone, Debug)]
pub(crate) struct StoreArgs {
    /// The run store [default: runs.db in the platform's data directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
}

/// A tile's exponent from its value.
fn tile(text: &str) -> Result<u8, String> {
    let tile = text.parse::<u64>().ok();
    let tile = tile.filter(|tile| tile.is_power_of_two() && *tile >= 4);
    tile.map(|tile| tile.trailing_zeros() as u8)
        .ok_or_else(|| "expected a tile from 4 on, such as 2048".to_owned())
}
