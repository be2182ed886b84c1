//! What sixteen entries learn from an error.
//!
//! Sound: only called where the instructions are known to exist; nothing here reads or writes
//! memory.

#![expect(unsafe_code, reason = "vector instructions on sixteen numbers at once")]

use std::arch::x86_64::*;

use crate::coherence::{BIAS, LARGEST, MOST, ONE, QUOTIENT, QUOTIENTS, SCATTER, SHARE, WEIGHT};
use crate::wide;

/// `coherence::learn` on sixteen entries.
#[inline(always)]
pub(super) unsafe fn learn_coherently(
    entries: __m512i,
    standing: __m512i,
    error: __m512,
    indices: __m512i,
) -> __m512i {
    unsafe {
        let chance = _mm512_add_epi32(entries, indices);
        let chance = _mm512_xor_si512(chance, _mm512_castps_si512(error));
        let chance = _mm512_mullo_epi32(chance, splat(SCATTER[0]));
        let other = _mm512_xor_si512(chance, _mm512_srli_epi32::<15>(chance));
        let other = _mm512_mullo_epi32(other, splat(SCATTER[1]));
        let quotient = _mm512_slli_epi32::<{ 32 - WEIGHT }>(entries);
        let quotient = _mm512_srai_epi32::<{ 32 - WEIGHT + QUOTIENT }>(quotient);
        let root = _mm512_mul_ps(_mm512_cvtepi32_ps(quotient), _mm512_set1_ps(1.0 / ONE));
        let quotient = _mm512_mul_ps(root, _mm512_abs_ps(root));
        let known = _mm512_test_epi32_mask(entries, splat(LARGEST));

        // 1. The weight.
        let rate = _mm512_mask_abs_ps(_mm512_set1_ps(1.0), known, quotient);
        let step = _mm512_add_ps(_mm512_mul_ps(rate, error), share(chance));
        let most = 2.0 * MOST as f32;
        let step = _mm512_max_ps(step, _mm512_set1_ps(-most));
        let step = _mm512_min_ps(step, _mm512_set1_ps(most));
        let weight = _mm512_add_epi32(_mm512_srai_epi32::<WEIGHT>(standing), floor(step));
        let weight = _mm512_max_epi32(weight, _mm512_set1_epi32(-MOST));
        let weight = _mm512_min_epi32(weight, _mm512_set1_epi32(MOST));

        // 2. The sums.
        let size = _mm512_and_si512(entries, splat(LARGEST));
        let size = _mm512_slli_epi32::<23>(_mm512_add_epi32(size, splat(BIAS)));
        let size = _mm512_maskz_mov_ps(known, _mm512_castsi512_ps(size));
        let sum = _mm512_add_ps(_mm512_mul_ps(quotient, size), error);
        let size = _mm512_add_ps(size, _mm512_abs_ps(error));
        let least = _mm512_set1_ps(f32::MIN_POSITIVE);
        let quotient = _mm512_div_ps(sum, _mm512_max_ps(size, least));
        let third = _mm512_xor_si512(_mm512_slli_epi32::<16>(chance), other);
        let scaled = _mm512_mul_ps(_mm512_abs_ps(quotient), _mm512_set1_ps(ONE * ONE));
        let low = _mm512_cvtepi32_ps(floor(_mm512_sqrt_ps(scaled)));
        let over = _mm512_sub_ps(scaled, _mm512_mul_ps(low, low));
        let one = _mm512_set1_ps(1.0);
        let width = _mm512_add_ps(_mm512_add_ps(low, low), one);
        let is_up = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(_mm512_mul_ps(share(third), width), over);
        let root = _mm512_mask_add_ps(low, is_up, low, one);
        let root = _mm512_cvtps_epi32(_mm512_min_ps(root, _mm512_set1_ps(ONE)));
        let is_negative = _mm512_movepi32_mask(_mm512_castps_si512(quotient));
        let quotient = _mm512_mask_sub_epi32(root, is_negative, _mm512_setzero_si512(), root);
        let quotient = _mm512_and_si512(quotient, splat(QUOTIENTS));
        let rounded = _mm512_castps_si512(_mm512_max_ps(size, _mm512_set1_ps(1.0)));
        let rounded = _mm512_add_epi32(rounded, _mm512_srli_epi32::<9>(other));
        let rounded = _mm512_sub_epi32(_mm512_srli_epi32::<23>(rounded), splat(BIAS));
        let rounded = _mm512_min_epu32(rounded, splat(LARGEST));
        let some = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(size, _mm512_setzero_ps());
        let rounded = _mm512_maskz_mov_epi32(some, rounded);
        let quotient = _mm512_slli_epi32::<QUOTIENT>(quotient);
        let weight = _mm512_slli_epi32::<WEIGHT>(weight);
        // weight | quotient | rounded
        _mm512_ternarylogic_epi32::<0xFE>(weight, quotient, rounded)
    }
}

/// `wide::learn` on sixteen entries.
#[inline(always)]
pub(super) unsafe fn learn_widely(
    weights: __m512,
    memories: __m512i,
    error: __m512,
    indices: __m512i,
) -> (__m512, __m512i) {
    unsafe {
        let chance = _mm512_add_epi32(memories, indices);
        let chance = _mm512_xor_si512(chance, _mm512_castps_si512(error));
        let chance = _mm512_add_epi32(chance, _mm512_castps_si512(weights));
        let chance = _mm512_mullo_epi32(chance, splat(SCATTER[0]));
        let other = _mm512_xor_si512(chance, _mm512_srli_epi32::<15>(chance));
        let other = _mm512_mullo_epi32(other, splat(SCATTER[1]));
        let root = _mm512_cvtepi32_ps(_mm512_srai_epi32::<{ wide::QUOTIENT }>(memories));
        let root = _mm512_mul_ps(root, _mm512_set1_ps(1.0 / wide::ONE));
        let quotient = _mm512_mul_ps(root, _mm512_abs_ps(root));
        let known = _mm512_test_epi32_mask(memories, memories);
        let size = _mm512_and_si512(memories, splat(wide::SIZE));
        let size = _mm512_add_epi32(size, splat(wide::LEAST - (1 << 8)));
        let size = _mm512_slli_epi32::<{ wide::FINER }>(size);
        let size = _mm512_maskz_mov_ps(known, _mm512_castsi512_ps(size));

        // 1. The weight.
        let rate = _mm512_mask_abs_ps(_mm512_set1_ps(1.0), known, quotient);
        let weights = _mm512_add_ps(weights, _mm512_mul_ps(rate, error));

        // 2. The sums.
        let sum = _mm512_add_ps(_mm512_mul_ps(quotient, size), error);
        let size = _mm512_add_ps(size, _mm512_abs_ps(error));
        let least = _mm512_set1_ps(f32::MIN_POSITIVE);
        let quotient = _mm512_div_ps(sum, _mm512_max_ps(size, least));
        let one = _mm512_set1_ps(1.0);
        let whole = _mm512_set1_ps(wide::ONE * wide::ONE);
        let scaled = _mm512_mul_ps(_mm512_abs_ps(quotient), whole);
        let low = _mm512_cvtepi32_ps(floor(_mm512_sqrt_ps(scaled)));
        let over = _mm512_sub_ps(scaled, _mm512_mul_ps(low, low));
        let width = _mm512_add_ps(_mm512_add_ps(low, low), one);
        let is_up = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(_mm512_mul_ps(share(chance), width), over);
        let root = _mm512_mask_add_ps(low, is_up, low, one);
        let root = _mm512_cvtps_epi32(_mm512_min_ps(root, _mm512_set1_ps(wide::ONE)));
        let is_negative = _mm512_movepi32_mask(_mm512_castps_si512(quotient));
        let root = _mm512_mask_sub_epi32(root, is_negative, _mm512_setzero_si512(), root);
        let rounded = _mm512_castps_si512(_mm512_max_ps(size, _mm512_set1_ps(wide::LEAST_SIZE)));
        let finer = _mm512_srli_epi32::<{ 32 - wide::FINER }>(other);
        let rounded = _mm512_srli_epi32::<{ wide::FINER }>(_mm512_add_epi32(rounded, finer));
        let rounded = _mm512_sub_epi32(rounded, splat(wide::LEAST - (1 << 8)));
        let rounded = _mm512_min_epu32(rounded, splat(wide::SIZE));
        let memory = _mm512_slli_epi32::<{ wide::QUOTIENT }>(root);
        let memory = _mm512_or_si512(memory, rounded);
        let some = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(size, _mm512_setzero_ps());
        (weights, _mm512_maskz_mov_epi32(some, memory))
    }
}

#[inline(always)]
unsafe fn floor(x: __m512) -> __m512i {
    unsafe { _mm512_cvt_roundps_epi32::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>(x) }
}

#[inline(always)]
unsafe fn splat(bits: u32) -> __m512i {
    unsafe { _mm512_set1_epi32(bits as i32) }
}

/// The highest 24 bits as a share of 1.
#[inline(always)]
unsafe fn share(bits: __m512i) -> __m512 {
    unsafe {
        let bits = _mm512_cvtepi32_ps(_mm512_srli_epi32::<8>(bits));
        _mm512_mul_ps(bits, _mm512_set1_ps(SHARE))
    }
}
