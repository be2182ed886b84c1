//! What several test files need.
#![allow(dead_code, reason = "each test file uses its own part")]

use serpentine_core::grid::Grid;
use serpentine_core::{Cell, Size, Stream};

/// The fields of each line of a table in `testdata/`, comments left out.
pub(crate) fn table(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
}

/// Exponents for every cell: random, with tiles near each other and gaps, so that
/// merges are frequent.
pub(crate) fn random_exponents(size: Size, max: u8, stream: &mut Stream) -> Vec<u8> {
    let top = 1 + stream.below(u32::from(max)) as u8;
    let spread = 1 + stream.below(4) as u8;
    let gaps = stream.below(4);
    Cell::all(size)
        .map(|_| {
            if stream.below(4) < gaps {
                0
            } else {
                top.saturating_sub(stream.below(u32::from(spread)) as u8)
            }
        })
        .collect()
}

/// A grid with these exponents.
pub(crate) fn grid<G: Grid>(size: Size, exponents: &[u8]) -> G {
    let mut grid = G::empty(size).expect("a grid of that size");
    for (cell, &exponent) in Cell::all(size).zip(exponents) {
        grid.set(cell, exponent);
    }
    grid
}

/// The exponents of a grid, row by row.
pub(crate) fn exponents<G: Grid>(grid: &G) -> Vec<u8> {
    Cell::all(grid.size()).map(|cell| grid.get(cell)).collect()
}
