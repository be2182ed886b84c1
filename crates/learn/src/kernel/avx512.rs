//! Sixteen look-ups at once with AVX-512.
//!
//! A byte of an index is two digits that stand anywhere in the board's word.
//! `vpmultishiftqb` fetches eight such bytes at a time: once for the high digits, once for
//! the low ones. So the indices of sixteen look-ups, whatever their shapes and symmetries, are
//! two shifts, two masks and an addition; then one gather reads all the weights.

#![expect(
    unsafe_code,
    reason = "vector instructions that read and write at sixteen places at once"
)]

use std::arch::x86_64::*;

use super::{Kernel, Tables};
use crate::coherence::{SCATTER, UNIT};
use crate::lookups::{Digits, Group};

/// Proof that the processor has what this needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
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

    /// Runs `work` compiled for these instructions.
    #[inline]
    pub(crate) fn run<W: super::Work>(self, work: W) -> W::Output {
        // Sound: only `detect` makes this value. Gains: docs/performance.md. Fallback: the
        // portable kernel.
        unsafe { run(self, work) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
fn run<W: super::Work>(kernel: Avx512, work: W) -> W::Output {
    work.run(kernel)
}

// Soundness of everything below. The instructions exist: an `Avx512` proves it. Indices stay
// within a stage's entries: a look-up's digits are four bits each and its table has 16 entries
// per digit, and `Tables::new` asserts that there are as many
// numbers. Other threads may write the same numbers meanwhile: the processor reads and
// writes aligned 32-bit elements whole, and a lost update is what the caller accepts. (A weight
// and its memory are 64 bits, aligned, and whole as well.)
impl Kernel for Avx512 {
    #[inline(always)]
    fn values<const STRIDE: usize, const N: usize>(
        self,
        tables: &Tables<'_, STRIDE>,
        boards: &[Digits; N],
        stages: &[usize; N],
    ) -> [f32; N] {
        assert!(stages.iter().all(|&stage| stage < tables.stages));
        unsafe {
            // Plain loops: a closure that is not inlined would be compiled without vectors.
            let mut sums = [_mm512_setzero_ps(); N];
            for group in &tables.lookups.groups {
                let group = Loaded::new(group);
                for k in 0..N {
                    let word = _mm512_set1_epi64(boards[k].word() as i64);
                    let weights = read(tables, group.used, group.indices(word), stages[k]);
                    sums[k] = _mm512_add_ps(sums[k], weights);
                }
            }
            let mut values = [0.0; N];
            for k in 0..N {
                values[k] = total(sums[k]);
            }
            values
        }
    }

    #[inline(always)]
    fn nudge<const STRIDE: usize>(
        self,
        tables: &Tables<'_, STRIDE>,
        board: &Digits,
        stage: usize,
        error: f32,
    ) {
        assert!(stage < tables.stages);
        unsafe {
            let error = _mm512_set1_ps(error);
            let word = _mm512_set1_epi64(board.word() as i64);
            let stage_begin = tables.numbers.as_ptr().add(STRIDE * stage * tables.entries);
            let stage_begin = stage_begin.cast_mut().cast::<f32>();
            for group in &tables.lookups.groups {
                let group = Loaded::new(group);
                let indices = group.indices(word);
                if STRIDE == 1 {
                    let old = read(tables, group.used, indices, stage);
                    let new = _mm512_add_ps(old, error);
                    _mm512_mask_i32scatter_ps::<4>(stage_begin, group.used, indices, new);
                } else {
                    let old = (stage > 0).then(|| read(tables, group.used, indices, stage));
                    learn_coherently(stage_begin.cast(), group.used, indices, old, error);
                }
            }
        }
    }
}

/// A group's constants in registers.
#[derive(Clone, Copy)]
struct Loaded {
    high: __m512i,
    low: __m512i,
    high_mask: __m512i,
    low_mask: __m512i,
    offset: __m512i,
    used: __mmask16,
}

impl Loaded {
    #[inline(always)]
    unsafe fn new(group: &Group) -> Self {
        unsafe {
            Self {
                high: _mm512_loadu_si512(group.high.as_ptr().cast()),
                low: _mm512_loadu_si512(group.low.as_ptr().cast()),
                high_mask: _mm512_loadu_si512(group.high_mask.as_ptr().cast()),
                low_mask: _mm512_loadu_si512(group.low_mask.as_ptr().cast()),
                offset: _mm512_loadu_si512(group.offset.as_ptr().cast()),
                used: group.used,
            }
        }
    }

    #[inline(always)]
    unsafe fn indices(&self, word: __m512i) -> __m512i {
        unsafe {
            let high = _mm512_multishift_epi64_epi8(self.high, word);
            let low = _mm512_multishift_epi64_epi8(self.low, word);
            let high = _mm512_and_si512(high, self.high_mask);
            // low & low_mask | high
            let digits = _mm512_ternarylogic_epi64::<0xEA>(low, self.low_mask, high);
            _mm512_add_epi32(digits, self.offset)
        }
    }
}

#[inline(always)]
unsafe fn read<const STRIDE: usize>(
    tables: &Tables<'_, STRIDE>,
    used: __mmask16,
    indices: __m512i,
    stage: usize,
) -> __m512 {
    unsafe {
        let zero = _mm512_setzero_ps();
        let mut stage = stage;
        let mut found = gather(zero, used, tables, indices, stage);
        while stage > 0 {
            let missing = _mm512_mask_cmp_ps_mask::<_CMP_EQ_OQ>(used, found, zero);
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
unsafe fn gather<const STRIDE: usize>(
    otherwise: __m512,
    lanes: __mmask16,
    tables: &Tables<'_, STRIDE>,
    indices: __m512i,
    stage: usize,
) -> __m512 {
    unsafe {
        let begin = tables.numbers.as_ptr().add(STRIDE * stage * tables.entries);
        let begin = begin.cast::<f32>();
        if STRIDE == 1 {
            _mm512_mask_i32gather_ps::<4>(otherwise, lanes, indices, begin)
        } else {
            _mm512_mask_i32gather_ps::<8>(otherwise, lanes, indices, begin)
        }
    }
}

/// Lets weights and their memories learn: `coherence::rate` and `coherence::remember` on
/// sixteen entries. The weights are `old` where a lower stage may have lent some.
#[inline(always)]
unsafe fn learn_coherently(
    begin: *mut i64,
    used: __mmask16,
    indices: __m512i,
    old: Option<__m512>,
    error: __m512,
) {
    unsafe {
        let zero = _mm512_setzero_si512();
        let first = _mm512_castsi512_si256(indices);
        let second = _mm512_extracti64x4_epi64::<1>(indices);
        let (first_used, second_used) = (used as u8, (used >> 8) as u8);
        let a = _mm512_mask_i32gather_epi64::<8>(zero, first_used, first, begin);
        let b = _mm512_mask_i32gather_epi64::<8>(zero, second_used, second, begin);
        // 1. Weights and memories apart.
        let even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        let odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
        let weights = _mm512_castsi512_ps(_mm512_permutex2var_epi32(a, even, b));
        let weights = old.unwrap_or(weights);
        let memories = _mm512_permutex2var_epi32(a, odd, b);

        // 2. The rate, and the new weight.
        let known = _mm512_cmpgt_epu32_mask(memories, _mm512_set1_epi32(0xFFFF));
        let low = _mm512_srai_epi32::<16>(_mm512_slli_epi32::<16>(memories));
        let quotients = _mm512_mul_ps(_mm512_cvtepi32_ps(low), _mm512_set1_ps(1.0 / UNIT));
        let rates = _mm512_mask_abs_ps(_mm512_set1_ps(1.0), known, quotients);
        let weights = _mm512_add_ps(weights, _mm512_mul_ps(rates, error));

        // 3. The new memory.
        let sizes = _mm512_slli_epi32::<15>(_mm512_srli_epi32::<16>(memories));
        let sizes = _mm512_castsi512_ps(sizes);
        let sums = _mm512_add_ps(_mm512_mul_ps(quotients, sizes), error);
        let sizes = _mm512_add_ps(sizes, _mm512_abs_ps(error));
        let least = _mm512_set1_ps(f32::MIN_POSITIVE);
        let quotients = _mm512_div_ps(sums, _mm512_max_ps(sizes, least));
        let scatter = _mm512_set1_epi32(SCATTER as i32);
        let chance = _mm512_mullo_epi32(_mm512_castps_si512(weights), scatter);
        let size_chance = _mm512_and_si512(chance, _mm512_set1_epi32(0x7FFF));
        let sizes = _mm512_add_epi32(_mm512_castps_si512(sizes), size_chance);
        let sizes = _mm512_slli_epi32::<16>(_mm512_srli_epi32::<15>(sizes));
        let quotients = _mm512_mul_ps(quotients, _mm512_set1_ps(UNIT * 65536.0));
        let quotients = _mm512_cvttps_epi32(quotients);
        let quotients = _mm512_add_epi32(quotients, _mm512_srli_epi32::<16>(chance));
        let memories = _mm512_or_si512(sizes, _mm512_srli_epi32::<16>(quotients));

        // 4. Back into pairs.
        let weights = _mm512_castps_si512(weights);
        let low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        let high = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        let a = _mm512_permutex2var_epi32(weights, low, memories);
        let b = _mm512_permutex2var_epi32(weights, high, memories);
        _mm512_mask_i32scatter_epi64::<8>(begin, first_used, first, a);
        _mm512_mask_i32scatter_epi64::<8>(begin, second_used, second, b);
    }
}

/// Adds up lanes in halves.
#[inline(always)]
unsafe fn total(lanes: __m512) -> f32 {
    unsafe {
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
