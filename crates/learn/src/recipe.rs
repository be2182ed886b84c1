//! How a network learns: every choice, in words that can be written down.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::layout::{Layout, LayoutError};

/// All that a network's training depends on besides its seed and length.
///
/// Written as `key=value` pairs apart by spaces; what is not named keeps its default.
///
/// ```
/// use serpentine_learn::Recipe;
/// let recipe: Recipe = "network=4x6 lambda=0.3 restart=half".parse()?;
/// assert_eq!(recipe.lambda, 0.3);
/// assert_eq!(recipe.to_string().parse::<Recipe>()?, recipe);
/// # Ok::<(), serpentine_learn::RecipeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The shapes.
    pub layout: Layout,
    /// Which positions have values.
    pub learned: Learned,
    /// The rule that changes weights.
    pub method: Method,
    /// The step size, shared by all weights that a position reads.
    pub alpha: f32,
    /// How much a later point counts.
    pub gamma: f32,
    /// How far errors reach back.
    pub lambda: f32,
    /// When positions learn.
    pub trace: Trace,
    /// What every position is worth at first.
    pub optimistic: f32,
    /// Where games begin.
    pub restart: Restart,
    /// Tile sums at which a new stage with weights of its own begins, rising.
    pub stages: Vec<u64>,
    /// Whether what a tile sum is worth on average is learned apart.
    pub trend: bool,
}

/// Which positions have values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learned {
    /// Those after a move, before the tile.
    Afterstates,
    /// Those before a move. A move is then chosen by the mean over the tiles that may appear
    /// after it.
    States,
}

/// The rule that changes weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Plain temporal difference: every weight moves by the same step.
    Td,
    /// Temporal coherence: a weight whose errors cancel each other moves less. A weight and
    /// what it remembers take 32 bits.
    Tc,
    /// The same in 64 bits: slower, and better in the end.
    Tc64,
}

/// When positions learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    /// After so many moves, the last position first, each from the target of the one after.
    /// With 1 this is TD(0) at every move; `usize::MAX` waits for the end of the game.
    Segment(usize),
    /// At every move, the last so many positions from its error.
    Online(usize),
}

/// Where games begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restart {
    /// Always at the beginning.
    None,
    /// In the middle of the game before, if that was long.
    Half,
    /// In turn at the beginning and at positions where earlier games reached the next lap of
    /// 4,096 in tile sum.
    Carousel,
    /// As [`Restart::Half`], and every other game from a position of an earlier one with all
    /// larger tiles doubled: good positions with large tiles, sooner than play leads to them.
    Promoted,
}

/// Why a text is no recipe.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecipeError {
    /// No `key=value`.
    #[error("'{0}': expected key=value, such as lambda=0.5")]
    NoPair(String),
    /// No such key.
    #[error("unknown key '{0}': expected one of {keys}", keys = KEYS.join(", "))]
    UnknownKey(String),
    /// Not a value of this key.
    #[error("{key}={value}: expected {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// What it was given.
        value: String,
        /// What it takes.
        expected: &'static str,
    },
    /// No such layout.
    #[error("network={value}: {error}")]
    Layout {
        /// What was given.
        value: String,
        /// What is wrong with it.
        error: LayoutError,
    },
    /// Together too large.
    #[error("{entries} weights are more than the 2,147,483,647 that can be looked up")]
    TooLarge {
        /// Weights in a stage.
        entries: usize,
    },
}

const KEYS: [&str; 11] = [
    "network",
    "learned",
    "method",
    "alpha",
    "gamma",
    "lambda",
    "trace",
    "optimistic",
    "restart",
    "stages",
    "trend",
];

/// Most stages.
const MOST_STAGES: usize = 16;

impl Default for Recipe {
    fn default() -> Self {
        Self {
            layout: "4x6".parse().expect("a preset"),
            learned: Learned::Afterstates,
            method: Method::Tc,
            alpha: 1.0,
            gamma: 1.0,
            lambda: 0.5,
            trace: Trace::Segment(8),
            optimistic: 0.0,
            restart: Restart::None,
            stages: Vec::new(),
            trend: false,
        }
    }
}

impl Recipe {
    /// How many stages there are.
    pub fn stages_count(&self) -> usize {
        self.stages.len() + 1
    }

    /// Sets one choice from its text.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RecipeError> {
        let Some(&key) = KEYS.iter().find(|&&known| known == key) else {
            return Err(RecipeError::UnknownKey(key.to_owned()));
        };
        let wrong = |expected| RecipeError::Value {
            key,
            value: value.to_owned(),
            expected,
        };
        let number = |expected, allowed: fn(f32) -> bool| {
            let number = value.parse().ok();
            let number = number.filter(|&number: &f32| number.is_finite() && allowed(number));
            number.ok_or_else(|| wrong(expected))
        };
        let share = |x: f32| (0.0..=1.0).contains(&x);
        match key {
            "network" => {
                let layout: Layout = value.parse().map_err(|error| RecipeError::Layout {
                    value: value.to_owned(),
                    error,
                })?;
                let entries = layout.entries();
                if entries >= 1 << 31 {
                    return Err(RecipeError::TooLarge { entries });
                }
                self.layout = layout;
            }
            "learned" => {
                self.learned = match value {
                    "afterstates" => Learned::Afterstates,
                    "states" => Learned::States,
                    _ => return Err(wrong("afterstates or states")),
                }
            }
            "method" => {
                self.method = match value {
                    "td" => Method::Td,
                    "tc" => Method::Tc,
                    "tc64" => Method::Tc64,
                    _ => return Err(wrong("td, tc or tc64")),
                }
            }
            "alpha" => self.alpha = number("a number above 0", |x| x > 0.0)?,
            "gamma" => self.gamma = number("a number from 0 to 1", share)?,
            "lambda" => self.lambda = number("a number from 0 to 1", share)?,
            "trace" => {
                let expected = "game, a number of moves, or online: and a number of moves";
                let len = |text: &str| text.parse().ok().filter(|&len: &usize| len > 0);
                self.trace = match (value, value.strip_prefix("online:")) {
                    ("game", _) => Trace::Segment(usize::MAX),
                    (_, Some(text)) => Trace::Online(len(text).ok_or_else(|| wrong(expected))?),
                    _ => Trace::Segment(len(value).ok_or_else(|| wrong(expected))?),
                }
            }
            "optimistic" => {
                self.optimistic = number("a number of points, 0 or more", |x| x >= 0.0)?;
            }
            "restart" => {
                self.restart = match value {
                    "none" => Restart::None,
                    "half" => Restart::Half,
                    "carousel" => Restart::Carousel,
                    "promoted" => Restart::Promoted,
                    _ => return Err(wrong("none, half, carousel or promoted")),
                }
            }
            "trend" => {
                self.trend = match value {
                    "none" => false,
                    "sum" => true,
                    _ => return Err(wrong("none or sum")),
                }
            }
            _ => {
                let expected = "none, or at most 15 rising tile sums such as 16384,24576";
                let sums = value.split(',').filter(|_| value != "none");
                let sums: Result<Vec<u64>, _> = sums.map(str::parse).collect();
                let sums = sums.map_err(|_| wrong(expected))?;
                if sums.len() >= MOST_STAGES || !sums.is_sorted_by(|a, b| a < b) {
                    return Err(wrong(expected));
                }
                self.stages = sums;
            }
        }
        Ok(())
    }
}

impl FromStr for Recipe {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let mut recipe = Self::default();
        for pair in text.split_whitespace() {
            let pair = pair
                .split_once('=')
                .ok_or_else(|| RecipeError::NoPair(pair.to_owned()));
            let (key, value) = pair?;
            recipe.set(key, value)?;
        }
        Ok(recipe)
    }
}

/// Every choice, as [`Recipe::from_str`] reads it.
impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let learned = match self.learned {
            Learned::Afterstates => "afterstates",
            Learned::States => "states",
        };
        let method = match self.method {
            Method::Td => "td",
            Method::Tc => "tc",
            Method::Tc64 => "tc64",
        };
        let trace = match self.trace {
            Trace::Segment(usize::MAX) => "game".to_owned(),
            Trace::Segment(len) => len.to_string(),
            Trace::Online(len) => format!("online:{len}"),
        };
        let restart = match self.restart {
            Restart::None => "none",
            Restart::Half => "half",
            Restart::Carousel => "carousel",
            Restart::Promoted => "promoted",
        };
        let stages: Vec<String> = self.stages.iter().map(ToString::to_string).collect();
        let stages = match stages.is_empty() {
            true => "none".to_owned(),
            false => stages.join(","),
        };
        let trend = if self.trend { "sum" } else { "none" };
        write!(
            f,
            "network={} learned={learned} method={method} alpha={} gamma={} lambda={} \
             trace={trace} optimistic={} restart={restart} stages={stages} trend={trend}",
            self.layout, self.alpha, self.gamma, self.lambda, self.optimistic
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_round_trip() {
        for text in [
            "",
            "network=8x6 method=td alpha=0.1 trace=online:12 lambda=0.9",
            "network=3x3:0134/012 learned=states trace=game stages=512,1024 gamma=0.99",
            "restart=carousel optimistic=320000",
            "network=8x6 trend=sum",
        ] {
            let recipe: Recipe = text.parse().unwrap();
            assert_eq!(recipe.to_string().parse(), Ok(recipe));
        }
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| text.parse::<Recipe>().unwrap_err().to_string();
        assert_eq!(
            error("lambda"),
            "'lambda': expected key=value, such as lambda=0.5"
        );
        assert_eq!(error("lambda=2"), "lambda=2: expected a number from 0 to 1");
        assert!(error("lamda=1").contains("expected one of network, learned"));
        assert!(error("network=01x").starts_with("network=01x: 'x' in 01x"));
        assert!(error("stages=2,1").contains("rising"));
        assert!(error("trace=0").contains("online:"));
        assert_eq!(error("trend=yes"), "trend=yes: expected none or sum");
        assert!(error("network=01234567").contains("4294967296 weights"));
    }
}
