//! What the links of the S path are worth.

use serpentine_core::grid::{Grid, Packed4x4};
use serpentine_core::{Cell, Size};

use crate::cells::{Cells, Line, s_col};
use crate::evaluation::lines::LineTable;

/// Exponents told apart: empty, 2 to 4096, and everything larger.
pub(super) const SORTS: usize = 14;

/// Links of the 4×4 path: 3 along each of 4 rows, 4 between each of 3 pairs of rows.
const LINKS: usize = 4 * 3 + 3 * 4;

/// Points by link, first tile and second tile, one link after another.
pub(super) const WEIGHTS: usize = LINKS * SORTS * SORTS;

/// Fitted by `chain::fit`, which says how; a line for each first tile.
const SHIPPED: &str = include_str!("links.txt");

/// Two neighbours, the one that comes first on the path first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    /// Which weights it has.
    kind: usize,
    first: Cell,
    second: Cell,
}

/// The links of a board of some size and their weights.
pub(super) struct Links {
    links: Vec<Link>,
    weights: Vec<f64>,
    tables: Option<Tables>,
}

impl Links {
    /// With the weights that come with the program.
    pub(super) fn shipped(size: Size) -> Self {
        let weights = SHIPPED.split_whitespace().map(|number| {
            let points: i32 = number.parse().expect("the shipped weights are numbers");
            f64::from(points)
        });
        Self::new(size, weights.collect())
    }

    pub(super) fn new(size: Size, weights: Vec<f64>) -> Self {
        assert_eq!(weights.len(), WEIGHTS, "a weight for every pair of tiles");
        let links = all_links(size);
        let tables = (size == Size::STANDARD).then(|| Tables::new(&links, &weights));
        Self {
            links,
            weights,
            tables,
        }
    }

    /// The sum over all links.
    #[inline]
    pub(super) fn value<G: Grid>(&self, grid: &G) -> f64 {
        match (grid.packed_4x4(), &self.tables) {
            (Some(packed), Some(tables)) => tables.value(packed),
            _ => self.define(grid),
        }
    }

    fn define<G: Grid>(&self, grid: &G) -> f64 {
        let cells = Cells::of(grid);
        let exponent = |cell: Cell| cells.all()[cell.index()];
        let links = self.links.iter();
        links
            .map(|link| self.weights[place(link.kind, exponent(link.first), exponent(link.second))])
            .sum()
    }
}

/// The places of a board's weights, a place for every link.
#[cfg(test)]
pub(super) fn places(grid: Packed4x4) -> [usize; LINKS] {
    use std::sync::LazyLock;
    static STANDARD: LazyLock<Vec<Link>> = LazyLock::new(|| all_links(Size::STANDARD));
    std::array::from_fn(|kind| {
        let link = STANDARD[kind];
        place(link.kind, grid.get(link.first), grid.get(link.second))
    })
}

/// Where the weight of a link between these tiles is.
fn place(kind: usize, first: u8, second: u8) -> usize {
    let sort = |exponent: u8| usize::from(exponent).min(SORTS - 1);
    (kind * SORTS + sort(first)) * SORTS + sort(second)
}

/// The links of a board. Sizes other than 4×4 share its weights: a link has those of the
/// link at the same part of the way.
fn all_links(size: Size) -> Vec<Link> {
    let (rows, cols) = (size.rows(), size.cols());
    let cell = |row: usize, along: usize| {
        Cell::at(row, s_col(row, along, cols), size).expect("rows and columns of the board")
    };
    // Step `n` of `count`, as a step of `standard`.
    let scale = |n: usize, count: usize, standard: usize| match count {
        1 => 0,
        _ => n * (standard - 1) / (count - 1),
    };
    let mut links = Vec::new();
    for row in 0..rows {
        for along in 0..cols - 1 {
            links.push(Link {
                kind: scale(row, rows, 4) * 3 + scale(along, cols - 1, 3),
                first: cell(row, along),
                second: cell(row, along + 1),
            });
        }
    }
    for row in 0..rows - 1 {
        for along in 0..cols {
            links.push(Link {
                kind: 12 + scale(row, rows - 1, 3) * 4 + scale(along, cols, 4),
                first: cell(row, along),
                second: cell(row + 1, cols - 1 - along),
            });
        }
    }
    links
}

/// For 4×4: the links of each row and each column added up beforehand.
struct Tables {
    rows: [LineTable; 4],
    cols: [LineTable; 4],
}

impl Tables {
    fn new(links: &[Link], weights: &[f64]) -> Self {
        let row = |cell: Cell| cell.index() / 4;
        let col = |cell: Cell| cell.index() % 4;
        let table = |is_inside: &dyn Fn(&Link) -> bool, at: &dyn Fn(Cell) -> usize| {
            let mut table = LineTable::zero();
            for link in links.iter().filter(|link| is_inside(link)) {
                table.add(1.0, |line: &Line| {
                    let tile = |cell| line.cells()[at(cell)];
                    weights[place(link.kind, tile(link.first), tile(link.second))]
                });
            }
            table
        };
        Self {
            rows: std::array::from_fn(|n| {
                table(&|link| row(link.first) == n && row(link.second) == n, &col)
            }),
            cols: std::array::from_fn(|n| {
                table(&|link| col(link.first) == n && col(link.second) == n, &row)
            }),
        }
    }

    #[inline]
    fn value(&self, grid: Packed4x4) -> f64 {
        let (rows, cols) = (grid.bits(), grid.transposed().bits());
        let lines = [48, 32, 16, 0].into_iter().enumerate();
        let sum: f32 = lines
            .map(|(n, shift)| self.rows[n].at(rows >> shift) + self.cols[n].at(cols >> shift))
            .sum();
        f64::from(sum)
    }
}

#[cfg(test)]
mod tests {
    use serpentine_core::{Board, Stream};

    use super::*;

    #[test]
    fn tables_add_up_to_the_links() {
        let links = Links::shipped(Size::STANDARD);
        let mut stream = Stream::new(6);
        for _ in 0..2_000 {
            let board = Board::from_exponents(Size::STANDARD, |_, _| stream.below(16)).unwrap();
            let grid = board.grid().packed_4x4().unwrap();
            let by_place: f64 = places(grid).map(|place| links.weights[place]).iter().sum();
            assert_eq!(links.value(&grid), links.define(&grid));
            assert_eq!(links.value(&grid), by_place);
        }
    }

    #[test]
    fn every_size_has_every_pair_of_neighbours_once() {
        for size in Size::all() {
            let (rows, cols) = (size.rows(), size.cols());
            let links = all_links(size);
            assert_eq!(links.len(), rows * (cols - 1) + cols * (rows - 1), "{size}");
            assert!(links.iter().all(|link| link.kind < LINKS), "{size}");
        }
    }
}
