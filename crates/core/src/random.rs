//! The frozen random stream.
//!
//! Every random choice anywhere comes from a [`Stream`] made from numbers a person
//! can write down. The definition never changes; tests pin its values:
//!
//! 1. The generator is xoshiro256++ (Blackman and Vigna, public domain), its four
//!    words the first four outputs of SplitMix64 started at the stream's seed.
//! 2. Game `k` of a run with seed `s` has the stream seed `mix(mix(s + G) + (k + 1)·G)`,
//!    where `G` is SplitMix64's increment and `mix` its output function: output
//!    number `k` of a SplitMix64 generator started at `mix(s + G)`.
//! 3. Player `p` of that game draws from a stream of its own, derived from the game's
//!    seed as a game's is from the run's, so that what a player draws never changes
//!    which tiles appear.
//! 4. A number below `n` is the high half of a 32×32-bit product (Lemire's method).
//!    Draws that would favour some results are thrown away, so there is no bias.

/// SplitMix64's increment.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// SplitMix64's output function, a bijection.
const fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

/// The seed of child `index` of `seed`.
const fn derive(seed: u64, index: u64) -> u64 {
    let start = mix(seed.wrapping_add(GOLDEN));
    mix(start.wrapping_add(index.wrapping_add(1).wrapping_mul(GOLDEN)))
}

/// A reproducible source of random numbers.
///
/// ```
/// use serpentine_core::Stream;
/// let mut a = Stream::for_game(2048, 7);
/// let mut b = Stream::for_game(2048, 7);
/// assert_eq!(a.next_u64(), b.next_u64());
/// assert!(a.below(6) < 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    words: [u64; 4],
}

impl Stream {
    /// The stream of a seed.
    pub const fn new(seed: u64) -> Self {
        let mut words = [0; 4];
        let mut i = 0;
        let mut state = seed;
        while i < 4 {
            state = state.wrapping_add(GOLDEN);
            words[i] = mix(state);
            i += 1;
        }
        Self { words }
    }

    /// The stream from which the tiles of game `game` of a run with this seed appear.
    pub const fn for_game(seed: u64, game: u64) -> Self {
        Self::new(derive(seed, game))
    }

    /// The stream of a player's own choices in that game.
    pub const fn for_player(seed: u64, game: u64, player: u64) -> Self {
        Self::new(derive(derive(seed, game), player))
    }

    /// The four words of the generator.
    pub const fn words(&self) -> [u64; 4] {
        self.words
    }

    /// A stream with these words, which must not all be zero.
    pub fn from_words(words: [u64; 4]) -> Self {
        assert!(words != [0; 4], "xoshiro256++ never leaves the zero state");
        Self { words }
    }

    /// The next 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.words;
        let output = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.words = [a ^ d, b ^ c, c ^ b << 17, d.rotate_left(45)];
        output
    }

    /// A uniform number below `n`, which must not be 0.
    #[inline]
    pub const fn below(&mut self, n: u32) -> u32 {
        loop {
            let product = (self.next_u64() >> 32) * n as u64;
            if is_fair(product, n) {
                return (product >> 32) as u32;
            }
        }
    }

    /// Two independent uniform numbers from one output: below `m` from its high
    /// half, below `n` from its low half.
    #[inline]
    pub const fn pair_below(&mut self, m: u32, n: u32) -> (u32, u32) {
        loop {
            let output = self.next_u64();
            let first = (output >> 32) * m as u64;
            let second = (output & 0xFFFF_FFFF) * n as u64;
            if is_fair(first, m) && is_fair(second, n) {
                return ((first >> 32) as u32, (second >> 32) as u32);
            }
        }
    }
}

/// Whether a product of a 32-bit draw and `n` lies outside the 2^32 mod n lowest
/// remainders, of which some results have one more than others.
#[inline]
const fn is_fair(product: u64, n: u32) -> bool {
    let remainder = product as u32;
    remainder >= n || remainder >= n.wrapping_neg() % n
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        for seed in [0, 1, 42, u64::MAX] {
            let mut ours = Stream::new(seed);
            let mut theirs = Xoshiro256PlusPlus::seed_from_u64(seed);
            for _ in 0..1000 {
                assert_eq!(ours.next_u64(), theirs.next_u64());
            }
        }
    }

    #[test]
    fn streams_of_games_and_players_differ() {
        let firsts: std::collections::HashSet<u64> = (0..100)
            .flat_map(|k| {
                [
                    Stream::for_game(1, k).next_u64(),
                    Stream::for_game(2, k).next_u64(),
                    Stream::for_player(1, k, 0).next_u64(),
                    Stream::for_player(1, k, 1).next_u64(),
                ]
            })
            .collect();
        assert_eq!(firsts.len(), 400);
    }

    #[test]
    fn unfair_draws_are_those_that_come_once_too_often() {
        // With 3 results and 32-bit draws only the product 0 is one too many.
        assert!(!is_fair(0, 3));
        assert!(is_fair(3, 3));
        assert!(is_fair(1 << 32 | 1, 3));
        for power in [1, 2, 4, 8, 16] {
            assert!(is_fair(0, power), "{power} divides 2^32");
        }
        // 2^32 mod 10 = 6: the remainders 0, 2 and 4 are unfair, 6 and 8 are not.
        let unfair: Vec<u64> = (0..20).step_by(2).filter(|&r| !is_fair(r, 10)).collect();
        assert_eq!(unfair, [0, 2, 4]);
    }

    #[test]
    fn numbers_below_n_are_even() {
        let mut stream = Stream::new(5);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[stream.below(6) as usize] += 1;
            let (high, low) = stream.pair_below(6, 10);
            assert!(high < 6 && low < 10);
        }
        // Five standard deviations of a fair die.
        assert!(
            counts.iter().all(|c| c.abs_diff(10_000) < 460),
            "{counts:?}"
        );
    }
}
