//! Arguments of `loss`.

use clap::Args;
use serpentine_players::Spec;

/// Arguments of `loss`.
#[derive(Args, Debug)]
pub(crate) struct LossArgs {
    /// A player to measure; may be repeated
    #[arg(long = "player", value_name = "SPEC", required = true)]
    pub(crate) players: Vec<Spec>,

    /// The player whose values count as true
    #[arg(long, value_name = "SPEC", default_value = "serpentine:depth=4")]
    pub(crate) reference: Spec,

    /// The player whose games the positions are from
    #[arg(long, value_name = "SPEC", default_value = "serpentine:level=instant")]
    pub(crate) host: Spec,

    /// Positions to ask about
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) positions: u64,

    /// Show so many of each player's worst moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) worst: usize,

    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}
