//! What searches have found out, shared by all threads without locks.
//!
//! A bucket is a cache line of four entries of two words: the position, and what is known of
//! it. Words are written one by one, so the position is kept mixed with the other word: where
//! two threads wrote at once, the two words fit no position (Hyatt and Mann 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use serpentine_learn::HugePages;
use zerocopy::FromZeros;

/// Entries in a bucket.
const WAYS: usize = 4;

#[derive(Debug, FromZeros)]
#[repr(C, align(64))]
struct Bucket([[AtomicU64; 2]; WAYS]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// A transposition table of fixed size.
#[derive(Debug)]
pub struct Table {
    buckets: HugePages<Bucket>,
    /// Which search is on: older entries go first.
    age: u8,
}

/// What is known of a position: how much effort its value is worth.
///
/// | bits | what |
/// |---|---|
/// | 32, highest | the value, a float |
/// | 16 | effort, plus one: 0 is no entry |
/// | 8 | age |
fn pack(value: f32, effort: u16, age: u8) -> u64 {
    u64::from(value.to_bits()) << 32 | u64::from(effort + 1) << 16 | u64::from(age)
}

impl Table {
    /// A table of about so many bytes: the next smaller power of two, or the largest that there
    /// is memory for.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let mut sizes = (0..=buckets.ilog2()).rev();
        let buckets = sizes.find_map(|size| HugePages::zeros(1 << size).ok());
        Self {
            buckets: buckets.expect("there is memory for one bucket"),
            age: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for word in self
            .buckets
            .iter()
            .flat_map(|bucket| bucket.0.as_flattened())
        {
            word.store(0, Ordering::Relaxed);
        }
        self.age = 0;
    }

    /// A new search begins: what older ones found may be replaced.
    pub fn next_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn place(&self, position: u64) -> usize {
        let mixed = (position ^ position >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = mixed ^ mixed >> 29;
        mixed as usize & (self.buckets.len() - 1)
    }

    #[inline(always)]
    fn bucket(&self, position: u64) -> &Bucket {
        &self.buckets[self.place(position)]
    }

    /// Says that a position will be asked for soon, so that it is in the cache by then.
    #[inline(always)]
    pub(super) fn prefetch(&self, position: u64) {
        self.buckets.prefetch(self.place(position));
    }

    /// The value of a position and the effort it took, if known.
    #[inline(always)]
    pub(super) fn get(&self, position: u64) -> Option<(f32, u16)> {
        for [key, data] in &self.bucket(position).0 {
            let known = data.load(Ordering::Relaxed);
            if key.load(Ordering::Relaxed) ^ known == position && known >> 16 & 0xFFFF != 0 {
                let value = f32::from_bits((known >> 32) as u32);
                return Some((value, (known >> 16) as u16 - 1));
            }
        }
        None
    }

    /// Keeps a value in place of the position's own entry, or of the one in its bucket that
    /// took least effort, any of an older search before any of this one.
    #[inline(always)]
    pub(super) fn insert(&self, position: u64, value: f32, effort: u16) {
        let mut worst = (0, u32::MAX);
        let bucket = &self.bucket(position).0;
        for (way, [key, data]) in bucket.iter().enumerate() {
            let known = data.load(Ordering::Relaxed);
            if key.load(Ordering::Relaxed) ^ known == position {
                worst.0 = way;
                break;
            }
            let is_new = known as u8 == self.age;
            let worth = u32::from((known >> 16) as u16) | u32::from(is_new) << 16;
            if worth < worst.1 {
                worst = (way, worth);
            }
        }
        let data = pack(value, effort, self.age);
        bucket[worst.0][0].store(position ^ data, Ordering::Relaxed);
        bucket[worst.0][1].store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use serpentine_core::Stream;

    use super::*;

    #[test]
    fn what_was_put_in_is_found_until_better_ones_need_the_room() {
        let mut table = Table::new(64);
        assert_eq!(table.get(0), None);
        for position in 0..4 {
            table.insert(position, position as f32, position as u16 + 10);
        }
        table.insert(9, 9.0, 5);
        assert_eq!(table.get(9), Some((9.0, 5)));
        assert_eq!(table.get(0), None, "the least effort goes");
        assert_eq!(table.get(3), Some((3.0, 13)));
        // Of an older search, even much effort goes before little of this one.
        table.next_search();
        table.insert(3, 3.5, 1);
        for position in 20..23 {
            table.insert(position, 0.0, 0);
        }
        assert_eq!(table.get(3), Some((3.5, 1)));
        table.clear();
        assert_eq!(table.get(3), None);
    }

    /// Threads write and read one bucket at once: whoever finds a position finds a value that
    /// was written for it.
    #[test]
    fn a_torn_entry_is_never_used() {
        let table = &Table::new(64);
        let value_of = |position: u64| (position.wrapping_mul(0xD134_2543_DE82_EF95) >> 44) as f32;
        thread::scope(|scope| {
            for seed in 0..4 {
                scope.spawn(move || {
                    let mut stream = Stream::new(seed);
                    let mut found = 0;
                    for _ in 0..400_000 {
                        let position = u64::from(stream.below(12)).wrapping_mul(0x0123_4567_89AB);
                        table.insert(position, value_of(position), stream.below(100) as u16);
                        let asked = u64::from(stream.below(12)).wrapping_mul(0x0123_4567_89AB);
                        if let Some((value, _)) = table.get(asked) {
                            assert_eq!(value, value_of(asked));
                            found += 1;
                        }
                    }
                    assert!(found > 1000);
                });
            }
        });
    }

    /// Half of one entry and half of another, as a write in between would leave them.
    #[test]
    fn halves_of_two_entries_fit_no_position() {
        let table = Table::new(64);
        table.insert(5, 1.0, 3);
        let [key, data] = &table.bucket(5).0[0];
        let other = pack(2.0, 4, 0);
        data.store(other, Ordering::Relaxed);
        assert_eq!(table.get(5), None);
        key.store(7 ^ other, Ordering::Relaxed);
        assert_eq!(table.get(5), None);
        assert_eq!(table.get(7), Some((2.0, 4)));
    }
}
