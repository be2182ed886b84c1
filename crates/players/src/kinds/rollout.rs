//! What rollouts do with a random direction that changes nothing.

use crate::{Settings, SpecError};

/// How random continuations choose their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rollout {
    /// Among the legal moves only.
    LegalOnly,
    /// Among all four; one that changes nothing uses up a step, and a tile still appears,
    /// as in the papers' programs.
    Program,
}

impl Rollout {
    pub(crate) fn of(settings: &Settings) -> Result<Self, SpecError> {
        match settings.text("rollouts") {
            None | Some("legal-only") => Ok(Self::LegalOnly),
            Some("program") => Ok(Self::Program),
            Some(_) => Err(settings.bad("rollouts", "legal-only or program")),
        }
    }
}
