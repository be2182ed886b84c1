//! Evaluations, alone or in weighted sums: `snake`, `empty*2+smooth`.
//!
//! A learned network may be one of them (`model`). Each of the others is written once as it is
//! defined, on plain cells of any size, and compiled for 4×4 into tables of rows and columns
//! where its form allows. A test holds the two together.

mod compiled;
mod hand;
pub(crate) mod lines;
mod minimax_e;
mod model;
mod mono2019;
mod snake;
mod static2014;

use std::fmt;
use std::sync::Arc;

use serpentine_core::grid::Grid;
use serpentine_core::{Board, Size};
use serpentine_learn::{Layout, Network};
use thiserror::Error;

use crate::cells::Cells;
use crate::models::{self, DEFAULT_MODEL};
use crate::spec::nearest;
use compiled::Compiled;
pub use lines::LineTable;
use model::Model;

/// A weighted sum of terms.
pub struct Evaluation {
    text: String,
    terms: Vec<(f64, Term)>,
    compiled: Compiled,
    /// Networks read positions themselves, not their cells.
    models: Vec<(f64, Model)>,
}

/// Something a board can be worth.
#[derive(Clone, Debug)]
enum Term {
    /// The sum of the tiles.
    Sum,
    /// The number of empty cells.
    Empty,
    /// One over the summed differences of neighbouring exponents.
    Smooth,
    /// How far rows and columns are from monotone, negative.
    Mono,
    Hand(hand::Hand),
    Snake(snake::Snake),
    Mono2019,
    MinimaxE(minimax_e::MinimaxE),
    Static2014(static2014::Static2014),
}

/// The names of terms, with the parameters each takes and what it is.
pub const TERMS: [(&str, &str, &str); 10] = [
    ("sum", "", "sum of all tiles"),
    ("empty", "", "number of empty cells"),
    (
        "smooth",
        "",
        "1/(1 + summed differences of neighbouring exponents)",
    ),
    (
        "mono",
        "",
        "minus the steps that keep rows and columns from being monotone",
    ),
    (
        "hand",
        "h-alive h-empty h-pair h-order h-order-power h-size h-size-power",
        "empties, pairs, order and size of rows and columns, for deep search",
    ),
    (
        "snake",
        "r",
        "tiles weighted by r^n along the best of 8 snakes",
    ),
    (
        "mono2019",
        "",
        "half empties, half weighted monotonicity, from 0 to 1 (chain paper)",
    ),
    (
        "minimax-e",
        "c1 c2 c3 c4 c5",
        "largest tiles, smoothness, empties, gaps, order (minimax paper)",
    ),
    (
        "static2014",
        "s-empties s-max s-std s-position s-order s-steps",
        "empties, maximum, deviation, position (static-evaluation paper)",
    ),
    (
        "model",
        "model",
        "points made and, by a learned network, points to come",
    ),
];

/// Why a text is no evaluation.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum EvaluationError {
    /// No term has this name.
    #[error("there is no evaluation '{name}': did you mean '{nearest}'?")]
    UnknownTerm {
        /// The name found.
        name: String,
        /// The most similar one.
        nearest: &'static str,
    },
    /// A weight that is no number.
    #[error("'{0}' is not a weight: expected a number, as in empty*2+smooth")]
    BadWeight(String),
    /// A network that is none, or none for this board.
    #[error("model={model}: {why}")]
    Model {
        /// Its name.
        model: String,
        /// What is wrong with it.
        why: String,
    },
    /// A network for another board.
    #[error("the network reads {own} boards, not {size}")]
    ModelSize {
        /// What it reads.
        own: Size,
        /// What is played.
        size: Size,
    },
    /// A parameter that is no number.
    #[error("{parameter}={value}: expected a number")]
    BadParameter {
        /// The parameter.
        parameter: &'static str,
        /// The value found.
        value: String,
    },
}

/// Reads a term's numeric parameters.
struct Parameters<'p, 'v>(&'p (dyn Fn(&str) -> Option<&'v str> + 'p));

impl Parameters<'_, '_> {
    fn get(&self, parameter: &'static str, default: f64) -> Result<f64, EvaluationError> {
        let Some(value) = (self.0)(parameter) else {
            return Ok(default);
        };
        let number = value.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| EvaluationError::BadParameter {
            parameter,
            value: value.to_owned(),
        })
    }
}

impl Evaluation {
    /// Reads a weighted sum for boards of a size; `parameter` gives the parameters of its terms.
    pub fn parse<'a>(
        text: &str,
        size: Size,
        parameter: impl Fn(&str) -> Option<&'a str>,
    ) -> Result<Self, EvaluationError> {
        let parameters = Parameters(&parameter);
        let (mut terms, mut models) = (Vec::new(), Vec::new());
        for part in text.split('+') {
            let (name, weight) = part.split_once('*').unwrap_or((part, "1"));
            let weight = weight.trim().parse().ok().filter(|w: &f64| w.is_finite());
            let weight = weight.ok_or_else(|| EvaluationError::BadWeight(part.to_owned()))?;
            match name.trim() {
                "model" => {
                    let name = parameter("model").unwrap_or(DEFAULT_MODEL);
                    models.push((weight, Model(network(name, size)?)));
                }
                name => terms.push((weight, Term::parse(name, &parameters)?)),
            }
        }
        Ok(Self {
            text: text.to_owned(),
            compiled: Compiled::new(&terms),
            terms,
            models,
        })
    }

    /// The value of a position after a move.
    #[inline]
    pub fn value<G: Grid>(&self, grid: &G) -> f64 {
        self.of_terms(grid) + self.of_models(|model| model.value(grid))
    }

    /// The value of a position before a move. Only networks tell it from one after a move.
    #[inline]
    pub fn value_to_move<G: Grid>(&self, board: &Board<G>) -> f64 {
        self.of_terms(board.grid()) + self.of_models(|model| model.value_to_move(board))
    }

    /// The value of a position in which the game is over: nothing, or the points made where a
    /// network counts them.
    pub fn lost<G: Grid>(&self, board: &Board<G>) -> f64 {
        self.of_models(|_| Model::lost(board))
    }

    #[inline]
    fn of_terms<G: Grid>(&self, grid: &G) -> f64 {
        match grid.packed_4x4() {
            Some(packed) => self.compiled.value(packed),
            None => self.define(grid),
        }
    }

    #[inline]
    fn of_models(&self, value: impl Fn(&Model) -> f64) -> f64 {
        let models = self.models.iter();
        models.fold(0.0, |sum, (weight, model)| sum + weight * value(model))
    }

    /// The terms by their definitions.
    fn define<G: Grid>(&self, grid: &G) -> f64 {
        let cells = Cells::of(grid);
        let is_terminal = || grid.legal().is_empty();
        let values = self.terms.iter();
        values
            .map(|(weight, term)| weight * term.define(&cells, &is_terminal))
            .sum()
    }

    /// The table, if it is nothing but a sum over rows and columns.
    pub(crate) fn line_table(&self) -> Option<&LineTable> {
        let table = self.compiled.line_table();
        table.filter(|_| self.models.is_empty())
    }

    /// Whether it counts the points made.
    pub fn counts_points(&self) -> bool {
        !self.models.is_empty()
    }

    /// Whether images of a position are worth the same.
    pub fn is_symmetric(&self) -> bool {
        // The first counts equal neighbours as rising, the second follows one path only.
        let told_apart = |term: &Term| matches!(term, Term::MinimaxE(_) | Term::Static2014(_));
        let models = self.models.iter();
        !self.terms.iter().any(|(_, term)| told_apart(term))
            && models
                .map(|(_, model)| model.0.layout())
                .all(Layout::is_shared)
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Evaluation({})", self.text)
    }
}

impl Term {
    fn parse(name: &str, parameters: &Parameters<'_, '_>) -> Result<Self, EvaluationError> {
        Ok(match name {
            "sum" => Self::Sum,
            "empty" => Self::Empty,
            "smooth" => Self::Smooth,
            "mono" => Self::Mono,
            "hand" => Self::Hand(hand::Hand::new(parameters)?),
            "snake" => Self::Snake(snake::Snake::new(parameters)?),
            "mono2019" => Self::Mono2019,
            "minimax-e" => Self::MinimaxE(minimax_e::MinimaxE::new(parameters)?),
            "static2014" => Self::Static2014(static2014::Static2014::new(parameters)?),
            _ => {
                let nearest = nearest(name, TERMS.iter().map(|&(known, ..)| known));
                return Err(EvaluationError::UnknownTerm {
                    name: name.to_owned(),
                    nearest: nearest.unwrap_or("snake"),
                });
            }
        })
    }

    fn define(&self, cells: &Cells, is_terminal: &dyn Fn() -> bool) -> f64 {
        match self {
            Self::Sum => cells.rows().map(|row| lines::sum(&row)).sum(),
            Self::Empty => cells.empty_count() as f64,
            Self::Smooth => {
                let lines = cells.rows().chain(cells.cols());
                smooth(lines.map(|line| lines::roughness(&line)).sum())
            }
            Self::Mono => {
                let lines = cells.rows().chain(cells.cols());
                lines.map(|line| lines::monotonicity(&line)).sum()
            }
            Self::Hand(hand) => {
                let lines = cells.rows().chain(cells.cols());
                lines.map(|line| hand.line(&line)).sum()
            }
            Self::Snake(snake) => snake.define(cells),
            Self::Mono2019 => mono2019::define(cells),
            Self::MinimaxE(_) if is_terminal() => f64::NEG_INFINITY,
            Self::MinimaxE(minimax_e) => minimax_e.define(cells),
            Self::Static2014(static2014) => static2014.define(cells),
        }
    }
}

/// The network of this name, which must read boards of this size.
pub(crate) fn network(model: &str, size: Size) -> Result<Arc<Network>, EvaluationError> {
    let wrong = |why: String| EvaluationError::Model {
        model: model.to_owned(),
        why,
    };
    let network = models::model(model).map_err(wrong)?;
    let own = network.layout().size();
    if own != size {
        return Err(EvaluationError::ModelSize { own, size });
    }
    Ok(network)
}

fn smooth(roughness: f64) -> f64 {
    1.0 / (1.0 + roughness)
}

#[cfg(test)]
mod tests {
    use serpentine_core::grid::Packed4x4;
    use serpentine_core::{Board, Cell, Size, Stream};

    use super::*;

    fn none(_: &str) -> Option<&'static str> {
        None
    }

    #[test]
    fn compiled_evaluations_agree_with_their_definitions() {
        let mut stream = Stream::new(4);
        for text in TERMS.map(|(name, ..)| name.to_owned()).into_iter().chain([
            "empty*2+smooth".to_owned(),
            "sum*0.5+mono*3+snake+mono2019*-1".to_owned(),
        ]) {
            let evaluation = Evaluation::parse(&text, Size::STANDARD, none).unwrap();
            for _ in 0..2_000 {
                let most = 1 + stream.below(15);
                let mut grid = Packed4x4::empty(Size::STANDARD).unwrap();
                for cell in Cell::all(Size::STANDARD) {
                    if stream.below(4) > 0 {
                        grid.set(cell, stream.below(most) as u8);
                    }
                }
                let (fast, slow) = (evaluation.of_terms(&grid), evaluation.define(&grid));
                // What is worth hundreds of thousands in every line may add up to little.
                let scale = if text == "hand" { 1e5 } else { 1.0 };
                let close = (fast - slow).abs() <= 1e-5 * (scale + slow.abs());
                assert!(
                    close || fast == slow,
                    "{text}: {fast} for {slow} on {grid:?}"
                );
            }
        }
    }

    #[test]
    fn other_sizes_and_the_largest_tiles_have_values() {
        for board in [
            "131072 65536 . ./2 . . ./. . . ./. . . .",
            "2 4 8/16 . ./. . .",
            "2 . . . . ./. . . . . 4",
        ] {
            let board: Board = board.parse().unwrap();
            crate::models::load_a_small_one();
            for (name, ..) in TERMS {
                let evaluation = match Evaluation::parse(name, board.size(), none) {
                    // A network is for one size.
                    Err(EvaluationError::ModelSize { .. }) => continue,
                    evaluation => evaluation.unwrap(),
                };
                assert!(
                    evaluation.value(board.grid()).is_finite(),
                    "{name} of {board}"
                );
            }
        }
    }

    #[test]
    fn symmetric_evaluations_are() {
        let board: Board = "2 2 4 8/. 16 2 ./4 . 32 2/. 8 . 64".parse().unwrap();
        crate::models::load_a_small_one();
        for (name, ..) in TERMS {
            let evaluation = Evaluation::parse(name, Size::STANDARD, none).unwrap();
            let values = serpentine_core::Symmetry::all(board.size())
                .map(|symmetry| evaluation.value(board.transform(symmetry).grid()));
            let values: Vec<f64> = values.collect();
            // Single-precision numbers are added, in another order for each image.
            let near = 1e-6 * values[0].abs();
            let same = values.iter().all(|v| (v - values[0]).abs() <= near);
            assert_eq!(same, evaluation.is_symmetric(), "{name}: {values:?}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| {
            Evaluation::parse(text, Size::STANDARD, none)
                .unwrap_err()
                .to_string()
        };
        assert!(error("emty").contains("did you mean 'empty'?"));
        assert!(error("empty*x").contains("'empty*x' is not a weight"));
        let bad = Evaluation::parse("snake", Size::STANDARD, |_| Some("half")).unwrap_err();
        assert_eq!(bad.to_string(), "r=half: expected a number");
    }
}
