//! What positions after moves are worth by a network, whichever positions it has learned.

use serpentine_core::Rules;

use crate::kernel::{Kernel, MOST_GROUPS, Tables};
use crate::lookups::Digits;
use crate::recipe::{Learned, Recipe};

/// How a network is read.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    learned: Learned,
    /// Tile sums at which stages after the first begin.
    stages: Vec<u64>,
    /// Cells of the board.
    cells: u8,
    /// How often a new tile is a 4.
    four: f32,
}

impl Reading {
    pub(crate) fn new(recipe: &Recipe, rules: &Rules) -> Self {
        Self {
            learned: recipe.learned,
            stages: recipe.stages.clone(),
            cells: recipe.layout.size().cells() as u8,
            four: rules.four.as_f64() as f32,
        }
    }

    /// Tile sums at which stages after the first begin.
    pub(crate) fn stages(&self) -> &[u64] {
        &self.stages
    }

    /// The stage of a position with this tile sum.
    #[inline(always)]
    pub(crate) fn stage(&self, tile_sum: u64) -> usize {
        let stages = self.stages.iter();
        stages.filter(|&&begin| tile_sum >= begin).count()
    }

    /// What positions after moves are worth. Tile sums matter only where there are stages or a trend;
    /// `wanted` has a bit for each position that the caller will look at.
    #[inline(always)]
    pub(crate) fn values<const FORM: u8, const N: usize, K: Kernel>(
        &self,
        kernel: K,
        tables: &Tables<'_, FORM>,
        boards: &[Digits; N],
        tile_sums: &[u64; N],
        wanted: u8,
    ) -> [f32; N] {
        match self.learned {
            Learned::Afterstates => {
                let mut stages = [0; N];
                for k in 0..N {
                    stages[k] = self.stage(tile_sums[k]);
                }
                let mut values = kernel.values(tables, boards, &stages);
                if tables.trend.is_some() {
                    for k in 0..N {
                        values[k] += tables.trend.worth(tile_sums[k]);
                    }
                }
                values
            }
            Learned::States => {
                let mut values = [0.0; N];
                for k in 0..N {
                    if wanted >> k & 1 == 1 {
                        values[k] = self.expected(kernel, tables, &boards[k], tile_sums[k]);
                    }
                }
                values
            }
        }
    }

    /// Whether boards can be [found](Kernel::find) before they are read: positions after moves,
    /// of not too many look-ups.
    pub(crate) fn finds<const FORM: u8>(&self, tables: &Tables<'_, FORM>) -> bool {
        self.learned == Learned::Afterstates && tables.lookups.groups.len() <= MOST_GROUPS
    }

    /// The mean over the tiles that may appear, wherever the board is empty.
    #[inline(always)]
    fn expected<const FORM: u8, K: Kernel>(
        &self,
        kernel: K,
        tables: &Tables<'_, FORM>,
        board: &Digits,
        tile_sum: u64,
    ) -> f32 {
        let stages = [self.stage(tile_sum + 2), self.stage(tile_sum + 4)];
        let usual = [2, 4].map(|tile| tables.trend.worth(tile_sum + tile));
        let (mut sum, mut count) = (0.0, 0.0);
        for cell in 0..self.cells {
            if board.get(cell) == 0 {
                let boards = [board.with(cell, 1), board.with(cell, 2)];
                let [two, four] = kernel.values(tables, &boards, &stages);
                let (two, four) = (two + usual[0], four + usual[1]);
                sum += two + self.four * (four - two);
                count += 1.0;
            }
        }
        sum / count
    }
}
