//! The plain way, on any processor and for boards of any size.

use super::lesson::{Read, Sum};
use super::{Found, Kernel, Tables};
use crate::lookups::{Digits, Group, LANES};

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
            let mut sum = Sum::ZERO;
            for group in &tables.lookups.groups {
                let indices = group.indices(&boards[k]);
                sum.add::<FORM>(&read(tables, group, indices, stages[k]).standing);
            }
            sum.worth(tables)
        })
    }

    #[inline(always)]
    fn find<const FORM: u8>(
        self,
        tables: &Tables<'_, FORM>,
        boards: &[Digits],
        stages: &[usize],
        found: &mut [Found],
    ) {
        for ((board, &stage), found) in boards.iter().zip(stages).zip(found) {
            for (group, indices) in tables.lookups.groups.iter().zip(&mut found.0) {
                indices.0 = group.indices(board);
                for index in indices.0 {
                    tables.prefetch(stage, index);
                }
            }
        }
    }

    #[inline(always)]
    fn value_of_found<const FORM: u8>(
        self,
        tables: &Tables<'_, FORM>,
        found: &Found,
        stage: usize,
    ) -> f32 {
        let mut sum = Sum::ZERO;
        for (group, indices) in tables.lookups.groups.iter().zip(&found.0) {
            sum.add::<FORM>(&read(tables, group, indices.0, stage).standing);
        }
        sum.worth(tables)
    }

    #[inline(always)]
    fn nudge<const FORM: u8>(
        self,
        tables: &Tables<'_, FORM>,
        board: &Digits,
        stage: usize,
        error: f32,
    ) -> f32 {
        let mut sum = Sum::ZERO;
        for group in &tables.lookups.groups {
            let read = read(tables, group, group.indices(board), stage);
            sum.add::<FORM>(&read.learn::<false, FORM>(tables, group, stage, error));
        }
        sum.worth(tables)
    }
}

#[inline(always)]
fn read<const FORM: u8>(
    tables: &Tables<'_, FORM>,
    group: &Group,
    indices: [u32; LANES],
    stage: usize,
) -> Read {
    let (mut own, mut standing) = ([0; LANES], [0; LANES]);
    for lane in (0..LANES).filter(|lane| group.used >> lane & 1 == 1) {
        let stages = (0..=stage).rev();
        let mut entries = stages.map(|stage| tables.entry(stage, indices[lane]));
        own[lane] = entries.next().unwrap_or(0);
        standing[lane] = match own[lane] {
            0 => entries.find(|&entry| entry != 0).unwrap_or(0),
            own => own,
        };
    }
    Read {
        indices,
        own,
        standing,
    }
}
