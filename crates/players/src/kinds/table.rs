//! A transposition table of fixed size for exact values.

/// Values of positions by their packed cells and what is left to search.
///
/// One entry per slot, the newest wins. The whole key is kept, so a hit is never another
/// position's value.
pub(crate) struct Table {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    bits: u64,
    /// What is left to search; 0 marks an empty slot.
    rest: u64,
    value: f64,
}

const EMPTY: Entry = Entry {
    bits: 0,
    rest: 0,
    value: 0.0,
};

impl Table {
    /// A table with 2^`log2_slots` slots.
    pub(crate) fn new(log2_slots: u32) -> Self {
        Self {
            entries: vec![EMPTY; 1 << log2_slots],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    pub(crate) fn get(&self, bits: u64, rest: u64) -> Option<f64> {
        let entry = &self.entries[self.slot(bits, rest)];
        (entry.bits == bits && entry.rest == rest).then_some(entry.value)
    }

    /// `rest` is not 0.
    pub(crate) fn insert(&mut self, bits: u64, rest: u64, value: f64) {
        let slot = self.slot(bits, rest);
        self.entries[slot] = Entry { bits, rest, value };
    }

    fn slot(&self, bits: u64, rest: u64) -> usize {
        let mixed = (bits ^ rest.rotate_right(7)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (64 - self.entries.len().trailing_zeros())) as usize
    }
}
