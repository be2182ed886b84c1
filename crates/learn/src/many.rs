//! What many boards are worth: while some are read, the memory for others is on its way.

use crate::kernel::{Found, Kernel, Tables, Work};
use crate::lookups::Digits;
use crate::reading::Reading;

/// Values of many 4×4 boards.
pub(crate) struct Many<'a, const FORM: u8> {
    pub(crate) reading: &'a Reading,
    pub(crate) tables: Tables<'a, FORM>,
    pub(crate) afters: &'a [u64],
    pub(crate) values: &'a mut [f32],
}

/// Boards read side by side: while one waits for its weights, others go on.
const SIDE_BY_SIDE: usize = 4;

/// Boards found together.
const TOGETHER: usize = 8;

/// So many times as many are found before the first of them is read.
const AHEAD: usize = 1;

impl<const FORM: u8> Work for Many<'_, FORM> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(mut self, kernel: K) {
        let values = std::mem::take(&mut self.values);
        // Few boards are read as soon as they could be found.
        if self.afters.len() <= SIDE_BY_SIDE || !self.reading.finds(&self.tables) {
            return self.read_all(kernel, values);
        }
        match self.reading.stages() {
            [] => self.find_and_read::<false, K>(kernel, values),
            _ => self.find_and_read::<true, K>(kernel, values),
        }
        if self.tables.trend.is_some() {
            for (value, &after) in values.iter_mut().zip(self.afters) {
                *value += self.tables.trend.worth(Digits::from_word(after).tile_sum());
            }
        }
    }
}

/// Boards side by side whose entries have been found.
#[derive(Clone, Copy)]
struct OnTheirWay {
    found: [Found; TOGETHER],
    stages: [usize; TOGETHER],
}

impl OnTheirWay {
    /// To be written over.
    const NONE: Self = Self {
        found: [Found::NONE; TOGETHER],
        stages: [0; TOGETHER],
    };
}

impl<const FORM: u8> Many<'_, FORM> {
    /// What boards are worth but for the trend, found some way ahead; `STAGES` says whether the
    /// network has any.
    #[inline(always)]
    fn find_and_read<const STAGES: bool, K: Kernel>(&self, kernel: K, values: &mut [f32]) {
        let mut on_their_way = [OnTheirWay::NONE; AHEAD + 1];
        let mut to_find = self.afters.chunks(TOGETHER);
        for (boards, afters) in on_their_way.iter_mut().zip(to_find.by_ref().take(AHEAD)) {
            self.find::<STAGES, K>(kernel, afters, boards);
        }
        for (turn, values) in values.chunks_mut(TOGETHER).enumerate() {
            if let Some(afters) = to_find.next() {
                let boards = &mut on_their_way[(turn + AHEAD) % (AHEAD + 1)];
                self.find::<STAGES, K>(kernel, afters, boards);
            }
            let boards = &on_their_way[turn % (AHEAD + 1)];
            for (k, value) in values.iter_mut().enumerate() {
                let stage = if STAGES { boards.stages[k] } else { 0 };
                *value = kernel.value_of_found(&self.tables, &boards.found[k], stage);
            }
        }
    }

    #[inline(always)]
    fn find<const STAGES: bool, K: Kernel>(
        &self,
        kernel: K,
        afters: &[u64],
        boards: &mut OnTheirWay,
    ) {
        let mut digits = [Digits::from_word(0); TOGETHER];
        for (k, &after) in afters.iter().enumerate() {
            digits[k] = Digits::from_word(after);
            if STAGES {
                boards.stages[k] = self.reading.stage(digits[k].tile_sum());
            }
        }
        let count = afters.len();
        let (stages, found) = (&boards.stages[..count], &mut boards.found[..count]);
        kernel.find(&self.tables, &digits[..count], stages, found);
    }

    /// What boards are worth, read at once.
    #[inline(always)]
    fn read_all<K: Kernel>(&self, kernel: K, values: &mut [f32]) {
        let groups = self.afters.chunks(SIDE_BY_SIDE);
        for (afters, values) in groups.zip(values.chunks_mut(SIDE_BY_SIDE)) {
            match afters.len() {
                SIDE_BY_SIDE => {
                    values.copy_from_slice(&self.read::<SIDE_BY_SIDE, K>(kernel, afters));
                }
                3 => values.copy_from_slice(&self.read::<3, K>(kernel, afters)),
                2 => values.copy_from_slice(&self.read::<2, K>(kernel, afters)),
                _ => values.copy_from_slice(&self.read::<1, K>(kernel, afters)),
            }
        }
    }

    /// The values of so many boards.
    #[inline(always)]
    fn read<const N: usize, K: Kernel>(&self, kernel: K, afters: &[u64]) -> [f32; N] {
        let (reading, tables) = (self.reading, &self.tables);
        let mut boards = [Digits::from_word(0); N];
        for (board, &after) in boards.iter_mut().zip(afters) {
            *board = Digits::from_word(after);
        }
        let mut tile_sums = [0; N];
        if !reading.stages().is_empty() || tables.trend.is_some() {
            for (sum, board) in tile_sums.iter_mut().zip(&boards) {
                *sum = board.tile_sum();
            }
        }
        reading.values(kernel, tables, &boards, &tile_sums, !0)
    }
}
