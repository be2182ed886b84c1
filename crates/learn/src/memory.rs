//! Large tables of numbers, on huge pages where the system gives them.

use std::io;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::atomic::{AtomicU32, Ordering};

use memmap2::MmapMut;
use zerocopy::{FromBytes, FromZeros};

/// Why bytes of a mapping are numbers.
const WHOLE: &str = "a mapping begins at a page and has whole numbers";

/// A table of 32-bit numbers, all 0 at first.
///
/// Tables are far larger than what a processor's address cache covers in small pages, so
/// every look-up would cost a second one for its address.
#[derive(Debug)]
pub(crate) struct Memory {
    bytes: MmapMut,
}

impl Memory {
    /// So many zeros.
    pub(crate) fn zeros(len: usize) -> io::Result<Self> {
        let bytes = MmapMut::map_anon(len * size_of::<f32>())?;
        wish_for_huge_pages(&bytes);
        Ok(Self { bytes })
    }

    /// The numbers as floats.
    pub(crate) fn numbers(&self) -> &[f32] {
        <[f32]>::ref_from_bytes(&self.bytes).expect(WHOLE)
    }

    /// The numbers as floats, to change.
    pub(crate) fn numbers_mut(&mut self) -> &mut [f32] {
        <[f32]>::mut_from_bytes(&mut self.bytes).expect(WHOLE)
    }

    /// Their bits, to change.
    pub(crate) fn bits_mut(&mut self) -> &mut [u32] {
        <[u32]>::mut_from_bytes(&mut self.bytes).expect(WHOLE)
    }

    /// Their bits.
    pub(crate) fn bits(&self) -> &[u32] {
        <[u32]>::ref_from_bytes(&self.bytes).expect(WHOLE)
    }

    /// The numbers, for code that also reads those in training. Nothing writes to them.
    pub(crate) fn to_read(&self) -> &[Number] {
        to_read(self.numbers())
    }

    /// The numbers, for many threads to read and write without locks.
    pub(crate) fn shared(&mut self) -> &[Number] {
        <[Number]>::mut_from_bytes(&mut self.bytes).expect(WHOLE)
    }
}

/// Only a wish: without huge pages everything works, more slowly.
fn wish_for_huge_pages(_bytes: &MmapMut) {
    #[cfg(target_os = "linux")]
    let _ = _bytes.advise(memmap2::Advice::HugePage);
}

/// Asks for the memory at an address, so that it is in the cache when it is read.
#[expect(unsafe_code, reason = "an instruction that only asks for memory")]
#[inline(always)]
pub(crate) fn prefetch<T>(_address: *const T) {
    // Sound: it is part of every such processor, changes nothing and never fails, whatever the
    // address. Gains: docs/performance.md. Elsewhere nothing is done.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(_address.cast());
    }
}

/// A table that threads share, all zeros at first, on huge pages where the system gives them.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// let table = serpentine_learn::HugePages::<AtomicU64>::zeros(1 << 20)?;
/// table[7].store(1, Ordering::Relaxed);
/// assert_eq!(table.iter().map(|word| word.load(Ordering::Relaxed)).sum::<u64>(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct HugePages<T> {
    bytes: MmapMut,
    /// Where the table begins in them.
    begin: usize,
    len: usize,
    of: PhantomData<T>,
}

/// Where huge pages begin. Smaller tables than half of one are not worth a page.
const HUGE: usize = 2 << 20;

impl<T: FromZeros + Sync> HugePages<T> {
    /// So many zeros.
    pub fn zeros(len: usize) -> io::Result<Self> {
        const { assert!(align_of::<T>() <= 4096) };
        let too_many = || io::Error::from(io::ErrorKind::OutOfMemory);
        let size = len.checked_mul(size_of::<T>()).ok_or_else(too_many)?;
        if size < HUGE / 2 {
            let bytes = MmapMut::map_anon(size.max(1))?;
            return Ok(Self::from_parts(bytes, 0, len));
        }
        // From one border to another; what lies outside takes no memory.
        let mapped = size.checked_add(2 * HUGE).ok_or_else(too_many)?;
        let bytes = MmapMut::map_anon(mapped)?;
        wish_for_huge_pages(&bytes);
        let begin = bytes.as_ptr().align_offset(HUGE);
        Ok(Self::from_parts(bytes, begin, len))
    }

    /// Says that an entry will be read soon.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        prefetch(self.as_ptr().wrapping_add(index));
    }

    fn from_parts(bytes: MmapMut, begin: usize, len: usize) -> Self {
        assert!(begin + len * size_of::<T>() <= bytes.len());
        Self {
            bytes,
            begin,
            len,
            of: PhantomData,
        }
    }
}

#[expect(unsafe_code, reason = "a mapping that threads share and change")]
impl<T: FromZeros + Sync> Deref for HugePages<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // Sound: a mapping begins at a page, has room for so many (`from_parts`) and is zeros,
        // which are values of T; nobody else has it. Gains: docs/performance.md. Without it:
        // a vector, on small pages.
        unsafe { std::slice::from_raw_parts(self.bytes.as_ptr().add(self.begin).cast(), self.len) }
    }
}

/// A number that threads read and write as they come: an update may be lost, which learning
/// forgives, but never torn.
#[derive(Debug, FromBytes, zerocopy::IntoBytes)]
#[repr(transparent)]
pub(crate) struct Number(AtomicU32);

impl Number {
    pub(crate) fn new(number: f32) -> Self {
        Self(AtomicU32::new(number.to_bits()))
    }

    /// As a float.
    #[inline(always)]
    pub(crate) fn get(&self) -> f32 {
        f32::from_bits(self.bits())
    }

    /// Sets a float.
    #[inline(always)]
    pub(crate) fn set(&self, number: f32) {
        self.set_bits(number.to_bits());
    }

    #[inline(always)]
    pub(crate) fn bits(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    #[inline(always)]
    pub(crate) fn set_bits(&self, bits: u32) {
        self.0.store(bits, Ordering::Relaxed);
    }
}

/// Numbers that nobody changes, for code that also reads numbers in training.
#[expect(
    unsafe_code,
    reason = "one reader for numbers that change and that do not"
)]
pub(crate) fn to_read(numbers: &[f32]) -> &[Number] {
    // Sound: the same size and alignment, every bit pattern is a number, and this crate only
    // loads from what it gets here. Gains: one kernel instead of two. No fallback is needed.
    unsafe { std::slice::from_raw_parts(numbers.as_ptr().cast(), numbers.len()) }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn tables_of_any_length_are_zeros_to_their_end() {
        for len in [0, 1, 1000, 1 << 17, 300_001] {
            let table = HugePages::<AtomicU32>::zeros(len).unwrap();
            assert_eq!(table.len(), len);
            for word in &*table {
                assert_eq!(word.swap(1, Ordering::Relaxed), 0);
            }
        }
        assert!(HugePages::<AtomicU32>::zeros(usize::MAX).is_err());
    }

    #[test]
    fn threads_share_numbers() {
        let mut memory = Memory::zeros(1000).unwrap();
        let numbers = memory.shared();
        thread::scope(|scope| {
            for half in 0..2 {
                scope.spawn(move || {
                    for k in (half..1000).step_by(2) {
                        numbers[k].set_bits(numbers[k].bits() + k as u32);
                    }
                });
            }
        });
        assert_eq!(memory.bits().iter().sum::<u32>(), 499_500);
    }
}
