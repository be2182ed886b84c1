//! One suite, every implementation: each grid must do what the slow reference does,
//! and the reference must do what the rules say.

mod common;

use common::{exponents, grid, random_exponents};
use serpentine_core::grid::{AnyGrid, Grid, Overflow, Packed, Packed4x4, Wide};
use serpentine_core::reference::Reference;
use serpentine_core::{Cell, CellSet, Direction, Size, Stream, Symmetry};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

/// The whole suite on boards of one size with exponents up to `max`.
fn conforms<G: Grid>(size: Size, max: u8) {
    written_examples::<G>(size);
    let mut stream = Stream::new(size.cells() as u64);
    for _ in 0..2_000 {
        let cells = random_exponents(size, max, &mut stream);
        agrees_with_reference::<G>(size, &cells);
    }
    agrees_with_reference::<G>(size, &vec![0; size.cells()]);
    agrees_with_reference::<G>(size, &vec![1; size.cells()]);
}

/// The examples of the rules, in the first row: `2 2`, and longer ones where they fit.
fn written_examples<G: Grid>(size: Size) {
    let slide_first_row = |row: &[u8]| -> Option<Vec<u8>> {
        let mut cells = vec![0; size.cells()];
        cells[..row.len()].copy_from_slice(row);
        let (slid, _) = grid::<G>(size, &cells).slide(Direction::Left)?;
        Some(exponents(&slid)[..row.len()].to_vec())
    };
    assert_eq!(slide_first_row(&[1, 1]), Some(vec![2, 0]));
    assert_eq!(slide_first_row(&[1, 2]), None);
    if size.cols() >= 4 {
        assert_eq!(slide_first_row(&[1, 1, 1, 0]), Some(vec![2, 1, 0, 0]));
        assert_eq!(slide_first_row(&[1, 1, 2, 2]), Some(vec![2, 3, 0, 0]));
        assert_eq!(slide_first_row(&[2, 1, 1, 0]), Some(vec![2, 2, 0, 0]));
        assert_eq!(slide_first_row(&[1, 0, 0, 1]), Some(vec![2, 0, 0, 0]));
        assert_eq!(slide_first_row(&[2, 2, 2, 2]), Some(vec![3, 3, 0, 0]));
    }
}

fn agrees_with_reference<G: Grid>(size: Size, cells: &[u8]) {
    let reference: Reference = grid(size, cells);
    let fast: G = grid(size, cells);
    assert_eq!(fast.size(), size);
    assert_eq!(exponents(&fast), cells);
    assert_eq!(fast.legal(), reference.legal(), "{reference:?}");
    assert_eq!(fast.empty_cells(), reference.empty_cells());
    assert_eq!(fast.empty_count(), reference.empty_cells().len());
    for n in 0..=fast.empty_count() {
        assert_eq!(fast.nth_empty(n), reference.empty_cells().nth(n));
    }
    assert_eq!(fast.empty_count(), reference.empty_count());
    assert_eq!(fast.max_exponent(), reference.max_exponent());
    assert_eq!(fast.tile_sum(), reference.tile_sum());
    assert_eq!(fast.orbit_len(), reference.orbit_len());
    assert_eq!(
        exponents(&fast.canonical()),
        exponents(&reference.canonical())
    );
    for direction in Direction::ALL {
        let slid = |grid: Option<(Vec<u8>, u64)>| grid;
        let ours = fast
            .slide(direction)
            .map(|(g, points)| (exponents(&g), points));
        let theirs = reference
            .slide(direction)
            .map(|(g, points)| (exponents(&g), points));
        assert_eq!(slid(ours), slid(theirs), "{direction} on {reference:?}");
    }
    for symmetry in Symmetry::all(size) {
        let image = fast.transform(symmetry);
        assert_eq!(exponents(&image), exponents(&reference.transform(symmetry)));
        assert_eq!(image.canonical(), fast.canonical());
        for direction in Direction::ALL {
            let slid = fast
                .slide(direction)
                .map(|(g, points)| (g.transform(symmetry), points));
            assert_eq!(image.slide(symmetry.direction(direction)), slid);
        }
    }
}

#[test]
fn reference_of_every_size() {
    for size in Size::all() {
        conforms::<Reference>(size, size.max_exponent() - 1);
    }
}

#[test]
fn wide_of_every_size() {
    for size in Size::all() {
        conforms::<Wide>(size, size.max_exponent() - 1);
    }
}

#[test]
fn any_of_every_size() {
    for size in Size::all() {
        conforms::<AnyGrid>(size, size.max_exponent() - 1);
    }
}

#[test]
fn packed_of_every_size_that_fits() {
    macro_rules! each {
        ($($r:literal $c:literal),*) => {
            $(conforms::<Packed<$r, $c>>(size($r, $c), 14.min(size($r, $c).max_exponent() - 1));)*
        };
    }
    each!(2 2, 2 3, 2 4, 2 5, 2 6, 3 2, 3 3, 3 4, 3 5, 4 2, 4 3, 4 4, 5 2, 5 3, 6 2);
    assert_eq!(Size::all().filter(|size| size.cells() <= 16).count(), 15);
}

/// All 65,536 rows, in all four directions, against the reference; where the reference
/// makes 65536, the packed form says so and the everyday form agrees with the reference.
#[test]
fn every_row_of_four() {
    for row in 0..1u64 << 16 {
        for direction in Direction::ALL {
            // The row in the middle of the board, or the column.
            let cells: Vec<u8> = Cell::all(Size::STANDARD)
                .map(|cell| {
                    let (line, i) = match direction {
                        Direction::Left | Direction::Right => {
                            (cell.row(Size::STANDARD), cell.col(Size::STANDARD))
                        }
                        Direction::Up | Direction::Down => {
                            (cell.col(Size::STANDARD), cell.row(Size::STANDARD))
                        }
                    };
                    if line == 1 {
                        (row >> (12 - 4 * i) & 15) as u8
                    } else {
                        0
                    }
                })
                .collect();
            let reference: Reference = grid(Size::STANDARD, &cells);
            let expected = reference
                .slide(direction)
                .map(|(g, points)| (exponents(&g), points));
            let packed: Packed4x4 = grid(Size::STANDARD, &cells);
            let overflows = expected
                .as_ref()
                .is_some_and(|(cells, _)| cells.contains(&16));
            match packed.checked_slide(direction) {
                Err(Overflow) => assert!(overflows, "{row:04x} {direction}"),
                Ok(slid) => {
                    assert!(!overflows, "{row:04x} {direction}");
                    assert_eq!(slid.map(|(g, p)| (exponents(&g), p)), expected, "{row:04x}");
                }
            }
            let any: AnyGrid = grid(Size::STANDARD, &cells);
            let slid = any.slide(direction).map(|(g, p)| (exponents(&g), p));
            assert_eq!(slid, expected, "{row:04x} {direction}");
        }
    }
}

#[test]
fn equal_cells_are_equal_values_however_they_came_about() {
    let mut grown: AnyGrid = grid(
        Size::STANDARD,
        &[15, 15, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    );
    grown = grown.slide(Direction::Left).unwrap().0;
    let set: AnyGrid = grid(
        Size::STANDARD,
        &[16, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    );
    assert_eq!(grown, set);
    assert_eq!(grown.packed::<4, 4>(), None);
    // Back to small tiles, back to the packed form.
    let mut small = set;
    small.set(Cell::new(0), 3);
    let direct: AnyGrid = grid(
        Size::STANDARD,
        &[3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    );
    assert_eq!(small, direct);
    assert!(small.packed::<4, 4>().is_some());
    assert_eq!(small.packed::<3, 3>(), None);
}

/// No play of `headroom` moves can make 65536, and one more could.
#[test]
fn headroom_is_safe() {
    let sum_of = |cells: &[u8]| grid::<Packed4x4>(Size::STANDARD, cells).headroom();
    let mut cells = [0; 16];
    cells[0] = 15;
    assert_eq!(sum_of(&cells), 8191);
    cells[1] = 15;
    assert_eq!(sum_of(&cells), 0);
    cells = [15; 16];
    assert_eq!(sum_of(&cells), 0);
}

#[test]
fn full_set_of_cells_is_what_an_empty_grid_has_empty() {
    for size in Size::all() {
        assert_eq!(
            AnyGrid::empty(size).unwrap().empty_cells(),
            CellSet::full(size)
        );
    }
}
