//! Arguments of `bench`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `bench`.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// About how long to measure
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub(crate) seconds: u32,

    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Measure nothing; print the number that changes when behaviour does
    #[arg(long)]
    pub(crate) signature: bool,

    /// Measure the run store instead: what storing costs, how fast 100,000 games are read
    #[arg(long, conflicts_with = "signature")]
    pub(crate) store: bool,

    /// Measure score against time per move instead, for our players; goes on where it was cut
    /// short
    #[arg(long, conflicts_with_all = ["signature", "store"])]
    pub(crate) strength: bool,

    /// With --strength: as many games as give narrow intervals, which takes hours
    #[arg(long, requires = "strength")]
    pub(crate) full: bool,

    /// With --strength: draw the curve
    #[arg(long, value_name = "FILE.svg", requires = "strength")]
    pub(crate) svg: Option<PathBuf>,

    /// With --strength: print the table as Markdown
    #[arg(long, requires = "strength", conflicts_with = "json")]
    pub(crate) markdown: bool,

    /// With --strength: the store that keeps the games [default: as for match]
    #[arg(long, value_name = "FILE", requires = "strength")]
    pub(crate) runs: Option<PathBuf>,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}
