//! A network that has learned.

use serpentine_core::grid::{AnyGrid, Grid};
use serpentine_core::{After, Board};

use crate::ground::Ground;
use crate::kernel::{Kernel, Tables, Way, Work};
use crate::layout::Layout;
use crate::lookups::{Digits, Lookups};
use crate::memory::Memory;

/// Tables that say how many points are still to come after a move.
#[derive(Debug)]
pub struct Network {
    layout: Layout,
    stages: Vec<u64>,
    lookups: Lookups,
    weights: Memory,
    way: Way,
}

impl Network {
    /// From its weights: all tables of the first stage, then of the next.
    pub(crate) fn new(layout: &Layout, stages: &[u64], weights: Memory) -> Self {
        let lookups = Lookups::new(layout);
        assert_eq!(
            weights.numbers().len(),
            lookups.entries * (stages.len() + 1)
        );
        Self {
            layout: layout.clone(),
            stages: stages.to_vec(),
            way: Way::fastest_for(layout.size()),
            lookups,
            weights,
        }
    }

    /// Its shapes.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Tile sums at which its stages after the first begin.
    pub fn stages(&self) -> &[u64] {
        &self.stages
    }

    /// All weights: all tables of the first stage, then of the next.
    pub fn weights(&self) -> &[f32] {
        self.weights.numbers()
    }

    /// CRC-32 of all weights: the same for the same network.
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for weights in self.weights().chunks(1 << 16) {
            let bytes: Vec<u8> = weights.iter().flat_map(|w| w.to_le_bytes()).collect();
            hasher.update(&bytes);
        }
        hasher.finalize()
    }

    /// The points it expects after this position, or `None` for a board of another size.
    pub fn value<G: Grid>(&self, after: &After<G>) -> Option<f32> {
        if after.size() != self.layout.size() {
            return None;
        }
        let digits = Digits::of(after.grid());
        Some(self.values([digits], after.tile_sum())[0])
    }

    /// Points and value of each legal move, or `None` for a board of another size.
    ///
    /// ```
    /// use serpentine_core::Rules;
    /// use serpentine_learn::{Trainer, Until};
    /// let recipe = "network=17x4".parse().unwrap();
    /// let mut trainer = Trainer::new(&recipe, Rules::STANDARD, 1, 1)?;
    /// trainer.learn(Until { moves: Some(10_000), games: None }, &|| false);
    /// let network = trainer.network()?;
    /// let values = network.move_values(&"2 2 4 8/. . . ./. . . ./. . . .".parse().unwrap());
    /// assert!(values.unwrap().iter().filter(|value| value.is_some()).count() == 3);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn move_values(&self, board: &Board) -> Option<[Option<f32>; 4]> {
        if board.size() != self.layout.size() {
            return None;
        }
        let moves = AnyGrid::moves(board);
        let digits = moves.after.map(|after| after.grid().digits());
        let values = self.values(digits, board.tile_sum());
        let value = |k: usize| values[k] + moves.points[k] as f32;
        Some([0, 1, 2, 3].map(|k| moves.is_legal(k).then(|| value(k))))
    }

    fn values<const N: usize>(&self, boards: [Digits; N], tile_sum: u64) -> [f32; N] {
        let (tables, stage) = (self.tables(), self.stage(tile_sum));
        self.way.run(Values {
            tables,
            boards,
            stage,
        })
    }

    pub(crate) fn way(&self) -> Way {
        self.way
    }

    #[inline(always)]
    pub(crate) fn stage(&self, tile_sum: u64) -> usize {
        self.stages
            .iter()
            .filter(|&&begin| tile_sum >= begin)
            .count()
    }

    pub(crate) fn tables(&self) -> Tables<'_, 1> {
        let stages = self.stages.len() + 1;
        Tables::new(&self.lookups, stages, self.weights.to_read(), 0.0)
    }
}

/// Values of a few boards of one stage.
struct Values<'a, const N: usize> {
    tables: Tables<'a, 1>,
    boards: [Digits; N],
    stage: usize,
}

impl<const N: usize> Work for Values<'_, N> {
    type Output = [f32; N];

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> [f32; N] {
        kernel.values(&self.tables, &self.boards, &[self.stage; N])
    }
}
