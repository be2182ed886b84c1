//! Sixteen look-ups at once with AVX-512.
//!
//! A byte of an index is two digits that stand anywhere in the board's word.
//! `vpmultishiftqb` fetches eight such bytes at a time: once for the one digit, once for
//! the other. So the indices of sixteen look-ups, whatever their shapes and symmetries, are
//! two shifts, two masks and an addition; then one gather reads all the weights.

#![expect(
    unsafe_code,
    reason = "vector instructions that read and write at sixteen places at once"
)]

mod lesson;

use std::arch::x86_64::*;

use self::lesson::{learn_coherently, learn_widely};
use super::{Found, Kernel, NARROW, SHORT, Tables, WIDE, learn_in_two};
use crate::coherence::WEIGHT;
use crate::lookups::{Digits, Group, LANES, SCATTERED, SCATTERED_BY};

/// Proof that the processor has what this needs. With `SHARED`, other threads learn too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512<const SHARED: bool>(());

impl Avx512<false> {
    pub(crate) fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }

    pub(crate) fn beside_others(self) -> Avx512<true> {
        Avx512(())
    }
}

impl<const SHARED: bool> Avx512<SHARED> {
    /// Runs `work` compiled for these instructions.
    #[inline]
    pub(crate) fn run<W: super::Work>(self, work: W) -> W::Output {
        // Sound: only `detect` makes this value. Gains: docs/performance.md. Fallback: the
        // portable kernel.
        unsafe { run(self, work) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
fn run<const SHARED: bool, W: super::Work>(kernel: Avx512<SHARED>, work: W) -> W::Output {
    work.run(kernel)
}

// Soundness of everything below. The instructions exist: an `Avx512` proves it. Indices stay
// within a stage's entries: a look-up's digits are four bits each and its table has 16 entries
// per digit, and `Tables::new` asserts that there are as many
// numbers. Other threads may write the same numbers meanwhile: the processor reads and
// writes aligned 32-bit elements whole, and a lost update is what the caller accepts.
impl<const SHARED: bool> Kernel for Avx512<SHARED> {
    #[inline(always)]
    fn values<const FORM: u8, const N: usize>(
        self,
        tables: &Tables<'_, FORM>,
        boards: &[Digits; N],
        stages: &[usize; N],
    ) -> [f32; N] {
        assert!(stages.iter().all(|&stage| stage < tables.stages));
        unsafe {
            // Plain loops: a closure that is not inlined would be compiled without vectors.
            let mut words = [_mm512_setzero_si512(); N];
            for k in 0..N {
                words[k] = _mm512_set1_epi64(boards[k].halved() as i64);
            }
            let mut sums = [_mm512_setzero_si512(); N];
            for group in &tables.lookups.groups {
                let group = Loaded::new(group);
                for k in 0..N {
                    let indices = group.indices(words[k]);
                    let held = Held::read(tables, group.used, indices, stages[k]);
                    sums[k] = add::<FORM>(sums[k], held.standing);
                }
            }
            let mut values = [0.0; N];
            for k in 0..N {
                values[k] = total(tables, sums[k]);
            }
            values
        }
    }

    #[inline(always)]
    fn find<const FORM: u8>(
        self,
        tables: &Tables<'_, FORM>,
        boards: &[Digits],
        stages: &[usize],
        found: &mut [Found],
    ) {
        unsafe {
            for (place, group) in tables.lookups.groups.iter().enumerate() {
                let group = Loaded::new(group);
                for (board, found) in boards.iter().zip(&mut *found) {
                    let indices = group.indices(_mm512_set1_epi64(board.halved() as i64));
                    _mm512_store_si512(found.0[place].0.as_mut_ptr().cast(), indices);
                }
            }
            for (found, &stage) in found.iter().zip(stages) {
                for indices in &found.0[..tables.lookups.groups.len()] {
                    let pairs = indices.0.as_ptr().cast::<u64>();
                    for k in 0..LANES / 2 {
                        // Two at a time, and not taken out of vectors one by one.
                        let pair = pairs.add(k).read_volatile();
                        tables.prefetch(stage, pair as u32);
                        tables.prefetch(stage, (pair >> 32) as u32);
                    }
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
        assert!(stage < tables.stages);
        unsafe {
            let last = _mm512_set1_epi32(tables.entries as i32 - 1);
            let mut sum = _mm512_setzero_si512();
            for (group, indices) in tables.lookups.groups.iter().zip(&found.0) {
                let indices = _mm512_load_si512(indices.0.as_ptr().cast());
                // Whatever was found before, by whomever.
                let indices = _mm512_min_epu32(indices, last);
                let held = Held::read(tables, group.used, indices, stage);
                sum = add::<FORM>(sum, held.standing);
            }
            total(tables, sum)
        }
    }

    #[inline(always)]
    fn nudge<const FORM: u8>(
        self,
        tables: &Tables<'_, FORM>,
        board: &Digits,
        stage: usize,
        error: f32,
    ) -> f32 {
        assert!(stage < tables.stages);
        unsafe {
            let error = _mm512_set1_ps(error);
            let word = _mm512_set1_epi64(board.halved() as i64);
            let mut sum = _mm512_setzero_si512();
            for group in &tables.lookups.groups {
                let group = Loaded::new(group);
                let indices = group.indices(word);
                let held = Held::read(tables, group.used, indices, stage);
                let new = held.learn::<SHARED, FORM>(tables, stage, error);
                sum = add::<FORM>(sum, new);
            }
            total(tables, sum)
        }
    }

    #[inline(always)]
    fn learn<const FORM: u8>(
        self,
        tables: &Tables<'_, FORM>,
        board: &Digits,
        stage: usize,
        target: f32,
    ) -> f32 {
        // Entries that stay in registers are read once for both the value and the lesson.
        match tables.lookups.groups.len() {
            2 => self.learn_held::<2, FORM>(tables, board, stage, target),
            4 => self.learn_held::<4, FORM>(tables, board, stage, target),
            _ => learn_in_two(self, tables, board, stage, target),
        }
    }
}

impl<const SHARED: bool> Avx512<SHARED> {
    #[inline(always)]
    fn learn_held<const GROUPS: usize, const FORM: u8>(
        self,
        tables: &Tables<'_, FORM>,
        board: &Digits,
        stage: usize,
        target: f32,
    ) -> f32 {
        assert!(stage < tables.stages);
        unsafe {
            let word = _mm512_set1_epi64(board.halved() as i64);
            let mut held = [Held::NONE; GROUPS];
            let mut sum = _mm512_setzero_si512();
            for (held, group) in held.iter_mut().zip(&tables.lookups.groups) {
                let group = Loaded::new(group);
                *held = Held::read(tables, group.used, group.indices(word), stage);
                sum = add::<FORM>(sum, held.standing);
            }
            let value = total(tables, sum);
            let error = _mm512_set1_ps((target - value) * tables.step);
            let mut sum = _mm512_setzero_si512();
            for held in held {
                let new = held.learn::<SHARED, FORM>(tables, stage, error);
                sum = add::<FORM>(sum, new);
            }
            total(tables, sum)
        }
    }
}

/// Sixteen entries in registers.
#[derive(Clone, Copy)]
struct Held {
    used: __mmask16,
    indices: __m512i,
    /// The entries.
    own: __m512i,
    /// Those that stand for them, of lower stages where they have not learned yet.
    standing: __m512i,
}

impl Held {
    /// To be written over.
    const NONE: Self = {
        // All bits zero are vectors of zeros.
        let zero = unsafe { std::mem::transmute::<[u64; 8], __m512i>([0; 8]) };
        Self {
            used: 0,
            indices: zero,
            own: zero,
            standing: zero,
        }
    };

    #[inline(always)]
    unsafe fn read<const FORM: u8>(
        tables: &Tables<'_, FORM>,
        used: __mmask16,
        indices: __m512i,
        stage: usize,
    ) -> Self {
        unsafe {
            let own = gather(_mm512_setzero_si512(), used, tables, indices, stage);
            Self {
                used,
                indices,
                own,
                standing: lend(tables, used, indices, stage, own),
            }
        }
    }

    /// The entries after an error.
    #[inline(always)]
    unsafe fn learn<const SHARED: bool, const FORM: u8>(
        self,
        tables: &Tables<'_, FORM>,
        stage: usize,
        error: __m512,
    ) -> __m512i {
        unsafe {
            let weights = _mm512_castsi512_ps(self.standing);
            let new = match FORM {
                NARROW => learn_coherently(self.own, self.standing, error, self.indices),
                WIDE => {
                    let memories = tables.memories.as_ptr().add(stage * tables.entries);
                    let memories = memories.cast_mut().cast::<i32>();
                    let zero = _mm512_setzero_si512();
                    let old =
                        _mm512_mask_i32gather_epi32::<4>(zero, self.used, self.indices, memories);
                    let (new, memory) = learn_widely(weights, old, error, self.indices);
                    _mm512_mask_i32scatter_epi32::<4>(memories, self.used, self.indices, memory);
                    _mm512_castps_si512(new)
                }
                _ => _mm512_castps_si512(_mm512_add_ps(weights, error)),
            };
            let begin = tables.numbers.as_ptr().add(stage * tables.entries);
            let begin = begin.cast_mut().cast::<i32>();
            // A line that is only read can stay in the caches of all cores. With one core,
            // knowing sooner where to write is worth more.
            let changed = match SHARED {
                true => _mm512_mask_cmpneq_epi32_mask(self.used, self.own, new),
                false => self.used,
            };
            _mm512_mask_i32scatter_epi32::<4>(begin, changed, self.indices, new);
            // Lanes that read nothing are worth nothing.
            _mm512_maskz_mov_epi32(self.used, new)
        }
    }
}

/// A group's constants in registers.
#[derive(Clone, Copy)]
struct Loaded {
    first: __m512i,
    second: __m512i,
    first_mask: __m512i,
    second_mask: __m512i,
    turn: __m512i,
    offset: __m512i,
    used: __mmask16,
}

impl Loaded {
    #[inline(always)]
    unsafe fn new(group: &Group) -> Self {
        unsafe {
            Self {
                first: _mm512_loadu_si512(group.first.as_ptr().cast()),
                second: _mm512_loadu_si512(group.second.as_ptr().cast()),
                first_mask: _mm512_loadu_si512(group.first_mask.as_ptr().cast()),
                second_mask: _mm512_loadu_si512(group.second_mask.as_ptr().cast()),
                turn: _mm512_loadu_si512(group.turn.as_ptr().cast()),
                offset: _mm512_loadu_si512(group.offset.as_ptr().cast()),
                used: group.used,
            }
        }
    }

    #[inline(always)]
    unsafe fn indices(&self, word: __m512i) -> __m512i {
        unsafe {
            let first = _mm512_multishift_epi64_epi8(self.first, word);
            let second = _mm512_multishift_epi64_epi8(self.second, word);
            let second = _mm512_and_si512(second, self.second_mask);
            // first & first_mask | second
            let digits = _mm512_ternarylogic_epi64::<0xEA>(first, self.first_mask, second);
            let above = _mm512_srli_epi32::<SCATTERED_BY>(digits);
            let lines = _mm512_set1_epi32(SCATTERED as i32);
            // digits ^ above & lines
            let scattered = _mm512_ternarylogic_epi32::<0x78>(digits, above, lines);
            _mm512_add_epi32(_mm512_xor_si512(scattered, self.turn), self.offset)
        }
    }
}

/// Entries of lower stages in place of those that have not learned.
#[inline(always)]
unsafe fn lend<const FORM: u8>(
    tables: &Tables<'_, FORM>,
    used: __mmask16,
    indices: __m512i,
    stage: usize,
    own: __m512i,
) -> __m512i {
    unsafe {
        let (mut stage, mut found) = (stage, own);
        while stage > 0 {
            let missing = _mm512_mask_testn_epi32_mask(used, found, found);
            if missing == 0 {
                break;
            }
            stage -= 1;
            found = gather(found, missing, tables, indices, stage);
        }
        found
    }
}

#[inline(always)]
unsafe fn gather<const FORM: u8>(
    otherwise: __m512i,
    lanes: __mmask16,
    tables: &Tables<'_, FORM>,
    indices: __m512i,
    stage: usize,
) -> __m512i {
    unsafe {
        if FORM == SHORT {
            // Both of a number, then the one that is meant, moved up and down again.
            let begin = tables.numbers.as_ptr().add(stage * tables.entries / 2);
            let places = _mm512_srli_epi32::<1>(indices);
            let zero = _mm512_setzero_si512();
            let two = _mm512_mask_i32gather_epi32::<4>(zero, lanes, places, begin.cast::<i32>());
            let up = _mm512_andnot_si512(indices, _mm512_set1_epi32(1));
            let one = _mm512_sllv_epi32(two, _mm512_slli_epi32::<4>(up));
            return _mm512_mask_srai_epi32::<16>(otherwise, lanes, one);
        }
        let begin = tables.numbers.as_ptr().add(stage * tables.entries);
        _mm512_mask_i32gather_epi32::<4>(otherwise, lanes, indices, begin.cast::<i32>())
    }
}

/// Adds the weights of entries to sums: units or, as floats, points.
#[inline(always)]
unsafe fn add<const FORM: u8>(sums: __m512i, entries: __m512i) -> __m512i {
    unsafe {
        match FORM {
            NARROW => _mm512_add_epi32(sums, _mm512_srai_epi32::<WEIGHT>(entries)),
            SHORT => _mm512_add_epi32(sums, entries),
            _ => {
                let (sums, entries) = (_mm512_castsi512_ps(sums), _mm512_castsi512_ps(entries));
                _mm512_castps_si512(_mm512_add_ps(sums, entries))
            }
        }
    }
}

/// Adds up lanes, in halves; what they make in points.
#[inline(always)]
unsafe fn total<const FORM: u8>(tables: &Tables<'_, FORM>, lanes: __m512i) -> f32 {
    unsafe {
        if FORM == NARROW || FORM == SHORT {
            return _mm512_reduce_add_epi32(lanes) as f32 * tables.unit;
        }
        let lanes = _mm512_castsi512_ps(lanes);
        let eight = _mm256_add_ps(
            _mm512_castps512_ps256(lanes),
            _mm512_extractf32x8_ps::<1>(lanes),
        );
        let four = _mm_add_ps(
            _mm256_castps256_ps128(eight),
            _mm256_extractf128_ps::<1>(eight),
        );
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
    }
}
