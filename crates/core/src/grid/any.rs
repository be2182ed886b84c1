//! The everyday grid: packed while it fits, wide from the first 65536 on.

use super::{Grid, Overflow, Packed, Wide};
use crate::{Cell, CellSet, Direction, Directions, Size, Symmetry};

/// Cells of any size and any tile, in the fastest form that holds them exactly.
///
/// The form follows from the content alone (packed if there are at most 16 cells
/// and no tile above 32768), so equal boards are equal values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyGrid(Form);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Form {
    Packed { size: Size, bits: u64 },
    Wide(Wide),
}

/// Runs `$body` with `$grid` bound to the packed grid of that size.
macro_rules! with_packed {
    ($size:expr, $bits:expr, $grid:ident => $body:expr) => {
        with_packed!(@sizes $size, $bits, $grid => $body;
            4 4, 3 3, 3 4, 4 3, 2 2, 2 3, 2 4, 2 5, 2 6, 3 2, 3 5, 4 2, 5 2, 5 3, 6 2)
    };
    (@sizes $size:expr, $bits:expr, $grid:ident => $body:expr; $($r:literal $c:literal),*) => {
        match ($size.rows(), $size.cols()) {
            $(($r, $c) => {
                let $grid = Packed::<$r, $c>::from_bits($bits);
                $body
            })*
            _ => unreachable!("boards of more than 16 cells are wide"),
        }
    };
}

impl AnyGrid {
    /// The packed form, if the board has this size and no tile above 32768.
    pub fn packed<const R: usize, const C: usize>(&self) -> Option<Packed<R, C>> {
        match self.0 {
            Form::Packed { size, bits } if (size.rows(), size.cols()) == (R, C) => {
                Some(Packed::from_bits(bits))
            }
            _ => None,
        }
    }

    /// Slides in the wide form. Tiles never shrink: what needs that form before the move
    /// or outgrows the packed one in it needs it after.
    fn slide_wide(&self, direction: Direction) -> Option<(Self, u64)> {
        let (wide, points) = self.to_wide().slide(direction)?;
        Some((Self(Form::Wide(wide)), points))
    }

    fn to_wide(self) -> Wide {
        match self.0 {
            Form::Wide(wide) => wide,
            Form::Packed { size, .. } => {
                let mut wide = Wide::empty(size).expect("wide holds every size");
                for cell in Cell::all(size) {
                    wide.set(cell, self.get(cell));
                }
                wide
            }
        }
    }
}

impl<const R: usize, const C: usize> From<Packed<R, C>> for AnyGrid {
    fn from(packed: Packed<R, C>) -> Self {
        Self(Form::Packed {
            size: packed.size(),
            bits: packed.bits(),
        })
    }
}

impl Grid for AnyGrid {
    fn empty(size: Size) -> Option<Self> {
        Some(Self(if size.cells() <= 16 {
            Form::Packed { size, bits: 0 }
        } else {
            Form::Wide(Wide::empty(size)?)
        }))
    }

    fn size(&self) -> Size {
        match &self.0 {
            Form::Packed { size, .. } => *size,
            Form::Wide(wide) => wide.size(),
        }
    }

    fn capacity(&self) -> u8 {
        self.size().max_exponent()
    }

    fn get(&self, cell: Cell) -> u8 {
        match &self.0 {
            Form::Packed { size, bits } => with_packed!(size, *bits, grid => grid.get(cell)),
            Form::Wide(wide) => wide.get(cell),
        }
    }

    fn set(&mut self, cell: Cell, exponent: u8) {
        assert!(
            exponent <= self.capacity(),
            "a {} board holds exponents up to {}",
            self.size(),
            self.capacity()
        );
        *self = match self.0 {
            Form::Packed { size, bits } if exponent <= 15 => {
                with_packed!(size, bits, grid => {
                    let mut grid = grid;
                    grid.set(cell, exponent);
                    grid.into()
                })
            }
            _ => {
                let mut wide = self.to_wide();
                wide.set(cell, exponent);
                Self::narrowed(wide)
            }
        };
    }

    #[inline]
    fn slide(&self, direction: Direction) -> Option<(Self, u64)> {
        if let Form::Packed { size, bits } = self.0 {
            let slid = with_packed!(size, bits, grid => {
                grid.checked_slide(direction)
                    .map(|slid| slid.map(|(grid, points)| (grid.into(), points)))
            });
            match slid {
                Ok(slid) => return slid,
                Err(Overflow) => return self.slide_wide(direction),
            }
        }
        self.slide_wide(direction)
    }

    fn to_any(&self) -> AnyGrid {
        *self
    }

    fn legal(&self) -> Directions {
        match &self.0 {
            Form::Packed { size, bits } => with_packed!(size, *bits, grid => grid.legal()),
            Form::Wide(wide) => wide.legal(),
        }
    }

    fn nth_empty(&self, n: usize) -> Option<Cell> {
        match &self.0 {
            Form::Packed { size, bits } => with_packed!(size, *bits, grid => grid.nth_empty(n)),
            Form::Wide(wide) => wide.nth_empty(n),
        }
    }

    fn empty_cells(&self) -> CellSet {
        match &self.0 {
            Form::Packed { size, bits } => with_packed!(size, *bits, grid => grid.empty_cells()),
            Form::Wide(wide) => wide.empty_cells(),
        }
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        match &self.0 {
            Form::Packed { size, bits } => {
                with_packed!(size, *bits, grid => grid.transform(symmetry).into())
            }
            Form::Wide(wide) => Self(Form::Wide(wide.transform(symmetry))),
        }
    }

    fn canonical(&self) -> Self {
        match &self.0 {
            Form::Packed { size, bits } => {
                with_packed!(size, *bits, grid => grid.canonical().into())
            }
            Form::Wide(wide) => Self(Form::Wide(wide.canonical())),
        }
    }
}

impl AnyGrid {
    /// The value for these cells in its one form.
    fn narrowed(wide: Wide) -> Self {
        let size = wide.size();
        if size.cells() > 16 || wide.max_exponent() > 15 {
            return Self(Form::Wide(wide));
        }
        let bits = Cell::all(size).fold(0, |bits, cell| bits << 4 | u64::from(wide.get(cell)));
        Self(Form::Packed { size, bits })
    }
}
