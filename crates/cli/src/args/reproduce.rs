//! Arguments of `reproduce`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use serpentine_lab::reproduce::Document;

use super::StoreArgs;

/// Arguments of `reproduce`.
#[derive(Args, Debug)]
pub(crate) struct ReproduceArgs {
    /// mc, static, chain, tree, td, minimax, expectimax, theory or all
    #[arg(value_name = "DOCUMENT", default_value = "all")]
    pub(crate) documents: Vec<Documents>,

    /// Fewer games: everything in about three minutes, with wider intervals
    #[arg(long)]
    pub(crate) quick: bool,

    /// Threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,

    /// Write a page with the figures redrawn
    #[arg(long, value_name = "FILE.html")]
    pub(crate) out: Option<PathBuf>,

    /// Write the tables as Markdown
    #[arg(long, value_name = "FILE.md")]
    pub(crate) markdown: Option<PathBuf>,

    /// The store
    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// One document, or all of them.
#[derive(Clone, Debug)]
pub(crate) struct Documents(pub(crate) Vec<Document>);

impl FromStr for Documents {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self(Document::ALL.to_vec())),
            text => Ok(Self(vec![text.parse()?])),
        }
    }
}
