//! A network that has learned.

use std::io;

use serpentine_core::grid::{AnyGrid, Grid};
use serpentine_core::{After, Board, Rules, Size};

use crate::ground::Ground;
use crate::kernel::{Kernel, Tables, Way, Work};
use crate::layout::Layout;
use crate::lookups::{Digits, Lookups};
use crate::many::Many;
use crate::reading::Reading;
use crate::recipe::Recipe;
use crate::trend::Trend;
use crate::weights::{PlayTables, Weights, on_play_tables};

/// Bytes summed up at a time.
const PIECE: usize = 1 << 18;

/// Tables that say how many points are still to come after a move.
#[derive(Debug)]
pub struct Network {
    layout: Layout,
    reading: Reading,
    lookups: Lookups,
    weights: Weights,
    trend: Trend,
    way: Way,
}

impl Network {
    /// From its weights as they lie in memory.
    pub(crate) fn new(recipe: &Recipe, rules: &Rules, weights: Weights, trend: Trend) -> Self {
        let lookups = Lookups::new(&recipe.layout);
        Self {
            layout: recipe.layout.clone(),
            reading: Reading::new(recipe, rules),
            way: Way::fastest_for(recipe.layout.size()),
            lookups,
            weights,
            trend,
        }
    }

    /// The same to play with: in half the memory, weights rounded to 16 bits, where rounding will
    /// not show.
    pub fn rounded(self) -> io::Result<Self> {
        Ok(Self {
            weights: self.weights.rounded()?,
            ..self
        })
    }

    /// Its shapes.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Tile sums at which its stages after the first begin.
    pub fn stages(&self) -> &[u64] {
        self.reading.stages()
    }

    /// All weights in the order of files: all tables of the first stage, then of the next.
    pub fn weights(&self) -> impl Iterator<Item = f32> {
        let places = self.lookups.places(self.stages().len() + 1);
        places.map(|place| self.weights.get(place))
    }

    /// How many they are.
    pub fn weights_count(&self) -> usize {
        self.lookups.entries * (self.stages().len() + 1)
    }

    /// Whether what a tile sum is worth on average was learned apart.
    pub fn has_trend(&self) -> bool {
        self.trend.is_some()
    }

    /// What each tile sum is worth on average, if that was learned apart.
    pub(crate) fn trend(&self) -> &Trend {
        &self.trend
    }

    /// CRC-32 of all weights and of the trend: the same for the same network.
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        let mut bytes = Vec::with_capacity(PIECE);
        for weight in self.weights().chain(self.trend.points()) {
            bytes.extend(weight.to_le_bytes());
            if bytes.len() >= PIECE {
                hasher.update(&bytes);
                bytes.clear();
            }
        }
        hasher.update(&bytes);
        hasher.finalize()
    }

    /// The points it expects after this position, or `None` for a board of another size.
    pub fn value<G: Grid>(&self, after: &After<G>) -> Option<f32> {
        if after.size() != self.layout.size() {
            return None;
        }
        let digits = Digits::of(after.grid());
        Some(self.values([digits], after.tile_sum(), 1)[0])
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
        let values = self.values(digits, board.tile_sum(), moves.legal);
        let value = |k: usize| values[k] + moves.points[k] as f32;
        Some([0, 1, 2, 3].map(|k| moves.is_legal(k).then(|| value(k))))
    }

    /// The points it expects after each of these positions of 4×4 boards, sixteen hex digits
    /// each.
    ///
    /// Panics if it reads boards of another size.
    pub fn values_4x4(&self, afters: &[u64], values: &mut [f32]) {
        assert_eq!(self.layout.size(), Size::STANDARD);
        assert_eq!(afters.len(), values.len());
        let reading = &self.reading;
        on_play_tables!(self.tables(), tables => self.way.run(Many {
            reading,
            tables,
            afters,
            values,
        }));
    }

    fn values<const N: usize>(&self, boards: [Digits; N], tile_sum: u64, wanted: u8) -> [f32; N] {
        let reading = &self.reading;
        on_play_tables!(self.tables(), tables => self.way.run(Values {
            reading,
            tables,
            boards,
            tile_sum,
            wanted,
        }))
    }

    pub(crate) fn way(&self) -> Way {
        self.way
    }

    #[cfg(test)]
    pub(crate) fn set_way(&mut self, way: Way) {
        self.way = way;
    }

    pub(crate) fn reading(&self) -> &Reading {
        &self.reading
    }

    pub(crate) fn lookups(&self) -> &Lookups {
        &self.lookups
    }

    pub(crate) fn tables(&self) -> PlayTables<'_> {
        let stages = self.stages().len() + 1;
        self.weights.tables(&self.lookups, &self.trend, stages)
    }
}

/// Values of a few boards of one tile sum.
struct Values<'a, const FORM: u8, const N: usize> {
    reading: &'a Reading,
    tables: Tables<'a, FORM>,
    boards: [Digits; N],
    tile_sum: u64,
    wanted: u8,
}

impl<const FORM: u8, const N: usize> Work for Values<'_, FORM, N> {
    type Output = [f32; N];

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> [f32; N] {
        let tile_sums = &[self.tile_sum; N];
        let (reading, tables) = (self.reading, &self.tables);
        reading.values(kernel, tables, &self.boards, tile_sums, self.wanted)
    }
}
