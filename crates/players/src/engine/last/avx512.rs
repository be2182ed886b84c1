//! The last ply with AVX-512: four rows of the board turned four ways are sixteen lanes.
//!
//! A row has two gaps at most, and many have none. Gaps are packed, each row's first before all
//! second ones, 2s before 4s: crowded boards, of which deep searches mostly consist, take one or
//! two vectors.

#![expect(
    unsafe_code,
    reason = "vector instructions that read at sixteen places at once"
)]

use std::arch::x86_64::*;
use std::ops::Range;

use serpentine_core::grid::{Packed4x4, slid_rows_4x4};

use super::Sums;
use crate::engine::expansion::{NIBBLES, Turn};
use crate::evaluation::LineTable;

/// Proof that the processor has what this needs.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Avx512(());

impl Avx512 {
    pub(super) fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }

    /// The best moves for these tiles, added up, and how many positions were evaluated.
    #[inline]
    pub(super) fn sums(
        self,
        table: &LineTable,
        after: u64,
        tiles: Range<usize>,
        lost: f32,
    ) -> Sums {
        // Sound: only `detect` makes this value. Gains: docs/strength.md. Fallback: `sums` of
        // the module above.
        unsafe {
            match (tiles.start, tiles.len()) {
                (0, 1) => sums::<0, 1>(table, after, lost),
                (0, _) => sums::<0, 2>(table, after, lost),
                _ => sums::<1, 1>(table, after, lost),
            }
        }
    }
}

/// Which rows of four move beside each, by which of them move.
const OTHERS: [u16; 16] = {
    let mut others = [0; 16];
    let mut moved = 0;
    while moved < 16 {
        let mut row = 0;
        while row < 4 {
            if moved & !(1 << row) != 0 {
                others[moved] |= 1 << row;
            }
            row += 1;
        }
        moved += 1;
    }
    others
};

/// The lowest bit of each nibble.
const NIBBLE: u64 = 0x1111_1111_1111_1111;

/// The numbers of lanes.
const LANES: [i32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Where in its columns a row stands, in bits.
const SHIFTS: [i32; 16] = [0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12];

/// What a tile in a row leaves as it is.
#[derive(Clone, Copy)]
struct Rest {
    /// What the other rows are worth.
    rows: __m512,
    /// The columns without their cell in this row.
    columns: [__m512i; 4],
    /// Where that cell stands, in bits.
    shifts: __m512i,
}

/// A row after its move, and what the whole position is worth.
#[derive(Clone, Copy)]
struct Moved {
    row: __m512i,
    value: __m512,
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
fn sums<const FIRST: usize, const KINDS: usize>(table: &LineTable, after: u64, lost: f32) -> Sums {
    // 1. All rows, and what becomes of them without a tile.
    let [b0, b1, b2, b3] = Turn::ALL.map(|turn| turn.turn(after) as i64);
    let rows = _mm512_cvtepu16_epi32(_mm256_setr_epi64x(b0, b1, b2, b3));
    let slid = slide(rows);
    let values = look_up(table, slid);
    let pairs = _mm512_add_ps(values, _mm512_permute_ps::<0b10_11_00_01>(values));
    let totals = _mm512_add_ps(pairs, _mm512_permute_ps::<0b01_00_11_10>(pairs));
    let columns = _mm512_cvtepu16_epi32(transpose(_mm512_cvtepi32_epi16(slid)));
    let shifts = load(&SHIFTS);
    let cell = _mm512_sllv_epi32(_mm512_set1_epi32(15), shifts);
    let rest = Rest {
        rows: _mm512_sub_ps(totals, values),
        columns: [
            _mm512_andnot_si512(cell, _mm512_shuffle_epi32::<0x00>(columns)),
            _mm512_andnot_si512(cell, _mm512_shuffle_epi32::<0x55>(columns)),
            _mm512_andnot_si512(cell, _mm512_shuffle_epi32::<0xAA>(columns)),
            _mm512_andnot_si512(cell, _mm512_shuffle_epi32::<0xFF>(columns)),
        ],
        shifts,
    };
    let moved = _mm512_cmpneq_epi32_mask(rows, slid);
    let nibble = |k: usize| OTHERS[usize::from(moved >> (4 * k) & 15)] << (4 * k);
    let others_move = nibble(0) | nibble(1) | nibble(2) | nibble(3);

    // 2. A tile in a gap, which is a bit or the next in its lowest cell.
    let filled = _mm512_or_si512(rows, _mm512_srli_epi32::<1>(rows));
    let filled = _mm512_or_si512(filled, _mm512_srli_epi32::<2>(filled));
    let empty = _mm512_andnot_si512(filled, _mm512_set1_epi32(0x1111));
    let starts = _mm512_andnot_si512(_mm512_slli_epi32::<4>(empty), empty);
    let less = _mm512_sub_epi32(starts, _mm512_set1_epi32(1));
    let first = _mm512_andnot_si512(less, starts);
    let second = _mm512_and_si512(less, starts);
    let has_first = _mm512_test_epi32_mask(starts, starts);
    let has_second = _mm512_test_epi32_mask(second, second);
    // The first of the tiles: a 2 is a bit, a 4 the next.
    let up = _mm512_set1_epi32(FIRST as i32);
    let gaps = Gaps {
        first: _mm512_sllv_epi32(first, up),
        second: _mm512_sllv_epi32(second, up),
        has_first,
        has_second,
    };
    let [firsts, seconds] = gaps.look::<KINDS>(table, rows, &rest);

    // 3. The tile's cells, and from there to those of the board.
    let nibbles = _pext_u64(Packed4x4::from_bits(after).empty_nibbles(), NIBBLE) as u16;
    let none = _mm512_set1_ps(f32::NEG_INFINITY);
    let mut sums = [0.0; 2];
    for kind in 0..KINDS {
        let tile = FIRST + kind;
        let (first, second_of) = (firsts[kind], seconds[kind]);
        let mut by_cell = [_mm512_setzero_ps(); 4];
        for (cell, values) in by_cell.iter_mut().enumerate() {
            let bit = _mm512_set1_epi32(1 << (4 * cell));
            let is_second = has_second & _mm512_cmple_epi32_mask(second, bit);
            let row = _mm512_mask_mov_epi32(first.row, is_second, second_of.row);
            let value = _mm512_mask_mov_ps(first.value, is_second, second_of.value);
            let placed = _mm512_set1_epi32(1 << (4 * cell + tile));
            let stayed = _mm512_or_si512(rows, placed);
            let is_legal = _mm512_test_epi32_mask(empty, bit)
                & (others_move | _mm512_cmpneq_epi32_mask(row, stayed));
            *values = _mm512_mask_mov_ps(none, is_legal, value);
        }
        let [left, half, transposed, both] = by_turn(by_cell);
        let along_rows = _mm512_max_ps(left, turn_back(half, 1));
        let along_columns = _mm512_max_ps(turn_back(transposed, 2), turn_back(both, 3));
        let most = _mm512_max_ps(along_rows, along_columns);
        let is_lost = _mm512_cmpeq_ps_mask(most, none);
        let most = _mm512_mask_mov_ps(most, is_lost, _mm512_set1_ps(lost));
        sums[tile] = total(_mm512_maskz_mov_ps(nibbles, most));
    }
    (sums, (KINDS * gaps.count()) as u64)
}

/// Rows with a tile, slid, and what the positions are worth.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
fn look(table: &LineTable, rows: __m512i, rest: &Rest) -> Moved {
    let row = slide(rows);
    let value = _mm512_add_ps(rest.rows, look_up(table, row));
    let digit = _mm512_set1_epi32(15);
    let column = |k: usize, cell: __m512i| {
        let cell = _mm512_sllv_epi32(_mm512_and_si512(cell, digit), rest.shifts);
        look_up(table, _mm512_or_si512(rest.columns[k], cell))
    };
    let columns = _mm512_add_ps(
        column(3, _mm512_srli_epi32::<12>(row)),
        column(2, _mm512_srli_epi32::<8>(row)),
    );
    let columns = _mm512_add_ps(columns, column(1, _mm512_srli_epi32::<4>(row)));
    let columns = _mm512_add_ps(columns, column(0, row));
    Moved {
        row,
        value: _mm512_add_ps(value, columns),
    }
}

/// Where tiles may appear in sixteen rows.
struct Gaps {
    /// The first kind of tile in the lowest cell of each row's first gap.
    first: __m512i,
    /// Of its second gap.
    second: __m512i,
    /// Rows that have gaps.
    has_first: u16,
    has_second: u16,
}

impl Gaps {
    #[inline(always)]
    fn count(&self) -> usize {
        (self.has_first.count_ones() + self.has_second.count_ones()) as usize
    }

    /// What the positions come to that the first kind of tile and, if `KINDS` is 2, the next
    /// lead to: in the rows' first gaps, and in their second.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
    fn look<const KINDS: usize>(
        &self,
        table: &LineTable,
        rows: __m512i,
        rest: &Rest,
    ) -> [[Moved; 2]; 2] {
        let count = self.count();
        if count > 16 {
            return self.look_at_all::<KINDS>(table, rows, rest);
        }
        // 1. Which row each gap is of, and its bit.
        let lanes = load(&LANES);
        let firsts = self.has_first.count_ones();
        let behind = u16::MAX.unbounded_shl(firsts);
        let pack = |first: __m512i, second: __m512i| {
            let second = _mm512_maskz_compress_epi32(self.has_second, second);
            let first = _mm512_maskz_compress_epi32(self.has_first, first);
            _mm512_mask_expand_epi32(first, behind, second)
        };
        let (mut lane, mut tiles) = (pack(lanes, lanes), pack(self.first, self.second));
        let next = _mm512_add_epi32(tiles, tiles);
        let in_one = KINDS == 2 && count <= 8;
        if in_one {
            let behind = u16::MAX << count;
            lane = _mm512_mask_expand_epi32(lane, behind, lane);
            tiles = _mm512_mask_expand_epi32(tiles, behind, next);
        }
        let of = |numbers: __m512i| _mm512_permutexvar_epi32(lane, numbers);
        let packed = Rest {
            rows: _mm512_permutexvar_ps(lane, rest.rows),
            columns: [
                of(rest.columns[0]),
                of(rest.columns[1]),
                of(rest.columns[2]),
                of(rest.columns[3]),
            ],
            shifts: of(rest.shifts),
        };
        let rows = of(rows);
        // 2. What they come to.
        let first = look(table, _mm512_or_si512(rows, tiles), &packed);
        let (next, after) = match KINDS {
            2 if !in_one => (look(table, _mm512_or_si512(rows, next), &packed), 0),
            2 => (first, count as i32),
            _ => (first, 0),
        };
        // 3. And back to their rows.
        let after = _mm512_set1_epi32(after);
        let place = _mm512_maskz_expand_epi32(self.has_first, lanes);
        let lanes = _mm512_add_epi32(lanes, _mm512_set1_epi32(firsts as i32));
        let second_place = _mm512_maskz_expand_epi32(self.has_second, lanes);
        [place, second_place].map(|place| {
            let next_place = _mm512_add_epi32(place, after);
            [first.at(place), next.at(next_place)]
        })
    }

    /// The same unpacked.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
    fn look_at_all<const KINDS: usize>(
        &self,
        table: &LineTable,
        rows: __m512i,
        rest: &Rest,
    ) -> [[Moved; 2]; 2] {
        let both = |tiles: __m512i| {
            let next = _mm512_add_epi32(tiles, tiles);
            let first = look(table, _mm512_or_si512(rows, tiles), rest);
            match KINDS {
                1 => [first, first],
                _ => [first, look(table, _mm512_or_si512(rows, next), rest)],
            }
        };
        let first = both(self.first);
        let second = match self.has_second {
            0 => first,
            _ => both(self.second),
        };
        [first, second]
    }
}

impl Moved {
    /// What stands in these places.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
    fn at(self, places: __m512i) -> Self {
        Self {
            row: _mm512_permutexvar_epi32(places, self.row),
            value: _mm512_permutexvar_ps(places, self.value),
        }
    }
}

/// Each row slid towards its first cell.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
fn slide(rows: __m512i) -> __m512i {
    // Sound: a row is 16 bits, and the table has as many entries, of 32 bits each.
    let entries = unsafe { _mm512_i32gather_epi32::<4>(rows, slid_rows_4x4().as_ptr().cast()) };
    _mm512_and_si512(entries, _mm512_set1_epi32(0xFFFF))
}

/// What each line is worth.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
fn look_up(table: &LineTable, lines: __m512i) -> __m512 {
    // Sound: a line is 16 bits, and the table has as many entries, of 32 bits each.
    unsafe { _mm512_i32gather_ps::<4>(lines, table.all().as_ptr().cast()) }
}

/// Rows and columns of four boards exchanged, as `transpose_4x4` does.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
fn transpose(boards: __m256i) -> __m256i {
    let differs = _mm256_xor_si256(boards, _mm256_srli_epi64::<12>(boards));
    let swap = _mm256_and_si256(differs, _mm256_set1_epi64x(0x0000_F0F0_0000_F0F0));
    let swapped = _mm256_xor_si256(swap, _mm256_slli_epi64::<12>(swap));
    let boards = _mm256_xor_si256(boards, swapped);
    let differs = _mm256_xor_si256(boards, _mm256_srli_epi64::<24>(boards));
    let swap = _mm256_and_si256(differs, _mm256_set1_epi64x(0x0000_0000_FF00_FF00));
    let swapped = _mm256_xor_si256(swap, _mm256_slli_epi64::<24>(swap));
    _mm256_xor_si256(boards, swapped)
}

/// From the sixteen rows' first cells, second cells and so on, to the sixteen cells of each
/// turned board.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
fn by_turn([c0, c1, c2, c3]: [__m512; 4]) -> [__m512; 4] {
    // 1. Cells of a row together.
    let double = |x: __m512| _mm512_castps_pd(x);
    let low = [_mm512_unpacklo_ps(c0, c1), _mm512_unpacklo_ps(c2, c3)].map(double);
    let high = [_mm512_unpackhi_ps(c0, c1), _mm512_unpackhi_ps(c2, c3)].map(double);
    let rows = [
        _mm512_castpd_ps(_mm512_unpacklo_pd(low[0], low[1])),
        _mm512_castpd_ps(_mm512_unpackhi_pd(low[0], low[1])),
        _mm512_castpd_ps(_mm512_unpacklo_pd(high[0], high[1])),
        _mm512_castpd_ps(_mm512_unpackhi_pd(high[0], high[1])),
    ];
    // 2. Rows of a board together.
    let first = [
        _mm512_shuffle_f32x4::<0x44>(rows[0], rows[1]),
        _mm512_shuffle_f32x4::<0x44>(rows[2], rows[3]),
    ];
    let last = [
        _mm512_shuffle_f32x4::<0xEE>(rows[0], rows[1]),
        _mm512_shuffle_f32x4::<0xEE>(rows[2], rows[3]),
    ];
    [
        _mm512_shuffle_f32x4::<0x88>(first[0], first[1]),
        _mm512_shuffle_f32x4::<0xDD>(first[0], first[1]),
        _mm512_shuffle_f32x4::<0x88>(last[0], last[1]),
        _mm512_shuffle_f32x4::<0xDD>(last[0], last[1]),
    ]
}

/// Adds up lanes, in halves.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
fn total(lanes: __m512) -> f32 {
    let high = _mm512_extractf32x8_ps::<1>(lanes);
    let eight = _mm256_add_ps(_mm512_castps512_ps256(lanes), high);
    let high = _mm256_extractf128_ps::<1>(eight);
    let four = _mm_add_ps(_mm256_castps256_ps128(eight), high);
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
}

/// From the cells of a turned board to those of the board: turning twice is not turning.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
fn turn_back(cells: __m512, turn: usize) -> __m512 {
    // Sound: there are sixteen bytes.
    let nibbles = unsafe { _mm_loadu_si128(NIBBLES[turn].as_ptr().cast()) };
    _mm512_permutexvar_ps(_mm512_cvtepu8_epi32(nibbles), cells)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
fn load(numbers: &[i32; 16]) -> __m512i {
    // Sound: there are sixteen.
    unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) }
}
