//! The plain way, on any processor and for boards of any size.

use super::{Kernel, Tables, total};
use crate::coherence;
use crate::lookups::{Digits, Group, LANES};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn values<const COHERENT: bool, const N: usize>(
        self,
        tables: &Tables<'_, COHERENT>,
        boards: &[Digits; N],
        stages: &[usize; N],
    ) -> [f32; N] {
        std::array::from_fn(|k| {
            let (mut lanes, mut units) = ([0.0; LANES], 0);
            for group in &tables.lookups.groups {
                let entries = read(tables, group, &group.indices(&boards[k]), stages[k]);
                add_up::<COHERENT>(&entries, &mut lanes, &mut units);
            }
            worth(tables, lanes, units)
        })
    }

    #[inline(always)]
    fn nudge<const COHERENT: bool>(
        self,
        tables: &Tables<'_, COHERENT>,
        board: &Digits,
        stage: usize,
        error: f32,
    ) -> f32 {
        let (mut lanes, mut units) = ([0.0; LANES], 0);
        for group in &tables.lookups.groups {
            let indices = group.indices(board);
            let number = |lane: usize| {
                let place = stage * tables.entries + indices[lane] as usize;
                &tables.numbers[place]
            };
            // All lanes read before any writes: an entry read twice learns once.
            let mut entries = read(tables, group, &indices, stage);
            for lane in used(group) {
                entries[lane] = match COHERENT {
                    true => {
                        let weight = coherence::weight(entries[lane]);
                        coherence::learn(number(lane).bits(), weight, error, indices[lane])
                    }
                    false => (f32::from_bits(entries[lane]) + error).to_bits(),
                };
            }
            for lane in used(group) {
                number(lane).set_bits(entries[lane]);
            }
            add_up::<COHERENT>(&entries, &mut lanes, &mut units);
        }
        worth(tables, lanes, units)
    }
}

/// Adds the weights of entries to sums: units or, as floats, points.
#[inline(always)]
fn add_up<const COHERENT: bool>(entries: &[u32; LANES], lanes: &mut [f32; LANES], units: &mut i32) {
    for (lane, &entry) in lanes.iter_mut().zip(entries) {
        match COHERENT {
            true => *units += coherence::weight(entry),
            false => *lane += f32::from_bits(entry),
        }
    }
}

/// What sums make in points.
#[inline(always)]
fn worth<const COHERENT: bool>(
    tables: &Tables<'_, COHERENT>,
    lanes: [f32; LANES],
    units: i32,
) -> f32 {
    match COHERENT {
        true => units as f32 * tables.unit,
        false => total(lanes),
    }
}

fn used(group: &Group) -> impl Iterator<Item = usize> {
    let used = group.used;
    (0..LANES).filter(move |lane| used >> lane & 1 == 1)
}

/// The entries of a group, or those of lower stages that stand for them; 0 where no lane
/// reads.
#[inline(always)]
fn read<const COHERENT: bool>(
    tables: &Tables<'_, COHERENT>,
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
