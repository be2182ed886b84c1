//! Arguments of `tune`.

use std::path::PathBuf;

use clap::Args;
use serpentine_lab::tune::Knob;
use serpentine_players::Spec;

use super::GameArgs;

/// Arguments of `tune`.
#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// The player to begin with
    #[arg(
        long,
        value_name = "SPEC",
        default_value = "serpentine:eval=hand,depth=2"
    )]
    pub(crate) player: Spec,

    /// Numbers to tune, and between which bounds; whole numbers if both bounds are
    #[arg(value_name = "KEY=LOW..HIGH", required = true)]
    pub(crate) knobs: Vec<Knob>,

    /// Games of each player that is tried
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) games: u64,

    /// Generations of players, each drawn around the best of the one before
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) generations: u64,

    /// Games in which the tuned player then meets the one it began with
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) check_games: u64,

    /// Write every player tried to this file; one that is there goes on
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    /// Seed of the games and of the players drawn
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,

    /// The board
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}
