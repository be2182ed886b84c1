//! Half empties, half monotonicity, between 0 and 1 (chain paper, section 4.3).
//!
//! Over neighbouring tiles of all rows: +1 if the second is smaller, -1 if it is larger,
//! weighted by the sum of the two exponents; the absolute value of the weighted mean. The
//! same for columns, and the two averaged. Equal neighbours keep either order, so they
//! count as +1 whichever way the others fall.

use std::ops::Add;

use serpentine_core::grid::{Grid, Packed4x4};

use super::lines::{ByLine, by_line};
use crate::cells::{Cells, Line};

pub(super) fn define(cells: &Cells) -> f64 {
    let add = |lines: &mut dyn Iterator<Item = Line>| {
        let orders = lines.map(|line| Order::of(&line));
        orders.reduce(Add::add).unwrap_or_default()
    };
    let (rows, cols) = (add(&mut cells.rows()), add(&mut cells.cols()));
    let share = cells.empty_count() as f64 / cells.size().cells() as f64;
    combine(share, rows, cols)
}

fn combine(empty_share: f64, rows: Order, cols: Order) -> f64 {
    0.5 * empty_share + 0.25 * (rows.mean() + cols.mean())
}

/// The weights of neighbouring tiles.
#[derive(Clone, Copy, Default)]
struct Order {
    /// Falling minus rising.
    signed: i32,
    equal: i32,
    all: i32,
}

impl Order {
    fn of(line: &Line) -> Self {
        let mut order = Self::default();
        for (a, b) in line.pairs().filter(|&(a, b)| a > 0 && b > 0) {
            let weight = i32::from(a) + i32::from(b);
            order.signed += weight * (a.cmp(&b) as i32);
            order.equal += if a == b { weight } else { 0 };
            order.all += weight;
        }
        order
    }

    fn mean(self) -> f64 {
        match self.all {
            0 => 0.0,
            all => f64::from(self.signed.abs() + self.equal) / f64::from(all),
        }
    }
}

impl Add for Order {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            signed: self.signed + other.signed,
            equal: self.equal + other.equal,
            all: self.all + other.all,
        }
    }
}

/// The order of every line of four in one number, ten bits for each weight and the signed
/// one on top: lines are added with a single addition each. Four lines weigh at most 360.
pub(super) struct Mono2019Tables(ByLine<i32>);

impl Mono2019Tables {
    pub(super) fn new() -> Self {
        Self(by_line(|line| {
            let order = Order::of(line);
            (order.signed << 20) + (order.equal << 10) + order.all
        }))
    }

    #[inline]
    pub(super) fn value(&self, board: Packed4x4, rows: u64, cols: u64) -> f64 {
        combine(
            board.empty_count() as f64 / 16.0,
            self.add(rows),
            self.add(cols),
        )
    }

    #[inline]
    fn add(&self, lines: u64) -> Order {
        let at = |shift: u32| self.0[usize::from((lines >> shift) as u16)];
        let sum = at(48) + at(32) + at(16) + at(0);
        Order {
            signed: sum >> 20,
            equal: sum >> 10 & 0x3FF,
            all: sum & 0x3FF,
        }
    }
}
