//! Arguments of `runs`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use serpentine_lab::store::RunId;

use super::StoreArgs;

/// Arguments of `runs`.
#[derive(Args, Debug)]
pub(crate) struct RunsArgs {
    /// What to do with the runs
    #[command(subcommand)]
    pub(crate) command: RunsCommand,
}

/// The commands of `runs`.
#[derive(Debug, Subcommand)]
pub(crate) enum RunsCommand {
    /// All runs
    List(ListArgs),

    /// The figures of one run
    Show(ShowRunArgs),

    /// Compare the players of runs: game by game where they dealt the same tiles
    Compare(CompareArgs),

    /// Write the games of runs as CSV, JSON lines or Parquet
    #[command(after_help = "\
The form follows the name: .csv, .jsonl, .parquet. Parquet needs a program built with
--features parquet.

Examples:
  serpentine runs export 3 --out games.csv
  serpentine runs export 3 4 --format jsonl | head")]
    Export(ExportArgs),

    /// Write a page with figures, games and replays, or one of its figures
    #[command(after_help = "\
Examples:
  serpentine runs report 3 4 --out report.html
  serpentine runs report 3 --figure film --png film.png")]
    Report(ReportArgs),

    /// Delete runs and their games
    Delete(DeleteArgs),

    /// Write the record of a stored game, as 'serpentine replay' reads it
    Record(RecordArgs),

    /// Copy runs of another store into this one; one copied before gets the games it lacks
    #[command(after_help = "\
Examples:
  serpentine runs import other.db
  serpentine runs import other.db 3 4
  serpentine runs import runs.db 3 --store small.db     # the other way round")]
    Import(ImportArgs),

    /// Read everything and name what is damaged
    Check(CheckArgs),

    /// Copy all that can be read of a damaged store into a new one
    Salvage(SalvageArgs),
}

/// Arguments of `runs list`.
#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    /// The store
    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `runs show`.
#[derive(Args, Debug)]
pub(crate) struct ShowRunArgs {
    /// The run's number
    pub(crate) id: RunId,

    /// The store
    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `runs compare`.
#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    /// The runs' numbers; the first player of the first run is what others are compared to
    #[arg(required = true)]
    pub(crate) ids: Vec<RunId>,

    /// The store
    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A form of exported games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Comma-separated values
    Csv,
    /// One JSON object per line
    Jsonl,
    /// Apache Parquet
    Parquet,
}

/// Arguments of `runs export`.
#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// The runs' numbers
    #[arg(required = true)]
    pub(crate) ids: Vec<RunId>,

    /// The form [default: by the name of the file]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ExportFormat>,

    /// The file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// The store
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// Arguments of `runs delete`.
#[derive(Args, Debug)]
pub(crate) struct DeleteArgs {
    /// The runs' numbers
    #[arg(required = true)]
    pub(crate) ids: Vec<RunId>,

    /// Do not ask
    #[arg(long, short)]
    pub(crate) yes: bool,

    /// The store
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// Arguments of `runs record`.
#[derive(Args, Debug)]
pub(crate) struct RecordArgs {
    /// The run's number
    pub(crate) id: RunId,

    /// The game's number, from 0
    pub(crate) game: u64,

    /// The player's number in the run, from 1
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) player: u64,

    /// The file: text, or binary if it ends in .s2048 [default: text on standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// The store
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// Arguments of `runs import`.
#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    /// The other store
    pub(crate) from: PathBuf,

    /// The runs' numbers there [default: all]
    pub(crate) ids: Vec<RunId>,

    /// The store
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// Arguments of `runs check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// The store
    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `runs salvage`.
#[derive(Args, Debug)]
pub(crate) struct SalvageArgs {
    /// The new store
    pub(crate) to: PathBuf,

    /// The store
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// Arguments of `runs report`.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// The runs' numbers
    #[arg(required = true)]
    pub(crate) ids: Vec<RunId>,

    /// Write the page
    #[arg(long, value_name = "FILE.html", required_unless_present_any = ["svg", "png"])]
    pub(crate) out: Option<PathBuf>,

    /// The figure that --svg and --png write
    #[arg(long, value_enum, default_value = "scores")]
    pub(crate) figure: FigureName,

    /// Write one figure as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Write one figure as PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,

    /// The store
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// A figure of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FigureName {
    /// How scores are spread
    Scores,
    /// How often tiles are reached
    Reach,
    /// Mean score against time per move
    Time,
    /// Where the first player's largest tile ends
    Heat,
    /// The first player's best game, board by board
    Film,
    /// Empty cells over the first player's best, median and worst game
    Empties,
    /// How trainings got better
    Curve,
}
