//! The S chain, without search: repair it where it is broken, else merge at its tail.
//!
//! The chain is the longest run of tiles that do not grow along the S path from the top
//! left corner. A move is judged by the position right after it: how much the chain
//! holds, what is left outside it, how badly it is broken where it ends, and how many
//! neighbours are ready to merge. So a move that mends the chain comes first, and where
//! nothing is broken the one that merges.

use serpentine_core::grid::Grid;
use serpentine_core::{Board, Direction, Stream};

use crate::catalogue::parameter;
use crate::cells::Cells;
use crate::{Decision, Kind, Player, Settings, SpecError, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "chain",
    source: "chain paper, section 3.3",
    summary: "keeps tiles descending along an S, repairs it where it breaks, merges at its tail",
    parameters: &[
        parameter(
            "power",
            "1.35",
            "a tile of the chain is worth its exponent to this power",
        ),
        parameter(
            "fade",
            "0.87",
            "how much less a tile at the far end of the chain is worth",
        ),
        parameter(
            "rest",
            "0.1",
            "weight of the tiles outside the chain, a penalty",
        ),
        parameter(
            "breaks",
            "0.27",
            "weight of the step up where the chain is broken, a penalty",
        ),
        parameter("pairs", "0.73", "weight of equal neighbours"),
        parameter(
            "rough",
            "0.28",
            "weight of the differences of neighbours, a penalty",
        ),
        parameter("empties", "1.25", "weight of an empty cell"),
    ],
    build: |settings, _| Ok(Box::new(Chain::new(settings)?)),
};

struct Chain {
    /// A tile's worth by its exponent.
    worth: [f64; 64],
    fade: f64,
    rest: f64,
    breaks: f64,
    pairs: f64,
    rough: f64,
    empties: f64,
}

impl Chain {
    fn new(settings: &Settings) -> Result<Self, SpecError> {
        let weight = |name, default| settings.number(name, default, -1e6..=1e6);
        let power = settings.number("power", 1.35, 0.0..=10.0)?;
        Ok(Self {
            worth: std::array::from_fn(|k| if k == 0 { 0.0 } else { (k as f64).powf(power) }),
            fade: weight("fade", 0.87)?,
            rest: weight("rest", 0.1)?,
            breaks: weight("breaks", 0.27)?,
            pairs: weight("pairs", 0.73)?,
            rough: weight("rough", 0.28)?,
            empties: weight("empties", 1.25)?,
        })
    }

    fn value<G: Grid>(&self, grid: &G) -> f64 {
        let cells = Cells::of(grid);
        let count = cells.size().cells() as f64;
        // 1. Along the path: what the chain holds, the break, what is left over.
        let mut value = 0.0;
        let mut last = None;
        let mut is_whole = true;
        for (place, exponent) in cells.along_s().enumerate() {
            let worth = self.worth[usize::from(exponent)];
            if is_whole && (exponent == 0 || last.is_some_and(|last| exponent > last)) {
                is_whole = false;
                let step = exponent.saturating_sub(last.unwrap_or(0));
                value -= self.breaks * f64::from(step);
            }
            if is_whole {
                value += worth * (1.0 - self.fade * place as f64 / count);
                last = Some(exponent);
            } else {
                value -= self.rest * worth;
            }
        }
        // 2. Everywhere: tiles ready to merge, tiles far apart, room.
        for line in cells.rows().chain(cells.cols()) {
            for (a, b) in line.pairs().filter(|&(a, b)| a > 0 && b > 0) {
                if a == b {
                    value += self.pairs * f64::from(a);
                }
                value -= self.rough * f64::from(a.abs_diff(b));
            }
        }
        value + self.empties * cells.empty_count() as f64
    }
}

impl Player for Chain {
    fn start(&mut self, _: Stream) {}

    fn explain(&mut self, board: &Board) -> Decision {
        Decision::best_of(board, Unit::Unitless, |direction: Direction| {
            let after = board.play(direction).expect("a legal move").after;
            self.value(after.grid())
        })
    }
}
