//! Eight look-ups side by side with AVX2.
//!
//! A board's sixteen digits are spread over the bytes of a register, both halves of each where
//! an index wants them. So the indices of eight look-ups are two shuffles of bytes. Learning is
//! the portable code, compiled for these instructions.
//!
//! Vectors are not worked on in closures: one that is not inlined is compiled without these
//! instructions, and each of them becomes a call.

#![expect(
    unsafe_code,
    reason = "vector instructions, and entries read at indices that need no check"
)]

use std::arch::x86_64::*;

use super::lesson::{Read, Sum};
use super::{Found, Kernel, NARROW, SHORT, Tables};
use crate::coherence::WEIGHT;
use crate::lookups::{Digits, Group, LANES, SCATTERED, SCATTERED_BY};

/// Proof that the processor has what this needs. With `SHARED`, other threads learn too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2<const SHARED: bool>(());

impl Avx2<false> {
    pub(crate) fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }

    pub(crate) fn beside_others(self) -> Avx2<true> {
        Avx2(())
    }
}

impl<const SHARED: bool> Avx2<SHARED> {
    /// Runs `work` compiled for these instructions.
    #[inline]
    pub(crate) fn run<W: super::Work>(self, work: W) -> W::Output {
        // Sound: only `detect` makes this value. Gains: docs/performance.md. Fallback: the
        // portable kernel.
        unsafe { run(self, work) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<const SHARED: bool, W: super::Work>(kernel: Avx2<SHARED>, work: W) -> W::Output {
    work.run(kernel)
}

/// Eight lanes and eight more.
type Lanes = [__m256i; 2];

// Soundness of everything below. The instructions exist: an `Avx2` proves it. Indices stay
// within a stage's entries: a look-up's digits are four bits each and its table has 16 entries
// per digit, and `Tables::new` asserts that there are as many numbers. Other threads may write
// the same numbers meanwhile: the processor reads aligned 32-bit elements whole.
impl<const SHARED: bool> Kernel for Avx2<SHARED> {
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
            let zero = _mm256_setzero_si256();
            let mut spreads = [Spread([zero; 3]); N];
            for k in 0..N {
                spreads[k] = Spread::new(&boards[k]);
            }
            let mut sums = [[zero; 2]; N];
            for group in &tables.lookups.groups {
                for k in 0..N {
                    let indices = numbers(spreads[k].indices(group));
                    let entries = read(tables, group, &indices, stages[k]).1;
                    sums[k] = add::<FORM>(sums[k], entries);
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
        for ((board, &stage), found) in boards.iter().zip(stages).zip(found) {
            // Sound: as above.
            let spread = unsafe { Spread::new(board) };
            for (group, indices) in tables.lookups.groups.iter().zip(&mut found.0) {
                indices.0 = unsafe { numbers(spread.indices(group)) };
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
        assert!(stage < tables.stages);
        unsafe {
            let mut sum = [_mm256_setzero_si256(); 2];
            for (group, indices) in tables.lookups.groups.iter().zip(&found.0) {
                // Whatever was found before, by whomever.
                let mut indices = indices.0;
                for index in &mut indices {
                    *index = (*index).min(tables.entries as u32 - 1);
                }
                sum = add::<FORM>(sum, read(tables, group, &indices, stage).1);
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
        let mut sum = Sum::ZERO;
        // Sound: as above.
        let spread = unsafe { Spread::new(board) };
        for group in &tables.lookups.groups {
            let read = unsafe {
                let indices = numbers(spread.indices(group));
                let (own, standing) = read(tables, group, &indices, stage);
                Read {
                    indices,
                    own: numbers(own),
                    standing: numbers(standing),
                }
            };
            sum.add::<FORM>(&read.learn::<SHARED, FORM>(tables, group, stage, error));
        }
        sum.worth(tables)
    }
}

/// A board's digits, a byte each, the last cell first, in three forms: each half with room for
/// one of another digit after it; the same further up; as they are.
#[derive(Clone, Copy)]
struct Spread([__m256i; 3]);

impl Spread {
    #[inline(always)]
    unsafe fn new(board: &Digits) -> Self {
        unsafe {
            let word = _mm_cvtsi64_si128(board.word() as i64);
            let low = _mm_set1_epi8(15);
            let odd = _mm_and_si128(_mm_srli_epi64::<4>(word), low);
            let digits = _mm_unpacklo_epi8(_mm_and_si128(word, low), odd);
            let halves = _mm_setr_epi8(0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 49, 50, 51);
            let first = _mm_shuffle_epi8(halves, digits);
            // No half leaves its byte.
            let second = _mm_slli_epi16::<2>(first);
            Self([
                _mm256_broadcastsi128_si256(first),
                _mm256_broadcastsi128_si256(second),
                _mm256_broadcastsi128_si256(digits),
            ])
        }
    }

    /// The place in memory that each lane reads.
    #[inline(always)]
    unsafe fn indices(&self, group: &Group) -> Lanes {
        unsafe {
            let mut indices = [_mm256_setzero_si256(); 2];
            for (half, indices) in indices.iter_mut().enumerate() {
                let [first, second, alone] = &group.cells;
                let first = _mm256_loadu_si256(first.as_ptr().add(32 * half).cast());
                let second = _mm256_loadu_si256(second.as_ptr().add(32 * half).cast());
                let turn = _mm256_loadu_si256(group.turn.as_ptr().add(8 * half).cast());
                let offset = _mm256_loadu_si256(group.offset.as_ptr().add(8 * half).cast());
                let mut digits = _mm256_or_si256(
                    _mm256_shuffle_epi8(self.0[0], first),
                    _mm256_shuffle_epi8(self.0[1], second),
                );
                if group.has_odd {
                    let alone = _mm256_loadu_si256(alone.as_ptr().add(32 * half).cast());
                    digits = _mm256_or_si256(digits, _mm256_shuffle_epi8(self.0[2], alone));
                }
                let above = _mm256_srli_epi32::<{ SCATTERED_BY as i32 }>(digits);
                let lines = _mm256_set1_epi32(SCATTERED as i32);
                let scattered = _mm256_xor_si256(digits, _mm256_and_si256(above, lines));
                *indices = _mm256_add_epi32(_mm256_xor_si256(scattered, turn), offset);
            }
            indices
        }
    }
}

/// The entries of a group, and those that stand for them: of lower stages where they have not
/// learned. 0 where no lane reads.
#[inline(always)]
unsafe fn read<const FORM: u8>(
    tables: &Tables<'_, FORM>,
    group: &Group,
    indices: &[u32; LANES],
    stage: usize,
) -> (Lanes, Lanes) {
    unsafe {
        let used = group.used_lanes.as_ptr();
        let used = [
            _mm256_loadu_si256(used.cast()),
            _mm256_loadu_si256(used.add(8).cast()),
        ];
        let own = gather(used, tables, indices, stage);
        let (mut stage, mut found) = (stage, own);
        while stage > 0 {
            let zero = _mm256_setzero_si256();
            let missing = [
                _mm256_and_si256(used[0], _mm256_cmpeq_epi32(found[0], zero)),
                _mm256_and_si256(used[1], _mm256_cmpeq_epi32(found[1], zero)),
            ];
            let any = _mm256_or_si256(missing[0], missing[1]);
            if _mm256_testz_si256(any, any) == 1 {
                break;
            }
            stage -= 1;
            let lent = gather(missing, tables, indices, stage);
            found = [
                _mm256_or_si256(found[0], lent[0]),
                _mm256_or_si256(found[1], lent[1]),
            ];
        }
        (own, found)
    }
}

/// One by one: on processors that have no more than AVX2, gathers are no faster.
#[inline(always)]
unsafe fn gather<const FORM: u8>(
    lanes: Lanes,
    tables: &Tables<'_, FORM>,
    indices: &[u32; LANES],
    stage: usize,
) -> Lanes {
    unsafe {
        let begin = stage * tables.entries;
        let mut entries = [0; LANES];
        for (entry, &index) in entries.iter_mut().zip(indices) {
            let place = begin + index as usize;
            let numbers = tables.numbers.as_ptr();
            *entry = match FORM {
                SHORT => i32::from(numbers.cast::<i16>().add(place).read_volatile()),
                _ => numbers.cast::<i32>().add(place).read_volatile(),
            };
        }
        let mut halves = lanes;
        for (half, lanes) in halves.iter_mut().enumerate() {
            let eight = _mm256_loadu_si256(entries.as_ptr().add(8 * half).cast());
            *lanes = _mm256_and_si256(eight, *lanes);
        }
        halves
    }
}

/// Adds the weights of entries to sums: units or, as floats, points.
#[inline(always)]
unsafe fn add<const FORM: u8>(sums: Lanes, entries: Lanes) -> Lanes {
    unsafe {
        let [low, high] = sums;
        match FORM {
            NARROW => [
                _mm256_add_epi32(low, _mm256_srai_epi32::<{ WEIGHT as i32 }>(entries[0])),
                _mm256_add_epi32(high, _mm256_srai_epi32::<{ WEIGHT as i32 }>(entries[1])),
            ],
            SHORT => [
                _mm256_add_epi32(low, entries[0]),
                _mm256_add_epi32(high, entries[1]),
            ],
            _ => [
                as_bits(_mm256_add_ps(as_floats(low), as_floats(entries[0]))),
                as_bits(_mm256_add_ps(as_floats(high), as_floats(entries[1]))),
            ],
        }
    }
}

/// Adds up lanes, in halves; what they make in points.
#[inline(always)]
unsafe fn total<const FORM: u8>(tables: &Tables<'_, FORM>, lanes: Lanes) -> f32 {
    unsafe {
        if FORM == NARROW || FORM == SHORT {
            let eight = _mm256_add_epi32(lanes[0], lanes[1]);
            let four = _mm256_extracti128_si256::<1>(eight);
            let four = _mm_add_epi32(_mm256_castsi256_si128(eight), four);
            let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
            let one = _mm_add_epi32(two, _mm_shuffle_epi32::<1>(two));
            return _mm_cvtsi128_si32(one) as f32 * tables.unit;
        }
        let eight = _mm256_add_ps(as_floats(lanes[0]), as_floats(lanes[1]));
        let four = _mm_add_ps(
            _mm256_castps256_ps128(eight),
            _mm256_extractf128_ps::<1>(eight),
        );
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
    }
}

#[inline(always)]
unsafe fn as_floats(bits: __m256i) -> __m256 {
    unsafe { _mm256_castsi256_ps(bits) }
}

#[inline(always)]
unsafe fn as_bits(floats: __m256) -> __m256i {
    unsafe { _mm256_castps_si256(floats) }
}

#[inline(always)]
unsafe fn numbers(lanes: Lanes) -> [u32; LANES] {
    // Sound: as many bits, and all of them are numbers.
    unsafe { std::mem::transmute(lanes) }
}
