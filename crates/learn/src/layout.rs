//! Which cells a network reads together.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serpentine_core::{Cell, Direction, Size, SizeError};
use thiserror::Error;

/// Cells read together: their exponents are the digits of an index into one table.
///
/// Only which cells they are matters, so they are kept in reading order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(Vec<usize>);

/// The shapes of a network.
///
/// Written as a preset's name, or as shapes apart by `/`, each a digit per cell (0-9, then
/// a-z, row by row). Boards other than 4×4 begin with their size. A `!` at the end keeps the
/// images under symmetry apart, with tables of their own.
///
/// ```
/// use serpentine_learn::Layout;
/// let rows_and_squares: Layout = "0123/4567/0145/1256/5698".parse()?;
/// assert_eq!(rows_and_squares.shapes().len(), 5);
/// assert_eq!("4x6".parse::<Layout>()?.to_string(), "4x6");
/// assert_eq!("3x3:012/345!".parse::<Layout>()?.tables(), 2);
/// # Ok::<(), serpentine_learn::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    size: Size,
    shapes: Vec<Shape>,
    shared: bool,
}

/// Exponents told apart in a cell; larger ones count as the largest.
pub(crate) const LEVELS: usize = 16;

/// Most cells in a shape: a table has 16^8 entries then.
pub(crate) const MOST_CELLS: usize = 8;

/// Why a text names no layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// A size that is none.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Nothing to read.
    #[error(
        "a layout needs at least one shape, such as 0123/4567, or a preset: {}",
        preset_names()
    )]
    Empty,
    /// Not a cell of the board.
    #[error("'{digit}' in {shape} is not a cell of a {size} board: expected {} to {}", as_digit(0), as_digit(.size.cells() - 1))]
    NoCell {
        /// The letter.
        digit: char,
        /// Where it stands.
        shape: String,
        /// The board.
        size: Size,
    },
    /// The same cell twice.
    #[error("{0} has the same cell twice")]
    Twice(String),
    /// Too many cells.
    #[error("{0} has more than {MOST_CELLS} cells")]
    TooLong(String),
}

/// Presets: name, shapes, and where they come from.
const PRESETS: [(&str, &str, &str); 4] = [
    (
        "17x4",
        "0123/4567/0145/1256/569a",
        "Szubert and Jaśkowski 2014: rows and squares",
    ),
    (
        "4x6",
        "012345/456789/012456/45689a",
        "Yeh et al. 2016: two axes, two rectangles",
    ),
    (
        "5x6",
        "012345/456789/012456/45689a/01259a",
        "the same and a hook",
    ),
    (
        "8x6",
        "012456/12569d/012345/01567a/01259a/0159de/01589d/01246a",
        "Matsuzaki 2016: the best eight by search",
    ),
];

/// The document's tuples: all sets of so many cells that a path can visit, not shared.
const PATHS: [(&str, usize); 3] = [("td2", 2), ("td3", 3), ("td4", 4)];

fn preset_names() -> String {
    let names = PRESETS.iter().map(|preset| preset.0);
    let names = names.chain(PATHS.iter().map(|path| path.0));
    names.collect::<Vec<_>>().join(", ")
}

fn as_digit(cell: usize) -> char {
    char::from_digit(cell as u32, 36).expect("a board has at most 36 cells")
}

impl Shape {
    /// The cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.0.iter().map(|&cell| Cell::new(cell))
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Shapes have cells.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Entries of its table.
    pub fn entries(&self) -> usize {
        LEVELS.pow(self.0.len() as u32)
    }

    fn parse(text: &str, size: Size) -> Result<Self, LayoutError> {
        let cells = text.chars().map(|digit| {
            let cell = digit.to_digit(36).map(|cell| cell as usize);
            let cell = cell.filter(|&cell| cell < size.cells());
            cell.ok_or_else(|| LayoutError::NoCell {
                digit,
                shape: text.to_owned(),
                size,
            })
        });
        let cells = cells.collect::<Result<Vec<_>, _>>()?;
        let set: BTreeSet<usize> = cells.iter().copied().collect();
        match cells.len() {
            0 => Err(LayoutError::Empty),
            len if len > set.len() => Err(LayoutError::Twice(text.to_owned())),
            len if len > MOST_CELLS => Err(LayoutError::TooLong(text.to_owned())),
            _ => Ok(Self(set.into_iter().collect())),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self.0.iter().map(|&cell| as_digit(cell)).collect();
        f.pad(&digits)
    }
}

impl Layout {
    /// All sets of `len` cells that a path of neighbours can visit, each with a table of its
    /// own: the chain paper's tuples.
    pub fn paths(size: Size, len: usize) -> Self {
        let mut found = BTreeSet::new();
        for cell in Cell::all(size) {
            walk(size, &mut vec![cell.index()], len, &mut found);
        }
        Self {
            size,
            shapes: found.into_iter().map(Shape).collect(),
            shared: false,
        }
    }

    /// Rows and columns of its board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The shapes, one table each.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Whether a table is read for every image of the board under symmetry.
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// How many tables.
    pub fn tables(&self) -> usize {
        self.shapes.len()
    }

    /// Entries of all tables.
    pub fn entries(&self) -> usize {
        self.shapes.iter().map(Shape::entries).sum()
    }
}

/// All cells of paths that begin with this one.
fn walk(size: Size, path: &mut Vec<usize>, len: usize, found: &mut BTreeSet<Vec<usize>>) {
    if path.len() == len {
        let mut cells = path.clone();
        cells.sort_unstable();
        found.insert(cells);
        return;
    }
    let last = Cell::new(*path.last().expect("a path has a beginning"));
    for next in neighbours(last, size) {
        if !path.contains(&next) {
            path.push(next);
            walk(size, path, len, found);
            path.pop();
        }
    }
}

fn neighbours(cell: Cell, size: Size) -> impl Iterator<Item = usize> {
    let (row, col) = (cell.row(size), cell.col(size));
    Direction::ALL.into_iter().filter_map(move |direction| {
        let (row, col) = match direction {
            Direction::Up => (row.checked_sub(1)?, col),
            Direction::Down => (row + 1, col),
            Direction::Left => (row, col.checked_sub(1)?),
            Direction::Right => (row, col + 1),
        };
        (row < size.rows() && col < size.cols()).then(|| row * size.cols() + col)
    })
}

impl FromStr for Layout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        let text = text.trim();
        if let Some(preset) = PRESETS.iter().find(|preset| preset.0 == text) {
            return preset.1.parse();
        }
        let (size, rest) = match text.split_once(':') {
            Some((size, rest)) => (size.parse()?, rest),
            None => (Size::STANDARD, text),
        };
        if let Some(path) = PATHS.iter().find(|path| path.0 == rest) {
            return Ok(Self::paths(size, path.1));
        }
        let (rest, shared) = match rest.strip_suffix('!') {
            Some(rest) => (rest, false),
            None => (rest, true),
        };
        let shapes = rest.split('/').map(|shape| Shape::parse(shape, size));
        Ok(Self {
            size,
            shapes: shapes.collect::<Result<_, _>>()?,
            shared,
        })
    }
}

/// The shortest text that reads back as the same layout.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PRESETS.iter().map(|preset| preset.0);
        let mut names = names.chain(PATHS.iter().map(|path| path.0));
        if let Some(name) = names.find(|name| name.parse().as_ref() == Ok(self)) {
            return f.pad(name);
        }
        let shapes: Vec<String> = self.shapes.iter().map(ToString::to_string).collect();
        let size = match self.size {
            Size::STANDARD => String::new(),
            size => format!("{size}:"),
        };
        let apart = if self.shared { "" } else { "!" };
        f.pad(&format!("{size}{}{apart}", shapes.join("/")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of the chain paper: T shapes are no paths.
    #[test]
    fn paths_visit_the_published_numbers_of_sets() {
        let count = |len| Layout::paths(Size::STANDARD, len).tables();
        assert_eq!([count(2), count(3), count(4)], [24, 52, 89]);
    }

    #[test]
    fn layouts_round_trip() {
        for text in [
            "4x6",
            "5x6",
            "8x6",
            "17x4",
            "td3",
            "0123/4567!",
            "2x3:01/345",
            "3x3:0124",
        ] {
            let layout: Layout = text.parse().unwrap();
            assert_eq!(layout.to_string(), text);
        }
        let entries = |text: &str| text.parse::<Layout>().unwrap().entries();
        assert_eq!(entries("4x6"), 4 << 24);
        assert_eq!(entries("td4"), 89 << 16);
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| text.parse::<Layout>().unwrap_err().to_string();
        assert!(error("").contains("at least one shape") && error("").contains("8x6"));
        assert_eq!(
            error("012g"),
            "'g' in 012g is not a cell of a 4x4 board: expected 0 to f"
        );
        assert_eq!(error("0110"), "0110 has the same cell twice");
        assert_eq!(error("012345678"), "012345678 has more than 8 cells");
        assert!(error("9x9:01").contains("9"));
    }
}
