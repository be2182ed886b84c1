//! The rule sets of the original game and of the published systems.

use super::{OnWin, Probability, Rules, SpawnCells, StartTiles};

/// A rule set with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name by which commands and records know it.
    pub name: &'static str,
    /// Its rules.
    pub rules: Rules,
    /// Where it comes from and what is special about it.
    pub summary: &'static str,
}

impl Rules {
    /// The original game.
    pub const STANDARD: Self = Self {
        four: Probability::of(1, 10),
        rollout_four: None,
        start: StartTiles {
            count: 2,
            exponent: None,
        },
        spawn_cells: SpawnCells::Any,
        target: 11,
        on_win: OnWin::GoOn,
    };
}

const MC_2014: Rules = Rules {
    start: StartTiles {
        count: 1,
        exponent: None,
    },
    on_win: OnWin::Stop,
    ..Rules::STANDARD
};

const STATIC_2014: Rules = Rules {
    four: Probability::of(1, 5),
    start: StartTiles {
        count: 2,
        exponent: Some(1),
    },
    on_win: OnWin::Stop,
    ..Rules::STANDARD
};

impl Preset {
    /// Every preset, the standard first.
    pub const ALL: [Self; 5] = [
        Self {
            name: "standard",
            rules: Rules::STANDARD,
            summary: "the original game: two start tiles, a 4 one time in ten, to the end",
        },
        Self {
            name: "mc2014",
            rules: MC_2014,
            summary: "the Monte-Carlo paper's text: one start tile, stops at 2048",
        },
        Self {
            name: "mc2014-program",
            rules: Rules {
                four: Probability::of(1, 4),
                rollout_four: Some(Probability::of(1, 10)),
                ..MC_2014
            },
            summary: "the Monte-Carlo paper's program: a 4 one time in four, in its rollouts one in ten",
        },
        Self {
            name: "static2014",
            rules: STATIC_2014,
            summary: "the static-evaluation paper's text: starts with two 2s, a 4 one time in five, stops at 2048",
        },
        Self {
            name: "static2014-program",
            rules: Rules {
                spawn_cells: SpawnCells::TrailingEdge,
                ..STATIC_2014
            },
            summary: "the static-evaluation paper's program: tiles appear only on the edge the move left",
        },
    ];

    /// The preset with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name == name)
    }
}
