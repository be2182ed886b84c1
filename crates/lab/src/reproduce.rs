//! The experiments of the documents, played again, next to what was published.
//!
//! Every experiment is a run in the store, found again by what it asks: a reproduction cut
//! short goes on where it was, and one that is complete is only read.

mod bench;
mod chain;
mod drawings;
mod expectimax;
mod mc;
mod minimax;
mod printed;
mod published;
mod row;
mod static2014;
mod td;
mod theory;

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

pub use bench::{Bench, Played, ReproduceError, Scale, Watcher};
pub use row::{Row, Verdict};

use serde::Serialize;

use crate::plot::Figure;
use crate::store::RunId;

/// What can be reproduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Document {
    /// Monte-Carlo rollouts scored by the tile sum.
    Mc,
    /// Rollouts scored by a static evaluation.
    Static,
    /// The S chain without search.
    Chain,
    /// The sampled search tree.
    Tree,
    /// Tuple tables learned by temporal differences.
    Td,
    /// Five algorithms, minimax among them.
    Minimax,
    /// Expectimax and the probability method.
    Expectimax,
    /// What the documents prove.
    Theory,
}

impl Document {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Mc,
        Self::Static,
        Self::Chain,
        Self::Tree,
        Self::Td,
        Self::Minimax,
        Self::Expectimax,
        Self::Theory,
    ];

    /// The word for it on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mc => "mc",
            Self::Static => "static",
            Self::Chain => "chain",
            Self::Tree => "tree",
            Self::Td => "td",
            Self::Minimax => "minimax",
            Self::Expectimax => "expectimax",
            Self::Theory => "theory",
        }
    }

    /// A heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Mc => "Monte-Carlo rollouts (Monte-Carlo paper)",
            Self::Static => "Rollouts with a static evaluation (static-evaluation paper)",
            Self::Chain => "The S chain (chain paper)",
            Self::Tree => "The sampled tree (chain paper)",
            Self::Td => "Learning by temporal differences (chain paper)",
            Self::Minimax => "Five algorithms (minimax paper)",
            Self::Expectimax => "Expectimax and the probability method (expectimax paper)",
            Self::Theory => "Theorems (Monte-Carlo, static-evaluation and chain papers)",
        }
    }

    /// Plays its experiments and compares.
    pub fn reproduce(self, bench: &mut Bench<'_>) -> Result<Section, ReproduceError> {
        bench.begin(self);
        let (intro, rows, figures) = match self {
            Self::Mc => mc::reproduce(bench)?,
            Self::Static => static2014::reproduce(bench)?,
            Self::Chain => chain::reproduce_chain(bench)?,
            Self::Tree => chain::reproduce_tree(bench)?,
            Self::Td => td::reproduce(bench)?,
            Self::Minimax => minimax::reproduce(bench)?,
            Self::Expectimax => expectimax::reproduce(bench)?,
            Self::Theory => theory::reproduce(),
        };
        Ok(Section {
            document: self,
            intro,
            rows,
            figures,
            runs: bench.take_runs(),
            commits: bench.take_commits(),
        })
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Document {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|d| d.name() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("there is no document '{text}': expected one of {names}, all")
        })
    }
}

/// What a document's part gives: how to read it, its rows and its figures.
type Findings = (String, Vec<Row>, Vec<Figure>);

/// One document's figures next to ours.
#[derive(Clone, Debug, Serialize)]
pub struct Section {
    /// The document.
    pub document: Document,
    /// What was played and how to read the rows.
    pub intro: String,
    /// One row per published figure.
    pub rows: Vec<Row>,
    /// The document's figures redrawn next to ours.
    #[serde(skip)]
    pub figures: Vec<Figure>,
    /// The runs in the store.
    pub runs: Vec<RunId>,
    /// The commits of the programs that began them.
    pub commits: BTreeSet<String>,
}
