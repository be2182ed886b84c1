//! What sixteen entries learn from an error, in plain code that compilers make vectors of.

use super::{NARROW, SHORT, Tables, WIDE, total};
use crate::lookups::{Group, LANES};
use crate::{coherence, wide};

/// The entries of a group, read before any of them learns: one that is read twice learns once.
pub(super) struct Read {
    /// Where they are within their stage.
    pub(super) indices: [u32; LANES],
    /// The entries, 0 where no lane reads.
    pub(super) own: [u32; LANES],
    /// Those that stand for them, of lower stages where they have not learned yet.
    pub(super) standing: [u32; LANES],
}

impl Read {
    /// Lets them learn; what they are then. With `SHARED`, other threads learn too, and a cache
    /// line that is only read can stay with all of them.
    #[inline(always)]
    pub(super) fn learn<const SHARED: bool, const FORM: u8>(
        &self,
        tables: &Tables<'_, FORM>,
        group: &Group,
        stage: usize,
        error: f32,
    ) -> [u32; LANES] {
        let begin = stage * tables.entries;
        let numbers = &tables.numbers[begin..begin + tables.entries];
        let mut new = [0; LANES];
        let mut memories = [0; LANES];
        if FORM == WIDE {
            let kept = &tables.memories[begin..begin + tables.entries];
            for lane in 0..LANES {
                memories[lane] = kept[self.indices[lane] as usize].bits();
            }
        }
        for lane in 0..LANES {
            let standing = self.standing[lane];
            let weight = f32::from_bits(standing);
            new[lane] = match FORM {
                NARROW => {
                    let weight = coherence::weight(standing);
                    coherence::learn(self.own[lane], weight, error, self.indices[lane])
                }
                WIDE => {
                    let (weight, memory) =
                        wide::learn(weight, memories[lane], error, self.indices[lane]);
                    memories[lane] = memory;
                    weight.to_bits()
                }
                _ => (weight + error).to_bits(),
            };
        }
        for lane in 0..LANES {
            if group.used >> lane & 1 == 0 {
                new[lane] = 0;
                continue;
            }
            let place = self.indices[lane] as usize;
            if !SHARED || new[lane] != self.own[lane] {
                numbers[place].set_bits(new[lane]);
            }
            if FORM == WIDE {
                tables.memories[begin + place].set_bits(memories[lane]);
            }
        }
        new
    }
}

/// The sum of what entries weigh: units or, as floats, points in each lane.
pub(super) struct Sum {
    lanes: [f32; LANES],
    units: [i32; LANES],
}

impl Sum {
    pub(super) const ZERO: Self = Self {
        lanes: [0.0; LANES],
        units: [0; LANES],
    };

    #[inline(always)]
    pub(super) fn add<const FORM: u8>(&mut self, entries: &[u32; LANES]) {
        for (lane, &entry) in entries.iter().enumerate() {
            match FORM {
                NARROW => self.units[lane] += coherence::weight(entry),
                SHORT => self.units[lane] += entry as i32,
                _ => self.lanes[lane] += f32::from_bits(entry),
            }
        }
    }

    /// In points.
    #[inline(always)]
    pub(super) fn worth<const FORM: u8>(&self, tables: &Tables<'_, FORM>) -> f32 {
        match FORM {
            NARROW | SHORT => self.units.iter().sum::<i32>() as f32 * tables.unit,
            _ => total(self.lanes),
        }
    }
}
