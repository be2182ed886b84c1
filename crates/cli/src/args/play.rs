//! Arguments of `play`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use serpentine_core::notation::NotationError;
use serpentine_core::notation::web::WebGame;

use super::GameArgs;

/// Arguments of `play`.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The board
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Seed of the tiles; the same seed and moves give the same game [default: random]
    #[arg(long)]
    pub(crate) seed: Option<u64>,

    /// Start from this position instead of dealt tiles
    #[arg(long, conflicts_with = "size")]
    pub(crate) board: Option<StartPosition>,

    /// Go on with the saved game, or with a saved game or record in FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1,
          conflicts_with_all = ["size", "rules", "seed", "board"])]
    pub(crate) resume: Option<Option<PathBuf>>,

    /// Where to save [default: the platform's data directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// Save nothing
    #[arg(long, conflicts_with = "save")]
    pub(crate) no_save: bool,

    /// On exit write the game's record: text, or binary if FILE ends in .s2048
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// With a script on standard input: one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// A board, or a game the web game saved, with its score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StartPosition(pub WebGame);

impl FromStr for StartPosition {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let text = text.trim();
        let web = text.strip_prefix("json:").unwrap_or(text);
        if web.starts_with('{') {
            return Ok(Self(web.parse()?));
        }
        Ok(Self(WebGame::new(text.parse()?)))
    }
}
