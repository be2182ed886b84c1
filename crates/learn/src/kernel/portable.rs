//! The plain way, on any processor and for boards of any size.

use super::{Kernel, NARROW, Tables, WIDE, total};
use crate::lookups::{Digits, Group, LANES};
use crate::{coherence, wide};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn values<const FORM: u8, const N: usize>(
        self,
        tables: &Tables<'_, FORM>,
        boards: &[Digits; N],
        stages: &[usize; N],
    ) -> [f32; N] {
        std::array::from_fn(|k| {
            let (mut lanes, mut units) = ([0.0; LANES], 0);
            for group in &tables.lookups.groups {
                let entries = read(tables, group, &group.indices(&boards[k]), stages[k]);
                add_up::<FORM>(&entries, &mut lanes, &mut units);
            }
            worth(tables, lanes, units)
        })
    }

    #[inline(always)]
    fn nudge<const FORM: u8>(
        self,
        tables: &Tables<'_, FORM>,
        board: &Digits,
        stage: usize,
        error: f32,
    ) -> f32 {
        let (mut lanes, mut units) = ([0.0; LANES], 0);
        for group in &tables.lookups.groups {
            let indices = group.indices(board);
            let place = |lane: usize| stage * tables.entries + indices[lane] as usize;
            // All lanes read before any writes: an entry read twice learns once.
            let mut entries = read(tables, group, &indices, stage);
            let mut memories = [0; LANES];
            for lane in used(group) {
                let weight = f32::from_bits(entries[lane]);
                entries[lane] = match FORM {
                    NARROW => {
                        let own = tables.numbers[place(lane)].bits();
                        let weight = coherence::weight(entries[lane]);
                        coherence::learn(own, weight, error, indices[lane])
                    }
                    WIDE => {
                        let memory = tables.memories[place(lane)].bits();
                        let (weight, memory) = wide::learn(weight, memory, error, indices[lane]);
                        memories[lane] = memory;
                        weight.to_bits()
                    }
                    _ => (weight + error).to_bits(),
                };
            }
            for lane in used(group) {
                tables.numbers[place(lane)].set_bits(entries[lane]);
                if FORM == WIDE {
                    tables.memories[place(lane)].set_bits(memories[lane]);
                }
            }
            add_up::<FORM>(&entries, &mut lanes, &mut units);
        }
        worth(tables, lanes, units)
    }
}

/// Adds the weights of entries to sums: units or, as floats, points.
#[inline(always)]
fn add_up<const FORM: u8>(entries: &[u32; LANES], lanes: &mut [f32; LANES], units: &mut i32) {
    for (lane, &entry) in lanes.iter_mut().zip(entries) {
        match FORM {
            NARROW => *units += coherence::weight(entry),
            _ => *lane += f32::from_bits(entry),
        }
    }
}

/// What sums make in points.
#[inline(always)]
fn worth<const FORM: u8>(tables: &Tables<'_, FORM>, lanes: [f32; LANES], units: i32) -> f32 {
    match FORM {
        NARROW => units as f32 * tables.unit,
        _ => total(lanes),
    }
}

fn used(group: &Group) -> impl Iterator<Item = usize> {
    let used = group.used;
    (0..LANES).filter(move |lane| used >> lane & 1 == 1)
}

/// The entries of a group, or those of lower stages that stand for them; 0 where no lane
/// reads.
#[inline(always)]
fn read<const FORM: u8>(
    tables: &Tables<'_, FORM>,
    group: &Group,
    indices: &[u32; LANES],
    stage: usize,
) -> [u32; LANES] {
    let mut entries = [0; LANES];
    for lane in used(group) {
        let place = |stage: usize| stage * tables.entries + indices[lane] as usize;
        entries[lane] = (0..=stage)
            .rev()
            .map(|stage| tables.numbers[place(stage)].bits())
            .find(|&entry| entry != 0)
            .unwrap_or(0);
    }
    entries
}
