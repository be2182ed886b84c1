//! Arguments of `train` and `model`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serpentine_core::Rules;

use super::StoreArgs;

/// Arguments of `train`.
#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    /// Where the network goes: a checkpoint now and then, at the end and at Ctrl-C
    #[arg(long, value_name = "FILE", required_unless_present = "resume")]
    pub(crate) out: Option<PathBuf>,

    /// Go on from a checkpoint, into the same file unless --out names another; choices given
    /// beside it replace its own from now on
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "seed"])]
    pub(crate) resume: Option<PathBuf>,

    /// Begin with the weights of this network, a file or default, and its recipe but for the
    /// choices given
    #[arg(long, value_name = "MODEL", conflicts_with = "resume")]
    pub(crate) from: Option<String>,

    /// Forget which errors each weight has seen before going on: rates are as for new weights
    /// again
    #[arg(long, requires = "resume")]
    pub(crate) forget: bool,

    /// The recipe: key=value for each choice that is not the default
    #[arg(value_name = "KEY=VALUE")]
    pub(crate) choices: Vec<String>,

    /// Stop after so many moves in all
    #[arg(long, value_name = "N")]
    pub(crate) moves: Option<u64>,

    /// Stop after so many games in all
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<u64>,

    /// Stop after so many minutes of learning in all
    #[arg(long, value_name = "N", value_parser = minutes)]
    pub(crate) minutes: Option<f64>,

    /// Rules of the games
    #[arg(long, value_name = "RULES", default_value = "standard")]
    pub(crate) rules: Rules,

    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Threads; one alone learns the same every time [default: all cores, or as many as before]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,

    /// Games between two points of the learning curve
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) point_games: u64,

    /// Held-out games that the network plays greedily at each point
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub(crate) greedy_games: u64,

    /// Minutes between checkpoints
    #[arg(long, value_name = "N", default_value = "10", value_parser = minutes)]
    pub(crate) checkpoint_minutes: f64,

    /// A name for the run in the store
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) label: String,

    /// The store
    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// Do not store the learning curve
    #[arg(long, conflicts_with_all = ["store", "label"])]
    pub(crate) no_store: bool,

    /// Print each point of the learning curve as one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A positive number of minutes.
fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse().ok();
    let minutes = minutes.filter(|&minutes: &f64| minutes > 0.0 && minutes <= 1e6);
    minutes.ok_or_else(|| "expected a number of minutes above 0".to_owned())
}

/// Arguments of `model`.
#[derive(Args, Debug)]
pub(crate) struct ModelArgs {
    /// What to do with a network
    #[command(subcommand)]
    pub(crate) command: ModelCommand,
}

/// The commands of `model`.
#[derive(Debug, Subcommand)]
pub(crate) enum ModelCommand {
    /// Where a network comes from and how it got better
    Info(InfoArgs),

    /// Read all of a network and compare its checksums
    Verify(VerifyArgs),

    /// Make a network small: round its weights and keep those that games read most
    #[command(after_help = "\
The loss is measured: both networks play the same held-out games.

Example:
  serpentine model pack big.model --out small.model --max-mb 48")]
    Pack(PackArgs),
}

/// Arguments of `model info`.
#[derive(Args, Debug)]
pub(crate) struct InfoArgs {
    /// The network: a file, or default
    pub(crate) model: String,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `model verify`.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// The network: a file, or default
    pub(crate) model: String,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `model pack`.
#[derive(Args, Debug)]
pub(crate) struct PackArgs {
    /// The network
    pub(crate) model: PathBuf,

    /// Where the small one goes
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Millions of bytes it may have
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) max_mb: u64,

    /// Games that show which weights matter
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) census_games: u64,

    /// Held-out games in which both play, to measure the loss; 0 for none
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) games: u64,

    /// Threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}
