//! The strategy for people without a computer.
//!
//! The largest tile stays in a corner; tiles descend from it along its row; that row
//! stays full; never move the largest tile out of its corner unless forced; tiles from 32
//! on like near-equal neighbours.

use serpentine_core::{After, Board, Stream};

use crate::cells::Cells;
use crate::{Decision, Kind, Player, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "elementary",
    source: "static-evaluation paper, section 5.1.1",
    summary: "the strategy for people: largest tile in a corner, its row full and descending",
    parameters: &[],
    build: |_, _| Ok(Box::new(Elementary)),
};

struct Elementary;

impl Player for Elementary {
    fn start(&mut self, _: Stream) {}

    fn explain(&mut self, board: &Board) -> Decision {
        Decision::best_of(board, Unit::Unitless, |direction| {
            let moved = board.play(direction).expect("a legal move");
            rules_kept(&moved.after) + (moved.points as f64 + 1.0).log2()
        })
    }
}

/// How well a position keeps the rules, in the order of their importance.
fn rules_kept(after: &After) -> f64 {
    let cells = Cells::of(after.grid());
    let (rows, cols) = (cells.size().rows(), cells.size().cols());
    let largest = cells.all().iter().copied().max().unwrap_or(0);
    let corners = [(0, 0), (0, cols - 1), (rows - 1, 0), (rows - 1, cols - 1)];
    let best_row = corners
        .into_iter()
        .filter(|&(row, col)| cells.at(row, col) == largest)
        .map(|(row, col)| {
            // The corner's row, read from the corner.
            let line = (0..cols).map(|i| cells.at(row, if col == 0 { i } else { cols - 1 - i }));
            row_kept(&line.collect::<Vec<_>>())
        })
        .fold(f64::NEG_INFINITY, f64::max);
    let in_corner = if best_row == f64::NEG_INFINITY {
        -1000.0
    } else {
        best_row
    };
    in_corner + 2.0 * cells.empty_count() as f64 - neighbours_apart(&cells)
}

/// A full row, and a descending one.
fn row_kept(line: &[u8]) -> f64 {
    let is_full = line.iter().all(|&k| k > 0);
    let descends = line
        .windows(2)
        .take_while(|pair| pair[0] >= pair[1] && pair[1] > 0);
    let weight: f64 = descends.map(|pair| f64::from(pair[1])).sum();
    weight * 4.0 + if is_full { 20.0 } else { 0.0 }
}

/// How far tiles from 32 on are from the nearest of their neighbours.
fn neighbours_apart(cells: &Cells) -> f64 {
    let (rows, cols) = (cells.size().rows(), cells.size().cols());
    let mut apart = 0.0;
    for row in 0..rows {
        for col in 0..cols {
            let tile = cells.at(row, col);
            if tile < 5 {
                continue;
            }
            let beside = [
                (row > 0).then(|| cells.at(row - 1, col)),
                (row + 1 < rows).then(|| cells.at(row + 1, col)),
                (col > 0).then(|| cells.at(row, col - 1)),
                (col + 1 < cols).then(|| cells.at(row, col + 1)),
            ];
            let nearest = beside
                .into_iter()
                .flatten()
                .map(|other| other.abs_diff(tile))
                .min();
            apart += f64::from(nearest.unwrap_or(0));
        }
    }
    apart
}
