//! Evaluations compiled for 4×4 boards.

use serpentine_core::grid::Packed4x4;

use super::lines::{self, LineTable};
use super::{Term, minimax_e, mono2019, smooth, snake, static2014};
use crate::cells::Cells;

/// What is a sum over lines, in one table: the smaller, the longer it stays in the cache.
struct Lines {
    table: LineTable,
    /// Over rows and columns, or over rows only.
    has_cols: bool,
}

impl Lines {
    fn new(terms: &[(f64, Term)]) -> Option<Self> {
        let of_lines = |term: &Term| matches!(term, Term::Mono | Term::Hand(_));
        let of_rows = |term: &Term| matches!(term, Term::Sum | Term::Empty);
        let terms = terms.iter();
        let mut terms = terms
            .filter(|(_, term)| of_lines(term) || of_rows(term))
            .peekable();
        terms.peek()?;
        let has_cols = terms.clone().any(|(_, term)| of_lines(term));
        let mut table = LineTable::zero();
        for &(weight, ref term) in terms {
            // The columns add up to what the rows do.
            let half = if has_cols { 0.5 * weight } else { weight };
            match term {
                Term::Sum => table.add(half, lines::sum),
                Term::Empty => table.add(half, lines::empties),
                Term::Mono => table.add(weight, lines::monotonicity),
                Term::Hand(hand) => table.add(weight, |line| hand.line(line)),
                _ => {}
            }
        }
        Some(Self { table, has_cols })
    }
}

/// The terms for 4×4 without a tile above 32768: what is a sum over lines in a table, the rest
/// beside it.
pub(super) struct Compiled {
    lines: Option<Lines>,
    others: Vec<(f64, Fast)>,
}

enum Fast {
    Smooth(LineTable),
    Snake(snake::SnakeTables),
    Mono2019(mono2019::Mono2019Tables),
    MinimaxE(minimax_e::MinimaxETables),
    Static2014(static2014::Static2014),
}

impl Fast {
    #[inline]
    fn value(&self, board: Packed4x4, rows: u64, cols: u64) -> f64 {
        match self {
            Self::Smooth(table) => smooth(f64::from(table.of(rows) + table.of(cols))),
            Self::Snake(snake) => snake.value(rows, cols),
            Self::Mono2019(tables) => tables.value(board, rows, cols),
            Self::MinimaxE(tables) => tables.value(board, rows, cols),
            Self::Static2014(term) => by_definition(term, board),
        }
    }
}

/// Out of line: its cells would take the stack of every other term's evaluation.
#[inline(never)]
fn by_definition(term: &static2014::Static2014, board: Packed4x4) -> f64 {
    term.define(&Cells::of(&board))
}

impl Compiled {
    pub(super) fn new(terms: &[(f64, Term)]) -> Self {
        let others = terms.iter().filter_map(|&(weight, ref term)| {
            let fast = match term {
                Term::Sum | Term::Empty | Term::Mono | Term::Hand(_) => return None,
                Term::Smooth => {
                    let mut table = LineTable::zero();
                    table.add(1.0, lines::roughness);
                    Fast::Smooth(table)
                }
                Term::Snake(snake) => Fast::Snake(snake.compile()),
                Term::Mono2019 => Fast::Mono2019(mono2019::Mono2019Tables::new()),
                Term::MinimaxE(minimax_e) => Fast::MinimaxE(minimax_e.compile()),
                Term::Static2014(term) => Fast::Static2014(term.clone()),
            };
            Some((weight, fast))
        });
        Self {
            lines: Lines::new(terms),
            others: others.collect(),
        }
    }

    /// The table, if there is nothing but a sum over rows and columns.
    pub(super) fn line_table(&self) -> Option<&LineTable> {
        let lines = self.lines.as_ref()?;
        (self.others.is_empty() && lines.has_cols).then_some(&lines.table)
    }

    #[inline]
    pub(super) fn value(&self, board: Packed4x4) -> f64 {
        let rows = board.bits();
        let mut value = 0.0;
        if let Some(Lines { table, has_cols }) = &self.lines {
            value += f64::from(table.of(rows));
            if *has_cols {
                value += f64::from(table.of(board.transposed().bits()));
            }
        }
        if self.others.is_empty() {
            return value;
        }
        let cols = board.transposed().bits();
        for (weight, term) in &self.others {
            value += weight * term.value(board, rows, cols);
        }
        value
    }
}
