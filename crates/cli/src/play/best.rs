//! Best scores, one for each size and rules.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serpentine_core::Game;
use serpentine_core::sealed::{self, Kind};

use crate::files::write_atomically;

const KIND: Kind = Kind {
    name: "list of best scores",
    magic: *b"SRPNBEST",
    version: 1,
};

/// The best scores as they stood when the program began, and where they are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct BestScores {
    path: Option<PathBuf>,
    scores: BTreeMap<String, u64>,
}

impl BestScores {
    /// Scores that are kept nowhere.
    pub(super) fn unkept() -> Self {
        Self::default()
    }

    pub(super) fn load(path: &Path) -> Result<Self> {
        let scores = match std::fs::read(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
            read => read
                .map_err(anyhow::Error::from)
                .and_then(|bytes| Ok(serde_json::from_slice(sealed::open(KIND, &bytes)?)?))
                .with_context(|| format!("{} (move it away to start anew)", path.display()))?,
        };
        Ok(Self {
            path: Some(path.to_owned()),
            scores,
        })
    }

    /// The best score before this game, for its size and rules.
    pub(super) fn before(&self, game: &Game) -> u64 {
        self.scores.get(&key(game)).copied().unwrap_or(0)
    }

    /// Writes the game's score down if it is the best. Only games from their beginning
    /// count, not positions set up.
    pub(super) fn note(&self, game: &Game) -> Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        if !game.record().is_dealt() || game.score() <= self.before(game) {
            return Ok(());
        }
        // Another game may have ended meanwhile: read again.
        let mut scores = Self::load(path)?.scores;
        let best = scores.entry(key(game)).or_default();
        *best = game.score().max(*best);
        write_atomically(path, &sealed::seal(KIND, &serde_json::to_vec(&scores)?))
    }
}

fn key(game: &Game) -> String {
    format!("{} {}", game.board().size(), game.rules())
}
