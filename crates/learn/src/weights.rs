//! The weights of a network at play.

use std::io;

use crate::kernel::{PLAIN, SHORT, Tables};
use crate::lookups::Lookups;
use crate::memory::Memory;
use crate::trend::Trend;

/// The largest number of units.
const MOST: f32 = i16::MAX as f32;

/// Points that a unit may have at most: coarser, rounding would show.
const COARSEST: f32 = 4.0;

/// Weights in points as floats or, half as large, in units of some points.
#[derive(Debug)]
pub(crate) enum Weights {
    /// In points.
    Floats(Memory),
    /// In units, two in a number, the first lower.
    Shorts {
        /// The numbers.
        memory: Memory,
        /// Points in a unit, a power of two.
        unit: f32,
    },
}

impl Weights {
    /// So many zeros, in units if those that the largest weight takes are fine enough.
    pub(crate) fn zeros(len: usize, largest: f32) -> io::Result<Self> {
        let unit = (largest / MOST).max(f32::MIN_POSITIVE).log2().ceil().exp2();
        Ok(match unit <= COARSEST {
            true => Self::Shorts {
                memory: Memory::zeros(len.div_ceil(2))?,
                unit,
            },
            false => Self::Floats(Memory::zeros(len)?),
        })
    }

    /// The same in units, if those are fine enough.
    pub(crate) fn rounded(self) -> io::Result<Self> {
        let Self::Floats(memory) = &self else {
            return Ok(self);
        };
        let weights = memory.numbers();
        let largest = weights
            .iter()
            .fold(0.0f32, |most, weight| most.max(weight.abs()));
        let mut rounded = Self::zeros(weights.len().next_multiple_of(2), largest)?;
        if matches!(rounded, Self::Floats(_)) {
            return Ok(self);
        }
        for (place, &weight) in weights
            .iter()
            .enumerate()
            .filter(|(_, weight)| **weight != 0.0)
        {
            rounded.set(place, weight);
        }
        Ok(rounded)
    }

    /// A weight in points.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> f32 {
        match self {
            Self::Floats(memory) => memory.numbers()[place],
            Self::Shorts { memory, unit } => {
                let two = memory.bits()[place / 2];
                f32::from((two >> (16 * (place % 2))) as i16) * unit
            }
        }
    }

    /// Sets a weight that was 0, in points. One that is not 0 stays so: 0 stands for the weight
    /// of the stage before.
    #[inline]
    pub(crate) fn set(&mut self, place: usize, weight: f32) {
        match self {
            Self::Floats(memory) => memory.numbers_mut()[place] = weight,
            Self::Shorts { memory, unit } => {
                let units = (weight / *unit).round();
                let units = match units == 0.0 && weight != 0.0 {
                    true => weight.signum(),
                    false => units,
                };
                let units = units as i16 as u16;
                memory.bits_mut()[place / 2] |= u32::from(units) << (16 * (place % 2));
            }
        }
    }

    /// To read them.
    pub(crate) fn tables<'a>(
        &'a self,
        lookups: &'a Lookups,
        trend: &'a Trend,
        stages: usize,
    ) -> PlayTables<'a> {
        let read = (lookups, trend);
        match self {
            Self::Floats(memory) => {
                let numbers = memory.to_read();
                PlayTables::Floats(Tables::new(read, stages, numbers, &[], 1.0, 0.0))
            }
            Self::Shorts { memory, unit } => {
                let numbers = memory.to_read();
                PlayTables::Shorts(Tables::new(read, stages, numbers, &[], *unit, 0.0))
            }
        }
    }
}

/// Tables of either kind.
pub(crate) enum PlayTables<'a> {
    Floats(Tables<'a, PLAIN>),
    Shorts(Tables<'a, SHORT>),
}

/// The same expression for tables of either kind.
macro_rules! on_play_tables {
    ($any:expr, $tables:ident => $body:expr) => {
        match $any {
            $crate::weights::PlayTables::Floats($tables) => $body,
            $crate::weights::PlayTables::Shorts($tables) => $body,
        }
    };
}
pub(crate) use on_play_tables;

#[cfg(test)]
mod tests {
    use serpentine_core::{Rules, Stream};

    use super::*;
    use crate::kernel::Way;
    use crate::network::Network;
    use crate::recipe::Recipe;
    use crate::trend::POINTS;

    /// Sums of units are exact as floats too.
    #[test]
    fn units_and_floats_are_worth_the_same_in_every_way() {
        for choices in ["stages=64,256 trend=sum", "trend=sum"] {
            let recipe = format!("network=0145/01234/012 {choices}");
            are_worth_the_same_in_every_way(&recipe.parse().unwrap());
        }
    }

    fn are_worth_the_same_in_every_way(recipe: &Recipe) {
        let trend = || Trend::new((0..POINTS).map(|k| k as f32));
        let lookups = Lookups::new(&"0145/01234/012".parse().unwrap());
        let len = (1 + recipe.stages.len()) * lookups.entries;
        let mut stream = Stream::new(3);
        let mut shorts = Weights::zeros(len, 16_000.0).unwrap();
        let mut floats = Weights::Floats(Memory::zeros(len).unwrap());
        for place in 0..len {
            // Some are lent by the stage before.
            if stream.below(3) > 0 {
                let weight = (stream.below(60_001) as f32 - 30_000.0) / 2.0;
                shorts.set(place, weight);
                floats.set(place, weight);
            }
        }
        let rules = Rules::STANDARD;
        let [mut shorts, mut floats] =
            [shorts, floats].map(|weights| Network::new(recipe, &rules, weights, trend()));
        let boards: Vec<u64> = (0..3001)
            .map(|_| stream.next_u64() & stream.next_u64() & 0x7777_7777_7777_7777)
            .collect();
        let mut all = Vec::new();
        for way in Way::available() {
            for network in [&mut shorts, &mut floats] {
                network.set_way(way);
                let mut values = vec![0.0; boards.len()];
                network.values_4x4(&boards, &mut values);
                all.push(values.clone());
                // Few at a time are read in another way.
                for (boards, values) in boards.chunks(3).zip(values.chunks_mut(3)) {
                    network.values_4x4(boards, values);
                }
                all.push(values);
            }
        }
        assert!(all.iter().all(|values| *values == all[0]));
        assert!(all[0].iter().all(|value| *value != 0.0));
    }

    #[test]
    fn floats_are_rounded_unless_too_large() {
        let floats = |largest: f32| {
            let mut weights = Weights::Floats(Memory::zeros(4).unwrap());
            for (place, weight) in [0.0, largest, -1.3, f32::MIN_POSITIVE]
                .into_iter()
                .enumerate()
            {
                weights.set(place, weight);
            }
            weights
        };
        let rounded = floats(60_000.0).rounded().unwrap();
        assert!(matches!(rounded, Weights::Shorts { unit: 2.0, .. }));
        let found = [0, 1, 2, 3].map(|place| rounded.get(place));
        assert_eq!(found, [0.0, 60_000.0, -2.0, 2.0]);
        let large = floats(1e6).rounded().unwrap();
        assert!(matches!(large, Weights::Floats(_)));
        assert_eq!(large.get(2), -1.3);
    }

    #[test]
    fn weights_are_kept_to_half_a_unit() {
        for (largest, unit) in [(20_000.0, 1.0), (90_000.0, 4.0), (3.0, 1.0 / 8192.0)] {
            let mut weights = Weights::zeros(7, largest).unwrap();
            assert!(matches!(weights, Weights::Shorts { unit: found, .. } if found == unit));
            let given = [
                largest,
                -largest,
                0.0,
                0.3 * unit,
                -0.01 * unit,
                0.7 * unit,
                1.1 * unit,
            ];
            for (place, &weight) in given.iter().enumerate() {
                weights.set(place, weight);
            }
            for (place, &weight) in given.iter().enumerate().filter(|(place, _)| *place < 3) {
                let found = weights.get(place);
                assert!((found - weight).abs() <= unit / 2.0, "{found} for {weight}");
            }
            let small = [3, 4, 5, 6].map(|place| weights.get(place) / unit);
            assert_eq!(small, [1.0, -1.0, 1.0, 1.0]);
        }
        let mut large = Weights::zeros(2, 1e6).unwrap();
        large.set(1, 123_456.7);
        assert_eq!((large.get(0), large.get(1)), (0.0, 123_456.7));
    }
}
