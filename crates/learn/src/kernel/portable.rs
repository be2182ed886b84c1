//! The plain way, on any processor and for boards of any size.

use super::{Kernel, Tables, total};
use crate::coherence::{rate, remember};
use crate::lookups::{Digits, Group, LANES};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn values<const STRIDE: usize, const N: usize>(
        self,
        tables: &Tables<'_, STRIDE>,
        boards: &[Digits; N],
        stages: &[usize; N],
    ) -> [f32; N] {
        std::array::from_fn(|k| {
            let mut lanes = [0.0; LANES];
            for group in &tables.lookups.groups {
                let weights = read(tables, group, &group.indices(&boards[k]), stages[k]);
                for (lane, weight) in lanes.iter_mut().zip(weights) {
                    *lane += weight;
                }
            }
            total(lanes)
        })
    }

    #[inline(always)]
    fn nudge<const STRIDE: usize>(
        self,
        tables: &Tables<'_, STRIDE>,
        board: &Digits,
        stage: usize,
        error: f32,
    ) {
        for group in &tables.lookups.groups {
            let indices = group.indices(board);
            let mut weights = read(tables, group, &indices, stage);
            let place = |lane: usize| STRIDE * (stage * tables.entries + indices[lane] as usize);
            // All lanes read before any writes: an entry read twice learns once.
            if STRIDE == 1 {
                for lane in used(group) {
                    tables.numbers[place(lane)].set(weights[lane] + error);
                }
                continue;
            }
            let mut memories = [0; LANES];
            for lane in used(group) {
                memories[lane] = tables.numbers[place(lane) + 1].bits();
                weights[lane] += rate(memories[lane]) * error;
                memories[lane] = remember(memories[lane], error, weights[lane]);
            }
            for lane in used(group) {
                tables.numbers[place(lane)].set(weights[lane]);
                tables.numbers[place(lane) + 1].set_bits(memories[lane]);
            }
        }
    }
}

fn used(group: &Group) -> impl Iterator<Item = usize> {
    let used = group.used;
    (0..LANES).filter(move |lane| used >> lane & 1 == 1)
}

/// The weights of a group, 0 where no lane reads.
#[inline(always)]
fn read<const STRIDE: usize>(
    tables: &Tables<'_, STRIDE>,
    group: &Group,
    indices: &[u32; LANES],
    stage: usize,
) -> [f32; LANES] {
    let mut weights = [0.0; LANES];
    for lane in used(group) {
        let place = |stage: usize| STRIDE * (stage * tables.entries + indices[lane] as usize);
        weights[lane] = (0..=stage)
            .rev()
            .map(|stage| tables.numbers[place(stage)].get())
            .find(|&weight| weight != 0.0)
            .unwrap_or(0.0);
    }
    weights
}
