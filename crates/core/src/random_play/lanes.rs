//! Sixteen 4×4 games side by side.
//!
//! One step of all games is a loop without branches over arrays, a game per element,
//! which the compiler turns into vector instructions of whatever width the processor
//! has. Everything is integer arithmetic, so every width gives the same games.
//!
//! A game that needs anything out of the ordinary (it is over, a draw might be unfair,
//! a 32768 is about) leaves its lane and is finished by the plain code.

#![expect(
    unsafe_code,
    reason = "calling code compiled for instructions that were found at run time"
)]

use std::ops::Range;

use super::{Outcome, Play};
use crate::grid::arithmetic::{ONES, legal, mask, occupied, occupied_bits, select, slide_left};
use crate::grid::{AnyGrid, Packed4x4, reverse_4x4 as reverse, transpose_4x4 as transpose};
use crate::{Board, Rules, Size, Stream};

pub(super) const LANES: usize = 16;

type Lane = [u64; LANES];

/// A width of vectors that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vectors(Width);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Vectors {
    /// Those this processor has, the widest first.
    pub fn available() -> Vec<Self> {
        let mut available = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
            {
                available.push(Self(Width::Avx512));
            }
            if is_x86_feature_detected!("avx2") {
                available.push(Self(Width::Avx2));
            }
        }
        available.push(Self(Width::Portable));
        available
    }

    /// The widest of them.
    pub fn widest() -> Self {
        Self::available()[0]
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Width::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => "AVX-512",
        }
    }
}

/// Plays the games on these vectors.
pub(super) fn play(
    vectors: Vectors,
    rules: &Rules,
    seed: u64,
    numbers: Range<u64>,
    report: &mut dyn FnMut(Outcome),
) {
    match vectors.0 {
        // Sound: only `Vectors::available` makes this value, on a processor that has every
        // feature the function is compiled for. Gains: docs/performance.md. Fallback: the
        // portable arm, the same code.
        #[cfg(target_arch = "x86_64")]
        Width::Avx512 => unsafe { play_avx512(rules, seed, numbers, report) },
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 => unsafe { play_avx2(rules, seed, numbers, report) },
        Width::Portable => play_lanes(rules, seed, numbers, report),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn play_avx512(rules: &Rules, seed: u64, numbers: Range<u64>, report: &mut dyn FnMut(Outcome)) {
    play_lanes(rules, seed, numbers, report);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn play_avx2(rules: &Rules, seed: u64, numbers: Range<u64>, report: &mut dyn FnMut(Outcome)) {
    play_lanes(rules, seed, numbers, report);
}

#[inline(always)]
fn play_lanes(rules: &Rules, seed: u64, mut numbers: Range<u64>, report: &mut dyn FnMut(Outcome)) {
    let mut lanes = Lanes::default();
    let mut playing = [None; LANES];
    for (lane, number) in playing.iter_mut().enumerate() {
        *number = numbers.next();
        if let Some(number) = *number {
            lanes.load(lane, &Play::deal(Size::STANDARD, rules, seed, number));
        }
    }
    let mut left = [0; LANES];
    while playing.iter().any(Option::is_some) {
        // Step until some game leaves its lane.
        loop {
            step(&mut lanes, rules, &mut left);
            if left.iter().fold(0, |any, &left| any | left) != 0 {
                break;
            }
        }
        for lane in 0..LANES {
            let Some(number) = playing[lane] else {
                continue;
            };
            if left[lane] == 0 {
                continue;
            }
            let mut play = lanes.unload(lane);
            while play.step(rules) {}
            report(play.outcome(number));
            playing[lane] = numbers.next();
            if let Some(number) = playing[lane] {
                lanes.load(lane, &Play::deal(Size::STANDARD, rules, seed, number));
            } else {
                // An empty board leaves its lane at every step and is passed over.
                lanes.board[lane] = 0;
            }
        }
    }
}

/// Up to sixteen games that play a number of moves side by side.
pub(super) struct LaneRun(Lanes);

impl LaneRun {
    pub(super) fn new(plays: &[Play<Packed4x4>]) -> Self {
        let mut lanes = Lanes::default();
        for (lane, play) in plays.iter().enumerate() {
            lanes.load(lane, play);
        }
        Self(lanes)
    }

    /// Plays so many moves in every lane. A lane that meets anything out of the ordinary
    /// stays where it is; its count of moves tells.
    pub(super) fn steps(&mut self, vectors: Vectors, rules: &Rules, moves: u32) {
        match vectors.0 {
            // Sound, gains, fallback: as in `play`.
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => unsafe { steps_avx512(&mut self.0, rules, moves) },
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => unsafe { steps_avx2(&mut self.0, rules, moves) },
            Width::Portable => steps(&mut self.0, rules, moves),
        }
    }

    pub(super) fn play(&self, lane: usize) -> Play<AnyGrid> {
        self.0.unload(lane)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn steps_avx512(lanes: &mut Lanes, rules: &Rules, moves: u32) {
    steps(lanes, rules, moves);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn steps_avx2(lanes: &mut Lanes, rules: &Rules, moves: u32) {
    steps(lanes, rules, moves);
}

#[inline(always)]
fn steps(lanes: &mut Lanes, rules: &Rules, moves: u32) {
    let mut left = [0; LANES];
    for _ in 0..moves {
        step(lanes, rules, &mut left);
    }
}

/// The games, each field an array with one element per game.
#[derive(Default)]
#[repr(align(64))]
struct Lanes {
    board: Lane,
    tiles: [Lane; 4],
    player: [Lane; 4],
    moves: Lane,
    fours: Lane,
}

impl Lanes {
    fn load(&mut self, lane: usize, play: &Play<Packed4x4>) {
        self.board[lane] = play.board.grid().bits();
        for (word, value) in play.tiles.words().into_iter().enumerate() {
            self.tiles[word][lane] = value;
        }
        for (word, value) in play.player.words().into_iter().enumerate() {
            self.player[word][lane] = value;
        }
        self.moves[lane] = play.moves;
        self.fours[lane] = play.fours;
    }

    fn unload(&self, lane: usize) -> Play<AnyGrid> {
        Play {
            board: Board::new(Packed4x4::from_bits(self.board[lane]).into()),
            tiles: Stream::from_words(self.tiles.map(|word| word[lane])),
            player: Stream::from_words(self.player.map(|word| word[lane])),
            moves: self.moves[lane],
            fours: self.fours[lane],
            won: false,
        }
    }
}

/// Plays one move in every lane. A lane that must be left is marked with a number
/// other than 0 and is otherwise unchanged.
#[inline(always)]
fn step(lanes: &mut Lanes, rules: &Rules, left: &mut Lane) {
    let fours_of = u64::from(rules.four.weight());
    let total = u64::from(rules.four.total_weight());
    for lane in 0..LANES {
        let board = lanes.board[lane];
        let (tile_draw, tile_words) = next(lanes.tiles.each_ref().map(|word| word[lane]));
        let (move_draw, move_words) = next(lanes.player.each_ref().map(|word| word[lane]));

        // 1. A uniform choice among the legal moves.
        let [up, right, down, leftwards] = legal(board);
        let count = up + right + down + leftwards;
        let choice = product(move_draw >> 32, count);
        let rank = choice >> 32;
        let goes_up = up & equal(rank, 0);
        let goes_right = right & equal(rank, up);
        let goes_down = down & equal(rank, up + right);

        // 2. Turn the board so that the move is a slide to the left; slide; turn back.
        let vertical = mask(goes_up | goes_down);
        let backward = mask(goes_right | goes_down);
        let turned = select(vertical, transpose(board), board);
        let turned = select(backward, reverse(turned), turned);
        let slid = slide_left(turned);
        let slid = select(backward, reverse(slid), slid);
        let slid = select(vertical, transpose(slid), slid);

        // 3. A uniform choice among the empty cells, counted from the first cell, which
        //    is the highest nibble: the prefix sums count from the lowest.
        let empty = !occupied(slid) & ONES;
        let below = prefix_sums(empty);
        let empties = below >> 60;
        let cell = product(tile_draw >> 32, empties);
        let wanted = empties.wrapping_sub(cell >> 32).wrapping_mul(ONES);
        let spot = empty & !occupied_bits(below ^ wanted);
        let value = product(tile_draw, total);
        let is_four = less(value >> 32, fours_of);

        // 4. Leave the lane where this was not the whole story: the game is over, a draw
        //    lies where it might be unfair, or a 32768 is about.
        let fifteen = {
            let pairs = board & board >> 1;
            pairs & pairs >> 2 & ONES
        };
        let unfair = less(choice & 0xFFFF_FFFF, count)
            | less(cell & 0xFFFF_FFFF, empties)
            | less(value & 0xFFFF_FFFF, total);
        let leave = fifteen | unfair | equal(count, 0);
        left[lane] = leave;
        let stay = mask(equal(leave, 0));

        lanes.board[lane] = select(stay, slid | spot << is_four, board);
        for word in 0..4 {
            let tiles = &mut lanes.tiles[word][lane];
            *tiles = select(stay, tile_words[word], *tiles);
            let player = &mut lanes.player[word][lane];
            *player = select(stay, move_words[word], *player);
        }
        lanes.moves[lane] += stay & 1;
        lanes.fours[lane] += stay & is_four;
    }
}

/// 1 if equal, else 0.
#[inline(always)]
fn equal(a: u64, b: u64) -> u64 {
    u64::from(a == b)
}

/// 1 if `a < b`, else 0.
#[inline(always)]
fn less(a: u64, b: u64) -> u64 {
    u64::from(a < b)
}

/// The product of the low halves, which vectors multiply much faster than whole words.
#[inline(always)]
fn product(a: u64, b: u64) -> u64 {
    (a & 0xFFFF_FFFF) * (b & 0xFFFF_FFFF)
}

/// xoshiro256++ as in [`Stream::next_u64`]: the output and the words after it.
#[inline(always)]
fn next([a, b, c, d]: [u64; 4]) -> (u64, [u64; 4]) {
    let output = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
    let (c, d) = (c ^ a, d ^ b);
    (output, [a ^ d, b ^ c, c ^ b << 17, d.rotate_left(45)])
}

/// In each nibble the number of marks in it and all lower ones, if there are at most 15.
/// (Only an empty lane has 16, and what comes of that is not kept.)
#[inline(always)]
fn prefix_sums(marks: u64) -> u64 {
    let x = marks + (marks << 4);
    let x = x + (x << 8);
    let x = x.wrapping_add(x << 16);
    x.wrapping_add(x << 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_width_plays_the_same_games() {
        let rules = Rules::STANDARD;
        let plain: Vec<_> = (0..300)
            .map(|number| super::super::play_one::<AnyGrid>(Size::STANDARD, &rules, 3, number))
            .collect();
        for vectors in Vectors::available() {
            let mut outcomes = Vec::new();
            play(vectors, &rules, 3, 0..300, &mut |outcome| {
                outcomes.push(outcome);
            });
            outcomes.sort_by_key(|outcome| outcome.number);
            assert_eq!(outcomes, plain, "{}", vectors.name());
        }
    }

    #[test]
    fn games_with_a_32768_are_finished_exactly() {
        // A lane with big tiles leaves at once and the plain code makes the 65536.
        let board = 0xFF00_0000_0000_0000;
        let mut lanes = Lanes::default();
        let mut play = Play::<Packed4x4>::deal(Size::STANDARD, &Rules::STANDARD, 1, 0);
        play.board = Board::new(Packed4x4::from_bits(board));
        lanes.load(5, &play);
        let mut left = [0; LANES];
        step(&mut lanes, &Rules::STANDARD, &mut left);
        assert_ne!(left[5], 0);
        assert_eq!(lanes.board[5], board);
        let mut play = lanes.unload(5);
        while play.step(&Rules::STANDARD) {}
        assert!(play.board.max_exponent() >= 16);
    }
}
